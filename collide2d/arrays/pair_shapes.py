"""intersection and minkowski_difference over arrays, which the extension asks for: a shape for each pair."""

from __future__ import annotations

from typing import Any

import numpy as np

import collide2d
from collide2d import _arrays
from collide2d.arrays.mixed import Shapes
from collide2d.arrays.mixed_rows import COLUMNS, text_of_index
from collide2d.arrays.polygons import flat_rows
from collide2d.arrays.shape_array import ShapeArray


def intersection(a: Any, b: Any, threads: Any = 1) -> Shapes:
    """`collide2d.intersection` of each; a row is masked where nothing is in common."""
    return _shapes_of_pairs("intersection", a, b, threads, "nan")


def minkowski_difference(a: Any, b: Any, threads: Any = 1) -> Shapes:
    """`collide2d.minkowski_difference` of each."""
    masked = any(isinstance(s, ShapeArray) and s.invalid == "nan" for s in (a, b))
    return _shapes_of_pairs("minkowski_difference", a, b, threads, "nan" if masked else "raise")


def _shapes_of_pairs(verb: str, a: Any, b: Any, threads: Any, invalid: str) -> Shapes:
    for name, s in (("a", a), ("b", b)):
        if not isinstance(s, ShapeArray | collide2d.Shape):
            rule = f"{name} must be a shape or an array of shapes"
            raise TypeError(f"{verb}: {rule}, got {type(s).__name__}; ask for each of its pieces")
    leading = [s.shape if isinstance(s, ShapeArray) else () for s in (a, b)]
    try:
        shape = np.broadcast_shapes(*leading)
    except ValueError:
        raise ValueError(f"{verb}: the shapes of a and b must broadcast, got {leading[0]} and {leading[1]}") from None
    flat_a, flat_b = (flat_rows(s, shape) if isinstance(s, ShapeArray) else s for s in (a, b))
    made = _arrays._pair_shapes(verb, a, b, flat_a, flat_b, int(np.prod(shape)), threads)
    if isinstance(made[0], int):
        where = text_of_index([int(i) for i in np.unravel_index(made[0], shape)])
        if made[2] is not None:
            raise ValueError(f"{verb}: {made[1]}, got the radii {made[2]}{where}")
        raise ValueError(f"{verb}: every coordinate and radius of the result {made[1]}, which it is not{where}")
    rows, vertices = made
    return Shapes._of_rows(rows.reshape(*shape, COLUMNS), vertices, invalid)
