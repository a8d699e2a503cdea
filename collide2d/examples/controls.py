"""The keys of the games: presses since the last frame, and the direction of the arrow keys."""

from __future__ import annotations

from collections.abc import Callable

import pygame

LEFT, RIGHT = (pygame.K_LEFT, pygame.K_a), (pygame.K_RIGHT, pygame.K_d)
UP, DOWN = (pygame.K_UP, pygame.K_w), (pygame.K_DOWN, pygame.K_s)


def pressed_keys() -> list[int] | None:
    """The keys pressed since the last frame; None if the user closes the window with its button or Escape."""
    pressed: list[int] = []
    for event in pygame.event.get():
        if event.type == pygame.KEYDOWN:
            pressed.append(event.key)
        if event.type == pygame.QUIT or pygame.K_ESCAPE in pressed:
            return None
    return pressed


def held_keys() -> Callable[[tuple[int, ...]], bool]:
    """Whether any of some keys is down."""
    keys = pygame.key.get_pressed()
    return lambda names: any(keys[key] for key in names)


def arrows() -> tuple[int, int]:
    """The direction of the arrow keys, or of W, A, S and D: -1, 0 or 1 along x and y."""
    down = held_keys()
    return down(RIGHT) - down(LEFT), down(DOWN) - down(UP)
