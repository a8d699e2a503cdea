"""Converts a map's complete data to typed objects of pytiled-parser, and its capsules, which that package reads as
rectangles.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pytiled_parser import Layer, LayerGroup, ObjectLayer, OrderedPair, Size, TiledMap, Tileset
from pytiled_parser.parsers.json.layer import parse as parse_layer
from pytiled_parser.parsers.json.properties import parse as parse_properties
from pytiled_parser.parsers.json.tileset import parse as parse_tileset
from pytiled_parser.tiled_object import Rectangle
from pytiled_parser.util import parse_color

from collide2d._messages import one_line
from collide2d.tiled.node import Json, MapError
from collide2d.tiled.normalize import RawMap, RawTileset

# The errors of pytiled-parser for unexpected data, since it does not check its input.
_ERRORS = (ArithmeticError, AssertionError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError)

_T = TypeVar("_T")


class Capsule(Rectangle):
    """A capsule object, new in Tiled 1.12: a rectangle whose shorter sides are half circles."""


def parse(raw: RawMap, path: str) -> TiledMap:
    """The typed map. Raises MapError for what pytiled-parser cannot read."""
    data = raw.data
    try:
        tiled = TiledMap(
            map_file=Path(path),
            infinite=data["infinite"],
            layers=[_layer(layer) for layer in data["layers"]],
            map_size=Size(data["width"], data["height"]),
            next_layer_id=data["nextlayerid"],
            next_object_id=data["nextobjectid"],
            orientation=data["orientation"],
            render_order=data["renderorder"],
            tiled_version=data["tiledversion"],
            tile_size=Size(data["tilewidth"], data["tileheight"]),
            tilesets={tileset.first: _tileset(tileset) for tileset in raw.tilesets},
            version=data["version"],
            parallax_origin=OrderedPair(data["parallaxoriginx"], data["parallaxoriginy"]),
            class_=data["class"],
            properties=parse_properties(data["properties"]),
            hex_side_length=data["hexsidelength"],
            stagger_axis=data["staggeraxis"],
            stagger_index=data["staggerindex"],
        )
        if data["backgroundcolor"]:
            tiled.background_color = parse_color(data["backgroundcolor"])
        return tiled
    except MapError:
        raise
    except _ERRORS as error:
        raise MapError(f"{raw.where}: {_said(error)}") from None


def _tileset(raw: RawTileset) -> Tileset:
    try:
        tileset = parse_tileset(raw.data, raw.first, "utf-8", raw.folder)  # type: ignore[arg-type]
        for tile in raw.data["tiles"]:
            if "objectgroup" in tile:
                shapes = (tileset.tiles or {})[tile["id"]].objects
                if shapes is not None:
                    _mark(shapes, tile["objectgroup"])
        return tileset
    except _ERRORS as error:
        raise MapError(f"{raw.where}: {_said(error)}") from None


def _layer(raw: dict[str, Json]) -> Layer:
    layer = parse_layer(raw, "utf-8")  # type: ignore[arg-type]
    _mark(layer, raw)
    return layer


def _mark(layer: Layer, raw: dict[str, Json]) -> None:
    """Replaces the rectangles that the data defines as capsules."""
    if isinstance(layer, LayerGroup):
        for inner, raw_inner in zip(layer.layers or (), raw["layers"], strict=True):
            _mark(inner, raw_inner)
    elif isinstance(layer, ObjectLayer):
        for i, raw_object in enumerate(raw["objects"]):
            if "capsule" in raw_object:
                layer.tiled_objects[i] = Capsule(**vars(layer.tiled_objects[i]))


def _said(error: Exception) -> str:
    return f"pytiled-parser cannot read it: {type(error).__name__}: {one_line(str(error))}"
