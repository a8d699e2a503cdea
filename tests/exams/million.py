"""Adversarial near-touching pairs over all pairs of kinds, against the integer oracle: there must be no disagreement.

    python tests/exams/million.py --pairs 1000000 --seed 1

A third of the pairs are exact touches by construction; a third are off an exact touch by an ulp, or are placed against
each other as exactly as rounding allows; the rest are degenerate, nested, deep, specks, unequal, nearly parallel,
sliver, short-edged, far, tiny and huge. For each pair, relate (in both orders), collides, overlaps, touches, the sign
of separation and the presence and depth of a contact are compared with `oracle.relation`. Prints the counts for each
pair of kinds and exits with status 1 if any answer is wrong.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

import oracle
from exam import run_command

import collide2d as c2
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.recipes import KIND_PAIRS, RecipePair, build
from collide2d.testing.sources import Seeded

# The share of each regime.
TURNS = {
    "exact_touch": 7, "kicked_touch": 4, "near_touch": 3, "specks": 2, "lattice": 1, "degenerate": 1, "nested": 1,
    "far": 1, "tiny": 1, "huge": 1, "deep": 1, "unequal": 1, "nearly_parallel": 1, "sliver": 1,
    "edges_of_domain": 1, "short_edges": 1,
}  # fmt: skip
SCHEDULE = [regime for regime, turns in TURNS.items() for _ in range(turns)]


class Tally(NamedTuple):
    """The results for the pairs of two kinds."""

    relations: Counter[tuple[str, str, int]]  # by kinds and relation
    constructed: Counter[tuple[str, str]]  # exact touches, by kinds
    wrong: list[str]


def wrong_answers(a: Any, b: Any, truth: int) -> list[str]:
    """The verbs whose answer about a pair contradicts its true relation."""
    separation, contact = a.separation(b), a.contact(b)
    found = {
        "relate": a.relate(b) == truth,
        "relate swapped": b.relate(a) == truth,
        "collides": a.collides(b) == (truth >= 0),
        "overlaps": a.overlaps(b) == (truth > 0),
        "touches": a.touches(b) == (truth == 0),
        "separation": (separation < 0) - (separation > 0) == truth,
        "contact": (contact is None) == (truth < 0) and (contact is None or (contact.depth > 0) == (truth > 0)),
    }
    return [verb for verb, right in found.items() if not right]


def drawn_pairs(seed: int, count: int) -> Iterator[tuple[str, str, str, RecipePair]]:
    """A number of pairs with their regimes and kinds: all pairs of kinds in turn, in both orders."""
    source = Seeded(seed)
    for i in range(count):
        kinds = KIND_PAIRS[i % len(KIND_PAIRS)]
        regime = SCHEDULE[i // len(KIND_PAIRS) % len(SCHEDULE)]
        kind_a, kind_b = kinds if source.integer(0, 1) else kinds[::-1]
        yield regime, *kinds, REGIMES[regime](source, kind_a, kind_b)


def check(seed: int, count: int) -> Tally:
    """Compare the package with the oracle on a number of pairs."""
    tally = Tally(Counter(), Counter(), [])
    for regime, kind_a, kind_b, recipes in drawn_pairs(seed, count):
        a, b = build(c2, recipes[0]), build(c2, recipes[1])
        truth = oracle.relation(a, b)
        tally.relations[kind_a, kind_b, truth] += 1
        if regime == "exact_touch" and truth == 0:
            tally.constructed[kind_a, kind_b] += 1
        tally.wrong.extend(f"{verb}, true relation {truth}, {regime}: {recipes}" for verb in wrong_answers(a, b, truth))
    return tally


def run(pairs: int, seed: int, processes: int, batch: int = 20_000) -> Tally:
    """`check` in batches of their own seeds, so that the same seed gives the same pairs with any number of
    processes."""
    counts = [min(batch, pairs - start) for start in range(0, pairs, batch)]
    jobs = [(seed * 1_000_000 + i, count) for i, count in enumerate(counts)]
    total = Tally(Counter(), Counter(), [])
    with multiprocessing.Pool(processes) as pool:
        for part in pool.starmap(check, jobs, chunksize=1):
            total.relations.update(part.relations)
            total.constructed.update(part.constructed)
            total.wrong.extend(part.wrong)
    return total


def report(tally: Tally) -> Iterator[str]:
    """The lines of the table."""
    head = ("kinds", "pairs", "apart", "touching", "overlapping", "constructed touches")
    yield "{:<22}{:>10}{:>10}{:>10}{:>13}{:>21}".format(*head)
    sums = Counter[int]()
    for a, b in KIND_PAIRS:
        counts = [tally.relations[a, b, r] for r in (-1, 0, 1)]
        sums.update(dict(zip((-1, 0, 1), counts, strict=True)))
        yield "{:<22}{:>10}{:>10}{:>10}{:>13}{:>21}".format(f"{a} {b}", sum(counts), *counts, tally.constructed[a, b])
    constructed = tally.constructed.total()
    yield "{:<22}{:>10}{:>10}{:>10}{:>13}{:>21}".format("all", sums.total(), sums[-1], sums[0], sums[1], constructed)
    for line in tally.wrong[:20]:
        yield "WRONG " + line
    yield f"wrong answers: {len(tally.wrong)}"


def main(arguments: Sequence[str] | None = None) -> int:
    return run_command(__doc__, run, report, arguments, "--pairs")


if __name__ == "__main__":
    sys.exit(main())
