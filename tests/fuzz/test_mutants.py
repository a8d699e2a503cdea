"""The mutants of a small program: each is what it says it is, and all of them together compile."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "fuzz" / "mutants"))

from mutate import Mutant, mutated

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
