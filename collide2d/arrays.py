"""Arrays of shapes: typed views of NumPy arrays, and the verbs over them. Needs NumPy: `pip install collide2d[numpy]`.

The verbs `relate collides overlaps touches contains separation distance overlap_area contact cast raycast turn_cast`
of collide2d take any mixture of arrays and single shapes and broadcast as NumPy does. Every element is the answer for
its single shapes, bit for bit. `contact` returns `Contacts`; `cast`, `raycast` and `turn_cast` return `Hits`. `pairs`
finds all pairs that collide.

>>> bullets, walls = Circles([[0, 0, 1], [5, 5, 1]]), Rects([[1, -1, 2, 2], [9, 9, 1, 1]])
>>> collides(bullets[:, None], walls)
array([[ True, False],
       [False, False]])
>>> separation(bullets, Circle(3, 0, 1)).tolist()
[1.0, 3.385164807134504]

A view shares its memory with its array, so changing the array moves the shapes. Rows are checked when a view is made
and again by every verb. An invalid row (NaN, a negative radius; see the constructors of single shapes) raises a
ValueError with its index. `invalid="nan"` masks it instead: it collides with nothing, its distances are nan, and
`relate` returns -1, apart, for it. A motion that is NaN or leaves the domain is treated in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from importlib import import_module
from operator import index as _index
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError as error:
    raise ImportError("arrays of shapes need NumPy: pip install 'collide2d[numpy]'") from error
except ImportError as error:  # such as in a subinterpreter, which NumPy does not support
    raise ImportError(f"arrays of shapes need NumPy, which cannot be imported: {error}") from error

import collide2d
from collide2d import _arrays, _core
from collide2d._messages import did_you_mean

__all__ = [
    "Capsules",
    "Circles",
    "Contacts",
    "FirstHits",
    "Hits",
    "Nearest",
    "Points",
    "Rects",
    "RoundRects",
    "Segments",
    "ShapeArray",
    "count_pairs",
    "first_hits",
    "nearest",
    "pair_chunks",
    "pairs",
]

Bools: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.float64]


class Contacts(NamedTuple):
    """The contacts of shapes, element by element: what `contact` returns for arrays.

    The normal is a unit vector out of the second shape toward the first. The depth is how far to move along it until
    the shapes only touch. Both are nan where they do not collide.

    >>> contact(Circles([[0, 0, 2], [9, 9, 2]]), Circle(3, 0, 2)).hit
    array([ True, False])
    """

    hit: Bools
    """(...): whether they collide."""
    normal: Floats
    """(..., 2)"""
    depth: Floats
    """(...): 0 exactly where they touch."""

    @property
    def mtv(self) -> Floats:
        """The minimum translation vectors, (..., 2), normal times depth: they move the first shape out of the second.

        >>> contact(Circles([[0, 0, 2]]), Circle(3, 0, 2)).mtv.tolist()
        [[-1.0, 0.0]]
        """
        mtv: Floats = self.normal * self.depth[..., None]
        return mtv


class Hits(NamedTuple):
    """Where moving shapes first meet others, element by element: what `cast`, `raycast` and `turn_cast` return.

    All fields except `hit` are nan where nothing is hit.

    >>> raycast(Points([[0, 0], [0, 9]]), (8, 0), Rect(4, -1, 2, 2)).t.tolist()
    [0.5, nan]
    """

    hit: Bools
    """(...): whether they hit."""
    t: Floats
    """(...): the part of the motion up to the hit, 0 to 1."""
    point: Floats
    """(..., 2): where they meet, on the border of the shape that is hit."""
    normal: Floats
    """(..., 2): a unit vector out of the shape that is hit."""
    depth: Floats
    """(...): > 0 only if they overlapped at the start."""


_arrays._set_results(Contacts, Hits)

_TINY = 2.0**-148


def _settled(numbers: npt.ArrayLike) -> Floats:
    """The numbers as single shapes store them: tiny ones rounded to a multiple of 2^-200."""
    x = np.asarray(numbers, dtype=np.float64)
    size = np.abs(x)
    return np.where(size < _TINY, np.copysign((size + _TINY) - _TINY, x), x) + 0.0


def _numbers(verb: str, name: str, given: Any) -> Floats:
    """An array-like as float64."""
    if hasattr(type(given), "__dask_graph__"):
        rule = f"must be in memory, got a dask {type(given).__name__}"
        raise TypeError(f"{verb}: {name} {rule}: see collide2d.dask")
    try:
        numbers = np.asarray(given)
        if numbers.dtype.kind not in "biufO":
            raise TypeError
        return np.asarray(numbers, dtype=np.float64)
    except (TypeError, ValueError):
        got = type(given).__name__ if not isinstance(given, np.ndarray) else f"an array of {given.dtype}"
        raise TypeError(f"{verb}: {name} must be a number or an array of numbers, got {got}") from None


def _finite(verb: str, name: str, numbers: Floats, *, axes: int | None = None, least: float = -1e60) -> None:
    """Raises ValueError unless all numbers are in the domain and not below `least`.

    The first wrong one is named by its index on the first axes; without a number, on all of them.
    """
    with np.errstate(invalid="ignore"):
        wrong = ~((numbers >= least) & (numbers <= 1e60))
    if wrong.any():
        index = np.argwhere(wrong)[0].tolist()
        got = float(numbers[tuple(index)])
        rule = "finite" if not np.isfinite(got) else "between -1e60 and 1e60" if abs(got) > 1e60 else f">= {least}"
        index = index[:axes]
        where = f" at index {index[0] if len(index) == 1 else tuple(index)}" if index else ""
        raise ValueError(f"{verb}: {name} must be {rule}, got {got!r}{where}")


def _broadcast(verb: str, names: list[str], numbers: list[Floats]) -> Any:
    """Named arrays, which must broadcast together, in one shape."""
    try:
        return np.broadcast_arrays(*numbers)
    except ValueError:
        shapes = ", ".join(f"{name} of shape {n.shape}" for name, n in zip(names, numbers, strict=True))
        raise ValueError(f"{verb}: the arguments must broadcast together, got {shapes}") from None


def _one_shape(like: Any) -> Any:
    """The shape of a shape-like, such as a sprite; anything else as it is."""
    try:
        pieces = collide2d.Body([like]).pieces
    except TypeError:
        return like
    return pieces[0] if len(pieces) == 1 else like


# ---- columns ----

_FORMS = {
    "topleft": {
        "point": "x y", "circle": "x y r", "segment": "ax ay bx by", "capsule": "ax ay bx by r", "rect": "x y w h",
        "roundrect": "x y w h r",
    },
    "center": {"rect": "cx cy w h", "roundrect": "cx cy w h r"},
    "corners": {"rect": "x1 y1 x2 y2", "roundrect": "x1 y1 x2 y2 r"},
    "around": {"roundrect": "cx cy inner_w inner_h r"},
    "core": {"roundrect": "x y inner_w inner_h r"},
}  # fmt: skip


def _column_names(kind: str, anchor: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the columns, and of the optional ones; none if this kind has no such anchor."""
    names = tuple(_FORMS.get(anchor, {}).get(kind, "").split())
    return names, ("angle",) if kind in ("rect", "roundrect") and anchor != "corners" else ()


def _anchor_of_columns(kind: str, given: Iterable[str]) -> str:
    """The anchor whose columns are given, "topleft" if none is."""
    given = set(given)
    return next(
        (a for a in _FORMS if _column_names(kind, a)[0] and given.issuperset(_column_names(kind, a)[0])), "topleft"
    )


def _stacked(who: str, kind: str, anchor: str | None, columns: dict[str, Any]) -> tuple[Any, str]:
    """The rows of named columns, which broadcast, and their anchor."""
    anchor = anchor or _anchor_of_columns(kind, columns)
    names, options = _column_names(kind, anchor)
    for name in columns:
        if names and name not in names and name not in options:
            rule = f"the columns must be {', '.join(names)}"
            raise TypeError(f"{who}: {rule}, got {name!r}{did_you_mean(name, (*names, *options))}")
    for name in names:
        if name not in columns:
            raise TypeError(f"{who}: the columns must be {', '.join(names)}, {name!r} is missing")
    wanted = [name for name in (*names, *options) if name in columns]
    numbers = [np.asarray(columns[name]) for name in wanted]
    try:
        return np.stack(np.broadcast_arrays(*numbers), axis=-1) if wanted else [], anchor
    except ValueError:
        shapes = ", ".join(f"{name} of shape {n.shape}" for name, n in zip(wanted, numbers, strict=True))
        raise ValueError(f"{who}: the columns must broadcast together, got {shapes}") from None


def _table_columns(who: str, kind: str, anchor: str | None, table: Any) -> dict[str, Any]:
    """The columns of a table by name, as in a DataFrame of pandas or polars; {} if it has none of the names."""
    names = getattr(table, "columns", None)
    if names is None or isinstance(names, str) or not hasattr(table, "__getitem__"):
        return {}
    known = [name for name in names if isinstance(name, str)]
    wanted, options = _column_names(kind, anchor or _anchor_of_columns(kind, known))
    if not any(name in known for name in wanted):
        return {}
    for name in wanted:
        if name not in known:
            raise TypeError(
                f"{who}: the columns must be {', '.join(wanted)}, {name!r} is missing in {', '.join(known)}"
            )
    return {name: np.asarray(table[name], dtype=np.float64) for name in (*wanted, *options) if name in known}


class ShapeArray(_arrays.ShapeArray):
    """The base of `Points`, `Circles`, `Segments`, `Capsules`, `Rects` and `RoundRects`.

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

    def __new__(cls, array: Any = None, *, anchor: str | None = None, invalid: str = "raise", **columns: Any) -> Self:
        if not columns and array is None:
            names = ", ".join(_column_names(cls.kind, "topleft")[0])
            raise TypeError(f"{cls.__name__}: missing argument array, or the columns {names}")
        if columns and array is not None:
            raise TypeError(f"{cls.__name__}: array and columns must not both be given, got {', '.join(columns)}")
        if isinstance(array, ShapeArray) and array.kind != cls.kind:
            raise TypeError(f"{cls.__name__}: array must be numbers or {cls.__name__}, got {type(array).__name__}")
        if array is not None and not isinstance(array, (np.ndarray, list, tuple, ShapeArray)):
            columns = _table_columns(cls.__name__, cls.kind, anchor, array)
        if columns:
            array, anchor = _stacked(cls.__name__, cls.kind, anchor, columns)
        options = {} if anchor is None else {"anchor": anchor}
        return super().__new__(cls, array, invalid=invalid, **options)

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
        shapes = [s if s is None or isinstance(s, collide2d.Shape) else _one_shape(s) for s in shapes]
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

    def __eq__(self, other: object) -> Any:
        if isinstance(other, ShapeArray | collide2d.Shape):
            if other.kind == self.kind:
                return _arrays.equals(self, other)
            shape = other.shape if isinstance(other, ShapeArray) else ()
            return np.zeros(np.broadcast_shapes(self.shape, shape), dtype=bool)[()]
        return NotImplemented

    def __ne__(self, other: object) -> Any:
        equal = self == other
        return NotImplemented if equal is NotImplemented else np.logical_not(equal)

    def __repr__(self) -> str:
        rows = repr(self.array).removeprefix("array(").removesuffix(")")
        said = "" if self.anchor == "topleft" else f', anchor="{self.anchor}"'
        said += ', invalid="nan"' if self.invalid == "nan" else ""
        return f"{type(self).__name__}({rows}{said})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.array, self.invalid, self.anchor)

    # ---- new rows ----

    def move(self, dx: npt.ArrayLike, dy: npt.ArrayLike | None = None) -> Self:
        """The shapes moved by (dx, dy): two numbers or arrays that broadcast, or pairs, (..., 2).

        Returns a new float64 array; each element equals `move` of the single shape. The result of rectangles defined by
        two corners is defined by the top-left corner and the size, which is rounded, even for an element that does not
        move while others do.

        >>> Circles([[0, 0, 1], [5, 5, 1]]).move(1, [2, 3]).array.tolist()
        [[1.0, 2.0, 1.0], [6.0, 8.0, 1.0]]
        """
        d = _pairs("move", "dx", dx, dy)
        anchor = self.anchor
        if anchor == "corners" and _settled(d).any():
            anchor = "topleft" if self.kind == "rect" else "core"
        moved: Self = self._changed("move", "dx", d, anchor=anchor)
        return moved

    def at(self, x: npt.ArrayLike, y: npt.ArrayLike | None = None) -> Self:
        """The shapes with their centres at (x, y): two numbers or arrays that broadcast, or pairs, (..., 2).

        Returns a new float64 array; each element equals `at` of the single shape, so the rows of rectangles are defined
        by their centre from then on (`anchor`). Raises ValueError for a number out of range.

        >>> Circles([[0, 0, 1], [5, 5, 2]]).at(0, [1, 2]).array.tolist()
        [[0.0, 1.0, 1.0], [0.0, 2.0, 2.0]]
        >>> Rects([[0, 0, 4, 2]]).at((10, 10))
        Rects([[10., 10.,  4.,  2.]], anchor="center")
        """
        moved: Self = self._changed("at", "x", _pairs("at", "x", x, y), anchor=self._center_anchor())
        return moved

    def rotate(
        self,
        angle: npt.ArrayLike | None = None,
        about: npt.ArrayLike | None = None,
        *,
        radians: npt.ArrayLike | None = None,
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
        turn = _numbers("rotate", name, given)
        _finite("rotate", name, turn)
        pivot = () if about is None else (_pairs("rotate", "about", about, None),)
        anchor = self.anchor if about is None and self.anchor != "corners" else self._center_anchor()
        how = "radians" if angle is None else "rotate"
        turned: Self = self._changed(how, name, turn[..., None], *pivot, anchor=anchor, turned=True)
        return turned

    def scale_by(self, k: npt.ArrayLike) -> Self:
        """The shapes k >= 0 times as large, each about its centre; k is a number or an array that broadcasts.

        Returns a new float64 array; each element equals `scale_by` of the single shape. Rows of rectangles are defined
        by their centre from then on. Raises ValueError for a negative k.

        >>> Circles([[1, 1, 2], [5, 5, 1]]).scale_by([3, 0.5]).array.tolist()
        [[1.0, 1.0, 6.0], [5.0, 5.0, 0.5]]
        """
        factor = _numbers("scale_by", "k", k)
        _finite("scale_by", "k", factor, least=0)
        scaled: Self = self._changed("scale_by", "k", factor[..., None], anchor=self._center_anchor())
        return scaled

    def grow(self, d: npt.ArrayLike) -> ShapeArray:
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
        more = _numbers("grow", "d", d)
        _finite("grow", "d", more)
        anchor = self.anchor
        if self.kind in ("rect", "roundrect") and anchor == "center":
            anchor = "around"
        elif self.kind in ("rect", "roundrect") and anchor == "topleft":
            anchor = "around" if self._are_all_turned() else "core"
        made = {"point": Circles, "segment": Capsules, "rect": RoundRects}.get(self.kind)
        grown: ShapeArray = self._changed("grow", "d", more[..., None], anchor=anchor, made=made)
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
        numbers = [_numbers("replace", name, changes[name]) for name in names]
        anchor = self.anchor
        if names and names != ["angle"]:
            anchor = "topleft"
        elif names and anchor == "corners" and _settled(numbers[0]).any():
            anchor = self._center_anchor()
        values = np.stack(_broadcast("replace", names, numbers), axis=-1) if names else np.empty(0)
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
        if about is None:
            return _arrays._change(how, self, kind, anchor, columns, given, name, argument)
        return _arrays._change(how, self, kind, anchor, columns, given, f"{name} and about", argument, about)

    def _center_anchor(self) -> str:
        """The anchor of rectangles that are defined by their centre from now on."""
        if self.kind not in ("rect", "roundrect"):
            return "topleft"
        return "around" if self.kind == "roundrect" and self.anchor not in ("topleft", "center") else "center"

    def _are_all_turned(self) -> bool:
        angles = self.array[..., {"rect": 4, "roundrect": 5}[self.kind] :]
        with np.errstate(invalid="ignore"):
            return bool(angles.size) and bool((np.fmod(angles, 360) != 0).all())

    # ---- verbs ----

    def relate(self, other: Any, *, out: Any = None) -> Any:
        """`collide2d.relate` of each: int8, -1 apart, 0 touching, 1 overlapping.

        >>> Circles([[0, 0, 1], [9, 0, 1]]).relate(Circle(2, 0, 1)).tolist()
        [0, -1]
        """
        return _core.relate(self, other, out=out)

    def collides(self, other: Any, *, out: Any = None) -> Any:
        """`collide2d.collides` of each: bool; touching counts.

        >>> Circles([[0, 0, 1], [9, 0, 1]]).collides(Circle(2, 0, 1)).tolist()
        [True, False]
        """
        return _core.collides(self, other, out=out)

    def overlaps(self, other: Any, *, out: Any = None) -> Any:
        """`collide2d.overlaps` of each: bool; touching does not count.

        >>> Circles([[0, 0, 1], [1, 0, 1]]).overlaps(Circle(2, 0, 1)).tolist()
        [False, True]
        """
        return _core.overlaps(self, other, out=out)

    def touches(self, other: Any, *, out: Any = None) -> Any:
        """`collide2d.touches` of each: bool; whether they collide but do not overlap.

        >>> Circles([[0, 0, 1], [1, 0, 1]]).touches(Circle(2, 0, 1)).tolist()
        [True, False]
        """
        return _core.touches(self, other, out=out)

    def separation(self, other: Any, *, out: Any = None) -> Any:
        """`collide2d.separation` of each: float64, the signed gap.

        >>> Circles([[0, 0, 1], [1, 0, 1]]).separation(Circle(2, 0, 1)).tolist()
        [0.0, -1.0]
        """
        return _core.separation(self, other, out=out)

    def distance(self, other: Any, *, out: Any = None) -> Any:
        """`collide2d.distance` of each: float64, the gap, 0 where they collide.

        >>> Points([[0, 0], [3, 4]]).distance((0, 0)).tolist()
        [0.0, 5.0]
        """
        return _core.distance(self, other, out=out)

    def contains(self, other: Any, *, out: Any = None) -> Any:
        """`collide2d.contains` of each: bool; borders may meet.

        >>> Rects([[0, 0, 4, 4], [9, 0, 4, 4]]).contains(Circle(2, 2, 2)).tolist()
        [True, False]
        """
        return _core.contains(self, other, out=out)

    def overlap_area(self, other: Any, *, out: Any = None) -> Any:
        """`collide2d.overlap_area` of each: float64, 0 where they do not overlap.

        >>> Rects([[0, 0, 4, 4], [9, 0, 4, 4]]).overlap_area(Rect(3, 2, 4, 4)).tolist()
        [2.0, 0.0]
        """
        return _core.overlap_area(self, other, out=out)

    def contact(self, other: Any, *, out: Any = None) -> Any:
        """`collide2d.contact` of each, as Contacts; out is a tuple of arrays for hit, normal and depth.

        >>> Circles([[0, 0, 2], [9, 0, 2]]).contact(Circle(3, 0, 2)).depth.tolist()
        [1.0, nan]
        """
        return _core.contact(self, other, out=out)

    def cast(self, motion: Any, other: Any, *, touching: bool = False, leaving: bool = True, out: Any = None) -> Any:
        """`collide2d.cast` of each, as Hits; motion is a pair or pairs (..., 2), out a tuple of arrays for all fields.

        >>> Circles([[0, 0, 1], [0, 9, 1]]).cast((8, 0), Rect(5, -2, 1, 4)).hit.tolist()
        [True, False]
        """
        return _core.cast(self, motion, other, touching=touching, leaving=leaving, out=out)

    def turn_cast(self, angle: Any, other: Any, about: Any = None, *, motion: Any = (0.0, 0.0), out: Any = None) -> Any:
        """`collide2d.turn_cast` of each, as Hits; angle is a number or an array, about a pair or pairs (..., 2).

        Without about each row turns about its pivot or centre. motion, a pair or pairs, is how far it moves meanwhile.
        out is a tuple of arrays for all fields.

        >>> doors = Segments([[0, 0, 4, 0], [0, 9, 4, 9]])
        >>> doors.turn_cast([90, -90], Circle(3, 4.5, 2), about=doors.array[:, :2]).hit.tolist()
        [True, True]
        """
        return _core.turn_cast(self, angle, other, about, motion=motion, out=out)

    def raycast(
        self, origin: Any, motion: Any, *, touching: bool = False, leaving: bool = True, out: Any = None
    ) -> Any:
        """`collide2d.raycast` against each, as Hits; origin is Points or pairs (..., 2), motion is pairs (..., 2).

        >>> Rects([[4, -1, 2, 2], [6, -1, 2, 2]]).raycast((0, 0), (8, 0)).t.tolist()
        [0.5, 0.75]
        """
        return _core.raycast(origin, motion, self, touching=touching, leaving=leaving, out=out)


def _turn_body(body: Any, angle: Any, shapes: ShapeArray, about: Any, motion: Any, out: Any) -> Hits:
    """`turn_cast` of a body and an array of shapes, one after another. Called by the array verb."""
    pivot, d = body.center if about is None else about, (0.0, 0.0) if motion is None else motion
    # A piece is refused for the same reasons, and its hits have the same shape.
    size = np.shape(_arrays.turn_cast(body.pieces[0], angle, shapes, pivot, motion, None).hit)
    rows = shapes.array.reshape(-1, shapes.array.shape[-1])
    each = type(shapes)(rows, anchor=shapes.anchor, invalid=shapes.invalid).to_shapes()
    ids = np.broadcast_to(np.arange(len(rows)).reshape(shapes.shape), size)
    angles, pivots, motions = (np.asarray(_settled(x), dtype=np.float64) for x in (angle, pivot, d))
    angles = np.broadcast_to(angles, size)
    pivots, motions = (np.broadcast_to(pairs, (*size, 2)) for pairs in (pivots, motions))
    found = Hits(np.zeros(size, bool), *(np.full((*size, *pair), np.nan) for pair in ((), (2,), (2,), ())))
    for index in np.ndindex(*size):
        shape = each[ids[index]]
        if shape is None:
            continue
        try:
            hit = _core.turn_cast(body, float(angles[index]), shape, pivots[index], motion=motions[index])
        except ValueError:
            if shapes.invalid == "raise":
                raise
            continue
        if hit is not None:
            found.hit[index] = True
            found.t[index], found.depth[index] = hit.t, hit.depth
            found.point[index], found.normal[index] = hit.point, hit.normal
    if out is None:
        results: list[Any] = [array[()] for array in found]  # numbers if there is one shape
        return Hits(*results)
    given: Hits = _arrays.turn_cast(body.pieces[0], angle, shapes, pivot, motion, out)  # refuses other arrays
    for array, result in zip(out, found, strict=True):
        array[...] = result
    return given


def _restore(cls: type[ShapeArray], array: npt.NDArray[Any], invalid: str, anchor: str = "topleft") -> ShapeArray:
    return cls(array, anchor=anchor, invalid=invalid)


def _pairs(verb: str, name: str, x: npt.ArrayLike, y: npt.ArrayLike | None) -> Floats:
    """Two arrays that broadcast, or one whose last axis is a pair, as pairs (..., 2)."""
    pairs = _numbers(verb, name, x)
    if y is None:
        if pairs.ndim == 0 or pairs.shape[-1] != 2:
            raise ValueError(f"{verb}: {name} must be a pair or pairs, (..., 2), got shape {pairs.shape}")
    else:
        other = name[:-1] + "y"
        pairs = np.stack(_broadcast(verb, [name, other], [pairs, _numbers(verb, other, y)]), axis=-1)
    _finite(verb, name, pairs, axes=pairs.ndim - 1)
    return pairs


class Points(ShapeArray):
    """Points from an array (..., 2): x, y.

    >>> Points([[1, 2], [3, 4]])[1]
    Point(3.0, 4.0)
    """

    __slots__ = ()
    kind = "point"
    _scalar = collide2d.Point
    _columns = collide2d.Point.__match_args__


class Circles(ShapeArray):
    """Circles from an array (..., 3): x, y, r >= 0.

    >>> Circles([[0, 0, 1], [1, 0, -1]])
    Traceback (most recent call last):
    ValueError: Circles: r must be >= 0, got -1.0 at index 1
    """

    __slots__ = ()
    kind = "circle"
    _scalar = collide2d.Circle
    _columns = collide2d.Circle.__match_args__


class Segments(ShapeArray):
    """Segments from an array (..., 4): ax, ay, bx, by.

    >>> Segments([[0, 0, 3, 4]])[0].length
    5.0
    """

    __slots__ = ()
    kind = "segment"
    _scalar = collide2d.Segment
    _columns = collide2d.Segment.__match_args__


class Capsules(ShapeArray):
    """Capsules from an array (..., 5): ax, ay, bx, by, r >= 0.

    >>> Capsules([[0, 0, 3, 0, 1]]).collides((4, 0)).tolist()
    [True]
    """

    __slots__ = ()
    kind = "capsule"
    _scalar = collide2d.Capsule
    _columns = collide2d.Capsule.__match_args__


# How a rectangle is defined, in the words of error messages.
_HELD = {
    "topleft": "by its top-left corner", "center": "by its centre", "corners": "by two corners",
    "around": "by the centre of its core", "core": "by the top-left corner of its core", "pivot": "by its pivot",
}  # fmt: skip


class _Rectangles(ShapeArray):
    """The base of both arrays of rectangles."""

    __slots__ = ()
    _anchors: ClassVar[dict[str, Callable[..., Any]]]

    @classmethod
    def _made(cls, anchor: str) -> Callable[..., Any]:
        return cls._anchors[anchor]

    @classmethod
    def _layout(cls, shapes: list[Any], rounded: bool) -> tuple[str, int]:
        held = {i: _core._rect_numbers(shape)[0] for i, shape in enumerate(shapes) if shape is not None}
        kinds = set(held.values()) or {"topleft"}
        if kinds in ({"topleft", "corners"}, {"core", "corners"}):
            for anchor in sorted(kinds, reverse=True):
                if all(cls._is_same(shapes[i], anchor) for i, kind in held.items() if kind != anchor):
                    kinds = {anchor}
                    break
        if len(kinds) == 1 and kinds <= cls._anchors.keys():
            (anchor,) = kinds
        elif rounded:
            upright = cls.kind == "rect" and all(shapes[i].angle == 0 for i in held)
            anchor = "corners" if upright else cls._by_center
        else:
            raise ValueError(f"{cls.__name__}.from_shapes: {cls._refusal(held)}; rounded=True rounds them to rows")
        return anchor, len(cls._columns) - (anchor == "corners")

    @classmethod
    def _refusal(cls, held: dict[int, str]) -> str:
        first = next(iter(held))
        for i, kind in held.items():
            if kind not in cls._anchors:
                return f"shapes[{i}] is defined {_HELD[kind]}, which rows cannot hold"
            if kind != held[first]:
                return f"shapes[{i}] is defined {_HELD[kind]}, shapes[{first}] {_HELD[held[first]]}"
        raise AssertionError("there are rows for these")

    @classmethod
    def _is_same(cls, shape: Any, anchor: str) -> bool:
        """Whether a rectangle has the same vertices in another form, such as top-left corner and size, or two corners.

        That is so for a rectangle defined by two corners whose `repr` or `to_dict` was short. Verbs and moves then give
        the same answers for both forms.
        """
        if shape.angle != 0:
            return False
        try:
            other = cls._made(anchor)(*cls._row(shape, anchor))
        except ValueError:
            return False
        return bool(other == shape and other.vertices == shape.vertices)

    @classmethod
    def _row(cls, shape: Any, anchor: str) -> tuple[float, ...]:
        kind, at, r, angle, core = _core._rect_numbers(shape)
        if anchor == "corners":
            xs, ys = zip(*shape.vertices, strict=True)
            corners = at if kind == "corners" else (min(xs), min(ys), max(xs), max(ys))
            return (*corners, r) if cls.kind == "roundrect" else corners
        if kind != anchor:
            outer = (shape.x, shape.y, shape.w, shape.h)
            size = core if anchor in ("around", "core") else outer[2:]
            corner = shape.vertices[0] if anchor == "core" else outer[:2]
            at = (*shape.center, *size) if anchor in ("center", "around") else (*corner, *size)
        return (*at, r, angle) if cls.kind == "roundrect" else (*at, angle)

    _by_center: ClassVar[str]


class Rects(_Rectangles):
    """Rectangles from an array (..., 4) or (..., 5): x, y, w, h and the angle, in degrees, about the centre.

    anchor gives the meaning of the first four numbers: "topleft" x, y, w, h; "center" cx, cy, w, h, like
    `Rect.centered`; "corners" x1, y1, x2, y2, like `Rect.from_corners`, without an angle.

    >>> Rects([[0, 0, 4, 2], [4, 0, 1, 1]]).touches(Rect(4, 1, 2, 2)).tolist()
    [True, True]
    >>> Rects([[0, 0, 4, 2]], anchor="corners")[0], Rects([[0, 0, 4, 2, 90]], anchor="center")[0]
    (Rect(0.0, 0.0, 4.0, 2.0), Rect.centered(0.0, 0.0, 4.0, 2.0, 90.0))
    """

    __slots__ = ()
    kind = "rect"
    _scalar = collide2d.Rect
    _columns = collide2d.Rect.__match_args__
    _anchors: ClassVar[dict[str, Callable[..., Any]]] = {
        "topleft": collide2d.Rect, "center": collide2d.Rect.centered, "corners": collide2d.Rect.from_corners,
    }  # fmt: skip
    _by_center = "center"


def _grown_from_corners(x1: float, y1: float, x2: float, y2: float, r: float) -> Any:
    return collide2d.Rect.from_corners(x1, y1, x2, y2).grow(r)


def _grown_from_topleft(x: float, y: float, w: float, h: float, r: float, angle: float = 0.0) -> Any:
    """Rect(x, y, w, h).grow(r), turned afterwards. It may be in the domain only because it is turned."""
    return _core._restore_rect(True, 0, True, False, x, y, w, h, 0.0, 0.0, angle, r)


class RoundRects(_Rectangles):
    """Rounded rectangles from an array (..., 5) or (..., 6): x, y, w, h, r and the angle, in degrees, about the centre.

    The size is the outer one; r is at most half the smaller side. anchor gives the meaning of the first four numbers:
    "topleft" x, y, w, h; "center" cx, cy, w, h, like `RoundRect.centered`; "around" cx, cy, inner_w, inner_h, like
    `RoundRect.around`; "core" x, y, inner_w, inner_h, like `Rect(x, y, inner_w, inner_h).grow(r)`; "corners" x1, y1,
    x2, y2, the corners of the core, like `Rect.from_corners(x1, y1, x2, y2).grow(r)`, without an angle.

    >>> RoundRects([[0, 0, 6, 4, 1]]).vertices.tolist()
    [[[1.0, 1.0], [5.0, 1.0], [5.0, 3.0], [1.0, 3.0]]]
    """

    __slots__ = ()
    kind = "roundrect"
    _scalar = collide2d.RoundRect
    _columns = collide2d.RoundRect.__match_args__
    _anchors: ClassVar[dict[str, Callable[..., Any]]] = {
        "topleft": collide2d.RoundRect, "center": collide2d.RoundRect.centered, "corners": _grown_from_corners,
        "around": collide2d.RoundRect.around, "core": _grown_from_topleft,
    }  # fmt: skip
    _by_center = "around"


# ---- all pairs -------------------------------------------------------------------------------------------------------

Indices: TypeAlias = npt.NDArray[np.intp]


def pairs(a: ShapeArray, b: ShapeArray | None = None, *, touching: bool = True, progress: bool = False) -> Indices:
    """All index pairs that collide, or with touching=False overlap: (m, 2) integers, sorted.

    For one array, each pair comes once, with i < j; for two, i is an index of a and j of b. Both arrays have one axis
    and may be of any kinds; masked rows are in no pair. The answer is exact, and the time about linear in the number of
    shapes and pairs. progress shows how many pairs have been found so far, if tqdm is installed. Raises ValueError for
    an invalid row, MemoryError if the pairs do not fit: see `count_pairs` and `pair_chunks`.

    >>> circles = Circles([[0, 0, 1], [5, 0, 1], [2, 0, 1], [3.5, 0, 1]])
    >>> pairs(circles).tolist()
    [[0, 2], [1, 3], [2, 3]]
    >>> pairs(circles, touching=False).tolist()
    [[1, 3], [2, 3]]
    >>> pairs(circles, Points([[5, 0]])).tolist()
    [[1, 0]]
    """
    found: Indices = _search(a, b, touching, True, 0, _rows_of(a, "a"), progress)
    return found


def count_pairs(a: ShapeArray, b: ShapeArray | None = None, *, touching: bool = True, progress: bool = False) -> int:
    """The number of pairs that `pairs` would return, in memory that does not grow with it.

    >>> count_pairs(Circles([[0, 0, 1], [5, 0, 1], [2, 0, 1]]))
    1
    """
    found: int = _search(a, b, touching, False, 0, _rows_of(a, "a"), progress)
    return found


def pair_chunks(
    a: ShapeArray, b: ShapeArray | None = None, *, touching: bool = True, rows: int = 100_000, progress: bool = False
) -> Iterator[Indices]:
    """Yields the pairs that `pairs` returns in chunks, each for `rows` rows of a, if they do not fit into memory.

    Each chunk is a search of its own through all shapes that these rows may collide with, so a few large chunks are
    faster than many small ones.

    >>> [part.tolist() for part in pair_chunks(Circles([[0, 0, 1], [2, 0, 1], [4, 0, 1]]), rows=1)]
    [[[0, 1]], [[1, 2]], []]
    """
    if rows < 1:
        raise ValueError(f"pair_chunks: rows must be >= 1, got {rows!r}")
    total = _rows_of(a, "a")
    for first in range(0, total, rows):
        last = min(first + rows, total)
        # With one array, the chunks before this one have the pairs with earlier rows.
        part = _search(a, b, touching, True, first, last, progress) if b is not None else None
        yield part if part is not None else _search(a[first:], None, touching, True, 0, last - first, progress) + first


def _rows_of(a: object, name: str) -> int:
    if not isinstance(a, ShapeArray):
        raise TypeError(f"pairs: {name} must be an array of shapes, got {type(a).__name__}")
    return len(a)


def _search(
    a: ShapeArray, b: ShapeArray | None, touching: bool, keep: bool, first: int, last: int, progress: bool
) -> Any:
    arguments = (a, b, touching, keep, first, last)
    bar = _bar() if progress else None
    if bar is None:
        return _arrays._pairs(*arguments, None)
    tally = np.zeros(2, dtype=np.int64)
    with bar, ThreadPoolExecutor(1) as executor:
        job = executor.submit(_arrays._pairs, *arguments, tally)
        try:
            while not wait([job], timeout=0.1).done:
                bar.update(int(tally[0]) - bar.n)
        except BaseException:
            tally[1] = 1  # asks the search to end
            raise
        found = job.result()
        bar.update((len(found) if keep else found) - bar.n)
        return found


def _bar() -> Any:
    try:
        tqdm = import_module("tqdm.auto").tqdm
    except ImportError:
        return None
    return tqdm(unit=" pairs", unit_scale=True)


# ---- one row among many ----------------------------------------------------------------------------------------------


class FirstHits(NamedTuple):
    """The first obstacle that each mover hits: what `first_hits` returns for n movers.

    A mover that hits nothing has the row -1, and nan in the other fields.
    """

    row: Indices
    """(n,): that of the obstacle."""
    t: Floats
    """(n,): the part of the motion before the hit, from 0 to 1."""
    point: Floats
    """(n, 2): where the mover meets the border of the obstacle."""
    normal: Floats
    """(n, 2): unit vectors out of the obstacles."""
    depth: Floats
    """(n,): the penetration depth if the two overlap at the start, otherwise 0."""


class Nearest(NamedTuple):
    """The nearest rows of each row: what `nearest` returns for n rows and k neighbours.

    A row with fewer than k neighbours has the row -1 and the distance nan in the last columns.
    """

    row: Indices
    """(n, k): rows of b, the nearest first."""
    distance: Floats
    """(n, k): the distances to them, 0 for shapes that collide."""


def first_hits(
    movers: ShapeArray, motions: npt.ArrayLike, obstacles: ShapeArray, *, touching: bool = False, leaving: bool = True
) -> FirstHits:
    """The first of many obstacles that each mover hits, found with an index of the obstacles.

    movers and obstacles are arrays of any kinds with one axis. motions is a pair of numbers or one pair for each mover,
    (n, 2); a single mover may have several motions. Every hit is that of `collide2d.cast` with the one obstacle, bit
    for bit, and touching and leaving have the same meaning. If several obstacles are hit at the same t, the one with
    the lowest row counts. Masked rows hit nothing and are not hit. Raises ValueError for an invalid row, and for a
    motion that is not finite or leaves the domain.

    >>> first_hits(Circles([[0, 0, 1], [0, 9, 1]]), (20, 0), Rects([[15, -1, 2, 2], [5, -1, 2, 2]]))[:2]
    (array([ 1, -1]), array([0.2, nan]))
    """
    verb = "first_hits"
    _check_array(verb, "movers", movers)
    _check_array(verb, "obstacles", obstacles)
    given = _numbers(verb, "motions", motions)
    if given.ndim not in (1, 2) or given.shape[-1] != 2:
        raise ValueError(f"{verb}: motions must be a pair or pairs, (n, 2), got shape {given.shape}")
    count = movers.shape[0] if movers.shape else 1
    if given.ndim == 2 and len(given) not in (1, count) and count != 1:
        raise ValueError(f"{verb}: motions must be one pair, or one for each of {count} movers, got {len(given)}")
    rows = len(given) if given.ndim == 2 and count == 1 else count
    found = _arrays._first_hits(movers, np.broadcast_to(given, (rows, 2)), obstacles, touching, leaving)
    return FirstHits(*found)


def nearest(a: ShapeArray, b: ShapeArray, k: int = 1, *, max_distance: float = np.inf) -> Nearest:
    """The k rows of b that are nearest to each row of a, sorted by distance and then by row.

    a and b are arrays of any kinds with one axis; b is searched with an index. The distances are those of
    `collide2d.distance`, bit for bit. Rows of b farther away than max_distance do not count, nor do masked rows. In the
    nearest rows of an array to itself, each row finds itself, too. Raises TypeError if k is not an integer, ValueError
    if it is negative, if max_distance is negative or nan, or for an invalid row.

    >>> nearest(Points([[0, 0], [9, 0]]), Circles([[4, 0, 1], [1, 0, 1], [6, 0, 1]]), k=2)
    Nearest(row=array([[1, 0],
           [2, 0]]), distance=array([[0., 3.],
           [2., 4.]]))
    """
    _check_array("nearest", "a", a)
    _check_array("nearest", "b", b)
    try:
        count = _index(k)
    except TypeError:
        raise TypeError(f"nearest: k must be an int, got {type(k).__name__}") from None
    if count < 0:
        raise ValueError(f"nearest: k must be >= 0, got {k!r}")
    try:
        farthest = float(max_distance)
    except (TypeError, ValueError):
        raise TypeError(f"nearest: max_distance must be a number, got {type(max_distance).__name__}") from None
    if not farthest >= 0:
        raise ValueError(f"nearest: max_distance must be >= 0, got {farthest!r}")
    return Nearest(*_arrays._nearest(a, b, count, farthest))


def _check_array(verb: str, name: str, a: object) -> None:
    if not isinstance(a, ShapeArray):
        raise TypeError(f"{verb}: {name} must be an array of shapes, got {type(a).__name__}")


_core._set_arrays(_arrays, _arrays.ShapeArray)
