"""`Shapes`: an array of shapes of several kinds, whose rows begin with a code for the kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Self

import numpy as np
import numpy.typing as npt

import collide2d
from collide2d import _arrays, _core
from collide2d.arrays.arguments import Bools, Floats, Indices, broadcast, check_threads, numbers_of, one_shape, settled
from collide2d.arrays.kinds import ARRAY_TYPES
from collide2d.arrays.mixed_rows import (
    COLUMNS,
    Names,
    Part,
    anchor_names,
    codes_of,
    in_its_place,
    joined,
    kind_names,
    known_codes,
    parts_of,
    shape_of,
    table_of,
)
from collide2d.arrays.mixed_tables import capsules_of_columns, columns_of_parts, is_table, parts_of_columns
from collide2d.arrays.polygons import Polygons, flat_arguments, flat_rows, restore
from collide2d.arrays.shape_array import ShapeArray, check_array

# The changes of `ShapeArray._changed`, as methods of the rows of one kind.
_CHANGES: dict[str, Callable[..., ShapeArray]] = {
    "move": lambda part, d, **how: part.move(d, **how),
    "at": lambda part, p, **how: part.at(p, **how),
    "rotate": lambda part, angle, about=None, **how: part.rotate(angle[:, 0], about, **how),
    "radians": lambda part, angle, about=None, **how: part.rotate(radians=angle[:, 0], about=about, **how),
    "scale_by": lambda part, k, **how: part.scale_by(k[:, 0], **how),
    "grow": lambda part, d, **how: part.grow(d[:, 0], **how),
    "sweep": lambda part, d, **how: part.sweep(d, **how),
}


class Shapes(ShapeArray):
    """Shapes of any kinds in one array: the kind of each, and its numbers, a row of up to six.

    kinds are names, as `kind` of single shapes, one for each row or one for all; rows, (..., k), are x, y, r of a
    circle, and so on, as in the array of each kind. Rows may be lists of different lengths, or be filled up with other
    numbers, which are ignored. A row of a polygon is start, end, radius: it has the vertices from start up to end, as
    in `Polygons`. anchors say what the rows of rectangles hold (see `Rects`, `RoundRects`). `from_shapes` and `join`
    make an array of single shapes and of other arrays. Every verb and every search takes it.

    An array (..., 7) whose rows begin with a code is shared, not copied. The code is 0 to 6 for a point, circle,
    segment, capsule, rect, roundrect, polygon, plus 10, 20, 30 or 40 for the anchor center, corners, around or core;
    kinds may be codes, too. A DataFrame needs the columns of `to_columns`.

    >>> some = Shapes(["circle", "rect", "capsule"], [[0, 0, 1], [3, 0, 2, 2], [0, 5, 4, 5, 1]])
    >>> some.distance((1.5, 0)).tolist(), some[0]
    ([0.5, 1.5, 4.0], Circle(0.0, 0.0, 1.0))
    >>> some[some.kinds == "rect"].collides(Circle(2, 1, 1)).tolist()
    [True]
    """

    __slots__ = ()
    kind = "mixed"
    _scalar = None
    _columns = ()

    def __new__(
        cls,
        kinds: Any = None,
        rows: Any = None,
        vertices: Any = None,
        *,
        anchors: npt.ArrayLike = "topleft",
        invalid: str = "raise",
    ) -> Self:
        if kinds is None:
            raise TypeError("Shapes: missing arguments kinds and rows, or an array (..., 7)")
        if rows is not None:
            return cls._of_rows(table_of(codes_of(kinds, anchors), rows), vertices, invalid)
        if isinstance(kinds, ShapeArray) and kinds.kind != "mixed":
            return cls.join(kinds)
        if is_table(kinds):
            return cls._of_parts(*parts_of_columns(kinds, invalid), invalid)
        if _has_no_rows(kinds):
            rule = "missing argument rows, or an array (..., 7)"
            raise TypeError(f"Shapes: {rule}, got {type(kinds).__name__}; from_shapes makes an array of single shapes")
        return cls._of_rows(kinds, vertices, invalid)

    @classmethod
    def _of_rows(cls, rows: Any, vertices: Any, invalid: str) -> Self:
        return _arrays.ShapeArray.__new__(cls, rows, vertices=vertices, invalid=invalid)

    @classmethod
    def _of_parts(cls, parts: list[Part], count: int, invalid: str) -> Self:
        return cls._of_rows(*joined(parts, count), invalid)

    @classmethod
    def from_shapes(cls, shapes: Iterable[Any], *, rounded: bool = False) -> Self:
        """Makes an array from an iterable of single shapes, or shape-likes, of any kinds; None makes a masked row.

        Each element equals its shape, bit for bit, as in the array of its kind. Rectangles may be defined in different
        ways. Raises TypeError for what is no shape, ValueError for a rectangle with a pivot, which no row
        holds; rounded=True makes it one by its centre, within an ulp or so.

        >>> Shapes.from_shapes([Circle(0, 0, 1), Rect.centered(5, 5, 4, 2), Point(3, 4)]).kinds.tolist()
        ['circle', 'rect', 'point']
        """
        given = [s if s is None or isinstance(s, collide2d.Shape) else one_shape(s) for s in shapes]
        places: dict[tuple[type, str], list[int]] = {}
        for i, shape in enumerate(given):
            if shape is None:
                continue
            if type(shape) not in ARRAY_TYPES:
                raise TypeError(f"Shapes.from_shapes: shapes[{i}] must be a shape, got {type(shape).__name__}")
            anchor = "topleft"
            if isinstance(shape, collide2d.Rect | collide2d.RoundRect):
                anchor = _core._rect_numbers(shape)[0]
            if anchor == "pivot" and not rounded:
                rule = f"shapes[{i}] is defined by its pivot, which rows cannot hold"
                raise ValueError(f"Shapes.from_shapes: {rule}; rounded=True rounds it to rows")
            places.setdefault((type(shape), anchor), []).append(i)
        parts = [
            (np.array(at), ARRAY_TYPES[kind].from_shapes([given[i] for i in at], rounded=rounded))
            for (kind, _), at in places.items()
        ]
        return cls._of_parts(parts, len(given), "nan" if None in given else "raise")

    @classmethod
    def join(cls, *arrays: ShapeArray) -> Self:
        """The rows of arrays of any kinds, one after the other, each with one axis. The numbers are copied.

        Masked rows stay masked. `split` is the inverse.

        >>> Shapes.join(Circles([[0, 0, 1]]), Rects([[5, 5, 4, 2]], anchor="center"), Points([[3, 4]])).kinds.tolist()
        ['circle', 'rect', 'point']
        """
        parts, count, invalid = list[Part](), 0, "raise"
        for i, array in enumerate(arrays):
            check_array("Shapes.join", f"arrays[{i}]", array)
            if len(array.shape) != 1:
                raise ValueError(f"Shapes.join: arrays[{i}] must have one axis, got shape {array.shape}")
            parts.append((np.arange(count, count + len(array)), array))
            count += len(array)
            invalid = "nan" if array.invalid == "nan" else invalid
        return cls._of_parts(parts, count, invalid)

    def split(self) -> list[Part]:
        """The rows of each kind and anchor: their places, and an array of that kind, which is a copy.

        Raises ValueError unless there is one axis.

        >>> some = Shapes.join(Circles([[0, 0, 1]]), Points([[3, 4]]), Circles([[5, 0, 1]]))
        >>> [(at.tolist(), part.kind) for at, part in some.split()]
        [([1], 'point'), ([0, 2], 'circle')]
        """
        if len(self.shape) != 1:
            raise ValueError(f"split: the array must have one axis, got shape {self.shape}")
        return self._parts(self)

    def _parts(self, rows: Self) -> list[Part]:
        """The parts of these rows, which are those of this array, in one axis."""
        if self.invalid == "raise":
            self._of_rows(self.array, self._table, "raise")  # names a row that was changed to an invalid one
        return parts_of(rows.array, self._table, self.invalid)

    def to_shapes(self) -> Any:
        """The single shapes, in lists nested like the leading axes; None for masked rows.

        >>> Shapes(["point", "circle"], [[3, 4], [0, 0, 1]]).to_shapes()
        [Point(3.0, 4.0), Circle(0.0, 0.0, 1.0)]
        """
        if not self.shape and self.valid:
            return shape_of(self.array.tolist(), self._table)
        flat = np.empty(int(np.prod(self.shape)), dtype=object)
        for at, part in self._parts(flat_rows(self, self.shape)):
            flat[at] = np.fromiter(part.to_shapes(), dtype=object, count=len(at))
        shapes: Any = flat.reshape(self.shape).tolist()
        return shapes

    def __iter__(self) -> Iterator[Any]:
        return iter(self.to_shapes()) if len(self.shape) == 1 else super().__iter__()

    # ---- attributes ----

    @property
    def kinds(self) -> Names:
        """The kind of each shape, as `kind` of the single shape: an array of str. Empty for a row without a kind.

        >>> Shapes([[1, 0, 0, 2, 0, 0, 0], [14, 5, 5, 4, 2, 0, 0]]).kinds.tolist()
        ['circle', 'rect']
        """
        return kind_names(known_codes(self.array[..., 0]))

    @property
    def anchors(self) -> Names:
        """What the row of each rectangle holds, as `anchor` of `Rects` and `RoundRects`; "topleft" for other kinds.

        >>> Shapes([[1, 0, 0, 2, 0, 0, 0], [14, 5, 5, 4, 2, 0, 0]]).anchors.tolist()
        ['topleft', 'center']
        """
        return anchor_names(known_codes(self.array[..., 0]))

    def _cores(self) -> Polygons:
        """The cores of all shapes as polygons, also those of fewer than three corners."""
        rows = flat_rows(self, self.shape)
        made, vertices = _arrays._make_polygons("core", rows, np.zeros((len(rows), 1)), None, 1)
        if isinstance(made, int):
            self._of_rows(self.array, self._table, "raise")
            raise ValueError("the array was changed meanwhile")
        return Polygons._of_rows(made, vertices, "nan")

    @property
    def radius(self) -> Floats:
        """The radius of each shape, 0 for a sharp one; nan for a masked row.

        >>> Shapes(["point", "circle"], [[3, 4], [0, 0, 1]]).radius.tolist()
        [0.0, 1.0]
        """
        return self._cores().radius.reshape(self.shape)

    @property
    def offsets(self) -> Indices:
        """Where the vertices of each shape begin in `vertices`, and of the last one where they end.

        >>> Shapes(["point", "segment"], [[3, 4], [0, 0, 1, 0]]).offsets.tolist()
        [0, 1, 3]
        """
        return self._cores().offsets

    @property
    def table(self) -> Any:
        """The vertices to which the rows of polygons refer, (m, 2), or None without polygons.

        It is the argument vertices of Shapes. Do not write to it if another array uses it, too.

        >>> some = Shapes.from_shapes([Circle(5, 5, 1), Polygon([(0, 0), (4, 0), (0, 4)])])
        >>> Shapes(some.array, vertices=some.table)[1] == some[1]
        True
        """
        return self._table

    @property
    def vertices(self) -> Any:
        """The corners of the cores of all shapes, one after the other, (m, 2): see `offsets`.

        The argument vertices of Shapes is another array: `table`.

        >>> Shapes(["point", "segment"], [[3, 4], [0, 0, 1, 0]]).vertices.tolist()
        [[3.0, 4.0], [0.0, 0.0], [1.0, 0.0]]
        """
        return self._cores().vertices

    # ---- new rows ----

    def _maker(self) -> Callable[[Any], Self]:
        return partial(self._of_rows, vertices=self._table, invalid=self.invalid)

    def _changed(
        self, how: str, name: str, argument: Floats, about: Floats | None = None, *, threads: int = 1, **_: Any
    ) -> Any:
        given = [argument] if about is None else [argument, about]
        names = name if about is None else f"{name} and about"
        verb = "rotate" if how == "radians" else how
        check_threads(verb, threads)
        shape, rows, flat = flat_arguments(verb, self, names, given)

        def changed(at: Indices, part: ShapeArray) -> ShapeArray:
            return _CHANGES[how](part, *(a[at] for a in flat), threads=threads)

        def apart(at: Indices, part: ShapeArray) -> Bools | None:
            if how == "move" and part.anchor == "corners":
                return np.asarray(settled(flat[0][at]).any(axis=1))
            if how == "grow" and part.kind in ("rect", "roundrect") and part.anchor == "topleft":
                return np.asarray(np.fmod(settled(part.array[:, -1]), 360) != 0)
            return None

        return self._by_kind(shape, rows, changed, apart)

    def replace(self, **changes: npt.ArrayLike) -> Self:
        """The shapes with some numbers changed, which all kinds in the array must have; of polygons the radius.

        Each is a number or an array that broadcasts. Each element equals `replace` of the single shape, as for the
        array of each kind. Raises TypeError for a name that a kind has not, ValueError for a number out of range.

        >>> Shapes(["circle", "rect"], [[0, 0, 1], [5, 5, 2, 2]]).replace(x=[1, 2]).to_shapes()
        [Circle(1.0, 0.0, 1.0), Rect(2.0, 5.0, 2.0, 2.0)]
        """
        numbers = [numbers_of("replace", name, value) for name, value in changes.items()]
        places = np.broadcast_to(0.0, self.shape)
        flat = [n.reshape(-1) for n in broadcast("replace", ["the array", *changes], [places, *numbers])[1:]]
        shape = np.broadcast_shapes(self.shape, *(n.shape for n in numbers))
        rows: Self = flat_rows(self, shape)

        def changed(at: Indices, part: ShapeArray) -> ShapeArray:
            known = ("radius",) if part.kind == "polygon" else part._columns
            for name in changes:
                if name not in known:
                    raise TypeError(f"replace: a {part.kind} has {', '.join(known)}, got {name!r}: see Shapes.split")
            return part.replace(**{name: n[at] for name, n in zip(changes, flat, strict=True)})

        def apart(at: Indices, part: ShapeArray) -> Bools | None:
            is_turned = list(changes) == ["angle"] and part.anchor == "corners"
            return np.asarray(settled(flat[0][at]) != 0) if is_turned else None

        return self._by_kind(shape, rows, changed, apart)

    def _by_kind(
        self,
        shape: tuple[int, ...],
        rows: Self,
        changed: Callable[[Indices, ShapeArray], ShapeArray],
        apart: Callable[[Indices, ShapeArray], Bools | None],
    ) -> Self:
        """New rows of this shape: what `changed` makes of rows, in one axis, of each kind.

        Rows of one anchor get one anchor. `apart` is true for those that need another one than the rest.
        """
        made, faults = list[Part](), list[tuple[int, str]]()
        for at, part in self._parts(rows):
            some = apart(at, part)
            for which in [slice(None)] if some is None else [some, ~some]:
                try:
                    if len(at[which]):
                        made.append((at[which], changed(at[which], part[which])))
                except ValueError as error:
                    faults.append(in_its_place(str(error), at[which], shape))
        if faults:
            raise ValueError(min(faults)[1])
        new = self._of_parts(made, len(rows), self.invalid)
        return new._like(new.array.reshape(*shape, COLUMNS))

    # ---- tables, as a value ----

    def to_columns(self) -> Any:
        """The rows as a dict of columns by name, which the constructors of tables take.

        kind and anchor are lists of names. The others are those of the array of each kind, with nan where a kind has
        none: x, y, r of circles and so on. Polygons have points, a list for each, and radius. `Shapes` reads such
        tables; the columns anchor, angle and radius may be missing: then the columns of a rectangle say its anchor.

        >>> list(Shapes(["circle", "segment"], [[0, 0, 1], [0, 0, 4, 0]]).to_columns())
        ['kind', 'anchor', 'x', 'y', 'r', 'ax', 'ay', 'bx', 'by']
        """
        if len(self.shape) != 1:
            raise ValueError(f"Shapes: only an array of one axis is a table, got shape {self.shape}")
        return columns_of_parts(self.kinds.tolist(), self.anchors.tolist(), self.split())

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return capsules_of_columns(self.to_columns())

    def __repr__(self) -> str:
        texts = [np.array2string(x, separator=", ") for x in (self.kinds, self.array[..., 1:])]
        if self._table is not None and len(self._table):
            texts.append(np.array2string(np.asarray(self._table), separator=", "))
        if (np.isin(self.anchors, ("topleft", ""), invert=True)).any():
            texts.append(f"anchors={np.array2string(self.anchors, separator=', ')}")
        if self.invalid == "nan":
            texts.append('invalid="nan"')
        return f"{type(self).__name__}({', '.join(texts)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (type(self), self.array, self._table, self.invalid)


def _has_no_rows(given: Any) -> bool:
    """Whether what should be rows is a name, or a list of names or of shapes."""
    each = given if isinstance(given, (list, tuple)) else [given]
    return any(isinstance(one, str | collide2d.Shape) for one in each)
