"""The gap of two shapes and the ways out of it in whole numbers, from supporting lines.

Let h(w) be how far the vertices of a are from those of b along a direction w: the least product of w with a vertex of
a, less the greatest with a vertex of b. The gap of the cores is the greatest h(w) / |w| of all directions w. It is
positive if the cores are apart, and otherwise minus the length of the shortest way out. The greatest value occurs

* across an edge of a or of b, on either side, or
* if two vertices are nearest to each other, along their difference.

So these directions suffice. Those with the greatest value are the shortest ways for a out of b; if the cores touch or
overlap, all of them are across edges. No hull is built, no nearest point computed and no root taken: unlike the makers
of truths, the reference, oracle.py and oracle.c.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

Whole = tuple[int, int]


class Gap(NamedTuple):
    """The gap of the cores h / sqrt(square), the sum of the radii, and the ways out in lowest terms; lengths are in
    units of 1 / scale. Two equal points have the gap 0 / 1 and no way."""

    h: int
    square: int
    radius: int
    scale: int
    ways: frozenset[Whole]

    @property
    def relation(self) -> int:
        """-1 apart, 0 touching, 1 overlapping."""
        excess = self.h * abs(self.h) - self.radius * self.radius * self.square
        return (excess < 0) - (excess > 0)

    def compare(self, bound: float) -> int:
        """The sign of the separation, which is the gap less the radii, less a bound."""
        n, d = bound.as_integer_ratio()
        left, right = self.h * d, self.radius * d + n * self.scale  # of left / sqrt(square) - right
        difference = left * abs(left) - right * abs(right) * self.square
        return (difference > 0) - (difference < 0)

    def has_bounds(self, low: float, high: float) -> bool:
        """Whether these are the doubles on both sides of the separation; equal only if the separation is a double."""
        if low == high:
            return self.compare(low) == 0
        return math.nextafter(low, math.inf) == high and self.compare(low) > 0 > self.compare(high)

    def has_way(self, normal: tuple[float, float] | None) -> bool:
        """Whether a normal is the only way out, with each coordinate rounded to the nearest double; None: there are
        several ways, or two equal points."""
        if normal is None or len(self.ways) != 1:
            return normal is None and len(self.ways) != 1
        (way,) = self.ways
        square = way[0] * way[0] + way[1] * way[1]
        return all(is_nearest(value, x, square) for value, x in zip(normal, way, strict=True))


def is_nearest(value: float, x: int, square: int) -> bool:
    """Whether no double is nearer to x / sqrt(square)."""
    if x == 0:
        return value == 0
    for side in (-math.inf, math.inf):
        (n, d), (m, e) = value.as_integer_ratio(), math.nextafter(value, side).as_integer_ratio()
        n, d = n * e + m * d, 2 * d * e  # midway to the neighbour
        difference = x * abs(x) * d * d - n * abs(n) * square
        if (difference < 0) if side < 0 else (difference > 0):
            return False
    return True


def primitive(x: int, y: int) -> Whole:
    k = math.gcd(x, y)
    return x // k, y // k


def edges_of(points: Sequence[Whole]) -> Iterable[Whole]:
    return ((q[0] - p[0], q[1] - p[1]) for p, q in zip(points, [*points[1:], points[0]], strict=True))


def gap(a: Any, b: Any) -> Gap:
    """The gap of two shapes: of anything with .vertices, in their order round the shape, and .radius."""
    ratios = [x.as_integer_ratio() for s in (a, b) for x in (s.radius, *(c for p in s.vertices for c in p))]
    scale = math.lcm(*{d for _, d in ratios})
    numbers = [n * (scale // d) for n, d in ratios]
    split = 2 * len(a.vertices) + 1
    p, q = ([*zip(part[1::2], part[2::2], strict=True)] for part in (numbers[:split], numbers[split:]))
    ways = {primitive(*edge) for points in (p, q) for edge in edges_of(points) if edge != (0, 0)}
    across = {way for x, y in ways for way in ((-y, x), (y, -x))}
    return widest(p, q, numbers[0] + numbers[split], scale, across)


def widest(p: Sequence[Whole], q: Sequence[Whole], radius: int, scale: int, across: set[Whole]) -> Gap:
    """The gap of two cores, of which the directions across their edges are known."""
    differences = [(x - u, y - v) for x, y in p for u, v in q]
    nearest = min(x * x + y * y for x, y in differences)
    between = {primitive(x, y) for x, y in differences if x * x + y * y == nearest} if nearest else set()
    best, best_square, ways = 0, 0, set[Whole]()
    for x, y in across | between:
        h, square = min(x * u + y * v for u, v in differences), x * x + y * y
        order = h * abs(h) * best_square - best * abs(best) * square
        if order > 0 or not ways:
            best, best_square, ways = h, square, {(x, y)}
        elif order == 0:
            ways.add((x, y))
    return Gap(best, best_square or 1, radius, scale, frozenset(ways))
