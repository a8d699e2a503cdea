"""Rows of several kinds: their codes, and how rows of one kind become rows with a code and are found among them."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

import collide2d
from collide2d._messages import did_you_mean
from collide2d.arrays.arguments import Bools, Floats, Indices, numbers_of
from collide2d.arrays.columns import column_names
from collide2d.arrays.kinds import ARRAY_TYPES
from collide2d.arrays.polygons import Polygons
from collide2d.arrays.shape_array import ShapeArray

Names: TypeAlias = npt.NDArray[np.str_]
Part: TypeAlias = tuple[Indices, ShapeArray]
"""The places of some rows, and these rows as an array of their kind."""

KINDS = tuple(kind.kind for kind in ARRAY_TYPES.values())
ANCHORS = ("topleft", "center", "corners", "around", "core")
COLUMNS = 7
ANCHOR_CODES = 10  # as in batch.h
POLYGON = KINDS.index("polygon")


def code_of(kind: str, anchor: str) -> int:
    return KINDS.index(kind) + ANCHOR_CODES * ANCHORS.index(anchor)


def number_names(kind: str, anchor: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the numbers of a row, and of the optional ones."""
    return (Polygons._columns, ()) if kind == "polygon" else column_names(kind, anchor)


FORMS: dict[int, tuple[type[ShapeArray], str]] = {
    code_of(kind.kind, anchor): (kind, anchor)
    for kind in ARRAY_TYPES.values()
    for anchor in ANCHORS
    if anchor == "topleft" or column_names(kind.kind, anchor)[0]
}
"""The type and the anchor of the rows of each code."""

# By code, and at the end for rows without a kind.
_SIZE = ANCHOR_CODES * len(ANCHORS) + 1
_IS_CODE = np.array([code in FORMS for code in range(_SIZE)])
_KIND_NAMES = np.array([FORMS[code][0].kind if code in FORMS else "" for code in range(_SIZE)])
_ANCHOR_NAMES = np.array([FORMS[code][1] if code in FORMS else "" for code in range(_SIZE)])
_LEAST = np.array(
    [len(number_names(FORMS[code][0].kind, FORMS[code][1])[0]) if code in FORMS else 0 for code in range(_SIZE)]
)


def known_codes(given: npt.NDArray[Any]) -> Indices:
    """The codes in a column, -1 for a number that is none."""
    with np.errstate(invalid="ignore"):
        near = (given >= 0) & (given < _SIZE)
    codes = np.where(near, given, 0).astype(np.intp)
    known: Indices = np.where(near & (codes == given) & _IS_CODE[codes], codes, -1)
    return known


def kind_names(codes: Indices) -> Names:
    return _KIND_NAMES[codes]


def anchor_names(codes: Indices) -> Names:
    return _ANCHOR_NAMES[codes]


def shape_of(row: list[float], vertices: Any) -> Any:
    """The single shape of a valid row."""
    if row[0] not in FORMS:
        raise ValueError("the array was changed meanwhile")
    kind, anchor = FORMS[int(row[0])]
    if kind is Polygons:
        return collide2d.Polygon(vertices[int(row[1]) : int(row[2])].tolist(), row[3])
    return kind._made(anchor)(*row[1 : 1 + sum(map(len, number_names(kind.kind, anchor)))])


# ---- kinds and rows as they are given --------------------------------------------------------------------------------


def codes_of(kinds: Any, anchors: Any) -> Floats:
    """The codes of kinds, names or codes, and of anchors; nan where there is no kind."""
    named = np.asarray(kinds).dtype.kind in "OUST"
    first = _places("kinds", kinds, KINDS) if named else numbers_of("Shapes", "kinds", kinds)
    second = ANCHOR_CODES * _places("anchors", anchors, ANCHORS)
    try:
        return first + second
    except ValueError:
        got = f"{first.shape} and {second.shape}"
        raise ValueError(f"Shapes: the shapes of kinds and anchors must broadcast, got {got}") from None


def _places(name: str, given: Any, known: tuple[str, ...]) -> Floats:
    """The place of each name; nan for None, nan and an empty name."""
    names = np.asarray(given)
    words, index = np.unique(names.astype(str), return_inverse=True)
    places = np.full(len(words), np.nan)
    for i, word in enumerate(words.tolist()):
        if word in known:
            places[i] = known.index(word)
        elif word not in ("", "None", "nan", "<NA>"):
            where = text_of_index(np.argwhere(index.reshape(names.shape) == i)[0].tolist())
            rule = f"{name} must be of {', '.join(known)}"
            raise ValueError(f"Shapes: {rule}, got {word!r}{where}{did_you_mean(word, known)}")
    found: Floats = places[index].reshape(names.shape)
    return found


def table_of(codes: Floats, rows: Any) -> npt.NDArray[Any]:
    """The rows with their codes, (..., 7)."""
    numbers, counts = _filled(rows)
    try:
        shape = np.broadcast_shapes(codes.shape, numbers.shape[:-1])
    except ValueError:
        got = f"{codes.shape} and {numbers.shape}"
        raise ValueError(f"Shapes: kinds and the leading axes of rows must broadcast, got {got}") from None
    codes, counts = np.broadcast_to(codes, shape), np.broadcast_to(counts, shape)
    known = known_codes(codes)
    short = np.argwhere(counts < _LEAST[known])
    if short.size:
        index = tuple(short[0].tolist())
        kind, anchor = FORMS[int(known[index])]
        rule = f"the row of a {kind.kind} must have the numbers {', '.join(number_names(kind.kind, anchor)[0])}"
        raise ValueError(f"Shapes: {rule}, got {counts[index]}{text_of_index(list(index))}")
    table = np.zeros((*shape, COLUMNS), numbers.dtype)
    table[..., 0] = codes
    table[..., 1 : 1 + numbers.shape[-1]] = numbers
    return table


def _filled(rows: Any) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Rows as an array, (..., k), filled up with 0, and how many numbers each has."""
    lists = isinstance(rows, (list, tuple)) and all(isinstance(row, (list, tuple, np.ndarray)) for row in rows)
    lengths = tuple(len(row) for row in rows) if lists else ()
    if len(set(lengths)) > 1:
        numbers = np.zeros((len(rows), max(lengths)))
        for i, row in enumerate(rows):
            numbers[i, : len(row)] = numbers_of("Shapes", f"rows[{i}]", row)
    else:
        is_single = isinstance(rows, np.ndarray) and rows.dtype == np.float32
        numbers = rows if is_single else numbers_of("Shapes", "rows", rows)
        lengths = numbers.shape[-1:]
    if numbers.ndim == 0 or numbers.shape[-1] >= COLUMNS:
        raise ValueError(f"Shapes: rows must have at most 6 numbers on the last axis, got shape {numbers.shape}")
    return numbers, np.asarray(lengths if len(lengths) > 1 else lengths[0])


def text_of_index(index: list[int]) -> str:
    return f" at index {index[0] if len(index) == 1 else tuple(index)}" if index else ""


def in_its_place(message: str, at: Indices, shape: tuple[int, ...]) -> tuple[int, str]:
    """The place of a row at fault, and the message with its index in the whole array."""
    found = re.fullmatch(r"(.*) at index (\d+)", message, re.DOTALL)
    if not found:
        return -1, message
    place = int(at[int(found[2])])
    return place, found[1] + text_of_index([int(i) for i in np.unravel_index(place, shape)])


# ---- parts of one kind -----------------------------------------------------------------------------------------------


def parts_of(rows: npt.NDArray[Any], vertices: Any, invalid: str) -> list[Part]:
    """The rows of each code, (n, 7), which are valid unless they are masked."""
    codes = known_codes(rows[:, 0])
    found: list[Part] = []
    for code in np.unique(codes[codes >= 0]).tolist():
        at = np.flatnonzero(codes == code)
        kind, anchor = FORMS[code]
        numbers = rows[at, 1 : 1 + sum(map(len, number_names(kind.kind, anchor)))]
        if code == POLYGON:
            found.append((at, Polygons._of_rows(numbers, np.empty((0, 2)) if vertices is None else vertices, invalid)))
        else:
            found.append((at, kind(numbers, anchor=anchor, invalid=invalid)))
    return found


def joined(parts: list[Part], count: int) -> tuple[Floats, Any]:
    """The rows of parts in their places, (count, 7), and the vertices of their polygons; nan in all other places."""
    rows = np.full((count, COLUMNS), np.nan)
    tables: list[Any] = []
    begin: dict[int, int] = {}
    for at, part in parts:
        numbers = _with_codes(part)
        polygons: Bools = numbers[:, 0] == POLYGON
        if polygons.any() and part._table is not None:
            if id(part._table) not in begin:
                begin[id(part._table)] = sum(map(len, tables))
                tables.append(part._table)
            numbers[polygons, 1:3] += begin[id(part._table)]
        numbers[polygons & ~part.valid, 1:] = np.nan  # the vertices of others may be where theirs would be
        rows[at] = numbers
    return rows, np.concatenate(tables) if len(tables) > 1 else tables[0] if tables else None


def _with_codes(part: ShapeArray) -> Floats:
    if part.kind == "mixed":
        return np.array(part.array, np.float64)
    rows = np.zeros((len(part), COLUMNS))
    rows[:, 0] = code_of(part.kind, part.anchor)
    rows[:, 1 : 1 + part.array.shape[-1]] = part.array
    return rows
