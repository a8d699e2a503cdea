"""Makes the tileset of the example map: tiles.png, and the tiles with their collision shapes as data for make_map.py.

The pictures are painted with the library itself: a pixel has the colours of the topmost shapes that its samples are in.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from collide2d import Capsule, Circle, Point, Polygon, Rect, RoundRect, Shape

SIZE, COLUMNS, SAMPLES = 32, 8, 4

EARTH, DARK, GRASS, LIGHT = "#9c6b48", "#84573a", "#5aa845", "#86cc5f"
STONE, SHADE, GLINT = "#a7adb8", "#7c8391", "#cfd4dc"
GOLD, AMBER, SHINE = "#f6c32f", "#c98a12", "#fff0a8"
WOOD, BARK, RED, WATER, FOAM = "#c99a5b", "#96683a", "#d9483b", "#4a9fd8", "#a5dcf5"
HILL, PEAK, CLOUD = "#a9d3dd", "#bfe0e6", "#ffffff"

Paint = tuple[Shape, str]


class Tile(NamedTuple):
    """A picture, from the back to the front; the shapes that are drawn on it in Tiled; and what Tiled says about it."""

    name: str
    picture: Sequence[Paint]
    shapes: Sequence[dict[str, Any]] = ()
    class_: str = ""
    properties: Mapping[str, Any] = MappingProxyType({})


def polygon(*points: tuple[float, float]) -> dict[str, Any]:
    return {"polygon": [{"x": x, "y": y} for x, y in points]}


def rectangle(x: float, y: float, w: float, h: float) -> dict[str, Any]:
    return {"x": x, "y": y, "width": w, "height": h}


SPECKS = [(Circle(x, y, r), DARK) for x, y, r in ((7, 9, 2), (21, 6, 1.5), (14, 20, 2.5), (27, 17, 2), (5, 26, 1.5))]
SOLID = {"solid": True}


def earth(*corners: tuple[float, float]) -> list[Paint]:
    """Earth in a convex polygon: its specks are those that lie in it."""
    body = Polygon(corners)
    return [(body, EARTH), *((speck, colour) for speck, colour in SPECKS if body.contains(speck))]


def turf(ax: float, ay: float, bx: float, by: float) -> list[Paint]:
    """Grass along the upper edge of some earth."""
    return [(Capsule(ax, ay + 3, bx, by + 3, 3.6), GRASS), (Capsule(ax, ay + 1, bx, by + 1, 1.4), LIGHT)]


BOX = ((0, 0), (32, 0), (32, 32), (0, 32))
UP = ((0, 32), (32, 0), (32, 32))
LOW, HIGH = ((0, 32), (32, 16), (32, 32)), ((0, 16), (32, 0), (32, 32), (0, 32))
ZIGZAG = ((0, 32), (5, 10), (10, 26), (16, 6), (22, 26), (27, 10), (32, 32))
BRICKS = [
    RoundRect(x, y, w, 9, 2) for x, y, w in ((1, 1, 19), (22, 1, 9), (1, 12, 8), (11, 12, 20), (1, 23, 19), (22, 23, 9))
]
FULL = rectangle(0, 0, 32, 32)
PUFF = (Circle(22, 20, 10), Circle(36, 15, 13), Circle(51, 22, 9), RoundRect(3, 18, 57, 13, 6))

# fmt: off
TILES = [
    Tile("earth", earth(*BOX), properties=SOLID),
    Tile("grass", [*earth(*BOX), *turf(-4, 0, 36, 0)], properties=SOLID),
    Tile("slope", [*earth(*UP), *turf(-1, 33, 33, -1)], [polygon(*UP)]),
    Tile("gentle low", [*earth(*LOW), *turf(-4, 34, 36, 14)], [polygon(*LOW)]),
    Tile("gentle high", [*earth(*HIGH), *turf(-4, 18, 36, -2)], [polygon(*HIGH)]),
    Tile("stone", [(Circle(16, 16, 16), SHADE), (Circle(15, 15, 14), STONE), (Circle(10, 9, 4), GLINT)],
         [{"ellipse": True, **FULL}]),
    Tile("slab", [(Rect(0, 16, 32, 16), SHADE), (Rect(0, 16, 32, 13), STONE), (Rect(0, 16, 32, 3), GLINT)],
         [rectangle(0, 16, 32, 16)]),
    Tile("bricks", [(Rect(0, 0, 32, 32), "#d8c3b4"), *((brick, "#b5614b") for brick in BRICKS)], properties=SOLID),
    Tile("plank", [(Rect(0, 0, 32, 8), BARK), (Rect(0, 0, 32, 5), WOOD), (Rect(5, 8, 3, 4), BARK),
                   (Rect(24, 8, 3, 4), BARK)], [rectangle(0, 0, 32, 8)], "plank", {"one_way": True}),
    Tile("spikes", [(Polygon([*ZIGZAG[0:3], (10, 32)]), STONE), (Polygon([(10, 32), *ZIGZAG[2:5], (22, 32)]), GLINT),
                    (Polygon([*ZIGZAG[4:7], (22, 32)]), STONE), (Rect(0, 29, 32, 3), SHADE)],
         [polygon(*ZIGZAG)], "spikes", {"solid": False, "damage": 1}),
    Tile("coin", [(Circle(16, 16, 10), AMBER), (Circle(16, 16, 8.4), GOLD), (Capsule(16, 12, 16, 20, 1.6), AMBER),
                  (Circle(12, 11, 1.6), SHINE)],
         [{"ellipse": True, **rectangle(6, 6, 20, 20)}], "coin", {"value": 1}),
    Tile("flag", [(Capsule(8, 4, 8, 32, 1.5), BARK), (Polygon([(9, 4), (29, 10), (9, 17)]), RED),
                  (Circle(8, 4, 2.6), GOLD)]),
    Tile("flower", [(Capsule(16, 32, 16, 21, 1.2), GRASS), (Capsule(16, 29, 10, 25, 1.8), LIGHT),
                    *((Circle(16 + x, 19 + y, 3.6), RED) for x, y in ((4.6, 0), (-4.6, 0), (0, 4.6), (0, -4.6))),
                    (Circle(16, 19, 3), GOLD)]),
    Tile("tuft", [(Capsule(16 + d / 2, 32, 16 + d, 32 - h, 1.6), GRASS if d % 2 else LIGHT)
                  for d, h in ((-9, 8), (-5, 13), (0, 16), (4, 12), (9, 9))]),
    Tile("bush", [*((Circle(x, y, r), GRASS) for x, y, r in ((9, 25, 8), (23, 25, 8), (16, 19, 9))),
                  (Circle(13, 16, 4), LIGHT), (Circle(24, 22, 2.5), LIGHT),
                  (Circle(7, 26, 1.6), RED), (Circle(20, 24, 1.6), RED)]),
    Tile("sign", [(Rect(14, 18, 4, 14), BARK), (RoundRect(2, 5, 28, 15, 3), BARK), (RoundRect(3, 6, 26, 12, 2), WOOD),
                  (Capsule(8, 12, 22, 12, 1.3), BARK), (Polygon([(19, 8), (25, 12), (19, 16)]), BARK)]),
    Tile("ladder", [(Rect(8, 0, 3, 32), BARK), (Rect(21, 0, 3, 32), BARK),
                    *((Rect(8, y, 16, 3), WOOD) for y in (3, 11, 19, 27))],
         [rectangle(8, 0, 16, 32)], "ladder", {"solid": False}),
    Tile("crate", [(Rect(0, 0, 32, 32), BARK), (Rect(3, 3, 26, 26), WOOD), (Capsule(6, 6, 26, 26, 2.4), BARK),
                   (Capsule(26, 6, 6, 26, 2.4), BARK)], class_="crate", properties=SOLID),
    Tile("water", [(Rect(0, 0, 32, 32), WATER)], [FULL], "water", {"solid": False}),
    Tile("water top", [(Rect(0, 8, 32, 24), WATER), (Rect(0, 8, 32, 3), FOAM),
                       *((Circle(x, 8, 3), FOAM) for x in (4, 20)), *((Circle(x, 13, 4), WATER) for x in (12, 28))],
         [rectangle(0, 8, 32, 24)], "water", {"solid": False}),
    Tile("hill", [(Rect(0, 0, 32, 32), HILL)]),
    Tile("hill side", [(Polygon(UP), HILL), (Capsule(-1, 34, 34, -1, 1.6), PEAK)]),
    Tile("cloud left", [(shape, CLOUD) for shape in PUFF]),
    Tile("cloud right", [(shape.move(-32, 0), CLOUD) for shape in PUFF]),
]
# fmt: on

IDS = {tile.name: i for i, tile in enumerate(TILES)}


def colour(text: str) -> tuple[int, int, int]:
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


def paint(tile: Tile) -> list[list[tuple[int, int, int, int]]]:
    """The pixels of a tile, row by row: red, green, blue, opacity."""

    def sample(x: float, y: float) -> tuple[int, int, int] | None:
        return next((colour(c) for shape, c in reversed(tile.picture) if shape.collides(Point(x, y))), None)

    def pixel(column: int, row: int) -> tuple[int, int, int, int]:
        steps = [(i + 0.5) / SAMPLES for i in range(SAMPLES)]
        seen = [s for dy in steps for dx in steps if (s := sample(column + dx, row + dy))]
        if not seen:
            return (0, 0, 0, 0)
        red, green, blue = (round(sum(channel) / len(seen)) for channel in zip(*seen, strict=True))
        return (red, green, blue, round(255 * len(seen) / SAMPLES**2))

    return [[pixel(column, row) for column in range(SIZE)] for row in range(SIZE)]


def png(rows: Sequence[bytes], width: int) -> bytes:
    """The bytes of a PNG file of rows of red, green, blue and opacity."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, len(rows), 8, 6, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def picture() -> bytes:
    """All tiles as one PNG."""
    painted = [paint(tile) for tile in TILES]
    painted += [[[(0, 0, 0, 0)] * SIZE] * SIZE] * (-len(painted) % COLUMNS)
    rows = [
        b"".join(bytes(pixel) for tile in painted[first : first + COLUMNS] for pixel in tile[row])
        for first in range(0, len(painted), COLUMNS)
        for row in range(SIZE)
    ]
    return png(rows, SIZE * COLUMNS)


class ObjectId(int):
    """The id of an object, as the value of a property."""


def properties(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Properties as Tiled writes them: in order of their names, each with its type."""
    kinds = {bool: "bool", int: "int", float: "float", str: "string", ObjectId: "object"}
    return [{"name": key, "type": kinds[type(values[key])], "value": values[key]} for key in sorted(values)]


def tileset() -> dict[str, Any]:
    """The tileset, as Tiled writes it in JSON."""
    tiles = []
    for i, tile in enumerate(TILES):
        data: dict[str, Any] = {"id": i}
        if tile.class_:
            data["type"] = tile.class_
        if tile.properties:
            data["properties"] = properties(tile.properties)
        if tile.shapes:
            base = {"x": 0, "y": 0, "width": 0, "height": 0, "rotation": 0, "visible": True, "name": "", "type": ""}
            objects = [{"id": n, **base, **shape} for n, shape in enumerate(tile.shapes, 1)]
            data["objectgroup"] = {
                "draworder": "index", "name": "", "objects": objects, "opacity": 1, "type": "objectgroup",
                "visible": True, "x": 0, "y": 0,
            }  # fmt: skip
        if len(data) > 1:
            tiles.append(data)
    rows = -(-len(TILES) // COLUMNS)
    return {
        "columns": COLUMNS, "image": "tiles.png", "imageheight": SIZE * rows, "imagewidth": SIZE * COLUMNS, "margin": 0,
        "name": "tiles", "spacing": 0, "tilecount": COLUMNS * rows, "tiledversion": "1.12.0", "tileheight": SIZE,
        "tiles": tiles, "tilewidth": SIZE, "type": "tileset", "version": "1.10",
    }  # fmt: skip


if __name__ == "__main__":
    (Path(__file__).parent / "tiles.png").write_bytes(picture())
