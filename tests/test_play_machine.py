"""A hand that does anything in any order: after every step the answers are those of the library, and at the end all is
undone to the start and done again to the end, to the very documents."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from strategies import KINDS, shapes

from collide2d import Relation, Shape
from collide2d.play.camera import Camera
from collide2d.play.demo import demo
from collide2d.play.document import Document
from collide2d.play.editor import Editor, Tool
from collide2d.play.fields import fields_of
from collide2d.play.world import World

PLACES = st.tuples(st.integers(-40, 40), st.integers(-40, 40)).map(lambda p: (p[0] * 1.5, p[1] * 1.5))
NUMBERS = st.one_of(st.integers(-20, 20).map(float), st.floats(allow_nan=True, allow_infinity=True))


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
        assert editor.document.motions.keys() <= editor.document.items.keys()

    @invariant()
    def answers_as_a_world_that_never_changed(self) -> None:
        kept, fresh = self.editor.world, World(self.editor.document)
        assert kept.document is self.editor.document
        assert set(kept.findings()) == set(fresh.findings())
        for name in self.editor.document.items:
            assert kept.findings_of(name) == fresh.findings_of(name)

    @invariant()
    def answers_as_the_scene(self) -> None:
        if self.editor.gesture is None:
            scene = self.editor.document.scene
            assert sorted(self.editor.world.findings(), key=str) == sorted(scene.findings(), key=str)

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
def test_whatever_a_hand_does_is_answered_and_undone() -> None:
    examples = settings.get_profile(settings.get_current_profile_name()).max_examples
    run_state_machine_as_test(Hand, settings=settings(max_examples=max(examples * 2 // 5, 1), stateful_step_count=30))


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
    from collide2d.play import icons, palette

    assert relation in palette.RELATIONS
    assert relation in palette.RELATION_TEXTS
    assert relation.name in icons.NAMES
