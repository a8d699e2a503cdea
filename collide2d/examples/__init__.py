"""Small games and studies, each of which runs as `python -m collide2d.examples.NAME`; `--help` says what it takes.

The games need pygame-ce (`pip install "collide2d[pygame]"`), `walk` the extra `tiled` as well, `storm` the extra
`numpy`. With --headless they play by themselves, without a window, print a summary that is the same on every run and
machine, and save a picture where --png says. Without a display they say so, and what to do.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from collide2d.pygame.display import DisplayError, save_picture

# What pip calls the modules that an example may need, and the extra that brings each.
_EXTRAS = {
    "pygame": ("pygame-ce", "pygame"),
    "numpy": ("NumPy", "numpy"),
    "pytiled_parser": ("pytiled-parser", "tiled"),
}


def need(example: str, *modules: str, is_run: bool) -> None:
    """Ends an example that is run, with one line, or raises ImportError, if a module is missing that it needs."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        names = " and ".join(_EXTRAS[module][0] for module in missing)
        extras = ",".join(sorted(_EXTRAS[module][1] for module in modules))
        said = f"{example} needs {names}: pip install 'collide2d[{extras}]'"
        if is_run:
            sys.exit(said)
        raise ImportError(said, name=missing[0])


def arguments(
    example: str, description: str, *, frames: int = 3000, seed: str = "", png: str = "save the last picture"
) -> argparse.ArgumentParser:
    """The parser of an example, with the options that all have. seed: what --seed chooses; without, there is none."""
    parser = argparse.ArgumentParser(prog=f"python -m collide2d.examples.{example}", description=description)
    parser.add_argument("--headless", action="store_true", help="play by itself, without a window; print a summary")
    parser.add_argument("--frames", type=int, default=frames, help="how long, with --headless")
    if seed:
        parser.add_argument("--seed", type=int, default=1, help=seed)
    parser.add_argument("--png", metavar="PATH", help=png)
    return parser


def save_and_quit(screen: Any, path: str | None) -> None:
    """The end of a game: saves the last picture, if one is wanted, and leaves pygame."""
    import pygame

    if path:
        save_picture(screen, path)
    pygame.quit()


def run(main: Callable[[], None]) -> None:
    """Runs an example; where there is no display, or a picture cannot be saved, it ends with one line and status 1."""
    try:
        main()
    except DisplayError as error:
        hint = "; --headless plays without one, --png FILE saves a picture of it" if "no display" in str(error) else ""
        sys.exit(f"{error}{hint}")
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell reports SIGINT


os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
need("an example", "pygame", is_run=sys.argv[0] == "-m")  # while the package of a module that is run is imported
