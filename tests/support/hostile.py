"""Hostile arguments: objects that raise, lie about their length, change while being read, or contain themselves."""

from __future__ import annotations

import decimal
import fractions
import math
import random
from collections.abc import Callable, Iterator
from typing import Any

from collide2d import Circle, Contact, Hit, Point, Polygon, Rect, RoundRect, Segment


class HostileError(Exception):
    """Raised by hostile objects, to distinguish it from errors of the package."""


class RaisesInFloat:
    def __float__(self) -> float:
        raise HostileError


class FloatIsText:
    def __float__(self) -> float:
        return "1.0"  # type: ignore[return-value]


class RaisesInIndex:
    def __index__(self) -> int:
        raise HostileError


class ShapeRaises:
    @property
    def shape(self) -> object:
        raise HostileError


class ShapeIsItself:
    @property
    def shape(self) -> ShapeIsItself:
        return self


class ShapeIsDeep:
    """Its shape has a shape, of which the package must follow only the first."""

    @property
    def shape(self) -> object:
        return Sprite(Circle(0, 0, 1))


class Sprite:
    def __init__(self, shape: Any) -> None:
        self.shape = shape


class ShapeIsFresh:
    """Only the caller holds a reference to the returned object."""

    @property
    def shape(self) -> object:
        return Polygon([(math.cos(k), math.sin(k)) for k in range(6)][:3])


class HasEverything:
    """Any attribute is another such object."""

    def __getattr__(self, name: str) -> object:
        return HasEverything()


class RaisesForEverything:
    def __getattr__(self, name: str) -> object:
        raise HostileError


class RaisesForEverythingAtAll:
    def __getattribute__(self, name: str) -> object:
        raise HostileError


class GeometryRaises:
    @property
    def __geo_interface__(self) -> object:
        raise HostileError


class GeometryIsItself:
    @property
    def __geo_interface__(self) -> object:
        return self


class GeometryOfItself:
    """A collection that contains itself."""

    @property
    def __geo_interface__(self) -> object:
        return {"type": "GeometryCollection", "geometries": [self]}


class GeometryOfHostiles:
    @property
    def __geo_interface__(self) -> object:
        return {"type": "Polygon", "coordinates": [[(0, 0), (RaisesInFloat(), 0), (0, 1)]]}


class RectOfText:
    x, y, w, h = "0", "0", "1", "1"


class RectThatRaises:
    x, y, w, h = 0, 0, 1, RaisesInFloat()


FIVE_ONES = (1.0,) * 5  # an end: since 3.14 Python reads a sequence without asking for its length


class LengthRaises:
    def __len__(self) -> int:
        raise HostileError

    def __getitem__(self, i: int) -> float:
        return FIVE_ONES[i]


class LengthLies:
    def __len__(self) -> int:
        return 2

    def __getitem__(self, i: int) -> float:
        raise IndexError


class LengthIsNegative:
    def __len__(self) -> int:
        return -1

    def __getitem__(self, i: int) -> float:
        return FIVE_ONES[i]


class ItemRaises:
    def __len__(self) -> int:
        return 2

    def __getitem__(self, i: int) -> float:
        raise HostileError


class Shrinks(list[object]):
    """A list that loses its items while they are read."""

    def __getitem__(self, i: Any) -> Any:
        item = super().__getitem__(i)
        self.clear()
        return item


class ClearsItsList:
    """A number in a list that empties the list when it is read."""

    def __init__(self, owner: list[object]) -> None:
        self.owner = owner

    def __float__(self) -> float:
        self.owner.clear()
        return 1.0


class EndlessText(str):
    pass


class OddFloat(float):
    def __float__(self) -> float:
        raise HostileError


class OddInt(int):
    def __float__(self) -> float:
        raise HostileError


class IteratorThatRaises:
    def __iter__(self) -> Iterator[tuple[float, float]]:
        yield 0, 0
        raise HostileError


def _clearing_list() -> list[object]:
    points: list[object] = [0, 0]
    points[0] = ClearsItsList(points)
    return points


def _self_containing() -> list[object]:
    points: list[object] = []
    points += [points, points]
    return points


def _clearing_points() -> list[object]:
    points: list[object] = []
    points += [(ClearsItsList(points), 0), (1, 0), (0, 1)]
    return points


# Each makes a new value: some are used up by being read.
HOSTILE: list[Callable[[], Any]] = [
    *(cls for cls in (RaisesInFloat, FloatIsText, RaisesInIndex, ShapeRaises, ShapeIsItself, ShapeIsDeep)),
    *(cls for cls in (ShapeIsFresh, HasEverything, RaisesForEverything, RaisesForEverythingAtAll, RectOfText)),
    *(cls for cls in (GeometryRaises, GeometryIsItself, GeometryOfItself, GeometryOfHostiles)),
    *(cls for cls in (RectThatRaises, LengthRaises, LengthLies, LengthIsNegative, ItemRaises, IteratorThatRaises)),
    lambda: Shrinks([1, 2]),
    lambda: Shrinks([(0, 0), (1, 0), (0, 1)]),
    lambda: Sprite(None),
    lambda: Sprite((0, 0)),
    lambda: Sprite(Circle),
    lambda: EndlessText("ab"),
    lambda: OddFloat(1),
    lambda: OddInt(1),
    _clearing_list, _self_containing, _clearing_points,
    object, dict, set, list, tuple, lambda: None, lambda: ..., lambda: NotImplemented,
    lambda: "12", lambda: "", lambda: b"12", lambda: bytearray(b"12"), lambda: memoryview(b"12"),
    lambda: 1j, lambda: 10**400, lambda: -(10**400), lambda: 2**1023, lambda: True,
    lambda: math.nan, lambda: math.inf, lambda: -math.inf, lambda: 1e61, lambda: -1e61, lambda: 1e60, lambda: -0.0,
    lambda: 5e-324, lambda: 1e-45, lambda: 1e308,
    lambda: decimal.Decimal("0.1"), lambda: decimal.Decimal("sNaN"), lambda: decimal.Decimal("1e999"),
    lambda: fractions.Fraction(1, 3), lambda: fractions.Fraction(10**400),
    lambda: (1, 2), lambda: [1, 2], lambda: (1, "2"), lambda: (1,), lambda: (1, 2, 3), lambda: (1, 2, 3, 4),
    lambda: [(0, 0), (1, 0), (0, 1)], lambda: [(0, 0), (4, 0), (1, 1), (0, 4)], lambda: [(0, 0), (1,)],
    lambda: [(0, 0), (math.nan, 0)], lambda: [(0, 0), 5], lambda: iter([(0, 0), (1, 0), (0, 1)]), lambda: range(2),
    lambda: {1: 2, 3: 4}, lambda: {"kind": "circle", "x": 1, "y": 2, "r": 3},
    lambda: {"kind": "roundrect", "core": {"kind": "rect"}, "r": 1},
    lambda: Circle, lambda: Rect, lambda: Circle(0, 0, 1), lambda: Rect(0, 0, 4, 2, 30),
    lambda: RoundRect(0, 0, 4, 2, 1),
    lambda: Point(1, 2), lambda: Segment(0, 0, 1, 1), lambda: Polygon([(k, k * k) for k in range(9)], 1),
    lambda: Contact((1, 0), 1, [(0, 0)]), lambda: Hit(0, (0, 0), (1, 0), 1), lambda: Circle.__new__,
    lambda: Circle(0, 0, 1).collides,
]  # fmt: skip


def hostile_value(rng: random.Random) -> Any:
    """A hostile object or a plain small number, with equal odds, so that calls get past their first argument."""
    if rng.random() < 0.5:
        return rng.choice((0, 1, 2, -1, 0.5, 3, 4.0, 30))
    return rng.choice(HOSTILE)()
