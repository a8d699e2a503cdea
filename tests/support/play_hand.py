"""Simulated input and pixel checks for the tests of the playground's window, on SDL's dummy driver."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame
from headless import open_screen

from collide2d import Circle, Rect
from collide2d.play.model.camera import Pair
from collide2d.play.model.document import Document
from collide2d.play.ui.app import App
from collide2d.play.view.palette import Color


class Hand:
    """Posts events of the mouse and keyboard, and lets the app handle them."""

    def __init__(self, app: App, screen: pygame.Surface) -> None:
        self.app, self.screen = app, screen
        self.at: Pair = (0.0, 0.0)

    def post(self, kind: int, **what: Any) -> None:
        """One event, through SDL's queue."""
        pygame.event.post(pygame.event.Event(kind, what))
        for event in pygame.event.get():
            if event.type == kind:
                self.app.handle(event)

    def pixel(self, p: Pair) -> tuple[int, int]:
        """The pixel of a world point."""
        x, y = self.app.camera.pixel(p)
        return (round(x), round(y))

    # ---- the mouse ---------------------------------------------------------------------------------------------------

    def point(self, p: Pair) -> None:
        """Moves the pointer to a pixel."""
        self.at = p
        self.post(pygame.MOUSEMOTION, pos=(round(p[0]), round(p[1])), rel=(0, 0), buttons=(0, 0, 0), mod=0)

    def press(self, button: int = 1, mod: int = 0) -> None:
        self.post(pygame.MOUSEBUTTONDOWN, pos=(round(self.at[0]), round(self.at[1])), button=button, mod=mod)

    def release(self, button: int = 1) -> None:
        self.post(pygame.MOUSEBUTTONUP, pos=(round(self.at[0]), round(self.at[1])), button=button)

    def click(self, p: Pair, button: int = 1, mod: int = 0) -> None:
        """Clicks at a pixel."""
        self.point(p)
        self.press(button, mod)
        self.release(button)

    def drag(self, start: Pair, *ends: Pair, button: int = 1, mod: int = 0) -> None:
        """Drags from a world point to others."""
        self.point(self.pixel(start))
        self.press(button, mod)
        for end in ends:
            self.point(self.pixel(end))
        self.release(button)

    def wheel(self, y: int) -> None:
        self.post(pygame.MOUSEWHEEL, x=0, y=y, flipped=False, precise_x=0.0, precise_y=float(y))

    def button(self, name: str) -> None:
        """Clicks a button of the window."""
        area = next(button.area for button in self.app.layout.buttons if button.command == name)
        self.click((area.x + area.w // 2, area.y + area.h // 2))

    # ---- the keyboard ------------------------------------------------------------------------------------------------

    def key(self, key: int, mod: int = 0, letters: str = "") -> None:
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode=letters, scancode=0)
        self.post(pygame.KEYUP, key=key, mod=mod, unicode=letters, scancode=0)

    def type(self, letters: str) -> None:
        for letter in letters:
            self.key(ord(letter), letters=letter)

    # ---- the eye -----------------------------------------------------------------------------------------------------

    def look(self, path: Path | None = None) -> pygame.Surface:
        """Draws the window at the highest resolution, and saves it if a path is given."""
        self.app.draw(self.screen, fine=True)
        if path is not None:
            pygame.image.save(self.screen, path)
        return self.screen

    def color(self, p: Pair) -> Color:
        """The colour at a pixel."""
        red, green, blue, _ = self.screen.get_at((round(p[0]), round(p[1])))
        return (red, green, blue)

    def sees(self, color: Color, p: Pair, within: int = 3, difference: float = 40.0) -> bool:
        """Whether a colour is at a pixel, or next to it."""
        x, y = round(p[0]), round(p[1])
        near = [(x + i, y + j) for i in range(-within, within + 1) for j in range(-within, within + 1)]
        return any(math.dist(self.color(q), color) < difference for q in near if self.screen.get_rect().collidepoint(q))


@contextmanager
def window(document: Document, size: tuple[int, int] = (1000, 700)) -> Iterator[Hand]:
    """The simulated input of a window. SDL_VIDEODRIVER must be dummy."""
    with open_screen(size, pygame.RESIZABLE) as screen:
        yield Hand(App(document, size), screen)


def difference(a: Color, b: Color) -> float:
    return math.dist(a, b)


def three() -> Document:
    """One shape apart from the others, and two that touch and overlap a third."""
    return Document().added([
        ("apart", Circle(-200, 0, 40)),
        ("box", Rect(-60, -40, 80, 80)),
        ("touch", Rect(-60, 40, 80, 80)),
        ("deep", Circle(160, 0, 60)),
        ("deeper", Circle(220, 40, 60)),
    ])  # fmt: skip
