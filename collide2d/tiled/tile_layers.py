"""Tile layers as things: equal tiles that fill their cells are merged, other tiles keep their own shapes."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pytiled_parser import LayerGroup, TiledMap, TileLayer

import collide2d
from collide2d import Rect
from collide2d._messages import one_line
from collide2d.tiled.level import MapLayer, Thing
from collide2d.tiled.node import MapError
from collide2d.tiled.normalize import FLIPS
from collide2d.tiled.object_shapes import Bounds, Placement, Vec, placed
from collide2d.tiled.solids import Mark, Solids, is_flag
from collide2d.tiled.tilesets import Kind, Kinds
from collide2d.typing import Solid

_COLUMN = 2**32 - 1
_HALF = 2**31  # added to columns and rows, so that negative ones can be packed too


class Tile(NamedTuple):
    """A kind of tile in a layer, the argument of the rule `solid` of `load`.

    tileset: the tileset's name. id: the tile's id in its tileset. class_, properties: the tile's. shapes: its collision
    shapes, in the tile's pixels from its top left. layer: the layer that contains it. name is "" and kind is "cell", so
    that a rule can ask tiles and objects alike.
    """

    tileset: str
    id: int
    class_: str
    properties: Mapping[str, Any]
    shapes: tuple[Solid, ...]
    layer: MapLayer
    name: str = ""
    kind: str = "cell"


class _Cell(NamedTuple):
    """The tiles of one global id in a layer. key: equal for tiles that are merged, "" for tiles that are not."""

    kind: Kind
    where: Placement  # the shapes of such a tile in the cell (0, 0)
    solid: bool
    key: str


class TileThings:
    """The things of one tile layer."""

    def __init__(
        self,
        kinds: Kinds,
        size: Vec,
        layer: MapLayer,
        marks: Sequence[Mark],
        solids: Solids,
        where: str,
    ) -> None:
        self.kinds, self.size, self.layer, self.marks, self.solids, self.where = (
            kinds, size, layer, marks, solids, where)  # fmt: skip
        self.extent: tuple[int, int, int, int] | None = None  # the bounds of the tiles, in cells
        self.cells: dict[int, _Cell | None] = {}

    def things(self, tiles: TileLayer) -> Iterator[Thing]:
        """First the merged tiles, then those with their own shapes, row by row."""
        full: dict[str, array[int]] = {}
        examples: dict[str, _Cell] = {}
        others: list[tuple[int, int, int]] = []
        for column, row, gid in self._used(tiles):
            if gid not in self.cells:
                self.cells[gid] = self._cell(gid)
            cell = self.cells[gid]
            if cell is not None and cell.key:
                examples.setdefault(cell.key, cell)
                full.setdefault(cell.key, array("Q")).append(row + _HALF << 32 | column + _HALF)
            elif cell is not None:
                others.append((column, row, gid))
        for key, packed in full.items():
            for box in self._merged(packed):
                yield self._thing(box, "cells", examples[key])
        for column, row, gid in others:
            cell = self.cells[gid]
            if cell is not None:
                for part, shape in enumerate(self._shapes(cell, column, row)):
                    yield self._thing(shape, "cell", cell, part, gid)

    @property
    def bounds(self) -> Bounds | None:
        """The bounds of the tiles, in pixels; None if there are none."""
        if self.extent is None:
            return None
        left, top, right, bottom = self.extent
        (w, h), (dx, dy) = self.size, self.layer.offset
        return (left * w + dx, top * h + dy, right * w + dx, bottom * h + dy)

    def _used(self, tiles: TileLayer) -> Iterator[tuple[int, int, int]]:
        """The column, row and global id of each tile that is not empty."""
        for x, y, rows in _parts(tiles):
            for row, ids in enumerate(rows, y):
                if any(ids):
                    for column, gid in enumerate(ids, x):
                        if gid & ~FLIPS:
                            self._note(column, row)
                            yield column, row, gid

    def _note(self, column: int, row: int) -> None:
        left, top, right, bottom = self.extent or (column, row, column, row)
        self.extent = (min(left, column), min(top, row), max(right, column + 1), max(bottom, row + 1))

    def _cell(self, gid: int) -> _Cell | None:
        """Classifies the tiles of one global id; None if they are neither solid nor have shapes."""
        kind = self.kinds.of(gid, self.where)
        marks = (*kind.marks, *self.marks)
        solid = self.solids.of(marks, bool(kind.shapes), lambda: as_tile(kind, self.layer))
        if not solid and not kind.shapes:
            return None
        where = kind.in_cell(gid, self.size, self.layer.offset)
        plain = kind.in_cell(gid, self.size, (0.0, 0.0))
        is_full = [placed(shape, plain) for shape in kind.shapes_or_all] == [Rect(0, 0, *self.size)]
        return _Cell(kind, where, solid, f"{solid} {_shared(kind)!r}" if is_full else "")

    def _thing(self, shape: Solid, kind: str, cell: _Cell, part: int = 0, gid: int = 0) -> Thing:
        class_, properties = cell.kind.class_, dict(cell.kind.properties)
        if kind == "cells":
            class_, properties = _shared(cell.kind)
        visible = self.layer.visible
        return Thing(shape, "", kind, class_, properties, self.layer, cell.solid, 0, part, (), gid, visible)

    def _shapes(self, cell: _Cell, column: int, row: int) -> list[Solid]:
        there = cell.where.at(column * self.size[0], row * self.size[1])
        try:
            return [placed(shape, there) for shape in cell.kind.shapes_or_all]
        except (ValueError, OverflowError) as error:
            raise MapError(f"{self.where}: tile at ({column}, {row}): {one_line(str(error))}") from None

    def _merged(self, packed: array[int]) -> Iterator[Rect]:
        (w, h), (dx, dy) = self.size, self.layer.offset
        for column, row, grid in _grids(packed):
            for box in collide2d.merge_tiles(
                grid, 1
            ):  # in cells: the edges are converted to pixels in the same way as other tiles
                left, top, right, bottom = column + box.left, row + box.top, column + box.right, row + box.bottom
                yield Rect.from_corners(dx + left * w, dy + top * h, dx + right * w, dy + bottom * h)


def _parts(tiles: TileLayer) -> list[tuple[int, int, list[list[int]]]]:
    """The first column and row, and the rows of global ids, of a layer or of each of its chunks."""
    parts = [(int(c.coordinates.x), int(c.coordinates.y), c.data) for c in tiles.chunks or ()]
    return parts or [(0, 0, tiles.data or [])]


def gids(tiles: TileLayer) -> set[int]:
    """The global ids of the tiles in a layer, without flips."""
    used = {gid & ~FLIPS for _, _, rows in _parts(tiles) for row in rows for gid in {*row}}
    return used - {0}


def filled(tiles: TileLayer) -> int:
    """The number of cells of a layer that are not empty."""
    return sum(len(row) - row.count(0) for _, _, rows in _parts(tiles) for row in rows)


def area(tiled: TiledMap) -> int:
    """The number of cells of a map; of an infinite one, those between its outermost chunks."""
    if not tiled.infinite:
        return int(tiled.map_size.width) * int(tiled.map_size.height)
    boxes: list[tuple[int, int, int, int]] = []
    pending = [*tiled.layers]
    while pending:
        layer = pending.pop()
        if isinstance(layer, LayerGroup):
            pending += layer.layers or ()
        elif isinstance(layer, TileLayer):
            boxes += [(x, y, x + len(rows[0]), y + len(rows)) for x, y, rows in _parts(layer) if rows]
    if not boxes:
        return 0
    left, top, right, bottom = zip(*boxes, strict=True)
    return int((max(right) - min(left)) * (max(bottom) - min(top)))


def _shared(kind: Kind) -> tuple[str, dict[str, Any]]:
    """The data that merged tiles share: class and properties, except those that only mark them as solid."""
    class_ = "" if kind.class_.lower() == "solid" else kind.class_
    return class_, {key: kind.properties[key] for key in sorted(kind.properties) if not is_flag(key)}


def as_tile(kind: Kind, layer: MapLayer) -> Tile:
    """The argument of the rule `solid` for a tile in a layer."""
    return Tile(kind.tileset.name, kind.id, kind.class_, kind.properties, kind.shapes, layer)


def _grids(packed: array[int]) -> Iterator[tuple[int, int, list[bytearray]]]:
    """Cells as grids with their first column and row. Cells that are far apart go into several grids, so that none is
    huge.
    """
    parts = [array("Q", {*packed})]  # chunks may overlap
    while parts:
        part = parts.pop()
        rows = [cell >> 32 for cell in part]
        columns = [cell & _COLUMN for cell in part]
        left, right, top, bottom = min(columns), max(columns), min(rows), max(rows)
        if (right - left + 1) * (bottom - top + 1) <= 16 * len(part) + 64:
            grid = [bytearray(right - left + 1) for _ in range(bottom - top + 1)]
            for column, row in zip(columns, rows, strict=True):
                grid[row - top][column - left] = 1
            yield left - _HALF, top - _HALF, grid
            continue
        (column_gap, column), (row_gap, row) = _cut(columns), _cut(rows)
        if column_gap >= row_gap:
            parts.append(array("Q", [cell for cell in part if cell & _COLUMN >= column]))
            parts.append(array("Q", [cell for cell in part if cell & _COLUMN < column]))
        else:
            parts.append(array("Q", [cell for cell in part if cell >> 32 >= row]))
            parts.append(array("Q", [cell for cell in part if cell >> 32 < row]))


def _cut(places: list[int]) -> tuple[int, int]:
    """The widest gap between sorted numbers, and its end, among the gaps with at least a quarter of the numbers on each
    side.

    If there is no such gap, half of the numbers are equal: then the gap nearest to the middle, 0 if all are equal.
    """
    ordered = sorted(places)
    count = len(ordered)
    gaps = [i for i in range(1, count) if ordered[i - 1] < ordered[i]]
    if not gaps:
        return 0, ordered[0]
    balanced = [i for i in gaps if count <= 4 * i <= 3 * count]
    widest = max(balanced or [min(gaps, key=lambda i: abs(2 * i - count))], key=lambda i: ordered[i] - ordered[i - 1])
    return ordered[widest] - ordered[widest - 1], ordered[widest]
