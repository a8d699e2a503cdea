"""All pairs of more rows than fit into memory: rows are sorted into files, a stretch of the plane in each.

A row belongs to the stretch in which its bounds begin along one axis. Where they end beyond it, copies of the row are
guests of the further stretches. Of two rows that collide, the one that begins later is at home in a stretch in which
the other is at home or a guest, and in no other stretch is one of them at home and the other there. So each pair is
found once, in that stretch, among all of its rows, less the pairs of two guests. Stretches are told by comparing
coordinates, which rounds nothing; which rows collide is decided by the same search as ever.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from collide2d.arrays.arguments import Indices
from collide2d.arrays.shape_array import ShapeArray

# Called with the arrays of a stretch; what `pairs` returns for them.
Search = Callable[[ShapeArray, ShapeArray | None], Indices]

_SAMPLE = 1 << 16
_SORTED_AT_ONCE = 1 << 22
_MOST_STRETCHES = 1024
_AXES = 2


class _Cut(NamedTuple):
    """Stretches along an axis: the first ends before edges[0], the last begins at edges[-1]."""

    axis: int
    edges: npt.NDArray[np.float64]

    def stretch_of(self, places: npt.NDArray[np.float64]) -> npt.NDArray[np.intp]:
        return np.searchsorted(self.edges, places, side="right")


def _valid(part: ShapeArray) -> tuple[ShapeArray, npt.NDArray[np.intp]]:
    """The rows that are not masked, and their indices."""
    if part.invalid == "raise":
        return part, np.arange(len(part), dtype=np.intp)
    kept = np.flatnonzero(part.valid)
    return part[kept], kept


def _cut(arrays: list[ShapeArray], rows: int) -> _Cut:
    """Stretches of about this many rows of all arrays, in the direction in which fewer rows reach into several.

    Where most rows are longer than a stretch, stretches are joined: files would hold every row many times.
    """
    sample = np.concatenate([_valid(a[:: max(1, len(a) * len(arrays) // _SAMPLE)])[0].bounds for a in arrays])
    count = min(-(-sum(map(len, arrays)) // rows), _MOST_STRETCHES)
    cuts = []
    for axis in range(_AXES):
        low, high = sample[:, axis], sample[:, _AXES + axis]
        cut = _Cut(axis, np.unique(np.quantile(low, np.arange(1, count) / count, method="lower") if len(low) else low))
        while len(cut.edges) and (cut.stretch_of(high) - cut.stretch_of(low)).mean() > 1:
            cut = _Cut(axis, cut.edges[1::2])
        guests = (cut.stretch_of(high) - cut.stretch_of(low)).mean() if len(low) else 0
        cuts.append((-len(cut.edges), guests, axis, cut))
    return min(cuts, key=lambda entry: entry[:3])[3]


class _Files:
    """The rows of an array, by stretch: first its guests, then those at home, with their indices in the array."""

    def __init__(self, directory: Path, name: str, array: ShapeArray) -> None:
        self._make = array._maker()
        self._dtype, self._columns = array.array.dtype, array.array.shape[-1]
        self._numbers = np.dtype(np.uint32 if len(array) < 2**32 else np.intp)
        self._path = str(directory / name)
        self._written: Counter[str] = Counter()  # rows, by the name of their file

    def sort(self, part: ShapeArray, first: int, cut: _Cut) -> None:
        """Adds rows; `first` is the index of the first."""
        part, kept = _valid(part)
        bounds = part.bounds
        numbers = (kept + first).astype(self._numbers)
        begin = cut.stretch_of(bounds[:, cut.axis])
        self._write("homes", part.array, numbers, begin)
        ends_at = bounds[:, _AXES + cut.axis]
        reaching = np.flatnonzero(ends_at >= np.append(cut.edges, np.inf)[begin])
        while len(reaching):
            begin[reaching] += 1
            self._write("guests", part.array[reaching], numbers[reaching], begin[reaching])
            reaching = reaching[ends_at[reaching] >= np.append(cut.edges, np.inf)[begin[reaching]]]

    def _write(self, who: str, rows: Any, numbers: Any, stretches: npt.NDArray[np.intp]) -> None:
        order = np.argsort(stretches.astype(np.uint16), kind="stable")
        ends = np.cumsum(np.bincount(stretches))
        rows, numbers = rows.take(order, axis=0), numbers.take(order)
        for stretch in np.flatnonzero(np.diff(ends, prepend=0)):
            at = slice(ends[stretch - 1] if stretch else 0, ends[stretch])
            self._append(f"{self._path}-{stretch}-{who}-rows", rows[at])
            self._append(f"{self._path}-{stretch}-{who}-numbers", numbers[at])

    def _append(self, path: str, data: npt.NDArray[Any]) -> None:
        with open(path, "ab") as file:  # not ndarray.tofile, which says nothing if the last bytes find no room
            file.write(data.data)
        self._written[path] += len(data)

    def read(self, stretch: int) -> tuple[ShapeArray, npt.NDArray[Any], int]:
        """The rows of a stretch, their indices, and how many are guests. Removes the files."""
        guests, homes = f"{self._path}-{stretch}-guests", f"{self._path}-{stretch}-homes"
        rows = np.concatenate([self._taken(f"{path}-rows", self._dtype, self._columns) for path in (guests, homes)])
        numbers = np.concatenate([self._taken(f"{path}-numbers", self._numbers, 1) for path in (guests, homes)])
        return self._make(rows.reshape(-1, self._columns)), numbers, self._written[f"{guests}-numbers"]

    def _taken(self, path: str, dtype: npt.DTypeLike, columns: int) -> npt.NDArray[Any]:
        if not self._written[path]:
            return np.empty(0, dtype)
        data = np.fromfile(path, dtype)
        if len(data) != self._written[path] * columns:
            raise OSError(f"pair_chunks: a file in directory has changed: {path}")
        Path(path).unlink()
        return data


def pairs_by_stretch(
    a: ShapeArray,
    b: ShapeArray | None,
    rows: int,
    directory: str | os.PathLike[str],
    search: Search,
    tell: Callable[[int], object],
) -> Iterator[Indices]:
    """The pairs of each stretch, in no order. `tell` is called with numbers of rows that are done, each row twice."""
    arrays = [a] if b is None else [a, b]
    with TemporaryDirectory(prefix="collide2d-", dir=directory) as folder, ThreadPoolExecutor(1) as executor:
        cut = _cut(arrays, rows)
        files = [_Files(Path(folder), name, array) for name, array in zip("ab", arrays, strict=False)]
        _sort_all(arrays, files, cut, executor, tell)
        for stretch in range(len(cut.edges) + 1):
            yield _pairs_of_stretch(files, stretch, search, tell)


def _sort_all(
    arrays: list[ShapeArray],
    files: list[_Files],
    cut: _Cut,
    executor: ThreadPoolExecutor,
    tell: Callable[[int], object],
) -> None:
    """Sorts all rows; one part is written while the next is read."""
    job: Future[None] | None = None
    for array, to in zip(arrays, files, strict=True):
        for first in range(0, len(array), _SORTED_AT_ONCE):
            part = array[first : first + _SORTED_AT_ONCE]
            part = part._maker()(np.array(part.array))  # reads the file here, not where it is written
            if job:
                job.result()
            job = executor.submit(to.sort, part, first, cut)
            tell(len(part))
    if job:
        job.result()


def _pairs_of_stretch(files: list[_Files], stretch: int, search: Search, tell: Callable[[int], object]) -> Indices:
    read = [entry.read(stretch) for entry in files]
    (a, of_a, guests_a), (b, of_b, guests_b) = read[0], read[-1]
    found = search(a, b if len(files) > 1 else None)
    found = found[(found[:, 0] >= guests_a) | (found[:, 1] >= guests_b)]
    found = np.stack([of_a.take(found[:, 0]), of_b.take(found[:, 1])], axis=1).astype(np.intp)
    if len(files) == 1:
        found.sort(axis=1)
    tell(sum(len(numbers) - guests for _, numbers, guests in read))
    return found
