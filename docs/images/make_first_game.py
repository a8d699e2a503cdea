"""Makes the pictures of docs/first-game.md, and examples/first_game.py: `python docs/images/make_first_game.py`.

`steps` is the page's program after each of its steps, put together as the page says. `play` runs one without a window,
with given keys; the pictures are the last frames.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from collide2d.pygame import draw

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "first-game.md"
FILE = ROOT / "examples" / "first_game.py"
HEAD = '"""The game of docs/first-game.md. Its code blocks are the source of this file."""\n\n'
KEYS = {"left": pygame.K_LEFT, "right": pygame.K_RIGHT, "jump": pygame.K_SPACE}

Script = Sequence[tuple[int, str]]  # frames, and what is held in them

WIN: Script = (  # takes all coins
    (20, "right jump"), (20, "right"), (40, "left jump"), (40, "right jump"), (70, "right"),
    (10, ""), (20, "left"), (10, "right"), (40, "right jump"), (20, "left"),
)  # fmt: skip
RIDE: Script = ((105, "right"), (1, "right jump"), (17, "right"), (110, ""))
PICTURES: Mapping[str, tuple[int, Script]] = {  # the step, and the keys
    "first-game": (4, (*WIN[:3], (30, "right jump"))),
    "first-game-1": (1, ((1, ""),)),
    "first-game-2": (2, ((26, "right"),)),
    "first-game-3": (3, RIDE),
    "first-game-4": (4, (*WIN[:4], (50, "right"))),
}


class Statement(NamedTuple):
    """A statement of the program: its node, its text, and the number of blank lines above it."""

    node: ast.stmt
    text: str
    gap: int


def statements(block: str) -> list[Statement]:
    """The statements of a code block."""
    lines, found, end = block.splitlines(), list[Statement](), 0
    for node in ast.parse(block).body:
        assert node.end_lineno is not None
        text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        found.append(Statement(node, text, node.lineno - 1 - end if found else 1))
        end = node.end_lineno
    return found


def steps() -> list[str]:
    """The program after each step."""
    programs: list[str] = []
    body: list[Statement] = []
    for block in re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        is_first = not body
        for new in statements(block):
            name = getattr(new.node, "name", None)
            same = [i for i, old in enumerate(body) if name is not None and getattr(old.node, "name", None) == name]
            if same:
                body[same[0]] = new
            elif is_first:
                body.append(new)
            elif isinstance(new.node, ast.ImportFrom):
                last = max(i for i, old in enumerate(body) if isinstance(old.node, ast.ImportFrom))
                body.insert(last + 1, new._replace(gap=0))
            else:
                step = next(i for i, old in enumerate(body) if getattr(old.node, "name", None) == "step")
                body.insert(step, new)
        programs.append(join(body))
    return programs


def join(body: list[Statement]) -> str:
    """The text of a program, with two blank lines around functions."""
    text = body[0].text
    for before, after in pairwise(body):
        is_far = any(isinstance(one.node, ast.FunctionDef) for one in (before, after))
        text += "\n" * (3 if is_far else after.gap + 1) + after.text
    return text + "\n"


def play(program: str, script: Script) -> Mapping[str, Any]:
    """Runs a program to the end of a script, and returns its names; "screen" is a copy of the last picture."""
    held = [words.split() for frames, words in script for _ in range(frames)]
    names: dict[str, Any] = {"__name__": "game"}
    frame = 0

    def pressed() -> Mapping[int, bool]:
        return defaultdict(bool, {KEYS[word]: True for word in held[frame]})

    def draw_last(*arguments: Any, **options: Any) -> None:
        """Draws only what is seen in the end."""
        if frame == len(held) - 1:
            draw(*arguments, **options)

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
        mock.patch("collide2d.pygame.draw", draw_last),
    ):
        exec(compile(program, str(PAGE), "exec"), names)
    pygame.quit()
    return names


def pictures() -> dict[str, pygame.Surface]:
    """The pictures by the names of their files."""
    programs = steps()
    return {f"{name}.png": play(programs[step - 1], script)["screen"] for name, (step, script) in PICTURES.items()}


def main() -> int:
    for name, picture in pictures().items():
        pygame.image.save(picture, PAGE.parent / "images" / name)
    FILE.write_text(HEAD + steps()[-1], encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
