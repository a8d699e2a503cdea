"""The laws of bodies as one solid: points and thin segments find no seam between the pieces."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import level_model
import pytest
import union_oracle
import unions
from hypothesis import given, settings
from hypothesis import strategies as st
from unions import CASES, IMAGES, STILL, Case, Still, Way, World

import collide2d as c2
from collide2d import Body, Point, Rect, Relation, Segment, Space, reference
from collide2d.testing.recipes import Vec, build
from collide2d.testing.sources import Seeded


def named(cases: list[Any]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=[case.name for case in cases])


def numbers(hit: Any) -> Any:
    """A hit without its pieces."""
    return None if hit is None else (hit.t, hit.point, hit.normal, hit.depth)


def back(motion: Vec) -> Vec:
    return -motion[0], -motion[1]


# ---- tables ----------------------------------------------------------------------------------------------------------


@named(STILL)
def test_what_the_pieces_surround_overlaps_the_body(case: Still) -> None:
    body = Body(case.world)
    pairs = max(piece.relate(case.shape) for piece in body)
    assert body.overlaps(case.shape) is case.overlaps is case.shape.overlaps(body)
    assert body.collides(case.shape) is (pairs >= Relation.TOUCHING)
    assert (body.separation(case.shape) < 0) is case.overlaps
    contact = body.contact(case.shape)
    assert (contact is not None and contact.depth > 0) is case.overlaps


@named(CASES)
def test_a_way_stops_where_the_pieces_block_it(case: Case) -> None:
    body = Body(case.world)
    hit, mirrored = case.shape.cast(case.motion, body), body.cast(back(case.motion), case.shape)
    if case.t is None:
        assert hit is mirrored is None
        return
    assert hit is not None
    assert mirrored is not None
    assert hit.t == pytest.approx(float(case.t), abs=1e-15)
    assert mirrored.t == pytest.approx(float(case.t), abs=1e-14)


# ---- random worlds ---------------------------------------------------------------------------------------------------


@given(unions.unions())
def test_a_body_stops_a_way_as_a_space_of_its_pieces_does(drawn: tuple[World, Way]) -> None:
    recipes, (recipe, motion) = drawn
    world, shape = unions.built(recipes), build(c2, recipe)
    body, space = Body(world), Space(dict(enumerate(world)))
    found, hit = space.cast(shape, motion), shape.cast(motion, body)
    if body.overlaps(shape):  # then the deepest piece is hit, not the first one
        assert hit is not None or not any(shape.overlaps(piece) for piece in body)
        return
    assert numbers(hit) == numbers(found and found[1])
    if found is not None and hit is not None:
        assert hit.pieces == (None, found[0])
    if len(shape.vertices) == 1:
        assert numbers(body.raycast(shape.center, motion)) == numbers(hit)
        assert numbers(c2.raycast(shape.center, motion, body)) == numbers(hit)


@given(unions.unions())
@settings(max_examples=40)
def test_a_way_is_blocked_by_one_piece_or_by_several_as_the_reference_says(drawn: tuple[World, Way]) -> None:
    recipes, (recipe, motion) = drawn
    world, shape = unions.built(recipes), build(c2, recipe)
    together = reference.union_cast(shape, motion, world)
    times = [hit.t for piece in world if (hit := shape.cast(motion, piece)) is not None]
    times += [float(together.t)] if together is not None else []
    hit = shape.cast(motion, Body(world))
    assert (hit is None) is (not times)
    assert hit is None or hit.t == pytest.approx(min(times), abs=1e-14)


@given(unions.unions())
@settings(max_examples=100)
def test_it_does_not_matter_which_of_the_two_moves(drawn: tuple[World, Way]) -> None:
    recipes, (recipe, motion) = drawn
    body, shape = Body(unions.built(recipes)), build(c2, recipe)
    one, other = shape.cast(motion, body), body.cast(back(motion), shape)
    assert (one is None) is (other is None)
    if one is None or other is None:
        return
    assert one.t == pytest.approx(other.t, abs=1e-12)
    assert body.sweep(back(motion)).overlaps(shape)
    if not body.overlaps(shape):
        assert other.pieces is not None
        assert isinstance(other.pieces[0], int)
        stop = (-other.t * motion[0], -other.t * motion[1])
        assert not body[other.pieces[0]].sweep(stop).overlaps(shape)


@given(unions.unions(), st.sampled_from(IMAGES))
@settings(max_examples=100)
def test_images_of_bodies_have_the_same_bits(drawn: tuple[World, Way], image: unions.Image) -> None:
    recipes, (recipe, motion) = drawn
    world, shape = unions.built(recipes), build(c2, recipe)
    body, other, there = Body(world), Body([image.of_shape(piece) for piece in world]), image.of_shape(shape)
    assert other.relate(there) is body.relate(shape)
    assert other.separation(there) == image.factor * body.separation(shape)
    for a, b in (
        (shape.cast(motion, body), there.cast(image.of_vector(motion), other)),
        (body.cast(motion, shape), other.cast(image.of_vector(motion), there)),
    ):
        assert (a and (a.t, a.pieces)) == (b and (b.t, b.pieces))


# ---- the way out -----------------------------------------------------------------------------------------------------


@given(unions.unions(), st.sampled_from([(1, 1), (math.inf, 1), (1, math.inf)]))
@settings(max_examples=100)
def test_the_depth_takes_a_shape_out_of_the_pieces_that_surround_it(
    drawn: tuple[World, Way], masses: tuple[float, float]
) -> None:
    recipes, (recipe, _) = drawn
    body, shape = Body(unions.built(recipes)), build(c2, recipe)
    contact, other = shape.contact(body), body.contact(shape)
    assert (contact is not None) is (other is not None) is shape.collides(body)
    if contact is None or other is None:
        return
    assert contact.depth == other.depth == -shape.separation(body) == -body.separation(shape)
    assert (contact.depth > 0) is shape.overlaps(body)
    touched = [piece for piece in body if piece.touches(shape)]
    if contact.depth > 0 and not any(piece.overlaps(shape) for piece in body):
        assert other.normal == tuple(0.0 - x for x in contact.normal)
        step = contact.depth * (1 + 1e-12) + 1e-12
        moved = shape.move((contact.normal[0] * step, contact.normal[1] * step))
        assert not Body(touched).overlaps(moved)
    a, b = shape.separate(body, *masses)
    assert not a.overlaps(b)


def test_what_starts_on_a_seam_and_leaves_is_let_out() -> None:
    tiles = Body([Rect(0, 0, 8, 8), Rect(8, 0, 8, 8), Rect(0, -20, 8, 8), Rect(8, -20, 8, 8)])
    point = Point(8, 2)
    hit = point.cast((0, -20), tiles, leaving=False)
    assert hit is not None
    assert hit.t == 0.7
    assert point.cast((0, -13), tiles, leaving=False) is None
    assert tiles.cast((0, 13), point, leaving=False) is None
    for found in (point.cast((0, -1), tiles), point.cast((0, 1), tiles, leaving=False), point.cast((0, 0), tiles)):
        assert found is not None
        assert (found.t, found.depth) == (0, 0)
    assert tiles.cast((0, -1), point, leaving=False) is not None


def test_a_cast_that_meets_what_it_touches_needs_no_union() -> None:
    tiles = Body([Rect(0, 0, 8, 8), Rect(8, 0, 8, 8)])
    hit = Point(8, -8).cast((0, 16), tiles, touching=True)
    assert hit is not None
    assert hit.t == 0.5


def test_a_point_in_a_fan_of_many_pieces_is_surrounded() -> None:
    corners = [(math.cos(2 * math.pi * i / 40), math.sin(2 * math.pi * i / 40)) for i in range(40)]
    fan = [c2.Polygon([(0, 0), corners[i - 1], corners[i]]) for i in range(40)]
    assert Body(fan).overlaps((0, 0))
    assert -Body(fan).separation((0, 0)) == pytest.approx(1, abs=0.01)
    for i in range(40):
        assert Body(fan[:i] + fan[i + 1 :]).touches((0, 0))


# ---- outlines --------------------------------------------------------------------------------------------------------

RING = [(0, 0), (16, 0), (16, 16), (10, 16), (8, 8), (0, 16)]
HOLES = [[(2, 2), (6, 2), (6, 6)], [(10, 2), (14, 2), (14, 6), (10, 6)]]
SOLID = Body.from_outline(RING, HOLES)
STEPS = st.tuples(st.integers(-2, 18), st.integers(-2, 18))
LINE = st.tuples(STEPS, STEPS)


def first_inside(p: tuple[int, int], q: tuple[int, int]) -> Fraction | None:
    """The first t at which the segment from p to q goes into the interior of the outline."""
    (px, py), (dx, dy) = p, (q[0] - p[0], q[1] - p[1])
    cuts = {Fraction(0), Fraction(1)}
    for ring in (RING, *HOLES):
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            across = dx * (by - ay) - dy * (bx - ax)
            for ex, ey in ((ax, ay), (bx, by)):
                if dx * (ey - py) == dy * (ex - px) and (dx or dy):
                    cuts.add(Fraction(dx * (ex - px) + dy * (ey - py), dx * dx + dy * dy))
            if across:
                cuts.add(Fraction((ax - px) * (by - ay) - (ay - py) * (bx - ax), across))
    times = sorted(t for t in cuts if 0 <= t <= 1)
    middles = [(t, (t + end) / 2) for t, end in zip(times, times[1:] or times, strict=False)]
    relation: Any = level_model.relation_of_point
    inside = [t for t, m in middles if relation((px + m * dx, py + m * dy), [RING, *HOLES]) > 0]
    return min(inside, default=None)


@given(LINE)
def test_a_body_from_an_outline_stops_points_as_the_polygon_does(
    line: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    p, q = line
    inside = first_inside(p, q)
    segment, motion = Segment(*p, *q), (q[0] - p[0], q[1] - p[1])
    assert SOLID.overlaps(segment) is (inside is not None or union_oracle.overlaps_union(segment, SOLID))
    hit, together = SOLID.raycast(p, motion), reference.union_cast(p, motion, SOLID)
    assert (hit is not None) is (inside is not None or together is not None)
    if hit is None:
        return
    times = [t for t in (inside, together and together.t) if t is not None]
    assert hit.t == pytest.approx(float(min(times)), abs=1e-12)
    other = SOLID.cast(back(motion), Point(*p))
    assert other is not None
    assert other.t == pytest.approx(hit.t, abs=1e-12)


def test_many_ways_through_worlds_of_bodies() -> None:
    """Which of the two moves does not matter, and a stop is clear of the piece that is named."""
    source, together = Seeded(7), 0
    for _ in range(150):
        _, recipes, ways = unions.world_with_ways(source, 4)
        world = unions.built(recipes)
        body = Body(world)
        for recipe, motion in ways:
            shape = build(c2, recipe)
            hit = shape.cast(motion, body)
            assert (hit is None) is (body.cast(back(motion), shape) is None)
            assert hit is None or shape.sweep(motion).overlaps(body)
            alone = any(shape.sweep(motion).overlaps(piece) for piece in body)
            together += hit is not None and not alone
            if hit is not None and not shape.overlaps(body):
                assert hit.pieces is not None
                assert isinstance(hit.pieces[1], int)
                stop = shape.sweep((hit.t * motion[0], hit.t * motion[1]))
                assert not stop.overlaps(body[hit.pieces[1]])
    assert together > 30
