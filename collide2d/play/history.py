"""What was done to a document, to be undone and done again. Documents are values: a step is two of them."""

from __future__ import annotations

from typing import NamedTuple

from collide2d.play.document import Document


class Change(NamedTuple):
    """A document, and what is selected in it."""

    document: Document
    selection: tuple[str, ...]


class Step(NamedTuple):
    """Something that was done."""

    what: str
    before: Change
    after: Change


class History:
    """All steps since the start, and those that were undone since the last of them.

    >>> history, empty = History(), Change(Document(), ())
    >>> history.record("nothing", empty, empty), history.undo() is None
    (False, True)
    """

    def __init__(self) -> None:
        self.done: list[Step] = []
        self.undone: list[Step] = []

    def record(self, what: str, before: Change, after: Change) -> bool:
        """Keeps a step, and forgets what was undone; a step that changes no document is none."""
        if after.document == before.document:
            return False
        self.done.append(Step(what, before, after))
        self.undone.clear()
        return True

    def undo(self) -> Step | None:
        """The last step, whose `before` is to be shown now."""
        if not self.done:
            return None
        self.undone.append(self.done.pop())
        return self.undone[-1]

    def redo(self) -> Step | None:
        """The step that was undone last, whose `after` is to be shown now."""
        if not self.undone:
            return None
        self.done.append(self.undone.pop())
        return self.done[-1]
