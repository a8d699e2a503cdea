"""All pairs are exactly those of the single shapes, sorted, with every algorithm."""

from __future__ import annotations

import contextlib
import itertools
import threading
from typing import Any

import numpy as np
import pytest
from array_rows import ARRAYS, adversarial_rows, shapes_of

import collide2d
from collide2d import Capsules, Circles, Points, Rects, Segments, arrays, count_pairs, pair_chunks, pairs

SIZES = (0, 1, 2, 150)


def among(kind: str, count: int, seed: int) -> tuple[arrays.ShapeArray, list[Any]]:
    rows, _ = adversarial_rows(kind, kind, max(count, 1), seed)
    return ARRAYS[kind](rows[:count]), shapes_of(kind, rows[:count])


def answers(a: list[Any], b: list[Any] | None, touching: bool) -> list[list[int]]:
    ask = collide2d.collides if touching else collide2d.overlaps
    if b is None:
        return [[i, j] for i, j in itertools.combinations(range(len(a)), 2) if ask(a[i], a[j])]
    return [[i, j] for i in range(len(a)) for j in range(len(b)) if ask(a[i], b[j])]


@pytest.mark.parametrize("touching", [True, False])
@pytest.mark.parametrize("kind", ARRAYS)
def test_the_pairs_of_an_array_are_those_of_the_single_shapes(kind: str, touching: bool) -> None:
    for count in SIZES:
        array, shapes = among(kind, count, seed=20)
        found, want = pairs(array, touching=touching), answers(shapes, None, touching)
        assert found.dtype == np.intp
        assert found.shape == (len(want), 2)
        assert found.tolist() == want
        assert count_pairs(array, touching=touching) == len(want)
        for rows in (1, 7, 1000):
            parts = list(pair_chunks(array, touching=touching, rows=rows))
            assert len(parts) == -(-count // rows)
            assert [pair for part in parts for pair in part.tolist()] == want


@pytest.mark.parametrize(("kind_a", "kind_b"), [("circle", "circle"), ("point", "rect"), ("roundrect", "capsule")])
def test_the_pairs_of_two_arrays_are_those_of_the_single_shapes(kind_a: str, kind_b: str) -> None:
    for count_a, count_b in itertools.product(SIZES, SIZES):
        (a, shapes_a), (b, shapes_b) = among(kind_a, count_a, seed=21), among(kind_b, count_b, seed=22)
        for touching in (True, False):
            want = answers(shapes_a, shapes_b, touching)
            assert pairs(a, b, touching=touching).tolist() == want
            assert count_pairs(a, b, touching=touching) == len(want)
        parts = pair_chunks(a, b, rows=11)
        assert [pair for part in parts for pair in part.tolist()] == answers(shapes_a, shapes_b, True)


def test_pairs_of_a_crowd_are_sorted() -> None:
    rng = np.random.default_rng(1)
    circles = Circles(np.column_stack([rng.normal(0, 3, (3000, 2)), rng.uniform(0, 0.6, 3000)]))
    found = pairs(circles)
    want = np.argwhere(np.triu(collide2d.collides(circles[:, None], circles), 1))
    assert len(want) > 50_000
    assert np.array_equal(found, want)


def clouds(n: int, rng: np.random.Generator) -> dict[str, np.ndarray[Any, Any]]:
    even = rng.uniform(0, n**0.5, (n, 2))
    side = int(n**0.5)
    lattice = np.column_stack([np.repeat(np.arange(side), side), np.tile(np.arange(side), side)])
    unit = np.full((n, 1), 0.5)
    return {
        "even": np.hstack([even, unit]),
        "on a lattice, where they touch": np.hstack([lattice.astype(float), unit[: side * side]]),
        "of many sizes": np.hstack([2 * even, 0.05 + rng.pareto(1.5, (n, 1))]),
        "in clusters": np.hstack([rng.normal(0, 9, (n, 2)) + 1000 * rng.integers(0, 40, (n, 1)), unit / 4]),
        "with a few far away": np.vstack([np.hstack([even, unit]), [[1e50, -1e50, 1e3], [-1e59, 3, 0]]]),
        "on a line": np.column_stack([rng.uniform(0, n, n), np.zeros(n), rng.uniform(0, 1, n)]),
        "on an upright line": np.column_stack([np.full(n, 7.0), rng.uniform(0, n, n), rng.uniform(0, 1, n)]),
        "far from the origin": np.hstack([even + np.array([3e14, -5e12]), unit]),
        "in steps of an ulp": np.hstack([1e15 + rng.integers(0, 2 * side, (n, 2)) / 8, unit / 4]),
        "where squares are near the limit": np.hstack([even * 1e58 / side, unit * 1e58 / side]),
        "dense": np.hstack([even * 0.3, unit]),
        "with giants": np.hstack([even, np.where(np.arange(n)[:, None] % 997 == 5, 30.0, 1e-9)]),
        "crumbs in the cells of giants": np.vstack([np.hstack([even / 1e6, unit / 1e7]), [[0, 0, 2.0], [9, 9, 2.0]]]),
        "in one place": np.tile([[1e-150, -7.0, 0.0]], (200, 1)),
        "points, some of them twice": np.column_stack([*(rng.integers(0, side, (2, n)) / 8), np.zeros(n)]),
    }


@pytest.mark.parametrize(
    ("cloud", "n"),
    [("even", 70_000), *((cloud, n) for cloud in clouds(4, np.random.default_rng(0)) for n in (3_000, 30_000))],
)
def test_circles_have_the_pairs_of_capsules_without_length(cloud: str, n: int) -> None:
    """Circles have a search of their own, capsules that of the boxes."""
    rows = clouds(n, np.random.default_rng(n))[cloud]
    circles, capsules = Circles(rows), Capsules(rows[:, [0, 1, 0, 1, 2]])
    for touching in (True, False):
        want = pairs(capsules, touching=touching)
        assert np.array_equal(pairs(circles, touching=touching), want)
        assert np.array_equal(pairs(Circles(rows, invalid="nan"), touching=touching), want)
        parts = list(pair_chunks(Circles(rows), touching=touching, rows=len(rows) // 2 + 1))
        assert np.array_equal(np.vstack(parts), want)
        across = want[(want[:, 0] < 1000) & (want[:, 1] >= 1000)] - [0, 1000]
        assert np.array_equal(pairs(circles[:1000], circles[1000:], touching=touching), across)
        assert np.array_equal(pairs(capsules[:1000], capsules[1000:], touching=touching), across)


def test_rows_of_single_precision_have_the_pairs_of_their_doubles() -> None:
    rows = clouds(3000, np.random.default_rng(5))["even"].astype(np.float32)
    want = pairs(Circles(rows.astype(float)))
    assert len(want) > 4000
    assert np.array_equal(pairs(Circles(rows)), want)
    assert np.array_equal(pairs(Circles(np.asfortranarray(rows.astype(float)))), want)
    assert np.array_equal(pairs(Circles(np.repeat(rows.astype(float), 2, axis=0)[::2])), want)


@pytest.mark.parametrize("n", [*range(1, 40), 300])
def test_rows_with_any_number_of_pairs_are_sorted(n: int) -> None:
    """n small circles in a large one, whose row is in any place: short and long rows are sorted in different ways."""
    rng = np.random.default_rng(n)
    rows = np.column_stack([3.0 * rng.permutation(n), np.zeros(n), np.ones(n)])
    hub = int(rng.integers(0, n + 1))
    found = pairs(Circles(np.insert(rows, hub, [1.5 * n, 0, 2.0 * n], axis=0)))
    assert found.tolist() == [[min(hub, i), max(hub, i)] for i in range(n + 1) if i != hub]
    everything = pairs(Circles(np.zeros((n, 3))))
    assert np.array_equal(everything, np.argwhere(np.triu(np.ones((n, n)), 1)))


def crowds(n: int) -> dict[str, arrays.ShapeArray]:
    """Where a grid would try too many: long bars, long shapes at an angle, some with what is small among them."""
    rng, at = np.random.default_rng(n), 2.0 * np.arange(n)
    half, angles = n // 2, np.arange(n) * (2 * np.pi / n)
    rays = np.column_stack([np.cos(angles), np.sin(angles)])
    diagonal = np.column_stack([at, -at, at + 2 * n, 2 * n - at])
    slanted = np.column_stack([0 * at, at / 4, 0 * at + 2 * n, 0 * at + 0.1, 0 * at + 22.5])
    bars = np.column_stack([0 * at, at, 0 * at + 1e6, 0 * at + 1])
    upright = bars[:, [1, 0, 3, 2]]
    crumbs = np.column_stack([rng.uniform(0, 2 * n, (n, 2)), rng.uniform(0, 1e-3, (n, 2))])
    return {
        "bars": Rects(bars[rng.permutation(n)]),
        "bars that touch": Rects(bars * [1, 0.5, 1, 1]),
        "upright": Rects(upright),
        "crossed": Rects(np.vstack([bars[: n // 10], upright[: n // 10], crumbs])),
        "bars and crumbs": Rects(np.vstack([bars[:half], crumbs[:half]])),
        "of every length": Rects(np.hstack([bars[:, :2], 10.0 ** rng.uniform(-3, 9, (n, 1)), bars[:, 3:]])),
        "a giant": Rects(np.vstack([crumbs, [[-1, -1, 1e9, 1e9]]])),
        "one column": Rects(np.column_stack([0 * at, rng.uniform(0, n, n), 0 * at + 9, 0 * at + 0.1])),
        "far places": Rects(crumbs * [1, 1, 1e4, 1e4] + 1e12 * rng.integers(0, 2, (n, 1)) * [1, 0, 0, 0]),
        "diagonals": Segments(diagonal),
        "diagonals and points": Segments(np.vstack([diagonal[:half], np.hstack([crumbs[:half, :2]] * 2)])),
        "slanted": Rects(slanted),
        "slanted that overlap": Capsules(np.hstack([diagonal, np.full((n, 1), 1.5)])),
        "fan": Segments(np.hstack([rays, 100 * rays])),
        "star": Segments(np.hstack([-rays, 100 * rays])[:: n // 300 + 1]),
        "two ways": Segments(np.vstack([diagonal[:half], diagonal[:half:9, [0, 3, 2, 1]] + [9 * n, 0, 9 * n, 0]])),
        "needles": Segments(rng.uniform(0, 9, (n // 4, 4))),
        "equal": Rects(np.tile([[1.0, 2, 3, 4]], (400, 1))),
    }


@pytest.mark.parametrize("crowd", crowds(9))
def test_crowds_have_the_pairs_of_all_against_all(crowd: str) -> None:
    shapes = crowds(4000)[crowd]
    n = len(shapes)
    for touching in (True, False):
        verb = collide2d.collides if touching else collide2d.overlaps
        want = np.argwhere(np.triu(verb(shapes[:, None], shapes), 1))
        assert np.array_equal(pairs(shapes, touching=touching), want)
        assert count_pairs(shapes, touching=touching) == len(want)
        across = want[(want[:, 0] < n // 3) & (want[:, 1] >= n // 3)] - [0, n // 3]
        assert np.array_equal(pairs(shapes[: n // 3], shapes[n // 3 :], touching=touching), across)
        parts = list(pair_chunks(shapes, touching=touching, rows=n // 3 + 1))
        assert np.array_equal(np.vstack(parts), want)
    space = collide2d.Space(enumerate(shapes[i] for i in range(n)))
    assert len(want) < 400_000
    assert space.pairs() == list(map(tuple, want.tolist()))


def test_many_in_two_places_have_no_pairs() -> None:
    """Half a minute, if those within either place are looked at."""
    here, there = np.tile([[0.0, 0, 1]], (30_000, 1)), np.tile([[9.0, 0, 1]], (30_000, 1))
    assert count_pairs(Circles(here), Circles(there)) == 0
    assert count_pairs(Capsules(here[:, [0, 1, 0, 1, 2]]), Capsules(there[:, [0, 1, 0, 1, 2]])) == 0


def test_a_crowd_within_one_array_costs_nothing() -> None:
    """Minutes, if the circles of a pile are compared with each other, or the pile with one nearby."""
    piled, few = np.tile([[5.0, 5, 1]], (200_000, 1)), np.array([[6.0, 6, 1], [7.5, 5, 1], [90, 90, 1]])
    a, b = Circles(piled), Circles(few)
    assert count_pairs(a, b) == count_pairs(b, a) == len(piled)
    assert count_pairs(b, Points(piled[:, :2])) == 0
    beside = Circles((piled + np.array([2.5, 0, 0]))[:20_000])
    assert count_pairs(a[:20_000], beside) == 0
    found = pairs(a[::20], b)
    assert np.array_equal(found, np.column_stack([np.arange(10_000), np.zeros(10_000)]))


def test_rows_that_change_meanwhile_do_no_harm() -> None:
    """The pairs are arbitrary, but sorted, and their indices are those of rows."""
    rng = np.random.default_rng(8)
    good = clouds(3000, rng)["even"]
    wild = np.where(rng.random(good.shape) < 0.1, rng.choice([np.nan, np.inf, -1e300, 1e-320, -5.0], good.shape), good)
    rows = good.copy()
    ended = threading.Event()

    def change() -> None:
        while not ended.is_set():
            rows[:] = wild
            rows[:] = good

    circles = Circles(rows)
    changer = threading.Thread(target=change)
    changer.start()
    try:
        for _ in range(60):
            with contextlib.suppress(ValueError):
                found = pairs(circles)
                assert np.all((found[:, 0] < found[:, 1]) & (found[:, 1] < len(rows)))
    finally:
        ended.set()
        changer.join()
    assert np.array_equal(pairs(Circles(good)), pairs(Circles(rows)))


@pytest.mark.parametrize("crowd", ["bars", "diagonals", "slanted", "fan"])
def test_large_crowds_take_a_moment(crowd: str) -> None:
    """Minutes, if boxes that meet, or share a cell, are looked at pair by pair; fuzz_index counts the steps."""
    assert count_pairs(crowds(60_000)[crowd]) == 0


def test_tiles_that_touch_do_not_overlap() -> None:
    tiles = Rects([[x, y, 1, 1] for x in range(30) for y in range(30)])
    assert count_pairs(tiles) == 2 * 30 * 29 + 2 * 29 * 29
    assert count_pairs(tiles, touching=False) == 0


def test_masked_rows_take_no_part() -> None:
    rows, _ = adversarial_rows("circle", "circle", 200, seed=23)
    wrong = np.arange(len(rows)) % 4 == 1
    bad = rows.copy()
    bad[wrong, 2] = -1
    masked = Circles(bad, invalid="nan")
    good = np.flatnonzero(~wrong)
    assert np.array_equal(pairs(masked), good[pairs(Circles(rows[good]))])
    assert np.array_equal(pairs(masked, masked), good[pairs(Circles(rows[good]), Circles(rows[good]))])


def test_invalid_arguments_raise_an_error_that_names_them() -> None:
    rows = np.zeros((3, 3))
    circles = Circles(rows)
    untyped: Any = pairs
    with pytest.raises(TypeError, match=r"a must be an array of shapes, got list: Shapes\.from_shapes makes one$"):
        untyped([1, 2])
    with pytest.raises(TypeError, match=r"b must be an array of shapes, got Circle: Shapes\.from_shapes makes one$"):
        untyped(circles, collide2d.Circle(0, 0, 1))
    with pytest.raises(ValueError, match=r"pairs: a must have one axis, got 2 axes"):
        pairs(circles[:, None])
    with pytest.raises(ValueError, match="pair_chunks: rows must be >= 1, got 0"):
        next(pair_chunks(circles, rows=0))
    rows[1, 2] = -1
    with pytest.raises(ValueError, match=r"pairs: a\.r must be >= 0, got -1.0 at index 1"):
        pairs(circles)
    with pytest.raises(ValueError, match=r"pairs: b\.r must be >= 0, got -1.0 at index 1"):
        count_pairs(Points([[0, 0]]), circles)


def test_progress_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    circles = Circles(np.zeros((500, 3)))
    assert np.array_equal(pairs(circles, progress=True), pairs(circles))
    assert "125k" in capsys.readouterr().err.replace(".", "").replace("1250k", "125k")
    assert count_pairs(circles, progress=True) == 500 * 499 // 2
