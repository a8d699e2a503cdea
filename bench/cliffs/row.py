"""What a row of the table of cliffs is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    name: str
    n: int  # the smaller of the two sizes
    make: Callable[[int], Callable[[], int]]  # what is timed returns the size of its output
