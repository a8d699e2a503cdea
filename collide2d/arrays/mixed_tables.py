"""Arrays of mixed kinds as tables: a column for the kind, one for each number that a kind has, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from collide2d import _arrays
from collide2d._messages import did_you_mean
from collide2d.arrays.arguments import Indices
from collide2d.arrays.columns import column_names, names_of, numbers_of_column
from collide2d.arrays.mixed_rows import (
    ANCHORS,
    FORMS,
    POLYGON,
    Part,
    code_of,
    codes_of,
    in_its_place,
    known_codes,
    number_names,
)
from collide2d.arrays.polygons import Polygons, joined_points, offsets_of
from collide2d.arrays.shape_array import ShapeArray
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


def is_table(given: Any) -> bool:
    """Whether this is a table with names, such as a DataFrame of pandas or polars. Raises TypeError if none is kind."""
    names = [name for name in names_of(given) if isinstance(name, str)]
    if names and "kind" not in names:
        rule = "a table must have a column 'kind'"
        raise TypeError(f"Shapes: {rule}, got {', '.join(names)}{did_you_mean('kind', names)}")
    return bool(names)


def parts_of_columns(table: Any, invalid: str) -> tuple[list[Part], int]:
    """The rows of a table, by their kind, and how many rows the table has."""
    names = names_of(table)
    kinds = objects_of(table["kind"])
    anchors = objects_of(table["anchor"]) if "anchor" in names else None
    codes = known_codes(codes_of(kinds, "topleft" if anchors is None else anchors))
    wrong = np.flatnonzero(codes < 0) if invalid == "raise" else codes[:0]
    if len(wrong):
        i = int(wrong[0])
        got = kinds[i] if anchors is None else (kinds[i], anchors[i])
        raise ValueError(f"Shapes: the kind, and its anchor, must be known, got {got!r} at index {i}")
    if anchors is None:
        _set_anchors(codes, table, names)
    parts, faults = list[Part](), list[tuple[int, str]]()
    for code in np.unique(codes[codes >= 0]).tolist():
        at = np.flatnonzero(codes == code)
        try:
            parts.append((at, _part(code, table, names, at, invalid)))
        except ValueError as error:
            said = str(error).replace(f"{FORMS[code][0].__name__}: ", "Shapes: ", 1)
            faults.append(in_its_place(said, at, codes.shape))
    if faults:
        raise ValueError(min(faults)[1])
    return parts, len(kinds)


def _set_anchors(codes: Indices, table: Any, names: list[Any]) -> None:
    """Gives each rectangle the first anchor whose numbers its row has; without one, the anchor that has columns."""
    for kind in ("rect", "roundrect"):
        at = np.flatnonzero(codes == code_of(kind, "topleft"))
        forms = {anchor: own for anchor in ANCHORS if (own := column_names(kind, anchor)[0])}
        whole = [anchor for anchor, own in forms.items() if set(own) <= set(names)]
        if len(at):
            nearest = max(forms, key=lambda anchor: len(set(forms[anchor]) & set(names)))  # an error tells the rest
            codes[at] = code_of(kind, whole[0] if whole else nearest)
            for anchor in reversed(whole):
                numbers = [numbers_of_column("Shapes", table, name)[at] for name in forms[anchor]]
                codes[at[~np.isnan(numbers).any(axis=0)]] = code_of(kind, anchor)


def _part(code: int, table: Any, names: list[Any], at: Indices, invalid: str) -> ShapeArray:
    """The rows of a code, which are at these places of the table."""
    kind, anchor = FORMS[code]
    wanted, options = (("points",), ("radius",)) if code == POLYGON else number_names(kind.kind, anchor)
    for name in wanted:
        if name not in names:
            rule = f"the columns of a {kind.kind} are {', '.join((*wanted, *options))}"
            raise TypeError(f"Shapes: {rule}, {name!r} is missing in {', '.join(map(str, names))}")
    more = [np.nan_to_num(numbers_of_column("Shapes", table, name)[at], nan=0.0) for name in options if name in names]
    if code == POLYGON:
        points = objects_of(table["points"])
        return Polygons(*joined_points([points[i] for i in at], at), *more, invalid=invalid)
    rows = np.stack([*(numbers_of_column("Shapes", table, name)[at] for name in wanted), *more], axis=-1)
    return kind(rows, anchor=anchor, invalid=invalid)


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
