"""Space.turn with push=True, and slide with turn: laws of worlds in which things are pushed."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from turns import crowds, sweepings

from collide2d import Body, Chain, Circle, Point, Rect, Segment, Space

RESPONSES = ("slide", "stop", "bounce", "pass")


def overlapping(space: Any) -> set[frozenset[Any]]:
    return {frozenset(pair) for pair in space.pairs()}


# ---- push ------------------------------------------------------------------------------------------------------------


@given(crowds(), st.integers(0, 31), st.booleans(), st.sampled_from((0.0, 1e6, 1e9)))
def test_nothing_comes_to_overlap_what_it_did_not(
    crowd: tuple[Any, float, Any, list[Any], Any], movable: int, is_filtered: bool, far: float
) -> None:
    a, angle, about, others, _ = crowd
    if far and max(abs(n) for shape in (a, *others) for n in shape.bounds) < 1e30:
        a, others = a.move(far, far), [other.move(far, far) for other in others]
        about = about and (about[0] + far, about[1] + far)
    space: Any = Space([("a", a), *enumerate(others)])
    before, were = dict(space.items()), overlapping(space)
    options: Any = {"filter": lambda item: item != 0} if is_filtered else {}

    def can_move(item: Any) -> bool:
        return bool(movable >> item & 1)

    try:
        turn = space.turn("a", angle, about, push=True, movable=can_move, **options)
    except ValueError:
        assert dict(space.items()) == before
        return
    free = {frozenset(("a", 0))} if is_filtered else set()
    assert overlapping(space) <= were | free
    changed = [item for item, shape in space.items() if shape != before[item]]
    assert set(changed) - {"a"} == set(turn.carried)
    assert all(can_move(item) for item in turn.carried)
    assert turn.shape == space["a"]
    assert (turn.remaining == 0) == (turn.angle == angle) or abs(angle) < 1e-60
    assert turn.angle + turn.remaining == pytest.approx(angle, abs=1e-9)
    if turn.remaining:
        assert turn.hits


@given(crowds())
def test_without_anything_that_can_move_it_is_the_turn_alone(crowd: tuple[Any, float, Any, list[Any], Any]) -> None:
    a, angle, about, others, _ = crowd
    pushed, alone = (Space([("a", a), *enumerate(others)]) for _ in range(2))
    try:
        want: Any = alone.turn("a", angle, about)
    except ValueError:
        with pytest.raises(ValueError, match="turn: every coordinate of item, as it turns, must be between"):
            pushed.turn("a", angle, about, push=True, movable=())
        return
    got: Any = pushed.turn("a", angle, about, push=True, movable=())
    assert got == want


@given(sweepings())
def test_a_stop_is_where_the_same_turn_stops_again(
    world: tuple[dict[Any, Any], float, tuple[float, float], set[Any]],
) -> None:
    """Within a degree; and all that is carried is moved, without a turn, to where it overlaps nothing."""
    items, angle, about, loose = world
    space: Any = Space(items)
    turn = space.turn("hand", angle, about, push=True, movable=loose)
    assert space.pairs() == []
    assert set(turn.carried) == {item for item in loose if space[item] != items[item]}
    assert [item for item in items if item not in loose and space[item] != items[item]] in ([], ["hand"])
    for item in turn.carried:
        (x0, y0, x1, y1), (x2, y2, x3, y3) = items[item].bounds, space[item].bounds
        assert (x3 - x2, y3 - y2) == pytest.approx((x1 - x0, y1 - y0), abs=1e-12 * max(map(abs, (x0, y0, 100.0))))
    if turn.remaining:
        again = space.turn("hand", turn.remaining, about, push=True, movable=loose)
        assert abs(again.angle) <= 1
        assert space.pairs() == []


@pytest.mark.parametrize("far", [0.0, 1e6, 1e9])
@pytest.mark.parametrize("angle", [-90, 360])
def test_what_is_in_a_notch_of_the_arm_goes_along(far: float, angle: float) -> None:
    """It touches two pieces of the arm, and neither alone pushes it past the other."""
    side = math.copysign(1, angle)
    arm = Body([Rect(far, far - 1, 50, 2), Circle(far + 50, far, 3)])
    space: Any = Space({"arm": arm, "ball": Circle(far + 45.5, far + 6 * side, 2)})
    turn = space.turn("arm", angle, (far, far), push=True)
    assert (turn.angle, turn.remaining, turn.carried) == (angle, 0.0, ("ball",))
    assert space.pairs() == []


def wheel(balls: int, fan: int) -> Any:
    """A wheel with arms in a round wall that they nearly touch, and balls between the arms."""
    ring = [(34 * math.cos(math.radians(9 * k)), 34 * math.sin(math.radians(9 * k))) for k in range(41)]
    arms = Body([Rect(0, -1, 30, 2).rotate(k * 360 / fan, (0, 0)) for k in range(fan)])
    space: Any = Space({"wheel": arms, "ring": Chain(ring)})
    for k in range(balls):
        direction = math.radians((k % fan + 0.5) * 360 / fan)
        radius = 31 - 4.5 * (k // fan)
        space.add(k, Circle(radius * math.cos(direction), radius * math.sin(direction), 2))
    return space


@pytest.mark.parametrize(("balls", "fan"), [(1, 1), (2, 2), (5, 3), (12, 4)])
@pytest.mark.parametrize("angle", [-360, -77.5, 45, 360])
def test_a_paddle_wheel_carries_its_balls_around(balls: int, fan: int, angle: float) -> None:
    """No ball changes to another chamber, or leaves the wheel: it goes around as far as the arm behind it."""
    space = wheel(balls, fan)
    first = dict(space.items())
    assert space.pairs() == []
    turn = space.turn("wheel", angle, (0, 0), push=True, movable=lambda item: item != "ring")
    assert (turn.angle, turn.remaining, turn.hits) == (angle, 0.0, ())
    assert space.pairs() == []
    width = 360 / fan
    for k in range(balls):
        x, y = space[k].center
        assert math.hypot(x, y) < 34
        direction = math.degrees(math.atan2(y, x)) - angle
        was = math.degrees(math.atan2(first[k].center[1], first[k].center[0]))
        assert abs((direction - was + 180) % 360 - 180) < width / 2
    if angle == 360:
        assert space["wheel"] == first["wheel"].rotate(360, (0, 0))


def test_a_row_of_crates_goes_ahead_and_a_wall_stops_it() -> None:
    crates: dict[Any, Any] = {k: Rect(30 + 10 * k, 2 + k * 1e-9, 10, 10) for k in range(20)}
    space: Any = Space[Any]({"door": Rect(20, -20, 4, 60), **crates, "wall": Rect(240, -50, 5, 100)})
    turn = space.turn("door", 15, (22, 40), push=True, movable=range(20))
    assert (turn.remaining, turn.carried) == (0.0, tuple(range(20)))
    turn = space.turn("door", 75, (22, 40), push=True, movable=range(20))
    assert turn.remaining > 0
    assert turn.hits[0][0] in range(20)
    assert space[19].distance(space["wall"]) < 1e-4
    assert space.pairs() == []


def test_steps_that_are_lost_in_rounding_end() -> None:
    """The arm comes to rest at what cannot be moved: far out, a step of 1e-7 degrees changes no coordinate."""
    far = 1e9
    arm = Body([Rect(far, far - 1, 50, 2), Circle(far + 50, far, 3)])
    x, y, left, top = 1000000032.1566238, 999999965.0752513, 1000000004.7590692, 999999997.6574085
    hook = Chain([(x, y), (x + 3, y), (x + 3, y + 3)], radius=0.3)
    loose = Body([Circle(left, top, 0.5), Rect(1000000005.2534485, top, 0.8044379027253147, 0.3333333333333333)])
    space: Any = Space[Any]({"arm": arm, "hook": hook, "loose": loose})
    turn = space.turn("arm", -90, (far, far), push=True, movable={"loose"})
    assert -60 < turn.angle < -30
    assert turn.remaining == pytest.approx(-90 - turn.angle)
    assert "hook" in [item for item, _ in turn.hits]
    assert space.pairs() == []


def test_points_and_segments_are_swept_along() -> None:
    space: Any = Space({"arm": Segment((0, 0), (50, 0)), "dust": Point(30, 5), "stick": Segment((10, 3), (20, 9))})
    turn = space.turn("arm", 120, (0, 0), push=True)
    assert (turn.remaining, set(turn.carried)) == (0.0, {"dust", "stick"})
    x, y = space["dust"].center
    assert x * math.sin(math.radians(120)) - y * math.cos(math.radians(120)) <= 0
    assert space.pairs() == []


def test_what_overlaps_at_the_start_is_pushed_out() -> None:
    space: Any = Space({"door": Rect(0, 0, 40, 4), "hero": Circle(20, 4, 3), "wall": Rect(-10, -20, 80, 10)})
    turn = space.turn("door", 30, (0, 2), push=True, movable={"hero"})
    assert (turn.remaining, turn.pushed, turn.carried) == (0.0, (0.0, 0.0), ("hero",))
    assert space.pairs() == []


def test_layers_masks_and_exclude_say_what_is_pushed() -> None:
    def space() -> Any:
        return Space({"door": Rect(0, 0, 40, 4), "a": Circle(20, 12, 3), "b": Circle(32, 12, 3)})

    one = space()
    assert one.turn("door", 60, (0, 2), push=True, exclude={"a"}).carried == ("b",)
    one = space()
    one.set_layer("b", 2)
    assert one.turn("door", 60, (0, 2), push=True, mask=1).carried == ("a",)
    one = space()
    one.set_mask("a", 0)
    assert one.turn("door", 60, (0, 2), push=True).carried == ("b",)
    one = space()
    assert one.turn("door", 60, (0, 2), push=False, movable={"a"}).remaining > 0


def test_an_error_leaves_all_as_it_was() -> None:
    space: Any = Space({"door": Rect(0, 0, 40, 4), "a": Circle(20, 12, 3), "b": Circle(32, 12, 3)})
    before, calls = space.items(), 0

    def fail(item: Any) -> bool:
        nonlocal calls
        calls += 1
        if item == "b":
            raise KeyboardInterrupt
        return True

    with pytest.raises(KeyboardInterrupt):
        space.turn("door", 60, (0, 2), push=True, movable=fail)
    with pytest.raises(ValueError, match="turn: angle must be between -360 and 360 degrees, got 361"):
        space.turn("door", 361, (0, 2), push=True)
    with pytest.raises(TypeError, match="turn: movable must be a predicate or a container of items, got int"):
        space.turn("door", 6, (0, 2), push=True, movable=3)
    with pytest.raises(KeyError):
        space.turn("window", 6, (0, 2), push=True)
    assert space.items() == before


# ---- slide with turn -------------------------------------------------------------------------------------------------


@given(
    crowds(), st.tuples(st.floats(-50, 50), st.floats(-50, 50)), st.sampled_from(RESPONSES), st.sampled_from(RESPONSES)
)
def test_a_slide_with_a_turn_is_the_turn_and_the_slide(
    crowd: tuple[Any, float, Any, list[Any], Any], motion: tuple[float, float], response: str, other: str
) -> None:
    a, angle, _, others, _ = crowd

    def answer(item: Any, obstacle: Any) -> Any:
        return other if obstacle == 0 else response

    both, one = (Space([("a", a), *enumerate(others)]) for _ in range(2))
    try:
        tried: Any = both.try_slide("a", *motion, filter=answer, turn=angle)
        move: Any = both.slide("a", *motion, filter=answer, turn=angle)
    except ValueError:
        assert both["a"] is a
        return
    assert tried == move
    passed = [i for i in range(len(others)) if answer("a", i) == "pass"]
    turn: Any = one.turn("a", angle, filter=lambda item: item not in passed)
    after: Any = one.slide("a", *motion, filter=answer)
    assert (move.turn.shape, move.turn.angle, move.turn.remaining) == (turn.shape, turn.angle, turn.remaining)
    blocked = tuple(pair for pair in move.turn.hits if pair[0] not in passed)
    assert blocked == turn.hits
    assert (move.shape, move.motion, move.remaining, move.path) == (
        after.shape,
        after.motion,
        after.remaining,
        after.path,
    )
    assert (move.hits, move.legs, move.pushed, move.stuck) == (after.hits, after.legs, after.pushed, after.stuck)
    for item, hit in move.turn.hits:
        if item in passed and not hit.depth:
            assert a.turn_cast(angle, others[item]) is not None


def test_a_turn_passes_coins_and_reports_them() -> None:
    coins: dict[Any, Any] = {k: Circle(20 * math.cos(k / 9), 20 * math.sin(k / 9), 1) for k in range(5, 0, -1)}
    space: Any = Space[Any]({"sword": Rect(0, -1, 30, 2, pivot=(0, 1)), **coins, "wall": Rect(-10, 10, 12, 40)})
    move = space.slide("sword", 0, 0, turn=100, filter=lambda item, other: "slide" if other == "wall" else "pass")
    assert [item for item, _ in move.turn.hits] == [1, 2, 3, 4, 5, "wall"]
    times = [hit.t for _, hit in move.turn.hits]
    assert times == sorted(times)
