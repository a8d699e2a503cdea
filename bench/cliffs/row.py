"""The type of a row of the table of cliffs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    name: str
    n: int  # the smaller of the two sizes
    make: Callable[[int], Callable[[], int]]  # the timed function returns the size of its output
