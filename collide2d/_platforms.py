"""Moving platforms: what rides on them, and what they push."""

from __future__ import annotations

import cmath
import heapq
import math
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from collide2d._core import Body, Shape, Space, cast, closest_points, overlaps, sweep
from collide2d._numbers import finite, push_limit, slope_limit, unit_vector
from collide2d.space import _test

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from collide2d.typing import Answer, Filter, Pair, Solid

__all__ = ["Carried", "carry"]

T = TypeVar("T")
Vec = tuple[float, float]

_TOUCH = 2.0**-38  # of the coordinates: an item this close to the one below stands on it
_SHORTEST = 2.0**-30  # of a long way: the part that is searched first, at least
_DOUBLINGS = 30  # of an ulp: the most by which rounding lengthens a push


class Carried(NamedTuple):
    """The result of `Space.carry`: three tuples of items.

    riders: the items that stood on the platform, and on each other. pushed: the items that were in its way and got
    away. crushed: those that could not; they may overlap the platform, and the game decides what becomes of them.

    >>> Carried(riders=("hero",)).crushed
    ()
    """

    riders: tuple[Any, ...] = ()
    pushed: tuple[Any, ...] = ()
    crushed: tuple[Any, ...] = ()


def carry(
    space: Space[T],
    platform: T,
    dx: float,
    dy: float,
    *,
    angle: float = 0.0,
    movable: Container[T] | Callable[[T], object] | None = None,
    filter: Filter[T] | None = None,
    up: Pair = (0.0, -1.0),
    max_slope: float = 46.0,
    max_push: float | None = None,
) -> Carried:
    """Move a platform by (dx, dy) together with what stands on it, and push what is in its way.

    The platform goes the whole way: nothing blocks it. First everything that stands on it, and on that in turn, moves
    along as far as nothing blocks it. What is in the way is pushed ahead, with what is in the way of that in turn. What
    the platform overlaps then is pushed out by the shortest way that passes through nothing. No other item moves.

    angle also turns the platform about its centre, in degrees. The riders follow the points on which they stand, and
    nothing is swept by the turn itself: what overlaps the turned platform is pushed out.
    movable: the items that can be carried and pushed, a container or a predicate; None means all.
    filter: as in `Space.slide`; an item that the platform does not block, such as one below a one-way platform, is not
    pushed. up and max_slope say on which surfaces an item stands, as in `collide2d.walker.Walker`.
    max_push: how far an item may be pushed out at most, as in `Space.slide`.

    Raises KeyError if platform is not in the space, TypeError and ValueError for numbers that are not finite or out of
    range. If a filter raises, the space is as before.

    >>> from collide2d import Rect, Space
    >>> space = Space({"lift": Rect(0, 50, 40, 10), "hero": Rect(5, 30, 10, 20), "hat": Rect(5, 25, 10, 5)})
    >>> carry(space, "lift", 10, -20)
    Carried(riders=('hero', 'hat'), pushed=(), crushed=())
    >>> space["hat"]
    Rect(15.0, 5.0, 10.0, 5.0)
    >>> space.add("crate", Rect(50, 30, 10, 10))
    >>> carry(space, "lift", 5, 0).pushed, space["crate"]
    (('crate',), Rect(55.0, 30.0, 10.0, 10.0))
    """
    if not isinstance(space, Space):
        raise TypeError(f"carry: space must be a Space, got {type(space).__name__}")
    motion = (finite("carry: dx", dx), finite("carry: dy", dy))
    turn = finite("carry: angle", angle)
    direction, least = unit_vector("carry: up", up), slope_limit("carry: max_slope", max_slope)
    limit = push_limit("carry: max_push", max_push)
    if filter is not None and not callable(filter):
        raise TypeError(f"carry: filter must be callable or None, got {type(filter).__name__}")
    ride = _Ride(space, platform, _test(movable, "carry: movable"), filter, direction, least, limit)
    before = space.snapshot()
    try:
        return ride.run(motion, turn)
    except BaseException:
        space.restore(before)
        raise


class _Ride(Generic[T]):
    """One motion of a platform under way. waiting: the items that have not moved yet, and block no other of them."""

    def __init__(
        self,
        space: Space[T],
        platform: T,
        can_move: Callable[[T], object],
        filter: Filter[T] | None,
        up: Vec,
        least: float,
        max_push: float | None,
    ) -> None:
        self.space, self.platform, self.user, self.up, self.max_push = space, platform, filter, up, max_push
        self.can_move, self.least = can_move, least
        self.waiting: dict[T, None] = {}
        self.arrived: set[T] = set()
        self.turning: set[T] = set()
        self.start = self.end = space[platform]

    def run(self, motion: Vec, turn: float) -> Carried:
        end = self.start.move(*motion)
        self.end = end = end.rotate(turn) if turn else end
        riders = self.stack([self.platform])
        moved = {item: self.space[item] for item in riders}
        if turn:
            self.turn(riders, motion, turn, moved)
        else:
            self.advance([self.platform, *riders], motion, moved)
        crushed = self.push_out(moved)
        for item, before in moved.items():
            if item not in self.arrived and self.blocks(item, self.platform) and self.runs_over(item, before, motion):
                crushed[item] = None
        free = (item for item in moved if item not in crushed and item not in riders)
        return Carried((*(item for item in riders if item not in crushed),), (*free,), (*crushed,))

    def turn(self, riders: dict[T, T], motion: Vec, turn: float, moved: dict[T, Solid]) -> None:
        """Turns the platform, and moves each rider by the motion of the point on which it stands."""
        ways = {item: self.way(item, support, turn) for item, support in riders.items()}
        # Each goes its own way as if the others were not there. Then, from the platform to the highest, each is pushed
        # out of those below it.
        order = [self.platform, *riders]
        self.turning, self.waiting = set(order), dict.fromkeys(order)
        for item in order:
            self.advance([item], ways.get(item, motion), moved)
            self.waiting[item] = None
        for item in order:
            del self.waiting[item]
            if item != self.platform:
                self.space.slide(item, 0.0, 0.0, filter=self.answer, max_push=self.max_push)

    # ---- who rides

    def stack(self, below: list[T]) -> dict[T, T]:
        """The items that stand on some items, and on these in turn, each with the item that it stands on."""
        space, found = self.space, dict[T, T]()
        for support in below:  # grows
            shape = space[support]
            reach = _TOUCH * max(abs(number) for number in shape.bounds)

            def rides(item: T, support: T = support) -> bool:
                is_new = item != self.platform and item not in found
                return is_new and bool(self.can_move(item)) and self.blocks(item, support)

            lifted = (self.up[0] * reach, self.up[1] * reach)
            for item, _ in space.cast_all(support, lifted, touching=True, filter=rides):
                hit = cast(space[item], (-2 * lifted[0], -2 * lifted[1]), shape)
                if hit is None or hit.depth or hit.normal[0] * self.up[0] + hit.normal[1] * self.up[1] < self.least:
                    continue
                found[item] = support
                below.append(item)
        return found

    def way(self, item: T, support: T, turn: float) -> Vec:
        """The motion of the point on which an item stands, if the platform moves and turns."""
        _, foot = closest_points(self.space[item], self.space[support])
        arm = complex(*foot) - complex(*self.start.center)
        there = complex(*self.end.center) + arm * cmath.rect(1.0, math.radians(turn))
        return (there.real - foot[0], there.imag - foot[1])

    def blocks(self, item: T, other: T) -> bool:
        answer: Any = True if self.user is None else self.user(item, other)
        return answer not in (None, False, "pass")

    def answer(self, item: T, other: T) -> Answer:
        """The filter of the slides."""
        if other in self.waiting:
            return None
        return "slide" if self.blocks(item, other) else None

    # ---- what is in the way

    def advance(self, sources: list[T], motion: Vec, moved: dict[T, Solid]) -> None:
        """Moves items and what is in their way, each by its part of the motion, the foremost first."""
        parts, ahead = self.spread(sources, motion)
        for item in parts:
            if item != self.platform:
                moved.setdefault(item, self.space[item])
        self.waiting.update(dict.fromkeys(parts))
        done: dict[float, set[T]] = {part: set() for part in parts.values()}
        for item in _foremost_first(ahead):
            part = parts[item]
            if item == self.platform:
                self.space.update(item, self.end)
            else:
                way = (motion[0] * part, motion[1] * part)
                if self.slide(item, way, done[part]):
                    done[part].add(item)
            del self.waiting[item]
        self.arrived.update(*done.values())

    def slide(self, item: T, way: Vec, together: set[T]) -> bool:
        """Moves an item, as far as nothing blocks it; returns whether nothing did.

        together: the items that have gone the same way. Bodies that hold each other are free only together.
        """
        space, before = self.space, self.space[item]
        move = space.slide(item, *way, filter=self.answer, max_push=0.0)
        if move.motion != way and together:
            space.update(item, before)
            rest = space.slide(
                item, *way, filter=lambda a, b: None if b in together else self.answer(a, b), max_push=0.0
            )
            if rest.motion == way:
                return True
            space.update(item, move.shape)
        return move.motion == way

    def spread(self, sources: list[T], motion: Vec) -> tuple[dict[T, float], dict[T, list[T]]]:
        """The items that move with the sources, each with its part of the motion and with the items ahead of it.

        What is hit after a part t of a way is pushed for the rest of it. An item may be pushed by several, so the items
        with the longest ways go first, as in Dijkstra's algorithm: no later one changes the way of an earlier one.
        """
        space = self.space
        parts = dict.fromkeys(sources, 1.0)
        ahead: dict[T, list[T]] = {}
        known: dict[T, bool] = {}
        heap = [(-1.0, number, item) for number, item in enumerate(sources)]
        queued = len(heap)  # so far: no number comes twice, because items need not have an order
        while heap:
            part, _, item = heapq.heappop(heap)
            if item in ahead:
                continue
            ahead[item] = []
            way = (-motion[0] * part, -motion[1] * part)
            shape = space[item].move(*way)

            def is_pushed(other: T, item: T = item) -> bool:
                if other in parts:
                    return True
                if other == self.platform or other in self.turning:
                    return False
                if other not in known:
                    known[other] = bool(self.can_move(other))
                return known[other] and self.blocks(other, item)

            for other, t, is_inside in self.meet(item, way, is_pushed):
                ahead[item].append(other)
                if other == self.platform:
                    continue
                rest = max(parts.get(other, 0.0), -part * (1.0 - t))
                rest = rest if is_inside else self.clear(shape, other, motion, rest)
                if rest > parts.get(other, 0.0):
                    parts[other] = rest
                    if other not in ahead:
                        heapq.heappush(heap, (-rest, queued, other))
                        queued += 1
        return parts, ahead

    def meet(self, item: T, way: Vec, test: Callable[[T], bool]) -> list[tuple[T, float, bool]]:
        """What an item meets: each item, the part of the way up to it, and whether they overlap at the start.

        A long way is searched until something covers all that is beyond: it is pushed, and meets the rest itself. So a
        row of items has few pairs, however far it is pushed.
        """
        space, part, length = self.space, 1.0, math.hypot(*way)
        shape = space[item]
        x0, y0, x1, y1 = shape.bounds
        while length * part > 4 * max(x1 - x0, y1 - y0) and part > _SHORTEST and self.user is None:
            part /= 2
        while True:
            hits = space.cast_all(item, (way[0] * part, way[1] * part), leaving=False, filter=test)
            if part == 1.0 or any(not hit.depth and self.covers(other, item, way, part) for other, hit in hits):
                return [(other, hit.t * part, hit.depth > 0) for other, hit in hits]
            part = min(1.0, 4 * part)

    def covers(self, other: T, item: T, way: Vec, part: float) -> bool:
        """Whether what an item meets beyond this part of its way is met by another that it pushes, too.

        Both are convex, and the other is as wide across the way. On each line along the way it is ahead of the item.
        """
        space, a, b = self.space, self.space[item], self.space[other]
        if isinstance(a, Body) or isinstance(b, Body) or other == self.platform:
            return False
        if space.layer(other) != space.layer(item) or space.mask(other) != space.mask(item):
            return False
        length = math.hypot(*way)
        along = (way[0] / length, way[1] / length)
        (a0, a1), (b0, b1) = _extent(a, (-along[1], along[0])), _extent(b, (-along[1], along[0]))
        return b0 <= a0 and a1 <= b1 and _extent(b, along)[1] - _extent(a, along)[0] <= length * part

    def clear(self, pusher: Solid, other: T, motion: Vec, part: float) -> float:
        """The part of a motion, at least the given one, after which an item does not overlap its pusher's end."""
        shape = self.space[other]
        ulp = 2.0**-52
        for _ in range(_DOUBLINGS):
            if not overlaps(shape.move(motion[0] * part, motion[1] * part), pusher):
                break
            part, ulp = part + ulp * max(1.0, part), 2 * ulp
        return part

    def push_out(self, moved: dict[T, Solid]) -> dict[T, None]:
        """Pushes items out of the platform, and of each other, and returns those that stay."""
        crushed: dict[T, None] = {}
        for item in dict.fromkeys((*self.space.query(self.platform), *moved)):
            if not self.can_move(item):
                continue
            before = self.space[item]
            move = self.space.slide(item, 0.0, 0.0, filter=self.answer, max_push=self.max_push)
            if move.hits:
                moved.setdefault(item, before)
            if move.stuck:
                crushed[item] = None
        return crushed

    def runs_over(self, item: T, before: Solid, motion: Vec) -> bool:
        """Whether the platform went through an item that did not get out of its way in time."""
        after = self.space[item]
        if not overlaps(after, sweep(self.start, motion)):
            return False
        x, y = motion[0] - (after.bounds[0] - before.bounds[0]), motion[1] - (after.bounds[1] - before.bounds[1])
        hit = cast(self.start, (x, y), before, leaving=False)  # the way of the platform as the item sees it
        reach = _TOUCH * max(abs(number) for number in after.bounds)
        return hit is not None and (1.0 - hit.t) * math.hypot(x, y) > reach


def _foremost_first(ahead: dict[T, list[T]]) -> list[T]:
    """Items in an order in which each comes after those ahead of it; a circle is cut at some item."""
    order: dict[T, None] = {}
    seen: set[T] = set()
    for first in ahead:
        todo = [(first, False)]
        while todo:
            item, is_done = todo.pop()
            if is_done:
                order[item] = None
            elif item not in seen:
                seen.add(item)
                todo.append((item, True))
                todo += [(other, False) for other in ahead[item]]
    return [*order]


def _extent(shape: Shape, direction: Vec) -> Vec:
    """The least and the greatest coordinate of a shape along a unit vector."""
    along = [x * direction[0] + y * direction[1] for x, y in shape.vertices]
    return min(along) - shape.radius, max(along) + shape.radius
