"""Frames of rectangles: the edges before the turn, the pivot, and the angle.

A rectangle keeps the form of its definition: if it was defined by its centre, it still is after resizing, and a pivot
stays in place.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from collide2d import Rect, RoundRect, Shape
from collide2d.play.model.camera import Pair

_QUARTERS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
_CORNERS = {"w": "x1", "n": "y1", "e": "x2", "s": "y2"}


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle before its rotation: its position and outer size, with the rotation.

    pivot: the world point about which it rotates, its own or the centre. radius: the radius of its corners.
    """

    left: float
    top: float
    width: float
    height: float
    pivot: Pair
    angle: float
    radius: float
    own_pivot: bool

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def middle(self) -> Pair:
        return (self.left + self.width / 2, self.top + self.height / 2)

    def out(self, p: Pair) -> Pair:
        """The world point of a point of the rectangle before rotation."""
        return turned(p, self.angle, self.pivot)

    def into(self, p: Pair) -> Pair:
        """The point before rotation of a world point."""
        return turned(p, -self.angle, self.pivot)


def turned(p: Pair, angle: float, about: Pair) -> Pair:
    """A point rotated by degrees; exact for multiples of 90. It may be outside the domain of shapes.

    >>> turned((3.0, 1.0), 90.0, (1.0, 1.0)), turned((3.0, 1.0), 0.0, (0.1, 0.2))
    ((1.0, 3.0), (3.0, 1.0))
    """
    if not angle:
        return p
    c, s = _QUARTERS.get(angle % 360.0) or (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    dx, dy = p[0] - about[0], p[1] - about[1]
    return (about[0] + c * dx - s * dy, about[1] + s * dx + c * dy)


def frame_of(shape: Rect | RoundRect) -> Frame:
    """The frame of a rectangle.

    >>> frame = frame_of(Rect.centered(10, 10, 4, 2, angle=90))
    >>> (frame.left, frame.top, frame.width, frame.height), frame.out((12, 10))
    ((8.0, 9.0, 4.0, 2.0), (10.0, 12.0))
    """
    data = shape.to_dict()
    radius = shape.r if isinstance(shape, RoundRect) else 0.0
    own = "offset" in data or "pivot" in data or "pivot" in data.get("core", ()) or "offset" in data.get("core", ())
    pivot = (shape.x + shape.pivot[0], shape.y + shape.pivot[1]) if own else shape.center
    if "offset" in data:
        pivot = (data["x"], data["y"])
    return Frame(shape.x, shape.y, shape.w, shape.h, pivot, shape.angle, radius, own)


def framed(like: Rect | RoundRect, frame: Frame) -> Shape:
    """The rectangle of a frame, defined in the same form as `like`; a grown one becomes a plain one.

    >>> a = Rect.centered(10, 10, 4, 2)
    >>> framed(a, replace(frame_of(a), width=12.0))
    Rect.centered(14.0, 10.0, 12.0, 2.0)
    """
    form = like.to_dict()
    data: dict[str, Any] = {"kind": form["kind"]}
    size = (frame.width, frame.height)
    if frame.own_pivot:
        offset = [frame.pivot[0] - frame.left, frame.pivot[1] - frame.top]
        if "offset" in form:
            data |= {"x": frame.pivot[0], "y": frame.pivot[1], "offset": offset}
        else:
            data |= {"x": frame.left, "y": frame.top, "pivot": offset}
    elif "cx" in form:
        data["cx"], data["cy"] = frame.out(frame.middle)
    elif frame.angle:
        x, y = frame.out(frame.middle)
        data |= {"x": x - size[0] / 2, "y": y - size[1] / 2}
    else:
        data |= {"x": frame.left, "y": frame.top}
    if frame.angle:
        data["angle"] = frame.angle
    if isinstance(like, RoundRect):
        data["r"] = min(frame.radius, min(size) / 2)
    if "inner_w" in form and "cx" in data:
        data |= {"inner_w": max(size[0] - 2 * data["r"], 0.0), "inner_h": max(size[1] - 2 * data["r"], 0.0)}
    else:
        data |= {"w": size[0], "h": size[1]}
    return Shape.from_dict(data)


def with_pivot(shape: Rect | RoundRect, pivot: Pair) -> Shape:
    """The rectangle, unmoved but for rounding, with another world point as its pivot.

    >>> with_pivot(Rect(0, 0, 8, 4), (2, 2))
    Rect(0.0, 0.0, 8.0, 4.0, pivot=(2.0, 2.0))
    """
    frame = frame_of(shape)
    # The edges before a rotation by the same angle about the new pivot, at their old distances from the pivot.
    x, y = frame.into(pivot)
    dx, dy = pivot[0] - x, pivot[1] - y
    return framed(shape, replace(frame, left=frame.left + dx, top=frame.top + dy, pivot=pivot, own_pivot=True))


def resized(shape: Rect | RoundRect, sides: str, to: Pair, snap: float = 0.0) -> Shape:
    """The rectangle with some of its sides ("n", "e", "s", "w", or two for a corner) moved to a world point.

    The other sides stay; a side may cross the opposite one. snap: the size of a rotated rectangle becomes a multiple of
    this step; for any other the caller snaps the point.

    >>> resized(Rect(0, 0, 8, 4), "se", (12, 5)), resized(Rect(0, 0, 8, 4), "w", (9, 0))
    (Rect(0.0, 0.0, 12.0, 5.0), Rect(8.0, 0.0, 1.0, 4.0))
    """
    frame = frame_of(shape)
    corners = shape.to_dict()
    if "x1" in corners:  # these edges are exact, and remain so
        corners |= {key: to[key[0] == "y"] for side, key in _CORNERS.items() if side in sides}
        return Shape.from_dict(corners)
    step = snap if frame.angle else 0.0
    x, y = frame.into(to)
    if "w" in sides or "e" in sides:
        left, width = _span(x, frame.left, frame.width, "w" in sides, step)
        frame = replace(frame, left=left, width=width)
    if "n" in sides or "s" in sides:
        top, height = _span(y, frame.top, frame.height, "n" in sides, step)
        frame = replace(frame, top=top, height=height)
    return framed(shape, frame)


def _span(to: float, start: float, length: float, at_start: bool, step: float) -> Pair:
    """Start and length of a side after one of its ends was moved to `to`."""
    fixed = start + length if at_start else start
    size = to - fixed
    if step:
        size = round(size / step) * step
    return (fixed if size >= 0 else fixed + size, abs(size))
