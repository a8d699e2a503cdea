"""Small games and studies. Each runs as `python -m collide2d.examples.NAME`; `--help` lists its options.

The games need pygame-ce (`pip install "collide2d[pygame]"`), `walk` the extra `tiled` as well, `storm` the extra
`numpy`. With --headless they play by themselves, without a window, print a summary that is the same on every run and
machine, and save a picture to the file given by --png. Without a display they suggest these options.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from collide2d.pygame.display import DisplayError, save_picture

# The packages of the modules that an example may need, and the extra that installs each.
_EXTRAS = {
    "pygame": ("pygame-ce", "pygame"),
    "numpy": ("NumPy", "numpy"),
    "pytiled_parser": ("pytiled-parser", "tiled"),
}


def need(example: str, *modules: str, is_run: bool) -> None:
    """If a required module is missing, ends a running example with one line, or raises ImportError if imported."""
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
    """The parser of an example, with the options that all share. seed: the help of --seed; None for no such option."""
    parser = argparse.ArgumentParser(prog=f"python -m collide2d.examples.{example}", description=description)
    parser.add_argument("--headless", action="store_true", help="play by itself, without a window; print a summary")
    parser.add_argument("--frames", type=int, default=frames, help="number of frames, with --headless")
    if seed:
        parser.add_argument("--seed", type=int, default=1, help=seed)
    parser.add_argument("--png", metavar="PATH", help=png)
    return parser


def save_and_quit(screen: Any, path: str | None) -> None:
    """Ends a game: saves the last picture, if requested, and quits pygame."""
    import pygame

    if path:
        save_picture(screen, path)
    pygame.quit()


def run(main: Callable[[], None]) -> None:
    """Runs an example. Without a display, or if a picture cannot be saved, ends with one line and status 1."""
    try:
        main()
    except DisplayError as error:
        hint = "; --headless plays without one, --png FILE saves a picture of it" if "no display" in str(error) else ""
        sys.exit(f"{error}{hint}")
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell reports SIGINT


os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
need("an example", "pygame", is_run=sys.argv[0] == "-m")  # while the package of a module that is run is imported
