"""Runs random tests with new seeds for a given number of minutes: none may fail.

    python3 dev.py soak --minutes 60 --seed 1
    python3 dev.py soak --minutes 600 --only casts --only laws

Each round runs every command in the docstrings of tests/exams/million*.py, with a hundredth of its count and a new
seed, and every test file with properties, under the profile `explore`. Runs that are still going when the time is up
are ended. The same seed gives the same rounds; the last line names the seed to continue with.

Prints a line for each run, and also the command and the output of each run that fails; then exits with status 1.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).resolve().parents[1]
SHARE = 100  # of the count in the docstring: a run takes a minute or less
NO_TESTS = 5  # pytest's exit status when a file has no test of the kind asked for

Outcome = tuple[str, str]  # exit status and output


class Job(NamedTuple):
    name: str
    command: list[str]


def million_jobs(path: Path, seed: int) -> Iterator[Job]:
    """The commands in the docstring of a script, with another seed and a share of the count."""
    text = path.read_text(encoding="utf-8")
    commands = rf"^    python tests/exams/{path.name} (--\w+) (\d+) --seed 1$"
    for option, count in re.findall(commands, text, re.MULTILINE):
        command = [str(path), option, str(max(int(count) // SHARE, 1)), "--seed", str(seed), "--processes", "1"]
        yield Job(f"{path.name} {option}", [sys.executable, *command])


def property_jobs(path: Path, seed: int) -> Iterator[Job]:
    if "hypothesis" in path.read_text(encoding="utf-8"):
        options = ["-q", "-m", "hypothesis", "-p", "no:cacheprovider", f"--hypothesis-seed={seed}"]
        command = ["-P", "-m", "pytest", *options, "--hypothesis-profile=explore", str(path)]
        yield Job(path.relative_to(TESTS).as_posix(), [sys.executable, *command])


def one_round(seed: int, only: Sequence[str] = ()) -> list[Job]:
    found = [job for path in sorted(TESTS.glob("exams/million*.py")) for job in million_jobs(path, seed)]
    found += [job for path in sorted(TESTS.glob("*/test_*.py")) for job in property_jobs(path, seed)]
    return [job for job in found if not only or any(part in job.name for part in only)]


def run(job: Job, end: float) -> Outcome:
    left = end - time.monotonic()
    if left <= 0:
        return "not begun", ""
    try:
        done = subprocess.run(
            job.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=left
        )
    except subprocess.TimeoutExpired:
        return "ended: the time is up", ""
    return ("ok" if done.returncode in (0, NO_TESTS) else "FAILED"), done.stdout


def soak(jobs: list[Job], end: float, processes: int) -> int:
    """Prints a line for each run as it ends, and returns the number of runs that failed."""

    def timed(job: Job) -> bool:
        start = time.monotonic()
        outcome, output = run(job, end)
        print(f"{job.name:<40} {outcome}, {time.monotonic() - start:.0f} s", flush=True)
        if outcome == "FAILED":
            print(f"{shlex.join(job.command)}\n{output}", flush=True)
        return outcome == "FAILED"

    with ThreadPoolExecutor(processes) as pool:
        return sum(pool.map(timed, jobs))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="runs whose name has this in it")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    if not one_round(chosen.seed, chosen.only):
        parser.error(f"no run is called {' or '.join(chosen.only)}")
    end = time.monotonic() + 60 * chosen.minutes
    failed = 0
    for seed in itertools.count(chosen.seed):
        failed += soak(one_round(seed, chosen.only), end, chosen.processes)
        if time.monotonic() >= end:
            print(f"{failed} failed; go on with --seed {seed}", flush=True)
            return int(failed > 0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
