"""Turns at extreme scales, against an oracle of its own in integers of some 400 bits: there must be no wrong answer.

    python tests/soak/turn_intervals.py --turns 20000 --seed 1

tests/models/interval_oracle.py is the oracle: it shares no code with the package, its reference, or the other tests.
The turns are of needles, polygons and round shapes, from 1e-32 to 1e32 in size, 2^40 from the origin, about points up
to 1e12 sizes away, by 1e-40 to 360 degrees, with motions of many sizes. With E of c2d_turn_cast, for each turn:

* before the stop, or on the whole way if there is no hit, a neither overlaps b by more than E nor passes through it;
* the stop, as `rotate` and `move` round it, does not overlap b, in fractions; the true one is within 7 E of b;
* from a touch, it hits at t = 0 if the gap shrinks in its first or second order, and not if it only grows.

Prints the counts for each family and exits with status 1 if any answer is wrong. "undecided": too many intervals.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from interval_oracle import UNDECIDED, Turn, Way, enters, overlap

import collide2d as c2

SOON = Fraction(360, 10**6)  # degrees


def drawn_shape(source: random.Random, at: tuple[float, float], length: float, width: float) -> Any:
    (x, y), direction = at, source.choice((0.0, math.atan2(3, 4), source.uniform(0, 6.3)))
    dx, dy = length * math.cos(direction), length * math.sin(direction)
    corners = [(x + source.uniform(-1, 1) * dx, y + source.uniform(-1, 1) * dy + width * k) for k in range(5)]
    angles = [2 * math.pi * k / 12 for k in range(12)]
    return source.choice((
        lambda: c2.Point(x, y), lambda: c2.Circle(x, y, length), lambda: c2.Segment(x, y, x + dx, y + dy),
        lambda: c2.Capsule(x, y, x + dx, y + dy, width),
        lambda: c2.RoundRect(x, y, length, length, min(length / 2, width / 4)),
        lambda: c2.Rect(x, y, length, width, math.degrees(direction)),
        lambda: c2.Polygon.hull(corners, source.choice((0.0, width))),
        lambda: c2.Polygon.hull([(x + length * math.cos(k), y + length * math.sin(k)) for k in angles]),
    ))()  # fmt: skip


def drawn_turn(source: random.Random, family: str) -> Turn:
    """A turn that brings a point of a to b, or nearly."""
    size = {"tiny": 1e-30, "huge": 1e30}.get(family, 1.0) * 10 ** source.uniform(-2, 2)
    x, y = (2.0**40 + source.uniform(-9, 9), -(2.0**39)) if family == "far" else (0.0, 0.0)
    if family == "lattice":
        size, x, y = float(source.randint(1, 8)), float(source.randint(-8, 8)), float(source.randint(-8, 8))
    thin = 10 ** source.uniform(-10, -4) if family == "needle" else source.choice((0.25, 1.0))
    long = size * 10 ** source.uniform(2, 6) if family == "needle" else size
    a = drawn_shape(source, (x, y), long, size * thin)
    whole = source.choice(
        (-360.0, 360.0, 90.0, source.uniform(-360, 360), source.uniform(-1, 1) * 10 ** source.uniform(-40, 0))
    )
    vertex = source.choice(a.vertices)
    off = size * 10 ** source.uniform(3, 12) if family == "pivot" else long * source.choice((0, 0.5, 1, 4))
    about = (vertex[0] + source.choice((-off, off)), vertex[1] + source.choice((0.0, off)))
    if family == "pivot":
        whole = math.copysign(min(360.0, 10 ** source.uniform(-6, 3) * size / off), whole)
    part, theta = source.choice((0.0, 1.0, source.random())), math.radians(whole)
    rolling = (theta * (vertex[1] - about[1]), -theta * (vertex[0] - about[0]))
    still = (0.0, 0.0)
    straight = (source.uniform(-1, 1) * size * 10 ** source.uniform(-20, 8), source.choice((0.0, size)))
    motion = source.choice((still, still, still, rolling, straight))
    met = source.choice(a.vertices)
    c, s, dx, dy = math.cos(part * theta), math.sin(part * theta), met[0] - about[0], met[1] - about[1]
    at = about[0] + c * dx - s * dy + part * motion[0], about[1] + s * dx + c * dy + part * motion[1]
    b = drawn_shape(source, at, source.choice((size, long, size * 1e-3)), size * thin)
    beside = a.radius + b.radius * source.choice((1, 1 + 1e-12, 0.5))
    return a, whole, b.move(*source.choice(((0.0, 0.0), (beside, 0.0), (0.0, -beside)))), about, motion


FAMILIES = ("plain", "lattice", "needle", "tiny", "huge", "far", "pivot")


def examine(turn: Turn) -> tuple[str, list[str]]:
    """The outcome of a turn, and the promises that it breaks."""
    a, angle, b, about, motion = turn
    hit: Any = c2.turn_cast(a, angle, b, about, motion=motion)
    if overlap(a, b):
        return "overlap", [] if hit and hit.t == 0 and hit.depth > 0 else [f"starts in an overlap: {hit}"]
    way, end = Way(*turn), Fraction(hit.t if hit else 1)
    if way.angle == 0:
        return "no angle", []
    blocked, broken = way.blocked(end), list[str]()
    touches = abs(way.place(Fraction(0)).gap) < 2**60
    if blocked and blocked != UNDECIDED:
        broken.append(blocked)
    if hit and hit.depth:
        broken.append(f"the depth is {hit.depth}")
    if hit and hit.t and overlap(a.rotate(hit.t * angle, about).move(hit.t * motion[0], hit.t * motion[1]), b):
        broken.append(f"overlaps at the stop, {hit.t}")
    if hit and way.place(end).gap > 7 * way.error:
        broken.append(f"is {float(way.place(end).gap / way.error)} E away at the stop, {hit.t}")
    if touches and enters(turn) == 1 and not (hit and hit.t == 0):
        broken.append(f"turns into what it touches, and hits {hit}")
    if touches and hit and hit.t == 0 and enters(turn) != 1:
        soon = min(Fraction(1), SOON / abs(way.angle))
        if way.place(soon).gap > 4 * way.error and not any(way.place(soon / 2**k).gap < 0 for k in range(64)):
            broken.append("turns away from what it touches, and hits at once")
    outcome = "miss" if hit is None else "hit" if hit.t else "hit at once"
    return f"{outcome}, {UNDECIDED}" if blocked == UNDECIDED else outcome, broken


def check(seed: int, count: int) -> tuple[Counter[tuple[str, str]], list[str]]:
    """The outcomes of some turns by family, and the promises that were broken."""
    outcomes, wrong = Counter[tuple[str, str]](), list[str]()
    for number in range(count):
        family, source = FAMILIES[number % len(FAMILIES)], random.Random(seed * 1_000_003 + number)
        turn = drawn_turn(source, family)
        for _ in range(4):
            if turn[0].overlaps(turn[2]):
                turn = drawn_turn(source, family)
        outcome, broken = examine(turn)
        outcomes[family, outcome] += 1
        wrong += [f"{law}: {turn}" for law in broken]
    return outcomes, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start = time.monotonic()
    outcomes, wrong = check(options.seed, options.turns)
    for law in wrong:
        print("WRONG", law)
    for (family, outcome), count in sorted(outcomes.items()):
        print(f"{family:10} {outcome:24} {count:9,}")
    print(f"{options.turns:,} turns, {len(wrong)} promises broken, {time.monotonic() - start:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
