"""Maps of Tiled: every object and tile is where Tiled draws it, with its data."""

from __future__ import annotations

import math
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiled_maps import (
    SOLID,
    D,
    H,
    V,
    drawn,
    group,
    level,
    objects,
    points,
    rows,
    shapes,
    tile,
    tiles,
)
from tiled_maps import tileset as a_tileset

from collide2d import Body, Capsule, Chain, Circle, Point, Polygon, Rect, Segment, Shape
from collide2d.tiled import load
from collide2d.typing import Solid

MAPS = Path(__file__).parent / "maps"
EXAMPLE = Path(__file__).parents[2] / "examples" / "maps"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("maps")


# ---- what Tiled itself wrote -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["finite", "infinite"])
def test_a_level_is_the_same_in_every_encoding_and_format(size: str) -> None:
    found = {path.name: rows(load(path)) for path in sorted(MAPS.glob(f"{size}-*"))}
    assert len(found) == 8
    for other in found.values():
        assert other == found[f"{size}-csv.tmx"]


def test_the_maps_that_tiled_wrote_hold_what_was_drawn() -> None:
    little = load(MAPS / "finite-zlib.tmx")
    by_name = {thing.name: thing for thing in little if thing.part == 0 and thing.name}
    assert by_name["box"].shape == Rect(30, 10, 40, 10, 30, pivot=(0, 0))
    assert by_name["box"].properties == {
        "solid": True, "paint": (16, 32, 48, 255), "sound": Path("a.ogg"), "weight": 2.5, "count": 7,
        "text": "two\nlines", "target": 3,
    }  # fmt: skip
    assert (by_name["box"].class_, by_name["box"].solid, by_name["ball"].solid) == ("wall", True, False)
    assert by_name["ball"].shape == Circle(19, -10, 4)
    assert by_name["spawn"].shape == Point(11.5, -17.75)
    assert by_name["path"].points == ((80, 50), (90, 55), (100, 45))
    assert by_name["tile"].shape == Polygon([(100, 20), (132, 16), (132, 20)])
    assert not by_name["turned"].visible
    assert by_name["turned"].class_ == "spikes"
    assert "words" not in by_name
    assert little.properties == {"title": "little"}
    assert (little.size, little.tile_size, little.bounds) == ((128, 80), (16, 16), (0, 0, 128, 80))


def test_an_infinite_map_is_where_its_chunks_are() -> None:
    finite, infinite = load(MAPS / "finite-csv.tmx"), load(MAPS / "infinite-csv.tmx")
    cells = [thing.shape for thing in finite if thing.layer.kind == "tiles"]
    assert [thing.shape for thing in infinite if thing.layer.kind == "tiles"] == [s.move(-48, -32) for s in cells]
    assert infinite.bounds == (-48, -17.75, 132, 70)
    assert infinite.size == (180, 87.75)


def test_the_example_is_the_same_in_both_formats() -> None:
    assert rows(load(EXAMPLE / "level.tmj")) == rows(load(EXAMPLE / "level.tmx"))


def test_the_example_shows_every_kind_of_thing() -> None:
    example = load(EXAMPLE / "level.tmj")
    kinds = {"rectangle", "point", "ellipse", "capsule", "polygon", "polyline", "tile", "cell", "cells"}
    assert {thing.kind for thing in example} == kinds
    assert {thing.class_ for thing in example} >= {"coin", "enemy", "plank", "spikes", "water", "ladder", "exit"}
    assert example.one("lift").properties["path"] == example.one("lift path").id
    spawn = Capsule(*example.one("spawn").shape.center, *example.one("spawn").shape.center, 12)
    assert [thing.name for thing in example.solids if spawn.overlaps(thing)] == []


# ---- objects ---------------------------------------------------------------------------------------------------------

sizes = st.integers(0, 400).map(lambda n: n / 4)
places = st.integers(-400, 400).map(lambda n: n / 4)
angles = st.one_of(st.sampled_from([0, 90, 180, 270, -90, 45, 360]), st.floats(-720, 720))


@given(places, places, sizes, sizes, angles)
def test_a_rectangle_turns_about_its_top_left(folder: Path, x: float, y: float, w: float, h: float, a: float) -> None:
    (shape,) = shapes(folder, drawn(x=x, y=y, width=w, height=h, rotation=a))
    assert shape == (Rect(x, y, w, h, a, pivot=(0, 0)) if a else Rect(x, y, w, h))
    assert (x, y) in shape.vertices


def test_a_rectangle_turns_clockwise(folder: Path) -> None:
    (shape,) = shapes(folder, drawn(x=10, y=20, width=30, height=5, rotation=90))
    assert shape.bounds == (5, 20, 10, 50)


@given(places, places, sizes, angles)
def test_a_round_ellipse_is_a_circle(folder: Path, x: float, y: float, size: float, a: float) -> None:
    (shape,) = shapes(folder, drawn(x=x, y=y, width=size, height=size, rotation=a, ellipse=True))
    circle = Circle(x + size / 2, y + size / 2, size / 2)
    assert shape == (circle.rotate(a, (x, y)) if a else circle)


@given(places, places, sizes.filter(bool), sizes.filter(bool))
def test_an_ellipse_is_a_polygon_on_it(folder: Path, x: float, y: float, w: float, h: float) -> None:
    (shape,) = shapes(folder, drawn(x=x, y=y, width=w, height=h, ellipse=True))
    if w != h:
        assert isinstance(shape, Shape)
        assert len(shape.vertices) == 32
        assert shape.bounds == (x, y, x + w, y + h)
        for px, py in shape.vertices:
            u, v = (px - x - w / 2) / (w / 2), (py - y - h / 2) / (h / 2)
            # Corners below 256 are rounded by 2^-45; half a side is at least 2^-3.
            assert math.hypot(u, v) == pytest.approx(1, abs=4 * 2.0**-42)
        assert shape.area == pytest.approx(math.pi * w * h / 4, rel=0.0065)


def test_a_flat_ellipse_is_a_segment(folder: Path) -> None:
    assert shapes(folder, drawn(x=1, y=2, width=8, ellipse=True)) == [Segment(1, 2, 9, 2)]
    assert shapes(folder, drawn(x=1, y=2, ellipse=True)) == [Circle(1, 2, 0)]


@given(places, places, sizes, sizes, angles)
def test_a_capsule_fills_its_rectangle(folder: Path, x: float, y: float, w: float, h: float, a: float) -> None:
    (shape,) = shapes(folder, drawn(x=x, y=y, width=w, height=h, rotation=a, capsule=True))
    assert shape.kind == ("circle" if w == h else "capsule")
    upright = shape.rotate(-a, (x, y))
    assert upright.radius == min(w, h) / 2
    box = Rect(x, y, w, h).bounds
    assert upright.bounds == pytest.approx(box, abs=64 * 2.0**-53 * 512)  # two turns of coordinates below 512


@given(places, places, angles)
def test_a_point_is_a_point(folder: Path, x: float, y: float, a: float) -> None:
    assert shapes(folder, drawn(x=x, y=y, rotation=a, point=True)) == [Point(x, y)]


def test_a_convex_polygon_is_one_shape(folder: Path) -> None:
    house = points((0, 0), (20, 0), (20, -10), (10, -20), (0, -10))
    (shape,) = shapes(folder, drawn(x=5, y=50, polygon=house))
    assert shape == Polygon([(5, 50), (25, 50), (25, 40), (15, 30), (5, 40)])


NOTCH = points((0, 0), (20, 0), (20, 10), (10, 4), (0, 10))


@pytest.mark.parametrize("angle", [0, 90, 33.3])
def test_a_concave_polygon_is_one_body_of_pieces_that_cover_it_once(folder: Path, angle: float) -> None:
    found = level(folder, objects(drawn(name="notch", id=7, x=40, y=60, rotation=angle, polygon=NOTCH)))
    (thing,) = found
    assert (thing.name, thing.id, thing.part) == ("notch", 7, 0)
    assert isinstance(thing.shape, Body)
    assert thing.shape.area == pytest.approx(140, rel=1e-12)
    assert not any(a.overlaps(b) for a, b in combinations(thing.shape, 2))
    corners = {corner for piece in thing.shape for corner in piece.vertices}
    assert {*thing.points} <= corners  # they share them to the bit


def test_a_concave_polygon_and_a_polyline_are_one_solid_in_a_space(folder: Path) -> None:
    fence = drawn(name="fence", polyline=points((0, 40), (8, 40), (16, 44)))
    found = level(folder, objects(drawn(name="notch", polygon=NOTCH), fence), solid="default")
    space = found.space()
    for x, hit in ((10, "notch"), (8, "fence")):  # between two pieces, and at the joint of two segments
        (start, motion) = ((x, 20), (0, -40)) if hit == "notch" else ((x, 20), (0, 40))
        thing, _ = space.raycast(start, motion) or (None, None)
        assert thing is found.one(hit)


def test_a_polyline_is_a_chain(folder: Path) -> None:
    found = level(folder, objects(drawn(name="way", x=5, y=5, polyline=points((0, 0), (10, 0), (10, 0), (10, 8)))))
    assert [thing.shape for thing in found] == [Chain([(5, 5), (15, 5), (15, 13)])]
    assert found.one("way").points == ((5, 5), (15, 5), (15, 5), (15, 13))
    turned = level(folder, objects(drawn(x=5, y=5, rotation=90, polyline=points((0, 0), (10, 0)))))
    assert turned.shapes[0].shape == Segment(5, 5, 5, 15)
    assert turned.shapes[0].points == ((5, 5), (5, 15))


def test_a_line_of_one_point_is_a_point(folder: Path) -> None:
    assert shapes(folder, drawn(x=5, y=5, polyline=points((0, 0)))) == [Point(5, 5)]
    assert shapes(folder, drawn(x=5, y=5, polygon=points((0, 0), (4, 0), (2, 0)))) == [Polygon([(5, 5), (9, 5)])]


def test_a_polygon_without_area_is_its_edges(folder: Path) -> None:
    there_and_back = points((0, 0), (4, 0), (4, 4), (4, 0))
    (found,) = shapes(folder, drawn(x=5, y=5, polygon=there_and_back))
    assert isinstance(found, Body)
    assert {*found} == {Segment(5, 5, 9, 5), Segment(9, 5, 9, 9), Segment(9, 9, 9, 5), Segment(9, 5, 5, 5)}


def test_a_text_is_nothing(folder: Path) -> None:
    assert shapes(folder, drawn(width=50, height=10, text={"text": "hello", "wrap": True})) == []


# ---- tiles -----------------------------------------------------------------------------------------------------------

FLAGS = [sum(flags) for flags in product((0, H), (0, V), (0, D))]
CORNERS = ((1, 2), (14, 3), (9, 21), (2, 15))  # of a polygon in a tile of 16 x 24, none like the other


def flipped(point: tuple[float, float], flags: int, w: float, h: float) -> tuple[float, float]:
    """A point of a tile of w x h as the format's reference says: x and y swapped first, then mirrored, in its box."""
    x, y = point
    if flags & D:
        x, y, w, h = y, x, h, w
    return (w - x if flags & H else x, h - y if flags & V else y)


@pytest.mark.parametrize("flags", FLAGS)
def test_a_tile_of_a_layer_is_flipped_and_stands_on_the_bottom_left_of_its_cell(folder: Path, flags: int) -> None:
    one = a_tileset(tile(0, drawn(polygon=points(*CORNERS))), tilewidth=16, tileheight=24)
    found = level(folder, tiles([0, 0], [0, 1 | flags]), tilesets=[one])
    height = 16 if flags & D else 24
    corners = [(16 + x, 32 - height + y) for x, y in (flipped(p, flags, 16, 24) for p in CORNERS)]
    assert found.shapes[0].shape == Polygon.hull(corners)
    assert (found.shapes[0].kind, found.shapes[0].gid) == ("cell", 1 | flags)


ANCHORS = {"topleft": (0, 0), "top": (0.5, 0), "topright": (1, 0), "left": (0, 0.5), "center": (0.5, 0.5),
           "right": (1, 0.5), "bottomleft": (0, 1), "bottom": (0.5, 1), "bottomright": (1, 1),
           "unspecified": (0, 1)}  # fmt: skip


@pytest.mark.parametrize("flags", [flags for flags in FLAGS if not flags & D])
@pytest.mark.parametrize("align", ANCHORS)
@pytest.mark.parametrize("angle", [0, 90, -30])
def test_a_tile_object_is_scaled_flipped_aligned_and_turned(folder: Path, flags: int, align: str, angle: int) -> None:
    one = a_tileset(tile(0, drawn(polygon=points(*CORNERS))), tilewidth=16, tileheight=24, objectalignment=align)
    held = drawn(x=50, y=60, width=32, height=12, rotation=angle, gid=1 | flags)
    (thing,) = level(folder, objects(held, offsetx=3), tilesets=[one])
    left, top = 53 - 32 * ANCHORS[align][0], 60 - 12 * ANCHORS[align][1]
    corners = [(left + 2 * x, top + y / 2) for x, y in (flipped(p, flags, 16, 24) for p in CORNERS)]
    upright = Polygon.hull(corners)
    assert thing.shape == (upright.rotate(angle, (53, 60)) if angle else upright)
    assert (thing.kind, thing.gid) == ("tile", 1 | flags)


def test_a_tile_object_without_shapes_is_the_whole_tile(folder: Path) -> None:
    held = [drawn(x=50, y=60, width=32, height=12, gid=2), drawn(x=50, y=60, gid=2 | H, rotation=90)]
    big, turned = level(folder, objects(*held), tilesets=[a_tileset()])
    assert big.shape == Rect(50, 48, 32, 12)
    assert turned.shape.bounds == (50, 60, 66, 76)


def test_tile_shapes_stay_round_and_rectangular_where_they_can(folder: Path) -> None:
    held = [drawn(x=4, y=4, width=8, height=8, ellipse=True), drawn(x=2, y=6, width=12, height=4, capsule=True),
            drawn(x=2, y=3, width=4, height=5), drawn(x=8, y=1, width=6, height=2, rotation=45),
            drawn(x=3, y=9, point=True), drawn(x=1, y=1, polyline=points((0, 0), (5, 6)))]  # fmt: skip
    one = a_tileset(tile(0, *held))

    def kinds(**keys: Any) -> list[str]:
        return [thing.shape.kind for thing in level(folder, objects(drawn(y=16, **keys)), tilesets=[one])]

    assert kinds(gid=1) == ["circle", "capsule", "rect", "rect", "point", "segment"]
    assert kinds(gid=1 | H, width=32, height=32) == ["circle", "capsule", "rect", "polygon", "point", "segment"]
    assert kinds(gid=1, width=32, height=16) == ["polygon", "polygon", "rect", "polygon", "point", "segment"]
    small, moved = level(folder, tiles([1, 1 | H]), tilesets=[one]), level(folder, tiles([0, 1]), tilesets=[one])
    assert small.shapes[0].shape == Circle(8, 8, 4)
    assert small.shapes[6 + 2].shape == Rect(16 + 10, 3, 4, 5)
    assert moved.shapes[3].shape == Rect(24, 1, 6, 2, 45, pivot=(0, 0))
    wide = level(folder, objects(drawn(y=16, gid=1, width=32, height=16)), tilesets=[one]).shapes[0].shape
    assert wide.bounds == (8, 4, 24, 12)


def test_a_tileset_moves_and_fits_its_tiles(folder: Path) -> None:
    whole = tile(0, properties=SOLID)

    def only(**keys: Any) -> Solid:
        (thing,) = level(folder, tiles([0, 0], [0, 1]), tilesets=[a_tileset(whole, **keys)])
        return thing.shape

    assert only() == Rect(16, 16, 16, 16)
    assert only(tileoffset={"x": 3, "y": -5}) == Rect(19, 11, 16, 16)
    assert only(tilewidth=32, tileheight=48) == Rect(16, -16, 32, 48)
    assert only(tilewidth=32, tileheight=48, tilerendersize="grid") == Rect(16, 16, 16, 16)
    fit = only(tilewidth=32, tileheight=64, tilerendersize="grid", fillmode="preserve-aspect-fit")
    assert fit == Rect(20, 16, 8, 16)


def test_a_picture_of_its_own_gives_a_tile_its_size(folder: Path) -> None:
    own = tile(0, image="a.png", imagewidth=24, imageheight=40, properties=SOLID)
    part = tile(1, image="a.png", imagewidth=24, imageheight=40, x=0, y=0, width=8, height=10, properties=SOLID)
    found = level(folder, tiles([1, 2]), tilesets=[a_tileset(own, part, tilewidth=24, tileheight=40)])
    assert [thing.shape for thing in found] == [Rect(0, -24, 24, 40), Rect(16, 6, 8, 10)]


def test_the_hexagonal_flag_does_not_matter(folder: Path) -> None:
    plain, flagged = (
        level(folder, tiles([gid]), tilesets=[a_tileset(tile(0, properties=SOLID))]) for gid in (1, 1 | 1 << 28)
    )
    assert plain.shapes[0].shape == flagged.shapes[0].shape


# ---- layers ----------------------------------------------------------------------------------------------------------


def test_offsets_of_layers_and_groups_add_up_and_parallax_does_not_count(folder: Path) -> None:
    one = a_tileset(tile(0, properties=SOLID))
    inner = [tiles([1], offsetx=1, offsety=2, parallaxx=0.5), objects(drawn(point=True), name="things", visible=False)]
    outer = group(*inner, name="in", offsetx=10, offsety=20, parallaxx=0.5, parallaxy=2)
    found = level(folder, group(outer, name="out", offsetx=100, offsety=200), tilesets=[one])
    assert [thing.shape for thing in found] == [Rect(111, 222, 16, 16), Point(110, 220)]
    assert [(a.path, a.kind) for a in found.layers] == [
        ("out", "group"), ("out/in", "group"), ("out/in/tiles", "tiles"), ("out/in/things", "objects"),
    ]  # fmt: skip
    assert [a.parallax for a in found.layers] == [(1, 1), (0.5, 2), (0.25, 2), (0.5, 2)]
    assert [(thing.layer.path, thing.visible) for thing in found] == [("out/in/tiles", True), ("out/in/things", False)]
    assert found.find(layer="things") == found.find(layer="out/in/things") == [found.shapes[1]]


@given(*[st.floats(-1e4, 1e4).map(lambda offset: round(offset, 9))] * 2)
def test_tiles_meet_whatever_the_offset_of_their_layer(folder: Path, x: float, y: float) -> None:
    slope = tile(1, drawn(polygon=points((0, 16), (16, 0), (16, 16))))
    one = a_tileset(tile(0, properties=SOLID), slope)
    found = level(folder, tiles([0, 2, 1], [1, 1, 1], [1, 1, 2 | D], offsetx=x, offsety=y), tilesets=[one])
    edges = [(x + 16 * column, y + 16 * row) for row in range(4) for column in range(4)]
    for thing in found:
        assert isinstance(thing.shape, Shape)
        assert {*thing.shape.vertices} <= {*edges}
    assert not any(a.shape.overlaps(b.shape) for a, b in combinations(found, 2))
