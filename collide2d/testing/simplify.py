"""The simplest of wrong answers: a pair with fewer digits, in which the answer is still wrong."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from collide2d.testing.recipes import Recipe, RecipePair, shifted

Size: TypeAlias = tuple[int, int, float]
MOST_TRIES = 5_000


# The least number of vertices of a kind, and the kinds with a radius: shapes of less have no width somewhere.
_VERTICES = {"segment": 2, "capsule": 2, "rect": 4, "roundrect": 4, "polygon": 3}
_ROUND = ("circle", "capsule")


def size_of(a: Any, b: Any) -> Size:
    """How many shapes are degenerate, how hard a pair is to read, and how large its numbers are."""
    flat = sum(len(s.vertices) < _VERTICES.get(s.kind, 1) or (s.kind in _ROUND and s.radius == 0) for s in (a, b))
    numbers = [abs(c) for shape in (a, b) for p in shape.vertices for c in p]
    extreme = sum(not 1e-6 < x < 1e6 for x in numbers if x)
    return flat, len(_digits(a)) + len(_digits(b)) + 20 * extreme, sum(numbers) + a.radius + b.radius


def _digits(shape: Any) -> str:
    """A shape as text, with whole numbers as such."""
    return re.sub(r"\.0\b", "", repr(shape))


def simplest(pair: RecipePair, least: Size, size: Callable[[RecipePair], Size | None]) -> RecipePair:
    """The pair, of size `least`, after all changes that make it smaller; `size` is None for pairs that are not wrong,
    or no shapes. It may change its mind about a pair."""
    tries, improves = 0, True
    while improves and tries < MOST_TRIES:
        improves = False
        for other in _neighbours(pair):
            tries += 1
            found = size(other)
            if found is not None and found < least:
                pair, least, improves = other, found, True
                break
    return pair


def _neighbours(pair: RecipePair) -> Iterator[RecipePair]:
    """Pairs with simpler numbers: shifted to the origin, scaled, rounded to whole numbers, or with one or two numbers
    changed."""
    a, b = pair
    for recipe in pair:
        x, y = recipe.numbers[0], recipe.numbers[1]
        for d in ((-x, -y), (-x, 0.0), (0.0, -y)):
            yield shifted(a, d), shifted(b, d)
    if not any(_has_angle(recipe) for recipe in pair):
        for k in (0.5, 2.0, 4.0, 10.0, 0.1):
            yield _times(k, a), _times(k, b)
        for k in (1.0, 2.0, 0.5):
            yield _whole(k, a), _whole(k, b)
    places = [(which, i) for which in (0, 1) for i in range(len(pair[which].numbers))]
    for place in places:
        for value in _simpler(_number(pair, place)):
            yield _with(pair, place, value)
    for place in places:  # in a pair that touches, two numbers belong together
        for value in _simpler(_number(pair, place)):
            by = value - _number(pair, place)
            for other in places:
                if other > place:
                    yield _with(_with(pair, place, value), other, _number(pair, other) + by)
                    yield _with(_with(pair, place, value), other, _number(pair, other) - by)


def _has_angle(recipe: Recipe) -> bool:
    return recipe.make.startswith(("Rect", "RoundRect")) and len(recipe.numbers) > 5


def _number(pair: RecipePair, place: tuple[int, int]) -> float:
    return pair[place[0]].numbers[place[1]]


def _with(pair: RecipePair, place: tuple[int, int], value: float) -> RecipePair:
    which, i = place
    numbers = pair[which].numbers
    changed = pair[which]._replace(numbers=(*numbers[:i], value, *numbers[i + 1 :]))
    return (changed, pair[1]) if which == 0 else (pair[0], changed)


def _simpler(x: float) -> Iterator[float]:
    for value in (0.0, 1.0, -1.0, 2.0, float(round(x)), round(x, 1), round(x, 2), x / 2):
        if value != x:
            yield value


def _times(k: float, recipe: Recipe) -> Recipe:
    return recipe._replace(numbers=tuple(k * x for x in recipe.numbers))


def _whole(k: float, recipe: Recipe) -> Recipe:
    """The recipe scaled and rounded to whole numbers, of which only zeros become zero."""
    numbers = (k * x for x in recipe.numbers)
    return recipe._replace(numbers=tuple(float(round(x)) or math.copysign(1.0, x) * (x != 0) for x in numbers))
