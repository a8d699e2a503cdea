"""The border of a union of convex polygons as rings, decided exactly: only points where edges cross are rounded.

An edge belongs to the border where the points just outside it are in no other polygon. The verbs decide which edges
meet which polygons; where they cross is computed in integers, by which all coordinates are scaled. The parts of the
border are joined where their ends are equal.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from collide2d._core import Body, Point, Polygon, Rect, Segment, Shape, Space
from collide2d._relation import Relation

__all__ = ["body_outline"]

Vec: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Vec, ...]
Number: TypeAlias = int | Fraction
Exact: TypeAlias = tuple[Number, Number]  # a point of the scaled plane
Grid: TypeAlias = tuple[int, int]  # a vertex there, or the direction of an edge
Part: TypeAlias = tuple[Number, Number]  # of an edge: from 0 at its start to 1 at its end


class Side(NamedTuple):
    """A part of the border: its ends, and the direction of the edge that it is a part of."""

    start: Exact
    end: Exact
    way: Grid


def body_outline(body: Body, tolerance: float | None = None) -> list[list[Ring]]:
    """See Body.outline.

    >>> body_outline(Body([Rect(0, 0, 2, 2), Rect(1, 1, 2, 2)]))
    [[((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0), (1.0, 2.0), (0.0, 2.0))]]
    """
    solids: list[Polygon] = []
    thin: dict[frozenset[Vec], Ring] = {}
    for piece in body.pieces:
        points = piece.outline(tolerance)
        if len(points) > 2:
            solids.append(_polygon(points))
        else:
            thin.setdefault(frozenset(points), ends(piece, points))
    return [*_union(list(dict.fromkeys(solids))), *_uncovered(thin.values(), solids)]


def ends(shape: Shape, points: Ring) -> Ring:
    """The outline of a shape without area; of a segment from a to b."""
    return (shape.a, shape.b) if len(points) == 2 and isinstance(shape, Segment) else points


def _polygon(points: Ring) -> Polygon:
    try:
        return Polygon(points)
    except ValueError as error:
        raise ValueError(f"Body.outline: the outline {str(error).partition(' ')[2]}") from None


def _uncovered(thin: Iterable[Ring], solids: Sequence[Polygon]) -> Iterator[list[Ring]]:
    """The points and segments that are not inside the union of the solids."""
    solid = Body(solids) if solids else None
    for points in thin:
        shape: Shape = Point(points[0]) if len(points) == 1 else Segment(*points)
        if solid is None or not solid.contains(shape):
            yield [points]


# ---- the border ------------------------------------------------------------------------------------------------------


def _union(solids: Sequence[Polygon]) -> list[list[Ring]]:
    scale, cores = _scaled(solids)
    space: Space[int] = Space(enumerate(solids))
    sides: list[Side] = []
    for i, solid in enumerate(solids):
        others = space.query(solid, touching=True, exclude=(i,))
        for k, (p, q) in enumerate(_edges(solid.vertices)):
            start, end = cores[i][k], cores[i][(k + 1) % len(cores[i])]
            covered: list[Part] = []
            for j in others:
                covered += _covered(Segment(p, q), (start, end), solids[j], cores[j], j < i)
            way = (end[0] - start[0], end[1] - start[1])
            ends = [_at(t, start, end) for part in _free(covered) for t in part]
            sides += (Side(a, b, way) for a, b in zip(ends[::2], ends[1::2], strict=True))
    return _polygons(_rings(sides), scale)


def _scaled(solids: Iterable[Polygon]) -> tuple[int, list[list[Grid]]]:
    """A power of two, and the vertices of the solids as integers: their coordinates times that power."""
    ratios = [[(x.as_integer_ratio(), y.as_integer_ratio()) for x, y in solid.vertices] for solid in solids]
    scale = max((d for row in ratios for point in row for _, d in point), default=1)
    return scale, [[(x * (scale // d), y * (scale // e)) for (x, d), (y, e) in row] for row in ratios]


def _edges(vertices: Sequence[Vec]) -> Iterator[tuple[Vec, Vec]]:
    return pairwise([*vertices, vertices[0]])


def _at(t: Number, p: Grid, q: Grid) -> Exact:
    if t in (0, 1):
        return q if t else p
    return (p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]))


def _covered(
    segment: Segment, edge: tuple[Grid, Grid], other: Polygon, core: Sequence[Grid], first: bool
) -> Iterator[Part]:
    """The parts of an edge just outside which another polygon is, and parts of no length where its corners touch it.

    first: whether the other polygon has the border that both have, in one direction.
    """
    relation = segment.relate(other)
    if relation is Relation.OVERLAPPING:
        yield (0, 1) if other.contains(segment) else _clipped(edge, core)
    elif relation is Relation.TOUCHING:
        yield from _along(edge, core, first)


def _clipped(edge: tuple[Grid, Grid], core: Sequence[Grid]) -> Part:
    """The part of an edge that is in a polygon, whose interior it meets (Cyrus and Beck 1978)."""
    enter: Number = 0
    leave: Number = 1
    for a, b in pairwise([*core, core[0]]):
        s, t = _turn(a, b, edge[0]), _turn(a, b, edge[1])
        if s < 0:
            enter = max(enter, Fraction(s, s - t))
        elif t < 0:
            leave = min(leave, Fraction(s, s - t))
    return enter, leave


def _along(edge: tuple[Grid, Grid], core: Sequence[Grid], first: bool) -> Iterator[Part]:
    """The common part of an edge and a polygon that touches it, if it is covered, or the touching corner."""
    p, q = edge
    wx, wy = q[0] - p[0], q[1] - p[1]
    length = wx * wx + wy * wy
    ends = [
        min(max(Fraction((x - p[0]) * wx + (y - p[1]) * wy, length), Fraction(0)), Fraction(1))
        for x, y in core
        if _turn(p, q, (x, y)) == 0
    ]
    # The polygon is beyond the edge if any of its corners is to the right of the edge, its outside.
    if ends and (first or len(ends) == 1 or min(_turn(p, q, corner) for corner in core) < 0):
        yield min(ends), max(ends)


def _turn(a: Grid, b: Grid, p: Grid) -> int:
    """> 0 if p is to the left of the line from a to b, on the side to which +x turns toward +y."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _free(covered: Iterable[Part]) -> Iterator[Part]:
    """What remains of an edge. A covered part of no length divides it."""
    free: Number = 0
    for start, end in [*sorted(covered), (Fraction(1), Fraction(1))]:
        if start > free:
            yield free, start
        free = max(free, end)


# ---- rings -----------------------------------------------------------------------------------------------------------


def _rings(sides: Iterable[Side]) -> Iterator[list[Exact]]:
    """Joins the sides into rings that pass no point twice. Each has the union to its left."""
    leaving: dict[Exact, list[Side]] = {}
    for side in sides:
        leaving.setdefault(side.start, []).append(side)
    shared = {point for point, there in leaving.items() if len(there) > 1}
    for start, there in leaving.items():
        while there:
            walk = [there.pop()]
            while walk[-1].end != start or _continues(walk[-1], leaving[start], walk[0]):
                walk.append(_next(walk[-1], leaving[walk[-1].end]))
            yield from _simple(walk, shared)


def _continues(last: Side, leaving: Sequence[Side], first: Side) -> bool:
    """Whether a walk that is back at its start goes on by another side, not by its first one."""
    return any(_is_before(last.way, side.way, first.way) for side in leaving)


def _next(side: Side, leaving: list[Side]) -> Side:
    """Takes the side that bounds the wedge of the union to the left of this one: the first to the left."""
    best = 0
    for k in range(1, len(leaving)):
        if _is_before(side.way, leaving[k].way, leaving[best].way):
            best = k
    return leaving.pop(best)


def _is_before(way: Grid, u: Grid, v: Grid) -> bool:
    """Whether u turns more to the left from a direction than v; neither turns right back."""
    left = [way[0] * w[1] - way[1] * w[0] for w in (u, v)]
    ahead = [way[0] * w[0] + way[1] * w[1] for w in (u, v)]
    halves = [1 if side > 0 else 0 if side == 0 and along > 0 else -1 for side, along in zip(left, ahead, strict=True)]
    return halves[0] > halves[1] if halves[0] != halves[1] else v[0] * u[1] - v[1] * u[0] > 0


def _simple(walk: Sequence[Side], shared: Container[Exact]) -> Iterator[list[Exact]]:
    """The rings of a walk, which it leaves at points that it passes more than once.

    A corner on a straight side is left out, unless it is shared: rounding of the ends of the side could move the side
    across the other ring.
    """
    open_sides: list[Side] = []
    position: dict[Exact, int] = {}
    for side in walk:
        position[side.start] = len(open_sides)
        open_sides.append(side)
        if side.end in position:
            ring = open_sides[position[side.end] :]
            del open_sides[position[side.end] :]
            for passed in ring:
                del position[passed.start]
            yield [
                here.start
                for before, here in zip([ring[-1], *ring], ring, strict=False)
                if here.start in shared or before.way[0] * here.way[1] != before.way[1] * here.way[0]
            ]


# ---- polygons --------------------------------------------------------------------------------------------------------


def _polygons(rings: Iterable[list[Exact]], scale: int) -> list[list[Ring]]:
    """Gives each hole to the polygon around it, and rounds the corners."""
    outsides: list[list[Exact]] = []
    holes: list[list[Exact]] = []
    for ring in rings:
        (outsides if _doubled_area(ring) > 0 else holes).append(ring)
    polygons = [[_rounded(ring, scale)] for ring in outsides]
    boxes: Space[int] = Space((k, _box(polygon[0])) for k, polygon in enumerate(polygons))
    for hole in holes:
        corners = _rounded(hole, scale)
        if len(corners) > 2:
            polygons[_around(hole, boxes.query(_box(corners), touching=True), outsides)].append(corners)
    found = [polygon for polygon in polygons if len(polygon[0]) > 2]
    for polygon in found:
        polygon[1:] = sorted(polygon[1:])
    return sorted(found)


def _around(hole: Sequence[Exact], candidates: Sequence[int], outsides: Sequence[Sequence[Exact]]) -> int:
    """The least of the outsides around a hole. The middle of a side of the hole is on none of them."""
    if len(candidates) == 1:
        return candidates[0]
    (ax, ay), (bx, by) = hole[:2]
    middle = (Fraction(ax + bx, 2), Fraction(ay + by, 2))
    return min((k for k in candidates if _is_inside(middle, outsides[k])), key=lambda k: _doubled_area(outsides[k]))


def _is_inside(p: Exact, ring: Sequence[Exact]) -> bool:
    inside = False
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        if (ay > p[1]) != (by > p[1]):
            inside ^= ((bx - ax) * (p[1] - ay) > (p[0] - ax) * (by - ay)) == (by > ay)
    return inside


def _doubled_area(ring: Sequence[Exact]) -> Number:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]))


def _rounded(ring: Iterable[Exact], scale: int) -> Ring:
    """The corners, each rounded once, without those that then repeat, from the least one."""
    points = [(float(Fraction(x, scale)), float(Fraction(y, scale))) for x, y in ring]
    kept = [p for before, p in zip([points[-1], *points], points, strict=False) if p != before]
    least = kept.index(min(kept)) if kept else 0
    return (*kept[least:], *kept[:least])


def _box(points: Ring) -> Rect:
    xs, ys = zip(*points, strict=True) if points else ((0.0,), (0.0,))
    return Rect.from_corners(min(xs), min(ys), max(xs), max(ys))
