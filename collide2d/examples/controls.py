"""The keys of the games: presses since the last frame, the direction of the arrow keys, and the help on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

LEFT, RIGHT = (pygame.K_LEFT, pygame.K_a), (pygame.K_RIGHT, pygame.K_d)
UP, DOWN = (pygame.K_UP, pygame.K_w), (pygame.K_DOWN, pygame.K_s)
FADE = 40  # frames in which the help fades


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


def panel(title: str, rows: Mapping[str, str] = {}, size: int = 26) -> pygame.Surface:
    """A picture of a title, and below it rows of two columns, on a dark ground."""
    font = pygame.font.Font(None, size)
    head = font.render(title, True, "white")
    cells = [(font.render(key, True, "#ffd479"), font.render(what, True, "white")) for key, what in rows.items()]
    widths = [max((row[i].get_width() for row in cells), default=0) for i in (0, 1)]
    line, gap, top = round(1.3 * head.get_height()), 16, 18 + head.get_height()
    width = max(head.get_width(), sum(widths) + gap)
    picture = pygame.Surface((width + 48, top + line * len(cells) + 18 + 6 * bool(cells)), pygame.SRCALPHA)
    pygame.draw.rect(picture, (16, 20, 32, 225), picture.get_rect(), border_radius=14)
    picture.blit(head, head.get_rect(midtop=(picture.get_width() / 2, 18)))
    left = (picture.get_width() - sum(widths) - gap) // 2
    for k, (key, what) in enumerate(cells):
        y = top + line * k + line // 2
        picture.blit(key, key.get_rect(topright=(left + widths[0], y)))
        picture.blit(what, (left + widths[0] + gap, y))
    return picture


class Help:
    """The goal of a game and its keys, on the screen for ten seconds; the first key or click lets them fade."""

    def __init__(self, goal: str, keys: Mapping[str, str]) -> None:
        self.picture = panel(goal, {**keys, "Escape": "quit"})
        self.frames = 600

    def draw(self, screen: pygame.Surface, *, is_pressed: bool) -> None:
        """Draws it for one frame. is_pressed: whether a key was pressed since the last one."""
        if is_pressed:
            self.frames = min(self.frames, FADE)
        if self.frames > 0:
            self.picture.set_alpha(min(255, 255 * self.frames // FADE))
            self.frames -= 1
            width, height = screen.get_size()
            screen.blit(self.picture, self.picture.get_rect(center=(width / 2, height * 0.3)))
