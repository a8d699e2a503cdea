"""The turn of a body against an array of shapes, which the extension asks for: only the binding turns bodies."""

from __future__ import annotations

from typing import Any

import numpy as np

from collide2d import _arrays, _core
from collide2d.arrays.arguments import settled
from collide2d.arrays.results import Hits
from collide2d.arrays.shape_array import ShapeArray


def turn_body(body: Any, angle: Any, shapes: ShapeArray, about: Any, motion: Any, out: Any) -> Hits:
    """`turn_cast` of a body and an array of shapes, one after another. Called by the array verb."""
    pivot, d = body.center if about is None else about, (0.0, 0.0) if motion is None else motion
    # A piece is refused for the same reasons, and its hits have the same shape.
    size = np.shape(_arrays.turn_cast(body.pieces[0], angle, shapes, pivot, motion, None, 1).hit)
    rows = shapes.array.reshape(-1, shapes.array.shape[-1])
    each = shapes._like(rows).to_shapes()
    ids = np.broadcast_to(np.arange(len(rows)).reshape(shapes.shape), size)
    angles, pivots, motions = (np.asarray(settled(x), dtype=np.float64) for x in (angle, pivot, d))
    angles = np.broadcast_to(angles, size)
    pivots, motions = (np.broadcast_to(pairs, (*size, 2)) for pairs in (pivots, motions))
    found = Hits(np.zeros(size, bool), *(np.full((*size, *pair), np.nan) for pair in ((), (2,), (2,), ())))
    for index in np.ndindex(*size):
        shape = each[ids[index]]
        if shape is None:
            continue
        try:
            hit = _core.turn_cast(body, float(angles[index]), shape, pivots[index], motion=motions[index])
        except ValueError:
            if shapes.invalid == "raise":
                raise
            continue
        if hit is not None:
            found.hit[index] = True
            found.t[index], found.depth[index] = hit.t, hit.depth
            found.point[index], found.normal[index] = hit.point, hit.normal
    if out is None:
        results: list[Any] = [array[()] for array in found]  # numbers if there is one shape
        return Hits(*results)
    given: Hits = _arrays.turn_cast(body.pieces[0], angle, shapes, pivot, motion, out, 1)  # refuses other arrays
    for array, result in zip(out, found, strict=True):
        array[...] = result
    return given
