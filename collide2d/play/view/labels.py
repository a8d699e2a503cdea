"""The labels of the picture, placed inside their shapes or beside them, without overlaps."""

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
        self._titles: list[tuple[str, Bounds, bool]] = []
        self._taken = Crowd(64.0)

    def rule(self, said: str, at: Pair) -> None:
        """Adds a number of the grid."""
        self._rules.append((said, at))

    def title(self, said: str, box: Bounds, *, bold: bool) -> None:
        """Adds a heading in the upper left corner of a box."""
        self._titles.append((said, box, bold))

    def add(self, said: str, box: Bounds, color: Color, size: int, *, bold: bool = False) -> None:
        """Adds a text beside a box."""
        self._labels.append(Label(said, box, False, size, color, bold))

    def name(self, said: str, box: Bounds, points: Sequence[Pair], r: float, bold: bool) -> None:
        """Adds the name of a shape with these vertices in pixels, grown by r: inside if it fits."""
        w, h = text.width(said, text.SMALL) / 2, text.height(text.SMALL) / 2
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        corners = [(x + i * w, y + j * h) for i in (-1, 1) for j in (-1, 1)]
        inside = len(points) != 2 and all(is_within(c, points, r) for c in corners)
        self._labels.append(Label(said, box, inside, text.SMALL, palette.TEXT, bold))

    def keep_clear(self, box: Bounds) -> None:
        """Keeps labels away from a box."""
        self._taken.add(Box(*box))

    def draw(self, target: pygame.Surface) -> None:
        """Writes all labels."""
        for said, at in self._rules:
            text.write(target, said, at, palette.FAINT, 14)
        for said, box, bold in self._titles:
            size = text.BODY if bold else text.SMALL
            room = box[2] - box[0] - 20
            if room > 40:
                text.write(target, said, (box[0] + 12, box[1] + 9), palette.QUIET, size, bold=bold, room=room)
        # Labels inside their shapes are placed first, since they have the fewest positions.
        for label in sorted(self._labels, key=lambda label: not label.inside):
            picture = text.haloed(label.text, label.color, palette.SHEET, label.size, label.bold)
            if label.inside:
                picture = text.rendered(label.text, label.color, label.size, label.bold)
            place = self._place(label, picture.get_size())
            if place is not None:
                self._taken.add(place)
                target.blit(picture, (round(place.left), round(place.top)))

    def _place(self, label: Label, size: tuple[int, int]) -> Box | None:
        def cost(place: Box) -> float:
            return self._taken.shared(place) + (size[0] * size[1] - place.shared(self._room))

        shifts, gaps = (0.28, -0.28), ((1.0, 1.0), (10.0, 10.0))
        places = positions(Box(*label.box), size, inside=label.inside, shifts=shifts, gaps=gaps)
        # A text that would be mostly hidden is omitted.
        return least_crowded(places, cost, most=0.6 * size[0] * size[1], enough=1.0)
