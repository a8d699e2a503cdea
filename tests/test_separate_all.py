"""Pushing crowds apart: until nothing overlaps, or the iterations are spent, and it says which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import KINDS, QUARTERS, Scale, Seeded, anywhere, build

import collide2d as c2


def balls(source: Seeded, count: int, reach: int) -> Any:
    scale = Scale(2.0**-20, reach << 20)
    return c2.Space((i, c2.Circle(scale.number(source), scale.number(source), 0.5)) for i in range(count))


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
def test_what_it_returns_still_overlaps_and_nothing_else_does(seed: int, iterations: int, count: int) -> None:
    source = Seeded(seed)
    space: Any = c2.Space(
        (i, build(c2, anywhere(source, KINDS[source.integer(0, 6)], QUARTERS))) for i in range(count)
    )  # fmt: skip
    assert c2.separate_all(space, iterations=iterations) == space.pairs()


@given(st.integers(0, 2**32))
def test_what_is_not_movable_stays(seed: int) -> None:
    source = Seeded(seed)
    for movable in ((lambda item: item % 2 == 0), set(range(0, 40, 2)), list(range(0, 40, 2))):
        space = balls(source, 40, 6)
        before = dict(space.items())
        left = space.separate_all(iterations=60, movable=movable)
        assert left == space.pairs()
        assert all(space[item] == shape for item, shape in before.items() if item % 2)
        overlapping = [(i, j) for i in range(1, 40, 2) for j in range(i + 2, 40, 2) if before[i].overlaps(before[j])]
        assert set(overlapping) <= set(left)


def test_what_overlaps_nothing_stays() -> None:
    shapes = [c2.Circle(0, 0, 1), c2.Circle(1, 0, 1), c2.Circle(1e3, 0, 1), c2.Rect(1e3 + 1, -1, 2, 2)]
    space: Any = c2.Space(enumerate(shapes))
    assert space.separate_all() == []
    assert [space[2], space[3]] == shapes[2:]
    assert (space[0].x, space[1].x) == pytest.approx((-0.5, 1.5), rel=16 * 2.0**-52)  # a few ulps


def test_without_iterations_nothing_moves() -> None:
    space: Any = c2.Space({"a": c2.Circle(0, 0, 1), "b": c2.Circle(1, 0, 1)})
    assert space.separate_all(iterations=0) == [("a", "b")]
    assert space["a"] == c2.Circle(0, 0, 1)


def test_there_may_be_no_room() -> None:
    """Ten balls between walls that hold nine."""
    walls = {"left": c2.Rect(-1, -1, 1, 3), "right": c2.Rect(9, -1, 1, 3), "top": c2.Rect(-1, -1, 11, 1),
             "bottom": c2.Rect(-1, 1, 11, 1)}  # fmt: skip
    space: Any = c2.Space(walls)
    for i in range(10):
        space.add(i, c2.Circle(0.5 + 0.9 * i, 0.5, 0.5))
    left = space.separate_all(iterations=50, movable=range(10))
    assert left
    assert left == space.pairs()
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


def test_it_is_the_same_every_time() -> None:
    first, second = (balls(Seeded(5), 80, 6) for _ in range(2))
    assert first.separate_all(iterations=7) == second.separate_all(iterations=7)
    assert first.items() == second.items()
