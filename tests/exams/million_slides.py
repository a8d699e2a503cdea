"""Adversarial slides through worlds of obstacles, and pushes along floors of flush tiles: there must be no violation.

    python tests/exams/million_slides.py --slides 1000000 --seed 1
    python tests/exams/million_slides.py --seams 100000 --seed 1

tests/generators/slides.py defines the worlds, the floors and the laws. Prints the counts and exits with status
1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from slides import Tally, check_seams, check_slides


def run(check: Callable[[int, int], Tally], count: int, seed: int, processes: int, batch: int = 5_000) -> Tally:
    """Runs the checks in batches of their own seeds, so the same seed gives the same slides with any number of
    processes."""
    counts = [min(batch, count - start) for start in range(0, count, batch)]
    jobs = [(seed * 1_000_000 + i, n) for i, n in enumerate(counts)]
    whole = Tally(Counter(), [])
    with multiprocessing.Pool(processes) as pool:
        for part in pool.starmap(check, jobs, chunksize=1):
            whole.outcomes.update(part.outcomes)
            whole.wrong.extend(part.wrong)
    return whole


def report(tally: Tally) -> Iterator[str]:
    """The lines of the table."""
    for name, number in tally.outcomes.items():
        yield f"{name:<32}{number:>12,}"
    laws = Counter(line.split(":")[0] for line in tally.wrong)
    for law, number in laws.most_common():
        yield f"VIOLATED {law:<23}{number:>12,}"
    for law in laws:
        yield from [f"WRONG {line}" for line in tally.wrong if line.startswith(f"{law}:")][:3]
    yield f"violations: {len(tally.wrong)}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slides", type=int, default=0)
    parser.add_argument("--seams", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    violations = 0
    for check, count in ((check_slides, chosen.slides), (check_seams, chosen.seams)):
        if count:
            start = time.monotonic()
            tally = run(check, count, chosen.seed, chosen.processes)
            print("\n".join(report(tally)))
            print(f"{time.monotonic() - start:.0f} s, seed {chosen.seed}, {chosen.processes} processes")
            violations += len(tally.wrong)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
