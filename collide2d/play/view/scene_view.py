"""Draws a document and its answers onto a canvas, and its names and numbers onto the window."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import pygame

from collide2d import Contact, Hit, Move, Rect, Relation, Shape, sweep
from collide2d._rendering.colors import LAYERS
from collide2d._rendering.rulers import round_step, tick_text, ticks
from collide2d.play.edit.handles import center_of_turn, tip_of_turn
from collide2d.play.model.answers import Answers
from collide2d.play.model.camera import Bounds, Camera, Pair
from collide2d.play.model.document import Document
from collide2d.play.model.ways import place_at, swept_area
from collide2d.play.model.wording import NEAREST, said_of_gap, said_of_way, short
from collide2d.play.view import palette, text
from collide2d.play.view.cached_outlines import pieces_of
from collide2d.play.view.canvas import Canvas
from collide2d.play.view.labels import Labels
from collide2d.play.view.palette import Color, mixed, rgb
from collide2d.scene import Finding, TurnCast
from collide2d.typing import Solid

MANY = 64  # with at least this many visible shapes, only the selected ones and their answers are labelled
MOST_TINTS = 2  # with more obstacles, their fills are fainter, so that all together are no darker than this many
ARC = 4.0  # degrees between two points of the arc of a turn
FAR = 160.0  # distances longer than this, in pixels, are drawn only to the nearest shape


@dataclass(frozen=True, slots=True)
class Shown:
    """What to show besides the shapes."""

    contacts: bool = True
    distances: bool = True
    ways: bool = True
    obstacles: int = 0  # 0: none; 1: of the shapes that the selected one touches, or the nearest; 2: of all
    names: bool = True
    grid: bool = True


class Style(NamedTuple):
    """The style of a shape: the colours of fill and edge, and the width of the edge."""

    fill: Color
    edge: Color
    thick: float


class View:
    """One picture of a document and its answers, through a camera, with some shapes selected."""

    def __init__(
        self,
        canvas: Canvas,
        answers: Answers,
        camera: Camera,
        selection: tuple[str, ...],
        shown: Shown,
        room: Bounds,
    ) -> None:
        """room: the area free of cards, with the numbers of the grid at its edges."""
        self.canvas, self.answers, self.camera, self.shown, self.room = canvas, answers, camera, shown, room
        self.document: Document = answers.document
        self.selection = selection
        self.chosen = frozenset(selection)
        self.size = canvas.size
        self.labels = Labels((room[0] - 12, room[1] - 12, room[2] + 12, room[3] + 12))
        self._layers = {layer.name: i for i, layer in enumerate(self.document.scene.layers)}
        self._styles: dict[str, Style] = {}
        self.names = [name for name in self._order() if self._in_sight(self.document[name].bounds)]
        self.scenery = [name for name in self.names if answers.is_scenery(name)]
        count = len(self.names) - len(self.scenery)
        # A name takes about 60 pixels by 16.
        self.many = count > MANY or count * 960 > 0.35 * max(room[2] - room[0], 1) * max(room[3] - room[1], 1)

    def _order(self) -> list[str]:
        """The drawing order: by layer, then shapes without a layer; large shapes below small ones."""
        rank = self._layers
        return sorted(
            self.document.items,
            key=lambda name: (
                rank.get(self.document.items[name].layer, len(rank)), -_extent(self.document[name].bounds)
            ),
        )  # fmt: skip

    def _in_sight(self, bounds: Bounds) -> bool:
        left, top = self.camera.pixel((bounds[0], bounds[1]))
        right, bottom = self.camera.pixel((bounds[2], bounds[3]))
        return left < self.size[0] + 20 and top < self.size[1] + 20 and right > -20 and bottom > -20

    # ---- the picture -------------------------------------------------------------------------------------------------

    def draw(self, step: float | None) -> None:
        """Draws everything except the texts. step: the step of the grid that edges snap to."""
        self.canvas.clear(self.camera)
        for name in self.scenery:
            self.canvas.fill(self.document[name], self._style(name).fill)
        if self.shown.grid:
            self._grid(step)
        self._fills()
        ways = self._ways() if self.shown.ways else []
        for way, track in ways:
            self._way_below(way, track)
        self._obstacles()
        self._edges()
        if self.shown.distances:
            self._distances()
        if self.shown.contacts:
            self._contacts()
        for way, track in ways:
            self._way_above(way, track)

    def write(self, target: pygame.Surface) -> None:
        """Draws the texts onto the window."""
        if self.shown.names:
            self._names()
        self.labels.draw(target)

    # ---- the background ----------------------------------------------------------------------------------------------

    def _grid(self, step: float | None) -> None:
        """Draws lines at round numbers, which are multiples of the step if there is one, and dots at the steps."""
        canvas, camera = self.canvas, self.camera
        if step is None:
            lines = round_step(90 * camera.unit)
        else:
            lines = step
            while lines * camera.scale < 64:
                lines *= 2
        f = canvas.factor
        for axis in (0, 1):
            first, last = (camera.world((0, 0))[axis], camera.world(self.size)[axis])
            for value in ticks(first, last, lines):
                at = round(camera.pixel((value, value))[axis]) * f
                color = palette.now.line if value == 0 else palette.now.grating
                ends = ((at, 0), (at, self.size[1] * f)) if axis == 0 else ((0, at), (self.size[0] * f, at))
                pygame.draw.line(canvas.surface, color, *ends, f)
                where = round(camera.pixel((value, value))[axis])
                left, top, right, bottom = self.room
                place = (where + 4, bottom) if axis == 0 else (left - 14, where + 2)
                if (left, top - 8)[axis] < where < (right - 16, bottom - 8)[axis]:
                    self.labels.rule(tick_text(value, lines), place)
        if step is not None and step * camera.scale >= 7:
            self._dots(step)

    def _dots(self, step: float) -> None:
        """Draws a dot at every multiple of the step: draws one row, and copies it."""
        f, camera = self.canvas.factor, self.camera
        (x0, y0), (x1, y1) = camera.world((0, 0)), camera.world(self.size)
        columns = [round(camera.pixel((x, 0))[0] * f) for x in ticks(x0, x1, step)]
        row = pygame.Surface((self.size[0] * f, f), 0, self.canvas.surface)
        row.set_colorkey((0, 0, 0))
        for x in columns:
            row.fill(palette.now.dot, (x, 0, f, f))
        for y in ticks(y0, y1, step):
            self.canvas.surface.blit(row, (0, round(camera.pixel((0, y))[1] * f)))

    # ---- shapes ------------------------------------------------------------------------------------------------------

    def _style(self, name: str) -> Style:
        style = self._styles.get(name)
        if style is None:
            style = self._styles[name] = self._style_of(name)
        return style

    def _style_of(self, name: str) -> Style:
        relation = self.answers.relation(name)
        if self.answers.is_trigger(name) and self.answers.findings_of(name):
            return Style(self._layer_fill(name), palette.now.way, 2.0)
        edge, thick = palette.now.relations[relation], palette.WIDTHS[relation]
        if not self.document.items[name].layer:
            return Style(mixed(palette.now.sheet, edge, palette.FILLS[relation]), edge, thick)
        fill = self._layer_fill(name)
        if relation is Relation.APART:
            return Style(fill, palette.now.edge_on(fill), 1.2)
        return Style(fill, edge, thick)

    def _layer_fill(self, name: str) -> Color:
        index = self._layers[self.document.items[name].layer]
        color = rgb(self.document.scene.layers[index].color or LAYERS[index % len(LAYERS)])
        return palette.now.fill_of_layer(color)

    def _fills(self) -> None:
        canvas = self.canvas
        for name in self.names:
            if name not in self.scenery:
                canvas.fill(self.document[name], self._style(name).fill)
        for f in self.answers.findings():
            if f.relation is Relation.OVERLAPPING and not f.trigger and f.first.name in self.document:
                self._shared(f)

    def _shared(self, f: Finding) -> None:
        """The intersection of two shapes, darker."""
        if self._in_sight(f.first.shape.bounds) and self._in_sight(f.second.shape.bounds):
            self.canvas.fill_common(f.first.shape, f.second.shape, palette.now.overlapping, 56)

    def _edges(self) -> None:
        canvas = self.canvas
        for name in self.selection:
            canvas.stroke(self.document[name], palette.now.halo, 7.0)
        for name in self.names:
            _, edge, thick = self._style(name)
            shape = self.document[name]
            canvas.stroke(shape, edge, thick)
            for piece in pieces_of(shape) if name in self.chosen else ():
                if piece.radius > 0:
                    self._core(piece, edge)

    def _core(self, shape: Shape, color: Color) -> None:
        """Draws the vertices and their hull, which the radius grows."""
        points = [self.camera.pixel(p) for p in shape.vertices]
        soft = mixed(color, palette.now.sheet, 0.35)
        for p, q in zip(points, points[1:] + points[:1], strict=True):
            self.canvas.dotted(p, q, soft, 1.0, 2.5, 3.0)
        for p in points:
            self.canvas.disc(p, 2.2, color)
            self.labels.keep_clear((p[0] - 3, p[1] - 3, p[0] + 3, p[1] + 3))

    # ---- answers -----------------------------------------------------------------------------------------------------

    def _obstacles(self) -> None:
        if not self.shown.obstacles or len(self.selection) != 1:
            return
        name = self.selection[0]
        try:
            found = self.answers.obstacles(name, nearby=self.shown.obstacles == 1)
        except ValueError:  # out of the domain: too far away to see
            return
        canvas, center = self.canvas, self.document[name].center
        # An obstacle that covers the whole window has no visible edge, and several would hide the picture.
        found = [(item, shape) for item, shape in found if not shape.contains(self._window())]
        tint = 1 if self.shown.obstacles != 1 else max(1.0, len(found) / MOST_TINTS)
        for item, shape in found:
            inside = shape.collides(center)
            if self.shown.obstacles == 1:
                canvas.fill(shape, palette.now.obstacle, max(1, round((30 if inside else 14) / tint)))
            canvas.stroke(shape, palette.now.obstacle, 2.0 if inside else 1.2, dash=None if inside else (6, 4))
            if self.shown.obstacles == 1:
                self.labels.add(f"obstacle of {item.name}", self._box(shape.bounds), palette.now.obstacle, text.SMALL)
        at = self.camera.pixel(center)
        self.labels.keep_clear((at[0] - 6, at[1] - 6, at[0] + 6, at[1] + 6))
        canvas.disc(at, 4.5, palette.now.sheet, palette.now.obstacle, 2.0)

    def _window(self) -> Rect:
        """The part of the world that the window shows."""
        (left, top), (right, bottom) = self.camera.world((0.0, 0.0)), self.camera.world(self.size)
        return Rect.from_corners(left, top, right, bottom)

    def _box(self, bounds: Bounds) -> Bounds:
        return (*self.camera.pixel((bounds[0], bounds[1])), *self.camera.pixel((bounds[2], bounds[3])))

    def _distances(self) -> None:
        for name in self.selection if len(self.selection) == 1 else ():
            alone = not self.answers.findings_of(name)
            for i, gap in enumerate(self.answers.gaps_of(name, NEAREST)):
                if (alone and i == 0) or gap.separation * self.camera.scale < FAR:
                    self._distance(gap.points, said_of_gap(gap))
        if len(self.selection) == 2:
            gap = self.answers.gap(*self.selection)
            if gap.separation > 0:
                self._distance(gap.points, said_of_gap(gap))

    def _distance(self, points: tuple[Pair, Pair], said: str) -> None:
        p, q = map(self.camera.pixel, points)
        if math.dist(p, q) >= 3:
            self.canvas.dotted(p, q, palette.now.quiet, 1.3, 1.5, 3.5)
        for end in (p, q):
            self.canvas.disc(end, 2.6, palette.now.quiet)
        middle = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
        self.labels.add(
            said, (middle[0] - 4, middle[1] - 4, middle[0] + 4, middle[1] + 4), palette.now.quiet, text.SMALL
        )

    def _contacts(self) -> None:
        found = [f for f in self.answers.findings() if not f.trigger and self._sees(f.contact.points[0])]
        few = len(found) <= MANY and not self.many
        for f in found:
            chosen = not self.chosen.isdisjoint((f.first.name, f.second.name))
            label = few or chosen
            said = "" if not label else f"{short(f.contact.depth)} deep" if f.contact.depth > 0 else "touch"
            hit = f.contact
            if chosen and f.second.name in self.chosen and f.first.name not in self.chosen:
                # Show how to move the selected shape out of the others.
                hit = Contact((-hit.normal[0], -hit.normal[1]), hit.depth, hit.points)
            self._contact(hit, palette.now.relations[f.relation], said, 1.0 if label else 0.6)

    def _sees(self, p: Pair) -> bool:
        return self._in_sight((*p, *p))

    def _contact(self, contact: Contact, color: Color, said: str, size: float) -> None:
        (nx, ny), canvas = contact.normal, self.canvas
        half = contact.depth * self.camera.scale / 2
        tips = []
        for x, y in map(self.camera.pixel, contact.points):
            out = (x + nx * half, y + ny * half)
            if half > 1:
                canvas.line((x - nx * half, y - ny * half), out, mixed(color, palette.now.sheet, 0.45), 4.5 * size)
            reach = max(30 * size, half + 16 * size)
            tips.append((x + nx * reach, y + ny * reach))
            canvas.arrow((x, y), tips[-1], palette.now.text, 1.8 * size)
            canvas.disc((x, y), 3.2 * size, palette.now.sheet, palette.now.text, 1.6 * size)
            for part in (0.0, 0.35, 0.7, 1.0) if size == 1 else ():
                px, py = x + part * nx * reach, y + part * ny * reach
                self.labels.keep_clear((px - 4, py - 4, px + 4, py + 4))
        if said:
            x, y = (sum(t[i] for t in tips) / len(tips) for i in (0, 1))
            self.labels.add(said, (x - 3, y - 3, x + 3, y + 3), palette.now.text, text.SMALL)

    # ---- motions and turns -------------------------------------------------------------------------------------------

    def _ways(self) -> list[tuple[TurnCast, Move[str] | None]]:
        """What stops each shape on its way; and the track of one that does not stop or turn but slides or bounces."""
        found: list[tuple[TurnCast, Move[str] | None]] = []
        for way in map(self.answers.way, self.document.moving):
            goes_on = way.angle == 0 and way.t < 1 and way.item.response in ("slide", "bounce")
            found.append((way, self.answers.track(way.item.name, way.motion) if goes_on else None))
        return found

    def _way_below(self, way: TurnCast, track: Move[str] | None) -> None:
        canvas, shape = self.canvas, way.item.shape
        legs = [swept_area(shape, way.stop, way.stop_motion)] if way.t > 0 else []
        if track is not None:
            legs = [sweep(start, leg) for start, leg in zip(track.path, track.legs, strict=False)]
        for swept in legs:
            canvas.fill(swept, palette.now.way, 34)
            if way.angle == 0:  # the border of a union is too slow for a drag, so turns have none
                canvas.stroke(swept, mixed(palette.now.way, palette.now.sheet, 0.35), 1.0)
        if way.t < 1 and track is None:
            rest = place_at(shape, way.angle, way.motion, 1.0) if way.angle else sweep(shape, way.motion)
            canvas.stroke(rest, mixed(palette.now.way, palette.now.sheet, 0.45), 1.1, dash=(5, 4))

    def _way_above(self, way: TurnCast, track: Move[str] | None) -> None:
        canvas, shape = self.canvas, way.item.shape
        ends = [place_at(shape, way.angle, way.motion, way.t)] if track is None else track.path[1:]
        for end in ends:
            canvas.stroke(end, palette.now.way, 2.2 if end is ends[-1] else 1.2)
        if way.motion != (0.0, 0.0):
            self._straight(way.item.name, shape, way.motion, way.t, track)
        if way.angle:
            self._arc(shape, way.angle, way.t)
        is_hit = self.answers.blockers(way.item.name)
        met = [(m.item.name, m.hit) for m in way.hits] if track is None else track.hits
        for hit in [hit for name, hit in met if is_hit(name)]:
            self._hit(hit)
        place = self._box((ends[-1] if ends else shape).bounds)
        self.labels.add(said_of_way(way), place, palette.now.way_text, text.SMALL, bold=True)

    def _straight(self, name: str, shape: Solid, motion: Pair, t: float, track: Move[str] | None) -> None:
        """Draws arrows from stop to stop, and to where the motion would have ended."""
        canvas, camera = self.canvas, self.camera
        (x, y), (dx, dy) = shape.center, motion
        stops = [place.center for place in track.path[1:]] if track else [(x + t * dx, y + t * dy)]
        centers = [camera.pixel(p) for p in ((x, y), *stops)]
        for start, stop in pairwise(centers):
            canvas.arrow(start, stop, palette.now.way, 2.0)
        tip = camera.pixel((x + dx, y + dy))
        if t < 1 and not track:
            canvas.arrow(centers[-1], tip, mixed(palette.now.way, palette.now.sheet, 0.45), 2.0)
        if track and name in self.chosen:  # to the handle that aims the motion
            canvas.dotted(camera.pixel(shape.move(t * dx, t * dy).center), tip, palette.now.way, 1.2, 1.5, 3.5)
        canvas.disc(centers[0], 3.0, palette.now.way)

    def _arc(self, shape: Solid, angle: float, t: float) -> None:
        """Draws arcs about the pivot to the stop, and to where the turn would have ended."""
        canvas, camera = self.canvas, self.camera
        for start, end, color in (
            (t, 1.0, mixed(palette.now.way, palette.now.sheet, 0.45)), (0.0, t, palette.now.way),
        ):  # fmt: skip
            count = math.ceil(abs(angle) * (end - start) / ARC)
            parts = [start + (end - start) * i / count for i in range(count + 1)] if count else []
            points = [camera.pixel(tip_of_turn(shape, angle * part, camera.unit)) for part in parts]
            for p, q in pairwise(points[:-1]):
                canvas.line(p, q, color, 2.0)
            if len(points) > 1:
                canvas.arrow(points[-2], points[-1], color, 2.0)
        canvas.disc(camera.pixel(center_of_turn(shape)), 3.0, palette.now.way)

    def _hit(self, hit: Hit) -> None:
        self._contact(Contact(hit.normal, hit.depth, [hit.point]), palette.now.overlapping, "", 1.0)

    # ---- names -------------------------------------------------------------------------------------------------------

    def _names(self) -> None:
        for name in self.names:
            chosen = name in self.chosen
            if self.many and not chosen:
                continue
            shape = max(pieces_of(self.document[name]), key=lambda piece: piece.area)
            box = self._box(shape.bounds)
            if self.answers.is_scenery(name) or self.answers.is_trigger(name):
                color = palette.now.text_on(self._style(name).fill)
                self.labels.title(name, box, color, bold=self.answers.is_scenery(name))
                continue
            points = [self.camera.pixel(p) for p in shape.vertices]
            color = palette.now.text_on(self._style(name).fill)
            self.labels.name(name, box, points, shape.radius * self.camera.scale, chosen, color)


def _extent(bounds: Bounds) -> float:
    return (bounds[2] - bounds[0]) + (bounds[3] - bounds[1])
