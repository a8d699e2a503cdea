#!/usr/bin/env python3
"""Which small changes of the core do the hashes of results, the corpora of the fuzz targets, the counts of work and the
tests notice?

    python fuzz/mutants/run.py --sample 1000 --seed 1        # needs clang and libclang (PyPI)
    python fuzz/mutants/run.py --files exact/ pair/          # all mutants of these files
    python fuzz/mutants/run.py --without image_pairs fuzz_world  # without the slowest: some more survive
    python fuzz/mutants/run.py --files pair/gjk --more 1000 99000 cast raycast  # which inputs of verbs kill survivors
    python fuzz/mutants/run.py --files pair/gjk --sanitize --tests  # slow: sanitizers and Python tests, too
    python fuzz/mutants/run.py --keep results.json           # hours: goes on where an earlier run has ended

mutate.py makes all mutants in one text, so everything is compiled once. judge.c tries a mutant only on the inputs that
reach it where it computes something else: of each verb of fuzz/bits, then of fuzz/memory, and of each target. It is
killed by another result, a failed check, a crash, memory that it leaves, or several times the usual time. If all
results are the same, it is killed by "work" if a verb calls more functions of the core than fuzz/bits/work.txt allows,
which CI compares. Less work for the same results kills nothing: either the code is pointless, or no input needs it yet.

Prints the mutants that survive, each with its reason if a file in survivors has one, and in one line how many there are
of each. Exits with status 1 if less than --least percent are killed or explained, or if a reason is stale.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from attempts import (
    SANITIZERS,
    Built,
    Judge,
    build,
    find_mutants,
    judges,
    run_judges,
    verdict,
    write_flags,
)
from known_survivors import all_reasons, explain, is_killed, name_of, survives
from mutate import Mutant
from suite import Suite


def sample(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """So many of them, chosen by their names: a change of a file changes the choice among its own mutants only."""

    def key(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed} {name_of(mutant)}".encode()).digest()

    return sorted(mutants, key=key)[:count]


class Kept:
    """The results of earlier runs, in a file. Mutants of one name are told apart by their order."""

    def __init__(self, mutants: Sequence[Mutant], file: Path | None) -> None:
        names, seen = Counter[str](), {}
        for mutant in mutants:
            name = name_of(mutant)
            names[name] += 1
            seen[mutant] = f"{name} {names[name]}"
        self.names, self.file = seen, file
        self.results: dict[str, str] = json.loads(file.read_text()) if file and file.exists() else {}

    def of(self, picked: Sequence[Mutant]) -> dict[Mutant, str]:
        return {mutant: self.results[self.names[mutant]] for mutant in picked if self.names[mutant] in self.results}

    def save(self, results: Mapping[Mutant, str]) -> None:
        self.results.update((self.names[mutant], how) for mutant, how in results.items())
        if self.file:
            self.file.write_text(json.dumps(self.results, indent=0))


class Trial:
    """Judges what is left of the mutants, stage by stage."""

    def __init__(self, built: Built, picked: Sequence[Mutant], kept: Kept, processes: int, most_calls: int) -> None:
        self.built, self.kept, self.processes, self.most_calls = built, kept, processes, most_calls
        self.results = kept.of(picked)
        self.untried = [mutant for mutant in picked if mutant not in self.results]
        self.results |= dict.fromkeys(self.untried, "unreached")
        self.flags = built.work / "flags"

    @property
    def left(self) -> list[Mutant]:
        """What no result has shown."""
        return [mutant for mutant, how in self.results.items() if not is_killed(how)]

    def run(self, stages: Sequence[Sequence[Judge]]) -> None:
        self._run(stages, self.untried)
        flags = self.flags.read_bytes()
        left = [mutant for mutant in self.untried if not is_killed(self.results[mutant])]
        self.results.update((mutant, verdict(flags[mutant.number])) for mutant in left)
        self.kept.save(self.results)

    def run_sanitized(self, stages: Sequence[Sequence[Judge]]) -> None:
        self._run(stages, self.left, "sanitizers")
        self.kept.save(self.results)

    def _run(self, stages: Sequence[Sequence[Judge]], tried: Sequence[Mutant], stage_of_all: str = "") -> None:
        write_flags(self.flags, len(self.built.mutants), tried)
        for kills in run_judges(stages, self.flags, self.processes, self.most_calls):
            found = {self.built.mutants[kill.mutant]: stage_of_all or kill.stage for kill in kills}
            self.results |= found
            self.kept.save(found)

    def more(self, judges: Sequence[Judge], first: str, count: str, *verbs: str) -> Iterator[str]:
        """A line for each mutant without a reason that survives so far and is killed by other inputs of the verbs."""
        why = explain(all_reasons(), self.built.mutants, self.results, False).why
        left = [mutant for mutant in self.left if survives(self.results[mutant]) and mutant not in why]
        write_flags(self.flags, len(self.built.mutants), left)
        names = verbs or [judge.arguments[0] for judge in judges if ":" not in judge.arguments[0]]
        judges = [judge.on_inputs(int(first), int(count)) for judge in judges if judge.arguments[0] in names]
        for kills in run_judges([judges], self.flags, self.processes, self.most_calls):
            for kill in kills:
                yield f"input {kill.input} kills {name_of(self.built.mutants[kill.mutant])}"


def processor_seconds() -> float:
    """Of this process and those that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def report(results: Mapping[Mutant, str], explained: Mapping[Mutant, str], seconds: float) -> Iterator[str]:
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
        f"{len(left) - known} not, in {seconds:.0f} s, {processor_seconds():.0f} s of the processors"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--files", nargs="+", default=[], metavar="PART", help="only files with one of these in the name"
    )
    parser.add_argument("--sample", type=int, help="so many mutants, chosen by the seed; default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without", nargs="+", default=[], metavar="NAME", help="verbs or targets that judge nothing")
    parser.add_argument(
        "--sanitize", action="store_true", help="try those that survive on the corpora under sanitizers, too"
    )
    parser.add_argument("--tests", action="store_true", help="try those that survive by the tests of their rooms, too")
    parser.add_argument("--calls", type=int, default=0, help="a mutant is tried by a judge for so many; default: all")
    parser.add_argument("--more", nargs="+", metavar="FIRST COUNT [VERB ...]", help="try other inputs of verbs, too")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="of results of the same code, not to be found again")
    parser.add_argument("--least", type=float, default=95)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--compiler", default=shutil.which("clang-19") or "clang")
    chosen = parser.parse_args(arguments)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(chosen.processes) as pool:
        built = find_mutants(Path(directory), chosen.files, chosen.compiler)
        mutants = built.mutants
        picked = sample(mutants, chosen.sample, chosen.seed) if chosen.sample else mutants

        trial = Trial(built, picked, Kept(mutants, chosen.keep), chosen.processes, chosen.calls)
        results = trial.results
        stages = judges(build(built, chosen.compiler, chosen.processes), chosen.without)
        print(f"{len(mutants)} mutants, built in {time.monotonic() - begin:.0f} s", flush=True)
        trial.run(stages)
        if chosen.more:
            for line in trial.more(stages[0], *chosen.more):
                print(line, flush=True)
        if chosen.sanitize:
            work = build(built, chosen.compiler, chosen.processes, SANITIZERS)
            trial.run_sanitized(judges(work, chosen.without, counts_calls=False))
        left = [mutant for mutant in results if survives(results[mutant])]
        if chosen.tests and left:
            suite = Suite(built, left, chosen.compiler, pool)
            results.update(zip(left, pool.map(lambda m: suite.verdict(m, results[m]), left), strict=True))
    explained = explain(all_reasons(), mutants, results, not chosen.files)
    for line in [*explained.stale, *report(results, explained.why, time.monotonic() - begin)]:
        print(line)
    unexplained = sum(survives(how) and mutant not in explained.why for mutant, how in results.items())
    return int(bool(explained.stale) or 100 * unexplained > (100 - chosen.least) * len(results))


if __name__ == "__main__":
    sys.exit(main())
