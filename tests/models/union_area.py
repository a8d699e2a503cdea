"""The area of a union of shapes with 80 digits: an integral along the parts of the borders that no shape covers.

It shares nothing with the core, which integrates over columns. Borders that coincide and those that only nearly do
differ by far more than the last digits, so every decision is safe.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import mpmath  # type: ignore[import-untyped]

import collide2d as c2
from collide2d import Shape

mp = mpmath.mp.clone()
mp.dps = 80
SAME = mp.mpf(10) ** -40
"""Relative to the greatest coordinate: borders that are closer are one."""

Vector = tuple[Any, Any]


def bound(pieces: Sequence[Shape]) -> float:
    """The error that ``Body.area`` may have."""
    x0, y0, x1, y1 = c2.Body(pieces).bounds
    return 2.0**-46 * (x1 - x0 + y1 - y0) * sum(b[2] - b[0] + b[3] - b[1] for b in (p.bounds for p in pieces))


class Part:
    """An edge from p to q, or an arc about p from one angle to another, both counterclockwise."""

    def __init__(self, p: Vector, q: Vector, radius: Any, ends: Vector) -> None:
        self.p, self.q, self.radius, self.ends = p, q, radius, ends
        self.edge = (q[0] - p[0], q[1] - p[1])

    def point(self, t: Any) -> tuple[Vector, Vector]:
        """The point at a parameter, and the outer normal (of any length)."""
        if self.radius:
            n = (mp.cos(t), mp.sin(t))
            return (self.p[0] + self.radius * n[0], self.p[1] + self.radius * n[1]), n
        return (self.p[0] + t * self.edge[0], self.p[1] + t * self.edge[1]), (self.edge[1], -self.edge[0])

    def integral(self, start: Any, end: Any) -> Any:
        (a, _), (b, _) = self.point(start), self.point(end)
        if not self.radius:
            return (a[0] * b[1] - a[1] * b[0]) / 2
        r = self.radius
        return (r * r * (end - start) + self.p[0] * (b[1] - a[1]) - self.p[1] * (b[0] - a[0])) / 2

    def cuts(self, other: Part) -> Iterator[Any]:
        """The parameters at which the whole line or circle meets that of the other part, and its ends."""
        if self.radius:
            points = [other.p, other.q] if not other.radius else [other.point(t)[0] for t in other.ends]
            points += circles(self, other) if other.radius else line_and_circle(other, self)
            for x, y in points:
                angle = mp.atan2(y - self.p[1], x - self.p[0])
                yield from (angle + 2 * mp.pi * k for k in (-1, 0, 1))
            return
        points = [other.point(t)[0] for t in other.ends] if other.radius else [other.p, other.q]
        points += line_and_circle(self, other) if other.radius else lines(self, other)
        for x, y in points:
            yield ((x - self.p[0]) * self.edge[0] + (y - self.p[1]) * self.edge[1]) / (
                self.edge[0] ** 2 + self.edge[1] ** 2
            )


def lines(a: Part, b: Part) -> list[Vector]:
    cross = a.edge[0] * b.edge[1] - a.edge[1] * b.edge[0]
    if not cross:
        return []
    return [a.point(((b.p[0] - a.p[0]) * b.edge[1] - (b.p[1] - a.p[1]) * b.edge[0]) / cross)[0]]


def line_and_circle(line: Part, circle: Part) -> list[Vector]:
    (ex, ey), (wx, wy) = line.edge, (circle.p[0] - line.p[0], circle.p[1] - line.p[1])
    e2 = ex * ex + ey * ey
    middle, off = (wx * ex + wy * ey) / e2, (ex * wy - ey * wx) ** 2 / e2
    half = mp.sqrt(max(circle.radius**2 - off, 0) / e2)
    return [line.point(middle - half)[0], line.point(middle + half)[0]]


def circles(a: Part, b: Part) -> list[Vector]:
    w = (b.p[0] - a.p[0], b.p[1] - a.p[1])
    d2 = w[0] ** 2 + w[1] ** 2
    if not d2:
        return []
    along = (d2 + a.radius**2 - b.radius**2) / (2 * d2)
    side = mp.sqrt(max(a.radius**2 / d2 - along**2, 0))
    x, y = a.p[0] + along * w[0], a.p[1] + along * w[1]
    return [(x - side * w[1], y + side * w[0]), (x + side * w[1], y - side * w[0])]


class Outline:
    """A shape with an area, and its border."""

    def __init__(self, shape: Shape) -> None:
        self.core = [(mp.mpf(x), mp.mpf(y)) for x, y in shape.vertices]
        self.radius = mp.mpf(shape.radius)
        self.parts = list(self._parts())

    def _parts(self) -> Iterator[Part]:
        n, r = len(self.core), self.radius
        if n == 1:
            yield Part(self.core[0], self.core[0], r, (-mp.pi, mp.pi))
            return
        normals = []
        for k in range(n):
            p, q = self.core[k], self.core[(k + 1) % n]
            length = mp.hypot(q[0] - p[0], q[1] - p[1])
            nx, ny = (q[1] - p[1]) / length, (p[0] - q[0]) / length
            normals.append(mp.atan2(ny, nx))
            yield Part((p[0] + r * nx, p[1] + r * ny), (q[0] + r * nx, q[1] + r * ny), 0, (mp.mpf(0), mp.mpf(1)))
        for k in range(n):
            start, end = normals[k - 1], normals[k]
            if r:
                yield Part(self.core[k], self.core[k], r, (start, end if end >= start else end + 2 * mp.pi))

    def gap(self, p: Vector) -> tuple[Any, Vector]:
        """The signed distance of a point, and the direction in which it grows."""
        best, inside, n = None, True, len(self.core)
        for k in range(n):
            a, b = self.core[k], self.core[(k + 1) % n]
            e, w = (b[0] - a[0], b[1] - a[1]), (p[0] - a[0], p[1] - a[1])
            e2 = e[0] ** 2 + e[1] ** 2
            t = min(max((w[0] * e[0] + w[1] * e[1]) / e2, 0), 1) if e2 else 0
            off = (w[0] - t * e[0], w[1] - t * e[1])
            inside = inside and n > 2 and e[0] * w[1] - e[1] * w[0] > 0
            distance = mp.hypot(*off)
            if best is None or distance < best[0]:
                best = distance, off, (e[1], -e[0])
        assert best is not None
        distance, off, edge_normal = best
        if distance < SAME * (1 + abs(p[0]) + abs(p[1])):  # on the border of the core
            return -self.radius, edge_normal
        return (-distance - self.radius, (-off[0], -off[1])) if inside else (distance - self.radius, off)


def union_area(pieces: Sequence[Shape]) -> Any:
    """The area of the union, with about 80 digits."""
    outlines = [Outline(piece) for piece in pieces if piece.area > 0]
    size = max(map(abs, c2.Body(pieces).bounds))
    same = SAME * size
    boxes = [shape.bounds for shape in pieces if shape.area > 0]
    total = mp.mpf(0)
    for i, outline in enumerate(outlines):
        others = [k for k, box in enumerate(boxes) if k != i and meet(box, boxes[i])]
        for part in outline.parts:
            start, end = part.ends
            found = {t for k in others for other in outlines[k].parts for t in part.cuts(other) if start < t < end}
            cuts = [start, *sorted(found), end]
            for a, b in pairwise(cuts):
                if a < b and not is_covered(part.point((a + b) / 2), i, others, outlines, same):
                    total += part.integral(a, b)
    return total


def meet(a: Sequence[float], b: Sequence[float]) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def is_covered(at: tuple[Vector, Vector], i: int, others: list[int], outlines: list[Outline], same: Any) -> bool:
    p, normal = at
    for k in others:
        gap, direction = outlines[k].gap(p)
        common = abs(gap) < same and normal[0] * direction[0] + normal[1] * direction[1] > 0
        if k < i if common else gap < -same:
            return True
    return False


def overlap_area(a: Sequence[Shape], b: Sequence[Shape]) -> Any:
    """The area that two unions have in common, with about 80 digits."""
    return union_area(a) + union_area(b) - union_area([*a, *b])


assert math.isclose(union_area([c2.Circle(0, 0, 1), c2.Circle(0, 0, 1)]), math.pi)
