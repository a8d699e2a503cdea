"""A space with a period as a plain space that has many copies of each item, for coordinates and periods with which the
copies are exact. The copies that a question may need must be among them."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import collide2d as c2

Length = float | None


class CopiesModel:
    """The answers of a space with a period, by those of a plain space."""

    def __init__(self, items: Iterable[tuple[Hashable, Any]], period: Sequence[Length], reach: int = 3) -> None:
        self.period = tuple(period)
        self.order: dict[Hashable, int] = {}
        self.space: c2.Space[Any] = c2.Space()
        spans = [range(-reach, reach + 1) if length else (0,) for length in period]
        for item, shape in items:
            self.order[item] = len(self.order)
            for i, j in itertools.product(*spans):
                self.space.add((item, i, j), self.image(shape, i, j))

    def image(self, shape: Any, i: int, j: int) -> Any:
        w, h = (length or 0.0 for length in self.period)
        return shape.move(i * w, j * h)

    def hidden(self, asked: Any) -> tuple[Any, list[Any]]:
        """The shape of a query, and the copies of the item that is asked about: they are no results."""
        if isinstance(asked, Hashable) and asked in self.order:
            return self.space[asked, 0, 0], [copy for copy in self.space if copy[0] == asked]
        return asked, []

    def in_order(self, items: Iterable[Hashable]) -> list[Hashable]:
        return sorted(set(items), key=lambda item: self.order[item])

    def query(self, asked: Any, **options: Any) -> list[Hashable]:
        shape, hidden = self.hidden(asked)
        return self.in_order(copy[0] for copy in self.space.query(shape, exclude=hidden, **options))

    def pairs(self, touching: bool = False) -> list[tuple[Hashable, Hashable]]:
        """Of each two items: whether the first collides with a copy of the second."""
        found = c2.collides if touching else c2.overlaps
        return [
            (a, b)
            for a, b in itertools.combinations(self.order, 2)
            if any(found(self.space[a, 0, 0], self.space[copy]) for copy in self.space if copy[0] == b)
        ]

    def contacts(self, asked: Any) -> list[tuple[Hashable, Any]]:
        """The deepest of each item, of equal ones that of the least image."""
        shape, hidden = self.hidden(asked)
        best: dict[Hashable, tuple[Any, Any]] = {}
        for (item, i, j), contact in self.space.contacts(shape, exclude=hidden):
            rank = (-contact.depth, i, j)
            if item not in best or rank < best[item][0]:
                best[item] = rank, self.of_image(contact, i, j)
        return [(item, best[item][1]) for item in self.in_order(best)]

    def of_image(self, found: Any, i: int, j: int) -> Any:
        """A contact or a hit that names the image."""
        fields = [getattr(found, name) for name in type(found).__match_args__]
        return type(found)(*fields, found.pieces, (i, j))

    def nearest(self, asked: Any, k: int, **options: Any) -> list[tuple[Hashable, float]]:
        shape, hidden = self.hidden(asked)
        best: dict[Hashable, float] = {}
        for copy, distance in self.space.nearest(shape, len(self.space), exclude=hidden, distances=True, **options):
            best.setdefault(copy[0], distance)
        ranks = sorted(best.items(), key=lambda found: (found[1], self.order[found[0]]))
        return ranks[:k]

    def cast_all(self, asked: Any, motion: Any, **options: Any) -> list[tuple[Hashable, Any]]:
        """The first hit of each item, of equal ones the deepest, or that of the least image. Images that the motion
        does not lead into come last: they only surround a thin shape with others."""
        shape, hidden = self.hidden(asked)
        best: dict[Hashable, tuple[Any, Any]] = {}
        for (item, i, j), hit in self.space.cast_all(shape, motion, exclude=hidden, **options):
            against = hit.normal[0] * motion[0] + hit.normal[1] * motion[1]
            rank = (hit.t, -hit.depth, hit.t == hit.depth == 0 <= against and not options.get("touching"), i, j)
            if item not in best or rank < best[item][0]:
                best[item] = rank, self.of_image(hit, i, j)
        return sorted(((item, hit) for item, (_, hit) in best.items()), key=lambda one: (one[1].t, self.order[one[0]]))
