"""Levels for walkers, and the laws of a walk.

A level is a closed room on lattice coordinates with floors, stairs, slopes, planks, discs, chains and platforms that
move. A route is ground without gaps whose slopes and steps are within the limits of its walker.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, Protocol, TypeVar

import collide2d as c2
from collide2d.walker import Walk, Walker

Vec = tuple[float, float]

T = TypeVar("T")


class Chance(Protocol):
    """What random.Random, hypothesis and a fuzzer's bytes can decide."""

    def choice(self, seq: Sequence[T], /) -> T: ...
    def randrange(self, start: int, stop: int = ..., /) -> int: ...
    def random(self) -> float: ...


UPS: list[Vec] = [(0, -1), (0, 1), (-1, 0), (1, 0), (0.6, -0.8)]


@dataclass
class Level:
    """A space with a walker, and what the items are."""

    space: c2.Space[Any]
    options: dict[str, Any]
    unit: float
    planks: set[Any] = field(default_factory=set)
    lifts: list[Any] = field(default_factory=list)
    room: c2.Polygon = field(default_factory=lambda: c2.Polygon([(0, 0)]))  # what no walk leaves

    @property
    def thin(self) -> bool:
        """Whether a piece of the walker has no area: on a border between two walls it is on neither side."""
        walker: Any = self.space["walker"]
        return any(piece.area == 0 for piece in (walker.pieces if isinstance(walker, c2.Body) else (walker,)))

    @property
    def rounding(self) -> float:
        """How far the walker may move by rounding alone: 2^-36 of its coordinates."""
        return max(abs(number) for number in self.space["walker"].bounds) * 2.0**-36

    def walker(self) -> Walker[Any]:
        return Walker(self.space, "walker", one_way=self.planks, **self.options)


def turned(solid: c2.Shape | c2.Body, up: Vec) -> Any:
    """A shape of a level whose up is (0, -1), turned so that up is another direction."""
    angle = round(math.degrees(math.atan2(up[0], -up[1])), 9)
    return solid.rotate(angle, (0, 0)) if angle else solid


def mover(rng: Chance, unit: float, flat: bool = False) -> Any:
    """A walker's shape whose feet are at (0, 0). flat: without round sides, and no gap has exactly its size."""
    w, h = unit * rng.choice([1, 2, 0.75]), unit * rng.choice([1, 2, 3])
    w, h = (0.9 * w, 0.9 * h) if flat else (w, h)
    shapes = [
        c2.Rect(-w / 2, -h, w, h),
        c2.RoundRect(-w / 2, -h, w, h, min(w, h) / 4),
        c2.Circle(0, -w / 2, w / 2),
        c2.Capsule(0, -h - w / 2, 0, -w / 2, w / 2),
        c2.Polygon([(-w / 2, -h), (w / 2, -h), (0, 0)]),
        c2.Body([c2.Rect(-w / 2, -h, w, h - w / 4), c2.Circle(0, -w / 2, w / 2)]),
        c2.Rect(-w / 2, -h, w, h, angle=20),
        c2.Point(0, 0),
        c2.Body({"legs": c2.Rect(-w / 4, -h / 2, w / 2, h / 2), "arms": c2.Rect(-w / 2, -h, w, h / 2)}),
        c2.Body([c2.Circle(-w / 4, -w / 4, w / 4), c2.Circle(w / 4, -w / 4, w / 4), c2.Segment(0, -w / 4, 0, -h)]),
    ]
    return rng.choice([shape for shape in shapes if not flat or is_flat(shape)])


def is_flat(solid: Any) -> bool:
    """Whether a shape or body has no round side."""
    return all(piece.radius == 0 for piece in (solid.pieces if isinstance(solid, c2.Body) else (solid,)))


def piece(rng: Chance, x: float, y: float, unit: float, flat: bool = False) -> Any:
    """Something to stand on, or to run into. flat: without round sides."""
    w, h = unit * rng.randrange(1, 10), unit * rng.randrange(1, 6)
    match rng.choice((0, 1, 2, 3, 5, 7)) if flat else rng.randrange(8):
        case 0 | 1:
            return c2.Rect(x, y, w, h)
        case 2:
            return c2.Polygon([(x, y + h), (x + w, y), (x + w, y + h)])
        case 3:
            return c2.Polygon([(x, y), (x, y + h), (x + w, y + h)])
        case 4:
            return c2.Circle(x, y, unit * rng.randrange(1, 6))
        case 5:
            return c2.Segment(x, y, x + w, y + unit * rng.randrange(-4, 5))
        case 6:
            return c2.RoundRect(x, y, w + unit, h + unit, unit / 2)
        case _:
            steps = [unit * rng.randrange(-2, 3) for _ in range(4)]
            return c2.Chain([(x + unit * 2 * i, y + step) for i, step in enumerate(steps)])


def level(rng: Chance, flat: bool = False) -> Level | None:
    """A room with a walker in it, or None if there is no place for the walker. flat: without round sides."""
    unit, up = rng.choice([1.0, 4.0, 8.0, 1e-3, 1e3]), rng.choice(UPS)
    offset = rng.choice([0.0, 0.0, 1e3, 1e6, 2.0**20, 1e6 if flat else 1e9]) * unit
    options = {
        "up": up,
        "step": unit * rng.choice([0, 0.5, 1, 0.3]),
        "max_slope": rng.choice([46, 30, 60, 0]),
        "snap": rng.choice([None, 0, unit]),
        "constant_speed": rng.random() < 0.2,
    }
    made = Level(c2.Space(), options, unit)
    side, top, bottom = 48 * unit, -24 * unit, 16 * unit
    # With a radius: a point that ends exactly on a thin wall is on neither side, and may leave to either.
    corners: list[Vec] = [(-side, top), (side, top), (side, bottom), (-side, bottom)]
    fence = c2.Chain(corners, closed=True, radius=unit / 2)
    made.room = turned(c2.Polygon(corners), up).move(offset, offset)
    shapes: dict[Any, Any] = {"fence": fence}
    for i in range(-12, 12):
        if rng.random() < 0.9:
            shapes["tile", i] = c2.Rect(i * 4 * unit, 12 * unit, 4 * unit, 4 * unit)
    for i in range(rng.randrange(1, 14)):
        shapes["piece", i] = piece(rng, unit * rng.randrange(-30, 30), unit * rng.randrange(-6, 12), unit, flat)
    for i in range(rng.randrange(3)):
        x, y = unit * rng.randrange(-30, 30), unit * rng.randrange(-6, 10)
        drop = unit * rng.choice([0, 0, 1, -2])
        shapes["plank", i] = c2.Polygon([(x, y), (x + 8 * unit, y + drop), (x + 8 * unit, y + drop + unit / 2)])
        made.planks.add(("plank", i))
    lift_at: list[Vec] = []
    for i in range(rng.randrange(3)):
        x, y = unit * rng.randrange(-30, 30), unit * rng.randrange(-6, 10)
        shapes["lift", i] = c2.Rect(x, y, 6 * unit, unit)
        lift_at.append((x + 3 * unit, y))
        made.lifts.append(("lift", i))
    for item, shape in shapes.items():
        made.space.add(item, turned(shape, up).move(offset, offset))
    shape = mover(rng, unit, flat)
    for trial in range(40):
        x, y = unit * rng.randrange(-60, 60) / 2, unit * rng.randrange(-20, 22) / 2
        if made.lifts and trial < 4:
            x, y = lift_at[trial % len(lift_at)]
        x, y = (x + 0.1371 * unit, y - 0.0733 * unit) if flat else (x, y)  # it meets no corner exactly
        candidate = turned(shape.move(x, y), up).move(offset, offset)
        if not made.space.query(candidate):
            made.space.add("walker", candidate)
            if made.thin:  # it could end on the border between a plank that it is in and a wall
                made.planks.clear()
            return made
    return None


def route(rng: Chance) -> tuple[Level, float]:
    """A level of ground without gaps, and the length of the way along it."""
    unit = rng.choice([1.0, 4.0, 16.0])
    step, steepest = unit * rng.choice([0.0, 0.5, 1.0]), rng.choice([46, 30, 60])
    points: list[Vec] = [(-8 * unit, 0.0), (8 * unit, 0.0)]
    flat = rng.random() < 0.5
    kind = 3
    for _ in range(rng.randrange(2, 8)):
        x, y = points[-1]
        length = unit * rng.randrange(4, 12)
        # On a slope the lowest point of a round walker is below the slope, so its steps border on level ground only.
        kind = rng.choice([0, 1, 1, 3] if kind == 3 or (flat and kind == 1) else [1, 3])
        if kind == 0 and step:
            points.append((x, y + rng.choice([-1, 1]) * step))
            kind = 0 if flat and rng.random() < 0.5 else 3
        elif kind == 1:
            degrees = rng.choice([0.01, 1, steepest / 2, steepest - 1])
            points.append((x + length, y + length * math.tan(math.radians(rng.choice([-1, 1]) * degrees))))
        if kind == 3:
            points.append((points[-1][0] + length, points[-1][1]))
    points.append((points[-1][0] + 12 * unit, points[-1][1]))
    deep = max(y for _, y in points) + 4 * unit
    made = Level(c2.Space(), {"step": step, "max_slope": steepest}, unit)
    for i, ((x0, y0), (x1, y1)) in enumerate(pairwise(points)):
        if x0 < x1:
            made.space.add(("ground", i), c2.Polygon([(x0, y0), (x1, y1), (x1, deep), (x0, deep)]))
    w, h = unit * rng.choice([1, 2]), unit * rng.choice([1, 2, 3])
    walkers = [
        c2.Rect(-w / 2, -h, w, h),
        c2.RoundRect(-w / 2, -h, w, h, w / 4),
        c2.Circle(0, -w / 2, w / 2),
        c2.Capsule(0, -h - w / 2, 0, -w / 2, w / 2),
    ]
    made.space.add("walker", walkers[0] if flat else rng.choice(walkers))
    return made, points[-1][0] - 4 * unit


class Pad(NamedTuple):
    """The input of a frame: how far to the side, how far a jump goes up or 0, whether to drop, and how lifts move."""

    side: float
    jump: float
    drop: bool
    lift: Vec
    how: int  # 1 by move, 2 by carry, 3 by a turn


def pads(rng: Chance, unit: float, count: int = 40) -> list[Pad]:
    return [
        Pad(
            unit * rng.choice([0, 0.25, -0.25, 0.075, -0.6, 1, 5, -4]),
            rng.choice([0.5, 1, 2]) * unit if rng.random() < 0.08 else 0.0,
            rng.random() < 0.1,
            (unit * rng.choice([0, 0.25, -0.25, 1]), unit * rng.choice([0, 0.25, -0.25, -1, 1])),
            rng.choice([0, 0, 0, 1, 2, 3]),
        )
        for _ in range(count)
    ]


def play(made: Level, frames: list[Pad], rests: int = 1) -> tuple[list[str], list[Walk[Any]]]:
    """Walks through a level: the laws that it broke, and the walks. One in `rests` is followed by a walk of (0, 0)."""
    space, walker = made.space, made.walker()
    up, fall = walker._up, 0.0
    right = (-up[1], up[0])
    wrong: list[str] = []
    walks: list[Walk[Any]] = []
    walker.walk(-up[0] * 40 * made.unit, -up[1] * 40 * made.unit)
    for number, (side, jump, drop, lift, how) in enumerate(frames):
        for platform in made.lifts:
            if how == 1:
                space.move(platform, *lift)
            elif how == 3:
                space.update(platform, space[platform].rotate(30 * lift[0] / made.unit))
            elif how == 2:
                carried = space.carry(platform, *lift, movable={"walker"}, up=up)
                if not carried.crushed and space["walker"].overlaps(space[platform]):
                    wrong.append(f"{number}: it overlaps {platform} after carry, and is not crushed")
        grounded = walker.grounded
        fall = -jump if jump else (0.0 if grounded else fall + 0.2 * made.unit)
        motion = (right[0] * side - up[0] * fall, right[1] * side - up[1] * fall)
        walk = walker.walk(*motion, drop=drop)
        walks.append(walk)
        wrong += [f"{number}: {law}" for law in broken(made, walker, walk, number % rests == 0)]
        if walk.floor is not None or walk.ceiling is not None:
            fall = 0.0
        if walk.crushed:
            break
        if not made.room.contains(space["walker"]):
            wrong.append(f"{number}: it left the room")
            break
    return wrong, walks


def restored(made: Level, frames: list[Pad]) -> list[str]:
    """Walks, restores the snapshot from before, and walks again: the laws that were broken, such as another end."""
    walker, space = made.walker(), made.space
    walker.walk(frames[0].side, made.unit)
    saved, state = space.snapshot(), walker.state

    def rest() -> list[Any]:
        done = []
        for pad in frames[1:]:
            for lift in made.lifts:
                space.move(lift, *pad.lift)
            done.append((walker.walk(pad.side, made.unit / 4, drop=pad.drop), space["walker"]))
        return done

    once = rest()
    space.restore(saved)
    walker.state = state
    return [] if rest() == once else ["a restored walker walks another way"]


def broken(made: Level, walker: Walker[Any], walk: Walk[Any], rests: bool = True) -> list[str]:
    """The laws that a walk broke. rests: whether to try that it stands still."""
    space, wrong = made.space, []
    if not walk.crushed:
        inside = [item for item in space.query("walker") if item not in made.planks]
        if made.thin:  # several items together may surround it; the exam of slides asks for that
            inside = [item for item in inside if space["walker"].overlaps(space[item])]
        wrong += [f"it ends in {item}" for item in inside]
    if walk.floor is not None and (walk.floor_normal is None or (rests and not walker.grounded)):
        wrong.append("the floor of a walk is lost")
    if walk.floor_normal is not None and not stands(walk.floor_normal, made.options):
        wrong.append(f"the floor is too steep: {walk.floor_normal}")
    if walk.crushed or not rests:
        return wrong
    saved, state = space.snapshot(), walker.state
    rest = walker.walk(0, 0)
    if walk.floor is not None and math.hypot(*rest.moved) > 1e-6 * made.unit + made.rounding:
        wrong.append(f"it stands, and a walk by (0, 0) moves it by {rest.moved}")
    if walk.floor is not None and rest.floor is None:
        wrong.append("a walk by (0, 0) loses the floor")
    space.restore(saved)
    walker.state = state
    return wrong


def stands(normal: Vec, options: dict[str, Any]) -> bool:
    """Whether a floor of this normal is within the limit of the slope, or steeper by what a walker allows for rounding:
    2^-40 of the cosine, and twice that here.
    """
    (x, y), (nx, ny) = options["up"], normal
    least = math.cos(math.radians(options["max_slope"])) - 2.0**-39
    return bool(x * nx + y * ny >= least * math.hypot(x, y))


def follow(made: Level, length: float, frames: Sequence[int] = (40, 160, 640)) -> list[str]:
    """The laws that walks along a route broke: they keep the floor, and end the same in any number of frames."""
    wrong: list[str] = []
    ends: list[Vec] = []
    start = made.space.snapshot()
    for count in frames:
        made.space.restore(start)
        walker = made.walker()
        walker.walk(0, made.unit)
        for number in range(count):
            walk = walker.walk(length / count, 0.5 if number % 3 else 0.0)
            if walk.floor is None or walk.wall is not None:
                wrong.append(f"floor {walk.floor}, wall {walk.wall} in frame {number} of {count}")
                break
        end = made.space["walker"].bounds
        ends.append((end[0], end[3]))
        if end[0] < length - made.unit * 2:
            wrong.append(f"it got to {end[0]} of {length}")
    far = max(math.dist(end, ends[0]) for end in ends)
    if far > 1e-9 * max(1.0, length):
        wrong.append(f"the ends of walks in {frames} frames are {far} apart: {ends}")
    return wrong


def pace(rng: Chance, made: Level) -> Vec:
    """The motion of one second."""
    up = made.walker()._up
    side, rise = made.unit * rng.choice([30, -30, 15, -50]), made.unit * rng.choice([0, -10, -40, 20])
    return (up[0] * rise - up[1] * side, up[1] * rise + up[0] * side)


def paces(made: Level, motion: Vec, rates: Sequence[int] = (15, 60, 240)) -> list[str]:
    """The laws that a second at a constant speed broke: it ends the same at any number of steps a second."""
    start = made.space.snapshot()
    ends: list[Vec] = []
    for rate in rates:
        made.space.restore(start)
        walker = made.walker()
        for _ in range(rate):
            walker.walk(motion[0] / rate, motion[1] / rate)
        ends.append(made.space["walker"].bounds[:2])
    made.space.restore(start)
    far = max(math.dist(end, ends[0]) for end in ends)
    way = math.hypot(*motion) + 2.0**36 * made.rounding
    return [f"at {rates} steps a second it ends {far} apart"] if far > 1e-9 * way else []


def endless(made: Level, motion: Vec, longer: Sequence[int] = (1, 8, 20, 40, 150)) -> list[str]:
    """The laws that a long walk broke: one that is stopped ends there by a motion that is 2^k times as long, too.

    A second walk tells whether the first was stopped: it moves nothing. For flat levels, and not where a corner of the
    walker meets one exactly, as at the level of what it stood on: rounding decides on which side it passes. Not if up
    is no axis, or far from the origin: the walls are off by a rounding there, and a long motion against such a wall
    leads along it.
    """
    space, walker = made.space, made.walker()
    if made.thin or 0 not in walker._up or made.rounding > 2.0**-20 * made.unit:
        return []
    walker.walk(-walker._up[0] * 40 * made.unit, -walker._up[1] * 40 * made.unit)
    start, state = space.snapshot(), walker.state

    def end(*walks: Vec) -> tuple[Vec, Any]:
        space.restore(start)
        walker.state = state
        done = [walker.walk(*walk) for walk in walks]
        x, y, _, _ = space["walker"].bounds
        return (x, y), done[-1]

    once, _ = end(motion)
    near = 1e-9 * math.hypot(*motion) + 2.0**6 * made.rounding
    twice, last = end(motion, motion)
    if math.dist(twice, once) > near or is_corner_to_corner(made, last.hits, near):
        return []
    wrong = []
    for k in longer:
        there, last = end((math.ldexp(motion[0], k), math.ldexp(motion[1], k)))
        if math.dist(there, once) > near and not is_corner_to_corner(made, last.hits, near):
            wrong.append(f"2^{k} times the walk ends at {there}, not {once}")
    return wrong


def is_corner_to_corner(made: Level, hits: Sequence[tuple[Any, Any]], near: float) -> bool:
    """Whether the walker, where it is, meets something at a corner of both."""

    def is_corner(point: Vec, solid: Any) -> bool:
        return min(math.dist(point, corner) for corner in corners_of(solid)) <= near

    walker = made.space["walker"]
    return any(is_corner(hit.point, walker) and is_corner(hit.point, made.space[item]) for item, hit in hits)


def corners_of(solid: Any) -> list[Vec]:
    return [corner for piece in (solid.pieces if isinstance(solid, c2.Body) else (solid,)) for corner in piece.vertices]


def press(rng: Chance) -> list[str]:
    """The laws that a press broke: it crushes exactly if there is no room.

    It comes down on a walker until the room above the floor is the walker's height, or one double more or less.
    """
    w, h = rng.choice([1.0, 2.0, 0.75, 20 * rng.random() + 0.5]), rng.choice([1.0, 3.0, 20.0, 20 * rng.random() + 0.5])
    shapes: list[Any] = [
        c2.Rect(-w / 2, -h, w, h),
        c2.RoundRect(-w / 2, -h, w, h, min(w, h) / 4),
        c2.Circle(0, -w / 2, w / 2),
        c2.Capsule(0, -h - w / 2, 0, -w / 2, w / 2),
        c2.Body([c2.Rect(-w / 2, -h, w, h / 2), c2.Rect(-w / 4, -h / 2, w / 2, h / 2)]),
    ]
    shape, more, how = rng.choice(shapes), rng.choice([-1, 0, 1]), rng.choice(["update", "move", "carry"])
    high, low = heights(shape)
    ceiling, ground = float(high), float(low)
    if Fraction(ceiling) != high or Fraction(ground) != low:
        return []  # its height is no double
    if more:
        ceiling = math.nextafter(ceiling, -math.inf * more)
    space = c2.Space({"floor": c2.Rect.from_corners(-1e4, ground, 1e4, ground + 10), "walker": shape})
    end = c2.Rect.from_corners(-1e4, ceiling - 50, 1e4, ceiling)
    start = end.move(0, -50)
    if start.move(0, 50).bounds[3] != ceiling:
        return []  # rounding keeps it from getting there
    space.add("press", start)
    walker = Walker(space, "walker", max_push=2 * h)
    if how == "carry":
        crushed = bool(space.carry("press", 0, 50, movable={"walker"}).crushed)
    else:
        if how == "move":
            space.move("press", 0, 50)
        else:
            space.update("press", end)
        crushed = walker.walk(rng.choice([0, 1]), rng.choice([0, 1])).crushed
    return [] if crushed == (more < 0) else [f"{how}: a press that leaves {more} ulp more than {shape}: {crushed}"]


def heights(solid: Any) -> tuple[Fraction, Fraction]:
    """The least and the greatest y of a shape or body, exactly."""
    pieces = solid.pieces if isinstance(solid, c2.Body) else (solid,)
    ends = [(Fraction(y), Fraction(piece.radius)) for piece in pieces for _, y in piece.vertices]
    return min(y - r for y, r in ends), max(y + r for y, r in ends)
