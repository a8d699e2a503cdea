"""The laws of bodies of many pieces, which get an index: it finds what a comparison of all pairs of pieces finds."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest

from collide2d import Body, Capsule, Chain, Circle, Point, Polygon, Rect, Relation, Segment, Shape

# More calls than it takes until a body has an index.
CALLS = 40


def scattered(source: random.Random, n: int) -> Body:
    def number() -> float:
        return source.randint(-24, 24) / 2

    def piece() -> Shape:
        x, y, w, h = number(), number(), source.randint(0, 5), source.randint(0, 5)
        return source.choice(
            [
                Circle(x, y, w / 2),
                Rect(x, y, w, h),
                Rect(x, y, w, h, 30),
                Segment(x, y, x + w, y - h),
                Capsule(x, y, x - w, y + h, h / 4),
                Polygon.hull([(x, y), (x + w, y + h), (x - h, y + w)]),
            ]
        )

    return Body([piece() for _ in range(n)])


def tiles(source: random.Random, n: int) -> Body:
    side = math.isqrt(n)
    x, y = source.randint(-side, side), source.randint(-side, side)
    return Body([Rect(x + i, y + j, 1, 1) for i in range(side) for j in range(side)])


def fence(source: random.Random, n: int) -> Body:
    points = [(source.randint(-9, 9), source.randint(-9, 9)) for _ in range(n + 1)]
    return Chain(points, radius=source.choice([0, 0, 0.25]))


def outline(source: random.Random, n: int) -> Body:
    x, y = source.randint(-9, 9), source.randint(-9, 9)
    ends = [(source.randint(4, 9), math.tau * i / (2 * n)) for i in range(2 * n)]
    return Body.from_outline(
        [(x + round(8 * r * math.cos(t)) / 8, y + round(8 * r * math.sin(t)) / 8) for r, t in ends]
    )


MAKERS = [scattered, tiles, fence, outline]
SEEDS = range(40)


def drawn(seed: int) -> tuple[Body, Body, tuple[float, float]]:
    source = random.Random(seed)
    first, second = source.choice(MAKERS), source.choice(MAKERS)
    motion = (source.randint(-30, 30) / 2, source.randint(-30, 30) / 2)
    return first(source, 30), second(source, source.choice([2, 25])), motion


def answers(a: Any, b: Any, motion: tuple[float, float]) -> str:
    calls: list[Callable[[], Any]] = [
        lambda: a.relate(b),
        lambda: a.separation(b),
        lambda: a.closest_points(b),
        lambda: a.contact(b),
        lambda: a.contains(b),
        lambda: a.cast(motion, b),
        lambda: a.cast(motion, b, touching=True),
        lambda: a.cast(motion, b, leaving=False),
        lambda: a.cast(motion, b, motion_b=(1.5, -0.5)),
    ]
    return repr([call() for call in calls])


@pytest.mark.parametrize("seed", SEEDS)
def test_an_index_changes_no_bit_of_an_answer(seed: int) -> None:
    a, b, motion = drawn(seed)
    for p, q in ((a, b), (b, a), (a, Point(1, 1)), (Circle(0.5, -2, 3), a)):
        fresh = [answers(Body(p) if isinstance(p, Body) else p, Body(q) if isinstance(q, Body) else q, motion)]
        assert {answers(p, q, motion) for _ in range(CALLS)} == set(fresh)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_index_finds_what_all_pairs_of_pieces_show(seed: int) -> None:
    a, b, motion = drawn(seed)
    for _ in range(2):
        least = min(p.separation(q) for p in a for q in b)
        relation = max(p.relate(q) for p in a for q in b)
        assert a.relate(b) is relation or (relation is Relation.TOUCHING and a.overlaps(b))
        assert a.separation(b) == least or (least == 0 and a.overlaps(b))
        assert math.dist(*a.closest_points(b)) == pytest.approx(max(least, 0), abs=1e-12)
        hits = [hit for p in a for q in b if (hit := p.cast(motion, q)) is not None]
        hit = a.cast(motion, b)
        assert hit is not None or not hits
        if hit is not None:
            assert hit.depth == max((other.depth for other in hits), default=0)
            t = min((other.t for other in hits), default=1)
            assert hit.t <= t
            thin = any(len(p.vertices) < 3 and p.radius == 0 for p in (*a, *b))
            assert thin or hit.t == t
        first, second = a.separate(b)
        assert not first.overlaps(second)


def test_a_point_where_many_pieces_meet_is_surrounded() -> None:
    corners = [(math.cos(math.tau * i / 64), math.sin(math.tau * i / 64)) for i in range(64)]
    fan = Body([Polygon([(0, 0), corners[i - 1], corners[i]]) for i in range(64)])
    points = Body([Point(0, 0), Point(3, 0), Segment(0, 0, 0, 2)])
    for _ in range(CALLS):
        assert fan.overlaps((0, 0))
        assert points.overlaps(fan)
        assert -fan.separation((0, 0)) == pytest.approx(1, abs=0.01)
        hit = Point(-2, 0).cast((4, 0), fan)
        assert hit is not None
        assert hit.t == pytest.approx(0.25)
