"""Geometries of shapely: shapes and bodies go there and come back, and both libraries agree where both are exact."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collide2d import Body, Capsule, Chain, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape, from_geo, overlaps
from collide2d.testing.strategies import shapes

shapely = pytest.importorskip("shapely", minversion="2")

SHARP = st.sampled_from(["Point", "Segment", "Rect", "Polygon"])
NUMBERS = st.integers(-4, 4)


@st.composite
def on_the_lattice(draw: st.DrawFn) -> Shape:
    """A sharp shape of small whole numbers, on which floating point is exact."""
    numbers = [draw(NUMBERS) for _ in range(8)]
    match draw(SHARP):
        case "Point":
            return Point(*numbers[:2])
        case "Segment":
            return Segment(*numbers[:4])
        case "Rect":
            return Rect.from_corners(*numbers[:4])
    return Polygon.hull(list(zip(numbers[::2], numbers[1::2], strict=True)))


@given(shapes())
def test_a_sharp_shape_comes_back_with_its_bits(shape: Shape) -> None:
    if shape.radius == 0:
        assert from_geo(shape.to_shapely()).vertices == shape.vertices


@given(on_the_lattice(), on_the_lattice())
def test_both_libraries_give_one_relation(a: Shape, b: Shape) -> None:
    there, other = a.to_shapely(), b.to_shapely()
    assert a.collides(b) == a.collides(other) == there.intersects(other)
    assert a.contains(b) == there.covers(other)


@given(shapes(), st.sampled_from([1e-3, 0.05, 0.5]))
def test_the_area_is_less_by_at_most_the_tolerance_times_the_perimeter(shape: Shape, fraction: float) -> None:
    if shape.area < 1e-100 or max(map(abs, shape.bounds)) > min(1e60, 2.0**20 * min(shape.size)):
        return  # shapely's area has the rounding of its coordinates
    tolerance = shape.radius * fraction
    area = shape.to_shapely(tolerance).area
    slack = 2.0**-20 * shape.area
    assert -slack <= shape.area - area <= tolerance * shape.perimeter + slack


@pytest.mark.parametrize("seed", range(100))
def test_the_union_of_a_body_is_that_of_shapely(seed: int) -> None:
    rng = random.Random(seed)

    def piece() -> Shape:
        x, y, w, h = (rng.uniform(-3, 3) if seed % 2 else rng.randrange(-3, 4) for _ in range(4))
        return rng.choice(
            [Circle(x, y, abs(w)), Rect.centered(x, y, abs(w), abs(h), 10 * (seed % 2)), Capsule(x, y, w, h, 0.5)]
        )

    body = Body([piece() for _ in range(rng.randrange(1, 8))])
    union = body.to_shapely(0.01)
    assert union.is_valid
    pieces = shapely.union_all([piece.to_shapely(0.01) for piece in body])
    assert union.symmetric_difference(pieces).area <= 1e-9
    assert abs(union.area - pieces.area) <= 1e-9
    back = from_geo(union)
    assert abs(back.area - union.area) <= 1e-9


@pytest.mark.parametrize(
    ("given_shape", "kind"),
    [
        (Point(1, 2), "Point"),
        (Circle(1, 2, 0), "Point"),
        (Segment(0, 0, 4, 2), "LineString"),
        (Rect(0, 0, 4, 2, 30), "Polygon"),
        (RoundRect(0, 0, 4, 2, 1), "Polygon"),
        (Body([Rect(0, 0, 1, 1), Rect(1, 0, 1, 1)]), "Polygon"),
        (Body([Rect(0, 0, 1, 1), Rect(5, 0, 1, 1)]), "MultiPolygon"),
        (Chain([(0, 0), (4, 0), (4, 3)]), "LineString"),
        (Body([Rect(0, 0, 1, 1), Point(5, 5)]), "GeometryCollection"),
    ],
)
def test_the_type_of_the_geometry_is_the_simplest(given_shape: Any, kind: str) -> None:
    found = given_shape.to_shapely()
    assert found.geom_type == kind
    assert found.is_valid
    assert shapely.geometry.shape(given_shape).equals(found)


def test_geometries_of_shapely_become_shapes_and_bodies() -> None:
    assert from_geo(shapely.box(0, 0, 4, 2)) == Polygon([(0, 0), (4, 0), (4, 2), (0, 2)])
    assert from_geo(shapely.Point(1, 2)) == Point(1, 2)
    assert from_geo(shapely.LineString([(4, 2), (0, 0)])) == Segment(4, 2, 0, 0)
    ring = [(0, 0), (4, 0), (4, 3), (0, 0)]
    assert from_geo(shapely.LinearRing(ring)) == Chain(ring)
    disc = shapely.Point(0, 0).buffer(1)
    assert len(from_geo(disc).vertices) == len(disc.exterior.coords) - 1
    frame = shapely.box(0, 0, 9, 9).difference(shapely.box(3, 3, 6, 6))
    assert from_geo(frame).area == 72
    assert from_geo(frame).outline() == [[Rect(0, 0, 9, 9).vertices, ((3, 3), (3, 6), (6, 6), (6, 3))]]


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (shapely.Point(), "from_geo: coordinates must have at least one position, got an empty geometry"),
        (shapely.Polygon(), "from_geo: coordinates must have at least one ring, got an empty geometry"),
        (shapely.MultiPolygon(), "from_geo: coordinates must have at least one polygon, got an empty geometry"),
        (shapely.GeometryCollection(), "from_geo: geometries must have at least one geometry, got an empty geometry"),
        (shapely.Point(1, 2, 3), "from_geo: coordinates must have 2 coordinates, x and y, got 3"),
        (shapely.Polygon([(0, 0), (4, 4), (4, 0), (0, 4)]), "from_geo: coordinates: points must outline a polygon that "
         "does not cross itself, got edge 0 from (0.0, 0.0) to (4.0, 4.0) and edge 2 from (4.0, 0.0) to (0.0, 4.0)"),
    ],
)  # fmt: skip
def test_geometries_that_are_no_shapes_are_refused(found: Any, message: str) -> None:
    with pytest.raises(ValueError, match=r"^from_geo: ") as caught:
        from_geo(found)
    assert str(caught.value) == message


def test_a_verb_takes_geometries_on_both_sides() -> None:
    assert overlaps(shapely.box(0, 0, 2, 2), shapely.box(1, 1, 3, 3))
    assert not overlaps(shapely.box(0, 0, 2, 2), shapely.box(2, 0, 3, 3))
    assert Circle(0, 0, 1).contact(shapely.box(0.5, -1, 3, 1)) == Circle(0, 0, 1).contact(Rect(0.5, -1, 2.5, 2))
