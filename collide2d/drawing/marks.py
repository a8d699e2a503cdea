"""The marks of a drawing, in world coordinates: the bounds of each mark, and how to draw it at a given scale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from collide2d import Body, Contact, Shape
from collide2d._rendering.borders import border
from collide2d._rendering.colors import INK, PLOT
from collide2d._rendering.labels import Box, is_within
from collide2d._rendering.outlines import length
from collide2d._rendering.turns import screw_steps, step_border, swept_border, swept_loops, swept_steps, turned_line
from collide2d.drawing.canvas import (
    FAINT,
    NAME,
    SMALL,
    Canvas,
    Label,
    Pair,
    View,
    markup,
    num,
    outline,
    samples,
    text_width,
)
from collide2d.typing import Solid

_SCREW_STEP = (
    2.0  # pixels; the area of a turn that also moves is drawn in steps of this length, unless there are too many
)
FINE = 0.1  # gaps between the pieces of a body that are narrower than this, in pixels, are not drawn


def short(x: float) -> str:
    """A number as a label shows it: four significant digits."""
    return f"{x:.4g}"


def pieces_of(solid: Solid) -> tuple[Shape, ...]:
    """The pieces of a body, or the shape itself."""
    return solid.pieces if isinstance(solid, Body) else (solid,)


def _pixels(canvas: Canvas, shape: Shape) -> Box:
    left, top, right, bottom = shape.bounds
    return Box(*canvas.view.at((left, top)), *canvas.view.at((right, bottom)))


def polyline(points: Iterable[Pair], view: View) -> str:
    """The path data of a line through world points. Points at the same pixels as the last one are left out."""
    places = [f"{num(x)} {num(y)}" for x, y in map(view.at, points)]
    return "M" + "L".join(place for i, place in enumerate(places) if i == 0 or place != places[i - 1])


@dataclass(frozen=True, slots=True)
class ShapeMark:
    shape: Solid
    name: str
    label: bool
    fill: str
    opacity: float
    stroke: str
    width: float
    ghost: bool
    core: bool

    def extent(self) -> Iterable[Pair]:
        left, top, right, bottom = self.shape.bounds
        return ((left, top), (right, bottom))

    def draw(self, canvas: Canvas) -> None:
        title = f"<title>{markup(self.name)}</title>" if self.name else ""
        pieces = pieces_of(self.shape)
        large: dict[int, Shape] = {}
        for i, piece in enumerate(pieces):
            box = _pixels(canvas, piece)
            if max(box.right - box.left, box.bottom - box.top) < 3:  # a point, or a shape too small to see
                box = self._draw_dot(canvas, box, title)
            else:
                large[i] = piece
            canvas.shapes.add(box)
        if large:
            self._draw_outlines(canvas, large, title)
        if self.label and self.name:
            self._add_label(canvas, max(pieces, key=lambda piece: piece.area))

    def _draw_dot(self, canvas: Canvas, box: Box, title: str) -> Box:
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        canvas.below.append(
            f'<circle cx="{num(x)}" cy="{num(y)}" r="3.4" fill="{self.stroke}" stroke="{PLOT}">{title}</circle>'
        )
        canvas.keep_clear((x, y), 4)
        return Box(x - 3, y - 3, x + 3, y + 3)

    def _draw_outlines(self, canvas: Canvas, pieces: Mapping[int, Shape], title: str) -> None:
        """Draws a shape, or the large pieces of a body as one solid: their union filled, with its border."""
        fill = "none" if self.ghost else self.fill
        opacity = f' fill-opacity="{num(self.opacity)}"' if fill != "none" and self.opacity < 1 else ""
        dash = ' stroke-dasharray="5 4"' if self.ghost else ""
        end = f">{title}</path>" if title else "/>"
        area = edge = "".join(outline(piece, canvas.view) for piece in pieces.values())
        fills = f'fill="{fill}"{opacity}'
        if isinstance(self.shape, Body):
            edge = _border(self.shape, pieces, canvas.view)
            if fill != "none":
                # All outlines have the same orientation, so the nonzero rule fills their union.
                canvas.below.append(f'<path d="{area}" {fills}{end}')
                fills, end = 'fill="none"', "/>"
        canvas.below.append(
            f'<path d="{edge}" {fills} stroke="{self.stroke}" stroke-width="{num(self.width)}"'
            f' stroke-linejoin="round" stroke-linecap="round"{dash}{end}'
        )
        for piece in pieces.values():
            if self.core and piece.radius > 0:
                self._draw_core(canvas, piece)

    def _add_label(self, canvas: Canvas, shape: Shape) -> None:
        """Places the name inside the shape if it fits, else beside it, or beside its middle if it is long and thin."""
        bounds = _pixels(canvas, shape)
        if max(bounds.right - bounds.left, bounds.bottom - bounds.top) < 3:
            x, y = (bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2
            bounds = Box(x - 3, y - 3, x + 3, y + 3)
        points = [canvas.view.at(p) for p in shape.vertices]
        r = shape.radius * canvas.view.scale
        cx, cy = (bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2
        w, h = text_width(self.name, NAME) / 2, NAME * 0.6
        corners = [(cx + i * w, cy + j * h) for i in (-1, 1) for j in (-1, 1)]
        inside = all(is_within(c, points, r) for c in corners)
        beside_middle = not inside and not is_within((cx + 12, cy), points, r) | is_within((cx, cy + 12), points, r)
        box = Box(cx - r - 3, cy - r - 3, cx + r + 3, cy + r + 3) if beside_middle else bounds
        canvas.labels.append(Label(self.name, box, inside, NAME, INK, over=len(canvas.shapes)))
        for x, y in samples(points, r):
            canvas.outlines.add(Box(x - 2, y - 2, x + 2, y + 2))

    def _draw_core(self, canvas: Canvas, shape: Shape) -> None:
        """Draws the vertices and their hull, which the radius grows."""
        points = [canvas.view.at(p) for p in shape.vertices]
        if len(points) > 1:
            path = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + ("Z" if len(points) > 2 else "")
            canvas.below.append(
                f'<path d="{path}" fill="none" stroke="{self.stroke}" stroke-width="0.9" stroke-dasharray="2 3"'
                ' stroke-opacity="0.75"/>'
            )
        for x, y in points:
            canvas.below.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="1.6" fill="{self.stroke}"/>')


def _border(body: Body, pieces: Mapping[int, Shape], view: View) -> str:
    """The path data of the border of some pieces of a body. A piece that meets no other has true arcs."""
    path = []
    for line in border(body, FINE / view.scale):
        if line.is_whole and line.piece in pieces:
            path.append(outline(pieces[line.piece], view))
        elif line.piece in pieces:
            path.append(polyline(line.points, view))
    return "".join(path)


@dataclass(frozen=True, slots=True)
class ContactMark:
    contact: Contact
    color: str
    text: str
    size: float

    def extent(self) -> Iterable[Pair]:
        points: Sequence[Pair] = self.contact.points
        return points

    def draw(self, canvas: Canvas) -> None:
        (nx, ny), depth = self.contact.normal, self.contact.depth
        tips = []
        for x, y in self.contact.points:
            here = canvas.view.at((x, y))
            half = depth * canvas.view.scale / 2
            out = (here[0] + nx * half, here[1] + ny * half)
            if half > 1:
                canvas.line((here[0] - nx * half, here[1] - ny * half), out, self.color, 4.5 * self.size, FAINT)
            reach = max(30 * self.size, half + 16 * self.size)
            tip = (here[0] + nx * reach, here[1] + ny * reach)
            canvas.arrow(here, tip, INK, 1.7 * self.size)
            canvas.dot(here, 3.4 * self.size, PLOT, INK)
            tips.append(tip)
        if self.text:
            x, y = (sum(t[i] for t in tips) / len(tips) for i in (0, 1))
            canvas.labels.append(
                Label(self.text, Box(x - 2, y - 2, x + 2, y + 2), False, SMALL, INK, True, can_go=True)
            )


@dataclass(frozen=True, slots=True)
class UnionMark:
    """Shapes filled as one area, each with a thin outline: their intersections are not darker."""

    shapes: Sequence[Solid]
    color: str

    def extent(self) -> Iterable[Pair]:
        for shape in self.shapes:
            left, top, right, bottom = shape.bounds
            yield from ((left, top), (right, bottom))

    def draw(self, canvas: Canvas) -> None:
        # All outlines have the same orientation, so the nonzero rule fills their union.
        path = "".join(outline(piece, canvas.view) for shape in self.shapes for piece in pieces_of(shape))
        canvas.below.append(
            f'<path d="{path}" fill="{self.color}" fill-rule="nonzero" fill-opacity="0.16" stroke="{self.color}"'
            ' stroke-width="0.8" stroke-linejoin="round" stroke-linecap="round"/>'
        )


@dataclass(frozen=True, slots=True)
class TurnMark:
    """The area that a shape or a body sweeps as it turns, with its border; a ghost is dashed and not filled.

    motion: how far it moves meanwhile.
    """

    shape: Solid
    angle: float
    about: Pair
    color: str
    width: float
    ghost: bool
    motion: Pair = (0.0, 0.0)

    def extent(self) -> Iterable[Pair]:
        if self.motion != (0, 0):
            left, top, right, bottom = swept_steps(self.shape, self.angle, self.about, self.motion, 32).bounds
            return ((left, top), (right, bottom))
        left, top, right, bottom = self.shape.bounds
        reach = max(
            abs(right - self.about[0]), abs(left - self.about[0]), abs(bottom - self.about[1]), abs(top - self.about[1])
        )
        return (p for loop in swept_loops(self.shape, self.angle, self.about, reach / 1e4) for p in loop)

    def draw(self, canvas: Canvas) -> None:
        view = canvas.view
        if self.motion != (0, 0):
            steps = screw_steps(self.shape, self.angle, self.about, self.motion, _SCREW_STEP / view.scale)
            swept = swept_steps(self.shape, self.angle, self.about, self.motion, steps)
            lines = step_border(swept, FINE / view.scale)
            filled = "".join(outline(piece, view) for piece in swept.pieces)  # all go around in the same sense
        else:
            loops = swept_loops(self.shape, self.angle, self.about, FINE / 2 / view.scale)
            lines = swept_border(self.shape, self.angle, self.about, loops, FINE / view.scale)
            filled = "".join(polyline(loop, view) + "Z" for loop in loops)
        if not self.ghost:
            canvas.below.append(f'<path d="{filled}" fill="{self.color}" fill-rule="nonzero" fill-opacity="0.16"/>')
        dash = ' stroke-dasharray="5 4"' if self.ghost else ""
        canvas.below.append(
            f'<path d="{"".join(polyline(line, view) for line in lines)}" fill="none" stroke="{self.color}"'
            f' stroke-width="{num(self.width)}" stroke-linejoin="round" stroke-linecap="round"{dash}/>'
        )


@dataclass(frozen=True, slots=True)
class ArcMark:
    """An arrow along the arc of a point that turns about another, which may move by a motion meanwhile."""

    start: Pair
    angle: float
    about: Pair
    color: str
    motion: Pair = (0.0, 0.0)

    def extent(self) -> Iterable[Pair]:
        reach = length(self.start[0] - self.about[0], self.start[1] - self.about[1])
        return turned_line(self.start, self.angle, self.about, reach / 100, self.motion)

    def draw(self, canvas: Canvas) -> None:
        points = turned_line(self.start, self.angle, self.about, FINE / canvas.view.scale, self.motion)
        canvas.arrow_along([canvas.view.at(p) for p in points], self.color, 1.7)


@dataclass(frozen=True, slots=True)
class ArrowMark:
    start: Pair
    vector: Pair
    text: str
    color: str

    def extent(self) -> Iterable[Pair]:
        return (self.start, (self.start[0] + self.vector[0], self.start[1] + self.vector[1]))

    def draw(self, canvas: Canvas) -> None:
        p, q = map(canvas.view.at, self.extent())
        canvas.arrow(p, q, self.color, 1.7)
        if self.text:
            x, y = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
            canvas.labels.append(Label(self.text, Box(x - 3, y - 3, x + 3, y + 3), False, SMALL, self.color, True))


@dataclass(frozen=True, slots=True)
class DistanceMark:
    p: Pair
    q: Pair
    text: str
    color: str

    def extent(self) -> Iterable[Pair]:
        return (self.p, self.q)

    def draw(self, canvas: Canvas) -> None:
        p, q = canvas.view.at(self.p), canvas.view.at(self.q)
        canvas.line(p, q, self.color, 1.2, ' stroke-dasharray="1 4"')
        for end in (p, q):
            canvas.dot(end, 2.2, self.color, PLOT)
        if self.text:
            x, y = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
            canvas.labels.append(
                Label(self.text, Box(x - 3, y - 3, x + 3, y + 3), False, SMALL, self.color, can_go=True)
            )


@dataclass(frozen=True, slots=True)
class PointMark:
    p: Pair
    text: str
    color: str

    def extent(self) -> Iterable[Pair]:
        return (self.p,)

    def draw(self, canvas: Canvas) -> None:
        x, y = canvas.view.at(self.p)
        canvas.dot((x, y), 3.4, PLOT, self.color)
        if self.text:
            canvas.labels.append(Label(self.text, Box(x - 4, y - 4, x + 4, y + 4), False, SMALL, self.color))


@dataclass(frozen=True, slots=True)
class TextMark:
    p: Pair
    text: str
    color: str
    size: float

    def extent(self) -> Iterable[Pair]:
        return (self.p,)

    def draw(self, canvas: Canvas) -> None:
        x, y = canvas.view.at(self.p)
        canvas.labels.append(Label(self.text, Box(x, y, x, y), True, self.size, self.color))


Mark: TypeAlias = (
    ShapeMark | UnionMark | TurnMark | ArcMark | ContactMark | ArrowMark | DistanceMark | PointMark | TextMark
)
