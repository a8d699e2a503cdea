"""Scenes in which a mover starts inside something, and an exhaustive search for the shortest push out.

A push is one straight motion. The offsets at which the mover overlaps a wall are the inside of a convex region, the
hull of the differences of their vertices, grown by both radii. So a push by v is free if the end v is inside no region
and if the segment from (0, 0) to v meets the inside of no region but those that (0, 0) is inside of.

Sharp shapes on integers are decided in integers. Whether a direction is free changes only at the critical ones: along
the axes, across edges, to the points where edges of two regions meet, and to the corners of regions. So these, and one
direction between each two neighbours, are all that there are. For round shapes the search tries 720 directions in
floating point; it may miss a push, but what it finds with a neighbour on each side exists.

It shares no code with the core.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

import oracle

import collide2d as c2
from collide2d.testing.sources import Seeded, Source, choice, one_in

Way: TypeAlias = tuple[int, int]
Vec: TypeAlias = tuple[float, float]

AXES = ((0, -1), (0, 1), (-1, 0), (1, 0))

# The angle between two neighbouring directions, below which only rounding decides whether a push fits between them.
NARROW = 1e-9


class Answer(NamedTuple):
    """Lengths: of the shortest push that exists in the reals, and of the shortest one that also exists for slightly
    different numbers or is along an axis (inf: none); and of the shortest push if nothing else blocked it."""

    shortest: float
    robust: float
    exit: float


def cross(p: Any, q: Any) -> Any:
    return p[0] * q[1] - p[1] * q[0]


def dot(p: Any, q: Any) -> Any:
    return p[0] * q[0] + p[1] * q[1]


def hull(points: Sequence[Any]) -> list[Any]:
    """The corners of the convex hull, counterclockwise if y points up."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    sides = []
    for way in (ordered, ordered[::-1]):
        side: list[Any] = []
        for p in way:
            while len(side) > 1 and cross(minus(side[-1], side[-2]), minus(p, side[-1])) <= 0:
                side.pop()
            side.append(p)
        sides += side[:-1]
    return sides


def minus(p: Any, q: Any) -> Any:
    return p[0] - q[0], p[1] - q[1]


def corners_of(mover: Any, wall: Any, kind: type) -> list[Any]:
    differences = [
        (kind(w[0]) - kind(s[0]), kind(w[1]) - kind(s[1])) for w in wall.vertices for s in mover.vertices
    ]  # fmt: skip
    return hull(differences)


# ---- sharp shapes on integers ----------------------------------------------------------------------------------------

Edge: TypeAlias = tuple[Way, int]  # a normal n and a distance d: n . v < d inside


def edges_of(corners: Sequence[Way]) -> list[Edge]:
    found = []
    for p, q in zip(corners, [*corners[1:], corners[0]], strict=True):
        n = q[1] - p[1], p[0] - q[0]
        found.append((n, dot(n, p)))
    return found


def interval(edges: Sequence[Edge], u: Way) -> tuple[int, int, int, int] | None:
    """The t at which t u is inside, from a / b to c / d with b, d >= 0 (b or d 0: unbounded), or None."""
    a, b, c, d = -1, 0, 1, 0
    for n, distance in edges:
        along = n[0] * u[0] + n[1] * u[1]
        if along > 0:
            if distance * d < c * along or d == 0:
                c, d = distance, along
        elif along < 0:
            if -distance * b > a * -along or b == 0:
                a, b = -distance, -along
        elif distance <= 0:
            return None
    return (a, b, c, d) if a * d < c * b or b == 0 or d == 0 else None


def exit_of(inside: Sequence[Sequence[Edge]], u: Way) -> tuple[int, int]:
    """The t at which t u has left every region, as a fraction."""
    c, d = 0, 1
    for edges in inside:
        span = interval(edges, u)
        assert span is not None
        if span[2] * d > c * span[3]:
            c, d = span[2], span[3]
    return c, d


def is_free(outside: Sequence[Sequence[Edge]], u: Way, end: tuple[int, int]) -> bool:
    """Whether the way along u up to the end meets none of the regions."""
    for edges in outside:
        span = interval(edges, u)
        if span and span[2] > 0 and (span[1] == 0 or span[0] * end[1] < end[0] * span[1]):
            return False
    return True


def reduced(x: Fraction | int, y: Fraction | int) -> Way:
    x, y = Fraction(x), Fraction(y)
    both = math.lcm(x.denominator, y.denominator)
    a, b = int(x * both), int(y * both)
    common = math.gcd(a, b) or 1
    return a // common, b // common


def meeting(p: Edge, q: Edge) -> Way | None:
    (n, d), (m, e) = p, q
    det = cross(n, m)
    if det == 0:
        return None
    x, y = d * m[1] - e * n[1], e * n[0] - d * m[0]
    return reduced(x if det > 0 else -x, y if det > 0 else -y)


def critical(inside: Sequence[Sequence[Way]], outside: Sequence[Sequence[Way]]) -> list[Way]:
    ways = set(AXES)
    within, beside = [edges_of(r) for r in inside], [edges_of(r) for r in outside]
    flat = [edge for edges in within for edge in edges]
    ways.update(reduced(*n) for n, _ in flat)
    for p, q in combinations(flat, 2):
        ways.add(meeting(p, q) or (0, -1))
    for edges in beside:
        ways.update(meeting(p, q) or (0, -1) for p in flat for q in edges)
    ways.update(reduced(*w) for corners in [*inside, *outside] for w in corners)
    ways.discard((0, 0))
    return sorted(ways, key=lambda u: math.atan2(u[1], u[0]))


def length_to(u: Way, end: tuple[int, int]) -> float:
    return math.hypot(*u) * (end[0] / end[1])


def is_within(corners: Sequence[Way], limit: float) -> bool:
    """Whether the bounds of a region meet the square about (0, 0)."""
    xs, ys = zip(*corners, strict=True)
    return bool(min(xs) <= limit and max(xs) >= -limit and min(ys) <= limit and max(ys) >= -limit)


def search_sharp(mover: Any, walls: Sequence[Any], max_push: float | None) -> Answer:
    """Pushes that are longer than the limit count as none."""
    regions = [corners_of(mover, wall, int) for wall in walls]
    inside = [r for r in regions if all(d > 0 for _, d in edges_of(r))]
    within = [edges_of(r) for r in inside]
    least = min(length_to(u, exit_of(within, u)) for u in critical(inside, []))
    limit = limit_of(mover, Answer(0, 0, least), max_push) * (1 + 1e-6)
    outside = [r for r in regions if r not in inside and is_within(r, limit)]
    beside = [edges_of(r) for r in outside]
    ways = critical(inside, outside)
    ends = [exit_of(within, u) for u in ways]
    lengths = [length_to(u, end) for u, end in zip(ways, ends, strict=True)]
    known: dict[int, bool] = {}

    def free(i: int) -> bool:
        if i not in known:
            known[i] = is_free(beside, ways[i], ends[i])
        return known[i]

    def is_robust(i: int, k: int) -> bool:
        p, q = ways[i], ways[k]
        if cross(p, q) <= NARROW * math.hypot(*p) * math.hypot(*q) or not (free(i) and free(k)):
            return False
        between = p[0] + q[0], p[1] + q[1]
        return is_free(beside, between, exit_of(within, between))

    shortest = math.inf
    for i in sorted(range(len(ways)), key=lengths.__getitem__):
        if lengths[i] > limit:
            break
        after = (i + 1) % len(ways)
        if free(i):
            shortest = min(shortest, lengths[i])
            if ways[i] in AXES or is_robust(i - 1, i) or is_robust(i, after):
                return Answer(shortest, lengths[i], least)
    return Answer(shortest, math.inf, least)


# ---- any shapes ------------------------------------------------------------------------------------------------------

DIRECTIONS = [(math.cos(math.tau * i / 720), math.sin(math.tau * i / 720)) for i in range(720)]


def round_interval(corners: Sequence[Vec], radius: float, u: Vec) -> tuple[float, float] | None:
    """The t at which t u is inside a hull grown by a radius: from the first to the last of its parts that it meets."""
    spans = []
    for p, q in zip(corners, [*corners[1:], corners[0]], strict=True):
        along = dot(p, u)
        half = radius**2 - cross(p, u) ** 2
        if half > 0:
            spans.append((along - math.sqrt(half), along + math.sqrt(half)))
        length = math.dist(p, q)
        if length == 0:
            continue
        n = (q[1] - p[1]) / length, (p[0] - q[0]) / length
        if dot(n, u) == 0:
            continue
        t = (dot(n, p) + radius) / dot(n, u)
        foot = dot(minus((t * u[0], t * u[1]), p), minus(q, p)) / length**2
        if -1e-9 <= foot <= 1 + 1e-9:
            spans.append((t, t))
    if not spans:
        return None
    low, high = min(s[0] for s in spans), max(s[1] for s in spans)
    return (low, high) if low < high else None


def search_round(mover: Any, walls: Sequence[Any], margin: float) -> Answer:
    """The regions are taken larger by the margin where they block, so that what is free is free for certain."""
    regions = [(corners_of(mover, wall, float), mover.radius + wall.radius, mover.overlaps(wall)) for wall in walls]
    lengths, free = [], []
    for u in DIRECTIONS:
        spans = [(is_in, round_interval(c, r if is_in else r + margin, u)) for c, r, is_in in regions]
        end = max(s[1] if s else math.inf for is_in, s in spans if is_in)
        lengths.append(end)
        free.append(not any(s and s[1] > 0 and s[0] < end for is_in, s in spans if not is_in))
    robust = min(
        (lengths[i] for i in range(720) if free[i] and free[i - 1] and free[(i + 1) % 720]), default=math.inf
    )  # fmt: skip
    return Answer(0.0, robust, min(lengths))


def is_whole(shape: Any) -> bool:
    return shape.radius == 0 and all(x == int(x) for p in shape.vertices for x in p)


def is_sharp(scene: Scene) -> bool:
    return all(is_whole(shape) for shape in (scene.mover, *scene.walls))


def search(mover: Any, walls: Sequence[Any], max_push: float | None = None) -> Answer:
    if all(is_whole(shape) for shape in (mover, *walls)):
        return search_sharp(mover, walls, max_push)
    return search_round(mover, walls, 1e-7)


def limit_of(mover: Any, answer: Answer, max_push: float | None) -> float:
    left, top, right, bottom = mover.bounds
    return max(right - left, bottom - top, answer.exit) if max_push is None else max_push


# ---- scenes ----------------------------------------------------------------------------------------------------------


class Scene(NamedTuple):
    name: str
    mover: Any
    walls: list[Any]
    max_push: float | None


def body(source: Source, x: int, y: int, w: int, h: int, sharp: bool) -> Any:
    """A shape in a box; (w, h) are even."""
    kind = source.integer(0, 9)
    if not sharp and kind < 5:
        r = min(w, h) // 2
        return choice(source, (
            c2.Circle(x + r, y + r, r), c2.RoundRect(x, y, w, h, max(r // 2, 1)),
            c2.Capsule(x + r, y + r, x + r, y + max(h, w) - r, r), c2.RoundRect(x, y, w, h, r),
        ))  # fmt: skip
    if kind == 9:
        return c2.Polygon.hull([(x, y + h), (x + w, y + h), (x + w // 2, y)])
    if kind == 8:
        return c2.Polygon.hull([(x + w // 2, y), (x + w, y + h // 2), (x + w // 2, y + h), (x, y + h // 2)])
    return c2.Rect(x, y, w, h)


def press(source: Source, sharp: bool) -> list[Any]:
    """A press that comes from the left, and something behind the mover: it is at (0, 0), up to 20 wide and high."""
    depth, height = source.integer(1, 12), source.integer(5, 60)
    x, gap = depth - 40, source.integer(-2, 14)
    walls: list[Any] = [c2.Rect(x, 10 - height, 40, 2 * height)]
    if one_in(source, 3):
        walls = [c2.Polygon.hull([(depth, 10), (x, 10 - height), (x, 10 + height)])]
    top = source.integer(-60, 10)
    walls.append(choice(source, (
        c2.Rect(20 + gap, top, choice(source, (0, 1, 9)), source.integer(1, 80)),
        c2.Segment(20 + gap, top, 20 + gap + source.integer(-9, 9), top + source.integer(1, 80)),
    )))  # fmt: skip
    return walls


def corridor(source: Source, sharp: bool) -> list[Any]:
    """Two walls that fit exactly, or almost, and one that comes in."""
    above, below = source.integer(-1, 4), source.integer(-1, 4)
    walls = [c2.Rect(-60, -30 - above, 120, 30), c2.Rect(-60, 20 + below, 120, 30)]
    if one_in(source, 2):
        walls.append(c2.Rect(-60, -5, source.integer(61, 70), source.integer(5, 30)))
    if one_in(source, 2):
        walls.append(c2.Rect(source.integer(18, 40), source.integer(-20, 20), source.integer(1, 20), 20))
    return walls


def tiles(source: Source, sharp: bool) -> list[Any]:
    share = source.integer(2, 4)
    return [c2.Rect(16 * i, 16 * j, 16, 16) for i in range(-3, 5) for j in range(-3, 5) if one_in(source, share)]


def crusher(source: Source, sharp: bool) -> list[Any]:
    """Slabs from several sides, some of them slanted."""
    walls: list[Any] = []
    for side in range(4):
        if one_in(source, 3):
            continue
        near, low, high = source.integer(-4, 8), source.integer(-20, 9), source.integer(10, 40)
        tilt = source.integer(-6, 6) * one_in(source, 2)
        p, q = (-near, low), (-near - tilt, high)
        far = [(-40, high), (-40, low)]
        slab = c2.Polygon.hull([p, q, *far]) if source.integer(0, 2) else c2.Segment(*p, *q)
        walls.append(turned_about(slab, side))
    return walls


def turned_about(slab: Any, quarters: int) -> Any:
    """A quarter turn about (10, 10), exactly."""
    points = slab.vertices
    for _ in range(quarters):
        points = [(20 - y, x) for x, y in points]
    return c2.Polygon.hull(points) if len(points) > 2 else c2.Segment(*points[0], *points[1])


def heap(source: Source, sharp: bool) -> list[Any]:
    return [
        body(source, source.integer(-30, 30), source.integer(-30, 30), 2 * source.integer(2, 12),
             2 * source.integer(2, 12), sharp)
        for _ in range(source.integer(2, 8))
    ]  # fmt: skip


def slanted_slot(source: Source, sharp: bool) -> list[Any]:
    """Two corners between which a diamond of 20 by 20 fits exactly after a push by `room` across its edges, and one or
    two wedges that it leaves along them."""
    room, x, u = source.integer(1, 6), source.integer(1, 9), source.integer(11, 19)
    walls: list[Any] = [c2.Rect(u, u - 32 - room, 10, 22), c2.Rect(x - 20, x + 10 - room, 20, 8)]
    for _ in range(source.integer(1, 2)):
        tip, bottom, half = source.integer(-3, 4), source.integer(12, 24), source.integer(2, 6)
        walls.append(c2.Polygon.hull([(tip - half, bottom), (tip, source.integer(2, 9)), (tip + half, bottom)]))
    return walls


KINDS_OF_SCENES = (press, corridor, tiles, crusher, slanted_slot, heap)


def drawn_scene(source: Source) -> Scene:
    make = choice(source, KINDS_OF_SCENES)
    sharp = not one_in(source, 3)
    size = choice(source, ((20, 20), (20, 20), (12, 20), (20, 8)))
    mover = body(source, 0, 0, *size, sharp)
    walls = make(source, sharp)
    if not sharp and make is not heap:
        walls = [rounded(source, wall) for wall in walls]
    max_push = choice(source, (None, math.inf, 0, 1, 3, 5, 10, 25, float(source.integer(1, 30))))
    return Scene(make.__name__, mover, walls, max_push)


def rounded(source: Source, wall: Any) -> Any:
    return wall.grow(source.integer(1, 3)) if one_in(source, 3) else wall


def scenes(seed: int) -> Iterator[Scene]:
    source = Seeded(seed)
    while True:
        scene = drawn_scene(source)
        if any(scene.mover.overlaps(wall) for wall in scene.walls):
            yield scene


# ---- the laws --------------------------------------------------------------------------------------------------------


def pushed(scene: Scene) -> Any:
    space: Any = c2.Space(enumerate(scene.walls))
    space.add("mover", scene.mover)
    return space.slide("mover", 0, 0, max_push=scene.max_push)


def wrong_push(scene: Scene, move: Any) -> list[str]:
    """The laws that a push violates, by the exhaustive search."""
    answer = search(scene.mover, scene.walls, scene.max_push)
    limit = limit_of(scene.mover, answer, scene.max_push)
    length = math.hypot(*move.pushed)
    wrong = []
    if move.stuck:
        if answer.robust < math.inf and answer.robust <= limit * (1 - 1e-9):
            wrong.append(f"stuck, but {answer.robust} leads out")
        if move.shape != scene.mover or move.path != (scene.mover,) or move.motion != (0, 0) or move.pushed != (0, 0):
            wrong.append("stuck, and moved")
        return wrong
    if length > limit * (1 + 1e-9):
        wrong.append(f"farther than {limit}")
    if length < answer.shortest * (1 - 1e-9):
        wrong.append(f"shorter than {answer.shortest}")
    if length > answer.robust * (1 + 1e-9):
        wrong.append(f"longer than {answer.robust}")
    return wrong


def wrong_way(scene: Scene, move: Any, ask_oracle: bool) -> list[str]:
    """The laws that a push violates, by the exact predicates and the oracle."""
    if move.stuck:
        return []
    mover, wrong = scene.mover, []
    others = [wall for wall in scene.walls if not mover.overlaps(wall)]
    way = c2.Polygon.hull([*mover.vertices, *move.shape.vertices], mover.radius)
    if any(move.shape.overlaps(wall) for wall in scene.walls):
        wrong.append("ends inside")
    if any(way.overlaps(wall) for wall in others):
        wrong.append("passes through")
    if ask_oracle and any(oracle.relation(way, wall) > 0 for wall in others):
        wrong.append("passes through, says the oracle")
    if scene.max_push is not None and math.hypot(*move.pushed) > scene.max_push:
        wrong.append("farther than max_push")
    return wrong
