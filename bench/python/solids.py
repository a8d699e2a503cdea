"""Times what makes a world one solid, from Python: rays along seams, bodies, clips, casts of two movers. The method is
that of calls.py; ours is compared with ours, so each ratio is the price of a feature.

* A ray through a row of 5,000 tiles. Its way meets no seam along it, so a ray pays nothing for the union rule whether
  the tiles are flush or apart. The left sides are the same in both rows, so both compute the same t: some values of t
  take longer to their last bit, and with other sides that alone was a difference of 2 %. A ray that grazes a floor of
  5,000 tiles collects all of them, and one down a seam stops where the seam begins; they are printed beside a ray above
  the floor and one onto a tile, without a goal.
* 10,000 tiles as 2,500 bodies of 4, beside the same tiles as items. As a mover, a body of 4 pieces is compared with the
  rectangle that it fills, on a floor of tiles.
* A `walk` over flush tiles beside a `slide`, and `carry` of 10 riders beside 11 slides: what the Python in them costs.
* `clip` beside `raycast`, and `cast` with `motion_b` beside the same cast without.

bench/run.py --only solids runs this and prints the tables; alone it prints them as JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from calls import Contender, Row, make_shape, measure

from collide2d import Body, Point, Rect, Segment, Space
from collide2d.walker import Walker

TILES = 5_000
RAYS = 64  # each goes through all the tiles
SEAM_GOAL, MOVER_GOAL = 1.02, 3.0
ITEMS, SIZE = 10_000, 8.0
CALLS = 4_096


# ---- rays and seams --------------------------------------------------------------------------------------------------


def call_ray(name: str) -> Callable[..., None]:
    def loop(spaces: Sequence[Any], origins: Sequence[Any], ways: Sequence[Any]) -> None:
        call = getattr(spaces[0], name)
        for _, origin, way in zip(spaces, origins, ways, strict=True):
            call(origin, way)

    return loop


def row_of_tiles(width: float = SIZE) -> Space[Any]:
    return Space((i, Rect(i * SIZE, 0, width, SIZE)) for i in range(TILES))


def rows_of_seams(repeats: int) -> list[Row]:
    flush, apart = row_of_tiles(), row_of_tiles(SIZE - 1)
    length = TILES * SIZE + 8
    along, down = (length, 0.0), (0.0, 3 * SIZE)
    columns: dict[str, tuple[str, Any, list[Any], Any]] = {
        "through flush tiles": ("raycast_all", flush, [(-4, 1 + i / 16) for i in range(RAYS)], along),
        "through tiles apart": ("raycast_all", apart, [(-4, 1 + i / 16) for i in range(RAYS)], along),
        "grazing a floor": ("raycast", flush, [(-4, 0.0)] * RAYS, along),
        "above a floor": ("raycast", flush, [(-4, -1.0)] * RAYS, along),
        "down a seam": ("raycast", flush, [(SIZE * (i + 1), -SIZE) for i in range(CALLS)], down),
        "down onto a tile": ("raycast", flush, [(SIZE * (i + 0.5), -SIZE) for i in range(CALLS)], down),
    }
    contenders = [
        Contender(what, call_ray(name), ([space] * len(origins), origins, [way] * len(origins)))
        for what, (name, space, origins, way) in columns.items()
    ]
    ns = measure(contenders, repeats, block=8)
    pairs = (
        ("through flush tiles", "through tiles apart", SEAM_GOAL),
        ("grazing a floor", "above a floor", None),
        ("down a seam", "down onto a tile", None),
    )
    inputs = f"{TILES:,} tiles"
    return [Row(f"a ray {ours}", inputs, 1.0, ns[ours], peer, ns[peer], goal) for ours, peer, goal in pairs]


# ---- bodies ----------------------------------------------------------------------------------------------------------


def quarters(x: float, y: float) -> list[Any]:
    return [Rect(x + SIZE * i, y + SIZE * j, SIZE, SIZE) for j in range(2) for i in range(2)]


def call_query(spaces: Sequence[Any], shapes: Sequence[Any]) -> None:
    query = spaces[0].query
    for _, shape in zip(spaces, shapes, strict=True):
        query(shape)


def call_nearest(spaces: Sequence[Any], shapes: Sequence[Any]) -> None:
    nearest = spaces[0].nearest
    for _, shape in zip(spaces, shapes, strict=True):
        nearest(shape)


def rows_of_bodies(repeats: int) -> list[Row]:
    side = round((ITEMS / 4) ** 0.5)
    groups = [quarters(3 * SIZE * i, 3 * SIZE * j) for j in range(side) for i in range(side)]
    bodies = Space(enumerate(map(Body, groups)))
    items = Space(enumerate(tile for group in groups for tile in group))
    rng, extent = random.Random(21), 3 * SIZE * side
    asked = [make_shape(rng, "circle", rng.uniform(0, extent), rng.uniform(0, extent)) for _ in range(CALLS)]
    points = [(rng.uniform(0, extent), rng.uniform(0, extent)) for _ in range(CALLS)]
    ways = [(rng.uniform(-200, 200), rng.uniform(-200, 200)) for _ in range(CALLS)]
    contenders, verbs = [], ("query", "nearest", "raycast", "cast", "cast_all")
    for name, space in (("bodies", bodies), ("items", items)):
        spaces = [space] * CALLS
        contenders += [
            Contender(f"query {name}", call_query, (spaces, asked)),
            Contender(f"nearest {name}", call_nearest, (spaces, points)),
            Contender(f"raycast {name}", call_ray("raycast"), (spaces, points, ways)),
            Contender(f"cast {name}", call_ray("cast"), (spaces, asked, ways)),
            Contender(f"cast_all {name}", call_ray("cast_all"), (spaces, asked, ways)),
        ]
    ns = measure(contenders, repeats)
    inputs = f"{ITEMS:,} tiles, 4 to a body"
    return [
        Row(verb, inputs, 1.0, ns[f"{verb} bodies"], "the tiles as items", ns[f"{verb} items"], None) for verb in verbs
    ]


def call_slide(spaces: Sequence[Any], ways: Sequence[float]) -> None:
    for space, dx in zip(spaces, ways, strict=True):
        space.slide("player", dx, 5.0)


def rows_of_movers(repeats: int) -> list[Row]:
    ways = [7.0 if k // 448 % 2 == 0 else -7.0 for k in range(8 * 448)]
    contenders = []
    for name, player in (("body", Body(quarters(32, -2 * SIZE))), ("rect", Rect(32, -2 * SIZE, 2 * SIZE, 2 * SIZE))):
        space = row_of_tiles()
        space.add("player", player)
        contenders.append(Contender(name, call_slide, ([space] * len(ways), ways)))
    ns = measure(contenders, repeats)
    peer = "slide of the rectangle that it fills"
    return [Row("slide of a body of 4 pieces", f"{TILES:,} tiles", 1.0, ns["body"], peer, ns["rect"], MOVER_GOAL)]


# ---- clip, two movers ------------------------------------------------------------------------------------------------


def call_walk(walkers: Sequence[Any], ways: Sequence[float]) -> None:
    for walker, dx in zip(walkers, ways, strict=True):
        walker.walk(dx, 5.0)


def call_carry(spaces: Sequence[Any], ways: Sequence[float]) -> None:
    for space, dx in zip(spaces, ways, strict=True):
        space.carry("lift", dx, -abs(dx) if dx > 0 else abs(dx))


def rows_of_walks(repeats: int) -> list[Row]:
    """A walk over flush tiles against a slide, and a carry of 10 riders against the 11 slides of the items alone."""
    ways = [7.0 if k // 448 % 2 == 0 else -7.0 for k in range(8 * 448)]
    space, slid = row_of_tiles(), row_of_tiles()
    for one in (space, slid):
        one.add("player", Rect(32, -2 * SIZE, 2 * SIZE, 2 * SIZE))
    lift, items = Space[Any]({"lift": Rect(0, 0, 40 * SIZE, SIZE)}), Space[Any]()
    for i in range(10):
        lift.add(i, Rect(3 * SIZE * i, -SIZE, SIZE, SIZE))
    for i in range(11):
        items.add(i, Rect(3 * SIZE * i, 0, SIZE, SIZE))
    ns = measure(
        [
            Contender("walk", call_walk, ([Walker(space, "player")] * len(ways), ways)),
            Contender("slide", call_slide, ([slid] * len(ways), ways)),
            Contender("carry", call_carry, ([lift] * CALLS, [1.0, -1.0] * (CALLS // 2))),
            Contender("slides", call_slides, ([items] * CALLS, [1.0, -1.0] * (CALLS // 2))),
        ],
        repeats,
    )
    return [
        Row("walk over flush tiles", f"{TILES:,} tiles", 1.0, ns["walk"], "slide over them", ns["slide"], None),
        Row("carry of 10 riders", "a lift", 1.0, ns["carry"], "11 slides", ns["slides"], None),
    ]


def call_slides(spaces: Sequence[Any], ways: Sequence[float]) -> None:
    for space, dx in zip(spaces, ways, strict=True):
        for item in range(11):
            space.slide(item, dx, 0.0)


def call_clip(shapes: Sequence[Any], _origins: Sequence[Any], _ways: Sequence[Any], segments: Sequence[Any]) -> None:
    for shape, segment in zip(shapes, segments, strict=True):
        shape.clip(segment)


def call_raycast(shapes: Sequence[Any], origins: Sequence[Any], ways: Sequence[Any], _segments: Sequence[Any]) -> None:
    for shape, origin, way in zip(shapes, origins, ways, strict=True):
        shape.raycast(origin, way)


def call_cast(moving: Sequence[Any], ways: Sequence[Any], others: Sequence[Any], _motions: Sequence[Any]) -> None:
    for a, way, b in zip(moving, ways, others, strict=True):
        a.cast(way, b)


def call_cast_of_two(moving: Sequence[Any], ways: Sequence[Any], others: Sequence[Any], motions: Sequence[Any]) -> None:
    for a, way, b, motion in zip(moving, ways, others, motions, strict=True):
        a.cast(way, b, motion_b=motion)


def rows_of_pairs(repeats: int) -> list[Row]:
    rng, found = random.Random(22), []
    for kind in ("rect", "circle", "polygon"):
        shapes = [make_shape(rng, kind, rng.uniform(-60, 60), rng.uniform(-60, 60)) for _ in range(CALLS)]
        origins = [(rng.uniform(-200, -100), rng.uniform(-80, 80)) for _ in range(CALLS)]
        ways = [(300.0, rng.uniform(-80, 80)) for _ in range(CALLS)]
        segments = [Segment(x, y, x + dx, y + dy) for (x, y), (dx, dy) in zip(origins, ways, strict=True)]
        moving = [make_shape(rng, kind, x, y) for x, y in origins]
        motions = [(rng.uniform(-50, 50), rng.uniform(-50, 50)) for _ in range(CALLS)]
        ns = measure(
            [
                Contender("clip", call_clip, (shapes, origins, ways, segments)),
                Contender("raycast", call_raycast, (shapes, origins, ways, segments)),
                Contender("two", call_cast_of_two, (moving, ways, shapes, motions)),
                Contender("one", call_cast, (moving, ways, shapes, motions)),
            ],
            repeats,
        )
        hits = sum(Point(*p).cast(way, s) is not None for p, way, s in zip(origins, ways, shapes, strict=True)) / CALLS
        cast = sum(a.cast(way, b) is not None for a, way, b in zip(moving, ways, shapes, strict=True)) / CALLS
        found += [
            Row(f"{kind}.clip", "random", hits, ns["clip"], f"{kind}.raycast", ns["raycast"], None),
            Row(f"{kind}.cast, motion_b", "random", cast, ns["two"], f"{kind}.cast", ns["one"], None),
        ]
    return found


# ---- the command -----------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer repeats")
    repeats = 5 if parser.parse_args(arguments).quick else 25
    rows = [*rows_of_seams(repeats), *rows_of_bodies(repeats), *rows_of_movers(repeats), *rows_of_walks(repeats)]
    rows += rows_of_pairs(repeats)
    json.dump([asdict(row) | {"ratio": row.ratio} for row in rows], sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
