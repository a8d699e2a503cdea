"""Whether a motion leads a solid of several pieces no deeper into a wall that it overlaps, in fractions.

A way out is a direction and how far the solid moves along it until no piece overlaps the wall; a piece may enter the
wall while another one is inside. A wall without width in a seam of pieces is inside them on a way along the seam, too.
Directions are across the edges of the wall and along the normals of contacts; and, of the pieces that are no farther
away than the shortest of these ways, across edges and out of round corners that are inside. The shortest ways count,
all that are equally long up to rounding. The motion leads no deeper if it does not lead against one of them. A piece
that is beyond no line across such a way at its end, as a piece of a concave solid may be, is asked alone: its contact
with the wall decides.

Three things are up to rounding: which ways are equally long, whether a motion leads across one, and whether a piece
overlaps that is inside by a few ulps (a piece that slides along the wall at a depth of 1e-13 may make a way twice as
long). The mover must move or must stay only where all of `ROUNDINGS` say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import Any, TypeAlias

import collide2d as c2

Vec: TypeAlias = tuple[Fraction, Fraction]
Part: TypeAlias = tuple[Fraction, Fraction]

# Ways whose lengths differ by less, relative to the numbers of the shapes, count as equally long, ...
SLACK = Fraction(1, 10**12)
# what the mover counts so is not all of that, but more than this, ...
STRICT = Fraction(1, 10**14)
# ... and a motion against a direction by a smaller part of its length as one across it: the first part at most, and at
# least the second, the error of a unit vector.
TILT, LEAST_TILT = Fraction(1, 10**13), Fraction(1, 2**50)

# A piece that is inside by less, relative to the numbers of the shapes, overlaps or does not.
SHALLOW = SLACK

# Edges and corners of a shape with more of them give no directions.
MOST_EDGES = 8


def _root(x: Fraction) -> Fraction:
    return Fraction(isqrt((x.numerator << 400) // x.denominator), 1 << 200)


def _dot(v: Vec, w: Vec) -> Fraction:
    return v[0] * w[0] + v[1] * w[1]


def _cross(v: Vec, w: Vec) -> Fraction:
    return v[0] * w[1] - v[1] * w[0]


def _minus(v: Vec, w: Vec) -> Vec:
    return v[0] - w[0], v[1] - w[1]


def _corners(shape: Any) -> list[Vec]:
    return [(Fraction(x), Fraction(y)) for x, y in shape.vertices]


def _radius(a: Any, b: Any) -> Fraction:
    return Fraction(a.radius) + Fraction(b.radius)


def _hull(points: Sequence[Vec]) -> list[Vec]:
    """Andrew's monotone chain, with increasing angle."""
    points = sorted(set(points))
    halves: list[list[Vec]] = []
    for row in (points, points[::-1]):
        half: list[Vec] = []
        for p in row:
            while len(half) > 1 and _cross(_minus(half[-1], half[-2]), _minus(p, half[-1])) <= 0:
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return halves[0] + halves[1] if len(points) > 1 else points


def _in_polygon(polygon: Sequence[Vec], u: Vec, depth: Fraction = Fraction(0)) -> Part | None:
    """The part of the line s u that is inside by more than the depth."""
    first, last = Fraction(-(10**30)), Fraction(10**30)
    for p, q in pairwise([*polygon, polygon[0]]):
        edge = _minus(q, p)
        inside, change = _cross(edge, (-p[0], -p[1])), _cross(edge, u)
        inside -= depth * _root(_dot(edge, edge)) if depth else 0
        if change == 0 and inside <= 0:
            return None
        if change > 0:
            first = max(first, -inside / change)
        elif change < 0:
            last = min(last, -inside / change)
    return (first, last) if len(polygon) > 2 and first < last else None


def _in_circle(center: Vec, radius: Fraction, u: Vec) -> Part | None:
    uu, ahead = _dot(u, u), _dot(u, center)
    square = ahead * ahead - uu * (_dot(center, center) - radius * radius)
    half = _root(max(square, Fraction(0)))
    return ((ahead - half) / uu, (ahead + half) / uu) if square > 0 else None


def _parts(piece: Any, wall: Any, u: Vec, depth: Fraction) -> Iterator[Part | None]:
    """Parts of the line s u that cover where the piece, moved by s u, overlaps the wall by more than the depth."""
    radius = _radius(piece, wall)
    difference = _hull([_minus(w, v) for w in _corners(wall) for v in _corners(piece)])
    yield _in_polygon(difference, u, max(depth - radius, Fraction(0)))
    radius = max(radius - depth, Fraction(0))
    for p in difference if radius else ():
        yield _in_circle(p, radius, u)
    for p, q in pairwise([*difference, difference[0]]) if radius else ():
        edge = _minus(q, p)
        part = radius / _root(_dot(edge, edge)) if p != q else 0
        out = edge[1] * part, -edge[0] * part
        yield _in_polygon([p, (p[0] + out[0], p[1] + out[1]), (q[0] + out[0], q[1] + out[1]), q], u)


def _overlap(piece: Any, wall: Any, u: Vec, depth: Fraction) -> Part | None:
    parts = [part for part in _parts(piece, wall, u, depth) if part]
    return (min(a for a, _ in parts), max(b for _, b in parts)) if parts else None


def _touch(piece: Any, wall: Any, u: Vec, slack: Fraction) -> tuple[int, Part] | None:
    """Where the closed piece meets a wall without width that it moves along, and whether it is on the left of it."""
    if _radius(piece, wall) or max(abs(_cross(u, _minus(v, _corners(wall)[0]))) for v in _corners(wall)) > slack:
        return None
    ahead = [(_dot(u, p), _cross(u, p)) for p in _hull([_minus(w, v) for w in _corners(wall) for v in _corners(piece)])]
    on = [along for along, aside in ahead if abs(aside) <= slack]
    sides = {aside > 0 for _, aside in ahead if abs(aside) > slack}
    return (sides.pop(), (min(on), max(on))) if len(sides) == 1 and len(on) > 1 and max(on) - min(on) > slack else None


def _way(pieces: Sequence[Any], wall: Any, u: Vec, slack: Fraction, depth: Fraction) -> Fraction:
    """How far the pieces move along the unit vector u until none overlaps the wall, and no two enclose it."""
    parts = [(part, 0) for piece in pieces if (part := _overlap(piece, wall, u, depth))]
    parts += [(found[1], 1 + found[0]) for piece in pieces if (found := _touch(piece, wall, u, slack))]
    ends = [Fraction(0)] * 3
    while True:
        end = max(ends[0], min(ends[1:]))
        more = [max([last for (first, last), s in parts if s == side and first <= end + slack], default=end)
                for side in range(3)]  # fmt: skip
        if max(more[0], min(more[1:])) <= end:
            return end
        ends = more


def _unit(v: Vec) -> Vec:
    length = _root(_dot(v, v))
    return v[0] / length, v[1] / length


def _edges(shape: Any) -> list[Vec]:
    corners = _corners(shape)
    if not 1 < len(corners) <= MOST_EDGES:
        return []
    return [(q[1] - p[1], p[0] - q[0]) for p, q in pairwise([*corners, corners[0]])]


def _own_directions(pieces: Sequence[Any], wall: Any) -> Iterator[Vec]:
    """Across the edges of the wall, and along the normals of contacts."""
    yield from (_unit(n) for n in _edges(wall))
    contacts = [contact for piece in pieces if (contact := c2.contact(piece, wall))]
    yield from ((Fraction(contact.normal[0]), Fraction(contact.normal[1])) for contact in contacts)


def _directions_of(piece: Any, wall: Any) -> Iterator[Vec]:
    """Across the edges of a piece, and out of the round corners that it is in."""
    yield from (_unit((-x, -y)) for x, y in _edges(piece))
    outs = [_minus(v, w) for v in _corners(piece)[:MOST_EDGES] for w in _corners(wall)[:MOST_EDGES]]
    yield from (_unit(out) for out in outs if 0 < _dot(out, out) < _radius(piece, wall) ** 2)
    if _radius(piece, wall) and not all(map(any, outs)):  # out of a concentric disc all ways are equally short
        yield from ((Fraction(x), Fraction(y)) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)))


def _is_within(piece: Any, wall: Any, distance: Fraction) -> bool:
    (x0, y0, x1, y1), (u0, v0, u1, v1) = (map(Fraction, shape.bounds) for shape in (piece, wall))
    return max(x0 - u1, u0 - x1, y0 - v1, v0 - y1) <= distance


def _beyond(piece: Any, wall: Any, u: Vec) -> Fraction:
    """How far the piece moves along u until a line across u separates it from the wall."""
    return max(_dot(w, u) for w in _corners(wall)) - min(_dot(v, u) for v in _corners(piece)) + _radius(piece, wall)


def leads_no_deeper(
    pieces: Sequence[Any],
    motion: Vec,
    wall: Any,
    inside: Sequence[Any],
    part: Fraction,
    shallow: Fraction,
    tilted: Fraction,
) -> bool:
    """inside: the pieces that overlap the wall, or that surround it together. part: the slack of lengths of ways.
    shallow: the depth that overlaps have at least. Both are relative to the numbers of the shapes. tilted: the part of
    the motion that may be against a direction.
    """
    scale = max(abs(Fraction(c)) for shape in (*pieces, wall) for c in shape.bounds)
    slack, tilt = part * scale, tilted * (abs(motion[0]) + abs(motion[1]))
    ways = {u: _way(pieces, wall, u, slack, shallow * scale) for u in _own_directions(pieces, wall)}
    least = min(ways.values())
    others = [u for piece in pieces if _is_within(piece, wall, least + slack) for u in _directions_of(piece, wall)]
    ways |= {u: _way(pieces, wall, u, slack, shallow * scale) for u in others if u not in ways}
    least = min(ways.values())
    shortest = [u for u, length in ways.items() if length <= least + slack]
    for piece in inside:
        taken_out = [u for u in shortest if _beyond(piece, wall, u) <= least + 2 * slack]
        if not taken_out:
            contact = c2.contact(piece, wall)
            taken_out = [(Fraction(contact.normal[0]), Fraction(contact.normal[1]))] if contact else []
        if all(_dot(motion, u) < -tilt for u in taken_out):
            return False
    return True


# The slack, the depth and the tilt.
ROUNDINGS = [
    (part, shallow, tilted)
    for shallow in (Fraction(0), SHALLOW)
    for part in (SLACK, STRICT)
    for tilted in (TILT, LEAST_TILT)
]


def answers_by_rounding(
    pieces: Sequence[Any], motion: tuple[float, float], walls: Sequence[tuple[Any, Sequence[Any]]]
) -> Iterator[bool]:
    """Whether the motion leads no deeper into any of the walls, each with the pieces inside: what `ROUNDINGS` say, one
    after the other. A motion of no length never does.
    """
    way = Fraction(motion[0]), Fraction(motion[1])
    for rounding in ROUNDINGS:
        yield motion != (0, 0) and all(leads_no_deeper(pieces, way, wall, its, *rounding) for wall, its in walls)
