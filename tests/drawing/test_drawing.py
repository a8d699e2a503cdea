"""Drawings: well-formed, the same every time, and every outline where the shape is."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scripts import script

from collide2d import (
    Body,
    Capsule,
    Circle,
    Contact,
    Move,
    Point,
    Polygon,
    Rect,
    RoundRect,
    Segment,
    Shape,
    Space,
    contact,
    sweep,
)
from collide2d._rendering.borders import border
from collide2d._rendering.labels import Box, Crowd
from collide2d._rendering.turns import (
    screw_steps,
    step_border,
    swept_border,
    swept_loops,
    swept_steps,
    turned_line,
)
from collide2d._turning import pivot_of
from collide2d.drawing import AMBER, BLUE, GREEN, RED, Drawing, View, drawing_of, outline, svg
from collide2d.drawing.canvas import text_width
from collide2d.drawing.marks import ShapeMark
from collide2d.scene import Item, Layer, Scene, SceneError, load
from collide2d.testing.strategies import shapes
from collide2d.typing import Response, Solid
from collide2d.walker import Walk, Walker

ROOT = Path(__file__).parents[2]
SCENES = sorted((ROOT / "examples" / "scenes").glob("*.json"))
RESPONSES: list[Response] = ["slide", "stop", "bounce", "pass"]
NAMESPACE = "{http://www.w3.org/2000/svg}"
WORLD = View(1.0, (0.0, 0.0), (0.0, 0.0))
TURNED = RoundRect.centered(50, 40, 60, 30, 8, 30)

SHAPES: dict[str, Shape] = {
    "circle": Circle(10, 20, 5),
    "segment": Segment(0, 0, 30, 40),
    "capsule": Capsule(0, 0, 30, 40, 10),
    "rect": Rect(1, 2, 30, 4),
    "turned rect": Rect.centered(0, 0, 40, 10, 45),
    "round rect": RoundRect(0, 0, 40, 20, 5),
    "turned round rect": TURNED,
    "flat round rect": RoundRect(0, 0, 40, 20, 10),
    "triangle": Polygon([(0, 0), (40, 0), (0, 30)]),
    "round triangle": Polygon([(0, 0), (40, 0), (0, 30)], radius=6),
}


def elements(text: str, tag: str) -> list[ET.Element]:
    """The elements of a picture with a tag, in order."""
    return list(ET.fromstring(text).iter(NAMESPACE + tag))


def texts(text: str) -> list[str]:
    """All that is written, without the halos under it."""
    return [element.text or "" for element in elements(text, "text") if element.get("aria-hidden") is None]


def commands(path: str) -> list[tuple[str, tuple[float, ...]]]:
    """The commands of path data, with their numbers."""
    return [(c, tuple(map(float, v.split()))) for c, v in re.findall(r"([MLAZ])([^MLAZ]*)", path)]


# ---- outlines --------------------------------------------------------------------------------------------------------


def distance_to_core(shape: Shape, p: tuple[float, float]) -> float:
    """From a point to the hull of the vertices."""
    core = Polygon.hull(shape.vertices)
    return core.distance(Point(*p))


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_every_corner_of_an_outline_is_on_the_boundary(shape: Shape) -> None:
    for command, numbers in commands(outline(shape, WORLD)):
        if command != "Z":
            assert distance_to_core(shape, (numbers[-2], numbers[-1])) == pytest.approx(shape.radius, abs=0.01)


@pytest.mark.parametrize(
    "shape", [s for s in SHAPES.values() if s.radius], ids=[n for n, s in SHAPES.items() if s.radius]
)
def test_every_arc_is_round_a_vertex_with_the_radius(shape: Shape) -> None:
    at = (math.nan, math.nan)
    arcs = 0
    for command, numbers in commands(outline(shape, WORLD)):
        if command == "A":
            rx, ry, turn, large, sweep, x, y = numbers
            assert (rx, ry, turn, large, sweep) == (shape.radius, shape.radius, 0, 0, 1)
            near = [v for v in shape.vertices if math.dist(v, at) < shape.radius + 0.02 > math.dist(v, (x, y))]
            assert any(abs(math.dist(v, p) - shape.radius) < 0.02 for v in near for p in (at, (x, y)))
            arcs += 1
        if numbers:
            at = (numbers[-2], numbers[-1])
    assert arcs == max(2, len(shape.vertices))


def test_a_rounded_box_is_four_lines_and_four_arcs() -> None:
    assert outline(RoundRect(0, 0, 40, 20, 5), WORLD) == (
        "M5 0L35 0A5 5 0 0 1 40 5L40 15A5 5 0 0 1 35 20L5 20A5 5 0 0 1 0 15L0 5A5 5 0 0 1 5 0Z"
    )


def test_a_circle_is_two_half_turns() -> None:
    assert outline(Circle(10, 20, 5), WORLD) == "M5 20A5 5 0 0 1 15 20A5 5 0 0 1 5 20Z"


def test_a_capsule_is_two_lines_and_two_half_turns() -> None:
    assert outline(Capsule(0, 0, 30, 40, 10), WORLD) == "M8 -6L38 34A10 10 0 0 1 22 46L-8 6A10 10 0 0 1 8 -6Z"


def test_a_segment_is_open_and_a_box_is_closed() -> None:
    assert outline(Segment(0, 0, 30, 40), WORLD) == "M0 0L30 40"
    assert outline(Rect(1, 2, 30, 4), WORLD) == "M1 2L31 2L31 6L1 6Z"


NUMBERS = st.one_of(st.floats(-60, 600), st.sampled_from([-1e300, -24.0, 0.0, 24.0, 1e9, 1e300]))
BOXES = st.builds(lambda x, y, w, h: Box(x, y, x + w, y + h), NUMBERS, NUMBERS, *[st.floats(0, 200)] * 2)


@given(st.lists(BOXES, max_size=12), BOXES, st.integers(0, 3))
def test_a_crowd_covers_the_sum_of_what_its_boxes_cover(boxes: list[Box], box: Box, since: int) -> None:
    crowd = Crowd(24.0)
    for other in boxes:
        crowd.add(other)
    expected = sum(box.shared(other) for other in boxes[since:])
    assert crowd.shared(box, since) == pytest.approx(expected, rel=1e-9)


def test_a_view_moves_and_scales() -> None:
    view = View(2.0, (10.0, 20.0), (100.0, 50.0))
    assert view.at((11, 22)) == (102.0, 54.0)
    assert outline(Circle(10, 20, 5), view) == "M90 50A10 10 0 0 1 110 50A10 10 0 0 1 90 50Z"


@given(shapes())
def test_every_shape_has_a_picture_of_finite_numbers(shape: Shape) -> None:
    text = svg(shape)
    ET.fromstring(text)
    assert not re.search(r"[^a-z-](nan|inf)[^a-z]", text), text


@given(st.lists(shapes(), max_size=4))
def test_every_few_shapes_have_a_picture(some: list[Shape]) -> None:
    text = svg(some)
    root = ET.fromstring(text)
    assert float(root.get("height", "0")) < 1.2 * float(root.get("width", "0")) + 300


# ---- scenes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_a_scene_s_picture_has_every_shape_by_name(path: Path) -> None:
    scene = load(path)
    text = svg(scene)
    titles = [element.text for element in elements(text, "title")]
    assert sorted(map(str, titles)) == sorted(item.name for item in scene.items)
    assert scene.title in texts(text)


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_a_picture_is_the_same_every_time(path: Path) -> None:
    assert svg(load(path)) == svg(load(path))


def test_small_scenes_are_labelled_and_large_ones_are_not() -> None:
    few = Scene(tuple(Item(f"ball {i}", Circle(10 * i, 0, 2)) for i in range(5)))
    many = Scene(tuple(Item(f"ball {i}", Circle(10 * i, 0, 2)) for i in range(50)))
    assert {"ball 0", "ball 4"} <= set(texts(svg(few)))
    assert "ball 0" not in texts(svg(many))
    assert "ball 0" in texts(svg(many, labels="all"))
    assert "ball 0" not in texts(svg(few, labels="none"))


def test_shapes_are_coloured_by_their_relation() -> None:
    scene = {"a": Circle(0, 0, 2), "b": Circle(3, 0, 2), "c": Circle(7, 0, 2), "d": Circle(20, 0, 2)}
    paths = {path.findtext(NAMESPACE + "title"): path.get("stroke") for path in elements(svg(scene), "path")}
    assert (paths["a"], paths["b"], paths["c"], paths["d"]) == (RED, RED, AMBER, BLUE)


def test_layers_give_the_fill_and_the_order() -> None:
    layers = (Layer("floor", "#eeeeee", ignore=("*",)), Layer("box", "#aa8844"))
    items = (Item("b", Rect(1, 1, 2, 2), "box"), Item("free", Circle(9, 9, 1)), Item("f", Rect(0, 0, 9, 9), "floor"))
    named = {p.findtext(NAMESPACE + "title"): p.get("fill") for p in elements(svg(Scene(items, layers=layers)), "path")}
    assert [name for name in named if name] == ["f", "b", "free"]
    assert (named["f"], named["b"]) == ("#eeeeee", "#aa8844")


def test_contacts_show_depth_touch_and_distance() -> None:
    said = texts(svg({"a": Circle(0, 0, 2), "b": Circle(3, 0, 2), "c": Circle(7, 0, 2), "d": Circle(20, 0, 2)}))
    assert {"depth 1", "touch", "9"} <= set(said)
    assert {"overlapping", "touching", "apart", "contact point", "distance to the nearest shape"} <= set(said)


def test_the_legend_explains_only_what_the_picture_shows() -> None:
    said = texts(svg({"a": Circle(0, 0, 2), "b": Circle(9, 0, 2)}))
    assert "apart" in said
    assert not {"overlapping", "touching", "contact point", "depth, to scale"} & set(said)
    assert "apart" not in texts(svg({"a": Circle(0, 0, 2), "b": Circle(9, 0, 2)}, legend=False))


def test_contacts_with_triggers_are_not_drawn() -> None:
    layers = (Layer("room", trigger=True),)
    scene = Scene((Item("room", Rect(0, 0, 9, 9), "room"), Item("ball", Circle(4, 4, 1))), layers=layers)
    assert not any(said.startswith("depth") for said in texts(svg(scene)))


def test_names_are_escaped() -> None:
    text = svg({'<b> & "c"': Circle(0, 0, 1)}, title="1 < 2")
    assert '<b> & "c"' in texts(text)
    assert "1 < 2" in texts(text)


def test_many_shapes_in_one_place_are_a_picture() -> None:
    ET.fromstring(svg([Point(3, 4)] * 3))
    ET.fromstring(svg([Point(1e60, -1e60), Point(1e60, -1e60)]))
    ET.fromstring(svg([]))
    ET.fromstring(svg([Point(-1e60, 0), Point(1e60, 1e-44)]))


# ---- casts -----------------------------------------------------------------------------------------------------------

LANE = Scene((Item("ball", Circle(0, 0, 2)), Item("wall", Rect(10, -9, 5, 18)), Item("far", Circle(40, 20, 1))))


def strokes(text: str) -> dict[str | None, list[str]]:
    """The path data of a picture by the colour of its lines."""
    found: dict[str | None, list[str]] = {}
    for path in elements(text, "path"):
        found.setdefault(path.get("stroke"), []).append(path.get("d", ""))
    return found


def is_path(d: str, expected: str) -> bool:
    """Whether two paths are the same but for the rounding of a scale that was read off the picture."""
    pairs = zip(commands(d), commands(expected), strict=False)
    same = all(c == k and v == pytest.approx(w, abs=0.2) for (c, v), (k, w) in pairs)
    return same and len(commands(d)) == len(commands(expected))


def test_a_cast_is_drawn_as_the_sweep_to_the_stop_the_rest_and_the_stop() -> None:
    text = svg(LANE, cast=LANE.cast("ball", (32, 0)), grid=False, legend=False)
    (ghost,) = [p for p in elements(text, "path") if p.get("stroke-dasharray") == "5 4"]
    ball = next(p for p in elements(text, "path") if p.findtext(NAMESPACE + "title") == "ball")
    (_, left), (_, arc) = commands(ball.get("d", ""))[:2]
    view = View((arc[-2] - left[0]) / 4, (-2, 0), (left[0], left[1]))
    assert is_path(ghost.get("d", ""), outline(sweep(Circle(0, 0, 2), (32, 0)), view))
    green = strokes(text)[GREEN]
    assert any(is_path(d, outline(Capsule(0, 0, 8, 0, 2), view)) for d in green)
    assert any(is_path(d, outline(Circle(8, 0, 2), view)) for d in green)
    assert "t = 0.25" in texts(text)


def test_a_cast_s_normal_starts_at_the_hit_and_points_out_of_what_is_hit() -> None:
    text = svg(LANE, cast=LANE.cast("ball", (32, 0)), grid=False, legend=False)
    (ring,) = [c for c in elements(text, "circle") if c.get("r") == "3.4"]
    wall = next(p for p in elements(text, "path") if p.findtext(NAMESPACE + "title") == "wall")
    corner = commands(wall.get("d", ""))[0][1]
    assert float(ring.get("cx", "")) == pytest.approx(corner[0], abs=0.02)
    (_, start), (_, end) = commands(strokes(text)["#1d2530"][0])
    assert (start[0], start[1]) == pytest.approx((float(ring.get("cx", "")), float(ring.get("cy", ""))), abs=0.02)
    assert end[0] < start[0] - 10
    assert end[1] == start[1]


def test_the_shape_hit_by_a_cast_is_coloured_and_explained() -> None:
    text = svg(LANE, cast=LANE.cast("ball", (32, 0)))
    named = {path.findtext(NAMESPACE + "title"): path.get("stroke") for path in elements(text, "path")}
    assert (named["ball"], named["wall"], named["far"]) == (BLUE, AMBER, BLUE)
    assert {"hit", "not hit", "the rest of its motion", "normal of the hit surface"} <= set(texts(text))
    assert not {"touching", "apart", "distance to the nearest shape"} & set(texts(text))


def test_a_free_way_is_drawn_whole() -> None:
    text = svg(LANE, cast=LANE.cast("ball", (-32, 0)))
    assert "t = 1" in texts(text)
    assert not [p for p in elements(text, "path") if p.get("stroke-dasharray") == "5 4"]
    assert not {"hit", "the rest of its motion", "normal of the hit surface"} & set(texts(text))


def test_a_cast_from_overlap_shows_the_depth_and_stays() -> None:
    scene = Scene((Item("ball", Circle(9, 0, 2)), Item("wall", Rect(10, -9, 5, 18))))
    text = svg(scene, cast=scene.cast("ball", (32, 0)))
    assert {"depth 1", "t = 0", "overlapping at the start"} <= set(texts(text))
    assert len(strokes(text)[GREEN]) == 1, "the ball where it stays, and no sweep"


def test_contacts_can_be_drawn_beside_a_cast() -> None:
    scene = Scene((Item("ball", Circle(0, 0, 2)), Item("wall", Rect(2, -9, 5, 18)), Item("far", Circle(0, 40, 1))))
    cast = scene.cast("ball", (0, 64))
    assert "touch" not in texts(svg(scene, cast=cast))
    assert {"touch", "touching"} <= set(texts(svg(scene, cast=cast, contacts=True)))


@given(shapes(), st.lists(shapes(), max_size=2), st.tuples(*[st.floats(-1e3, 1e3)] * 2))
def test_every_cast_has_a_picture_of_finite_numbers(
    shape: Shape, others: list[Shape], motion: tuple[float, float]
) -> None:
    scene = Scene((Item("a", shape), *(Item(f"b{i}", other) for i, other in enumerate(others))))
    try:
        cast = scene.cast("a", motion)
    except SceneError:
        return  # out of the domain
    text = svg(scene, cast=cast)
    ET.fromstring(text)
    assert not re.search(r"[^a-z-](nan|inf)[^a-z]", text), text


# ---- turns -----------------------------------------------------------------------------------------------------------

GATE = Scene((Item("door", Capsule(0, 0, 60, 0, 4)), Item("ball", Circle(30, 40, 10)), Item("far", Circle(90, 70, 5))))
HINGE = (0.0, 0.0)


def points_of(path: str) -> list[tuple[float, float]]:
    return [(numbers[0], numbers[1]) for command, numbers in commands(path) if command != "Z"]


def test_a_turn_is_drawn_as_the_arc_to_the_stop_the_rest_and_the_stop() -> None:
    cast = GATE.turn_cast("door", 90, HINGE)
    text = svg(GATE, cast=cast, grid=False, legend=False)
    door = next(p for p in elements(text, "path") if p.findtext(NAMESPACE + "title") == "door")
    (_, start), (_, right) = commands(door.get("d", ""))[:2]  # the upper edge, from x = 0 to x = 60
    view = View((right[0] - start[0]) / 60, (0, -4), (start[0], start[1]))
    (ghost,) = [p for p in elements(text, "path") if p.get("stroke-dasharray") == "5 4"]
    center = view.at(HINGE)
    for path, angle in ((ghost.get("d", ""), 90.0), (strokes(text)[GREEN][0], cast.stop)):
        far = [p for p in points_of(path) if math.dist(p, center) > 63.9 * view.scale]
        assert len(far) > 9
        assert max(math.dist(p, center) for p in far) == pytest.approx(64 * view.scale, abs=0.05)
        across = [math.degrees(math.atan2(y - center[1], x - center[0])) for x, y in far]
        assert (min(across), max(across)) == pytest.approx((0, angle), abs=2.5)  # the ends of the caps reach farther
    assert any(
        is_path(d, outline(Capsule(0, 0, 60, 0, 4).rotate(cast.stop, HINGE), view)) for d in strokes(text)[GREEN]
    )
    assert f"t = {cast.t:.4g}" in texts(text)
    assert cast.t == pytest.approx(math.degrees(math.acos(0.8)) / 90)


def test_a_turn_explains_what_it_shows() -> None:
    text = svg(GATE, cast=GATE.turn_cast("door", 90, HINGE))
    assert {"hit", "not hit", "the rest of its turn", "the point it turns about", "normal of the hit surface"} <= set(
        texts(text)
    )
    text = svg(GATE, cast=GATE.turn_cast("door", -90, HINGE))
    assert "t = 1" in texts(text)
    assert not [p for p in elements(text, "path") if p.get("stroke-dasharray") == "5 4"]
    assert not {"hit", "the rest of its turn", "normal of the hit surface"} & set(texts(text))


def test_a_turn_from_overlap_shows_the_depth_and_stays() -> None:
    scene = Scene((Item("door", Capsule(0, 0, 60, 0, 4)), Item("ball", Circle(30, 10, 10))))
    text = svg(scene, cast=scene.turn_cast("door", 90, HINGE))
    assert {"depth 4", "t = 0", "overlapping at the start"} <= set(texts(text))
    assert len(strokes(text)[GREEN]) == 1, "the door where it stays, and nothing swept"


def test_the_arc_of_a_turn_has_an_arrow_at_its_end() -> None:
    text = Drawing(grid=False).add_turn(Segment(0, 0, 60, 0), 90, about=HINGE).to_svg()
    (head,) = [p for p in elements(text, "path") if p.get("fill") == GREEN and not p.get("fill-opacity")]
    ring = next(c for c in elements(text, "circle") if c.get("r") == "3.4")
    x, y = float(ring.get("cx", "")), float(ring.get("cy", ""))
    tip = points_of(head.get("d", ""))[1]
    arc = next(d for d in strokes(text)[GREEN] if "A" not in d and math.dist(points_of(d)[0], (x, y)) > 9)
    assert tip[0] == pytest.approx(x, abs=0.02), "a quarter turn ends straight under the hinge"
    assert tip[1] - y > 20
    assert arc


def winding_number(loop: list[tuple[float, float]], p: tuple[float, float]) -> int:
    """How often a closed line goes around a point."""
    number = 0
    for (ax, ay), (bx, by) in itertools.pairwise([*loop, loop[0]]):
        if (ay <= p[1]) != (by <= p[1]):
            side = (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)
            number += (side > 0) - (side < 0) if (side > 0) == (by > ay) else 0
    return number


@st.composite
def turns_of_bodies(draw: st.DrawFn) -> tuple[Body, float, tuple[float, float]]:
    """A body of one to three shapes near the origin, an angle, and a point to turn about: any, its own or a vertex."""
    near = st.tuples(*[st.integers(-8, 8)] * 2)
    size = st.integers(1, 6)
    piece = st.one_of(
        st.builds(lambda p, r: Circle(p, r), near, size),
        st.builds(lambda p, w, h, a: Rect(p[0], p[1], w, h, a), near, size, size, st.integers(0, 90)),
        st.builds(lambda p, w, h, a: RoundRect(p[0], p[1], w + 4, h + 4, 2, a), near, size, size, st.integers(0, 90)),
        st.builds(lambda p, q, r: Capsule(p, q, r), near, near, size),
        st.builds(lambda p, q: Segment(p, q), near, near),
    )
    body = Body(draw(st.lists(piece, min_size=1, max_size=3)))
    about = draw(st.one_of(near, st.just(pivot_of(body)), st.sampled_from([v for p in body for v in p.vertices])))
    angle = draw(st.sampled_from([-1, 1])) * draw(st.one_of(st.sampled_from([90.0, 180.0, 360.0]), st.floats(1, 359)))
    return body, angle, (float(about[0]), float(about[1]))


def line_distance(lines: list[list[tuple[float, float]]], p: tuple[float, float]) -> float:
    """The distance from a point to lines."""
    return min((Segment(a, b).distance(p) for line in lines for a, b in itertools.pairwise(line)), default=math.inf)


@given(turns_of_bodies(), st.lists(st.tuples(*[st.floats(-25, 25)] * 2), min_size=8, max_size=8))
def test_the_loops_of_a_turn_are_around_exactly_what_is_swept(
    turn: tuple[Body, float, tuple[float, float]], points: list[tuple[float, float]]
) -> None:
    solid, angle, about = turn
    loops = swept_loops(solid, angle, about, 0.01)
    for p in points:
        if line_distance([[*loop, loop[0]] for loop in loops], p) > 0.02:
            is_swept = Point(*p).turn_cast(-angle, solid, about) is not None
            assert any(winding_number(loop, p) > 0 for loop in loops) == is_swept
            assert all(winding_number(loop, p) >= 0 for loop in loops), "the nonzero rule fills a union of loops"


@given(turns_of_bodies())
def test_the_border_of_a_turn_is_what_no_place_of_the_shape_covers(
    turn: tuple[Body, float, tuple[float, float]],
) -> None:
    solid, angle, about = turn
    fine = 0.02
    loops = swept_loops(solid, angle, about, fine / 2)
    lines = swept_border(solid, angle, about, loops, fine)
    places = [solid.rotate(angle * i / 64, about=about) for i in range(65)]
    for line in lines:
        for a, b in list(itertools.pairwise(line))[::5]:
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            assert min(place.separation(middle) for place in places) > -4 * fine
    for loop in loops:  # what is not on the border is inside
        for p in loop[::5]:
            if line_distance(lines, p) > 25 * fine:
                around = [(p[0] + fine * x, p[1] + fine * y) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
                assert all(Point(*q).turn_cast(-angle, solid, about) is not None for q in around)


@given(st.floats(1e-3, 1e6), st.floats(-360, 360), st.floats(1e-4, 0.1))
def test_the_chords_of_an_arc_are_as_fine_as_asked_for(r: float, angle: float, part: float) -> None:
    points = turned_line((r, 0), angle, (0, 0), part * r)
    assert points[-1] == Point(r, 0).rotate(angle, about=(0, 0)).center
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        assert math.hypot((ax + bx) / 2, (ay + by) / 2) >= r * (1 - part) * (1 - 1e-12)


@given(
    shapes(), st.lists(shapes(), max_size=2), st.floats(-360, 360), st.none() | st.tuples(*[st.floats(-1e3, 1e3)] * 2)
)
def test_every_turn_has_a_picture_of_finite_numbers(
    shape: Shape, others: list[Shape], angle: float, about: tuple[float, float] | None
) -> None:
    scene = Scene((Item("a", shape), *(Item(f"b{i}", other) for i, other in enumerate(others))))
    try:
        cast = scene.turn_cast("a", angle, about)
    except SceneError:
        return  # out of the domain
    text = svg(scene, cast=cast)
    ET.fromstring(text)
    assert not re.search(r"[^a-z-](nan|inf)[^a-z]", text), text


@given(
    turns_of_bodies(),
    st.tuples(*[st.integers(-12, 12)] * 2).filter(any),
    st.lists(st.tuples(*[st.floats(-30, 30)] * 2), min_size=8, max_size=8),
)
def test_the_steps_of_a_turn_that_moves_cover_little_more_than_is_swept(
    turn: tuple[Body, float, tuple[float, float]], motion: tuple[int, int], points: list[tuple[float, float]]
) -> None:
    solid, angle, about = turn
    steps = screw_steps(solid, angle, about, motion, 0.5)
    area = swept_steps(solid, angle, about, motion, steps)
    lines = step_border(area, 0.05)
    for p in points:
        is_swept = solid.turn_cast(angle, p, about, motion=motion) is not None
        if is_swept:
            assert area.distance(p) < 0.3, "a chord is within the sagitta of its arc"
        if area.collides(p):
            assert min(place.distance(p) for place in places_of(turn, motion, 4 * steps)) <= 0.5
        elif line_distance(lines, p) > 0.1:
            assert winding(lines, p) == 0


def places_of(turn: tuple[Body, float, tuple[float, float]], motion: tuple[int, int], count: int) -> list[Body]:
    solid, angle, about = turn
    parts = [i / count for i in range(count + 1)]
    return [solid.rotate(angle * t, about).move(motion[0] * t, motion[1] * t) for t in parts]


def winding(lines: list[list[tuple[float, float]]], p: tuple[float, float]) -> int:
    """How often closed lines go around a point; lines that are not closed do not count."""
    return sum(winding_number(line[:-1], p) for line in lines if line[0] == line[-1] and len(line) > 3)


def test_a_turn_that_moves_ends_where_the_shape_is_placed() -> None:
    axe, tree = Segment(0, 0, 0, -30), Circle(100, 0, 6)
    hit = axe.turn_cast(270, tree, (0, -15), motion=(160, 0))
    assert hit is not None
    drawing = Drawing(grid=False).add_turn(axe, 270, hit.t, (0, -15), motion=(160, 0))
    stop = axe.rotate(hit.t * 270, (0, -15)).move(hit.t * 160, 0)
    ends = [m.shape for m in drawing._marks if isinstance(m, ShapeMark)]
    assert ends == [stop]
    whole = Drawing(grid=False).add_turn(axe, 270, 1.0, (0, -15), motion=(160, 0)).to_svg()
    assert not any(p.get("stroke-dasharray") for p in elements(whole, "path"))
    assert any(p.get("stroke-dasharray") for p in elements(drawing.to_svg(), "path"))


def test_a_turn_that_is_no_turn_is_refused() -> None:
    with pytest.raises(ValueError, match="motion must be finite, got inf"):
        Drawing().add_turn(Circle(0, 0, 1), 90, motion=(math.inf, 0))
    with pytest.raises(ValueError, match="angle must be between -360 and 360 degrees, got 400"):
        Drawing().add_turn(Circle(0, 0, 1), 400)


# ---- moves -----------------------------------------------------------------------------------------------------------


def moved(
    mover: Shape, motion: tuple[float, float], world: list[Shape], response: Response = "slide"
) -> tuple[Move[object], str]:
    """A slide through some shapes, and its picture of nothing else."""
    space: Space[object] = Space([*enumerate(world), ("mover", mover)])
    move = space.slide("mover", *motion, response=response)
    return move, Drawing(grid=False).add_move(move).to_svg()


def view_of(text: str, shape: Shape) -> View:
    """The view of a picture in which a circle is drawn dashed."""
    (ghost,) = [p for p in elements(text, "path") if p.get("stroke-dasharray") == "5 4"]
    (_, left), (_, arc) = commands(ghost.get("d", ""))[:2]
    return View(
        (arc[-2] - left[0]) / (2 * shape.radius), (shape.center[0] - shape.radius, shape.center[1]), (left[0], left[1])
    )


def test_a_move_is_drawn_as_what_its_legs_sweep_its_stops_and_its_hits() -> None:
    ball = Circle(0, 0, 4)
    move, text = moved(ball, (60, 30), [Rect(-20, 20, 200, 10), Rect(50, -50, 10, 70)])
    assert len(move.legs) == 2
    path: Any = move.path
    view = view_of(text, ball)
    green = strokes(text)[GREEN]
    way = "".join(outline(sweep(shape, leg), view) for shape, leg in zip(path, move.legs, strict=False))
    assert any(is_path(d, way) for d in green), "both legs as one"
    assert any(is_path(d, outline(path[-1], view)) for d in green)
    assert any(is_path(d, outline(path[1], view)) for d in strokes(text)["#97c7b5"])
    rings = [(float(c.get("cx", "")), float(c.get("cy", ""))) for c in elements(text, "circle")]
    assert [*rings] == [pytest.approx(view.at(hit.point), abs=0.1) for _, hit in move.hits]
    assert len(strokes(text)["#1d2530"]) == len(move.hits) == 2
    assert texts(text) == ["1", "2"]
    arrows = [commands(d) for d in green if len(commands(d)) == 2]
    starts = [(c[0][1][0], c[0][1][1]) for c in arrows]
    assert starts == [pytest.approx(view.at(shape.center), abs=0.1) for shape in move.path[:2]]


def test_the_remaining_motion_is_a_red_arrow() -> None:
    move, text = moved(Circle(0, 0, 4), (64, 0), [Rect(50, -50, 10, 100)], "stop")
    assert move.remaining == (18, 0)
    (line,) = strokes(text)[RED]
    (_, start), _ = commands(line)
    assert start == pytest.approx(view_of(text, Circle(0, 0, 4)).at(move.shape.center), abs=0.1)
    _, text = moved(Circle(0, 0, 4), (40, 0), [Rect(50, -50, 10, 100)], "stop")
    assert RED not in strokes(text)


def test_the_way_out_of_an_overlap_is_amber() -> None:
    move, text = moved(Circle(0, 0, 4), (30, 0), [Rect(-90, 2, 200, 10)])
    assert (move.pushed, move.motion) == ((0, -2), (30, -2))
    colors = strokes(text)
    view = view_of(text, Circle(0, 0, 4))
    assert any(is_path(d, outline(Capsule(0, 0, 0, -2, 4), view)) for d in colors[AMBER])
    assert any(is_path(d, outline(Capsule(0, -2, 30, -2, 4), view)) for d in colors[GREEN])
    assert texts(text) == ["depth 2"]
    move, text = moved(Circle(0, 0, 4), (0, 0), [Rect(-90, 2, 200, 10)])
    assert AMBER in strokes(text)
    assert len(strokes(text)[GREEN]) == 1, "the end"


def test_a_mover_that_does_not_move_is_drawn_once() -> None:
    move, text = moved(Circle(0, 0, 4), (0, 0), [])
    assert (move.legs, move.hits) == ((), ())
    (path,) = elements(text, "path")
    assert path.findtext(NAMESPACE + "title") == "end"


@given(shapes(), st.lists(shapes(), max_size=2), st.tuples(*[st.floats(-1e3, 1e3)] * 2), st.sampled_from(RESPONSES))
def test_every_move_has_a_picture_of_finite_numbers(
    shape: Shape, others: list[Shape], motion: tuple[float, float], response: Response
) -> None:
    try:
        _, text = moved(shape, motion, others, response)
    except ValueError:
        return  # out of the domain
    ET.fromstring(text)
    assert not re.search(r"[^a-z-](nan|inf)[^a-z]", text), text


# ---- composing -------------------------------------------------------------------------------------------------------


def test_a_contact_s_arrow_is_along_its_normal() -> None:
    a, b = Circle(0, 0, 5), Circle(6, 8, 6)
    hit = contact(a, b)
    assert hit is not None
    text = Drawing(grid=False).add_shape(a).add_shape(b).add_contact(hit).to_svg()
    (ring,) = elements(text, "circle")
    heads = [p for p in elements(text, "path") if p.get("stroke") is None]
    tip = commands(heads[0].get("d", ""))[1][1]
    dx, dy = tip[0] - float(ring.get("cx", "")), tip[1] - float(ring.get("cy", ""))
    assert (dx / math.hypot(dx, dy), dy / math.hypot(dx, dy)) == pytest.approx(hit.normal, abs=1e-3)
    assert "depth 1" in texts(text)


def test_the_depth_is_a_bar_to_scale() -> None:
    a, b = Circle(0, 0, 5), Circle(6, 0, 5)
    text = Drawing(grid=False).add_shape(a).add_shape(b).add_contact(contact(a, b)).to_svg()
    circle = next(p for p in elements(text, "path") if "A" in p.get("d", ""))
    scale = commands(circle.get("d", ""))[1][1][0] / 5
    bar = next(p for p in elements(text, "path") if p.get("stroke-opacity") == "0.55")
    (_, start), (_, end) = commands(bar.get("d", ""))
    assert math.dist(start, end) == pytest.approx(4 * scale, abs=0.05)


def test_arrows_are_to_scale_and_have_their_text() -> None:
    text = Drawing(grid=False).add_arrow((0, 0), (10, 0), "motion").to_svg()
    head = next(p for p in elements(text, "path") if p.get("stroke") is None)
    line = next(p for p in elements(text, "path") if p.get("stroke") is not None)
    assert commands(head.get("d", ""))[1][1][0] - commands(line.get("d", ""))[0][1][0] == pytest.approx(700, abs=50)
    assert texts(text) == ["motion"]


def test_an_arrow_of_no_length_is_not_drawn() -> None:
    text = Drawing(grid=False).add_point((5, 5)).add_arrow((0, 0), (0, 0)).to_svg()
    assert not elements(text, "path")


def test_marks_can_be_chained_and_drawn_in_a_notebook() -> None:
    drawing = (
        Drawing(title="Sweep")
        .add_shape(Circle(0, 0, 2), "before", ghost=True)
        .add_shape(Capsule(0, 0, 9, 0, 2), "sweep", core=True)
        .add_distance((0, 0), (0, 5), "5")
        .add_point((3, 3), "here")
        .add_label((5, 5), "note")
        .add_contact(None)
        .add_legend("dash", BLUE, "gap")
    )
    assert set(texts(drawing.to_svg())) >= {"Sweep", "before", "sweep", "5", "here", "note", "gap"}
    assert drawing.to_svg() == drawing._repr_svg_()
    ghost = next(p for p in elements(drawing.to_svg(), "path") if p.findtext(NAMESPACE + "title") == "before")
    assert (ghost.get("fill"), ghost.get("stroke-dasharray")) == ("none", "5 4")


def test_more_can_be_added_to_the_drawing_of_a_scene() -> None:
    drawing = drawing_of([Circle(0, 0, 1)]).add_arrow((0, 0), (5, 0), "v")
    assert "v" in texts(drawing.to_svg())


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_shapes_show_themselves_in_notebooks(shape: Shape) -> None:
    assert shape._repr_svg_() == svg(shape)


def test_labels_keep_apart() -> None:
    scene = {f"shape {i}": Circle(30 * (i % 4), 30 * (i // 4), 4) for i in range(12)}
    spots = [
        (float(e.get("x", "")), float(e.get("y", "")))
        for e in elements(svg(scene, distances=False), "text")
        if (e.text or "").startswith("shape") and e.get("aria-hidden") is None
    ]
    assert len(spots) == 12
    assert all(abs(p[0] - q[0]) > 30 or abs(p[1] - q[1]) > 12 for i, p in enumerate(spots) for q in spots[:i])


# ---- the pictures that ship ------------------------------------------------------------------------------------------


def test_the_picture_of_the_level_is_what_draw_makes() -> None:
    picture = (ROOT / "docs" / "images" / "level.svg").read_text(encoding="utf-8")
    assert picture == svg(load(ROOT / "examples" / "scenes" / "level.json"))


def test_the_picture_of_a_cast_is_what_draw_makes() -> None:
    picture = (ROOT / "docs" / "images" / "cast.svg").read_text(encoding="utf-8")
    scene = load(ROOT / "examples" / "scenes" / "motion.json")
    assert picture == svg(scene, cast=scene.cast("hero", (260, -60)))


def test_the_picture_of_a_turn_is_what_draw_makes() -> None:
    picture = (ROOT / "docs" / "images" / "turn.svg").read_text(encoding="utf-8")
    scene = load(ROOT / "examples" / "scenes" / "turn.json")
    assert picture == svg(scene, cast=scene.turn_cast("door", 90))


def test_the_pictures_of_the_mover_are_what_their_script_makes() -> None:
    make_mover = script(ROOT / "docs" / "images" / "make_mover.py")
    pages = [(ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("mover.md", "index.md")]
    for name, picture in make_mover.PICTURES.items():
        path = ROOT / "docs" / "images" / f"mover-{name}.svg"
        assert path.read_text(encoding="utf-8") == make_mover.drawn(picture), name
        assert any(f"(images/{path.name})" in page for page in pages)


def test_the_pictures_of_levels_are_what_their_script_makes() -> None:
    make_levels = script(ROOT / "docs" / "images" / "make_levels.py")
    page = (ROOT / "docs" / "levels.md").read_text(encoding="utf-8")
    for name, picture in make_levels.PICTURES.items():
        path = ROOT / "docs" / "images" / f"levels-{name}.svg"
        assert path.read_text(encoding="utf-8") == picture(), name
        assert f"(images/{path.name})" in page


def test_why_exact_is_what_its_script_makes() -> None:
    picture = (ROOT / "docs" / "images" / "why-exact.svg").read_text(encoding="utf-8")
    assert picture == script(ROOT / "docs" / "images" / "make_why_exact.py").why_exact()
    wrong = [int(said.split()[0].replace(",", "")) for said in texts(picture) if said.endswith("answers wrong")]
    assert len(wrong) == 2
    assert min(wrong) > 400, "plain doubles are wrong where the picture says"


def test_the_pictures_of_bodies_are_what_their_script_makes() -> None:
    make_bodies = script(ROOT / "docs" / "images" / "make_bodies.py")
    assert {path.stem for path in (ROOT / "docs" / "images").glob("bodies-*.svg")} == {
        f"bodies-{name}" for name in make_bodies.PICTURES
    }
    for name, picture in make_bodies.PICTURES.items():
        assert (ROOT / "docs" / "images" / f"bodies-{name}.svg").read_text(encoding="utf-8") == picture().to_svg()


def test_a_body_is_drawn_as_one_solid_with_the_names_of_its_pieces() -> None:
    hero = Body({"head": Circle(0, 0, 4), "torso": Rect(-3, 4, 6, 8), "mark": Point(9, 9)})
    svg = hero._repr_svg_()
    assert svg == drawing_of(hero).to_svg()
    assert ">head</text>" in svg
    assert ">torso</text>" in svg
    assert ">head</text>" not in drawing_of(hero, labels="none").to_svg()
    union = Drawing(legend=False, grid=False).add_shape(hero, "hero", color="#123456").to_svg()
    assert union.count('stroke="#123456"') == 1
    assert union.count("<title>hero</title>") == 2
    assert "stroke-dasharray" in Drawing().add_shape(hero, ghost=True).to_svg()
    assert Drawing().add_way(hero, (5, 0), 0.5).to_svg().count("<path") > 3


def test_the_seam_of_flush_pieces_is_not_on_the_border() -> None:
    row = Body([Rect(10 * i, 0, 10, 10) for i in range(5)])
    for line in border(row, 0.01):
        for p, q in itertools.pairwise(line.points):
            assert p[0] == q[0] in (0, 50) or p[1] == q[1] in (0, 10)
    assert [line.is_whole for line in border(Body([Rect(0, 0, 1, 1), Rect(2, 0, 1, 1)]), 0.01)] == [True, True]
    assert [
        line.points for line in border(Body([Rect(0, 0, 9, 9), Circle(4, 4, 1), Point(4, 4), Point(12, 4)]), 0.01)
    ] == [
        [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)],
        [(12.0, 4.0)],
    ]


@given(st.lists(shapes(), min_size=1, max_size=4).map(Body))
def test_the_border_of_a_body_is_on_its_pieces_and_in_none_of_them(body: Body) -> None:
    left, top, right, bottom = body.bounds
    assume(max(map(abs, body.bounds)) < 1e50)
    fine = max(right - left, bottom - top, 1e-50) / 1000  # coordinates below 1e-60 are rounded
    for line in border(body, fine):
        ends = (
            zip(line.points, line.points[1:] + line.points[:1], strict=True)
            if line.is_whole
            else itertools.pairwise(line.points)
        )
        for (ax, ay), (bx, by) in ends:
            middle = Point(ax + (bx - ax) / 2, ay + (by - ay) / 2)
            assert body.distance(middle) <= 2 * fine
            assert all(piece.separation(middle) >= -2 * fine for piece in body if piece.area > 0)


def test_a_mapping_a_list_and_a_space_of_bodies_are_drawn() -> None:
    hero, slime = Body({"head": Circle(0, 0, 4), "torso": Rect(-3, 4, 6, 8)}), Circle(5, 6, 3)
    both: dict[str, Solid] = {"hero": hero, "slime": slime}
    for text in (svg(both), Space(both)._repr_svg_()):
        assert ">hero</text>" in text
        assert ">depth " in text
    assert ">body 0</text>" in svg([hero, slime])


def size(text: str) -> tuple[float, float]:
    """The width and the height of a picture, in pixels."""
    root = ET.fromstring(text)
    return float(root.attrib["width"]), float(root.attrib["height"])


def test_notebooks_show_results() -> None:
    world = Space({"hero": Rect(0, -20, 10, 20), "floor": Rect(-50, 0, 200, 20), "wall": Rect(60, -40, 20, 40)})
    walk = Walker(world, "hero").walk(80, 3)
    move = world.try_slide("hero", 40, 3)
    results: list[Any] = [move, *(hit for _, hit in move.hits), walk, Walk((3.0, 0.0)), Walk((0.0, 0.0), floor="floor")]
    results += [contact(Circle(0, 0, 2), Rect(x, -1, 4, 3)) for x in (1, 2)]
    for result in results:
        assert result is not None
        width, height = size(result._repr_svg_())
        assert 200 <= width <= 640
        assert height <= 640
    assert "wall" in walk._repr_svg_()
    assert "1 deep" in Contact((1, 0), 1, [(0, 0)])._repr_svg_()


@pytest.mark.parametrize("box", [(0, 0), (1e-9, 3), (3000, 400), (400, 3000), (1, 1e9), (500, 500)])
def test_notebooks_show_worlds_at_a_sensible_size(box: tuple[float, float]) -> None:
    world = Space(
        {i: Point(x * box[0] / 9, y * box[1] / 9) for i, (x, y) in enumerate(itertools.product(range(10), repeat=2))}
    )
    width, height = size(world._repr_svg_())
    assert 400 <= width <= 640
    assert height <= 640


def test_no_text_makes_a_picture_that_is_no_xml() -> None:
    bad = 'a<b>"&\x00\x1b\x80\ud800\ufffe\n'
    drawing = Drawing(bad, bad).add_shape(Circle(0, 0, 1), bad).add_label((0, 0), bad).add_legend("fill", "#123", bad)
    picture = ET.fromstring(drawing.to_svg())
    good = 'a<b>"&' + "\ufffd" * 5 + " "
    assert picture.get("aria-label") == good
    assert {good, good.rstrip()} >= {e.text for e in picture.iter() if e.text and "a<b" in e.text}


def test_labels_of_contacts_do_not_cover_labels() -> None:
    tiles = {f"tile number {i}": Rect(32 * i, 0, 32, 32) for i in range(25)}
    written = []
    for text in ET.fromstring(svg(tiles, width=640)).iter(f"{NAMESPACE}text"):
        if text.get("text-anchor") == "middle" and text.get("aria-hidden") is None and text.get("x"):
            said, size = text.text or "", float(text.get("font-size", 0))
            x, y, wide = float(text.get("x", 0)), float(text.get("y", 0)), text_width(said, size)
            written.append((said, Box(x - wide / 2, y - 0.9 * size, x + wide / 2, y + 0.3 * size)))
    assert {said for said, _ in written} >= tiles.keys()
    for (a, here), (b, there) in itertools.combinations(written, 2):
        if "touch" in (a, b):
            assert here.shared(there) <= 0.11 * min(here.shared(here), there.shared(there))
    assert any(said == "touch" for said, _ in written)


def test_numbers_of_rulers_stand_apart_in_small_pictures() -> None:
    hit = Capsule(100, 40, 100, 60, 12).cast((0, 300), Rect(0, 200, 200, 40))
    assert hit is not None
    picture = ET.fromstring(hit._repr_svg_())
    row = [t for t in picture.iter(f"{NAMESPACE}text") if t.get("text-anchor") == "middle" and not t.get("font-size")]
    ticks = sorted((float(t.get("x", 0)), text_width(t.text or "", 10.5)) for t in row)
    assert len(ticks) > 1
    for (x, wide), (other, also) in itertools.pairwise(ticks):
        assert x + wide / 2 < other - also / 2
