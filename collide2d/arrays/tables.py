"""Arrays of shapes and results as columns by name, which become the table of any library.

`to_columns` is a dict of arrays, which the constructors of pandas, polars and pyarrow take. Arrays of shapes also have
the Arrow PyCapsule interface, `__arrow_c_array__`, so that polars and pyarrow take them as they are. Results cannot
have it: they are tuples, which these constructors take for a list of columns.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from collide2d import _arrays

Columns: TypeAlias = dict[str, npt.NDArray[Any]]


def columns_of(who: str, fields: dict[str, Any]) -> Columns:
    """The columns of fields, (n,) or vectors (n, 2). Those of vectors are called x and y, or normal_x and normal_y."""
    columns: Columns = {}
    for name, given in fields.items():
        array = np.asarray(given)
        rows = array.shape[:1]
        if array.ndim == 0 or array.shape[1:] not in ((), (2,), (2, 2)):
            raise ValueError(f"{who}: only an array of one axis is a table, got shape {array.shape}")
        prefix = "" if name == "point" else f"{name}_"
        for k in np.ndindex(array.shape[1:]):
            number = str(k[0] + 1) if len(k) == 2 else ""
            axis = "xy"[k[-1]] if k else ""
            key = f"{name.removesuffix('s')}{number}_{axis}" if number else f"{prefix}{axis}" if k else name
            columns[key] = np.ascontiguousarray(array[(slice(None), *k)]).reshape(rows)
    return columns


def frame_of(columns: Columns, library: Any) -> Any:
    """The DataFrame of a library, which is its name or a module."""
    return _module(library).DataFrame(columns)


def frame_of_shapes(shapes: Any, library: Any) -> Any:
    """The DataFrame of an array of shapes, by Arrow if the library takes that, as polars does: lists take seconds."""
    module = _module(library)
    return module.DataFrame(shapes if hasattr(module, "from_arrow") else shapes.to_columns())


def _module(library: Any) -> Any:
    rule = f"to_frame: library must have a DataFrame, such as 'pandas' or 'polars', got {library!r}"
    try:
        module = import_module(library) if isinstance(library, str) else library
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{rule}, which cannot be imported: {error}", name=error.name) from error
    except (TypeError, ValueError):  # an empty name, or one that begins with a dot
        raise ValueError(rule) from None
    if not callable(getattr(module, "DataFrame", None)):
        raise TypeError(rule)
    return module


def objects_of(column: Any) -> list[Any]:
    """The column of a table as a list of Python objects, in one call where there is one: elements of a polars Series
    are a Series each."""
    for name in ("to_pylist", "to_list"):
        if hasattr(column, name):
            return list(getattr(column, name)())
    return list(column)


def capsules_of(columns: Columns, valid: npt.NDArray[np.bool_] | None) -> Any:
    """The schema and the array of the Arrow PyCapsule interface; rows that are not valid are null."""
    rows = len(next(iter(columns.values())))
    return _arrays._arrow(rows, tuple((name, column, None, valid) for name, column in columns.items()))
