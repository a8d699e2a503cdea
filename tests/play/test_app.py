"""The playground's window, driven by events on SDL's dummy driver: commands take effect, and the window shows the
result.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from play_hand import Hand, difference, three, window

from collide2d import Body, Circle, Point, Polygon, Rect, Relation
from collide2d.play.edit.commands import ACTIONS, BY_KEY, BY_NAME, COMMANDS, SWITCHES, TOOLS
from collide2d.play.edit.editor import Tool
from collide2d.play.edit.handles import Hold
from collide2d.play.model.demo import SELECTED, demo
from collide2d.play.model.document import Document
from collide2d.play.model.wording import answers_of_pair
from collide2d.play.ui.input_devices import NUDGES
from collide2d.play.view import palette
from collide2d.scene import load

SCENES = sorted((Path(__file__).parents[2] / "examples" / "scenes").glob("*.json"))


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def hand() -> Iterator[Hand]:
    """At the demo."""
    with window(demo()) as found:
        yield found


# ---- what the hand does ----------------------------------------------------------------------------------------------


def test_a_drag_moves_a_shape_and_undo_and_redo_are_exact(hand: Hand) -> None:
    start = hand.app.editor.document
    hand.drag((540, 96), (560, 110), (600, 150))
    moved = hand.app.editor.document
    assert moved["lamp"] != start["lamp"]
    assert [n for n in moved.items if moved[n] != start[n]] == ["lamp"]
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    assert hand.app.editor.document is start
    hand.key(pygame.K_y, pygame.KMOD_CTRL)
    assert hand.app.editor.document is moved
    hand.button("undo")
    assert hand.app.editor.document is start
    hand.key(pygame.K_z, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert hand.app.editor.document is moved


def test_a_body_is_dragged_turned_edited_copied_and_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hero = Body({"head": Circle(16, 6, 6), "torso": Rect(10, 12, 12, 16)})
    with window(Document().added([("hero", hero), ("wall", Rect(100, -20, 10, 80))])) as hand:
        editor = hand.app.editor
        editor.step = 1.0
        hand.drag((16, 20), (30, 20), (36, 20))
        assert editor.document["hero"] == hero.move(20, 0)
        grip = next(grip for grip in editor.grips() if grip.handle.hold is Hold.TURN)
        to = Point(grip.handle.at).rotate(90, editor.document["hero"].center).center
        hand.drag(grip.handle.at, to)
        assert editor.document["hero"] == hero.move(20, 0).rotate(90)
        assert editor.set_field("hero", ("pieces", 0, "r"), 8.0)
        head = editor.document["hero"]
        assert isinstance(head, Body)
        assert head["head"].area == Circle(0, 0, 8).area
        assert not editor.set_field("hero", ("pieces", 0, "r"), -1.0)
        assert "r must be >= 0" in editor.note
        hand.app.path = str(tmp_path / "body.json")
        assert hand.app.save()
        assert load(tmp_path / "body.json") == editor.document.scene
        code: dict[str, Any] = {}
        exec(hand.app.copy(), code)
        assert code["hero"] == editor.document["hero"]


def test_a_body_that_is_dragged_slides_around_others() -> None:
    hero = Body({"head": Circle(16, 6, 6), "torso": Rect(10, 12, 12, 16)})
    with window(Document().added([("hero", hero), ("wall", Rect(60, -50, 10, 200))])) as hand:
        editor = hand.app.editor
        editor.step, editor.solid = 1.0, True
        hand.drag((16, 20), (40, 20), (90, 30), (120, 40))
        assert editor.document["hero"].bounds[2] == 60
        assert editor.document["hero"].touches(editor.document["wall"])


def test_the_pieces_of_bodies_that_meet_are_named_and_seams_are_not_drawn() -> None:
    row = Body({"left": Rect(0, 0, 32, 32), "right": Rect(32, 0, 32, 32)})
    with window(Document().added([("row", row), ("ball", Circle(72, 16, 9))])) as hand:
        editor = hand.app.editor
        assert ("piece of row", "right") in answers_of_pair(editor.answers, "row", "ball")
        hand.app.shown = replace(hand.app.shown, names=False)
        hand.look()
        fill = hand.color(hand.pixel((8, 16)))
        assert hand.color(hand.pixel((32, 16))) == fill
        assert hand.sees(palette.now.overlapping, hand.pixel((0, 16)))
        editor.select(["row", "ball"])
        editor.set_motion((0.0, 40.0))
        for shown in (1, 2):
            hand.app.shown = replace(hand.app.shown, obstacles=shown)
            hand.look()


@pytest.mark.parametrize("tool", [tool for tool in TOOLS if tool not in ("select", "polygon", "motion", "turn")])
def test_every_tool_draws_its_kind(hand: Hand, tool: str) -> None:
    count = len(hand.app.editor.document)
    hand.button(tool)
    assert hand.app.is_on(tool)
    hand.drag((310, 290), (340, 310))
    editor = hand.app.editor
    assert len(editor.document) == count + 1
    assert editor.document[editor.selection[0]].kind == tool
    assert editor.tool is Tool.SELECT
    hand.key(pygame.K_DELETE)
    assert len(editor.document) == count


def test_a_polygon_is_made_point_by_point_and_shaped(hand: Hand) -> None:
    hand.key(pygame.K_7)
    for p in ((320, 40), (360, 40), (360, 80), (320, 80)):
        hand.click(hand.pixel(p))
    hand.look()
    hand.key(pygame.K_RETURN)
    editor = hand.app.editor
    name = editor.selected
    assert name is not None
    shape = editor.document[name]
    assert isinstance(shape, Polygon)
    assert len(shape.points) == 4
    vertex = next(g.handle for g in editor.grips() if g.handle.hold is Hold.END)
    hand.drag(vertex.at, (vertex.at[0] - 32, vertex.at[1] - 32))
    assert editor.document[name] != shape
    hand.point(hand.pixel(editor.grips()[0].handle.at))
    hand.click(hand.pixel(next(g.handle.at for g in editor.grips() if g.handle.hold is Hold.END)), button=3)
    again = editor.document[name]
    assert isinstance(again, Polygon)
    assert len(again.points) == 3


def test_handles_turn_resize_and_move_the_pivot(hand: Hand) -> None:
    editor = hand.app.editor
    hand.click(hand.pixel((480, 168)))
    hand.click(hand.pixel((220, 230)))
    assert editor.selected == "pillar"
    holds = {grip.handle.hold: grip.handle for grip in editor.grips()}
    hand.drag(holds[Hold.TURN].at, (300, 204))
    pillar: Any = editor.document["pillar"]
    assert pillar.angle == 90.0
    pivot = next(grip.handle for grip in editor.grips() if grip.handle.hold is Hold.PIVOT)
    hand.drag(pivot.at, (128, 160))
    moved: Any = editor.document["pillar"]
    assert (moved.x + moved.pivot[0], moved.y + moved.pivot[1]) == (128.0, 160.0)
    corner = next(g.handle for g in editor.grips() if g.handle.hold is Hold.SIDE and g.handle.part == "se")
    hand.drag(corner.at, (corner.at[0] - 24, corner.at[1] + 24))
    larger: Any = editor.document["pillar"]
    assert larger.width > pillar.width
    assert larger.height > pillar.height


def test_a_key_that_is_held_repeats_nudges_and_undoes_but_no_switch(hand: Hand) -> None:
    app = hand.app
    app.editor.select(["circle"])
    start = app.editor.document
    for _ in range(3):
        hand.post(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode="")
    assert app.editor.document["circle"] == start["circle"].move(3, 0)
    for _ in range(3):
        hand.post(pygame.KEYDOWN, key=pygame.K_z, mod=pygame.KMOD_CTRL, unicode="")
    assert app.editor.document is start
    for _ in range(4):
        hand.post(pygame.KEYDOWN, key=pygame.K_n, mod=0, unicode="")
    assert not app.shown.contacts
    hand.post(pygame.KEYUP, key=pygame.K_n, mod=0, unicode="")
    hand.post(pygame.KEYDOWN, key=pygame.K_n, mod=0, unicode="")
    assert app.shown.contacts


def test_arrow_keys_nudge_by_one_a_sixteenth_and_an_ulp(hand: Hand) -> None:
    editor = hand.app.editor
    editor.select(["circle"])
    circle: Any = editor.document["circle"]
    for mod, by in ((0, 1.0), (pygame.KMOD_LSHIFT, 1 / 16)):
        hand.key(pygame.K_RIGHT, mod)
        assert editor.document["circle"] == circle.move(by, 0)
        hand.key(pygame.K_LEFT, mod)
        assert editor.document["circle"] == circle
    hand.key(pygame.K_DOWN, pygame.KMOD_LCTRL)
    lower: Any = editor.document["circle"]
    assert 0 < lower.y - circle.y <= 2.0**-43
    assert lower.x == circle.x


def test_a_rubber_band_and_shift_select_and_one_drag_moves_all(hand: Hand) -> None:
    editor = hand.app.editor
    hand.app.editor.step = None
    hand.drag((320, 360), (400, 470))
    assert set(editor.selection) == {"point"}
    hand.click(hand.pixel((448, 428)), mod=pygame.KMOD_LSHIFT)
    assert set(editor.selection) == {"point", "circle"}
    start = editor.document
    hand.drag((448, 428), (448, 460))
    x, y = (editor.document["circle"].center[i] - start["circle"].center[i] for i in (0, 1))
    assert editor.document["point"] == start["point"].move(x, y)
    assert (x, y) != (0, 0)


def test_numbers_are_typed(hand: Hand) -> None:
    app = hand.app
    app.editor.select(["circle"])
    hand.look()
    field = next(t for t in app.panel.targets if t.path == ("r",))
    hand.click((field.area.x + 200, field.area.y + 8))
    hand.type("1/3")
    hand.look()
    hand.key(pygame.K_RETURN)
    assert app.editor.document["circle"] == Circle(448, 428, 1 / 3)
    hand.click((field.area.x + 200, field.area.y + 8))
    hand.type("-3")
    hand.key(pygame.K_RETURN)
    assert app.note == "Circle: r must be >= 0, got -3.0"
    assert app.is_bad
    hand.key(pygame.K_ESCAPE)
    assert app.typing.entry is None
    assert app.editor.document["circle"] == Circle(448, 428, 1 / 3)


@pytest.mark.parametrize("away", ["Enter", "Tab", "elsewhere", "another number", "close"])
def test_a_mistyped_number_stays_to_be_mended(hand: Hand, away: str) -> None:
    app = hand.app
    app.editor.select(["circle"])
    hand.look()
    fields = {t.path: (t.area.x + 200, t.area.y + 8) for t in app.panel.targets}
    hand.click(fields["r",])
    hand.type("1/3o")
    before = app.editor.document
    plain = pygame.image.tobytes(hand.look(), "RGB")
    {
        "Enter": lambda: hand.key(pygame.K_RETURN),
        "Tab": lambda: hand.key(pygame.K_TAB),
        "elsewhere": lambda: hand.click((200, 600)),
        "another number": lambda: hand.click(fields["x",]),
        "close": lambda: hand.post(pygame.QUIT),
    }[away]()
    if away == "close":
        hand.key(pygame.K_b)
    assert app.typing.entry is not None
    assert (app.typing.entry.text, app.typing.entry.target.path) == ("1/3o", ("r",))
    assert app.typing.entry.wrong == "must be a number, got '1/3o'"
    assert app.editor.document is before
    assert app.editor.selected == "circle"
    assert pygame.image.tobytes(hand.look(), "RGB") != plain
    assert hand.sees(palette.now.overlapping, (fields["r",][0] + 79, fields["r",][1]), within=8)  # the edge of its box
    hand.key(pygame.K_BACKSPACE)
    assert not app.typing.entry.wrong
    hand.key(pygame.K_RETURN)
    assert app.editor.document["circle"] == Circle(448, 428, 1 / 3)
    assert app.typing.entry is None


def test_typed_text_is_kept_while_its_card_is_hidden(hand: Hand) -> None:
    app = hand.app
    app.editor.select(["circle"])
    hand.look()
    field = next(t for t in app.panel.targets if t.path == ("r",))
    hand.click((field.area.x + 200, field.area.y + 8))
    hand.type("5")
    hand.post(pygame.VIDEORESIZE, w=600, h=500, size=(600, 500))
    hand.look()
    hand.key(pygame.K_n, letters="n")  # a command, as nothing is seen that could be typed into
    assert not app.shown.contacts
    hand.post(pygame.VIDEORESIZE, w=1000, h=700, size=(1000, 700))
    hand.type("0")
    hand.key(pygame.K_RETURN)
    assert app.editor.document["circle"] == Circle(448, 428, 50)


def test_tab_goes_from_number_to_number_and_a_name_is_changed(hand: Hand) -> None:
    app = hand.app
    app.editor.select(["circle"])
    hand.look()
    name = next(t for t in app.panel.targets if t.what == "name")
    hand.click((name.area.x + 8, name.area.y + 8))
    hand.type("disc")
    hand.key(pygame.K_TAB)
    assert "disc" in app.editor.document
    hand.look()
    hand.type("8")
    hand.key(pygame.K_TAB)
    hand.look()
    hand.type("9")
    hand.key(pygame.K_RETURN)
    assert app.editor.document["disc"] == Circle(8, 9, 32)


def test_an_answer_selects_the_pair(hand: Hand) -> None:
    app = hand.app
    app.editor.select(["ball"])
    hand.look()
    answer = next(t for t in app.panel.targets if t.what == "answer")
    hand.click((answer.area.x + 9, answer.area.y + 9))
    assert set(app.editor.selection) == {"ball", "stone"}
    hand.look()


def test_the_wheel_zooms_and_the_right_button_pans(hand: Hand) -> None:
    app = hand.app
    hand.point(hand.pixel((448, 428)))
    place = app.camera.world(hand.at)
    scale = app.camera.scale
    hand.wheel(3)
    assert app.camera.scale > scale
    assert app.camera.world(hand.at) == pytest.approx(place)
    hand.press(3)
    hand.point((hand.at[0] + 50, hand.at[1] - 20))
    hand.release(3)
    assert app.camera.world(hand.at) == pytest.approx(place)
    hand.key(pygame.K_f)
    assert app.camera.scale == pytest.approx(scale)
    assert not app.editor.history.done


def test_a_resized_window_keeps_what_is_in_its_middle(hand: Hand) -> None:
    left, top, right, bottom = hand.app.layout.room
    middle = hand.app.camera.world(((left + right) / 2, (top + bottom) / 2))
    pygame.display.set_mode((700, 500), pygame.RESIZABLE)
    hand.screen = pygame.display.get_surface() or hand.screen
    hand.post(pygame.VIDEORESIZE, w=700, h=500, size=(700, 500))
    assert hand.app.layout.size == (700, 500)
    left, top, right, bottom = hand.app.layout.room
    assert hand.app.camera.world(((left + right) / 2, (top + bottom) / 2)) == pytest.approx(middle)
    hand.look()


SIZES = [(1, 1), (7, 900), (900, 7), (200, 150), (359, 279), (360, 280), (500, 200), (859, 300), (860, 300)]


@pytest.mark.parametrize("size", SIZES)
def test_a_window_may_be_of_any_size(hand: Hand, size: tuple[int, int]) -> None:
    hand.app.editor.select(["room"])
    hand.key(pygame.K_RIGHT)
    moved = hand.app.editor.document
    hand.screen = pygame.Surface(size)
    hand.look()  # before the window's new size is known
    hand.post(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size)
    for key in (pygame.K_F1, pygame.K_F1, pygame.K_TAB):
        hand.look()
        hand.point((size[0] / 2, size[1] / 2))
        hand.app.cursor()
        hand.key(key)
    hand.post(pygame.QUIT)
    hand.look()
    assert hand.app.question is not None
    buttons = [area for area, _ in hand.app.question._areas]
    assert all(a.bottom <= b.y for a, b in itertools.pairwise(buttons))
    assert buttons[-1].bottom <= max(size[1], 0) or size[1] < 40
    hand.key(pygame.K_b)
    assert hand.app.editor.document is moved


@pytest.mark.parametrize(("r", "obstacles"), [("1e3", 1), ("1e30", 0), ("1e30", 1), ("1e30", 2), ("1e59", 1)])
def test_a_huge_radius_paints_nothing_over(hand: Hand, r: str, obstacles: int) -> None:
    app = hand.app
    app.editor.select(["circle"])
    app.shown = replace(app.shown, obstacles=obstacles)
    hand.look()
    field = next(t for t in app.panel.targets if t.path == ("r",))
    hand.click((field.area.x + 200, field.area.y + 8))
    hand.type(r)
    hand.key(pygame.K_RETURN)
    hand.look()
    shown = palette.mixed(palette.now.sheet, palette.now.overlapping, palette.FILLS[Relation.OVERLAPPING])
    for place in ((336, 60), (336, 200), (600, 300), (900, 420)):  # of the world, in the circle only
        assert [o for o in app.editor.answers.at(Point(*place)) if not app.editor.answers.is_scenery(o)] == ["circle"]
        seen = hand.color(hand.pixel(place))
        assert difference(seen, shown) < difference(seen, palette.now.obstacle)


@pytest.mark.parametrize("tool", [pygame.K_v, *range(pygame.K_1, pygame.K_9)])
def test_the_hand_may_go_to_the_end_of_the_world_and_beyond(hand: Hand, tool: int) -> None:
    app = hand.app
    app.editor.select(["circle"])
    app.editor.set_field("circle", ("x",), -1e60)
    hand.key(pygame.K_f)
    hand.wheel(-9)
    hand.key(tool)
    for p in ((100, 300), (1, 1), (600, 600)):
        hand.point(p)
        app.cursor()
        hand.press()
        hand.look()
        hand.point((p[0] + 30, p[1] - 30))
        hand.look()
        hand.release()
        hand.look()


def test_help_covers_the_window_and_goes(hand: Hand, tmp_path: Path) -> None:
    for key in (pygame.K_F1, pygame.K_h):
        before = pygame.image.tobytes(hand.look(), "RGB")
        hand.key(key)
        hand.look(tmp_path / "help.png")
        assert difference(hand.color((500, 84)), palette.now.card) < 12
        hand.key(key)
        assert pygame.image.tobytes(hand.look(), "RGB") == before


# ---- files and the clipboard -----------------------------------------------------------------------------------------


def test_saving_and_opening_preserves_the_scene(hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    hand.drag((540, 96), (600, 150))
    hand.key(pygame.K_s, pygame.KMOD_CTRL)
    assert load(tmp_path / "scene.json") == hand.app.editor.document.scene
    assert hand.app.note == "Saved scene.json"
    hand.key(pygame.K_n, pygame.KMOD_CTRL)
    assert len(hand.app.editor.document) == 0
    hand.post(pygame.DROPFILE, file=str(tmp_path / "scene.json"))
    assert hand.app.editor.document.scene == load(tmp_path / "scene.json")
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    assert len(hand.app.editor.document) > 20


def test_a_file_that_cannot_be_read_or_written_is_said_and_nothing_lost(hand: Hand, tmp_path: Path) -> None:
    before = hand.app.editor.document
    hand.post(pygame.DROPFILE, file=str(tmp_path / "none.json"))
    assert hand.app.note.endswith("none.json: cannot be read: No such file or directory")
    hand.app.path = str(tmp_path / "no" / "folder.json")
    hand.key(pygame.K_s, pygame.KMOD_CTRL)
    assert "cannot be written" in hand.app.note
    assert hand.app.is_bad
    assert hand.app.editor.document is before


LEAVES: dict[str, Callable[[Hand, Path], None]] = {
    "close": lambda hand, path: hand.post(pygame.QUIT),
    "new": lambda hand, path: hand.key(pygame.K_n, pygame.KMOD_CTRL),
    "open": lambda hand, path: hand.post(pygame.DROPFILE, file=str(path)),
}


def has_left(hand: Hand, start: Document) -> bool:
    return hand.app.done or hand.app.editor.document is not start


@pytest.mark.parametrize("has_path", [False, True])
@pytest.mark.parametrize("leave", LEAVES)
def test_unsaved_changes_are_asked_about(
    leave: str, has_path: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    other = tmp_path / "other.json"
    Document().scene.save(other)
    for answer in ("none", "back", "discard", "save", "click", "refused"):
        with window(three()) as hand:
            app, place = hand.app, tmp_path / f"{answer}.json"
            app.path = str(place) if has_path else None
            app.editor.select(["apart"])
            if answer != "none":
                hand.key(pygame.K_RIGHT)
            if answer == "refused":
                app.path = str(tmp_path / "no" / "folder.json")
            changed = app.editor.document
            LEAVES[leave](hand, other)
            assert (app.question is None) is (answer == "none") is has_left(hand, changed)
            hand.look()
            if answer == "back":
                hand.key(pygame.K_ESCAPE)
                assert (app.question, has_left(hand, changed)) == (None, False)
                hand.key(pygame.K_s, pygame.KMOD_CTRL)  # once it is saved, nothing is asked
                LEAVES[leave](hand, other)
            elif answer == "click":
                hand.click((5, 5))
                assert app.question is not None
                assert not has_left(hand, changed)
                area = next(area for area, choice in app.question._areas if choice.says.startswith("Save"))
                hand.click((area.x + 9, area.y + 9))
            elif answer != "none":
                hand.key({"discard": pygame.K_d}.get(answer, pygame.K_RETURN))
            assert app.question is None
            assert has_left(hand, changed) is (answer != "refused")
            saved = Path(str(place) if has_path else "scene.json")
            if answer in ("back", "save", "click"):
                assert load(saved) == changed.scene
                saved.unlink()
            else:
                assert not saved.exists()
                assert ("cannot be written" in app.note) is (answer == "refused")


def test_a_scene_that_comes_back_is_not_saved_over_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    other = Path("other.json")
    Document().scene.save(other)
    with window(three()) as hand:
        app, start = hand.app, hand.app.editor.document
        hand.post(pygame.DROPFILE, file=str(other))
        hand.key(pygame.K_z, pygame.KMOD_CTRL)
        assert (app.editor.document, app.is_unsaved) == (start, True)
        hand.key(pygame.K_s, pygame.KMOD_CTRL)
        assert load("scene.json") == start.scene
        hand.key(pygame.K_y, pygame.KMOD_CTRL)
        assert app.path is None
        assert load(other) == app.editor.document.scene == Document().scene


def test_closing_the_window_twice_leaves_changes_unsaved(hand: Hand) -> None:
    hand.drag((540, 96), (600, 150))
    hand.post(pygame.QUIT)
    assert not hand.app.done
    hand.key(pygame.K_b)
    hand.post(pygame.QUIT)
    assert not hand.app.done  # the first question was answered: this is another
    hand.post(pygame.QUIT)
    assert hand.app.done


def test_the_selected_shapes_are_copied_as_python(hand: Hand, capsys: pytest.CaptureFixture[str]) -> None:
    hand.app.editor.select(["hero", "door"])
    hand.key(pygame.K_c, pygame.KMOD_CTRL)
    code = pygame.scrap.get_text() if "clipboard" not in hand.app.note else capsys.readouterr().out
    made: dict[str, Any] = {}
    exec(code, made)
    document = hand.app.editor.document
    assert (made["hero"], made["door"]) == (document["hero"], document["door"])


def test_without_a_clipboard_the_code_is_printed(
    hand: Hand, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(text: str) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", fails)
    hand.app.editor.select(["runner"])
    hand.button("copy")
    assert capsys.readouterr().out.endswith(
        "runner = Capsule(672.0, 432.0, 672.0, 472.0, 24.0)\nrunner_motion = (160.0, 136.0)\n"
    )
    assert hand.app.note == "There is no clipboard: printed 1 shape as Python"


# ---- anything --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_no_sequence_of_events_is_too_much(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    chance = random.Random(seed)
    keys = [pygame.K_ESCAPE, pygame.K_TAB, pygame.K_RETURN, pygame.K_DELETE, pygame.K_SPACE, pygame.K_LEFT, pygame.K_F1,
            *range(pygame.K_a, pygame.K_z + 1), *range(pygame.K_0, pygame.K_9 + 1), pygame.K_LEFTBRACKET]  # fmt: skip
    with window(demo() if seed % 2 else three(), (700, 500)) as hand:
        start = hand.app.editor.document
        for _ in range(250):
            do = chance.randrange(8)
            if do < 3:
                hand.point((chance.uniform(0, 700), chance.uniform(0, 500)))
            elif do == 3:
                hand.press(chance.choice((1, 1, 1, 2, 3)), chance.choice((0, 0, pygame.KMOD_SHIFT, pygame.KMOD_ALT)))
            elif do == 4:
                hand.release(chance.choice((1, 1, 1, 3)))
            elif do == 5:
                hand.wheel(chance.randint(-3, 3))
            else:
                key = chance.choice(keys)
                letters = chr(key) if key < 127 else ""
                hand.key(key, chance.choice((0, 0, 0, pygame.KMOD_CTRL, pygame.KMOD_SHIFT)), letters)
            if chance.random() < 0.2:
                hand.app.painter.move()
                hand.app.draw(hand.screen)
                hand.app.cursor()
        hand.app.editor.cancel()
        while hand.app.editor.undo():
            pass
        assert hand.app.editor.document is start


# ---- the table of commands -------------------------------------------------------------------------------------------


def test_every_command_has_keys_and_no_key_two_meanings() -> None:
    keys = [key for command in COMMANDS for key in command.keys]
    assert len(keys) == len(set(keys)) == len(BY_KEY)
    assert not set(keys) & set(NUDGES)
    assert {*TOOLS, *SWITCHES, *ACTIONS} <= BY_NAME.keys()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_can_be_done(hand: Hand, command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    hand.app.editor.select(SELECTED)
    hand.app.do(command.name)
    hand.look()


def test_a_press_far_zoomed_out_finds_the_shapes() -> None:
    far = Document().added([("far", Circle(1e60, 0, 1)), ("near", Circle(0, 0, 1))])
    with window(far) as hand:
        hand.wheel(-1_000_000)
        hand.wheel(-300)
        assert 7 * hand.app.camera.unit > 1e60
        for tool in (Tool.SELECT, Tool.CIRCLE, Tool.POLYGON, Tool.MOTION):
            hand.app.editor.use(tool)
            hand.click(hand.pixel((0, 0)))
        hand.wheel(1_000_000)
        assert math.isfinite(hand.app.camera.scale)
