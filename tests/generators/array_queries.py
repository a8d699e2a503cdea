"""Worlds with seams, bodies, crowds and layers, rows that meet them, and the law of queries with arrays: each row has
the answer of the single call, bit for bit."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
from array_rows import ARRAYS

import collide2d
from collide2d import Body, Capsule, Chain, Circle, Point, Points, Rect, Segment, Space

OPTIONS = [
    dict(zip(("touching", "leaving"), flags, strict=True)) for flags in itertools.product((False, True), repeat=2)
]


# ---- worlds ----------------------------------------------------------------------------------------------------------


def random_solid(rng: np.random.Generator, unit: float) -> Any:
    """A tile, a body, or another shape, at small integers times the unit, so that many of them touch."""
    x, y, w, h = (unit * rng.integers([0, 0, 0, 0], [9, 9, 4, 4])).tolist()
    r = unit * float(rng.integers(0, 3)) / 2
    kind = rng.integers(0, 9)
    if kind < 3:
        return Rect(x, y, unit, unit)
    if kind == 3:
        return Rect(x, y, w, h, float(rng.choice([0, 0, 30, 45, 90])))
    if kind == 4:
        return Circle(x, y, r)
    if kind == 5:
        return Segment(x, y, x + w - unit, y + h - unit)
    if kind == 6:
        return Capsule(x, y, x + w, y + h, r) if r else Point(x, y)
    if kind == 7:
        return Body([Rect(x, y, unit, unit), Rect(x + unit, y, unit, 2 * unit), Segment(x, y, x, y + 3 * unit)])
    return Chain([(x, y), (x + unit, y + h), (x + 3 * unit, y)])


def random_world(rng: np.random.Generator, count: int, unit: float = 1.0) -> Space[Any]:
    """A space with gaps in its order, layers, and shapes that were updated since its last query."""
    space: Space[Any] = Space()
    layered = rng.random() < 0.5
    for i in range(count):
        layers = {"layer": int(rng.integers(1, 4)), "mask": int(rng.integers(1, 4))} if layered else {}
        space.add(f"item {i}", random_solid(rng, unit), **layers)
    space.query(Circle(0, 0, unit))
    for item in rng.permutation(list(space))[: int(rng.integers(0, 1 + count // 4))]:
        space.remove(str(item))
    for item in rng.permutation(list(space))[:3]:
        space.update(str(item), random_solid(rng, unit))
    return space


def random_rows(rng: np.random.Generator, kind: str, count: int, unit: float = 1.0) -> Any:
    """Rows of a kind on the same small integers, some of them between, and one in eight masked."""
    width = {"point": 2, "circle": 3, "segment": 4, "capsule": 5, "rect": 5, "roundrect": 6}[kind]
    rows = rng.integers(0, 10, (count, width)).astype(float)
    rows += np.where(rng.random(rows.shape) < 0.2, rng.uniform(-1, 1, rows.shape), 0)
    if kind == "circle":
        rows[:, 2] = np.abs(rows[:, 2]) / 4
    elif kind in ("segment", "capsule"):
        rows[:, 2:4] = rows[:, :2] + (rows[:, 2:4] - 5) / 2
    elif width >= 5 and kind != "capsule":
        rows[:, 2:4] = np.abs(rows[:, 2:4]) / 3
        rows[:, 4 if kind == "rect" else 5] *= 15
    if kind in ("capsule", "roundrect"):
        rows[:, 4] = rng.choice([0, 0.25, 0.5], count)
        if kind == "roundrect":
            rows[:, 2:4] += 1
    scale = np.full(width, unit)
    if kind in ("rect", "roundrect"):
        scale[-1] = 1
    rows *= scale
    rows[rng.random(count) < 0.125, 0] = np.nan
    return ARRAYS[kind](rows, invalid="nan")


def random_motions(rng: np.random.Generator, count: int, unit: float = 1.0) -> Any:
    motions = rng.integers(-9, 10, (count, 2)) * unit
    return np.where(rng.random((count, 2)) < 0.2, motions * rng.uniform(0, 1, (count, 2)), motions)


# ---- the law ---------------------------------------------------------------------------------------------------------


def numbers_of(found: Any) -> tuple[Any, ...]:
    """The numbers of a Hit or a Contact, or a distance."""
    if isinstance(found, collide2d.Hit):
        return (found.t, found.point, found.normal, found.depth)
    return (found.normal, found.depth) if isinstance(found, collide2d.Contact) else (found,)


def single(call: Callable[[], Any]) -> Any:
    """The results of a single call, as a list of (item, numbers...)."""
    try:
        found = call()
    except ValueError:  # the motion leaves the domain
        return []
    found = [] if found is None else [found] if isinstance(found, tuple) else found
    return [(f[0], *numbers_of(f[1])) if isinstance(f, tuple) else (f,) for f in found]


def results_of_row(got: Any, i: int) -> list[tuple[Any, ...]]:
    """Those of a row, in the same form."""
    part: Any = i
    if hasattr(got, "offsets"):
        part = slice(*got.offsets[i : i + 2].tolist())
    elif got.row.ndim == 1:
        part = slice(i, i + 1)
    found = got.row[part] >= 0
    columns = (field[part][found].tolist() for field in got[got._fields.index("item") :])
    return [tuple(tuple(x) if isinstance(x, list) else x for x in row) for row in zip(*columns, strict=True)]


def same(got: list[tuple[Any, ...]], want: list[tuple[Any, ...]]) -> bool:
    """Whether the results are equal to the bit: repr tells -0.0 from 0.0."""
    return repr(got) == repr(want) and all(a[0] is b[0] for a, b in zip(got, want, strict=True))


def wrong_rows(space: Space[Any], got: Any, count: int, ask: Callable[[int], Any]) -> int:
    """How many rows differ from the single calls, or say another place than that of the item."""
    order = {item: i for i, item in enumerate(space)}
    wrong = sum(not same(results_of_row(got, i), single(lambda i=i: ask(i))) for i in range(count))  # type: ignore[misc]
    places = [order.get(item, -1) for item in got.item.ravel().tolist()]
    return wrong + int((got.row.ravel() != places).sum())


def check_world(space: Any, rows: Any, motions: Any, **options: Any) -> dict[str, int]:
    """The number of wrong rows of each query. options: mask, exclude, filter."""
    count, shapes = len(rows), rows.to_shapes()
    wrong: dict[str, int] = {}

    def compare(name: str, got: Any, ask: Callable[[int], Any]) -> None:
        wrong[name] = wrong.get(name, 0) + wrong_rows(space, got, count, ask)

    def of_row(call: Callable[..., Any], *more: Any, **keywords: Any) -> Callable[[int], Any]:
        return lambda i: None if shapes[i] is None else call(shapes[i], *(x[i] for x in more), **keywords, **options)

    pairs = [tuple(motion) for motion in motions.tolist()]
    for flags in ({}, {"touching": True}, {"contained": True}):
        compare("query", space.query(rows, **flags, **options), of_row(space.query, **flags))
    compare("contacts", space.contacts(rows, **options), of_row(space.contacts))
    for k, farthest in ((1, np.inf), (3, 2.0), (40, np.inf)):
        asked = {"k": k, "max_distance": farthest}
        compare("nearest", space.nearest(rows, **asked, **options), of_row(space.nearest, distances=True, **asked))
    calls = [("cast", space.cast), ("cast_all", space.cast_all)]
    if isinstance(rows, Points):
        calls += [("raycast", space.raycast), ("raycast_all", space.raycast_all)]
    for (name, call), flags in itertools.product(calls, OPTIONS):
        compare(name, call(rows, motions, **flags, **options), of_row(call, pairs, **flags))
    return wrong
