"""Makes the calls of cases.py fail, place by place. fail_each.py starts it, with the extension module that it builds.

    python trial.py CONTEXT FIRST SKIPPED ONLY

CONTEXT is a file in which it writes the attempt that is running. FIRST is the number of the case to begin with, SKIPPED
a list, in JSON, of attempts that have crashed; cases whose names do not contain ONLY are left out. Prints a line of
JSON for each case. What must hold:

- the call raises MemoryError, or its result is that of a call with memory;
- after a MemoryError nothing has changed, and the same call gives the usual result;
- it leaks no block of memory and no reference, and gives none back twice.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import failing
import numpy as np
from cases import Case, cases, state_of
from failing import NOTHING, Failure

import collide2d
from collide2d import Snapshot, Space
from collide2d.arrays import ShapeArray

REPEATED = 200  # so many calls must leave a block or a reference each; less is no leak


def frozen(value: object) -> object:
    """A value that can be compared: arrays by their bytes."""
    if isinstance(value, np.ndarray):
        content: object = [frozen(item) for item in value.flat] if value.dtype.hasobject else value.tobytes()
        return "array", str(value.dtype), value.shape, content
    if isinstance(value, ShapeArray):
        return type(value), frozen(value.array), frozen(value._table), value.anchor, value.invalid
    if isinstance(value, tuple | list):
        return type(value), [frozen(item) for item in value]
    if isinstance(value, Space):
        return "Space", state_of(value)
    if isinstance(value, Snapshot):
        return "Snapshot", len(value)  # public_calls.py restores one
    if isinstance(value, float) and value != value:
        return "nan"
    return value


class Trial:
    """The attempts of one case."""

    def __init__(self, case: Case, context: int, skipped: set[tuple[str, Failure]]) -> None:
        self.case, self.skipped = case, skipped
        self.context = context
        self.attempts = 0
        self.failed: Counter[int] = Counter()
        self.without: Counter[int] = Counter()
        self.problems: list[str] = []

    def announce(self, failure: Failure) -> None:
        text = json.dumps({"case": self.case.name, **asdict(failure)})
        os.pwrite(self.context, text.ljust(500).encode(), 0)

    def run(self) -> None:
        case = self.case
        subject = case.make()
        self.before = case.observe(subject)
        self.announce(NOTHING)
        try:
            case.call(subject)  # fills caches
            subject = case.make()
            failing.start(NOTHING)
            result = case.call(subject)
        except Exception as error:
            self.problems.append(f"{case.name}: with memory {type(error).__name__}: {error}")
            return
        finally:
            failing.stop()
        calls = failing.calls()
        self.result = frozen(result)
        self.after = case.observe(subject)
        for failure in failures_of(calls):
            is_apt = not (case.undoes and failure.all_follow) and not (case.has_threads and failure.after)
            if is_apt and (case.name, failure) not in self.skipped:
                self.announce(failure)
                self.attempt(failure)

    def complain(self, failure: Failure, text: str) -> None:
        how = f"call {failure.after + 1} of {{{failure.place}}} fails{', and all that follow' * failure.all_follow}"
        self.problems.append(f"{self.case.name}: {how}: {text}")

    def attempt(self, failure: Failure) -> None:
        self.attempts += 1
        case, subject = self.case, self.case.make()
        error: BaseException | None = None
        result: object = None
        failing.start(failure)
        try:
            result = case.call(subject)
        except BaseException as raised:
            error = raised
        try:
            reached = failing.stop()
        except SystemError as raised:
            return self.complain(failure, str(raised))
        if not reached:
            return self.complain(failure, "it is not reached again")
        self.failed[failure.place] += 1
        if error is None:
            self.without[failure.place] += 1
        elif not isinstance(error, MemoryError):
            return self.complain(failure, f"{type(error).__name__}: {error}")
        try:
            if error is not None:
                if case.observe(subject) != self.before:
                    return self.complain(failure, "the failed call has changed something")
                result = case.call(subject)
            if frozen(result) != self.result:
                return self.complain(failure, f"another result{' afterwards' * (error is not None)}: {result!r:.200}")
            if case.observe(subject) != self.after:
                return self.complain(failure, f"another state{' afterwards' * (error is not None)}")
        except BaseException as raised:
            return self.complain(failure, f"afterwards {type(raised).__name__}: {raised}")
        del error, result, subject
        return self.find_leak(failure)

    def find_leak(self, failure: Failure) -> None:
        """A leak repeats with each call; the interpreter's own caches grow now and then, and ever less often."""
        if not all(self.grows(failure, times) for times in (1, 1, 1, 1, 10)):
            return
        if self.grows(failure, REPEATED) and (kinds := self.grows(failure, 5 * REPEATED)):
            self.complain(failure, f"leaks {' and '.join(kinds)}")

    def grows(self, failure: Failure, times: int) -> list[str]:
        if times > 1:
            gc.collect()
        before = held()
        for _ in range(times):
            fail(self.case, failure)
        if times > 1:
            gc.collect()
        gained = [now - then - own for now, then, own in zip(held(), before, OWN, strict=True)]
        return [
            f"{gain / times:g} {kind}" for gain, kind in zip(gained, KINDS, strict=True) if not -times < gain < times
        ]


def fail(case: Case, failure: Failure) -> None:
    subject = case.make()
    failing.start(failure)
    try:
        case.call(subject)
    except MemoryError:
        pass
    finally:
        failing.stop()


KINDS = ("blocks of the module", "blocks of the interpreter", "references")
WATCHED: list[Any] = [
    None, True, False, NotImplemented, (), "", 0, 1, *(getattr(collide2d, name) for name in collide2d.__all__),
]  # fmt: skip


def held() -> tuple[int, int, int]:
    return failing.blocks(), sys.getallocatedblocks(), sum(map(sys.getrefcount, WATCHED))


def held_by_the_numbers() -> list[int]:
    """By how much held() itself changes what it counts."""
    before = held()
    return [now - then for now, then in zip(held(), before, strict=True)]


OWN = [held_by_the_numbers() for _ in range(3)][-1]


def failures_of(calls: dict[int, int]) -> Iterator[Failure]:
    """The first and the last call of each place, alone and with all that follow."""
    for place, count in sorted(calls.items()):
        for after in sorted({0, count - 1}):
            yield Failure(place, after)
        yield Failure(place, 0, True)


def main(context_name: str, first: str, skipped: str, only: str) -> None:
    context = os.open(context_name, os.O_WRONLY | os.O_CREAT)
    crashed = {(attempt.pop("case"), Failure(**attempt)) for attempt in json.loads(skipped)}
    unraisable: list[str] = []
    sys.unraisablehook = lambda hook: unraisable.append(f"an error that nobody sees: {hook.exc_value!r}")
    failing.wrap_types()
    gc.disable()
    gc.freeze()
    for number, case in enumerate(cases()):
        if number < int(first) or only not in case.name:
            continue
        start = time.monotonic()
        trial = Trial(case, context, crashed)
        trial.run()
        failing.wrap_types()  # a case may have loaded NumPy's table again
        problems = [*trial.problems, *(f"{case.name}: {text}" for text in unraisable)]
        unraisable.clear()
        gc.collect()
        print(
            json.dumps(
                {
                    "number": number,
                    "case": case.name,
                    "attempts": trial.attempts,
                    "seconds": time.monotonic() - start,
                    "failed": trial.failed,
                    "without": trial.without,
                    "problems": problems,
                }
            ),
            flush=True,
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
