"""Times a Space from Python: a frame of moving objects, slides, queries, their growth, and memory. The peers are scipy,
pymunk, shapely and pygame-ce, in one process. The method is that of calls.py; a block is eight frames in a row.

A frame moves 10,000 circles of radius 0.5, one in four units of area, by a tenth of a radius each, and finds all
overlapping pairs. Ours makes a Circle and calls update() for each, and then pairs(). The peers:

* scipy cKDTree: the tree of a ready array, and query_pairs(1), which returns a set of tuples, or an array in another
  row; pairs() returns a list;
* pymunk Space.step: all circles are sensors, so a step moves them by their velocities and finds the colliding pairs in
  C, but neither resolves nor reports them. pairs() alone is compared with this collision step. Our whole frame is also
  compared with bodies that Python places (body.position); reporting the pairs takes a callback in addition.

Slides: to and fro along a floor among 10,000 tiles of 32 units, constantly pressed down. The peer is the loop of most
tutorials: move by x and leave the rects that FRect.collidelistall finds, then the same by y.

Turns: of items among the same tiles, and of long arms in a court among 10,000 tiles of 16 units; to and fro, so that
the item is ready for the next turn. The arms and orbits reach 290 to 400 units from the point that they turn about.

Queries: among 10,000 boxes or circles 20 to 100 units across, one in 100 by 100 units; the queries are boxes or circles
of the same size, and rays 500 units long. A shapely tree has no rays, so it is queried with a line, as in raycast_all.
For the nearest shape pymunk tries all shapes unless it is given a bound, which is 200 units.

Snapshots: 100 of 10,000 circles move, then one snapshot is taken, and the snapshot before is restored. The peer is
Space.copy.

bench/run.py runs this and prints the tables; alone it prints them as JSON.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from calls import Columns, Contender, Row, make_shape, measure, optional, pygame, pymunk, shapely, to_pymunk

from collide2d import Body, Capsule, Chain, Circle, Point, Rect, RoundRect, Segment, Space

spatial = optional("scipy.spatial")
numpy = optional("numpy")

COUNT = 10_000
R = 0.5
AREA = 4.0  # to each circle
FRAMES = 8
ITEMS = list(range(COUNT))
CKDTREE = "scipy cKDTree, query_pairs"
STEP = "pymunk Space.step of sensors"
PLACED = "placed from Python"
NAMES = {"frame": "frame: update(), pairs()", "pairs": "pairs() alone", "update": "update() alone"}
FRAME_GOALS = {("frame", CKDTREE): 0.4, ("frame", f"{STEP}, {PLACED}"): 0.25, ("pairs", STEP): 0.25}

TILE = 32.0
COLUMNS = 125
CHANGED, SNAPSHOT_LIMIT = 100, 200_000.0
SLIDE_LIMIT = TURN_LIMIT = 20_000.0  # nanoseconds
PUSH_LIMIT, JAM_LIMIT = 500_000_000.0, 50_000_000.0
TURNERS, TURNS, TURN_BLOCK = 64, 1024, 64
COURT_TILE, COURT = 16.0, 312.0  # the radius of what is empty

SPACING = 100.0
QUESTIONS = 4096
RAY = 500.0

CURVE = (100, 1000, 10_000, 100_000, 1_000_000)
MEMORY_COUNT = 200_000


# ---- a frame ---------------------------------------------------------------------------------------------------------


def random_places(count: int, seed: int) -> tuple[list[float], list[float]]:
    rng, side = random.Random(seed), math.sqrt(count * AREA)
    return [rng.uniform(0, side) for _ in range(count)], [rng.uniform(0, side) for _ in range(count)]


def random_steps(count: int, seed: int) -> list[tuple[float, float]]:
    rng = random.Random(seed)
    turns = [rng.uniform(0, 2 * math.pi) for _ in range(count)]
    return [(R / 10 * math.cos(turn), R / 10 * math.sin(turn)) for turn in turns]


def update_and_pair(spaces: Sequence[Any], frames: Sequence[Any]) -> None:
    for space, (xs, ys) in zip(spaces, frames, strict=True):
        update = space.update
        for item, x, y in zip(ITEMS, xs, ys, strict=True):
            update(item, Circle(x, y, R))
        space.pairs()


def update_only(spaces: Sequence[Any], frames: Sequence[Any]) -> None:
    for space, (xs, ys) in zip(spaces, frames, strict=True):
        update = space.update
        for item, x, y in zip(ITEMS, xs, ys, strict=True):
            update(item, Circle(x, y, R))


def pairs_only(spaces: Sequence[Any], _frames: Sequence[Any]) -> None:
    for space in spaces:
        space.pairs()


def rebuild(kinds: Sequence[str], points: Sequence[Any]) -> None:
    for kind, array in zip(kinds, points, strict=True):
        spatial.cKDTree(array).query_pairs(2 * R, output_type=kind)


def step_only(spaces: Sequence[Any], _unused: Sequence[Any]) -> None:
    for space in spaces:
        space.step(1.0)


def place_and_step(worlds: Sequence[Any], frames: Sequence[Any]) -> None:
    for (space, bodies), (xs, ys) in zip(worlds, frames, strict=True):
        for body, x, y in zip(bodies, xs, ys, strict=True):
            body.position = x, y
        space.step(1.0)


def make_pymunk(frame: Any, steps: Sequence[tuple[float, float]], told: list[Any] | None = None) -> tuple[Any, Any]:
    """A space of sensors, and its bodies. If `told` is a list, a callback adds the colliding pairs to it."""
    space, bodies = pymunk.Space(), []
    for x, y, step in zip(*frame, steps, strict=True):
        body = pymunk.Body(1, 1)
        body.position, body.velocity = (x, y), step
        circle = pymunk.Circle(body, R)
        circle.sensor = True
        space.add(body, circle)
        bodies.append(body)
    if told is not None:
        space.on_collision(None, None, pre_solve=lambda arbiter, _space, _data: told.append(arbiter.shapes))
    return space, bodies


def pymunk_frames(frames: Sequence[Any], steps: Sequence[tuple[float, float]]) -> list[Contender]:
    still = [(0.0, 0.0)] * len(steps)
    moving, hashed = make_pymunk(frames[0], steps)[0], make_pymunk(frames[0], steps)[0]
    hashed.use_spatial_hash(2 * R, 10 * len(steps))
    placed, telling = make_pymunk(frames[0], still), make_pymunk(frames[0], still, [])
    return [
        Contender(STEP, step_only, ([moving] * FRAMES, frames)),
        Contender(f"{STEP}, spatial hash", step_only, ([hashed] * FRAMES, frames)),
        Contender(f"{STEP}, {PLACED}", place_and_step, ([placed] * FRAMES, frames)),
        Contender(f"{STEP}, placed and told", place_and_step, ([telling] * FRAMES, frames)),
    ]


def rows_of_frame(repeats: int) -> list[Row]:
    xs, ys = random_places(COUNT, 1)
    steps = random_steps(COUNT, 2)
    frames = [
        ([x + k * dx for x, (dx, _) in zip(xs, steps, strict=True)],
         [y + k * dy for y, (_, dy) in zip(ys, steps, strict=True)])
        for k in range(FRAMES)
    ]  # fmt: skip
    space = Space((i, Circle(x, y, R)) for i, x, y in zip(ITEMS, xs, ys, strict=True))
    columns: Columns = ([space] * FRAMES, frames)
    contenders = [
        Contender("frame", update_and_pair, columns),
        Contender("update", update_only, columns),
        Contender("pairs", pairs_only, columns),
    ]
    array = f"{CKDTREE}, as an array"
    if spatial:
        points = [numpy.column_stack(frame) for frame in frames]
        contenders += [
            Contender(CKDTREE, rebuild, (["set"] * FRAMES, points)),
            Contender(array, rebuild, (["ndarray"] * FRAMES, points)),
        ]
    if pymunk:
        contenders += pymunk_frames(frames, steps)
    ns = measure(contenders, repeats, block=FRAMES)
    share, inputs = len(space.pairs()) / COUNT, f"{COUNT:,} circles"
    peers = {
        "frame": (CKDTREE, array, STEP, *(f"{STEP}, {how}" for how in ("spatial hash", PLACED, "placed and told"))),
        "pairs": (CKDTREE, array, STEP),
        "update": ("frame",),
    }
    return [
        Row(NAMES[ours], inputs, share, ns[ours], peer, ns.get(peer), FRAME_GOALS.get((ours, peer)))
        for ours, theirs in peers.items()
        for peer in theirs
    ]


# ---- slides ----------------------------------------------------------------------------------------------------------


def tiles() -> list[Any]:
    """Two rows in ten are empty."""
    rows = [row for row in range(10 * COUNT // (8 * COLUMNS)) if row % 10 < 8]
    return [Rect(TILE * column, TILE * row, TILE, TILE) for row in rows for column in range(COLUMNS)]


FLOOR = 50 * TILE  # the top of a row below an empty one


def to_and_fro() -> list[float]:
    """Motions of seven units: 448 to the right, then 448 back, repeatedly."""
    return [7.0 if k // 448 % 2 == 0 else -7.0 for k in range(8 * 448)]


def call_slide(spaces: Sequence[Any], ways: Sequence[float]) -> None:
    for space, dx in zip(spaces, ways, strict=True):
        space.slide("player", dx, 5.0)


def call_tutorial(worlds: Sequence[Any], ways: Sequence[float]) -> None:
    for (player, solid), dx in zip(worlds, ways, strict=True):
        player.x += dx
        for i in player.collidelistall(solid):
            if dx > 0:
                player.right = solid[i].left
            else:
                player.left = solid[i].right
        player.y += 5.0
        for i in player.collidelistall(solid):
            player.bottom = solid[i].top


def rows_of_slide(repeats: int) -> list[Row]:
    ways = to_and_fro()
    left, top = 10 * TILE, FLOOR - 40
    players = {
        "rect": Rect(left, top, 24, 40),
        "roundrect": RoundRect(left, top, 24, 40, 6),
        "circle": Circle(left + 20, top + 20, 20),
    }
    contenders = []
    for name, shape in players.items():
        space: Space[Any] = Space(enumerate(tiles()))
        space.add("player", shape)
        contenders.append(Contender(name, call_slide, ([space] * len(ways), ways)))
    loop = "pygame-ce FRect.collidelistall, twice"
    if pygame:
        solid = [pygame.FRect(t.x, t.y, t.w, t.h) for t in tiles()]
        some = ways[:1024]
        worlds = [(pygame.FRect(left, top, 24, 40), solid)] * len(some)
        contenders.append(Contender(loop, call_tutorial, (worlds, some)))
    ns = measure(contenders, repeats)
    rows = [Row(f"slide {p}", "10,000 tiles", 1.0, ns[p], "20 us", SLIDE_LIMIT, 1.0) for p in players]
    return [*rows, Row("slide rect", "10,000 tiles", 1.0, ns["rect"], loop, ns.get(loop), None)]


# ---- turns -----------------------------------------------------------------------------------------------------------

Turner = tuple[Any, tuple[float, float], tuple[float, float]]  # a shape, what it turns about, and the range of angles


def random_turners(name: str) -> list[Turner]:
    """In the empty rows among the tiles."""
    rng, turners = random.Random(11), []
    for _ in range(TURNERS):
        x, y = rng.uniform(500, 3500), TILE * (10 * rng.randrange(1, 9) + 9)
        made: dict[str, Turner] = {
            "free": (Rect.centered(x, y, 24, 8), (x, y), (20.0, 90.0)),
            "to a hit": (Rect(x, y - 2, 60, 4), (x, y), (90.0, 180.0)),
            "arm of 300, to a hit": (Rect(x, y - 2, 300, 4), (x, y), (90.0, 360.0)),
            "orbit at 400, to a hit": (Rect.centered(x + 400, y, 16, 16), (x, y), (90.0, 360.0)),
        }
        turners.append(made[name])
    return turners


def court() -> list[Any]:
    """Tiles around an empty disc about (0, 0)."""
    side = range(-56, 56)
    squares = [Rect(COURT_TILE * i, COURT_TILE * j, COURT_TILE, COURT_TILE) for i in side for j in side]
    return [s for s in squares if s.distance((0.0, 0.0)) > COURT][:COUNT]


def call_turn(spaces: Sequence[Any], items: Sequence[str], angles: Sequence[float], abouts: Sequence[Any]) -> None:
    for space, item, angle, about in zip(spaces, items, angles, abouts, strict=True):
        space.turn(item, angle, about)


def call_turn_cast(spaces: Sequence[Any], items: Sequence[str], angles: Sequence[float], abouts: Sequence[Any]) -> None:
    for space, item, angle, about in zip(spaces, items, angles, abouts, strict=True):
        space.turn_cast(item, angle, about)


def call_turn_cast_all(
    spaces: Sequence[Any], items: Sequence[str], angles: Sequence[float], abouts: Sequence[Any]
) -> None:
    for space, item, angle, about in zip(spaces, items, angles, abouts, strict=True):
        space.turn_cast_all(item, angle, about)


def columns_of_turns(walls: Sequence[Any], turners: Sequence[Turner]) -> Columns:
    """Each turner goes to and fro, and meets the walls only."""
    space: Space[Any] = Space(enumerate(walls))
    rng, items, angles, abouts = random.Random(12), [], [], []
    for k, (shape, _about, _range) in enumerate(turners):
        space.add(f"turner {k}", shape, layer=2, mask=1)
    for k in range(0, TURNS, 2):
        number = k // 2 % len(turners)
        _shape, about, (least, most) = turners[number]
        angle = rng.choice((-1, 1)) * rng.uniform(least, most)
        items += [f"turner {number}"] * 2
        angles += [angle, -angle]
        abouts += [about] * 2
    return [space] * TURNS, items, angles, abouts


def rows_of_turns(repeats: int) -> list[Row]:
    open_court, corridors, at = court(), tiles(), (0.0, 0.0)
    worlds: dict[str, Columns] = {
        name: columns_of_turns(corridors, random_turners(name))
        for name in ("free", "to a hit", "arm of 300, to a hit", "orbit at 400, to a hit")
    }
    worlds["arm of 300, free"] = columns_of_turns(open_court, [(Rect(0, -2, 300, 4), at, (90.0, 360.0))])
    worlds["orbit at 290, free"] = columns_of_turns(open_court, [(Circle(290, 0, 8), at, (90.0, 360.0))])
    calls = {"turn": call_turn, "turn_cast": call_turn_cast, "turn_cast_all": call_turn_cast_all}
    rows = []
    for name, columns in worlds.items():
        contenders = [Contender(verb, call, columns) for verb, call in calls.items()]
        ns = measure(contenders, repeats, block=TURN_BLOCK)
        hits = sum(bool(space.turn_cast(*how)) for space, *how in zip(*columns, strict=True)) / TURNS
        inputs = "10,000 tiles"
        for verb in calls:
            goal = 1.0 if verb != "turn_cast_all" else None
            rows.append(Row(f"{verb} {name}", inputs, hits, ns[verb], "20 us", TURN_LIMIT, goal))
    return rows


def pen(count: int) -> Space[Any]:
    """Balls in a pen, which a door presses against its walls until they are stuck."""
    side = math.isqrt(count)
    balls: dict[Any, Any] = {i: Circle(8 + 5 * (i % side), 5 + 5 * (i // side), 2.5) for i in range(count)}
    space = Space[Any]({"door": Capsule(0, 0, 60, 0, 1), **balls})
    for wall in (Rect(-500, 5 * side + 3, 1000, 5), Rect(-8, 2, 5, 500), Rect(5 * side + 9, 2, 5, 500)):
        space.add(wall, wall)
    return space


def row_of_crates(count: int) -> Space[Any]:
    """A door beside crates that touch each other."""
    crates: dict[Any, Any] = {i: Rect(30 + 10 * i, 2, 10, 10) for i in range(count)}
    return Space[Any]({"door": Rect(20, -20, 4, 60), **crates})


def sweepings(count: int) -> Space[Any]:
    """Crumbs, sticks and hooks around a hand of a clock with a knob."""
    rng, hand = random.Random(13), Body([Rect(0, -1, 50, 2), Circle(50, 0, 3)])
    space: Space[Any] = Space({"door": hand})
    while len(space) <= count:
        turn, reach, size = rng.uniform(0, 2 * math.pi), rng.uniform(3, 55), rng.choice((0.5, 1.5, 4.0))
        x, y = reach * math.cos(turn), reach * math.sin(turn)
        shape = rng.choice((
            Point(x, y), Circle(x, y, size), Segment(x, y, x + size, y - size),
            Rect.centered(x, y, size, size / 8, math.degrees(turn)),
            Chain([(x, y), (x + size, y), (x + size, y + size)], radius=size / 8),
        ))  # fmt: skip
        if not space.query(shape):
            space.add(len(space), shape)
    return space


# A door turns, and pushes: the world, the number of its items, the angle, the point to turn about.
PUSHES: dict[str, tuple[Callable[[int], Space[Any]], int, float, tuple[float, float]]] = {
    "balls in a pen": (pen, 225, 30.0, (0.0, 0.0)),
    "crates in a row": (row_of_crates, 1000, 20.0, (22.0, 40.0)),
    "small things": (sweepings, 40, 177.0, (0.0, 0.0)),
}


def push_times(name: str, repeats: int) -> tuple[float, float]:
    """Nanoseconds of a turn that pushes, and of the same turn again after two of them: the least of the repeats."""
    make, count, angle, about = PUSHES[name]
    first = again = math.inf
    for _ in range(repeats):
        space, times = make(count), []
        for _ in range(3):
            start = time.perf_counter_ns()
            space.turn("door", angle, about, push=True, movable=range(count + 1))
            times.append(time.perf_counter_ns() - start)
        first, again = min(first, times[0]), min(again, times[2])
    return first, again


def rows_of_pushes(repeats: int) -> list[Row]:
    rows = []
    for name, (_make, count, _angle, _about) in PUSHES.items():
        first, again = push_times(name, repeats)
        rows.append(Row("turn, push=True", f"{count:,} {name}", 1.0, first, "0.5 s", PUSH_LIMIT, 1.0))
        if name == "balls in a pen":
            rows.append(Row("turn, push=True", f"{count:,} {name}, jammed", 1.0, again, "0.05 s", JAM_LIMIT, 1.0))
    return rows


# ---- snapshots -------------------------------------------------------------------------------------------------------


def snapshot_times(count: int, repeats: int) -> dict[str, float]:
    """Nanoseconds a call with CHANGED of the items changed, the least of the repeats."""
    space: Space[Any] = Space(
        (i, Circle(x, y, R)) for i, (x, y) in enumerate(zip(*random_places(count, 9), strict=True))
    )
    rng, snapshots = random.Random(10), [space.snapshot()]
    space.digest()
    ns = dict.fromkeys(("snapshot", "restore", "digest", "copy"), math.inf)

    def timed(name: str, call: Callable[..., Any], *arguments: Any) -> Any:
        start = time.perf_counter_ns()
        answer = call(*arguments)
        ns[name] = min(ns[name], time.perf_counter_ns() - start)
        return answer

    for _ in range(3 * repeats):
        for item in rng.sample(range(count), CHANGED):
            space.update(item, space[item].move(rng.uniform(-1, 1), rng.uniform(-1, 1)))
        timed("digest", space.digest)
        snapshots = [*snapshots[-7:], timed("snapshot", space.snapshot)]
        timed("restore", space.restore, snapshots[-2])
        space.restore(snapshots[-1])
        timed("copy", space.copy)
    return ns


def rows_of_snapshots(repeats: int) -> list[Row]:
    ns, inputs = snapshot_times(COUNT, repeats), f"{COUNT:,} circles, {CHANGED} moved"
    rows = [
        Row(name, inputs, 1.0, ns[name], "0.2 ms", SNAPSHOT_LIMIT, 1.0) for name in ("snapshot", "restore", "digest")
    ]
    return [*rows, Row("snapshot", inputs, 1.0, ns["snapshot"], "Space.copy", ns["copy"], None)]


# ---- queries ---------------------------------------------------------------------------------------------------------


def call_method(name: str, *more: Any) -> Callable[..., None]:
    """A loop that calls a method of the objects in the first column with the other columns as arguments."""

    def loop2(xs: Sequence[Any], ys: Sequence[Any]) -> None:
        method = getattr(xs[0], name)
        for _x, y in zip(xs, ys, strict=True):
            method(y, *more)

    def loop3(xs: Sequence[Any], ys: Sequence[Any], zs: Sequence[Any]) -> None:
        method = getattr(xs[0], name)
        for _x, y, z in zip(xs, ys, zs, strict=True):
            method(y, z, *more)

    return lambda *columns: (loop2 if len(columns) == 2 else loop3)(*columns)


def random_world(kind: str, count: int, seed: int) -> list[Any]:
    rng, side = random.Random(seed), SPACING * math.sqrt(COUNT)
    return [make_shape(rng, kind, rng.uniform(0, side), rng.uniform(0, side)) for _ in range(count)]


def random_rays(count: int) -> tuple[list[Any], list[Any]]:
    rng, side = random.Random(5), SPACING * math.sqrt(COUNT)
    origins = [(rng.uniform(0, side), rng.uniform(0, side)) for _ in range(count)]
    turns = [rng.uniform(0, 2 * math.pi) for _ in range(count)]
    return origins, [(RAY * math.cos(turn), RAY * math.sin(turn)) for turn in turns]


def rows_of_questions(kind: str, repeats: int) -> list[Row]:
    world, asked = random_world(kind, COUNT, 3), random_world(kind, QUESTIONS, 4)
    origins, ways = random_rays(QUESTIONS)
    ends = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(origins, ways, strict=True)]
    space = Space(enumerate(world))
    spaces = [space] * QUESTIONS
    contenders = [
        Contender("query", call_method("query"), (spaces, asked)),
        Contender("nearest", call_method("nearest"), (spaces, origins)),
        Contender("raycast", call_method("raycast"), (spaces, origins, ways)),
        Contender("raycast_all", call_method("raycast_all"), (spaces, origins, ways)),
    ]
    peers: list[tuple[str, str]] = []
    if kind == "rect":
        peers += [
            ("query", "shapely STRtree.query, intersects"),
            ("nearest", "shapely STRtree.nearest"),
            ("raycast", "shapely STRtree.query, a line"),
            ("raycast_all", "shapely STRtree.query, a line"),
        ]
    if kind == "rect" and shapely:
        boxes = shapely.box(*numpy.array([s.bounds for s in world]).T)
        tree = shapely.STRtree(boxes)
        trees = [tree] * QUESTIONS
        query = call_method("query", "intersects")
        lines = [shapely.LineString(pair) for pair in zip(origins, ends, strict=True)]
        areas = list(shapely.box(*numpy.array([s.bounds for s in asked]).T))
        contenders += [
            Contender("shapely STRtree.query, intersects", query, (trees, areas)),
            Contender("shapely STRtree.nearest", call_method("nearest"), (trees, [shapely.Point(p) for p in origins])),
            Contender("shapely STRtree.query, a line", query, (trees, lines)),
        ]
    box_query = "pymunk Space.bb_query" if kind == "rect" else "pymunk Space.shape_query"
    peers += [
        ("query", box_query),
        ("nearest", "pymunk Space.point_query_nearest"),
        ("raycast", "pymunk Space.segment_query_first"),
        ("raycast_all", "pymunk Space.segment_query"),
    ]
    if pymunk:
        contenders += pymunk_questions(kind, world, asked, origins, ends)
    ns = measure(contenders, repeats)
    found = {
        "query": sum(bool(space.query(shape)) for shape in asked),
        "nearest": QUESTIONS,
        "raycast": sum(space.raycast(p, v) is not None for p, v in zip(origins, ways, strict=True)),
    }
    found["raycast_all"] = found["raycast"]
    inputs = f"{COUNT:,} {kind}s"
    return [Row(verb, inputs, found[verb] / QUESTIONS, ns[verb], peer, ns.get(peer), None) for verb, peer in peers]


def pymunk_questions(kind: str, world: Any, asked: Any, origins: Any, ends: Any) -> list[Contender]:
    space = pymunk.Space()
    for shape in world:
        made = to_pymunk(shape)
        made.body = space.static_body
        space.add(made)
    every = pymunk.ShapeFilter()
    calls: dict[str, tuple[Columns, tuple[Any, ...]]] = {
        "point_query_nearest": ((origins,), (2 * SPACING, every)),
        "segment_query_first": ((origins, ends), (0, every)),
        "segment_query": ((origins, ends), (0, every)),
    }
    if kind == "rect":
        calls["bb_query"] = ([pymunk.BB(s.left, s.top, s.right, s.bottom) for s in asked],), (every,)
    else:
        calls["shape_query"] = ([to_pymunk(s) for s in asked],), ()
    return [
        Contender(f"pymunk Space.{name}", call_method(name, *more), ([space] * QUESTIONS, *columns))
        for name, (columns, more) in calls.items()
    ]


# ---- how it grows ----------------------------------------------------------------------------------------------------


def curve_at(count: int, repeats: int) -> dict[str, Any]:
    """Nanoseconds: per call for a query; per object for pairs and its peer."""
    xs, ys = random_places(count, 6)
    space = Space((i, Circle(x, y, R)) for i, (x, y) in enumerate(zip(xs, ys, strict=True)))
    rng, side = random.Random(7), math.sqrt(count * AREA)
    points = [(rng.uniform(0, side), rng.uniform(0, side)) for _ in range(QUESTIONS)]
    turns = [rng.uniform(0, 2 * math.pi) for _ in range(QUESTIONS)]
    ways = [(9 * math.cos(turn), 9 * math.sin(turn)) for turn in turns]
    spaces = [space] * QUESTIONS
    questions = [
        Contender("query", call_method("query"), (spaces, [Circle(x, y, 1) for x, y in points])),
        Contender("nearest", call_method("nearest"), (spaces, points)),
        Contender("raycast", call_method("raycast"), (spaces, points, ways)),
    ]
    again = max(1, 2000 // count)  # a call of less than a millisecond is repeated this many times
    pairs = [Contender("pairs", pairs_only, ([space] * again, [None] * again))]
    if spatial:
        pairs.append(Contender(CKDTREE, rebuild, (["set"] * again, [numpy.column_stack((xs, ys))] * again)))
    ns = measure(questions, repeats) | measure(pairs, repeats)
    theirs = ns[CKDTREE] / count if spatial else None
    saving = snapshot_times(count, repeats)
    return {
        "n": count, **{c.name: ns[c.name] for c in questions}, "pairs": ns["pairs"] / count, "cKDTree": theirs,
        "snapshot": saving["snapshot"], "restore": saving["restore"],
    }  # fmt: skip


# ---- memory ----------------------------------------------------------------------------------------------------------


def resident() -> int:
    """The resident bytes of this process, or their peak if the system reports only that."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    resource = optional("resource")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss if resource else 0
    return int(most) * (1 if sys.platform == "darwin" else 1024)


def keep_shapes(frame: Any) -> Any:
    return [Circle(x, y, R) for x, y in zip(*frame, strict=True)]


def keep_space(frame: Any) -> Any:
    return Space((i, shape) for i, shape in enumerate(keep_shapes(frame)))


def keep_asked_space(frame: Any) -> Any:
    space = keep_space(frame)
    space.query((0, 0))
    return space


def keep_paired_space(frame: Any) -> Any:
    space = keep_asked_space(frame)
    space.pairs()
    return space


def keep_shapely(frame: Any) -> Any:
    tree = shapely.STRtree(shapely.buffer(shapely.points(*frame), R))
    tree.query(shapely.Point(0, 0))
    return tree


def keep_pymunk(frame: Any) -> Any:
    space = make_pymunk(frame, [(0.0, 0.0)] * len(frame[0]))[0]
    space.step(1.0)
    return space


KEPT: dict[str, tuple[Callable[[Any], Any], bool]] = {
    "Circle": (keep_shapes, True),
    "Space, filled": (keep_space, True),
    "Space, asked": (keep_asked_space, True),
    "Space, asked for pairs": (keep_paired_space, True),
    "shapely STRtree of polygons": (keep_shapely, bool(shapely)),
    "pymunk Space": (keep_pymunk, bool(pymunk)),
}


def bytes_kept(what: str, count: int) -> float:
    """Bytes per object, including the objects themselves, measured in a separate process."""
    command = [sys.executable, __file__, "--resident", what, str(count)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def print_resident(what: str, count: int) -> None:
    keep, _ = KEPT[what]
    frame = random_places(count, 8)
    _warm = keep(random_places(100, 8))
    before = resident()
    kept = keep(frame)
    print((resident() - before) / count)
    del kept


# ---- the command -----------------------------------------------------------------------------------------------------


def all_parts(quick: bool) -> dict[str, Any]:
    repeats = 5 if quick else 15
    rows = [*rows_of_frame(3 * repeats), *rows_of_slide(repeats), *rows_of_turns(repeats)]
    rows += [*rows_of_pushes(3), *rows_of_snapshots(repeats)]
    for kind in ("rect", "circle"):
        rows += rows_of_questions(kind, repeats)
    curve = [curve_at(count, 3 if quick else 7) for count in CURVE[: 4 if quick else 5]]
    memory = [
        {"what": what, "bytes": bytes_kept(what, MEMORY_COUNT) if usable else None}
        for what, (_keep, usable) in KEPT.items()
    ]
    return {"calls": [asdict(row) | {"ratio": row.ratio} for row in rows], "curve": curve, "memory": memory}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer repeats, up to 100,000 objects")
    parser.add_argument("--resident", nargs=2, metavar=("WHAT", "N"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.resident:
        print_resident(options.resident[0], int(options.resident[1]))
        return 0
    json.dump(all_parts(options.quick), sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
