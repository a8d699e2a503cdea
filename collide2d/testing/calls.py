"""How a function is called about a pair of shapes: with the shapes themselves, or with their plain numbers."""

from __future__ import annotations

import inspect
import math
import struct
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from collide2d.testing.recipes import LIMIT

Takes: TypeAlias = Literal["numbers", "shapes"]
Precision: TypeAlias = Literal["double", "single"]

# The plain numbers of each kind.
NUMBERS = {
    "point": ("x", "y"),
    "circle": ("x", "y", "r"),
    "segment": ("ax", "ay", "bx", "by"),
    "capsule": ("ax", "ay", "bx", "by", "r"),
    "rect": ("x", "y", "w", "h"),
    "roundrect": ("x", "y", "w", "h", "r"),
    "polygon": ("points",),
}


def takes_of(function: Callable[..., Any]) -> Takes:
    """What a function takes, by its parameters: two are shapes, more are numbers.

    >>> takes_of(lambda a, b: True), takes_of(lambda cx, cy, r, x, y, w, h: True)
    ('shapes', 'numbers')
    """
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return "shapes"
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty]
    return "shapes" if len(places) == 2 else "numbers"


def numbers_text(kinds: tuple[str, str]) -> str:
    """The numbers of two kinds in words.

    >>> numbers_text(("circle", "rect"))
    'the 7 numbers of a circle (x, y, r) and a rect (x, y, w, h)'
    """
    count = sum(len(NUMBERS[kind]) for kind in kinds)
    each = " and ".join(f"a {kind} ({', '.join(NUMBERS[kind])})" for kind in kinds)
    return f"the {count} numbers of {each}"


def checked_call(who: str, function: Callable[..., Any], name: str, kinds: tuple[str, str]) -> None:
    """Raises a TypeError if a function cannot take the numbers of two kinds.

    >>> checked_call("examine", lambda x, y, r: True, "f", ("circle", "rect"))
    Traceback (most recent call last):
    TypeError: examine: f must take the 7 numbers of a circle (x, y, r) and a rect (x, y, w, h), or two shapes
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*(0 for kind in kinds for _ in NUMBERS[kind]))
    except TypeError:
        raise TypeError(f"{who}: {name} must take {numbers_text(kinds)}, or two shapes") from None


def is_single(x: float) -> bool:
    """Whether a number is a float of 32 bits.

    >>> is_single(0.5), is_single(0.1), is_single(1e60)
    (True, False, False)
    """
    try:
        return bool(struct.unpack("f", struct.pack("f", x))[0] == x)
    except OverflowError:
        return False


def to_single(x: float) -> float:
    """The nearest float of 32 bits; a number that is too large for one stays as it is."""
    try:
        return float(struct.unpack("f", struct.pack("f", x))[0])
    except OverflowError:
        return x


def has_single_numbers(shape: Any) -> bool:
    """Whether the vertices and the radius of a shape are floats of 32 bits."""
    return is_single(shape.radius) and all(is_single(c) for p in shape.vertices for c in p)


def plain_numbers(shape: Any) -> tuple[Any, ...] | None:
    """The plain numbers of a shape; None if they do not say exactly what the shape is.

    A rectangle must be upright, and its sides x + w and y + h must be doubles: otherwise the answer of a function would
    depend on what it rounds, and there would be no right one. A polygon must have three corners and no radius.

    >>> from collide2d import Circle, Rect
    >>> plain_numbers(Circle(1, 2, 3)), plain_numbers(Rect(0, 0, 4, 2)), plain_numbers(Rect(0.1, 0, 0.2, 1))
    ((1.0, 2.0, 3.0), (0.0, 0.0, 4.0, 2.0), None)
    """
    kind = shape.kind
    if kind in ("point", "circle"):
        return (*shape.vertices[0], shape.radius)[: len(NUMBERS[kind])]
    if kind in ("segment", "capsule"):
        return (shape.ax, shape.ay, shape.bx, shape.by, shape.radius)[: len(NUMBERS[kind])]
    if kind == "polygon":
        return (shape.vertices,) if shape.radius == 0 and len(shape.vertices) > 2 else None
    x, y, w, h = shape.x, shape.y, shape.w, shape.h
    r = shape.radius
    if shape.angle % 360 or max(w, h) > LIMIT or not _has_sides(shape, x, y, w, h, r):
        return None
    return (x, y, w, h) if kind == "rect" else (x, y, w, h, r)


def _has_sides(shape: Any, x: float, y: float, w: float, h: float, r: float) -> bool:
    """Whether the core of a shape is exactly the rectangle of these numbers less the radius at each side."""
    for low, size, ends in ((x, w, [p[0] for p in shape.vertices]), (y, h, [p[1] for p in shape.vertices])):
        if math.fsum((low, r, -min(ends))) or math.fsum((low, size, -r, -max(ends))):  # fsum rounds once
            return False
    return True


def arguments_of(a: Any, b: Any, takes: Takes) -> tuple[Any, ...] | None:
    """What a function is called with; None if the pair has no plain numbers."""
    if takes == "shapes":
        return a, b
    first, second = plain_numbers(a), plain_numbers(b)
    return None if first is None or second is None else (*first, *second)
