"""Follows a point of a shape that moves, turns or is scaled: where a walker stands on its floor."""

from __future__ import annotations

import cmath
import math
from typing import TYPE_CHECKING

from collide2d._core import Body, Rect, RoundRect

if TYPE_CHECKING:
    from typing import TypeGuard

    from collide2d.typing import Solid

Vec = tuple[float, float]


def moved_with(point: Vec, before: Solid, after: Solid) -> Vec:
    """Where a point of a shape is after the shape has moved, turned and been scaled.

    It stays where it was if the shape has become another.
    """
    before, after = (solid.pieces[0] if _is_one(solid) else solid for solid in (before, after))
    old, new = _points(before), _points(after)
    if len(old) != len(new):
        return point
    p, centre, centre_after = complex(*point), sum(old) / len(old), sum(new) / len(new)
    turn = _turn(before, after, [q - centre for q in old], [q - centre_after for q in new])
    if turn is None:
        return point
    if abs(turn - 1.0) < 2.0**-44:  # whole numbers stay whole numbers
        a, b = before.bounds, after.bounds
        return (point[0] + (b[0] - a[0]), point[1] + (b[1] - a[1]))
    there = centre_after + (p - centre) * turn
    return (there.real, there.imag)


def _turn(before: Solid, after: Solid, old: list[complex], new: list[complex]) -> complex | None:
    """The factor by which the arms from a shape's centre have turned and been scaled, or None if nothing fits.

    The vertices of a turned shape may begin with another one. Of several turns that fit, the least is taken, but
    rectangles know their angle.
    """
    if isinstance(before, (Rect, RoundRect)) and isinstance(after, (Rect, RoundRect)):
        is_same = (before.width, before.height) == (after.width, after.height)
        return cmath.rect(1.0, math.radians(after.angle - before.angle)) if is_same else None
    tolerance = 2.0**-30 * max(abs(arm) for arm in (*old, *new))
    far = max(range(len(old)), key=lambda i: abs(old[i]))
    turns = []
    for first in range(1 if isinstance(before, Body) else len(new)):
        shifted = new[first:] + new[:first]
        turn = shifted[far] / old[far] if old[far] else 1.0
        if all(abs(a * turn - b) <= tolerance for a, b in zip(old, shifted, strict=True)):
            turns.append(turn)
    return max(turns, key=lambda turn: turn.real / (abs(turn) or 1.0), default=None)


def _is_one(solid: Solid) -> TypeGuard[Body]:
    return isinstance(solid, Body) and len(solid.pieces) == 1


def _points(solid: Solid) -> list[complex]:
    """The vertices of a shape, or the centres of a body's pieces."""
    if isinstance(solid, Body):
        return [complex(*piece.center) for piece in solid.pieces]
    return [complex(*vertex) for vertex in solid.vertices]
