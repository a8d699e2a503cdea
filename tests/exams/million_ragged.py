"""Compares arrays of polygons with single polygons, on adversarial pairs of a polygon and a shape of any kind: every
element must be equal, bit for bit.

    python tests/exams/million_ragged.py --rows 1000000 --seed 1

The pairs are those of million.py; those beyond 1e50 are left out, because they could leave the domain when they are
moved. All verbs of two shapes are called in both orders, then casts, separations, sweeps, the attributes, and what
makes new polygons. The vertices are, in turn, contiguous, strided, backwards, unaligned and of the other byte order,
and every second array is a slice whose polygons refer to the vertices in another order.

Prints for each verb the number of elements. Exits with status 1 if any element differs.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from array_rows import ANSWERS, ARRAYS, LAYOUTS, row_of
from exam import Tally, report_elements, run_checks, run_command
from million import SCHEDULE
from million_rows import HUGE, MOTIONS, bits

import collide2d
from collide2d import Polygons
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.recipes import build
from collide2d.testing.sources import Seeded

KINDS = ("polygon", *ARRAYS)
FIELDS: dict[str, Callable[[Any], list[Any]]] = {
    "contact": lambda c: [c.normal, [c.depth], np.reshape((*c.points, (np.nan, np.nan))[:2], 4)],
    "closest_points": lambda on: [on[0], on[1]],
    "cast": lambda h: [[h.t], h.point, h.normal, [h.depth]],
}
CHANGES: dict[str, Callable[[Any], Any]] = {
    "move": lambda s: s.move(0.1, -3),
    "at": lambda s: s.at(0.1, 1e10),
    "rotate": lambda s: s.rotate(30),
    "rotate about": lambda s: s.rotate(-75.5, about=(1, 2)),
    "scale_by": lambda s: s.scale_by(1 / 3),
    "grow": lambda s: s.grow(0.25),
    "sweep": lambda s: s.sweep((-0.5, 2)),
}
ATTRIBUTES = ("area", "perimeter", "center", "bounds")
VERBS = (*ANSWERS, *FIELDS, "separate", *CHANGES, *ATTRIBUTES)


def drawn_pairs(source: Seeded, kind: str, count: int) -> tuple[list[Any], list[Any]]:
    """Polygons, and shapes of a kind that rows hold."""
    found: list[tuple[Any, Any]] = []
    for regime in itertools.cycle(SCHEDULE):
        if len(found) == count:
            break
        a, b = (build(collide2d, recipe) for recipe in REGIMES[regime](source, "polygon", kind))
        row = None if kind == "polygon" else row_of(b)
        if a.kind != "polygon" or max(map(abs, (*a.bounds, *b.bounds))) > HUGE or (kind != "polygon" and row is None):
            continue
        found.append((a, b if row is None else type(b)(*row)))
    return [a for a, _ in found], [b for _, b in found]


def in_memory(polygons: Sequence[Any], turn: int) -> Any:
    """The array of polygons, with the vertices in the layout of a turn."""
    order = np.arange(len(polygons)) if turn % 2 == 0 else np.argsort([p.area for p in polygons], kind="stable")
    some = Polygons.from_shapes([polygons[i] for i in order.tolist()])
    layout = list(LAYOUTS.values())[turn % len(LAYOUTS)]
    return Polygons(some.offsets, layout(some.vertices), some.radius)[np.argsort(order)]


def hold(tally: Tally, verb: str, got: Any, want: Any, of: Sequence[Any]) -> None:
    """Records the first element that differs. want: an array of the same shape and type."""
    tally.elements[verb] += len(want)
    want = np.asarray(want, got.dtype).reshape(got.shape)
    unequal = (bits(got) != bits(want)).reshape(len(want), -1).any(axis=1)
    for i in np.flatnonzero(unequal)[:1].tolist():
        tally.wrong.append(f"{verb}: element {i} of {[s[i] for s in of]}: {got[i]}, not {want[i]}")


def hold_fields(tally: Tally, verb: str, got: Sequence[Any], found: Sequence[Any], of: Sequence[Any]) -> None:
    """Compares what a verb returns with the results of single calls, None or objects."""
    if verb != "closest_points":
        hold(tally, verb, got[0], [f is not None for f in found], of)
        got = got[1:]
    each = [None if f is None else FIELDS[verb](f) for f in found]
    for k, field in enumerate(got):
        width = int(np.prod(field.shape[1:], dtype=int))
        want = [[np.nan] * width if parts is None else list(parts[k]) for parts in each]
        hold(tally, verb, field, np.array(want, np.float64), of)


def hold_shapes(tally: Tally, verb: str, got: Any, want: Sequence[Any], of: Sequence[Any]) -> None:
    tally.elements[verb] += len(want)
    for i, (one, other) in enumerate(zip(got.to_shapes(), want, strict=True)):
        if one.vertices != other.vertices or one.radius != other.radius:
            tally.wrong.append(f"{verb}: element {i} of {[s[i] for s in of]}: {one}, not {other}")


def compare(tally: Tally, s: Any, t: Any, a: list[Any], b: list[Any]) -> None:
    """Arrays s and t, of the shapes a and b."""
    for verb, dtype in ANSWERS.items():
        want = np.fromiter(map(getattr(collide2d, verb), a, b), dtype, len(a))
        hold(tally, verb, getattr(collide2d, verb)(s, t), want, (a, b))
    for verb in ("contact", "closest_points"):
        hold_fields(tally, verb, getattr(s, verb)(t), list(map(getattr(collide2d, verb), a, b)), (a, b))
    motions = np.resize(MOTIONS, (len(a), 2))
    hold_fields(tally, "cast", s.cast(motions, t), list(map(collide2d.cast, a, motions.tolist(), b)), (a, b))
    apart = list(map(collide2d.separate, a, b))
    for k, moved in enumerate(collide2d.separate(s, t)):
        hold_shapes(tally, "separate", moved, [pair[k] for pair in apart], (a, b))


def check(seed: int, turn: int, count: int) -> Tally:
    """One batch, with the kind of the others and the memory layout of this turn."""
    tally, kind = Tally(Counter(), []), KINDS[turn % len(KINDS)]
    polygons, others = drawn_pairs(Seeded(seed), kind, count)
    turn //= len(KINDS)
    some = in_memory(polygons, turn)
    many = in_memory(others, turn + 1) if kind == "polygon" else ARRAYS[kind].from_shapes(others)
    compare(tally, some, many, polygons, others)
    compare(tally, many, some, others, polygons)
    for name, change in CHANGES.items():
        hold_shapes(tally, name, change(some), list(map(change, polygons)), (polygons,))
    for name in ATTRIBUTES:
        hold(tally, name, getattr(some, name), [getattr(p, name) for p in polygons], (polygons,))
    return tally


def run(rows: int, seed: int, processes: int, batch: int = 1_000) -> Tally:
    return run_checks(check, VERBS, len(KINDS), rows, seed, processes, min(batch, rows))


def report(tally: Tally) -> Iterator[str]:
    return report_elements(tally, VERBS)


def main(arguments: Sequence[str] | None = None) -> int:
    return run_command(__doc__, run, report, arguments)


if __name__ == "__main__":
    sys.exit(main())
