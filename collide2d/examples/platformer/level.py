"""The level: a grid of letters, and a few shapes that letters cannot express.

    # a tile of earth - a plank: the player can jump up through it, and stand on it / \\ a slope of 45 degrees o a coin
    C a crate E an enemy @ where the player starts F a flag: where the player starts again

Tiles are not merged, since an exact mover does not catch on the seams between them.
"""

from __future__ import annotations

from typing import NamedTuple

from collide2d import Capsule, Circle, Polygon, Rect, RoundRect, Segment, Shape

Vec = tuple[float, float]

TILE = 32

MAP = r"""
#                                                                                        ######                #
#                                                                                        ######                #
#                                                                                        ######                #
#                                                                                        ######                #
#                                                                                        ######                #
#                                                                                        ######                #
#                                                                                        ######                #
#                                                                                      o                       #
#                                       oo                                          o F   oooo E   o           #
#                                      ----                                          #############\            #
#                               o                       oo                         o ##############\ o         #
#             oo  oo           o o  oo        o        ---                  oo       ###############\          #
#            o                     ----      o    F              o o                 ################\ o       #
#     ooo       #####\                          #####          o     o      ##\      #################\        #
#  @      C     ######\ F  E             E      #####   C  E             F  ###\  E  ##################\ Cooo  #
###############################   ###########################           ########################################
###############################   ###########################           ########################################
###############################   ###########################           ########################################
"""

ROWS = MAP.strip("\n").splitlines()
WIDTH, HEIGHT = TILE * max(map(len, ROWS)), TILE * len(ROWS)


def polygon(*corners: Vec) -> Polygon:
    """A polygon with its corners in tiles."""
    return Polygon([(TILE * x, TILE * y) for x, y in corners])


def stairs(x: int, y: int, steps: int) -> list[Shape]:
    """Steps of a quarter of a tile, up to the right from the ground at y."""
    w, h = TILE // 2, TILE // 4
    return [Rect(TILE * x + w * i, TILE * y - h * (i + 1), w, h * (i + 1)) for i in range(steps)]


# The rules are the same for every kind of shape.
EXTRAS: list[Shape] = [
    polygon((11, 15), (16, 13), (16, 15)),  # a gentle slope
    polygon((75, 15), (76, 13), (76, 15)),  # a slope of 63 degrees: too steep to walk up
    *stairs(44, 15, 8),
    Capsule(32 * TILE, 13 * TILE, 33 * TILE, 13 * TILE, 8),  # a log over the pit
    Circle(29 * TILE, 15 * TILE + 8, 26),  # a boulder
    RoundRect(80 * TILE, 14 * TILE + 16, 40, 24, 10),
    Rect.centered(37 * TILE, 15 * TILE, 40, 40, angle=30),
    Segment(85 * TILE, 6 * TILE, 87 * TILE, 5 * TILE),  # of thickness 0, and yet no bullet passes it
]


class Route(NamedTuple):
    """A moving platform: its shape at one end, the vector to the other end, and the frames of a round trip."""

    shape: Shape
    to: Vec
    period: int
    is_plank: bool  # the player can jump up through it


ROUTES = [
    Route(RoundRect(61 * TILE, 15 * TILE, 96, 20, 6), (8 * TILE, 0), 360, False),
    Route(RoundRect(83 * TILE, 15 * TILE, 64, 12, 6), (0, -6 * TILE), 300, True),
]


def places(letter: str) -> list[Vec]:
    """The top-left corners of all tiles with this letter."""
    return [(TILE * i, TILE * j) for j, row in enumerate(ROWS) for i, c in enumerate(row) if c == letter]


def walls() -> list[Shape]:
    """Everything solid that does not move."""
    tiles: list[Shape] = [Rect(x, y, TILE, TILE) for x, y in places("#")]
    up: list[Shape] = [Polygon([(x, y + TILE), (x + TILE, y), (x + TILE, y + TILE)]) for x, y in places("/")]
    down: list[Shape] = [Polygon([(x, y), (x + TILE, y + TILE), (x, y + TILE)]) for x, y in places("\\")]
    return [*tiles, *up, *down, *EXTRAS]


def planks() -> list[Shape]:
    """Everything that is solid only from above."""
    return [RoundRect(x, y, TILE, 10, 4) for x, y in places("-")]
