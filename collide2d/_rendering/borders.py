"""The border of a body: the parts of the outlines of its pieces that no other piece covers.

An edge belongs to the border if the points just outside it are in no other piece. So the seam of two flush pieces is
not part of it, and neither is an edge inside another piece. For pictures only: gaps narrower than `fine` are closed.
The square root is the only function of the platform's maths library used here, so a picture is the same everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from collide2d import Body, Segment, Shape, Space
from collide2d._rendering.outlines import Vec, edge_offsets, length

MOST_CHORDS = 512  # of one arc
_DOMAIN = 1e60  # the greatest coordinate of a shape


class Line(NamedTuple):
    """A part of a border: its points, whether it is the whole outline of a piece, and the index of the piece."""

    points: list[Vec]
    is_whole: bool
    piece: int


class Chord(NamedTuple):
    """A straight part of an outline, and the same part moved out."""

    start: Vec
    end: Vec
    outside: Segment


def border(body: Body, fine: float) -> list[Line]:
    """The border of a body, with chords at most half of `fine` away from their arcs.

    >>> from collide2d import Rect
    >>> for line in border(Body([Rect(0, 0, 2, 2), Rect(2, 0, 2, 2)]), 0.01):
    ...     line.points
    [(2.0, 2.0), (0.0, 2.0), (0.0, 0.0), (2.0, 0.0)]
    [(2.0, 0.0), (4.0, 0.0), (4.0, 2.0), (2.0, 2.0)]
    """
    fine = max(fine, 16 * math.ulp(max(map(abs, body.bounds))))
    pieces = body.pieces
    solid: Space[int] = Space((i, piece) for i, piece in enumerate(pieces) if piece.area > 0)
    lines: list[Line] = []
    for i, piece in enumerate(pieces):
        if len(piece.vertices) == 1 and piece.radius == 0:
            if not solid.query(piece, touching=True):
                lines.append(Line(list(piece.vertices), True, i))
            continue
        runs, is_whole = _runs(piece, i, pieces, solid, fine)
        lines += (Line(run, is_whole, i) for run in runs)
    return lines


def _runs(
    piece: Shape, i: int, pieces: Sequence[Shape], solid: Space[int], fine: float
) -> tuple[list[list[Vec]], bool]:
    """The uncovered parts of the outline of a piece, and whether that is all of it."""
    chords = [chord for chord in _chords(piece, fine) if chord.start != chord.end]
    runs: list[list[Vec]] = []
    ends_at_a_corner, covered = False, False
    for chord in chords:
        parts = list(_uncovered(chord.outside, i, pieces, solid, fine))
        covered = covered or parts != [(0.0, 1.0)]
        for t, u in parts:
            p, q = _between(chord, t), _between(chord, u)
            if t == 0 and ends_at_a_corner and runs:
                runs[-1].append(q)
            else:
                runs.append([p, q])
            ends_at_a_corner = u == 1
        ends_at_a_corner = ends_at_a_corner and bool(parts)
    if len(chords) > 1 and not covered:
        return [run[:-1] for run in runs], True
    if len(chords) > 1 and len(runs) > 1 and ends_at_a_corner and runs[0][0] == chords[0].start:
        runs[0] = runs.pop() + runs[0][1:]
    return runs, not covered


def _between(chord: Chord, t: float) -> Vec:
    (ax, ay), (bx, by) = chord.start, chord.end
    return chord.start if t == 0 else chord.end if t == 1 else (ax + t * (bx - ax), ay + t * (by - ay))


def _uncovered(
    outside: Segment, i: int, pieces: Sequence[Shape], solid: Space[int], fine: float
) -> Iterator[tuple[float, float]]:
    """The parts of a segment, from 0 to 1, that are in no other piece and longer than `fine`."""
    clipped = [pieces[k].clip(outside) for k in solid.query(outside, touching=True, exclude=(i,))]
    found = sorted(part for part in clipped if part is not None)
    far = length(outside.bx - outside.ax, outside.by - outside.ay)
    if not found or far == 0:
        if not found:
            yield (0.0, 1.0)
        return
    shortest = min(0.5, fine / far)
    free = 0.0
    for t, u in [*found, (1.0, 1.0)]:
        if t - free > shortest:
            yield (free, t)
        free = max(free, u)


# ---- outlines as chords ----------------------------------------------------------------------------------------------


def _chords(piece: Shape, fine: float) -> Iterator[Chord]:
    """The outline of a piece: a chord for each edge, and chords for the arc around each vertex."""
    vertices, r = [v for k, v in enumerate(piece.vertices) if k == 0 or v != piece.vertices[k - 1]], piece.radius
    if len(vertices) == 2 and r == 0:
        a, b = vertices
        yield Chord(a, b, Segment(a, b))
        return
    normals = edge_offsets(vertices, 1.0)
    for k, vertex in enumerate(vertices):
        if r > 0:
            arc = _round(fine, r) if len(vertices) == 1 else arc_normals(normals[k - 1], normals[k], fine, r)
            for u, v in pairwise(arc):
                yield _moved_out(at(vertex, u, r), at(vertex, v, r), u, v, fine)
        if len(vertices) > 1:
            n, after = normals[k], vertices[(k + 1) % len(vertices)]
            yield _moved_out(at(vertex, n, r), at(after, n, r), n, n, fine)


def at(p: Vec, n: Vec, d: float) -> Vec:
    return (p[0] + d * n[0], p[1] + d * n[1])


def _moved_out(p: Vec, q: Vec, u: Vec, v: Vec, fine: float) -> Chord:
    return Chord(p, q, Segment(in_domain(at(p, u, fine)), in_domain(at(q, v, fine))))


def in_domain(p: Vec) -> Vec:
    return (min(max(p[0], -_DOMAIN), _DOMAIN), min(max(p[1], -_DOMAIN), _DOMAIN))


def _round(fine: float, r: float) -> list[Vec]:
    quarters: list[Vec] = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)]
    return [quarters[0], *(n for u, v in pairwise(quarters) for n in arc_normals(u, v, fine, r)[1:])]


def arc_normals(start: Vec, end: Vec, fine: float, r: float) -> list[Vec]:
    """The normals along an arc of at most half a turn, halved until its chords, moved out, are outside the arc."""
    normals = [start, end]
    while len(normals) <= MOST_CHORDS:
        (ax, ay), (bx, by) = normals[:2]
        cosine = math.sqrt(max(0.0, (1 + ax * bx + ay * by) / 2))  # of half the angle of a chord
        if (r + fine) * (1 - cosine) <= fine / 2:
            break
        normals = [normals[0], *(n for u, v in pairwise(normals) for n in (_middle(u, v), v))]
    return normals


def _middle(u: Vec, v: Vec) -> Vec:
    """The unit vector halfway from one to another, in the positive direction."""
    turned = u[0] * v[0] + u[1] * v[1] < 0  # then their sum is short, and that of their perpendiculars is not
    x, y = (v[1] - u[1], u[0] - v[0]) if turned else (u[0] + v[0], u[1] + v[1])
    d = length(x, y)
    return (x / d, y / d)
