"""Where the choices of a generator come from: a seed here, or hypothesis in `strategies`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Source(Protocol):
    """A source of choices. Smaller numbers stand for simpler choices."""

    def integer(self, low: int, high: int) -> int: ...


class Seeded:
    """Choices from a seeded random number generator."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def integer(self, low: int, high: int) -> int:
        return low + int(self._random() * (high - low + 1))


class Plain:
    """The choices of another source, for shapes of plain numbers: none is turned, and no polygon has a radius."""

    def __init__(self, source: Source) -> None:
        self.integer = source.integer


def choice(source: Source, options: Sequence[T]) -> T:
    return options[source.integer(0, len(options) - 1)]


def one_in(source: Source, n: int) -> bool:
    return source.integer(1, n) == n
