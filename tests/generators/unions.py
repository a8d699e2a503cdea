"""Worlds of flush, joined and touching shapes on whole numbers, and ways of points and thin segments through them.

Tables: each case has a world, a way and the expected answer. Generators: tilings, courses of bricks, polylines, fans,
triangulations, decompositions, tangent discs, and mixtures of these; ways along seams, through joints, from corner to
corner and at random. Every generator draws from a `Source`, as in `strategies`. Images: mirrors, quarter turns, swapped
axes and powers of two map worlds and ways exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from hypothesis import strategies as st
from mirrors import MAPS, image
from strategies import Drawn, Recipe, Source, Vec, build, choice, one_in

import collide2d as c2

Whole: TypeAlias = tuple[int, int]


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


# ---- worlds ----------------------------------------------------------------------------------------------------------

World: TypeAlias = list[Recipe]
REACH = 24


class Way(NamedTuple):
    """A point or a segment, and its motion."""

    shape: Recipe
    motion: Vec


def _box(x: int, y: int, w: int, h: int) -> Recipe:
    return Recipe("Rect", (x, y, w, h))


def _segment(p: Whole, q: Whole) -> Recipe:
    return Recipe("Segment", (*p, *q))


def _polygon(points: Iterable[Whole]) -> Recipe:
    return Recipe("Polygon.hull", (*(c for p in points for c in p), 0))


def _lattice(source: Source, reach: int = REACH) -> Whole:
    return source.integer(-reach, reach), source.integer(-reach, reach)


def tiling(source: Source) -> World:
    """Flush tiles, with columns, rows and single tiles missing."""
    w, h = source.integer(1, 8), source.integer(1, 8)
    x, y = _lattice(source, 8)
    columns = [i for i in range(-3, 4) if not one_in(source, 5)]
    rows = [j for j in range(-2, 3) if not one_in(source, 5)]
    share = source.integer(2, 8)
    return [_box(x + i * w, y + j * h, w, h) for j in rows for i in columns if not one_in(source, share)]


def bricks(source: Source) -> World:
    """Courses of bricks, each shifted against the one above."""
    h, y, world = source.integer(1, 6), source.integer(-12, 0), []
    for row in range(source.integer(2, 5)):
        x, end = source.integer(-20, -8), source.integer(8, 20)
        while x < end:
            w = source.integer(1, 9)
            if not one_in(source, 8):
                world.append(_box(x, y + row * h, w, h))
            x += w
    return world


def polyline(source: Source) -> World:
    """A chain of segments, sometimes closed, often with joints on one line."""
    points = [_lattice(source)]
    step = _lattice(source, 6)
    for _ in range(source.integer(2, 12)):
        step = step if one_in(source, 3) else _lattice(source, 6)
        points.append((points[-1][0] + step[0], points[-1][1] + step[1]))
    if one_in(source, 3):
        points.append(points[0])
    return [_segment(p, q) for p, q in pairwise(points)]


DIRECTIONS: list[Whole] = [
    (4, 0), (6, 2), (4, 4), (2, 6), (0, 4), (-2, 6), (-4, 4), (-6, 2), (-4, 0), (-6, -2), (-4, -4), (-2, -6), (0, -4),
    (2, -6), (4, -4), (6, -2),
]  # fmt: skip


def fan(source: Source) -> World:
    """Triangles and segments round a point, some of them missing."""
    x, y = _lattice(source, 8)
    spokes = [d for d in DIRECTIONS if one_in(source, 2)] or DIRECTIONS[:4]
    world, k = [], source.integer(1, 3)
    for (ax, ay), (bx, by) in pairwise([*spokes, spokes[0]]):
        a, b = (x + k * ax, y + k * ay), (x + k * bx, y + k * by)
        if ax * by - ay * bx > 0 and not one_in(source, 4):
            world.append(_polygon([(x, y), a, b]))
        elif one_in(source, 2):
            world.append(_segment((x, y), a))
    return world


def triangulation(source: Source) -> World:
    """The cells of a grid, each cut along a diagonal, some triangles missing; the corners are moved at random."""
    g, n = source.integer(3, 8), source.integer(2, 4)
    shake = (g - 1) // 3
    at = {(i, j): (i * g + source.integer(-shake, shake) - 12, j * g + source.integer(-shake, shake) - 12)
          for i in range(n + 1) for j in range(n + 1)}  # fmt: skip
    world = []
    for i in range(n):
        for j in range(n):
            p, q, r, s = at[i, j], at[i + 1, j], at[i + 1, j + 1], at[i, j + 1]
            halves = [(p, q, r), (p, r, s)] if one_in(source, 2) else [(p, q, s), (q, r, s)]
            world += [_polygon(half) for half in halves if not one_in(source, 8)]
    return world


def decomposition(source: Source) -> World:
    """The pieces of an outline with steps, or of a star, which may have a hole."""
    holes = []
    if one_in(source, 2):
        x, y, outline = -16, source.integer(-8, 0), []
        for _ in range(source.integer(2, 8)):
            outline += [(x, y), (x := x + source.integer(1, 6), y)]
            y = source.integer(-8, 8)
        outline += [(x, 16), (-16, 16)]
    else:
        least = source.integer(1, 2)
        outline = [(k * x, k * y) for x, y in DIRECTIONS for k in [source.integer(least, 4)]]
        holes = [DIRECTIONS] if least > 1 else []
    pieces = c2.Body.from_outline(outline, holes).pieces
    return [_polygon([(int(px), int(py)) for px, py in piece.vertices]) for piece in pieces]


def discs(source: Source) -> World:
    """Discs in contact: with each other in a row, along an axis or a line of slope 3/4, and with walls beside them."""
    ux, uy, unit = choice(source, [(1, 0, 1), (0, 1, 1), (3, 4, 5), (4, -3, 5)])
    (x, y), r = _lattice(source, 8), unit * source.integer(1, 3)
    world: World = []
    for _ in range(source.integer(2, 5)):
        world.append(Recipe("Circle", (x, y, r)))
        if one_in(source, 3):  # a wall that touches the disc, across the row or along it
            nx, ny = choice(source, [(ux, uy), (-uy, ux), (uy, -ux)])
            fx, fy, k, m = x + nx * (r // unit), y + ny * (r // unit), source.integer(0, 3), source.integer(1, 3)
            p, q = (fx - k * ny, fy + k * nx), (fx + m * ny, fy - m * nx)
            far = [(px + nx * 2, py + ny * 2) for px, py in (p, q)]
            world.append(_polygon([p, q, *far]) if one_in(source, 2) else _segment(p, q))
        s = unit * source.integer(1, 3)
        x, y, r = x + ux * (r + s) // unit, y + uy * (r + s) // unit, s
    return world


def scattered(source: Source) -> World:
    """Any shapes on a small lattice, so that many touch."""
    world = []
    for _ in range(source.integer(2, 9)):
        p, q, r = (_lattice(source, 5) for _ in range(3))
        options = [
            _segment(p, q), _polygon([p, q, r]), _box(*p, source.integer(0, 6), source.integer(0, 6)),
            Recipe("Circle", (*p, source.integer(0, 5))), Recipe("Point", p),
        ]  # fmt: skip
        world.append(choice(source, options))
    return world


def mixture(source: Source) -> World:
    """Two worlds of different kinds, in an order at random."""
    world = [recipe for _ in range(2) for recipe in choice(source, list(KINDS_OF_WORLDS.values())[:-1])(source)]
    for i in range(len(world) - 1, 0, -1):
        j = source.integer(0, i)
        world[i], world[j] = world[j], world[i]
    return world[:24]


KINDS_OF_WORLDS: dict[str, Callable[[Source], World]] = {
    "tiling": tiling, "bricks": bricks, "polyline": polyline, "fan": fan, "triangulation": triangulation,
    "decomposition": decomposition, "discs": discs, "scattered": scattered, "mixture": mixture,
}  # fmt: skip


def sprinkled(source: Source, world: World) -> World:
    """A world to which points and shapes of no width are added, most of them at corners."""
    result, spots = list(world), [p for face in corners(world) for p in face]
    for _ in range(source.integer(1, 4)):
        p, q = (choice(source, spots) if one_in(source, 2) else _lattice(source, 8) for _ in range(2))
        shape = _thin(source, p, q) if p != q and one_in(source, 3) else _still(source, p)
        result.insert(source.integer(0, len(result)), shape)
    return result


def body_runs(source: Source, count: int) -> list[int]:
    """How many shapes of a world belong to each body in turn: all, or a few."""
    if one_in(source, 3):
        return [count]
    runs: list[int] = []
    while sum(runs) < count:
        runs.append(min(source.integer(1, 6), count - sum(runs)))
    return runs


def offset_of(source: Source) -> Whole:
    """Where a world is that is far from the origin along an axis or both."""
    sizes = [0, 1 << 12, 1 << 20, 1 << 30, 1 << 40]
    x, y = choice(source, sizes[1:]) + source.integer(-9, 9), choice(source, sizes) + source.integer(-9, 9)
    x, y = (x, y) if one_in(source, 2) else (y, x)
    return x * (source.integer(0, 1) * 2 - 1), y * (source.integer(0, 1) * 2 - 1)


# ---- ways ------------------------------------------------------------------------------------------------------------


def corners(world: Sequence[Recipe]) -> list[Sequence[Whole]]:
    """The vertices of each shape, in order; those of a disc are its leftmost, lowest, rightmost and highest points."""
    found: list[Sequence[Whole]] = []
    for make, v in world:
        n = [int(x) for x in v]
        if make == "Rect":
            x, y, w, h = n[:4]
            found.append([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
        elif make == "Circle":
            x, y, r = n
            found.append([(x - r, y), (x, y - r), (x + r, y), (x, y + r)])
        else:
            found.append(list(zip(n[0 : len(n) // 2 * 2 : 2], n[1::2], strict=False)))
    return found


def _primitive(v: Whole) -> Whole:
    k = math.gcd(*v)
    return (v[0] // k, v[1] // k) if k else v


def _line(source: Source, faces: Sequence[Sequence[Whole]]) -> tuple[Whole, Whole]:
    """A point and a direction in whole numbers: along a side, through a corner, from corner to corner, or at random."""
    face = choice(source, faces)
    i = source.integer(0, len(face) - 1)
    p, q = face[i - 1], face[i]
    turn = source.integer(0, 7)
    if turn < 3 and p != q:
        return p, _primitive((q[0] - p[0], q[1] - p[1]))
    if turn < 5:
        steps = [(1, 0), (0, 1), (1, 1), (1, -1), _lattice(source, 4), _lattice(source, 9)]
        return p, _primitive(choice(source, steps))
    if turn < 7:
        other = choice(source, choice(source, faces))
        return p, _primitive((other[0] - p[0], other[1] - p[1]))
    return _lattice(source), _primitive(_lattice(source, 5))


def _still(source: Source, p: Whole) -> Recipe:
    """A point, as any kind of shape without size."""
    options = [
        Recipe("Point", p), Recipe("Point", p), Recipe("Circle", (*p, 0)), Recipe("Rect", (*p, 0, 0)),
        Recipe("RoundRect", (*p, 0, 0, 0)), Recipe("Segment", (*p, *p)), Recipe("Polygon.hull", (*p, 0)),
    ]  # fmt: skip
    return choice(source, options)


def _thin(source: Source, p: Whole, q: Whole) -> Recipe:
    """A segment, as any kind of shape without width."""
    if 0 in (q[0] - p[0], q[1] - p[1]) and one_in(source, 3):
        x, y = min(p[0], q[0]), min(p[1], q[1])
        size = (abs(q[0] - p[0]), abs(q[1] - p[1]))
        return Recipe("Rect", (x, y, *size)) if one_in(source, 2) else Recipe("RoundRect", (x, y, *size, 0))
    if one_in(source, 3):
        return Recipe("Capsule", (*q, *p, 0))
    return Recipe("Segment", (*p, *q))


def way_through(source: Source, faces: Sequence[Sequence[Whole]]) -> Way:
    """A way of a point, or of a segment along itself, on a line through a world given by the corners of its shapes."""
    (x, y), d = _line(source, faces)
    if d == (0, 0):
        d = (1, 0)
    # The way starts up to `room` steps before the point; one in four starts at it, one in four ends at it.
    room = max(1, 40 // max(map(abs, d)))
    ends = [-source.integer(0, room), source.integer(1, room)]
    turn = source.integer(0, 7)
    if turn < 2:
        ends[turn] = 0
    if ends[0] == ends[1]:
        ends[1] += 1
    if one_in(source, 2):
        ends.reverse()

    def at(k: int) -> Whole:
        return x + k * d[0], y + k * d[1]

    back = start = ends[0]
    if one_in(source, 3):  # a segment, in either direction
        back += source.integer(1, 6) * (-1 if ends[1] > start else 1)
        p, q = (at(back), at(start)) if one_in(source, 2) else (at(start), at(back))
        shape = _thin(source, p, q)
    else:
        shape = _still(source, at(start))
    step = ends[1] - start
    return Way(shape, (step * d[0], step * d[1]))


def world_of(source: Source) -> tuple[str, World]:
    """A world of a kind at random, not empty."""
    kind = choice(source, list(KINDS_OF_WORLDS))
    return kind, KINDS_OF_WORLDS[kind](source) or [Recipe("Point", (0, 0))]


def world_with_ways(source: Source, count: int) -> tuple[str, World, list[Way]]:
    """A world of a kind at random, and a number of ways through it."""
    kind, world = world_of(source)
    faces = corners(world)
    return kind, world, [way_through(source, faces) for _ in range(count)]


@st.composite
def unions(draw: st.DrawFn) -> tuple[World, Way]:
    """A world and a way through it."""
    _, world, ways = world_with_ways(Drawn(draw), 1)
    return world, ways[0]


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
