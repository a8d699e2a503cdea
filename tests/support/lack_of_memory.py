"""One allocation of a call fails, by the hooks of CPython's own tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def fails(memory: Any, which: int, call: Callable[[], Any]) -> tuple[bool, Any]:
    """Whether a call fails if only one allocation fails, the one with this index, and its result if it does not.

    memory is the module `_testcapi`. The call makes no function: Python 3.12 and 3.13 free a function's code twice if
    they cannot make it. Nor may a tool watch the lines: each line of this file would allocate, outside the call, too.
    """
    result, failed = None, False
    memory.set_nomemory(which, which + 1)
    try:
        result = call()
    except MemoryError:
        failed = True
    finally:
        memory.remove_mem_hooks()
    return failed, result
