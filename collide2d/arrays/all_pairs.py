"""All pairs of rows that collide."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import nullcontext
from importlib import import_module
from typing import Any

import numpy as np

from collide2d import _arrays
from collide2d.arrays.arguments import Indices, Period, check_threads, checked_period
from collide2d.arrays.out_of_core import pairs_by_stretch
from collide2d.arrays.shape_array import ShapeArray, check_array

# A call uses no more.
_MOST_THREADS = 256


def pairs(
    a: ShapeArray,
    b: ShapeArray | None = None,
    *,
    touching: bool = True,
    period: Period | None = None,
    progress: bool = False,
    threads: int = 1,
) -> Indices:
    """All index pairs that collide, or with touching=False overlap: (m, 2) integers, sorted.

    For one array, each pair comes once, with i < j; for two, i is an index of a and j of b. Both arrays have one axis
    and may be of any kinds; masked rows are in no pair. The answer is exact, and the time about linear in the number of
    shapes and pairs. progress shows how many pairs have been found so far, if tqdm is installed. threads is how many
    threads may share the search; the result is that of one. Raises ValueError for an invalid row, MemoryError if the
    pairs do not fit: see `count_pairs` and `pair_chunks`.

    In a world that repeats, period is (width, height), or None for an axis on which nothing repeats. A pair then
    collides if any image of one row collides with the other; an image is the row shifted by exactly (i * width, j *
    height), without rounding. Such a pair comes once, however many images collide, and a row and its own images are no
    pair. Rows may be anywhere within 2**29 periods of 0, and each may span 16 periods; ValueError otherwise.

    >>> circles = Circles([[0, 0, 1], [5, 0, 1], [2, 0, 1], [3.5, 0, 1]])
    >>> pairs(circles).tolist()
    [[0, 2], [1, 3], [2, 3]]
    >>> pairs(circles, touching=False).tolist()
    [[1, 3], [2, 3]]
    >>> pairs(circles, Points([[5, 0]])).tolist()
    [[1, 0]]
    >>> pairs(circles, period=(7, 7)).tolist()
    [[0, 1], [0, 2], [1, 3], [2, 3]]
    >>> pairs(circles, period=(None, 1)).tolist()
    [[0, 2], [1, 3], [2, 3]]
    """
    total, within = _checked("pairs", a, b, period, threads)
    found: Indices = _search(a, b, touching, True, 0, total, within, progress, threads)
    return found


def count_pairs(
    a: ShapeArray,
    b: ShapeArray | None = None,
    *,
    touching: bool = True,
    period: Period | None = None,
    progress: bool = False,
    threads: int = 1,
) -> int:
    """The number of pairs that `pairs` would return, in memory that does not grow with it.

    >>> count_pairs(Circles([[0, 0, 1], [5, 0, 1], [2, 0, 1]]))
    1
    """
    total, within = _checked("count_pairs", a, b, period, threads)
    found: int = _search(a, b, touching, False, 0, total, within, progress, threads)
    return found


def pair_chunks(
    a: ShapeArray,
    b: ShapeArray | None = None,
    *,
    touching: bool = True,
    rows: int = 100_000,
    period: Period | None = None,
    progress: bool = False,
    directory: str | os.PathLike[str] | None = None,
    threads: int = 1,
) -> Iterator[Indices]:
    """Yields the pairs that `pairs` returns in chunks, each for `rows` rows of a, if they do not fit into memory.

    Each chunk is a search of its own through all shapes that these rows may collide with, so a few large chunks are
    faster than many small ones.

    For rows that do not fit into memory either, such as those of a numpy.memmap, pass a directory that exists and has
    room for another copy of them. The plane is cut into stretches of about `rows` rows each, at most 1,024 of them, and
    a temporary file holds the rows of each stretch. Each chunk then has the pairs of one stretch, in no order, and
    takes memory for the rows of that stretch only. Rows that all lie in one place, or on one line across the stretches,
    stay in one stretch. The indices are those of a and b. progress then shows the rows that are done, each twice:
    sorted, and searched. There is no period. Of polygons, only the rows are in the files: their vertices stay where
    they are.

    >>> [part.tolist() for part in pair_chunks(Circles([[0, 0, 1], [2, 0, 1], [4, 0, 1]]), rows=1)]
    [[[0, 1]], [[1, 2]], []]
    """
    if rows < 1:
        raise ValueError(f"pair_chunks: rows must be >= 1, got {rows!r}")
    total, within = _checked("pair_chunks", a, b, period, threads)
    if directory is not None:
        yield from _chunks_by_files(a, b, touching, rows, within, progress, directory, threads)
        return
    for first in range(0, total, rows):
        last = min(first + rows, total)
        # With one array, the chunks before this one have the pairs with earlier rows.
        if b is not None:
            yield _search(a, b, touching, True, first, last, within, progress, threads)
        else:
            yield _search(a[first:], None, touching, True, 0, last - first, within, progress, threads) + first


def _chunks_by_files(
    a: ShapeArray,
    b: ShapeArray | None,
    touching: bool,
    rows: int,
    period: tuple[float, float],
    progress: bool,
    directory: str | os.PathLike[str],
    threads: int,
) -> Iterator[Indices]:
    if period != (math.inf, math.inf):
        raise ValueError(f"pair_chunks: period must be None with a directory, got {period!r}")
    total = len(a) + (0 if b is None else len(b))
    with (_bar("rows", 2 * total) if progress else None) or nullcontext() as bar:
        tell = bar.update if bar else lambda _: None
        yield from pairs_by_stretch(
            a, b, rows, directory, lambda a, b: _search(a, b, touching, True, 0, len(a), period, False, threads), tell
        )


def _checked(who: str, a: Any, b: Any, period: Period | None, threads: object) -> tuple[int, tuple[float, float]]:
    """The rows of a, and the period of each axis. Raises the error of an argument."""
    for name, array in (("a", a), ("b", b)):
        if array is not None or name == "a":
            check_array(who, name, array)
    check_threads(who, threads)
    return len(a), checked_period(who, period)


def _search(
    a: ShapeArray,
    b: ShapeArray | None,
    touching: bool,
    keep: bool,
    first: int,
    last: int,
    period: tuple[float, float],
    progress: bool,
    threads: int,
) -> Any:
    arguments = (a, b, touching, keep, first, last)
    bar = _bar() if progress else None
    if bar is None:
        return _arrays._pairs(*arguments, None, period, threads)
    tally = np.zeros(1 + _MOST_THREADS, dtype=np.int64)
    with bar, ThreadPoolExecutor(1) as executor:
        job = executor.submit(_arrays._pairs, *arguments, tally, period, threads)
        try:
            while not wait([job], timeout=0.1).done:
                bar.update(int(tally[1:].sum()) - bar.n)
        except BaseException:
            tally[0] = 1  # asks the search to end
            raise
        found = job.result()
        bar.update((len(found) if keep else found) - bar.n)
        return found


def _bar(what: str = "pairs", total: int | None = None) -> Any:
    try:
        tqdm = import_module("tqdm.auto").tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit=f" {what}", unit_scale=True)
