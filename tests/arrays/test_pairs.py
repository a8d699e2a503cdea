"""All pairs are exactly those of the single shapes, sorted, with every algorithm."""

from __future__ import annotations

import itertools
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
        across = want[(want[:, 0] < 1000) & (want[:, 1] >= 1000)] - [0, 1000]
        assert np.array_equal(pairs(circles[:1000], circles[1000:], touching=touching), across)
        assert np.array_equal(pairs(capsules[:1000], capsules[1000:], touching=touching), across)


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
    with pytest.raises(TypeError, match="pairs: a must be an array of shapes, got list"):
        untyped([1, 2])
    with pytest.raises(TypeError, match="got collide2d"):
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
