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

from reentrant import space_program

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


def is_squeezed(a: Any, b: Any) -> bool:
    """Whether a segment of one only touches the pieces of the other, but is surrounded by them: it was moved sideways
    into a slot that fits it exactly."""
    first, second = (getattr(solid, "pieces", (solid,)) for solid in (a, b))
    is_thin = any(len(piece.vertices) == 2 and piece.radius == 0 for piece in (*first, *second))
    return is_thin and not any(p.overlaps(q) for p in first for q in second)


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
    if not a.overlaps(b) and move.shape.overlaps(b) and not is_squeezed(move.shape, b):
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
