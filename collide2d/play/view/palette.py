"""The colours of the playground: those of drawings, some of them darker.

Lines keep a contrast of 3 to 1 with the paper and texts one of 4.5 to 1. The colours of the three relations differ for
people who cannot tell red from green or blue from yellow.
"""

from __future__ import annotations

from functools import lru_cache

from collide2d import Relation
from collide2d._rendering.colors import AXIS, BLUE, GREEN, GRID, INK, MUTED, PAPER, PLOT
from collide2d._rendering.colors import Color as Color
from collide2d._rendering.colors import rgb as rgb


@lru_cache(maxsize=1024)
def mixed(a: Color, b: Color, part: float) -> Color:
    """The colour that is `part` of the way from a to b."""
    red, green, blue = (round(x + (y - x) * part) for x, y in zip(a, b, strict=True))
    return (red, green, blue)


SHEET, CARD, LINE, GRATING, TEXT = rgb(PLOT), rgb(PAPER), rgb(AXIS), rgb(GRID), rgb(INK)
QUIET = rgb("#66655f")  # secondary texts
FAINT = rgb(MUTED)  # the numbers of the grid
APART, TOUCHING, OVERLAPPING = rgb(BLUE), rgb("#c47a00"), rgb("#b3261e")
WAY, OBSTACLE, CHOSEN = rgb(GREEN), rgb("#7d5ba6"), rgb("#0b6bcb")
HALO = mixed(SHEET, CHOSEN, 0.4)  # around selected shapes
DOT = mixed(SHEET, LINE, 0.8)  # of the grid
WAY_TEXT = mixed(WAY, TEXT, 0.3)

RELATIONS = {Relation.APART: APART, Relation.TOUCHING: TOUCHING, Relation.OVERLAPPING: OVERLAPPING}
RELATION_TEXTS = {
    Relation.APART: mixed(APART, TEXT, 0.15),
    Relation.TOUCHING: rgb("#8f5700"),
    Relation.OVERLAPPING: OVERLAPPING,
}
FILLS = {
    Relation.APART: 0.15,
    Relation.TOUCHING: 0.22,
    Relation.OVERLAPPING: 0.2,
}  # blended from the sheet towards the colour by this fraction
WIDTHS = {Relation.APART: 1.6, Relation.TOUCHING: 2.4, Relation.OVERLAPPING: 2.4}
