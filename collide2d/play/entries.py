"""Typing into the panel: a number of a shape, of its motion, or its name."""

from __future__ import annotations

from collide2d.play.desk import reason
from collide2d.play.editor import Editor
from collide2d.play.fields import parsed
from collide2d.play.panel import Entry, Panel, Target


class Typing:
    """What is being typed, if anything, and what becomes of it."""

    def __init__(self, editor: Editor, panel: Panel) -> None:
        self.editor, self.panel = editor, panel
        self.entry: Entry | None = None
        self._name: str | None = None  # of the shape that it is about

    def begin(self, target: Target) -> None:
        """Begins to type what a line of the panel holds."""
        self.entry, self._name = Entry(target), self.editor.selected

    @property
    def is_open(self) -> bool:
        """Whether something is being typed about the shape that is selected."""
        return self.entry is not None and self._name == self.editor.selected

    def key(self, key: str, letters: str) -> str:
        """A key went down, which types these letters. Returns what is to be said, or nothing."""
        assert self.entry is not None
        if key == "Escape":
            self.entry = None
        elif key in ("Enter", "Tab", "Shift+Tab"):
            target = self.entry.target
            said = self.finish()
            if not said and key != "Enter":
                self._go_on(target[:2], 1 if key == "Tab" else -1)
            return said
        elif key == "Backspace":
            self.entry.erase()
        elif letters and not key.startswith("Ctrl+"):
            self.entry.type(letters)
        return ""

    def _go_on(self, here: tuple[str, tuple[str | int, ...]], by: int) -> None:
        """To the next number or the one before."""
        places = [target for target in self.panel.targets if target.what != "answer"]
        paths = [target[:2] for target in places]
        if here in paths:
            self.begin(places[(paths.index(here) + by) % len(places)])

    def finish(self) -> str:
        """Does what was typed. Returns why not, or nothing; what cannot be done stays, to be mended or given up."""
        entry, self.entry = self.entry, None
        name = self.editor.selected
        if entry is None or name is None or entry.text == entry.target.value:
            return ""
        try:
            self.editor.note = ""
            self._set(name, entry)
            wrong = self.editor.note
        except ValueError as error:
            wrong = reason(error)
        if wrong:
            self.entry = entry
            entry.refuse(wrong)
        return wrong

    def _set(self, name: str, entry: Entry) -> None:
        what, path = entry.target[:2]
        if what == "name":
            self.editor.rename(name, entry.text.strip())
        elif what == "field":
            self.editor.set_field(name, path, parsed(entry.text))
        else:
            motion = list(self.editor.document.motions.get(name, (0.0, 0.0)))
            motion[int(path[0])] = parsed(entry.text)
            self.editor.set_motion((motion[0], motion[1]))
