"""Single shapes of a kind: anywhere, or placed so that they end exactly at a line."""

from __future__ import annotations

import math
from typing import NamedTuple

from collide2d.testing.recipes import ROUND_KINDS, Recipe, Vec
from collide2d.testing.sources import Plain, Source, choice, one_in


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
    if isinstance(source, Plain):
        return 0.0
    return [
        lambda: 0.0,
        lambda: 90.0 * source.integer(-3, 3),
        lambda: choice(source, [30.0, 45.0, 60.0, 120.0, 135.0, 720.0]),
        lambda: source.integer(-3600, 3600) / 10,
        lambda: source.integer(-(2**53), 2**53) / 2.0**44,
        lambda: 90.0 * source.integer(0, 3) + math.ldexp(source.integer(-9, 9), -source.integer(20, 70)),
    ][source.integer(0, 5)]()


def is_round(source: Source, kind: str) -> bool:
    """Whether shapes of a kind may have a radius."""
    return kind in ROUND_KINDS and not (kind == "polygon" and isinstance(source, Plain))


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
        return Recipe(
            "Polygon.hull", (*corners, scale.size(source) if one_in(source, 2) and is_round(source, kind) else 0.0)
        )
    w, h = scale.size(source), scale.size(source)
    if kind == "rect":
        make = choice(source, ["Rect", "Rect.from_corners", "Rect.centered", "Rect.pivot", "Rect.pivoted"])
        if make == "Rect.from_corners":
            return Recipe(make, (x, y, scale.number(source), scale.number(source)))
        if make == "Rect.pivoted":
            return Recipe(make, (x, y, w, h, *offset_within(source, scale), angle(source)))
        pivot = offset_within if make == "Rect.pivot" else _no_offset
        return Recipe(make, (x, y, w, h, angle(source), *pivot(source, scale)))
    make = choice(source, ["RoundRect", "RoundRect.around", "RoundRect.centered", "RoundRect.pivot", "Rect.grow"])
    if make == "Rect.grow":
        return Recipe(make, (x, y, w, h, scale.size(source)))
    r = scale.size(source) if make == "RoundRect.around" else min(w, h) / 2 * source.integer(0, 4) / 4
    pivot = offset_within if make == "RoundRect.pivot" else _no_offset
    return Recipe(make, (x, y, w, h, r, angle(source), *pivot(source, scale)))


def offset_within(source: Source, scale: Scale) -> Vec:
    return source.integer(-scale.reach, scale.reach) * scale.unit, source.integer(
        -scale.reach, scale.reach
    ) * scale.unit


def _no_offset(source: Source, scale: Scale) -> tuple[()]:
    return ()


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
    if not isinstance(source, Plain) and one_in(source, 2):
        return _supported_turned(source, kind, v, n, r, scale)
    return _supported_straight(source, kind, v, n, r, scale)


def _inward(source: Source, n: Vec, scale: Scale) -> Vec:
    """A vector without a forward component along n; one in four is perpendicular to n."""
    if one_in(source, 4):
        k = source.integer(-3, 3) * scale.unit
        return -n[1] * k, n[0] * k
    x, y = offset_within(source, scale)
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
