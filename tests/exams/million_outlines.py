"""Outlines of random shapes and bodies against their definitions: none may be wrong.

    python tests/exams/million_outlines.py --cases 100000 --seed 1

The cases are in turn a shape of any kind, and bodies of boxes and of polygons of small whole numbers, of polygons of
real numbers, and of round pieces. These laws are checked:

* shapes: the corners are strictly convex and on the border; in a random direction the shape reaches beyond them by at
  most the tolerance; mirrored shapes have the mirrored corners;
* bodies: the rings go once round a point that the union contains and never round another one, near their corners, too;
  no ring passes a point twice; outsides turn positively and holes negatively, and the areas add up to that of the
  union; pieces in another order, and mirrored ones, have the same polygons.

Prints the counts and exits with status 1 if anything is wrong.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from exam import add_up, run_command
from mirrors import MAPS, image

import collide2d as c2
from collide2d.testing.placing import QUARTERS, REALS, anywhere
from collide2d.testing.recipes import KINDS, build
from collide2d.testing.sources import Seeded

Vec = tuple[float, float]
Polygons = list[list[tuple[Vec, ...]]]

SCHEDULE = ("shape", "boxes", "polygons", "real", "round")


class Tally(NamedTuple):
    outcomes: Counter[tuple[str, str]]
    wrong: list[str]


# ---- shapes ----------------------------------------------------------------------------------------------------------


def rounding(shape: c2.Shape) -> float:
    return 8 * math.ulp(max(map(abs, shape.bounds))) + 2.0**-190


def examine_shape(rng: random.Random, seed: int) -> tuple[list[str], list[str], object]:
    source = Seeded(seed)
    shape = build(c2, anywhere(source, rng.choice(KINDS), rng.choice((QUARTERS, REALS))))
    tolerance = shape.radius * 10 ** rng.uniform(-5, 0.5)
    corners = shape.outline(tolerance)
    x, y = math.cos(seed), math.sin(seed)
    beyond = shape.radius + max(u * x + v * y for u, v in shape.vertices) - max(u * x + v * y for u, v in corners)
    forth = rng.choice(list(MAPS.values()))[0]
    wrong = ["convex"] if c2.Polygon(corners).vertices != corners else []
    wrong += ["tolerance"] if beyond > tolerance + rounding(shape) else []
    if shape.radius == 0:
        wrong += ["vertices"] if corners != shape.vertices else []
    elif any(abs(shape.separation(corner)) > rounding(shape) for corner in corners):
        wrong.append("border")
    if set(image(shape, forth).outline(tolerance)) != {forth(u, v) for u, v in corners}:
        wrong.append("mirrored")
    return ["round" if shape.radius > 0 else "sharp"], wrong, (shape, tolerance)


# ---- bodies ----------------------------------------------------------------------------------------------------------


def random_piece(rng: random.Random, kind: str) -> c2.Shape:
    grid = rng.choice((3, 6))

    def number() -> float:
        return rng.uniform(0, grid) if kind in ("real", "round") else rng.randrange(grid)

    if kind == "boxes":
        return c2.Rect.from_corners(number(), number(), number(), number())
    if kind == "round" and rng.random() < 0.8:
        r = rng.uniform(0, 1.5)
        x, y = number(), number()
        return c2.Capsule(x, y, number(), number(), r) if rng.random() < 0.4 else c2.Circle(x, y, r)
    return c2.Polygon.hull([(number(), number()) for _ in range(rng.randrange(1, 6))])


def doubled_area(ring: Sequence[Vec]) -> Fraction:
    exact = [(Fraction(x), Fraction(y)) for x, y in ring]
    return sum((ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*exact, exact[0]])), Fraction(0))


def winding(rings: Sequence[Sequence[Vec]], x: float, y: float) -> int:
    turns = 0
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
            if (ay > y) != (by > y) and ((bx - ax) * (y - ay) > (x - ax) * (by - ay)) == (by > ay):
                turns += 1 if by > ay else -1
    return turns


def solids(polygons: Polygons) -> Polygons:
    return [polygon for polygon in polygons if len(polygon[0]) > 2]


def point_sets(polygons: Polygons) -> set[frozenset[frozenset[Vec]]]:
    return {frozenset(frozenset(ring) for ring in polygon) for polygon in polygons}


def examine_body(rng: random.Random, kind: str) -> tuple[list[str], list[str], object]:
    pieces = [random_piece(rng, kind) for _ in range(rng.randrange(1, 9))]
    tolerance = rng.choice((0.01, 0.2))
    pieces = [c2.Polygon(piece.outline(tolerance)) for piece in pieces] if kind == "round" else pieces
    body = c2.Body(pieces)
    polygons = solids(body.outline())
    rings = [ring for polygon in polygons for ring in polygon]
    wrong = wrong_points(rng, body, rings)
    wrong += ["repeated"] if any(len(set(ring)) != len(ring) for ring in rings) else []
    areas = [[doubled_area(ring) for ring in polygon] for polygon in polygons]
    if any(outside <= 0 or any(hole >= 0 for hole in holes) for outside, *holes in areas):
        wrong.append("direction")
    if abs(float(sum(map(sum, areas), Fraction(0)) / 2) - body.area) > 1e-10:
        wrong.append("area")
    if solids(c2.Body(rng.sample(pieces, len(pieces))).outline()) != polygons:
        wrong.append("order")
    forth = MAPS[rng.choice(sorted(MAPS))][0]
    there = c2.Body([image(piece, forth) for piece in pieces]).outline()
    moved = [[tuple(forth(x, y) for x, y in ring) for ring in polygon] for polygon in polygons]
    wrong += ["mirrored"] if point_sets(solids(there)) != point_sets(moved) else []
    outcomes = ["polygons"] * len(polygons) + ["holes"] * sum(len(polygon) - 1 for polygon in polygons)
    return outcomes + ([] if polygons else ["no area"]), wrong, body


def wrong_points(rng: random.Random, body: c2.Body, rings: Sequence[Sequence[Vec]]) -> list[str]:
    """Random points, and points near corners. Rounding moves borders by some 1e-15, where no such point is."""
    corners = [corner for ring in rings for corner in ring]
    points = [(rng.uniform(-1, 8), rng.uniform(-1, 8)) for _ in range(10)]
    points += [(x + rng.gauss(0, 1e-3), y + rng.gauss(0, 1e-3)) for x, y in rng.sample(corners, min(10, len(corners)))]
    area = [piece for piece in body if piece.area > 0]
    for point in points:
        inside = bool(area) and c2.Body(area).contains(point)
        if winding(rings, *point) != inside:
            return [f"winding at {point}"]
    return []


# ---- the run ---------------------------------------------------------------------------------------------------------


def check(seed: int, count: int) -> Tally:
    tally = Tally(Counter(), [])
    rng = random.Random(seed)
    for i in range(count):
        kind = SCHEDULE[i % len(SCHEDULE)]
        outcomes, wrong, case = examine_shape(rng, seed + i) if kind == "shape" else examine_body(rng, kind)
        tally.outcomes.update((kind, outcome) for outcome in ["cases", *outcomes])
        tally.wrong.extend(f"{law}, {kind}: {case}" for law in wrong)
    return tally


def run(cases: int, seed: int, processes: int, batch: int = 1_000) -> Tally:
    """`check` in batches of their own seeds: the same seed gives the same cases with any number of processes."""
    jobs = [(seed * 1_000_000 + start, min(batch, cases - start)) for start in range(0, cases, batch)]
    total: Tally = add_up(check, jobs, processes, Tally(Counter(), []))
    return total


COLUMNS = ("cases", "sharp", "round", "no area", "polygons", "holes")


def report(tally: Tally) -> Iterator[str]:
    yield f"{'':<12}" + "".join(f"{column:>12}" for column in COLUMNS)
    for kind in SCHEDULE:
        yield f"{kind:<12}" + "".join(f"{tally.outcomes[kind, column]:>12}" for column in COLUMNS)
    yield from ("WRONG " + line for line in tally.wrong[:20])
    yield f"wrong answers: {len(tally.wrong)}"


def main(arguments: Sequence[str] | None = None) -> int:
    return run_command(__doc__, run, report, arguments, "--cases")


if __name__ == "__main__":
    sys.exit(main())
