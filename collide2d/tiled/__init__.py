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
    from collections.abc import Collection

    from collide2d.tiled.solids import Predicate

try:
    from collide2d.tiled.builder import build
    from collide2d.tiled.level import SENSOR, SOLID, Level, MapLayer, SolidWarning, Thing
    from collide2d.tiled.node import MapError
    from collide2d.tiled.normalize import complete
    from collide2d.tiled.parser import parse
    from collide2d.tiled.tile_layers import Tile
except ModuleNotFoundError as error:
    if error.name is None or error.name.partition(".")[0] != "pytiled_parser":
        raise
    raise ImportError("collide2d.tiled needs pytiled-parser: pip install 'collide2d[tiled]'", name=error.name) from None

__all__ = ["SENSOR", "SOLID", "Level", "MapError", "MapLayer", "SolidWarning", "Thing", "Tile", "load"]

for _class in (Level, MapError, MapLayer, SolidWarning, Thing, Tile):
    _class.__module__ = __name__  # where users find them


def load(path: str | os.PathLike[str], *, solid: str | Collection[str] | Predicate | None = None) -> Level:
    """Load a map of Tiled, a .tmj or .tmx file, with the tilesets and templates that it refers to.

    solid: what is a wall. By default things are solid that the map marks, tiles with collision shapes, and what has the
    name or class of a wall, such as "Walls" or "collision_layer"; `Level.space` warns about what has only the name. A
    name or a collection of names makes solid what has one of them as its name or class, or is in a layer or group that
    has, and nothing else; upper and lower case are equal, and the bool property `solid` = false is an exception. A
    function is called with a `Tile` for each kind of tile in each layer and with a `Thing` for each object, and returns
    True, False, or None for the default. "default" is the default without the warning.

    Raises MapError, a ValueError of one line with the file and location, if a file is missing or malformed, or if a
    tile layer of a map that is not orthogonal is marked as solid. Raises ValueError if no name is in the map, TypeError
    if solid is something else.

    >>> level = load("examples/maps/level.tmj")
    >>> level.tile_size, len(level.find(class_="coin")) > 3
    ((32.0, 32.0), True)
    >>> len(load("examples/maps/level.tmj", solid="ladder").solids)
    7
    >>> load("missing.tmj")
    Traceback (most recent call last):
    collide2d.tiled.MapError: missing.tmj: cannot be read: No such file or directory
    """
    name = os.fspath(path)
    raw = complete(name)
    return build(parse(raw, name), raw, name, solid)
