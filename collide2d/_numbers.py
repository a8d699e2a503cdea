"""Numbers and directions as arguments: each is checked, and an error names the argument, the rule and the value."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, SupportsFloat, SupportsIndex

if TYPE_CHECKING:
    from collide2d.typing import Pair

Vec = tuple[float, float]


def finite(name: str, value: SupportsFloat | SupportsIndex) -> float:
    """A number in the domain of coordinates, or an error that names the argument."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name} must be a number, got {value!r}")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError(f"{name} must be between -1e60 and 1e60, got an int too large for a float") from None
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, got {value!r}") from None
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite, got {number}")
    if abs(number) > 1e60:
        raise ValueError(f"{name} must be between -1e60 and 1e60, got {number}")
    return number


def not_negative(name: str, value: float) -> float:
    """A finite number >= 0, or an error that names the argument."""
    number = finite(name, value)
    if number < 0:
        raise ValueError(f"{name} must be >= 0, got {number}")
    return number


def push_limit(name: str, value: float | None) -> float | None:
    """A limit for pushes: a number >= 0, infinity, or None, or an error that names the argument."""
    return value if value is None or value == math.inf else not_negative(name, value)


def slope_limit(name: str, value: float) -> float:
    """The least part along up of the unit normal of a floor, or an error that names the argument."""
    degrees = finite(name, value)
    if not 0 <= degrees < 90:
        raise ValueError(f"{name} must be >= 0 and < 90, got {value}")
    return math.cos(math.radians(degrees)) - 2.0**-40  # a slope of exactly that angle is a floor


def unit_vector(name: str, vector: Pair) -> Vec:
    """The unit vector of a direction, or an error that names the argument."""
    if isinstance(vector, (str, bytes)):
        raise TypeError(f"{name} must be a pair of numbers, got {vector!r}")
    try:
        x, y = vector
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a pair of numbers, got {vector!r}") from None
    x, y = finite(f"{name}[0]", x), finite(f"{name}[1]", y)
    length = math.hypot(x, y)
    if not length:
        raise ValueError(f"{name} must not be (0, 0), got {(x, y)}")
    return (x / length, y / length)
