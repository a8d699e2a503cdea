"""Writes a file of truths, and checks each of them by two oracles that share no code with what made it.

    python tests/exams/million_truths.py --truths 1000000 --seed 1
    python tests/exams/million_truths.py --truths 6000 --seed 1 --thorough 5 --output truths/truths-1.txt.xz

`tests/generators/truth_makers.py` makes them. Pairs: `oracle.py` (Python integers) decides the relation, and that the
separation is between its bounds, by growing the radii by the bounds; the oracle of the fuzz targets (`c_oracle.py`, big
integers in C) decides the relation again, and computes the separation. A shape that is moved out by the way out does
not overlap. Casts: `oracle.py` decides that the sweep up to the lower bound of t is free, and that the sweep up to the
double beyond the upper one is not. Ways: one in `--thorough` is checked by brute force (`union_oracle.py`), in the same
manner. The core must agree with every truth. Prints what is wrong, the SHA-256 of the text and a line of verdict, and
exits with status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import lzma
import math
import multiprocessing
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

import oracle
import truth_makers as made
import union_oracle
from c_oracle import COracle

from collide2d.testing.truths import HEADER, CastTruth, PairTruth, Truth, Vec, WayTruth, truth_of_text, truth_text


class Exact(NamedTuple):
    """A shape of fractions."""

    vertices: list[tuple[Fraction, Fraction]]
    radius: Fraction


def exactly(shape: Any, motion: Sequence[Any] = (0, 0), grown: Fraction | int = 0) -> Exact:
    """A shape, moved and grown without rounding."""
    dx, dy = Fraction(motion[0]), Fraction(motion[1])
    points = [(Fraction(x) + dx, Fraction(y) + dy) for x, y in shape.vertices]
    return Exact(points, Fraction(shape.radius) + grown)


def swept(shape: Any, motion: Vec, t: float) -> Exact:
    """The sweep of a shape up to t, without rounding."""
    end = exactly(shape, [Fraction(t) * Fraction(d) for d in motion])
    return Exact(exactly(shape).vertices + end.vertices, end.radius)


def wrong_pair(truth: PairTruth, c_oracle: COracle) -> list[str]:
    """The checks of a pair that fail."""
    a, b, low, high = truth.a, truth.b, Fraction(truth.low), Fraction(truth.high)
    wrong = [] if oracle.relation(a, b) == truth.relation else ["oracle.py: relation"]
    wrong += [] if c_oracle.relation(a, b) == truth.relation else ["oracle.c: relation"]
    wrong += [] if truth.low <= c_oracle.separation(a, b) <= truth.high else ["oracle.c: separation"]
    if truth.relation < 1 and a.radius + low >= 0:
        grown = [oracle.relation(exactly(a, grown=bound), b) for bound in (low, high)]
        wrong += [] if grown[0] <= 0 <= grown[1] else ["oracle.py: bounds"]
    if truth.relation == 1 and truth.normal is not None:
        depth = -low * (1 + Fraction(1, 2**40))
        out = exactly(a, [depth * Fraction(n) for n in truth.normal])
        wrong += [] if oracle.relation(out, b) <= 0 else ["oracle.py: way out"]
    return wrong


def beyond(t: float) -> float:
    return math.nextafter(t, 2)


def wrong_cast(truth: CastTruth) -> list[str]:
    """The checks of a cast that fail."""
    a, motion, b = truth.a, truth.motion, truth.b
    if truth.low is None or truth.high is None:
        return [] if oracle.relation(swept(a, motion, 1.0), b) <= 0 else ["oracle.py: a miss"]
    wrong = [] if oracle.relation(swept(a, motion, beyond(truth.high)), b) == 1 else ["oracle.py: t is more"]
    if truth.low > 0 and oracle.relation(swept(a, motion, truth.low), b) == 1:
        wrong.append("oracle.py: t is less")
    return wrong


def wrong_way(truth: WayTruth) -> list[str]:
    """The checks of a way that fail. Brute force is for short fractions, so it tries t a little before and after."""
    shape, motion, members = truth.shape, truth.motion, truth.members

    def is_blocked(t: Fraction) -> bool:
        start = exactly(shape)
        end = exactly(shape, [t * Fraction(d) for d in motion])
        return union_oracle.overlaps_union(Exact(start.vertices + end.vertices, start.radius), members)

    if truth.low is None or truth.high is None:
        return ["union_oracle.py: free"] if is_blocked(Fraction(1)) else []
    t = (Fraction(truth.low) + Fraction(truth.high)) / 2
    step = Fraction(1, 1 << 10)
    after, before = (math.floor(t / step) + 2) * step, (math.ceil(t / step) - 2) * step
    wrong = [] if is_blocked(after) else ["union_oracle.py: t is more"]
    return wrong + (["union_oracle.py: t is less"] if before > 0 and is_blocked(before) else [])


def errors_of(truth: Truth, c_oracle: COracle, place: int, thorough: int) -> list[str]:
    """What is wrong with a truth, and what the core answers wrongly."""
    if isinstance(truth, PairTruth):
        wrong = wrong_pair(truth, c_oracle)
    elif isinstance(truth, CastTruth):
        wrong = wrong_cast(truth)
    else:
        wrong = wrong_way(truth) if place % thorough == 0 else []
    return wrong + [f"collide2d: {verb}" for verb in truth.errors()]


class Part(NamedTuple):
    """The lines of a batch, how many of each kind there are, and what is wrong."""

    text: bytes
    counts: Counter[str]
    wrong: list[str]


def check(seed: int, count: int, thorough: int, c_oracle: COracle) -> Part:
    """Makes and checks a number of truths: of a hundred, three are casts and seven ways."""
    part = Part(b"", Counter(), [])
    casts, ways = count * 3 // 100, count * 7 // 100
    lines = [truth_text(truth) for truth in made.truths(seed, count - casts - ways, casts, ways)]
    for place, line in enumerate(lines):
        truth = truth_of_text(line)  # what a reader gets
        part.counts[type(truth).__name__] += 1
        part.wrong.extend(f"{error}: {line}" for error in errors_of(truth, c_oracle, place, thorough))
    return part._replace(text="".join(f"{line}\n" for line in lines).encode("ascii"))


def parts(truths: int, seed: int, processes: int, thorough: int, batch: int = 5_000) -> Iterator[Part]:
    """`check` in batches of their own seeds, so that the same seed gives the same text with any number of processes."""
    counts = [min(batch, truths - start) for start in range(0, truths, batch)]
    with tempfile.TemporaryDirectory() as folder:
        COracle(Path(folder))  # compiled once
        jobs = [(seed * 1_000_000 + i, count, thorough, folder) for i, count in enumerate(counts)]
        with multiprocessing.Pool(processes) as pool:
            yield from pool.imap(_check, jobs)


def _check(job: tuple[int, int, int, str]) -> Part:
    seed, count, thorough, folder = job
    return check(seed, count, thorough, COracle(Path(folder)))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--truths", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--thorough", type=int, default=100, help="one way in so many is checked by brute force")
    parser.add_argument("--output", help="a file for the text, compressed if its name ends in .xz")
    chosen = parser.parse_args(arguments)
    header = f"{HEADER}\n".encode("ascii")
    start, digest, counts, wrong = time.monotonic(), hashlib.sha256(header), Counter[str](), list[str]()
    with ExitStack() as stack:
        write = opened(chosen.output, stack) if chosen.output else len
        write(header)
        for part in parts(chosen.truths, chosen.seed, chosen.processes, chosen.thorough):
            digest.update(part.text)
            write(part.text)
            counts += part.counts
            wrong += part.wrong
    print("\n".join(f"WRONG {line}" for line in wrong[:20]), end="\n" * bool(wrong))
    print(", ".join(f"{count:,} {name}" for name, count in counts.items()))
    print(f"SHA-256 {digest.hexdigest()}")
    elapsed = f"{time.monotonic() - start:.0f} s, seed {chosen.seed}, {chosen.processes} processes"
    print(f"{counts.total():,} truths, {len(wrong):,} wrong, {elapsed}")
    return 1 if wrong else 0


def opened(path: str, stack: ExitStack) -> Any:
    """The function that writes to a file."""
    return stack.enter_context(lzma.open(path, "wb") if path.endswith(".xz") else open(path, "wb")).write


if __name__ == "__main__":
    sys.exit(main())
