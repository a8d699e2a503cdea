"""The exact relation of two shapes in whole numbers, by a method that neither the core nor the reference uses.

Every double is a whole multiple of a power of two, so the coordinates of two shapes become integers at once. Of the
differences of their vertices, with the sum R of the radii:

* the origin is interior to their hull unless some line through it has none of them strictly on one side; if there is
  such a line, there is one through the origin and one of the differences;
* if it is not interior, the hull's nearest point is on a straight line between two of the differences, so the least
  distance to those lines decides, all of them: no hull is built.

Of more than FEW differences the hull is built after all, in whole numbers, because the lines between them are too many.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Whole = tuple[int, int]
FEW = 64


def whole_numbers(a: Any, b: Any) -> tuple[list[Whole], list[Whole], int]:
    """The vertices of two shapes and the sum of their radii, multiplied by the least power of two that makes them
    whole."""
    ratios = [x.as_integer_ratio() for s in (a, b) for x in (*(c for p in s.vertices for c in p), s.radius)]
    scale = max(d for _, d in ratios)
    values = [n * (scale // d) for n, d in ratios]
    split = 2 * len(a.vertices)
    first, second = values[:split], values[split + 1 : -1]
    return (
        list(zip(first[::2], first[1::2], strict=True)),
        list(zip(second[::2], second[1::2], strict=True)),
        values[split] + values[-1],
    )


def relation(a: Any, b: Any) -> int:
    """-1 apart, 0 touching, 1 overlapping, for anything with .vertices and .radius."""
    p, q, radius = whole_numbers(a, b)
    differences = list({(x - u, y - v) for x, y in p for u, v in q})
    if len(differences) > FEW:
        return _relation_of_hull(_hull(differences), radius * radius)
    if _interior(differences):
        return 1
    return _compare(differences, radius * radius)


def _hull(points: Sequence[Whole]) -> list[Whole]:
    """The corners of the hull, counterclockwise (Andrew's monotone chain)."""
    ordered = sorted(points)
    halves: list[list[Whole]] = []
    for sequence in (ordered, ordered[::-1]):
        half: list[Whole] = []
        for p in sequence:
            while len(half) > 1 and _turn(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return halves[0] + halves[1] or ordered


def _turn(p: Whole, q: Whole, r: Whole) -> int:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _relation_of_hull(hull: Sequence[Whole], square: int) -> int:
    """`relation`, by the sides of the hull: its nearest point is on one of them unless the origin is interior."""
    sides = [(hull[i - 1], hull[i]) for i in range(len(hull))]
    if len(hull) > 2 and all(_turn(p, q, (0, 0)) > 0 for p, q in sides):
        return 1
    return max(_compare(side, square) for side in sides)


def _interior(points: Sequence[Whole]) -> bool:
    """Whether the origin is interior to the hull of some points."""
    some = False
    for x, y in points:
        if x or y:
            some = True
            left = right = False
            for u, v in points:
                side = x * v - y * u
                if side > 0:
                    left = True
                elif side < 0:
                    right = True
            if not (left and right):
                return False
    return some


def _compare(points: Sequence[Whole], square: int) -> int:
    """Sign of `square` less the squared distance from the origin to the nearest line between two points."""
    best = -1
    for i, (x, y) in enumerate(points):
        gap = square - x * x - y * y
        if gap >= 0:
            best = max(best, 1 if gap else 0)
        for u, v in points[:i]:
            ex, ey = u - x, v - y
            if x * ex + y * ey < 0 < u * ex + v * ey:
                gap = square * (ex * ex + ey * ey) - (x * v - y * u) ** 2
                if gap >= 0:
                    best = max(best, 1 if gap else 0)
        if best > 0:
            return best
    return best
