"""The pairs of shapes in a world that repeats, by trying all images in fractions: shares no code with the core."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from collide2d.reference import ExactShape, Relation, relate

Length = float | None


def shifted(shape: Any, dx: Fraction, dy: Fraction) -> ExactShape:
    """The shape in fractions, moved without rounding."""
    return ExactShape([(Fraction(x) + dx, Fraction(y) + dy) for x, y in shape.vertices], Fraction(shape.radius))


def images_near(a: Any, b: Any, axis: int, period: Length) -> range:
    """By how many periods b may be shifted along an axis so that the bounds meet; the bounds contain the shapes."""
    if period is None:
        return range(1)
    least, most = Fraction(a.bounds[axis]), Fraction(a.bounds[axis + 2])
    lo, hi, w = Fraction(b.bounds[axis]), Fraction(b.bounds[axis + 2]), Fraction(period)
    return range(math.ceil((least - hi) / w), math.floor((most - lo) / w) + 1)


def relate_images(a: Any, b: Any, period: Sequence[Length]) -> Relation:
    """The closest relation of a and any image of b."""
    here = shifted(a, Fraction(0), Fraction(0))
    w, h = (Fraction(length or 0) for length in period)
    found = Relation.APART
    for i in images_near(a, b, 0, period[0]):
        for j in images_near(a, b, 1, period[1]):
            found = max(found, relate(here, shifted(b, i * w, j * h)))
    return found


def pairs_of_images(
    a: Sequence[Any], b: Sequence[Any] | None, period: Sequence[Length], *, touching: bool = True
) -> list[list[int]]:
    """What `collide2d.pairs` returns; None for a row that is masked."""
    least = Relation.TOUCHING if touching else Relation.OVERLAPPING
    return [
        [i, j]
        for i, one in enumerate(a)
        for j, other in enumerate(a if b is None else b)
        if (b is not None or i < j) and one is not None and other is not None
        if relate_images(one, other, period) >= least
    ]
