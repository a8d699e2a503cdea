"""Rows of numbers for arrays of shapes, from the regimes of collide2d.testing, how to lay them out in memory, and the
comparison of the answers of arrays with those of single shapes."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import collide2d
from collide2d import arrays
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.recipes import build
from collide2d.testing.sources import Seeded

ARRAYS: dict[str, type[arrays.ShapeArray]] = {
    "point": arrays.Points,
    "circle": arrays.Circles,
    "segment": arrays.Segments,
    "capsule": arrays.Capsules,
    "rect": arrays.Rects,
    "roundrect": arrays.RoundRects,
}
SCALARS: dict[str, Any] = {
    "point": collide2d.Point,
    "circle": collide2d.Circle,
    "segment": collide2d.Segment,
    "capsule": collide2d.Capsule,
    "rect": collide2d.Rect,
    "roundrect": collide2d.RoundRect,
}
ANSWERS: dict[str, Any] = {
    "relate": np.int8, "collides": np.bool_, "overlaps": np.bool_, "touches": np.bool_, "contains": np.bool_,
    "separation": np.float64, "distance": np.float64, "overlap_area": np.float64,
}  # fmt: skip
"""The types of the answers of the verbs of two arrays, by verb."""
PAIR_VERBS = tuple(ANSWERS)
Rows = npt.NDArray[Any]
Layout = Callable[[Rows], Rows]


def row_of(shape: Any) -> tuple[float, ...] | None:
    """The constructor's numbers for the shape nearest to a given one; None if the constructor refuses them."""
    row = tuple(getattr(shape, name) for name in shape.__match_args__)
    try:
        type(shape)(*row)
    except ValueError:
        return None
    return row


def adversarial_rows(kind_a: str, kind_b: str, count: int, seed: int = 0) -> tuple[Rows, Rows]:
    """At least `count` pairs of rows of two kinds, of every regime alike."""
    source = Seeded(seed * 1000 + 36 * list(ARRAYS).index(kind_a) + list(ARRAYS).index(kind_b))
    rows: list[tuple[tuple[float, ...], tuple[float, ...]]] = []
    while len(rows) < count:
        for regime in REGIMES.values():
            pair = [row_of(build(collide2d, recipe)) for recipe in regime(source, kind_a, kind_b)]
            if pair[0] is not None and pair[1] is not None:
                rows.append((pair[0], pair[1]))
    return np.array([a for a, _ in rows]), np.array([b for _, b in rows])


def upright(rows: Rows) -> Rows:
    """Rectangles without their angle."""
    return rows[:, :-1]


def shapes_of(kind: str, rows: Rows) -> list[Any]:
    return [SCALARS[kind](*row) for row in rows.tolist()]


def _spread(rows: Rows) -> Rows:
    """Every third row and every second column of something larger."""
    larger = np.full((3 * len(rows) + 1, 2 * rows.shape[1]), np.nan)
    view = larger[1::3, ::2]
    view[...] = rows
    return view


def _unaligned(rows: Rows) -> Rows:
    memory = np.zeros(rows.nbytes + 1, dtype=np.uint8)
    view = memory[1:].view(np.float64).reshape(rows.shape)
    view[...] = rows
    return view


LAYOUTS: dict[str, Layout] = {
    "contiguous": np.ascontiguousarray,
    "strided": _spread,
    "Fortran": np.asfortranarray,
    "backwards": lambda rows: np.ascontiguousarray(rows[::-1])[::-1],
    "columns backwards": lambda rows: np.ascontiguousarray(rows[:, ::-1])[:, ::-1],
    "unaligned": _unaligned,
    "of other byte order": lambda rows: rows.astype(rows.dtype.newbyteorder()),
    "read-only": lambda rows: np.frombuffer(rows.tobytes()).reshape(rows.shape),
}


def loaded(folder: str, first: int, last: int) -> Rows:
    """Loads some rows of rows.npy, and leaves a file with the name of the process. Worker processes can import this
    function by name, unlike a function in a test."""
    Path(folder, f"{os.getpid()}").touch()
    rows: Rows = np.load(Path(folder, "rows.npy"))[first:last]
    return rows


# ---- answers ---------------------------------------------------------------------------------------------------------


def same_bits(got: npt.ArrayLike, want: npt.ArrayLike) -> bool:
    got, want = np.asarray(got), np.asarray(want)
    return got.dtype == want.dtype and got.shape == want.shape and got.tobytes() == want.tobytes()


def single_answers(verb: str, a: list[Any], b: list[Any]) -> npt.NDArray[Any]:
    ask = getattr(collide2d, verb)
    return np.array([ask(s, t) for s, t in zip(a, b, strict=True)], dtype=ANSWERS[verb])


def assert_contacts(got: Any, a: list[Any], b: list[Any]) -> None:
    for i, (s, t) in enumerate(zip(a, b, strict=True)):
        want = collide2d.contact(s, t)
        assert bool(got.hit[i]) == (want is not None)
        if want is None:
            assert np.isnan(got.depth[i])
            assert np.isnan(got.normal[i]).all()
            assert np.isnan(got.points[i]).all()
            assert got.point_count[i] == 0
        else:
            assert same_bits(got.normal[i], want.normal)
            assert same_bits(got.depth[i], want.depth)
            assert same_bits(got.mtv[i], want.mtv)
            assert got.point_count[i] == len(want.points)
            assert same_bits(got.points[i][: len(want.points)], want.points)
            assert np.isnan(got.points[i][len(want.points) :]).all()


def assert_closest_points(got: Any, a: list[Any], b: list[Any]) -> None:
    want = np.array([collide2d.closest_points(s, t) for s, t in zip(a, b, strict=True)]).reshape(-1, 2, 2)
    assert type(got) is arrays.ClosestPoints
    assert same_bits(got.on_a, want[:, 0])
    assert same_bits(got.on_b, want[:, 1])


def assert_clips(got: Any, shapes: list[Any], segments: list[Any]) -> None:
    none = (np.nan, np.nan)
    want = np.array([collide2d.clip(s, t) or none for s, t in zip(shapes, segments, strict=True)])
    assert type(got) is arrays.Clips
    for k in (0, 1):
        assert np.array_equal(got[k], want[:, k], equal_nan=True)


def assert_turns(
    got: Any, a: list[Any], angles: Rows, b: list[Any], about: Rows | None = None, motions: Rows | None = None
) -> None:
    """Whether Hits are those of turn_cast of single shapes."""

    def ask(s: Any, i: float, t: Any) -> Any:
        pivot = None if about is None else tuple(about[int(i)].tolist())
        motion = (0, 0) if motions is None else tuple(motions[int(i)].tolist())
        return collide2d.turn_cast(s, float(angles[int(i)]), t, pivot, motion=motion)

    assert_hits(got, ask, a, np.arange(len(a)), b)


def assert_hits(got: Any, ask: Any, a: list[Any], motions: Rows, b: list[Any]) -> None:
    for i, (s, motion, t) in enumerate(zip(a, motions.tolist(), b, strict=True)):
        want = ask(s, motion, t)
        assert bool(got.hit[i]) == (want is not None)
        for name in ("t", "point", "normal", "depth"):
            if want is None:
                assert np.isnan(getattr(got, name)[i]).all()
            else:
                assert same_bits(getattr(got, name)[i], getattr(want, name))


# ---- shapes of mixed kinds -------------------------------------------------------------------------------------------

KINDS = (*ARRAYS, "polygon")


def is_held(shape: Any, most: float) -> bool:
    """Whether rows hold a shape, exactly, and no number of it is large."""
    if shape.kind in ("rect", "roundrect") and collide2d._core._rect_numbers(shape)[0] == "pivot":
        return False
    return bool(max(map(abs, shape.bounds)) < most)


def mixed_pairs(count: int, seed: int = 0, most: float = 1e50) -> tuple[list[Any], list[Any]]:
    """Pairs of shapes of all kinds, of every regime, rectangles by all of their anchors; smaller than `most`."""
    source, found = Seeded(seed), list[tuple[Any, Any]]()
    while len(found) < count:
        kinds = KINDS[int(source.integer(0, len(KINDS) - 1))], KINDS[int(source.integer(0, len(KINDS) - 1))]
        for regime in REGIMES.values():
            a, b = (build(collide2d, recipe) for recipe in regime(source, *kinds))
            if is_held(a, most) and is_held(b, most):
                found.append((a, b))
    return [a for a, _ in found], [b for _, b in found]
