"""Draws a whole window: the document, the handles, the cards and the help.

Frames are drawn larger and scaled down: at the highest resolution at rest, and at the resolution that 60 frames a
second allow while something moves.
"""

from __future__ import annotations

import time
from typing import Protocol

import pygame

from collide2d.play.edit.editor import Editor
from collide2d.play.model.camera import Camera, Pair
from collide2d.play.model.wording import number, pair, sentence
from collide2d.play.ui.focus import Focus
from collide2d.play.ui.panel import Entry, Panel
from collide2d.play.ui.picker import Picker
from collide2d.play.view import overlay, palette
from collide2d.play.view.canvas import Canvas
from collide2d.play.view.layout import Button, Layout
from collide2d.play.view.overlay import Question
from collide2d.play.view.pointer import draw_grips
from collide2d.play.view.scene_view import Shown, View

FINE, COARSE = 3, 2  # the factor of supersampling, at rest and while something moves
LARGE = 1920 * 1200  # windows with more pixels get a smaller factor
SLOW = 0.015  # if a frame takes longer, in seconds, the factor is reduced while something moves
REST = 0.18  # seconds without motion that count as rest


class Window(Protocol):
    """The part of the app's state that is painted."""

    editor: Editor
    camera: Camera
    layout: Layout
    shown: Shown
    panel: Panel
    focus: Focus
    question: Question | None
    picker: Picker | None
    mouse: Pair
    help: bool
    scrolled: int
    note: str
    is_bad: bool

    @property
    def title(self) -> str: ...
    @property
    def mark(self) -> str: ...
    @property
    def subtitle(self) -> str: ...
    @property
    def entry(self) -> Entry | None: ...
    def is_on(self, name: str) -> bool: ...
    def is_ready(self, name: str) -> bool: ...


class Painter:
    """Draws the window, at the resolution that time allows."""

    def __init__(self) -> None:
        self.moved = 0.0  # the time of the last motion
        self.factor = 0
        self.help_lines = 0  # how many lines of the help can scroll out
        self._size = (0, 0)
        self._canvases: dict[int, Canvas] = {}
        self._cost: dict[int, float] = {}

    def move(self) -> None:
        """Records that something moved: the next frame must be quick."""
        self.moved = time.perf_counter()

    @property
    def is_moving(self) -> bool:
        return time.perf_counter() - self.moved < REST

    def could_be_finer(self, size: tuple[int, int]) -> bool:
        """Whether the last frame was a quick one, and there is now time for a fine one."""
        return self.factor < self._finest(size) and not self.is_moving

    def _finest(self, size: tuple[int, int]) -> int:
        pixels = size[0] * size[1]
        return max(1, FINE - (pixels > LARGE) - (pixels > 2 * LARGE))

    def _canvas(self, size: tuple[int, int], fine: bool) -> Canvas:
        factor = self._finest(size)
        if self.is_moving and not fine:
            factor = min(factor, COARSE)
            if self._cost.get(factor, 0.0) > SLOW:
                factor = 1
        if size != self._size:
            self._size = size
            self._canvases.clear()
            self._cost.clear()
        self.factor = factor
        if factor not in self._canvases:
            self._canvases[factor] = Canvas(size, factor)
        return self._canvases[factor]

    def draw(self, target: pygame.Surface, app: Window, *, fine: bool = False) -> None:
        """Draws everything. fine: at the highest resolution, without a time limit."""
        start = time.perf_counter()
        canvas = self._canvas(app.layout.size, fine)
        editor, camera, layout = app.editor, app.camera, app.layout
        view = View(canvas, editor.answers, camera, editor.selection, app.shown, layout.room)
        for area in layout.cards:
            view.labels.keep_clear((area.x, area.y, area.right, area.bottom))
        for grip in editor.grips():
            x, y = camera.pixel(grip.handle.at)
            view.labels.keep_clear((x - 6, y - 6, x + 6, y + 6))
        view.draw(editor.step)
        draw_grips(canvas, camera, editor, camera.world(app.mouse))
        canvas.show(target)
        view.write(target)
        self._cards(target, app)
        cost = time.perf_counter() - start
        self._cost[self.factor] = 0.8 * self._cost.get(self.factor, cost) + 0.2 * cost

    def _cards(self, target: pygame.Surface, app: Window) -> None:
        layout, editor = app.layout, app.editor
        is_free = not app.help and app.question is None and app.picker is None
        focused = app.focus.target if is_free else None
        button = layout.button_at(app.mouse) if is_free else None
        if isinstance(focused, Button):
            button = focused
        overlay.heading(target, layout, app.mark + app.title, app.subtitle)
        overlay.buttons(target, layout, app.is_on, app.is_ready, button.command if button else None)
        if layout.panel is not None:
            app.panel.draw(target, layout.panel, editor, app.title, app.entry, app.mouse)
        self._words(target, app)
        focused = app.focus.target if is_free else None  # the lines of the card are new
        if focused is not None and app.entry is None:
            overlay.ring(target, focused.area)
        if button is not None:
            overlay.tooltip(target, button)
        if app.help:
            self.help_lines = overlay.help_card(target, layout.size, app.scrolled)
        if app.picker is not None:
            app.picker.draw(target, app.mouse)
        if app.question is not None:
            app.question.draw(target, app.mouse)

    def _words(self, target: pygame.Surface, app: Window) -> None:
        """The status line: a note, or else the answer about the selection."""
        editor = app.editor
        relation, said = sentence(editor.answers, editor.selection)
        color = palette.now.relation_texts[relation] if relation is not None else palette.now.text
        note = app.note or editor.note
        if note:
            said, relation = note, None
            color = palette.now.overlapping if app.is_bad else palette.now.chosen
        step = f"grid {number(editor.step)}" if editor.step is not None else "no grid"
        zoom = 100 * app.camera.scale
        percent = f"{zoom:.0f} %" if 1 <= zoom < 1e6 else f"{zoom:.3g} %"
        facts = (percent, step, pair(editor.snap().point(app.camera.world(app.mouse))))
        overlay.status(target, app.layout.status, said, color, relation.name if relation is not None else None, facts)
