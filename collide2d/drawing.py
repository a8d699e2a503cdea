"""Pictures of shapes and what the verbs say of them, as SVG: no dependency, the same bytes for the same input.

`svg` draws a shape, several, or a scene with its contacts or with the way of a shape. `Drawing` is what it is made
with, to compose a picture by hand: marks are added in world coordinates and laid out when `to_svg` knows the scale. y
runs down, as on a screen. An outline is the definition of a shape: the core's edges moved out by the radius, joined by
true circular arcs.
"""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict, Unpack

from collide2d import Contact, Hit, Move, Relation, Shape, sweep
from collide2d._marks import (
    ArrowMark,
    ContactMark,
    DistanceMark,
    Mark,
    PointMark,
    ShapeMark,
    TextMark,
    UnionMark,
    short,
)
from collide2d._sheet import (
    AMBER,
    BLUE,
    FAINT,
    GREEN,
    INK,
    MUTED,
    NAME,
    PAPER,
    PLOT,
    RED,
    SMALL,
    TITLE,
    Box,
    Pair,
    Sheet,
    View,
    num,
    outline,
    place,
    text_width,
)
from collide2d.scene import Cast, Finding, Gap, Item, Layer, Scene

__all__ = [
    "AMBER", "BLUE", "GREEN", "INK", "MUTED", "PAPER", "PLOT", "RED", "RELATION_COLORS",
    "Drawing", "View", "drawing_of", "outline", "svg",
]  # fmt: skip

_Entry: TypeAlias = tuple[str, str, str, float]  # of the legend: symbol, colour, text and where it starts

GRID, AXIS = "#eeeae0", "#d5cfc0"
RELATION_COLORS = {Relation.APART: BLUE, Relation.TOUCHING: AMBER, Relation.OVERLAPPING: RED}
_RELATION_WORDS = {Relation.APART: "apart", Relation.TOUCHING: "touching", Relation.OVERLAPPING: "overlapping"}
_CAST_WORDS = {Relation.APART: "not hit", Relation.TOUCHING: "hit", Relation.OVERLAPPING: "overlapping at the start"}
_LAYER_COLORS = ("#8d99a6", "#c9a86a", "#86a97c", "#a78bb0", "#6fa3ad", "#c58c78")

_FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"
_RULER = 34.0  # room for the tick numbers on the left and on top
_EDGE = 20.0  # paper around everything
_PAD = 30.0  # around the shapes within the plot: room for arrows and labels
_FEW = 30  # up to so many shapes, everything is labelled and the cores are shown


# ---- the drawing -----------------------------------------------------------------------------------------------------


@dataclass
class Drawing:
    """A picture in the making. Each `add_...` returns the drawing, so calls can be chained; notebooks show it.

    width: of the picture, pixels; the height follows. grid: rulers and lines in world units. legend: shown or not.

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
        shape: Shape,
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
        """A shape: outline in `color`, filled with `fill` (default: the same) at `opacity`, its name in or near it.

        ghost: dashed and not filled, for where something was, will be, or sweeps. core: also show the vertices that the
        radius grows. label: write the name; otherwise it is only what a browser shows under the pointer.
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

    def add_way(self, shape: Shape, motion: Pair, t: float = 1.0, *, color: str = GREEN, label: bool = True) -> Drawing:
        """The way of a shape along a motion: what it sweeps to its stop at t, lighter what it would sweep beyond, the
        shape where it stops, and arrows from centre to centre. label: write t at the stop.
        """
        there = (t * motion[0], t * motion[1])
        stopped = shape.move(there)
        if t < 1:
            rest = (motion[0] - there[0], motion[1] - there[1])
            self.add_shape(sweep(shape, motion), color=_lighter(color), width=1.0, ghost=True)
            self.add_arrow(stopped.center, rest, color=_lighter(color))
        if t > 0:
            self.add_shape(sweep(shape, there), color=color, width=0.8)
            self.add_arrow(shape.center, there, color=color)
        return self.add_shape(stopped, f"t = {short(t)}", color=color, opacity=0.3, width=2.0, label=label)

    def add_move(self, move: Move[Any], *, color: str = GREEN, label: bool = True) -> Drawing:
        """The move of a mover: the shape at its start (dashed), at every stop and at its end, what each leg sweeps, an
        arrow for each leg and a red one for what remains of the motion, and the hits with their normals; the legs that
        pushed it out of what it overlapped are amber. label: number the hits in their order, and write the depths.
        """
        pushes = _pushes(move)
        for legs, leg_color in ((slice(pushes), AMBER), (slice(pushes, None), color)):
            ways = [sweep(a, leg) for a, leg in zip(move.path[legs], move.legs[legs], strict=False)]
            if ways:
                self._marks.append(UnionMark(ways, leg_color))
        if move.legs:
            self.add_shape(move.path[0], "start", color=MUTED, width=1.2, ghost=True, label=False)
        for stop in move.path[1:-1]:
            self.add_shape(stop, color=_lighter(color), opacity=0.0, width=1.0)
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
        """A ring around a place that is no shape."""
        self._marks.append(PointMark(p, text, color))
        return self

    def add_label(self, p: Pair, text: str, *, color: str = INK, size: float = NAME) -> Drawing:
        """A text, centred at a point unless that place is taken."""
        self._marks.append(TextMark(p, text, color, size))
        return self

    def add_legend(
        self, symbol: Literal["fill", "layer", "ghost", "arrow", "bar", "dot", "dash"], color: str, text: str
    ) -> Drawing:
        """A line of the legend."""
        self._legend.append((symbol, color, text))
        return self

    def to_svg(self) -> str:
        """The picture: a complete SVG document that can also stand inside an HTML page."""
        header = _header(self.title, self.description, self.width)
        ruler = _RULER if self.grid else 0.0
        left, top = _EDGE + ruler, header.height + ruler
        plot_width = self.width - left - _EDGE
        view, plot_height = self._view(plot_width, (left, top))
        sheet = Sheet(view, self.width)
        for mark in self._marks:
            mark.draw(sheet)
        plot = Box(left, top, left + plot_width, top + plot_height)
        legend = _legend_rows(self._legend, self.width) if self.legend and self._legend else []
        height = plot.bottom + _EDGE + (len(legend) * 20 + 2 if legend else 0)
        name = html.escape(self.title or "Shapes", quote=True)
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
            parts += _grid(view, plot, min(80.0, self.width / 9))
        parts += sheet.below + sheet.above + place(sheet, plot)
        for row, line in enumerate(legend):
            parts += _legend_line(line, plot.bottom + _EDGE + row * 20)
        return "\n".join(parts) + "\n</svg>\n"

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _view(self, plot_width: float, origin: Pair) -> tuple[View, float]:
        """The scale at which everything fits the width and is at most 1.2 times as high, and the height it takes."""
        points = [p for mark in self._marks for p in mark.extent()] or [(0.0, 0.0)]
        (x0, x1), (y0, y1) = ((min(c), max(c)) for c in zip(*points, strict=True))
        span = max(x1 - x0, y1 - y0)
        if span == 0:  # one place: room around it, as wide as its coordinates can resolve
            span = max(2.0, 1e-6 * max(abs(x0), abs(y0)))
            x0, x1, y0, y1 = x0 - span / 2, x1 + span / 2, y0 - span / 2, y1 + span / 2
        room = max(plot_width - 2 * _PAD, 1.0)
        scale = min(room / (x1 - x0) if x1 > x0 else math.inf, 1.2 * room / (y1 - y0) if y1 > y0 else math.inf)
        height = (y1 - y0) * scale + 2 * _PAD
        side = (plot_width - (x1 - x0) * scale) / 2
        return View(scale, (x0, y0), (origin[0] + side, origin[1] + _PAD)), height


def _pushes(move: Move[Any]) -> int:
    """How many of the legs, the first ones, pushed it out: those up to the first place that is the start so moved."""
    if move.pushed == (0.0, 0.0) or not move.path:
        return 0
    pushed = move.path[0].move(*move.pushed)
    return move.path.index(pushed) if pushed in move.path else 0


# ---- header, rulers, legend ------------------------------------------------------------------------------------------


class _Header(NamedTuple):
    lines: list[str]
    height: float


def _header(title: str, description: str, width: float) -> _Header:
    lines, y = [], _EDGE
    if title:
        y += TITLE
        lines.append(
            f'<text x="{num(_EDGE)}" y="{num(y)}" font-size="{num(TITLE)}" font-weight="600" fill="{INK}">'
            f"{html.escape(title)}</text>"
        )
        y += 6
    for line in _wrapped(description, NAME, width - 2 * _EDGE):
        y += NAME * 1.4
        lines.append(
            f'<text x="{num(_EDGE)}" y="{num(y)}" font-size="{num(NAME)}" fill="{MUTED}">{html.escape(line)}</text>'
        )
    return _Header(lines, y + (10 if lines else 0))


def _wrapped(text: str, size: float, width: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _grid(view: View, plot: Box, spacing: float) -> list[str]:
    """Lines at round numbers, at least `spacing` pixels apart, and the numbers on the left and on top."""
    parts: list[str] = []
    axes: list[str] = []
    texts: list[str] = []
    step = _nice(spacing / view.scale)
    for along in (0, 1):
        low, high = ((plot.left, plot.right), (plot.top, plot.bottom))[along]
        first = view.corner[along] + (low - view.origin[along]) / view.scale
        last = view.corner[along] + (high - view.origin[along]) / view.scale
        for value in _ticks(first, last, step):
            at = view.origin[along] + (value - view.corner[along]) * view.scale
            if not low + 1 < at < high - 1:
                continue
            a = num(at)
            down, right = f"M{a} {num(plot.top)}V{num(plot.bottom)}", f"M{num(plot.left)} {a}H{num(plot.right)}"
            path = down if along == 0 else right
            (axes if value == 0 else parts).append(path)
            x, y, anchor = (at, plot.top - 7, "middle") if along == 0 else (plot.left - 7, at + 3.5, "end")
            texts.append(f'<text x="{num(x)}" y="{num(y)}" text-anchor="{anchor}">{_tick_text(value, step)}</text>')
    drawn = [f'<path d="{"".join(parts)}" stroke="{GRID}" fill="none"/>'] if parts else []
    drawn += [f'<path d="{"".join(axes)}" stroke="{AXIS}" fill="none"/>'] if axes else []
    return [*drawn, f'<g font-size="{num(SMALL)}" fill="{MUTED}">', *texts, "</g>"]


def _nice(step: float) -> float:
    """The least of 1, 2 and 5 times a power of ten that is at least `step`."""
    power = 10.0 ** math.floor(math.log10(step))
    return next((m * power for m in (1, 2, 5) if m * power >= step), 10 * power)


def _ticks(first: float, last: float, step: float) -> list[float]:
    """Multiples of step within [first, last]; none where doubles are too coarse to tell them apart."""
    if max(abs(first), abs(last)) > step * 1e12:
        return []
    return [i * step for i in range(math.ceil(first / step), math.floor(last / step) + 1)]


def _tick_text(value: float, step: float) -> str:
    if value == 0 or (step >= 1e-4 and abs(value) < 1e7):
        return f"{value:.{max(0, -math.floor(math.log10(step)))}f}"
    return f"{value:.{max(1, math.floor(math.log10(abs(value) / step)) + 2)}g}"


def _legend_rows(entries: Sequence[tuple[str, str, str]], width: float) -> list[list[_Entry]]:
    rows: list[list[_Entry]] = [[]]
    x = _EDGE
    for symbol, color, text in entries:
        w = 30 + text_width(text, 11.5) + 14
        if rows[-1] and x + w > width - _EDGE:
            rows.append([])
            x = _EDGE
        rows[-1].append((symbol, color, text, x))
        x += w
    return rows


def _legend_line(row: Sequence[_Entry], y: float) -> list[str]:
    parts = []
    for symbol, color, text, x in row:
        sheet = Sheet(View(1.0, (0.0, 0.0), (0.0, 0.0)))
        if symbol in ("fill", "layer"):
            opacity = "" if symbol == "layer" else ' fill-opacity="0.16"'
            parts.append(
                f'<rect x="{num(x)}" y="{num(y - 6)}" width="20" height="12" rx="3" fill="{color}"{opacity}'
                f' stroke="{_darker(color) if symbol == "layer" else color}" stroke-width="1.6"/>'
            )
        elif symbol == "ghost":
            parts.append(
                f'<rect x="{num(x)}" y="{num(y - 6)}" width="20" height="12" rx="3" fill="none" stroke="{color}"'
                ' stroke-dasharray="5 4"/>'
            )
        elif symbol == "arrow":
            sheet.arrow((x, y), (x + 21, y), color, 1.7)
        elif symbol == "bar":
            sheet.line((x + 3, y), (x + 18, y), color, 4.5, FAINT)
        elif symbol == "dash":
            sheet.line((x + 1, y), (x + 20, y), color, 1.2, ' stroke-dasharray="1 4"')
        else:
            sheet.dot((x + 10, y), 3.4, PLOT, color)
        parts += sheet.above
        said = html.escape(text)
        parts.append(f'<text x="{num(x + 27)}" y="{num(y + 4)}" font-size="11.5" fill="{INK}">{said}</text>')
    return parts


def _parts(color: str) -> tuple[int, ...]:
    """Red, green and blue, 0 to 255, of "#rgb" or "#rrggbb"."""
    digits = color[1:] if len(color) == 7 else "".join(2 * c for c in color[1:])
    return tuple(int(digits[i : i + 2], 16) for i in (0, 2, 4))


def _darker(color: str) -> str:
    """The colour with a third of its light gone."""
    return "#" + "".join(f"{part * 13 // 20:02x}" for part in _parts(color))


def _lighter(color: str) -> str:
    """The colour half way to white."""
    return "#" + "".join(f"{(part + 255) // 2:02x}" for part in _parts(color))


# ---- shapes and scenes -----------------------------------------------------------------------------------------------


class Options(TypedDict, total=False):
    """The options of `drawing_of`, which explains them."""

    width: float | None
    title: str | None
    labels: Literal["auto", "all", "none"]
    contacts: bool | None
    distances: bool | None
    grid: bool
    legend: bool | None
    cast: Cast | None


def drawing_of(
    what: Shape | Scene | Mapping[str, Shape] | Iterable[Shape],
    *,
    width: float | None = None,
    title: str | None = None,
    labels: Literal["auto", "all", "none"] = "auto",
    contacts: bool | None = None,
    distances: bool | None = None,
    grid: bool = True,
    legend: bool | None = None,
    cast: Cast | None = None,
) -> Drawing:
    """A drawing of a shape, of several (by name, if a mapping), or of a scene, to which more can be added.

    width: pixels. title: instead of the scene's. labels: names of shapes and depths of contacts; "auto" writes them if
    there are at most 30, and those of triggers. contacts: draw them, but not those with triggers; default: unless there
    is a cast. distances: with the contacts, from each shape that meets nothing to its nearest neighbour; default: in a
    small scene. legend: default: for more than one. cast: also the way of an item of the scene, as `Scene.cast` found
    it; what it hits has the colour of touching, as it is at the stop, or of overlapping if it was so at the start.
    """
    scene = _scene_of(what)
    few = len(scene) <= _FEW
    alone = len(scene) == 1 and not isinstance(what, Scene)
    drawing = Drawing(
        title=scene.title if title is None else title,
        description=scene.description,
        width=width if width is not None else 360.0 if alone else 800.0 if few else 1200.0,
        grid=grid,
        legend=not alone if legend is None else legend,
    )
    contacts = cast is None if contacts is None else contacts
    findings = [f for f in scene.findings() if not f.trigger] if contacts else []
    worst: dict[str, Relation] = {}
    for m in cast.hits if cast is not None else ():
        worst[m.item.name] = Relation.OVERLAPPING if m.hit.depth > 0 else Relation.TOUCHING
    for f in findings:
        for item in (f.first, f.second):
            worst[item.name] = max(f.relation, worst.get(item.name, f.relation))
    colors = {layer.name: layer.color or _LAYER_COLORS[i % len(_LAYER_COLORS)] for i, layer in enumerate(scene.layers)}
    triggers = {layer.name for layer in scene.layers if layer.trigger}
    for item in _in_layer_order(scene.items, scene.layers):
        relation = worst.get(item.name, Relation.APART)
        label = labels == "all" or (labels == "auto" and (few or item.layer in triggers))
        _add_item(drawing, item, relation, colors.get(item.layer, ""), few, label)
    gaps = _nearest_gaps(scene, worst, triggers) if contacts and (few if distances is None else distances) else []
    for gap in gaps:
        drawing.add_distance(*gap.points, short(gap.separation) if labels != "none" else "")
    size = 1.0 if len(findings) <= _FEW else 0.6
    for f in findings:
        wanted = labels == "all" or (labels == "auto" and len(findings) <= _FEW)
        drawing.add_contact(f.contact, color=RELATION_COLORS[f.relation], label=wanted, size=size)
    words = _RELATION_WORDS if cast is None or contacts else _CAST_WORDS
    _explain(drawing, scene, colors, worst, words, findings, gaps)
    if cast is not None:
        _add_cast(drawing, cast, labels != "none")
    return drawing


def svg(what: Shape | Scene | Mapping[str, Shape] | Iterable[Shape], **options: Unpack[Options]) -> str:
    """The SVG text of `drawing_of` the same arguments.

    >>> from collide2d import Circle
    >>> svg(Circle(0, 0, 1)).count("<path") >= 1
    True
    """
    return drawing_of(what, **options).to_svg()


def _scene_of(what: Shape | Scene | Mapping[str, Shape] | Iterable[Shape]) -> Scene:
    if isinstance(what, Scene):
        return what
    if isinstance(what, Shape):
        return Scene((Item(what.kind, what),))
    if isinstance(what, Mapping):
        return Scene(tuple(Item(name, shape) for name, shape in what.items()))
    shapes = tuple(what)
    if len(shapes) == 1:
        return _scene_of(shapes[0])
    return Scene(tuple(Item(f"{shape.kind} {i}", shape) for i, shape in enumerate(shapes)))


def _in_layer_order(items: Sequence[Item], layers: Sequence[Layer]) -> list[Item]:
    rank = {layer.name: i for i, layer in enumerate(layers)}
    return sorted(items, key=lambda item: rank.get(item.layer, len(rank)))


def _add_item(drawing: Drawing, item: Item, relation: Relation, layer_color: str, few: bool, label: bool) -> None:
    color = RELATION_COLORS[relation]
    if not layer_color:
        drawing.add_shape(item.shape, item.name, color=color, core=few, label=label)
        return
    if relation is Relation.APART:
        has_area = item.shape.area > 0
        color, width = (_darker(layer_color), 1.0) if has_area else (layer_color, 2.2)
    else:
        width = 2.0 if few else 1.5
    drawing.add_shape(
        item.shape, item.name, color=color, fill=layer_color, opacity=1.0, width=width, core=few, label=label
    )


def _add_cast(drawing: Drawing, cast: Cast, label: bool) -> None:
    drawing.add_way(cast.item.shape, cast.motion, cast.t, label=label)
    for m in cast.hits:
        drawing.add_hit(m.hit, label=label)
    drawing.add_legend("fill", GREEN, f"{cast.item.name}: what it sweeps, and where it stops")
    if cast.t < 1:
        drawing.add_legend("ghost", _lighter(GREEN), "the rest of its motion")
    if cast.hits:
        drawing.add_legend("arrow", INK, "normal, out of what is hit")


def _nearest_gaps(scene: Scene, worst: Mapping[str, Relation], triggers: Set[str]) -> list[Gap]:
    """For each item that collides with nothing, the gap to its nearest neighbour, each gap once; not for triggers."""
    nearest: dict[str, Gap] = {}
    for gap in scene.gaps():
        if gap.first.layer in triggers or gap.second.layer in triggers:
            continue
        for item in (gap.first, gap.second):
            if item.name not in worst and (item.name not in nearest or gap.separation < nearest[item.name].separation):
                nearest[item.name] = gap
    return list(dict.fromkeys(nearest.values()))


def _explain(
    drawing: Drawing,
    scene: Scene,
    colors: Mapping[str, str],
    worst: Mapping[str, Relation],
    words: Mapping[Relation, str],
    findings: Sequence[Finding],
    gaps: Sequence[Gap],
) -> None:
    """The legend: the symbols that the picture uses, and no others."""
    for name, color in colors.items():
        count = sum(item.layer == name for item in scene.items)
        if count:
            drawing.add_legend("layer", color, f"{name} ({count})")
    for relation in (Relation.OVERLAPPING, Relation.TOUCHING, Relation.APART):
        count = sum(worst.get(item.name, Relation.APART) is relation for item in scene.items)
        if count and not (colors and relation is Relation.APART):
            drawing.add_legend("fill", RELATION_COLORS[relation], words[relation])
    if findings:
        drawing.add_legend("dot", INK, "contact point")
        drawing.add_legend("arrow", INK, "normal, toward the first shape")
    if any(f.contact.depth > 0 for f in findings):
        drawing.add_legend("bar", RED, "depth, to scale")
    if gaps:
        drawing.add_legend("dash", MUTED, "distance to the nearest")
