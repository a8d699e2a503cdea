"""The files of a map: tilesets and templates in both formats, and one clear line for each error in them."""

from __future__ import annotations

import gzip
import json
import os
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from tiled_maps import (
    SOLID,
    H,
    a_map,
    drawn,
    group,
    level,
    objects,
    points,
    rows,
    said,
    tile,
    tiles,
    write,
)
from tiled_maps import tileset as a_tileset

from collide2d import Circle, Rect, Segment
from collide2d.tiled import MapError, load

EXAMPLE = Path(__file__).parents[2] / "examples" / "maps"

COIN = tile(0, drawn(x=4, y=4, width=8, height=8, ellipse=True), type="coin")
TILESET_XML = """<?xml version="1.0" encoding="UTF-8"?>
<tileset name="coins" tilewidth="16" tileheight="16" tilecount="4" columns="2">
 <image source="c.png" width="32" height="32"/>
 <tile id="0" type="coin">
  <objectgroup><object id="1" x="4" y="4" width="8" height="8"><ellipse/></object></objectgroup>
 </tile>
</tileset>"""
TEMPLATE_XML = """<template><tileset firstgid="1" source="coins.tsx"/>
 <object name="coin" gid="1" width="16" height="16"><properties>
  <property name="value" type="int" value="5"/><property name="kind" value="gold"/>
 </properties></object></template>"""
TEMPLATE = {
    "type": "template",
    "tileset": {"firstgid": 1, "source": "coins.tsj"},
    "object": {
        "name": "coin", "gid": 1, "width": 16, "height": 16,
        "properties": [{"name": "value", "type": "int", "value": 5},
                       {"name": "kind", "type": "string", "value": "gold"}],
    },
}  # fmt: skip


PACK: dict[str, Callable[[bytes], bytes]] = {"zlib": zlib.compress, "gzip": gzip.compress, "zstd": zstandard.compress}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sets").mkdir()
    for path in (tmp_path, tmp_path / "sets"):
        write(path / "coins.tsj", {**a_tileset(COIN), "type": "tileset"})
        write(path / "coins.tsx", TILESET_XML)
        write(path / "coin.tj", TEMPLATE)
        write(path / "coin.tx", TEMPLATE_XML)
    return tmp_path


# ---- tilesets and templates ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["coins.tsj", "coins.tsx", "sets/coins.tsx", "sets/../coins.tsj"])
def test_tilesets_may_be_files_of_either_format(folder: Path, source: str) -> None:
    found = level(folder, tiles([0, 7]), tilesets=[{"firstgid": 7, "source": source}])
    assert [thing.shape for thing in found] == [Circle(24, 8, 4)]
    xml = f"""<map width="2" height="1" tilewidth="16" tileheight="16"><tileset firstgid="7" source="{source}"/>
      <layer name="tiles" width="2" height="1"><data encoding="csv">0,7</data></layer></map>"""
    assert rows(load(write(folder / "map.tmx", xml))) == rows(level(folder, tiles([0, 7]), width=2, height=1, tilesets=[
        {"firstgid": 7, "source": source}]))  # fmt: skip


@pytest.mark.parametrize("template", ["coin.tj", "coin.tx", "sets/coin.tj"])
@pytest.mark.parametrize("tilesets", [[], [{"firstgid": 3, "source": "coins.tsj"}], [{"firstgid": 3, **a_tileset()}]])
def test_templates_may_be_files_of_either_format(folder: Path, template: str, tilesets: list[dict[str, Any]]) -> None:
    instance = {"id": 9, "template": template, "x": 32, "y": 48}
    (coin,) = level(folder, group(objects(instance)), tilesets=tilesets)
    assert (coin.shape, coin.name, coin.class_, coin.id) == (Circle(40, 40, 4), "coin", "coin", 9)
    assert coin.properties == {"value": 5, "kind": "gold"}


def test_an_instance_says_more_than_its_template(folder: Path) -> None:
    own = [{"name": "value", "type": "int", "value": 7}, *SOLID]
    instance = {"id": 9, "template": "coin.tj", "x": 32, "y": 48, "width": 32, "height": 32, "rotation": 90,
                "name": "big", "properties": own}  # fmt: skip
    (coin,) = level(folder, objects(instance))
    assert coin.shape == Circle(48, 64, 8)
    assert (coin.name, coin.solid) == ("big", True)
    assert coin.properties == {"value": 7, "kind": "gold", "solid": True}


def test_templates_of_other_shapes_and_flipped_tiles(folder: Path) -> None:
    write(folder / "p.tj", {"object": drawn(polyline=points((0, 0), (8, 0)), rotation=90, type="way")})
    write(folder / "f.tj", {**TEMPLATE, "object": {"gid": 1 | H, "width": 16, "height": 16}})
    line, coin = level(folder, objects({"id": 1, "template": "p.tj", "x": 1, "y": 2}, {"template": "f.tj", "y": 16}))
    assert (line.shape, line.class_) == (Segment(1, 2, 1, 10), "way")
    assert coin.gid == 1 | H


def test_a_file_that_many_name_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    real = os.stat

    def stat(path: str, **keys: Any) -> os.stat_result:
        opened.append(os.fspath(path))
        return real(path, **keys)

    monkeypatch.setattr(os, "stat", stat)
    held = [{"id": i, "template": "coin.tj", "x": i, "y": 16} for i in range(50)]
    assert len(level(folder, objects(*held))) == 50
    assert len([name for name in opened if name.endswith((".tj", ".tsj"))]) == 2


# ---- older files -----------------------------------------------------------------------------------------------------


def test_older_forms_are_understood(folder: Path) -> None:
    xml = """<map version="1.0" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
      <tileset firstgid="1" name="a" tilewidth="16" tileheight="16"><tile id="0"><properties>
      <property name="solid" type="bool" value="true"/></properties></tile></tileset>
      <layer name="g" width="2" height="2"><data><tile gid="1"/><tile/><tile gid="1"/><tile gid="0"/></data></layer>
      <objectgroup name="o"><object x="1" y="2" width="3"/><object class="new" x="4" y="5"/></objectgroup></map>"""
    found = load(write(folder / "old.tmx", xml))
    assert [thing.shape for thing in found] == [Rect(0, 0, 16, 32), Rect(1, 2, 3, 0), Rect(4, 5, 0, 0)]
    assert found.shapes[2].class_ == "new"  # as Tiled 1.9 wrote it
    tilesets = [a_tileset(tiles={"0": {"objectgroup": objects(drawn(width=4, height=4))}})]
    old = level(folder, tiles([1]), tilesets=tilesets, properties={"title": "old"})
    assert [thing.shape for thing in old] == [Rect(0, 0, 4, 4)]
    assert old.properties == {"title": "old"}


def test_text_may_be_marked_as_utf_8_and_be_utf_16(folder: Path) -> None:
    plain = json.dumps(a_map(objects(drawn(point=True))))
    assert len(load(write(folder / "a.tmj", b"\xef\xbb\xbf" + plain.encode()))) == 1
    held = "<objectgroup><object><point/></object></objectgroup>"
    xml = f'<map width="1" height="1" tilewidth="8" tileheight="8">{held}</map>'
    assert len(load(write(folder / "a.tmx", b"\xef\xbb\xbf" + xml.encode()))) == 1
    assert len(load(write(folder / "b.tmx", ('<?xml version="1.0" encoding="UTF-16"?>' + xml).encode("utf-16")))) == 1


# ---- what is wrong ---------------------------------------------------------------------------------------------------


def test_an_oblique_map_is_named(folder: Path) -> None:
    rule = "orthogonal or isometric or staggered or hexagonal"
    assert said(folder, orientation="oblique") == f"orientation must be {rule}, got oblique"


@pytest.mark.parametrize(
    ("layer", "message"),
    [
        (tiles([1, 2], width=3), "data must hold 3 x 1 tiles, got 2"),
        (tiles([1], width=10**9), r"the tiles of a map must be at most 8388608, got 1000000000 x 1 here"),
        (tiles([1], width=-1), "width must be a whole number from 0 to 2147483647, got -1"),
        (tiles([1], width=1.5), "width must be a whole number from 0 to 2147483647, got 1.5"),
        (tiles([1], width="1"), "width must be a whole number from 0 to 2147483647, got '1'"),
        (tiles([1], height=None), "height must be a whole number from 0 to 2147483647, got none"),
        (tiles([-1]), r"data must hold whole numbers from 0 to 4294967295, got -1 at 0"),
        (tiles([1 << 32]), r"data must hold whole numbers from 0 to 4294967295, got 4294967296 at 0"),
        (tiles([True]), "data must hold whole numbers from 0 to 4294967295, got true at 0"),
        (tiles([5]), "a tile must be in a tileset, got global id 5"),
        (tiles([0], data=None), "data must be a list or a string, got none"),
        (tiles([0], data="1,x"), "data must hold 1 x 1 tiles, got 2"),
        (tiles([0], data="x"), "data must hold whole numbers, got 'x'"),
        (tiles([0], data="!", encoding="base64"), "data must be base64, got '!': Only base64 data is allowed"),
        (tiles([0], data="AAAA", encoding="base64"), "data must be 4 bytes for each tile, got 3"),
        (tiles([0], data="AAAAAAAA", encoding="base64"), "data must be 4 bytes for each tile, got 6"),
        (tiles([0], data="", encoding="base64"), "data must hold 1 x 1 tiles, got 0"),
        (tiles([0], data="AAAA", encoding="base64", compression="zlib"), "data must be compressed with zlib: Error.*"),
        (tiles([0], data="AAAA", encoding="base64", compression="gzip"), "data must be compressed with gzip: Error.*"),
        (tiles([0], data="AAAA", encoding="base64", compression="zstd"),
         "data must be compressed with zstd and say that it holds 4 bytes, got None"),
        (tiles([0], encoding="base32"), "encoding must be csv or base64, got 'base32'"),
        (tiles([0], compression="lzma"), "compression must be empty or zlib or gzip or zstd, got 'lzma'"),
        (tiles([0], chunks=[{"x": 0, "y": 0, "width": 1, "height": 1}]), "chunk[0]: data must be a list .*, got none"),
        (tiles([0], chunks=[{"x": 2**31, "y": 0, "width": 0, "height": 0}]), r"chunk[0]: x must be a whole number .*"),
        (tiles([0], chunks=[[]]), r"chunks[0] must be an object, got []"),
        (tiles([0], chunks=3), "chunks must be a list, got 3"),
        (tiles([0], offsetx="1"), "offsetx must be a number, got '1'"),
        (tiles([0], offsetx=float("nan")), "offsetx must be a number, got nan"),
        (tiles([0], opacity=True), "opacity must be a number, got true"),
        (tiles([0], visible=1), "visible must be true or false, got 1"),
        (tiles([0], tintcolor="red"), "tintcolor must be a colour, #RRGGBB or #AARRGGBB, got 'red'"),
        (tiles([0], properties=[{"type": "int"}]), "property[0]: name must be a string, got none"),
        (tiles([0], properties=[{"name": "n", "type": "int", "value": "1"}]), "property 'n': value must be a whole .*"),
        (tiles([0], properties=[{"name": "n", "type": "color", "value": "1"}]), "property 'n': value must be a col.*"),
        (tiles([0], properties=3), "properties must be a list, got 3"),
    ],
)  # fmt: skip
def test_a_wrong_layer_is_named_with_rule_and_value(folder: Path, layer: dict[str, Any], message: str) -> None:
    pattern = re.escape(message).replace(r"\.\*", ".*")
    assert re.fullmatch(f"layer 'tiles': {pattern}", said(folder, layer))


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ({"width": -1, "height": 4}, "w must be >= 0, got -1.0"),
        ({"width": -1, "height": 4, "ellipse": True}, "width and height must be >= 0, got -1 and 4"),
        ({"width": -1, "height": 4, "capsule": True}, "r must be >= 0, got -0.5"),
        ({"x": 1e61}, "x must be a number, got 1e.61"),
        ({"x": 10**400}, "x must be a number, got inf"),
        ({"rotation": float("inf")}, "rotation must be a number, got inf"),
        ({"polygon": []}, "polygon must have 1 to 10000 points, got 0"),
        ({"polygon": [[1, 2]]}, r"polygon\[0\] must be an object, got \[1, 2\]"),
        ({"polygon": [{"x": 1}]}, r"polygon\[0\]: y must be a number, got none"),
        ({"polygon": points((0, 0), (4, 4), (4, 0), (0, 4))}, ".*decompose: .*"),
        ({"ellipse": "yes"}, "ellipse must be true or false, got 'yes'"),
        ({"text": 3}, "text must be an object, got 3"),
        ({"gid": 2**32}, "gid must be a whole number from 0 to 4294967295, got 4294967296"),
        ({"gid": 7, "width": -3}, "a tile must be in a tileset, got global id 7"),
        ({"name": 3}, "name must be a string, got 3"),
    ],
)
def test_a_wrong_object_is_named_with_rule_and_value(folder: Path, held: dict[str, Any], message: str) -> None:
    name = re.escape(" ('door')") if "name" not in held else ""
    got = said(folder, objects(drawn(id=4, **{"name": "door", **held})))
    assert re.fullmatch(rf"layer 'objects': object 4{name}: (Rect: |Capsule: |Circle: )?{message}", got)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"tilewidth": 0}, "tilewidth must be a whole number from 1 to 2147483647, got 0"),
        ({"width": None}, "width must be a whole number from 0 to 2147483647, got none"),
        ({"infinite": 1}, "infinite must be true or false, got 1"),
        ({"orientation": 3}, "orientation must be a string, got 3"),
        ({"orientation": "round"}, "orientation must be orthogonal or .*, got 'round'"),
        ({"layers": {}}, "layers must be a list, got {}"),
        ({"layers": [3]}, "layers[0] must be an object, got 3"),
        ({"layers": [{"name": "a", "type": "b"}]}, "layer 'a': type must be tilelayer or .*, got 'b'"),
        ({"layers": [{}]}, "layer[0]: type must be tilelayer or objectgroup or imagelayer or group, got none"),
        ({"tilesets": [{}]}, "tileset[0]: firstgid must be a whole number from 1 to 268435455, got none"),
        ({"tilesets": [{"firstgid": 1}]}, "tileset[0]: tilewidth must be .*, got none"),
        ({"tilesets": [a_tileset(), a_tileset(name="b")]}, "tileset 'b': firstgid must be given to .*, got 1 twice"),
        ({"tilesets": [a_tileset({"id": -1})]}, "tileset 'set': tile -1: id must be a whole number .*, got -1"),
        ({"tilesets": [a_tileset(objectalignment="in")]}, "tileset 'set': objectalignment must be .*, got 'in'"),
        ({"tilesets": [a_tileset(tile(2, drawn(x="a")))]}, "tileset 'set': tile 2: object 1: x must be .*, got 'a'"),
        ({"tilesets": [a_tileset(grid={"a": 1})]}, "tileset 'set': pytiled-parser cannot read it: KeyError: .*"),
        ({"tilesets": [{"firstgid": 1, "source": "none.tsj"}]}, "tileset[0]: .*none.tsj: cannot be read: No such.*"),
        ({"tilesets": [{"firstgid": 1, "source": "sets"}]}, "tileset[0]: .*sets: cannot be read: it is not a file"),
        ({"tilesets": [{"firstgid": 1, "source": "a\0b"}]}, "tileset[0]: '.*': cannot be read: .*null.*"),
        ({"type": "tileset"}, "must be a Tiled map, with layers and a tilewidth"),
        ({"layers": [{"type": "objectgroup", "objects": [{"template": "x.tj"}]}]},
         "layer[0]: object[0]: .*x.tj: cannot be read: No such file.*"),
    ],
)  # fmt: skip
def test_a_wrong_map_is_named_with_rule_and_value(folder: Path, keys: dict[str, Any], message: str) -> None:
    pattern = re.escape(message).replace(r"\.\*", ".*")
    assert re.fullmatch(pattern, said(folder, **keys))


def test_wrong_shapes_of_a_tile_name_the_tileset(folder: Path) -> None:
    cross = drawn(polygon=points((0, 0), (4, 4), (4, 0), (0, 4)), name="x")
    write(folder / "bad.tsj", {**a_tileset(tile(3, cross)), "type": "tileset"})
    with pytest.raises(MapError, match=r"bad\.tsj: tile 3: object 1 \('x'\): decompose"):
        level(folder, tiles([4]), tilesets=[{"firstgid": 1, "source": "bad.tsj"}])


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("sets/bad.tsj", "{", r"bad.tsj:1:2: must be JSON: Expecting property name.*, got the end of the file"),
        ("sets/bad.tsj", "[]", r"bad.tsj: must hold a JSON object, got \[\]"),
        ("sets/bad.tsj", "", r"bad.tsj: must hold XML or JSON, got nothing"),
        ("sets/bad.tsj", b"\xff{}", r"bad.tsj: must be UTF-8 text, got byte 0xff at offset 0"),
        ("sets/bad.tsj", "[" * 100_000, r"bad.tsj: must nest .*, got nesting too deep to read"),
        ("sets/bad.tsj", '{"type": "map"}', "bad.tsj: type must be tileset, got 'map'"),
        ("sets/bad.tsx", "<tileset", r"bad.tsx:1:1: must be XML: unclosed token"),
        ("sets/bad.tsx", "<svg/>", r"bad.tsx: must be XML that can be read: it must hold a map, .*, got <svg>"),
        (
            "sets/bad.tsx",
            '<?xml version="1.0" encoding="none"?><tileset/>',
            "bad.tsx: must be XML .*: unknown encoding.*",
        ),
        ("sets/bad.tsx", "<template/>", r"bad.tsx: type must be tileset, got 'template'"),
        ("sets/bad.tsx", "<tileset tilewidth='a'/>", "bad.tsx: tilewidth must be a whole number .*, got 'a'"),
    ],
)
def test_a_broken_tileset_names_its_own_file(folder: Path, name: str, text: str | bytes, message: str) -> None:
    write(folder / name, text)
    with pytest.raises(MapError) as caught:
        level(folder, tiles([1]), tilesets=[{"firstgid": 1, "source": name}])
    assert re.fullmatch(f"{re.escape(str(folder / 'sets'))}/{message}", str(caught.value))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type": "tileset"}', "type must be template, got 'tileset'"),
        ("{}", "object must be an object, got none"),
        ('{"object": {"gid": 1}}', "tileset must be an object, got none"),
        ('{"object": {"gid": 1}, "tileset": {"firstgid": 9, "source": "coins.tsj"}}', "object: gid must be .*, got 1"),
        ('{"object": {"gid": 1}, "tileset": {"source": "none"}}', "tileset: .*none: cannot be read: No such file.*"),
        ('{"object": {"gid": 268435455}, "tileset": {"source": "coins.tsj"}}', "object: gid must be below 268435456.*"),
    ],
)
def test_a_broken_template_names_its_own_file(folder: Path, text: str, message: str) -> None:
    write(folder / "bad.tj", text)
    with pytest.raises(MapError) as caught:
        level(folder, tiles([0]), objects({"template": "bad.tj"}), tilesets=[a_tileset()])
    assert re.fullmatch(f"{re.escape(str(folder / 'bad.tj'))}: {message}", str(caught.value))


def test_groups_nest_a_few_deep(folder: Path) -> None:
    held = objects(drawn(point=True))
    for _ in range(33):
        held = group(held)
    with pytest.raises(MapError, match=r"groups must be in at most 32 others, got more$"):
        level(folder, held)


def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe.tmj")
    with pytest.raises(MapError, match=r"pipe\.tmj: cannot be read: it is not a file$"):
        load(folder / "pipe.tmj")
