"""Shapes and bodies as GeoJSON geometries (RFC 7946), which shapely and others read and write, and back.

Nothing here imports another library unless its geometries are asked for: geometries come as dictionaries, or by the
`__geo_interface__` of objects. Coordinates keep their bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeAlias

from collide2d._core import Body, Chain, Point, Polygon, Segment, Shape
from collide2d._messages import did_you_mean, shown
from collide2d._numbers import finite
from collide2d._unions import ends

__all__ = ["from_geo", "geometry_of", "read_geometry", "to_shapely"]

Vec: TypeAlias = tuple[float, float]
Solid: TypeAlias = Shape | Body
Geometry: TypeAlias = dict[str, Any]

MAX_DEPTH = 4  # of collections in collections


# ---- to geometries ---------------------------------------------------------------------------------------------------


def geometry_of(solid: Solid, tolerance: float | None = None) -> Geometry:
    """See Shape.__geo_interface__; the tolerance is that of outline.

    >>> geometry_of(Body([Point(1, 2), Point(3, 4)]))
    {'type': 'MultiPoint', 'coordinates': ((1.0, 2.0), (3.0, 4.0))}
    """
    if isinstance(solid, Body):
        return _geometry_of_polygons(solid.outline(tolerance))
    return _geometry_of_polygons([[ends(solid, solid.outline(tolerance))]])


def _geometry_of_polygons(polygons: Iterable[Sequence[Sequence[Vec]]]) -> Geometry:
    """The geometry of what Body.outline returns."""
    areas: list[tuple[tuple[Vec, ...], ...]] = []
    lines: list[list[Vec]] = []
    points: list[Vec] = []
    for rings in polygons:
        if len(rings[0]) > 2:
            areas.append(tuple([(*ring, ring[0]) for ring in rings]))
        elif len(rings[0]) == 1:
            points.append(rings[0][0])
        elif lines and lines[-1][-1] == rings[0][0]:
            lines[-1].append(rings[0][1])
        else:
            lines.append(list(rings[0]))
    found = [
        {"type": name, "coordinates": parts[0]} if len(parts) == 1 else {"type": f"Multi{name}", "coordinates": parts}
        for name, parts in (
            ("Polygon", tuple(areas)),
            ("LineString", tuple(map(tuple, lines))),
            ("Point", tuple(points)),
        )
        if parts
    ]
    return found[0] if len(found) == 1 else {"type": "GeometryCollection", "geometries": found}


def to_shapely(solid: Solid, tolerance: float | None = None) -> Any:
    """See Shape.to_shapely."""
    try:
        shapely = import_module("shapely.geometry")
    except ImportError as error:
        raise ImportError(f"to_shapely: shapely must be installed, as by pip install shapely: {error}") from error
    return shapely.shape(geometry_of(solid, tolerance))


# ---- from geometries -------------------------------------------------------------------------------------------------


def from_geo(geometry: object, /) -> Any:
    """The shape or body of a geometry of shapely, of any object with `__geo_interface__`, or of a GeoJSON dictionary.

    A Point gives a Point, a LineString a Segment or, of more than two points, a Chain. A Polygon gives a Polygon if it
    is convex, also if it is a rectangle, and else, or with holes, Body.from_outline. A MultiPoint, MultiLineString,
    MultiPolygon or GeometryCollection gives a Body of its parts. A Feature gives what its geometry gives, a
    FeatureCollection the list of that, in order.

    Vertices keep their bits; those that repeat or are on a straight side of a convex polygon are dropped. The last
    position of a ring may, but need not, repeat the first one.

    Raises TypeError for an object that is no geometry and for coordinates that are no pairs of numbers, ValueError for
    an unknown type, an empty or null geometry, three coordinates, a number that is not finite or beyond 1e60, a polygon
    that encloses no area or crosses itself, and collections nested deeper than 4. The message says where.

    >>> from_geo({"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [0, 3], [0, 0]]]})
    Polygon([(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)])
    >>> from_geo(Segment(0, 0, 4, 2).__geo_interface__)
    Segment(0.0, 0.0, 4.0, 2.0)
    >>> from_geo({"type": "LineString", "coordinates": [[0, 0, 7], [4, 2, 7]]})
    Traceback (most recent call last):
    ValueError: from_geo: coordinates[0] must have 2 coordinates, x and y, got 3
    """
    found = _mapping("from_geo: geometry", geometry)
    if _type_of("from_geo: ", found, (*_GEOMETRIES, "Feature", "FeatureCollection")) != "FeatureCollection":
        return _solid("from_geo: ", found)
    return [
        _solid(f"from_geo: features[{i}].", _mapping(f"from_geo: features[{i}]", feature))
        for i, feature in enumerate(_items("from_geo: features", found.get("features")))
    ]


def read_geometry(argument: str, geometry: object) -> Solid:
    """The shape or body of the `__geo_interface__` of an argument of a verb; errors begin with the argument."""
    where = f"{argument}.__geo_interface__"
    found = _mapping(where, geometry)
    if found.get("type") == "FeatureCollection":
        raise TypeError(
            f"{argument} must be one geometry, got a FeatureCollection: from_geo gives a list of its shapes"
        )
    return _solid(f"{where}.", found)


def _mapping(where: str, geometry: object) -> Mapping[str, Any]:
    found = geometry if isinstance(geometry, Mapping) else getattr(geometry, "__geo_interface__", None)
    if not isinstance(found, Mapping):
        got = f"a __geo_interface__ that is a {type(found).__name__}" if found is not None else type(geometry).__name__
        if isinstance(geometry, type):
            got = f"the class {geometry.__name__}"
        elif isinstance(geometry, list | tuple) or hasattr(geometry, "__array__"):
            got += ": vertices make a Polygon, a Chain or Body.from_outline"
        raise TypeError(f"{where} must be a GeoJSON dict or an object with __geo_interface__, got {got}")
    return found


def _type_of(where: str, geometry: Mapping[str, Any], known: Iterable[str]) -> str:
    name = geometry.get("type")
    if not isinstance(name, str) or name not in known:
        raise ValueError(f"{where}type must be {', '.join(known)}, got {shown(name)}{did_you_mean(name, known)}")
    return name


def _solid(where: str, found: Mapping[str, Any]) -> Solid:
    """The solid of a geometry or of a feature; errors begin with `where`."""
    if found.get("type") == "Feature":
        where += "geometry."
        geometry = found.get("geometry")
        if geometry is None:
            raise ValueError(f"{where[:-1]} must not be null or missing: a feature without a place has no shape")
        found = _mapping(where[:-1], geometry)
    return _read(where, found, 0)


def _read(where: str, geometry: Mapping[str, Any], depth: int) -> Solid:
    name = _type_of(where, geometry, _GEOMETRIES)
    if name == "GeometryCollection":
        return _collection(where, geometry, depth)
    return _READERS[name](f"{where}coordinates", geometry.get("coordinates"))


def _items(where: str, value: object) -> list[Any]:
    if isinstance(value, (str, bytes, Mapping)) or not hasattr(value, "__len__") or not hasattr(value, "__iter__"):
        raise TypeError(f"{where} must be a list, got {shown(value)}")
    return list(value)


def _parts(where: str, value: object, part: str = "position") -> list[Any]:
    """A list that is not empty."""
    items = _items(where, value)
    if not items:
        raise ValueError(f"{where} must have at least one {part}, got an empty geometry")
    return items


def _position(where: str, value: object) -> Vec:
    items = _items(where, value)
    if len(items) != 2:
        raise ValueError(f"{where} must have 2 coordinates, x and y, got {len(items)}")
    return finite(f"{where}[0]", items[0]), finite(f"{where}[1]", items[1])


def _positions(where: str, value: object) -> list[Vec]:
    return [_position(f"{where}[{i}]", item) for i, item in enumerate(_parts(where, value))]


def _point(where: str, value: object) -> Point:
    return Point(_position(where, _parts(where, value)))


def _line(where: str, value: object) -> Solid:
    points = _positions(where, value)
    if len(points) < 2:
        raise ValueError(f"{where} must have at least two positions, got 1")
    return Segment(*points) if len(points) == 2 else Chain(points)


def _closed_line(where: str, value: object) -> Body:
    return Chain(_positions(where, value), closed=True)


def _ring(where: str, value: object) -> list[Vec]:
    points = _positions(where, value)
    return points[:-1] if points[0] == points[-1] else points


def _area(where: str, value: object) -> Solid:
    outside, *holes = [_ring(f"{where}[{i}]", ring) for i, ring in enumerate(_parts(where, value, "ring"))]
    if not holes and (convex := _convex(outside)):
        return convex
    try:
        return Body.from_outline(outside, holes)
    except ValueError as error:
        raise ValueError(f"{where}: {str(error).partition(': ')[2]}") from None


def _convex(points: Sequence[Vec]) -> Polygon | None:
    """The polygon, if it is convex and encloses an area. The points are in the domain."""
    try:
        polygon = Polygon(points)
    except ValueError:
        return None
    return polygon if len(polygon.vertices) > 2 else None


def _several(read: Callable[[str, object], Solid], part: str) -> Callable[[str, object], Body]:
    def read_all(where: str, value: object) -> Body:
        return Body([read(f"{where}[{i}]", item) for i, item in enumerate(_parts(where, value, part))])

    return read_all


def _collection(where: str, geometry: Mapping[str, Any], depth: int) -> Body:
    if depth == MAX_DEPTH:
        raise ValueError(f"{where}type must not be a collection in more than {MAX_DEPTH} others")
    where += "geometries"
    parts = []
    for i, item in enumerate(_parts(where, geometry.get("geometries"), "geometry")):
        parts.append(_read(f"{where}[{i}].", _mapping(f"{where}[{i}]", item), depth + 1))
    return Body(parts)


_READERS: dict[str, Callable[[str, object], Solid]] = {
    "Point": _point,
    "LineString": _line,
    "Polygon": _area,
    "MultiPoint": _several(_point, "position"),
    "MultiLineString": _several(_line, "line"),
    "MultiPolygon": _several(_area, "polygon"),
    "LinearRing": _closed_line,  # of shapely, not of GeoJSON
}
_GEOMETRIES = (*_READERS, "GeometryCollection")
