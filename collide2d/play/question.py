"""A question over the window, with a few answers to choose from: by key, or by a click on its button.

It decides how the card looks and which answer an event gives; what an answer does is the app's affair.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from collide2d.play import palette, text
from collide2d.play.camera import Pair
from collide2d.play.cards import HOVERED, PRESSED, card, slab, veil
from collide2d.play.layout import Area

WIDE, TALL = 400, 32  # a card, a button, pixels
PAD, GAP = 20, 8


class Answer(NamedTuple):
    """What an answer says, the keys that choose it, and what it does."""

    says: str
    keys: tuple[str, ...]
    do: Callable[[], object]


class Question:
    """A question and its answers; the first answer is the one to be recommended."""

    def __init__(self, title: str, lines: tuple[str, ...], answers: tuple[Answer, ...]) -> None:
        self.title, self.lines, self.answers = title, lines, answers
        self._areas: list[tuple[Area, Answer]] = []  # as they were drawn last

    def by_key(self, key: str) -> Answer | None:
        return next((answer for answer in self.answers if key in answer.keys), None)

    def at(self, p: Pair) -> Answer | None:
        return next((answer for area, answer in self._areas if area.holds(p)), None)

    def draw(self, target: pygame.Surface, hand: Pair) -> None:
        """The card in the middle of the window, which is dimmed."""
        veil(target)
        wide = max(min(WIDE, target.get_width() - 2 * GAP), 4 * PAD)
        room = wide - 2 * PAD
        lines = [part for line in self.lines for part in text.wrapped(line, room)]
        line = text.height() + 3
        tall = 2 * PAD + 30 + len(lines) * line + len(self.answers) * (TALL + GAP)
        # In a window that is too low the answers are to be seen rather than the title.
        x, y = (target.get_width() - wide) // 2, min((target.get_height() - tall) // 2, target.get_height() - tall)
        card(target, Area(x, y, wide, tall))
        text.write(target, self.title, (x + PAD, y + PAD), palette.TEXT, text.TITLE, bold=True, room=room)
        for i, said in enumerate(lines):
            text.write(target, said, (x + PAD, y + PAD + 30 + i * line), palette.TEXT, room=room)
        y += PAD + 30 + len(lines) * line + GAP
        self._areas = [
            (Area(x + PAD, y + i * (TALL + GAP), room, TALL), answer) for i, answer in enumerate(self.answers)
        ]
        for area, answer in self._areas:
            ground = PRESSED if area.holds(hand) else HOVERED
            target.blit(slab(area.w, area.h, ground, 7.0, None), (area.x, area.y))
            color = palette.CHOSEN if answer is self.answers[0] else palette.TEXT
            at = (area.x + 12, area.y + (TALL - text.height()) // 2)
            keys = answer.keys[0]
            left = area.w - 24 - text.width(keys, text.SMALL) - 12
            text.write(target, answer.says, at, color, bold=answer is self.answers[0], room=left)
            text.write(target, keys, (area.right - 12, at[1] + 1), palette.QUIET, text.SMALL, align=1.0)
