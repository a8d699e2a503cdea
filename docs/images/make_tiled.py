"""Makes tiled-level.png, the picture of docs/tiled.md: `python docs/images/make_tiled.py`. Needs pygame-ce.

The example map as Tiled shows it, by the images that its tilesets name, and on it the outlines of its shapes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
from pytiled_parser import Layer, LayerGroup, ObjectLayer, TileLayer
from pytiled_parser.tiled_object import Tile as TileObject

from collide2d import Body, Shape
from collide2d.tiled import Level, load

HERE = Path(__file__).parent
LEVEL = HERE.parents[1] / "examples" / "maps" / "level.tmj"
SOLID, SENSOR = "#d02060", "#2040d0"
SMOOTH, SPLIT = 2, 1440  # samples to a pixel; the width of a row

Vec = tuple[float, float]


class Painter:
    """A picture of a level, larger than it will be."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.images = {first: pygame.image.load(str(t.image)) for first, t in level.tiled.tilesets.items() if t.image}
        self.surface = pygame.Surface((SMOOTH * level.size[0], SMOOTH * level.size[1]))
        self.surface.fill(level.tiled.background_color or "white")
        self.layers(level.tiled.layers, (0, 0))
        for thing in level:
            for piece in thing.shape.pieces if isinstance(thing.shape, Body) else (thing.shape,):
                self.outline(piece, SOLID if thing.solid else SENSOR)

    def layers(self, layers: Iterable[Layer], offset: Vec) -> None:
        """The tiles of layers, from the back to the front."""
        for layer in layers:
            x, y = offset[0] + layer.offset.x, offset[1] + layer.offset.y
            if isinstance(layer, LayerGroup):
                self.layers(layer.layers or (), (x, y))
            elif isinstance(layer, TileLayer):
                width, height = self.level.tile_size
                for row, ids in enumerate(layer.data or ()):
                    for column, gid in enumerate(ids):
                        self.tile(gid, (x + width * column, y + height * (row + 1)), self.level.tile_size)
            elif isinstance(layer, ObjectLayer):
                for held in layer.tiled_objects:
                    if isinstance(held, TileObject):
                        self.tile(held.gid, (x + held.coordinates.x, y + held.coordinates.y), held.size, held.rotation)

    def tile(self, gid: int, corner: Vec, size: Vec, angle: float = 0) -> None:
        """A tile with its bottom left in a corner, turned about that."""
        if not gid:
            return
        tile = gid & 0x0FFFFFFF
        first = max(first for first in self.images if first <= tile)
        tileset = self.level.tiled.tilesets[first]
        row, column = divmod(tile - first, tileset.columns)
        w, h = tileset.tile_width, tileset.tile_height
        image = self.images[first].subsurface((column * w, row * h, w, h))
        if gid & 1 << 29:  # x and y swapped: a quarter turn and a mirror image
            image = pygame.transform.flip(pygame.transform.rotate(image, -90), True, False)
        image = pygame.transform.flip(image, bool(gid & 1 << 31), bool(gid & 1 << 30))
        image = pygame.transform.scale(image, (SMOOTH * size[0], SMOOTH * size[1]))
        middle = pygame.Vector2(size[0] / 2, -size[1] / 2).rotate(angle) + corner
        turned = pygame.transform.rotate(image, -angle)
        self.surface.blit(turned, turned.get_rect(center=SMOOTH * middle))

    def outline(self, shape: Shape, color: str) -> None:
        corners = [(SMOOTH * x, SMOOTH * y) for x, y in shape.vertices]
        width, r = 2 * SMOOTH, max(SMOOTH * shape.radius, 3 * SMOOTH * (shape.kind == "point"))
        if len(corners) == 1:
            pygame.draw.circle(self.surface, color, corners[0], r, width)
        elif r:
            along = (pygame.Vector2(corners[1]) - corners[0]).as_polar()[1]
            rim = [pygame.Vector2(corners[i]) + pygame.Vector2(r, 0).rotate(along + 90 + 180 * i + a)
                   for i in (0, 1) for a in range(0, 181, 10)]  # fmt: skip
            pygame.draw.lines(self.surface, color, True, rim, width)
        else:
            pygame.draw.lines(self.surface, color, len(corners) > 2, corners, width)

    def strips(self) -> pygame.Surface:
        """The picture in rows, one below the other."""
        width, height = (round(length) for length in self.level.size)
        whole = pygame.transform.smoothscale(self.surface, (width, height))
        rows = -(-width // SPLIT)
        sheet = pygame.Surface((SPLIT, (height + 16) * rows - 16))
        sheet.fill("white")
        for row in range(rows):
            sheet.blit(whole, (0, (height + 16) * row), (SPLIT * row, 0, SPLIT, height))
        return sheet


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    pygame.image.save(Painter(load(LEVEL)).strips(), str(target / "tiled-level.png"))
