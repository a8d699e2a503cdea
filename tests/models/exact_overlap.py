"""The intersection of two sharp shapes with rational numbers: one clipped by the edges of the other, edge by edge."""

from __future__ import annotations

import math
from fractions import Fraction

from union_area import overlap_area, union_area

import collide2d as c2
from collide2d import Polygon, Shape

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


# ---- what overlap_area promises ----

BOUND = 1e-12

# Of the coordinate differences of a pair, relative to the thickness of the smaller shape: c2d_overlap_area.
THIN = 2.0**50


def is_sharp(shape: Shape) -> bool:
    """Whether it is a polygon without a radius."""
    return shape.radius == 0 and len(shape.vertices) > 2


def is_right(a: Shape, b: Shape) -> bool:
    """Whether overlap_area(a, b) is within its bound of the exact area, or of that of 80 digits if one shape is round.

    True for what is thinner than the bound allows.
    """
    found = c2.overlap_area(a, b)
    if is_sharp(a) and is_sharp(b):
        least = min(area(corners(s)) for s in (a, b))
        return abs(Fraction(found) - area(intersection(a, b))) <= Fraction(BOUND) * least
    if found == 0:
        return not a.overlaps(b) or a.area == 0 or b.area == 0
    extents = [x for s in (a, b) for x in (s.bounds[2] - s.bounds[0], s.bounds[3] - s.bounds[1])]
    if max(extents) ** 2 >= THIN * min(a.area, b.area):
        return True
    k = 2.0 ** -math.frexp(max(map(abs, a.bounds)))[1]  # near 1, where the oracle has its digits
    a, b = (Polygon.hull([(k * x, k * y) for x, y in s.vertices], k * s.radius) for s in (a, b))
    least = min(union_area([a]), union_area([b]))
    return bool(abs(found * k * k - overlap_area([a], [b])) <= BOUND * least)
