"""Compares filtered verbs with the single shapes on the path that COLLIDE2D_SIMD names; prints it, and a digest.

COLLIDE2D_SIMD=portable python tests/filter_paths.py [COUNT]
"""

from __future__ import annotations

import hashlib
import sys
from typing import Any

import numpy as np
from array_rows import ARRAYS, SCALARS, Rows, adversarial_rows

import collide2d
from collide2d import _arrays

PAIRS = [("point", "point"), ("circle", "circle"), ("point", "circle"), ("rect", "rect"), ("circle", "rect"),
         ("rect", "point"), ("rect", "circle")]  # fmt: skip
VERBS = ("relate", "collides", "overlaps", "touches")


def upright_of(kind: str, rows: Rows) -> Rows:
    return np.ascontiguousarray(rows[:, :4] if kind == "rect" else rows)


def sets_of_rows(kind_a: str, kind_b: str, count: int) -> list[tuple[Rows, Rows]]:
    """Adversarial rows that a filter takes, the same below the grain of the domain, and random ones."""
    a, b = (
        upright_of(k, r) for k, r in zip((kind_a, kind_b), adversarial_rows(kind_a, kind_b, count, 30), strict=True)
    )
    small = (np.abs(a).max(axis=1) < 1e50) & (np.abs(b).max(axis=1) < 1e50)
    a, b = a[small], b[small]
    usual = (np.abs(a).max(axis=1) < 1e3) & (np.abs(b).max(axis=1) < 1e3)
    rng = np.random.default_rng(1)
    fine = 2.0 ** rng.integers(-220, -140, usual.sum())[:, None]
    mixed_a, mixed_b = a[usual] * fine, b[usual].copy()
    mixed_b[::2] *= fine[::2]
    random = [rng.uniform(0, 3, (count, rows.shape[1])) for rows in (a, b)]
    return [(a, b), (mixed_a, mixed_b), (random[0], random[1])]


def answers(verb: str, kind_a: str, kind_b: str, a: Rows, b: Rows) -> list[int]:
    ask = getattr(collide2d, verb)
    pairs = zip(a.tolist(), b.tolist(), strict=True)
    return [int(ask(SCALARS[kind_a](*s), SCALARS[kind_b](*t))) for s, t in pairs]


def layouts(rows: Rows) -> list[Rows]:
    return [rows, np.asfortranarray(rows), np.repeat(rows, 2, axis=0)[::2]]


def main(count: int) -> None:
    digest = hashlib.sha256()
    for kind_a, kind_b in PAIRS:
        for a, b in sets_of_rows(kind_a, kind_b, count):
            view_a, view_b = ARRAYS[kind_a], ARRAYS[kind_b]
            for verb in VERBS:
                ask: Any = getattr(collide2d, verb)
                want = answers(verb, kind_a, kind_b, a, b)
                for s in layouts(a):
                    for t in layouts(b):
                        assert ask(view_a(s), view_b(t)).astype(int).tolist() == want, (kind_a, kind_b, verb)
                digest.update(bytes(w + 1 for w in want))
                for n in range(12):
                    assert ask(view_a(a[:n]), view_b(b[:n])).astype(int).tolist() == want[:n]
            grid = collide2d.relate(view_a(a[:300, None]), view_b(b[:40]))
            transposed = collide2d.relate(view_a(a[:300]), view_b(b[:40, None]))
            for i in range(40):
                want = answers("relate", kind_a, kind_b, a[:300], np.repeat(b[i : i + 1], min(300, len(a)), axis=0))
                single = collide2d.relate(view_a(a[:300]), SCALARS[kind_b](*b[i].tolist()))
                assert grid[:, i].tolist() == transposed[i].tolist() == single.tolist() == want
            digest.update(grid.tobytes())
    print(_arrays.simd, digest.hexdigest())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
