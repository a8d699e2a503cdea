"""Small Tiled maps as Python data, as Tiled writes them in JSON, written to files and loaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from collide2d.tiled import Level, MapError, load
from collide2d.typing import Solid

Json = dict[str, Any]

H, V, D = 0x80000000, 0x40000000, 0x20000000
SOLID = [{"name": "solid", "type": "bool", "value": True}]
HOLLOW = [{"name": "solid", "type": "bool", "value": False}]


def drawn(**keys: Any) -> Json:
    """An object."""
    plain = {"id": 1, "name": "", "type": "", "x": 0, "y": 0, "width": 0, "height": 0, "rotation": 0, "visible": True}
    return {**plain, **keys}


def points(*corners: tuple[float, float]) -> list[Json]:
    return [{"x": x, "y": y} for x, y in corners]


def objects(*held: Json, **keys: Any) -> Json:
    """An object layer."""
    return {"type": "objectgroup", "name": "objects", "draworder": "topdown", "objects": [*held], **keys}


def tiles(*rows: list[int], **keys: Any) -> Json:
    """A tile layer."""
    size = {"width": len(rows[0]), "height": len(rows)}
    return {"type": "tilelayer", "name": "tiles", "data": [gid for row in rows for gid in row], **size, **keys}


def group(*layers: Json, **keys: Any) -> Json:
    return {"type": "group", "name": "group", "layers": [*layers], **keys}


def tile(id: int, *shapes: Json, **keys: Any) -> Json:
    """A tile of a tileset, with collision shapes."""
    return {"id": id, **({"objectgroup": objects(*shapes)} if shapes else {}), **keys}


def tileset(*held: Json, **keys: Any) -> Json:
    """A tileset of tiles of 16 x 16, embedded."""
    plain = {"firstgid": 1, "name": "set", "tilewidth": 16, "tileheight": 16, "tilecount": 9, "columns": 3}
    return {**plain, "tiles": [*held], **keys}


def a_map(*layers: Json, tilesets: list[Json] | None = None, **keys: Any) -> Json:
    """A map of 8 x 6 cells of 16 x 16."""
    plain = {"type": "map", "orientation": "orthogonal", "width": 8, "height": 6, "tilewidth": 16, "tileheight": 16}
    return {**plain, "infinite": False, "layers": [*layers], "tilesets": tilesets or [], **keys}


def write(path: Path, data: Json | str | bytes) -> Path:
    if isinstance(data, dict):
        data = json.dumps(data)
    path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
    return path


def level(folder: Path, *layers: Json, solid: Any = None, **keys: Any) -> Level:
    """The level in a map of these layers."""
    return load(write(folder / "map.tmj", a_map(*layers, **keys)), solid=solid)


def shapes(folder: Path, *held: Json) -> list[Solid]:
    """The shapes of objects."""
    return [thing.shape for thing in level(folder, objects(*held))]


def rows(level: Level) -> list[tuple[Any, ...]]:
    """All data of a level's things and layers, for comparison."""
    things = [
        (t.shape, t.name, t.kind, t.class_, dict(t.properties), t.layer.path, t.solid, t.id, t.part, t.points, t.gid,
         t.visible)
        for t in level
    ]  # fmt: skip
    layers = [
        (a.name, a.path, a.kind, a.class_, dict(a.properties), a.offset, a.parallax, a.visible) for a in level.layers
    ]
    return [*things, *layers, (level.size, level.tile_size, level.bounds, level.class_, dict(level.properties))]


def said(folder: Path, *layers: dict[str, Any], **keys: Any) -> str:
    """The error message about a map, after the name of its file."""
    with pytest.raises(MapError) as caught:
        level(folder, *layers, **keys)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 500
    name = f"{folder / 'map.tmj'}"
    assert message.startswith(name + ":")
    return message.removeprefix(name + ":").strip()
