"""Turns that push what they meet: `Space.turn` with push=True."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from collide2d._core import Body, Space, cast, turn_cast
from collide2d._numbers import push_limit
from collide2d._platforms import _Ride
from collide2d._turning import Turn, pivot_of
from collide2d.space import _test

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from collide2d._core import Hit, Shape
    from collide2d.typing import Answer, Pair, Solid

__all__ = ["turn"]

T = TypeVar("T")
Vec = tuple[float, float]

_LONGEST, _SHORTEST = 3.0, 0.25  # degrees: a step while something is pushed; its way is a polygon of such steps
_LEAST = 2.0**-20  # degrees: what cannot be pushed for so long is stuck
_SLIPS = _SHORTEST / 16  # degrees: in so short a step, what is met is pushed as if the contact lasted for all of it
_PIECES = 8  # of a body that may push the same item in a step, one after the other
_DEFLECTIONS = 4  # how often a wall may deflect what is pushed in a step
_MOST_TRIES = 3000  # twice the shortest steps of a whole turn
_FEWEST_TRIES = 40  # that may be made on the spot
_MARGIN = 2.0**-38  # of the coordinates: how much farther than needed something is pushed


def turn(
    space: Space[T],
    item: T,
    angle: float,
    about: Pair | None = None,
    *,
    push: bool = False,
    movable: Container[T] | Callable[[T], object] | None = None,
    mask: int = -1,
    exclude: Container[T] | None = None,
    filter: Callable[[T], object] | None = None,
    max_push: float | None = None,
) -> Turn[T]:
    """Turn an item, and with push=True what is in its way, too: `Space.turn` describes the arguments."""
    options: dict[str, Any] = {"mask": mask, "exclude": exclude, "filter": filter}
    if not push:
        return space.turn(item, angle, about, max_push=max_push, **options)
    limit = push_limit("turn: max_push", max_push)
    under_way = _Push(space, item, about, _test(movable, "turn: movable"), options, limit)
    before = space.snapshot()
    try:
        return under_way.run(angle)
    except BaseException:
        space.restore(before)
        raise


class _Push(Generic[T]):
    """A turn under way that pushes what it meets.

    It goes by small steps. In each, what the item would meet is moved ahead of it, along the normal of the hit, as far
    as it takes to be clear of the item at the end of the step. Then the item turns, by `Space.turn`: whatever is still
    in its way stops it, so nothing is ever passed through. A step that stops early is undone, and tried shorter.
    """

    def __init__(
        self,
        space: Space[T],
        item: T,
        about: Pair | None,
        movable: Callable[[T], object],
        options: dict[str, Any],
        max_push: float | None,
    ) -> None:
        self.space, self.item, self.about, self.options, self.max_push = space, item, about, options, max_push
        self.movable, self.known = movable, dict[T, bool]()
        is_plain = options["mask"] == -1 and options["exclude"] is None and options["filter"] is None
        self.blocking = dict[T, bool]()
        self.ride = _Ride(space, item, self.can_move, None if is_plain else self.answer, (0.0, -1.0), 0.0, max_push)
        self.moved: dict[T, Solid] = {}
        self.tries, self.shoves = 0, 0  # shoves: in a step

    def can_move(self, other: T) -> bool:
        if other not in self.known:
            self.known[other] = bool(self.movable(other))
        return self.known[other]

    def answer(self, item: T, other: T) -> Answer:
        """The filter of the slides: the item that turns holds those only that block it."""
        if self.item not in (item, other):
            return "slide"
        met = item if other == self.item else other
        if met not in self.blocking:
            exclude, filter = self.options["exclude"], self.options["filter"]
            self.blocking[met] = (
                bool(self.space.layer(met) & self.options["mask"])
                and (exclude is None or met not in exclude)
                and (filter is None or bool(filter(met)))
            )
        return "slide" if self.blocking[met] else None

    def run(self, angle: float) -> Turn[T]:
        space = self.space
        if any(self.can_move(other) for other in space.query(self.item, **self.options)):
            self.ride.push_out(self.moved)
        first = space[self.item]
        start = space.turn(self.item, angle, self.about, max_push=self.max_push, **self.options)
        gone, rest, stop, gain = start.angle, start.remaining, start, math.inf
        while rest and gain >= _SHORTEST and not start.stuck and self.may_go_on(stop):
            before = gone
            stop, gone, rest = self.go_on(stop, gone, rest)
            gain = abs(gone - before)
        if not rest and stop is not start:
            gone = self.end(first.move(*start.pushed), angle) or gone
        carried = tuple(other for other, before in self.moved.items() if space[other] != before)
        hits = stop.hits if rest or stop is start else ()
        if stop is not start and start.pushed != (0.0, 0.0):
            hits = (*(pair for pair in start.hits if pair[1].depth), *hits)
        return Turn(space[self.item], gone, rest, hits, start.pushed, start.stuck, carried)

    def go_on(self, stop: Turn[T], gone: float, rest: float) -> tuple[Turn[T], float, float]:
        """Goes by steps until not even a short one is possible: the last stop, and the angles gone and left."""
        longest, first, tries = _LONGEST, gone, 0
        while rest and self.may_go_on(stop):
            tries, self.tries = tries + 1, self.tries + 1
            step = math.copysign(min(longest, abs(rest)), rest)
            tried = self.step(step, rest)
            # What slips by ever shorter steps would take for ever: tries are paid for by degrees.
            may_try = tries < _FEWEST_TRIES + 4 * abs(gone - first) / _SHORTEST and self.tries < _MOST_TRIES
            if tried:
                stop, longest = tried, min(4 * longest if longest > 2 * _LEAST else _LONGEST / 16, _LONGEST)
                gone, rest = gone + tried.angle, rest - tried.angle
            elif tries == 1 and abs(stop.angle) <= _LEAST:
                longest = 2 * _LEAST  # what was stuck before stays so: whether it can move at all is asked first
            else:
                may_try, longest = may_try and abs(step) > _LEAST, abs(step) / 16
            if not may_try:
                stop = self.turn(rest)
                return stop, gone + stop.angle, stop.remaining
        return stop, gone, rest

    def may_go_on(self, stop: Turn[T]) -> bool:
        return not stop.remaining or any(self.can_move(other) for other, _ in stop.hits)

    def turn(self, angle: float) -> Turn[T]:
        return self.space.turn(self.item, angle, self.about, max_push=0.0, **self.options)

    def end(self, start: Solid, angle: float) -> float:
        """Puts the item where a free turn ends, to the bit, and returns the angle; 0 if it would overlap something."""
        space, end = self.space, self.space[self.item]
        space.update(self.item, start.rotate(angle, self.about))
        if not space.query(self.item, **self.options):
            return angle
        space.update(self.item, end)
        return 0.0

    def pivot(self, shape: Solid) -> Vec:
        """About what it turns."""
        return pivot_of(shape) if self.about is None else (float(self.about[0]), float(self.about[1]))

    # ---- a step

    def step(self, step: float, rest: float) -> Turn[T] | None:
        """Pushes what a step meets, and turns; None if that stops early, and then all is as before."""
        space, item = self.space, self.item
        start = space[item]
        hits = space.turn_cast_all(item, step, self.about, **self.options)
        if not hits:
            free = self.turn(rest)
            return free if abs(free.angle) >= min(abs(step), abs(rest)) / 2 else None
        held = min((hit.t for other, hit in hits if not self.can_move(other)), default=1.0)
        step *= min(held, self.part(start, step, hits))
        moved: dict[T, Solid] = {}
        end, self.shoves = start.rotate(step, self.about), 0
        if abs(step) > _LEAST / 16 and all(
            self.push(start, end, step, other, hit, moved) for other, hit in hits if self.can_move(other)
        ):
            result = self.turn(step)
            if abs(result.angle) > abs(step) / 2:
                for other, before in moved.items():
                    self.moved.setdefault(other, before)
                return result
        space.update_all([(item, start), *moved.items()])
        return None

    def part(self, start: Solid, step: float, hits: list[tuple[T, Hit]]) -> float:
        """The part of a step in which small things far from the pivot go about as far as they are large."""
        x, y = self.pivot(start)
        least = abs(step)
        for other, hit in hits:
            x0, y0, x1, y1 = self.space[other].bounds
            reach = math.hypot(hit.point[0] - x, hit.point[1] - y)
            size = max(x1 - x0, y1 - y0)
            if size < 4 * reach:
                least = min(least, max(math.degrees(size / (4 * reach)), _SHORTEST))
        return least / abs(step)

    def push(self, start: Solid, end: Solid, step: float, other: T, hit: Hit, moved: dict[T, Solid]) -> bool:
        """Moves an item, and what is in its way, out of a step; returns whether half of the step is free of it.

        What is in a notch of a body is then hit by the next piece, and so on.
        """
        for _ in range(_PIECES):
            moves, is_clear = self.push_off(end, step, other, hit, moved)
            if is_clear and hit.pieces is None:
                return True
            next_hit = turn_cast(start, step, self.space[other], self.about)
            if next_hit is None:
                return True
            hit = next_hit
            if not moves:
                break
        return hit.t > 0.5

    def push_off(self, end: Solid, step: float, other: T, hit: Hit, moved: dict[T, Solid]) -> tuple[bool, bool]:
        """Moves an item along the normal of a hit, or as walls deflect it: whether it moves on, and is clear."""
        x, y = -hit.normal[0], -hit.normal[1]
        least = self.approach(end, step, hit) if abs(step) <= _SLIPS else 0.0
        for _ in range(_DEFLECTIONS):
            before = self.space[other]
            way = max(self.way_out(end, other, hit, (x, y)), least)
            if way <= 0.0:
                return True, True
            if self.shove(other, (x * way, y * way), moved):
                return True, True
            (x0, y0, _, _), (x1, y1, _, _) = before.bounds, self.space[other].bounds
            gone = math.hypot(x1 - x0, y1 - y0)
            if gone == 0.0:
                return False, False
            x, y, least = (x1 - x0) / gone, (y1 - y0) / gone, 0.0
        return True, False

    def way_out(self, end: Solid, other: T, hit: Hit, along: Vec) -> float:
        """How far a piece must go in a direction until it is clear of the piece that hit it, at the end of a step."""
        pieces = hit.pieces or (None, None)
        pusher, pushed = _piece(end, pieces[0]), _piece(self.space[other], pieces[1])
        boxes = [*pusher.bounds, *pushed.bounds]
        far = 2 * (max(boxes[0::2]) - min(boxes[0::2]) + max(boxes[1::2]) - min(boxes[1::2])) or 1.0
        x, y = along[0] * far, along[1] * far
        back = cast(pushed.move(x, y), (-x, -y), pusher)
        return (1.0 - back.t) * far + _MARGIN * max(map(abs, boxes)) if back else 0.0

    def approach(self, end: Solid, step: float, hit: Hit) -> float:
        """How far the point of a hit comes toward what is hit in a step: a corner may push, and then slip off."""
        x, y = self.pivot(end)
        turned = math.radians(step)
        return (hit.normal[0] * (hit.point[1] - y) - hit.normal[1] * (hit.point[0] - x)) * turned

    def shove(self, other: T, way: Vec, moved: dict[T, Solid]) -> bool:
        """Moves an item as far as it can, and before it what is in its way, and so on: whether it went all the way.

        Items of a lattice are in the way of several others. So tries are limited: past that, each moves as it can.
        """
        stack = [(other, way, False)]
        under_way, is_whole = {other}, False
        while stack:
            item, way, is_free = stack.pop()
            if is_free:
                is_whole = not self.space.slide(item, *way, filter=self.answer, max_push=0.0).hits
                under_way.discard(item)
                continue
            stack.append((item, way, True))
            moved.setdefault(item, self.space[item])
            self.shoves += 1
            if self.shoves > 64 + 4 * len(moved):
                continue
            for met, push in self.ahead(item, way, under_way).items():
                under_way.add(met)
                stack.append((met, push, False))
        return is_whole

    def ahead(self, item: T, way: Vec, under_way: set[T]) -> dict[T, Vec]:
        """What is in the way of an item, also where a wall deflects it, and how far that has to go."""
        space = self.space
        layer, mask = space.layer(item), space.mask(item)

        def is_met(other: T) -> bool:
            if other in under_way or other == self.item or not self.can_move(other):
                return False
            return bool(space.layer(other) & mask) and bool(layer & space.mask(other))

        def walls(item: T, other: T) -> Answer:
            return None if is_met(other) else self.answer(item, other)

        free = space.try_slide(item, *way, filter=walls, max_push=0.0)
        found: dict[T, Vec] = {}
        x, y = free.motion
        for shape, leg in zip(free.path, free.legs, strict=False):
            for other, hit in space.cast_all(shape, leg, leaving=False, filter=is_met):
                if other not in found:
                    rest = (x - hit.t * leg[0], y - hit.t * leg[1])
                    length = -(hit.normal[0] * rest[0] + hit.normal[1] * rest[1])
                    if length > 0:
                        push = (-hit.normal[0] * length, -hit.normal[1] * length)
                        # In a notch of a body it goes along with it.
                        is_in_notch = hit.pieces and cast(shape, leg, space[other].move(*push))
                        found[other] = rest if is_in_notch else push
            x, y = x - leg[0], y - leg[1]
        return found


def _piece(solid: Solid, key: str | int | None) -> Shape:
    """The piece of a body that a hit names; a shape is its own piece."""
    if not isinstance(solid, Body):
        return solid
    if isinstance(key, str):
        assert solid.names
        return solid.pieces[solid.names.index(key)]
    assert key is not None
    return solid.pieces[key]
