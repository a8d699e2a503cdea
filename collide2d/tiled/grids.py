"""The grids of a map: its size in pixels for every orientation, and the projection of isometric maps.

In an isometric map Tiled stores the positions of objects on the ground, where a tile is a square with sides as long as
the tile is high, and draws them projected: `Isometric` converts between the two as Tiled's own renderer does. The
objects of all other maps are stored as they are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pytiled_parser import TiledMap

from collide2d import Point
from collide2d.tiled.object_shapes import Vec


class Isometric(NamedTuple):
    """The projection of an isometric map. ratio: half of a tile's width for each pixel of its height. left: the x at
    which the map's top corner is drawn.
    """

    ratio: float
    left: float

    def to_screen(self, point: Vec) -> Vec:
        x, y = point
        return ((x - y) * self.ratio + self.left, (x + y) / 2)

    def to_ground(self, point: Vec) -> Vec:
        across = (point[0] - self.left) / self.ratio / 2
        return (point[1] + across, point[1] - across)

    def offset(self, offset: Vec) -> Vec:
        """The offset of a layer, which Tiled applies to the drawing, on the ground."""
        return self._replace(left=0.0).to_ground(offset) if any(offset) else offset


def projection_of(tiled: TiledMap) -> Isometric | None:
    """The projection of a map; None if it is not isometric."""
    if tiled.orientation != "isometric":
        return None
    width, height = tiled.tile_size
    return Isometric(width / height / 2, tiled.map_size.height * width / 2)


@dataclass(frozen=True, slots=True)
class Turn:
    """The map of an object's points on the ground that turns its drawing. For `placed`, like a `Placement`."""

    projection: Isometric
    angle: float
    about: Vec  # on the screen
    is_drawn: bool = False  # whether the points are those of the drawing
    is_upright: bool = False
    is_shift: bool = False

    def of(self, point: Vec) -> Vec:
        drawn = point if self.is_drawn else self.projection.to_screen(point)
        turned = Point(drawn).rotate(self.angle, self.about).center if self.angle else drawn
        return self.projection.to_ground(turned)


def size_of(tiled: TiledMap) -> Vec:
    """The size of a finite map, in the pixels in which its objects are stored."""
    (columns, rows), (width, height) = tiled.map_size, tiled.tile_size
    if tiled.orientation == "orthogonal":
        return (float(columns * width), float(rows * height))
    if tiled.orientation == "isometric":
        return (float(columns * height), float(rows * height))
    side = (tiled.hex_side_length or 0) if tiled.orientation == "hexagonal" else 0
    if tiled.stagger_axis == "x":
        high, wide = _staggered(rows, columns, height, width, side)
    else:
        wide, high = _staggered(columns, rows, width, height, side)
    return (wide, high)


def _staggered(across: float, along: float, width: float, height: float, side: float) -> Vec:
    """The size of a staggered map across its stagger axis and along it; along the axis tiles are half as far apart."""
    slope = (height - side) / 2
    return (across * width + (width / 2 if along > 1 else 0.0), along * (slope + side) + slope if along else 0.0)
