"""How far computed numbers are from the truth, measured in exact arithmetic."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from collide2d import reference

UNIT = Fraction(1, 2**53)  # the unit roundoff
GRAIN = Fraction(1, 2**200)  # the steps of tiny coordinates


def ulps(value: float, truth: Fraction) -> float:
    """The error of a value in ulps of the true value; infinite for a value other than 0 if 0 is true."""
    if not truth:
        return 0.0 if value == 0 else math.inf
    return float(abs(Fraction(value) - truth) / Fraction(math.ulp(float(truth))))


def true_separation(a: Any, b: Any) -> Fraction:
    """To 100 digits."""
    return Fraction(reference.separation(a, b, digits=100))


def length_error(v: tuple[float, float]) -> float:
    """The difference of a vector's length from 1, in ulps of 1."""
    square = Fraction(v[0]) ** 2 + Fraction(v[1]) ** 2
    length = Fraction(reference.Surd(Fraction(0), Fraction(1), square).to_decimal(40))
    return float(abs(length - 1) / Fraction(math.ulp(1.0)))


def extent(a: Any, b: Any) -> Fraction:
    """An upper bound of every length in the pair: the differences of their coordinates and the radii."""
    points = [(Fraction(x), Fraction(y)) for s in (a, b) for x, y in s.vertices]
    spans = [max(p[i] for p in points) - min(p[i] for p in points) for i in (0, 1)]
    return sum(spans, Fraction(0)) + Fraction(a.radius) + Fraction(b.radius)


def magnitude(*shapes: Any) -> Fraction:
    """An upper bound of every coordinate of some shapes."""
    return max(abs(Fraction(c)) + Fraction(s.radius) for s in shapes for p in s.vertices for c in p)


def way_out_error(a: Any, b: Any, normal: tuple[float, float], depth: float) -> float:
    """The error of the depth: how far moving a along the normal by it is from just leaving b, in units of roundoff of
    their extent.

    The motion needed along a unit vector n is R - min n.(p - q) over the vertices; never less than the depth.
    """
    n = Fraction(normal[0]), Fraction(normal[1])
    gap = min(
        n[0] * (Fraction(p[0]) - Fraction(q[0])) + n[1] * (Fraction(p[1]) - Fraction(q[1]))
        for p in a.vertices
        for q in b.vertices
    )
    needed = Fraction(a.radius) + Fraction(b.radius) - gap
    scale = extent(a, b) * UNIT
    if not scale:
        return 0.0 if needed == depth else math.inf
    return float(abs(needed - Fraction(depth)) / scale)


def numbers_of(shape: Any) -> float:
    """The greatest of the numbers that define a rectangle of the package or the reference, which may be far greater
    than its coordinates; 0 for any other shape.
    """
    if shape.kind not in ("rect", "roundrect"):
        return 0.0
    if isinstance(shape, reference.Rect):
        frame = shape.frame
        return float(max(abs(x) for x in (*frame.at, *frame.size, *(frame.pivot or ()))))
    fields = shape.to_dict()
    fields = fields.get("core", fields)
    return float(max(abs(x) for name in fields.keys() - {"kind", "angle"} for x in _numbers(fields[name])))


def _numbers(value: Any) -> list[float]:
    return value if isinstance(value, list) else [value]


def motion_scale(a: Any, motion: tuple[float, float], b: Any) -> Fraction:
    """An upper bound of every number in a cast: the coordinates before and after, the motion and the radii, and what a
    derives from."""
    coordinates = max(magnitude(a, a.move(*motion), b), Fraction(numbers_of(a)))
    return coordinates + sum(abs(Fraction(m)) for m in motion) + Fraction(a.radius + b.radius)


def gap_along(n: tuple[float, float], a: Any, b: Any) -> Fraction:
    """The gap between two shapes along a vector, times its length in the cores and once in the radii; of exact
    numbers."""
    x, y = Fraction(n[0]), Fraction(n[1])
    least = min(x * Fraction(p[0]) + y * Fraction(p[1]) for p in a.vertices)
    most = max(x * Fraction(q[0]) + y * Fraction(q[1]) for q in b.vertices)
    return least - most - Fraction(a.radius) - Fraction(b.radius)


def dot(p: tuple[float, float], q: tuple[float, float]) -> Fraction:
    return Fraction(p[0]) * Fraction(q[0]) + Fraction(p[1]) * Fraction(q[1])


def moves_exactly(shape: Any, motion: tuple[float, float]) -> bool:
    """Whether moving a shape rounds none of its vertices."""
    there = {(Fraction(x) + Fraction(motion[0]), Fraction(y) + Fraction(motion[1])) for x, y in shape.vertices}
    return there == {(Fraction(x), Fraction(y)) for x, y in shape.move(*motion).vertices}
