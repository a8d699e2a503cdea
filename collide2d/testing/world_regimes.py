"""Worlds of flush, joined and touching shapes on whole numbers, and ways of points and thin segments through them.

Tilings, courses of bricks, polylines, fans, triangulations, decompositions, tangent discs, and mixtures of these; ways
along seams, through joints, from corner to corner and at random.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from collide2d import Body
from collide2d.testing.recipes import Recipe, Vec
from collide2d.testing.sources import Source, choice, one_in

Whole: TypeAlias = tuple[int, int]
World: TypeAlias = list[Recipe]
REACH = 24


class Way(NamedTuple):
    """A point or a segment, and its motion."""

    shape: Recipe
    motion: Vec


def _box(x: int, y: int, w: int, h: int) -> Recipe:
    return Recipe("Rect", (x, y, w, h))


def _segment(p: Whole, q: Whole) -> Recipe:
    return Recipe("Segment", (*p, *q))


def _polygon(points: Iterable[Whole]) -> Recipe:
    return Recipe("Polygon.hull", (*(c for p in points for c in p), 0))


def _lattice(source: Source, reach: int = REACH) -> Whole:
    return source.integer(-reach, reach), source.integer(-reach, reach)


def tiling(source: Source) -> World:
    """Flush tiles, with columns, rows and single tiles missing."""
    w, h = source.integer(1, 8), source.integer(1, 8)
    x, y = _lattice(source, 8)
    columns = [i for i in range(-3, 4) if not one_in(source, 5)]
    rows = [j for j in range(-2, 3) if not one_in(source, 5)]
    share = source.integer(2, 8)
    return [_box(x + i * w, y + j * h, w, h) for j in rows for i in columns if not one_in(source, share)]


def bricks(source: Source) -> World:
    """Courses of bricks, each shifted against the one above."""
    h, y, world = source.integer(1, 6), source.integer(-12, 0), []
    for row in range(source.integer(2, 5)):
        x, end = source.integer(-20, -8), source.integer(8, 20)
        while x < end:
            w = source.integer(1, 9)
            if not one_in(source, 8):
                world.append(_box(x, y + row * h, w, h))
            x += w
    return world


def polyline(source: Source) -> World:
    """A chain of segments, sometimes closed, often with joints on one line."""
    points = [_lattice(source)]
    step = _lattice(source, 6)
    for _ in range(source.integer(2, 12)):
        step = step if one_in(source, 3) else _lattice(source, 6)
        points.append((points[-1][0] + step[0], points[-1][1] + step[1]))
    if one_in(source, 3):
        points.append(points[0])
    return [_segment(p, q) for p, q in pairwise(points)]


DIRECTIONS: list[Whole] = [
    (4, 0), (6, 2), (4, 4), (2, 6), (0, 4), (-2, 6), (-4, 4), (-6, 2), (-4, 0), (-6, -2), (-4, -4), (-2, -6), (0, -4),
    (2, -6), (4, -4), (6, -2),
]  # fmt: skip


def fan(source: Source) -> World:
    """Triangles and segments round a point, some of them missing."""
    x, y = _lattice(source, 8)
    spokes = [d for d in DIRECTIONS if one_in(source, 2)] or DIRECTIONS[:4]
    world, k = [], source.integer(1, 3)
    for (ax, ay), (bx, by) in pairwise([*spokes, spokes[0]]):
        a, b = (x + k * ax, y + k * ay), (x + k * bx, y + k * by)
        if ax * by - ay * bx > 0 and not one_in(source, 4):
            world.append(_polygon([(x, y), a, b]))
        elif one_in(source, 2):
            world.append(_segment((x, y), a))
    return world


def triangulation(source: Source) -> World:
    """The cells of a grid, each cut along a diagonal, some triangles missing; the corners are moved at random."""
    g, n = source.integer(3, 8), source.integer(2, 4)
    shake = (g - 1) // 3
    at = {(i, j): (i * g + source.integer(-shake, shake) - 12, j * g + source.integer(-shake, shake) - 12)
          for i in range(n + 1) for j in range(n + 1)}  # fmt: skip
    world = []
    for i in range(n):
        for j in range(n):
            p, q, r, s = at[i, j], at[i + 1, j], at[i + 1, j + 1], at[i, j + 1]
            halves = [(p, q, r), (p, r, s)] if one_in(source, 2) else [(p, q, s), (q, r, s)]
            world += [_polygon(half) for half in halves if not one_in(source, 8)]
    return world


def decomposition(source: Source) -> World:
    """The pieces of an outline with steps, or of a star, which may have a hole."""
    holes = []
    if one_in(source, 2):
        x, y, outline = -16, source.integer(-8, 0), []
        for _ in range(source.integer(2, 8)):
            outline += [(x, y), (x := x + source.integer(1, 6), y)]
            y = source.integer(-8, 8)
        outline += [(x, 16), (-16, 16)]
    else:
        least = source.integer(1, 2)
        outline = [(k * x, k * y) for x, y in DIRECTIONS for k in [source.integer(least, 4)]]
        holes = [DIRECTIONS] if least > 1 else []
    pieces = Body.from_outline(outline, holes).pieces
    return [_polygon([(int(px), int(py)) for px, py in piece.vertices]) for piece in pieces]


def discs(source: Source) -> World:
    """Discs in contact: with each other in a row, along an axis or a line of slope 3/4, and with walls beside them."""
    ux, uy, unit = choice(source, [(1, 0, 1), (0, 1, 1), (3, 4, 5), (4, -3, 5)])
    (x, y), r = _lattice(source, 8), unit * source.integer(1, 3)
    world: World = []
    for _ in range(source.integer(2, 5)):
        world.append(Recipe("Circle", (x, y, r)))
        if one_in(source, 3):  # a wall that touches the disc, across the row or along it
            nx, ny = choice(source, [(ux, uy), (-uy, ux), (uy, -ux)])
            fx, fy, k, m = x + nx * (r // unit), y + ny * (r // unit), source.integer(0, 3), source.integer(1, 3)
            p, q = (fx - k * ny, fy + k * nx), (fx + m * ny, fy - m * nx)
            far = [(px + nx * 2, py + ny * 2) for px, py in (p, q)]
            world.append(_polygon([p, q, *far]) if one_in(source, 2) else _segment(p, q))
        s = unit * source.integer(1, 3)
        x, y, r = x + ux * (r + s) // unit, y + uy * (r + s) // unit, s
    return world


def scattered(source: Source) -> World:
    """Any shapes on a small lattice, so that many touch."""
    world = []
    for _ in range(source.integer(2, 9)):
        p, q, r = (_lattice(source, 5) for _ in range(3))
        options = [
            _segment(p, q), _polygon([p, q, r]), _box(*p, source.integer(0, 6), source.integer(0, 6)),
            Recipe("Circle", (*p, source.integer(0, 5))), Recipe("Point", p),
        ]  # fmt: skip
        world.append(choice(source, options))
    return world


def mixture(source: Source) -> World:
    """Two worlds of different kinds, in an order at random."""
    world = [recipe for _ in range(2) for recipe in choice(source, list(KINDS_OF_WORLDS.values())[:-1])(source)]
    for i in range(len(world) - 1, 0, -1):
        j = source.integer(0, i)
        world[i], world[j] = world[j], world[i]
    return world[:24]


KINDS_OF_WORLDS: dict[str, Callable[[Source], World]] = {
    "tiling": tiling, "bricks": bricks, "polyline": polyline, "fan": fan, "triangulation": triangulation,
    "decomposition": decomposition, "discs": discs, "scattered": scattered, "mixture": mixture,
}  # fmt: skip


def sprinkled(source: Source, world: World) -> World:
    """A world to which points and shapes of no width are added, most of them at corners."""
    result, spots = list(world), [p for face in corners(world) for p in face]
    for _ in range(source.integer(1, 4)):
        p, q = (choice(source, spots) if one_in(source, 2) else _lattice(source, 8) for _ in range(2))
        shape = _thin(source, p, q) if p != q and one_in(source, 3) else _still(source, p)
        result.insert(source.integer(0, len(result)), shape)
    return result


def body_runs(source: Source, count: int) -> list[int]:
    """How many shapes of a world belong to each body in turn: all, or a few."""
    if one_in(source, 3):
        return [count]
    runs: list[int] = []
    while sum(runs) < count:
        runs.append(min(source.integer(1, 6), count - sum(runs)))
    return runs


def offset_of(source: Source) -> Whole:
    """Where a world is that is far from the origin along an axis or both."""
    sizes = [0, 1 << 12, 1 << 20, 1 << 30, 1 << 40]
    x, y = choice(source, sizes[1:]) + source.integer(-9, 9), choice(source, sizes) + source.integer(-9, 9)
    x, y = (x, y) if one_in(source, 2) else (y, x)
    return x * (source.integer(0, 1) * 2 - 1), y * (source.integer(0, 1) * 2 - 1)


# ---- ways ------------------------------------------------------------------------------------------------------------


def corners(world: Sequence[Recipe]) -> list[Sequence[Whole]]:
    """The vertices of each shape, in order; those of a disc are its leftmost, lowest, rightmost and highest points."""
    found: list[Sequence[Whole]] = []
    for make, v in world:
        n = [int(x) for x in v]
        if make == "Rect":
            x, y, w, h = n[:4]
            found.append([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
        elif make == "Circle":
            x, y, r = n
            found.append([(x - r, y), (x, y - r), (x + r, y), (x, y + r)])
        else:
            found.append(list(zip(n[0 : len(n) // 2 * 2 : 2], n[1::2], strict=False)))
    return found


def _primitive(v: Whole) -> Whole:
    k = math.gcd(*v)
    return (v[0] // k, v[1] // k) if k else v


def _line(source: Source, faces: Sequence[Sequence[Whole]]) -> tuple[Whole, Whole]:
    """A point and a direction in whole numbers: along a side, through a corner, from corner to corner, or at random."""
    face = choice(source, faces)
    i = source.integer(0, len(face) - 1)
    p, q = face[i - 1], face[i]
    turn = source.integer(0, 7)
    if turn < 3 and p != q:
        return p, _primitive((q[0] - p[0], q[1] - p[1]))
    if turn < 5:
        steps = [(1, 0), (0, 1), (1, 1), (1, -1), _lattice(source, 4), _lattice(source, 9)]
        return p, _primitive(choice(source, steps))
    if turn < 7:
        other = choice(source, choice(source, faces))
        return p, _primitive((other[0] - p[0], other[1] - p[1]))
    return _lattice(source), _primitive(_lattice(source, 5))


def _still(source: Source, p: Whole) -> Recipe:
    """A point, as any kind of shape without size."""
    options = [
        Recipe("Point", p), Recipe("Point", p), Recipe("Circle", (*p, 0)), Recipe("Rect", (*p, 0, 0)),
        Recipe("RoundRect", (*p, 0, 0, 0)), Recipe("Segment", (*p, *p)), Recipe("Polygon.hull", (*p, 0)),
    ]  # fmt: skip
    return choice(source, options)


def _thin(source: Source, p: Whole, q: Whole) -> Recipe:
    """A segment, as any kind of shape without width."""
    if 0 in (q[0] - p[0], q[1] - p[1]) and one_in(source, 3):
        x, y = min(p[0], q[0]), min(p[1], q[1])
        size = (abs(q[0] - p[0]), abs(q[1] - p[1]))
        return Recipe("Rect", (x, y, *size)) if one_in(source, 2) else Recipe("RoundRect", (x, y, *size, 0))
    if one_in(source, 3):
        return Recipe("Capsule", (*q, *p, 0))
    return Recipe("Segment", (*p, *q))


def way_through(source: Source, faces: Sequence[Sequence[Whole]]) -> Way:
    """A way of a point, or of a segment along itself, on a line through a world given by the corners of its shapes."""
    (x, y), d = _line(source, faces)
    if d == (0, 0):
        d = (1, 0)
    # The way starts up to `room` steps before the point; one in four starts at it, one in four ends at it.
    room = max(1, 40 // max(map(abs, d)))
    ends = [-source.integer(0, room), source.integer(1, room)]
    turn = source.integer(0, 7)
    if turn < 2:
        ends[turn] = 0
    if ends[0] == ends[1]:
        ends[1] += 1
    if one_in(source, 2):
        ends.reverse()

    def at(k: int) -> Whole:
        return x + k * d[0], y + k * d[1]

    back = start = ends[0]
    if one_in(source, 3):  # a segment, in either direction
        back += source.integer(1, 6) * (-1 if ends[1] > start else 1)
        p, q = (at(back), at(start)) if one_in(source, 2) else (at(start), at(back))
        shape = _thin(source, p, q)
    else:
        shape = _still(source, at(start))
    step = ends[1] - start
    return Way(shape, (step * d[0], step * d[1]))


def world_of(source: Source) -> tuple[str, World]:
    """A world of a kind at random, not empty."""
    kind = choice(source, list(KINDS_OF_WORLDS))
    return kind, KINDS_OF_WORLDS[kind](source) or [Recipe("Point", (0, 0))]


def world_with_ways(source: Source, count: int) -> tuple[str, World, list[Way]]:
    """A world of a kind at random, and a number of ways through it."""
    kind, world = world_of(source)
    faces = corners(world)
    return kind, world, [way_through(source, faces) for _ in range(count)]
