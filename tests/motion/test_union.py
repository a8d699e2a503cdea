"""The union rule: what has no interior is stopped by several shapes that surround it together."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
import union_oracle
import unions
from hypothesis import given, settings
from unions import CASES, IMAGES, STILL, Case, Still, Way, World

import collide2d as c2
from collide2d import reference
from collide2d.reference import UnionHit
from collide2d.testing.recipes import Vec, build
from collide2d.testing.sources import Seeded, choice, one_in


def named(cases: list[Any]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=[case.name for case in cases])


def hit_at(t: Fraction | None, members: Iterable[int]) -> UnionHit | None:
    return None if t is None else UnionHit(t, frozenset(members))


def sweep_until(shape: Any, motion: Vec, t: Fraction) -> Any:
    """The sweep of a shape up to t, without rounding."""
    return reference.exactly(shape, motion, 0, t)


def touching_world(source: Seeded) -> tuple[Any, list[Any]]:
    """A point or a segment, and shapes of several kinds that touch it."""
    p, q = ((source.integer(-4, 4), source.integer(-4, 4)) for _ in range(2))
    shape = c2.Segment(*p, *q) if one_in(source, 2) else c2.Point(*p)
    ends = [(int(x), int(y)) for x, y in shape.vertices]
    world: list[Any] = []
    for _ in range(source.integer(2, 6)):
        x, y = choice(source, ends)
        a, b = ((x + source.integer(-3, 3), y + source.integer(-3, 3)) for _ in range(2))
        # A round shape touches the end from a direction in which lengths are whole.
        ux, uy, r = choice(source, [(1, 0, 1), (0, 1, 1), (-1, 0, 1), (0, -1, 1), (3, 4, 5), (-4, 3, 5), (4, -3, 5)])
        k = source.integer(1, 3)
        cx, cy = x + k * ux, y + k * uy
        side = choice(source, [(0, 0), (uy, -ux), (-uy, ux), (ux, uy)])
        kind = source.integer(0, 5)
        if kind == 0:
            world.append(c2.Segment(x, y, *a))
        elif kind == 1:
            world.append(c2.Circle(cx, cy, k * r))
        elif kind == 2:
            world.append(c2.Capsule(cx, cy, cx + side[0], cy + side[1], k * r))
        elif kind == 3:
            world.append(c2.Polygon.hull([(cx, cy), (cx + side[0], cy + side[1]), (cx + 2 * ux, cy + 2 * uy)], k * r))
        elif kind == 4:
            world.append(c2.Rect.from_corners(x, y, *a))
        else:
            world.append(c2.Polygon.hull([(x, y), a, b]))
    return shape, [member for member in world if not member.overlaps(shape)]


# ---- the reference ---------------------------------------------------------------------------------------------------


@named(STILL)
def test_the_reference_knows_what_surrounds_a_shape_at_rest(case: Still) -> None:
    assert reference.overlaps_union(case.shape, case.world) == case.overlaps
    assert reference.overlaps_union(case.shape, case.world[::-1]) == case.overlaps
    if len(case.shape.vertices) < 3:
        assert union_oracle.overlaps_union(case.shape, case.world) == case.overlaps


@named(CASES)
def test_the_reference_knows_when_and_by_what_a_way_is_blocked(case: Case) -> None:
    together = hit_at(case.t, case.together) if case.together else None
    assert reference.union_cast(case.shape, case.motion, case.world) == together
    hits = [reference.cast(case.shape, case.motion, member) for member in case.world]
    t = min((hit.t for hit in hits if hit is not None), default=None)
    if case.alone:
        assert t == case.t
        assert {i for i, hit in enumerate(hits) if hit is not None and hit.t == t} == case.alone
    else:
        assert t is None or (case.t is not None and t > case.t)


def test_cones_and_shifts_agree_on_what_surrounds_a_shape() -> None:
    source, outcomes = Seeded(1), {True: 0, False: 0}
    for _ in range(120):
        shape, world = touching_world(source)
        answer = reference.overlaps_union(shape, world)
        assert answer == union_oracle.overlaps_union(shape, world), (shape, world)
        outcomes[answer] += 1
    assert min(outcomes.values()) > 5


def test_the_shifts_find_cusps(monkeypatch: pytest.MonkeyPatch) -> None:
    """If an arc counted as straight, the cones would cover cusps, and the comparison would show it."""
    cone = reference.shift_cone

    def straightened(shape: Any, member: Any) -> Any:
        found = cone(shape, member)
        return found and found._replace(start_is_straight=True, end_is_straight=True)

    monkeypatch.setattr(reference, "shift_cone", straightened)
    source = Seeded(2)
    worlds = (touching_world(source) for _ in range(300))
    assert any(reference.overlaps_union(*world) != union_oracle.overlaps_union(*world) for world in worlds)


def test_cones_and_shifts_agree_on_when_a_way_is_blocked() -> None:
    """Before t the sweep overlaps no union, after t it does; together with `cast`, this is all that stops a way."""
    source, together = Seeded(3), 0
    for _ in range(9):
        _, recipes, ways = unions.world_with_ways(source, 3)
        world = unions.built(recipes)
        for recipe, motion in ways:
            shape = build(c2, recipe)
            hit = reference.union_cast(shape, motion, world)
            step = Fraction(1, 2 ** source.integer(1, 9))
            if hit is None:
                alone = [reference.entry_time(shape, motion, member) for member in world]
                if not any(t is not None and float(t) < 1 for t in alone):
                    before = sweep_until(shape, motion, 1 - step)
                    assert not union_oracle.overlaps_union(before, world), (shape, motion, world)
                continue
            together += 1
            after = sweep_until(shape, motion, hit.t + (1 - hit.t) * step)
            assert union_oracle.overlaps_union(after, world), (shape, motion, world)
            if hit.t > 0:
                before = sweep_until(shape, motion, hit.t * (1 - step))
                assert not union_oracle.overlaps_union(before, world), (shape, motion, world)
            assert len(hit.members) > 1
    assert together > 1


@settings(max_examples=40)
@given(unions.unions())
def test_members_that_take_part_block_the_way_without_the_others(drawn: tuple[World, Way]) -> None:
    recipes, (recipe, motion) = drawn
    world, shape = unions.built(recipes), build(c2, recipe)
    hit = reference.union_cast(shape, motion, world)
    if hit is not None:
        parts = [world[i] for i in sorted(hit.members)]
        assert reference.union_cast(shape, motion, parts) == hit_at(hit.t, range(len(parts)))
        assert reference.union_cast(shape, motion, parts[::-1]) == hit_at(hit.t, range(len(parts)))


@pytest.mark.parametrize("image", IMAGES, ids=lambda image: f"{image.name} by {image.factor:g}")
def test_images_of_a_world_give_equal_answers(image: unions.Image) -> None:
    for case in CASES[:: 2 if image.factor == 1 else 9]:
        world = [image.of_shape(member) for member in case.world]
        shape, motion = image.of_shape(case.shape), image.of_vector(case.motion)
        together = hit_at(case.t, case.together) if case.together else None
        assert reference.union_cast(shape, motion, world) == together, case.name


def test_the_sweep_ends_where_rounding_puts_the_shape() -> None:
    """A motion across that is lost in the sum does not lead out of the seam; one that is kept leads into a tile."""
    assert reference.union_cast((8, -8), (2.0**-60, 16), unions.TILES) == hit_at(Fraction(1, 2), {0, 1})
    assert reference.union_cast((8, -8), (2.0**-40, 16), unions.TILES) is None
    assert reference.union_cast((8, -8), (2.0**-60, 0), unions.TILES) is None


def test_any_object_with_vertices_and_a_radius_is_a_member() -> None:
    tiles = [SimpleNamespace(vertices=[(k, 0), (k + 8, 0), (k + 8, 8), (k, 8)], radius=0) for k in (0, 8)]
    assert reference.union_cast((8, -8), (0, 16), tiles) == hit_at(Fraction(1, 2), {0, 1})


# ---- spaces ----------------------------------------------------------------------------------------------------------

# The core stops a ray at a seam.


def assert_first(case: Case, found: tuple[int, c2.Hit] | None, *, may_stop_short: bool = False) -> None:
    if case.t is None:
        assert found is None
    else:
        assert found is not None
        item, hit = found
        assert hit.t == pytest.approx(float(case.t), rel=1e-12)
        members = case.alone | case.together
        # The hits of a slide are what it met at the stop, without what one side of the way has only passed.
        assert item == min(members) or (may_stop_short and item in members)
        is_rounded = case.t.denominator & (case.t.denominator - 1) or not case.together
        assert hit.t == case.t or is_rounded or may_stop_short


@named(CASES)
def test_casts_and_rays_of_a_space_are_stopped_by_the_union(case: Case) -> None:
    space = c2.Space(dict(enumerate(case.world)))
    assert_first(case, space.cast(case.shape, case.motion))
    hits = space.cast_all(case.shape, case.motion)
    t = pytest.approx(float(case.t or 0), rel=1e-12)
    assert case.together <= {item for item, hit in hits if hit.t == t}
    if isinstance(case.shape, c2.Point):
        assert_first(case, space.raycast(case.shape, case.motion))
        assert space.raycast_all(case.shape, case.motion) == hits


def beside_a_line(rng: random.Random) -> list[c2.Shape]:
    """Tiles on both sides of the x axis, and segments that end on it, in any order."""
    solids: list[c2.Shape] = [c2.Rect(x, y, 2, 2) for x in range(-7, 7, 2) for y in (-2, 0) if rng.random() < 0.5]
    for _ in range(rng.randrange(4)):
        x = rng.randrange(-7, 7)
        solids.append(c2.Segment(x, 0, x + rng.choice([-1, 1]), rng.choice([-1, 1])))
    rng.shuffle(solids)
    return solids


# What blocks the segment at its start is left; what it meets then was beyond the limit of the search, in half of all
# orders of these items.
LEFT_BEHIND: list[c2.Shape] = [
    c2.Segment(0, -2, 1, -1), c2.Segment(0, 0, 1, 1), c2.Rect(-5, -2, 2, 2), c2.Rect(-1, -2, 2, 2),
    c2.Rect(-1, 0, 2, 2), c2.Rect(3, -2, 2, 2), c2.Rect(3, 0, 2, 2),
]  # fmt: skip


@pytest.mark.parametrize("touching", [False, True])
@pytest.mark.parametrize("leaving", [False, True])
def test_a_cast_is_the_first_of_all_hits_in_any_order_of_the_items(touching: bool, leaving: bool) -> None:
    rng = random.Random(5)
    for i in range(300):
        x = 1 if i % 3 == 0 else rng.randrange(-6, 6)
        items = rng.sample(LEFT_BEHIND, 7) if i % 3 == 0 else beside_a_line(rng)
        mover = c2.Point(x, 0) if i % 5 == 1 else c2.Segment(x, 0, x + 2, 0)
        space: c2.Space[int] = c2.Space()
        for item, shape in enumerate(items):
            space.add(item, shape)
        motion = (-11 if i % 3 == 0 else rng.choice([-11, 11]), 0)
        every = space.cast_all(mover, motion, touching=touching, leaving=leaving)
        assert space.cast(mover, motion, touching=touching, leaving=leaving) == (every[0] if every else None)


@named([case for case in CASES if case.t != 0])
def test_slides_are_stopped_by_the_union(case: Case) -> None:
    space = c2.Space({**dict(enumerate(case.world)), -1: case.shape})
    move = space.slide(-1, *case.motion, response="stop")
    assert_first(case, move.hits[0] if move.hits else None, may_stop_short=True)  # of a pinch
    if case.t is None:
        assert (move.motion, move.remaining) == (case.motion, (0, 0))


@named(STILL)
def test_a_query_finds_what_surrounds_a_shape_together(case: Still) -> None:
    space = c2.Space(dict(enumerate(case.world)))
    assert bool(space.query(case.shape)) == case.overlaps


# ---- what starts inside several items --------------------------------------------------------------------------------

# A segment from (0, -3) to (0, 2), with items that touch it before and behind its front. The way of no item alone, nor
# of two, is blocked by all of them.
AROUND: dict[str, dict[str, Any]] = {
    "circles": {"left": c2.Circle(-1, -2, 1), "right": c2.Circle(1, 1, 1), "tail": c2.Circle(0, 3, 1)},
    "tiles": {"left": c2.Rect(-1, -2, 1, 1), "right": c2.Rect(0, -2, 1, 1), "tail": c2.Rect(-1, 2, 1, 1)},
    "a pinched body": {
        "left": c2.Circle(-1, -2, 1), "pinch": c2.Body([c2.Circle(-1, 0, 1), c2.Circle(1, 0, 1)]),
        "right": c2.Circle(1, -3, 1),
    },
}  # fmt: skip


def at_once(space: Any, shape: Any, motion: Vec, **options: Any) -> list[Any]:
    """The items that are hit at t = 0, the first of which is what `cast` finds."""
    hits = space.cast_all(shape, motion, **options)
    assert space.cast(shape, motion, **options) == (hits[0] if hits else None)
    if isinstance(shape, c2.Point):
        assert space.raycast_all(shape, motion, **options) == hits
        assert space.raycast(shape, motion, **options) == (hits[0] if hits else None)
    assert len({item for item, _ in hits}) == len(hits)
    return [item for item, hit in hits if hit.t == 0]


@pytest.mark.parametrize("name", AROUND)
@pytest.mark.parametrize("motion", [(0, -3), (0, 3), (0, 0.5), (0, 50), (0, 1e-30), (0, 0)])
def test_what_surrounds_a_segment_together_is_hit_at_once(name: str, motion: Vec) -> None:
    shape = c2.Segment(0, -3, 0, 2)
    calls: list[str] = []

    def passes(item: str) -> bool:
        calls.append(item)
        return True

    for order in itertools.permutations(AROUND[name]):
        space: Any = c2.Space((item, AROUND[name][item]) for item in order)
        assert space.query(shape) == at_once(space, shape, motion) == list(order)
        assert at_once(space, shape, motion, touching=True) == list(order)
        assert at_once(space, shape, motion, filter=passes) == list(order)
        assert len(calls) <= 2 * len(order)
        calls.clear()
        for item in order:
            assert set(space.query(shape, exclude={item})) <= set(at_once(space, shape, motion, exclude={item}))


def test_what_surrounds_a_shape_is_hit_where_it_touches_it() -> None:
    space = c2.Space({"left": c2.Rect(-8, 0, 8, 8), "right": c2.Rect(0, 0, 8, 8)})
    left, right = c2.Hit(0.0, (0.0, 4.0), (1.0, 0.0), 0.0), c2.Hit(0.0, (0.0, 4.0), (-1.0, 0.0), 0.0)
    assert space.raycast_all((0, 4), (3, 0)) == [("left", left), ("right", right)]
    assert space.raycast_all((0, 4), (3, 0), touching=True) == [("left", left), ("right", right)]
    assert space.raycast_all((0, 4), (3, 0), leaving=False) == [("right", right)]
    body = c2.Space({"body": c2.Body([c2.Rect(-8, 0, 8, 8), c2.Rect(0, 0, 8, 8)])})
    assert body.raycast((0, 4), (3, 0)) == ("body", c2.raycast((0, 4), (3, 0), body["body"]))


def test_what_does_not_leave_hits_all_that_surrounds_it() -> None:
    """Into a seam, with a circle behind; and out of it, where nothing else counts."""
    tiles = {"left": c2.Rect(-4, 0, 4, 8), "right": c2.Rect(0, 0, 4, 8)}
    space, shape = c2.Space({"tail": c2.Circle(0, -3, 1), **tiles}), c2.Segment(0, -2, 0, 2)
    for touching in (False, True):
        assert at_once(space, shape, (0, 3), leaving=False, touching=touching) == ["tail", "left", "right"]
        assert at_once(space, shape, (0, -3), leaving=False, touching=touching) == ["tail"]  # which is ahead
        assert at_once(c2.Space(tiles), shape, (0, -3), leaving=False, touching=touching) == []
    assert at_once(space, c2.Segment(0, -2, 0, 0), (0, 3), leaving=False) == ["left", "right"]


@pytest.mark.parametrize("seed", range(8))
def test_what_a_query_finds_is_hit_at_the_start_of_every_way(seed: int) -> None:
    """Of a point, and of a segment along itself."""
    source, found = Seeded(seed), 0
    for _ in range(60):
        shape, world = touching_world(source)
        space = c2.Space(enumerate(world))
        (ax, ay), (bx, by) = shape.vertices[0], shape.vertices[-1]
        for k in (-2, -0.25, 0, 0.25, 3):
            is_point = isinstance(shape, c2.Point)
            motion = (source.integer(-5, 5), source.integer(-5, 5)) if is_point else (k * (bx - ax), k * (by - ay))
            start = set(at_once(space, shape, motion))
            assert set(space.query(shape)) <= start
            assert at_once(space, shape, motion, filter=lambda item: True) == sorted(start)
            passed = {i for i in range(len(world)) if source.integer(0, 2)}
            start = set(at_once(space, shape, motion, filter=passed.__contains__))
            assert set(space.query(shape, filter=passed.__contains__)) <= start
            found += len(space.query(shape))
    assert found > 20


# ---- the generators --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", unions.KINDS_OF_WORLDS)
def test_worlds_have_whole_numbers_and_several_shapes(kind: str) -> None:
    source = Seeded(5)
    worlds = [unions.KINDS_OF_WORLDS[kind](source) for _ in range(20)]
    assert all(x == int(x) for world in worlds for recipe in world for x in recipe.numbers)
    assert sum(len(world) > 1 for world in worlds) > 10
    touching = (a.touches(b) for world in worlds for a, b in itertools.combinations(unions.built(world), 2))
    assert sum(touching) > 5


def test_ways_are_of_points_and_of_segments_along_themselves() -> None:
    source, makes = Seeded(6), set()
    for _ in range(60):
        _, _, ways = unions.world_with_ways(source, 4)
        for recipe, motion in ways:
            shape = build(c2, recipe)
            assert motion != (0, 0)
            assert len(shape.sweep(motion).vertices) == 2
            makes.add((recipe.make, len(shape.vertices)))
    assert len(makes) == 10


# ---- points that start inside ----------------------------------------------------------------------------------------


def test_a_point_on_a_seam_is_pushed_out_of_the_mouth() -> None:
    for y, end in ((2, 0), (6, 8)):
        space = c2.Space({0: c2.Rect(0, 0, 8, 8), 1: c2.Rect(8, 0, 8, 8), 2: c2.Point(8, y)})
        move = space.slide(2, 0, 0)
        assert (move.shape, move.stuck) == (c2.Point(8, end), False)
        assert [item for item, _ in move.hits] == [0, 1]


def test_a_point_where_four_tiles_meet_is_stuck() -> None:
    space: c2.Space[object] = c2.Space({(i, j): c2.Rect(8 * i, 8 * j, 8, 8) for i in range(4) for j in range(4)})
    space.add("point", c2.Point(16, 16))
    move = space.slide("point", 0, 0)
    assert move.stuck
    assert move.shape == c2.Point(16, 16)


def test_a_slide_does_not_slip_through_a_pinch_in_two_steps() -> None:
    for world in ([c2.Rect(0, 0, 10, 10), c2.Rect(10, 10, 10, 10)], [c2.Circle(5, 10, 5), c2.Circle(15, 10, 5)]):
        space = c2.Space({**dict(enumerate(world)), -1: c2.Point(12, 4)})
        for _ in range(4):
            move = space.slide(-1, -6, 18)
        assert move.shape.center[1] <= 10


@pytest.mark.parametrize("away", [0, 2**20, 2**30, 2**40])
def test_a_stop_that_is_no_double_is_near_the_seam_however_far_the_world_is(away: int) -> None:
    """On a line along which only few positions are doubles: the stop is at most 128 units in the last place early."""
    fan = [c2.Polygon([(4, away - 8), (22, away - 2), (16, away + 4)]),
           c2.Polygon([(-14, away - 14), (4, away - 8), (-8, away + 4)]),
           c2.Polygon([(-14, away - 14), (-8, away - 20), (4, away - 8)])]  # fmt: skip
    hit = c2.Space(dict(enumerate(fan))).raycast((-26, away - 38), (44, 44))
    assert hit is not None
    early = 44 * (Fraction(30, 44) - Fraction(hit[1].t))
    assert 0 <= early <= 128 * math.ulp(away + 64.0)
