"""One rendering of a drawing, in pixels: the map from the world, outlines, lines, arrows, and the placing of labels.

`marks` and `picture` decide what is drawn. The square root is the only function of the platform's maths library used in
this module, so a picture is the same on every platform.
"""

from __future__ import annotations

import html
import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from collide2d import Shape
from collide2d._rendering.colors import PLOT, readable
from collide2d._rendering.labels import Box, Crowd, least_crowded, positions
from collide2d._rendering.outlines import edge_offsets, length

Pair: TypeAlias = tuple[float, float]

SMALL, NAME, TITLE = 10.5, 12.0, 18.0  # sizes of text
FAINT = ' stroke-opacity="0.55"'


def num(x: float) -> str:
    """Pixels to a hundredth, without needless zeros."""
    text = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


_NOT_XML = re.compile("[^ -~\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def markup(text: str) -> str:
    """Any text as it stands in the elements and attributes of XML and HTML. What XML cannot hold becomes U+FFFD, and
    line ends and tabs become spaces.

    >>> markup('a < "b"' + chr(10) + "c" + chr(0)) == "a &lt; &quot;b&quot; c" + chr(0xFFFD)
    True
    """
    return html.escape(_NOT_XML.sub(lambda found: " " if found[0] in "\t\r\n" else "\ufffd", text))


def text_width(text: str, size: float) -> float:
    """The width of a text, estimated generously, since the viewer chooses the font."""
    em = sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.34 if c in "ilj.,:'|!() " else 0.6 for c in text)
    return em * size


@dataclass(frozen=True, slots=True)
class View:
    """The map from world to pixels: a scale and the world point at the pixel `origin`."""

    scale: float
    corner: Pair
    origin: Pair

    def at(self, p: Pair) -> Pair:
        """The pixel of a world point."""
        return (
            self.origin[0] + (p[0] - self.corner[0]) * self.scale,
            self.origin[1] + (p[1] - self.corner[1]) * self.scale,
        )


def outline(shape: Shape, view: View) -> str:
    """The path data of a shape's boundary: a line for each edge of the core, an arc of the radius for each vertex.

    The vertices run from +x toward +y, so the outward normal of an edge (dx, dy) is (dy, -dx), and arcs turn in the
    positive direction.
    """
    vertices, r = shape.vertices, shape.radius
    if len(vertices) == 1:
        (x, y), d = view.at(vertices[0]), r * view.scale
        half = f"A{num(d)} {num(d)} 0 0 1"
        return f"M{num(x - d)} {num(y)}{half} {num(x + d)} {num(y)}{half} {num(x - d)} {num(y)}Z"
    if r == 0:
        path = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in map(view.at, vertices))
        return path + "Z" if len(vertices) > 2 else path
    sides = []
    for (ax, ay), (bx, by), (nx, ny) in zip(
        vertices, vertices[1:] + vertices[:1], edge_offsets(vertices, r), strict=True
    ):
        sides.append((view.at((ax + nx, ay + ny)), view.at((bx + nx, by + ny))))
    arc = f"A{num(r * view.scale)} {num(r * view.scale)} 0 0 1"
    first = sides[0][0]
    path = f"M{num(first[0])} {num(first[1])}"
    for (_, end), (start, _) in zip(sides, sides[1:] + sides[:1], strict=True):
        path += f"L{num(end[0])} {num(end[1])}{arc} {num(start[0])} {num(start[1])}"
    return path + "Z"


def samples(points: Sequence[Pair], r: float) -> Iterator[Pair]:
    """Points along an outline, about eight pixels apart on straight parts, which labels avoid."""
    if len(points) == 1:
        for c, s in ((1.0, 0.0), (0.8, 0.6), (0.6, 0.8)):  # each is also rotated by quarter turns
            for dx, dy in ((c, s), (-s, c), (-c, -s), (s, -c)):
                yield (points[0][0] + r * dx, points[0][1] + r * dy)
        return
    for (ax, ay), (bx, by), (nx, ny) in zip(points, [*points[1:], points[0]], edge_offsets(points, r), strict=True):
        steps = max(1, min(100, round((length(bx - ax, by - ay) or 1.0) / 8)))
        for i in range(steps + 1):
            yield (ax + nx + (bx - ax) * i / steps, ay + ny + (by - ay) * i / steps)


@dataclass(frozen=True, slots=True)
class Label:
    """A text to place inside a box of pixels, or else beside it."""

    text: str
    box: Box
    inside: bool
    size: float
    color: str
    bold: bool = False
    over: int = 0  # the number of shapes drawn so far; the label should not cover the ones drawn later
    can_go: bool = False  # left out where it would cover another label

    def positions(self) -> Iterator[Box]:
        """The candidate positions, best first."""
        size = (text_width(self.text, self.size), self.size * 1.2)
        shifts, gaps = (0.28, -0.28, 0.42, -0.42), ((3.0, 1.0), (14.0, 14.0 / 3))
        return positions(self.box, size, inside=self.inside, shifts=shifts, gaps=gaps)


class Canvas:
    """The state of one rendering: the elements, the areas that labels must avoid, the outlines that they should avoid,
    and the labels.
    """

    def __init__(self, view: View, width: float = 0.0) -> None:
        self.view = view
        self.cell = cell = max(24.0, width / 60)
        self.below: list[str] = []
        self.above: list[str] = []
        self.taken = Crowd(cell)
        self.outlines = Crowd(cell)
        self.shapes = Crowd(cell)
        self.labels: list[Label] = []

    def keep_clear(self, p: Pair, margin: float) -> None:
        self.taken.add(Box(p[0] - margin, p[1] - margin, p[0] + margin, p[1] + margin))

    def line(self, p: Pair, q: Pair, color: str, width: float, extra: str = "") -> None:
        self.above.append(
            f'<path d="M{num(p[0])} {num(p[1])}L{num(q[0])} {num(q[1])}" fill="none" stroke="{color}"'
            f' stroke-width="{num(width)}" stroke-linecap="round"{extra}/>'
        )
        for t in (0.0, 0.25, 0.5, 0.75, 1.0):
            self.keep_clear((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])), 3)

    def dot(self, p: Pair, radius: float, fill: str, stroke: str) -> None:
        self.above.append(
            f'<circle cx="{num(p[0])}" cy="{num(p[1])}" r="{num(radius)}" fill="{fill}" stroke="{stroke}"'
            f' stroke-width="{num(radius / 2.4)}"/>'
        )
        self.keep_clear(p, radius + 2)

    def arrow(self, p: Pair, q: Pair, color: str, width: float) -> None:
        """An arrow from pixel p to pixel q, with its tip at q; nothing if they are the same pixel."""
        distance = length(p[0] - q[0], p[1] - q[1])
        if distance < 0.5:
            return
        ux, uy = (q[0] - p[0]) / distance, (q[1] - p[1]) / distance
        head = min(4.4 * width + 1, distance)
        self.line(p, (q[0] - ux * head * 0.8, q[1] - uy * head * 0.8), color, width)
        self._head(q, (ux, uy), head, color)

    def arrow_along(self, points: Sequence[Pair], color: str, width: float) -> None:
        """An arrow along a line of pixels, with its tip at the end; nothing if the line is shorter than a pixel."""
        chords = list(pairwise(points))
        lengths = [length(q[0] - p[0], q[1] - p[1]) for p, q in chords]
        if sum(lengths) < 1:
            return
        tip, head = points[-1], min(4.4 * width + 1, sum(lengths))
        left = 0.8 * head  # to go back from the tip, to where the line ends within the head
        while lengths[-1] < left and len(lengths) > 1:
            left -= lengths.pop()
        p, q = chords[len(lengths) - 1]
        t = max(0.0, 1 - left / lengths[-1])
        neck = (p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]))
        path = "L".join(f"{num(x)} {num(y)}" for x, y in [*points[: len(lengths)], neck])
        self.above.append(
            f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="{num(width)}" stroke-linecap="round"'
            ' stroke-linejoin="round"/>'
        )
        for p in points:
            self.keep_clear(p, 3)
        distance = length(tip[0] - neck[0], tip[1] - neck[1])
        self._head(tip, ((tip[0] - neck[0]) / distance, (tip[1] - neck[1]) / distance), head, color)

    def _head(self, q: Pair, direction: Pair, head: float, color: str) -> None:
        """The head of an arrow, with its tip at q."""
        ux, uy = direction
        neck = (q[0] - ux * head, q[1] - uy * head)
        half = head * 0.42
        wing = [(neck[0] - uy * half, neck[1] + ux * half), q, (neck[0] + uy * half, neck[1] - ux * half)]
        path = "L".join(f"{num(x)} {num(y)}" for x, y in wing)
        self.above.append(f'<path d="M{path}Z" fill="{color}"/>')


def write_labels(canvas: Canvas, plot: Box) -> list[str]:
    """Places every label at its first position that is free and within the plot, or else at the least crowded one.

    A label that can go is left out if other labels have a tenth of its place.
    """
    parts = []
    written = Crowd(canvas.cell)
    for label in canvas.labels:

        def cost(box: Box, label: Label = label) -> float:
            area = (box.right - box.left) * (box.bottom - box.top)
            amount = 3 * canvas.taken.shared(box) + 2 * (area - box.shared(plot))
            if label.inside:
                amount += area - box.shared(label.box)
            amount += 0.5 * canvas.outlines.shared(box)
            return amount + (0.3 * canvas.shapes.shared(box, label.over) if label.over else 0.0)

        best = least_crowded(label.positions(), cost, most=math.inf, enough=1e-9, tie=1e-9) or label.box
        if label.can_go and written.shared(best) > 0.1 * best.shared(best):
            continue
        canvas.taken.add(best)
        written.add(best)
        x, y = (best.left + best.right) / 2, best.bottom - label.size * 0.3
        weight = ' font-weight="600"' if label.bold else ""
        text = f'x="{num(x)}" y="{num(y)}" font-size="{num(label.size)}" text-anchor="middle"{weight}'
        said = markup(label.text)
        # A halo of the paper's colour under the text keeps it readable over any line.
        parts.append(
            f'<text {text} fill="none" stroke="{PLOT}" stroke-width="3" stroke-opacity="0.85" stroke-linejoin="round"'
            f' aria-hidden="true">{said}</text>'
        )
        parts.append(f'<text {text} fill="{readable(label.color)}">{said}</text>')
    return parts
