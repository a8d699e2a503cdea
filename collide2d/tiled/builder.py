"""Builds a level from a typed map: nested layers, their objects and tiles, and which of them are solid."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import partial

from pytiled_parser import ImageLayer, Layer, LayerGroup, ObjectLayer, TiledMap, TileLayer
from pytiled_parser.tiled_object import Tile as TileObject
from pytiled_parser.tiled_object import TiledObject

from collide2d._messages import one_line, shown
from collide2d.tiled.grids import Turn, projection_of, size_of
from collide2d.tiled.level import Bounds, Level, MapLayer, Thing, Vec
from collide2d.tiled.node import MapError
from collide2d.tiled.normalize import RawMap
from collide2d.tiled.object_shapes import Outline, outline, placed
from collide2d.tiled.solids import Mark, Predicate, Solids, is_wall, names_other
from collide2d.tiled.tile_layers import TileThings, area, as_tile, filled, gids
from collide2d.tiled.tilesets import Kind, Kinds, called
from collide2d.typing import Solid

MAX_SHAPES = 2**20
FLOOR = 0.75  # a layer called ground that covers more of the map is a floor


def build(tiled: TiledMap, raw: RawMap, path: str, solid: str | Collection[str] | Predicate | None) -> Level:
    """The level of a map. Raises MapError for invalid shapes, ValueError if no name in solid is in the map."""
    made = _Building(tiled, raw, Solids(solid))
    made.walk(tiled.layers, None, ())
    made.solids.check(made.where)
    bounds = (0.0, 0.0, *size_of(tiled))
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
        orientation=tiled.orientation,
        by_name=tuple(made.solids.taken),
        note=made.solids.note(path, any(thing.solid for thing in made.things)),
    )


class _Building:
    def __init__(self, tiled: TiledMap, raw: RawMap, solids: Solids) -> None:
        self.tiled, self.where, self.solids = tiled, raw.where, solids
        self.kinds = Kinds(tiled, raw)
        self.projection = projection_of(tiled)
        self.area = area(tiled)
        self.cell: Vec = (float(tiled.tile_size.width), float(tiled.tile_size.height))
        self.layers: list[MapLayer] = []
        self.things: list[Thing] = []
        self.extents: list[Bounds] = []

    def walk(self, layers: Iterable[Layer], group: MapLayer | None, group_marks: tuple[Mark, ...]) -> None:
        for layer in layers:
            made = _map_layer(layer, group)
            self.layers.append(made)
            what = "group" if isinstance(layer, LayerGroup) else "layer"
            marks = (Mark(what, made.name, made.class_, made.properties, made.path), *group_marks)
            where = f"{self.where}: layer {shown(made.path)}"
            self.solids.matching(marks)
            if isinstance(layer, LayerGroup):
                self.walk(layer.layers or (), made, marks)
            elif isinstance(layer, ObjectLayer):
                self.add_objects(layer, made, marks, where)
            elif isinstance(layer, TileLayer):
                self.add_tiles(layer, made, marks, where)

    def add(self, things: Iterable[Thing], where: str) -> None:
        for thing in things:
            if len(self.things) == MAX_SHAPES:
                raise MapError(f"{where}: the shapes of a map must be at most {MAX_SHAPES}, got more")
            self.things.append(thing)

    # ---- tiles -------------------------------------------------------------------------------------------------------

    def add_tiles(self, layer: TileLayer, made: MapLayer, marks: tuple[Mark, ...], where: str) -> None:
        if self.tiled.orientation != "orthogonal":
            self.refuse_tiles(layer, made, marks, where)
            return
        tiles = TileThings(self.kinds, self.cell, made, self.tile_marks(layer, marks, where), self.solids, where)
        self.add(tiles.things(layer), where)
        self.extents += [tiles.bounds] if tiles.bounds else []

    def tile_marks(self, layer: TileLayer, marks: tuple[Mark, ...], where: str) -> tuple[Mark, ...]:
        """The marks of a tile layer. Its name says nothing if it covers the map, as a floor does, or if it is called
        ground and its tiles say themselves what is solid.
        """
        convention = self.solids.convention(marks)
        if not convention:
            return marks
        covered = min(1.0, filled(layer) / max(1, self.area))
        is_ground = all(mark.is_ground for mark in marks if mark.convention)
        if covered == 1 or (is_ground and covered > FLOOR):
            self.solids.floors[f"{convention}, which covers {covered:.0%} of the map"] = None
        elif not is_ground or not any(self.is_marked(gid, where) for gid in gids(layer)):
            return marks
        return tuple(mark._replace(by_name=False) for mark in marks)

    def is_marked(self, gid: int, where: str) -> bool:
        kind = self.kinds.of(gid, where)
        return bool(kind.shapes) or any(mark.said is not None for mark in kind.marks)

    def refuse_tiles(self, layer: TileLayer, made: MapLayer, marks: tuple[Mark, ...], where: str) -> None:
        """Leaves out the tiles of a map that is not orthogonal. Raises MapError if they are asked to be solid."""
        for gid in sorted(gids(layer)):
            kind = self.kinds.of(gid, where)
            own = (*kind.marks, *marks)
            if self.solids.asked(own, partial(as_tile, kind, made)):
                raise MapError(
                    f"{where}: tile {kind.id} of tileset {shown(kind.tileset.name)} is solid, but the tiles of"
                    f" {self.tiled.orientation} maps are not read: orientation must be orthogonal, or walls be objects"
                )
            convention = self.solids.convention(own)
            if convention and not any(mark.said is False for mark in own):
                self.solids.unread[f"{convention}, as tiles of {self.tiled.orientation} maps are not read"] = None

    # ---- objects -----------------------------------------------------------------------------------------------------

    def add_objects(self, layer: ObjectLayer, made: MapLayer, marks: tuple[Mark, ...], where: str) -> None:
        nameless = tuple(mark._replace(by_name=False) for mark in marks)
        says_itself = any(is_wall(drawn.name) or is_wall(drawn.class_) for drawn in layer.tiled_objects)
        for drawn in layer.tiled_objects:
            names = [name for name in (drawn.name, drawn.class_) if name]
            is_other = any(names_other(name) for name in names) or (says_itself and names)
            found = self.object_things(drawn, made, f"{where}: {called(drawn)}")
            if found:
                outer = nameless if is_other or found[0].kind == "point" else marks
                self.add(self.decided(drawn, found, outer), where)

    def decided(self, drawn: TiledObject, found: list[Thing], outer: tuple[Mark, ...]) -> list[Thing]:
        """The things of an object, solid or not."""
        first = found[0]
        own = Mark("object", drawn.name, first.class_, first.properties, by_name=first.kind != "point")
        solid = self.solids.of((own, *outer), False, lambda: first)
        return [replace(thing, solid=True) for thing in found] if solid else found

    def object_things(self, drawn: TiledObject, layer: MapLayer, where: str) -> list[Thing]:
        """The things of an object: one, but of a tile one for each of its shapes, and none for a text."""
        class_, properties = drawn.class_, dict(drawn.properties)
        kind, gid = "tile", 0
        shapes: tuple[Solid, ...] = ()
        points: tuple[Vec, ...] = ()
        try:
            if isinstance(drawn, TileObject):
                gid, tile = drawn.gid, self.kinds.of(drawn.gid, where)
                shapes = self.of_tile_object(drawn, tile, layer.offset)
                class_, properties = class_ or tile.class_, {**tile.properties, **properties}
            else:
                made = self.outline(drawn, layer.offset)
                if made is not None:
                    kind, shape, points = made
                    shapes = (shape,)
        except MapError:
            raise
        except (ValueError, OverflowError) as error:
            raise MapError(f"{where}: {one_line(str(error))}") from None
        visible = drawn.visible and layer.visible
        return [
            Thing(shape, drawn.name, kind, class_, properties, layer, False, drawn.id, part, points, gid, visible)
            for part, shape in enumerate(shapes)
        ]

    def outline(self, drawn: TiledObject, offset: Vec) -> Outline | None:
        """The outline of an object without a tile. In an isometric map its drawing is rotated, not its shape."""
        if self.projection is None:
            return outline(drawn, offset)
        offset = self.projection.offset(offset)
        flat = outline(drawn, offset, is_turned=False)
        if flat is None or not drawn.rotation:
            return flat
        at = (drawn.coordinates.x + offset[0], drawn.coordinates.y + offset[1])
        turn = Turn(self.projection, drawn.rotation, self.projection.to_screen(at))
        return Outline(flat.kind, placed(flat.shape, turn), tuple(map(turn.of, flat.points)))

    def of_tile_object(self, drawn: TileObject, tile: Kind, offset: Vec) -> tuple[Solid, ...]:
        """The shapes of a tile object, or its whole rectangle if its tile has none."""
        at: Vec = (drawn.coordinates.x, drawn.coordinates.y)
        if self.projection is not None:
            at = self.projection.to_screen(at)
        where = tile.as_object(drawn, at, offset, "bottom" if self.projection else "bottomleft")
        about = (at[0] + offset[0], at[1] + offset[1])
        shapes = [placed(shape, where) for shape in tile.shapes_or_all]
        if self.projection is not None:
            turn = Turn(self.projection, drawn.rotation, about, is_drawn=True)
            return tuple(placed(shape, turn) for shape in shapes)
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
