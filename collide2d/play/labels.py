"""Texts on the picture, each where there is room: in its shape or next to it, and not over another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pygame

from collide2d._sheet import Box, Crowd, is_within
from collide2d.play import palette, text
from collide2d.play.camera import Bounds, Pair
from collide2d.play.palette import Color


class Label(NamedTuple):
    """A text that wants to stand in, or else next to, a box of pixels."""

    text: str
    box: Bounds
    inside: bool
    size: int
    color: Color
    bold: bool


class Labels:
    """The texts of one picture, gathered and then written."""

    def __init__(self, room: Bounds) -> None:
        """room: where they may be."""
        self._room = Box(*room)
        self._labels: list[Label] = []
        self._rules: list[tuple[str, Pair]] = []
        self._titles: list[tuple[str, Bounds, bool]] = []
        self._taken = Crowd(64.0)

    def rule(self, said: str, at: Pair) -> None:
        """A number of the grid."""
        self._rules.append((said, at))

    def title(self, said: str, box: Bounds, *, bold: bool) -> None:
        """A heading in the upper left corner of a box."""
        self._titles.append((said, box, bold))

    def add(self, said: str, box: Bounds, color: Color, size: int, *, bold: bool = False) -> None:
        """A text beside a box."""
        self._labels.append(Label(said, box, False, size, color, bold))

    def name(self, said: str, box: Bounds, points: Sequence[Pair], r: float, bold: bool) -> None:
        """The name of a shape of these pixels, grown by r: inside if it fits."""
        w, h = text.width(said, text.SMALL) / 2, text.height(text.SMALL) / 2
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        corners = [(x + i * w, y + j * h) for i in (-1, 1) for j in (-1, 1)]
        inside = len(points) != 2 and all(is_within(c, points, r) for c in corners)
        self._labels.append(Label(said, box, inside, text.SMALL, palette.TEXT, bold))

    def keep_clear(self, box: Bounds) -> None:
        """Nothing is written there."""
        self._taken.add(Box(*box))

    def draw(self, target: pygame.Surface) -> None:
        """Writes them all."""
        for said, at in self._rules:
            text.write(target, said, at, palette.FAINT, 14)
        for said, box, bold in self._titles:
            size = text.BODY if bold else text.SMALL
            room = box[2] - box[0] - 20
            if room > 40:
                text.write(target, said, (box[0] + 12, box[1] + 9), palette.QUIET, size, bold=bold, room=room)
        # What stands inside of its shape does not move about: it has its place first.
        for label in sorted(self._labels, key=lambda label: not label.inside):
            picture = text.haloed(label.text, label.color, palette.SHEET, label.size, label.bold)
            if label.inside:
                picture = text.rendered(label.text, label.color, label.size, label.bold)
            place = self._place(label, picture.get_size())
            if place is not None:
                self._taken.add(place)
                target.blit(picture, (round(place.left), round(place.top)))

    def _place(self, label: Label, size: tuple[int, int]) -> Box | None:
        best: Box | None = None
        least = 0.6 * size[0] * size[1]  # rather no text than one that is mostly hidden
        for place in _places(label, *size):
            covered = self._taken.shared(place)
            covered += size[0] * size[1] - place.shared(self._room)
            if covered < least:
                best, least = place, covered
            if covered < 1:
                break
        return best


def _places(label: Label, w: int, h: int) -> Iterator[Box]:
    left, top, right, bottom = label.box
    x, y = (left + right) / 2, (top + bottom) / 2

    def centered(cx: float, cy: float) -> Box:
        return Box(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2)

    if label.inside:
        yield centered(x, y)
        for part in (0.28, -0.28):
            yield centered(x, y + part * (bottom - top))
    for gap in (1.0, 10.0):
        yield centered(x, top - gap - h / 2)
        yield centered(x, bottom + gap + h / 2)
        yield centered(right + gap + w / 2, y)
        yield centered(left - gap - w / 2, y)
        for at in (top - gap - h / 2, bottom + gap + h / 2):
            yield centered(right + gap + w / 2, at)
            yield centered(left - gap - w / 2, at)
