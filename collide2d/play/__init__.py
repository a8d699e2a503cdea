"""The playground, a window to try shapes in: `python -m collide2d play [SCENE or MAP]`; docs/playground.md shows it.

`model` holds documents and the answers about them, `edit` changes them, `view` draws them, and `ui` is the window. Each
package imports only those before it, and only `view` and `ui` import pygame. This module imports them only when the
window opens, so without pygame it can report what is missing.
"""

from __future__ import annotations

import os

from collide2d.play.model.files import PlayError as PlayError

SIZE = (1280, 800)

PlayError.__module__ = __name__  # where users find it


def play(
    path: str | None = None, *, picture: str | None = None, size: tuple[int, int] = SIZE, frames: int | None = None
) -> str:
    """Open the playground with a scene, a map, or its own scene; return a message for the terminal when it is closed.

    picture: save a picture to this file instead of opening the window; without a display it is saved as play.png. size:
    the size of the window. frames: close the window after this many frames, and open it even if the display shows
    nothing. Raises SceneError if the file is not a scene, PlayError if pygame is missing or the picture cannot be
    saved; each message is one line.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame  # noqa: F401
    except ModuleNotFoundError:
        raise PlayError("play needs pygame-ce: pip install 'collide2d[pygame]'") from None
    from collide2d.play.ui.window import run

    return run(path, picture, size, frames)
