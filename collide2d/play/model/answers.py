"""The answers of the library about a document: relations of pairs, nearest shapes, hits of motions, obstacles.

A `Space` is kept up to date with the document, and only shapes that changed are queried again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from collide2d import (
    Hit,
    Move,
    Relation,
    Space,
    closest_points,
    contact,
    minkowski_difference,
    relate,
    separate,
    separation,
)
from collide2d.play.model.camera import Pair
from collide2d.play.model.document import Document
from collide2d.play.model.ways import place_at
from collide2d.scene import Finding, Gap, Item, Met, TurnCast
from collide2d.typing import Solid


class Answers:
    """The answers about one document at a time.

    >>> from collide2d import Circle, Rect
    >>> answers = Answers(Document().added([("ball", Circle(0, 0, 1)), ("wall", Rect(1, -1, 2, 2))]))
    >>> answers.relation("ball").name, [f.second.name for f in answers.findings_of("ball")]
    ('TOUCHING', ['wall'])
    """

    def __init__(self, document: Document | None = None) -> None:
        self._document = Document()
        self._space: Space[str] = Space()
        self._met: dict[str, dict[str, Finding]] = {}
        self._order: dict[str, int] = {}
        self._triggers: frozenset[str] = frozenset()
        self._scenery: frozenset[str] = frozenset()
        if document is not None:
            self.show(document)

    @property
    def document(self) -> Document:
        return self._document

    def show(self, document: Document) -> None:
        """Switches to this document."""
        old, new = self._document.items, document.items
        if document.scene is self._document.scene:
            self._document = document
            return
        if document.scene.layers != self._document.scene.layers:
            old = {}
            self._space.clear()
            self._met.clear()
        gone = [name for name in old if name not in new]
        changed = [name for name, item in new.items() if old.get(name) is not item and old.get(name) != item]
        self._document = document
        self._triggers = frozenset(layer.name for layer in document.scene.layers if layer.trigger)
        self._scenery = frozenset(layer.name for layer in document.scene.layers if "*" in layer.ignore)
        self._order = {name: i for i, name in enumerate(new)}
        for name in (*gone, *changed):
            for other in self._met.pop(name, ()):
                self._met[other].pop(name, None)
            if name in gone:
                self._space.remove(name)
            elif name in self._space:
                self._space.update(name, new[name].shape)
            else:
                self._space.add(name, new[name].shape)
            if name not in gone:
                self._met[name] = {}
        for name in changed:
            self._meet(name)

    def _meet(self, name: str) -> None:
        item = self._document.items[name]
        for other in self._space.query(item.shape, touching=True):
            if other != name and not self.ignores(name, other):
                a, b = sorted((item, self._document.items[other]), key=lambda i: self._order[i.name])
                hit = contact(a.shape, b.shape)
                if hit is not None:
                    trigger = bool({a.layer, b.layer} & self._triggers)
                    found = Finding(a, b, relate(a.shape, b.shape), hit, trigger)
                    self._met[name][other] = self._met[other][name] = found

    # ---- pairs -------------------------------------------------------------------------------------------------------

    def ignores(self, a: str, b: str) -> bool:
        """Whether the layers of two shapes ignore each other."""
        items = self._document.items
        return (items[a].layer, items[b].layer) in self._document.scene._ignored

    def is_scenery(self, name: str) -> bool:
        """Whether a shape's layer ignores every layer, so that the shape is only decoration."""
        return self._document.items[name].layer in self._scenery

    def is_trigger(self, name: str) -> bool:
        """Whether a shape is a trigger: it detects other shapes and does not push them."""
        return self._document.items[name].layer in self._triggers

    def findings(self) -> list[Finding]:
        """Every pair that collides, each once."""
        return [f for name, met in self._met.items() for f in met.values() if f.first.name == name]

    def findings_of(self, name: str) -> list[Finding]:
        """The colliding pairs of a shape, in the order of the document."""
        met = self._met[name]
        return [met[other] for other in sorted(met, key=self._order.__getitem__)]

    def relation(self, name: str) -> Relation:
        """The closest relation of a shape to any other that is not a trigger."""
        return max((f.relation for f in self._met[name].values() if not f.trigger), default=Relation.APART)

    def gap(self, a: str, b: str) -> Gap:
        """The separation of two shapes, negative if they overlap, and their closest points."""
        first, second = self._document.items[a], self._document.items[b]
        gap = separation(first.shape, second.shape)
        return Gap(first, second, gap, closest_points(first.shape, second.shape))

    def gaps_of(self, name: str, count: int) -> list[Gap]:
        """The gaps between a shape and its nearest neighbours that it does not collide with, the nearest first."""
        skipped = len(self._met[name])
        # Skip ignored shapes such as scenery: search farther until enough neighbours are found.
        wanted = count + skipped + 4
        while True:
            near = self._space.nearest(name, k=wanted)
            names = [o for o in near if o not in self._met[name] and not self.ignores(name, o)]
            if len(names) >= count or len(near) < wanted:
                return [self.gap(name, other) for other in names[:count]]
            wanted *= 2

    def at(self, shape: Solid) -> list[str]:
        """The shapes of the document that collide with a given shape, such as a disc around the mouse."""
        return self._space.query(shape, touching=True)

    # ---- motions and turns -------------------------------------------------------------------------------------------

    def way(self, name: str) -> TurnCast:
        """The shapes that a shape hits first as it turns and moves, both at once. Its angle is 0 if it only moves."""
        items = self._document.items
        item = items[name]
        angle, motion = item.turn or 0.0, item.motion or (0.0, 0.0)
        if item.response == "pass":
            return TurnCast(item, angle, None, (), (), motion)
        # Asked apart, as a solid shape and a trigger do not block a thin shape together.
        stopping, noticing = (
            [Met(items[other], hit) for other, hit in self._hits(name, angle, motion, meets)]
            for meets in (self._is_in_the_way_of(name, trigger) for trigger in (False, True))
        )
        t = min((m.hit.t for m in stopping), default=1.0)
        hits = tuple(m for m in stopping if m.hit.t == t)
        return TurnCast(item, angle, None, hits, tuple(m for m in noticing if m.hit.t <= t), motion)

    def _hits(self, name: str, angle: float, motion: Pair, meets: Callable[[str], bool]) -> Iterable[tuple[str, Hit]]:
        if angle == 0:
            return self._space.cast_all(name, motion, filter=meets)
        return self._space.turn_cast_all(name, angle, motion=motion, filter=meets)

    def blockers(self, name: str) -> Callable[[str], bool]:
        """Which others stop a shape."""
        return self._is_in_the_way_of(name, False)

    def _is_in_the_way_of(self, name: str, trigger: bool) -> Callable[[str], bool]:
        """Whether a shape meets others as a solid one, or as a trigger or with one."""
        both = self.is_trigger(name)
        return lambda other: not self.ignores(name, other) and (both or self.is_trigger(other)) is trigger

    def track(self, name: str, motion: Pair) -> Move[str]:
        """The way of a shape along a motion with its response: where it turns, and where it ends."""
        response = self._document.items[name].response
        meets = self.blockers(name)
        return self._space.try_slide(
            name, motion, filter=lambda _, other: response if meets(other) else "pass", max_push=0.0
        )

    def stopped(self, name: str) -> Solid:
        """A shape at the end of its way, or at the first hit, where it overlaps nothing that stops it."""
        way = self.way(name)
        return place_at(way.item.shape, way.angle, way.motion, way.t)

    def touching(self, name: str) -> Solid:
        """A shape moved until it just touches: out of its deepest overlap, or else to its nearest neighbour."""
        shape = self._document[name]
        met = [f for f in self.findings_of(name) if not f.trigger]
        if met:
            deepest = max(met, key=lambda f: f.contact.depth)
            other = deepest.second if deepest.first.name == name else deepest.first
            return separate(shape, other.shape, 1.0, math.inf)[0]
        for gap in self.gaps_of(name, 8):
            if not self.is_trigger(gap.second.name):
                (ax, ay), (bx, by) = gap.points
                motion = (2 * (bx - ax), 2 * (by - ay))  # far enough inside that the cast finds the surface
                hit = shape.cast(motion, gap.second.shape)
                if hit is not None:
                    return shape.move(hit.t * motion[0], hit.t * motion[1])
                there = shape.move(bx - ax, by - ay)  # neither has an interior, so they cannot overlap
                return shape if there.overlaps(gap.second.shape) else there
        return shape

    def obstacles(self, name: str, *, nearby: bool) -> list[tuple[Item, Solid]]:
        """The configuration space obstacles of the other shapes for this one.

        nearby: only for the shapes it collides with, or if there are none, for the nearest shape.
        """
        document = self._document
        names = [o for o in document.items if o != name and not self.ignores(name, o)]
        if nearby:
            names = [o for o in self._met[name] if not self.is_trigger(o)]
            names = names or [gap.second.name for gap in self.gaps_of(name, 1)]
        shape = document[name]
        return [(document.items[o], minkowski_difference(shape, document[o])) for o in names]
