"""separate, sweep, bounce and slide over arrays: every element is the single result, bit for bit."""

from __future__ import annotations

import itertools
import math
import threading
from typing import Any

import numpy as np
import pytest
from array_rows import ARRAYS, LAYOUTS, Layout, adversarial_rows, same_bits, shapes_of

import collide2d
from collide2d import (
    Body,
    Circle,
    Circles,
    Point,
    Points,
    Polygon,
    Rect,
    Rects,
    Segments,
    bounce,
    separate,
    slide,
    sweep,
)

untyped: Any = collide2d
KINDS = list(itertools.product(ARRAYS, repeat=2))
MASSES = np.array([1.0, 2.0, math.inf, 0.3, 1e50, 2.0**-140, 3e-46])


def calm_rows(kind_a: str, kind_b: str, count: int, seed: int) -> list[Any]:
    """Adversarial rows that can be moved."""
    both = adversarial_rows(kind_a, kind_b, count, seed)
    small = np.logical_and(*(np.abs(rows).max(axis=1) < 1e50 for rows in both))
    return [rows[small] for rows in both]


def assert_shapes(got: Any, want: list[Any]) -> None:
    shapes = got.to_shapes()
    assert shapes == want
    assert [s and s.vertices for s in shapes] == [s and s.vertices for s in want]


# ---- separate --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind_a", "kind_b"), KINDS)
def test_rows_are_separated_as_single_shapes(kind_a: str, kind_b: str) -> None:
    rows_a, rows_b = calm_rows(kind_a, kind_b, 200, seed=21)
    masses = np.resize(MASSES, len(rows_a))
    a, b = shapes_of(kind_a, rows_a), shapes_of(kind_b, rows_b)
    got = separate(ARRAYS[kind_a](rows_a), ARRAYS[kind_b](rows_b), mass_a=masses, mass_b=3)
    want = [separate(s, t, m, 3) for s, t, m in zip(a, b, masses.tolist(), strict=True)]
    for k in (0, 1):
        assert_shapes(got[k], [pair[k] for pair in want])
    assert not collide2d.overlaps(*got).any()


WALL = Rect(0, 0, 4, 2)
LEVEL = Body([*Body.from_outline([(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)])])
FIXED = [WALL, Rect(0, 0, 4, 2, 30, pivot=(0, 0)), Polygon([(0, 0), (2, 0), (3, 1), (2, 3), (1, 3)], 0.25), LEVEL]


@pytest.mark.parametrize("fixed", FIXED, ids=lambda s: type(s).__name__)
@pytest.mark.parametrize("kind", ARRAYS)
def test_what_cannot_be_moved_is_returned_as_it_is(kind: str, fixed: Any) -> None:
    rows, _ = calm_rows(kind, kind, 60, seed=22)
    array, shapes = ARRAYS[kind](rows), shapes_of(kind, rows)
    moved, same = array.separate(fixed, mass_b=math.inf)
    assert same is fixed
    assert_shapes(moved, [separate(s, fixed, mass_b=math.inf)[0] for s in shapes])
    same, moved = fixed.separate(array, mass_a=[math.inf])
    assert same is fixed
    assert_shapes(moved, [separate(fixed, s, mass_a=math.inf)[1] for s in shapes])


def test_a_single_shape_is_moved_once_for_each_row() -> None:
    discs, one = Circles([[0, 0, 1], [9, 0, 1]]), Circle(1, 0, 1)
    for a, b in (separate(discs, one), reversed(separate(one, discs))):
        assert_shapes(a, [separate(s, one)[0] for s in discs])
        assert_shapes(b, [separate(s, one)[1] for s in discs])


def test_separate_broadcasts() -> None:
    a, b = Circles([[0, 0, 1], [1, 0, 1], [9, 0, 1]]), Rects([[0, 0, 1, 1], [0.5, 0, 1, 1]])
    masses = np.array([1.0, 2.0])
    first, second = separate(a[:, None], b, mass_b=masses)
    assert first.shape == second.shape == (3, 2)
    for i, k in np.ndindex(3, 2):
        assert (first[i, k], second[i, k]) == separate(a[i], b[k], mass_b=masses[k])


def test_masked_rows_stay_and_let_others_stay() -> None:
    a = Circles([[0, 0, 1], [math.nan, 0, 1], [0, 0, 1]], invalid="nan")
    b = Circles([[1, 0, 1], [1, 0, 1], [1, 0, -1]], invalid="nan")
    first, second = separate(a, b)
    assert first.valid.tolist() == [True, False, True]
    assert second.valid.tolist() == [True, True, False]
    assert (first[0], second[0]) == separate(a[0], b[0])
    assert (first[2], second[1]) == (a[2], b[1])


def test_a_row_between_corners_that_stays_does_not_reach_into_what_it_touches() -> None:
    """The other row moves, so both rows are of a corner and a size: -100.1 + 101 is 0.9 and 64 ulps."""
    rows = Rects([[-100.1, 0, 0.9, 1], [0, 0, 2, 2]], anchor="corners")
    walls = Rects([[0.9, 0, 5, 1], [1, 0, 3, 3]], anchor="corners")
    assert rows.relate(walls).tolist() == [0, 1]
    for mass in (1.0, math.inf):
        first, second = separate(rows, walls, mass_b=mass)
        assert not first.overlaps(second).any()


def test_nothing_is_separated_from_nothing() -> None:
    none = Circles(np.zeros((0, 3)))
    first, second = separate(none, Circles([[0, 0, 1]]))
    assert first.shape == second.shape == (0,)


# ---- sweep -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ARRAYS)
def test_sweeps_are_those_of_single_shapes(kind: str) -> None:
    rows, _ = calm_rows(kind, kind, 200, seed=23)
    motions = np.resize([(3.0, 0.0), (-0.25, 1.5), (0.0, -2.0), (-1e3, 1e3), (-(2.0**-149), 0.5)], (len(rows), 2))
    got = sweep(ARRAYS[kind](rows), motions)
    for s, motion, have in zip(shapes_of(kind, rows), motions.tolist(), got, strict=True):
        want = sweep(s, motion)
        assert have.vertices == want.vertices
        assert have.radius == want.radius
        if have.kind != "polygon" and want.kind == have.kind:
            assert (have, have.a, have.b) == (want, want.a, want.b)
    single = ARRAYS[kind](rows[np.abs(rows).max(axis=1) < 1e30].astype(np.float32), invalid="nan")
    assert sweep(single, (1, 2)).array.dtype == np.float64
    assert sweep(ARRAYS[kind](rows[:3])[:, None], motions[:2]).shape == (3, 2)
    assert type(got) is {"point": Segments, "circle": collide2d.Capsules}.get(kind, collide2d.Polygons)


def test_sweeps_broadcast_and_mask_rows() -> None:
    points = Points([[0, 0], [math.nan, 0]], invalid="nan")
    got = points[:, None].sweep([[1, 0], [0, -1], [1, 1]])
    assert got.shape == (2, 3)
    assert got.valid.tolist() == [[True] * 3, [False] * 3]
    assert got[0, 1] == Point(0, 0).sweep((0, -1))


# ---- bounce, slide ---------------------------------------------------------------------------------------------------


def velocities(count: int, seed: int) -> Any:
    random = np.random.default_rng(seed)
    numbers = [0.0, -0.0, 1.0, -3.0, 0.1, 2.0**-149, -(2.0**-210), 1e30, -1e59, 7.3, -1e-9]
    return random.choice(numbers, (count, 2))


def responses(count: int, seed: int) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    normal = velocities(count, seed + 3)
    normal[(np.abs(normal) < 2.0**-200).all(axis=1)] = 0, -1
    return {
        "va": velocities(count, seed + 1),
        "vb": velocities(count, seed + 2),
        "normal": normal,
        "restitution": random.choice([0.0, 1.0, 0.5, -0.0], count),
        "mass_a": random.choice([1.0, 0.25, 1e40, 2.0**-148], count),
        "mass_b": random.choice(MASSES, count),
        "friction": random.choice([0.0, 0.7, 5.0], count),
    }


def test_bounces_are_those_of_single_bodies() -> None:
    given = responses(3000, seed=1)
    got = bounce(**given)
    each = [dict(zip(given, of, strict=True)) for of in zip(*(x.tolist() for x in given.values()), strict=True)]
    want = np.array([bounce(**one) for one in each])
    assert same_bits(got[0], want[:, 0])
    assert same_bits(got[1], want[:, 1])
    changed = (got[0] != given["va"]).any(axis=1)
    assert changed.any()
    assert not changed.all()


def test_slides_are_those_of_single_velocities() -> None:
    v, normal = velocities(3000, 5), responses(3000, 6)["normal"]
    want = np.array([slide(tuple(x), tuple(n)) for x, n in zip(v.tolist(), normal.tolist(), strict=True)])
    assert same_bits(slide(v, normal), want)
    assert same_bits(slide(v=v, normal=normal), want)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_the_layout_of_velocities_does_not_matter(layout: Layout) -> None:
    v, normal = velocities(50, 5), responses(50, 6)["normal"]
    assert same_bits(slide(layout(v), layout(normal)), slide(v, normal))


def test_velocities_broadcast() -> None:
    v, normals = velocities(6, 8).reshape(2, 3, 2), np.array([[0, 1], [-1, 0.5]])[:, None]
    got = slide(v, normals)
    for i, k in np.ndindex(2, 3):
        assert tuple(got[i, k]) == slide(tuple(v[i, k]), tuple(normals[i, 0]))
    first: Any
    second: Any
    nothing: Any = slide(np.zeros((0, 2)), (0, 1))
    first, second = bounce((3, 1), (0, 0), (-1, 0), restitution=np.array([[1], [0.5]]), mass_b=np.array([1, math.inf]))
    assert first.shape == second.shape == (2, 2, 2)
    assert tuple(first[1, 1]) == bounce((3, 1), (0, 0), (-1, 0), 0.5, mass_b=math.inf)[0]
    assert nothing.shape == (0, 2)


def test_a_pair_in_an_array_is_a_pair() -> None:
    assert slide(np.array([3.0, 2.0]), (0, -1)) == (3.0, 0.0)
    assert bounce(np.array([3.0, 1.0]), (0, 0), (-1, 0)) == ((0.0, 1.0), (3.0, 0.0))


def test_out_takes_velocities_and_may_be_an_input() -> None:
    v, normal = velocities(40, 9), responses(40, 10)["normal"]
    want = slide(v, normal)
    assert slide(v, normal, out=v) is v
    assert same_bits(v, want)
    given = responses(40, 11)
    first, second = bounce(**given)
    out = (given["vb"], given["va"])
    assert all(g is o for g, o in zip(bounce(**given, out=out), out, strict=True))
    assert same_bits(out[0], first)
    assert same_bits(out[1], second)


MANY = np.ones((3, 2))
SPOILT = np.array([[1, 1], [1, math.nan], [0, 1]])
REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda: slide(SPOILT, (0, 1)), ValueError, "slide: v must be finite, got nan at index 1"),
    (lambda: slide(MANY, SPOILT * (1, 0)), ValueError, "slide: normal must be finite, got nan at index 1"),
    (lambda: untyped.slide(MANY, [[1, 1], [0, 1], [0, -0.0]]), ValueError,
     r"slide: normal must not be \(0, 0\), got \(0.0, -0.0\) at index 2"),
    (lambda: slide(MANY, MANY[:2]), ValueError, "slide: the arguments must broadcast together, got v of shape"),
    (lambda: slide(MANY, np.ones((3, 3))), ValueError, r"slide: normal must be a pair or pairs, .* got shape \(3, 3\)"),
    (lambda: slide(MANY, "text"), TypeError, "slide: normal must be a number or an array of numbers, got str"),
    (lambda: slide(MANY, (0, 1), out=3), TypeError, "slide: out must be an array, got int"),
    (lambda: slide(MANY, (0, 1), out=np.ones((3, 2), int)), TypeError, "slide: out must have the dtype float64"),
    (lambda: slide(MANY, (0, 1), out=MANY[:2]), ValueError, r"slide: out must have the shape \(3, 2\), got \(2, 2\)"),
    (lambda: slide(MANY, (0, 1), out=np.broadcast_to(1.0, (3, 2))), ValueError, "read-only"),
    (lambda: untyped.slide((0, 1), (0, 1), out=MANY), TypeError, "slide: out is for arrays only"),
    (lambda: untyped.slide(MANY, (0, 1), up=3), TypeError, "unexpected keyword argument 'up'"),
    (lambda: bounce(MANY, MANY, MANY, out=MANY), TypeError, "bounce: out must be a tuple of 2 arrays, got ndarray"),
    (lambda: bounce(MANY, MANY, MANY, [0.5, 1, 1.5]), ValueError,
     "bounce: restitution must be at most 1, got 1.5 at index 2"),
    (lambda: bounce(MANY, MANY, MANY, mass_a=[1, 0, 1]), ValueError, "bounce: mass_a must be > 0, got 0.0 at index 1"),
    (lambda: bounce(MANY, MANY, MANY, friction=[1, -1, 1]), ValueError,
     "bounce: friction must be >= 0, got -1.0 at index 1"),
    (lambda: bounce(MANY, MANY, MANY, mass_a=[1, math.inf, 1], mass_b=math.inf), ValueError,
     "bounce: mass_a and mass_b must not both be infinite, got inf at index 1"),
    (lambda: untyped.bounce(MANY, MANY), TypeError, "missing 1 required positional argument: 'normal'"),
    (lambda: separate(Circles([[0, 0, 1]]), LEVEL), TypeError,
     "separate: b must be an array, a shape of which there are arrays, or of infinite mass, got Body"),
    (lambda: untyped.separate(Circles([[0, 0, 1]]), FIXED[1]), ValueError,
     "separate: b must have rows, or an infinite mass: .* is defined by its pivot"),
    (lambda: separate(Circles([[0, 0, 1]]), WALL, 0), ValueError, "separate: mass_a must be > 0, got 0.0"),
    (lambda: separate(Circles([[0, 0, 1]]), WALL, math.nan), ValueError, "separate: mass_a must be finite, got nan"),
    (lambda: separate(Circles([[0, 0, 1]]), WALL, math.inf, math.inf), ValueError,
     "separate: mass_a and mass_b must not both be infinite"),
    (lambda: separate(Circles([[0, 0, 1]] * 2), WALL, [1, 2, 3]), ValueError,
     "separate: the shape of masses must broadcast"),
    (lambda: untyped.separate(Circles([[0, 0, 1]]), "text"), TypeError, "separate: b must be a shape"),
    (lambda: separate(Circles([[9e59, 0, 9e59]] * 2), Circle(8e59, 0, 9e59)), ValueError,
     "separate: a and b, when they are apart, must be .* at index 0"),
    (lambda: sweep(Rects([[0, 0, 1, 1]]), (math.nan, 0)), ValueError, "sweep: motion must be finite, got nan"),
    (lambda: sweep(Rects([[9e59, 0, 1, 1]] * 2), (9e59, 0)), ValueError,
     "sweep: every coordinate and radius of the result must be between .* at index 0"),
    (lambda: sweep(Rects([[0, 0, 1, 1]] * 2), np.zeros((3, 2))), ValueError,
     r"sweep: the shapes of the array and of motion must broadcast, got \(2,\) and \(3,\)"),
    (lambda: sweep(Circles([[0, 0, 1]]), (math.nan, 0)), ValueError, "dx must be finite, got nan"),
    (lambda: untyped.clip(Circles([[0, 0, 1]]), (1, 2)), TypeError, "clip: segment must be a Segment"),
    (lambda: untyped.clip(Circles([[0, 0, 1]]), Points([[1, 2]])), TypeError,
     "clip: segment must be Segments or a Segment, got Points"),
    (lambda: untyped.clip(LEVEL, Segments([[0, 0, 1, 2]])), TypeError, "clip: shape must not be a body"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "match"), REFUSED)
def test_invalid_arguments_raise_an_error_that_names_them(call: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        call()


def test_segments_are_clipped_in_the_order_of_their_ends() -> None:
    got = Rect(0, 0, 4, 4).clip(
        Segments([[2, 2, 2, 10], [2, 10, 2, 2], [5, 0, 5, 8], [math.nan, 0, 1, 1]], invalid="nan")
    )
    assert np.array_equal(got, [[0, 0.75, math.nan, math.nan], [0.25, 1, math.nan, math.nan]], equal_nan=True)


def test_velocities_that_change_meanwhile_do_no_harm() -> None:
    v, stop = velocities(20_000, 12), threading.Event()

    def spoil() -> None:
        while not stop.is_set():
            v[::7] = math.nan
            v[::7] = 1.0

    thread = threading.Thread(target=spoil)
    thread.start()
    try:
        for _ in range(30):
            try:
                assert np.shape(slide(v, (0, 1))) == v.shape
            except ValueError as error:
                assert "slide: " in str(error)  # noqa: PT017
    finally:
        stop.set()
        thread.join()
