"""Makes level.json, a game level of three hundred shapes, from the map below: `python examples/scenes/make_level.py`.

Tiles are 32 pixels. What stands on a tile is placed on a lattice of quarter pixels, some of it turned, so the level has
what real ones have: flush neighbours that touch exactly, crates pushed a little into each other, a guard at a table.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from collide2d import Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape
from collide2d.scene import Item, Layer, Scene

TILE = 32.0

MAP = """\
################################################
#O...........O#O...............O#c.cc..o...ccCC#
#..$...$...$..#..*..$..$..$..*..#cc..o..oc..cCC#
#e.....e......#...tt..tt..tt....#.c...e.c....cc#
#.$..r.$..r.$.#..e..$..$..$..e..+......cc......#
#......r......+......e....e.....#...o..c.......#
#..$...$...$..#...tt..tt..tt....#..oo...cc..c..#
#....e.r.$....#..*..$..$..$..*..#o.c......e.ccc#
#O...........O#O...............O#oo.....c.CCCCC#
#######+###########+####################+#######
#r..r.r..r.oo#e.......................#*......*#
#...r..r...o.#..o....o........o....o..#...$$...#
#.r..r.e..r..#......O..........O......#..$..$..#
#.r..r....r..+..o....>....P.......o...+...$$...#
#..r...r..rr.#....e..........e.>......#..$e.$..#
#.r..r..r.oo.#..o.................o...#..e..e..#
#......r..oo.#......O..........O......#...$$...#
#..r..r...o..#..o....o..>.....o....o..#*......*#
########+############+############+#############
#CC...cc.cc.#O...$....O#..r....#O.............O#
#C....c..cc.+...$$$$...#.rr..r.#...o..tt..o..$.#
#...cc......#..$$..$$..+..er...+.......ee......#
#ccc...e..c.#..$$..$$..#.r..rr.#...o..tt..o..$.#
#cc....c..CC#.e.$$$$.e.#..r.er.#.............$$#
#cco..cc..CC#O...$....O#.r..o..#O....e....e...O#
################################################
"""

# Rooms are where a character's coming in is noticed: their names, first column and row, width and height in tiles.
ROOMS = (
    ("garden", 1, 1, 13, 8),
    ("hall", 15, 1, 17, 8),
    ("store", 33, 1, 14, 8),
    ("quarry", 1, 10, 12, 8),
    ("court", 14, 10, 24, 8),
    ("chapel", 39, 10, 8, 8),
    ("cellar", 1, 19, 11, 6),
    ("vault", 13, 19, 10, 6),
    ("passage", 24, 19, 7, 6),
    ("kitchen", 32, 19, 15, 6),
)

SOLID = ("pillar", "rock", "crate", "barrel", "table")
LAYERS = (
    Layer("room", "#efe6d2", ignore=("room", "wall", *SOLID, "door", "torch", "coin", "bolt"), trigger=True),
    Layer("wall", "#59636f", ignore=("wall",)),
    Layer("pillar", "#8c97a3", ignore=("wall",)),
    Layer("rock", "#a9a295"),
    Layer("crate", "#c79a5b"),
    Layer("barrel", "#9c6b45"),
    Layer("table", "#b98a63"),
    Layer("door", "#7d5a3c", ignore=("wall",)),
    Layer("coin", "#f2c230", ignore=("wall", *SOLID, "door", "coin", "torch", "bolt")),
    Layer("torch", "#e2703a", ignore=("*",)),
    Layer("character", "#4f83b8"),
    Layer("bolt", "#6b3fa0"),
)

FACING = ((7.0, 0.0), (0.0, 7.0), (5.0, 5.0), (5.0, -5.0), (6.0, 3.0), (3.0, -6.0))
ASIDE = 0.75  # about the cosine of 45 degrees
EIGHT_WAYS = (
    (1.0, 0.0), (ASIDE, ASIDE), (0.0, 1.0), (-ASIDE, ASIDE),
    (-1.0, 0.0), (-ASIDE, -ASIDE), (0.0, -1.0), (ASIDE, -ASIDE),
)  # fmt: skip


class Level:
    """The items so far, and the one source of chance: `random()`, which is the same in every version of Python."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self._count: Counter[str] = Counter()
        self._chance = random.Random(2)

    def add(self, layer: str, shape: Shape, name: str = "") -> None:
        """A shape in a layer, named by counting unless it has a name."""
        self._count[layer] += 1
        self.items.append(Item(name or f"{layer} {self._count[layer]}", shape, layer))

    def between(self, low: float, high: float) -> float:
        """Some quarter from low to high."""
        return low + int(self._chance.random() * (4 * (high - low) + 1)) / 4

    def one_of(self, things: tuple[tuple[float, float], ...]) -> tuple[float, float]:
        """Some pair of several."""
        return things[int(self._chance.random() * len(things))]


def walls(rows: list[str]) -> Iterator[Rect]:
    """The wall tiles as few boxes: runs of two or more along the rows, and what remains as runs down the columns."""
    left = [list(row) for row in rows]
    for y, row in enumerate(left):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end] == "#":
                end += 1
            if end - x >= 2:
                yield Rect(x * TILE, y * TILE, (end - x) * TILE, TILE)
                row[x:end] = "." * (end - x)
            x = max(end, x + 1)
    for x in range(len(left[0])):
        y = 0
        while y < len(left):
            end = y
            while end < len(left) and left[end][x] == "#":
                end += 1
            if end > y:
                yield Rect(x * TILE, y * TILE, TILE, (end - y) * TILE)
            y = max(end, y + 1)


def door(rows: list[str], x: int, y: int, swing: float) -> Rect:
    """A door leaf that turns about its hinge, which is in the middle of the wall."""
    is_in_upright_wall = rows[y - 1][x] == "#"
    if is_in_upright_wall:
        return Rect.pivoted((x + 0.5) * TILE, y * TILE, TILE, 6, (0, 3), 90 - swing)
    return Rect.pivoted(x * TILE, (y + 0.5) * TILE, TILE, 6, (0, 3), swing)


def furnish(level: Level, rows: list[str]) -> None:
    """What stands on the tiles, by the letters of the map."""
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            cx, cy = (x + 0.5) * TILE, (y + 0.5) * TILE
            jx, jy = cx + level.between(-3, 3), cy + level.between(-3, 3)
            if letter == "O":
                level.add("pillar", Circle(cx, cy, TILE / 2))
            elif letter == "o":
                level.add("barrel", Circle(cx, cy, TILE / 2 if level.between(0, 1) > 0.5 else 13))
            elif letter == "c":
                level.add("crate", Rect.centered(jx, jy, 27, 27, level.between(-40, 40)))
            elif letter == "C":
                level.add("crate", Rect(x * TILE, y * TILE, TILE, TILE))
            elif letter == "r":
                points = [(jx + k * dx, jy + k * dy) for dx, dy in EIGHT_WAYS for k in (level.between(9, 16),)]
                level.add("rock", Polygon.hull(points, radius=2))
            elif letter == "t" and row[x - 1] == "t":
                level.add("table", RoundRect.centered(x * TILE, cy, 60, 34, 10, level.between(-8, 8)))
            elif letter == "$":
                level.add("coin", Circle(jx, jy, 6))
            elif letter == "*":
                level.add("torch", Point(cx, cy))
            elif letter == ">":
                level.add("bolt", Segment(jx - 14, jy, jx + 14, jy + level.between(-4, 4)))
            elif letter == "+":
                level.add("door", door(rows, x, y, level.between(20, 75)))
            elif letter in "eP":
                dx, dy = level.one_of(FACING)
                body = Capsule(jx - dx, jy - dy, jx + dx, jy + dy, 8)
                level.add("character", body, "player" if letter == "P" else "")


def make_level() -> Scene:
    """The level as a scene."""
    rows = MAP.splitlines()
    level = Level()
    for name, x, y, w, h in ROOMS:
        level.add("room", RoundRect(x * TILE, y * TILE, w * TILE, h * TILE, 24), name)
    for wall in walls(rows):
        level.add("wall", wall)
    furnish(level, rows)
    return Scene(
        tuple(level.items),
        title="The old mill",
        description="A game level. Walls are not tested against walls. Rooms are triggers: they notice characters, but "
        "push nobody.",
        layers=LAYERS,
    )


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("level.json")
    make_level().save(target)
