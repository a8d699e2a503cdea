"""Text: its width, and pictures of it. Letters are drawn large and scaled down, which makes them smooth and even.

`typefaces` decides which font draws what.
"""

from __future__ import annotations

from functools import lru_cache

import pygame

from collide2d.play.view.palette import Color
from collide2d.play.view.typefaces import LARGE, Run, font, is_bitmap, runs

BODY, SMALL, TITLE = 14, 13, 19  # the sizes of the em square, in pixels
HEAD, TINY = 16, 12


@lru_cache(maxsize=2048)
def width(text: str, size: int = BODY, bold: bool = False) -> int:
    """The width of a text, in pixels."""
    return -(-sum(_width(run, size, bold) for run in runs(text)) // LARGE)


def _width(run: Run, size: int, bold: bool) -> int:
    letters = font(size, bold, run)
    return round(letters.size(run.text)[0] * _scale(run, letters, size))


def _scale(run: Run, letters: pygame.font.Font, size: int) -> float:
    """What the pictures of a font are scaled by, as they have one size."""
    return LARGE * height(size) / letters.get_height() if is_bitmap(run.source) else 1.0


def height(size: int = BODY) -> int:
    """The height of a line, in pixels."""
    return -(-font(size).get_height() // LARGE)


def fitting(text: str, room: float, size: int = BODY, bold: bool = False) -> str:
    """The text, truncated with an ellipsis if it is wider than the room.

    >>> fitting("a text", 1000), len(fitting("a text " * 99, 100)) < 30
    ('a text', True)
    """
    if width(text, size, bold) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + "…", size, bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def wrapped(text: str, room: float, size: int = BODY) -> list[str]:
    """The text wrapped to lines of this width."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(fitting(word, room, size))
    return lines


@lru_cache(maxsize=1024)
def rendered(text: str, color: Color, size: int = BODY, bold: bool = False) -> pygame.Surface:
    """A picture of a text, transparent around the letters."""
    w, h = max(1, width(text, size, bold)), height(size)
    large = pygame.Surface((w * LARGE, h * LARGE), pygame.SRCALPHA, 32)
    large.fill((*color, 0))
    x = 0
    for run in runs(text):
        letters = _letters(run, color, size, bold)
        if letters is not None:
            top = 0 if is_bitmap(run.source) else font(size, bold).get_ascent() - font(size, bold, run).get_ascent()
            large.blit(letters, (x, top))
        x += _width(run, size, bold)
    return pygame.transform.smoothscale(large, (w, h))


def _letters(run: Run, color: Color, size: int, bold: bool) -> pygame.Surface | None:
    """A large picture of a run; None if it has no width, which pygame refuses to draw."""
    letters = font(size, bold, run)
    if not letters.size(run.text)[0]:
        return None
    picture = letters.render(run.text, True, color)
    if not is_bitmap(run.source):
        return picture
    return pygame.transform.smoothscale_by(picture, _scale(run, letters, size))


@lru_cache(maxsize=512)
def haloed(text: str, color: Color, halo: Color, size: int = BODY, bold: bool = False) -> pygame.Surface:
    """A picture of a text with a halo, legible over any line; 2 pixels larger on each side."""
    ground, letters = rendered(text, halo, size, bold), rendered(text, color, size, bold)
    w, h = letters.get_size()
    picture = pygame.Surface((w + 4, h + 4), pygame.SRCALPHA, 32)
    picture.fill((*halo, 0))
    for dx, dy in ((0, 0), (4, 0), (0, 4), (4, 4), (2, 0), (0, 2), (4, 2), (2, 4), (1, 1), (3, 3), (1, 3), (3, 1)):
        picture.blit(ground, (dx, dy))
    for _ in range(2):  # thin letters leave a thin halo
        picture.blit(picture.copy(), (0, 0))
    picture.blit(letters, (2, 2))
    return picture


def write(
    target: pygame.Surface, text: str, at: tuple[float, float], color: Color, size: int = BODY, *,
    bold: bool = False, align: float = 0.0, room: float | None = None,
) -> int:  # fmt: skip
    """Writes a text with its top left at `at`, or centred (align 0.5) or right-aligned (1); returns its width."""
    if room is not None:
        text = fitting(text, room, size, bold)
    picture = rendered(text, color, size, bold)
    target.blit(picture, (round(at[0] - align * picture.get_width()), round(at[1])))
    return picture.get_width()
