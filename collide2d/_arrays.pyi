# What C has of arrays of shapes; collide2d.arrays is made of it.

from collections.abc import Callable, Container
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from collide2d import Space

simd: str
simd_paths: tuple[str, ...]

@disjoint_base
class ShapeArray:
    def __new__(cls, array: Any, *, anchor: str = "topleft", invalid: str = "raise", vertices: Any = None) -> Self: ...
    @property
    def array(self) -> npt.NDArray[Any]: ...
    @property
    def _table(self) -> Any: ...
    @property
    def anchor(self) -> str: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def invalid(self) -> str: ...
    @property
    def valid(self) -> npt.NDArray[np.bool_]: ...
    @property
    def vertices(self) -> npt.NDArray[np.float64]: ...
    @property
    def bounds(self) -> npt.NDArray[np.float64]: ...
    @property
    def center(self) -> npt.NDArray[np.float64]: ...
    @property
    def area(self) -> npt.NDArray[np.float64]: ...
    @property
    def perimeter(self) -> npt.NDArray[np.float64]: ...
    def _like(self, array: npt.NDArray[Any], /) -> Self: ...

def relate(a: Any, b: Any, /, *, out: Any = None, threads: int = 1) -> Any: ...
def collides(a: Any, b: Any, /, *, out: Any = None, threads: int = 1) -> Any: ...
def overlaps(a: Any, b: Any, /, *, out: Any = None, threads: int = 1) -> Any: ...
def touches(a: Any, b: Any, /, *, out: Any = None, threads: int = 1) -> Any: ...
def equals(a: Any, b: Any, /, *, out: Any = None, threads: int = 1) -> Any: ...
def contains(a: Any, b: Any, /, *, out: Any = None, threads: int = 1) -> Any: ...
def overlap_area(a: Any, b: Any, /, *, out: Any = None, threads: int = 1) -> Any: ...
def separation(a: Any, b: Any, /, *, out: Any = None, threads: int = 1) -> Any: ...
def distance(a: Any, b: Any, /, *, out: Any = None, threads: int = 1) -> Any: ...
def closest_points(a: Any, b: Any, /, *, out: Any = None, threads: int = 1) -> Any: ...
def clip(shape: Any, segment: Any, /, *, out: Any = None, threads: int = 1) -> Any: ...
def contact(a: Any, b: Any, /, *, out: Any = None, threads: int = 1) -> Any: ...
def separate(a: Any, b: Any, mass_a: Any, mass_b: Any, threads: int = 1, /) -> Any: ...
def intersection(a: Any, b: Any, threads: int = 1, /) -> Any: ...
def minkowski_difference(a: Any, b: Any, threads: int = 1, /) -> Any: ...
def _pair_shapes(
    verb: str, a: Any, b: Any, flat_a: Any, flat_b: Any, count: int, threads: int, /
) -> tuple[Any, ...]: ...
def _separate(a: Any, b: Any, masses: npt.NDArray[np.float64], threads: int, /) -> Any: ...
def _respond(bounces: bool, arrays: tuple[Any, ...], threads: int, /) -> bool: ...
def _make_polygons(
    how: str,
    rows: ShapeArray,
    argument: npt.NDArray[np.float64],
    about: npt.NDArray[np.float64] | None,
    threads: int,
    /,
) -> tuple[Any, Any]: ...
def _arrow(rows: int, columns: tuple[tuple[str, Any, Any, Any], ...], /) -> tuple[Any, Any]: ...
def sweep(a: Any, motion: Any, threads: int = 1, /) -> Any: ...
def cast(
    a: Any, motion: Any, b: Any, /, *, touching: bool = False, leaving: bool = True, out: Any = None, threads: int = 1
) -> Any: ...
def raycast(
    origin: Any,
    motion: Any,
    b: Any,
    /,
    *,
    touching: bool = False,
    leaving: bool = True,
    out: Any = None,
    threads: int = 1,
) -> Any: ...
def turn_cast(a: Any, angle: Any, b: Any, about: Any, motion: Any, out: Any, threads: int = 1, /) -> Any: ...
def _change(
    how: str,
    rows: ShapeArray,
    type: type[ShapeArray],
    anchor: str,
    columns: int,
    given: int,
    names: str,
    argument: npt.NDArray[np.float64],
    about: npt.NDArray[np.float64] | None = None,
    threads: int = 1,
    /,
) -> Any: ...
def _set_results(contacts: Any, hits: Any, closest_points: Any, clips: Any, /) -> None: ...
def _pairs(
    a: ShapeArray,
    b: ShapeArray | None,
    touching: bool,
    keep: bool,
    first: int,
    last: int,
    tally: npt.NDArray[np.int64] | None,
    period: tuple[float, float] = ...,
    threads: int = 1,
    /,
) -> Any: ...
def _first_hits(
    movers: ShapeArray,
    motions: npt.NDArray[np.float64],
    obstacles: ShapeArray,
    touching: bool,
    leaving: bool,
    period: tuple[float, float],
    threads: int,
    /,
) -> Any: ...
def _nearest(
    a: ShapeArray,
    b: ShapeArray,
    k: int,
    max_distance: float,
    period: tuple[float, float],
    threads: int,
    own: int,
    /,
) -> Any: ...
def _space_query(
    space: Space[Any],
    shapes: ShapeArray,
    touching: bool,
    contained: bool,
    mask: int,
    exclude: Container[Any] | None,
    filter: Callable[[Any], object] | None,
    /,
) -> Any: ...
def _space_contacts(
    space: Space[Any],
    shapes: ShapeArray,
    mask: int,
    exclude: Container[Any] | None,
    filter: Callable[[Any], object] | None,
    /,
) -> Any: ...
def _space_nearest(
    space: Space[Any],
    shapes: ShapeArray,
    k: int,
    max_distance: float,
    mask: int,
    exclude: Container[Any] | None,
    filter: Callable[[Any], object] | None,
    /,
) -> Any: ...
def _space_cast(
    verb: str,
    argument: str,
    space: Space[Any],
    mover: Any,
    motions: npt.NDArray[np.float64],
    touching: bool,
    leaving: bool,
    every: bool,
    mask: int,
    exclude: Container[Any] | None,
    filter: Callable[[Any], object] | None,
    /,
) -> Any: ...
