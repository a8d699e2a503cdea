"""Every element of a verb over arrays is the answer of the single shapes, bit for bit, however rows lie in memory."""

from __future__ import annotations

import itertools
import threading
from functools import partial
from typing import Any

import numpy as np
import pytest
from array_rows import (
    ANSWERS,
    ARRAYS,
    LAYOUTS,
    PAIR_VERBS,
    Layout,
    adversarial_rows,
    assert_clips,
    assert_closest_points,
    assert_contacts,
    assert_hits,
    assert_turns,
    same_bits,
    shapes_of,
    single_answers,
    upright,
)

import collide2d
from collide2d import Body, Circle, Circles, Point, Points, Polygon, Rect, Rects, Segment, Segments, Shape

KINDS = list(itertools.product(ARRAYS, repeat=2))
ANGLES = np.array([90.0, -360.0, 35.5, -7.25, 0.0, 200.0, 1e-9])
MOTIONS = [(3.0, 0.0), (-0.25, 1.5), (0.0, 0.0), (-1e3, 1e3), (2.0**-149, -0.0), (7.3, -5.1)]


@pytest.mark.parametrize(("kind_a", "kind_b"), KINDS)
def test_the_elements_are_the_answers_of_single_shapes(kind_a: str, kind_b: str) -> None:
    rows_a, rows_b = adversarial_rows(kind_a, kind_b, 600)
    a, b = shapes_of(kind_a, rows_a), shapes_of(kind_b, rows_b)
    for verb in PAIR_VERBS:
        got = getattr(collide2d, verb)(ARRAYS[kind_a](rows_a), ARRAYS[kind_b](rows_b))
        assert same_bits(got, single_answers(verb, a, b)), verb
    assert_contacts(collide2d.contact(ARRAYS[kind_a](rows_a), ARRAYS[kind_b](rows_b)), a, b)
    assert_closest_points(collide2d.closest_points(ARRAYS[kind_a](rows_a), ARRAYS[kind_b](rows_b)), a, b)
    if kind_b == "segment":
        assert_clips(collide2d.clip(ARRAYS[kind_a](rows_a), Segments(rows_b)), a, b)
    if kind_a == kind_b:
        got = ARRAYS[kind_a](rows_a) == ARRAYS[kind_b](rows_b)
        assert same_bits(got, [s == t for s, t in zip(a, b, strict=True)])


@pytest.mark.parametrize(("kind_a", "kind_b"), KINDS)
def test_the_hits_are_those_of_single_shapes(kind_a: str, kind_b: str) -> None:
    rows_a, rows_b = adversarial_rows(kind_a, kind_b, 200, seed=1)
    small = (np.abs(rows_a).max(axis=1) < 1e50) & (np.abs(rows_b).max(axis=1) < 1e50)
    rows_a, rows_b = rows_a[small], rows_b[small]
    motions = np.resize(np.array(MOTIONS), (len(rows_a), 2))
    got = collide2d.cast(ARRAYS[kind_a](rows_a), motions, ARRAYS[kind_b](rows_b))
    assert got.hit.any() == ((kind_a, kind_b) != ("point", "point"))  # which never hit
    assert_hits(got, collide2d.cast, shapes_of(kind_a, rows_a), motions, shapes_of(kind_b, rows_b))
    if kind_a == "point":
        got = collide2d.raycast(Points(rows_a), motions, ARRAYS[kind_b](rows_b))
        assert_hits(got, collide2d.raycast, shapes_of(kind_a, rows_a), motions, shapes_of(kind_b, rows_b))
    got = collide2d.cast(ARRAYS[kind_a](rows_a), motions, ARRAYS[kind_b](rows_b), touching=True)
    touching = partial(collide2d.cast, touching=True)
    assert_hits(got, touching, shapes_of(kind_a, rows_a), motions, shapes_of(kind_b, rows_b))


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
@pytest.mark.parametrize("kind", ARRAYS)
def test_the_layout_in_memory_does_not_matter(kind: str, layout: Layout) -> None:
    rows_a, rows_b = adversarial_rows(kind, kind, 300, seed=2)
    a, b = ARRAYS[kind](layout(rows_a)), ARRAYS[kind](layout(rows_b))
    for verb in PAIR_VERBS:
        want = single_answers(verb, shapes_of(kind, rows_a), shapes_of(kind, rows_b))
        assert same_bits(getattr(collide2d, verb)(a, b), want)
        assert same_bits(getattr(collide2d, verb)(a, ARRAYS[kind](rows_b)), want)
    motions = layout(np.resize(np.array(MOTIONS), (len(rows_a), 2))[:, :2])
    small = np.abs(rows_a).max(axis=1) < 1e50
    got = collide2d.cast(a[small], motions[small], b[small])
    assert_hits(got, collide2d.cast, shapes_of(kind, rows_a[small]), motions[small], shapes_of(kind, rows_b[small]))


@pytest.mark.parametrize("kind", ARRAYS)
def test_single_precision_is_taken_as_it_is(kind: str) -> None:
    rows_a, rows_b = adversarial_rows(kind, kind, 300, seed=3)
    ordinary = (np.abs(rows_a).max(axis=1) < 1e20) & (np.abs(rows_b).max(axis=1) < 1e20)
    singles = [rows[ordinary].astype(np.float32) for rows in (rows_a, rows_b)]
    valid = ARRAYS[kind](singles[0], invalid="nan").valid & ARRAYS[kind](singles[1], invalid="nan").valid
    a, b = (rows[valid] for rows in singles)
    assert len(a) > 100
    view = ARRAYS[kind](a)
    assert view.array is a
    for verb in PAIR_VERBS:
        want = single_answers(verb, shapes_of(kind, a), shapes_of(kind, b))
        assert same_bits(getattr(collide2d, verb)(view, ARRAYS[kind](b)), want)
        assert same_bits(getattr(collide2d, verb)(view, ARRAYS[kind](b.astype(np.float64))), want)


@pytest.mark.parametrize("kind", ["rect", "roundrect"])
def test_rectangles_without_an_angle_have_a_column_less(kind: str) -> None:
    rows_a, rows_b = (upright(rows) for rows in adversarial_rows(kind, kind, 600, seed=4))
    for verb in PAIR_VERBS:
        want = single_answers(verb, shapes_of(kind, rows_a), shapes_of(kind, rows_b))
        assert same_bits(getattr(collide2d, verb)(ARRAYS[kind](rows_a), ARRAYS[kind](rows_b)), want)


@pytest.mark.parametrize(("kind_a", "kind_b"), [("circle", "circle"), ("circle", "rect"), ("roundrect", "segment")])
def test_arrays_broadcast(kind_a: str, kind_b: str) -> None:
    rows_a, rows_b = adversarial_rows(kind_a, kind_b, 90, seed=5)
    rows_a, rows_b = rows_a[:70], rows_b[:90]
    shapes_a, shapes_b = shapes_of(kind_a, rows_a), shapes_of(kind_b, rows_b)
    a, b = ARRAYS[kind_a](rows_a), ARRAYS[kind_b](rows_b)
    for verb in PAIR_VERBS:
        ask = getattr(collide2d, verb)
        want = np.array([[ask(s, t) for t in shapes_b] for s in shapes_a])
        turned_round = np.array([[ask(t, s) for t in shapes_b] for s in shapes_a])
        for got in (ask(a[:, None], b), ask(a[:, None], b[None])):
            assert np.array_equal(got, want), verb
        for got in (ask(b[:, None], a).T, ask(b, a[:, None])):
            assert np.array_equal(got, turned_round), verb
        # Three axes, of which each array lacks one.
        deep = ask(ARRAYS[kind_a](rows_a.reshape(7, 1, 10, -1)), ARRAYS[kind_b](rows_b.reshape(9, 10, -1)))
        assert deep.shape == (7, 9, 10)
        each = np.arange(10)
        assert all(np.array_equal(deep[i, k], want[10 * i + each, 10 * k + each]) for i in range(7) for k in range(9))


OTHERS: list[Any] = [
    Point(0.25, 0.5),
    Circle(0, 0, 1),
    Rect.from_corners(-1, -1, 0.5, 2),
    Rect(0, 0, 4, 2, 30, pivot=(0, 0)),
    Rect(0, 0, 2, 2).grow(0.5),
    Polygon([(0, 0), (2, 0), (3, 1), (2, 3), (1, 3), (0, 2)], 0.25),
]


@pytest.mark.parametrize("other", OTHERS, ids=[type(s).__name__ + str(i) for i, s in enumerate(OTHERS)])
@pytest.mark.parametrize("kind", ARRAYS)
def test_a_single_shape_broadcasts(kind: str, other: Shape) -> None:
    rows, _ = adversarial_rows(kind, kind, 200, seed=6)
    rows = rows[np.abs(rows).max(axis=1) < 1e50]
    array, shapes = ARRAYS[kind](rows), shapes_of(kind, rows)
    for verb in PAIR_VERBS:
        ask = getattr(collide2d, verb)
        want = single_answers(verb, shapes, [other] * len(rows))
        assert same_bits(ask(array, other), want)
        assert same_bits(getattr(array, verb)(other), want)
        want = single_answers(verb, [other] * len(rows), shapes)
        assert same_bits(ask(other, array), want)
        assert same_bits(getattr(other, verb)(array), want)
    assert_contacts(collide2d.contact(array, other), shapes, [other] * len(rows))
    assert_contacts(other.contact(array), [other] * len(rows), shapes)
    assert_closest_points(array.closest_points(other), shapes, [other] * len(rows))
    assert_closest_points(other.closest_points(array), [other] * len(rows), shapes)
    if kind == "segment":
        assert_clips(other.clip(array), [other] * len(rows), shapes)
    segment = Segment(2, 3, -1, 0.5)
    assert_clips(array.clip(segment), shapes, [segment] * len(rows))
    motions = np.resize(np.array(MOTIONS), (len(rows), 2))
    assert_hits(array.cast(motions, other), collide2d.cast, shapes, motions, [other] * len(rows))
    assert_hits(other.cast(motions, array), collide2d.cast, [other] * len(rows), motions, shapes)
    touching = partial(collide2d.cast, touching=True)
    assert_hits(other.cast(motions, array, touching=True), touching, [other] * len(rows), motions, shapes)
    for options in ({"leaving": False}, {"leaving": False, "touching": True}):
        got = collide2d.cast(array, motions, other, **options)
        assert_hits(got, partial(collide2d.cast, **options), shapes, motions, [other] * len(rows))
    assert_hits(array.raycast((0.5, 0.5), motions), collide2d.raycast, [(0.5, 0.5)] * len(rows), motions, shapes)
    angles = np.resize(ANGLES, len(rows))
    assert_turns(array.turn_cast(angles, other), shapes, angles, [other] * len(rows))
    assert_turns(
        other.turn_cast(angles, array, about=(1, 2)), [other] * len(rows), angles, shapes, motions * 0 + (1, 2)
    )


@pytest.mark.parametrize(("kind_a", "kind_b"), KINDS)
def test_the_turns_are_those_of_single_shapes(kind_a: str, kind_b: str) -> None:
    rows_a, rows_b = adversarial_rows(kind_a, kind_b, 300, seed=11)
    small = (np.abs(rows_a).max(axis=1) < 1e50) & (np.abs(rows_b).max(axis=1) < 1e50)
    rows_a, rows_b = rows_a[small], rows_b[small]
    angles, about = np.resize(ANGLES, len(rows_a)), np.resize(np.array(MOTIONS), (len(rows_a), 2))
    a, b = ARRAYS[kind_a](rows_a), ARRAYS[kind_b](rows_b)
    shapes_a, shapes_b = shapes_of(kind_a, rows_a), shapes_of(kind_b, rows_b)
    assert_turns(collide2d.turn_cast(a, angles, b), shapes_a, angles, shapes_b)
    got = collide2d.turn_cast(a, angles, b, about)
    assert got.hit.any() == ((kind_a, kind_b) != ("point", "point"))  # which never hit
    assert_turns(got, shapes_a, angles, shapes_b, about)
    singles = angles.astype(np.float32)
    assert_turns(a.turn_cast(singles, b, about=about), shapes_a, singles, shapes_b, about)
    motions = about[::-1] * 0.75
    angles[::7] = 0
    assert_turns(a.turn_cast(angles, b, motion=motions), shapes_a, angles, shapes_b, None, motions)
    got = collide2d.turn_cast(a, singles, b, about, motion=motions.astype(np.float32))
    assert_turns(got, shapes_a, singles, shapes_b, about, motions.astype(np.float32).astype(float))


def test_angles_and_pivots_broadcast() -> None:
    doors = Rects([[0, 0, 6, 1], [1, 1, 4, 2], [9, 9, 2, 2]])
    angles, about, ball = np.array([[30.0], [-120.0]]), np.array([[0.0, 0.0], [2.0, 1.0], [0.5, 9.0]]), Circle(3, 4, 2)
    hits = doors.turn_cast(angles, ball, about=about)
    assert hits.t.shape == (2, 3)
    assert hits.point.shape == (2, 3, 2)
    assert 0 < hits.hit.sum() < 6
    for i, j in np.ndindex(2, 3):
        want = doors[j].turn_cast(angles[i, 0], ball, about=about[j])
        assert (None if want is None else want.t) == (hits.t[i, j] if hits.hit[i, j] else None)
    motions = np.array([[1.0, 0.0], [0.0, -3.0]])[:, None]
    hits = doors.turn_cast(90, ball, motion=motions)
    assert hits.t.shape == (2, 3)
    assert 0 < hits.hit.sum() < 6
    for i, j in np.ndindex(2, 3):
        want = doors[j].turn_cast(90, ball, motion=motions[i, 0])
        assert (None if want is None else want.t) == (hits.t[i, j] if hits.hit[i, j] else None)
    single = doors[:1].turn_cast([-90, 90, 0], ball, (0, 0))
    assert single.hit.tolist() == [False, True, False]
    assert Points(np.zeros((0, 2))).turn_cast(90, ball).t.shape == (0,)
    assert doors[:0].turn_cast(np.zeros((4, 0)), ball).t.shape == (4, 0)


def test_tiny_angles_and_motions_are_none() -> None:
    """As in single turns: numbers below 2^-201 are rounded to 0, so that a point in a seam stays there."""
    halves = Body([Polygon([(0, 0), (2, 1), (0, 4)]), Polygon([(0, 0), (4, 0), (2, 1)])])
    points = Points([[1, 0.5], [0.25, 0.5], [3, 3]])
    for angle, motion in itertools.product((1e-300, -0.0), ((1e-300, 0), (0, -1e-300))):
        got = points.turn_cast(angle, halves, motion=motion)
        assert_turns(got, list(points), np.full(3, angle), [halves] * 3, None, np.array([motion] * 3))


def test_turns_fill_out_and_share_memory_with_their_arguments() -> None:
    rows = np.array([[0.0, 0, 4, 0], [1, 0, 5, 0], [0, 0, 0, 3]])
    doors, ball = Segments(rows), Circle(3, 4, 1)
    want = doors.turn_cast(90, ball, about=rows[:, :2])
    out = (np.empty(3, bool), *(np.empty(shape) for shape in ((3,), (3, 2), (3, 2), (3,))))
    got = collide2d.turn_cast(doors, 90, ball, about=rows[:, :2], out=out)
    assert all(g is o for g, o in zip(got, out, strict=True))
    shared = rows.copy()
    over = (np.empty(3, bool), shared[:, 0], shared[:, 1:3], np.empty((3, 2)), shared[:, 3])
    collide2d.turn_cast(Segments(shared), 90, ball, about=shared[:, :2], out=over)
    for g, w, s in zip(got, want, over, strict=True):
        assert same_bits(np.array(g), w)
        assert same_bits(np.array(s), w)


def test_shape_likes_broadcast_too() -> None:
    class Sprite:
        shape = Circle(0, 0, 1)

    circles = Circles([[0, 0, 1], [2, 0, 1]])
    assert collide2d.collides(circles, Sprite()).tolist() == [True, True]
    assert collide2d.collides((2.5, 0), circles).tolist() == [False, True]
    assert collide2d.cast(Sprite(), (1, 0), circles).depth.tolist()[0] == 2
    with pytest.raises(TypeError, match="collides: b must be a shape"):
        collide2d.collides(circles, "text")  # type: ignore[arg-type]


def test_nothing_has_nothing() -> None:
    none, some = Circles(np.zeros((0, 3))), Circles(np.zeros((3, 1, 3)))
    assert collide2d.collides(none, none).shape == (0,)
    assert collide2d.collides(some, none).shape == (3, 0)
    assert collide2d.contact(some, none).normal.shape == (3, 0, 2)
    assert collide2d.cast(some, np.zeros((0, 2)), Circle(0, 0, 1)).t.shape == (3, 0)


def test_an_array_of_no_axes_answers_as_numpy_does() -> None:
    one = Circles([0, 0, 1])
    assert one.shape == ()
    answer = collide2d.collides(one, Circle(2, 0, 1))
    assert isinstance(answer, np.bool_)
    assert answer
    assert isinstance(collide2d.separation(one, one), np.float64)
    assert collide2d.contact(one, one).normal.shape == (2,)


@pytest.mark.parametrize("verb", PAIR_VERBS)
def test_out_takes_the_answers(verb: str) -> None:
    rows_a, rows_b = adversarial_rows("circle", "rect", 100, seed=7)
    a, b = Circles(rows_a), Rects(rows_b)
    want = getattr(collide2d, verb)(a, b)
    for out in (np.empty_like(want), np.empty((len(want), 2), dtype=want.dtype)[:, 0], np.empty_like(want)[::-1]):
        assert getattr(collide2d, verb)(a, b, out=out) is out
        assert same_bits(out.copy(), want)


def test_out_may_be_the_memory_of_an_input() -> None:
    rows, _ = adversarial_rows("circle", "circle", 100, seed=8)
    rows = rows[np.abs(rows).max(axis=1) < 1e50]
    want = collide2d.separation(Circles(rows)[::-1], Circles(rows))
    shared = rows.copy()
    collide2d.separation(Circles(shared)[::-1], Circles(shared), out=shared[:, 0])
    assert same_bits(shared[:, 0].copy(), want)


def test_out_of_several_arrays_is_a_tuple() -> None:
    a = Circles([[0, 0, 2], [9, 9, 1]])
    want = a.contact(Circle(3, 0, 2))
    out: Any = (np.empty(2, bool), np.empty((2, 2)), np.empty(2), np.empty((2, 2, 2))[:, ::-1])
    got = a.contact(Circle(3, 0, 2), out=out)
    assert all(g is o for g, o in zip(got, out, strict=True))
    assert all(same_bits(g, w) for g, w in zip(got, want, strict=True))


WRONG_OUTS: list[tuple[Any, type[Exception], str]] = [
    (np.empty(3, bool), ValueError, r"collides: out must have the shape \(2,\), got \(3,\)"),
    (np.empty(2, np.int8), TypeError, "collides: out must have the dtype bool, got int8"),
    ([0, 0], TypeError, "collides: out must be an array, got list"),
    (np.broadcast_to(np.bool_(0), 2), ValueError, "read-only"),
]


@pytest.mark.parametrize(("out", "error", "match"), WRONG_OUTS)
def test_an_out_that_does_not_fit_is_refused(out: Any, error: type[Exception], match: str) -> None:
    a = Circles([[0, 0, 2], [9, 9, 1]])
    with pytest.raises(error, match=match):
        collide2d.collides(a, a, out=out)


untyped: Any = collide2d  # also of what a type checker refuses
REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda a: untyped.collides(a, Circles(np.zeros((3, 3)))), ValueError,
     r"collides: the shapes of a and b must broadcast, got \(2,\) and \(3,\)"),
    (lambda a: untyped.collides(a), TypeError, "collides: takes 2 shapes"),
    (lambda a: untyped.collides(a, a, a), TypeError, "collides: takes 2 shapes"),
    (lambda a: untyped.collides(a, a, into=a), TypeError, "collides: unexpected keyword argument 'into'"),
    (lambda a: untyped.collides(Circle(0, 0, 1), Circle(0, 0, 1), out=1), TypeError, "collides: out is for arrays"),
    (lambda a: untyped.intersection(a, a), ValueError, "intersection: both shapes must have radius 0, got the radii"),
    (lambda a: untyped.contact(a, a, out=np.zeros(2)), TypeError, "contact: out must be a tuple of 4 arrays"),
    (lambda a: untyped.cast(a, (1, np.nan), a), ValueError, "cast: motion.y must be finite, got nan"),
    (lambda a: untyped.cast(a, [[1, 0], [np.inf, 0]], a), ValueError,
     "cast: motion.x must be finite, got inf at index 1"),
    (lambda a: untyped.cast(a.move(5e59, 0), (9e59, 0), a), ValueError,
     r"cast: a \+ motion must be between -1e60 and 1e60"),
    (lambda a: untyped.cast(a, (1, 2, 3), a), ValueError, r"cast: motion must be a pair .*, got shape \(3,\)"),
    (lambda a: untyped.cast(a, "text", a), ValueError, "could not convert"),
    (lambda a: untyped.raycast(a, (1, 2), a), TypeError, "raycast: origin must be points"),
    (lambda a: untyped.cast(a, a), TypeError, "cast: takes"),
    (lambda a: untyped.cast(a, (1, 2), a, near=True), TypeError, "cast: unexpected keyword argument 'near'"),
    (lambda a: untyped.turn_cast(a, 361, a), ValueError,
     "turn_cast: angle must be finite and between -360 and 360 degrees, which it is not at index 0"),
    (lambda a: untyped.turn_cast(a, [1, np.nan], a), ValueError, "turn_cast: angle must be .* not at index 1"),
    (lambda a: untyped.turn_cast(a, "text", a), ValueError, "could not convert"),
    (lambda a: untyped.turn_cast(a, [1, 2, 3], a), ValueError, "turn_cast: the shape of angle must broadcast"),
    (lambda a: untyped.turn_cast(a, 1, a, [[0, 0], [1e61, 0]]), ValueError,
     "turn_cast: about.x must be between -1e60 and 1e60, got 1e\\+61 at index 1"),
    (lambda a: untyped.turn_cast(a, 1, a, 5), ValueError, "turn_cast: about must be a pair .*, got shape"),
    (lambda a: untyped.turn_cast(a.move(9e59, 0), 1, a, (-9e59, 0)), ValueError,
     "turn_cast: a, as it turns, must be between -1e60 and 1e60, which it is not at index 0"),
    (lambda a: untyped.turn_cast(a.move(9e59, 0), 1, a, motion=(9e59, 0)), ValueError,
     "turn_cast: a, as it turns and moves, must be between -1e60 and 1e60, which it is not at index 0"),
    (lambda a: untyped.turn_cast(a, [1, 1], a, motion=[[1, 0], [0, np.inf]]), ValueError,
     "turn_cast: motion.y must be finite, got inf at index 1"),
    (lambda a: untyped.turn_cast(a, 1, a, motion=(1, 2, 3)), ValueError, "turn_cast: motion must be a pair .*, got"),
    (lambda a: untyped.turn_cast(a, 1, a, motion=[[1, 2]] * 3), ValueError,
     "turn_cast: the shape of motion must broadcast"),
    (lambda a: untyped.turn_cast(a, 1), TypeError, "turn_cast: missing argument b"),
    (lambda a: untyped.turn_cast(a, 1, a, None, 3), TypeError, "turn_cast: too many positional arguments, got 5"),
    (lambda a: untyped.turn_cast(a, 1, a, b=a), TypeError, "turn_cast: b is given twice"),
    (lambda a: untyped.turn_cast(a, 1, a, near=1), TypeError, "turn_cast: unexpected keyword argument 'near'"),
    (lambda a: untyped.turn_cast(a, 1, "text"), TypeError, "turn_cast: b must be a shape"),
    (lambda a: untyped.turn_cast(a, 1, a, out=3), TypeError, "turn_cast: out must be a tuple of 5 arrays, got int"),
    (lambda a: untyped.turn_cast(a, 1, a, out=(3,) * 5), TypeError, "turn_cast: out must be an array, got int"),
    (lambda a: untyped.turn_cast(untyped.Body([Circle(0, 0, 1)]), 361, a), ValueError,
     "turn_cast: angle must be finite and between -360 and 360 degrees, which it is not at index 0"),
    (lambda a: untyped.turn_cast(untyped.Body([Circle(0, 0, 1), Circle(3e59, 0, 1)]), 1, a, (-4e59, 0)), ValueError,
     "turn_cast: every coordinate of a, as it turns, must be between -1e60 and 1e60"),
    (lambda a: untyped.turn_cast(untyped.Body([Circle(0, 0, 1)]), [1, 2, 3], a), ValueError,
     "turn_cast: the shape of angle must broadcast"),
    (lambda a: untyped.Circle(0, 0, 1).turn_cast(1, a, abut=3), TypeError, "unexpected keyword argument 'abut'"),
    (lambda a: untyped.Circle(0, 0, 1).turn_cast(1, untyped.Circle(0, 0, 1), out=3), TypeError,
     "turn_cast: unexpected keyword argument 'out'"),
    (lambda a: untyped.collides(a, a, touching=True), TypeError, "collides: unexpected keyword argument 'touching'"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "match"), REFUSED)
def test_invalid_arguments_raise_an_error_that_names_them(call: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        call(Circles([[0, 0, 2], [9, 9, 1]]))


def test_rows_that_become_invalid_are_found_by_the_verbs() -> None:
    rows = np.ones((300, 3))
    circles = Circles(rows)
    rows[7, 2], rows[200, 0] = -1, np.nan
    with pytest.raises(ValueError, match=r"collides: a.r must be >= 0, got -1.0 at index 7"):
        collide2d.collides(circles, Circle(0, 0, 1))
    with pytest.raises(ValueError, match=r"separation: b.r must be >= 0, got -1.0 at index 7"):
        collide2d.separation(Circle(0, 0, 1), circles)
    rows[7, 2] = 1
    with pytest.raises(ValueError, match=r"contact: a.x must be finite, got nan at index \(200, 0\)"):
        collide2d.contact(circles[:, None], circles)


@pytest.mark.parametrize("kind", ARRAYS)
def test_masked_rows_answer_no_and_nan(kind: str) -> None:
    rows, _ = adversarial_rows(kind, kind, 100, seed=9)
    rows = rows[np.abs(rows).max(axis=1) < 1e50]
    wrong = np.arange(len(rows)) % 3 == 0
    bad = rows.copy()
    bad[wrong, 0] = [[np.nan, np.inf, 2e60][i % 3] for i in range(wrong.sum())]
    masked, whole = ARRAYS[kind](bad, invalid="nan"), ARRAYS[kind](rows)
    assert np.array_equal(masked.valid, ~wrong)
    for verb in PAIR_VERBS:
        ask = getattr(collide2d, verb)
        got = ask(masked, masked)
        assert same_bits(got[~wrong], ask(whole, whole)[~wrong])
        no = np.nan if ANSWERS[verb] is np.float64 else -1 if verb == "relate" else False
        assert np.array_equal(got[wrong], np.full(wrong.sum(), no), equal_nan=True)
    contacts, hits = collide2d.contact(masked, whole), collide2d.cast(masked, (1, 2), whole)
    for result in (contacts, hits, masked.turn_cast(30, whole, about=(1, 2))):
        assert not result.hit[wrong].any()
        assert all(np.isnan(field[wrong]).all() for field in result[1:])
    assert not (masked == masked)[wrong].any()
    assert np.isnan(masked.vertices[wrong]).all()
    assert np.isnan(masked.bounds[wrong]).all()


def test_motions_out_of_the_domain_are_masked_with_the_rows() -> None:
    hits = Circles([[0, 0, 1], [0, 0, 1]], invalid="nan").cast([[np.nan, 0], [9, 0]], Circle(5, 0, 1))
    assert hits.hit.tolist() == [False, True]
    hits = Circles([[0, 0, 1]] * 4, invalid="nan").turn_cast([90, 361, np.nan, 90], Circle(5, -5, 1), [[5, 0]] * 4)
    assert hits.hit.tolist() == [True, False, False, True]


def test_threads_share_arrays() -> None:
    rows_a, rows_b = adversarial_rows("rect", "rect", 2000, seed=10)
    a, b = Rects(rows_a), Rects(rows_b)
    want, got = collide2d.relate(a[:, None], b[:200]), {}

    def work(i: int) -> None:
        got[i] = collide2d.relate(a[:, None], b[:200])

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(got[i], want) for i in range(4))


def test_a_masked_row_of_either_side_has_no_answer() -> None:
    """Each side alone decides, also for the verbs that fill the answers of a block row by row."""
    whole, masked = Circles([[0, 0, 1], [0, 0, 2]]), Circles([[0, 0, 1], [np.nan, 0, 1]], invalid="nan")
    for a, b in ((whole, masked), (masked, whole)):
        assert a.contains(b).tolist() == [True, False]
        assert np.isnan(a.closest_points(b)).tolist() == [[[False, False], [True, True]]] * 2
    ways = [[-2, 0, 2, 0], [-2, 0, 2, 0]]
    for circles, segments in ((masked, ways), (whole, [ways[0], [np.nan, 0, 2, 0]])):
        assert np.isnan(circles.clip(Segments(segments, invalid="nan")).t_in).tolist() == [False, True]


def test_rows_equal_a_rectangle_that_turns_about_the_same_point() -> None:
    rows = Rects([[0, 0, 2, 2], [0, 0, 2, 3]])
    assert (rows == Rect(0, 0, 2, 2)).tolist() == [True, False]
    assert (rows == Rect(0, 0, 2, 2, pivot=(0, 1))).tolist() == [False, False]


@pytest.mark.parametrize(("about", "axis"), [((1e70, 0), "x"), ((0, 1e70), "y")])
def test_either_coordinate_of_a_point_to_turn_about_can_be_refused(about: tuple[float, float], axis: str) -> None:
    circles = Circles([[0, 0, 1], [3, 0, 1]])
    with pytest.raises(ValueError, match=rf"about\.{axis} must be between -1e60 and 1e60, got 1e\+70 at index 1"):
        circles.turn_cast(90, circles, about=[(0, 0), about])
