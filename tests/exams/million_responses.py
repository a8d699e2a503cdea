"""Compares what moves rows and changes velocities (separate, sweep, bounce, slide) with the same of single shapes and
pairs, on adversarial rows: every element must be equal, bit for bit.

    python tests/exams/million_responses.py --rows 1000000 --seed 1

The pairs of rows are those of million.py, of all kinds; those beyond 1e50 are left out, because they could leave the
domain. Masses are tiny, ordinary, huge or infinite. Sweeps are those of points and circles. Velocities, normals and the
numbers of bounces are zero, tiny, ordinary or huge. Every second batch of rows is float32, strided or backwards in
memory. Prints for each verb the number of elements. Exits with status 1 if any element differs.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from array_rows import ARRAYS, Rows
from exam import Tally, report_elements, run_checks, run_command
from million_changes import in_memory
from million_rows import HUGE, KINDS, drawn_rows

import collide2d
from collide2d.testing.sources import Seeded

VERBS = ("separate", "sweep", "bounce", "slide")
NUMBERS = np.array([0.0, -0.0, 0.1, -3.0, 1e-7, 2.0**-149, -(2.0**-220), 1e35, -9.9e59, 0.25, 7.5])
MASSES = np.array([1.0, 0.3, 2.0, 1e50, 2.0**-140, math.inf, 7.0, 3e-46])


def same(got: Any, want: Any) -> bool:
    """Whether two shapes have the same vertices and numbers; sweeps of no length or radius may be of another kind."""
    if got.kind != want.kind:
        return bool(got.vertices == want.vertices and got.radius == want.radius)
    return bool(got == want and got.vertices == want.vertices and getattr(got, "a", 0) == getattr(want, "a", 0))


def compare_shapes(tally: Tally, verb: str, got: Any, want: Sequence[Any], of: Any) -> None:
    tally.elements[verb] += len(want)
    for i, (one, other) in enumerate(zip(got.to_shapes(), want, strict=True)):
        if not same(one, other):
            tally.wrong.append(f"{verb}: element {i} of {[rows[i].tolist() for rows in of]}: {one}, not {other}")


def compare_vectors(tally: Tally, verb: str, got: Any, want: Sequence[Any], of: dict[str, Any]) -> None:
    tally.elements[verb] += len(want)
    unequal = (got.view(np.int64) != np.array(want, np.float64).reshape(got.shape).view(np.int64)).any(axis=1)
    for i in np.flatnonzero(unequal)[:3].tolist():
        numbers = {name: x[i].tolist() for name, x in of.items()}
        tally.wrong.append(f"{verb}: element {i} of {numbers}: {got[i]}, not {want[i]}")


def calm(rows: Sequence[Rows], kinds: Sequence[str], turn: int) -> list[Rows]:
    """The pairs of rows, in memory, that are valid there and not huge."""
    laid = [in_memory(one, turn) for one in rows]
    good = [
        ARRAYS[kind](one, invalid="nan").valid & (np.abs(one.astype(np.float64)).max(axis=1) < HUGE)
        for kind, one in zip(kinds, laid, strict=True)
    ]
    both = good[0] & good[1]
    return [one[both] for one in laid]


def compare_rows(tally: Tally, kinds: tuple[str, str], turn: int, rows: Sequence[Rows], random: Any) -> None:
    a, b = calm(rows, kinds, turn)
    views = ARRAYS[kinds[0]](a), ARRAYS[kinds[1]](b)
    s, t = (view.to_shapes() for view in views)
    masses = random.choice(MASSES, (2, len(a)))
    masses[1][np.isinf(masses).all(axis=0)] = 3
    got = collide2d.separate(*views, masses[0], masses[1])
    want = list(map(collide2d.separate, s, t, *masses.tolist()))
    for k in (0, 1):
        compare_shapes(tally, "separate", got[k], [pair[k] for pair in want], (a, b, *masses))
    if kinds[0] in ("point", "circle"):
        motions = random.choice(NUMBERS[np.abs(NUMBERS) < HUGE], (len(a), 2))
        compare_shapes(
            tally, "sweep", views[0].sweep(motions), list(map(collide2d.sweep, s, motions.tolist())), (a, motions)
        )


def compare_velocities(tally: Tally, count: int, random: Any) -> None:
    normal = random.choice(NUMBERS, (count, 2))
    normal[(np.abs(normal) <= 2.0**-201).all(axis=1)] = 0.5, -1
    given = {
        "va": random.choice(NUMBERS, (count, 2)),
        "vb": random.choice(NUMBERS, (count, 2)),
        "normal": normal,
        "restitution": random.choice([0.0, 1.0, 0.3, -0.0], count),
        "mass_a": random.choice(MASSES, count),
        "mass_b": random.choice(MASSES[np.isfinite(MASSES)], count),
        "friction": random.choice([0.0, 0.7, 1e9], count),
    }
    each = [tuple(of) for of in zip(*(x.tolist() for x in given.values()), strict=True)]
    want = list(itertools.starmap(collide2d.bounce, each))
    got = collide2d.bounce(**given)
    for k in (0, 1):
        compare_vectors(tally, "bounce", got[k], [pair[k] for pair in want], given)
    slid = [collide2d.slide(v, n) for v, _, n, *_ in each]
    compare_vectors(tally, "slide", collide2d.slide(given["va"], normal), slid, given)


def check(seed: int, turn: int, count: int) -> Tally:
    """One batch of rows, with the kinds and the memory layout of this turn."""
    tally, random = Tally(Counter(), []), np.random.default_rng(seed)
    kinds = KINDS[turn % len(KINDS)]
    compare_rows(tally, kinds, turn // len(KINDS), drawn_rows(Seeded(seed), *kinds, count), random)
    compare_velocities(tally, count, random)
    return tally


def run(rows: int, seed: int, processes: int, batch: int = 2_500) -> Tally:
    return run_checks(check, VERBS, len(KINDS), rows, seed, processes, batch)


def report(tally: Tally) -> Iterator[str]:
    return report_elements(tally, VERBS)


def main(arguments: Sequence[str] | None = None) -> int:
    return run_command(__doc__, run, report, arguments)


if __name__ == "__main__":
    sys.exit(main())
