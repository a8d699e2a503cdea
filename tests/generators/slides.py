"""Random worlds to slide through and floors to be pushed along, and the laws that every slide must obey.

Slides: worlds of a few dozen tiles, caves, slopes, discs, thin walls, rooms, shapes of any kind and shapes in touch
with the mover, crowds of hundreds that it starts in, mazes, of six sizes, here and far away; movers of every kind;
speeds of 1e-6 to 1e6 times the size of the world's shapes; responses by pair. Of each slide:

  * at its end the mover overlaps nothing that blocks it, and neither does the sweep of any leg, by the exact
  predicates; of one slide in 50, the integer oracle says so as well; * path, legs, motion, shape and the space agree;
  the end is the start moved by the motion, to the bit; * hits are in order of time, and are exactly the items that it
  met; * if and only if it overlaps at the start, it is pushed to a free position, or is stuck in place; * its path is
  not longer than the motion, and it ends early only where it is blocked, which a hit reports; * a way that casts call
  free is gone to its end, and so is a coordinate that only faces across the other axis deflected, to the bit.

Seams: a rectangle, a rounded rectangle or a circle on a floor of 1,000 flush tiles (32, 0.1 or 1/3 wide, by shared
corners) between two level slabs, the floor turned four ways; pushed down and along at 1e-6 to 1e6 tiles a push. Of each
push: the motion along is the one asked for, to 1e-9 of it, the mover neither leaves the floor nor sinks into it, and
nothing is reported to be hit but the floor from above.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import oracle
from leaving_oracle import answers_by_rounding

import collide2d as c2
from collide2d import reference
from collide2d.testing.pair_regimes import exact_touch
from collide2d.testing.placing import Scale, anywhere
from collide2d.testing.recipes import KINDS, Recipe, build, shifted
from collide2d.testing.sources import Seeded, Source, choice, one_in

Vec: TypeAlias = tuple[float, float]

BLOCKING = ("slide", "stop", "bounce")
RESPONSES: tuple[str | None, ...] = ("slide", "slide", "slide", "slide", "slide", "stop", "bounce", "pass", None)
MOVER = "mover"

# What rounding may do to places that are not promised exactly, relative to the numbers of a slide.
SLACK = 1e-9

# The gap that a stop leaves, relative to the numbers of both shapes: 128 units in the last place and a few more.
SLACK_OF_STOPS = 1e-13


EPSILON = 2.0**-52


class Other(NamedTuple):
    """A possible obstacle, and the mover's response to it."""

    item: Any
    shape: Any
    response: str | None


class Both(NamedTuple):
    """A shape at two positions: the sweep as the oracle needs it, without a hull."""

    vertices: Sequence[Vec]
    radius: float


class Tally(NamedTuple):
    outcomes: Counter[str]
    wrong: list[str]


# ---- worlds ----------------------------------------------------------------------------------------------------------

SIZES = (1.0, 0.1, 32.0, 1e-3, 1e6, 1.0 / 3)


def box(x0: float, y0: float, x1: float, y1: float) -> Any:
    return c2.Rect.from_corners(x0, y0, x1, y1)


def tile_at(i: int, j: int, g: float) -> Any:
    return box(i * g, j * g, (i + 1) * g, (j + 1) * g)


def floor(source: Source, g: float) -> list[Any]:
    """A floor of flush tiles, sometimes with walls at its ends and a ceiling."""
    n, y = source.integer(1, 24), source.integer(-2, 4)
    tiles = [tile_at(i - n // 2, y, g) for i in range(n)]
    if one_in(source, 2):
        tiles += [tile_at(side, y - j, g) for side in (-n // 2 - 1, n - n // 2) for j in range(-1, 4)]
    if one_in(source, 4):
        tiles += [tile_at(i - n // 2, y - source.integer(2, 5), g) for i in range(n)]
    return tiles


def cave(source: Source, g: float) -> list[Any]:
    """Tiles at random: stairs, shafts, corners that meet in a point."""
    share = source.integer(2, 6)
    return [tile_at(i, j, g) for i in range(-5, 6) for j in range(-3, 4) if one_in(source, share)]


def slopes(source: Source, g: float) -> list[Any]:
    """A chain of segments, or of wedges on a deep base, or of capsules, with their ends in common."""
    x, y, make = -8 * g, 2 * g, source.integer(0, 2)
    shapes: list[Any] = []
    for _ in range(source.integer(2, 16)):
        u, v = x + source.integer(0, 12) / 4 * g, y + source.integer(-8, 8) / 4 * g * choice(source, (1, 1, 0))
        if (u, v) == (x, y):
            continue
        if make == 0:
            shapes.append(c2.Segment(x, y, u, v))
        elif make == 1:
            shapes.append(c2.Polygon.hull([(x, y), (u, v), (x, 5 * g), (u, 5 * g)]))
        else:
            shapes.append(c2.Capsule(x, y, u, v, g / 8))
        x, y = u, v
    return shapes


def discs(source: Source, g: float) -> list[Any]:
    """On a lattice, apart, in touch, overlapping."""
    spots = [(i, j) for i in range(-4, 5) for j in range(-2, 3) if one_in(source, 2)]
    return [c2.Circle(i * g, j * g, source.integer(0, 5) / 8 * g) for i, j in spots]


def thin(source: Source, g: float) -> list[Any]:
    """Walls of next to no thickness and of none, upright and not, and points."""
    walls: list[Any] = []
    for _ in range(source.integer(1, 24)):
        x, y, u, v = (source.integer(-8, 8) * g for _ in range(4))
        w = choice(source, (0.0, 1e-12, 1e-6)) * g
        walls.append(choice(source, (
            c2.Segment(x, y, u, v), c2.Segment(x, y, x, v), c2.Rect(x, y, w, 3 * g), c2.Rect(x, y, 3 * g, w, 30),
            c2.Point(x, y), c2.Capsule(x, y, u, v, w),
        )))  # fmt: skip
    return walls


def room(source: Source, g: float) -> list[Any]:
    """Four walls without a gap, and a few things in it: no speed leads out."""
    r = source.integer(3, 8) * g
    walls = [
        [c2.Segment(-r, -r, r, -r), c2.Segment(r, -r, r, r), c2.Segment(r, r, -r, r), c2.Segment(-r, r, -r, -r)],
        [box(-r - g, -r - g, r + g, -r), box(r, -r, r + g, r), box(-r - g, r, r + g, r + g), box(-r - g, -r, -r, r)],
        [c2.Segment(0, -r, r, 0), c2.Segment(r, 0, 0, r), c2.Segment(0, r, -r, 0), c2.Segment(-r, 0, 0, -r)],
    ][source.integer(0, 2)]
    return walls + mixed(source, g)[: source.integer(0, 4)]


def mixed(source: Source, g: float) -> list[Any]:
    """Shapes of any kind."""
    scales = [Scale(g / 4, 24), Scale(g / 2**20, 2**23), Scale(g, 6)]
    return [
        build(c2, anywhere(source, choice(source, KINDS), choice(source, scales)))
        for _ in range(source.integer(1, 24))
    ]  # fmt: skip


def crowd(source: Source, g: float) -> list[Any]:
    """Hundreds of shapes in one place; the mover starts inside most of them."""
    kinds, reach = [choice(source, KINDS) for _ in range(3)], choice(source, (4, 8, 24))
    scale = Scale(g / 4, reach)
    return [build(c2, anywhere(source, choice(source, kinds), scale)) for _ in range(choice(source, (20, 60, 300)))]


def maze(source: Source, g: float) -> list[Any]:
    """Corridors with holes, some hundred cells; the mover starts in the middle of it, and may bounce for long."""
    share, round_off = source.integer(2, 4), one_in(source, 2)
    cells = [
        (i, j) for i in range(-12, 13) for j in range(-12, 13) if max(abs(i), abs(j)) > 1 and one_in(source, share)
    ]
    rim = [box(-13 * g, -14 * g, 13 * g, -13 * g), box(-13 * g, 13 * g, 13 * g, 14 * g),
           box(-14 * g, -13 * g, -13 * g, 13 * g), box(13 * g, -13 * g, 14 * g, 13 * g)]  # fmt: skip
    return [c2.Circle((i + 0.5) * g, (j + 0.5) * g, g / 2) if round_off else tile_at(i, j, g) for i, j in cells] + rim


WORLDS: dict[str, Callable[[Source, float], list[Any]]] = {
    f.__name__: f for f in (floor, cave, slopes, discs, thin, room, mixed, crowd, maze)
}
SMALL = [name for name in WORLDS if name not in ("crowd", "maze")]


class World(NamedTuple):
    """Obstacles, a mover, and its motions in turn."""

    regime: str
    size: float
    others: list[Other]
    mover: Any
    motions: list[Vec]


def drawn_mover(source: Source, g: float) -> Any:
    return build(c2, anywhere(source, choice(source, KINDS), Scale(g / 4, choice(source, (2, 4, 8)))))


def drawn_motion(source: Source, g: float) -> Vec:
    """1e-6 to 1e12 times the size of things: level, steep or slanted, of small whole numbers or with all digits."""
    speed = g * choice(source, (1e-6, 0.01, 0.25, 1.0, 1.0, 10.0, 100.0, 1e6, 1e12))
    x, y = source.integer(-4, 4), source.integer(-4, 4)
    if one_in(source, 2):
        return x * speed, y * speed
    fine = Scale(2.0**-50 * speed, 2**50)
    return x * speed + fine.number(source), y * speed + fine.number(source)


def in_touch(source: Source, g: float) -> tuple[Any, list[Any]]:
    """A mover that touches several things exactly: one touch, mirrored about the mover."""
    unit = 2.0 ** round(math.log2(g))
    first, second = (Recipe("Point", (0.0, 0.0)),) * 2
    others = []
    for i in range(source.integer(1, 4)):
        a, b = exact_touch(source, choice(source, KINDS), choice(source, KINDS), Scale(unit / 4, 8))
        if i == 0:
            first, second = a, b
        moved = build(c2, first).center[0] - build(c2, a).center[0], build(c2, first).center[1] - build(c2, a).center[1]
        others.append(build(c2, second if i == 0 else shifted(b, moved)))
    return build(c2, first), others


def drawn_world(source: Source, motions: int = 12) -> World:
    g, regime = choice(source, SIZES), choice(source, [*WORLDS, "in_touch"])
    if regime == "in_touch":
        mover, shapes = in_touch(source, g)
    else:
        mover, shapes = drawn_mover(source, g), WORLDS[regime](source, g)
    if one_in(source, 6):
        there = Scale(g, 2**30).number(source), Scale(2.0**20, 2**20).number(source)
        mover, shapes = mover.move(*there), [s.move(*there) for s in shapes]
    plain = one_in(source, 2)
    others = [Other(i, s, "slide" if plain else choice(source, RESPONSES)) for i, s in enumerate(shapes)]
    if regime == "maze" and one_in(source, 2):
        others = [other._replace(response="bounce") for other in others]
    ways = [drawn_motion(source, g) for _ in range(motions)]
    return World(regime, g, others, mover, ways)


# ---- the promise -----------------------------------------------------------------------------------------------------


def extent(shape: Any) -> float:
    return max(abs(float(x)) for x in shape.bounds)


def length(v: Vec) -> float:
    return math.hypot(*v)


def total(legs: Sequence[Vec]) -> Vec:
    return math.fsum(x for x, _ in legs), math.fsum(y for _, y in legs)


def is_near(v: Vec, w: Vec, allowed: float) -> bool:
    return math.hypot(v[0] - w[0], v[1] - w[1]) <= allowed


def is_beside(p: Any, q: Any, allowed: float) -> bool:
    """Whether the bounds are equal up to rounding, which depends on a rectangle's defining numbers."""
    numbers = [abs(float(x)) for x in (*getattr(p, "pivot", ()), getattr(p, "w", 0), getattr(p, "h", 0))]
    return all(abs(x - y) <= allowed + 8 * EPSILON * sum(numbers) for x, y in zip(p.bounds, q.bounds, strict=True))


def swept(p: Any, q: Any) -> Any:
    return c2.Polygon.hull([*p.vertices, *q.vertices], p.radius)


def pushes_of(move: Any) -> int:
    """How many legs only resolved overlaps."""
    return int(move.pushed != (0, 0))


def leaving_answers(start: Any, motion: Vec, walls: Sequence[Any]) -> Iterator[bool]:
    """Whether the motion leads no deeper into anything that the start overlaps; both answers if rounding decides."""
    return answers_by_rounding([start], motion, [(wall, [start]) for wall in walls if start.overlaps(wall)])


def wrong_records(start: Any, move: Any) -> Iterator[str]:
    """Whether path, legs, motion and shape agree: each position is the start moved once, so the last is the start moved
    by the motion, to the bit, unless it was pushed.
    """
    if move.path[0] != start or move.path[-1] != move.shape or len(move.path) != len(move.legs) + 1:
        yield "path"
    if move.pushed == (0, 0) and move.shape != (start.move(*move.motion) if move.motion != (0, 0) else start):
        yield "the start moved by the motion"
    rounding = 4 * EPSILON * (extent(start) + sum(map(length, move.legs)))
    if not all(
        is_beside(p.move(*leg), q, rounding) for p, leg, q in zip(move.path, move.legs, move.path[1:], strict=False)
    ):
        yield "legs"
    whole = total(move.legs)
    if not is_near(move.motion, whole, 1e-15 * len(move.legs) * sum(map(length, move.legs))):
        yield "motion"


def blocks_together(shape: Any, motion: Vec, walls: Sequence[Any]) -> bool:
    """Whether walls that the sweep of a thin shape only touches block it together."""
    touched = [wall for wall in walls if c2.touches(shape.sweep(motion), wall)]
    return len(touched) > 1 and reference.union_cast(shape, motion, touched) is not None


def is_surrounded(shape: Any, walls: Sequence[Any]) -> bool:
    """Whether walls that a point only touches surround it. A segment may fit exactly between two walls."""
    if shape.radius or len(shape.vertices) > 1:
        return False
    touched = [wall for wall in walls if c2.touches(shape, wall)]
    return len(touched) > 1 and reference.overlaps_union(shape, touched)


def is_inside(shape: Any, walls: Sequence[Any]) -> bool:
    return any(shape.overlaps(wall) for wall in walls) or is_surrounded(shape, walls)


def wrong_way(start: Any, move: Any, pushes: int, walls: Sequence[Any], ask_oracle: bool) -> Iterator[str]:
    """Whether it passed through anything that blocks it, or got deeper into what it overlapped at the start."""
    if is_inside(move.shape, walls) != move.stuck:
        yield "ends inside"
    left = [wall for wall in walls if start.overlaps(wall)]
    if not left and is_surrounded(start, walls):
        left = [wall for wall in walls if start.touches(wall)]
    others = [wall for wall in walls if wall not in left]
    for i, (p, q) in enumerate(pairwise(move.path)):
        leg = swept(p, q)
        ways = others if i < pushes else [*others, *(wall for wall in left if not p.overlaps(wall))]
        if any(leg.overlaps(wall) for wall in ways):
            yield "is pushed through" if i < pushes else "passes through"
        both = Both([*p.vertices, *q.vertices], p.radius)
        if ask_oracle and any(oracle.relation(both, wall) > 0 for wall in ways):
            yield "passes through, says the oracle"
        rounding = SLACK * (extent(p) + length(move.motion))
        if i >= pushes and any(q.separation(wall) < p.separation(wall) - rounding for wall in left if p.overlaps(wall)):
            yield "goes deeper"


def wrong_push(start: Any, motion: Vec, move: Any, pushes: int, walls: Sequence[Any]) -> Iterator[str]:
    """Whether it was pushed if and only if it had to be."""
    if not is_inside(start, walls):
        if move.stuck or move.pushed != (0, 0):
            yield "pushed from where it was free"
    elif pushes == 0:
        stays = move.shape == start and not move.legs and move.motion == (0, 0) and move.remaining == motion
        if not stays and not any(leaving_answers(start, motion, walls)):
            yield "stuck, and moved"
        is_blocked = not stays or any(hit.depth == 0 for _, hit in move.hits)
        if not is_blocked and all(leaving_answers(start, motion, walls)):
            yield "held, and leads no deeper"
    elif move.legs[0] != move.pushed:
        yield "pushed"
    elif is_inside(move.path[1], walls):
        yield "pushed into something"


def wrong_hits(start: Any, move: Any, pushes: int, others: Sequence[Other], near: float) -> Iterator[str]:
    """Whether the hits are exactly the items it met, in order. near: the rounding error of a position."""
    times = [hit.t for _, hit in move.hits]
    if times != sorted(times) or not all(0 <= t <= 1 for t in times):
        yield "order of hits"
    known = {other.item: other for other in others}
    path = move.path[pushes:]
    ways = [swept(p, q) for p, q in pairwise(path)]
    for item, hit in move.hits:
        other = known[item]
        if other.response is None:
            yield "hit what is ignored"
        if abs(length(hit.normal) - 1) > 1e-15:
            yield "unit normal"
        if hit.depth > 0 and (hit.t != 0 or not any(s.overlaps(other.shape) for s in (start, path[0]))):
            yield "depth"
        places = [*path, *ways] if other.response == "pass" else path
        apart = near + SLACK_OF_STOPS * extent(other.shape)
        places = [*places, start] if hit.t == 0 and pushes else places  # among what surrounded it
        if hit.depth == 0 and not any(place.separation(other.shape) <= apart for place in places):
            yield "hit what was not met"
    met = {item for item, _ in move.hits}
    for other in others:
        is_new = other.item not in met
        if other.response == "pass" and is_new and any(way.separation(other.shape) < -near for way in ways):
            yield "passed in silence"
        if other.response in BLOCKING and is_new and start.overlaps(other.shape):
            yield "overlapped in silence"
    passed = [item for item, _ in move.hits if known[item].response == "pass"]
    if len(passed) != len(set(passed)):
        yield "passed twice"
    # At t = 0 a thin mover that is pushed, or stuck, may be told what surrounds it, with depth 0.
    starts_inside = move.stuck or move.pushed != (0, 0)
    met_later = [(item, hit) for item, hit in move.hits if hit.depth == 0 and not (starts_inside and hit.t == 0)]
    moving = [known[item].response for item, _ in met_later]
    after = moving[moving.index("stop") + 1 :] if "stop" in moving else []
    if any(response != "stop" for response in after) and times[-1] > times[moving.index("stop") - len(moving)] + SLACK:
        yield "went on after a stop"


def wrong_coordinates(motion: Vec, move: Any, normals: Sequence[Vec]) -> Iterator[str]:
    """A coordinate that completes its motion, deflected only by faces across the other axis, ends exactly at the start
    plus the motion.
    """
    for axis in (0, 1):
        is_gone = move.remaining[axis] == 0 and all(normal[axis] == 0 for normal in normals)
        if is_gone and move.motion[axis] != motion[axis]:
            yield "off its free coordinate"


def wrong_end(motion: Vec, move: Any, pushes: int, others: Sequence[Other], near: float) -> Iterator[str]:
    """Whether it moved exactly as far as it should."""
    if move.stuck:
        return
    on_its_way = sum(map(length, move.legs[pushes:]))
    if on_its_way + length(move.remaining) > length(motion) * (1 + SLACK) + near:
        yield "farther than told"
    responses = {other.item: other.response for other in others}
    is_thin = len(move.shape.vertices) < 3 and move.shape.radius == 0
    walls = [other.shape for other in others if other.response in BLOCKING]
    was_surrounded = is_thin and is_surrounded(move.path[0], walls)
    blocked = [
        (responses[item], hit)
        for item, hit in move.hits
        if hit.depth == 0 and responses[item] in BLOCKING and not (was_surrounded and hit.t == 0)
    ]
    met = [response for response, _ in blocked]
    if not blocked and move.remaining != (0, 0) and not was_surrounded:
        yield "stopped without a hit"
    here = move.path[pushes]
    if all(here.cast(motion, wall) is None for wall in walls) and not (
        is_thin and blocks_together(here, motion, walls)
    ):
        one_leg = pushes > 0 or move.legs == (motion,)[: motion != (0, 0)]
        if blocked or move.remaining != (0, 0) or not one_leg:
            yield "did not go where nothing is"
    if pushes == 0:
        yield from wrong_coordinates(motion, move, [hit.normal for _, hit in blocked])
    first = min((hit.t for wall in walls if (hit := here.cast(motion, wall)) is not None), default=1.0)
    if not is_thin and not move.stuck and blocked and (first - blocked[0][1].t) * length(motion) > near:
        yield "hit before casts do"
    if move.remaining == (0, 0) or "stop" in met or is_thin or len(move.legs) >= 200:
        return
    stops = [(hit.t, wall) for wall in walls if (hit := move.shape.cast(move.remaining, wall)) is not None]
    # What it touches blocks it, even if round a corner it leads on by far more than the gap that rounding leaves.
    t, first = min(stops, key=lambda stop: stop[0], default=(1.0, None))
    touches = first and move.shape.separation(first) <= SLACK_OF_STOPS * (extent(move.shape) + extent(first))
    if t * length(move.remaining) > near and not touches:
        yield "gave up where it was free"


def wrong_slide(
    start: Any, motion: Vec, others: Sequence[Other], move: Any, ask_oracle: bool = False
) -> list[str]:  # fmt: skip
    """The laws that the report of a slide violates."""
    walls = [other.shape for other in others if other.response in BLOCKING]
    pushes = pushes_of(move)
    near = SLACK * (extent(start) + extent(move.shape) + length(motion))
    wrong = [*wrong_records(start, move), *wrong_push(start, motion, move, pushes, walls)]
    wrong += wrong_way(start, move, pushes, walls, ask_oracle)
    if move.stuck:
        return wrong
    wrong += wrong_hits(start, move, pushes, others, near)
    wrong += wrong_end(motion, move, pushes, others, near)
    return wrong


def slide(space: Any, item: Any, motion: Vec, others: Sequence[Other]) -> tuple[Any, list[str]]:
    """Slides an item, with the response of each other item; also returns the violated laws of the filter."""
    asked: Counter[Any] = Counter()
    responses = {other.item: other.response for other in others}

    def response(mover: Any, other: Any) -> str | None:
        asked[other] += 1
        return responses[other] if mover == item else "not the mover"

    move = space.slide(item, *motion, filter=response)
    return move, ["asked twice"] if any(times > 1 for times in asked.values()) else []


def check_slides(seed: int, count: int) -> Tally:
    """Checks a number of slides against the laws."""
    source, tally = Seeded(seed), Tally(Counter(), [])
    while tally.outcomes["slides"] < count:
        world = drawn_world(source)
        space = c2.Space((other.item, other.shape) for other in world.others)
        space.add(MOVER, world.mover)
        for motion in world.motions:
            start = space[MOVER]
            move, wrong = slide(space, MOVER, motion, world.others)
            tally.outcomes.update(["slides", f"in {world.regime}"])
            wrong += wrong_slide(start, motion, world.others, move, tally.outcomes["slides"] % 50 == 0)
            if space[MOVER] != move.shape:
                wrong.append("space")
            count_outcomes(tally.outcomes, move)
            tally.wrong.extend(f"{law}: {start!r}, {motion}, {world.others}" for law in wrong)
            if one_in(source, 4):
                space.update(MOVER, drawn_mover(source, world.size))
    return tally


def count_outcomes(outcomes: Counter[str], move: Any) -> None:
    outcomes["legs"] += len(move.legs)
    outcomes["hits"] += len(move.hits)
    outcomes["hit"] += bool(move.hits)
    outcomes["deflected"] += len(move.legs) > 1
    outcomes["pushed"] += move.pushed != (0, 0)
    outcomes["stuck"] += move.stuck
    outcomes["blocked"] += move.remaining != (0, 0)
    outcomes["200 legs or more"] += len(move.legs) >= 200


# ---- seams -----------------------------------------------------------------------------------------------------------

TILES = 1000
WIDTHS = (32.0, 0.1, 1.0 / 3)
AWAY = 4e6  # how many widths the level slabs at both ends go on

# What is down, and what is along.
TURNS: tuple[tuple[Vec, Vec], ...] = (
    ((0.0, 1.0), (1.0, 0.0)), ((1.0, 0.0), (0.0, 1.0)), ((0.0, -1.0), (1.0, 0.0)), ((-1.0, 0.0), (0.0, 1.0)),
)  # fmt: skip


class Floor(NamedTuple):
    """A floor of tiles: its surface is at `top` along `down`; corners are where tiles meet."""

    width: float
    down: Vec
    along: Vec
    top: float
    corners: list[float]
    slab: Any
    space: Any

    def place(self, along: float, down: float) -> Vec:
        (ax, ay), (dx, dy) = self.along, self.down
        return along * ax + down * dx, along * ay + down * dy

    def parts(self, v: Vec) -> Vec:
        """Along and down."""
        return v[0] * self.along[0] + v[1] * self.along[1], v[0] * self.down[0] + v[1] * self.down[1]


def flush_floor(width: float, turn: tuple[Vec, Vec]) -> Floor:
    down, along = turn
    corners = [i * width for i in range(TILES + 1)]
    made = Floor(width, down, along, 10 * width, corners, None, c2.Space())
    bottom, ends = 11 * width, (-AWAY * width, AWAY * width)

    def between(low: float, high: float) -> Any:
        return box(*made.place(low, made.top), *made.place(high, bottom))

    stops = [ends[0], *corners, ends[1]]
    for i, (low, high) in enumerate(pairwise(stops)):
        made.space.add(i, between(low, high))
    return made._replace(slab=between(*ends))


def drawn_walker(source: Source, on: Floor) -> Any:
    """A shape on the floor or a little above it, often with a corner over a seam."""
    kind = choice(source, ("rect", "roundrect", "circle"))
    real = Scale(2.0**-40, 2**40)
    size = on.width * choice(source, (1.0, 0.5, 2.0, 1.15 + 0.85 * real.number(source)))
    left = on.corners[source.integer(3, TILES - 6)]
    if one_in(source, 2):
        left += on.width * real.number(source)
    if one_in(source, 8):
        left -= size / 2
    above = choice(source, (0.0, 0.0, 0.25, abs(real.number(source)))) * on.width
    corners = (*on.place(left, on.top - size - above), *on.place(left + size, on.top - above))
    x0, y0, x1, y1 = *map(min, corners[:2], corners[2:]), *map(max, corners[:2], corners[2:])
    if kind == "circle":
        return c2.Circle((x0 + x1) / 2, (y0 + y1) / 2, size / 2)
    r = size * choice(source, (0.25, 0.5, 0.1)) if kind == "roundrect" else 0.0
    return c2.RoundRect(x0, y0, size, size, r) if kind == "roundrect" else choice(source, (
        c2.Rect(x0, y0, size, size), box(x0, y0, x1, y1), c2.Rect.centered((x0 + x1) / 2, (y0 + y1) / 2, size, size),
    ))  # fmt: skip


def wrong_push_along(on: Floor, start: Any, motion: Vec, move: Any) -> list[str]:
    """The laws that a push down and along a floor violates."""
    (asked, press), (along, _) = on.parts(motion), on.parts(move.motion)
    gap, before = (shape.separation(on.slab) for shape in (move.shape, start))
    ulps = 16 * math.ulp(max(extent(start), extent(move.shape)))
    least = 16 * math.ulp(on.top + 2 * on.width)  # what is far away along the floor is as near to it as at the start
    if move.shape.radius:  # a round shape stops as much before it hits as rounding may do to all numbers of a cast
        least += 256 * 2.0**-53 * (2 * extent(start) + 2 * length(motion) + AWAY * on.width)
    found = {
        "stopped": abs(along - asked) <= 1e-9 * abs(asked) and move.remaining == (0, 0),
        "off its place": abs(on.parts(move.shape.center)[0] - on.parts(start.center)[0] - asked)
        <= ulps + 1e-9 * abs(asked),
        "sunk": gap >= 0 and not move.stuck,
        "lifted": gap <= max(before - press, 0) + least,
        "pushed": move.pushed == (0, 0),
        "normal": all(is_near(hit.normal, (-on.down[0], -on.down[1]), 1e-9) for _, hit in move.hits),
    }
    return [law for law, holds in found.items() if not holds]


def check_seams(seed: int, count: int) -> Tally:
    """Checks a number of walkers, each pushed a few times."""
    source, tally = Seeded(seed), Tally(Counter(), [])
    floors: dict[tuple[float, int], Floor] = {}
    for _ in range(count):
        width, turn = choice(source, WIDTHS), source.integer(0, 3)
        if (width, turn) not in floors:
            floors[width, turn] = flush_floor(width, TURNS[turn])
        on = floors[width, turn]
        walker = drawn_walker(source, on)
        while walker.overlaps(on.slab):  # by the rounding of its size
            walker = walker.move(*on.place(0, -math.ulp(on.top)))
        on.space.add(MOVER, walker)
        tally.outcomes.update(["runs", f"{type(walker).__name__} on tiles of {width:g}"])
        for _ in range(4):
            start = on.space[MOVER]
            speed = width * 10.0 ** (source.integer(-6000, 6000) / 1000) * choice(source, (1, -1))
            if abs(on.parts(start.center)[0] + speed) > AWAY / 2 * width:
                speed = -speed
            motion = on.place(speed, abs(speed) * choice(source, (1.0, 0.001, 2.0, source.integer(1, 2**30) / 2**29)))
            move = on.space.slide(MOVER, *motion)
            tally.outcomes["pushes"] += 1
            tally.outcomes["hits"] += len(move.hits)
            tally.outcomes["legs"] += len(move.legs)
            wrong = wrong_push_along(on, start, motion, move)
            tally.wrong.extend(f"{law}: {start!r}, {motion}, tiles of {width} {on.down}: {move!r}" for law in wrong)
        on.space.remove(MOVER)
    return tally
