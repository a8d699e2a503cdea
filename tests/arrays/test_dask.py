"""Under dask every element and all pairs are equal to those of the call in memory, on one worker or several."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import dask
import dask.array as da
import numpy as np
import pytest
from array_rows import ARRAYS, PAIR_VERBS, Rows, adversarial_rows, loaded, same_bits
from dask.base import compute
from distributed import Client, LocalCluster

import collide2d
from collide2d import Circle, Circles, Points, Rect, Rects, Segments, _arrays, arrays
from collide2d import dask as lazy
from collide2d.dask import LazyShapes, partition

SINGLE = {"scheduler": "synchronous"}


def chunked(kind: str, rows: Rows, size: int = 7, **options: Any) -> LazyShapes:
    return LazyShapes(ARRAYS[kind], da.from_array(rows, chunks=(size, 2)), **options)


def ordinary(kind_a: str, kind_b: str, count: int, seed: int) -> tuple[Rows, Rows]:
    a, b = adversarial_rows(kind_a, kind_b, 2 * count, seed)
    small = (np.abs(a).max(axis=1) < 1e50) & (np.abs(b).max(axis=1) < 1e50)
    return a[small][:count], b[small][:count]


def assert_equal(got: Any, want: Any) -> None:
    lazies, arrays = (tuple(both) if isinstance(want, tuple) else (both,) for both in (got, want))
    computed = dask.compute(*lazies, **SINGLE)  # type: ignore[attr-defined, no-untyped-call]
    for g, c, w in zip(lazies, computed, arrays, strict=True):
        assert g.dtype == w.dtype
        assert g.shape == w.shape
        np.testing.assert_array_equal(c, w)  # takes nan for equal


# ---- verbs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind_b", ARRAYS)
@pytest.mark.parametrize("kind_a", ARRAYS)
def test_the_elements_are_those_in_memory(kind_a: str, kind_b: str) -> None:
    rows_a, rows_b = ordinary(kind_a, kind_b, 24, seed=40)
    a, b = ARRAYS[kind_a](rows_a), ARRAYS[kind_b](rows_b)
    lazy_a, lazy_b = chunked(kind_a, rows_a), chunked(kind_b, rows_b, 11)
    motions = np.resize([(3.0, 0.0), (-0.25, 1.5)], (len(rows_a), 2))
    got = [getattr(lazy, verb)(lazy_a, lazy_b) for verb in PAIR_VERBS]
    want = [getattr(collide2d, verb)(a, b) for verb in PAIR_VERBS]
    got += [*lazy.contact(lazy_a, lazy_b), *lazy.cast(lazy_a, da.from_array(motions, chunks=9), lazy_b)]
    want += [*collide2d.contact(a, b), *collide2d.cast(a, motions, b)]
    for options in ({"touching": True}, {"leaving": False}):
        got += lazy.cast(lazy_a, motions, lazy_b, **options)
        want += collide2d.cast(a, motions, b, **options)
    angles = np.resize([30.0, -200.0, 0.0], len(rows_a))
    got += lazy.turn_cast(lazy_a, da.from_array(angles, chunks=9), lazy_b)
    want += collide2d.turn_cast(a, angles, b)
    got += lazy.turn_cast(lazy_a, angles, lazy_b, da.from_array(motions, chunks=5), motion=motions[::-1])
    want += collide2d.turn_cast(a, angles, b, motions, motion=motions[::-1])
    if kind_a == "point":
        got += lazy.raycast(lazy_a, motions, lazy_b)
        want += collide2d.raycast(a, motions, b)
    assert_equal(tuple(got), tuple(want))


def test_lazy_shapes_broadcast_with_arrays_in_memory_and_single_shapes() -> None:
    rows_a, rows_b = ordinary("circle", "rect", 30, seed=41)
    a, b = Circles(rows_a), Rects(rows_b[:20])
    lazy_a, lazy_b = chunked("circle", rows_a), chunked("rect", rows_b[:20])
    want = collide2d.separation(a[:, None], b)
    for x, y in ((lazy_a[:, None], lazy_b), (lazy_a[:, None], b), (a[:, None], lazy_b)):
        assert_equal(lazy.separation(x, y), want)
    assert_equal(lazy.contact(lazy_a, Rect(0, 0, 4, 2)), collide2d.contact(a, Rect(0, 0, 4, 2)))
    assert_equal(lazy.contact(Circle(0, 0, 3), lazy_b), collide2d.contact(Circle(0, 0, 3), b))
    assert_equal(lazy.relate((1, 2), lazy_b[::2]), collide2d.relate((1, 2), b[::2]))
    assert_equal(lazy.raycast((0, 0), (3, 1), lazy_b), collide2d.raycast((0, 0), (3, 1), b))
    assert_equal(lazy.cast(a, da.ones((30, 2), chunks=4), Circle(0, 0, 1)), collide2d.cast(a, (1, 1), Circle(0, 0, 1)))
    wheel, d = Circle(0, 0, 1), da.ones((30, 2), chunks=4)
    assert_equal(
        lazy.turn_cast(a, 90, wheel, (2, 3), motion=d), collide2d.turn_cast(a, 90, wheel, (2, 3), motion=(1, 1))
    )
    assert_equal(lazy.turn_cast(wheel, [[90], [8]], lazy_b, (2, 3)), collide2d.turn_cast(wheel, [[90], [8]], b, (2, 3)))
    assert_equal(lazy.contact(lazy_a, a).mtv, collide2d.contact(a, a).mtv)


def test_responses_are_those_in_memory() -> None:
    rows_a, rows_b = (rows[np.abs(rows).max(axis=1) < 1e50][:40] for rows in adversarial_rows("circle", "rect", 60))
    rows_b = rows_b[: len(rows_a)]
    a, b = ARRAYS["circle"](rows_a), ARRAYS["rect"](rows_b)
    lazy_a = lazy.LazyShapes(ARRAYS["circle"], da.from_array(rows_a, chunks=9))
    lazy_b = lazy.LazyShapes(ARRAYS["rect"], da.from_array(rows_b, chunks=7))
    masses, motions = np.linspace(1, 2, len(a)), np.resize([[1, 0], [0, -2], [0.3, 4]], (len(a), 2))
    got, want = lazy.separate(lazy_a, lazy_b, da.from_array(masses, chunks=5), 3), collide2d.separate(a, b, masses, 3)
    assert [type(g.compute()) for g in got] == [type(w) for w in want]
    for g, w in zip(got, want, strict=True):
        assert same_bits(g.compute().array, w.array)
    one = b[0]
    moved, wall = lazy.separate(lazy_a, one, mass_b=np.inf)
    assert wall is one
    assert same_bits(moved.compute().array, collide2d.separate(a, one, mass_b=np.inf)[0].array)
    assert same_bits(lazy.sweep(lazy_a, motions).compute().array, a.sweep(motions).array)
    velocities = da.from_array(motions, chunks=4)
    assert same_bits(lazy.slide(velocities, (0, 1)).compute(), collide2d.slide(motions, (0, 1)))
    lazy_bounce = lazy.bounce(velocities, (0, 0), [[1, 0]], da.from_array(masses - 1, chunks=3), mass_b=np.inf)
    for g, w in zip(lazy_bounce, collide2d.bounce(motions, (0, 0), [[1, 0]], masses - 1, mass_b=np.inf), strict=True):
        assert same_bits(g.compute(), w)
    lines = ARRAYS["segment"](np.hstack((motions, motions[::-1])))
    both: Any = zip(
        (*lazy.clip(lazy_b, lines), *lazy.closest_points(lazy_a, lazy_b)),
        (*collide2d.clip(b, lines), *collide2d.closest_points(a, b)),
        strict=True,
    )
    assert all(same_bits(g.compute(), w) for g, w in both)
    for call, match in (
        (lambda: lazy.sweep(lazy_b, (1, 0)), "sweep: a must be Points or Circles, got Rects"),
        (lambda: lazy.sweep(a, (1, 0)), "sweep: one of the arguments must be lazy, got Circles"),
        (lambda: lazy.separate(lazy_a, Circle(0, 0, 1)), "separate: b must be lazy, an array, or of infinite mass"),
        (lambda: lazy.slide((1, 0), (0, 1)), "slide: one of the arguments must be a dask array: see collide2d.slide"),
        (lambda: collide2d.slide(velocities, (0, 1)), "slide: v must be in memory, got a dask Array"),
    ):
        with pytest.raises(TypeError, match=match):
            call()


def test_masked_rows_and_single_precision_are_taken_as_in_memory() -> None:
    rows = np.random.default_rng(1).uniform(-1, 3, (30, 3)).astype(np.float32)
    assert (rows[:, 2] < 0).any()
    masked = Circles(rows, invalid="nan")
    mask = chunked("circle", rows, invalid="nan")
    assert_equal(lazy.distance(mask, (1, 1)), masked.distance((1, 1)))
    assert mask.compute().array.dtype == np.float32
    assert mask[3:].compute().invalid == "nan"
    with pytest.raises(ValueError, match="Circles: r must be >= 0"):
        lazy.distance(chunked("circle", rows), (1, 1)).compute(**SINGLE)


def test_chunks_are_loaded_where_they_are_used(tmp_path: Path) -> None:
    rows = np.random.default_rng(2).uniform(0, 3, (40, 4))
    np.save(tmp_path / "first.npy", rows[:25])
    walls = LazyShapes.from_chunks(Rects, [tmp_path / "first.npy", str(tmp_path / "first.npy")])
    assert walls.shape == (50,)
    assert_equal(lazy.collides(walls, (1, 1)), Rects(np.vstack((rows[:25], rows[:25]))).collides((1, 1)))
    made = LazyShapes.from_chunks(Rects, [lambda: rows[:25], lambda: np.hstack((rows[25:], np.zeros((15, 1))))])
    got = lazy.separation(made, (1, 1)).compute(**SINGLE)
    assert np.array_equal(got, Rects(rows).separation((1, 1)))
    assert len(LazyShapes.from_chunks(Circles, []).compute()) == 0


untyped: Any = LazyShapes
REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda x: Circles(x), TypeError, "Circles: array must be in memory, got a dask Array: see collide2d.dask"),
    (lambda x: collide2d.cast(Circles([[0, 0, 1]]), x[0, :2], (1, 2)), TypeError, "cast: motion must be in memory"),
    (lambda x: untyped(Circle, x), TypeError, "LazyShapes: kind must be Points, Circles, .*, got <class"),
    (lambda x: untyped(arrays.ShapeArray, x), TypeError, "LazyShapes: kind must be"),
    (lambda x: untyped(Circles, np.zeros((1, 3))), TypeError, "LazyShapes: rows must be a dask array, got ndarray"),
    (lambda x: LazyShapes(Points, x), ValueError, "Points: array must have the columns x y"),
    (lambda x: LazyShapes(Circles, x.astype("U1")), ValueError, "LazyShapes: rows must be numbers, .*, got <U1"),
    (lambda x: LazyShapes(Circles, x, invalid="no"), ValueError, "invalid must be"),
    (lambda x: untyped.from_chunks(Circles, [3]), TypeError, "chunks must be paths or functions, got int"),
    (lambda x: lazy.collides(x, (1, 2)), TypeError, "collides: a dask array must be made LazyShapes"),
    (lambda x: lazy.collides(Circle(0, 0, 1), (1, 2)), TypeError, "one of the arguments must be lazy, got Circle"),
    (lambda x: lazy.cast(LazyShapes(Circles, x), (1, 2, 3), (1, 2)), ValueError, "cast: motion must be a pair"),
    (lambda x: lazy.turn_cast(LazyShapes(Circles, x), 1, (1, 2), 3), ValueError, "turn_cast: about must be a pair"),
    (lambda x: lazy.turn_cast(LazyShapes(Circles, x), 1, (1, 2), motion=3), ValueError,
     "turn_cast: motion must be a pair"),
    (lambda x: lazy.turn_cast(Circle(0, 0, 1), 1, (1, 2)), TypeError, "turn_cast: one of the arguments must be lazy"),
    (lambda x: lazy.count_pairs(untyped), TypeError, "pairs: a must be LazyShapes or an array of shapes, got type"),
    (lambda x: lazy.count_pairs(LazyShapes(Circles, x)[:, None]), ValueError, "pairs: a must have one axis of shapes"),
    (lambda x: lazy.count_pairs(LazyShapes(Circles, x), tile=0), ValueError, "count_pairs: tile must be >= 1, got 0"),
    (lambda x: lazy.count_pairs(LazyShapes(Circles, -x)), ValueError,
     "pairs: a: Circles: r must be >= 0, got -1.0 at index 0"),
    (lambda x: lazy.pairs(LazyShapes(Circles, x), directory=os.path.dirname(__file__)), ValueError,
     "pairs: directory must be new or empty, got"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "match"), REFUSED)
def test_invalid_arguments_raise_an_error_that_names_them(call: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match), dask.config.set(scheduler="synchronous"):
        call(da.ones((4, 3), chunks=3))


def test_without_dask_the_error_names_what_to_install() -> None:
    code = """
        import sys
        sys.modules["dask"] = None
        import collide2d.arrays
        try:
            import collide2d.dask
        except ImportError as error:
            print(error)
    """
    done = subprocess.run(
        [sys.executable, "-P", "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False
    )
    assert done.stdout == "collide2d.dask needs dask: pip install 'collide2d[dask]'\n", done.stderr


# ---- all pairs -------------------------------------------------------------------------------------------------------


def check_pairs(folder: Path, a: Any, b: Any = None, *, memory: Any = None, **options: Any) -> Any:
    """Finds the pairs under dask and in memory, where a chunk is the whole, and compares."""
    memory = memory or [shapes if shapes is None else shapes.compute() for shapes in (a, b)]
    want = collide2d.pairs(*memory, touching=options.get("touching", True))
    got = lazy.pairs(a, b, directory=folder / f"pairs-{len(list(folder.iterdir()))}", **options)
    assert got.dtype == want.dtype
    assert got.shape == want.shape
    assert np.array_equal(got.compute(), want)
    sizes = {name: options[name] for name in ("touching", "tile") if name in options}
    assert lazy.count_pairs(a, b, **sizes) == len(want)
    return want


@pytest.fixture
def alone() -> Iterator[None]:
    """All jobs in this thread, so that they are quick and can be watched."""
    with dask.config.set(scheduler="synchronous"):
        yield


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("kind", ARRAYS)
def test_the_pairs_are_those_in_memory(kind: str, tmp_path: Path) -> None:
    rows, _ = adversarial_rows(kind, kind, 200, seed=42)
    found = 0
    for touching in (True, False):
        found += len(check_pairs(tmp_path, chunked(kind, rows, 50), touching=touching, tile=30, part=1000))
    assert found > 0 or kind == "point"


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("kind_a", "kind_b"), [("circle", "rect"), ("roundrect", "segment"), ("point", "capsule")])
def test_the_pairs_of_two_sets_are_those_in_memory(kind_a: str, kind_b: str, tmp_path: Path) -> None:
    rows_a, rows_b = adversarial_rows(kind_a, kind_b, 200, seed=43)
    a, b = chunked(kind_a, rows_a, 60), chunked(kind_b, rows_b, 50)
    for tile in (30, 1000):
        assert len(check_pairs(tmp_path, a, b, tile=tile, part=1000)) > 100
    check_pairs(tmp_path, a, ARRAYS[kind_b](rows_b), memory=(a.compute(), b.compute()), tile=30)
    check_pairs(tmp_path, a[:0], b)
    check_pairs(tmp_path, a, b[:0])


def scattered_rows(rng: np.random.Generator, count: int) -> Rows:
    """Circles of all sizes, some as large as everything, in clusters and apart."""
    at = np.concatenate([rng.uniform(0, 100, (count // 2, 2)), rng.normal(30, 1, (count - count // 2, 2))])
    radius = rng.exponential(0.2, count)
    radius[:: count // 12] = rng.uniform(10, 100, len(radius[:: count // 12]))
    return rng.permutation(np.column_stack((at, radius)))


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("tile", [60, 300, 1500])
def test_shapes_that_span_many_tiles_are_found_with_all(tile: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    rows = scattered_rows(rng, 2000)
    a, b = chunked("circle", rows, 300), chunked("circle", scattered_rows(rng, 500), 300)
    assert len(check_pairs(tmp_path, a, tile=tile, part=3000)) > 10_000
    check_pairs(tmp_path, a, b, tile=tile, part=3000, touching=False)


@pytest.mark.usefixtures("alone")
def test_tiles_share_no_pair_of_a_lattice(tmp_path: Path) -> None:
    """Corners and sides of the squares lie on the splits."""
    squares = np.array([[x, y, 1, 1] for x in range(40) for y in range(40)], dtype=float)
    squares = np.random.default_rng(4).permutation(squares)
    found = check_pairs(tmp_path, chunked("rect", squares, 128), tile=64)
    assert len(found) == 2 * 40 * 39 + 2 * 39 * 39


@pytest.mark.usefixtures("alone")
def test_shapes_in_one_place_are_searched_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searched, parts_of = [], partition.parts_of

    def watched(a: Any, b: Any, touching: bool, limit: int) -> Any:
        searched.append(len(a) + (0 if b is None else len(b)))
        return parts_of(a, b, touching, limit)

    monkeypatch.setattr(partition, "parts_of", watched)
    heap = np.ones((700, 3))
    assert len(check_pairs(tmp_path, chunked("circle", heap, 90), tile=100, part=5000)) == 700 * 699 // 2
    assert max(searched) == 200
    files = sorted(next(tmp_path.iterdir()).iterdir())
    assert [file.name for file in files] == [f"pairs-{k:06}.npy" for k in range(len(files))]
    assert max(len(np.load(file)) for file in files) <= 5000


def test_many_pairs_are_found_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many that the search is stopped, and done again for half of the rows. It waits to be stopped, since a fast
    machine finds all before anybody looks.
    """
    pairs = _arrays._pairs

    def search(*arguments: Any) -> Any:
        found, tally = pairs(*arguments), arguments[-1]
        while tally[1] > 10_000 and not tally[0]:
            time.sleep(0.001)
        return found

    monkeypatch.setattr(_arrays, "_pairs", search)
    heap = Circles(np.ones((900, 3)))
    parts = list(partition.parts_of(heap, None, True, 10_000))
    assert max(map(len, parts)) <= 10_000
    keys = np.sort(np.concatenate(parts) @ [900, 1])
    assert np.array_equal(keys, np.flatnonzero(np.triu(np.ones((900, 900), dtype=bool), 1)))
    keys = np.sort(np.concatenate(list(partition.parts_of(heap, heap[:600], True, 10_000))) @ [600, 1])
    assert np.array_equal(keys, np.arange(900 * 600))


@pytest.mark.usefixtures("alone")
def test_invalid_rows_take_no_part_or_are_named_by_their_index(tmp_path: Path) -> None:
    rows = scattered_rows(np.random.default_rng(5), 400)
    rows[[17, 250], 2] = -1, np.nan
    check_pairs(tmp_path, chunked("circle", rows, 60, invalid="nan"), tile=30)
    with pytest.raises(ValueError, match=r"pairs: a: Circles: r must be >= 0, got -1.0 at index 17$"):
        lazy.count_pairs(chunked("circle", rows, 60))
    with pytest.raises(ValueError, match=r"pairs: b: Circles: r must be finite, got nan at index 232$"):
        lazy.count_pairs(chunked("circle", rows[:10]), chunked("circle", rows[18:], 60))


@pytest.mark.usefixtures("alone")
def test_nothing_has_no_pairs(tmp_path: Path) -> None:
    for count in (0, 1):
        check_pairs(tmp_path, LazyShapes(Circles, da.zeros((count, 3))))
    assert (tmp_path / "pairs-0" / "pairs-000000.npy").exists()


def test_a_place_has_one_owner_and_a_shape_goes_to_all_tiles_that_it_reaches() -> None:
    rng = np.random.default_rng(6)
    low = np.concatenate([rng.integers(0, 20, (600, 2)), rng.normal(0, 5, (600, 2))])
    bounds = np.hstack((low, low + rng.exponential(1, (1200, 1)) * [1, 0.5]))
    tiles = partition.make_tiles(bounds, 20)
    assert len(tiles) > 60
    owners = np.sum([partition.lie_in(low, extent) for extent in tiles.extent], axis=0)
    assert (owners == 1).all()
    left, top, right, bottom = tiles.extent.T
    reach = (bounds[:, :1] < right) & (bounds[:, 2:3] >= left) & (bounds[:, 1:2] < bottom) & (bounds[:, 3:] >= top)
    row, place, many = partition.reached(tiles, bounds)
    wide = reach.sum(axis=1) > partition.MOST_TILES
    assert wide.any()
    assert np.array_equal(many, np.flatnonzero(wide))
    assert np.array_equal(np.stack((place, row), axis=1), np.argwhere((reach & ~wide[:, None]).T))


# ---- on several processes --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.mark.usefixtures("client")
def test_several_processes_find_the_pairs_of_one_call(tmp_path: Path) -> None:
    rows = scattered_rows(np.random.default_rng(7), 6_000)
    np.save(tmp_path / "rows.npy", rows)
    chunks = [partial(loaded, str(tmp_path), first, first + 1000) for first in range(0, 6_000, 1000)]
    a = LazyShapes.from_chunks(Circles, chunks)
    (tmp_path / "found").mkdir()
    assert len(check_pairs(tmp_path / "found", a, memory=(Circles(rows), None), tile=1000, part=60_000)) > 250_000
    walls = Segments(np.random.default_rng(8).uniform(0, 100, (300, 4)))
    check_pairs(tmp_path / "found", a, walls, memory=(Circles(rows), walls), tile=1000)
    workers = {path.name for path in tmp_path.iterdir() if path.name.isdigit()}
    assert len(workers) > 1
    assert str(os.getpid()) not in workers


@pytest.mark.usefixtures("client")
def test_several_processes_answer_the_verbs() -> None:
    rows_a, rows_b = ordinary("rect", "capsule", 400, seed=44)
    a, b = chunked("rect", rows_a, 50), chunked("capsule", rows_b, 70)
    want = collide2d.contact(ARRAYS["rect"](rows_a)[:, None], ARRAYS["capsule"](rows_b))
    got = dask.compute(*lazy.contact(a[:, None], b))  # type: ignore[attr-defined, no-untyped-call]
    for g, w in zip(got, want, strict=True):
        np.testing.assert_array_equal(g, w)


# ---- one row among many ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lazy_others", [False, True])
def test_first_hits_and_nearest_are_those_in_memory(lazy_others: bool) -> None:
    a, b = ordinary("circle", "rect", 40, seed=9)
    b = np.nan_to_num(b)
    boxes: Any
    movers, boxes = chunked("circle", a, invalid="nan"), Rects(b, invalid="nan")
    others: Any = chunked("rect", b, 13, invalid="nan") if lazy_others else boxes
    here = Circles(a, invalid="nan")
    motions = np.random.default_rng(1).normal(0, 9, (len(a), 2))
    for way, given in (((9.0, 1.0), (9.0, 1.0)), (motions, motions), (motions, da.from_array(motions, chunks=(11, 1)))):
        got = lazy.first_hits(movers, given, others, touching=True, leaving=False)
        want = arrays.first_hits(here, way, boxes, touching=True, leaving=False)
        assert all(np.array_equal(x, y, equal_nan=True) for x, y in zip(compute(*got, **SINGLE), want, strict=True))
        assert [x.shape for x in got] == [y.shape for y in want]
    for k in (0, 3):
        near = compute(*lazy.nearest(movers, others, k, max_distance=50.0), **SINGLE)
        here_near = arrays.nearest(here, boxes, k, max_distance=50.0)
        assert all(np.array_equal(x, y, equal_nan=True) for x, y in zip(near, here_near, strict=True))
    for k in (0, 3):
        near = compute(*lazy.nearest(movers, k=k), **SINGLE)
        here_near = arrays.nearest(here, k=k)
        assert all(np.array_equal(x, y, equal_nan=True) for x, y in zip(near, here_near, strict=True))
    if lazy_others:
        in_one_block: Any = lazy.nearest(here, others).row
        in_one_block = in_one_block.compute(**SINGLE)
        assert np.array_equal(in_one_block, arrays.nearest(here, boxes).row)


def test_first_hits_and_nearest_in_a_world_that_repeats() -> None:
    rng = np.random.default_rng(3)
    rows, others = np.hstack([rng.uniform(0, 9, (30, 2)), np.full((30, 1), 0.1)]), Points(rng.uniform(0, 9, (50, 2)))
    movers = LazyShapes(Circles, da.from_array(rows, chunks=(11, 3)))
    got = compute(*lazy.first_hits(movers, (90, 30), others, period=(9, 9)), **SINGLE)
    want = arrays.first_hits(Circles(rows), (90, 30), others, period=(9, 9))
    assert all(np.array_equal(x, y, equal_nan=True) for x, y in zip(got, want, strict=True))
    near = compute(*lazy.nearest(movers, others, 3, period=(9, None)), **SINGLE)
    want_near = arrays.nearest(Circles(rows), others, 3, period=(9, None))
    assert all(np.array_equal(x, y) for x, y in zip(near, want_near, strict=True))
    assert not np.array_equal(near[1], arrays.nearest(Circles(rows), others, 3).distance)
    near = compute(*lazy.nearest(movers, k=3, period=(9, None)), **SINGLE)
    want_near = arrays.nearest(Circles(rows), k=3, period=(9, None))
    assert all(np.array_equal(x, y) for x, y in zip(near, want_near, strict=True))
    with pytest.raises(ValueError, match="nearest: the width of period must be"):
        lazy.nearest(movers, others, period=(0, 1))


def test_first_hits_of_chunks_of_unknown_length() -> None:
    movers = LazyShapes.from_chunks(Circles, [lambda: np.zeros((2, 3)), lambda: np.ones((3, 3))])
    ways = da.from_array(np.full((5, 2), 9.0), chunks=((2, 3), 2))
    crates = Rects([[4, 4, 1, 1]])
    got: Any = lazy.first_hits(movers, ways, crates)
    near: Any = lazy.nearest(movers, crates)
    others: Any = lazy.nearest(movers)
    assert others.row.compute(**SINGLE).tolist() == [[1], [0], [3], [2], [2]]
    assert got.row.compute(**SINGLE).tolist() == [0] * 5
    assert near.row.compute(**SINGLE).shape == (5, 1)
    with pytest.raises(ValueError, match="motions must be one pair, or one for each mover"):
        lazy.first_hits(movers, np.zeros((5, 2)), crates)


def test_wrong_arguments_of_first_hits_and_nearest_are_refused() -> None:
    boxes: Any
    movers, boxes = chunked("circle", np.ones((8, 3))), Rects([[0, 0, 1, 1]])
    refused: list[tuple[Any, type[Exception], str]] = [
        (lambda: lazy.nearest(boxes, boxes), TypeError, "a must be LazyShapes, got Rects: see collide2d.arrays"),
        (lambda: lazy.nearest(movers, (0, 0)), TypeError,  # type: ignore[arg-type]
         "b must be LazyShapes or an array of shapes, got tuple"),
        (lambda: lazy.nearest(movers[:, None], boxes), ValueError, "a must have one axis of shapes, got 2 axes"),
        (lambda: lazy.nearest(movers, boxes, -1), ValueError, "nearest: k must be >= 0"),
        (lambda: lazy.first_hits(movers, 1, boxes), ValueError, "first_hits: motions must be a pair or pairs"),
        (lambda: lazy.first_hits(movers, np.ones((3, 2)), boxes), ValueError, "one for each mover"),
        (lambda: lazy.first_hits(movers, (1, 0), boxes[None]), ValueError, "obstacles must have one axis of shapes"),
    ]  # fmt: skip
    for call, error, message in refused:
        with pytest.raises(error, match=message):
            call()
