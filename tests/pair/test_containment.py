"""The laws of containment: every point of one closed shape is in another, exactly."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from measures import GRAIN
from mirrors import MAPS, image, same_set

import collide2d as c2
from collide2d import reference
from collide2d.testing.pair_regimes import REGIMES, inner_touch, kicked
from collide2d.testing.placing import QUARTERS, anywhere
from collide2d.testing.recipes import KIND_PAIRS, KINDS, Recipe, build, nudged
from collide2d.testing.sources import Seeded
from collide2d.testing.strategies import casts, pairs, recipe_pairs, recipes, shapes


@given(recipe_pairs())
def test_containment_agrees_with_the_reference(pair: tuple[Recipe, Recipe]) -> None:
    (a, b), (ref_a, ref_b) = ([build(module, recipe) for recipe in pair] for module in (c2, reference))
    assert a.contains(b) is reference.contains(ref_a, ref_b)
    assert b.contains(a) is reference.contains(ref_b, ref_a)
    assert c2.contains(a, b) is a.contains(b)


@pytest.mark.parametrize("kinds", KIND_PAIRS, ids="-".join)
def test_containment_agrees_with_the_reference_where_borders_are_shared(kinds: tuple[str, str]) -> None:
    """Shapes within a hull of both that is exact, and one of the numbers off by an ulp: as often in as not."""
    source, inside, outside = Seeded(21), 0, 0
    for _ in range(20):
        a, b = (build(c2, anywhere(source, kind, QUARTERS)) for kind in kinds)
        around = Recipe("Polygon.hull", (*(c for s in (a, b) for p in s.vertices for c in p), max(a.radius, b.radius)))
        for outer in (around, nudged(around, source.integer(0, len(around.numbers) - 1), source.integer(-2, 2))):
            hull = build(c2, outer)
            for inner in (a, b):
                answer = hull.contains(inner)
                assert answer is reference.contains(hull, inner)
                inside, outside = inside + answer, outside + (not answer)
    assert inside > 20
    assert outside > 2


@pytest.mark.parametrize("kind", KINDS)
def test_contains_is_exact_at_a_slanted_side(kind: str) -> None:
    source, inside, outside = Seeded(23), 0, 0
    for _ in range(60):
        pair = inner_touch(source, kind)
        assert build(c2, pair[0]).contains(build(c2, pair[1]))
        a, b = (build(c2, recipe) for recipe in kicked(source, pair))
        answer = a.contains(b)
        assert answer is reference.contains(a, b)
        inside, outside = inside + answer, outside + (not answer)
    assert min(inside, outside) > 5


def test_containment_agrees_with_the_reference_on_nested_and_kicked_shapes() -> None:
    source, inside, outside = Seeded(22), 0, 0
    for kind_a in KINDS:
        for kind_b in KINDS:
            for _ in range(20):
                a, b = (build(c2, r) for r in kicked(source, REGIMES["nested"](source, kind_a, kind_b)))
                answer = a.contains(b)
                assert answer is reference.contains(a, b)
                inside, outside = inside + answer, outside + (not answer)
    assert min(inside, outside) > 150


@given(shapes())
def test_containment_is_reflexive(shape: Any) -> None:
    assert shape.contains(shape)
    assert shape.contains(c2.Polygon.hull(shape.vertices, shape.radius))


@given(pairs(), shapes())
def test_containment_is_transitive(pair: Any, third: Any) -> None:
    a, b = pair
    shapes_ = [a, b, third]
    for p in shapes_:
        for q in shapes_:
            for r in shapes_:
                if p.contains(q) and q.contains(r):
                    assert p.contains(r)


@given(casts(), st.integers(0, 8))
def test_containment_is_transitive_along_chains(cast: Any, steps: int) -> None:
    """Each is in the next by construction: a shape, its sweep, that grown, the hull of that and another."""
    a, motion, b = cast
    swept = a.sweep(motion)
    r = min(1e60, swept.radius + steps / 4)
    grown = c2.Polygon.hull(swept.vertices, r)
    both = c2.Polygon.hull([*swept.vertices, *b.vertices], max(r, b.radius))
    chain = [a, swept, grown, both]
    for i, inner in enumerate(chain):
        for outer in chain[i:]:
            assert outer.contains(inner)
    assert both.contains(b)


@given(pairs())
def test_containing_each_other_is_being_equal(pair: Any) -> None:
    a, b = pair
    assert (a.contains(b) and b.contains(a)) is same_set(a, b)


@given(pairs())
def test_a_contained_shape_collides_with_its_container(pair: Any) -> None:
    a, b = pair
    if a.contains(b):
        assert a.collides(b)
        assert a.overlaps(b) or (len(b.vertices) < 3 and b.radius == 0)  # on the border there is room for those only
        (l0, t0, r0, b0), (l1, t1, r1, b1) = a.bounds, b.bounds
        assert l0 <= l1
        assert t0 <= t1
        assert r1 <= r0
        assert b1 <= b0


@given(pairs(), shapes())
def test_a_hull_collides_with_every_shape_that_its_parts_collide_with(pair: Any, other: Any) -> None:
    a, b = pair
    both = c2.Polygon.hull([*a.vertices, *b.vertices], max(a.radius, b.radius))
    if b.collides(other):
        assert both.collides(other)
    if b.overlaps(other):
        assert both.overlaps(other)


@given(pairs())
def test_a_point_is_contained_exactly_when_it_collides(pair: Any) -> None:
    a, b = pair
    for p in b.vertices:
        point = c2.Point(*p)
        assert a.contains(point) is a.collides(point)
        assert c2.contains(a, p) is a.contains(point)


@given(shapes(), st.one_of(st.floats(0, 1e6), st.integers(0, 8).map(lambda k: k / 4)))
def test_a_grown_shape_contains_the_shape(shape: Any, d: float) -> None:
    assume(shape.radius <= 1e59)
    grown = shape.grow(d)
    assert grown.contains(shape)
    assert shape.contains(grown) is (grown.radius == shape.radius)


@given(pairs())
def test_growing_both_alike_changes_nothing(pair: Any) -> None:
    """Where the radii are not rounded."""
    a, b = pair
    assume(max(a.radius, b.radius) <= 1e59)
    d = max(a.radius, b.radius, 1.0)
    grown = [s.grow(d) for s in pair]
    assume(all(Fraction(g.radius) == Fraction(s.radius) + Fraction(d) for g, s in zip(grown, pair, strict=True)))
    assert grown[0].contains(grown[1]) is a.contains(b)


@pytest.mark.parametrize("name", MAPS)
@given(pair=pairs())
def test_mirror_images_and_quarter_turns_contain_alike(name: str, pair: Any) -> None:
    a, b = pair
    f, _ = MAPS[name]
    assert image(a, f).contains(image(b, f)) is a.contains(b)


@given(pairs(regimes=("lattice", "exact_touch", "degenerate", "nested")), st.integers(-80, 80))
def test_powers_of_two_scale_containment(pair: Any, exponent: int) -> None:
    a, b = pair
    k = math.ldexp(1.0, exponent)
    numbers = [c for s in pair for p in (*s.vertices, (s.radius, 0.0)) for c in p]
    assume(all((Fraction(c) * Fraction(k) / GRAIN).denominator == 1 for c in numbers))
    big_a, big_b = (image(s, lambda x, y: (x * k, y * k), k) for s in pair)
    assert big_a.contains(big_b) is a.contains(b)


@given(recipes(kinds=("point", "circle")), recipes(kinds=("point", "circle")))
def test_circles_are_contained_by_distance_and_radii(first: Recipe, second: Recipe) -> None:
    a, b = build(c2, first), build(c2, second)
    (ax, ay), (bx, by) = (map(Fraction, s.vertices[0]) for s in (a, b))
    room = Fraction(a.radius) - Fraction(b.radius)
    assert a.contains(b) is (room >= 0 and (ax - bx) ** 2 + (ay - by) ** 2 <= room**2)


C, R = c2.Circle, c2.Rect


@pytest.mark.parametrize(
    ("a", "b", "inside"),
    [
        (R(0, 0, 4, 4), C(2, 2, 2), True),
        (R(0, 0, 4, 4), C(2, 2, math.nextafter(2, 3)), False),
        (R(0, 0, 4, 4), C(2.5, 2, 2), False),
        (R(0, 0, 4, 4), R(0, 0, 4, 4), True),
        (R(0, 0, 4, 4), R(1, 1, 3, 3), True),
        (R(0, 0, 4, 4), R.from_corners(1, 1, 4, math.nextafter(4, 5)), False),
        (C(0, 0, 5), R(-3, -4, 6, 8), True),
        (C(0, 0, 5), R(-3, -4, 6, 8.5), False),
        (C(0, 0, 5), C(3, 0, 2), True),
        (C(0, 0, 5), C(3, 0, math.nextafter(2, 3)), False),
        (c2.Capsule(0, 0, 8, 0, 2), c2.Segment(-2, 0, 10, 0), True),
        (c2.Capsule(0, 0, 8, 0, 2), c2.Segment(-2, 0, 10, 1), False),
        (c2.Capsule(0, 0, 8, 0, 2), R(0, -2, 8, 4), True),
        (c2.Segment(0, 0, 8, 4), c2.Point(2, 1), True),
        (c2.Segment(0, 0, 8, 4), c2.Segment(2, 1, 6, 3), True),
        (c2.Segment(0, 0, 8, 4), c2.Segment(2, 1, 10, 5), False),
        (c2.Point(1, 1), c2.Point(1, 1), True),
        (c2.Point(1, 1), C(1, 1, 1e-300), True),  # a radius that is rounded to 0
        (c2.Point(1, 1), C(1, 1, 1e-50), False),
        (c2.RoundRect(0, 0, 8, 8, 2), c2.RoundRect(1, 1, 6, 6, 1), True),
        (c2.RoundRect(0, 0, 8, 8, 2), R(0, 0, 8, 8), False),
        (c2.RoundRect(0, 0, 8, 8, 2), C(2, 2, 2), True),
        (R(0, 0, 8, 8), c2.RoundRect(0, 0, 8, 8, 2), True),
        (c2.Polygon([(0, 0), (8, 0), (0, 6)]), C(2, 2, 2), True),  # the inscribed circle
        (c2.Polygon([(0, 0), (8, 0), (0, 6)]), C(2, 2, math.nextafter(2, 3)), False),
        (c2.Polygon([(0, 0), (8, 0), (0, 6)], 1), C(2, 2, 3), True),
    ],
)
def test_containment_of_worked_examples(a: Any, b: Any, inside: bool) -> None:
    assert a.contains(b) is inside
    assert reference.contains(a, b) is inside


@pytest.mark.parametrize("first", [0.0, 0.3])
@pytest.mark.parametrize("n", [5, 20, 60])
def test_a_rounded_polygon_ends_where_its_radius_says_beyond_every_corner(n: int, first: float) -> None:
    """Only the corner is near: the point is within the lines of all edges, grown."""
    turns = [math.tau * (i + first) / n for i in range(n)]
    outline = [(10 * math.cos(t), 10 * math.sin(t)) for t in turns]
    inner = [(0.9 * x, 0.9 * y) for x, y in outline]
    around = c2.Polygon(outline, radius=1)
    for t, (x, y) in zip(turns, outline, strict=True):
        for side in (-1, 1):
            aside = side * math.pi / n  # the normal of an edge
            for beyond in (-(2**-30), 2**-30):
                points = [
                    (x + r * math.cos(t + turn), y + r * math.sin(t + turn))
                    for r, turn in ((1 + beyond, 0.8 * aside), (1 - 2**-20, -0.1 * aside))
                ]
                assert around.contains(c2.Polygon.hull([*inner, *points])) is (beyond < 0)
                assert around.contains(c2.Polygon.hull([*inner, points[0]])) is (beyond < 0)
