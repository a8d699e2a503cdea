"""The outline of a shape: the edges of its core moved out by the radius, joined by arcs; and clipping of polygons.

The vertices of a shape run from +x toward +y, so the outward normal of an edge (dx, dy) is (dy, -dx), and arcs turn in
the positive direction. Callers choose how finely an arc is approximated, in pixels or in world units, or keep it as an
arc, as in SVG.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

Vec: TypeAlias = tuple[float, float]
Bounds: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom

MAX_CHORDS = 10_000  # the most chords of one arc


def length(x: float, y: float) -> float:
    """The length of a vector, the same on every platform: math.hypot may differ in the last bit."""
    return math.sqrt(x * x + y * y)


def edge_offsets(vertices: Sequence[Vec], r: float) -> list[Vec]:
    """The outward normal, of length r, of each edge, beginning with the edge that starts at the first vertex.

    >>> edge_offsets([(0, 0), (4, 0), (0, 3)], 10)
    [(0.0, -10.0), (6.0, 8.0), (-10.0, 0.0)]
    """
    offsets = []
    for (ax, ay), (bx, by) in zip(vertices, [*vertices[1:], vertices[0]], strict=True):
        edge = length(bx - ax, by - ay) or 1.0
        offsets.append((r * (by - ay) / edge + 0.0, -r * (bx - ax) / edge + 0.0))
    return offsets


class Arc(NamedTuple):
    """A rounded corner of an outline: its vertex, and the angles in radians where it starts, by which it turns, and
    where it ends. The end equals the start of the next arc exactly; start + turn would be rounded.
    """

    center: Vec
    start: float
    turn: float
    end: float


def corner_arcs(vertices: Sequence[Vec]) -> list[Arc]:
    """The arc around each vertex; a whole circle around a single vertex."""
    if len(vertices) == 1:
        return [Arc(vertices[0], 0.0, 2 * math.pi, 2 * math.pi)]
    angles = [
        math.atan2(ax - bx, by - ay) for (ax, ay), (bx, by) in zip(vertices, [*vertices[1:], vertices[0]], strict=True)
    ]
    return [
        Arc(vertex, angles[i - 1], (angles[i] - angles[i - 1]) % (2 * math.pi), angles[i])
        for i, vertex in enumerate(vertices)
    ]


def arc_points(center: Vec, r: float, arc: Arc, sag: float) -> list[Vec]:
    """Points along an arc of radius r around a point, including both ends; chords are at most sag away from the arc."""
    widest = 2 * math.acos(max(1 - sag / r, 0.0))
    chords = min(max(1, math.ceil(arc.turn / widest)), MAX_CHORDS) if widest > 0 else MAX_CHORDS
    angles = [*(arc.start + arc.turn * i / chords for i in range(chords)), arc.end]
    return [(center[0] + r * math.cos(a), center[1] + r * math.sin(a)) for a in angles]


def outline_points(vertices: Sequence[Vec], r: float, sag: float) -> list[Vec]:
    """Points around the convex hull of the vertices, grown by r.

    >>> outline_points([(0, 0), (2, 0), (2, 1)], 0, 0.1)
    [(0, 0), (2, 0), (2, 1)]
    >>> len(outline_points([(0, 0)], 10, 0.5))
    11
    """
    if r <= 0:
        return list(vertices)
    return [p for arc in corner_arcs(vertices) for p in arc_points(arc.center, r, arc, sag)]


# ---- clipping --------------------------------------------------------------------------------------------------------


def clip(points: Sequence[Vec], beyond: Sequence[float], axis: int | None = None, bound: float = 0.0) -> list[Vec]:
    """The part of a convex polygon where `beyond`, a linear function given at its vertices, is at most 0.

    axis: the coordinate that equals `bound` where the function is 0. Cut points then have exactly that coordinate;
    otherwise very long edges would give it large rounding errors (Sutherland and Hodgman 1974).
    """
    if not beyond or max(beyond) <= 0:
        return list(points)
    kept = []
    for i, q in enumerate(points):
        p, before, here = points[i - 1], beyond[i - 1], beyond[i]
        if (before > 0) != (here > 0):
            t = before / (before - here)
            x = bound if axis == 0 else p[0] + t * (q[0] - p[0])
            y = bound if axis == 1 else p[1] + t * (q[1] - p[1])
            kept.append((x, y))
        if here <= 0:
            kept.append(q)
    return kept


def clip_to_box(points: Sequence[Vec], box: Bounds) -> list[Vec]:
    """The part of a convex polygon that is in a box.

    >>> clip_to_box([(-1, 0), (4, 0), (4, 2), (-1, 2)], (0, -9, 3, 9))
    [(0, 0.0), (3, 0.0), (3, 2.0), (0, 2.0)]
    """
    found = list(points)
    for axis, side, bound in ((0, 1, box[2]), (0, -1, box[0]), (1, 1, box[3]), (1, -1, box[1])):
        found = clip(found, [side * (p[axis] - bound) for p in found], axis, bound)
    return found


def clip_by_polygon(points: Sequence[Vec], other: Sequence[Vec]) -> list[Vec]:
    """The intersection of two convex outlines, both of which run from +x toward +y."""
    found = list(points)
    for (ax, ay), (bx, by) in zip(other, [*other[1:], other[0]], strict=True):
        found = clip(found, [(by - ay) * (x - ax) - (bx - ax) * (y - ay) for x, y in found])
        if len(found) < 3:
            return []
    return found
