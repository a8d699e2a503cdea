"""Uses of a space that bytes choose, while items, filters, keys and finalizers make further ones in the midst of a use.

fuzz_binding runs such a program as a part of its inputs; fuzz_finalizers has more ways into the midst of a call.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

from collide2d import Body, Capsule, Chain, Circle, Point, Polygon, Rect, Segment, Space


class InterruptionError(Exception):
    """Raised in the midst of a call, which must let it through and leave the space consistent."""


class Clash:
    """An item that shares its hash with others, and continues its program when it is hashed or compared."""

    def __init__(self, program: Any, number: Any) -> None:
        self.program, self.number = program, number

    def __hash__(self) -> Any:
        if self.number % 2:
            self.program.nested()
        return 7

    def __eq__(self, other: Any) -> Any:
        self.program.nested()
        return self is other


class Trap:
    """Cyclic garbage, which continues its program when it is collected."""

    def __init__(self, program: Any) -> None:
        self.me, self.program = self, program

    def __del__(self) -> None:
        self.program.nested()


class SpaceProgram:
    """Uses of a space chosen by bytes; items, filters and finalizers make further ones in the middle of a use."""

    shapes: tuple[Any, ...] = (
        Circle(0, 0, 1),
        Circle(1, 0, 1),
        Rect(1, 1, 2, 2),
        Rect(-2, 0, 3, 1, 30),
        Point(1, 1),
        Segment(0, 0, 3, 3),
        Capsule(0, 2, 2, 0, 1),
        Polygon([(0, 0), (2, -1), (4, 0), (4, 3), (2, 5), (0, 3)]),
    )
    bodies: tuple[Any, ...] = (
        Body([Rect(0, 0, 2, 1), Rect(0, 1, 1, 2)]),
        Body({"a": Circle(0, 0, 1), "b": Rect(-1, 1, 2, 3)}),
        Chain([(-3, -3), (0, 2), (4, 2), (5, -1)], radius=0.25),
        Chain([(i % 7 - 3, i // 7) for i in range(20)]),
        Body.from_outline([(0, 0), (6, 0), (6, 6), (0, 6)], [[(1, 1), (3, 1), (2, 3)]]),
        Body([Point(1, 1)]),
        Body([Circle(i % 5, i // 5, 0.5) for i in range(20)]),
        Body([("a", Segment(0, 0, 3, 3)), Point(5, 5), ("a", Circle(3, 0, 1))]),
    )
    rules = (
        "item must be in the space",
        "item must not be in the space already",
        "snapshot must be of this space",
        ": shape must be a shape",
        ": shape must be an item of the space or a shape",
        "Space: must not be changed during slide",
        "Space: must not be changed by the filter of a query",
        "Space: must not be changed by the filter of a query",
        "Space: items came or went during iteration",
    )

    def __init__(self, data: Any) -> None:
        self.data, self.left, self.depth = iter(data), len(data), 99
        self.items = [0, 1, "a", "b", *(Clash(self, i) for i in range(6))]
        self.space = Space((item, self.shapes[i % 8]) for i, item in enumerate(self.items[:7]))
        self.watch, self.iterator, self.list = self.space.watch(True), iter(self.space), list(self.shapes)
        self.snapshots = [self.space.snapshot()]
        self.wrong, self.depth = "", 0

    def byte(self) -> Any:
        self.left -= 1
        return next(self.data, 0)

    def item(self) -> Any:
        return self.items[self.byte() % 10]

    def shape(self) -> Any:
        which = self.byte()
        return (self.bodies if which >= 192 else self.shapes)[which % 8]

    def asker(self) -> Any:
        return self.item() if self.byte() % 2 else self.shape()

    def motion(self) -> Any:
        return self.byte() % 16 - 8, self.byte() % 16 - 8

    def angle(self) -> Any:
        return 2 * self.byte() - 255

    def filter(self, item: Any, other: Any) -> Any:
        self.nested()
        return ("slide", "stop", "bounce", "pass", None)[self.byte() % 5]

    def key(self, shape: Any) -> Any:
        self.nested()
        return shape

    def predicate(self, item: Any) -> Any:
        self.nested()
        return self.byte() % 2

    __contains__ = predicate

    def ask(self) -> Any:
        """A query with an exclude and a filter that continue the program."""
        how = self.byte()
        options: dict[str, Any] = {
            "exclude": (None, self, self.space, self.items)[how % 4],
            "filter": (None, self.predicate)[how // 4 % 2],
        }
        space = self.space
        if how // 8 % 8 < 2:
            return space.query(self.asker(), touching=how & 64, contained=how & 8, **options)
        if how // 8 % 8 == 2:
            return space.contacts(self.asker(), **options)
        if how // 8 % 8 == 3:
            return space.nearest(self.asker(), self.byte() % 9, distances=how & 64, **options)
        options.update(touching=how & 64, leaving=how & 128)
        if how // 8 % 8 < 6:
            return (space.cast if how & 8 else space.cast_all)(self.asker(), self.motion(), **options)
        return (space.raycast if how & 8 else space.raycast_all)((0, 0), self.motion(), **options)

    def replace(self) -> None:
        self.space = Space((item, self.shape()) for item in self.items[: self.byte() % 11])

    def save(self) -> None:
        self.snapshots[self.byte() % 5 + 1 :] = [self.space.snapshot()]

    def refill(self) -> None:
        self.list[self.byte() % 20 :] = [self.shape() for _ in range(self.byte() % 40)]

    deeds: tuple[Callable[[Any], object], ...] = (
        lambda s: s.space.add(s.item(), s.shape(), s.byte() % 4 + 1, s.byte() % 4),
        lambda s: s.space.remove(s.item()),
        lambda s: s.space.update(s.item(), s.shape()),
        lambda s: s.space.move(s.item(), s.motion()),
        lambda s: s.space.slide(s.item(), s.motion()),
        lambda s: s.space.slide(s.item(), s.motion(), filter=s.filter),
        lambda s: s.space.try_slide(s.item(), s.motion(), filter=s.filter, max_push=s.byte()),
        lambda s: s.space.clear(),
        lambda s: s.space.__setstate__([(s.item(), s.shape(), 1, -1)]),
        lambda s: s.item() in s.space,
        lambda s: (s.space[s.item()], s.space.layer(s.item()), s.space.mask(s.item())),
        lambda s: s.space.items(),
        lambda s: s.space.copy(),
        lambda s: s.space.__reduce__(),
        lambda s: s.space.bounds,
        lambda s: (list(s.space), next(s.iterator, None)),
        lambda s: setattr(s, "iterator", iter(s.space)),
        lambda s: s.space.query(s.shape(), touching=True),
        lambda s: s.space.contacts(s.asker()),
        lambda s: s.space.nearest(s.asker(), s.byte() % 9),
        lambda s: s.space.cast(s.asker(), s.motion()),
        lambda s: s.space.cast_all(s.asker(), s.motion()),
        lambda s: s.space.raycast_all((0, 0), s.motion()),
        lambda s: s.space.pairs(True),
        lambda s: s.watch.update(),
        lambda s: setattr(s, "watch", s.space.watch()),
        lambda s: s.shape().collidelistall(s.list),
        lambda s: s.shape().collideobjectsall(s.list, key=s.key),
        lambda s: s.refill(),
        lambda s: gc.get_referents(s.space),
        lambda s: s.replace(),
        lambda s: s.one_more(),
    )
    more: tuple[Callable[[Any], object], ...] = (
        lambda s: gc.collect(),
        lambda s: s.ask(),
        lambda s: s.space.add_all([(s.item(), s.shape()) for _ in range(s.byte() % 5)], layer=s.byte() % 4 + 1),
        lambda s: s.space.update_all({s.item(): s.shape() for _ in range(s.byte() % 5)}),
        lambda s: s.space.remove_all([s.item() for _ in range(s.byte() % 5)]),
        lambda s: (s.space.set_layer(s.item(), s.byte() % 4 + 1), s.space.set_mask(s.item(), s.byte() % 4)),
        lambda s: s.space.get(s.item(), s),
        lambda s: s.save(),
        lambda s: s.space.restore(s.snapshots[s.byte() % len(s.snapshots)]),
        lambda s: s.snapshots.__delitem__(slice(1, None)),
        lambda s: s.space.digest(),
        lambda s: s.space.turn_cast(s.asker(), s.angle(), filter=s.predicate),
        lambda s: s.space.turn_cast_all(s.asker(), s.angle(), s.motion(), exclude=s),
        lambda s: s.space.turn(s.item(), s.angle(), s.motion(), filter=s.predicate, max_push=s.byte()),
        lambda s: s.space.turn(s.body_item(), s.angle(), exclude=s),
    )
    of_bodies: tuple[Callable[[Any], object], ...] = (
        lambda s: s.space.add(s.item(), s.body()),
        lambda s: s.space.update(s.item(), s.body()),
        lambda s: s.space.slide(s.body_item(), s.motion(), filter=s.filter, max_push=s.byte()),
        lambda s: s.space.try_slide(s.body(), s.motion(), filter=s.filter),
        lambda s: s.space.add_all([(s.item(), s.body()) for _ in range(s.byte() % 5)]),
        lambda s: s.space.update_all({s.item(): s.body() for _ in range(s.byte() % 5)}),
        lambda s: (s.space.query(s.body(), filter=s.predicate), s.space.contacts(s.body(), exclude=s)),
        lambda s: s.space.cast_all(s.body(), s.motion(), filter=s.predicate, leaving=True),
        lambda s: s.shapes[s.byte() % 8].clip(Segment((0, 0), s.motion())),
        lambda s: s.body().cast(s.motion(), s.shape(), motion_b=s.motion()),
        lambda s: s.body().collideobjectsall(s.list, key=s.key),
        lambda s: s.space.separate_all(1),
        lambda s: s.space.nearest(s.body(), s.byte() % 9, filter=s.predicate),
        lambda s: s.space.move(s.body_item(), s.motion()),
    )

    def body(self) -> Any:
        return self.bodies[self.byte() % 8]

    def body_item(self) -> Any:
        """An item, which gets a body if it is in the space."""
        item = self.item()
        if item in self.space:
            self.space.update(item, self.body())
        return item

    def one_more(self) -> None:
        which = self.byte()
        if which == 255:
            self.space.carry(self.item(), *self.motion(), filter=self.filter, movable=self.predicate)
            return
        deeds = self.of_bodies if which >= 160 else self.more
        deeds[which % len(deeds)](self)

    def is_clear(self, error: Exception) -> bool:
        return any(rule in str(error) for rule in self.rules)

    def deed(self, tag: Any) -> Any:
        return self.deeds[tag % 32]

    def nested(self) -> None:
        if self.depth < 3 and self.left > 0:
            self.act()

    def act(self) -> None:
        tag = self.byte()
        self.depth += 1
        try:
            if tag & 32:
                Trap(self)
                gc.set_threshold(1 + (tag >> 6) * 2)
            self.deed(tag)(self)
        except InterruptionError:
            pass
        except Exception as error:
            if not self.is_clear(error):
                self.wrong = repr(error)
        finally:
            self.depth -= 1

    def check(self) -> None:
        self.depth = 99
        space = self.space
        items = space.items()
        assert len(space) == len(items)
        assert all(a is b for (a, _), b in zip(items, space, strict=True))
        assert all(space[item] is shape for item, shape in items)
        meet = [
            (a, b)
            for i, (a, p) in enumerate(items)
            for b, q in items[i + 1 :]
            if p.collides(q) and space.layer(a) & space.mask(b) and space.layer(b) & space.mask(a)
        ]
        pairs = space.pairs(True)
        assert len(pairs) == len(meet)
        assert all(p[0] is q[0] and p[1] is q[1] for p, q in zip(pairs, meet, strict=True))
        everywhere = Rect.from_corners(-1e4, -1e4, 1e4, 1e4)
        found = [id(item) for item in space.query(everywhere, touching=True)]
        assert found == [id(item) for item, _ in items if space.layer(item)]
        assert space.digest() == space.copy().digest()
        assert not self.wrong, self.wrong
        self.depth = 0


def space_program(data: Any, kind: type[SpaceProgram] = SpaceProgram) -> str:
    """Runs the whole program; returns what is wrong with the space, if anything."""
    program, threshold = kind(data), gc.get_threshold()
    try:
        while program.left > 0:
            program.act()
            gc.set_threshold(*threshold)
            program.check()
    except AssertionError as error:
        return "space: " + (str(error) or "its parts disagree")
    finally:
        gc.set_threshold(*threshold)
        for name in ("left", "space", "snapshots", "watch", "iterator", "items"):
            setattr(program, name, 0)
    return ""
