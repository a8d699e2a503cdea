"""How long a mover stays on a surface that it touches."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from collide2d import Body, cast, sweep

if TYPE_CHECKING:
    from collections.abc import Callable

    from collide2d.typing import Solid

Vec = tuple[float, float]

_GAP = 2.0**-20  # of a short motion: a slide ends this much before a surface, at most, so that two pieces have a gap


def hold(shape: Solid, motion: Vec, down: Vec, flat: float, gap: float, near: Callable[[Solid], list[Solid]]) -> float:
    """The part of the motion up to which something lies within `down` below the shape, from 0 to 1.

    flat: the part of down that counts if neither shape has a radius: straight sides stay together or part at once.
    gap: the longest gap between two pieces that counts as none.
    near: the shapes that the given one may overlap. The shape is swept down, into the surface. It then overlaps each
    convex piece of the surface for one interval of time, as the set of all overlapping positions is convex: a cast
    forward finds its start and a cast backward its end. The answer is the end of the intervals that follow each other
    from 0 on.
    """
    spans = []
    back = (-motion[0], -motion[1])
    for piece in pieces(shape):
        low = sweep(piece, down)
        least = sweep(piece, (down[0] * flat, down[1] * flat)) if flat < 1.0 and not piece.radius else low
        for other in near(sweep(low, motion)):
            for one in pieces(other):
                deep = low if one.radius else least
                enter = cast(deep, motion, one)
                if enter is not None:
                    leave = cast(deep.move(*motion), back, one)
                    spans.append((enter.t, 1.0 if leave is None else 1.0 - leave.t))
    end, none = 0.0, min(_GAP, gap / hypot(*motion))
    for enter_t, leave_t in sorted(spans):
        if enter_t > end + none:
            break
        end = max(end, leave_t)
    return end


def pieces(solid: Any) -> tuple[Any, ...]:
    return solid.pieces if isinstance(solid, Body) else (solid,)
