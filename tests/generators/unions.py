"""Tables of ways through worlds of shapes that touch, each with the expected answer, and exact images of worlds.

The generators of worlds and ways are those of `collide2d.testing.world_regimes`, under their names. Images: mirrors,
quarter turns, swapped axes and powers of two map worlds and ways exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from mirrors import MAPS, image

import collide2d as c2
from collide2d.testing.recipes import Recipe, Vec, build
from collide2d.testing.strategies import recipe_ways as unions
from collide2d.testing.world_regimes import (
    KINDS_OF_WORLDS,
    Way,
    Whole,
    World,
    body_runs,
    corners,
    offset_of,
    sprinkled,
    way_through,
    world_of,
    world_with_ways,
)

__all__ = [
    "CASES", "IMAGES", "KINDS_OF_WORLDS", "STILL", "Case", "Image", "Still", "Way", "Whole", "World", "body_runs",
    "built", "corners", "offset_of", "sprinkled", "unions", "way_through", "world_of", "world_with_ways",
]  # fmt: skip


# ---- tables ----------------------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A way through a world. `t` is the fraction of the motion after which it is blocked, None if it is free; `alone`
    are the members that it enters there, `together` those that take part in surrounding it there.
    """

    name: str
    shape: Any
    motion: Vec
    world: Sequence[Any]
    t: Fraction | None = None
    alone: frozenset[int] = frozenset()
    together: frozenset[int] = frozenset()


def _free(name: str, shape: Any, motion: Vec, world: Sequence[Any]) -> Case:
    return Case(name, shape, motion, world)


def _alone(name: str, shape: Any, motion: Vec, world: Sequence[Any], t: Fraction | int, *members: int) -> Case:
    return Case(name, shape, motion, world, Fraction(t), frozenset(members))


def _together(name: str, shape: Any, motion: Vec, world: Sequence[Any], t: Fraction | int, *members: int) -> Case:
    return Case(name, shape, motion, world, Fraction(t), together=frozenset(members))


def _of(n: int, d: int = 2) -> Fraction:
    return Fraction(n, d)


P, S, R, C, G = c2.Point, c2.Segment, c2.Rect, c2.Circle, c2.Polygon
TILES = [R(0, 0, 8, 8), R(8, 0, 8, 8)]
V = [S(-4, 4, 0, 0), S(0, 0, 4, 4)]
BRICKS = [R(0, 0, 8, 4), R(8, 0, 8, 4), R(-4, 4, 8, 4), R(4, 4, 8, 4), R(12, 4, 8, 4)]
DIAGONAL = [R(-4, -4, 4, 4), R(0, 0, 4, 4)]
BALLS = [C(-2, 0, 2), C(3, 0, 3)]
FAN = [G([(0, 0), (8, 0), (8, 8)]), G([(0, 0), (8, 8), (0, 8)]), G([(0, 0), (0, 8), (-8, 4)])]
WALLS = [R(-8, -8, 8, 20), R(10, -8, 8, 20)]

CASES = [
    # A seam.
    _together("down a seam", P(8, -8), (0, 16), TILES, _of(1), 0, 1),
    _together("down a seam, from its mouth", P(8, 0), (0, 4), TILES, 0, 0, 1),
    _together("in a seam", P(8, 2), (0, 4), TILES, 0, 0, 1),
    _together("up and out of a seam", P(8, 2), (0, -4), TILES, 0, 0, 1),
    _free("up from the mouth of a seam", P(8, 0), (0, -4), TILES),
    _together("into a seam, away from a tile behind", P(0, 0), (-8, 0),
              [R(-4, -4, 4, 4), R(-4, 0, 4, 4), R(0, 0, 4, 4)], 0, 0, 1),
    _free("ends at the mouth of a seam", P(8, -8), (0, 8), TILES),
    _together("ends a little inside a seam", P(8, -8), (0, 8.5), TILES, _of(16, 17), 0, 1),
    _together("through a seam and on", P(8, -8), (0, 32), TILES, _of(1, 4), 0, 1),
    _alone("across a seam", P(2, -4), (8, 8), TILES, _of(1), 0),
    _alone("obliquely into the mouth of a seam", P(4, -4), (8, 8), [R(0, 0, 8, 8), R(8, 0, 8, 8), R(0, 0, 1, 1)],
           _of(1), 1),
    _free("along a floor of tiles", P(-4, 0), (32, 0), TILES),
    _free("along one wall only", P(8, -8), (0, 32), TILES[:1]),
    _free("beside the world", P(20, -8), (0, 32), TILES),
    _together("down a seam of tiles that begin at different heights", P(8, -8), (0, 16), [R(0, 0, 8, 8), R(8, 4, 8, 8)],
              _of(3, 4), 0, 1),
    _free("past tiles that meet at a corner of their sides, from outside", P(-8, 8), (32, 0), TILES),
    # Joints of polylines.
    _together("through the joint of a polyline", P(4, -4), (0, 8), [S(0, 0, 4, 0), S(4, 0, 8, 0)], _of(1), 0, 1),
    _together("obliquely through a joint", P(0, -4), (8, 8), [S(0, 0, 4, 0), S(4, 0, 8, 0)], _of(1), 0, 1),
    _together("through the joint of a bent polyline", P(4, -4), (0, 8), [S(0, 2, 4, 0), S(4, 0, 8, 2)], _of(1), 0, 1),
    _free("grazes the tip of a V", P(-4, 0), (8, 0), V),
    _together("into the tip of a V", P(0, -4), (0, 8), V, _of(1), 0, 1),
    _together("into a V from within", P(0, 4), (0, -8), V, _of(1), 0, 1),
    _free("ends at the tip of a V", P(0, -4), (0, 4), V),
    _free("starts at the tip of a V and leaves", P(0, 0), (0, -4), V),
    _free("starts at the tip of a V and goes in between", P(0, 0), (0, 4), V),
    _alone("crosses an arm of a V", P(-4, 2), (8, 0), V, _of(1, 4), 0),
    _free("along an arm of a V, from outside", P(-8, 8), (16, -16), V),
    _free("along an arm of a V, through its tip", P(-8, 8), (4, -4), V),
    _together("along a polyline, past a joint of three", P(-4, 0), (8, 0),
              [S(-4, 0, 0, 0), S(0, 0, 3, 3), S(0, 0, 3, -3)], _of(1), 1, 2),
    _free("along a polyline that bends away", P(-4, 0), (8, 0), [S(-4, 0, 0, 0), S(0, 0, 3, 3)]),
    # Corners.
    _together("between two diagonal tiles", P(4, -4), (-8, 8), DIAGONAL, _of(1), 0, 1),
    _free("along the sides of two diagonal tiles, ending at their corner", P(0, -4), (0, 4), DIAGONAL),
    _together("along the sides of two diagonal tiles, past their corner", P(0, -4), (0, 8), DIAGONAL, _of(1), 0, 1),
    _free("past the corner of one tile", P(4, -4), (-8, 8), DIAGONAL[:1]),
    _free("past corners that do not meet", P(0, -9), (0, 1), DIAGONAL),
    _together("between the tips of two triangles", P(0, -4), (0, 8),
              [G([(0, 0), (-4, 1), (-4, -1)]), G([(0, 0), (4, 1), (4, -1)])], _of(1), 0, 1),
    # Round members.
    _together("between two circles that touch", P(0, -4), (0, 8), BALLS, _of(1), 0, 1),
    _free("tangent to one circle", P(0, -4), (0, 8), BALLS[:1]),
    _free("ends between two circles that touch", P(0, -4), (0, 4), BALLS),
    _free("starts between two circles that touch", P(0, 0), (0, 4), BALLS),
    _free("along a floor, under a circle upon it", P(-4, 0), (3, 0), [R(-8, 0, 16, 4), C(0, -2, 2)]),
    _together("along a floor, through a circle upon it", P(-4, 0), (8, 0),
              [R(-8, 0, 16, 4), C(0, -2, 2)], _of(1), 0, 1),
    _free("along the floor from under a circle", P(0, 0), (4, 0), [R(-8, 0, 16, 4), C(0, -2, 2)]),
    _together("between a capsule and a tile", P(0, -8), (0, 16),
              [c2.Capsule(2, -2, 2, 2, 2), R(-4, -4, 4, 4)], _of(3, 8), 0, 1),
    _together("between a circle and the end of a segment", P(0, -4), (0, 8),
              [C(-2, 0, 2), S(0, 0, 4, 0)], _of(1), 0, 1),
    # T and X crossings, several round a point.
    _together("through a T, along its bar", P(4, -4), (0, 8),
              [S(4, -2, 4, 0), S(0, 0, 4, 0), S(4, 0, 8, 0)], _of(1), 1, 2),
    _alone("through the bar of a T", P(4, -4), (0, 8), [S(4, 0, 4, 8), S(0, 0, 8, 0)], _of(1), 1),
    _together("through an X of four arms", P(-4, -2), (8, 4),
              [S(0, 0, 4, 4), S(0, 0, -4, 4), S(0, 0, 4, -4), S(0, 0, -4, -4)], _of(1), 0, 1, 2, 3),
    _alone("through an X of two bars", P(-4, -2), (8, 4), [S(-4, -4, 4, 4), S(4, -4, -4, 4)], _of(1), 0, 1),
    _together("down a seam of bricks onto a brick", P(8, -4), (0, 16), BRICKS, _of(1, 4), 0, 1),
    _alone("onto a brick below an open seam", P(9, -4), (0, 16),
           [R(0, 0, 8, 4), R(10, 0, 8, 4), R(4, 4, 12, 4)], _of(1), 2),
    _free("along a fan, on its border", P(-4, 0), (12, 0), FAN[:2]),
    _together("along a cut of a fan", P(-4, -4), (8, 8), FAN, _of(1), 0, 1, 2),
    _together("down a cut of a fan", P(0, -4), (0, 8), FAN, _of(1), 0, 1, 2),
    Case("into a fan through its tip", P(-2, -4), (4, 8), FAN, _of(1), frozenset({1}), frozenset({0, 2})),
    # A slalom: the sides are touched one after another.
    _together("left first, right later, without a gap", P(0, 0), (8, 0),
              [R(2, 0, 4, 4), R(5, -4, 4, 4)], _of(5, 8), 0, 1),
    _together("left first, right where it ends", P(0, 0), (8, 0), [R(2, 0, 4, 4), R(6, -4, 1, 4)], _of(3, 4), 0, 1),
    _together("left first, right later, after a gap", P(0, 0), (8, 0), [R(1, 0, 1, 4), R(4, -4, 1, 4)], _of(1), 0, 1),
    _together("two on the left, then one on the right", P(0, 0), (8, 0), [R(1, 0, 1, 4), R(3, 0, 1, 4), R(6, -4, 1, 4)],
              _of(3, 4), 1, 2),
    _free("left first, right where the way ends", P(0, 0), (8, 0), [R(2, 0, 4, 4), R(8, -4, 4, 4)]),
    _free("right behind, left in front", P(0, 0), (8, 0), [R(-4, -4, 4, 4), R(3, 0, 4, 4)]),
    _together("right from the start, left in front", P(0, 0), (8, 0),
              [R(-4, -4, 5, 4), R(3, 0, 4, 4)], _of(3, 8), 0, 1),
    _alone("left first, then a wall", P(0, 0), (8, 0), [R(2, 0, 1, 4), R(4, -4, 4, 8), R(5, -4, 1, 4)], _of(1), 1),
    _free("from wall to wall", P(0, 0), (10, 0), WALLS),
    _alone("from wall into wall", P(0, 0), (16, 0), WALLS, _of(5, 8), 1),
    _free("from wall to wall, along a floor", P(0, 0), (10, 0), [*WALLS, R(0, 0, 10, 1)]),
    _together("from wall to wall, in a slot without height", P(0, 0), (10, 0), [*WALLS, R(2, 0, 4, 1), R(3, -1, 4, 1)],
              _of(3, 10), 2, 3),
    _free("flat pieces on the way", P(0, 0), (8, 0), [S(2, 0, 4, 0), S(4, 0, 6, 0), P(7, 0)]),
    _free("a flat piece is on no side", P(0, 0), (8, 0), [S(2, 0, 4, 0), R(3, 0, 4, 4)]),
    # Thin segments that move along themselves.
    _together("a segment down a seam", S(8, -8, 8, -4), (0, 8), TILES, _of(1), 0, 1),
    _free("a segment to the mouth of a seam", S(8, -8, 8, -4), (0, 4), TILES),
    _together("a segment from the mouth of a seam", S(8, -8, 8, 0), (0, 4), TILES, 0, 0, 1),
    _together("a segment in a seam", S(8, -8, 8, 4), (0, 4), TILES, 0, 0, 1),
    _together("a segment between left and right", S(0, 0, 4, 0), (4, 0), [R(1, 0, 1, 4), R(6, -4, 1, 4)], _of(1), 0, 1),
    _free("a segment out of a corridor of no width", S(4, 0, 8, 0), (8, 0), [R(0, 0, 4, 4), R(0, -4, 4, 4)]),
    _together("a segment with its end in a corridor of no width", S(3, 0, 8, 0), (8, 0),
              [R(0, 0, 4, 4), R(0, -4, 4, 4)], 0, 0, 1),
    _free("a segment upon a floor of tiles", S(-4, 0, 4, 0), (16, 0), TILES),
    _alone("a segment across a seam", S(4, -4, 12, -4), (0, 8), TILES, _of(1), 0, 1),
    _free("a segment between two walls, sliding down", S(0, 0, 10, 0), (0, 3), WALLS),
    _together("obliquely along itself, through a joint", S(0, -4, 2, -2), (4, 4),
              [S(0, 0, 4, 0), S(4, 0, 8, 0)], _of(1), 0, 1),
    # What has an interior is decided by the pairs.
    _free("a box in a slot that fits exactly", R(2, -4, 2, 2), (0, 9), [R(0, 0, 2, 8), R(4, 0, 2, 8)]),
    _alone("a circle onto a seam", C(8, -8, 1), (0, 14), TILES, _of(1), 0, 1),
]  # fmt: skip


class Still(NamedTuple):
    """A shape at rest in a world, and whether it overlaps the union."""

    name: str
    shape: Any
    world: Sequence[Any]
    overlaps: bool


STILL = [
    Still("a point in a seam", P(8, 4), TILES, True),
    Still("a point at the mouth of a seam", P(8, 0), TILES, False),
    Still("a point where four tiles meet", P(0, 0),
          [R(-4, -4, 4, 4), R(0, -4, 4, 4), R(-4, 0, 4, 4), R(0, 0, 4, 4)], True),
    Still("a point where three of four tiles meet", P(0, 0), [R(-4, -4, 4, 4), R(0, -4, 4, 4), R(-4, 0, 4, 4)], False),
    Still("a point between two diagonal tiles", P(0, 0), DIAGONAL, False),
    Still("a point at the joint of a polyline", P(0, 0), V, False),
    Still("a point where three triangles meet", P(0, 0), [G([(0, 0), (4, 0), (-3, 3)]), G([(0, 0), (-3, 3), (-3, -3)]),
                                                          G([(0, 0), (-3, -3), (4, 0)])], True),
    Still("a point where bricks meet in a T", P(8, 4), BRICKS, True),
    Still("a point on the side of one tile", P(4, 0), TILES, False),
    Still("a point where two circles touch", P(0, 0), BALLS, False),
    Still("a point below a circle on a floor", P(0, 0), [C(0, -2, 2), R(-8, 0, 16, 4)], False),
    Still("a point below a circle on two floors", P(0, 0), [C(0, -2, 2), R(-8, 0, 8, 4), R(0, 0, 8, 4)], False),
    Still("a point below a circle, and a tile on each side", P(0, 0),
          [C(0, -2, 2), R(-8, 0, 16, 4), G([(0, 0), (8, 0), (8, -2)]), G([(0, 0), (-8, 0), (-8, -2)])], True),
    Still("a point below a circle, and a tile on one side", P(0, 0),
          [C(0, -2, 2), R(-8, 0, 16, 4), G([(0, 0), (8, 0), (8, -2)])], False),
    Still("a point where three circles touch two corners", P(0, 0),
          [C(-2, 0, 2), C(2, 0, 2), R(-1, 0, 2, 2), R(-1, -2, 2, 2)], True),
    Still("a point where a circle rests on a tile that ends there", P(0, 0), [C(0, -2, 2), R(0, 0, 8, 4)], False),
    Still("a point under the straight side of a capsule on a floor", P(0, 0),
          [c2.Capsule(-2, -2, 2, -2, 2), R(-8, 0, 16, 4)], True),
    Still("a point under the end of the straight side of a capsule", P(2, 0),
          [c2.Capsule(-2, -2, 2, -2, 2), R(-8, 0, 16, 4)], False),
    Still("a segment under a circle on a floor", S(-3, 0, 3, 0), [C(0, -2, 2), R(-8, 0, 16, 4)], True),
    Still("a segment that ends under a circle on a floor", S(-3, 0, 0, 0), [C(0, -2, 2), R(-8, 0, 16, 4)], False),
    Still("a segment along a seam", S(8, 2, 8, 6), TILES, True),
    Still("a segment that dips into a seam", S(8, -8, 8, 2), TILES, True),
    Still("a segment to the mouth of a seam", S(8, -8, 8, 0), TILES, False),
    Still("a segment through a seam", S(8, -8, 8, 16), TILES, True),
    Still("a segment between the tips of two tiles and a wall at each end", S(0, 0, 10, 0),
          [*WALLS, R(2, 0, 4, 1)], True),
    Still("a segment from wall to wall", S(0, 0, 10, 0), WALLS, True),
    Still("a segment from wall to nothing", S(0, 0, 9, 0), WALLS, False),
    Still("a point of segments only", P(0, 0), [S(0, 0, 4, 0), S(0, 0, -4, 0), S(0, 0, 0, 4), S(0, 0, 0, -4)], False),
    Still("a segment through the crossing of segments", S(-4, -2, 4, 2),
          [S(0, 0, 4, 0), S(0, 0, -4, 0), S(0, 0, 0, 4), S(0, 0, 0, -4)], True),
    Still("a box in a slot that fits exactly", R(0, 0, 10, 1), WALLS, False),
]  # fmt: skip


# ---- images ----------------------------------------------------------------------------------------------------------


class Image(NamedTuple):
    """A map that is exact on the numbers of a world: a mirror or a turn, and a factor that is a power of two."""

    name: str
    factor: float

    def of_vector(self, v: Vec) -> Vec:
        x, y = MAPS[self.name][0](v[0] * self.factor, v[1] * self.factor)
        return x + 0.0, y + 0.0

    def of_shape(self, shape: Any) -> Any:
        return image(shape, lambda x, y: self.of_vector((x, y)), self.factor)


IMAGES = [Image(name, 2.0**k) for name in MAPS for k in (-40, 0, 3)]


def built(recipes: Iterable[Recipe]) -> list[Any]:
    """Shapes of the package."""
    return [build(c2, recipe) for recipe in recipes]
