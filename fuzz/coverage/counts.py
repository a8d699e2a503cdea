"""What `llvm-cov export` counted: lines, branches, and the conditions that were shown to decide.

A condition is shown to decide if two runs of its decision differ in this condition and in the result, and in no other
condition that both runs evaluate (MC/DC with masking). A decision is an expression with && or ||.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

SPAN = 4  # records begin with first line, first column, last line, last column
MCDC_FLAGS, BRANCH_FILE, BRANCH_KIND = 6, 6, 8
CONDITION = 6  # the kind of a branch that is a condition of a decision
Span = tuple[int, ...]


class NotMeasuredError(Exception):
    """Clang does not measure a decision. It can be written so that it does."""


@dataclass(frozen=True)
class Condition:
    file: str  # in csrc, as broad/tree.c or batch/rows.c
    function: str
    line: int
    text: str
    decision: str
    index: int  # of the condition in the decision


def names_of(conditions: Iterable[Condition]) -> dict[Condition, str]:
    """A name for each: without its line, and with its decision only where a function has the same condition in two."""
    decisions = defaultdict(set)
    short = {condition: f"{condition.file}: {condition.function}: {condition.text}" for condition in conditions}
    for condition, name in short.items():
        decisions[name].add(condition.decision)
    return {
        condition: name if len(decisions[name]) == 1 else f"{name} in {condition.decision}"
        for condition, name in short.items()
    }


@dataclass
class Counts:
    """One file: how often each line and each outcome of a branch ran, and which conditions were shown to decide."""

    lines: dict[int, int] = field(default_factory=dict)
    branches: dict[tuple[Span, bool], int] = field(default_factory=dict)
    conditions: dict[Condition, bool] = field(default_factory=dict)


def file_name(path: str, csrc: Path) -> str | None:
    """The name of a file of the core or of the batch layer, for people; None for others."""
    try:
        relative = Path(path).resolve().relative_to(csrc)
    except ValueError:
        return None
    return relative.as_posix().removeprefix("core/")


@cache
def source_lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines()


def text_of(path: str, span: Sequence[int]) -> str:
    """The source between two positions, in one line and without comments."""
    first, begin, last, end = span[:SPAN]
    lines = source_lines(path)[first - 1 : last]
    lines[-1] = lines[-1][: end - 1]
    lines[0] = lines[0][begin - 1 :]
    return " ".join(re.sub(r"/\*.*?\*/", " ", " ".join(lines)).split())


def conditions_of(function: dict[str, Any], csrc: Path) -> Iterator[tuple[Condition, bool]]:
    """The conditions of each decision of a function, in the order of the source."""
    for record in function.get("mcdc_records", ()):
        path, span, flags = function["filenames"][0], record[:SPAN], record[MCDC_FLAGS]
        file = file_name(path, csrc)
        if file is None:
            continue
        inside = {
            tuple(branch[:SPAN]): branch[SPAN : SPAN + 2]
            for branch in function["branches"]
            if branch[BRANCH_KIND] == CONDITION and span[:2] <= branch[:2] and branch[2:SPAN] <= span[2:]
        }
        decision, name = text_of(path, span), re.split("[:;]", function["name"])[-1]
        if len(inside) != len(flags):
            raise NotMeasuredError(f"{file}:{span[0]}: {len(flags)} conditions in {len(inside)} branches: {decision}")
        if not any(flags) and all(all(counts) for counts in inside.values()):
            raise NotMeasuredError(f"{file}:{span[0]}: no test vectors, as if it chose between structs: {decision}")
        for index, (place, shown) in enumerate(zip(sorted(inside), flags, strict=True)):
            yield Condition(file, name, place[0], text_of(path, place), decision, index), shown


def read_functions(exported: str, csrc: Path, found: dict[str, Counts]) -> None:
    """Adds branches and conditions. A function of a header is in several objects; each shows some of its conditions."""
    for function in json.loads(exported)["data"][0]["functions"]:
        for condition, shown in conditions_of(function, csrc):
            conditions = found[condition.file].conditions
            conditions[condition] = conditions.get(condition, False) or shown
        for branch in function["branches"]:
            file = file_name(function["filenames"][branch[BRANCH_FILE]], csrc)
            if file is not None:
                counts = found[file].branches
                for outcome in (True, False):
                    key = (tuple(branch[:SPAN]), outcome)
                    counts[key] = counts.get(key, 0) + branch[SPAN if outcome else SPAN + 1]


def read_lines(lcov: Iterable[str], csrc: Path, found: dict[str, Counts]) -> None:
    """Adds the counts of lines that have code: not of a brace or a comment."""
    path, file = "", None
    for line in lcov:
        kind, _, value = line.partition(":")
        if kind == "SF":
            path, file = value, file_name(value, csrc)
        elif kind == "DA" and file is not None:
            number, count = map(int, value.split(",")[:2])
            if re.match(r"[^#/*\w]*\w", source_lines(path)[number - 1]):
                found[file].lines[number] = count


def read_counts(exported: str, lcov: str, csrc: Path) -> dict[str, Counts]:
    found: dict[str, Counts] = defaultdict(Counts)
    read_functions(exported, csrc, found)
    read_lines(lcov.splitlines(), csrc, found)
    return dict(sorted(found.items()))
