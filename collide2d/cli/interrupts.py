"""What long commands show and obey: progress on a terminal, and Ctrl+C, after which they print what they have."""

from __future__ import annotations

import os
import signal
import sys
import time
from types import FrameType
from typing import Any

PATIENCE, PERIOD = 1.0, 0.2  # seconds before the first line of progress, and between two


class Interrupts:
    """Notes the first Ctrl+C in `stopped`, inside a `with` block; the second one raises KeyboardInterrupt.

    Where Ctrl+C is ignored, or is not this thread's, it stays so.

    >>> with Interrupts() as interrupts:
    ...     interrupts.stopped
    False
    """

    def __init__(self) -> None:
        self.stopped = False
        self._is_ours = False

    def __enter__(self) -> Interrupts:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            try:
                signal.signal(signal.SIGINT, self._note)
                self._is_ours = True
            except ValueError:  # not the main thread
                pass
        return self

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.stopped = True
        self._restore()

    def _restore(self) -> None:
        if self._is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._is_ours = False

    def __exit__(self, *_: Any) -> None:
        self._restore()


class Progress:
    """A line on stderr that says how far a command is, if stderr is a terminal that can go back to the start of a line.
    It appears after a second, and `clear` removes it.
    """

    def __init__(self) -> None:
        is_shown = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._next = time.monotonic() + PATIENCE if is_shown else float("inf")
        self._wide = 0

    def show(self, text: str) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + PERIOD
            sys.stderr.write("\r" + text.ljust(self._wide))
            sys.stderr.flush()
            self._wide = len(text)

    def clear(self) -> None:
        if self._wide:
            sys.stderr.write("\r" + " " * self._wide + "\r")
            sys.stderr.flush()
            self._wide = 0
