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
