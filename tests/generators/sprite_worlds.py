"""Worlds of sprites that depend only on a seed, so that two libraries can run on equal worlds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pygame

from collide2d import Capsule, Circle, Polygon, Rect, RoundRect, Segment, Shape

SpriteBase: Any = pygame.sprite.Sprite


class Named(SpriteBase):  # type: ignore[misc]
    """A sprite with a name that identifies it in an equal world too."""

    def __init__(self, name: str, shape: Shape | None, rect: Any) -> None:
        super().__init__()
        self.name = name
        self.rect = rect
        if shape is not None:
            self.shape = shape

    def __repr__(self) -> str:
        return self.name


def random_shape(rng: random.Random, reach: int) -> Shape:
    """On a lattice of quarters, so that many touch."""

    def number(low: int, high: int) -> float:
        return rng.randrange(4 * low, 4 * high) / 4

    x, y, w, h = number(0, reach), number(0, reach), number(4, 24), number(4, 24)
    makers: list[Callable[[], Shape]] = [
        lambda: Circle(x, y, w / 2),
        lambda: Capsule(x, y, x + w, y + h, 3),
        lambda: Rect(x, y, w, h),
        lambda: Rect(x, y, w, h, rng.randrange(360)),
        lambda: RoundRect(x, y, w, h, 2, rng.randrange(360)),
        lambda: Polygon([(x, y), (x + w, y), (x + w / 2, y + h)]),
        lambda: Segment(x, y, x + w, y + h),
    ]
    return rng.choice(makers)()


def random_rect(rng: random.Random, reach: int) -> Any:
    return pygame.Rect(8 * rng.randrange(reach // 8), 8 * rng.randrange(reach // 8), rng.choice((8, 16)), 8)


def random_sprite(rng: random.Random, name: str, reach: int, kind: type[Any] = Named, with_shapes: bool = True) -> Any:
    shape = random_shape(rng, reach) if with_shapes and rng.random() < 0.8 else None
    return kind(name, shape, random_rect(rng, reach))


def random_group(
    rng: random.Random, letter: str, count: int, reach: int, group: Any, kind: type[Any] = Named, **options: Any
) -> Any:
    """A group of a pygame class, filled; layers in no order where it has such."""
    made = group()
    for i in range(count):
        sprite = random_sprite(rng, f"{letter}{i}", reach, kind, **options)
        if isinstance(made, pygame.sprite.LayeredUpdates):
            made.add(sprite, layer=rng.randrange(3))
        else:
            made.add(sprite)
    return made
