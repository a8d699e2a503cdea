"""Space from its definition: items in a dict, every query tests all of them with the exact functions of the module. It
has no index and no cache, so it is slow and obviously right. It has the queries and changes of `collide2d.Space`, but
not its mover, which other laws test.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import collide2d as c2
from collide2d import reference

Vec: TypeAlias = tuple[float, float]
Predicate: TypeAlias = Callable[[Any], object]
ItemPair: TypeAlias = tuple[Hashable, Hashable]
ALL = (1 << 64) - 1


class Entry(NamedTuple):
    """An entry of the model; serial: the number of items added before it."""

    serial: int
    item: Hashable
    shape: Any
    layer: int
    mask: int


def meet(a: Entry, b: Entry) -> bool:
    """Whether each mask contains the other's layer."""
    return a.mask & b.layer & ALL != 0 and b.mask & a.layer & ALL != 0


@dataclass
class UnionHit:
    """What a hit of items that block together has to be: equal to every Hit that keeps the laws."""

    t: float
    motion: Vec

    def __eq__(self, other: object) -> bool:
        if isinstance(other, UnionHit):
            return (self.t, self.motion) == (other.t, other.motion)
        if not isinstance(other, c2.Hit):
            return NotImplemented
        (nx, ny), (mx, my) = other.normal, self.motion
        # t is within 4 ulp (collide2d.h), and the normal a unit vector to 4 ulp that faces the motion.
        is_against = nx * mx + ny * my < 0
        near = abs(other.t - self.t) <= 4 * math.ulp(self.t) and abs(math.hypot(nx, ny) - 1) <= 4 * math.ulp(1)
        return near and is_against and other.depth == 0

    __hash__ = None  # type: ignore[assignment]


def pieces_of(solid: Any) -> tuple[Any, ...]:
    """The pieces of a body, or the shape itself."""
    return solid.pieces if isinstance(solid, c2.Body) else (solid,)


class Part(NamedTuple):
    """A member that blocks a thin shape together with others, by its index, and when."""

    t: float
    member: int
    is_met_there: bool  # the way does not touch it before


def is_thin(solid: Any) -> bool:
    """Whether several may block a shape together. The thin pieces of a body are asked about one by one."""
    return isinstance(solid, c2.Shape) and solid.radius == 0 and len(solid.vertices) < 3


def union_parts(shape: Any, motion: Vec, members: list[Any], leaving: bool = True) -> list[Part]:
    """The members that block a thin shape together. If it starts inside their union, and leaves it, they do not."""
    if not is_thin(shape):
        return []
    touched = [i for i, member in enumerate(members) if c2.touches(c2.sweep(shape, motion), member)]
    if not leaving:
        at_start = {i for i in touched if c2.touches(shape, members[i])}
        if is_left(shape, motion, [members[i] for i in at_start]):
            touched = [i for i in touched if i not in at_start]
    parts = parts_of_touched(shape, motion, [members[i] for i in touched])
    return [part._replace(member=touched[part.member]) for part in parts]


def is_left(shape: Any, motion: Vec, members: list[Any]) -> bool:
    """Whether a thin shape that starts between members on both sides takes the shorter way out along its line."""
    start, end = (reference._parts(s)[0] for s in (shape, shape.move(*motion)))
    way = reference._thin_way(start, end)
    if way is None:
        return False
    lead = way.place(way.front)
    sides: dict[int, tuple[Any, Any]] = {}
    for member in members:
        core, radius = reference._parts(member)
        offsets = [reference._cross(way.along, reference._sub(p, way.back)) for p in core]
        side = 1 if min(offsets) >= 0 < max(offsets) else -1 if max(offsets) <= 0 > min(offsets) else 0
        if side and min(x * x for x in offsets) == radius * radius * reference._dot(way.along, way.along):
            first, last = way.stretch(member)
            begin, end_of_side = sides.get(side, (first, last))
            sides[side] = min(begin, first), max(end_of_side, last)
    if len(sides) < 2 or not reference._is_surrounded(shape, members):
        return False
    begin, ahead = max(first for first, _ in sides.values()), min(last for _, last in sides.values())
    return bool(begin < lead and ahead <= lead - begin)


def parts_of_touched(shape: Any, motion: Vec, members: list[Any]) -> list[Part]:
    """The same among members that the sweep touches."""
    start = reference._parts(shape)[0]
    end = reference._parts(shape.move(*motion))[0]
    way = reference._thin_way(start, end)
    if way is None:
        return []
    sides = {i: side for i, member in enumerate(members) if (side := way.side(member))}
    stretches = {i: way.stretch(members[i]) for i in sides}
    sides = {i: side for i, side in sides.items() if stretches[i][0] < 1 and stretches[i][1] > 0}  # not at an end alone
    if set(sides.values()) != {1, -1}:
        return []
    lead = way.place(way.front)
    first = {i: max(stretches[i][0], lead) for i in sides}
    blocked_at = max(min(first[i] for i in sides if sides[i] == side) for side in (1, -1))
    parts = []
    for i, side in sides.items():
        before = [stretches[k][1] for k in sides if sides[k] == side and first[k] <= blocked_at]
        if stretches[i][1] >= min(max(before), blocked_at):
            t = float(way.when(max(first[i], blocked_at)))
            parts.append(Part(t, i, first[i] >= blocked_at))
    return parts


def surrounding(shape: Any, members: list[Any]) -> list[int]:
    """The members that a thin shape touches, by their indices, if they surround it."""
    touched = [i for i, member in enumerate(members) if c2.touches(shape, member)] if is_thin(shape) else []
    return touched if reference.overlaps_union(shape, [members[i] for i in touched]) else []


class SpaceModel:
    """The contract of Space, by brute force."""

    period = None

    def __init__(self, items: Iterable[tuple[Hashable, Any]] = ()) -> None:
        self.entries: dict[Hashable, Entry] = {}
        self._added = 0
        for item, shape in items:
            self.add(item, shape)

    # ---- what is in it ----

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, item: Hashable) -> bool:
        return item in self.entries

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.entries)

    def __getitem__(self, item: Hashable) -> Any:
        return self.entries[item].shape

    def items(self) -> list[tuple[Hashable, Any]]:
        return [(e.item, e.shape) for e in self.entries.values()]

    def get(self, item: Hashable, default: Any = None) -> Any:
        return self.entries[item].shape if item in self.entries else default

    def layer(self, item: Hashable) -> int:
        return self.entries[item].layer

    def mask(self, item: Hashable) -> int:
        return self.entries[item].mask

    def bounds(self) -> tuple[float, float, float, float] | None:
        boxes = [e.shape.bounds for e in self.entries.values()]
        if not boxes:
            return None
        left, top, right, bottom = zip(*boxes, strict=True)
        return min(left), min(top), max(right), max(bottom)

    # ---- changes ----

    def add(self, item: Hashable, shape: Any, layer: int = 1, mask: int = -1) -> None:
        if item in self.entries:
            raise ValueError(f"{item!r} is in the space already")
        self.entries[item] = Entry(self._added, item, shape, layer, mask)
        self._added += 1

    def update(self, item: Hashable, shape: Any) -> None:
        self.entries[item] = self.entries[item]._replace(shape=shape)

    def add_all(self, pairs: Iterable[tuple[Hashable, Any]], layer: int = 1, mask: int = -1) -> None:
        for item, shape in pairs:
            self.add(item, shape, layer, mask)

    def update_all(self, pairs: Iterable[tuple[Hashable, Any]]) -> None:
        for item, shape in pairs:
            self.update(item, shape)

    def remove_all(self, items: Iterable[Hashable]) -> None:
        for item in set(items):
            self.remove(item)

    def set_layer(self, item: Hashable, layer: int) -> None:
        self.entries[item] = self.entries[item]._replace(layer=layer)

    def set_mask(self, item: Hashable, mask: int) -> None:
        self.entries[item] = self.entries[item]._replace(mask=mask)

    def move(self, item: Hashable, dx: float, dy: float) -> list[Hashable]:
        """The items it hit or now touches."""
        entry = self.entries[item]
        swept = c2.sweep(entry.shape, (dx, dy))
        self.update(item, entry.shape.move(dx, dy))
        return [o.item for o in self._others(entry) if c2.overlaps(swept, o.shape)]

    def remove(self, item: Hashable) -> None:
        del self.entries[item]

    def clear(self) -> None:
        self.entries.clear()

    def copy(self) -> SpaceModel:
        other = SpaceModel()
        other.entries, other._added = dict(self.entries), self._added
        return other

    def snapshot(self) -> dict[Hashable, Entry]:
        return dict(self.entries)

    def restore(self, snapshot: dict[Hashable, Entry]) -> None:
        self.entries = dict(snapshot)

    # ---- questions ----

    def _others(self, entry: Entry) -> list[Entry]:
        """The items that an item collides with, in order."""
        return [e for e in self.entries.values() if e.serial != entry.serial and meet(entry, e)]

    def _asked(
        self, item_or_shape: Any, mask: int, exclude: Container[Any] = (), filter: Predicate | None = None
    ) -> tuple[Any, list[Entry]]:
        """The shape of a query, and the items to test."""
        if isinstance(item_or_shape, Hashable) and item_or_shape in self.entries:
            entry = self.entries[item_or_shape]
            shape, others = entry.shape, self._others(entry)
        else:
            shape, others = item_or_shape, list(self.entries.values())
        return shape, [
            e for e in others if e.layer & mask & ALL and e.item not in exclude and (filter is None or filter(e.item))
        ]

    def query(
        self, item_or_shape: Any, touching: bool = False, contained: bool = False, mask: int = -1, **options: Any
    ) -> list[Hashable]:
        shape, others = self._asked(item_or_shape, mask, **options)
        holds = c2.contains if contained else c2.collides if touching else c2.overlaps
        found = {i for i, e in enumerate(others) if holds(shape, e.shape)}
        if not contained and isinstance(shape, c2.Shape):
            pieces = [(i, piece) for i, e in enumerate(others) for piece in pieces_of(e.shape)]
            found.update(pieces[k][0] for k in surrounding(shape, [piece for _, piece in pieces]))
        return [e.item for i, e in enumerate(others) if i in found]

    def pairs(self, touching: bool = False) -> list[ItemPair]:
        return [(a.item, b.item) for a, b in self.entry_pairs(touching)]

    def entry_pairs(self, touching: bool) -> list[tuple[Entry, Entry]]:
        found = c2.collides if touching else c2.overlaps
        entries = list(self.entries.values())
        return [
            (a, b) for i, a in enumerate(entries) for b in entries[i + 1 :] if meet(a, b) and found(a.shape, b.shape)
        ]

    def contacts(self, item_or_shape: Any, mask: int = -1, **options: Any) -> list[tuple[Hashable, c2.Contact]]:
        shape, others = self._asked(item_or_shape, mask, **options)
        found = [(e.item, c2.contact(shape, e.shape)) for e in others]
        return [(item, contact) for item, contact in found if contact is not None]

    def nearest(
        self,
        shape: Any,
        k: int = 1,
        max_distance: float = math.inf,
        mask: int = -1,
        distances: bool = False,
        **options: Any,
    ) -> list[Any]:
        shape, others = self._asked(shape, mask, **options)
        ranks = sorted(((c2.distance(shape, e.shape), e.serial, e.item) for e in others), key=lambda found: found[:2])
        found = [(item, d) for d, _, item in ranks if d <= max_distance][:k]
        return found if distances else [item for item, _ in found]

    def raycast_all(self, origin: Any, motion: Vec, mask: int = -1, **options: Any) -> list[tuple[Hashable, c2.Hit]]:
        return self.cast_all(c2.Point(*origin), motion, mask, **options)  # no item is a Point

    def raycast(self, origin: Any, motion: Vec, mask: int = -1, **options: Any) -> tuple[Hashable, c2.Hit] | None:
        return next(iter(self.raycast_all(origin, motion, mask, **options)), None)

    def cast_all(
        self,
        shape: Any,
        motion: Vec,
        mask: int = -1,
        touching: bool = False,
        leaving: bool = True,
        **options: Any,
    ) -> list[tuple[Hashable, c2.Hit]]:
        shape, others = self._asked(shape, mask, **options)
        shape.move(*motion)  # out of the domain, if it is, with nothing in the way as well
        found: dict[int, Any] = {}
        for i, e in enumerate(others):
            hit: Any = c2.cast(shape, motion, e.shape, touching=touching, leaving=leaving)
            if hit is not None:
                found[i] = hit
        # A body takes part with each of its pieces; one piece may block with others before another does alone.
        pieces = [(i, piece) for i, e in enumerate(others) for piece in pieces_of(e.shape)] if is_thin(shape) else []
        swept = c2.sweep(shape, motion) if is_thin(shape) else None
        several = [(i, piece) for i, piece in pieces if swept and not swept.overlaps(piece)]
        parts = union_parts(shape, motion, [piece for _, piece in several], leaving)
        for t, k, is_met_there in parts:
            i = several[k][0]
            is_first = i not in found or not isinstance(others[i].shape, c2.Body) or t < found[i].t
            if i not in found or (is_met_there and is_first):
                found[i] = UnionHit(t, motion)
        # What starts inside several items hits each of them at once.
        if swept and len(swept.vertices) < 3 and (leaving or any(part.t == 0 for part in parts)):
            for k in surrounding(shape, [piece for _, piece in pieces]):
                i, piece = pieces[k]
                if i not in found or found[i].t > 0:
                    found[i] = c2.cast(shape, motion, piece, touching=True)
        return [(others[i].item, hit) for i, hit in sorted(found.items(), key=lambda found: (found[1].t, found[0]))]

    def cast(self, shape: Any, motion: Vec, mask: int = -1, **options: Any) -> tuple[Hashable, c2.Hit] | None:
        return next(iter(self.cast_all(shape, motion, mask, **options)), None)

    def turn_cast_all(
        self, shape: Any, angle: float, about: Vec | None = None, mask: int = -1, **options: Any
    ) -> list[tuple[Hashable, c2.Hit]]:
        shape, others = self._asked(shape, mask, **options)
        shape.turn_cast(angle, (0, 0), about)  # out of the domain, if it is, with nothing in the way as well
        found = [(i, shape.turn_cast(angle, e.shape, about)) for i, e in enumerate(others)]
        hits = [(i, hit) for i, hit in found if hit is not None]
        return [(others[i].item, hit) for i, hit in sorted(hits, key=lambda found: (found[1].t, found[0]))]

    def turn_cast(self, *args: Any, **options: Any) -> tuple[Hashable, c2.Hit] | None:
        return next(iter(self.turn_cast_all(*args, **options)), None)

    def watch(self, touching: bool = False) -> WatchModel:
        return WatchModel(self, touching)


class WatchModel:
    """The pairs that began and ended since the last call."""

    def __init__(self, space: SpaceModel, touching: bool) -> None:
        self._space, self._touching = space, touching
        self._before: dict[tuple[int, int], ItemPair] = {}

    def update(self) -> tuple[list[ItemPair], list[ItemPair]]:
        now = {(a.serial, b.serial): (a.item, b.item) for a, b in self._space.entry_pairs(self._touching)}
        began = [pair for key, pair in now.items() if key not in self._before]
        ended = [pair for key, pair in sorted(self._before.items(), key=lambda e: e[0]) if key not in now]
        self._before = now
        return began, ended


def outcome(ask: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """A result, or the type of the error."""
    try:
        return ask(*args, **options)
    except (TypeError, ValueError, KeyError) as error:
        return type(error)
