"""Pairs by way of files are those of `pairs`, and no file stays."""

from __future__ import annotations

import contextlib
import errno
import itertools
import shutil
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from array_rows import ARRAYS, adversarial_rows

from collide2d import Circles, Points, Polygon, Polygons, Rects, Segments, Shapes, arrays, pair_chunks, pairs
from collide2d.arrays import out_of_core

FEW = (2, 13, 10_000)  # rows in a file


@pytest.fixture(autouse=True)
def sort_few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(out_of_core, "_SORTED_AT_ONCE", 37)


def check(a: arrays.ShapeArray, b: arrays.ShapeArray | None, rows: int, directory: Path) -> int:
    """Compares with pairs in memory; how many there are."""
    for touching in (True, False):
        parts = list(pair_chunks(a, b, touching=touching, rows=rows, directory=directory))
        found = np.concatenate(parts)
        assert found.dtype == np.intp
        want = pairs(a, b, touching=touching)
        assert np.array_equal(found[np.lexsort(found.T[::-1])], want)
        assert not list(directory.iterdir())
    return len(want)


def rows_of(kind: str, count: int, seed: int) -> arrays.ShapeArray:
    return ARRAYS[kind](adversarial_rows(kind, kind, max(count, 1), seed)[0][:count])


@pytest.mark.parametrize("rows", FEW)
def test_one_array_of_each_kind(rows: int, tmp_path: Path) -> None:
    for kind, count in itertools.product(ARRAYS, (0, 1, 90)):
        check(rows_of(kind, count, seed=3), None, rows, tmp_path)


@pytest.mark.parametrize("rows", FEW)
def test_two_arrays(rows: int, tmp_path: Path) -> None:
    for (a, b), of_a, of_b in itertools.product([("circle", "rect"), ("capsule", "point")], (0, 80), (0, 1, 90)):
        check(rows_of(a, of_a, seed=4), rows_of(b, of_b, seed=5), rows, tmp_path)


def test_shapes_that_touch_where_stretches_meet(tmp_path: Path) -> None:
    """On a lattice every edge of a stretch is the side of a row of shapes, and they all touch their neighbours."""
    x, y = np.divmod(np.arange(400.0), 20)
    for off in (0, 2.0**40, -(2.0**40)):
        tiles = Rects(np.column_stack([x + off, y - off, np.ones((400, 2))]))
        assert check(tiles, None, 20, tmp_path) == 0
        assert check(Circles(np.column_stack([x + off, y - off, np.full(400, 0.5)])), None, 33, tmp_path) == 0


def test_one_place_one_line_and_long_rows_are_searched(tmp_path: Path) -> None:
    heap = Points(np.zeros((90, 2)))
    assert sum(map(len, pair_chunks(heap, rows=2, directory=tmp_path))) == 90 * 89 // 2
    line = Circles(np.column_stack([np.zeros(90), np.arange(90), np.full(90, 0.5)]))
    check(line, None, 5, tmp_path)
    across = Segments(np.column_stack([-np.ones(90), np.arange(90), np.full(90, 1e9), np.arange(90) * 3]))
    check(across, None, 4, tmp_path)
    check(across, across, 4, tmp_path)
    far = Circles(np.vstack([np.column_stack([np.arange(60), np.arange(60), np.ones(60)]), [[1e59, -1e59, 1e58]]]))
    check(far, None, 3, tmp_path)


def test_files_do_not_grow_with_the_length_of_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that are all longer than a stretch, in both directions, are copied once each, not once for each stretch."""
    written: list[int] = []
    write = out_of_core._Files._write

    def counted(self: Any, who: str, rows: Any, numbers: Any, stretches: Any) -> None:
        written.append(len(rows))
        write(self, who, rows, numbers, stretches)

    monkeypatch.setattr(out_of_core._Files, "_write", counted)
    rng = np.random.default_rng(6)
    long = Segments(np.hstack([rng.uniform(0, 1, (300, 2)), rng.uniform(5, 6, (300, 2))]))
    check(long, None, 3, tmp_path)
    assert sum(written) <= 2 * 2 * 300  # for touching, and for overlapping


def test_masked_rows_and_float32(tmp_path: Path) -> None:
    rows = np.random.default_rng(7).integers(0, 9, (200, 3)).astype(np.float32)
    rows[::3, 2] = -1
    check(Circles(rows, invalid="nan"), None, 9, tmp_path)
    check(Circles(rows[1::3]), Circles(rows, invalid="nan"), 9, tmp_path)


def test_polygons_and_mixed_kinds(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    corners = rng.integers(0, 30, (80, 1, 2)) + np.array([[0, 0], [3, 0], [0, 3]])
    polygons = Polygons.from_shapes([Polygon(p) for p in corners])
    circles = Circles(rng.integers(0, 30, (80, 3)) / [1, 1, 15])
    check(polygons, None, 9, tmp_path)
    check(Shapes.join(circles, polygons), polygons, 9, tmp_path)


def test_a_memory_map(tmp_path: Path) -> None:
    rows = np.memmap(tmp_path / "circles", np.float64, "w+", shape=(500, 3))
    rows[:] = np.random.default_rng(8).integers(0, 30, (500, 3)) / 4
    (tmp_path / "work").mkdir()
    check(Circles(rows), None, 50, tmp_path / "work")


def test_a_search_that_is_left_or_fails_removes_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    circles = Circles(np.random.default_rng(9).uniform(0, 9, (100, 3)))
    chunks: Any = pair_chunks(circles, rows=10, directory=tmp_path)
    next(chunks)
    assert len(list(tmp_path.iterdir())) == 1
    chunks.close()
    assert not list(tmp_path.iterdir())
    circles.array[70, 2] = -1
    with pytest.raises(ValueError, match=r"r must be >= 0, got -1\.0"):
        list(pair_chunks(circles, rows=10, directory=tmp_path))
    assert not list(tmp_path.iterdir())


def test_files_that_vanish_or_change_are_an_error(tmp_path: Path) -> None:
    circles = Circles(np.random.default_rng(9).uniform(0, 9, (100, 3)))
    chunks = pair_chunks(circles, rows=10, directory=tmp_path)
    next(chunks)
    (folder,) = tmp_path.iterdir()
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes()[:-24])
    with pytest.raises(OSError, match="pair_chunks: a file in directory has changed"):
        next(chunks)
    chunks = pair_chunks(circles, rows=10, directory=tmp_path)
    next(chunks)
    shutil.rmtree(next(tmp_path.iterdir()))
    with pytest.raises(FileNotFoundError, match="collide2d-"):
        next(chunks)


def test_a_full_disk_is_an_error(tmp_path: Path) -> None:
    """With a limit of the size of files, wherever it cuts them: all pairs, or the error of the system."""
    resource = pytest.importorskip("resource")
    circles = Circles(np.column_stack([np.random.default_rng(3).uniform(0, 40, (3000, 2)), np.full(3000, 0.3)]))
    want = len(pairs(circles))
    limits, ignored = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    results: set[int | None] = set()
    try:
        for limit in (1467, 4968, 9000, 10**9):
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limits[1]))
            try:
                results.add(sum(map(len, pair_chunks(circles, rows=300, directory=tmp_path))))
            except OSError as error:
                results.add(error.errno)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert results == {want, errno.EFBIG}
    assert not list(tmp_path.iterdir())


def test_the_bar_counts_each_row_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []

    @contextlib.contextmanager
    def bar(what: str, total: int) -> Any:
        shown.append((what, total))
        yield type("Bar", (), {"update": staticmethod(shown.append)})

    monkeypatch.setattr(arrays.all_pairs, "_bar", bar)
    circles = Circles(np.random.default_rng(9).uniform(0, 9, (100, 3)))
    list(pair_chunks(circles, circles[:30], rows=10, directory=tmp_path, progress=True))
    assert shown[0] == ("rows", 260)
    assert sum(shown[1:]) == 260


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda d: pair_chunks(Points([[0, 0]]), period=(1, 1), directory=d), ValueError,
         r"period must be None with a directory, got \(1.0, 1.0\)"),
        (lambda d: pair_chunks(Points([[0, 0]]), 3, directory=d), TypeError,  # type: ignore[arg-type]
         "b must be an array of shapes, got int"),
        (lambda d: pair_chunks(Points([[0, 0]]), directory=d / "none"), FileNotFoundError, "none"),
    ],
)  # fmt: skip
def test_what_cannot_be_searched_is_named(call: Any, error: type[Exception], match: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=match):
        list(call(tmp_path))
