"""Compares pairs in worlds that repeat with the answers of fractions for all images, on rows of all pairs of kinds:
on lattices that touch through the border, an ulp beside them, anywhere, a few or many periods away, longer than a
period, and with periods of every size.

    python tests/exams/million_images.py --pairs 1000000 --seed 1

Exits with status 1 if any pair differs.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "generators"), str(TESTS / "models")]

from array_rows import ARRAYS, shapes_of
from image_oracle import Length, pairs_of_images

from collide2d import count_pairs, pair_chunks, pairs

KINDS = tuple(itertools.combinations_with_replacement(ARRAYS, 2))
PLACES = ("lattice", "tenths", "ulps", "anywhere", "far", "float32")
PERIODS = (1.0, 2.0, 3.0, 0.7, 1.3, 4.1, 1e-9 * 7, 1e20 / 3, 2.0**-40)


class Tally(NamedTuple):
    pairs: int
    hits: int
    wrong: int


def rows_of(kind: str, count: int, place: str, period: tuple[float, float], rng: np.random.Generator) -> Any:
    """Rows on a lattice of eighths or tenths of the period, or not quite; sizes up to more than a period."""
    steps = 10 if place == "tenths" else 8
    unit = np.array(period) / steps
    at = rng.integers(-4, 2 * steps, (count, 2)) * unit
    size = rng.choice([0, 1, 1, 2, 3, 4, steps, steps + 3], (count, 2)) * unit
    if place == "anywhere":
        at, size = rng.uniform(-1, 2, (count, 2)) * period, rng.exponential(0.2, (count, 2)) * period
    if place == "far":
        at += rng.integers(-(10 ** rng.integers(1, 9)), 100, (count, 2)) * np.array(period)
    if place == "ulps":
        at *= 1 + rng.integers(-2, 3, (count, 2)) * 2.0**-52
    radius = rng.choice([0, 1, 2, 2, 3], (count, 1)) * unit.min()
    if kind in ("segment", "capsule"):
        size *= rng.choice([-1, 1], (count, 2))
    angle = rng.choice([0.0, 0.0, 90.0, 45.0, 30.0], (count, 1))
    round_rect = np.hstack([at, size, np.minimum(radius, size.min(axis=1, keepdims=True) / 2), angle])
    rows = {
        "point": at,
        "circle": np.hstack([at, radius]),
        "segment": np.hstack([at, at + size]),
        "capsule": np.hstack([at, at + size, radius]),
        "rect": np.hstack([at, size, angle]),
        "roundrect": round_rect,
    }[kind]
    return rows.astype(np.float32) if place == "float32" and kind != "roundrect" else rows


def check(seed: int, kind_a: str, kind_b: str, count: int = 14) -> Tally:
    """Compares all pairs within rows of one kind, and all pairs with those of another."""
    rng = np.random.default_rng([seed, *map(ord, kind_a + kind_b)])
    place = PLACES[seed % len(PLACES)]
    w, h = rng.choice(PERIODS, 2) if place != "float32" else np.array([0.7, 1.3], dtype=np.float32)
    turns = {"rect", "roundrect"} & {kind_a, kind_b}  # what is long along one axis may be turned to the other
    if max(w, h) > (4 if turns else 1e6) * min(w, h):
        h = w
    period: tuple[Length, Length] = (float(w), float(h))
    rows_a, rows_b = (rows_of(kind, count, place, (float(w), float(h)), rng) for kind in (kind_a, kind_b))
    if rng.random() < 0.3:
        period = (period[0], None) if seed % 2 else (None, period[1])
    if rng.random() < 0.3:
        rows_a[rng.integers(count)] = np.nan
    a, b = (ARRAYS[kind](rows, invalid="nan") for kind, rows in ((kind_a, rows_a), (kind_b, rows_b)))
    shapes_a, shapes_b = (
        [None if np.isnan(row).any() else shapes_of(kind, row[None])[0] for row in np.asarray(rows, dtype=np.float64)]
        for kind, rows in ((kind_a, rows_a), (kind_b, rows_b))
    )
    wrong = hits = 0
    for touching in (True, False):
        for other, shapes in ((None, None), (b, shapes_b)):
            want = pairs_of_images(shapes_a, shapes, period, touching=touching)
            got = pairs(a, other, touching=touching, period=period)
            parts = pair_chunks(a, other, touching=touching, period=period, rows=5)
            number = count_pairs(a, other, touching=touching, period=period)
            wrong += got.tolist() != want or number != len(want)
            wrong += [pair for part in parts for pair in part.tolist()] != want
            hits += len(want)
    return Tally(count * (count - 1) + 2 * count * count, hits, wrong)


def run(number: int, seed: int, processes: int, count: int = 14) -> Tally:
    """Runs `check` for each two kinds in turn, until there were so many pairs."""
    total = Tally(0, 0, 0)
    jobs = ((seed * 1_000_000 + i // len(KINDS), *KINDS[i % len(KINDS)], count) for i in itertools.count())
    with multiprocessing.Pool(processes) as pool:
        while total.pairs < number:
            for part in pool.starmap(check, itertools.islice(jobs, len(KINDS)), chunksize=1):
                total = Tally(*map(sum, zip(total, part, strict=True)))
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    tally = run(chosen.pairs, chosen.seed, chosen.processes)
    print(f"{tally.pairs} pairs, {tally.hits} of them collide, {tally.wrong} wrong answers")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
