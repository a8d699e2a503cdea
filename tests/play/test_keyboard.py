"""The whole playground by keyboard: every button and line can have the focus, and shapes are made without a mouse."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from play_hand import Hand, three, window

from collide2d.play.edit.commands import BY_NAME, TOOLS
from collide2d.play.ui.panel import Target
from collide2d.play.view import overlay, palette, text
from collide2d.play.view.layout import Button

HELP = 380 - 20  # the width of a column of the help in a window of 1280 pixels


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def hand() -> Iterator[Hand]:
    """At three shapes, one of them selected."""
    with window(three(), (1200, 800)) as found:
        found.app.editor.select(["box"])
        found.look()
        yield found


def press(hand: Hand, text: str) -> None:
    """Presses the key of a command, such as "Ctrl+Z"."""
    *held, name = text.split("+") if text != "+" else ["+"]
    mods = {"Ctrl": pygame.KMOD_CTRL, "Shift": pygame.KMOD_SHIFT, "Alt": pygame.KMOD_ALT}
    key = pygame.key.key_code({"Enter": "return"}.get(name, name.lower()))
    hand.key(key, sum(mods[mod] for mod in held))


def test_the_focus_reaches_every_button_and_line_and_is_seen(hand: Hand) -> None:
    focus, reached = hand.app.focus, []
    for _ in range(3):
        press(hand, "F6")
        hand.look()
        first = focus.target
        assert first is not None
        x, y = first.area.x + first.area.w // 2, first.area.y
        assert hand.sees(palette.now.chosen, (x, y + 1), 1), first
        while focus.target is not None:
            reached.append(focus.target)
            press(hand, "Down")
            if focus.target == first:
                break
    assert {t.command for t in reached if isinstance(t, Button)} == {b.command for b in hand.app.layout.buttons}
    assert [t for t in reached if isinstance(t, Target)] == hand.app.panel.targets
    press(hand, "F6")
    assert focus.target is None
    press(hand, "Shift+F6")
    assert isinstance(focus.target, Target)
    press(hand, "Escape")
    assert focus.target is None


def test_a_number_is_edited_by_keyboard(hand: Hand) -> None:
    press(hand, "Shift+F6")
    for _ in range(3):  # the name, x, y, w
        press(hand, "Down")
    press(hand, "Enter")
    hand.type("96")
    press(hand, "Enter")
    assert hand.app.editor.document["box"].width == 96
    hand.look()
    assert hand.app.focus.target is not None
    for _ in range(9):
        if isinstance(hand.app.focus.target, Target) and hand.app.focus.target.what == "answer":
            break
        press(hand, "Down")
    hand.key(pygame.K_SPACE)
    assert len(hand.app.editor.selection) == 2


def test_a_button_with_the_focus_is_pressed_by_enter_and_commands_go_on_working(hand: Hand) -> None:
    press(hand, "F6")
    press(hand, "Down")
    target = hand.app.focus.target
    assert isinstance(target, Button)
    press(hand, "Enter")
    assert hand.app.is_on(target.command)
    press(hand, "Ctrl+A")
    assert len(hand.app.editor.selection) == 5


@pytest.mark.parametrize("tool", [tool for tool in TOOLS if tool not in ("select", "motion", "turn")])
def test_every_kind_is_made_by_keyboard(hand: Hand, tool: str) -> None:
    press(hand, BY_NAME[tool].keys[0])
    press(hand, "Enter")
    editor = hand.app.editor
    assert editor.selected is not None
    assert editor.document[editor.selected].kind == tool
    assert len(editor.document) == 6
    press(hand, BY_NAME["motion"].keys[0])
    press(hand, "Enter")
    assert editor.selected in editor.document.motions
    press(hand, BY_NAME["turn"].keys[0])
    press(hand, "Enter")
    assert editor.document.turns == {editor.selected: 90.0}
    press(hand, "Ctrl+Z")
    press(hand, "Ctrl+Z")
    press(hand, "Ctrl+Z")
    assert len(editor.document) == 5


def test_several_shapes_are_selected_and_the_view_is_moved_by_keyboard(hand: Hand) -> None:
    for _ in range(9):
        press(hand, "Ctrl+Tab")
    assert len(hand.app.editor.selection) == 5
    x, y = hand.app.camera.center
    press(hand, "Alt+Right")
    press(hand, "Alt+Down")
    assert hand.app.camera.center > (x, y)
    assert hand.app.camera.center[1] > y


def test_the_help_is_scrolled_by_keyboard_and_nudges_nothing() -> None:
    with window(three(), (420, 300)) as hand:
        before = hand.app.editor.document
        hand.app.editor.select(["box"])
        press(hand, "F1")
        hand.look()
        press(hand, "PageDown")
        assert hand.app.scrolled == 9
        press(hand, "Up")
        assert hand.app.scrolled == 8
        assert hand.app.editor.document is before


def test_no_line_of_the_help_is_cut() -> None:
    for name, lines in overlay._groups():
        for keys, says in lines:
            assert text.fitting(says, HELP * 0.59, text.SMALL) == says, name
            assert text.fitting(keys, HELP * 0.4, text.SMALL, True) == keys, name
