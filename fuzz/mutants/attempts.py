"""The judges: programs with all mutants of the core, each of which tries them on the inputs of a verb of fuzz/bits or
fuzz/memory, or on the corpus of a fuzz target. judge.c says how.

The core is compiled so that it counts the calls of its functions, as for fuzz/bits/work.txt.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from mutate import Mutant, mutated

FUZZ = Path(__file__).resolve().parent.parent
CSRC = FUZZ.parent / "csrc"
HOOKS = ("REALLOC=target_realloc", "STEPS=target_steps", "TESTS_BY_BOX=target_tests_by_box")
FLAGS = ["-ffp-contract=off", "-w", f"-I{CSRC / 'include'}", *(f"-DC2D_{hook}" for hook in HOOKS)]
COUNTED = ["-finstrument-functions", "-include", str(FUZZ / "bits" / "count.h"), "-DC2D_NO_AVX512"]  # as in bits/run.sh
MORE_WORK = 0.001  # of the recorded calls: bits/run.sh --work refuses the same
SHARED = ["decode.c", "target.c", "mutants/judge.c"]
ORACLES = ["oracle.c", "integer.c", "mutants/judge_target.c"]
VERBS = ["mutants/judge_verbs.c", *(f"{folder}/*.c" for folder in ("bits", "memory"))]
WITHOUT_MAIN = ["-DBITS_WITHOUT_MAIN", "-DMEMORY_WITHOUT_MAIN"]
WRAP_VERBS = ["-Wl,--wrap=free"]
WRAP_TARGET = [f"-Wl,--wrap={name}" for name in ("malloc", "calloc", "realloc", "free")]
DIFFERS = 3  # in c2d_reached: a mutant was reached, and would have computed something else; 1: it was only reached
HEADER = """
extern int c2d_mutant;
extern unsigned char c2d_reached[];
#define C2D_MUTANT(k) (c2d_reached[k] = 3, c2d_mutant == (k))
#define C2D_MUTANT_IF(k, differs) (c2d_reached[k] |= (differs) ? 3 : 1, c2d_mutant == (k))
#define C2D_OTHER_BITS(x, y) \\
    (__extension__({ \\
        __auto_type c2d_x = (x); \\
        __auto_type c2d_y = (y); \\
        __builtin_memcmp(&c2d_x, &c2d_y, sizeof c2d_x) != 0; \\
    }))
"""
CHOICE = """
int c2d_mutant = -1;
unsigned char c2d_reached[%(count)d];
extern const unsigned c2d_mutants;
const unsigned c2d_mutants = %(count)d;
"""
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
# If a mutant leaves out the first value of a local variable, a compiler may choose any value, even the one left out.
INITIALIZED = ["-ftrivial-auto-var-init=pattern"]
# The flags of a mutant, as in judge.c.
IS_ALIVE, IS_REACHED, HAS_DIFFERS, HAS_MORE = 1, 2, 4, 8


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


def write_sources(built: Built, tree: Path, choice: str = CHOICE) -> Path:
    """Writes the changed files below tree, a copy of csrc, and returns a header that each must include first."""
    for path, text in built.texts.items():
        (tree / path.relative_to(CSRC)).write_text(text)
    (tree / "core" / "choice.c").write_text(choice % {"count": len(built.mutants)})
    header = tree / "mutant.h"
    header.write_text(HEADER)
    return header


def build(built: Built, compiler: str, processes: int, sanitizers: Sequence[str] = ()) -> Path:
    """Builds the judges in a folder of work: "verbs", and one for each target by its name."""
    work = built.work / ("sanitized" if sanitizers else "plain")
    tree = Path(shutil.copytree(CSRC, work / "csrc"))
    header = write_sources(built, tree)
    plain = ["-std=c11", "-O2"]
    core_flags = ["-std=gnu11", "-O1", *INITIALIZED, *COUNTED, "-include", str(header), *sanitizers]
    jobs: list[tuple[Path, Path, list[str]]] = []

    def objects_of(sources: Sequence[Path], flags: list[str]) -> list[str]:
        made = [work / f"{'-'.join(source.parts[-3:])}.o" for source in sources]
        jobs.extend((source, out, flags) for source, out in zip(sources, made, strict=True))
        return [str(out) for out in made]

    core = objects_of([*sorted(tree.glob("core/*/*.c")), tree / "core" / "choice.c"], core_flags)
    shared = [*core, *objects_of([FUZZ / name for name in SHARED], [*plain, *sanitizers])]
    oracles = objects_of([FUZZ / name for name in ORACLES], plain)
    verbs = objects_of(list(chain.from_iterable(map(FUZZ.glob, VERBS))), [*plain, *WITHOUT_MAIN, *sanitizers])
    by_target = dict(zip(targets(), objects_of(targets(), [*plain, *sanitizers]), strict=True))

    def compile_one(job: tuple[Path, Path, list[str]]) -> None:
        source, out, flags = job
        subprocess.run([*shlex.split(compiler), *FLAGS, *flags, "-c", str(source), "-o", str(out)], check=True)

    def link(objects: Sequence[str], out: Path) -> None:
        command = [*shlex.split(compiler), *objects, *sanitizers, "-o", str(out), "-lm", "-pthread"]
        subprocess.run(command, check=True)

    with ThreadPoolExecutor(processes) as pool:
        list(pool.map(compile_one, sorted(jobs, key=lambda job: -job[0].stat().st_size)))
    link([*verbs, *shared, *WRAP_VERBS], work / "verbs")
    for source, target in by_target.items():
        link([target, *oracles, *shared, *WRAP_TARGET], work / source.stem)
    return work


def targets() -> list[Path]:
    """The fuzz targets that need nothing but the core."""
    return [
        path
        for path in sorted((FUZZ / "targets").glob("*.c"))
        if not any(word in path.read_text() for word in ("embed.h", "csrc/batch"))
    ]


# ---- trying ----------------------------------------------------------------------------------------------------------


class Judge(NamedTuple):
    stage: str  # for the report
    command: list[str]
    arguments: list[str]
    expected: str = ""  # the last line that it prints: of fuzz/bits/expected.txt
    calls: int | None = 0  # as recorded in work.txt; None: other code of the same core makes others

    def on_inputs(self, first: int, count: int) -> Judge:
        """The same verb on others of its inputs."""
        return Judge(self.stage, self.command, [*self.arguments, str(first), str(count)])


class Kill(NamedTuple):
    mutant: int
    stage: str
    input: str


def judges(work: Path, without: Sequence[str], *, counts_calls: bool = True) -> list[list[Judge]]:
    """The stages, and in each the judges, all but those named without: those that have less to do come first."""
    lines = (FUZZ / "bits" / "expected.txt").read_text().splitlines()
    calls = {name: int(count) for name, count in map(str.split, (FUZZ / "bits" / "work.txt").read_text().splitlines())}
    lines = sorted(lines, key=lambda line: calls[line.split()[0]])
    verbs = [
        Judge("bits", [str(work / "verbs")], [name := line.split()[0]], line, calls[name] if counts_calls else None)
        for line in lines
    ]
    verbs = [judge for judge in verbs if judge.arguments[0].removeprefix("chosen:") not in without]
    names = [name for judge in verbs if ":" not in (name := judge.arguments[0])]
    memory = [Judge("memory", [str(work / "verbs")], [f"memory:{name}"]) for name in [*names, *more_verbs()]]
    return [verbs, memory, judges_of_targets(work, without)]


def more_verbs() -> list[str]:
    """Those of fuzz/memory alone."""
    table = (FUZZ / "memory" / "verbs.c").read_text().partition("more_verbs[]")[2]
    return [part.split('"')[1] for part in table.split("{") if '"' in part]


def judges_of_targets(work: Path, without: Sequence[str]) -> list[Judge]:
    corpora = [FUZZ / "corpus" / path.stem for path in targets() if path.stem not in without]
    corpora.sort(key=lambda corpus: sum(file.stat().st_size for file in corpus.iterdir()))
    return [Judge(corpus.name, [str(work / corpus.name)], [str(corpus)]) for corpus in corpora]


def run_judge(judge: Judge, flags: Path, most_calls: int = 0) -> Iterator[Kill]:
    """The mutants that it kills. It must give what it should without a mutant."""
    command = [*judge.command, str(flags), str(most_calls), *judge.arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = run.stdout.splitlines()
    if run.returncode != 0:
        raise SystemExit(f"{' '.join(command)} fails without a mutant:\n{run.stderr[-5000:]}")
    if judge.expected:
        line, _, calls = lines.pop().rpartition(" ")
        recorded = int(calls) if judge.calls is None else judge.calls
        if line != judge.expected or abs(int(calls) - recorded) > MORE_WORK * recorded:
            raise SystemExit(f"{line} {calls} without a mutant, and fuzz/bits expects {judge.expected} {recorded}")
    for line in lines:
        number, how, name = line.split(" ", 2)
        yield Kill(int(number), "memory" if how == "leak" else judge.stage, name)


def run_judges(
    stages: Sequence[Sequence[Judge]], flags: Path, processes: int, most_calls: int = 0
) -> Iterator[list[Kill]]:
    """What each judge kills, as it ends: one stage after another, and several judges of a stage at once."""
    with ThreadPoolExecutor(processes) as pool:
        for stage in stages:
            yield from pool.map(lambda judge: list(run_judge(judge, flags, most_calls)), stage)


def write_flags(path: Path, count: int, alive: Sequence[Mutant]) -> None:
    flags = bytearray(count)
    for mutant in alive:
        flags[mutant.number] = IS_ALIVE
    path.write_bytes(flags)


def verdict(flags: int) -> str:
    """Of a mutant that nothing has killed by a result."""
    if flags & HAS_MORE:
        return "work"
    return "survives" if flags & HAS_DIFFERS else "same value" if flags & IS_REACHED else "unreached"
