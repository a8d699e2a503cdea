"""The tests of the package as judges of mutants: the extension is built once with all of them, each test file of the
rooms about the mutants is run once to learn which it reaches, and a mutant is tried by the files that reach it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from attempts import FUZZ, Built, Program, measure, start, write_sources
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


class Suite:
    """The test files for some mutants, those that take less time first."""

    def __init__(self, built: Built, mutants: Sequence[Mutant], compiler: str, pool: Executor) -> None:
        self.tree = built.work / "tree"
        shutil.copytree(ROOT, self.tree, ignore=shutil.ignore_patterns(*LEFT_OUT))
        header = write_sources(built, self.tree / "csrc")
        self.environment = {**os.environ, "PYTHONPATH": str(self.tree)}
        self._run_here(
            ["setup.py", "-q", "build_ext", "--inplace"],
            {"CC": compiler, "CFLAGS": f"-O1 -w -DC2D_NO_AVX512 -include {header}"},
        )
        files = [path for room in rooms_of(mutants) for path in sorted((self.tree / "tests" / room).glob("test_*.py"))]
        self.programs = sorted(pool.map(self._measure, files), key=lambda program: program.seconds)

    def _run_here(self, arguments: Sequence[str], more: dict[str, str]) -> None:
        command = [sys.executable, *arguments]
        subprocess.run(command, cwd=self.tree, env={**self.environment, **more}, stdout=subprocess.DEVNULL, check=True)

    def _command(self, *files: str) -> list[str]:
        return [sys.executable, "-P", "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *files]

    def _measure(self, file: Path) -> Program:
        command = self._command(str(file))
        reached = self.tree / f"{file.parent.name}-{file.stem}.reached"
        run = measure(command, reached, self.tree, self.environment)
        return Program(str(file), "tests", command, run.seconds, run.reached)

    def verdict(self, mutant: Mutant, known: str) -> str:
        """ "tests" if a file fails, or what is known."""
        reaching = [program for program in self.programs if program.reached[mutant.number]]
        if not reaching:
            return known
        seconds = sum(program.seconds for program in reaching)
        command = self._command(*(program.name for program in reaching))
        with start(command, mutant, seconds, subprocess.DEVNULL, self.tree, self.environment) as run:
            return "tests" if run.wait() != 0 else "survives"
