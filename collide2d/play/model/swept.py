"""The area that a solid sweeps as it turns, as a body, which the canvas fills in every frame of a drag."""

from __future__ import annotations

import math
from itertools import pairwise

from collide2d import Body, Polygon
from collide2d.typing import Solid

STEP = 6.0  # degrees between two places; a chord is off its arc by at most 0.14 % of the radius


def swept_by_turn(solid: Solid, angle: float, step: float = STEP) -> Body:
    """The area that a solid sweeps as it turns about its pivot or centre, but for what is between chords and arcs.

    step: degrees between two places.

    >>> from collide2d import Rect
    >>> quarter = swept_by_turn(Rect(0, 0, 4, 0, pivot=(0, 0)), 90)
    >>> quarter.collides((2, 2)), quarter.collides((2, 4)), quarter.collides((-1, 2))
    (True, False, False)
    """
    count = max(1, math.ceil(abs(angle) / step))
    places = [solid.rotate(angle * i / count) for i in range(count + 1)]
    pieces = [place.pieces if isinstance(place, Body) else (place,) for place in places]
    return Body(
        [
            Polygon.hull([*p.vertices, *q.vertices], p.radius)
            for a, b in pairwise(pieces)
            for p, q in zip(a, b, strict=True)
        ]
    )
