"""The laws of `cast` with `motion_b`: two shapes, or bodies, that move at the same time."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import oracle
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from measures import GRAIN, moves_exactly

import collide2d as c2
from collide2d import reference
from collide2d.testing.strategies import Drawn, casts

Pair = tuple[float, float]


@st.composite
def meetings(draw: st.DrawFn) -> tuple[Any, Pair, Any, Pair]:
    """A cast whose other shape moves as well: the motions of a cast, to which a common motion is added."""
    a, motion, b = draw(casts())
    source = Drawn(draw)
    size = 2.0 ** source.integer(-6, 12)
    common = source.integer(-64, 64) * size / 16, source.integer(-64, 64) * size / 10
    motion = motion[0] + common[0], motion[1] + common[1]
    try:
        for shape, way in ((a, motion), (b, common), (a, relative(motion, common)), (b, relative(common, motion))):
            shape.move(*way)
    except ValueError:
        assume(False)
    return a, motion, b, common


def relative(motion: Pair, motion_b: Pair) -> Pair:
    return motion[0] - motion_b[0], motion[1] - motion_b[1]


def after(shape: Any, motion: Pair, t: float) -> Any:
    return shape.move(t * motion[0], t * motion[1])


def rounding(*way: Any) -> Fraction:
    """A bound of a few ulps of every number of two movers."""
    a, motion, b, motion_b = way
    numbers = [*a.bounds, *b.bounds, *motion, *motion_b, a.radius, b.radius]
    for shape in (a, b):
        fields = shape.to_dict()
        fields = fields.get("core", fields)
        for value in fields.values():
            numbers += [x for x in (value if isinstance(value, list) else [value]) if isinstance(x, float)]
    return Fraction(max(map(abs, numbers))) / 2**44 + 64 * GRAIN


@given(meetings(), st.booleans(), st.booleans())
def test_both_stop_without_an_overlap(way: Any, touching: bool, leaving: bool) -> None:
    a, motion, b, motion_b = way
    hit = a.cast(motion, b, motion_b=motion_b, touching=touching, leaving=leaving)
    assume(hit is not None and not a.overlaps(b))
    assert hit.depth == 0
    assert oracle.relation(after(a, motion, hit.t), after(b, motion_b, hit.t)) <= 0


@given(meetings(), st.booleans(), st.booleans())
def test_they_meet_as_one_does_along_the_difference(way: Any, touching: bool, leaving: bool) -> None:
    a, motion, b, motion_b = way
    hit = c2.cast(a, motion, b, motion_b=motion_b, touching=touching, leaving=leaving)
    alone = c2.cast(a, relative(motion, motion_b), b, touching=touching, leaving=leaving)
    assert (hit is None) is (alone is None)
    if hit is None or alone is None:
        return
    assert (hit.normal, hit.depth) == (alone.normal, alone.depth)
    assert hit.point == tuple(x + hit.t * m for x, m in zip(alone.point, motion_b, strict=True))
    assert 0 <= hit.t <= alone.t


@given(meetings())
def test_t_is_reduced_only_by_rounding(way: Any) -> None:
    """Head-on. A motion along a face has to be reduced by more, until the shapes part by a rounding."""
    a, motion, b, motion_b = way
    r = relative(motion, motion_b)
    hit, alone = a.cast(motion, b, motion_b=motion_b), a.cast(r, b)
    assume(hit is not None and alone is not None)
    approach = -(Fraction(r[0]) * Fraction(alone.normal[0]) + Fraction(r[1]) * Fraction(alone.normal[1]))
    assert (Fraction(alone.t) - Fraction(hit.t)) * approach <= rounding(*way)


@given(meetings())
def test_swapped_roles_meet_at_the_same_time(way: Any) -> None:
    """Where moving rounds nothing, up to the bounds of two casts."""
    a, motion, b, motion_b = way
    r, back = relative(motion, motion_b), relative(motion_b, motion)
    assume(moves_exactly(a, r) and moves_exactly(b, back) and not a.overlaps(b))
    there = a.cast(motion, b, motion_b=motion_b)
    here = b.cast(motion_b, a, motion_b=motion)
    assert (there is None) is (here is None)
    if there is None:
        return
    approach = -(Fraction(r[0]) * Fraction(there.normal[0]) + Fraction(r[1]) * Fraction(there.normal[1]))
    assume(approach * 2 >= Fraction(math.hypot(*r)))
    assert abs(Fraction(there.t) - Fraction(here.t)) * approach <= 4 * rounding(*way)


@given(casts(), st.booleans(), st.booleans())
def test_a_shape_at_rest_is_met_as_ever(cast: Any, touching: bool, leaving: bool) -> None:
    a, motion, b = cast
    hit = a.cast(motion, b, motion_b=(0, 0), touching=touching, leaving=leaving)
    assert hit == a.cast(motion, b, touching=touching, leaving=leaving)


@given(casts())
def test_equal_motions_never_meet(cast: Any) -> None:
    a, motion, b = cast
    try:
        b.move(*motion)
    except ValueError:
        assume(False)
    assert (a.cast(motion, b, motion_b=motion) is None) is not a.overlaps(b)


@given(meetings(), st.booleans())
def test_bodies_stop_without_an_overlap(way: Any, twice: bool) -> None:
    a, motion, b, motion_b = way
    first = c2.Body([a, c2.Point(a.vertices[0])] if twice else [a])
    second = c2.Body([b])
    hit = first.cast(motion, second, motion_b=motion_b)
    alone = first.cast(relative(motion, motion_b), second)
    assert (hit is None) is (alone is None)
    if hit is None or alone is None or first.overlaps(second):
        return
    assert hit.pieces == alone.pieces
    assert hit.t <= alone.t
    assert not after(first, motion, hit.t).overlaps(after(second, motion_b, hit.t))


@given(meetings())
def test_the_reference_agrees(way: Any) -> None:
    a, motion, b, motion_b = way
    assume(len(a.vertices) + len(b.vertices) <= 10)
    hit, expected = a.cast(motion, b, motion_b=motion_b), reference.cast(a, motion, b, motion_b=motion_b)
    assert (hit is None) is (expected is None)
    if hit is None or expected is None:
        return
    assert not after(a, motion, expected.t).overlaps(after(b, motion_b, expected.t)) or a.overlaps(b)
    r = relative(motion, motion_b)
    approach = -(Fraction(r[0]) * Fraction(hit.normal[0]) + Fraction(r[1]) * Fraction(hit.normal[1]))
    assert hit.depth > 0 or abs(Fraction(hit.t) - Fraction(expected.t)) * approach <= 2 * rounding(*way)


def test_two_bullets_meet_in_the_air() -> None:
    hit = c2.Circle(0, 0, 1).cast((100, 0), c2.Circle(98, 0, 1), motion_b=(-92, 0))
    assert hit == c2.Hit(0.5, (51.0, 0.0), (-1.0, 0.0), 0.0)
    assert c2.Circle(0, 0, 1).cast((100, 0), c2.Circle(98, 5, 1), motion_b=(-92, 0)) is None
    assert c2.Circle(0, 0, 1).cast((100, 0), c2.Circle(98, 2, 1), motion_b=(-92, 0)) is None
    assert c2.Circle(0, 0, 1).cast((100, 0), c2.Circle(98, 2, 1), motion_b=(-92, 0), touching=True) is not None


def test_a_chaser_meets_only_what_is_slower() -> None:
    car, truck = c2.Rect(0, 0, 4, 2), c2.Rect(10, 0, 6, 2)
    assert car.cast((10, 0), truck, motion_b=(4, 0)) is None  # it ends in touch
    assert car.cast((12, 0), truck, motion_b=(4, 0)) == c2.Hit(0.75, (13.0, 1.0), (-1.0, 0.0), 0.0)
    assert car.cast((10, 0), truck, motion_b=(10, 0)) is None


def test_wrong_arguments_are_refused() -> None:
    a, b = c2.Circle(0, 0, 1), c2.Circle(9, 0, 1)
    with pytest.raises(ValueError, match="cast: motion_b must be between -1e60 and 1e60, got 2e"):
        a.cast((1, 0), b, motion_b=(2e60, 0))
    with pytest.raises(ValueError, match="cast: both after their motions, and the difference of the motions, must be"):
        a.cast((9e59, 0), b, motion_b=(-9e59, 0))
    with pytest.raises(TypeError, match="cast: motion_b must be"):
        a.cast((1, 0), b, motion_b=3)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="raycast: unexpected keyword argument 'motion_b'"):
        a.raycast((1, 0), (1, 0), motion_b=(1, 0))  # type: ignore[call-overload]
