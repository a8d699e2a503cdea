"""Places of a shape that turns and moves, and whether its way is free, in integers of some 400 bits.

It shares no code with the package, its reference, or the other oracles. A way is proved free on intervals of t: an axis
that is fixed in one of the shapes separates them at both ends of an interval, and between these its gap is less by at
most the sagitta, width^2 / 8 times the greatest second derivative. Intervals without such an axis are halved.
Consecutive axes must be joined by axes that separate the shapes, so that a thin shape does not get to the other side.
"""

from __future__ import annotations

import functools
import itertools
import math
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath  # type: ignore[import-untyped]

Vec = tuple[int, int]
Turn = tuple[Any, float, Any, tuple[float, float], tuple[float, float]]  # as the arguments of turn_cast
MOST_INTERVALS = 3000
UNDECIDED = "undecided"


def dot(u: Vec, v: Vec) -> int:
    return u[0] * v[0] + u[1] * v[1]


def minus(u: Vec, v: Vec) -> Vec:
    return u[0] - v[0], u[1] - v[1]


def stored(x: float) -> Fraction:
    """A number as the package takes it: tiny ones are rounded to multiples of 2^-200."""
    return Fraction(x) if abs(x) >= 2.0**-148 else Fraction(round(Fraction(x) * 2**200), 2**200)


def edges(v: list[Vec]) -> list[Vec]:
    """Outward normals of a core with its interior on the left: for a segment the four of its sides and ends."""
    if len(v) == 2:
        x, y = minus(v[1], v[0])
        return [(y, -x), (-y, x), (x, y), (-x, -y)]
    return [(q[1] - p[1], p[0] - q[0]) for p, q in zip(v, v[1:] + v[:1], strict=True)] if len(v) > 2 else []


def overlap(a: Any, b: Any) -> bool:
    """Whether the stored shapes overlap, exactly."""
    cores = [[(Fraction(x), Fraction(y)) for x, y in s.vertices] for s in (a, b)]
    radius: Any = Fraction(a.radius) + Fraction(b.radius)
    unit = math.lcm(*(c.denominator for core in cores for v in core for c in v), radius.denominator)
    v, w = ([(int(x * unit), int(y * unit)) for x, y in core] for core in cores)
    radius *= unit
    gaps = [min(dot(n, q) for q in w) - max(dot(n, p) for p in v) for n in edges(v)]
    gaps += [min(dot(n, q) for q in v) - max(dot(n, p) for p in w) for n in edges(w)]
    if gaps and max(gaps) < 0:
        return True
    return radius > 0 and any(
        is_closer(p, q0, q1, radius) for x, y in ((v, w), (w, v)) for p in x for q0, q1 in sides(y)
    )


def sides(v: list[Vec]) -> list[tuple[Vec, Vec]]:
    return list(zip(v, v[1:] + v[:1], strict=True))


def is_closer(p: Vec, q0: Vec, q1: Vec, radius: int) -> bool:
    w, e = minus(p, q0), minus(q1, q0)
    along, e2 = dot(w, e), dot(e, e)
    if 0 < along < e2:
        return (w[0] * e[1] - w[1] * e[0]) ** 2 < radius**2 * e2
    end = q0 if along <= 0 else q1
    return dot(minus(p, end), minus(p, end)) < radius**2


class Place(NamedTuple):
    """Where a is at t. The axes are those along which the shapes are farthest apart."""

    t: Fraction
    a: list[Vec]
    rotation: Vec
    gap: int
    axes: tuple[Vec, ...]


class Way:
    """A pair on its way, in integers: lengths are multiples of unit, directions of 2**-bits. Their errors are below
    2**(20 - bits) of the scale, which is nothing beside E."""

    def __init__(self, a: Any, angle: float, b: Any, about: Any, motion: Any = (0, 0), bits: int = 420) -> None:
        self.bits, self.angle = bits, stored(angle)
        m, pivot = [stored(x) for x in motion], [stored(x) for x in about]
        scale = sum(max(abs(Fraction(x)) for x in s.bounds) for s in (a, b)) + Fraction(1, 2**148)
        scale += 2 * max(map(abs, m)) + 2 * max(map(abs, pivot))
        if getattr(a, "pivot", None):
            scale += max(abs(Fraction(a.x) + Fraction(a.pivot[0])), abs(Fraction(a.y) + Fraction(a.pivot[1])))
        self.unit = Fraction(2) ** (round(math.log2(scale)) - bits)
        self.error = int(scale / 2**47 / self.unit)

        def core(s: Any) -> list[Vec]:
            v = [self.fixed(Fraction(x) - pivot[0], Fraction(y) - pivot[1]) for x, y in s.vertices]
            return v if sum(p[0] * q[1] - p[1] * q[0] for p, q in sides(v)) >= 0 else v[::-1]

        self.a, self.b, self.motion = core(a), core(b), self.fixed(*m)
        self.radius: int = int((Fraction(a.radius) + Fraction(b.radius)) / self.unit)
        self.normals = [[self.direction(n) for n in edges(v) if any(n)] for v in (self.a, self.b)]
        theta = abs(self.angle) * 355 / 113 / 180 * (1 + Fraction(1, 2**20))
        reach = [[math.isqrt(dot(p, p)) + 1 for p in v] for v in (self.a, self.b)]
        length = math.isqrt(dot(self.motion, self.motion)) + 1 if any(self.motion) else 0
        self.bends = [
            [theta**2 * r for r in reach[0]],
            [theta**2 * (r + length) + 2 * theta * length for r in reach[1]],
        ]
        self.speed = theta * max(reach[0]) + length
        self.place = functools.lru_cache(None)(self._place)

    def fixed(self, x: Any, y: Any) -> Vec:
        return int(Fraction(x) / self.unit), int(Fraction(y) / self.unit)

    def direction(self, v: Vec) -> Vec:
        length = math.isqrt(dot(v, v))
        return (v[0] << self.bits) // length, (v[1] << self.bits) // length

    def turned(self, v: Vec, rotation: Vec) -> Vec:
        c, s = rotation
        return (c * v[0] - s * v[1]) >> self.bits, (s * v[0] + c * v[1]) >> self.bits

    def _place(self, t: Fraction) -> Place:
        half = self.angle * t / 180
        with mpmath.workprec(self.bits + 40):
            x = mpmath.mpf(half.numerator) / half.denominator
            c, s = (mpmath.libmp.to_fixed(f(x)._mpf_, self.bits) for f in (mpmath.cospi, mpmath.sinpi))
        m = [d * t.numerator // t.denominator for d in self.motion]
        a = [(x + m[0], y + m[1]) for x, y in (self.turned(v, (c, s)) for v in self.a)]
        return Place(t, a, (c, s), *self.separation(a, (c, s)))

    def along(self, n: Vec, a: list[Vec]) -> int:
        """The gap of an axis out of b."""
        return ((min(dot(n, p) for p in a) - max(dot(n, q) for q in self.b)) >> self.bits) - self.radius

    def separation(self, a: list[Vec], rotation: Vec) -> tuple[int, tuple[Vec, ...]]:
        """The signed distance, minus the depth of what overlaps, and the axes that have it."""
        normals = self.normals[1] + [(-x, -y) for x, y in (self.turned(n, rotation) for n in self.normals[0])]
        gap, n = max(((self.along(n, a), n) for n in normals), default=(-self.radius, (1 << self.bits, 0)))
        if gap + self.radius < 0:
            return gap, (n,)
        way, d2 = (0, 0), -1
        for v, w, sign in ((a, self.b, 1), (self.b, a, -1)):
            for p, (q0, q1) in itertools.product(v, sides(w)):
                d, e = minus(p, q0), minus(q1, q0)
                along, e2 = dot(d, e), dot(e, e)
                if along > 0 and e2:
                    part = min((along << self.bits) // e2, 1 << self.bits)
                    d = d[0] - (part * e[0] >> self.bits), d[1] - (part * e[1] >> self.bits)
                if d2 < 0 or dot(d, d) < d2:
                    way, d2 = (sign * d[0], sign * d[1]), dot(d, d)
        return math.isqrt(d2) - self.radius, (n,) if d2 < 2**200 else (self.direction(way), n)

    # ---- intervals

    def held(self, places: tuple[Place, Place], axes: tuple[Vec, Vec], turns: bool) -> int:
        """The least gap of an axis between two places, at least."""
        part, gaps = (places[1].t - places[0].t) ** 2 / 8, []
        for place, n in zip(places, axes, strict=True):
            of_a, of_b = [dot(n, p) for p in place.a], [dot(n, q) for q in self.b]
            gaps.append([min(of_a) - x for x in of_b] if turns else [x - max(of_b) for x in of_a])
        least = (min(x, y) >> self.bits for x, y in zip(*gaps, strict=True))
        low: int = min(x - math.ceil(part * bend) for x, bend in zip(least, self.bends[turns], strict=True))
        return low - self.radius

    def axis(self, low: Place, high: Place) -> tuple[Vec, Vec] | None:
        """An axis that separates the shapes by -E between two places, at both of them."""
        for one, other in ((low, high), (high, low)):
            (c, s), (x, y) = other.rotation, one.rotation
            by = ((c * x + s * y) >> self.bits, (s * x - c * y) >> self.bits)
            for n in one.axes:
                for turns, there in enumerate((n, self.turned(n, by))):
                    axes = (n, there) if one is low else (there, n)
                    if self.held((low, high), axes, bool(turns)) >= -self.error:
                        return axes
        return None

    def is_joined(self, u: Vec, v: Vec, a: list[Vec]) -> bool:
        """Whether axes between two separate the shapes, too."""
        if dot(u, v) >= -(1 << 2 * self.bits - 10):
            return True
        middle = u[0] + v[0], u[1] + v[1]
        if dot(middle, middle) < 1 << 2 * self.bits - 60:
            middle = -u[1], u[0]
        m = self.direction(middle)
        return any(self.along(n, a) >= -2 * self.error for n in (m, (-m[0], -m[1])))

    def blocked(self, end: Fraction) -> str:
        """Why the way to the end is not free; empty if it is."""
        stack, last, count, is_beside = [(Fraction(0), end)], None, 0, False
        while stack:
            low, high = (self.place(t) for t in stack.pop())
            for there in (low, high):
                if there.gap < -self.error * 1.0000001:
                    return f"overlaps by {-there.gap / self.error} E at {float(there.t)!r}"
            axes = self.axis(low, high)
            if axes:
                is_beside = is_beside or low.gap > 4 * self.error  # a touch has no side
                if last and is_beside and not self.is_joined(last, axes[0], low.a):
                    return f"passes through at {float(low.t)!r}"
                last = axes[1]
                continue
            count += 1
            if count > MOST_INTERVALS:
                return UNDECIDED
            middle = (low.t + high.t) / 2
            stack += [(middle, high.t), (low.t, middle)]
        return ""


def enters(turn: Turn) -> int:
    """From a touch: 1 if the gap shrinks at once, -1 if it grows, 0 if neither is so in the first two orders."""
    way, t = Way(*turn, bits=4000), Fraction(1, 2**500)
    gap, third_order = way.place(t).gap, t**2 * int(way.speed) / 2**300 + 2**100
    return 0 if abs(gap) < third_order else 1 if gap < 0 else -1
