"""Arrays of rectangles by their centre, two corners or their core: shapes convert to rows, and every element gives the
answers of its shape, bit for bit.
"""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from typing import Any

import array_rows
import numpy as np
import pytest

import collide2d
from collide2d import Rect, Rects, RoundRect, RoundRects, _core
from collide2d.arrays import ShapeArray
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.placing import REALS, angle
from collide2d.testing.recipes import KINDS, build
from collide2d.testing.sources import Seeded, choice


def number(source: Seeded) -> float:
    """Of all bits and of several magnitudes, so that sums and differences are rounded."""
    return math.ldexp(REALS.number(source), -source.integer(0, 6))


def size(source: Seeded) -> float:
    return abs(number(source))


# What makes rectangles that are all held in one way, by what their rows hold.
MADE: dict[str, tuple[type[ShapeArray], str, Callable[[Seeded], Any]]] = {
    "Rect": (Rects, "topleft", lambda s: Rect(number(s), number(s), size(s), size(s), angle(s))),
    "Rect.from_corners": (Rects, "corners",
        lambda s: Rect.from_corners(number(s), number(s), number(s), number(s))),
    "Rect.centered": (Rects, "center", lambda s: Rect.centered(number(s), number(s), size(s), size(s), angle(s))),
    "Rect.at": (Rects, "center",
        lambda s: Rect(number(s), number(s), size(s), size(s), angle(s)).at(number(s), number(s))),
    "Rect.from_corners.rotate": (Rects, "center",
        lambda s: Rect.from_corners(number(s), number(s), number(s), number(s)).rotate(angle(s))),
    "Rect.from_corners.move": (Rects, "topleft",
        lambda s: Rect.from_corners(number(s), number(s), number(s), number(s)).move(1, number(s))),
    "Rect.rotate.about": (Rects, "center",
        lambda s: Rect(number(s), number(s), size(s), size(s)).rotate(angle(s), about=(number(s), number(s)))),
    "RoundRect": (RoundRects, "topleft",
        lambda s: RoundRect(number(s), number(s), 8 + size(s), 8 + size(s), size(s) / 2, angle(s))),
    "RoundRect.centered": (RoundRects, "center",
        lambda s: RoundRect.centered(number(s), number(s), 8 + size(s), 8 + size(s), size(s) / 2, angle(s))),
    "RoundRect.around": (RoundRects, "around",
        lambda s: RoundRect.around(number(s), number(s), size(s), size(s), size(s), angle(s))),
    "Rect.grow": (RoundRects, "core",
        lambda s: Rect(number(s), number(s), size(s), size(s)).grow(size(s))),
    "Rect.grow.rotate": (RoundRects, "core",
        lambda s: Rect(number(s), number(s), size(s), size(s)).grow(size(s)).rotate(angle(s))),
    "Rect.from_corners.grow": (RoundRects, "corners",
        lambda s: Rect.from_corners(number(s), number(s), number(s), number(s)).grow(size(s))),
    "RoundRect.around.at": (RoundRects, "around",
        lambda s: RoundRect.around(number(s), number(s), size(s), size(s), size(s)).at(number(s), number(s))),
}  # fmt: skip


def assert_same_held(ours: Any, theirs: Any) -> None:
    """Equal, and derived from the same numbers, which decide how they move."""
    assert ours == theirs
    assert ours.vertices == theirs.vertices
    assert ours.radius == theirs.radius
    assert _core._rect_numbers(ours) == _core._rect_numbers(theirs)


@pytest.mark.parametrize("made", MADE)
def test_rectangles_that_are_held_alike_always_have_rows(made: str) -> None:
    view, anchor, draw = MADE[made]
    source = Seeded(len(made))
    shapes = [draw(source) for _ in range(500)]
    rows = view.from_shapes(shapes)
    assert rows.anchor == anchor
    for ours, theirs in zip(rows.to_shapes(), shapes, strict=True):
        assert_same_held(ours, theirs)
    masked = view.from_shapes([shapes[0], None])
    assert masked.valid.tolist() == [True, False]
    assert view.from_shapes([None]).valid.tolist() == [False]


def others(source: Seeded, shapes: list[Any]) -> list[Any]:
    """Of every kind, near each of the shapes."""
    found = []
    for shape in shapes:
        regime = choice(source, ("near_touch", "lattice", "exact_touch"))
        kind = choice(source, KINDS[:-1])
        other = build(collide2d, REGIMES[regime](source, kind, kind)[0])
        found.append(other if source.integer(0, 2) else shape.move(shape.bounds[2] - shape.bounds[0], 0))
    return found


@pytest.mark.parametrize("made", MADE)
def test_every_verb_gives_an_element_the_answer_of_its_shape(made: str) -> None:
    view, _, draw = MADE[made]
    source = Seeded(7 + len(made))
    shapes = [draw(source) for _ in range(60)]
    rows, motion = view.from_shapes(shapes), (number(source), number(source))
    for other in others(source, shapes)[:40]:
        for verb in array_rows.PAIR_VERBS:
            expected = [getattr(shape, verb)(other) for shape in shapes]
            assert getattr(rows, verb)(other).tolist() == expected, (verb, other)
        contacts, hits = rows.contact(other), rows.cast(motion, other)
        for i, shape in enumerate(shapes):
            contact, hit = shape.contact(other), shape.cast(motion, other)
            assert contacts.hit[i] == (contact is not None)
            assert hits.hit[i] == (hit is not None)
            if contact is not None:
                assert (tuple(contacts.normal[i]), contacts.depth[i]) == (contact.normal, contact.depth)
            if hit is not None:
                assert (hits.t[i], tuple(hits.point[i]), tuple(hits.normal[i])) == (hit.t, hit.point, hit.normal)
    assert rows.bounds.tolist() == [list(shape.bounds) for shape in shapes]


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("layout", array_rows.LAYOUTS)
@pytest.mark.parametrize(("kind", "anchor"), [
    ("rect", "center"), ("rect", "corners"), ("roundrect", "center"), ("roundrect", "around"), ("roundrect", "core"),
    ("roundrect", "corners"),
])  # fmt: skip
def test_rows_of_every_anchor_and_layout_answer_as_shapes(kind: str, anchor: str, layout: str, single: bool) -> None:
    """Against rows of circles and of rectangles: on a lattice, where they touch; float32 too."""
    source, view = Seeded(3), array_rows.ARRAYS[kind]
    corners = anchor == "corners"
    columns = (5 if kind == "rect" else 6) - corners
    rows = np.array([[source.integer(0, 8) / 2 for _ in range(columns)] for _ in range(67)])
    if kind == "roundrect":
        rows[:, 4] = np.minimum(rows[:, 4], rows[:, 2:4].min(axis=1) / 2)
    if source.integer(0, 1) and not corners:
        rows = rows[:, :-1]
    if single and layout not in ("unaligned", "read-only"):  # which are of float64
        rows = rows.astype(np.float32)
    laid = view(array_rows.LAYOUTS[layout](rows), anchor=anchor)
    shapes = laid.to_shapes()
    for other in (
        collide2d.Circles([[2, 3, 1], [4, 4, 0], [0, 1, 2.5]]),
        Rects([[1, 1, 2, 2], [4, 0, 1, 9], [3, 3, 0, 0]]),
    ):
        expected = [[a.relate(b) for b in other] for a in shapes]
        assert laid[:, None].relate(other).tolist() == expected
        assert other[:, None].relate(laid).T.tolist() == expected
    assert (laid == view.from_shapes(shapes)).all()


@pytest.mark.parametrize("made", MADE)
def test_moving_and_turning_rows_is_moving_and_turning_the_shapes(made: str) -> None:
    view, _, draw = MADE[made]
    source = Seeded(9 + len(made))
    shapes = [draw(source) for _ in range(80)]
    rows, d, degrees = view.from_shapes(shapes), (number(source), number(source)), angle(source)
    for ours, theirs in zip(rows.move(*d).to_shapes(), [s.move(*d) for s in shapes], strict=True):
        assert_same_held(ours, theirs)
    for ours, theirs in zip(rows.move(0, 0).to_shapes(), shapes, strict=True):
        assert_same_held(ours, theirs)
    for ours, theirs in zip(rows.rotate(degrees).to_shapes(), [s.rotate(degrees) for s in shapes], strict=True):
        assert_same_held(ours, theirs)
    turned = rows.rotate(degrees, about=d).to_shapes()
    for ours, theirs in zip(turned, [s.rotate(degrees, about=d) for s in shapes], strict=True):
        assert_same_held(ours, theirs)


def test_two_ways_to_hold_one_rectangle_go_into_one_array() -> None:
    """repr and to_dict say of two corners what fits exactly: what comes back mixes with what did not fit."""
    source = Seeded(5)
    shapes = [Rect.from_corners(*(number(source) for _ in range(4))) for _ in range(200)]
    again = [Rect.from_dict(shape.to_dict()) for shape in shapes]
    assert {_core._rect_numbers(shape)[0] for shape in again} == {"topleft", "corners"}
    assert [s.vertices for s in Rects.from_shapes(again).to_shapes()] == [s.vertices for s in shapes]


def test_rounded_rows_are_as_near_as_doubles_are() -> None:
    """Corners of cores keep their bits where nothing is turned; centres and sizes are off by a few ulps."""
    mixed = [Rect(0.1, 0.2, 0.7, 0.3), Rect.centered(0.3, 0.1, 0.7, 0.9), Rect(0.1, 0.7, 0.2, 0.3, pivot=(0.1, 0))]
    upright = Rects.from_shapes(mixed, rounded=True)
    assert upright.anchor == "corners"
    assert [s.vertices for s in upright.to_shapes()] == [s.vertices for s in mixed]
    source = Seeded(6)
    for view, shapes in (
        (Rects, [*mixed, Rect(0.3, 0.1, 0.2, 0.7, 30, pivot=(0.3, 0.1)), Rect.pivoted(1, 2, 3, 4, (5, 6), 7)]),
        (
            RoundRects,
            [RoundRect(0.1, 0.2, 3, 4, 1, 20), Rect(0.1, 0.3, 1, 2).grow(0.7), RoundRect.around(1, 2, 3, 4, 5)],
        ),
    ):
        rows = view.from_shapes(shapes, rounded=True)
        assert rows.anchor == ("center" if view is Rects else "around")
        for ours, theirs in zip(rows.to_shapes(), shapes, strict=True):
            for p in ours.vertices:  # each is rounded a few times, of numbers below 16
                assert min(max(abs(p[0] - q[0]), abs(p[1] - q[1])) for q in theirs.vertices) <= 16 * 16 * 2.0**-53
    alike = [Rect.centered(number(source), 0, 1, 2, 30) for _ in range(9)]
    assert (Rects.from_shapes(alike, rounded=True) == Rects.from_shapes(alike)).all()


def test_the_anchor_stays_with_the_rows() -> None:
    rows = Rects([[5, 5, 4, 2, 30], [1, 2, 3, 4, 0]], anchor="center")
    for same in (rows[:], Rects(rows), pickle.loads(pickle.dumps(rows)), rows[:, None][:, 0], eval(repr(rows), SCOPE)):
        assert same.anchor == "center"
        assert same.to_shapes() == rows.to_shapes() == [Rect.centered(5, 5, 4, 2, 30), Rect.centered(1, 2, 3, 4)]
    assert rows[0] == Rect.centered(5, 5, 4, 2, 30)


SCOPE = {"Rects": Rects}
