"""From shapes to pygame's rectangles of whole pixels."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Literal, TypeAlias

from collide2d import Body, Shape

if TYPE_CHECKING:
    import pygame

    from collide2d.typing import Solid

__all__ = ["Rounding", "to_rect"]

Rounding: TypeAlias = Literal["floor", "round", "outward"]


def _nearest(x: float) -> int:
    """The nearest whole number; of two, the greater: so steps of half pixels round alike."""
    below = floor(x)
    return below + (x - below >= 0.5)


def to_rect(shape: Solid, rounding: Rounding = "floor") -> pygame.Rect:
    """The bounds of a shape or body as a pygame.Rect of whole pixels, to draw at or to keep as a sprite's rect.

    rounding says where its sides are. "floor" rounds left and top down, and "round" to the nearest whole number; both
    round width and height to the nearest, so the rect keeps its size while the shape moves. "outward" rounds all four
    sides outward: the rect contains the shape. `shape.rect` has the same numbers without rounding, for pygame.FRect.

    Raises TypeError for something else than a shape, ValueError for another rounding and for a number that pygame's
    rectangles cannot hold.

    >>> to_rect(Circle(10.25, 20.5, 4)), to_rect(Circle(10.25, 20.5, 4), "outward")
    (Rect(6, 16, 8, 8), Rect(6, 16, 9, 9))
    >>> to_rect(Rect(-0.5, 0, 16, 16)), to_rect(Rect(0.6, 0, 16, 16), "round")
    (Rect(-1, 0, 16, 16), Rect(1, 0, 16, 16))
    """
    if not isinstance(shape, (Shape, Body)):
        raise TypeError(f"to_rect: shape must be a shape or a Body, got {type(shape).__name__}")
    left, top, right, bottom = shape.bounds
    _, _, width, height = shape.rect
    if rounding == "outward":
        x, y = floor(left), floor(top)
        w, h = ceil(right) - x, ceil(bottom) - y
    elif rounding in ("floor", "round"):
        place = floor if rounding == "floor" else _nearest
        x, y, w, h = place(left), place(top), _nearest(width), _nearest(height)
    else:
        raise ValueError(f'to_rect: rounding must be "floor", "round" or "outward", got {rounding!r}')
    if max(abs(x), abs(y), abs(x + w), abs(y + h), w, h) >= 2**31:
        raise ValueError(f"to_rect: every side must be less than 2**31 from 0, got bounds {shape.bounds}")
    from pygame import Rect

    return Rect(x, y, w, h)
