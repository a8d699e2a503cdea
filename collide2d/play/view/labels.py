"""The labels of the picture, placed inside their shapes or beside them. No label covers another: one that finds no free
place is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from collide2d._rendering.labels import Box, Crowd, is_within, least_crowded, positions
from collide2d.play.model.camera import Bounds, Pair
from collide2d.play.view import palette, text
from collide2d.play.view.palette import Color


class Label(NamedTuple):
    """A text to place in a box of pixels, or else beside it."""

    text: str
    box: Bounds
    inside: bool
    size: int
    color: Color
    bold: bool


class Labels:
    """The labels of one picture: collected first, then placed and written."""

    def __init__(self, room: Bounds) -> None:
        """room: the area for labels."""
        self._room = Box(*room)
        self._labels: list[Label] = []
        self._rules: list[tuple[str, Pair]] = []
        self._titles: list[tuple[str, Bounds, Color, bool]] = []
        self._words, self._marks = Crowd(64.0), Crowd(64.0)
        self.placed: list[tuple[str, Box]] = []  # the labels of the picture, once it is drawn

    def rule(self, said: str, at: Pair) -> None:
        """Adds a number of the grid."""
        self._rules.append((said, at))

    def title(self, said: str, box: Bounds, color: Color, *, bold: bool) -> None:
        """Adds a heading in the upper left corner of a box."""
        self._titles.append((said, box, color, bold))

    def add(self, said: str, box: Bounds, color: Color, size: int, *, bold: bool = False) -> None:
        """Adds a text beside a box."""
        self._labels.append(Label(said, box, False, size, color, bold))

    def name(self, said: str, box: Bounds, points: Sequence[Pair], r: float, bold: bool, color: Color) -> None:
        """Adds the name of a shape with these vertices in pixels, grown by r: inside, in this colour, if it fits."""
        w, h = text.width(said, text.SMALL, bold) / 2, text.height(text.SMALL) / 2
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        corners = [(x + i * w, y + j * h) for i in (-1, 1) for j in (-1, 1)]
        inside = len(points) != 2 and all(is_within(c, points, r) for c in corners)
        self._labels.append(Label(said, box, inside, text.SMALL, color if inside else palette.now.text, bold))

    def keep_clear(self, box: Bounds) -> None:
        """Keeps labels away from a box, if there is another place."""
        self._marks.add(Box(*box))

    def draw(self, target: pygame.Surface) -> None:
        """Writes all labels that find a place."""
        for said, box, color, bold in self._titles:
            size, room = text.BODY if bold else text.SMALL, box[2] - box[0] - 20
            if room > 40:
                picture = text.rendered(text.fitting(said, room, size, bold), color, size, bold)
                self._write(target, said, picture, _at((box[0] + 12, box[1] + 9), picture))
        # The selected ones first, then those inside their shapes, which have the fewest positions.
        for label in sorted(self._labels, key=lambda label: (not label.bold, not label.inside)):
            picture = text.haloed(label.text, label.color, palette.now.sheet, label.size, label.bold)
            if label.inside:
                picture = text.rendered(label.text, label.color, label.size, label.bold)
            self._write(target, label.text, picture, self._place(label, picture.get_size()))
        for said, at in self._rules:
            picture = text.rendered(said, palette.now.faint, text.TINY)
            self._write(target, said, picture, _at(at, picture))

    def _write(self, target: pygame.Surface, said: str, picture: pygame.Surface, place: Box | None) -> None:
        if place is not None and self._words.shared(place) == 0:
            self._words.add(place)
            self.placed.append((said, place))
            target.blit(picture, (round(place.left), round(place.top)))

    def _place(self, label: Label, size: tuple[int, int]) -> Box | None:
        area = size[0] * size[1]

        def cost(place: Box) -> float:
            if self._words.shared(place) > 0:
                return area
            return self._marks.shared(place) + (area - place.shared(self._room))

        shifts, gaps = (0.28, -0.28), ((1.0, 1.0), (10.0, 10.0), (20.0, 20.0))
        places = positions(Box(*label.box), size, inside=label.inside, shifts=shifts, gaps=gaps)
        # A text that would be mostly hidden is omitted.
        return least_crowded(places, cost, most=0.6 * area, enough=1.0)


def _at(p: Pair, picture: pygame.Surface) -> Box:
    w, h = picture.get_size()
    return Box(round(p[0]), round(p[1]), round(p[0]) + w, round(p[1]) + h)
