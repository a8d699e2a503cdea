"""Compares first_hits and nearest with all casts and all distances of single pairs, on adversarial rows of all pairs of
kinds, among groups of rows of the second kind: every row must be equal, bit for bit.

    python tests/exams/million_batches.py --rows 10000000 --seed 1

The rows are those of million_rows.py. The motions lead to rows of the second kind, half way, as far, or beyond. Exits
with status 1 if any row differs.
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

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "generators"))

from array_rows import ARRAYS, adversarial_rows, same_bits

import collide2d
from collide2d.arrays import first_hits, nearest

AMONG = 24
NEIGHBOURS = 5
COPIES = 8
KINDS = tuple(itertools.product(ARRAYS, repeat=2))


class Tally(NamedTuple):
    rows: int
    wrong_hits: int
    wrong_neighbours: int


def wrong_hits(movers: Any, motions: Any, obstacles: Any, **options: Any) -> int:
    """How many rows differ from the first of all casts."""
    got = first_hits(movers, motions, obstacles, **options)
    every = collide2d.cast(movers[:, None], motions[:, None], obstacles, **options)
    first = np.where(every.hit, every.t, np.inf).argmin(axis=1)
    hit: Any = every.hit.any(axis=1)
    wrong = got.row != np.where(hit, first, -1)
    for name in ("t", "point", "normal", "depth"):
        found = getattr(got, name).reshape(len(motions), -1)
        want = getattr(every, name)[np.arange(len(motions)), first].reshape(len(motions), -1)
        wrong |= ~np.where(hit[:, None], found.view(np.int64) == want.view(np.int64), np.isnan(found)).all(axis=1)
    return int(wrong.sum())


def wrong_neighbours(a: Any, b: Any) -> int:
    """How many rows differ from the first of all distances, sorted."""
    got = nearest(a, b, NEIGHBOURS)
    every = collide2d.distance(a[:, None], b)
    order = np.argsort(every, axis=1, kind="stable")[:, :NEIGHBOURS]
    want = np.take_along_axis(every, order, axis=1)
    if same_bits(got.row, order) and same_bits(got.distance, want):
        return 0
    return int(((got.row != order) | (got.distance != want)).any(axis=1).sum())


def wrong_others(a: Any) -> int:
    """How many rows differ from the first of all distances to the other rows, sorted."""
    got = nearest(a, k=NEIGHBOURS)
    every = collide2d.distance(a[:, None], a)
    np.fill_diagonal(every, np.inf)
    order = np.argsort(every, axis=1, kind="stable")[:, :NEIGHBOURS]
    return int(((got.row != order) | (got.distance != np.take_along_axis(every, order, axis=1))).any(axis=1).sum())


def check(seed: int, kind_a: str, kind_b: str, count: int = 240) -> Tally:
    """Compares the answers for rows of two kinds."""
    rng = np.random.default_rng([seed, *map(ord, kind_a + kind_b)])
    a, b = adversarial_rows(kind_a, kind_b, count, seed)
    rows = hits = neighbours = 0
    for first in range(0, len(b) - AMONG + 1, AMONG):
        among = ARRAYS[kind_b](b[first : first + AMONG])
        some = ARRAYS[kind_a](np.repeat(a[first : first + AMONG], COPIES, axis=0), invalid="nan")
        target = rng.integers(0, AMONG, len(some))
        motions = (among.center[target] - some.center) * rng.choice([0.5, 1, 1.5, 3], (len(some), 1))
        hits += wrong_hits(some, motions, among, touching=seed % 2 == 1, leaving=seed % 4 < 2)
        neighbours += wrong_neighbours(some, among) + wrong_others(among)
        rows += len(some)
    return Tally(rows, hits, neighbours)


def run(rows: int, seed: int, processes: int, count: int = 240) -> Tally:
    """Runs `check` for each pair of kinds in turn, until there were so many rows."""
    total = Tally(0, 0, 0)
    jobs = ((seed * 1_000_000 + i // len(KINDS), *KINDS[i % len(KINDS)], count) for i in itertools.count())
    with multiprocessing.Pool(processes) as pool:
        while total.rows < rows:
            for part in pool.starmap(check, itertools.islice(jobs, len(KINDS)), chunksize=1):
                total = Tally(*map(sum, zip(total, part, strict=True)))
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    tally = run(chosen.rows, chosen.seed, chosen.processes)
    print(f"{tally.rows} rows, wrong: {tally.wrong_hits} first hits, {tally.wrong_neighbours} nearest rows")
    return 1 if tally.wrong_hits or tally.wrong_neighbours else 0


if __name__ == "__main__":
    sys.exit(main())
