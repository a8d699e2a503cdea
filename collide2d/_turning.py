"""Turns of items in a space: about what they turn, and the result of `Space.turn`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from collide2d._core import Rect, RoundRect

if TYPE_CHECKING:
    from collide2d._core import Hit
    from collide2d.typing import Solid

__all__ = ["Turn", "pivot_of"]

T = TypeVar("T")
Vec = tuple[float, float]


class Turn(NamedTuple, Generic[T]):
    """The result of `Space.turn`.

    shape: the item's shape where it ended. angle: how far it turned, in degrees, with the sign of the angle asked for.
    remaining: the rest of that angle, 0 if nothing stopped it; otherwise a hit says what did.
    hits: what stopped it, pairs of an item and a `Hit` whose t is the part of the angle, in the order of the space;
    those of a push at the start come first.
    pushed: how far it was pushed out of what it overlapped at the start, (dx, dy). stuck: whether there was no way out;
    then it has not turned. carried: the items that it pushed ahead, and those that they pushed, with push=True.

    >>> from collide2d import Rect
    >>> Turn(Rect(0, 0, 4, 2), 30.0, 60.0, ()).remaining
    60.0
    """

    shape: Solid
    angle: float
    remaining: float
    hits: tuple[tuple[T, Hit], ...]
    pushed: tuple[float, float] = (0.0, 0.0)
    stuck: bool = False
    carried: tuple[T, ...] = ()


def pivot_of(solid: Solid) -> Vec:
    """The point about which a shape or body turns by itself.

    >>> from collide2d import Rect
    >>> pivot_of(Rect(1, 2, 4, 6)), pivot_of(Rect(1, 2, 4, 6, pivot=(0, 0)))
    ((3.0, 5.0), (1.0, 2.0))
    """
    if isinstance(solid, (Rect, RoundRect)):
        return (solid.x + solid.pivot[0], solid.y + solid.pivot[1])
    return solid.center
