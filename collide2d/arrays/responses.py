"""separate, sweep, bounce and slide over arrays, which the extension asks for."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from collide2d import _arrays
from collide2d.arrays.arguments import Floats, broadcast, check_finite, check_threads, numbers_of, pairs_of, settled
from collide2d.arrays.kinds import ARRAY_TYPES
from collide2d.arrays.mixed import Shapes
from collide2d.arrays.polygons import polygons_of
from collide2d.arrays.shape_array import ShapeArray

# ---- separate --------------------------------------------------------------------------------------------------------


def separate(a: Any, b: Any, mass_a: Any, mass_b: Any, threads: int = 1) -> tuple[Any, Any]:
    """`collide2d.separate` of each pair: both moved. A mass that is None is 1.

    A shape or body whose mass is infinite in all pairs is returned as it is; otherwise the results are arrays.
    """
    given = ("mass_a", mass_a), ("mass_b", mass_b)
    masses = [np.ones(()) if m is None else numbers_of("separate", name, m) for name, m in given]
    rows = [rows_of(name, s, mass) for name, s, mass in (("a", a, masses[0]), ("b", b, masses[1]))]
    moves = moves_apart(a, b, masses[0], masses[1], threads)
    moved = [s if r is None else moved_by(r, d, threads) for s, r, d in zip((a, b), rows, moves, strict=True)]
    return moved[0], moved[1]


def moved_by(rows: ShapeArray, moves: Floats, threads: int) -> ShapeArray:
    """The moved rows. A row between two corners that does not move, while others do, does not reach beyond them."""
    moved = rows.move(moves, threads=threads)
    anchors = [getattr(r, "anchor", None) for r in (rows, moved)]
    if anchors[0] == "corners" != anchors[1]:
        ends, place, size = rows.array.astype(np.float64), moved.array[..., :2], moved.array[..., 2:4]
        highest = np.maximum(ends[..., :2], ends[..., 2:4])
        beyond = (moves == 0).all(axis=-1, keepdims=True) & (place + size > highest)
        size[beyond] = np.nextafter(size[beyond], 0)
    return moved


def moves_apart(a: Any, b: Any, mass_a: Floats, mass_b: Floats, threads: int = 1) -> tuple[Floats, Floats]:
    """The moves that separate each pair, (..., 2)."""
    for name, mass in (("mass_a", mass_a), ("mass_b", mass_b)):
        check_masses("separate", name, mass)
    first, second = broadcast("separate", ["mass_a", "mass_b"], [mass_a, mass_b])
    check_both_finite("separate", first, second)
    moves: tuple[Floats, Floats] = _arrays._separate(a, b, np.stack((first, second), axis=-1), threads)
    return moves


def rows_of(name: str, shape: Any, mass: Floats) -> ShapeArray | None:
    """The rows that are moved, of an array or a single shape; None if its mass keeps a single one in place."""
    if isinstance(shape, ShapeArray):
        return shape
    if mass.size and np.isinf(mass).all():
        return None
    kind = ARRAY_TYPES.get(type(shape))
    if kind is None:
        rule = f"separate: {name} must be an array, a shape of which there are arrays, or of infinite mass"
        raise TypeError(f"{rule}, got {type(shape).__name__}")
    try:
        return kind.from_shapes([shape])[0, ...]  # type: ignore[no-any-return]
    except ValueError as error:
        raise ValueError(f"separate: {name} must have rows, or an infinite mass: {error}") from None


def check_masses(verb: str, name: str, mass: Floats) -> None:
    check_finite(verb, name, np.where(np.isposinf(mass), 1, mass))
    wrong = ~(settled(mass) > 0)
    if wrong.any():
        refuse(verb, name, "be > 0", mass, wrong)


def check_both_finite(verb: str, mass_a: Floats, mass_b: Floats) -> None:
    wrong = np.isinf(mass_a) & np.isinf(mass_b)
    if wrong.any():
        refuse(verb, "mass_a and mass_b", "not both be infinite", mass_a, wrong)


def refuse(verb: str, name: str, rule: str, numbers: Floats, wrong: npt.NDArray[np.bool_]) -> None:
    """Raises a ValueError that names the first wrong element; numbers may have an axis of vectors more."""
    index = tuple(np.argwhere(wrong)[0].tolist())
    got = numbers[index].tolist()
    where = f" at index {index[0] if len(index) == 1 else index}" if index else ""
    raise ValueError(f"{verb}: {name} must {rule}, got {tuple(got) if isinstance(got, list) else got!r}{where}")


# ---- sweep -----------------------------------------------------------------------------------------------------------


def sweep(shapes: ShapeArray, motion: npt.ArrayLike, threads: int = 1) -> ShapeArray:
    """`collide2d.sweep` of each. The ends are in the order of the single result: the lesser first, by x and then y."""
    check_threads("sweep", threads)
    kind = shapes._swept
    if isinstance(shapes, Shapes):
        pairs = pairs_of("sweep", "motion", motion, None)
        swept: Shapes = shapes._changed("sweep", "motion", pairs, threads=threads)
        return swept
    if kind is None:
        return polygons_of("sweep", "sweep", shapes, "motion", [pairs_of("sweep", "motion", motion, None)], threads)
    moved = shapes.move(motion, threads=threads)
    columns = [settled(np.asarray(rows.array, dtype=np.float64)) for rows in (shapes, moved)]
    start, end = np.broadcast_arrays(columns[0], columns[1])
    ax, ay, bx, by = (x[..., None] for x in (start[..., 0], start[..., 1], end[..., 0], end[..., 1]))
    is_back = (bx < ax) | ((bx == ax) & (by < ay))
    first, last = np.where(is_back, end, start), np.where(is_back, start, end)
    return kind(np.concatenate((first[..., :2], last[..., :2], start[..., 2:]), axis=-1), invalid=shapes.invalid)


# ---- bounce, slide ---------------------------------------------------------------------------------------------------


def bounce(
    va: Any,
    vb: Any,
    normal: Any,
    restitution: Any = 1.0,
    mass_a: Any = 1.0,
    mass_b: Any = 1.0,
    friction: Any = 0.0,
    *,
    out: Any = None,
    threads: Any = 1,
) -> tuple[Any, Any]:
    """`collide2d.bounce` of each: two arrays of velocities, (..., 2). Called by the single verb."""
    vectors = {"va": va, "vb": vb, "normal": normal}
    numbers = {"restitution": restitution, "mass_a": mass_a, "mass_b": mass_b, "friction": friction}
    first, second = respond("bounce", vectors, numbers, out, threads)
    return first, second


def slide(v: Any, normal: Any, *, out: Any = None, threads: Any = 1) -> Any:
    """`collide2d.slide` of each: an array of velocities, (..., 2). Called by the single verb."""
    return respond("slide", {"v": v, "normal": normal}, {}, None if out is None else (out,), threads)[0]


def respond(verb: str, vectors: dict[str, Any], numbers: dict[str, Any], out: Any, threads: Any) -> tuple[Any, ...]:
    given = {name: numbers_of(verb, name, value) for name, value in (vectors | numbers).items()}
    for name in vectors:
        if given[name].ndim == 0 or given[name].shape[-1] != 2:
            raise ValueError(f"{verb}: {name} must be a pair or pairs, (..., 2), got shape {given[name].shape}")
    shape = common_shape(verb, given, vectors)
    arrays = [np.broadcast_to(n, (*shape, 2) if name in vectors else shape) for name, n in given.items()]
    results = 1 if verb == "slide" else 2
    outs = tuple(np.empty((*shape, 2)) for _ in range(results)) if out is None else out
    check_outs(verb, outs, results, (*shape, 2))
    shared = out is not None and any(np.may_share_memory(o, n) for o in outs for n in given.values())
    work = tuple(np.empty((*shape, 2)) for _ in outs) if shared else outs
    if not _arrays._respond(verb == "bounce", (*arrays, *work), threads):
        refuse_numbers(verb, given, vectors)
    if shared:
        for o, w in zip(outs, work, strict=True):
            o[...] = w
    return outs


def common_shape(verb: str, given: dict[str, Floats], vectors: dict[str, Any]) -> tuple[int, ...]:
    shapes = {name: n.shape[:-1] if name in vectors else n.shape for name, n in given.items()}
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        got = ", ".join(f"{name} of shape {given[name].shape}" for name in shapes)
        raise ValueError(f"{verb}: the arguments must broadcast together, got {got}") from None


def check_outs(verb: str, outs: Any, count: int, shape: tuple[int, ...]) -> None:
    what = "an array" if count == 1 else f"a tuple of {count} arrays"
    if not (isinstance(outs, tuple) and len(outs) == count and all(isinstance(o, np.ndarray) for o in outs)):
        got = type(outs[0] if count == 1 and isinstance(outs, tuple) else outs).__name__
        raise TypeError(f"{verb}: out must be {what}, got {got}")
    for o in outs:
        if o.dtype != np.float64:
            raise TypeError(f"{verb}: out must have the dtype float64, got {o.dtype}")
        if o.shape != shape:
            raise ValueError(f"{verb}: out must have the shape {shape}, got {o.shape}")
        if not o.flags.writeable:
            raise ValueError("out array is read-only")


def refuse_numbers(verb: str, given: dict[str, Floats], vectors: dict[str, Any]) -> None:
    """Raises the ValueError of the single call for the first number at fault."""
    for name, numbers in given.items():
        if name in vectors:
            check_finite(verb, name, numbers, axes=numbers.ndim - 1)
        elif name.startswith("mass"):
            check_masses(verb, name, numbers)
        else:
            check_finite(verb, name, numbers, least=0)
    zero = (settled(given["normal"]) == 0).all(axis=-1)
    if zero.any():
        refuse(verb, "normal", "not be (0, 0)", given["normal"], zero)
    if verb == "bounce":
        above = given["restitution"] > 1
        if above.any():
            refuse(verb, "restitution", "be at most 1", given["restitution"], above)
        check_both_finite(verb, *np.broadcast_arrays(given["mass_a"], given["mass_b"]))
    raise ValueError(f"{verb}: an array was changed meanwhile")
