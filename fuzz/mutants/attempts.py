"""The programs that try mutants: compiled once with all of them, run without one to learn what each reaches, and then
with a chosen one.

A program is a verb of fuzz/bits, or a fuzz target with its corpus. Both count nothing themselves: the core is compiled
so that bits prints the calls of its functions, as for fuzz/bits/work.txt.
"""

from __future__ import annotations

import math
import os
import resource
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from mutate import Mutant, mutated

FUZZ = Path(__file__).resolve().parent.parent
CSRC = FUZZ.parent / "csrc"
HOOKS = ("REALLOC=target_realloc", "STEPS=target_steps", "TESTS_BY_BOX=target_tests_by_box")
FLAGS = ["-ffp-contract=off", "-w", f"-I{CSRC / 'include'}", *(f"-DC2D_{hook}" for hook in HOOKS)]
COUNTED = ["-finstrument-functions", "-include", str(FUZZ / "bits" / "count.h"), "-DC2D_NO_AVX512"]  # as in bits/run.sh
MORE_WORK = 1.001  # times the recorded calls: bits/run.sh --work refuses the same
SHARED = ["decode.c", "target.c"]
ORACLES = ["oracle.c", "integer.c", "standalone.c"]
HEADER = """
extern int c2d_mutant;
extern unsigned char c2d_reached[];
#define C2D_MUTANT(k) (c2d_reached[k] = 1, c2d_mutant == (k))
"""
CHOICE = """
#include <stdio.h>
#include <stdlib.h>
int c2d_mutant = -1;
unsigned char c2d_reached[%d];
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
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
SLOW = 5  # a mutant that takes so many times the time of the core hangs


class Outcome(Enum):
    SAME = "the same results"
    MORE = "the same results by more work"
    OTHER = "other results, a failed check, a crash or no end"


class Program(NamedTuple):
    name: str
    stage: str  # for the report
    command: list[str]
    seconds: float  # of the processor, without a mutant
    reached: bytes  # for each mutant, whether its inputs reach it
    lines: list[bytes] = []  # noqa: RUF012 # that it prints, without the calls; none: only its status counts
    calls: int = 0  # as recorded


# ---- building --------------------------------------------------------------------------------------------------------


class Built(NamedTuple):
    work: Path
    texts: dict[Path, str]  # of the changed files
    mutants: list[Mutant]


def find_mutants(work: Path, chosen: Sequence[str], compiler: str) -> Built:
    """All mutants of the chosen files of the core."""
    command = [*shlex.split(compiler), "-print-resource-dir"]
    resources = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    arguments = ["-std=gnu11", f"-I{resources}/include", "-DC2D_NO_AVX512"]
    texts, mutants = mutated(CSRC, sorted(CSRC.glob("core/*/*.c")), arguments, chosen)
    return Built(work, texts, mutants)


def write_sources(built: Built, tree: Path) -> Path:
    """Writes the changed files below tree, a copy of csrc, and returns a header that each must include first."""
    for path, text in built.texts.items():
        (tree / path.relative_to(CSRC)).write_text(text)
    (tree / "core" / "choice.c").write_text(CHOICE % len(built.mutants))
    header = tree / "mutant.h"
    header.write_text(HEADER)
    return header


def build(built: Built, compiler: str, processes: int, sanitizers: Sequence[str] = ()) -> Path:
    """Builds bits and the fuzz targets in a folder of work."""
    work = built.work / ("sanitized" if sanitizers else "plain")
    tree = Path(shutil.copytree(CSRC, work / "csrc"))
    header = write_sources(built, tree)
    jobs = [(FUZZ / name, work / f"{name}.o", ["-std=c11", "-O2"]) for name in [*SHARED, *ORACLES]]
    for source in [*(FUZZ / "bits").glob("*.c"), *targets()]:
        standalone = ["-DFUZZ_STANDALONE"] if source.parent.name == "targets" else []
        jobs.append(
            (source, work / f"{source.parent.name}-{source.name}.o", ["-std=c11", "-O2", *standalone, *sanitizers])
        )
    flags = ["-std=gnu11", "-O1", *COUNTED, "-include", str(header), *sanitizers]
    for source in [*tree.glob("core/*/*.c"), tree / "core" / "choice.c"]:
        jobs.append((source, work / f"core-{source.parent.name}-{source.name}.o", flags))

    def compile_one(job: tuple[Path, Path, list[str]]) -> None:
        source, out, flags = job
        subprocess.run([*shlex.split(compiler), *FLAGS, *flags, "-c", str(source), "-o", str(out)], check=True)

    with ThreadPoolExecutor(processes) as pool:
        list(pool.map(compile_one, sorted(jobs, key=lambda job: -job[0].stat().st_size)))
    core: list[Path | str] = [*work.glob("core-*.o"), *(work / f"{name}.o" for name in SHARED)]
    link(compiler, [*work.glob("bits-*.o"), *core, *sanitizers], work / "bits")
    for source in targets():
        objects: list[Path | str] = [work / f"targets-{source.name}.o"]
        objects += [*(work / f"{name}.o" for name in ORACLES), *core, *sanitizers]
        link(compiler, objects, work / source.stem)
    return work


def targets() -> list[Path]:
    """The fuzz targets that need nothing but the core."""
    return [
        path
        for path in sorted((FUZZ / "targets").glob("*.c"))
        if not any(word in path.read_text() for word in ("embed.h", "csrc/batch"))
    ]


def link(compiler: str, objects: Sequence[Path | str], out: Path) -> None:
    subprocess.run([*shlex.split(compiler), *map(str, objects), "-o", str(out), "-lm", "-pthread"], check=True)


# ---- measuring -------------------------------------------------------------------------------------------------------


class Measured(NamedTuple):
    seconds: float
    output: bytes
    reached: bytes


def measure(
    command: Sequence[str], reached: Path, cwd: Path | None = None, env: Mapping[str, str] = os.environ
) -> Measured:
    """Runs a program without a mutant; it must succeed."""
    env = {**env, "C2D_REACHED": str(reached)}
    pipe, same = subprocess.PIPE, subprocess.STDOUT
    with subprocess.Popen(command, env=env, cwd=cwd, stdout=pipe, stderr=same) as run:
        output = run.stdout.read()  # type: ignore[union-attr]
        _, status, usage = os.wait4(run.pid, 0)  # its own time, whatever else runs
        run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode != 0:
        raise SystemExit(f"{' '.join(command)} fails without a mutant:\n{output.decode()}")
    return Measured(usage.ru_utime + usage.ru_stime, output, reached.read_bytes())


def measure_verb(work: Path, expected: str, calls: int) -> Program:
    """expected: the line of the verb in bits/expected.txt."""
    verb = expected.split(" ")[0]
    command = [str(work / "bits"), "0", verb]
    run = measure(command, work / f"{verb}.reached")
    lines = [line.rpartition(b" ") for line in run.output.splitlines()]
    if lines[-1][0] != expected.encode() or int(lines[-1][2]) > MORE_WORK * calls:
        raise SystemExit(f"{lines[-1]} without a mutant, and fuzz/bits expects {expected} {calls}")
    return Program(verb, "bits", command, run.seconds, run.reached, [line for line, _, _ in lines], calls)


def measure_target(work: Path, name: str, stage: str) -> Program:
    command = [str(work / name), str(FUZZ / "corpus" / name)]
    run = measure(command, work / f"{name}.reached")
    return Program(name, stage, command, run.seconds, run.reached)


def measure_programs(work: Path, without: Sequence[str], processes: int) -> list[Program]:
    """All but those named without. Those that take less time come first."""
    lines = (FUZZ / "bits" / "expected.txt").read_text().splitlines()
    expected = [line for line in lines if line.split(" ")[0] not in without]
    calls = dict(line.split(" ") for line in (FUZZ / "bits" / "work.txt").read_text().splitlines())
    with ThreadPoolExecutor(processes) as pool:
        verbs = pool.map(lambda line: measure_verb(work, line, int(calls[line.split(" ")[0]])), expected)
        corpora = pool.map(lambda name: measure_target(work, name, name), names_of_targets(without))
        return sorted([*verbs, *corpora], key=lambda program: program.seconds)


def measure_sanitized(work: Path, without: Sequence[str], processes: int) -> list[Program]:
    """The fuzz targets alone, as CI runs them."""
    with ThreadPoolExecutor(processes) as pool:
        corpora = pool.map(lambda name: measure_target(work, name, "sanitizers"), names_of_targets(without))
        return sorted(corpora, key=lambda program: program.seconds)


def names_of_targets(without: Sequence[str]) -> list[str]:
    return [path.stem for path in targets() if path.stem not in without]


# ---- trying ----------------------------------------------------------------------------------------------------------


def start(
    command: Sequence[str],
    mutant: Mutant,
    seconds: float,
    stdout: int,
    cwd: Path | None = None,
    env: Mapping[str, str] = os.environ,
    limits_memory: bool = True,
) -> subprocess.Popen[bytes]:
    """Runs a program with a mutant; one that takes SLOW times as long as without is ended."""
    limit = math.ceil(SLOW * seconds)

    def limit_resources() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        if limits_memory:
            resource.setrlimit(resource.RLIMIT_AS, (1 << 33, 1 << 33))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    env, quiet = {**env, "C2D_CHOSEN": str(mutant.number)}, subprocess.DEVNULL
    return subprocess.Popen(command, env=env, cwd=cwd, stdout=stdout, stderr=quiet, preexec_fn=limit_resources)


def attempt(program: Program, mutant: Mutant) -> Outcome:
    output = subprocess.PIPE if program.lines else subprocess.DEVNULL
    line, calls = b"", b"0"
    limits_memory = program.stage != "sanitizers"  # the address sanitizer reserves terabytes
    with start(program.command, mutant, program.seconds, output, limits_memory=limits_memory) as run:
        for expected in program.lines:
            line, _, calls = run.stdout.readline().rpartition(b" ")  # type: ignore[union-attr]
            if line != expected:
                run.kill()
                return Outcome.OTHER
        if run.wait() != 0:
            return Outcome.OTHER
    return Outcome.MORE if int(calls) > MORE_WORK * program.calls else Outcome.SAME
