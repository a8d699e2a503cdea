#!/usr/bin/env python3
"""All pairs of a billion circles that touch: from a file, in much less memory than the file is long.

    python examples/billion.py [--circles 1e9] [--directory .] [--stretch 1e7] [--seed 1]      needs numpy

Writes circles of radius 0.4 at random places, one for each unit of area, to a file in the directory: 24 bytes each.
Then `pair_chunks` with directory= finds all that touch, through temporary files in the same directory, which take
another 28 bytes for each circle. The bar (if tqdm is installed) shows circles, each twice: sorted into stretches of the
plane, then searched. In the end it prints how many pairs there are, the time of reading, sorting and searching, and the
most memory. That number is compared with its mean. Which circles touch is decided exactly, so the same seed gives the
same pairs on any machine, whatever the stretch.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

try:
    import numpy as np
except ImportError:
    sys.exit("billion needs numpy: pip install numpy")
try:
    from tqdm import tqdm
except ImportError:
    tqdm = None  # runs without a progress bar

from collide2d import Circles, pair_chunks

RADIUS = 0.4
AT_ONCE = 1 << 20


def write_circles(path: Path, count: int, seed: int) -> None:
    """Writes x, y and r of circles in a square of the area `count`."""
    rng = np.random.default_rng(seed)
    rows = np.full((AT_ONCE, 3), RADIUS)
    starts = range(0, count, AT_ONCE)
    with path.open("wb") as file:
        for first in tqdm(starts, "writing") if tqdm else starts:
            part = rows[: min(AT_ONCE, count - first)]
            part[:, :2] = rng.random((len(part), 2)) * math.sqrt(count)
            part.tofile(file)


def count_touching(path: Path, count: int, stretch: int) -> int:
    circles = Circles(np.memmap(path, np.float64, "r", shape=(count, 3)))
    return sum(len(part) for part in pair_chunks(circles, rows=stretch, directory=path.parent, progress=True))


def most_memory() -> str:
    try:
        status = Path("/proc/self/status").read_text()
        return f"{int(status.split('VmHWM:')[1].split()[0]) / 1e6:.2f} GB, with the pages of the file that were read"
    except (OSError, IndexError):
        return "not known on this system"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--circles", type=float, default=1e9, help="how many (default: 1e9, 52 GB of disk)")
    parser.add_argument("--directory", type=Path, default=Path(), help="where the files are (default: here)")
    parser.add_argument("--stretch", type=float, default=1e7, help="circles in a temporary file (default: 1e7)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    count = int(options.circles)
    if count < 1:
        parser.error(f"--circles must be at least 1, got {count}")
    with TemporaryDirectory(prefix="billion-", dir=options.directory) as directory:
        path = Path(directory) / "circles.f64"
        write_circles(path, count, options.seed)
        began = time.perf_counter()
        found = count_touching(path, count, int(options.stretch))
        seconds = time.perf_counter() - began
    side = math.sqrt(count)
    reach = 2 * RADIUS
    # Of two random points in a square, by the covariogram of the square: pi r^2 - 8/3 r^3 / side + r^4 / (2 side^2).
    share = (math.pi * reach**2 - 8 / 3 * reach**3 / side + reach**4 / (2 * count)) / count
    expected = count * (count - 1) / 2 * share
    print(
        f"{count:,} circles: {found:,} pairs touch, {(found - expected) / math.sqrt(expected):+.1f} standard errors off"
    )
    print(f"{seconds:.1f} s, {seconds / count * 1e9:.0f} ns a circle; most memory: {most_memory()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
