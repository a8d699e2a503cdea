"""Adversarial overlaps over all pairs of kinds, against exact areas: there must be no wrong answer.

    python tests/exams/million_areas.py --pairs 1000000 --seed 1

The pairs are those of collide2d.testing: lattices, exact touches, neighbours by one ulp, needles, far
offsets. Half of them are moved into each other: by a part of what separates them, by a few ulps of depth, or to where
one is about inside the other. Some are polygons of up to 2,000 vertices. For each pair

* `overlap_area` is within 1e-12 of the smaller area of the exact one: by fractions for polygons without a radius, else,
  for one pair in --each, with 80 digits;
* it is 0 exactly where the shapes do not overlap or have no area, at most the smaller area, and has the bits of (b, a);
* it is the area of the shape that is inside the other;
* `intersection` of shapes without a radius is None exactly where they are apart, the same for (b, a), and its vertices
  are corners of the exact one within an ulp.

Prints the counts for each regime and exits with status 1 if any answer is wrong.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

import exact_overlap

import collide2d as c2
from collide2d import Polygon
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.recipes import KIND_PAIRS, build
from collide2d.testing.sources import Seeded, choice, one_in

BATCH = 500
SOLID = [pair for pair in KIND_PAIRS if not {"point", "segment"}.intersection(pair)]


def ring(source: Seeded) -> Polygon:
    """A polygon of many vertices, at times a flat one, far away, or with a radius."""
    count = choice(source, [9, 33, 100, 500, 2000])
    x, flat, size = choice(source, [0.0, 1e3, 1e8]), choice(source, [1.0, 0.25, 2.0**-20]), choice(source, [1.0, 100.0])
    turns = [2 * math.pi * k / count for k in range(count)]
    return Polygon.hull(
        [(x + size * math.cos(t), flat * size * math.sin(t)) for t in turns], choice(source, [0, 0, 0.5])
    )


def drawn(source: Seeded) -> tuple[str, Any, Any]:
    """A regime and a pair."""
    if one_in(source, 50):
        a = ring(source)
        x0, y0, x1, y1 = a.bounds
        return "many vertices", a, choice(source, [a.move((x1 - x0) / 8, (y1 - y0) / 8), ring(source)])
    regime = choice(source, list(REGIMES))
    kind_a, kind_b = choice(source, KIND_PAIRS if one_in(source, 8) else SOLID)
    a, b = (build(c2, recipe) for recipe in REGIMES[regime](source, kind_a, kind_b))
    if one_in(source, 2):
        return regime, a, b
    return f"{regime}, moved in", a, moved_in(source, a, b)


def moved_in(source: Seeded, a: Any, b: Any) -> Any:
    """b where it overlaps a: as little as rounding lets it, by a part of it, or with its centre near that of a."""
    contact = a.contact(b)
    x, y = (q - p for p, q in zip(b.center, a.center, strict=True))
    part = choice(source, [1.0, 0.5, 0.125, 1 + 2.0**-30])
    if contact and one_in(source, 2):
        shallow = 1 - choice(source, [2.0**-52, 2.0**-40, 2.0**-20, 0.01, 0.5])
        x, y = (n * contact.depth * shallow for n in contact.normal)
        part = 1.0
    try:
        return b.move(part * x, part * y)
    except ValueError:  # out of the domain
        return b


def broken(a: Any, b: Any, exactly: bool) -> Iterator[str]:
    """The laws that a pair breaks."""
    area, sharp = c2.overlap_area(a, b), exact_overlap.is_sharp(a) and exact_overlap.is_sharp(b)
    few = len(a.vertices) * len(b.vertices) <= 2000
    if area != c2.overlap_area(b, a):
        yield "the order counts"
    if (area > 0) is not (a.overlaps(b) and a.area > 0 and b.area > 0):
        yield "0 at the wrong place"
    if area > min(a.area, b.area):
        yield "more than the smaller area"
    for outer, inner in ((a, b), (b, a)):
        if outer.contains(inner) and abs(area - inner.area) > exact_overlap.BOUND * inner.area:
            yield f"{area} is not the area inside, {inner.area}"
    if few and (sharp or exactly) and not exact_overlap.is_right(a, b):
        yield f"the area is not {area}"
    if a.radius == 0 and b.radius == 0:
        yield from wrong_intersection(a, b, sharp and few)


def wrong_intersection(a: Any, b: Any, exactly: bool) -> Iterator[str]:
    common = c2.intersection(a, b)
    if common != c2.intersection(b, a):
        yield "the order counts for the intersection"
    if (common is None) is a.collides(b):
        yield f"the intersection is {common}"
    if common is None or not exactly:
        return
    exact = exact_overlap.intersection(a, b)
    grain = Fraction(max(map(abs, common.bounds)) * 2.0**-52 + 2.0**-199)
    for x, y in common.vertices:
        if not any(abs(Fraction(x) - p) <= grain and abs(Fraction(y) - q) <= grain for p, q in exact):
            yield f"({x}, {y}) is no corner of the intersection"


def check(seed: int, count: int, each: int) -> tuple[Counter[tuple[str, str]], list[str]]:
    """The outcomes of some pairs by regime, and the laws that were broken."""
    outcomes, wrong = Counter[tuple[str, str]](), list[str]()
    for number in range(count):
        regime, a, b = drawn(Seeded(seed * 1_000_003 + number))
        area, least = c2.overlap_area(a, b), min(a.area, b.area)
        part = "nothing" if area == 0 else "a shape" if area == least else "thin" if area < 1e-9 * least else "a part"
        outcomes[regime, part] += 1
        wrong += [f"{law}: {a!r}, {b!r}" for law in broken(a, b, number % each == 0)]
    return outcomes, wrong


def _batch(job: tuple[int, int, int]) -> tuple[Counter[tuple[str, str]], list[str]]:
    return check(*job)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=50, help="one round pair in so many is measured with 80 digits")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    start, outcomes, wrong = time.monotonic(), Counter[tuple[str, str]](), 0
    jobs = [(options.seed * 10_000_019 + k, BATCH, options.each) for k in range(-(-options.pairs // BATCH))]
    with multiprocessing.Pool(options.processes) as pool:
        for found, laws in pool.imap_unordered(_batch, jobs):
            outcomes += found
            for law in laws:
                print("WRONG", law, flush=True)
            wrong += len(laws)
    for (regime, part), count in sorted(outcomes.items()):
        print(f"{regime:28} {part:10} {count:9,}")
    print(f"{sum(outcomes.values()):,} pairs, {wrong} laws broken, {time.monotonic() - start:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
