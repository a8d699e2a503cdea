"""What first blocks the way of a point, or of a segment that moves along itself, in whole numbers and fast.

The way lies on one line, and a position on it is a product with its direction, so that it is whole for every corner. A
member is on the left of the line, on the right, across it, or neither:

* on one side, it touches the way along a stretch; the way is blocked by several together from the first position at
  which a member on the left and a member on the right have been touched by its inside;
* across the line, it blocks the way alone, from where the line enters it.

Members are points, segments, convex polygons and discs in whole numbers. The method is unlike that of the core and of
the reference: it decides no cone, and a root is compared by its first 200 binary digits, which is exact for differences
of up to 20 binary digits, since two positions that differ then differ by more than 2^-150.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

Whole = tuple[int, int]
BITS = 200


class Block(NamedTuple):
    """A member: its corners in order, its radius, and its bounds."""

    corners: tuple[Whole, ...]
    radius: int
    bounds: tuple[int, int, int, int]


class Answer(NamedTuple):
    """Where a way is blocked: t as a fraction n / d of the motion, exact unless d is 0, the nearest double to it, and
    the indices of the members that it enters there and of those that block it together there. `inside`: it overlaps
    some of the former before it moves. `around`, for the caller to set: those that surround it at the start. `root`:
    u, q and l if t is (u - sqrt(q)) / l, which is no fraction; d is then 0.
    """

    n: int
    d: int
    t: float
    alone: frozenset[int]
    together: frozenset[int]
    inside: bool = False
    around: frozenset[int] = frozenset()
    root: tuple[int, int, int] | None = None

    @property
    def is_short(self) -> bool:
        """Whether t is a dyadic fraction of few digits."""
        d = self.d // math.gcd(self.n, self.d) if self.d else 0
        return 0 < d <= 1 << 20 and d & (d - 1) == 0

    @property
    def digits(self) -> int:
        """The binary digits of t after the point, if it is a dyadic fraction."""
        return (self.d // math.gcd(self.n, self.d)).bit_length() - 1


def blocks(shapes: Iterable[Any]) -> list[Block]:
    """Shapes of whole numbers that are sharp or discs."""
    found = []
    for shape in shapes:
        corners = tuple((int(x), int(y)) for x, y in shape.vertices)
        r = int(shape.radius)
        assert r == shape.radius
        assert list(corners) == [*shape.vertices]
        assert r == 0 or len(corners) == 1
        xs, ys = zip(*corners, strict=True)
        found.append(Block(corners, r, (min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r)))
    return found


def thin_way(shape: Any, motion: Sequence[float]) -> tuple[Whole, Whole, Whole]:
    """The back, the front and the end of the front of a way in whole numbers."""
    dx, dy = int(motion[0]), int(motion[1])
    points = sorted(((int(x), int(y)) for x, y in shape.vertices), key=lambda p: p[0] * dx + p[1] * dy)
    x, y = points[-1]
    return points[0], points[-1], (x + dx, y + dy)


Root = tuple[int, int, int, int]  # n / m - sqrt(q) for q >= 0, and its value times 2^BITS


def _rational(n: int, m: int) -> Root:
    return n, m, 0, (n << BITS) // m


def _minus_root(u: int, q: int) -> Root:
    root = math.isqrt(q)
    return _rational(u - root, 1) if root * root == q else (u, 1, q, (u << BITS) - math.isqrt(q << 2 * BITS))


def _crossing(c: Sequence[int], u: Sequence[int]) -> list[Root]:
    """The first and the last position of the line in a polygon that it crosses; equal for a segment."""
    found = []
    for i in range(len(c)):
        a, b = c[i - 1], c[i]
        if b == 0:
            found.append(_rational(u[i], 1))
        elif (a < 0 < b) or (b < 0 < a):
            m = abs(a - b)
            found.append(_rational(abs(a) * u[i] + abs(b) * u[i - 1], m))
    found.sort(key=lambda root: root[3])
    return [found[0], found[-1]]


def first_block(world: Sequence[Block], back: Whole, front: Whole, end: Whole) -> Answer | None:
    """What first blocks a way, or None if it is free."""
    fx, fy = front
    dx, dy = end[0] - fx, end[1] - fy
    length2 = dx * dx + dy * dy
    behind = (back[0] - fx) * dx + (back[1] - fy) * dy  # the position of the back; 0 is the front, length2 the end
    x0, x1 = (back[0], end[0]) if back[0] < end[0] else (end[0], back[0])
    y0, y1 = (back[1], end[1]) if back[1] < end[1] else (end[1], back[1])
    sides: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]] = [], []
    zero = _rational(0, 1)
    goal, start = length2 << BITS, behind << BITS
    best, alone, inside = None, [], False
    for index, (corners, r, bounds) in enumerate(world):
        if bounds[0] > x1 or bounds[2] < x0 or bounds[1] > y1 or bounds[3] < y0:
            continue
        c = [dx * (y - fy) - dy * (x - fx) for x, y in corners]
        low, high = min(c), max(c)
        if r:
            q = r * r * length2 - low * low
            if q < 0:
                continue
            u = (corners[0][0] - fx) * dx + (corners[0][1] - fy) * dy
            if q == 0:
                if behind < u < length2:
                    sides[low < 0].append((u, u, index))
                continue
            enters, leaves = _minus_root(u, q), (u << BITS) + math.isqrt(q << 2 * BITS)
        else:
            if low > 0 or high < 0 or low == high:
                continue
            if low == 0 or high == 0:
                on = [(x - fx) * dx + (y - fy) * dy for (x, y), e in zip(corners, c, strict=True) if e == 0]
                first, last = min(on), max(on)
                if last > behind and first < length2:
                    sides[low < 0].append((first, last, index))
                continue
            u_of = [(x - fx) * dx + (y - fy) * dy for x, y in corners]
            enters, leaving = _crossing(c, u_of)
            leaves = leaving[3]
        if leaves <= start + 2 or enters[3] >= goal - 2:
            continue
        entry = enters if enters[3] > 2 else zero
        inside |= enters[3] < -2
        if best is None or entry[3] < best[3] - 2:
            best, alone = entry, [index]
        elif entry[3] <= best[3] + 2:
            alone.append(index)
    if inside:
        return Answer(0, 1, 0.0, frozenset(alone), frozenset(), inside=True)
    return _earlier(sides, best, alone, length2)


def _earlier(
    sides: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]],
    best: Root | None,
    alone: list[int],
    length2: int,
) -> Answer | None:
    """The earlier of what blocks alone and of what blocks together."""
    if sides[0] and sides[1]:
        u = max(0, min(sides[0])[0], min(sides[1])[0])
        if best is None or u << BITS <= best[3] + 2:
            together: list[int] = []
            for side in sides:
                reached = [(min(last, u), index) for first, last, index in side if first <= u]
                latest = max(reached)[0]
                together += [index for last, index in reached if last == latest]
            same = best is not None and best[3] <= (u << BITS) + 2
            return Answer(u, length2, u / length2, frozenset(alone if same else ()), frozenset(together))
    if best is None:
        return None
    n, m, q, value = best
    t = value / (length2 << BITS) if q else n / (m * length2)
    if q:
        return Answer(n, 0, t, frozenset(alone), frozenset(), root=(n, q, length2))
    return Answer(n, m * length2, t, frozenset(alone), frozenset())
