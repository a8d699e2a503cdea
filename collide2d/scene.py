"""Scenes: named shapes and bodies in a JSON file. Reads, checks and writes them, and finds collisions and hits.

docs/scene-format.md describes the format. A scene that exists is valid: `Scene`, `Layer` and `Item` check their
arguments. A file that breaks a rule raises a `SceneError` of one line that names the file, the shape, the rule and the
value. The geometry is the package's: a shape's own keys are those of `Shape.from_dict` or `Body.from_dict`.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from collide2d import (
    Body,
    Contact,
    Hit,
    Relation,
    Shape,
    Space,
    closest_points,
    contact,
    relate,
    separation,
    sweep,
    turn_cast,
)
from collide2d._dicts import body_form
from collide2d._files import write_text
from collide2d._messages import did_you_mean, one_line, printable, shown
from collide2d.typing import Response, Solid, SolidLike

__all__ = [
    "Cast", "Counts", "Finding", "Gap", "Item", "Layer", "Met", "Scene", "SceneError", "TurnCast", "load", "loads",
]  # fmt: skip

KINDS = ("point", "circle", "segment", "capsule", "rect", "roundrect", "polygon")
BODY = "body"
MAX_BYTES = 64 * 2**20
MAX_NAME = 80
# By name, as it is an extra that itself needs scenes: it is imported when a map is read.
_MAP_READER = "collide2d.tiled"

# A file without a version is of version 1, which had no motions; version 2 had no turns. A newer version is refused.
VERSION, _WITH_MOTIONS = 3, 2
RESPONSES: tuple[Response, ...] = ("stop", "slide", "bounce", "pass")

_SCENE_KEYS = ("version", "title", "description", "layers", "shapes")
_ITEM_KEYS = ("name", "layer", "motion", "turn", "response")
_LAYER_KEYS = ("color", "ignore", "trigger")
_NUMBER_KEYS = frozenset((
    "x", "y", "r", "w", "h", "ax", "ay", "bx", "by", "cx", "cy", "x1", "y1", "x2", "y2", "inner_w", "inner_h",
    "angle", "radians", "radius",
))  # fmt: skip
_OTHER_KEYS = frozenset(("points", "pivot", "offset", "core"))
_COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})", re.ASCII)

Path: TypeAlias = str | os.PathLike[str]
Json: TypeAlias = Any


class SceneError(ValueError):
    """A scene breaks a rule. The message is one line: where, which rule, and the value received."""


class MissingError(SceneError):
    """A command or a file type needs a package that is missing. The message is one line: the package and its extra."""


# ---- the model -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Layer:
    """A group of shapes that are drawn alike, and the layers whose shapes they are not tested against.

    ignore: names of layers, or "*" for all of them. Ignoring is mutual: one of two layers is enough. color: "#rgb" or
    "#rrggbb", or "" to let the drawing choose. trigger: its shapes notice others but do not push them, like a room that
    notices a player; collisions with them are reported as such, and drawn without normals.

    >>> Layer("wall", ignore=("wall",)).color
    ''
    """

    name: str
    color: str = ""
    ignore: tuple[str, ...] = ()
    trigger: bool = False

    def __post_init__(self) -> None:
        _check_name("layer name", self.name)
        if self.name == "*":
            raise SceneError("layer name must not be '*', which stands for every layer")
        if self.color and not _COLOR.fullmatch(self.color):
            raise SceneError(f'color must be "#rgb" or "#rrggbb", got {shown(self.color)}')
        object.__setattr__(self, "ignore", tuple(self.ignore))


@dataclass(frozen=True, slots=True)
class Item:
    """A shape or a body with a name, in a layer ("" for none).

    motion: how far it moves in a second when the playground plays the scene, or None. turn: by how much it turns about
    its pivot or centre in that second, in degrees from -360 to 360, or None. response: what it does at an item in its
    way, as in `Space.slide`: "stop", "slide", "bounce" or "pass".

    >>> from collide2d import Circle, Rect
    >>> Item("ball", Circle(0, 0, 1), motion=(8, 2), response="bounce").motion
    (8.0, 2.0)
    >>> Item("door", Rect.pivoted(0, 0, 60, 8, (4, 4)), turn=90).turn
    90.0
    """

    name: str
    shape: Solid
    layer: str = ""
    motion: tuple[float, float] | None = None
    response: Response = "stop"
    turn: float | None = None

    def __post_init__(self) -> None:
        _check_name("name", self.name)
        if not isinstance(self.shape, (Shape, Body)):
            raise SceneError(f"shape must be a Shape or a Body, got {shown(self.shape)}")
        if self.response not in RESPONSES:
            advice = did_you_mean(self.response, RESPONSES)
            raise SceneError(f"response must be one of {', '.join(RESPONSES)}, got {shown(self.response)}{advice}")
        if self.motion is not None:
            try:
                sweep(self.shape, self.motion)
            except (TypeError, ValueError) as error:
                raise SceneError(one_line(str(error)).removeprefix("sweep: ")) from None
            object.__setattr__(self, "motion", (float(self.motion[0]), float(self.motion[1])))
        if self.turn is not None:
            try:
                turn_cast(self.shape, self.turn, (0.0, 0.0), motion=self.motion or (0.0, 0.0))
            except (TypeError, ValueError) as error:
                said = one_line(str(error)).removeprefix("turn_cast: ")
                raise SceneError(re.sub("^angle", "turn", said).replace(" of a,", ",")) from None
            object.__setattr__(self, "turn", float(self.turn))


class Finding(NamedTuple):
    """Two items that collide: `first` comes before `second` in the scene, and the normal points toward `first`."""

    first: Item
    second: Item
    relation: Relation
    contact: Contact
    trigger: bool  # whether the layer of either is a trigger


class Counts(NamedTuple):
    """How many pairs overlap and how many touch, without the pairs with a trigger, which are counted apart.

    The text of it is the summary that `check` and the playground print.

    >>> from collide2d import Circle, Rect
    >>> scene = Scene({"ball": Circle(0, 0, 1), "wall": Rect(1, -1, 2, 2), "crate": Rect(0, 0, 2, 2)})
    >>> counts = Counts.of(scene.findings())
    >>> counts, str(counts)
    (Counts(overlapping=2, touching=1, with_trigger=0), '2 overlap, 1 touch')
    """

    overlapping: int
    touching: int
    with_trigger: int

    @classmethod
    def of(cls, findings: Iterable[Finding]) -> Counts:
        """The counts of some of the findings of a scene."""
        found = tuple(findings)
        overlapping, touching = (
            sum(f.relation is relation and not f.trigger for f in found)
            for relation in (Relation.OVERLAPPING, Relation.TOUCHING)
        )
        return cls(overlapping, touching, len(found) - overlapping - touching)

    def __str__(self) -> str:
        said = f"{self.overlapping} overlap, {self.touching} touch"
        return f"{said}, {self.with_trigger} with a trigger" if self.with_trigger else said


class Gap(NamedTuple):
    """Two items that are apart, the distance between them, and the nearest points, on `first` and on `second`."""

    first: Item
    second: Item
    separation: float
    points: tuple[tuple[float, float], tuple[float, float]]


class Met(NamedTuple):
    """An item that a moving item meets, and the hit, whose normal points out of `item`."""

    item: Item
    hit: Hit


class Cast(NamedTuple):
    """An item that moves along a motion until something stops it.

    hits: the items that stop it, all at the same t, in scene order; empty if nothing is in the way.
    passed: the triggers that it meets before, by t; they notice it and do not stop it.
    """

    item: Item
    motion: tuple[float, float]
    hits: tuple[Met, ...]
    passed: tuple[Met, ...]

    @property
    def t(self) -> float:
        """The part of the motion up to the stop, 0 to 1."""
        return self.hits[0].hit.t if self.hits else 1.0

    @property
    def stop(self) -> tuple[float, float]:
        """The motion up to the stop."""
        return (self.t * self.motion[0], self.t * self.motion[1])


class TurnCast(NamedTuple):
    """An item that turns, and may move meanwhile, until something stops it.

    angle: of the whole turn, in degrees. about: the point it turns about, or None for its own pivot or centre.
    hits: the items that stop it, all at the same t, in scene order; empty if the way is free.
    passed: the triggers that it meets before, by t. motion: of the item and of the point during the turn.
    """

    item: Item
    angle: float
    about: tuple[float, float] | None
    hits: tuple[Met, ...]
    passed: tuple[Met, ...]
    motion: tuple[float, float] = (0.0, 0.0)

    @property
    def t(self) -> float:
        """The part of the angle and of the motion up to the stop, 0 to 1."""
        return self.hits[0].hit.t if self.hits else 1.0

    @property
    def stop(self) -> float:
        """The angle up to the stop, in degrees."""
        return self.t * self.angle

    @property
    def stop_motion(self) -> tuple[float, float]:
        """How far the item has moved at the stop."""
        return (self.t * self.motion[0], self.t * self.motion[1])


@dataclass(frozen=True, slots=True)
class Scene:
    """Named shapes, in drawing order, and their layers.

    items: any number, with unique names; or a mapping from names to shapes and bodies. A mapping with a list under
    "shapes" is a scene as `to_dict` and its file have it. layers: drawn in this order, and shapes without a layer last.

    >>> from collide2d import Circle, Rect
    >>> scene = Scene((Item("ball", Circle(0, 0, 1)), Item("wall", Rect(1, -1, 2, 2))))
    >>> [(f.first.name, f.second.name, f.relation.name) for f in scene.findings()]
    [('ball', 'wall', 'TOUCHING')]
    >>> Scene({"ball": Circle(0, 0, 1), "wall": Rect(1, -1, 2, 2)}) == Scene(scene.to_dict()) == scene
    True
    """

    items: tuple[Item, ...]
    title: str = ""
    description: str = ""
    layers: tuple[Layer, ...] = ()
    _ignored: frozenset[tuple[str, str]] = field(init=False, repr=False, compare=False, default=frozenset())

    if TYPE_CHECKING:

        def __init__(
            self,
            items: Iterable[Item] | Mapping[str, SolidLike] | Mapping[str, Json],
            title: str = "",
            description: str = "",
            layers: Iterable[Layer] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        if isinstance(self.items, Mapping):
            self._read_mapping(self.items)
        object.__setattr__(self, "items", tuple(self.items))
        object.__setattr__(self, "layers", tuple(self.layers))
        for key in ("title", "description"):
            _check_text(key, getattr(self, key))
        names: dict[str, int] = {}
        for i, layer in enumerate(self.layers):
            if names.setdefault(layer.name, i) != i:
                raise SceneError(f"layer {shown(layer.name)}: name must be unique, got it twice")
        for layer in self.layers:
            for other in layer.ignore:
                if other != "*" and other not in names:
                    raise SceneError(
                        f'layer {shown(layer.name)}: ignore must name declared layers or "*", got {shown(other)}'
                        f"{did_you_mean(other, names)}"
                    )
        object.__setattr__(self, "_ignored", self._ignored_pairs(["", *names]))
        self._check_items(frozenset(names))

    def _read_mapping(self, data: Mapping[str, Any]) -> None:
        """Takes the items from a mapping, and of a whole scene the rest too, unless that was given."""
        if not isinstance(data.get("shapes"), list):
            items = (Item(name, _solid_of(name, like)) for name, like in data.items())
            object.__setattr__(self, "items", tuple(items))
            return
        given = _scene(dict(data))
        for key in ("title", "description", "layers"):
            if not getattr(self, key):
                object.__setattr__(self, key, getattr(given, key))
        object.__setattr__(self, "items", given.items)

    def _check_items(self, layers: frozenset[str]) -> None:
        names: dict[str, int] = {}
        for i, item in enumerate(self.items):
            first = names.setdefault(item.name, i)
            if first != i:
                raise SceneError(
                    f"shape {shown(item.name)}: name must be unique, got {shown(item.name)} at shapes[{first}]"
                    f" and shapes[{i}]"
                )
            if item.layer and item.layer not in layers:
                raise SceneError(
                    f'shape {shown(item.name)}: layer must be declared under "layers", got {shown(item.layer)}'
                    f"{did_you_mean(item.layer, layers)}"
                )

    def _ignored_pairs(self, names: list[str]) -> frozenset[tuple[str, str]]:
        pairs = set()
        for layer in self.layers:
            for other in names if "*" in layer.ignore else layer.ignore:
                pairs |= {(layer.name, other), (other, layer.name)}
        return frozenset(pairs)

    def __len__(self) -> int:
        return len(self.items)

    # ---- pairs -------------------------------------------------------------------------------------------------------

    def pairs(self) -> list[tuple[Item, Item]]:
        """All pairs to test, apart or not: those whose layers do not ignore each other, in scene order."""
        return list(self._each_pair(None))

    def findings(self) -> list[Finding]:
        """Every pair that collides, with its relation and contact, in scene order."""
        return list(self.each_finding())

    def gaps(self) -> list[Gap]:
        """Every pair that is apart, with its gap and nearest points, in scene order. Quadratic; for small scenes."""
        return list(self.each_gap())

    def each_finding(self, names: Set[str] | None = None) -> Iterator[Finding]:
        """The pairs of `findings`, one by one, which takes no memory for pairs.

        names: find only pairs with an item of one of these names.
        """
        triggers = {layer.name for layer in self.layers if layer.trigger}
        for a, b in self._near_pairs(names):
            hit = contact(a.shape, b.shape)
            if hit is not None:
                trigger = a.layer in triggers or b.layer in triggers
                yield Finding(a, b, relate(a.shape, b.shape), hit, trigger)

    def each_gap(self, names: Set[str] | None = None) -> Iterator[Gap]:
        """The pairs of `gaps`, one by one. names: as for `each_finding`."""
        for a, b in self._each_pair(names):
            if relate(a.shape, b.shape) is Relation.APART:
                yield Gap(a, b, separation(a.shape, b.shape), closest_points(a.shape, b.shape))

    def count_pairs(self, names: Set[str] | None = None) -> int:
        """The number of pairs to test, apart or not. names: count only those with such an item."""
        every = Counter(item.layer for item in self.items)
        if names is None:
            return self._count_among(every)
        return self._count_among(every) - self._count_among(
            Counter(item.layer for item in self.items if item.name not in names)
        )

    def _count_among(self, counts: Counter[str]) -> int:
        """The number of pairs to test, from the number of items in each layer."""
        total = counts.total() * (counts.total() - 1)
        total -= sum(counts[a] * (counts[b] - (a == b)) for a, b in self._ignored)
        return total // 2

    def _each_pair(self, names: Set[str] | None) -> Iterator[tuple[Item, Item]]:
        """The pairs to test, in scene order."""
        named = self.items if names is None else [item for item in self.items if item.name in names]
        passed = 0  # how many of `named` are not after this item
        for i, a in enumerate(self.items):
            is_named = passed < len(named) and named[passed] is a
            passed += is_named
            for b in self.items[i + 1 :] if is_named else named[passed:]:
                if (a.layer, b.layer) not in self._ignored:
                    yield a, b

    def _near_pairs(self, names: Set[str] | None) -> Iterator[tuple[Item, Item]]:
        """Those of the pairs to test that may collide, in scene order."""
        items = self.items
        space = Space((i, item.shape) for i, item in enumerate(items))
        for i, a in enumerate(items):
            near = space.query(i, touching=True)
            for j in near[bisect(near, i) :]:
                b = items[j]
                if (a.layer, b.layer) not in self._ignored and (names is None or a.name in names or b.name in names):
                    yield a, b

    # ---- motion ------------------------------------------------------------------------------------------------------

    def cast(self, name: str, motion: tuple[float, float]) -> Cast:
        """Moves the item called `name` along a motion until another item stops it. Ignored layers do not meet.

        Raises SceneError if there is no such item, or if the motion is not finite or leaves the domain.

        >>> from collide2d import Circle, Rect
        >>> scene = Scene((Item("ball", Circle(0, 0, 1)), Item("wall", Rect(5, -4, 2, 8))))
        >>> cast = scene.cast("ball", (16, 0))
        >>> cast.hits[0].item.name, cast.t, cast.stop, cast.hits[0].hit.normal
        ('wall', 0.25, (4.0, 0.0), (-1.0, 0.0))
        """
        item = self._item(name)
        try:
            sweep(item.shape, motion)
        except ValueError as error:
            raise SceneError(f"shape {shown(name)}: {one_line(str(error)).removeprefix('sweep: ')}") from None
        triggers, others = self._in_the_way(item)
        # In spaces of their own, as a solid and a trigger do not block a thin shape together.
        solids, sensors = (
            Space((i, o.shape) for i, o in enumerate(others) if bool({item.layer, o.layer} & triggers) is trigger)
            for trigger in (False, True)
        )
        stopping = [Met(others[i], hit) for i, hit in solids.cast_all(item.shape, motion)]
        t = min((m.hit.t for m in stopping), default=1.0)
        return Cast(
            item,
            motion,
            hits=tuple(m for m in stopping if m.hit.t == t),
            passed=tuple(Met(others[i], hit) for i, hit in sensors.cast_all(item.shape, motion) if hit.t <= t),
        )

    def turn_cast(
        self,
        name: str,
        angle: float,
        about: tuple[float, float] | None = None,
        *,
        motion: tuple[float, float] = (0.0, 0.0),
    ) -> TurnCast:
        """Turns the item called `name` by an angle in degrees until another item stops it, as `cast` moves it.

        about: the point to turn about, by default its pivot or else its centre. motion: how far the item, and with it
        that point, moves while it turns. Raises SceneError if no item has that name, or for an angle beyond 360 degrees
        either way, or a number that is out of range.

        >>> from collide2d import Rect, Segment
        >>> scene = Scene((Item("door", Segment(0, 0, 4, 0)), Item("wall", Rect(-1, 2, 1, 8))))
        >>> turn = scene.turn_cast("door", 120, about=(0, 0))
        >>> turn.hits[0].item.name, round(turn.t, 6), round(turn.stop, 6)
        ('wall', 0.75, 90.0)
        """
        item = self._item(name)
        try:
            turn_cast(
                item.shape, angle, item.shape, about, motion=motion
            )  # a turn that is refused is refused without others, too
            triggers, others = self._in_the_way(item)
            found = [(o, turn_cast(item.shape, angle, o.shape, about, motion=motion)) for o in others]
        except ValueError as error:
            said = (
                one_line(str(error)).removeprefix("turn_cast: ").replace("every coordinate of a,", "its coordinates,")
            )
            raise SceneError(f"shape {shown(name)}: {said}") from None
        met = [Met(o, hit) for o, hit in found if hit is not None]
        is_sensed = [bool({item.layer, m.item.layer} & triggers) for m in met]
        stopping = [m for m, sensed in zip(met, is_sensed, strict=True) if not sensed]
        t = min((m.hit.t for m in stopping), default=1.0)
        passed = [m for m, sensed in zip(met, is_sensed, strict=True) if sensed and m.hit.t <= t]
        return TurnCast(
            item,
            angle,
            about,
            hits=tuple(m for m in stopping if m.hit.t == t),
            passed=tuple(sorted(passed, key=lambda m: m.hit.t)),
            motion=motion,
        )

    def _item(self, name: str) -> Item:
        item = next((item for item in self.items if item.name == name), None)
        if item is None:
            advice = did_you_mean(name, (item.name for item in self.items))
            raise SceneError(f"name must be a shape of the scene, got {shown(name)}{advice}")
        return item

    def _in_the_way(self, item: Item) -> tuple[set[str], list[Item]]:
        """The layers that are triggers, and the items that an item may meet."""
        triggers = {layer.name for layer in self.layers if layer.trigger}
        return triggers, [o for o in self.items if o is not item and (item.layer, o.layer) not in self._ignored]

    # ---- writing -----------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Json]:
        """The scene as dictionaries and lists, as in its file."""
        data: dict[str, Json] = {}
        if any(item.turn is not None for item in self.items):
            data["version"] = VERSION
        elif any(item.motion is not None for item in self.items):
            data["version"] = _WITH_MOTIONS
        if self.title:
            data["title"] = self.title
        if self.description:
            data["description"] = self.description
        if self.layers:
            data["layers"] = {layer.name: _layer_dict(layer) for layer in self.layers}
        data["shapes"] = [_item_dict(item) for item in self.items]
        return data

    def dumps(self) -> str:
        """The text of the scene's file, with a line for each layer and each shape."""
        data = self.to_dict()
        blocks = [f'  "{key}": {_compact(data[key])}' for key in ("version", "title", "description") if key in data]
        if "layers" in data:
            rows = [f"    {_compact(name)}: {_compact(layer)}" for name, layer in data["layers"].items()]
            blocks.append('  "layers": {\n' + ",\n".join(rows) + "\n  }")
        rows = [f"    {_compact(shape)}" for shape in data["shapes"]]
        blocks.append('  "shapes": [\n' + ",\n".join(rows) + "\n  ]" if rows else '  "shapes": []')
        return "{\n" + ",\n".join(blocks) + "\n}\n"

    def save(self, path: Path) -> None:
        """Writes the scene to a file that `load` reads back as an equal scene. If that fails, the old file stays."""
        write_text(path, self.dumps())


def _solid_of(name: str, like: Any) -> Solid:
    """A shape or body as it is, and anything else that the verbs take as a shape."""
    if isinstance(like, (Shape, Body)):
        return like
    try:
        body = Body([like])
    except (TypeError, ValueError) as error:
        text = one_line(str(error)).removeprefix("Body: ").replace("shapes[0]", "shape", 1)
        raise SceneError(f"shape {shown(name)}: {text}") from None
    return body.pieces[0] if len(body) == 1 else body


def _layer_dict(layer: Layer) -> dict[str, Json]:
    data: dict[str, Json] = {}
    if layer.color:
        data["color"] = layer.color
    if layer.ignore:
        data["ignore"] = list(layer.ignore)
    if layer.trigger:
        data["trigger"] = True
    return data


def _item_dict(item: Item) -> dict[str, Json]:
    data: dict[str, Json] = {"name": item.name, "layer": item.layer} if item.layer else {"name": item.name}
    data.update(item.shape.to_dict())
    if item.motion is not None:
        data["motion"] = list(item.motion)
    if item.turn is not None:
        data["turn"] = item.turn
    if item.response != "stop":
        data["response"] = item.response
    return data


def _compact(value: Json) -> str:
    return json.dumps(_plain(value), ensure_ascii=False, allow_nan=False)


def _plain(value: Json) -> Json:
    """Converts whole floats to integers, which read better and are equal numbers."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if isinstance(value, dict):
        return {key: _plain(v) for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value


# ---- reading ---------------------------------------------------------------------------------------------------------


def load(path: Path) -> Scene:
    """Reads the scene in a file ("-" is standard input), or in a Tiled map if it is a .tmj or .tmx file.

    Raises SceneError, with one line, for every kind of error in the file.

    >>> load("missing.json")
    Traceback (most recent call last):
        ...
    collide2d.scene.SceneError: missing.json: cannot be read: No such file or directory
    """
    name = "<stdin>" if path == "-" else os.fspath(path)
    if name.lower().endswith((".tmj", ".tmx")):
        return _map_scene(name)
    try:
        if path == "-":
            if sys.stdin is None:
                raise OSError(errno.EBADF, "it is closed")
            raw = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SceneError(f"{printable(name)}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a zero byte in the name
        raise SceneError(f"{printable(name)}: cannot be read: {error}") from None
    return loads(raw, name)


def loads(text: str | bytes, name: str = "<scene>") -> Scene:
    """Reads the scene in a text, or in UTF-8 bytes; `name` stands for the file in error messages."""
    where = printable(name)
    data = _parse(text, where)
    try:
        return _scene(data)
    except SceneError as error:
        raise SceneError(f"{where}: {error}") from None


def _map_scene(name: str) -> Scene:
    try:
        scene: Scene = import_module(_MAP_READER).load(name).to_scene()
        return scene
    except ImportError as error:
        raise MissingError(f"{printable(name)}: {error}") from None
    except ValueError as error:
        raise SceneError(str(error)) from None


class _Repeating(dict[str, Json]):
    """A JSON object that repeats a key, which the plain parser would silently merge."""

    repeated: str


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    data = dict(pairs)
    if len(data) == len(pairs):
        return data
    seen: set[str] = set()
    marked = _Repeating(data)
    marked.repeated = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return marked


def _integer(digits: str) -> int | float:
    # Python refuses to convert thousands of digits. As a float they become infinity, which the shape rejects.
    return int(digits) if len(digits) < 100 else float(digits)


def _parse(text: str | bytes, where: str) -> Json:
    if len(text) > MAX_BYTES:
        raise SceneError(f"{where}: must be at most {MAX_BYTES} bytes, got more")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            byte = error.object[error.start]
            raise SceneError(f"{where}: must be UTF-8 text, got byte 0x{byte:02x} at offset {error.start}") from None
    if not text.strip():
        raise SceneError(f"{where}: must hold a JSON object, got nothing")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except json.JSONDecodeError as error:
        got = shown(text[error.pos]) if error.pos < len(text) else "the end of the file"
        raise SceneError(f"{where}:{error.lineno}:{error.colno}: must be JSON: {error.msg}, got {got}") from None
    except RecursionError:
        raise SceneError(f"{where}: must nest at most a few lists, got nesting too deep to read") from None


def _scene(data: Json) -> Scene:
    if not isinstance(data, dict):
        raise SceneError(f"must hold a JSON object, got {shown(data)}")
    if "tilewidth" in data:
        raise SceneError("must hold a scene, got a Tiled map, whose name must end in .tmj")
    _check_version(data.get("version", 1))
    _check_keys(data, _SCENE_KEYS)
    layers = data.get("layers", {})
    if not isinstance(layers, dict):
        raise SceneError(f"layers must be an object, got {shown(layers)}")
    _check_repeats(layers)
    if "shapes" not in data:
        raise SceneError("key 'shapes' must be given, got " + (", ".join(map(shown, data)) or "no keys"))
    shapes = data["shapes"]
    if not isinstance(shapes, list):
        raise SceneError(f"shapes must be a list, got {shown(shapes)}")
    return Scene(
        items=tuple(_item(entry, i) for i, entry in enumerate(shapes)),
        title=data.get("title", ""),
        description=data.get("description", ""),
        layers=tuple(_layer(name, entry) for name, entry in layers.items()),
    )


def _layer(name: str, entry: Json) -> Layer:
    try:
        if not isinstance(entry, dict):
            raise SceneError(f"must be an object, got {shown(entry)}")
        _check_keys(entry, _LAYER_KEYS)
        ignore = entry.get("ignore", [])
        if not isinstance(ignore, list) or not all(isinstance(other, str) for other in ignore):
            raise SceneError(f"ignore must be a list of layer names, got {shown(ignore)}")
        color = entry.get("color", "")
        if not isinstance(color, str):
            raise SceneError(f'color must be "#rgb" or "#rrggbb", got {shown(color)}')
        trigger = entry.get("trigger", False)
        if not isinstance(trigger, bool):
            raise SceneError(f"trigger must be true or false, got {shown(trigger)}")
        return Layer(name, color, tuple(ignore), trigger)
    except SceneError as error:
        raise SceneError(f"layer {shown(name)}: {error}") from None


def _item(entry: Json, index: int) -> Item:
    where = f"shapes[{index}]"
    try:
        if not isinstance(entry, dict):
            raise SceneError(f"must be an object, got {shown(entry)}")
        if "name" not in entry:
            raise SceneError("key 'name' must be given, got " + (", ".join(map(shown, entry)) or "no keys"))
        name = entry["name"]
        _check_name("name", name)
        where = f"shape {shown(name)}"
        _check_repeats(entry)
        layer = entry.get("layer", "")
        if not isinstance(layer, str):
            raise SceneError(f"layer must be a string, got {shown(layer)}")
        if "motion" in entry:
            _check_pair("motion", entry["motion"])
        if "turn" in entry:
            _check_number("turn", entry["turn"])
        solid = _solid({key: v for key, v in entry.items() if key not in _ITEM_KEYS})
        return Item(name, solid, layer, entry.get("motion"), entry.get("response", "stop"), entry.get("turn"))
    except SceneError as error:
        raise SceneError(f"{where}: {error}") from None


def _solid(data: dict[str, Json]) -> Solid:
    return _body(data) if data.get("kind") == BODY else _shape(data, (*KINDS, BODY))


def _body(data: dict[str, Json]) -> Body:
    try:
        form = body_form("body", data)
    except ValueError as error:
        raise SceneError(str(error).removeprefix("body: ")) from None
    if form == "pieces":
        return _body_of_pieces(data["pieces"])
    for key in {"outline", "chain"} & data.keys():
        _check_points(key, data[key])
    holes = data.get("holes", [])
    if not isinstance(holes, list):
        raise SceneError(f"holes must be a list of outlines, got {shown(holes)}")
    for i, hole in enumerate(holes):
        _check_points(f"holes[{i}]", hole)
    if "radius" in data:
        _check_number("radius", data["radius"])
    if not isinstance(data.get("closed", False), bool):
        raise SceneError(f"closed must be true or false, got {shown(data['closed'])}")
    try:
        return Body.from_dict(data)
    except (TypeError, ValueError, OverflowError) as error:
        raise SceneError(one_line(str(error))) from None


def _body_of_pieces(pieces: Json) -> Body:
    if not isinstance(pieces, list) or not pieces:
        raise SceneError(f"pieces must be a list of at least one shape, got {shown(pieces)}")
    found: list[Shape | tuple[str, Shape]] = []
    for i, piece in enumerate(pieces):
        try:
            if not isinstance(piece, dict):
                raise SceneError(f"must be an object, got {shown(piece)}")
            _check_repeats(piece)
            shape = _shape({key: v for key, v in piece.items() if key != "name"}, KINDS)
            if not isinstance(piece.get("name", ""), str):
                raise SceneError(f"name must be a string, got {shown(piece['name'])}")
            found.append((piece["name"], shape) if "name" in piece else shape)
        except SceneError as error:
            raise SceneError(f"pieces[{i}]: {error}") from None
    return Body(found)


def _shape(data: dict[str, Json], kinds: tuple[str, ...]) -> Shape:
    kind = data.get("kind")
    if kind not in kinds:
        got = shown(kind) if "kind" in data else "none"
        raise SceneError(f"kind must be one of {', '.join(kinds)}, got {got}{did_you_mean(kind, kinds)}")
    for key, value in data.items():
        # Shape.from_dict would accept true and other values as numbers; a file may hold only JSON numbers.
        if key in _NUMBER_KEYS:
            _check_number(key, value)
        if key not in _NUMBER_KEYS and key not in _OTHER_KEYS and key != "kind":
            advice = did_you_mean(key, (*_NUMBER_KEYS, *_OTHER_KEYS, "kind", *_ITEM_KEYS))
            raise SceneError(f"unknown key {shown(key)}, with value {shown(value)}{advice}")
    for key in _OTHER_KEYS & data.keys():
        _check_list(key, data[key])
    try:
        return Shape.from_dict(data)
    except (TypeError, ValueError, OverflowError) as error:
        raise SceneError(re.sub(r"^\w+\.from_dict: ", "", one_line(str(error)))) from None


def _check_list(key: str, value: Json) -> None:
    if key == "core":
        if not isinstance(value, dict):
            raise SceneError(f"core must be an object, got {shown(value)}")
        _check_repeats(value)
        for inner in ("pivot", "offset"):
            if inner in value:
                _check_list(inner, value[inner])
        for inner in _NUMBER_KEYS & value.keys():
            _check_number(f"core: {inner}", value[inner])
    elif key == "points":
        _check_points(key, value)
    else:
        _check_pair(key, value)


def _check_number(key: str, value: Json) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise SceneError(f"{key} must be a number, got {shown(value)}")


def _check_points(key: str, value: Json) -> None:
    if not isinstance(value, list):
        raise SceneError(f"{key} must be a list of [x, y], got {shown(value)}")
    for i, point in enumerate(value):
        _check_pair(f"{key}[{i}]", point)


def _check_pair(key: str, value: Json) -> None:
    numbers = isinstance(value, list) and all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in value)
    if not numbers or len(value) != 2:
        raise SceneError(f"{key} must be a pair of numbers, got {shown(value)}")


def _check_version(version: Json) -> None:
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise SceneError(f"version must be a whole number from 1, got {shown(version)}")
    if version > VERSION:
        raise SceneError(f"version must be at most {VERSION}, got {version}: a newer collide2d reads this scene")


def _check_keys(data: dict[str, Json], known: tuple[str, ...]) -> None:
    _check_repeats(data)
    for key, value in data.items():
        if key not in known:
            advice = did_you_mean(key, known)
            raise SceneError(f"unknown key {shown(key)}, with value {shown(value)} (known: {', '.join(known)}){advice}")


def _check_repeats(data: dict[str, Json]) -> None:
    if isinstance(data, _Repeating):
        raise SceneError(f"key must be given once, got {shown(data.repeated)} more than once")


def _check_name(what: str, name: Json) -> None:
    if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME or not name.isprintable():
        raise SceneError(f"{what} must be 1 to {MAX_NAME} printable characters, got {shown(name)}")


def _check_text(what: str, text: Json) -> None:
    if not isinstance(text, str) or not text.isprintable():
        raise SceneError(f"{what} must be a string of printable characters, got {shown(text)}")
