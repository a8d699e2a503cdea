"""The picker, recent files, and changes that were not saved: everything opens by keyboard, and nothing is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pygame
import pytest
from play_hand import Hand, three, window

from collide2d import Circle
from collide2d.play.model import system_theme
from collide2d.play.model.choices import choices
from collide2d.play.model.document import Document
from collide2d.play.model.gallery import GALLERY
from collide2d.play.model.memory import MOST_RECENT, Memory
from collide2d.play.ui.app import App
from collide2d.play.ui.window import make_app
from collide2d.scene import Scene, load


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    """At three shapes, with a memory on disk."""
    with window(three()) as found:
        found.app.memory = Memory(tmp_path / "state")
        yield found


@lru_cache
def ended_process() -> int:
    """The id of a process that has ended."""
    return int(subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True).stdout)


# ---- the picker ------------------------------------------------------------------------------------------------------


def test_the_window_opens_with_one_pair_that_asks_to_be_dragged() -> None:
    app = make_app(None, (1000, 700))
    assert app.editor.selected == "drag me"
    assert len(app.editor.document) == 2
    assert "Drag" in app.subtitle
    assert not app.mark


@pytest.mark.parametrize("number", range(len(GALLERY)), ids=[exhibit.title for exhibit in GALLERY])
def test_every_scene_of_the_gallery_opens_by_keyboard(number: int) -> None:
    with window(three()) as hand:
        hand.key(pygame.K_o)
        for _ in range(number):
            hand.key(pygame.K_DOWN)
        hand.look()
        hand.key(pygame.K_RETURN)
        app = hand.app
        assert app.picker is None
        assert app.editor.document == GALLERY[number].open()
        assert app.editor.selection == GALLERY[number].selected
        assert not app.is_unsaved


def test_a_scene_of_the_gallery_is_left_without_a_question_and_undo_brings_it_back(hand: Hand) -> None:
    hand.key(pygame.K_o)
    hand.key(pygame.K_RETURN)
    app = hand.app
    app.editor.nudge(3, 0)
    changed = app.editor.document
    hand.key(pygame.K_o)
    hand.type("ulp")
    hand.key(pygame.K_RETURN)
    assert app.question is None
    assert "stone" in app.editor.document
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    assert app.editor.document == changed
    hand.key(pygame.K_q, pygame.KMOD_CTRL)
    assert app.question is not None


def test_a_note_is_about_the_scene_that_is_shown(hand: Hand) -> None:
    hand.app.say("Undone: delete")
    hand.key(pygame.K_o)
    hand.key(pygame.K_RETURN)
    assert hand.app.note == ""


def test_a_click_chooses_and_escape_closes(hand: Hand) -> None:
    hand.button("scenes")
    app = hand.app
    assert app.picker is not None
    hand.look()
    area, number = app.picker._areas[3]
    hand.click((area.x + 30, area.y + 9))
    assert app.editor.document == GALLERY[number].open()
    hand.key(pygame.K_o, pygame.KMOD_CTRL)
    hand.wheel(-2)
    hand.look()
    hand.key(pygame.K_ESCAPE)
    assert app.picker is None


def test_files_are_found_by_name_and_by_path_and_become_recent(hand: Hand, tmp_path: Path) -> None:
    (tmp_path / "levels").mkdir()
    for name in ("levels/one.json", "levels/two.json", "top.json"):
        Scene({"ball": Circle(0, 0, 1)}, title=name).save(tmp_path / name)
    (tmp_path / "levels" / "notes.txt").write_text("")
    assert [choice.title for choice in choices("./levels/", ())] == ["one.json", "two.json"]
    assert [choice.title for choice in choices("top.j", ())] == ["top.json"]
    app = hand.app
    hand.key(pygame.K_o, pygame.KMOD_CTRL)
    assert app.picker is not None
    assert app.picker.chosen is not None
    assert app.picker.chosen.title == "top.json"
    hand.type("./le")
    hand.key(pygame.K_TAB)
    assert app.picker.typed == f"levels{os.sep}"
    hand.key(pygame.K_DOWN)
    hand.look()
    hand.key(pygame.K_RETURN)
    assert app.title == "levels/two.json"
    assert app.path is not None
    assert Memory(tmp_path / "state").recent == [str(tmp_path / "levels" / "two.json")]
    hand.key(pygame.K_o, pygame.KMOD_CTRL)
    assert app.picker.chosen is not None
    assert app.picker.chosen.path == str(tmp_path / "levels" / "two.json")


def test_a_file_that_is_no_scene_says_why(hand: Hand, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"shapes": [{"kind": "point"}]}')
    before = hand.app.editor.document
    hand.key(pygame.K_o)
    hand.type("bad")
    hand.look()
    hand.key(pygame.K_RETURN)
    hand.look()
    assert hand.app.picker is not None
    assert "key 'name' must be given" in hand.app.picker.wrong
    assert hand.app.editor.document is before


# ---- unsaved changes -------------------------------------------------------------------------------------------------


def test_unsaved_changes_are_marked(hand: Hand, tmp_path: Path) -> None:
    app = hand.app
    assert app.mark == ""
    app.editor.select(["apart"])
    app.editor.nudge(1, 0)
    assert app.mark == "● "
    app.path = str(tmp_path / "a.json")
    assert "unsaved changes" in app.subtitle
    hand.key(pygame.K_s, pygame.KMOD_CTRL)
    assert app.mark == ""
    assert app.memory.recent == [str(tmp_path / "a.json")]


def test_changes_that_were_not_saved_are_offered_after_a_crash(hand: Hand, tmp_path: Path) -> None:
    app, folder = hand.app, tmp_path / "state"
    app.editor.select(["apart"])
    app.editor.nudge(1, 0)
    app.tick()
    assert Memory(folder).left() is None  # this process still runs
    (kept,) = folder.glob("unsaved-*.json")
    kept.rename(folder / f"unsaved-{ended_process()}.json")
    left = Memory(folder).left()
    assert left is not None
    with window(Document()) as other:
        other.app.offer(left)
        other.look()
        other.key(pygame.K_RETURN)
        assert other.app.editor.document == app.editor.document
        assert other.app.mark
    assert Memory(folder).left() is None


def test_what_is_saved_is_not_kept(hand: Hand, tmp_path: Path) -> None:
    app = hand.app
    app.editor.select(["apart"])
    app.editor.nudge(1, 0)
    app.tick()
    app.tick()
    assert list((tmp_path / "state").glob("unsaved-*.json"))
    assert app.save()
    assert not list((tmp_path / "state").glob("unsaved-*.json"))


@pytest.mark.parametrize(
    ("key", "names", "mine"),
    [
        (pygame.K_RETURN, {"a.json", "a-2.json"}, "a-2.json"),
        (pygame.K_r, {"a.json"}, None),
        (pygame.K_o, {"a.json"}, "a.json"),
        (pygame.K_ESCAPE, {"a.json"}, None),
    ],
)
def test_a_file_that_changed_on_disk_is_not_overwritten_without_a_question(
    key: int, names: set[str], mine: str | None, hand: Hand, tmp_path: Path
) -> None:
    app, path = hand.app, tmp_path / "a.json"
    three().scene.save(path)
    app.open(str(path))
    app.editor.select(["apart"])
    app.editor.nudge(1, 0)
    scene, theirs = app.editor.document.scene, Scene({"theirs": Circle(0, 0, 1)})
    hand.post(pygame.WINDOWFOCUSGAINED)
    assert "has changed" not in app.note
    theirs.save(path)
    hand.post(pygame.WINDOWFOCUSGAINED)
    assert "has changed on disk" in app.note
    assert not app.save()
    assert load(path) == theirs
    hand.look()
    hand.key(key)
    assert {file.name for file in tmp_path.glob("*.json")} == names
    assert mine is None or load(tmp_path / mine) == scene
    assert mine == "a.json" or load(path) == theirs
    assert bool(app.mark) is (key == pygame.K_ESCAPE)
    if key == pygame.K_r:
        assert app.editor.document.scene == theirs
        app.undo()
        assert app.editor.document.scene == scene
    elif key != pygame.K_ESCAPE:
        app.editor.nudge(1, 0)
        assert app.save()  # what this playground wrote is no change of another


def test_restored_changes_do_not_overwrite_what_was_saved_meanwhile(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    three().scene.save(path)
    hand.app.open(str(path))
    hand.app.editor.select(["apart"])
    hand.app.editor.nudge(1, 0)
    hand.app.tick()
    kept = hand.app.memory.folder
    assert kept is not None
    (file,) = kept.glob("unsaved-*.json")
    file.rename(kept / f"unsaved-{ended_process()}.json")
    Scene({"theirs": Circle(0, 0, 1)}).save(path)
    left = Memory(kept).left()
    assert left is not None
    with window(Document()) as other:
        other.app.offer(left)
        other.key(pygame.K_RETURN)
        assert not other.app.save()
        assert other.app.question is not None


def test_two_playgrounds_keep_the_settings_of_both(tmp_path: Path) -> None:
    one, two = Memory(tmp_path), Memory(tmp_path)
    one.add_recent("a.json")
    one.set_dark(True)
    two.add_recent("b.json")
    assert [os.path.basename(path) for path in Memory(tmp_path).recent] == ["b.json", "a.json"]
    assert Memory(tmp_path).dark


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="how Linux says it")
def test_the_theme_is_the_system_s_until_one_is_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not system_theme.prefers_dark()
    (tmp_path / "kdeglobals").write_text("[General]\nColorScheme=BreezeDark\n")
    assert system_theme.prefers_dark()
    (tmp_path / "kdeglobals").unlink()
    (tmp_path / "gsettings").write_text("#!/bin/sh\necho \"'prefer-dark'\"\n")
    (tmp_path / "gsettings").chmod(0o755)
    assert system_theme.prefers_dark()
    assert Memory(tmp_path).dark is None


@pytest.mark.parametrize("text", ["", "[]", "{", '{"recent": 3, "dark": "yes"}', '{"recent": [1, "a"]}', "\0" * 9])
def test_a_broken_memory_is_empty(text: str, tmp_path: Path) -> None:
    (tmp_path / "playground.json").write_text(text)
    (tmp_path / f"unsaved-{ended_process()}.json").write_text(text)
    memory = Memory(tmp_path)
    assert memory.recent in ([], ["a"])
    assert not memory.dark
    assert memory.left() is None
    for i in range(99):
        memory.add_recent(f"{i}.json")
    memory.set_dark(True)
    again = Memory(tmp_path)
    assert len(again.recent) == MOST_RECENT
    assert again.dark
    assert json.loads((tmp_path / "playground.json").read_text())["recent"] == again.recent


def test_without_a_disk_nothing_breaks(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    memory = Memory(tmp_path / "file" / "below")
    memory.add_recent("a.json")
    memory.keep(three().scene, None)
    memory.keep(memory._kept or three().scene, None)
    memory.forget()
    assert memory.left() is None


def test_the_zoom_is_shown_in_percent_and_set_to_100(hand: Hand) -> None:
    app: App = hand.app
    app.zoom(3.0)
    hand.key(pygame.K_0, pygame.KMOD_CTRL)
    assert app.camera.scale == pytest.approx(1.0)
