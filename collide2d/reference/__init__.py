"""The same shapes and verbs in pure Python, on fractions: slow, obvious, the executable specification.

A shape is the convex hull of its vertices, grown by its radius. All verbs follow from one construction: for shapes A
and B let D be the hull of all differences a - b of their vertices, and R the sum of their radii. The positions of A
relative to B at which the two collide are D grown by R, so the position of the origin relative to this set answers
every question:

* it is strictly inside D, or nearer than R to D: they **overlap** (no arbitrarily small shift separates them);
* it is on the boundary of D grown by R: they **touch**;
* otherwise they are **apart**.

No intermediate result is rounded. A numeric result is computed as an exact `Surd` and rounded once, to the nearest
float or to a given number of digits. The module shares no formula with the C core and imports nothing from it.

>>> a, b = Circle(0, 0, 1), Rect(1, -1, 2, 2)
>>> relate(a, b)
<Relation.TOUCHING: 0>
>>> separation(Circle(0, 0, 1), Point(2, 2))
1.82842712474619
>>> separation(Circle(0, 0, 1), Point(2, 2), digits=40)
Decimal('1.828427124746190097603377448419396157139')

The verbs take these shapes, a pair of numbers as a point, and anything else that has `.vertices` and `.radius`, such
as the shapes of the C core. Constructors take plain numbers only; the many convenient forms of arguments are the
package's.
"""

from __future__ import annotations

import decimal
import enum
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias, overload

__all__ = [
    "Capsule", "Circle", "Contact", "ExactShape", "Hit", "Point", "Polygon", "Rect", "Relation", "RoundRect",
    "Segment", "Shape", "ShiftCone", "Surd", "UnionHit", "bounce", "cast", "clip", "closest_points", "collides",
    "contact", "contains", "convex_hull", "degrees", "distance", "entry_time", "exactly", "minkowski_difference",
    "overlaps", "overlaps_union", "raycast", "relate", "relate_bodies", "separate", "separation", "shift_cone",
    "sine_cosine", "slide", "surd_clip", "surd_separation", "sweep", "touches", "touching_time", "turn",
    "turn_cast", "turning_time", "union_cast", "union_contains",
]  # fmt: skip

LIMIT = 1e60
_TINY = 2.0**-148
_GRAIN = Fraction(1, 2**200)
_CONTEXT = decimal.Context(prec=120, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX)

Pair: TypeAlias = tuple[float, float]
Vec: TypeAlias = tuple[Fraction, Fraction]


class Relation(enum.IntEnum):
    """How two shapes are positioned relative to each other. Shapes are closed sets: touching counts as colliding, but
    not as overlapping.
    """

    APART = -1
    TOUCHING = 0
    OVERLAPPING = 1


# ---- numbers ---------------------------------------------------------------------------------------------------------


def checked(who: str, name: str, value: float) -> float:
    """The number a shape stores for `value`: finite, at most 1e60 in magnitude; tiny ones in steps of 2^-200; no -0.

    >>> checked("Circle", "x", 2.0**-199 * 1.25) == 2.0**-199
    True
    >>> checked("Circle", "x", float("nan"))
    Traceback (most recent call last):
    ValueError: Circle: x must be finite, got nan
    """
    try:
        number = float(value)
    except OverflowError:
        raise ValueError(f"{who}: {name} must be between -1e60 and 1e60, got {value}") from None
    if not math.isfinite(number):
        raise ValueError(f"{who}: {name} must be finite, got {number!r}")
    if abs(number) > LIMIT:
        raise ValueError(f"{who}: {name} must be between -1e60 and 1e60, got {number!r}")
    if abs(number) < _TINY:
        number = float(round(Fraction(number) / _GRAIN) * _GRAIN)
    return number + 0.0


def checked_size(who: str, name: str, value: float) -> float:
    """The number stored for a size or a radius, which must not be negative.

    >>> checked_size("Circle", "r", -1)
    Traceback (most recent call last):
    ValueError: Circle: r must be >= 0, got -1.0
    """
    number = checked(who, name, value)
    if number < 0:
        raise ValueError(f"{who}: {name} must be >= 0, got {number!r}")
    return number


def _checked_pair(who: str, name: str, p: Pair) -> Pair:
    return checked(who, name + "x", p[0]), checked(who, name + "y", p[1])


def _exact(p: tuple[float | Fraction, float | Fraction]) -> Vec:
    return Fraction(p[0]), Fraction(p[1])


def _add(p: Vec, q: Vec) -> Vec:
    return p[0] + q[0], p[1] + q[1]


def _sub(p: Vec, q: Vec) -> Vec:
    return p[0] - q[0], p[1] - q[1]


def _times(k: Fraction, p: Vec) -> Vec:
    return k * p[0], k * p[1]


def _dot(p: Vec, q: Vec) -> Fraction:
    return p[0] * q[0] + p[1] * q[1]


def _cross(p: Vec, q: Vec) -> Fraction:
    return p[0] * q[1] - p[1] * q[0]


def _sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)


class Surd(NamedTuple):
    """The number rational + factor * sqrt(square), exactly. Every result of a query has this form."""

    rational: Fraction
    factor: Fraction = Fraction(0)
    square: Fraction = Fraction(0)

    def sign(self) -> int:
        """-1, 0 or 1.

        >>> Surd(Fraction(3), Fraction(-2), Fraction(2)).sign()
        1
        """
        r, f = _sign(self.rational), _sign(self.factor * self.square)
        # If the terms have opposite signs, the one with the greater square decides.
        difference = _sign(self.rational**2 - self.factor**2 * self.square)
        return r or f if r * f >= 0 else difference * r

    def compare(self, other: Surd) -> int:
        """-1 if it is less than another such number, 1 if greater, 0 if they are equal.

        >>> Surd(Fraction(1), Fraction(1), Fraction(2)).compare(Surd(Fraction(0), Fraction(1), Fraction(6)))
        -1
        """
        left = Surd(self.rational - other.rational, self.factor, self.square)
        right = Surd(Fraction(0), other.factor, other.square)
        if left.sign() != right.sign():
            return 1 if left.sign() > right.sign() else -1
        # Both have the same sign: compare their squares, one of which is rational.
        rational = left.rational**2 + left.factor**2 * left.square - right.factor**2 * right.square
        squares = Surd(rational, 2 * left.rational * left.factor, left.square).sign()
        return squares * left.sign()

    def bracket(self, bits: int) -> tuple[Fraction, Fraction]:
        """Two fractions with the number between them, closer than |factor| * 2^-bits; equal if the number is rational.

        >>> low, high = Surd(Fraction(1), Fraction(1), Fraction(2)).bracket(80)
        >>> low < high, (low - 1) ** 2 < 2 < (high - 1) ** 2
        (True, True)
        """
        top, bottom = self.square.numerator, self.square.denominator
        low = Fraction(math.isqrt(top), math.isqrt(bottom))
        high = low
        if low * low != self.square:
            floor = math.isqrt((top << 2 * bits) // bottom)
            low, high = Fraction(floor, 1 << bits), Fraction(floor + 1, 1 << bits)
        ends = sorted([self.rational + self.factor * low, self.rational + self.factor * high])
        return ends[0], ends[1]

    def below(self, bits: int) -> Fraction:
        """A fraction not above the number, nor 2^-bits below it.

        >>> low = Surd(Fraction(0), Fraction(10**9), Fraction(2)).below(10)
        >>> low**2 < 2 * 10**18 < (low + Fraction(1, 2**10)) ** 2
        True
        """
        return self.bracket(bits + max(0, math.ceil(abs(self.factor)).bit_length()))[0]

    def __float__(self) -> float:
        """The nearest float.

        >>> float(Surd(Fraction(0), Fraction(1), Fraction(2))) == math.sqrt(2)
        True
        """
        bits = 128
        while True:
            low, high = map(float, self.bracket(bits))
            if low == high:
                return low
            bits *= 2

    def to_decimal(self, digits: int) -> Decimal:
        """The number to a given number of significant digits, even if its two terms cancel.

        >>> Surd(Fraction(-1), Fraction(1), 1 + Fraction(1, 10**40)).to_decimal(10)
        Decimal('5.000000000E-41')
        """
        context = decimal.Context(prec=digits, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX)
        bits = 128
        while True:
            low, high = (context.divide(Decimal(x.numerator), Decimal(x.denominator)) for x in self.bracket(bits))
            if low == high:
                return low
            bits *= 2


def _machin(digits: int) -> Fraction:
    """Pi to a given number of digits: 16 atan(1/5) - 4 atan(1/239), by the series of the arc tangent."""

    def arctangent_of_inverse(n: int) -> Fraction:
        scale = 10 ** (digits + 10)
        terms = range(int(digits * 1.5) + 10)
        return Fraction(sum((-1) ** k * (scale // ((2 * k + 1) * n ** (2 * k + 1))) for k in terms), scale)

    return 16 * arctangent_of_inverse(5) - 4 * arctangent_of_inverse(239)


_PI = _machin(200)


def _decimal(x: Fraction) -> Decimal:
    return _CONTEXT.divide(Decimal(x.numerator), Decimal(x.denominator))


def sine_cosine(angle: float) -> Pair:
    """Sine and cosine of an angle in degrees, each the nearest float.

    The angle is reduced exactly to within 45 degrees of a quarter turn; the rest goes into the Taylor series, 120
    digits.

    >>> sine_cosine(30), sine_cosine(-90), sine_cosine(45)
    ((0.5, 0.8660254037844386), (-1.0, 0.0), (0.7071067811865476, 0.7071067811865476))
    """
    whole = Fraction(angle)
    quarters = round(whole / 90)
    x = _decimal((whole - 90 * quarters) * _PI / 180)
    square = _CONTEXT.multiply(x, x)

    def series(first: Decimal, start: int) -> Decimal:
        total, term, k = Decimal(0), first, start
        while term and (not total or term.adjusted() > total.adjusted() - 120):
            total = _CONTEXT.add(total, term)
            term = _CONTEXT.divide(_CONTEXT.multiply(term.copy_negate(), square), Decimal((k + 1) * (k + 2)))
            k += 2
        return total

    sine, cosine = float(series(x, 1)), float(series(Decimal(1), 0))
    for _ in range(quarters % 4):
        sine, cosine = cosine, -sine
    return sine + 0.0, cosine + 0.0


def degrees(radians: float) -> float:
    """Radians in degrees, rounded once.

    >>> degrees(math.pi)
    180.0
    """
    return float(Fraction(radians) * 180 / _PI)


def turn(p: Pair, sine: float, cosine: float, pivot: Pair) -> Pair:
    """The pivot plus p rotated by the angle of this sine and cosine: evaluated exactly, then each coordinate rounded
    once.

    >>> turn((2, 0), *sine_cosine(90), pivot=(1, 1))
    (1.0, 3.0)
    """
    (x, y), (px, py), s, c = _exact(p), _exact(pivot), Fraction(sine), Fraction(cosine)
    return float(px + c * x - s * y), float(py + s * x + c * y)


# ---- hulls -----------------------------------------------------------------------------------------------------------


def _wrap(points: Iterable[Vec]) -> list[Vec]:
    """Gift wrapping: from the least point, repeatedly go to the farthest point that has no other point on its right.

    It runs on whole numbers, multiples of one common denominator: their arithmetic is faster than that of fractions.
    """
    left = sorted(set(points))
    unit = math.lcm(*(z.denominator for p in left for z in p))
    exact = {(int(x * unit), int(y * unit)): (x, y) for x, y in left}
    hull = [next(iter(exact))]
    while len(exact) > 1:
        x, y = hull[-1]
        ex = ey = 0  # the edge from here to the best point so far
        for px, py in exact:
            dx, dy = px - x, py - y
            side = ex * dy - ey * dx
            if side < 0 or (side == 0 and dx * dx + dy * dy > ex * ex + ey * ey):
                ex, ey = dx, dy
        if (x + ex, y + ey) == hull[0]:
            break
        hull.append((x + ex, y + ey))
    return [exact[p] for p in hull]


def convex_hull(points: Iterable[Pair]) -> tuple[Pair, ...]:
    """The strictly convex corners of the hull of some points, turning from +x toward +y, the least (x, then y) first.

    >>> convex_hull([(1, 1), (0, 0), (2, 0), (1, 0), (0, 2)])
    ((0.0, 0.0), (2.0, 0.0), (0.0, 2.0))
    """
    return tuple((float(x), float(y)) for x, y in _wrap(map(_exact, points)))


def _edges(hull: Sequence[Vec]) -> list[tuple[Vec, Vec]]:
    """The edges of a hull in order; a segment has two, one in each direction, and a point has itself."""
    return [(hull[i], hull[(i + 1) % len(hull)]) for i in range(len(hull))]


def _nearest_on(p: Vec, q: Vec, point: Vec) -> Vec:
    """The point of the segment p q nearest to a given point."""
    e, w = _sub(q, p), _sub(point, p)
    if p == q:
        return p
    t = max(Fraction(0), min(Fraction(1), _dot(w, e) / _dot(e, e)))
    return p[0] + t * e[0], p[1] + t * e[1]


def _is_convex_walk(points: Sequence[Vec]) -> bool:
    """Whether points, in this order, run once round the boundary of their hull, without turning back."""
    walk = [p for i, p in enumerate(points) if p != points[i - 1]]
    hull = _wrap(points)
    if len(hull) < 3:
        return True

    def mileage(p: Vec) -> tuple[int, Fraction] | None:
        for i, (start, end) in enumerate(_edges(hull)):
            if p != end and _nearest_on(start, end, p) == p:
                return i, _dot(_sub(p, start), _sub(end, start))
        return None

    marks = [mark for p in walk if (mark := mileage(p)) is not None]
    if len(marks) < len(walk):
        return False
    ups = sum(mark > marks[i - 1] for i, mark in enumerate(marks))
    return ups in (1, len(marks) - 1)


# ---- shapes ----------------------------------------------------------------------------------------------------------


class HasVertices(Protocol):
    """What the verbs need from a shape."""

    @property
    def vertices(self) -> Sequence[tuple[float | Fraction, float | Fraction]]: ...
    @property
    def radius(self) -> float | Fraction: ...


ShapeLike: TypeAlias = HasVertices | Sequence[float]


@dataclass(frozen=True)
class ExactShape:
    """A shape of fractions, such as one at an instant between two floats, for the verbs that compare shapes."""

    vertices: Sequence[Vec]
    radius: Fraction


class Shape(ABC):
    """The convex hull of some vertices, grown by a radius. Immutable; equal if of the same kind, with the same
    numbers."""

    kind: ClassVar[str]
    vertices: tuple[Pair, ...]
    radius: float

    def _become(self, points: Iterable[Pair], radius: float) -> None:
        """Check and normalise the numbers, take the hull."""
        who = type(self).__name__
        exact = [(checked(who, "x", x), checked(who, "y", y)) for x, y in points]
        object.__setattr__(self, "vertices", convex_hull(exact))
        object.__setattr__(self, "radius", checked_size(who, "r", radius))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def _key(self) -> tuple[object, ...]:
        return (self.kind, self.vertices, self.radius)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Shape) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    @property
    def center(self) -> Pair:
        """The centre of the core, rounded once: the middle of a segment or box, the centroid of a polygon."""
        points = [_exact(p) for p in self.vertices]
        weights = [(p, q, _cross(_sub(p, points[0]), _sub(q, points[0]))) for p, q in _edges(points)]
        total = sum((w for _, _, w in weights), Fraction(0))
        if not total:
            return _rounded_mean(points)
        # The mean of the triangles that the first vertex makes with each edge, weighted by their areas.
        first = points[0]
        x = sum((w * (first[0] + p[0] + q[0]) for p, q, w in weights), Fraction(0)) / (3 * total)
        y = sum((w * (first[1] + p[1] + q[1]) for p, q, w in weights), Fraction(0)) / (3 * total)
        return float(x), float(y)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y of the grown shape, rounded outward.

        >>> Circle(0, 0, 0.1).bounds
        (-0.1, -0.1, 0.1, 0.1)
        >>> Circle(1, 0, 1e-30).bounds
        (0.9999999999999999, -1e-30, 1.0000000000000002, 1e-30)
        """
        xs, ys, r = (
            [Fraction(x) for x, _ in self.vertices],
            [Fraction(y) for _, y in self.vertices],
            Fraction(self.radius),
        )
        return _below(min(xs) - r), _below(min(ys) - r), -_below(-max(xs) - r), -_below(-max(ys) - r)

    @property
    def area(self) -> float:
        """Area of the grown shape: the core, a strip of width r along its edges, and a disc.

        >>> Capsule(0, 0, 10, 0, 1).area == 20 + math.pi
        True
        """
        points, r = [_exact(p) for p in self.vertices], _decimal(Fraction(self.radius))
        core = sum((_cross(_sub(p, points[0]), _sub(q, points[0])) for p, q in _edges(points)), Fraction(0)) / 2
        perimeter = Decimal(0)
        for p, q in _edges(points):
            length = _CONTEXT.sqrt(_decimal(_dot(_sub(q, p), _sub(q, p))))
            perimeter = _CONTEXT.add(perimeter, length)
        round_part = _CONTEXT.multiply(r, _CONTEXT.add(perimeter, _CONTEXT.multiply(r, _decimal(_PI))))
        return float(_CONTEXT.add(_decimal(core), round_part))

    def _mapped(self, f: Callable[[Pair], Pair], radius: float) -> Shape:
        """A shape of this kind with other vertices and radius. Rectangles do not have this method: they move by their
        own numbers.
        """
        raise TypeError(f"{self.kind} is not moved by its vertices")

    def move(self, dx: float, dy: float) -> Shape:
        """The shape moved: each coordinate plus the motion, rounded once.

        >>> Circle(1, 2, 3).move(1, -1)
        Circle(2.0, 1.0, 3.0)
        """
        dx, dy = checked(type(self).__name__, "dx", dx), checked(type(self).__name__, "dy", dy)
        return self._mapped(lambda p: (p[0] + dx, p[1] + dy), self.radius)

    def rotate(self, angle: float, about: Pair | None = None) -> Shape:
        """The shape rotated by degrees about a point, by default its centre.

        >>> Segment(0, 0, 2, 0).rotate(90)
        Segment(1.0, -1.0, 1.0, 1.0)
        """
        sine, cosine = sine_cosine(checked(type(self).__name__, "angle", angle))
        pivot = self.center if about is None else _checked_pair(type(self).__name__, "about ", about)
        return self._mapped(lambda p: turn((p[0] - pivot[0], p[1] - pivot[1]), sine, cosine, pivot), self.radius)

    def scale_by(self, k: float) -> Shape:
        """The shape scaled by k >= 0 about its centre.

        >>> Circle(1, 1, 2).scale_by(3)
        Circle(1.0, 1.0, 6.0)
        """
        k = checked_size(type(self).__name__, "k", k)
        cx, cy = self.center
        return self._mapped(lambda p: (cx + k * (p[0] - cx), cy + k * (p[1] - cy)), k * self.radius)

    def at(self, x: float, y: float) -> Shape:
        """The shape moved so that its centre is at a point.

        >>> Segment(0, 0, 2, 0).at(0, 5)
        Segment(-1.0, 5.0, 1.0, 5.0)
        """
        (x, y), (cx, cy) = _checked_pair(type(self).__name__, "", (x, y)), self.center
        dx, dy = x - cx, y - cy
        return self._mapped(lambda p: (p[0] + dx, p[1] + dy), self.radius)

    @abstractmethod
    def grow(self, d: float) -> Shape:
        """The shape with d added to its radius; the core keeps its bits.

        >>> Segment(0, 0, 2, 0).grow(1)
        Capsule(0.0, 0.0, 2.0, 0.0, 1.0)
        """

    def relate(self, other: ShapeLike) -> Relation:
        """See the function `relate`; likewise the other verbs."""
        return relate(self, other)

    def collides(self, other: ShapeLike) -> bool:
        return collides(self, other)

    def overlaps(self, other: ShapeLike) -> bool:
        return overlaps(self, other)

    def touches(self, other: ShapeLike) -> bool:
        return touches(self, other)

    def separation(self, other: ShapeLike) -> float:
        return separation(self, other)

    def distance(self, other: ShapeLike) -> float:
        return distance(self, other)

    def closest_points(self, other: ShapeLike) -> tuple[Pair, Pair]:
        return closest_points(self, other)

    def contact(self, other: ShapeLike) -> Contact | None:
        return contact(self, other)

    def contains(self, other: ShapeLike) -> bool:
        return contains(self, other)

    def sweep(self, motion: Pair) -> Shape:
        return sweep(self, motion)

    def cast(self, motion: Pair, other: ShapeLike, *, motion_b: Pair = (0, 0), touching: bool = False,
             leaving: bool = True) -> Hit | None:  # fmt: skip
        return cast(self, motion, other, motion_b=motion_b, touching=touching, leaving=leaving)

    def raycast(self, origin: ShapeLike, motion: Pair, *, touching: bool = False, leaving: bool = True) -> Hit | None:
        return raycast(origin, motion, self, touching=touching, leaving=leaving)

    def clip(self, segment: Segment) -> Pair | None:
        return clip(self, segment)

    def separate(self, other: ShapeLike, mass_a: float = 1.0, mass_b: float = 1.0) -> tuple[Any, Any]:
        return separate(self, other, mass_a, mass_b)

    def minkowski_difference(self, other: ShapeLike) -> Shape:
        return minkowski_difference(self, other)


def _rounded_mean(points: Sequence[Vec]) -> Pair:
    n = len(points)
    return float(sum((x for x, _ in points), Fraction(0)) / n), float(sum((y for _, y in points), Fraction(0)) / n)


def _below(x: Fraction) -> float:
    """The greatest float that is not above x."""
    nearest = float(x)
    return nearest if Fraction(nearest) <= x else math.nextafter(nearest, -math.inf)


class Point(Shape):
    """A point.

    >>> Point(1, 2).vertices
    ((1.0, 2.0),)
    """

    kind = "point"

    def __init__(self, x: float, y: float) -> None:
        self._become([(checked("Point", "x", x), checked("Point", "y", y))], 0.0)

    def __repr__(self) -> str:
        return "Point({!r}, {!r})".format(*self.vertices[0])

    def _mapped(self, f: Callable[[Pair], Pair], radius: float) -> Point:
        return Point(*f(self.vertices[0]))

    def at(self, x: float, y: float) -> Point:
        return Point(x, y)

    def grow(self, d: float) -> Circle:
        return Circle(*self.vertices[0], _grown("Point", 0.0, d))


class Circle(Shape):
    """A disc: a point, grown by r >= 0.

    >>> Circle(1, 2, 3).radius
    3.0
    """

    kind = "circle"

    def __init__(self, x: float, y: float, r: float) -> None:
        self._become([(checked("Circle", "x", x), checked("Circle", "y", y))], checked_size("Circle", "r", r))

    def __repr__(self) -> str:
        return "Circle({!r}, {!r}, {!r})".format(*self.vertices[0], self.radius)

    def _mapped(self, f: Callable[[Pair], Pair], radius: float) -> Circle:
        return Circle(*f(self.vertices[0]), radius)

    def at(self, x: float, y: float) -> Circle:
        return Circle(x, y, self.radius)

    def grow(self, d: float) -> Circle:
        return Circle(*self.vertices[0], _grown("Circle", self.radius, d))


class Segment(Shape):
    """The straight line from (ax, ay) to (bx, by), ends included.

    >>> Segment(2, 0, 0, 0).vertices
    ((0.0, 0.0), (2.0, 0.0))
    """

    kind = "segment"
    a: Pair
    b: Pair

    def __init__(self, ax: float, ay: float, bx: float, by: float) -> None:
        self._between((ax, ay), (bx, by), 0.0)

    def _between(self, a: Pair, b: Pair, r: float) -> None:
        who = type(self).__name__
        object.__setattr__(self, "a", (checked(who, "ax", a[0]), checked(who, "ay", a[1])))
        object.__setattr__(self, "b", (checked(who, "bx", b[0]), checked(who, "by", b[1])))
        self._become([self.a, self.b], checked_size(who, "r", r))

    def __repr__(self) -> str:
        return "Segment({!r}, {!r}, {!r}, {!r})".format(*self.a, *self.b)

    def _mapped(self, f: Callable[[Pair], Pair], radius: float) -> Segment:
        return Segment(*f(self.a), *f(self.b))

    def grow(self, d: float) -> Capsule:
        return Capsule(*self.a, *self.b, _grown(type(self).__name__, self.radius, d))


class Capsule(Segment):
    """A segment, grown by r >= 0.

    >>> Capsule(0, 0, 2, 0, 1).radius
    1.0
    """

    kind = "capsule"

    def __init__(self, ax: float, ay: float, bx: float, by: float, r: float) -> None:
        self._between((ax, ay), (bx, by), r)

    def __repr__(self) -> str:
        return "Capsule({!r}, {!r}, {!r}, {!r}, {!r})".format(*self.a, *self.b, self.radius)

    def _mapped(self, f: Callable[[Pair], Pair], radius: float) -> Capsule:
        return Capsule(*f(self.a), *f(self.b), radius)


class Polygon(Shape):
    """A convex polygon, grown by a radius: its points in order, either way round; repeated and collinear ones are
    dropped.

    >>> Polygon([(0, 0), (0, 2), (1, 1), (2, 0), (1, 0)]).vertices
    ((0.0, 0.0), (2.0, 0.0), (0.0, 2.0))
    >>> Polygon([(0, 0), (4, 0), (1, 1), (0, 4)])
    Traceback (most recent call last):
    ValueError: Polygon: points must run once round a convex polygon
    """

    kind = "polygon"

    def __init__(self, points: Iterable[Pair], radius: float = 0.0) -> None:
        corners = [(checked("Polygon", "x", x), checked("Polygon", "y", y)) for x, y in points]
        if not corners:
            raise ValueError("Polygon: points must not be empty")
        self._become(corners, checked_size("Polygon", "radius", radius))
        if not _is_convex_walk([_exact(p) for p in corners]):
            raise ValueError("Polygon: points must run once round a convex polygon")

    @classmethod
    def hull(cls, points: Iterable[Pair], radius: float = 0.0) -> Polygon:
        """The convex hull of any points, grown.

        >>> Polygon.hull([(0, 0), (4, 0), (1, 1), (0, 4)]).vertices
        ((0.0, 0.0), (4.0, 0.0), (0.0, 4.0))
        """
        corners = [(checked("Polygon", "x", x), checked("Polygon", "y", y)) for x, y in points]
        if not corners:
            raise ValueError("Polygon: points must not be empty")
        return cls(convex_hull(corners), radius)

    def __repr__(self) -> str:
        return f"Polygon({list(self.vertices)!r}" + (f", {self.radius!r})" if self.radius else ")")

    def _mapped(self, f: Callable[[Pair], Pair], radius: float) -> Polygon:
        return Polygon.hull(map(f, self.vertices), radius)

    def grow(self, d: float) -> Polygon:
        return Polygon(self.vertices, _grown("Polygon", self.radius, d))


def _grown(who: str, radius: float, d: float) -> float:
    return checked_size(who, "radius + d", radius + checked(who, "d", d))


# ---- rectangles ------------------------------------------------------------------------------------------------------


class Anchor(enum.Enum):
    """The point of a rectangle that its position `at` refers to."""

    TOPLEFT = "the top-left corner, before turning"
    CENTER = "the centre"
    PIVOT = "the point about which it rotates"
    CORNERS = "two opposite corners"


class Frame(NamedTuple):
    """A rectangle as it was defined. `inner`: position and size are of the core, with the radius outside them."""

    anchor: Anchor
    at: Pair
    size: Pair  # for CORNERS: the opposite corner
    angle: float = 0.0
    pivot: Pair | None = None  # an offset from the top-left corner
    radius: float = 0.0
    inner: bool = False

    def checked(self, who: str) -> Frame:
        """The definition with every number checked and normalised."""
        sides = checked if self.anchor is Anchor.CORNERS else checked_size
        pivot = self.pivot and (checked(who, "pivot x", self.pivot[0]), checked(who, "pivot y", self.pivot[1]))
        fine = Frame(
            self.anchor, (checked(who, "x", self.at[0]), checked(who, "y", self.at[1])),
            (sides(who, "w", self.size[0]), sides(who, "h", self.size[1])), checked(who, "angle", self.angle),
            pivot, checked_size(who, "r", self.radius), self.inner,
        )  # fmt: skip
        if not fine.inner and fine.radius and 2 * fine.radius > min(fine.size):
            raise ValueError(f"{who}: r must be at most half the smaller side, got {fine.radius!r}")
        return fine

    def core(self) -> tuple[list[Pair], Pair]:
        """The corners of the core, and the centre, as the rules of derivation round them."""
        across = [self._side(i) for i in (0, 1)]
        reduced = math.fmod(self.angle, 360)
        if reduced == 0:
            (left, right, cx), (top, bottom, cy) = (self._straight(i) for i in (0, 1))
            return [(left, top), (right, top), (right, bottom), (left, bottom)], (cx, cy)
        sine, cosine = sine_cosine(reduced)
        (x0, x1), (y0, y1) = ((lo, hi) for _, lo, hi in across)
        pivot = (across[0][0], across[1][0])
        corners = [turn(p, sine, cosine, pivot) for p in [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]]
        middle = turn((x0 / 2 + x1 / 2, y0 / 2 + y1 / 2), sine, cosine, pivot)
        return corners, middle if self.pivot else pivot

    def _inner_size(self, i: int) -> float:
        return self.size[i] if self.inner else self.size[i] - 2 * self.radius

    def _side(self, i: int) -> tuple[float, float, float]:
        """Along one axis: the point about which it rotates, and the two sides of the core relative to that point."""
        at, size, r = self.at[i], self._inner_size(i), 0.0 if self.inner else self.radius
        if self.pivot is None:
            about = at if self.anchor is Anchor.CENTER else at + self.size[i] / 2
            return about, -size / 2, size / 2
        about = at if self.anchor is Anchor.PIVOT else at + self.pivot[i]
        low = r - self.pivot[i]
        return about, low, low + size

    def _straight(self, i: int) -> tuple[float, float, float]:
        """Along one axis, without rotation: the two sides of the core and the centre."""
        at, size, r = self.at[i], self._inner_size(i), 0.0 if self.inner else self.radius
        if self.anchor is Anchor.CORNERS:
            return at, self.size[i], at / 2 + self.size[i] / 2
        if self.anchor is Anchor.CENTER:
            return at - size / 2, at + size / 2, at
        if self.anchor is Anchor.PIVOT:
            about, low, high = self._side(i)
            return about + low, about + high, about + (low / 2 + high / 2)
        left = at + r
        return left, left + size, at + self.size[i] / 2


class Rect(Shape):
    """A rectangle (x, y, w, h) with (x, y) its top-left corner, turned by degrees about a pivot: its centre, or an
    offset from the top-left corner. Its vertices are its four corners, each rounded once.

    >>> Rect(0, 0, 4, 2).vertices
    ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))
    >>> Rect(0, 0, 4, 2, 90, pivot=(0, 0))
    Rect(0.0, 0.0, 4.0, 2.0, 90.0, pivot=(0.0, 0.0))
    >>> Rect(0, 0, 4, 2, 90, pivot=(0, 0)).vertices
    ((-2.0, 0.0), (0.0, 0.0), (0.0, 4.0), (-2.0, 4.0))
    """

    kind = "rect"
    frame: Frame

    def __init__(
        self, x: float, y: float, w: float, h: float, angle: float = 0.0, *,
        pivot: Pair | None = None, radians: float | None = None,
    ) -> None:  # fmt: skip
        self._derive(Frame(Anchor.TOPLEFT, (x, y), (w, h), _turned_by("Rect", angle, radians), pivot))

    def _derive(self, frame: Frame) -> None:
        frame = frame.checked(type(self).__name__)
        corners, middle = frame.core()
        self._become(corners, frame.radius)
        object.__setattr__(self, "frame", frame)
        object.__setattr__(self, "_center", middle)

    @classmethod
    def of(cls, frame: Frame) -> Rect:
        """A rectangle from the numbers that define it: rounded if it is a RoundRect."""
        self = cls.__new__(cls)
        self._derive(frame)
        return self

    @classmethod
    def centered(cls, cx: float, cy: float, w: float, h: float, angle: float = 0.0) -> Rect:
        """A rectangle around its centre.

        >>> Rect.centered(1, 1, 2, 2) == Rect(0, 0, 2, 2)
        True
        """
        return cls.of(Frame(Anchor.CENTER, (cx, cy), (w, h), angle))

    @classmethod
    def from_corners(cls, x1: float, y1: float, x2: float, y2: float) -> Rect:
        """The axis-aligned rectangle between two opposite corners, whichever they are.

        >>> Rect.from_corners(3, 0, 1, 4).vertices
        ((1.0, 0.0), (3.0, 0.0), (3.0, 4.0), (1.0, 4.0))
        """
        return cls.of(Frame(Anchor.CORNERS, (min(x1, x2), min(y1, y2)), (max(x1, x2), max(y1, y2))))

    @classmethod
    def pivoted(cls, x: float, y: float, w: float, h: float, offset: Pair, angle: float = 0.0) -> Rect:
        """A rectangle whose pivot, an offset from its top-left corner, is at (x, y).

        >>> Rect.pivoted(0, 0, 4, 2, (4, 2)).vertices
        ((-4.0, -2.0), (0.0, -2.0), (0.0, 0.0), (-4.0, 0.0))
        """
        return cls.of(Frame(Anchor.PIVOT, (x, y), (w, h), angle, offset))

    def __repr__(self) -> str:
        f, who = self.frame, type(self).__name__
        if f.inner and f.anchor is not Anchor.CENTER:
            # Growing a rotated rectangle would keep its centre in place, so it is grown first and rotated afterwards.
            after = f.anchor is Anchor.TOPLEFT and f.pivot is None and f.angle != 0
            core = Rect.of(f._replace(radius=0.0, inner=False, angle=0.0 if after else f.angle))
            return f"{core!r}.grow({f.radius!r})" + (f".rotate({f.angle!r})" if after else "")
        (x, y), (w, h) = f.at, f.size
        if f.anchor is Anchor.CORNERS:
            if (x + (w - x), y + (h - y)) != (w, h) or max(w - x, h - y) > LIMIT:
                return f"Rect.from_corners({x!r}, {y!r}, {w!r}, {h!r})"
            w, h = w - x, h - y
        numbers = [x, y, w, h, *([f.radius] if who == "RoundRect" else [])]
        turned = [f.angle] if f.angle else []
        if f.anchor is Anchor.PIVOT:
            return f"{who}.pivoted({', '.join(map(repr, [*numbers, f.pivot, *turned]))})"
        text = ", ".join(map(repr, numbers + turned)) + (f", pivot={f.pivot!r}" if f.pivot else "")
        if f.anchor is Anchor.CENTER:
            return f"{who}.around({text})" if f.inner else f"{who}.centered({text})"
        return f"{who}({text})"

    @property
    def center(self) -> Pair:
        middle: Pair = self._center  # type: ignore[attr-defined]
        return middle[0] + 0.0, middle[1] + 0.0

    @property
    def size(self) -> Pair:
        """Width and height of the outer rectangle, before turning."""
        (w, h), f = self.frame.size, self.frame
        if f.anchor is Anchor.CORNERS:
            w, h = w - f.at[0], h - f.at[1]
        return (w + 2 * f.radius, h + 2 * f.radius) if f.inner else (w, h)

    @property
    def topleft(self) -> Pair:
        """The outer top-left corner, before turning."""
        f = self.frame
        border = f.radius if f.inner or f.anchor is Anchor.CORNERS else 0.0
        if f.anchor in (Anchor.TOPLEFT, Anchor.CORNERS):
            return f.at[0] - border, f.at[1] - border
        w, h = self.size
        ox, oy = (f.pivot[0] + border, f.pivot[1] + border) if f.pivot else (w / 2, h / 2)
        return f.at[0] - ox, f.at[1] - oy

    @property
    def angle(self) -> float:
        return self.frame.angle

    def _key(self) -> tuple[object, ...]:
        return (*super()._key(), self.topleft, self.size, self.frame.angle, self.frame.pivot)

    def _change(self, **changes: Any) -> Rect:
        return type(self).of(self.frame._replace(**changes))

    @property
    def _turns_about(self) -> Pair:
        """The point about which it rotates: its pivot, or else its centre."""
        f = self.frame
        if f.pivot is None:
            return self.center
        return f.at if f.anchor is Anchor.PIVOT else (f.at[0] + f.pivot[0], f.at[1] + f.pivot[1])

    def _held_there(self, at: Pair) -> Frame:
        """The rectangle defined by the point about which it rotates, with that point moved to `at`."""
        f = self.frame
        if f.anchor is Anchor.CORNERS:
            f = f._replace(size=(f.size[0] - f.at[0], f.size[1] - f.at[1]))
        return f._replace(anchor=Anchor.PIVOT if f.pivot else Anchor.CENTER, at=at)

    def move(self, dx: float, dy: float) -> Rect:
        """The rectangle moved: its position changes, its size does not, so it is never deformed.

        >>> Rect(0, 0, 0.1, 0.1).move(1, 1).size
        (0.1, 0.1)
        """
        dx, dy = checked(type(self).__name__, "dx", dx), checked(type(self).__name__, "dy", dy)
        f = self.frame
        if dx == dy == 0:
            return self  # computing the size from two corners may round it
        if f.anchor is Anchor.CORNERS:
            f = f._replace(anchor=Anchor.TOPLEFT, size=(f.size[0] - f.at[0], f.size[1] - f.at[1]))
        return self.of(f._replace(at=(f.at[0] + dx, f.at[1] + dy)))

    def at(self, x: float, y: float) -> Rect:
        """The rectangle with its centre exactly at a point; if it has its own pivot, it is moved by the difference."""
        f, (x, y) = self.frame, _checked_pair(type(self).__name__, "", (x, y))
        if f.pivot is None:
            return self.of(self._held_there((x, y)))
        return self.of(f._replace(at=(f.at[0] + (x - self.center[0]), f.at[1] + (y - self.center[1]))))

    def rotate(self, angle: float, about: Pair | None = None) -> Rect:
        """The rectangle rotated by degrees about its own pivot, or about a point.

        >>> Rect(0, 0, 4, 2).rotate(90).vertices
        ((1.0, -1.0), (3.0, -1.0), (3.0, 3.0), (1.0, 3.0))
        """
        angle = checked(type(self).__name__, "angle", angle)
        f, own = self.frame, self._turns_about
        if about is not None:
            about = _checked_pair(type(self).__name__, "about ", about)
            sine, cosine = sine_cosine(angle)
            f = self._held_there(turn((own[0] - about[0], own[1] - about[1]), sine, cosine, about))
        elif f.anchor is Anchor.CORNERS:
            f = self._held_there(own)
        return self.of(f._replace(angle=math.fmod(math.fmod(f.angle, 360) + math.fmod(angle, 360), 360)))

    def scale_by(self, k: float) -> Rect:
        """The rectangle scaled by k >= 0 about its centre.

        >>> Rect(0, 0, 4, 2).scale_by(0.5).vertices
        ((1.0, 0.5), (3.0, 0.5), (3.0, 1.5), (1.0, 1.5))
        """
        k = checked_size(type(self).__name__, "k", k)
        (cx, cy), (x, y) = self.center, self._turns_about
        f = self._held_there((cx + k * (x - cx), cy + k * (y - cy)))
        pivot = f.pivot and (k * f.pivot[0], k * f.pivot[1])
        return self.of(f._replace(size=(k * f.size[0], k * f.size[1]), pivot=pivot, radius=k * f.radius))

    def grow(self, d: float) -> Rect:
        """The rectangle with d added to its radius, a RoundRect: the core keeps its bits.

        >>> Rect(0, 0, 4, 2).grow(1).vertices
        ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))
        """
        f, r = self.frame, self.frame.radius
        if not f.inner and f.anchor is not Anchor.CORNERS:
            size = (f.size[0] - 2 * r, f.size[1] - 2 * r)
            if f.anchor is Anchor.TOPLEFT and math.fmod(f.angle, 360) == 0:
                f = f._replace(at=(f.at[0] + r, f.at[1] + r))
            elif f.anchor is Anchor.TOPLEFT and (r or f.pivot is None):
                f = self._held_there(self._turns_about)
            f = f._replace(size=size, pivot=f.pivot and (f.pivot[0] - r, f.pivot[1] - r))
        return RoundRect.of(f._replace(inner=True, radius=_grown(type(self).__name__, r, d)))


class RoundRect(Rect):
    """A rectangle (x, y, w, h) whose corners are rounded by r, at most half its smaller side: an inner rectangle,
    grown.

    >>> RoundRect(0, 0, 4, 2, 1).vertices
    ((1.0, 1.0), (3.0, 1.0))
    """

    kind = "roundrect"

    def __init__(
        self, x: float, y: float, w: float, h: float, r: float, angle: float = 0.0, *,
        pivot: Pair | None = None, radians: float | None = None,
    ) -> None:  # fmt: skip
        self._derive(Frame(Anchor.TOPLEFT, (x, y), (w, h), _turned_by("RoundRect", angle, radians), pivot, r))

    @classmethod
    def centered(  # type: ignore[override]
        cls, cx: float, cy: float, w: float, h: float, r: float, angle: float = 0.0
    ) -> RoundRect:
        """A rounded rectangle of an outer size around its centre."""
        return cls.of(Frame(Anchor.CENTER, (cx, cy), (w, h), angle, None, r))  # type: ignore[return-value]

    @classmethod
    def pivoted(  # type: ignore[override]
        cls, x: float, y: float, w: float, h: float, r: float, offset: Pair, angle: float = 0.0
    ) -> RoundRect:
        """A rounded rectangle whose pivot, an offset from its outer top-left corner, is at (x, y)."""
        return cls.of(Frame(Anchor.PIVOT, (x, y), (w, h), angle, offset, r))  # type: ignore[return-value]

    @classmethod
    def around(cls, cx: float, cy: float, inner_w: float, inner_h: float, r: float, angle: float = 0.0) -> RoundRect:
        """A rounded rectangle of an inner size around its centre.

        >>> RoundRect.around(1, 1, 0, 0, 5).vertices
        ((1.0, 1.0),)
        """
        return cls.of(Frame(Anchor.CENTER, (cx, cy), (inner_w, inner_h), angle, None, r, True))  # type: ignore[return-value]


def _turned_by(who: str, angle: float, radians: float | None) -> float:
    return angle if radians is None else degrees(checked(who, "radians", radians))


# ---- verbs -----------------------------------------------------------------------------------------------------------


class Contact(NamedTuple):
    """Where and how two shapes collide."""

    normal: Pair
    depth: float
    points: tuple[Pair, ...]

    @property
    def mtv(self) -> Pair:
        """The shortest motion that moves the first shape out of the second."""
        return self.normal[0] * self.depth, self.normal[1] * self.depth


class _Situation:
    """Two shapes, the hull D of all differences of their vertices, and the position of the origin relative to it."""

    def __init__(self, a: ShapeLike, b: ShapeLike) -> None:
        (self.a, self.a_radius), (self.b, self.b_radius) = _parts(a), _parts(b)
        self.radius = self.a_radius + self.b_radius
        self.hull = _wrap(_sub(p, q) for p in self.a for q in self.b)
        origin = Fraction(0), Fraction(0)
        edges = _edges(self.hull)
        self.nearest = min((_nearest_on(p, q, origin) for p, q in edges), key=lambda v: _dot(v, v))
        self.inside = len(self.hull) > 2 and all(_cross(_sub(q, p), _sub(origin, p)) > 0 for p, q in edges)

    @property
    def square(self) -> Fraction:
        """The squared distance of the origin from the boundary of D."""
        return _dot(self.nearest, self.nearest)

    def relation(self) -> Relation:
        if self.inside or self.square < self.radius**2:
            return Relation.OVERLAPPING
        return Relation.TOUCHING if self.square == self.radius**2 else Relation.APART

    def separation(self) -> Surd:
        return Surd(-self.radius, Fraction(-1 if self.inside else 1), self.square)

    def direction(self) -> Vec:
        """The shortest vector out of B toward A; among several, the one that `contact` specifies."""
        if not self.inside and any(self.nearest):
            return self.nearest
        swapped = not _is_in_order(self.a, self.a_radius, self.b, self.b_radius)
        n = _way_out(self.b, self.a) if swapped else _way_out(self.a, self.b)
        return (-n[0], -n[1]) if swapped else n

    def stretch(self, n: Vec) -> list[Fraction]:
        """The ends, along the tangent (-ny, nx), of the overlap of the two facing faces: one point if it is a single
        point.
        """
        tangent = (-n[1], n[0])
        # The facing faces: the vertices of A farthest against the normal, those of B farthest along it.
        a_level, b_level = min(_dot(n, p) for p in self.a), max(_dot(n, q) for q in self.b)
        a_face = [_dot(tangent, p) for p in self.a if _dot(n, p) == a_level]
        b_face = [_dot(tangent, q) for q in self.b if _dot(n, q) == b_level]
        return sorted({max(min(a_face), min(b_face)), min(max(a_face), max(b_face))})

    def contact(self) -> Contact:
        n = self.direction()
        length2 = _dot(n, n)
        tangent = (-n[1], n[0])
        a_level, b_level = min(_dot(n, p) for p in self.a), max(_dot(n, q) for q in self.b)
        # Midway between the two surfaces: the mean of the two levels, shifted by half the difference of the radii.
        level, shift = (a_level + b_level) / 2, (self.b_radius - self.a_radius) / 2
        points = [
            (
                float(Surd((n[0] * level + tangent[0] * along) / length2, n[0] * shift, 1 / length2)),
                float(Surd((n[1] * level + tangent[1] * along) / length2, n[1] * shift, 1 / length2)),
            )
            for along in self.stretch(n)
        ]
        return Contact(_unit(n), 0.0 - float(self.separation()), tuple(points))

    def closest_core_points(self) -> tuple[Vec, Vec]:
        """The nearest pair over all features: each vertex of one with each edge of the other."""
        pairs = [(p, _nearest_on(*edge, p)) for p in self.a for edge in _edges(self.b)]
        pairs += [(_nearest_on(*edge, q), q) for q in self.b for edge in _edges(self.a)]
        return min(pairs, key=lambda pair: _dot(_sub(*pair), _sub(*pair)))


# The order of the forms of cores: points, segments, axis-aligned boxes, all others.
_POINT, _SEGMENT, _BOX, _CONVEX = range(4)


def _form(core: Sequence[Vec]) -> int:
    if len(core) < 3:
        return _POINT if len(core) == 1 else _SEGMENT
    is_box = len(core) == 4 and len({x for x, _ in core}) == len({y for _, y in core}) == 2
    return _BOX if is_box else _CONVEX


def _is_in_order(a: Sequence[Vec], a_radius: Fraction, b: Sequence[Vec], b_radius: Fraction) -> bool:
    """Whether a comes first: by the form of the core, the number of vertices, the larger radius, the first vertex that
    differs."""
    keys = [(_form(core), len(core), -radius, core) for core, radius in ((a, a_radius), (b, b_radius))]
    return keys[0] <= keys[1]


def _outward(p: Vec, q: Vec) -> Vec:
    return q[1] - p[1], p[0] - q[0]


def _way_out(a: Sequence[Vec], b: Sequence[Vec]) -> Vec:
    """The shortest way for core a out of core b, for cores that collide, with a first in the order."""
    if _form(b) == _BOX and _form(a) in (_POINT, _BOX):
        return _way_out_of_box(a, b)
    if len(_wrap(_sub(p, q) for p in a for q in b)) < 3:  # parallel segments, or points
        segments = [core for core in (a, b) if len(core) == 2]
        return _outward(*segments[0]) if segments else (Fraction(1), Fraction(0))
    ways: list[tuple[Fraction, Vec]] = []  # the squared depth behind an edge, and the direction out across it
    for core, other, side in ((a, b, -1), (b, a, 1)):
        for p, q in _edges(core) if len(core) > 1 else []:
            n = _outward(p, q)
            depth = max(_dot(n, _sub(p, r)) for r in other)
            ways.append((depth**2 / _dot(n, n), _times(Fraction(side), n)))
    return min(ways, key=lambda way: way[0])[1]  # the first of equal depths


def _way_out_of_box(a: Sequence[Vec], b: Sequence[Vec]) -> Vec:
    """Along the axis on which they overlap less, or else x; toward the side of a, or else the positive side."""
    best: tuple[Fraction, Vec] | None = None
    for axis in ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))):
        above = min(_dot(axis, p) for p in a) - max(_dot(axis, q) for q in b)
        below = min(_dot(axis, q) for q in b) - max(_dot(axis, p) for p in a)
        if best is None or max(above, below) > best[0]:
            best = max(above, below), axis if above >= below else _times(Fraction(-1), axis)
    assert best is not None
    return best[1]


def _unit(n: Vec) -> Pair:
    inverse = 1 / _dot(n, n)
    return float(Surd(Fraction(0), n[0], inverse)), float(Surd(Fraction(0), n[1], inverse))


def _parts(shape: ShapeLike) -> tuple[list[Vec], Fraction]:
    if isinstance(shape, (tuple, list)):
        shape = Point(*shape)
    points = map(_exact, shape.vertices)  # type: ignore[union-attr]
    return _wrap(points), Fraction(shape.radius)  # type: ignore[union-attr]


def relate(a: ShapeLike, b: ShapeLike) -> Relation:
    """How two shapes are positioned relative to each other: apart, touching or overlapping, exactly.

    >>> relate(Segment(0, 0, 2, 2), Segment(0, 2, 2, 0)).name
    'OVERLAPPING'
    >>> relate(Segment(0, 0, 2, 0), Segment(1, 0, 3, 0)).name
    'TOUCHING'
    """
    return _Situation(a, b).relation()


def collides(a: ShapeLike, b: ShapeLike) -> bool:
    """Whether two shapes have a common point; touching counts.

    >>> collides(Circle(0, 0, 1), Circle(2, 0, 1))
    True
    """
    return relate(a, b) >= Relation.TOUCHING


def overlaps(a: ShapeLike, b: ShapeLike) -> bool:
    """Whether no arbitrarily small shift separates two shapes; touching does not count.

    >>> overlaps(Circle(0, 0, 1), Circle(2, 0, 1)), overlaps(Circle(0, 0, 1), Circle(2, 0, 1.5))
    (False, True)
    """
    return relate(a, b) is Relation.OVERLAPPING


def touches(a: ShapeLike, b: ShapeLike) -> bool:
    """Whether two shapes collide but do not overlap.

    >>> touches(Rect(0, 0, 1, 1), Rect(1, 1, 1, 1))
    True
    """
    return relate(a, b) is Relation.TOUCHING


def surd_separation(a: ShapeLike, b: ShapeLike) -> Surd:
    """The separation of two shapes as an exact number.

    >>> surd_separation(Point(0, 0), Circle(1, 1, 1))
    Surd(rational=Fraction(-1, 1), factor=Fraction(1, 1), square=Fraction(2, 1))
    """
    return _Situation(a, b).separation()


@overload
def separation(a: ShapeLike, b: ShapeLike) -> float: ...
@overload
def separation(a: ShapeLike, b: ShapeLike, digits: int) -> Decimal: ...
def separation(a: ShapeLike, b: ShapeLike, digits: int | None = None) -> float | Decimal:
    """The signed gap: the distance if apart, 0 if touching, minus the depth of the shortest way out if overlapping.

    The nearest float, or a Decimal with the given number of digits.

    >>> separation(Rect(0, 0, 4, 4), Rect(1, 3, 4, 4))
    -1.0
    """
    exact = surd_separation(a, b)
    return float(exact) if digits is None else exact.to_decimal(digits)


def distance(a: ShapeLike, b: ShapeLike) -> float:
    """The gap between two shapes, 0 if they collide.

    >>> distance(Point(0, 0), Point(3, 4)), distance(Point(0, 0), Circle(3, 4, 6))
    (5.0, 0.0)
    """
    return max(separation(a, b), 0.0)


def closest_points(a: ShapeLike, b: ShapeLike) -> tuple[Pair, Pair]:
    """The nearest points of two shapes; if they collide, one common point, twice.

    >>> closest_points(Circle(0, 0, 1), Point(3, 0)), closest_points(Circle(0, 0, 2), Circle(3, 0, 2))
    (((1.0, 0.0), (3.0, 0.0)), ((1.5, 0.0), (1.5, 0.0)))
    """
    situation = _Situation(a, b)
    if not _is_in_order(situation.a, situation.a_radius, situation.b, situation.b_radius):
        there, back = closest_points(b, a)
        return back, there
    p, q = situation.closest_core_points()
    if situation.inside or p == q:
        common = _common_point(situation.a, situation.b)
        return common, common
    way = _sub(q, p)
    gap2 = _dot(way, way)

    def at(on: Vec, radius: Fraction) -> Pair:
        """The point one radius away from `on` in the direction from A to B."""
        return float(Surd(on[0], radius * way[0], 1 / gap2)), float(Surd(on[1], radius * way[1], 1 / gap2))

    if situation.relation() is Relation.APART:
        return at(p, situation.a_radius), at(q, -situation.b_radius)
    # A extends from p to its radius or to q, whichever is nearer; B likewise from q. Take the middle of the overlap.
    a_reaches = situation.a_radius**2 >= gap2
    b_reaches = situation.b_radius**2 >= gap2
    if a_reaches and b_reaches:
        common = at(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), Fraction(0))
    elif a_reaches:
        common = at(q, -situation.b_radius / 2)
    elif b_reaches:
        common = at(p, situation.a_radius / 2)
    else:
        common = at(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), (situation.a_radius - situation.b_radius) / 2)
    return common, common


def _common_point(a: Sequence[Vec], b: Sequence[Vec]) -> Pair:
    """A common point of two cores that collide: the mean of the vertices of each in the other and the crossings of
    their edges.
    """
    found = {p for p in a if _holds(b, p)} | {q for q in b if _holds(a, q)}
    for p, q in _edges(a):
        for u, v in _edges(b):
            e, f = _sub(q, p), _sub(v, u)
            if _cross(e, f):
                s, t = _cross(_sub(u, p), f) / _cross(e, f), _cross(_sub(u, p), e) / _cross(e, f)
                if 0 <= s <= 1 and 0 <= t <= 1:
                    found.add((p[0] + s * e[0], p[1] + s * e[1]))
    return _rounded_mean(sorted(found))


def _holds(hull: Sequence[Vec], point: Vec) -> bool:
    if len(hull) < 3:
        return any(_nearest_on(p, q, point) == point for p, q in _edges(hull))
    return all(_cross(_sub(q, p), _sub(point, p)) >= 0 for p, q in _edges(hull))


def contact(a: ShapeLike, b: ShapeLike) -> Contact | None:
    """How two shapes collide; None if they are apart.

    The normal is a unit vector out of b toward a; moving a along it by the depth takes a out of b. The one or two
    points are midway between the two surfaces, at the ends of the overlap of the two facing faces. If two sides are not
    quite parallel, the C core may add the end of the side that is less deep.

    Where several ways out are equally short, contact(b, a) has the normal of contact(a, b) negated, unless the two are
    the same set, so one comes first: points before segments, axis-aligned boxes and all other cores, the one with fewer
    vertices, with the larger radius, with the lesser vertex where they first differ. The normal of that shape is (1, 0)
    if both cores are the same point; the one to the right of the first segment if the cores are a point and a segment,
    or segments, on one line; for a point or a box in a box, along x rather than y, and positive; otherwise that of the
    first edge of least depth, in the order of the vertices, of the first shape and then of the second.

    >>> contact(Circle(0, 0, 1), Rect(0.5, -2, 4, 4))
    Contact(normal=(-1.0, 0.0), depth=0.5, points=((0.75, 0.0),))
    >>> contact(Rect(0, 0, 4, 4), Rect(1, 4, 4, 4))
    Contact(normal=(0.0, -1.0), depth=0.0, points=((1.0, 4.0), (4.0, 4.0)))
    >>> contact(Point(0, 0), Point(1, 0)) is None
    True
    """
    situation = _Situation(a, b)
    return None if situation.relation() is Relation.APART else situation.contact()


def contains(a: ShapeLike, b: ShapeLike) -> bool:
    """Whether every point of b is a point of a; sharing a border is allowed.

    Since `a` is convex, it must contain a disc about each vertex of b. It does if the vertex is at least the difference
    of the radii inside the core of a, or at most that far outside.

    >>> contains(Rect(0, 0, 4, 4), Circle(2, 2, 2)), contains(Rect(0, 0, 4, 4), Circle(2, 1, 2))
    (True, False)
    """
    (core, a_radius), (points, b_radius) = _parts(a), _parts(b)
    bare = ExactShape(core, Fraction(0))
    gaps = (surd_separation(ExactShape([p], Fraction(0)), bare) for p in points)
    return all(gap.compare(Surd(a_radius - b_radius)) <= 0 for gap in gaps)


# ---- motion ----------------------------------------------------------------------------------------------------------
# The motions of a at which it collides with b form the obstacle: the hull D of all differences b - a of vertices, grown
# by the radii. The shapes overlap while the motion is interior to it. A cast is the straight line from the origin to
# the motion.


class Hit(NamedTuple):
    """Where and when a moving shape hits another: after t of the motion, at a point of the other's boundary, or at that
    of the contact if they overlapped at the start."""

    t: float
    point: Pair
    normal: Pair
    depth: float


def _shape(shape: Any) -> Any:
    return Point(*shape) if isinstance(shape, (tuple, list)) else shape


def _simplest(points: Iterable[Pair], radius: float) -> Shape:
    """The hull of some points, grown, as the simplest kind of shape."""
    corners = convex_hull(points)
    if len(corners) == 1:
        return Circle(*corners[0], radius) if radius else Point(*corners[0])
    if len(corners) == 2:
        return Capsule(*corners[0], *corners[1], radius) if radius else Segment(*corners[0], *corners[1])
    xs, ys = sorted({x for x, _ in corners}), sorted({y for _, y in corners})
    if len(corners) == 4 and len(xs) == len(ys) == 2:
        core = Rect.from_corners(xs[0], ys[0], xs[1], ys[1])
        return core.grow(radius) if radius else core
    return Polygon(corners, radius)


def exactly(shape: ShapeLike, motion: Pair = (0, 0), start: Fraction | int = 0, end: Fraction | int = 0,
            grown: Fraction | int = 0) -> ExactShape:  # fmt: skip
    """A shape swept from `start` to `end` of a motion, and grown, without rounding.

    >>> exactly(Point(0, 1), (3, 0), Fraction(1, 3), Fraction(1, 3)).vertices
    [(Fraction(1, 1), Fraction(1, 1))]
    """
    points, radius = _parts(shape)
    steps = [_times(Fraction(s), _exact(motion)) for s in {start, end}]
    return ExactShape([_add(p, step) for p in points for step in steps], radius + grown)


def sweep(a: ShapeLike, motion: Pair) -> Shape:
    """The area that a covers along a motion: the hull of its vertices and those of a.move(*motion), with its radius, as
    the simplest kind of shape.

    >>> sweep(Circle(0, 0, 1), (3, 4))
    Capsule(0.0, 0.0, 3.0, 4.0, 1.0)
    >>> sweep(Rect(0, 0, 2, 2), (3, 0))
    Rect(0.0, 0.0, 5.0, 2.0)
    """
    return _sweep("sweep", "a", _shape(a), motion)


def _sweep(who: str, name: str, shape: Any, motion: Pair) -> Shape:
    dx, dy = (checked(who, "motion", x) for x in motion)
    try:
        there = shape.move(dx, dy)
    except ValueError:
        raise ValueError(f"{who}: {name} + motion must be between -1e60 and 1e60, got {(dx, dy)!r}") from None
    return _simplest([*shape.vertices, *there.vertices], shape.radius)


Span: TypeAlias = tuple[Surd | None, Surd | None]  # an open or closed interval; None: unbounded


def _negative(a: Fraction, b: Fraction, c: Fraction, closed: bool = False) -> Span | None:
    """The interval where a s^2 + 2 b s + c < 0, or <= 0 if closed, for a >= 0; None if it is empty."""
    if a == 0 and b == 0:
        return (None, None) if c < 0 or (closed and c == 0) else None
    if a == 0:
        root = Surd(-c / (2 * b))
        return (None, root) if b > 0 else (root, None)
    square = b * b - a * c
    if square > 0:
        return Surd(-b / a, -1 / a, square), Surd(-b / a, 1 / a, square)
    return (Surd(-b / a), Surd(-b / a)) if square == 0 and closed else None


def _first_common(spans: Iterable[Span | None], closed: bool = False) -> Surd | None:
    """The start, at least 0, of the intersection of all spans; None if it is empty."""
    low, high = Surd(Fraction(0)), None
    for span in spans:
        if span is None:
            return None
        if span[0] is not None and span[0].compare(low) > 0:
            low = span[0]
        if span[1] is not None and (high is None or span[1].compare(high) < 0):
            high = span[1]
    return low if high is None or low.compare(high) < closed else None


def _obstacle(a: ShapeLike, b: ShapeLike) -> tuple[list[Vec], Fraction]:
    (a_core, a_radius), (b_core, b_radius) = _parts(a), _parts(b)
    return _wrap(_sub(q, p) for p in a_core for q in b_core), a_radius + b_radius


def entry_time(a: ShapeLike, motion: Pair, b: ShapeLike, grown: Fraction | int = 0) -> Surd | None:
    """The exact time at which a, moved by this fraction of the motion, starts to overlap or cross b: the greatest s for
    which the exact sweep from 0 to s does not overlap b. 0 if they overlap at the start; None if it never happens,
    however far the motion is extended. `grown` is added to the radii.

    >>> entry_time(Point(0, 0), (1, 1), Circle(3, 3, 2))
    Surd(rational=Fraction(3, 1), factor=Fraction(-1, 2), square=Fraction(8, 1))
    >>> entry_time(Point(0, 0), (1, 0), Circle(3, 2, 2)) is None
    True
    """
    hull, radius = _obstacle(a, b)
    m = _exact(motion)
    if radius + grown == 0 and len(hull) < 3:
        return _crossing(hull, m)
    return _first_in(hull, radius + grown, m, closed=False)


def touching_time(a: ShapeLike, motion: Pair, b: ShapeLike, grown: Fraction | int = 0) -> Surd | None:
    """The exact time at which a, moved by this fraction of the motion, starts to collide with b, which includes
    touching. 0 if they collide at the start; None if it never happens, however far the motion is extended. `grown` is
    added to the radii.

    >>> touching_time(Point(0, 0), (2, 0), Circle(3, 2, 2))
    Surd(rational=Fraction(3, 2), factor=Fraction(0, 1), square=Fraction(0, 1))
    """
    hull, radius = _obstacle(a, b)
    return _first_in(hull, radius + grown, _exact(motion), closed=True)


def _first_in(hull: Sequence[Vec], radius: Fraction, m: Vec, closed: bool) -> Surd | None:
    """The first s >= 0 from which on s m is in an obstacle: in its interior, or in the closed set. They are the union
    of these convex sets, in each of which certain quadratics of s are negative, or not positive."""

    def beside(p: Vec, q: Vec) -> Span | None:
        """On the inner side of a line."""
        e = _sub(q, p)
        return _negative(Fraction(0), -_cross(e, m) / 2, _cross(e, p), closed)

    def disc(p: Vec) -> Span | None:
        return _negative(_dot(m, m), -_dot(m, p), _dot(p, p) - radius**2, closed)

    def strip(p: Vec, q: Vec) -> list[Span | None]:
        """Nearer to the line than the radius, and between its ends."""
        e = _sub(q, p)
        cm, cp = _cross(e, m), -_cross(e, p)
        return [
            _negative(cm * cm, cm * cp, cp * cp - radius**2 * _dot(e, e), closed),
            _negative(Fraction(0), -_dot(e, m) / 2, _dot(e, p), closed),
            _negative(Fraction(0), _dot(e, m) / 2, -_dot(e, q), closed),
        ]

    edges = _edges(hull)
    found = [_first_common([beside(*edge) for edge in edges], closed)] if len(hull) > 2 else []
    if radius or closed:
        found += [_first_common([disc(p)], closed) for p in hull]
        found += [_first_common(strip(*edge), closed) for edge in edges if len(hull) > 1]
    best = None
    for time in found:
        if time is not None and (best is None or time.compare(best) < 0):
            best = time
    return best


def _crossing(hull: Sequence[Vec], m: Vec) -> Surd | None:
    """A point or a segment has no interior, but a segment that is crossed between its ends is swept over."""
    if len(hull) == 1 or _cross(_sub(hull[1], hull[0]), m) == 0:
        return None
    p, e = hull[0], _sub(hull[1], hull[0])
    s, along = _cross(p, e) / _cross(m, e), _cross(p, m) / _cross(m, e)
    return Surd(s) if s > 0 and 0 < along < 1 else None


def _is_safe(a: Any, motion: Pair, b: Any, t: float) -> bool:
    """The guarantee of a cast: stopped at t, neither a nor its sweep overlaps b."""
    step = t * motion[0], t * motion[1]
    return not overlaps(a.move(*step), b) and not overlaps(sweep(a, step), b)


def _margins(*shapes: Any, motion: Pair = (0, 0)) -> Iterator[Fraction]:
    """0, then 1, 2, 4 ... units of roundoff of the largest coordinate."""
    yield Fraction(0)
    unit = max(abs(Fraction(c)) + Fraction(s.radius) for s in shapes for p in s.vertices for c in p)
    unit = max((unit + abs(Fraction(motion[0])) + abs(Fraction(motion[1]))) / 2**53, _GRAIN)
    while True:
        yield unit
        unit *= 2


def cast(a: ShapeLike, motion: Pair, b: ShapeLike, *, motion_b: Pair = (0, 0), touching: bool = False,
         leaving: bool = True) -> Hit | None:  # fmt: skip
    """Where a, moving by motion, first hits b; None unless the sweep of a overlaps b or, if touching, collides with b.

    t is the entry time up to rounding: of the entry times into b grown by 0, 1, 2, 4 ... units of roundoff, each
    rounded to nearest, then down, t is the first at which it is safe to stop. The normal points out of b, away from the
    nearest point of the obstacle. If the obstacle has sharp corners, it is the normal of the face, among those
    approached, whose line is crossed last; among several, of the face that is hit most nearly head-on. If the shapes
    overlap at the start, it is the normal of the contact.

    If the sweep only touches b, t is found in the same way from the touching time. The normal is that of the contact of
    the sweep with b if they touch at the start. If all of b is on one side of the way of a, it is across the motion; if
    all of b is on both sides, which is on one line, it is against the motion. Otherwise a reaches b at t = 1, with the
    normal of a longer cast.

    Unless leaving, what a overlaps at the start is hit only if the motion goes against the normal of the contact, and
    what a touches at the start only if the sweep overlaps it.

    If b moves by motion_b at the same time, a is cast along motion - motion_b, rounded to nearest, and the point is
    where b is then. t is reduced by 1, 2, 4 ... units of roundoff until both can be moved there without an overlap.

    >>> cast(Circle(0, 0, 1), (10, 0), Rect(5, -2, 4, 4))
    Hit(t=0.4, point=(5.0, 0.0), normal=(-1.0, 0.0), depth=0.0)
    >>> cast(Rect(0, 0, 1, 1), (10, 0), Rect(5, 1, 4, 4)) is None
    True
    >>> cast(Rect(0, 0, 1, 1), (10, 0), Rect(5, 1, 4, 4), touching=True)
    Hit(t=0.4, point=(5.0, 1.0), normal=(0.0, -1.0), depth=0.0)
    """
    if tuple(motion_b) == (0, 0):
        return _cast("cast", "a", _shape(a), motion, _shape(b), touching, leaving)
    return _cast_both(_shape(a), motion, _shape(b), motion_b, touching, leaving)


def _cast_both(a: Any, motion: Pair, b: Any, motion_b: Pair, touching: bool, leaving: bool) -> Hit | None:
    relative = motion[0] - motion_b[0], motion[1] - motion_b[1]
    hit = _cast("cast", "a", a, relative, b, touching, leaving)
    if hit is None:
        return None
    if hit.depth == 0:
        speed = math.hypot(*relative) or 1.0
        unit = max(float(next(margin for margin in _margins(a, b, motion=m) if margin)) for m in (motion, motion_b))
        step, t = unit / speed, hit.t
        while t > 0 and overlaps(a.move(t * motion[0], t * motion[1]), b.move(t * motion_b[0], t * motion_b[1])):
            t, step = max(0.0, t - step), step * 2
        hit = hit._replace(t=t)
    x, y = hit.point
    return hit._replace(point=(x + hit.t * motion_b[0], y + hit.t * motion_b[1]))


def _cast(who: str, name: str, a: Any, motion: Pair, b: Any, touching: bool, leaving: bool) -> Hit | None:
    """The point of the hit of a ray, a point that moves, is where the point is at t."""
    hit = _cast_shape(who, name, a, motion, b, touching, leaving)
    core, radius = _parts(a)
    if hit is None or len(core) > 1 or radius:
        return hit
    (x, y), (dx, dy), t = core[0], _exact((checked(who, "motion", motion[0]), checked(who, "motion", motion[1]))), hit.t
    return hit._replace(point=(float(x + Fraction(t) * dx), float(y + Fraction(t) * dy)))


def _cast_shape(who: str, name: str, a: Any, motion: Pair, b: Any, touching: bool, leaving: bool) -> Hit | None:
    motion = checked(who, "motion", motion[0]), checked(who, "motion", motion[1])
    swept = relate(_sweep(who, name, a, motion), b)
    if swept is Relation.TOUCHING and touching:
        return None if touches(a, b) and not leaving else _touch(who, name, a, motion, b)
    if swept is not Relation.OVERLAPPING:
        return None
    start = contact(a, b)
    if start is not None and start.depth > 0:
        if not leaving and _dot(_exact(motion), _exact(start.normal)) >= 0:
            return None
        return Hit(0.0, _rounded_mean([_exact(p) for p in start.points]), start.normal, start.depth)
    where: tuple[Pair, Pair] | None = None
    for margin in _margins(a, b, motion=motion):
        entry = entry_time(a, motion, b, margin)
        if entry is None:  # only the rounding of the motion's end made it a hit
            continue
        when = entry.below(256)
        where = where or _meeting(a, motion, b, when)
        for t in (float(entry), max(0.0, _below(when))):
            if _is_safe(a, motion, b, min(1.0, t)):
                return Hit(min(1.0, t), *where, 0.0)
    raise AssertionError("it is always safe to stay")


def _touch(who: str, name: str, a: Any, motion: Pair, b: Any) -> Hit:
    """The hit of a cast whose sweep only touches b."""
    start = contact(a, b)
    if start is not None:
        way = contact(_sweep(who, name, a, motion), b)
        assert way is not None
        return Hit(0.0, _rounded_mean([_exact(p) for p in start.points]), way.normal, 0.0)
    for margin in _margins(a, b, motion=motion):
        entry = touching_time(a, motion, b, margin)
        if entry is None:  # only the rounding of the motion's end made it touch
            continue
        when = min(Fraction(1), entry.below(256))
        for t in (float(entry), max(0.0, _below(when))):
            if _is_safe(a, motion, b, min(1.0, t)):
                point, normal = _meeting(a, motion, b, when)
                return Hit(min(1.0, t), point, _across(a, motion, b) or normal, 0.0)
    raise AssertionError("it is always safe to stay")


def _across(a: Any, motion: Pair, b: Any) -> Pair | None:
    """The normal where b is on one side of the way of a, or on both; None if it is on neither."""
    m, (hull, radius) = _exact(motion), _obstacle(a, b)
    sides = [_cross(m, p) for p in hull]
    left = min(sides) >= 0 and min(sides) ** 2 >= radius**2 * _dot(m, m)
    right = max(sides) <= 0 and max(sides) ** 2 >= radius**2 * _dot(m, m)
    if left and right:
        return _unit((-m[0], -m[1]))
    return _unit((m[1], -m[0])) if left else _unit((-m[1], m[0])) if right else None


def _meeting(a: Any, motion: Pair, b: Any, when: Fraction) -> tuple[Pair, Pair]:
    """The point on the boundary of b, and the normal, when a has moved by t of the motion."""
    situation = _Situation(exactly(a, motion, when, when), b)
    n = situation.direction()
    if situation.radius == 0:
        n = _face_crossed_last(a, _exact(motion), b) or n
    along, level = situation.stretch(n), max(_dot(n, q) for q in situation.b)
    tangent, length2, middle = (-n[1], n[0]), _dot(n, n), (along[0] + along[-1]) / 2
    x, y = (
        Surd((n[i] * level + tangent[i] * middle) / length2, n[i] * situation.b_radius, 1 / length2) for i in (0, 1)
    )
    return (float(x), float(y)), _unit(n)


def _face_crossed_last(a: Any, m: Vec, b: Any) -> Vec | None:
    hull, _ = _obstacle(a, b)
    faces = []
    for p, q in _edges(hull):
        n = q[1] - p[1], p[0] - q[0]
        if _dot(n, m) < 0:
            faces.append((_dot(n, p) / _dot(n, m), _dot(n, m) ** 2 / _dot(n, n), n))
    return max(faces)[2] if faces else None


def raycast(
    origin: ShapeLike, motion: Pair, b: ShapeLike, *, touching: bool = False, leaving: bool = True
) -> Hit | None:
    """Where a ray first hits b: the cast of a point.

    >>> raycast((0, 0), (4, 0), Segment(1, -1, 1, 3))
    Hit(t=0.25, point=(1.0, 0.0), normal=(-1.0, 0.0), depth=0.0)
    """
    return _cast("raycast", "origin", _shape(origin), motion, _shape(b), touching, leaving)


def surd_clip(shape: ShapeLike, segment: ShapeLike) -> tuple[Surd, Surd] | None:
    """The part of a segment inside a closed shape, exactly: from `segment.a` (0) to `segment.b` (1).

    >>> surd_clip(Rect(0, 0, 4, 4), Segment(1, 2, 9, 2))[1]
    Surd(rational=Fraction(3, 8), factor=Fraction(0, 1), square=Fraction(0, 1))
    """
    if not collides(shape, segment):
        return None
    hull, radius = _parts(shape)
    p, q = _exact(segment.a), _exact(segment.b)  # type: ignore[union-attr]
    t_in = _first_in([_sub(v, p) for v in hull], radius, _sub(q, p), closed=True)
    back = _first_in([_sub(v, q) for v in hull], radius, _sub(p, q), closed=True)
    assert t_in is not None
    assert back is not None
    return t_in, Surd(1 - back.rational, -back.factor, back.square) if p != q else back


def clip(shape: ShapeLike, segment: ShapeLike) -> Pair | None:
    """The part of a segment inside a closed shape, from `segment.a` (0) to `segment.b` (1); None if they are apart.

    It begins when a point that moves from a to b first collides with the shape, and ends when one that moves back does.

    >>> clip(Circle(5, 0, 2), Segment(0, 0, 10, 0))
    (0.3, 0.7)
    >>> clip(Rect(0, 0, 4, 4), Segment(5, 0, 5, 8)) is None
    True
    """
    part = surd_clip(shape, segment)
    return None if part is None else (float(part[0]), float(part[1]))


def minkowski_difference(a: ShapeLike, b: ShapeLike) -> Shape:
    """All positions of a's centre at which it collides with b: the hull of the differences b - a, plus the centre of a.
    Each coordinate of its corners, and the sum of the radii, is rounded once.

    >>> minkowski_difference(Circle(0, 0, 1), Rect(5, 5, 4, 2)).bounds
    (4.0, 4.0, 10.0, 8.0)
    """
    hull, radius = _obstacle(a, b)
    middle = _exact(_shape(a).center)
    corners = [_add(p, middle) for p in hull]
    return _simplest([(float(x), float(y)) for x, y in corners], float(radius))


# ---- the union of several shapes -------------------------------------------------------------------------------------
# The shifts of a shape at which it meets a member form the obstacle: the hull D of all differences member - shape,
# grown by the radii. The shape overlaps the union of the members if the origin is interior to the union of their
# obstacles.


class ShiftCone(NamedTuple):
    """The directions of the small shifts after which a shape still meets a member that it touches: counterclockwise
    from `start` to `end`, at most half a turn.

    A straight border belongs to the cone: a small shift along it stays on it. A border along which the obstacle is
    curved does not: a shift along it leaves the arc, and the gap between the arc and its tangent is a cusp.
    """

    start: Vec
    end: Vec
    start_is_straight: bool
    end_is_straight: bool

    def surrounds(self, u: Vec) -> bool:
        """Whether a direction is strictly between the borders.

        >>> quadrant = shift_cone(Point(0, 0), Rect(0, 0, 2, 2))
        >>> quadrant.surrounds((1, 1)), quadrant.surrounds((1, 0))
        (True, False)
        """
        return _cross(self.start, u) > 0 and _cross(u, self.end) > 0


def shift_cone(shape: ShapeLike, member: ShapeLike) -> ShiftCone | None:
    """The directions of shift after which a shape still meets a member that it touches; None if the two do not touch,
    or if no direction is interior to them.

    >>> shift_cone(Point(0, 0), Circle(0, 1, 1))[2:], shift_cone(Segment(-2, 0, 2, 0), Circle(0, 1, 1))[2:]
    ((False, False), (True, True))
    >>> shift_cone(Point(0, 0), Segment(0, 0, 2, 2)) is None
    True
    """
    if relate(shape, member) is not Relation.TOUCHING:
        return None
    hull, radius = _obstacle(shape, member)
    if radius == 0:
        return _sharp_cone(hull)
    origin = Fraction(0), Fraction(0)
    nearest = min((_nearest_on(p, q, origin) for p, q in _edges(hull)), key=lambda v: _dot(v, v))
    # The obstacle has one supporting line at the origin. It is straight as far as the face of the hull reaches.
    along = nearest[1], -nearest[0]
    face = [q for q in hull if _dot(nearest, q) == _dot(nearest, nearest)]
    reach = [_dot(along, _sub(q, nearest)) for q in face]
    return ShiftCone(along, _times(Fraction(-1), along), max(reach) > 0, min(reach) < 0)


def _sharp_cone(hull: Sequence[Vec]) -> ShiftCone | None:
    """The directions from the origin, a point of the border of a hull, to the points of the hull."""
    if len(hull) < 3:
        return None
    others = [q for q in hull if any(q)]
    start = next(q for q in others if all(_cross(q, v) >= 0 for v in others))
    end = next(q for q in others if all(_cross(v, q) >= 0 for v in others))
    return ShiftCone(start, end, True, True)


def _is_parallel(u: Vec, v: Vec) -> bool:
    """Whether two vectors have the same direction."""
    return _cross(u, v) == 0 and _dot(u, v) > 0


def _covers_every_direction(cones: Sequence[ShiftCone]) -> bool:
    """Whether the neighbourhood of every direction is covered: by the interior of a cone, or by two cones that have a
    straight border there, one on each side. If a direction is not, then the border of some cone is not.
    """

    def is_covered(u: Vec) -> bool:
        starts = any(c.start_is_straight and _is_parallel(c.start, u) for c in cones)
        ends = any(c.end_is_straight and _is_parallel(c.end, u) for c in cones)
        return (starts and ends) or any(c.surrounds(u) for c in cones)

    return bool(cones) and all(is_covered(u) for c in cones for u in (c.start, c.end))


def _has_interior(shape: ShapeLike) -> bool:
    core, radius = _parts(shape)
    return radius > 0 or len(core) > 2


def _is_surrounded(shape: ShapeLike, members: Sequence[ShapeLike]) -> bool:
    """Whether a shape without interior meets, after every small shift, one of the members that it touches."""
    cones = (shift_cone(shape, member) for member in members)
    return not _has_interior(shape) and _covers_every_direction([cone for cone in cones if cone is not None])


def overlaps_union(shape: ShapeLike, members: Iterable[ShapeLike]) -> bool:
    """Whether no arbitrarily small shift separates a shape from the union of some members.

    It overlaps the union if it overlaps a member. A point or a segment overlaps it as well if it touches several
    members that surround it, so that a shift in any direction meets one of them. What has an interior and overlaps no
    member fits exactly between them, as a box in a slot, and does not overlap their union.

    >>> tiles = [Rect(0, 0, 32, 32), Rect(32, 0, 32, 32)]
    >>> overlaps_union(Segment(32, -8, 32, 8), tiles), any(overlaps(Segment(32, -8, 32, 8), tile) for tile in tiles)
    (True, False)
    >>> overlaps_union(Segment(0, 0, 64, 0), tiles), overlaps_union(Point(32, 8), tiles)
    (False, True)
    >>> overlaps_union(Rect(2, 0, 2, 8), [Rect(0, 0, 2, 8), Rect(4, 0, 2, 8)])
    False
    """
    several = list(members)
    return any(overlaps(shape, member) for member in several) or _is_surrounded(shape, several)


class UnionHit(NamedTuple):
    """When a way is blocked by several members together, and the indices of the members that take part."""

    t: Fraction
    members: frozenset[int]


class _ThinWay:
    """The sweep of a point, or of a segment that moves along itself: from `back` to `front` at the start, and to `end`
    after the whole motion.
    """

    def __init__(self, back: Vec, front: Vec, end: Vec) -> None:
        self.back, self.front, self.end = back, front, end
        self.along = _sub(end, back)

    def place(self, p: Vec) -> Fraction:
        """The position of a point along the way: 0 at the back, 1 at the end."""
        return _dot(_sub(p, self.back), self.along) / _dot(self.along, self.along)

    def when(self, place: Fraction) -> Fraction:
        """The fraction of the motion after which the front is at a position."""
        front = self.place(self.front)
        return (place - front) / (1 - front)

    def until(self, t: Fraction) -> ExactShape:
        """The sweep up to t."""
        return ExactShape([self.back, _add(self.front, _times(t, _sub(self.end, self.front)))], Fraction(0))

    def side(self, member: ShapeLike) -> int:
        """1 if the inside of the way touches a member on its left, -1 on its right; 0 otherwise, and if the member is
        flat along it.
        """
        cone = shift_cone(self.until(Fraction(1)), member)
        if cone is None or not (cone.start_is_straight and cone.end_is_straight):
            return 0
        if _cross(cone.start, self.along) or _cross(cone.end, self.along):
            return 0
        return 1 if _is_parallel(cone.start, self.along) else -1

    def stretch(self, member: ShapeLike) -> tuple[Fraction, Fraction]:
        """The first and the last position at which the line of the way touches a member on one side of it."""
        core, _ = _parts(member)
        offsets = [abs(_cross(self.along, _sub(p, self.back))) for p in core]
        places = [self.place(p) for p, offset in zip(core, offsets, strict=True) if offset == min(offsets)]
        return min(places), max(places)


def _thin_way(start: Sequence[Vec], end: Sequence[Vec]) -> _ThinWay | None:
    """The way between two places of a shape, by its stored vertices, or None if it has an interior or no length."""
    span = _wrap([*start, *end])
    if len(span) != 2:
        return None
    low, high = span
    for back, front in ((low, high), (high, low)):
        along = _sub(front, back)
        lead = max(start, key=lambda p: _dot(p, along))
        if back in start and front in end and lead != front:
            return _ThinWay(back, lead, front)
    return None


def union_cast(
    origin_or_shape: ShapeLike, motion: Pair, members: Iterable[ShapeLike]
) -> UnionHit | None:  # fmt: skip
    """When the way of a point, or of a segment along itself, is blocked by several members together; None if it is not,
    or if it is blocked by one member alone before.

    t is the least number such that the sweep up to any greater one is surrounded by the members that it touches: a way
    that ends at the mouth of a seam is free, and one that starts there and goes in is blocked at 0. The sweep is the
    hull of the stored vertices at the start and after the motion.

    The members that take part are those touched on either side by the inside of the way, at the point that it has
    reached at t; if a side has none at this point, those that it has touched there last. Without a motion they are all
    that surround the shape.

    >>> tiles = [Rect(0, 0, 32, 32), Rect(32, 0, 32, 32), Circle(99, 0, 9)]
    >>> union_cast((32, -8), (0, 32), tiles)
    UnionHit(t=Fraction(1, 4), members=frozenset({0, 1}))
    >>> union_cast((32, -8), (0, 8), tiles) is None, union_cast((32, 8), (0, -32), tiles).t
    (True, Fraction(0, 1))
    >>> union_cast((0, 0), (3, 0), [Segment(1, 0, 1, 5), Segment(2, 0, 2, -5)]).t
    Fraction(2, 3)
    """
    shape, several = _shape(origin_or_shape), list(members)
    there = shape.move(*(checked("union_cast", "motion", x) for x in motion))
    if _has_interior(shape):
        return None
    start, end = _parts(shape)[0], _parts(there)[0]
    if start == end:
        parts = frozenset(i for i, member in enumerate(several) if shift_cone(shape, member) is not None)
        alone = any(overlaps(shape, member) for member in several)
        return UnionHit(Fraction(0), parts) if not alone and _is_surrounded(shape, several) else None
    way = _thin_way(start, end)
    if way is None:
        return None
    return _union_hit(way, several)


def _union_hit(way: _ThinWay, several: Sequence[ShapeLike]) -> UnionHit | None:
    whole = way.until(Fraction(1))
    indices = [i for i, member in enumerate(several) if collides(whole, member)]
    members = [several[i] for i in indices]
    # A sweep begins to touch, and ceases to touch, a member on one side of its line at the foot of a vertex.
    feet = {way.when(way.place(p)) for member in members for p in _parts(member)[0]}
    times = sorted({Fraction(0), Fraction(1)} | {t for t in feet if 0 < t < 1})

    def is_blocked(i: int) -> bool:
        """Whether the sweep is surrounded between this time and the next; if it is, so are all longer ones.

        A member that it enters in between is left out: the moment in the middle may be the one of entering.
        """
        beside = [m for m in members if not overlaps(way.until(times[i + 1]), m)]
        return _is_surrounded(way.until((times[i] + times[i + 1]) / 2), beside)

    low, high = 0, len(times) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_blocked(middle) else (middle + 1, high)
    t = times[low]
    if t == 1 or any(overlaps(way.until(t), member) for member in members):
        return None
    place = way.place(way.until(t).vertices[1])
    parts: set[int] = set()
    for side in (1, -1):
        stretches = {i: way.stretch(m) for i, m in zip(indices, members, strict=True) if way.side(m) == side}
        reached = {i: min(last, place) for i, (first, last) in stretches.items() if first <= place}
        parts |= {i for i, last in reached.items() if last == max(reached.values())}
    return UnionHit(t, frozenset(parts))


# ---- bodies ----------------------------------------------------------------------------------------------------------
# A body is the union of its pieces. The functions take it as an iterable of shapes.


def relate_bodies(a: Iterable[ShapeLike], b: Iterable[ShapeLike]) -> Relation:
    """How two bodies are positioned relative to each other: overlapping if two pieces overlap, or if a piece without
    interior of one overlaps the union of the other; otherwise touching if two pieces touch.

    >>> tiles = [Rect(0, 0, 32, 32), Rect(32, 0, 32, 32)]
    >>> relate_bodies(tiles, [Point(32, 8)]).name, relate_bodies([Circle(80, 8, 16)], tiles).name
    ('OVERLAPPING', 'TOUCHING')
    """
    first, second = list(a), list(b)
    greatest = max(relate(p, q) for p in first for q in second)
    if greatest is not Relation.TOUCHING:
        return greatest
    surrounded = any(_is_surrounded(p, second) for p in first) or any(_is_surrounded(q, first) for q in second)
    return Relation.OVERLAPPING if surrounded else Relation.TOUCHING


def union_contains(members: Iterable[ShapeLike], shape: ShapeLike) -> bool:
    """Whether every point of a shape is a point of one of several shapes; sharing a border is allowed.

    Members with a radius count only if they contain the shape alone, and so do all members if the shape has a radius:
    the answer is never true wrongly.

    >>> tiles = [Rect(0, 0, 32, 32), Rect(32, 0, 32, 32)]
    >>> union_contains(tiles, Rect(16, 8, 32, 8)), union_contains(tiles, Rect(16, 8, 64, 8))
    (True, False)
    """
    several = list(members)
    if any(contains(member, shape) for member in several):
        return True
    core, radius = _parts(shape)
    cores = [points for points, r in map(_parts, several) if r == 0]
    if radius > 0 or len(core) == 1:
        return False
    if len(core) == 2:
        return _is_covered((Fraction(0), Fraction(1)), (_along_segment(core, points) for points in cores))
    edges = [edge for points in (core, *cores) for edge in _edges(points)]
    meetings = {x for e in edges for f in edges for x in _meeting_x(e, f)}
    xs = sorted(meetings | {p[0] for e in edges for p in e})
    lines = [left + (right - left) / k for left, right in pairwise(xs) for k in (2, 3)]
    return all(
        _is_covered(across, (_across_line(points, x) for points in cores))
        for x in lines
        if (across := _across_line(core, x)) is not None
    )


def _meeting_x(e: tuple[Vec, Vec], f: tuple[Vec, Vec]) -> list[Fraction]:
    """Where the lines of two edges meet: no x coordinate if they are parallel."""
    d, g, w = _sub(e[1], e[0]), _sub(f[1], f[0]), _sub(f[0], e[0])
    across = d[0] * g[1] - d[1] * g[0]
    return [e[0][0] + (w[0] * g[1] - w[1] * g[0]) / across * d[0]] if across else []


def _across_line(points: Sequence[Vec], x: Fraction) -> tuple[Fraction, Fraction] | None:
    """The least and the greatest y at which a polygon meets an upright line."""
    ys = [p[1] + (x - p[0]) * (q[1] - p[1]) / (q[0] - p[0]) for p, q in _edges(points) if (p[0] < x) != (q[0] < x)]
    return (min(ys), max(ys)) if ys else None


def _along_segment(segment: Sequence[Vec], points: Sequence[Vec]) -> tuple[Fraction, Fraction] | None:
    """The part of a segment in a polygon or in another segment, from 0 to 1."""
    p, d = segment[0], _sub(segment[1], segment[0])
    low, high = Fraction(0), Fraction(1)
    for v, w in _edges(points):
        e, off = _sub(w, v), _sub(p, v)
        at, by = e[0] * off[1] - e[1] * off[0], e[0] * d[1] - e[1] * d[0]  # inside while at + t by >= 0
        if by == 0 and at < 0:
            return None
        if by > 0:
            low = max(low, -at / by)
        if by < 0:
            high = min(high, -at / by)
    if len(points) < 3:  # on one line, or no more than a point in common
        ends = [((v[0] - p[0]) * d[0] + (v[1] - p[1]) * d[1]) / (d[0] ** 2 + d[1] ** 2) for v in points]
        low, high = max(low, min(ends)), min(high, max(ends))
    return (low, high) if low <= high else None


def _is_covered(whole: tuple[Fraction, Fraction], parts: Iterable[tuple[Fraction, Fraction] | None]) -> bool:
    """Whether closed intervals cover another one."""
    at = whole[0]
    for low, high in sorted(part for part in parts if part is not None):
        if low > at:
            break
        at = max(at, high)
    return at >= whole[1]


# ---- response --------------------------------------------------------------------------------------------------------


def _inverse(who: str, name: str, mass: float) -> Fraction:
    """1 / mass, 0 if that is infinite."""
    if mass == math.inf:
        return Fraction(0)
    if checked(who, name, mass) <= 0:
        raise ValueError(f"{who}: {name} must be > 0, got {float(mass)!r}")
    return 1 / Fraction(checked(who, name, mass))


def _inverses(who: str, mass_a: float, mass_b: float) -> tuple[Fraction, Fraction]:
    of_a, of_b = _inverse(who, "mass_a", mass_a), _inverse(who, "mass_b", mass_b)
    if not of_a + of_b:
        raise ValueError(f"{who}: mass_a and mass_b must not both be infinite, got {mass_a!r}")
    return of_a, of_b


def separate(a: ShapeLike, b: ShapeLike, mass_a: float = 1.0, mass_b: float = 1.0) -> tuple[Any, Any]:
    """Both shapes moved apart along the normal of their contact, in proportion to 1 / mass, so that they no longer
    overlap. They move by the depth, and if rounding requires it by 1, 2, 4 ... units of roundoff more.

    >>> separate(Circle(0, 0, 1), Circle(1, 0, 1))
    (Circle(-0.5, 0.0, 1.0), Circle(1.5, 0.0, 1.0))
    """
    bodies = _shape(a), _shape(b)
    of_a, of_b = _inverses("separate", mass_a, mass_b)
    meeting = contact(*bodies)
    if meeting is None or meeting.depth == 0:
        return bodies
    for margin in _margins(*bodies):
        way = _times((Fraction(meeting.depth) + margin) / (of_a + of_b), _exact(meeting.normal))
        moved_a, moved_b = (
            body.move(float(k * way[0]), float(k * way[1])) if k else body
            for body, k in zip(bodies, (of_a, -of_b), strict=True)
        )
        if not overlaps(moved_a, moved_b):
            return moved_a, moved_b
    raise AssertionError("far enough is apart")


def _toward(x: Fraction, goal: Fraction) -> float:
    """x or the next float toward the goal."""
    if x == goal:
        return float(x)
    return (_below(x) if goal < x else -_below(-x)) + 0.0


def _direction(who: str, normal: Pair) -> Vec:
    n = _exact((checked(who, "normal", normal[0]), checked(who, "normal", normal[1])))
    if not any(n):
        raise ValueError(f"{who}: normal must not be (0, 0), got {(0.0, 0.0)!r}")
    return n


def bounce(
    va: Pair, vb: Pair, normal: Pair, restitution: float = 1.0, mass_a: float = 1.0, mass_b: float = 1.0,
    friction: float = 0.0,
) -> tuple[Pair, Pair]:  # fmt: skip
    """The velocities of two bodies after a collision, with the normal out of b toward a. Unchanged if they are parting.

    The impulse along the normal reverses their relative velocity along it, times the restitution. The impulse across
    the normal stops their relative sliding, but is at most friction times as large. The results are rounded toward rest
    (with an infinite mass: toward its velocity), so that no energy is gained.

    >>> bounce((1, 0), (0, 0), (-1, 0))
    ((0.0, 0.0), (1.0, 0.0))
    >>> bounce((3, -2), (0, 0), (0, 1), 0.5, mass_b=math.inf)
    ((3.0, 1.0), (0.0, 0.0))
    """
    va = checked("bounce", "va", va[0]), checked("bounce", "va", va[1])
    vb = checked("bounce", "vb", vb[0]), checked("bounce", "vb", vb[1])
    n, (of_a, of_b) = _direction("bounce", normal), _inverses("bounce", mass_a, mass_b)
    restitution = checked_size("bounce", "restitution", restitution)
    if restitution > 1:
        raise ValueError(f"bounce: restitution must be at most 1, got {restitution!r}")
    limit = Fraction(checked_size("bounce", "friction", friction))
    u = _sub(_exact(va), _exact(vb))
    if _dot(u, n) >= 0:
        return va, vb
    tangent = -n[1], n[0]
    effective = 1 / ((of_a + of_b) * _dot(n, n))
    along = -(1 + Fraction(restitution)) * _dot(u, n) * effective
    across = -_dot(u, tangent) * effective
    across = max(-limit * along, min(limit * along, across))
    impulse = _add(_times(along, n), _times(across, tangent))
    new_a = _add(_exact(va), _times(of_a, impulse))
    new_b = _sub(_exact(vb), _times(of_b, impulse))
    rest_a = _exact(vb) if not of_b else (Fraction(0), Fraction(0))
    rest_b = _exact(va) if not of_a else (Fraction(0), Fraction(0))
    return (
        (_toward(new_a[0], rest_a[0]), _toward(new_a[1], rest_a[1])) if of_a else va,
        (_toward(new_b[0], rest_b[0]), _toward(new_b[1], rest_b[1])) if of_b else vb,
    )


def slide(v: Pair, normal: Pair) -> Pair:
    """v without its component against the normal; rounded toward the normal, so that none of the component remains.

    >>> slide((3, -2), (0, 1)), slide((3, 2), (0, 1)), slide((2, 0), (-1, 1))
    ((3.0, 0.0), (3.0, 2.0), (1.0, 1.0))
    """
    v, n = (checked("slide", "v", v[0]), checked("slide", "v", v[1])), _direction("slide", normal)
    inward = _dot(_exact(v), n)
    if inward >= 0:
        return v
    x, y = _sub(_exact(v), _times(inward / _dot(n, n), n))
    return _toward(x, x + n[0]), _toward(y, y + n[1])


from collide2d.reference.turning import turn_cast, turning_time  # noqa: E402 # it is made of what is above
