"""The way of a shape, along its motion or by its turn, up to what stops it."""

from __future__ import annotations

from typing import NamedTuple

from collide2d import sweep
from collide2d.play.model.camera import Pair
from collide2d.play.model.swept import swept_by_turn
from collide2d.scene import Item, Met
from collide2d.typing import Solid


class Way(NamedTuple):
    """An item that goes along a motion, a pair, or turns by an angle in degrees, until something stops it.

    hits: the items that stop it, all at the same t, in scene order; empty if nothing is in the way.
    passed: the triggers that it meets before, by t.

    >>> from collide2d import Circle, Rect
    >>> way = Way(Item("door", Rect.pivoted(0, 0, 8, 2, (1, 1))), 90.0, (), ())
    >>> way.t, way.end, way.swept(1.0).collides((4, 4))
    (1.0, Rect.pivoted(0.0, 0.0, 8.0, 2.0, (1.0, 1.0), 90.0), True)
    """

    item: Item
    by: Pair | float
    hits: tuple[Met, ...]
    passed: tuple[Met, ...]

    @property
    def t(self) -> float:
        """The part of the way up to the stop, 0 to 1."""
        return self.hits[0].hit.t if self.hits else 1.0

    @property
    def end(self) -> Solid:
        """The shape at the stop, where it overlaps nothing that stops it."""
        return self.at(self.t)

    def at(self, t: float) -> Solid:
        """The shape at a part of the way."""
        if isinstance(self.by, tuple):
            return self.item.shape.move(t * self.by[0], t * self.by[1])
        return self.item.shape.rotate(t * self.by)

    def swept(self, t: float) -> Solid:
        """The area that the shape sweeps up to a part of the way."""
        if isinstance(self.by, tuple):
            return sweep(self.item.shape, (t * self.by[0], t * self.by[1]))
        return swept_by_turn(self.item.shape, t * self.by)
