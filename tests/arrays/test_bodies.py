"""Every element of a verb over rows and a body is the answer for its single shape and the body, bit for bit."""

from __future__ import annotations

import math

import numpy as np
import pytest
from array_rows import (
    ARRAYS,
    PAIR_VERBS,
    adversarial_rows,
    assert_contacts,
    assert_hits,
    assert_turns,
    same_bits,
    shapes_of,
    single_answers,
)

import collide2d
from collide2d import Body, Chain, Circles, Point, Points, Polygon, Rect, Rects, RoundRect, Segment

TIP = Body.from_outline([(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)])
COAST = Chain([(k / 2 - 20, math.isqrt(7919 * k) % 9) for k in range(80)])  # enough pieces for an index
ROUND = Polygon([(50 * math.cos(k / 30), 50 * math.sin(k / 30)) for k in range(180)])
BODIES: dict[str, Body] = {
    "tip": TIP,
    "coast": COAST,
    "tiles": Body([Rect(i, j, 1, 1) for i in range(-3, 3) for j in range(-3, 3)]),
    "thin": Body([Point(1, 1), Segment(0, 0, 3, 0), RoundRect(1, -2, 3, 2, 0.5)]),
    "many corners": Body([ROUND, Segment(60, 0, 70, 0)]),
}
BIG = 1e150


@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize("name", BODIES)
def test_the_elements_are_the_answers_of_single_shapes(name: str, kind: str) -> None:
    body, rows = BODIES[name], adversarial_rows(kind, kind, 60)[0]
    array, shapes = ARRAYS[kind](rows), shapes_of(kind, rows)
    bodies = [body] * len(shapes)
    for verb in PAIR_VERBS:
        ask = getattr(collide2d, verb)
        assert same_bits(ask(array, body), single_answers(verb, shapes, bodies)), verb
        assert same_bits(ask(body, array), single_answers(verb, bodies, shapes)), verb
        assert same_bits(getattr(array, verb)(body), ask(array, body))
        assert same_bits(getattr(body, verb)(array[:, None])[:, 0], ask(body, array))
    assert_contacts(array.contact(body), shapes, bodies)
    assert_contacts(body.contact(array), bodies, shapes)


@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize("name", BODIES)
def test_hits_are_those_of_single_shapes(name: str, kind: str) -> None:
    body, rows = BODIES[name], adversarial_rows(kind, kind, 30, seed=1)[0]
    rows = rows[np.abs(rows).max(axis=1) < BIG]
    motions = np.array([[6.0, -2.5], [-4.0, 0.0], [0.0, 7.0]])[np.arange(len(rows)) % 3]
    array, shapes = ARRAYS[kind](rows), shapes_of(kind, rows)
    bodies = [body] * len(shapes)
    assert_hits(array.cast(motions, body), collide2d.cast, shapes, motions, bodies)
    assert_hits(body.cast(motions, array), collide2d.cast, bodies, motions, shapes)
    touching = collide2d.cast(array, motions, body, touching=True, leaving=False)
    for i, shape in enumerate(shapes):
        want = shape.cast(motions[i], body, touching=True, leaving=False)
        assert bool(touching.hit[i]) == (want is not None)
        assert want is None or same_bits(touching.t[i], want.t)
    angles = np.array([90.0, -200.0, 355.5])[np.arange(len(rows)) % 3]
    small = np.flatnonzero(np.abs(rows).max(axis=1) < 1e50)
    array, shapes, bodies = array[small], [shapes[i] for i in small], [body] * len(small)
    angles, motions = angles[small], motions[small]
    assert_turns(array.turn_cast(angles, body), shapes, angles, bodies)
    assert_turns(collide2d.turn_cast(array, angles, body, motions), shapes, angles, bodies, motions)
    assert_turns(body.turn_cast(angles, array), bodies, angles, shapes)
    got = collide2d.turn_cast(body, angles, array, (1, -2), motion=motions)
    assert_turns(got, bodies, angles, shapes, motions * 0 + (1, -2), motions)
    angles[::5] = 0  # a cast
    assert_turns(array.turn_cast(angles, body, motion=motions), shapes, angles, bodies, None, motions)
    got = array.turn_cast(angles, body, (1, -2), motion=-motions)
    assert_turns(got, shapes, angles, bodies, motions * 0 + (1, -2), -motions)
    if kind == "point":
        assert_hits(body.raycast(array, motions), collide2d.raycast, shapes, motions, bodies)


def test_a_point_on_a_seam_overlaps_the_body() -> None:
    left, right = Rect(0, 0, 2, 4), Rect(2, 0, 2, 4)
    points = Points([[2, 1], [1, 1], [0, 1]])
    assert points.overlaps(Body([left, right])).tolist() == [True, True, False]
    assert (points.overlaps(left) | points.overlaps(right)).tolist() == [False, True, False]


def test_invalid_rows_are_masked_or_named() -> None:
    rows = [[0, 0, 1], [0, 0, math.nan]]
    circles = Circles(rows, invalid="nan")
    assert circles.relate(TIP).tolist() == [1, -1]
    assert np.isnan(circles.distance(TIP)).tolist() == [False, True]
    assert circles.contact(TIP).hit.tolist() == [True, False]
    assert circles.cast((1, 0), TIP).hit.tolist() == [True, False]
    late = np.zeros((3, 3))
    view = Circles(late)
    late[1, 2] = -1
    with pytest.raises(ValueError, match=r"collides: b.r must .* at index 1"):
        collide2d.collides(TIP, view)


def test_a_motion_out_of_range_is_named() -> None:
    with pytest.raises(ValueError, match="at index 1"):
        Points([[0, 0], [0, 0]]).cast([[1.0, 0.0], [math.inf, 0.0]], TIP)
    with pytest.raises(ValueError, match="motion"):
        TIP.cast([[1.0, 0.0], [1e300, 0.0]], Points([[0, 0], [0, 0]]))


def test_a_body_that_turns_broadcasts_and_fills_out() -> None:
    circles = Circles([[4, 0, 1], [0, 3, -1], [0, -5, 2]], invalid="nan")
    angles = np.array([[90.0], [-90.0]])
    hits = TIP.turn_cast(angles, circles, (0, 0))
    assert hits.hit.shape == (2, 3)
    assert not hits.hit[:, 1].any()
    for i, j in np.ndindex(2, 3):
        want = None if j == 1 else TIP.turn_cast(angles[i, 0], circles[j], (0, 0))
        assert bool(hits.hit[i, j]) == (want is not None)
        assert want is None or same_bits(hits.t[i, j], want.t)
    out = (np.empty((2, 3), bool), *(np.empty(shape) for shape in ((2, 3), (2, 3, 2), (2, 3, 2), (2, 3))))
    assert collide2d.turn_cast(TIP, angles, circles, (0, 0), out=out).t is out[1]
    assert all(same_bits(a, b) for a, b in zip(out, hits, strict=True))
    single = TIP.turn_cast(90, circles[0:1], (0, 0))
    assert single.t.shape == (1,)
    assert np.shape(TIP.turn_cast(90, Circles([4.0, 0, 1])).t) == ()


def test_bodies_broadcast_and_fill_out() -> None:
    out = np.zeros((2, 3), dtype=bool)
    rects = Rects(np.ones((2, 1, 4))), Rects([[9, 9, 1, 1], [0, 0, 1, 1], [3, 3, 1, 1]])
    assert collide2d.collides(rects[1], TIP, out=out[1]).tolist() == [False, True, True]
    assert collide2d.collides(TIP, rects[0]).shape == (2, 1)
    assert Points(np.zeros((0, 2))).distance(TIP).shape == (0,)
    assert Points([1.0, 1.0]).overlaps(TIP) == TIP.overlaps(Point(1, 1))
    assert rects[1] != TIP
