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


class Crowd:
    """Occupied boxes, and how much of their area another box would cover. A grid of cells keeps this fast for many
    labels.
    """

    def __init__(self, cell: float) -> None:
        self._cell = cell
        self._count = 0
        self._cells: dict[tuple[int, int], list[tuple[int, Box]]] = {}

    def __len__(self) -> int:
        return self._count

    def _over(self, box: Box) -> Iterator[tuple[int, int]]:
        for i in range(math.floor(box.left / self._cell), math.floor(box.right / self._cell) + 1):
            for j in range(math.floor(box.top / self._cell), math.floor(box.bottom / self._cell) + 1):
                yield (i, j)

    def add(self, box: Box) -> None:
        for cell in self._over(box):
            self._cells.setdefault(cell, []).append((self._count, box))
        self._count += 1

    def shared(self, box: Box, since: int = 0) -> float:
        """The sum of the areas of `box` that the boxes from number `since` on cover."""
        near = {n: other for cell in self._over(box) for n, other in self._cells.get(cell, ()) if n >= since}
        return sum(box.shared(other) for other in near.values())


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
