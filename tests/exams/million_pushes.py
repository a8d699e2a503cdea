"""Pushes out of presses, corridors, tiles, crushers and heaps on lattice coordinates: there must be no violation.

    python tests/exams/million_pushes.py --pushes 1000000 --seed 1

tests/generators/pushes.py defines the scenes, the laws and the exhaustive search, which shares no code with the core.
Of every push: it passes through nothing and ends free, by the exact predicates, and of one in 20 by the integer
oracle; it is no longer than max_push. Of one in `--search`: it is the shortest straight push that the search finds,
and it is stuck exactly where the search finds none within max_push. Prints the counts and exits with status 1 if
anything is wrong.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

import pushes

Tally = tuple[Counter[str], list[str]]


def check(seed: int, count: int, share: int) -> Tally:
    """A number of pushes; one in `share` is compared with the exhaustive search."""
    outcomes: Counter[str] = Counter()
    wrong: list[str] = []
    for i, scene in zip(range(count), pushes.scenes(seed), strict=False):
        move = pushes.pushed(scene)
        searched = i % share == 0
        laws = pushes.wrong_way(scene, move, ask_oracle=i % 20 == 0)
        laws += pushes.wrong_push(scene, move) if searched else []
        wrong += [f"{law}: {scene}, {move.pushed}" for law in laws]
        limit = "default" if scene.max_push is None else "unlimited" if scene.max_push == math.inf else "given"
        outcomes.update(["pushes", f"in a {scene.name}", f"max_push {limit}", "stuck" if move.stuck else "pushed"])
        outcomes["compared with the search"] += searched
        outcomes["compared in integers"] += searched and pushes.is_sharp(scene)
        outcomes["asked of the oracle"] += i % 20 == 0
    return outcomes, wrong


def run(count: int, seed: int, share: int, processes: int, batch: int = 2_000) -> Tally:
    """Runs batches of their own seeds, so the same seed gives the same pushes with any number of processes."""
    counts = [min(batch, count - start) for start in range(0, count, batch)]
    jobs = [(seed * 1_000_000 + i, n, share) for i, n in enumerate(counts)]
    outcomes: Counter[str] = Counter()
    wrong: list[str] = []
    with multiprocessing.Pool(processes) as pool:
        for part, bad in pool.starmap(check, jobs, chunksize=1):
            outcomes.update(part)
            wrong += bad
    return outcomes, wrong


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pushes", type=int, default=100_000)
    parser.add_argument("--search", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    start = time.monotonic()
    outcomes, wrong = run(chosen.pushes, chosen.seed, chosen.search, chosen.processes)
    for name, number in outcomes.items():
        print(f"{name:<32}{number:>12,}")
    for line in wrong[:6]:
        print(f"WRONG {line}")
    print(f"violations: {len(wrong)}")
    print(f"{time.monotonic() - start:.0f} s, seed {chosen.seed}, {chosen.processes} processes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
