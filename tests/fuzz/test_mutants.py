"""The mutants of a small program: each is what it says it is, and all of them together compile. What counts as killed,
and which reasons explain what survives."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "fuzz" / "mutants"))

from attempts import CHOICE, FLAGS, FUZZ, HEADER, INITIALIZED, Judge, Kill, run_judge, verdict, write_flags
from known_survivors import Reason, explain, name_of, read_reasons
from mutate import Mutant, mutated
from run import sample
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
#include <stdlib.h>
int main(int argc, char **argv)
{
    c2d_mutant = atoi(argv[1]);
    for (int a = -1; a < 2; a++)
        for (int b = 0; b < 4; b++)
            printf("%d ", answer(a, b));
    return 0;
}
"""


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
    (folder / "all.c").write_text(HEADER + CHOICE % {"count": len(mutants)} + texts[source] + MAIN)
    subprocess.run([*COMPILER, "-std=gnu11", "-Wall", "-Werror", str(folder / "all.c"), "-o", str(program)], check=True)
    return program, mutants


def answers(program: Path, *arguments: int) -> list[int]:
    run = subprocess.run([str(program), *map(str, arguments)], capture_output=True, text=True, check=True)
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


CONDITIONS = """
static int next(int *p) { return ++*p; }
static int count(int n)
{
    int at = 0, *p = &at, found = 0;
    (void)next(p);
    if (*p)
        found++;
    for (; n; n--)
        found = found % 2 ? 5 : next(p);
    return found;
}
"""


def test_conditions_without_a_mutant_of_their_own_are_turned_round(tmp_path: Path) -> None:
    source = tmp_path / "source.c"
    source.write_text(CONDITIONS)
    texts, mutants = mutated(tmp_path, [source], ["-std=gnu11"], [])
    changes = [mutant.change for mutant in mutants]
    assert [change for change in changes if change.startswith("not ")] == ["not *p", "not n", "not found % 2"]
    assert "left out: (void)next(p)" in changes
    main = """
    #include <stdio.h>
    #include <stdlib.h>
    int main(int argc, char **argv) { c2d_mutant = atoi(argv[1]); printf("%d", count(1)); return 0; }
    """
    (tmp_path / "all.c").write_text(HEADER + CHOICE % {"count": len(mutants)} + texts[source] + main)
    program = tmp_path / "program"
    subprocess.run(
        [*COMPILER, "-std=gnu11", "-Wall", "-Werror", str(tmp_path / "all.c"), "-o", str(program)], check=True
    )
    by_change = {mutant.change: mutant.number for mutant in mutants}
    assert answers(program, -1) == [5]
    assert answers(program, by_change["not *p"]) == [2]
    assert answers(program, by_change["not found % 2"]) == [2]
    assert answers(program, by_change["left out: (void)next(p)"]) == [1]


FIRST_VALUE = """
static unsigned long sign_of(double x)
{
    unsigned long bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits >> 63;
}
int main(int argc, char **argv) { return (int)sign_of(argc); }
"""


def test_a_first_value_that_is_left_out_is_not_the_value_left_out(tmp_path: Path) -> None:
    """A compiler may give an uninitialized variable any value, even the one that the mutant leaves out."""
    source, program = tmp_path / "source.c", tmp_path / "program"
    source.write_text(FIRST_VALUE)
    texts, mutants = mutated(tmp_path, [source], ["-std=gnu11"], [])
    (number,) = (mutant.number for mutant in mutants if mutant.change.startswith("left out"))
    choice = (CHOICE % {"count": len(mutants)}).replace("c2d_mutant = -1", f"c2d_mutant = {number}")
    (tmp_path / "all.c").write_text(HEADER + choice + texts[source])
    options = ["-std=gnu11", "-O1", "-w", *INITIALIZED, str(tmp_path / "all.c"), "-o", str(program)]
    subprocess.run([*COMPILER, *options], check=True)
    assert subprocess.run([str(program)], check=False).returncode == 1  # the first bit of the pattern


# ---- where a mutant computes something else ----

DOUBLES = """
static double sum(double x, double y) { return x + y; }
static int less(double x, double y) { return x < y; }
"""
DOUBLES_MAIN = """
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    double x = strtod(argv[1], NULL), y = strtod(argv[2], NULL);
    printf("%g %d", sum(x, y), less(x, y));
    for (unsigned k = 0; k < c2d_mutants; k++)
        printf(" %d", c2d_reached[k]);
    return 0;
}
"""


@pytest.fixture(scope="module")
def doubles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("doubles")
    source, program = folder / "source.c", folder / "program"
    source.write_text(DOUBLES)
    texts, mutants = mutated(folder, [source], ["-std=gnu11"], [])
    assert [mutant.change for mutant in mutants] == ["- for +", "<= for <", ">= for <"]
    (folder / "all.c").write_text(HEADER + CHOICE % {"count": 3} + texts[source] + DOUBLES_MAIN)
    subprocess.run([*COMPILER, "-std=gnu11", "-Wall", "-Werror", str(folder / "all.c"), "-o", str(program)], check=True)
    return program


@pytest.mark.parametrize(
    ("x", "y", "printed"),
    [
        ("1", "2", "3 1 3 1 3"),
        ("1", "0", "1 0 1 1 3"),
        ("-0.0", "0", "0 0 3 3 3"),  # -0 + 0 is 0, and -0 - 0 is -0
        ("1e300", "1", "1e+300 0 1 1 3"),
        ("nan", "1", "nan 0 1 1 1"),
    ],
)
def test_operators_tell_whether_the_mutant_has_another_value(doubles: Path, x: str, y: str, printed: str) -> None:
    run = subprocess.run([str(doubles), x, y], capture_output=True, text=True, check=True)
    assert run.stdout == printed


# ---- judges ----

# Each mutant does what its name says, in one of three inputs or in all.
MUTANTS = [
    "SAME", "OTHER", "CRASHES", "HANGS", "MORE", "HARDLY_MORE", "SPOILS", "IS_SPOILT", "UNREACHED", "SAME_VALUE",
    "LEAKS", "FORGETS", "NOT_TRIED",
]  # fmt: skip
JUDGED = """
#include "judge.h"
#include <stdio.h>
#include <string.h>

static size_t spoilt, written, runs, total, calls;
static bool depends_on_runs;

size_t judge_open(int argc, char **argv)
{
    depends_on_runs = argc > 1;
    return 3;
}

uint64_t judge_run(size_t input, bool is_first)
{
    size_t result = 7 * input + spoilt;

    runs++;
    target_calls_done += 10000;
    result += C2D_MUTANT(OTHER) && input == 1;
    if (!C2D_MUTANT(FORGETS))
        written = input + 1;
    result += written - input - 1;
    if (C2D_MUTANT(CRASHES) && input == 2)
        *(volatile char *)8 = 1;
    if (input == 0 && C2D_MUTANT(HANGS))
        for (volatile int i = 0;; i++)
            ;
    target_calls_done += C2D_MUTANT(MORE) ? 20 : 0;
    target_calls_done += C2D_MUTANT(HARDLY_MORE) ? 5 : 0;
    if (C2D_MUTANT(SPOILS))
        spoilt = 1;
    if (C2D_MUTANT(SAME) || C2D_MUTANT(IS_SPOILT))
        result += 0;
    if (C2D_MUTANT_IF(SAME_VALUE, (input < 5) != (input <= 5)))
        result += 1;
    if (input > 2 && C2D_MUTANT(UNREACHED))
        result += 1;
    if (C2D_MUTANT(LEAKS) && input == 1)
        judge_leak();
    if (C2D_MUTANT(NOT_TRIED))
        result += 1;
    if (is_first) {
        total += result;
        calls += target_calls_done;
    }
    return result + (depends_on_runs ? runs : 0);
}

bool judge_tries(void) { return true; }
bool judge_counts_work(void) { return true; }

const char *judge_name(size_t input)
{
    static char name[32];
    snprintf(name, sizeof name, "number %zu", input);
    return name;
}

void judge_close(void) { printf("verb 3 %zu %zu\\n", total, calls); }
"""
ALL = [Mutant(i, "core/exact/exact.h", 1, "function", name) for i, name in enumerate(MUTANTS)]
TRIED = [mutant for mutant in ALL if mutant.change != "NOT_TRIED"]


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    folder = tmp_path_factory.mktemp("judge")
    names = "".join(f"#define {name} {i}\n" for i, name in enumerate(MUTANTS))
    (folder / "judged.c").write_text(names + HEADER + JUDGED + CHOICE % {"count": len(MUTANTS)})
    sources = [folder / "judged.c", FUZZ / "mutants" / "judge.c", FUZZ / "target.c"]
    options = [*FLAGS, "-std=gnu11", f"-I{FUZZ / 'mutants'}", "-o", str(folder / "judge"), "-lm"]
    subprocess.run([*COMPILER, *map(str, sources), *options], check=True)
    return Judge("bits", [str(folder / "judge")], ["verb"], "verb 3 21", 30_000)


@pytest.mark.parametrize("more", [[], ["depends on earlier runs"]])
def test_a_judge_notices_results_crashes_hangs_and_memory_that_is_left(
    judge: Judge, tmp_path: Path, more: list[str]
) -> None:
    flags = tmp_path / "flags"
    write_flags(flags, len(ALL), TRIED)
    judge = judge._replace(arguments=[*judge.arguments, *more])
    kills = {MUTANTS[kill.mutant]: kill for kill in run_judge(judge, flags)}
    assert {name: (kill.stage, kill.input) for name, kill in kills.items()} == {
        "HANGS": ("bits", "number 0"),
        "FORGETS": ("bits", "number 0"),  # though the input itself has written the right value before, without it
        "OTHER": ("bits", "number 1"),
        "LEAKS": ("memory", "number 1"),
        "CRASHES": ("bits", "number 2"),
    }
    # What lives has changed no result by itself: another mutant has spoilt the memory of IS_SPOILT.
    lives = {mutant.change: verdict(flags.read_bytes()[mutant.number]) for mutant in TRIED}
    assert {name: how for name, how in lives.items() if name not in kills} == {
        "SAME": "survives",
        "MORE": "work",
        "HARDLY_MORE": "survives",
        "SPOILS": "survives",
        "IS_SPOILT": "survives",
        "UNREACHED": "unreached",
        "SAME_VALUE": "same value",
    }
    # All judges share the flags: what one has killed, another does not try.
    assert list(run_judge(judge, flags)) == []


def test_a_judge_stops_after_so_many_calls_with_a_mutant(judge: Judge, tmp_path: Path) -> None:
    flags = tmp_path / "flags"
    write_flags(flags, len(ALL), TRIED)
    assert list(run_judge(judge, flags, most_calls=1)) == [
        Kill(MUTANTS.index("HANGS"), "bits", "number 0"),
        Kill(MUTANTS.index("FORGETS"), "bits", "number 0"),
    ]
    assert verdict(flags.read_bytes()[MUTANTS.index("MORE")]) == "survives"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"expected": "verb 3 22"}, "verb 3 21 30000 without a mutant, and fuzz/bits expects verb 3 22 30000"),
        ({"calls": 29_900}, "fuzz/bits expects verb 3 21 29900"),
    ],
)
def test_a_judge_must_give_without_a_mutant_what_it_should(
    judge: Judge, tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    write_flags(tmp_path / "flags", len(ALL), TRIED)
    with pytest.raises(SystemExit, match=re.escape(message)):
        list(run_judge(judge._replace(**changes), tmp_path / "flags"))


def test_a_judge_of_other_code_may_make_other_calls(judge: Judge, tmp_path: Path) -> None:
    write_flags(tmp_path / "flags", len(ALL), [])
    assert list(run_judge(judge._replace(calls=None), tmp_path / "flags")) == []


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
    left_out = first._replace(change="left out: f(x ? y : z)")  # what is left out is not the source line
    assert Reason(name_of(left_out), "").explains(left_out)
    assert Reason("core/exact/exact.h: f0: left out*: #define*", "").explains(left_out)
    assert not Reason("core/exact/exact.h: f0: left out: f(*", "").explains(left_out)


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
