"""Text in the font that comes with pygame.

That font is only bold. For a regular weight its letters are drawn large, thinned by a pixel on each side, and scaled
down, which also makes both weights smooth at every size. Characters with thin strokes, such as the slash, are thinned
less.
"""

from __future__ import annotations

from functools import lru_cache

import pygame

from collide2d.play.view.palette import Color

LARGE = 4  # times
BODY, SMALL, TITLE = 18, 16, 24  # sizes in pygame's units, about 1.5 times the height of a capital letter
_PASSES = 2  # the pixels by which each stroke of a large letter is thinned for the regular weight
_LEAST_INK = 0.6  # a character keeps at least this fraction of its ink: letters after two passes, a slash after fewer

_fonts: dict[int, pygame.font.Font] = {}


def _font(size: int) -> pygame.font.Font:
    if not _fonts:
        pygame.register_quit(_fonts.clear)  # pygame 2.6 crashes with a font that outlives pygame.quit()
    if not pygame.font.get_init():
        _fonts.clear()
        pygame.font.init()
    try:
        _fonts[size].get_height()
    except (KeyError, pygame.error):  # not loaded yet, or pygame has quit since
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
    """The text, truncated with an ellipsis if it is wider than the room.

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
    """The text wrapped to lines of this width."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(fitting(word, room, size))
    return lines


def _large(text: str, size: int) -> pygame.Surface:
    """The bold letters, in their large size."""
    if not _font(size).size(text)[0]:  # empty, or characters of width 0, which pygame refuses to draw
        text = " "
    letters = _font(size).render(text, True, (255, 255, 255))
    w, h = -(-letters.get_width() // LARGE), -(-letters.get_height() // LARGE)
    large = pygame.Surface((w * LARGE, h * LARGE), pygame.SRCALPHA, 32)
    large.fill((255, 255, 255, 0))
    large.blit(letters, (0, 0))
    return large


def _thin(large: pygame.Surface, passes: int) -> pygame.Surface:
    thin = large.copy()
    for i in range(passes):
        thin.blit(thin.copy(), (1 if i % 2 else -1, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return thin


def ink(picture: pygame.Surface) -> int:
    """The ink of a text: the sum of its alpha."""
    return sum(pygame.image.tobytes(picture, "RGBA")[3::4])


@lru_cache(maxsize=4096)
def _passes(sign: str, size: int) -> int:
    """How often a character may be thinned."""
    large = _large(sign, size)
    least = _LEAST_INK * ink(large)
    return max(n for n in range(_PASSES + 1) if n == 0 or ink(_thin(large, n)) >= least)


def _regular(text: str, size: int) -> pygame.Surface:
    """The large letters in the regular weight, each thinned as often as it may be."""
    large = _large(text, size)
    layers = [_thin(large, n) for n in range(_PASSES + 1)]
    picture = layers[_PASSES].copy()
    for i, sign in enumerate(text):
        passes = _passes(sign, size)
        if passes < _PASSES:
            left, right = (_font(size).size(text[:end])[0] for end in (i, i + 1))
            area = pygame.Rect(left, 0, right - left, large.get_height())
            picture.blit(layers[passes], area.topleft, area, special_flags=pygame.BLEND_RGBA_MAX)
    return picture


@lru_cache(maxsize=1024)
def rendered(text: str, color: Color, size: int = BODY, bold: bool = False) -> pygame.Surface:
    """A picture of a text, transparent around the letters."""
    text = text.replace("\0", "\ufffd")
    large = _large(text, size) if bold or not text else _regular(text, size)
    small = pygame.transform.smoothscale(large, (large.get_width() // LARGE, large.get_height() // LARGE))
    small.fill((*color, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return small


@lru_cache(maxsize=512)
def haloed(text: str, color: Color, halo: Color, size: int = BODY, bold: bool = False) -> pygame.Surface:
    """A picture of a text with a halo, legible over any line; 2 pixels larger on each side."""
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
    """Writes a text with its top left at `at`, or centred (align 0.5) or right-aligned (1); returns its width."""
    if room is not None:
        text = fitting(text, room, size)
    picture = rendered(text, color, size, bold)
    target.blit(picture, (round(at[0] - align * picture.get_width()), round(at[1])))
    return picture.get_width()
