"""Rows of the table of cliffs: two bodies of many pieces each."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from row import Row

from collide2d import Body, Chain, Circle, Rect, closest_points, contact, separate

Pair = tuple[Body, Body]

N = 400


# ---- bodies of n pieces, and where the second one is -----------------------------------------------------------------


def comb(n: int) -> Body:
    points = [(0.0, -1.0)]
    for i in range(n // 2):
        points += [(4.0 * i, 0), (4.0 * i, 20), (4.0 * i + 1, 20), (4.0 * i + 1, 0)]
    return Body.from_outline([*points, (2.0 * n, -1)])


def star(n: int) -> Body:
    radii = (n, n / 2)
    ends = [(radii[i % 2], math.tau * i / (2 * n)) for i in range(2 * n)]
    return Body.from_outline([(r * math.cos(t), r * math.sin(t)) for r, t in ends])


def zigzag(n: int, radius: float = 0) -> Body:
    return Chain([(i, i % 2) for i in range(n + 1)], radius=radius)


def walk(n: int, radius: float = 0) -> Body:
    source, x, y = random.Random(n), 0, 0
    points = [(x, y)]
    for _ in range(n):
        x, y = x + source.randint(-3, 3), y + source.randint(-3, 3)
        points.append((x, y))
    return Chain(points, radius=radius)


def rounds(n: int) -> Body:
    """Circles that each overlap a few others."""
    source = random.Random(n)
    side = math.sqrt(n)
    return Body([Circle(source.uniform(0, side), source.uniform(0, side), 1) for _ in range(n)])


def crowd(n: int) -> Body:
    """Circles that all overlap."""
    source = random.Random(n)
    return Body([Circle(source.random(), source.random(), 1) for _ in range(n)])


def tiles(n: int) -> Body:
    side = math.isqrt(n)
    return Body([Rect(x, y, 1, 1) for x in range(side) for y in range(side)])


def _halves(n: int) -> list[float]:
    return [x / n * (math.isqrt(n) - 1.5) for x in range(n)]


def gap_of(a: Body) -> float:
    left, _, right, _ = a.bounds
    return right - left


PAIRS: dict[str, Callable[[int], Pair]] = {
    "combs apart": lambda n: (comb(n), comb(n).move(0, 22)),
    "combs that interlock": lambda n: (comb(n), comb(n).rotate(180).move(2, 1)),
    "combs that touch": lambda n: (comb(n), comb(n).move(0, 21)),
    "combs that overlap": lambda n: (comb(n), comb(n).move(0.5, 0.5)),
    "stars apart": lambda n: (star(n), star(n).move(2.5 * n, 0.1)),
    "stars that overlap": lambda n: (star(n), star(n).move(n, 0.1)),
    "stars in one place": lambda n: (star(n), star(n).move(0.1, 0.1)),
    "chains side by side": lambda n: (zigzag(n), zigzag(n).move(0, 0.5)),
    "chains that touch": lambda n: (zigzag(n), Chain([(x, -(x % 2)) for x in range(n + 1)])),
    "chains that cross": lambda n: (walk(n), walk(n).move(0.5, 0.5)),
    "thick chains that cross": lambda n: (walk(n, 0.2), walk(n, 0.2).move(0.5, 0.5)),
    "rounds": lambda n: (rounds(n), rounds(n).move(0.3, 0.4)),
    "rounds in one place": lambda n: (crowd(n), crowd(n).move(0.3, 0.4)),
    "tiles": lambda n: (tiles(n), tiles(n).move(0.5, 0.5)),
    "tiles that are flush": lambda n: (tiles(n), tiles(n).move(math.isqrt(n), 0)),
    "tiles that cover others": lambda n: (tiles(n), Body([Rect(x, 0.5, 1, 1) for x in _halves(n)])),
    "a body and itself": lambda n: (walk(n), walk(n)),
}

VERBS: dict[str, Callable[[Body, Body], object]] = {
    "relate": lambda a, b: a.relate(b),
    "separation": lambda a, b: a.separation(b),
    "closest_points": closest_points,
    "contact": contact,
    "cast": lambda a, b: a.cast((gap_of(a) * 1.25, 1), b),
    "cast apart": lambda a, b: b.cast((0.25, gap_of(a)), a),
    "a cast of both": lambda a, b: a.cast((3, 1), b, motion_b=(-2, 1)),
    "contains": lambda a, b: a.contains(b),
}


def _row(name: str, pair: Callable[[int], Pair], verb: Callable[[Body, Body], object], n: int = N) -> Row:
    def make(n: int) -> Callable[[], int]:
        a, b = pair(n)

        def once() -> int:
            verb(a, b)
            return 1

        return once

    return Row(name, n, make)


def _outline(make: Callable[[int], Body]) -> Callable[[int], Callable[[], int]]:
    def made(n: int) -> Callable[[], int]:
        body, tolerance = make(n), 1 / n**2
        return lambda: sum(len(ring) for rings in body.outline(tolerance) for ring in rings)

    return made


def _first(a: Body, b: Body) -> object:
    """The first answer of new bodies, which includes the time of an index."""
    return Body(a).contact(Body(b))


ROWS: list[Row] = [
    *(_row(f"bodies: {verb} of {pair}", PAIRS[pair], VERBS[verb]) for verb in VERBS for pair in PAIRS),
    _row("bodies: first contact of combs apart", PAIRS["combs apart"], _first),
    Row("bodies: outline of a few circles at a fine tolerance", 300, _outline(lambda _: rounds(5))),
    _row("bodies: separate combs that overlap", PAIRS["combs that overlap"], separate),
    _row("bodies: separate stars that overlap", PAIRS["stars that overlap"], separate),
    _row("bodies: separate rounds", PAIRS["rounds"], separate),
]
