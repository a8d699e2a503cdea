"""Slides of bodies of several pieces through worlds on whole numbers: there must be no violation.

    python tests/exams/million_bodies.py --slides 1000000 --seed 1

tests/generators/body_slides.py defines the worlds, the bodies and the laws. Prints the counts and exits with status 1
if anything is wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from body_slides import check_bodies
from exam import run_command
from million_slides import report, run


def main(arguments: Sequence[str] | None = None) -> int:
    return run_command(__doc__, partial(run, check_bodies), report, arguments, "--slides")


if __name__ == "__main__":
    sys.exit(main())
