#!/usr/bin/env python3
"""Line and branch coverage of csrc/core by the committed corpora, and by the tests as well if asked.

    python fuzz/coverage.py [--random 20000] [--tests [FILE ...]] [--compiler gcc]

Compiles the core once with gcov's counters and without asserts, links it with every fuzz target, replays fuzz/corpus
and runs some random inputs; --tests also builds the extension from the same objects and runs pytest against it. Prints
a table, every line that was not reached and every branch that was never taken with its reason from fuzz/uncovered.txt.
The exit status is 1 below 100 % of lines, not counting those that have a reason, or 95 % of branches, or if a test
fails.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

FUZZ = Path(__file__).resolve().parent
ROOT = FUZZ.parent
CORE = ROOT / "csrc" / "core"
BINDING = ROOT / "csrc" / "python"
REASONS = FUZZ / "uncovered.txt"
HOOKS = ["-DC2D_REALLOC=target_realloc", "-DC2D_STEPS=target_steps", "-DC2D_TESTS_BY_BOX=target_tests_by_box"]
FLAGS = [
    "-std=c11",
    "-O0",
    "-g",
    "-DNDEBUG",
    "-ffp-contract=off",
    "-fPIC",
    "-DFUZZ_STANDALONE",
    f"-I{ROOT / 'csrc' / 'include'}",
]
SHARED = [FUZZ / name for name in ("standalone.c", "target.c", "decode.c", "oracle.c", "integer.c")]
BATCH = sorted((ROOT / "csrc" / "batch").glob("*.c"))


@dataclass
class Coverage:
    """One file: how often each line ran, and each branch of each line."""

    lines: dict[int, int] = field(default_factory=dict)
    branches: dict[tuple[int, int], int] = field(default_factory=dict)


def run(*command: str | Path, **options: object) -> None:
    subprocess.run([str(part) for part in command], check=True, **options)  # type: ignore[call-overload]


def build_core(compiler: str, work: Path) -> list[Path]:
    objects = []
    processor = Path("/proc/cpuinfo")
    has_avx512 = processor.exists() and "avx512vl" in processor.read_text(encoding="utf-8")
    options = [] if has_avx512 else ["-DC2D_NO_AVX512"]  # what the processor does not have cannot be reached
    for source in sorted(CORE.glob("*/*.c")):
        target = work / f"{source.stem}.o"
        run(compiler, *FLAGS, *HOOKS, *options, "--coverage", "-c", source, "-o", target, cwd=work)
        objects.append(target)
    return objects


def compile_plain(compiler: str, work: Path, sources: list[Path]) -> list[Path]:
    """Objects without counters, and optimised: the oracle is most of the work."""
    objects = [work / f"plain_{source.stem}.o" for source in sources]
    for source, target in zip(sources, objects, strict=True):
        run(compiler, *FLAGS, "-O1", "-c", source, "-o", target, cwd=work)
    return objects


def replay(compiler: str, work: Path, objects: list[Path], inputs: int) -> None:
    shared = compile_plain(compiler, work, SHARED)
    parts = {"fuzz_filter": compile_plain(compiler, work, BATCH)}
    for source in sorted((FUZZ / "targets").glob("fuzz_*.c")):
        if "embed.h" in source.read_text(encoding="utf-8"):
            continue  # it needs Python
        program = work / source.stem
        linked = [*shared, *parts.get(source.stem, []), *objects]
        run(compiler, *FLAGS, source, *linked, "--coverage", "-o", program, "-lm", cwd=work)
        corpus = FUZZ / "corpus" / source.stem
        if corpus.is_dir():
            run(program, corpus, stdout=subprocess.DEVNULL)
        if inputs:
            run(program, "--random", str(inputs), stdout=subprocess.DEVNULL, cwd=work)


def run_tests(compiler: str, work: Path, objects: list[Path], files: list[str]) -> bool:
    """Runs the tests in some files against an extension built from the counting objects, in a copy of the package."""
    package = work / "package" / "collide2d"
    built = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(ROOT / "collide2d", package, ignore=built)
    for name in ("csrc", "examples"):  # the header and the maps of a source tree
        (package.parent / name).symlink_to(ROOT / name)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    include = sysconfig.get_path("include")
    sources = [*BATCH, *sorted(BINDING.rglob("*.c")), FUZZ / "target.c", *objects]  # the core allocates by target.c
    extension = package / f"_core{suffix}"
    run(compiler, *FLAGS, "-shared", f"-I{include}", *sources, "--coverage", "-o", extension, "-lm", cwd=work)
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", *files]
    return subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode == 0


def collect(gcov: str, work: Path) -> dict[str, Coverage]:
    """The counts, summed over the files that include the same header."""
    found: dict[str, Coverage] = defaultdict(Coverage)
    for notes in sorted(work.glob("*.gcno")):
        text = subprocess.run(
            [gcov, "--json-format", "--stdout", "--branch-probabilities", notes.name],
            cwd=work, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        for report in map(json.loads, text.splitlines()):
            for file in report["files"]:
                path = Path(file["file"])
                if path.parent.parent != CORE:
                    continue
                coverage = found[f"{path.parent.name}/{path.name}"]
                for line in file["lines"]:
                    number = line["line_number"]
                    coverage.lines[number] = coverage.lines.get(number, 0) + line["count"]
                    for i, branch in enumerate(line["branches"]):
                        key = (number, i)
                        coverage.branches[key] = coverage.branches.get(key, 0) + branch["count"]
    return dict(sorted(found.items()))


def reasons() -> dict[tuple[str, str], str]:
    """The reasons from lines `file: code => why`, or `file, function: code => why` if a file has the code more than
    once. The code is the source line without indentation.
    """
    found = {}
    if REASONS.exists():
        for line in REASONS.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                place, _, why = line.partition(" => ")
                file, _, code = place.partition(": ")
                found[file, code.strip()] = why
    return found


def function_at(source: list[str], line: int) -> str:
    """The function that contains a line: the last one that begins before it, in text formatted by clang-format."""
    begun = (re.match(r"(?:\w[\w ]*[ *])?(\w+)\(", text) for text in reversed(source[:line]))
    return next((found[1] for found in begun if found), "")


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:6.1f} %" if whole else "     -  "


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--random", type=int, default=20_000, metavar="N", help="random inputs for each target (20000)")
    parser.add_argument("--tests", nargs="*", metavar="FILE", help="also run pytest with an instrumented extension")
    parser.add_argument("--compiler", default=os.environ.get("CC", "gcc"))
    parser.add_argument("--gcov", default=os.environ.get("GCOV", "gcov"))
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        objects = build_core(options.compiler, work)
        replay(options.compiler, work, objects, options.random)
        passed = options.tests is None or run_tests(
            options.compiler, work, objects, options.tests or [str(ROOT / "tests")]
        )  # fmt: skip
        found = collect(options.gcov, work)

    explained = reasons()
    total = [0, 0, 0, 0]
    missed: list[str] = []
    unexplained = 0
    print(f"{'csrc/core':<22} {'lines':>7} {'':>8} {'branches':>9}")
    for name, coverage in found.items():
        source = (CORE / name).read_text(encoding="utf-8").splitlines()
        numbers = [
            sum(count > 0 for count in coverage.lines.values()), len(coverage.lines),
            sum(count > 0 for count in coverage.branches.values()), len(coverage.branches),
        ]  # fmt: skip
        total = [a + b for a, b in zip(total, numbers, strict=True)]
        print(f"{name:<22} {numbers[1]:>7} {percent(*numbers[:2])} {numbers[3]:>9} {percent(*numbers[2:])}")
        cold = {line for line, count in coverage.lines.items() if count == 0}
        untaken: dict[int, list[int]] = defaultdict(list)
        for (line, i), count in coverage.branches.items():
            if count == 0 and line not in cold:
                untaken[line].append(i)
        for line in sorted(cold | set(untaken)):
            code = source[line - 1].strip()
            why = explained.get((name, code)) or explained.get((f"{name}, {function_at(source, line)}", code))
            unexplained += line in cold and why is None
            what = "not reached" if line in cold else f"branch {', '.join(map(str, untaken[line]))} not taken"
            missed.append(f"{name}:{line}: {what}: {code}\n    {why or 'NO REASON GIVEN'}")
    print(f"{'total':<22} {total[1]:>7} {percent(*total[:2])} {total[3]:>9} {percent(*total[2:])}")
    if missed:
        print("\n" + "\n".join(missed))
    if not passed:
        print("fuzz/coverage.py: some tests fail", file=sys.stderr)
    return int(not passed or unexplained > 0 or total[2] < 0.95 * total[3])


if __name__ == "__main__":
    sys.exit(main())
