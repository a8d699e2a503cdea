"""Compares every answer of spaces with a period with those of plain spaces that have exact copies of the items, on
lattices with seams and touches through the border; and the pairs and queries of shapes at any place with fractions.

    python tests/exams/million_periods.py --answers 1000000 --seed 1

The shapes are thin ones and bodies too, in and around the first period, and change. Exits with status 1 if any answer
differs.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "generators"), str(TESTS / "models")]

from array_rows import ARRAYS, shapes_of
from image_oracle import relate_images
from million_images import PLACES, rows_of
from periodic_model import CopiesModel
from periodic_worlds import PERIODS_OF_LATTICES, changed, is_thin, lattice_solids, named, wrong_answers

from collide2d import Space
from collide2d.reference import Relation


def check_lattice(seed: int) -> Counter[str]:
    """The answers of one space, before and after changes."""
    rng = np.random.default_rng([seed, 1])
    space: Any = Space(named(lattice_solids(rng, 9)), period=PERIODS_OF_LATTICES[seed % len(PERIODS_OF_LATTICES)])
    tally: Counter[str] = Counter()
    for _ in range(2):
        model = CopiesModel(space.items(), space.period or (), reach=9)
        tally.update(wrong_answers(space, model, [*lattice_solids(rng, 7), *range(0, 9, 4)], rng))
        changed(space, rng)
    return tally


def check_fractions(seed: int) -> Counter[str]:
    """Pairs and queries of shapes at any place, with a period of any size."""
    rng = np.random.default_rng([seed, 2])
    place = PLACES[seed % len(PLACES)]
    w, h = (0.7, 1.3) if place == "float32" else rng.choice((1.0, 3.0, 0.7, 1.3, 4.1, 0.1), 2).tolist()
    if max(w, h) > 6 * min(w, h):
        h = w  # a capsule would span more periods than one may
    rows = ((kind, rows_of(kind, 2, place, (w, h), rng).astype(float)) for kind in ARRAYS)
    items = named(shape for kind, some in rows for shape in shapes_of(kind, some))
    period = ((w, h), (w, None), (None, h))[seed % 3]
    space: Any = Space(items, period=period)
    relation = {(i, k): relate_images(a, b, period) for i, a in items for k, b in items if i < k}
    tally: Counter[str] = Counter()
    for touching, least in ((True, Relation.TOUCHING), (False, Relation.OVERLAPPING)):
        tally["pairs"] += space.pairs(touching) != [pair for pair in relation if relation[pair] >= least]
        for item, shape in items:
            near = [k for k, _ in items if k != item and relation[min(item, k), max(item, k)] >= least]
            found = space.query(item, touching=touching)
            # Several images may surround a thin shape together.
            tally["query"] += found != near if touching or not is_thin(shape) else not set(near) <= set(found)
            tally["compared"] += 1
            tally["found"] += bool(near)
    return tally


def run(answers: int, seed: int, processes: int) -> Counter[str]:
    """Runs both checks in turn, until there were so many answers."""
    total: Counter[str] = Counter()
    seeds = (seed * 1_000_000 + i for i in itertools.count())
    with multiprocessing.Pool(processes) as pool:
        while total["compared"] < answers:
            some = list(itertools.islice(seeds, 24))
            for part in [*pool.imap(check_lattice, some), *pool.imap(check_fractions, some)]:
                total.update(part)
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    tally = run(chosen.answers, chosen.seed, chosen.processes)
    compared, found = tally.pop("compared"), tally.pop("found")
    print(f"{compared} answers, {found} not empty, wrong: {', '.join(f'{n} {name}' for name, n in tally.items())}")
    return 1 if any(tally.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
