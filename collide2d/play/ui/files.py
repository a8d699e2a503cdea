"""The part of the window that opens and saves scenes: the picker, unsaved changes, and the questions about them."""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from collide2d._messages import one_line
from collide2d.play.edit.editor import Editor
from collide2d.play.model.choices import Choice
from collide2d.play.model.document import Document
from collide2d.play.model.files import digest, opened, place_to_save, unused
from collide2d.play.model.gallery import Exhibit
from collide2d.play.model.memory import BEAT, Memory, Unsaved, discard
from collide2d.play.model.session import Step
from collide2d.play.ui.panel import Entry, Panel, Typing
from collide2d.play.ui.picker import Picker
from collide2d.play.view.overlay import Answer, Question
from collide2d.scene import Scene, SceneError

OPEN, NEW = "open", "new scene"  # the undoable steps that replace the scene
CLOSE = "Close"  # the question before the window closes


class Files(ABC):
    """An editor, the file of its scene, and the question or the picker that is open."""

    def __init__(self, document: Document, path: str | None, memory: Memory | None) -> None:
        self.editor = Editor(document)
        self.path = path
        self.saved: Scene | None = document.scene
        self.base = digest(path)  # the file as it was read or saved here
        self.is_exhibit = False  # the scene is of the gallery: it can be left without a question
        self.memory = Memory(None) if memory is None else memory
        self._kept_at = 0.0  # when unsaved changes were last kept
        self.panel = Panel()
        self.typing = Typing(self.editor, self.panel)
        self.playing = False
        self.done = False
        self.note, self.is_bad = "", False  # shown instead of the answer until the next event
        self.question: Question | None = None  # while a question is open, other events are ignored
        self.picker: Picker | None = None  # while the picker is open, events go to it

    @property
    @abstractmethod
    def entry(self) -> Entry | None:
        """The field being edited, if it is visible."""

    @abstractmethod
    def fit(self) -> None:
        """Zooms to everything."""

    @abstractmethod
    def release_all(self) -> None:
        """Treats all keys and buttons as released."""

    # ---- titles ------------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The title of the scene, or else the name of its file."""
        return self.editor.document.scene.title or one_line(os.path.basename(self.path or "")) or "Untitled"

    @property
    def mark(self) -> str:
        """The mark of unsaved changes, for the title of the window and the heading."""
        return "● " if self.editor.document.scene != self.saved else ""

    @property
    def subtitle(self) -> str:
        """The source of the scene."""
        if self.path is not None:
            return one_line(self.path) + (", unsaved changes" if self.editor.document.scene != self.saved else "")
        return self.editor.document.scene.description or "drag anything; F1 shows the keys, O more scenes"

    def say(self, note: str, *, bad: bool = False) -> None:
        self.note, self.is_bad = note, bad

    # ---- open and save -----------------------------------------------------------------------------------------------

    def pick(self, *, files: bool = False) -> None:
        """Opens the picker of scenes and files."""
        self.release_all()
        self.playing = False
        self.picker = Picker(self.memory.recent, files=files)

    def open_choice(self, choice: Choice | None) -> None:
        if choice is None or choice.document is None or self.picker is None:
            return
        base = digest(choice.path)
        try:
            document = choice.document()
        except SceneError as error:
            self.picker.wrong = str(error)
            return
        self.picker = None
        if choice.exhibit is None:
            self._unless_unsaved("Open another scene", lambda: self._show_file(choice.path, document, base))
        else:
            exhibit = choice.exhibit
            self._unless_unsaved("Open another scene", lambda: self.show_exhibit(exhibit, document))

    def show_exhibit(self, exhibit: Exhibit, document: Document) -> None:
        """Shows a scene of the gallery, as an undoable step."""
        self.load(OPEN, document)
        self.path, self.saved, self.is_exhibit = None, document.scene, True
        self.editor.select(exhibit.selected)

    def save(self, then: Callable[[], object] = lambda: None) -> bool:
        """Saves the scene, and does what comes then; returns whether it succeeded.

        If another program changed the file since it was read or saved here, it asks what to do instead.
        """
        path = place_to_save(self.path)
        if path == self.path and self._is_changed_on_disk():
            self._ask_about_change(path, then)
            return False
        return self._save_as(path, then)

    def _is_changed_on_disk(self) -> bool:
        """Whether another program has changed the file since it was read or saved here."""
        return digest(self.path) not in (None, self.base)

    def notice_change(self) -> None:
        """Says that the file has changed, when the user comes back to the window."""
        if self._is_changed_on_disk():
            self.say(f"{one_line(self.path or '')} has changed on disk; saving will ask what to do", bad=True)

    def _ask_about_change(self, path: str, then: Callable[[], object]) -> None:
        self.release_all()
        other = unused(path)

        def reload() -> None:
            try:
                base, document = digest(path), opened(path)
            except SceneError as error:
                self.say(str(error), bad=True)
            else:
                self._show_file(path, document, base)

        self.question = Question(
            "The file has changed on disk",
            (f"Another program has changed {os.path.basename(path)} since it was opened here.",),
            (
                Answer(f"Save as {os.path.basename(other)}", ("Enter", "S"), lambda: self._save_as(other, then)),
                Answer("Reload it, without the changes here", ("R",), reload),
                Answer("Overwrite it", ("O",), lambda: self._save_as(path, then)),
                Answer("Cancel", ("Escape", "B"), lambda: None),
            ),
        )

    def _save_as(self, path: str, then: Callable[[], object]) -> bool:
        try:
            self.editor.document.scene.save(path)
        except OSError as error:
            self.say(f"{path}: cannot be written: {error.strerror or error}", bad=True)
            return False
        self.path, self.saved, self.is_exhibit = path, self.editor.document.scene, False
        self.base = digest(path)
        self.memory.add_recent(path)
        self.memory.forget()
        self.say(f"Saved {path}")
        then()
        return True

    def open(self, path: str) -> None:
        """Opens another scene, as an undoable step."""
        self.picker = None
        base = digest(path)
        try:
            document = opened(path)
        except SceneError as error:
            self.say(str(error), bad=True)
            return

        self._unless_unsaved("Open another scene", lambda: self._show_file(path, document, base))

    def _show_file(self, path: str, document: Document, base: str | None) -> None:
        self.load(OPEN, document)
        self.path, self.saved, self.base = path, document.scene, base
        self.memory.add_recent(path)
        self.say(f"Opened {path}")

    def load(self, what: str, document: Document) -> None:
        """Shows another document, as an undoable step."""
        self.playing = self.is_exhibit = False
        self.say("")
        self.editor.show_other(what, document)
        self.fit()

    def new(self) -> None:
        """Starts an empty scene, as an undoable step."""

        def show() -> None:
            self.load(NEW, Document())
            self.path, self.saved = None, self.editor.document.scene

        self._unless_unsaved("Start a new scene", show)

    def quit(self) -> None:
        """Quits, after a question if there are unsaved changes. A second close, during the question, discards them."""
        if self.question is not None:
            self.question, self.done = None, True
            return
        self.picker = None
        self._unless_unsaved(CLOSE, lambda: setattr(self, "done", True))

    def undo(self) -> None:
        self._step(self.editor.undo, self.editor.history.done)

    def redo(self) -> None:
        self._step(self.editor.redo, self.editor.history.undone)

    def _step(self, go: Callable[[], bool], steps: Sequence[Step]) -> None:
        """Undoes or redoes a step. If that changes to another scene, the old file name is dropped, so it is not
        overwritten.
        """
        is_other = bool(steps) and steps[-1].what in (OPEN, NEW)
        if go() and is_other:
            self.path, self.saved, self.is_exhibit = None, None, False
            self.fit()

    # ---- unsaved changes ---------------------------------------------------------------------------------------------

    @property
    def is_unsaved(self) -> bool:
        """Whether closing the window now would lose changes."""
        return self.editor.document.scene != self.saved or self.typing.entry is not None

    def _unless_unsaved(self, what: str, do: Callable[[], object]) -> None:
        """Runs an action that discards the scene: at once, or after a question about unsaved changes."""
        self.release_all()
        if self.entry is not None:
            self.say(self.typing.finish(), bad=True)
        if not self.is_unsaved or (self.is_exhibit and what != CLOSE):
            do()
            return

        self.question = Question(
            f"{what} without saving?",
            (f"{self.title} has unsaved changes.",),
            (
                Answer("Save first", ("Enter", "S", "Ctrl+S"), lambda: self.save(do)),
                Answer("Discard changes", ("D",), do),
                Answer("Cancel", ("Escape", "B"), lambda: None),
            ),
        )

    def answer(self, answer: Answer | None) -> None:
        if answer is not None:
            self.question = None
            answer.do()

    def keep_unsaved(self) -> None:
        """Keeps unsaved changes every few seconds, for the case that the program or the machine ends."""
        if self.question is not None or time.monotonic() - self._kept_at < BEAT:
            return
        self._kept_at = time.monotonic()
        if self.editor.document.scene != self.saved:
            self.memory.keep(self.editor.document.scene, self.path, self.base)
        else:
            self.memory.forget()

    def offer(self, left: Unsaved) -> None:
        """Asks whether to restore changes that were not saved."""

        def restore() -> None:
            self.load(OPEN, Document(left.scene))
            self.path, self.saved, self.base = left.path, None, left.base
            discard(left.file)

        name = left.scene.title or os.path.basename(left.path or "") or "A scene"
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(left.when))
        self.question = Question(
            "Restore unsaved changes?",
            (f"{name} had changes that were not saved when the playground ended, {when}.",),
            (
                Answer("Restore", ("Enter", "R"), restore),
                Answer("Discard them", ("D",), lambda: discard(left.file)),
                Answer("Ask again next time", ("Escape",), lambda: None),
            ),
        )
