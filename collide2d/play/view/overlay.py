"""Draws what is over the picture: cards and their buttons, the status line, the tooltip, the help and questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from collide2d import RoundRect
from collide2d._rendering.supersampling import scaled_down
from collide2d.play.edit.commands import COMMANDS, MOUSE, NUDGES, tip
from collide2d.play.model.camera import Camera, Pair
from collide2d.play.view import palette, text
from collide2d.play.view.canvas import Canvas
from collide2d.play.view.icons import SIZE, icon
from collide2d.play.view.layout import Area, Button, Layout
from collide2d.play.view.palette import Color, mixed

CORNER = 10.0
SHADOW = 14  # the width of a shadow


@lru_cache(maxsize=64)
def slab(w: int, h: int, color: Color, corner: float = CORNER, edge: Color | None = None) -> pygame.Surface:
    """A rectangle with round corners."""
    canvas = Canvas((w, h), 3, see_through=True)
    canvas.clear(Camera((0.0, 0.0), (0.0, 0.0), 1.0))
    if edge is not None:
        canvas.fill(RoundRect(0, 0, w - 0.4, h - 0.4, min(corner, w / 2 - 1, h / 2 - 1)), edge)
        canvas.fill(RoundRect(1, 1, w - 2.4, h - 2.4, min(corner, w / 2 - 1, h / 2 - 1) - 1), color)
    else:
        canvas.fill(RoundRect(0, 0, w - 0.4, h - 0.4, min(corner, w / 2 - 1, h / 2 - 1)), color)
    return scaled_down(canvas.surface, (w, h))


@lru_cache(maxsize=16)
def shadow(w: int, h: int) -> pygame.Surface:
    """The soft shadow of a card: drawn tiny, then scaled up."""
    k, m = 6, 2 * SHADOW
    tiny = pygame.Surface(((w + 2 * m) // k, (h + 2 * m) // k), pygame.SRCALPHA, 32)
    tiny.fill((70, 60, 40, 0))
    inner = pygame.Rect(m // k, m // k, max(w // k, 1), max(h // k, 1))
    tiny.fill((70, 60, 40, 38), inner)
    half = pygame.transform.smoothscale(tiny, (max(tiny.get_width() // 2, 1), max(tiny.get_height() // 2, 1)))
    return pygame.transform.smoothscale(half, (w + 2 * m, h + 2 * m))


def card(target: pygame.Surface, area: Area) -> None:
    """An empty card."""
    target.blit(shadow(area.w, area.h), (area.x - 2 * SHADOW, area.y - 2 * SHADOW + 3))
    target.blit(slab(area.w, area.h, palette.now.card, edge=palette.now.line), (area.x, area.y))


def ring(target: pygame.Surface, area: Area) -> None:
    """The ring around what has the focus of the keyboard."""
    pygame.draw.rect(target, palette.now.chosen, pygame.Rect(area), 2, border_radius=7)


def veil(target: pygame.Surface) -> None:
    """Dims the window."""
    dim = pygame.Surface(target.get_size(), pygame.SRCALPHA, 32)
    dim.fill((*palette.now.text, 70))
    target.blit(dim, (0, 0))


# ---- buttons ---------------------------------------------------------------------------------------------------------


def buttons(
    target: pygame.Surface,
    layout: Layout,
    is_on: Callable[[str], bool],
    is_ready: Callable[[str], bool],
    hovered: str | None,
) -> None:
    """The cards of tools and actions, with their buttons."""
    card(target, layout.tools)
    card(target, layout.actions)
    for rule in layout.rules:
        target.fill(palette.now.line, pygame.Rect(rule))
    for button in layout.buttons:
        _button(target, button, is_on(button.command), is_ready(button.command), button.command == hovered)


def _button(target: pygame.Surface, button: Button, on: bool, ready: bool, hovered: bool) -> None:
    area = button.area
    if on or (hovered and ready):
        ground = slab(area.w - 2, area.h - 2, palette.now.pressed if on else palette.now.hovered, 7.0)
        target.blit(ground, (area.x + 1, area.y + 1))
    if on:  # a bar, for those who do not see the ground
        pygame.draw.rect(target, palette.now.chosen, (area.x + 1, area.y + 8, 3, area.h - 16), border_radius=1)
    color = (
        palette.now.chosen if on else palette.now.text if ready else mixed(palette.now.card, palette.now.quiet, 0.45)
    )
    size = min(SIZE, area.w - 6)
    drawn = "pause" if on and button.command == "play" else button.command
    target.blit(icon(drawn, color, size), (area.x + (area.w - size) // 2, area.y + (area.h - size) // 2))


def tooltip(target: pygame.Surface, button: Button) -> None:
    """The tooltip of a button, beside it."""
    said = tip(button.command)
    w, h = text.width(said, text.SMALL) + 16, 24
    left = button.area.x > target.get_width() / 2
    x = button.area.right + 8 if not left else min(button.area.x, target.get_width() - w - 8)
    y = button.area.y + (button.area.h - h) // 2 if not left else button.area.bottom + 8
    target.blit(slab(w, h, palette.now.text, 6.0), (x, y))
    text.write(target, said, (x + 8, y + 5), palette.now.sheet, text.SMALL)


# ---- words -----------------------------------------------------------------------------------------------------------


def status(target: pygame.Surface, area: Area, said: str, color: Color, mark: str | None, facts: Sequence[str]) -> None:
    """The status line: the icon of a relation, a text, and some facts at the end."""
    card(target, area)
    x, y = area.x + 12, area.y + (area.h - text.height()) // 2
    if mark is not None:
        target.blit(icon(mark, color), (x - 2, area.y + (area.h - SIZE) // 2))
        x += SIZE + 6
    right = area.right - 12
    for fact in facts:
        wide = text.width(fact, text.SMALL)
        if right - wide < x + min(text.width(said), 320) + 24:
            break
        text.write(target, fact, (right, y + 1), palette.now.quiet, text.SMALL, align=1.0)
        right -= wide + 18
    text.write(target, said, (x, y), color, bold=mark is not None, room=right - x)


def heading(target: pygame.Surface, layout: Layout, title: str, said: str) -> None:
    """The title of the scene, over the picture."""
    x, y = layout.tools.right + 18, layout.tools.y + 5
    room = layout.actions.x - x - 18
    if room < 60:
        return
    title, said = text.fitting(title, room, text.TITLE), text.fitting(said, room, text.SMALL)
    target.blit(text.haloed(title, palette.now.text, palette.now.sheet, text.TITLE, True), (x - 2, y - 2))
    target.blit(text.haloed(said, palette.now.quiet, palette.now.sheet, text.SMALL), (x - 2, y + 21))


# ---- help ------------------------------------------------------------------------------------------------------------


def _groups() -> list[tuple[str, list[tuple[str, str]]]]:
    named: dict[str, list[tuple[str, str]]] = {"The mouse": list(MOUSE)}
    for command in COMMANDS:
        if command.group:
            named.setdefault(command.group, []).append(("  ".join(command.keys), command.says))
    named["Exactness"] = [*NUDGES[:3], *named["Exactness"], *NUDGES[3:]]
    return [(name, named[name]) for name in ("The mouse", "Tools", "Exactness", "Play", "Edit", "Show")]


_LINE, _HEAD, _SPACE = 21, 27, 10


@lru_cache(maxsize=8)
def _columns(count: int) -> list[list[tuple[str, list[tuple[str, str]]]]]:
    """The groups, in order, in columns of about equal height."""
    groups = _groups()
    heights = [_HEAD + _LINE * len(lines) + _SPACE for _, lines in groups]
    most = sum(heights) / count
    while True:
        columns: list[list[tuple[str, list[tuple[str, str]]]]] = [[]]
        filled = 0
        for group, height in zip(groups, heights, strict=True):
            if columns[-1] and filled + height > most:
                columns.append([])
                filled = 0
            columns[-1].append(group)
            filled += height
        if len(columns) <= count:
            return columns
        most += _LINE


def help_card(target: pygame.Surface, size: tuple[int, int], scrolled: int) -> int:
    """Draws all keys, in as many columns as fit, over the dimmed picture.

    scrolled: how many lines are scrolled out at the top. Returns how many can be.
    """
    veil(target)
    columns = _columns(max(1, min(3, (size[0] - 40) // 280)))
    wide = min(380, (size[0] - 40) // len(columns))
    tall = max(sum(_HEAD + _LINE * len(lines) + _SPACE for _, lines in column) for column in columns)
    w, h = wide * len(columns) + 24, min(size[1] - 16, tall + 72)
    area = Area((size[0] - w) // 2, (size[1] - h) // 2, w, h)
    card(target, area)
    text.write(target, "The playground", (area.x + 24, area.y + 18), palette.now.text, text.TITLE, bold=True)
    most = max(0, -(-(tall + 72 - h) // _LINE))
    said = "scroll for more; F1 closes" if most else "F1 or H closes this"
    text.write(target, said, (area.right - 24, area.y + 24), palette.now.quiet, text.SMALL, align=1.0)
    clip = target.get_clip()
    target.set_clip(pygame.Rect(area.x, area.y + 50, area.w, area.h - 58))
    for i, column in enumerate(columns):
        y = float(area.y + 58 - min(scrolled, most) * _LINE)
        for name, lines in column:
            y = _group(target, (area.x + 24 + i * wide, y), wide - 20, name, lines)
    target.set_clip(clip)
    return most


def _group(target: pygame.Surface, at: Pair, wide: float, name: str, lines: Iterable[tuple[str, str]]) -> float:
    x, y = at
    text.write(target, name, (x, y), palette.now.chosen, text.SMALL, bold=True)
    y += _HEAD - 4
    for keys, says in lines:
        text.write(target, keys, (x, y), palette.now.text, text.SMALL, bold=True, room=wide * 0.4)
        text.write(target, says, (x + wide * 0.41, y), palette.now.text, text.SMALL, room=wide * 0.59)
        y += _LINE
    return y + _SPACE + 4


WIDE, TALL = 400, 32  # a card, a button, pixels
PAD, GAP = 20, 8


class Answer(NamedTuple):
    """An answer to choose: its text, its keys, and its action."""

    says: str
    keys: tuple[str, ...]
    do: Callable[[], object]


class Question:
    """A question and its answers; the first answer is recommended."""

    def __init__(self, title: str, lines: tuple[str, ...], answers: tuple[Answer, ...]) -> None:
        self.title, self.lines, self.answers = title, lines, answers
        self._areas: list[tuple[Area, Answer]] = []  # their areas in the last frame

    def by_key(self, key: str) -> Answer | None:
        return next((answer for answer in self.answers if key in answer.keys), None)

    def at(self, p: Pair) -> Answer | None:
        return next((answer for area, answer in self._areas if area.holds(p)), None)

    def draw(self, target: pygame.Surface, mouse: Pair) -> None:
        """Draws a card in the middle of the dimmed window."""
        veil(target)
        wide = max(min(WIDE, target.get_width() - 2 * GAP), 4 * PAD)
        room = wide - 2 * PAD
        lines = [part for line in self.lines for part in text.wrapped(line, room)]
        line = text.height() + 3
        tall = 2 * PAD + 30 + len(lines) * line + len(self.answers) * (TALL + GAP)
        # In a window that is too low, show the answers rather than the title.
        x, y = (target.get_width() - wide) // 2, min((target.get_height() - tall) // 2, target.get_height() - tall)
        card(target, Area(x, y, wide, tall))
        text.write(target, self.title, (x + PAD, y + PAD), palette.now.text, text.TITLE, bold=True, room=room)
        for i, said in enumerate(lines):
            text.write(target, said, (x + PAD, y + PAD + 30 + i * line), palette.now.text, room=room)
        y += PAD + 30 + len(lines) * line + GAP
        self._areas = [
            (Area(x + PAD, y + i * (TALL + GAP), room, TALL), answer) for i, answer in enumerate(self.answers)
        ]
        for area, answer in self._areas:
            ground = palette.now.pressed if area.holds(mouse) else palette.now.hovered
            target.blit(slab(area.w, area.h, ground, 7.0), (area.x, area.y))
            if answer is self.answers[0]:
                ring(target, area)
            color = palette.now.chosen if answer is self.answers[0] else palette.now.text
            at = (area.x + 12, area.y + (TALL - text.height()) // 2)
            keys = answer.keys[0]
            left = area.w - 24 - text.width(keys, text.SMALL) - 12
            text.write(target, answer.says, at, color, bold=answer is self.answers[0], room=left)
            text.write(target, keys, (area.right - 12, at[1] + 1), palette.now.quiet, text.SMALL, align=1.0)
