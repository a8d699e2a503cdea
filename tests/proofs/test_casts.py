"""The lemmas about casts against the expressions of the kernels, in floats, with exact numbers beside them: whether the
scripts of proofs/gappa say what csrc/core/motion computes. The radii are chosen so that exact values are at the border
at which a lemma lets a kernel be certain, where an error of the lemma would show."""

from __future__ import annotations

import random
from collections.abc import Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from math import sqrt

import pytest

U = Fraction(1, 2**53)
MARGIN = 64 * 2.0**-53
MOVED = Fraction(128, 10) * U  # of the scale: how far rounding may move a vertex
SIDE = 19 * U

Point = tuple[float, float]
Exact = tuple[Fraction, Fraction]


def exactly(p: Point) -> Exact:
    return Fraction(p[0]), Fraction(p[1])


def minus(p: Exact, q: Exact) -> Exact:
    return p[0] - q[0], p[1] - q[1]


def cross(p: Exact, q: Exact) -> Fraction:
    return p[0] * q[1] - p[1] * q[0]


def dot(p: Exact, q: Exact) -> Fraction:
    return p[0] * q[0] + p[1] * q[1]


def root(x: Fraction) -> Fraction:
    """Correct to 60 digits."""
    with localcontext() as context:
        context.prec = 80
        return Fraction((Decimal(x.numerator) / Decimal(x.denominator)).sqrt())


def sub(p: Point, q: Point) -> Point:
    return p[0] - q[0], p[1] - q[1]


def fdot(p: Point, q: Point) -> float:
    return p[0] * q[0] + p[1] * q[1]


def fcross(p: Point, q: Point) -> float:
    return p[0] * q[1] - p[1] * q[0]


def norm1(p: Point) -> float:
    return abs(p[0]) + abs(p[1])


def most(*points: Point) -> float:
    return max(abs(x) for p in points for x in p)


class Cast:
    """Two segments, a motion, and the scale of c2d_cast_scale with coordinates that a radius makes no larger."""

    def __init__(self, chance: random.Random) -> None:
        def point(size: float) -> Point:
            grid = chance.choice([0, 0, 2.0**-20])
            x, y = chance.uniform(-size, size), chance.uniform(-size, size)
            return (round(x / grid) * grid, round(y / grid) * grid) if grid else (x, y)

        far = chance.choice([1.0, 1.0, 1e-3, 1e3])
        self.a = [point(1.0), point(1.0)]
        self.b = [point(far), point(far)]
        self.m = point(chance.choice([1e-3, 0.5, 3.0]))
        self.sizes = most(*self.a) + most(*self.b)
        self.scale = self.sizes + 2 * most(self.m) + 2.0**-148
        self.margin = MARGIN * self.scale
        self.edge = sub(self.b[1], self.b[0])
        self.corner, self.next = sub(self.b[0], self.a[0]), sub(self.b[1], self.a[0])

        a, b, self.M = exactly(self.a[0]), [exactly(p) for p in self.b], exactly(self.m)
        self.E, self.C, self.N = minus(b[1], b[0]), minus(b[0], a), minus(b[1], a)
        self.L, self.SPEED = root(dot(self.E, self.E)), root(dot(self.M, self.M))
        outward = self.E[1], -self.E[0]
        self.O, self.P = dot(outward, self.C) / self.L, dot(outward, self.M) / self.L  # as in the scripts


def casts(seed: int, count: int = 1500) -> Iterator[Cast]:
    chance = random.Random(seed)
    made = (Cast(chance) for _ in range(count))
    return (c for c in made if c.L and c.SPEED)


def radius_at(limit: Fraction, c: Cast, chance: random.Random) -> float | None:
    """A radius that differs from the limit by a few u of the scale, or None if the scale has no room for one."""
    radius = float(limit + chance.randint(-3, 3) * U * Fraction(c.scale))
    return radius if 0 <= radius <= c.sizes else None


def test_sides_of_the_line_of_a_motion() -> None:
    """side.g, side_kernels.g and side_squares.g: a certain side is certain by 19 u of the scale."""
    chance = random.Random(1)
    certain = 0
    for c in casts(1):
        cosine = dot(c.M, c.E) / (c.SPEED * c.L)
        height = cross(c.M, c.C) / c.SPEED
        near = chance.choice([SIDE, 24 * U, 64 * U, 100 * U, 140 * U]) * Fraction(c.scale)
        radius = radius_at((height - near) / cosine, c, chance) if cosine else None
        if radius is None:
            continue
        distance = height - Fraction(radius) * cosine  # of the end of the face
        s, length, ahead = fcross(c.m, c.corner), sqrt(fdot(c.edge, c.edge)), fdot(c.m, c.edge)
        start = s * length - radius * ahead
        speed, most1 = sqrt(fdot(c.m, c.m)), norm1(c.m)
        grown = radius + c.margin
        square, lift2 = fdot(c.edge, c.edge), radius * radius * (ahead * abs(ahead))
        sure = [
            start > (grown - radius) * speed * length,
            start > 1.5 * c.margin * most1 * length,
            (s * abs(s)) * square - lift2 > 8 * c.margin * most1 * (c.scale * most1) * square,
        ]
        certain += sum(sure)
        assert not any(sure) or distance > SIDE * Fraction(c.scale)
        assert not any(sure[1:]) or sure[0]  # a side that is certain in a kernel is so in cast.c
    assert certain > 100


def test_faces_before_misses_stops_and_hits() -> None:
    """face_apart.g, face_clear.g and face_end.g: the grown line of a face at the start, at `clear` and at the end."""
    chance = random.Random(2)
    apart = stops = hits = 0
    for c in casts(2):
        outward = c.edge[1], -c.edge[0]
        offset, approach = max(fdot(outward, c.corner), fdot(outward, c.next)), fdot(outward, c.m)
        length, scale = sqrt(fdot(c.edge, c.edge)), Fraction(c.scale)
        where = chance.choice([Fraction(0), Fraction(1), Fraction(1, 2)])
        near = chance.choice([13, 26, 60, 64, 70, -20, -60, -70]) * U * scale
        radius = radius_at(where * c.P - c.O - near, c, chance)
        if radius is None:
            continue
        grown, exact = radius + c.margin, Fraction(radius)
        above, sure = offset + grown * length, offset + (radius - c.margin) * length
        if above < 0:
            apart += 1
            assert exact + MOVED * scale < -c.O
        if above < approach:
            assert exact + MOVED * scale < c.P - c.O
        if above < 0 and above >= approach:
            stops += 1
            clear = min(above * (1 / approach), 1)
            assert Fraction(clear) * c.P - c.O > exact + MOVED * scale
        if sure >= approach and approach < 0:
            hits += 1
            assert exact - SIDE * scale > c.P - c.O
    assert min(apart, stops, hits) > 50


def test_arcs_at_the_stop_and_beside_the_line() -> None:
    """arc_clear.g, arc_inside.g, arc_hit.g and arc_miss.g: c2d_ray_meet_arc with the corner of two shapes."""
    chance = random.Random(3)
    hits = misses = 0
    for c in casts(3, 3000):
        m, v, scale = c.m, c.corner, Fraction(c.scale)
        beside = abs(cross(c.M, c.C)) / c.SPEED
        limits = [beside + k * U * scale for k in (70, 100, 150, 400, 10**6, -110, -130, -140)] + [beside * 2] * 4
        radius = radius_at(chance.choice(limits), c, chance)
        if radius is None or radius <= 2.0**-16 * c.scale:
            continue
        mm, aside, r2 = fdot(m, m), fcross(m, v), radius * radius
        half2, wide = r2 * mm - aside * aside, 4 * c.margin
        grown = wide * (radius + wide)
        if abs(half2) <= grown * mm or fdot(v, v) - r2 <= grown:
            continue
        if half2 < 0:
            misses += 1
            assert beside > Fraction(radius) + MOVED * scale
            continue
        half = sqrt(half2)
        t, early = (fdot(v, m) - half) / mm, grown / half
        clear = t - 0.25 * early
        if not early < t < 1 - early:
            continue
        hits += 1

        def distance2(t: float) -> Fraction:
            gap = minus((c.M[0] * Fraction(t), c.M[1] * Fraction(t)), c.C)  # noqa: B023 # it is called here only
            return dot(gap, gap)

        assert distance2(clear) > (Fraction(radius) + MOVED * scale) ** 2
        assert distance2(t + early) < (Fraction(radius) - MOVED * scale) ** 2
    assert min(hits, misses) > 50


def test_rays_that_pass_a_circle_of_any_radius() -> None:
    """pass_disc.g, with the scale of two points."""
    chance = random.Random(4)
    passed = 0
    for c in casts(4):
        p, q = c.a[0], c.b[0]
        beside = abs(cross(c.M, c.C)) / c.SPEED
        radius = float(
            beside * chance.choice([Fraction(0), Fraction(1, 10**6), 1 - 2**8 * U, 1 - 2**6 * U, 1 - 16 * U])
        )
        scale = (norm1(p) + norm1(q) + 2 * norm1(c.m)) + (radius + 2.0**-148)
        aside, mm, wide = fcross(c.m, c.corner), fdot(c.m, c.m), 4 * (MARGIN / 2 * scale)
        if aside * aside - radius * radius * mm > wide * (radius + wide) * mm:
            passed += 1
            assert beside > Fraction(radius) + 2 * U * Fraction(scale)
    assert passed > 50


@pytest.mark.parametrize("square", [False, True])
def test_quadrilaterals_beside_the_motion(square: bool) -> None:
    """quad_sides.g and lateral_quads.g: sums along the edges, as core_of and meet of cast_quads.c."""
    chance = random.Random(5)

    def quad(size: float) -> list[Point]:
        if square:
            return [(-size, -size), (size, -size), (size, size * (1 - chance.random() / 8)), (-size, size)]
        return [(chance.uniform(-size, size), chance.uniform(-size, size)) for _ in range(4)]

    def sides(v: list[Point], m: Point, first: float) -> list[float]:
        falls = [fcross(m, sub(v[(k + 1) & 3], v[k])) for k in range(4)]
        return [first, first + falls[0], (first + falls[0]) + falls[1], first - falls[3]]

    worst = Fraction(0)
    for _ in range(300):
        a, b = quad(chance.choice([1.0, 1e-3])), quad(1.0)
        m = (chance.uniform(-1, 1), chance.uniform(-1, 1))
        s_a, s_b = sides(a, m, 0.0), sides(b, m, fcross(m, sub(b[0], a[0])))
        sizes = Fraction(most(*a)) + Fraction(most(*b))
        for i, j in ((i, j) for i in range(4) for j in range(4)):
            error = abs(Fraction(s_b[j] - s_a[i]) - cross(exactly(m), minus(exactly(b[j]), exactly(a[i]))))
            worst = max(worst, error**2 / (sizes**2 * dot(exactly(m), exactly(m))))
    assert (2 * U) ** 2 < worst < (29 * U) ** 2
