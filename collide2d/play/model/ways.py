"""The places along the way of a shape that turns, moves, or does both at once, and the area that it sweeps."""

from __future__ import annotations

import math

from collide2d import sweep
from collide2d._rendering.turns import swept_steps
from collide2d._turning import pivot_of
from collide2d.play.model.camera import Pair
from collide2d.typing import Solid

STEP = 6.0  # degrees between two places of a turn; a chord is off its arc by at most 0.14 % of the radius


def place_at(shape: Solid, angle: float, motion: Pair, t: float) -> Solid:
    """The shape at a part t of a turn by an angle, in degrees, about its pivot or centre, and of a motion meanwhile.

    >>> from collide2d import Rect
    >>> place_at(Rect.pivoted(0, 0, 8, 2, (1, 1)), 90, (4, 0), 0.5)
    Rect.pivoted(2.0, 0.0, 8.0, 2.0, (1.0, 1.0), 45.0)
    """
    turned = shape.rotate(t * angle) if angle else shape
    return turned.move(t * motion[0], t * motion[1])


def swept_area(shape: Solid, angle: float, motion: Pair) -> Solid:
    """The area of the whole way, but for what is between the chords and arcs of a turn.

    >>> from collide2d import Rect
    >>> quarter = swept_area(Rect(0, 0, 4, 0, pivot=(0, 0)), 90, (0, 0))
    >>> quarter.collides((2, 2)), quarter.collides((2, 4)), quarter.collides((-1, 2))
    (True, False, False)
    """
    if angle == 0:
        return sweep(shape, motion)
    return swept_steps(shape, angle, pivot_of(shape), motion, math.ceil(abs(angle) / STEP))
