"""Outlines in pixels, and a cache of them.

An outline has few points at any zoom, since an arc outside the window becomes a chord. The cache keeps outlines from
frame to frame: the outline of an unchanged shape is reused, and panning only shifts its points.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from collide2d import Body, Shape
from collide2d._rendering.borders import Line, border
from collide2d._rendering.outlines import Arc, arc_points, clip_by_polygon, corner_arcs
from collide2d.play.model.camera import Bounds, Camera, Pair, power_of_two
from collide2d.typing import Solid

SAG = 0.12  # the greatest distance of a chord from its arc, pixels
TINY = 3.0  # a shape that is less wide and high, in pixels, is drawn as its box
LARGE = 1500.0  # arcs of a larger radius, in pixels, are approximated only inside the window


def pieces_of(solid: Solid) -> tuple[Shape, ...]:
    """The pieces of a body, or the shape itself."""
    return solid.pieces if isinstance(solid, Body) else (solid,)


def outline(shape: Shape, camera: Camera, window: Bounds, sag: float = SAG) -> list[Pair]:
    """The boundary of a shape, in pixels, from +x toward +y; one or two points if it has no area.

    sag: the greatest distance of a chord from its arc, pixels.

    >>> from collide2d import Rect
    >>> outline(Rect(0, 0, 2, 1), Camera((0, 0), (0, 0), 10.0), (0, 0, 100, 100))
    [(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0)]
    """
    points = [camera.pixel(p) for p in shape.vertices]
    r = shape.radius * camera.scale
    if r < 0.05:
        return points
    found: list[Pair] = []
    for p, arc in zip(points, corner_arcs(shape.vertices), strict=True):
        found += arc_points(p, r, arc, sag) if r <= LARGE else _large_arc(p, r, arc, window, sag)
    return found[:-1] if len(points) == 1 else found  # the last point of a circle is the first


def _large_arc(center: Pair, r: float, arc: Arc, window: Bounds, sag: float) -> Iterator[Pair]:
    """Points along an arc, including both ends, closely spaced only inside the window."""
    x, y = center
    pieces = [(arc.start + arc.turn * (i + 1) / 8, arc.start + arc.turn * i / 8) for i in reversed(range(8))]
    while pieces:  # the next one is the last
        b, a = pieces.pop()
        bulge = r * (1 - math.cos((b - a) / 2))
        p, q = (x + r * math.cos(a), y + r * math.sin(a)), (x + r * math.cos(b), y + r * math.sin(b))
        if bulge > sag and b - a > 1e-13 and _may_meet(p, q, bulge, window):
            middle = a + (b - a) / 2
            pieces += [(b, middle), (middle, a)]
        else:
            yield p
    yield (x + r * math.cos(arc.end), y + r * math.sin(arc.end))


def _may_meet(p: Pair, q: Pair, margin: float, window: Bounds) -> bool:
    return (
        min(p[0], q[0]) - margin <= window[2]
        and max(p[0], q[0]) + margin >= window[0]
        and min(p[1], q[1]) - margin <= window[3]
        and max(p[1], q[1]) + margin >= window[1]
    )


def box_of(points: Sequence[Pair]) -> Bounds:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs), min(ys), max(xs), max(ys))


def clipped_line(p: Pair, q: Pair, window: Bounds) -> tuple[Pair, Pair] | None:
    """The part of a line that is in the window."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        start, d = p[axis], q[axis] - p[axis]
        near, far = window[axis] - start, window[axis + 2] - start
        if d == 0:
            if near > 0 or far < 0:
                return None
        else:
            a, b = sorted((near / d, far / d))
            low, high = max(low, a), min(high, b)
    if low > high:
        return None
    dx, dy = q[0] - p[0], q[1] - p[1]
    return ((p[0] + low * dx, p[1] + low * dy), (p[0] + high * dx, p[1] + high * dy))


def bar(p: Pair, q: Pair, width: float) -> list[Pair]:
    """The outline of a straight stroke with square ends."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = math.hypot(dx, dy)
    if length == 0:
        return []
    nx, ny = -dy / length * width / 2, dx / length * width / 2
    return [(p[0] + nx, p[1] + ny), (q[0] + nx, q[1] + ny), (q[0] - nx, q[1] - ny), (p[0] - nx, p[1] - ny)]


def dashes(
    points: Sequence[Pair], on: float, off: float, window: Bounds, *, closed: bool = True
) -> Iterator[tuple[Pair, Pair]]:
    """Dashes, `on` pixels long and `off` apart, along the part of a line that is in the window."""
    along = 0.0  # since the start of the last dash
    ends = zip(points, [*points[1:], points[0]] if closed else points[1:], strict=False)
    for p, q in ends:
        cut = clipped_line(p, q, window)
        if cut is None:
            continue
        a, b = cut
        length = math.dist(a, b)
        if length == 0:
            continue
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        at = 0.0
        while at < length:
            if along < on:
                step = min(on - along, length - at)
                yield ((a[0] + ux * at, a[1] + uy * at), (a[0] + ux * (at + step), a[1] + uy * (at + step)))
            else:
                step = min(on + off - along, length - at)
            at += step
            along = (along + step) if along + step < on + off - 1e-9 else 0.0


K = TypeVar("K", bound=Hashable)

ROUGH = 0.5  # the greatest error of an outline under a thick edge, window pixels
MOST, MOST_BORDERS = 131072, 256  # a cache is cleared when it has more entries; a frame needs one for each shape


class PixelOutline(NamedTuple):
    """An outline in pixels: its points, their bounding box, and whether the box is inside or outside the window."""

    points: list[Pair]
    box: Bounds
    is_whole: bool
    is_hidden: bool
    can_move: bool  # whether panning only shifts it; not if arcs leave the window


def pixel_outline(points: list[Pair], window: Bounds, can_move: bool = True) -> PixelOutline:
    """An outline with the bounding box of its points."""
    if not points:
        return PixelOutline(points, (0.0, 0.0, 0.0, 0.0), True, True, can_move)
    return placed(points, box_of(points), window, can_move)


def placed(points: list[Pair], box: Bounds, window: Bounds, can_move: bool = True) -> PixelOutline:
    """An outline whose box is known."""
    is_hidden = box[0] > window[2] or box[2] < window[0] or box[1] > window[3] or box[3] < window[1]
    is_whole = box[0] >= window[0] and box[1] >= window[1] and box[2] <= window[2] and box[3] <= window[3]
    return PixelOutline(points, box, is_whole, is_hidden, can_move)


class OutlineCache:
    """A cache of the outlines of shapes and of the intersections of pairs."""

    def __init__(self, window: Bounds, factor: int) -> None:
        self.window = window
        self._rough = ROUGH * factor
        self._camera = Camera((0.0, 0.0), (0.0, 0.0), 1.0)
        self._fine: dict[Shape, PixelOutline] = {}
        self._coarse: dict[Shape, PixelOutline] = {}
        self._common: dict[tuple[Shape, Shape], PixelOutline] = {}
        self._borders: dict[tuple[Body, float], list[Line]] = {}

    def use_camera(self, camera: Camera) -> None:
        """Sets the camera: outlines are moved if only the position changed, and rebuilt otherwise."""
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

    def _moved(self, kept: Iterable[tuple[K, PixelOutline]], dx: float, dy: float) -> Iterator[tuple[K, PixelOutline]]:
        for key, found in kept:
            if found.can_move:
                left, top, right, bottom = found.box
                box = (left + dx, top + dy, right + dx, bottom + dy)
                yield key, placed([(x + dx, y + dy) for x, y in found.points], box, self.window)

    def _outline(self, shape: Shape, sag: float) -> PixelOutline:
        left, top, right, bottom = shape.bounds
        scale = self._camera.scale
        if 0 < (right - left) * scale < TINY and 0 < (bottom - top) * scale < TINY:
            (x0, y0), (x1, y1) = self._camera.pixel((left, top)), self._camera.pixel((right, bottom))
            return placed([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], (x0, y0, x1, y1), self.window)
        can_move = shape.radius * self._camera.scale <= LARGE
        return pixel_outline(outline(shape, self._camera, self.window, sag), self.window, can_move)

    def of(self, shape: Shape) -> PixelOutline:
        """The outline of a shape."""
        found = self._fine.get(shape)
        if found is None:
            if len(self._fine) > MOST:
                self._fine.clear()
            found = self._fine[shape] = self._outline(shape, SAG)
        return found

    def border(self, body: Body) -> Iterator[tuple[PixelOutline, Shape | None]]:
        """The parts of the border of a body: with the piece if it is its whole outline, else open."""
        fine = power_of_two(2 * SAG / self._camera.scale)  # so that a border serves several zooms
        lines = self._borders.get((body, fine))
        if lines is None:
            if len(self._borders) > MOST_BORDERS:
                self._borders.clear()
            lines = self._borders[body, fine] = border(body, fine)
        pieces = body.pieces
        for line in lines:
            if line.is_whole:
                yield self.of(pieces[line.piece]), pieces[line.piece]
            else:
                yield pixel_outline([self._camera.pixel(p) for p in line.points], self.window), None

    def _rough_of(self, shape: Shape) -> PixelOutline:
        found = self._coarse.get(shape)
        if found is None:
            if len(self._coarse) > MOST:
                self._coarse.clear()
            found = self._coarse[shape] = self._outline(shape, self._rough)
        return found

    def common(self, a: Shape, b: Shape) -> PixelOutline:
        """The intersection of two shapes, with an error that thick edges hide."""
        found = self._common.get((a, b))
        if found is None:
            if len(self._common) > MOST:
                self._common.clear()
            first, second = self._rough_of(a), self._rough_of(b)
            if a.contains(b):  # the outline of a huge shape is too coarse for clipping
                found = second
            elif b.contains(a):
                found = first
            else:
                points = clip_by_polygon(first.points, second.points)
                found = pixel_outline(points, self.window, first.can_move and second.can_move)
            self._common[a, b] = found
        return found
