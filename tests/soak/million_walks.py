"""Walks through random rooms and along routes: there must be no violation.

    python tests/soak/million_walks.py --walks 1000000 --seed 1

tests/support/walks.py defines the levels and the laws. In a room with floors, slopes, planks, discs, chains and lifts
that move, after each walk: the walker overlaps nothing and is inside the room, a floor that is reported is still there,
and standing still moves nothing. The same room walked again gives the same walks. Each route, ground without gaps, is
walked in 40, 160 and 640 frames: the walker never loses the floor, and ends at the same place within 1e-9 of the way.
Prints the counts and exits with status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "models")]

import walks

Tally = tuple[Counter[str], list[str]]
ROUTES = 200  # of this many walks in rooms, as many as one route takes are along a route


def check(seed: int, count: int) -> Tally:
    """A number of walks, or a few more."""
    rng = random.Random(seed)
    outcomes: Counter[str] = Counter()
    wrong: list[str] = []
    while outcomes["walks"] < count:
        key = rng.getrandbits(60)
        if rng.randrange(ROUTES) == 0:
            made, length = walks.route(random.Random(key))
            laws = walks.follow(made, length)
            outcomes.update({"walks": 840, "walks along routes": 840, "routes": 1})
        else:
            room = walks.level(random.Random(key))
            if room is None:
                continue
            frames = walks.pads(random.Random(key), room.unit)
            start = room.space.snapshot()
            laws, done = walks.play(room, frames)
            room.space.restore(start)
            laws += [] if walks.play(room, frames)[1] == done else ["the second time is another walk"]
            outcomes.update({"walks": len(done), "rooms": 1})
            for walk in done:
                kinds = ("floor", "wall", "ceiling", "carried_by", "crushed")
                outcomes.update(f"with {kind}" for kind in kinds if getattr(walk, kind) not in (None, False))
        wrong += [f"{law} (key {key})" for law in laws]
    return outcomes, wrong


def run(count: int, seed: int, processes: int, batch: int = 2_000) -> Tally:
    """Runs batches of their own seeds, so the same seed gives the same walks with any number of processes."""
    counts = [min(batch, count - start) for start in range(0, count, batch)]
    jobs = [(seed * 1_000_000 + i, n) for i, n in enumerate(counts)]
    outcomes: Counter[str] = Counter()
    wrong: list[str] = []
    with multiprocessing.Pool(processes) as pool:
        for part, bad in pool.starmap(check, jobs, chunksize=1):
            outcomes.update(part)
            wrong += bad
    return outcomes, wrong


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--walks", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    start = time.monotonic()
    outcomes, wrong = run(chosen.walks, chosen.seed, chosen.processes)
    for name, number in outcomes.items():
        print(f"{name:<32}{number:>12,}")
    for line in wrong[:6]:
        print(f"WRONG {line}")
    print(f"violations: {len(wrong)}")
    print(f"{time.monotonic() - start:.0f} s, seed {chosen.seed}, {chosen.processes} processes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
