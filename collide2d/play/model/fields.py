"""The numbers that define a shape, one by one, to show and edit."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from collide2d import Body, Shape
from collide2d._dicts import _form
from collide2d.typing import Solid

MAX_FIELDS = 200  # a polygon may have thousands of points; edit those in the file


class Field(NamedTuple):
    """One number of a shape: its path in the shape's dictionary, its label, and its value."""

    path: tuple[str | int, ...]
    label: str
    value: float


def fields_of(shape: Solid) -> list[Field]:
    """The numbers of a shape in the order of its constructor, then the optional angle and radius; those of the pieces
    of a body, with the name or number of the piece.

    >>> from collide2d import Rect
    >>> [(f.label, f.value) for f in fields_of(Rect(1, 2, 3, 4))]
    [('x', 1.0), ('y', 2.0), ('w', 3.0), ('h', 4.0), ('angle', 0.0)]
    """
    if isinstance(shape, Body):
        return list(islice(_of_pieces(shape), MAX_FIELDS))
    data = shape.to_dict()
    form = _form(shape.kind, data)
    found = [field for key in form.keys for field in _fields((key,), data[key])]
    for key in form.options:
        if key in data:
            found += _fields((key,), data[key])
        elif key in ("angle", "radius") and all(field.label != key for field in found):
            found.append(Field((key,), key, 0.0))
    return found[:MAX_FIELDS]


def _of_pieces(body: Body) -> Iterator[Field]:
    names = body.names or [None] * len(body)
    for i, (name, piece) in enumerate(zip(names, body, strict=True)):
        for field in fields_of(piece):
            yield Field(("pieces", i, *field.path), f"{name or i} {field.label}", field.value)


def _fields(path: tuple[str | int, ...], value: Any) -> list[Field]:
    if isinstance(value, dict):
        return [f for key, inner in value.items() if key != "kind" for f in _fields((*path, key), inner)]
    if isinstance(value, list):
        return [f for i, inner in enumerate(value) for f in _fields((*path, i), inner)]
    return [Field(path, _label(path), float(value))]


def _label(path: tuple[str | int, ...]) -> str:
    """ "pivot x" for the first number of a pivot, "3 y" for the second of the third point."""
    parts = [key for key in path if key not in ("points", "core")]
    words = [("x", "y")[part] if i == len(parts) - 1 else str(part + 1) for i, part in enumerate(parts)
             if isinstance(part, int)]  # fmt: skip
    return " ".join([*(part for part in parts if isinstance(part, str)), *words])


def with_field(shape: Solid, path: tuple[str | int, ...], value: float) -> Solid:
    """The shape with another value for one number; ValueError, with the rule, if that shape is invalid.

    >>> from collide2d import Rect
    >>> with_field(Rect(1, 2, 3, 4), ("angle",), 30.0)
    Rect(1.0, 2.0, 3.0, 4.0, 30.0)
    """
    data = shape.to_dict()
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return Body.from_dict(data) if isinstance(shape, Body) else Shape.from_dict(data)


def parsed(text: str) -> float:
    """The value of a typed number, which may be a fraction, "1/3", or a power of two, "2^-10".

    >>> parsed("1/16"), parsed(" -2.5 "), parsed("2^-3")
    (0.0625, -2.5, 0.125)
    """
    text = text.strip().replace("−", "-")
    try:
        if "/" in text:
            upper, lower = map(float, text.split("/"))
            return upper / lower
        if "^" in text:
            base, power = map(float, text.split("^"))
            return math.pow(base, power)
        return float(text)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise ValueError(f"must be a number, got {text!r}") from None
