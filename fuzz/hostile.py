"""The Python half of fuzz_binding.c: objects that are hostile in every protocol, round trips, laws, and random uses of
spaces.

The target looks up its callables and helpers by name in this module, and hostile objects by their index in `hostile`,
so the inputs of the corpus keep their meaning only while this order is unchanged.
"""

from __future__ import annotations

import array
import copy
import gc
import operator
import pickle
import types
from collections.abc import Callable
from typing import Any

import collide2d
from collide2d import *
from collide2d._core import _collide_scaled, _group_hits, _sprite_hits, _sprite_shape, collide_shape


class HostileError(Exception):
    """Raised by hostile objects, to distinguish it from errors of the package."""


class HostileIndexError(HostileError, IndexError):
    pass


class HostileAttributeError(HostileError, AttributeError):
    pass


class HostileStopError(HostileError, StopIteration):
    pass


class HostileBase(BaseException):
    pass


def throw(error: Any) -> Any:
    def method(*args: Any, **kwargs: Any) -> Any:
        raise error

    return method


def give(value: Any) -> Any:
    def method(self: Any, *args: Any) -> Any:
        if len(args) == 1 and args[0].__class__ is int and args[0] > 5:
            raise HostileIndexError
        return value

    return method


def kind(**members: Any) -> Any:
    return type("Hostile", (), members)


errors = [
    HostileError,
    HostileIndexError,
    HostileAttributeError,
    HostileStopError,
    HostileBase,
    HostileError("x" * 1000),
]
protocol = [
    "__float__", "__index__", "__int__", "__len__", "__getitem__", "__iter__", "__eq__", "__hash__", "__repr__",
    "__str__", "__bool__", "__class__", "__getattr__", "__getattribute__", "__contains__", "__array__",
    "__buffer__", "__reduce__", "__instancecheck__", "__length_hint__", "__complex__",
]  # fmt: skip
lies: list[Any] = [
    None, -1, 2, 10**400, 2**63, 1e308, float("nan"), "x", 2.5, (), (1, 2), [1, 2, 3, 4], True, iter(()),
    Circle(0, 0, 1),
]  # fmt: skip
# Objects made once.
hostile: list[Any] = []
for i, name in enumerate(protocol):
    if name != "__class__":
        hostile.append(kind(**{name: throw(errors[i % len(errors)])})())
    for j, lie in enumerate(lies):
        if (i + j) % 3 == 0:
            hostile.append(kind(**{name: property(give(lie)) if name == "__class__" else give(lie)})())
for name in ("shape", "x", "y", "w", "h", "r", "ax", "radius", "width"):
    both = dict.fromkeys(("x", "y", "w", "h", "r", "ax", "ay", "bx", "by"), 1.0)
    for error in errors[:5]:
        hostile.append(kind(**{**both, name: property(throw(error))})())
    for lie in lies:
        hostile.append(kind(**{**both, name: lie})())


class Pair:
    """A sequence that lies about its length."""

    def __init__(self, length: Any, *items: Any) -> None:
        self.length, self.items = length, items

    def __len__(self) -> Any:
        return self.length

    def __getitem__(self, i: Any) -> Any:
        return self.items[i]


hostile += [
    Pair(2, 1.0, 2.0), Pair(2, 1.0), Pair(3, 1.0, 2.0), Pair(0, 1.0), Pair(4, 0, 0, 1, 1), Pair(2**62, 1.0),
    Pair(2, "a", None), Pair(2, Pair(2, 1, 2), 1),
]  # fmt: skip


class Clearing:
    """Empties the list that contains it while it is being converted."""

    def __init__(self, target: Any) -> None:
        self.target = target

    def clear(self) -> Any:
        self.target.clear()
        return 1.0

    __float__ = clear

    def __index__(self) -> Any:
        return int(self.clear())

    def __len__(self) -> Any:
        self.target.clear()
        return 2

    def __getitem__(self, i: Any) -> Any:
        # It ends as a sequence of two: an iterable without an end fills the memory of tuple(...), and of what takes it.
        if i >= 2:
            raise IndexError
        return self.clear()


def clearing(items: Any, at: Any) -> Any:
    """A list of these items and one that empties the list."""
    items = list(items)
    items.insert(at % (len(items) + 1), Clearing(items))
    return items


def cycle(items: Any) -> Any:
    items = list(items)
    items.append(items)
    return items


def dictionary_cycle(d: Any) -> Any:
    d = dict(d)
    d["core"] = d
    return d


class Float(float):
    def __float__(self) -> Any:
        raise HostileError


class Int(int):
    def __float__(self) -> Any:
        raise HostileError

    def __index__(self) -> Any:
        raise HostileError


class Text(str):
    def __eq__(self, other: Any) -> Any:
        raise HostileError

    def __hash__(self) -> Any:
        return str.__hash__(self)


class Tuple(tuple[Any, ...]):
    def __len__(self) -> Any:
        return 10**6

    def __getitem__(self, i: Any) -> Any:
        raise HostileError

    def __iter__(self) -> Any:
        raise HostileError


class List(list[Any]):
    def __len__(self) -> Any:
        raise HostileError

    def __iter__(self) -> Any:
        return iter((1, 2, 3))


class Dict(dict[Any, Any]):
    def __getitem__(self, key: Any) -> Any:
        raise HostileError

    def __iter__(self) -> Any:
        raise HostileError

    def keys(self) -> Any:
        return [1]

    def get(self, *args: Any) -> Any:
        raise HostileError

    def items(self) -> Any:
        raise HostileError


class Dangling:
    """On each access its shape is the only reference to a new shape with many vertices."""

    @property
    def shape(self) -> Any:
        return Polygon([(0, 0), (2, -1), (4, 0), (4, 3), (2, 5), (0, 3)])


loop = types.SimpleNamespace()
loop.shape = loop
chain = types.SimpleNamespace(shape=types.SimpleNamespace(shape=Circle(0, 0, 1)))
hostile += [
    Float(1.5), Int(3), Text("circle"), Tuple((1, 2)), List([1, 2]), Dict(kind="circle", x=1, y=2, r=3), Dangling(),
    loop, chain, type, object, object(), Ellipsis, NotImplemented, collide2d, len, Circle, Shape, Point.__new__,
    Circle.area, Circle.contact, range(2), {1, 2}, frozenset((1.0, 2.0)), {0: 1.0, 1: 2.0}, b"ab",
    bytearray(b"\1\2"), memoryview(b"ab"), array.array("d", [1, 2]), array.array("d", []), 1 + 2j, iter([1, 2]),
    (i for i in (1, 2)), map(float, "12"), slice(2), Exception("x"), "\ud800", "x" * 5000, "\0", "1.5", "nan",
    10**400, -(10**400), 2**1024, 2**1023, 2**53 + 1, True, False, float("nan"), float("inf"), -float("inf"),
]  # fmt: skip


def pickled(value: Any, protocol: Any) -> Any:
    return pickle.loads(pickle.dumps(value, protocol))


def rebuild(value: Any, protocol: Any, replacement: Any, at: Any) -> Any:
    """What __reduce_ex__ says, with one argument replaced."""
    parts = value.__reduce_ex__(protocol)
    args = list(parts[1])
    if args:
        args[at % len(args)] = replacement
    return parts[0](*args)


def evaluated(value: Any) -> Any:
    return eval(repr(value), vars(collide2d))


def differs(a: Any, b: Any) -> bool:
    return not operator.eq(a, b) or operator.ne(a, b) or hash(a) != hash(b) or type(a) is not type(b)


def same_again(value: Any, protocol: Any) -> Any:
    """The round trips of a shape; the one that failed."""
    for name, other in (
        ("repr", evaluated(value)),
        ("pickle", pickled(value, protocol)),
        ("copy", copy.copy(value)),
        ("deepcopy", copy.deepcopy(value)),
        ("to_dict", Shape.from_dict(value.to_dict())),
    ):
        if differs(other, value):
            return name
        if other.vertices != value.vertices or other.radius != value.radius or other.bounds != value.bounds:
            return name + " (numbers)"
    return ""


def same_result(value: Any, protocol: Any) -> Any:
    """The round trips of a Contact or a Hit; the one that failed."""
    for name, other in (
        ("repr", evaluated(value)),
        ("pickle", pickled(value, protocol)),
        ("copy", copy.copy(value)),
        ("deepcopy", copy.deepcopy(value)),
    ):
        if differs(other, value):
            return name
    return ""


def same_body(value: Any, protocol: Any) -> Any:
    """The round trips of a body; the one that failed."""
    for name, other in (
        ("repr", evaluated(value)),
        ("pickle", pickled(value, protocol)),
        ("copy", copy.copy(value)),
        ("deepcopy", copy.deepcopy(value)),
        ("to_dict", Body.from_dict(value.to_dict())),
        ("a body of a body", Body(value)),
    ):
        if differs(other, value):
            return name
        if other.pieces != value.pieces or other.names != value.names or other.bounds != value.bounds:
            return name + " (pieces)"
    if list(value) != list(value.pieces) or [value[i] for i in range(len(value))] != list(value.pieces):
        return "the sequence of pieces"
    return ""


def broken_copy(a: Any, motion: Any, mass: Any) -> str:
    """The law of replace and placed that a shape or body violates."""
    if a.replace() != a or a.__replace__() != a:
        return "replaced by nothing it is the same"
    try:
        placed = a.placed(motion, 30, min(mass, 4), True, about=a.center)
    except ValueError:
        return ""
    if type(placed) is not type(a):
        return "placed keeps the type"
    # Arguments below 2^-148 are rounded to multiples of 2^-200; a centre is half of such numbers, so it may be none.
    given = Point(a.center).center == a.center
    if given and placed != a.placed(motion, 30, min(mass, 4), True):
        return "a solid is placed by its centre"
    return ""


def broken_body_law(a: Any, motion: Any, b: Any, mass: Any) -> Any:
    """The law of lists, spaces or motion that two solids violate, of which at least one is a body."""
    if wrong := broken_copy(a, motion, mass):
        return wrong
    for touching, meets in ((False, a.overlaps), (True, a.collides)):
        if a.collidelistall([b, a, b], touching=touching) != [i for i, c in enumerate((b, a, b)) if meets(c)]:
            return "a list answers as the verb"
        if Space({"b": b}).query(a, touching=touching) != ["b"] * meets(b):
            return "a space answers as the verb"
    if a.overlaps(b) != b.overlaps(a) or a.collides(b) != b.collides(a):
        return "the verbs are symmetric"
    try:
        swept, hit = a.sweep(motion), cast(a, motion, b)
    except ValueError:
        return ""
    if hit != a.cast(motion, b) or swept != sweep(a, motion):
        return "a method answers as the function"
    if hit and hit.pieces is None:
        return "a hit of a body names its pieces"
    moves = Space({"a": a, "b": b})
    try:
        move = moves.try_slide("a", motion)
    except ValueError:
        return ""
    if moves["a"] != a or moves.slide("a", motion) != move or moves["a"] != move.shape:
        return "slide does what try_slide says"
    if not a.overlaps(b) and move.shape.overlaps(b):
        return "an item that overlaps nothing does not overlap afterwards"
    try:
        c, d = separate(a, b, mass_b=mass)
    except ValueError:
        return ""
    if type(c) is not type(a) or type(d) is not type(b):
        return "separated solids keep their kinds"
    return ""


def broken_law(a: Any, motion: Any, b: Any, mass: Any) -> Any:
    """The law of lists, motion or response that two shapes violate."""
    if wrong := broken_copy(a, motion, mass):
        return wrong
    for touching, meets in ((False, a.overlaps), (True, a.collides)):
        hits = [i for i, other in enumerate((b, a, b)) if meets(other)]
        if a.collidelistall([b, a, b], touching=touching) != hits:
            return "a list answers as the verb"
    if _group_hits([a], [b], None) != ([(0, [b])] if a.overlaps(b) else []):
        return "a group answers as the verb"
    try:
        swept, hit = a.sweep(motion), cast(a, motion, b)
    except ValueError:
        return ""
    if (hit is not None) != swept.overlaps(b):
        return "cast hits exactly when the sweep overlaps"
    if hit != a.cast(motion, b) or swept != sweep(a, motion):
        return "a method answers as the function"
    if hit and (hit.depth > 0) != a.overlaps(b):
        return "depth says whether they overlapped"
    if hit and hit.depth == 0:
        part = hit.t * motion[0], hit.t * motion[1]
        if a.move(part).overlaps(b) or a.sweep(part).overlaps(b):
            return "safe stop"
    if isinstance(a, Point) and raycast(a, motion, b) != hit:
        return "a ray is the cast of a point"
    try:
        c, d = separate(a, b, mass_b=mass)
    except ValueError:
        return ""
    if c.overlaps(d):
        return "separated shapes do not overlap"
    if type(c) is not type(a) or type(d) is not type(b):
        return "separated shapes keep their kinds"
    return ""


def subclass(base: Any) -> Any:
    class Sub(base):  # type: ignore[misc]
        pass

    return Sub


def bare_new(cls: Any, of: Any) -> Any:
    return of.__new__(cls)


def matched(value: Any) -> Any:
    match value:
        case Circle(x, y, r):
            return (x, y, r)
        case Rect(x, y, w, h):
            return (x, y, w, h)
        case Polygon(points):
            return points
        case Contact(normal, depth, points):
            return (normal, depth, points)
        case Hit(t, point, normal, depth):
            return (t, point, normal, depth)


# ---- spaces, and what runs in the middle of their methods ----


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
            self.deeds[tag % 32](self)
        except Exception as error:
            if not any(rule in str(error) for rule in self.rules):
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
        assert [id(item) for item in space.query(everywhere, touching=True)] == [id(item) for item, _ in items]
        assert space.digest() == space.copy().digest()
        assert not self.wrong, self.wrong
        self.depth = 0


def space_program(data: Any) -> Any:
    """Runs the whole program; returns what is wrong with the space, if anything."""
    program, threshold = SpaceProgram(data), gc.get_threshold()
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
