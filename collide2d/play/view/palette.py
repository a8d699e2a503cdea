"""The colours of the playground, light and dark.

Lines keep a contrast of 3 to 1 with the paper and texts one of 4.5 to 1: level AA of the Web Content Accessibility
Guidelines. The colours of the three relations differ for people who cannot tell red from green or blue from yellow, and
each relation also has its own width of line, its icon and its word.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from collide2d import Relation
from collide2d._rendering.colors import AXIS, BLUE, GREEN, GRID, INK, PAPER, PLOT
from collide2d._rendering.colors import Color as Color
from collide2d._rendering.colors import rgb as rgb


@lru_cache(maxsize=1024)
def mixed(a: Color, b: Color, part: float) -> Color:
    """The colour that is `part` of the way from a to b."""
    red, green, blue = (round(x + (y - x) * part) for x, y in zip(a, b, strict=True))
    return (red, green, blue)


def luminance(color: Color) -> float:
    """The relative luminance, 0 to 1, as the guidelines define it."""
    red, green, blue = (c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Color, b: Color) -> float:
    """The contrast of two colours, 1 to 21, as the guidelines define it.

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


@dataclass(frozen=True)
class Theme:
    """All colours of the window."""

    sheet: Color  # the ground of the picture
    card: Color
    line: Color  # borders of cards, the axes
    grating: Color  # the lines of the grid
    text: Color
    quiet: Color  # secondary texts
    faint: Color  # the numbers of the grid
    apart: Color
    touching: Color
    overlapping: Color
    touching_text: Color
    way: Color
    obstacle: Color
    chosen: Color
    layer: float  # how far the fills of layers are mixed with the sheet

    @cached_property
    def halo(self) -> Color:
        """Around selected shapes."""
        return mixed(self.sheet, self.chosen, 0.4)

    @cached_property
    def dot(self) -> Color:
        """The dots of the grid."""
        return mixed(self.sheet, self.line, 0.8)

    @cached_property
    def way_text(self) -> Color:
        return mixed(self.way, self.text, 0.3)

    @cached_property
    def pressed(self) -> Color:
        """The ground of a button that is on."""
        return mixed(self.card, self.chosen, 0.16)

    @cached_property
    def hovered(self) -> Color:
        """The ground of a button under the mouse."""
        return mixed(self.card, self.line, 0.55)

    @cached_property
    def relations(self) -> dict[Relation, Color]:
        """The edges of shapes, by their closest relation."""
        colors = (self.apart, self.touching, self.overlapping)
        return dict(zip((Relation.APART, Relation.TOUCHING, Relation.OVERLAPPING), colors, strict=True))

    @cached_property
    def relation_texts(self) -> dict[Relation, Color]:
        apart = mixed(self.apart, self.text, 0.15)
        return {**self.relations, Relation.APART: apart, Relation.TOUCHING: self.touching_text}

    def fill_of_layer(self, color: Color) -> Color:
        """The fill of a shape in a layer of this colour."""
        return mixed(color, self.sheet, self.layer)

    def edge_on(self, fill: Color) -> Color:
        """An edge around a fill, with a contrast of at least 3 to the fill or to the sheet."""
        return mixed(fill, self.text, 0.6)

    def text_on(self, fill: Color) -> Color:
        """The colour of text on a fill: the usual one, or black or white where the contrast would be too low."""
        if contrast(self.text, fill) >= 4.5:
            return self.text
        return max(((0, 0, 0), (255, 255, 255)), key=lambda color: contrast(color, fill))


LIGHT = Theme(
    sheet=rgb(PLOT),
    card=rgb(PAPER),
    line=rgb(AXIS),
    grating=rgb(GRID),
    text=rgb(INK),
    quiet=rgb("#605f59"),
    faint=rgb("#6f6e68"),
    apart=rgb(BLUE),
    touching=rgb("#c47a00"),
    overlapping=rgb("#b3261e"),
    touching_text=rgb("#8f5700"),
    way=rgb(GREEN),
    obstacle=rgb("#7d5ba6"),
    chosen=rgb("#0a56a8"),
    layer=0.0,
)
DARK = Theme(
    sheet=rgb("#15191f"),
    card=rgb("#1e242c"),
    line=rgb("#3a434e"),
    grating=rgb("#222931"),
    text=rgb("#e9ebee"),
    quiet=rgb("#aab3bd"),
    faint=rgb("#8f98a2"),
    apart=rgb("#6ea8e0"),
    touching=rgb("#e5a93a"),
    overlapping=rgb("#ff7d6e"),
    touching_text=rgb("#e5a93a"),
    way=rgb("#4cc29a"),
    obstacle=rgb("#b99fe6"),
    chosen=rgb("#5fb2ff"),
    layer=0.72,
)

now = LIGHT  # the theme of all pictures that are drawn


def use(theme: Theme) -> None:
    """Draws in the colours of a theme from now on."""
    global now
    now = theme


# How far fills are mixed from the sheet towards the colour of the relation, and the widths of edges.
FILLS = {Relation.APART: 0.15, Relation.TOUCHING: 0.22, Relation.OVERLAPPING: 0.2}
WIDTHS = {Relation.APART: 1.6, Relation.TOUCHING: 2.4, Relation.OVERLAPPING: 3.2}
