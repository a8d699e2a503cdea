"""What is built on a `Space` of nothing but its methods and the verbs: one-way platforms, and pushing apart a crowd."""

from __future__ import annotations

import math

from collide2d._core import Shape, Space, overlaps, separate, separation, sweep

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


def separate_all(
    space: Space[T], iterations: int = 10, movable: Container[T] | Callable[[T], object] | None = None
) -> list[tuple[T, T]]:
    """Push items that overlap apart, pair by pair, until none do or so many rounds are over; return what still does.

    movable is a predicate or a container of items: the others stay where they are. Of a pair of movable ones each moves
    half the way. The deepest pair of a round comes first, so that nobody is pushed along a row of flush tiles; of equal
    ones the first in the order of the space, so that the same space always ends the same. Layers and masks count.

    >>> from collide2d import Circle, Rect, Space
    >>> space = Space({"floor": Rect(0, 10, 20, 1), "ball": Circle(4, 9.5, 1), "other": Circle(5, 7, 1)})
    >>> separate_all(space, movable={"ball", "other"})
    []
    >>> space["floor"], space["ball"]
    (Rect(0.0, 10.0, 20.0, 1.0), Circle(4.0, 9.0, 1.0))
    """
    if iterations < 0:
        raise ValueError(f"separate_all: iterations must be >= 0, got {iterations}")
    can_move = _test(movable, "separate_all: movable")
    mass: dict[T, float] = {}
    pairs = space.pairs()
    for _ in range(iterations):
        for item in {item: None for pair in pairs for item in pair}:
            if item not in mass:
                mass[item] = 1.0 if can_move(item) else math.inf
        movers = [(a, b) for a, b in pairs if min(mass[a], mass[b]) < math.inf]
        if not movers:
            break
        for a, b in sorted(movers, key=lambda pair: separation(space[pair[0]], space[pair[1]])):
            if overlaps(space[a], space[b]):
                shape_a, shape_b = separate(space[a], space[b], mass[a], mass[b])
                space.update(a, shape_a)
                space.update(b, shape_b)
        pairs = space.pairs()
    return pairs


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
