"""The oracle of the C fuzz targets (fuzz/oracle.c) against Fraction and mpmath: the oracle must be right on its own."""

from __future__ import annotations

import ctypes
import math
import random
import re
import struct
import subprocess
import sysconfig
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import mpmath  # type: ignore[import-untyped]
import polygons
import pytest

from collide2d import reference
from collide2d.testing.sources import Seeded

FUZZ = Path(__file__).resolve().parents[2] / "fuzz"
Points = list[tuple[float, float]]


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    library = tmp_path_factory.mktemp("oracle") / "oracle.so"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()
    sources = [str(FUZZ / "oracle.c"), str(FUZZ / "integer.c")]
    subprocess.run([*compiler, "-std=c11", "-O1", "-shared", "-fPIC", *sources, "-o", str(library), "-lm"], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.oracle_relate.restype = ctypes.c_int
    loaded.oracle_separation.restype = ctypes.c_double
    loaded.oracle_separation_error.restype = ctypes.c_double
    loaded.oracle_hull_error.restype = ctypes.c_char_p
    loaded.oracle_degrees.restype = ctypes.c_double
    loaded.oracle_sum.restype = ctypes.c_double
    return loaded


def flat(points: Points) -> ctypes.Array[ctypes.c_double]:
    numbers = [x for p in points for x in p]
    return (ctypes.c_double * len(numbers))(*numbers)


def arguments(a: Points, ra: float, b: Points, rb: float) -> list[object]:
    return [
        flat(a), ctypes.c_size_t(len(a)), ctypes.c_double(ra), flat(b), ctypes.c_size_t(len(b)), ctypes.c_double(rb)
    ]  # fmt: skip


def hull(points: Points) -> Points:
    """By gift wrapping over fractions: every edge has all the points on its left."""
    distinct = sorted(set(points))
    if len(distinct) < 3:
        return distinct
    exact = {p: (Fraction(p[0]), Fraction(p[1])) for p in distinct}
    found = [distinct[0]]
    while True:
        px, py = exact[found[-1]]
        best: tuple[float, float] | None = None
        for q in distinct:
            if q == found[-1]:
                continue
            if best is None:
                best = q
                continue
            ex, ey = exact[best][0] - px, exact[best][1] - py
            wx, wy = exact[q][0] - px, exact[q][1] - py
            turn = ex * wy - ey * wx
            if turn < 0 or (turn == 0 and wx * wx + wy * wy > ex * ex + ey * ey):
                best = q
        assert best is not None
        if best == found[0]:
            return found
        found.append(best)


def gap2(a: Points, b: Points) -> Fraction:
    """Square of the least distance of the corners of each from the sides of the other."""
    best: Fraction | None = None
    for corners, ring in ((a, b), (b, a)):
        for px, py in corners:
            for (sx, sy), (tx, ty) in zip(ring, ring[1:] + ring[:1], strict=True):
                ex, ey = Fraction(tx) - Fraction(sx), Fraction(ty) - Fraction(sy)
                wx, wy = Fraction(px) - Fraction(sx), Fraction(py) - Fraction(sy)
                length2 = ex * ex + ey * ey
                t = max(Fraction(0), min(Fraction(1), (wx * ex + wy * ey) / length2)) if length2 else Fraction(0)
                d2 = (wx - t * ex) ** 2 + (wy - t * ey) ** 2
                best = d2 if best is None else min(best, d2)
    assert best is not None
    return best


def reach(a: Points, b: Points) -> tuple[int, float]:
    """Over all directions square to a side: the sign of the least overlap of the shadows, and that overlap."""
    least, sign = math.inf, 1
    directions = [(1.0, 0.0), (0.0, 1.0)] if len(a) == len(b) == 1 else []
    normals = [(Fraction(x), Fraction(y)) for x, y in directions]
    for ring in (a, b):
        for (sx, sy), (tx, ty) in zip(ring, ring[1:] + ring[:1], strict=True):
            normal = (Fraction(ty) - Fraction(sy), Fraction(sx) - Fraction(tx))
            if any(normal):
                normals.append(normal)
    if len(a) + len(b) < 5:  # a flat pair also has ends
        normals += [(-y, x) for x, y in normals]
    for nx, ny in normals:
        shadow_a = [nx * Fraction(x) + ny * Fraction(y) for x, y in a]
        shadow_b = [nx * Fraction(x) + ny * Fraction(y) for x, y in b]
        overlap = min(max(shadow_a) - min(shadow_b), max(shadow_b) - min(shadow_a))
        flat_shadow = max(shadow_a) == min(shadow_a) and max(shadow_b) == min(shadow_b)
        sign = min(sign, (overlap > 0) - (overlap < 0), 0 if flat_shadow else 1)
        least = min(least, float(overlap) / math.sqrt(nx * nx + ny * ny))
    return sign, least


def expected(a: Points, ra: float, b: Points, rb: float) -> tuple[int, float]:
    radius = Fraction(ra) + Fraction(rb)
    cores, depth = reach(a, b)
    if cores >= 0 and (cores > 0 or gap2(a, b) == 0):
        return (1 if cores > 0 or radius > 0 else 0), -float(max(depth, 0.0) + radius)
    d2 = gap2(a, b)
    with mpmath.workprec(400):
        gap = mpmath.sqrt(mpmath.mpf(d2.numerator) / d2.denominator) - mpmath.mpf(radius.numerator) / radius.denominator
        return (radius * radius > d2) - (radius * radius < d2), float(gap)


def lattice(random: random.Random) -> float:
    return float(random.randrange(-4, 5))


def quarters(random: random.Random) -> float:
    return random.randrange(-16, 17) / 4


def anything(random: random.Random) -> float:
    return math.ldexp(random.uniform(-1, 1), random.choice([0, 0, 0, 1, 10, -10, 50, -100, 190]))


@pytest.mark.parametrize(("number", "least"), [(lattice, 10), (quarters, 1), (anything, 0)])
@pytest.mark.parametrize("seed", range(4))
def test_relate_and_separation_are_the_definitions(
    oracle: ctypes.CDLL, number: Callable[[random.Random], float], least: int, seed: int
) -> None:
    source = random.Random(seed)
    seen = {-1: 0, 0: 0, 1: 0}
    for _ in range(600):
        a, b = (hull([(number(source), number(source)) for _ in range(source.randrange(1, 6))]) for _ in "ab")
        ra, rb = (abs(number(source)) * source.randrange(2) for _ in "ab")
        if source.random() < 0.2:
            ra = max(0.0, math.sqrt(gap2(a, b)) - rb)
        relation, separation = expected(a, ra, b, rb)
        assert oracle.oracle_relate(*arguments(a, ra, b, rb)) == relation
        assert oracle.oracle_separation(*arguments(a, ra, b, rb)) == pytest.approx(separation, rel=1e-14)
        seen[relation] += 1
    assert min(seen.values()) >= least, seen


@pytest.mark.parametrize("number", [lattice, quarters, anything])
def test_errors_of_separations_are_those_of_the_reference(
    oracle: ctypes.CDLL, number: Callable[[random.Random], float]
) -> None:
    """The nearest double is half an ulp off at most, its neighbours more; all without a type whose width the machine
    chooses."""
    source, cancelled = random.Random(5), 0
    for _ in range(150):
        a, b = (hull([(number(source), number(source)) for _ in range(source.randrange(1, 5))]) for _ in "ab")
        ra, rb = (abs(number(source)) * source.randrange(2) for _ in "ab")
        if source.random() < 0.5:
            ra = max(0.0, math.sqrt(gap2(a, b)) - rb)
        exact = reference.surd_separation(
            reference.ExactShape([(Fraction(x), Fraction(y)) for x, y in a], Fraction(ra)),
            reference.ExactShape([(Fraction(x), Fraction(y)) for x, y in b], Fraction(rb)),
        )
        nearest = float(exact)
        assert oracle.oracle_separation(*arguments(a, ra, b, rb)) == pytest.approx(nearest, rel=2.0**-52)
        assert oracle.oracle_separation_error(*arguments(a, ra, b, rb), ctypes.c_double(nearest)) <= 0.5 + 2.0**-5
        off = nearest * (1 + 16 * 2.0**-52)
        error = oracle.oracle_separation_error(*arguments(a, ra, b, rb), ctypes.c_double(off))
        assert 15 < error < 17 or nearest == 0
        cancelled += 0 < abs(nearest) < 2.0**-40 * (ra + rb)
    assert cancelled > 0 or number is lattice


def test_the_oracle_does_not_depend_on_the_width_of_long_double() -> None:
    """It is 64, 80 or 128 bits wide, by the platform."""
    for path in FUZZ.glob("*.[ch]"):
        assert not re.search(r"long double|\b(sqrt|fabs|ldexp|frexp)l\b|%[.0-9]*L[aefg]", _code(path.read_text())), (
            path.name
        )


def _code(text: str) -> str:
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def subset(a: Points, ra: float, b: Points, rb: float) -> bool:
    """b reaches no farther than a in any direction: tried in those in which their difference can be least, the normals
    of the sides of both and the lines through a corner of each."""
    directions = [(Fraction(1), Fraction(0))]
    for ring in (a, b):
        for (sx, sy), (tx, ty) in zip(ring, ring[1:] + ring[:1], strict=True):
            directions.append((Fraction(ty) - Fraction(sy), Fraction(sx) - Fraction(tx)))
    directions += [(Fraction(qx) - Fraction(px), Fraction(qy) - Fraction(py)) for px, py in a for qx, qy in b]
    more = Fraction(rb) - Fraction(ra)
    for x, y in directions + [(-x, -y) for x, y in directions]:
        reach_a, reach_b = (max(x * Fraction(vx) + y * Fraction(vy) for vx, vy in ring) for ring in (a, b))
        spare, needed = reach_a - reach_b, more * more * (x * x + y * y)
        if not (x or y):
            continue
        if (spare < 0 or spare * spare < needed) if more > 0 else (spare < 0 and spare * spare > needed):
            return False
    return True


@pytest.mark.parametrize("number", [lattice, quarters, anything])
@pytest.mark.parametrize("seed", range(3))
def test_contains_is_the_definition(oracle: ctypes.CDLL, number: Callable[[random.Random], float], seed: int) -> None:
    source = random.Random(seed)
    seen = {(False, False): 0, (False, True): 0, (True, False): 0, (True, True): 0}
    for _ in range(300):
        a = hull([(number(source), number(source)) for _ in range(source.randrange(1, 7))])
        b = hull([(number(source), number(source)) for _ in range(source.randrange(1, 4))])
        if source.random() < 0.6:  # b within a: its corners, or what lies halfway to another one of them
            px, py = a[0]
            b = hull([source.choice([(x, y), ((x + px) / 2, (y + py) / 2)]) for x, y in source.choices(a, k=3)])
        ra, rb = (abs(number(source)) * source.randrange(2) for _ in "ab")
        if len(a) > 2 and source.random() < 0.3:  # a point inside, grown by as much as there may be room for
            b = [((a[0][0] + a[1][0]) / 4 + a[2][0] / 2, (a[0][1] + a[1][1]) / 4 + a[2][1] / 2)]
            rb = ra + abs(a[2][0] - a[0][0]) * source.choice([1 / 4, 1 / 16, 1 / 64])
        expected = subset(a, ra, b, rb)
        assert bool(oracle.oracle_contains(*arguments(a, ra, b, rb))) == expected
        seen[expected, rb > ra] += 1
    assert min(seen.values()) >= 5, seen


def test_polygons_of_hundreds_of_vertices(oracle: ctypes.CDLL) -> None:
    """What is far from deciding is left out: against whole numbers, which leave out nothing near."""
    source = Seeded(4)
    seen = set()
    for _ in range(150):
        pair = polygons.pair(source, most=400)
        a, b = ([(x * pair.unit, y * pair.unit) for x, y in placed.points.tolist()] for placed in pair[:2])
        given = arguments(a, pair.a.radius * pair.unit, b, pair.b.radius * pair.unit)
        if max(len(a), len(b)) <= 640:
            relation = polygons.relation(pair.a, pair.b)
            holds = polygons.contains(pair.a, pair.b)
            assert oracle.oracle_relate(*given) == relation, pair
            separation = oracle.oracle_separation(*given)
            assert (separation < 0) - (separation > 0) == relation, pair
            assert bool(oracle.oracle_contains(*given)) == holds, pair
            seen |= {("relation", relation), ("contains", int(holds))}
    assert len(seen) == 5


def sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)


def square(v: tuple[float, float]) -> Fraction:
    return Fraction(v[0]) ** 2 + Fraction(v[1]) ** 2


@pytest.mark.parametrize("number", [lattice, anything])
def test_sums_and_velocities_are_exact(oracle: ctypes.CDLL, number: Callable[[random.Random], float]) -> None:
    source = random.Random(11)

    def double(x: float) -> ctypes.c_double:
        return ctypes.c_double(x)

    def vector() -> tuple[float, float]:
        return number(source), number(source)

    for _ in range(1000):
        u, v, w = vector(), vector(), vector()
        if source.random() < 0.5:
            v = (u[1], -u[0]) if source.random() < 0.5 else (u[0], u[1] * (1 + 2**-50))
        x, y, z = u[0], v[1], w[0]
        assert oracle.oracle_sum(double(x), double(y), double(z)) == float(Fraction(x) + Fraction(y) + Fraction(z))
        dot = sum(((Fraction(p) - Fraction(q)) * Fraction(r) for p, q, r in zip(u, v, w, strict=True)), Fraction(0))
        assert oracle.oracle_dot_sign(flat([u]), flat([v]), flat([w])) == sign(dot)
        before, after = (
            (Fraction(p[0]) - Fraction(w[0])) ** 2 + (Fraction(p[1]) - Fraction(w[1])) ** 2 for p in (u, v)
        )
        assert oracle.oracle_distance_growth(flat([u]), flat([v]), flat([w])) == sign(after - before)
        m, n = abs(number(source)) + 1, abs(number(source)) + 1
        growth = Fraction(m) * (square(v) - square(u)) + Fraction(n) * (square(u) - square(w))
        found = oracle.oracle_energy_growth(double(m), flat([u]), flat([v]), double(n), flat([w]), flat([u]))
        assert found == sign(growth)


@pytest.mark.parametrize("seed", range(3))
def test_hull_error_knows_hulls(oracle: ctypes.CDLL, seed: int) -> None:
    source = random.Random(seed)
    for _ in range(300):
        points = [(lattice(source), lattice(source)) for _ in range(source.randrange(1, 12))]
        right = hull(points)

        def error(candidate: Points, points: Points = points) -> object:
            return oracle.oracle_hull_error(
                flat(points), ctypes.c_size_t(len(points)), flat(candidate), ctypes.c_size_t(len(candidate))
            )

        assert error(right) is None
        assert oracle.oracle_is_convex_cycle(flat(right), ctypes.c_size_t(len(right))) == 1
        if len(right) > 1:
            assert error(right[1:])
            assert error(right[1:] + right[:1])
        if len(right) > 2:
            assert error(right[:1] + right[:0:-1])
            bent = [
                *right,
                ((right[0][0] + right[1][0] + right[2][0]) / 3, (right[0][1] + right[1][1] + right[2][1]) / 3),
            ]
            assert oracle.oracle_is_convex_cycle(flat(bent), ctypes.c_size_t(len(bent))) == 0


def bits(x: float) -> bytes:
    return struct.pack("<d", x + 0.0)


@pytest.mark.parametrize("exponent", [-190, -20, 0, 3, 6, 9, 12, 60, 199])
def test_angles_are_correctly_rounded(oracle: ctypes.CDLL, exponent: int) -> None:
    source = random.Random(exponent)
    sine, cosine = ctypes.c_double(), ctypes.c_double()
    for _ in range(100):
        angle = math.ldexp(source.choice([source.uniform(-1, 1), source.randrange(-8, 9) / 8]), exponent)
        angle = float(Fraction(round(Fraction(angle) * 2**200), 2**200))
        oracle.oracle_sincos(ctypes.c_double(angle), ctypes.byref(sine), ctypes.byref(cosine))
        with mpmath.workprec(800):
            reduced = Fraction(angle) % 360
            radians = mpmath.mpf(reduced.numerator) / reduced.denominator * mpmath.pi / 180
            assert bits(sine.value) == bits(0.0 if reduced % 180 == 0 else float(mpmath.sin(radians)))
            assert bits(cosine.value) == bits(0.0 if reduced % 180 == 90 else float(mpmath.cos(radians)))
            assert oracle.oracle_degrees(ctypes.c_double(angle)) == float(mpmath.mpf(angle) * 180 / mpmath.pi)


def test_turn_is_exact_and_rounded_once(oracle: ctypes.CDLL) -> None:
    source = random.Random(5)
    for _ in range(500):
        px, py, x, y = (anything(source) for _ in range(4))
        sine, cosine = source.uniform(-1, 1), source.uniform(-1, 1)
        out = (ctypes.c_double * 2)()
        oracle.oracle_turn(flat([(px, py)]), ctypes.c_double(sine), ctypes.c_double(cosine), flat([(x, y)]), out)
        s, c = Fraction(sine), Fraction(cosine)
        assert out[0] == float(Fraction(x) + c * Fraction(px) - s * Fraction(py))
        assert out[1] == float(Fraction(y) + s * Fraction(px) + c * Fraction(py))
