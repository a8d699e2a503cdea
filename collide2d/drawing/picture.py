"""Drawings: marks are added in world coordinates, and laid out once the scale is known."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal

from collide2d import Contact, Hit, Move, sweep, turn_cast
from collide2d._rendering.colors import AMBER, AXIS, BLUE, GREEN, INK, MUTED, PAPER, PLOT, RED
from collide2d._rendering.labels import Box
from collide2d._rendering.outlines import length
from collide2d._rendering.turns import turned
from collide2d._turning import pivot_of
from collide2d.drawing import frame
from collide2d.drawing.canvas import NAME, Canvas, Pair, View, markup, num, write_labels
from collide2d.drawing.frame import EDGE, lighter
from collide2d.drawing.marks import (
    ArcMark,
    ArrowMark,
    ContactMark,
    DistanceMark,
    Mark,
    PointMark,
    ShapeMark,
    TextMark,
    TurnMark,
    UnionMark,
    pieces_of,
    short,
)
from collide2d.typing import Solid

_FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"
_RULER = 34.0  # room for the tick numbers on the left and on top
_PAD = 30.0  # around the shapes within the plot: room for arrows and labels


@dataclass
class Drawing:
    """A picture that you compose mark by mark. Each `add_...` returns the drawing, so calls chain; notebooks show it.

    width: width of the picture in pixels; the height follows. grid: draw rulers and lines in world units. legend: draw
    a legend.

    >>> from collide2d import Circle, Rect, contact
    >>> a, b = Circle(0, 0, 2), Rect(1, -1, 4, 3)
    >>> picture = Drawing(title="A circle and a box").add_shape(a, "a").add_shape(b, "b").add_contact(contact(a, b))
    >>> picture.to_svg()[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """

    title: str = ""
    description: str = ""
    width: float = 800.0
    grid: bool = True
    legend: bool = True
    _marks: list[Mark] = field(default_factory=list, init=False, repr=False)
    _legend: list[tuple[str, str, str]] = field(default_factory=list, init=False, repr=False)

    def add_shape(
        self,
        shape: Solid,
        name: str = "",
        *,
        color: str = BLUE,
        fill: str = "",
        opacity: float = 0.16,
        width: float = 1.6,
        ghost: bool = False,
        core: bool = False,
        label: bool = True,
    ) -> Drawing:
        """A shape or a body: outline in `color`, filled with `fill` (default: `color`) at `opacity`, its name inside or
        beside it.

        ghost: dashed and not filled, for a past or future position or a swept area. core: also draw the vertices and
        the polygon that the radius grows. label: write the name; otherwise a browser shows it only as a tooltip.
        """
        self._marks.append(ShapeMark(shape, name, label, fill or color, opacity, color, width, ghost, core))
        return self

    def add_contact(
        self, contact: Contact | None, *, color: str = RED, label: bool = True, size: float = 1.0
    ) -> Drawing:
        """A contact: its points as rings, the normal as arrows, the depth as a bar to scale; nothing for None.

        size: of rings and arrows, relative to the usual.
        """
        if contact is not None:
            text = f"depth {short(contact.depth)}" if contact.depth > 0 else "touch"
            self._marks.append(ContactMark(contact, color, text if label else "", size))
        return self

    def add_hit(self, hit: Hit | None, *, label: bool = True) -> Drawing:
        """A hit: its point as a ring, the normal as an arrow, the depth as a bar to scale; nothing for None.

        label: write the depth, if they overlapped at the start.
        """
        if hit is not None:
            text = f"depth {short(hit.depth)}" if label and hit.depth > 0 else ""
            self._marks.append(ContactMark(Contact(hit.normal, hit.depth, [hit.point]), RED, text, 1.0))
        return self

    def add_way(self, shape: Solid, motion: Pair, t: float = 1.0, *, color: str = GREEN, label: bool = True) -> Drawing:
        """The path of a shape along a motion: the area it sweeps up to its stop at t, in a lighter colour the area it
        would sweep beyond, the shape at its stop, and arrows from centre to centre. label: write t at the stop.
        """
        there = (t * motion[0], t * motion[1])
        stopped = shape.move(there)
        if t < 1:
            rest = (motion[0] - there[0], motion[1] - there[1])
            self.add_shape(sweep(shape, motion), color=lighter(color), width=1.0, ghost=True)
            self.add_arrow(stopped.center, rest, color=lighter(color))
        if t > 0:
            self.add_shape(sweep(shape, there), color=color, width=0.8)
            self.add_arrow(shape.center, there, color=color)
        return self.add_shape(stopped, f"t = {short(t)}", color=color, opacity=0.3, width=2.0, label=label)

    def add_turn(
        self,
        shape: Solid,
        angle: float,
        t: float = 1.0,
        about: Pair | None = None,
        *,
        motion: Pair = (0.0, 0.0),
        color: str = GREEN,
        label: bool = True,
    ) -> Drawing:
        """The path of a shape or body that turns by an angle in degrees about a point, by default its pivot or else its
        centre: the area it sweeps up to its stop at the part t of the angle, dashed and lighter the area of the whole
        turn, the shape at its stop, and arrows along the arc. motion: how far the shape and the pivot move meanwhile. A
        ring is around the pivot at the start. label: write t there. Raises what `turn_cast` raises for such a turn.
        """
        turn_cast(shape, angle, shape, about, motion=motion)
        pivot = pivot_of(shape) if about is None else (float(about[0]), float(about[1]))
        marked, d = _marked_point(shape, pivot), (float(motion[0]), float(motion[1]))
        there = (t * d[0], t * d[1])
        if t < 1:
            p, q = turned(marked, t * angle, pivot), (pivot[0] + there[0], pivot[1] + there[1])
            rest, pale = (d[0] - there[0], d[1] - there[1]), lighter(color)
            self._marks.append(TurnMark(shape, angle, pivot, pale, 1.0, ghost=True, motion=d))
            self._marks.append(ArcMark((p[0] + there[0], p[1] + there[1]), angle - t * angle, q, pale, rest))
        stopped = shape
        if t > 0:
            stopped = shape.rotate(t * angle, about=about)
            stopped = stopped.move(there) if there != (0, 0) else stopped
            self._marks.append(TurnMark(shape, t * angle, pivot, color, 0.8, ghost=False, motion=there))
            self._marks.append(ArcMark(marked, t * angle, pivot, color, there))
        self.add_shape(stopped, f"t = {short(t)}", color=color, opacity=0.3, width=2.0, label=label)
        return self.add_point(pivot, color=color)

    def add_move(self, move: Move[Any], *, color: str = GREEN, label: bool = True) -> Drawing:
        """The move of a mover: the shape at its start (dashed), at every stop and at its end, the area each leg sweeps,
        an arrow for each leg, a red arrow for the remaining motion, and the hits with their normals. Legs that resolved
        an overlap are amber. label: number the hits in order, and write the depths.
        """
        pushes = _pushes(move)
        for legs, leg_color in ((slice(pushes), AMBER), (slice(pushes, None), color)):
            ways = [
                way
                for a, leg in zip(move.path[legs], move.legs[legs], strict=False)
                for way in pieces_of(sweep(a, leg))
            ]
            if ways:
                self._marks.append(UnionMark(ways, leg_color))
        if move.legs:
            self.add_shape(move.path[0], "start", color=MUTED, width=1.2, ghost=True, label=False)
        for stop in move.path[1:-1]:
            self.add_shape(stop, color=lighter(color), opacity=0.0, width=1.0)
        self.add_shape(move.shape, "end", color=color, opacity=0.3, width=2.0, label=False)
        for i, (a, leg) in enumerate(zip(move.path, move.legs, strict=False)):
            self.add_arrow(a.center, leg, color=AMBER if i < pushes else color)
        self.add_arrow(move.shape.center, move.remaining, color=RED)
        for i, (_, hit) in enumerate(move.hits):
            number = [str(i + 1)] if label and len(move.hits) > 1 else []
            depth = [f"depth {short(hit.depth)}"] if label and hit.depth > 0 else []
            self._marks.append(
                ContactMark(Contact(hit.normal, hit.depth, [hit.point]), RED, ": ".join(number + depth), 1.0)
            )
        return self

    def add_arrow(self, start: Pair, vector: Pair, text: str = "", *, color: str = INK) -> Drawing:
        """An arrow to scale, from a point along a vector, such as a motion."""
        self._marks.append(ArrowMark(start, vector, text, color))
        return self

    def add_distance(self, p: Pair, q: Pair, text: str = "", *, color: str = MUTED) -> Drawing:
        """A dotted line between two points, such as those of `closest_points`."""
        self._marks.append(DistanceMark(p, q, text, color))
        return self

    def add_point(self, p: Pair, text: str = "", *, color: str = INK) -> Drawing:
        """A ring around a point."""
        self._marks.append(PointMark(p, text, color))
        return self

    def add_label(self, p: Pair, text: str, *, color: str = INK, size: float = NAME) -> Drawing:
        """A text, centred at a point unless another label is there."""
        self._marks.append(TextMark(p, text, color, size))
        return self

    def add_legend(
        self, symbol: Literal["fill", "layer", "ghost", "arrow", "bar", "dot", "dash"], color: str, text: str
    ) -> Drawing:
        """Adds an entry to the legend."""
        self._legend.append((symbol, color, text))
        return self

    def to_svg(self) -> str:
        """The picture: a complete SVG document that can also stand inside an HTML page."""
        header = frame.header(self.title, self.description, self.width)
        ruler = _RULER if self.grid else 0.0
        left, top = EDGE + ruler, header.height + ruler
        plot_width = self.width - left - EDGE
        view, plot_height = self._view(plot_width, (left, top))
        canvas = Canvas(view, self.width)
        for mark in self._marks:
            mark.draw(canvas)
        plot = Box(left, top, left + plot_width, top + plot_height)
        legend = frame.legend_rows(self._legend, self.width) if self.legend and self._legend else []
        height = plot.bottom + EDGE + (len(legend) * 20 + 2 if legend else 0)
        name = markup(self.title or "Shapes")
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(self.width)}" height="{num(height)}"'
            f' viewBox="0 0 {num(self.width)} {num(height)}" role="img" aria-label="{name}"'
            f' font-family="{_FONT}">',
            f'<rect width="{num(self.width)}" height="{num(height)}" fill="{PAPER}"/>',
            *header.lines,
            f'<rect x="{num(plot.left)}" y="{num(plot.top)}" width="{num(plot_width)}" height="{num(plot_height)}"'
            f' fill="{PLOT}" stroke="{AXIS}"/>',
        ]
        if self.grid:
            parts += frame.grid(view, plot, min(80.0, max(48.0, self.width / 9)))
        parts += canvas.below + canvas.above + write_labels(canvas, plot)
        for row, line in enumerate(legend):
            parts += frame.legend_line(line, plot.bottom + EDGE + row * 20)
        return "\n".join(parts) + "\n</svg>\n"

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _view(self, plot_width: float, origin: Pair) -> tuple[View, float]:
        """The scale at which everything fits, with a height of at most 1.2 times the width; and that height."""
        points = [p for mark in self._marks for p in mark.extent()] or [(0.0, 0.0)]
        (x0, x1), (y0, y1) = ((min(c), max(c)) for c in zip(*points, strict=True))
        span = max(x1 - x0, y1 - y0)
        if span == 0:  # a single point: room around it, as wide as its coordinates can resolve
            span = max(2.0, 1e-6 * max(abs(x0), abs(y0)))
            x0, x1, y0, y1 = x0 - span / 2, x1 + span / 2, y0 - span / 2, y1 + span / 2
        room = max(plot_width - 2 * _PAD, 1.0)
        scale = min(room / (x1 - x0) if x1 > x0 else math.inf, 1.2 * room / (y1 - y0) if y1 > y0 else math.inf)
        height = (y1 - y0) * scale + 2 * _PAD
        side = (plot_width - (x1 - x0) * scale) / 2
        return View(scale, (x0, y0), (origin[0] + side, origin[1] + _PAD)), height


def _marked_point(shape: Solid, pivot: Pair) -> Pair:
    """The point of a turning shape whose arc is drawn: its centre, unless that is next to the pivot."""

    def distance(p: Pair) -> float:
        return length(p[0] - pivot[0], p[1] - pivot[1])

    far = max((v for piece in pieces_of(shape) for v in piece.vertices), key=distance)
    if distance(shape.center) > 0.25 * distance(far):
        return shape.center
    if distance(far) > 0:
        return (pivot[0] + 0.6 * (far[0] - pivot[0]), pivot[1] + 0.6 * (far[1] - pivot[1]))
    return (pivot[0] + 0.6 * max(piece.radius for piece in pieces_of(shape)), pivot[1])


def _pushes(move: Move[Any]) -> int:
    """How many legs, counted from the first, resolved the overlap at the start: their sum is the push of the move."""
    if move.pushed == (0.0, 0.0) or not move.path:
        return 0
    pushed = move.path[0].move(*move.pushed)
    return move.path.index(pushed) if pushed in move.path else 0
