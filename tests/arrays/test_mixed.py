"""Arrays of mixed kinds: every element is the answer of the single shape, bit for bit, and an array of mixed kinds
answers as its parts of one kind do."""

from __future__ import annotations

import contextlib
import copy
import gc
import math
import pickle
import re
import threading
from functools import cache
from typing import Any, cast

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from array_rows import (
    LAYOUTS,
    PAIR_VERBS,
    Layout,
    assert_clips,
    assert_closest_points,
    assert_contacts,
    assert_hits,
    assert_turns,
    mixed_pairs,
    same_bits,
    single_answers,
)
from array_tables import TABLES

import collide2d
from collide2d import (
    Body,
    Circle,
    Circles,
    Point,
    Points,
    Polygon,
    Polygons,
    Rect,
    Rects,
    RoundRect,
    Segment,
    Segments,
    Shapes,
    Space,
    _arrays,
)
from collide2d.arrays import count_pairs, first_hits, nearest, pair_chunks, pairs

MOTIONS = [(3.0, 0.0), (-0.25, 1.5), (0.0, 0.0), (-1e3, 1e3), (2.0**-149, -0.0), (7.3, -5.1)]


@cache
def drawn(count: int, seed: int, most: float = 1e50) -> tuple[list[Any], list[Any]]:
    return mixed_pairs(count, seed, most)


@cache
def of_every_code() -> Any:
    """Shapes of every kind and anchor, and a masked row."""
    return Shapes.from_shapes([
        Point(1, 2), Circle(0, 0, 1), Segment(4, 0, 0, 3), collide2d.Capsule(0, 5, 4, 5, 1), Rect(3, 0, 2, 2, 10),
        collide2d.RoundRect(0, 0, 4, 4, 1), Polygon([(0, 0), (4, 0), (0, 4)], 0.5), Rect.centered(5, 5, 4, 2, 30),
        Rect.from_corners(0.1, 0.2, 0.4, 0.7), collide2d.RoundRect.centered(1, 1, 4, 3, 1),
        Rect.from_corners(0.1, 0.2, 0.4, 0.7).grow(1), collide2d.RoundRect.around(0, 0, 1, 2, 1, 45),
        Rect(0.1, 0.2, 3, 1).grow(0.3), None,
    ])  # fmt: skip


# ---- verbs -----------------------------------------------------------------------------------------------------------


def test_the_elements_are_the_answers_of_single_shapes() -> None:
    for a, b in (drawn(1200, 1), drawn(1200, 1)[::-1]):
        s, t = Shapes.from_shapes(a), Shapes.from_shapes(b)
        for verb in PAIR_VERBS:
            assert same_bits(getattr(collide2d, verb)(s, t), single_answers(verb, a, b)), verb
        assert_contacts(s.contact(t), a, b)
        assert_closest_points(s.closest_points(t), a, b)
        motions = np.resize(np.array(MOTIONS), (len(a), 2))
        assert_hits(s.cast(motions, t), collide2d.cast, a, motions, b)
        angles = np.resize([30.0, -360.0, 0.0, 1e-3], 120)
        assert_turns(s[:120].turn_cast(angles, t[:120]), a[:120], angles, b[:120])
        masses = np.resize([1.0, 2.0, math.inf], 300)
        want = [collide2d.separate(p, q, m) for p, q, m in zip(a[:300], b[:300], masses.tolist(), strict=True)]
        for k, moved in enumerate(collide2d.separate(s[:300], t[:300], masses)):
            assert moved.to_shapes() == [pair[k] for pair in want]


def test_the_other_operand_may_be_anything() -> None:
    a, b = drawn(400, 2, 1e6)
    s, one, level = Shapes.from_shapes(a), Circle(1, 0.5, 2), Body([Rect(0, 0, 3, 2), Circle(3, 0, 1)])
    for verb in PAIR_VERBS:
        ask = getattr(collide2d, verb)
        assert same_bits(ask(s, one), single_answers(verb, a, [one] * len(a))), verb
        assert same_bits(ask(one, s), single_answers(verb, [one] * len(a), a)), verb
        assert same_bits(ask(s, level), np.array([ask(x, level) for x in a], ask(s, level).dtype)), verb
        for at, part in Shapes.from_shapes(b).split():
            assert same_bits(ask(s[at], part), single_answers(verb, [a[i] for i in at], part.to_shapes())), verb
            assert same_bits(ask(part, s[at]), single_answers(verb, part.to_shapes(), [a[i] for i in at])), verb
    segments = [Segment(-3, y, 5, 1) for y in np.linspace(-4, 4, len(a)).tolist()]
    assert_clips(s.clip(Segments.from_shapes(segments)), a, segments)
    rays = collide2d.raycast((-9, 0.5), (20, 0), s)
    assert_hits(
        rays, lambda x, m, o: collide2d.raycast(o, m, x), a, np.full((len(a), 2), (20.0, 0)), [(-9, 0.5)] * len(a)
    )


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_the_layout_of_the_rows_does_not_matter(layout: Layout) -> None:
    a, b = drawn(700, 3)
    s, t = Shapes.from_shapes(a), Shapes.from_shapes(b)
    again = Shapes(layout(s.array), vertices=s._table)
    for verb in ("relate", "separation"):
        want = single_answers(verb, a, b)
        out = np.empty(2 * len(a), want.dtype)[::2]
        assert getattr(again, verb)(t, out=out) is out
        assert same_bits(np.ascontiguousarray(out), want)
        assert same_bits(getattr(again[::-1], verb)(t[::-1]), want[::-1])
    table = again[:60, None].relate(t[:50])
    assert table.tolist() == [[x.relate(y) for y in b[:50]] for x in a[:60]]
    assert same_bits(t[:50, None].relate(again[:60]), np.ascontiguousarray(table.T))


def test_single_precision_is_taken_as_it_is() -> None:
    kinds, rows = ["circle", "rect", "point", "capsule"], np.array([
        [0.1, 0.2, 0.3, 0, 0], [0.1, 0.7, 0.3, 0.9, 3], [0.25, 0, 0, 0, 0], [0.1, 0.2, 1.7, 3.3, 0.7],
    ], dtype=np.float32)  # fmt: skip
    some = Shapes(kinds, rows)
    assert some.array.dtype == np.float32
    assert Shapes(some.array).array is some.array
    doubles = Shapes(kinds, rows.astype(float))
    assert (some == doubles).all()
    assert same_bits(some.distance((2, 3)), doubles.distance((2, 3)))
    assert same_bits(some[:, None].relate(some), doubles[:, None].relate(doubles))


def test_rows_are_equal_if_the_single_shapes_are() -> None:
    some = of_every_code()
    shapes = some.to_shapes()
    table = some[:, None] == some
    assert table.tolist() == [[x is not None and x == y for y in shapes] for x in shapes]
    for shape in shapes[:-1]:
        assert (some == shape).tolist() == [x == shape for x in shapes]
    mixed = Shapes.join(Points([[0, 0]]), Circles([[0, 0, 0]]), Rects([[0, 0, 0, 0]]))
    assert (mixed == Point(0, 0)).tolist() == [True, False, False]
    assert (Circles([[0, 0, 0]]) == mixed).tolist() == (mixed == Circles([[0, 0, 0]])).tolist() == [False, True, False]
    assert (Circles([[0, 0, 0]]) != mixed).tolist() == [True, False, True]


# ---- a shape for each pair -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["intersection", "minkowski_difference"])
def test_shapes_of_pairs_are_those_of_single_shapes(verb: str) -> None:
    ask = getattr(collide2d, verb)
    held = [p for p in zip(*drawn(1500, 8), strict=True) if verb[0] == "m" or p[0].radius == p[1].radius == 0]
    a, b = [p for p, _ in held], [q for _, q in held]
    assert len(a) > 200
    s, t = Shapes.from_shapes(a), Shapes.from_shapes(b)
    want = list(map(ask, a, b))
    got = ask(s, t)
    assert type(got) is Shapes
    assert got.to_shapes() == want
    assert [(x.kind, x.vertices) if x else None for x in got] == [(x.kind, x.vertices) if x else None for x in want]
    assert getattr(s, verb)(t).to_shapes() == want
    if verb == "intersection":
        assert got.valid.tolist() == collide2d.collides(s, t).tolist()
    table = ask(s[:12, None], t[:9])
    assert table.to_shapes() == [[ask(x, y) for y in b[:9]] for x in a[:12]]
    assert ask(s[:40], b[0]).to_shapes() == [ask(x, b[0]) for x in a[:40]]
    assert b[0].minkowski_difference(s[:40]).to_shapes() == [b[0].minkowski_difference(x) for x in a[:40]]
    pivoted = Rect.pivoted(0, 0, 3, 2, (0.5, 0), 30)
    assert ask(pivoted, t[:40]).to_shapes() == [ask(pivoted, y) for y in b[:40]]
    for at, part in s.split():
        assert ask(part, t[at]).to_shapes() == [want[i] for i in at]


def test_shapes_of_pairs_name_what_they_refuse() -> None:
    masked = Points([[0, 0], [math.nan, 0], [1e60, 0]], invalid="nan")
    square = Rect(-1, -1, 2, 2)
    assert masked.intersection(square).to_shapes() == [Point(0, 0), None, None]
    assert masked.minkowski_difference(square).valid.tolist() == [True, False, True]
    long = Segment(-9e59, 0, 9e59, 0)
    assert long.minkowski_difference(masked).valid.tolist() == [True, False, False]  # the last one is too large
    assert collide2d.intersection(Points(np.empty((0, 2))), square).to_shapes() == []
    rows = np.zeros((3, 2))
    some, far = Points(rows), Points(np.full((3, 2), 1e60))
    calls: list[tuple[Any, type[Exception], str]] = [
        (lambda: some.intersection(Circles(np.ones((2, 3)))[:, None]), ValueError,
         r"intersection: both shapes must have radius 0, got the radii \(0.0, 1.0\) at index \(0, 0\)"),
        (lambda: long.minkowski_difference(far), ValueError,
         "minkowski_difference: every coordinate and radius .* must be between .* which it is not at index 0"),
        (lambda: some.intersection(far[:2]), ValueError, r"of a and b must broadcast, got \(3,\) and \(2,\)"),
        (lambda: collide2d.intersection(Body([square, Point(0, 0)]), some), TypeError, "a must be a shape .* got Body"),
        (lambda: some.minkowski_difference(Body([square, Point(0, 0)])), TypeError, "b must be a shape .* got Body"),
        (lambda: cast(Any, collide2d).intersection(some, some, out=1), TypeError,
         "^intersection: takes no out, as its results are shapes$"),
        (lambda: cast(Any, some).minkowski_difference(square, out=None, threads=2), TypeError, "takes no out"),
        (lambda: cast(Any, collide2d).minkowski_difference(square, square, threads=2), TypeError,
         "^minkowski_difference: threads is for arrays of shapes only$"),
        (lambda: some.intersection(square, threads=0), ValueError, "^intersection: threads must be >= 1, got 0$"),
        (lambda: cast(Any, some).intersection(square, thread=2), TypeError, "unexpected keyword argument 'thread'"),
        (lambda: _arrays._pair_shapes("intersection", some, some, some, some, 2, 1), TypeError, "or an array of 2"),
        (lambda: _arrays._pair_shapes("intersection", 0, 0, 0, 0, 2, 1), TypeError, "a must be a shape, or an array"),
    ]  # fmt: skip
    for call, kind, match in calls:
        with pytest.raises(kind, match=match):
            call()
    rows[2, 1] = math.inf
    with pytest.raises(ValueError, match=r"intersection: b\.y must be finite, got inf at index 2"):
        collide2d.intersection(square, some)


# ---- searches --------------------------------------------------------------------------------------------------------


def scene(count: int, seed: int) -> tuple[Any, list[Any]]:
    """Shapes of about one size in a square of 12."""
    random = np.random.default_rng(seed)
    made = list[Any]()
    for k, (x, y, w, h, turn) in enumerate((random.uniform(0, 1, (count, 5)) * (12, 12, 1, 1, 90)).tolist()):
        made.append((
            Point(x, y), Circle(x, y, w), Segment(x, y, x + w, y + h), collide2d.Capsule(x, y, x + w, y - h, w / 3),
            Rect.centered(x, y, w, h, turn), collide2d.RoundRect(x, y, w + 1, h + 1, w / 2),
            Polygon([(x, y), (x + w, y), (x, y + h)], h / 4),
        )[k % 7])  # fmt: skip
    return Shapes.from_shapes(made), made


def test_searches_find_what_the_verbs_say() -> None:
    s, _ = scene(150, 1)
    others = scene(60, 2)[0]
    for a, b in ((s, others), (s, Circles([[3, 3, 2], [9, 1, 0.5]])), (Points([[3, 3], [9, 1]]), s)):
        table = a[:, None].collides(b)
        assert np.array_equal(pairs(a, b), np.argwhere(table))
        assert np.array_equal(pairs(a, b, touching=False), np.argwhere(a[:, None].overlaps(b)))
        assert count_pairs(a, b) == table.sum()
        assert np.array_equal(np.concatenate(list(pair_chunks(a, b, rows=7))), np.argwhere(table))
        gaps = a[:, None].distance(b)
        order = np.lexsort((np.broadcast_to(np.arange(len(b)), gaps.shape), gaps), axis=1)[:, :2]
        near = nearest(a, b, k=2)
        assert np.array_equal(near.row, order)
        assert same_bits(near.distance, np.take_along_axis(gaps, order, axis=1))
        hits = a[:, None].cast((5, 1.5), b)
        times = np.where(hits.hit, hits.t, np.inf)
        want = np.where(np.isfinite(times.min(axis=1)), times.argmin(axis=1), -1)
        assert np.array_equal(first_hits(a, (5, 1.5), b).row, want)
    assert np.array_equal(pairs(s), np.argwhere(np.triu(s[:, None].collides(s), 1)))
    far = s.move(np.array([[30 * k, 30 * k] for k in range(20)])[:, None])
    flat = Shapes.from_shapes([shape for row in far.to_shapes() for shape in row])
    assert len(flat) == 3000  # enough to be sorted by cells
    assert count_pairs(flat) == sum(count_pairs(row) for row in far)
    wrapped = pairs(s, period=(13, 13))
    images = np.any([s[:, None].collides(s.move(13 * i, 13 * k)) for i in (-1, 0, 1) for k in (-1, 0, 1)], axis=0)
    assert np.array_equal(wrapped, np.argwhere(np.triu(images, 1)))


def test_a_space_answers_mixed_rows() -> None:
    s, shapes = scene(60, 3)
    space = Space(dict(enumerate(scene(80, 4)[1])))
    found = space.query(s)
    for i, shape in enumerate(shapes):
        assert found.item[found.offsets[i] : found.offsets[i + 1]].tolist() == space.query(shape)
        want = space.cast(shape, (4, 1))
        assert space.cast(s, (4, 1)).item[i] == (None if want is None else want[0])
    near = space.nearest(s, 2)
    assert [row.tolist() for row in near.item] == [
        [item for item, _ in space.nearest(x, 2, distances=True)] for x in shapes
    ]


def test_masked_rows_take_no_part() -> None:
    some = Shapes([[1, 0, 0, 1, 0, 0, 0], [9, 0, 0, 1, 0, 0, 0], [math.nan] * 7, [6, 0, 3, 0, 0, 0, 0]], invalid="nan")
    assert some.valid.tolist() == [True, False, False, False]
    assert some.kinds.tolist() == ["circle", "", "", "polygon"]
    assert some.to_shapes() == [Circle(0, 0, 1), None, None, None]
    assert some.collides((0, 0)).tolist() == [True, False, False, False]
    assert some.relate(some).tolist() == [1, -1, -1, -1]
    assert np.isnan(some.distance((0, 0))).tolist() == [False, True, True, True]
    assert pairs(some).tolist() == []
    assert pairs(some, some).tolist() == [[0, 0]]
    assert nearest(some, some).row[:, 0].tolist() == [0, -1, -1, -1]
    assert some.move(1, 0).to_shapes() == [Circle(1, 0, 1), None, None, None]
    assert some.offsets.tolist() == [0, 1, 1, 1, 1]
    joined = Shapes.join(some, Polygons([[(0, 0), (4, 0), (0, 4)]]))
    assert joined.valid.tolist() == [True, False, False, False, True]  # row 3 finds no vertices in the table of row 4


# ---- new rows --------------------------------------------------------------------------------------------------------

CHANGES: dict[str, Any] = {
    "move": lambda s: s.move(0.1, -3),
    "stay": lambda s: s.move(0, 0),
    "at": lambda s: s.at(0.1, 1e10),
    "rotate": lambda s: s.rotate(30),
    "rotate about": lambda s: s.rotate(-75.5, about=(1, 2)),
    "radians": lambda s: s.rotate(radians=2.5),
    "scale_by": lambda s: s.scale_by(1 / 3),
    "grow": lambda s: s.grow(0.25),
    "sweep": lambda s: s.sweep((-0.5, 2)),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changes_are_those_of_single_shapes(name: str) -> None:
    shapes, _ = drawn(500, 4, 1e50)
    shapes = [s for s in shapes if s.kind != "segment" or Segments.from_shapes([s])[0] == s]
    got: Any = CHANGES[name](Shapes.from_shapes(shapes))
    want = [CHANGES[name](s) for s in shapes]
    assert type(got) is Shapes
    if name == "sweep":  # single shapes become the simplest kind
        assert [(s.vertices, s.radius) for s in got.to_shapes()] == [(s.vertices, s.radius) for s in want]
    else:
        assert got.to_shapes() == want
        assert got.kinds.tolist() == [s.kind for s in want]
    every = CHANGES[name](of_every_code())
    assert every.valid.tolist() == [True] * 13 + [False]
    assert (got.array[got.kinds == "circle", 4:] == 0).all()  # numbers beyond those of a kind


def test_a_change_of_one_row_does_not_change_what_others_hold() -> None:
    corners = Rect.from_corners(0.1, 0.2, 0.4, 0.7)
    some = Shapes.from_shapes([corners, corners, Rect(0.1, 0.2, 3, 1), Rect(0.1, 0.2, 3, 1, 20)])
    moved = some.move([[0, 0], [1, 0], [0, 0], [0, 0]])
    assert moved.to_shapes() == [corners, corners.move(1, 0), some[2], some[3]]
    assert moved.anchors.tolist() == ["corners", "topleft", "topleft", "topleft"]
    grown: Any = some.grow(1)
    assert grown.to_shapes() == [s.grow(1) for s in some]
    assert grown.anchors.tolist() == ["corners", "corners", "core", "around"]
    assert some.replace(angle=[0, 5, 0, 0]).to_shapes() == [
        corners.replace(angle=0), corners.replace(angle=5), some[2], some[3].replace(angle=0),
    ]  # fmt: skip


def test_changes_broadcast_and_name_what_they_refuse() -> None:
    some = Shapes(["circle", "rect"], [[0, 0, 1], [5, 5, 2, 2]])
    moved = some[:, None].move([[1, 0], [0, 2], [3, 3]])
    assert moved.shape == (2, 3)
    assert all(moved[i, k] == some[i].move(*d) for i in (0, 1) for k, d in enumerate([(1, 0), (0, 2), (3, 3)]))
    assert some.rotate([[10], [20]], about=[[[0, 0]], [[1, 1]]])[1, 1] == some[1].rotate(20, about=(1, 1))
    assert some.replace(x=[1, 2], y=7).to_shapes() == [Circle(1, 7, 1), Rect(2, 7, 2, 2)]
    assert some.replace().to_shapes() == some.to_shapes()
    assert Shapes.from_shapes([Polygon([(0, 0), (4, 0), (0, 4)])]).replace(radius=2)[0].radius == 2
    far: Any = some.move(9e59, 0)
    calls: list[tuple[Any, type[Exception], str]] = [
        (lambda: some.grow([[0, 0], [0, -2]]), ValueError, r"grow: r must be >= 0, got -2.0 at index \(1, 1\)"),
        (lambda: some[::-1].scale_by([1, 1e61]), ValueError, "scale_by: k must be between"),
        (lambda: far.move([[0, 0], [9e59, 0]]), ValueError, "move: x .* at index 1"),
        (lambda: some.move(np.zeros((3, 2))), ValueError, r"array and of dx must broadcast, got \(2,\) and \(3,\)"),
        (lambda: some.rotate(1, about=np.zeros((3, 2))), ValueError, "array and of angle and about must broadcast"),
        (lambda: some.replace(r=2), TypeError, "replace: a rect has x, y, w, h, angle, got 'r': see Shapes.split"),
        (lambda: some.replace(x=[1, 2, 3]), ValueError, "replace: the arguments must broadcast together"),
    ]
    for call, kind, match in calls:
        with pytest.raises(kind, match=match):
            call()


# ---- as an array -----------------------------------------------------------------------------------------------------


def test_attributes_are_those_of_single_shapes() -> None:
    shapes, _ = drawn(400, 5)
    some = Shapes.from_shapes(shapes)
    assert some.to_shapes() == shapes
    assert some.kinds.tolist() == [s.kind for s in shapes]
    assert some.valid.all()
    for name in ("area", "perimeter", "center", "bounds", "radius"):
        assert same_bits(getattr(some, name), np.array([getattr(s, name) for s in shapes])), name
    assert some.offsets.tolist() == np.cumsum([0, *(len(s.vertices) for s in shapes)]).tolist()
    assert same_bits(some.vertices, np.concatenate([s.vertices for s in shapes]))


def test_it_is_made_of_kinds_and_rows() -> None:
    rows = [[0, 0, 1], [3, 0, 2, 2], [1, 2]]
    some = Shapes(["circle", "rect", "point"], rows)
    assert some.to_shapes() == [Circle(0, 0, 1), Rect(3, 0, 2, 2), Point(1, 2)]
    padded = np.array([[0, 0, 1, 7], [3, 0, 2, 2], [1, 2, math.nan, -1]], dtype=float)
    assert (Shapes([1, 4, 0], padded) == some).all()  # what a kind does not use is ignored
    assert (Shapes(some) == some).all()
    assert (Shapes(Circles([[0, 0, 1]])) == Circle(0, 0, 1)).all()
    assert Shapes("circle", np.ones((2, 3, 3))).shape == (2, 3)
    assert Shapes(["rect", "rect"], [5, 5, 4, 2], anchors=["center", "topleft"]).to_shapes() == [
        Rect.centered(5, 5, 4, 2), Rect(5, 5, 4, 2),
    ]  # fmt: skip
    corner = [(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)]
    assert Shapes(["polygon", "circle"], [[0, 3, 0.5], [0, 0, 1]], corner)[0] == Polygon(corner, 0.5)
    for none in (Shapes([], []), Shapes.join(), Shapes.from_shapes([]), Shapes(np.empty((0, 7)))):
        assert none.shape == (0,)
        assert none.to_shapes() == []
        assert none.move(1, 2).shape == (0,)
        assert none.vertices.shape == (0, 2)
        assert pairs(none).shape == (0, 2)
        assert none.collides((0, 0)).tolist() == []


def test_it_indexes_and_broadcasts_as_other_arrays() -> None:
    some = of_every_code()
    shapes = some.to_shapes()
    assert len(some) == 14
    assert list(some) == shapes
    assert some[3] == shapes[3]
    assert some[-1] is None
    assert some[[3, 0]].to_shapes() == [shapes[3], shapes[0]]
    assert some[some.kinds == "rect"].to_shapes() == [s for s in shapes if s and s.kind == "rect"]
    assert some.anchors.tolist() == [
        *["topleft"] * 7, "center", "corners", "center", "corners", "around", "core", "",
    ]  # fmt: skip
    for name in ("kinds", "valid", "area", "radius"):
        assert getattr(some[:, None], name).shape == (14, 1)
    assert some[:, None][2, 0] == shapes[2]
    assert np.asarray(some) is some.array
    text = {"Shapes": Shapes, "nan": math.nan}
    small = some[:-1][:6]
    for again in (pickle.loads(pickle.dumps(some)), copy.deepcopy(some), copy.copy(some), eval(repr(some), text)):
        assert type(again) is Shapes
        assert again.valid.tolist() == some.valid.tolist()
        assert again.kinds.tolist() == some.kinds.tolist()
        assert again.invalid == "nan"
    assert (eval(repr(small), text) == small).all()
    assert (eval(repr(small[:, None]), text) == small[:, None]).all()


def test_rows_without_axes_are_one_shape() -> None:
    some = of_every_code()
    for i, shape in enumerate(some):
        one = some[i, ...]
        assert one.shape == ()
        assert one.to_shapes() == shape
        if shape is not None:
            assert one.collides(shape)
            assert one.move(1, 2).to_shapes() == shape.move(1, 2)
            assert one.kinds == shape.kind
            assert one.vertices.tolist() == list(map(list, shape.vertices))
    table = some[:12].array.reshape(3, 4, 7).copy()
    live = Shapes(table, vertices=some._table)
    table[1, 2, 0] = 9
    for call in (lambda: live.move(1, 0), lambda: live.to_shapes(), lambda: live.vertices, lambda: live.replace()):
        with pytest.raises(ValueError, match=r"Shapes: kind must be .* got 9\.0 at index \(1, 2\)"):
            call()


def test_split_and_join_are_inverse() -> None:
    some = of_every_code()
    parts = some.split()
    assert sorted(i for at, _ in parts for i in at.tolist()) == list(range(13))
    for at, part in parts:
        assert part.to_shapes() == [some[i] for i in at]
    again = Shapes.join(*(part for _, part in parts))
    assert again.to_shapes() == [some[i] for at, _ in parts for i in at]
    twice = Shapes.join(some, some[::-1])
    assert twice.to_shapes() == [*some, *reversed(list(some))]
    assert len(twice._table) == 3  # the vertices are there once
    assert len(Shapes.join(some, pickle.loads(pickle.dumps(some)))._table) == 6


# ---- tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES.keys())
def test_an_array_made_of_its_table_is_equal(make: Any) -> None:
    shapes, _ = drawn(150, 7)
    held = of_every_code()
    for some in (Shapes.from_shapes(shapes), held[:13], held[:0], held[[1, 6, 1]], held):
        table = make(some)
        again = Shapes(table, invalid=some.invalid)
        assert again.to_shapes() == some.to_shapes()
        assert again.anchors.tolist() == some.anchors.tolist()
        assert again.valid.tolist() == some.valid.tolist()


def test_a_table_may_leave_out_what_is_zero() -> None:
    table = pd.DataFrame({
        "kind": ["circle", "rect", "polygon"], "x": [1, 2, None], "y": [5, 6, None], "r": [3, None, None],
        "w": [None, 4, None], "h": [None, 2, None], "points": [None, None, [(0, 0), (4, 0), (0, 4)]],
        "name": list("abc"),
    })  # fmt: skip
    some = Shapes(table)
    assert some.to_shapes() == [Circle(1, 5, 3), Rect(2, 6, 4, 2), Polygon([(0, 0), (4, 0), (0, 4)])]
    with pytest.raises(TypeError, match="the columns of a rect are x, y, w, h, angle, 'h' is missing in kind, x, y"):
        Shapes(table.drop(columns="h"))
    with pytest.raises(ValueError, match=r"kinds must be of .* got 'disc' at index 0"):
        Shapes(table.assign(kind="disc"))
    with pytest.raises(ValueError, match="kind, and its anchor, must be known, got nan at index 1"):
        Shapes(table.assign(kind=["circle", None, "polygon"]))
    with pytest.raises(ValueError, match="only an array of one axis is a table"):
        of_every_code()[:, None].to_columns()


POINTS = [(0, 0), (4, 0), (0, 4)]
WRONG_ROWS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"r": [None, 1, None, -1]}, ValueError, "r must be >= 0, got -1.0 at index 3"),
    ({"x": [0, 0, None, np.inf]}, ValueError, "x must be finite, got inf at index 3"),
    ({"x": [np.nan, 0, None, np.inf]}, ValueError, "x must be finite, got nan at index 0"),
    ({"radius": [None, None, -1, None], "r": -1}, ValueError, "r must be >= 0, got -1.0 at index 1"),
    ({"radius": [None, None, -1, None]}, ValueError, "radius must be >= 0, got -1.0 at index 2"),
    ({"points": [None, None, [(0, 0), (4, 0), (1, 1), (0, 4)], None]}, ValueError,
     "the points must run once round a convex polygon, which they do not at index 2"),
    ({"points": None}, ValueError, "the polygon must have points, which it has not at index 2"),
    ({"points": [None, None, [1, 2, 3], None]}, ValueError, "points[2] must be pairs, (k, 2), got shape (3,)"),
    ({"points": [None, None, 5.0, None]}, ValueError, "points[2] must be pairs, (k, 2), got shape ()"),
    ({"points": [None, None, "abc", None]}, TypeError, "points[2] must be a number or an array of numbers, got str"),
    ({"r": ["a", "b", "c", "d"]}, TypeError, "the column 'r' must be numbers, could not convert string to float: 'a'"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "error", "message"), WRONG_ROWS)
def test_an_error_names_the_row_of_the_table(wrong: Any, error: type[Exception], message: str) -> None:
    table = pd.DataFrame({
        "kind": ["point", "circle", "polygon", "circle"], "x": [0, 0, None, 0], "y": [0, 0, None, 0], "r": 1.0,
        "points": [None, None, POINTS, None],
    })  # fmt: skip
    assert len(Shapes(table)) == 4
    with pytest.raises(error, match=f"^Shapes: {re.escape(message)}$"):
        Shapes(table.assign(**wrong))


def test_a_table_without_anchors_says_them_by_its_columns() -> None:
    table = pl.DataFrame({
        "kind": ["rect", "circle", "rect", "roundrect", "rect"], "cx": [1, None, None, 5, 7],
        "cy": [2, None, None, 5, 7], "x": [None, 0, 7, None, 3], "y": [None, 0, 8, None, 4], "w": [3, None, 2, 4, 1],
        "h": [4, None, 2, 4, 1], "r": [None, 1, None, 1, None],
    })  # fmt: skip
    assert Shapes(table).to_shapes() == [
        Rect.centered(1, 2, 3, 4), Circle(0, 0, 1), Rect(7, 8, 2, 2), RoundRect.centered(5, 5, 4, 4, 1),
        Rect(3, 4, 1, 1),
    ]  # fmt: skip
    rects = pd.DataFrame({"kind": "rect", "cx": [1.0, np.nan], "cy": 2.0, "w": 3.0, "h": 4.0})
    with pytest.raises(ValueError, match="Shapes: cx must be finite, got nan at index 1"):
        Shapes(rects)
    assert Shapes(rects, invalid="nan").to_shapes() == [Rect.centered(1, 2, 3, 4), None]
    with pytest.raises(TypeError, match="the columns of a rect are cx, cy, w, h, angle, 'cy' is missing in kind, cx"):
        Shapes(rects.drop(columns="cy"))
    with pytest.raises(TypeError, match=r"Shapes: a table must have a column 'kind', got cx, cy, w, h$"):
        Shapes(rects.drop(columns="kind"))


def test_tables_by_arrow_are_whole_and_outlive_the_array() -> None:
    made = pa.table(Shapes.join(of_every_code(), of_every_code()[::-1]))
    made.validate(full=True)
    gc.collect()
    assert made.column("kind").to_pylist()[:3] == ["point", "circle", "segment"]
    assert made.column("kind").null_count == 2
    assert made.column("points").null_count == 26
    assert made.column("r").null_count == 28 - made.column("kind").to_pylist().count("circle") - 12


# ---- what is refused -------------------------------------------------------------------------------------------------

REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda: Shapes(), TypeError, "Shapes: missing arguments kinds and rows"),
    (lambda: Shapes(["circle"]), TypeError, r"Shapes: missing argument rows, or an array \(..., 7\), got list"),
    (lambda: Shapes("circle"), TypeError, r"Shapes: missing argument rows, or an array \(..., 7\), got str"),
    (lambda: Shapes([Circle(0, 0, 1)]), TypeError, "from_shapes makes an array of single shapes"),
    (lambda: Shapes(["circel"], [[0, 0, 1]]), ValueError, "got 'circel' at index 0: did you mean 'circle'"),
    (lambda: Shapes([["rect"]], [[0, 0, 1]]), ValueError, r"the row of a rect must .* w, h, got 3 at index \(0, 0\)"),
    (lambda: Shapes(["circle", "rect"], [[0, 0, 1], [0, 0]]), ValueError, "must have .* x, y, w, h, got 2 at index 1"),
    (lambda: Shapes(["circle"], [[0, 0, 1]], anchors="center"), ValueError, "kind must be .* got 11.0 at index 0"),
    (lambda: Shapes(["rect"], [[0, 0, 1, 1]], anchors="middle"), ValueError, "anchors must be of .* got 'middle'"),
    (lambda: Shapes([1, 9], [[0, 0, 1], [0, 0, 1]]), ValueError, "Shapes: kind must be .* got 9.0 at index 1"),
    (lambda: Shapes([1, 0.5], [[0, 0, 1], [0, 0, 1]]), ValueError, "kind must be .* got 0.5 at index 1"),
    (lambda: Shapes([-1, 0], [[0, 0, 1], [0, 0, 1]]), ValueError, "kind must be .* got -1.0 at index 0"),
    (lambda: Shapes([math.nan], [[0, 0, 1]]), ValueError, "kind must be .* got nan at index 0"),
    (lambda: Shapes([1e300], [[0, 0, 1]]), ValueError, r"kind must be .* got 1e\+300 at index 0"),
    (lambda: Shapes(["circle"], np.zeros((1, 7))), ValueError, r"at most 6 numbers on the last axis, .* \(1, 7\)"),
    (lambda: Shapes(np.zeros((1, 6))), ValueError, r"Shapes: array must have the columns .* got shape \(1, 6\)"),
    (lambda: Shapes(["circle"] * 2, np.ones((3, 3))), ValueError, r"must broadcast, got \(2,\) and \(3, 3\)"),
    (lambda: Shapes(["rect"] * 2, np.ones((2, 4)), anchors=["core"] * 3), ValueError, "kinds and anchors must"),
    (lambda: Shapes(["circle", "point"], [[0, 0, -1], [0, 0]]), ValueError, "Shapes: r must .* -1.0 at index 0"),
    (lambda: Shapes(["rect"], [[0, 0, 1, -1]], anchors="around"), ValueError, "got 34.0 at index 0"),
    (lambda: Shapes(["roundrect"], [[0, 0, 1, -1, 1]], anchors="around"), ValueError, "inner_h must be >= 0"),
    (lambda: Shapes(["point"], [["text", 1]]), TypeError, "Shapes: rows must be a number or an array of numbers"),
    (lambda: Shapes(["polygon"], [[0, 3, 0]]), ValueError, "start and end must be whole numbers, .* 0, got"),
    (lambda: Shapes(["polygon"], [[0, 3, 0]], [1, 2]), ValueError, r"Shapes: vertices must be pairs, \(n, 2\)"),
    (lambda: Shapes.from_shapes([Rect.pivoted(0, 0, 1, 1, (0, 0), 3)]), ValueError, "is defined by its pivot"),
    (lambda: Shapes.from_shapes([Point(0, 0), "text"]), TypeError, r"shapes\[1\] must be a shape, got str"),
    (lambda: Shapes.from_shapes([Body([Circle(0, 0, 1), Point(0, 0)])]), TypeError, "must be a shape, got Body"),
    (lambda: Shapes.join(cast(Any, Point(0, 0))), TypeError, r"Shapes.join: arrays\[0\] must be an array of shapes"),
    (lambda: Shapes.join(Points([0, 0])), ValueError, r"arrays\[0\] must have one axis, got shape \(\)"),
    (lambda: of_every_code()[:, None].split(), ValueError, r"split: the array must have one axis, got shape \(14, 1\)"),
    (lambda: Circles(of_every_code()), TypeError, "Circles: array must be numbers or Circles, got Shapes"),
    (lambda: Rect(0, 0, 1, 1).clip(of_every_code()), TypeError, "clip: segment must be Segments or a Segment"),
    (lambda: collide2d.raycast(of_every_code(), (1, 0), Point(0, 0)), TypeError, "raycast: origin must be points"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "match"), REFUSED)
def test_what_is_refused(call: Any, kind: type[Exception], match: str) -> None:
    with pytest.raises(kind, match=match):
        call()


def test_a_row_that_was_changed_is_named_by_every_verb() -> None:
    rows = np.zeros((600, 7))
    rows[:, 0] = np.arange(600) % 6
    some, one = Shapes(rows), Circle(0, 0, 1)
    rows[401, 0] = 7
    for call in (
        lambda: some.collides(one), lambda: some.distance(one), lambda: some.contact(one), lambda: some.area,
        lambda: some.cast((1, 0), one), lambda: some.move(1, 0), lambda: some.to_shapes(), lambda: some.vertices,
        lambda: pairs(some), lambda: nearest(some, some), lambda: first_hits(some, (1, 0), some),
        lambda: Space().query(some), lambda: some.sweep((1, 0)),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"kind must be 0 to 6, .* got 7\.0 at index 401"):
            call()
    rows[401, :4] = 1, 0, 0, -1
    with pytest.raises(ValueError, match=r"collides: a\.r must be >= 0, got -1\.0 at index 401"):
        some.collides(one)


def test_threads_change_no_bit() -> None:
    some = scene(9000, 9)[0]
    others = some[::-1]
    for ask in (
        lambda n: [some.relate(others, threads=n)], lambda n: [some.distance(others, threads=n)],
        lambda n: some.contact(others, threads=n), lambda n: some.cast((3, 1), others, threads=n),
        lambda n: [some.move(3, 1, threads=n).array], lambda n: [some.sweep((3, 1), threads=n).bounds],
        lambda n: [pairs(some[:900], threads=n)], lambda n: nearest(some[:900], others[:900], 2, threads=n),
    ):  # fmt: skip
        for one, many in zip(ask(1), ask(3), strict=True):
            assert same_bits(one, many)


def test_the_first_element_at_fault_is_named() -> None:
    """Rows are answered in the order of their kinds."""
    kinds = np.resize(["rect", "point", "circle"], 5000)
    rows = np.ones((5000, 4))
    rows[[3000, 3002, 4001], 0] = 9e59
    some, wall = Shapes(kinds, rows), Rect(0, 0, 1, 1)
    with pytest.raises(ValueError, match=r"cast: a \+ motion must be between .* at index 3000"):
        some.cast((9e59, 0), wall)
    with pytest.raises(ValueError, match=r"cast: a \+ motion must be between .* at index 3000"):
        some.cast((9e59, 0), wall, threads=3)
    motions = np.zeros((5000, 2))
    motions[[2990, 2991, 2992]] = math.nan
    with pytest.raises(ValueError, match=r"cast: motion\.x must be finite, got nan at index 2990"):
        some.cast(motions, wall)
    assert not Shapes(some.array, invalid="nan").cast(motions, wall).hit[2990:2993].any()


def test_rows_may_be_overwritten_by_another_thread() -> None:
    """The answers are then those of some rows, or an error; nothing is read out of the table of vertices."""
    made, _ = scene(700, 5)
    random, stop = np.random.default_rng(6), threading.Event()
    good = made.array.copy()

    def overwrite() -> None:
        while not stop.is_set():
            made.array[random.integers(0, 700, 40), random.integers(0, 4, 40)] = random.choice([0, 1, 6, 1e9, -3, 45])
            made._table[random.integers(0, len(made._table), 40)] = random.choice([math.nan, 1e300, 0, -5])
            made.array[...] = good

    thread = threading.Thread(target=overwrite)
    thread.start()
    try:
        for _ in range(60):
            for ask in (
                lambda: made.collides(made[::-1]), lambda: made.contact(made[::-1]), lambda: pairs(made),
                lambda: made.cast((1, 0), made[::-1]), lambda: made.vertices, lambda: made.split(),
            ):  # fmt: skip
                with contextlib.suppress(ValueError):
                    ask()
    finally:
        stop.set()
        thread.join()
