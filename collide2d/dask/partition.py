"""All pairs of shapes that do not fit into memory: the tiles of the plane, their shapes, and the owner of each pair.

The tiles are the leaves of a tree of splits at coordinates; they cover the plane without overlapping. A shape belongs
to every tile that its bounds reach. If two shapes collide, their bounds intersect, and the top left corner of the
intersection is in exactly one tile, which has both shapes and owns the pair. All decisions are comparisons without
rounding, so each pair is found once for any choice of tiles.

A shape that reaches very many tiles belongs to none, and is tested against all shapes instead. A pair is stored as the
whole number i * n + j, where n is the length of the second array, so sorted numbers are sorted pairs.

This module does not use dask; all_pairs.py distributes its jobs.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from collide2d import _arrays
from collide2d._files import replacing
from collide2d.arrays import Floats, Indices, ShapeArray

Integers: TypeAlias = npt.NDArray[np.int64]

# A shape that reaches more tiles than this belongs to none.
MOST_TILES = 8
# A tile is not split if the parts would be narrower than this many of its shapes.
SHAPES_ACROSS = 4
# About this many shapes per tile are sampled to place the splits.
LOOKED_AT = 256


# ---- the tree --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tiles:
    """The splits of the plane. Coordinates below a node's split belong to its child `below`, others to the next child;
    a node with a negative `below` is the tile -1 - below.
    """

    axis: npt.NDArray[np.int8]
    split: Floats
    below: Integers
    extent: Floats
    """(tiles, 4): left, top, right and bottom; right and bottom are exclusive."""

    def __len__(self) -> int:
        return len(self.extent)


def lie_in(points: Floats, extent: Floats) -> npt.NDArray[np.bool_]:
    """Which of the points (n, 2) lie in a tile."""
    return np.asarray(((points >= extent[:2]) & (points < extent[2:])).all(axis=1))


def look_at(bounds: Floats, tile: int, seed: int) -> Floats:
    """The bounds of a random sample of shapes, as many as the tiles need; equal seeds give equal samples."""
    step = max(1, tile // LOOKED_AT)
    if step == 1:
        return bounds
    return bounds[np.random.default_rng(seed).integers(0, max(len(bounds), 1), -(-len(bounds) // step))]


def make_tiles(sample: Floats, tile: int) -> Tiles:
    """Tiles of about this many shapes each, by the bounds that `look_at` has sampled."""
    weight = max(1, tile // LOOKED_AT)
    everything = (-np.inf, -np.inf, np.inf, np.inf)
    axis, split, below, extent = [0], [0.0], [0], list[tuple[float, ...]]()
    todo = [(0, np.arange(len(sample)), everything)]
    while todo:
        node, members, (left, top, right, bottom) = todo.pop()
        cut = _cut(sample[members]) if len(members) * weight > tile else None
        if cut is None:
            below[node] = -1 - len(extent)
            extent.append((left, top, right, bottom))
            continue
        axis[node], split[node], below[node] = cut[0], cut[1], len(axis)
        for numbers in (axis, split, below):
            numbers.extend((0, 0))
        lower = sample[members, cut[0]] < cut[1]
        x = cut[0] == 0
        halves = (
            (left, top, cut[1] if x else right, bottom if x else cut[1]),
            (cut[1] if x else left, top if x else cut[1], right, bottom),
        )
        todo += [(below[node], members[lower], halves[0]), (below[node] + 1, members[~lower], halves[1])]
    return Tiles(np.array(axis, np.int8), np.array(split), np.array(below), np.array(extent))


def _cut(bounds: Floats) -> tuple[int, float] | None:
    """The axis and coordinate that best halve the shapes, if they are small enough."""
    spread = np.ptp(bounds[:, :2], axis=0)
    sizes = np.median(bounds[:, 2:] - bounds[:, :2], axis=0)
    for k in np.argsort(-spread, kind="stable").tolist():
        corner = np.sort(bounds[:, k])
        above = corner[corner > corner[0]]
        if len(above) and spread[k] >= SHAPES_ACROSS * sizes[k]:
            return k, float(max(corner[len(corner) // 2], above[0]))
    return None


def reached(tiles: Tiles, bounds: Floats) -> tuple[Indices, Indices, Indices]:
    """Rows and the tiles that they reach, sorted by tile and row; and the rows, in order, that reach too many."""
    row, node = np.arange(len(bounds)), np.zeros(len(bounds), dtype=np.intp)
    rows, places, times = [], [], np.zeros(len(bounds), dtype=np.intp)
    while len(row):
        done = tiles.below[node] < 0
        rows.append(row[done])
        places.append(-1 - tiles.below[node[done]])
        times += np.bincount(row[done], minlength=len(times))
        row, node = row[~done], node[~done]
        axis, split, below = tiles.axis[node], tiles.split[node], tiles.below[node]
        under, over = bounds[row, axis] < split, bounds[row, axis + 2] >= split
        row = np.concatenate((row[under], row[over]))
        node = np.concatenate((below[under], below[over] + 1))
        active = (times + np.bincount(row, minlength=len(times)) <= MOST_TILES)[row]
        times[row[~active]] = MOST_TILES + 1
        row, node = row[active], node[active]
    many = times > MOST_TILES
    row, place = (np.concatenate([*parts, np.zeros(0, dtype=np.intp)]) for parts in (rows, places))
    row, place = row[~many[row]], place[~many[row]]
    order = np.lexsort((row, place))
    return row[order], place[order], np.flatnonzero(many)


# ---- shapes in files -------------------------------------------------------------------------------------------------


def save(directory: str, array: npt.NDArray[Any]) -> str:
    """Writes a file with a unique name; a job that runs twice leaves an unused file."""
    path = os.path.join(directory, f"{uuid.uuid4().hex}.npy")
    np.save(path, array)
    return path


def read(path: str) -> npt.NDArray[Any]:
    """The array in a file, mapped into memory."""
    array: npt.NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    return array


@dataclass(frozen=True)
class Piece:
    """Some rows of a file, with the file of their indices."""

    rows: str
    index: str
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first


@dataclass(frozen=True)
class Block:
    """Shapes that are searched together, in the order of their indices."""

    kind: type[ShapeArray]
    pieces: tuple[Piece, ...]

    def load(self) -> tuple[ShapeArray, Integers]:
        rows = np.concatenate([read(p.rows)[p.first : p.last] for p in self.pieces])
        index = np.concatenate([read(p.index)[p.first : p.last] for p in self.pieces])
        return self.kind(rows), index


def blocks_of(kind: type[ShapeArray], pieces: Sequence[Piece], size: int) -> list[Block]:
    """The pieces in blocks of at most a number of rows."""
    blocks, room, current = [], size, list[Piece]()
    for piece in pieces:
        first = piece.first
        while first < piece.last:
            last = min(piece.last, first + room)
            current.append(Piece(piece.rows, piece.index, first, last))
            first, room = last, room - (last - first)
            if room == 0:
                blocks.append(Block(kind, tuple(current)))
                room, current = size, []
    return [*blocks, Block(kind, tuple(current))] if current else blocks


@dataclass(frozen=True)
class Scattered:
    """A chunk in files: its rows by tile, and separately the rows that reach too many tiles."""

    starts: Integers
    """(tiles + 1): where the rows of each tile start, and the last one's end."""
    rows: str
    index: str
    wide: Piece | None


def scatter(shapes: ShapeArray, first: int, tiles: Tiles, directory: str) -> Scattered:
    """Writes the valid rows of a chunk, whose first has the index `first`, for the tiles that they reach."""
    valid = np.flatnonzero(shapes.valid)
    row, place, many = reached(tiles, shapes.bounds[valid])
    starts = np.searchsorted(place, np.arange(len(tiles) + 1))
    row, many = valid[row], valid[many]
    wide = None
    if len(many):
        wide = Piece(save(directory, shapes.array[many]), save(directory, first + many), 0, len(many))
    return Scattered(starts, save(directory, shapes.array[row]), save(directory, first + row), wide)


# ---- searching -------------------------------------------------------------------------------------------------------


Span: TypeAlias = tuple[int, int]


def parts_of(a: ShapeArray, b: ShapeArray | None, touching: bool, limit: int) -> Iterator[Indices]:
    """The pairs, unsorted, in parts of about a number of pairs: a search that finds more is split in halves."""
    others = a if b is None else b
    todo: list[tuple[Span, Span | None]] = [((0, len(a)), None if b is None else (0, len(b)))]
    with ThreadPoolExecutor(1) as executor:
        while todo:
            first, second = todo.pop()
            rows, columns = a[slice(*first)], None if second is None else others[slice(*second)]
            tally = np.zeros(2, dtype=np.int64)
            job = executor.submit(_arrays._pairs, rows, columns, touching, True, 0, len(rows), tally)
            while not wait([job], timeout=0.005).done:
                tally[0] = tally[1] > limit  # if so, the search ends soon
            found: Indices = job.result()
            if tally[0]:
                todo += _halves(first, second)
            else:
                found += first[0], first[0] if second is None else second[0]
                yield found


def _halves(first: Span, second: Span | None) -> list[tuple[Span, Span | None]]:
    """The parts of a search of a span with itself, or of two spans."""
    if second is None:
        low, high = _split(first)
        return [(low, None), (high, None), (low, high)]
    if first[1] - first[0] >= second[1] - second[0]:
        return [(half, second) for half in _split(first)]
    return [(first, half) for half in _split(second)]


def _split(span: Span) -> tuple[Span, Span]:
    middle = (span[0] + span[1]) // 2
    return (span[0], middle), (middle, span[1])


@dataclass
class Found:
    """The number of pairs that a job found, and the files of their sorted keys, if stored."""

    count: int = 0
    runs: list[str] = field(default_factory=list)

    def add(self, keys: Integers, directory: str | None) -> None:
        self.count += len(keys)
        if directory is not None and len(keys):
            self.runs.append(save(directory, np.sort(keys)))


@dataclass(frozen=True)
class Search:
    """The settings that all jobs of a call share."""

    touching: bool
    columns: int
    """The length of the second array, or of the only one."""
    limit: int
    """Pairs at a time."""
    directory: str | None
    """The directory of the runs, if they are stored."""


def search_tile(search: Search, extent: Floats, block_a: Block, block_b: Block | None) -> Found:
    """The pairs that a tile owns, from one block or two."""
    found = Found()
    a, index_a = block_a.load()
    b, index_b = (None, index_a) if block_b is None else block_b.load()
    low_a = a.bounds[:, :2]
    low_b = low_a if b is None else b.bounds[:, :2]
    for pairs in parts_of(a, b, search.touching, search.limit):
        i, j = pairs.T
        own = lie_in(np.maximum(low_a[i], low_b[j]), extent)
        found.add(index_a[i[own]] * search.columns + index_b[j[own]], search.directory)
    return found


def search_wide(
    search: Search, shapes: ShapeArray, first: int, own: Piece | None, wide: Sequence[Block], order: str
) -> Found:
    """The pairs of the shapes of a chunk with the wide shapes, which reach too many tiles. own: the chunk's wide
    shapes.

    order: "wide first" or "wide last", the array of the wide shapes; or "one" for a single array, in which two wide
    shapes find each other twice and the first keeps the pair. Wide shapes of both arrays are paired by an earlier
    search.
    """
    found = Found()
    is_wide = np.zeros(len(shapes), dtype=bool)
    if own is not None:
        is_wide[read(own.index)[own.first : own.last] - first] = True
    for block in wide:
        b, index = block.load()
        for pairs in parts_of(shapes, b, search.touching, search.limit):
            i, j = first + pairs[:, 0], index[pairs[:, 1]]
            if order == "one":
                keep = np.where(is_wide[i - first], i < j, i != j)
                low, high = np.minimum(i, j), np.maximum(i, j)
            elif order == "wide first":
                keep, low, high = np.ones(len(i), dtype=bool), j, i
            else:
                keep, low, high = ~is_wide[i - first], i, j
            found.add(low[keep] * search.columns + high[keep], search.directory)
    return found


# ---- merging ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Range:
    """The keys from `first` up to `last`, exclusive, and where in the runs they are."""

    first: int
    last: int
    starts: Integers
    stops: Integers

    def __len__(self) -> int:
        return int((self.stops - self.starts).sum())


def ranges_of(runs: Sequence[npt.NDArray[Any]], end: int, most: int) -> list[Range]:
    """The keys below `end` in non-empty ranges of at most a number of keys."""
    ranges, todo = [], [Range(0, end, np.zeros(len(runs), np.int64), np.array([len(run) for run in runs], np.int64))]
    while todo:
        here = todo.pop()
        if len(here) > most:
            middle = (here.first + here.last) // 2
            cuts = [run[s:t].searchsorted(middle) for run, s, t in zip(runs, here.starts, here.stops, strict=True)]
            at = here.starts + np.array(cuts, np.int64)
            todo += [Range(middle, here.last, at, here.stops), Range(here.first, middle, here.starts, at)]
        elif len(here):
            ranges.append(here)
    return ranges


def merge(runs: Sequence[tuple[str, int, int]], columns: int, path: str) -> str:
    """Writes the pairs of parts of runs, sorted, (m, 2), atomically: no reader sees half a file."""
    keys = np.concatenate([read(run)[first:last] for run, first, last in runs])
    keys.sort(kind="stable")  # a stable sort is fast for sorted runs
    with replacing(path) as file:
        np.save(file, np.stack(np.divmod(keys, columns), axis=1).astype(np.intp, copy=False))
    return path
