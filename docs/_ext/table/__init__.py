"""The pictures of the reference: which name has which, and the code that draws it.

A function here draws one picture for the names that it is given for. Its docstring is the caption. It is run when the
picture is needed, so a table may know names of modules that are not installed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from collide2d.drawing import Drawing

WIDTH = 420.0
KINDS = ("Point", "Circle", "Segment", "Capsule", "Rect", "RoundRect", "Polygon")
PARTS = (
    "shapes", "bodies", "relations", "motion", "spaces", "walkers", "arrays", "scenes", "oracle", "levels", "games",
    "array_results",
    "geometries", "testing",
)  # fmt: skip

_DRAWN: dict[str, Drawn] = {}


class Drawn(NamedTuple):
    """An entry of the table."""

    draw: Callable[[], Drawing]
    caption: str

    def svg(self) -> str:
        """The picture as SVG text."""
        return _svg(self.draw)


@functools.cache
def _svg(draw: Callable[[], Drawing]) -> str:
    return draw().to_svg()


def picture(*names: str) -> Callable[[Callable[[], Drawing]], Callable[[], Drawing]]:
    """Enters a function that draws, for names below the package."""

    def enter(draw: Callable[[], Drawing]) -> Callable[[], Drawing]:
        caption = " ".join((draw.__doc__ or "").split())
        for name in names:
            if name in _DRAWN:
                raise ValueError(f"two pictures for {name}")
            _DRAWN[name] = Drawn(draw, caption)
        return draw

    return enter


def blank(*, grid: bool = True, legend: bool = False) -> Drawing:
    """A drawing of the size of all in the reference."""
    return Drawing(width=WIDTH, grid=grid, legend=legend)


@functools.cache
def _load() -> None:
    for part in PARTS:
        import_module(f"table.{part}")


def find(name: str) -> Drawn | None:
    """The picture of a thing of the package.

    What answers as another does has its picture: the reference that of the core, the verbs under dask those of arrays,
    and a method that a kind of shape has in a form of its own that of `Shape`.
    """
    _load()
    name = name.removeprefix("collide2d.")
    plain = name.removeprefix("reference.").removeprefix("dask.")
    kind, _, member = plain.partition(".")
    same = [name, plain]
    if name.startswith("dask."):
        same[1:1] = [f"arrays.ShapeArray.{plain}", f"arrays.{plain}"]
    if kind in KINDS:
        same.append(f"Shape.{member}")
    return next((_DRAWN[other] for other in same if other in _DRAWN), None)
