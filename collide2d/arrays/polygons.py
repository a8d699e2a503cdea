"""`Polygons`: an array of convex polygons, each of any number of points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sized
from functools import partial
from itertools import chain
from typing import Any, Self

import numpy as np
import numpy.typing as npt

import collide2d
from collide2d import _arrays
from collide2d.arrays.arguments import (
    Floats,
    Indices,
    broadcast,
    check_finite,
    has_shapes,
    numbers_of,
    one_shape,
    read_only,
    refuse_single_shapes,
    text_of,
)
from collide2d.arrays.columns import names_of, numbers_of_column
from collide2d.arrays.shape_array import ShapeArray
from collide2d.arrays.tables import objects_of


class Polygons(ShapeArray):
    """Convex polygons in the layout of Arrow: polygon i has the vertices from offsets[i] up to offsets[i + 1].

    offsets are n + 1 integers that do not decrease, from 0 to the number of vertices, an array (m, 2); radius is a
    number or an array of n. Instead, one list of arrays of points, (k, 2), may be given, or a table that `to_frame`
    makes. The vertices are shared, not copied, if they are float64 or float32, and checked by every verb. Slices and
    masks share them, too. Raises ValueError with the index of a polygon that is not convex, or has offsets or points
    out of range; `invalid="nan"` masks it.

    >>> some = Polygons([0, 3, 7], [[0, 0], [4, 0], [0, 4], [9, 0], [12, 0], [13, 3], [9, 3]])
    >>> some.area.tolist(), some.distance((6, 0)).tolist()
    ([8.0, 10.5], [2.0, 3.0])
    """

    __slots__ = ()
    kind = "polygon"
    _scalar = collide2d.Polygon
    _columns = ("start", "end", "radius")

    def __new__(
        cls, offsets: Any = None, vertices: Any = None, radius: npt.ArrayLike = 0.0, *, invalid: str = "raise"
    ) -> Self:
        if isinstance(offsets, Polygons) and vertices is None:
            return _arrays.ShapeArray.__new__(cls, offsets, invalid=invalid)
        if offsets is None:
            raise TypeError("Polygons: missing argument offsets, or a list of arrays of points")
        if vertices is None:
            table = _table_columns(offsets)
            points, radius = table if table else (offsets, radius)
            offsets, vertices = joined_points(points)
        ends = _integers("offsets", offsets)
        if ends.ndim != 1 or len(ends) == 0:
            raise ValueError(f"Polygons: offsets must be n + 1 integers, got shape {ends.shape}")
        return cls._of_rows(_rows(ends[:-1], ends[1:], radius), vertices, invalid)

    @classmethod
    def _of_rows(cls, rows: Floats, vertices: Any, invalid: str) -> Self:
        return _arrays.ShapeArray.__new__(cls, rows, vertices=vertices, invalid=invalid)

    @classmethod
    def from_shapes(cls, shapes: Iterable[Any], *, rounded: bool = False) -> Self:
        """Makes an array from an iterable of `Polygon`; None makes a masked row. rounded does not matter.

        >>> Polygons.from_shapes([Polygon([(0, 0), (4, 0), (0, 4)])]).offsets.tolist()
        [0, 3]
        """
        shapes = [s if s is None or isinstance(s, collide2d.Shape) else one_shape(s) for s in shapes]
        for i, shape in enumerate(shapes):
            if shape is not None and type(shape) is not collide2d.Polygon:
                raise TypeError(f"Polygons.from_shapes: shapes[{i}] must be a Polygon, got {type(shape).__name__}")
        radii = [0.0 if s is None else s.radius for s in shapes]
        points = [() if s is None else s.vertices for s in shapes]
        return cls(*joined_points(points), radii, invalid="nan" if None in shapes else "raise")

    def to_shapes(self) -> Any:
        """The single polygons, in lists nested like the axes; None for masked rows.

        >>> Polygons([0, 3], [[0, 0], [4, 0], [0, 4]]).to_shapes()
        [Polygon([(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)])]
        """
        table = self._table

        def shapes(rows: Any, valid: Any, depth: int) -> Any:
            if depth:
                return [shapes(r, v, depth - 1) for r, v in zip(rows, valid, strict=True)]
            return collide2d.Polygon(table[int(rows[0]) : int(rows[1])].tolist(), rows[2]) if valid else None

        return shapes(self.array.tolist(), self.valid.tolist(), len(self.shape))

    @property
    def radius(self) -> Floats:
        """The radius of each polygon: a copy, which is read-only. `replace` changes the radius.

        >>> Polygons([0, 3], [[0, 0], [4, 0], [0, 4]], radius=0.5).radius.tolist()
        [0.5]
        """
        return read_only(np.array(self.array[..., 2], dtype=np.float64))

    @property
    def offsets(self) -> Indices:
        """Where the vertices of each polygon begin in `vertices`, and of the last one where they end: a
        read-only copy.

        >>> Polygons([0, 3, 6], [[0, 0], [4, 0], [0, 4], [9, 0], [12, 0], [9, 3]])[1:].offsets.tolist()
        [0, 3]
        """
        _, counts = self._extents()
        return read_only(np.concatenate(([0], np.cumsum(counts))))

    @property
    def vertices(self) -> Any:
        """The given vertices of all polygons, one after the other, (m, 2): a read-only copy. `offsets` says where each
        begins.

        >>> Polygons([0, 3, 6], [[0, 0], [4, 0], [0, 4], [9, 0], [12, 0], [9, 3]])[1:].vertices.tolist()
        [[9.0, 0.0], [12.0, 0.0], [9.0, 3.0]]
        """
        starts, counts = self._extents()
        before = np.cumsum(counts) - counts
        index = np.repeat(starts - before, counts) + np.arange(int(counts.sum()))
        return read_only(np.array(self._table[index], dtype=np.float64))

    def _extents(self) -> tuple[Indices, Indices]:
        """The first vertex of each polygon, and their number: 0 of a masked one."""
        rows = np.where(self.valid[..., None], self.array, 0).reshape(-1, 3)
        starts = rows[:, 0].astype(np.intp)
        return starts, rows[:, 1].astype(np.intp) - starts

    def _maker(self) -> Callable[[Any], Self]:
        return partial(self._of_rows, vertices=self._table, invalid=self.invalid)

    def replace(self, **changes: npt.ArrayLike) -> Self:
        """The polygons with another radius, a number or an array that broadcasts. They share the vertices of these."""
        if list(changes) not in ([], ["radius"]):
            raise TypeError(f"replace: the argument must be radius, got {', '.join(changes)}")
        radius = numbers_of("replace", "radius", changes.get("radius", self.radius))
        check_finite("replace", "radius", radius, least=0)
        starts, ends, radii = broadcast(
            "replace", ["start", "end", "radius"], [*np.moveaxis(self.array, -1, 0)[:2], radius]
        )
        return self._of_rows(_rows(starts, ends, radii), self._table, self.invalid)

    def _changed(
        self, how: str, name: str, argument: Floats, about: Floats | None = None, *, threads: int = 1, **_: Any
    ) -> Any:
        verb = "rotate" if how == "radians" else how
        given = [argument] if about is None else [argument, about]
        made = polygons_of(how, verb, self, name if about is None else f"{name} and about", given, threads)
        return made if type(made) is type(self) else type(self)(made)

    def to_columns(self) -> Any:
        """The polygons as columns that the constructors of tables take: points, a list for each, and radius.

        >>> list(Polygons([0, 3], [[0, 0], [4, 0], [0, 4]]).to_columns())
        ['points', 'radius']
        """
        offsets, vertices = self._flat()
        points = [vertices[i:k].tolist() for i, k in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)]
        radius = np.where(self.valid, self.radius, np.nan)
        return {"points": [p or None for p in points], "radius": radius}

    def _flat(self) -> tuple[Indices, Floats]:
        if len(self.shape) != 1:
            raise ValueError(f"Polygons: only an array of one axis is a table, got shape {self.shape}")
        return self.offsets, self.vertices

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        offsets, vertices = self._flat()
        valid = self.valid if self.invalid == "nan" else None
        points = ("points", offsets.astype(np.int64), np.ascontiguousarray(vertices), valid)
        return _arrays._arrow(len(self), (points, ("radius", self.radius, None, valid)))

    def __repr__(self) -> str:
        if len(self.shape) != 1:
            return f"Polygons of shape {self.shape}"
        numbers = [text_of(a) for a in (self.offsets, self.vertices, self.radius)]
        said = ', invalid="nan"' if self.invalid == "nan" else ""
        return f"{type(self).__name__}({', '.join(numbers)}{said})"

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (type(self), self.array, self._table, self.invalid)


def restore(cls: type[Polygons], rows: Floats, vertices: Floats, invalid: str) -> Polygons:
    return cls._of_rows(rows, vertices, invalid)


def flat_rows(shapes: ShapeArray, shape: tuple[int, ...]) -> Any:
    """Shapes that are broadcast, in one axis."""
    columns = shapes.array.shape[-1]
    return shapes._like(np.broadcast_to(shapes.array, (*shape, columns)).reshape(-1, columns))


def flat_arguments(
    verb: str, shapes: ShapeArray, names: str, given: list[Floats]
) -> tuple[tuple[int, ...], Any, list[Floats]]:
    """The common shape of rows and arguments, (..., k), and both in one axis."""
    leading = [shapes.shape, *(a.shape[:-1] for a in given)]
    try:
        shape = np.broadcast_shapes(*leading)
    except ValueError:
        said = " and ".join(map(str, leading))
        raise ValueError(f"{verb}: the shapes of the array and of {names} must broadcast, got {said}") from None
    flat = [np.ascontiguousarray(np.broadcast_to(a, (*shape, a.shape[-1])).reshape(-1, a.shape[-1])) for a in given]
    return shape, flat_rows(shapes, shape), flat


def polygons_of(how: str, verb: str, shapes: ShapeArray, names: str, given: list[Floats], threads: int) -> Polygons:
    """New polygons from rows and arguments, (..., k), that broadcast: see polygons.c."""
    shape, rows, flat = flat_arguments(verb, shapes, names, given)
    made, vertices = _arrays._make_polygons(how, rows, flat[0], flat[1] if len(flat) > 1 else None, threads)
    if isinstance(made, int):
        index = tuple(int(i) for i in np.unravel_index(made, shape))
        where = f" at index {index[0] if len(index) == 1 else index}" if index else ""
        if how == "grow" and (radius := rows.array[made, 2] + flat[0][made, 0]) < 0:
            raise ValueError(f"{verb}: radius must be >= 0, got {float(radius)!r}{where}")
        raise ValueError(f"{verb}: every coordinate and radius of the result {vertices}, which it is not{where}")
    return Polygons._of_rows(made.reshape(*shape, 3), vertices, shapes.invalid)


def _integers(name: str, given: Any) -> Indices:
    numbers = np.asarray(given)
    if numbers.dtype.kind not in "iu" and numbers.size:
        raise TypeError(f"Polygons: {name} must be integers, got {numbers.dtype}")
    most = np.iinfo(np.intp).max
    if numbers.dtype.kind == "u" and numbers.size and numbers.max() > most:
        index = int(np.argmax(numbers > most))
        raise ValueError(f"Polygons: {name} must be at most {most}, got {int(numbers.flat[index])} at index {index}")
    return numbers.astype(np.intp)


def _rows(starts: Any, ends: Any, radius: npt.ArrayLike) -> Floats:
    radii = numbers_of("Polygons", "radius", radius)
    if radii.shape not in ((), starts.shape):
        rule = f"radius must be one number, or one for each polygon, {starts.shape}"
        raise ValueError(f"Polygons: {rule}, got shape {radii.shape}")
    rows: Floats = np.stack(np.broadcast_arrays(starts, ends, radii), axis=-1).astype(np.float64)
    return rows


def joined_points(points: Any, places: Indices | None = None) -> tuple[Indices, Floats]:
    """The offsets and the vertices of a list of arrays of points; None has no points.

    places are those of the points in a table of mixed kinds, for errors.
    """
    who = "Polygons" if places is None else "Shapes"
    if isinstance(points, str) or not hasattr(points, "__iter__"):
        raise TypeError(f"Polygons: vertices are missing, or a list of arrays of points, got {type(points).__name__}")
    points = list(points)
    if has_shapes(points):
        refuse_single_shapes(who, "points", points)
    lists = [() if _is_missing(each) else each for each in points]
    if all(isinstance(each, list | tuple) for each in lists) and (pairs := _pairs(lists)) is not None:
        return offsets_of(lists), pairs
    arrays = []
    for i, each in enumerate(points):
        name = f"points[{i if places is None else places[i]}]"
        one = numbers_of(who, name, _nested(each))
        if one.ndim == 0 and places is None:
            raise TypeError("Polygons: missing argument vertices, or offsets must be a list of arrays of points")
        if one.size and (one.ndim != 2 or one.shape[1] != 2):
            raise ValueError(f"{who}: {name} must be pairs, (k, 2), got shape {one.shape}")
        arrays.append(one.reshape(-1, 2))
    return offsets_of(arrays), np.concatenate([np.empty((0, 2)), *arrays])


def _pairs(lists: list[Any]) -> Floats | None:
    """The points of all lists in one array, (m, 2), or None if some are no pairs of numbers."""
    try:
        pairs = np.asarray(list(chain.from_iterable(lists)))
    except (TypeError, ValueError):  # such as pairs and triples
        return None
    if pairs.size == 0:
        return np.empty((0, 2)) if not any(lists) else None
    is_good = pairs.ndim == 2 and pairs.shape[1] == 2 and pairs.dtype.kind in "biuf"
    return pairs.astype(np.float64) if is_good else None


def offsets_of(lists: Iterable[Sized]) -> Indices:
    """Where each list begins if they follow one another, and where the last one ends."""
    return np.cumsum([0, *map(len, lists)], dtype=np.intp)


def _is_missing(points: Any) -> bool:
    """Whether this cell of a table is empty: None, or nan as pandas writes it."""
    return points is None or (isinstance(points, float) and points != points)


def _nested(points: Any) -> Any:
    """Points as a list of pairs, also if a table has made an array of arrays of them."""
    if _is_missing(points):
        return ()
    is_nested = getattr(points, "dtype", None) is np.dtype(object) or hasattr(points, "to_list")
    return [tuple(p) for p in points] if is_nested else points


def _table_columns(table: Any) -> tuple[Any, Any] | None:
    """The points and radii of a table, as a DataFrame of pandas or polars; None for anything else."""
    names = names_of(table)
    if "points" not in names:
        return None
    return objects_of(table["points"]), numbers_of_column("Polygons", table, "radius") if "radius" in names else 0.0
