"""Queries of a `Space` with arrays of shapes, rays or motions: what its methods call for arrays."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

import numpy as np
import numpy.typing as npt

import collide2d
from collide2d import _arrays
from collide2d.arrays.arguments import (
    Floats,
    check_count,
    check_distance,
    check_finite,
    motions_of,
    numbers_of,
    rows_of,
)
from collide2d.arrays.kinds import Points
from collide2d.arrays.results import AllHits, ItemContacts, ItemHits, Items, NearestItems
from collide2d.arrays.shape_array import ShapeArray

Choice = Container[Any] | None
Filter = Callable[[Any], object] | None


def query(
    space: Any,
    shape: ShapeArray,
    *,
    touching: bool = False,
    contained: bool = False,
    mask: int = -1,
    exclude: Choice = None,
    filter: Filter = None,
) -> Items:
    """`Space.query` of each row."""
    return Items(*_arrays._space_query(space, shape, touching, contained, mask, exclude, filter))


def contacts(
    space: Any, shape: ShapeArray, *, mask: int = -1, exclude: Choice = None, filter: Filter = None
) -> ItemContacts:
    """`Space.contacts` of each row."""
    return ItemContacts(*_arrays._space_contacts(space, shape, mask, exclude, filter))


def nearest(
    space: Any,
    shape: ShapeArray,
    k: int = 1,
    *,
    max_distance: float = np.inf,
    mask: int = -1,
    exclude: Choice = None,
    filter: Filter = None,
    distances: bool = True,
) -> NearestItems:
    """`Space.nearest` of each row. The distances are always part of the answer."""
    count, farthest = check_count("nearest", k, rows_of(shape)), check_distance("nearest", max_distance)
    return NearestItems(*_arrays._space_nearest(space, shape, count, farthest, mask, exclude, filter))


def cast(
    space: Any,
    shape: Any,
    motion: npt.ArrayLike,
    *,
    touching: bool = False,
    leaving: bool = True,
    mask: int = -1,
    exclude: Choice = None,
    filter: Filter = None,
) -> ItemHits:
    """`Space.cast` of each row."""
    motions = _motions("cast", shape, motion)
    options = (touching, leaving, False, mask, exclude, filter)
    return ItemHits(*_arrays._space_cast("cast", "shape", space, shape, motions, *options))


def cast_all(
    space: Any,
    shape: Any,
    motion: npt.ArrayLike,
    *,
    touching: bool = False,
    leaving: bool = True,
    mask: int = -1,
    exclude: Choice = None,
    filter: Filter = None,
) -> AllHits:
    """`Space.cast_all` of each row."""
    motions = _motions("cast_all", shape, motion)
    options = (touching, leaving, True, mask, exclude, filter)
    return AllHits(*_arrays._space_cast("cast_all", "shape", space, shape, motions, *options))


def raycast(
    space: Any,
    origin: Any,
    motion: npt.ArrayLike,
    *,
    touching: bool = False,
    leaving: bool = True,
    mask: int = -1,
    exclude: Choice = None,
    filter: Filter = None,
) -> ItemHits:
    """`Space.raycast` of each ray."""
    points = _origins("raycast", origin)
    motions = _motions("raycast", points, motion)
    options = (touching, leaving, False, mask, exclude, filter)
    return ItemHits(*_arrays._space_cast("raycast", "origin", space, points, motions, *options))


def raycast_all(
    space: Any,
    origin: Any,
    motion: npt.ArrayLike,
    *,
    touching: bool = False,
    leaving: bool = True,
    mask: int = -1,
    exclude: Choice = None,
    filter: Filter = None,
) -> AllHits:
    """`Space.raycast_all` of each ray."""
    points = _origins("raycast_all", origin)
    motions = _motions("raycast_all", points, motion)
    options = (touching, leaving, True, mask, exclude, filter)
    return AllHits(*_arrays._space_cast("raycast_all", "origin", space, points, motions, *options))


def _motions(verb: str, shape: Any, motion: npt.ArrayLike) -> Floats:
    """The motion of each row; one item or shape may have many."""
    count = rows_of(shape) if isinstance(shape, ShapeArray) else 1
    return motions_of(verb, "motion", "rows", motion, count)


def _origins(verb: str, origin: Any) -> Points:
    if isinstance(origin, Points):
        return origin
    if isinstance(origin, collide2d.Point):
        return Points([[origin.x, origin.y]])
    if isinstance(origin, ShapeArray | collide2d.Shape):
        raise TypeError(f"{verb}: origin must be Points or pairs, (n, 2), got {type(origin).__name__}")
    pairs = numbers_of(verb, "origin", origin)
    if pairs.ndim not in (1, 2) or pairs.shape[-1] != 2:
        raise ValueError(f"{verb}: origin must be a pair or pairs, (n, 2), got shape {pairs.shape}")
    check_finite(verb, "origin", pairs, axes=pairs.ndim - 1)
    return Points(pairs.reshape(-1, 2))
