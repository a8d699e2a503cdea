"""The generators of `collide2d.testing` under one name, for the tests."""

from collide2d.testing.cast_regimes import (
    CAST_REGIMES,
    SMALL_CAST_REGIMES,
    drawn_cast,
    far_pivoted,
)
from collide2d.testing.pair_regimes import (
    REGIMES,
    exact_touch,
    inner_touch,
    kicked,
    lattice,
)
from collide2d.testing.placing import QUARTERS, REALS, Scale, angle, anywhere, supported
from collide2d.testing.recipes import (
    GRAIN,
    KIND_PAIRS,
    KINDS,
    ROUND_KINDS,
    Cast,
    Recipe,
    RecipePair,
    Vec,
    build,
    build_cast,
    nudged,
    shifted,
)
from collide2d.testing.sources import Seeded, Source, choice, one_in
from collide2d.testing.strategies import Drawn, cast_recipes, casts, pairs, recipe_pairs, recipes, shapes

__all__ = [
    "CAST_REGIMES", "GRAIN", "KINDS", "KIND_PAIRS", "QUARTERS", "REALS", "REGIMES", "ROUND_KINDS",
    "SMALL_CAST_REGIMES", "Cast", "Drawn", "Recipe", "RecipePair", "Scale", "Seeded", "Source",
    "Vec", "angle", "anywhere", "build", "build_cast", "cast_recipes", "casts", "choice", "drawn_cast", "exact_touch",
    "far_pivoted", "inner_touch", "kicked", "lattice", "nudged", "one_in",
    "pairs", "recipe_pairs", "recipes", "shapes", "shifted", "supported",
]  # fmt: skip
