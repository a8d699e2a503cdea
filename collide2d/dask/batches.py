"""One row among many, under dask: the first hit and the nearest rows of each row of a dask array."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import add, getitem
from typing import Any

import dask.array as da
import numpy as np
from dask.delayed import delayed

from collide2d import _arrays, arrays
from collide2d.arrays import FirstHits, Nearest, ShapeArray
from collide2d.arrays.arguments import Period, check_count, check_distance, checked_period
from collide2d.dask.blocks import LazyShapes


def first_hits(
    movers: LazyShapes | ShapeArray,
    motions: Any,
    obstacles: LazyShapes | ShapeArray,
    *,
    touching: bool = False,
    leaving: bool = True,
    period: Period | None = None,
) -> FirstHits:
    """`collide2d.first_hits` of each block of movers: FirstHits of dask arrays.

    motions is a pair, or an array or a dask array of pairs, (n, 2). A worker has one block of movers and all obstacles,
    of which it builds an index for each block, so blocks should be large.

    >>> import dask.array as da
    >>> from collide2d import Circles, Rects, dask as lazy
    >>> balls = LazyShapes(Circles, da.from_array([[0, 0, 1], [0, 9, 1]], chunks=(1, 3)))
    >>> lazy.first_hits(balls, (20, 0), Rects([[15, -1, 2, 2], [5, -1, 2, 2]])).row.compute().tolist()
    [1, -1]
    """
    lazy = _lazy("first_hits", "movers", movers, obstacles)
    among, ways = _in_memory("first_hits", "obstacles", obstacles), _motions_of(lazy, motions)
    within = checked_period("first_hits", period)
    options = {"touching": touching, "leaving": leaving, "period": within}
    jobs = [
        delayed(_first_hits)(lazy.kind, lazy.invalid, block, way, among, options)
        for block, way in zip(_blocks(lazy), ways, strict=True)
    ]
    return FirstHits(*_fields(jobs, lazy, [(), (), (2,), (2,), ()]))


def nearest(
    a: LazyShapes | ShapeArray,
    b: LazyShapes | ShapeArray | None = None,
    k: int = 1,
    *,
    max_distance: float = np.inf,
    period: Period | None = None,
) -> Nearest:
    """`collide2d.nearest` of each block of a: Nearest of dask arrays.

    Without b, the nearest other rows of a. A worker has one block of a and all rows that are searched, of which it
    builds an index for each block, so blocks should be large.

    >>> import dask.array as da
    >>> from collide2d import Circles, Points, dask as lazy
    >>> points = LazyShapes(Points, da.from_array([[0, 0], [9, 0]], chunks=(1, 2)))
    >>> lazy.nearest(points, Circles([[4, 0, 1], [1, 0, 1]])).row.compute().tolist()
    [[1], [0]]
    """
    lazy = _lazy("nearest", "a", a, b)
    count = check_count("nearest", k, 1)
    among = _in_memory("nearest", "b", lazy if b is None else b)
    farthest, within = check_distance("nearest", max_distance), checked_period("nearest", period)
    blocks = _blocks(lazy)
    own = [-1] * len(blocks) if b is not None else accumulate(map(delayed(len), blocks), delayed(add), initial=0)
    jobs = [
        delayed(_nearest)(lazy.kind, lazy.invalid, block, among, (count, farthest, within), first)
        for block, first in zip(blocks, own, strict=False)
    ]
    return Nearest(*_fields(jobs, lazy, [(count,), (count,)]))


def _first_hits(kind: type[ShapeArray], invalid: str, rows: Any, way: Any, among: Any, options: Any) -> FirstHits:
    return arrays.first_hits(kind(rows, invalid=invalid), way, among, **options)


def _nearest(kind: type[ShapeArray], invalid: str, rows: Any, among: Any, options: Any, own: int) -> Nearest:
    """own: the row of `among` that is the first of the block, none of which finds itself; or -1."""
    k, farthest, within = options
    count = check_count("nearest", k, len(rows))
    return Nearest(*_arrays._nearest(kind(rows, invalid=invalid), among, count, farthest, within, 1, own))


def _lazy(verb: str, name: str, a: Any, others: Any) -> LazyShapes:
    """The rows that are searched for, of one axis. Rows in memory are one block, if the others are lazy."""
    if isinstance(a, ShapeArray) and isinstance(others, LazyShapes) and a.anchor == "topleft" and len(a.shape) == 1:
        a = LazyShapes(type(a), da.from_array(a.array, chunks=-1), invalid=a.invalid)
    if not isinstance(a, LazyShapes):
        raise TypeError(f"{verb}: {name} must be LazyShapes, got {type(a).__name__}: see collide2d.arrays.{verb}")
    _check_axis(verb, name, a.shape)
    return a


def _check_axis(verb: str, name: str, shape: tuple[int, ...]) -> None:
    if len(shape) != 1:
        raise ValueError(f"{verb}: {name} must have one axis of shapes, got {len(shape)} axes")


def _in_memory(verb: str, name: str, b: Any) -> Any:
    """All shapes as one task, which each block shares."""
    if isinstance(b, LazyShapes):
        _check_axis(verb, name, b.shape)
        return delayed(b.kind)(delayed(np.concatenate)(_blocks(b)), invalid=b.invalid)
    if not isinstance(b, ShapeArray):
        raise TypeError(f"{verb}: {name} must be LazyShapes or an array of shapes, got {type(b).__name__}")
    _check_axis(verb, name, b.shape)
    return delayed(b)


def _blocks(lazy: LazyShapes) -> list[Any]:
    """The rows of each block, as tasks."""
    tasks: list[Any] = lazy.rows.to_delayed().ravel().tolist()
    return tasks


def _motions_of(movers: LazyShapes, motions: Any) -> Sequence[Any]:
    """The motions of each block."""
    pairs = motions if isinstance(motions, da.Array) else np.asarray(motions, dtype=np.float64)
    if pairs.ndim not in (1, 2) or pairs.shape[-1] != 2:
        raise ValueError(f"first_hits: motions must be a pair or pairs, (n, 2), got shape {pairs.shape}")
    blocks = movers.rows.numblocks[0]
    if pairs.ndim == 1 or pairs.shape[0] == 1:
        return [pairs] * blocks
    known = not np.isnan(movers.shape[0])
    if known and pairs.shape[0] == movers.shape[0]:
        pairs = da.asarray(pairs).rechunk((movers.rows.chunks[0], 2))
    elif known or not isinstance(pairs, da.Array) or pairs.numblocks[0] != blocks:
        rule = "must be one pair, or one for each mover, in the same blocks if their lengths are unknown"
        raise ValueError(f"first_hits: motions {rule}, got shape {pairs.shape}")
    tasks: list[Any] = pairs.rechunk({1: -1}).to_delayed().ravel().tolist()
    return tasks


def _fields(jobs: list[Any], lazy: LazyShapes, shapes: list[tuple[int, ...]]) -> list[Any]:
    """The fields of the answers, the first of which are rows, as dask arrays."""
    sizes = lazy.rows.chunks[0]
    return [
        da.concatenate(
            [
                da.from_delayed(delayed(getitem)(job, field), (size, *shape), dtype=np.float64 if field else np.intp)
                for job, size in zip(jobs, sizes, strict=True)
            ]
        )
        for field, shape in enumerate(shapes)
    ]
