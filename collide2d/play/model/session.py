"""An editing session: a document, its selection, the answers about it, and the steps to undo and redo.

Documents are immutable, so a step is a pair of documents. An impossible change leaves the document unchanged and puts
the reason in `note`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from collide2d.play.model.answers import Answers
from collide2d.play.model.document import Document

PLAY = "play"  # the step that playing a scene records


class Change(NamedTuple):
    """A document and its selection."""

    document: Document
    selection: tuple[str, ...]


class Step(NamedTuple):
    """One undoable change."""

    what: str
    before: Change
    after: Change


class History:
    """The steps that can be undone, and those that can be redone.

    >>> history, empty = History(), Change(Document(), ())
    >>> history.record("nothing", empty, empty), history.undo() is None
    (False, True)
    """

    def __init__(self) -> None:
        self.done: list[Step] = []
        self.undone: list[Step] = []

    def record(self, what: str, before: Change, after: Change) -> bool:
        """Records a step and drops the undone ones; does nothing if the document is unchanged. Steps of a play that
        follow each other are one step.
        """
        if after.document == before.document:
            return False
        if (
            what == PLAY
            and self.done
            and self.done[-1].what == PLAY
            and self.done[-1].after.document is before.document
        ):
            before = self.done.pop().before
        self.done.append(Step(what, before, after))
        self.undone.clear()
        return True

    def undo(self) -> Step | None:
        """The step to undo: show its `before`."""
        if not self.done:
            return None
        self.undone.append(self.done.pop())
        return self.undone[-1]

    def redo(self) -> Step | None:
        """The step to redo: show its `after`."""
        if not self.undone:
            return None
        self.done.append(self.undone.pop())
        return self.done[-1]


class Session:
    """A document that can be changed, with undo and redo.

    >>> from collide2d import Circle
    >>> session = Session(Document())
    >>> session.commit("new", Change(session.document.added([("ball", Circle(0, 0, 1))]), ("ball",)))
    True
    >>> session.selected, session.undo(), len(session.document), session.note
    ('ball', True, 0, 'Undone: new')
    """

    def __init__(self, document: Document) -> None:
        self.answers = Answers()
        self.history = History()
        self.note = ""
        self.show(Change(document, ()))

    @property
    def document(self) -> Document:
        return self.now.document

    @property
    def selection(self) -> tuple[str, ...]:
        """The names of the selected shapes, in the order of selection."""
        return self.now.selection

    @property
    def selected(self) -> str | None:
        """The name of the selected shape, if there is only one."""
        return self.selection[0] if len(self.selection) == 1 else None

    def select(self, names: Iterable[str]) -> None:
        """Selects the shapes with these names; unknown names are ignored."""
        self.show(Change(self.document, tuple(dict.fromkeys(n for n in names if n in self.document))))

    def show(self, change: Change) -> None:
        """Shows a document and a selection, without an undo step."""
        self.now = change
        self.answers.show(change.document)

    def cancel(self) -> bool:
        """Cancels the drag or polygon in progress; returns whether there was one."""
        return False

    def commit(self, what: str, after: Change) -> bool:
        """Makes a change that can be undone; an empty change records no step."""
        return self.record(what, self.now, after)

    def record(self, what: str, before: Change, after: Change) -> bool:
        """Records the change from `before` to the current document."""
        done = self.history.record(what, before, after)
        self.show(after if done else Change(before.document, after.selection))
        return done

    def show_other(self, what: str, document: Document) -> bool:
        """Replaces the document."""
        return self.attempt(what, lambda: Change(document, ()))

    def undo(self) -> bool:
        """Undoes the last step; returns whether there was one."""
        self.cancel()
        step = self.history.undo()
        self.note = f"Undone: {step.what}" if step else "Nothing to undo"
        if step:
            self.show(step.before)
        return step is not None

    def redo(self) -> bool:
        """Redoes the last undone step; returns whether there was one."""
        self.cancel()
        step = self.history.redo()
        self.note = f"Redone: {step.what}" if step else "Nothing to redo"
        if step:
            self.show(step.after)
        return step is not None

    def attempt(self, what: str, change: Callable[[], Change]) -> bool:
        """Makes a change, or puts the reason why it is impossible in `note`."""
        self.cancel()
        try:
            return self.commit(what, change())
        except KeyError as error:  # the shape was being made, and `cancel` removed it
            self.note = f"There is no {error.args[0]}"
            return False
        except (ValueError, OverflowError) as error:
            self.note = reason(error)
            return False


def reason(error: Exception) -> str:
    """The rule that an error names, without the function that raised it."""
    return str(error).rpartition("from_dict: ")[2]
