"""Text in the font that pygame brings along.

That font is bold only. Its letters are drawn large, thinned by a pixel from each side, and scaled down: so there is a
regular weight too, and both are smooth at every size.
"""

from __future__ import annotations

from functools import lru_cache

import pygame

from collide2d.play.palette import Color

LARGE = 4  # times
BODY, SMALL, TITLE = 18, 16, 24  # sizes, in pygame's units: about 1.5 times the height of a capital letter
_THIN = {False: 2, True: 0}  # how often a pixel of the large letters is taken away across, by weight


_fonts: dict[int, pygame.font.Font] = {}


def _font(size: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    try:
        _fonts[size].get_height()
    except (KeyError, pygame.error):  # not there yet, or pygame was quit since
        _fonts[size] = pygame.font.Font(None, size * LARGE)
    return _fonts[size]


@lru_cache(maxsize=1024)
def width(text: str, size: int = BODY) -> int:
    """The width of a text, in pixels."""
    return -(-_font(size).size(text)[0] // LARGE)


def height(size: int = BODY) -> int:
    """The height of a line, in pixels."""
    return -(-_font(size).get_height() // LARGE)


def fitting(text: str, room: float, size: int = BODY) -> str:
    """The text, cut short with an ellipsis if it is wider than the room.

    >>> fitting("a text", 1000), len(fitting("a text " * 99, 100)) < 30
    ('a text', True)
    """
    if width(text, size) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + "…", size) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def wrapped(text: str, room: float, size: int = BODY) -> list[str]:
    """The lines of a text in a room of that width."""
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
    letters = _font(size).render(text.replace("\0", "\ufffd"), True, (255, 255, 255))
    w, h = -(-letters.get_width() // LARGE), -(-letters.get_height() // LARGE)
    large = pygame.Surface((w * LARGE, h * LARGE), pygame.SRCALPHA, 32)
    large.fill((255, 255, 255, 0))
    large.blit(letters, (0, 0))
    for i in range(_THIN[bold]):
        large.blit(large.copy(), (1 if i % 2 else -1, 0), special_flags=pygame.BLEND_RGBA_MIN)
    small = pygame.transform.smoothscale(large, (w, h))
    small.fill((*color, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return small


@lru_cache(maxsize=512)
def haloed(text: str, color: Color, halo: Color, size: int = BODY, bold: bool = False) -> pygame.Surface:
    """A picture of a text on a soft ground of its own, to be read over any line; 2 pixels larger on each side."""
    ground, letters = rendered(text, halo, size, True), rendered(text, color, size, bold)
    w, h = letters.get_size()
    picture = pygame.Surface((w + 4, h + 4), pygame.SRCALPHA, 32)
    picture.fill((*halo, 0))
    for dx, dy in ((0, 0), (4, 0), (0, 4), (4, 4), (2, 0), (0, 2), (4, 2), (2, 4), (1, 1), (3, 3), (1, 3), (3, 1)):
        picture.blit(ground, (dx, dy))
    picture.blit(letters, (2, 2))
    return picture


def write(
    target: pygame.Surface, text: str, at: tuple[float, float], color: Color, size: int = BODY, *,
    bold: bool = False, align: float = 0.0, room: float | None = None,
) -> int:  # fmt: skip
    """Writes a text with its left end, top at `at`, or centred (align 0.5) or ending there (1); returns its width."""
    if room is not None:
        text = fitting(text, room, size)
    picture = rendered(text, color, size, bold)
    target.blit(picture, (round(at[0] - align * picture.get_width()), round(at[1])))
    return picture.get_width()
