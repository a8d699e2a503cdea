"""A call on several threads gives the result of one thread, bit for bit, and ends at the same fault."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from array_rows import ARRAYS, adversarial_rows, same_bits
from random_rows import RandomRows, broken, vectors

import collide2d
from collide2d import Body, Capsules, Circle, Circles, Points, Polygons, Rect, Rects, Segment, Shapes, _arrays
from collide2d.arrays import count_pairs, first_hits, nearest, pair_chunks, pairs

# Rows for three threads, and one more: see csrc/batch/parts.c and csrc/python/arrays/batches.c.
RELATED, ASKED, FEW = 3 * 2**17 + 1, 3 * 2**13 + 1, 3 * 2**9 + 1
PAIRED = 3 * 2**14 + 1  # twice as many circles: see csrc/python/pairs/pairs.c
IS_SANITIZED = "san" in os.environ.get("LD_PRELOAD", "") or "-fsanitize" in (sysconfig.get_config_var("CFLAGS") or "")
HAS_LIMITS = sys.platform == "linux" and not IS_SANITIZED
HERO = Body([Circle(20, 20, 6), Rect(18, 26, 4, 9)])


ROWS = RandomRows(lambda n: 40)
circles, rects, segments, rings, masked = ROWS.circles, ROWS.rects, ROWS.segments, ROWS.rings, ROWS.masked


def shape_parts(made: Shapes) -> Any:
    return made.array, made.table


def far_for_some(n: int) -> Any:
    """Factors by which some vectors leave the domain."""
    return np.where(np.arange(n) % 5, 9, 1e61)[:, None]


def polygon_parts(made: Polygons) -> Any:
    return made.array, made._table


def related(verb: str) -> Callable[[int], Any]:
    return lambda k: getattr(collide2d, verb)(rects(RELATED), segments(RELATED), threads=k)


def asked(verb: str) -> Callable[[int], Any]:
    return lambda k: getattr(collide2d, verb)(rects(ASKED), circles(ASKED), threads=k)


# Calls by the number of threads.
CALLS: dict[str, Callable[[int], Any]] = {
    **{verb: related(verb) for verb in ("relate", "collides", "overlaps", "touches")},
    **{verb: asked(verb) for verb in ("separation", "distance", "contains", "overlap_area", "closest_points")},
    **{verb: asked(verb) for verb in ("contact", "separate")},
    "equals": lambda k: _arrays.equals(circles(ASKED), circles(ASKED).move(np.arange(ASKED) % 2, 0), threads=k),
    "clip": lambda k: collide2d.clip(rects(ASKED), segments(ASKED), threads=k),
    "cast": lambda k: collide2d.cast(rects(ASKED), vectors(ASKED), circles(ASKED), threads=k),
    "cast, touching": lambda k: collide2d.cast(rects(ASKED), (3, 4), circles(ASKED), touching=True, threads=k),
    "raycast": lambda k: collide2d.raycast(vectors(ASKED), (20, 30), rects(ASKED), threads=k),
    "turn_cast": lambda k: collide2d.turn_cast(rects(FEW), 90, circles(FEW), threads=k),
    "turn_cast about": lambda k: rects(FEW).turn_cast(30, circles(FEW), (9, 9), motion=(1, 2), threads=k),
    "move": lambda k: rects(ASKED).move(vectors(ASKED), threads=k).array,
    "move on two axes": lambda k: rects(41).move(vectors(601)[:, None], threads=k).array,
    "at": lambda k: segments(ASKED).at(vectors(ASKED), threads=k).array,
    "rotate": lambda k: rects(ASKED).rotate(radians=vectors(ASKED)[:, 0], about=(1, 2), threads=k).array,
    "scale_by": lambda k: circles(ASKED).scale_by(np.abs(vectors(ASKED)[:, 1]), threads=k).array,
    "grow": lambda k: rects(ASKED).grow(1, threads=k).array,
    "masked move": lambda k: masked(ASKED).move(3, 4, threads=k).array,
    "sweep": lambda k: circles(ASKED).sweep(vectors(ASKED), threads=k).array,
    "sweep of polygons": lambda k: polygon_parts(rects(ASKED).sweep(vectors(ASKED), threads=k)),
    "intersection": lambda k: shape_parts(rects(ASKED).intersection(rings(ASKED), threads=k)),
    "minkowski_difference": lambda k: shape_parts(masked(ASKED).minkowski_difference(rects(ASKED), threads=k)),
    "polygons that turn": lambda k: polygon_parts(rings(ASKED).rotate(vectors(ASKED)[:, 0], threads=k)),
    "polygons at": lambda k: polygon_parts(rings(ASKED).at(vectors(ASKED), threads=k)),
    "bounce": lambda k: collide2d.bounce(vectors(ASKED), (1, 2), vectors(ASKED)[::-1], 0.5, threads=k),
    "slide": lambda k: collide2d.slide(vectors(200)[:, None], vectors(130), threads=k),
    "two axes": lambda k: collide2d.distance(circles(40)[:, None], rects(700), threads=k),
    "three axes": lambda k: collide2d.separation(circles(60)[:, None, None], Rects(grid()), threads=k),
    "relations of two axes": lambda k: collide2d.collides(circles(500)[:, None], rects(900), threads=k),
    "relations with one": lambda k: circles(RELATED).relate(Circle(20, 20, 9), threads=k),
    "strided": lambda k: collide2d.distance(rects(2 * ASKED)[::-2], circles(ASKED)[::-1], threads=k),
    "masked": lambda k: masked(ASKED).distance(rects(ASKED), threads=k),
    "masked motions": lambda k: masked(ASKED).cast(vectors(ASKED) * far_for_some(ASKED), Circle(20, 20, 9), threads=k),
    "a body": lambda k: rects(FEW).distance(HERO, threads=k),
    "a body that moves": lambda k: collide2d.cast(HERO, vectors(FEW), circles(FEW), threads=k),
    "a body in the way": lambda k: rects(FEW).turn_cast(45, HERO, threads=k),
    "a body that is pushed": lambda k: circles(FEW).separate(HERO, 1, np.inf, threads=k)[0].array,
    "polygons": lambda k: rings(ASKED).contact(circles(ASKED), threads=k),
    "polygons that move": lambda k: rings(ASKED).cast((9, 2), Circle(20, 20, 9), threads=k),
    "first_hits": lambda k: first_hits(circles(FEW), vectors(FEW), rects(FEW), threads=k),
    "first_hits of one": lambda k: first_hits(circles(1), 9 * vectors(FEW), rects(FEW), threads=k),
    "first_hits of polygons": lambda k: first_hits(rings(FEW), vectors(FEW), rects(FEW), threads=k),
    "nearest": lambda k: nearest(circles(FEW), rects(FEW), 3, threads=k),
    "nearest others": lambda k: nearest(masked(FEW), k=2, threads=k),
    "nearest in a large index": lambda k: nearest(rects(FEW), circles(30_001), 2, threads=k),
    "masked nearest": lambda k: nearest(masked(FEW), masked(FEW), 2, threads=k),
}


def grid() -> Any:
    return rects(600).array.reshape(30, 20, 5)


def parts_of(result: Any) -> list[Any]:
    parts = result if isinstance(result, tuple) else (result,)
    return [np.asarray(part) for part in parts]


def equal(got: Any, want: Any) -> bool:
    return type(got) is type(want) and all(map(same_bits, parts_of(got), parts_of(want)))


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_the_number_of_threads_does_not_matter(call: Callable[[int], Any]) -> None:
    want = call(1)
    assert any(np.unique(part).size > 1 for part in parts_of(want))
    for threads in (2, 3, 7):
        assert equal(call(threads), want)


@pytest.mark.parametrize("kind", ARRAYS)
def test_hard_cases_have_the_bits_of_one_thread(kind: str) -> None:
    a, b = (
        ARRAYS[kind](np.resize(rows, (ASKED, rows.shape[1]))) for rows in adversarial_rows(kind, "circle", 200)[:1] * 2
    )
    assert equal(collide2d.distance(a, b[::-1], threads=3), collide2d.distance(a, b[::-1]))


@pytest.mark.parametrize("threads", [2, 1000, 10**30, np.int8(5), True])
def test_there_may_be_more_threads_than_rows(threads: Any) -> None:
    assert circles(3).collides(circles(3), threads=threads).tolist() == [True] * 3
    assert circles(FEW).distance(HERO, threads=threads).shape == (FEW,)
    for none in (circles(0), Circles(np.zeros((0, 5, 3))), Circles(np.zeros((10**6, 0, 3)))):
        assert none.distance(Circle(0, 0, 1), threads=threads).shape == none.shape
        assert none.cast((1, 0), Circle(0, 0, 1), threads=threads).t.shape == none.shape
    assert nearest(circles(0), circles(9), threads=threads).row.shape == (0, 1)
    assert first_hits(circles(9), (1, 0), circles(0), threads=threads).row.tolist() == [-1] * 9


def test_out_is_filled() -> None:
    want = rects(ASKED).cast((9, 9), circles(ASKED))
    out: Any = tuple(np.empty((*part.shape, 2), part.dtype)[..., 0] for part in want)
    assert equal(rects(ASKED).cast((9, 9), circles(ASKED), out=out, threads=3), want)
    shared = circles(ASKED).array.copy()
    distances = circles(ASKED).distance(rects(ASKED))
    Circles(shared).distance(rects(ASKED), out=shared[:, 1], threads=3)
    assert same_bits(shared[:, 1].copy(), distances)


def test_elements_of_out_may_share_memory() -> None:
    for threads in (1, 3):
        out = np.lib.stride_tricks.as_strided(np.zeros(1), (ASKED,), (0,))
        rects(ASKED).distance(circles(ASKED), out=out, threads=threads)
        assert out[0] == rects(ASKED)[-1].distance(circles(ASKED)[-1])


# ---- pairs -----------------------------------------------------------------------------------------------------------


@cache
def clouds() -> dict[str, Any]:
    """Arrays for pairs, of about as many pairs as rows."""
    rng = np.random.default_rng(6)
    xy, radii = rng.uniform(0, 220, (PAIRED, 2)), rng.uniform(0, 1, PAIRED)
    discs = np.column_stack([rng.uniform(0, 320, (2 * PAIRED, 2)), rng.uniform(0, 1, 2 * PAIRED)])
    skipping = np.where(np.arange(2 * PAIRED)[:, None] % 5, discs, -1)
    grid = np.stack(np.meshgrid(np.arange(256.0), np.arange(256.0)), axis=-1).reshape(-1, 2)
    tall = np.stack(np.meshgrid(np.arange(200.0), np.arange(500.0)), axis=-1).reshape(-1, 2)
    heaps = discs[np.arange(2 * PAIRED) % 500] + discs / 1000  # far smaller than a cell of theirs
    heaps[:, 2] = 1e-4
    sizes, angles = rng.uniform(0.1, 1.5, (PAIRED, 2)), rng.uniform(0, 360, PAIRED)
    ring = np.column_stack([np.cos(np.arange(7.0)), np.sin(np.arange(7.0))]) / 2
    return {
        "circles": Circles(discs),
        "strided circles": Circles(np.insert(discs, 3, 0.0, axis=1)[::-1, :3]),
        "masked circles": Circles(skipping, invalid="nan"),
        "points on a grid": Points(tall[rng.integers(0, len(tall), 2 * PAIRED)]),
        "squares that touch": Rects(np.column_stack([grid, np.ones_like(grid)])),
        "circles that touch": Circles(np.column_stack([tall * 2, np.ones(len(tall))])),
        "heaps of circles": Circles(heaps),
        "turned rects": Rects(np.column_stack([xy, sizes, angles])),
        "masked capsules": Capsules(
            np.column_stack([xy, xy + sizes, np.where(radii < 0.9, radii / 9, -1)]), invalid="nan"
        ),
        "polygons": Polygons(np.arange(PAIRED + 1) * 7, (xy[:, None] + ring).reshape(-1, 2)),
        "a tower": Rects(np.column_stack([xy[:, 0] / 1e9, 200 * xy[:, 1], np.ones((PAIRED, 2))])),
        "a pile": Circles(np.where(np.arange(2 * PAIRED)[:, None] % 200, discs * [1e55, 1e55, 1], 3)),
        "bars across all strips": Rects(
            np.column_stack([np.zeros(PAIRED), xy[:, 1] * 1e4, np.full(PAIRED, 9e3), radii])
        ),
        "bars from edges of strips": Rects(
            np.column_stack([grid, np.where(rng.random(len(grid)) < 0.01, 150, 0.5), np.full(len(grid), 0.5)])
        ),
        "some bars": Rects(np.column_stack([xy, np.where(radii < 0.001, 200, sizes[:, 0]), sizes[:, 1]])),
    }  # fmt: skip


@pytest.mark.parametrize("touching", [True, False])
@pytest.mark.parametrize("cloud", clouds())
def test_pairs_have_the_order_of_one_thread(cloud: str, touching: bool) -> None:
    a = clouds()[cloud]
    want = pairs(a, touching=touching)
    assert len(want) > 0 or not touching or cloud == "a pile"
    for threads in (2, 3, 7)[: 1 if touching else 3]:
        assert same_bits(pairs(a, touching=touching, threads=threads), want)
    assert count_pairs(a, touching=touching, threads=3) == len(want)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("circles", "masked circles"),
        ("strided circles", "points on a grid"),
        ("heaps of circles", "heaps of circles"),
        ("turned rects", "circles"),
        ("masked capsules", "polygons"),
        ("squares that touch", "squares that touch"),
    ],
)
def test_pairs_of_two_arrays_have_the_order_of_one_thread(first: str, second: str) -> None:
    a, b = clouds()[first], clouds()[second]
    want = pairs(a, b)
    assert len(want) > 1000
    for threads in (2, 7):
        assert same_bits(pairs(a, b, threads=threads), want)
    few = pairs(a, b[:5])
    assert same_bits(pairs(a, b[:5], threads=3), few)
    assert same_bits(pairs(b[:0], a, threads=3), pairs(b[:0], a))


def test_stretches_in_files_have_threads(tmp_path: Path) -> None:
    a = clouds()["circles"]
    parts = list(pair_chunks(a, rows=40_000, directory=tmp_path, threads=3))
    assert len(parts) > 1
    assert all(map(same_bits, parts, pair_chunks(a, rows=40_000, directory=tmp_path)))
    assert sum(map(len, parts)) == count_pairs(a)


def test_chunks_periods_and_bars_of_progress_have_threads() -> None:
    for cloud in ("circles", "masked circles", "turned rects", "masked capsules"):
        a = clouds()[cloud]
        chunks = list(pair_chunks(a, rows=20_000, threads=3))
        assert all(map(same_bits, chunks, pair_chunks(a, rows=20_000)))
        assert same_bits(np.concatenate(chunks), pairs(a))
        assert same_bits(pairs(a, period=(330, 325), threads=3), pairs(a, period=(330, 325)))
        assert same_bits(pairs(a, progress=True, threads=3), pairs(a))
        assert list(map(len, pair_chunks(a, a[::3], rows=30_000, threads=2))) == list(
            map(len, pair_chunks(a, a[::3], rows=30_000))
        )


@pytest.mark.parametrize("kind", [Circles, Rects])
def test_an_invalid_row_of_pairs_is_named(kind: Any) -> None:
    rows = np.abs(np.random.default_rng(0).normal(size=(2 * PAIRED, 3 if kind is Circles else 5)))
    a, b = broken(kind(rows), PAIRED - 3, 9000), broken(kind(rows), 7)
    for call in (partial(pairs, a), partial(pairs, kind(rows[::-1]), b), partial(pairs, a, b), partial(pairs, b, a)):
        want = message(call)
        assert message(partial(call, threads=3)) == want
    with pytest.raises(ValueError, match="threads must be >= 1, got 0"):
        count_pairs(a, threads=0)


# ---- faults ----------------------------------------------------------------------------------------------------------


def message(call: Callable[[], Any]) -> str:
    with pytest.raises((ValueError, TypeError)) as error:
        call()
    return str(error.value)


@pytest.mark.parametrize("places", [(0,), (ASKED - 1,), (9000, 9001, 20_000)])
def test_the_first_row_at_fault_is_named(places: tuple[int, ...]) -> None:
    a, b = broken(circles(ASKED), *places), broken(rects(ASKED), *(p - 1 for p in places[1:] or (1,)))
    far = np.zeros((ASKED, 2))
    far[list(places)] = 1e61
    long, angles = np.where(far, 9e59, 0), np.zeros(FEW)
    angles[[p * FEW // ASKED for p in places]] = 500
    edge = Circles(np.resize([9e59, 0.0, 1.0], (ASKED, 3)))
    for call in (
        partial(collide2d.distance, a, rects(ASKED)),
        partial(collide2d.distance, a, b),
        partial(collide2d.distance, b, a),
        partial(collide2d.contact, rects(ASKED), a),
        partial(collide2d.cast, circles(ASKED), far, rects(ASKED)),
        partial(collide2d.cast, edge, long, rects(ASKED)),
        partial(collide2d.cast, a, far, b),
        partial(collide2d.turn_cast, circles(FEW), angles, rects(FEW)),
        partial(a.move, (1, 2)),
        partial(edge.move, long),
        partial(b.rotate, far[:, 0] / 1e3),
        partial(rings(ASKED).scale_by(9).scale_by, np.where(far[:, 0], 1e60, 2)),
        partial(edge.grow(0).sweep, long),
        partial(Rects(np.insert(edge.array, 2, 1.0, axis=1)).sweep, long),
        partial(collide2d.slide, far, (1, 0)),
        partial(collide2d.bounce, vectors(ASKED), (0, 0), 1 - far / 1e61),
        partial(nearest, a, circles(9)),
        partial(nearest, circles(ASKED), b),
        partial(first_hits, a, far, rects(FEW)),
        partial(first_hits, circles(ASKED), far, rects(FEW)),
        partial(first_hits, edge, long, rects(FEW)),
    ):
        want = message(call)
        assert message(partial(call, threads=3)) == want


def test_a_relation_at_fault_is_named() -> None:
    a = broken(circles(RELATED), RELATED - 5, RELATED // 2)
    want = message(partial(a.collides, segments(RELATED)))
    assert f"at index {RELATED // 2}" in want
    assert message(partial(a.collides, segments(RELATED), threads=3)) == want


@pytest.mark.parametrize(
    ("threads", "error", "match"),
    [
        (0, ValueError, "threads must be >= 1, got 0$"),
        (-(10**30), ValueError, "threads must be >= 1, got -1000"),
        (2.0, TypeError, "threads must be an int, got float$"),
        ("2", TypeError, "threads must be an int, got str$"),
        (None, TypeError, "threads must be an int, got NoneType$"),
    ],
)
def test_an_invalid_number_of_threads_is_refused(threads: Any, error: type[Exception], match: str) -> None:
    some, none = circles(3), Shapes([], [])
    calls: list[tuple[str, Callable[..., Any]]] = [
        ("collides", partial(collide2d.collides, some, some)),
        ("distance", partial(some[:0].distance, some[:0])),
        ("cast", partial(collide2d.cast, some, (1, 0), some)),
        ("turn_cast", partial(collide2d.turn_cast, some, 9, some)),
        ("turn_cast", partial(collide2d.turn_cast, HERO, 9, some)),
        ("separate", partial(collide2d.separate, some, some)),
        ("sweep", partial(collide2d.sweep, some, (1, 0))),
        ("sweep", partial(collide2d.sweep, rects(3), (1, 0))),
        ("sweep", partial(none.sweep, (1, 0))),
        ("slide", partial(collide2d.slide, vectors(3), (1, 0))),
        ("rotate", partial(rings(3).rotate, radians=1)),
        ("rotate", partial(rects(3).rotate, 1)),
        ("grow", partial(none.grow, 1)),
        ("first_hits", partial(first_hits, some, (1, 0), some)),
        ("nearest", partial(nearest, some, some)),
        ("pairs", partial(pairs, some)),
        ("count_pairs", partial(count_pairs, some, some)),
        ("pair_chunks", lambda **how: list(pair_chunks(some, **how))),
        ("pair_chunks", lambda **how: list(pair_chunks(some[:0], directory=".", **how))),
    ]
    for verb, call in calls:
        with pytest.raises(error, match=f"^{verb}: {match}"):
            call(threads=threads)


def test_the_search_for_pairs_that_was_called_is_named() -> None:
    given: Any = [(0, 0, 1)]
    for verb, call in (("count_pairs", count_pairs), ("pair_chunks", lambda *both: list(pair_chunks(*both)))):
        with pytest.raises(TypeError, match=f"^{verb}: a must be an array of shapes, got list: "):
            call(given)
        with pytest.raises(TypeError, match=f"^{verb}: b must be an array of shapes, got list: "):
            call(circles(3), given)


def test_single_shapes_have_no_threads() -> None:
    a: Any = Circle(0, 0, 1)
    for call in (
        partial(collide2d.collides, a, a),
        partial(collide2d.cast, a, (1, 0), a),
        partial(collide2d.raycast, (0, 0), (1, 0), a),
        partial(collide2d.clip, a, Segment(0, 0, 1, 1)),
        partial(collide2d.sweep, a, (1, 0)),
    ):
        with pytest.raises(TypeError, match=r": threads is for arrays of shapes only"):
            call(threads=2)
    for call in (partial(collide2d.separate, a, a), partial(collide2d.turn_cast, a, 9, a)):
        with pytest.raises(TypeError, match="unexpected keyword argument 'threads'"):
            call(threads=2)


# ---- the surroundings ------------------------------------------------------------------------------------------------


def test_many_callers_have_threads_of_their_own() -> None:
    calls = [CALLS["distance"], CALLS["nearest"], CALLS["cast"], CALLS["polygons that move"]]
    want, failed = [call(1) for call in calls], []

    def work(i: int) -> None:
        for call, expected in zip(calls[i:] + calls[:i], want[i:] + want[:i], strict=True):
            if not equal(call(2), expected):
                failed.append(i)

    callers = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert not failed


FORK = """
import os, threading
import numpy as np
from collide2d import Circle, Circles, distance

circles = Circles(np.ones((40_000, 3)))
stop = threading.Event()

def ask():
    while not stop.is_set():
        distance(circles, circles[::-1], threads=3)

caller = threading.Thread(target=ask)
caller.start()
for _ in range(20):
    child = os.fork()
    if child == 0:
        os._exit(int(distance(circles, Circle(9, 9, 1), threads=3).sum() <= 0))
    assert os.waitpid(child, 0)[1] == 0
stop.set()
caller.join()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_of_a_fork_has_threads_too() -> None:
    run = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr


LIMITED = """
import resource
import threading
import numpy as np
from collide2d import Circles, distance
from collide2d.arrays import nearest

rows = np.random.default_rng(0).uniform(1, 9, (40_000, 3))
circles = Circles(rows)
want, near = distance(circles, circles[::-1]), nearest(circles[:2000], circles[:50])
good = []

def ask():
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 23), used + (1 << 23)))
    good.append(np.array_equal(distance(circles, circles[::-1], threads=250), want))
    good.append(np.array_equal(nearest(circles[:2000], circles[:50], threads=250).row, near.row))

threading.stack_size(1 << 22)  # has its memory already; the stack of the main thread would have to grow
caller = threading.Thread(target=ask)
caller.start()
caller.join()
assert good == [True, True], good
"""


@pytest.mark.skipif(not HAS_LIMITS, reason="needs the limits of Linux, and no sanitizer, which takes terabytes")
def test_where_no_thread_starts_the_caller_does_the_work() -> None:
    run = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr


SCARCE = """
import resource
import threading
import numpy as np
from collide2d import Circles, Polygons, Rects, cast, pairs
from collide2d.arrays import nearest

rng = np.random.default_rng(0)
rows = rng.uniform(0, 300, (40_000, 5))
rows[:, 2:] = 1
circles, rects = Circles(rows[:, :3].copy()), Rects(rows)
ring = np.column_stack([np.cos(np.arange(24) * 0.26), np.sin(np.arange(24) * 0.26)])
rings = Polygons(np.arange(20_001) * 24, (rows[:20_000, None, :2] + ring).reshape(-1, 2))
calls = [
    lambda k: pairs(circles, threads=k),
    lambda k: pairs(rects, circles, threads=k),
    lambda k: pairs(rings, threads=k),
    lambda k: nearest(rects[:4000], circles, 3, threads=k).row,
    lambda k: cast(rings, (9, 9), circles[:20_000], threads=k).t,
]
want = [call(1) for call in calls]
ended = {True: 0, False: 0}

def ask():
    for more in (0, 1, 2, 4, 8, 16, 32):
        for call, expected in zip(calls, want):
            used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (used + (more << 20), -1))
            try:
                found = call(3)
                ended[True] += 1
            except MemoryError:
                found = expected
                ended[False] += 1
            resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
            assert np.array_equal(found, expected, equal_nan=True)

threading.stack_size(1 << 22)  # has its memory already; the stack of the main thread would have to grow
caller = threading.Thread(target=ask)
caller.start()
caller.join()
assert sum(ended.values()) == 7 * len(calls), ended
assert min(ended.values()) > 0, ended
"""


@pytest.mark.skipif(not HAS_LIMITS, reason="needs the limits of Linux, and no sanitizer, which takes terabytes")
def test_a_lack_of_memory_is_a_memory_error() -> None:
    # Otherwise glibc keeps the address space of freed blocks, and a call may need none from the system.
    environment = {**os.environ, "MALLOC_MMAP_THRESHOLD_": "65536"}
    run = subprocess.run([sys.executable, "-c", SCARCE], env=environment, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr


SCARCE_ROWS = """
import resource
import threading
import numpy as np
from collide2d import Polygons

k = np.arange(-500_000, 500_000)
rows = Polygons([0, len(k)], np.column_stack([k, k * k]))
expected, refused = {name: getattr(rows, name) for name in ("valid", "bounds", "center", "area", "perimeter")}, set()

def ask():
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    for name in expected:
        resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 20), -1))
        try:
            getattr(rows, name)
        except MemoryError:
            refused.add(name)
        resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
        assert np.array_equal(getattr(rows, name), expected[name])

threading.stack_size(1 << 22)
caller = threading.Thread(target=ask)
caller.start()
caller.join()
assert refused == expected.keys(), refused
"""


@pytest.mark.skipif(not HAS_LIMITS, reason="needs the limits of Linux, and no sanitizer, which takes terabytes")
def test_a_row_without_memory_is_not_an_invalid_one() -> None:
    environment = {**os.environ, "MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_ARENA_MAX": "1"}
    run = subprocess.run(
        [sys.executable, "-c", SCARCE_ROWS], env=environment, capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0, run.stderr
