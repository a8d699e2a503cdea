"""The area that two shapes have in common, and their intersection: against rational areas of sharp shapes and areas of
80 digits of round ones, and the laws of both."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import exact_overlap
import pytest
from exact_overlap import BOUND, is_right, is_sharp
from hypothesis import given
from hypothesis import strategies as st

import collide2d as c2
from collide2d import Body, Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.recipes import KIND_PAIRS, build
from collide2d.testing.sources import Seeded
from collide2d.testing.strategies import pairs


@pytest.mark.parametrize("regime", REGIMES)
def test_areas_of_overlaps_are_right_in_every_regime(regime: str) -> None:
    source = Seeded(len(regime))
    for kind_a, kind_b in KIND_PAIRS:
        for _ in range(2):
            a, b = (build(c2, recipe) for recipe in REGIMES[regime](source, kind_a, kind_b))
            assert is_right(a, b), (a, b)


@given(pairs())
def test_overlap_area_is_positive_exactly_where_shapes_with_an_area_overlap(pair: Any) -> None:
    a, b = pair
    area = a.overlap_area(b)
    assert area == b.overlap_area(a) == c2.overlap_area(a, b)
    assert (area > 0) is (a.overlaps(b) and a.area > 0 and b.area > 0)
    assert 0 <= area <= min(a.area, b.area)
    if a.contains(b):
        assert area == pytest.approx(b.area, rel=BOUND)


@given(pairs())
def test_bodies_of_one_piece_have_the_area_of_the_piece(pair: Any) -> None:
    a, b = pair
    assert Body([a]).overlap_area(b) == a.overlap_area(Body([b])) == a.overlap_area(b)


@given(pairs())
def test_sharp_shapes_intersect_exactly_where_they_collide(pair: Any) -> None:
    a, b = pair
    if a.radius > 0 or b.radius > 0:
        with pytest.raises(ValueError, match=r"intersection: both shapes must have radius 0, got"):
            a.intersection(b)
        return
    common = a.intersection(b)
    assert (common is not None) is a.collides(b)
    assert common == b.intersection(a) == c2.intersection(a, b)
    if common is not None and is_sharp(a) and is_sharp(b):
        exact = exact_overlap.intersection(a, b)
        grain = max(map(abs, common.bounds)) * 2.0**-52 + 2.0**-199
        for x, y in common.vertices:  # each is a corner of the exact one, rounded
            assert any(abs(Fraction(x) - p) <= grain and abs(Fraction(y) - q) <= grain for p, q in exact), (a, b)


@given(st.integers(-40, 40), st.integers(1, 40), st.integers(0, 7), st.integers(1, 5))
def test_the_areas_on_both_sides_of_a_cut_add_up(x: int, size: int, turn: int, radius: int) -> None:
    shape = c2.RoundRect(-9, -7, 18, 14, radius, 10 * turn)
    left, right = Rect(-100, -100, 100 + x / 4, 200), Rect(x / 4, -100, 100, 200)
    assert shape.overlap_area(left) + shape.overlap_area(right) == pytest.approx(shape.area, rel=4 * BOUND)
    whole = Body([left, right.move(-size / 8, 0)])
    assert whole.overlap_area(shape) == pytest.approx(shape.area, rel=1e-9)


@given(pairs())
def test_mirror_images_have_the_same_area(pair: Any) -> None:
    a, b = pair
    mirrored = [Polygon.hull([(-y, x) for x, y in s.vertices], s.radius) for s in pair]  # a quarter turn
    assert mirrored[0].overlap_area(mirrored[1]) == pytest.approx(
        a.overlap_area(b), rel=0, abs=2 * BOUND * min(a.area, b.area)
    )


def test_overlaps_of_known_area() -> None:
    lens = 2 * math.pi / 3 - math.sqrt(3) / 2
    assert Circle(0, 0, 1).overlap_area(Circle(1, 0, 1)) == pytest.approx(lens, rel=1e-15)
    assert Circle(0, 0, 1).overlap_area(Rect(0, -5, 5, 10)) == pytest.approx(math.pi / 2, rel=1e-15)
    assert Rect(0, 0, 4, 4).overlap_area(Rect(3, 2, 9, 9)) == 2
    assert Rect(0, 0, 4, 4).overlap_area(Rect(4, 0, 4, 4)) == 0
    assert Rect(0, 0, 4, 4).overlap_area(Segment(1, 1, 2, 2)) == 0
    needle, wall = Polygon([(0, 0), (1e6, 1e-9), (1e6, 2e-9)]), Rect(5e5, -1, 1e6, 2)
    assert needle.overlap_area(wall) == pytest.approx(0.75 * needle.area, rel=BOUND)
    flush = Body([Rect(0, 0, 2, 2), Rect(2, 0, 2, 2)])
    assert flush.overlap_area(Rect(1, 1, 2, 9)) == 2
    twice = Body([Rect(0, 0, 3, 2), Rect(1, 0, 3, 2)])
    assert twice.overlap_area(Rect(1, 1, 2, 9)) == pytest.approx(2, rel=1e-13)


@pytest.mark.parametrize("ulps", range(-3, 4))
@pytest.mark.parametrize("radius", [1.25, 0.3, 1e-9, 3.7])
def test_a_circle_that_all_but_is_inside_another_has_nearly_its_area(radius: float, ulps: int) -> None:
    """What is beyond the border is far smaller than the bound; near a whole circle nothing may cancel."""
    x = 3.75 - radius
    small, large = Circle(x + ulps * math.ulp(x), 0, radius), Circle(0, 0, 3.75)
    assert small.overlap_area(large) == pytest.approx(small.area, rel=BOUND)
    assert is_right(small, large)


def test_many_sided_polygons_are_found_by_their_edges() -> None:
    """Above a number of pairs of edges a broad phase finds those that meet."""
    ring = [(math.cos(k / 100 * math.tau), math.sin(k / 100 * math.tau)) for k in range(100)]
    a, b = Polygon.hull(ring), Polygon.hull([(x + 0.7, y) for x, y in ring])
    exact = exact_overlap.area(exact_overlap.intersection(a, b))
    assert a.overlap_area(b) == pytest.approx(float(exact), rel=BOUND)
    common = a.intersection(b)
    assert common is not None
    assert common.area == pytest.approx(float(exact), rel=BOUND)


def test_intersections_are_of_the_simplest_kind() -> None:
    assert Segment(0, 0, 4, 2).intersection(Segment(0, 2, 4, 0)) == Point(2, 1)
    assert Segment(0, 0, 4, 0).intersection(Segment(3, 0, 9, 0)) == Segment(3, 0, 4, 0)
    assert Segment(0, 0, 3, 1).intersection(Segment(0, 1, 1, 0)) == Point(0.75, 0.25)
    assert Rect(0, 0, 4, 4).intersection(Rect(4, 4, 4, 4)) == Point(4, 4)
    assert Rect(0, 0, 4, 4).intersection(Rect(2, 3, 4, 4)) == Rect(2, 3, 2, 1)
    assert Rect(0, 0, 4, 4).intersection(Segment(-1, 2, 9, 2)) == Segment(0, 2, 4, 2)
    assert Rect(0, 0, 1, 1).intersection(Rect(3, 0, 1, 1)) is None


def test_the_radius_that_an_intersection_refuses_is_named_for_shape_likes_too() -> None:
    class Sprite:
        shape = Circle(0, 0, 2)

    for a, b in ((Sprite(), (1, 2)), (Circle(0, 0, 2), [1, 2]), (Sprite(), Rect(0, 0, 1, 1))):
        with pytest.raises(ValueError, match=r"must have radius 0, got the radii \(2\.0, 0\.0\)"):
            c2.intersection(a, b)  # type: ignore[arg-type,unused-ignore]


def test_a_body_has_no_intersection() -> None:
    with pytest.raises(TypeError, match="intersection: a and b must not be bodies; intersect their pieces"):
        Body([Rect(0, 0, 1, 1)]).intersection(Rect(0, 0, 1, 1))  # type: ignore[unused-ignore]


@given(pairs())
def test_perimeters_are_those_of_the_core_and_a_circle(pair: Any) -> None:
    for shape in pair:
        v = shape.vertices
        edges = sum(math.dist(p, q) for p, q in zip(v, [*v[1:], *v[:1]], strict=True))
        assert shape.perimeter == pytest.approx(edges + math.tau * shape.radius, rel=1e-13)


def test_an_edge_narrower_than_the_ulps_of_its_ends() -> None:
    """Found by the exam of areas: 5 % of an overlap was wrong where the edge of a large capsule is 8 ulps wide."""
    capsule = Capsule(
        0.019531246274709684, 1.328801412048496e-08, 0.01953124627470968, 1.515065926971592e-08, 0.01953125000000001
    )
    small = RoundRect(
        9.313225843033624e-10, 3.725290298461914e-09, 1.862645149230957e-09, 5.587935447692871e-09,
        4.656612873077393e-10, 90.00000013411045, pivot=(-6.519258022308352e-09, 1.862645149230957e-09),
    )  # fmt: skip
    assert is_right(capsule, small)
    assert is_right(small, capsule)
