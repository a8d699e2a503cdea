"""The border of a union of convex polygons as rings, decided exactly: only points where edges cross are rounded.

An edge belongs to the border where the points just outside it are in no other polygon. The verbs decide which edges
meet which polygons; where they cross is computed in integers, by which all coordinates are scaled. The parts of the
border are joined where their ends are equal.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias, TypeVar

from collide2d._core import Body, Point, Polygon, Rect, Segment, Shape, Space

__all__ = ["body_outline"]

Vec: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Vec, ...]
Number: TypeAlias = int | Fraction
Exact: TypeAlias = tuple[Number, Number]  # a point of the scaled plane
Grid: TypeAlias = tuple[int, int]  # a vertex there, or the direction of an edge
Part: TypeAlias = tuple[Number, Number]  # of an edge: from 0 at its start to 1 at its end
T = TypeVar("T")


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
        raise ValueError(f"outline: every corner {str(error).partition('] ')[2]}") from None


def _uncovered(thin: Iterable[Ring], solids: Sequence[Polygon]) -> Iterator[list[Ring]]:
    """The points and segments that are not inside the union of the solids."""
    solid = Body(solids) if solids else None
    for points in thin:
        shape: Shape = Point(points[0]) if len(points) == 1 else Segment(*points)
        if solid is None or not solid.contains(shape):
            yield [points]


# ---- the border ------------------------------------------------------------------------------------------------------


class Core(NamedTuple):
    """The corners of a polygon on the grid, and the directions of its edges, which are sorted by angle."""

    corners: list[Grid]
    ways: list[Any]


def _union(solids: Sequence[Polygon]) -> list[list[Ring]]:
    """The rings of the border.

    An index of all edges finds those that an edge meets. Where it meets none, it is in the same polygons as its start,
    so that most edges are decided with the one before them; only those that meet others are cut.
    """
    scale, cores = _scaled(solids)
    edges = [(i, p, q) for i, solid in enumerate(solids) for p, q in _around(solid.vertices)]
    index: Space[int] = Space((k, Segment(p, q)) for k, (_, p, q) in enumerate(edges))
    space: Space[int] = Space(enumerate(solids))
    seams = {(q, p) for _, p, q in edges}  # edges that another polygon has reversed
    corners = [corner for core in cores for corner in _around(core.corners)]
    sides: list[Side] = []
    before = -1
    cover: int | None = None  # a polygon that has the end of the edge before in its interior, or None
    around: set[int] | None = None  # or else all that may have it, if they are known
    for k, (i, p, q) in enumerate(edges):
        if i != before or (p, q) in seams:
            before, cover, around = i, None, None
        if (p, q) in seams:
            continue
        met = {edges[e][0] for e in index.query(k, touching=True)}
        if cover is not None and cover not in met:
            continue
        last, cover = cover, None
        asked = met.union(space.query(p, touching=True) if around is None else around)
        asked.discard(i)
        covered: list[Part] = []
        around = set()
        for j in sorted(asked, key=lambda j: j != last):  # what covered the edge before likely covers this one, too
            part = _covered(corners[k], cores[j], j < i)
            covered += part
            if (0, 1) in part:
                cover, around = j, None
                break
            if part and part[-1][1] == 1:
                around.add(j)
        else:
            sides += _sides(corners[k], covered)
        cover = None if cover in met else cover
    return _polygons(_rings(sides), scale)


def _scaled(solids: Iterable[Polygon]) -> tuple[int, list[Core]]:
    """A power of two, and the solids with the coordinates times that power, which are integers."""
    ratios = [[(x.as_integer_ratio(), y.as_integer_ratio()) for x, y in solid.vertices] for solid in solids]
    scale = max((d for row in ratios for point in row for _, d in point), default=1)
    cores = []
    for row in ratios:
        corners = [(x * (scale // d), y * (scale // e)) for (x, d), (y, e) in row]
        cores.append(Core(corners, [_by_angle(_way(edge)) for edge in _around(corners)]))
    return scale, cores


def _around(points: Sequence[T]) -> Iterator[tuple[T, T]]:
    return pairwise([*points, points[0]])


def _way(edge: tuple[Grid, Grid]) -> Grid:
    (ax, ay), (bx, by) = edge
    return (bx - ax, by - ay)


def _compare_angles(u: Grid, v: Grid) -> int:
    """Compares the angles of two directions, from -y on: the first corner of a polygon has the least x, then y."""
    halves = [not (x > 0 or (x == 0 and y > 0)) for x, y in (u, v)]
    return halves[0] - halves[1] or u[1] * v[0] - u[0] * v[1]


_by_angle = cmp_to_key(_compare_angles)


def _rightmost(core: Core, way: Grid) -> int:
    """The corner farthest to the right of a direction; the first one of an edge in that direction."""
    return bisect_left(core.ways, _by_angle(way)) % len(core.corners)


def _covered(edge: tuple[Grid, Grid], core: Core, first: bool) -> list[Part]:
    """The part of an edge that is not on the border because of another polygon; a part of no length divides the edge.

    first: whether the other polygon has the border that both have in one direction.
    """
    wx, wy = _way(edge)
    right, left = _rightmost(core, (wx, wy)), _rightmost(core, (-wx, -wy))
    if _turn(*edge, core.corners[right]) < 0 < _turn(*edge, core.corners[left]):
        start, end = _clipped(edge, core, right, left)
        return [(start, end)] if start < end else []
    return list(_along(edge, core, (left, right), first))


def _clipped(edge: tuple[Grid, Grid], core: Core, right: int, left: int) -> Part:
    """The part of an edge that is in a polygon, whose interior the line of the edge meets; it starts at its end or
    later if there is none.

    From the leftmost corner to the rightmost one each corner is farther right than the one before, and from there on
    farther left. So a search by halves finds the two edges that the line crosses (Chazelle and Dobkin 1987): it enters
    by the first and leaves by the second.
    """
    s, t = _heights(edge, _crossed(core, left, right, edge[::-1]))
    u, v = _heights(edge, _crossed(core, right, left, edge))
    start = Fraction(s, s - t) if s < 0 < t else int(s < 0)
    end = Fraction(u, u - v) if v < 0 < u else int(v >= 0)
    return start, end


def _crossed(core: Core, first: int, last: int, line: tuple[Grid, Grid]) -> tuple[Grid, Grid]:
    """The first edge that ends to the left of a line, between a corner on the right and one on the left of it."""
    corners, n = core.corners, len(core.corners)
    steps = range(1, (last - first) % n + 1)
    k = first + 1 + bisect_left(steps, True, key=lambda i: _turn(*line, corners[(first + i) % n]) > 0)
    return corners[(k - 1) % n], corners[k % n]


def _heights(edge: tuple[Grid, Grid], side: tuple[Grid, Grid]) -> tuple[int, int]:
    """How far to the left of a side the ends of an edge are, times the length of the side."""
    return _turn(*side, edge[0]), _turn(*side, edge[1])


def _along(edge: tuple[Grid, Grid], core: Core, farthest: tuple[int, int], first: bool) -> Iterator[Part]:
    """The common part of an edge and a polygon that its line touches, if it is covered, or the touching corner.

    farthest: the corners farthest to the left and to the right of the edge.
    """
    p, q = edge
    wx, wy = _way(edge)
    for opposite, k in zip((True, False), farthest, strict=True):
        ends = [
            _within((x - p[0]) * wx + (y - p[1]) * wy, wx * wx + wy * wy)
            for x, y in (core.corners[k], core.corners[(k + 1) % len(core.corners)])
            if _turn(p, q, (x, y)) == 0
        ]
        if len(ends) == 1 or (ends and (opposite or first)):
            yield min(ends), max(ends)


def _within(t: int, whole: int) -> Number:
    """t as a part of the whole, from 0 to 1."""
    return Fraction(t, whole) if 0 < t < whole else int(t > 0)


def _turn(a: Grid, b: Grid, p: Grid) -> int:
    """> 0 if p is to the left of the line from a to b, on the side to which +x turns toward +y."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _sides(edge: tuple[Grid, Grid], covered: Iterable[Part]) -> Iterator[Side]:
    """What remains of an edge. A covered part of no length divides it."""
    free: Number = 0
    for start, end in [*sorted(covered), (Fraction(1), Fraction(1))]:
        if start > free:
            yield Side(_at(free, edge), _at(start, edge), _way(edge))
        free = max(free, end)


def _at(t: Number, edge: tuple[Grid, Grid]) -> Exact:
    p, q = edge
    if t in (0, 1):
        return q if t else p
    return (p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]))


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
            polygons[_outside_of(hole, boxes.query(_box(corners), touching=True), outsides)].append(corners)
    found = [polygon for polygon in polygons if len(polygon[0]) > 2]
    for polygon in found:
        polygon[1:] = sorted(polygon[1:])
    return sorted(found)


def _outside_of(hole: Sequence[Exact], candidates: Sequence[int], outsides: Sequence[Sequence[Exact]]) -> int:
    """The least of the outsides around a hole. The middle of a side of the hole is on none of them."""
    if len(candidates) == 1:
        return candidates[0]
    (ax, ay), (bx, by) = hole[:2]
    middle = (Fraction(ax + bx, 2), Fraction(ay + by, 2))
    return min((k for k in candidates if _encloses(outsides[k], middle)), key=lambda k: _doubled_area(outsides[k]))


def _encloses(ring: Sequence[Exact], p: Exact) -> bool:
    inside = False
    for (ax, ay), (bx, by) in _around(ring):
        if (ay > p[1]) != (by > p[1]):
            inside ^= ((bx - ax) * (p[1] - ay) > (p[0] - ax) * (by - ay)) == (by > ay)
    return inside


def _doubled_area(ring: Sequence[Exact]) -> Number:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in _around(ring))


def _rounded(ring: Iterable[Exact], scale: int) -> Ring:
    """The corners, each rounded once, without those that then repeat, from the least one."""
    points = [(float(Fraction(x, scale)), float(Fraction(y, scale))) for x, y in ring]
    kept = [p for before, p in zip([points[-1], *points], points, strict=False) if p != before]
    least = kept.index(min(kept)) if kept else 0
    return (*kept[least:], *kept[:least])


def _box(points: Ring) -> Rect:
    xs, ys = zip(*points, strict=True) if points else ((0.0,), (0.0,))
    return Rect.from_corners(min(xs), min(ys), max(xs), max(ys))
