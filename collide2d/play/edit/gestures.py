"""Drags, from the press of a button to its release: the document for each position of the mouse.

Every drag except the solid one starts from the document at the press, so moving the mouse back reverts it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

from collide2d import Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape, Space
from collide2d.play.edit.handles import Handle, Snap, center_of_turn, dragged
from collide2d.play.model.answers import Answers
from collide2d.play.model.camera import Bounds, Pair
from collide2d.play.model.document import Document
from collide2d.play.model.session import Change
from collide2d.typing import Solid


class Gesture(Protocol):
    """A drag."""

    def drag(self, to: Pair, snap: Snap) -> Change:
        """The document if the drag ended at `to`. ValueError if that is not possible."""


# ---- moving ----------------------------------------------------------------------------------------------------------


class Moving:
    """Shapes follow the mouse; the pressed one keeps an edge on the grid, or its centre if it is rotated."""

    def __init__(self, base: Document, names: Sequence[str], lead: str, start: Pair) -> None:
        self.base, self.names, self.lead, self.start = base, tuple(names), lead, start

    def drag(self, to: Pair, snap: Snap) -> Change:
        motion = snapped(self.base[self.lead], (to[0] - self.start[0], to[1] - self.start[1]), snap)
        return Change(self.base.moved({name: self.base[name].move(motion) for name in self.names}), self.names)


def snapped(shape: Solid, motion: Pair, snap: Snap) -> Pair:
    """The motion, adjusted by less than a step so that an edge of the shape's box ends exactly on the grid.

    >>> snap = Snap(2.0, 15.0)
    >>> snapped(Rect(0, 0, 3, 3), (4.7, 0.2), snap), snapped(Circle(1, 1, 1), (0.1, 5.3), snap)
    ((5.0, 0.0), (0.0, 6.0))
    """
    if not snap.grid:
        return snap.point(motion)
    there = _edges(shape.move(motion))
    by = [0.0, 0.0]
    for axis, (low, high) in enumerate(_edges(shape)):
        edge, at = min(((low, there[axis][0]), (high, there[axis][1])), key=lambda e: abs(snap.length(e[1]) - e[1]))
        by[axis] = snap.length(at) - edge
        end = 0 if edge == low else 1
        moved = _edges(shape.move(*by))[axis][end]
        by[axis] += snap.length(at) - moved  # a second time, to correct the rounding of the first
    return (by[0], by[1])


def _edges(shape: Solid) -> tuple[Pair, Pair]:
    """Left and right, top and bottom; for a rotated rectangle, whose sides are not round numbers, its pivot."""
    if isinstance(shape, (Rect, RoundRect)) and shape.angle % 90:
        x, y = center_of_turn(shape)
        return ((x, x), (y, y))
    left, top, right, bottom = shape.bounds
    return ((left, right), (top, bottom))


class Sliding:
    """A shape follows the mouse as a mover does: it slides around other shapes and enters none."""

    def __init__(self, base: Document, answers: Answers, name: str, start: Pair) -> None:
        self.base, self.name, self.start = base, name, start
        others = {o: item.shape for o, item in base.items.items() if o != name and not answers.is_trigger(o)}
        blocking = {} if answers.is_trigger(name) else {o: s for o, s in others.items() if not answers.ignores(name, o)}
        self.space: Space[str] = Space({**blocking, name: base[name]})

    def drag(self, to: Pair, snap: Snap) -> Change:
        here, base = self.space[self.name], self.base[self.name]
        there = base.move(snapped(base, (to[0] - self.start[0], to[1] - self.start[1]), snap))
        motion = (there.center[0] - here.center[0], there.center[1] - here.center[1])
        move = self.space.slide(self.name, motion)
        if not move.hits and not any(there.overlaps(self.space[o]) for o in self.space.query(there) if o != self.name):
            self.space.update(self.name, there)  # exactly on the grid, unlike the sum of many legs
        return Change(self.base.moved({self.name: self.space[self.name]}), (self.name,))


# ---- handles and motions ---------------------------------------------------------------------------------------------


class Handling:
    """A handle of a shape follows the mouse."""

    def __init__(self, base: Document, name: str, handle: Handle, start: Pair) -> None:
        self.base, self.name, self.handle, self.start = base, name, handle, start

    def drag(self, to: Pair, snap: Snap) -> Change:
        shape = dragged(self.base[self.name], self.handle, self.start, to, snap)
        return Change(self.base.moved({self.name: shape}), (self.name,))


class Aiming:
    """The tip of a motion follows the mouse; at the centre of the shape the motion is removed."""

    def __init__(self, base: Document, name: str, start: Pair) -> None:
        self.base, self.name, self.start = base, name, start
        self.motion = base.motions.get(name, (0.0, 0.0))

    def drag(self, to: Pair, snap: Snap) -> Change:
        motion = (self.motion[0] + to[0] - self.start[0], self.motion[1] + to[1] - self.start[1])
        return Change(self.base.with_motion(self.name, snap.point(motion)), (self.name,))


class Turning:
    """The tip of a turn follows the mouse about the pivot of the shape, past 180 degrees too, to 360 either way."""

    def __init__(self, base: Document, name: str, start: Pair) -> None:
        self.base, self.name = base, name
        self.pivot = center_of_turn(base[name])
        self.angle = base.turns.get(name, 0.0)  # not rounded
        self._last = start

    def drag(self, to: Pair, snap: Snap) -> Change:
        if self.pivot not in (self._last, to):
            by = math.degrees(_direction(self.pivot, to) - _direction(self.pivot, self._last))
            self.angle = min(max(self.angle + math.remainder(by, 360.0), -360.0), 360.0)
        self._last = to
        angle = round(self.angle / snap.degrees) * snap.degrees
        return Change(self.base.with_turn(self.name, angle), (self.name,))


def _direction(p: Pair, q: Pair) -> float:
    return math.atan2(q[1] - p[1], q[0] - p[0])


# ---- selecting -------------------------------------------------------------------------------------------------------


class Banding:
    """A selection rectangle: it selects what it collides with, besides what was selected before."""

    def __init__(self, base: Document, answers: Answers, start: Pair, kept: Sequence[str]) -> None:
        self.base, self.answers, self.start, self.kept = base, answers, start, tuple(kept)
        self.bounds: Bounds = (*start, *start)

    def drag(self, to: Pair, snap: Snap) -> Change:
        band = Rect.from_corners(self.start, to)
        self.bounds = (band.left, band.top, band.right, band.bottom)
        found = [
            name
            for name in self.answers.at(band)
            if name not in self.kept and (not self.answers.is_scenery(name) or band.contains(self.base[name]))
        ]
        return Change(self.base, (*self.kept, *found))


# ---- making ----------------------------------------------------------------------------------------------------------


class Making:
    """A new shape with the size of the drag; a click makes one of the default size."""

    def __init__(self, base: Document, kind: str, start: Pair, usual: float) -> None:
        """usual: half the size of a shape that a click makes."""
        self.base, self.kind, self.start, self.usual = base, kind, start, usual
        self.clicked = True

    def drag(self, to: Pair, snap: Snap) -> Change:
        a, b = snap.point(self.start), snap.point(to)
        self.clicked = self.clicked and math.dist(self.start, to) < self.usual / 4
        size = max(snap.length(self.usual), snap.step)
        shape = _BY_CLICK[self.kind](a, size) if self.clicked or a == b else _BY_DRAG[self.kind](a, b, size, snap)
        document = self.base.added([(f"{NAMES[self.kind]} 1", shape)])
        return Change(document, (list(document.items)[-1],))


NAMES = {
    "point": "point", "circle": "circle", "segment": "segment", "capsule": "capsule", "rect": "box",
    "roundrect": "round box", "polygon": "polygon",
}  # fmt: skip


def _box(a: Pair, b: Pair) -> tuple[float, float, float, float]:
    return (min(a[0], b[0]), min(a[1], b[1]), abs(b[0] - a[0]), abs(b[1] - a[1]))


def _round(x: float, y: float, w: float, h: float) -> Shape:
    return RoundRect(x, y, w, h, min(w, h) / 4)


def _hexagon(center: Pair, vertex: Pair) -> Shape:
    first = Point(vertex)
    return Polygon.hull([first.rotate(60.0 * i, center).center for i in range(6)])


_BY_CLICK: dict[str, Callable[[Pair, float], Shape]] = {
    "point": lambda p, s: Point(p),
    "circle": lambda p, s: Circle(p, s),
    "segment": lambda p, s: Segment((p[0] - s, p[1]), (p[0] + s, p[1])),
    "capsule": lambda p, s: Capsule((p[0] - s, p[1]), (p[0] + s, p[1]), s / 2),
    "rect": lambda p, s: Rect(p[0] - s, p[1] - s, 2 * s, 2 * s),
    "roundrect": lambda p, s: _round(p[0] - s, p[1] - s, 2 * s, 2 * s),
    "polygon": lambda p, s: _hexagon(p, (p[0] + s, p[1])),
}

_BY_DRAG: dict[str, Callable[[Pair, Pair, float, Snap], Shape]] = {
    "point": lambda a, b, s, snap: Point(b),
    "circle": lambda a, b, s, snap: Circle(a, snap.length(math.dist(a, b))),
    "segment": lambda a, b, s, snap: Segment(a, b),
    "capsule": lambda a, b, s, snap: Capsule(a, b, s / 2),
    "rect": lambda a, b, s, snap: Rect(*_box(a, b)),
    "roundrect": lambda a, b, s, snap: _round(*_box(a, b)),
    "polygon": lambda a, b, s, snap: _hexagon(a, b),
}
