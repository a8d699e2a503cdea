"""The intersection of two sharp shapes with rational numbers: one clipped by the edges of the other, edge by edge."""

from __future__ import annotations

from fractions import Fraction

from collide2d import Shape

Point = tuple[Fraction, Fraction]


def corners(shape: Shape) -> list[Point]:
    return [(Fraction(x), Fraction(y)) for x, y in shape.vertices]


def side(p: Point, q: Point, r: Point) -> Fraction:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def clipped(polygon: list[Point], p: Point, q: Point) -> list[Point]:
    """The part of a polygon to the left of a line."""
    kept = []
    for k, end in enumerate(polygon):
        start = polygon[k - 1]
        before, after = side(p, q, start), side(p, q, end)
        if (before < 0 < after) or (after < 0 < before):
            t = before / (before - after)
            kept.append((start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])))
        if after >= 0:
            kept.append(end)
    return kept


def intersection(a: Shape, b: Shape) -> list[Point]:
    """The corners of what two polygons of three or more vertices have in common; some may be repeated."""
    polygon, edges = corners(a), corners(b)
    for k, q in enumerate(edges):
        polygon = clipped(polygon, edges[k - 1], q)
    return polygon


def area(polygon: list[Point]) -> Fraction:
    return sum((p[0] * q[1] - p[1] * q[0] for p, q in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True)),
               Fraction(0)) / 2  # fmt: skip
