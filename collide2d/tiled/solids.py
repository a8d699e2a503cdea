"""Decides what of a map is solid: by the marks in the map, by the field's conventions for names, or by the argument
`solid` of `load`. Which layers a convention does not apply to is for the builder to say.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from collide2d._messages import printable, shown

if TYPE_CHECKING:
    from collide2d.tiled.level import Thing
    from collide2d.tiled.tile_layers import Tile

Answer: TypeAlias = "bool | None"
Predicate: TypeAlias = "Callable[[Tile | Thing], Answer]"

DEFAULT = "default"

# What a name or class says by one of its words: "Wall Layer", "collision_layer", "wallTiles2".
WORDS = frozenset((
    "wall", "walls", "solid", "solids", "ground", "platform", "platforms", "obstacle", "obstacles", "blocked",
    "blocking", "blocker", "blockers", "boundary", "boundaries", "impassable",
))  # fmt: skip
# And by a word that begins with one of these: "collisions", "collisionobjects", "Colliders", "collidable".
STEMS = ("collision", "collid")
# Names of floors in games seen from above, and of the ground in games seen from the side.
FLOOR_WORDS = frozenset(("ground",))
# A name with one of these words is not that of a wall: "no collision", "Back Ground", "wall decorations".
_OTHER_WORDS = frozenset((
    "no", "non", "not", "without", "un", "back", "fore", "decor", "deco", "decoration", "decorations", "detail",
    "details", "shadow", "shadows", "path", "paths", "spawn", "spawns", "trigger", "triggers",
))  # fmt: skip
_FLAGS = frozenset(("solid", "collide", "collides", "collidable", "collision", "blocked", "blocking", "obstacle"))
# Old versions of Tiled write all properties as text.
_SAID = {"true": True, "false": False}

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")


class Mark(NamedTuple):
    """What an object, a layer, a tile or a tileset says about itself. by_name: whether its name may make it solid."""

    what: str
    name: str
    class_: str
    properties: Mapping[str, Any]
    path: str = ""
    by_name: bool = True

    @property
    def said(self) -> Answer:
        """Whether it is marked as solid (True) or not solid (False) by a property or its class; None if neither."""
        flags = [_said(value) for key, value in self.properties.items() if is_flag(key)]
        return verdict([*flags, self.class_.lower() == "solid" or None])

    @property
    def convention(self) -> str:
        """The name or class that makes it solid by convention, for messages; "" if none does."""
        if self.by_name and self.class_ and is_wall(self.class_):
            return f"{self.what}s of class {shown(self.class_)}"
        if self.by_name and self.name and is_wall(self.name):
            return (
                f"{self.what}s named {shown(self.name)}" if self.what == "object" else f"{self.what} {shown(self.name)}"
            )
        return ""

    @property
    def is_ground(self) -> bool:
        """Whether it is called ground, which is the name of floors too, and not also a wall."""
        return all(wall_words(name) <= FLOOR_WORDS for name in (self.name, self.class_))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name in (self.name, self.class_, self.path) if name)


def is_wall(name: str) -> bool:
    """Whether a name or class is that of a wall by convention.

    >>> [is_wall(name) for name in ("Walls", "collision_layer", "WallTiles2", "background", "no-collision")]
    [True, True, True, False, False]
    """
    return bool(wall_words(name)) and not names_other(name)


def wall_words(name: str) -> set[str]:
    """The words of a name that say that something is a wall."""
    return {word for word in words_of(name) if word in WORDS or word.startswith(STEMS)}


def names_other(name: str) -> bool:
    """Whether a name says that something is not a wall: that of a path, a decoration or the background."""
    return not _OTHER_WORDS.isdisjoint(words_of(name))


@lru_cache(maxsize=4096)
def words_of(name: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(name))


@lru_cache(maxsize=4096)
def is_flag(key: str) -> bool:
    """Whether a property of this name says that something is solid: "solid", "isSolid", "Collides"."""
    return re.sub(r"^is_?", "", key.lower()) in _FLAGS


def _said(value: Any) -> Answer:
    if isinstance(value, str):
        return _SAID.get(value.lower())
    return value if isinstance(value, bool) else None


def verdict(said: Iterable[Answer]) -> Answer:
    """The combination of several marks: False if any is False, else True if any is True."""
    held = {*said}
    return False if False in held else True if True in held else None


class Solids:
    """The decisions for one map, and what they were based on.

    taken: what is solid only by convention. floors: what would be, but covers the map. unread: tiles that would be, but
    are those of a map whose tiles are not read.
    """

    def __init__(self, solid: str | Collection[str] | Predicate | None) -> None:
        self.names: frozenset[str] | None = None
        self.predicate: Predicate | None = None
        self.is_given = solid is not None
        self.given: tuple[str, ...] = ()
        if callable(solid):
            self.predicate = solid
        elif solid is not None and solid != DEFAULT:
            self.given = _names(solid)
            self.names = frozenset(name.casefold() for name in self.given)
        self.taken: dict[str, None] = {}
        self.floors: dict[str, None] = {}
        self.unread: dict[str, None] = {}
        self._found: set[str] = set()
        self._seen: dict[str, None] = {}

    def of(self, marks: Sequence[Mark], has_shapes: bool, ask: Callable[[], Tile | Thing]) -> bool:
        """Whether something is solid. marks: its own, and those of what contains it. ask: the predicate's argument."""
        asked = self.asked(marks, ask)
        if asked is not None:
            return asked
        if self.names is not None:
            return False
        if has_shapes:
            return True
        convention = self.convention(marks)
        if convention:
            self.taken[convention] = None
        return bool(convention)

    def asked(self, marks: Sequence[Mark], ask: Callable[[], Tile | Thing]) -> Answer:
        """Whether the map or the argument of `load` says explicitly that something is solid; None if neither does."""
        if self.predicate is not None:
            answer = self.predicate(ask())
            if answer is not None:
                return bool(answer)
        said = verdict(mark.said for mark in marks)
        if self.names is not None:
            matching = self.matching(marks)
            return False if said is False else bool(matching) or None
        return said

    def matching(self, marks: Iterable[Mark]) -> list[str]:
        """The given names that one of the marks has."""
        names = [name for mark in marks for name in mark.names]
        self._seen.update(dict.fromkeys(names) if len(self._seen) < 1000 else {})
        found = [name.casefold() for name in names if name.casefold() in (self.names or ())]
        self._found.update(found)
        return found

    def convention(self, marks: Iterable[Mark]) -> str:
        return next((mark.convention for mark in marks if mark.convention), "")

    def check(self, where: str) -> None:
        """Raises ValueError if none of the names that were given is in the map."""
        if not self.given or self._found:
            return
        got = ", ".join(shown(name) for name in self.given)
        message = f"{where}: solid must name layers, objects or classes of the map, got {got}"
        close = difflib.get_close_matches(self.given[0], self._seen, n=1) or difflib.get_close_matches(
            self.given[0].casefold(), self._seen, n=1
        )
        known = f"; did you mean {shown(close[0])}?" if close else ""
        if not known and self._seen:
            known = "; it has " + ", ".join(shown(name) for name in [*self._seen][:8])
        raise ValueError(message + known)

    def note(self, path: str, any_solid: bool) -> str:
        """The warning about what was not said explicitly; "" if there is nothing to say."""
        if self.is_given:
            return ""
        if any_solid and not self.taken and not self.unread:
            return ""
        facts = _listed("solid by name: ", self.taken) or ("" if any_solid else "nothing is solid")
        left_out = _listed("left out: ", [*self.floors, *self.unread])
        how = (
            "To change this, call load with solid=[names of layers or classes], or set the bool property 'solid' of"
            " layers, objects or tiles in Tiled; solid='default' turns this warning off"
        )
        return f"{printable(path)}: {'; '.join(filter(None, (facts, left_out)))}. {how}"


def _listed(title: str, items: Collection[str]) -> str:
    if not items:
        return ""
    more = f" and {len(items) - 8} more" if len(items) > 8 else ""
    return title + ", ".join([*items][:8]) + more


def _names(solid: Any) -> tuple[str, ...]:
    names = (solid,) if isinstance(solid, str) else solid
    kind = type(solid).__name__
    if isinstance(solid, (bytes, Mapping)) or not isinstance(names, Collection):
        raise TypeError(f"load: solid must be a name, a collection of names or a function, got {kind}")
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"load: solid must hold names, got {type(name).__name__}")
    return tuple(names)
