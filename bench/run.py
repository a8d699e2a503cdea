"""Prints how fast collide2d is beside its peers, as ratios measured in one run: python bench/run.py

Builds bench/core.c with every compiler found (gcc, clang) and runs it, then runs bench/python_calls.py under this
interpreter. A peer or compiler that is missing gives a row that says so; nothing here fails because something is slow.
See bench/README.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

BENCH = Path(__file__).resolve().parent
CORE = BENCH.parent / "csrc" / "core"
FLAGS = ("-std=c11", "-ffp-contract=off", "-Wall", "-Wextra")
COMPILERS = ("gcc", "clang-19", "clang")
CORE_GOAL = 1.25


# ---- measuring -----------------------------------------------------------------------------------------------------


def pin_to_one_core() -> None:
    """Children inherit it. Where the system has no such call, the times are only noisier."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def build_core(compiler: str, level: str, directory: Path, core: Path) -> Path:
    program = directory / f"core-{compiler}{level}"
    headers = [f"-I{core}"] if core != CORE else []
    sources = [*BENCH.glob("*.c"), *core.glob("*.c")]
    subprocess.run([compiler, *FLAGS, level, *headers, *map(str, sources), "-o", str(program), "-lm"], check=True)
    return program


def core_rows(program: Path, build: str, repeats: int, kinds: Sequence[str]) -> list[dict[str, Any]]:
    """Each verb is a row; -1 marks a contender that this row does not have."""
    output = subprocess.run([program, str(repeats), *kinds], check=True, capture_output=True, text=True).stdout
    rows = []
    for line in output.splitlines():
        a, b, inputs, verb, *numbers = line.split("\t")
        hits, wrong, ours, table, direct, frame = (None if float(n) < 0 else float(n) for n in numbers)
        assert ours is not None
        peer = direct if table is None else table
        ratio = None if peer is None else ours / peer
        goal = CORE_GOAL if verb == "collides" and inputs == "random" else None
        rows.append(
            {
                "build": build, "a": a, "b": b, "inputs": inputs, "verb": verb, "hits": hits, "plain_wrong": wrong,
                "ours": ours, "plain": table, "plain_direct": direct, "plain_frame": frame,
                "ratio": ratio, "goal": goal,
            }
        )  # fmt: skip
    return rows


def python_rows(quick: bool) -> list[dict[str, Any]] | None:
    """None if collide2d is not installed for this interpreter."""
    if subprocess.run([sys.executable, "-P", "-c", "import collide2d"], capture_output=True, check=False).returncode:
        return None
    command = [sys.executable, "-P", str(BENCH / "python_calls.py"), *(["--quick"] if quick else [])]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    rows: list[dict[str, Any]] = json.loads(output)
    return rows


# ---- printing ------------------------------------------------------------------------------------------------------


def number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def percent(value: float | None, digits: int = 0) -> str:
    return "-" if value is None else f"{100 * value:.{digits}f}%"


def verdict(ratio: float | None, goal: float | None) -> tuple[str, str]:
    if goal is None:
        return "", ""
    if ratio is None:
        return f"<= {goal:g}", "?"
    return f"<= {goal:g}", "met" if ratio <= goal else "MISSED"


def print_table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> None:
    """The first `left` columns are text, the others numbers."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    print(f"\n{title}\n")
    for index, row in enumerate([header, *rows]):
        texts = [cell.ljust(w) for cell, w in zip(row[:left], widths[:left], strict=True)]
        numbers = [cell.rjust(w) for cell, w in zip(row[left:], widths[left:], strict=True)]
        print("  ".join(texts + numbers).rstrip())
        if index == 0:
            print("  ".join("-" * w for w in widths))


def print_core(rows: Sequence[dict[str, Any]]) -> None:
    for build in dict.fromkeys(row["build"] for row in rows):
        for inputs in ("random", "half-touching"):
            chosen = [row for row in rows if row["build"] == build and row["inputs"] == inputs]
            tests = [row for row in chosen if row["verb"] == "collides"]
            print_table(
                f"collides in C, {inputs} pairs, {build}: nanoseconds; plain is inexact",
                ("pair", "hits", "ours", "plain", "direct", "frame", "plain wrong", "ratio", "goal", ""),
                [
                    (
                        f"{row['a']}, {row['b']}", percent(row["hits"]), number(row["ours"], 1),
                        number(row["plain"], 1), number(row["plain_direct"], 1), number(row["plain_frame"], 1),
                        percent(row["plain_wrong"], 2),
                        number(row["ratio"], 2), *verdict(row["ratio"], row["goal"]),
                    )
                    for row in tests
                ],
                1,
            )  # fmt: skip
            values = {(row["a"], row["b"], row["verb"]): row for row in chosen}
            lines = []
            for row in tests:
                gap, contact = values[row["a"], row["b"], "separation"], values[row["a"], row["b"], "contact"]
                line = [f"{row['a']}, {row['b']}"]
                for value in (gap, contact):
                    line += [number(value["ours"], 1), number(value["plain_direct"], 1), number(value["ratio"], 2)]
                lines.append([*line, number(contact["ours"] / row["ours"], 2)])
            print_table(
                f"separation and contact in C, {inputs} pairs, {build}",
                ("pair", "separation", "plain", "ratio", "contact", "plain", "ratio", "contact / collides"),
                lines,
                1,
            )


def print_python(rows: Sequence[dict[str, Any]]) -> None:
    print_table(
        f"calls from Python {platform.python_version()}: nanoseconds, the loop subtracted",
        ("call", "inputs", "hits", "ours", "theirs", "peer", "ratio", "goal", ""),
        [
            (
                row["what"], row["inputs"], percent(row["hits"]), number(row["ours"], 1),
                "not installed" if row["theirs"] is None else number(row["theirs"], 1), row["peer"],
                number(row["ratio"], 3), *verdict(row["ratio"], row["goal"]),
            )
            for row in rows
        ],
        2,
    )  # fmt: skip


def print_summary(name: str, rows: Sequence[dict[str, Any]], label: Any) -> None:
    with_goal = [row for row in rows if row["goal"] is not None and row["ratio"] is not None]
    missed = [row for row in with_goal if row["ratio"] > row["goal"]]
    missed.sort(key=lambda row: row["goal"] / row["ratio"])
    print(f"\n{name}: {len(with_goal) - len(missed)} of {len(with_goal)} goals met")
    for row in missed:
        print(f"  missed: {label(row)}: {row['ratio']:.2f}, goal {row['goal']:g}")


# ---- the command ---------------------------------------------------------------------------------------------------


def measure_core(options: argparse.Namespace) -> list[dict[str, Any]]:
    found = [c for c in options.compilers or COMPILERS if shutil.which(c)]
    if "clang-19" in found and not options.compilers:
        found = [c for c in found if c != "clang"]
    if not found:
        print("core: no compiler found (tried " + ", ".join(options.compilers or COMPILERS) + ")", file=sys.stderr)
    levels = options.levels or (["-O2"] if options.quick else ["-O2", "-O3"])
    repeats = options.repeats or (3 if options.quick else 9)
    rows = []
    with tempfile.TemporaryDirectory() as directory:
        for compiler in found:
            for level in levels:
                print(f"core: {compiler} {level} ...", file=sys.stderr)
                program = build_core(compiler, level, Path(directory), options.core.resolve())
                rows += core_rows(program, f"{compiler} {level}", repeats, options.kinds)
    return rows


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Benchmarks of collide2d beside its peers; see bench/README.md.")
    parser.add_argument("--quick", action="store_true", help="one optimisation level, fewer repeats and pairs of kinds")
    parser.add_argument("--only", choices=("core", "python"), help="one half of it")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON instead of tables")
    parser.add_argument("--compilers", nargs="+", metavar="CC", help="default: gcc, and clang-19 or clang")
    parser.add_argument("--levels", nargs="+", metavar="-ON", help="optimisation levels, as in --levels=-O3")
    parser.add_argument("--repeats", type=int, help="of the C measurements (default 9; 3 with --quick)")
    parser.add_argument("--kinds", nargs="+", default=[], metavar="KIND", help="only C pairs of these one or two kinds")
    parser.add_argument("--core", type=Path, default=CORE, help="another copy of csrc/core, to compare a change")
    options = parser.parse_args(arguments)

    pin_to_one_core()
    core = measure_core(options) if options.only != "python" else []
    calls = None if options.only == "core" else python_rows(options.quick)
    if options.json:
        json.dump({"core": core, "python": calls or []}, sys.stdout, indent=1)
        print()
        return 0
    print_core(core)
    if calls:
        print_python(calls)
    elif options.only != "core":
        print("\ncalls from Python: collide2d is not installed for this interpreter")
    if core:
        print_summary("C", core, lambda row: f"{row['build']}: {row['a']}, {row['b']}")
    if calls:
        print_summary("Python", calls, lambda row: f"{row['what']} against {row['peer']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
