"""Times lists and sprites against pygame-ce's own functions, in one process.

    python bench/python/sprites.py [--quick]      needs pygame-ce

The contenders run in turn, and a time is the minimum of the repeats; compare only ratios of one run. Lists: 1,000
shapes, of which about ten are hit. Sprites: rectangles with sides of 10 to 60 pixels, rotated by any angle, in a world
in which each overlaps about two others; their rects are those of the rotated pictures, as in a game. pygame's callbacks
are less exact: they compare those rects, circles around the rects, or masks of the pictures, which are made beforehand.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from collide2d import Circle, Rect
from collide2d.pygame import (
    collide_shape,
    collide_shape_ratio,
    groupcollide,
    spritecollide,
    spritecollideany,
)

theirs: Any = pygame.sprite
LIST_GOAL, SPRITE_GOAL = 1.2, 0.5
SpriteBase: Any = pygame.sprite.Sprite
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


def compare(
    title: str, ours: list[tuple[str, Callable[[], object]]], peers: list[Contender], repeats: int, loops: int
) -> None:
    """A row for each of our functions against each peer; a peer's goal applies to the first of ours."""
    calls = [call for _, call in ours] + [call for _, call, _ in peers]
    least = [float("inf")] * len(calls)
    for repeat in range(repeats):
        for i, call in enumerate(calls):
            if repeat > 2 and least[i] * loops > 0.3:
                continue  # a slow call needs few repeats
            start = time.perf_counter()
            for _ in range(loops):
                call()
            least[i] = min(least[i], (time.perf_counter() - start) / loops)
    print(f"\n{title}")
    for k, (name, _) in enumerate(ours):
        for i, (peer, _, goal) in enumerate(peers, len(ours)):
            ratio = least[k] / least[i]
            said = "" if goal is None or k > 0 else f"  goal {goal} {'met' if ratio <= goal else 'MISSED'}"
            print(
                f"{name:40} {least[k] * 1e6:10.1f} us  {peer:36} {least[i] * 1e6:11.1f} us  ratio {ratio:6.3f}{said}",
                flush=True,
            )


def lists(rng: random.Random, repeats: int) -> None:
    rects = [pygame.Rect(rng.randrange(1000), rng.randrange(1000), rng.randrange(10, 60), rng.randrange(10, 60))
             for _ in range(1000)]  # fmt: skip
    floats = [pygame.FRect(rect) for rect in rects]
    me = pygame.Rect(400, 400, 64, 64)
    mine, plain = Rect(me), [Rect(rect) for rect in rects]
    turned = [Rect(rect, rng.randrange(1, 90)) for rect in rects]
    discs = [Circle(rect.centerx, rect.centery, rect.w / 2) for rect in rects]
    assert mine.collidelistall(plain) == mine.collidelistall(rects) == me.collidelistall(rects)
    peers: list[Contender] = [
        ("Rect.collidelistall", lambda: me.collidelistall(rects), LIST_GOAL),
        ("FRect.collidelistall", lambda: pygame.FRect(me).collidelistall(floats), None),
    ]
    compare("One rectangle against a list of 1,000: all that it hits", [
        ("collidelistall, rectangles", lambda: mine.collidelistall(plain)),
        ("collidelistall, turned rectangles", lambda: mine.collidelistall(turned)),
        ("collidelistall, circles", lambda: mine.collidelistall(discs)),
        ("collidelistall, touching=True", lambda: mine.collidelistall(plain, touching=True)),
        ("collidelistall, pygame's own rectangles", lambda: mine.collidelistall(rects)),
    ], peers, repeats, 100)  # fmt: skip
    compare("The first that it hits", [("collidelist", lambda: mine.collidelist(plain))],
            [("Rect.collidelist", lambda: me.collidelist(rects), LIST_GOAL)], repeats, 100)  # fmt: skip
    things, bare = [{"area": one} for one in plain], [{"area": one} for one in rects]
    compare("Objects by a key", [
        ("collideobjectsall", lambda: mine.collideobjectsall(things, key=lambda thing: thing["area"])),
    ], [("Rect.collideobjectsall", lambda: me.collideobjectsall(bare, key=lambda thing: thing["area"]), LIST_GOAL)],
            repeats, 10)  # fmt: skip


def one_against_many(rng: random.Random, count: int, repeats: int) -> None:
    group = theirs.Group(*(random_sprite(rng, 3500) for _ in range(count)))
    player = Turned(1750, 1750, 60, 60, 30)
    with_rects = theirs.Group(*(random_sprite(rng, 3500, with_shape=False) for _ in range(count)))
    peers: list[Contender] = [
        ("spritecollide, collide_rect", lambda: theirs.spritecollide(player, group, False, theirs.collide_rect),
         SPRITE_GOAL),
        ("spritecollide, no callback", lambda: theirs.spritecollide(player, group, False), None),
        ("spritecollide, collide_circle", lambda: theirs.spritecollide(player, group, False, theirs.collide_circle),
         None),
        ("spritecollide, collide_mask", lambda: theirs.spritecollide(player, group, False, theirs.collide_mask), None),
    ]  # fmt: skip
    compare(f"One sprite against {count:,}, turned rectangles", [
        ("spritecollide", lambda: spritecollide(player, group, False)),
        ("spritecollide, collide_shape_ratio(0.8)",
         lambda: spritecollide(player, group, False, collide_shape_ratio(0.8))),
        ("pygame's own with collide_shape", lambda: theirs.spritecollide(player, group, False, collide_shape)),
        ("spritecollide, sprites without shapes", lambda: spritecollide(player, with_rects, False)),
    ], peers, repeats, 5)  # fmt: skip
    far = Turned(9999, 9999, 60, 60, 30)
    compare("Any of them, if there is none", [("spritecollideany", lambda: spritecollideany(far, group))], [
        ("spritecollideany, collide_rect", lambda: theirs.spritecollideany(far, group, theirs.collide_rect),
         SPRITE_GOAL),
        ("spritecollideany, no callback", lambda: theirs.spritecollideany(far, group), None),
    ], repeats, 5)  # fmt: skip


def many_against_many(rng: random.Random, count: int, repeats: int) -> None:
    first, second = (theirs.Group(*(random_sprite(rng, 1600) for _ in range(count))) for _ in range(2))
    third, fourth = (
        theirs.Group(*(random_sprite(rng, 1600, with_shape=False) for _ in range(count))) for _ in range(2)
    )
    assert groupcollide(first, second, False, False) == theirs.groupcollide(first, second, False, False, collide_shape)
    peers: list[Contender] = [
        ("groupcollide, collide_rect", lambda: theirs.groupcollide(first, second, False, False, theirs.collide_rect),
         SPRITE_GOAL),
        ("groupcollide, no callback", lambda: theirs.groupcollide(first, second, False, False), None),
        ("groupcollide, collide_circle",
         lambda: theirs.groupcollide(first, second, False, False, theirs.collide_circle), None),
        ("groupcollide, collide_mask", lambda: theirs.groupcollide(first, second, False, False, theirs.collide_mask),
         None),
    ]  # fmt: skip
    compare(f"{count:,} sprites against {count:,}, turned rectangles", [
        ("groupcollide", lambda: groupcollide(first, second, False, False)),
        ("groupcollide, sprites without shapes", lambda: groupcollide(third, fourth, False, False)),
    ], peers, repeats, 1)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer repeats")
    repeats = 5 if parser.parse_args().quick else 25
    rng = random.Random(1)
    lists(rng, 4 * repeats)
    one_against_many(rng, 10_000, repeats)
    many_against_many(rng, 2_000, repeats)


if __name__ == "__main__":
    main()
