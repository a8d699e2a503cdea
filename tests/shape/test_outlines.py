"""Outlines: polygons whose corners are on the border of a shape, and rings around the union of the pieces of a body."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mirrors import MAPS, image

import collide2d as c2
import collide2d._unions as unions
from collide2d import Body, Capsule, Chain, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape
from collide2d.testing.strategies import shapes

Vec = tuple[float, float]

FRACTIONS = st.sampled_from([1e-4, 1e-3, 0.02, 0.3, 1.0, 5.0])


def part_of_radius(shape: Shape, fraction: float) -> float:
    return min(shape.radius * fraction, 1e60)


def rounding(shape: Shape) -> float:
    """8 ulps of the greatest coordinate, and the grain of numbers near 0."""
    return 8 * math.ulp(max(map(abs, shape.bounds))) + 2.0**-190


def farthest(points: Sequence[Vec], x: float, y: float) -> float:
    return max(px * x + py * y for px, py in points)


def doubled_area(ring: Sequence[Vec]) -> Fraction:
    exact = [(Fraction(x), Fraction(y)) for x, y in ring]
    return sum((ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*exact, exact[0]])), Fraction(0))


# ---- shapes ----------------------------------------------------------------------------------------------------------


@given(shapes(), FRACTIONS)
def test_a_shape_without_a_radius_is_outlined_by_its_vertices(shape: Shape, fraction: float) -> None:
    if shape.radius == 0:
        assert shape.outline() == shape.outline(0) == shape.outline(fraction) == shape.vertices


@given(shapes(), FRACTIONS)
def test_corners_are_on_the_border_and_strictly_convex(shape: Shape, fraction: float) -> None:
    corners = shape.outline(part_of_radius(shape, fraction))
    if max(map(abs, shape.bounds)) <= 1e60:
        assert Polygon(corners).vertices == corners
    if shape.radius > 0:
        near = [corner for corner in corners if max(map(abs, corner)) <= 1e60]
        assert all(abs(shape.separation(corner)) <= rounding(shape) for corner in near)


@given(shapes(), FRACTIONS, st.floats(0, 7))
def test_the_border_is_within_the_tolerance(shape: Shape, fraction: float, angle: float) -> None:
    """Of two convex sets, one in the other, the distance is the greatest difference of their extents in a direction."""
    tolerance = part_of_radius(shape, fraction)
    x, y = math.cos(angle), math.sin(angle)
    extent = farthest(shape.vertices, x, y) + shape.radius
    assert extent - farthest(shape.outline(tolerance), x, y) <= tolerance + rounding(shape)


@given(shapes(), FRACTIONS)
def test_the_area_is_less_by_at_most_the_tolerance_times_the_perimeter(shape: Shape, fraction: float) -> None:
    tolerance = part_of_radius(shape, fraction)
    less = shape.area - float(doubled_area(shape.outline(tolerance)) / 2)
    slack = rounding(shape) * (shape.perimeter + rounding(shape))
    assert -slack <= less <= tolerance * shape.perimeter + slack


@given(shapes(), FRACTIONS)
def test_the_number_of_corners_is_bounded(shape: Shape, fraction: float) -> None:
    directions = 4 * (math.floor(math.pi / 4 * math.sqrt(1 / (2 * fraction)) * (1 + 2**-50)) + 1)
    assert len(shape.outline(part_of_radius(shape, fraction))) <= 2 * len(shape.vertices) + directions * (
        shape.radius > 0
    )


@given(shapes(), FRACTIONS, st.sampled_from(sorted(MAPS)))
def test_mirrored_and_turned_shapes_have_mirrored_and_turned_outlines(shape: Shape, fraction: float, name: str) -> None:
    forth, _ = MAPS[name]
    tolerance = part_of_radius(shape, fraction)
    there = image(shape, forth).outline(tolerance)
    assert set(there) == {forth(x, y) for x, y in shape.outline(tolerance)}


@given(st.floats(-9, 9), st.floats(-9, 9), st.floats(0.1, 9))
def test_shapes_of_one_core_and_radius_have_one_outline(x: float, y: float, r: float) -> None:
    assert Circle(x, y, r).outline() == Capsule(x, y, x, y, r).outline() == RoundRect.around(x, y, 0, 0, r).outline()


def test_a_circle_has_a_corner_in_each_of_evenly_spaced_directions() -> None:
    assert Circle(0, 0, 2).outline(2) == ((-2, 0), (0, -2), (2, 0), (0, 2))
    corners = Circle(0, 0, 1).outline()
    assert len(corners) == 72
    assert {round(math.degrees(math.atan2(y, x)), 9) % 5 for x, y in corners} == {0}
    assert Circle(0, 0, 1).outline(None) == Circle(0, 0, 1).outline(1e-3) == corners


def test_degenerate_shapes_have_degenerate_outlines() -> None:
    assert Point(1, 2).outline() == Circle(1, 2, 0).outline(0) == ((1, 2),)
    assert Segment(4, 2, 0, 0).outline() == ((0, 0), (4, 2))
    assert Rect(0, 0, 4, 0).outline() == Capsule(0, 0, 4, 0, 0).outline() == ((0, 0), (4, 0))
    assert Circle(2.0**60, 0, 1).outline() == ((2.0**60, -1), (2.0**60, 1))  # x + 1 rounds to x
    assert Circle(2.0**60, 2.0**60, 1).outline() == ((2.0**60, 2.0**60),)
    assert Circle(0, 0, 2.0**-200).outline(1) == tuple(
        (2.0**-200 * x, 2.0**-200 * y) for x, y in ((-1, 0), (0, -1), (1, 0), (0, 1))
    )
    assert max(Circle(1e60, 0, 1e60).outline())[0] == 2e60  # an outline may leave the domain, as bounds may


def test_the_finest_outline_of_a_circle_has_seventy_thousand_corners() -> None:
    assert len(Circle(0, 0, 1).outline(1e-9)) == 70252


@pytest.mark.parametrize(
    ("tolerance", "error", "message"),
    [
        (1e-10, ValueError, "outline: tolerance must be at least 2e-09, 1e-9 of the radius, got 1e-10"),
        (0, ValueError, "outline: tolerance must be at least 2e-09, 1e-9 of the radius, got 0.0"),
        (-1, ValueError, "outline: tolerance must be >= 0, got -1.0"),
        (math.nan, ValueError, "outline: tolerance must be finite, got nan"),
        (math.inf, ValueError, "outline: tolerance must be finite, got inf"),
        (1e61, ValueError, "outline: tolerance must be between -1e60 and 1e60, got 1e+61"),
        ("1", TypeError, "outline: tolerance must be a number, got str"),
    ],
)
def test_a_bad_tolerance_is_refused(tolerance: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        Circle(0, 0, 2).outline(tolerance)
    assert str(caught.value) == message
    with pytest.raises(error) as caught:
        Body([Rect(0, 0, 1, 1), Circle(0, 0, 2)]).outline(tolerance)
    assert str(caught.value).removeprefix("Body.") == message


# ---- bodies ----------------------------------------------------------------------------------------------------------


def winding(polygons: Sequence[Sequence[Sequence[Vec]]], x: float, y: float) -> int:
    """How often the rings go round a point that is on none of them."""
    turns = 0
    for ring in (ring for polygon in polygons for ring in polygon):
        for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
            if (ay > y) != (by > y) and (bx - ax) * (y - ay) / (by - ay) > x - ax:
                turns += 1 if by > ay else -1
    return turns


def random_body(rng: random.Random) -> Body:
    grid = rng.choice([3, 5, 8])

    def point() -> Vec:
        return rng.randrange(grid), rng.randrange(grid)

    def piece() -> Shape:
        if rng.random() < 0.4:
            return Rect.from_corners(*point(), *point())
        return Polygon.hull([point() for _ in range(rng.randrange(1, 6))])

    return Body([piece() for _ in range(rng.randrange(1, 9))])


@pytest.mark.parametrize("seed", range(150))
def test_rings_go_once_round_the_points_of_the_union(seed: int) -> None:
    rng = random.Random(seed)
    body = random_body(rng)
    polygons = [polygon for polygon in body.outline() if len(polygon[0]) > 2]
    for _ in range(30):
        x, y = rng.uniform(-1, 8), rng.uniform(-1, 8)
        assert winding(polygons, x, y) == body.contains((x, y))
    for outside, *holes in polygons:
        assert doubled_area(outside) > 0
        assert all(doubled_area(hole) < 0 for hole in holes)
        for ring in (outside, *holes):
            assert len(set(ring)) == len(ring) > 2
            assert ring[0] == min(ring)


@given(st.lists(st.tuples(*[st.integers(0, 6)] * 4), min_size=1, max_size=9))
def test_the_rings_of_boxes_enclose_exactly_their_area(boxes: list[tuple[int, int, int, int]]) -> None:
    body = Body([Rect.from_corners(*box) for box in boxes])
    assert sum(doubled_area(ring) for polygon in body.outline() for ring in polygon) / 2 == body.area


@given(st.lists(shapes(), min_size=1, max_size=4), st.sampled_from([0.01, 0.2, 1.0]))
def test_the_area_of_rings_is_that_of_the_pieces_outlines(pieces: list[Shape], fraction: float) -> None:
    tolerance = fraction * max(piece.radius for piece in pieces)
    outlines = Body([Polygon(piece.outline(tolerance)) for piece in pieces])
    area = float(sum(doubled_area(ring) for polygon in Body(pieces).outline(tolerance) for ring in polygon) / 2)
    size = max(outlines.bounds[2:]) - min(outlines.bounds[:2])
    slack = 2.0**-40 * size * (size + max(map(abs, outlines.bounds)))
    assert abs(area - outlines.area) <= slack


def star(rng: random.Random, n: int) -> list[Vec]:
    """The corners of a polygon around the origin."""
    lengths = [rng.uniform(4, 9) for _ in range(n)]
    return [(r * math.cos(i * math.tau / n), r * math.sin(i * math.tau / n)) for i, r in enumerate(lengths)]


@pytest.mark.parametrize("seed", range(20))
def test_the_outline_of_an_outline_is_itself(seed: int) -> None:
    points = star(random.Random(seed), 40)
    hole = [(x / 8, y / 8) for x, y in points]
    [[outside, inside]] = Body.from_outline(points, [hole]).outline()
    assert set(outside) <= set(points)
    assert set(inside) <= set(hole)
    assert Body.from_outline(outside, [inside]).outline() == [[outside, inside]]


def test_flush_pieces_have_one_outline() -> None:
    tiles = Body([Rect(x, y, 1, 1) for x in range(5) for y in range(5) if (x, y) != (2, 2)])
    assert tiles.outline() == [[((0, 0), (5, 0), (5, 5), (0, 5)), ((2, 2), (2, 3), (3, 3), (3, 2))]]


def test_pieces_that_meet_at_a_corner_are_two_polygons() -> None:
    squares = Body([Rect(0, 0, 1, 1), Rect(1, 1, 1, 1)])
    assert squares.outline() == [[Rect(0, 0, 1, 1).vertices], [Rect(1, 1, 1, 1).vertices]]


def test_a_hole_may_meet_the_outside_and_another_hole_at_a_corner() -> None:
    tiles = [Rect(x, y, 1, 1) for x in range(5) for y in range(5) if (x, y) not in ((1, 1), (2, 2))]
    [[outside, *holes]] = Body([tile for tile in tiles if max(tile.topleft) < 3]).outline()
    assert outside == ((0, 0), (3, 0), (3, 2), (2, 2), (2, 3), (0, 3))
    assert holes == [((1, 1), (1, 2), (2, 2), (2, 1))]
    [[outside, *holes]] = Body(tiles).outline()
    assert outside == Rect(0, 0, 5, 5).vertices
    assert holes == [((1, 1), (1, 2), (2, 2), (2, 1)), ((2, 2), (2, 3), (3, 3), (3, 2))]


def test_an_island_in_a_hole_is_a_polygon_of_its_own() -> None:
    frame = Body.from_outline(Rect(0, 0, 9, 9).vertices, [Rect(1, 1, 7, 7).vertices])
    inner = Body.from_outline(Rect(2, 2, 5, 5).vertices, [Rect(3, 3, 3, 3).vertices])
    assert Body([inner, frame]).outline() == [*frame.outline(), *inner.outline()]


def test_a_corner_that_touches_a_side_stays_on_it_when_the_side_is_cut() -> None:
    """The side from (5, 0) to (0, 5) is cut at points that are rounded; (3, 2) on it is a corner of another piece."""
    body = Body(
        [
            Polygon([(0, 2), (5, 0), (0, 5)]),
            Polygon([(3, 0), (5, 0), (5, 5), (3, 1)]),
            Polygon([(2, 4), (3, 2), (5, 5)]),
        ]
    )
    assert sum((3, 2) in ring for polygon in body.outline() for ring in polygon) == 2


def test_pieces_without_area_follow_unless_they_are_inside() -> None:
    body = Body([Segment(3, 1, 1, 1), Point(1, 1), Rect(0, 0, 2, 2), Point(8, 8), Point(8, 8), Segment(0, 0, 2, 2)])
    assert body.outline() == [[Rect(0, 0, 2, 2).vertices], [((3, 1), (1, 1))], [((8, 8),)]]
    assert Chain([(0, 0), (4, 0), (4, 3)]).outline() == [[((0, 0), (4, 0))], [((4, 0), (4, 3))]]


def test_pieces_that_are_equal_or_inside_others_add_nothing() -> None:
    square = [[Rect(0, 0, 4, 4).vertices]]
    assert Body([Rect(0, 0, 4, 4), Rect(0, 0, 4, 4), Polygon(Rect(0, 0, 4, 4).vertices)]).outline() == square
    assert Body([Rect(1, 1, 2, 2), Rect(0, 0, 4, 4), Rect(0, 0, 4, 1), Circle(2, 2, 2)]).outline() == square


def test_an_outline_that_leaves_the_domain_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^outline: every corner must be between -1e60 and 1e60, got "):
        Body([Circle(1e60, 0, 1e60)]).outline()


def test_fine_outlines_cut_only_the_edges_that_meet_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 8,000 edges fewer than a hundred are compared with other polygons."""
    body = Body([Circle(0, 0, 10), Circle(7, 3, 9), Circle(3, -4, 6), Rect(-3, -3, 30, 4)])
    compared, covered = [0], unions._covered

    def counted(*args: Any) -> Any:
        compared[0] += 1
        return covered(*args)

    monkeypatch.setattr(unions, "_covered", counted)
    corners = sum(len(piece.outline(5e-6)) for piece in body.pieces)
    [[border]] = body.outline(5e-6)
    assert corners > 8_000 < 3 * len(border)
    assert 8 <= compared[0] < 100
    compared[0] = 0
    strips = Body([Polygon([(i, 0), (i + 0.4, 0), (i + 99.4, 99), (i + 99, 99)]) for i in range(99)])
    assert len(strips.outline()) == 99
    assert compared[0] == 0  # though all of their boxes meet


def test_mixed_magnitudes_are_exact() -> None:
    tiny, huge = Rect.from_corners(0, 0, 2.0**-190, 2.0**-190), Rect.from_corners(2.0**-191, 0, 2.0**190, 2.0**190)
    assert Body([tiny, huge]).outline() == [
        [((0, 0), (2.0**190, 0), (2.0**190, 2.0**190), (2.0**-191, 2.0**190), (2.0**-191, 2.0**-190), (0, 2.0**-190))]
    ]


def test_the_function_of_the_core_is_a_method_only() -> None:
    assert not hasattr(c2, "outline")
