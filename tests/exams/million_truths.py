"""Writes a file of truths, or reads one, and judges each of them by two oracles that share no code.

    python tests/exams/million_truths.py --truths 1000000 --seed 1
    python tests/exams/million_truths.py --truths 6000 --seed 1 --thorough 5 --output truths/truths-2.txt.xz
    python tests/exams/million_truths.py --check truths/truths-2.txt.xz

The first oracle makes a truth (`tests/generators/truth_makers.py`), the second one judges all of it, as a reader gets
it, without a tolerance:

* pairs: from the hull of the differences of the vertices, and from supporting lines (`axes_oracle.py`): the relation,
  the bounds of the separation, the way out and whether it is the only one. `oracle.py` and the oracle of the fuzz
  targets (`c_oracle.py`, big integers in C) judge the relation again, the latter the separation, too.
* casts: by the roots of the reference, in fractions, and by `oracle.py`: the sweep to before t is free, the sweep to
  after t overlaps. The steps before and after are so short that no other root is as near to a bound.
* ways: by `way_oracle.py`, in whole numbers, and by the sweeps to before and after t: `oracle.py` decides whether they
  overlap a member, and `overlaps_union` of the reference whether several that they touch surround them. One in
  `--thorough` is tried by brute force (`union_oracle.py`), too, a little before and after t.

The core must agree with every truth, up to its documented accuracy. `--check` reads a file, and makes every truth anew
as well. Prints what is wrong, the SHA-256 of the text and a line of verdict, and exits with status 1 if anything is
wrong.
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
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

import axes_oracle
import oracle
import truth_makers as made
import union_oracle
from c_oracle import COracle

from collide2d import reference
from collide2d.testing.truth_files import HEADER, truth_of_text, truth_text
from collide2d.testing.truths import CastTruth, PairTruth, Truth, Vec, WayTruth

NOTES = """\
# pair: regime, a, b, relation, bounds of the separation, way out; judged by the hull of the differences of the vertices
#   and by supporting lines
# cast: regime, a, motion, b, bounds of t; judged by roots and by the relation of the sweeps to before and after t
# way: world, shape, motion, bounds of t, members; judged along its line and by the cones of shifts
# The oracles share no code: see truths/README.md and tests/exams/million_truths.py
"""
BATCH = 5_000


# ---- pairs -----------------------------------------------------------------------------------------------------------


def wrong_pair(truth: PairTruth, c_oracle: COracle) -> list[str]:
    """The checks of a pair that fail."""
    a, b, gap = truth.a, truth.b, axes_oracle.gap(truth.a, truth.b)
    found = {
        "axes_oracle.py: relation": gap.relation == truth.relation,
        "axes_oracle.py: bounds": gap.has_bounds(truth.low, truth.high),
        "axes_oracle.py: way out": gap.has_way(truth.normal),
        "oracle.py: relation": oracle.relation(a, b) == truth.relation,
        "oracle.c: relation": c_oracle.relation(a, b) == truth.relation,
        "oracle.c: separation": truth.low <= c_oracle.separation(a, b) <= truth.high,
    }
    return [check for check, right in found.items() if not right]


# ---- times -----------------------------------------------------------------------------------------------------------


def swept(shape: Any, motion: Vec, t: Fraction) -> reference.ExactShape:
    """The sweep of a shape up to t, without rounding."""
    dx, dy = (t * Fraction(d) for d in motion)
    points = [(Fraction(x), Fraction(y)) for x, y in shape.vertices]
    return reference.ExactShape([*points, *((x + dx, y + dy) for x, y in points)], Fraction(shape.radius))


def least_step(shapes: Sequence[Any], motion: Vec, *bounds: float) -> Fraction:
    """Half of the least distance of a time of impact from a bound that it is not equal to, or less.

    Let all numbers be whole multiples of one power of two, with B bits, and the bounds multiples of 2^-s. A time is a
    root of a polynomial a t^2 + 2 b t + c of whole numbers: at most, a is the square of the product of an edge and the
    motion, below 2^(4 B + 4), and b that product times one of an edge and a difference of vertices, below 2^(4 B + 5).
    At a bound v the polynomial is a whole multiple of 2^-2s. If it is not 0, it is at least that, and at most the
    distance of t and v, both from 0 to 1, times the greatest slope, 2 (|a| + |b|) < 2^(4 B + 7). If v is the other
    root, they are 2 sqrt(b^2 - a c) / |a| apart, which is more.
    """
    numbers = [*motion, *(x for s in shapes for x in (s.radius, *(c for p in s.vertices for c in p)))]
    ratios = [x.as_integer_ratio() for x in numbers]
    scale = max(d for _, d in ratios)
    most = max(abs(n) * (scale // d) for n, d in ratios).bit_length()
    s = max(x.as_integer_ratio()[1] for x in bounds).bit_length()
    return Fraction(1, 1 << (2 * s + 4 * most + 8))


def wrong_times(
    is_blocked: Callable[[Fraction], bool], low: float | None, high: float | None, step: Callable[..., Fraction]
) -> list[str]:
    """The checks of the bounds of t that fail: equal bounds are t, others are neighbours with t between them. Without
    bounds t is 1 or more: the sweep up to 1 may overlap several members together that the sweep up to less does not."""
    if low is None or high is None:
        return ["a miss"] if is_blocked(1 - step(1.0)) else []
    if low not in (high, math.nextafter(high, 0)):
        return ["no neighbours"]
    inward = step(low, high) * (-1 if low == high else 1)
    before, after = Fraction(low) + inward, min(Fraction(1), Fraction(high) - inward)
    wrong = [] if is_blocked(after) else ["t is more"]
    return [*wrong, "t is less"] if before > 0 and is_blocked(before) else wrong


def wrong_cast(truth: CastTruth) -> list[str]:
    """The checks of a cast that fail."""

    def is_blocked(t: Fraction) -> bool:
        return oracle.relation(swept(truth.a, truth.motion, t), truth.b) == 1

    def step(*bounds: float) -> Fraction:
        return least_step((truth.a, truth.b), truth.motion, *bounds)

    return [f"oracle.py: {check}" for check in wrong_times(is_blocked, truth.low, truth.high, step)]


def wrong_way(truth: WayTruth) -> list[str]:
    """The checks of a way that fail."""
    members = on_line(truth)

    def is_blocked(t: Fraction) -> bool:
        sweep = swept(truth.shape, truth.motion, t)
        relations = [(member, oracle.relation(sweep, member)) for member in beside(sweep, members)]
        touched = [member for member, relation in relations if relation == 0]
        is_alone = any(relation == 1 for _, relation in relations)
        return is_alone or (len(touched) > 1 and reference.overlaps_union(sweep, touched))

    def step(*bounds: float) -> Fraction:
        return least_step((truth.shape, *truth.members), truth.motion, *bounds)

    return [f"cones: {check}" for check in wrong_times(is_blocked, truth.low, truth.high, step)]


def on_line(truth: WayTruth) -> list[Any]:
    """The members that may meet a way: not the sharp ones strictly on one side of its line. All numbers are small and
    whole, so nothing is rounded."""
    (x, y), (dx, dy) = truth.shape.vertices[0], truth.motion
    sides = [[dx * (q - y) - dy * (p - x) for p, q in m.vertices] for m in truth.members]
    return [m for m, side in zip(truth.members, sides, strict=True) if m.radius or min(side) <= 0 <= max(side)]


def beside(sweep: Any, members: Sequence[Any]) -> list[Any]:
    """The members whose bounds meet those of a sweep."""
    xs, ys = zip(*sweep.vertices, strict=True)
    left, low, right, high = min(xs), min(ys), max(xs), max(ys)
    boxes = ((member, member.bounds) for member in members)
    return [m for m, (x, y, u, v) in boxes if x <= right and left <= u and y <= high and low <= v]


def wrong_way_by_force(truth: WayTruth) -> list[str]:
    """The checks of a way by brute force that fail: it is for short fractions, so it tries t a little before and
    after."""

    def is_blocked(t: Fraction) -> bool:
        return union_oracle.overlaps_union(swept(truth.shape, truth.motion, t), truth.members)

    step = Fraction(1, 1 << 10)
    if truth.low is None or truth.high is None:
        return ["union_oracle.py: free"] if is_blocked(1 - step) else []
    t = (Fraction(truth.low) + Fraction(truth.high)) / 2
    after, before = (math.floor(t / step) + 2) * step, (math.ceil(t / step) - 2) * step
    wrong = [] if is_blocked(after) else ["union_oracle.py: t is more"]
    return wrong + (["union_oracle.py: t is less"] if before > 0 and is_blocked(before) else [])


# ---- files -----------------------------------------------------------------------------------------------------------


def errors_of(truth: Truth, c_oracle: COracle, is_thorough: bool = False) -> list[str]:
    """What is wrong with a truth, and what the core answers wrongly."""
    if isinstance(truth, PairTruth):
        wrong = wrong_pair(truth, c_oracle)
    elif isinstance(truth, CastTruth):
        wrong = wrong_cast(truth)
    else:
        wrong = wrong_way(truth) + (wrong_way_by_force(truth) if is_thorough else [])
    return wrong + [f"collide2d: {verb}" for verb in truth.errors()]


class Part(NamedTuple):
    """The lines of a batch, how many of each kind there are, and what is wrong."""

    text: bytes
    counts: Counter[str]
    wrong: list[str]


def judge(lines: Sequence[str], thorough: int, c_oracle: COracle, anew: bool = False) -> Part:
    """Judges lines, as a reader gets them; anew: also by the oracle that makes truths."""
    part = Part("".join(f"{line}\n" for line in lines).encode("ascii"), Counter(), [])
    for place, line in enumerate(lines):
        if line.startswith("#"):
            continue
        truth = truth_of_text(line)
        part.counts[type(truth).__name__] += 1
        errors = errors_of(truth, c_oracle, place % thorough == 0)
        errors += ["truth_makers.py"] if anew and made.answered(truth) != truth else []
        part.wrong.extend(f"{error}: {line}" for error in errors)
    return part


def made_lines(seed: int, count: int) -> list[str]:
    """New truths: of a hundred, three are casts and seven ways."""
    casts, ways = count * 3 // 100, count * 7 // 100
    return [truth_text(truth) for truth in made.truths(seed, count - casts - ways, casts, ways)]


class Job(NamedTuple):
    """A batch: new truths of a seed, or the lines of a file."""

    seed: int
    truths: int
    lines: list[str]
    thorough: int
    folder: str


def _check(job: Job) -> Part:
    lines = job.lines or made_lines(job.seed, job.truths)
    return judge(lines, job.thorough, COracle(Path(job.folder)), anew=bool(job.lines))


def new_parts(truths: int, seed: int, processes: int, thorough: int, batch: int = BATCH) -> Iterator[Part]:
    """Batches of their own seeds, so that the same seed gives the same text with any number of processes."""
    counts = [min(batch, truths - start) for start in range(0, truths, batch)]
    yield from _parts(
        lambda folder: (Job(seed * 1_000_000 + i, n, [], thorough, folder) for i, n in enumerate(counts)), processes
    )


def parts_of_file(path: str, processes: int, thorough: int) -> Iterator[Part]:
    """The truths of a file in batches, after its first line."""
    opener: Any = lzma.open if path.endswith(".xz") else open
    with opener(path, "rt", encoding="ascii") as file:
        if (first := next(file, "").rstrip("\n")) != HEADER:
            raise SystemExit(f"{path}: the first line must be {HEADER!r}, got {first[:40]!r}")
        lines = (line.rstrip("\n") for line in file)
        batches = iter(lambda: list(islice(lines, BATCH)), [])
        yield from _parts(lambda folder: (Job(0, len(part), part, thorough, folder) for part in batches), processes)


def _parts(jobs: Callable[[str], Iterator[Job]], processes: int) -> Iterator[Part]:
    with tempfile.TemporaryDirectory() as folder:
        COracle(Path(folder))  # compiled once
        with multiprocessing.Pool(processes) as pool:
            yield from pool.imap(_check, jobs(folder))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--truths", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--thorough", type=int, default=100, help="one way in so many is tried by brute force, too")
    parser.add_argument("--output", help="a file for the text, compressed if its name ends in .xz")
    parser.add_argument("--check", help="a file to be judged, instead of new truths")
    chosen = parser.parse_args(arguments)
    head = (f"{HEADER}\n" if chosen.check else f"{HEADER}\n{NOTES}").encode("ascii")
    start, digest, counts, wrong = time.monotonic(), hashlib.sha256(head), Counter[str](), list[str]()
    with ExitStack() as stack:
        write = opened(chosen.output, stack) if chosen.output else len
        write(head)
        parts = (
            parts_of_file(chosen.check, chosen.processes, chosen.thorough)
            if chosen.check
            else new_parts(chosen.truths, chosen.seed, chosen.processes, chosen.thorough)
        )
        for number, part in enumerate(parts, 1):
            digest.update(part.text)
            write(part.text)
            counts += part.counts
            wrong += part.wrong
            if number % 20 == 0:
                print(f"{counts.total():,} truths, {len(wrong):,} wrong", file=sys.stderr, flush=True)
    print("\n".join(f"WRONG {line}" for line in wrong[:20]), end="\n" * bool(wrong))
    print(", ".join(f"{count:,} {name}" for name, count in counts.items()))
    print(f"SHA-256 {digest.hexdigest()}")
    source = chosen.check or f"seed {chosen.seed}"
    elapsed = f"{time.monotonic() - start:.0f} s, {source}, {chosen.processes} processes"
    print(f"{counts.total():,} truths, {len(wrong):,} wrong, {elapsed}")
    return 1 if wrong else 0


def opened(path: str, stack: ExitStack) -> Any:
    """The function that writes to a file."""
    return stack.enter_context(lzma.open(path, "wb") if path.endswith(".xz") else open(path, "wb")).write


if __name__ == "__main__":
    sys.exit(main())
