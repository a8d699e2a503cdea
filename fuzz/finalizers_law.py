"""The law of fuzz_finalizers.c, in Python: whatever the arguments and items of a call do in the midst of it, the space
stays consistent, and a call raises only what they raised or an error that says what they did.

A program of tests/generators/reentrant.py, with every way by which a call of the package runs code of its caller:
numbers, points and shapes that are computed when they are asked for, iterables, filters, keys, comparisons, and the
end of an item, whose last reference the space has. That code changes the space, removes what is being visited, drops
the space or raises.
"""

from __future__ import annotations

import itertools
import re
import sys
import types
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from reentrant import InterruptionError, SpaceProgram, space_program

from collide2d import Body, Capsule, Chain, Circle, Point, Polygon, Rect, Segment, Space, merge_rects
from collide2d._core import _group_hits, _sprite_hits, collide_shape


class Number:
    """A number that continues its program when it is asked for its value."""

    def __init__(self, program: Program, value: int) -> None:
        self.program, self.value = program, value

    def __index__(self) -> int:
        self.program.nested()
        return self.value

    def __float__(self) -> float:
        return float(self.__index__())


class Pair:
    """Two such numbers as a sequence."""

    def __init__(self, program: Program) -> None:
        self.program, self.numbers = program, [program.number(), program.number()]

    def __len__(self) -> int:
        self.program.nested()
        return len(self.numbers)

    def __getitem__(self, i: int) -> Any:
        self.program.nested()
        return self.numbers[i]


class ShapeLike:
    """An object whose shape, rectangle or coordinates are computed, each time anew, when they are asked for."""

    def __init__(self, program: Program, how: int) -> None:
        self.program, self.how = program, how

    def __getattr__(self, name: str) -> Any:
        if name[:1] == "_" or name not in ("shape", "rect", "x", "y", "w", "h")[self.how % 3 :][: 4 - self.how % 3]:
            raise AttributeError(name)
        self.program.nested()
        if name == "shape":
            return self.program.shape().move(0, 0)
        if name == "rect":
            return types.SimpleNamespace(x=self.program.number(), y=1, w=self.program.number(), h=2, width=1, height=2)
        return self.program.number()


class Mortal:
    """An item that continues its program when it is released, as it does when the space lets it go."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __del__(self) -> None:
        self.program.nested()

    @property
    def shape(self) -> Any:
        self.program.nested()
        return self.program.shape()


class Program(SpaceProgram):
    def __init__(self, data: bytes) -> None:
        self.visited: Any = 0
        self.refs: list[Any] = []
        super().__init__(data)

    def nested(self) -> None:
        super().nested()
        if self.depth < 3 and self.left > 0 and self.byte() >= 248:
            raise InterruptionError

    def is_clear(self, error: Exception) -> bool:
        """Arguments that change while they are looked at may be of any kind or value: the message has the function."""
        refusal = isinstance(error, (TypeError, ValueError)) and re.match(r"[A-Za-z_.]+: \w", str(error))
        return bool(refusal) or super().is_clear(error)

    def number(self) -> Any:
        value = self.byte()
        return Number(self, value % 8 + 1) if value & 8 else value % 16

    def numbers(self) -> Any:
        return Pair(self) if self.byte() % 2 else (self.number(), self.number())

    def solid(self) -> Any:
        how = self.byte()
        return ShapeLike(self, how >> 2) if how % 4 == 1 else Mortal(self) if how % 4 == 2 else self.shape()

    def mortal(self) -> Any:
        """A new item, to which a weak reference continues the program too."""
        item = Mortal(self)
        self.refs[:-8] = []
        self.refs.append(weakref.ref(item, lambda _: self.nested()))
        return item

    def any_item(self) -> Any:
        """An item, which only the space holds, or the one that a call visits."""
        which = self.byte()
        if which % 4 == 0:
            return self.visited
        if which % 4 == 1:
            return self.item()
        return next(itertools.islice(self.space, which // 4 % (len(self.space) + 1), None), self.visited)

    def stream(self, make: Callable[[], Any]) -> Iterator[Any]:
        """What make makes, and more of the program in between."""
        for _ in range(self.byte() % 5):
            self.nested()
            yield make()

    def filter(self, item: Any, other: Any) -> Any:
        self.visited = item
        return super().filter(item, other)

    def predicate(self, item: Any) -> Any:
        self.visited = item
        return super().predicate(item)

    __contains__ = predicate

    def each(self) -> None:
        for item in self.space:
            self.visited = item
            self.nested()

    def let_go(self) -> None:
        """Nothing but the call that runs has the space then."""
        empty: Space[Any] = Space()
        self.space = empty
        self.snapshots, self.watch, self.iterator = [self.space.snapshot()], self.space.watch(), iter(self.space)

    ways: tuple[Callable[[Any], object], ...] = (
        lambda s: s.space.add(s.mortal(), s.solid()),
        lambda s: s.space.add(s.mortal(), s.solid(), s.number() or 1, s.number()),
        lambda s: s.space.add(s.mortal()),
        lambda s: s.space.update(s.any_item(), s.solid()),
        lambda s: s.space.update(s.any_item()),
        lambda s: s.space.move(s.any_item(), s.number(), s.number()),
        lambda s: s.space.move(s.any_item(), s.numbers()),
        lambda s: s.space.slide(s.any_item(), s.numbers(), filter=s.filter, max_push=s.number()),
        lambda s: s.space.try_slide(s.solid(), s.number(), s.number(), filter=s.filter),
        lambda s: s.space.remove(s.any_item()),
        lambda s: s.space.remove(s.any_item()),
        lambda s: s.space.add_all(s.stream(lambda: (s.mortal(), s.solid()))),
        lambda s: s.space.update_all(s.stream(lambda: (s.any_item(), s.solid()))),
        lambda s: s.space.update_all(s.stream(s.any_item)),
        lambda s: s.space.remove_all(s.stream(s.any_item)),
        lambda s: (s.space.set_layer(s.any_item(), s.number()), s.space.set_mask(s.any_item(), s.number())),
        lambda s: setattr(s, "space", Space(s.stream(lambda: (s.mortal(), s.solid())))),
        lambda s: s.space.query(s.solid(), exclude=s, filter=s.predicate),
        lambda s: s.space.query(s.any_item(), filter=s.predicate, touching=s.number(), layer=s.number()),
        lambda s: s.space.contacts(s.solid(), exclude=[s.any_item(), s.any_item()], filter=s.predicate),
        lambda s: s.space.nearest(s.solid(), s.byte() % 9, filter=s.predicate, max_distance=s.number()),
        lambda s: s.space.cast(s.solid(), s.numbers(), filter=s.predicate),
        lambda s: s.space.cast_all(s.any_item(), s.numbers(), exclude=s, filter=s.predicate, leaving=True),
        lambda s: s.space.raycast_all(s.numbers(), s.numbers(), filter=s.predicate),
        lambda s: s.space.turn(s.any_item(), s.number(), s.numbers(), exclude=s, filter=s.predicate),
        lambda s: s.space.turn_cast(s.solid(), s.number(), filter=s.predicate),
        lambda s: s.space.turn_cast_all(s.any_item(), s.number(), s.numbers(), exclude=s, filter=s.predicate),
        lambda s: s.space.carry(s.any_item(), s.number(), s.number(), filter=s.filter, movable=s.predicate),
        lambda s: s.space.separate_all(s.number()),
        lambda s: (s.space.snapshot(), s.space.restore(s.snapshots[0])),
        lambda s: s.watch.update(),
        lambda s: s.let_go(),
        lambda s: s.each(),
        lambda s: s.any_item() in s.space,
        lambda s: s.space.get(s.any_item(), s),
        lambda s: Polygon(s.stream(s.numbers), s.number()),
        lambda s: Chain(s.stream(s.numbers), closed=s.number(), radius=s.number()),
        lambda s: Body(s.stream(s.solid)),
        lambda s: Body.from_outline(s.stream(s.numbers)),
        lambda s: merge_rects(s.stream(s.solid)),
        lambda s: (Circle(s.numbers(), s.number()), Rect(s.number(), 0, s.number(), 1, s.number())),
        lambda s: (
            Segment(s.numbers(), s.numbers()),
            Capsule(s.numbers(), s.numbers(), s.number()),
            Point(s.numbers()),
        ),
        lambda s: s.shape().collidelistall([s.solid() for _ in range(s.byte() % 5)]),
        lambda s: s.shape().collideobjectsall([s.mortal() for _ in range(s.byte() % 5)], key=s.key),
        lambda s: s.shape().cast(s.numbers(), s.solid(), motion_b=s.numbers()),
        lambda s: s.shape().move(s.numbers()).rotate(s.number(), about=s.numbers()),
        lambda s: _group_hits([s.mortal(), s.solid()], [s.solid(), s.mortal()], None),
        lambda s: _sprite_hits(s.mortal(), [s.solid(), s.mortal()], None, False),
        lambda s: collide_shape(s.solid(), s.mortal()),
    )

    def deed(self, tag: Any) -> Any:
        return self.ways[self.byte() % len(self.ways)] if tag & 16 else super().deed(tag)


def silent(unraisable: Any) -> None:
    """Interruptions of finalizers have no caller."""
    if not isinstance(unraisable.exc_value, InterruptionError):
        sys.__unraisablehook__(unraisable)


def hold(data: bytes) -> str:
    """What is wrong with the space after a program, or ""."""
    sys.unraisablehook = silent
    return space_program(data, Program)
