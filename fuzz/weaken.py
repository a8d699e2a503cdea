#!/usr/bin/env python3
"""Shows that the fuzz targets would notice a filter that is too generous.

Every margin in csrc/core, by its name (C2D_FILTER_*, C2D_*_MARGIN), decides when floating point is sure. Each one in
turn is shrunk by 2^10, and removed, and random inputs are run until a target fails: a weakening that a million inputs
do not catch is an error (exit status 1). With --sites each use of a margin is shrunk alone. In this finer test a use
may pass if another use backs it up, or if it only selects a faster path. C2D_RAY_PROOF, for example, is backed up: a
stop is already the ray's margin away from b before it is tested.

    python fuzz/weaken.py [--sites] [--inputs 1000000] [--compiler cc]
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

FUZZ = Path(__file__).resolve().parent
CSRC = FUZZ.parent / "csrc"
CORE = CSRC / "core"
NAME = r"\bC2D_(?:FILTER_\w+|\w+_MARGIN)\b"
DEFINITION = re.compile(rf"^(#define ({NAME})[ \t]+)(.+?)([ \t]*(?:/\*.*)?)$", re.MULTILINE)
USE = re.compile(NAME)
FLAGS = ["-std=c11", "-O2", "-ffp-contract=off", "-DFUZZ_STANDALONE"]
SHARED = ["standalone.c", "target.c", "decode.c", "oracle.c", "integer.c"]
# In the order in which they are tried; the target of a file's subject comes first.
TARGETS = ["exact", "accuracy", "hull", "symmetry", "agreement", "contain", "cast", "separate"]
FIRST = {
    "cast_aligned.c": "cast",
    "cast.c": "cast",
    "cast_exact.c": "cast",
    "cast_kernels.h": "cast",
    "cast_quads.c": "cast",
    "cast_rays.c": "cast",
    "cast_segments.c": "cast",
    "cast.h": "cast",
    "ray.c": "cast",
    "ray.h": "cast",
    "contain.c": "contain",
    "response.c": "separate",
}

# A weakening: its name, the file of the core that it changes, and the new text.
Weakening = tuple[str, str, Path, str]


def margins() -> Iterator[Weakening]:
    """Each named margin, shrunk and removed where it is defined."""
    for path in sorted(CORE.glob("*/*.[ch]")):
        text = path.read_text(encoding="utf-8")
        for found in DEFINITION.finditer(text):
            start, name, value, end = found.groups()
            for label, weaker in (("by 2^10", f"(({value}) * 0x1p-10)"), ("to 0", "0.0")):
                changed = text[: found.start()] + start + weaker + end + text[found.end() :]
                yield name, label, path, changed


def sites() -> Iterator[Weakening]:
    """Each use of a margin in an expression."""
    for path in sorted(CORE.glob("*/*.[ch]")):
        text = path.read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            code = line.partition("/*")[0]
            if code.lstrip().startswith(("#", "*")):
                continue
            for found in USE.finditer(code):
                lines = text.splitlines()
                lines[number - 1] = f"{line[: found.start()]}({found[0]} * 0x1p-10){line[found.end() :]}"
                yield (
                    f"{path.name}:{number}:{found.start() + 1}",
                    found[0].removeprefix("C2D_FILTER_").lower(),
                    path,
                    "\n".join(lines) + "\n",
                )


def build(compiler: str, target: str, core: Path, folder: Path) -> Path:
    program = folder / target
    sources = [FUZZ / "targets" / f"fuzz_{target}.c", *(FUZZ / name for name in SHARED), *sorted(core.glob("*/*.c"))]
    subprocess.run(
        [compiler, *FLAGS, f"-I{core.parent / 'include'}", *map(str, sources), "-o", str(program), "-lm"], check=True
    )
    return program


def first_failure(program: Path, inputs: int) -> int | None:
    """The number of the first random input that violates the property."""
    command = [str(program), "--random", str(inputs), "1"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=program.parent, check=False)
    if run.returncode == 0:
        return None
    number = re.search(r"^input: number (\d+)", run.stderr, re.MULTILINE)
    if number is None:
        sys.exit(f"{program.name} failed without saying where:\n{run.stderr}")
    return int(number.group(1))


def catch(compiler: str, path: Path | None, changed: str, inputs: int, targets: list[str]) -> str | None:
    """The target that catches the core with this changed file, and the number of the input."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        core = Path(shutil.copytree(CSRC, folder / "csrc")) / "core"
        if path is not None:
            (core / path.relative_to(CORE)).write_text(changed, encoding="utf-8")
            targets = sorted(targets, key=lambda target: target != FIRST.get(path.name))
        for target in targets:
            failed = first_failure(build(compiler, target, core, folder), inputs)
            if failed is not None:
                return f"{'fuzz_' + target:<16} {failed:>9,}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sites", action="store_true", help="weaken each use alone; only report")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="give up after N inputs (1000000)")
    parser.add_argument("--compiler", default=os.environ.get("CC", "cc"))
    options = parser.parse_args()

    failed = False
    print(f"{'margin':<24} {'weakened':<10} {'caught by':<16} {'at input':>9}")
    unchanged = catch(options.compiler, None, "", options.inputs, TARGETS)
    print(f"{'(none)':<24} {'':<10} {unchanged or '-'}", flush=True)
    failed |= unchanged is not None
    for name, label, path, changed in sites() if options.sites else margins():
        caught = catch(options.compiler, path, changed, options.inputs, TARGETS)
        print(f"{name:<24} {label:<10} {caught or 'not caught'}", flush=True)
        failed |= caught is None and not options.sites
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
