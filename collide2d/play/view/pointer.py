"""Drawings at the mouse: handles, the selection rectangle, the corners of a new polygon, and the cursor."""

from __future__ import annotations

import math

import pygame

from collide2d import Polygon, Rect, RoundRect
from collide2d.play.edit.editor import POINTERS, Editor, Grip
from collide2d.play.edit.gestures import Aiming, Banding, Handling, Turning
from collide2d.play.edit.handles import PARKED, Hold, center_of_turn
from collide2d.play.model.camera import Camera, Pair
from collide2d.play.view import palette
from collide2d.play.view.canvas import Canvas
from collide2d.play.view.palette import mixed

_SIDES = {
    "n": pygame.SYSTEM_CURSOR_SIZENS, "s": pygame.SYSTEM_CURSOR_SIZENS, "w": pygame.SYSTEM_CURSOR_SIZEWE,
    "e": pygame.SYSTEM_CURSOR_SIZEWE, "nw": pygame.SYSTEM_CURSOR_SIZENWSE, "se": pygame.SYSTEM_CURSOR_SIZENWSE,
    "ne": pygame.SYSTEM_CURSOR_SIZENESW, "sw": pygame.SYSTEM_CURSOR_SIZENESW,
}  # fmt: skip


def draw_grips(canvas: Canvas, camera: Camera, editor: Editor, mouse: Pair) -> None:
    """Draws the handles, or the feedback of a drag, over the picture."""
    gesture = editor.gesture
    if isinstance(gesture, Banding):
        _band(canvas, gesture)
    elif editor.corners:
        _corners(canvas, camera, editor, mouse)
    elif gesture is None or isinstance(gesture, (Handling, Aiming, Turning)):
        near = editor.grip_at(mouse) if gesture is None and editor.tool in POINTERS else None
        turning = isinstance(gesture, Handling) and gesture.handle.hold is Hold.TURN
        if turning and editor.selected is not None:
            at = camera.pixel(center_of_turn(editor.document[editor.selected]))
            canvas.dotted(at, camera.pixel(editor.mouse), palette.now.chosen, 1.2, 3, 3)
            canvas.disc(at, 3.0, palette.now.chosen)
            return
        for grip in reversed(editor.grips()):
            _grip(canvas, camera, grip, near == grip)


def _band(canvas: Canvas, gesture: Banding) -> None:
    left, top, right, bottom = gesture.bounds
    band = Rect.from_corners(left, top, right, bottom)
    canvas.fill(band, palette.now.chosen, 26)
    canvas.stroke(band, palette.now.chosen, 1.2, dash=(5, 3))


def _corners(canvas: Canvas, camera: Camera, editor: Editor, mouse: Pair) -> None:
    """Draws the hull of the corners so far and the mouse position."""
    corners = [*editor.corners, editor.snap().point(mouse)]
    hull = Polygon.hull(corners)
    canvas.fill(hull, palette.now.chosen, 26)
    canvas.stroke(hull, palette.now.chosen, 1.4, dash=(5, 3))
    for corner in editor.corners:
        canvas.disc(camera.pixel(corner), 4.0, palette.now.sheet, palette.now.chosen)


def _grip(canvas: Canvas, camera: Camera, grip: Grip, near: bool) -> None:
    handle = grip.handle
    at, root = camera.pixel(handle.at), camera.pixel(handle.root)
    size = 5.4 if near else 4.2
    ground = palette.now.chosen if near else palette.now.sheet
    if handle.hold is Hold.TURN:
        canvas.line(root, at, mixed(palette.now.chosen, palette.now.sheet, 0.35), 1.2)
        canvas.disc(at, size, ground, palette.now.chosen)
    elif handle.hold is Hold.PIVOT:
        parked = handle.part == PARKED
        arm = 5 if parked else 9
        for dx, dy in ((1, 0), (0, 1)):
            canvas.line(
                (at[0] - arm * dx, at[1] - arm * dy), (at[0] + arm * dx, at[1] + arm * dy), palette.now.chosen, 1.3
            )
        canvas.disc(at, size - 2 * parked, ground, palette.now.chosen)
    elif handle.hold is Hold.RADIUS:
        _diamond(canvas, at, size + 1.6, palette.now.chosen)
        _diamond(canvas, at, size - 0.4, palette.now.way if near else palette.now.sheet)
    elif handle.hold is Hold.INSERT:
        canvas.disc(at, size - 1.6, ground, mixed(palette.now.chosen, palette.now.sheet, 0.25), 1.2)
    elif handle.hold in (Hold.MOTION, Hold.AIM):
        canvas.disc(at, size + 0.6, palette.now.way if near else palette.now.sheet, palette.now.way, 1.8)
    else:
        _square(canvas, at, size + 0.4, palette.now.chosen)
        _square(canvas, at, size - 1.2, ground)


def _square(canvas: Canvas, p: Pair, r: float, color: palette.Color) -> None:
    canvas.polygon([(p[0] - r, p[1] - r), (p[0] + r, p[1] - r), (p[0] + r, p[1] + r), (p[0] - r, p[1] + r)], color)


def _diamond(canvas: Canvas, p: Pair, r: float, color: palette.Color) -> None:
    canvas.polygon([(p[0], p[1] - r), (p[0] + r, p[1]), (p[0], p[1] + r), (p[0] - r, p[1])], color)


def cursor_for(editor: Editor, mouse: Pair, *, panning: bool) -> int:
    """The system cursor, which shows what a press would do."""
    if panning:
        return pygame.SYSTEM_CURSOR_SIZEALL
    if editor.tool not in POINTERS:
        return pygame.SYSTEM_CURSOR_CROSSHAIR
    grip = editor.grip_at(mouse)
    if grip is not None:
        shape = editor.document[grip.name]
        turned = isinstance(shape, (Rect, RoundRect)) and math.remainder(shape.angle, 180.0)
        if grip.handle.hold is Hold.SIDE and not turned:
            return _SIDES[grip.handle.part]
        return pygame.SYSTEM_CURSOR_HAND
    if editor.shape_at(mouse) is not None:
        return pygame.SYSTEM_CURSOR_SIZEALL
    return pygame.SYSTEM_CURSOR_ARROW
