"""Merging tiles and rectangles: the boxes fill the union exactly, do not overlap, and are as few as possible."""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import level_cases
import level_model
import pytest
from hypothesis import given
from hypothesis import strategies as st
from level_laws import corners, overlapping

from collide2d import Circle, Rect, Segment, Space, merge_rects, merge_tiles

Grid = Sequence[Sequence[object]]
grids = st.integers(1, 7).flatmap(
    lambda width: st.lists(st.lists(st.booleans(), min_size=width, max_size=width), min_size=1, max_size=7)
)
sources = st.randoms(use_true_random=False)


def tile_rects(grid: Grid, tile: float = 1, origin: float = 0) -> list[Rect]:
    tiles = sorted(level_model.tiles_of(grid))
    return [Rect.from_corners(*(origin + c * tile for c in (x, y, x + 1, y + 1))) for x, y in tiles]


def every_grid(width: int, height: int) -> Iterator[list[list[int]]]:
    for bits in itertools.product((0, 1), repeat=width * height):
        yield [list(bits[y * width : (y + 1) * width]) for y in range(height)]


# ---- tiles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(1, 4), (4, 1), (2, 2), (3, 3), (4, 3)])
def test_no_way_of_cutting_a_grid_has_fewer_boxes(width: int, height: int) -> None:
    for grid in every_grid(width, height):
        tiles = level_model.tiles_of(grid)
        fewest = level_model.fewest_boxes(frozenset(tiles))
        assert len(merge_tiles(grid, 1)) == fewest == level_model.fewest_boxes_by_formula(tiles), grid


@given(grids)
def test_boxes_fill_the_tiles_exactly(grid: list[list[bool]]) -> None:
    boxes = merge_tiles(grid, 0.1, origin=(0.3, -7))
    xs, ys = ([o + i * 0.1 for i in range(8)] for o in (0.3, -7.0))
    rects = [(xs[x], ys[y], xs[x + 1], ys[y + 1]) for x, y in level_model.tiles_of(grid)]
    assert level_model.wrong_boxes(rects, corners(boxes)) == []
    assert not overlapping(boxes)
    assert len(boxes) == level_model.fewest_boxes_by_formula(level_model.tiles_of(grid))


@given(sources)
def test_large_grids_are_cut_as_the_formula_says(rng: random.Random) -> None:
    grid = level_cases.random_grid(rng, 24)
    assert len(merge_tiles(grid, 1)) == level_model.fewest_boxes_by_formula(level_model.tiles_of(grid))


@given(grids)
def test_tiles_merge_as_the_rectangles_that_they_are(grid: list[list[bool]]) -> None:
    assert merge_tiles(grid, 16) == merge_rects(tile_rects(grid, 16))


@given(grids, st.sampled_from([1, 0.1, 16, 1e-3]), st.sampled_from([0, 0.3, 1e6]))
def test_boxes_side_by_side_share_their_edges_to_the_bit(grid: list[list[bool]], tile: float, origin: float) -> None:
    lines = {origin + i * tile for i in range(9)}
    for box in merge_tiles(grid, tile, origin=(origin, origin)):
        assert {*box.vertices[0], *box.vertices[2]} <= lines
        assert box == Rect.from_corners(*box.vertices[0], *box.vertices[2])


@given(grids)
def test_boxes_that_meet_touch_and_nothing_slides_between_them(grid: list[list[bool]]) -> None:
    boxes = merge_tiles(grid, 0.1)
    for a, b in itertools.combinations(boxes, 2):
        gap = [max(p - s, q - r) for p, q, r, s in zip(a.bounds[:2], b.bounds[:2], a.bounds[2:], b.bounds[2:])]  # noqa: B905
        assert a.touches(b) == (max(gap) <= 0)


def transposed(grid: Grid) -> list[tuple[object, ...]]:
    return list(zip(*grid, strict=True))


@given(grids)
def test_mirrored_and_turned_grids_take_as_many_boxes(grid: list[list[bool]]) -> None:
    count = len(merge_tiles(grid, 1))
    for other in (grid[::-1], [row[::-1] for row in grid], transposed(grid)):
        assert len(merge_tiles(other, 1)) == count


@pytest.mark.parametrize("size", [33, 40])
def test_a_hall_of_pillars_whose_chords_all_cross_is_cut_into_the_fewest_boxes(size: int) -> None:
    """A hall with pillars all round: every row between them crosses every column."""
    side = 2 * size + 3
    inner = range(1, side - 1)
    grid = [[(x in inner and y in inner) or (x in inner and x % 2 == 0) or (y in inner and y % 2 == 0)
             for x in range(side)] for y in range(side)]  # fmt: skip
    boxes = merge_tiles(grid, 1)
    assert len(boxes) == level_model.fewest_boxes_by_formula(level_model.tiles_of(grid))
    assert sum(box.area for box in boxes) == sum(map(sum, grid))


def test_cuts_along_rows_are_preferred() -> None:
    assert merge_tiles([".#.", "###", ".#."], 1, "#".__eq__) == [Rect(1, 0, 1, 1), Rect(0, 1, 3, 1), Rect(1, 2, 1, 1)]
    assert merge_tiles(["#.", "##"], 1, "#".__eq__) == [Rect(0, 0, 1, 1), Rect(0, 1, 2, 1)]


def test_a_full_grid_is_one_box() -> None:
    assert merge_tiles([[1] * 40] * 30, (16, 8), origin=(-8, 4)) == [Rect(-8, 4, 640, 240)]


@pytest.mark.parametrize("grid", [[], [[]], [[], []], [""], [[0, 0]], [[None], [()]], iter([])])
def test_no_tiles_are_no_boxes(grid: Any) -> None:
    assert merge_tiles(grid, 1) == []


def test_cells_may_be_anything_and_solid_any_function() -> None:
    numpy = pytest.importorskip("numpy")
    expected = [Rect(1, 0, 1, 1), Rect(0, 1, 2, 1)]
    assert merge_tiles([[0, 5], [7, 5]], 1) == expected
    assert merge_tiles([" #", "##"], 1, solid="#".__eq__) == expected
    assert merge_tiles(["ab", "bb"], 1, solid={"b"}.__contains__) == expected
    assert merge_tiles(iter([(0, 1), [1, 1]]), 1, lambda cell: [cell] if cell else "") == expected
    assert merge_tiles(numpy.array([[0, 2], [3, 4]]), 1, bool) == expected
    assert merge_tiles(numpy.array([[0.0, 2], [3, 4]]), numpy.float32(1)) == expected
    assert merge_tiles([b"\0\1", bytearray(b"\1\1")], [1, 1]) == expected


def test_each_cell_is_asked_about_once() -> None:
    seen: list[int] = []
    merge_tiles([[1, 2], [3, 4]], 1, seen.append)
    assert seen == [1, 2, 3, 4]


def test_changing_the_grid_while_it_is_read_does_no_harm() -> None:
    grid = [[1, 1], [1, 1]]

    def clear(cell: int) -> int:
        grid.clear()
        return cell

    assert merge_tiles(grid, 1, clear) == [Rect(0, 0, 2, 2)]


def test_a_box_slides_along_merged_tiles_without_snagging() -> None:
    grid = ["...........", "##.##.#####", "###########"]
    space = Space(dict(enumerate(merge_tiles(grid, 0.1, "#".__eq__))))
    space.add(-1, Rect.from_corners(0.0, 0.02, 0.05, 0.1))
    move = space.slide(-1, 0.15, 0)
    assert move.hits == ()


# ---- rectangles ------------------------------------------------------------------------------------------------------


@given(sources)
def test_boxes_fill_the_union_exactly_with_coordinates_of_the_input(rng: random.Random) -> None:
    rects = level_cases.random_rects(rng, 12)
    boxes = merge_rects(rects)
    assert level_model.wrong_boxes(corners(rects), corners(boxes)) == []
    assert not overlapping(boxes)
    if boxes:
        assert sum(map(level_model.box_area, corners(boxes))) == level_model.union_area(corners(rects)) > 0


@given(st.lists(st.tuples(*[st.integers(0, 6)] * 4), max_size=8))
def test_no_way_of_cutting_a_union_has_fewer_boxes(numbers: list[tuple[int, int, int, int]]) -> None:
    rects = [Rect(*n) for n in numbers]
    tiles = {(i, j) for x, y, w, h in numbers for i in range(x, x + w) for j in range(y, y + h)}
    assert len(merge_rects(rects)) == level_model.fewest_boxes_by_formula(tiles)


@given(sources)
def test_the_order_of_rectangles_and_repeating_them_changes_nothing(rng: random.Random) -> None:
    rects = level_cases.random_rects(rng, 10)
    shuffled = rng.sample(rects * 2, 2 * len(rects))
    assert merge_rects(shuffled) == merge_rects(rects)


@given(sources)
def test_merging_again_changes_nothing(rng: random.Random) -> None:
    boxes = merge_rects(level_cases.random_rects(rng, 10))
    assert merge_rects(boxes) == boxes


@given(sources)
def test_a_point_collides_with_the_boxes_exactly_when_it_collides_with_the_rectangles(rng: random.Random) -> None:
    rects = level_cases.random_rects(rng, 8)
    solid, boxes = [rect for rect in rects if rect.area > 0], merge_rects(rects)
    for x, y in [v for rect in rects for v in rect.vertices][:12]:
        for p in ((x, y), (math.nextafter(x, math.inf), y), (x, math.nextafter(y, -math.inf))):
            assert any(rect.collides(p) for rect in solid) == any(box.collides(p) for box in boxes)


@pytest.mark.parametrize(
    "rects",
    [
        [],
        [Rect(0, 0, 0, 5)],
        [Rect(0, 0, 5, 0)] * 3,
        [Rect(1, 2, 0, 0)],
        [Rect(0, 0, 0, 0, 30)],
        [Rect(0, 0, 0, 5, 90)],
    ],
)
def test_rectangles_without_area_add_nothing(rects: list[Rect]) -> None:
    assert merge_rects(rects) == []
    assert merge_rects([Rect(0, 0, 3, 2), *rects]) == [Rect(0, 0, 3, 2)]


def test_rectangles_that_only_touch_become_one_and_those_an_ulp_apart_do_not() -> None:
    left, after = Rect.from_corners(0, 0, 0.3, 1), math.nextafter(0.3, 1)
    assert merge_rects([left, Rect.from_corners(0.3, 0, 1, 1)]) == [Rect.from_corners(0, 0, 1, 1)]
    assert len(merge_rects([left, Rect.from_corners(after, 0, 1, 1)])) == 2


def test_the_least_and_the_largest_coordinates() -> None:
    far = [Rect.from_corners(-1e60, -1e60, 0, 0), Rect.from_corners(0, -1e60, 1e60, 0)]
    assert merge_rects(far) == [Rect.from_corners(-1e60, -1e60, 1e60, 0)]
    tiny = [Rect.from_corners(0, 0, 2.0**-200, 1), Rect.from_corners(2.0**-200, 0, 2.0**-199, 1)]
    assert merge_rects(tiny) == [Rect.from_corners(0, 0, 2.0**-199, 1)]


def test_rectangles_may_be_anything_rectangular() -> None:
    pygame = pytest.importorskip("pygame")

    class Sprite:
        shape = Rect(2, 0, 1, 1, 180)

    given_ones = (Rect(0, 0, 1, 1, 360), pygame.Rect(1, 0, 1, 1), pygame.FRect(3, 0, 1, 1), Sprite())
    assert merge_rects(iter(given_ones)) == [Rect(0, 0, 4, 1)]


# ---- large input -----------------------------------------------------------------------------------------------------


def seconds(call: Any, *arguments: Any) -> float:
    start = time.process_time()
    call(*arguments)
    return time.process_time() - start


@pytest.mark.parametrize("density", [0.5, 0.9])
def test_a_million_tiles_take_a_moment(density: float) -> None:
    rng = random.Random(5)
    grid = [[rng.random() < density for _ in range(1000)] for _ in range(1000)]
    start = time.process_time()
    boxes = merge_tiles(grid, 16)
    assert time.process_time() - start < 5  # an order of magnitude to spare
    assert sum(box.area for box in boxes) == 256 * sum(map(sum, grid))


def test_a_hundred_thousand_rectangles_take_a_moment() -> None:
    rng = random.Random(6)
    rects = [Rect(rng.randrange(30000), rng.randrange(30000), rng.randint(1, 300), rng.randint(1, 300))
             for _ in range(100_000)]  # fmt: skip
    start = time.process_time()
    boxes = merge_rects(rects)
    assert time.process_time() - start < 8
    assert merge_rects(boxes) == boxes


def test_time_grows_little_faster_than_the_input_on_long_strips() -> None:
    def strips(n: int) -> list[Rect]:
        return [Rect(0, 2 * i, 1e6, 1) for i in range(n)] + [Rect(2 * i, -5, 1, 3) for i in range(n)]

    assert len(merge_rects(strips(100))) == 200
    assert seconds(merge_rects, strips(40_000)) < 60 * max(seconds(merge_rects, strips(4_000)), 0.01)


# ---- what is refused -------------------------------------------------------------------------------------------------

ANYTHING: Any = merge_tiles
RECTS: Any = merge_rects


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: ANYTHING(5, 1), TypeError, "merge_tiles: grid must be a sequence of rows, got int"),
        (lambda: ANYTHING("##", 1), TypeError, "merge_tiles: grid must be a sequence of rows, got str"),
        (lambda: ANYTHING([[1], 5], 1), TypeError, "merge_tiles: grid[1] must be a sequence of cells, got int"),
        (lambda: ANYTHING([[1], [1, 1]], 1), ValueError,
         "merge_tiles: grid[1] must be as long as grid[0], 1 cells, got 2"),
        (lambda: ANYTHING([[1]], 0), ValueError, "merge_tiles: tile_size must be > 0, got 0.0"),
        (lambda: ANYTHING([[1]], (1, -2)), ValueError, "merge_tiles: tile_size must be > 0, got -2.0"),
        (lambda: ANYTHING([[1]], math.nan), ValueError, "merge_tiles: tile_size must be finite, got nan"),
        (lambda: ANYTHING([[1]], (1, 2, 3)), TypeError,
         "merge_tiles: tile_size must be a pair of numbers, got a tuple of length 3"),
        (lambda: ANYTHING([[1]], "16"), TypeError, "merge_tiles: tile_size must be a number, got str"),
        (lambda: ANYTHING([[1]], None), TypeError, "merge_tiles: tile_size must be a number, got NoneType"),
        (lambda: ANYTHING([[1]], 1, "#"), TypeError, "merge_tiles: solid must be a function of a cell, got str"),
        (lambda: ANYTHING([[1]], 1, origin=5), TypeError, "merge_tiles: origin must be a pair of numbers, got int"),
        (lambda: ANYTHING([[1]], 1, origin=(0, math.inf)), ValueError,
         "merge_tiles: origin must be finite, got inf"),
        (lambda: ANYTHING([[1, 1]], 1, origin=(1e17, 0)), ValueError,
         "merge_tiles: the coordinates of tiles must not vanish in rounding, "
         "got tile_size=(1.0, 1.0), origin=(1e+17, 0.0) and 2 x 1 cells"),
        (lambda: ANYTHING([[1, 1]], 9e59), ValueError,
         "merge_tiles: the coordinates of tiles must be between -1e60 and 1e60, "
         "got tile_size=(9e+59, 9e+59), origin=(0.0, 0.0) and 2 x 1 cells"),
        (lambda: ANYTHING([[1]]), TypeError, "merge_tiles: missing argument tile_size"),
        (lambda: RECTS(5), TypeError, "merge_rects: rects must be an iterable of rectangles, got int"),
        (lambda: RECTS([Rect(0, 0, 1, 1), (0, 0, 1, 1)]), TypeError,
         "merge_rects: rects[1] is ambiguous, four numbers may be a rectangle or a segment: write Rect(...) or "
         "Segment(...), got tuple of length 4"),
        (lambda: RECTS([Circle(0, 0, 1)]), TypeError, "merge_rects: rects[0] must be a rectangle, got a Circle"),
        (lambda: RECTS([Segment(0, 0, 1, 0)]), TypeError, "merge_rects: rects[0] must be a rectangle, got a Segment"),
        (lambda: RECTS([(1, 2)]), TypeError, "merge_rects: rects[0] must be a rectangle, got a Point"),
        (lambda: RECTS([Rect(0, 0, 4, 2, 30)]), ValueError,
         "merge_rects: rects[0] must be axis-aligned, got Rect(0.0, 0.0, 4.0, 2.0, 30.0)"),
        (lambda: RECTS([None]), TypeError,
         "merge_rects: rects[0] must be a shape, an object with a shape, a rect or a __geo_interface__, a pygame "
         "rectangle, circle or line, or a pair of numbers, got NoneType"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_by_name(call: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value) == message


def test_an_exception_of_the_predicate_is_passed_on() -> None:
    with pytest.raises(ZeroDivisionError):
        merge_tiles([[1, 0]], 1, lambda cell: 1 // cell)


def test_areas_are_compared_as_fractions() -> None:
    """The oracle itself: what is a rounding too large is seen."""
    rects: list[level_model.Box] = [(0, 0, 0.3, 1), (0.3, 0, 1, 1)]
    assert level_model.wrong_boxes(rects, [(0, 0, 1, 1)]) == []
    assert level_model.wrong_boxes(rects, [(0, 0, 0.3, 1), (0.30000000000000004, 0, 1, 1)]) == [
        "coordinates", "area", "cover",
    ]  # fmt: skip
    assert level_model.wrong_boxes(rects, [(0.3, 0, 1, 1), (0, 0, 0.3, 1)]) == ["order"]
    assert level_model.union_area(rects) == Fraction(1)
