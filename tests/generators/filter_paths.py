"""Compares filtered verbs with the single shapes on the path that COLLIDE2D_SIMD names; prints it, and a digest.

COLLIDE2D_SIMD=portable python tests/generators/filter_paths.py [COUNT]
"""

from __future__ import annotations

import hashlib
import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))  # PYTHONSAFEPATH leaves it out
from array_rows import ARRAYS, SCALARS, Rows, adversarial_rows

import collide2d
from collide2d import _arrays

# Every kind of rows, and rectangles without an angle.
FORMS = {"point": 2, "circle": 3, "segment": 4, "capsule": 5, "upright rect": 4, "rect": 5, "upright roundrect": 5,
         "roundrect": 6}  # fmt: skip
VERBS: dict[str, Callable[[Rows], Rows]] = {
    "collides": lambda relation: relation >= 0,
    "overlaps": lambda relation: relation > 0,
    "touches": lambda relation: relation == 0,
}
SIZES = {"circle": [2], "capsule": [4], "rect": [2, 3], "roundrect": [2, 3, 4]}


def kind_of(form: str) -> str:
    return form.removeprefix("upright ")


def random_rows(form: str, count: int, rng: np.random.Generator) -> Rows:
    rows = rng.uniform(0, 3, (count, FORMS[form]))
    if "roundrect" in form:
        rows[:, 4] *= rows[:, 2:4].min(axis=1) / 6
    if form in ("rect", "roundrect"):
        rows[:, -1] = rng.uniform(-720, 720, count)
    return rows


def near_touches(form: str, rows: Rows, rng: np.random.Generator) -> Rows:
    """The rows with sizes, or else coordinates, a few ulps off."""
    kicked = rows.copy()
    for column in SIZES.get(kind_of(form), [0]):
        kicked[:, column] *= 1 + rng.integers(-3, 4, len(rows)) * 2.0**-52
    if "roundrect" in form:
        kicked[:, 4] = np.minimum(kicked[:, 4], kicked[:, 2:4].min(axis=1) / 2)
        kicked[:, 4] = np.where(kicked[:, 4] < 2.0**-147, 0, kicked[:, 4])  # rounded as below
    return kicked


def sets_of_rows(form_a: str, form_b: str, count: int) -> list[tuple[Rows, Rows]]:
    """Adversarial rows, the same a few ulps off, below the grain of the domain and far away, and random ones."""
    rng = np.random.default_rng(1)
    pair = adversarial_rows(kind_of(form_a), kind_of(form_b), count, 30)
    a, b = (np.ascontiguousarray(rows[:, : FORMS[f]]) for f, rows in zip((form_a, form_b), pair, strict=True))
    sets = [(a, b)]
    usual = (np.abs(a).max(axis=1) < 1e3) & (np.abs(b).max(axis=1) < 1e3)
    a, b = a[usual], b[usual]
    sets.append((near_touches(form_a, a, rng), b))
    scaled = []
    for form, rows, every in ((form_a, a, 1), (form_b, b, 2)):
        fine = 2.0 ** np.random.default_rng(2).integers(-220, -140, usual.sum())[:, None]
        angle = int(form in ("rect", "roundrect"))
        rows = rows.copy()
        rows[::every, : rows.shape[1] - angle] *= fine[::every]
        if "roundrect" in form:  # numbers that are rounded may not fit any more
            rows[:, 4] = np.where(rows[:, 4] < 2.0**-147, 0, rows[:, 4])
        scaled.append(rows)
    sets.append((scaled[0], scaled[1]))
    away = [rows.copy() for rows in (a, b)]
    for form, rows in zip((form_a, form_b), away, strict=True):
        rows[:, : 4 if kind_of(form) in ("segment", "capsule") else 2] += 2.0**30
    sets.append((away[0], away[1]))
    sets.append((random_rows(form_a, count, rng), random_rows(form_b, count, rng)))
    return sets


def layouts(rows: Rows) -> list[Rows]:
    return [rows, np.asfortranarray(rows), np.repeat(rows, 2, axis=0)[::2]]


def shapes(form: str, rows: Rows) -> list[Any]:
    return [SCALARS[kind_of(form)](*row) for row in rows.tolist()]


def check_sets(form_a: str, form_b: str, a: Rows, b: Rows) -> bytes:
    view_a, view_b = ARRAYS[kind_of(form_a)], ARRAYS[kind_of(form_b)]
    shapes_a, shapes_b = shapes(form_a, a), shapes(form_b, b)
    want = np.array([s.relate(t) for s, t in zip(shapes_a, shapes_b, strict=True)], np.int8)
    where = (form_a, form_b)
    for s, t in itertools.product(layouts(a), layouts(b)):
        assert np.array_equal(collide2d.relate(view_a(s), view_b(t)), want), where
    mixed_a, mixed_b = collide2d.Shapes(view_a(a)), collide2d.Shapes(view_b(b))
    for p, q in ((mixed_a, mixed_b), (mixed_a, view_b(b)), (view_a(a), mixed_b)):
        assert np.array_equal(collide2d.relate(p, q), want), (*where, "mixed")
    for verb, holds in VERBS.items():
        got = getattr(collide2d, verb)(view_a(a), view_b(b))
        scalar = [getattr(s, verb)(t) for s, t in zip(shapes_a[:50], shapes_b[:50], strict=True)]
        assert np.array_equal(got, holds(want)), (*where, verb)
        assert got[:50].tolist() == scalar, (*where, verb)
    for n in range(20):
        assert np.array_equal(collide2d.relate(view_a(a[:n]), view_b(b[:n])), want[:n]), where
    few_a, few_b = slice(None, 60, 2), slice(None, 40)
    table = np.array([[s.relate(t) for t in shapes_b[few_b]] for s in shapes_a[few_a]], np.int8)
    assert np.array_equal(collide2d.relate(view_a(a[few_a, None]), view_b(b[few_b])), table), where
    assert np.array_equal(collide2d.relate(view_a(a[few_a]), view_b(b[few_b, None])).T, table), where
    for i in range(8):
        assert np.array_equal(collide2d.relate(view_a(a[few_a]), shapes_b[i]), table[:, i]), where
        assert np.array_equal(collide2d.relate(shapes_a[few_a][i], view_b(b[few_b])), table[i]), where
    return want.tobytes() + table.tobytes()


def check_single_precision(form_a: str, form_b: str, a: Rows, b: Rows) -> None:
    with np.errstate(over="ignore"):
        a, b = a.astype(np.float32), b.astype(np.float32)
    view_a, view_b = ARRAYS[kind_of(form_a)], ARRAYS[kind_of(form_b)]
    valid = view_a(a, invalid="nan").valid & view_b(b, invalid="nan").valid
    a, b = a[valid], b[valid]
    want = [s.relate(t) for s, t in zip(shapes(form_a, a), shapes(form_b, b), strict=True)]
    for s, t in itertools.product(layouts(a), [b, b.astype(np.float64)]):
        assert view_a(s).array is s
        assert collide2d.relate(view_a(s), view_b(t)).tolist() == want, (form_a, form_b)
    mixed = collide2d.Shapes(collide2d.Shapes(view_a(a)).array.astype(np.float32))
    assert collide2d.relate(mixed, view_b(b)).tolist() == want, (form_a, form_b, "mixed")


def check_near_touches_of_floats() -> None:
    """Circles of float32, one in ten of which touch but for a few ulps, at all scales: as in double precision."""
    rng = np.random.default_rng(3)
    for exponent in (0, 40, 70, 110, -40, -52, -70, -110, -145):
        a, b = (rng.uniform(0.5, 4, (20_000, 3)).astype(np.float32) for _ in range(2))
        a[:, :2] += rng.choice(np.array([0, 30, 1000], np.float32), (len(a), 1))
        b[:, :2] += a[:, :2]
        near = slice(None, None, 10)
        distance = np.hypot(*(a[near, :2].astype(float) - b[near, :2]).T)
        a[near, 2] = distance * rng.uniform(0.01, 0.99, len(distance))
        b[near, 2] = distance - a[near, 2]
        b[near, 2] *= (1 + rng.integers(-3, 4, len(distance)) * 2.0**-23).astype(np.float32)
        with np.errstate(under="ignore"):
            a, b = (np.ldexp(rows, exponent).astype(np.float32) for rows in (a, b))
        in_doubles = collide2d.relate(collide2d.Circles(a.astype(float)), collide2d.Circles(b.astype(float)))
        assert np.array_equal(collide2d.relate(collide2d.Circles(a), collide2d.Circles(b)), in_doubles), exponent


def main(count: int) -> None:
    check_near_touches_of_floats()
    digest = hashlib.sha256()
    for form_a, form_b in itertools.product(FORMS, repeat=2):
        for a, b in sets_of_rows(form_a, form_b, count):
            digest.update(check_sets(form_a, form_b, a, b))
            check_single_precision(form_a, form_b, a, b)
    print(_arrays.simd, digest.hexdigest())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
