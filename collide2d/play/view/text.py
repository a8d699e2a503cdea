"""Text in Inter, a font that is part of the package: fonts/OFL.txt is its licence.

It has Latin, Greek and Cyrillic letters and the signs of the playground. A text with others is in the font of pygame,
if that has more of them. Letters are drawn large and scaled down, which makes them smooth and evenly spaced.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pygame

from collide2d.play.view.palette import Color

LARGE = 4  # times
BODY, SMALL, TITLE = 14, 13, 19  # the sizes of the em square, in pixels
HEAD, TINY = 16, 12
_FILES = {bold: Path(__file__).with_name("fonts") / f"Inter-{'SemiBold' if bold else 'Regular'}.otf" for bold in (0, 1)}
_OF_PYGAME = 1.25  # letters of pygame's font are smaller at the same size
_ABSENT = "\ue000"  # a character that no font has: its metrics are those of the empty box

_fonts: dict[tuple[int, bool, bool], pygame.font.Font] = {}


def _font(size: int, bold: bool, own: bool = True) -> pygame.font.Font:
    if not _fonts:
        pygame.register_quit(_fonts.clear)  # pygame 2.6 crashes with a font that outlives pygame.quit()
    if not pygame.font.get_init():
        _fonts.clear()
        pygame.font.init()
    key = (size, bold, own)
    try:
        _fonts[key].get_height()
    except (KeyError, pygame.error):  # not loaded yet, or pygame has quit since
        _fonts[key] = (
            pygame.font.Font(_FILES[bold], size * LARGE)
            if own
            else pygame.font.Font(None, round(size * LARGE * _OF_PYGAME))
        )
    return _fonts[key]


@lru_cache(maxsize=4096)
def has(sign: str, *, own: bool = True) -> bool:
    """Whether the font has a character. own: ask for Inter, not for the font of pygame."""
    font = _font(BODY, False, own)
    return font.metrics(sign) != font.metrics(_ABSENT)


def _font_for(text: str, size: int, bold: bool) -> pygame.font.Font:
    if text.isascii():
        return _font(size, bold)
    counts = [sum(has(sign, own=own) for sign in text) for own in (True, False)]
    return _font(size, bold, counts[0] >= counts[1])


@lru_cache(maxsize=2048)
def width(text: str, size: int = BODY, bold: bool = False) -> int:
    """The width of a text, in pixels."""
    return -(-_font_for(text, size, bold).size(text)[0] // LARGE)


def height(size: int = BODY) -> int:
    """The height of a line, in pixels."""
    return -(-_font(size, False).get_height() // LARGE)


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
    text = text.replace("\0", "\ufffd")
    font = _font_for(text, size, bold)
    if not font.size(text)[0]:  # empty, or characters of width 0, which pygame refuses to draw
        text = " "
    letters = font.render(text, True, (255, 255, 255))
    w, h = -(-letters.get_width() // LARGE), height(size)
    large = pygame.Surface((w * LARGE, h * LARGE), pygame.SRCALPHA, 32)
    large.fill((255, 255, 255, 0))
    large.blit(letters, (0, _font(size, bold).get_ascent() - font.get_ascent()))
    small = pygame.transform.smoothscale(large, (w, h))
    small.fill((*color, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return small


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
