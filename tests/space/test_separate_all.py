"""Pushing crowds apart until nothing overlaps or the iterations are used up, and reporting which."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import collide2d as c2
from collide2d.testing.placing import QUARTERS, REALS, Scale, anywhere
from collide2d.testing.recipes import KINDS, build
from collide2d.testing.sources import Seeded, choice, one_in


def balls(source: Seeded, count: int, reach: int) -> Any:
    scale = Scale(2.0**-20, reach << 20)
    return c2.Space((i, c2.Circle(scale.number(source), scale.number(source), 0.5)) for i in range(count))


GAPS = st.sampled_from((0.0, 0.0, 0.25, 1.0))


@pytest.fixture(params=["function", "method"])
def separate_all(request: pytest.FixtureRequest) -> Callable[..., Any]:
    return c2.separate_all if request.param == "function" else lambda space, *a, **k: space.separate_all(*a, **k)


def test_a_crowd_that_has_room_comes_apart(separate_all: Callable[..., Any]) -> None:
    for seed in range(20):
        space = balls(Seeded(seed), 60, 8)
        assert space.pairs()
        assert separate_all(space, iterations=200) == []
        assert space.pairs() == []


@given(st.integers(0, 2**32), st.integers(0, 12), st.integers(2, 30))
def test_the_returned_pairs_are_exactly_those_that_still_overlap(seed: int, iterations: int, count: int) -> None:
    source = Seeded(seed)
    space: Any = c2.Space(
        (i, build(c2, anywhere(source, KINDS[source.integer(0, 6)], QUARTERS))) for i in range(count)
    )  # fmt: skip
    assert c2.separate_all(space, iterations=iterations) == space.pairs()


@given(st.integers(0, 2**32))
def test_items_that_are_not_movable_stay(seed: int) -> None:
    source = Seeded(seed)
    for movable in ((lambda item: item % 2 == 0), set(range(0, 40, 2)), list(range(0, 40, 2))):
        space = balls(source, 40, 6)
        before = dict(space.items())
        left = space.separate_all(iterations=60, movable=movable)
        assert left == [(a, b) for a, b in space.pairs() if a % 2 == 0 or b % 2 == 0]
        assert all(space[item] == shape for item, shape in before.items() if item % 2)


def test_items_that_overlap_nothing_stay() -> None:
    shapes = [c2.Circle(0, 0, 1), c2.Circle(1, 0, 1), c2.Circle(1e3, 0, 1), c2.Rect(1e3 + 1, -1, 2, 2)]
    space: Any = c2.Space(enumerate(shapes))
    assert space.separate_all() == []
    assert [space[2], space[3]] == shapes[2:]
    assert (space[0].x, space[1].x) == pytest.approx((-0.5, 1.5), rel=16 * 2.0**-52)  # a few ulps


def test_without_iterations_nothing_moves() -> None:
    space: Any = c2.Space({"a": c2.Circle(0, 0, 1), "b": c2.Circle(1, 0, 1)})
    assert space.separate_all(iterations=0) == [("a", "b")]
    assert space["a"] == c2.Circle(0, 0, 1)


def test_a_crowd_without_enough_room_is_returned_still_overlapping() -> None:
    """Ten balls between walls that hold nine."""
    walls = {"left": c2.Rect(-1, -1, 1, 3), "right": c2.Rect(9, -1, 1, 3), "top": c2.Rect(-1, -1, 11, 1),
             "bottom": c2.Rect(-1, 1, 11, 1)}  # fmt: skip
    space: Any = c2.Space(walls)
    for i in range(10):
        space.add(i, c2.Circle(0.5 + 0.9 * i, 0.5, 0.5))
    left = space.separate_all(iterations=50, movable=range(10))
    assert left
    assert left == [pair for pair in space.pairs() if {*pair} & {*range(10)}]
    assert {name: space[name] for name in walls} == walls


def test_layers_that_do_not_meet_are_left_in_each_other() -> None:
    space: Any = c2.Space()
    for i in range(8):
        space.add(i, c2.Circle(i / 4, 0, 1), layer=1 << i, mask=1 << i)
    before = space.items()
    assert space.separate_all() == []
    assert space.items() == before


def test_a_ball_in_a_floor_of_flush_tiles_is_lifted_out_of_all() -> None:
    space: Any = c2.Space((i, c2.Rect(i, 0, 1, 1)) for i in range(-5, 6))
    space.add("ball", c2.Circle(0.3, -0.5, 0.75))
    assert space.separate_all(movable={"ball"}) == []
    assert space["ball"].y == pytest.approx(-0.75, rel=16 * 2.0**-52)  # a few ulps
    assert space["ball"].separation(c2.Rect(-5, 0, 11, 1)) >= 0


def test_two_runs_give_the_same_places() -> None:
    first, second = (balls(Seeded(5), 80, 6) for _ in range(2))
    assert first.separate_all(iterations=7) == second.separate_all(iterations=7)
    assert first.items() == second.items()


def test_pairs_of_what_cannot_be_moved_are_not_returned(separate_all: Callable[..., Any]) -> None:
    """Walls overlap in their corners."""
    shapes = {"left": c2.Rect(0, 0, 1, 9), "top": c2.Rect(0, 0, 9, 1), "ball": c2.Circle(1.25, 1.25, 0.5)}
    for gap in (0, 0.25):
        space: Any = c2.Space(shapes)
        assert separate_all(space, movable={"ball"}, gap=gap) == []
        assert separate_all(space, movable=(), gap=gap) == []
        assert (space["left"], space["top"]) == (shapes["left"], shapes["top"])
        assert space["ball"].separation(space["top"]) >= gap


def crowded(count: int, fill: float, seed: int) -> Any:
    """Circles at random between four walls, which hold that part of the room."""
    source, side = Seeded(seed), math.sqrt(count * math.pi / fill)
    place = Scale(2.0**-20, int((side / 2 - 1) * 2**20))
    space: Any = c2.Space({
        "left": c2.Rect(-side, -side, side / 2, 2 * side), "right": c2.Rect(side / 2, -side, side / 2, 2 * side),
        "top": c2.Rect(-side, -side, 2 * side, side / 2), "bottom": c2.Rect(-side, side / 2, 2 * side, side / 2),
    })  # fmt: skip
    for i in range(count):
        space.add(i, c2.Circle(place.number(source), place.number(source), 1))
    return space


@pytest.mark.parametrize(("fill", "iterations"), [(0.3, 40), (0.49, 60), (0.6, 100), (0.7, 200)])
@pytest.mark.parametrize("seed", range(3))
def test_a_crowd_between_walls_comes_to_rest(fill: float, iterations: int, seed: int) -> None:
    """Not in the limit only: at 0.49 hundreds of pairs used to be 1e-8 deep for ever."""
    space = crowded(200, fill, seed)
    assert space.separate_all(iterations, movable=lambda item: isinstance(item, int)) == []
    assert all(isinstance(a, str) and isinstance(b, str) for a, b in space.pairs())


@pytest.mark.parametrize("fill", [0.9, 3.0])
def test_pairs_that_cannot_be_separated_are_returned(fill: float) -> None:
    space = crowded(100, fill, 1)
    left = space.separate_all(30, movable=range(100))
    assert left == [(a, b) for a, b in space.pairs() if isinstance(a, int) or isinstance(b, int)] != []
    assert len({frozenset(pair) for pair in left}) == len(left)


@given(st.integers(0, 2**32), st.integers(2, 24), st.sampled_from((2.0**-30, 1e-9, 0.1, 0.25, 3.0)),
       st.sampled_from((0.0, 1e6, -(2.0**40))))  # fmt: skip
def test_shapes_end_at_least_the_gap_apart(seed: int, count: int, gap: float, far: float) -> None:
    """Every pair of which one can move, of shapes of all kinds, near and far: by `separation`, or it is returned."""
    source = Seeded(seed)
    shapes = [build(c2, anywhere(source, choice(source, KINDS), QUARTERS)).move(far, far / 3) for _ in range(count)]
    space: Any = c2.Space(enumerate(shapes))
    fixed = {i for i in range(count) if one_in(source, 4)}
    left = space.separate_all(100, movable=lambda item: item not in fixed, gap=gap)
    for i in range(count):
        if i in fixed:
            assert space[i] == shapes[i]
        for j in range(i + 1, count):
            if not {i, j} <= fixed and (i, j) not in left:
                assert space[i].separation(space[j]) >= gap
    assert all(not {*pair} <= fixed and space[pair[0]].separation(space[pair[1]]) < gap for pair in left)
    assert left == sorted(left)
    if not left:
        settled = dict(space.items())
        assert space.separate_all(gap=gap, movable=lambda item: item not in fixed) == []
        assert dict(space.items()) == settled


# ---- walls -----------------------------------------------------------------------------------------------------------

ROOM = {
    "left": c2.Rect(-1, -1, 1, 12), "right": c2.Segment(10, 0, 10, 10), "top": c2.Rect(0, -0.125, 10, 0.125),
    "bottom": c2.Capsule(0, 10.25, 10, 10.25, 0.25),
}  # fmt: skip


def things(source: Seeded, count: int) -> list[Any]:
    """Small shapes and bodies inside ROOM, many in the same place; some touch a wall."""

    def number() -> float:
        return choice(source, (1.0, 1.0, 5.0, 9.0, 1 + source.integer(0, 128) / 16))

    def thing(x: float, y: float) -> Any:
        box = c2.Rect.centered(x, y, 1, 1.5)
        body = c2.Body([c2.Circle(x, y, 0.5), c2.Rect(x, y, 1, 1)])
        return choice(source, (c2.Circle(x, y, 1), c2.Point(x, y), c2.Capsule(x, y - 0.5, x, y + 0.5, 0.5), box, body))

    return [thing(number(), number()) for _ in range(count)]


@given(st.integers(0, 2**32), st.integers(1, 30), st.integers(2, 60), GAPS)
def test_what_is_in_a_room_stays_in_it(seed: int, iterations: int, count: int, gap: float) -> None:
    """However thin its walls are, and however many press; before, pushes went through walls thinner than themselves."""
    source = Seeded(seed)
    space: Any = c2.Space([*ROOM.items(), *enumerate(things(source, count))])
    left = space.separate_all(iterations, movable=range(count), gap=gap)
    inside = c2.Rect(0, 0, 10, 10)
    for i in range(count):
        assert inside.contains(c2.Point(*space[i].center)), space[i]
        assert all(not space[i].overlaps(wall) for wall in ROOM.values()) or any(i in pair for pair in left)
    assert {name: space[name] for name in ROOM} == ROOM


def test_a_push_slides_along_a_wall() -> None:
    space: Any = c2.Space({"wall": c2.Rect(2, -50, 1, 100), "rock": c2.Circle(0, 0, 2), "hero": c2.Circle(1, 1, 1)})
    assert space.separate_all(60, movable={"hero"}) == []
    assert space["hero"].right <= 2
    assert space["hero"].y > 1


def test_a_push_that_a_wall_blocks_leaves_the_pair() -> None:
    shapes = {"wall": c2.Rect(0, -50, 8, 100), "rock": c2.Circle(-8, 0, 7), "hero": c2.Circle(-7, 0, 7)}
    space: Any = c2.Space(shapes)
    assert space.separate_all(20, movable={"hero"}) == [("rock", "hero")]
    assert dict(space.items()) == shapes


@pytest.mark.parametrize("layers", [{"layer": 2}, {"mask": 2}])
def test_a_wall_on_another_layer_is_none(layers: dict[str, int]) -> None:
    space: Any = c2.Space({"rock": c2.Circle(-8, 0, 7)})
    space.add("hero", c2.Circle(-7, 0, 7), layer=1, mask=1)
    space.add("wall", c2.Rect(0, -50, 8, 100), **layers)
    assert space.separate_all(20, movable={"hero"}) == []
    assert space["hero"] == c2.Circle(6, 0, 7)


# ---- bodies ----------------------------------------------------------------------------------------------------------


def solids(source: Seeded, count: int) -> list[Any]:
    """Shapes and bodies of up to three pieces that overlap, touch or interlock, on whole numbers."""

    def piece() -> Any:
        x, y = source.integer(0, 12), source.integer(0, 12)
        w, h = source.integer(0, 4), source.integer(0, 4)
        kinds = (c2.Rect(x, y, w, h), c2.Rect(x, y, w, h), c2.Circle(x, y, 1 + w / 2), c2.Segment(x, y, x + w, y + h),
                 c2.Capsule(x, y, x + w, y - h, 0.5), c2.Polygon.hull([(x, y), (x + w, y), (x, y + h)]))  # fmt: skip
        return choice(source, kinds)

    return [
        c2.Body([piece() for _ in range(k)]) if k else piece() for k in (source.integer(0, 3) for _ in range(count))
    ]


@given(st.integers(0, 2**32), st.integers(0, 40), st.integers(2, 9), GAPS)
def test_the_pairs_of_bodies_that_are_returned_are_exactly_those_too_close(
    seed: int, iterations: int, count: int, gap: float
) -> None:
    source = Seeded(seed)
    shapes = solids(source, count)
    space: Any = c2.Space(enumerate(shapes))
    fixed = {i for i in range(count) if one_in(source, 4)}
    left = space.separate_all(iterations, movable=lambda item: item not in fixed, gap=gap)
    assert all(space[i] == shapes[i] for i in (fixed if iterations else range(count)))
    assert left == [
        (i, j) for i in range(count) for j in range(i + 1, count)
        if not {i, j} <= fixed and c2.separation(space[i], space[j]) < gap
    ]  # fmt: skip
    if not left:
        settled = dict(space.items())
        assert space.separate_all(movable=lambda item: item not in fixed, gap=gap) == []
        assert dict(space.items()) == settled


@given(st.integers(0, 2**32), st.integers(0, 40), st.integers(2, 9), GAPS)
def test_a_body_of_one_piece_is_pushed_as_the_piece(seed: int, iterations: int, count: int, gap: float) -> None:
    """Beside shapes and bodies of several pieces; before, only the farther pushes of later rounds differed."""
    shapes = solids(Seeded(seed), count)
    wrapped = [shape if isinstance(shape, c2.Body) else c2.Body([shape]) for shape in shapes]
    plain: Any = c2.Space(enumerate(shapes))
    other: Any = c2.Space(enumerate(wrapped))
    fixed = {i for i in range(count) if seed >> i & 3 == 0}
    left = plain.separate_all(iterations, movable=lambda item: item not in fixed, gap=gap)
    assert other.separate_all(iterations, movable=lambda item: item not in fixed, gap=gap) == left
    for i in range(count):
        assert other[i] == (plain[i] if isinstance(plain[i], c2.Body) else c2.Body([plain[i]]))


@given(st.integers(0, 2**32), GAPS)
def test_two_solids_of_which_one_can_move_come_apart(seed: int, gap: float) -> None:
    a, b = solids(Seeded(seed), 2)
    space: Any = c2.Space({"a": a, "b": b})
    assert space.separate_all(60, movable={"a"}, gap=gap) == []
    assert c2.separation(space["a"], space["b"]) >= gap
    assert space["b"] == b
    if c2.separation(a, b) >= gap:
        assert space["a"] == a


@pytest.mark.parametrize("fill", [0.3, 0.49, 0.6])
def test_a_crowd_of_bodies_between_walls_comes_to_rest(fill: float) -> None:
    """Dumb-bells; before, bodies were only pushed until they touch, and pairs were 1e-9 deep for ever."""
    space = crowded(60, fill, 1)
    for i in range(60):
        x, y = space[i].center
        space.update(i, c2.Body([c2.Circle(x - 0.4, y, 0.6), c2.Circle(x + 0.4, y, 0.6)]))
    assert space.separate_all(100, movable=range(60)) == []


@pytest.mark.parametrize(
    "kinds", [("rect", "circle"), ("capsule", "rect"), ("circle", "circle"), ("roundrect", "polygon")]
)
def test_pairs_with_one_movable_item_reach_the_gap(kinds: tuple[str, str]) -> None:
    """Two shapes always have room, so no pair is left; before, rounding left one pair in twenty for ever."""
    source = Seeded(len(kinds[0]))
    for _ in range(300):
        a, b = (build(c2, anywhere(source, kind, REALS)) for kind in kinds)
        space: Any = c2.Space({"a": a, "b": b})
        gap = choice(source, (1.0, 0.1, 0.37))
        assert space.separate_all(100, movable={"a"}, gap=gap) == []
        assert space["a"].separation(space["b"]) >= gap


def test_a_pair_exactly_at_the_gap_stays() -> None:
    space: Any = c2.Space({"a": c2.Circle(0, 0, 1), "b": c2.Circle(3, 0, 1)})
    assert space.separate_all(gap=1.0) == []
    assert dict(space.items()) == {"a": c2.Circle(0, 0, 1), "b": c2.Circle(3, 0, 1)}


def test_a_gap_is_no_wider_than_it_must_be() -> None:
    space: Any = c2.Space({"a": c2.Circle(0, 0, 1), "b": c2.Circle(1, 0, 1), "c": c2.Circle(5.5, 0, 1)})
    assert space.separate_all(gap=0.5, movable={"b"}) == []
    assert space["a"] == c2.Circle(0, 0, 1)
    assert space["c"] == c2.Circle(5.5, 0, 1)
    two: Any = c2.Space({"a": c2.Circle(0, 0, 1), "b": c2.Circle(1, 0, 1)})
    assert two.separate_all(gap=0.5) == []
    assert two["b"].x - two["a"].x == pytest.approx(2.5, rel=1e-14)


@pytest.mark.parametrize("gap", [-1.0, math.nan, math.inf])
def test_a_gap_that_is_no_distance_is_refused(gap: float) -> None:
    with pytest.raises(ValueError, match="separate_all: gap must be finite and >= 0"):
        c2.separate_all(c2.Space(), gap=gap)


def test_only_items_that_moved_are_queried_again() -> None:
    """The rounds after the first cost as much as there are movers, not as there are items: 12 circles in touch, in one
    row, half of them pushed in, among thousands that are apart."""
    asked = []

    class Counting:
        """A space that counts what it is asked."""

        def __init__(self, space: Any) -> None:
            self.space = space

        def __getattr__(self, name: str) -> Any:
            return getattr(self.space, name)

        def __iter__(self) -> Any:
            return iter(self.space)

        def __getitem__(self, item: Any) -> Any:
            return self.space[item]

        def contacts(self, item: Any) -> Any:
            asked.append(item)
            return self.space.contacts(item)

        def pairs(self) -> Any:
            asked.extend(self.space)
            return self.space.pairs()

    space: Any = c2.Space((i, c2.Circle(3 * i, 0, 1)) for i in range(3000))
    for i in range(12):
        space.add(("row", i), c2.Circle(2 * i - (i > 6), 100, 1))
    counting: Any = Counting(space)
    assert c2.separate_all(counting, 200) == []
    assert len(asked) < 3012 + 12 * 200
    assert space.pairs() == []


def test_an_item_that_comes_meanwhile_takes_part_from_then_on() -> None:
    space: Any = c2.Space((i, c2.Circle(9 * i, 0, 1)) for i in range(40))
    space.add("deep", c2.Circle(0.5, 0, 1))

    def movable(item: object) -> bool:
        if "new" not in space:
            space.add("new", c2.Circle(1, 1, 1))
        return True

    assert space.separate_all(50, movable=movable) == []
    assert space.pairs() == []
    assert "new" in space
