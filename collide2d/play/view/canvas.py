"""Smooth drawing: everything is drawn on a larger surface, which is then scaled down onto the window.

Coordinates and sizes are in window pixels; shapes are in world coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pygame
import pygame.gfxdraw

from collide2d import Body
from collide2d._rendering.outlines import clip_to_box
from collide2d._rendering.supersampling import scaled_down
from collide2d.play.model.camera import Bounds, Camera, Pair
from collide2d.play.view import palette
from collide2d.play.view.cached_outlines import (
    OutlineCache,
    PixelOutline,
    bar,
    clipped_line,
    dashes,
    pieces_of,
    pixel_outline,
)
from collide2d.play.view.palette import Color
from collide2d.typing import Solid

MARGIN = 60.0  # the margin around the window to which lines are clipped


class Canvas:
    """A surface `factor` times as large as the window."""

    def __init__(self, size: tuple[int, int], factor: int, *, see_through: bool = False) -> None:
        """see_through: with a transparent background, not one in the colour of the sheet."""
        self.size, self.factor = size, factor
        self.see_through = see_through
        large = (size[0] * factor, size[1] * factor)
        self.surface = pygame.Surface(large, pygame.SRCALPHA if see_through else 0, 32)
        self.window: Bounds = (
            -MARGIN * factor,
            -MARGIN * factor,
            large[0] + MARGIN * factor,
            large[1] + MARGIN * factor,
        )
        self.camera = self._large = Camera((0.0, 0.0), (0.0, 0.0), 1.0)
        self._outlines = OutlineCache(self.window, factor)
        self.clear(self.camera)

    def clear(self, camera: Camera) -> None:
        """Clears the surface, and sets the camera for the shapes."""
        self.surface.fill((255, 255, 255, 0) if self.see_through else palette.now.sheet)
        f = self.factor
        self.camera = camera
        self._large = replace(camera, middle=(camera.middle[0] * f, camera.middle[1] * f), scale=camera.scale * f)
        self._outlines.use_camera(self._large)

    def show(self, target: pygame.Surface) -> None:
        """Scales the picture down onto a surface; a surface of another size gets the upper left part."""
        if self.factor == 1:
            target.blit(self.surface, (0, 0))
        elif self.see_through or _format(target) != (self.size, 32, self.surface.get_masks()):
            target.blit(scaled_down(self.surface, self.size), (0, 0))
        else:
            pygame.transform.smoothscale(self.surface, self.size, target)

    # ---- shapes ------------------------------------------------------------------------------------------------------

    def fill(self, shape: Solid, color: Color, alpha: int = 255) -> None:
        """Fills a shape, or the union of the pieces of a body."""
        self._fill_all([self._outlines.of(piece) for piece in pieces_of(shape)], color, alpha)

    def fill_common(self, a: Solid, b: Solid, color: Color, alpha: int) -> None:
        """Fills the intersection of two shapes or bodies; draw their edges afterwards."""
        pairs = [(p, q) for p in pieces_of(a) if p.overlaps(b) for q in pieces_of(b) if p.overlaps(q)]
        self._fill_all([self._outlines.common(p, q) for p, q in pairs], color, alpha)

    def stroke(self, shape: Solid, color: Color, width: float, *, dash: tuple[float, float] | None = None) -> None:
        """Draws the boundary of a shape or a body, a segment as a line, a point as a dot."""
        if isinstance(shape, Body):
            for outline, piece in self._outlines.border(shape):
                if piece is None:
                    self._stroke_open(outline, color, width, dash)
                else:
                    self._stroke(outline, piece.radius, color, width, dash)
        else:
            self._stroke(self._outlines.of(shape), shape.radius, color, width, dash)

    def _stroke_open(self, outline: PixelOutline, color: Color, width: float, dash: Pair | None) -> None:
        """Draws a part of the border of a body."""
        points, f = outline.points, self.factor
        if outline.is_hidden:
            return
        if dash is not None:
            for p, q in dashes(points, dash[0] * f, dash[1] * f, self.window, closed=False):
                self._bar(p, q, width * f, color)
            return
        for p, q in pairwise(points):
            self._line(p, q, width * f, color)
        for p in (points[0], points[-1]):  # where the parts meet, lines would leave gaps
            self._disc(p, width * f / 2, color)

    def _stroke(self, outline: PixelOutline, radius: float, color: Color, width: float, dash: Pair | None) -> None:
        """Draws the outline of a shape."""
        points, f = outline.points, self.factor
        if outline.is_hidden:
            return
        if len(points) == 1:
            self._disc(points[0], max(width * 1.3, 3.0) * f, color)
        elif dash is not None:
            for p, q in dashes(points, dash[0] * f, dash[1] * f, self.window, closed=len(points) > 2):
                self._bar(p, q, width * f, color)
        elif len(points) == 2:
            self._line(points[0], points[1], width * f, color)
        elif not outline.is_whole:
            for p, q in zip(points, [*points[1:], points[0]], strict=True):
                self._line(p, q, width * f, color)
        else:
            pygame.draw.lines(self.surface, color, True, points, max(1, round(width * f)))
            if (radius * self._large.scale < width or width > 4) and len(points) < 200:
                for p in points:
                    pygame.draw.circle(self.surface, color, p, width * f / 2)  # the corners, where lines leave gaps

    def _fill_all(self, outlines: Sequence[PixelOutline], color: Color, alpha: int) -> None:
        """Fills the union of several outlines, so places where they overlap are not darker."""
        if alpha >= 255 or len(outlines) == 1:
            for outline in outlines:
                self._fill(outline, color, alpha)
            return
        shown = [outline for outline in outlines if not outline.is_hidden and len(outline.points) > 2]
        if not shown:
            return
        boxes = list(zip(*(outline.box for outline in shown), strict=True))
        width, height = self.surface.get_size()
        left, top = max(math.floor(min(boxes[0])), 0), max(math.floor(min(boxes[1])), 0)
        right, bottom = min(math.ceil(max(boxes[2])) + 1, width), min(math.ceil(max(boxes[3])) + 1, height)
        if left >= right or top >= bottom:
            return
        layer = pygame.Surface((right - left, bottom - top), pygame.SRCALPHA, 32)
        for outline in shown:
            points = clip_to_box(outline.points, self.window)
            if len(points) > 2:
                pygame.draw.polygon(layer, (*color, alpha), [(x - left, y - top) for x, y in points])
        self.surface.blit(layer, (left, top))

    def _fill(self, outline: PixelOutline, color: Color, alpha: int = 255) -> None:
        points = outline.points
        if outline.is_hidden or len(points) < 3:
            return
        if not outline.is_whole:
            points = clip_to_box(points, self.window)
            if len(points) < 3:
                return
        if alpha >= 255:
            pygame.draw.polygon(self.surface, color, points)
        else:
            pygame.gfxdraw.filled_polygon(self.surface, points, (*color, alpha))

    # ---- marks -------------------------------------------------------------------------------------------------------

    def line(self, p: Pair, q: Pair, color: Color, width: float) -> None:
        """A line with round ends, from pixel to pixel."""
        f = self.factor
        self._line((p[0] * f, p[1] * f), (q[0] * f, q[1] * f), width * f, color)

    def dotted(self, p: Pair, q: Pair, color: Color, width: float, on: float = 1.0, off: float = 4.0) -> None:
        """A line of dashes, from pixel to pixel."""
        f = self.factor
        line = [(p[0] * f, p[1] * f), (q[0] * f, q[1] * f)]
        for a, b in dashes(line, on * f, off * f, self.window, closed=False):
            self._bar(a, b, width * f, color)

    def disc(self, p: Pair, r: float, color: Color, edge: Color | None = None, width: float = 1.5) -> None:
        """A disc, with an edge if it has a colour."""
        f = self.factor
        at = (p[0] * f, p[1] * f)
        if edge is not None:
            self._disc(at, (r + width / 2) * f, edge)
            r -= width / 2
        self._disc(at, r * f, color)

    def polygon(self, points: Sequence[Pair], color: Color) -> None:
        """A filled convex polygon of pixels."""
        f = self.factor
        self._fill(pixel_outline([(x * f, y * f) for x, y in points], self.window), color)

    def arrow(self, p: Pair, q: Pair, color: Color, width: float) -> None:
        """An arrow from p to q with its tip at q; nothing if they are the same pixel."""
        length = math.dist(p, q)
        if length < 0.5:
            return
        ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length
        head = min(4.4 * width + 2, length)
        half = head * 0.44
        neck = (q[0] - ux * head, q[1] - uy * head)
        self.line(p, (q[0] - ux * head * 0.8, q[1] - uy * head * 0.8), color, width)
        self.polygon([(neck[0] - uy * half, neck[1] + ux * half), q, (neck[0] + uy * half, neck[1] - ux * half)], color)

    # ---- on the surface ----------------------------------------------------------------------------------------------

    def _sees(self, p: Pair, margin: float) -> bool:
        w = self.window
        return w[0] - margin <= p[0] <= w[2] + margin and w[1] - margin <= p[1] <= w[3] + margin

    def _disc(self, p: Pair, r: float, color: Color) -> None:
        if self._sees(p, r):
            pygame.draw.circle(self.surface, color, p, r)

    def _bar(self, p: Pair, q: Pair, width: float, color: Color) -> None:
        points = bar(p, q, max(width - 1, 0.5))  # the fill includes its border
        if points:
            pygame.draw.polygon(self.surface, color, points)

    def _line(self, p: Pair, q: Pair, width: float, color: Color) -> None:
        if not (self._sees(p, 0) and self._sees(q, 0)):
            cut = clipped_line(p, q, self.window)
            if cut is None:
                return
            p, q = cut
        pygame.draw.line(self.surface, color, p, q, max(1, round(width)))
        if width > 3:
            for end in (p, q):
                pygame.draw.circle(self.surface, color, end, width / 2)


def _format(surface: pygame.Surface) -> object:
    return surface.get_size(), surface.get_bitsize(), surface.get_masks()
