"""Signals in the midst of a call."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def alarm(seconds: float, handler: Callable[[], object]) -> Iterator[None]:
    """Calls the handler once, in the main thread, so many seconds from now. Windows has no such timer."""
    if not hasattr(signal, "setitimer"):
        pytest.skip("Windows has no timer that sends a signal")
    before = signal.signal(signal.SIGALRM, lambda *_: handler())
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def interrupt() -> None:
    raise KeyboardInterrupt
