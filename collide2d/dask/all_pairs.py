"""All pairs of shapes that do not fit into memory, by jobs of dask: see collide2d.dask."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

import dask.array as da
import numpy as np
from dask.base import compute
from dask.delayed import delayed

from collide2d.arrays import ShapeArray
from collide2d.dask import partition
from collide2d.dask.blocks import DaskArray, LazyShapes
from collide2d.dask.partition import Block, Found, Piece, Scattered, Search, Tiles

T = TypeVar("T")


def pairs(
    a: LazyShapes | ShapeArray,
    b: LazyShapes | ShapeArray | None = None,
    *,
    directory: str | os.PathLike[str],
    touching: bool = True,
    tile: int = 250_000,
    part: int = 2_000_000,
) -> DaskArray:
    """The result of `collide2d.pairs` for shapes that do not fit into memory, as a dask array (m, 2), exact and sorted.

    The plane is split into tiles of about `tile` shapes, which the workers search one by one. They write the pairs to
    `directory`, which must be new or empty and visible to all workers, as pairs-000000.npy and so on, with at most
    `part` pairs each. The result reads these files. The function computes immediately, and loads each chunk of rows two
    or three times.

    Peak memory: each thread of a worker needs nine times a chunk of rows (if each shape reaches 8 tiles; usually
    twice), or 2 * tile shapes and a few times `part` pairs. The caller needs a few numbers for each tile, chunk and
    file. On disk: the rows of the tiles and the pairs, twice during the computation.

    Raises ValueError for an invalid row, with its index, for arrays with more than one axis, for a directory that is
    not empty, or if the pairs of row numbers exceed 2^63, which is the case above 3,037,000,499 shapes of one array.

    >>> import dask.array as da, tempfile
    >>> from collide2d import Circles, dask as lazy
    >>> discs = LazyShapes(Circles, da.from_array([[0, 0, 1], [5, 0, 1], [2, 0, 1]], chunks=(2, 3)))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     lazy.pairs(discs, directory=folder).compute().tolist()
    [[0, 2]]
    """
    directory = os.fspath(directory)
    os.makedirs(directory, exist_ok=True)
    if os.listdir(directory):
        raise ValueError(f"pairs: directory must be new or empty, got {directory!r}")
    _check_sizes("pairs", tile=tile, part=part)
    scratch = tempfile.mkdtemp(prefix="tiles-", dir=directory)
    try:
        found, columns, end = _find(a, b, touching, tile, part, scratch, keep=True)
        names = [run for one in found for run in one.runs]
        ranges = partition.ranges_of([partition.read(name) for name in names], end, part)
        jobs, lengths = [], [len(here) for here in ranges] or [0]
        for k, here in enumerate(ranges):
            bounds = zip(names, here.starts.tolist(), here.stops.tolist(), strict=True)
            runs = [(name, first, last) for name, first, last in bounds if first < last]
            jobs.append(partial(partition.merge, runs, columns, os.path.join(directory, f"pairs-{k:06}.npy")))
        paths = _compute(jobs)
        if not paths:
            paths = [os.path.join(directory, "pairs-000000.npy")]
            np.save(paths[0], np.zeros((0, 2), dtype=np.intp))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    parts = [
        da.from_delayed(delayed(partition.read)(path), (length, 2), dtype=np.intp)
        for path, length in zip(paths, lengths, strict=True)
    ]
    return da.concatenate(parts)


def count_pairs(
    a: LazyShapes | ShapeArray,
    b: LazyShapes | ShapeArray | None = None,
    *,
    directory: str | os.PathLike[str] | None = None,
    touching: bool = True,
    tile: int = 250_000,
) -> int:
    """The number of pairs that `pairs` would find, without storing them.

    directory holds the rows of the tiles during the computation and must be visible to all workers; the default is the
    system's directory for temporary files.

    >>> import dask.array as da
    >>> from collide2d import Circles, dask as lazy
    >>> lazy.count_pairs(LazyShapes(Circles, da.zeros((4, 3), chunks=(3, 3))))
    6
    """
    _check_sizes("count_pairs", tile=tile)
    with tempfile.TemporaryDirectory(prefix="tiles-", dir=directory) as scratch:
        found, _, _ = _find(a, b, touching, tile, 2_000_000, scratch, keep=False)
    return sum(one.count for one in found)


def _check_sizes(verb: str, **sizes: int) -> None:
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"{verb}: {name} must be >= 1, got {size!r}")


def _compute(jobs: Sequence[Callable[[], T]]) -> list[T]:
    return list(compute(*(delayed(job)() for job in jobs)))


def _find(
    a: Any, b: Any, touching: bool, tile: int, limit: int, scratch: str, keep: bool
) -> tuple[list[Found], int, int]:
    """The pairs of all searches, the columns of the keys, and a bound above all keys."""
    sources = [_chunked("a", a, tile)] if b is None else [_chunked("a", a, tile), _chunked("b", b, tile)]
    firsts, samples = [], []
    for name, source in zip("ab", sources, strict=False):
        looks = _by_chunk(source, partial(_look, source.kind, source.invalid, tile))
        firsts.append(_firsts(name, looks))
        samples += [look[1] for look in looks]
    rows, columns = firsts[0][-1], firsts[-1][-1]
    if rows * columns >= 2**63:
        raise ValueError(f"pairs: a and b must have fewer pairs of rows than 2^63, got {rows} and {columns} rows")
    tiles = partition.make_tiles(np.concatenate(samples), tile)
    scattered = [
        _by_chunk(source, partial(_scatter, source.kind, of, tiles, scratch))
        for source, of in zip(sources, firsts, strict=True)
    ]
    search = Search(touching, columns, limit, scratch if keep else None)
    kinds = [source.kind for source in sources]
    found = _compute([
        partial(partition.search_tile, search, tiles.extent[t], first, second)
        for t in range(len(tiles)) for first, second in _block_pairs(kinds, scattered, t, tile)
    ])  # fmt: skip
    wide = [
        partition.blocks_of(kind, [s.wide for s in of if s.wide], tile)
        for kind, of in zip(kinds, scattered, strict=True)
    ]
    for k, order in ((0, "one"),) if b is None else ((1, "wide first"), (0, "wide last")):
        source, own, blocks = sources[k], [s.wide for s in scattered[k]], wide[1 - k if b is not None else 0]
        if blocks:
            job = partial(_search_wide, source.kind, search, firsts[k], own, blocks, order)
            found += _by_chunk(source, job)
    return found, columns, rows * columns


def _chunked(name: str, a: Any, tile: int) -> LazyShapes:
    if isinstance(a, ShapeArray) and a.shape:
        if a.anchor != "topleft":
            raise ValueError(f"pairs: {name} must have rectangles by their top-left corner, got anchor {a.anchor!r}")
        a = LazyShapes(type(a), da.from_array(a.array, chunks=(tile, *a.array.shape[1:])), invalid=a.invalid)
    if not isinstance(a, LazyShapes):
        raise TypeError(f"pairs: {name} must be LazyShapes or an array of shapes, got {type(a).__name__}")
    if a.rows.ndim != 2:
        raise ValueError(f"pairs: {name} must have one axis of shapes, got {a.rows.ndim - 1} axes")
    return a


def _by_chunk(source: LazyShapes, job: Callable[[Any, int], T]) -> list[T]:
    """The results of a job for each chunk. The job receives the rows and number of the chunk, on the worker that loads
    it.
    """
    count = source.rows.numblocks[0]
    results = source.rows.map_blocks(
        _boxed, job=job, drop_axis=1, chunks=((1,) * count,), dtype=object, meta=np.empty(0, dtype=object)
    )
    made: list[T] = results.compute().tolist()
    return made


def _boxed(rows: Any, job: Callable[[Any, int], Any], block_id: tuple[int, ...]) -> Any:
    box = np.empty(1, dtype=object)
    box[0] = job(rows, block_id[0])
    return box


_Look: TypeAlias = tuple[int, Any, tuple[int, str] | None]


def _look(kind: type[ShapeArray], invalid: str, tile: int, rows: Any, number: int) -> _Look:
    """The number of rows, the bounds of a sample, and the first invalid row with the reason."""
    shapes = kind(rows, invalid="nan")
    valid = shapes.valid
    wrong = None
    if invalid == "raise" and not valid.all():
        first = int(np.argmin(valid))
        try:
            kind(shapes.array[first])
        except ValueError as error:
            wrong = first, str(error)
    return len(shapes), partition.look_at(shapes.bounds[valid], tile, number), wrong


def _firsts(name: str, looks: Sequence[_Look]) -> list[int]:
    """The index of the first row of each chunk, followed by the total number of rows."""
    firsts = [0]
    for count, _, wrong in looks:
        if wrong is not None:
            raise ValueError(f"pairs: {name}: {wrong[1]} at index {firsts[-1] + wrong[0]}")
        firsts.append(firsts[-1] + count)
    return firsts


def _scatter(
    kind: type[ShapeArray], firsts: Sequence[int], tiles: Tiles, scratch: str, rows: Any, number: int
) -> Scattered:
    return partition.scatter(kind(rows, invalid="nan"), firsts[number], tiles, scratch)


def _search_wide(
    kind: type[ShapeArray],
    search: Search,
    firsts: Sequence[int],
    own: Sequence[Piece | None],
    wide: Sequence[Block],
    order: str,
    rows: Any,
    number: int,
) -> Found:
    return partition.search_wide(search, kind(rows, invalid="nan"), firsts[number], own[number], wide, order)


def _block_pairs(
    kinds: Sequence[type[ShapeArray]], scattered: Sequence[Sequence[Scattered]], tile: int, size: int
) -> list[tuple[Block, Block | None]]:
    """The searches in a tile: for one array, each block with itself and with later blocks; for two arrays, all pairs of
    blocks.
    """
    sides = []
    for kind, chunks in zip(kinds, scattered, strict=True):
        spans = [(chunk, *chunk.starts[tile : tile + 2].tolist()) for chunk in chunks]
        pieces = [Piece(chunk.rows, chunk.index, first, last) for chunk, first, last in spans if first < last]
        few = sum(map(len, pieces)) <= 2 * size
        sides.append(partition.blocks_of(kind, pieces, 2 * size if few else size))
    if len(sides) == 2:
        return [(x, y) for x in sides[0] for y in sides[1]]
    alone: list[tuple[Block, Block | None]] = [(x, None) for x in sides[0]]
    return alone + [(x, y) for i, x in enumerate(sides[0]) for y in sides[0][i + 1 :]]
