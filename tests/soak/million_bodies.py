"""Slides of bodies of several pieces through worlds on whole numbers: there must be no violation.

    python tests/soak/million_bodies.py --slides 1000000 --seed 1

tests/generators/body_slides.py defines the worlds, the bodies and the laws. Prints the counts and exits with status 1
if anything is wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from body_slides import check_bodies
from million_slides import report, run


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slides", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    start = time.monotonic()
    tally = run(check_bodies, chosen.slides, chosen.seed, chosen.processes)
    print("\n".join(report(tally)))
    print(f"{time.monotonic() - start:.0f} s, seed {chosen.seed}, {chosen.processes} processes")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
