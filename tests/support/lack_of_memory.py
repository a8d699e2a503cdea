"""One allocation of a call fails, by the hooks of CPython's own tests."""

from __future__ import annotations

import importlib
import sys
import sysconfig
from collections.abc import Callable
from typing import Any

import pytest

# The arguments of set_nomemory: which allocation fails. They are made here because a pair that is made in the call is
# recycled by the interpreter.
SPANS = [(which, which + 1) for which in range(2000)]
NUMBERS = list(range(2000))


def hooks() -> Any:
    """The module `_testcapi`. Skips the test where there is none, and where it is of no use.

    The free-threaded Python 3.13 corrupts its own memory when a call of a type with names fails so: a loop over
    dict(a=1, b=2) ends in a segmentation fault, without this library. The tests run on all other Pythons.
    """
    if sysconfig.get_config_var("Py_GIL_DISABLED") and sys.version_info < (3, 14):
        pytest.skip("free-threaded Python 3.13 does not survive a lack of memory")
    try:
        return importlib.import_module("_testcapi")
    except ImportError:
        pytest.skip("this Python has no _testcapi")


def fails(which: int, call: Callable[[], Any], scarce_pairs: bool = True) -> tuple[bool, Any]:
    """Whether a call fails if only one allocation fails, the one with this index, and its result if it does not.

    The call makes no function: Python 3.12 and 3.13 free a function's code twice if they cannot make it. Nor does it
    loop over dict.items(): Python 3.11 to 3.13 crash where they have memory for the iterator, but not for its pair. And
    no tool may watch the lines: each line of this file would allocate, outside the call, too.

    scarce_pairs: False lets the interpreter recycle pairs, so that a call takes only the blocks that it leaks.
    """
    memory = hooks()
    result, failed = None, False
    # The interpreter recycles as many pairs: without these, a pair may fail, too.
    kept = list(zip(NUMBERS, NUMBERS, strict=True)) if scarce_pairs else None
    memory.set_nomemory(*SPANS[which])
    try:
        result = call()
    except MemoryError:
        failed = True
    finally:
        memory.remove_mem_hooks()
    del kept
    return failed, result
