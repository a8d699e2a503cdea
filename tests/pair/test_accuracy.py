"""Computed numbers against the truth: separation and depth within 8 ulp, normals within 4 ulp of unit length, sine and
cosine the nearest float. Also where the distance and the radii cancel to the last bit."""

from __future__ import annotations

import math
from typing import Any

import mpmath  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st
from measures import length_error, true_separation, ulps, way_out_error

import collide2d as c2
from collide2d import reference
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.placing import angle
from collide2d.testing.recipes import KIND_PAIRS, build
from collide2d.testing.sources import Seeded
from collide2d.testing.strategies import Drawn, pairs

# By regime: how many pairs of each two kinds are measured.
SAMPLES = {"near_touch": 25, "kicked_touch": 10, "far": 10, "huge": 5, "tiny": 5, "sliver": 15, "nested": 10,
           "deep": 15, "specks": 15, "unequal": 15, "nearly_parallel": 15,
           "scattered": 15, "edges_of_domain": 5}  # fmt: skip


def assert_accurate(a: Any, b: Any) -> None:
    truth = true_separation(a, b)
    separation, contact = a.separation(b), a.contact(b)
    assert ulps(separation, truth) <= 8, (a, b)
    if contact is not None:
        assert ulps(contact.depth, -truth) <= 8, (a, b)
        assert length_error(contact.normal) <= 4, (a, b)
        assert way_out_error(a, b, contact.normal, contact.depth) <= 16, (a, b)


@pytest.mark.parametrize("regime", SAMPLES)
def test_separation_depth_and_normal_are_accurate_in_every_regime(regime: str) -> None:
    source = Seeded(len(regime))
    for kind_a, kind_b in KIND_PAIRS:
        for _ in range(SAMPLES[regime]):
            a, b = (build(c2, recipe) for recipe in REGIMES[regime](source, kind_a, kind_b))
            assert_accurate(a, b)


@given(pairs())
def test_separation_depth_and_normal_are_accurate(pair: Any) -> None:
    assert_accurate(*pair)


def test_separation_of_circles_is_accurate_where_distance_and_radii_cancel() -> None:
    """The gap is down to 1e-32 of the distance: sqrt(dx^2 + dy^2) - (ra + rb) in doubles has no correct digit."""
    source, cancelled = Seeded(7), 0
    for _ in range(2000):
        x, y = (source.integer(1, 2**52) * 2.0**-50 for _ in range(2))
        r = math.hypot(x, y)
        r0 = source.integer(1, 2**40) * 2.0**-41 * r
        a, b = c2.Circle(0, 0, r0), c2.Circle(x, y, r - r0)
        truth = mpmath.mpf(x) ** 2 + mpmath.mpf(y) ** 2
        with mpmath.workdps(100):
            truth = mpmath.sqrt(mpmath.mpf(x) ** 2 + mpmath.mpf(y) ** 2) - mpmath.mpf(a.radius) - mpmath.mpf(b.radius)
            assert abs(a.separation(b) - truth) <= 8 * math.ulp(float(truth))
            cancelled += abs(truth) < r * 2.0**-52
    assert cancelled > 1000


def test_separation_from_an_edge_is_accurate_where_distance_and_radius_cancel() -> None:
    source, cancelled = Seeded(8), 0
    for _ in range(1000):
        ax, ay, bx, by = (source.integer(-(2**52), 2**52) * 2.0**-50 for _ in range(4))
        t = source.integer(1, 2**10 - 1) * 2.0**-10
        length, gap = math.hypot(bx - ax, by - ay), source.integer(1, 2**52) * 2.0**-50
        x, y = ax + t * (bx - ax) - gap * (by - ay) / length, ay + t * (by - ay) + gap * (bx - ax) / length
        a, b = c2.Circle(x, y, gap), c2.Segment(ax, ay, bx, by)
        truth = true_separation(a, b)
        assert ulps(a.separation(b), truth) <= 8
        cancelled += abs(truth) < gap * 2.0**-50
    assert cancelled > 500


def sine_cosine(degrees: float) -> tuple[float, float]:
    """What the core makes of an angle: the end of a unit segment turned about its start."""
    (x, y) = c2.Point(1, 0).rotate(degrees, about=(0, 0)).vertices[0]
    return y, x


def assert_nearest(value: float, truth: Any) -> None:
    """Half an ulp, the rounding to nearest; below 2^-148 coordinates come in steps of 2^-200."""
    step = math.ulp(value) if abs(value) >= 2.0**-148 else 2.0**-200
    assert abs(mpmath.mpf(value) - truth) <= mpmath.mpf(step) / 2 * (1 + mpmath.mpf(2) ** -40)


@given(st.data())
def test_sine_and_cosine_are_the_nearest_floats(data: Any) -> None:
    degrees = angle(Drawn(data.draw))
    with mpmath.workdps(80):
        radians = mpmath.mpf(math.fmod(degrees, 360)) * mpmath.pi / 180
        sine, cosine = sine_cosine(degrees)
        assert_nearest(sine, mpmath.sin(radians))
        assert_nearest(cosine, mpmath.cos(radians))


def test_sine_and_cosine_are_the_nearest_floats_of_many_angles() -> None:
    source = Seeded(3)
    with mpmath.workdps(80):
        for _ in range(3000):
            degrees = math.ldexp(source.integer(-(2**53), 2**53), -source.integer(40, 60))
            radians = mpmath.mpf(math.fmod(degrees, 360)) * mpmath.pi / 180
            sine, cosine = sine_cosine(degrees)
            assert_nearest(sine, mpmath.sin(radians))
            assert_nearest(cosine, mpmath.cos(radians))


@pytest.mark.parametrize("quarters", [*range(-8, 9), 10**6, 2**46 + 1, -(2**46) - 3])
def test_quarter_turns_are_exact(quarters: int) -> None:
    assert sine_cosine(90.0 * quarters) == [(0, 1), (1, 0), (0, -1), (-1, 0)][quarters % 4]


@pytest.mark.parametrize("degrees", [30.0, 150.0, 210.0, 330.0, 390.0, -30.0])
def test_halves_are_exact(degrees: float) -> None:
    assert abs(sine_cosine(degrees)[0]) == 0.5
    assert abs(sine_cosine(degrees + 90)[1]) == 0.5


@given(st.floats(-1e60, 1e60))
def test_sine_and_cosine_of_any_angle_agree_with_the_reference(degrees: float) -> None:
    expected = c2.Point(*reversed(reference.sine_cosine(degrees)))
    assert sine_cosine(degrees) == tuple(reversed(expected.vertices[0]))


@given(st.floats(-1e6, 1e6))
def test_radians_are_rounded_once(radians: float) -> None:
    assert c2.Rect(0, 0, 2, 1, radians=radians).vertices == reference.Rect(0, 0, 2, 1, radians=radians).vertices
