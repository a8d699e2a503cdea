"""Times calls from Python against pygame-ce, pymunk, shapely, plain Python and our own reference, in one process.

Random input is 65,536 distinct pairs, in random order, of 256 shapes and 256 others, which fit the cache; peers slower
than half a microsecond get 8,192 of them. Half-touching input has the same number of pairs, each with its own two
shapes, and each block is called once before it is timed. The contenders run in turn on each block of 1,024 pairs, and
the time of a block is the minimum of its repeats. The empty loop is measured in the same way and subtracted.

bench/run.py runs this and prints the tables; alone it prints the rows as JSON.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import math
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import collide2d

BLOCK = 1024
POOL = 256
FAST_PAIRS = POOL * POOL
SLOW_PAIRS = 8192
REFERENCE_PAIRS = 128
HIT_RATE = 0.4
LATTICE = 1 / 64

KINDS = ("point", "circle", "segment", "capsule", "rect", "roundrect", "turned")
INPUTS = ("random", "half-touching")

PYMUNK = "pymunk shapes_collide"
YARDSTICK = "pygame-ce Circle.collideswith(Circle)"

# Arguments as columns, so that the loops allocate no tuples: zip reuses its own.
Columns = Sequence[Sequence[Any]]
Loop = Callable[..., None]


@dataclass
class Row:
    """One line of a table. Times in nanoseconds; None where the peer is missing or has no goal."""

    what: str
    inputs: str
    hits: float | None
    ours: float
    peer: str
    theirs: float | None
    goal: float | None

    @property
    def ratio(self) -> float | None:
        return None if self.theirs is None else self.ours / self.theirs


def optional(name: str) -> Any:
    """The module, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # stdout carries the rows
pygame = optional("pygame")
geometry: Any = optional("pygame.geometry") if pygame else None
pymunk = optional("pymunk")
shapely = optional("shapely")

# pymunk's shapes do not keep their body alive.
STATIC_BODY = pymunk.Body(body_type=pymunk.Body.STATIC) if pymunk else None


# ---- loops: one bytecode pattern each, with only the call ----------------------------------------------------------


def empty(*columns: Sequence[Any]) -> None:
    if len(columns) == 2:
        for _a, _b in zip(*columns, strict=True):
            pass
    elif len(columns) == 3:
        for _a, _b, _c in zip(*columns, strict=True):
            pass
    else:
        for _a, _b, _c, _d in zip(*columns, strict=True):
            pass


def call_collides(xs: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, b in zip(xs, ys, strict=True):
        a.collides(b)


def call_contact(xs: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, b in zip(xs, ys, strict=True):
        a.contact(b)


def call_collideswith(xs: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, b in zip(xs, ys, strict=True):
        a.collideswith(b)


def call_colliderect(xs: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, b in zip(xs, ys, strict=True):
        a.colliderect(b)


def call_collidepoint(xs: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, b in zip(xs, ys, strict=True):
        a.collidepoint(b)


def call_clipline(xs: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, b in zip(xs, ys, strict=True):
        a.clipline(b)


def call_shapes_collide(xs: Sequence[Any], ys: Sequence[Any]) -> None:
    for a, b in zip(xs, ys, strict=True):
        a.shapes_collide(b)


def call_function(function: Callable[..., Any]) -> Loop:
    def loop2(xs: Sequence[Any], ys: Sequence[Any]) -> None:
        for a, b in zip(xs, ys, strict=True):
            function(a, b)

    def loop3(xs: Sequence[Any], ys: Sequence[Any], zs: Sequence[Any]) -> None:
        for a, b, c in zip(xs, ys, zs, strict=True):
            function(a, b, c)

    def loop4(xs: Sequence[Any], ys: Sequence[Any], zs: Sequence[Any], ts: Sequence[Any]) -> None:
        for a, b, c, d in zip(xs, ys, zs, ts, strict=True):
            function(a, b, c, d)

    loops: dict[int, Loop] = {2: loop2, 3: loop3, 4: loop4}
    return lambda *columns: loops[len(columns)](*columns)


# ---- timing --------------------------------------------------------------------------------------------------------


@dataclass
class Contender:
    name: str
    loop: Loop
    columns: Columns


def measure(contenders: Sequence[Contender], repeats: int, warm: bool = False, block: int = BLOCK) -> dict[str, float]:
    """Nanoseconds per call of each contender, less the empty loop over as many columns."""
    contenders = [c for c in contenders if c.columns[0]]
    widths = {len(c.columns): c.columns for c in reversed(contenders)}
    runs = [*(Contender(f" {width}", empty, columns) for width, columns in widths.items()), *contenders]
    blocks = [
        [[column[i : i + block] for column in c.columns] for i in range(0, len(c.columns[0]), block)] for c in runs
    ]
    best = [[math.inf] * len(b) for b in blocks]
    clock = time.perf_counter_ns
    gc.collect()
    gc.disable()
    try:
        for repeat in range(repeats):
            for index in range(max(map(len, blocks))):
                for turn in range(len(runs)):
                    which = (turn + repeat) % len(runs)
                    if index >= len(blocks[which]):
                        continue
                    columns, loop = blocks[which][index], runs[which].loop
                    if warm:
                        loop(*columns)
                    start = clock()
                    loop(*columns)
                    best[which][index] = min(best[which][index], clock() - start)
    finally:
        gc.enable()
    ns = {c.name: sum(times) / len(c.columns[0]) for c, times in zip(runs, best, strict=True)}
    return {c.name: ns[c.name] - ns[f" {len(c.columns)}"] for c in contenders}


# ---- pairs ---------------------------------------------------------------------------------------------------------


def make_shape(rng: random.Random, kind: str, x: float, y: float) -> Any:
    """A shape 20 to 100 units across near (x, y), its numbers multiples of LATTICE."""

    def size(low: float, high: float) -> float:
        return round(rng.uniform(low, high) / LATTICE) * LATTICE

    if kind == "point":
        return collide2d.Point(x, y)
    if kind == "circle":
        return collide2d.Circle(x, y, size(10, 40))
    if kind in ("segment", "capsule"):
        dx, dy = size(-40, 40), size(5, 40)
        if kind == "segment":
            return collide2d.Segment(x - dx, y - dy, x + dx, y + dy)
        return collide2d.Capsule(x - dx, y - dy, x + dx, y + dy, size(5, 15))
    w, h = 2 * size(10, 40), 2 * size(10, 40)
    if kind == "rect":
        return collide2d.Rect(x - w / 2, y - h / 2, w, h)
    if kind == "roundrect":
        return collide2d.RoundRect(x - w / 2, y - h / 2, w, h, size(2, 10))
    return collide2d.Rect.centered(x, y, w, h, rng.uniform(1, 89))


@dataclass
class Pairs:
    """Pairs (xs[i], ys[j]) of indices into two pools of shapes."""

    xs: list[Any]
    ys: list[Any]
    indices: list[tuple[int, int]]

    def columns(self, to: Callable[[Any], Any], swap: bool = False) -> Columns:
        """Both columns in a peer's types, each shape converted once."""
        xs, ys = [to(x) for x in self.xs], [to(y) for y in self.ys]
        first, second = [xs[i] for i, _j in self.indices], [ys[j] for _i, j in self.indices]
        return (second, first) if swap else (first, second)

    def hit_rate(self) -> float:
        first, second = self.columns(itself)
        return float(sum(a.collides(b) for a, b in zip(first, second, strict=True))) / len(first)

    def only(self, keep: Callable[[int, int], bool], most: int) -> Pairs:
        chosen = [(i, j) for i, j in self.indices[:most] if keep(i, j)]
        return Pairs(self.xs, self.ys, chosen)


def itself(shape: Any) -> Any:
    return shape


def near(rng: random.Random, middle: float, spread: float) -> float:
    return middle + round(rng.uniform(-spread, spread) / LATTICE) * LATTICE


def random_shapes(rng: random.Random, kind: str, spread: float, count: int) -> list[Any]:
    return [make_shape(rng, kind, near(rng, 512, spread), near(rng, 512, spread)) for _ in range(count)]


def touching_pair(rng: random.Random, a: str, b: str) -> tuple[Any, Any]:
    """b moved so that its leftmost vertex is the sum of the radii to the right of a's rightmost one, at the same
    height.
    """
    first = make_shape(rng, a, near(rng, 512, 512), near(rng, 512, 512))
    second = make_shape(rng, b, 0.0, 0.0)
    p, q = max(first.vertices), min(second.vertices)
    return first, second.move(p[0] + first.radius + second.radius - q[0], p[1] - q[1])


def find_spread(a: str, b: str) -> float:
    """Half the width of the square in which both shapes lie when HIT_RATE of the pairs collide."""
    low, high = 1.0, 256.0
    for _step in range(9):
        spread = (low + high) / 2
        rng = random.Random(42)
        pairs = zip(random_shapes(rng, a, spread, 1000), random_shapes(rng, b, spread, 1000), strict=True)
        hits = sum(p.collides(q) for p, q in pairs)
        low, high = (spread, high) if hits > 1000 * HIT_RATE else (low, spread)
    return high


def make_pairs(a: str, b: str, inputs: str, count: int) -> Pairs:
    rng = random.Random(f"{a} {b} {inputs}")
    spread = find_spread(a, b)
    if inputs == "random":
        xs, ys = random_shapes(rng, a, spread, POOL), random_shapes(rng, b, spread, POOL)
        indices = [(i, j) for i in range(POOL) for j in range(POOL)]
    else:
        pairs = [touching_pair(rng, a, b) for _ in range(count // 2)]
        xs = [p for p, _q in pairs] + random_shapes(rng, a, spread, count - count // 2)
        ys = [q for _p, q in pairs] + random_shapes(rng, b, spread, count - count // 2)
        indices = [(i, i) for i in range(count)]
    rng.shuffle(indices)
    return Pairs(xs, ys, indices[:count])


# ---- the same shapes in the peers' types ---------------------------------------------------------------------------


def to_pygame(s: Any) -> Any:
    if s.kind == "point":
        return (s.x, s.y)
    if s.kind == "circle":
        return geometry.Circle(s.x, s.y, s.r)
    if s.kind == "segment":
        return (s.ax, s.ay, s.bx, s.by)  # Rect.clipline of pygame-ce 2.5 does not take its own Line
    return pygame.FRect(s.x, s.y, s.w, s.h)


def to_integers(s: Any) -> Any:
    return pygame.Rect(s.x, s.y, s.w, s.h)


def to_pymunk(s: Any) -> Any:
    body = STATIC_BODY
    vertices = s.vertices
    shape: Any
    if len(vertices) == 1:
        shape = pymunk.Circle(body, s.radius, vertices[0])
    elif len(vertices) == 2:
        shape = pymunk.Segment(body, vertices[0], vertices[1], s.radius)
    else:
        shape = pymunk.Poly(body, vertices, radius=s.radius)
    shape.cache_bb()
    return shape


def pymunk_answers(a: Any, b: Any) -> bool:
    """pymunk 7 raises AssertionError for shapes that do not collide, and misses some that touch."""
    try:
        a.shapes_collide(b)
    except AssertionError:
        return False
    return True


def to_shapely(s: Any) -> Any:
    vertices = s.vertices
    if len(vertices) == 1:
        return shapely.Point(vertices[0])
    return shapely.LineString(vertices) if len(vertices) == 2 else shapely.Polygon(vertices)


# ---- plain Python --------------------------------------------------------------------------------------------------


def python_circles(a: Any, b: Any) -> bool:
    ax, ay, ar = a
    bx, by, br = b
    dx, dy, r = ax - bx, ay - by, ar + br
    return bool(dx * dx + dy * dy <= r * r)


def python_circle_rect(a: Any, b: Any) -> bool:
    x, y, r = a
    left, top, right, bottom = b
    dx = left - x if x < left else x - right if x > right else 0.0
    dy = top - y if y < top else y - bottom if y > bottom else 0.0
    return bool(dx * dx + dy * dy <= r * r)


def python_rects(a: Any, b: Any) -> bool:
    al, at, ar, ab = a
    bl, bt, br, bb = b
    return bool(al <= br and bl <= ar and at <= bb and bt <= ab)


def to_tuple(s: Any) -> Any:
    if s.kind in ("point", "circle"):
        return (*s.center, s.radius)
    return (s.left, s.top, s.right, s.bottom)


PYTHON_FORMULAS: dict[tuple[str, str], Callable[[Any, Any], bool]] = {
    ("point", "circle"): python_circles,
    ("circle", "circle"): python_circles,
    ("point", "rect"): python_circle_rect,
    ("circle", "rect"): python_circle_rect,
    ("rect", "rect"): python_rects,
}

# The method of pygame-ce for a pair of kinds, and whether it is a method of the second shape.
PYGAME_CALLS: dict[tuple[str, str], tuple[str, Loop, bool]] = {
    ("point", "circle"): ("Circle.collidepoint", call_collidepoint, True),
    ("point", "rect"): ("FRect.collidepoint", call_collidepoint, True),
    ("circle", "circle"): ("Circle.collideswith", call_collideswith, False),
    ("circle", "rect"): ("Circle.collideswith", call_collideswith, False),
    ("segment", "rect"): ("FRect.clipline", call_clipline, True),
    ("rect", "rect"): ("FRect.colliderect", call_colliderect, False),
}

# Pairs for which the issue sets goals: at most 1.15 times Circle.collideswith, and rectangles 0.85 times colliderect.
SIMPLE = ("point", "circle", "segment", "rect")
COLLIDESWITH_GOAL = 1.15
COLLIDERECT_GOAL = 0.85
CONTACT_GOAL = 0.03
CONTACT_OWN_GOAL = 2.0
CONSTRUCT_GOAL = 0.8


# ---- rows ----------------------------------------------------------------------------------------------------------


def rows_of_pair(a: str, b: str, inputs: str, repeats: int, yardstick: Contender | None) -> list[Row]:
    pairs = make_pairs(a, b, inputs, FAST_PAIRS)
    ours = pairs.columns(itself)
    contenders = [Contender("collides", call_collides, ours), Contender("contact", call_contact, ours)]

    pygame_call = PYGAME_CALLS.get((a, b))
    if pygame_call and geometry:
        name, loop, swap = pygame_call
        contenders.append(Contender(f"pygame-ce {name}", loop, pairs.columns(to_pygame, swap)))
    if (a, b) == ("rect", "rect") and pygame:
        contenders.append(Contender("pygame-ce Rect.colliderect", call_colliderect, pairs.columns(to_integers)))
    if yardstick and inputs == "random":
        contenders.append(yardstick)
    formula = PYTHON_FORMULAS.get((a, b))
    if formula:
        contenders.append(Contender("plain Python", call_function(formula), pairs.columns(to_tuple)))
    if shapely:
        contenders.append(shapely_contender(pairs.only(lambda _i, _j: True, SLOW_PAIRS)))
    hits = pairs.only(lambda i, j: bool(pairs.xs[i].collides(pairs.ys[j])), SLOW_PAIRS)
    if pymunk:
        bodies_x, bodies_y = [to_pymunk(x) for x in pairs.xs], [to_pymunk(y) for y in pairs.ys]
        hits = hits.only(lambda i, j: pymunk_answers(bodies_x[i], bodies_y[j]), SLOW_PAIRS)
        columns = [bodies_x[i] for i, _j in hits.indices], [bodies_y[j] for _i, j in hits.indices]
        contenders.append(Contender(PYMUNK, call_shapes_collide, columns))
    contenders.append(Contender("collides hits", call_collides, hits.columns(itself)))
    contenders.append(Contender("contact hits", call_contact, hits.columns(itself)))
    ns = measure(contenders, repeats, warm=inputs != "random")

    rows = []

    def add(verb: str, column: str, peer: str, goal: float | None, hit_rate: float) -> None:
        goal = goal if inputs == "random" else None  # the goals are for random input
        rows.append(Row(f"{verb} {a}, {b}", inputs, hit_rate, ns[column], peer, ns.get(peer), goal))

    rate = pairs.hit_rate()
    if pygame_call:
        goals = {"colliderect": COLLIDERECT_GOAL, "collideswith": COLLIDESWITH_GOAL}
        add("collides", "collides", f"pygame-ce {pygame_call[0]}", goals.get(pygame_call[0].split(".")[1]), rate)
    if (a, b) == ("rect", "rect"):
        add("collides", "collides", "pygame-ce Rect.colliderect", COLLIDERECT_GOAL, rate)
    elif a in SIMPLE and b in SIMPLE and (a, b) != ("circle", "circle") and inputs == "random":
        add("collides", "collides", YARDSTICK, COLLIDESWITH_GOAL, rate)
    if formula:
        add("collides", "collides", "plain Python", None, rate)
    add("collides", "collides", "shapely", None, rate)
    if hits.indices:
        add("collides", "collides hits", PYMUNK, None, 1.0)
        add("contact", "contact hits", PYMUNK, CONTACT_GOAL, 1.0)
    add("contact", "contact", "collides", CONTACT_OWN_GOAL, rate)
    return rows


def shapely_contender(pairs: Pairs) -> Contender:
    """shapely has no circles, so shapes with a radius are compared by distance."""
    reach = [pairs.xs[i].radius + pairs.ys[j].radius for i, j in pairs.indices]
    if any(reach):
        return Contender("shapely", call_function(shapely.dwithin), (*pairs.columns(to_shapely), reach))
    return Contender("shapely", call_function(shapely.intersects), pairs.columns(to_shapely))


def rows_of_reference(inputs: str) -> list[Row]:
    """The reference is thousands of times slower, so it gets few pairs and one pass."""
    reference = optional("collide2d.reference")
    rows = []
    for a, b in (("circle", "circle"), ("circle", "rect"), ("rect", "rect"), ("turned", "turned")):
        pairs = make_pairs(a, b, inputs, REFERENCE_PAIRS)
        contenders = [Contender("ours", call_collides, pairs.columns(itself))]
        if reference:
            contenders.append(Contender("reference", call_function(reference.collides), pairs.columns(itself)))
        ns = measure(contenders, 3)
        name = f"collides {a}, {b}"
        rows.append(Row(name, inputs, pairs.hit_rate(), ns["ours"], "collide2d.reference", ns.get("reference"), None))
    return rows


def rows_of_constructors(repeats: int) -> list[Row]:
    rng = random.Random(7)
    columns = [[rng.uniform(1, 1000) for _ in range(FAST_PAIRS)] for _ in range(4)]
    peers: list[tuple[Any, int, list[tuple[str, Any, float | None]]]] = [
        (collide2d.Circle, 3, [("pygame-ce Circle", geometry and geometry.Circle, CONSTRUCT_GOAL)]),
        (
            collide2d.Rect,
            4,
            [
                ("pygame-ce FRect", pygame and pygame.FRect, None),
                ("pygame-ce Rect", pygame and pygame.Rect, None),
                ("shapely box", shapely and shapely.box, None),
            ],
        ),
        (collide2d.Segment, 4, [("pygame-ce Line", geometry and geometry.Line, None)]),
        (collide2d.Point, 2, [("shapely Point", shapely and shapely.Point, None)]),
    ]
    rows = []
    for ours, count, theirs in peers:
        arguments = columns[:count]
        contenders = [Contender("ours", call_function(ours), arguments)]
        contenders += [Contender(peer, call_function(make), arguments) for peer, make, _goal in theirs if make]
        ns = measure(contenders, repeats)
        name = f"make {ours.__name__}({count} numbers)"
        rows += [Row(name, "random", None, ns["ours"], peer, ns.get(peer), goal) for peer, _make, goal in theirs]
    return rows


def all_rows(quick: bool) -> list[Row]:
    repeats = 3 if quick else 9
    yardstick = None
    if geometry:
        circles = make_pairs("circle", "circle", "random", FAST_PAIRS).columns(to_pygame)
        yardstick = Contender(YARDSTICK, call_collideswith, circles)
    rows = rows_of_constructors(repeats)
    for i, a in enumerate(KINDS):
        for b in KINDS[i:]:
            if quick and not (a in SIMPLE and b in SIMPLE):
                continue
            for inputs in INPUTS[:1] if quick else INPUTS:
                rows += rows_of_pair(a, b, inputs, repeats, yardstick)
    for inputs in INPUTS:
        rows += rows_of_reference(inputs)
    return rows


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="simple kinds, random input, three repeats")
    options = parser.parse_args(arguments)
    rows = all_rows(options.quick)
    json.dump([asdict(row) | {"ratio": row.ratio} for row in rows], sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
