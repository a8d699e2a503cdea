"""The laws of turning: of the reference, by places that mpmath gives, and of the package, by the reference."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import pytest
import turn_oracle
from hypothesis import example, given
from hypothesis import strategies as st
from mirrors import image
from turn_oracle import place
from turns import Turn, build_turn, leaving_turn_recipes, moving_turn_recipes, turn_recipes

import collide2d as c2
from collide2d import reference
from collide2d.reference import ExactShape, Surd
from collide2d.testing.recipes import Recipe

TINY = Fraction(1, 10**40)  # mpmath's rounding and that of the entry, with 60 digits to spare
TIP = (-2.9116757561866574e-21, -6.5512704514199792e-22)
FLIPPER = Turn(Recipe("Capsule", (0.0, 0.0, 4.0, 0.0, 0.5)), 50.0, (0.0, 0.0), Recipe("Circle", (3.0, 2.0, 0.5)))


def scale(*shapes: Any, about: tuple[float, float]) -> Fraction:
    return max(Fraction(abs(c)) for s in shapes for p in [*s.vertices, about, (s.radius, 0)] for c in p)


def overlap(a: Any, b: Any) -> Surd:
    """By how much two shapes are apart, less than 0 if they overlap."""
    return reference.surd_separation(a, b)


@given(turn_recipes(), st.integers(0, 63))
@example(FLIPPER, 63)
def test_nothing_is_passed_through_before_the_hit(recipe: Turn, k: int) -> None:
    a, angle, b, about = build_turn(reference, recipe)
    time = reference.turning_time(a, angle, b, about)
    end = Fraction(1) if time is None else time
    there = place(a, end * Fraction(k, 64) * Fraction(angle), about)
    margin = TINY * scale(a, b, about=about)
    assert reference.overlaps(a, b) or overlap(there, b).compare(Surd(-margin)) >= 0


@given(turn_recipes())
@example(FLIPPER)
def test_a_hit_is_where_the_shapes_begin_to_overlap_or_cross(recipe: Turn) -> None:
    a, angle, b, about = build_turn(reference, recipe)
    time = reference.turning_time(a, angle, b, about)
    if time is None or reference.overlaps(a, b):
        return
    margin = TINY * scale(a, b, about=about)
    at = overlap(place(a, time * Fraction(angle), about), b)
    assert Surd(-margin).compare(at) < 0
    assert at.compare(Surd(margin)) < 0


@given(turn_recipes(), st.sampled_from((90, 180, 270)))
def test_quarter_turns_of_the_world_change_nothing(recipe: Turn, quarter: int) -> None:
    a, angle, b, about = build_turn(reference, recipe)
    a, b = (reference.ExactShape(reference._parts(s)[0], Fraction(s.radius)) for s in (a, b))

    def image(p: Any) -> Any:
        x, y = p
        return {90: (-y, x), 180: (-x, -y), 270: (y, -x)}[quarter]

    there = [ExactShape([image(p) for p in s.vertices], s.radius) for s in (a, b)]
    time, other = reference.turning_time(a, angle, b, about), reference.turning_time(*_args(there, angle, image(about)))
    assert time == other


def _args(shapes: list[Any], angle: float, about: Any) -> tuple[Any, float, Any, Any]:
    return shapes[0], angle, shapes[1], about


@given(turn_recipes())
def test_the_mirror_image_turns_the_other_way(recipe: Turn) -> None:
    a, angle, b, about = build_turn(reference, recipe)
    mirrored = [ExactShape([(-Fraction(x), Fraction(y)) for x, y in s.vertices], Fraction(s.radius)) for s in (a, b)]
    time = reference.turning_time(a, angle, b, about)
    other = reference.turning_time(mirrored[0], -angle, mirrored[1], (-about[0], about[1]))
    assert (time is None) == (other is None)
    assert time is None or other is None or abs(time - other) <= TINY


@given(turn_recipes(), turn_recipes())
def test_a_longer_turn_hits_the_same(recipe: Turn, other: Turn) -> None:
    a, angle, b, about = build_turn(reference, recipe)
    longer = max(abs(angle), abs(other.angle)) * (1 if angle > 0 else -1)
    time, later = reference.turning_time(a, angle, b, about), reference.turning_time(a, longer, b, about)
    if time is not None:
        assert later is not None
        assert abs(time * Fraction(angle) - later * Fraction(longer)) <= TINY
    elif later is not None:
        assert abs(later * Fraction(longer)) >= abs(Fraction(angle)) * (1 - TINY)


R = reference


@pytest.mark.parametrize(
    ("a", "angle", "b", "about", "t"),
    [
        (R.Segment(0, 0, 4, 0), 90, R.Point(0, 3), (0, 0), None),  # ends in a touch
        (R.Segment(0, 0, 4, 0), 120, R.Point(0, 3), (0, 0), 0.75),
        (R.Segment(0, 0, 4, 0), -360, R.Point(0, 3), (0, 0), 0.75),
        (R.Segment(0, 0, 4, 0), 360, R.Point(0, 4), (0, 0), None),  # its end grazes the point
        (R.Segment(0, 0, 4, 0), 360, R.Point(0, 5), (0, 0), None),
        (R.Circle(0, 0, 2), 360, R.Rect(2, -1, 1, 2), (0, 0), None),  # it rolls in place
        (R.Circle(3, 0, 1), 90, R.Circle(3, 2, 1), (0, 0), 0.0),  # touches, and goes into it
        (R.Circle(3, 0, 1), -90, R.Circle(3, 2, 1), (0, 0), None),  # away from it
        (R.Circle(3, 0, 1), 360, R.Circle(0, 0, 2), (0, 0), None),  # around it
        (R.Rect(-1, -1, 2, 2), 45, R.Rect(1, -1, 2, 2), (0, 0), 0.0),
        (R.Rect(-1, -1, 2, 2), 45, R.Rect(1, 1, 2, 2), (0, 0), None),  # the corners touch, and part
        (R.Point(3, 0), 90, R.Segment(0, 0, 5, 5), (0, 0), 0.5),
        (R.Point(3, 0), 90, R.Segment(0, 0, 1, 1), (0, 0), None),
        (R.Segment(1, 0, 3, 0), 90, R.Segment(3, 1, 3, -1), (0, 0), None),  # its end leaves the wall on its circle
        (R.Point(3, 0), 1e-300, R.Rect(2, 0, 2, 2), (0, 0), 0.0),
        (R.Point(3, 0), 0, R.Rect(2, 0, 2, 2), (0, 0), None),
    ],
)
def test_cases(a: Any, angle: float, b: Any, about: tuple[float, float], t: float | None) -> None:
    hit = reference.turn_cast(a, angle, b, about)
    assert (None if hit is None else hit.t) == (None if t is None else pytest.approx(t, rel=1e-15))
    if hit is not None and t == 0:
        assert reference.relate(a, b) is reference.Relation.TOUCHING


# ---- the package -----------------------------------------------------------------------------------------------------


@given(turn_recipes())
@example(FLIPPER)
def test_turn_cast_keeps_its_promises(recipe: Turn) -> None:
    a, angle, b, about = build_turn(c2, recipe)
    try:
        hit = c2.turn_cast(a, angle, b, about)
    except ValueError:  # the circle leaves the domain
        return
    assert turn_oracle.broken(a, angle, b, about, hit) == []
    assert a.turn_cast(angle, b, about=about) == hit


@given(turn_recipes(), st.sampled_from(("a", "b", "both")))
def test_a_body_of_one_piece_turns_as_the_piece(recipe: Turn, which: str) -> None:
    a, angle, b, about = build_turn(c2, recipe)
    body_a, body_b = c2.Body([a]) if which != "b" else a, c2.Body([b]) if which != "a" else b
    try:
        hit = c2.turn_cast(a, angle, b, about)
    except ValueError:
        return
    other = c2.turn_cast(body_a, angle, body_b, about)
    assert (hit is None) == (other is None)
    if hit is not None and other is not None:
        assert (other.t, other.point, other.normal, other.depth) == (hit.t, hit.point, hit.normal, hit.depth)
        assert other.pieces == (None if which == "b" else 0, None if which == "a" else 0)


@given(turn_recipes(), turn_recipes())
def test_the_hit_of_a_body_is_the_first_of_its_pieces(recipe: Turn, other: Turn) -> None:
    a, angle, b, about = build_turn(c2, recipe)
    pieces = [b, c2.Circle(30, 0, 1), build_turn(c2, other)[2]]
    obstacle = c2.Body(pieces)
    try:
        hit = c2.turn_cast(a, angle, obstacle, about)
        each = [c2.turn_cast(a, angle, piece, about) for piece in pieces]
    except ValueError:
        return
    hits = [one for one in each if one is not None]
    assert (hit is None) == (hits == [])
    if hit is not None:
        first = min(hits, key=lambda one: (-one.depth, one.t))
        assert hit.depth == first.depth
        assert hit.t <= first.t
        assert hit.t == 0 or not a.rotate(hit.t * angle, about).overlaps(obstacle)


def test_a_rectangle_turns_about_its_pivot() -> None:
    door = c2.Rect.pivoted(0, 0, 8, 1, (0, 0.5))
    assert door.turn_cast(90, (0.25, 4)) == door.turn_cast(90, (0.25, 4), about=(0, 0)) != None  # noqa: E711
    for placed in (door, c2.Rect(3, 4, 8, 1, 30, pivot=(1, 1)), c2.Rect.centered(1, 2, 8, 1, 10)):
        ball = c2.Circle(2, 6, 2)
        ours, theirs = placed.turn_cast(120, ball), reference.turn_cast(placed, 120, ball)
        assert ours is not None and theirs is not None  # noqa: PT018
        assert ours.t == pytest.approx(theirs.t, rel=1e-12)
    assert c2.Body([door]).turn_cast(90, (0, 4)) != door.turn_cast(90, (0, 4))  # a body turns about its centre


# ---- turning while moving --------------------------------------------------------------------------------------------


@given(turn_recipes(), st.sampled_from(("shapes", "bodies")))
def test_a_turn_by_nothing_is_a_cast(recipe: Turn, what: str) -> None:
    a, _, b, about = build_turn(c2, recipe)
    if what == "bodies":
        a, b = c2.Body([a, c2.Circle(50, 50, 1)]), c2.Body([b, c2.Circle(30, 0, 1)])
    for motion in ((12.5, -3.0), (0.25, 0.0), (-b.center[0], -b.center[1])):
        try:
            hit = a.cast(motion, b)
        except ValueError:
            continue
        assert a.turn_cast(0, b, motion=motion) == hit == a.turn_cast(0, b, about, motion=motion)


@given(turn_recipes())
def test_no_motion_changes_nothing(recipe: Turn) -> None:
    a, angle, b, about = build_turn(c2, recipe)
    try:
        hit = a.turn_cast(angle, b, about)
    except ValueError:
        return
    assert a.turn_cast(angle, b, about, motion=(0, 0)) == hit == a.turn_cast(angle, b, about, motion=(0.0, -0.0))


@given(moving_turn_recipes(), st.integers(1, 16))
def test_turns_that_move_keep_their_promises(recipe: Turn, k: int) -> None:
    (a, angle, b, about), motion = build_turn(c2, recipe), recipe.motion
    try:
        hit = c2.turn_cast(a, angle, b, about, motion=motion)
    except ValueError:
        return
    assert [*turn_oracle.stop(a, angle, b, about, hit, motion)] == []
    if not a.overlaps(b):
        t = (1 if hit is None else hit.t) * k / 16
        there = turn_oracle.stored_place(a, t, angle, about, motion)
        assert c2.separation(there, b) >= -2 * turn_oracle.allowed(a, b, about, motion)


@given(leaving_turn_recipes())
@example(Turn(Recipe("Point", TIP), 238.1484375, TIP, Recipe("Segment", (-49812830680453.508, 0.0, *TIP)), (-8.0, 0.4)))
def test_what_leaves_a_long_thin_shape_slowly_hits_nothing(recipe: Turn) -> None:
    """Both sides separate them at first, and as far, by the error. From the wrong one a would be blocked at once."""
    (a, angle, b, (x, y)), (dx, dy) = build_turn(c2, recipe), recipe.motion
    assert a.touches(b)
    assert a.turn_cast(angle, b, (x, y), motion=(dx, dy)) is None
    a, b = (image(shape, lambda x, y: (x, -y)) for shape in (a, b))
    assert a.turn_cast(-angle, b, (x, -y), motion=(dx, -dy)) is None


@pytest.mark.parametrize(
    "needle",
    [
        c2.Segment(0, 0, 2**41, 0), c2.Rect(0, -(2**-60), 2**41, 2**-59), c2.Capsule(0, 0, 2**41, 0, 2**-60),
        c2.Polygon([(0, 0), (2**41, -1), (2**41, 1)]),
    ],
)  # fmt: skip
def test_a_needle_is_met_at_its_end(needle: Any) -> None:
    """The gap across the needle is small long before a point that comes along its line is near."""
    point, error = c2.Point(-(2**14), -(2**-6)), 2**-47 * (2.0**41 + 2**14 + 2 * 2**16)
    hit = point.turn_cast(1e-30, needle, (0, 0), motion=(2**16, 2**-4))
    assert hit is not None
    stop = point.rotate(hit.t * 1e-30, (0, 0)).move(hit.t * 2**16, hit.t * 2**-4)
    assert abs(hit.t - 0.25) < 2**-16
    assert 0 <= stop.separation(needle) <= 4 * error


@pytest.mark.parametrize("angle", [360, -360, -300, 270])
@pytest.mark.parametrize(("x", "y", "length"), [(0, 1, 1), (-3, 4, 5), (-15, -36, 39), (20, 21, 29)])
@pytest.mark.parametrize("inner", [1, 2, 3])
def test_the_normal_of_a_segment_on_a_ray_from_the_pivot_is_across_it(
    angle: float, x: int, y: int, length: int, inner: int
) -> None:
    """Its outer end is on the circle of the tip: the axis along it separates the two until they are nearly in line."""
    arm, b = c2.Segment(0, 0, 4 * length, 0), c2.Segment(inner * x, inner * y, 4 * x, 4 * y)
    hit = arm.turn_cast(angle, b, (0, 0))
    part = math.degrees(math.copysign(1, angle) * math.atan2(y, x)) % 360 / abs(angle)
    assert (hit is None) == (part > 1)
    if hit:
        assert hit.t == pytest.approx(part)
        assert hit.normal[0] * x + hit.normal[1] * y == pytest.approx(0, abs=1e-9)
        assert (hit.normal[1] * x - hit.normal[0] * y) * angle < 0


@pytest.mark.parametrize(
    ("a", "angle", "b", "about", "motion", "t"),
    [
        (c2.Circle(0, 1, 1), -90, c2.Rect(-9, -1, 18, 1), None, (7, 0), None),  # a disc rolls or slides on a floor
        (c2.Circle(0, 1, 1), -90, c2.Rect(-9, -1, 18, 1), None, (7, -1e-9), 0),
        (c2.Segment(0, 2, 0, 4), -180, c2.Rect(-9, -1, 18, 1), (0, 2), (2 * 3.141592653589793, 0), None),  # a cycloid
        (c2.Segment(0, 2, 0, 4), -180, c2.Rect(-9, -1, 18, 1.001), (0, 2), (2 * 3.141592653589793, 0), 0.98993),
        (c2.Rect(0, 0, 2, 2), -90, c2.Rect(2, -9, 1, 20), (0, 0), (-3, 0), 0.0),  # the corner goes into the wall
        (c2.Rect(0, 0, 2, 2), -90, c2.Rect(2, -9, 1, 20), (0, 0), (-4, 0), None),  # away from it
        (c2.Rect(0, 0, 2, 2), 90, c2.Rect(2, -9, 1, 20), (0, 0), (0, 5), None),  # along it, and then away
        (c2.Rect(0, 0, 2, 2), -90, c2.Rect(2, -9, 1, 20), (2, 2), (0, 1), None),  # its side leaves the wall
        (c2.Segment(0, 0, 0, -3), 90, c2.Circle(6, -2, 1), (0, 0), (4, 0), 0.637),
    ],
)
def test_turns_that_move(a: Any, angle: float, b: Any, about: Any, motion: Any, t: float | None) -> None:
    for one, other in ((a, b), (c2.Body([a]), b), (a, c2.Body([b]))):
        hit = one.turn_cast(angle, other, about, motion=motion)
        assert (None if hit is None else hit.t) == (None if t is None else pytest.approx(t, abs=1e-3))
        if hit is not None:
            pivot = a.center if about is None else about
            place = one.rotate(hit.t * angle, pivot).move(hit.t * motion[0], hit.t * motion[1])
            assert not place.overlaps(other)


wrong: Any = c2  # arguments that a type checker refuses


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: wrong.turn_cast((0, 0), 361, (1, 1)), ValueError, "turn_cast: angle must be between -360 and 360"),
        (lambda: wrong.turn_cast((0, 0), float("nan"), (1, 1)), ValueError, "turn_cast: angle must be finite, got nan"),
        (lambda: wrong.turn_cast((0, 0), "1", (1, 1)), TypeError, "turn_cast: angle must be a number, got str"),
        (lambda: wrong.turn_cast((0, 0), 1, (1, 1), about=3), TypeError, "turn_cast: about must be a pair of numbers"),
        (lambda: wrong.turn_cast((0, 0), 1, (1, 1), (1e61, 0)), ValueError, "turn_cast: about must be between"),
        (
            lambda: wrong.turn_cast((0, 0), 1, (1, 1), motion=3),
            TypeError,
            "turn_cast: motion must be a pair of numbers",
        ),
        (lambda: wrong.turn_cast((0, 0), 1, (1, 1), motion=(0, 2e60)), ValueError, "turn_cast: motion must be between"),
        (
            lambda: wrong.turn_cast((8e59, 0), 1, (1, 1), motion=(8e59, 0)),
            ValueError,
            "turn_cast: every coordinate of a, as it turns and moves, must be between",
        ),
        (lambda: wrong.turn_cast((1e60, 0), 1, (1, 1), (-1e60, 0)), ValueError, "turn_cast: every coordinate of a, as"),
        (
            lambda: wrong.turn_cast(wrong.Body([(1e60, 0)]), 1, (1, 1), (-1e60, 0)),
            ValueError,
            "every coordinate of a, as",
        ),
        (lambda: wrong.Circle(0, 0, 1).turn_cast(1, "wall"), TypeError, "turn_cast: other must be a shape"),
        (lambda: wrong.turn_cast((0, 0), 1), TypeError, "turn_cast: missing argument b"),
    ],
)
def test_bad_arguments_are_named(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        call()
