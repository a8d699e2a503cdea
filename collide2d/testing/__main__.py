"""`python -m collide2d.testing FILE`: compares the answers of collide2d with a file of truths."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence

from collide2d.testing.truth_files import read_truths, truth_text


def main(arguments: Sequence[str] | None = None) -> int:
    """Compares, prints what is wrong and a line of verdict; the exit status is 1 if an answer is wrong."""
    parser = argparse.ArgumentParser(prog="python -m collide2d.testing", description=__doc__)
    parser.add_argument("file", help="a file of truths, such as truths/truths-2.txt.xz")
    chosen = parser.parse_args(arguments)
    start, counts, wrong = time.perf_counter(), Counter[str](), 0
    try:
        for truth in read_truths(chosen.file):
            counts[type(truth).__name__] += 1
            errors = truth.errors()
            wrong += bool(errors)
            if errors and wrong <= 20:
                print(f"WRONG {', '.join(errors)}: {truth_text(truth)}")
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{counts.total():,} truths, {wrong:,} wrong answers, {time.perf_counter() - start:.1f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
