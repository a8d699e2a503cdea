"""The law of fuzz_testing.c, in Python: files of truths and exams of functions that the bytes of an input choose.

The first byte says what the others are: a file after the right first line, a whole file, a compressed file, or an exam.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from collide2d.testing import EXAM_REGIMES, Report, examine, simplify
from collide2d.testing.exam import right_answer
from collide2d.testing.recipes import KINDS
from collide2d.testing.truth_files import HEADER, read_truths, truth_of_text, truth_text

FOLDER = tempfile.TemporaryDirectory()
MOST_TRIES = 40  # of the search for a simpler example, which is slow


def hold(data: bytes) -> str:
    """The laws that these bytes broke, or ""."""
    kind, rest = (data or b"\0")[0] % 4, data[1:]
    if kind == 3:
        return exam_law(iter(rest))
    path = Path(FOLDER.name, "truths.txt.xz" if kind == 2 else "truths.txt")
    path.write_bytes(rest if kind else HEADER.encode() + b"\n" + rest)
    return file_law(path)


def file_law(path: Path) -> str:
    try:
        for truth in read_truths(path):
            back = truth_of_text(truth_text(truth))
            if truth_of_text(truth_text(back)) != back:
                return f"another truth: {truth_text(back)}"
            if not all(isinstance(verb, str) for verb in truth.errors()):
                return "errors are no names"
    except ValueError as error:
        if not str(error).startswith(str(path)):
            return f"it does not name the file: {error}"
    return ""


# ---- exams -----------------------------------------------------------------------------------------------------------


class Unanswerable:
    def __bool__(self) -> bool:
        raise KeyError("no truth value")

    def __eq__(self, other: object) -> bool:
        raise KeyError("not comparable")

    def __repr__(self) -> str:
        raise KeyError("no text")

    __hash__ = None  # type: ignore[assignment]


ANSWERS: list[Any] = [True, False, None, 0, 1, -1, 2, 0.5, math.nan, "no", "", [], object(), Unanswerable()]
ERRORS: list[Any] = [ValueError, SystemExit, RecursionError("too deep"), MemoryError, StopIteration]
VERBS: list[Any] = ["collides", "overlaps", "touches", "relate"]
NAMES: list[Any] = [*EXAM_REGIMES, "latice", "", 0, None, []]
WRONG: list[Any] = [None, -1, 0, 1.5, math.nan, "", "circle", [], [[]], object()]


def exam_law(numbers: Iterator[int]) -> str:
    """Asks a function whose answers are the bytes, in turn and round again."""

    def pick(options: list[Any]) -> Any:
        return options[next(numbers, 0) % len(options)]

    options = {
        "kinds": (pick([*KINDS]), pick([*KINDS])),
        "verb": pick(VERBS),
        "regimes": [pick(NAMES) for _ in range(next(numbers, 0) % 3)] or ["lattice"],
        "count": 1 + next(numbers, 0) % 6,
        "seed": next(numbers, 0),
    }
    if next(numbers, 0) % 8 == 1:
        options[pick([*options])] = pick(WRONG)
    answers, turn = list(numbers) or [0], 0

    def answer(a: Any, b: Any) -> Any:
        nonlocal turn
        turn += 1
        said = answers[turn % len(answers)]
        if said >= 200:
            raise ERRORS[said % len(ERRORS)]
        return getattr(a, options["verb"])(b) if said >= 100 else ANSWERS[said % len(ANSWERS)]

    before, simplify.MOST_TRIES = simplify.MOST_TRIES, MOST_TRIES
    try:
        report = examine(answer, takes="shapes", **options)
    except (TypeError, ValueError) as error:
        return "" if str(error).startswith("examine: ") else f"it does not name the exam: {error}"
    finally:
        simplify.MOST_TRIES = before
    return report_law(report, options["count"])


def report_law(report: Report, count: int) -> str:
    broken = {
        "too many pairs": report.asked.total() > count,
        "more wrong than asked": any(report.wrong[name] > report.asked[name] for name in report.asked),
        "relations": report.relations.total() != report.wrong.total(),
        "examples": set(report.examples) != {name for name, wrong in report.wrong.items() if wrong},
        "an example": (report.smallest is None) != (not report.wrong),
        "text": report.name not in str(report),
    }
    wrong = [*report.examples.values(), *([report.smallest] if report.smallest else [])]
    broken["a right answer"] = any(one.expected != right_answer(report.verb, one.a.relate(one.b)) for one in wrong)
    return "; ".join(law for law, is_broken in broken.items() if is_broken)
