"""Shapes whose rows are a dask array, and the verbs over them: see collide2d.dask."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import dask.array as da
import numpy as np
from dask.delayed import delayed

import collide2d
from collide2d.arrays import Clips, ClosestPoints, Contacts, Hits, Polygons, ShapeArray, Shapes, responses
from collide2d.dask import partition

DaskArray: TypeAlias = Any  # dask.array.Array, which has no types


class LazyShapes:
    """Shapes whose rows are a dask array, (..., columns): `kind` is the view of a block, Circles for instance.

    Indexing works on the leading axes, as in memory; `compute()` makes the array in memory. Rows are neither loaded nor
    checked before they are computed. Raises TypeError for an invalid kind, ValueError for a wrong number of columns.

    >>> import dask.array as da
    >>> from collide2d import Points
    >>> LazyShapes(Points, da.zeros((4, 2), chunks=(2, 2)))[1:].compute()
    Points([[0., 0.],
           [0., 0.],
           [0., 0.]])
    """

    __slots__ = ("invalid", "kind", "rows")

    def __init__(self, kind: type[ShapeArray], rows: DaskArray, *, invalid: str = "raise") -> None:
        if not (isinstance(kind, type) and issubclass(kind, ShapeArray)) or kind in (ShapeArray, Polygons, Shapes):
            raise TypeError(f"LazyShapes: kind must be Points, Circles, Segments, ..., got {kind!r}")
        if not isinstance(rows, da.Array):
            raise TypeError(f"LazyShapes: rows must be a dask array, got {type(rows).__name__}")
        if rows.ndim == 0 or np.isnan(rows.shape[-1]) or rows.dtype.kind not in "fiub":
            raise ValueError(
                f"LazyShapes: rows must be numbers, (..., columns), got {rows.dtype} of shape {rows.shape}"
            )
        kind(np.empty((0, int(rows.shape[-1]))), invalid=invalid)  # checks the columns and `invalid`
        self.kind, self.invalid = kind, invalid
        self.rows = rows.rechunk({rows.ndim - 1: -1})

    @classmethod
    def from_chunks(
        cls,
        kind: type[ShapeArray],
        chunks: Iterable[str | os.PathLike[str] | Callable[[], Any]],
        *,
        invalid: str = "raise",
    ) -> LazyShapes:
        """Shapes of one axis from chunks, each the path of a .npy file or a function that returns the rows.

        Chunks are loaded on the worker, at each use, so a function must always return the same rows.

        >>> from collide2d import Circles
        >>> discs = LazyShapes.from_chunks(Circles, [lambda: np.zeros((2, 3)), lambda: np.ones((3, 3))])
        >>> len(discs.compute())
        5
        """
        parts = [_chunk(kind, chunk) for chunk in chunks]
        empty = da.zeros((0, len(kind._columns)))
        return cls(kind, da.concatenate(parts) if parts else empty, invalid=invalid)

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes, without the columns of the rows; nan if dask does not know a length yet."""
        return tuple(self.rows.shape[:-1])

    def compute(self) -> Any:
        """The shapes in memory: an array of them, checked."""
        return self.kind(self.rows.compute(), invalid=self.invalid)

    def __getitem__(self, index: Any) -> LazyShapes:
        axes = index if isinstance(index, tuple) else (index,)
        return LazyShapes(self.kind, self.rows[(*axes, slice(None))], invalid=self.invalid)

    def __repr__(self) -> str:
        return f"LazyShapes({self.kind.__name__}, shape={self.shape}, blocks={self.rows.npartitions})"


def _chunk(kind: type[ShapeArray], chunk: Any) -> DaskArray:
    if isinstance(chunk, str | os.PathLike):
        path = os.fspath(chunk)
        rows = partition.read(path)  # for the shape
        return da.from_delayed(delayed(partition.read)(path), rows.shape, dtype=rows.dtype)
    if not callable(chunk):
        raise TypeError(f"LazyShapes.from_chunks: chunks must be paths or functions, got {type(chunk).__name__}")
    return da.from_delayed(delayed(partial(_loaded, kind, chunk))(), (np.nan, len(kind._columns)), dtype=np.float64)


def _loaded(kind: type[ShapeArray], chunk: Callable[[], Any]) -> Any:
    """The rows that a function returns, with the column for the angle, so that all chunks have the same columns."""
    rows = kind(np.asarray(chunk(), dtype=np.float64), invalid="nan").array
    missing = len(kind._columns) - rows.shape[-1]
    return np.hstack((rows, np.zeros((len(rows), missing)))) if missing else rows


# ---- verbs -----------------------------------------------------------------------------------------------------------


class _Pairs:
    """A motion, an origin or a pivot: a dask array, or anything that NumPy converts to an array, of pairs (..., 2)."""

    def __init__(self, verb: str, name: str, pairs: Any) -> None:
        self.array = pairs if isinstance(pairs, da.Array) else np.asarray(pairs, dtype=np.float64)
        if self.array.ndim == 0 or self.array.shape[-1] != 2:
            raise ValueError(f"{verb}: {name} must be a pair or pairs, (..., 2), got shape {self.array.shape}")


class _Angles:
    """Angles: a dask array, or anything that NumPy converts to an array, as rows of one column."""

    def __init__(self, angles: Any) -> None:
        self.array = (angles if isinstance(angles, da.Array) else np.asarray(angles, dtype=np.float64))[..., None]


def _without_column(block: Any) -> Any:
    return block[..., 0]


def _answer(
    ask: Callable[..., Any], makers: Sequence[Callable[[Any], Any] | None], options: Mapping[str, bool], *blocks: Any
) -> Any:
    """A verb over blocks, with the constructor of each argument's shapes, or None for pairs."""
    return ask(*(block if make is None else make(block) for make, block in zip(makers, blocks, strict=True)), **options)


class _Single:
    """Returns a fixed shape in place of a block."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape

    def __call__(self, block: Any) -> Any:
        return self.shape


def _ask(
    verb: str,
    arguments: Sequence[Any],
    vectors: Sequence[int],
    dtypes: Sequence[Any],
    ask: Callable[..., Any] | None = None,
    **options: bool,
) -> Any:
    """The dask arrays of a verb, given for each output the number of axes of length 2, and its type. ask: takes the
    arguments as positional ones, by default the verb of collide2d."""
    arrays, makers = list[Any](), list[Callable[[Any], Any] | None]()
    for argument in arguments:
        if isinstance(argument, LazyShapes):
            arrays.append(argument.rows)
            makers.append(partial(argument.kind, invalid=argument.invalid))
        elif isinstance(argument, ShapeArray):
            arrays.append(argument.array)
            makers.append(argument._maker())
        elif isinstance(argument, _Pairs):
            arrays.append(argument.array)
            makers.append(None)
        elif isinstance(argument, _Angles):
            arrays.append(argument.array)
            makers.append(_without_column)
        elif isinstance(argument, da.Array):
            raise TypeError(f"{verb}: a dask array must be made LazyShapes, which says of what kind they are")
        else:
            arrays.append(np.zeros(1))
            makers.append(_Single(argument))
    if not any(isinstance(array, da.Array) for array in arrays):
        kinds = ", ".join(type(argument).__name__ for argument in arguments)
        raise TypeError(f"{verb}: one of the arguments must be lazy, got {kinds}: see collide2d.{verb}")
    columns = ",".join(f"(c{i})" for i in range(len(arrays)))
    outs = ",".join(("()", "(p)", "(q,p)")[vector] for vector in vectors)
    return da.apply_gufunc(
        partial(_answer, ask or getattr(collide2d, verb), tuple(makers), options),
        f"{columns}->{outs}",
        *arrays,
        output_dtypes=tuple(dtypes) if len(dtypes) > 1 else dtypes[0],
        output_sizes={"q": 2, "p": 2} if any(vectors) else None,
        allow_rechunk=True,
    )


def _ask_pair(verb: str, a: Any, b: Any, dtype: Any) -> DaskArray:
    return _ask(verb, (a, b), (0,), (dtype,))


def relate(a: Any, b: Any) -> DaskArray:
    """`collide2d.relate` of each, a dask array of int8.

    >>> import dask.array as da
    >>> from collide2d import Points, dask as lazy
    >>> lazy.relate(LazyShapes(Points, da.zeros((2, 2))), Circle(1, 0, 1)).compute().tolist()
    [0, 0]
    """
    return _ask_pair("relate", a, b, np.int8)


def collides(a: Any, b: Any) -> DaskArray:
    """`collide2d.collides` of each, a dask array of bool; touching counts."""
    return _ask_pair("collides", a, b, np.bool_)


def overlaps(a: Any, b: Any) -> DaskArray:
    """`collide2d.overlaps` of each, a dask array of bool; touching does not count."""
    return _ask_pair("overlaps", a, b, np.bool_)


def touches(a: Any, b: Any) -> DaskArray:
    """`collide2d.touches` of each, a dask array of bool; they collide and do not overlap."""
    return _ask_pair("touches", a, b, np.bool_)


def separation(a: Any, b: Any) -> DaskArray:
    """`collide2d.separation` of each, a dask array of float64: the signed gap."""
    return _ask_pair("separation", a, b, np.float64)


def distance(a: Any, b: Any) -> DaskArray:
    """`collide2d.distance` of each, a dask array of float64: the gap, 0 where they collide."""
    return _ask_pair("distance", a, b, np.float64)


def contains(a: Any, b: Any) -> DaskArray:
    """`collide2d.contains` of each, a dask array of bool; borders may meet."""
    return _ask_pair("contains", a, b, np.bool_)


def overlap_area(a: Any, b: Any) -> DaskArray:
    """`collide2d.overlap_area` of each, a dask array of float64: 0 where they do not overlap."""
    return _ask_pair("overlap_area", a, b, np.float64)


def contact(a: Any, b: Any) -> Contacts:
    """`collide2d.contact` of each: Contacts of dask arrays."""
    return Contacts(*_ask("contact", (a, b), (0, 1, 0, 2), (np.bool_, np.float64, np.float64, np.float64)))


def closest_points(a: Any, b: Any) -> ClosestPoints:
    """`collide2d.closest_points` of each: ClosestPoints of dask arrays."""
    return ClosestPoints(*_ask("closest_points", (a, b), (1, 1), (np.float64, np.float64)))


def clip(shape: Any, segment: Any) -> Clips:
    """`collide2d.clip` of each: Clips of dask arrays."""
    return Clips(*_ask("clip", (shape, segment), (0, 0), (np.float64, np.float64)))


_HITS = (0, 0, 1, 1, 0), (np.bool_, np.float64, np.float64, np.float64, np.float64)


def cast(a: Any, motion: Any, b: Any, *, touching: bool = False, leaving: bool = True) -> Hits:
    """`collide2d.cast` of each: Hits of dask arrays. motion: a pair, or an array or a dask array of pairs, (..., 2)."""
    return Hits(*_ask("cast", (a, _Pairs("cast", "motion", motion), b), *_HITS, touching=touching, leaving=leaving))


def turn_cast(a: Any, angle: Any, b: Any, about: Any = None, *, motion: Any = (0.0, 0.0)) -> Hits:
    """`collide2d.turn_cast` of each: Hits of dask arrays. angle: a number, an array or a dask array; about and motion:
    pairs, or arrays or dask arrays of pairs, (..., 2).

    >>> import dask.array as da
    >>> from collide2d import Segments, dask as lazy
    >>> doors = LazyShapes(Segments, da.from_array([[0, 0, 4, 0], [10, 0, 14, 0]]))
    >>> lazy.turn_cast(doors, 90, Circle(3, 4, 2), doors.rows[:, :2]).hit.compute().tolist()
    [True, False]
    """
    pairs = [_Pairs("turn_cast", "motion", motion)]
    if about is not None:
        pairs.append(_Pairs("turn_cast", "about", about))
    return Hits(*_ask("turn_cast", (a, _Angles(angle), b, *pairs), *_HITS, ask=_turn_cast))


def _turn_cast(a: Any, angle: Any, b: Any, motion: Any, about: Any = None) -> Any:
    return collide2d.turn_cast(a, angle, b, about, motion=motion)


def raycast(origin: Any, motion: Any, b: Any, *, touching: bool = False, leaving: bool = True) -> Hits:
    """`collide2d.raycast` of each: Hits of dask arrays. origin: points, or as motion pairs, (..., 2).

    >>> import dask.array as da
    >>> from collide2d import Rects, dask as lazy
    >>> walls = LazyShapes(Rects, da.from_array([[4, -1, 2, 2], [6, -1, 2, 2]]))
    >>> lazy.raycast((0, 0), (8, 0), walls).t.compute().tolist()
    [0.5, 0.75]
    """
    if not isinstance(origin, LazyShapes | ShapeArray | collide2d.Shape):
        origin = _Pairs("raycast", "origin", origin)
    return Hits(
        *_ask("raycast", (origin, _Pairs("raycast", "motion", motion), b), *_HITS, touching=touching, leaving=leaving)
    )


# ---- what moves shapes and changes velocities ------------------------------------------------------------------------


def sweep(a: Any, motion: Any) -> LazyShapes:
    """`collide2d.sweep` of each, lazy: Points sweep Segments, circles Capsules. motion: as for `cast`.

    >>> import dask.array as da
    >>> from collide2d import Points, dask as lazy
    >>> lazy.sweep(LazyShapes(Points, da.zeros((2, 2))), (3, 0)).compute().array.tolist()
    [[0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 3.0, 0.0]]
    """
    kind = _kind_of("sweep", a)
    if kind._swept is None:
        raise TypeError(f"sweep: a must be Points or Circles, got {kind.__name__}")
    rows = _ask_rows("sweep", a, _Pairs("sweep", "motion", motion).array, _swept, len(kind._swept._columns))
    return LazyShapes(kind._swept, rows, invalid=a.invalid)


def separate(a: Any, b: Any, mass_a: Any = 1.0, mass_b: Any = 1.0) -> tuple[Any, Any]:
    """`collide2d.separate` of each pair: both moved, lazy. Masses are numbers, arrays or dask arrays.

    A single shape or body must have the mass math.inf, and is returned as it is.
    """
    masses = [_Angles(mass).array for mass in (mass_a, mass_b)]
    both = da.concatenate(da.broadcast_arrays(*map(da.asarray, masses)), axis=-1)
    for name, shape, mass in (("a", a, mass_a), ("b", b, mass_b)):
        is_fixed = isinstance(mass, int | float) and mass == np.inf
        if not isinstance(shape, LazyShapes | ShapeArray) and not is_fixed:
            raise TypeError(f"separate: {name} must be lazy, an array, or of infinite mass, got {type(shape).__name__}")
    moves = _ask(
        "separate", (a, b, _Pairs("separate", "masses", both)), (1, 1), (np.float64, np.float64), ask=_moves_apart
    )
    return _moved("a", a, moves[0]), _moved("b", b, moves[1])


def _moves_apart(a: Any, b: Any, masses: Any) -> Any:
    return responses.moves_apart(a, b, masses[..., 0], masses[..., 1])


def _moved(name: str, shapes: Any, moves: DaskArray) -> Any:
    if not isinstance(shapes, LazyShapes | ShapeArray):
        return shapes
    kind = _kind_of("separate", shapes, name)
    rows = shapes.rows if isinstance(shapes, LazyShapes) else shapes.array
    return LazyShapes(kind, _ask_rows("separate", shapes, moves, _shifted, rows.shape[-1]), invalid=shapes.invalid)


def _swept(shapes: Any, motion: Any) -> Any:
    return shapes.sweep(motion).array


def _shifted(shapes: Any, motion: Any) -> Any:
    return shapes.move(motion).array


def _kind_of(verb: str, shapes: Any, name: str = "a") -> type[ShapeArray]:
    """The kind of lazy shapes, or of an array whose rows lazy shapes can hold."""
    if isinstance(shapes, LazyShapes):
        return shapes.kind
    if isinstance(shapes, ShapeArray) and shapes.anchor == "topleft" and not isinstance(shapes, Polygons | Shapes):
        return type(shapes)
    got = f"{type(shapes).__name__} by {shapes.anchor}" if isinstance(shapes, ShapeArray) else type(shapes).__name__
    raise TypeError(f"{verb}: {name} must be lazy, or an array with anchor='topleft', got {got}")


def _ask_rows(verb: str, shapes: Any, motion: Any, ask: Callable[[Any, Any], Any], columns: int) -> DaskArray:
    """The dask array of the rows that a function returns of blocks of shapes and motions."""
    rows = shapes.rows if isinstance(shapes, LazyShapes) else shapes.array
    if not isinstance(rows, da.Array) and not isinstance(motion, da.Array):
        raise TypeError(f"{verb}: one of the arguments must be lazy, got {type(shapes).__name__}: see collide2d.{verb}")
    kind: Any = shapes.kind if isinstance(shapes, LazyShapes) else type(shapes)
    return da.apply_gufunc(
        partial(_answer, ask, (partial(kind, invalid=shapes.invalid), None), {}),
        "(c),(p)->(r)",
        rows,
        motion,
        output_dtypes=np.float64,
        output_sizes={"r": columns},
        allow_rechunk=True,
    )


def bounce(
    va: Any,
    vb: Any,
    normal: Any,
    restitution: Any = 1.0,
    mass_a: Any = 1.0,
    mass_b: Any = 1.0,
    friction: Any = 0.0,
) -> tuple[DaskArray, DaskArray]:
    """`collide2d.bounce` of each: two dask arrays of velocities. Each argument may be a dask array."""
    vectors = [_Pairs("bounce", name, v).array for name, v in (("va", va), ("vb", vb), ("normal", normal))]
    numbers = [_Angles(x).array[..., 0] for x in (restitution, mass_a, mass_b, friction)]
    first, second = _respond("bounce", responses.bounce, vectors, numbers)
    return first, second


def slide(v: Any, normal: Any) -> DaskArray:
    """`collide2d.slide` of each: a dask array of velocities. Velocities and normals may be dask arrays."""
    vectors = [_Pairs("slide", name, x).array for name, x in (("v", v), ("normal", normal))]
    return _respond("slide", responses.slide, vectors, [])


def _respond(verb: str, ask: Callable[..., Any], vectors: list[Any], numbers: list[Any]) -> Any:
    if not any(isinstance(array, da.Array) for array in (*vectors, *numbers)):
        raise TypeError(f"{verb}: one of the arguments must be a dask array: see collide2d.{verb}")
    outs = ["(p)"] * (1 if verb == "slide" else 2)
    return da.apply_gufunc(
        ask,
        ",".join(["(p)"] * len(vectors) + ["()"] * len(numbers)) + "->" + ",".join(outs),
        *vectors,
        *numbers,
        output_dtypes=np.float64 if verb == "slide" else (np.float64, np.float64),
        allow_rechunk=True,
    )
