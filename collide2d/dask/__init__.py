"""Arrays of shapes under dask: the same verbs, block by block, and all pairs of a set too large for memory.

Needs dask: `pip install collide2d[dask]`. `LazyShapes` gives the kind of the rows of a dask array. The verbs of this
package take any mixture of lazy shapes, arrays in memory and single shapes, broadcast them, and return dask arrays. The
verb of collide2d computes each block on a worker, so every element is equal to its result.

>>> import dask.array as da
>>> from collide2d import Circles, dask as lazy
>>> rows = da.from_array([[0, 0, 1], [5, 0, 1], [2, 0, 1]], chunks=(2, 3))
>>> discs = lazy.LazyShapes(Circles, rows)
>>> discs
LazyShapes(Circles, shape=(3,), blocks=2)
>>> lazy.collides(discs[:, None], discs).compute().astype(int).tolist()
[[1, 0, 1], [0, 1, 0], [1, 0, 1]]

Rows are checked only when they are computed. An invalid row then raises an error with its index in its block, or is
masked with `invalid="nan"`, as in memory.
"""

from __future__ import annotations

try:
    import dask.array  # noqa: F401  # so that it is this error
except ImportError as error:
    raise ImportError("collide2d.dask needs dask: pip install 'collide2d[dask]'") from error

from collide2d.dask.all_pairs import count_pairs, pairs
from collide2d.dask.batches import first_hits, nearest
from collide2d.dask.blocks import (
    LazyShapes,
    bounce,
    cast,
    clip,
    closest_points,
    collides,
    contact,
    contains,
    distance,
    overlap_area,
    overlaps,
    raycast,
    relate,
    separate,
    separation,
    slide,
    sweep,
    touches,
    turn_cast,
)

__all__ = [
    "LazyShapes",
    "bounce",
    "cast",
    "clip",
    "closest_points",
    "collides",
    "contact",
    "contains",
    "count_pairs",
    "distance",
    "first_hits",
    "nearest",
    "overlap_area",
    "overlaps",
    "pairs",
    "raycast",
    "relate",
    "separate",
    "separation",
    "slide",
    "sweep",
    "touches",
    "turn_cast",
]

for _name in __all__:
    globals()[_name].__module__ = __name__  # where users find them
