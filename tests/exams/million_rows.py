"""Compares verbs over arrays with the same verbs on single shapes, on adversarial rows of all pairs of kinds: every
element must be equal, bit for bit.

    python tests/exams/million_rows.py --rows 10000000 --seed 1

The rows are those of million.py: exact touches by construction, rows an ulp off a touch, degenerate, nested, deep,
specks, unequal, nearly parallel, sliver, far, tiny and huge ones. In each batch of rows of two kinds, each side has its
own memory layout: contiguous, strided, Fortran-ordered, reversed, unaligned, of the other byte order, read-only, a
repeated row, float32, or rectangles without their angle. Rows of rectangles hold, in turn, their top-left corner, their
centre, two corners or their core. All verbs are called on each batch, every second time with `out=` in strided memory;
the first rows are also broadcast against each other as a table, in both orders, against a single shape, and as empty
arrays.

Prints for each pair of kinds the number of rows, of rows that touch, and of rows that are `near`: apart or overlapping
by less than 2^-45 of their size, where floating point alone is not reliable. Masked rows are those that overflow
float32 or become invalid in it. Exits with status 1 if any element differs.
"""

from __future__ import annotations

import itertools
import multiprocessing
import operator
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from array_rows import ANSWERS, ARRAYS, LAYOUTS, SCALARS, Layout, Rows, row_of
from exam import run_command
from million import SCHEDULE

import collide2d
from collide2d import Rect, RoundRect, _core
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.recipes import build
from collide2d.testing.sources import Seeded

KINDS = [(a, b) for a in ARRAYS for b in ARRAYS]
MOTIONS = np.array([(3, 0), (-0.25, 1.5), (0, 0), (-8, 8), (2.0**-149, -0.0), (0.3, -0.7), (0, -1)])
TABLE = 48  # rows of each side of the broadcast table
HUGE = 1e50  # larger rows are not moved, because they could leave the domain
COLUMNS = ("rows", "masked", "touching", "near", "overlapping")


class Tally(NamedTuple):
    """The results for the rows of two kinds."""

    rows: Counter[tuple[str, str, str]]  # by kinds and what they are
    layouts: Counter[str]
    elements: Counter[str]  # compared, by verb
    wrong: list[str]


def drawn_rows(source: Seeded, kind_a: str, kind_b: str, count: int) -> tuple[Rows, Rows]:
    """A number of pairs of rows, from each regime in turn."""
    rows: list[tuple[tuple[float, ...], tuple[float, ...]]] = []
    for regime in itertools.cycle(SCHEDULE):
        if len(rows) == count:
            break
        a, b = (row_of(build(collide2d, recipe)) for recipe in REGIMES[regime](source, kind_a, kind_b))
        if a is not None and b is not None:
            rows.append((a, b))
    return np.array([a for a, _ in rows]), np.array([b for _, b in rows])


# ---- in memory -------------------------------------------------------------------------------------------------------


def _without_angle(rows: Rows) -> Rows:
    return np.ascontiguousarray(rows[:, : {5: 4, 6: 5}[rows.shape[1]]])


def _repeated(rows: Rows) -> Rows:
    """One row broadcast to the number of rows, so that all elements share its memory."""
    return np.broadcast_to(rows[len(rows) // 2], rows.shape)


def _single_precision(rows: Rows) -> Rows:
    with np.errstate(over="ignore"):
        return rows.astype(np.float32)


def _strided_single_precision(rows: Rows) -> Rows:
    return _single_precision(rows)[::-1].repeat(3, axis=0)[::-3]


MEMORY: dict[str, Layout] = {
    **LAYOUTS, "repeated": _repeated, "float32": _single_precision, "float32, strided": _strided_single_precision,
}  # fmt: skip
LYING = list(MEMORY)

LEAST = {"rect": "xywh", "roundrect": "xywhr"}  # the columns that are always there


def grown_from_topleft(x: float, y: float, w: float, h: float, r: float, angle: float = 0.0) -> Any:
    """The rounded rectangle of a row that holds the core by its top-left corner: Rect(x, y, w, h).grow(r), turned.

    Some are in the domain only because they are turned, so it is made as a pickle makes it.
    """
    return _core._restore_rect(True, 0, True, False, x, y, w, h, 0.0, 0.0, angle, r)


# For each anchor of the rows of rectangles, the constructor that makes the single shape of a row.
ANCHORS: dict[str, dict[str, Any]] = {
    "rect": {"topleft": Rect, "center": Rect.centered, "corners": Rect.from_corners},
    "roundrect": {
        "topleft": RoundRect,
        "center": RoundRect.centered,
        "around": RoundRect.around,
        "core": grown_from_topleft,
        "corners": lambda x1, y1, x2, y2, r: Rect.from_corners(x1, y1, x2, y2).grow(r),
    },
}


def anchored(kind: str, rows: Rows, turn: int) -> tuple[str, Rows]:
    """The anchor of a turn, and the rows converted to it. The conversion rounds."""
    if kind not in ANCHORS:
        return "", rows
    anchor = list(ANCHORS[kind])[turn % len(ANCHORS[kind])]
    at, size = rows[:, :2], rows[:, 2:4]
    if kind == "roundrect" and anchor in ("core", "corners"):
        at, size = at + rows[:, 4:5], size - 2 * rows[:, 4:5]
    if anchor == "corners":
        return anchor, np.hstack((at, at + size, rows[:, 4 : 4 + (kind == "roundrect")]))
    if anchor == "core":
        return anchor, np.hstack((at, size, rows[:, 4:]))
    if anchor == "center":
        return anchor, np.hstack((at + size / 2, rows[:, 2:]))
    if anchor == "around":
        return anchor, np.hstack((at + size / 2, size - 2 * rows[:, 4:5], rows[:, 4:]))
    return anchor, rows


def laid_out(kind: str, rows: Rows, turn: int) -> tuple[str, Rows]:
    """The name of the memory layout of a turn, and the rows in that layout."""
    name = LYING[turn % len(LYING)]
    if kind in ANCHORS and rows.shape[1] > len(LEAST[kind]) and turn // len(LYING) % 2:
        return f"{name}, without angle", MEMORY[name](_without_angle(rows))
    return name, MEMORY[name](rows)


# ---- comparing -------------------------------------------------------------------------------------------------------

# Of a masked row.
NO = {verb: -1 if kind is np.int8 else np.nan if kind is np.float64 else False for verb, kind in ANSWERS.items()}


def bits(array: Any) -> Any:
    """The bits of the elements as whole numbers, with the same number for every NaN."""
    array = np.ascontiguousarray(array)
    if array.dtype == np.float64:
        return np.where(np.isnan(array), -1, array.view(np.int64))
    return array.astype(np.int64)


class Batch:
    """Rows of two kinds in memory, their shapes, and the differences. Rows that float32 makes invalid are masked."""

    def __init__(self, kinds: tuple[str, str], anchors: tuple[str, str], lying: tuple[Rows, Rows], where: str) -> None:
        self.kinds, self.lying, self.where = kinds, lying, where
        self.views, self.shapes = [], []
        for kind, anchor, rows in zip(kinds, anchors, lying, strict=True):
            options: Any = {"anchor": anchor} if anchor else {}
            make = ANCHORS[kind][anchor] if anchor else SCALARS[kind]
            valid = ARRAYS[kind](rows, invalid="nan", **options).valid
            self.views.append(ARRAYS[kind](rows, invalid="raise" if valid.all() else "nan", **options))
            self.shapes.append(
                [make(*row) if good else None for row, good in zip(rows.tolist(), valid.tolist(), strict=True)]
            )
        pairs = zip(*self.shapes, strict=True)
        self.good = np.flatnonzero([a is not None and b is not None for a, b in pairs])
        self.elements: Counter[str] = Counter()
        self.wrong: list[str] = []

    def singles(self) -> tuple[list[Any], list[Any]]:
        """The shapes of the rows that are valid on both sides."""
        indices = self.good.tolist()
        return [self.shapes[0][i] for i in indices], [self.shapes[1][i] for i in indices]

    def spread(self, values: Any, none: Any) -> Any:
        """The answers of all rows: `values` for the valid rows, `none` for the masked ones."""
        all_rows = np.full((len(self.shapes[0]), *values.shape[1:]), none, values.dtype)
        all_rows[self.good] = values
        return all_rows

    def fields(self, results: Sequence[Any], names: Sequence[str]) -> Iterator[Any]:
        """The arrays that a verb returns for the results: their presence first, then each field."""
        yield self.spread(np.array([result is not None for result in results], np.bool_), False)
        for name in names:
            width = (2,) if name in ("normal", "point") else ()
            none: Any = (np.nan, np.nan) if width else np.nan
            values = [none if result is None else getattr(result, name) for result in results]
            yield self.spread(np.array(values, np.float64).reshape(len(values), *width), np.nan)

    def points(self, contacts: Sequence[Any]) -> Any:
        """The points of contacts, two for each, as arrays hold them."""
        none = ((np.nan, np.nan),) * 2
        values = [(() if c is None else c.points) + none for c in contacts]
        return self.spread(np.array([v[:2] for v in values], np.float64).reshape(-1, 2, 2), np.nan)

    def hold(self, verb: str, got: Any, want: Any) -> None:
        """Records the first element that differs."""
        self.elements[verb] += want.size
        if got.dtype != want.dtype or got.shape != want.shape:
            self.wrong.append(f"{verb}: {self.where}: {got.dtype} {got.shape}, not {want.dtype} {want.shape}")
            return
        unequal = bits(got) != bits(want)
        if unequal.any():
            i = tuple(np.argwhere(unequal)[0].tolist())
            at = tuple(rows[k].tolist() for rows, k in zip(self.lying, (i[0], i[-1]), strict=True))
            self.wrong.append(f"{verb}: {self.where}: element {i} of {at}: {got[i]}, not {want[i]}")

    def ask(self, verb: str, *arguments: Any, into: bool) -> Any:
        """The result of a verb over arrays; with `into` it is written to an `out` that is not contiguous."""
        function = getattr(collide2d, verb)
        if not into:
            return function(*arguments)
        like = function(*(argument[:0] for argument in arguments))
        parts = like if isinstance(like, tuple) else (like,)
        out = tuple(np.empty((len(arguments[0]), *part.shape[1:], 2), part.dtype)[::-1, ..., 1] for part in parts)
        got = function(*arguments, out=out if isinstance(like, tuple) else out[0])
        assert all(g is o for g, o in zip(got if isinstance(like, tuple) else (got,), out, strict=True))
        return got


def compare_pairs(batch: Batch, into: bool) -> dict[str, Any]:
    """Compares the verbs of two shapes, row by row, with those of single shapes, and returns their answers."""
    (a, b), (s, t), truth = batch.views, batch.singles(), {}
    for verb, dtype in ANSWERS.items():
        answers = np.fromiter(map(getattr(collide2d, verb), s, t), dtype, len(s))
        truth[verb] = batch.spread(answers, NO[verb])
        batch.hold(verb, batch.ask(verb, a, b, into=into), truth[verb])
    if batch.kinds[0] == batch.kinds[1] and a.anchor == b.anchor:
        batch.hold("==", a == b, batch.spread(np.fromiter(map(operator.eq, s, t), np.bool_, len(s)), False))
    contacts = list(map(collide2d.contact, s, t))
    want = [*batch.fields(contacts, ("normal", "depth")), batch.points(contacts)]
    for got, field in zip(batch.ask("contact", a, b, into=into), want, strict=True):
        batch.hold("contact", got, field)
    on = np.array(list(map(collide2d.closest_points, s, t)), np.float64).reshape(-1, 2, 2)
    for got, field in zip(batch.ask("closest_points", a, b, into=into), (on[:, 0], on[:, 1]), strict=True):
        batch.hold("closest_points", got, batch.spread(field, np.nan))
    if batch.kinds[1] == "segment":
        parts = [part or (np.nan, np.nan) for part in map(collide2d.clip, s, t)]
        inside = np.array(parts, np.float64).reshape(-1, 2)
        for got, field in zip(batch.ask("clip", a, b, into=into), (inside[:, 0], inside[:, 1]), strict=True):
            batch.hold("clip", got, batch.spread(field, np.nan))
    return truth


def compare_casts(batch: Batch, into: bool) -> None:
    """Compares casts of all rows, with motions of their size, and rays from points."""
    size = np.abs(batch.lying[0].astype(np.float64)).max(axis=1)
    size = np.where(size < HUGE, 2.0 ** np.ceil(np.log2(np.clip(size, 2.0**-150, HUGE))), 0)
    motions = np.resize(MOTIONS, (len(size), 2)) * size[:, None]
    (a, b), (s, t), ways = batch.views, batch.singles(), list(map(tuple, motions[batch.good].tolist()))
    for verb in ("cast", "raycast") if batch.kinds[0] == "point" else ("cast",):
        results = list(map(getattr(collide2d, verb), s, ways, t))
        want = batch.fields(results, ("t", "point", "normal", "depth"))
        for got, field in zip(batch.ask(verb, a, motions, b, into=into), want, strict=True):
            batch.hold(verb, got, field)


def compare_tables(batch: Batch) -> None:
    """Compares the first rows as a table of all combinations, with a single shape, and empty arrays."""
    (a, b), (s, t) = (x[:TABLE] for x in batch.views), (x[:TABLE] for x in batch.shapes)
    for verb in ("relate", "separation"):
        ask, no = getattr(collide2d, verb), NO[verb]
        want = np.array([[no if p is None or q is None else ask(p, q) for q in t] for p in s], dtype=ANSWERS[verb])
        for got in (ask(a[:, None], b), ask(b[:, None], a).T, ask(a[:, None][::-1], b[None])[::-1]):
            batch.hold(f"{verb}, broadcast", got, want)
        if s[0] is not None and t[0] is not None:
            batch.hold(f"{verb}, single shape", ask(a, t[0]), want[:, 0])
            batch.hold(f"{verb}, single shape", ask(s[0], b), want[0])
        batch.hold(f"{verb}, empty", ask(a[:0, None], b), want[:0])


def check(seed: int, turn: int, count: int) -> Tally:
    """One batch of rows, with the kinds and the memory layout of this turn."""
    kinds = KINDS[turn % len(KINDS)]
    drawn = drawn_rows(Seeded(seed), *kinds, count)
    # Both sides go through all layouts, the second one layout more after each round.
    turn //= len(KINDS)
    turns = turn, turn // len(LYING) + turn
    (anchor_a, rows_a), (anchor_b, rows_b) = (anchored(*of) for of in zip(kinds, drawn, turns, strict=True))
    (name_a, a), (name_b, b) = (laid_out(*of) for of in zip(kinds, (rows_a, rows_b), turns, strict=True))
    where = f"{kinds}, {anchor_a} {name_a} and {anchor_b} {name_b}"
    batch = Batch(kinds, (anchor_a, anchor_b), (a, b), where)
    truth = compare_pairs(batch, into=turn % 2 == 1)
    compare_casts(batch, into=turn % 4 >= 2)
    compare_tables(batch)
    relation, good = truth["relate"][batch.good], batch.good
    size = np.maximum(np.abs(a).max(axis=1), np.abs(b).max(axis=1)).astype(np.float64)[good]
    near = (relation != 0) & (np.abs(truth["separation"][good]) <= 2.0**-45 * size)
    counts = (len(a), len(a) - len(good), (relation == 0).sum(), near.sum(), (relation > 0).sum())
    rows = Counter({(*kinds, column): int(number) for column, number in zip(COLUMNS, counts, strict=True)})
    held = {f"held by {anchor}" for anchor in (anchor_a, anchor_b) if anchor}
    return Tally(rows, Counter(dict.fromkeys({name_a, name_b} | held, len(a))), batch.elements, batch.wrong)


def run(rows: int, seed: int, processes: int, batch: int = 2_500) -> Tally:
    """Runs `check` in batches, each with its own seed, until a number of rows is reached."""
    total = Tally(Counter(), Counter(), Counter(), [])
    with multiprocessing.Pool(processes) as pool:
        turns = itertools.count()
        while (have := sum_of(total, "rows")) < rows and not total.wrong[20:]:
            jobs = [(seed * 1_000_000 + i, i, batch) for i in itertools.islice(turns, -(-(rows - have) // batch))]
            for part in pool.starmap(check, jobs, chunksize=1):
                total.rows.update(part.rows)
                total.layouts.update(part.layouts)
                total.elements.update(part.elements)
                total.wrong.extend(part.wrong)
    return total


def sum_of(tally: Tally, what: str) -> int:
    return sum(tally.rows[a, b, what] for a, b in KINDS)


def report(tally: Tally) -> Iterator[str]:
    """The lines of the tables."""
    yield "{:<22}".format("kinds") + "".join(f"{column:>13}" for column in COLUMNS)
    for a, b in KINDS:
        yield f"{a + ' ' + b:<22}" + "".join(f"{tally.rows[a, b, column]:>13}" for column in COLUMNS)
    yield f"{'all':<22}" + "".join(f"{sum_of(tally, column):>13}" for column in COLUMNS)
    yield from (f"{name:<35}{number:>13} rows" for name, number in sorted(tally.layouts.items()))
    yield from (f"{name:<35}{number:>13} elements" for name, number in tally.elements.items())
    yield from ("WRONG " + line for line in tally.wrong[:20])
    yield f"wrong elements: {len(tally.wrong)}"


def main(arguments: Sequence[str] | None = None) -> int:
    return run_command(__doc__, run, report, arguments)


if __name__ == "__main__":
    sys.exit(main())
