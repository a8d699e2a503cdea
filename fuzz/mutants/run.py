#!/usr/bin/env python3
"""Which small changes of the core do the hashes of results and the corpora of the fuzz targets notice?

    python fuzz/mutants/run.py --sample 1000 --seed 1        # 20 minutes; needs clang and libclang (PyPI)
    python fuzz/mutants/run.py --files exact/ pair/          # all mutants of these files

mutate.py makes all mutants in one text, so everything is compiled once. A mutant is tried only in the programs that
reach it with their inputs: first fuzz/bits, which computes results of every verb, then each target on its saved inputs.
A mutant is killed by another result, a failed check, a crash, or several times the usual time. Prints those that
survive, each with its reason if a file in survivors has one, and in one line how many there are of each; exits with
status 1 if less than --least percent are killed or explained, or if a reason explains only mutants that are killed.

A reason is some indented lines below one or several lines that name mutants: FILE: FUNCTION: CHANGE: SOURCE LINE, where
each part may be a pattern with * and ? of its own.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mutate import Mutant, mutated

MUTANTS = Path(__file__).resolve().parent
FUZZ = MUTANTS.parent
CSRC = FUZZ.parent / "csrc"
SURVIVORS = MUTANTS / "survivors"
HOOKS = ("REALLOC=target_realloc", "STEPS=target_steps", "TESTS_BY_BOX=target_tests_by_box")
FLAGS = ["-ffp-contract=off", "-w", f"-I{CSRC / 'include'}", *(f"-DC2D_{hook}" for hook in HOOKS)]
SHARED = ["decode.c", "target.c"]
ORACLES = ["oracle.c", "integer.c", "standalone.c"]
HEADER = "extern int c2d_mutant;\nextern unsigned char c2d_reached[];\n#define C2D_MUTANT(k) "
IS_CHOSEN, IS_REACHED = "(c2d_mutant == (k))\n", "(c2d_reached[k] = 1, 0)\n"
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
SLOW, LEAST_SECONDS = 5, 2  # a mutant that takes so many times the time of the core, and these seconds more, hangs


class Program(NamedTuple):
    name: str
    command: list[str]
    seconds: float  # of the processor, without a mutant
    lines: list[bytes]  # that it prints; none: only its status counts
    reached: bytes  # for each mutant, whether its inputs reach it


# ---- building --------------------------------------------------------------------------------------------------------


def compile_all(compiler: str, jobs: list[tuple[Path, Path, list[str]]], processes: int) -> None:
    def one(job: tuple[Path, Path, list[str]]) -> None:
        source, out, flags = job
        subprocess.run([compiler, *FLAGS, *flags, "-c", str(source), "-o", str(out)], check=True)

    with ThreadPoolExecutor(processes) as pool:
        list(pool.map(one, jobs))


def build(work: Path, chosen: Sequence[str], compiler: str, processes: int) -> list[Mutant]:
    """Builds each program twice in work/run and work/reach, and returns the mutants."""
    resources = subprocess.run([compiler, "-print-resource-dir"], capture_output=True, text=True, check=True).stdout
    arguments = ["-std=gnu11", f"-I{resources.strip()}/include"]
    texts, mutants = mutated(CSRC, sorted(CSRC.glob("core/*/*.c")), arguments, chosen)
    tree = Path(shutil.copytree(CSRC, work / "csrc"))
    for path, text in texts.items():
        (tree / path.relative_to(CSRC)).write_text(text)
    (work / "choice.c").write_text(CHOICE % len(mutants))
    jobs = [(FUZZ / name, work / f"{name}.o", ["-std=c11", "-O2"]) for name in [*SHARED, *ORACLES]]
    for source in [*(FUZZ / "bits").glob("*.c"), *targets()]:
        standalone = ["-DFUZZ_STANDALONE"] if source.parent.name == "targets" else []
        jobs.append((source, work / f"{source.parent.name}-{source.name}.o", ["-std=c11", "-O2", *standalone]))
    for mode, what in (("run", IS_CHOSEN), ("reach", IS_REACHED)):
        (work / mode).mkdir()
        (work / mode / "mutant.h").write_text(HEADER + what)
        flags = ["-std=gnu11", "-O1", "-include", str(work / mode / "mutant.h")]
        for source in [*tree.glob("core/*/*.c"), work / "choice.c"]:
            jobs.append((source, work / mode / f"{source.parent.name}-{source.name}.o", flags))
    compile_all(compiler, jobs, processes)
    for mode in ("run", "reach"):
        core = [*(work / mode).glob("*.o"), *(work / f"{name}.o" for name in SHARED)]
        link(compiler, [*work.glob("bits-*.o"), *core], work / mode / "bits")
        for source in targets():
            objects = [work / f"targets-{source.name}.o", *(work / f"{name}.o" for name in ORACLES), *core]
            link(compiler, objects, work / mode / source.stem)
    return mutants


def targets() -> list[Path]:
    """The fuzz targets that need nothing but the core."""
    return [
        path
        for path in sorted((FUZZ / "targets").glob("*.c"))
        if not any(word in path.read_text() for word in ("embed.h", "csrc/batch"))
    ]


def link(compiler: str, objects: Sequence[Path], out: Path) -> None:
    subprocess.run([compiler, *map(str, objects), "-o", str(out), "-lm", "-pthread"], check=True)


# ---- running ---------------------------------------------------------------------------------------------------------


def measure(work: Path, name: str, arguments: list[str], has_lines: bool) -> Program:
    """Runs a program without a mutant: its time, its output, and what it reaches."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([str(work / "run" / name), *arguments], capture_output=True, check=False)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if done.returncode != 0:
        raise SystemExit(f"{name} fails without a mutant:\n{done.stderr.decode()}")
    file = work / f"{name}.reached"
    command = [str(work / "reach" / name), *arguments]
    subprocess.run(command, env={**os.environ, "C2D_REACHED": str(file)}, capture_output=True, check=True)
    lines = done.stdout.splitlines() if has_lines else []
    return Program(name, [str(work / "run" / name), *arguments], seconds, lines, file.read_bytes())


def kills(program: Program, mutant: Mutant) -> bool:
    seconds = int(SLOW * program.seconds) + LEAST_SECONDS

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (1 << 33, 1 << 33))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    run = subprocess.Popen(
        program.command, env={**os.environ, "C2D_CHOSEN": str(mutant.number)}, preexec_fn=limit,
        stdout=subprocess.PIPE if program.lines else subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with run:
        if run.stdout is not None:
            for expected in program.lines:
                if run.stdout.readline().rstrip(b"\r\n") != expected:
                    run.kill()
                    return True
        return run.wait() != 0


def verdict(mutant: Mutant, programs: Sequence[Program]) -> str:
    """The program that kills a mutant, "unreached" or "survives"."""
    reaching = [program for program in programs if program.reached[mutant.number]]
    for program in reaching:
        if kills(program, mutant):
            return program.name
    return "survives" if reaching else "unreached"


# ---- the report ------------------------------------------------------------------------------------------------------


class Reason(NamedTuple):
    pattern: str
    why: str

    def explains(self, mutant: Mutant) -> bool:
        """Whether the pattern matches, part by part; only * and ? are special, since C is full of brackets."""
        parts = self.pattern.split(": ", 3)
        names = (mutant.file, mutant.function, mutant.change, source_line(mutant))
        return all(fnmatchcase(name, part.replace("[", "[[]")) for name, part in zip(names, parts, strict=False))


def read_reasons(text: str) -> Iterator[Reason]:
    patterns: list[str] = []
    why: list[str] = []
    for line in [*text.splitlines(), "end"]:
        if line.startswith(" "):
            why.append(line.strip())
        elif line and not line.startswith("#"):
            if why:
                yield from (Reason(pattern, " ".join(why)) for pattern in patterns)
                patterns, why = [], []
            patterns.append(line)


def reasons() -> list[Reason]:
    return [reason for path in sorted(SURVIVORS.glob("*.txt")) for reason in read_reasons(path.read_text())]


def source_line(mutant: Mutant) -> str:
    return " ".join(lines_of(mutant.file)[mutant.line - 1].split())


@cache
def lines_of(file: str) -> list[str]:
    return (CSRC / file).read_text().splitlines()


def name_of(mutant: Mutant) -> str:
    return f"{mutant.file}: {mutant.function}: {mutant.change}: {source_line(mutant)}"


def survives(how: str) -> bool:
    return how in ("survives", "unreached")


def report(results: dict[Mutant, str], explained: dict[Mutant, str], seconds: float) -> Iterator[str]:
    left = [mutant for mutant, how in results.items() if survives(how)]
    for mutant in sorted(left, key=lambda mutant: mutant[1:]):
        yield f"{results[mutant]}, line {mutant.line}\n{name_of(mutant)}"
        if mutant in explained:
            yield f"    {explained[mutant]}"
    killers = Counter(how for how in results.values() if not survives(how))
    yield ", ".join(f"{name} {count}" for name, count in killers.most_common())
    known = sum(mutant in explained for mutant in left)
    killed = len(results) - len(left)
    yield (
        f"{len(results)} mutants: {killed} killed ({100 * killed / len(results):.1f} %), {known} explained, "
        f"{len(left) - known} not, in {seconds:.0f} s"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--files", nargs="+", default=[], metavar="PART", help="only files with one of these in the name"
    )
    parser.add_argument("--sample", type=int, help="so many mutants, chosen by the seed; default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=95)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--compiler", default=shutil.which("clang-19") or "clang")
    chosen = parser.parse_args(arguments)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        work = Path(directory)
        mutants = build(work, chosen.files, chosen.compiler, chosen.processes)
        picked = mutants
        if chosen.sample and chosen.sample < len(mutants):
            picked = random.Random(chosen.seed).sample(mutants, chosen.sample)
        names = [path.stem for path in targets()]
        programs = [measure(work, "bits", ["0"], True)]
        programs += sorted((measure(work, name, [str(FUZZ / "corpus" / name)], False) for name in names), key=by_time)
        print(f"{len(mutants)} mutants, built and measured in {time.monotonic() - start:.0f} s", flush=True)
        with ThreadPoolExecutor(chosen.processes) as pool:
            results = dict(zip(picked, pool.map(lambda m: verdict(m, programs), picked), strict=True))
    explained: dict[Mutant, str] = {}
    stale = []
    for reason in reasons():
        about = [mutant for mutant in results if reason.explains(mutant)]
        explained.update(dict.fromkeys(about, reason.why))
        if about and not any(survives(results[mutant]) for mutant in about):
            stale.append(reason.pattern)
    for pattern in stale:
        print(f"a reason explains only what is killed: {pattern}")
    print("\n".join(report(results, explained, time.monotonic() - start)))
    unexplained = sum(survives(how) and mutant not in explained for mutant, how in results.items())
    return int(bool(stale) or 100 * unexplained > (100 - chosen.least) * len(results))


def by_time(program: Program) -> float:
    return program.seconds


if __name__ == "__main__":
    sys.exit(main())
