"""Makes first-game.png, the game of docs/first-game.md as a script plays it: `python docs/images/make_first_game.py`.

`steps` is the page's program after each of its steps, put together as the page says: a function that is there already
is replaced, anything else goes in above the last line. `play` runs one without a window, with given keys.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

PAGE = Path(__file__).resolve().parent.parent / "first-game.md"
KEYS = {
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
    "fire": pygame.K_SPACE,
}

# Frames, and what is held in them: to two coins, along the pillar, a shot at the tilted plank.
SCRIPT: Sequence[tuple[int, str]] = (
    (12, "up right"), (40, "up"), (32, "right"), (1, "down right"), (4, "fire"),
)  # fmt: skip


def steps() -> list[str]:
    """The program after each step."""
    programs: list[str] = []
    body: list[ast.stmt] = []
    for block in re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        for statement in ast.parse(block).body:
            name = getattr(statement, "name", None)
            same = [i for i, old in enumerate(body) if name is not None and getattr(old, "name", None) == name]
            if same:
                body[same[0]] = statement
            elif body and ast.unparse(body[-1]) == "main()":
                body.insert(len(body) - 1, statement)
            else:
                body.append(statement)
        programs.append("\n".join(ast.unparse(statement) for statement in body))
    return programs


def play(program: str, script: Sequence[tuple[int, str]] = SCRIPT) -> Mapping[str, Any]:
    """Runs a program to the end of a script, and returns its names; "screen" is a copy of the last picture."""
    held = [words.split() for frames, words in script for _ in range(frames)]
    names: dict[str, Any] = {"__name__": "game"}
    frame = 0

    def pressed() -> Mapping[int, bool]:
        return defaultdict(bool, {KEYS[word]: True for word in held[frame]})

    def flip() -> None:
        nonlocal frame
        frame += 1
        if frame == len(held):
            screen = pygame.display.get_surface()
            assert screen is not None
            names["screen"] = screen.copy()
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    clock: Callable[[], Any] = mock.Mock
    with (
        mock.patch("pygame.key.get_pressed", pressed),
        mock.patch("pygame.display.flip", flip),
        mock.patch("pygame.time.Clock", clock),
    ):
        exec(compile(program, str(PAGE), "exec"), names)
    pygame.quit()
    return names


def main(path: Path) -> None:
    pygame.image.save(play(steps()[-1])["screen"], path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("first-game.png"))
