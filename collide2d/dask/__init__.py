"""Arrays of shapes under dask: the same verbs, block by block, and all pairs of a set too large for memory.

Needs dask: `pip install collide2d[dask]`. `LazyShapes` says of what kind the rows of a dask array are; the verbs here
take any mixture of them, arrays in memory and single shapes, broadcast, and return dask arrays. Every element is that
of the same verb of collide2d, which answers each block on a worker.

>>> import dask.array as da
>>> from collide2d import Circles, dask as lazy
>>> rows = da.from_array([[0, 0, 1], [5, 0, 1], [2, 0, 1]], chunks=(2, 3))
>>> discs = lazy.LazyShapes(Circles, rows)
>>> discs
LazyShapes(Circles, shape=(3,), blocks=2)
>>> lazy.collides(discs[:, None], discs).compute().astype(int).tolist()
[[1, 0, 1], [0, 1, 0], [1, 0, 1]]

Rows are not looked at before they are computed; an invalid one is then raised with its index in its block, or masked
with `invalid="nan"`, as in memory.
"""

from __future__ import annotations

try:
    import dask.array  # noqa: F401  # so that it is this error
except ImportError as error:
    raise ImportError("collide2d.dask needs dask: pip install 'collide2d[dask]'") from error

from collide2d.dask.all_pairs import count_pairs, pairs
from collide2d.dask.blocks import (
    LazyShapes,
    cast,
    collides,
    contact,
    distance,
    overlaps,
    raycast,
    relate,
    separation,
    touches,
)

__all__ = [
    "LazyShapes",
    "cast",
    "collides",
    "contact",
    "count_pairs",
    "distance",
    "overlaps",
    "pairs",
    "raycast",
    "relate",
    "separation",
    "touches",
]

for _name in __all__:
    globals()[_name].__module__ = __name__  # where users find them
