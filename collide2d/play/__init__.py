"""The playground, a window to try shapes in: `python -m collide2d play [SCENE or MAP]`; docs/playground.md shows it.

document, editor, gestures, handles, world and what they use are the editor: plain values, no pygame. view, hand, cards,
panel draw it; app does what events ask for. Only `window` and what it needs import pygame, so this package is there
without it, to say what is missing.
"""

from __future__ import annotations

import os

PICTURE = "play.png"
SIZE = (1280, 800)


class PlayError(Exception):
    """The playground cannot do what was asked for. The message is one line."""


def play(
    path: str | None = None, *, picture: str | None = None, size: tuple[int, int] = SIZE, frames: int | None = None
) -> str:
    """Open the playground with a scene, a map, or its own scene; return what is to be said when it is closed.

    picture: save a picture to that file and open nothing; without a display it is saved as play.png. size: of the
    window. frames: close the window after so many pictures, and open it even where a display shows nothing. SceneError
    if the file holds no scene, PlayError if pygame is missing or the picture cannot be saved; both are of one line.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame  # noqa: F401
    except ModuleNotFoundError:
        raise PlayError("play needs pygame-ce: pip install 'collide2d[pygame]'") from None
    from collide2d.play.ui.window import run

    return run(path, picture, size, frames)
