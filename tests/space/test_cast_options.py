"""The laws of `touching=` and `leaving=` on the casts and rays of a Space: a space of one item gives the answer of the
pair, several items that of the model, and filters that of the space without the other items.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from space_model import SpaceModel
from unions import built, unions, world_with_ways

import collide2d as c2
from collide2d.testing.recipes import build
from collide2d.testing.sources import Seeded, one_in
from collide2d.testing.strategies import casts

OPTIONS: list[dict[str, Any]] = [{"touching": t, "leaving": k} for t in (False, True) for k in (False, True)]
FLOOR = c2.Rect(0, 100, 64, 64)
TILES = {"a": c2.Rect(0, 100, 32, 32), "b": c2.Rect(32, 100, 32, 32)}


@given(casts())
def test_a_space_of_one_item_is_the_pair(cast: Any) -> None:
    a, motion, b = cast
    space = c2.Space({"b": b})
    for options in OPTIONS:
        hit = a.cast(motion, b, **options)
        expected = [] if hit is None else [("b", hit)]
        assert space.cast_all(a, motion, **options) == expected
        assert space.cast(a, motion, **options) == (expected[0] if expected else None)
        assert space.cast_all(a, motion, **options, filter=lambda item: True) == expected
        if a.kind == "point":
            assert space.raycast_all(a, motion, **options) == expected


@given(unions())
def test_several_items_are_the_model(case: Any) -> None:
    world, (recipe, motion) = case
    shape, members = build(c2, recipe), list(enumerate(built(world)))
    space, model = c2.Space(members), SpaceModel(members)
    for options in OPTIONS:
        found = space.cast_all(shape, motion, **options)
        assert found == model.cast_all(shape, motion, **options)
        assert space.cast(shape, motion, **options) == (found[0] if found else None)


@pytest.mark.parametrize("seed", range(60))
def test_a_filter_is_as_if_the_others_were_not_there(seed: int) -> None:
    source = Seeded(seed)
    _, world, ways = world_with_ways(source, 8)
    members = list(enumerate(built(world)))
    passed = {i for i, _ in members if not one_in(source, 3)}
    space, rest = c2.Space(members), c2.Space((i, shape) for i, shape in members if i in passed)
    for recipe, motion in ways:
        shape = build(c2, recipe)
        for options in OPTIONS:
            for verb in ("cast", "cast_all"):
                expected = getattr(rest, verb)(shape, motion, **options)
                assert getattr(space, verb)(shape, motion, **options, filter=passed.__contains__) == expected
                excluded = [i for i, _ in members if i not in passed]
                assert getattr(space, verb)(shape, motion, **options, exclude=excluded) == expected


@pytest.mark.parametrize("seed", range(40))
def test_touching_adds_hits_and_makes_none_later(seed: int) -> None:
    source = Seeded(seed)
    _, world, ways = world_with_ways(source, 8)
    space = c2.Space(enumerate(built(world)))
    for recipe, motion in ways:
        shape = build(c2, recipe)
        plain = dict(space.cast_all(shape, motion))
        touching = dict(space.cast_all(shape, motion, touching=True))
        assert plain.keys() <= touching.keys()
        for item, hit in plain.items():
            assert touching[item] == hit or touching[item].t < hit.t
        swept = shape.sweep(motion)
        assert set(touching) == set(space.query(swept, touching=True))


@pytest.mark.parametrize("seed", range(40))
def test_the_first_hit_is_no_later_among_more_items(seed: int) -> None:
    """With `touching`: adding items hides no touch."""
    source = Seeded(seed)
    _, world, ways = world_with_ways(source, 8)
    members = list(enumerate(built(world)))
    space, fewer = c2.Space(members), c2.Space(members[::2])
    for recipe, motion in ways:
        shape = build(c2, recipe)
        less, more = fewer.cast(shape, motion, touching=True), space.cast(shape, motion, touching=True)
        assert less is None or (more is not None and more[1].t <= less[1].t + 1e-14)


@pytest.mark.parametrize("seed", range(30))
def test_pieces_of_a_body_are_met_as_items_are(seed: int) -> None:
    source = Seeded(seed)
    _, world, ways = world_with_ways(source, 8)
    shapes = built(world)
    body, items = c2.Space({"body": c2.Body(shapes)}), c2.Space(enumerate(shapes))
    for recipe, motion in ways:
        shape = build(c2, recipe)
        for options in OPTIONS:
            one, several = body.cast(shape, motion, **options), items.cast(shape, motion, **options)
            assert (one is None) is (several is None)
            if one is not None and several is not None:
                assert one[1].t == several[1].t


@given(st.sampled_from([c2.Point(32, 0), c2.Segment(32, -8, 32, 0), c2.Circle(32, 0, 0)]))
def test_what_a_ray_down_a_seam_meets(shape: Any) -> None:
    space: Any = c2.Space(TILES)
    down = space.cast_all(shape, (0, 200))
    assert [item for item, _ in down] == ["a", "b"]
    assert [hit.t for _, hit in down] == [0.5, 0.5]
    assert space.cast_all(shape, (0, 200), touching=True) == down
    assert space.cast_all(shape, (0, 100)) == []
    arrived = space.cast_all(shape, (0, 100), touching=True)
    assert [(item, hit.t) for item, hit in arrived] == [("a", 1.0), ("b", 1.0)]
    alone = space.cast_all(shape, (0, 200), touching=True, exclude={"a"})
    assert [(item, hit.t, hit.normal) for item, hit in alone] == [("b", 0.5, (-1.0, 0.0))]
    assert space.cast_all(shape, (0, 200), exclude={"a"}) == []


def test_what_is_touched_before_the_way_is_blocked_is_met_there() -> None:
    space: Any = c2.Space({"high": c2.Rect(0, 0, 32, 100), "low": c2.Rect(32, 50, 32, 50)})
    assert [hit.t for _, hit in space.raycast_all((32, -10), (0, 200))] == [0.3, 0.3]
    found = space.raycast_all((32, -10), (0, 200), touching=True)
    assert [(item, hit.t, hit.normal) for item, hit in found] == [("high", 0.05, (1, 0)), ("low", 0.3, (0, -1))]


def test_a_seam_is_left_by_the_shorter_way() -> None:
    space: Any = c2.Space(TILES)
    for y, motion, leaves in [
        (110, (0, -50), True), (110, (0, -5), True), (110, (0, 50), False), (120, (0, 50), True),
        (120, (0, -50), False),
        (116, (0, 50), True), (116, (0, -50), True), (100, (0, 50), False), (132, (0, -50), False), (116, (0, 0), True),
        (110, (5, 0), False),
    ]:  # fmt: skip
        assert space.raycast_all((32, y), motion), (y, motion)
        assert (space.raycast((32, y), motion, leaving=False) is None) is leaves, (y, motion)
        assert (space.raycast((32, y), motion, leaving=False, touching=True) is None) is leaves, (y, motion)
    halves: Any = {"c": c2.Rect(0, 84, 32, 16), "d": c2.Rect(32, 84, 32, 48)}
    split: Any = c2.Space({"a": TILES["a"], **halves})
    assert split.raycast((32, 100), (0, -50), leaving=False) is None
    assert split.raycast((32, 100), (0, 50))[1].t == 0
    assert split.raycast((32, 100), (0, 50), leaving=False)[1].t == 0
    assert split.raycast((32, 100), (0, 50), leaving=False, exclude={"c"})[1].t == 0
    below = c2.Space({**TILES, "c": c2.Rect(0, 140, 32, 32), "d": c2.Rect(32, 140, 32, 32)})
    assert below.raycast((32, 120), (0, 40), leaving=False) == ("c", c2.Hit(0.5, (32.0, 140.0), (0.0, -1.0), 0.0))


@pytest.mark.parametrize("shape", [c2.Point(32, 0), c2.Circle(32, 0, 0), c2.Segment(32, -8, 32, 0)])
def test_what_passes_down_a_seam_is_told_what_surrounds_its_way(shape: Any) -> None:
    """Each once, as `raycast_all` tells it."""
    space: Any = c2.Space(
        {**TILES, "c": c2.Rect(0, 132, 32, 32), "d": c2.Rect(32, 140, 32, 32), "e": c2.Rect(99, 0, 9, 9)}
    )
    space.add("bullet", shape)
    move = space.try_slide("bullet", 0, 200, response="pass")
    assert (move.motion, move.remaining) == ((0, 200), (0, 0))
    assert move.hits == tuple(space.cast_all("bullet", (0, 200)))
    assert [item for item, _ in move.hits] == ["a", "b", "c", "d"]
    assert space.try_slide("bullet", 0, 100, response="pass").hits == ()
    mixed = space.try_slide("bullet", 0, 200, filter=lambda _, other: "slide" if other == "a" else "pass")
    assert (mixed.motion, mixed.hits) == ((0, 200), tuple(space.cast_all("bullet", (0, 200), exclude={"a"})))


@given(unions())
def test_what_is_passed_through_is_what_a_cast_finds(case: Any) -> None:
    world, (recipe, motion) = case
    shape, space = build(c2, recipe), c2.Space(enumerate(built(world)))
    move = space.try_slide(shape, motion, response="pass")
    assert move.hits == tuple(space.cast_all(shape, motion))


def test_a_segment_that_fits_exactly_between_two_walls_is_surrounded() -> None:
    """At rest: the definition, and the limit of capsules."""
    walls = {"left": c2.Rect(-10, -20, 10, 60), "right": c2.Rect(10, -20, 10, 60)}
    space, body = c2.Space(walls), c2.Body(list(walls.values()))
    door = c2.Segment(0, 0, 10, 0)
    assert space.query(door) == ["left", "right"]
    assert body.relate(door) == door.relate(body) == c2.Relation.OVERLAPPING
    for k in (1, 10, 100):
        assert space.query(c2.Capsule(0, 0, 10, 0, 2.0**-k)) == ["left", "right"]
    assert space.query(c2.Rect(0, 0, 10, 4)) == space.query(c2.Segment(0, 0, 9, 0)) == []


def test_a_segment_that_fits_exactly_between_two_walls_moves_as_a_box_does() -> None:
    for shape in (c2.Segment(0, 0, 10, 0), c2.Rect(0, 0, 10, 0), c2.Rect(0, 0, 10, 4)):
        space: Any = c2.Space({"left": c2.Rect(-10, -20, 10, 60), "right": c2.Rect(10, -20, 10, 60), "door": shape})
        for motion in ((0, 15), (0, -100), (0, 100)):
            assert space.cast("door", motion) is None
            move = space.try_slide("door", *motion)
            assert (move.motion, move.stuck, move.hits) == (motion, False, ())
        held = space.try_slide("door", 5, 0)
        assert (held.motion, held.stuck, [item for item, _ in held.hits]) == ((0, 0), False, ["right"])


def test_a_wall_of_a_corridor_is_seen() -> None:
    """A circle along a floor, and a ray along a row of tiles."""
    tiles = {i: c2.Rect(32 * i, 0, 32, 32) for i in range(4)}
    space: Any = c2.Space(tiles)
    assert space.cast(c2.Circle(-8, -4, 4), (200, 0)) is None
    assert [item for item, _ in space.cast_all(c2.Circle(-8, -4, 4), (200, 0), touching=True)] == [0, 1, 2, 3]
    assert space.cast(c2.Circle(-8, -4, 4), (200, 0), touching=True, exclude={0}) == (
        1, c2.Hit(0.2, (32.0, 0.0), (0.0, -1.0), 0.0)
    )  # fmt: skip
    assert [item for item, _ in space.raycast_all((-8, 0), (90, 0), touching=True)] == [0, 1, 2]


def test_many_touches_with_a_filter_cost_no_square() -> None:
    count = 20_000
    space: Any = c2.Space({i: c2.Rect(i, 0, 1, 1) for i in range(count)})
    calls: list[int] = []

    def refuse(item: int) -> bool:
        calls.append(item)
        return item == count - 1

    assert space.raycast((0, 1), (count, 0), touching=True, filter=refuse)[0] == count - 1
    assert len(calls) == count


def test_options_are_for_keywords_and_take_any_truth_value() -> None:
    space: Any = c2.Space({"wall": FLOOR})
    for verb, who in (
        ("cast", c2.Point(0, 0)),
        ("cast_all", c2.Point(0, 0)),
        ("raycast", (0, 0)),
        ("raycast_all", (0, 0)),
    ):
        call = getattr(space, verb)
        assert call(who, (0, 100), touching=1) == call(who, (0, 100), touching=[0]) != call(who, (0, 100), touching=0)
        inside = (10, 110) if "ray" in verb else c2.Point(10, 110)
        assert call(inside, (0, -50), leaving="yes") != call(inside, (0, -50), leaving="")
        with pytest.raises(TypeError):
            call(who, (0, 100), True)
