"""One-way platforms and pushing a crowd apart, built from nothing but the methods of `Space` and the verbs."""

from __future__ import annotations

import math
from operator import index

from collide2d._core import Space, _separate_more, overlaps, separation, sweep

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing the package is to stay light
    from collections.abc import Callable, Container, Iterable, Iterator
    from typing import Any, TypeVar

    from collide2d.typing import Answer, Filter, Pair, Response, Solid

    T = TypeVar("T")

__all__ = ["one_way", "separate_all"]


def _test(what: Container[T] | Callable[[T], object] | None, name: str) -> Callable[[T], object]:
    """A predicate for a predicate, a container of items, or None for all items."""
    if what is None:
        return lambda item: True
    if callable(what):
        return what
    if isinstance(what, str) or not hasattr(what, "__contains__"):  # the elements of a string are not items
        raise TypeError(f"{name} must be a predicate or a container of items, got {type(what).__name__}")
    return lambda item: item in what


# If pairs were only pushed until they touch, a crowd would come to rest only in the limit, because every push presses
# an item into its neighbour, by less and less. So from this round on a pair is pushed farther: by its penetration
# depth, but by at most this part of its smaller shape. Circles between walls then come apart in about 300 rounds up to
# a fill of 0.8, and in 30 up to 0.5.
_EXACT_ROUNDS = 3
_MOST_EXTRA = 1 / 16
_MOST_LEGS = 3  # of a push that slides along items that stay


class _Crowd:
    """The items of a space while separate_all pushes them apart.

    With a gap, `near` is a copy of the space in which each shape is grown by half the gap and a little more. Only pairs
    that overlap there can be closer than the gap, and pushing these apart also pushes the shapes apart by the gap.
    `walls` has those items of `near` that stay.
    """

    def __init__(self, space: Space[Any], movable: Container[Any] | Callable[[Any], object] | None, gap: float) -> None:
        self.space, self.gap = space, gap
        self.can_move, self.all_move = _test(movable, "separate_all: movable"), movable is None
        self.walls: Space[Any] = Space()
        self.movable: dict[Any, bool] = {}
        self.order = {item: i for i, item in enumerate(space)}
        self.moved = set(self.order)
        self.near = space
        if gap:
            self.near = space.copy()
            for item, shape in space.items():
                self.near.update(item, self.grown(shape))

    def grown(self, shape: Solid) -> Solid:
        """The shape grown by half the gap, and by 8 ulps for the rounding of a radius, a motion and a separation."""
        if not self.gap:
            return shape
        return shape.grow(self.gap / 2 + 8 * math.ulp(max(self.gap, *map(abs, shape.bounds))))

    def moves(self, item: Any) -> bool:
        if item not in self.movable:
            self.movable[item] = bool(self.can_move(item))
        return self.movable[item]

    def rank(self, item: Any) -> int:
        """The item's place in the order of the space; an item added by another thread or a finalizer comes last."""
        return self.order.setdefault(item, len(self.order))

    def is_too_close(self, a: Solid, b: Solid) -> bool:
        return separation(a, b) < self.gap

    def pairs(self) -> list[tuple[Any, Any]]:
        """The pairs that are too close and can be moved, in the order of the space.

        Only an item that has moved can have become too close, so if few have moved, only their neighbours are searched.
        """
        near = self.near
        if 4 * len(self.moved) > len(self.order):
            found = near.pairs()
        else:
            pairs = set()
            for item in self.moved:
                for other, _ in near.contacts(item):
                    if overlaps(near[item], near[other]):
                        pairs.add((item, other) if self.rank(item) < self.rank(other) else (other, item))
            found = sorted(pairs, key=lambda pair: (self.rank(pair[0]), self.rank(pair[1])))
        movable = [(a, b) for a, b in found if self.moves(a) or self.moves(b)]
        if not self.gap:
            return movable
        return [(a, b) for a, b in movable if self.is_too_close(self.space[a], self.space[b])]

    def push(self, pairs: list[tuple[Any, Any]], part: float) -> None:
        """One round: pushes each pair apart, the deepest first, and farther by at most `part` of the smaller shape.

        Pairs with an item that stays come first: what is in a wall is out of it before others press it farther in.
        """
        shapes: dict[Any, Solid] = {item: self.space[item] for pair in pairs for item in pair}
        mass = {item: 1.0 if self.moves(item) else math.inf for item in shapes}
        self.moved = set()

        def deepest_first(pairs: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
            for a, b in sorted(pairs, key=lambda pair: separation(shapes[pair[0]], shapes[pair[1]])):
                if self.is_too_close(shapes[a], shapes[b]):
                    self.moved.update((a, b))
                    yield a, b

        for a, b in deepest_first(pair for pair in pairs if mass[pair[0]] != mass[pair[1]]):
            ends = self.separated(shapes[a], shapes[b], mass[a], mass[b], part)
            item, wall, end = (a, b, ends[0]) if mass[a] == 1 else (b, a, ends[1])
            shapes[item] = self.allowed(item, shapes[item], end, wall)
        starts = shapes.copy()
        for a, b in deepest_first(pair for pair in pairs if mass[pair[0]] == mass[pair[1]]):
            shapes[a], shapes[b] = self.separated(shapes[a], shapes[b], 1.0, 1.0, part)
        self.moved = {item for item in self.moved if mass[item] == 1}
        if self.walls:
            for item in self.moved:
                shapes[item] = self.allowed(item, starts[item], shapes[item])
        for item in self.moved:
            self.space.update(item, shapes[item])
            if self.gap:
                self.near.update(item, self.grown(shapes[item]))

    def separated(self, a: Solid, b: Solid, mass_a: float, mass_b: float, part: float) -> tuple[Solid, Solid]:
        """Two shapes, moved by the motions that separate their grown copies."""
        starts = self.grown(a), self.grown(b)
        ends = _separate_more(*starts, mass_a, mass_b, part)
        if not self.gap:
            return ends
        moved = []
        for shape, start, end in zip((a, b), starts, ends, strict=True):
            (x, y), (u, v) = start.center, end.center
            moved.append(shape if end == start else shape.move(u - x, v - y))
        return moved[0], moved[1]

    def allowed(self, item: Any, shape: Solid, end: Solid, *pushed_by: Any) -> Solid:
        """Where a push to an end takes the shape of an item: up to other items that stay, and along them."""
        if end == shape:
            return end
        walls, layer, mask = self.walls, self.near.layer(item), self.near.mask(item)
        (x, y), (u, v) = shape.center, end.center
        dx, dy, grown = u - x, v - y, self.grown(shape)
        for leg in range(_MOST_LEGS):
            found = walls.cast(
                grown,
                (dx, dy),
                leaving=False,
                mask=mask,
                exclude=pushed_by,
                filter=lambda wall: walls.mask(wall) & layer,
            )
            if not found:
                return end if leg == 0 else shape.move(dx, dy)
            hit = found[1]
            x, y = hit.t * dx, hit.t * dy
            shape, grown = shape.move(x, y), grown.move(x, y)
            dx, dy = dx - x, dy - y
            into = min(0.0, dx * hit.normal[0] + dy * hit.normal[1])
            dx, dy = dx - into * hit.normal[0], dy - into * hit.normal[1]
        return shape

    def relax(self, rounds: int) -> list[tuple[Any, Any]]:
        """Pushes for at most `rounds` rounds; returns the pairs that are still too close."""
        pairs = self.pairs()
        if pairs and rounds and not self.all_move:
            self.walls = self.near.copy()
            self.walls.remove_all([item for item in self.walls if self.moves(item)])
        for number in range(rounds):
            if not pairs:
                break
            self.push(pairs, 0.0 if number < _EXACT_ROUNDS else _MOST_EXTRA)
            pairs = self.pairs()
        return pairs


def separate_all(
    space: Space[T],
    iterations: int = 10,
    movable: Container[T] | Callable[[T], object] | None = None,
    gap: float = 0.0,
) -> list[tuple[T, T]]:
    """Push overlapping items apart, pair by pair, for at most `iterations` rounds; return the pairs still too close.

    movable is a predicate or a container of items; None means all. The other items stay where they are, and pairs of
    two of them are neither pushed nor returned. If both items of a pair are movable, each moves half the way. A pair is
    too close if it overlaps or, with a gap, if its separation is less than the gap; only such pairs are pushed or
    returned. If pairs are returned, allow more rounds or make room.

    Nothing is pushed through an item that stays: a push ends there, or goes on along it. What overlaps such an item at
    the start is pushed out of it by the shortest way.

    Each round pushes the deepest pair first, so that no item is pushed along a row of flush tiles. Ties follow the
    order of the space, so that equal spaces end equal. After the first rounds, pairs are pushed a little farther than
    necessary, so that a crowd comes to rest. Layers and masks count.

    >>> from collide2d import Circle, Rect, Space
    >>> space = Space({"floor": Rect(0, 10, 20, 1), "ball": Circle(4, 9.5, 1), "other": Circle(5, 7, 1)})
    >>> separate_all(space, movable={"ball", "other"})
    []
    >>> space["floor"], space["ball"]
    (Rect(0.0, 10.0, 20.0, 1.0), Circle(4.0, 9.0, 1.0))
    >>> separate_all(space, movable={"ball", "other"}, gap=0.5)
    []
    >>> space["ball"].separation(space["floor"]) >= 0.5
    True
    """
    try:
        rounds = index(iterations)
    except TypeError:
        raise TypeError(f"separate_all: iterations must be an int, got {type(iterations).__name__}") from None
    if rounds < 0:
        raise ValueError(f"separate_all: iterations must be >= 0, got {rounds}")
    if not 0 <= gap < math.inf:
        raise ValueError(f"separate_all: gap must be finite and >= 0, got {gap}")
    return _Crowd(space, movable, gap).relax(rounds)


def one_way(
    space: Space[T],
    platforms: Container[T] | Callable[[T], object],
    direction: Pair = (0.0, -1.0),
    otherwise: Response | Filter[T] | None = None,
) -> Filter[T]:
    """A filter for `Space.slide`: platforms block only items that come from the side that direction points to.

    platforms is a container of items or a predicate. A platform blocks an item that is wholly on that side of it when
    the slide begins, touching included; any other item passes, and the platform is not reported. For a sloping platform
    pass the direction perpendicular to its surface; an item directly above a sloping surface is on that side too, even
    if it is not above the whole platform. otherwise is the response to all other items, or a filter that returns it.
    None means the response of the call, which platforms that block use too. The default direction is up if y points
    down.

    >>> from collide2d import Circle, Rect, Space
    >>> space = Space({"ball": Circle(5, 9, 1), "plank": Rect(0, 4, 10, 1)})
    >>> up_only = one_way(space, {"plank"})
    >>> space.slide("ball", 0, -8, filter=up_only).shape
    Circle(5.0, 1.0, 1.0)
    >>> space.slide("ball", 0, 8, filter=up_only).shape
    Circle(5.0, 3.0, 1.0)
    """
    dx, dy = (float(number) for number in direction)
    length = math.hypot(dx, dy)
    if not 0 < length < math.inf:
        raise ValueError(f"one_way: direction must be finite and not (0, 0), got {(dx, dy)}")
    up = (dx / length, dy / length)
    is_platform = _test(platforms, "one_way: platforms")

    def response(item: T, other: T) -> Answer:
        if is_platform(other):
            return True if _is_beyond(space[item], space[other], up) else None
        return otherwise(item, other) if callable(otherwise) else otherwise or True

    return response


def _is_beyond(shape: Solid, platform: Solid, up: tuple[float, float]) -> bool:
    """Whether a shape is above a platform. Exact for a direction along an axis.

    A shape is above if it does not overlap the platform swept far to both sides and down. A shape directly above the
    platform need only avoid the platform swept straight down, so that items can stand on a slope of any form.
    """
    both = [shape.bounds, platform.bounds]
    width = max(b[2] for b in both) - min(b[0] for b in both)
    height = max(b[3] for b in both) - min(b[1] for b in both)
    far = 2.0 ** math.ceil(math.log2(width + height)) if width + height > 0 else 1.0
    over, down, side = ((far * x, far * y) for x, y in (up, (-up[0], -up[1]), (-up[1], up[0])))
    if not overlaps(shape, sweep(sweep(sweep(platform, side), (-2 * side[0], -2 * side[1])), down)):
        return True
    return overlaps(shape, sweep(platform, over)) and not overlaps(shape, sweep(platform, down))
