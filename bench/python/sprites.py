"""Times lists, sprites and drawing against pygame-ce's own functions, in one process.

The contenders run in turn, and a time is the minimum of the repeats; compare only ratios of one run. Lists: 1,000
shapes, of which about ten are hit. Sprites: rectangles with sides of 10 to 60 pixels, rotated by any angle, in a world
in which each overlaps about two others; their rects are those of the rotated pictures, as in a game. pygame's callbacks
are less exact: they compare those rects, circles around the rects, or masks of the pictures, which are made beforehand.
Drawing: 60 shapes of radius 10 to 40 on a surface of 800 times 600 pixels; the goal is a time, 1 ms.

bench/run.py runs this and prints the tables; alone it prints the rows as JSON. It needs pygame-ce.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from calls import Row, optional

from collide2d import Circle, Polygon, Rect, RoundRect
from collide2d.pygame import (
    collide_shape,
    collide_shape_ratio,
    draw,
    groupcollide,
    spritecollide,
    spritecollideany,
)

pygame: Any = optional("pygame")
theirs: Any = pygame and pygame.sprite
LIST_GOAL, FOREIGN_LIST_GOAL, SPRITE_GOAL, RECT_SPRITE_GOAL = 1.2, 3.0, 0.5, 1.0
DRAWING_LIMIT = 1_000_000.0  # nanoseconds
SpriteBase: Any = theirs.Sprite if pygame else object
Contender = tuple[str, Callable[[], object], float | None]


class Turned(SpriteBase):  # type: ignore[misc]
    """A sprite with a rotated rectangle as its shape, and the attributes that pygame's callbacks need."""

    pictures: dict[tuple[int, int, int], Any] = {}  # noqa: RUF012

    def __init__(self, x: float, y: float, w: int, h: int, angle: int, with_shape: bool = True) -> None:
        super().__init__()
        key = (w, h, angle)
        if key not in self.pictures:
            image = pygame.Surface((w, h), pygame.SRCALPHA)
            image.fill("white")
            turned = pygame.transform.rotate(image, -angle)
            self.pictures[key] = (turned.get_size(), pygame.mask.from_surface(turned))
        size, self.mask = self.pictures[key]
        self.rect = pygame.Rect((0, 0), size)
        self.rect.center = round(x), round(y)
        if with_shape:
            self.shape = Rect.centered(x, y, w, h, angle)


def random_sprite(rng: random.Random, world: int, **options: Any) -> Turned:
    w, h, angle = rng.randrange(10, 61, 10), rng.randrange(10, 61, 10), rng.randrange(0, 360, 10)
    return Turned(rng.uniform(0, world), rng.uniform(0, world), w, h, angle, **options)


def minima(calls: Sequence[Callable[[], object]], repeats: int, loops: int) -> list[float]:
    """The nanoseconds of each call. A run should be shorter than a time slice, so that some are not interrupted."""
    least = [float("inf")] * len(calls)
    for repeat in range(repeats):
        for i, call in enumerate(calls):
            if repeat > 2 and repeat * least[i] * loops > 1:
                continue  # a slow call needs few repeats
            start = time.perf_counter()
            for _ in range(loops):
                call()
            least[i] = min(least[i], (time.perf_counter() - start) / loops)
    return [1e9 * seconds for seconds in least]


def compare(
    inputs: str, ours: list[tuple[str, Callable[[], object]]], peers: list[Contender], repeats: int, loops: int
) -> list[Row]:
    """A row for each of our functions against each peer; a peer's goal applies to the first of ours."""
    ns = minima([call for _, call in ours] + [call for _, call, _ in peers], repeats, loops)
    return [
        Row(name, inputs, None, ns[k], f"pygame-ce {peer}", ns[i], None if k > 0 else goal)
        for k, (name, _) in enumerate(ours)
        for i, (peer, _, goal) in enumerate(peers, len(ours))
    ]


def rows_of_lists(rng: random.Random, repeats: int) -> list[Row]:
    rects = [pygame.Rect(rng.randrange(1000), rng.randrange(1000), rng.randrange(10, 60), rng.randrange(10, 60))
             for _ in range(1000)]  # fmt: skip
    floats = [pygame.FRect(rect) for rect in rects]
    me = pygame.Rect(400, 400, 64, 64)
    also_me = pygame.FRect(me)
    mine, plain = Rect(me), [Rect(rect) for rect in rects]
    turned = [Rect(rect, rng.randrange(1, 90)) for rect in rects]
    discs = [Circle(rect.centerx, rect.centery, rect.w / 2) for rect in rects]
    assert mine.collidelistall(plain) == mine.collidelistall(rects) == me.collidelistall(rects)
    things, bare = [{"area": one} for one in plain], [{"area": one} for one in rects]
    inputs = "of 1,000"
    return [
        *compare(inputs, [
            ("collidelistall, rectangles", lambda: mine.collidelistall(plain)),
            ("collidelistall, turned rectangles", lambda: mine.collidelistall(turned)),
            ("collidelistall, circles", lambda: mine.collidelistall(discs)),
            ("collidelistall, touching=True", lambda: mine.collidelistall(plain, touching=True)),
        ], [("Rect.collidelistall", lambda: me.collidelistall(rects), LIST_GOAL)], repeats, 20),
        *compare(inputs, [("collidelistall, pygame's own Rects", lambda: mine.collidelistall(rects))],
                 [("Rect.collidelistall", lambda: me.collidelistall(rects), FOREIGN_LIST_GOAL)], repeats, 20),
        *compare(inputs, [("collidelistall, pygame's own FRects", lambda: mine.collidelistall(floats))],
                 [("FRect.collidelistall", lambda: also_me.collidelistall(floats), FOREIGN_LIST_GOAL)], repeats, 20),
        *compare(inputs, [("collidelist", lambda: mine.collidelist(plain))],
                 [("Rect.collidelist", lambda: me.collidelist(rects), LIST_GOAL)], repeats, 20),
        *compare(inputs, [
            ("collideobjectsall", lambda: mine.collideobjectsall(things, key=lambda thing: thing["area"])),
        ], [("Rect.collideobjectsall", lambda: me.collideobjectsall(bare, key=lambda thing: thing["area"]), LIST_GOAL)],
                 repeats, 10),
    ]  # fmt: skip


def rows_of_a_sprite(rng: random.Random, count: int, repeats: int) -> list[Row]:
    group = theirs.Group(*(random_sprite(rng, 3500) for _ in range(count)))
    player = Turned(1750, 1750, 60, 60, 30)
    with_rects = theirs.Group(*(random_sprite(rng, 3500, with_shape=False) for _ in range(count)))
    peers: list[Contender] = [
        ("spritecollide, collide_rect", lambda: theirs.spritecollide(player, group, False, theirs.collide_rect),
         SPRITE_GOAL),
        ("spritecollide", lambda: theirs.spritecollide(player, group, False), None),
        ("spritecollide, collide_circle", lambda: theirs.spritecollide(player, group, False, theirs.collide_circle),
         None),
        ("spritecollide, collide_mask", lambda: theirs.spritecollide(player, group, False, theirs.collide_mask), None),
    ]  # fmt: skip
    bare = theirs.Sprite()
    bare.rect = player.rect
    far = Turned(9999, 9999, 60, 60, 30)
    inputs = f"of {count:,}"
    return [
        *compare(f"{inputs}, turned", [
            ("spritecollide", lambda: spritecollide(player, group, False)),
            ("spritecollide, collide_shape_ratio(0.8)",
             lambda: spritecollide(player, group, False, collide_shape_ratio(0.8))),
            ("pygame's own with collide_shape", lambda: theirs.spritecollide(player, group, False, collide_shape)),
        ], peers, 4 * repeats, 1),
        *compare(f"{inputs}, rects only", [
            ("spritecollide", lambda: spritecollide(bare, with_rects, False)),
        ], [
            ("spritecollide", lambda: theirs.spritecollide(bare, with_rects, False), RECT_SPRITE_GOAL),
        ], 4 * repeats, 1),
        *compare(f"{inputs}, none hit", [("spritecollideany", lambda: spritecollideany(far, group))], [
            ("spritecollideany, collide_rect", lambda: theirs.spritecollideany(far, group, theirs.collide_rect),
             SPRITE_GOAL),
            ("spritecollideany", lambda: theirs.spritecollideany(far, group), None),
        ], 4 * repeats, 1),
    ]  # fmt: skip


def rows_of_groups(rng: random.Random, count: int, repeats: int) -> list[Row]:
    first, second = (theirs.Group(*(random_sprite(rng, 1600) for _ in range(count))) for _ in range(2))
    third, fourth = (
        theirs.Group(*(random_sprite(rng, 1600, with_shape=False) for _ in range(count))) for _ in range(2)
    )
    assert groupcollide(first, second, False, False) == theirs.groupcollide(first, second, False, False, collide_shape)
    peers: list[Contender] = [
        ("groupcollide, collide_rect", lambda: theirs.groupcollide(first, second, False, False, theirs.collide_rect),
         SPRITE_GOAL),
        ("groupcollide", lambda: theirs.groupcollide(first, second, False, False), None),
        ("groupcollide, collide_circle",
         lambda: theirs.groupcollide(first, second, False, False, theirs.collide_circle), None),
        ("groupcollide, collide_mask", lambda: theirs.groupcollide(first, second, False, False, theirs.collide_mask),
         None),
    ]  # fmt: skip
    return compare(f"{count:,} and {count:,}, turned", [
        ("groupcollide", lambda: groupcollide(first, second, False, False)),
        ("groupcollide, rects only", lambda: groupcollide(third, fourth, False, False)),
    ], peers, repeats, 1)  # fmt: skip


def rows_of_drawing(rng: random.Random, repeats: int) -> list[Row]:
    surface = pygame.Surface((800, 600))

    def regular(x: float, y: float, r: float, turn: float, corners: int) -> Polygon:
        angles = [turn + math.tau * i / corners for i in range(corners)]
        return Polygon([(x + r * math.cos(a), y + r * math.sin(a)) for a in angles])

    places = [(rng.uniform(40, 760), rng.uniform(40, 560), rng.uniform(10, 40)) for _ in range(60)]
    polygons = [regular(*place, rng.uniform(0, 6), rng.randrange(3, 9)) for place in places]
    circles = [Circle(*place) for place in places]
    rounded = [RoundRect.centered(x, y, 2 * r, r, r / 4, 30) for x, y, r in places]
    points = [polygon.vertices for polygon in polygons]

    def pygames() -> None:
        for corners in points:
            pygame.draw.polygon(surface, "red", corners)

    asked: list[tuple[str, Callable[[], object]]] = [
        ("draw", lambda: draw(surface, polygons)),
        ("draw, filled", lambda: draw(surface, polygons, width=0)),
        ("draw, circles", lambda: draw(surface, circles)),
        ("draw, rounded rectangles", lambda: draw(surface, rounded)),
        ("draw, smooth=False", lambda: draw(surface, polygons, smooth=False)),
    ]
    *ours, jagged = minima([*(call for _, call in asked), pygames], 4 * repeats, 1)
    inputs, peer = "60 shapes", "pygame-ce draw.polygon, jagged"
    rows = [
        Row(name, inputs, None, ns, "1 ms", DRAWING_LIMIT, 1.0 if i < 4 else None)
        for i, ((name, _), ns) in enumerate(zip(asked, ours, strict=True))
    ]
    return [*rows, *(Row(row.what, inputs, None, row.ours, peer, jagged, None) for row in rows[:2])]


def all_rows(quick: bool) -> list[Row]:
    if not pygame:
        return [Row("lists, sprites, drawing", "", None, math.nan, "pygame-ce", None, None)]
    repeats = 5 if quick else 25
    rng = random.Random(1)
    return [
        *rows_of_lists(rng, 4 * repeats),
        *rows_of_a_sprite(rng, 10_000, repeats),
        *rows_of_groups(rng, 2_000, repeats),
        *rows_of_drawing(rng, repeats),
    ]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repeats")
    options = parser.parse_args(arguments)
    json.dump([asdict(row) | {"ratio": row.ratio} for row in all_rows(options.quick)], sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
