"""Spaces with a period on lattices that lose nothing: shapes, thin ones and bodies, and the comparison of every answer
with that of exact copies."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from periodic_model import CopiesModel

from collide2d import Body, Circle, Point, Polygon, Rect, Segment, Space

PERIODS_OF_LATTICES = [(4.0, 8.0), (4.0, None), (None, 8.0)]
CASTS: list[dict[str, Any]] = [
    {}, {"touching": True}, {"leaving": False}, {"touching": True, "leaving": False},
]  # fmt: skip


def named(shapes: Any) -> list[tuple[int, Any]]:
    return list(enumerate(shapes))


def is_thin(shape: Any) -> bool:
    return bool(shape.radius == 0 and len(shape.vertices) < 3)


def lattice_solid(kind: int, x: float, y: float, w: float, h: float) -> Any:
    """A shape, a thin one, or a body."""
    makers: list[Callable[[], Any]] = [
        lambda: Rect(x, y, w, h),
        lambda: Circle(x, y, min(w, 1.5)),
        lambda: Segment(x, y, x + w, y + h),
        lambda: Point(x, y),
        lambda: Body([Rect(x, y, 1, 1), Rect(x + 1, y, 1, 2), Circle(x + 2.5, y + 2.5, 0.5)]),
        lambda: Body({"tail": Segment(x, y, x + 1, y), "head": Rect(x + 1, y - 1, 1, 2)}),
        lambda: Polygon([(x, y), (x + 2, y), (x + 3, y + 1), (x + 2, y + 2), (x, y + 2), (x - 1, y + 1)]),
    ]
    return makers[kind % len(makers)]()


def lattice_solids(rng: np.random.Generator, count: int) -> list[Any]:
    """Of every kind, on quarters, in and around a world of 4 by 8."""
    rows = rng.integers((-20, -20, 0, 0), (40, 40, 12, 12), (count, 4)) / 4
    return [lattice_solid(kind, *row) for kind, row in enumerate(rows.tolist())]


def changed(space: Space[Any], rng: np.random.Generator) -> None:
    """Moves some items by quarters, gives others another shape, and removes and adds one."""
    for item in rng.choice(list(space), 4, replace=False).tolist():
        space.move(item, *(rng.integers(-16, 17, 2) / 4).tolist())
    for item, solid in zip(rng.choice(list(space), 3, replace=False).tolist(), lattice_solids(rng, 7)[4:], strict=True):
        space.update(item, solid)
    gone = next(iter(space))
    space.remove(gone)
    space.add(gone, lattice_solids(rng, 1)[0])


def wrong_answers(space: Any, model: CopiesModel, asked: list[Any], rng: np.random.Generator) -> Counter[str]:
    """How many answers differ from those of the copies, by the name of the query; and how many were compared."""
    tally: Counter[str] = Counter()

    def compare(name: str, ours: Any, theirs: Any) -> None:
        tally["compared"] += 1
        tally["found"] += bool(theirs)
        tally[name] += ours != theirs

    for touching in (False, True):
        compare("pairs", space.pairs(touching), model.pairs(touching))
    for who in asked:
        for how in ({}, {"touching": True}, {"contained": True}):
            compare("query", space.query(who, **how), model.query(who, **how))
        compare("contacts", space.contacts(who), model.contacts(who))
        for k, limit in ((1, math.inf), (3, 0.75), (20, math.inf)):
            ours = space.nearest(who, k, max_distance=limit, distances=True)
            compare("nearest", ours, model.nearest(who, k, max_distance=limit))
        motion = (rng.integers(-48, 48, 2) / 4).tolist()
        for how in CASTS:
            hits = model.cast_all(who, motion, **how)
            compare("cast_all", space.cast_all(who, motion, **how), hits)
            compare("cast", space.cast(who, motion, **how), hits[0] if hits else None)
    return tally
