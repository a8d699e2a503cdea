"""The coverage of a small program: the conditions that a few calls show to decide, and the reasons for the others."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "fuzz" / "coverage"))

from counts import Counts, NotMeasuredError, names_of, read_counts
from programs import COUNTERS, FLAGS
from reasons import code_reasons, is_in_source, named_reasons, stale
from report import Lines, by_name, undecided

TOOLS = ("clang-19", "llvm-profdata-19", "llvm-cov-19")
SOURCE = """
#include <stdlib.h>
typedef struct pair { int a, b; } pair;
static pair greater(pair p, pair q) { return CHOICE; }
static int chosen(int a, int b, int c)
{
    if (a && (b || /* the last one */ c))
        return 1;
    return 0;
}
static int never(int a) { return a < 0; }
int main(int count, char **words)
{
    int sum = 0;
    for (int i = 1; i < count; i++) {
        int bits = atoi(words[i]);
        sum += chosen(bits & 1, bits & 2, bits & 4) + greater((pair){bits, 0}, (pair){3, bits - 5}).a;
    }
    return sum < 0 ? never(sum) : 0;
}
"""
BY_BOOL = "(pair){p.a > q.a && p.b < q.b, 0}"
BY_STRUCT = "p.a > q.a && p.b < q.b ? p : q"
CONDITIONS = ["a", "b", "c"]
DECISION = "a && (b || c)"
Run = Callable[..., Counts]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Compiles the program, calls it with a list of bits, and reads what was counted in its one file."""
    if not all(map(shutil.which, TOOLS)):
        pytest.skip(f"needs {', '.join(TOOLS)}")

    def run(*bits: int, choice: str = BY_BOOL) -> Counts:
        work = tmp_path_factory.mktemp("coverage")
        file, program, profile = work / "core" / "room" / "file.c", work / "program", work / "raw"
        file.parent.mkdir(parents=True)
        file.write_text(SOURCE.replace("CHOICE", choice))

        def call(*command: str | Path) -> str:
            environment = {**os.environ, "LLVM_PROFILE_FILE": str(profile)}
            done = subprocess.run([*map(str, command)], env=environment, capture_output=True, text=True, check=True)
            return done.stdout

        compiler, profdata, cov = (str(shutil.which(tool)) for tool in TOOLS)
        call(compiler, *FLAGS, *COUNTERS, file, "-o", program)
        call(program, *map(str, bits))
        call(profdata, "merge", profile, "-o", work / "merged")
        export: list[str | Path] = [cov, "export", program, f"-instr-profile={work / 'merged'}"]
        found = read_counts(call(*export, "-format=text"), call(*export, "-format=lcov"), work)
        assert list(found) == ["room/file.c"]
        return found["room/file.c"]

    return run


def is_pair(index: int, p: tuple[bool, ...], q: tuple[bool, ...]) -> bool:
    """Whether two calls show that a condition decides: no other one that both evaluate differs, but the result does."""

    def seen(values: tuple[bool, ...]) -> list[bool | None]:
        a, b, c = values
        return [a, b if a else None, c if a and not b else None]

    one, other = seen(p), seen(q)
    if None in (one[index], other[index]) or one[index] == other[index]:
        return False
    same = all(x == y or None in (x, y) for k, (x, y) in enumerate(zip(one, other, strict=True)) if k != index)
    return same and (p[0] and (p[1] or p[2])) != (q[0] and (q[1] or q[2]))


def shown(counts: Counts) -> list[bool]:
    return [is_shown for condition, is_shown in counts.conditions.items() if condition.function == "chosen"]


@pytest.mark.parametrize("calls", [(0,), (0, 3), (1, 3, 5), (1, 5), (2, 7), (0, 1, 2, 3, 4, 5, 6, 7)])
def test_a_condition_is_shown_by_two_calls_that_differ_in_it_alone(run: Run, calls: tuple[int, ...]) -> None:
    values = [tuple(bool(bits >> k & 1) for k in range(3)) for bits in calls]
    pairs = list(combinations(values, 2))
    assert shown(run(*calls)) == [any(is_pair(k, p, q) for p, q in pairs) for k in range(3)]


def test_all_conditions_can_be_shown() -> None:
    calls = list(product([False, True], repeat=3))
    assert all(any(is_pair(k, p, q) for p, q in combinations(calls, 2)) for k in range(3))


def test_conditions_have_their_text_and_place(run: Run) -> None:
    conditions = [condition for condition in run(1).conditions if condition.function == "chosen"]
    assert [condition.text for condition in conditions] == CONDITIONS
    assert {condition.decision for condition in conditions} == {DECISION}
    assert {SOURCE.splitlines()[condition.line - 1].strip() for condition in conditions} == {
        "if (a && (b || /* the last one */ c))"
    }
    again = replace(conditions[2], decision="b && c")
    assert [*names_of(conditions).values()] == [f"room/file.c: chosen: {text}" for text in CONDITIONS]
    assert [*names_of([*conditions, again]).values()][2:] == [
        "room/file.c: chosen: c in a && (b || c)",
        "room/file.c: chosen: c in b && c",
    ]


def test_a_decision_that_the_compiler_does_not_measure_is_an_error(run: Run) -> None:
    with pytest.raises(NotMeasuredError, match="no test vectors"):
        run(1, 4, 6, choice=BY_STRUCT)


def test_a_line_that_is_not_reached_needs_a_reason(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {"room/file.c": run(1, 3)}
    monkeypatch.setattr("report.source", lambda file: SOURCE.replace("CHOICE", BY_BOOL))
    code = "static int never(int a) { return a < 0; }"
    without = Lines(counts, {})
    assert without.unexplained == 1
    assert any(code in line and "NO REASON GIVEN" in line for line in without.missed)
    given = Lines(
        counts, code_reasons(f"# why\nroom/file.c: {code} => sums are not negative\nroom/file.c: gone => once")
    )
    assert given.unexplained == 0
    assert [reason for reason in given.stale if "gone" in reason] == given.stale != []


REASONS = """
# a comment
room/file.c: chosen: b
room/file.c: chosen: c
    They are never
    asked.

room/file.c: chosen: d in a && d
    It was.
room/file.c: chosen: a
    tests/room: these do.
"""


def test_reasons_are_of_the_names_above_them() -> None:
    assert list(named_reasons(REASONS)) == [
        ("room/file.c: chosen: b", "They are never asked."),
        ("room/file.c: chosen: c", "They are never asked."),
        ("room/file.c: chosen: d in a && d", "It was."),
        ("room/file.c: chosen: a", "tests/room: these do."),
    ]


def test_a_reason_is_wrong_if_it_explains_nothing(run: Run) -> None:
    def source(file: str) -> str:
        return SOURCE

    reasons, conditions = list(named_reasons(REASONS)), run(0, 3).conditions  # they show a
    wrong = list(stale(reasons, by_name(conditions), source, has_tests=False))
    assert wrong == [
        "a reason for what is gone: room/file.c: chosen: d in a && d",
        "a reason for what is shown: room/file.c: chosen: a",
    ]
    assert list(stale(reasons, by_name(conditions), source, has_tests=True)) == wrong[:1]
    nothing = by_name(run(0).conditions)
    assert list(stale(reasons, nothing, source, has_tests=False)) == wrong[:1]
    assert list(stale(reasons, nothing, source, has_tests=True))[1:] == [
        "the tests do not show it: room/file.c: chosen: a"
    ]
    assert is_in_source(reasons[0][0], source)
    left = [
        (one.condition.text, one.why)
        for one in undecided(conditions, dict(reasons), [], has_tests=True)
        if one.condition.function == "chosen"
    ]
    assert left == [("b", "They are never asked."), ("c", "They are never asked.")]
