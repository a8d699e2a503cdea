"""Walks through random rooms and along routes: there must be no violation.

    python tests/exams/million_walks.py --walks 1000000 --seed 1

tests/generators/walks.py defines the levels and the laws. In a room with floors, slopes, planks, discs, chains and
lifts that move, after each walk: the walker overlaps nothing and is inside the room, a floor that is reported is still
there, and standing still moves nothing. The same room walked again gives the same walks. Each route, ground without
gaps, is walked in 40, 160 and 640 frames: the walker never loses the floor, and ends at the same place within 1e-9 of
the way. A second at a constant speed in a room without round shapes ends at the same place at 15, 60 and 240 steps. A
press crushes exactly if the room that it leaves is lower than the walker. Only the walks of the first time in each
room count. Prints the progress and the counts, and exits with status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

import walks

Tally = tuple[Counter[str], list[str]]
KINDS = ("floor", "wall", "ceiling", "carried_by", "crushed")
AGAIN = 8  # one in this many rooms is walked twice, and one in this many walks is followed by a rest


def check(seed: int, count: int) -> Tally:
    """A number of walks, or a few more."""
    rng = random.Random(seed)
    outcomes: Counter[str] = Counter()
    wrong: list[str] = []
    while outcomes["walks"] < count:
        key, choice = rng.getrandbits(60), rng.randrange(200)
        source = random.Random(key)
        if choice == 0:
            laws = walks.follow(*walks.route(source))
            outcomes.update({"walks": 840, "walks along routes": 840, "routes": 1})
        elif choice <= 2:
            made = walks.level(source, flat=True)
            if made is None or made.thin:
                continue
            laws = walks.paces(made, walks.pace(source, made))
            outcomes.update({"walks": 315, "walks at three rates": 315})
        elif choice <= 12:
            laws = walks.press(source)
            outcomes.update({"walks": 1, "presses": 1})
        else:
            room = walks.level(source)
            if room is None:
                continue
            laws = play(room, walks.pads(source, room.unit), choice % AGAIN == 0, outcomes)
        wrong += [f"{law} (key {key})" for law in laws]
    return outcomes, wrong


def play(room: walks.Level, frames: list[walks.Pad], again: bool, outcomes: Counter[str]) -> list[str]:
    start = room.space.snapshot()
    laws, done = walks.play(room, frames, AGAIN)
    outcomes.update({"walks": len(done), "rooms": 1})
    outcomes.update(f"with {kind}" for walk in done for kind in KINDS if getattr(walk, kind) not in (None, False))
    if again:
        room.space.restore(start)
        outcomes["rooms twice"] += 1
        laws += [] if walks.play(room, frames, AGAIN)[1] == done else ["the second time is another walk"]
    return laws


def run(count: int, seed: int, processes: int, batch: int = 2_000, show: Callable[[str], None] = print) -> Tally:
    """Runs batches of their own seeds, so the same seed gives the same walks with any number of processes."""
    counts = [min(batch, count - start) for start in range(0, count, batch)]
    jobs = [(seed * 1_000_000 + i, n) for i, n in enumerate(counts)]
    outcomes: Counter[str] = Counter()
    wrong: list[str] = []
    shown = time.monotonic()
    with multiprocessing.Pool(processes) as pool:
        for part, bad in pool.imap(check_job, jobs):
            outcomes.update(part)
            wrong += bad
            if bad or time.monotonic() > shown + 20:
                shown = time.monotonic()
                show(f"{outcomes['walks']:>12,} walks, {len(wrong)} violations{': ' if bad else ''}{'; '.join(bad)}")
    return outcomes, wrong


def check_job(job: tuple[int, int]) -> Tally:
    return check(*job)


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
