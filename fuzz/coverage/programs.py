"""The core and the batch layer, compiled once with clang's counters, and the programs that run them: fuzz targets, the
hashes of fuzz/bits, and an extension for the tests of the package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

FUZZ = Path(__file__).resolve().parents[1]
ROOT = FUZZ.parent
CSRC = ROOT / "csrc"
HOOKS = ["-DC2D_REALLOC=target_realloc", "-DC2D_STEPS=target_steps", "-DC2D_TESTS_BY_BOX=target_tests_by_box"]
FLAGS = ["-std=c11", "-O1", "-w", "-DNDEBUG", "-ffp-contract=off", "-fPIC", f"-I{CSRC / 'include'}"]
PROFILE = "-fprofile-instr-generate"
COUNTERS = [PROFILE, "-fcoverage-mapping", "-fcoverage-mcdc"]
ATOMIC = "-fprofile-update=atomic"  # for threads, that of two counts none is lost: clang computes others from them
LIBRARIES = ["-lm", "-pthread"]
ROOMS = ("arrays", "space", "pair", "motion", "shape", "level", "binding")  # the tests that call the core most


class ToolError(Exception):
    """A compiler or a program failed, or the compiler does not measure a decision."""


class Tools(NamedTuple):
    compiler: list[str]
    profdata: str
    cov: str


def has_avx512() -> bool:
    processor = Path("/proc/cpuinfo")
    return processor.exists() and "avx512vl" in processor.read_text(encoding="utf-8")


def call(command: Sequence[str | Path], cwd: Path, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env={**os.environ, **(environment or {})}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0 or "unsupported MC/DC" in done.stderr:
        raise ToolError(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def in_parallel(commands: Iterable[tuple[Sequence[str | Path], Path, dict[str, str]]]) -> None:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda command: call(*command), commands))


class Programs:
    """Compiles into a folder, in which the profiles of all runs are collected."""

    def __init__(self, tools: Tools, work: Path) -> None:
        self.tools, self.work = tools, work
        self.profiles = 0

    # ---- building ----

    def compile_all(self, sources: Iterable[Path], flags: Sequence[str]) -> list[Path]:
        sources = list(sources)
        objects = [self.work / f"{'_'.join(source.relative_to(ROOT).with_suffix('').parts)}.o" for source in sources]
        in_parallel(
            ([*self.tools.compiler, *FLAGS, *flags, "-c", source, "-o", made], self.work, {})
            for source, made in zip(sources, objects, strict=True)
        )
        return objects

    def link(self, objects: Iterable[Path], program: Path, *flags: str) -> Path:
        call([*self.tools.compiler, *flags, *objects, PROFILE, "-o", program, *LIBRARIES], self.work)
        return program

    def build(self, *, has_threads: bool) -> None:
        counted = [*HOOKS, *COUNTERS, *([ATOMIC] if has_threads else [])]
        if not has_avx512():
            counted.append("-DC2D_NO_AVX512")  # what the processor does not have cannot be reached
        self.core = self.compile_all(sorted(CSRC.glob("core/*/*.c")), counted)
        self.batch = self.compile_all(sorted(CSRC.glob("batch/**/*.c")), counted)
        oracle = ["standalone.c", "oracle.c", "integer.c"]
        shared = self.compile_all([FUZZ / "target.c", FUZZ / "decode.c"], [])
        oracles = self.compile_all([FUZZ / name for name in oracle], ["-O2"])  # most of the work
        bits = sorted((FUZZ / "bits").glob("*.c"))
        self.bits = self.link([*self.compile_all(bits, []), *shared, *self.core], self.work / "bits")
        self.memory = self.link(
            [*bits, *sorted((FUZZ / "memory").glob("*.c")), *shared, *self.core],
            self.work / "memory",
            *[*FLAGS, "-DBITS_WITHOUT_MAIN", "-Wl,--wrap=free"],
        )
        sources = [path for path in sorted((FUZZ / "targets").glob("fuzz_*.c")) if "embed.h" not in path.read_text()]
        made = self.compile_all(sources, ["-DFUZZ_STANDALONE"])
        # Each has the batch layer, too: then each has all functions, and any of them can be asked where they are.
        self.targets = [
            self.link([target, *shared, *oracles, *self.core, *self.batch], self.work / source.stem)
            for source, target in zip(sources, made, strict=True)
        ]

    def build_package(self) -> Path:
        """A copy of the package whose extension counts; the folder that it is in."""
        package = self.work / "package" / "collide2d"
        shutil.copytree(ROOT / "collide2d", package, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
        for name in ("csrc", "examples"):  # the header and the maps of a source tree
            (package.parent / name).symlink_to(ROOT / name)
        binding = self.compile_all(sorted(CSRC.glob("python/**/*.c")), [f"-I{sysconfig.get_path('include')}"])
        memory = self.compile_all([FUZZ / "target.c"], [])  # the core allocates by it
        extension = package / f"_core{sysconfig.get_config_var('EXT_SUFFIX')}"
        self.link([*binding, *memory, *self.core, *self.batch], extension, "-shared")
        return package.parent

    # ---- running ----

    def profile(self) -> dict[str, str]:
        """The environment of a run; processes of one run share a file."""
        self.profiles += 1
        return {"LLVM_PROFILE_FILE": str(self.work / f"{self.profiles}-%1m.profraw")}

    def run_inputs(self, random: int) -> None:
        """The corpora, the inputs of fuzz/bits, also without memory, and random inputs of each target.

        Each place that allocates fails once in each verb, and in a few inputs at every allocation: some conditions are
        reached only after a place has not failed.
        """
        runs: list[list[str | Path]] = [[self.bits], [self.memory, "1000", "1"], [self.memory, "4", "0"]]
        for target in self.targets:
            runs.append([target, FUZZ / "corpus" / target.name])
            if random:
                runs.append([target, "--random", str(random)])
        in_parallel((command, self.work, self.profile()) for command in runs)

    def run_tests(self, arguments: Sequence[str]) -> bool:
        # PYTHONSAFEPATH: the tests' own processes import that package, too, not the sources beside them.
        environment = {**os.environ, **self.profile(), "PYTHONPATH": str(self.build_package()), "PYTHONSAFEPATH": "1"}
        command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
        return subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode == 0

    def export(self) -> tuple[str, str]:
        """What all runs counted: as JSON, and as LCOV."""
        merged = self.work / "merged.profdata"
        call([self.tools.profdata, "merge", "-sparse", "-o", merged, *self.work.glob("*.profraw")], self.work)
        command: list[str | Path] = [self.tools.cov, "export", self.targets[0], f"-instr-profile={merged}"]
        return call([*command, "-format=text"], self.work), call([*command, "-format=lcov"], self.work)
