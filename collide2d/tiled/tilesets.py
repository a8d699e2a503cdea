"""The tiles of the tilesets: size, class, properties, collision shapes, and the position of a drawn tile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytiled_parser import ObjectLayer, TiledMap, Tileset
from pytiled_parser.tiled_object import Tile as TileObject
from pytiled_parser.tiled_object import TiledObject

from collide2d import Rect
from collide2d._messages import one_line, shown
from collide2d.tiled.node import MapError
from collide2d.tiled.normalize import FLIPS, RawMap
from collide2d.tiled.object_shapes import Bounds, Placement, Vec, outline, placement
from collide2d.tiled.solids import Mark
from collide2d.typing import Solid

# The position of a tile object's x and y in its box, as fractions of the width and height from the left and bottom.
_ANCHORS: dict[str, Vec] = {
    "topleft": (0, 1), "top": (0.5, 1), "topright": (1, 1), "left": (0, 0.5), "center": (0.5, 0.5), "right": (1, 0.5),
    "bottomleft": (0, 0), "bottom": (0.5, 0), "bottomright": (1, 0),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kind:
    """A tile of a tileset. Its shapes, if any are drawn, are in the tile's pixels, from its top left."""

    tileset: Tileset
    id: int
    size: Vec
    class_: str
    properties: Mapping[str, Any]
    shapes: tuple[Solid, ...]

    @property
    def shapes_or_all(self) -> tuple[Solid, ...]:
        return self.shapes or (Rect(0, 0, *self.size),)

    def in_box(self, gid: int, box: Bounds, offset: Vec) -> Placement:
        """The placement into a box (left, bottom, width, height), moved by the offsets of tileset and layer."""
        where = placement(self.size, box, gid, offset, self.tileset.fill_mode == "preserve-aspect-fit")
        shift = self.tileset.tile_offset
        return where.at(shift.x * abs(where.x.scale), shift.y * abs(where.y.scale)) if shift else where

    def in_cell(self, gid: int, cell: Vec, offset: Vec) -> Placement:
        """The placement in the cell (0, 0) of a map: from the bottom left, so a large tile extends up and right."""
        size = cell if self.tileset.tile_render_size == "grid" else self.size
        return self.in_box(gid, (0.0, cell[1], *size), offset)

    @property
    def marks(self) -> tuple[Mark, Mark]:
        """What the tile and its tileset say about what is solid."""
        tileset = self.tileset
        return (
            Mark("tile", "", self.class_, self.properties),
            Mark("tileset", "", tileset.class_ or "", tileset.properties or {}),
        )

    def as_object(self, drawn: TileObject, at: Vec, offset: Vec, unspecified: str = "bottomleft") -> Placement:
        """The placement as an object drawn at a position, before it is rotated about that. unspecified: the object
        alignment of tilesets that have none.
        """
        width, height = drawn.size.width or self.size[0], drawn.size.height or self.size[1]
        if min(width, height) < 0:
            raise ValueError(f"width and height must be >= 0, got {width:g} and {height:g}")
        alignment = self.tileset.alignment or "unspecified"
        right, up = _ANCHORS[unspecified if alignment == "unspecified" else alignment]
        x, y = at
        return self.in_box(drawn.gid, (x - right * width, y + up * height, width, height), offset)


class Kinds:
    """The tiles of a map, by global id."""

    def __init__(self, tiled: TiledMap, raw: RawMap) -> None:
        self._tilesets = tiled.tilesets
        self._firsts = sorted(tiled.tilesets, reverse=True)
        self._where = {tileset.first: tileset.where for tileset in raw.tilesets}
        self._kinds: dict[int, Kind] = {}

    def of(self, gid: int, where: str) -> Kind:
        """The tile with a global id. Raises MapError if no tileset has it, or if its shapes are invalid."""
        gid &= ~FLIPS
        if gid not in self._kinds:
            first = next((first for first in self._firsts if first <= gid), None)
            if first is None:
                raise MapError(f"{where}: a tile must be in a tileset, got global id {gid}")
            self._kinds[gid] = _kind(self._tilesets[first], gid - first, self._where[first])
        return self._kinds[gid]


def _kind(tileset: Tileset, id_: int, where: str) -> Kind:
    size = (float(tileset.tile_width), float(tileset.tile_height))
    tile = (tileset.tiles or {}).get(id_)
    if tile is None:
        return Kind(tileset, id_, size, "", {}, ())
    if tile.width and tile.height:
        size = (float(tile.width), float(tile.height))
    shapes: list[Solid] = []
    if isinstance(tile.objects, ObjectLayer):
        for drawn in tile.objects.tiled_objects:
            try:
                made = None if isinstance(drawn, TileObject) else outline(drawn)
            except (ValueError, OverflowError) as error:
                raise MapError(f"{where}: tile {id_}: {called(drawn)}: {one_line(str(error))}") from None
            shapes += [made.shape] if made else []
    return Kind(tileset, id_, size, tile.class_ or "", tile.properties or {}, tuple(shapes))


def called(drawn: TiledObject) -> str:
    """The description of an object in messages."""
    return f"object {drawn.id}" + (f" ({shown(drawn.name)})" if drawn.name else "")
