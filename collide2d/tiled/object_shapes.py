"""The shapes of objects and tiles, from their drawings in Tiled.

An object is drawn at its x and y and then rotated about this point, clockwise on the screen, the direction of
collide2d's angles. A tile is scaled into a box, mirrored by its flip flags, and placed. Whole numbers stay whole until
the offset of the layer is added, so tiles that touch in Tiled touch exactly.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from pytiled_parser.tiled_object import Ellipse, Point, Polygon, Polyline, Rectangle, TiledObject

import collide2d
from collide2d import Shape
from collide2d.tiled.parser import Capsule
from collide2d.typing import Solid

Vec: TypeAlias = tuple[float, float]
S = TypeVar("S", bound=Solid)
Bounds: TypeAlias = tuple[float, float, float, float]

CORNERS = 32  # the corners of the polygon for an ellipse, which is inside it by at most 0.5 % of the longer half axis

HORIZONTAL, VERTICAL, DIAGONAL = 0x80000000, 0x40000000, 0x20000000


class Outline(NamedTuple):
    """The shape of an object, and the corners of a polygon or polyline in drawing order."""

    kind: str
    shape: Solid
    points: tuple[Vec, ...] = ()


def outline(drawn: TiledObject, origin: Vec = (0.0, 0.0), is_turned: bool = True) -> Outline | None:
    """The outline of an object without a tile, moved by origin and, if is_turned, rotated; None for a text.

    Raises ValueError as shapes do.
    """
    x, y = drawn.coordinates.x + origin[0], drawn.coordinates.y + origin[1]
    w, h, angle = drawn.size.width, drawn.size.height, drawn.rotation if is_turned else 0.0
    match drawn:
        case Capsule():
            return Outline("capsule", _turned(_capsule(x, y, w, h), angle, (x, y)))
        case Rectangle():
            rect = collide2d.Rect(x, y, w, h, angle, pivot=(0, 0)) if angle else collide2d.Rect(x, y, w, h)
            return Outline("rectangle", rect)
        case Point():
            return Outline("point", collide2d.Point(x, y))
        case Ellipse():
            return Outline("ellipse", _turned(ellipse(x, y, w, h), angle, (x, y)))
        case Polygon() | Polyline():
            corners = [(x + p.x, y + p.y) for p in drawn.points]
            is_polygon = isinstance(drawn, Polygon)
            shape = _turned(_polygon(corners) if is_polygon else _line(corners), angle, (x, y))
            turned = tuple(_turned(collide2d.Point(p), angle, (x, y)).center for p in corners)
            return Outline("polygon" if is_polygon else "polyline", shape, turned)
    return None


def _turned(shape: S, angle: float, about: Vec) -> S:
    turned: Any = shape.rotate(angle, about) if angle else shape
    found: S = turned
    return found


def _capsule(x: float, y: float, w: float, h: float) -> Shape:
    r = min(w, h) / 2
    if w == h:
        return collide2d.Circle(x + r, y + r, r)
    return collide2d.Capsule(x + r, y + r, x + w - r, y + h - r, r)


def ellipse(x: float, y: float, w: float, h: float) -> Shape:
    """The ellipse in a rectangle: a circle in a square, else a polygon of 32 points of the ellipse, including its
    extremes.
    """
    if w == h:
        return collide2d.Circle(x + w / 2, y + h / 2, w / 2)
    if min(w, h) == 0:
        return collide2d.Segment(x, y, x + w, y + h)
    if min(w, h) < 0:
        raise ValueError(f"width and height must be >= 0, got {w:g} and {h:g}")
    return collide2d.Polygon.hull([(x + w / 2 * (1 + u), y + h / 2 * (1 + v)) for u, v in _ON_CIRCLE])


# Rotated by collide2d's own sine, so that every platform gets the same corners.
_ON_CIRCLE = [collide2d.Point(1, 0).rotate(360 / CORNERS * i, (0, 0)).center for i in range(CORNERS)]


def _polygon(corners: list[Vec]) -> Solid:
    """The shape of a polygon: a body if it is concave, of its edges if it has no area."""
    hull = collide2d.Polygon.hull(corners)
    if len(hull.vertices) <= 2:
        return hull
    try:
        return collide2d.Polygon(corners)
    except ValueError:
        pieces = collide2d.decompose(corners)
        return collide2d.Body(pieces) if pieces else _line([*corners, corners[0]])


def _line(corners: list[Vec]) -> Solid:
    """The shape of a line through points: a chain if it has several parts."""
    points = [p for i, p in enumerate(corners) if i == 0 or p != corners[i - 1]]
    if len(points) == 1:
        return collide2d.Point(points[0])
    return collide2d.Segment(points[0], points[1]) if len(points) == 2 else collide2d.Chain(points)


# ---- tiles -----------------------------------------------------------------------------------------------------------


class Axis(NamedTuple):
    """From a tile's pixels to a map's, along one axis of the map: start + scale * u, where u is x, or y if swapped.

    The offset of the layer is added last, so whole numbers stay whole until then.
    """

    start: float
    scale: float
    swapped: bool
    offset: float

    def of(self, x: float, y: float) -> float:
        return self.offset + (self.start + self.scale * (y if self.swapped else x))


class Placement(NamedTuple):
    """The map from a tile's pixels to a map's."""

    x: Axis
    y: Axis

    def of(self, point: Vec) -> Vec:
        return (self.x.of(*point), self.y.of(*point))

    def at(self, dx: float, dy: float) -> Placement:
        """This placement, moved by an offset."""
        return Placement(self.x._replace(start=self.x.start + dx), self.y._replace(start=self.y.start + dy))

    @property
    def is_upright(self) -> bool:
        """Whether upright rectangles stay upright."""
        return True

    @property
    def is_shift(self) -> bool:
        """Whether it only moves, without scaling, mirroring or rotating."""
        return self.x.scale == self.y.scale == 1 and not self.x.swapped

    @property
    def is_similar(self) -> bool:
        """Whether circles stay circles."""
        return abs(self.x.scale) == abs(self.y.scale)


class PointMap(Protocol):
    """An affine map of points, with what it does to shapes."""

    @property
    def is_upright(self) -> bool: ...
    @property
    def is_shift(self) -> bool: ...
    def of(self, point: Vec) -> Vec: ...


def placement(tile: Vec, box: tuple[float, float, float, float], gid: int, offset: Vec, fit: bool) -> Placement:
    """The placement of a tile of this size into a box (left, bottom, width, height), given as before a diagonal flip.

    A diagonal flip swaps the width and height of the box; its left and bottom stay. fit keeps the tile's proportions
    and centres it in the box. offset is added last.
    """
    left, bottom, width, height = box
    scales = (width / tile[0] if tile[0] else 1.0, height / tile[1] if tile[1] else 1.0)
    if fit:
        scales = (min(scales),) * 2
    size = (scales[0] * tile[0], scales[1] * tile[1])
    if gid & DIAGONAL:
        scales, size, width, height = scales[::-1], size[::-1], height, width
    left, top = left + (width - size[0]) / 2, bottom - height + (height - size[1]) / 2
    swapped = bool(gid & DIAGONAL)
    return Placement(
        _axis(left, size[0], scales[0], bool(gid & HORIZONTAL), swapped, offset[0]),
        _axis(top, size[1], scales[1], bool(gid & VERTICAL), not swapped, offset[1]),
    )


def _axis(start: float, size: float, scale: float, flipped: bool, swapped: bool, offset: float) -> Axis:
    return Axis(start + size, -scale, swapped, offset) if flipped else Axis(start, scale, swapped, offset)


def placed(shape: Solid, where: PointMap) -> Solid:
    """The image of a shape. A shape that is no longer a circle, capsule or rectangle becomes a polygon."""
    if isinstance(shape, collide2d.Body):
        return collide2d.Body([placed(piece, where) for piece in shape])  # corners that pieces share stay shared
    if isinstance(shape, collide2d.Rect) and shape.angle % 90 == 0 and where.is_upright:
        xs, ys = zip(*map(where.of, shape.vertices), strict=True)
        return collide2d.Rect.from_corners(min(xs), min(ys), max(xs), max(ys))
    if isinstance(shape, collide2d.Rect) and where.is_shift:
        return shape.move(where.of((0.0, 0.0)))
    if isinstance(shape, (collide2d.Circle, collide2d.Capsule)):
        return _placed_round(shape, where)
    corners = [*map(where.of, shape.vertices)]
    if isinstance(shape, (collide2d.Point, collide2d.Segment)):
        return collide2d.Segment(*corners) if len(corners) == 2 else collide2d.Point(corners[0])
    return collide2d.Polygon.hull(corners)


def _placed_round(shape: collide2d.Circle | collide2d.Capsule, where: PointMap) -> Shape:
    core = [where.of(corner) for corner in shape.vertices]
    if isinstance(where, Placement) and where.is_similar:
        r = shape.radius * abs(where.x.scale)
        return collide2d.Circle(core[0], r) if len(core) == 1 else collide2d.Capsule(core[0], core[1], r)
    r = shape.radius
    rim = [where.of((x + r * u, y + r * v)) for x, y in shape.vertices for u, v in _ON_CIRCLE]
    return collide2d.Polygon.hull(rim)
