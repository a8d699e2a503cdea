"""Times `collide2d.testing`: `python bench/python/exams.py`, in a quarter of a minute.

The peer of an exam is a loop that only calls the function, with the arguments of the same pairs: the ratio says what it
costs to draw hard pairs, to decide them exactly and to simplify the example. The goal is a bug within 10 seconds. The
peer of reading truths is a loop over the lines of the file. Times are minima of repeats in processor time.
"""

from __future__ import annotations

import lzma
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from collide2d.testing import examine, read_truths

REPEATS = 3
GOAL = 10.0
TRUTHS = Path(__file__).resolve().parents[2] / "truths" / "truths-2.txt.xz"


# ---- functions that users have ---------------------------------------------------------------------------------------


def clamped(cx: float, cy: float, x: float, y: float, w: float, h: float) -> float:
    dx, dy = cx - max(x, min(cx, x + w)), cy - max(y, min(cy, y + h))
    return dx * dx + dy * dy


def textbook(cx: float, cy: float, r: float, x: float, y: float, w: float, h: float) -> bool:
    """Wrong by roundings only."""
    return clamped(cx, cy, x, y, w, h) <= r * r


def no_corners(cx: float, cy: float, r: float, x: float, y: float, w: float, h: float) -> bool:
    """The rectangle grown by the radius, but its corners not rounded."""
    return x - r <= cx <= x + w + r and y - r <= cy <= y + h + r


def strict(cx: float, cy: float, r: float, x: float, y: float, w: float, h: float) -> bool:
    """Touching does not count."""
    return clamped(cx, cy, x, y, w, h) < r * r


def centre_only(cx: float, cy: float, r: float, x: float, y: float, w: float, h: float) -> bool:
    return x <= cx <= x + w and y <= cy <= y + h


def swapped(cx: float, cy: float, r: float, x: float, y: float, w: float, h: float) -> bool:
    """Width and height are exchanged."""
    return clamped(cx, cy, x, y, h, w) <= r * r


FUNCTIONS = [textbook, no_corners, strict, centre_only, swapped]


# ---- measuring -------------------------------------------------------------------------------------------------------


def seconds(call: Callable[[], Any]) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def exam_row(function: Callable[..., Any]) -> str:
    """The line of a function: the time of the exam, and of the calls alone."""
    calls: list[tuple[Any, ...]] = []

    def recorded(cx: float, cy: float, r: float, x: float, y: float, w: float, h: float) -> Any:
        calls.append((cx, cy, r, x, y, w, h))
        return function(cx, cy, r, x, y, w, h)

    report = examine(recorded, ("circle", "rect"))
    assert report.smallest is not None
    exam = seconds(lambda: examine(function, ("circle", "rect")))
    alone = seconds(lambda: [function(*arguments) for arguments in calls])
    found = ", ".join(f"{x:g}" for x in report.smallest.arguments)
    goal = "met" if exam < GOAL else "MISSED"
    name = f"examine, {function.__name__}"
    return f"{name:<24}{exam:>8.2f} s{alone:>10.4f} s{exam / alone:>8.0f}  goal {GOAL:g} s {goal}; ({found})"


def read_lines() -> list[str]:
    with lzma.open(TRUTHS, "rt", encoding="ascii") as file:
        return file.readlines()


def main() -> int:
    print(f"{'':<24}{'ours':>10}{'the peer':>12}{'ratio':>8}")
    for function in FUNCTIONS:
        print(exam_row(function))
    truths = list(read_truths(TRUTHS))
    for name, ours in {
        "read_truths": lambda: list(read_truths(TRUTHS)),
        "errors of truths": lambda: [truth.errors() for truth in truths],
    }.items():
        time_of, lines = seconds(ours), seconds(read_lines)
        print(f"{name:<24}{time_of:>8.2f} s{lines:>10.4f} s{time_of / lines:>8.0f}  {len(truths):,} truths")
    return 0


if __name__ == "__main__":
    sys.exit(main())
