"""Rows of the table of cliffs: polygons of many vertices."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from row import Row

from collide2d import Polygon, Segment, Space, cast

Call = Callable[[], object]

ROWS: list[Row] = []


def row(name: str, n: int) -> Callable[[Callable[[int], Call]], Callable[[int], Call]]:
    """Adds a function of n to the table; n is the smaller of the two sizes. The output is one answer."""

    def add(prepare: Callable[[int], Call]) -> Callable[[int], Call]:
        def make(n: int) -> Callable[[], int]:
            call = prepare(n)

            def once() -> int:
                call()
                return 1

            return once

        ROWS.append(Row(name, n, make))
        return prepare

    return add


# ---- polygons of many vertices ---------------------------------------------------------------------------------------

Points = list[tuple[float, float]]


def regular(n: int, x: float = 0, y: float = 0, size: float = 1, turned: float = 0) -> Points:
    angles = [turned + math.tau * i / n for i in range(n)]
    return [(x + size * math.cos(t), y + size * math.sin(t)) for t in angles]


def parabola(n: int) -> Points:
    """A chain of whole numbers whose edges are (1, k) for every slope k."""
    return [(float(k), k * (k - 1) / 2) for k in range(n)]


def biased(n: int) -> Points:
    """A nearly straight chain: each vertex deviates to the same side by a rounding error."""
    f, x, y = (2.0**20 + 131 / 256) * 2.0**-54, 0.0, 0.0
    points = []
    for i in range(n):
        points.append((x, y))
        x += (i * 2.0**-11 / n - 2.0**-10) * f
        y -= f
    return [*points, (2.0**-5, y / 2)]


def grains(n: int) -> Points:
    """All vertices within rounding of each other."""
    return [(1 + k * 2.0**-52, 1 + k * (k - 1) * 2.0**-52) for k in range(n)]


def needle(n: int) -> Points:
    return [(1e3 * x, 1e-6 * y) for x, y in regular(n)]


def moved(points: Points, dx: float, dy: float, k: float = 1) -> Points:
    return [(dx + k * x, dy + k * y) for x, y in points]


def rightmost(points: Points) -> tuple[float, float]:
    return max(points)


Both = tuple[Polygon, Polygon]


def apart(n: int) -> Both:
    return Polygon.hull(regular(n)), Polygon.hull(regular(n, 2.5, 0.3, 1, 0.1))


def crossing(n: int) -> Both:
    return Polygon.hull(regular(n)), Polygon.hull(regular(n, 1.5, 0.3, 1, 0.1))


def one_inside(n: int) -> Both:
    return Polygon.hull(regular(n)), Polygon.hull(regular(n, 0.1, 0.1, 0.5, 0.1))


def concentric(n: int) -> Both:
    return Polygon.hull(regular(n)), Polygon.hull(regular(n, 0, 0, 0.75))


def identical(n: int) -> Both:
    return Polygon.hull(biased(n)), Polygon.hull(biased(n))


def corner_to_corner(n: int) -> Both:
    p = parabola(n)
    x, y = rightmost(p)
    return Polygon.hull(p), Polygon.hull(moved(p, 2 * x, 2 * y, -1))


def facing_chains(n: int) -> Both:
    """Nearly straight chains that face each other, parallel edge by edge, a little apart."""
    p = biased(n)
    return Polygon.hull(p), Polygon.hull(moved(p, 2 * p[n // 2][0] - 2.0**-40, 2 * p[n // 2][1], -1))


def chains_in_touch(n: int) -> Both:
    p = biased(n)
    return Polygon.hull(p), Polygon.hull(moved(p, 2 * p[n // 2][0], 2 * p[n // 2][1], -1))


def grains_in_touch(n: int) -> Both:
    p = grains(n)
    x, y = p[n // 2]
    return Polygon.hull(p), Polygon.hull(moved(p, 2 * x, 2 * y, -1))


def needles(n: int) -> Both:
    return Polygon.hull(needle(n)), Polygon.hull(moved(needle(n), 10, 1.9e-6))


def rounded_touch(n: int) -> Both:
    p = parabola(n)
    x, y = rightmost(p)
    return Polygon.hull(p, radius=2), Polygon.hull(moved(p, 2 * x + 3, 2 * y + 4, -1), radius=3)


def rounded_tuned(n: int) -> Both:
    """Shapes as close to a touch as a radius can express, with many features equally close up to rounding."""
    p = regular(n)
    q = [(3 - x, y) for x, y in p]
    gap = Polygon.hull(p).separation(Polygon.hull(q))
    return Polygon.hull(p, radius=gap / 2), Polygon.hull(q, radius=gap / 2)


def long_side(n: int) -> Both:
    """A rectangle's side along a nearly straight chain."""
    p = biased(n)
    x = p[n // 2][0]
    return Polygon.hull([(-1.0, -1.0), (-1.0, 1.0), (x - 2.0**-30, 1.0), (x, -1.0)]), Polygon.hull(p)


def unequal(n: int) -> Both:
    return Polygon.hull(regular(6, 0, 0, 1)), Polygon.hull(regular(n, 1.5, 0.2))


PAIRS = (
    apart, crossing, one_inside, concentric, identical, corner_to_corner, facing_chains, chains_in_touch,
    grains_in_touch, needles, rounded_touch, rounded_tuned, long_side, unequal,
)  # fmt: skip

VERBS: dict[str, Callable[[Any, Any], object]] = {
    "relate": lambda a, b: a.relate(b),
    "separation": lambda a, b: a.separation(b),
    "contact": lambda a, b: a.contact(b),
    "closest_points": lambda a, b: a.closest_points(b),
    "contains": lambda a, b: a.contains(b),
}


def add_pair(verb: str, ask: Callable[[Any, Any], object], make: Callable[[int], Both]) -> None:
    @row(f"{verb}, {make.__name__.replace('_', ' ')}", 2_500)
    def prepare(n: int) -> Call:
        a, b = make(n)
        return lambda: ask(a, b)


for verb, ask in VERBS.items():
    for make in PAIRS:
        add_pair(verb, ask, make)


@row("relate, the product of the counts beyond 2^32", 16_384)
def relate_overflow(n: int) -> Call:
    a, b = Polygon.hull(regular(n)), Polygon.hull(regular(n, 1.9))
    return lambda: a.relate(b)


@row("cast, rounded polygons", 1_000)
def cast_rounded(n: int) -> Call:
    a, b = Polygon.hull(regular(n), radius=1), Polygon.hull(regular(n, 9, 0.5), radius=1)
    return lambda: cast(a, (12.0, 0.0), b)


@row("cast, into an exact touch", 1_000)
def cast_touch(n: int) -> Call:
    a, b = rounded_touch(n)
    return lambda: cast(a, (3.0, 4.0), b)


@row("Space.query of a polygon among 50", 1_000)
def space_query(n: int) -> Call:
    space = Space({i: Polygon.hull(regular(n, 0.1 * i)) for i in range(50)})
    probe = Polygon.hull(regular(n, 2.0))
    return lambda: space.query(probe)


@row("separation, a segment along a chain", 1_000)
def segment_chain(n: int) -> Call:
    p = biased(n)
    b = Polygon.hull(p)
    a = Segment(p[0][0] - 2.0**-20, p[0][1], p[n - 1][0] - 2.0**-20, p[n - 1][1])
    return lambda: a.separation(b)
