"""Handles and numbers of the playground: each changes exactly the number of a shape that it stands for, by the right
amount.
"""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given

from collide2d import Body, Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape
from collide2d.play.edit.editor import Editor
from collide2d.play.edit.handles import Handle, Hold, Snap, dragged, handles_of, rotated, without_vertex
from collide2d.play.edit.rect_frames import frame_of, framed, with_pivot
from collide2d.play.model.document import Document
from collide2d.play.model.fields import fields_of, with_field
from collide2d.testing.strategies import shapes
from collide2d.typing import Solid

FREE = Snap(2.0**-20, 1.0, grid=False)
HELD = 4 * FREE.step  # two corners that are rounded to the step, each by a half in both coordinates, and as much again
ROUNDING = 64 * 2.0**-53 * 256  # of fewer than 64 operations on numbers below 256
FORMS: list[Any] = [
    Rect(1, 2, 30, 40),
    Rect(1, 2, 30, 40, 30),
    Rect(1, 2, 30, 40, 30, pivot=(0, 0)),
    Rect.centered(1, 2, 30, 40, 10),
    Rect.centered(1, 2, 30, 40),
    Rect.from_corners(-27.923972083861656, 0.0, 0.7542858978128653, 40.0),
    Rect.pivoted(1, 2, 30, 40, (0.5, 0.5), 20),
    RoundRect(1, 2, 30, 40, 5, 30),
    RoundRect(1, 2, 30, 40, 5, -70, pivot=(1, 1)),
    RoundRect.centered(1, 2, 30, 40, 5),
    RoundRect.around(1, 2, 30, 40, 5, 45),
    RoundRect.pivoted(1, 2, 30, 40, 5, (1, 1), 20),
    Rect(1, 2, 30, 40).grow(3),
    Rect(1, 2, 30, 40, 30, pivot=(0, 0)).grow(3),
    Rect.from_corners(-27.923972083861656, 0.0, 0.7542858978128653, 40.0).grow(3),
]
SHAPES: list[Any] = [
    Point(3, 4),
    Circle(3, 4, 5),
    Segment(3, 4, 50, 6),
    Capsule(3, 4, 50, 6, 7),
    Polygon([(0, 0), (40, 0), (50, 30), (10, 40)]),
    Polygon([(0, 0), (40, 0), (50, 30)], 6),
    *FORMS,
]


def apart(a: Solid, b: Solid) -> float:
    """How far the outlines of two shapes of the same size are from each other, by their boxes."""
    return max(abs(p - q) for p, q in zip(a.bounds, b.bounds, strict=True))


# ---- numbers ---------------------------------------------------------------------------------------------------------


@given(shapes())
def test_every_number_can_be_given_again(shape: Shape) -> None:
    for field in fields_of(shape):
        assert with_field(shape, field.path, field.value) == shape


@pytest.mark.parametrize("shape", [s for s in SHAPES if "x1" not in repr(s.to_dict())], ids=repr)
def test_every_number_can_be_changed_alone(shape: Shape) -> None:
    fields = fields_of(shape)
    assert fields
    for i, field in enumerate(fields):
        changed = fields_of(with_field(shape, field.path, field.value + 0.25))
        assert changed[i].value == field.value + 0.25
        assert [f for j, f in enumerate(changed) if j != i] == [f for j, f in enumerate(fields) if j != i]


def test_a_number_that_breaks_a_rule_is_refused_with_the_rule() -> None:
    editor = Editor(Document().added([("circle 0", Circle(0, 0, 1))]))
    assert not editor.set_field("circle 0", ("r",), -1.0)
    assert editor.note == "Circle: r must be >= 0, got -1.0"
    assert editor.document["circle 0"] == Circle(0, 0, 1)
    assert not editor.history.done


# ---- frames and handles ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", FORMS, ids=repr)
def test_a_frame_makes_the_shape_it_is_of(shape: Any) -> None:
    assert apart(framed(shape, frame_of(shape)), shape) <= ROUNDING


@pytest.mark.parametrize("shape", FORMS, ids=repr)
@pytest.mark.parametrize("pivot", [(0.0, 0.0), (15.5, -3.25), (100.0, 77.0)])
def test_another_pivot_moves_nothing_and_is_turned_about(shape: Any, pivot: tuple[float, float]) -> None:
    moved: Any = with_pivot(shape, pivot)
    assert apart(moved, shape) <= ROUNDING
    turned: Any = rotated(moved, 90.0)
    assert turned.angle == moved.angle + 90.0
    assert apart(turned, shape.rotate(90.0, pivot)) <= ROUNDING


@pytest.mark.parametrize("shape", FORMS, ids=repr)
@pytest.mark.parametrize("sides", ["n", "e", "s", "w", "nw", "ne", "se", "sw"])
def test_a_side_follows_the_hand_and_the_other_stays(shape: Any, sides: str) -> None:
    handle = next(h for h in handles_of(shape, 0.01) if h.hold is Hold.SIDE and h.part == sides)
    frame = frame_of(shape)
    dx, dy = ("e" in sides) - ("w" in sides), ("s" in sides) - ("n" in sides)
    outward = math.radians(frame.angle)
    by = (7 * (dx * math.cos(outward) - dy * math.sin(outward)), 7 * (dx * math.sin(outward) + dy * math.cos(outward)))
    larger: Any = dragged(shape, handle, handle.at, (handle.at[0] + by[0], handle.at[1] + by[1]), FREE)
    assert larger.kind == shape.kind
    assert set(larger.to_dict()) >= set(shape.to_dict()) - {"core", "x1", "y1", "x2", "y2"}
    assert larger.width == pytest.approx(shape.width + 7 * abs(dx), abs=HELD)
    assert larger.height == pytest.approx(shape.height + 7 * abs(dy), abs=HELD)
    opposite = {"n": "s", "s": "n", "e": "w", "w": "e"}
    other = "".join(opposite[side] for side in sides)
    stays = [next(h for h in handles_of(s, 0.01) if h.hold is Hold.SIDE and h.part == other) for s in (shape, larger)]
    assert math.dist(stays[0].at, stays[1].at) <= HELD


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_a_handle_that_is_not_moved_changes_nothing(shape: Shape) -> None:
    for handle in handles_of(shape, 1.0):
        if handle.hold not in (Hold.INSERT, Hold.PIVOT):
            assert apart(dragged(shape, handle, handle.at, handle.at, FREE), shape) <= HELD


@pytest.mark.parametrize("shape", [s for s in SHAPES if s.kind not in ("point", "circle")], ids=repr)
def test_a_turn_goes_where_the_hand_goes(shape: Any) -> None:
    handle = next(h for h in handles_of(shape, 1.0) if h.hold is Hold.TURN)
    about = frame_of(shape).pivot if isinstance(shape, (Rect, RoundRect)) else shape.center
    to = Point(handle.at).rotate(90.0, about).center
    turned: Any = dragged(shape, handle, handle.at, to, Snap(1.0, 15.0))
    if isinstance(shape, (Rect, RoundRect)):
        assert turned.angle % 15 == 0
        assert abs(turned.angle - shape.angle - 90.0) <= 7.5
    else:
        assert apart(turned, shape.rotate(90.0)) <= ROUNDING


def test_a_body_turns_about_its_centre() -> None:
    hero = Body({"head": Circle(0, 0, 4), "torso": Rect(-3, 4, 6, 8)})
    (handle,) = handles_of(hero, 1.0)
    to = Point(handle.at).rotate(90.0, hero.center).center
    assert dragged(hero, handle, handle.at, to, Snap(1.0, 15.0)) == hero.rotate(90.0)


def test_radius_handles_follow_the_hand() -> None:
    for shape, to in (
        (Circle(0, 0, 4), (0.0, 9.0)),
        (Capsule(0, 0, 20, 0, 4), (10.0, 9.0)),
        (Polygon([(0, 0), (20, 0), (20, 20), (0, 20)], 4), (10.0, 29.0)),
    ):
        handle = next(h for h in handles_of(shape, 0.1) if h.hold is Hold.RADIUS)
        grown: Any = dragged(shape, handle, handle.at, to, Snap(1.0, 15.0))
        assert grown.radius == 9.0
    box = RoundRect(0, 0, 60, 40, 4)
    handle = next(h for h in handles_of(box, 0.1) if h.hold is Hold.RADIUS)
    assert dragged(box, handle, handle.at, (handle.at[0] + 5, handle.at[1]), Snap(1.0, 15.0)) == RoundRect(
        0, 0, 60, 40, 9
    )
    assert dragged(box, handle, handle.at, (900.0, 0.0), Snap(1.0, 15.0)) == RoundRect(0, 0, 60, 40, 20)


def test_vertices_are_moved_made_and_deleted() -> None:
    shape = Polygon([(0, 0), (40, 0), (40, 40), (0, 40)])
    handles = handles_of(shape, 0.1)
    inserts = [h for h in handles if h.hold is Hold.INSERT]
    assert len(inserts) == 4
    middle = next(h for h in inserts if h.at == (20.0, 0.0))
    pointed: Any = dragged(shape, middle, middle.at, (20.0, -9.0), FREE)
    assert (20.0, -9.0) in pointed.points
    assert len(pointed.points) == 5
    vertex = next(h for h in handles_of(pointed, 0.1) if h.hold is Hold.END and h.at == (20.0, -9.0))
    assert without_vertex(pointed, vertex) == shape
    with pytest.raises(ValueError, match="convex"):
        dragged(shape, middle, middle.at, (20.0, 9.0), FREE)


def test_a_handle_says_what_it_holds() -> None:
    assert Handle(Hold.END, "2", (0, 0), (0, 0)).index == 2
