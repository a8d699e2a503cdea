"""Turns among the items of a space: turn_cast and turn_cast_all against each pair alone, and where turn stops."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from turns import crowds

import collide2d as c2
from collide2d import Body, Chain, Circle, Rect, Segment, Space


@given(crowds(moving=True))
def test_turn_casts_are_those_of_the_pairs(
    crowd: tuple[Any, float, Any, list[Any], tuple[float, float]],
) -> None:
    a, angle, about, others, d = crowd
    space = Space(enumerate(others))
    try:
        pairs = [(i, c2.turn_cast(a, angle, other, about, motion=d)) for i, other in enumerate(others)]
    except ValueError:
        with pytest.raises(
            ValueError, match=r"turn_cast: every coordinate of shape, as it turns( and moves)?, must be between"
        ):
            space.turn_cast(a, angle, about, motion=d)
        return
    want = sorted(((i, hit) for i, hit in pairs if hit), key=lambda pair: (pair[1].t, pair[0]))
    assert space.turn_cast_all(a, angle, about, motion=d) == want
    assert space.turn_cast(a, angle, about, motion=d) == (want[0] if want else None)
    even = [pair for pair in want if pair[0] % 2 == 0]
    assert space.turn_cast(a, angle, about, motion=d, filter=lambda i: i % 2 == 0) == (even[0] if even else None)
    assert space.turn_cast_all(a, angle, about, motion=d, exclude=range(1, 9, 2)) == even


def test_a_turn_by_no_angle_that_moves_is_a_cast() -> None:
    tiles: dict[Any, Any] = {i: Rect(10 * i, 0, 10, 10) for i in range(-3, 3)}
    space = Space({**tiles, "gate": Body([Segment(20, 30, 30, 30), Segment(30, 30, 40, 30)])})
    for a in (Circle(25, 20, 3), c2.Point(0, 20), c2.Point(30, 20), Body([Circle(25, 20, 1), Rect(1, 20, 3, 2)])):
        for d in ((0.0, -30.0), (0.0, 30.0), (-7.0, -9.0)):
            assert space.turn_cast(a, 0, motion=d) == space.cast(a, d)
            assert space.turn_cast_all(a, 0, (3, 4), motion=d) == space.cast_all(a, d)
    assert [item for item, _ in space.turn_cast_all(c2.Point(0, 20), 0, motion=(0, -30))] == [-1, 0]  # no gap
    with pytest.raises(ValueError, match="turn_cast: shape \\+ motion must be between"):
        space.turn_cast(Circle(1e60, 0, 1), 0, motion=(1e60, 0))


def test_turn_casts_among_more_candidates_than_wait() -> None:
    """A long arm has hundreds of tiles in its way, and so do the pieces of bodies. Many are hit at the same time."""
    tiles = [Rect(16 * i, 16 * j, 16, 16) for i in range(-20, 20) for j in range(-20, 20) if abs(j + 0.5) > 2]
    worlds: list[list[Any]] = [[*tiles], [Body(tiles[i : i + 90]) for i in range(0, len(tiles), 90)]]
    arm, cross = Rect(0, -2, 250, 4), Body([Rect(-200, -1, 400, 2), Rect(-1, -200, 2, 400)])
    turning: list[tuple[Any, Any]] = [(arm, (0, 0)), (arm, (-3e5, 7)), (cross, (0, 0)), (Circle(330, 0, 3), (0, 0))]
    for a, about in turning:
        for degrees in (360.0, -90.0, 7.0, 1e-4):
            for others in worlds:
                space = Space(enumerate(others))
                hits = [(i, c2.turn_cast(a, degrees, b, about)) for i, b in enumerate(others)]
                want = sorted(((i, hit) for i, hit in hits if hit), key=lambda pair: (pair[1].t, pair[0]))
                assert space.turn_cast_all(a, degrees, about) == want
                assert space.turn_cast(a, degrees, about) == (want[0] if want else None)
    hits = [(i, c2.turn_cast(arm, 360, tile, (0, 0))) for i, tile in enumerate(tiles)]
    alone = min(((hit.t, i, hit.normal) for i, hit in hits if hit), default=None)
    both = c2.turn_cast(arm, 360, Body(tiles), (0, 0))
    assert alone
    assert both
    assert (both.t, both.pieces, both.normal) == (alone[0], (None, alone[1]), alone[2])


def test_the_first_of_pieces_that_are_hit_together_counts() -> None:
    halves = [c2.Polygon([(10, 20), (5, 30), (10, 30)]), c2.Polygon([(10, 20), (10, 30), (15, 30)])]
    for pieces in (halves, halves[::-1], [Circle(80, 80, 1), *halves, *halves[::-1]]):
        space: Any = Space({"spike": Body(pieces), "arm": Rect(0, -1, 40, 2), "far": Circle(300, 300, 1)})
        found = space.turn_cast("arm", 90, about=(0, 0))
        ((item, hit),) = space.turn("arm", 90, about=(0, 0)).hits
        assert (item, hit.pieces) == (found[0], found[1].pieces) == ("spike", (None, len(pieces) // 4))
    alone = [c2.turn_cast(Rect(0, -1, 40, 2), 90, half, (0, 0)) for half in halves]
    assert alone[0]
    assert alone[1]
    assert alone[0].t == alone[1].t


def test_a_long_arm_finds_the_first_of_ten_thousand_tiles() -> None:
    tiles = {(i, j): Rect(10 * i, 10 * j, 4, 4) for i in range(100) for j in range(100)}
    space = Space(tiles)
    for length, degrees in ((30.0, 90.0), (300.0, -360.0), (900.0, 45.0)):
        arm = Rect(505, 506, length, 0.5)
        hits = [(item, arm.turn_cast(degrees, tile, (505, 506.25))) for item, tile in tiles.items()]
        first = min(((item, hit) for item, hit in hits if hit), key=lambda pair: pair[1].t)
        assert space.turn_cast(arm, degrees, (505, 506.25)) == first
    for degrees, d in ((180.0, (480.0, 7.0)), (-1e-9, (3.5, -470.0)), (720.0 / 7, (-450.0, 449.0))):
        disc = c2.Capsule(507, 506, 507, 508, 0.5)
        hits = [(item, disc.turn_cast(degrees, tile, (508, 508), motion=d)) for item, tile in tiles.items()]
        first = min(((item, hit) for item, hit in hits if hit), key=lambda pair: pair[1].t)
        assert space.turn_cast(disc, degrees, (508, 508), motion=d) == first


def test_an_item_does_not_find_itself_and_turns_about_its_pivot() -> None:
    space: Any = Space(
        {"door": Rect(0, 0, 40, 4, pivot=(2, 2)), "box": Rect(20, 30, 10, 10), "ghost": Circle(30, 10, 3)}
    )
    space.set_layer("ghost", 2)
    space.set_mask("door", 1)
    assert [item for item, _ in space.turn_cast_all("door", 90)] == ["box"]
    assert [item for item, _ in space.turn_cast_all(space["door"], 90)] == ["door", "ghost", "box"]
    assert space.turn_cast("door", 90) == space.turn_cast("door", 90, about=(2, 2))
    assert space.turn_cast("door", -90) is None
    assert space.turn_cast("door", 90, mask=2) is None


def test_hits_of_bodies_say_which_pieces_meet() -> None:
    fan = Body({"up": Rect(-1, -20, 2, 20), "right": Rect(0, -1, 20, 2)})
    space = Space({"wall": Chain([(-30, 8), (10, 9), (40, 12)]), "ball": Circle(-10, -10, 2)})
    hits = space.turn_cast_all(fan, 90, about=(0, 0))
    assert [(item, hit.pieces) for item, hit in hits] == [("wall", ("right", 1))]
    item, hit = hits[0]
    assert fan.rotate(hit.t * 90, (0, 0)).relate(space[item]) <= 0
    assert math.degrees(math.asin(8 / 20)) < hit.t * 90 < 45


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda s: s.turn_cast("a", 361),
            ValueError,
            "turn_cast: angle must be between -360 and 360 degrees, got 361.0",
        ),
        (lambda s: s.turn_cast_all("a", math.nan), ValueError, "turn_cast_all: angle must be finite, got nan"),
        (lambda s: s.turn_cast("a", "1"), TypeError, "turn_cast: angle must be a number, got str"),
        (lambda s: s.turn_cast("a", 1, 3), TypeError, "turn_cast: about must be a pair of numbers"),
        (lambda s: s.turn_cast("b", 1), TypeError, "turn_cast: shape must be an item of the space or a shape, got 'b'"),
        (
            lambda s: s.turn_cast("a", 1, (1e60, 0)),
            ValueError,
            "turn_cast: every coordinate of shape, as it turns, must",
        ),
        (
            lambda s: s.turn_cast("a", 1, motion=(1e60, 0)),
            ValueError,
            "turn_cast: every coordinate of shape, as it turns and moves, must",
        ),
        (lambda s: s.turn_cast("a", 1, motion=3), TypeError, "turn_cast: motion must be a pair of numbers"),
        (
            lambda s: s.turn_cast_all("a", 1, motion=(0, math.inf)),
            ValueError,
            "turn_cast_all: motion must be finite",
        ),
        (lambda s: s.turn_cast("a", 1, None, (1, 0)), TypeError, "turn_cast: "),
        (lambda s: s.turn_cast("a", 1, filter=3), TypeError, "turn_cast: filter must be callable or None, got int"),
        (lambda s: s.turn_cast("a"), TypeError, "turn_cast: missing argument angle"),
    ],
)
def test_errors_name_the_argument(call: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error) as raised:
        call(Space({"a": Rect(-1e60, 0, 1, 1)}))
    assert text in str(raised.value)


# ---- Space.turn ----


def scale_of(a: Any, about: Any, others: list[Any]) -> float:
    numbers = [*map(abs, a.bounds), *(abs(n) for o in others for n in o.bounds), *map(abs, about or a.center)]
    return float(max(numbers))


@given(crowds())
def test_a_turn_ends_where_it_overlaps_nothing(
    crowd: tuple[Any, float, Any, list[Any], tuple[float, float]],
) -> None:
    a, angle, about, others, _ = crowd
    others = [other for other in others if not a.overlaps(other)]
    space: Any = Space([("a", a), *enumerate(others)])
    try:
        first = space.turn_cast("a", angle, about)
    except ValueError:
        with pytest.raises(ValueError, match="turn: every coordinate of item, as it turns, must be between"):
            space.turn("a", angle, about)
        assert space["a"] is a
        return
    if space.query("a"):  # surrounded by several
        return
    turn = space.turn("a", angle, about)
    assert space["a"] is turn.shape
    assert space.query("a") == []
    assert (turn.pushed, turn.stuck) == ((0.0, 0.0), False)
    if turn.angle == 0:
        assert turn.shape is a
    else:
        assert turn.shape == a.rotate(turn.angle, about)
    assert all(hit.t * angle == turn.angle and hit.depth == 0 for _, hit in turn.hits)
    if not turn.hits:
        assert first is None
        assert (turn.angle, turn.remaining) == (angle, 0.0) or abs(angle) < 1e-60
        return
    assert turn.remaining == angle - turn.angle
    if first is not None:
        assert first[0] in [item for item, _ in turn.hits]
        assert turn.hits[0][1].t <= first[1].t
        if scale_of(a, about, others) < 2**40:
            assert turn.hits[0][1].t >= first[1].t - 1e-6


def test_what_is_met_at_the_same_time_is_reported_in_order() -> None:
    space = Space({"sign": Rect(-1, 5, 2, 4), "floor": Rect(-9, 5, 5, 1), "arm": Segment(0, 0, 20, 0)})
    space.add("left", Rect(10, 4, 4, 4))
    space.add("right", Rect(14, 4, 4, 4))
    turn = space.turn("arm", 90, about=(0, 0), exclude={"sign"})
    assert [item for item, _ in turn.hits] == ["right"]
    assert 90 * turn.hits[0][1].t == turn.angle
    space.update("arm", Segment(0, 0, 20, 0))
    space.update("left", Rect(18 - 4, 4, 4, 4))
    turn = space.turn("arm", 90, about=(0, 0), exclude={"sign"})
    assert [item for item, _ in turn.hits] == ["left", "right"]


def test_who_lets_it_pass() -> None:
    space = Space({"door": Rect(0, 0, 40, 4), "box": Rect(20, 30, 10, 10), "cat": Circle(5, 30, 3)})
    space.set_layer("cat", 2)
    asked: list[str] = []

    def is_solid(item: str) -> bool:
        asked.append(item)
        return item == "cat"

    assert [item for item, _ in space.copy().turn("door", 90, (2, 2)).hits] == ["box"]
    assert [item for item, _ in space.copy().turn("door", 90, (2, 2), exclude={"box"}).hits] == ["cat"]
    assert space.copy().turn("door", 90, (2, 2), exclude={"box"}, mask=1).hits == ()
    assert [item for item, _ in space.copy().turn("door", 90, (2, 2), filter=is_solid).hits] == ["cat"]
    assert len(asked) == len(set(asked))


def test_a_filter_that_raises_leaves_the_item_where_it_was() -> None:
    space = Space({"door": Rect(0, 0, 40, 4), "box": Rect(20, 30, 10, 10)})

    def changes(item: str) -> bool:
        space.remove("box")
        return True

    with pytest.raises(RuntimeError, match="Space: must not be changed during slide"):
        space.turn("door", 90, (2, 2), filter=changes)
    with pytest.raises(ZeroDivisionError):
        space.turn("door", 90, (2, 2), filter=lambda item: 1 // 0)
    assert space.items() == [("door", Rect(0, 0, 40, 4)), ("box", Rect(20, 30, 10, 10))]


def test_an_item_that_starts_inside_something_is_pushed_out_or_stuck() -> None:
    space = Space({"ship": Rect(0, 0, 10, 10), "rock": Rect(8, 0, 20, 10)})
    turn = space.turn("ship", -45)
    assert (turn.pushed, turn.stuck) == ((-2.0, 0.0), False)
    assert [item for item, _ in turn.hits] == ["rock", "rock"]
    assert not space["ship"].overlaps(space["rock"])
    for most in (0, 2.5):
        walls = {
            f"wall {i}": Rect(*box) for i, box in enumerate(((-90, -90, 91, 180), (9, -90, 90, 180), (0, -90, 9, 91)))
        }
        space = Space({"ship": Rect(0, 0, 10, 10), **walls, "floor": Rect(0, 9, 9, 90)})
        turn = space.turn("ship", 30, max_push=most)
        assert turn.stuck
        assert (turn.angle, turn.remaining, space["ship"]) == (0.0, 30.0, Rect(0, 0, 10, 10))
        assert all(hit.depth > 0 and hit.t == 0 for _, hit in turn.hits)


def test_watches_snapshots_and_digests_see_a_turn() -> None:
    space = Space({"door": Rect(0, 0, 40, 4), "box": Circle(2, 38, 3)})
    watch, before, digest = space.watch(), space.snapshot(), space.digest()
    assert space.turn("door", 90, (2, 2), exclude={"box"}).angle == 90.0
    assert watch.update() == ([("door", "box")], [])
    assert space.digest() != digest
    space.restore(before)
    assert (space["door"], space.digest()) == (Rect(0, 0, 40, 4), digest)


def test_a_turn_is_a_value() -> None:
    turn = Space({"door": Rect(0, 0, 40, 4), "box": Rect(20, 30, 10, 10)}).turn("door", 90, (2, 2))
    assert isinstance(turn, c2.Turn)
    match turn:
        case c2.Turn(Rect() as shape, angle, remaining, ((item, hit),)):
            assert (shape.angle, angle + remaining, item, hit.normal) == (angle, 90.0, "box", (0.0, -1.0))
    assert turn == turn._replace() != turn._replace(stuck=True)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda s: s.turn("a", 361), ValueError, "turn: angle must be between -360 and 360 degrees, got 361.0"),
        (lambda s: s.turn("a", 1, (1e60, 0)), ValueError, "turn: every coordinate of item, as it turns, must"),
        (lambda s: s.turn("b", 1), KeyError, "turn: item must be in the space, got 'b'"),
        (lambda s: s.turn("a", 1, max_push=-1), ValueError, "turn: max_push must be >= 0, got -1.0"),
        (lambda s: s.turn("a", 1, exclude=3), TypeError, "turn: exclude must be a container of items, got int"),
    ],
)
def test_errors_of_turn_name_the_argument(call: Any, error: type[Exception], text: str) -> None:
    space = Space({"a": Rect(-1e60, 0, 1, 1)})
    with pytest.raises(error) as raised:
        call(space)
    assert text in str(raised.value)
    assert space["a"] == Rect(-1e60, 0, 1, 1)
