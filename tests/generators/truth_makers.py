"""Truths for files: questions of every regime with answers in whole numbers and fractions, by a seed.

`million_truths.py` writes them and checks them by oracles that share no code with this module. A pair is answered from
the hull of the differences of its vertices, in whole numbers; a cast by the reference, in fractions; a way by
`way_oracle`, in whole numbers. Each is the first of two oracles that share no code: see `million_truths.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

import way_oracle

import collide2d as c2
from collide2d import Relation, reference
from collide2d.testing.cast_regimes import SMALL_CAST_REGIMES, drawn_cast
from collide2d.testing.exam import EXAM_REGIMES
from collide2d.testing.recipes import KIND_PAIRS, KINDS, build, build_cast
from collide2d.testing.sources import Seeded
from collide2d.testing.truth_files import shape_of_text, shape_text
from collide2d.testing.truths import CastTruth, PairTruth, Truth, Vec, WayTruth
from collide2d.testing.world_regimes import corners, way_through, world_of

Whole = tuple[int, int]
WAYS_PER_WORLD = 8


# ---- numbers ---------------------------------------------------------------------------------------------------------


def below(n: int, d: int) -> float:
    """The greatest double that is not above n / d."""
    x = n / d
    p, q = x.as_integer_ratio()
    return math.nextafter(x, -math.inf) if p * d > n * q else x


def bounds_of(n: int, d: int) -> tuple[float, float]:
    """The doubles on both sides of n / d; equal if it is a double."""
    return below(n, d), 0.0 - below(-n, d)


def bounds_of_root(sign: int, n: int, d: int, shift: int, scale: int) -> tuple[float, float]:
    """The doubles on both sides of (sign * sqrt(n / d) - shift) / scale."""
    bits = 200
    while True:
        root = math.isqrt((n << 2 * bits) // d)
        is_exact = root * root * d == n << 2 * bits
        ends = sorted(sign * (root + more) - (shift << bits) for more in (0, 1 - is_exact))
        low, high = below(ends[0], scale << bits), 0.0 - below(-ends[1], scale << bits)
        if low == high or math.nextafter(low, math.inf) == high:
            return low, high
        bits *= 2


def nearest_of_root(x: int, square: int) -> float:
    """The double nearest to x / sqrt(square)."""
    bits = 400
    while True:
        root = math.isqrt((x * x << 2 * bits) // square)
        found = {root / (1 << bits), (root + 1) / (1 << bits)}
        if len(found) == 1 or root * root * square == x * x << 2 * bits:
            return math.copysign(root / (1 << bits), x) + 0.0
        bits *= 2


# ---- pairs -----------------------------------------------------------------------------------------------------------


class Gap(NamedTuple):
    """The gap of two cores: sqrt(n / d), inside or outside of the hull of their differences, and the ways out; none if
    there is a range of them."""

    n: int
    d: int
    inside: bool
    ways: tuple[Whole, ...]


def differences(a: Any, b: Any) -> tuple[list[Whole], int, int]:
    """The differences of the vertices, the sum of the radii, and the scale that makes all of them whole."""
    cores = [[(x.as_integer_ratio(), y.as_integer_ratio()) for x, y in s.vertices] for s in (a, b)]
    radii = [s.radius.as_integer_ratio() for s in (a, b)]
    scale = max(*(d for core in cores for p in core for _, d in p), *(d for _, d in radii))  # powers of two
    p, q = ([(n * (scale // d), m * (scale // f)) for (n, d), (m, f) in core] for core in cores)
    return [(x - u, y - v) for x, y in p for u, v in q], sum(n * (scale // d) for n, d in radii), scale


def hull_of(points: Sequence[Whole]) -> list[Whole]:
    """The corners of the hull, counterclockwise: the lower chain, then the upper one."""
    ordered = sorted(set(points))
    chains: list[Whole] = []
    for run in (ordered, ordered[::-1]):
        chain: list[Whole] = []
        for x, y in run:
            while len(chain) > 1:
                (px, py), (qx, qy) = chain[-2:]
                if (qx - px) * (y - py) > (qy - py) * (x - px):
                    break
                chain.pop()
            chain.append((x, y))
        chains += chain[:-1]
    return chains or ordered


def gap_of(points: Sequence[Whole]) -> Gap:
    """From the origin to the boundary of the hull of some points."""
    hull = hull_of(points)
    edges = [(hull[i - 1], hull[i]) for i in range(len(hull))]
    inside = len(hull) > 2 and all(p[0] * q[1] > p[1] * q[0] for p, q in edges)
    found: list[tuple[int, int, Whole]] = []
    for p, q in edges:
        e = q[0] - p[0], q[1] - p[1]
        length2, along, cross = e[0] ** 2 + e[1] ** 2, -(p[0] * e[0] + p[1] * e[1]), p[0] * q[1] - p[1] * q[0]
        if 0 < along < length2:
            sign = 1 if cross > 0 else -1
            found.append((cross * cross, length2, (sign * e[1], -sign * e[0])))
        else:
            x, y = p if along <= 0 else q
            found.append((x * x + y * y, 1, (x, y)))
    best = found[0]
    for other in found[1:]:
        if other[0] * best[1] < best[0] * other[1]:
            best = other
    n, d, _ = best
    sign = -1 if inside else 1
    ways = {(sign * x, sign * y) for m, l2, (x, y) in found if m * d == n * l2}
    if (0, 0) in ways:  # a corner of the hull: every direction between the normals of its edges is a way
        return Gap(n, d, inside, ())
    return Gap(n, d, inside, tuple({_primitive(way) for way in ways}))


def _primitive(v: Whole) -> Whole:
    k = math.gcd(*v)
    return v[0] // k, v[1] // k


def pair_truth(regime: str, a: Any, b: Any) -> PairTruth:
    points, radius, scale = differences(a, b)
    gap = gap_of(points)
    excess = gap.n - radius * radius * gap.d
    relation = 1 if gap.inside or excess < 0 else 0 if excess == 0 else -1
    low, high = bounds_of_root(-1 if gap.inside else 1, gap.n, gap.d, radius, scale)
    normal = None
    if len(gap.ways) == 1:
        (x, y), square = gap.ways[0], gap.ways[0][0] ** 2 + gap.ways[0][1] ** 2
        normal = nearest_of_root(x, square), nearest_of_root(y, square)
    return PairTruth(regime, a, b, Relation(relation), low, high, normal)


def pair_truths(seed: int, count: int) -> Iterator[Truth]:
    """All pairs of kinds and all regimes in turn, in both orders."""
    source, regimes = Seeded(seed), list(EXAM_REGIMES)
    for i in range(count):
        kinds = KIND_PAIRS[i % len(KIND_PAIRS)]
        regime = regimes[i // len(KIND_PAIRS) % len(regimes)]
        kind_a, kind_b = kinds if source.integer(0, 1) else kinds[::-1]
        yield pair_truth(regime, *(build(c2, r) for r in EXAM_REGIMES[regime](source, kind_a, kind_b)))


# ---- casts -----------------------------------------------------------------------------------------------------------


def cast_truth(regime: str, a: Any, motion: Vec, b: Any) -> CastTruth:
    """The shapes must be those that a file gives back: a rectangle does not move as the polygon of its corners does.
    The end of the motion is not rounded."""
    ends = [(Fraction(x) + Fraction(motion[0]), Fraction(y) + Fraction(motion[1])) for x, y in a.vertices]
    sweep = reference.ExactShape([*((Fraction(x), Fraction(y)) for x, y in a.vertices), *ends], Fraction(a.radius))
    if not reference.overlaps(sweep, b):
        return CastTruth(regime, a, motion, b, None, None)
    if reference.overlaps(a, b):
        return CastTruth(regime, a, motion, b, 0.0, 0.0)
    entry = reference.entry_time(a, motion, b)
    assert entry is not None
    bits = 200
    while True:
        ends_of_t = entry.bracket(bits)
        low = below(ends_of_t[0].numerator, ends_of_t[0].denominator)
        high = 0.0 - below(-ends_of_t[1].numerator, ends_of_t[1].denominator)
        if low == high or math.nextafter(low, math.inf) == high:
            return CastTruth(regime, a, motion, b, low, high)
        bits *= 2


# The others are younger than the file of truths.
_CAST_REGIMES = tuple(name for name in SMALL_CAST_REGIMES if name not in ("onto_line", "at_great_arc"))


def cast_truths(seed: int, count: int) -> Iterator[Truth]:
    """All ordered pairs of kinds and all regimes in turn."""
    source, kinds = Seeded(seed), [(a, b) for a in KINDS for b in KINDS]
    for i in range(count):
        regime = _CAST_REGIMES[i // len(kinds) % len(_CAST_REGIMES)]
        a, motion, b = build_cast(c2, drawn_cast(source, regime, *kinds[i % len(kinds)]))
        yield cast_truth(regime, shape_of_text(shape_text(a)), motion, shape_of_text(shape_text(b)))


# ---- ways ------------------------------------------------------------------------------------------------------------


def way_truth(kind: str, shape: Any, motion: Vec, members: Sequence[Any]) -> WayTruth:
    return _way_truth(kind, shape, motion, tuple(members), way_oracle.blocks(members))


def _way_truth(
    kind: str, shape: Any, motion: Vec, members: tuple[Any, ...], world: Sequence[way_oracle.Block]
) -> WayTruth:  # fmt: skip
    answer = way_oracle.first_block(world, *way_oracle.thin_way(shape, motion))
    if answer is None:
        return WayTruth(kind, shape, motion, members, None, None)
    if answer.root is not None:
        u, q, length2 = answer.root
        return WayTruth(kind, shape, motion, members, *bounds_of_root(-1, q, 1, -u, length2))
    return WayTruth(kind, shape, motion, members, *bounds_of(answer.n, answer.d))


def way_truths(seed: int, count: int) -> Iterator[Truth]:
    """Ways through worlds of every kind."""
    yield from islice(_way_truths(Seeded(seed)), count)


def _way_truths(source: Seeded) -> Iterator[Truth]:
    while True:
        kind, recipes = world_of(source)
        members = tuple(build(c2, recipe) for recipe in recipes)
        world, faces = way_oracle.blocks(members), corners(recipes)
        for _ in range(WAYS_PER_WORLD):
            recipe, motion = way_through(source, faces)
            shape = shape_of_text(shape_text(build(c2, recipe)))
            yield _way_truth(kind, shape, (float(motion[0]), float(motion[1])), members, world)


def answered(truth: Truth) -> Truth:
    """The truth with its answer made anew."""
    if isinstance(truth, PairTruth):
        return pair_truth(truth.regime, truth.a, truth.b)
    if isinstance(truth, CastTruth):
        return cast_truth(truth.regime, truth.a, truth.motion, truth.b)
    return way_truth(truth.regime, truth.shape, truth.motion, truth.members)


def truths(seed: int, pairs: int, casts: int, ways: int) -> Iterator[Truth]:
    yield from pair_truths(seed, pairs)
    yield from cast_truths(seed, casts)
    yield from way_truths(seed, ways)
