"""The colours of drawings; the palette of the playground is based on them."""

from __future__ import annotations

from typing import TypeAlias

Color: TypeAlias = tuple[int, int, int]

INK, MUTED, PAPER, PLOT = "#1d2530", "#7b7a74", "#f7f4ec", "#fffefb"
BLUE, AMBER, RED, GREEN = "#3c6e9f", "#e09a00", "#cc3a2b", "#2f8f6b"
GRID, AXIS = "#eeeae0", "#d5cfc0"
LAYERS = ("#8d99a6", "#c9a86a", "#86a97c", "#a78bb0", "#6fa3ad", "#c58c78")  # for layers without a colour, in turn


def rgb(text: str) -> Color:
    """Red, green and blue, 0 to 255, of "#rgb" or "#rrggbb".

    >>> rgb("#fff"), rgb("#1d2530")
    ((255, 255, 255), (29, 37, 48))
    """
    digits = text[1:] if len(text) == 7 else "".join(2 * c for c in text[1:])
    red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return (red, green, blue)


def light(color: Color) -> float:
    """The relative luminance of a colour, 0 to 1, within 0.003: a cubic stands for the power of 2.4 in sRGB."""
    red, green, blue = (c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878) for c in (part / 255 for part in color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def readable(text: str) -> str:
    """A colour for text on the paper: darkened, if needed, to the contrast of WCAG's AA, 4.5 to 1.

    Colours by name are returned as they are.

    >>> readable(INK), readable(AMBER)
    ('#1d2530', '#936500')
    """
    if not text.startswith("#") or len(text) not in (4, 7):
        return text
    paper, color = light(rgb(PAPER)) + 0.05, rgb(text)
    for part in range(32, 0, -1):
        red, green, blue = (c * part // 32 for c in color)
        if paper >= 4.6 * (light((red, green, blue)) + 0.05):
            return text if part == 32 else f"#{red:02x}{green:02x}{blue:02x}"
    return INK
