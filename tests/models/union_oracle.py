"""Whether a point or a segment overlaps the union of convex shapes, by brute force in whole numbers.

It shifts the shape by tiny vectors and tests whether the shifted shape still meets a member. The shape overlaps the
union if and only if every shift does. No cone is computed. The shifts have all directions in which the answer can
change: those of edges, of differences of vertices, and their perpendiculars. Two rotations of each by a tiny angle are
tested as well. The greater angle leaves the cusp between an arc and its tangent, the lesser one stays in it.

Coordinates are whole numbers of at most 2^40. A shift is about 2^-200 as long, and a rotation is by an angle of 2^-120
or 2^-260. So a gap between features is far greater than a shift, an angle between two of the directions far greater
than a rotation, and the angle of a cusp, a shift divided by a diameter, is between the two rotations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

Whole = tuple[int, int]

# Powers of two: a unit of the coordinates, a unit of a shift along its direction, and of one across it.
UNIT, ALONG, ACROSS = 500, 300, (180, 40)

# Directions that are tested in addition to those of the shapes.
COMMON = [(x, y) for x in range(-7, 8) for y in range(-7, 8) if math.gcd(x, y) == 1]


class Member(NamedTuple):
    """A convex shape in whole numbers: its vertices in order, either way round, and its radius."""

    core: tuple[Whole, ...]
    radius: int


def whole_shapes(shapes: Iterable[Any]) -> list[Member]:
    """Anything with vertices and a radius, multiplied by one factor that makes all numbers whole."""
    rows = [([*map(Fraction, (c for p in s.vertices for c in p))], Fraction(s.radius)) for s in shapes]
    scale = math.lcm(*(x.denominator for numbers, radius in rows for x in (*numbers, radius)))
    result = []
    for numbers, radius in rows:
        values = [int(x * scale) for x in numbers]
        result.append(Member(tuple(zip(values[::2], values[1::2], strict=True)), int(radius * scale)))
    return result


# ---- meeting ---------------------------------------------------------------------------------------------------------


def _turn(p: Whole, q: Whole, r: Whole) -> int:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _is_near(point: Whole, a: Whole, b: Whole, square: int) -> bool:
    """Whether the squared distance from a point to a segment is at most `square`."""
    ex, ey, wx, wy = b[0] - a[0], b[1] - a[1], point[0] - a[0], point[1] - a[1]
    along, length2 = wx * ex + wy * ey, ex * ex + ey * ey
    if along <= 0:
        return wx * wx + wy * wy <= square
    if along >= length2:
        return (wx - ex) ** 2 + (wy - ey) ** 2 <= square
    return (ex * wy - ey * wx) ** 2 <= square * length2


def _cross(a: Whole, b: Whole, p: Whole, q: Whole) -> bool:
    """Whether two segments cross at a point that is an end of neither."""
    sides = _turn(a, b, p), _turn(a, b, q), _turn(p, q, a), _turn(p, q, b)
    return (sides[0] > 0) != (sides[1] > 0) and (sides[2] > 0) != (sides[3] > 0) and all(sides)


def _is_within(core: Sequence[Whole], point: Whole) -> bool:
    turns = [_turn(core[i - 1], core[i], point) for i in range(len(core))]
    return len(core) > 2 and (min(turns) > 0 or max(turns) < 0)


def meets(shape: Sequence[Whole], member: Member) -> bool:
    """Whether a point or a segment has a point in common with a member."""
    core, square = member.core, member.radius**2
    p, q = shape[0], shape[-1]
    for i in range(len(core)):
        a, b = core[i - 1], core[i]
        if _is_near(p, a, b, square) or _is_near(q, a, b, square) or _is_near(a, p, q, square):
            return True
        if _cross(a, b, p, q):
            return True
    return _is_within(core, p)


# ---- shifts ----------------------------------------------------------------------------------------------------------


def _across(v: Whole) -> Whole:
    return -v[1], v[0]


def _directions(shape: Sequence[Whole], members: Sequence[Member]) -> set[Whole]:
    """All directions, each with its opposite and its perpendiculars, in which the answer can change."""
    found = {(shape[-1][0] - shape[0][0], shape[-1][1] - shape[0][1])}
    for core, _ in members:
        found |= {(core[i][0] - core[i - 1][0], core[i][1] - core[i - 1][1]) for i in range(len(core))}
        found |= {(p[0] - q[0], p[1] - q[1]) for p in core for q in shape}
    small = {(x // math.gcd(x, y), y // math.gcd(x, y)) for x, y in found if x or y}
    turned = small | {_across(v) for v in small}
    return turned | {(-x, -y) for x, y in turned}


def _shifts(shape: Sequence[Whole], members: Sequence[Member]) -> Iterator[Whole]:
    for x, y in [*_directions(shape, members), *COMMON]:
        dx, dy = x << ALONG, y << ALONG
        yield dx, dy
        for fine in ACROSS:
            yield dx - (y << fine), dy + (x << fine)
            yield dx + (y << fine), dy - (x << fine)


def _magnified(points: Sequence[Whole]) -> tuple[Whole, ...]:
    return tuple((x << UNIT, y << UNIT) for x, y in points)


def overlaps_union(shape: Any, members: Iterable[Any]) -> bool:
    """Whether every tiny shift of a shape without interior, the hull of points on a line, meets a member."""
    (points, _), *others = whole_shapes([shape, *members])
    core = (min(points), max(points))
    assert not any(_turn(*core, p) for p in points)
    assert max(abs(c) for points in (core, *(m.core for m in others)) for p in points for c in p) < 1 << 40
    # What the shape does not meet is farther from it than any shift.
    touched = [member for member in others if meets(core, member)]
    if not touched:
        return False
    magnified = [Member(_magnified(m.core), m.radius << UNIT) for m in touched]
    start = _magnified(core)
    for dx, dy in _shifts(core, touched):
        shifted = [(x + dx, y + dy) for x, y in start]
        if not any(meets(shifted, member) for member in magnified):
            return False
    return True
