"""How many blocks of memory a call leaks, by the interpreter's own count."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Callable

from hostile import HostileError

REPETITIONS = 2000
REFUSALS = (TypeError, ValueError, OverflowError, HostileError, IndexError, KeyError, AttributeError)


def blocks_gained(call: Callable[[], object]) -> int:
    """The number of blocks left after a number of calls: the lesser of two rounds, since the first fills caches."""

    def round_of_calls() -> int:
        gc.collect()
        before = sys.getallocatedblocks()
        for _ in range(REPETITIONS):
            with contextlib.suppress(*REFUSALS):
                call()
        gc.collect()
        return sys.getallocatedblocks() - before

    first = round_of_calls()
    return first if first < REPETITIONS / 10 else min(first, round_of_calls())


def assert_no_leak(call: Callable[[], object]) -> None:
    # A tenth of a block a call would be a leak on some path; the interpreter's own ups and downs are fewer.
    assert blocks_gained(call) < REPETITIONS / 10
