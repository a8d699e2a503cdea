"""Shapes as plain numbers: a recipe is the name of a constructor and its arguments, for any module that has the
constructors of collide2d."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

KINDS = ("point", "circle", "segment", "capsule", "rect", "roundrect", "polygon")
ROUND_KINDS = ("circle", "capsule", "roundrect", "polygon")
KIND_PAIRS = [(a, b) for i, a in enumerate(KINDS) for b in KINDS[i:]]

GRAIN = 2.0**-200
LIMIT = 1e60

Vec: TypeAlias = tuple[float, float]


class Recipe(NamedTuple):
    """The name of a constructor and its arguments as plain numbers."""

    make: str
    numbers: tuple[float, ...]


RecipePair: TypeAlias = tuple[Recipe, Recipe]


def points_of(numbers: Sequence[float]) -> list[Vec]:
    return list(zip(numbers[0:-1:2], numbers[1::2], strict=True))


# How to call each constructor. The last number of a polygon is its radius.
_MAKERS: dict[str, Callable[[Any, tuple[float, ...]], Any]] = {
    "Point": lambda m, v: m.Point(*v),
    "Circle": lambda m, v: m.Circle(*v),
    "Segment": lambda m, v: m.Segment(*v),
    "Capsule": lambda m, v: m.Capsule(*v),
    "Rect": lambda m, v: m.Rect(*v),
    "Rect.pivot": lambda m, v: m.Rect(*v[:5], pivot=v[5:]),
    "Rect.centered": lambda m, v: m.Rect.centered(*v),
    "Rect.from_corners": lambda m, v: m.Rect.from_corners(*v),
    "Rect.pivoted": lambda m, v: m.Rect.pivoted(*v[:4], v[4:6], v[6]),
    "Rect.grow": lambda m, v: m.Rect(*v[:4]).grow(v[4]),
    "RoundRect": lambda m, v: m.RoundRect(*v),
    "RoundRect.pivot": lambda m, v: m.RoundRect(*v[:6], pivot=v[6:]),
    "RoundRect.centered": lambda m, v: m.RoundRect.centered(*v),
    "RoundRect.around": lambda m, v: m.RoundRect.around(*v),
    "Polygon": lambda m, v: m.Polygon(points_of(v), v[-1]),
    "Polygon.hull": lambda m, v: m.Polygon.hull(points_of(v), v[-1]),
}

# The indices of the numbers of each constructor that must not be negative. In a rounded rectangle given by its outer
# size, a nudge may only lengthen the sides and only shorten the radius, which must not exceed half a side.
_SIZES: dict[str, tuple[int, ...]] = {
    "Circle": (2,), "Capsule": (4,), "Polygon": (-1,), "Polygon.hull": (-1,), "Rect": (2, 3), "Rect.pivot": (2, 3),
    "Rect.centered": (2, 3), "Rect.pivoted": (2, 3), "Rect.grow": (2, 3, 4), "RoundRect.around": (2, 3, 4),
    "RoundRect": (2, 3, 4), "RoundRect.pivot": (2, 3, 4), "RoundRect.centered": (2, 3, 4),
}  # fmt: skip
_OUTER = ("RoundRect", "RoundRect.pivot", "RoundRect.centered")


def build(module: Any, recipe: Recipe) -> Any:
    """The shape that `module`, which is collide2d or collide2d.reference, makes from a recipe."""
    return _MAKERS[recipe.make](module, recipe.numbers)


def nudged(recipe: Recipe, place: int, steps: int) -> Recipe:
    """The recipe with the number at `place` moved by `steps` floats, or by `steps` grains of the domain if it is 0."""
    value, numbers = recipe.numbers[place], list(recipe.numbers)
    is_size = place in _SIZES.get(recipe.make, ()) or place - len(numbers) in _SIZES.get(recipe.make, ())
    if recipe.make in _OUTER and is_size:
        steps = -abs(steps) if place == 4 else abs(steps)
    if recipe.make == "Polygon":
        recipe = recipe._replace(make="Polygon.hull")  # moving a corner may make it reflex
    if is_size and value == 0 and recipe.make not in _OUTER:
        steps = abs(steps)
    for _ in range(abs(steps)):
        value = value + math.copysign(GRAIN, steps) if abs(value) <= GRAIN else math.nextafter(value, steps * math.inf)
    numbers[place] = max(0.0 if is_size else -LIMIT, min(LIMIT, value))
    return recipe._replace(numbers=tuple(numbers))


# The index of the radius, for each constructor whose other numbers describe the core.
_RADIUS = {"Circle": 2, "Capsule": 4, "RoundRect.around": 4, "Rect.grow": 4, "Polygon.hull": -1}


def inflated(recipe: Recipe, r: float) -> Recipe:
    if recipe.make not in _RADIUS:
        return recipe
    numbers = list(recipe.numbers)
    numbers[_RADIUS[recipe.make]] = float(r)
    return recipe._replace(numbers=tuple(numbers))


# The number of points that a recipe starts with, if it is not 1; all other numbers are relative to those. In a polygon
# all numbers but the radius are points.
_PLACES = {"Segment": 2, "Capsule": 2, "Rect.from_corners": 2}


def shifted(recipe: Recipe, d: Vec) -> Recipe:
    """The recipe of the shape translated by d."""
    places = len(points_of(recipe.numbers)) if recipe.make.startswith("Polygon") else _PLACES.get(recipe.make, 1)
    numbers = list(recipe.numbers)
    for i in range(places):
        numbers[2 * i] += d[0]
        numbers[2 * i + 1] += d[1]
    return recipe._replace(numbers=tuple(numbers))


class Cast(NamedTuple):
    """A moving shape, its motion, and a shape that it may hit."""

    a: Recipe
    motion: Vec
    b: Recipe


def build_cast(module: Any, cast: Cast) -> tuple[Any, Vec, Any]:
    """The moving shape, the motion and the other shape, with both shapes made by `module`."""
    return build(module, cast.a), cast.motion, build(module, cast.b)
