"""Loads maps of the Tiled editor (.tmj, .tmx): everything that is drawn in them, as shapes with properties.

`load` gives a `Level`, whose things are shape-likes and go into a `Space` as they are. docs/tiled.md says what becomes
of which object, and which tiles are solid. Needs pytiled-parser: `pip install collide2d[tiled]`.

>>> level = load("examples/maps/level.tmj")
>>> player = Circle(*level.one("spawn").shape.center, 12)
>>> [thing.name for thing in level if player.overlaps(thing)]
['spawn']
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

try:
    from collide2d.tiled.builder import build
    from collide2d.tiled.level import SENSOR, SOLID, Level, MapLayer, Thing
    from collide2d.tiled.node import MapError
    from collide2d.tiled.normalize import complete
    from collide2d.tiled.parser import parse
    from collide2d.tiled.tile_layers import Tile
except ModuleNotFoundError as error:
    if error.name is None or error.name.partition(".")[0] != "pytiled_parser":
        raise
    raise ImportError("collide2d.tiled needs pytiled-parser: pip install 'collide2d[tiled]'", name=error.name) from None

__all__ = ["SENSOR", "SOLID", "Level", "MapError", "MapLayer", "Thing", "Tile", "load"]

for _class in (Level, MapError, MapLayer, Thing, Tile):
    _class.__module__ = __name__  # where users find them


def load(path: str | os.PathLike[str], *, solid: Callable[[Tile], bool | None] | None = None) -> Level:
    """Load a map of Tiled, a .tmj or .tmx file, with the tilesets and templates that it refers to.

    solid decides which tiles of tile layers are solid. It is called once for each kind of tile in each layer and
    returns True, False, or None to use the map's own setting. Raises MapError, a ValueError of one line with the file
    and location, if a file is missing or malformed, or if the map is not orthogonal.

    >>> level = load("examples/maps/level.tmj")
    >>> level.tile_size, len(level.find(class_="coin")) > 3
    ((32.0, 32.0), True)
    >>> load("missing.tmj")
    Traceback (most recent call last):
    collide2d.tiled.MapError: missing.tmj: cannot be read: No such file or directory
    """
    name = os.fspath(path)
    raw = complete(name)
    return build(parse(raw, name), raw, name, solid)
