#!/usr/bin/env python3
"""Which lines, branches and conditions of the core do the corpora, fuzz/bits and random inputs cover?

    python fuzz/coverage/report.py                       # csrc/core; needs clang and llvm 19; 2 minutes
    python fuzz/coverage/report.py --tests [ARG ...]     # csrc/batch, too, by pytest ARG ... as well; 20 minutes

Compiles with clang's counters and without asserts. Prints a table, every line that was not reached and every branch
that was never taken with its reason from uncovered.txt, and every condition that was not shown to decide (MC/DC: see
counts.py) with its reason from undecided.txt. Code for another processor than this one does not count.

The exit status is 1 if a line of the core or a condition has no reason, if a reason explains nothing, if less than 95 %
of the branches of the core were taken, or if a test fails.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from counts import Condition, Counts, NotMeasuredError, names_of, read_counts
from programs import CSRC, ROOMS, ROOT, Programs, ToolError, Tools, has_avx512
from reasons import code_reasons, is_of_one_processor, named_reasons, names_tests, stale

HERE = Path(__file__).resolve().parent
LEAST_BRANCHES = 0.95


def is_core(file: str) -> bool:
    return not file.startswith("batch/")


def source(file: str) -> str:
    paths = (folder / file for folder in (CSRC / "core", CSRC))  # the public header has functions, too
    return next((path.read_text(encoding="utf-8") for path in paths if path.exists()), "")


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:6.1f} %" if whole else "     -  "


def table(found: dict[str, Counts]) -> Iterator[str]:
    columns = ("lines", "branches", "conditions")
    yield " ".join([f"{'':<26}", *(f"{column:>10} {'':>8}" for column in columns)])
    total = [(0, 0)] * len(columns)
    for name, counts in found.items():
        row = [
            (sum(map(bool, numbers.values())), len(numbers))
            for numbers in (counts.lines, counts.branches, counts.conditions)
        ]
        total = [(a + c, b + d) for (a, b), (c, d) in zip(total, row, strict=True)]
        yield " ".join([f"{name:<26}", *(f"{whole:>10} {percent(part, whole)}" for part, whole in row)])
    yield " ".join([f"{'total':<26}", *(f"{whole:>10} {percent(part, whole)}" for part, whole in total)])


# ---- lines and branches of the core ----------------------------------------------------------------------------------


def function_at(lines: Sequence[str], line: int) -> str:
    """The function that contains a line: the last one that begins before it, in text formatted by clang-format."""
    begun = (re.match(r"(?:\w[\w ]*[ *])?(\w+)\(", text) for text in reversed(lines[:line]))
    return next((found[1] for found in begun if found), "")


class Lines:
    """What is wrong with the lines and branches of the core."""

    def __init__(self, found: dict[str, Counts], reasons: dict[tuple[str, str], str]) -> None:
        self.missed: list[str] = []
        self.unexplained = 0
        self.explained: set[tuple[str, int]] = set()  # lines that were not reached and have a reason
        used: set[tuple[str, str]] = set()
        for file, counts in found.items():
            lines = source(file).splitlines()
            cold = {line for line, count in counts.lines.items() if count == 0}
            untaken: dict[int, list[str]] = defaultdict(list)
            for (span, outcome), count in counts.branches.items():
                if count == 0 and span[0] not in cold:
                    untaken[span[0]].append(str(outcome).lower())
            for line in sorted(cold | set(untaken)):
                code = lines[line - 1].strip()
                keys = [(file, code), (f"{file}, {function_at(lines, line)}", code)]
                used.update(keys)
                why = next((reasons[key] for key in keys if key in reasons), None)
                if line in cold:
                    self.unexplained += why is None
                    self.explained |= {(file, line)} if why else set()
                what = "not reached" if line in cold else f"never {' nor '.join(untaken[line])}"
                self.missed.append(f"{file}:{line}: {what}: {code}\n    {why or 'NO REASON GIVEN'}")
        self.stale = [
            f"a reason for a line that is covered or gone: {': '.join(key)}"
            for key, why in reasons.items()
            if key not in used and not is_of_one_processor(why)
        ]


def taken(found: dict[str, Counts]) -> float:
    branches = [count > 0 for counts in found.values() for count in counts.branches.values()]
    return sum(branches) / len(branches)


# ---- conditions ------------------------------------------------------------------------------------------------------


def by_name(conditions: dict[Condition, bool]) -> dict[str, bool]:
    """Whether all conditions of a name were shown; a function may have a decision twice."""
    shown: dict[str, bool] = {}
    for condition, name in names_of(conditions).items():
        shown[name] = shown.get(name, True) and conditions[condition]
    return shown


class Undecided(NamedTuple):
    name: str
    condition: Condition
    why: str | None


def undecided(
    conditions: dict[Condition, bool], reasons: dict[str, str], cold: Iterable[tuple[str, int]], *, has_tests: bool
) -> Iterator[Undecided]:
    """The conditions that were not shown, each with its reason. A line that was not reached has its own."""
    cold = set(cold)
    for condition, name in names_of(conditions).items():
        if not conditions[condition]:
            why = reasons.get(name)
            if (condition.file, condition.line) in cold:
                why = why or "its line is not reached"
            yield Undecided(name, condition, None if has_tests and why and names_tests(why) else why)


# ---- the command -----------------------------------------------------------------------------------------------------


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--random", type=int, default=20_000, metavar="N", help="random inputs for each target (20000)")
    parser.add_argument(
        "--tests", nargs=argparse.REMAINDER, metavar="ARG", help="also pytest ARG ...; none: most rooms"
    )
    parser.add_argument("--compiler", default=os.environ.get("CLANG", "clang-19"))
    parser.add_argument("--profdata", default=os.environ.get("LLVM_PROFDATA", "llvm-profdata-19"))
    parser.add_argument("--cov", default=os.environ.get("LLVM_COV", "llvm-cov-19"))
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    has_tests, start = options.tests is not None, time.monotonic()
    tests = options.tests or [str(ROOT / "tests" / room) for room in ROOMS]
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(Tools(shlex.split(options.compiler), options.profdata, options.cov), Path(folder))
        try:
            programs.build(has_threads=has_tests)
            programs.run_inputs(options.random)
            passed = not has_tests or programs.run_tests(tests)
            found = read_counts(*programs.export(), CSRC)
        except (ToolError, NotMeasuredError) as error:
            print(error, file=sys.stderr)
            return 1

    core = {file: counts for file, counts in found.items() if is_core(file)}
    chosen = found if has_tests else core
    print("\n".join(table(chosen)))
    lines = Lines(core, code_reasons((HERE / "uncovered.txt").read_text(encoding="utf-8")))
    if lines.missed:
        print("\n" + "\n".join(lines.missed))

    conditions = {condition: shown for counts in chosen.values() for condition, shown in counts.conditions.items()}
    reasons = list(named_reasons((HERE / "undecided.txt").read_text(encoding="utf-8")))
    left = list(undecided(conditions, dict(reasons), lines.explained, has_tests=has_tests))
    print("\nnot shown to decide:")
    for name, condition, why in left:
        print(f"line {condition.line}, condition {condition.index + 1} of {condition.decision}")
        print(f"{name}\n    {why or 'NO REASON GIVEN'}")

    judged = [(name, why) for name, why in reasons if has_tests or is_core(name)]
    wrong = list(stale(judged, by_name(conditions), source, has_tests=has_tests))
    if not has_tests:
        wrong += lines.stale
    if not passed:
        wrong.append("some tests fail")
    if lines.unexplained:
        wrong.append(f"{lines.unexplained} lines of the core are not reached and have no reason")
    if taken(core) < LEAST_BRANCHES:
        wrong.append(f"less than {LEAST_BRANCHES:.0%} of the branches of the core were taken")
    print("\n".join(["", *wrong]))
    without = sum(one.why is None for one in left)
    print(
        f"{len(conditions) - len(left)} of {len(conditions)} conditions shown to decide, {len(left) - without} with a "
        f"reason, {without} without; {'with' if has_avx512() else 'without'} AVX-512, {time.monotonic() - start:.0f} s"
    )
    return int(bool(wrong) or without > 0)


if __name__ == "__main__":
    sys.exit(main())
