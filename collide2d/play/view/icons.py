"""Icons of buttons and answers, made of the library's own shapes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import lru_cache

import pygame

from collide2d import Capsule, Circle, Polygon, Rect, RoundRect, Segment, Shape
from collide2d._rendering.supersampling import scaled_down
from collide2d.play.model.camera import Camera, Pair
from collide2d.play.view import palette, text
from collide2d.play.view.canvas import Canvas
from collide2d.play.view.palette import Color, mixed

SIZE = 24
THICK = 1.7


class Pen:
    """Draws shapes of up to 24 units, centred at (0, 0), in one colour."""

    def __init__(self, canvas: Canvas, color: Color) -> None:
        self.canvas, self.color = canvas, color

    def edge(self, shape: Shape, *, soft: bool = False, dash: Pair | None = None) -> None:
        """An outline, and a light fill if `soft`."""
        if soft:
            self.canvas.fill(shape, mixed(palette.now.card, self.color, 0.14))
        self.canvas.stroke(shape, self.color, THICK, dash=dash)

    def fill(self, shape: Shape) -> None:
        self.canvas.fill(shape, self.color)

    def arrow(self, p: Pair, q: Pair) -> None:
        self.canvas.arrow((p[0] + 12, p[1] + 12), (q[0] + 12, q[1] + 12), self.color, THICK)

    def discs(self, x: float, r: float) -> None:
        """Two discs at -x and x."""
        self.edge(Circle(-x, 0, r), soft=True)
        self.edge(Circle(x, 0, r))

    def path(self, points: list[Pair]) -> None:
        for p, q in itertools.pairwise(points):
            self.canvas.line((p[0] + 12, p[1] + 12), (q[0] + 12, q[1] + 12), self.color, THICK)


def _select(pen: Pen) -> None:
    pen.fill(Polygon([(-6, -9), (7, 2.5), (-6, 7)]))
    pen.fill(Capsule(-1, 3, 2.4, 9, 1.5))


def _segment(pen: Pen) -> None:
    pen.edge(Segment(-7, 6, 7, -6))
    pen.fill(Circle(-7, 6, 2.2))
    pen.fill(Circle(7, -6, 2.2))


def _motion(pen: Pen) -> None:
    pen.edge(Circle(-5, 5, 3.6), soft=True)
    pen.arrow((-5, 5), (9, -9))


def _turn(pen: Pen) -> None:
    arc = [(15 * math.sin(a) - 7, 7 - 15 * math.cos(a)) for a in (0.1 * i for i in range(12))]
    pen.path(arc)
    x, y = arc[-1]
    pen.fill(Polygon.hull([(x - 5, y - 1), (x + 3.6, y - 3.4), (x + 1.4, y + 5)]))
    pen.edge(Capsule(-7, 7, -7, -3, 2.6), soft=True)
    pen.fill(Circle(-7, 7, 1.4))


def _contacts(pen: Pen) -> None:
    pen.path([(-9, 6), (9, 6)])
    pen.arrow((0, 5), (0, -9))
    pen.canvas.disc((12, 18), 2.4, palette.now.card, pen.color, THICK)


def _distances(pen: Pen) -> None:
    pen.fill(Circle(-8, 4, 2.6))
    pen.fill(Circle(8, -4, 2.6))
    pen.canvas.dotted((6, 15), (18, 9), pen.color, THICK, 1.6, 2.6)


def _ways(pen: Pen) -> None:
    pen.edge(Capsule(-5, 0, 5, 0, 5.5), dash=(2.4, 2.2))
    pen.edge(Circle(-5, 0, 5.5), soft=True)
    pen.arrow((-5, 0), (5, 0))


def _obstacles(pen: Pen) -> None:
    pen.edge(RoundRect(-10, -8, 20, 16, 6), dash=(2.4, 2.2))
    pen.edge(RoundRect(-5, -3.5, 10, 7, 2), soft=True)


def _grid(pen: Pen) -> None:
    for x in (-7, 0, 7):
        for y in (-7, 0, 7):
            pen.fill(Circle(x, y, 1.6 if (x, y) != (0, 0) else 3))


def _solid(pen: Pen) -> None:
    pen.fill(Rect(5, -9, 4, 18))
    pen.edge(Circle(-2.4, 0, 6), soft=True)


def _names(pen: Pen) -> None:
    pen.edge(RoundRect(-10, -7.5, 20, 15, 3))
    pen.path([(-5, 3.5), (-5, -3), (-1.4, 3.2), (-1.4, -3.2)])
    pen.path([(2, 3), (7, 3)])


def _turning(pen: Pen, side: int) -> None:
    arc = [(side * 6.5 * math.cos(a), 1 - 6.5 * math.sin(a)) for a in (0.1 * i - 0.9 for i in range(35))]
    pen.path(arc[:-1])
    x, y = arc[-1]
    pen.fill(Polygon.hull([(x - side * 4.6, y - 2), (x + side * 3.4, y - 1.4), (x - side * 0.8, y + 5)]))


def _step(pen: Pen) -> None:
    pen.fill(Rect(-9, -7, 3.4, 14))
    pen.fill(Polygon([(-2.5, -8), (9, 0), (-2.5, 8)]))


def _rewind(pen: Pen) -> None:
    pen.fill(Rect(-9, -7, 3, 14))
    pen.fill(Polygon([(8, -8), (-4, 0), (8, 8)]))


def _pause(pen: Pen) -> None:
    pen.fill(Rect(-6.5, -8, 4.5, 16))
    pen.fill(Rect(2, -8, 4.5, 16))


def _fit(pen: Pen) -> None:
    for x in (-1, 1):
        for y in (-1, 1):
            pen.path([(8 * x, 3.5 * y), (8 * x, 8 * y), (3.5 * x, 8 * y)])
    pen.fill(Circle(0, 0, 2.4))


def _scenes(pen: Pen) -> None:
    for x in (-8, 1.5):
        for y in (-8, 1.5):
            pen.edge(RoundRect(x, y, 6.5, 6.5, 1.5), soft=True)


def _dark(pen: Pen) -> None:
    pen.edge(Circle(0, 0, 8))
    pen.fill(Polygon.hull([(8 * math.sin(a / 6), -8 * math.cos(a / 6)) for a in range(19)]))


def _save(pen: Pen) -> None:
    pen.path([(0, -9), (0, 2)])
    pen.fill(Polygon([(-5, -1), (5, -1), (0, 5)]))
    pen.path([(-8, 3), (-8, 8), (8, 8), (8, 3)])


def _copy(pen: Pen) -> None:
    pen.edge(RoundRect(-8, -9, 11, 12, 2))
    pen.edge(RoundRect(-3, -3, 11, 12, 2), soft=True)


def _help(pen: Pen) -> None:
    pen.edge(Circle(0, 0, 9))


_DRAWN: dict[str, Callable[[Pen], None]] = {
    "select": _select,
    "point": lambda pen: pen.fill(Circle(0, 0, 3)),
    "circle": lambda pen: pen.edge(Circle(0, 0, 8), soft=True),
    "segment": _segment,
    "capsule": lambda pen: pen.edge(Capsule(-4, 3, 4, -3, 5), soft=True),
    "rect": lambda pen: pen.edge(Rect(-8, -6, 16, 12), soft=True),
    "roundrect": lambda pen: pen.edge(RoundRect(-9, -7, 18, 14, 5), soft=True),
    "polygon": lambda pen: pen.edge(Polygon([(-8, 2), (-2, -8), (8, -4), (7, 6), (-3, 8)]), soft=True),
    "motion": _motion,
    "turn": _turn,
    "contacts": _contacts,
    "distances": _distances,
    "ways": _ways,
    "obstacles": _obstacles,
    "grid": _grid,
    "solid": _solid,
    "names": _names,
    "undo": lambda pen: _turning(pen, 1),
    "redo": lambda pen: _turning(pen, -1),
    "play": lambda pen: pen.fill(Polygon([(-6, -8.5), (9, 0), (-6, 8.5)])),
    "pause": _pause,
    "step": _step,
    "rewind": _rewind,
    "fit": _fit,
    "scenes": _scenes,
    "dark": _dark,
    "save": _save,
    "copy": _copy,
    "help": _help,
    "OVERLAPPING": lambda pen: pen.discs(3, 6),
    "TOUCHING": lambda pen: pen.discs(5, 5),
    "APART": lambda pen: pen.discs(6.5, 4.2),
}

NAMES = tuple(_DRAWN)


@lru_cache(maxsize=256)
def icon(name: str, color: Color, size: int = SIZE) -> pygame.Surface:
    """The icon with this name, on a transparent background."""
    canvas = Canvas((SIZE, SIZE), 8, see_through=True)
    canvas.clear(Camera((0.0, 0.0), (SIZE / 2, SIZE / 2), 1.0))
    _DRAWN[name](Pen(canvas, color))
    picture = scaled_down(canvas.surface, (size, size))
    if name == "help":
        letter = text.rendered("?", color, text.BODY, True)
        picture.blit(letter, ((size - letter.get_width()) / 2, (size - letter.get_height()) / 2 + 1))
    return picture
