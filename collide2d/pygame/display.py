"""Windows of the games and the playground: whether there is a display, opening a window, saving a picture.

Without a display SDL opens an invisible window, so a game would run for ever.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any

from collide2d._files import replacing

BLIND = ("dummy", "offscreen")  # SDL drivers that show nothing
PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".tga")


class DisplayError(Exception):
    """There is no display, or a picture cannot be saved. The message is one line."""


def has_display(blind_too: bool = False) -> bool:
    """Whether a window can be opened. blind_too: also count SDL drivers that show nothing."""
    driver = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER")
    if driver:
        return blind_too or driver not in BLIND
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_window(size: tuple[int, int], caption: str, *, headless: bool) -> Any:
    """The surface of a new window; DisplayError without a display. headless: accept a driver that shows nothing."""
    import pygame

    if headless:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    elif not has_display():
        raise DisplayError("no display")
    try:
        pygame.display.init()
        pygame.font.init()
        screen = pygame.display.set_mode(size)
    except pygame.error as error:
        raise DisplayError(f"no display ({error})") from None
    if not headless and pygame.display.get_driver() in BLIND:
        raise DisplayError("no display (SDL found none)")
    pygame.display.set_caption(caption)
    return screen


def check_picture(path: str) -> None:
    """Raises DisplayError if the extension is not one of the picture formats that pygame can save."""
    if not path.lower().endswith(PICTURES):
        raise DisplayError(f"{path}: a picture must end in {' or '.join(PICTURES)}")


def save_picture(surface: Any, path: str) -> str:
    """Saves a picture; returns the absolute path. DisplayError if that fails."""
    import pygame

    check_picture(path)
    try:
        data = io.BytesIO()  # SDL says for each line of a picture that a disk is full
        pygame.image.save(surface, data, os.path.splitext(path)[1])
        with replacing(path) as file:
            file.write(data.getbuffer())
    except (OSError, pygame.error) as error:
        raise DisplayError(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return os.path.abspath(path)
