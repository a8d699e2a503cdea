"""Turning, by definition.

With u = tan(angle / 2), the coordinates of a vertex that turns about a pivot are rational functions of u. A vertex
reaches the line of an edge that is grown by a radius, or comes within a radius of another vertex, at roots of quadratic
equations. Between two neighbouring roots the relation of the shapes does not change, so one fraction between them, at
which it is computed exactly, stands for all.
"""

from __future__ import annotations

import decimal
import math
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from collide2d import reference
from collide2d.reference import Hit, Pair, Relation, ShapeLike, Surd, Vec

_BITS = 400  # of a square root that is not rational
_NONE = Fraction(0)
_DIGITS = decimal.Context(prec=150, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX)


def _decimal(x: Fraction) -> Decimal:
    return _DIGITS.divide(Decimal(x.numerator), Decimal(x.denominator))


def _root(x: Fraction) -> Fraction:
    """The square root of x >= 0, exact if it is rational."""
    if x == 0:
        return x
    shift = (x.denominator.bit_length() - x.numerator.bit_length()) // 2
    scale = Fraction(2) ** shift
    return Surd(Fraction(0), Fraction(1), x * scale * scale).bracket(_BITS)[0] / scale


def _roots(a: Fraction, b: Fraction, c: Fraction) -> Iterator[Fraction]:
    """The real roots of a u^2 + 2 b u + c."""
    if a == 0:
        if b:
            yield -c / (2 * b)
        return
    square = b * b - a * c
    if square < 0:
        return
    root = _root(square)
    q = -(b + root) if b > 0 else root - b  # the sum of two terms of one sign
    yield q / a
    if q:
        yield c / q


def _between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of the smallest denominator between two others, 0 <= low < high."""
    whole = Fraction(math.floor(low))
    if whole + 1 < high:
        return whole + 1
    if low == whole:
        return whole + Fraction(1, math.floor(1 / (high - whole)) + 1)
    return whole + 1 / _between(1 / (high - whole), 1 / (low - whole))


def _half_tangent(angle: Fraction) -> Fraction:
    """tan(angle / 2) of an angle in degrees, from 0 to 90."""
    if angle == 90:
        return Fraction(1)
    x = _decimal(angle * reference._PI / 360)
    square, sine, cosine, term, k = _DIGITS.multiply(x, x), Decimal(0), Decimal(0), Decimal(1), 0
    while term and term.adjusted() > -160:
        cosine = _DIGITS.add(cosine, term)
        odd = _DIGITS.divide(term, Decimal(k + 1))
        sine = _DIGITS.add(sine, odd)
        term, k = _DIGITS.divide(_DIGITS.multiply(odd.copy_negate(), square), Decimal(k + 2)), k + 2
    return Fraction(_DIGITS.divide(_DIGITS.multiply(sine, x), cosine))


def _whole_angle(u: Fraction) -> Fraction:
    """The angle, from 0 to 90 degrees, whose half has the tangent u."""
    x, halvings = _decimal(u), 12
    for _ in range(halvings):
        x = _DIGITS.divide(x, _DIGITS.add(1, _DIGITS.sqrt(_DIGITS.add(1, _DIGITS.multiply(x, x)))))
    square, total, power, k = _DIGITS.multiply(x, x), Decimal(0), x, 1
    while power and power.adjusted() > x.adjusted() - 160:
        total = _DIGITS.add(total, _DIGITS.divide(power, Decimal(k)))
        power, k = _DIGITS.multiply(power.copy_negate(), square), k + 2
    return Fraction(total) * (180 << halvings + 1) / reference._PI


class _Turn(NamedTuple):
    """A core that turns counterclockwise about the origin by up to a quarter turn, and one that stays."""

    core: Sequence[Vec]
    obstacle: Sequence[Vec]
    radius: Fraction

    def at(self, u: Fraction) -> list[Vec]:
        """The core, turned."""
        scale = 1 + u * u
        cosine, sine = (1 - u * u) / scale, 2 * u / scale
        return [(cosine * x - sine * y, sine * x + cosine * y) for x, y in self.core]

    def relation(self, u: Fraction) -> Relation:
        return reference._Situation(
            reference.ExactShape(self.at(u), self.radius), reference.ExactShape(self.obstacle, _NONE)
        ).relation()

    def instants(self) -> Iterator[Fraction]:
        """All u at which a vertex reaches a grown edge's line or another vertex, and maybe some more."""
        for core, obstacle, way in ((self.core, self.obstacle, 1), (self.obstacle, self.core, -1)):
            for p, q in reference._edges(obstacle):
                n = q[1] - p[1], p[0] - q[0]
                if not any(n):
                    continue
                level = reference._dot(n, p) + self.radius * _root(reference._dot(n, n))
                for v in core:  # n * v(u) = level, times 1 + u^2
                    ahead, across = reference._dot(n, v), way * (n[1] * v[0] - n[0] * v[1])
                    yield from _roots(-ahead - level, across, ahead - level)
        for v in self.core:
            for w in self.obstacle:  # |v(u) - w|^2 = radius^2, times 1 + u^2
                far = reference._dot(v, v) + reference._dot(w, w) - self.radius**2
                ahead, across = 2 * reference._dot(w, v), 2 * (w[1] * v[0] - w[0] * v[1])
                yield from _roots(far + ahead, -across, far - ahead)

    def side(self, u: Fraction) -> tuple[int, bool]:
        """Of a point and a segment: the side of its line on which the point is, and whether the point is beside it."""
        turned, swap = self.at(u), len(self.core) > 1
        (point,), (p, q) = (self.obstacle, turned) if swap else (turned, self.obstacle)
        along, to = reference._sub(q, p), reference._sub(point, p)
        ahead = reference._dot(along, to)
        return reference._sign(reference._cross(along, to)), 0 < ahead < reference._dot(along, along)


def _quarter(p: Vec, times: int) -> Vec:
    for _ in range(times % 4):
        p = -p[1], p[0]
    return p


def _situation(a: ShapeLike, clockwise: bool, b: ShapeLike, about: Pair) -> Callable[[int], _Turn]:
    """The turn in its quarters; a clockwise one is that of the mirror image."""
    (a_core, a_radius), (b_core, b_radius) = reference._parts(a), reference._parts(b)
    pivot = reference._exact(about)

    def seen(p: Vec) -> Vec:
        x, y = reference._sub(p, pivot)
        return (x, -y) if clockwise else (x, y)

    a_core, b_core = reference._wrap(map(seen, a_core)), reference._wrap(map(seen, b_core))
    return lambda quarters: _Turn([_quarter(p, quarters) for p in a_core], b_core, a_radius + b_radius)


def _entry(a: ShapeLike, angle: float, b: ShapeLike, about: Pair) -> tuple[int, Fraction] | None:
    """When a starts to overlap or cross b: whole quarter turns, and u after them."""
    turn_in = _situation(a, angle < 0, b, about)
    if turn_in(0).relation(_NONE) is Relation.OVERLAPPING:
        return 0, _NONE
    start = turn_in(0)
    thin = start.radius == 0 and sorted(map(len, start[:2])) == [1, 2]
    left, quarters, last = Fraction(abs(angle)), 0, 0
    while left > 0:
        turn, end = turn_in(quarters), _half_tangent(min(left, Fraction(90)))
        instants = [_NONE, *sorted({u for u in turn.instants() if 0 < u < end}), end]
        for low, high in pairwise(instants):
            sample = _between(low, high)
            if turn.relation(sample) is Relation.OVERLAPPING:
                return quarters, low
            if thin:
                side = turn.side(sample)[0]
                if side * last < 0 and turn.side(low)[1]:
                    return quarters, low
                last = side or last
        left, quarters = left - 90, quarters + 1
    return None


def _pivot(a: Any) -> Pair:
    """The point about which a shape turns by itself. A rectangle of the core says it relative to its corner."""
    own = getattr(a, "_turns_about", None)
    if own is None and hasattr(a, "pivot"):
        own = a.x + a.pivot[0], a.y + a.pivot[1]
    x, y = a.center if own is None else own
    return x, y


def turning_time(a: ShapeLike, angle: float, b: ShapeLike, about: Pair | None = None) -> Fraction | None:
    """The part of the angle after which a, turned about a point, starts to overlap or cross b, to a hundred digits. 0
    if they overlap at the start, or touch and the turn leads into b; None if it never happens.

    >>> float(turning_time(reference.Segment(0, 0, 2, 0), 90, reference.Point(1, 1), about=(0, 0)))
    0.5
    >>> turning_time(reference.Segment(0, 0, 2, 0), 90, reference.Point(2, 2), about=(0, 0)) is None
    True
    """
    found = _entry(a, angle, b, _pivot(a) if about is None else about)
    if found is None:
        return None
    quarters, u = found
    return (90 * quarters + _whole_angle(u)) / Fraction(abs(angle)) if angle else _NONE


def turn_cast(a: ShapeLike, angle: float, b: ShapeLike, about: Pair | None = None) -> Hit | None:
    """Where a, turning by an angle in degrees about a point, by default its pivot or else its centre, first hits b;
    None unless it overlaps or crosses b on the way.

    t is the part of the angle, rounded down. If the shapes overlap at the start, t is 0 and the rest is that of the
    contact.

    >>> turn_cast(reference.Point(2, 0), 90, reference.Rect(-3, 1, 6, 2), about=(0, 0))
    Hit(t=0.3333333333333333, point=(1.7320508075688772, 1.0), normal=(0.0, -1.0), depth=0.0)
    >>> turn_cast(reference.Rect(0, 0, 2, 2), 360, reference.Point(2.5, 1)) is None
    True
    """
    about = _pivot(a) if about is None else about
    found = _entry(a, angle, b, about)
    if found is None:
        return None
    start = reference.contact(a, b)
    if not any(found):
        assert start is not None
        return Hit(0.0, reference._rounded_mean([reference._exact(p) for p in start.points]), start.normal, start.depth)
    quarters, u = found
    turn = _situation(a, angle < 0, b, about)(quarters)
    pivot, way = reference._exact(about), -1 if angle < 0 else 1
    there = [(pivot[0] + x, pivot[1] + way * y) for x, y in turn.at(u)]
    point, normal = reference._meeting(reference.ExactShape(there, reference._parts(a)[1]), (0.0, 0.0), b, Fraction(0))
    when = turning_time(a, angle, b, about)
    assert when is not None
    return Hit(max(0.0, reference._below(when)), point, normal, 0.0)
