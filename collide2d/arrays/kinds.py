"""The arrays of each kind of shape. What rows of rectangles hold is their `anchor`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import collide2d
from collide2d import _core
from collide2d.arrays.polygons import Polygons
from collide2d.arrays.shape_array import ShapeArray


class Points(ShapeArray):
    """Points from an array (..., 2): x, y.

    >>> Points([[1, 2], [3, 4]])[1]
    Point(3.0, 4.0)
    """

    __slots__ = ()
    kind = "point"
    _scalar = collide2d.Point
    _columns = collide2d.Point.__match_args__


class Circles(ShapeArray):
    """Circles from an array (..., 3): x, y, r >= 0.

    >>> Circles([[0, 0, 1], [1, 0, -1]])
    Traceback (most recent call last):
    ValueError: Circles: r must be >= 0, got -1.0 at index 1
    """

    __slots__ = ()
    kind = "circle"
    _scalar = collide2d.Circle
    _columns = collide2d.Circle.__match_args__


class Segments(ShapeArray):
    """Segments from an array (..., 4): ax, ay, bx, by.

    >>> Segments([[0, 0, 3, 4]])[0].length
    5.0
    """

    __slots__ = ()
    kind = "segment"
    _scalar = collide2d.Segment
    _columns = collide2d.Segment.__match_args__


class Capsules(ShapeArray):
    """Capsules from an array (..., 5): ax, ay, bx, by, r >= 0.

    >>> Capsules([[0, 0, 3, 0, 1]]).collides((4, 0)).tolist()
    [True]
    """

    __slots__ = ()
    kind = "capsule"
    _scalar = collide2d.Capsule
    _columns = collide2d.Capsule.__match_args__


# How a rectangle is defined, in the words of error messages.
_HELD = {
    "topleft": "by its top-left corner", "center": "by its centre", "corners": "by two corners",
    "around": "by the centre of its core", "core": "by the top-left corner of its core", "pivot": "by its pivot",
}  # fmt: skip


class _Rectangles(ShapeArray):
    """The base of both arrays of rectangles."""

    __slots__ = ()
    _anchors: ClassVar[dict[str, Callable[..., Any]]]

    @classmethod
    def _made(cls, anchor: str) -> Callable[..., Any]:
        return cls._anchors[anchor]

    @classmethod
    def _layout(cls, shapes: list[Any], rounded: bool) -> tuple[str, int]:
        held = {i: _core._rect_numbers(shape)[0] for i, shape in enumerate(shapes) if shape is not None}
        kinds = set(held.values()) or {"topleft"}
        if kinds in ({"topleft", "corners"}, {"core", "corners"}):
            for anchor in sorted(kinds, reverse=True):
                if all(cls._is_same(shapes[i], anchor) for i, kind in held.items() if kind != anchor):
                    kinds = {anchor}
                    break
        if len(kinds) == 1 and kinds <= cls._anchors.keys():
            (anchor,) = kinds
        elif rounded:
            upright = cls.kind == "rect" and all(shapes[i].angle == 0 for i in held)
            anchor = "corners" if upright else cls._by_center
        else:
            raise ValueError(f"{cls.__name__}.from_shapes: {cls._refusal(held)}; rounded=True rounds them to rows")
        return anchor, len(cls._columns) - (anchor == "corners")

    @classmethod
    def _refusal(cls, held: dict[int, str]) -> str:
        first = next(iter(held))
        for i, kind in held.items():
            if kind not in cls._anchors:
                return f"shapes[{i}] is defined {_HELD[kind]}, which rows cannot hold"
            if kind != held[first]:
                return f"shapes[{i}] is defined {_HELD[kind]}, shapes[{first}] {_HELD[held[first]]}"
        raise AssertionError("there are rows for these")

    @classmethod
    def _is_same(cls, shape: Any, anchor: str) -> bool:
        """Whether a rectangle has the same vertices in another form, such as top-left corner and size, or two corners.

        That is so for a rectangle defined by two corners whose `repr` or `to_dict` was short. Verbs and moves then give
        the same answers for both forms.
        """
        if shape.angle != 0:
            return False
        try:
            other = cls._made(anchor)(*cls._row(shape, anchor))
        except ValueError:
            return False
        return bool(other == shape and other.vertices == shape.vertices)

    @classmethod
    def _row(cls, shape: Any, anchor: str) -> tuple[float, ...]:
        kind, at, r, angle, core = _core._rect_numbers(shape)
        if anchor == "corners":
            xs, ys = zip(*shape.vertices, strict=True)
            corners = at if kind == "corners" else (min(xs), min(ys), max(xs), max(ys))
            return (*corners, r) if cls.kind == "roundrect" else corners
        if kind != anchor:
            outer = (shape.x, shape.y, shape.w, shape.h)
            size = core if anchor in ("around", "core") else outer[2:]
            corner = shape.vertices[0] if anchor == "core" else outer[:2]
            at = (*shape.center, *size) if anchor in ("center", "around") else (*corner, *size)
        return (*at, r, angle) if cls.kind == "roundrect" else (*at, angle)

    _by_center: ClassVar[str]


class Rects(_Rectangles):
    """Rectangles from an array (..., 4) or (..., 5): x, y, w, h and the angle, in degrees, about the centre.

    anchor gives the meaning of the first four numbers: "topleft" x, y, w, h; "center" cx, cy, w, h, like
    `Rect.centered`; "corners" x1, y1, x2, y2, like `Rect.from_corners`, without an angle.

    >>> Rects([[0, 0, 4, 2], [4, 0, 1, 1]]).touches(Rect(4, 1, 2, 2)).tolist()
    [True, True]
    >>> Rects([[0, 0, 4, 2]], anchor="corners")[0], Rects([[0, 0, 4, 2, 90]], anchor="center")[0]
    (Rect(0.0, 0.0, 4.0, 2.0), Rect.centered(0.0, 0.0, 4.0, 2.0, 90.0))
    """

    __slots__ = ()
    kind = "rect"
    _scalar = collide2d.Rect
    _columns = collide2d.Rect.__match_args__
    _anchors: ClassVar[dict[str, Callable[..., Any]]] = {
        "topleft": collide2d.Rect, "center": collide2d.Rect.centered, "corners": collide2d.Rect.from_corners,
    }  # fmt: skip
    _by_center = "center"


def _grown_from_corners(x1: float, y1: float, x2: float, y2: float, r: float) -> Any:
    return collide2d.Rect.from_corners(x1, y1, x2, y2).grow(r)


def _grown_from_topleft(x: float, y: float, w: float, h: float, r: float, angle: float = 0.0) -> Any:
    """Rect(x, y, w, h).grow(r), turned afterwards. It may be in the domain only because it is turned."""
    return _core._restore_rect(True, 0, True, False, x, y, w, h, 0.0, 0.0, angle, r)


class RoundRects(_Rectangles):
    """Rounded rectangles from an array (..., 5) or (..., 6): x, y, w, h, r and the angle, in degrees, about the centre.

    The size is the outer one; r is at most half the smaller side. anchor gives the meaning of the first four numbers:
    "topleft" x, y, w, h; "center" cx, cy, w, h, like `RoundRect.centered`; "around" cx, cy, inner_w, inner_h, like
    `RoundRect.around`; "core" x, y, inner_w, inner_h, like `Rect(x, y, inner_w, inner_h).grow(r)`; "corners" x1, y1,
    x2, y2, the corners of the core, like `Rect.from_corners(x1, y1, x2, y2).grow(r)`, without an angle.

    >>> RoundRects([[0, 0, 6, 4, 1]]).vertices.tolist()
    [[[1.0, 1.0], [5.0, 1.0], [5.0, 3.0], [1.0, 3.0]]]
    """

    __slots__ = ()
    kind = "roundrect"
    _scalar = collide2d.RoundRect
    _columns = collide2d.RoundRect.__match_args__
    _anchors: ClassVar[dict[str, Callable[..., Any]]] = {
        "topleft": collide2d.RoundRect, "center": collide2d.RoundRect.centered, "corners": _grown_from_corners,
        "around": collide2d.RoundRect.around, "core": _grown_from_topleft,
    }  # fmt: skip
    _by_center = "around"


Points._grown, Segments._grown, Rects._grown = Circles, Capsules, RoundRects
Points._swept, Circles._swept = Segments, Capsules

ARRAY_TYPES: dict[type, type[ShapeArray]] = {
    kind._scalar: kind for kind in (Points, Circles, Segments, Capsules, Rects, RoundRects, Polygons)
}
"""The arrays of each kind of single shape."""
