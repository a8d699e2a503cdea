"""placed is the exact result rounded once; replace changes what it names; the attributes are those of the bounds."""

from __future__ import annotations

import copy
import math
import re
import sys
from fractions import Fraction
from typing import Any

import pytest
from forms import EVERY_FORM
from hypothesis import given
from hypothesis import strategies as st

from collide2d import Body, Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment

FORMS: list[Any] = [*EVERY_FORM.values()]
BODY: Any = Body({"head": Circle(0.1, -6, 4), "torso": Rect(-3, -2, 6, 8), "arm": Segment(3, 0, 9, 4.5)})
SOLIDS: list[Any] = [*FORMS, BODY, Body([Polygon([(0, 0), (4, 0), (0, 3)]), Circle(9, 9, 1)])]
numbers = st.floats(-1e6, 1e6) | st.integers(-50, 50).map(float) | st.sampled_from([0.0, 0.1, 1e-30, 1e17, -1e40])
angles = st.floats(-400, 400) | st.integers(-8, 8).map(lambda k: 90.0 * k) | st.sampled_from([1e-40, 45.0, 30.0])
scales = st.floats(0, 1e6) | st.sampled_from([0.0, 1.0, 0.5, 3.0, 1e-30])
pairs = st.tuples(numbers, numbers)


def rounded_cosine_and_sine(angle: float) -> tuple[Fraction, Fraction]:
    x, y = Segment(0, 0, 1, 0).rotate(angle, (0, 0)).b
    return Fraction(x), Fraction(y)


def image(p: Any, at: Any, angle: float, k: float, flip: bool, about: Any) -> tuple[float, float]:
    c, s = rounded_cosine_and_sine(angle)
    x, y = (Fraction(v) - Fraction(o) for v, o in zip(p, about, strict=True))
    x = -x if flip else x
    return float(Fraction(at[0]) + Fraction(k) * (c * x - s * y)), float(
        Fraction(at[1]) + Fraction(k) * (s * x + c * y)
    )


# ---- placed ----------------------------------------------------------------------------------------------------------


@given(pairs, pairs, pairs, pairs, angles, scales, st.booleans())
def test_each_coordinate_is_rounded_once(
    p: Any, q: Any, at: Any, about: Any, angle: float, k: float, flip: bool
) -> None:
    r = 0.7
    placed = Capsule(p, q, r).placed(at, angle, k, flip, about)
    where = (at, angle, k, flip, about)
    assert placed == Capsule(image(p, *where), image(q, *where), k * r)
    assert Point(p).placed(*where) == Point(image(p, *where))
    assert Circle(p, r).placed(*where) == Circle(image(p, *where), k * r)
    assert Polygon([p, q, at]).placed(*where) == Polygon.hull([image(v, *where) for v in (p, q, at)])


@given(pairs, pairs, st.floats(0, 1e6), st.floats(0, 1e6), pairs, pairs, angles, scales, st.booleans())
def test_the_numbers_of_a_rectangle_are_rounded_once(
    p: Any, offset: Any, w: float, h: float, at: Any, about: Any, angle: float, k: float, flip: bool
) -> None:
    where = (at, angle, k, flip, about)
    turned = math.fmod((-30.0 if flip else 30.0) + angle, 360)
    assert Rect.centered(p, (w, h), 30).placed(*where) == Rect.centered(image(p, *where), (k * w, k * h), turned)
    pivot = float((Fraction(w) - Fraction(offset[0])) * Fraction(k)) if flip else k * offset[0]
    want = Rect.pivoted(image(p, *where), (k * w, k * h), (pivot, k * offset[1]), turned)
    assert Rect.pivoted(p, (w, h), offset, 30).placed(*where) == want


@pytest.mark.parametrize("shape", SOLIDS, ids=repr)
def test_the_centre_comes_to_the_position(shape: Any) -> None:
    for at in ((0, 0), (0.1, -7.3)):
        for angle in (0, 90, 30):
            placed = shape.placed(at, angle)
            assert placed.center == pytest.approx(at, abs=1e-12)
            assert placed.area == pytest.approx(shape.area, rel=1e-12, abs=1e-12)
            assert type(placed) is type(shape)
    if type(shape) in (Point, Circle) or (type(shape) in (Rect, RoundRect) and "pivot" not in repr(shape)):
        assert shape.placed((0.1, 0.3), 30).center == (0.1, 0.3)


@pytest.mark.parametrize("shape", SOLIDS, ids=repr)
def test_a_quarter_turn_a_mirror_and_twice_the_size_agree_with_the_other_methods(shape: Any) -> None:
    def near(a: Any, b: Any) -> None:
        assert a.bounds == pytest.approx(b.bounds, abs=1e-12)
        assert a.area == pytest.approx(b.area, abs=1e-12)

    for angle in (90, 180, 270, 37):
        near(shape.placed(shape.center, angle), shape.rotate(angle, shape.center))
        near(shape.placed((5, 6), radians=math.radians(angle)), shape.placed((5, 6), angle))
    near(shape.placed(shape.center, scale=2), shape.scale_by(2))
    near(shape.placed((7, 8), about=(3, 1)), shape.move(4, 7))
    once = shape.placed((0, 0), 0, 1, True, about=(0, 0))
    left, top, right, bottom = shape.bounds
    assert once.bounds == pytest.approx((-right, top, -left, bottom), abs=1e-12)
    near(once.placed((0, 0), flip_x=True, about=(0, 0)), shape)


def test_flush_tiles_of_a_body_stay_flush() -> None:
    body = Body([Rect(0.1 * i, 0, 0.1, 1) for i in range(5)])
    for angle in (0, 90, 180, 270):
        placed = body.placed((3.3, 0.7), angle, 1.1, flip_x=True, about=(0.05, 0.3))
        assert all(a.touches(b) for a, b in zip(placed.pieces, placed.pieces[1:], strict=False))


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: FORMS[0].placed(5), TypeError, "placed: pos must be a pair of numbers, got int"),
        (lambda: Point(0, 0).placed((0, 0), scale=-1), ValueError, "placed: scale must be >= 0, got -1.0"),
        (lambda: Point(0, 0).placed((0, 0), 1, radians=1), TypeError,
         "placed: angle and radians must not both be given"),
        (lambda: Point(0, 0).placed((0, math.nan)), ValueError, "placed: pos must be finite, got nan"),
        (lambda: Point(0, 0).placed((0, 0), radians=1e60), ValueError, "placed: "),
        (lambda: Point(9, 0).placed((0, 0), scale=1e60, about=(0, 0)), ValueError,
         "placed: every coordinate and size must be between -1e60 and 1e60, got pos=(0.0, 0.0), scale=1e+60"),
        (lambda: BODY.placed((0, 0), 0, 1e60), ValueError, "placed: every coordinate and size must be between"),
        (lambda: Circle(1, 2, 3).replace(q=1), TypeError, "replace: unexpected keyword argument 'q'"),
        (lambda: FORMS[0].replace(1), TypeError, "replace: x must be given by keyword, got 1 positional"),
        (lambda: Circle(1, 2, 3).replace(r=-1), ValueError, "replace: r must be >= 0, got -1.0"),
        (lambda: RoundRect(0, 0, 4, 2, 1).replace(r=2), ValueError,
         "replace: r must be at most half the smaller side, got 2.0"),
        (lambda: Rect(0, 0, 4, 2).replace(pivot=5), TypeError, "replace: pivot must be a pair of numbers, got int"),
        (lambda: Rect(0, 0, 4, 2).replace(pivot=(0, math.inf)), ValueError, "replace: pivot must be finite, got inf"),
        (lambda: Polygon([(0, 0), (1, 0)]).replace(points=5), TypeError, "Polygon: points must be an iterable"),
        (lambda: BODY.replace(tail=Point(0, 0)), TypeError, "replace: one piece must have the name 'tail', got 0"),
        (lambda: Body([("a", Point(0, 0)), ("a", Point(1, 0))]).replace(a=Point(0, 0)), TypeError,
         "replace: one piece must have the name 'a', got 2"),
        (lambda: BODY.replace(head=5), TypeError, "replace: head must be a shape"),
        (lambda: BODY.replace(head=BODY), TypeError, "replace: head must be a single shape, got a Body of 3 pieces"),
        (lambda: BODY.replace(BODY), TypeError, "replace: pieces must be given by name, got 1 positional"),
    ],
)  # fmt: skip
def test_invalid_arguments_raise_an_error_that_names_them(call: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match="^" + re.escape(message)):
        call()


# ---- replace ---------------------------------------------------------------------------------------------------------


def fields(shape: Any) -> dict[str, Any]:
    """The arguments of the plainest constructor."""
    names = list(type(shape).__match_args__)
    if isinstance(shape, (Rect, RoundRect)):
        names = [name for name in ("x", "y", "w", "h", "r", "angle") if hasattr(shape, name)]
    return {name: getattr(shape, name) for name in names}


@pytest.mark.parametrize("shape", SOLIDS, ids=repr)
def test_a_replacement_without_changes_is_equal(shape: Any) -> None:
    assert shape.replace() is shape
    assert shape.__replace__() is shape
    if sys.version_info >= (3, 13):
        assert copy.replace(shape) is shape


@pytest.mark.parametrize("shape", FORMS, ids=repr)
def test_a_replacement_by_the_same_number_changes_nothing_visible(shape: Any) -> None:
    before = fields(shape)
    for name, value in before.items():
        after = shape.replace(**{name: value})
        assert fields(after) == before
        assert after.bounds == pytest.approx(shape.bounds, abs=1e-12)
        assert type(after) is type(shape)


@pytest.mark.parametrize("shape", FORMS, ids=repr)
def test_a_replacement_changes_what_it_names(shape: Any) -> None:
    before = fields(shape)
    for name in before:
        if name == "points":
            continue
        value = 0.04 if name in ("r", "radius") else 5.25
        after = fields(shape.replace(**{name: value}))
        assert after.pop(name) == value
        want = {key: before[key] for key in after}
        # A rectangle of two corners keeps its centre if it is turned, which rounds the others.
        assert after == (pytest.approx(want, abs=1e-15) if name == "angle" else want)


def test_a_rectangle_keeps_its_pivot() -> None:
    rect = Rect(1, 2, 8, 4, 30, pivot=(1, 1))
    assert rect.replace(angle=45) == Rect(1, 2, 8, 4, 45, pivot=(1, 1))
    assert rect.replace(w=6, pivot=(2, 2)) == Rect(1, 2, 6, 4, 30, pivot=(2, 2))
    assert rect.replace(pivot=None) == Rect(1, 2, 8, 4, 30)
    assert Rect.centered(0, 0, 8, 4, 30).replace(angle=45) == Rect.centered(0, 0, 8, 4, 45)
    assert Rect.from_corners(0, 0, 8, 4).replace(angle=45) == Rect.centered(4, 2, 8, 4, 45)


def test_pieces_are_replaced_by_name() -> None:
    after = BODY.replace(head=Point(1, 1), arm=(2, 2))
    assert after.names == BODY.names
    assert after.pieces == (Point(1, 1), BODY["torso"], Point(2, 2))


# ---- the attributes of the bounds ------------------------------------------------------------------------------------

RECTANGLES = (Rect, RoundRect)


@pytest.mark.parametrize("shape", SOLIDS, ids=repr)
def test_the_attributes_are_those_of_the_bounds(shape: Any) -> None:
    left, top, right, bottom = shape.bounds
    x, y, w, h = shape.rect
    assert (x, y) == (left, top)
    assert Fraction(x) + Fraction(w) >= Fraction(right)
    assert Fraction(y) + Fraction(h) >= Fraction(bottom)
    assert (w, h) == pytest.approx((right - left, bottom - top), rel=1e-15)
    assert (shape.centerx, shape.centery) == shape.center
    assert (shape.width, shape.height) == shape.size
    assert (shape.topleft, shape.topright) == ((shape.left, shape.top), (shape.right, shape.top))
    assert (shape.bottomleft, shape.bottomright) == ((shape.left, shape.bottom), (shape.right, shape.bottom))
    assert (shape.midtop[1], shape.midbottom[1]) == (shape.top, shape.bottom)
    assert (shape.midleft[0], shape.midright[0]) == (shape.left, shape.right)
    assert shape.midtop[0] == shape.midbottom[0] == pytest.approx((shape.left + shape.right) / 2)
    assert shape.midleft[1] == shape.midright[1] == pytest.approx((shape.top + shape.bottom) / 2)
    if not isinstance(shape, RECTANGLES):  # whose names tell of the rectangle before it is turned
        assert (shape.left, shape.top, shape.right, shape.bottom) == shape.bounds
        assert shape.size == (w, h)


def test_shapes_without_size_have_zeros_that_are_positive() -> None:
    assert [math.copysign(1, x) for x in Point(-3, 5).size] == [1, 1]
