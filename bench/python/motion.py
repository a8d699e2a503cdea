"""Times motion and response from Python: rays, casts, sweeps, separate, bounce and slide, against pymunk, pygame-ce,
shapely and plain Python, in one process. The method is that of calls.py.

The input is 65,536 distinct pairs of 256 shapes near the centre and 256 motions toward the centre from outside, so that
no cast starts in an overlap. The motions pass the centre at distances chosen so that half of them hit.

bench/run.py runs this and prints the tables; alone it prints the rows as JSON.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from calls import (
    FAST_PAIRS,
    POOL,
    SLOW_PAIRS,
    Columns,
    Contender,
    Pairs,
    Row,
    call_function,
    itself,
    make_pairs,
    make_shape,
    measure,
    near,
    pygame,
    pymunk,
    shapely,
    to_pygame,
    to_pymunk,
    to_shapely,
    to_tuple,
)

import collide2d

HIT_RATE = 0.5
MIDDLE = 512.0
SPREAD = 30.0
NESTED = 16.0

PYMUNK, PYTHON, FRECT_CONTAINS = "pymunk Shape.segment_query", "plain Python", "pygame-ce FRect.contains"
SHAPELY_INTERSECTION, SHAPELY_AREA = "shapely intersection", "shapely intersection, area"
GOALS = {
    ("raycast", PYMUNK): 0.05,
    ("bounce", PYTHON): 1.0,
    ("separate", PYTHON): 1.0,
    ("contains", FRECT_CONTAINS): 1.2,
    ("overlap_area", SHAPELY_AREA): 0.05,
    ("intersection", SHAPELY_INTERSECTION): 0.05,
}
Vector = tuple[float, float]


# ---- loops ---------------------------------------------------------------------------------------------------------


def call_raycast(bs: Sequence[Any], origins: Sequence[Any], motions: Sequence[Any]) -> None:
    for b, origin, motion in zip(bs, origins, motions, strict=True):
        b.raycast(origin, motion)


def call_cast(xs: Sequence[Any], motions: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, motion, b in zip(xs, motions, ys, strict=True):
        a.cast(motion, b)


def call_segment_query(xs: Sequence[Any], starts: Sequence[Any], ends: Sequence[Any], radii: Sequence[Any]) -> None:
    for shape, start, end, radius in zip(xs, starts, ends, radii, strict=True):
        shape.segment_query(start, end, radius)


def call_clipline(xs: Sequence[Any], starts: Sequence[Any], ends: Sequence[Any]) -> None:
    for rect, start, end in zip(xs, starts, ends, strict=True):
        rect.clipline(start, end)


def call_sweep(xs: Sequence[Any], motions: Sequence[Any]) -> None:
    for a, motion in zip(xs, motions, strict=True):
        a.sweep(motion)


def call_move(xs: Sequence[Any], motions: Sequence[Any]) -> None:
    for a, motion in zip(xs, motions, strict=True):
        a.move(*motion)


def call_contains(xs: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, b in zip(xs, ys, strict=True):
        a.contains(b)


def call_overlap_area(xs: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, b in zip(xs, ys, strict=True):
        a.overlap_area(b)


def call_intersection(xs: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, b in zip(xs, ys, strict=True):
        a.intersection(b)


def call_contact(xs: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, b in zip(xs, ys, strict=True):
        a.contact(b)


def call_separate(xs: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, b in zip(xs, ys, strict=True):
        a.separate(b)


def call_reflect(vs: Sequence[Any], normals: Sequence[Any]) -> None:
    for v, normal in zip(vs, normals, strict=True):
        v.reflect(normal)


# ---- plain Python: numbers in tuples, rays and casts to (t, normal), no start overlapped ---------------------------


def ray_circle(ox: float, oy: float, m: Vector, x: float, y: float, r: float) -> tuple[float, Vector] | None:
    mx, my = m
    wx, wy = ox - x, oy - y
    mm, b, c = mx * mx + my * my, wx * mx + wy * my, wx * wx + wy * wy - r * r
    disc = b * b - mm * c
    if disc < 0 or b >= 0:
        return None
    t = (-b - math.sqrt(disc)) / mm
    if not 0 <= t <= 1:
        return None
    return t, ((wx + t * mx) / r, (wy + t * my) / r)


def ray_box(
    ox: float, oy: float, m: Vector, left: float, top: float, right: float, bottom: float
) -> tuple[float, Vector] | None:
    t, out, normal = 0.0, 1.0, None
    for o, d, low, high, n in ((ox, m[0], left, right, (1.0, 0.0)), (oy, m[1], top, bottom, (0.0, 1.0))):
        if d == 0:
            if o <= low or o >= high:
                return None
            continue
        first, last = ((low - o) / d, (high - o) / d) if d > 0 else ((high - o) / d, (low - o) / d)
        if first > t:
            t, normal = first, (-n[0], -n[1]) if d > 0 else n
        out = min(out, last)
    return None if normal is None or t > out else (t, normal)


def python_ray_circle(b: Any, origin: Vector, m: Vector) -> tuple[float, Vector] | None:
    x, y, r = b
    ox, oy = origin
    return ray_circle(ox, oy, m, x, y, r)


def python_ray_rect(b: Any, origin: Vector, m: Vector) -> tuple[float, Vector] | None:
    ox, oy = origin
    return ray_box(ox, oy, m, *b)


def python_cast_circles(a: Any, m: Vector, b: Any) -> tuple[float, Vector] | None:
    ax, ay, ar = a
    bx, by, br = b
    return ray_circle(ax, ay, m, bx, by, ar + br)


def python_cast_rects(a: Any, m: Vector, b: Any) -> tuple[float, Vector] | None:
    al, at, ar, ab = a
    bl, bt, br, bb = b
    return ray_box(al, at, m, bl - (ar - al), bt - (ab - at), br, bb)


def python_separate_circles(a: Any, b: Any) -> tuple[Any, Any]:
    ax, ay, ar = a
    bx, by, br = b
    dx, dy = ax - bx, ay - by
    d = math.hypot(dx, dy)
    if d >= ar + br:
        return a, b
    nx, ny = (dx / d, dy / d) if d else (1.0, 0.0)
    half = (ar + br - d) / 2
    return (ax + nx * half, ay + ny * half, ar), (bx - nx * half, by - ny * half, br)


def python_separate_rects(a: Any, b: Any) -> tuple[Any, Any]:
    al, at, ar, ab = a
    bl, bt, br, bb = b
    x = min(ar - bl, br - al)
    y = min(ab - bt, bb - at)
    if x <= 0 or y <= 0:
        return a, b
    dx = dy = 0.0
    if x < y:
        dx = x / 2 if al + ar > bl + br else -x / 2
    else:
        dy = y / 2 if at + ab > bt + bb else -y / 2
    return (al + dx, at + dy, ar + dx, ab + dy), (bl - dx, bt - dy, br - dx, bb - dy)


def python_contains_rects(a: Any, b: Any) -> bool:
    al, at, ar, ab = a
    bl, bt, br, bb = b
    return bool(al <= bl and at <= bt and br <= ar and bb <= ab)


def python_bounce(va: Vector, vb: Vector, normal: Vector) -> tuple[Vector, Vector]:
    """Equal masses, no energy lost."""
    ax, ay = va
    bx, by = vb
    nx, ny = normal
    k = ((ax - bx) * nx + (ay - by) * ny) / (nx * nx + ny * ny)
    if k >= 0:
        return va, vb
    return (ax - nx * k, ay - ny * k), (bx + nx * k, by + ny * k)


def python_slide(v: Vector, normal: Vector) -> Vector:
    x, y = v
    nx, ny = normal
    k = x * nx + y * ny
    if k >= 0:
        return v
    k /= nx * nx + ny * ny
    return x - nx * k, y - ny * k


# ---- input ---------------------------------------------------------------------------------------------------------


def make_target(rng: random.Random, kind: str, x: float, y: float) -> Any:
    if kind != "octagon":
        return make_shape(rng, kind, x, y)
    r, turn = rng.uniform(10, 40), rng.uniform(0, math.tau)
    angles = [turn + math.tau / 8 * (i + rng.uniform(-0.3, 0.3)) for i in range(8)]
    return collide2d.Polygon([(x + r * math.cos(a), y + r * math.sin(a)) for a in angles])


@dataclass
class Motions:
    """Every moving shape of one list against every static shape of another."""

    moving: list[Any]
    motions: list[Vector]
    standing: list[Any]
    indices: list[tuple[int, int]]

    def columns(self, to: Callable[[Any], Any], to_moving: Callable[[Any], Any] | None = None) -> list[list[Any]]:
        """The moving shapes, their motions and the static shapes, in a peer's types, each shape converted once."""
        moving, standing = [(to_moving or to)(a) for a in self.moving], [to(b) for b in self.standing]
        return [
            [moving[i] for i, _j in self.indices],
            [self.motions[i] for i, _j in self.indices],
            [standing[j] for _i, j in self.indices],
        ]

    def rays(self, to: Callable[[Any], Any], most: int = FAST_PAIRS) -> list[list[Any]]:
        """The static shapes, and the ends of the path of a centre."""
        standing = [to(b) for b in self.standing]
        starts = [a.center for a in self.moving]
        ends = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(starts, self.motions, strict=True)]
        chosen = self.indices[:most]
        return [[standing[j] for _i, j in chosen], [starts[i] for i, _j in chosen], [ends[i] for i, _j in chosen]]

    def hit_rate(self) -> float:
        moving, motions, standing = self.columns(itself)
        hits = [a.cast(m, b) is not None for a, m, b in zip(moving, motions, standing, strict=True)]
        return sum(hits) / len(hits)


def inward(rng: random.Random, aside: float) -> tuple[Vector, Vector]:
    """A point outside, and a motion that passes the centre within a given distance, or stops before it."""
    turn, distance, offset = rng.uniform(0, math.tau), rng.uniform(240, 340), rng.uniform(-aside, aside)
    length = distance * rng.uniform(0.7, 2)
    c, s = math.cos(turn), math.sin(turn)
    start = (MIDDLE - c * distance - s * offset, MIDDLE - s * distance + c * offset)
    return start, (c * length, s * length)


def make_motions(a: str, b: str, aside: float, pool: int) -> Motions:
    rng = random.Random(f"{a} {b}")
    standing = [make_target(rng, b, near(rng, MIDDLE, SPREAD), near(rng, MIDDLE, SPREAD)) for _ in range(pool)]
    ways = [inward(rng, aside) for _ in range(pool)]
    moving = [make_target(rng, a, *start) for start, _motion in ways]
    indices = [(i, j) for i in range(pool) for j in range(pool)]
    rng.shuffle(indices)
    return Motions(moving, [motion for _start, motion in ways], standing, indices)


def aimed_motions(a: str, b: str) -> Motions:
    low, high = 1.0, 400.0
    for _step in range(8):
        aside = (low + high) / 2
        low, high = (aside, high) if make_motions(a, b, aside, 48).hit_rate() > HIT_RATE else (low, aside)
    return make_motions(a, b, high, POOL)


# ---- rows ----------------------------------------------------------------------------------------------------------


def rows(what: str, inputs: str, hits: float | None, repeats: int, contenders: Sequence[Contender | str]) -> list[Row]:
    """The first contender is collide2d. A name alone is a peer that is not installed; a row without peers has one with
    an empty name.
    """
    present = [c for c in contenders if isinstance(c, Contender)]
    ns = measure(present, repeats)
    ours, *peers = contenders
    assert isinstance(ours, Contender)
    names = [p if isinstance(p, str) else p.name for p in peers]
    verb = what.split()[0]
    return [
        Row(what, inputs, hits, ns[ours.name], name, ns.get(name), GOALS.get((verb, name))) for name in names or [""]
    ]


def pymunk_rays(motions: Motions, radius: Callable[[Any], float]) -> Contender | str:
    if not pymunk:
        return PYMUNK
    columns = motions.rays(to_pymunk, SLOW_PAIRS)
    radii = [radius(motions.moving[i]) for i, _j in motions.indices[:SLOW_PAIRS]]
    return Contender(PYMUNK, call_segment_query, [*columns, radii])


def clipped_rays(motions: Motions) -> Contender | str:
    name = "pygame-ce FRect.clipline"
    return Contender(name, call_clipline, motions.rays(to_pygame)) if pygame else name


def shapely_rays(motions: Motions) -> Contender | str:
    """The part of the line inside the shape; its start is the hit."""
    name = "shapely intersection"
    if not shapely:
        return name
    targets, starts, ends = motions.rays(to_shapely, SLOW_PAIRS)
    lines = [shapely.LineString(ends_of_line) for ends_of_line in zip(starts, ends, strict=True)]
    return Contender(name, call_function(shapely.intersection), (lines, targets))


RAY_FORMULAS: dict[str, Callable[..., Any]] = {"circle": python_ray_circle, "rect": python_ray_rect}
CAST_FORMULAS: dict[tuple[str, str], Callable[..., Any]] = {
    ("circle", "circle"): python_cast_circles,
    ("rect", "rect"): python_cast_rects,
}
SEPARATE_FORMULAS: dict[tuple[str, str], Callable[..., Any]] = {
    ("circle", "circle"): python_separate_circles,
    ("rect", "rect"): python_separate_rects,
}


def rows_of_raycast(b: str, repeats: int) -> list[Row]:
    motions = aimed_motions("point", b)
    points, ways, targets = motions.columns(itself)
    origins = [p.center for p in points]
    contenders: list[Contender | str] = [
        Contender("ours", call_raycast, (targets, origins, ways)),
        pymunk_rays(motions, lambda _point: 0.0),
    ]
    if b in RAY_FORMULAS:
        _points, _ways, numbers = motions.columns(to_tuple, itself)
        contenders.append(Contender(PYTHON, call_function(RAY_FORMULAS[b]), (numbers, origins, ways)))
    if b == "rect":
        contenders.append(clipped_rays(motions))
    if b in ("rect", "turned", "octagon"):
        contenders.append(shapely_rays(motions))
    return rows(f"raycast {b}", "aimed", motions.hit_rate(), repeats, contenders)


def rows_of_cast(a: str, b: str, repeats: int) -> list[Row]:
    motions = aimed_motions(a, b)
    ours = motions.columns(itself)
    contenders: list[Contender | str] = [Contender("ours", call_cast, ours)]
    if a == "circle":
        contenders.append(pymunk_rays(motions, lambda circle: float(circle.radius)))
    if (a, b) in CAST_FORMULAS:
        contenders.append(Contender(PYTHON, call_function(CAST_FORMULAS[a, b]), motions.columns(to_tuple)))
    return rows(f"cast {a}, {b}", "aimed", motions.hit_rate(), repeats, contenders)


def rows_of_sweep(a: str, repeats: int) -> list[Row]:
    motions = make_motions(a, "point", 100.0, POOL)
    moving, ways, _standing = motions.columns(itself)
    contenders: list[Contender | str] = [
        Contender("ours", call_sweep, (moving, ways)),
        Contender("our move", call_move, (moving, ways)),
    ]
    name = "shapely MultiPoint.convex_hull"
    if not shapely:
        contenders.append(name)
    elif a in ("rect", "turned", "octagon"):
        points = [
            shapely.MultiPoint([(x + k * dx, y + k * dy) for k in (0, 1) for x, y in shape.vertices])
            for shape, (dx, dy) in zip(moving[:SLOW_PAIRS], ways[:SLOW_PAIRS], strict=True)
        ]
        contenders.append(Contender(name, call_function(lambda p, _: p.convex_hull), (points, ways[:SLOW_PAIRS])))
    return rows(f"sweep {a}", "random", None, repeats, contenders)


def overlapping(a: str, b: str) -> Pairs:
    pairs = make_pairs(a, b, "random", FAST_PAIRS)
    return pairs.only(lambda i, j: bool(pairs.xs[i].overlaps(pairs.ys[j])), FAST_PAIRS)


def rows_of_separate(a: str, b: str, repeats: int) -> list[Row]:
    pairs = overlapping(a, b)
    contenders: list[Contender | str] = [Contender("ours", call_separate, pairs.columns(itself))]
    if (a, b) in SEPARATE_FORMULAS:
        contenders.append(Contender(PYTHON, call_function(SEPARATE_FORMULAS[a, b]), pairs.columns(to_tuple)))
    contenders.append(Contender("our contact", call_contact, pairs.columns(itself)))
    return rows(f"separate {a}, {b}", "overlapping", 1.0, repeats, contenders)


def nested(a: str, b: str) -> Pairs:
    """Shapes near the middle, and others a third as large."""
    rng = random.Random(f"{a} {b} nested")
    xs = [make_target(rng, a, MIDDLE, MIDDLE) for _ in range(POOL)]
    ys = [
        make_target(rng, b, near(rng, MIDDLE, NESTED), near(rng, MIDDLE, NESTED)).scale_by(1 / 3) for _ in range(POOL)
    ]
    indices = [(i, j) for i in range(POOL) for j in range(POOL)]
    rng.shuffle(indices)
    return Pairs(xs, ys, indices)


def rows_of_contains(a: str, b: str, repeats: int) -> list[Row]:
    pairs = nested(a, b)
    columns = pairs.columns(itself)
    hits = sum(x.contains(y) for x, y in zip(*columns, strict=True)) / len(columns[0])
    contenders: list[Contender | str] = [Contender("ours", call_contains, columns)]
    if (a, b) == ("rect", "rect"):
        contenders.append(Contender(PYTHON, call_function(python_contains_rects), pairs.columns(to_tuple)))
        name = FRECT_CONTAINS
        contenders.append(Contender(name, call_contains, pairs.columns(to_pygame)) if pygame else name)
    name = "shapely covers"
    if shapely and a != "circle":
        some = pairs.only(lambda _i, _j: True, SLOW_PAIRS)
        contenders.append(Contender(name, call_function(shapely.covers), some.columns(to_shapely)))
    elif a != "circle":
        contenders.append(name)
    return rows(f"contains {a}, {b}", "nested", hits, repeats, contenders)


def rows_of_areas(a: str, b: str, repeats: int) -> list[Row]:
    """Of shapes that overlap. A circle is a polygon of 64 corners to shapely, as its buffer makes it."""
    pairs = overlapping(a, b)
    some = pairs.only(lambda _i, _j: True, SLOW_PAIRS)

    def to_polygon(shape: Any) -> Any:
        return shapely.Point(shape.center).buffer(shape.radius) if shape.kind == "circle" else to_shapely(shape)

    def rows_against(verb: str, call: Any, name: str, peer: Any) -> list[Row]:
        theirs = Contender(name, call_function(peer), some.columns(to_polygon)) if shapely else name
        return rows(
            f"{verb} {a}, {b}", "overlapping", 1.0, repeats, [Contender("ours", call, pairs.columns(itself)), theirs]
        )

    found = rows_against("overlap_area", call_overlap_area, SHAPELY_AREA, lambda p, q: p.intersection(q).area)
    if "circle" in (a, b):
        return found
    return found + rows_against(
        "intersection", call_intersection, SHAPELY_INTERSECTION, shapely.intersection if shapely else None
    )


def random_vectors(rng: random.Random, size: float) -> list[Vector]:
    return [(rng.uniform(-size, size), rng.uniform(-size, size)) for _ in range(FAST_PAIRS)]


def rows_of_velocities(repeats: int) -> list[Row]:
    rng = random.Random(11)
    vas, vbs, normals = random_vectors(rng, 300), random_vectors(rng, 300), random_vectors(rng, 1)
    columns: Columns = (vas, vbs, normals)
    bounces: list[Contender | str] = [
        Contender("ours", call_function(collide2d.bounce), columns),
        Contender(PYTHON, call_function(python_bounce), columns),
    ]
    slides: list[Contender | str] = [
        Contender("ours", call_function(collide2d.slide), (vas, normals)),
        Contender(PYTHON, call_function(python_slide), (vas, normals)),
    ]
    bounced = sum(collide2d.bounce(va, vb, n) != (va, vb) for va, vb, n in zip(*columns, strict=True))
    slid = sum(collide2d.slide(v, n) != v for v, n in zip(vas, normals, strict=True))
    name = "pygame-ce Vector2.reflect"
    if pygame:
        vectors = [pygame.Vector2(v) for v in vas], [pygame.Vector2(n) for n in normals]
        bounces.append(Contender(name, call_reflect, vectors))
        slides.append(Contender(name, call_reflect, vectors))
    return [
        *rows("bounce", "random", bounced / FAST_PAIRS, repeats, bounces),
        *rows("slide", "random", slid / FAST_PAIRS, repeats, slides),
    ]


def all_rows(quick: bool) -> list[Row]:
    repeats = 3 if quick else 9
    answer = []
    for b in ("circle", "segment", "capsule", "rect", "roundrect", "turned", "octagon"):
        answer += rows_of_raycast(b, repeats)
    for a, b in (
        ("circle", "circle"),
        ("circle", "capsule"),
        ("circle", "rect"),
        ("rect", "rect"),
        ("roundrect", "roundrect"),
        ("segment", "segment"),
        ("turned", "turned"),
        ("octagon", "octagon"),
    ):
        answer += rows_of_cast(a, b, repeats)
    for a in ("circle", "rect", "turned", "octagon"):
        answer += rows_of_sweep(a, repeats)
    for a, b in (("circle", "circle"), ("circle", "rect"), ("rect", "rect"), ("turned", "turned")):
        answer += rows_of_separate(a, b, repeats)
    for a, b in (("circle", "circle"), ("rect", "rect"), ("turned", "turned")):
        answer += rows_of_contains(a, b, repeats)
    for a, b in (
        ("circle", "circle"),
        ("circle", "turned"),
        ("rect", "rect"),
        ("turned", "turned"),
        ("octagon", "octagon"),
    ):
        answer += rows_of_areas(a, b, repeats)
    return answer + rows_of_velocities(repeats)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three repeats")
    options = parser.parse_args(arguments)
    json.dump([asdict(row) | {"ratio": row.ratio} for row in all_rows(options.quick)], sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
