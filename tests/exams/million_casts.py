"""Adversarial casts over all pairs of kinds, against the integer oracle: there must be no wrong answer.

    python tests/exams/million_casts.py --casts 1000000 --seed 1

Half of the casts start in an exact touch, exactly graze a corner or a side, or end in an exact touch, or are off that
by an ulp. The rest are aimed from vertex to vertex, cross a thin shape from afar, go along a row of tiles or a slope,
fly along their own sides as a spear does, start where rounding loses the size of the shape, have a pivot that is far
away, pass a polygon of hundreds of vertices, continue from the stop of another cast, have no motion, or are random;
half of the constructed ones are tiny, huge or far away. For each cast:

* the presence of a hit agrees with `oracle.relation`, in whole numbers, of the other shape and the hull of the vertices
  at the start and at the end;
* the stop is safe: by the exact predicates, neither the moved shape nor its sweep overlaps the other shape;
* the hit has a depth if and only if the shapes overlap at the start, and its t is then 0;
* the normal is a unit vector that opposes the motion, and parts the shapes where a stops;
* with `touching=True` there is a hit also where the sweep only touches, by the oracle: it is where they touch, safe to
  stop at, at t = 0 if they touch at the start, and its normal opposes the motion only at t = 1, or if all is on one
  line; a hit without `touching` is the same, bit for bit;
* `cast` and `cast_all` of a space that holds the other shape give the same hit;
* where the motion is exact, moving the other shape the opposite way gives a hit in the same cases, at the same time and
  with the negated normal, up to rounding.

Prints the counts for each pair of kinds and exits with status 1 if any answer is wrong.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

import oracle
from exam import add_up, run_command
from measures import GRAIN, numbers_of

import collide2d as c2
from collide2d.testing.cast_regimes import drawn_cast
from collide2d.testing.recipes import KIND_PAIRS, Cast, Vec, build_cast
from collide2d.testing.sources import Seeded

# The share of each regime.
TURNS = {
    "grazing": 4, "from_touch": 3, "ending_in_touch": 3, "at_corner": 2, "through": 2, "any_pair": 2, "stopped": 2,
    "along_row": 1, "along_slope": 1, "end_to_end": 1, "spearing": 1, "brushing": 2, "back_from_afar": 1,
    "past_long_chain": 1, "far_pivot": 2, "random_way": 1, "onto_line": 1, "at_great_arc": 1,
}  # fmt: skip
SCHEDULE = [regime for regime, turns in TURNS.items() for _ in range(turns)]

# Bounds of the rounding error, relative to the numbers of a cast: of several of them, and of a normal, as in fuzz_cast.
BACKWARD, ROUNDED = 1e-12, 2.0**-45


class Both(NamedTuple):
    """The vertices of a shape in two places and its radius: a sweep for the oracle, which needs no hull."""

    vertices: Sequence[Vec]
    radius: float


class Tally(NamedTuple):
    """The results for the casts of two kinds."""

    outcomes: Counter[tuple[str, str, str]]
    wrong: list[str]


def is_exact(shape: Any, motion: Vec) -> bool:
    """Whether moving a shape is exact: no sum is rounded, by Knuth's two-sum, and no vertex is lost."""
    moved = [(x + motion[0], y + motion[1]) for x, y in shape.vertices]

    def error(x: float, m: float) -> float:
        s = x + m
        part = s - x
        rest: float = (x - (s - part)) + (m - part)
        return rest

    return (
        all(error(x, motion[0]) == 0 == error(y, motion[1]) for x, y in shape.vertices)
        and sorted(moved) == sorted(shape.move(*motion).vertices)
    )  # fmt: skip


def size_of(a: Any, motion: Vec, b: Any) -> float:
    """An upper bound of the numbers that appear in a cast."""
    coordinates: list[float] = [abs(c) for s in (a, b) for p in s.vertices for c in p]
    return 2 * sum(map(abs, motion)) + max(coordinates) + float(a.radius + b.radius) + numbers_of(a) + numbers_of(b)


def gap_along(a: Any, b: Any, n: Vec) -> float:
    """How far apart two shapes are along the normal of b toward a."""
    near = min(x * n[0] + y * n[1] for x, y in a.vertices) - a.radius
    return float(near - max(x * n[0] + y * n[1] for x, y in b.vertices) - b.radius)


def extent(shape: Any) -> float:
    left, top, right, bottom = shape.bounds
    return float(right - left + bottom - top)


def parts(a: Any, motion: Vec, b: Any, hit: Any) -> bool:
    """Whether the normal parts the shapes at the stop: to the rounding of their numbers, and of a normal of round ones,
    which is stretched where the motion nearly grazes."""
    speed, radius, size = math.hypot(*motion), a.radius + b.radius, size_of(a, motion, b)
    steep = abs(hit.normal[0] * motion[0] + hit.normal[1] * motion[1])
    turning = ROUNDED * size / radius * (1 + speed / (steep + speed * 2.0**-60)) if radius else 0.0
    slack = ROUNDED * size + min(turning, 2.0) * (extent(a) + extent(b)) + 128 * float(GRAIN)
    return abs(gap_along(a.move(hit.t * motion[0], hit.t * motion[1]), b, hit.normal)) <= slack


def wrong_hit(a: Any, motion: Vec, b: Any, hit: Any, overlapping: bool) -> list[str]:
    """The laws that a hit breaks on its own."""
    step = (hit.t * motion[0], hit.t * motion[1])
    length, against = math.hypot(*hit.normal), hit.normal[0] * motion[0] + hit.normal[1] * motion[1]
    if overlapping:
        contact = a.contact(b)
        found = {"start": (hit.t, hit.normal, hit.depth) == (0, contact.normal, contact.depth) and hit.depth > 0}
    else:
        found = {
            "safe stop": not c2.overlaps(a.move(*step), b) and not c2.overlaps(c2.sweep(a, step), b),
            "depth": hit.depth == 0 and 0 <= hit.t <= 1,
            "against the motion": against <= 1e-6 * math.hypot(*motion) + BACKWARD * size_of(a, motion, b),
            "parted by the normal": parts(a, motion, b, hit),
        }
    found["unit normal"] = abs(length - 1) <= 1e-15
    found["finite"] = all(map(math.isfinite, (hit.t, *hit.point, *hit.normal, hit.depth)))
    return [law for law, holds in found.items() if not holds]


def wrong_touch(a: Any, motion: Vec, b: Any, hit: Any, start: int) -> list[str]:
    """The laws that a hit of a cast breaks whose sweep only touches."""
    step = (hit.t * motion[0], hit.t * motion[1])
    length, against = math.hypot(*hit.normal), hit.normal[0] * motion[0] + hit.normal[1] * motion[1]
    near = BACKWARD * size_of(a, motion, b) + 32 * float(GRAIN)
    is_line = a.radius + b.radius == 0 and max(len(a.vertices), len(b.vertices)) <= 2
    found = {
        "touch: start": (start == 0) <= (hit.t == 0),
        "touch: safe stop": not c2.overlaps(a.move(*step), b) and not c2.overlaps(c2.sweep(a, step), b),
        "touch: depth": hit.depth == 0 and 0 <= hit.t <= 1,
        "touch: near": abs(c2.separation(a.move(*step), b)) <= near,
        "touch: against the motion": hit.t == 1 or is_line or against >= -1e-6 * math.hypot(*motion) - near,
        "touch: unit normal": abs(length - 1) <= 1e-15,
        "touch: point": max(map(abs, hit.point)) >= 1e60
        or max(c2.distance(hit.point, b), c2.distance(hit.point, a.move(*step))) <= near,
        "touch: finite": all(map(math.isfinite, (hit.t, *hit.point, *hit.normal, hit.depth))),
    }
    return [law for law, holds in found.items() if not holds]


def wrong_swap(a: Any, motion: Vec, b: Any, hit: Any, overlapping: bool) -> list[str]:
    """The laws that break when b moves the opposite way, in a cast whose motions are exact."""
    other = b.cast((-motion[0], -motion[1]), a)
    if (other is None) != (hit is None):
        return ["swapped hit"]
    if hit is None or overlapping:
        return []
    steep = -(hit.normal[0] * motion[0] + hit.normal[1] * motion[1])
    if steep <= 1e-3 * math.hypot(*motion):
        return []  # in a grazing hit small errors become large errors of t and of the normal of a round corner
    size = size_of(a, motion, b)
    near, round_ = BACKWARD * size + 32 * float(GRAIN), a.radius + b.radius
    wrong = [] if abs(hit.t - other.t) * steep <= 2 * near else ["swapped t"]
    apart = math.hypot(hit.normal[0] + other.normal[0], hit.normal[1] + other.normal[1])
    if round_ > 2.0**-20 * size + 2.0**-170 and hit.t > 0 and other.t > 0 and apart > 1e-6:
        wrong.append("swapped normal")
    if round_ == 0 and hit.t > 0 and other.t > 0 and apart > 1e-9 and not _at_corners(a, motion, b, hit, near):
        wrong.append("swapped normal")
    return wrong


def _at_corners(a: Any, motion: Vec, b: Any, hit: Any, near: float) -> bool:
    """Whether a vertex of a meets a vertex of b at the hit, where several normals are correct."""
    t = Fraction(hit.t)
    dx, dy = t * Fraction(motion[0]), t * Fraction(motion[1])
    return any(
        abs(Fraction(x) + dx - Fraction(u)) + abs(Fraction(y) + dy - Fraction(v)) <= 4 * near / 1e-3
        for x, y in a.vertices for u, v in b.vertices
    )  # fmt: skip


def examine(a: Any, motion: Vec, b: Any) -> tuple[list[str], list[str]]:
    """The categories that a cast is counted in, and the laws that its answer breaks."""
    start = oracle.relation(a, b)
    truth = oracle.relation(Both([*a.vertices, *a.move(*motion).vertices], a.radius), b)
    hit = a.cast(motion, b)
    kinds = ["hits" if truth > 0 else "misses"]
    kinds += ["starts in touch"] if start == 0 else ["starts overlapping"] if start > 0 else []
    kinds += ["grazes"] if truth == 0 > start else []
    wrong = [] if (hit is not None) == (truth > 0) else ["hit"]
    if hit is not None:
        kinds += ["hits at once"] if start == 0 else []
        wrong += wrong_hit(a, motion, b, hit, start > 0)
    closed = a.cast(motion, b, touching=True)
    if (closed is not None) != (truth >= 0) or (hit is not None and closed != hit):
        wrong.append("touching")
    elif closed is not None and hit is None:
        kinds.append("touches")
        wrong += wrong_touch(a, motion, b, closed, start)
    space, found = c2.Space({"b": b}), None if hit is None else ("b", hit)
    if space.cast(a, motion) != found or space.cast_all(a, motion) != ([] if found is None else [found]):
        wrong.append("space")
    back = (-motion[0], -motion[1])
    if is_exact(a, motion) and is_movable(b, back) and is_exact(b, back):
        kinds.append("swapped")
        wrong += wrong_swap(a, motion, b, hit, start > 0)
    return kinds, wrong


def is_movable(shape: Any, motion: Vec) -> bool:
    """Whether the moved shape stays within the domain."""
    return all(abs(p[i] + motion[i]) <= 1e60 for p in shape.vertices for i in (0, 1)) and all(
        abs(b + m) < 1e60 for b, m in zip(shape.bounds, motion * 2, strict=True)
    )


def drawn_casts(seed: int, count: int) -> Iterator[tuple[str, str, str, Cast]]:
    """A number of casts with their regimes and kinds: all pairs of kinds in turn, in both orders."""
    source = Seeded(seed)
    for i in range(count):
        kinds = KIND_PAIRS[i % len(KIND_PAIRS)]
        regime = SCHEDULE[i // len(KIND_PAIRS) % len(SCHEDULE)]
        kind_a, kind_b = kinds if source.integer(0, 1) else kinds[::-1]
        yield regime, *kinds, drawn_cast(source, regime, kind_a, kind_b)


def check(seed: int, count: int) -> Tally:
    """Compare the package with the oracle on a number of casts."""
    tally = Tally(Counter(), [])
    for regime, kind_a, kind_b, recipe in drawn_casts(seed, count):
        cast = build_cast(c2, recipe)
        outcomes, wrong = examine(*cast)
        tally.outcomes.update((kind_a, kind_b, outcome) for outcome in outcomes)
        tally.wrong.extend(f"{law}, {regime}: {recipe}: {c2.cast(*cast)}" for law in wrong)
    return tally


def run(casts: int, seed: int, processes: int, batch: int = 10_000) -> Tally:
    """`check` in batches of their own seeds, so that the same seed gives the same casts with any number of
    processes."""
    counts = [min(batch, casts - start) for start in range(0, casts, batch)]
    jobs = [(seed * 1_000_000 + i, count) for i, count in enumerate(counts)]
    total: Tally = add_up(check, jobs, processes, Tally(Counter(), []))
    return total


COLUMNS = ("hits", "misses", "grazes", "starts in touch", "hits at once", "starts overlapping", "touches", "swapped")


def report(tally: Tally) -> Iterator[str]:
    """The lines of the table."""

    def row(name: str, numbers: Sequence[object]) -> str:
        cells = "".join(f"{number:>{len(column) + 3}}" for number, column in zip(numbers, COLUMNS, strict=True))
        return f"{name:<20}{cells}"

    yield row("kinds", COLUMNS)
    for a, b in KIND_PAIRS:
        yield row(f"{a} {b}", [tally.outcomes[a, b, column] for column in COLUMNS])
    yield row("all", [total(tally, column) for column in COLUMNS])
    for line in tally.wrong[:20]:
        yield "WRONG " + line
    yield f"wrong answers: {len(tally.wrong)}"


def total(tally: Tally, outcome: str) -> int:
    return sum(tally.outcomes[a, b, outcome] for a, b in KIND_PAIRS)


def main(arguments: Sequence[str] | None = None) -> int:
    return run_command(__doc__, run, report, arguments, "--casts")


if __name__ == "__main__":
    sys.exit(main())
