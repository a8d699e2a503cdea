"""Prints the speed of collide2d relative to its peers, as ratios measured in one run: python bench/run.py

Builds bench/core/core.c and bench/core/motion.c with every compiler found (gcc, clang) and runs them, then runs
calls.py, motion.py, solids.py, sprites.py and space.py of bench/python under this interpreter. A peer or compiler that
is missing gives a row that says so; nothing here fails because something is slow. See bench/README.md.
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
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

BENCH = Path(__file__).resolve().parent
PROGRAMS, SCRIPTS = BENCH / "core", BENCH / "python"
CORE = BENCH.parent / "csrc" / "core"
FLAGS = ("-std=c11", "-ffp-contract=off", "-Wall", "-Wextra")
COMPILERS = ("gcc", "clang-19", "clang")
COMMON = ("plain.c", "plain_cast.c", "scenes.c", "timing.c")
CORE_GOALS = {"random": 1.25, "half-touching": 8.0, "lattice": 4.0}

# The header, the library and the installation of each engine that motion.c can be compared with.
ENGINES = {
    "Chipmunk": ("chipmunk/chipmunk_private.h", "chipmunk", "chipmunk-dev"),
    "Box2D": ("box2d/box2d.h", "box2d", "libbox2d-dev"),
}

# Goals of the project for rays and shape casts, as a share of an engine's time. Conservative advancement in plain.c
# is what Box2D does.
CASTERS = ("Box2D", "plain advance")
RAY_GOALS = {
    ("circle", "Box2D"): 0.7, ("rect", "Box2D"): 0.7, ("turned", "Box2D"): 1.0, ("octagon", "Box2D"): 1.0,
    ("segment", "Chipmunk"): 0.7, ("roundrect", "Chipmunk"): 0.7, ("capsule", "Chipmunk"): 1.0,
}  # fmt: skip
TURN_GOALS = {"hits": 2.0, "misses": 1.0}
CAST_GOAL = 0.25
OCTAGON_CAST_GOAL = 0.5


# ---- measuring -----------------------------------------------------------------------------------------------------


def pin_to_one_core() -> None:
    """Pins this process and its children to a core. On systems without this call the times are noisier."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def build(name: str, compiler: str, level: str, directory: Path, core: Path, more: Sequence[str] = ()) -> Path:
    program = directory / f"{name}-{compiler}{level}"
    sources = [PROGRAMS / f"{name}.c", *(PROGRAMS / part for part in COMMON), *core.glob("*/*.c")]
    subprocess.run([compiler, *FLAGS, level, *map(str, sources), *more, "-o", str(program), "-lm"], check=True)
    return program


def cpp_compiler(compiler: str) -> str:
    return compiler.replace("gcc", "g++").replace("clang", "clang++")


def can_build(engine: str, compiler: str, directory: Path) -> bool:
    header, library, _package = ENGINES[engine]
    cpp = cpp_compiler(compiler)
    if shutil.which(cpp) is None:
        return False
    source = directory / "probe.cpp"
    source.write_text(f"#include <{header}>\nint main() {{}}\n")
    command = [cpp, str(source), "-o", str(directory / "probe"), f"-l{library}"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def build_motion(compiler: str, level: str, directory: Path, core: Path, engines: Sequence[str]) -> Path:
    more = []
    if "Chipmunk" in engines:
        more += ["-DWITH_CHIPMUNK", str(PROGRAMS / "chipmunk.c"), "-lchipmunk"]
    if "Box2D" in engines:
        adapter = str(directory / f"box2d-{compiler}{level}.o")
        source = str(PROGRAMS / "box2d.cpp")
        subprocess.run([cpp_compiler(compiler), "-std=c++14", level, "-c", source, "-o", adapter], check=True)
        more += ["-DWITH_BOX2D", adapter, "-lbox2d", "-lstdc++"]
    return build("motion", compiler, level, directory, core, more)


def core_rows(program: Path, build: str, repeats: int, kinds: Sequence[str]) -> list[dict[str, Any]]:
    """Prints a row for each verb; -1 marks a contender that a row does not have."""
    output = subprocess.run([program, str(repeats), *kinds], check=True, capture_output=True, text=True).stdout
    rows = []
    for line in output.splitlines():
        a, b, inputs, verb, *numbers = line.split("\t")
        hits, wrong, ours, table, direct, frame = (None if float(n) < 0 else float(n) for n in numbers)
        assert ours is not None
        peer = direct if table is None else table
        ratio = None if peer is None else ours / peer
        goal = CORE_GOALS[inputs] if verb == "collides" else None
        rows.append(
            {
                "build": build, "a": a, "b": b, "inputs": inputs, "verb": verb, "hits": hits, "plain_wrong": wrong,
                "ours": ours, "plain": table, "plain_direct": direct, "plain_frame": frame,
                "ratio": ratio, "goal": goal,
            }
        )  # fmt: skip
    return rows


def motion_goal(verb: str, a: str, b: str, inputs: str, peer: str) -> float | None:
    if verb == "turn":
        return TURN_GOALS.get(inputs) if peer == "Box2D" else None
    if inputs != "aimed":
        return None
    if verb == "ray":
        return RAY_GOALS.get((b, peer))
    return (OCTAGON_CAST_GOAL if a == "octagon" else CAST_GOAL) if peer in CASTERS else None


def motion_rows(program: Path, build: str, repeats: int) -> list[dict[str, Any]]:
    """Prints a row for each peer; -1 marks a missing value."""
    output = subprocess.run([program, str(repeats)], check=True, capture_output=True, text=True).stdout
    rows = []
    for line in output.splitlines():
        verb, a, b, inputs, hits, peer, *rest = line.split("\t")
        ours, theirs, differ, off = (None if float(n) < 0 else float(n) for n in rest)
        assert ours is not None
        rows.append(
            {
                "build": build, "verb": verb, "a": a, "b": b, "inputs": inputs,
                "hits": None if float(hits) < 0 else float(hits), "ours": ours, "peer": peer, "theirs": theirs,
                "differ": differ, "off": off, "ratio": None if theirs is None else ours / theirs,
                "goal": motion_goal(verb, a, b, inputs, peer),
            }
        )  # fmt: skip
    return rows


def run_python(script: str, quick: bool) -> Any:
    """The output of the script; None if collide2d is not installed for this interpreter."""
    if subprocess.run([sys.executable, "-P", "-c", "import collide2d"], capture_output=True, check=False).returncode:
        return None
    command = [sys.executable, str(SCRIPTS / script), *(["--quick"] if quick else [])]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(output)


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
    """Prints a table whose first `left` columns are text and whose other columns are numbers."""
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
        for inputs in CORE_GOALS:
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


def motion_label(row: dict[str, Any]) -> str:
    verb = "" if row["verb"] in ("ray", "cast") else f"{row['verb']} "
    return verb + ", ".join(name for name in (row["a"], row["b"]) if name and (row["verb"], name) != ("ray", "point"))


def print_motion(rows: Sequence[dict[str, Any]]) -> None:
    tables: dict[str, Callable[[dict[str, Any]], bool]] = {
        "rays": lambda row: row["verb"] == "ray",
        "shape casts": lambda row: row["verb"] == "cast",
        "other queries": lambda row: row["verb"] not in ("ray", "cast"),
    }
    for build in dict.fromkeys(row["build"] for row in rows):
        for title, belongs in tables.items():
            print_table(
                f"{title} in C, {build}: nanoseconds",
                ("shapes", "inputs", "peer", "hits", "ours", "theirs", "differ", "off", "ratio", "goal", ""),
                [
                    (
                        motion_label(row), row["inputs"], row["peer"], percent(row["hits"]), number(row["ours"], 1),
                        number(row["theirs"], 1), percent(row["differ"], 3), percent(row["off"], 3),
                        number(row["ratio"], 2), *verdict(row["ratio"], row["goal"]),
                    )
                    for row in rows
                    if row["build"] == build and belongs(row)
                ],
                3,
            )  # fmt: skip


def print_python(rows: Sequence[dict[str, Any]]) -> None:
    print_table(
        f"calls from Python {platform.python_version()}: nanoseconds, the loop subtracted",
        ("call", "inputs", "hits", "ours", "theirs", "peer", "ratio", "goal", ""),
        [
            (
                row["what"], row["inputs"], percent(row["hits"]), number(row["ours"], 1),
                "not installed" if row["peer"] and row["theirs"] is None else number(row["theirs"], 1), row["peer"],
                number(row["ratio"], 3), *verdict(row["ratio"], row["goal"]),
            )
            for row in rows
        ],
        2,
    )  # fmt: skip


def print_space(parts: dict[str, Any]) -> None:
    print_table(
        f"a Space from Python {platform.python_version()}: microseconds, the loop subtracted",
        ("call", "of", "hits", "ours", "theirs", "peer", "ratio", "goal", ""),
        [
            (
                row["what"], row["inputs"], percent(row["hits"]), number(row["ours"] / 1000, 2),
                "not installed" if row["theirs"] is None else number(row["theirs"] / 1000, 2), row["peer"],
                number(row["ratio"], 3), *verdict(row["ratio"], row["goal"]),
            )
            for row in parts["calls"]
        ],
        2,
    )  # fmt: skip
    print_table(
        "how it grows: nanoseconds a call; of pairs() and cKDTree, an object",
        ("objects", "query", "nearest", "raycast", "snapshot", "restore", "pairs()", "cKDTree"),
        [
            (
                f"{row['n']:,}",
                *(number(row[name], 0) for name in ("query", "nearest", "raycast", "snapshot")),
                *(number(row[name], 0) for name in ("restore", "pairs", "cKDTree")),
            )
            for row in parts["curve"]
        ],
        0,
    )
    print_table(
        "memory: resident bytes an object, the shape included",
        ("what", "bytes"),
        [(row["what"], number(row["bytes"], 0)) for row in parts["memory"]],
        1,
    )


def print_summary(name: str, rows: Sequence[dict[str, Any]], label: Any) -> None:
    with_goal = [row for row in rows if row["goal"] is not None and row["ratio"] is not None]
    missed = [row for row in with_goal if row["ratio"] > row["goal"]]
    missed.sort(key=lambda row: row["goal"] / row["ratio"])
    print(f"\n{name}: {len(with_goal) - len(missed)} of {len(with_goal)} goals met")
    for row in missed:
        print(f"  missed: {label(row)}: {row['ratio']:.2f}, goal {row['goal']:g}")


# ---- the command ---------------------------------------------------------------------------------------------------


def compilers(options: argparse.Namespace) -> list[str]:
    found = [c for c in options.compilers or COMPILERS if shutil.which(c)]
    if "clang-19" in found and not options.compilers:
        found = [c for c in found if c != "clang"]
    if not found:
        print("core: no compiler found (tried " + ", ".join(options.compilers or COMPILERS) + ")", file=sys.stderr)
    return found


def usable_engines(compiler: str, directory: Path) -> list[str]:
    usable = [engine for engine in ENGINES if can_build(engine, compiler, directory)]
    for engine in ENGINES.keys() - usable:
        print(f"motion: {compiler}: no {engine} (in Debian: apt-get install {ENGINES[engine][2]})", file=sys.stderr)
    return usable


def measure_c(options: argparse.Namespace) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of core.c and of motion.c."""
    levels = options.levels or (["-O2"] if options.quick else ["-O2", "-O3"])
    repeats = options.repeats or (3 if options.quick else 9)
    core: list[dict[str, Any]] = []
    motion: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for compiler in compilers(options):
            for level in levels:
                place = compiler, level, directory, options.core.resolve()
                if options.only in (None, "core"):
                    print(f"core: {compiler} {level} ...", file=sys.stderr)
                    core += core_rows(build("core", *place), f"{compiler} {level}", repeats, options.kinds)
                if options.only in (None, "motion") and not options.kinds:
                    print(f"motion: {compiler} {level} ...", file=sys.stderr)
                    program = build_motion(*place, usable_engines(compiler, directory))
                    motion += motion_rows(program, f"{compiler} {level}", repeats)
    return core, motion


def measure_python(options: argparse.Namespace) -> list[dict[str, Any]] | None:
    """The rows of calls.py, motion.py, solids.py and sprites.py in python; None if collide2d is not installed."""
    rows: list[dict[str, Any]] = []
    scripts = {
        "calls.py": (None, "python"),
        "motion.py": (None, "python", "motion"),
        "solids.py": (None, "python", "solids"),
        "sprites.py": (None, "python", "sprites"),
    }
    for script, parts in scripts.items():
        if options.only in parts:
            print(f"{script} ...", file=sys.stderr)
            more = run_python(script, options.quick)
            if more is None:
                return None
            rows += more
    return rows


def measure_space(options: argparse.Namespace) -> dict[str, Any] | None:
    if options.only not in (None, "python", "space"):
        return None
    print("python/space.py ...", file=sys.stderr)
    parts: dict[str, Any] | None = run_python("space.py", options.quick)
    return parts


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Benchmarks of collide2d beside its peers; see bench/README.md.")
    parser.add_argument("--quick", action="store_true", help="one optimisation level, fewer repeats and pairs of kinds")
    parser.add_argument(
        "--only", choices=("core", "motion", "python", "solids", "space", "sprites"),
        help="a part of it: relations, distance and contact in C; motion and response; calls from Python; seams, "
        "bodies, clips and two movers; a Space; lists, sprites and drawing",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print the rows as JSON instead of tables")
    parser.add_argument("--compilers", nargs="+", metavar="CC", help="default: gcc, and clang-19 or clang")
    parser.add_argument("--levels", nargs="+", metavar="-ON", help="optimisation levels, as in --levels=-O3")
    parser.add_argument("--repeats", type=int, help="of the C measurements (default 9; 3 with --quick)")
    parser.add_argument("--kinds", nargs="+", default=[], metavar="KIND", help="only C pairs of these one or two kinds")
    parser.add_argument("--core", type=Path, default=CORE, help="another copy of csrc/core, to compare a change")
    options = parser.parse_args(arguments)

    pin_to_one_core()
    core, motion = measure_c(options) if options.only not in ("python", "solids", "space", "sprites") else ([], [])
    calls, space = measure_python(options), measure_space(options)
    if options.json:
        json.dump({"core": core, "motion": motion, "python": calls or [], "space": space}, sys.stdout, indent=1)
        print()
        return 0
    print_core(core)
    print_motion(motion)
    if calls:
        print_python(calls)
    if space:
        print_space(space)
    if calls is None or (options.only == "space" and not space):
        print("\ncalls from Python: collide2d is not installed for this interpreter")
    if core:
        print_summary("C", core, lambda row: f"{row['build']}: {row['a']}, {row['b']}, {row['inputs']}")
    if motion:
        print_summary(
            "C motion", motion, lambda row: f"{row['build']}: {row['verb']} {motion_label(row)} against {row['peer']}"
        )
    if calls:
        print_summary("Python", calls, lambda row: f"{row['what']} against {row['peer']}")
    if space:
        print_summary("Space", space["calls"], lambda row: f"{row['what']} against {row['peer']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
