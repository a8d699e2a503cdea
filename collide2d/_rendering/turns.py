"""The area that a shape or a body sweeps as it turns about a point: its fill and its border, as lines. If it also
moves, the area is that of hulls of its places, step by step.

Along the outline of a convex piece, split where its distance from the pivot is greatest or least, every part either
trails, and bounds the area where the turn starts, or leads, and bounds it where the turn ends. Arcs about the pivot
join them. That closed line is the convolution of the outline and the turn. It goes around each point once for every
stretch of the turn that covers the point, so the nonzero rule fills the area. Its uncovered parts are the border.
The square root is the only function of the platform's maths library used here, so a picture is the same everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from collide2d import Body, Point, Polygon, Shape
from collide2d._rendering.borders import arc_normals, at, border, in_domain
from collide2d._rendering.outlines import MAX_CHORDS, Vec, edge_offsets, length
from collide2d.typing import Solid

_FAR = 1e59  # beyond it, points may leave the domain of shapes as they turn, and loops are drawn whole
_STEP = 20.0  # the border is tested at places this many times `fine` apart


def turned(p: Vec, angle: float, about: Vec) -> Vec:
    """A point turned about another, as shapes turn.

    >>> turned((2, 0), 90, (0, 0))
    (0.0, 2.0)
    """
    return Point(*in_domain(p)).rotate(angle, about).center


def turned_line(p: Vec, angle: float, about: Vec, fine: float, motion: Vec = (0.0, 0.0)) -> list[Vec]:
    """Points along the arc from a point that turns by an angle in degrees, with chords at most `fine` away from it.
    motion: how far both points move meanwhile.

    >>> turned_line((4, 0), 90, (0, 0), 1)
    [(4, 0), (2.8284271247461903, 2.8284271247461903), (0.0, 4.0)]
    """
    r = length(p[0] - about[0], p[1] - about[1])
    widest = 360 / math.pi * math.sqrt(2 * fine / r) if r > 2 * fine else 90.0  # as 1 - cos x <= x^2 / 2
    chords = min(max(1, math.ceil(abs(angle) / min(widest, 90.0))), MAX_CHORDS)
    points = [p, *(turned(p, angle * i / chords, about) for i in range(1, chords)), turned(p, angle, about)]
    if motion == (0, 0):
        return points
    return [(x + motion[0] * (i / chords), y + motion[1] * (i / chords)) for i, (x, y) in enumerate(points)]


def screw_steps(solid: Solid, angle: float, about: Vec, motion: Vec, longest: float) -> int:
    """The steps of a turn that also moves in which no point goes farther than about the longest: 8 to 192, or 1 for a
    disc that turns about its centre.

    >>> from collide2d import Segment
    >>> screw_steps(Segment(0, 0, 4, 0), 180, (0, 0), (8, 0), 0.5)
    42
    """
    pieces = solid.pieces if isinstance(solid, Body) else (solid,)
    if angle == 0 or all(v == about for piece in pieces for v in piece.vertices):
        return 1
    reach = max(length(x - about[0], y - about[1]) + piece.radius for piece in pieces for x, y in piece.vertices)
    way = math.radians(abs(angle)) * reach + length(*motion)
    return int(min(max(math.ceil(way / longest), 8), 192)) if math.isfinite(way / longest) else 192


def swept_steps(solid: Solid, angle: float, about: Vec, motion: Vec, steps: int) -> Body:
    """About the area that a shape or body sweeps as it turns and moves: a hull for each step and piece.

    >>> from collide2d import Point
    >>> [piece.vertices for piece in swept_steps(Point(2, 0), 180, (0, 0), (0, 4), 2)]
    [((0.0, 4.0), (2.0, 0.0)), ((-2.0, 4.0), (0.0, 4.0))]
    """
    places = [
        solid.rotate(angle * i / steps, about).move(motion[0] * (i / steps), motion[1] * (i / steps))
        for i in range(steps + 1)
    ]
    pieces = [place.pieces if isinstance(place, Body) else (place,) for place in places]
    return Body(
        Polygon.hull([*p.vertices, *q.vertices], p.radius)
        for before, after in pairwise(pieces)
        for p, q in zip(before, after, strict=True)
    )


def swept_loops(solid: Solid, angle: float, about: Vec, fine: float) -> list[list[Vec]]:
    """Closed lines, one for each piece. The nonzero rule fills the swept area with them, at most `fine` wrong.

    >>> from collide2d import Segment
    >>> swept_loops(Segment(0, 0, 4, 0), 90, (0, 0), 1)
    [[(4.0, 0.0), (2.8284271247461903, 2.8284271247461903), (0.0, 4.0), (0.0, 0.0)]]
    """
    pieces = solid.pieces if isinstance(solid, Body) else (solid,)
    return [_loop(piece, angle, about, fine) for piece in pieces]


def swept_border(
    solid: Solid, angle: float, about: Vec, loops: Sequence[Sequence[Vec]], fine: float
) -> list[list[Vec]]:
    """The parts of the loops that are on the border of the swept area. A part that is a whole loop ends where it
    starts.

    A point is on the border if the points just outside, turned back, do not enter the shape.
    """
    size = max(abs(x) for loop in loops for p in loop for x in p)
    if size > _FAR:
        return [[*loop, loop[0]] for loop in loops]
    fine = max(fine, 16 * math.ulp(size))
    lines: list[list[Vec]] = []
    for loop in loops:
        chords = [chord for p, q in pairwise([*loop, loop[0]]) for chord in _short_chords(p, q, _STEP * fine)]
        corners = set(loop)
        for run in _uncovered_runs(solid, -angle, about, chords, fine):
            lines.append([run[0], *(p for p in run[1:-1] if p in corners), run[-1]])
    return lines


def step_border(steps: Body, fine: float) -> list[list[Vec]]:
    """The border of the hulls of steps: each line goes as far as possible, with gaps of a few times `fine` closed.

    >>> from collide2d import Capsule
    >>> steps = swept_steps(Capsule(0, 0, 4, 0, 1), 90, (0, 0), (8, 0), 32)
    >>> len(border(steps, 0.1)) > len(step_border(steps, 0.1))
    True
    """
    lines = [[*line.points, line.points[0]] if line.is_whole else line.points for line in border(steps, fine)]
    cell = 4 * fine

    def places(p: Vec, around: int) -> Iterator[tuple[int, int]]:
        i, j = math.floor(p[0] / cell), math.floor(p[1] / cell)
        return ((i + x, j + y) for x in range(-around, around + 1) for y in range(-around, around + 1))

    starting: dict[tuple[int, int], list[int]] = {}
    for k, line in enumerate(lines):
        for place in places(line[0], 0):
            starting.setdefault(place, []).append(k)
    after, taken = dict[int, int](), set[int]()
    for k, line in enumerate(lines):
        near = (n for place in places(line[-1], 1) for n in starting.get(place, ()) if n != k and n not in taken)
        following = min(
            near, key=lambda n: length(lines[n][0][0] - line[-1][0], lines[n][0][1] - line[-1][1]), default=k
        )
        if following != k:
            after[k] = following
            taken.add(following)
    joined: list[list[Vec]] = []
    done: set[int] = set()
    for k in sorted(range(len(lines)), key=lambda k: k in taken):  # first those that follow none, then the closed ones
        if k in done:
            continue
        whole: list[Vec] = []
        while k not in done:
            done.add(k)
            whole += lines[k][1:] if whole else lines[k]
            k = after.get(k, k)
        joined.append(whole)
    return joined


# ---- the loop of a piece ---------------------------------------------------------------------------------------------


def _loop(piece: Shape, angle: float, about: Vec, fine: float) -> list[Vec]:
    vertices = [v for i, v in enumerate(piece.vertices) if i == 0 or v != piece.vertices[i - 1]]
    if len(vertices) > 1 and vertices[0] == vertices[-1]:
        vertices.pop()
    if len(vertices) == 1 and piece.radius == 0:
        arc = turned_line(vertices[0], angle, about, fine)
        return [*arc, *reversed(arc[1:-1])]  # there and back
    runs = _monotone_runs(list(_parts(vertices, piece.radius, about, fine)))
    if len(runs) == 1:
        return runs[0][1][:-1]  # a disc that turns about its centre
    loop: list[Vec] = []
    for (sign, points), (after, _) in zip(runs, [*runs[1:], runs[0]], strict=True):
        trails = (sign > 0) == (angle > 0)
        loop += points if trails else [turned(p, angle, about) for p in points]
        if sign != after:
            arc = turned_line(points[-1], angle, about, fine)
            loop += arc if trails else list(reversed(arc))
    return [p for p, before in zip(loop, [loop[-1], *loop[:-1]], strict=True) if p != before]


def _monotone_runs(parts: list[tuple[int, list[Vec]]]) -> list[tuple[int, list[Vec]]]:
    """The parts of an outline, those joined along which the distance from the pivot does the same. Only one if it is
    constant.
    """
    sign = next((s for s, _ in reversed(parts) if s), 0)
    runs: list[tuple[int, list[Vec]]] = []
    for own, points in parts:
        sign = own or sign
        if runs and runs[-1][0] == sign:
            runs[-1][1].extend(points[1:])
        else:
            runs.append((sign, list(points)))
    if len(runs) > 2 and runs[0][0] == runs[-1][0]:
        sign, points = runs.pop()
        runs[0] = (sign, points + runs[0][1][1:])
    return runs


def _parts(vertices: Sequence[Vec], r: float, about: Vec, fine: float) -> Iterator[tuple[int, list[Vec]]]:
    """The outline in parts: the sign of the change of its distance from the pivot, and points. 0: it is constant."""
    normals = edge_offsets(vertices, 1.0)
    for i, vertex in enumerate(vertices):
        if r > 0:
            ends = _whole(vertex, about) if len(vertices) == 1 else [normals[i - 1], normals[i]]
            yield from _arc_parts(vertex, r, ends, about, fine)
        if len(vertices) > 1:
            n, after = normals[i], vertices[(i + 1) % len(vertices)]
            p, q = (at(vertex, n, r), at(after, n, r)) if r > 0 else (vertex, after)
            yield from _edge_parts(p, q, about)


def _edge_parts(p: Vec, q: Vec, about: Vec) -> Iterator[tuple[int, list[Vec]]]:
    dx, dy = q[0] - p[0], q[1] - p[1]
    d2 = dx * dx + dy * dy
    along = (about[0] - p[0]) * dx + (about[1] - p[1]) * dy
    if 0 < along < d2:
        foot = (p[0] + along / d2 * dx, p[1] + along / d2 * dy)
        yield (-1, [p, foot])
        yield (1, [foot, q])
    else:
        yield (1 if along <= 0 else -1, [p, q])


def _toward(vertex: Vec, about: Vec) -> Vec | None:
    """The unit vector from the pivot to a vertex; None if they are the same point."""
    x, y = vertex[0] - about[0], vertex[1] - about[1]
    d = length(x, y)
    return (x / d, y / d) if d > 0 else None


def _whole(vertex: Vec, about: Vec) -> list[Vec]:
    """Normals of a whole circle, from the point next to the pivot around to it."""
    x, y = _toward(vertex, about) or (1.0, 0.0)
    return [(-x, -y), (y, -x), (x, y), (-y, x), (-x, -y)]


def _arc_parts(vertex: Vec, r: float, ends: Sequence[Vec], about: Vec, fine: float) -> Iterator[tuple[int, list[Vec]]]:
    """The arc around a vertex between normals, in the positive direction."""
    toward = _toward(vertex, about)
    x, y = toward or (0.0, 0.0)
    for u, v in pairwise(ends):
        cuts = [n for n in ((x, y), (-x, -y)) if toward and _cross(u, n) > 0 and _cross(n, v) > 0]
        for start, end in pairwise([u, *cuts, v]):
            change = x * (end[0] - start[0]) + y * (end[1] - start[1])
            if start != end:
                normals = arc_normals(start, end, fine, r)
                yield ((change > 0) - (change < 0), [at(vertex, n, r) for n in normals])


def _cross(u: Vec, v: Vec) -> float:
    return u[0] * v[1] - u[1] * v[0]


# ---- the border ------------------------------------------------------------------------------------------------------


def _short_chords(p: Vec, q: Vec, longest: float) -> Iterator[tuple[Vec, Vec]]:
    count = min(max(1, math.ceil(length(q[0] - p[0], q[1] - p[1]) / longest)), MAX_CHORDS)
    for i in range(count):
        yield _between((p, q), i / count), _between((p, q), (i + 1) / count)


def _between(chord: tuple[Vec, Vec], t: float) -> Vec:
    (ax, ay), (bx, by) = chord
    return chord[0] if t == 0 else chord[1] if t == 1 else (ax + t * (bx - ax), ay + t * (by - ay))


def _uncovered_runs(
    solid: Solid, back: float, about: Vec, chords: Sequence[tuple[Vec, Vec]], fine: float
) -> Iterator[list[Vec]]:
    """The parts of a closed line of chords that are not covered just outside, which is to the right."""

    def is_free(chord: tuple[Vec, Vec], t: float) -> bool:
        (ax, ay), (bx, by) = chord
        d = length(bx - ax, by - ay) or 1.0
        x, y = _between(chord, t)
        outside = in_domain((x + fine * (by - ay) / d, y - fine * (bx - ax) / d))
        return Point(*outside).turn_cast(back, solid, about) is None

    def turning(chord: tuple[Vec, Vec], low: float, high: float, *, free: bool) -> float:
        """Where a chord that is free at low, or covered there, is not so any more."""
        for _ in range(5):
            middle = (low + high) / 2
            low, high = (middle, high) if is_free(chord, middle) is free else (low, middle)
        return (low + high) / 2

    states = [is_free(chord, 0.5) for chord in chords]
    if all(states):
        yield [chord[0] for chord in chords] + [chords[0][0]]
        return
    if not any(states):
        return
    first = next(i for i, is_so in enumerate(states) if not is_so)
    run: list[Vec] = []
    for i in range(first, first + len(chords)):
        here, there = i % len(chords), (i + 1) % len(chords)
        before, after = chords[here], chords[there]
        if states[here] == states[there]:
            if states[here]:
                run.append(after[0])
            continue
        free = states[here]
        # The change is before the joint of the two chords, or after it.
        if is_free(before, 1 - 1e-3) is not free:
            cut = [_between(before, turning(before, 0.5, 1 - 1e-3, free=free))]
        else:
            late = is_free(after, 1e-3) is free
            cut = [after[0], _between(after, turning(after, 1e-3, 0.5, free=free))] if late else [after[0]]
        if free:
            yield run + cut
        elif len(cut) == 1 and cut != [after[0]]:
            run = [*cut, after[0]]
        else:
            run = cut[-1:]
