"""The law of fuzz_walker.c, in Python: walkers in levels that the bytes of an input choose.

The levels and the laws are those of tests/generators/walks.py, which takes its choices from any source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import walks

T = TypeVar("T")


class Choices:
    """What walks.py asks of its source of choices, from bytes, and zeros at the end."""

    def __init__(self, data: bytes) -> None:
        self._data: Iterator[int] = iter(data)

    def choice(self, seq: Sequence[T], /) -> T:
        return seq[self.randrange(0, len(seq))]

    def randrange(self, start: int, stop: int | None = None, /) -> int:
        low, high = (0, start) if stop is None else (start, stop)
        return low + next(self._data, 0) % (high - low)

    def random(self) -> float:
        return next(self._data, 0) / 256


def hold(data: bytes) -> str:
    """The laws that the walks of these bytes broke, or ""."""
    rng = Choices(data)
    kind = rng.randrange(8)
    if kind == 0:
        return "; ".join(walks.follow(*walks.route(rng), frames=(7, 21)))
    if kind == 1:
        return "; ".join(walks.press(rng))
    made = walks.level(rng, flat=kind in (2, 4))
    if made is None:
        return ""
    if kind == 4:
        side, rise = walks.pace(rng, made)
        return "; ".join(walks.endless(made, (8 * side, 8 * rise)))
    if kind == 2:
        side, rise = walks.pace(rng, made)
        return "; ".join(walks.paces(made, (side / 8, rise / 8), rates=(3, 12))) if not made.thin else ""
    frames = walks.pads(rng, made.unit, 1 + rng.randrange(10))
    start = made.space.snapshot()
    if kind == 3:
        return "; ".join(walks.restored(made, frames))
    wrong, done = walks.play(made, frames)
    made.space.restore(start)
    if walks.play(made, frames)[1] != done:
        wrong.append("the second time is another walk")
    return "; ".join(wrong)
