"""Compares what one shape can do (its area, perimeter, centre and bounds; move, at, rotate, scale_by, grow and replace)
with the same of arrays of shapes, on adversarial rows of all kinds: every row must be equal, bit for bit.

    python tests/exams/million_changes.py --rows 10000000 --seed 1

The rows are those of million.py (degenerate, slivers, tiny and huge ones), each many times: moved by some ulps or far
from the origin, scaled by a power of two, and of rectangles turned or not. Rows of rectangles hold, in turn, their
top-left corner, their centre, two corners or their core. The arguments are one for each row, drawn from numbers that
are zero, tiny, ordinary, huge or out of range. Where a single call is refused, the row must be masked, and the error of
an array without masks must name the first such row. Every second batch is float32, strided or backwards in memory.

Prints for each verb the number of rows and of those that the single call refuses. Exits with status 1 if any row
differs.
"""

from __future__ import annotations

import itertools
import multiprocessing
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from array_rows import ARRAYS, LAYOUTS, SCALARS, Rows, adversarial_rows
from exam import run_command
from million_rows import ANCHORS, anchored

from collide2d import _core

FORMS = [(kind, anchor) for kind in ARRAYS for anchor in ANCHORS.get(kind, {"topleft": None})]
ATTRIBUTES = {"area": 1, "perimeter": 1, "center": 2, "bounds": 4}
CHANGES = ("move", "at", "rotate", "rotate about", "radians", "scale_by", "grow", "replace one", "replace all")
VERBS = (*ATTRIBUTES, *CHANGES, "replace angle")
NUMBERS = np.array([0.0, -0.0, 0.1, -3.0, 1e-7, 2.0**-149, -(2.0**-220), 2.0**40 + 0.3, 1e35, -9.9e59, 0.25, 7.5])
ANGLES = np.array([0.0, 90.0, -180.0, 30.0, 359.99, -720.5, 1e-9, 2.0**45 + 1, 1e22, 45.0, -0.0])
FACTORS = np.array([0.0, 1.0, 3.0, 1 / 3, 2.0**-150, 1e20, 0.5, 1e59])
SAMPLE = 1_000  # rows that the regimes make anew for each batch; the others derive from them


class Tally(NamedTuple):
    """The results, by verb."""

    rows: Counter[str]
    refused: Counter[str]
    wrong: list[str]


def drawn_rows(kind: str, count: int, random: np.random.Generator, seed: int) -> Rows:
    """Rows of a kind, valid in themselves or not."""
    drawn, _ = adversarial_rows(kind, kind, min(count, SAMPLE), seed=seed)
    rows: Rows = drawn[random.integers(len(drawn), size=count)]
    turns = kind in ANCHORS
    plain = rows[:, : rows.shape[1] - turns]
    how = random.integers(5, size=count)
    plain[how == 1] *= 1 + random.integers(-3, 4, (int((how == 1).sum()), plain.shape[1])) * 2.0**-52
    plain[how == 2] *= 2.0 ** random.integers(-60, 60, (int((how == 2).sum()), 1))
    calm = (how == 3) & (np.abs(plain).max(axis=1) < 1e40)
    plain[calm, :2] += random.choice(NUMBERS, (int(calm.sum()), 2))
    if kind in ("segment", "capsule"):
        plain[calm, 2:4] += 2.0**40
    if turns:
        rows[:, -1] = np.where(random.integers(2, size=count) == 0, random.choice(ANGLES, count), rows[:, -1])
    return rows


def in_memory(rows: Rows, turn: int) -> Rows:
    """The rows in the layout of a turn."""
    if turn % 2 == 0:
        return rows
    if turn % 4 == 1:
        with np.errstate(over="ignore"):
            return rows.astype(np.float32)
    return list(LAYOUTS.values())[turn // 4 % len(LAYOUTS)](rows)


def calls(kind: str, count: int, random: np.random.Generator) -> Iterator[tuple[str, Callable[..., Any], list[Any]]]:
    """For each change its verb, the call of it, and the arrays of its arguments: of one shape, the numbers of a row."""
    first, second = random.choice(NUMBERS, (2, count))
    angles, factors, radii = (random.choice(of, count) for of in (ANGLES, FACTORS, NUMBERS))
    places = random.choice(NUMBERS, (count, 2))
    yield "move", lambda s, x, y: s.move(x, y), [first, second]
    yield "at", lambda s, p: s.at(p), [places]
    yield "rotate", lambda s, a: s.rotate(a), [angles]
    yield "rotate about", lambda s, a, p: s.rotate(a, about=p), [angles, places]
    yield "radians", lambda s, a: s.rotate(radians=a), [angles]
    yield "scale_by", lambda s, k: s.scale_by(k), [factors]
    yield "grow", lambda s, d: s.grow(d), [radii]
    names = SCALARS[kind].__match_args__
    one = names[int(random.integers(len(names) - (kind in ANCHORS)))]
    yield "replace one", lambda s, x: s.replace(**{one: x}), [factors if one in ("w", "h", "r") else first]
    if kind in ANCHORS:
        yield "replace angle", lambda s, a: s.replace(angle=a), [angles]
        yield "replace all", lambda s, x, w: s.replace(x=x, w=w, angle=30), [first, factors]
    else:
        yield "replace all", lambda s, x, y: s.replace(**{names[0]: x, names[1]: y}), [first, second]


def held(shape: Any) -> Any:
    """What decides how a shape answers, and how it changes further."""
    if shape is None or shape.kind not in ANCHORS:
        return shape if shape is None else (shape, shape.vertices, getattr(shape, "a", None))
    return shape, shape.vertices, _core._rect_numbers(shape)


def single(call: Callable[..., Any], shape: Any, arguments: Sequence[Any]) -> Any:
    try:
        return call(shape, *arguments)
    except ValueError:
        return None


def parted(kind: str, anchor: str, verb: str, shapes: list[Any], arguments: list[Any]) -> Any:
    """Which rows are changed apart from the others, because rows cannot hold the results of both; None if all can."""
    if verb == "grow" and kind in ANCHORS and anchor == "topleft":
        return np.array([s is not None and np.fmod(s.angle, 360) != 0 for s in shapes])
    if anchor == "corners" and verb in ("move", "replace angle"):
        return goes(arguments)
    return None


def goes(motion: list[Any]) -> Any:
    """Which motions or angles are not 0 after shapes have rounded their numbers to multiples of 2^-200."""
    return (np.abs(motion) > 2.0**-201).any(axis=0)


def compare(kind: str, anchor: str, rows: Rows, random: np.random.Generator) -> Tally:
    """All verbs of rows in memory, of which some may be invalid."""
    tally = Tally(Counter(), Counter(), [])
    array = ARRAYS[kind](rows, anchor=anchor, invalid="nan")
    shapes = array.to_shapes()
    good = np.flatnonzero(array.valid)
    for name, width in ATTRIBUTES.items():
        want = np.full((len(rows), width), np.nan)
        want[good] = np.array([getattr(shapes[i], name) for i in good.tolist()]).reshape(len(good), width)
        got = getattr(array, name).reshape(len(rows), width)
        unequal = (got.view(np.int64) != want.view(np.int64)).any(axis=1) & array.valid | (
            ~np.isnan(got).all(axis=1) & ~array.valid
        )
        record(tally, name, f"{kind} by {anchor}", rows, unequal, len(rows) - len(good), want)
    for verb, call, arguments in calls(kind, len(rows), random):
        part = parted(kind, anchor, verb, shapes, arguments)
        if part is None:
            compare_change(tally, verb, array, call, arguments, shapes)
            continue
        for half in (np.flatnonzero(part), np.flatnonzero(~part)):
            of = [shapes[i] for i in half.tolist()]
            compare_change(tally, verb, array[half], call, [a[half] for a in arguments], of)
    return tally


def compare_change(
    tally: Tally, verb: str, array: Any, call: Callable[..., Any], arguments: list[Any], shapes: list[Any]
) -> None:
    each = list(zip(*(a.tolist() for a in arguments), strict=True))
    want = [None if s is None else single(call, s, of) for s, of in zip(shapes, each, strict=True)]
    got = call(array, *arguments).to_shapes()
    unequal = np.array([held(g) != held(w) for g, w in zip(got, want, strict=True)], dtype=bool)
    refused = [i for i, (s, w) in enumerate(zip(shapes, want, strict=True)) if s is not None and w is None]
    where = f"{type(array).__name__} by {array.anchor}"
    record(tally, verb, where, array.array, unequal, len(refused), want)
    valid = np.flatnonzero(array.valid)
    first = int(np.searchsorted(valid, refused[0])) if refused else -1
    of = type(array)(array.array[valid], anchor=array.anchor)
    try:
        call(of, *(a[valid] for a in arguments))
        named = -1
    except ValueError as error:
        named = int(str(error).rpartition(" ")[2])
    if named != first:
        tally.wrong.append(f"{verb}: {where}: the row at {first} is refused, and {named} is named")


def record(tally: Tally, verb: str, where: str, rows: Rows, unequal: Any, refused: int, want: Any) -> None:
    tally.rows[verb] += len(rows)
    tally.refused[verb] += refused
    for i in np.flatnonzero(unequal)[:3].tolist():
        tally.wrong.append(f"{verb}: {where}: row {i}, {rows[i].tolist()}, must give {want[i]}")


def check(seed: int, turn: int, count: int) -> Tally:
    """One batch of rows, with the kind, the anchor and the memory layout of this turn."""
    kind, anchor = FORMS[turn % len(FORMS)]
    random = np.random.default_rng(seed)
    rows = drawn_rows(kind, count, random, seed)
    if kind in ANCHORS:
        with np.errstate(over="ignore", invalid="ignore"):
            anchor, rows = anchored(kind, rows, list(ANCHORS[kind]).index(anchor))
    return compare(kind, anchor, in_memory(rows, turn // len(FORMS)), random)


def run(rows: int, seed: int, processes: int, batch: int = 5_000) -> Tally:
    """Runs `check` in batches, each with its own seed, until every verb had a number of rows."""
    total = Tally(Counter(), Counter(), [])
    with multiprocessing.Pool(processes) as pool:
        turns = itertools.count()
        while (have := total.rows["grow"]) < rows and not total.wrong[20:]:
            jobs = [
                (seed * 1_000_000 + i, i, batch) for i in itertools.islice(turns, min(200, -(-(rows - have) // batch)))
            ]
            for part in pool.starmap(check, jobs, chunksize=1):
                total.rows.update(part.rows)
                total.refused.update(part.refused)
                total.wrong.extend(part.wrong)
    return total


def report(tally: Tally) -> Iterator[str]:
    """The lines of the table."""
    yield f"{'verb':<14}{'rows':>12}{'refused':>12}"
    yield from (f"{verb:<14}{tally.rows[verb]:>12}{tally.refused[verb]:>12}" for verb in VERBS)
    yield from ("WRONG " + line for line in tally.wrong[:20])
    yield f"wrong rows: {len(tally.wrong)}"


def main(arguments: Sequence[str] | None = None) -> int:
    return run_command(__doc__, run, report, arguments)


if __name__ == "__main__":
    sys.exit(main())
