"""A map's data in its normal form: checked, with defaults, unpacked tiles, external tilesets and templates.

The result is the JSON that Tiled writes for a map in a single file. pytiled-parser, which needs complete data and does
not check it, can read this. Other modules interpret it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from collide2d.tiled.encodings import COMPRESSIONS, ENCODINGS, tiles
from collide2d.tiled.files import Files
from collide2d.tiled.node import Json, Node

MAX_TILES = 2**23  # in all layers of a map
MAX_POINTS = 10_000  # in a polygon or polyline
MAX_DEPTH = 32  # for groups in groups, and values in values

FLIPS = 0xF0000000  # the bits of a global tile id that mirror and rotate the tile
KINDS = ("ellipse", "point", "capsule")

_ALIGNMENTS = ("unspecified", "topleft", "top", "topright", "left", "center", "right", "bottomleft", "bottom",
               "bottomright")  # fmt: skip
_LAYER_KINDS = ("tilelayer", "objectgroup", "imagelayer", "group")
_ORIENTATIONS = ("orthogonal", "isometric", "staggered", "hexagonal", "oblique")


@dataclass(slots=True)
class RawTileset:
    """A tileset's data, the directory of its images, and its location for messages."""

    data: dict[str, Json]
    first: int
    folder: Path
    where: str
    path: str | None = None  # the path of its file, if it has one

    @property
    def end(self) -> int:
        """The first global id after its tiles."""
        count: int = max(self.data["tilecount"], *(tile["id"] + 1 for tile in self.data["tiles"]), 0)
        return self.first + count


@dataclass(slots=True)
class RawMap:
    """The complete data of a map, its layers, and its tilesets by first global id."""

    data: dict[str, Json]
    where: str
    tilesets: list[RawTileset] = field(default_factory=list)


def complete(path: str) -> RawMap:
    """The data of a map and of all files that it names. Raises MapError."""
    return _Completion(path).map()


class _Completion:
    def __init__(self, path: str) -> None:
        self.path = path
        self.files = Files()
        self.tilesets: list[RawTileset] = []
        self.left = MAX_TILES

    def map(self) -> RawMap:
        root = self.files.root(self.path)
        if root.data.get("type", "map") != "map" or not (root.has("layers") or root.has("tilewidth")):
            raise root.error("must be a Tiled map, with layers and a tilewidth")
        orientation = root.choice("orientation", _ORIENTATIONS, "orthogonal")
        if orientation == "oblique":
            raise root.error(f"orientation must be {' or '.join(_ORIENTATIONS[:-1])}, got {orientation}")
        data = {
            "width": root.whole("width", low=0),
            "height": root.whole("height", low=0),
            "tilewidth": root.whole("tilewidth", low=1),
            "tileheight": root.whole("tileheight", low=1),
            "infinite": root.flag("infinite", False),
            "orientation": orientation,
            "renderorder": root.text("renderorder", "right-down"),
            "hexsidelength": root.whole("hexsidelength", 0, low=0),
            "staggeraxis": root.choice("staggeraxis", ("y", "x"), "y"),
            "staggerindex": root.choice("staggerindex", ("odd", "even"), "odd"),
            "class": root.text("class", ""),
            "tiledversion": root.text("tiledversion", ""),
            "version": str(root.data.get("version", "")),
            "backgroundcolor": root.color("backgroundcolor"),
            "nextlayerid": root.whole("nextlayerid", 0),
            "nextobjectid": root.whole("nextobjectid", 0),
            "parallaxoriginx": root.number("parallaxoriginx", 0),
            "parallaxoriginy": root.number("parallaxoriginy", 0),
            "properties": _properties(root),
        }
        for tileset in root.nodes("tilesets", "tileset"):
            self.add_tileset(tileset, self.path)
        data["layers"] = [self.layer(layer, self.path, 0) for layer in root.nodes("layers", "layer")]
        return RawMap(data, root.where, sorted(self.tilesets, key=lambda tileset: tileset.first))

    # ---- tilesets ----------------------------------------------------------------------------------------------------

    def add_tileset(self, node: Node, path: str) -> None:
        first = node.whole("firstgid", low=1, high=2**28 - 1)
        if any(tileset.first == first for tileset in self.tilesets):
            raise node.error(f"firstgid must be given to one tileset, got {first} twice")
        if node.has("source"):
            self.tilesets.append(self.external_tileset(node, path, first))
        else:
            self.tilesets.append(self.tileset(node, path, first, None))

    def external_tileset(self, node: Node, path: str, first: int) -> RawTileset:
        source = _beside(path, node.text("source"))
        root = self.files.root(source, node)
        if root.data.get("type", "tileset") != "tileset":
            raise root.wrong("type", "tileset")
        return self.tileset(root, source, first, source)

    def tileset(self, node: Node, path: str, first: int, file: str | None) -> RawTileset:
        data = {
            **_pictures(node),
            "name": node.text("name", ""),
            "firstgid": first,
            "tilecount": node.whole("tilecount", 0, low=0, high=2**28),
            "tilewidth": node.whole("tilewidth", low=0),
            "tileheight": node.whole("tileheight", low=0),
            "columns": node.whole("columns", 0, low=0),
            "spacing": node.whole("spacing", 0),
            "margin": node.whole("margin", 0),
            "class": node.text("class", ""),
            "objectalignment": node.choice("objectalignment", _ALIGNMENTS, "unspecified"),
            "tilerendersize": node.choice("tilerendersize", ("tile", "grid"), "tile"),
            "fillmode": node.choice("fillmode", ("stretch", "preserve-aspect-fit"), "stretch"),
            "properties": _properties(node),
            "backgroundcolor": node.color("backgroundcolor"),
        }
        for key in ("grid", "transformations"):
            if isinstance(node.data.get(key), dict):
                data[key] = node.data[key]
        if node.has("tileoffset"):
            offset = node.node("tileoffset")
            data["tileoffset"] = {"x": offset.number("x", 0), "y": offset.number("y", 0)}
        data["tiles"] = [self.tile(tile, path) for tile in _tiles(node)]
        return RawTileset(data, first, Path(path).parent, node.where, file)

    def tile(self, node: Node, path: str) -> dict[str, Json]:
        data = {
            **_pictures(node),
            "id": node.whole("id", low=0, high=2**28 - 1),
            "class": _class(node),
            "properties": _properties(node),
            **{key: node.whole(key, low=0) for key in ("x", "y", "width", "height") if node.has(key)},
        }
        if node.has("animation"):
            frames = node.nodes("animation", "frame")
            data["animation"] = [{key: frame.whole(key) for key in ("duration", "tileid")} for frame in frames]
        if node.has("objectgroup"):
            group = node.node("objectgroup")
            data["objectgroup"] = self.layer(Node({**group.data, "type": "objectgroup"}, node.where), path, 0)
        return data

    # ---- layers ------------------------------------------------------------------------------------------------------

    def layer(self, node: Node, path: str, depth: int) -> dict[str, Json]:
        kind = node.choice("type", _LAYER_KINDS, "")
        if depth > MAX_DEPTH:
            raise node.error(f"groups must be in at most {MAX_DEPTH} others, got more")
        data = {
            "type": kind,
            "name": node.text("name", ""),
            "class": node.text("class", ""),
            "id": node.whole("id", 0),
            "opacity": node.number("opacity", 1),
            "visible": node.flag("visible", True),
            "properties": _properties(node),
            "tintcolor": node.color("tintcolor"),
            **{key: node.number(key, 0) for key in ("offsetx", "offsety")},
            **{key: node.number(key, 1) for key in ("parallaxx", "parallaxy")},
        }
        if kind == "group":
            data["layers"] = [self.layer(inner, path, depth + 1) for inner in node.nodes("layers", "layer")]
        elif kind == "objectgroup":
            data["draworder"] = node.text("draworder", "topdown")
            data["objects"] = [self.object(inner, path) for inner in node.nodes("objects", "object")]
        elif kind == "imagelayer":
            data["image"] = node.text("image", "")
            data.update({key: node.flag(key, False) for key in ("repeatx", "repeaty")})
        else:
            data.update(self.tile_data(node))
        return data

    def tile_data(self, node: Node) -> dict[str, Json]:
        encoding = node.choice("encoding", ENCODINGS, "csv")
        compression = node.choice("compression", COMPRESSIONS, "")
        if not node.has("chunks"):
            width, height = self.size(node)
            data = tiles(node, width, height, encoding, compression)
            return {"width": width, "height": height, "data": data}
        chunks = []
        for chunk in node.nodes("chunks", "chunk"):
            width, height = self.size(chunk)
            place = {key: chunk.whole(key, low=-(2**30), high=2**30) for key in ("x", "y")}
            data = tiles(chunk, width, height, encoding, compression)
            chunks.append({**place, "width": width, "height": height, "data": data})
        return {"width": node.whole("width", 0), "height": node.whole("height", 0), "chunks": chunks}

    def size(self, node: Node) -> tuple[int, int]:
        """Reads the size of a layer or chunk, and counts its tiles against the limit of the map."""
        width, height = node.whole("width", low=0), node.whole("height", low=0)
        self.left -= width * height
        if self.left < 0:
            raise node.error(f"the tiles of a map must be at most {MAX_TILES}, got {width} x {height} here")
        return width, height

    # ---- objects -----------------------------------------------------------------------------------------------------

    def object(self, node: Node, path: str) -> dict[str, Json]:
        if node.has("template"):
            node = self.instance(node, path)
        data: dict[str, Json] = {
            "id": node.whole("id", 0),
            "name": node.text("name", ""),
            "class": _class(node),
            "x": node.number("x", 0),
            "y": node.number("y", 0),
            "width": node.number("width", 0),
            "height": node.number("height", 0),
            "rotation": node.number("rotation", 0),
            "visible": node.flag("visible", True),
            "properties": _properties(node),
            **{key: True for key in KINDS if node.flag(key, False)},
        }
        for key in ("polygon", "polyline"):
            if node.has(key):
                points = [{"x": p.number("x"), "y": p.number("y")} for p in node.nodes(key, key)]
                if not 1 <= len(points) <= MAX_POINTS:
                    raise node.error(f"{key} must have 1 to {MAX_POINTS} points, got {len(points)}")
                data[key] = points
        if node.has("text"):
            data["text"] = _text(node.node("text"))
        gid = node.whole("gid", 0, low=0, high=2**32 - 1)
        if gid & ~FLIPS:
            data["gid"] = gid
        return data

    def instance(self, node: Node, path: str) -> Node:
        """An object completed from its template."""
        file = _beside(path, node.text("template"))
        template = self.files.root(file, node)
        if template.data.get("type", "template") != "template":
            raise template.wrong("type", "template")
        made = template.node("object")
        data = {**made.data, **node.data}
        properties = {p["name"]: p for p in (*_properties(made), *_properties(node))}
        data["properties"] = [*properties.values()]
        data.pop("template")
        if made.has("gid") and not node.has("gid"):
            data["gid"] = self.template_gid(made, template, file)
        return Node(data, node.where)

    def template_gid(self, made: Node, template: Node, file: str) -> int:
        """The id that a template's tile has in this map; adds the template's tileset to the map if it is missing."""
        gid = made.whole("gid", low=0, high=2**32 - 1)
        tileset = template.node("tileset")
        local = (gid & ~FLIPS) - tileset.whole("firstgid", 1, low=1)
        source = _beside(file, tileset.text("source"))
        if local < 0:
            raise made.error(f"gid must be of the template's tileset, got {gid & ~FLIPS}")
        found = next((known for known in self.tilesets if known.path == source), None)
        if found is None:
            first = max((known.end for known in self.tilesets), default=1)
            found = self.external_tileset(tileset, file, first)
            self.tilesets.append(found)
        if found.first + local >= 2**28:
            raise made.error(f"gid must be below {2**28}, got {found.first + local}")
        return gid & FLIPS | found.first + local


# ---- independent parts -----------------------------------------------------------------------------------------------


def _beside(path: str, name: str) -> str:
    return os.path.normpath(os.path.join(os.path.dirname(path), name))


def _class(node: Node) -> str:
    """Renames "class", which only Tiled 1.9 writes, to "type"."""
    return node.text("class") if node.has("class") else node.text("type", "")


def _tiles(tileset: Node) -> list[Node]:
    """The tiles as a list; Tiled 1.1 and older write an object with the tiles by id."""
    held = tileset.data.get("tiles")
    if not isinstance(held, dict):
        return tileset.nodes("tiles", "tile")
    entries = [
        {**value, "id": int(key)} if isinstance(value, dict) and key.isdecimal() and len(key) < 10 else value
        for key, value in held.items()
    ]
    return Node({"tiles": entries}, tileset.where).nodes("tiles", "tile")


def _pictures(node: Node) -> dict[str, Json]:
    data: dict[str, Json] = {}
    if node.has("image"):
        data["image"] = node.text("image")
        data.update({key: node.whole(key, 0, low=0) for key in ("imagewidth", "imageheight")})
    data["transparentcolor"] = node.color("transparentcolor")
    return data


def _text(node: Node) -> dict[str, Json]:
    flags = ("bold", "italic", "underline", "strikeout", "kerning", "wrap")
    return {
        "text": node.text("text", ""),
        "color": node.color("color"),
        **{key: node.text(key) for key in ("fontfamily", "halign", "valign") if node.has(key)},
        **{key: node.flag(key, False) for key in flags if node.has(key)},
        **({"pixelsize": node.number("pixelsize")} if node.has("pixelsize") else {}),
    }


def _properties(node: Node) -> list[dict[str, Json]]:
    """The properties as a list, each with its type; Tiled 1.1 and older write an object of values."""
    held = node.data.get("properties")
    if isinstance(held, dict):
        return [{"name": name, "type": "string", "value": _plain(value, node)} for name, value in held.items()]
    return [_property(p) for p in node.nodes("properties", "property")]


def _property(node: Node) -> dict[str, Json]:
    name, kind = node.text("name"), node.text("type", "string")
    value: Json
    if kind == "int" or kind == "object":
        value = node.whole("value", 0, low=-(2**63), high=2**63)
    elif kind == "float":
        value = node.number("value", 0)
    elif kind == "bool":
        value = node.flag("value", False)
    elif kind == "color":
        value = node.color("value")
    elif kind == "file":
        value = node.text("value", "")
    else:
        value = _plain(node.data.get("value", ""), node)
    if kind in ("color", "file") and not value:
        return {"name": name, "type": "string", "value": ""}  # an unset object reference
    return {"name": name, "type": kind, "value": value}


def _plain(value: Json, node: Node, depth: int = 0) -> Json:
    """Checks a value, the members of a class, or the elements of a list, each of which has its type."""
    if depth > MAX_DEPTH:
        raise node.error(f"value must be nested at most {MAX_DEPTH} deep, got more")
    if isinstance(value, Mapping):
        return {key: _plain(inner, node, depth + 1) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(_element(inner), node, depth + 1) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise node.wrong("value", "finite")
    return value


def _element(value: Json) -> Json:
    return value["value"] if isinstance(value, Mapping) and {"type", "value"} <= value.keys() else value
