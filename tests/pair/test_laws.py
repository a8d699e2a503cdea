"""The laws of the library as properties. Equalities are exact, bit for bit, unless a test says what rounding it
allows."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from measures import GRAIN, UNIT, extent, magnitude, ulps, way_out_error
from mirrors import MAPS, Pair, image, same_set

import collide2d as c2
from collide2d import Relation
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.placing import angle
from collide2d.testing.recipes import KINDS, Recipe, build
from collide2d.testing.sources import Seeded
from collide2d.testing.strategies import Drawn, pairs, recipe_pairs, recipes, shapes

APART, TOUCHING, OVERLAPPING = Relation.APART, Relation.TOUCHING, Relation.OVERLAPPING

# Regimes whose numbers are of ordinary size, so that turning them stays within the domain.
ORDINARY = ("lattice", "exact_touch", "kicked_touch", "near_touch", "degenerate", "nested", "scattered")


def point_at(p: Pair) -> Any:
    """A computed point as a shape; rounding may have taken it just out of the domain."""
    x, y = (max(-1e60, min(1e60, c)) for c in p)
    return c2.Point(x, y)


def everything(a: Any, b: Any) -> tuple[Any, ...]:
    """Every answer about a pair."""
    contact = a.contact(b)
    return (
        a.relate(b), a.separation(b), a.distance(b), a.closest_points(b),
        contact and (contact.normal, contact.depth, contact.points),
    )  # fmt: skip


def assert_same_up_to_choice_of_way(
    a: Any, b: Any, image_a: Any, image_b: Any, back: Callable[[float, float], Pair], factor: float = 1.0
) -> None:
    """The images answer as the shapes do; where several ways out are equally short they may take another of them."""
    assert image_a.relate(image_b) is a.relate(b)
    assert image_a.separation(image_b) == a.separation(b) * factor
    assert image_a.distance(image_b) == a.distance(b) * factor
    there, here = image_a.contact(image_b), a.contact(b)
    assert (there is None) == (here is None)
    if here is not None:
        assert there.depth == here.depth * factor
        normal = back(*there.normal)
        assert normal == here.normal or way_out_error(a, b, normal, here.depth) <= 16


# ---- symmetry --------------------------------------------------------------------------------------------------------


@given(pairs())
def test_relate_is_symmetric(pair: Any) -> None:
    a, b = pair
    assert a.relate(b) is b.relate(a)


@given(pairs())
def test_collides_overlaps_touches_are_symmetric(pair: Any) -> None:
    a, b = pair
    assert a.collides(b) is b.collides(a)
    assert a.overlaps(b) is b.overlaps(a)
    assert a.touches(b) is b.touches(a)


@given(pairs())
def test_separation_and_distance_are_symmetric(pair: Any) -> None:
    a, b = pair
    assert a.separation(b) == b.separation(a)
    assert a.distance(b) == b.distance(a)


@given(pairs())
def test_contact_is_negated_by_swapping(pair: Any) -> None:
    a, b = pair
    there, back = a.contact(b), b.contact(a)
    assert (there is None) == (back is None)
    if there is not None and not same_set(a, b):
        assert there.normal == (-back.normal[0], -back.normal[1])
        assert there.depth == back.depth
        assert sorted(there.points) == sorted(back.points)


@given(pairs())
def test_functions_and_methods_agree(pair: Any) -> None:
    a, b = pair
    assert c2.relate(a, b) is a.relate(b)
    assert (c2.collides(a, b), c2.overlaps(a, b), c2.touches(a, b)) == (a.collides(b), a.overlaps(b), a.touches(b))
    assert (c2.separation(a, b), c2.distance(a, b)) == (a.separation(b), a.distance(b))
    assert c2.closest_points(a, b) == a.closest_points(b)
    assert c2.contact(a, b) == a.contact(b)


# ---- one answer in many forms ----------------------------------------------------------------------------------------


@given(pairs())
def test_verbs_agree_with_relate(pair: Any) -> None:
    a, b = pair
    relation = a.relate(b)
    assert a.collides(b) is (relation >= TOUCHING)
    assert a.overlaps(b) is (relation is OVERLAPPING)
    assert a.touches(b) is (relation is TOUCHING)


@given(pairs())
def test_sign_of_separation_is_the_relation(pair: Any) -> None:
    a, b = pair
    gap = a.separation(b)
    assert (gap < 0) - (gap > 0) == a.relate(b)
    assert a.distance(b) == max(gap, 0.0)


@given(pairs())
def test_contact_exists_exactly_when_colliding_and_has_depth_exactly_when_overlapping(pair: Any) -> None:
    a, b = pair
    contact, relation = a.contact(b), a.relate(b)
    assert (contact is None) == (relation is APART)
    if contact is not None:
        assert (contact.depth > 0) == (relation is OVERLAPPING)
        assert contact.depth == -a.separation(b)
        assert contact.mtv == (contact.normal[0] * contact.depth, contact.normal[1] * contact.depth)


@given(pairs())
def test_mtv_is_a_way_out(pair: Any) -> None:
    a, b = pair
    contact = a.contact(b)
    if contact is not None:
        assert way_out_error(a, b, contact.normal, contact.depth) <= 16


@given(pairs(regimes=ORDINARY))
def test_moving_by_mtv_leaves_nothing_but_rounding(pair: Any) -> None:
    a, b = pair
    contact = a.contact(b)
    if contact is not None:
        moved = a.move(*contact.mtv)
        assert abs(Fraction(moved.separation(b))) <= 32 * UNIT * (magnitude(a, b) + Fraction(contact.depth))


@given(pairs())
def test_contact_points_are_between_the_surfaces_and_one_of_them_midway(pair: Any) -> None:
    a, b = pair
    contact = a.contact(b)
    if contact is None:
        return
    assert len(contact.points) in (1, 2)
    assert len(set(contact.points)) == len(contact.points)
    n = Fraction(contact.normal[0]), Fraction(contact.normal[1])
    surface_a = min(n[0] * Fraction(x) + n[1] * Fraction(y) for x, y in a.vertices) - Fraction(a.radius)
    surface_b = max(n[0] * Fraction(x) + n[1] * Fraction(y) for x, y in b.vertices) + Fraction(b.radius)
    # A second end counts as in contact if it is within the margin of the clipping, 64 u.
    tolerance = 128 * UNIT * (magnitude(a, b) + extent(a, b)) + 2 * GRAIN
    midway, half = (surface_a + surface_b) / 2, Fraction(contact.depth) / 2
    errors = [abs(n[0] * Fraction(x) + n[1] * Fraction(y) - midway) for x, y in contact.points]
    assert min(errors) <= tolerance
    assert max(errors) <= half + tolerance
    for point, shape in itertools.product(contact.points, pair):
        assert Fraction(point_at(point).separation(shape)) <= half + tolerance


@given(pairs())
def test_closest_points_are_on_the_shapes_and_their_distance_apart(pair: Any) -> None:
    a, b = pair
    on_a, on_b = a.closest_points(b)
    tolerance = 16 * UNIT * (magnitude(a, b) + extent(a, b)) + 2 * GRAIN
    assert Fraction(point_at(on_a).separation(a)) <= tolerance
    assert Fraction(point_at(on_b).separation(b)) <= tolerance
    if a.collides(b):
        assert on_a == on_b
    else:
        assert abs(Fraction(point_at(on_a).distance(point_at(on_b))) - Fraction(a.distance(b))) <= tolerance


def test_the_line_of_a_side_through_a_corner_is_no_crossing() -> None:
    """The first side of a that is tried ends before b, whose corner is on its line."""
    a, b = c2.Polygon([(-2, -4), (1, -6), (1, 2)]), c2.Polygon([(6, -7), (-7, 3), (-7, -1), (-5, -2)])
    on_a, on_b = a.closest_points(b)
    assert on_a == on_b
    assert max(point_at(on_a).separation(a), point_at(on_a).separation(b)) <= 4 * float(UNIT)


@given(pairs())
def test_answers_are_finite(pair: Any) -> None:
    a, b = pair
    contact = a.contact(b)
    numbers = [a.separation(b), *itertools.chain(*a.closest_points(b))]
    if contact is not None:
        numbers += [contact.depth, *contact.normal, *contact.mtv, *itertools.chain(*contact.points)]
    assert all(map(math.isfinite, numbers))


# ---- images ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAPS)
@given(pair=pairs())
def test_mirror_images_and_quarter_turns_answer_alike(name: str, pair: Any) -> None:
    a, b = pair
    f, back = MAPS[name]
    assert_same_up_to_choice_of_way(a, b, image(a, f), image(b, f), back)


@given(pairs(), st.integers(-200, 200))
def test_powers_of_two_scale_every_answer(pair: Any, exponent: int) -> None:
    a, b = pair
    k = math.ldexp(1.0, exponent)

    def in_domain(x: float) -> bool:
        """Scaled exactly: no larger than the limit, and a multiple of the grain."""
        exact = Fraction(x) * Fraction(k)
        return abs(exact) <= 1e60 and (exact * 2**200).denominator == 1

    assume(all(in_domain(c) for s in pair for c in (*itertools.chain(*s.vertices), s.radius)))
    scaled_a, scaled_b = (image(s, lambda x, y: (x * k, y * k), k) for s in pair)
    assert_same_up_to_choice_of_way(a, b, scaled_a, scaled_b, lambda x, y: (x, y), k)


@given(
    pairs(regimes=("lattice", "exact_touch", "degenerate")), st.integers(-(2**40), 2**40), st.integers(-(2**40), 2**40)
)
def test_exact_translation_changes_no_answer(pair: Any, dx: int, dy: int) -> None:
    # Turned rectangles have full-length coordinates: their vertices cannot be moved exactly.
    assume(all((Fraction(c) * 8).denominator == 1 for s in pair for p in s.vertices for c in p))
    a, b = pair
    moved = [image(s, lambda x, y: (x + dx, y + dy)) for s in pair]
    assert moved[0].relate(moved[1]) is a.relate(b)
    assert moved[0].separation(moved[1]) == a.separation(b)
    there, here = moved[0].contact(moved[1]), a.contact(b)
    assert (there is None) == (here is None)
    if here is not None:
        assert (there.normal, there.depth) == (here.normal, here.depth)


@given(pairs(regimes=ORDINARY), st.data())
def test_turning_both_shapes_changes_answers_by_no_more_than_the_rounding_of_vertices(pair: Any, data: Any) -> None:
    a, b = pair
    draw = Drawn(data.draw)
    turn, about = angle(draw), (draw.integer(-9, 9) / 4, draw.integer(-9, 9) / 4)
    turned_a, turned_b = a.rotate(turn, about=about), b.rotate(turn, about=about)
    tolerance = 256 * UNIT * (magnitude(a, b) + 16)
    gap = Fraction(a.separation(b))
    assert abs(Fraction(turned_a.separation(turned_b)) - gap) <= tolerance
    if abs(gap) > tolerance:
        assert turned_a.relate(turned_b) is a.relate(b)


@given(pairs())
def test_a_shape_is_its_vertices_and_its_radius(pair: Any) -> None:
    a, b = pair
    same_a, same_b = (image(s, lambda x, y: (x, y)) for s in pair)
    assert (same_a.vertices, same_a.radius) == (a.vertices, a.radius)
    assert everything(same_a, same_b) == everything(a, b)


# ---- reductions ------------------------------------------------------------------------------------------------------


def assert_interchangeable(forms: list[Any], other: Any) -> None:
    """All forms are one and the same set, and answer alike in either place."""
    for form in forms[1:]:
        assert (form.vertices, form.radius) == (forms[0].vertices, forms[0].radius)
        assert everything(form, other) == everything(forms[0], other)
        assert everything(other, form) == everything(other, forms[0])


@given(pairs(), st.data())
def test_every_shape_of_no_size_is_a_point(pair: Any, data: Any) -> None:
    (x, y), other = pair[0].vertices[0], pair[1]
    turn = angle(Drawn(data.draw))
    assert_interchangeable([
        c2.Point(x, y), c2.Circle(x, y, 0), c2.Segment(x, y, x, y), c2.Capsule(x, y, x, y, 0), c2.Rect(x, y, 0, 0),
        c2.Rect(x, y, 0, 0, turn), c2.Rect.centered(x, y, 0, 0, turn), c2.Rect.from_corners(x, y, x, y),
        c2.Rect.pivoted(x, y, 0, 0, (0, 0), turn), c2.RoundRect(x, y, 0, 0, 0, turn),
        c2.RoundRect.around(x, y, 0, 0, 0), c2.Polygon([(x, y)]), c2.Polygon([(x, y)] * 3),
        c2.Polygon.hull([(x, y)] * 2),
    ], other)  # fmt: skip


@given(pairs(), st.data())
def test_round_rect_of_no_inner_size_is_a_circle(pair: Any, data: Any) -> None:
    (x, y), r, other = pair[0].vertices[0], pair[0].radius, pair[1]
    turn = angle(Drawn(data.draw))
    assert_interchangeable(
        [c2.Circle(x, y, r), c2.RoundRect.around(x, y, 0, 0, r, turn), c2.Capsule(x, y, x, y, r),
         c2.Rect(x, y, 0, 0).grow(r), c2.Polygon([(x, y)], r), c2.Point(x, y).grow(r)], other,
    )  # fmt: skip


@given(shapes(regimes=ORDINARY), st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 9), st.integers(0, 9))
def test_round_rect_of_a_flat_inner_rectangle_is_a_capsule(other: Any, x: int, y: int, w: int, r: int) -> None:
    assert_interchangeable(
        [c2.Capsule(x, y, x + w, y, r), c2.RoundRect(x - r, y - r, w + 2 * r, 2 * r, r), c2.Rect(x, y, w, 0).grow(r),
         c2.RoundRect.around(x + w / 2, y, w, 0, r)], other,
    )  # fmt: skip
    assert_interchangeable(
        [c2.Capsule(x, y, x, y + w, r), c2.RoundRect(x - r, y - r, 2 * r, w + 2 * r, r), c2.Rect(x, y, 0, w).grow(r),
         c2.RoundRect.around(x, y + w / 2, w, 0, r, 90)], other,
    )  # fmt: skip


@given(recipe_pairs(kinds=("rect",)))
def test_round_rect_without_radius_is_a_rect(pair: tuple[Recipe, Recipe]) -> None:
    made = pair[0]
    other, rect = build(c2, pair[1]), build(c2, made)
    forms = [rect, rect.grow(0)]
    if made.make == "Rect":
        x, y, w, h, *turn = made.numbers
        forms.append(c2.RoundRect(x, y, w, h, 0, *turn))
    if made.make == "Rect.centered":
        x, y, w, h, *turn = made.numbers
        forms += [c2.RoundRect.centered(x, y, w, h, 0, *turn), c2.RoundRect.around(x, y, w, h, 0, *turn)]
    assert_interchangeable(forms, other)


@given(pairs(kinds=("rect", "roundrect", "segment", "capsule", "polygon")))
def test_polygon_of_the_vertices_is_the_shape(pair: Any) -> None:
    a, b = pair
    points = list(a.vertices)
    forms = [a, c2.Polygon(points, a.radius), c2.Polygon(points[::-1], a.radius), c2.Polygon.hull(points * 2, a.radius)]
    assert_interchangeable(forms, b)


@given(shapes(), st.sampled_from([(3.0, 0.0), (0.0, 3.0)]), st.integers(-9, 9), st.integers(-9, 9))
def test_rect_of_no_width_or_height_is_a_segment(other: Any, size: Pair, x: int, y: int) -> None:
    w, h = size
    forms = [
        c2.Segment(x, y, x + w, y + h),
        c2.Segment(x + w, y + h, x, y),
        c2.Rect(x, y, w, h),
        c2.Capsule(x, y, x + w, y + h, 0),
    ]
    assert_interchangeable(forms, other)


# ---- concentric and degenerate ---------------------------------------------------------------------------------------


@given(recipe_pairs(kinds=("point", "circle")))
def test_concentric_circles_part_along_x(pair: tuple[Recipe, Recipe]) -> None:
    a, b = (build(c2, r) for r in pair)
    (x, y), r = a.vertices[0], b.radius
    b = c2.Circle(x, y, r)
    there, back, own = a.contact(b), b.contact(a), a.contact(a)
    assert there is not None
    assert back is not None
    assert own is not None
    assert there.normal in ((1.0, 0.0), (-1.0, 0.0))
    assert back.normal == there.normal or not same_set(a, b)
    assert there.depth == back.depth
    assert ulps(there.depth, Fraction(a.radius) + Fraction(b.radius)) <= 8
    assert own.normal == (1.0, 0.0)


@given(shapes())
def test_a_shape_overlaps_itself_exactly_when_it_has_area(shape: Any) -> None:
    solid = len(shape.vertices) > 2 or shape.radius > 0
    assert shape.relate(shape) is (OVERLAPPING if solid else TOUCHING)


@given(pairs(kinds=("point", "segment"), regimes=("lattice", "degenerate", "exact_touch", "kicked_touch")))
def test_points_and_parallel_segments_never_overlap(pair: Any) -> None:
    a, b = pair
    directions = [(Fraction(s.vertices[-1][0]) - Fraction(s.vertices[0][0]),
                   Fraction(s.vertices[-1][1]) - Fraction(s.vertices[0][1])) for s in pair]  # fmt: skip
    (ux, uy), (vx, vy) = directions
    if ux * vy == uy * vx:
        assert not a.overlaps(b)


@given(shapes(kinds=("rect", "roundrect", "polygon", "circle", "capsule")))
def test_a_shape_overlaps_its_centre_exactly_when_it_has_area(shape: Any) -> None:
    assume(shape.radius > 0)
    x, y = shape.center
    assume(Fraction(shape.radius) > 8 * UNIT * magnitude(shape))
    assert shape.overlaps(c2.Point(x, y))


# ---- sets ------------------------------------------------------------------------------------------------------------


@given(pairs(), st.data())
def test_growing_never_parts_shapes(pair: Any, data: Any) -> None:
    a, b = pair
    d = abs(data.draw(recipes(kinds=("circle",)))[1][2])
    assume(a.radius + d <= 1e60)
    grown = a.grow(d)
    assert grown.relate(b) >= a.relate(b)
    assert grown.separation(b) <= a.separation(b)
    if d > 0 and grown.radius > a.radius and a.collides(b):
        assert grown.overlaps(b)


@given(pairs(regimes=("lattice", "degenerate", "exact_touch", "kicked_touch", "nested", "sliver")), st.data())
def test_a_hull_of_more_points_collides_no_less(pair: Any, data: Any) -> None:
    a, b = pair
    extra = [data.draw(recipes(kinds=("point",), regimes=("lattice", "degenerate"))).numbers for _ in range(2)]
    bigger = c2.Polygon.hull([*a.vertices, *extra], a.radius)
    assert bigger.relate(b) >= a.relate(b)


@given(pairs())
def test_bounds_contain_the_shape(pair: Any) -> None:
    a, b = pair
    for s in pair:
        left, top, right, bottom = map(Fraction, s.bounds)
        for x, y in s.vertices:
            assert left <= Fraction(x) - Fraction(s.radius)
            assert Fraction(x) + Fraction(s.radius) <= right
            assert top <= Fraction(y) - Fraction(s.radius)
            assert Fraction(y) + Fraction(s.radius) <= bottom
    if a.collides(b):
        (l0, t0, r0, b0), (l1, t1, r1, b1) = a.bounds, b.bounds
        assert l0 <= r1
        assert l1 <= r0
        assert t0 <= b1
        assert t1 <= b0


@given(shapes())
def test_vertices_are_strictly_convex_and_begin_with_the_least(shape: Any) -> None:
    points = [(Fraction(x), Fraction(y)) for x, y in shape.vertices]
    assert points[0] == min(points)
    assert len(set(points)) == len(points)
    if len(points) > 2:
        for p, q, r in zip(points, points[1:] + points[:1], points[2:] + points[:2], strict=True):
            assert (q[0] - p[0]) * (r[1] - q[1]) > (q[1] - p[1]) * (r[0] - q[0])


LATTICE_POINTS = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=80)


@given(LATTICE_POINTS, st.randoms(use_true_random=False))
def test_hull_does_not_depend_on_order_or_repetition(points: list[tuple[int, int]], rng: Any) -> None:
    shuffled = points + points[: len(points) // 2]
    rng.shuffle(shuffled)
    hull = c2.Polygon.hull(points)
    assert c2.Polygon.hull(shuffled).vertices == hull.vertices
    assert c2.Polygon.hull(hull.vertices).vertices == hull.vertices
    assert set(hull.vertices) <= {(float(x), float(y)) for x, y in points}


@given(LATTICE_POINTS)
def test_hull_holds_its_points(points: list[tuple[int, int]]) -> None:
    hull = c2.Polygon.hull(points)
    assert all(hull.collides(c2.Point(x, y)) for x, y in points)


# ---- moving ----------------------------------------------------------------------------------------------------------


@given(shapes())
def test_moving_by_nothing_changes_nothing(shape: Any) -> None:
    still = shape.move(0, 0)
    assert (still.vertices, still.radius) == (shape.vertices, shape.radius)
    assert still.kind == shape.kind


@given(shapes())
def test_growing_by_nothing_changes_no_bits(shape: Any) -> None:
    still = shape.grow(0)
    assert (still.vertices, still.radius) == (shape.vertices, shape.radius)


@given(shapes(regimes=ORDINARY), st.integers(-5, 5))
def test_full_turns_change_nothing(shape: Any, turns: int) -> None:
    turned = shape.rotate(360 * turns)
    tolerance = 16 * UNIT * magnitude(shape)
    if shape.kind in ("rect", "roundrect"):
        tolerance *= 16  # the sum of the angles is rounded
    for p, q in zip(turned.bounds, shape.bounds, strict=True):
        assert abs(Fraction(p) - Fraction(q)) <= tolerance


@given(shapes(regimes=ORDINARY, kinds=("rect", "roundrect")), st.integers(1, 50))
def test_moving_a_rectangle_never_deforms_it(shape: Any, steps: int) -> None:
    moved = shape
    for _ in range(steps):
        moved = moved.move(0.1, -0.3)
    assert (moved.size, moved.angle, moved.radius) == (shape.size, shape.angle, shape.radius)


@given(shapes(regimes=(*ORDINARY, "far", "tiny", "sliver")), st.integers(-9, 9), st.integers(-9, 9))
def test_at_puts_the_centre_there(shape: Any, x: int, y: int) -> None:
    """Exactly, where the centre is stored; else by moving the shape by the rest, which is rounded once: what the
    rounding of vertices does to the centre of a sliver has no bound but the sliver's size."""
    there = shape.at(x, y)
    if is_held_by_its_centre(shape):
        assert there.center == (x, y)
    else:
        rest = x - shape.center[0], y - shape.center[1]
        assume(c2.Point(*rest).vertices == (rest,))  # or `move` rounds what it is given, to the grain
        assert there == shape.move(*rest)
    low_x, low_y, high_x, high_y = there.bounds
    assert low_x <= there.center[0] <= high_x
    assert low_y <= there.center[1] <= high_y


def is_held_by_its_centre(shape: Any) -> bool:
    if shape.kind in ("rect", "roundrect"):
        return not {"pivot", "offset"} & set(shape.to_dict())
    return shape.kind in ("point", "circle")


# ---- shared corners and sides ----------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.integers(1, 10**4), st.integers(1, 12))
def test_tiles_by_shared_corners_touch_and_never_overlap(start: int, width: int, count: int) -> None:
    marks = [(start + i * width) / 10 for i in range(count + 2)]
    tiles = [c2.Rect.from_corners(x0, 0.1, x1, 0.7) for x0, x1 in itertools.pairwise(marks)]
    for (i, a), (j, b) in itertools.combinations(enumerate(tiles), 2):
        assert a.relate(b) is (TOUCHING if j == i + 1 else APART)


@given(shapes(kinds=("rect", "polygon", "segment")))
def test_every_vertex_touches_its_shape(shape: Any) -> None:
    assume(shape.radius == 0)
    for x, y in shape.vertices:
        contact = shape.contact(c2.Point(x, y))
        assert shape.touches(c2.Point(x, y))
        assert contact.depth == 0
        ((px, py),) = contact.points
        tolerance = 4 * UNIT * magnitude(shape)
        assert abs(Fraction(px) - Fraction(x)) <= tolerance
        assert abs(Fraction(py) - Fraction(y)) <= tolerance


@pytest.mark.parametrize("kind_a", KINDS)
@pytest.mark.parametrize("kind_b", KINDS)
def test_constructed_touches_touch(kind_a: str, kind_b: str) -> None:
    source = Seeded(KINDS.index(kind_a) * 10 + KINDS.index(kind_b))
    for _ in range(100):
        pair = REGIMES["exact_touch"](source, kind_a, kind_b)
        a, b = (build(c2, recipe) for recipe in pair)
        assert a.relate(b) is TOUCHING, pair
        assert a.separation(b) == 0, pair
        assert a.contact(b).depth == 0, pair
