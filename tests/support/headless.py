"""Games without a window: run as a user runs them, or with SDL's dummy driver."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame


def run_example(name: str, *arguments: str, cwd: Path | None = None, fails: bool = False) -> str:
    """The output of `python -m collide2d.examples.NAME --headless`, or its error if it fails."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", f"collide2d.examples.{name}", "--headless", *arguments],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        cwd=cwd,
        check=False,
    )
    assert done.returncode == (1 if fails else 0), done.stderr
    return (done.stderr if fails else done.stdout).removesuffix("\n")


@contextmanager
def open_screen(size: tuple[int, int], flags: int = 0) -> Iterator[pygame.Surface]:
    """The surface of an invisible window. SDL_VIDEODRIVER must be dummy, as tests/conftest.py sets it."""
    pygame.display.init()
    pygame.font.init()
    try:
        screen = pygame.display.set_mode(size, flags)
        pygame.event.clear()
        yield screen
    finally:
        pygame.display.quit()
