"""Random grids, rectangles and polygons against definitions in whole numbers: no merging or decomposing may be wrong.

    python tests/exams/million_merges.py --cases 100000 --seed 1

The cases are in turn a grid, a set of rectangles, and a polygon of each kind. These laws are checked:

* grids and rectangles: the boxes have the area of the union, fill it exactly along the lines through all coordinates,
  do not overlap, and use only coordinates of the input; their number is the minimum by the formula of Ohtsuki and of
  Ferrari, Sankar and Sklansky and, for up to twelve tiles, by exhaustive search; merging tiles as rectangles gives the
  same boxes;
* polygons: a polygon is refused if and only if two edges cross or it encloses a region twice or in the wrong direction,
  and the edges named in the error are edges, which cross if any two do; the pieces are convex, use only given points,
  have the area of the polygon and fill it exactly along the lines through all corners; no two overlap by the exact
  predicate; `Polygon` accepts each; if the polygon does not touch itself, there are at most 2 c + 1 pieces for c
  concave corners.

Prints the counts and exits with status 1 if anything is wrong.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

import level_cases
import level_model
from exam import add_up, run_command
from level_laws import corners, overlapping, wrong_refusal

import collide2d as c2

SCHEDULE = ["grid", "rects", "grid", "rects", *level_cases.POLYGONS]
SIDES = (4, 7, 12)


class Tally(NamedTuple):
    outcomes: Counter[tuple[str, str]]
    wrong: list[str]


def examine_grid(rng: random.Random) -> tuple[list[str], list[str], object]:
    grid = level_cases.random_grid(rng, rng.choice(SIDES))
    tiles = level_model.tiles_of(grid)
    tile, origin = rng.choice(((1.0, 0.0), (0.1, 0.3), (16.0, -8.0)))
    boxes = c2.merge_tiles(grid, tile, origin=(origin, origin))
    rects = [
        c2.Rect.from_corners(*(origin + c * tile for c in (x, y, x + 1, y + 1))) for x, y in sorted(tiles)
    ]  # fmt: skip
    wrong = level_model.wrong_boxes(corners(rects), corners(boxes))
    wrong += ["fewest"] if len(boxes) != level_model.fewest_boxes_by_formula(tiles) else []
    if len(tiles) <= 12 and len(boxes) != level_model.fewest_boxes(frozenset(tiles)):
        wrong.append("fewest by trying")
    wrong += ["as rectangles"] if c2.merge_rects(rects) != boxes else []
    return ["pieces"] * len(boxes) + (["one piece"] if len(boxes) == 1 else []), wrong, grid


def examine_rects(rng: random.Random) -> tuple[list[str], list[str], object]:
    rects = level_cases.random_rects(rng, rng.choice((3, 8, 15)))
    boxes = c2.merge_rects(rects)
    given = corners(rects)
    wrong = level_model.wrong_boxes(given, corners(boxes))
    ranks = [{c: i for i, c in enumerate(sorted({c for box in given for c in box[k::2]}))} for k in (0, 1)]
    tiles = {
        (x, y)
        for left, top, right, bottom in given
        for x in range(ranks[0][left], ranks[0][right])
        for y in range(ranks[1][top], ranks[1][bottom])
    }
    wrong += ["fewest"] if len(boxes) != level_model.fewest_boxes_by_formula(tiles) else []
    wrong += ["overlap"] if overlapping(boxes) else []
    return ["pieces"] * len(boxes) + (["one piece"] if len(boxes) == 1 else []), wrong, rects


def examine_polygon(rng: random.Random, kind: str) -> tuple[list[str], list[str], object]:
    points = level_cases.random_polygon(rng, kind, rng.choice((6, 12, 30)))
    simple = level_model.is_simple(points)
    try:
        pieces = c2.decompose(points)
    except ValueError as error:
        return ["refused"], wrong_refusal(points, str(error)) + (["refusal"] if simple else []), points
    if not simple:
        return ["accepted"], ["no refusal"], points
    wrong = level_model.wrong_pieces(points, [piece.vertices for piece in pieces])
    wrong += ["overlap"] if overlapping(pieces) else []
    wrong += ["accepted by Polygon"] if [c2.Polygon(piece.vertices) for piece in pieces] != pieces else []
    if kind in ("star", "spiral", "comb") and len(pieces) > 2 * level_model.reflex_corners(points) + 1:
        wrong.append("few")
    outcomes = ["pieces"] * len(pieces) + (["one piece"] if len(pieces) == 1 else [])
    return outcomes + ([] if pieces else ["no area"]), wrong, points


def check(seed: int, count: int) -> Tally:
    tally = Tally(Counter(), [])
    rng = random.Random(seed)
    for i in range(count):
        kind = SCHEDULE[i % len(SCHEDULE)]
        examine = {"grid": examine_grid, "rects": examine_rects}.get(kind)
        outcomes, wrong, case = examine(rng) if examine else examine_polygon(rng, kind)
        tally.outcomes.update((kind, outcome) for outcome in ["cases", *outcomes])
        tally.wrong.extend(f"{law}, {kind}: {case}" for law in wrong)
        level_model.fewest_boxes.cache_clear()
    return tally


def run(cases: int, seed: int, processes: int, batch: int = 2_000) -> Tally:
    """`check` in batches of their own seeds: the same seed gives the same cases with any number of processes."""
    jobs = [(seed * 1_000_000 + start, min(batch, cases - start)) for start in range(0, cases, batch)]
    total: Tally = add_up(check, jobs, processes, Tally(Counter(), []))
    return total


COLUMNS = ("cases", "refused", "no area", "one piece", "pieces")


def report(tally: Tally) -> Iterator[str]:
    yield f"{'':<12}" + "".join(f"{column:>12}" for column in COLUMNS)
    for kind in dict.fromkeys(SCHEDULE):
        yield f"{kind:<12}" + "".join(f"{tally.outcomes[kind, column]:>12}" for column in COLUMNS)
    yield f"{'all':<12}" + "".join(f"{total(tally, column):>12}" for column in COLUMNS)
    yield from ("WRONG " + line for line in tally.wrong[:20])
    yield f"wrong answers: {len(tally.wrong)}"


def total(tally: Tally, outcome: str) -> int:
    return sum(tally.outcomes[kind, outcome] for kind in dict.fromkeys(SCHEDULE))


def main(arguments: Sequence[str] | None = None) -> int:
    return run_command(__doc__, run, report, arguments, "--cases")


if __name__ == "__main__":
    sys.exit(main())
