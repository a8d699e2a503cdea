"""The playground's editor: handles work, files and code give equal shapes back, and everything can be undone."""

from __future__ import annotations

import ast
import contextlib
import doctest
import importlib
import math
import pkgutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collide2d import Circle, Point, Rect, Relation, RoundRect, Shape
from collide2d.cli import program
from collide2d.play.edit import handles
from collide2d.play.edit.editor import Editor, Tool
from collide2d.play.edit.handles import Hold
from collide2d.play.model import camera as cameras
from collide2d.play.model.answers import Answers
from collide2d.play.model.demo import demo
from collide2d.play.model.document import Document, free_name, grain, nudged
from collide2d.play.model.files import opened, python_code
from collide2d.play.model.wording import said_of_way, sentence
from collide2d.play.view.layout import layout_of
from collide2d.testing.recipes import KINDS
from collide2d.testing.strategies import shapes

SCENES = sorted((Path(__file__).parents[2] / "examples" / "scenes").glob("*.json"))


def document_of(found: list[Shape]) -> Document:
    return Document().added([(f"{shape.kind} {i}", shape) for i, shape in enumerate(found)])


# ---- documents -------------------------------------------------------------------------------------------------------


@given(st.lists(shapes(), min_size=1, max_size=6))
def test_code_makes_the_same_shapes(found: list[Shape]) -> None:
    document = document_of(found).with_motion(f"{found[0].kind} 0", (0.1, -1e-3))
    with contextlib.suppress(ValueError):  # a shape at the edge of the domain cannot turn
        document = document.with_turn(f"{found[0].kind} 0", 0.1)
    names: dict[str, Any] = {}
    exec(python_code(document, list(document.items)), names)
    made = {name: names[name.replace(" ", "_")] for name in document.items}
    assert made == {name: item.shape for name, item in document.items.items()}
    for name, motion in document.motions.items():
        assert names[f"{name.replace(' ', '_')}_motion"] == motion
    for name, angle in document.turns.items():
        assert names[f"{name.replace(' ', '_')}_turn"] == angle


@given(st.lists(st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=12), min_size=1))
def test_every_name_becomes_a_variable_of_its_own(names: list[str]) -> None:
    document = Document().added(
        [(name, Point(i, 0)) for i, name in enumerate(names) if name.strip() and name.isprintable()]
    )
    made: dict[str, Any] = {}
    exec(python_code(document, list(document.items)), made)
    assert sorted(v.x for v in made.values() if isinstance(v, Point)) == sorted(
        item.shape.center[0] for item in document.scene.items
    )


@given(st.lists(shapes(), max_size=6))
def test_saving_and_opening_preserves_the_scene(found: list[Shape]) -> None:
    import tempfile

    document = document_of(found)
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "scene.json")
        document.scene.save(path)
        assert opened(path).scene == document.scene


def test_the_demo_is_saved_and_opened_equal(tmp_path: Path) -> None:
    demo().scene.save(tmp_path / "demo.json")
    assert opened(str(tmp_path / "demo.json")).scene == demo().scene


def test_the_demo_shows_every_relation_and_a_hit() -> None:
    world = Answers(demo())
    assert {f.relation.name for f in world.findings() if not f.trigger} == {"TOUCHING", "OVERLAPPING"}
    assert any(f.trigger for f in world.findings())
    name, *_ = demo().motions
    assert world.way(name).hits


def test_a_taken_name_gets_a_number_and_stays_short() -> None:
    taken = {"a", "a 2", "a 3"}
    assert free_name("a", taken) == "a 4"
    assert free_name("a 2", taken) == "a 4"
    assert len(free_name("x" * 80, {"x" * 80})) <= 80


@given(shapes(), st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]))
def test_a_grain_is_the_least_nudge_that_moves_all_of_a_shape(shape: Shape, way: tuple[int, int]) -> None:
    try:
        moved = nudged(shape, *way, grains=True)
    except ValueError:  # the edge of the domain
        return
    axis = 0 if way[0] else 1
    low, high = shape.bounds[axis], shape.bounds[axis + 2]
    assert moved != shape
    assert abs(moved.bounds[axis + 2] - high) <= 4 * grain(shape, axis)
    assert abs(moved.bounds[axis] - low) <= 4 * grain(shape, axis)


# ---- the hand --------------------------------------------------------------------------------------------------------


def at_work(*found: Shape) -> Editor:
    editor = Editor(document_of(list(found)))
    editor.step = 1.0
    return editor


@pytest.mark.parametrize("tool", list(Tool)[1:8])
def test_every_kind_is_drawn_out_and_clicked(tool: Tool) -> None:
    editor = at_work()
    editor.use(tool)
    if tool is Tool.POLYGON:
        for p in ((0, 0), (40, 0), (40, 40), (0, 0)):
            editor.press(p)
            editor.release()
    else:
        editor.press((0, 0))
        editor.drag((41.3, 20.2))
        editor.release()
    made = editor.selected
    assert made is not None
    assert editor.document[made].kind == tool.value
    assert editor.tool is Tool.SELECT
    assert all(float(x).is_integer() for x in editor.document[made].bounds)
    if tool is not Tool.POLYGON:
        editor.use(tool)
        editor.press((100, 100))
        editor.release()
        assert len(editor.document) == 2
        assert editor.document[editor.selection[0]].kind == tool.value


@given(st.floats(-50, 50), st.floats(-50, 50), st.sampled_from([2.0**k for k in range(-5, 6)]))
def test_with_the_grid_boxes_and_balls_touch_exactly(x: float, y: float, step: float) -> None:
    """However a hand shakes: edges that it brings to the same line are there to the last bit."""
    editor = at_work(Rect(x, y, 32, 32), Circle(x + 100, y, 16))
    editor.step, editor.pixel = step, step / 64
    for name in ("rect 0", "circle 1"):
        editor.select([name])
        center = editor.document[name].center
        editor.press(center)
        editor.drag((center[0] + 0.3 * step, center[1] + 0.2 * step))
        editor.release()
        left, top, right, bottom = editor.document[name].bounds
        assert any(edge % step == 0 for edge in (left, right))
        assert any(edge % step == 0 for edge in (top, bottom))


def test_touching_is_told_from_an_ulp_apart() -> None:
    editor = at_work(Rect(0, 0, 32, 32), Circle(48, 16, 16))
    assert editor.document["rect 0"].touches(editor.document["circle 1"])
    editor.select(["circle 1"])
    assert editor.nudge(1, 0, grains=True)
    assert editor.answers.findings() == []
    assert 0 < editor.document["rect 0"].separation(editor.document["circle 1"]) < 1e-13
    assert editor.undo()
    assert editor.nudge(-1, 0, grains=True)
    assert [f.relation.name for f in editor.answers.findings()] == ["OVERLAPPING"]
    assert editor.undo()
    assert [f.relation.name for f in editor.answers.findings()] == ["TOUCHING"]


def test_a_click_takes_the_smallest_and_scenery_only_at_its_edge() -> None:
    editor = Editor(demo())
    for name in ("guest", "point", "r2", "pebble", "segment"):
        p = editor.document[name].center
        assert editor.shape_at(p) == name
    assert editor.shape_at((150, 30)) is None
    editor.press((144, 0))
    editor.release()
    assert editor.selected == "Configuration space"


def test_a_rubber_band_takes_what_it_meets_and_nothing_else() -> None:
    editor = at_work(Circle(0, 0, 5), Circle(20, 0, 5), Circle(60, 0, 5))
    editor.press((-10, -10))
    editor.drag((16, 10))
    editor.release()
    assert set(editor.selection) == {"circle 0", "circle 1"}
    editor.press((52, -10), extend=True)
    editor.drag((57, 10))
    editor.release()
    assert set(editor.selection) == {"circle 0", "circle 1", "circle 2"}
    assert not editor.history.done


def test_all_that_is_selected_moves_and_one_click_keeps_one() -> None:
    editor = at_work(Circle(0, 0, 5), Circle(20, 0, 5))
    editor.select_all()
    editor.press((0, 0))
    editor.drag((7, 3))
    editor.release()
    assert (editor.document["circle 0"], editor.document["circle 1"]) == (Circle(7, 3, 5), Circle(27, 3, 5))
    editor.press((7, 3))
    editor.release()
    assert editor.selection == ("circle 0",)


def test_a_solid_drag_goes_into_nothing() -> None:
    editor = at_work(Circle(0, 0, 8), Rect(20, -50, 10, 100), RoundRect(-60, 30, 80, 20, 6))
    editor.solid = True
    editor.press((0, 0))
    for i in range(60):
        angle = 0.4 * i
        editor.drag((2 * i * math.cos(angle), 2 * i * math.sin(angle)))
        assert not [f for f in editor.answers.findings() if f.relation.name == "OVERLAPPING"]
    editor.release()
    assert editor.undo()
    assert editor.document["circle 0"] == Circle(0, 0, 8)


def test_a_motion_is_aimed_and_gone() -> None:
    editor = at_work(Circle(0, 0, 8), Rect(40, -50, 10, 100))
    editor.use(Tool.MOTION)
    editor.press((0, 0))
    editor.drag((64.2, 0.1))
    editor.release()
    assert editor.document.motions == {"circle 0": (64.0, 0.0)}
    assert editor.answers.way("circle 0").t == 0.5
    editor.go()
    assert editor.document["circle 0"] == Circle(32, 0, 8)
    assert editor.document["circle 0"].touches(editor.document["rect 1"])
    editor.go()
    assert editor.document["circle 0"] == Circle(32, 0, 8)
    editor.set_motion(None)
    assert editor.document.motions == {}


def test_a_turn_is_aimed_past_half_a_turn_and_gone() -> None:
    editor = at_work(Rect.pivoted(0, 0, 60, 8, (4, 4)), Circle(30, 40, 10))
    door, ball = editor.document["rect 0"], editor.document["circle 1"]
    editor.use(Tool.TURN)
    editor.press((50, 1))
    for degrees in (60, 140, 200, 290):
        editor.drag((50 * math.cos(math.radians(degrees)), 50 * math.sin(math.radians(degrees))))
    assert editor.document.turns == {"rect 0": 285.0}
    for degrees in (200, 88):
        editor.drag((50 * math.cos(math.radians(degrees)), 50 * math.sin(math.radians(degrees))))
    editor.release()
    assert editor.tool is Tool.SELECT
    assert editor.document.turns == {"rect 0": 90.0}
    hit = door.turn_cast(90, ball)
    assert hit is not None
    way = editor.answers.way("rect 0")
    assert (way.t, [met.item.name for met in way.hits]) == (hit.t, ["circle 1"])
    editor.go()
    assert editor.document["rect 0"] == door.rotate(hit.t * 90)
    assert not editor.document["rect 0"].overlaps(ball)
    editor.go()
    assert editor.document["rect 0"].relate(door.rotate(hit.t * 90, (0, 0))) is Relation.OVERLAPPING
    assert editor.answers.way("rect 0").t < 1e-9  # as near as the first turn came
    editor.undo()
    grip = next(g for g in editor.grips() if g.handle.hold is Hold.AIM)
    editor.press(grip.handle.at)
    editor.drag(handles.tip_of_turn(editor.document["rect 0"], -30.0, editor.pixel))
    editor.release()
    assert editor.document.turns["rect 0"] == -30.0
    editor.set_turn(361.0)
    assert editor.note == "turn must be between -360 and 360 degrees, got 361.0"
    editor.set_turn(None)
    assert editor.document.moving == ()


def test_a_shape_turns_while_it_moves() -> None:
    editor = at_work(Rect(0, 0, 40, 10), Rect(100, -50, 10, 100))
    rod, wall = editor.document["rect 0"], editor.document["rect 1"]
    editor.select(["rect 0"])
    editor.set_turn(90.0)
    editor.set_motion((100.0, 0.0))
    hit, way = rod.turn_cast(90, wall, motion=(100, 0)), editor.answers.way("rect 0")
    assert hit is not None
    assert way.t == hit.t
    assert 0.6 < way.t < 0.75, "neither as long as it lies nor as if it stood"
    assert said_of_way(way).startswith("stops at rect 1 at t = 0.65")
    assert said_of_way(way).endswith(f", turned by {way.stop:.4f}°")
    editor.go()
    assert editor.document["rect 0"] == rod.rotate(hit.t * 90).move(hit.t * 100, 0)
    assert not editor.document["rect 0"].overlaps(wall)


def test_a_turn_that_would_leave_the_domain_with_the_motion_is_dropped() -> None:
    document = Document().added([("rod", Rect(0, 0, 40, 10))]).with_turn("rod", 90.0)
    far = Rect.centered(0, 8e59, 3.8e59, 1e59)
    assert document.moved({"rod": far}).turns == {"rod": 90.0}
    both = document.with_motion("rod", (0.0, 1.5e59)).moved({"rod": far})
    assert (both.motions, both.turns) == ({"rod": (0.0, 1.5e59)}, {})
    with pytest.raises(ValueError, match="turn"):
        both.with_turn("rod", 90.0)


@given(shapes(KINDS, ("lattice", "scattered", "near_touch", "deep")), shapes(KINDS, ("lattice", "scattered")))
def test_touch_leaves_no_overlap_and_next_to_no_gap(a: Shape, b: Shape) -> None:
    editor = Editor(document_of([a, b]))
    editor.select([f"{a.kind} 0"])
    editor.touch()
    moved = editor.document[f"{a.kind} 0"]
    assert not moved.overlaps(b)
    assert moved.distance(b) <= 1e-6 * (1 + max(map(abs, (*moved.bounds, *b.bounds))))


def test_escape_gives_back_what_was() -> None:
    editor = at_work(Circle(0, 0, 5))
    before = editor.document
    editor.press((0, 0))
    editor.drag((50, 50))
    assert editor.document != before
    assert editor.cancel()
    assert editor.document is before
    assert not editor.history.done


# ---- camera and layout -----------------------------------------------------------------------------------------------


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.floats(0.01, 100), st.floats(0, 1000), st.floats(0, 800))
def test_zooming_keeps_what_is_under_the_pointer(x: float, y: float, factor: float, px: float, py: float) -> None:
    camera = cameras.Camera((x, y), (400.0, 300.0), 2.0)
    near = camera.zoomed(factor, (px, py), 1e6)
    size = abs(x) + abs(y) + (px + py + 700) / near.scale  # of the centre, and of the pixels in the world
    assert math.dist(near.world((px, py)), camera.world((px, py))) <= 16 * 2.0**-53 * size  # eight operations each way


@given(st.integers(1, 4000), st.integers(1, 3000))
def test_cards_are_in_the_window_and_never_on_each_other(w: int, h: int) -> None:
    layout = layout_of((w, h))
    w, h = layout.size
    for card in layout.cards:
        assert 0 <= card.x < card.right <= w
        assert 0 <= card.y < card.bottom <= h
    boxes = [Rect(*card) for card in layout.cards]
    assert [1 for i, a in enumerate(boxes) for b in boxes[:i] if a.overlaps(b)] == []
    squares = [Rect(*button.area) for button in layout.buttons]
    assert [1 for i, a in enumerate(squares) for b in squares[:i] if a.overlaps(b)] == []
    for button in layout.buttons:
        assert layout.covers((button.area.x, button.area.y))


# ---- what is written about it ----------------------------------------------------------------------------------------


def modules() -> list[str]:
    package = importlib.import_module("collide2d.play")
    return [m.name for m in pkgutil.walk_packages(package.__path__, "collide2d.play.")]


@pytest.mark.parametrize("name", ["collide2d.play", *modules()])
def test_the_examples_of_the_modules_are_true(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


def imports_of(path: Path) -> set[str]:
    """The modules that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


@pytest.mark.parametrize(
    ("room", "forbidden"),
    [
        ("model", ("pygame", "collide2d.pygame", "collide2d.play.edit", "collide2d.play.view", "collide2d.play.ui")),
        ("edit", ("pygame", "collide2d.pygame", "collide2d.play.view", "collide2d.play.ui")),
        ("view", ("collide2d.play.ui",)),
    ],
)
def test_a_room_of_the_playground_imports_none_of_those_above_it(room: str, forbidden: tuple[str, ...]) -> None:
    package = importlib.import_module(f"collide2d.play.{room}")
    files = sorted(Path(package.__path__[0]).glob("*.py"))
    assert len(files) > 3
    for path in files:
        for name in imports_of(path):
            assert not any(name == bad or name.startswith(f"{bad}.") for bad in forbidden), f"{path.name}: {name}"


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_check_and_the_playground_count_the_same_pairs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program.main(["check", str(path)])
    summary = capsys.readouterr().out.partition("\n")[0]
    _, said = sentence(Editor(opened(str(path))).answers, ())
    assert summary.endswith(f": {said}")
