"""What is a wall: the field's conventions, the argument `solid` of `load`, and the warning about them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiled_maps import HOLLOW, SOLID, a_map, drawn, group, level, objects, points, tile, tiles, tileset, write

from collide2d import Rect
from collide2d.scene import load as load_scene
from collide2d.tiled import Level, MapError, SolidWarning, Thing, Tile, load
from collide2d.tiled.solids import WORDS

Json = dict[str, Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("maps")


def flag(name: str, value: bool = True) -> list[Json]:
    return [{"name": name, "type": "bool", "value": value}]


def solid_rects(found: Level) -> list[tuple[float, float, float, float]]:
    return sorted(thing.shape.bounds for thing in found.solids)


def warned(found: Level) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found.space()
    assert all(issubclass(one.category, SolidWarning) for one in caught)
    return [str(one.message) for one in caught]


# ---- maps in the styles of public ones -------------------------------------------------------------------------------
#
# Each style is that of at least one public map: its layers, names, classes and properties, with other contents. The
# floor of a style is the row of tiles, or the rectangle, from (0, 32) to (64, 48).

FLOOR = (0.0, 32.0, 64.0, 48.0)
EMPTY = [0, 0, 0, 0]
STRIP = (EMPTY, EMPTY, [1, 1, 1, 1], EMPTY)
FULL = ([3, 3, 3, 3],) * 4
BOX = {"x": 0, "y": 32, "width": 64, "height": 16}
PLAIN = [tileset()]


def grid(name: str, *rows: list[int], **keys: Any) -> Json:
    return tiles(*(rows or STRIP), name=name, **keys)


def things(name: str, *held: Json, **keys: Any) -> Json:
    return objects(*(held or (drawn(**BOX),)), name=name, **keys)


def marked(**keys: Any) -> Json:
    return tileset(tile(0, **keys))


COIN = drawn(id=7, name="coin", x=8, y=0, width=8, height=8)
PLAYER = drawn(id=8, name="player", x=40, y=0, point=True)
SPAWNS = things("spawns", PLAYER)

STYLES: dict[str, tuple[list[Json], list[Json]]] = {
    # tile layers without collision shapes
    "platforms tiles": ([grid("Platforms"), things("Spikes", COIN)], PLAIN),
    "platforms lower case": ([grid("platforms"), grid("coins", [2, 0, 0, 0], *[EMPTY] * 3)], PLAIN),
    "blockedLayer": ([grid("backgroundLayer", *FULL), grid("blockedLayer"), things("objectsLayer", PLAYER)], PLAIN),
    "Walls over Floor": ([grid("Floor", *FULL), grid("Walls"), SPAWNS], PLAIN),
    "Wall Layer": ([grid("Ground", *FULL), grid("Wall Layer"), SPAWNS], PLAIN),
    "Collisions Layer": ([grid("Base", *FULL), grid("Collisions Layer", visible=False)], PLAIN),
    "collision marker tiles": ([grid("terrain", *FULL), grid("collision", opacity=0)], PLAIN),
    "CollisionLayer": ([grid("BaseLayer", *FULL), grid("CollisionLayer"), grid("TopLayer", *FULL)], PLAIN),
    "ground of a platformer": ([grid("Background", *FULL), grid("Ground"), grid("Foreground", [2, 0, 0, 0])], PLAIN),
    "ground_layer_1": ([grid("ground_layer_1")], PLAIN),
    "solids": ([grid("bg", *FULL), grid("Solids"), things("entities", PLAYER)], PLAIN),
    "Obstacles tiles": ([grid("Grass", *FULL), grid("Obstacles"), grid("Overhead", [0, 2, 0, 0])], PLAIN),
    "boundaries": ([grid("sea", *FULL), grid("Boundaries")], PLAIN),
    "wallTiles2": ([grid("wallTiles2")], PLAIN),
    "group of walls": ([group(grid("brick"), name="walls")], PLAIN),
    "class of a layer": ([grid("level", **{"class": "Collision"})], PLAIN),
    # properties and classes of tiles
    "collides on tiles": ([grid("World"), grid("Above", [2, 0, 0, 0])], [marked(properties=flag("collides"))]),
    "collidable on tiles": (
        [grid("map", *STRIP[:3], [2, 2, 0, 0])],
        [tileset(tile(0, properties=flag("collidable")), tile(1, properties=flag("collidable", False)))],
    ),
    "Collide on tiles": ([grid("map")], [tileset(tile(0, properties=flag("Collide")))]),
    "isSolid on tiles": ([grid("map")], [tileset(tile(0, properties=flag("isSolid")))]),
    "blocked on tiles as text": ([grid("map")], [marked(properties=[{"name": "blocked", "value": "true"}])]),
    "properties of old maps": ([grid("map")], [tileset(tile(0, properties={"Collidable": "True"}))]),
    "collision on tiles by type": ([grid("map")], [tileset(tile(0, type="collision"))]),
    "Wall tiles by class": ([grid("map")], [tileset(tile(0, **{"class": "Wall"}))]),
    "collision shapes": ([grid("map")], [tileset(tile(0, drawn(width=16, height=16)))]),
    "flag of a layer": ([grid("buildings", properties=flag("collides"))], PLAIN),
    # object layers
    "platforms objects": ([grid("Tile Layer 1"), things("Flag", COIN), things("Platforms")], PLAIN),
    "Walls objects": ([grid("background", *FULL), things("Walls"), SPAWNS], PLAIN),
    "Collision with a type": ([things("Collision", drawn(type="COLLISIONBOX", **BOX))], PLAIN),
    "walls among players": (
        [things("Obstacles", drawn(name="wall", **BOX), COIN, drawn(id=9, name="zombie", x=30, width=9, height=9))],
        PLAIN,
    ),
    "walls by name": ([things("Object Layer 1", drawn(name="wall", **BOX), PLAYER)], PLAIN),
    "walls by type": ([things("objects", drawn(type="Wall", **BOX), COIN)], PLAIN),
    "collision polygons": (
        [things("collisions", drawn(y=32, polygon=points((0, 0), (64, 0), (64, 16), (0, 16))))],
        PLAIN,
    ),
    "obstacle names": ([things("Obstacles", drawn(name="table", **BOX), PLAYER)], PLAIN),
    "moving platform and its path": (
        [things("platforms", drawn(**BOX), drawn(id=2, name="path 1", polyline=points((0, 0), (60, 0))))],
        PLAIN,
    ),
    "tile objects as crates": ([things("solid objects", drawn(gid=1, x=0, y=48, width=64, height=16))], PLAIN),
    "solid on objects": ([things("objects", drawn(properties=SOLID, **BOX), COIN)], PLAIN),
    "decorated walls": ([grid("wall decorations", [2, 2, 2, 2], *[EMPTY] * 3), grid("walls")], PLAIN),
    "colliders": ([things("Colliders")], PLAIN),
    "collisionobjects": ([grid("base", *FULL), things("collisionobjects"), things("events", COIN)], PLAIN),
    "ground tiles with shapes": (
        [grid("ground", [2, 0, 0, 2], *STRIP[1:])], [tileset(tile(0, drawn(width=16, height=16)))],
    ),
}  # fmt: skip


def test_the_guide_lists_all_words() -> None:
    guide = " ".join((Path(__file__).parents[2] / "docs" / "tiled.md").read_text(encoding="utf-8").split())
    listed = guide.partition("has one of the words *")[2].partition("*")[0]
    assert sorted(listed.split(", ")) == sorted(WORDS)


@pytest.mark.parametrize("style", STYLES)
def test_the_walls_of_a_map_in_a_public_style_are_solid_and_nothing_else(folder: Path, style: str) -> None:
    layers, sets = STYLES[style]
    found = level(folder, *layers, tilesets=sets, width=4, height=4)
    assert solid_rects(found) == [FLOOR]
    assert len(warned(found)) == bool(found.by_name)


def test_at_least_thirty_styles_are_tested() -> None:
    assert len(STYLES) >= 30


@pytest.mark.parametrize(
    "layers",
    [
        [grid("Tile Layer 1")],
        [grid("background", *FULL), grid("BackGround")],
        [grid("no-collision"), grid("non solid")],
        [grid("Ground", *FULL)],
        [grid("walls", *FULL)],
        [grid("Ground", *[[1, 1, 1, 1]] * 3, [1, 0, 0, 0])],
        [grid("shadows of walls"), grid("underground"), grid("wallpaper")],
        [things("walls", PLAYER, drawn(id=3, name="spawn", **BOX))],
        [things("objects", drawn(name="platform", type="Wall", point=True))],
        [things("triggers"), things("wall triggers"), things("platform paths")],
        [grid("walls", properties=HOLLOW), things("walls", properties=flag("collides", False))],
        [group(grid("walls"), things("walls"), properties=HOLLOW)],
        [things("walls", drawn(properties=flag("collidable", False), **BOX))],
        [],
    ],
)
def test_nothing_is_solid_where_no_convention_says_so(folder: Path, layers: list[Json]) -> None:
    found = level(folder, *layers, tilesets=PLAIN, width=4, height=4)
    assert found.solids == []
    (text,) = warned(found)
    assert "nothing is solid" in text
    assert "solid=[" in text


def test_the_convention_of_an_infinite_map_is_that_of_its_chunks(folder: Path) -> None:
    def chunk(x: int, *row: int) -> Json:
        return {"x": x, "y": 0, "width": 4, "height": 2, "data": [*row, 0, 0, 0, 0]}

    def layer(name: str, *chunks: Json) -> Json:
        return {"type": "tilelayer", "name": name, "width": 8, "height": 2, "chunks": [*chunks]}

    ground = layer("Ground", chunk(-4, 1, 1, 1, 1), chunk(0, 1, 1, 1, 1))
    found = level(folder, ground, tilesets=PLAIN, infinite=True)
    assert solid_rects(found) == [(-64, 0, 64, 16)]
    full = {"x": 0, "y": 0, "width": 2, "height": 2, "data": [1, 1, 1, 1]}
    assert level(folder, layer("Ground", full), tilesets=PLAIN, infinite=True).solids == []


def test_tiles_without_shapes_on_a_layer_of_walls_are_whole_and_merged(folder: Path) -> None:
    half = tile(1, drawn(width=16, height=8))
    found = level(folder, grid("walls", [1, 1, 2, 0], *[EMPTY] * 3), tilesets=[tileset(half)], width=4, height=4)
    assert [(thing.kind, thing.shape, thing.solid) for thing in found] == [
        ("cells", Rect(0, 0, 32, 16), True),
        ("cell", Rect(32, 0, 16, 8), True),
    ]


# ---- the argument ----------------------------------------------------------------------------------------------------


def three(folder: Path, solid: Any = None) -> Level:
    layers = [
        grid("walls", [1, 0, 0, 0], *[EMPTY] * 3),
        grid("Brick", [0, 1, 0, 0], *[EMPTY] * 3),
        things("things", drawn(id=1, type="Crate", x=0, y=32, width=16, height=16),
               drawn(id=2, name="lamp", x=32, y=32, width=16, height=16)),
        group(things("rocks", drawn(id=3, x=48, y=0, width=16, height=16)), name="outside"),
        grid("shapes", EMPTY, EMPTY, EMPTY, [2, 3, 0, 0]),
    ]  # fmt: skip
    sets = [tileset(tile(1, drawn(width=16, height=16)), tile(2, properties=SOLID))]
    return level(folder, *layers, tilesets=sets, width=4, height=4, solid=solid)


WALLS, BRICK, CRATE, LAMP, ROCK, SHAPED, MARKED = [
    (0, 0, 16, 16), (16, 0, 32, 16), (0, 32, 16, 48), (32, 32, 48, 48), (48, 0, 64, 16), (0, 48, 16, 64),
    (16, 48, 32, 64),
]  # fmt: skip
BOTH = (0, 48, 32, 64)  # SHAPED and MARKED, merged


@pytest.mark.parametrize(
    ("solid", "rects"),
    [
        (None, [WALLS, BOTH]),
        ("default", [WALLS, BOTH]),
        ("walls", [WALLS]),
        ("WALLS", [WALLS]),
        ("Brick", [BRICK]),
        (["walls", "brick"], [WALLS, BRICK]),
        ({"crate", "lamp"}, [CRATE, LAMP]),
        (("outside",), [ROCK]),
        ("outside/rocks", [ROCK]),
        (["rocks", "missing"], [ROCK]),
        ((), []),
        (["shapes"], [BOTH]),
        (lambda one: one.kind == "rectangle", [CRATE, LAMP, ROCK]),
        (lambda one: True if one.class_ == "Crate" else None, [WALLS, CRATE, BOTH]),
        (lambda one: one.layer.name == "shapes" and one.properties.get("solid") is True, [MARKED]),
        (lambda one: None, [WALLS, BOTH]),
    ],
)
def test_the_argument_says_what_is_solid(folder: Path, solid: Any, rects: list[tuple[float, ...]]) -> None:
    found = three(folder, solid)
    assert solid_rects(found) == sorted(rects)
    assert bool(warned(found)) is (solid is None)


def test_a_false_property_is_an_exception_to_names(folder: Path) -> None:
    held = [drawn(**BOX), drawn(id=2, properties=HOLLOW, width=9, height=9)]
    assert solid_rects(level(folder, things("rocks", *held), solid="rocks")) == [FLOOR]


def test_a_function_is_asked_about_each_kind_of_tile_and_each_object(folder: Path) -> None:
    asked: list[Tile | Thing] = []
    three(folder, asked.append)
    tiles_asked = [(one.tileset, one.id, one.layer.name) for one in asked if isinstance(one, Tile)]
    assert tiles_asked == [("set", 0, "walls"), ("set", 0, "Brick"), ("set", 1, "shapes"), ("set", 2, "shapes")]
    assert [(one.id, one.layer.path) for one in asked if isinstance(one, Thing)] == [
        (1, "things"), (2, "things"), (3, "outside/rocks")]  # fmt: skip
    assert all(one.kind and one.name is not None and one.class_ is not None for one in asked)


@pytest.mark.parametrize(
    ("solid", "message"),
    [
        ("wals", "got 'wals'; did you mean 'walls'?"),
        (["Bricks", "x"], "got 'Bricks', 'x'; did you mean 'Brick'?"),
        ("zzz", "got 'zzz'; it has 'walls', 'Brick', "),
    ],
)
def test_names_that_are_not_in_the_map_are_an_error(folder: Path, solid: Any, message: str) -> None:
    with pytest.raises(
        ValueError, match=r"map\.tmj: solid must name layers, objects or classes of the map, "
    ) as caught:
        three(folder, solid)
    assert message in str(caught.value)


@pytest.mark.parametrize("solid", [1, True, b"walls", {"walls": 1}, [1], ["a", None], 1.5, iter(["walls"])])
def test_other_arguments_are_type_errors(folder: Path, solid: Any) -> None:
    with pytest.raises(TypeError, match=r"^load: solid must "):
        three(folder, solid)


# ---- the warning -----------------------------------------------------------------------------------------------------


def test_the_warning_names_what_was_taken_and_left_out(folder: Path) -> None:
    layers = [grid("Ground", *FULL), grid("walls"), things("o", drawn(type="Wall", **BOX)),
              things("p", drawn(name="wall 2", x=80, width=9, height=9))]  # fmt: skip
    found = level(folder, *layers, tilesets=PLAIN, width=4, height=4)
    assert found.by_name == ("layer 'walls'", "objects of class 'Wall'", "objects named 'wall 2'")
    (text,) = warned(found)
    assert text == (
        f"{folder / 'map.tmj'}: solid by name: layer 'walls', objects of class 'Wall', objects named 'wall 2';"
        " left out: layer 'Ground', which covers 100% of the map. To change this, call load with solid=[names of layers"
        " or classes], or set the bool property 'solid' of layers, objects or tiles in Tiled; solid='default' turns"
        " this warning off"
    )
    assert text == found.note


def test_the_warning_is_of_the_line_that_makes_the_space(folder: Path) -> None:
    with pytest.warns(SolidWarning) as caught:
        level(folder).space()
    assert [one.filename for one in caught] == [__file__]


def test_scenes_of_maps_use_the_default(folder: Path) -> None:
    path = write(folder / "scene.tmj", a_map(things("walls"), things("coins", COIN)))
    (wall, coin) = load_scene(path).items
    assert load_scene(path) == load(path).to_scene()
    assert [layer.trigger for layer in load_scene(path).layers] == [False, True]
    assert (wall.layer, coin.layer) == ("walls", "coins")


# ---- whatever a map says ---------------------------------------------------------------------------------------------

NAMES = ["walls", "Wall Layer", "ground", "Ground 2", "coins", "", "path", "no collision", "Platforms", "x" * 300,
         "стены", "\ud800"]  # fmt: skip
names = st.sampled_from(NAMES) | st.text(max_size=6)
kinds: st.SearchStrategy[Json] = st.sampled_from([{}, {"point": True}, {"ellipse": True}, {"gid": 2}])
flags = st.dictionaries(
    st.sampled_from(["solid", "Collides", "is_solid", "other"]),
    st.booleans() | st.sampled_from(["yes", "true"]),
    max_size=2,
)


def said(data: st.DataObject) -> Json:
    held = data.draw(flags)
    types = {bool: "bool", str: "string"}
    properties = [{"name": key, "type": types[type(value)], "value": value} for key, value in held.items()]
    return {"class": data.draw(names), "properties": properties}


def drawn_map(data: st.DataObject) -> Json:
    layers: list[Json] = []
    for _ in range(data.draw(st.integers(0, 3))):
        if data.draw(st.booleans()):
            ids = data.draw(st.lists(st.sampled_from([0, 0, 1, 2, 3]), min_size=6, max_size=6))
            layer = tiles(ids[:3], ids[3:], name=data.draw(names), **said(data))
        else:
            held = [
                drawn(id=i, name=data.draw(names), x=5 * i, width=4, height=4, **data.draw(kinds), **said(data))
                for i in range(data.draw(st.integers(0, 3)))
            ]
            layer = objects(*held, name=data.draw(names), **said(data))
        layers.append(group(layer, name=data.draw(names), **said(data)) if data.draw(st.booleans()) else layer)
    one = tileset(tile(0, **said(data)), tile(1, drawn(width=9, height=9), **said(data)), **said(data))
    orientation = data.draw(st.sampled_from(["orthogonal", "orthogonal", "isometric", "staggered", "hexagonal"]))
    return a_map(*layers, tilesets=[one], width=3, height=2, orientation=orientation)


arguments: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.just("default"), names, st.lists(names), st.sampled_from([lambda one: None, lambda one: True, bool])
)


@given(st.data())
def test_any_marks_and_names_make_a_level_or_a_line(folder: Path, data: st.DataObject) -> None:
    path = write(folder / "any.tmj", drawn_map(data))
    solid: str | list[str] | Callable[[Any], bool | None] | None = data.draw(arguments)
    found: Level | str
    try:
        found = load(path, solid=solid)
    except MapError as error:
        found = str(error)
    except ValueError as error:
        found = str(error)
        at = found.find("solid must name layers, objects or classes of the map, got ")
        found = found if at > 0 else ""
    if isinstance(found, str):
        assert found.startswith(f"{path}: ")
        assert found.isprintable()
        return
    text = warned(found)
    assert len(text) <= (solid is None)
    assert all(one.isprintable() and len(one) < 3000 for one in text)
    if solid is None:
        assert bool(text) or bool(found.solids)
        assert found.solids or "nothing is solid" in text[0]
    for thing in found.solids:
        for key, value in {**thing.properties, **thing.layer.properties}.items():
            assert not (key in ("solid", "Collides", "is_solid") and value is False) or callable(solid)


@given(st.data())
def test_a_mark_or_shape_decides_as_without_conventions(folder: Path, data: st.DataObject) -> None:
    made = drawn_map(data)
    made["orientation"] = "orthogonal"
    found = load(write(folder / "any.tmj", made))
    exact = load(write(folder / "any.tmj", made), solid=lambda one: None)
    assert solid_rects(found) == solid_rects(exact)
    named = load(write(folder / "any.tmj", made), solid="default")
    assert (named.by_name, named.note) == (found.by_name, "")
