"""What is built on a `Space` of nothing but its methods and the verbs: one-way platforms, and pushing apart a crowd."""

from __future__ import annotations

import math

from collide2d._core import Shape, Space, _separate_more, overlaps, separation, sweep

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing the package is to stay light
    from collections.abc import Callable, Container
    from typing import Any, TypeVar

    from collide2d.typing import Answer, Filter, Pair, Response

    T = TypeVar("T")

__all__ = ["one_way", "separate_all"]


def _test(what: Container[T] | Callable[[T], object] | None, name: str) -> Callable[[T], object]:
    """Whether an item is meant by a predicate or a container."""
    if what is None:
        return lambda item: True
    if callable(what):
        return what
    if not hasattr(what, "__contains__"):
        raise TypeError(f"{name} must be a predicate or a container of items, got {type(what).__name__}")
    return lambda item: item in what


# From this round on a pair is pushed farther than apart, or a crowd comes to rest only in the limit: every push presses
# somebody into the next one, by less and less. By as much as the pair is deep, but by no more than this part of its
# smaller shape: up to a fill of 0.8, circles between walls then come apart in some 300 rounds, up to 0.5 in 30.
_EXACT_ROUNDS = 3
_MOST_EXTRA = 1 / 16


class _Crowd:
    """A space in which separate_all pushes apart what overlaps: who can move, and who has moved."""

    def __init__(self, space: Space[Any], can_move: Callable[[Any], object], movable: dict[Any, bool]) -> None:
        self.space, self.can_move, self.movable = space, can_move, movable
        self.order = {item: i for i, item in enumerate(space)}
        self.moved = set(self.order)

    def moves(self, item: Any) -> bool:
        if item not in self.movable:
            self.movable[item] = bool(self.can_move(item))
        return self.movable[item]

    def place(self, item: Any) -> int:
        """In the order of the space; one that came meanwhile, by another thread or a finalizer, is at the end."""
        return self.order.setdefault(item, len(self.order))

    def pairs(self) -> list[tuple[Any, Any]]:
        """What overlaps and can be moved, in the order of the space. Only who has moved can have begun to overlap: if
        they are few, only what is near them is asked."""
        space = self.space
        if 4 * len(self.moved) > len(self.order):
            found = space.pairs()
        else:
            near = set()
            for item in self.moved:
                for other, _ in space.contacts(item):
                    if overlaps(space[item], space[other]):
                        near.add((item, other) if self.place(item) < self.place(other) else (other, item))
            found = sorted(near, key=lambda pair: (self.place(pair[0]), self.place(pair[1])))
        return [(a, b) for a, b in found if self.moves(a) or self.moves(b)]

    def push(self, pairs: list[tuple[Any, Any]], part: float) -> None:
        """One round: each pair apart, the deepest first, and farther by no more than a part of the smaller of both."""
        shapes = {item: self.space[item] for pair in pairs for item in pair}
        mass = {item: 1.0 if self.moves(item) else math.inf for item in shapes}
        self.moved = set()
        for a, b in sorted(pairs, key=lambda pair: separation(shapes[pair[0]], shapes[pair[1]])):
            if overlaps(shapes[a], shapes[b]):
                shapes[a], shapes[b] = _separate_more(shapes[a], shapes[b], mass[a], mass[b], part)
                self.moved.update((a, b))
        self.moved = {item for item in self.moved if mass[item] == 1}
        for item in self.moved:
            self.space.update(item, shapes[item])

    def relax(self, rounds: int) -> tuple[list[tuple[Any, Any]], int]:
        """The pairs that are left, and how many of the rounds it took."""
        pairs = self.pairs()
        for number in range(rounds):
            if not pairs:
                return pairs, number
            self.push(pairs, 0.0 if number < _EXACT_ROUNDS else _MOST_EXTRA)
            pairs = self.pairs()
        return pairs, rounds


def _with_gap(shape: Shape, gap: float) -> Shape:
    """Grown by half of the gap, and by 8 ulps for what rounding does to a radius, a motion and a separation."""
    return shape.grow(gap / 2 + 8 * math.ulp(max(gap, *map(abs, shape.bounds))))


def _follow(space: Space[Any], grown: Space[Any], gap: float) -> None:
    """Moves everything as far as its grown self has moved."""
    for item, shape in space.items():
        start, end = _with_gap(shape, gap), grown[item]
        if end != start:
            (x, y), (u, v) = start.center, end.center
            space.update(item, shape.move(u - x, v - y))


def separate_all(
    space: Space[T],
    iterations: int = 10,
    movable: Container[T] | Callable[[T], object] | None = None,
    gap: float = 0.0,
) -> list[tuple[T, T]]:
    """Push items that overlap apart, pair by pair, until none do or so many rounds are over; return what still does.

    movable is a predicate or a container of items: the others stay where they are, and pairs of two of them are neither
    pushed nor returned. Of a pair of movable ones each moves half the way. With a gap, what is closer than that is
    pushed apart: of every pair that has a movable item and is not returned, the separation is then at least the gap.
    What is returned after the last round is every pair left that could be moved: try more rounds, or make room.

    The deepest pair of a round comes first, so that nobody is pushed along a row of flush tiles; of equal ones the
    first in the order of the space, so that the same space always ends the same. After the first rounds pairs are
    pushed a little farther than apart, so that a crowd comes to rest. Layers and masks count.

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
    if iterations < 0:
        raise ValueError(f"separate_all: iterations must be >= 0, got {iterations}")
    if not 0 <= gap < math.inf:
        raise ValueError(f"separate_all: gap must be finite and >= 0, got {gap}")
    can_move = _test(movable, "separate_all: movable")
    known: dict[Any, bool] = {}
    if not gap:
        return _Crowd(space, can_move, known).relax(iterations)[0]
    while True:  # until the shapes themselves are that far apart, not only those that they were grown to
        grown = space.copy()
        for item, shape in space.items():
            grown.update(item, _with_gap(shape, gap))
        pairs, rounds = _Crowd(grown, can_move, known).relax(iterations)
        if not rounds:
            return pairs
        _follow(space, grown, gap)
        iterations -= rounds


def one_way(
    space: Space[T],
    platforms: Container[T] | Callable[[T], object],
    direction: Pair = (0.0, -1.0),
    otherwise: Response | Filter[T] | None = None,
) -> Filter[T]:
    """A filter for `Space.slide` by which platforms block only what comes from the side that direction points to.

    platforms is a container of items or a predicate. An item comes from that side if it is wholly beyond the platform
    in that direction when the slide begins, touching included; if not, it passes and the platform is not reported. The
    direction of a sloping platform is square to its surface; above it an item also counts as beyond. otherwise is the
    response to everything else, or a filter that says it; None means the response of the call, which is also that to a
    platform that blocks. The default direction is up where y points down.

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


def _is_beyond(shape: Shape, platform: Shape, up: tuple[float, float]) -> bool:
    """Whether a shape is above a platform, exactly for a direction along an axis: it overlaps nothing that is below.

    What is below is the platform, swept far to both sides and down. Right above the platform only what is right below
    counts, so that one can stand on a slope of any form.
    """
    both = [shape.bounds, platform.bounds]
    width = max(b[2] for b in both) - min(b[0] for b in both)
    height = max(b[3] for b in both) - min(b[1] for b in both)
    far = 2.0 ** math.ceil(math.log2(width + height)) if width + height > 0 else 1.0
    over, down, side = ((far * x, far * y) for x, y in (up, (-up[0], -up[1]), (-up[1], up[0])))
    if not overlaps(shape, sweep(sweep(sweep(platform, side), (-2 * side[0], -2 * side[1])), down)):
        return True
    return overlaps(shape, sweep(platform, over)) and not overlaps(shape, sweep(platform, down))


def picture(space: Space[Any]) -> str:
    """The SVG text of a space: every item with its name, as Jupyter shows it.

    >>> from collide2d import Circle, Space
    >>> picture(Space({"ball": Circle(0, 0, 1)})).count("ball") >= 1
    True
    """
    from collide2d.drawing import svg

    names: dict[str, Shape] = {}
    for item, shape in space.items():
        shown = "".join(c for c in str(item) if c.isprintable()).strip()
        name = plain = shown[:60] or "item"
        for number in range(2, len(space) + 2):
            if name not in names:
                break
            name = f"{plain} {number}"
        names[name] = shape
    return svg(names)
