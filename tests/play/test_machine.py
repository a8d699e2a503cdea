"""Random input in random order: after every step the answers are those of the library, and at the end undo returns to
the first document and redo to the last one.
"""

from __future__ import annotations

import math
import os
import tempfile
from typing import Any

import pygame
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from play_hand import window

from collide2d import Relation, Shape
from collide2d.play.edit.editor import Editor, Tool
from collide2d.play.model.answers import Answers
from collide2d.play.model.camera import Camera
from collide2d.play.model.demo import demo
from collide2d.play.model.document import Document
from collide2d.play.model.fields import fields_of, parsed
from collide2d.scene import load
from collide2d.testing.recipes import KINDS
from collide2d.testing.strategies import shapes

PLACES = st.tuples(st.integers(-40, 40), st.integers(-40, 40)).map(lambda p: (p[0] * 1.5, p[1] * 1.5))
NUMBERS = st.one_of(st.integers(-20, 20).map(float), st.floats(allow_nan=True, allow_infinity=True))


SIDES = st.integers(1, 1000)
TYPED = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["1/0", "1/3", "2^-10", "9" * 99, "1e999", "nan", "-inf", "−4", "+", "", "1e30", "12,5"]),
    st.floats().map(repr),
)


class Hand(RuleBasedStateMachine):
    """Edits as hypothesis says."""

    editor: Editor

    @initialize(
        found=st.lists(shapes(KINDS, ("lattice", "near_touch", "degenerate", "huge", "tiny", "deep")), max_size=4),
        layered=st.booleans(),
    )
    def begin(self, found: list[Shape], layered: bool) -> None:
        start = demo() if layered else Document().added([(f"{s.kind} {i}", s) for i, s in enumerate(found)])
        self.editor = Editor(start)
        self.start = start
        self.seen: list[Document] = [start]

    def some(self, data: st.DataObject) -> str | None:
        """The name of a shape, if there is any."""
        names = list(self.editor.document.items)
        return data.draw(st.sampled_from(names)) if names else None

    # ---- the hand ----------------------------------------------------------------------------------------------------

    @rule(tool=st.sampled_from(list(Tool)))
    def use(self, tool: Tool) -> None:
        self.editor.use(tool)

    @rule(p=PLACES, extend=st.booleans())
    def press(self, p: tuple[float, float], extend: bool) -> None:
        self.editor.press(p, extend=extend)

    @rule(data=st.data())
    def press_something(self, data: st.DataObject) -> None:
        name = self.some(data)
        if name is not None:
            self.editor.press(self.editor.document[name].center)

    @rule(data=st.data())
    def press_a_handle(self, data: st.DataObject) -> None:
        name = self.some(data)
        if name is not None:
            self.editor.select([name])
            grips = self.editor.grips()
            if grips:
                self.editor.press(data.draw(st.sampled_from(grips)).handle.at)

    @rule(p=PLACES, free=st.booleans())
    def drag(self, p: tuple[float, float], free: bool) -> None:
        self.editor.drag(p, free=free)

    @rule()
    def release(self) -> None:
        self.editor.release()

    @rule()
    def cancel(self) -> None:
        self.editor.cancel()

    @rule(p=PLACES)
    def delete_vertex(self, p: tuple[float, float]) -> None:
        self.editor.delete_vertex(p)

    # ---- commands ----------------------------------------------------------------------------------------------------

    @rule(step=st.sampled_from([None, 0.25, 1.0, 8.0]), solid=st.booleans(), scale=st.sampled_from([0.5, 1.0, 8.0]))
    def look(self, step: float | None, solid: bool, scale: float) -> None:
        self.editor.step, self.editor.solid = step, solid
        self.editor.look(Camera((0, 0), (0, 0), scale))

    @rule(data=st.data(), more=st.booleans())
    def select(self, data: st.DataObject, more: bool) -> None:
        name = self.some(data)
        if name is not None:
            self.editor.cancel()
            self.editor.select([*self.editor.selection, name] if more else [name])

    @rule(dx=st.integers(-2, 2), dy=st.integers(-2, 2), grains=st.booleans())
    def nudge(self, dx: int, dy: int, grains: bool) -> None:
        self.editor.nudge(dx, dy, grains=grains)

    @rule(degrees=st.sampled_from([15.0, -90.0, 1.0]))
    def turn(self, degrees: float) -> None:
        self.editor.turn(degrees)

    @rule(name=st.sampled_from(["delete", "duplicate", "go", "touch", "finish", "select_all", "select_next"]))
    def command(self, name: str) -> None:
        getattr(self.editor, name)()

    @rule(motion=st.one_of(st.none(), PLACES))
    def move_on(self, motion: tuple[float, float] | None) -> None:
        self.editor.set_motion(motion)

    @rule(angle=st.sampled_from([None, 0.0, 90.0, -360.0, 1e-3, 720.0]))
    def turn_on(self, angle: float | None) -> None:
        self.editor.set_turn(angle)

    @rule(data=st.data(), value=NUMBERS)
    def type(self, data: st.DataObject, value: float) -> None:
        name = self.some(data)
        if name is not None:
            field = data.draw(st.sampled_from(fields_of(self.editor.document[name])))
            self.editor.set_field(name, field.path, value)

    @rule(data=st.data(), new=st.sampled_from(["hero", "", "x" * 99, "box 1"]))
    def rename(self, data: st.DataObject, new: str) -> None:
        name = self.some(data)
        if name is not None:
            self.editor.rename(name, new)

    @rule()
    def undo(self) -> None:
        done = list(self.editor.history.done)
        if self.editor.undo():
            assert self.editor.document is done[-1].before.document

    @rule()
    def redo(self) -> None:
        undone = list(self.editor.history.undone)
        if self.editor.redo():
            assert self.editor.document is undone[-1].after.document

    # ---- what is always so -------------------------------------------------------------------------------------------

    @invariant()
    def selects_what_there_is(self) -> None:
        editor = self.editor
        assert all(name in editor.document for name in editor.selection)
        assert len(set(editor.selection)) == len(editor.selection)
        assert {*editor.document.motions, *editor.document.turns} == set(editor.document.moving)
        assert set(editor.document.moving) <= editor.document.items.keys()
        assert all(0 < abs(angle) <= 360 for angle in editor.document.turns.values())

    @invariant()
    def answers_as_a_world_that_never_changed(self) -> None:
        kept, fresh = self.editor.answers, Answers(self.editor.document)
        assert kept.document is self.editor.document
        assert set(kept.findings()) == set(fresh.findings())
        for name in self.editor.document.items:
            assert kept.findings_of(name) == fresh.findings_of(name)

    @invariant()
    def answers_as_the_scene(self) -> None:
        if self.editor.gesture is None:
            scene = self.editor.document.scene
            assert sorted(self.editor.answers.findings(), key=str) == sorted(scene.findings(), key=str)

    def teardown(self) -> None:
        if not hasattr(self, "editor"):
            return
        self.editor.cancel()
        states: list[Any] = [self.editor.document]
        undone = list(self.editor.history.undone)
        while self.editor.undo():
            states.append(self.editor.document)
        assert states[-1] is self.start
        for state in reversed(states[:-1]):
            assert self.editor.redo()
            assert self.editor.document is state
        assert self.editor.history.undone == undone


@pytest.mark.hypothesis
def test_every_edit_is_answered_and_can_be_undone() -> None:
    examples = settings.get_profile(settings.get_current_profile_name()).max_examples
    run_state_machine_as_test(Hand, settings=settings(max_examples=max(examples * 2 // 5, 1), stateful_step_count=30))


class Visitor(RuleBasedStateMachine):
    """Somebody at the window: resizes it to anything, types anything, closes it at any time.

    Whatever happens, the window is drawn, nothing that was edited is lost without a question, and what is typed is
    taken, or stays with a reason.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.at = window(demo(), (861, 420))
        self.hand = self.at.__enter__()
        self.app = self.hand.app
        self.app.path = os.path.join(self.folder.name, "scene.json")
        self.app.saved = self.app.editor.document.scene

    @rule(w=st.one_of(SIDES, st.just(900)), h=st.one_of(SIDES, st.just(500)), late=st.booleans())
    def resize(self, w: int, h: int, late: bool) -> None:
        self.hand.screen = pygame.Surface((w, h))
        if late:
            self.app.draw(self.hand.screen)  # the event comes a picture later
        self.hand.post(pygame.VIDEORESIZE, w=w, h=h, size=(w, h))

    @rule(data=st.data(), text=TYPED, end=st.sampled_from([pygame.K_RETURN, pygame.K_TAB, pygame.K_ESCAPE, None]))
    def type(self, data: st.DataObject, text: str, end: int | None) -> None:
        targets = [t for t in self.app.panel.targets if t.what != "answer"]
        if self.app.question or self.app.help or self.app.layout.panel is None or not targets:
            return
        target = data.draw(st.sampled_from(targets))
        before, had = self.app.editor.document, self.app.entry
        self.hand.click((target.area.x + 40, target.area.y + 8))
        if had is not None and had.wrong:
            assert (self.app.entry, self.app.editor.document) == (had, before)
            self.hand.key(pygame.K_ESCAPE)
            return
        for letter in text:
            self.hand.key(0, letters=letter)
        if self.app.entry is None or end is None:
            return
        typed = self.app.entry.text
        self.hand.key(end)
        entry = self.app.entry
        if entry is not None and entry.wrong:
            assert end != pygame.K_ESCAPE
            assert entry.text == typed
            assert self.app.note == entry.wrong
        if end == pygame.K_ESCAPE:
            assert entry is None

    @rule(data=st.data(), value=st.sampled_from(["1e30", "1e60", "1e-300", "-1e59", "0", "2^199", "1/3"]))
    def go_to_extremes(self, data: st.DataObject, value: str) -> None:
        name = data.draw(st.sampled_from(sorted(self.app.editor.document.items) or ["none"]))
        self.app.editor.select([name])
        if name in self.app.editor.document:
            field = data.draw(st.sampled_from(fields_of(self.app.editor.document[name])))
            self.app.editor.set_field(name, field.path, parsed(value))

    @rule(key=st.sampled_from("vn dwclgbtefhq+-[]m\t\r\x1b"), ctrl=st.booleans())
    def key(self, key: str, ctrl: bool) -> None:
        self.hand.key(ord(key), pygame.KMOD_CTRL if ctrl and key in "zyda" else 0, key if key.isprintable() else "")

    @rule(x=st.integers(0, 900), y=st.integers(0, 500), button=st.sampled_from([1, 1, 3]), to=st.integers(-90, 90))
    def drag(self, x: int, y: int, button: int, to: int) -> None:
        self.hand.point((x, y))
        self.hand.press(button)
        self.hand.point((x + to, y - to))
        self.hand.release(button)

    @rule(notches=st.integers(-9, 9))
    def wheel(self, notches: int) -> None:
        self.hand.wheel(notches)

    @rule(answer=st.sampled_from([None, pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_d]))
    def close(self, answer: int | None) -> None:
        scene, asked = self.app.editor.document.scene, self.app.question is not None
        self.hand.post(pygame.QUIT)
        if self.app.question is None:
            assert asked or self.app.editor.document.scene == self.app.saved
            assert self.app.done
        elif answer is not None:
            scene = self.app.editor.document.scene  # with what was being typed
            self.hand.key(answer)
            assert self.app.done is (answer != pygame.K_ESCAPE)
            if answer == pygame.K_RETURN:
                assert load(self.app.path or "") == scene
        self.app.done = False

    @invariant()
    def is_drawn(self) -> None:
        self.app.painter.move()
        self.app.painter._cost = dict.fromkeys((1, 2, 3), 1.0)  # as on a slow machine: coarsely
        self.app.draw(self.hand.screen)
        self.app.cursor()

    def teardown(self) -> None:
        self.at.__exit__(None, None, None)
        self.folder.cleanup()


def test_random_input_is_drawn_and_loses_no_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    run_state_machine_as_test(Visitor, settings=settings(max_examples=10, stateful_step_count=20, deadline=None))


def test_a_thousand_steps_are_undone() -> None:
    editor = Editor(demo())
    editor.select(["hero"])
    start = editor.document
    for i in range(1000):
        editor.nudge(math.cos(i), math.sin(i))
    assert len(editor.history.done) == 1000
    end = editor.document
    while editor.undo():
        pass
    assert editor.document is start
    while editor.redo():
        pass
    assert editor.document is end


@pytest.mark.parametrize("relation", list(Relation))
def test_every_relation_has_words_and_a_colour(relation: Relation) -> None:
    from collide2d.play.view import icons, palette

    assert relation in palette.now.relations
    assert relation in palette.now.relation_texts
    assert relation.name in icons.NAMES
