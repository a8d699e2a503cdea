"""Opens the window and runs its event loop, at 60 frames a second; without a display, saves a picture of it."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile

import pygame

from collide2d.play.model.files import PICTURE, RESCUED, PlayError, opened, place_to_save
from collide2d.play.model.gallery import GALLERY
from collide2d.play.model.memory import Memory, usual_folder
from collide2d.play.model.system_theme import prefers_dark
from collide2d.play.ui.app import App
from collide2d.play.view import palette
from collide2d.play.view.icons import icon
from collide2d.pygame import display
from collide2d.pygame.display import BLIND, DisplayError, check_picture, has_display

RATE = 60


def run(path: str | None, picture: str | None, size: tuple[int, int], frames: int | None) -> str:
    """Implements `collide2d.play.play`."""
    app = make_app(path, size, Memory(usual_folder()) if picture is None and frames is None else None)
    if picture is not None:
        return f"saved {save_picture(app, picture)}\n"
    if not has_display(frames is not None):
        return f"no display: saved a picture of the playground, {save_picture(app, PICTURE)}\n"
    try:
        screen = _open(size)
        if frames is None and pygame.display.get_driver() in BLIND:
            raise pygame.error("SDL found none")
    except pygame.error as error:
        pygame.display.quit()
        return f"no display ({error}): saved a picture of the playground, {save_picture(app, PICTURE)}\n"
    if app.memory.folder is not None and app.memory.dark is None and prefers_dark():
        app.theme = palette.DARK
    left = app.memory.left()
    if left is not None:
        app.offer(left)
    try:
        _loop(app, screen, frames)
        app.memory.forget()
    except BaseException:
        if rescue(app):
            app.memory.forget()
        raise
    finally:
        pygame.display.quit()
    return ""


def rescue(app: App) -> bool:
    """Saves unsaved changes in a new file when an error or Ctrl+C in the terminal ends the program: in this folder, or
    in that of temporary files. Returns whether nothing is lost.
    """
    app.editor.cancel()
    if not app.is_unsaved:
        return True
    said = ""
    for folder in ("", tempfile.gettempdir()):
        path = place_to_save(None, os.path.join(folder, RESCUED))
        try:
            app.editor.document.scene.save(path)
        except OSError as error:
            said = f"the scene had unsaved changes, which cannot be written: {error.strerror or error}"
        else:
            print(f"the scene had unsaved changes, which are now in {path}", file=sys.stderr)
            return True
    print(said, file=sys.stderr)
    return False


def make_app(path: str | None, size: tuple[int, int], memory: Memory | None = None) -> App:
    """The playground with a file, or with the first scene of the gallery."""
    if path is not None:
        app = App(opened(path), size, path=path, memory=memory)
        app.memory.add_recent(path)
        return app
    first = GALLERY[0]
    app = App(first.open(), size, memory=memory)
    app.is_exhibit = True
    app.editor.select(first.selected)
    return app


def save_picture(app: App, path: str) -> str:
    """Draws the window and saves the picture; returns the absolute path."""
    try:
        check_picture(path)
        surface = pygame.Surface(app.layout.size, 0, 32)
        app.draw(surface, fine=True)
        return display.save_picture(surface, path)
    except DisplayError as error:
        raise PlayError(str(error)) from None


def _open(size: tuple[int, int]) -> pygame.Surface:
    pygame.display.init()
    pygame.display.set_caption("collide2d playground")
    pygame.display.set_icon(icon("obstacles", palette.LIGHT.chosen, 64))
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
        app.tick()
        if app.needs_drawing() or frames is not None:
            screen = pygame.display.get_surface() or screen
            app.draw(screen)
            pygame.display.flip()
            pygame.display.set_caption(f"{app.mark}{app.title} - collide2d playground")
            drawn += 1
            cursor = app.cursor()
            if cursor != shown:
                shown = cursor
                with contextlib.suppress(pygame.error):  # some drivers have no cursors
                    pygame.mouse.set_cursor(cursor)
        clock.tick(RATE)
