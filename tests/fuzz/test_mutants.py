"""The mutants of a small program: each is what it says it is, and all of them together compile. What counts as killed,
and which reasons explain what survives."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "fuzz" / "mutants"))

from attempts import Outcome, Program, attempt
from known_survivors import Reason, explain, name_of, read_reasons
from mutate import Mutant, mutated
from run import sample, verdict
from suite import rooms_of

ROOT = Path(__file__).resolve().parents[2]
COMPILER = shlex.split(os.environ.get("CC", "cc"))
SOURCE = """
static int answer(int a, int b)
{
    static const int table[2] = {1, 2};
    int sum[2] = {0}, left = -a;
    if (a < b && a)
        sum[1] += 2;
    switch (b) {
    case 3: return 7;
    default: break;
    }
    return sum[1] - left + table[1];
}
"""
MAIN = """
#include <stdio.h>
int main(void)
{
    for (int a = -1; a < 2; a++)
        for (int b = 0; b < 4; b++)
            printf("%d ", answer(a, b));
    return 0;
}
"""
CHOOSE = '#include <stdlib.h>\n#define C2D_MUTANT(k) (atoi(getenv("CHOSEN")) == (k))\n'


def answer(a: int, b: int, change: str = "") -> int:
    """The program, or a mutant of it."""
    comparison = {"<= for <": a <= b, ">= for <": a >= b}.get(change, a < b)
    left = a if change == "no -" else -a
    both = comparison or bool(a) if change == "|| for &&" else comparison and bool(a)
    two = 3 if change == "2 + 1 for 2" else 2
    total = {"-= for +=": -two, "left out: sum[1] += 2": 0}.get(change, two) if both else 0
    if b == 3:
        return 8 if change == "7 + 1 for 7" else 7
    return (total + left if change == "+ for -" else total - left) + (-2 if change == "- for +" else 2)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Mutant]]:
    folder = tmp_path_factory.mktemp("mutants")
    source, program = folder / "source.c", folder / "program"
    source.write_text(SOURCE)
    texts, mutants = mutated(folder, [source], ["-std=gnu11"], [])
    (folder / "all.c").write_text(CHOOSE + texts[source] + MAIN)
    subprocess.run([*COMPILER, "-std=gnu11", "-Wall", "-Werror", str(folder / "all.c"), "-o", str(program)], check=True)
    return program, mutants


def answers(program: Path, chosen: int) -> list[int]:
    run = subprocess.run([str(program)], env={"CHOSEN": str(chosen)}, capture_output=True, text=True, check=True)
    return [int(word) for word in run.stdout.split()]


def test_without_a_choice_it_is_the_program(built: tuple[Path, list[Mutant]]) -> None:
    assert answers(built[0], -1) == [answer(a, b) for a in range(-1, 2) for b in range(4)]


def test_each_mutant_is_what_it_says(built: tuple[Path, list[Mutant]]) -> None:
    program, mutants = built
    assert [mutant.number for mutant in mutants] == list(range(len(mutants)))
    assert {mutant.function for mutant in mutants} == {"answer"}
    known = [mutant for mutant in mutants if mutant.change.split()[0] not in ("1", "0")]  # indices of arrays
    assert {mutant.change for mutant in known} == {
        "no -", "<= for <", ">= for <", "|| for &&", "2 + 1 for 2", "-= for +=", "left out: sum[1] += 2", "7 + 1 for 7",
        "- for +", "+ for -",
    }  # fmt: skip
    for mutant in known:
        assert answers(program, mutant.number) == [
            answer(a, b, mutant.change) for a in range(-1, 2) for b in range(4)
        ], mutant


def test_a_line_is_the_one_in_the_source(built: tuple[Path, list[Mutant]]) -> None:
    lines = SOURCE.splitlines()
    for mutant in built[1]:
        if " for " in mutant.change:
            assert mutant.change.split(" for ")[1] in lines[mutant.line - 1]


# ---- programs that try mutants ----

OUTPUT = [b"input 0 1 ab", b"verb 1 ab"]
CALLS = 10_000
THIRD = Mutant(2, "core/exact/exact.h", 1, "function", "change")


def program(script: str, name: str = "bits", reached: bytes = b"\1\1\1") -> Program:
    """A program that is a script of the shell, which finds the number of the mutant in C2D_CHOSEN."""
    return Program(name, name, ["sh", "-c", script], 0.01, reached, OUTPUT, CALLS)


def prints(calls: int, result: str = "ab") -> str:
    return f"echo input 0 1 ab 5; echo verb 1 {result} {calls}"


@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        (prints(CALLS), Outcome.SAME),
        (prints(CALLS // 2), Outcome.SAME),  # less work for the same results
        (prints(CALLS + CALLS // 2000), Outcome.SAME),
        (prints(CALLS + CALLS // 500), Outcome.MORE),
        (prints(CALLS, "ac"), Outcome.OTHER),
        (prints(2 * CALLS, "ac"), Outcome.OTHER),
        (f"{prints(CALLS)}; exit $C2D_CHOSEN", Outcome.OTHER),
        (f"{prints(CALLS)}; kill -11 $$", Outcome.OTHER),
        ("echo input 0 1 ab 5", Outcome.OTHER),
        ("while :; do :; done", Outcome.OTHER),
    ],
)
def test_a_program_notices_results_work_crashes_and_hangs(script: str, outcome: Outcome) -> None:
    assert attempt(program(script), THIRD) == outcome


def test_work_counts_only_if_no_result_differs_and_what_is_not_reached_is_not_run() -> None:
    more, other = program(prints(2 * CALLS)), program("exit 1", "fuzz_exact")
    same, elsewhere = program(prints(CALLS)), program("exit 1", reached=b"\1\1\0")
    assert verdict(THIRD, [elsewhere, same, more, same]) == "work"
    assert verdict(THIRD, [more, other]) == "fuzz_exact"
    assert verdict(THIRD, [elsewhere, same]) == "survives"
    assert verdict(THIRD, [elsewhere]) == "unreached"


def test_every_folder_of_the_core_has_rooms_with_tests() -> None:
    for folder in (ROOT / "csrc" / "core").iterdir():
        if folder.is_dir():
            rooms = rooms_of([Mutant(0, f"core/{folder.name}/file.c", 1, "function", "change")])
            assert rooms, folder
            assert all(list((ROOT / "tests" / room).glob("test_*.py")) for room in rooms), folder


# ---- reasons ----

REASONS = """
# a comment
core/exact/exact.h: c2d_*: < for <=: for (int i = 0; i <= n[0]; i++)
core/exact/exact.h: *: no -
    The first line,
    and the second.

core/pair/*: f
    Another.
"""


def test_reasons_are_read_with_all_their_patterns() -> None:
    assert list(read_reasons(REASONS)) == [
        Reason(
            "core/exact/exact.h: c2d_*: < for <=: for (int i = 0; i <= n[0]; i++)", "The first line, and the second."
        ),
        Reason("core/exact/exact.h: *: no -", "The first line, and the second."),
        Reason("core/pair/*: f", "Another."),
    ]


def mutants_of_a_header() -> list[Mutant]:
    """Of the line that defines C2D_U in exact.h, and of the one before it."""
    lines = (ROOT / "csrc" / "core" / "exact" / "exact.h").read_text().splitlines()
    line = 1 + next(i for i, text in enumerate(lines) if text.startswith("#define C2D_U "))
    changes = ["2 for 1", "[*] for ?", "2 for 1"]
    return [Mutant(i, "core/exact/exact.h", line - (i == 2), f"f{i}", change) for i, change in enumerate(changes)]


def test_only_stars_and_question_marks_of_a_pattern_are_special() -> None:
    first, second, third = mutants_of_a_header()
    assert Reason("core/*: f?: 2 for 1: #define C2D_U*", "").explains(first)
    assert not Reason("core/*: f?: 2 for 1: #define C2D_U*", "").explains(third)  # another source line
    assert Reason("core/exact/exact.h: *: [*] for ?", "").explains(second)
    assert not Reason("core/exact/exact.h: *: [[] for ?", "").explains(second)
    assert Reason(name_of(first), "").explains(first)
    assert not Reason(name_of(first), "").explains(second)


def test_a_sample_keeps_its_mutants_when_others_change() -> None:
    mutants = mutants_of_a_header()
    chosen = sample(mutants, 2, 1)
    assert len(chosen) == 2
    assert sample(mutants[::-1], 2, 1) == chosen
    assert sample([mutant for mutant in mutants if mutant in chosen], 2, 1) == chosen
    assert {tuple(sample(mutants, 2, seed)) for seed in range(20)} != {tuple(chosen)}


def test_a_reason_is_stale_if_it_explains_nothing_that_survives() -> None:
    first, second, third = mutants = mutants_of_a_header()
    every, one = Reason("core/exact/exact.h: f?", "all"), Reason("core/exact/exact.h: f0", "one")
    results = {first: "bits", second: "survives", third: "fuzz_exact"}
    assert explain([every], mutants, results, True) == (dict.fromkeys(mutants, "all"), [])
    assert explain([one], mutants, results, True).stale == [
        "a reason explains only what is killed: core/exact/exact.h: f0"
    ]
    # more work for the same results
    assert explain([one], mutants, {**results, first: "work"}, True).stale == []
    # a sample without the one that survives says nothing
    assert explain([every], mutants, {first: "bits", third: "bits"}, True).stale == []
    gone = Reason("core/exact/exact.h: g", "gone")
    assert explain([gone], mutants, {}, True).stale == ["a reason explains no mutant: core/exact/exact.h: g"]
    # the mutants of some files say nothing about others
    assert explain([gone], mutants, {}, False).stale == []
