"""The handles of a shape, and the shape after one of them is dragged.

All coordinates are world coordinates; the size of a pixel converts sizes in pixels. No state is kept between calls: a
drag always starts from the shape at the press of the button.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from collide2d import Body, Capsule, Circle, Polygon, Rect, RoundRect, Segment, Shape
from collide2d.play.edit.rect_frames import Frame, frame_of, framed, resized, with_pivot
from collide2d.play.edit.rect_frames import turned as turned_point
from collide2d.play.model.camera import Pair
from collide2d.typing import Solid

ARM = 26.0  # from a shape to its rotation handle, pixels
PARK = 22.0  # from there to the handle that gives a rectangle its own pivot
ROOM = 30.0  # a side shorter than this, in pixels, has no handle at its middle

REACH = 18.0  # from the farthest point of a shape to the handle of its turn, pixels

PARKED = "parked"  # the part of a handle that is not yet where what it holds will be


class Hold(Enum):
    """What a handle is for."""

    END = "an end or a vertex"
    SIDE = "sides"
    RADIUS = "the radius"
    TURN = "the angle"
    PIVOT = "the pivot"
    INSERT = "a new vertex"
    MOTION = "the motion"
    AIM = "the angle of a turn"


@dataclass(frozen=True, slots=True)
class Handle:
    """A handle of a shape: its kind, its index, its position, and the point of the shape that a line connects it to."""

    hold: Hold
    part: str
    at: Pair
    root: Pair

    @property
    def index(self) -> int:
        return int(self.part)


@dataclass(frozen=True, slots=True)
class Snap:
    """The rounding of a dragged position: to a power of two in the world, and to degrees.

    >>> snap = Snap(0.5, 15.0)
    >>> snap.point((1.3, 2.2)), snap.length(0.8), snap.angle(40.0)
    ((1.5, 2.0), 1.0, 45.0)
    """

    step: float
    degrees: float
    grid: bool = True  # whether the user chose the step, which is otherwise the size of a pixel

    def length(self, x: float) -> float:
        """The nearest multiple of the step; every x beyond 2^53 steps is one."""
        ratio = x / self.step
        return round(ratio) * self.step if abs(ratio) < 2.0**53 else x

    def point(self, p: Pair) -> Pair:
        return (self.length(p[0]), self.length(p[1]))

    def angle(self, degrees: float) -> float:
        """The nearest multiple, from -180, not included, to 180."""
        found = round(degrees / self.degrees) * self.degrees
        found = math.remainder(found, 360.0)
        return 180.0 if found == -180.0 else found + 0.0


def handles_of(shape: Solid, unit: float) -> list[Handle]:
    """The handles of a shape for this size of a pixel; the first of several at one point has priority.

    >>> from collide2d import Circle
    >>> [(h.hold.name, h.at) for h in handles_of(Circle(0, 0, 4), 1.0)]
    [('RADIUS', (4.0, 0.0))]
    """
    match shape:
        case Circle():
            return [Handle(Hold.RADIUS, "", (shape.x + shape.r, shape.y), shape.center)]
        case Segment() | Capsule():
            return list(_of_line(shape, unit))
        case Rect() | RoundRect():
            return list(_of_frame(frame_of(shape), isinstance(shape, RoundRect), unit))
        case Polygon():
            return list(_of_polygon(shape, unit))
        case Body():
            x, y = shape.center
            return [Handle(Hold.TURN, "", (x, shape.bounds[1] - ARM * unit), (x, y))]
    return []


def _of_line(shape: Segment | Capsule, unit: float) -> Iterator[Handle]:
    yield Handle(Hold.END, "0", shape.a, shape.a)
    yield Handle(Hold.END, "1", shape.b, shape.b)
    length = shape.length or 1.0
    nx, ny = (shape.by - shape.ay) / length, -(shape.bx - shape.ax) / length
    if ny > 0 or (nx, ny) == (0.0, 0.0):
        nx, ny = (-nx, -ny) if ny > 0 else (0.0, -1.0)
    (x, y), r = shape.center, shape.radius
    if isinstance(shape, Capsule):
        yield Handle(Hold.RADIUS, "", (x + nx * r, y + ny * r), (x, y))
    reach = r + ARM * unit
    yield Handle(Hold.TURN, "", (x + nx * reach, y + ny * reach), (x + nx * r, y + ny * r))


def _of_frame(frame: Frame, is_round: bool, unit: float) -> Iterator[Handle]:
    left, top, right, bottom = frame.left, frame.top, frame.right, frame.bottom
    (x, y), w, h = frame.middle, frame.width, frame.height
    arm = frame.out((x, top))
    yield Handle(Hold.TURN, "", frame.out((x, top - ARM * unit)), arm)
    if frame.own_pivot:
        yield Handle(Hold.PIVOT, "", frame.pivot, frame.pivot)
    else:  # at the centre it would prevent dragging the shape
        at = frame.out((x + PARK * unit, top - ARM * unit))
        yield Handle(Hold.PIVOT, PARKED, at, at)
    corners = {"nw": (left, top), "ne": (right, top), "se": (right, bottom), "sw": (left, bottom)}
    for part, p in corners.items():
        at = frame.out(p)
        yield Handle(Hold.SIDE, part, at, at)
    if is_round:
        inner = frame.out((left + frame.radius, top + frame.radius))
        # With a small radius it would cover the corner's own handle, so it is moved inwards until both can be grabbed.
        shift = max(0.0, 10.0 * unit - frame.radius)
        yield Handle(Hold.RADIUS, "", frame.out((left + frame.radius + shift, top + frame.radius + shift)), inner)
    sides = {"n": (x, top), "s": (x, bottom)} if w >= ROOM * unit else {}
    sides |= {"w": (left, y), "e": (right, y)} if h >= ROOM * unit else {}
    for part, p in sides.items():
        at = frame.out(p)
        yield Handle(Hold.SIDE, part, at, at)


def _of_polygon(shape: Polygon, unit: float) -> Iterator[Handle]:
    points, (x, y), top = shape.points, shape.center, shape.bounds[1]
    for i, p in enumerate(points):
        yield Handle(Hold.END, str(i), p, p)
    edges = list(zip(points, points[1:] + points[:1], strict=True))
    longest = max(edges, key=lambda e: math.dist(*e))
    (ax, ay), (bx, by) = longest
    length = math.dist(*longest) or 1.0
    nx, ny = (by - ay) / length, -(bx - ax) / length  # vertices run from +x toward +y: this points out
    foot = (ax + 0.75 * (bx - ax), ay + 0.75 * (by - ay))
    out = shape.radius or 0.0
    yield Handle(Hold.RADIUS, "", (foot[0] + nx * out, foot[1] + ny * out), foot)
    yield Handle(Hold.TURN, "", (x, top - ARM * unit), (x, y))
    for i, (a, b) in enumerate(edges):
        if math.dist(a, b) >= ROOM * unit:
            at = (a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2)
            yield Handle(Hold.INSERT, str(i), at, at)


def dragged(shape: Solid, handle: Handle, start: Pair, to: Pair, snap: Snap) -> Solid:
    """The shape after one of its handles was dragged from `start`, where the mouse grabbed it, to another point.

    ValueError if the new shape is invalid, such as a polygon that is no longer convex.

    >>> from collide2d import Circle
    >>> ball = Circle(0, 0, 4)
    >>> dragged(ball, handles_of(ball, 1.0)[0], (4.0, 0.0), (3.0, 4.2), Snap(1.0, 15.0))
    Circle(0.0, 0.0, 5.0)
    """
    if handle.hold is Hold.TURN:
        return _turned(shape, start, to, snap)
    if handle.hold is Hold.RADIUS:
        return _with_radius(shape, handle, start, to, snap)
    # The handle moves by the motion of the mouse, which may have grabbed it off its centre.
    at = snap.point((handle.at[0] + to[0] - start[0], handle.at[1] + to[1] - start[1]))
    match shape:
        case Segment():
            return Segment(at, shape.b) if handle.part == "0" else Segment(shape.a, at)
        case Capsule():
            return Capsule(at, shape.b, shape.r) if handle.part == "0" else Capsule(shape.a, at, shape.r)
        case Polygon():
            points = list(shape.points)
            if handle.hold is Hold.INSERT:
                points.insert(handle.index + 1, at)
            else:
                points[handle.index] = at
            return Polygon(points, shape.radius)
        case Rect() | RoundRect() if handle.hold is Hold.PIVOT:
            return with_pivot(shape, snap.point(to) if handle.part == PARKED else at)
        case Rect() | RoundRect():
            return resized(shape, handle.part, at, snap.step)
    raise ValueError(f"no handle {handle.hold.value} on a {shape.kind}")


def without_vertex(shape: Solid, handle: Handle) -> Solid:
    """The polygon without the vertex of a handle; the unchanged shape if it cannot be removed."""
    if not isinstance(shape, Polygon) or handle.hold is not Hold.END or len(shape.points) < 2:
        return shape
    return Polygon([p for i, p in enumerate(shape.points) if i != handle.index], shape.radius)


def center_of_turn(shape: Solid) -> Pair:
    """The point about which a shape rotates."""
    return frame_of(shape).pivot if isinstance(shape, (Rect, RoundRect)) else shape.center


def arm_of_turn(shape: Solid, unit: float) -> Pair:
    """The vector from the pivot of a shape to the handle of its turn, before the turn: past the shape's farthest point.

    >>> from collide2d import Circle
    >>> arm_of_turn(Circle(8, 0, 4), 1.0), arm_of_turn(Rect.pivoted(0, 2, 6, 4, (0, 2)), 0.5)
    ((22.0, 0.0), (15.32455532033676, 0.0))
    """
    x, y = center_of_turn(shape)
    pieces = shape.pieces if isinstance(shape, Body) else (shape,)
    ends = [(math.dist(p, (x, y)) + piece.radius, p) for piece in pieces for p in piece.vertices]
    far, tip = max(ends, key=lambda end: end[0])
    if isinstance(shape, (Rect, RoundRect)):  # along the middle line, not to a corner
        is_hinged = math.dist(shape.center, (x, y)) > far / 8
        tip = shape.center if is_hinged else turned_point((x + far, y), shape.angle, (x, y))
    length = math.dist(tip, (x, y))
    dx, dy = ((tip[0] - x) / length, (tip[1] - y) / length) if length else (1.0, 0.0)
    return (dx * (far + REACH * unit), dy * (far + REACH * unit))


def tip_of_turn(shape: Solid, angle: float, unit: float) -> Pair:
    """The handle of a turn by an angle in degrees."""
    (x, y), (dx, dy) = center_of_turn(shape), arm_of_turn(shape, unit)
    return turned_point((x + dx, y + dy), angle, (x, y))


def _turned(shape: Solid, start: Pair, to: Pair, snap: Snap) -> Solid:
    x, y = center_of_turn(shape)
    if (x, y) in (start, to):
        return shape
    by = math.degrees(math.atan2(to[1] - y, to[0] - x) - math.atan2(start[1] - y, start[0] - x))
    if isinstance(shape, (Rect, RoundRect)):
        return with_angle(shape, snap.angle(shape.angle + by))  # a shape with an angle gets a rounded one
    return rotated(shape, snap.angle(by))


def rotated(shape: Solid, degrees: float) -> Solid:
    """A shape rotated by an angle about its pivot or its centre.

    >>> rotated(Rect(0, 0, 4, 2, 30), 15)
    Rect(0.0, 0.0, 4.0, 2.0, 45.0)
    """
    if isinstance(shape, (Rect, RoundRect)):
        return with_angle(shape, math.remainder(shape.angle + degrees, 360.0))
    return shape.rotate(degrees) if degrees else shape


def with_angle(shape: Rect | RoundRect, angle: float) -> Shape:
    """A rectangle at an angle in degrees, in the form of its definition if that form has an angle."""
    data = shape.to_dict()
    if "x1" in data or "core" in data:
        by = angle - shape.angle
        return shape.rotate(by, center_of_turn(shape)) if by else shape
    return Shape.from_dict(data | {"angle": angle})


def _with_radius(shape: Solid, handle: Handle, start: Pair, to: Pair, snap: Snap) -> Solid:
    match shape:
        case Circle():
            return Circle(shape.center, snap.length(math.dist(shape.center, to)))
        case Capsule():
            return Capsule(shape.a, shape.b, snap.length(Segment(shape.a, shape.b).distance(to)))
        case Polygon():
            return Polygon(shape.points, snap.length(Polygon(shape.points).distance(to)))
        case RoundRect():
            frame = frame_of(shape)
            x, y = frame.into((handle.root[0] + to[0] - start[0], handle.root[1] + to[1] - start[1]))
            most = min(frame.width, frame.height) / 2
            r = min(max(snap.length(max(x - frame.left, y - frame.top)), 0.0), most)
            data = shape.to_dict()
            if "core" in data or "inner_w" in data:
                return framed(shape, replace(frame, radius=r))
            return Shape.from_dict(data | {"r": r})
    raise ValueError(f"a {shape.kind} has no radius")
