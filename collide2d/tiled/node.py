"""The JSON objects of a map's files, read by key. An error is one line that names the location."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeGuard

from collide2d._messages import shown

Json: TypeAlias = Any

LIMIT = 1e60  # the greatest number, as for the coordinates of shapes
_COLOR = re.compile(r"#?(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{8})", re.ASCII)


class MapError(ValueError):
    """A map, or a file that it refers to, breaks a rule. The message is one line: file, location, rule and value."""


@dataclass(frozen=True, slots=True)
class Node:
    """An object of a file, and its location. A key whose value is null counts as missing."""

    data: Mapping[str, Json]
    where: str

    def error(self, message: str) -> MapError:
        return MapError(f"{self.where}: {message}")

    def wrong(self, key: str, rule: str) -> MapError:
        """The error for the value of a key that breaks a rule, or is missing."""
        value = self.data.get(key)
        return self.error(f"{key} must be {rule}, got {'none' if value is None else shown(value)}")

    def has(self, key: str) -> bool:
        return self.data.get(key) is not None

    def number(self, key: str, default: float | None = None) -> float:
        value = self.data.get(key)
        if value is None:
            value = default
        if not is_number(value) or not abs(value) <= LIMIT:
            raise self.wrong(key, "a number")
        return float(value)

    def whole(self, key: str, default: int | None = None, low: int = -(2**31), high: int = 2**31 - 1) -> int:
        value = self.data.get(key)
        if value is None:
            value = default
        if not is_number(value) or not low <= value <= high or value != int(value):
            raise self.wrong(key, f"a whole number from {low} to {high}")
        return int(value)

    def flag(self, key: str, default: bool) -> bool:
        value = self.data.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value = self.data.get(key)
        if value is None:
            value = default
        if not isinstance(value, str):
            raise self.wrong(key, "a string")
        return value

    def choice(self, key: str, options: Sequence[str], default: str) -> str:
        value = self.text(key, default)
        if value not in options:
            raise self.wrong(key, " or ".join(option or "empty" for option in options))
        return value

    def color(self, key: str) -> str | None:
        """A colour, #RRGGBB or #AARRGGBB; None if there is none."""
        if not self.has(key) or self.data[key] == "":
            return None
        value = self.text(key)
        if not _COLOR.fullmatch(value):
            raise self.wrong(key, "a colour, #RRGGBB or #AARRGGBB")
        return value if value.startswith("#") else f"#{value}"

    def elements(self, key: str) -> list[Json]:
        value = self.data.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.wrong(key, "a list")
        return value

    def node(self, key: str, what: str | None = None) -> Node:
        """The object at a key, with its location."""
        return Node(self._object(self.data.get(key), key), f"{self.where}: {what or key}")

    def nodes(self, key: str, what: str) -> list[Node]:
        """The objects of the list at a key. Messages call each `what` with its name or id, or else its number."""
        return [
            Node(self._object(value, f"{key}[{i}]"), f"{self.where}: {_called(value, what, i)}")
            for i, value in enumerate(self.elements(key))
        ]

    def _object(self, value: Json, key: str) -> Mapping[str, Json]:
        if not isinstance(value, dict):
            raise self.error(f"{key} must be an object, got {'none' if value is None else shown(value)}")
        return value


def is_number(value: Json) -> TypeGuard[int | float]:
    """Whether a value is a finite number other than a bool."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return isinstance(value, int) or math.isfinite(value)


def _called(value: Json, what: str, index: int) -> str:
    if not isinstance(value, dict):
        return f"{what}[{index}]"
    name, id_ = value.get("name"), value.get("id")
    said = f" {shown(name)}" if isinstance(name, str) and name else ""
    if what in ("object", "tile") and isinstance(id_, int):
        return f"{what} {shown(id_)}" + (f" ({said.strip()})" if said else "")
    return f"{what}{said}" if said else f"{what}[{index}]"
