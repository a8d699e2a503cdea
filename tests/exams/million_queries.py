"""Compares the queries of a Space with arrays to the single calls: query, contacts, nearest, cast, cast_all, raycast,
raycast_all with all their options, in random worlds with seams, bodies, layers and gaps. Every row must be
equal, bit for bit.

    python tests/exams/million_queries.py --rows 1000000 --seed 1

Each row takes 23 calls, or 31 if it is a point. Exits with status 1 if any row differs.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "generators"))

from array_queries import check_world, random_motions, random_rows, random_world
from array_rows import ARRAYS

UNITS = (1.0, 1.0, 1.0, 1e9, 2.0**-70, 0.1)
KINDS = tuple(ARRAYS)


class Tally(NamedTuple):
    rows: int
    wrong: dict[str, int]  # by the name of the query


def is_passed(item: str) -> bool:
    """A filter."""
    return not item.endswith(("3", "7"))


def check(seed: int, kind: str, count: int = 60) -> Tally:
    """Compares the answers for rows of a kind in one world."""
    rng = np.random.default_rng([seed, *map(ord, kind)])
    unit = float(rng.choice(UNITS))
    space = random_world(rng, int(rng.integers(0, 60)), unit)
    options: dict[str, Any] = {}
    if seed % 3 == 0:
        options = {"mask": int(rng.integers(0, 4)), "exclude": {"item 1", "item 8"}, "filter": is_passed}
    rows, motions = random_rows(rng, kind, count, unit), random_motions(rng, count, unit)
    return Tally(count, check_world(space, rows, motions, **options))


def run(rows: int, seed: int, processes: int, count: int = 60) -> Tally:
    """Runs `check` for each kind in turn, until there were so many rows."""
    done, wrong = 0, Counter[str]()
    jobs = ((seed * 1_000_000 + i // len(KINDS), KINDS[i % len(KINDS)], count) for i in itertools.count())
    with multiprocessing.Pool(processes) as pool:
        while done < rows:
            for part in pool.starmap(check, itertools.islice(jobs, 4 * len(KINDS)), chunksize=1):
                done += part.rows
                wrong.update(part.wrong)
    return Tally(done, dict(wrong))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    tally = run(chosen.rows, chosen.seed, chosen.processes)
    print(f"{tally.rows} rows, wrong: {', '.join(f'{count} {name}' for name, count in tally.wrong.items())}")
    return 1 if any(tally.wrong.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
