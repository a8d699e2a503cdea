"""How many blocks of memory a call leaks, by the interpreter's own count."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Callable

from hostile import HostileError

REPETITIONS = 500
UPS_AND_DOWNS = 200  # blocks, more than those of the interpreter itself, and fewer than one for each call
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
    return first if first < UPS_AND_DOWNS else min(first, round_of_calls())


def assert_no_leak(call: Callable[[], object]) -> None:
    """Finds a leak of at least 0.4 blocks a call."""
    assert blocks_gained(call) < UPS_AND_DOWNS
