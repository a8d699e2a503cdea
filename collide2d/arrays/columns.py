"""Rows from columns by name, as in a DataFrame, and what the columns of each kind of shape are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from collide2d._messages import did_you_mean
from collide2d.arrays.arguments import Floats

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


def column_names(kind: str, anchor: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the columns, and of the optional ones; none if this kind has no such anchor."""
    names = tuple(_FORMS.get(anchor, {}).get(kind, "").split())
    return names, ("angle",) if kind in ("rect", "roundrect") and anchor != "corners" else ()


def anchor_of_columns(kind: str, given: Iterable[str]) -> str:
    """The anchor whose columns are given, "topleft" if none is."""
    given = set(given)
    return next(
        (a for a in _FORMS if column_names(kind, a)[0] and given.issuperset(column_names(kind, a)[0])), "topleft"
    )


def stacked(who: str, kind: str, anchor: str | None, columns: dict[str, Any]) -> tuple[Any, str]:
    """The rows of named columns, which broadcast, and their anchor."""
    anchor = anchor or anchor_of_columns(kind, columns)
    names, options = column_names(kind, anchor)
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


def table_columns(who: str, kind: str, anchor: str | None, table: Any) -> dict[str, Any]:
    """The columns of a table by name, as in a DataFrame of pandas or polars; {} if it has none of the names."""
    known = [name for name in names_of(table) if isinstance(name, str)]
    wanted, options = column_names(kind, anchor or anchor_of_columns(kind, known))
    if not any(name in known for name in wanted):
        return {}
    for name in wanted:
        if name not in known:
            raise TypeError(
                f"{who}: the columns must be {', '.join(wanted)}, {name!r} is missing in {', '.join(known)}"
            )
    return {name: numbers_of_column(who, table, name) for name in (*wanted, *options) if name in known}


def names_of(table: Any) -> list[Any]:
    """The names of the columns of a table, such as a DataFrame; [] for anything else."""
    names: Any = getattr(table, "column_names", None)  # of pyarrow
    if names is None:
        names = getattr(table, "columns", None)
    is_table = hasattr(table, "__getitem__") and hasattr(names, "__iter__") and not isinstance(names, str)
    return list(names) if is_table else []


def numbers_of_column(who: str, table: Any, name: str) -> Floats:
    try:
        numbers: Floats = np.asarray(table[name], dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{who}: the column {name!r} must be numbers, {error}") from None
    return numbers
