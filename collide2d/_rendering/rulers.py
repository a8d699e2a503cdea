"""Rulers: round numbers along an axis, and their text."""

from __future__ import annotations

import math


def round_step(step: float) -> float:
    """The least of 1, 2 and 5 times a power of ten that is at least `step`.

    >>> round_step(0.3), round_step(7)
    (0.5, 10.0)
    """
    power = 10.0 ** math.floor(math.log10(step))
    return next((m * power for m in (1, 2, 5) if m * power >= step), 10 * power)


def ticks(first: float, last: float, step: float) -> list[float]:
    """Multiples of step within [first, last]; none if doubles cannot tell them apart."""
    if max(abs(first), abs(last)) > step * 1e12:
        return []
    return [i * step for i in range(math.ceil(first / step), math.floor(last / step) + 1)]


def tick_text(value: float, step: float) -> str:
    """A tick as text, with enough digits to differ from its neighbours.

    >>> tick_text(0.5, 0.25), tick_text(2e7, 1e7)
    ('0.5', '2e+07')
    """
    if value == 0 or (step >= 1e-4 and abs(value) < 1e7):
        return f"{value:.{max(0, -math.floor(math.log10(step)))}f}"
    return f"{value:.{max(1, math.floor(math.log10(abs(value) / step)) + 2)}g}"
