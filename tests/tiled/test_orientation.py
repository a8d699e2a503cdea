"""Maps that are not orthogonal: their objects are read where Tiled stores them, their tiles are not."""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiled_maps import HOLLOW, SOLID, drawn, level, objects, points, said, tile, tiles, tileset, write

from collide2d import Body, Circle, Point, Polygon, Rect
from collide2d.tiled import Level, MapError, load

ISO: dict[str, Any] = {"orientation": "isometric", "tilewidth": 64, "tileheight": 32, "width": 10, "height": 8}
OTHERS = ["isometric", "staggered", "hexagonal"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("maps")


@pytest.mark.parametrize("orientation", OTHERS)
def test_objects_are_where_they_are_stored(folder: Path, orientation: str) -> None:
    ellipse = drawn(x=8, y=8, width=6, height=6, ellipse=True)
    held = [drawn(x=10, y=20, width=30, height=40), drawn(x=1, y=2, point=True), ellipse]
    found = level(folder, objects(*held, name="walls"), orientation=orientation)
    assert [thing.shape for thing in found] == [Rect(10, 20, 30, 40), Point(1, 2), Circle(11, 11, 3)]
    assert [thing.solid for thing in found] == [True, False, True]
    assert found.orientation == orientation


@pytest.mark.parametrize(("x", "y", "screen"), [(0, 0, (256, 0)), (128, 64, (320, 96)), (96, 32, (320, 64))])
def test_positions_are_drawn_where_tiled_draws_them(
    folder: Path, x: float, y: float, screen: tuple[float, float]
) -> None:
    found = level(folder, **ISO)
    assert found.to_screen(x, y) == screen
    assert found.from_screen(*screen) == (x, y)
    assert level(folder).to_screen(x, y) == level(folder).from_screen(x, y) == (x, y)


whole = st.integers(-1000, 1000)


@given(whole, whole, st.sampled_from([(64, 32), (32, 32), (100, 50), (30, 70)]))
def test_the_projection_has_an_inverse(folder: Path, x: int, y: int, tile_size: tuple[int, int]) -> None:
    keys = {**ISO, "tilewidth": tile_size[0], "tileheight": tile_size[1]}
    found = level(folder, **keys)
    assert found.from_screen(*found.to_screen(x, y)) == pytest.approx((x, y), abs=1e-9)


def test_an_object_is_rotated_as_it_is_drawn(folder: Path) -> None:
    held = {"x": 64, "y": 64, "width": 64, "height": 32}
    corners = points((0, 0), (64, 0), (64, 32), (0, 32))
    for angle in (0, 90, 180, 30):
        boxes = [drawn(rotation=angle, **held), drawn(x=64, y=64, polygon=corners, rotation=angle)]
        found = level(folder, objects(*boxes), **ISO)
        flat = [(64, 64), (128, 64), (128, 96), (64, 96)]
        (cx, cy), turn = found.to_screen(64, 64), math.radians(angle)
        wanted = sorted(
            found.from_screen(
                cx + (x - cx) * math.cos(turn) - (y - cy) * math.sin(turn),
                cy + (x - cx) * math.sin(turn) + (y - cy) * math.cos(turn),
            )
            for x, y in (found.to_screen(*corner) for corner in flat)
        )
        for thing in found:
            assert isinstance(thing.shape, (Rect, Polygon))
            got = sorted(thing.shape.vertices)
            assert [*sum(got, ())] == pytest.approx([*sum(wanted, ())], abs=1e-9)
            assert thing.kind != "polygon" or sorted(thing.points) == got
        assert isinstance(found.shapes[0].shape, Rect if angle == 0 else Polygon)


def test_round_objects_and_lines_are_rotated_too(folder: Path) -> None:
    at = {"x": 64, "y": 64, "rotation": 45}
    held = [drawn(width=32, height=32, ellipse=True, **at), drawn(point=True, **at),
            drawn(polyline=points((0, 0), (20, 0), (20, 20)), **at)]  # fmt: skip
    ellipse, point, line = level(folder, objects(*held), **ISO)
    assert isinstance(ellipse.shape, Polygon)
    assert point.shape.center == pytest.approx((64, 64))
    assert isinstance(line.shape, Body)
    assert line.points[0] == pytest.approx((64, 64))


def test_tile_objects_stand_upright_on_the_drawing(folder: Path) -> None:
    one = tileset(tile(1, drawn(x=0, y=24, width=64, height=8)), tilewidth=64, tileheight=64)
    trees = objects(drawn(gid=1, x=96, y=64), drawn(id=2, gid=2, x=96, y=64))
    whole, foot = level(folder, trees, tilesets=[one], **ISO)
    found = level(folder, **ISO)
    x, y = found.to_screen(96, 64)

    def screen(shape: Any) -> list[tuple[float, float]]:
        return sorted(found.to_screen(*corner) for corner in shape.vertices)

    assert screen(whole.shape) == [(x - 32, y - 64), (x - 32, y), (x + 32, y - 64), (x + 32, y)]
    assert screen(foot.shape) == [(x - 32, y - 40), (x - 32, y - 32), (x + 32, y - 40), (x + 32, y - 32)]


def test_the_offset_of_a_layer_is_that_of_the_drawing(folder: Path) -> None:
    found = level(folder, objects(drawn(x=64, y=64, point=True), offsetx=10, offsety=6), **ISO)
    (x, y) = found.to_screen(64, 64)
    assert found.to_screen(*found.shapes[0].shape.center) == pytest.approx((x + 10, y + 6))


@pytest.mark.parametrize(
    ("keys", "size"),
    [
        ({"orientation": "isometric"}, (10 * 32, 8 * 32)),
        ({"orientation": "staggered", "staggeraxis": "y"}, (10 * 64 + 32, 8 * 16 + 16)),
        ({"orientation": "staggered", "staggeraxis": "x", "staggerindex": "even"}, (10 * 32 + 32, 8 * 32 + 16)),
        ({"orientation": "hexagonal", "hexsidelength": 12, "staggeraxis": "y"}, (10 * 64 + 32, 8 * 22 + 10)),
        ({"orientation": "hexagonal", "hexsidelength": 20, "staggeraxis": "x"}, (10 * 42 + 22, 8 * 32 + 16)),
        ({"orientation": "staggered", "width": 3, "height": 1}, (3 * 64, 32)),
        ({"orientation": "staggered", "width": 0, "height": 0}, (0, 0)),
    ],
)
def test_the_size_is_that_of_tiled(folder: Path, keys: dict[str, Any], size: tuple[float, float]) -> None:
    assert level(folder, **{**ISO, **keys}).size == size


# ---- tiles -----------------------------------------------------------------------------------------------------------


def warned(found: Level) -> str:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found.space()
    return "".join(str(one.message) for one in caught)


@pytest.mark.parametrize("orientation", OTHERS)
def test_tiles_that_nobody_asked_to_be_solid_are_left_out(folder: Path, orientation: str) -> None:
    one = [tileset(tile(0, drawn(width=16, height=16)))]
    layers = [tiles([1, 1], name="floor"), tiles([1, 1], name="Walls"), tiles([1, 1], name="solids", properties=HOLLOW)]
    rock = objects(drawn(width=9, height=9, properties=SOLID))
    found = level(folder, *layers, rock, tilesets=one, orientation=orientation)
    assert [thing.kind for thing in found] == ["rectangle"]
    assert f"left out: layer 'Walls', as tiles of {orientation} maps are not read. " in warned(found)
    assert "nothing" not in warned(found)
    assert (
        warned(level(folder, layers[0], objects(drawn(properties=SOLID)), orientation=orientation, tilesets=one)) == ""
    )


@pytest.mark.parametrize("orientation", OTHERS)
@pytest.mark.parametrize("asked", ["layer", "tile", "name", "function"])
def test_tiles_that_are_asked_to_be_solid_are_an_error(folder: Path, orientation: str, asked: str) -> None:
    layer = tiles([1, 0], name="walls", properties=SOLID if asked == "layer" else [])
    one = tileset(tile(0, properties=SOLID if asked == "tile" else []))
    solid = {"name": "walls", "function": lambda one: True}.get(asked)
    message = said(folder, layer, tilesets=[one], orientation=orientation, solid=solid)
    assert message == (
        f"layer 'walls': tile 0 of tileset 'set' is solid, but the tiles of {orientation} maps are not read:"
        " orientation must be orthogonal, or walls be objects"
    )


def test_the_map_in_xml_is_the_same(folder: Path) -> None:
    xml = """<map orientation="hexagonal" width="10" height="8" tilewidth="64" tileheight="32" hexsidelength="12"
      staggeraxis="y" staggerindex="odd"><objectgroup name="walls"><object id="1" x="3" y="4" width="5" height="6"/>
      </objectgroup></map>"""
    found = load(write(folder / "hex.tmx", xml))
    assert (found.size, found.solids[0].shape) == ((672, 186), Rect(3, 4, 5, 6))


# ---- whatever an object says -----------------------------------------------------------------------------------------

numbers = st.sampled_from([0, 1, -1, 7.5, 1e-300, 1e20, -1e59, 9e59, 360, 1e17]) | st.floats(-1e60, 1e60)
kinds: st.SearchStrategy[dict[str, Any]] = st.sampled_from([
    {}, {"point": True}, {"ellipse": True}, {"capsule": True}, {"gid": 1}, {"gid": 2 | 1 << 29},
    {"polygon": points((0, 0), (20, 0), (20, 10), (10, 4), (0, 10))}, {"polyline": points((0, 0), (5, 5), (9, 0))},
])  # fmt: skip
tile_sizes = st.sampled_from([1, 2, 32, 64, 2**31 - 1])


@given(
    st.lists(st.tuples(kinds, numbers, numbers, numbers, numbers, numbers), min_size=1, max_size=3),
    st.sampled_from(OTHERS), tile_sizes, tile_sizes, numbers,
)  # fmt: skip
def test_objects_of_any_numbers_make_a_level_or_a_line(
    folder: Path, rows: list[Any], orientation: str, width: int, height: int, offset: float
) -> None:
    held = [
        drawn(id=i, name="odd", x=x, y=y, width=w, height=h, rotation=angle, **kind)
        for i, (kind, x, y, w, h, angle) in enumerate(rows)
    ]
    one = tileset(tile(0), tile(1, drawn(width=9, height=9, ellipse=True), drawn(x=4, width=9, height=9, rotation=30)))
    keys: dict[str, Any] = {"orientation": orientation, "tilewidth": width, "tileheight": height, "tilesets": [one]}
    try:
        found = level(folder, objects(*held, offsetx=offset, name="walls"), solid="default", **keys)
    except MapError as error:
        message = str(error).removeprefix(f"{folder / 'map.tmj'}: ")
        assert message.startswith(("layer 'walls': object ", "layer 'walls': offsetx must be"))
        assert "('odd'): " in message or "offsetx" in message
        return
    assert len(found.space(lambda thing: thing.solid)) == len(found.solids)
    assert all(thing.solid is (thing.kind != "point") for thing in found)
