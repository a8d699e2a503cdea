"""The documented accuracy of numbers, as exact laws: how far an answer may be from the truth, in fractions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from collide2d import reference

UNIT = Fraction(1, 2**52)  # an ulp of 1

# A separation is within 8 ulp of the true one.
SEPARATION_ULPS = 8

# Each coordinate of a normal is a quotient with an error of at most 4 UNIT, as the docs promise of its length. So the
# position of a vertex along it changes by at most 4 UNIT times the extent of the pair. Its squared length, by which the
# depth is multiplied, changes by at most 8 UNIT, and the depth is at most the extent.
WAY_OUT = 12 * UNIT

# A cast stops where it would exactly if the other shape were grown or shrunk by a little: by at most 128 ulp of the sum
# in `depth_bound`. An ulp of a number is at most UNIT times that number.
STOP = 128 * UNIT

# Where a shape blocks a way together with others, t is within 4 ulp, or earlier by a rounding of the coordinates.
BLOCK_ULPS = 4


def is_separation(low: float, high: float, found: float) -> bool:
    """Whether a separation is within 8 ulp of one between two bounds, and has its sign.

    >>> is_separation(1.0, 1.0, 1 + 2.0**-50), is_separation(0.0, 0.0, 2.0**-300)
    (True, False)
    """
    error = SEPARATION_ULPS * math.ulp(max(abs(low), abs(high)))
    is_near = low - error <= found <= high + error
    return is_near and (found > 0) == (high > 0) and (found < 0) == (low < 0)


def leads_out(a: Any, b: Any, normal: Sequence[float], depth: float) -> bool:
    """Whether moving a by the depth along the normal, without rounding, leaves an overlap of at most `WAY_OUT` times
    the extent of the pair.

    >>> from collide2d import Circle, Point
    >>> leads_out(Circle(0, 0, 1), Point(0.5, 0), (-1.0, 1e-20), 0.5)
    True
    >>> leads_out(Circle(0, 0, 1), Point(0.5, 0), (0.0, 1.0), 0.5)
    False
    """
    xs, ys = ([Fraction(p[axis]) for s in (a, b) for p in s.vertices] for axis in (0, 1))
    split = len(a.vertices)
    x, y = map(Fraction, normal)
    along = [x * px + y * py for px, py in zip(xs, ys, strict=True)]
    radii = Fraction(a.radius) + Fraction(b.radius)
    extent = max(xs) - min(xs) + max(ys) - min(ys) + radii
    overlap = max(along[split:]) - min(along[:split]) + radii - Fraction(depth) * (x * x + y * y)
    return overlap <= WAY_OUT * extent


def swept(shape: Any, motion: Sequence[float], t: Fraction) -> reference.ExactShape:
    """The sweep of a shape up to t, without rounding."""
    dx, dy = (t * Fraction(d) for d in motion)
    start = [(Fraction(x), Fraction(y)) for x, y in shape.vertices]
    return reference.ExactShape([*start, *((x + dx, y + dy) for x, y in start)], Fraction(shape.radius))


def depth_bound(a: Any, motion: Sequence[float], b: Any) -> Fraction:
    """By how much b may be grown or shrunk to have the stop of a cast exactly: 128 ulp of a sum. The sum is that of the
    greatest coordinates of both shapes, twice the motion, and 2^-148, below which coordinates are rounded to a grid."""
    greatest = [max(abs(Fraction(c)) for p in s.vertices for c in p) + Fraction(s.radius) for s in (a, b)]
    return STOP * (sum(greatest) + 2 * sum(abs(Fraction(d)) for d in motion) + Fraction(1, 2**148))


def gap_within(a: Any, motion: Sequence[float], b: Any, t: float) -> tuple[bool, bool]:
    """Whether the sweep of a up to t overlaps b by at most the bound, and whether it is at most the bound from b."""
    gap, bound = reference.surd_separation(swept(a, motion, Fraction(t)), b), depth_bound(a, motion, b)
    return gap.compare(reference.Surd(-bound)) >= 0, gap.compare(reference.Surd(bound)) <= 0


def is_stop(a: Any, motion: Sequence[float], b: Any, t: float) -> bool:
    """Whether t is the time of impact of b, grown or shrunk by at most 128 ulp.

    >>> from collide2d import Circle, Point
    >>> cast = Point(0, 0), (4, 0), Circle(3, 0, 1)
    >>> is_stop(*cast, 0.5), is_stop(*cast, 0.5 - 2.0**-45), is_stop(*cast, 0.49), is_stop(*cast, 0.51)
    (True, True, False, False)
    """
    return all(gap_within(a, motion, b, t))


def ends_exactly(shape: Any, motion: Sequence[float]) -> bool:
    """Whether each vertex of a shape, moved, is a pair of doubles, so that nothing is rounded.

    >>> from collide2d import Point
    >>> ends_exactly(Point(0.25, 0), (1, 1)), ends_exactly(Point(0.1, 0), (1, 1))
    (True, False)
    """
    return not any(math.fsum((c, d, -(c + d))) for p in shape.vertices for c, d in zip(p, motion, strict=True))
