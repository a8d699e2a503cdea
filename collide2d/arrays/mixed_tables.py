"""Arrays of mixed kinds as tables: a column for the kind, one for each number that a kind has, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from collide2d import _arrays
from collide2d.arrays.arguments import Floats, Indices
from collide2d.arrays.mixed_rows import FORMS, POLYGON, Part, codes_of, known_codes, number_names
from collide2d.arrays.polygons import Polygons, joined_points, offsets_of
from collide2d.arrays.tables import objects_of


def columns_of_parts(kinds: list[str], anchors: list[str], parts: list[Part]) -> dict[str, Any]:
    """The columns of rows: kind, anchor, and numbers, which are nan where a kind has none; points are lists or None."""
    count = len(kinds)
    columns: dict[str, Any] = {"kind": [k or None for k in kinds], "anchor": [a or None for a in anchors]}
    for at, part in parts:
        own = part.to_columns()
        points = own.pop("points", None)
        for name, numbers in own.items():
            columns.setdefault(name, np.full(count, np.nan))[at] = numbers
        if points is not None:
            of_row = dict(zip(at.tolist(), points, strict=True))
            columns["points"] = [of_row.get(i) for i in range(count)]
    return columns


def has_kinds(table: Any) -> bool:
    """Whether a table, such as a DataFrame of pandas or polars, has a column for the kind."""
    names = getattr(table, "column_names", None) or getattr(table, "columns", None)
    return names is not None and hasattr(table, "__getitem__") and "kind" in list(names)


def parts_of_columns(table: Any, invalid: str) -> tuple[list[Part], int]:
    """The rows of a table, by their kind, and how many rows the table has."""
    names = list(getattr(table, "column_names", None) or table.columns)
    kinds = objects_of(table["kind"])
    anchors = objects_of(table["anchor"]) if "anchor" in names else "topleft"
    given = codes_of(kinds, anchors)
    codes = known_codes(given)
    wrong = np.flatnonzero(codes < 0) if invalid == "raise" else codes[:0]
    if len(wrong):
        i = int(wrong[0])
        got = kinds[i] if isinstance(anchors, str) else (kinds[i], anchors[i])
        raise ValueError(f"Shapes: the kind, and its anchor, must be known, got {got!r} at index {i}")
    parts = list[Part]()
    for code in np.unique(codes[codes >= 0]).tolist():
        kind, anchor = FORMS[code]
        at = np.flatnonzero(codes == code)
        wanted, options = (("points",), ("radius",)) if code == POLYGON else number_names(kind.kind, anchor)
        for name in wanted:
            if name not in names:
                rule = f"the columns of a {kind.kind} are {', '.join((*wanted, *options))}"
                raise TypeError(f"Shapes: {rule}, {name!r} is missing in {', '.join(map(str, names))}")
        more = [np.nan_to_num(_numbers(table, name, at), nan=0.0) for name in options if name in names]
        if code == POLYGON:
            points = objects_of(table["points"])
            parts.append((at, Polygons([points[i] for i in at], None, *more, invalid=invalid)))
        else:
            rows = np.stack([*(_numbers(table, name, at) for name in wanted), *more], axis=-1)
            parts.append((at, kind(rows, anchor=anchor, invalid=invalid)))
    return parts, len(kinds)


def _numbers(table: Any, name: str, at: Indices) -> Floats:
    numbers: Floats = np.asarray(table[name], dtype=np.float64)[at]
    return numbers


def capsules_of_columns(columns: dict[str, Any]) -> Any:
    """The schema and the array of the Arrow PyCapsule interface; null is what a row has not."""
    count = len(columns["kind"])
    made = list[tuple[str, Any, Any, Any]]()
    for name, column in columns.items():
        if isinstance(column, np.ndarray):
            made.append((name, column, None, ~np.isnan(column)))
            continue
        valid = np.array([one is not None for one in column], dtype=bool)
        if name == "points":
            offsets, whole = joined_points(column)
        else:
            names = [one or "" for one in column]  # ASCII, so that bytes are counted as letters
            offsets, whole = offsets_of(names), np.frombuffer("".join(names).encode("ascii"), np.uint8)
        made.append((name, offsets.astype(np.int64), whole, valid))
    return _arrays._arrow(count, tuple(made))
