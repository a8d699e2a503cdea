"""Levels of Tiled maps: solid tiles, merged tiles, and the use of the things by a program."""

from __future__ import annotations

import copy
import doctest
import importlib
import inspect
import pickle
import pkgutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiled_maps import (
    HOLLOW,
    SOLID,
    a_map,
    drawn,
    group,
    level,
    objects,
    rows,
    tile,
    tiles,
    write,
)
from tiled_maps import tileset as a_tileset

from collide2d import Circle, Rect, Space
from collide2d import tiled as tiled_module
from collide2d.tiled import SENSOR, Level, Tile, load
from collide2d.tiled import SOLID as SOLID_LAYER

MAPS = Path(__file__).parent / "maps"
EXAMPLE = Path(__file__).parents[2] / "examples" / "maps"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("maps")


# ---- what is solid, and merged ---------------------------------------------------------------------------------------

SHAPE = drawn(width=16, height=8)


@pytest.mark.parametrize(
    ("of_tile", "of_set", "of_layer", "of_group", "solid"),
    [
        ({}, {}, {}, {}, None),
        ({"properties": SOLID}, {}, {}, {}, True),
        ({"type": "solid"}, {}, {}, {}, True),
        ({"type": "Solid"}, {}, {}, {}, True),
        ({"type": "wall"}, {}, {}, {}, True),  # by convention
        ({"type": "grass"}, {}, {}, {}, None),
        ({}, {"properties": SOLID}, {}, {}, True),
        ({}, {"class": "solid"}, {}, {}, True),
        ({}, {}, {"class": "solid"}, {}, True),
        ({}, {}, {"properties": SOLID}, {}, True),
        ({}, {}, {}, {"properties": SOLID}, True),
        ({"properties": SOLID}, {}, {"properties": HOLLOW}, {}, None),
        ({"properties": HOLLOW}, {}, {"properties": SOLID}, {}, None),
        ({"properties": SOLID}, {}, {}, {"properties": HOLLOW}, None),
        ({"type": "solid", "properties": HOLLOW}, {}, {}, {}, None),
        ({"objectgroup": objects(SHAPE)}, {}, {}, {}, True),
        ({"objectgroup": objects(SHAPE), "properties": HOLLOW}, {}, {}, {}, False),
        ({"objectgroup": objects(SHAPE)}, {}, {"properties": HOLLOW}, {}, False),
    ],
)  # fmt: skip
def test_a_no_decides_before_a_yes_and_a_yes_before_the_shapes(
    folder: Path,
    of_tile: dict[str, Any],
    of_set: dict[str, Any],
    of_layer: dict[str, Any],
    of_group: dict[str, Any],
    solid: bool | None,
) -> None:
    one = a_tileset(tile(0, **of_tile), **of_set)
    found = level(folder, group(tiles([1], **of_layer), **of_group), tilesets=[one])
    assert [thing.solid for thing in found] == ([] if solid is None else [solid])


@pytest.mark.parametrize(
    ("held", "of_layer", "solid"),
    [
        ({}, {}, False),
        ({"properties": SOLID}, {}, True),
        ({"type": "solid"}, {}, True),
        ({}, {"class": "solid"}, True),
        ({"properties": HOLLOW}, {"class": "solid"}, False),
        ({"gid": 1}, {}, True),  # as its tile says
        ({"gid": 1, "properties": HOLLOW}, {}, False),
        ({"gid": 2}, {}, False),  # shapes alone do not make an object solid
    ],
)
def test_an_object_is_solid_if_it_says_so(
    folder: Path, held: dict[str, Any], of_layer: dict[str, Any], solid: bool
) -> None:
    one = a_tileset(tile(0, properties=SOLID), tile(1, SHAPE))
    found = level(folder, objects(drawn(**held), **of_layer), tilesets=[one])
    assert [thing.solid for thing in found] == [solid]


def test_a_rule_decides_once_for_each_kind_of_tile_and_layer(folder: Path) -> None:
    asked: list[tuple[str, int, str, str]] = []

    def rule(kind: Tile) -> bool | None:
        asked.append((kind.tileset, kind.id, kind.class_, kind.layer.name))
        return {"earth": True, "sky": False}.get(kind.class_)

    one = a_tileset(tile(0, type="earth"), tile(1, type="sky", properties=SOLID), tile(2, SHAPE))
    row = [1, 2, 3, 1, 2, 3]
    found = level(folder, tiles(row), tiles(row, name="other"), tilesets=[one], solid=rule)
    kinds = [("set", 0, "earth"), ("set", 1, "sky"), ("set", 2, "")]
    assert asked == [(*kind, name) for name in ("tiles", "other") for kind in kinds]
    assert [thing.solid for thing in found] == [True, True, True, True] * 2


@given(st.lists(st.lists(st.sampled_from([0, 1, 2, 3]), min_size=7, max_size=7), min_size=1, max_size=6))
def test_merged_tiles_cover_what_the_tiles_did_once(folder: Path, grid: list[list[int]]) -> None:
    one = a_tileset(tile(0, properties=SOLID), tile(1, drawn(width=16, height=16), type="ice"))
    found = level(folder, tiles(*grid), tilesets=[one])
    for gid, class_ in ((1, ""), (2, "ice")):
        cells = [(x, y) for y, row in enumerate(grid) for x, g in enumerate(row) if g == gid]
        merged = found.find(class_=class_)
        assert all(thing.kind == "cells" for thing in merged)
        assert sum(Fraction(thing.shape.area) for thing in merged) == 256 * len(cells)
        for x, y in cells:
            assert sum(thing.shape.overlaps((16 * x + 8, 16 * y + 8)) for thing in merged) == 1


def test_only_alike_tiles_are_merged(folder: Path) -> None:
    slow = [{"name": "speed", "type": "float", "value": 0.5}]
    kinds = [tile(0, properties=SOLID), tile(1, type="solid"), tile(2, type="ice", properties=SOLID),
             tile(3, properties=[*SOLID, *slow]), tile(4, drawn(width=16, height=16), properties=HOLLOW)]  # fmt: skip
    found = level(folder, tiles([1, 2, 3, 4, 5]), tilesets=[a_tileset(*kinds)])
    said = [(thing.shape.bounds[::2], thing.class_, dict(thing.properties), thing.solid) for thing in found]
    assert said == [((0, 32), "", {}, True), ((32, 48), "ice", {}, True), ((48, 64), "", {"speed": 0.5}, True),
                    ((64, 80), "", {}, False)]  # fmt: skip


def test_chunks_far_apart_are_merged_each_for_itself(folder: Path) -> None:
    far = [-(2**30), -(2**20), 0, 17, 2**30]
    chunks = [{"x": x, "y": y, "width": 2, "height": 1, "data": [1, 1]} for x in far for y in far]
    layer = {"type": "tilelayer", "name": "far", "width": 2, "height": 1, "chunks": chunks}
    found = level(folder, layer, tilesets=[a_tileset(tile(0, properties=SOLID))], infinite=True)
    assert {thing.shape for thing in found} == {Rect(16 * x, 16 * y, 32, 16) for x in far for y in far}
    assert found.bounds == (-(2**34), -(2**34), 2**34 + 32, 2**34 + 16)


@given(
    st.lists(st.tuples(st.integers(0, 40), st.sampled_from([0, 1, 10**6, 2**29])), min_size=1, max_size=40),
    st.booleans(),
)
def test_no_tile_is_lost_between_chunks(folder: Path, cells: list[tuple[int, int]], swap: bool) -> None:
    held = [(y, x) if swap else (1000 * x, y) for x, y in cells]
    chunks = [{"x": x, "y": y, "width": 1, "height": 1, "data": [1]} for x, y in held]
    layer = {"type": "tilelayer", "name": "far", "width": 2, "height": 1, "chunks": chunks}
    found = level(folder, layer, tilesets=[a_tileset(tile(0, properties=SOLID))], infinite=True)
    covered = [(x // 16, y // 16) for thing in found for x, y in corners_of_cells(thing.shape.bounds)]
    assert sorted(covered) == sorted({*held})


def corners_of_cells(bounds: tuple[float, float, float, float]) -> list[tuple[float, float]]:
    left, top, right, bottom = (int(edge) for edge in bounds)
    return [(x, y) for x in range(left, right, 16) for y in range(top, bottom, 16)]


# ---- the level -------------------------------------------------------------------------------------------------------


def test_movers_meet_the_things_and_the_things_do_not_meet_each_other() -> None:
    example = load(EXAMPLE / "level.tmj")
    space: Space[Any] = example.space()
    assert (len(space), space.pairs(), space.pairs(touching=True)) == (len(example), [], [])
    space.add("player", Circle(*example.one("spawn").shape.center, 12))
    watch = space.watch()
    move = space.slide("player", 0, 500, filter=lambda item, other: "slide" if other.solid else None)
    assert move.shape.bounds[3] == 480
    assert all(item.solid for item, _ in move.hits)
    assert example.one("spawn") in space.query(Circle(112, 456, 5), mask=SENSOR)
    coin = example.find(class_="coin")[0]
    space.update("player", Circle(*coin.shape.center, 12))
    assert (coin, "player") in watch.update()[0]
    assert [*example.space(lambda thing: thing.solid)] == example.solids


LAYERS = [*(1 << bit for bit in range(64)), 3, 6, 7, 2**30 - 1, 2**64 - 1, -1, -2]


@pytest.mark.parametrize(
    "own", [{}, {"solid": 1, "sensor": 2}, {"solid": 2, "sensor": 4}, {"solid": 2**63, "sensor": 3}]
)
def test_an_item_with_its_own_layer_stands_on_the_ground(own: dict[str, int]) -> None:
    example = load(EXAMPLE / "level.tmj")
    space: Space[Any] = example.space(lambda thing: thing.solid or thing.class_ == "coin", **own)
    taken = own.get("solid", 2**30) | own.get("sensor", 2**31)
    coin = example.find(class_="coin")[0]
    for layer in LAYERS:
        space.add("player", Circle(*example.one("spawn").shape.center, 12), layer=layer)
        move = space.slide("player", 0, 500, filter=lambda item, other: "slide" if other.solid else None)
        free = bool(layer & ~taken & 2**64 - 1)
        assert (move.shape.bounds[3] == 480) is free
        assert bool(space.contacts("player")) is free
        space.update("player", Circle(*coin.shape.center, 12))
        assert ((coin, "player") in space.pairs()) is free
        space.remove("player")
    assert {space.layer(thing) for thing in space} == {own.get("solid", SOLID_LAYER), own.get("sensor", SENSOR)}
    assert (SOLID_LAYER, SENSOR, space.pairs()) == (2**30, 2**31, [])


@pytest.mark.parametrize("name", ["solid", "sensor"])
@pytest.mark.parametrize(("value", "kind"), [(0, ValueError), (-1, ValueError), (2**64, ValueError), ("1", TypeError),
                                             (1.0, TypeError), (None, TypeError)])  # fmt: skip
def test_a_layer_that_cannot_be_is_named(name: str, value: Any, kind: type[Exception]) -> None:
    rule = "an int" if kind is TypeError else "between 1 and 2\\*\\*64 - 1"
    with pytest.raises(kind, match=f"^space: {name} must be {rule}, got "):
        load(EXAMPLE / "level.tmj").space(**{name: value})


def test_one_gives_the_only_thing_of_a_name_and_refuses_several(folder: Path) -> None:
    found = level(folder, objects(drawn(name="a", point=True), drawn(name="b"), drawn(name="b")))
    assert found.one("a") is found.shapes[0]
    assert found.find("b") == [*found.shapes[1:]]
    for name, count in (("b", 2), ("c", 0)):
        with pytest.raises(ValueError, match=rf"one: name must be that of one object, got '{name}' of {count}$"):
            found.one(name)


def test_a_level_is_pickled_and_copied() -> None:
    little = load(MAPS / "finite-csv.tmj")
    for other in (pickle.loads(pickle.dumps(little)), copy.deepcopy(little)):
        assert isinstance(other, Level)
        assert rows(other) == rows(little)


def test_a_thing_is_a_shape_and_an_item(folder: Path) -> None:
    (thing,) = level(folder, objects(drawn(x=4, y=4, width=8, height=8, ellipse=True)))
    assert Circle(8, 24, 12).relate(thing) == 0
    assert {thing: 1}[thing] == 1


def test_the_typed_map_is_there_for_drawing() -> None:
    example = load(EXAMPLE / "level.tmj")
    image = example.tiled.tilesets[1].image
    assert image == (EXAMPLE / "tiles.png").resolve()
    assert [layer.name for layer in example.tiled.layers] == [a.name for a in example.layers if a.path == a.name]


def test_the_public_names_are_of_the_package() -> None:
    for name in tiled_module.__all__:
        held = getattr(tiled_module, name)
        if isinstance(held, type):
            assert held.__module__ == "collide2d.tiled"
            assert held.__doc__


def test_class_and_list_properties_keep_their_values(folder: Path) -> None:
    stats = {"hp": 3, "inner": {"name": "x", "type": "a", "value": 1}}
    listed = [{"type": "int", "value": 1}, {"type": "list", "value": [{"type": "string", "value": "a"}]}]
    said = [{"name": "stats", "propertytype": "Stats", "type": "class", "value": stats},
            {"name": "bag", "type": "list", "value": listed},
            {"name": "unset", "type": "color", "value": ""}]  # fmt: skip
    (thing,) = level(folder, objects(drawn(properties=said)))
    assert thing.properties == {"stats": stats, "bag": [1, ["a"]], "unset": ""}
    xml = """<map orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8">
      <objectgroup><object id="1"><properties><property name="stats" type="class" propertytype="Stats"><properties>
      <property name="hp" type="int" value="3"/><property name="inner" type="class"><properties>
      <property name="name" value="x"/><property name="type" value="a"/><property name="value" type="int" value="1"/>
      </properties></property></properties></property>
      <property name="bag" type="list"><item type="int" value="1"/><item type="list"><item value="a"/></item></property>
      <property name="unset" type="color" value=""/></properties></object></objectgroup></map>"""
    (other,) = load(write(folder / "class.tmx", xml))
    assert other.properties == thing.properties


def test_an_empty_map_is_empty(folder: Path) -> None:
    assert (len(level(folder)), level(folder).bounds) == (0, (0, 0, 128, 96))
    assert level(folder, infinite=True).bounds == (0, 0, 0, 0)
    assert level(folder).to_scene().items == ()
    assert (
        len(
            load(
                write(
                    folder / "bare.tmj", {k: v for k, v in a_map().items() if "tile" in k or k in ("width", "height")}
                )
            )
        )
        == 0
    )


@pytest.mark.parametrize(
    "name", sorted(m.name for m in pkgutil.iter_modules(tiled_module.__path__, "collide2d.tiled."))
)
def test_the_examples_in_the_documentation_are_true(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE.parents[1])
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


def test_public_methods_have_documentation_with_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE.parents[1])
    assert doctest.testmod(tiled_module, extraglobs={"Circle": Circle}).attempted >= 5
    for member in ("solids", "find", "one", "space", "to_scene"):
        assert ">>>" in (inspect.getdoc(getattr(Level, member)) or "")


def test_the_example_is_what_its_script_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLE / "source")
    make_map, make_tiles = importlib.import_module("make_map"), importlib.import_module("make_tiles")
    made = {"level.tmj": make_map.level(), "coin.tj": make_map.template(), "tiles.tsj": make_tiles.tileset()}
    for name, data in made.items():
        assert (EXAMPLE / name).read_text(encoding="utf-8") == make_map.text_of(data)
