"""Random arrays of shapes, the same ones each time: as many rows as are asked for, in a square."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from collide2d import Circles, Polygons, Rects, Segments


@dataclass(frozen=True)
class RandomRows:
    width: Callable[[int], float]  # of the square, for a number of rows

    @cache  # noqa: B019 # they live as long as the program
    def circles(self, n: int, seed: int = 0) -> Circles:
        rng = np.random.default_rng(seed)
        return Circles(np.column_stack([rng.uniform(0, self.width(n), (n, 2)), rng.uniform(0.1, 2, n)]))

    @cache  # noqa: B019
    def masked(self, n: int) -> Circles:
        """Circles of which some are invalid."""
        rows = self.circles(n, 5).array.copy()
        rows[::7, 2] = -1
        return Circles(rows, invalid="nan")

    @cache  # noqa: B019
    def rects(self, n: int) -> Rects:
        rng = np.random.default_rng(1)
        corners, sizes, angles = (
            rng.uniform(*given) for given in ((0, self.width(n), (n, 2)), (0.1, 3, (n, 2)), (0, 90, n))
        )
        rows = np.column_stack([corners, sizes, angles])
        rows[-1:] = 0, 0, 2, 2, 0
        return Rects(rows)

    @cache  # noqa: B019
    def segments(self, n: int) -> Segments:
        rows = np.random.default_rng(2).uniform(0, self.width(n), (n, 4))
        rows[-1:] = 2, 0, 9, 0  # touches the last of `rects`
        return Segments(rows)

    @cache  # noqa: B019
    def rings(self, n: int) -> Polygons:
        """Polygons of more vertices than a shape holds itself: the core needs memory to move them."""
        angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        at = np.random.default_rng(4).uniform(0, self.width(n), (n, 1, 2))
        points = np.column_stack([np.cos(angles), np.sin(angles)]) + at
        return Polygons(np.arange(n + 1) * 24, points.reshape(-1, 2))


@cache
def vectors(n: int) -> Any:
    return np.random.default_rng(3).uniform(-5, 5, (n, 2))


def broken(rows: Any, *places: int) -> Any:
    """Rows of which some become invalid after they were checked."""
    array = rows.array.copy()
    made = type(rows)(array)
    array[list(places), 2] = -1
    return made
