"""Playing motions and turns: nothing enters anything, bounces keep the speed, and a file keeps both."""

from __future__ import annotations

import math

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_hand import window

from collide2d import Circle, Polygon, Rect, Relation
from collide2d.play.edit.editor import Editor
from collide2d.play.model.document import Document
from collide2d.play.model.simulation import RATE, played
from collide2d.scene import RESPONSES, Item, Layer, Scene, SceneError, loads
from collide2d.typing import Response

BOX = Rect(0, 0, 200, 120)
WALLS = (
    Item("top", Rect(-20, -20, 240, 20)),
    Item("bottom", Rect(-20, 120, 240, 20)),
    Item("left", Rect(-20, 0, 20, 120)),
    Item("right", Rect(200, 0, 20, 120)),
    Item("stone", Polygon([(90, 40), (120, 50), (110, 80), (85, 70)])),
)
TURNS = st.floats(-360, 360)
SPEEDS = st.tuples(st.floats(-3e3, 3e3), st.floats(-3e3, 3e3))


def document(*items: Item) -> Document:
    return Document(Scene((*WALLS, *items)))


@settings(max_examples=25)
@given(
    motions=st.tuples(SPEEDS, SPEEDS),
    responses=st.tuples(*2 * [st.sampled_from(RESPONSES[:3])]),
    turns=st.tuples(TURNS, TURNS),
)
def test_nothing_that_plays_enters_anything(
    motions: tuple[tuple[float, float], tuple[float, float]],
    responses: tuple[Response, Response],
    turns: tuple[float, float],
) -> None:
    ball = Item("ball", Circle(30, 30, 10), motion=motions[0], response=responses[0])
    crate = Item("crate", Rect(140, 70, 24, 24, 20), motion=motions[1], response=responses[1], turn=turns[0])
    arm = Item("arm", Rect.pivoted(60, 90, 50, 4, (2, 2)), response=responses[0], turn=turns[1])
    now = document(ball, crate, arm)
    for _ in range(20):
        now = played(now)
        assert all(f.relation is not Relation.OVERLAPPING for f in now.scene.findings())
        assert all(BOX.contains(now[name].center) for name in ("ball", "crate"))


@given(motion=SPEEDS)
def test_a_bounce_keeps_the_speed_and_a_slide_keeps_the_motion(motion: tuple[float, float]) -> None:
    for response in ("bounce", "slide", "stop"):
        now = played(document(Item("ball", Circle(30, 30, 10), motion=motion, response=response)), 10)
        after = now.motions["ball"]
        assert after == motion if response != "bounce" else math.isclose(math.hypot(*after), math.hypot(*motion))


def test_a_ghost_passes_and_a_trigger_stops_nothing() -> None:
    ghost = Item("ghost", Circle(30, 60, 10), motion=(240.0, 0.0), response="pass")
    assert played(document(ghost), RATE)["ghost"].center[0] == pytest.approx(270)
    room = Layer("room", trigger=True)
    scene = Scene(
        (Item("door", Rect(60, 0, 10, 99), "room"), Item("ball", Circle(30, 60, 10), motion=(60.0, 0.0))),
        layers=(room,),
    )
    assert played(Document(scene), RATE)["ball"].center[0] == pytest.approx(90)


def test_a_turn_stops_or_turns_back_at_what_it_hits_and_a_ghost_turns_through() -> None:
    responses: tuple[tuple[Response, int], ...] = (("stop", 1), ("slide", 1), ("bounce", -1), ("pass", 1))
    for response, back in responses:
        arm = Item("arm", Rect.pivoted(10, 60, 60, 4, (2, 2)), turn=-90.0, response=response)
        peg = Item("peg", Circle(50, 30, 4))
        start, now = document(arm, peg), document(arm, peg)
        hit = start["arm"].turn_cast(-90, start["peg"])
        assert hit is not None
        now = played(now, RATE // 2)
        turned = now["arm"]
        assert isinstance(turned, Rect)
        angle = math.remainder(turned.angle, 360)
        assert now.turns == {"arm": -90.0 * back}
        assert turned.relate(now["peg"]) is not Relation.OVERLAPPING or response == "pass"
        if response == "pass":
            assert angle == pytest.approx(-45)
        elif back > 0:
            assert angle == pytest.approx(-90 * hit.t)
        else:
            assert -90 * hit.t < angle < 0


def test_a_play_is_one_step_to_undo() -> None:
    start = document(Item("ball", Circle(30, 30, 10), motion=(300.0, 200.0), response="bounce"))
    editor = Editor(start)
    for _ in range(5):
        assert editor.play()
    assert editor.document == played(start, 5)
    assert editor.undo()
    assert editor.document is start
    assert not editor.rewind()
    assert not Editor(document()).play()


def test_a_scene_keeps_motions_and_old_scenes_load() -> None:
    scene = document(Item("ball", Circle(30, 30, 10), motion=(3.0, 0.1), response="bounce")).scene
    assert loads(scene.dumps()) == Scene(scene.to_dict()) == scene
    assert scene.to_dict()["version"] == 2
    scene = document(Item("ball", Circle(30, 30, 10), motion=(3.0, 0.1), turn=-0.1)).scene
    assert loads(scene.dumps()) == Scene(scene.to_dict()) == scene
    assert scene.to_dict()["version"] == 3
    assert "version" not in document().scene.to_dict()
    old = '"shapes": [{"name": "a", "kind": "point", "x": 1, "y": 1}]'
    assert loads(f"{{{old}}}") == loads(f'{{"version": 1, {old}}}') == loads(f'{{"version": 2, {old}}}')


@pytest.mark.parametrize(
    ("version", "more", "said"),
    [
        ("4", "", "version must be at most 3, got 4"),
        ('"2"', "", "version must be a whole number"),
        ("true", "", "version must be a whole number"),
        ("2", '"motion": [1], ', "motion must be a pair of numbers"),
        ("2", '"motion": [1e300, 0], ', "shape 'a': "),
        ("3", '"turn": [1], ', "turn must be a number"),
        ("3", '"turn": 1e3, ', "turn must be between -360 and 360 degrees, got 1000"),
        ("2", '"response": "slid", ', "did you mean 'slide'"),
        ("2", '"response": [], ', "response must be one of"),
    ],
)
def test_a_scene_with_a_wrong_motion_or_version_is_refused(version: str, more: str, said: str) -> None:
    text = f'{{"version": {version}, "shapes": [{{"name": "a", {more}"kind": "point", "x": 1, "y": 1}}]}}'
    with pytest.raises(SceneError, match=said):
        loads(text)


def test_the_window_plays_pauses_steps_and_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    start = document(Item("ball", Circle(30, 30, 10), motion=(60.0, 0.0), response="bounce"))
    with window(start) as hand:
        app = hand.app
        hand.key(pygame.K_PERIOD)
        assert app.editor.document["ball"] == Circle(31, 30, 10)
        hand.key(pygame.K_p)
        for _ in range(3):
            app.tick()
        assert app.is_on("play")
        hand.look()
        hand.button("play")
        app.tick()
        assert app.editor.document["ball"] == Circle(34, 30, 10)
        hand.key(pygame.K_COMMA)
        assert app.editor.document is start
        app.editor.select(["ball"])
        hand.look()
        row = next(target for target in app.panel.targets if target.what == "response")
        hand.click((row.area.x + 9, row.area.y + 5))
        hand.key(pygame.K_r)
        assert app.editor.document.items["ball"].response == "stop"
        app.editor.set_motion(None)
        hand.key(pygame.K_p)
        assert not app.playing
        assert "motion" in app.note
