"""What the exams of arrays share: the command line, and the elements of each verb that are right or wrong."""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple


class Tally(NamedTuple):
    """The number of elements, by verb, and what differs."""

    elements: Counter[str]
    wrong: list[str]


def run_checks(
    check: Callable[[int, int, int], Tally],
    verbs: Sequence[str],
    turns: int,
    rows: int,
    seed: int,
    processes: int,
    batch: int,
) -> Tally:
    """Runs `check` in batches, `turns` at once, each with its own seed, until every verb had a number of elements."""
    total = Tally(Counter(), [])
    with multiprocessing.Pool(processes) as pool:
        numbers = itertools.count()
        while min(total.elements[verb] for verb in verbs) < rows and not total.wrong[20:]:
            jobs = [(seed * 1_000_000 + i, i, batch) for i in itertools.islice(numbers, turns)]
            for part in pool.starmap(check, jobs, chunksize=1):
                total.elements.update(part.elements)
                total.wrong.extend(part.wrong)
    return total


def add_up(check: Callable[..., Any], jobs: Sequence[tuple[Any, ...]], processes: int, total: Any) -> Any:
    """Runs `check` for each job, and adds the outcomes and what is wrong to a tally; the order is that of the jobs."""
    with multiprocessing.Pool(processes) as pool:
        for part in pool.starmap(check, jobs, chunksize=1):
            total.outcomes.update(part.outcomes)
            total.wrong.extend(part.wrong)
    return total


def report_elements(tally: Tally, verbs: Sequence[str]) -> Iterator[str]:
    """The lines of the table."""
    width = max(map(len, verbs)) + 2
    yield from (f"{verb:<{width}}{tally.elements[verb]:>12} elements" for verb in verbs)
    yield from ("WRONG " + line for line in tally.wrong[:20])
    yield f"wrong elements: {len(tally.wrong)}"


def run_command(
    doc: str | None,
    run: Callable[[int, int, int], Any],
    report: Callable[[Any], Iterator[str]],
    arguments: Sequence[str] | None,
    counted: str = "--rows",
) -> int:
    """Runs an exam of as many rows as its command line asks for, and prints the report; the exit status. counted: the
    option for an exam that counts something else."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(counted, dest="count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    start = time.monotonic()
    tally = run(chosen.count, chosen.seed, chosen.processes)
    print("\n".join(report(tally)))
    print(f"{time.monotonic() - start:.0f} s, seed {chosen.seed}, {chosen.processes} processes")
    return 1 if tally.wrong else 0
