"""The arguments of the methods and functions over arrays: numbers that broadcast, pairs, shape-likes."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from operator import index
from typing import Any, NoReturn, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

import collide2d

Bools: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.intp]
Objects: TypeAlias = npt.NDArray[np.object_]
# (width, height) of a world that repeats; None for an axis on which nothing repeats.
Period: TypeAlias = Sequence[float | None] | Floats

Array = TypeVar("Array", bound=npt.NDArray[Any])

_TINY = 2.0**-148
# The domain of a period: its products with whole numbers lose nothing.
_LEAST_PERIOD, _MOST_PERIOD = 1e-44, 1e60


def settled(numbers: npt.ArrayLike) -> Floats:
    """The numbers as single shapes store them: tiny ones rounded to a multiple of 2^-200."""
    x = np.asarray(numbers, dtype=np.float64)
    size = np.abs(x)
    return np.where(size < _TINY, np.copysign((size + _TINY) - _TINY, x), x) + 0.0


def numbers_of(verb: str, name: str, given: Any) -> Floats:
    """An array-like as float64."""
    if hasattr(type(given), "__dask_graph__"):
        rule = f"must be in memory, got a dask {type(given).__name__}"
        raise TypeError(f"{verb}: {name} {rule}: see collide2d.dask")
    try:
        if given is None:
            raise TypeError
        numbers = np.asarray(given)
        if numbers.dtype.kind not in "biufO":
            raise TypeError
        return np.asarray(numbers, dtype=np.float64)
    except (TypeError, ValueError):
        got = type(given).__name__ if not isinstance(given, np.ndarray) else f"an array of {given.dtype}"
        raise TypeError(f"{verb}: {name} must be a number or an array of numbers, got {got}") from None


def check_finite(verb: str, name: str, numbers: Floats, *, axes: int | None = None, least: float = -1e60) -> None:
    """Raises ValueError unless all numbers are in the domain and not below `least`.

    The first wrong one is named by its index on the first axes; without a number, on all of them.
    """
    with np.errstate(invalid="ignore"):
        wrong = ~((numbers >= least) & (numbers <= 1e60))
    if wrong.any():
        index = np.argwhere(wrong)[0].tolist()
        got = float(numbers[tuple(index)])
        rule = "finite" if not np.isfinite(got) else "between -1e60 and 1e60" if abs(got) > 1e60 else f">= {least}"
        index = index[:axes]
        where = f" at index {index[0] if len(index) == 1 else tuple(index)}" if index else ""
        raise ValueError(f"{verb}: {name} must be {rule}, got {got!r}{where}")


def read_only(array: Array) -> Array:
    """The array, so that NumPy refuses to change it: a change of a copy would be lost."""
    array.flags.writeable = False
    return array


def text_of(array: npt.NDArray[Any]) -> str:
    """The numbers as an argument in Python. Nested lists do not have the axes of an array without numbers."""
    if array.size == 0 and array.ndim > 1:
        dtype = "" if array.dtype == np.float64 else f", dtype={array.dtype.name!r}"
        return f"numpy.empty({array.shape}{dtype})"
    return "[]" if array.size == 0 else repr(array).removeprefix("array(").removesuffix(")")


def broadcast(verb: str, names: list[str], numbers: list[Floats]) -> Any:
    """Named arrays, which must broadcast together, in one shape."""
    try:
        return np.broadcast_arrays(*numbers)
    except ValueError:
        shapes = ", ".join(f"{name} of shape {n.shape}" for name, n in zip(names, numbers, strict=True))
        raise ValueError(f"{verb}: the arguments must broadcast together, got {shapes}") from None


def one_shape(like: Any) -> Any:
    """The shape of a shape-like, such as a sprite; anything else as it is."""
    try:
        pieces = collide2d.Body([like]).pieces
    except TypeError:
        return like
    return pieces[0] if len(pieces) == 1 else like


def has_shapes(given: Any) -> bool:
    """Whether this is a single shape, or a list with one."""
    each = given if isinstance(given, (list, tuple)) else [given]
    return any(isinstance(one, collide2d.Shape) for one in each)


def refuse_single_shapes(who: str, name: str, given: Any) -> NoReturn:
    rule = f"{name} must be numbers, not shapes, got {type(given).__name__}"
    raise TypeError(f"{who}: {rule}; {who}.from_shapes makes an array of single shapes") from None


def pairs_of(verb: str, name: str, x: npt.ArrayLike, y: npt.ArrayLike | None) -> Floats:
    """Two arrays that broadcast, or one whose last axis is a pair, as pairs (..., 2)."""
    pairs = numbers_of(verb, name, x)
    if y is None:
        if pairs.ndim == 0 or pairs.shape[-1] != 2:
            alone = f", if {name[:-1]}y is not given" if name.endswith("x") else ""
            raise ValueError(f"{verb}: {name} must be a pair or pairs, (..., 2){alone}, got shape {pairs.shape}")
    else:
        other = name[:-1] + "y"
        pairs = np.stack(broadcast(verb, [name, other], [pairs, numbers_of(verb, other, y)]), axis=-1)
    names = [name, name[:-1] + "y"] if name.endswith("x") else [name, name]
    for axis, part in enumerate(names):
        check_finite(verb, part, pairs[..., axis])
    return pairs


def motions_of(verb: str, name: str, movers: str, given: Any, count: int) -> Floats:
    """The motions of so many movers, (n, 2), from one pair or one for each; a single mover may have several."""
    pairs = numbers_of(verb, name, given)
    if pairs.ndim not in (1, 2) or pairs.shape[-1] != 2:
        raise ValueError(f"{verb}: {name} must be a pair or pairs, (n, 2), got shape {pairs.shape}")
    if pairs.ndim == 2 and len(pairs) not in (1, count) and count != 1:
        raise ValueError(f"{verb}: {name} must be one pair, or one for each of {count} {movers}, got {len(pairs)}")
    rows = len(pairs) if pairs.ndim == 2 and count == 1 else count
    return np.broadcast_to(pairs, (rows, 2))


def rows_of(array: Any) -> int:
    """The rows of an array of one axis, or of none, which is one row."""
    return int(array.shape[0]) if array.shape else 1


def check_count(verb: str, k: Any, rows: int) -> int:
    """The number of neighbours that are wanted for each of so many rows."""
    try:
        count = index(k)
    except TypeError:
        raise TypeError(f"{verb}: k must be an int, got {type(k).__name__}") from None
    if count < 0:
        raise ValueError(f"{verb}: k must be >= 0, got {k!r}")
    most = sys.maxsize // (8 * max(rows, 1))
    if count > most:
        raise ValueError(f"{verb}: k must be at most {most} for {rows} rows, each of which gets k columns, got {k!r}")
    return count


def check_threads(verb: str, threads: Any) -> None:
    """Raises the error of the C core for a number of threads, where no call of it would."""
    try:
        count = index(threads)
    except TypeError:
        raise TypeError(f"{verb}: threads must be an int, got {type(threads).__name__}") from None
    if count < 1:
        raise ValueError(f"{verb}: threads must be >= 1, got {threads!r}")


def check_distance(verb: str, max_distance: Any) -> float:
    try:
        farthest = float(max_distance)
    except (TypeError, ValueError):
        raise TypeError(f"{verb}: max_distance must be a number, got {type(max_distance).__name__}") from None
    if not farthest >= 0:
        raise ValueError(f"{verb}: max_distance must be >= 0, got {farthest!r}")
    return farthest


def _length_of(length: Any) -> float:
    """inf for None, and for an int beyond all floats."""
    try:
        return math.inf if length is None else float(length)
    except OverflowError:
        return math.inf if length > 0 else -math.inf


def checked_period(who: str, period: Period | None) -> tuple[float, float]:
    """The period of each axis, inf where nothing repeats."""
    if period is None:
        return math.inf, math.inf
    try:
        if isinstance(period, (set, frozenset, dict)):
            raise TypeError
        width, height = (_length_of(length) for length in period)
    except (TypeError, ValueError):
        raise TypeError(f"{who}: period must be a pair of numbers or None, (width, height), got {period!r}") from None
    for name, length in (("width", width), ("height", height)):
        if length != math.inf and not _LEAST_PERIOD <= length <= _MOST_PERIOD:
            raise ValueError(f"{who}: the {name} of period must be from 1e-44 to 1e60, or None or inf, got {length!r}")
    return width, height
