"""The tests of the package as judges of mutants: the extension is built once with all of them, each test file of the
rooms about the mutants is run once to learn which it reaches, and a mutant is tried by the files that reach it.
"""

from __future__ import annotations

import math
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

from attempts import CHOICE, DIFFERS, FUZZ, INITIALIZED, Built, write_sources
from mutate import Mutant

ROOT = FUZZ.parent
LEFT_OUT = (
    ".git",
    ".venv*",
    "build",
    "dist",
    "out",
    "corpus*",
    "_build",
    "__pycache__",
    "*.so",
    ".*_cache",
    ".hypothesis",
)
SLOW = 5  # a mutant that takes so many times the time of the core hangs
# An interpreter is told by its environment which mutant it runs, and writes which it reaches.
CHOICE_BY_ENVIRONMENT = (
    CHOICE
    + """
#include <stdio.h>
#include <stdlib.h>
static void write_reached(void)
{
    FILE *file = fopen(getenv("C2D_REACHED"), "wb");
    fwrite(c2d_reached, 1, sizeof c2d_reached, file);
    fclose(file);
}
__attribute__((constructor)) static void choose(void)
{
    if (getenv("C2D_CHOSEN"))
        c2d_mutant = atoi(getenv("C2D_CHOSEN"));
    if (getenv("C2D_REACHED"))
        atexit(write_reached);
}
"""
)
# The rooms of tests that are about a folder of the core, if not the one of its name.
ROOMS = {
    "area": ["pair", "shape"],
    "body": ["pair", "motion", "shape"],
    "broad": ["space", "arrays"],
    "exact": ["pair", "shape"],
    "mover": ["motion", "walker"],
    "periodic": ["space", "arrays"],
    "turn": ["motion"],
    "world": ["space"],
}


def rooms_of(mutants: Sequence[Mutant]) -> list[str]:
    folders = sorted({mutant.file.split("/")[1] for mutant in mutants})
    return list(dict.fromkeys(room for folder in folders for room in ROOMS.get(folder, [folder])))


class File(NamedTuple):
    path: str
    seconds: float  # of the processor, without a mutant
    reached: bytes  # for each mutant


class Suite:
    """The test files for some mutants, those that take less time first."""

    def __init__(self, built: Built, mutants: Sequence[Mutant], compiler: str, pool: Executor) -> None:
        self.tree = built.work / "tree"
        shutil.copytree(ROOT, self.tree, ignore=shutil.ignore_patterns(*LEFT_OUT))
        header = write_sources(built, self.tree / "csrc", CHOICE_BY_ENVIRONMENT)
        self.environment = {**os.environ, "PYTHONPATH": str(self.tree)}
        self._run_here(
            ["setup.py", "-q", "build_ext", "--inplace"],
            {"CC": compiler, "CFLAGS": f"-O1 -w {INITIALIZED[0]} -DC2D_NO_AVX512 -include {header}"},
        )
        files = [path for room in rooms_of(mutants) for path in sorted((self.tree / "tests" / room).glob("test_*.py"))]
        self.files = sorted(pool.map(self._measure, files), key=lambda file: file.seconds)

    def _run_here(self, arguments: Sequence[str], more: dict[str, str]) -> None:
        command = [sys.executable, *arguments]
        subprocess.run(command, cwd=self.tree, env={**self.environment, **more}, stdout=subprocess.DEVNULL, check=True)

    def _command(self, *files: str) -> list[str]:
        return [sys.executable, "-P", "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *files]

    def _measure(self, path: Path) -> File:
        """Runs a file without a mutant; it must pass."""
        reached = self.tree / f"{path.parent.name}-{path.stem}.reached"
        environment = {**self.environment, "C2D_REACHED": str(reached)}
        pipe, same = subprocess.PIPE, subprocess.STDOUT
        with subprocess.Popen(
            self._command(str(path)), env=environment, cwd=self.tree, stdout=pipe, stderr=same
        ) as run:
            output = run.stdout.read()  # type: ignore[union-attr]
            _, status, usage = os.wait4(run.pid, 0)  # its own time, whatever else runs
            run.returncode = os.waitstatus_to_exitcode(status)
        if run.returncode != 0:
            raise SystemExit(f"{path} fails without a mutant:\n{output.decode()}")
        return File(str(path), usage.ru_utime + usage.ru_stime, reached.read_bytes())

    def verdict(self, mutant: Mutant, known: str) -> str:
        """ "tests" if a file fails, or what is known."""
        reaching = [file for file in self.files if file.reached[mutant.number] == DIFFERS]
        if not reaching:
            return known
        seconds = sum(file.seconds for file in reaching)
        command, quiet = self._command(*(file.path for file in reaching)), subprocess.DEVNULL
        environment = {**self.environment, "C2D_CHOSEN": str(mutant.number)}

        def limit_resources() -> None:
            limit = math.ceil(SLOW * seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            resource.setrlimit(resource.RLIMIT_AS, (1 << 33, 1 << 33))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        with subprocess.Popen(
            command, env=environment, cwd=self.tree, stdout=quiet, stderr=quiet, preexec_fn=limit_resources
        ) as run:
            return "tests" if run.wait() != 0 else "survives"
