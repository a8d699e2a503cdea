"""Truths: questions about shapes with exact answers, and how far the answers of collide2d may be from them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import collide2d
from collide2d import Relation, Shape
from collide2d.testing import accuracy

Vec: TypeAlias = tuple[float, float]


class PairTruth(NamedTuple):
    """The relation of two shapes, and bounds of their separation: the doubles on both sides of the exact number, or
    twice the number if it is a double.

    `normal` is the direction of the only shortest way out of b for a, each coordinate the nearest double; None if
    several ways are equally short.
    """

    regime: str
    a: Shape
    b: Shape
    relation: Relation
    low: float
    high: float
    normal: Vec | None

    def errors(self) -> list[str]:
        """The verbs of collide2d whose answers about the pair contradict the truth.

        >>> from collide2d import Point, Relation
        >>> PairTruth("lattice", Point(0, 0), Point(3, 4), Relation.TOUCHING, 0, 0, None).errors()
        ['relate', 'separation', 'contact']
        """
        a, b = self.a, self.b
        contact = a.contact(b)
        found = {
            "relate": a.relate(b) == self.relation == b.relate(a),
            "separation": accuracy.is_separation(self.low, self.high, a.separation(b)),
            "contact": (contact is None) == (self.relation == Relation.APART),
            "depth": contact is None or accuracy.is_separation(self.low, self.high, -contact.depth),
            "normal": contact is None or self.accepts(contact.normal),
        }
        return [verb for verb, right in found.items() if not right]

    def accepts(self, normal: Vec) -> bool:
        """Whether a normal is the right one, or leads out along as short a way, up to the documented rounding.

        >>> from collide2d import Circle, Point
        >>> truth = PairTruth("lattice", Circle(0, 0, 1), Point(0.5, 0), Relation.OVERLAPPING, -0.5, -0.5, (-1.0, 0.0))
        >>> truth.accepts((-1.0, 1e-20)), truth.accepts((0.0, 1.0))
        (True, False)
        """
        return normal == self.normal or accuracy.leads_out(self.a, self.b, normal, -self.low)


class CastTruth(NamedTuple):
    """Where a moving shape first overlaps another: bounds of t, as of a separation; None if it does not."""

    regime: str
    a: Shape
    motion: Vec
    b: Shape
    low: float | None
    high: float | None

    def errors(self) -> list[str]:
        """["cast"] or ["t"] if `cast` of collide2d contradicts the truth: a hit, or a time.

        A vertex that is no pair of doubles after the motion is rounded, so a hit at the very end may then be missed, or
        the other way round.

        >>> from collide2d import Circle, Point
        >>> CastTruth("grazing", Point(0, 0), (4, 0), Circle(2, 1, 1), None, None).errors()
        []
        """
        hit = self.a.cast(self.motion, self.b)
        if hit is not None and self.low is not None:
            return [] if self.accepts(hit.t) else ["t"]
        if hit is None and self.low is None:
            return []
        if self.a.overlaps(self.b) or accuracy.ends_exactly(self.a, self.motion):
            return ["cast"]
        if hit is None:
            is_shallow, _ = accuracy.gap_within(self.a, self.motion, self.b, 1.0)
            return [] if is_shallow else ["cast"]
        return [] if accuracy.is_stop(self.a, self.motion, self.b, hit.t) else ["cast"]

    def accepts(self, t: float) -> bool:
        """Whether t is the true time, or that of b grown or shrunk by the documented 128 ulp.

        >>> from collide2d import Circle, Point
        >>> truth = CastTruth("lattice", Point(0, 0), (4, 0), Circle(3, 0, 1), 0.5, 0.5)
        >>> truth.accepts(0.5), truth.accepts(0.5 + 2.0**-53), truth.accepts(0.6)
        (True, True, False)
        """
        if self.low is None or self.high is None:
            return False
        both = (t, self.high)
        return self.low <= t <= self.high or all(accuracy.is_stop(self.a, self.motion, self.b, at) for at in both)


class WayTruth(NamedTuple):
    """Where a point or a segment that moves along itself is first blocked by the union of several shapes: bounds of t,
    as of a separation; None if the way is free.
    """

    regime: str
    shape: Shape
    motion: Vec
    members: tuple[Shape, ...]
    low: float | None
    high: float | None

    def errors(self) -> list[str]:
        """["cast"] or ["t"] if a `Space` of collide2d blocks the way elsewhere.

        >>> from collide2d import Point, Rect
        >>> tiles = Rect(0, 0, 8, 8), Rect(8, 0, 8, 8)
        >>> WayTruth("tiling", Point(8, -8), (0, 16), tiles, 0.5, 0.5).errors()
        []
        """
        found = collide2d.Space(enumerate(self.members)).cast(self.shape, self.motion)
        if found is None or self.low is None:
            return [] if found is None and self.low is None else ["cast"]
        return [] if self._accepts(self.members[found[0]], found[1].t) else ["t"]

    def _accepts(self, member: Shape, t: float) -> bool:
        """Whether t is the true time, or that of a member that blocks the way alone, grown or shrunk by the documented
        128 ulp; or 4 ulp from the time at which members block it together, or earlier by a rounding of the coordinates.

        >>> from collide2d import Point, Rect
        >>> tiles = Rect(0, 0, 8, 8), Rect(8, 0, 8, 8)
        >>> truth = WayTruth("tiling", Point(8, -8), (0, 16), tiles, 0.5, 0.5)
        >>> truth._accepts(tiles[0], 0.5 - 2.0**-50), truth._accepts(tiles[0], 0.49), truth._accepts(tiles[0], 0.51)
        (True, False, False)
        """
        if self.low is None or self.high is None:
            return False
        if self.low <= t <= self.high:
            return True
        if collide2d.overlaps(self.shape.sweep(self.motion), member):  # it blocks the way alone: at the true time?
            return all(accuracy.is_stop(self.shape, self.motion, member, at) for at in (t, self.high))
        early = (Fraction(self.low) - Fraction(t)) * max(abs(Fraction(d)) for d in self.motion)
        late = Fraction(t) - Fraction(self.high)
        return (
            early <= accuracy.depth_bound(self.shape, self.motion, member)
            and late <= accuracy.BLOCK_ULPS * Fraction(math.ulp(self.high))
        )  # fmt: skip


Truth: TypeAlias = PairTruth | CastTruth | WayTruth
