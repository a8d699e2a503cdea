"""The expected results of merging and decomposing, from the definitions and in whole numbers.

It is slow and shares no code with the core. A region is compared with its pieces along vertical lines: between two
neighbouring x coordinates of corners nothing begins, ends or crosses, so pieces that fill the region exactly on two
lines in between do so everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import TypeAlias

Number: TypeAlias = float | Fraction
Vec: TypeAlias = tuple[float, float]
Whole: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[Whole, Whole]
Box: TypeAlias = tuple[Number, Number, Number, Number]  # left, top, right, bottom
Interval: TypeAlias = tuple[Number, Number]

# ---- polygons --------------------------------------------------------------------------------------------------------


def edges_of(points: Sequence[Whole]) -> list[Edge]:
    return list(zip(points, [*points[1:], *points[:1]], strict=True))


def scale_of(points: Sequence[Vec]) -> int:
    """The factor that makes all coordinates whole numbers."""
    return math.lcm(*(c.as_integer_ratio()[1] for p in points for c in p))


def whole(points: Sequence[Vec], scale: int) -> list[Whole]:
    return [(int(Fraction(x) * scale), int(Fraction(y) * scale)) for x, y in points]


def turn(p: Whole, q: Whole, r: Whole) -> int:
    """The sign of the turn from p by q to r."""
    cross = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (cross > 0) - (cross < 0)


def cross(e: Edge, f: Edge) -> bool:
    """Whether two edges cross at a point that is an end of neither."""
    return turn(*e, f[0]) * turn(*e, f[1]) < 0 and turn(*f, e[0]) * turn(*f, e[1]) < 0


def first_crossing(points: Sequence[Whole]) -> tuple[int, int] | None:
    edges = edges_of(points)
    found = ((i, j) for i in range(len(edges)) for j in range(i) if cross(edges[i], edges[j]))
    return next(found, None)


def height(e: Edge, x: Fraction) -> Fraction:
    (px, py), (qx, qy) = e
    return py + (x - px) * (qy - py) / (qx - px)


def lines_between(xs: Iterable[Number]) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """Two lines between each two neighbours, and the distance of the neighbours."""
    for a, b in pairwise(sorted({Fraction(x) for x in xs})):
        yield a + (b - a) / 3, a + (b - a) / 2, b - a


def windings(points: Sequence[Whole], x: Fraction) -> list[tuple[Fraction, int]]:
    """Along a line without corners: where the winding number changes, upward, and what it is above there."""
    changes: dict[Fraction, int] = {}
    for e in edges_of(points):
        if (e[0][0] < x) != (e[1][0] < x):
            y = height(e, x)
            changes[y] = changes.get(y, 0) + (1 if e[0][0] < x else -1)
    winding, found = 0, []
    for y in sorted(changes):
        winding += changes[y]
        found.append((y, winding))
    return found


def inside(points: Sequence[Whole], x: Fraction) -> list[Interval]:
    """The intervals of a line that a polygon encloses, maximal ones."""
    found: list[Interval] = []
    for (low, winding), (high, _) in pairwise(windings(points, x)):
        if winding != 0:
            add_interval(found, low, high)
    return found


def add_interval(intervals: list[Interval], low: Number, high: Number) -> None:
    if intervals and intervals[-1][1] == low:
        intervals[-1] = (intervals[-1][0], high)
    else:
        intervals.append((low, high))


def is_simple(points: Sequence[Vec]) -> bool:
    """Whether no two edges cross and nothing is enclosed twice, or by parts that run either way."""
    cycle = whole(points, scale_of(points))
    if first_crossing(cycle):
        return False
    seen = {w for x, *_ in lines_between(p[0] for p in cycle) for _, w in windings(cycle, x)}
    return seen <= {0, 1} or seen <= {0, -1}


def meeting_at(e: Edge, f: Edge) -> Fraction | None:
    """The x coordinate at which the lines of two edges meet."""
    (a, b), (c, d) = e, f
    across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if across == 0:
        return None
    return a[0] + Fraction((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0]), across) * (b[0] - a[0])


def without(outer: Sequence[Interval], holes: Sequence[Interval]) -> list[Interval] | None:
    """Intervals less others, which must be inside and must not overlap."""
    left: list[Interval] = []
    ordered = sorted(holes)
    if any(after[0] < before[1] for before, after in pairwise(ordered)):
        return None
    for low, high in outer:
        at = low
        for start, end in ordered:
            if low <= start and end <= high:
                if start > at:
                    add_interval(left, at, start)
                at = end
        if at < high:
            add_interval(left, at, high)
    lengths = (sum(high - low for low, high in some) for some in (left, ordered, outer))
    return left if next(lengths) + next(lengths) == next(lengths) else None


def inside_with_holes(outlines: Sequence[Sequence[Whole]]) -> list[tuple[Fraction, list[Interval]]] | None:
    """The intervals inside a polygon and outside of its holes, along enough lines.

    None if the outlines are refused: one crosses itself or another, or a hole is not inside.
    """
    edges = [e for outline in outlines for e in edges_of(outline)]
    crosses = any(cross(edges[i], edges[j]) for i in range(len(edges)) for j in range(i))
    if crosses or not all(map(is_simple, outlines)):
        return None
    found = []
    xs = [e[0][0] for e in edges]
    met = (meeting_at(e, f) for e in edges for f in edges)
    for *lines, _ in lines_between([*xs, *(x for x in met if x is not None and min(xs) <= x <= max(xs))]):
        for x in lines:
            holes = [interval for hole in outlines[1:] for interval in inside(hole, x)]
            left = without(inside(outlines[0], x), holes)
            if left is None:
                return None
            found.append((x, left))
    return found


def is_on(p: Whole, e: Edge) -> bool:
    (ax, ay), (bx, by) = e
    return turn(*e, p) == 0 and min(ax, bx) <= p[0] <= max(ax, bx) and min(ay, by) <= p[1] <= max(ay, by)


def relation_of_point(p: Whole, outlines: Sequence[Sequence[Whole]]) -> int:
    """-1, 0 or 1: a point outside of a polygon with holes, on its border, or inside."""
    edges = [e for outline in outlines for e in edges_of(outline)]
    if any(is_on(p, e) for e in edges):
        return 0
    above = sum((e[0][0] <= p[0]) != (e[1][0] <= p[0]) and height(e, Fraction(p[0])) > p[1] for e in edges)
    return 1 if above % 2 else -1


def twice_area(points: Sequence[Whole]) -> int:
    """Twice the signed area of a polygon."""
    return sum(px * qy - qx * py for (px, py), (qx, qy) in edges_of(points))


def reflex_corners(points: Sequence[Vec]) -> int:
    """The area of a polygon that does not touch itself."""
    cycle = [p for p, q in edges_of(whole(points, scale_of(points))) if p != q]
    cycle = cycle if twice_area(cycle) > 0 else cycle[::-1]
    return sum(turn(cycle[i - 2], cycle[i - 1], cycle[i]) < 0 for i in range(len(cycle)))


def wrong_pieces(points: Sequence[Vec], pieces: Sequence[Sequence[Vec]]) -> list[str]:
    """What is wrong with pieces as the decomposition of a simple polygon."""
    scale = scale_of(points)
    cycle, parts = whole(points, scale), [whole(piece, scale) for piece in pieces]
    corners = set(points)
    found = {
        "corners": all(p in corners for piece in pieces for p in piece),
        "area": sum(map(twice_area, parts)) == abs(twice_area(cycle)),
        "flush": not corners_inside_edges(parts),
        "convex": all(turn(part[i - 2], part[i - 1], part[i]) > 0 for part in parts for i in range(len(part))),
        "cover": all(
            is_filled(inside(cycle, x), [interval for part in parts for interval in inside(part, x)])
            for *lines, _ in lines_between(p[0] for p in cycle)
            for x in lines
        ),
    }
    return [law for law, holds in found.items() if not holds]


def corners_inside_edges(pieces: Sequence[Sequence[Whole]]) -> list[Whole]:
    """The corners of pieces that are strictly inside an edge of one. Motions that round open gaps there."""
    edges = [e for piece in pieces for e in edges_of(piece)]
    corners = {p for piece in pieces for p in piece}
    return [p for p in corners if any(p not in e and is_on(p, e) for e in edges)]


def is_filled(region: Sequence[Interval], pieces: Sequence[Interval]) -> bool:
    """Whether intervals that do not overlap make up the region."""
    joined: list[Interval] = []
    for low, high in sorted(pieces):
        if joined and low < joined[-1][1]:
            return False
        add_interval(joined, low, high)
    return joined == list(region)


# ---- boxes -----------------------------------------------------------------------------------------------------------


def union_at(boxes: Sequence[Box], x: Fraction) -> list[Interval]:
    """The intervals of a vertical line that boxes cover."""
    found: list[Interval] = []
    for low, high in sorted((top, bottom) for left, top, right, bottom in boxes if left < x < right and top < bottom):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found


def union_area(boxes: Sequence[Box]) -> Fraction:
    xs = (x for box in boxes for x in (box[0], box[2]))
    return sum(
        (
            width * sum((Fraction(high) - Fraction(low) for low, high in union_at(boxes, x)), Fraction(0))
            for _, x, width in lines_between(xs)
        ),
        Fraction(0),
    )


def box_area(box: Box) -> Fraction:
    left, top, right, bottom = (Fraction(c) for c in box)
    return (right - left) * (bottom - top)


def wrong_boxes(given: Sequence[Box], boxes: Sequence[Box]) -> list[str]:
    """What is wrong with boxes as the merging of given ones."""
    xs = [x for box in [*given, *boxes] for x in (box[0], box[2])]
    solid = [box for box in given if box[0] < box[2] and box[1] < box[3]]
    found = {
        "coordinates": {x for box in boxes for x in box[0::2]} <= {x for box in solid for x in box[0::2]}
        and {y for box in boxes for y in box[1::2]} <= {y for box in solid for y in box[1::2]},
        "area": sum(map(box_area, boxes), Fraction(0)) == union_area(given),
        "solid": all(box[0] < box[2] and box[1] < box[3] for box in boxes),
        "order": [box[1::-1] for box in boxes] == sorted(box[1::-1] for box in boxes),
        "cover": all(
            is_filled(union_at(given, x), [(box[1], box[3]) for box in boxes if box[0] < x < box[2]])
            for x, *_ in lines_between(xs)
        ),
    }  # fmt: skip
    return [law for law, holds in found.items() if not holds]


# ---- the fewest boxes ------------------------------------------------------------------------------------------------


def tiles_of(grid: Sequence[Sequence[object]]) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(grid) for x, cell in enumerate(row) if cell}


@cache
def fewest_boxes(tiles: frozenset[tuple[int, int]]) -> int:
    """By trying every box at the first tile: for up to about twenty tiles."""
    if not tiles:
        return 0
    x, y = min(tiles, key=lambda tile: (tile[1], tile[0]))
    best, widest, bottom = len(tiles), len(tiles), y
    while (x, bottom) in tiles:
        width = 0
        while width < widest and (x + width, bottom) in tiles:
            width += 1
        widest = width
        for right in range(1, widest + 1):
            box = {(x + i, j) for i in range(right) for j in range(y, bottom + 1)}
            best = min(best, 1 + fewest_boxes(tiles - box))
        bottom += 1
    return best


def parts(cells: set[tuple[int, int]], steps: Sequence[tuple[int, int]]) -> int:
    """How many connected parts they have."""
    left, count = set(cells), 0
    while left:
        count += 1
        stack = [left.pop()]
        while stack:
            x, y = stack.pop()
            near = {(x + dx, y + dy) for dx, dy in steps} & left
            left -= near
            stack.extend(near)
    return count


SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
AROUND = [*SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1)]
Chord: TypeAlias = frozenset[tuple[int, int]]


def chords(tiles: set[tuple[int, int]], empty_at: dict[tuple[int, int], tuple[int, int]], step: int) -> list[Chord]:
    """The points of each way along an axis from a concave corner to another that stays inside."""
    found = []
    for corner, quarter in empty_at.items():
        if quarter[step] == 1:  # the empty quarter is ahead: the cut goes the other way
            continue
        at, way = list(corner), [corner]
        while True:
            beside = [(at[0] - 1 + i, at[1] - 1 + j) for i in (0, 1) for j in (0, 1)]
            if len(way) > 1 and not all(cell in tiles for cell in beside):
                break
            at[step] += 1
            way.append((at[0], at[1]))
        if way[-1] in empty_at:
            found.append(frozenset(way))
    return found


def fewest_boxes_by_formula(tiles: set[tuple[int, int]]) -> int:
    """Parts - holes + concave corners - the most chords that do not meet (Ohtsuki; Ferrari, Sankar and Sklansky)."""
    if not tiles:
        return 0
    width, height = (max(tile[i] for tile in tiles) for i in (0, 1))
    frame = {(x, y) for x in range(-1, width + 2) for y in range(-1, height + 2)}
    empty_at = {}
    for x in range(width + 2):
        for y in range(height + 2):
            empty = [(i, j) for i in (0, 1) for j in (0, 1) if (x - 1 + i, y - 1 + j) not in tiles]
            if len(empty) == 1:
                empty_at[x, y] = empty[0]
    rows, columns = chords(tiles, empty_at, 0), chords(tiles, empty_at, 1)
    most = len(rows) + len(columns) - largest_matching(rows, columns)
    holes = parts(frame - tiles, AROUND) - 1
    return parts(tiles, SIDES) - holes + len(empty_at) - most


def largest_matching(rows: Sequence[Chord], columns: Sequence[Chord]) -> int:
    """Of rows with columns that they meet, one path after the other (Kuhn)."""
    meets = [[j for j, column in enumerate(columns) if row & column] for row in rows]
    mate: dict[int, int] = {}

    def place(i: int, tried: set[int]) -> bool:
        for j in meets[i]:
            if j not in tried:
                tried.add(j)
                if j not in mate or place(mate[j], tried):
                    mate[j] = i
                    return True
        return False

    return sum(place(i, set()) for i in range(len(rows)))
