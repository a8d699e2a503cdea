"""Cliffs: calls that some inputs once made quadratic, at n and at 4n.

    python bench/cliffs/cliffs.py # everything: some minutes python bench/cliffs/cliffs.py --only pairs # only rows
    whose names contain this python bench/cliffs/cliffs.py --limit 20 # skip 4n if n took longer than this, in seconds

For each row the time at n and at 4n, the best of several if it is short, their ratio, and the ratio of the outputs. A
call that grows as n log n, or as its output does, stays near five times the greater of 1 and a quarter of the output's
growth; rows that exceed six times that are marked CLIFF: what leaves a cache on the way grows by more than its steps.
Times are noisy, so no failure depends on them.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable

import broad_rows
import mover_rows
import polygon_rows
from row import Row

ROWS: list[Row] = [*polygon_rows.ROWS, *broad_rows.ROWS, *mover_rows.ROWS]


def measure(call: Callable[[], int]) -> tuple[float, int]:
    """Seconds, the least of up to fifty runs within a twentieth of a second, and the size of the output."""
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
