"""Placing of labels: boxes in pixels, the occupied ones, and the least crowded of several positions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from collide2d._rendering.outlines import length

Pair: TypeAlias = tuple[float, float]


class Box(NamedTuple):
    """A rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, p: Pair) -> bool:
        """Whether the box contains a pixel."""
        return self.left <= p[0] <= self.right and self.top <= p[1] <= self.bottom

    def shared(self, other: Box) -> float:
        """The area of the intersection."""
        w = min(self.right, other.right) - max(self.left, other.left)
        h = min(self.bottom, other.bottom) - max(self.top, other.top)
        return w * h if w > 0 and h > 0 else 0.0


_FIRST, _LAST = -64.0, 960.0  # cells beyond these count as one: what is far outside of a picture costs no time


class Crowd:
    """Occupied boxes, and how much of their area another box would cover. A grid of cells keeps this fast for many
    labels.
    """

    def __init__(self, cell: float) -> None:
        self._cell = cell
        self._count = 0
        self._cells: dict[int, list[tuple[int, Box, int, int]]] = {}

    def __len__(self) -> int:
        return self._count

    def _at(self, x: float) -> int:
        return math.floor(max(_FIRST, min(_LAST, x / self._cell)))

    def _over(self, box: Box) -> tuple[int, int, int, int]:
        """The first column and row of the cells that a box meets, and the last ones."""
        return self._at(box.left), self._at(box.top), self._at(box.right), self._at(box.bottom)

    def add(self, box: Box) -> None:
        left, top, right, bottom = self._over(box)
        for i in range(left, right + 1):
            for j in range(top, bottom + 1):
                self._cells.setdefault(4096 * i + j, []).append((self._count, box, left, top))
        self._count += 1

    def shared(self, box: Box, since: int = 0) -> float:
        """The sum of the areas of `box` that the boxes from number `since` on cover."""
        left, top, right, bottom = self._over(box)
        area = 0.0
        for i in range(left, right + 1):
            for j in range(top, bottom + 1):
                for n, other, k, m in self._cells.get(4096 * i + j, ()):
                    # Two boxes that meet in several cells are counted in the first of these.
                    if n >= since and i in (left, k) and j in (top, m):
                        area += box.shared(other)
        return area


def is_within(p: Pair, points: Sequence[Pair], r: float) -> bool:
    """Whether a pixel lies inside a core, in pixels, grown by r; approximately, which suffices for placing text."""
    if len(points) == 1:
        return length(p[0] - points[0][0], p[1] - points[0][1]) < r
    depths = []
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        edge = length(bx - ax, by - ay) or 1.0
        depths.append(((p[1] - ay) * (bx - ax) - (p[0] - ax) * (by - ay)) / edge + r)
    return min(depths) > 0 and (len(points) > 2 or Box(*span(points, r)).holds(p))


def span(points: Sequence[Pair], r: float) -> tuple[float, float, float, float]:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r)


def positions(box: Box, size: Pair, *, inside: bool, shifts: Sequence[float], gaps: Sequence[Pair]) -> Iterator[Box]:
    """The candidate positions of a label of this size, best first: in the box if `inside`, then around it.

    shifts: vertical offsets from the middle of the box, as fractions of its height. gaps: the distances in pixels
    between the box and the label, each with the horizontal distance at a corner.
    """
    w, h = size
    left, top, right, bottom = box
    cx, cy = (left + right) / 2, (top + bottom) / 2

    def centered(x: float, y: float) -> Box:
        return Box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)

    if inside:
        yield centered(cx, cy)
        for part in shifts:
            yield centered(cx, cy + part * (bottom - top))
    for gap, sideways in gaps:
        yield centered(cx, top - gap - h / 2)
        yield centered(cx, bottom + gap + h / 2)
        yield centered(right + gap + w / 2, cy)
        yield centered(left - gap - w / 2, cy)
        for y in (top - gap - h / 2, bottom + gap + h / 2):
            yield centered(right + sideways + w / 2, y)
            yield centered(left - sideways - w / 2, y)


def least_crowded(
    candidates: Iterable[Box], cost: Callable[[Box], float], *, most: float, enough: float, tie: float = 0.0
) -> Box | None:
    """The first candidate of the least cost; a cost below `enough` ends the search.

    most: candidates of this cost or more are rejected. tie: costs that differ by at most this count as equal.
    """
    best, least = None, most
    for box in candidates:
        amount = cost(box)
        if amount < least - tie:
            best, least = box, amount
        if amount < enough:
            break
    return best
