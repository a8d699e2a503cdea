"""Bad input: TypeError for a wrong kind, ValueError for a wrong value, with argument, rule and value; no crash."""

from __future__ import annotations

import collections
import copyreg
import math
import os
import pickle
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from forms import EVERY_FORM
from hostile import HOSTILE, HostileError, RaisesInFloat, ShapeIsFresh, ShapeIsItself, ShapeRaises, hostile_value
from verbs import VERBS

import collide2d
from collide2d import _core

# Called wrongly on purpose, so not for the type checker to see.
anything: Any = collide2d
core: Any = _core
copying: Any = copyreg
Shape, Point, Circle, Segment = anything.Shape, anything.Point, anything.Circle, anything.Segment
Capsule, Rect, RoundRect, Polygon = anything.Capsule, anything.Rect, anything.RoundRect, anything.Polygon
Contact, Hit, collides, contains = anything.Contact, anything.Hit, anything.collides, anything.contains
sweep, cast, raycast, separate = anything.sweep, anything.cast, anything.raycast, anything.separate
bounce, slide = anything.bounce, anything.slide
CLASSES = (Point, Circle, Segment, Capsule, Rect, RoundRect, Polygon)
RESULTS = (Contact((1, 0), 1, [(0, 0)]), Hit(0.5, (1, 2), (0, -1), 3))
HUGE = 10**400

OUT_OF_RANGE = "must be between -1e60 and 1e60"
DERIVED = f"every coordinate and size {OUT_OF_RANGE}"
NO_SHAPE = "must be a shape, an object with a shape, a pygame rectangle, circle or line, or a pair of numbers"
AMBIGUOUS = "is ambiguous, four numbers may be a rectangle or a segment: write Rect(...) or Segment(...)"
KINDS = "'point' or 'circle' or 'segment' or 'capsule' or 'rect' or 'roundrect' or 'polygon'"
KEYS = "the keys must be"

FAR = Polygon([(1e60 - k * k * 1e58, k * 1e58) for k in range(-4, 5)])  # of many vertices
# What is called, with the message it must give.
VALUE_ERRORS: list[tuple[Callable[[], object], str]] = [
    (lambda: Circle(0, 0, -1), "Circle: r must be >= 0, got -1.0"),
    (lambda: Circle(math.nan, 0, 1), "Circle: x must be finite, got nan"),
    (lambda: Circle(0, -math.inf, 1), "Circle: y must be finite, got -inf"),
    (lambda: Circle(1e61, 0, 1), "Circle: x must be between -1e60 and 1e60, got 1e+61"),
    (lambda: Circle(HUGE, 0, 1), "Circle: x must be between -1e60 and 1e60, got int too large for a float"),
    (lambda: Circle((math.nan, 0), 1), "Circle: x must be finite, got nan"),
    (lambda: Point(0, math.nan), "Point: y must be finite, got nan"),
    (lambda: Segment(0, 0, math.inf, 0), "Segment: bx must be finite, got inf"),
    (lambda: Capsule(0, 0, 1, 1, -0.5), "Capsule: r must be >= 0, got -0.5"),
    (lambda: Rect(0, 0, -1, 1), "Rect: w must be >= 0, got -1.0"),
    (lambda: Rect(0, 0, 1, -math.inf), "Rect: h must be finite, got -inf"),
    (lambda: Rect((0, 0, 1, -1)), "Rect: h must be >= 0, got -1.0"),
    (lambda: Rect(0, 0, 1, 1, math.nan), "Rect: angle must be finite, got nan"),
    (lambda: Rect(0, 0, 1, 1, radians=math.nan), "Rect: radians must be finite, got nan"),
    (lambda: Rect(0, 0, 1, 1, 5, pivot=(0, math.nan)), "Rect: pivot must be finite, got nan"),
    (lambda: Rect(1e60, 0, 1e60, 0), f"Rect: {DERIVED}, got x=1e+60, y=0.0, w=1e+60, h=0.0"),
    (lambda: Rect.centered(0, 0, 1, -1), "Rect.centered: h must be >= 0, got -1.0"),
    (lambda: Rect.pivoted(0, 0, 1, 1, (math.nan, 0)), "Rect.pivoted: offset must be finite, got nan"),
    (lambda: Rect.from_corners(0, 0, 1, math.nan), "Rect.from_corners: y2 must be finite, got nan"),
    (lambda: RoundRect(0, 0, 4, 2, 3), "RoundRect: r must be at most half the smaller side, got 3.0"),
    (lambda: RoundRect(Rect(0, 0, 4, 2), 3), "RoundRect: r must be at most half the smaller side, got 3.0"),
    (lambda: RoundRect.around(0, 0, -1, 2, 3), "RoundRect.around: inner_w must be >= 0, got -1.0"),
    (lambda: Polygon([]), "Polygon: points must have at least one point, got 0 points"),
    (lambda: Polygon([(0, 0), (4, 0), (1, 1), (0, 4)]),
     "Polygon: points must run once round a convex polygon, got 4 "
     "points"),
    (lambda: Polygon([(0, 0), (1, math.nan)]), "Polygon: points[1] must be finite, got nan"),
    (lambda: Polygon([(0, 0)], -1), "Polygon: radius must be >= 0, got -1.0"),
    (lambda: Polygon.hull([]), "Polygon.hull: points must have at least one point, got 0 points"),
    (lambda: Circle(0, 0, 1).move(math.nan, 0), "move: dx must be finite, got nan"),
    (lambda: Circle(1e60, 0, 1).move(1e60, 0), f"move: {DERIVED}, got dx=1e+60, dy=0.0"),
    (lambda: Circle(0, 0, 1).at(0, 1e300), "at: y must be between -1e60 and 1e60, got 1e+300"),
    (lambda: Circle(0, 0, 1).rotate(math.inf), "rotate: angle must be finite, got inf"),
    (lambda: Circle(0, 0, 1).rotate(1, (0, math.nan)), "rotate: about must be finite, got nan"),
    (lambda: Circle(0, 0, 1).scale_by(-1), "scale_by: k must be >= 0, got -1.0"),
    (lambda: Circle(0, 0, 1e60).scale_by(2), f"scale_by: {DERIVED}, got k=2.0"),
    (lambda: Circle(0, 0, 1).grow(-2), "grow: radius + d must be >= 0, got -1.0"),
    (lambda: Rect(0, 0, 1, 1).grow(-1), "grow: radius + d must be >= 0, got -1.0"),
    (lambda: Circle(0, 0, 1).collides((0, math.nan)), "collides: other must be finite, got nan"),
    (lambda: anything.contact((0, 0), [1e61, 0]), "contact: b must be between -1e60 and 1e60, got 1e+61"),
    (lambda: Contact((1, 0), 1, []), "Contact: points must be one or two, got 0"),
    (lambda: Contact((1, 0), -1, [(0, 0)]), "Contact: depth must be >= 0, got -1.0"),
    (lambda: Contact((1, 0), math.nan, [(0, 0)]), "Contact: depth must be finite, got nan"),
    (lambda: Contact((math.nan, 0), 1, [(0, 0)]), "Contact: normal must be finite, got nan"),
    (lambda: Contact((1, 0), 1, [(0, math.inf)]), "Contact: points must be finite, got inf"),
    (lambda: Hit(math.nan, (0, 0), (1, 0), 0), "Hit: t must be finite, got nan"),
    (lambda: Hit(-0.5, (0, 0), (1, 0), 0), "Hit: t must be >= 0, got -0.5"),
    (lambda: Hit(1.5, (0, 0), (1, 0), 0), "Hit: t must be at most 1, got 1.5"),
    (lambda: Hit(0, (0, math.inf), (1, 0), 0), "Hit: point must be finite, got inf"),
    (lambda: Hit(0, (0, 0), (math.nan, 0), 0), "Hit: normal must be finite, got nan"),
    (lambda: Hit(0, (0, 0), (1, 0), -1), "Hit: depth must be >= 0, got -1.0"),
    (lambda: Hit(0, (0, 0), (1, 0), math.inf), "Hit: depth must be finite, got inf"),
    (lambda: contains((0, 0), (math.inf, 0)), "contains: b must be finite, got inf"),
    (lambda: sweep(Circle(0, 0, 1), (math.nan, 0)), "sweep: motion must be finite, got nan"),
    (lambda: Circle(0, 0, 1).sweep((0, 1e61)), f"sweep: motion {OUT_OF_RANGE}, got 1e+61"),
    (lambda: sweep((1e60, 0), (1e60, 0)), f"sweep: a + motion {OUT_OF_RANGE}, got (1e+60, 0.0)"),
    (lambda: Rect(0, 1e60, 1, 0).sweep((0, 1e59)), f"sweep: self + motion {OUT_OF_RANGE}, got (0.0, 1e+59)"),
    (lambda: FAR.sweep((1e60, 0)), f"sweep: self + motion {OUT_OF_RANGE}, got (1e+60, 0.0)"),
    (lambda: cast((0, 0), (math.nan, 0), (1, 1)), "cast: motion must be finite, got nan"),
    (lambda: cast((0, 0), (0, -math.inf), (1, 1)), "cast: motion must be finite, got -inf"),
    (lambda: Circle(0, 0, 1).cast((-1e300, 0), (1, 1)), f"cast: motion {OUT_OF_RANGE}, got -1e+300"),
    (lambda: cast((math.nan, 0), (0, 0), (1, 1)), "cast: a must be finite, got nan"),
    (lambda: cast((0, 0), (0, 0), (1, math.nan)), "cast: b must be finite, got nan"),
    (lambda: Circle(0, 0, 1).cast((0, 0), (1, math.nan)), "cast: other must be finite, got nan"),
    (lambda: cast((1e60, 0), (1e60, 1), (0, 0)), f"cast: a + motion {OUT_OF_RANGE}, got (1e+60, 1.0)"),
    (lambda: Point(1e60, 0).cast((1e60, 1), (0, 0)), f"cast: self + motion {OUT_OF_RANGE}, got (1e+60, 1.0)"),
    (lambda: FAR.cast((1e60, 1), (0, 0)), f"cast: self + motion {OUT_OF_RANGE}, got (1e+60, 1.0)"),
    (lambda: raycast((math.nan, 0), (1, 0), (0, 0)), "raycast: origin must be finite, got nan"),
    (lambda: raycast((0, 0), (1, math.inf), (0, 0)), "raycast: motion must be finite, got inf"),
    (lambda: Circle(0, 0, 1).raycast((0, 0), (1, 1e61)), f"raycast: motion {OUT_OF_RANGE}, got 1e+61"),
    (lambda: raycast((0, 0), (1, 1), [math.inf, 0]), "raycast: b must be finite, got inf"),
    (lambda: Circle(0, 0, 1).raycast((0, 1e60), (0, 1e60)),
     f"raycast: origin + motion {OUT_OF_RANGE}, got (0.0, 1e+60)"),
    (lambda: Segment(-1e60, 0, 1e60, 0).minkowski_difference((1e60, 0)),
     f"minkowski_difference: {DERIVED}, got Segment(-1e+60, 0.0, 1e+60, 0.0) and Point(1e+60, 0.0)"),
    (lambda: anything.minkowski_difference(Circle(0, 0, 1e60), Circle(0, 0, 1e60)),
     f"minkowski_difference: {DERIVED}, got Circle(0.0, 0.0, 1e+60) and Circle(0.0, 0.0, 1e+60)"),
    (lambda: separate((0, 0), (0, 0), 0), "separate: mass_a must be > 0, got 0.0"),
    (lambda: separate((0, 0), (0, 0), -math.inf), "separate: mass_a must be finite, got -inf"),
    (lambda: separate((0, 0), (0, 0), mass_b=-1), "separate: mass_b must be > 0, got -1.0"),
    (lambda: Circle(0, 0, 1).separate((0, 0), mass_b=math.nan), "separate: mass_b must be finite, got nan"),
    (lambda: Circle(0, 0, 1).separate((9, 9), math.inf, math.inf),
     "separate: mass_a and mass_b must not both be infinite, got inf"),
    (lambda: separate((0, 0), (math.nan, 0)), "separate: b must be finite, got nan"),
    (lambda: Circle(0, 0, 1).separate([0, math.nan]), "separate: other must be finite, got nan"),
    (lambda: Circle(1e60, 0, 1e59).separate(Circle(9e59, 0, 1e59)),
     f"separate: {DERIVED}, got Circle(1e+60, 0.0, 1e+59) and Circle(9e+59, 0.0, 1e+59)"),
    (lambda: bounce((math.nan, 0), (0, 0), (1, 0)), "bounce: va must be finite, got nan"),
    (lambda: bounce((0, 0), (0, 1e61), (1, 0)), f"bounce: vb {OUT_OF_RANGE}, got 1e+61"),
    (lambda: bounce((0, 0), (0, 0), (math.inf, 0)), "bounce: normal must be finite, got inf"),
    (lambda: bounce((0, 0), (0, 0), (0, -0.0)), "bounce: normal must not be (0, 0), got (0.0, -0.0)"),
    (lambda: bounce((0, 0), (0, 0), (1e-99, 0)), "bounce: normal must not be (0, 0), got (1e-99, 0.0)"),
    (lambda: bounce((0, 0), (0, 0), (1, 0), -0.5), "bounce: restitution must be >= 0, got -0.5"),
    (lambda: bounce((0, 0), (0, 0), (1, 0), 1.5), "bounce: restitution must be at most 1, got 1.5"),
    (lambda: bounce((0, 0), (0, 0), (1, 0), math.nan), "bounce: restitution must be finite, got nan"),
    (lambda: bounce((0, 0), (0, 0), (1, 0), mass_a=0), "bounce: mass_a must be > 0, got 0.0"),
    (lambda: bounce((0, 0), (0, 0), (1, 0), mass_b=-2), "bounce: mass_b must be > 0, got -2.0"),
    (lambda: bounce((0, 0), (0, 0), (1, 0), 1, math.inf, math.inf),
     "bounce: mass_a and mass_b must not both be infinite, got inf"),
    (lambda: bounce((0, 0), (0, 0), (1, 0), friction=-1), "bounce: friction must be >= 0, got -1.0"),
    (lambda: bounce((0, 0), (0, 0), (1, 0), friction=math.nan), "bounce: friction must be finite, got nan"),
    (lambda: slide((math.nan, 0), (1, 0)), "slide: v must be finite, got nan"),
    (lambda: slide((0, 0), (1, 1e61)), f"slide: normal {OUT_OF_RANGE}, got 1e+61"),
    (lambda: slide((0, 0), (0, 0)), "slide: normal must not be (0, 0), got (0.0, 0.0)"),
    (lambda: anything.merge_tiles([[1, 1], [1]], 16),
     "merge_tiles: grid[1] must be as long as grid[0], 2 cells, got 1"),
    (lambda: anything.merge_tiles([[1]], (1, 0)), "merge_tiles: tile_size must be > 0, got 0.0"),
    (lambda: anything.merge_tiles([[1, 1]], 1, origin=(0, 1e17)),
     "merge_tiles: the coordinates of tiles must not vanish in rounding, "
     "got tile_size=(1.0, 1.0), origin=(0.0, 1e+17) and 2 x 1 cells"),
    (lambda: anything.merge_rects([Rect(0, 0, 4, 2, 30)]),
     "merge_rects: rects[0] must be axis-aligned, got Rect(0.0, 0.0, 4.0, 2.0, 30.0)"),
    (lambda: anything.decompose([]), "decompose: points must have at least one point, got 0 points"),
    (lambda: anything.decompose([(0, 0), (4, 4), (4, 0), (0, 4)]),
     "decompose: points must be those of a polygon that does not cross itself, got edge 0 from (0.0, 0.0) to "
     "(4.0, 4.0) and edge 2 from (4.0, 0.0) to (0.0, 4.0)"),
    (lambda: Circle.from_dict({"kind": "rect"}), "Circle.from_dict: kind must be 'circle', got 'rect'"),
    (lambda: Shape.from_dict({}), f"Shape.from_dict: kind must be {KINDS}, it is missing"),
    (lambda: Circle.from_dict({"x": 1, "y": 2}), "Circle.from_dict: the keys must be x, y, r, 'r' is missing"),
    (lambda: Rect.from_dict({"x": 1,
     "y": 2, "w": 3, "h": 4, "color": 5}), "Rect.from_dict: the keys must be x, y, w, "
     "h, got unknown key 'color'"),
    (lambda: Rect.from_dict({"x": 1, "y": 2, "w": 3, "h": -4}), "Rect: h must be >= 0, got -4.0"),
]  # fmt: skip

TYPE_ERRORS: list[tuple[Callable[[], object], str]] = [
    (lambda: Circle("1", 0, 1), "Circle: x must be a number, got str"),
    (lambda: Circle(0, None, 1), "Circle: y must be a number, got NoneType"),
    (lambda: Circle(0, 0), "Circle: missing argument r"),
    (lambda: Circle(), "Circle: missing argument x"),
    (lambda: Circle(0, 0, 1, 2), "Circle: too many positional arguments, got 4"),
    (lambda: Circle((0, 0), 0, 1), "Circle: too many positional arguments, got 3"),
    (lambda: Circle(0, 0, 1, x=1), "Circle: x is given twice"),
    (lambda: Circle((0, 0), 1, y=1), "Circle: y is given twice"),
    (lambda: Circle(0, 0, radius=1), "Circle: unexpected keyword argument 'radius'"),
    (lambda: Circle((0, 0, 0), 1), "Circle: (x, y) must be a pair of numbers, got a tuple of length 3"),
    (lambda: Circle((0, "1"), 1), "Circle: (x, y) must be a number, got str"),
    (lambda: Rect("abcd"), "Rect: x must be a number, got str"),
    (lambda: Rect((0, 0), (1,)), "Rect: (w, h) must be a pair of numbers, got a tuple of length 1"),
    (lambda: Rect(0, 0, 1, 1, 5, radians=1), "Rect: angle and radians must not both be given"),
    (lambda: Rect(0, 0, 1, 1, 5, pivot=3), "Rect: pivot must be a pair of numbers, got int"),
    (lambda: Rect(Rect(0, 0, 4, 2, 30), 5), "Rect: x must be a number, got collide2d.Rect"),
    (lambda: Rect(RoundRect(0, 0, 4, 2, 1)), "Rect: x must be a number, got collide2d.RoundRect"),
    (lambda: RoundRect(RoundRect(0, 0, 4, 2, 1), 1),
     "RoundRect: the rectangle must not be rounded already, got RoundRect(0.0, 0.0, "
     "4.0, 2.0, 1.0)"),
    (lambda: RoundRect(Rect(0, 0, 4, 2)), "RoundRect: missing argument r"),
    (lambda: Polygon(5), "Polygon: points must be an iterable of pairs, got int"),
    (lambda: Polygon([1, 2]), "Polygon: points[0] must be a pair of numbers, got int"),
    (lambda: Circle(0, 0, 1).rotate(), "rotate: exactly one of angle and radians must be given, got neither"),
    (lambda: Circle(0, 0, 1).rotate(1, radians=1), "rotate: exactly one of angle and radians must be given, got both"),
    (lambda: collides(Circle(0, 0, 1)), "collides: takes 2 shapes, got 1"),
    (lambda: collides((0, 0, 1, 1), (0, 0)), f"collides: a {AMBIGUOUS}, got tuple of length 4"),
    (lambda: Circle(0, 0, 1).collides("ab"), f"collides: other {NO_SHAPE}, got str"),
    (lambda: Circle(0, 0, 1).collides(ShapeIsItself()), f"collides: other {NO_SHAPE}, got ShapeIsItself"),
    (lambda: Circle(0, 0, 1) < Circle(0, 0, 2),
     "'<' not supported between instances of 'collide2d.Circle' and "
     "'collide2d.Circle'"),
    (lambda: contains(Circle(0, 0, 1)), "contains: takes 2 shapes, got 1"),
    (lambda: Circle(0, 0, 1).contains("ab"), f"contains: other {NO_SHAPE}, got str"),
    (lambda: anything.minkowski_difference((0, 0, 1, 1), (0, 0)),
     f"minkowski_difference: a {AMBIGUOUS}, got tuple of length 4"),
    (lambda: sweep((0, 0)), "sweep: takes a shape and a motion, got 1"),
    (lambda: sweep((0, 0), 1), "sweep: motion must be a pair of numbers, got int"),
    (lambda: sweep(5, (1, 0)), f"sweep: a {NO_SHAPE}, got int"),
    (lambda: Circle(0, 0, 1).sweep((1, 2, 3)), "sweep: motion must be a pair of numbers, got a tuple of length 3"),
    (lambda: Circle(0, 0, 1).sweep(Circle(0, 0, 1)), "sweep: motion must be a pair of numbers, got collide2d.Circle"),
    (lambda: cast((0, 0), (1, 0)), "cast: takes a shape, a motion and a shape, got 2"),
    (lambda: cast((0, 0), "10", (1, 0)), "cast: motion must be a pair of numbers, got str"),
    (lambda: cast((0, 0), ("1", 0), (1, 0)), "cast: motion must be a number, got str"),
    (lambda: cast(None, (1, 0), (1, 0)), f"cast: a {NO_SHAPE}, got NoneType"),
    (lambda: cast((0, 0), (1, 0), None), f"cast: b {NO_SHAPE}, got NoneType"),
    (lambda: Circle(0, 0, 1).cast((1, 0)), "cast: takes a motion and a shape, got 1"),
    (lambda: Circle(0, 0, 1).cast((1, 0), (0, 0, 1, 1)), f"cast: other {AMBIGUOUS}, got tuple of length 4"),
    (lambda: raycast((0, 0), (1, 0)), "raycast: takes an origin, a motion and a shape, got 2"),
    (lambda: Circle(0, 0, 1).raycast((0, 0), (1, 0), (1, 1)), "raycast: takes an origin and a motion, got 3"),
    (lambda: raycast(Circle(0, 0, 1), (1, 0), (1, 1)),
     "raycast: origin must be a pair of numbers or a Point, got collide2d.Circle"),
    (lambda: raycast(5, (1, 0), (1, 1)), "raycast: origin must be a pair of numbers, got int"),
    (lambda: raycast((0, 0), None, (1, 1)), "raycast: motion must be a pair of numbers, got NoneType"),
    (lambda: raycast((0, 0), (1, 0), 7), f"raycast: b {NO_SHAPE}, got int"),
    (lambda: separate((0, 0)), "separate: missing argument b"),
    (lambda: Circle(0, 0, 1).separate(), "separate: missing argument other"),
    (lambda: separate((0, 0), b=(0, 0)), "separate: unexpected keyword argument 'b'"),
    (lambda: Circle(0, 0, 1).separate(other=(0, 0)), "separate: unexpected keyword argument 'other'"),
    (lambda: separate((0, 0), (0, 0), 1, 1, 1), "separate: too many positional arguments, got 5"),
    (lambda: separate((0, 0), (0, 0), 1, mass_a=1), "separate: mass_a is given twice"),
    (lambda: separate((0, 0), (0, 0), mass_b="1"), "separate: mass_b must be a number, got str"),
    (lambda: separate((0, 0), (0, 0), None), "separate: mass_a must be a number, got NoneType"),
    (lambda: separate("ab", (0, 0)), f"separate: a {NO_SHAPE}, got str"),
    (lambda: Circle(0, 0, 1).separate("ab"), f"separate: other {NO_SHAPE}, got str"),
    (lambda: bounce((0, 0), (0, 0)), "bounce: missing argument normal"),
    (lambda: bounce((0, 0), 1, (1, 0)), "bounce: vb must be a pair of numbers, got int"),
    (lambda: bounce((0, 0), (0, 0), (1,)), "bounce: normal must be a pair of numbers, got a tuple of length 1"),
    (lambda: bounce((0, 0), (0, 0), (1, 0), (1, 0)), "bounce: restitution must be a number, got tuple"),
    (lambda: bounce((0, 0), (0, 0), (1, 0), mass=1), "bounce: unexpected keyword argument 'mass'"),
    (lambda: bounce((0, 0), (0, 0), (1, 0), 1, 1, 1, 0, 0), "bounce: too many positional arguments, got 8"),
    (lambda: bounce((0, 0), (0, 0), (1, 0), va=(0, 0)), "bounce: va is given twice"),
    (lambda: slide((1, 0)), "slide: missing argument normal"),
    (lambda: slide(1, (1, 0)), "slide: v must be a pair of numbers, got int"),
    (lambda: slide((1, 0), (0, 1), (0, 1)), "slide: too many positional arguments, got 3"),
    (lambda: anything.merge_tiles("##", 1), "merge_tiles: grid must be a sequence of rows, got str"),
    (lambda: anything.merge_tiles([[1], 5], 1), "merge_tiles: grid[1] must be a sequence of cells, got int"),
    (lambda: anything.merge_tiles([[1]], 1, "#"), "merge_tiles: solid must be a function of a cell, got str"),
    (lambda: anything.merge_rects([Circle(0, 0, 1)]), "merge_rects: rects[0] must be a rectangle, got a Circle"),
    (lambda: anything.merge_rects(5), "merge_rects: rects must be an iterable of rectangles, got int"),
    (lambda: anything.decompose([(0, 0), 5]), "decompose: points[1] must be a pair of numbers, got int"),
    (lambda: Hit(0, (0, 0), (1, 0)), "Hit: missing argument depth"),
    (lambda: Hit((0, 0), (0, 0), (1, 0), 0), "Hit: t must be a number, got tuple"),
    (lambda: Hit(0, 1, (1, 0), 0), "Hit: point must be a pair of numbers, got int"),
    (lambda: Hit(0, (0, 0), (1, 0), 0, 0), "Hit: too many positional arguments, got 5"),
    (lambda: Hit(0, (0, 0), (1, 0), 0) < Hit(0, (0, 0), (1, 0), 0),
     "'<' not supported between instances of 'collide2d.Hit' and 'collide2d.Hit'"),
    (lambda: Circle.from_dict([1]), "Circle.from_dict: data must be a dict, got list"),
    (lambda: Shape.from_dict({"kind": "point", "x": "1", "y": 2}), "Point: x must be a number, got str"),
    (lambda: Shape(), "cannot create 'collide2d.Shape' instances"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), VALUE_ERRORS, ids=[message for _, message in VALUE_ERRORS])
def test_a_wrong_value_names_argument_rule_and_value(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the whole message is compared
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize(("call", "message"), TYPE_ERRORS, ids=[message for _, message in TYPE_ERRORS])
def test_a_wrong_kind_names_argument_and_kind(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


# ---- what user code raises -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda: Circle(RaisesInFloat(), 0, 1),
        lambda: Circle((0, RaisesInFloat()), 1),
        lambda: Polygon([(0, 0), (RaisesInFloat(), 0)]),
        lambda: Circle(0, 0, 1).collides(ShapeRaises()),
        lambda: collides(ShapeRaises(), ShapeRaises()),
        lambda: sweep(ShapeRaises(), (1, 0)),
        lambda: Circle(0, 0, 1).sweep((RaisesInFloat(), 0)),
        lambda: cast((0, 0), (RaisesInFloat(), 0), (0, 0)),
        lambda: cast((0, 0), (1, 0), ShapeRaises()),
        lambda: raycast((0, RaisesInFloat()), (1, 0), (0, 0)),
        lambda: raycast((0, 0), (1, 0), ShapeRaises()),
        lambda: separate(Circle(0, 0, 1), ShapeRaises()),
        lambda: Circle(0, 0, 1).separate((0, 0), RaisesInFloat()),
        lambda: bounce((0, 0), (0, 0), (1, 0), RaisesInFloat()),
        lambda: slide((1, 0), (RaisesInFloat(), 0)),
        lambda: anything.merge_tiles([[RaisesInFloat()]], RaisesInFloat()),
        lambda: anything.merge_tiles([[1]], 1, float, (0, RaisesInFloat())),
        lambda: anything.merge_rects([ShapeRaises()]),
        lambda: anything.decompose([(0, 0), (RaisesInFloat(), 0)]),
    ],
)
def test_an_exception_of_an_argument_is_passed_on(call: Callable[[], object]) -> None:
    with pytest.raises(HostileError):
        call()


def test_a_shape_that_nobody_else_holds_lives_as_long_as_the_query() -> None:
    for verb in VERBS:
        assert getattr(collide2d, verb)(ShapeIsFresh(), ShapeIsFresh()) is not None
    assert sweep(ShapeIsFresh(), (1, 0)) is not None
    assert cast(ShapeIsFresh(), (1, 0), ShapeIsFresh()) is not None
    assert raycast((0.4, 0.6), (1, 1), ShapeIsFresh()) is not None
    assert separate(ShapeIsFresh(), ShapeIsFresh()) is not None


# ---- the types are sealed --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cls", [Shape, *CLASSES, Contact, Hit])
def test_no_type_can_be_derived_from_or_changed(cls: Any) -> None:
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Mine", (cls,), {})
    with pytest.raises(TypeError, match="immutable type"):
        cls.x = 1
    with pytest.raises(TypeError, match="immutable type"):
        del cls.__repr__
    with pytest.raises(TypeError):
        cls.__bases__ = (object,)


@pytest.mark.parametrize("cls", [*CLASSES, Contact, Hit])
def test_no_way_round_the_constructor(cls: Any) -> None:
    ways: tuple[Callable[[], object], ...] = (
        lambda: object.__new__(cls),
        lambda: cls.__new__(cls),
        lambda: cls.__new__(Shape),
        lambda: cls.__new__(int),
        lambda: cls.__new__(),
        lambda: cls.__new__(5),
        lambda: cls.__new__(Circle if cls is not Circle else Rect, 1, 2, 3),
        lambda: copying._reconstructor(cls, object, None),
        lambda: copying.__newobj__(cls),
        lambda: Shape.__new__(cls),
        lambda: cls.__new__(cls, **{"1": 2}),
    )
    for make in ways:
        with pytest.raises(TypeError):
            make()


@pytest.mark.parametrize("value", [*EVERY_FORM.values(), *RESULTS])
def test_no_object_can_be_changed(value: Any) -> None:
    before = repr(value)
    for name in [n for n in dir(value) if not n.startswith("__")] + ["unknown", "__dict__", "__class__"]:
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, name, 1)
        with pytest.raises((AttributeError, TypeError)):
            delattr(value, name)
    with pytest.raises((AttributeError, TypeError)):
        value.__class__ = Circle if type(value) is not Circle else Point
    with pytest.raises(AttributeError):
        value.__setstate__((1, 2, 3))
    value.__init__(9, 9, 9)  # object's, which does nothing
    assert repr(value) == before


@pytest.mark.parametrize(
    "fields",
    [
        (),
        (0, 0, 0, 0),
        (0, 4, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0),
        (0, -1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0),
        (0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1),
        (0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0),
        (1, 3, 1, 0, 0, 0, 1, 1, 0, 0, 5, 1),
        (0, 0, 0, 0, math.nan, 0, 1, 1, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, -1, 1, 0, 0, 0, 0),
        (0, 2, 0, 0, 0, 0, 1, 1, 0, math.inf, 0, 0),
        (0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1e300, 0),
        (1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0.6),
        (1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, -1),
        (0, 10**30, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0),
    ],
)
def test_a_forged_pickle_is_refused(fields: tuple[float, ...]) -> None:
    class Forged:
        def __reduce__(self) -> tuple[Any, ...]:
            return core._restore_rect, fields

    with pytest.raises((TypeError, ValueError, OverflowError)):
        pickle.loads(pickle.dumps(Forged()))


# ---- the storm -------------------------------------------------------------------------------------------------------


NUMBERS: tuple[object, ...] = (0, 1, 2, 0.5, 3, 30)
PAIRS: tuple[object, ...] = ((1, 2), [0.5, 0], (-30.0, 4), (0, -1))
SHAPE_LIKES: tuple[object, ...] = (*EVERY_FORM.values(), (1, 2), [0.5, 0])


class Target(NamedTuple):
    """Something to call, how many arguments it takes, and some that suit it, by position; the last suits the rest."""

    call: Callable[..., object]
    arity: int
    suitable: tuple[tuple[object, ...], ...] = (NUMBERS,)


MOTION = (SHAPE_LIKES, PAIRS)
VERBS_OF_MOTION = (
    ("sweep", 2, MOTION), ("cast", 3, (*MOTION, SHAPE_LIKES)), ("raycast", 3, (PAIRS, PAIRS, SHAPE_LIKES)),
    ("separate", 4, (SHAPE_LIKES, SHAPE_LIKES, NUMBERS)), ("bounce", 7, (PAIRS, PAIRS, PAIRS, (0, 0.5, 1))),
    ("slide", 2, (PAIRS,)), ("Hit", 4, ((0, 0.5, 1), PAIRS, PAIRS, NUMBERS)),
    ("merge_tiles", 4, (([[1, 0], [1, 1]], ["##"]), (1, 0.1, (2, 3)), (bool, len), PAIRS)),
    ("merge_rects", 1, (([Rect(0, 0, 1, 1), Rect(1, 0, 1, 1)], [Rect(0, 0, 0, 1)]),)),
    ("decompose", 1, (([(0, 0), (4, 0), (1, 1), (0, 4)], [(0, 0), (4, 4), (4, 0), (0, 4)]),)),
)  # fmt: skip
METHODS_OF_MOTION = (
    ("sweep", 1, (PAIRS,)), ("cast", 2, (PAIRS, SHAPE_LIKES)), ("raycast", 2, (PAIRS,)),
    ("separate", 3, (SHAPE_LIKES, NUMBERS)),
)  # fmt: skip


def _targets() -> list[Target]:
    """Everything of the package that can be called; what matters most, often."""
    targets = [Target(Point, 2), Target(Circle, 3), Target(Segment, 4), Target(Capsule, 5), Target(Rect, 5)]
    targets += [Target(RoundRect, 6), Target(Contact, 3), Target(core._restore_rect, 12)]
    targets += [Target(Rect.centered, 5), Target(Rect.pivoted, 6), Target(Rect.from_corners, 4)]
    targets += [Target(RoundRect.centered, 6), Target(RoundRect.pivoted, 7), Target(RoundRect.around, 6)]
    targets += [Target(make, 1, (([(0, 0), (1, 0), (0, 1)], [(1, 2)]),)) for make in (Polygon, Polygon.hull)]
    targets += [Target(Shape.from_dict, 1, (tuple(shape.to_dict() for shape in EVERY_FORM.values()),))]
    targets += [Target(getattr(collide2d, verb), 2, (SHAPE_LIKES,)) for verb in VERBS] * 2
    targets += [Target(getattr(collide2d, verb), arity, suitable) for verb, arity, suitable in VERBS_OF_MOTION] * 2
    targets = targets * 60
    for shape in EVERY_FORM.values():
        targets += [Target(getattr(shape, verb), 1, (SHAPE_LIKES,)) for verb in VERBS] * 2
        targets += [Target(getattr(shape, verb), arity, suitable) for verb, arity, suitable in METHODS_OF_MOTION] * 2
        targets += [Target(shape.move, 2), Target(shape.at, 2), Target(shape.rotate, 2)] * 2
        targets += [Target(shape.scale_by, 1), Target(shape.grow, 1)] * 2
    for thing in (*CLASSES, Contact, Hit, Shape, Circle(0, 0, 1), *RESULTS):
        # Not what walks the whole type system, nor what draws, which is slow and not of the core.
        skipped = ("__class__", "__subclasses__", "mro", "_repr_svg_", "__dir__")
        members = [getattr(thing, name) for name in dir(thing) if name not in skipped]
        targets += [Target(member, 1) for member in members if callable(member)]
    return targets


def _arguments(rng: random.Random, target: Target) -> tuple[list[Any], dict[str, Any]]:
    count = target.arity if rng.random() < 0.8 else rng.randrange(14)
    share = rng.choice((0.05, 0.3, 1.0))
    suitable = [target.suitable[min(i, len(target.suitable) - 1)] for i in range(count)]
    values = [hostile_value(rng) if rng.random() < share else rng.choice(fine) for fine in suitable]
    if rng.random() < 0.8:
        return values, {}
    names = ["x", "y", "r", "w", "h", "angle", "radians", "pivot", "about", "points", "radius", "offset", "dx", "ü", ""]
    names += ["mass_a", "mass_b", "restitution", "friction", "normal", "va", "vb", "v", "t", "point", "depth"]
    split = rng.randrange(count + 1)
    return values[:split], {rng.choice(names): value for value in values[split:]}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # a hostile argument is NotImplemented
def test_a_storm_of_random_calls_raises_exceptions_only() -> None:
    """COLLIDE2D_STORM sets how many calls. What comes out is an exception or a valid result, never a crash."""
    rng = random.Random(20261121)
    targets = _targets()
    allowed = (TypeError, ValueError, HostileError, IndexError, AttributeError, OverflowError, RecursionError)
    calls = int(os.environ.get("COLLIDE2D_STORM", "50000"))
    outcomes: collections.Counter[str] = collections.Counter()
    for _ in range(calls):
        target = rng.choice(targets)
        args, kwargs = _arguments(rng, target)
        try:
            result = target.call(*args, **kwargs)
        except allowed as error:
            outcomes[type(error).__name__] += 1
            continue
        outcomes[type(result).__name__] += 1
        if isinstance(result, Shape):
            assert all(abs(z) <= 1e60 for v in result.vertices for z in v)
            assert 0 <= result.radius <= 1e60
            assert result.relate(result) >= 0
        elif isinstance(result, float):
            assert not math.isnan(result)
        elif isinstance(result, tuple) and result and isinstance(result[0], Shape):
            assert not result[0].overlaps(result[1])
        elif isinstance(result, Hit):
            assert 0 <= result.t <= 1
            assert not any(map(math.isnan, (*result.point, *result.normal, result.depth)))
        elif target.call in (bounce, slide):
            numbers = result if target.call is slide else [*result[0], *result[1]]  # type: ignore[index]
            assert all(abs(x) <= 1e60 for x in numbers)  # type: ignore[attr-defined]
    for name in (
        "TypeError",
        "ValueError",
        "HostileError",
        "Contact",
        "Hit",
        "tuple",
        "bool",
        *(cls.__name__ for cls in CLASSES),
    ):
        assert outcomes[name] > calls / 1000, f"the storm reaches too little: {outcomes}"


def test_every_hostile_object_is_met_by_every_constructor_and_verb_at_every_place() -> None:
    """The storm, but complete where one argument is hostile and the others are fine."""
    fine = (1, 2, 3, 4, 1, 1)
    allowed = (TypeError, ValueError, HostileError, IndexError)
    calls: list[tuple[Callable[..., object], int]] = [(Point, 2), (Circle, 3), (Segment, 4), (Capsule, 5), (Rect, 5)]
    calls += [(RoundRect, 6), (Rect.centered, 5), (Rect.from_corners, 4), (RoundRect.around, 6), (Polygon, 2)]
    calls += [(getattr(collide2d, verb), 2) for verb in VERBS]
    calls += [(Circle(0, 0, 1).move, 2), (Rect(0, 0, 1, 1, 30).rotate, 2), (Rect(0, 0, 1, 1).grow, 1), (Contact, 3)]
    cases: list[tuple[Callable[..., object], list[object]]] = [(call, list(fine[:count])) for call, count in calls]
    for verb, arity, suitable in VERBS_OF_MOTION:
        cases += [(getattr(collide2d, verb), [suitable[min(i, len(suitable) - 1)][0] for i in range(arity)])]
    for verb, arity, suitable in METHODS_OF_MOTION:
        method = getattr(Rect(0, 0, 4, 2, 30), verb)
        cases += [(method, [suitable[min(i, len(suitable) - 1)][0] for i in range(arity)])]
    refused = 0
    for make in HOSTILE:
        for call, plain in cases:
            for place in range(len(plain)):
                args = [*plain[:place], make(), *plain[place + 1 :]]
                try:
                    call(*args)
                except allowed:
                    refused += 1
    assert refused > 1000
