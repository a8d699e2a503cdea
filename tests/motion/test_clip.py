"""The laws of `clip`: the part of a segment inside a shape, against its exact value in fractions."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import oracle
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from mirrors import MAPS, Pair, image

import collide2d as c2
from collide2d import reference
from collide2d.testing.cast_regimes import SMALL_CAST_REGIMES, drawn_cast
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.recipes import KINDS, build, build_cast
from collide2d.testing.strategies import Drawn

BOUND = Fraction(1, 2**48)
SMALL = tuple(name for name in REGIMES if name not in ("edges_of_domain", "huge", "tiny"))


@st.composite
def clips(draw: st.DrawFn, regimes: tuple[str, ...] = tuple(REGIMES)) -> tuple[Any, Any]:
    """A shape and a segment, in hard positions relative to each other: pairs, and ways of points and corners."""
    source, kind = Drawn(draw), draw(st.sampled_from(KINDS))
    if draw(st.booleans()):
        segment, shape = (build(c2, r) for r in REGIMES[draw(st.sampled_from(regimes))](source, "segment", kind))
        assume(isinstance(segment, c2.Segment))
        return shape, segment
    way = drawn_cast(source, draw(st.sampled_from(SMALL_CAST_REGIMES)), draw(st.sampled_from(("point", "rect"))), kind)
    a, motion, shape = build_cast(c2, way)
    return shape, c2.Segment(a.vertices[0], a.move(*motion).vertices[0])


def clipped(shape: Any, segment: Any) -> tuple[float, float]:
    part = shape.clip(segment)
    assume(part is not None)
    return part  # type: ignore[no-any-return]


def error(t: float, truth: reference.Surd) -> Fraction:
    low, high = truth.bracket(1600)  # the factors of tiny shapes are large
    return max(abs(Fraction(t) - low), abs(Fraction(t) - high))


@given(clips())
def test_there_is_a_part_exactly_when_they_collide(clip: Any) -> None:
    shape, segment = clip
    part = shape.clip(segment)
    assert c2.clip(shape, segment) == part
    assert (part is not None) is shape.collides(segment) is (oracle.relation(segment, shape) >= 0)
    assert part is None or 0 <= part[0] <= part[1] <= 1


@given(clips())
def test_an_end_is_inside_exactly_when_it_collides(clip: Any) -> None:
    shape, segment = clip
    t_in, t_out = clipped(shape, segment)
    assert (t_in == 0) is shape.collides(segment.a)
    assert t_out == 1 or segment.a == segment.b or not shape.collides(segment.b)


@given(clips())
def test_both_ends_of_the_part_are_accurate(clip: Any) -> None:
    shape, segment = clip
    t_in, t_out = clipped(shape, segment)
    truth = reference.surd_clip(shape, segment)
    assert truth is not None
    assert error(t_in, truth[0]) <= BOUND
    assert error(t_out, truth[1]) <= BOUND
    if truth[0].compare(truth[1]) == 0:
        assert t_in == t_out


@given(clips(SMALL))
def test_the_reference_rounds_the_exact_part(clip: Any) -> None:
    shape, segment = clip
    part, expected = shape.clip(segment), reference.clip(shape, segment)
    assert (part is None) is (expected is None)
    if part is not None and expected is not None:
        assert max(abs(part[0] - expected[0]), abs(part[1] - expected[1])) <= 2 * BOUND


@given(clips())
def test_the_reversed_segment_has_the_reversed_part(clip: Any) -> None:
    shape, segment = clip
    t_in, t_out = clipped(shape, segment)
    assume(segment.a != segment.b)
    back_in, back_out = shape.clip(c2.Segment(segment.b, segment.a))
    assert abs(1 - Fraction(back_out) - Fraction(t_in)) <= 2 * BOUND
    assert abs(1 - Fraction(back_in) - Fraction(t_out)) <= 2 * BOUND


@given(clips(), st.sampled_from(sorted(MAPS)))
def test_images_have_equal_parts(clip: Any, name: str) -> None:
    shape, segment = clip
    there = MAPS[name][0]
    assert image(shape, there).clip(c2.Segment(there(*segment.a), there(*segment.b))) == shape.clip(segment)


@pytest.mark.parametrize(
    ("shape", "segment", "part"),
    [
        (c2.Rect(0, 0, 4, 2), c2.Segment(-2, 1, 6, 1), (0.25, 0.75)),
        (c2.Rect(0, 0, 4, 2), c2.Segment(6, 1, -2, 1), (0.25, 0.75)),  # from the given first end
        (c2.Rect(0, 0, 4, 2), c2.Segment(2, 1, 10, 1), (0.0, 0.25)),
        (c2.Rect(0, 0, 4, 2), c2.Segment(10, 1, 2, 1), (0.75, 1.0)),
        (c2.Rect(0, 0, 4, 2), c2.Segment(1, 1, 3, 1), (0.0, 1.0)),
        (c2.Rect(0, 0, 4, 2), c2.Segment(-2, 0, 6, 0), (0.25, 0.75)),  # along a side
        (c2.Rect(0, 0, 4, 2), c2.Segment(-1, 1, 1, -1), (0.5, 0.5)),  # past a corner
        (c2.Rect(0, 0, 4, 2), c2.Segment(-3, 1, 0, 1), (1.0, 1.0)),  # up to it
        (c2.Rect(0, 0, 4, 2), c2.Segment(4, 1, 9, 1), (0.0, 0.0)),  # away from it
        (c2.Rect(0, 0, 4, 2), c2.Segment(-4, 0, 0, 0), (1.0, 1.0)),  # ends where a side begins
        (c2.Rect(0, 0, 4, 2), c2.Segment(2, 1, 2, 1), (0.0, 0.0)),  # length 0
        (c2.Rect(0, 0, 4, 2), c2.Segment(-2, 3, 6, 3), None),
        (c2.RoundRect(0, 0, 4, 4, 1), c2.Segment(-2, 0, 6, 0), (0.375, 0.625)),  # along the straight part of a side
        (c2.Circle(0, 0, 5), c2.Segment(-10, 3, 10, 3), (0.3, 0.7)),
        (c2.Circle(0, 0, 5), c2.Segment(-10, 5, 10, 5), (0.5, 0.5)),
        (c2.Circle(0, 0, 0), c2.Segment(-1, 0, 3, 0), (0.25, 0.25)),
        (c2.Point(1, 1), c2.Segment(0, 0, 4, 4), (0.25, 0.25)),
        (c2.Segment(0, -1, 0, 1), c2.Segment(-1, 0, 3, 0), (0.25, 0.25)),
        (c2.Segment(0, 0, 2, 0), c2.Segment(-1, 0, 3, 0), (0.25, 0.75)),
        (c2.Capsule(0, 0, 10, 0, 2), c2.Segment(5, -6, 5, 6), (1 / 3, 2 / 3)),
        # A tiny shape on a long way, and a segment of the length of the domain.
        (c2.Capsule(-2e-16, 1e-16, -3e-16, 4e-16, 5e-17), c2.Segment(6e15, 2e-16, -6e15, 2e-16), (0.5, 0.5)),
        (c2.Rect(-1, -1, 2, 2), c2.Segment(-1e60, 0, 1e60, 0), (0.5, 0.5)),
    ],
)
def test_known_parts(shape: Any, segment: Any, part: Pair | None) -> None:
    assert shape.clip(segment) == (part if part is None else pytest.approx(part, abs=1e-15))
    if part and set(part) <= {0.0, 0.25, 0.5, 0.75, 1.0}:
        assert shape.clip(segment) == part


def test_the_segment_may_be_a_line_of_pygame_or_a_sprite() -> None:
    line = SimpleNamespace(ax=0, ay=0, bx=10, by=0)
    sprite: Any = SimpleNamespace(shape=c2.Circle(5, 0, 2))
    assert c2.clip(sprite, line) == c2.Circle(5, 0, 2).clip(line) == (0.3, 0.7)
    assert c2.clip((5, 0), c2.Segment(0, 0, 10, 0)) == (0.5, 0.5)


def test_what_is_no_segment_is_refused() -> None:
    body: Any = c2.Body([c2.Circle(0, 0, 1)])
    with pytest.raises(TypeError, match="clip: segment must be a Segment or a pygame line, got collide2d"):
        c2.Circle(0, 0, 1).clip(c2.Circle(0, 0, 1))
    for points in (((0, 0), (3, 3)), [(0, 0), (3, 3)], (0, 0, 3, 3), (0, 0)):
        with pytest.raises(TypeError, match=r"clip: segment must be a Segment .*: write Segment\(a, b\)"):
            c2.Circle(0, 0, 1).clip(points)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="clip: shape must not be a body; clip each of its pieces"):
        c2.clip(body, c2.Segment(0, 0, 1, 0))
    with pytest.raises(TypeError, match="clip: takes 2 positional arguments, a shape and a segment, got 1"):
        c2.clip(c2.Circle(0, 0, 1))  # type: ignore[call-overload]
