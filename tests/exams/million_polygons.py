"""Polygons of 3 to 5,000 vertices against an oracle in whole numbers: there must be no disagreement.

    python tests/exams/million_polygons.py --pairs 1000000 --seed 1

For each pair, relate (in both orders), collides, overlaps, touches, the sign of separation, the presence and depth of a
contact and contains (in both orders) are compared with `polygons.relation` and `polygons.contains`. Prints the counts
by relation and size and exits with status 1 if any answer is wrong.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

import polygons
from exam import run_command
from million import wrong_answers

import collide2d as c2
from collide2d.testing.sources import Seeded


class Tally(NamedTuple):
    """The results for a number of pairs."""

    relations: Counter[tuple[str, int]]  # by how the pair was made and the true relation
    sizes: Counter[int]  # by the number of digits of the product of the counts
    contained: Counter[bool]
    wrong: list[str]


def check_pair(pair: polygons.Pair, name: str, tally: Tally) -> None:
    """Compare the package with the oracle on one pair."""
    a, b = (polygons.build(c2, placed, pair.unit) for placed in pair[:2])
    truth = polygons.relation(pair.a, pair.b)
    tally.relations[pair.relation, truth] += 1
    tally.sizes[len(str(len(pair.a.points) * len(pair.b.points)))] += 1
    wrong = wrong_answers(a, b, truth)
    for verb, p, q, s, t in (("contains", pair.a, pair.b, a, b), ("contains swapped", pair.b, pair.a, b, a)):
        holds = polygons.contains(p, q)
        tally.contained[holds] += 1
        if s.contains(t) != holds:
            wrong.append(verb)
    tally.wrong.extend(f"{verb}, true relation {truth}, {pair.relation}: {name}" for verb in wrong)


def check(seed: int, count: int, most: int = 5_000) -> Tally:
    """Compare the package with the oracle on a number of pairs."""
    tally = Tally(Counter(), Counter(), Counter(), [])
    source = Seeded(seed)
    for i in range(count):
        check_pair(polygons.pair(source, most), f"pair {i} of seed {seed}, most {most}", tally)
    return tally


def run(pairs: int, seed: int, processes: int, batch: int = 2_000) -> Tally:
    """`check` in batches of their own seeds: the same seed gives the same pairs with any number of processes."""
    counts = [min(batch, pairs - start) for start in range(0, pairs, batch)]
    jobs = [(seed * 1_000_000 + i, count) for i, count in enumerate(counts)]
    total = Tally(Counter(), Counter(), Counter(), [])
    with multiprocessing.Pool(processes) as pool:
        for part in pool.starmap(check, jobs, chunksize=1):
            total.relations.update(part.relations)
            total.sizes.update(part.sizes)
            total.contained.update(part.contained)
            total.wrong.extend(part.wrong)
    return total


def report(tally: Tally) -> Iterator[str]:
    """The lines of the table."""
    yield "{:<12}{:>10}{:>10}{:>13}".format("made", "apart", "touching", "overlapping")
    for made in sorted({made for made, _ in tally.relations}):
        yield "{:<12}{:>10}{:>10}{:>13}".format(made, *(tally.relations[made, r] for r in (-1, 0, 1)))
    sizes = ", ".join(f"{digits}: {n}" for digits, n in sorted(tally.sizes.items()))
    yield f"pairs by digits of the product of the counts: {sizes}"
    yield f"contained {tally.contained[True]}, not {tally.contained[False]}"
    for line in tally.wrong[:20]:
        yield "WRONG " + line
    yield f"wrong answers: {len(tally.wrong)}"


def main(arguments: Sequence[str] | None = None) -> int:
    return run_command(__doc__, run, report, arguments, "--pairs")


if __name__ == "__main__":
    sys.exit(main())
