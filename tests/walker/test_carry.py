"""Platforms carry what stands on them and push what is in their way; nothing else ends inside of anything."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import collide2d as c2
from collide2d.walker.follow import moved_with


def shape(space: c2.Space[Any], item: Any) -> Any:
    """A shape with the attributes of its own kind."""
    return space[item]


def yard(rng: Random) -> tuple[c2.Space[Any], list[Any]]:
    """A world with a platform, and with crates in heaps and rows on a floor between walls; and the list of the crates.

    Its items are complex numbers, which have no order, like most items of users."""
    space: c2.Space[Any] = c2.Space({"floor": c2.Rect(-100, 0, 200, 10), "left": c2.Rect(-110, -100, 10, 110)})
    space.add("right", c2.Rect(100, -100, 10, 110))
    space.add(
        "platform", c2.Rect(rng.randrange(-60, 40), -rng.randrange(1, 40), rng.randrange(4, 60), rng.randrange(1, 9))
    )
    crates: list[complex] = []
    for i in range(rng.randrange(1, 14)):
        size = rng.randrange(2, 12)
        base = space[rng.choice([*crates, "platform", "floor"])].bounds
        x, y = rng.randrange(int(base[0]) - size + 1, max(int(base[2]), int(base[0]) + 1)), base[1] - size
        crate = rng.choice([c2.Rect(x, y, size, size), c2.Circle(x + size / 2, y + size / 2, size / 2)])
        if not space.query(crate):
            space.add(complex(i), crate)
            crates.append(complex(i))
    return space, crates


@given(st.integers(0, 2**60))
def test_nothing_ends_overlapping_but_what_is_crushed(key: int) -> None:
    rng = Random(key)
    space, crates = yard(rng)
    start = {item: space[item] for item in space}
    dx, dy = rng.randrange(-40, 41) * rng.choice([1, 0.25]), rng.randrange(-40, 41) * rng.choice([0, 1, 0.25])
    carried = space.carry("platform", dx, dy, movable=set(crates))
    assert space["platform"] == start["platform"].move(dx, dy)
    for pair in space.pairs():
        assert "platform" in pair or not set(pair) & set(crates), pair
        others = set(pair) - {"platform"}
        assert others <= {*carried.crushed, "floor", "left", "right"}, (pair, carried)
    for item in ("floor", "left", "right"):
        assert space[item] == start[item]
    for crate in crates:
        if crate not in {*carried.riders, *carried.pushed, *carried.crushed}:
            assert space[crate] == start[crate]


@pytest.mark.parametrize("dx", [1, 2, 3])
def test_items_that_cannot_be_ordered_are_pushed(dx: int) -> None:
    """One is met twice, the second time sooner. Then two that are as far away got the same number in the queue."""
    space: c2.Space[complex] = c2.Space({0j: c2.Rect(0, 0, 1, 3)})
    crates = ((1, 2, 1), (3.5, 1, 1), (4.5, 2, 1), (2, 0, 1), (1, 0, 2), (3, 2, 1))
    space.add_all((complex(0, i), c2.Rect(x, y, 1, height)) for i, (x, y, height) in enumerate(crates, 1))
    carried = space.carry(0j, dx, 0)
    assert not carried.crushed
    assert space.pairs() == []


def test_a_stack_rides() -> None:
    space = c2.Space({"lift": c2.Rect(0, 50, 40, 10), "a": c2.Rect(0, 40, 10, 10), "b": c2.Rect(5, 30, 10, 10)})
    space.add("beside", c2.Rect(43, 40, 10, 10))
    assert space.carry("lift", 3, -7) == c2.Carried(("a", "b"), (), ())
    assert [shape(space, item).topleft for item in ("a", "b", "beside")] == [(3, 33), (8, 23), (43, 40)]
    assert space.carry("lift", 0, 30).riders == ("a", "b")
    assert shape(space, "b").topleft == (8, 53)


@pytest.mark.parametrize("count", [3, 1500])
def test_a_row_is_pushed(count: int) -> None:
    space = c2.Space[Any]((i, c2.Rect(20 + 10 * i, 0, 10, 10)) for i in range(count))
    space.add("ram", c2.Rect(0, 0, 10, 10))
    carried = space.carry("ram", 15, 0)
    assert set(carried.pushed) == set(range(count))
    assert [shape(space, i).left for i in range(count)] == [25 + 10 * i for i in range(count)]


@pytest.mark.parametrize("count", [5, 600])
@pytest.mark.parametrize("gap", [0, 3])
def test_a_row_is_pushed_far_at_once(count: int, gap: int) -> None:
    space = c2.Space[Any]((i, c2.Rect(20 + (10 + gap) * i, 0, 10, 10)) for i in range(count))
    space.add("ram", c2.Rect(0, 0, 10, 10))
    carried = space.carry("ram", 1e5, 0)
    assert carried == c2.Carried((), tuple(range(count)), ())
    assert [shape(space, i).left for i in range(count)] == pytest.approx([1e5 + 10 + 10 * i for i in range(count)])


@given(st.integers(0, 2**60))
def test_nothing_is_crushed_where_everything_can_move(key: int) -> None:
    rng = Random(key)
    space, crates = yard(rng)
    for item in ("floor", "left", "right"):
        space.remove(item)
    for item in space.query("platform"):
        space.remove(item)
        crates.remove(item)
    motion = (rng.choice([0, 1, -7, 300, 1 / 3]), rng.choice([0, -1, 7, -300, 1 / 7]))
    start = {item: space[item] for item in space}
    for offset in (0.0, 1e9 + 0.1):
        for item, before in start.items():
            space.update(item, before.move(offset, -offset))
        carried = space.carry("platform", *motion)
        assert carried.crushed == ()
        assert space.pairs() == []
        for item in carried.riders:
            x, y = start[item].move(offset, -offset).move(*motion).bounds[:2]
            assert space[item].bounds[:2] == pytest.approx((x, y), abs=1e-4)


@pytest.mark.parametrize("motion", [(5, 10), (30, 10), (5, -10), (30, 0)])
def test_a_rider_that_a_wall_stops_is_not_crushed(motion: tuple[float, float]) -> None:
    space = c2.Space(
        {"lift": c2.Rect(0, 50, 40, 10), "hero": c2.Rect(25, 30, 10, 20), "wall": c2.Rect(37, -90, 9, 300)}
    )
    assert space.carry("lift", *motion, movable={"hero"}) == c2.Carried(("hero",), (), ())
    assert shape(space, "hero").topleft == (27, 30 + motion[1])
    ledge = c2.Space({"lift": c2.Rect(0, 50, 40, 10), "hero": c2.Rect(25, 30, 30, 20), "ledge": c2.Rect(45, 55, 9, 5)})
    assert ledge.carry("lift", 0, 20, movable={"hero"}).crushed == ()


def test_bodies_that_hold_each_other_ride_together() -> None:
    hook = c2.Body([c2.Rect(-12, -40, 16, 16), c2.Rect(-12, -24, 8, 16)])
    space = c2.Space({"lift": c2.Rect(0, 0, 64, 32), "base": c2.Rect(0, -8, 16, 8), "box": c2.Rect(0, -24, 16, 16)})
    space.add("hook", hook)
    assert set(space.carry("lift", -8, 8).riders) == {"base", "box", "hook"}
    assert shape(space, "box").topleft == (-8, -16)
    assert space["hook"] == hook.move(-8, 8)


def test_what_has_no_room_is_crushed_and_a_fast_platform_runs_over_nothing_in_silence() -> None:
    for motion, crushed in ((10, ()), (11, ("crate",)), (90, ("crate",))):
        space = c2.Space(
            {"press": c2.Rect(0, -50, 10, 100), "crate": c2.Rect(15, 0, 10, 10), "wall": c2.Rect(30, -50, 5, 100)}
        )
        assert space.carry("press", motion, 0, movable={"crate"}, max_push=9).crushed == crushed


def test_a_one_way_platform_pushes_only_what_is_above() -> None:
    space = c2.Space(
        {"plank": c2.Rect(0, 50, 40, 4), "above": c2.Rect(0, 30, 10, 10), "below": c2.Rect(20, 45, 10, 20)}
    )
    through = c2.one_way(space, {"plank"})
    assert space.carry("plank", 0, -15, filter=through) == c2.Carried((), ("above",), ())


def test_the_riders_of_a_turning_platform_follow_it() -> None:
    space = c2.Space({"wheel": c2.Rect(-50, 0, 100, 10), "rider": c2.Circle(40, -2, 2)})
    assert space.carry("wheel", 0, 0, angle=-30).riders == ("rider",)
    assert not space["wheel"].overlaps(space["rider"])
    assert space["wheel"].distance(space["rider"]) < 2
    assert shape(space, "rider").y < -20


@pytest.mark.parametrize("degrees", [2, 30, -100, 91])
@pytest.mark.parametrize(
    "wheel",
    [
        c2.Rect(-50, -5, 100, 10),
        c2.RoundRect(-50, -5, 100, 10, 3),
        c2.Polygon([(-50, -5), (50, -5), (0, 15)]),
        c2.Body([c2.Rect(-50, -5, 50, 10), c2.Rect(0, -5, 50, 10)]),
        c2.Body([c2.Polygon([(-50, -5), (50, -5), (0, 15)])]),
    ],
)
def test_a_point_of_a_shape_is_found_after_a_turn(wheel: Any, degrees: float) -> None:
    about = wheel.center
    end, point = wheel.rotate(degrees).move(7, 8), c2.Point(20, -5)
    x, y = point.rotate(degrees, about).move(7, 8).center
    assert moved_with((20, -5), wheel, end) == pytest.approx((x, y))
    assert moved_with((20, -5), wheel, wheel.move(7, 8)) == (27, 3)
    assert moved_with((20, -5), wheel, c2.Rect(0, 0, 7, 900)) == (20, -5)


def test_a_filter_that_raises_changes_nothing() -> None:
    space = c2.Space({"lift": c2.Rect(0, 50, 40, 10), "a": c2.Rect(0, 40, 10, 10), "wall": c2.Rect(0, 20, 40, 10)})
    before = space.digest()

    def fails(item: Any, other: Any) -> Literal[True]:
        if other == "wall":
            raise LookupError
        return True

    with pytest.raises(LookupError):
        space.carry("lift", 0, -15, filter=fails)
    assert space.digest() == before


@pytest.mark.parametrize(
    ("arguments", "options", "error", "text"),
    [
        (("nobody", 1, 0), {}, KeyError, "nobody"),
        (("lift", "far", 0), {}, TypeError, "carry: dx must be a number, got 'far'"),
        (("lift", 0, float("nan")), {}, ValueError, "carry: dy must be finite, got nan"),
        (("lift", 0, 0), {"angle": float("inf")}, ValueError, "carry: angle must be finite"),
        (("lift", 0, 0), {"up": (0, 0)}, ValueError, "carry: up must not be"),
        (("lift", 0, 0), {"max_slope": 90}, ValueError, "carry: max_slope must be"),
        (("lift", 0, 0), {"movable": "lift"}, TypeError, "carry: movable must be a predicate or a container"),
        (("lift", 0, 0), {"filter": 1}, TypeError, "carry: filter must be callable or None"),
    ],
)
def test_errors_name_the_argument(
    arguments: tuple[Any, ...], options: dict[str, Any], error: type[Exception], text: str
) -> None:
    space = c2.Space({"lift": c2.Rect(0, 50, 40, 10)})
    with pytest.raises(error, match=text):
        space.carry(*arguments, **options)
