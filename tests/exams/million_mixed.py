"""Compares arrays of mixed kinds with single shapes, on adversarial pairs of shapes of all kinds: every element must be
equal, bit for bit.

    python tests/exams/million_mixed.py --rows 10000000 --seed 1

The pairs are those of million.py, of two kinds drawn for each, polygons among them; rectangles are defined in all the
ways that rows hold. Those beyond 1e50 are left out, because they could leave the domain when they are moved. All verbs
of two shapes are called, every second time with `out=` in strided memory, then casts, separations, the shapes that are
made of pairs, the attributes, and what makes new rows. The rows are, in turn, contiguous, strided, of Fortran's order,
backwards, unaligned, of the other byte order and read-only. The first rows are also broadcast against each other.

Prints for each verb the number of elements. Exits with status 1 if any element differs.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from array_rows import ANSWERS, LAYOUTS, mixed_pairs
from exam import Tally, report_elements, run_checks, run_command
from million_ragged import ATTRIBUTES, CHANGES, FIELDS, hold, hold_fields, hold_shapes
from million_rows import HUGE, MOTIONS

import collide2d
from collide2d import Shapes

TABLE = 48  # rows of each side of the broadcast table
OF_PAIRS: dict[str, Callable[[Any, Any], Any]] = {
    "intersection": collide2d.intersection, "minkowski_difference": collide2d.minkowski_difference,
}  # fmt: skip
VERBS = (*ANSWERS, "table", "==", *FIELDS, "separate", *OF_PAIRS, *CHANGES, *ATTRIBUTES)


def in_memory(shapes: Sequence[Any], turn: int) -> Any:
    """The array of shapes, in the layout of a turn."""
    some = Shapes.from_shapes(shapes)
    return Shapes(list(LAYOUTS.values())[turn % len(LAYOUTS)](some.array), vertices=some._table)


def hold_equal(tally: Tally, verb: str, got: Any, want: Sequence[Any], of: Sequence[Any]) -> None:
    """Compares new shapes, or None, with those of single calls: the kind, the vertices and the radius."""
    tally.elements[verb] += len(want)
    for i, (one, other) in enumerate(zip(got.to_shapes(), want, strict=True)):
        if one != other or (one is not None and (one.kind != other.kind or one.vertices != other.vertices)):
            tally.wrong.append(f"{verb}: element {i} of {[s[i] for s in of]}: {one}, not {other}")


def compare_pairs(tally: Tally, s: Any, t: Any, a: list[Any], b: list[Any], into: bool) -> None:
    """Compares the verbs of two shapes, row by row, with those of single shapes."""
    for verb, dtype in ANSWERS.items():
        ask = getattr(collide2d, verb)
        out = np.empty(2 * len(a), dtype)[::-2] if into else None
        hold(tally, verb, ask(s, t, out=out), np.fromiter(map(ask, a, b), dtype, len(a)), (a, b))
    hold(tally, "==", s == t, [x == y for x, y in zip(a, b, strict=True)], (a, b))
    for verb in ("contact", "closest_points"):
        hold_fields(tally, verb, getattr(s, verb)(t), list(map(getattr(collide2d, verb), a, b)), (a, b))
    motions = np.resize(MOTIONS, (len(a), 2))
    hold_fields(tally, "cast", s.cast(motions, t), list(map(collide2d.cast, a, motions.tolist(), b)), (a, b))
    apart = list(map(collide2d.separate, a, b))
    for k, moved in enumerate(collide2d.separate(s, t)):
        hold_equal(tally, "separate", moved, [pair[k] for pair in apart], (a, b))
    sharp = np.array([x.radius == y.radius == 0 for x, y in zip(a, b, strict=True)], dtype=bool)
    for verb, ask in OF_PAIRS.items():
        which = np.flatnonzero(sharp | (verb != "intersection")).tolist()
        of = [a[i] for i in which], [b[i] for i in which]
        hold_equal(tally, verb, ask(s[which], t[which]), list(map(ask, *of)), of)


def compare_tables(tally: Tally, s: Any, t: Any, a: list[Any], b: list[Any]) -> None:
    """Compares the first rows as a table of all combinations, and with a single shape."""
    for verb in ("relate", "separation"):
        ask = getattr(collide2d, verb)
        want = np.array([[ask(p, q) for q in b[:TABLE]] for p in a[:TABLE]], ANSWERS[verb])
        for got in (ask(s[:TABLE, None], t[:TABLE]), ask(t[:TABLE, None], s[:TABLE]).T):
            hold(tally, "table", np.ascontiguousarray(got), want, (a[:TABLE],))
        hold(tally, "table", ask(s[:TABLE], b[0]), want[:, 0], (a[:TABLE],))
        hold(tally, "table", ask(a[0], t[:TABLE]), want[0], (b[:TABLE],))


def changed(change: Callable[[Any], Any], shape: Any) -> Any:
    """A new shape; None if it is refused, as a rounded rectangle whose radius is rounded up beyond half its side."""
    try:
        return change(shape)
    except ValueError:
        return None


def check(seed: int, turn: int, count: int) -> Tally:
    """One batch, in the memory layouts of this turn."""
    tally = Tally(Counter(), [])
    a, b = mixed_pairs(count, seed, HUGE)
    s, t = in_memory(a, turn), in_memory(b, turn // len(LAYOUTS) + turn)
    compare_pairs(tally, s, t, a, b, into=turn % 2 == 1)
    compare_tables(tally, s, t, a, b)
    for name, change in CHANGES.items():
        compare: Any = hold_shapes if name == "sweep" else hold_equal  # a single shape may sweep a simpler kind
        want = [changed(change, x) for x in a]
        which = [i for i, one in enumerate(want) if one is not None]
        compare(tally, name, change(s[which]), [want[i] for i in which], ([a[i] for i in which],))
    for name in ATTRIBUTES:
        hold(tally, name, getattr(s, name), [getattr(x, name) for x in a], (a,))
    return tally


def run(rows: int, seed: int, processes: int, batch: int = 2_000) -> Tally:
    return run_checks(check, tuple(ANSWERS), 4 * processes, rows, seed, processes, min(batch, rows))


def report(tally: Tally) -> Iterator[str]:
    return report_elements(tally, VERBS)


def main(arguments: Sequence[str] | None = None) -> int:
    return run_command(__doc__, run, report, arguments)


if __name__ == "__main__":
    sys.exit(main())
