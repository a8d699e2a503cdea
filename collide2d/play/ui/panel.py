"""The card on the right: the numbers that define the selected shape, fields to edit them, and the answers about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from collide2d import Relation
from collide2d.play.edit.editor import Editor
from collide2d.play.model.camera import Pair
from collide2d.play.model.fields import fields_of, parsed
from collide2d.play.model.session import reason
from collide2d.play.model.wording import answers_of, answers_of_pair, number, said_of_way, sentence, short
from collide2d.play.view import palette, text
from collide2d.play.view.icons import icon
from collide2d.play.view.layout import Area
from collide2d.play.view.overlay import card, slab
from collide2d.play.view.palette import Color
from collide2d.scene import Item

LINE = 23
MOST_LETTERS = 80  # the characters that can be typed
LEAST_ANSWERS = 5  # rows reserved for the answers below a long list of numbers


class Target(NamedTuple):
    """A clickable area of the panel: "name", "field", "motion", "turn", "response" or "answer", and which one."""

    what: str
    path: tuple[str | int, ...]
    area: Area
    value: str = ""


class Entry:
    """A number or a name that is being edited."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.text = target.value
        self.fresh = True  # the first key replaces the old text
        self.wrong = ""  # why the text is invalid

    def type(self, more: str) -> None:
        self._change((more if self.fresh else self.text + more)[:MOST_LETTERS])

    def erase(self) -> None:
        self._change("" if self.fresh else self.text[:-1])

    def _change(self, letters: str) -> None:
        self.text = "".join(c for c in letters if c.isprintable())
        self.fresh, self.wrong = False, ""

    def refuse(self, why: str) -> None:
        self.fresh, self.wrong = False, why


class Panel:
    """Draws the card, and records its clickable areas."""

    def __init__(self) -> None:
        self.targets: list[Target] = []
        self.first = 0  # the first visible number of a scrolled list
        self._most = 0

    def at(self, p: Pair) -> Target | None:
        return next((target for target in self.targets if target.area.holds(p)), None)

    def scroll(self, rows: int) -> None:
        self.first = min(max(self.first + rows, 0), self._most)

    def draw(
        self, target: pygame.Surface, area: Area, editor: Editor, title: str, entry: Entry | None, mouse: Pair | None
    ) -> None:
        """Draws everything about the selection."""
        card(target, area)
        self.targets = []
        self._on, self._area, self._entry, self._mouse = target, area, entry, mouse
        self._y = area.y + 14
        selected = editor.selection
        if len(selected) == 1:
            self._one(editor, selected[0])
        elif len(selected) == 2:
            self._two(editor, *selected)
        else:
            self._several(editor, title)

    # ---- parts -------------------------------------------------------------------------------------------------------

    def _one(self, editor: Editor, name: str) -> None:
        shape = editor.document[name]
        item = editor.document.items[name]
        kind = type(shape).__name__ + (f" in {item.layer}" if item.layer else "")
        self._title(name, kind, editable=True)
        fields = [(f.path, f.label, number(f.value)) for f in fields_of(shape)]
        room = (self._area.bottom - self._y) // LINE - LEAST_ANSWERS - 3
        rows = max(4, min(len(fields), room))
        self._most = max(0, len(fields) - rows)
        self.first = min(self.first, self._most)
        for path, label, value in fields[self.first : self.first + rows]:
            self._row(label, value, Target("field", path, self._line_area(), value))
        if self._most:
            self._note(f"numbers {self.first + 1} to {self.first + rows} of {len(fields)}: wheel")
        if name in editor.document.moving:
            self._ways(editor, item)
        self._rule("Answers")
        for answer in answers_of(editor.answers, name):
            if self._y + LINE > self._area.bottom - 8:
                break
            self._answer(answer.relation, f"{answer.text} {answer.name}", answer.number, answer.name)
        self._python(repr(shape))

    def _ways(self, editor: Editor, item: Item) -> None:
        """The motion and the turn of a shape, what it does at a hit, and what it hits."""
        titles = [title for title, has in (("Motion", item.motion), ("Turn", item.turn)) if has is not None]
        self._rule(" and ".join(titles).capitalize())
        for axis, d in enumerate(item.motion or ()):
            value = number(d)
            self._row(f"d{'xy'[axis]}", value, Target("motion", (axis,), self._line_area(), value))
        if item.turn is not None:
            value = number(item.turn)
            self._row("turn", value, Target("turn", (), self._line_area(), value))
        self._row("at a hit", item.response, Target("response", (), self._line_area(), item.response))
        for line in text.wrapped(said_of_way(editor.answers.way(item.name)), self._area.w - 32, text.SMALL):
            self._note(line, palette.now.way_text)

    def _two(self, editor: Editor, a: str, b: str) -> None:
        document = editor.document
        self._title(f"{a}, {b}", "2 shapes", editable=False)
        for label, value in answers_of_pair(editor.answers, a, b):
            if self._y + LINE > self._area.bottom - 8:
                break
            self._row(label, value, None, _relation_color(value))
        self._python(f"{document[a]!r}", f"{document[b]!r}")

    def _several(self, editor: Editor, title: str) -> None:
        document, count = editor.document, len(editor.selection)
        if count:
            self._title(f"{count} shapes", "selected", editable=False)
            boxes = [document[name].bounds for name in editor.selection]
            for i, (side, most) in enumerate((("left", min), ("top", min), ("right", max), ("bottom", max))):
                self._row(side, number(most(box[i] for box in boxes)), None)
        else:
            self._title(title, f"{len(document)} shapes", editable=False)
            for line in (
                text.wrapped(document.scene.description, self._area.w - 32) if document.scene.description else ()
            ):
                self._note(line)
        _, said = sentence(editor.answers, editor.selection)
        for line in text.wrapped(said.partition("; ")[2], self._area.w - 32, text.SMALL):
            self._note(line)
        among = set(editor.selection) or set(document.items)
        found = [f for f in editor.answers.findings() if {f.first.name, f.second.name} <= among and not f.trigger]
        self._rule("Answers")
        for f in sorted(found, key=lambda f: -f.contact.depth):
            if self._y + 2 * LINE > self._area.bottom:
                break
            depth = f"{short(f.contact.depth)} deep" if f.contact.depth else "touch"
            names = f"{f.first.name}, {f.second.name}"
            self._answer(f.relation, names, depth, f.first.name, f.second.name)
        if not found:
            self._note("no two shapes touch")
        if not count and self._y + 3 * LINE < self._area.bottom:
            self._y = self._area.bottom - 3 * LINE
            for line in text.wrapped("Click a shape for its numbers and contacts. F1 shows all keys.",
                                     self._area.w - 32):  # fmt: skip
                self._note(line)

    def _python(self, *codes: str) -> None:
        """Writes shapes as Python at the bottom of the card, if there is room."""
        lines = [line for code in codes for line in text.wrapped(code, self._area.w - 32, text.SMALL)]
        top = self._area.bottom - 12 - len(lines) * (LINE - 3)
        if self._y + LINE < top - LINE:
            self._y = top - LINE - 6
            self._rule("Python")
            for line in lines:
                self._note(line, palette.now.text)

    # ---- lines -------------------------------------------------------------------------------------------------------

    def _line_area(self) -> Area:
        return Area(self._area.x + 8, round(self._y) - 3, self._area.w - 16, LINE)

    def _title(self, name: str, kind: str, *, editable: bool) -> None:
        x, room = self._area.x + 16, self._area.w - 32
        wide = text.width(kind, text.SMALL)
        place = Area(self._area.x + 8, round(self._y) - 5, self._area.w - 16, 28)
        target = Target("name", (), place, name)
        if editable:
            self.targets.append(target)
        typed = editable and self._is_entry(target)
        if typed:
            self._typed(x, room)
        else:
            self._hover(target if editable else None)
            text.write(self._on, name, (x, self._y - 2), palette.now.text, text.HEAD, bold=True, room=room - wide - 12)
            text.write(self._on, kind, (x + room, self._y + 1), palette.now.quiet, text.SMALL, align=1.0)
        self._y += 32
        if typed:
            self._wrong()

    def _row(self, label: str, value: str, target: Target | None, color: Color | None = None) -> None:
        x, right = self._area.x + 16, self._area.right - 16
        wide = min(text.width(label), self._area.w * 0.5)
        if target is not None:
            self.targets.append(target)
        typed = target is not None and self._is_entry(target)
        if typed:
            text.write(self._on, label, (x, self._y), palette.now.quiet)
            self._typed(x + 76, right - x - 76)
        else:
            self._hover(target)
            text.write(self._on, label, (x, self._y), palette.now.quiet, room=wide)
            text.write(
                self._on, value, (right, self._y), color or palette.now.text, align=1.0, room=right - x - wide - 12
            )
        self._y += LINE
        if typed:
            self._wrong()

    def _wrong(self) -> None:
        """Shows below the field why its text is invalid."""
        if self._entry is not None and self._entry.wrong:
            for line in text.wrapped(self._entry.wrong, self._area.w - 32, text.SMALL):
                self._note(line, palette.now.overlapping)
            self._note("Escape keeps the old value")

    def _answer(self, relation: Relation, said: str, value: str, *names: str) -> None:
        target = Target("answer", names, self._line_area())
        self.targets.append(target)
        self._hover(target)
        x, right = self._area.x + 14, self._area.right - 16
        color = palette.now.relation_texts[relation]
        self._on.blit(icon(relation.name, color, 20), (x, self._y - 1))
        wide = text.width(value, text.SMALL)
        text.write(self._on, said, (x + 28, self._y), palette.now.text, room=right - x - 28 - wide - 10)
        text.write(self._on, value, (right, self._y + 1), color, text.SMALL, align=1.0)
        self._y += LINE

    def _note(self, said: str, color: Color | None = None) -> None:
        text.write(
            self._on, said, (self._area.x + 16, self._y), color or palette.now.quiet, text.SMALL, room=self._area.w - 32
        )
        self._y += LINE - 3

    def _rule(self, name: str) -> None:
        x = self._area.x + 16
        self._y += 6
        wide = text.write(self._on, name, (x, self._y), palette.now.quiet, text.SMALL, bold=True)
        self._on.fill(palette.now.line, pygame.Rect(x + wide + 10, self._y + 8, self._area.w - 42 - wide, 1))
        self._y += LINE

    def _hover(self, target: Target | None) -> None:
        if target is not None and self._mouse is not None and target.area.holds(self._mouse):
            area = target.area
            self._on.blit(slab(area.w, area.h, palette.now.hovered, 6.0), (area.x, area.y))

    def _is_entry(self, target: Target) -> bool:
        return self._entry is not None and self._entry.target[:2] == target[:2]

    def _typed(self, x: float, room: float) -> None:
        assert self._entry is not None
        said = self._entry.text
        edge = palette.now.overlapping if self._entry.wrong else palette.now.chosen
        box = Area(round(x) - 6, round(self._y) - 4, round(room) + 12, LINE + 1)
        self._on.blit(slab(box.w, box.h, palette.now.sheet, 5.0, edge), (box.x, box.y))
        wide = min(text.width(said), room - 4)
        if self._entry.fresh and said:
            self._on.fill(palette.now.halo, pygame.Rect(x - 1, self._y - 1, wide + 2, LINE - 5))
        text.write(self._on, _end_of(said, room - 4), (x, self._y), palette.now.text)
        if not self._entry.fresh:
            self._on.fill(palette.now.chosen, pygame.Rect(x + wide + 1, self._y - 1, 1, LINE - 5))


def _end_of(said: str, room: float) -> str:
    """The longest end of a text that fits."""
    while said and text.width(said) > room:
        said = said[1:]
    return said


def _relation_color(value: str) -> Color:
    names: Sequence[str] = [relation.name.lower() for relation in Relation]
    return palette.now.relation_texts[list(Relation)[names.index(value)]] if value in names else palette.now.text


class Typing:
    """Editing in the panel: a number of a shape, of its motion or of its turn, or its name."""

    def __init__(self, editor: Editor, panel: Panel) -> None:
        self.editor, self.panel = editor, panel
        self.entry: Entry | None = None
        self._name: str | None = None  # the name of the edited shape

    def begin(self, target: Target) -> None:
        """Starts editing a line of the panel."""
        self.entry, self._name = Entry(target), self.editor.selected

    @property
    def is_open(self) -> bool:
        """Whether a field of the selected shape is being edited."""
        return self.entry is not None and self._name == self.editor.selected

    def key(self, key: str, letters: str) -> str:
        """Handles a key press that types these letters. Returns a message, or ""."""
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
        """Moves to the next or the previous number."""
        places = [target for target in self.panel.targets if target.what not in ("answer", "response")]
        paths = [target[:2] for target in places]
        if here in paths:
            self.begin(places[(paths.index(here) + by) % len(places)])

    def finish(self) -> str:
        """Applies the typed text. Returns an error message, or ""; invalid text stays in the field to be corrected."""
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
        elif what == "turn":
            self.editor.set_turn(parsed(entry.text))
        else:
            motion = list(self.editor.document.motions.get(name, (0.0, 0.0)))
            motion[int(path[0])] = parsed(entry.text)
            self.editor.set_motion((motion[0], motion[1]))
