"""The outlines of shapes as one camera sees them, kept from picture to picture: what did not move is not asked again,
and what only moved on the window is moved.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from collide2d import Shape
from collide2d.play.camera import Bounds, Camera, Pair
from collide2d.play.outlines import LARGE, SAG, box_of, common, outline

K = TypeVar("K", bound=Hashable)

ROUGH = 0.5  # how far what is covered by a thick edge may be from its place, pixels of the window
MOST = 8192  # more than so many are forgotten


class Trace(NamedTuple):
    """An outline in pixels: its points, the box around them, and whether that is in the window wholly, or at all."""

    points: list[Pair]
    box: Bounds
    is_whole: bool
    is_hidden: bool
    can_move: bool  # whether it is the same elsewhere in the window; arcs that leave it are not


def traced(points: list[Pair], window: Bounds, can_move: bool = True) -> Trace:
    """The trace of an outline."""
    if not points:
        return Trace(points, (0.0, 0.0, 0.0, 0.0), True, True, can_move)
    return placed(points, box_of(points), window, can_move)


def placed(points: list[Pair], box: Bounds, window: Bounds, can_move: bool = True) -> Trace:
    """The trace of an outline whose box is known."""
    is_hidden = box[0] > window[2] or box[2] < window[0] or box[1] > window[3] or box[3] < window[1]
    is_whole = box[0] >= window[0] and box[1] >= window[1] and box[2] <= window[2] and box[3] <= window[3]
    return Trace(points, box, is_whole, is_hidden, can_move)


class Traces:
    """The outlines of shapes, and what two have in common."""

    def __init__(self, window: Bounds, factor: int) -> None:
        self.window = window
        self._rough = ROUGH * factor
        self._camera = Camera((0.0, 0.0), (0.0, 0.0), 1.0)
        self._fine: dict[Shape, Trace] = {}
        self._coarse: dict[Shape, Trace] = {}
        self._common: dict[tuple[Shape, Shape], Trace] = {}

    def look(self, camera: Camera) -> None:
        """From now on as this camera sees them."""
        if camera == self._camera:
            return
        if camera.scale == self._camera.scale:
            dx, dy = (a - b for a, b in zip(camera.pixel((0.0, 0.0)), self._camera.pixel((0.0, 0.0)), strict=True))
            self._fine = dict(self._moved(self._fine.items(), dx, dy))
            self._coarse = dict(self._moved(self._coarse.items(), dx, dy))
            self._common = dict(self._moved(self._common.items(), dx, dy))
        else:
            self._fine, self._coarse, self._common = {}, {}, {}
        self._camera = camera

    def _moved(self, traces: Iterable[tuple[K, Trace]], dx: float, dy: float) -> Iterator[tuple[K, Trace]]:
        for key, trace in traces:
            if trace.can_move:
                left, top, right, bottom = trace.box
                box = (left + dx, top + dy, right + dx, bottom + dy)
                yield key, placed([(x + dx, y + dy) for x, y in trace.points], box, self.window)

    def _trace(self, shape: Shape, sag: float) -> Trace:
        can_move = shape.radius * self._camera.scale <= LARGE
        return traced(outline(shape, self._camera, self.window, sag), self.window, can_move)

    def of(self, shape: Shape) -> Trace:
        """The outline of a shape."""
        found = self._fine.get(shape)
        if found is None:
            if len(self._fine) > MOST:
                self._fine.clear()
            found = self._fine[shape] = self._trace(shape, SAG)
        return found

    def _about(self, shape: Shape) -> Trace:
        found = self._coarse.get(shape)
        if found is None:
            if len(self._coarse) > MOST:
                self._coarse.clear()
            found = self._coarse[shape] = self._trace(shape, self._rough)
        return found

    def common(self, a: Shape, b: Shape) -> Trace:
        """What two shapes have in common; near enough to lie within thick edges."""
        found = self._common.get((a, b))
        if found is None:
            if len(self._common) > MOST:
                self._common.clear()
            first, second = self._about(a), self._about(b)
            if a.contains(b):  # a huge shape's outline has too coarse numbers to be cut by
                found = second
            elif b.contains(a):
                found = first
            else:
                points = common(first.points, second.points)
                found = traced(points, self.window, first.can_move and second.can_move)
            self._common[a, b] = found
        return found
