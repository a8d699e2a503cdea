"""Whatever a map's files contain, loading them gives a level or a one-line error, quickly and in little memory."""

from __future__ import annotations

import base64
import copy
import json
import shutil
import time
import tracemalloc
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiled_maps import SOLID, a_map, drawn, group, objects, points, tile, tiles, tileset, write

from collide2d.tiled import Level, MapError, load

EXAMPLE = Path(__file__).parents[2] / "examples" / "maps"
MAPS = Path(__file__).parent / "maps"

SECONDS = 10  # of the processor: far more than a small map needs, far less than one that loops over what it claims

junk = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, -1, 1, 2, 2**28, 2**31, 2**32, 2**63, 10**30, 10**400, -(10**400), 0x80000001, 0xF0000001]),
    st.integers(),
    st.floats(),
    st.sampled_from(
        ["", "0", "1e9", "NaN", "-1", "solid", "..", "/", "coin.tj", "tiles.tsj", "level.tmj", "\0", "\ud800"]
    ),
    st.text(max_size=10),
    st.sampled_from([[], {}, [[]], [{}], {"x": 0, "y": 0}, [0] * 7, [None], {"": {}}]),
)


def loads(path: Path) -> Level | None:
    """What is loaded; nothing else than a level or a line may come of it."""
    start = time.process_time()
    try:
        made: Level | None = load(path)
    except MapError as error:
        made = None
        message = str(error)
        assert message.startswith(str(path.parent))
        assert message.isprintable()
        assert 10 < len(message) < 3000
    assert time.process_time() - start < SECONDS
    return made


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values in some JSON data; of long lists of numbers, to a few."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    if isinstance(data, list) and len(data) > 200:
        keys = range(0, len(data), 97)
    for key in keys:
        yield (*path, key)
        yield from places(data[key], (*path, key))


class Change:
    """A value of some JSON data replaced, taken out, or doubled."""

    def __init__(self, draw: st.DrawFn, ways: list[tuple[Any, ...]]) -> None:
        self.way = draw(st.sampled_from(ways))
        self.how = draw(st.sampled_from(["replace", "replace", "remove", "double"]))
        self.value = draw(junk)

    def apply(self, data: Any) -> None:
        for key in self.way[:-1]:
            try:
                data = data[key]
            except (KeyError, IndexError, TypeError):
                return  # an earlier change took it out
        key = self.way[-1]
        if isinstance(data, dict) and key in data:
            if self.how == "remove":
                del data[key]
            else:
                data[key] = self.value
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            if self.how == "remove":
                del data[key]
            elif self.how == "double":
                data.insert(key, copy.deepcopy(data[key]))
            else:
                data[key] = self.value


def everything() -> dict[str, Any]:
    """A small map of all that there is."""
    said = [{"name": "a", "type": "class", "value": {"b": 1}}, {"name": "c", "type": "color", "value": "#ff0000"},
            {"name": "d", "type": "list", "value": [{"type": "int", "value": 1}]}, *SOLID]  # fmt: skip
    one = tileset(
        tile(0, properties=SOLID), tile(1, drawn(polygon=points((0, 16), (16, 0), (16, 16)))),
        tile(2, drawn(width=8, height=8, ellipse=True, rotation=30), animation=[{"duration": 100, "tileid": 1}]),
        tile(3, image="a.png", imagewidth=16, imageheight=16), tileoffset={"x": 0, "y": 0}, image="b.png",
        imagewidth=48, imageheight=48, grid={"orientation": "orthogonal", "width": 16, "height": 16},
        transformations={"hflip": True, "vflip": True, "rotate": True, "preferuntransformed": False},
    )  # fmt: skip
    packed = base64.b64encode(zlib.compress(bytes([1, 0, 0, 0] * 4))).decode()
    held = [
        drawn(x=1, y=2, width=3, height=4, rotation=5, properties=said), drawn(gid=2, x=5, y=6, width=32, height=8),
        drawn(polygon=points((0, 0), (20, 0), (20, 10), (10, 4), (0, 10))), drawn(polyline=points((0, 0), (5, 5))),
        drawn(ellipse=True, width=3, height=9), drawn(capsule=True, width=9, height=3), drawn(point=True),
        drawn(text={"text": "t", "color": "#ff000000", "bold": True, "pixelsize": 9}, width=9, height=9),
        {"id": 9, "template": "coin.tj", "x": 5, "y": 5},
    ]  # fmt: skip
    chunks = [{"x": -2, "y": 0, "width": 2, "height": 2, "data": packed}]
    layers = [
        tiles([1, 2, 3], [0, 2 | 1 << 31, 2 | 1 << 29], id=1, offsetx=2, offsety=3, parallaxx=0.5, tintcolor="#ff0000"),
        group(objects(*held, properties=SOLID), {"type": "imagelayer", "name": "i", "image": "c.png"}, offsetx=5),
        {"type": "tilelayer", "name": "c", "width": 2, "height": 2, "encoding": "base64", "compression": "zlib",
         "chunks": chunks},
    ]  # fmt: skip
    return a_map(*layers, tilesets=[one, {"firstgid": 50, "source": "tiles.tsj"}], properties=said)


EVERYTHING = everything()
WAYS = [*places(EVERYTHING)]
TILES, COIN = (json.loads((EXAMPLE / name).read_text(encoding="utf-8")) for name in ("tiles.tsj", "coin.tj"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("maps") / "maps"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return folder


def test_the_map_of_everything_is_a_level(folder: Path) -> None:
    made = loads(write(folder / "map.tmj", EVERYTHING))
    assert made is not None
    kinds = {"rectangle", "point", "ellipse", "capsule", "polygon", "polyline", "tile", "cell", "cells"}
    assert {thing.kind for thing in made} == kinds
    assert len(WAYS) > 300


@given(st.data())
def test_changed_values_make_a_level_or_a_line(folder: Path, data: st.DataObject) -> None:
    changed = copy.deepcopy(EVERYTHING)
    for _ in range(data.draw(st.integers(1, 4))):
        data.draw(st.builds(Change, st.just(data.draw), st.just(WAYS))).apply(changed)
    loads(write(folder / "map.tmj", changed))


@pytest.mark.parametrize(("name", "original"), [("tiles.tsj", TILES), ("coin.tj", COIN)])
@given(st.data())
def test_changed_tilesets_and_templates_make_a_level_or_a_line(
    folder: Path, name: str, original: Any, data: st.DataObject
) -> None:
    changed = copy.deepcopy(original)
    ways = [*places(original)]
    for _ in range(data.draw(st.integers(1, 3))):
        data.draw(st.builds(Change, st.just(data.draw), st.just(ways))).apply(changed)
    path = write(folder / "map.tmj", EVERYTHING)
    write(folder / name, changed)
    try:
        loads(path)
    finally:
        write(folder / name, original)


@pytest.mark.parametrize("name", ["finite-zlib.tmx", "infinite-csv.tmx", "finite-csv.tmj", "level.tmx"])
@given(st.data())
def test_files_cut_and_changed_byte_by_byte_make_a_level_or_a_line(
    folder: Path, name: str, data: st.DataObject
) -> None:
    raw = bytearray(((EXAMPLE if name == "level.tmx" else MAPS) / name).read_bytes())
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    if data.draw(st.booleans()):
        del raw[data.draw(st.integers(0, len(raw))) :]
    loads(write(folder / f"map{Path(name).suffix}", bytes(raw)))


@pytest.mark.parametrize("name", ["finite-csv.tmx", "infinite-zlib.tmx"])
@given(st.data())
def test_changed_elements_make_a_level_or_a_line(folder: Path, name: str, data: st.DataObject) -> None:
    root = ET.fromstring((MAPS / name).read_bytes())
    elements = [*root.iter()]
    text = st.one_of(st.sampled_from(["", "1e999", "-1", "99999999999", "0.5", "x", "nan", "1,2", "0,0 5,5 5,0 0,5"]),
                     st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=8))  # fmt: skip
    for _ in range(data.draw(st.integers(1, 4))):
        element = data.draw(st.sampled_from(elements))
        how = data.draw(st.sampled_from(["set", "set", "drop", "text", "tag", "clear", "double"]))
        keys = sorted(element.attrib)
        if how in ("set", "drop") and keys:
            key = data.draw(st.sampled_from(keys))
            element.attrib.pop(key) if how == "drop" else element.set(key, data.draw(text))
        elif how == "text":
            element.text = data.draw(text)
        elif how == "tag" and element is not root:
            element.tag = data.draw(
                st.sampled_from(["layer", "object", "group", "data", "tile", "property", "tileset"])
            )
        elif how == "clear" and element is not root:
            element.clear()
        elif how == "double" and len(element):
            element.append(element[0])
    loads(write(folder / "map.tmx", ET.tostring(root)))


@given(st.recursive(junk, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner), max_leaves=10))
def test_any_json_makes_a_level_or_a_line(folder: Path, data: Any) -> None:
    loads(write(folder / "map.tmj", json.dumps(data)))


def claims() -> dict[str, dict[str, Any]]:
    """Maps that say that they are large."""
    bomb = base64.b64encode(zlib.compress(bytes(50_000_000), 9)).decode()
    one = [tileset(tile(0, properties=SOLID), tilecount=2**28, columns=2**31 - 1)]
    packed = {"encoding": "base64", "compression": "zlib"}
    chunk = {"x": 0, "y": 0, "width": 10**5, "height": 10**4, "data": bomb}
    corners = [{"x": x, "y": y, "width": 1, "height": 1, "data": [1]} for x in (0, 2**30) for y in (0, 2**30)]
    return {
        "map": a_map(tiles([1]), width=2**31 - 1, height=2**31 - 1, tilesets=one),
        "layer": a_map(tiles([1], width=10**9, height=1)),
        "csv": a_map(tiles([1], width=2000, height=2000, data="1," * 10)),
        "bomb": a_map(tiles([1], width=2000, height=2000, data=bomb, **packed)),
        "small bomb": a_map(tiles([1], data=bomb, **packed)),
        "chunk": a_map({"type": "tilelayer", "name": "c", "chunks": [chunk], **packed}),
        "corners": a_map({"type": "tilelayer", "name": "c", "chunks": corners}, tilesets=one, infinite=True),
        "tile": a_map(
            tiles([1]), tilesets=[tileset(tile(0, properties=SOLID), tilewidth=2**31 - 1, tileheight=2**31 - 1)]
        ),
        "object": a_map(objects(drawn(gid=1, x=1e59, width=1e59, height=1e-59)), tilesets=one),
        "rotation": a_map(objects(drawn(width=1e59, height=1e59, rotation=1e59))),
    }


@pytest.mark.parametrize("name", claims())
def test_huge_sizes_claimed_by_a_map_are_not_allocated(folder: Path, name: str) -> None:
    path = write(folder / "map.tmj", claims()[name])
    tracemalloc.start()
    try:
        loads(path)
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()
