"""GeoJSON geometries, and objects that have one: into shapes and bodies, out of them, and as arguments of the verbs."""

from __future__ import annotations

import json
import math
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from forms import VERBS
from hypothesis import given
from hypothesis import strategies as st

import collide2d
from collide2d import Body, Capsule, Chain, Circle, Point, Polygon, Rect, Segment, Shape, Space, from_geo
from collide2d.testing.strategies import shapes

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)]
NOTCHED = [(0, 0), (4, 0), (4, 4), (2, 1), (0, 4), (0, 0)]
HOLE = [(1, 1), (1, 3), (3, 3), (1, 1)]


def geometry(kind: str, coordinates: Any) -> dict[str, Any]:
    return {"type": kind, "coordinates": coordinates}


def collection(*parts: Any) -> dict[str, Any]:
    return {"type": "GeometryCollection", "geometries": list(parts)}


def feature(found: Any, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "geometry": found, "properties": properties}


class HasGeometry:
    """A geometry of another library."""

    def __init__(self, found: Any) -> None:
        self.__geo_interface__ = found


POINT, SEGMENT, POLYGON = (
    geometry("Point", (1, 2)),
    geometry("LineString", [[0, 0], [4, 2]]),
    geometry("Polygon", [SQUARE]),
)

GEOMETRIES: list[tuple[dict[str, Any], Shape | Body]] = [
    (POINT, Point(1, 2)),
    (SEGMENT, Segment(0, 0, 4, 2)),
    (geometry("LineString", [(4, 2), (0, 0)]), Segment(4, 2, 0, 0)),
    (geometry("LineString", SQUARE), Chain(SQUARE)),
    (geometry("LinearRing", SQUARE), Chain(SQUARE, closed=True)),
    (POLYGON, Polygon(SQUARE)),
    (geometry("Polygon", [SQUARE[:-1]]), Polygon(SQUARE)),
    (geometry("Polygon", [SQUARE[::-1]]), Polygon(SQUARE)),
    (geometry("Polygon", [NOTCHED]), Body.from_outline(NOTCHED)),
    (geometry("Polygon", [SQUARE, HOLE]), Body.from_outline(SQUARE, [HOLE])),
    (geometry("MultiPoint", [(1, 2), (3, 4)]), Body([Point(1, 2), Point(3, 4)])),
    (geometry("MultiLineString", [[(1, 2), (3, 4)], SQUARE]), Body([Segment(1, 2, 3, 4), Chain(SQUARE)])),
    (geometry("MultiPolygon", [[SQUARE], [SQUARE, HOLE]]), Body([Polygon(SQUARE), Body.from_outline(SQUARE, [HOLE])])),
    (collection(POINT, collection(SEGMENT), POLYGON), Body([Point(1, 2), Segment(0, 0, 4, 2), Polygon(SQUARE)])),
    (feature(SEGMENT, name="wall"), Segment(0, 0, 4, 2)),
]
IDS = [str(given["type"]) + str(i) for i, (given, _) in enumerate(GEOMETRIES)]


# ---- in --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "solid"), GEOMETRIES, ids=IDS)
def test_a_geometry_gives_its_shape_or_body(given: dict[str, Any], solid: Shape | Body) -> None:
    assert from_geo(given) == from_geo(HasGeometry(given)) == from_geo(json.loads(json.dumps(given))) == solid
    assert from_geo({"type": "FeatureCollection", "features": [feature(POINT), given]}) == [Point(1, 2), solid]


def test_the_features_of_a_collection_keep_their_order() -> None:
    features = [feature(geometry("Point", (i, 0))) for i in range(5)]
    assert from_geo(HasGeometry({"type": "FeatureCollection", "features": features})) == [Point(i, 0) for i in range(5)]
    assert from_geo({"type": "FeatureCollection", "features": []}) == []


def test_a_box_is_a_polygon_whose_vertices_keep_their_bits() -> None:
    """A Rect would store a width, and its right side would be rounded."""
    box = [(0.1, 0.2), (0.1 + 0.7, 0.2), (0.1 + 0.7, 0.3), (0.1, 0.3)]
    assert from_geo(geometry("Polygon", [box])).vertices == tuple(box)


PAIR = "must have 2 coordinates, x and y, got"
KINDS = (
    "Point, LineString, Polygon, MultiPoint, MultiLineString, MultiPolygon, LinearRing, GeometryCollection, Feature, "
    "FeatureCollection"
)
DEEP = collection(collection(collection(collection(collection(POINT)))))
NO_GEOMETRY = "must be a GeoJSON dict or an object with __geo_interface__, got"


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (3, TypeError, f"geometry {NO_GEOMETRY} int"),
        (None, TypeError, f"geometry {NO_GEOMETRY} NoneType"),
        ("POINT (1 2)", TypeError, f"geometry {NO_GEOMETRY} str"),
        ([(0, 0), (4, 0), (4, 3)], TypeError,
         f"geometry {NO_GEOMETRY} list: vertices make a Polygon, a Chain or Body.from_outline"),
        (HasGeometry, TypeError, f"geometry {NO_GEOMETRY} the class HasGeometry"),
        (HasGeometry([1, 2]), TypeError, f"geometry {NO_GEOMETRY} a __geo_interface__ that is a list"),
        (HasGeometry(HasGeometry(POINT)), TypeError,
         f"geometry {NO_GEOMETRY} a __geo_interface__ that is a HasGeometry"),
        ({}, ValueError, f"type must be {KINDS}, got null"),
        (geometry("point", (1, 2)), ValueError, f"type must be {KINDS}, got 'point': did you mean 'Point'?"),
        ({"type": ["Point"]}, ValueError, f"type must be {KINDS}, got ['Point']"),
        (feature(None), ValueError, "geometry must not be null or missing: a feature without a place has no shape"),
        (feature(feature(POINT)), ValueError, f"geometry.type must be {KINDS[:-28]}, got 'Feature'"),
        ({"type": "Point"}, TypeError, "coordinates must be a list, got null"),
        (geometry("Point", ()), ValueError, "coordinates must have at least one position, got an empty geometry"),
        (geometry("Point", (1, 2, 3)), ValueError, f"coordinates {PAIR} 3"),
        (geometry("Point", (1,)), ValueError, f"coordinates {PAIR} 1"),
        (geometry("Point", "12"), TypeError, "coordinates must be a list, got '12'"),
        (geometry("Point", ("1", 2)), TypeError, "coordinates[0] must be a number, got '1'"),
        (geometry("Point", (1, None)), TypeError, "coordinates[1] must be a number, got None"),
        (geometry("Point", (1, math.nan)), ValueError, "coordinates[1] must be finite, got nan"),
        (geometry("Point", (math.inf, 1)), ValueError, "coordinates[0] must be finite, got inf"),
        (geometry("Point", (1e61, 1)), ValueError, "coordinates[0] must be between -1e60 and 1e60, got 1e+61"),
        (geometry("LineString", [(1, 2)]), ValueError, "coordinates must have at least two positions, got 1"),
        (geometry("LineString", [(1, 2), 3]), TypeError, "coordinates[1] must be a list, got 3"),
        (geometry("LineString", [(0, 0, 7), (4, 2, 7)]), ValueError, f"coordinates[0] {PAIR} 3"),
        (geometry("Polygon", []), ValueError, "coordinates must have at least one ring, got an empty geometry"),
        (geometry("Polygon", [[]]), ValueError,
         "coordinates[0] must have at least one position, got an empty geometry"),
        (geometry("Polygon", SQUARE), TypeError, "coordinates[0][0] must be a list, got 0"),
        (geometry("Polygon", [SQUARE, [(0, 0), (1, {})]]), TypeError, "coordinates[1][1][1] must be a number, got {}"),
        (geometry("Polygon", [[(0, 0), (4, 0), (2, 0), (0, 0)]]), ValueError,
         "coordinates: points must enclose an area, got 3 that enclose none"),
        (geometry("Polygon", [[(0, 0), (4, 4), (4, 0), (0, 4)]]), ValueError,
         "coordinates: points must outline a polygon that does not cross itself, got edge 0 from (0.0, 0.0) to "
         "(4.0, 4.0) and edge 2 from (4.0, 0.0) to (0.0, 4.0)"),
        (geometry("MultiPolygon", [[SQUARE], [SQUARE, [(9, 9), (8, 9), (9, 8)]]]), ValueError,
         "coordinates[1]: holes must be inside the polygon and outside of each other, got holes[0], which is outside "
         "at its edge 0 from (9.0, 9.0) to (8.0, 9.0)"),
        (geometry("MultiPoint", []), ValueError, "coordinates must have at least one position, got an empty geometry"),
        (geometry("MultiPoint", [(1, 2), ()]), ValueError,
         "coordinates[1] must have at least one position, got an empty geometry"),
        (geometry("MultiPolygon", []), ValueError, "coordinates must have at least one polygon, got an empty geometry"),
        (collection(), ValueError, "geometries must have at least one geometry, got an empty geometry"),
        (collection(POINT, 5), TypeError, f"geometries[1] {NO_GEOMETRY} int"),
        (collection(POINT, geometry("Point", (1,))), ValueError, f"geometries[1].coordinates {PAIR} 1"),
        (DEEP, ValueError,
         f"{'geometries[0].' * 4}type must not be a collection in more than 4 others"),
        ({"type": "FeatureCollection"}, TypeError, "features must be a list, got null"),
        ({"type": "FeatureCollection", "features": [feature(POINT), feature(geometry("Point", (1,)))]}, ValueError,
         f"features[1].geometry.coordinates {PAIR} 1"),
    ],
)  # fmt: skip
def test_what_is_no_geometry_is_refused_by_its_place(given: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        from_geo(given)
    assert str(caught.value) == f"from_geo: {message}"


def test_a_collection_of_itself_is_refused_at_once() -> None:
    endless = collection()
    endless["geometries"] += [endless] * 1000
    with pytest.raises(ValueError, match="must not be a collection in more than 4 others"):
        from_geo(endless)


# ---- out -------------------------------------------------------------------------------------------------------------


@given(shapes())
def test_a_sharp_shape_comes_back_as_it_is(shape: Shape) -> None:
    if shape.radius > 0:
        return
    back = from_geo(shape.__geo_interface__)
    assert (back.vertices, back.radius) == (shape.vertices, 0)
    if back.kind == shape.kind:
        assert back == shape


@given(shapes())
def test_the_geometry_of_a_round_shape_is_its_outline(shape: Shape) -> None:
    if max(map(abs, shape.bounds)) <= 1e60:
        assert from_geo(shape.__geo_interface__).vertices == shape.outline()


@pytest.mark.parametrize(
    ("solid", "found"),
    [
        (Point(1, 2), geometry("Point", (1, 2))),
        (Circle(1, 2, 0), geometry("Point", (1, 2))),
        (Segment(4, 2, 0, 0), geometry("LineString", ((4, 2), (0, 0)))),
        (Capsule(0, 0, 4, 2, 0), geometry("LineString", ((0, 0), (4, 2)))),
        (Segment(1, 2, 1, 2), geometry("Point", (1, 2))),
        (Rect(0, 0, 4, 0), geometry("LineString", ((0, 0), (4, 0)))),
        (Rect(0, 0, 4, 4), geometry("Polygon", (tuple(SQUARE),))),
        (Body([Rect(0, 0, 4, 2), Rect(0, 2, 4, 2)]), geometry("Polygon", (tuple(SQUARE),))),
        (Body([Rect(0, 0, 4, 4), Rect(5, 5, 1, 0)]),
         collection(geometry("Polygon", (tuple(SQUARE),)), geometry("LineString", ((5, 5), (6, 5))))),
        (Body([Rect(0, 0, 4, 4), Polygon([(8, 8), (9, 8), (9, 9)])]),
         geometry("MultiPolygon", ((tuple(SQUARE),), (((8, 8), (9, 8), (9, 9), (8, 8)),)))),
        (Body.from_outline(SQUARE, [HOLE]),
         geometry("Polygon", (tuple(SQUARE), ((1, 1), (1, 3), (3, 3), (1, 1))))),
        (Chain([(0, 0), (4, 0), (4, 3)]), geometry("LineString", ((0, 0), (4, 0), (4, 3)))),
        (Body([Segment(0, 0, 1, 0), Segment(2, 0, 3, 0)]),
         geometry("MultiLineString", (((0, 0), (1, 0)), ((2, 0), (3, 0))))),
        (Body([Point(0, 0), Point(1, 1)]), geometry("MultiPoint", ((0, 0), (1, 1)))),
    ],
)  # fmt: skip
def test_the_geometry_of(solid: Shape | Body, found: dict[str, Any]) -> None:
    assert solid.__geo_interface__ == found
    json.dumps(solid.__geo_interface__)


@pytest.mark.parametrize("solid", [Chain(NOTCHED[:-1]), Chain(NOTCHED[:-1], closed=True), Segment(1, 2, 0, 0)])
def test_lines_come_back_as_they_are(solid: Any) -> None:
    assert from_geo(solid) == solid


def test_shapely_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shapely.geometry", None)
    with pytest.raises(ImportError, match=r"^to_shapely: shapely must be installed, as by pip install shapely: "):
        Circle(0, 0, 1).to_shapely()


# ---- as arguments of the verbs ---------------------------------------------------------------------------------------

OTHERS = [Circle(1, 1, 1), Rect(0, 0, 3, 3, 30), Polygon([(0, 0), (4, 0), (5, 2), (2, 7), (-1, 3)]), Point(9, 9)]


@pytest.mark.parametrize(("given", "solid"), GEOMETRIES, ids=IDS)
@pytest.mark.parametrize("verb", VERBS)
def test_an_object_with_a_geometry_answers_as_its_shape(given: dict[str, Any], solid: Shape | Body, verb: str) -> None:
    ask = getattr(collide2d, verb)

    def answer(*pair: Any) -> Any:
        try:
            return ask(*pair)
        except TypeError as error:  # the verb has no answer for bodies
            return str(error)

    for other in OTHERS:
        assert answer(HasGeometry(given), other) == answer(solid, other)
        assert answer(other, HasGeometry(given)) == answer(other, solid)


def test_spaces_bodies_casts_and_lists_take_geometries() -> None:
    square, notched = HasGeometry(POLYGON), HasGeometry(geometry("Polygon", [NOTCHED]))
    space: Space[str] = Space({"square": square})
    space.add("notched", notched)
    assert space["square"] == Polygon(SQUARE)
    assert space["notched"] == Body.from_outline(NOTCHED)
    assert space.query(HasGeometry(POINT)) == ["square", "notched"]
    assert Body([square, HasGeometry(POINT)]) == Body([Polygon(SQUARE), Point(1, 2)])
    assert Circle(-5, 2, 1).cast((9, 0), square) == Circle(-5, 2, 1).cast((9, 0), Polygon(SQUARE))
    assert Circle(1, 1, 1).collidelistall([square, notched]) == [0, 1]
    assert Rect(0, 0, 9, 9).clip(HasGeometry(SEGMENT)) == (0, 1)


def test_a_shape_or_a_rect_comes_before_a_geometry() -> None:
    both: Any = SimpleNamespace(shape=Circle(0, 0, 1), __geo_interface__=POINT)
    assert collide2d.relate(both, (0.5, 0)) == collide2d.Relation.OVERLAPPING
    rect: Any = SimpleNamespace(rect=(0, 0, 1, 1), __geo_interface__=POINT)
    assert collide2d.overlaps(rect, (0.5, 0.5))


@pytest.mark.parametrize(
    ("like", "error", "message"),
    [
        (HasGeometry(geometry("Point", (1, 2, 3))), ValueError, f"overlaps: b.__geo_interface__.coordinates {PAIR} 3"),
        (HasGeometry(5), TypeError, f"overlaps: b.__geo_interface__ {NO_GEOMETRY} int"),
        (HasGeometry({"type": "FeatureCollection", "features": []}), TypeError,
         "overlaps: b must be one geometry, got a FeatureCollection: from_geo gives a list of its shapes"),
    ],
)  # fmt: skip
def test_a_bad_geometry_of_an_argument_is_refused(like: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        collide2d.overlaps(Point(0, 0), like)
    assert str(caught.value) == message


def test_a_body_of_a_geometry_is_refused_where_a_shape_is_asked_for() -> None:
    rects: list[Any] = [HasGeometry(geometry("Polygon", [NOTCHED]))]
    with pytest.raises(TypeError, match=r"^merge_rects: rects\[0\] must be a single shape, got a Body of 3 pieces$"):
        collide2d.merge_rects(rects)


LEAVES: st.SearchStrategy[Any] = st.integers(-5, 5) | st.sampled_from(
    [None, "", "12", {}, math.nan, math.inf, 1e300, 10**400, True, 0.5]
)


@given(st.recursive(LEAVES, lambda items: st.lists(items, max_size=4), max_leaves=16))
def test_any_coordinates_give_a_shape_or_a_clear_error(coordinates: Any) -> None:
    for kind in ("Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "LinearRing"):
        try:
            found: object = from_geo(geometry(kind, coordinates))
        except (TypeError, ValueError) as error:
            found = error
        assert isinstance(found, (Shape, Body)) or str(found).startswith("from_geo: coordinates")
