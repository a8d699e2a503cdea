"""Scenes: a saved scene is read back equal, errors name the broken rule, and every pair is found."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import collide2d
from collide2d import Body, Capsule, Chain, Circle, Point, Rect, Relation, RoundRect, Segment, Shape
from collide2d.scene import Finding, Gap, Item, Layer, Scene, SceneError, load, loads
from collide2d.testing.recipes import KINDS
from collide2d.testing.strategies import shapes
from collide2d.typing import Solid

SCENES = Path(__file__).parents[2] / "examples" / "scenes"

printable = st.text(min_size=1, max_size=20).filter(lambda s: s.isprintable() and bool(s.strip()))


named = st.dictionaries(st.text(max_size=3), shapes(), min_size=1, max_size=3).map(Body)
solids = st.one_of(shapes(), shapes(), st.lists(shapes(), min_size=1, max_size=3).map(Body), named)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Scenes of any shapes and bodies, some in layers that ignore each other."""
    names = draw(st.lists(printable.filter(lambda s: s != "*"), max_size=3, unique=True))
    some = st.lists(st.sampled_from([*names, "*"]), max_size=2).map(tuple)
    colors = st.sampled_from(["", "#abc", "#0099ff"])
    layers = [Layer(name, draw(colors), draw(some), draw(st.booleans())) for name in names]
    items = [
        Item(name, draw(solids), draw(st.sampled_from(["", *names])))
        for name in draw(st.lists(printable, max_size=6, unique=True))
    ]
    text = st.one_of(st.just(""), printable)
    return Scene(tuple(items), draw(text), draw(text), tuple(layers))


# ---- reading and writing ---------------------------------------------------------------------------------------------


@given(scenes())
def test_writing_and_reading_preserves_the_scene(scene: Scene) -> None:
    assert loads(scene.dumps()) == scene
    assert loads(json.dumps(scene.to_dict())) == scene


@given(scenes())
def test_writing_is_a_function_of_the_scene(scene: Scene) -> None:
    assert loads(scene.dumps()).dumps() == scene.dumps()


def test_a_saved_file_is_loaded_equal(tmp_path: Path) -> None:
    scene = Scene(
        (Item("m\u00fcnze", Circle(0.1, 1e-300, 1e60)), Item("b", Rect(1, 2, 3, 4, 30))), title="Gr\u00fc\u00dfe"
    )
    scene.save(tmp_path / "scene.json")
    assert load(tmp_path / "scene.json") == scene
    assert "\r" not in (tmp_path / "scene.json").read_bytes().decode("utf-8")


def test_corners_further_apart_than_a_size_may_be_are_read_back() -> None:
    scene = Scene((Item("all", Rect.from_corners(-1e60, 0, 1e60, 1)),))
    assert loads(scene.dumps()) == scene


def test_a_byte_order_mark_is_accepted() -> None:
    assert loads(b"\xef\xbb\xbf" + b'{"shapes": []}') == Scene(())


def test_an_empty_scene_has_no_pairs() -> None:
    scene = loads('{"shapes": []}')
    assert (len(scene), scene.pairs(), scene.count_pairs(), scene.findings(), scene.gaps()) == (0, [], 0, [], [])


# ---- errors ----------------------------------------------------------------------------------------------------------


def one_line(text: str | bytes) -> str:
    """The message for a text that is no scene."""
    with pytest.raises(SceneError) as caught:
        loads(text, "level.json")
    message = str(caught.value)
    assert message.isprintable(), message
    assert len(message) < 400, message
    assert message.startswith("level.json:"), message
    return message


def shape(entry: str) -> str:
    """A scene of a good shape and one more."""
    return '{"shapes": [{"name": "good", "kind": "point", "x": 0, "y": 0}, ' + entry + "]}"


# The shape as the file gives it, how the message names it, and the rule and value that it must mention.
MALFORMED_SHAPES: list[tuple[str, str, str, str]] = [
    ('{"name": "a", "kind": "circle", "x": 0, "y": 0, "r": -1}', "'a'", "r must be >= 0", "got -1.0"),
    ('{"name": "a", "kind": "circle", "x": NaN, "y": 0, "r": 1}', "'a'", "x must be finite", "got nan"),
    ('{"name": "a", "kind": "circle", "x": 0, "y": -Infinity, "r": 1}', "'a'", "y must be finite", "got -inf"),
    ('{"name": "a", "kind": "circle", "x": 1e400, "y": 0, "r": 1}', "'a'", "x must be finite", "got inf"),
    ('{"name": "a", "kind": "point", "x": 1e61, "y": 0}', "'a'", "x must be between", "got 1e+61"),
    ('{"name": "a", "kind": "point", "x": ' + "9" * 5000 + ', "y": 0}', "'a'", "x must be", "got inf"),
    ('{"name": "a", "kind": "point", "x": ' + "9" * 99 + ', "y": 0}', "'a'", "x must be between", "9"),
    ('{"name": "a", "kind": "circle", "x": "1", "y": 0, "r": 1}', "'a'", "x must be a number", "got '1'"),
    ('{"name": "a", "kind": "circle", "x": true, "y": 0, "r": 1}', "'a'", "x must be a number", "got true"),
    ('{"name": "a", "kind": "circle", "x": null, "y": 0, "r": 1}', "'a'", "x must be a number", "got null"),
    ('{"name": "a", "kind": "circle", "x": [1, 2], "y": 0, "r": 1}', "'a'", "x must be a number", "got [1, 2]"),
    ('{"name": "a", "kind": "circle", "x": 0, "y": 0}', "'a'", "must be x, y, r", "'r' is missing"),
    ('{"name": "a", "kind": "circle", "x": 0, "y": 0, "r": 1, "w": 2}', "'a'", "must be x, y, r", "'w'"),
    ('{"name": "a", "kind": "circle", "x": 0, "y": 0, "r": 1, "hue": "red"}', "'a'", "unknown key 'hue'", "'red'"),
    (
        '{"name": "a", "kind": "cirlce", "x": 0, "y": 0, "r": 1}',
        "'a'",
        "kind must be one of",
        "got 'cirlce': did you mean 'circle'?",
    ),
    (
        '{"name": "a", "kind": "circle", "x": 0, "y": 0, "radious": 1}',
        "'a'",
        "unknown key 'radious'",
        "did you mean 'radius'?",
    ),
    ('{"name": "a", "kind": "ellipse", "x": 0, "y": 0}', "'a'", "kind must be one of point, circle,", "got 'ellipse'"),
    ('{"name": "a", "kind": ["circle"]}', "'a'", "kind must be one of", "got ['circle']"),
    ('{"name": "a", "x": 0, "y": 0}', "'a'", "kind must be one of", "got none"),
    ('{"name": "a", "kind": "rect", "x": 0, "y": 0, "w": -4, "h": 1}', "'a'", "w must be >= 0", "got -4.0"),
    (
        '{"name": "a", "kind": "rect", "x": 0, "y": 0, "w": 4, "h": 1, "pivot": 3}',
        "'a'",
        "pivot must be a pair",
        "got 3",
    ),
    (
        '{"name": "a", "kind": "rect", "x": 0, "y": 0, "w": 4, "h": 1, "pivot": [1, null]}',
        "'a'",
        "pivot must be a pair of numbers",
        "got [1, null]",
    ),
    (
        '{"name": "a", "kind": "rect", "x": 0, "y": 0, "w": 4, "h": 1, "offset": [1, 2, 3]}',
        "'a'",
        "offset must be a pair of numbers",
        "got [1, 2, 3]",
    ),
    (
        '{"name": "a", "kind": "rect", "x": 0, "y": 0, "w": 4, "h": 1, "angle": 9, "radians": 1}',
        "'a'",
        "angle and radians",
        "both",
    ),
    (
        '{"name": "a", "kind": "roundrect", "x": 0, "y": 0, "w": 4, "h": 2, "r": 1.5}',
        "'a'",
        "r must be at most half the smaller side",
        "got 1.5",
    ),
    ('{"name": "a", "kind": "roundrect", "core": [1], "r": 1}', "'a'", "core must be an object", "got [1]"),
    (
        '{"name": "a", "kind": "roundrect", "core": {"x": 0, "y": 0, "w": true, "h": 2}, "r": 1}',
        "'a'",
        "core: w must be a number",
        "got true",
    ),
    (
        '{"name": "a", "kind": "roundrect", "core": {"x": 0, "y": 0, "w": 1, "h": 2, "offset": []}, "r": 1}',
        "'a'",
        "offset must be a pair",
        "got []",
    ),
    (
        '{"name": "a", "kind": "roundrect", "core": {"x": 0, "x": 0, "w": 1, "h": 2}, "r": 1}',
        "'a'",
        "key must be given once",
        "got 'x' more than once",
    ),
    ('{"name": "a", "kind": "body"}', "'a'", "one of the keys must be pieces, outline, chain", "got none"),
    ('{"name": "a", "kind": "body", "pieces": [], "chain": []}', "'a'", "one of the keys", "got 'pieces' and 'chain'"),
    ('{"name": "a", "kind": "body", "pieces": [], "holes": []}', "'a'", "keys must be pieces", "unknown key 'holes'"),
    ('{"name": "a", "kind": "body", "pieces": []}', "'a'", "pieces must be a list of at least one shape", "got []"),
    ('{"name": "a", "kind": "body", "pieces": [3]}', "'a'", "pieces[0]: must be an object", "got 3"),
    ('{"name": "a", "kind": "body", "pieces": [{"kind": "body"}]}', "'a'", "pieces[0]: kind must be", "got 'body'"),
    (
        '{"name": "a", "kind": "body", "pieces": [{"kind": "point", "x": 0, "y": 0, "name": 3}]}',
        "'a'",
        "pieces[0]: name must be a string",
        "got 3",
    ),
    (
        '{"name": "a", "kind": "body", "pieces": [{"kind": "circle", "x": 0, "y": 0, "r": -1}]}',
        "'a'",
        "pieces[0]: Circle: r must be >= 0",
        "got -1",
    ),
    (
        '{"name": "a", "kind": "body", "pieces": [{"kind": "point", "x": 0, "x": 1, "y": 0}]}',
        "'a'",
        "pieces[0]: key must be given once",
        "'x' more than once",
    ),
    ('{"name": "a", "kind": "body", "outline": 3}', "'a'", "outline must be a list of [x, y]", "got 3"),
    ('{"name": "a", "kind": "body", "outline": [[0, 0], [1]]}', "'a'", "outline[1] must be a pair", "got [1]"),
    (
        '{"name": "a", "kind": "body", "outline": [[0, 0], [4, 4], [4, 0], [0, 4]]}',
        "'a'",
        "cross",
        "",
    ),
    ('{"name": "a", "kind": "body", "outline": [[0, 0], [4, 0], [0, 4]], "holes": 3}', "'a'", "holes must be", "got 3"),
    (
        '{"name": "a", "kind": "body", "outline": [[0, 0], [4, 0], [0, 4]], "holes": [3]}',
        "'a'",
        "holes[0] must be a list",
        "got 3",
    ),
    ('{"name": "a", "kind": "body", "chain": [[0, 0], [1, "1"]]}', "'a'", "chain[1] must be a pair", "got [1, '1']"),
    ('{"name": "a", "kind": "body", "chain": [[0, 0]], "radius": true}', "'a'", "radius must be a number", "got true"),
    ('{"name": "a", "kind": "body", "chain": [[0, 0]], "radius": -1}', "'a'", "must be >= 0", "got -1"),
    ('{"name": "a", "kind": "body", "chain": [[0, 0]], "closed": 1}', "'a'", "closed must be true or false", "got 1"),
    ('{"name": "a", "kind": "polygon", "points": 3}', "'a'", "points must be a list", "got 3"),
    ('{"name": "a", "kind": "polygon", "points": []}', "'a'", "points must have at least one point", "got 0"),
    ('{"name": "a", "kind": "polygon", "points": [[0, 0], [1]]}', "'a'", "points[1] must be a pair", "got [1]"),
    (
        '{"name": "a", "kind": "polygon", "points": [[0, 0], [4, 0], [1, 1], [0, 4]]}',
        "'a'",
        "points must run once round a convex polygon",
        "got 4 points",
    ),
    (
        '{"name": "a", "kind": "point", "x": 0, "x": 1, "y": 0}',
        "'a'",
        "key must be given once",
        "got 'x' more than once",
    ),
    ('{"name": "a", "layer": "wall", "kind": "point", "x": 0, "y": 0}', "'a'", "layer must be declared", "got 'wall'"),
    ('{"name": "a", "layer": 3, "kind": "point", "x": 0, "y": 0}', "'a'", "layer must be a string", "got 3"),
    ('{"name": "good", "kind": "point", "x": 0, "y": 0}', "'good'", "name must be unique", "got 'good'"),
    (
        '{"name": "", "kind": "point", "x": 0, "y": 0}',
        "shapes[1]",
        "name must be 1 to 80 printable characters",
        "got ''",
    ),
    ('{"name": " ", "kind": "point", "x": 0, "y": 0}', "shapes[1]", "name must be 1 to 80 printable", "got ' '"),
    ('{"name": "a\\nb", "kind": "point", "x": 0, "y": 0}', "shapes[1]", "printable", r"got 'a\nb'"),
    ('{"name": "\\ud800", "kind": "point", "x": 0, "y": 0}', "shapes[1]", "printable", r"got '\ud800'"),
    ('{"name": "' + 81 * "a" + '", "kind": "point", "x": 0, "y": 0}', "shapes[1]", "name must be 1 to 80", "got 'aaa"),
    ('{"name": 7, "kind": "point", "x": 0, "y": 0}', "shapes[1]", "name must be 1 to 80 printable", "got 7"),
    ('{"kind": "point", "x": 0, "y": 0}', "shapes[1]", "key 'name' must be given", "got 'kind', 'x', 'y'"),
    ("{}", "shapes[1]", "key 'name' must be given", "got no keys"),
    ("[]", "shapes[1]", "must be an object", "got []"),
    ("null", "shapes[1]", "must be an object", "got null"),
    ('{"name": "a", "kind": "point", "x": ' + "[" * 200 + "]" * 200 + ', "y": 0}', "'a'", "x must be a number", "[..."),
]


@pytest.mark.parametrize(("entry", "who", "rule", "value"), MALFORMED_SHAPES)
def test_a_malformed_shape_is_named_with_its_rule_and_value(entry: str, who: str, rule: str, value: str) -> None:
    message = one_line(shape(entry))
    assert message.startswith((f"level.json: shape {who}: ", f"level.json: {who}: ")), message
    assert rule in message
    assert value in message


MALFORMED_SCENES: list[tuple[str | bytes, str, str]] = [
    ("", "must hold a JSON object", "got nothing"),
    (" \n\t ", "must hold a JSON object", "got nothing"),
    ("[]", "must hold a JSON object", "got []"),
    ("3", "must hold a JSON object", "got 3"),
    ("NaN", "must hold a JSON object", "got nan"),
    ("{}", "'shapes' must be given", "got no keys"),
    ('{"title": "x"}', "'shapes' must be given", "got 'title'"),
    ('{"shapes": {}}', "shapes must be a list", "got {}"),
    ('{"shapes": [], "shape": 1}', "unknown key 'shape'", "value 1"),
    ('{"shapes": [], "shapes": []}', "key must be given once", "got 'shapes' more than once"),
    ('{"shapes": [], "title": 3}', "title must be a string", "got 3"),
    ('{"shapes": [], "title": "a\\u0007"}', "title must be a string of printable", r"got 'a\x07'"),
    ('{"shapes": [], "description": null}', "description must be a string", "got null"),
    ('{"shapes": [], "layers": []}', "layers must be an object", "got []"),
    ('{"shapes": [], "layers": {"a": 3}}', "layer 'a': must be an object", "got 3"),
    ('{"shapes": [], "layers": {"a": {}, "a": {}}}', "key must be given once", "got 'a' more than once"),
    ('{"shapes": [], "layers": {"a": {"hue": 1}}}', "layer 'a': unknown key 'hue'", "value 1"),
    ('{"shapes": [], "layers": {"a": {"color": "red"}}}', "layer 'a': color must be \"#rgb\"", "got 'red'"),
    ('{"shapes": [], "layers": {"a": {"color": 3}}}', "layer 'a': color must be \"#rgb\"", "got 3"),
    ('{"shapes": [], "layers": {"a": {"trigger": 1}}}', "layer 'a': trigger must be true or false", "got 1"),
    ('{"shapes": [], "layers": {"a": {"ignore": "a"}}}', "layer 'a': ignore must be a list", "got 'a'"),
    ('{"shapes": [], "layers": {"a": {"ignore": [1]}}}', "layer 'a': ignore must be a list", "got [1]"),
    ('{"shapes": [], "layers": {"a": {"ignore": ["b"]}}}', "layer 'a': ignore must name declared", "got 'b'"),
    ('{"shapes": [], "layers": {"*": {}}}', "layer '*': layer name must not be '*'", "every layer"),
    ('{"shapes": [], "layers": {"": {}}}', "layer name must be 1 to 80", "got ''"),
    ('{"shapes": [\n  1,\n  }', "level.json:3:3: must be JSON", "got '}'"),
    ('{"shapes": [', "level.json:1:13: must be JSON", "got the end of the file"),
    ('{"shapes": []} x', "level.json:1:16: must be JSON", "got 'x'"),
    ("[" * 200_000, "must nest at most a few lists", "too deep"),
    ('{"a":' * 200_000, "must nest at most a few lists", "too deep"),
    (b"\xff\xfe{\x00", "must be UTF-8", "0xff at offset 0"),
    (b'{"shapes": [], "title": "\xe9"}', "must be UTF-8", "0xe9 at offset 25"),
    (b"\x89PNG\r\n\x1a\n\x00\x00", "must be UTF-8", "0x89 at offset 0"),
    (b"\x00\x01\x02", "level.json:1:1: must be JSON", r"got '\x00'"),
]


@pytest.mark.parametrize(("text", "rule", "value"), MALFORMED_SCENES)
def test_a_malformed_scene_is_named_with_its_rule_and_value(text: str | bytes, rule: str, value: str) -> None:
    message = one_line(text)
    assert rule in message
    assert value in message


def test_a_file_that_is_too_large_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("collide2d.scene.MAX_BYTES", 10)
    (tmp_path / "big.json").write_text(" " * 11)
    with pytest.raises(SceneError, match=r"big\.json: must be at most 10 bytes"):
        load(tmp_path / "big.json")


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=r"no\.json: cannot be read: "):
        load(tmp_path / "no.json")
    with pytest.raises(SceneError, match=": cannot be read: "):
        load(tmp_path)
    with pytest.raises(SceneError, match=r"'a\\x00b': cannot be read: "):
        load("a\0b")
    with pytest.raises(SceneError, match=r"'a\\nb': cannot be read: "):
        load("a\nb")


def test_a_scene_is_made_of_a_mapping() -> None:
    named = {"ball": Circle(0, 0, 1), "hero": Body([Point(0, 0), Point(1, 1)])}
    scene = Scene(named, title="two")
    assert [(item.name, item.shape) for item in scene.items] == list(named.items())
    assert Scene({"at": (1, 2)}).items == (Item("at", Point(1, 2)),)
    layered = Scene((Item("a", Point(0, 0), "wall"),), "title", "text", (Layer("wall", trigger=True),))
    assert Scene(layered.to_dict()) == layered
    assert Scene(layered.to_dict(), title="other").title == "other"
    with pytest.raises(SceneError, match=r"^shape 'a': shape must be a shape, .*got int$"):
        Scene({"a": 5})
    with pytest.raises(SceneError, match="unknown key"):
        Scene({"shapes": [], "shape": []})


@pytest.mark.parametrize(
    ("call", "advice"),
    [
        (lambda: Scene({"ball": Point(0, 0)}).cast("bal", (1, 0)), "got 'bal': did you mean 'ball'?"),
        (lambda: Scene({"ball": Point(0, 0)}).turn_cast("bal", 90), "got 'bal': did you mean 'ball'?"),
        (lambda: Scene((Item("a", Point(0, 0), "wal"),), layers=(Layer("wall"),)), "got 'wal': did you mean 'wall'?"),
        (lambda: Scene((), layers=(Layer("wall"), Layer("x", ignore=("walls",)))), "did you mean 'wall'?"),
        (lambda: Shape.from_dict({"kind": "cirle", "x": 0}), "got 'cirle': did you mean 'circle'?"),
        (lambda: Circle.from_dict({"x": 0, "y": 0, "rr": 0}), "unknown key 'rr': did you mean 'r'?"),
        (lambda: loads('{"shapes": [], "layer": {}}'), ": did you mean 'layers'?"),
    ],
)
def test_a_name_that_is_nearly_right_gets_advice(call: Any, advice: str) -> None:
    with pytest.raises(ValueError, match=re.escape(advice) + "$"):
        call()


def test_layers_have_different_names() -> None:
    with pytest.raises(SceneError, match="layer 'a': name must be unique"):
        Scene((), layers=(Layer("a"), Layer("a")))


def test_items_take_shapes_only() -> None:
    with pytest.raises(SceneError, match="shape must be a Shape or a Body, got 3"):
        Item("a", 3)  # type: ignore[arg-type]


def scene_or_message(text: str | bytes) -> Scene | str:
    """What reading comes to."""
    try:
        return loads(text, "level.json")
    except SceneError as error:
        return str(error)


VALID = (SCENES / "every-kind.json").read_bytes()


@given(st.integers(0, len(VALID) - 1), st.integers(0, 40), st.binary(max_size=6))
def test_any_damage_gives_a_scene_or_one_line(at: int, length: int, instead: bytes) -> None:
    damaged = VALID[:at] + instead + VALID[at + length :]
    result = scene_or_message(damaged)
    if isinstance(result, Scene):
        assert loads(result.dumps()) == result
    else:
        assert result.isprintable()
        assert result.startswith("level.json:")


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)),
    max_leaves=6,
)


@given(st.data())
def test_any_value_anywhere_gives_a_scene_or_one_line(data: st.DataObject) -> None:
    scene: dict[str, Any] = json.loads(VALID)
    entry: dict[str, Any] = data.draw(st.sampled_from(scene["shapes"]))
    key = data.draw(
        st.one_of(st.sampled_from(sorted(entry)), st.sampled_from(["angle", "core", "pivot", "layer", "zz"]))
    )
    entry[key] = data.draw(json_values)
    result = scene_or_message(json.dumps(scene))
    assert isinstance(result, Scene) or (result.isprintable() and result.startswith("level.json:"))


# ---- pairs -----------------------------------------------------------------------------------------------------------


@given(scenes())
def test_findings_are_all_pairs_that_collide_in_scene_order(scene: Scene) -> None:
    expected = [(a, b, collide2d.relate(a.shape, b.shape)) for a, b in scene.pairs()]
    found = [(f.first, f.second, f.relation) for f in scene.findings()]
    assert found == [pair for pair in expected if pair[2] is not Relation.APART]
    assert [(g.first, g.second, Relation.APART) for g in scene.gaps()] == [
        pair for pair in expected if pair[2] is Relation.APART
    ]


@given(scenes(), st.data())
def test_pairs_of_some_names_are_those_of_all_with_these_names(scene: Scene, data: st.DataObject) -> None:
    names = data.draw(st.sets(st.sampled_from([*(item.name for item in scene.items), "?"])))

    def is_named(pair: tuple[Item, Item] | Finding | Gap) -> bool:
        return pair[0].name in names or pair[1].name in names

    assert [*scene.each_finding(names)] == [*filter(is_named, scene.findings())]
    assert [*scene.each_gap(names)] == [*filter(is_named, scene.gaps())]
    assert scene.count_pairs(names) == len([*filter(is_named, scene.pairs())])
    assert scene.count_pairs() == len(scene.pairs())


def names_of(scene: Scene) -> list[tuple[str, str]]:
    """The names of the pairs that are tested."""
    return [(a.name, b.name) for a, b in scene.pairs()]


def test_layers_ignore_each_other_if_one_of_them_says_so() -> None:
    layers = (
        Layer("wall", ignore=("wall",)),
        Layer("ghost", ignore=("*",)),
        Layer("crate"),
        Layer("coin", ignore=("crate",)),
    )
    here = Circle(0, 0, 1)
    items = [
        Item(name, here, layer) for name, layer in (("w1", "wall"), ("w2", "wall"), ("g", "ghost"), ("c", "crate"))
    ]
    items += [Item("coin", here, "coin"), Item("free", here)]
    scene = Scene(tuple(items), layers=layers)
    assert names_of(scene) == [
        ("w1", "c"), ("w1", "coin"), ("w1", "free"), ("w2", "c"), ("w2", "coin"), ("w2", "free"), ("c", "free"),
        ("coin", "free"),
    ]  # fmt: skip
    assert names_of(scene) == [(f.first.name, f.second.name) for f in scene.findings()]


def test_collisions_with_a_trigger_are_marked() -> None:
    layers = (Layer("room", trigger=True), Layer("crate"))
    items = (
        Item("r", Rect(0, 0, 9, 9), "room"),
        Item("a", Circle(3, 3, 1), "crate"),
        Item("b", Circle(4, 3, 1), "crate"),
    )
    assert [(f.first.name, f.second.name, f.trigger) for f in Scene(items, layers=layers).findings()] == [
        ("r", "a", True),
        ("r", "b", True),
        ("a", "b", False),
    ]


# ---- motion ----------------------------------------------------------------------------------------------------------


@given(scenes().filter(len), st.tuples(*[st.floats(-1e3, 1e3)] * 2))
def test_a_cast_meets_exactly_what_the_sweep_overlaps(scene: Scene, motion: tuple[float, float]) -> None:
    item = scene.items[0]
    try:
        cast = scene.cast(item.name, motion)
    except SceneError:
        return  # out of the domain
    swept = collide2d.sweep(item.shape, motion)
    tested = [b for a, b in scene.pairs() if a is item]
    triggers = {layer.name for layer in scene.layers if layer.trigger}
    walls = [b for b in tested if not {b.layer, item.layer} & triggers]
    if any(swept.overlaps(b.shape) for b in walls):
        assert cast.hits
    elif cast.hits:  # several block a thin shape together
        pieces = item.shape.pieces if isinstance(item.shape, Body) else (item.shape,)
        assert any(p.radius == 0 and len(p.vertices) < 3 for p in pieces)
    assert all(m.item in walls and m.hit.t == cast.t for m in cast.hits)
    assert all(m.item in tested and m.item not in walls and m.hit.t <= cast.t for m in cast.passed)
    if cast.t == 1:
        assert cast.stop == motion


@given(
    scenes().filter(len),
    st.floats(-360, 360),
    st.none() | st.tuples(*[st.floats(-1e3, 1e3)] * 2),
    st.just((0.0, 0.0)) | st.tuples(*[st.floats(-1e3, 1e3)] * 2),
)
def test_a_turn_meets_what_it_hits_first(
    scene: Scene, angle: float, about: tuple[float, float] | None, d: tuple[float, float]
) -> None:
    item = scene.items[0]
    try:
        cast = scene.turn_cast(item.name, angle, about, motion=d)
    except SceneError:
        return  # out of the domain
    triggers = {layer.name for layer in scene.layers if layer.trigger}
    others = [b for a, b in scene.pairs() if a is item]
    met = [(b, collide2d.turn_cast(item.shape, angle, b.shape, about, motion=d)) for b in others]
    stopping = [(b, hit) for b, hit in met if hit is not None and not {b.layer, item.layer} & triggers]
    first = min((hit.t for _, hit in stopping), default=1.0)
    assert cast.t == first
    assert cast.stop == first * angle
    assert (cast.motion, cast.stop_motion) == (d, (first * d[0], first * d[1]))
    assert list(cast.hits) == [m for m in stopping if m[1].t == first]
    sensed = [(b, hit) for b, hit in met if hit is not None and (b, hit) not in stopping and hit.t <= first]
    assert list(cast.passed) == sorted(sensed, key=lambda m: m[1].t)


def test_a_turn_names_all_that_stop_it_and_the_triggers_before() -> None:
    layers = (Layer("room", trigger=True), Layer("ghost", ignore=("*",)))
    blocks = {"up": Rect(2, 0, 4, 1), "down": Rect(-6, -1, 4, 1)}
    items = (
        Item("bar", Segment(-4, 0, 4, 0).rotate(-45)),
        *(Item(name, shape) for name, shape in blocks.items()),
        Item("late", Circle(0, 3, 1)),
        Item("sensor", Circle(3, -2, 0.5), "room"),
        Item("mist", Circle(3, -1, 1), "ghost"),
    )
    cast = Scene(items, layers=layers).turn_cast("bar", 180)
    assert [m.item.name for m in cast.hits] == ["up", "down"]
    assert [m.item.name for m in cast.passed] == ["sensor"]
    assert cast.t == pytest.approx(0.25)
    assert cast.stop == cast.t * 180


@pytest.mark.parametrize(
    ("angle", "about", "message"),
    [
        (361.0, None, "^shape 'a': angle must be between -360 and 360 degrees, got 361.0$"),
        (float("nan"), None, "^shape 'a': angle must be finite, got nan$"),
        (90.0, (1e61, 0.0), "^shape 'a': about must be between -1e60 and 1e60, got"),
        (90.0, (-1e60, 0.0), "^shape 'a': its coordinates, as it turns, must be between"),
    ],
)
def test_a_turn_that_is_out_of_range_is_refused(angle: float, about: tuple[float, float], message: str) -> None:
    with pytest.raises(SceneError, match=message):
        Scene({"a": Rect(9e59, 0, 1e59, 1)}).turn_cast("a", angle, about)


def test_shapes_hit_at_the_same_time_are_all_named() -> None:
    tiles = tuple(Item(f"tile {i}", Rect(10 * i, 10, 10, 10)) for i in range(4))
    scene = Scene((Item("box", Rect(5, 0, 10, 4)), *tiles))
    assert [m.item.name for m in scene.cast("box", (0, 48)).hits] == ["tile 0", "tile 1"]
    assert scene.cast("box", (0, 48)).stop == (0, 6)


# ---- the scenes that ship --------------------------------------------------------------------------------------------


def found(file: str) -> dict[tuple[str, str], tuple[str, tuple[float, float], float]]:
    """The collisions of an example scene: relation, normal and depth, by the names of the two."""
    return {
        (f.first.name, f.second.name): (
            f.relation.name.lower(),
            (round(f.contact.normal[0], 6) + 0.0, round(f.contact.normal[1], 6) + 0.0),
            round(f.contact.depth, 6),
        )
        for f in load(SCENES / file).findings()
    }


def test_article_1_rounded_rectangles() -> None:
    results = found("article-1-rounded-rectangles.json")
    assert results == {
        ("corner", "corner, other"): ("touching", (-0.6, -0.8), 0.0),
        ("corner, obstacle", "corner, centre"): ("touching", (-0.6, -0.8), 0.0),
        ("side", "side, other"): ("overlapping", (0.0, -1.0), 1.0),
        ("side, obstacle", "side, centre"): ("overlapping", (0.0, -1.0), 1.0),
        ("inside", "inside, other"): ("overlapping", (-1.0, 0.0), 3.5),
        ("inside, obstacle", "inside, centre"): ("overlapping", (-1.0, 0.0), 3.5),
        ("tie", "tie, other"): ("overlapping", (-1.0, 0.0), 4.0),
        ("tie, obstacle", "tie, centre"): ("overlapping", (-1.0, 0.0), 4.0),
        ("tile 1", "sharp"): ("overlapping", (0.0, 1.0), 0.5),
        ("tile 2", "sharp"): ("overlapping", (1.0, 0.0), 0.25),
        ("tile 3", "rounded"): ("overlapping", (0.0, 1.0), 0.5),
        ("tile 4", "rounded"): ("overlapping", (0.83205, 0.5547), 0.098612),
        ("merged", "on merged"): ("overlapping", (0.0, 1.0), 0.5),
    }


def test_article_1_the_obstacle_says_the_same_as_the_pair() -> None:
    scene = {item.name: item.shape for item in load(SCENES / "article-1-rounded-rectangles.json").items}
    for name in ("corner", "side", "inside", "tie"):
        a, b = scene[name], scene[f"{name}, other"]
        assert isinstance(a, RoundRect)
        assert isinstance(b, RoundRect)
        inner = [p + q for p, q in zip(a.inner_size, b.inner_size, strict=True)]
        obstacle = RoundRect.around(*a.center, inner[0], inner[1], a.r + b.r)
        bigger = scene[f"{name}, obstacle"]
        assert isinstance(bigger, Shape)
        assert bigger.vertices == obstacle.vertices
        assert scene[f"{name}, centre"] == Point(*b.center)
        assert obstacle.separation(Point(*b.center)) == a.separation(b)


def test_article_2_rotated_rectangle() -> None:
    results = found("article-2-rotated-rectangle.json")
    assert {pair: result[0] for pair, result in results.items()} == {
        ("turned", "point in"): "overlapping",
        ("turned", "round the end"): "overlapping",
        ("turned", "crossing"): "overlapping",
        ("quarter turn", "point on corner"): "touching",
        ("quarter turn", "circle on side"): "touching",
        ("quarter turn", "circle on corner"): "touching",
        ("quarter turn", "segment ends on side"): "touching",
    }
    assert results["quarter turn", "circle on side"][1] == (-1.0, 0.0)
    assert results["quarter turn", "circle on corner"][1] == (-0.8, -0.6)


def test_article_2_the_printed_circle_test_is_wrong_where_the_scene_says() -> None:
    scene = {item.name: item.shape for item in load(SCENES / "article-2-rotated-rectangle.json").items}
    box = scene["turned"]
    assert isinstance(box, Rect)

    def printed(circle: Solid) -> bool:
        """As printed: the clamped point is squared, not its difference from the centre."""
        assert isinstance(circle, Circle)
        x, y = (q - p for p, q in zip((10, 8), circle.rotate(-box.angle, (10, 8)).center, strict=True))
        x, y = min(max(x, -3), 9), min(max(y, -1), 4)
        return x * x + y * y <= circle.r * circle.r

    assert not printed(scene["round the end"])
    assert box.overlaps(scene["round the end"])
    assert printed(scene["far, but small clamp"])
    assert not box.collides(scene["far, but small clamp"])


def test_article_3_practical_detection() -> None:
    results = found("article-3-practical-detection.json")
    assert {pair: result[0] for pair, result in results.items()} == {
        ("ball 1", "ball 2"): "touching",
        ("ball 3", "ball 4"): "overlapping",
        ("crate 1", "ball 5"): "overlapping",
        ("room", "entering"): "overlapping",
        ("room", "inside"): "overlapping",
    }
    scene = load(SCENES / "article-3-practical-detection.json")
    assert [f.second.name for f in scene.findings() if f.trigger] == ["entering", "inside"]
    a, b = (item.shape for item in scene.items if item.name.startswith("diagonal"))
    assert isinstance(a, Circle)
    assert isinstance(b, Circle)
    (ax, ay), (bx, by) = a.center, b.center
    assert (ax - bx) ** 2 - (ay - by) ** 2 <= (a.radius + b.radius) ** 2, "the printed formula takes them to collide"
    assert not a.collides(b)


def test_article_4_touching_is_not_overlapping() -> None:
    scene = {item.name: item.shape for item in load(SCENES / "article-4-touching-is-not-overlapping.json").items}
    assert (scene["circle 1"], scene["circle 2"], scene["circle 3"]) == (
        Circle(0, 0, 1),
        Circle(2, 0, 1.5),
        Circle(5, 5, 2),
    )
    assert (scene["rect 1"], scene["rect 2"]) == (Rect(5, 10, 10, 21), Rect(8, 27, 9, 12))
    assert scene["rect 3"] == Rect(18, 27, 5, 12)
    assert found("article-4-touching-is-not-overlapping.json") == {
        ("circle 1", "circle 2"): ("overlapping", (-1.0, 0.0), 0.5),
        ("rect 1", "rect 2"): ("overlapping", (0.0, -1.0), 4.0),
        ("circle 4", "circle 5"): ("touching", (-1.0, 0.0), 0.0),
        ("tile 1", "tile 2"): ("touching", (-1.0, 0.0), 0.0),
    }


def body_of(text: str) -> Any:
    return loads('{"shapes": [{"name": "b", "kind": "body", ' + text + "}]}").items[0].shape


def test_a_body_is_pieces_an_outline_or_a_chain() -> None:
    head, arm = Circle(0, 0, 1), Segment(0, 0, 3, 3)
    pieces = (
        '"pieces": [{"name": "head", "kind": "circle", "x": 0, "y": 0, "r": 1}, {"kind": "segment", "ax": 0, "ay": 0'
    )
    assert body_of(pieces + ', "bx": 3, "by": 3}]') == Body([("head", head), arm])
    outline = [(0, 0), (9, 0), (9, 9), (5, 3), (0, 9)]
    text = '"outline": [[0, 0], [9, 0], [9, 9], [5, 3], [0, 9]]'
    assert body_of(text) == Body.from_outline(outline)
    holed = body_of(text + ', "holes": [[[1, 1], [2, 1], [1, 2]]]')
    assert holed == Body.from_outline(outline, holes=[[(1, 1), (2, 1), (1, 2)]])
    assert not holed.overlaps((1.2, 1.2))
    assert body_of('"chain": [[0, 0], [3, 0], [3, 3]], "closed": true') == Chain([(0, 0), (3, 0), (3, 3)], closed=True)
    assert body_of('"chain": [[0, 0], [3, 0]], "radius": 2') == Body([Capsule(0, 0, 3, 0, 2)])


def test_the_scene_of_bodies_has_every_form_of_a_body() -> None:
    file = SCENES / "bodies.json"
    entries = [entry for entry in json.loads(file.read_text(encoding="utf-8"))["shapes"] if entry["kind"] == "body"]
    assert {key for entry in entries for key in entry} >= {"pieces", "outline", "holes", "chain", "radius"}
    met = {(f.first.name, f.second.name): f.contact.pieces for f in load(file).findings()}
    assert met["hero", "slime"] == ("sword", None)


def test_tiles_together_stop_a_point_on_its_way_through_their_seam() -> None:
    tiles = [Item("left", Rect(0, 10, 10, 10)), Item("right", Rect(10, 10, 10, 10))]
    scene = Scene((Item("spark", Point(10, 0)), *tiles))
    assert [m.item.name for m in scene.cast("spark", (0, 20)).hits] == ["left", "right"]


def test_every_kind_has_every_kind_and_form() -> None:
    entries = json.loads(VALID)["shapes"]
    assert {entry["kind"] for entry in entries} == set(KINDS)
    assert {key for entry in entries for key in entry} >= {"cx", "offset", "x1", "inner_w", "core", "pivot", "radius"}
    assert {result[0] for result in found("every-kind.json").values()} == {"touching", "overlapping"}


def test_the_level_is_what_its_script_makes() -> None:
    spec = importlib.util.spec_from_file_location("make_level", SCENES / "make_level.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.make_level().dumps() == (SCENES / "level.json").read_text(encoding="utf-8")


def test_the_level_is_a_real_one() -> None:
    level = load(SCENES / "level.json")
    assert len(level) >= 300
    assert {item.shape.kind for item in level.items} == set(KINDS)
    findings = level.findings()
    assert {f.relation for f in findings} == {Relation.TOUCHING, Relation.OVERLAPPING}
    assert not any(f.first.layer == f.second.layer == "wall" for f in findings)
    entered = {f.first.name for f in findings if f.trigger}
    assert ("court", "player") in {(f.first.name, f.second.name) for f in findings}
    assert entered == {item.name for item in level.items if item.layer == "room"}


@pytest.mark.parametrize("file", sorted(path.name for path in SCENES.glob("*.json")))
def test_shipped_scenes_agree_with_the_reference(file: str) -> None:
    from collide2d import reference

    def meet(a: Solid, b: Solid) -> bool:
        p, q = a.bounds, b.bounds
        return p[0] <= q[2] and q[0] <= p[2] and p[1] <= q[3] and q[1] <= p[3]

    for a, b in load(SCENES / file).pairs():
        if not meet(a.shape, b.shape):
            continue
        first, second = (s.pieces if isinstance(s, Body) else (s,) for s in (a.shape, b.shape))
        expected = reference.relate_bodies(first, second)
        assert int(collide2d.relate(a.shape, b.shape)) == int(expected), (a.name, b.name)
