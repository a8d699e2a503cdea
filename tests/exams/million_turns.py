"""Adversarial turns over all pairs of kinds, against the reference in fractions: there must be no wrong answer.

    python tests/exams/million_turns.py --turns 1000000 --seed 1

The turns are those of tests/generators/turns.py: from exact touches, about a vertex or from afar, of long thin arms,
in slots, of discs around each other, by 1e-300 to 360 degrees. A third of them also move: wheels on floors, points that
leave what is long and thin, which must not hit it, and any turn with a motion. For each turn, by
tests/models/turn_oracle.py:

* at the stop, `a.rotate(t * angle, about).move(t * dx, t * dy)`, it does not overlap the other shape, exactly;
* at 64 places before, or on the whole way if there is no hit, a overlaps by at most E of c2d_turn_cast;
* the mirror image, turned the other way, gives the mirrored hit, if it does not move as well: nearly always
  bit for bit, else the one that stops first is within 8 E there (the order of b's vertices may decide a tie);
* and for one turn in --each that does not move, by exact roots and places of 100 digits: a overlaps b by at most E
  before the stop, and comes as near at it.

Prints the counts for each regime and exits with status 1 if any answer is wrong.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

import turn_oracle
from mirrors import MAPS, image
from turns import TURN_REGIMES, Turn, build_turn, drawn_moving_turn, drawn_turn, leaving

import collide2d as c2
from collide2d.testing.recipes import KINDS
from collide2d.testing.sources import Seeded, choice, one_in

PLACES = 64
BATCH = 500


def sampled(a: Any, angle: float, b: Any, about: Any, hit: Any, motion: Any) -> Iterator[str]:
    """Whether a passes through b, at some places on the way."""
    if a.overlaps(b):
        return
    error = 2 * float(turn_oracle.allowed(a, b, about, motion))
    end = 1.0 if hit is None else hit.t
    for k in range(1, PLACES + (hit is None)):
        there = turn_oracle.stored_place(a, end * k / PLACES, angle, about, motion)
        if there.overlaps(b) and c2.separation(there, b) < -error:
            yield f"passes through {c2.separation(there, b)} at {end * k / PLACES}"
            break


def mirrored(a: Any, angle: float, b: Any, about: Any) -> Iterator[str]:
    """Whether the mirror image of the vertices, turned the other way, gives the mirror image of the hit."""
    flip = MAPS["mirror_y"][0]
    here = [image(shape, lambda x, y: (x, y)) for shape in (a, b)]
    there = [image(shape, flip) for shape in here]
    hit = c2.turn_cast(here[0], angle, here[1], about)
    other = c2.turn_cast(there[0], -angle, there[1], flip(*about))
    if (hit and hit.t) == (other and other.t):
        return
    near = 8 * float(turn_oracle.allowed(a, b, about))
    if hit is None or other is None or _gap(here, angle, about, hit, other) > near:
        yield f"the mirror image of {hit} is {other}"


def _gap(shapes: list[Any], angle: float, about: Any, hit: Any, other: Any) -> float:
    """The separation of the shapes where the first of two hits stops."""
    first = turn_oracle.stored_place(shapes[0], min(hit.t, other.t), angle, about, (0, 0))
    return float(c2.separation(first, shapes[1]))


def check(seed: int, count: int, each: int) -> tuple[Counter[tuple[str, str]], list[str]]:
    """The outcomes of some turns by regime, and the laws that were broken."""
    outcomes, wrong = Counter[tuple[str, str]](), list[str]()
    for number in range(count):
        source = Seeded(seed * 1_000_003 + number)
        regime = choice(source, list(TURN_REGIMES))
        turn = drawn_turn(source, regime, choice(source, KINDS), choice(source, KINDS))
        if one_in(source, 3):
            regime, turn = "moving", drawn_moving_turn(source, choice(source, KINDS), choice(source, KINDS))
            if one_in(source, 8):
                regime, turn = "leaving", leaving(source)
        outcome, broken = one(turn, number % each == 0)
        if regime == "leaving" and outcome != "miss":
            broken.append(f"what leaves is no {outcome}")
        outcomes[regime, outcome] += 1
        wrong += [f"{law}: {turn}" for law in broken]
    return outcomes, wrong


def one(turn: Turn, exactly: bool) -> tuple[str, list[str]]:
    """The outcome of a turn, and the laws that it broke."""
    a, angle, b, about = build_turn(c2, turn)
    try:
        hit = c2.turn_cast(a, angle, b, about, motion=turn.motion)
    except ValueError:
        return "out of the domain", []
    question, motion = (a, angle, b, about, hit), turn.motion
    try:
        broken = [*turn_oracle.stop(*question, motion), *sampled(*question, motion)]
    except ValueError:  # a shape beside 1e60 has a place that is rounded out of the domain
        return "out of the domain", []
    if not any(motion):
        broken += mirrored(a, angle, b, about)
    if exactly and not any(motion):
        broken += turn_oracle.way(*question)
    if hit is None:
        return "miss", broken
    return "overlap at the start" if hit.depth else "hit at once" if hit.t == 0 else "hit", broken


def _batch(job: tuple[int, int, int]) -> tuple[Counter[tuple[str, str]], list[str]]:
    return check(*job)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=20, help="one turn in so many is checked exactly")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    start, outcomes, wrong = time.monotonic(), Counter[tuple[str, str]](), list[str]()
    jobs = [(options.seed * 10_000_019 + k, BATCH, options.each) for k in range(-(-options.turns // BATCH))]
    with multiprocessing.Pool(options.processes) as pool:
        for found, broken in pool.imap_unordered(_batch, jobs):
            outcomes += found
            for law in broken:
                print("WRONG", law, flush=True)
            wrong += broken
    for (regime, outcome), count in sorted(outcomes.items()):
        print(f"{regime:16} {outcome:20} {count:9,}")
    exactly = sum(outcomes.values()) // options.each
    print(f"{sum(outcomes.values()):,} turns, {exactly:,} of them by the reference, {len(wrong)} laws broken,"
          f" {time.monotonic() - start:.0f} s")  # fmt: skip
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
