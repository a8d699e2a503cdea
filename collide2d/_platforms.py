"""Moving platforms: what rides on them, and what they push."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from collide2d._core import Body, Space, cast, closest_points, overlaps, sweep
from collide2d.space import _test

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable

    from collide2d.typing import Answer, Filter, Pair, Solid

__all__ = ["Carried", "carry"]

T = TypeVar("T")
Vec = tuple[float, float]

_TOUCH = 2.0**-38  # of the coordinates: an item this close to the one below stands on it


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
    direction = unit_vector("carry: up", up)
    if not 0 <= max_slope < 90:
        raise ValueError(f"carry: max_slope must be >= 0 and < 90, got {max_slope}")
    if filter is not None and not callable(filter):
        raise TypeError(f"carry: filter must be callable or None, got {type(filter).__name__}")
    ride = _Ride(space, platform, _test(movable, "carry: movable"), filter, direction, max_slope, max_push)
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
        max_slope: float,
        max_push: float | None,
    ) -> None:
        self.space, self.platform, self.user, self.up, self.max_push = space, platform, filter, up, max_push
        self.can_move = can_move
        self.least = math.cos(math.radians(max_slope)) - 2.0**-40
        self.waiting: set[T] = set()
        self.start = space[platform]

    def run(self, motion: Vec, turn: float) -> Carried:
        space, platform = self.space, self.platform
        end = self.start.move(*motion)
        end = end.rotate(turn) if turn else end
        riders = self.stack([platform])
        ways = {item: self.way(item, support, end) for item, support in riders.items()}
        levels = {platform: 0}
        for item, support in riders.items():
            levels[item] = levels[support] + 1
        # On the way up the highest go first, on the way down the platform, and in each level those in front. An item
        # ignores what is still to move with it.
        rises = motion[0] * self.up[0] + motion[1] * self.up[1] >= 0
        order = sorted(
            levels, key=lambda item: (-levels[item] if rises else levels[item], -_reach(space[item], motion))
        )
        self.waiting = set(order)
        pushed: dict[T, None] = {}
        arrived: set[T] = set()
        for item in order:
            self.push(item, ways.get(item, motion), pushed)
            if item == platform:
                space.update(platform, end)
            elif self.slide(item, ways[item]):
                arrived.add(item)
            self.waiting.discard(item)
        crushed = self.push_out(pushed, (*riders, *pushed))
        crushed |= self.run_over(motion, {*riders, *pushed} - arrived)
        free = (item for item in pushed if item not in crushed and item not in riders)
        return Carried((*(item for item in riders if item not in crushed),), (*free,), (*crushed,))

    # ---- who rides

    def stack(self, below: list[T]) -> dict[T, T]:
        """The items that stand on some items, and on these in turn, each with the item that it stands on."""
        space, found = self.space, dict[T, T]()
        for support in below:  # grows
            shape = space[support]
            reach = _TOUCH * max(abs(number) for number in shape.bounds)
            lifted = sweep(shape, (self.up[0] * reach, self.up[1] * reach))
            for item in space.query(lifted, mask=space.mask(support)):
                if item == self.platform or item in found or not self.meets(item, support) or not self.can_move(item):
                    continue
                hit = cast(space[item], (-2 * reach * self.up[0], -2 * reach * self.up[1]), shape)
                if hit is None or hit.depth or hit.normal[0] * self.up[0] + hit.normal[1] * self.up[1] < self.least:
                    continue
                if self.blocks(item, support):
                    found[item] = support
                    below.append(item)
        return found

    def way(self, item: T, support: T, end: Solid) -> Vec:
        """The motion of the point on which an item stands, if the platform moves and turns."""
        _, foot = closest_points(self.space[item], self.space[support])
        there = moved_with(foot, self.start, end)
        return (there[0] - foot[0], there[1] - foot[1])

    def meets(self, item: T, other: T) -> bool:
        space = self.space
        return bool(space.mask(item) & space.layer(other) and space.mask(other) & space.layer(item))

    def blocks(self, item: T, other: T) -> bool:
        answer: Any = True if self.user is None else self.user(item, other)
        return answer not in (None, False, "pass")

    def answer(self, item: T, other: T) -> Answer:
        """The filter of the slides."""
        if other in self.waiting:
            return None
        return "slide" if self.blocks(item, other) else None

    def slide(self, item: T, motion: Vec) -> bool:
        """Moves an item, as far as nothing blocks it; returns whether nothing did."""
        return self.space.slide(item, *motion, filter=self.answer, max_push=0.0).motion == motion

    # ---- what is in the way

    def push(self, pusher: T, motion: Vec, pushed: dict[T, None]) -> None:
        """Moves what is in the way of an item, the farthest first."""
        todo = [(pusher, motion, False)]
        seen = {pusher}
        while todo:
            item, way, is_clear = todo.pop()
            if is_clear:
                self.waiting.add(pusher)
                self.slide(item, way)
                continue
            if item != pusher:
                todo.append((item, way, True))
                pushed[item] = None
            for other, hit in self.space.cast_all(item, way):
                if other in seen or other in self.waiting or other == self.platform:
                    continue
                if not self.can_move(other) or not self.blocks(other, item):
                    continue
                seen.add(other)
                left = 1.0 - hit.t
                todo.append((other, (way[0] * left, way[1] * left), False))

    def push_out(self, pushed: dict[T, None], moved: Iterable[T]) -> dict[T, None]:
        """Pushes items out of the platform, and of each other, and returns those that stay."""
        crushed: dict[T, None] = {}
        for item in dict.fromkeys((*self.space.query(self.platform), *moved)):
            if not self.can_move(item):
                continue
            move = self.space.slide(item, 0.0, 0.0, filter=self.answer, max_push=self.max_push)
            if move.hits:
                pushed[item] = None
            if move.stuck:
                crushed[item] = None
        return crushed

    def run_over(self, motion: Vec, items: set[T]) -> dict[T, None]:
        """The items that the platform ran over because something blocked their way."""
        way = sweep(self.start, motion)
        return {
            item: None
            for item in self.space
            if item in items and overlaps(self.space[item], way) and self.blocks(item, self.platform)
        }


def moved_with(point: Vec, before: Solid, after: Solid) -> Vec:
    """Where a point of a shape is after the shape has moved, turned and been scaled."""
    old, new = _points(before), _points(after)
    if len(old) != len(new):
        return point
    p, q = complex(*point), complex(*old[0])
    far = max(range(len(old)), key=lambda i: abs(complex(*old[i]) - q))
    arm, arm_after = complex(*old[far]) - q, complex(*new[far]) - complex(*new[0])
    there = p + (complex(*new[0]) - q)
    if arm and arm != arm_after:
        there = complex(*new[0]) + (p - q) * (arm_after / arm)
    return (there.real, there.imag)


def _points(solid: Solid) -> list[Vec]:
    pieces = solid.pieces if isinstance(solid, Body) else (solid,)
    return [point for piece in pieces for point in piece.vertices]


def _reach(shape: Solid, direction: Vec) -> float:
    """How far the bounds of a shape reach in a direction."""
    x0, y0, x1, y1 = shape.bounds
    return max(direction[0] * x0, direction[0] * x1) + max(direction[1] * y0, direction[1] * y1)


def finite(name: str, value: float) -> float:
    """A finite number, or an error that names the argument."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, got {value!r}") from None
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite, got {number}")
    return number


def unit_vector(name: str, vector: Pair) -> Vec:
    """The unit vector of a direction, or an error that names the argument."""
    x, y = (float(number) for number in vector)
    length = math.sqrt(x * x + y * y)
    if not 0 < length < math.inf:
        raise ValueError(f"{name} must be finite and not (0, 0), got {(x, y)}")
    return (x / length, y / length)
