"""A session of editing: a document, what is selected in it, the answers about it, and the steps to undo and redo.

Documents are values, so a step is two of them. A change that is not possible leaves the document as it is and gives the
reason in `note`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from collide2d.play.model.answers import Answers
from collide2d.play.model.document import Document


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


class Session:
    """A document that can be changed, and changed back.

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
        """The names of what is selected, in the order in which it was."""
        return self.now.selection

    @property
    def selected(self) -> str | None:
        """The name of the only shape that is selected."""
        return self.selection[0] if len(self.selection) == 1 else None

    def select(self, names: Iterable[str]) -> None:
        """Selects the shapes of these names that there are."""
        self.show(Change(self.document, tuple(dict.fromkeys(n for n in names if n in self.document))))

    def show(self, change: Change) -> None:
        """Shows a document and a selection, not to be undone."""
        self.now = change
        self.answers.show(change.document)

    def cancel(self) -> bool:
        """Gives up what is only half done; whether there was something."""
        return False

    def commit(self, what: str, after: Change) -> bool:
        """Does something that can be undone; nothing if it changes nothing."""
        return self.record(what, self.now, after)

    def record(self, what: str, before: Change, after: Change) -> bool:
        """The same for what has been shown already, since `before`."""
        done = self.history.record(what, before, after)
        self.show(after if done else Change(before.document, after.selection))
        return done

    def show_other(self, what: str, document: Document) -> bool:
        """Another document instead of this one."""
        return self.attempt(what, lambda: Change(document, ()))

    def undo(self) -> bool:
        """Back to before the last thing done; whether there was one."""
        self.cancel()
        step = self.history.undo()
        self.note = f"Undone: {step.what}" if step else "Nothing to undo"
        if step:
            self.show(step.before)
        return step is not None

    def redo(self) -> bool:
        """Redoes what was undone last; whether there was something."""
        self.cancel()
        step = self.history.redo()
        self.note = f"Redone: {step.what}" if step else "Nothing to redo"
        if step:
            self.show(step.after)
        return step is not None

    def attempt(self, what: str, change: Callable[[], Change]) -> bool:
        """Does it, or says why it cannot be done."""
        self.cancel()
        try:
            return self.commit(what, change())
        except KeyError as error:  # it was being made, and the hand has let it go just now
            self.note = f"There is no {error.args[0]}"
            return False
        except (ValueError, OverflowError) as error:
            self.note = reason(error)
            return False


def reason(error: Exception) -> str:
    """What a shape's rule says, without the name of the function that said it."""
    return str(error).rpartition("from_dict: ")[2]
