"""Decomposing polygons: convex pieces that fill the enclosed area exactly, do not overlap, and are few."""

from __future__ import annotations

import math
import random
import time
from typing import Any

import level_cases
import level_model
import pytest
from hypothesis import given
from hypothesis import strategies as st
from level_laws import NAMED, overlapping, wrong_refusal

from collide2d import Body, Polygon, Rect, Segment, decompose

Vec = tuple[float, float]
coordinates = st.integers(0, 4).map(float)
cycles = st.lists(st.tuples(coordinates, coordinates), min_size=1, max_size=9)
polygons = st.tuples(st.randoms(use_true_random=False), st.sampled_from(sorted(level_cases.POLYGONS))).map(
    lambda drawn: level_cases.random_polygon(*drawn, 24)
)
L_SHAPE: list[Vec] = [(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)]


def wrong(points: list[Vec], pieces: list[Polygon]) -> list[str]:
    return level_model.wrong_pieces(points, [piece.vertices for piece in pieces])


# ---- laws ------------------------------------------------------------------------------------------------------------


@given(polygons | cycles)
def test_pieces_fill_what_is_enclosed_exactly(points: list[Vec]) -> None:
    if level_model.is_simple(points):
        pieces = decompose(points)
        assert wrong(points, pieces) == []
        assert not overlapping(pieces)
        assert [Polygon(piece.vertices) for piece in pieces] == pieces


@given(polygons | cycles)
def test_a_polygon_is_refused_exactly_if_it_crosses_itself(points: list[Vec]) -> None:
    if level_model.is_simple(points):
        decompose(points)
    else:
        with pytest.raises(ValueError, match="edge") as caught:
            decompose(points)
        assert wrong_refusal(points, str(caught.value)) == []


# ---- holes -----------------------------------------------------------------------------------------------------------

WHOLE = st.tuples(st.integers(0, 8), st.integers(0, 8))
SQUARE = [(0, 0), (8, 0), (8, 8), (0, 8)]
OUTER = st.sampled_from([SQUARE, [(0, 0), (4, 2), (8, 0), (8, 8), (4, 6), (0, 8)], [(0, 0), (8, 0), (8, 8), (4, 3)]])
TILES = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(
    lambda p: [p, (p[0] + 2, p[1]), (p[0] + 2, p[1] + 2), (p[0], p[1] + 2)]
)
HOLES = st.lists(TILES | st.lists(WHOLE, min_size=2, max_size=4), max_size=3)


@given(OUTER | st.lists(WHOLE, min_size=3, max_size=5), HOLES, st.booleans())
def test_pieces_fill_a_polygon_less_its_holes_exactly(
    points: list[tuple[int, int]], holes: list[list[tuple[int, int]]], backward: bool
) -> None:
    outlines = [points, *(hole[::-1] if backward else hole for hole in holes)]
    expected = level_model.inside_with_holes(outlines)
    if expected is None:
        with pytest.raises(ValueError, match=r"edge .* and edge|which is outside at its edge"):
            decompose(outlines[0], outlines[1:])
        return
    pieces = decompose(outlines[0], outlines[1:])
    assert not overlapping(pieces)
    corners = {corner for outline in outlines for corner in outline}
    assert all(corner in corners for piece in pieces for corner in piece.vertices)
    wholes = [level_model.whole(piece.vertices, 1) for piece in pieces]
    assert level_model.corners_inside_edges(wholes) == []
    for x, region in expected:
        assert level_model.is_filled(region, [part for piece in wholes for part in level_model.inside(piece, x)])


@pytest.mark.parametrize(
    ("holes", "text"),
    [
        (
            [[(9, 1), (10, 1), (9, 2)]],
            r"holes must be inside .*, got holes\[0\], which is outside at its edge 0 from \(9",
        ),
        (
            [[(1, 1), (3, 1), (3, 3), (1, 3)], [(2, 2), (4, 2), (2, 4)]],
            r"\d of holes\[0\] .* \d of holes\[1\]",
        ),
        ([[(6, 6), (9, 7), (6, 7)]], r"edge 1 of points from \(8.0, 0.0\) .* edge \d of holes\[0\]"),
        ([[(1, 1), (3, 3), (3, 1), (1, 3)]], r"holes\[0\] must outline a polygon .* edge 0 of holes\[0\]"),
        ([[(1, 1), (2, 1), (1, 2)], []], r"holes\[1\] must have at least one point"),
        ([[(1, 1), (2, math.inf)]], r"holes\[0\]\[1\] must be finite"),
    ],
)
def test_errors_name_the_hole_and_its_edges(holes: list[list[Vec]], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        decompose(SQUARE, holes)
    for wrong_holes in (7, [7], [(0, 0), (1, 0)], [["ab"]]):
        with pytest.raises(TypeError, match="holes"):
            decompose(SQUARE, wrong_holes)  # type: ignore[arg-type]


def test_a_hole_that_is_the_polygon_leaves_nothing() -> None:
    assert decompose(SQUARE, [SQUARE]) == []
    assert decompose(SQUARE, [SQUARE[::-1]]) == []
    assert decompose(SQUARE, []) == decompose(SQUARE)


# ---- laws ------------------------------------------------------------------------------------------------------------


@given(polygons, st.integers(0, 30))
def test_the_first_point_and_the_direction_change_nothing(points: list[Vec], start: int) -> None:
    if level_model.is_simple(points):
        start %= len(points)
        turned = [*points[start:], *points[:start]]
        assert decompose(turned) == decompose(turned[::-1]) == decompose(points)


@given(polygons)
def test_mirror_images_and_powers_of_two_have_pieces_that_fill_them(points: list[Vec]) -> None:
    if level_model.is_simple(points):
        for other in ([(-x, y) for x, y in points], [(y, x) for x, y in points]):
            assert wrong(other, decompose(other)) == []
        scaled = decompose([(x * 2.0**30, y * 2.0**30) for x, y in points])
        assert [p.vertices for p in scaled] == [
            tuple((x * 2.0**30, y * 2.0**30) for x, y in p.vertices) for p in decompose(points)
        ]


@given(st.sampled_from(["star", "spiral", "comb"]), st.integers(0, 2**32))
def test_pieces_are_at_most_one_more_than_twice_the_concave_corners(kind: str, seed: int) -> None:
    """So at most four times as many as needed: an optimal cut serves two concave corners at best."""
    points = level_cases.random_polygon(random.Random(seed), kind, 24)
    if level_model.is_simple(points):
        assert len(decompose(points)) <= 2 * level_model.reflex_corners(points) + 1


@given(st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), min_size=1, max_size=12))
def test_a_convex_polygon_is_its_only_piece(points: list[Vec]) -> None:
    hull = Polygon.hull(points)
    assert decompose(hull.vertices) == ([hull] if len(hull.vertices) > 2 else [])


@given(polygons)
def test_pieces_have_as_many_corners_as_they_need(points: list[Vec]) -> None:
    if level_model.is_simple(points):
        for piece in decompose(points):
            assert len(piece.vertices) >= 3
            assert set(piece.vertices) <= set(points)


# ---- cuts of moved bodies --------------------------------------------------------------------------------------------

NOTCHED: list[Vec] = [(0, 0), (3, 0), (3, 5), (2, 6), (1, 3), (0, 6)]
MOTIONS = st.tuples(*[st.sampled_from([0.1, 0.3, 0.7, 1 / 3, 1000.1, 1e6 / 3])] * 2)


def cuts_of(body: Body) -> set[tuple[Vec, Vec]]:
    """The edges that two pieces share, in both directions."""
    edges = {e for piece in body.pieces for e in level_model.edges_of(piece.vertices)}  # type: ignore[arg-type]
    return {e for e in edges if e[::-1] in edges}


def leaks(body: Body) -> list[tuple[Vec, Vec]]:
    """The rays along cuts, between all corners on them, that meet nothing."""
    rays = [((x, y), (u - x, v - y)) for (x, y), (u, v) in cuts_of(body)]
    return [ray for ray in rays if not body.raycast(*ray)]


@given(polygons, MOTIONS, st.sampled_from([0.0, 90.0, 30.0, 77.7]))
def test_a_ray_aimed_at_a_cut_of_a_moved_body_hits(points: list[Vec], motion: Vec, angle: float) -> None:
    if level_model.is_simple(points) and decompose(points):
        body = Body.from_outline(points)
        moved = body.rotate(angle).move(*motion)
        if angle % 90 == 0 and all(c == int(c) for p in points for c in p):
            assert len(cuts_of(moved)) == len(cuts_of(body))
        assert leaks(moved) == []


def test_a_cut_through_three_corners_stays_closed() -> None:
    """The corner (1, 3) is on the line from (0, 0) to (2, 6): it is a corner of every piece around it."""
    body = Body.from_outline(NOTCHED)
    assert all((1, 3) in piece.vertices for piece in body.pieces)
    moved = body.move(1e6 / 3, 0.7)
    assert moved.raycast((333333.3333333333, 0.7), (2, 6)) is not None
    assert leaks(moved) == []
    assert moved.contains(Rect(1e6 / 3 + 0.5 - 0.001, 0.7 + 1.5 - 0.001, 0.002, 0.002))


@pytest.mark.parametrize(
    ("outlines", "count"),
    [
        ([[(0, 0), (6, 0), (6, 6), (0, 6)], [(2, 0), (3, 2), (1, 2)]], 5),  # a hole with a corner on a side
        ([[(0, 0), (2, 0), (4, 0), (4, 4), (0, 4), (0, 2)]], 1),  # collinear points on the outline alone
        ([[(0, 0), (4, 0), (4, 2), (3, 2), (2, 2), (1, 2), (1, 4), (0, 4)]], 2),
        ([[(0, 0), (6, 0), (6, 3), (4, 3), (4, 1), (2, 1), (2, 3), (0, 3)]], 3),  # a U
        ([[(0, 0), (4, 0), (8, 0), (8, 2), (6, 2), (4, 0), (2, 2), (0, 2)]], 2),  # two parts that touch at a corner
    ],
)
def test_corners_are_left_out_only_if_no_piece_has_them(outlines: list[list[Vec]], count: int) -> None:
    pieces = decompose(outlines[0], outlines[1:])
    assert level_model.corners_inside_edges([level_model.whole(p.vertices, 1) for p in pieces]) == []
    assert len(pieces) == count


# ---- cases -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "count"),
    [
        (L_SHAPE, 2),
        ([(0, 0), (2, 0), (4, 0), (4, 4), (4, 4), (0, 4), (0, 4), (0, 2)], 1),  # collinear and repeated
        ([(0, 0), (2, 1), (4, 0), (2, 4)], 2),
        ([(0, 0), (2, 2), (4, 0), (4, 4), (2, 2), (0, 4)], 2),  # two parts that touch at a corner
        ([(0, 0), (9, 0), (9, 9), (0, 9), (0, 0), (0, 9), (0, 0)], 1),  # a side there and back again
        ([(0, 0), (4, 0), (4, 4), (2, 4), (2, 7), (2, 4), (0, 4)], 1),  # a spike
        ([(0, 0), (4, 0), (4, 4), (2, 4), (2, 1), (2, 4), (0, 4)], 1),  # a cut into it
        ([(0, 0), (4, 0), (2, 0), (4, 0), (4, 4), (0, 4)], 1),  # a side partly run again
        ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], 2),  # a corner on a side
        ([(0, 0), (4, 0), (4, 4), (3, 4), (3, 0), (1, 0), (1, 4), (0, 4)], 2),  # a side on a side
    ],
)
def test_outlines_may_repeat_points_and_touch_themselves(points: list[Vec], count: int) -> None:
    pieces = decompose(points)
    assert len(pieces) == count
    assert wrong(points, pieces) == []


def test_a_hole_is_joined_by_an_edge_there_and_back() -> None:
    outer: list[Vec] = [(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)]
    hole: list[Vec] = [(2, 2), (2, 4), (4, 4), (4, 2), (2, 2)]
    pieces = decompose([*outer, *hole])
    assert sum(piece.area for piece in pieces) == 96
    assert wrong([*outer, *hole], pieces) == []
    assert not any(piece.overlaps((3, 3)) for piece in pieces)
    assert len(pieces) <= 2 * 4 + 1


@pytest.mark.parametrize(
    "points",
    [
        [(3, 4)], [(1, 2), (1, 2)], [(0, 0), (4, 0)], [(0, 0), (1, 1), (3, 3), (2, 2)], [(0, 0), (4, 0), (2, 0)],
        [(0, 0), (4, 4), (0, 0), (2, 0), (0, 0)], [(0, 0), (1, 0), (1, 1), (1, 0)],
    ],
)  # fmt: skip
def test_outlines_without_area_have_no_pieces(points: list[Vec]) -> None:
    assert decompose(points) == []


def test_sharp_corners_are_as_exact_as_their_coordinates() -> None:
    e = 2.0**-52
    sliver: list[Vec] = [(0, 0), (1, 1), (2, 2 + 2 * e), (1, 1 + e)]
    assert wrong(sliver, decompose(sliver)) == []
    crossed: list[Vec] = [(0, 0), (1, 1 + e), (2, 2), (1, 1 - e)]
    assert wrong(crossed, decompose(crossed)) == []
    with pytest.raises(ValueError, match="edge"):
        decompose([(0, 0), (2, 2 + 2 * e), (2, 2), (0, e)])


@pytest.mark.parametrize("scale", [1e60, 2.0**-200, 1.0])
def test_every_size_in_the_domain(scale: float) -> None:
    points = [(x / 4 * scale, y / 4 * scale) for x, y in L_SHAPE] if scale > 1 else [
        (x * scale, y * scale) for x, y in L_SHAPE
    ]  # fmt: skip
    assert len(decompose(points)) == 2


# ---- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "edges"),
    [
        ([(0, 0), (4, 4), (4, 0), (0, 4)], {0, 2}),  # two edges cross
        ([(0, 0), (9, 0), (9, 9), (5, 9), (5, -1), (4, -1), (4, 9), (0, 9)], {0, 5}),
        ([(0, 0), (2, 2), (4, 4), (4, 0), (2, 2), (0, 4)], {0, 3}),  # at a corner of both
        ([(0, 0), (4, 0), (4, 4), (0, 4)] * 2, {0, 4}),  # round twice
        ([(0, 0), (4, 0), (4, 4), (2, 4), (2, -3), (2, 4), (0, 4)], {0, 3}),  # a spike through a side
    ],
)
def test_the_two_edges_are_named(points: list[Vec], edges: set[int]) -> None:
    with pytest.raises(ValueError, match="that does not cross itself, got edge") as caught:
        decompose(points)
    assert {int(i) for i, *_ in NAMED.findall(str(caught.value))} == edges
    assert wrong_refusal(points, str(caught.value)) == []


def test_edges_that_are_named_cross_or_else_touch() -> None:
    rng, seen = random.Random(7), {"cross": 0, "touch": 0, "apart": 0}
    for _ in range(6000):
        points = level_cases.walk(rng, 8)
        if level_model.is_simple(points):
            continue
        with pytest.raises(ValueError, match="edge") as caught:
            decompose(points)
        cycle = level_model.whole(points, 1)
        i, j = (int(k) for k, *_ in NAMED.findall(str(caught.value)))
        first, second = (level_model.edges_of(cycle)[k] for k in (i, j))
        touch = Segment(*first).collides(Segment(*second))
        seen["cross" if level_model.cross(first, second) else "touch" if touch else "apart"] += 1
        assert level_model.cross(first, second) == bool(level_model.first_crossing(cycle))
    # Apart are parts that run the other way round, joined by an edge there and back.
    assert seen["cross"] > 1000 > seen["touch"] > 50 > seen["apart"]


ANY: Any = decompose


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: ANY([]), ValueError, "decompose: points must have at least one point, got 0 points"),
        (lambda: ANY([(0, 0), (math.nan, 0)]), ValueError, "decompose: points[1] must be finite, got nan"),
        (lambda: ANY([(0, 1e61)]), ValueError, "decompose: points[0] must be between -1e60 and 1e60, got 1e+61"),
        (lambda: ANY(5), TypeError, "decompose: points must be an iterable of pairs, got int"),
        (lambda: ANY([(0, 0), 5]), TypeError, "decompose: points[1] must be a pair of numbers, got int"),
        (lambda: ANY([(0, 0, 0)]), TypeError,
         "decompose: points[0] must be a pair of numbers, got a tuple of length 3"),
        (lambda: ANY(), TypeError, "decompose: missing argument points"),
        (lambda: ANY([(0, 0), (4, 4), (4, 0), (0, 4)]), ValueError,
         "decompose: points must outline a polygon that does not cross itself, got edge 0 from (0.0, 0.0) to "
         "(4.0, 4.0) and edge 2 from (4.0, 0.0) to (0.0, 4.0)"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_by_name(call: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value) == message


def test_points_may_be_any_pairs() -> None:
    numpy = pytest.importorskip("numpy")
    expected = decompose(L_SHAPE)
    assert decompose(points=iter(L_SHAPE)) == decompose([list(p) for p in L_SHAPE]) == expected
    assert decompose(numpy.array(L_SHAPE)) == expected


# ---- large input -----------------------------------------------------------------------------------------------------


def leaning_teeth(n: int) -> list[Vec]:
    """Long teeth at 45 degrees, side by side: the boxes of all their edges overlap."""
    top = [(i + (1000.0 if i % 2 else 0.0), 1000.0 if i % 2 else 0.0) for i in range(n // 2)]
    return [*top, (n / 2 + 2000.0, 1000.0), (n / 2 + 2000.0, -1.0), (0.0, -1.0)]


def zigzag(n: int) -> list[Vec]:
    upper = [(float(i), 0.0 if i % 2 else 1000.0) for i in range(n // 2)]
    return upper + [(x, y - 1) for x, y in reversed(upper)]


def flower(n: int) -> list[Vec]:
    angles = [2 * math.pi * i / n for i in range(n)]
    return [((1 if i % 2 else 0.3) * math.cos(a), (1 if i % 2 else 0.3) * math.sin(a)) for i, a in enumerate(angles)]


def zigzag_on_a_line(n: int) -> list[Vec]:
    """All edges but two lie on one line, and each on thousands of others."""
    return [(float(i if i % 2 else n + i), 0.0) for i in range(n)] + [(n / 2, 5.0)]


def spikes_from_one_point(n: int) -> list[Vec]:
    spikes = [p for i in range(n // 2) for p in ((0.0, 0.0), (float(i + 1), 0.0))]
    return [(-9.0, -9.0), (9.0 * n, -9.0), (9.0 * n, 9.0), (-9.0, 9.0), (-9.0, -9.0), *spikes, (0.0, 0.0)]


@pytest.mark.parametrize(("make", "count"), [(zigzag_on_a_line, 1), (spikes_from_one_point, 1)])
def test_edges_on_edges_take_no_longer_than_others(make: Any, count: int) -> None:
    """Half an hour if each point takes the edges through it apart; fuzz_level counts the steps."""
    points = make(50_000)
    pieces = decompose(points)
    assert len(pieces) == count
    scale = level_model.scale_of(points)
    areas = [
        level_model.twice_area(level_model.whole(cycle, scale)) for cycle in (points, *(p.vertices for p in pieces))
    ]
    assert sum(areas[1:]) == abs(areas[0])


@pytest.mark.parametrize("make", [leaning_teeth, zigzag, flower])
def test_large_polygons_take_a_moment(make: Any) -> None:
    points = make(10_000)
    start = time.process_time()
    pieces = decompose(points)
    assert time.process_time() - start < 0.5  # takes about a fiftieth of that
    scale = level_model.scale_of(points)
    areas = [
        level_model.twice_area(level_model.whole(cycle, scale)) for cycle in (points, *(p.vertices for p in pieces))
    ]
    assert sum(areas[1:]) == abs(areas[0])
    assert len(pieces) <= 2 * level_model.reflex_corners(points) + 1


def test_a_crossing_in_a_large_polygon_is_found() -> None:
    points = flower(10_000)
    points[4000], points[4002] = points[4002], points[4000]
    with pytest.raises(ValueError, match=r"edge (3999|400[0-3]) from .* and edge (3999|400[0-3]) from"):
        decompose(points)
