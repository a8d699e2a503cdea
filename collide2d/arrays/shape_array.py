"""`ShapeArray`, the base of the arrays of each kind: as a sequence, its new rows, its verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, ClassVar, Never, Self

import numpy as np
import numpy.typing as npt

import collide2d
from collide2d import _arrays, _core
from collide2d._messages import did_you_mean
from collide2d.arrays.arguments import (
    Floats,
    broadcast,
    check_finite,
    has_shapes,
    numbers_of,
    one_shape,
    pairs_of,
    refuse_single_shapes,
    settled,
    text_of,
)
from collide2d.arrays.columns import column_names, stacked, table_columns
from collide2d.arrays.tables import Columns, capsules_of, columns_of, frame_of_shapes


class ShapeArray(_arrays.ShapeArray):
    """The base of `Points`, `Circles`, `Segments`, `Capsules`, `Rects`, `RoundRects`, `Polygons` and `Shapes`.

    An array with leading axes of any shape, whose last axis holds the constructor's arguments of the single shape.
    float64 and float32 arrays are used without a copy; other numbers are converted to float64. Instead of an array,
    columns may be given by name, and broadcast: Circles(x=..., y=..., r=1). A DataFrame (of pandas, polars, or another
    object with columns and brackets) is read by the names of its columns; other columns are ignored. `len`, `shape`,
    indexing, slicing, `[:, None]` and masks work on the leading axes. One element is a single shape, or None if it is
    masked. == compares element by element, as for single shapes.
    """

    __slots__ = ()
    kind: ClassVar[str]
    _scalar: ClassVar[Any]
    _columns: ClassVar[tuple[str, ...]]
    _grown: ClassVar[type[ShapeArray] | None] = None  # what `grow` returns, if not the same kind
    _swept: ClassVar[type[ShapeArray] | None] = None  # what `sweep` returns

    def __new__(cls, array: Any = None, *, anchor: str | None = None, invalid: str = "raise", **columns: Any) -> Self:
        if not columns and array is None:
            names = ", ".join(column_names(cls.kind, "topleft")[0])
            raise TypeError(f"{cls.__name__}: missing argument array, or the columns {names}")
        if columns and array is not None:
            raise TypeError(f"{cls.__name__}: array and columns must not both be given, got {', '.join(columns)}")
        if isinstance(array, ShapeArray) and array.kind != cls.kind:
            raise TypeError(f"{cls.__name__}: array must be numbers or {cls.__name__}, got {type(array).__name__}")
        if array is not None and not isinstance(array, (np.ndarray, list, tuple, ShapeArray)):
            columns = table_columns(cls.__name__, cls.kind, anchor, array)
        if columns:
            array, anchor = stacked(cls.__name__, cls.kind, anchor, columns)
        options = {} if anchor is None else {"anchor": anchor}
        try:
            return super().__new__(cls, array, invalid=invalid, **options)
        except (TypeError, ValueError):
            if has_shapes(array):
                refuse_single_shapes(cls.__name__, "array", array)
            raise

    def _maker(self) -> Callable[[Any], ShapeArray]:
        """What makes an array of this kind of other rows."""
        return partial(type(self), anchor=self.anchor, invalid=self.invalid)

    @classmethod
    def from_shapes(cls, shapes: Iterable[Any], *, rounded: bool = False) -> Self:
        """Makes an array from an iterable of single shapes, or shape-likes, of this kind; None makes a masked row.

        Each element equals its shape: every verb gives the same answer, bit for bit. If all rectangles are defined by
        their top-left corner, all by their centre, or all by two corners, the rows hold these numbers (see `anchor`);
        rounded rectangles may also all be defined by their core (`RoundRect.around`, `Rect.grow`). Raises TypeError for
        another kind of shape, ValueError for rectangles that rows cannot hold exactly: of several forms, or with a
        pivot.

        rounded=True makes rows of those too. If no rectangle is turned or rounded, the rows hold the corners, which
        keep their bits; otherwise they hold the centres and the sizes of the cores. The error is an ulp or so of the
        numbers.

        >>> Circles.from_shapes([Circle(0, 0, 1), Circle(4, 0, 1)]).array.tolist()
        [[0.0, 0.0, 1.0], [4.0, 0.0, 1.0]]
        >>> Rects.from_shapes([Rect.centered(5, 5, 4, 2), Rect.centered(9, 5, 1, 1, 30)])
        Rects([[ 5.,  5.,  4.,  2.,  0.],
               [ 9.,  5.,  1.,  1., 30.]], anchor="center")
        """
        shapes = [s if s is None or isinstance(s, collide2d.Shape) else one_shape(s) for s in shapes]
        for i, shape in enumerate(shapes):
            if shape is not None and type(shape) is not cls._scalar:
                name = cls._scalar.__name__
                raise TypeError(f"{cls.__name__}.from_shapes: shapes[{i}] must be a {name}, got {type(shape).__name__}")
        anchor, columns = cls._layout(shapes, rounded)
        rows = [(np.nan,) * columns if shape is None else cls._row(shape, anchor) for shape in shapes]
        array = np.array(rows, dtype=np.float64).reshape(len(rows), columns)
        return cls(array, anchor=anchor, invalid="nan" if None in shapes else "raise")

    @classmethod
    def _layout(cls, shapes: list[Any], rounded: bool) -> tuple[str, int]:
        """The anchor of the rows of these shapes, and the number of columns."""
        return "topleft", len(cls._columns)

    @classmethod
    def _row(cls, shape: Any, anchor: str) -> tuple[float, ...]:
        return tuple(getattr(shape, name) for name in cls._columns)

    @classmethod
    def _made(cls, anchor: str) -> Callable[..., Any]:
        """The constructor that makes a single shape from the numbers of a row."""
        scalar: Callable[..., Any] = cls._scalar
        return scalar

    def to_shapes(self) -> Any:
        """The single shapes, in lists nested like the leading axes; None for masked rows.

        >>> Circles([[0, 0, 1]]).to_shapes()
        [Circle(0.0, 0.0, 1.0)]
        """

        made = self._made(self.anchor)

        def shapes(rows: Any, valid: Any, depth: int) -> Any:
            if depth:
                return [shapes(r, v, depth - 1) for r, v in zip(rows, valid, strict=True)]
            return made(*rows) if valid else None

        return shapes(self.array.tolist(), self.valid.tolist(), len(self.shape))

    # ---- as a sequence ----

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError(f"len() of {type(self).__name__} without axes")
        return self.shape[0]

    def __getitem__(self, index: Any) -> Any:
        axes = index if isinstance(index, tuple) else (index,)
        rows = self._like(self.array[(*axes, slice(None))])
        if rows.shape or any(axis is Ellipsis for axis in axes):
            return rows
        return rows.to_shapes()

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """The rows, which `numpy.asarray(self)` returns: `array` itself, unless dtype or copy asks for another.

        Raises ValueError if copy is False and the rows are of another dtype.

        >>> np.asarray(Circles([[0, 0, 1], [5, 5, 2]])).max(axis=0).tolist()
        [5.0, 5.0, 2.0]
        """
        rows = np.asarray(self.array, dtype=dtype)
        is_own = rows is self.array
        if copy is False and not is_own:
            raise ValueError(f"{type(self).__name__}: copy must not be False for another dtype, got {np.dtype(dtype)}")
        return rows.copy() if copy and is_own else rows

    def to_columns(self) -> Columns:
        """The rows as a dict of arrays by name, which the constructors of tables take: x, y, r of Circles, and so on.

        The names say the `anchor`, so an array made of the table equals this one. Masked rows have nan. Raises
        ValueError unless there is one axis.

        >>> list(Rects([[0, 0, 4, 2]], anchor="center").to_columns())
        ['cx', 'cy', 'w', 'h']
        """
        names, options = column_names(self.kind, self.anchor)
        return columns_of(type(self).__name__, dict(zip((*names, *options), self._column_arrays(), strict=False)))

    def _column_arrays(self) -> list[npt.NDArray[Any]]:
        if len(self.shape) != 1:
            raise ValueError(f"{type(self).__name__}: only an array of one axis is a table, got shape {self.shape}")
        rows = np.array(self.array, dtype=np.float64)
        if self.invalid == "nan":
            rows[~self.valid] = np.nan
        return list(rows.T)

    def to_frame(self, library: Any = "pandas") -> Any:
        """The rows as a DataFrame of a library, which is imported: its name, such as "polars", or the module.

        It has the columns of `to_columns`; polars has null for nan.

        >>> Circles(Circles([[0, 0, 1], [5, 5, 2]]).to_frame()).array.tolist()
        [[0.0, 0.0, 1.0], [5.0, 5.0, 2.0]]
        """
        return frame_of_shapes(self, library)

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        """The Arrow PyCapsule interface: polars.DataFrame, pyarrow.table, pandas.DataFrame.from_arrow take the array.

        The columns are copies; masked rows are null. A requested schema does not count.
        """
        return capsules_of(self.to_columns(), self.valid if self.invalid == "nan" else None)

    def __eq__(self, other: object) -> Any:
        if isinstance(other, ShapeArray | collide2d.Shape):
            if other.kind == self.kind or "mixed" in (other.kind, self.kind):
                return _arrays.equals(self, other)
            shape = other.shape if isinstance(other, ShapeArray) else ()
            return np.zeros(np.broadcast_shapes(self.shape, shape), dtype=bool)[()]
        return NotImplemented

    def __ne__(self, other: object) -> Any:
        equal = self == other
        return NotImplemented if equal is NotImplemented else np.logical_not(equal)

    def __repr__(self) -> str:
        rows = text_of(self.array)
        said = "" if self.anchor == "topleft" else f', anchor="{self.anchor}"'
        said += ', invalid="nan"' if self.invalid == "nan" else ""
        return f"{type(self).__name__}({rows}{said})"

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (type(self), self.array, self.invalid, self.anchor)

    # ---- new rows ----

    def move(self, dx: npt.ArrayLike, dy: npt.ArrayLike | None = None, *, threads: int = 1) -> Self:
        """The shapes moved by (dx, dy): two numbers or arrays that broadcast, or pairs, (..., 2).

        Returns a new float64 array; each element equals `move` of the single shape. The result of rectangles defined by
        two corners is defined by the top-left corner and the size, which is rounded, even for an element that does not
        move while others do.

        >>> Circles([[0, 0, 1], [5, 5, 1]]).move(1, [2, 3]).array.tolist()
        [[1.0, 2.0, 1.0], [6.0, 8.0, 1.0]]
        """
        d = pairs_of("move", "dx", dx, dy)
        anchor = self.anchor
        if anchor == "corners" and settled(d).any():
            anchor = "topleft" if self.kind == "rect" else "core"
        moved: Self = self._changed("move", "dx", d, anchor=anchor, threads=threads)
        return moved

    def at(self, x: npt.ArrayLike, y: npt.ArrayLike | None = None, *, threads: int = 1) -> Self:
        """The shapes with their centres at (x, y): two numbers or arrays that broadcast, or pairs, (..., 2).

        Returns a new float64 array; each element equals `at` of the single shape, so the rows of rectangles are defined
        by their centre from then on (`anchor`). Raises ValueError for a number out of range.

        >>> Circles([[0, 0, 1], [5, 5, 2]]).at(0, [1, 2]).array.tolist()
        [[0.0, 1.0, 1.0], [0.0, 2.0, 2.0]]
        >>> Rects([[0, 0, 4, 2]]).at((10, 10))
        Rects([[10., 10.,  4.,  2.]], anchor="center")
        """
        d = pairs_of("at", "x", x, y)
        moved: Self = self._changed("at", "x", d, anchor=self._center_anchor(), threads=threads)
        return moved

    def rotate(
        self,
        angle: npt.ArrayLike | None = None,
        about: npt.ArrayLike | None = None,
        *,
        radians: npt.ArrayLike | None = None,
        threads: int = 1,
    ) -> Self:
        """The shapes turned by an angle in degrees, or in radians, from +x toward +y: one, or an array that broadcasts.

        about is the point to turn about, a pair or pairs (..., 2); without it each shape turns about its centre.
        Returns a new float64 array; rectangles get a column for the angle. Each element equals `rotate` of the single
        shape: rectangles that turn about a point, or were defined by two corners, are then defined by their centre.
        Raises TypeError unless exactly one of angle and radians is given.

        >>> Segments([[0, 0, 2, 0]]).rotate(90, about=(0, 0)).array.tolist()
        [[0.0, 0.0, 0.0, 2.0]]
        >>> Rects([[0, 0, 4, 2]]).rotate(30).array.tolist()
        [[0.0, 0.0, 4.0, 2.0, 30.0]]
        """
        if (angle is None) == (radians is None):
            got = "neither" if angle is None else "both"
            raise TypeError(f"rotate: exactly one of angle and radians must be given, got {got}")
        name, given = ("radians", radians) if angle is None else ("angle", angle)
        turn = numbers_of("rotate", name, given)
        check_finite("rotate", name, turn)
        pivot = () if about is None else (pairs_of("rotate", "about", about, None),)
        anchor = self.anchor if about is None and self.anchor != "corners" else self._center_anchor()
        how = "radians" if angle is None else "rotate"
        turned: Self = self._changed(how, name, turn[..., None], *pivot, anchor=anchor, turned=True, threads=threads)
        return turned

    def scale_by(self, k: npt.ArrayLike, *, threads: int = 1) -> Self:
        """The shapes k >= 0 times as large, each about its centre; k is a number or an array that broadcasts.

        Returns a new float64 array; each element equals `scale_by` of the single shape. Rows of rectangles are defined
        by their centre from then on. Raises ValueError for a negative k.

        >>> Circles([[1, 1, 2], [5, 5, 1]]).scale_by([3, 0.5]).array.tolist()
        [[1.0, 1.0, 6.0], [5.0, 5.0, 0.5]]
        """
        factor = numbers_of("scale_by", "k", k)
        check_finite("scale_by", "k", factor, least=0)
        anchor = self._center_anchor()
        scaled: Self = self._changed("scale_by", "k", factor[..., None], anchor=anchor, threads=threads)
        return scaled

    def grow(self, d: npt.ArrayLike, *, threads: int = 1) -> ShapeArray:
        """The shapes with d added to their radii; d is a number or an array that broadcasts, and may be negative.

        Points become Circles, Segments Capsules, Rects RoundRects. Returns a new float64 array; each element equals
        `grow` of the single shape, whose core keeps every bit, so the rows of rounded rectangles hold their cores
        (`anchor`). If only some of the rectangles by their top-left corner are turned, the corners of these cores are
        derived from another number, and those of rounded ones are rounded once more. Raises ValueError if a radius
        would be negative.

        >>> Segments([[0, 0, 4, 0], [0, 9, 4, 9]]).grow([0.5, 1]).array.tolist()
        [[0.0, 0.0, 4.0, 0.0, 0.5], [0.0, 9.0, 4.0, 9.0, 1.0]]
        >>> Rects([[0, 0, 4, 2]]).grow(1)
        RoundRects([[0., 0., 4., 2., 1.]], anchor="core")
        """
        more = numbers_of("grow", "d", d)
        check_finite("grow", "d", more)
        anchor = self.anchor
        if self.kind in ("rect", "roundrect") and anchor == "center":
            anchor = "around"
        elif self.kind in ("rect", "roundrect") and anchor == "topleft":
            anchor = "around" if self._are_all_turned() else "core"
        grown: ShapeArray = self._changed(
            "grow", "d", more[..., None], anchor=anchor, made=self._grown, threads=threads
        )
        return grown

    def replace(self, **changes: npt.ArrayLike) -> Self:
        """The shapes with some arguments of their constructor changed, to a number or an array that broadcasts.

        The names are those of the single class: x, y and r of Circles, and so on. Returns a new float64 array; each
        element equals `replace` of the single shape. So the rows of rectangles are defined by their top-left corner
        from then on, but keep their anchor if only the angle is changed; those by two corners are then defined by their
        centre, unless no angle is changed. Raises TypeError for other names, ValueError for a number out of range.

        >>> Circles([[0, 0, 1], [5, 5, 1]]).replace(r=[2, 3]).array.tolist()
        [[0.0, 0.0, 2.0], [5.0, 5.0, 3.0]]
        >>> Rects([[5, 5, 4, 2]], anchor="center").replace(w=8).array.tolist()
        [[3.0, 4.0, 8.0, 2.0]]
        """
        for name in changes:
            if name not in self._columns:
                rule = f"the columns must be {', '.join(self._columns)}"
                raise TypeError(f"replace: {rule}, got {name!r}{did_you_mean(name, self._columns)}")
        names = [name for name in self._columns if name in changes]
        numbers = [numbers_of("replace", name, changes[name]) for name in names]
        anchor = self.anchor
        if names and names != ["angle"]:
            anchor = "topleft"
        elif names and anchor == "corners" and settled(numbers[0]).any():
            anchor = self._center_anchor()
        values = np.stack(broadcast("replace", names, numbers), axis=-1) if names else np.empty(0)
        given = sum(1 << self._columns.index(name) for name in names)
        turned = "angle" in names and anchor != "corners"
        changed: Self = self._changed("replace", ", ".join(names), values, anchor=anchor, turned=turned, given=given)
        return changed

    def __replace__(self, **changes: npt.ArrayLike) -> Self:
        return self.replace(**changes)

    def _changed(
        self,
        how: str,
        name: str,
        argument: Floats,
        about: Floats | None = None,
        *,
        anchor: str,
        turned: bool = False,
        made: type[ShapeArray] | None = None,
        given: int = 0,
        threads: int = 1,
    ) -> Any:
        """New rows of the type `made`, by default this one, from rows and arguments that broadcast.

        The last axis of an argument is that of one row. turned: the rows get an angle.
        """
        kind, columns = made or type(self), self.array.shape[-1]
        plain = {"rect": 4, "roundrect": 5}
        if kind.kind in plain:
            has_angle = turned or columns > plain[self.kind]
            columns = plain[kind.kind] + (has_angle and anchor != "corners")
        elif made:
            columns = len(kind._columns)
        names = name if about is None else f"{name} and about"
        return _arrays._change(how, self, kind, anchor, columns, given, names, argument, about, threads)

    def _center_anchor(self) -> str:
        """The anchor of rectangles that are defined by their centre from now on."""
        if self.kind not in ("rect", "roundrect"):
            return "topleft"
        return "around" if self.kind == "roundrect" and self.anchor not in ("topleft", "center") else "center"

    def _are_all_turned(self) -> bool:
        angles = self.array[..., {"rect": 4, "roundrect": 5}[self.kind] :]
        with np.errstate(invalid="ignore"):
            return bool(angles.size) and bool((np.fmod(settled(angles), 360) != 0).all())

    def sweep(self, motion: npt.ArrayLike, *, threads: int = 1) -> Any:
        """`collide2d.sweep` of each: the regions that moving shapes cover. motion is a pair or pairs, (..., 2).

        Points sweep Segments, circles Capsules, also along a motion of (0, 0); all others Polygons. Raises ValueError
        for a number that is out of range before or after the motion.

        >>> Circles([[0, 0, 1], [5, 5, 2]]).sweep([[3, 0], [0, -1]]).array.tolist()
        [[0.0, 0.0, 3.0, 0.0, 1.0], [5.0, 4.0, 5.0, 5.0, 2.0]]
        """
        return _core.sweep(self, motion, threads=threads)

    # ---- verbs ----

    def relate(self, other: Any, *, out: Any = None, threads: int = 1) -> Any:
        """`collide2d.relate` of each: int8, -1 apart, 0 touching, 1 overlapping.

        >>> Circles([[0, 0, 1], [9, 0, 1]]).relate(Circle(2, 0, 1)).tolist()
        [0, -1]
        """
        return _core.relate(self, other, out=out, threads=threads)

    def collides(self, other: Any, *, out: Any = None, threads: int = 1) -> Any:
        """`collide2d.collides` of each: bool; touching counts.

        >>> Circles([[0, 0, 1], [9, 0, 1]]).collides(Circle(2, 0, 1)).tolist()
        [True, False]
        """
        return _core.collides(self, other, out=out, threads=threads)

    def overlaps(self, other: Any, *, out: Any = None, threads: int = 1) -> Any:
        """`collide2d.overlaps` of each: bool; touching does not count.

        >>> Circles([[0, 0, 1], [1, 0, 1]]).overlaps(Circle(2, 0, 1)).tolist()
        [False, True]
        """
        return _core.overlaps(self, other, out=out, threads=threads)

    def touches(self, other: Any, *, out: Any = None, threads: int = 1) -> Any:
        """`collide2d.touches` of each: bool; whether they collide but do not overlap.

        >>> Circles([[0, 0, 1], [1, 0, 1]]).touches(Circle(2, 0, 1)).tolist()
        [True, False]
        """
        return _core.touches(self, other, out=out, threads=threads)

    def separation(self, other: Any, *, out: Any = None, threads: int = 1) -> Any:
        """`collide2d.separation` of each: float64, the signed gap.

        >>> Circles([[0, 0, 1], [1, 0, 1]]).separation(Circle(2, 0, 1)).tolist()
        [0.0, -1.0]
        """
        return _core.separation(self, other, out=out, threads=threads)

    def distance(self, other: Any, *, out: Any = None, threads: int = 1) -> Any:
        """`collide2d.distance` of each: float64, the gap, 0 where they collide.

        >>> Points([[0, 0], [3, 4]]).distance((0, 0)).tolist()
        [0.0, 5.0]
        """
        return _core.distance(self, other, out=out, threads=threads)

    def contains(self, other: Any, *, out: Any = None, threads: int = 1) -> Any:
        """`collide2d.contains` of each: bool; borders may meet.

        >>> Rects([[0, 0, 4, 4], [9, 0, 4, 4]]).contains(Circle(2, 2, 2)).tolist()
        [True, False]
        """
        return _core.contains(self, other, out=out, threads=threads)

    def overlap_area(self, other: Any, *, out: Any = None, threads: int = 1) -> Any:
        """`collide2d.overlap_area` of each: float64, 0 where they do not overlap.

        >>> Rects([[0, 0, 4, 4], [9, 0, 4, 4]]).overlap_area(Rect(3, 2, 4, 4)).tolist()
        [2.0, 0.0]
        """
        return _core.overlap_area(self, other, out=out, threads=threads)

    def intersection(self, other: Any, *, threads: int = 1, **refused: Never) -> Any:
        """`collide2d.intersection` of each, as `Shapes`; rows are masked where nothing is in common.

        The shapes must have no radius, so Points, Segments, Rects and Polygons of radius 0 do.

        >>> Rects([[0, 0, 4, 4], [9, 0, 4, 4]]).intersection(Rect(3, 2, 4, 4)).to_shapes()
        [Rect(3.0, 2.0, 1.0, 2.0), None]
        """
        return _core.intersection(self, other, threads=threads, **refused)

    def minkowski_difference(self, other: Any, *, threads: int = 1, **refused: Never) -> Any:
        """`collide2d.minkowski_difference` of each, as `Shapes`.

        >>> Circles([[0, 0, 1], [0, 0, 2]]).minkowski_difference(Circle(5, 0, 2)).to_shapes()
        [Circle(5.0, 0.0, 3.0), Circle(5.0, 0.0, 4.0)]
        """
        return _core.minkowski_difference(self, other, threads=threads, **refused)

    def closest_points(self, other: Any, *, out: Any = None, threads: int = 1) -> Any:
        """`collide2d.closest_points` of each, as ClosestPoints; out is a tuple of arrays for both.

        >>> Circles([[0, 0, 1], [9, 0, 1]]).closest_points((5, 0)).on_a.tolist()
        [[1.0, 0.0], [8.0, 0.0]]
        """
        return _core.closest_points(self, other, out=out, threads=threads)

    def clip(self, segment: Any, *, out: Any = None, threads: int = 1) -> Any:
        """`collide2d.clip` of each and a segment, or Segments, as Clips; out is a tuple of arrays for t_in and t_out.

        >>> Rects([[0, 0, 4, 4], [0, 9, 4, 4]]).clip(Segment(2, 2, 2, 10)).t_out.tolist()
        [0.25, 1.0]
        """
        return _core.clip(self, segment, out=out, threads=threads)

    def separate(
        self, other: Any, mass_a: npt.ArrayLike = 1.0, mass_b: npt.ArrayLike = 1.0, *, threads: int = 1
    ) -> tuple[Any, Any]:
        """`collide2d.separate` of each pair: both moved until they do not overlap. Masses are numbers or arrays.

        Returns two new arrays. A single shape or body whose mass is infinite is returned as it is; another body is a
        TypeError. Pairs of which a row is masked stay where they are.

        >>> Circles([[0, 0, 2], [9, 0, 2]]).separate(Circle(3, 0, 2), mass_b=float("inf"))[0].array.tolist()
        [[-1.0, 0.0, 2.0], [9.0, 0.0, 2.0]]
        """
        return _core.separate(self, other, mass_a, mass_b, threads=threads)

    def contact(self, other: Any, *, out: Any = None, threads: int = 1) -> Any:
        """`collide2d.contact` of each, as Contacts; out is a tuple of arrays for hit, normal, depth and points.

        >>> Circles([[0, 0, 2], [9, 0, 2]]).contact(Circle(3, 0, 2)).depth.tolist()
        [1.0, nan]
        """
        return _core.contact(self, other, out=out, threads=threads)

    def cast(
        self,
        motion: Any,
        other: Any,
        *,
        touching: bool = False,
        leaving: bool = True,
        out: Any = None,
        threads: int = 1,
    ) -> Any:
        """`collide2d.cast` of each, as Hits; motion is a pair or pairs (..., 2), out a tuple of arrays for all fields.

        >>> Circles([[0, 0, 1], [0, 9, 1]]).cast((8, 0), Rect(5, -2, 1, 4)).hit.tolist()
        [True, False]
        """
        return _core.cast(self, motion, other, touching=touching, leaving=leaving, out=out, threads=threads)

    def turn_cast(
        self, angle: Any, other: Any, about: Any = None, *, motion: Any = (0.0, 0.0), out: Any = None, threads: int = 1
    ) -> Any:
        """`collide2d.turn_cast` of each, as Hits; angle is a number or an array, about a pair or pairs (..., 2).

        Without about each row turns about its pivot or centre. motion, a pair or pairs, is how far it moves meanwhile.
        out is a tuple of arrays for all fields.

        >>> doors = Segments([[0, 0, 4, 0], [0, 9, 4, 9]])
        >>> doors.turn_cast([90, -90], Circle(3, 4.5, 2), about=doors.array[:, :2]).hit.tolist()
        [True, True]
        """
        return _core.turn_cast(self, angle, other, about, motion=motion, out=out, threads=threads)

    def raycast(
        self,
        origin: Any,
        motion: Any,
        *,
        touching: bool = False,
        leaving: bool = True,
        out: Any = None,
        threads: int = 1,
    ) -> Any:
        """`collide2d.raycast` against each, as Hits; origin is Points or pairs (..., 2), motion is pairs (..., 2).

        >>> Rects([[4, -1, 2, 2], [6, -1, 2, 2]]).raycast((0, 0), (8, 0)).t.tolist()
        [0.5, 0.75]
        """
        return _core.raycast(origin, motion, self, touching=touching, leaving=leaving, out=out, threads=threads)


def restore(cls: type[ShapeArray], array: npt.NDArray[Any], invalid: str, anchor: str = "topleft") -> ShapeArray:
    return cls(array, anchor=anchor, invalid=invalid)


def check_array(verb: str, name: str, a: object) -> None:
    if not isinstance(a, ShapeArray):
        makes = ": Shapes.from_shapes makes one" if isinstance(a, list | tuple | _core.Shape) else ""
        raise TypeError(f"{verb}: {name} must be an array of shapes, got {type(a).__name__}{makes}")
