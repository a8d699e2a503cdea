"""Opens the window and gives it what happens, 60 times a second; or saves a picture of it where there is no display."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import replace

import pygame

from collide2d.play import PICTURE, PlayError
from collide2d.play.app import App
from collide2d.play.demo import SELECTED, demo
from collide2d.play.files import opened
from collide2d.play.icons import icon
from collide2d.play.palette import CHOSEN

RATE = 60
_PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".tga")
_BLIND = ("dummy", "offscreen")  # drivers of SDL that show nothing


def run(path: str | None, picture: str | None, size: tuple[int, int], frames: int | None) -> str:
    """What `collide2d.play.play` does."""
    app = make_app(path, size)
    if picture is not None:
        return f"saved {save_picture(app, picture)}\n"
    if not has_display(frames is not None):
        return f"no display: saved a picture of the playground, {save_picture(app, PICTURE)}\n"
    try:
        screen = _open(size)
        if frames is None and pygame.display.get_driver() in _BLIND:
            raise pygame.error("SDL found none")
    except pygame.error as error:
        pygame.display.quit()
        return f"no display ({error}): saved a picture of the playground, {save_picture(app, PICTURE)}\n"
    try:
        _loop(app, screen, frames)
    finally:
        pygame.display.quit()
    return ""


def make_app(path: str | None, size: tuple[int, int]) -> App:
    """The playground with a file, or with its own scene, in which something is selected to begin with."""
    if path is not None:
        return App(opened(path), size, path=path)
    app = App(demo(), size)
    app.editor.select(SELECTED)
    app.shown = replace(app.shown, obstacles=1)
    return app


def has_display(blind_too: bool = False) -> bool:
    """Whether a window can be seen. blind_too: or SDL was told to pretend."""
    driver = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER")
    if driver:
        return blind_too or driver not in _BLIND
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def save_picture(app: App, path: str) -> str:
    """Draws the window and saves that; returns the whole path."""
    if not path.lower().endswith(_PICTURES):
        raise PlayError(f"{path}: a picture must end in {' or '.join(_PICTURES)}")
    surface = pygame.Surface(app.layout.size, 0, 32)
    app.draw(surface, fine=True)
    try:
        pygame.image.save(surface, path)
    except (OSError, pygame.error) as error:
        raise PlayError(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return os.path.abspath(path)


def _open(size: tuple[int, int]) -> pygame.Surface:
    pygame.display.init()
    pygame.display.set_caption("collide2d playground")
    pygame.display.set_icon(icon("obstacles", CHOSEN, 64))
    desktops = pygame.display.get_desktop_sizes()
    if desktops and min(desktops[0]) > 0:
        size = (min(size[0], desktops[0][0]), min(size[1], desktops[0][1]))
    screen = pygame.display.set_mode(size, pygame.RESIZABLE)
    pygame.key.set_repeat(350, 40)
    return screen


def _loop(app: App, screen: pygame.Surface, frames: int | None) -> None:
    clock, drawn, shown = pygame.time.Clock(), 0, -1
    if screen.get_size() != app.layout.size:
        app.resize(screen.get_size())
    while not app.done and (frames is None or drawn < frames):
        for event in pygame.event.get():
            app.handle(event)
        if app.needs_drawing() or frames is not None:
            screen = pygame.display.get_surface() or screen
            app.draw(screen)
            pygame.display.flip()
            drawn += 1
            pointer = app.pointer()
            if pointer != shown:
                shown = pointer
                with contextlib.suppress(pygame.error):  # some drivers have no pointers
                    pygame.mouse.set_cursor(pointer)
        clock.tick(RATE)
