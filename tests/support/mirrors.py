"""Images of shapes under maps that are exact on their numbers: mirrors, swapped axes and quarter turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import collide2d as c2

Pair = tuple[float, float]

# Each map with its inverse, on vectors.
MAPS: dict[str, tuple[Callable[[float, float], Pair], Callable[[float, float], Pair]]] = {
    "mirror_x": (lambda x, y: (-x, y), lambda x, y: (-x, y)),
    "mirror_y": (lambda x, y: (x, -y), lambda x, y: (x, -y)),
    "swap": (lambda x, y: (y, x), lambda x, y: (y, x)),
    "quarter_turn": (lambda x, y: (-y, x), lambda x, y: (y, -x)),
    "half_turn": (lambda x, y: (-x, -y), lambda x, y: (-x, -y)),
    "three_quarter_turn": (lambda x, y: (y, -x), lambda x, y: (-y, x)),
}


def same_set(a: Any, b: Any) -> bool:
    return bool(a.vertices == b.vertices and a.radius == b.radius)


def made_of(points: list[Pair], radius: float) -> Any:
    """The shape with these vertices and this radius, of the simplest kind."""
    if len(points) == 1:
        return c2.Circle(*points[0], radius) if radius else c2.Point(*points[0])
    if len(points) == 2:
        return c2.Capsule(*points[0], *points[1], radius) if radius else c2.Segment(*points[0], *points[1])
    xs, ys = sorted({x for x, _ in points}), sorted({y for _, y in points})
    if len(points) == 4 and len(xs) == len(ys) == 2:
        box = c2.Rect.from_corners(xs[0], ys[0], xs[1], ys[1])
        return box.grow(radius) if radius else box
    return c2.Polygon.hull(points, radius)


def image(shape: Any, f: Callable[[float, float], Pair], factor: float = 1.0) -> Any:
    """The shape under a map that is exact on its numbers."""
    return made_of([f(x, y) for x, y in shape.vertices], shape.radius * factor)
