"""The laws of the options of casts: `touching=True` meets what is only touched, `leaving=False` ignores what is left.

Equalities are exact, bit for bit, unless a test says what rounding it allows.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import oracle
import pytest
from hypothesis import assume, given
from measures import GRAIN, dot, length_error, motion_scale, moves_exactly
from mirrors import MAPS, Pair, image

import collide2d as c2
from collide2d import reference
from collide2d.testing.recipes import Cast, build_cast
from collide2d.testing.strategies import cast_recipes, casts

EXACT = ("from_touch", "grazing", "ending_in_touch", "at_corner", "end_to_end", "along_row", "brushing")
BACKWARD = Fraction(128 * 2, 2**52)  # see test_casts.py


def allowed(a: Any, motion: Pair, b: Any) -> Fraction:
    return BACKWARD * motion_scale(a, motion, b) + 16 * GRAIN


def touched(a: Any, motion: Pair, b: Any) -> Any:
    """The hit of a cast that only touches; the test is skipped for any other."""
    hit = a.cast(motion, b, touching=True)
    assume(hit is not None and a.cast(motion, b) is None)
    return hit


def plain(shape: Any) -> Any:
    """The shape as a polygon, which moves by its vertices."""
    return c2.Polygon.hull(shape.vertices, shape.radius)


def is_on_one_line(a: Any, b: Any) -> bool:
    """Whether the shapes may be on one line with each other: points and segments."""
    return max(len(a.vertices), len(b.vertices)) <= 2 and a.radius == b.radius == 0


@given(casts())
def test_a_touching_cast_hits_exactly_when_the_sweep_collides(cast: Any) -> None:
    a, motion, b = cast
    swept = reference.ExactShape([*a.vertices, *a.move(*motion).vertices], a.radius)
    hits = oracle.relation(swept, b) >= 0
    assert (a.cast(motion, b, touching=True) is not None) is hits
    assert a.sweep(motion).collides(b) is hits


@given(casts())
def test_what_is_hit_anyway_is_hit_alike(cast: Any) -> None:
    a, motion, b = cast
    hit = a.cast(motion, b)
    assert a.cast(motion, b, touching=False) == hit
    if hit is not None:
        assert a.cast(motion, b, touching=True) == hit == c2.cast(a, motion, b, touching=True)


@given(casts(regimes=EXACT))
def test_what_is_touched_at_the_start_is_met_at_the_start(cast: Any) -> None:
    a, motion, b = cast
    hit = touched(a, motion, b)
    assert a.touches(b) is (hit.t == 0 and a.touches(b))
    assert hit.depth == 0
    assert 0 <= hit.t <= 1


@given(casts())
def test_standing_still_meets_exactly_what_collides(cast: Any) -> None:
    a, _, b = cast
    hit = a.cast((0, 0), b, touching=True)
    assert (hit is not None) is a.collides(b)
    assert hit is None or hit.t == 0


@given(casts(regimes=EXACT))
def test_the_stop_of_a_touching_cast_is_safe(cast: Any) -> None:
    a, motion, b = cast
    hit = touched(a, motion, b)
    step = hit.t * motion[0], hit.t * motion[1]
    assert not a.move(*step).overlaps(b)
    assert not a.sweep(step).overlaps(b)


def gap_at(hit: Any, a: Any, motion: Pair, b: Any) -> Any:
    step = hit.t * motion[0], hit.t * motion[1]
    return reference.surd_separation(a.move(*step), b)


@given(casts(regimes=EXACT))
def test_a_touching_cast_stops_near_what_it_touches(cast: Any) -> None:
    """However the moved shape is rounded."""
    assert gap_at(touched(*cast), *cast).compare(reference.Surd(allowed(*cast))) <= 0


@given(casts(regimes=EXACT))
def test_a_touching_cast_stops_where_it_first_touches(cast: Any) -> None:
    """Where moving rounds nothing."""
    a, motion, b = cast
    hit = touched(a, motion, b)
    assume(moves_exactly(a, motion))
    first = reference.touching_time(a, motion, b)
    assert first is not None
    error = abs(Fraction(hit.t) - first.below(300))
    assert error * Fraction(math.hypot(*motion)) <= allowed(*cast)


@given(casts(regimes=EXACT))
def test_the_normal_opposes_the_motion_only_at_the_end(cast: Any) -> None:
    a, motion, b = cast
    hit = touched(a, motion, b)
    assert length_error(hit.normal) <= 4
    if hit.t < 1 and moves_exactly(a, motion) and not is_on_one_line(a, b):
        assert dot(hit.normal, motion) >= -Fraction(math.hypot(*motion)) / 2**49 - 16 * GRAIN


@given(casts(regimes=EXACT))
def test_the_point_of_a_touch_is_on_the_border_of_both(cast: Any) -> None:
    a, motion, b = cast
    hit = touched(a, motion, b)
    assert all(map(math.isfinite, (*hit.point, *hit.normal)))
    assume(max(map(abs, hit.point)) < 1e60 and moves_exactly(a, motion))
    point, t = c2.Point(*hit.point), Fraction(hit.t)
    grown = reference.Surd(2 * allowed(*cast))
    for shape in (b, reference.exactly(a, motion, t, t)):
        gap = reference.surd_separation(point, shape)
        assert gap.compare(grown) <= 0
    assert c2.separation(point, b) >= -float(2 * allowed(*cast))


@pytest.mark.parametrize("name", MAPS)
@given(casts(regimes=EXACT))
def test_images_of_a_touch_have_the_same_t(name: str, cast: Any) -> None:
    a, motion, b = plain(cast[0]), cast[1], plain(cast[2])
    f, _ = MAPS[name]
    hit = touched(a, motion, b)
    there = plain(image(a, f)).cast(f(*motion), plain(image(b, f)), touching=True)
    assert there is not None
    assert there.t == hit.t


@given(cast_recipes(regimes=EXACT))
def test_touching_casts_agree_with_the_reference(recipe: Cast) -> None:
    a, motion, b = build_cast(c2, recipe)
    hit = a.cast(motion, b, touching=True)
    theirs = reference.cast(*build_cast(reference, recipe), touching=True)
    assert (hit is None) is (theirs is None)
    if hit is None or a.cast(motion, b) is not None or not moves_exactly(a, motion):
        return
    assert theirs is not None
    speed, near = math.hypot(*motion), float(allowed(a, motion, b))
    assert abs(hit.t - theirs.t) * speed <= 2 * near
    if 0 < hit.t < 1:
        assert math.dist(hit.normal, theirs.normal) <= 1e-6
        assert math.dist(hit.point, theirs.point) <= 4 * near
    elif hit.t == 0:
        assert math.dist(hit.normal, theirs.normal) <= 1e-6 or a.radius + b.radius == 0


def test_a_rounded_rectangle_that_slides_along_an_edge_stops_there() -> None:
    """Its width is an ulp of its place, so it overlaps the edge wherever its centre is between two numbers: from a
    third of the way on. It used to step back by as much again."""
    a: Any = c2.Rect.centered(-5.9999999999999982, 9, 8.8817841970012523e-16, 5.9999999999999982)
    b: Any = c2.Segment(-6, -5.9999999999999991, -5.9999999999999991, 0)
    motion = (-3.5527136788005005e-15, -48.0)
    hit = a.cast(motion, b, touching=True)
    assert hit.t == pytest.approx(0.125, rel=1e-14)
    assert gap_at(hit, a, motion, b).compare(reference.Surd(allowed(a, motion, b))) <= 0


@pytest.mark.parametrize("name", MAPS)
def test_images_of_a_touch_on_both_sides_have_the_same_t(name: str) -> None:
    """Rounding puts both ends of the moved segment onto the point, so it is touched on the left and on the right, by
    ends that go two ways: the foot of the perpendicular to the motion was another for each."""
    far, (f, _) = 2.0**53, MAPS[name]
    a, b = c2.Segment(far - 1, far, far, far), c2.Point(far, far + 6)
    hit = image(a, f).cast(f(1, 6), image(b, f), touching=True)
    assert hit.t == 1


def test_a_vertex_that_rounding_puts_between_others_keeps_its_way() -> None:
    """Where a ends, its middle vertex is between the other two, so the moved polygon lacks it. Another vertex's way was
    taken, the first in the list of two that are as far from it: t was 1, and 0.86 in the mirror image."""
    c = 0.56911805844331054
    a = c2.Polygon([(-c, -c), (0, 0), (math.nextafter(c, 0), c), (-c, 0)])
    b = c2.Polygon([(7, 7), (10, 2), (9, 8)])
    assert len(a.move(7 + c, 7 + c).vertices) == 3
    times = {image(a, f).cast(f(7 + c, 7 + c), image(b, f), touching=True).t for f, _ in MAPS.values()}
    assert len(times) == 1
    assert times.pop() == pytest.approx(7 / (7 + c), rel=1e-15)


def test_a_segment_that_slides_past_a_vertex_touches_it_before_it_has_passed() -> None:
    """The sweeps to later times are apart from the vertex again, by rounding, and touch it again still later."""
    ends = ((0.5, 121), (36, 35.99999999999998))
    triangle: Any = c2.Polygon(
        [(27.125, 57.249999999999986), (33.875, 62.249999999999986), (33.192264556884766, 62.249999999999986)]
    )
    motion = (-26.625, 63.750000000000014)
    hit = c2.Segment(*ends).cast(motion, triangle, touching=True)
    assert hit is not None
    stop = c2.Segment(*((x + motion[0] * hit.t, y + motion[1] * hit.t) for x, y in ends))
    assert 0 <= stop.separation(triangle) < 1e-13


@pytest.mark.parametrize("name", MAPS)
def test_a_tip_that_is_past_an_edge_touches_it_where_rounding_puts_the_rest(name: str) -> None:
    """The tip moves along the line of the edge, ahead of it. The point was the other end of the edge, 140 away."""
    f, _ = MAPS[name]
    edge: Any = c2.Segment(*f(-100, -100), *f(10, 10))
    triangle: Any = c2.Polygon([f(0, 2.0**-60), f(-1, 1), f(20, 20)])
    hit = triangle.cast(f(1, 1), edge, touching=True)
    assert triangle.relate(edge) == -1
    assert triangle.separation(c2.Point(*hit.point)) < 20


@pytest.mark.parametrize("name", MAPS)
def test_a_touch_aside_is_not_ahead_of_the_moved_shape(name: str) -> None:
    """Rounding turns the side of the sweep onto the line of b. The point was the far end of b, 10 ahead of a."""
    f, _ = MAPS[name]
    up = math.nextafter(2, 3)
    a: Any = c2.Segment(*f(2, up), *f(-11, -11))
    motion = f(math.nextafter(3, 0), 3)
    hit = a.cast(motion, c2.Segment(*f(12, 12), *f(-5, -5)), touching=True)
    assert a.move(*(hit.t * x for x in motion)).distance(c2.Point(*hit.point)) < 1e-14


@pytest.mark.parametrize("name", MAPS)
def test_the_normal_of_a_touch_at_the_end_is_not_that_of_a_corner_on_the_way(name: str) -> None:
    """The tip slides along b, but for rounding, and touches it at the end. A longer cast meets the end of b before."""
    f, _ = MAPS[name]
    up = math.nextafter(8, 9)
    a: Any = c2.Segment(*f(6, up), *f(-3, -3))
    hit = a.cast(f(-6, -up), c2.Segment(*f(-9, -12), *f(3, 4)), touching=True)
    assert hit.normal == pytest.approx(f(-0.8, 0.6), abs=1e-15)


def test_images_of_a_touch_of_two_corners_at_the_end_have_one_t() -> None:
    """Two normals are right at the corners, and each image had one of them, which decided whether a goes on into b."""
    a: Any = c2.Polygon([(-20, -math.nextafter(2, 3)), (0, 0), (220 - 2.0**-20, 22 + 5 * 2.0**-19), (275, 78)])
    b: Any = c2.Polygon([(-249, -35), (40, -299), (120, 12), (10, 1)])
    assert len({image(a, f).cast(f(10, 1), image(b, f), touching=True).t for f, _ in MAPS.values()}) == 1


def test_a_side_that_rounding_puts_onto_a_large_circle_touches_it_beside_its_centre() -> None:
    """Nearly beside the centre, the rounded points that are nearest said, half a unit early, that it was passed."""
    tower: Any = c2.Rect.from_corners((-6, 6), (math.nextafter(6, 0), 461379.06905443961))
    motion = (-(2.0**-62), -461379.06905443961)
    circle = c2.Circle(1_000_006, -5000, 1_000_000)
    hit = tower.cast(motion, circle, touching=True)
    assert tower.sweep(motion).relate(circle) == 0
    assert hit.point == (6, -5000)
    assert tower.move(*(hit.t * x for x in motion)).relate(circle) == 0


def test_a_touch_of_a_large_circle_is_where_the_rounded_way_touches_it() -> None:
    """Rounding turns the way a little from the motion. That error was multiplied by the radius, and t was 1."""
    r, ulp = 2.0**-70, 2.0**-123
    sliver: Any = c2.Polygon([(r, -4 * ulp), (r + 64 * ulp, -4 * ulp), (r + 512 * ulp, 512 * ulp)])
    motion = (-(2.0**-126), 8 * ulp)
    hit = sliver.cast(motion, c2.Circle(0, 0, r), touching=True)
    assert (hit.t, hit.point) == (0.5, (r, 0))


WALL = c2.Rect(4, 0, 2, 8)


@pytest.mark.parametrize(
    ("a", "motion", "b", "hit"),
    [
        (c2.Point(0, 4), (4, 0), WALL, (1.0, (4.0, 4.0), (-1.0, 0.0))),  # just reached
        (c2.Point(0, 8), (8, 0), WALL, (0.5, (4.0, 8.0), (0.0, 1.0))),  # along a side
        (c2.Point(4, -4), (0, 16), WALL, (0.25, (4.0, 0.0), (-1.0, 0.0))),  # down a side
        (c2.Point(2, 2), (4, -4), WALL, (0.5, (4.0, 0.0), (-math.sqrt(0.5), -math.sqrt(0.5)))),  # past a corner
        (c2.Circle(3, 4, 1), (-1, 0), WALL, (0.0, (4.0, 4.0), (-1.0, 0.0))),  # leaves
        (c2.Circle(3, 4, 1), (0, 1), WALL, (0.0, (4.0, 4.0), (-1.0, 0.0))),  # slides from the start
        (c2.Circle(0, -1, 1), (10, 0), WALL, (0.4, (4.0, 0.0), (0.0, -1.0))),
        (c2.Circle(0, 0, 1), (8, 0), c2.Circle(4, 3, 2), (0.5, (4.0, 1.0), (0.0, -1.0))),
        (c2.Rect(0, 0, 2, 2), (4, 0), c2.Rect(4, 2, 2, 2), (0.5, (4.0, 2.0), (0.0, -1.0))),
        (c2.Rect(0, 0, 2, 2), (2, 0), c2.Rect(4, 2, 2, 2), (1.0, (4.0, 2.0), (0.0, -1.0))),  # where it would slide
        (c2.Rect(0, 0, 2, 2), (1, 2), c2.Rect(3, 4, 2, 2), (1.0, (3.0, 4.0), (0.0, -1.0))),  # corner to corner
        (c2.Point(0, 0), (8, 0), c2.Point(2, 0), (0.25, (2.0, 0.0), (-1.0, 0.0))),
        (c2.Segment(0, 0, 1, 0), (4, 0), c2.Segment(2, 0, 3, 0), (0.25, (2.0, 0.0), (-1.0, 0.0))),
        (c2.Point(0, 0), (0, 8), c2.Segment(0, 4, 2, 4), (0.5, (0.0, 4.0), (-1.0, 0.0))),  # past the end
        (c2.Point(0, 0), (0, 0), c2.Point(0, 0), (0.0, (0.0, 0.0), (1.0, 0.0))),
        (c2.Point(0, 0), (2, 0), c2.Point(3, 0), None),
    ],
)
def test_simple_touches(a: Any, motion: Pair, b: Any, hit: Any) -> None:
    found = a.cast(motion, b, touching=True)
    assert a.cast(motion, b) is None
    if hit is None:
        assert found is None
    else:
        assert (found.t, found.point, found.depth) == (*hit[:2], 0)
        assert math.dist(found.normal, hit[2]) < 1e-15


def test_a_ray_along_a_row_of_tiles_sees_the_first() -> None:
    tiles: list[Any] = [c2.Rect(32 * i, 0, 32, 32) for i in range(3, 9)]
    hits = [tile.raycast((0, 32), (320, 0), touching=True) for tile in tiles]
    assert [hit.t for hit in hits] == [(32 * i) / 320 for i in range(3, 9)]
    assert all(tile.raycast((0, 32), (320, 0)) is None for tile in tiles)


def test_touching_is_for_keywords_and_takes_any_truth_value() -> None:
    ray: Any = c2.Point(0, 0)
    tile: Any = c2.Rect(2, 0, 2, 2)
    cast: Any = c2.cast
    calls: list[Any] = [
        lambda *a, **k: ray.cast((4, 0), tile, *a, **k),
        lambda *a, **k: cast(ray, (4, 0), tile, *a, **k),
    ]
    calls += [lambda *a, **k: tile.raycast((0, 0), (4, 0), *a, **k)]
    for call in calls:
        with pytest.raises(TypeError):
            call(True)
        with pytest.raises(TypeError, match="unexpected keyword argument 'near'"):
            call(near=1)
        assert call(touching=1) == call(touching=[0]) != call(touching=0) is None is call(touching="")
    with pytest.raises(TypeError, match="out is for arrays"):
        cast(ray, (4, 0), tile, out=None)


# ---- leaving ---------------------------------------------------------------------------------------------------------


@given(casts())
def test_leaving_changes_only_what_is_met_at_the_start_and_not_entered_more(cast: Any) -> None:
    a, motion, b = cast
    for touching in (False, True):
        hit = a.cast(motion, b, touching=touching)
        rest = a.cast(motion, b, touching=touching, leaving=False)
        is_left = hit is not None and (
            dot(hit.normal, motion) >= 0 if hit.depth > 0 else a.cast(motion, b) is None and a.touches(b)
        )
        assert rest == (None if is_left else hit)
        assert a.cast(motion, b, touching=touching, leaving=True) == hit


@given(cast_recipes())
def test_leaving_agrees_with_the_reference(recipe: Cast) -> None:
    ours, theirs = (build_cast(module, recipe) for module in (c2, reference))
    assume(c2.overlaps(ours[0], ours[2]) is (ours[0].contact(ours[2]) is not None))
    hit, expected = c2.cast(*ours, leaving=False), reference.cast(*theirs, leaving=False)
    if (hit is None) is not (expected is None):  # the normals are rounded alike to 4 ulp only
        contact = ours[0].contact(ours[2])
        assert contact is not None
        assert abs(dot(contact.normal, ours[1])) <= Fraction(math.hypot(*ours[1])) / 2**46 + 16 * GRAIN or is_tie(*ours)


def is_tie(a: Any, motion: Pair, b: Any) -> bool:
    """Whether the contact may have another normal: two ways out are nearly equally short."""
    theirs = reference.contact(a, b)
    ours = a.contact(b)
    return theirs is not None and ours is not None and math.dist(theirs.normal, ours.normal) > 1e-6


@given(casts(regimes=("any_pair", "random_way", "at_corner")))
def test_what_is_left_is_never_entered_deeper(cast: Any) -> None:
    a, motion, b = cast
    if not a.overlaps(b):
        return
    if a.cast(motion, b, leaving=False) is not None:  # then the opposite motion leaves
        motion = (-motion[0], -motion[1])
        assert a.cast(motion, b, leaving=False) is None
    slack = reference.Surd(reference.surd_separation(a, b).below(200) - allowed(a, motion, b))
    for t in (Fraction(1, 16), Fraction(1, 2), Fraction(1)):
        assert reference.surd_separation(reference.exactly(a, motion, t, t), b).compare(slack) >= 0


@given(casts())
def test_a_motion_that_slides_is_never_held(cast: Any) -> None:
    """`slide` and `leaving` use one exact rule."""
    a, motion, b = cast
    hit = a.cast(motion, b)
    assume(hit is not None and hit.depth > 0)
    along = c2.slide(motion, hit.normal)
    try:
        assert a.cast(along, b, leaving=False) is None
    except ValueError:
        assume(False)


def test_a_ball_that_starts_inside_by_a_rounding_leaves() -> None:
    ball: Any = c2.Circle(0, 0.9, 1)
    floor: Any = c2.Rect(-9, 1.9 - 1e-16, 18, 2)
    assert ball.overlaps(floor)
    assert ball.cast((3, -2), floor).t == 0
    assert ball.cast((3, -2), floor, leaving=False) is None
    assert ball.cast((3, 0), floor, leaving=False) is None
    assert ball.cast((3, 2), floor, leaving=False).t == 0
    assert floor.raycast((0, 2), (0, -5), leaving=False) is None
    assert floor.raycast((0, 2), (0, 5), leaving=False).depth > 0


def test_a_body_is_left_piece_by_piece() -> None:
    corner = c2.Body([c2.Rect(0, 0, 1, 9), c2.Rect(1, 8, 8, 1)])
    inside: Any = c2.Circle(1.5, 4, 1)  # in the wall, above the floor
    assert inside.cast((2, 0), corner).t == 0
    assert inside.cast((2, 0), corner, leaving=False) is None
    assert inside.cast((2, 8), corner, leaving=False).normal == (0, -1)
    assert corner.raycast((0.9, 3), (5, 0), leaving=False) is None
