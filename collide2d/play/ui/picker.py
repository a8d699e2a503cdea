"""The picker: a list of scenes and files to open, with a preview of the one in focus."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from collide2d.play.model.answers import Answers
from collide2d.play.model.camera import Pair, fitted
from collide2d.play.model.choices import Choice, choices, is_path
from collide2d.play.model.document import Document
from collide2d.play.view import palette, text
from collide2d.play.view.canvas import Canvas
from collide2d.play.view.layout import Area
from collide2d.play.view.overlay import card, ring, slab, veil
from collide2d.play.view.scene_view import Shown, View
from collide2d.scene import SceneError

LINE, HEAD, PAD = 26, 28, 18
WIDE, TALL = 860, 580
LEAST_PREVIEW = 640  # narrower cards have no preview


class Row(NamedTuple):
    """A line of the list: a heading, or a choice and its number."""

    heading: str
    number: int


class Picker:
    """The text that was typed, the files that match it, and which of them has the focus."""

    def __init__(self, recent: Sequence[str], *, files: bool = False) -> None:
        """files: start at the recent files, or else at those of the folder."""
        self.recent = tuple(recent)
        self.typed = ""
        self.focus = 0
        self.first = 0  # the first visible row
        self.wrong = ""  # why the last choice could not be opened
        self._areas: list[tuple[Area, int]] = []
        self.found = choices("", self.recent)
        if files:
            self.focus = next((i for i, c in enumerate(self.found) if c.exhibit is None and not c.is_folder), 0)

    @property
    def chosen(self) -> Choice | None:
        return self.found[self.focus] if self.found else None

    def at(self, p: Pair) -> int | None:
        """The number of the choice at a pixel."""
        return next((number for area, number in self._areas if area.holds(p)), None)

    def type(self, typed: str) -> None:
        """Changes the typed text."""
        self.typed = "".join(c for c in typed if c.isprintable())[:200]
        self.found = choices(self.typed, self.recent)
        self.focus = self.first = 0
        self.wrong = ""

    def key(self, key: str, letters: str) -> Choice | None:
        """Handles a key; returns the choice to open, if the key chose one."""
        self.wrong = ""
        steps = {"Up": -1, "Down": 1, "Shift+Tab": -1, "PageUp": -8, "PageDown": 8, "Home": -len(self.found),
                 "End": len(self.found)}  # fmt: skip
        if key in steps and self.found:
            self.focus = min(max(self.focus + steps[key], 0), len(self.found) - 1)
        elif key == "Tab" and self.chosen is not None and is_path(self.typed):
            self.type(self.chosen.path)
        elif key == "Tab" and self.found:
            self.focus = (self.focus + 1) % len(self.found)
        elif key == "Backspace":
            self.type(self.typed[:-1])
        elif key == "Enter":
            return self.choose(self.focus)
        elif letters and not key.startswith("Ctrl+"):
            self.type(self.typed + letters)
        return None

    def choose(self, number: int) -> Choice | None:
        """The choice with this number, to open; a folder is entered instead."""
        if not 0 <= number < len(self.found):
            return None
        self.focus, choice = number, self.found[number]
        if choice.is_folder:
            path = choice.path
            self.type(path if is_path(path) else f"./{path}")
            return None
        return choice

    def scroll(self, rows: int) -> None:
        if self.found:
            self.focus = min(max(self.focus + rows, 0), len(self.found) - 1)

    # ---- the picture -------------------------------------------------------------------------------------------------

    def draw(self, target: pygame.Surface, mouse: Pair) -> None:
        """Draws a card in the middle of the dimmed window."""
        veil(target)
        theme = palette.now
        w, h = min(WIDE, target.get_width() - 24), min(TALL, target.get_height() - 24)
        area = Area((target.get_width() - w) // 2, (target.get_height() - h) // 2, w, h)
        card(target, area)
        x, y = area.x + PAD, area.y + PAD
        text.write(target, "Open a scene", (x, y - 2), theme.text, text.TITLE, bold=True)
        keys = "Enter opens    Escape closes"
        text.write(target, keys, (area.right - PAD, y + 3), theme.quiet, text.SMALL, align=1.0)
        field = Area(x, y + 32, w - 2 * PAD, 30)
        target.blit(slab(field.w, field.h, theme.sheet, 6.0, theme.quiet), field[:2])
        said, color = (self.typed, theme.text) if self.typed else ("type a name, or a path: ./ ~/ /", theme.quiet)
        wide = text.write(target, said, (x + 10, field.y + 6), color, room=field.w - 24)
        target.fill(theme.chosen, (x + 11 + (wide if self.typed else -4), field.y + 6, 1, 18))
        preview = w >= LEAST_PREVIEW
        list_wide = round(0.5 * (w - 2 * PAD)) if preview else w - 2 * PAD
        top = field.bottom + 10
        self._list(target, Area(x, top, list_wide, area.bottom - PAD - top), mouse)
        if preview:
            left = x + list_wide + PAD
            self._preview(target, Area(left, top + 4, area.right - PAD - left, area.bottom - PAD - top - 4))

    def _rows(self) -> list[Row]:
        rows: list[Row] = []
        for i, choice in enumerate(self.found):
            if i == 0 or choice.group != self.found[i - 1].group:
                rows.append(Row(choice.group, -1))
            rows.append(Row("", i))
        return rows

    def _list(self, target: pygame.Surface, area: Area, mouse: Pair) -> None:
        theme, rows = palette.now, self._rows()
        visible = max(1, area.h // LINE)
        here = next((n for n, row in enumerate(rows) if row.number == self.focus), 0)
        # The heading of the first choice of a group is visible with it.
        top = here - (here > 0 and rows[here - 1].number < 0)
        self.first = max(0, min(max(self.first, here - visible + 1), top, len(rows) - 1))
        self._areas = []
        if not rows:
            text.write(target, "nothing has this name", (area.x + 8, area.y + 4), theme.quiet)
        for n, row in enumerate(rows[self.first : self.first + visible]):
            line = Area(area.x, area.y + n * LINE, area.w, LINE)
            if row.number < 0:
                at, room = (line.x + 8, line.y + 6), line.w - 16
                text.write(target, row.heading, at, theme.quiet, text.SMALL, bold=True, room=room)
                continue
            self._areas.append((line, row.number))
            choice, is_focus = self.found[row.number], row.number == self.focus
            if is_focus or line.holds(mouse):
                target.blit(slab(line.w, line.h, theme.pressed if is_focus else theme.hovered, 6.0), line[:2])
            if is_focus:
                ring(target, line)
            color = theme.chosen if is_focus else theme.text
            wide = text.write(target, choice.title, (line.x + 10, line.y + 4), color, bold=is_focus, room=line.w - 20)
            if line.w - wide > 80:
                at = (line.right - 10, line.y + 5)
                text.write(target, choice.says, at, theme.quiet, text.SMALL, align=1.0, room=line.w - wide - 36)

    def _preview(self, target: pygame.Surface, area: Area) -> None:
        theme, choice = palette.now, self.chosen
        if choice is None or choice.document is None:
            return
        picture, said = preview(choice, _time_of(choice.path), theme, (area.w, round(0.68 * area.h)))
        target.blit(picture, area[:2])
        pygame.draw.rect(target, theme.line, (*area[:2], *picture.get_size()), 1)
        y = area.y + picture.get_height() + 12
        for line in text.wrapped(self.wrong or said, area.w):
            if y + LINE <= area.bottom:
                text.write(target, line, (area.x, y), theme.overlapping if self.wrong else theme.text)
                y += 21


def _time_of(path: str) -> float:
    """The time of a file's last change; 0 if there is no such file."""
    try:
        return os.stat(path).st_mtime if path else 0.0
    except OSError:
        return 0.0


@lru_cache(maxsize=32)
def preview(choice: Choice, changed: float, theme: palette.Theme, size: tuple[int, int]) -> tuple[pygame.Surface, str]:
    """A small picture of a scene in the colours in use, and what it is; or why it cannot be opened.

    changed: when its file was. theme: the one in use.
    """
    canvas = Canvas(size, 2)
    picture = pygame.Surface(size, 0, 32)
    document, said = Document(), ""
    try:
        document = choice.document() if choice.document is not None else document
        scene = document.scene
        said = scene.description or choice.says
    except SceneError as error:
        said = str(error)
    camera = fitted(document.bounds, (14, 14, size[0] - 14, size[1] - 14))
    shown = Shown(distances=False, names=False, grid=False)
    view = View(canvas, Answers(document), camera, (), shown, (0, 0, *size))
    view.draw(None)
    canvas.show(picture)
    return picture, said
