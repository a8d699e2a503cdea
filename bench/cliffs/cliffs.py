"""Times calls that were once quadratic for some inputs, called cliffs, at n and at 4n.

    python bench/cliffs/cliffs.py                   all rows, in some minutes
    python bench/cliffs/cliffs.py --only pairs      the rows whose names contain "pairs"
    python bench/cliffs/cliffs.py --limit 20        skips 4n if n took longer than 20 seconds

Prints for each row the times at n and at 4n, each the minimum of several runs if a run is short, their ratio, and the
ratio of the output sizes. The time of a call that grows as n log n, or as its output, rises to about five times the
greater of 1 and a quarter of the output's ratio. A row above six times that is marked CLIFF; the margin is for data
that leaves a cache between n and 4n. Times are noisy, so a cliff is not a failure.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable

import body_rows
import broad_rows
import mover_rows
import polygon_rows
from row import Row

ROWS: list[Row] = [*polygon_rows.ROWS, *broad_rows.ROWS, *mover_rows.ROWS, *body_rows.ROWS]


def measure(call: Callable[[], int]) -> tuple[float, int]:
    """The minimum time in seconds of up to fifty runs within a twentieth of a second, and the size of the output."""
    best, size, spent = math.inf, 0, 0.0
    for _ in range(50):
        start = time.process_time()
        size = call()
        took = time.process_time() - start
        best, spent = min(best, took), spent + took
        if spent > 0.05:
            break
    return best, size


def line(row: Row, limit: float) -> str:
    first, size = measure(row.make(row.n))
    text = f"{row.name:<50}{row.n:>8}{first * 1e3:>11.3f}"
    if first > limit:
        return f"{text}   CLIFF: too slow to try 4n"
    second, output = measure(row.make(4 * row.n))
    ratio, growth = second / first, output / size if size else 1.0
    mark = "   CLIFF" if ratio > 6 * max(1, growth / 4) else ""
    return f"{text}{second * 1e3:>11.3f}{ratio:>7.1f}{growth:>8.1f}{mark}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float, default=20.0)
    chosen = parser.parse_args()
    print(f"{'':<50}{'n':>8}{'ms at n':>11}{'ms at 4n':>11}{'ratio':>7}{'output':>8}")
    for row in ROWS:
        if chosen.only in row.name:
            print(line(row, chosen.limit), flush=True)


if __name__ == "__main__":
    main()
