"""All pairs in worlds that repeat are those of all images, shifted without rounding, each once."""

from __future__ import annotations

import itertools
import pickle
import threading
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from array_rows import ARRAYS
from image_oracle import pairs_of_images
from million_images import rows_of

import collide2d
from collide2d import Capsules, Circles, Points, Rects, Segments, Space, arrays, count_pairs, pair_chunks, pairs


def check(a: arrays.ShapeArray, period: Any, b: arrays.ShapeArray | None = None) -> int:
    """Compares with fractions; how many collide."""
    of_b = None if b is None else list(b)
    for touching in (False, True):
        want = pairs_of_images(list(a), of_b, period, touching=touching)
        found = pairs(a, b, touching=touching, period=period)
        assert found.dtype == np.intp
        assert found.shape == (len(want), 2)
        assert found.tolist() == want
        assert count_pairs(a, b, touching=touching, period=period) == len(want)
    return len(want)


def test_touching_through_the_border_is_exact() -> None:
    discs = Circles([[0.5, 0, 0.5], [9.5, 0, 0.5], [5, 9, 1], [5, 1, 1], [0.5, 5, 0.5], [np.nextafter(9.5, 0), 5, 0.5]])
    assert pairs(discs, period=(10, 10)).tolist() == [[0, 1], [2, 3]]
    assert count_pairs(discs, touching=False, period=(10, 10)) == 0
    assert pairs(discs, period=(10, None)).tolist() == [[0, 1]]
    assert pairs(discs, period=(None, 10)).tolist() == [[2, 3]]


def test_an_image_is_not_rounded() -> None:
    """0.1 + 3 * 0.7 rounds, and a moved copy touches where the image does not."""
    period, step = 0.7, 3
    moved = collide2d.Point(0.1, 0).move(step * period, 0)
    assert Fraction(moved.x) != Fraction(0.1) + step * Fraction(period)
    here = Points([[0.1, 0], [moved.x, 0]])
    assert count_pairs(here, period=(period, None)) == 0
    near = Circles([[0.1, 0, 2.0**-60], [moved.x, 0, 2.0**-60]])
    gap = abs(Fraction(moved.x) - Fraction(0.1) - step * Fraction(period))
    wide = Circles([[0.1, 0, float(gap)], [moved.x, 0, 0]])
    assert count_pairs(near, period=(period, None)) == (gap <= 2 * Fraction(2.0**-60))
    assert Fraction(float(gap)) == gap
    assert count_pairs(wide, period=(period, None)) == 1
    assert count_pairs(wide, period=(period, None), touching=False) == 0


@pytest.mark.parametrize("kind", ARRAYS)
def test_lattices_meet_across_the_border(kind: str) -> None:
    rng = np.random.default_rng(3)
    for place, period in (("lattice", (2.0, 3.0)), ("tenths", (0.7, 1.3))):
        shapes = ARRAYS[kind](rows_of(kind, 7, place, period, rng))
        check(shapes, period)
        assert check(shapes, (None, period[1])) <= check(shapes, period)


def test_a_shape_and_its_images_are_no_pair() -> None:
    assert count_pairs(Rects([[0, 0, 5, 5]]), period=(2, 2)) == 0
    assert pairs(Rects([[0, 0, 5, 5]]), Rects([[0, 0, 5, 5]]), period=(2, 2)).tolist() == [[0, 0]]


def test_shapes_that_are_everywhere_collide_once() -> None:
    """Longer than the period along both axes: alone, among small ones, and with another array."""
    rng = np.random.default_rng(14)
    found = 0
    for period, (w, h) in (((1, 1), (1, 1)), ((0.7, 1.3), (0.7, 1.3)), ((2, None), (2, 4))):
        at, size = rng.integers(-30, 30, (6, 2)) * (w / 4, h / 4), rng.integers(0, 10, (6, 2)) * (w / 4, h / 4)
        for one in (Rects(np.hstack([at, size])), Segments(np.hstack([at, at + size * (1, -1)]))):
            found += check(one, period)
            found += check(one, period, Points(rng.uniform(-3, 3, (6, 2))))
            found += check(one, period, Segments(np.hstack([at, at + size])))
            chunks = list(pair_chunks(one, period=period, rows=3))
            assert np.concatenate(chunks).tolist() == pairs(one, period=period).tolist()
    assert found > 100
    crowd = Rects([[0, 0, 16, 16]] * 200)
    assert count_pairs(crowd, period=(1, 1)) == 200 * 199 // 2  # not for each of 33 by 33 images
    apart = Rects(np.hstack([np.arange(100).reshape(-1, 1) * [40.0, 0.0], np.full((100, 2), 16.0)]))
    assert count_pairs(apart, period=(1, 1)) == 100 * 99 // 2


def test_shapes_longer_than_the_period_collide_once() -> None:
    rng = np.random.default_rng(4)
    at = rng.uniform(-3, 3, (7, 2))
    bars = Segments(np.hstack([at, at + rng.uniform(-6, 6, (7, 2))]))
    assert check(bars, (1.3, 2.9)) > 15
    assert check(bars[:3], (1.3, 2.9), bars[3:]) > 8
    assert check(Segments([[0, 0, 15.9, 0], [3.3, 0.5, 3.4, 0.5], [0.25, 0.5, 16, 0.5]]), (1.0, 3.0)) == 1
    assert check(Circles([[0, 0, 8.0], [0.1, 0.2, 0], [5e5, -7e5, 0.1]]), (1.0, 1.0)) == 2


@pytest.mark.parametrize("scale", [2.0**-130, 1e-9, 1.0, 1e20, 1e59])
def test_any_scale(scale: float) -> None:
    rng = np.random.default_rng(5)
    rows = np.hstack([rng.uniform(0, 1, (15, 2)), rng.uniform(0, 0.1, (15, 1))])
    rows[:2] = [[0, 0.5, 0.125], [0.75, 0.5, 0.125]]
    found = check(Circles(rows * scale), (scale, scale))
    assert found == len(pairs(Circles(rows), period=(1, 1))) > 3


def test_whole_periods_change_nothing() -> None:
    rng = np.random.default_rng(6)
    for kind in ARRAYS:
        rows = rows_of(kind, 300, "lattice", (8.0, 16.0), rng)
        if kind in ("rect", "roundrect"):
            rows[:, -1] = 0  # turned corners are rounded
        away = rng.integers(-99, 99, (300, 2)) * [8.0, 16.0]
        there = rows.copy()
        there[:, :2] += away
        if kind in ("segment", "capsule"):
            there[:, 2:4] += away
        want = pairs(ARRAYS[kind](rows), period=(8, 16))
        assert np.array_equal(pairs(ARRAYS[kind](there), period=(8, 16)), want)
        assert len(want) > 200


def test_swapped_axes_and_mirror_images_have_the_pairs() -> None:
    rng = np.random.default_rng(7)
    rows = np.hstack([rng.uniform(-0.2, 0.8, (4000, 2)), rng.uniform(0, 0.02, (4000, 1))])
    want = pairs(Circles(rows), period=(0.7, 0.9))
    assert np.array_equal(pairs(Circles(rows[:, [1, 0, 2]]), period=(0.9, 0.7)), want)
    assert np.array_equal(pairs(Circles(rows * [-1, 1, 1]), period=(0.7, 0.9)), want)
    order = rng.permutation(len(rows))
    again = order[pairs(Circles(rows[order]), period=(0.7, 0.9))]
    assert np.array_equal(np.unique(np.sort(again, axis=1), axis=0), want)


@pytest.mark.parametrize("kind", ["circle", "capsule", "rect", "roundrect"])
@pytest.mark.parametrize("center", [0.0, 50.0, -1e4])
def test_a_crowd_has_the_pairs_of_nine_copies(kind: str, center: float) -> None:
    """On a lattice, so that copies lose nothing."""
    rng, n = np.random.default_rng(8), 3000
    rows = rows_of(kind, n, "lattice", (8.0, 8.0), rng)
    rows[:, :2] = rng.integers(0, 100 * 16, (n, 2)) / 16 + center
    if kind in ("segment", "capsule"):
        rows[:, 2:4] = rows[:, :2] + rng.integers(-32, 32, (n, 2)) / 16
    array, want = ARRAYS[kind](rows), set()
    for dx, dy in itertools.product((-100.0, 0.0, 100.0), repeat=2):
        copies = array.move(np.broadcast_to([dx, dy], (n, 2)))
        want |= {(i, j) for i, j in pairs(array, copies).tolist() if i < j}
    assert len(want) > 1000
    assert pairs(array, period=(100, 100)).tolist() == sorted(map(list, want))
    parts = list(pair_chunks(array, period=(100, 100), rows=700))
    assert np.vstack(parts).tolist() == sorted(map(list, want))
    across = pairs(array[:1000], array[1000:], period=(100, 100))
    assert across.tolist() == sorted([i, j - 1000] for i, j in want if i < 1000 <= j)


def test_circles_have_the_pairs_of_capsules_without_length() -> None:
    rng = np.random.default_rng(9)
    rows = np.hstack([rng.uniform(0, 90, (20_000, 2)), rng.exponential(0.2, (20_000, 1))])
    rows[:50, :2] += 90 * rng.integers(-5, 5, (50, 2))
    circles, capsules = Circles(rows), Capsules(rows[:, [0, 1, 0, 1, 2]])
    found = pairs(circles, period=(90, 90))
    assert np.array_equal(found, pairs(capsules, period=(90, 90)))
    assert len(found) > len(pairs(circles)) > 10_000


def test_masked_rows_and_float32_rows() -> None:
    rows = np.array([[0, 0, 0.3], [0.6, 0, 0.2], [np.nan, 0, 1], [0.35, 0, -1]], dtype=np.float32)
    found = pairs(Circles(rows, invalid="nan"), period=(0.7, 0.7))
    assert found.tolist() == [[0, 1]]
    stored = Circles(rows[:2].astype(np.float64))
    assert np.array_equal(pairs(stored, period=(0.7, 0.7)), pairs(Circles(rows[:2]), period=(0.7, 0.7)))
    tenths = Circles(np.array([[0.05, 0, 0.05], [0.65, 0, 0.05]], dtype=np.float32))
    for period in (float(np.float32(0.7)), 0.7):
        check(tenths, (period, None))


def test_nothing_has_no_pairs() -> None:
    none, one = Circles(np.zeros((0, 3))), Circles([[0, 0, 1]])
    for a, b in ((none, None), (one, None), (none, one), (one, none), (none, none)):
        assert pairs(a, b, period=(1, 1)).shape == (0, 2)
        assert count_pairs(a, b, period=(1, 1)) == 0
    assert pairs(one, one, period=(None, None)).tolist() == [[0, 0]]
    assert list(pair_chunks(none, period=(1, 1))) == []


def test_long_parallel_bars_are_not_quadratic() -> None:
    """Each two of the boxes meet; only pairs that might collide are tried."""
    rng = np.random.default_rng(10)
    at = rng.uniform(0, 1, (20_000, 2))
    bars = Segments(np.hstack([at, at + 0.9]))
    assert count_pairs(bars, period=(1, 1)) < 100


def test_threads_and_progress() -> None:
    rng = np.random.default_rng(11)
    circles = Circles(np.hstack([rng.uniform(0, 90, (20_000, 2)), np.full((20_000, 1), 0.5)]))
    want, found = pairs(circles, period=(90, 90)), []
    threads = [threading.Thread(target=lambda: found.append(pairs(circles, period=(90, 90)))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(one, want) for one in found)
    assert np.array_equal(pairs(circles, period=(90, 90), progress=True), want)
    assert np.array_equal(pairs(pickle.loads(pickle.dumps(circles)), period=np.array([90, 90])), want)


ONE = Circles([[0, 0, 1]])


def wrong(period: Any) -> Any:
    """What the types forbid."""
    return period


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: pairs(ONE, period=wrong(5)), TypeError, r"pairs: period must be a pair of numbers or None, .*, got 5"),
        (lambda: pairs(ONE, period=(1, 2, 3)), TypeError, r"pairs: period must be a pair .*, got \(1, 2, 3\)"),
        (lambda: pairs(ONE, period=wrong(("a", 2))), TypeError, r"pairs: period must be a pair .*, got \('a', 2\)"),
        (lambda: pairs(ONE, period=wrong({1, 2})), TypeError, r"pairs: period must be a pair .*, got \{1, 2\}"),
        (lambda: pairs(ONE, period=wrong({1: 2, 3: 4})), TypeError, r"pairs: period must be a pair .*, got \{1: 2, 3"),
        (lambda: pairs(ONE, period=(-(10**400), 1)), ValueError, "pairs: the width of period must .*, got -inf"),
        (lambda: pairs(ONE, period=(0, 1)), ValueError, "pairs: the width of period must be from 1e-44 to 1e60, .*0.0"),
        (lambda: count_pairs(ONE, period=(1, -1)), ValueError, "count_pairs: the height of period .*, got -1.0"),
        (lambda: count_pairs(ONE, period=(float("nan"), 1)), ValueError, "the width of period must .*, got nan"),
        (lambda: count_pairs(ONE, period=(1e61, 1)), ValueError, r"the width of period must .*, got 1e\+61"),
        (lambda: next(pair_chunks(ONE, period=(1, 1e-50))), ValueError, "pair_chunks: the height .*, got 1e-50"),
        (lambda: pairs(Rects([[0, 0, 1, 1], [5, 0, 17, 1]]), period=(1, 1)), ValueError,
         "pairs: a must span at most 16 periods along x, got bounds from 5.0 to 22.0 with period 1.0 at index 1"),
        (lambda: pairs(ONE, Points([[0, 0], [0, 1e9]]), period=(None, 1)), ValueError,
         r"pairs: b must be within 2\*\*29 periods of 0 along y, got bounds from 1000000000.0 to .* at index 1"),
        (lambda: list(pair_chunks(Points([[0, 0]] * 5 + [[-1e12, 0]]), period=(1, 1), rows=2)), ValueError,
         r"pairs: a must be within 2\*\*29 periods of 0 along x, .* at index 5"),
        (lambda: pairs(Circles([[0, 0, -1]]), period=(1, 1)), ValueError, "r must be >= 0, got -1.0 at index 0"),
    ],
)  # fmt: skip
def test_errors_name_the_argument_the_rule_and_the_value(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_an_infinite_length_repeats_nothing() -> None:
    discs = Circles([[0, 0, 1], [9, 0, 1], [0, 9, 1]])
    assert pairs(discs, period=(np.inf, 10)).tolist() == pairs(discs, period=(None, 10)).tolist() == [[0, 2]]


# ---- one row among many ----


@pytest.mark.parametrize("place", ["lattice", "tenths", "far", "anywhere"])
def test_the_nearest_rows_are_those_of_a_space(place: str) -> None:
    rng = np.random.default_rng(12)
    for kind, other in (("circle", "rect"), ("segment", "capsule"), ("roundrect", "point")):
        lengths = (2.0, 3.0) if place == "lattice" else (0.7, 1.3)
        a, b = (ARRAYS[one](rows_of(one, 25, place, lengths, rng)) for one in (kind, other))
        for period in (lengths, (lengths[0], None), (None, lengths[1])):
            space = Space(enumerate(b), period=period)
            for k, limit in ((1, np.inf), (4, np.inf), (40, 0.25)):
                found = arrays.nearest(a, b, k, max_distance=limit, period=period)
                wants = [space.nearest(one, k, max_distance=limit, distances=True) for one in a]
                for rows, distances, want in zip(found.row.tolist(), found.distance.tolist(), wants, strict=True):
                    count = len(want)
                    assert list(zip(rows, distances, strict=True))[:count] == want
                    assert rows[count:] == [-1] * (k - count)


def test_the_nearest_image_is_that_of_the_minimum_image_convention() -> None:
    rng = np.random.default_rng(13)
    a, b = rng.uniform(-5, 5, (40, 2)), rng.uniform(-5, 5, (30, 2))
    box = np.array([2.0, 3.0])
    delta = a[:, None] - b[None]
    delta -= box * np.round(delta / box)
    want = np.hypot(*np.moveaxis(delta, 2, 0))
    found = arrays.nearest(Points(a), Points(b), 30, period=box)
    assert np.allclose(np.sort(want, axis=1), found.distance, rtol=1e-12, atol=1e-15)
    assert np.array_equal(np.sort(found.row, axis=1), np.broadcast_to(np.arange(30), (40, 30)))


OPTIONS: list[dict[str, Any]] = [{}, {"touching": True}, {"leaving": False}]


@pytest.mark.parametrize("place", ["lattice", "tenths", "far"])
def test_first_hits_are_those_of_a_space(place: str) -> None:
    rng = np.random.default_rng(14)
    hits = 0
    for kind, other in (("point", "circle"), ("circle", "rect"), ("roundrect", "capsule")):
        lengths = (2.0, 3.0) if place == "lattice" else (0.7, 1.3)
        rows = [rows_of(one, 20, place, lengths, rng) for one in (kind, other)]
        movers, obstacles = ARRAYS[kind](rows[0]), ARRAYS[other](rows[1])
        solid = [i for i, one in enumerate(obstacles) if one.area > 0]  # several thin ones may block a space together
        motions = rng.uniform(-4, 4, (20, 2))
        for period in (lengths, (None, lengths[1])):
            obstacles_of_area = obstacles[np.array(solid)]
            space: Any = Space(enumerate(obstacles_of_area), period=period)
            for options in OPTIONS:
                found = arrays.first_hits(movers, motions, obstacles_of_area, **options, period=period)
                for i, mover in enumerate(movers):
                    want = space.cast(mover, motions[i].tolist(), **options)
                    if want is None:
                        assert found.row[i] == -1
                    elif kind != "point":
                        item, hit = want
                        assert (found.row[i], found.t[i], found.depth[i]) == (item, hit.t, hit.depth)
                        assert found.point[i].tolist() == list(hit.point)
                        hits += 1
    assert hits > 50


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: arrays.nearest(ONE, ONE, period=(0, 1)), "nearest: the width of period must be from 1e-44 to 1e60"),
        (lambda: arrays.nearest(Rects([[0, 0, 17, 1]]), ONE, period=(1, 1)),
         "nearest: a must span at most 16 periods along x, got bounds from 0.0 to 17.0 with period 1.0 at index 0"),
        (lambda: arrays.nearest(ONE, Points([[0, 0], [0, 1e9]]), period=(1, 1)),
         r"nearest: b must be within 2\*\*29 periods of 0 along y, .* at index 1"),
        (lambda: arrays.first_hits(ONE, (1, 0), ONE, period=(1, -1)), "first_hits: the height of period must be"),
        (lambda: arrays.first_hits(ONE, (1, 0), Rects([[0, 0, 17, 1]]), period=(1, 1)),
         "first_hits: obstacles must span at most 16 periods along x, .* at index 0"),
        (lambda: arrays.first_hits(Points([[0, 0], [1e9, 0]]), (1, 0), ONE, period=(1, 1)),
         r"first_hits: movers must be within 2\*\*29 periods of 0 along x, .* at index 1"),
        (lambda: arrays.first_hits(Points([[0, 0], [1, 0]]), np.array([[1, 0], [0, 5e3]]), ONE, period=(1, 1)),
         "first_hits: motions must span at most 4096 periods along y, got 5000.0 with period 1.0 at index 1"),
    ],
)  # fmt: skip
def test_one_row_among_many_says_what_it_refuses(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
