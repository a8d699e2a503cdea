"""The contents of a map for a program: its things, which are shapes with their data from Tiled, and its layers."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from collide2d import Space
from collide2d._messages import shown
from collide2d.scene import Item, Layer, Scene
from collide2d.tiled.grids import projection_of
from collide2d.typing import Solid

if TYPE_CHECKING:
    from pytiled_parser import TiledMap

Vec: TypeAlias = tuple[float, float]
Bounds: TypeAlias = tuple[float, float, float, float]

# The space layers of a map's things: games number their own layers from bit 0, so these bits are seldom in use.
SOLID, SENSOR = 1 << 30, 1 << 31
_ALL_LAYERS = 2**64 - 1

# The colours of scene layers: most maps have more layers than a drawing has default colours.
_COLORS = ("#8d99a6", "#c9a86a", "#86a97c", "#a78bb0", "#6fa3ad", "#c58c78", "#7f93cc", "#bdb25f", "#cc8fae", "#74b89f",
           "#ab8a66", "#b3a1d8")  # fmt: skip


class SolidWarning(UserWarning):
    """What is solid in a map was decided by names alone, or nothing is solid."""


@dataclass(frozen=True, slots=True, eq=False)
class MapLayer:
    """A layer of a map.

    name: as in Tiled. path: the name with those of its groups, "group/layer". kind: "tiles", "objects", "image" or
    "group". class_, properties: as in Tiled. offset: in pixels, including that of its groups; already applied to
    shapes. parallax: the factors, including those of its groups; not applied to shapes. visible: whether it and all of
    its groups are visible.
    """

    name: str
    path: str
    kind: str
    class_: str = ""
    properties: Mapping[str, Any] = field(default_factory=dict)
    offset: Vec = (0.0, 0.0)
    parallax: Vec = (1.0, 1.0)
    visible: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """A shape or a body of a map with its data from Tiled. It is a shape-like, and can be an item of a `Space`.

    shape: in the map's pixels. name, class_: as in Tiled, "" if none. kind: for an object "rectangle", "point",
    "ellipse", "capsule", "polygon", "polyline" or "tile"; for a tile layer "cell" (a tile with its own shapes) or
    "cells" (merged tiles). properties: those of the tile, overridden by those of the object. layer: the `MapLayer`.
    solid: whether it is meant to block. id: the object's id, 0 for tiles. part: a tile with several shapes becomes
    several things, with parts 0, 1, 2 ... points: the corners of the polygon or polyline, in order. gid: the global
    tile id with its flip flags, 0 for none. visible: whether the object and its layer are visible.
    """

    shape: Solid
    name: str
    kind: str
    class_: str
    properties: Mapping[str, Any]
    layer: MapLayer
    solid: bool = False
    id: int = 0
    part: int = 0
    points: tuple[Vec, ...] = ()
    gid: int = 0
    visible: bool = True

    @property
    def called(self) -> str:
        """Its name, or else its class, or else its kind.

        >>> from collide2d.tiled import load
        >>> sorted({thing.called for thing in load("examples/maps/level.tmj").solids})[:4]
        ['beam', 'boulder', 'crate', 'ground']
        """
        in_tiles = self.kind in ("cell", "cells")
        return self.name or self.class_ or (self.layer.name if in_tiles else self.kind) or self.kind


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A map. Iterating over it gives its things, in drawing order.

    path: the map's file. shapes: the things. layers: all layers, each group before its members. size, tile_size: in
    pixels. bounds: left, top, right, bottom of the map, or of the contents of an infinite map. class_, properties: as
    in Tiled. tiled: the map object of pytiled-parser, with the tilesets and images that a game draws. orientation:
    "orthogonal", "isometric", "staggered" or "hexagonal". by_name: the names and classes by which things are solid
    although nothing in the map or in the argument of `load` marks them. note: the text of the warning of `space`, ""
    for none.
    """

    path: str
    shapes: tuple[Thing, ...]
    layers: tuple[MapLayer, ...]
    size: Vec
    tile_size: Vec
    bounds: Bounds
    class_: str
    properties: Mapping[str, Any]
    tiled: TiledMap = field(repr=False)
    orientation: str = "orthogonal"
    by_name: tuple[str, ...] = ()
    note: str = field(default="", repr=False)

    def __iter__(self) -> Iterator[Thing]:
        return iter(self.shapes)

    def __len__(self) -> int:
        return len(self.shapes)

    @property
    def solids(self) -> list[Thing]:
        """The things that are solid, tiles and objects.

        >>> from collide2d.tiled import load
        >>> load("examples/maps/level.tmj").solids[0].shape.kind
        'rect'
        """
        return [thing for thing in self.shapes if thing.solid]

    def find(
        self, name: str | None = None, class_: str | None = None, layer: str | None = None, solid: bool | None = None
    ) -> list[Thing]:
        """The things that match every given condition: name, class, layer (by name or path), solid or not.

        >>> from collide2d.tiled import load
        >>> [thing.kind for thing in load("examples/maps/level.tmj").find("spawn")]
        ['point']
        """
        return [
            thing
            for thing in self.shapes
            if name in (None, thing.name)
            and class_ in (None, thing.class_)
            and layer in (None, thing.layer.name, thing.layer.path)
            and solid in (None, thing.solid)
        ]

    def one(self, name: str) -> Thing:
        """The object of this name. Raises ValueError if there is none, or more than one.

        >>> from collide2d.tiled import load
        >>> load("examples/maps/level.tmj").one("spawn").shape.kind
        'point'
        """
        found = [thing for thing in self.shapes if thing.name == name and thing.part == 0]
        if len(found) != 1:
            raise ValueError(f"{self.path}: one: name must be that of one object, got {shown(name)} of {len(found)}")
        return found[0]

    def to_screen(self, x: float, y: float) -> Vec:
        """The position at which Tiled draws a position of the map: projected if the map is isometric, else unchanged.

        >>> from collide2d.tiled import load
        >>> load("examples/maps/level.tmj").to_screen(10, 20)
        (10, 20)
        """
        projection = projection_of(self.tiled)
        return projection.to_screen((x, y)) if projection else (x, y)

    def from_screen(self, x: float, y: float) -> Vec:
        """The position of the map that Tiled draws at a position, such as that of the mouse.

        >>> from collide2d.tiled import load
        >>> load("examples/maps/level.tmj").from_screen(10, 20)
        (10, 20)
        """
        projection = projection_of(self.tiled)
        return projection.to_ground((x, y)) if projection else (x, y)

    def space(
        self, only: Callable[[Thing], object] | None = None, *, solid: int = SOLID, sensor: int = SENSOR
    ) -> Space[Thing]:
        """A `Space` of all or some of the things: solid ones in the layer `solid`, all others in the layer `sensor`.

        Things collide with every layer except these two, so they do not collide with each other. The default layers are
        bits 30 and 31, `SOLID` = 2**30 and `SENSOR` = 2**31. An item that you add must be in a layer other than these
        two, or it falls through the level. solid, sensor: other layers, each with one bit or more, from 1 to 2**64 - 1.
        Raises TypeError if a layer is not an int, ValueError if it is out of range. Gives one `SolidWarning` if nothing
        is solid or if something is solid only by the convention of its name, unless `load` was given solid.

        >>> from collide2d.tiled import SOLID, load
        >>> level = load("examples/maps/level.tmj")
        >>> space = level.space()
        >>> len(space) == len(level), space.pairs()
        (True, [])
        >>> ground = level.solids[0]
        >>> space.layer(ground) == SOLID, level.space(solid=1, sensor=2).layer(ground)
        (True, 1)
        """
        if self.note:
            warnings.warn(self.note, SolidWarning, stacklevel=2)
        layers = {True: _layer("solid", solid), False: _layer("sensor", sensor)}
        others = ~(layers[True] | layers[False]) & _ALL_LAYERS
        space: Space[Thing] = Space()
        for thing in self.shapes:
            if only is None or only(thing):
                space.add(thing, layer=layers[thing.solid], mask=others)
        return space

    def to_scene(self) -> Scene:
        """The things as a scene, to check and draw. Solid things ignore each other, all others are triggers.

        >>> from collide2d.tiled import load
        >>> scene = load("examples/maps/level.tmj").to_scene()
        >>> "spawn" in [item.name for item in scene.items]
        True
        """
        names = _Names()
        layers: dict[tuple[MapLayer, bool], str] = {}
        both = {thing.layer: {t.solid for t in self.shapes if t.layer is thing.layer} for thing in self._firsts()}
        for thing in self.shapes:
            key = (thing.layer, thing.solid)
            if key not in layers:
                solid = " (solid)" if thing.solid and len(both[thing.layer]) == 2 else ""
                layers[key] = names.of(thing.layer.path or "layer", solid)
        solids = tuple(name for (_, solid), name in layers.items() if solid)
        names = _Names()
        return Scene(
            items=tuple(Item(names.of(t.called), t.shape, layers[t.layer, t.solid]) for t in self.shapes),
            layers=tuple(
                Layer(name, _COLORS[i % len(_COLORS)], solids if solid else (), trigger=not solid)
                for i, ((_, solid), name) in enumerate(layers.items())
            ),
        )

    def _firsts(self) -> list[Thing]:
        """One thing of each layer that is not empty."""
        return [*{thing.layer: thing for thing in self.shapes}.values()]


def _layer(name: str, value: Any) -> int:
    try:
        layer = index(value)
    except TypeError:
        raise TypeError(f"space: {name} must be an int, got {type(value).__name__}") from None
    if not 1 <= layer <= _ALL_LAYERS:
        raise ValueError(f"space: {name} must be between 1 and 2**64 - 1, got {layer}")
    return layer


class _Names:
    """Gives out names for a scene, which must be unique, printable and short."""

    def __init__(self) -> None:
        self._count: dict[str, int] = {}
        self._used: set[str] = set()

    def of(self, text: str, end: str = "") -> str:
        plain = "".join(c for c in text if c.isprintable()).strip()[:56].strip(" *") or "thing"
        name = plain + end
        while name in self._used:
            self._count[plain] = self._count.get(plain, 1) + 1
            name = f"{plain} {self._count[plain]}{end}"
        self._used.add(name)
        return name
