"""Builds a level from a typed map: nested layers, their objects and tiles, and which of them are solid."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pytiled_parser import ImageLayer, Layer, LayerGroup, ObjectLayer, TiledMap, TileLayer
from pytiled_parser.tiled_object import Tile as TileObject
from pytiled_parser.tiled_object import TiledObject

from collide2d._messages import one_line, shown
from collide2d.tiled.level import Bounds, Level, MapLayer, Thing, Vec
from collide2d.tiled.node import MapError
from collide2d.tiled.normalize import RawMap
from collide2d.tiled.object_shapes import outline, placed
from collide2d.tiled.tile_layers import Tile, TileThings
from collide2d.tiled.tilesets import Kind, Kinds, called, says, verdict
from collide2d.typing import Solid

MAX_SHAPES = 2**20


def build(tiled: TiledMap, raw: RawMap, path: str, solid: Callable[[Tile], bool | None] | None) -> Level:
    """The level of a map. Raises MapError for invalid shapes."""
    made = _Building(tiled, raw, solid)
    made.walk(tiled.layers, None, [])
    width, height = float(tiled.map_size.width * made.cell[0]), float(tiled.map_size.height * made.cell[1])
    bounds = (0.0, 0.0, width, height)
    if tiled.infinite:
        held = [*made.extents, *(thing.shape.bounds for thing in made.things)]
        left, top, right, bottom = zip(*held, strict=True) if held else ((0.0,),) * 4
        bounds = (min(left), min(top), max(right), max(bottom))
    return Level(
        path=path,
        shapes=tuple(made.things),
        layers=tuple(made.layers),
        size=(bounds[2] - bounds[0], bounds[3] - bounds[1]),
        tile_size=made.cell,
        bounds=bounds,
        class_=tiled.class_ or "",
        properties=tiled.properties or {},
        tiled=tiled,
    )


class _Building:
    def __init__(self, tiled: TiledMap, raw: RawMap, rule: Callable[[Tile], bool | None] | None) -> None:
        self.where, self.rule = raw.where, rule
        self.kinds = Kinds(tiled, raw)
        self.cell: Vec = (float(tiled.tile_size.width), float(tiled.tile_size.height))
        self.layers: list[MapLayer] = []
        self.things: list[Thing] = []
        self.extents: list[Bounds] = []

    def walk(self, layers: Iterable[Layer], group: MapLayer | None, group_said: list[bool | None]) -> None:
        for layer in layers:
            made = _map_layer(layer, group)
            self.layers.append(made)
            said = [says(made.class_, made.properties), *group_said]
            where = f"{self.where}: layer {shown(made.path)}"
            if isinstance(layer, LayerGroup):
                self.walk(layer.layers or (), made, said)
            elif isinstance(layer, ObjectLayer):
                for drawn in layer.tiled_objects:
                    self.add(self.object_things(drawn, made, said, f"{where}: {called(drawn)}"), where)
            elif isinstance(layer, TileLayer):
                tiles = TileThings(self.kinds, self.cell, made, said, self.rule, where)
                self.add(tiles.things(layer), where)
                self.extents += [tiles.bounds] if tiles.bounds else []

    def add(self, things: Iterable[Thing], where: str) -> None:
        for thing in things:
            if len(self.things) == MAX_SHAPES:
                raise MapError(f"{where}: the shapes of a map must be at most {MAX_SHAPES}, got more")
            self.things.append(thing)

    def object_things(self, drawn: TiledObject, layer: MapLayer, said: list[bool | None], where: str) -> list[Thing]:
        """The things of an object: one, but of a tile one for each of its shapes, and none for a text."""
        class_, properties = drawn.class_, dict(drawn.properties)
        kind, gid = "tile", 0
        shapes: tuple[Solid, ...] = ()
        points: tuple[Vec, ...] = ()
        try:
            if isinstance(drawn, TileObject):
                gid, tile = drawn.gid, self.kinds.of(drawn.gid, where)
                shapes = _of_tile_object(drawn, tile, layer.offset)
                class_, properties = class_ or tile.class_, {**tile.properties, **properties}
            else:
                made = outline(drawn, layer.offset)
                if made is not None:
                    kind, shape, points = made
                    shapes = (shape,)
        except MapError:
            raise
        except (ValueError, OverflowError) as error:
            raise MapError(f"{where}: {one_line(str(error))}") from None
        solid = verdict([says(class_, properties), *said]) or False
        visible = drawn.visible and layer.visible
        return [
            Thing(shape, drawn.name, kind, class_, properties, layer, solid, drawn.id, part, points, gid, visible)
            for part, shape in enumerate(shapes)
        ]


def _of_tile_object(drawn: TileObject, tile: Kind, offset: Vec) -> tuple[Solid, ...]:
    """The shapes of a tile object, or its whole rectangle if its tile has none."""
    where = tile.as_object(drawn, offset)
    about = (drawn.coordinates.x + offset[0], drawn.coordinates.y + offset[1])
    shapes = [placed(shape, where) for shape in tile.shapes_or_all]
    return tuple(shape.rotate(drawn.rotation, about) if drawn.rotation else shape for shape in shapes)


def _map_layer(layer: Layer, group: MapLayer | None) -> MapLayer:
    kinds = ((TileLayer, "tiles"), (ObjectLayer, "objects"), (LayerGroup, "group"), (ImageLayer, "image"))
    kind = next(name for type_, name in kinds if isinstance(layer, type_))
    outer = group or MapLayer("", "", "group")
    return MapLayer(
        name=layer.name,
        path=f"{outer.path}/{layer.name}" if group else layer.name,
        kind=kind,
        class_=layer.class_ or "",
        properties=layer.properties or {},
        offset=(outer.offset[0] + layer.offset.x, outer.offset[1] + layer.offset.y),
        parallax=(outer.parallax[0] * layer.parallax_factor.x, outer.parallax[1] * layer.parallax_factor.y),
        visible=outer.visible and layer.visible,
    )
