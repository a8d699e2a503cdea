"""Arrays of shapes as containers: conversion without a copy, refused input, indexing, and moving."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import textwrap
from typing import Any

import numpy as np
import pytest
from array_rows import ARRAYS, SCALARS, adversarial_rows, shapes_of
from leaks import assert_no_leak

import collide2d
from collide2d import (
    Capsules,
    Circle,
    Circles,
    Point,
    Points,
    Rect,
    Rects,
    RoundRect,
    RoundRects,
    Segments,
    arrays,
)


def ordinary_rows(kind: str, count: int = 40) -> Any:
    rows, _ = adversarial_rows(kind, kind, 300, seed=11)
    return rows[np.abs(rows).max(axis=1) < 1e50][:count]


# ---- without NumPy ---------------------------------------------------------------------------------------------------


def run(program: str) -> subprocess.CompletedProcess[str]:
    code = textwrap.dedent(program)
    return subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)


def test_the_package_does_not_import_numpy() -> None:
    done = run("import collide2d, sys; print('numpy' in sys.modules); collide2d.Circles; print('numpy' in sys.modules)")
    assert done.stdout.split() == ["False", "True"], done.stderr


def test_without_numpy_the_error_names_what_to_install() -> None:
    done = run("""
        import sys
        sys.modules["numpy"] = None
        import collide2d
        print(collide2d.collides(collide2d.Circle(0, 0, 1), (1, 0)))
        try:
            collide2d.Circles
        except ImportError as error:
            print(error)
    """)
    assert done.stdout.splitlines() == ["True", "arrays of shapes need NumPy: pip install 'collide2d[numpy]'"], (
        done.stderr
    )


def test_the_names_are_found_in_the_package() -> None:
    assert {array.__name__ for array in ARRAYS.values()} <= set(dir(collide2d))
    assert all(getattr(collide2d, array.__name__) is array for array in ARRAYS.values())
    with pytest.raises(AttributeError, match="no attribute 'Ellipses'"):
        collide2d.Ellipses  # noqa: B018


# ---- making them -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ARRAYS)
def test_floats_are_not_copied(kind: str) -> None:
    rows = ordinary_rows(kind)
    rows = rows[np.abs(rows).max(axis=1) < 1e30]
    for given in (rows[::2], rows.astype(np.float32)):
        view = ARRAYS[kind](given, invalid="nan")
        assert view.array is given
        assert np.shares_memory(view[3:7].array, given)
        assert np.shares_memory(view[:, None].array, given)
        assert ARRAYS[kind](view).array is given


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # NumPy's, of setting these
@pytest.mark.parametrize(("name", "value"), [
    ("shape", (-1,)), ("shape", (1, -1)), ("shape", (12, 3, 1)), ("strides", (0, 0)),
    ("dtype", np.int8), ("dtype", ">f8"), ("dtype", np.float32),
])  # fmt: skip
def test_changing_the_layout_of_an_array_does_not_change_its_view(name: str, value: Any) -> None:
    """A view keeps the layout that it has checked: with the new one it would read and write beyond its memory."""
    rows = np.array([[k, 0, 1] for k in range(12)], dtype=np.float64)
    view, same = Circles(rows), Circles(rows.copy())
    setattr(rows, name, value)
    assert view.array is rows
    assert view.shape == (12,)
    assert collide2d.collides(view, Circle(3, 0, 1)).tolist() == [abs(k - 3) <= 2 for k in range(12)]
    assert collide2d.raycast((-9, 0), (99, 0), view).t.tolist() == collide2d.raycast((-9, 0), (99, 0), same).t.tolist()
    assert collide2d.pairs(view).tolist() == collide2d.pairs(same).tolist()
    assert view.bounds.tolist() == same.bounds.tolist()
    assert view.vertices.tolist() == same.vertices.tolist()
    assert view.valid.all()
    assert (view == same).all()


@pytest.mark.parametrize("data", [[[1, 2, 3]], ((1, 2, 3),), np.array([[1, 2, 3]]), np.array([[1, 2, 3]], np.int8),
                                  np.array([[1, 2, 3]], np.float16)])  # fmt: skip
def test_other_numbers_become_floats(data: Any) -> None:
    assert Circles(data).array.dtype == np.float64
    assert Circles(data)[0] == Circle(1, 2, 3)


untyped: Any = collide2d  # also of what a type checker refuses
REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda: Circles([[0, 0]]), ValueError, r"Circles: array must have the columns x y r on its last axis, got shape"),
    (lambda: Rects(np.zeros((2, 6))), ValueError, r"columns x y w h \[angle\] on its last axis, got shape \(2, 6\)"),
    (lambda: Points(3), ValueError, r"Points: array must have the columns x y on its last axis, got shape \(\)"),
    (lambda: Points([]), ValueError, r"got shape \(0,\)"),
    (lambda: Points([["a", "b"]]), ValueError, "could not convert"),
    (lambda: untyped.Circles([Circle(0, 0, 1)]), TypeError,
     r"^Circles: array must be numbers, not shapes, got list; Circles.from_shapes makes an array of single shapes$"),
    (lambda: untyped.Space(Circles([[0, 0, 1]])), TypeError, r"Space\(enumerate\(shapes\)\) makes the indices items"),
    (lambda: untyped.Points((Point(0, 0), (1, 2))), TypeError, "got tuple; Points.from_shapes makes an array"),
    (lambda: untyped.Rects(Rect(0, 0, 1, 1)), TypeError, "got Rect; Rects.from_shapes makes an array"),
    (lambda: untyped.Polygons([collide2d.Polygon([(0, 0), (1, 0), (0, 1)])]), TypeError,
     "Polygons: points must be numbers, not shapes, got list; Polygons.from_shapes makes an array"),
    (lambda: Points([[1j, 0]]), TypeError, "complex"),
    (lambda: Points(np.array([[1j, 0]])), TypeError, "Points: array must be .* numbers, got one of complex128"),
    (lambda: Points(np.array([["1", "0"]], object)), TypeError, "array must be an array of numbers, got one of object"),
    (lambda: Points([[1, 2], [3]]), ValueError, "Points: array must be an array of numbers, got list: .*inhomogeneous"),
    (lambda: Circles([[0, 0, 1]]).move(0, np.nan), ValueError, "move: dy must be finite, got nan"),
    (lambda: Circles([[0, 0, 1]]).move((0, np.inf)), ValueError, "move: dy must be finite, got inf"),
    (lambda: Circles([[0, 0, 1]]).rotate(1, (0, np.inf)), ValueError, "rotate: about must be finite, got inf"),
    (lambda: Points([[0, 1], [np.nan, 0]]), ValueError, r"Points: x must be finite, got nan at index 1"),
    (lambda: Points([[[0, 1], [2, -np.inf]]]), ValueError, r"Points: y must be finite, got -inf at index \(0, 1\)"),
    (lambda: Points([0, np.inf]), ValueError, r"Points: y must be finite, got inf$"),
    (lambda: Circles([[0, 0, 1], [0, 0, -1], [0, 0, -2]]), ValueError, "r must be >= 0, got -1.0 at index 1"),
    (lambda: Segments([[0, 0, 1, 2e60]]), ValueError, "by must be between -1e60 and 1e60, got 2e[+]60 at index 0"),
    (lambda: Capsules([[0, 0, 1, 2, -3]]), ValueError, "Capsules: r must be >= 0"),
    (lambda: Rects([[0, 0, 1, -1]]), ValueError, "Rects: h must be >= 0, got -1.0 at index 0"),
    (lambda: Rects([[0, 0, 1, 1, np.nan]]), ValueError, "Rects: angle must be finite"),
    (lambda: Rects([[9e59, 0, 9e59, 1]]), ValueError, "Rects: every coordinate and size must be between"),
    (lambda: RoundRects([[0, 0, 4, 2, 3]]), ValueError, "RoundRects: r must be at most half the smaller side, got 3.0"),
    (lambda: Circles([[0, 0, 1]], invalid="drop"), ValueError, """invalid must be "raise" or "nan", got 'drop'"""),
    (lambda: arrays.ShapeArray([[0, 0]]), TypeError, "make Points, Circles"),
    (lambda: untyped.Circles(), TypeError, "argument"),
    (lambda: Circles.from_shapes([Circle(0, 0, 1), Point(0, 0)]), TypeError,
     r"Circles.from_shapes: shapes\[1\] must be a Circle, got Point"),
    (lambda: Rects.from_shapes([Rect(0, 0, 4, 2, 30, pivot=(0, 0))]), ValueError,
     r"Rects.from_shapes: shapes\[0\] is defined by its pivot, which rows cannot hold; rounded=True"),
    (lambda: Rects.from_shapes([Rect(0, 0, 4, 2), None, Rect.centered(0, 0, 4, 2)]), ValueError,
     r"Rects.from_shapes: shapes\[2\] is defined by its centre, shapes\[0\] by its top-left corner; rounded=True"),
    (lambda: RoundRects.from_shapes([Rect(0, 0, 4, 2, 30, pivot=(0, 0)).grow(1)]), ValueError,
     r"RoundRects.from_shapes: shapes\[0\] is defined by its pivot, which rows cannot hold; rounded=True"),
    (lambda: RoundRects.from_shapes([Rect(0, 0, 4, 2).grow(1), RoundRect(0, 0, 4, 2, 1)]), ValueError,
     r"shapes\[1\] is defined by its top-left corner, shapes\[0\] by the top-left corner of its core; rounded=True"),
    (lambda: Rects([[0, 0, 1, 1]], anchor="middle"), ValueError,
     "Rects: anchor must be \"topleft\", \"center\" or \"corners\", got 'middle'"),
    (lambda: Rects([[0, 0, 1, 1]], anchor="around"), ValueError, "Rects: anchor must be"),
    (lambda: RoundRects([[0, 0, 1, 1, 0]], anchor="pivot"), ValueError,
     "RoundRects: anchor must be \"topleft\", \"center\", \"corners\", \"around\" or \"core\", got 'pivot'"),
    (lambda: RoundRects([[0, 0, 1, 1, 0, 9]], anchor="corners"), ValueError,
     r"RoundRects: array must have the columns x1 y1 x2 y2 r on its last axis, got shape \(1, 6\)"),
    (lambda: RoundRects([[0, 0, -1, -1, -2]], anchor="corners"), ValueError, "RoundRects: r must be >= 0, got -2.0"),
    (lambda: RoundRects([[0, 0, 1, 1]], anchor="core"), ValueError, r"the columns x y inner_w inner_h r \[angle\] on"),
    (lambda: RoundRects([[0, 0, -1, 1, 1]], anchor="core"), ValueError, "inner_w must be >= 0, got -1.0 at index 0"),
    (lambda: Circles([[0, 0, 1]], anchor="center"), ValueError,
     "Circles: anchor must be \"topleft\", as only rectangles have others, got 'center'"),
    (lambda: Rects([[0, 0, 1, 1, 9]], anchor="corners"), ValueError,
     r"Rects: array must have the columns x1 y1 x2 y2 on its last axis, got shape \(1, 5\)"),
    (lambda: Rects([[0, 0, 1, -1]], anchor="center"), ValueError, "Rects: h must be >= 0, got -1.0 at index 0"),
    (lambda: Rects([[0, 0, 1, float("nan")]], anchor="corners"), ValueError, "Rects: y2 must be finite, got nan"),
    (lambda: RoundRects([[0, 0, -1, 1, 1]], anchor="around"), ValueError, "RoundRects: inner_w must be >= 0, got -1.0"),
    (lambda: Rects(Rects([[0, 0, 1, 1]], anchor="center"), anchor="topleft"), ValueError,
     "Rects: anchor must be that of the rows, 'center', got 'topleft'"),
    (lambda: Circles([[0, 0, 1]]).move(np.nan, 0), ValueError, "move: dx must be finite, got nan"),
    (lambda: Circles([[0, 0, 1]]).move(3), ValueError, r"move: dx must be a pair or pairs, .*, got shape \(\)"),
    (lambda: Circles([[9e59, 0, 1]]).move(9e59, 0), ValueError, "move: x must be between .*, got 1.8e[+]60 at index 0"),
    (lambda: Circles([[0, 0, 1]]).rotate(np.inf), ValueError, "rotate: angle must be finite, got inf$"),
    (lambda: Circles([[0, 0, 1]]).rotate(np.array([[1], [np.nan]])), ValueError,
     r"angle must be finite, got nan at index \(1, 0\)"),
    (lambda: Circles([[0, 0, 1]]).rotate(1, radians=1), TypeError,
     "exactly one of angle and radians must be given, got both"),
    (lambda: Circles([[0, 0, 1]]).rotate(), TypeError, "exactly one of angle and radians must be given, got neither"),
    (lambda: Circles([[0, 0, 1]]).rotate(radians=[9e59]), ValueError,
     "rotate: the angle in degrees must be between -1e60 and 1e60, got 5.15.*e[+]61 at index 0"),
    (lambda: untyped.Circles([[0, 0, 1]]).rotate(30, about=(0, [1])), TypeError,
     "rotate: about must be a number or an array"),
    (lambda: Circles([[0, 0, 1]] * 2).rotate([1, 2], about=[[0, 0]] * 3), ValueError,
     r"rotate: the shapes of the array and of angle and about must broadcast, got \(2,\) and \(2,\) and \(3,\)"),
    (lambda: Circles([[0, 0, 1]]).move([1, 2, 3], [4, 5]), ValueError,
     r"move: the arguments must broadcast together, got dx of shape \(3,\), dy of shape \(2,\)"),
    (lambda: Circles([[0, 0, 1]] * 3).at([[1, 2]] * 2), ValueError,
     r"at: the shapes of the array and of x must broadcast, got \(3,\) and \(2,\)"),
    (lambda: Circles([[0, 0, 1]]).at(1), ValueError, r"at: x must be a pair or pairs, \(..., 2\), if y is not given"),
    (lambda: Circles([[0, 0, 1]]).at(np.array([[0, 0], [0, np.inf]])), ValueError,
     "at: y must be finite, got inf at index 1"),
    (lambda: Circles([[0, 0, 1]]).at("a", "b"), TypeError, "at: x must be a number or an array of numbers, got str"),
    (lambda: Circles([[0, 0, 1]]).scale_by([2, -1]), ValueError, "scale_by: k must be >= 0, got -1.0 at index 1"),
    (lambda: Circles([[0, 0, 1], [0, 0, 1e40]]).scale_by(1e30), ValueError,
     r"scale_by: r must be between -1e60 and 1e60, got 1e[+]70 at index 1"),
    (lambda: Circles([[0, 0, 1]]).scale_by(1j), TypeError,
     "scale_by: k must be a number or an array of numbers, got complex"),
    (lambda: Circles([[0, 0, 1], [0, 0, 3]]).grow(-2), ValueError, "grow: r must be >= 0, got -1.0 at index 0"),
    (lambda: Rects([[0, 0, 4, 2]]).grow([[-1]]), ValueError, r"grow: r must be >= 0, got -1.0 at index \(0, 0\)"),
    (lambda: Circles([[0, 0, 1]]).grow(np.array(["x"])), TypeError, "grow: d must be a number .*, got an array of <U1"),
    (lambda: Circles([[0, 0, 1]]).replace(radius=2), TypeError, "replace: the columns must be x, y, r, got 'radius'"),
    (lambda: untyped.Rects([[0, 0, 4, 2]]).replace(pivot=None), TypeError,
     "replace: the columns must be x, y, w, h, angle, got 'pivot'"),
    (lambda: Rects([[0, 0, 4, 2]] * 2).replace(w=[1, -3]), ValueError, "replace: w must be >= 0, got -3.0 at index 1"),
    (lambda: Rects([[0, 0, 4, 2]] * 2).replace(w=[1, 3], h=[1, 2, 3]), ValueError,
     r"replace: the arguments must broadcast together, got w of shape \(2,\), h of shape \(3,\)"),
    (lambda: RoundRects([[0, 0, 4, 4, 1]]).replace(r=3), ValueError,
     "replace: r must be at most half the smaller side, got 3.0"),
    (lambda: Circles([[0, 0, 1]])[1], IndexError, "out of bounds"),
    (lambda: Circles([[0, 0, 1]])[0, 0], IndexError, "too many indices"),
    (lambda: len(Circles([0, 0, 1])), TypeError, "without axes"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "match"), REFUSED)
def test_invalid_arguments_raise_an_error_that_names_them(call: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        call()


# ---- as containers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ARRAYS)
def test_elements_are_the_single_shapes(kind: str) -> None:
    rows = ordinary_rows(kind)
    array, shapes = ARRAYS[kind](rows), shapes_of(kind, rows)
    assert len(array) == len(rows)
    assert list(array) == array.to_shapes() == shapes == [array[i] for i in range(len(rows))]
    assert array[-1] == shapes[-1]
    assert type(array[0]) is SCALARS[kind]
    assert ARRAYS[kind](rows[0])[()] == shapes[0]
    assert [s.bounds for s in shapes] == [tuple(b) for b in array.bounds.tolist()]
    for vertices, shape in zip(array.vertices.tolist(), shapes, strict=True):
        assert tuple(map(tuple, vertices[: len(shape.vertices)])) == shape.vertices
        assert all(tuple(v) == shape.vertices[-1] for v in vertices[len(shape.vertices) :])


def test_the_leading_axes_are_indexed_as_numpy_does() -> None:
    rows = np.arange(120.0).reshape(4, 10, 3)
    array = Circles(rows)
    assert array.shape == (4, 10)
    for index in (1, slice(1, 3), (slice(None), 2), (..., 3), (None, 1), [0, 2], np.array([True, False, True, False])):
        got = array[index]
        axes = index if isinstance(index, tuple) else (index,)
        assert np.array_equal(got.array, rows[(*axes, slice(None))])
    assert array[2, 3] == Circle(*rows[2, 3])
    assert isinstance(array[2, 3, ...], Circles)
    assert [row.shape for row in array] == [(10,)] * 4
    assert array.to_shapes()[1][2] == Circle(*rows[1, 2])
    assert array.vertices.shape == (4, 10, 1, 2)


@pytest.mark.parametrize("kind", ARRAYS)
def test_arrays_are_made_of_shapes_and_back(kind: str) -> None:
    shapes = shapes_of(kind, ordinary_rows(kind))
    array = ARRAYS[kind].from_shapes(shapes)
    assert array.to_shapes() == shapes
    assert (array == ARRAYS[kind](ordinary_rows(kind))).all()
    assert ARRAYS[kind].from_shapes([]).shape == (0,)
    masked = ARRAYS[kind].from_shapes([shapes[0], None])
    assert masked.to_shapes() == [shapes[0], None]
    assert masked[1] is None
    assert masked.invalid == masked[:1].invalid == "nan"


def test_equality_is_element_by_element() -> None:
    circles = Circles([[0, 0, 1], [1, 1, 1]])
    assert (circles == circles[::-1]).tolist() == [False, False]
    assert (circles == Circle(1, 1, 1)).tolist() == [False, True]
    reflected: Any = Circle(1, 1, 1) == circles
    assert reflected.tolist() == [False, True]
    assert (circles != Circle(1, 1, 1)).tolist() == [True, False]
    assert (circles == Points([[0, 0], [1, 1]])).tolist() == [False, False]
    assert (circles[:, None] == circles).tolist() == [[True, False], [False, True]]
    assert circles != "text"
    assert (Segments([[0, 0, 1, 1]]) == Segments([[1, 1, 0, 0]])).all()
    with pytest.raises(TypeError, match="unhashable"):
        hash(circles)


@pytest.mark.parametrize("kind", ARRAYS)
def test_copies_and_pickles_are_equal(kind: str) -> None:
    array = ARRAYS[kind](ordinary_rows(kind))
    for again in (copy.copy(array), copy.deepcopy(array), pickle.loads(pickle.dumps(array))):
        assert type(again) is type(array)
        assert (again == array).all()
    masked = pickle.loads(pickle.dumps(ARRAYS[kind](ordinary_rows(kind), invalid="nan")))
    assert masked.invalid == "nan"


def test_repr_evaluates_back_and_names_what_is_not_default() -> None:
    assert repr(Circles([[0, 0, 1]])) == "Circles([[0., 0., 1.]])"
    masked = Points(np.zeros((1, 2), np.float32), invalid="nan")
    assert repr(masked) == 'Points([[0., 0.]], dtype=float32, invalid="nan")'
    assert repr(Circles(np.empty((0, 3)))) == "Circles(numpy.empty((0, 3)))"
    for empty in (
        Points(np.empty((2, 0, 2), np.float32)), Rects(np.empty((0, 4)), anchor="center"), RoundRects(np.empty((0, 6))),
        collide2d.Polygons([0], np.empty((0, 2))),
    ):  # fmt: skip
        again = eval(repr(empty), {"numpy": np, type(empty).__name__: type(empty)})
        assert (type(again), again.shape, again.anchor) == (type(empty), empty.shape, empty.anchor)
        assert (again.array.dtype, repr(again)) == (empty.array.dtype, repr(empty))
    for of in (Circles([[0, 0, 1]]), Points([[0, 0]], invalid="nan")):
        assert (eval(repr(of)) == of).all()


# ---- motion ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ARRAYS)
def test_moving_and_turning_are_those_of_the_single_shapes(kind: str) -> None:
    rows = ordinary_rows(kind)
    array, shapes = ARRAYS[kind](rows), shapes_of(kind, rows)
    moves = [(0.1, -3.0), (0.0, 2.0**-149), (1e40, 1.0)]
    for d in moves:
        assert array.move(*d).to_shapes() == array.move(d).to_shapes() == [s.move(*d) for s in shapes]
    each = np.resize(np.array(moves), (len(rows), 2))
    assert array.move(each).to_shapes() == [s.move(*d) for s, d in zip(shapes, each.tolist(), strict=True)]
    for angle in (30.0, -90.0, 720.5):
        assert array.rotate(angle).to_shapes() == [s.rotate(angle) for s in shapes]
    angles = np.linspace(-400, 400, len(rows))
    assert array.rotate(angles).to_shapes() == [s.rotate(a) for s, a in zip(shapes, angles.tolist(), strict=True)]
    about = array.rotate(angles, about=(1.5, -2)).to_shapes()
    for got, shape, angle in zip(about, shapes, angles.tolist(), strict=True):
        assert got == shape.rotate(angle, about=(1.5, -2))
    assert array[:2].move(np.zeros((3, 1, 2))).shape == (3, 2)
    assert array[:2].rotate(np.zeros((3, 1))).shape == (3, 2)


def test_changing_the_memory_moves_the_shapes() -> None:
    rows = np.array([[0.0, 0, 1]])
    circles = Circles(rows)
    rows[0, 0] = 5
    assert circles[0] == Circle(5, 0, 1)


# ---- the extension ---------------------------------------------------------------------------------------------------

ROWS = np.array([[0.0, 0, 1], [1, 1, 1]])
ONE = Circles(ROWS)
USES: list[Any] = [
    lambda: Circles(ROWS),
    lambda: Circles([[0, 0, -1]]),
    lambda: Circles([[0, 0]]),
    lambda: (ONE[:, None], ONE.array, ONE.valid, ONE.vertices, ONE.bounds, ONE.shape, ONE.invalid),
    lambda: (ONE.area, ONE.perimeter, ONE.center, np.asarray(ONE)),
    lambda: Circles(np.array([[0, 0, 1]]) * np.nan, invalid="nan").area,
    lambda: collide2d.collides(ONE, ONE[:, None]),
    lambda: collide2d.separation(ONE, (1, 1)),
    lambda: collide2d.relate(ONE, ONE, out=np.empty(2, np.int8)),
    lambda: collide2d.separation(ONE, ONE, out=ROWS.copy()[:, 0]),
    lambda: untyped.collides(ONE, "text"),
    lambda: untyped.collides(ONE, ONE, out=ROWS),
    lambda: collide2d.collides(ONE, Circles(np.zeros((3, 3)))),
    lambda: collide2d.contact(ONE, Circle(0, 0, 1)),
    lambda: ONE.cast((1, 0), Circle(3, 0, 1)),
    lambda: ONE.raycast(ROWS[:, :2], (1, 0)),
    lambda: ONE.cast((np.nan, 0), ONE),
    lambda: ONE.turn_cast([[30], [-60]], Circle(3, 0, 1), about=ROWS[:, :2]),
    lambda: collide2d.turn_cast(
        Circle(3, 0, 1),
        30,
        ONE,
        out=(np.empty(2, bool), np.empty(2), ROWS.copy()[:, :2], np.empty((2, 2)), np.empty(2)),
    ),
    lambda: ONE.turn_cast(np.nan, ONE),
    lambda: ONE.turn_cast(30, ONE, about=(np.inf, 0)),
    lambda: untyped.turn_cast(ONE, 30, "text"),
    lambda: untyped.turn_cast(ONE, "text", ONE),
    lambda: untyped.turn_cast(ONE, 30, ONE, about="text"),
    lambda: ONE.turn_cast([[30], [-60]], Circle(3, 0, 1), motion=ROWS[:, :2]),
    lambda: ONE.turn_cast(30, ONE, motion=(np.inf, 0)),
    lambda: collide2d.Body([Circle(0, 0, 1)]).turn_cast([30, 60], ONE, motion=(1, 2)),
    lambda: collide2d.Body([Circle(0, 0, 1)]).turn_cast(400, ONE),
    lambda: untyped.turn_cast(ONE, 30, ONE, motion="text"),
    lambda: untyped.turn_cast(ONE, 30, ONE, far=1),
    lambda: (ONE == ONE, ONE.rotate(30, about=(1, 1))),
    lambda: (ONE.at(1, [2, 3]), ONE.scale_by([[2], [3]]), ONE.grow(1), ONE.replace(x=[1, 2]), ONE.move(1, 2)),
    lambda: ONE.grow([1, -9]),
    lambda: ONE.rotate(radians=9e59),
    lambda: untyped._arrays._change("turn", ONE, Circles, "topleft", 3, 0, "x", ROWS),
    lambda: untyped._arrays._change("move", ONE, Circles, "topleft", 3, 0, "x", np.zeros((5, 2))),
    lambda: untyped._arrays._change("move", ONE, Circles, "center", 3, 0, "x", ROWS[:, :2]),
]


@pytest.mark.parametrize("use", USES, ids=map(str, range(len(USES))))
def test_no_use_of_an_array_leaks(use: Any) -> None:
    assert_no_leak(use)
