"""The generators as hypothesis strategies. They shrink to small numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

import collide2d
from collide2d import Shape
from collide2d.testing.cast_regimes import NAMED_CAST_REGIMES, SMALL_CAST_REGIMES, drawn_cast
from collide2d.testing.checks import TwoKinds, checked_kinds, checked_names
from collide2d.testing.pair_regimes import REGIMES, exact_touch
from collide2d.testing.placing import QUARTERS, REALS, Scale
from collide2d.testing.recipes import KINDS, Cast, Recipe, RecipePair, Vec, build, build_cast
from collide2d.testing.sources import choice
from collide2d.testing.world_regimes import KINDS_OF_WORLDS, Way, World, corners, way_through, world_with_ways

__all__ = ["casts", "motions", "pairs", "shapes", "touching_pairs", "ways", "worlds"]


class Drawn:
    """Choices from hypothesis."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))


def _two_kinds(choose: Callable[[list[Any]], Any], kinds: TwoKinds) -> tuple[str, str]:
    """The kinds of the first and the second shape: one of the pairs, or any two of the names."""
    options = list(kinds)
    if isinstance(options[0], str):
        return choose(options), choose(options)
    first, second = choose(options)
    return first, second


# ---- recipes ---------------------------------------------------------------------------------------------------------


@st.composite
def recipe_pairs(
    draw: st.DrawFn, kinds: TwoKinds = KINDS, regimes: Sequence[str] = tuple(REGIMES)
) -> RecipePair:  # fmt: skip
    """Pairs of recipes of any of the kinds and regimes."""
    regime = REGIMES[draw(st.sampled_from(list(regimes)))]
    return regime(Drawn(draw), *_two_kinds(lambda options: draw(st.sampled_from(options)), kinds))


@st.composite
def recipes(draw: st.DrawFn, kinds: Sequence[str] = KINDS, regimes: Sequence[str] = tuple(REGIMES)) -> Recipe:
    """Single recipes, each from a pair."""
    return draw(recipe_pairs(kinds, regimes))[draw(st.integers(0, 1))]


@st.composite
def cast_recipes(
    draw: st.DrawFn, kinds: TwoKinds = KINDS, regimes: Sequence[str] = SMALL_CAST_REGIMES
) -> Cast:  # fmt: skip
    """Casts as recipes, of any of the kinds and regimes."""
    regime = draw(st.sampled_from(list(regimes)))
    return drawn_cast(Drawn(draw), regime, *_two_kinds(lambda options: draw(st.sampled_from(options)), kinds))


@st.composite
def recipe_ways(draw: st.DrawFn) -> tuple[World, Way]:
    """A world as recipes and a way through it."""
    _, world, found = world_with_ways(Drawn(draw), 1)
    return world, found[0]


# ---- shapes ----------------------------------------------------------------------------------------------------------


def shapes(kinds: Sequence[str] = KINDS, regimes: Sequence[str] = tuple(REGIMES)) -> st.SearchStrategy[Any]:
    """Single shapes, of any of the kinds and regimes.

    >>> from hypothesis import find
    >>> find(shapes(["circle"], ["lattice"]), lambda circle: circle.r > 1).r
    1.25
    """
    checked_names("shapes", "kinds", kinds, KINDS)
    checked_names("shapes", "regimes", regimes, REGIMES)
    return recipes(kinds, regimes).map(lambda recipe: build(collide2d, recipe))


def pairs(kinds: TwoKinds = KINDS, regimes: Sequence[str] = tuple(REGIMES)) -> st.SearchStrategy[Any]:
    """Pairs of shapes of one regime.

    kinds are names, for either shape, or pairs of names, for the first and the second shape: [("circle", "rect")].

    >>> from collide2d.testing import pairs
    >>> from hypothesis import find
    >>> a, b = find(pairs(["circle"], ["lattice"]), lambda pair: pair[0].overlaps(pair[1]))
    >>> a.kind, b.kind, a.overlaps(b)
    ('circle', 'circle', True)
    >>> a, b = find(pairs([("rect", "circle")]), lambda pair: True)
    >>> a.kind, b.kind
    ('rect', 'circle')
    """
    checked_kinds("pairs", kinds, KINDS)
    checked_names("pairs", "regimes", regimes, REGIMES)
    return recipe_pairs(kinds, regimes).map(lambda pair: (build(collide2d, pair[0]), build(collide2d, pair[1])))


@st.composite
def _touching_pairs(draw: st.DrawFn, kinds: TwoKinds) -> tuple[Any, Any]:
    source = Drawn(draw)
    a, b = exact_touch(source, *_two_kinds(lambda options: choice(source, options), kinds))
    return build(collide2d, a), build(collide2d, b)


def touching_pairs(kinds: TwoKinds = KINDS) -> st.SearchStrategy[Any]:
    """Pairs of shapes that touch exactly, by construction: at corners, along sides, as tangents.

    kinds are names or pairs of names, as in `pairs`.

    >>> from hypothesis import given, settings
    >>> @given(touching_pairs())
    ... @settings(max_examples=10, derandomize=True)
    ... def all_touch(pair):
    ...     assert pair[0].touches(pair[1])
    >>> all_touch()
    """
    checked_kinds("touching_pairs", kinds, KINDS)
    return _touching_pairs(kinds)


@st.composite
def _motions(draw: st.DrawFn) -> Vec:
    source = Drawn(draw)
    scale = choice(source, [QUARTERS, REALS, Scale(2.0**-60, 2**10), Scale(2.0**40, 2**10)])
    return scale.number(source), scale.number(source)


def motions() -> st.SearchStrategy[Vec]:
    """Motions: multiples of a quarter, floats of full precision, tiny and large ones. Some are zero.

    >>> from hypothesis import find
    >>> find(motions(), lambda motion: motion[0] > 2)[0] > 2
    True
    """
    return _motions()


def casts(
    kinds: TwoKinds = KINDS, regimes: Sequence[str] = SMALL_CAST_REGIMES
) -> st.SearchStrategy[tuple[Any, Vec, Any]]:
    """Casts: a moving shape, its motion, and a shape that it may hit.

    As in `pairs`, kinds may be pairs of names: of the moving shape and of the other one. The regime "lattice" has small
    multiples of a quarter, for examples that are easy to read.

    >>> from hypothesis import find
    >>> a, motion, b = find(casts(["circle"]), lambda cast: cast[0].cast(*cast[1:]) is not None)
    >>> a.kind, b.kind
    ('circle', 'circle')
    """
    checked_kinds("casts", kinds, KINDS)
    checked_names("casts", "regimes", regimes, NAMED_CAST_REGIMES)
    return cast_recipes(kinds, regimes).map(lambda cast: build_cast(collide2d, cast))


@st.composite
def _worlds(draw: st.DrawFn, kinds: Sequence[str]) -> World:
    source = Drawn(draw)
    return KINDS_OF_WORLDS[choice(source, kinds)](source) or [Recipe("Point", (0, 0))]


def worlds(kinds: Sequence[str] = tuple(KINDS_OF_WORLDS)) -> st.SearchStrategy[list[Shape]]:
    """Worlds of shapes that touch each other: tilings, courses of bricks, polylines, fans of triangles, discs in
    contact. All numbers are whole.

    >>> from hypothesis import find
    >>> [shape.kind for shape in find(worlds(["tiling"]), lambda world: len(world) == 2)]
    ['rect', 'rect']
    """
    checked_names("worlds", "kinds", kinds, KINDS_OF_WORLDS)
    return _worlds(list(kinds)).map(lambda world: [build(collide2d, recipe) for recipe in world])


@st.composite
def _ways(draw: st.DrawFn, kinds: Sequence[str]) -> tuple[list[Shape], Shape, Vec]:
    source, world = Drawn(draw), draw(_worlds(kinds))
    way = way_through(source, corners(world))
    return [build(collide2d, recipe) for recipe in world], build(collide2d, way.shape), way.motion


def ways(kinds: Sequence[str] = tuple(KINDS_OF_WORLDS)) -> st.SearchStrategy[tuple[list[Shape], Shape, Vec]]:
    """A world, a point or a segment in it, and a motion along its sides, along seams, through corners, or anywhere.

    >>> from hypothesis import find
    >>> world, shape, motion = find(ways(["bricks"]), lambda way: True)
    >>> len(shape.vertices) <= 2
    True
    """
    checked_names("ways", "kinds", kinds, KINDS_OF_WORLDS)
    return _ways(list(kinds))
