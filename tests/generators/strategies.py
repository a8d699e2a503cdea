"""Pairs of shapes and casts that are hard for collision code, grouped by regime: constructed exact touches, touches
that are off by an ulp, and degenerate, nested, sliver, far, tiny and huge shapes.

A shape is drawn as a `Recipe`: plain numbers that `build` passes to any module with the constructors of collide2d, so
the package and its reference get equal shapes. Every generator draws from a `Source`. With hypothesis as the source, a
generator is a strategy that shrinks; with a seeded random number generator it is fast enough for a million pairs.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from hypothesis import strategies as st

import collide2d

KINDS = ("point", "circle", "segment", "capsule", "rect", "roundrect", "polygon")
ROUND_KINDS = ("circle", "capsule", "roundrect", "polygon")
KIND_PAIRS = [(a, b) for i, a in enumerate(KINDS) for b in KINDS[i:]]

GRAIN = 2.0**-200
LIMIT = 1e60

T = TypeVar("T")
Vec: TypeAlias = tuple[float, float]


# ---- recipes ---------------------------------------------------------------------------------------------------------


class Recipe(NamedTuple):
    """The name of a constructor and its arguments as plain numbers."""

    make: str
    numbers: tuple[float, ...]


RecipePair: TypeAlias = tuple[Recipe, Recipe]


def _points(numbers: Sequence[float]) -> list[Vec]:
    return list(zip(numbers[0:-1:2], numbers[1::2], strict=True))


# How to call each constructor. The last number of a polygon is its radius.
_MAKERS: dict[str, Callable[[Any, tuple[float, ...]], Any]] = {
    "Point": lambda m, v: m.Point(*v),
    "Circle": lambda m, v: m.Circle(*v),
    "Segment": lambda m, v: m.Segment(*v),
    "Capsule": lambda m, v: m.Capsule(*v),
    "Rect": lambda m, v: m.Rect(*v),
    "Rect.pivot": lambda m, v: m.Rect(*v[:5], pivot=v[5:]),
    "Rect.centered": lambda m, v: m.Rect.centered(*v),
    "Rect.from_corners": lambda m, v: m.Rect.from_corners(*v),
    "Rect.pivoted": lambda m, v: m.Rect.pivoted(*v[:4], v[4:6], v[6]),
    "Rect.grow": lambda m, v: m.Rect(*v[:4]).grow(v[4]),
    "RoundRect": lambda m, v: m.RoundRect(*v),
    "RoundRect.pivot": lambda m, v: m.RoundRect(*v[:6], pivot=v[6:]),
    "RoundRect.centered": lambda m, v: m.RoundRect.centered(*v),
    "RoundRect.around": lambda m, v: m.RoundRect.around(*v),
    "Polygon": lambda m, v: m.Polygon(_points(v), v[-1]),
    "Polygon.hull": lambda m, v: m.Polygon.hull(_points(v), v[-1]),
}

# The indices of the numbers of each constructor that must not be negative. In a rounded rectangle given by its outer
# size, a nudge may only lengthen the sides and only shorten the radius, which must not exceed half a side.
_SIZES: dict[str, tuple[int, ...]] = {
    "Circle": (2,), "Capsule": (4,), "Polygon": (-1,), "Polygon.hull": (-1,), "Rect": (2, 3), "Rect.pivot": (2, 3),
    "Rect.centered": (2, 3), "Rect.pivoted": (2, 3), "Rect.grow": (2, 3, 4), "RoundRect.around": (2, 3, 4),
    "RoundRect": (2, 3, 4), "RoundRect.pivot": (2, 3, 4), "RoundRect.centered": (2, 3, 4),
}  # fmt: skip
_OUTER = ("RoundRect", "RoundRect.pivot", "RoundRect.centered")


def build(module: Any, recipe: Recipe) -> Any:
    """The shape that `module`, which is collide2d or collide2d.reference, makes from a recipe."""
    return _MAKERS[recipe.make](module, recipe.numbers)


def nudged(recipe: Recipe, place: int, steps: int) -> Recipe:
    """The recipe with the number at `place` moved by `steps` floats, or by `steps` grains of the domain if it is 0."""
    value, numbers = recipe.numbers[place], list(recipe.numbers)
    is_size = place in _SIZES.get(recipe.make, ()) or place - len(numbers) in _SIZES.get(recipe.make, ())
    if recipe.make in _OUTER and is_size:
        steps = -abs(steps) if place == 4 else abs(steps)
    if recipe.make == "Polygon":
        recipe = recipe._replace(make="Polygon.hull")  # moving a corner may make it reflex
    if is_size and value == 0 and recipe.make not in _OUTER:
        steps = abs(steps)
    for _ in range(abs(steps)):
        value = value + math.copysign(GRAIN, steps) if abs(value) <= GRAIN else math.nextafter(value, steps * math.inf)
    numbers[place] = max(0.0 if is_size else -LIMIT, min(LIMIT, value))
    return recipe._replace(numbers=tuple(numbers))


# ---- sources ---------------------------------------------------------------------------------------------------------


class Source(Protocol):
    """A source of choices. Smaller numbers stand for simpler choices."""

    def integer(self, low: int, high: int) -> int: ...


class Seeded:
    """Choices from a seeded random number generator."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def integer(self, low: int, high: int) -> int:
        return low + int(self._random() * (high - low + 1))


class Drawn:
    """Choices from hypothesis."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))


def choice(source: Source, options: Sequence[T]) -> T:
    return options[source.integer(0, len(options) - 1)]


def one_in(source: Source, n: int) -> bool:
    return source.integer(1, n) == n


# ---- single shapes ---------------------------------------------------------------------------------------------------


class Scale(NamedTuple):
    """The numbers of a regime: coordinates are (middle + k) * unit with |k| <= reach, and sizes are k * unit."""

    unit: float
    reach: int
    middle: int = 0

    def number(self, source: Source) -> float:
        return (self.middle + source.integer(-self.reach, self.reach)) * self.unit

    def size(self, source: Source) -> float:
        return 0.0 if one_in(source, 8) else source.integer(1, self.reach) * self.unit


QUARTERS = Scale(0.25, 16)
REALS = Scale(2.0**-50, 2**53)


def angle(source: Source) -> float:
    """An angle in degrees: zero, quarter turns, common angles, tenths of a degree, any angle, near quarter turns."""
    return [
        lambda: 0.0,
        lambda: 90.0 * source.integer(-3, 3),
        lambda: choice(source, [30.0, 45.0, 60.0, 120.0, 135.0, 720.0]),
        lambda: source.integer(-3600, 3600) / 10,
        lambda: source.integer(-(2**53), 2**53) / 2.0**44,
        lambda: 90.0 * source.integer(0, 3) + math.ldexp(source.integer(-9, 9), -source.integer(20, 70)),
    ][source.integer(0, 5)]()


def anywhere(source: Source, kind: str, scale: Scale) -> Recipe:
    """Any shape of a kind, made by any of its constructors."""
    x, y = scale.number(source), scale.number(source)
    if kind == "point":
        return Recipe("Point", (x, y))
    if kind == "circle":
        return Recipe("Circle", (x, y, scale.size(source)))
    if kind in ("segment", "capsule"):
        end = (x, y) if one_in(source, 8) else (scale.number(source), scale.number(source))
        return (
            Recipe("Segment", (x, y, *end))
            if kind == "segment"
            else Recipe("Capsule", (x, y, *end, scale.size(source)))
        )
    if kind == "polygon":
        corners = [c for _ in range(source.integer(1, 7)) for c in (scale.number(source), scale.number(source))]
        return Recipe("Polygon.hull", (*corners, scale.size(source) if one_in(source, 2) else 0.0))
    w, h = scale.size(source), scale.size(source)
    if kind == "rect":
        make = choice(source, ["Rect", "Rect.from_corners", "Rect.centered", "Rect.pivot", "Rect.pivoted"])
        if make == "Rect.from_corners":
            return Recipe(make, (x, y, scale.number(source), scale.number(source)))
        if make == "Rect.pivoted":
            return Recipe(make, (x, y, w, h, *_offset(source, scale), angle(source)))
        return Recipe(make, (x, y, w, h, angle(source), *(_offset(source, scale) if make == "Rect.pivot" else ())))
    make = choice(source, ["RoundRect", "RoundRect.around", "RoundRect.centered", "RoundRect.pivot", "Rect.grow"])
    if make == "Rect.grow":
        return Recipe(make, (x, y, w, h, scale.size(source)))
    r = scale.size(source) if make == "RoundRect.around" else min(w, h) / 2 * source.integer(0, 4) / 4
    return Recipe(make, (x, y, w, h, r, angle(source), *(_offset(source, scale) if make == "RoundRect.pivot" else ())))


def _offset(source: Source, scale: Scale) -> Vec:
    return source.integer(-scale.reach, scale.reach) * scale.unit, source.integer(
        -scale.reach, scale.reach
    ) * scale.unit


def supported(source: Source, kind: str, v: Vec, n: Vec, r: float, scale: Scale) -> Recipe:
    """A shape of a kind, with radius r if the kind has one, whose core contains v and no point farther in direction n.

    The shape is exact if v, n and r are small multiples of powers of two; otherwise rounding may move it.
    """
    if kind == "point":
        return Recipe("Point", v)
    if kind == "circle":
        return Recipe("Circle", (*v, r))
    if kind in ("segment", "capsule"):
        ends = _supported_segment(source, v, n, scale)
        return Recipe("Segment", ends) if kind == "segment" else Recipe("Capsule", (*ends, r))
    if kind == "polygon":
        corners = [*v]
        for _ in range(source.integer(0, 5)):
            d = _inward(source, n, scale)
            corners += [v[0] + d[0], v[1] + d[1]]
        return Recipe("Polygon.hull", (*corners, r))
    if one_in(source, 2):
        return _supported_turned(source, kind, v, n, r, scale)
    return _supported_straight(source, kind, v, n, r, scale)


def _inward(source: Source, n: Vec, scale: Scale) -> Vec:
    """A vector without a forward component along n; one in four is perpendicular to n."""
    if one_in(source, 4):
        k = source.integer(-3, 3) * scale.unit
        return -n[1] * k, n[0] * k
    x, y = _offset(source, scale)
    return (x, y) if x * n[0] + y * n[1] <= 0 else (-x, -y)


def _supported_segment(source: Source, v: Vec, n: Vec, scale: Scale) -> tuple[float, float, float, float]:
    d = _inward(source, n, scale)
    if one_in(source, 4):  # v within the segment
        d = (-n[1] * scale.unit * 2, n[0] * scale.unit * 2)
        return v[0] - d[0], v[1] - d[1], v[0] + d[0], v[1] + d[1]
    return v[0], v[1], v[0] + d[0], v[1] + d[1]


def _supported_straight(source: Source, kind: str, v: Vec, n: Vec, r: float, scale: Scale) -> Recipe:
    w, h = (2 * scale.size(source) for _ in range(2))

    def low(at: float, along: float, side: float) -> float:
        """The lower end of a side that ends at `at` in the direction of `along`, or contains `at` if `along` is 0."""
        if along == 0:
            return at - min(side, source.integer(0, scale.reach) * scale.unit)
        return at - side if along > 0 else at

    x, y = low(v[0], n[0], w), low(v[1], n[1], h)
    if kind == "rect":
        return choice(source, [Recipe("Rect", (x, y, w, h)), Recipe("Rect.from_corners", (x, y, x + w, y + h))])
    return choice(source, [
        Recipe("RoundRect.around", (x + w / 2, y + h / 2, w, h, r)),
        Recipe("RoundRect", (x - r, y - r, w + 2 * r, h + 2 * r, r)),
        Recipe("Rect.grow", (x, y, w, h, r)),
    ])  # fmt: skip


def _supported_turned(source: Source, kind: str, v: Vec, n: Vec, r: float, scale: Scale) -> Recipe:
    """A rectangle turned about a corner of its core, which is exactly at v.

    The core lies within the right angle that starts at the rectangle's angle, so any angle from 90 to 180 degrees past
    n keeps the core behind v.
    """
    w, h = scale.size(source), scale.size(source)
    beyond = choice(source, [90.0, 180.0, 91.0 + source.integer(0, 88), 91.0 + source.integer(0, 2**44) * 2.0**-38])
    turned = math.degrees(math.atan2(n[1], n[0])) + beyond
    if n[0] and n[1] and beyond in (90.0, 180.0):
        turned += 1.0 if beyond == 90 else -1.0  # the side would be perpendicular to n only up to rounding
    if kind == "rect":
        return Recipe("Rect.pivoted", (*v, w, h, 0.0, 0.0, turned))
    return Recipe("RoundRect.pivot", (v[0] - r, v[1] - r, w + 2 * r, h + 2 * r, r, turned, r, r))


# ---- pairs, by regime ------------------------------------------------------------------------------------------------

_TRIPLES = [(1, 0, 1), (3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29)]
_SKEWED = [(1, 1), (1, 2), (3, 1), (2, 5), (7, 3)]


def _direction(source: Source, straight: bool) -> tuple[int, int, int]:
    """A direction in whole numbers and its length, which is whole if `straight`; otherwise the returned length is 1."""
    x, y, length = choice(source, _TRIPLES) if straight else (*choice(source, _SKEWED), 1)
    if one_in(source, 2):
        x, y = y, x
    return choice(source, (1, -1)) * x, choice(source, (1, -1)) * y, length


def exact_touch(
    source: Source, kind_a: str, kind_b: str, scale: Scale = QUARTERS, radii: int = 1, other: Scale | None = None
) -> RecipePair:  # fmt: skip
    """Two shapes that touch exactly.

    The cores lie on opposite sides of a strip as wide as the sum of the radii, and a vector across the strip, along a
    Pythagorean direction if a shape is round, connects a point of each. This covers shared corners, shared sides,
    tangents and collinear overlaps. Radii are multiples of `radii` units; `other` is the scale of the second shape.
    """
    return _touch(source, kind_a, kind_b, scale, radii, other)[0]


def _touch(
    source: Source, kind_a: str, kind_b: str, scale: Scale = QUARTERS, radii: int = 1, other: Scale | None = None
) -> tuple[RecipePair, Vec]:  # fmt: skip
    """An exact touch, and a normal in whole numbers of the line between the shapes, from the first to the second."""
    rounded = [radii > 0 and kind in ROUND_KINDS and not one_in(source, 8) for kind in (kind_a, kind_b)]
    x, y, length = _direction(source, any(rounded) or one_in(source, 2))
    total = length * source.integer(1, 4) * radii if any(rounded) else 0
    share = source.integer(0, total) if all(rounded) else total * rounded[0]
    v = (scale.number(source), scale.number(source))
    w = (v[0] + total // length * x * scale.unit, v[1] + total // length * y * scale.unit)
    pair = (
        supported(source, kind_a, v, (x, y), share * scale.unit, scale),
        supported(source, kind_b, w, (-x, -y), (total - share) * scale.unit, other or scale),
    )
    return pair, (x, y)


def kicked(source: Source, pair: RecipePair) -> RecipePair:
    """The pair with one number of one shape moved by one to three ulps."""
    which = source.integer(0, 1)
    place = source.integer(0, len(pair[which].numbers) - 1)
    moved = nudged(pair[which], place, choice(source, (1, -1, 2, -2, 3, -3)))
    return (moved, pair[1]) if which == 0 else (pair[0], moved)


def kicked_touch(source: Source, kind_a: str, kind_b: str, scale: Scale = QUARTERS) -> RecipePair:
    """Exact touches with one number moved by one to three ulps."""
    return kicked(source, exact_touch(source, kind_a, kind_b, scale))


def near_touch(
    source: Source, kind_a: str, kind_b: str, scale: Scale = REALS, radii: int = 1, other: Scale | None = None
) -> RecipePair:  # fmt: skip
    """Any shape, and a second one placed against one of its corners or sides as exactly as rounding allows."""
    a = anywhere(source, kind_a, scale)
    if radii != 1:
        a = _inflated(a, radii * scale.size(source))
    shape = build(collide2d, a)
    corners: Sequence[Vec] = shape.vertices
    i = source.integer(0, len(corners) - 1)
    n = _outward(source, corners, i)
    v = corners[i]
    if len(corners) > 1 and one_in(source, 2):
        q, t = corners[(i + 1) % len(corners)], source.integer(0, 2**20) * 2.0**-20
        v = (v[0] + t * (q[0] - v[0]), v[1] + t * (q[1] - v[1]))
        n = _unit(q[1] - corners[i][1], corners[i][0] - q[0])
    r = radii * scale.size(source) if kind_b in ROUND_KINDS else 0.0
    gap = shape.radius + r
    w = (v[0] + gap * n[0], v[1] + gap * n[1])
    pair = a, supported(source, kind_b, w, (-n[0], -n[1]), r, other or scale)
    return kicked(source, pair) if one_in(source, 2) else pair


def _unit(x: float, y: float) -> Vec:
    length = math.hypot(x, y)
    return (x / length, y / length) if length else (1.0, 0.0)


def _outward(source: Source, corners: Sequence[Vec], i: int) -> Vec:
    """A direction in which corner i is the farthest: any for a single corner, else between its two edge normals."""
    if len(corners) == 1:
        turn = source.integer(0, 2**20) * math.tau / 2**20
        return math.cos(turn), math.sin(turn)
    p, q, o = corners[i], corners[(i + 1) % len(corners)], corners[i - 1]
    a, b = _unit(q[1] - p[1], p[0] - q[0]), _unit(p[1] - o[1], o[0] - p[0])
    t = source.integer(0, 16) / 16
    return _unit(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))


def lattice(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Shapes whose numbers are small multiples of a quarter, so that corners, sides and whole shapes often coincide."""
    return anywhere(source, kind_a, QUARTERS), anywhere(source, kind_b, QUARTERS)


def scattered(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Shapes whose coordinates are floats of full precision between -8 and 8."""
    return anywhere(source, kind_a, REALS), anywhere(source, kind_b, REALS)


def degenerate(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Shapes whose numbers are -1/4, 0 or 1/4, so that sizes vanish and points, sides and shapes coincide."""
    few = Scale(0.25, 1)
    return anywhere(source, kind_a, few), anywhere(source, kind_b, few)


def far(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Touches and near touches far from the origin, where few bits are left for the shape itself."""
    there = Scale(0.25, 16, source.integer(-1, 1) * 2 ** source.integer(20, 50) + source.integer(0, 9))
    return choice(source, [exact_touch, kicked_touch, near_touch])(source, kind_a, kind_b, there)


def tiny(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Touches and near touches at the fine end of the domain, from its grain, 2^-200, across the border at 2^-148."""
    exponent = choice(source, [-200, -199, -190, -152, -150, -149, -148, -147])
    return choice(source, [exact_touch, kicked_touch])(source, kind_a, kind_b, Scale(math.ldexp(1, exponent), 16))


def huge(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Touches and near touches at the coarse end of the domain."""
    exponent = source.integer(150, 188)
    return choice(source, [exact_touch, kicked_touch, near_touch])(
        source, kind_a, kind_b, Scale(math.ldexp(1, exponent), 16)
    )  # fmt: skip


_EDGE_NUMBERS = [0.0, GRAIN, -GRAIN, 2.0**-148, math.nextafter(2.0**-148, 0), 1e-60, 1.0, -1.0, 1e60, -1e60,
                 math.nextafter(1e60, 0), -math.nextafter(1e60, 0)]  # fmt: skip


def edges_of_domain(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Shapes whose numbers are at the limits of the domain, in any mixture."""

    def shape(kind: str) -> Recipe:
        x0, y0, x1, y1, x2, y2 = (choice(source, _EDGE_NUMBERS) for _ in range(6))
        r = abs(choice(source, _EDGE_NUMBERS))
        return {
            "point": Recipe("Point", (x0, y0)), "circle": Recipe("Circle", (x0, y0, r)),
            "segment": Recipe("Segment", (x0, y0, x1, y1)), "capsule": Recipe("Capsule", (x0, y0, x1, y1, r)),
            "rect": Recipe("Rect.from_corners", (x0, y0, x1, y1)),
            "roundrect": Recipe("RoundRect.around", (x0 / 4, y0 / 4, abs(x1), abs(y1), r)),
            "polygon": Recipe("Polygon.hull", (x0, y0, x1, y1, x2, y2, r)),
        }[kind]  # fmt: skip

    return shape(kind_a), shape(kind_b)


def nested(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Shapes around one point, some only a radius, some an ulp off: concentric, contained, equal or nearly equal."""
    scale = choice(source, [QUARTERS, REALS])
    at = (scale.number(source), scale.number(source))
    pair = []
    for kind in (kind_a, kind_b):
        w, h = (0.0, 0.0) if one_in(source, 3) else (scale.size(source), scale.size(source))
        r = 0.0 if one_in(source, 4) else scale.size(source)
        x0, y0, x1, y1 = at[0] - w / 2, at[1] - h / 2, at[0] + w / 2, at[1] + h / 2
        pair.append({
            "point": Recipe("Point", at), "circle": Recipe("Circle", (*at, r)),
            "segment": Recipe("Segment", (x0, y0, x1, y1)), "capsule": Recipe("Capsule", (x0, y0, x1, y1, r)),
            "rect": Recipe("Rect.centered", (*at, w, h, angle(source))),
            "roundrect": Recipe("RoundRect.around", (*at, w, h, r, angle(source))),
            "polygon": Recipe("Polygon.hull", (x0, y0, x1, y0, *at, x1, y1, x0, y1, r)),
        }[kind])  # fmt: skip
    if kind_a == kind_b and one_in(source, 3):
        pair[1] = pair[0]
    return kicked(source, (pair[0], pair[1])) if one_in(source, 2) else (pair[0], pair[1])


def centred(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Exact ties: symmetric shapes of small whole numbers around one point, upright or along a Pythagorean direction,
    so that several separating moves are equally short. Some are equal, or one is centred on a side or a corner of
    the other.
    """
    x, y = float(source.integer(-9, 9)), float(source.integer(-9, 9))
    axis = choice(source, [(1, 0), (1, 0), (3, 4), (1, 1), (-4, 3), (0, 1)])
    pair = [_symmetric(source, kind, x, y, axis) for kind in (kind_a, kind_b)]
    if kind_a == kind_b and one_in(source, 6):
        pair[1] = pair[0]
    if one_in(source, 4):
        corners = build(collide2d, pair[0]).vertices
        i = source.integer(0, len(corners) - 1)
        (px, py), (qx, qy) = corners[i], corners[i - source.integer(0, 1)]
        pair[1] = shifted(pair[1], ((px + qx) / 2 - x, (py + qy) / 2 - y))
    return pair[0], pair[1]


def _symmetric(source: Source, kind: str, x: float, y: float, axis: tuple[int, int]) -> Recipe:
    """A shape of a kind, symmetric about (x, y), with sides along `axis` or along the diagonals of its square."""
    w, h, r = (float(choice(source, (1, 1, 2, 3)) * size) for size in (2, 2, 1))
    u, v = axis if one_in(source, 2) else choice(source, [axis, (axis[0] - axis[1], axis[0] + axis[1])])
    along, across = (u * w, v * w), (-v * h, u * h)
    ends = (x - along[0], y - along[1], x + along[0], y + along[1])
    corners = [(x + i * along[0] + j * across[0], y + i * along[1] + j * across[1])
               for i, j in choice(source, [[(1, 1), (-1, 1), (-1, -1), (1, -1)], [(1, 0), (0, 1), (-1, 0), (0, -1)],
                                           [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)],
                                           [(2, 0), (-1, 1), (-1, -1)]])]  # fmt: skip
    return {
        "point": Recipe("Point", (x, y)), "circle": Recipe("Circle", (x, y, r)), "segment": Recipe("Segment", ends),
        "capsule": Recipe("Capsule", (*ends, r)), "rect": Recipe("Rect.centered", (x, y, w, h)),
        "roundrect": Recipe("RoundRect.around", (x, y, w, h, r)),
        "polygon": Recipe("Polygon.hull", (*(c for p in corners for c in p), r * source.integer(0, 1))),
    }[kind]  # fmt: skip


def deep(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Cores that touch or nearly touch, with radii so large that rounding the depth loses the distance of the cores,
    which decides the normal."""
    fine = Scale(math.ldexp(1, -source.integer(2, 60)), 16)
    pair = choice(source, [exact_touch, near_touch])(source, kind_a, kind_b, fine, 0)
    if one_in(source, 2):
        pair = kicked(source, pair)
    return _inflated(pair[0], source.integer(0, 3)), _inflated(pair[1], source.integer(0, 3))


def specks(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Tiny cores with large radii, which touch or nearly touch while the cores are many times their size apart."""
    fine = Scale(math.ldexp(1, -source.integer(10, 52)), 8)
    pair = choice(source, [exact_touch, near_touch])(source, kind_a, kind_b, fine, 2 ** source.integer(6, 44))
    return kicked(source, pair) if one_in(source, 2) else pair


def unequal(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Touches and near touches of a shape and a much smaller one, anywhere along the sides of the larger."""
    fine = Scale(math.ldexp(1, -source.integer(10, 44)), 16)
    if one_in(source, 2):
        first, second = choice(source, [exact_touch, near_touch])(source, kind_b, kind_a, other=fine)
        pair = second, first
    else:
        pair = choice(source, [exact_touch, near_touch])(source, kind_a, kind_b, other=fine)
    return kicked(source, pair) if one_in(source, 2) else pair


def nearly_parallel(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Upright shapes on a lattice, each turned or sheared by a tiny amount, so that several separating moves are almost
    equally short."""
    pair = []
    for kind in (kind_a, kind_b):
        little = math.ldexp(source.integer(-9, 9), -source.integer(20, 70))
        x, y, w, h, r = (QUARTERS.number(source) for _ in range(5))
        w, h, r = abs(w), abs(h), abs(r)
        corners = [(u, v + little * u) for u in (x, x + w) for v in (y, y + h)]
        pair.append({
            "point": Recipe("Point", corners[0]), "circle": Recipe("Circle", (*corners[0], r)),
            "segment": Recipe("Segment", (*corners[0], *corners[2])),
            "capsule": Recipe("Capsule", (*corners[0], *corners[2], r)),
            "rect": Recipe("Rect.centered", (x, y, w, h, 90.0 * source.integer(0, 3) + little)),
            "roundrect": Recipe("RoundRect.around", (x, y, w, h, r, 90.0 * source.integer(0, 3) + little)),
            "polygon": Recipe("Polygon.hull", (*(c for p in corners for c in p), r)),
        }[kind])  # fmt: skip
    return pair[0], pair[1]


# The index of the radius, for each constructor whose other numbers describe the core.
_RADIUS = {"Circle": 2, "Capsule": 4, "RoundRect.around": 4, "Rect.grow": 4, "Polygon.hull": -1}


def _inflated(recipe: Recipe, r: float) -> Recipe:
    if recipe.make not in _RADIUS:
        return recipe
    numbers = list(recipe.numbers)
    numbers[_RADIUS[recipe.make]] = float(r)
    return recipe._replace(numbers=tuple(numbers))


def sliver(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """Long, almost flat shapes at any angle, beside or across each other; their rounded corners may not be convex."""
    x, y, turned = REALS.number(source), REALS.number(source), angle(source)
    pair = []
    for kind in (kind_a, kind_b):
        length, thin = REALS.size(source), math.ldexp(source.integer(0, 9), -source.integer(45, 60))
        dx, dy = math.cos(math.radians(turned)) * length, math.sin(math.radians(turned)) * length
        pair.append({
            "point": Recipe("Point", (x + dx * 0.5, y + dy * 0.5)), "circle": Recipe("Circle", (x, y, thin)),
            "segment": Recipe("Segment", (x, y, x + dx, y + dy)),
            "capsule": Recipe("Capsule", (x, y, x + dx, y + dy, thin)),
            "rect": Recipe("Rect.pivoted", (x, y, length, thin, 0.0, 0.0, turned)),
            "roundrect": Recipe("RoundRect.around", (x, y, length, thin, thin, turned)),
            "polygon": Recipe("Polygon.hull", (x, y, x + dx, y + dy, x + dx / 3, y + dy / 3 + thin, 0.0)),
        }[kind])  # fmt: skip
        if one_in(source, 2):
            turned = angle(source)
    return kicked(source, (pair[0], pair[1]))


def short_edges(source: Source, kind_a: str, kind_b: str) -> RecipePair:
    """A polygon with edges of a few ulps, shorter than rounding shifts a contact, and a shape as small at its surface.

    What is within rounding of a corner must be counted from that corner: from one to the next it adds up.
    """
    if kind_a != "polygon":
        pair = short_edges(source, kind_b, kind_a) if kind_b == "polygon" else specks(source, kind_b, kind_a)
        return pair[1], pair[0]
    edges, ulp, slope = source.integer(8, 60), 2.0**-50, source.integer(1, 3)
    chain = [(4 + i * ulp, 4 + slope * i * (i + 1) // 2 * ulp) for i in range(edges + 1)]
    r = choice(source, (0.0, 17.5, 17.5 - source.integer(1, 2**10) * 2.0**-40))
    way, mirrored = source.integer(0, 3), one_in(source, 2)

    def turned(x: float, y: float) -> Vec:
        x, y = (y, x) if mirrored else (x, y)
        return [(x, y), (-y, x), (-x, -y), (y, -x)][way]

    corners = [c for p in chain for c in turned(*p)]
    n = (-1.0, 0.0) if one_in(source, 2) else (0.0, -1.0)
    foot = (
        (chain[-1][0] + r, chain[source.integer(0, edges)][1])
        if n[0]
        else (chain[source.integer(0, edges)][0], chain[-1][1] + r)
    )
    fine = Scale(math.ldexp(1, -source.integer(30, 46)), 8)
    pair = (
        Recipe("Polygon.hull", (*corners, r)), supported(source, kind_b, turned(*foot), turned(*n), 0.0, fine),
    )  # fmt: skip
    return kicked(source, pair) if one_in(source, 2) else pair


Regime: TypeAlias = Callable[[Source, str, str], RecipePair]

REGIMES: dict[str, Regime] = {
    f.__name__: f
    for f in (lattice, exact_touch, kicked_touch, near_touch, degenerate, nested, centred, far, tiny, huge,
              edges_of_domain, deep, specks, unequal, nearly_parallel, sliver, short_edges, scattered)
}  # fmt: skip


def inner_touch(source: Source, kind: str) -> RecipePair:
    """A large polygon, rounded or not, and a shape inside it that exactly touches a slanted side."""
    x, y, length = choice(source, _TRIPLES[1:])
    x, y = choice(source, ((x, y), (y, x), (-x, y), (-y, -x), (y, -x)))
    c, unit = (QUARTERS.number(source), QUARTERS.number(source)), QUARTERS.unit
    inner, outer = (source.integer(0, 3) * (kind in ROUND_KINDS), source.integer(0, 3))
    gap = (inner - outer) * unit  # from a vertex of the inner core to the side of the outer one, in lengths of (x, y)
    corners = [
        (c[0] + (gap + along) * x - across * y, c[1] + (gap + along) * y + across * x)
        for along, across in ((0, 16), (0, -16), (-32, 16), (-32, -16))
    ]
    around = Recipe("Polygon.hull", (*(v for p in corners for v in p), outer * length * unit))
    return around, supported(source, kind, c, (x, y), inner * length * unit, QUARTERS)


# ---- casts, by regime ------------------------------------------------------------------------------------------------


class Cast(NamedTuple):
    """A moving shape, its motion, and a shape that it may hit."""

    a: Recipe
    motion: Vec
    b: Recipe


def build_cast(module: Any, cast: Cast) -> tuple[Any, Vec, Any]:
    """The moving shape, the motion and the other shape, with both shapes made by `module`."""
    return build(module, cast.a), cast.motion, build(module, cast.b)


# The number of points that a recipe starts with, if it is not 1; all other numbers are relative to those. In a polygon
# all numbers but the radius are points.
_PLACES = {"Segment": 2, "Capsule": 2, "Rect.from_corners": 2}


def shifted(recipe: Recipe, d: Vec) -> Recipe:
    """The recipe of the shape translated by d."""
    places = len(_points(recipe.numbers)) if recipe.make.startswith("Polygon") else _PLACES.get(recipe.make, 1)
    numbers = list(recipe.numbers)
    for i in range(places):
        numbers[2 * i] += d[0]
        numbers[2 * i + 1] += d[1]
    return recipe._replace(numbers=tuple(numbers))


def _times(k: float, v: Vec) -> Vec:
    return k * v[0], k * v[1]


def _across(n: Vec) -> Vec:
    return -n[1], n[0]


def _cast_scale(source: Source) -> Scale:
    """A scale for casts: half of the time quarters near the origin, else far away or at either end of the domain."""
    return choice(source, [
        QUARTERS, QUARTERS, QUARTERS, Scale(0.25, 16, source.integer(-1, 1) * 2 ** source.integer(20, 45)),
        Scale(math.ldexp(1, choice(source, [-200, -199, -190, -152, -150, -149, -148, -147])), 16),
        Scale(math.ldexp(1, source.integer(150, 175)), 16),
    ])  # fmt: skip


def kicked_cast(source: Source, cast: Cast) -> Cast:
    """The cast with one number of a shape or of the motion moved by one to three ulps."""
    if one_in(source, 3):
        place, steps = source.integer(0, 1), choice(source, (1, -1, 2, -2, 3, -3))
        x, y = nudged(Recipe("Point", cast.motion), place, steps).numbers
        return cast._replace(motion=(x, y))
    a, b = kicked(source, (cast.a, cast.b))
    return cast._replace(a=a, b=b)


def sometimes_kicked(source: Source, cast: Cast) -> Cast:
    return kicked_cast(source, cast) if one_in(source, 2) else cast


def _lengths(source: Source, scale: Scale) -> float:
    """The length of a motion: a few units, or in one case of four up to thousands."""
    return source.integer(1, 8) * scale.unit * (2.0 ** source.integer(0, 12) if one_in(source, 4) else 1)


def from_touch(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts that start in an exact touch and go into the surface, along it, away from it, anywhere, or nowhere."""
    scale = _cast_scale(source)
    pair, n = _touch(source, kind_a, kind_b, scale)
    along = _across(n) if one_in(source, 2) else _times(-1, _across(n))
    k, j = _lengths(source, scale), _lengths(source, scale)
    motion = [
        _times(k, n), _times(k, along), (k * n[0] + j * along[0], k * n[1] + j * along[1]),
        (j * along[0] - k * n[0], j * along[1] - k * n[1]), _times(-k, n), (0.0, 0.0), _offset(source, scale),
    ][source.integer(0, 6)]  # fmt: skip
    return sometimes_kicked(source, Cast(pair[0], motion, pair[1]))


def grazing(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts that exactly graze a corner or a side, for an instant or for a while, or miss or hit it by an ulp."""
    scale = _cast_scale(source)
    (a, b), n = _touch(source, kind_a, kind_b, scale)
    along = _times(choice(source, (1, -1)), _across(n))
    before, after = _lengths(source, scale), _lengths(source, scale)
    return sometimes_kicked(source, Cast(shifted(a, _times(-before, along)), _times(before + after, along), b))


def ending_in_touch(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts that end in an exact touch, within an ulp of one, or twice as far."""
    scale = _cast_scale(source)
    (a, b), n = _touch(source, kind_a, kind_b, scale)
    k, j = _lengths(source, scale), source.integer(-8, 8) * scale.unit
    way = k * n[0] - j * n[1], k * n[1] + j * n[0]
    return sometimes_kicked(source, Cast(shifted(a, _times(-1, way)), _times(choice(source, (1, 1, 2)), way), b))


def _aim(source: Source, a: Recipe, b: Recipe) -> Vec:
    """A vector from a vertex of a to a vertex of b."""
    p, q = choice(source, build(collide2d, a).vertices), choice(source, build(collide2d, b).vertices)
    return q[0] - p[0], q[1] - p[1]


def at_corner(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts that aim a vertex exactly at a vertex, and stop at it, halfway, or beyond it."""
    a, b = lattice(source, kind_a, kind_b)
    return sometimes_kicked(source, Cast(a, _times(choice(source, (1.0, 2.0, 0.5, 4.0)), _aim(source, a, b)), b))


def through(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts that pass through a small or thin shape and leave it on the other side, at any speed."""
    thin = Scale(math.ldexp(1, -source.integer(0, 40)), 4)
    a, b = anywhere(source, kind_a, choice(source, [REALS, QUARTERS, thin])), anywhere(source, kind_b, thin)
    x, y = _aim(source, a, b)
    beside = _offset(source, thin) if one_in(source, 2) else (0.0, 0.0)
    way, k = (x + beside[0], y + beside[1]), math.ldexp(1, source.integer(-1, 30))
    return sometimes_kicked(source, Cast(a, _times(k, way), b))


def along_row(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts along a floor of flush tiles, whose sizes may be inexact, such as 0.1, toward the top left corner of one.

    They are level, go slightly down, or go up or down by so little that rounding loses it.
    """
    size, x, y = choice(source, (0.1, 0.3, 1.0, 32.0)), source.integer(-99, 99), source.integer(-9, 9)
    left, floor, tiles = x * size, y * size, source.integer(1, 50)
    walker = supported(source, kind_a, (left, floor), (0, 1), 0.0, Scale(size, 4))
    tile = supported(source, kind_b, (left + tiles * size, floor), (0, -1), 0.0, Scale(size, 4))
    motion = (source.integer(-60, 60) * size, choice(source, (0.0, 0.0, size / 64, 1e-17, -1e-17)))
    return sometimes_kicked(source, Cast(walker, motion, tile))


def along_slope(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts along a side of any direction, from a near touch. Moving rounds the vertices, more coarsely far away."""
    a, b = near_touch(source, kind_a, kind_b, choice(source, [REALS, QUARTERS]))
    corners = build(collide2d, choice(source, (a, b))).vertices
    i = source.integer(0, len(corners) - 1)
    (x, y), (u, v) = corners[i - 1], corners[i]
    k = choice(source, (1, -1)) * math.ldexp(1, source.integer(-2, 40))
    return sometimes_kicked(source, Cast(a, (k * (u - x), k * (v - y)), b))


def back_from_afar(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts from a place where rounding loses the size of the shape to one where it does not: vertices stay rounded,
    but a rectangle keeps its exact size."""
    scale = choice(source, [QUARTERS, REALS, Scale(math.ldexp(1, -source.integer(20, 60)), 16)])
    pair, _ = _touch(source, kind_a, kind_b, QUARTERS, other=scale) if one_in(source, 2) else (
        (anywhere(source, kind_a, scale), anywhere(source, kind_b, scale)), (0, 0)
    )  # fmt: skip
    size = choice(source, (1.0, 3.0)) * math.ldexp(1, source.integer(2, 60))
    way = size * source.integer(-4, 4), size * source.integer(-4, 4)
    k = choice(source, (1, 1, 2))
    return sometimes_kicked(source, Cast(shifted(pair[0], _times(-1, way)), _times(k, way), pair[1]))


def far_pivoted(source: Source, kind: str, scale: Scale) -> tuple[Recipe, float]:
    """A rectangle with a pivot up to 2^50 times its size away and the ulp of that distance, or a shape of another kind
    and the unit of its scale."""
    if kind not in ("rect", "roundrect"):
        return anywhere(source, kind, scale), scale.unit
    w, h = (source.integer(1, scale.reach) * scale.unit for _ in range(2))
    away = source.integer(1, 2**20) * math.ldexp(scale.unit * scale.reach, source.integer(-10, 30))
    x, y = choice(source, [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1)])
    offset, turned = (x * away, y * away), choice(source, [0.0, 0.0, angle(source)])
    if kind == "roundrect":
        numbers = (*_offset(source, scale), w, h, min(w, h) / 2 * source.integer(0, 4) / 4, turned, *offset)
        return Recipe("RoundRect.pivot", numbers), math.ulp(away)
    sine, cosine = math.sin(math.radians(turned)), math.cos(math.radians(turned))
    pivot = (offset[0] * cosine - offset[1] * sine, offset[0] * sine + offset[1] * cosine)
    return Recipe("Rect.pivoted", (*pivot, w, h, *offset, turned)), math.ulp(away)


def far_pivot(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts of a rectangle whose pivot is so far away that rounding moves the rectangle as far as the motion does. The
    other shape is near the end of the motion, nearer or farther by about that rounding error."""
    scale = choice(source, [QUARTERS, QUARTERS, REALS])
    a, coarse = far_pivoted(source, kind_a, scale)
    bounds = build(collide2d, a).bounds
    x, y = choice(source, [(1, 0), (-1, 0), (0, 1), (0, -1)])
    length = choice(source, [coarse, scale.size(source)]) * source.integer(1, 40) / 16
    ahead = length + coarse * source.integer(-24, 24) / 16
    r = scale.size(source) if kind_b in ROUND_KINDS and one_in(source, 2) else 0.0
    middle = (bounds[0] / 2 + bounds[2] / 2, bounds[1] / 2 + bounds[3] / 2)
    edge = (bounds[0] if x < 0 else bounds[2] if x > 0 else middle[0],
            bounds[1] if y < 0 else bounds[3] if y > 0 else middle[1])  # fmt: skip
    b = supported(source, kind_b, (edge[0] + x * (ahead + r), edge[1] + y * (ahead + r)), (-x, -y), r, scale)
    beside = source.integer(-4, 4) * coarse / 16
    return sometimes_kicked(source, Cast(a, (x * length + y * beside, y * length + x * beside), b))


def end_to_end(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts, lengthwise or across, of two long thin shapes at any angle that share a short side up to rounding. The
    shared side is tiny compared to their length."""
    x, y, turned = REALS.number(source), REALS.number(source), angle(source)
    length = REALS.size(source) * 2.0 ** source.integer(0, 40)
    thin, r = (math.ldexp(source.integer(0, 9), -source.integer(0, 56)) for _ in range(2))
    sine, cosine = math.sin(math.radians(turned)), math.cos(math.radians(turned))
    along, across = (length * cosine, length * sine), (-thin * sine, thin * cosine)
    pair = []
    for kind, side in ((kind_a, 1), (kind_b, -1)):
        u, v = x + side * along[0], y + side * along[1]
        corners = (x, y, x + across[0], y + across[1], u, v, u + across[0], v + across[1])
        pivot = 0.0 if side == 1 else length
        pair.append({
            "point": Recipe("Point", (x, y)), "circle": Recipe("Circle", (x, y, r)),
            "segment": Recipe("Segment", corners[:2] + corners[4:6]),
            "capsule": Recipe("Capsule", (*corners[:2], *corners[4:6], r)),
            "rect": Recipe("Rect.pivoted", (x, y, length, thin, pivot, 0.0, turned)),
            "roundrect": Recipe("RoundRect.around", ((x + u) / 2, (y + v) / 2, length, thin, r, turned)),
            "polygon": Recipe("Polygon.hull", (*corners, r)),
        }[kind])  # fmt: skip
    k = choice(source, (1, -1)) * math.ldexp(1, source.integer(-2, 4))
    return sometimes_kicked(source, Cast(pair[0], _times(k, choice(source, (along, along, across))), pair[1]))


def stopped(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts from the stop of an earlier cast, as a mover continues: with the rest of the motion, its part along the hit
    surface, the motion again or reversed, or straight into or along the surface.
    """
    cast = _in_domain(CAST_REGIMES[choice(source, ("through", "random_way", "at_corner", "along_row", "along_slope",
                                              "end_to_end"))](
        source, kind_a, kind_b))  # fmt: skip
    a, motion, b = build_cast(collide2d, cast)
    hit = a.cast(motion, b)
    if hit is None or hit.depth > 0:
        return cast
    rest, along = _times(1 - hit.t, motion), (-hit.normal[1], hit.normal[0])
    slid = _times(rest[0] * along[0] + rest[1] * along[1], along)
    ways = (rest, slid, _times(-1, motion), motion, _times(-1, hit.normal), along)
    return Cast(shifted(cast.a, _times(hit.t, motion)), choice(source, ways), cast.b)


def random_way(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts of random shapes along a random motion, in floats of full precision."""
    a, b = scattered(source, kind_a, kind_b)
    return Cast(a, (REALS.number(source), REALS.number(source)), b)


def any_pair(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts of a pair of any regime: without motion, toward a vertex, perpendicular to that, or by extreme numbers."""
    a, b = REGIMES[choice(source, list(REGIMES))](source, kind_a, kind_b)
    x, y = _aim(source, a, b)
    k = math.ldexp(1, source.integer(-3, 3))
    motion = choice(source, [
        (0.0, 0.0), (x * k, y * k), (-y * k, x * k), (choice(source, _EDGE_NUMBERS), choice(source, _EDGE_NUMBERS)),
    ])  # fmt: skip
    return sometimes_kicked(source, Cast(a, motion, b))


def past_long_chain(source: Source, kind_a: str, kind_b: str) -> Cast:
    """Casts past the lowest corner of a polygon of hundreds of vertices: exactly, by an ulp, or a little into it.

    Each edge of the chain descends by a whole number of ulps of the sideways distance plus the same fraction of one, so
    a running sum of the descents is rounded in the same direction at every edge, and the errors add up.
    """
    edges, part = source.integer(150, 400), source.integer(1, 255)
    fall = (2.0 ** source.integer(10, 22) + part / 256) * 2.0**-54
    x, y, corners = 0.0, edges / 2 * fall, []
    for i in range(edges + 1):
        corners.append((x, y))
        x += (i * 2.0**-11 / edges - 2.0**-10) * fall
        y -= fall
    low = -(0.25 + source.integer(0, 2**40) * 2.0**-42)
    bottom = choice(source, (math.nextafter(low, 0), low, math.nextafter(low, -1), low - 2.0**-44))
    corners += [(corners[-1][0] + 2.0**-12, bottom), (2.0**-5, 0.0)]
    chain = Recipe("Polygon.hull", (*(c for p in corners for c in p), choice(source, (0.0, 0.0, 2.0**-60))))
    a = supported(source, kind_a, (-(2.0**-20), low), (0, 1), 0.0, Scale(2.0**-14, 4))
    return sometimes_kicked(source, Cast(a, (2.0 ** source.integer(-10, -4), 0.0), chain))


def _in_domain(cast: Cast) -> Cast:
    """The cast with its motion rounded as `Point` stores it, or without motion if the shape would leave the domain."""
    try:
        x, y = collide2d.Point(*cast.motion).vertices[0]
        build(collide2d, cast.a).move(x, y)
    except ValueError:
        return cast._replace(motion=(0.0, 0.0))
    return cast._replace(motion=(x, y))


CastRegime: TypeAlias = Callable[[Source, str, str], Cast]

CAST_REGIMES: dict[str, CastRegime] = {
    f.__name__: f
    for f in (from_touch, grazing, ending_in_touch, at_corner, through, along_row, along_slope, end_to_end,
              past_long_chain, back_from_afar, far_pivot, stopped, random_way, any_pair)
}  # fmt: skip


# A test that computes from definitions takes seconds for one cast of hundreds of vertices.
SMALL_CAST_REGIMES = tuple(name for name in CAST_REGIMES if name != "past_long_chain")


def drawn_cast(source: Source, regime: str, kind_a: str, kind_b: str) -> Cast:
    """A cast of a regime, within the domain."""
    return _in_domain(CAST_REGIMES[regime](source, kind_a, kind_b))


# ---- for hypothesis --------------------------------------------------------------------------------------------------


@st.composite
def recipe_pairs(
    draw: st.DrawFn, kinds: Sequence[str] = KINDS, regimes: Sequence[str] = tuple(REGIMES)
) -> RecipePair:  # fmt: skip
    """Pairs of recipes of any of the kinds and regimes."""
    regime = REGIMES[draw(st.sampled_from(list(regimes)))]
    return regime(Drawn(draw), draw(st.sampled_from(list(kinds))), draw(st.sampled_from(list(kinds))))


@st.composite
def recipes(draw: st.DrawFn, kinds: Sequence[str] = KINDS, regimes: Sequence[str] = tuple(REGIMES)) -> Recipe:
    """Single recipes, each from a pair."""
    return draw(recipe_pairs(kinds, regimes))[draw(st.integers(0, 1))]


def pairs(kinds: Sequence[str] = KINDS, regimes: Sequence[str] = tuple(REGIMES)) -> st.SearchStrategy[Any]:
    """Pairs of shapes of the package."""
    return recipe_pairs(kinds, regimes).map(lambda pair: (build(collide2d, pair[0]), build(collide2d, pair[1])))


def shapes(kinds: Sequence[str] = KINDS, regimes: Sequence[str] = tuple(REGIMES)) -> st.SearchStrategy[Any]:
    """Single shapes of the package."""
    return recipes(kinds, regimes).map(lambda recipe: build(collide2d, recipe))


@st.composite
def cast_recipes(
    draw: st.DrawFn, kinds: Sequence[str] = KINDS, regimes: Sequence[str] = SMALL_CAST_REGIMES
) -> Cast:  # fmt: skip
    """Casts as recipes, of any of the kinds and regimes."""
    regime = draw(st.sampled_from(list(regimes)))
    return drawn_cast(Drawn(draw), regime, draw(st.sampled_from(list(kinds))), draw(st.sampled_from(list(kinds))))


def casts(
    kinds: Sequence[str] = KINDS, regimes: Sequence[str] = SMALL_CAST_REGIMES
) -> st.SearchStrategy[tuple[Any, Vec, Any]]:
    """Casts of shapes of the package: the moving shape, the motion and the other shape."""
    return cast_recipes(kinds, regimes).map(lambda cast: build_cast(collide2d, cast))
