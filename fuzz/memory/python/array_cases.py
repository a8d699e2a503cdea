"""The calls of cases.py with arrays of shapes, on one thread and on several."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
from body_calls import HERO, space_of_bodies
from random_rows import RandomRows, broken, vectors

import collide2d
from collide2d import (
    Body,
    Capsules,
    Circle,
    Circles,
    Points,
    Polygons,
    Rect,
    Rects,
    RoundRects,
    Shapes,
    Space,
    _arrays,
)
from collide2d.arrays import ShapeArray, count_pairs, first_hits, nearest, pair_chunks, pairs

FEW, MANY = 12, 60  # rows; the core takes another path for many
# Rows for three threads: see csrc/batch/threads/job_parts.c, and csrc/python/pairs/pairs.c.
ASKED, SLOW, PAIRED = 3 * 2**13 + 1, 3 * 2**9 + 1, 3 * 2**14 + 1


ROWS = RandomRows(lambda n: 3 * n**0.5)
circles, rects, segments, rings, masked = ROWS.circles, ROWS.rects, ROWS.segments, ROWS.rings, ROWS.masked


@cache
def masked_rings(n: int) -> Polygons:
    rows = rings(n).array.copy()
    rows[::5, 2] = -1
    return Polygons._of_rows(rows, rings(n)._table, "nan")


@cache
def mixed() -> Shapes:
    return Shapes.join(circles(FEW), rects(FEW), rings(FEW), segments(FEW))


def capsules(n: int) -> Capsules:
    return Capsules(np.column_stack([segments(n).array, np.full(n, 0.5)]))


def verbs(name: str, a: Any, b: Any, n: int, k: int) -> Iterator[tuple[str, Any]]:
    """Every verb of two arrays with n rows, on k threads."""
    for verb in ("relate", "collides", "overlaps", "touches", "separation", "distance", "contains", "overlap_area"):
        yield f"{verb} of {name}", lambda verb=verb: getattr(collide2d, verb)(a, b, threads=k)
    for verb in ("closest_points", "contact"):
        yield f"{verb} of {name}", lambda verb=verb: getattr(collide2d, verb)(a, b, threads=k)
    if isinstance(a, ShapeArray) and not isinstance(b, Body):
        yield f"separate of {name}", lambda: collide2d.separate(a, b, 1, 2, threads=k)
    yield f"cast of {name}", lambda: collide2d.cast(a, vectors(n), b, threads=k)
    yield f"touching cast of {name}", lambda: collide2d.cast(a, vectors(n), b, touching=True, threads=k)
    yield f"turn_cast of {name}", lambda: collide2d.turn_cast(a, 90, b, threads=k)


def changes(name: str, a: Any, n: int, k: int) -> Iterator[tuple[str, Any]]:
    yield f"move of {name}", lambda: a.move(vectors(n), threads=k)
    yield f"at of {name}", lambda: a.at(vectors(n), threads=k)
    yield f"rotate of {name}", lambda: a.rotate(vectors(n)[:, 0], about=(1, 2), threads=k)
    yield f"scale_by of {name}", lambda: a.scale_by(2, threads=k)
    yield f"grow of {name}", lambda: a.grow(1, threads=k)
    yield f"sweep of {name}", lambda: a.sweep(vectors(n), threads=k)


def array_calls() -> Iterator[tuple[str, Any]]:
    n = FEW
    kinds: dict[str, Any] = {
        "circles": circles(n), "rects": rects(n), "rings": rings(n), "masked": masked(n), "capsules": capsules(n),
        "masked rings": masked_rings(n),
        "points": Points(vectors(n)), "segments": segments(n), "mixed": mixed(), "reversed": rects(n)[::-1],
        "round rects": RoundRects(np.column_stack([rects(n).array[:, :4] + 1, np.full(n, 0.25), rects(n).array[:, 4]])),
    }  # fmt: skip
    for name, a in kinds.items():
        count = len(a)
        for other in ("circles", "rings"):
            yield from verbs(f"{name} and {other}", a, kinds[other][0] if name == "mixed" else kinds[other], count, 1)
        yield from verbs(f"{name} and a body", a, HERO, count, 1)
        yield from verbs(f"a body and {name}", HERO, a, count, 1)
        yield from changes(name, a, count, 1)
        yield from attributes(name, a)
        yield f"pairs of {name}", lambda a=a: pairs(a)
        yield f"count_pairs of {name}", lambda a=a: count_pairs(a)
        yield f"pairs of two, {name}", lambda a=a: pairs(a, kinds["rings"])
        yield f"periodic pairs of {name}", lambda a=a: pairs(a, period=(40, 50))
        yield f"first_hits of {name}", lambda a=a, m=count: first_hits(a, vectors(m), rects(FEW))
        yield (
            f"periodic first_hits of {name}",
            lambda a=a, m=count: first_hits(a, vectors(m), rects(n), period=(99, 99)),
        )
        yield f"nearest of {name}", lambda a=a: nearest(a, rects(FEW), 3)
        yield f"nearest others of {name}", lambda a=a: nearest(a, k=2)
        yield f"periodic nearest of {name}", lambda a=a: nearest(a, rects(FEW), 3, period=(99, 99))
        yield f"minkowski_difference of {name}", lambda a=a: a.minkowski_difference(Rect(0, 0, 2, 2))
    yield from odd_calls()
    yield from calls_of_a_space()
    yield from calls_with_threads()


def attributes(name: str, a: Any) -> Iterator[tuple[str, Any]]:
    for attribute in ("valid", "bounds", "center", "area", "perimeter", "anchor", "invalid", "shape", "array"):
        yield f"{attribute} of {name}", lambda attribute=attribute: getattr(a, attribute)
    yield f"to_shapes of {name}", lambda: a.to_shapes()
    yield f"repr of {name}", lambda: repr(a)
    yield f"pickle of {name}", lambda: pickle.loads(pickle.dumps(a))
    yield f"== of {name}", lambda: a == a[::-1]
    yield f"Arrow of {name}", lambda: len(a.__arrow_c_array__())
    yield f"from_shapes of {name}", lambda: type(a).from_shapes(a[:3].to_shapes()) if name != "masked" else None


def refused(call: Callable[[], object]) -> tuple[str, str]:
    """The error that a call raises, as it must."""
    try:
        call()
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return type(error).__name__, str(error)
    raise AssertionError("it is not refused")


def late_row() -> Circles:
    array = np.ones(3)
    made = Circles(array)
    array[2] = -1
    return made


@cache
def long_rects() -> Rects:
    """Bars side by side, whose boxes overlap."""
    at = np.random.default_rng(7).uniform(0, 3000, (3000, 2))
    return Rects(np.column_stack([at, np.full(3000, 700), np.full(3000, 0.1), np.full(3000, 41)]))


@cache
def heap() -> Capsules:
    """Long shapes that cross each other, which no grid of cells serves."""
    at = np.random.default_rng(8).uniform(0, 1000, (3000, 2))
    to = at + np.random.default_rng(9).choice([-400, 400], (3000, 2)) * [1, 0]
    return Capsules(np.column_stack([at, to, np.full(3000, 0.01)]))


def odd_calls() -> Iterator[tuple[str, Any]]:
    """Outputs, axes, and errors."""
    a, b = circles(FEW), rects(FEW)
    swapped, single = a.array.astype(">f8"), a.array.astype(np.float32)
    yield "an array of another byte order", lambda: Circles(swapped).distance(b)
    yield "an array of float32", lambda: Circles(single).distance(b)
    yield "a list as an array", lambda: Circles([[1, 2, 3], [4, 5, 6]])
    yield "centered rects", lambda: Rects(b.array, anchor="center").distance(a)
    yield "one row", lambda: a[0].distance(b[0])
    yield "no axes", lambda: Circles(a.array[0]).contact(Circles(a.array[1]))
    yield "no axes, a distance", lambda: (Circles(a.array[0]).distance(Circles(a.array[1])), Circles(a.array[0]).area)
    yield "no axes, validity", lambda: Circles(a.array[0]).valid
    yield "three axes", lambda: Circles(a.array.reshape(3, 4, 3)).distance(b[:4])
    yield "out", lambda: a.distance(b, out=np.zeros(FEW))
    yield "out that shares memory", lambda: shared_out()
    yield "out of several arrays", lambda: a.cast((1, 2), b, out=outs())
    yield "raycast", lambda: collide2d.raycast(vectors(FEW), (20, 30), b)
    yield "clip", lambda: collide2d.clip(b, segments(FEW))
    yield "equals", lambda: _arrays.equals(a, a[::-1])
    yield "bounce", lambda: collide2d.bounce(vectors(FEW), (1, 2), vectors(FEW)[::-1] + 9, 0.5)
    yield "slide", lambda: collide2d.slide(vectors(FEW), (0, 1))
    yield "turn_cast about", lambda: b.turn_cast(30, a, (9, 9), motion=(1, 2))
    yield "turn_cast of many turns", lambda: b.turn_cast(np.linspace(-300, 300, FEW), HERO)
    yield "masked motions", lambda: masked(FEW).cast(vectors(FEW) * np.where(np.arange(FEW) % 5, 9, 1e61)[:, None], b)
    yield "intersection of rings", lambda: rings(FEW).intersection(rings(FEW)[::-1])
    yield "minkowski_difference of rings", lambda: rings(FEW).minkowski_difference(rings(FEW)[::-1])
    yield "replace", lambda: a.replace(r=3)
    yield "hull of mixed", lambda: (mixed().kinds, mixed().radius, mixed().offsets, mixed().vertices)
    yield "a subset of rings", lambda: (rings(FEW)[3:5], rings(FEW)[::-2].vertices)
    yield "chunks", lambda: list(pair_chunks(circles(MANY), rows=9))
    yield "pairs of many", lambda: (pairs(circles(999)), pairs(rects(999)), pairs(rings(99), circles(99)))
    yield (
        "pairs of bars",
        lambda: pairs(Rects(np.column_stack([rects(999).array[:, :2], np.full(999, 40), np.ones((999, 2))]))),
    )
    yield (
        "pairs of mixed sizes",
        lambda: pairs(Circles(circles(999).array * np.where(np.arange(999) % 50, 1, 9)[:, None])),
    )
    yield "pairs far apart", lambda: pairs(Circles(circles(99).array * [1e55, 1e55, 1]))
    yield "masked pairs", lambda: pairs(masked(999))
    yield "periodic pairs of long shapes", lambda: pairs(Rects(rects(MANY).array * [1, 1, 9, 1, 1]), period=(30, None))
    yield "pairs of turned rects", lambda: pairs(Rects(rects(999).array * [1, 1, 9, 1, 1]))
    yield "nearest of many", lambda: nearest(circles(99), circles(999), 5, max_distance=9)
    yield "nearest of equal rows", lambda: nearest(circles(9), Circles(np.resize(circles(9).array, (99, 3))), 5)
    yield "nearest of one", lambda: nearest(circles(1), rings(99), 5)
    yield "nearest in a large index", lambda: nearest(rects(FEW), circles(30_001), 2)
    yield "pairs of long rects", lambda: pairs(long_rects())
    yield "pairs of a heap", lambda: count_pairs(heap())
    yield "first_hits of one", lambda: first_hits(circles(1), vectors(FEW), rects(FEW), touching=True)
    for name, wrong in REFUSED.items():
        yield f"refused: {name}", lambda wrong=wrong: refused(wrong)


def outs() -> Any:
    want = circles(FEW).cast((1, 2), rects(FEW))
    return tuple(np.empty((*part.shape, 2), part.dtype)[..., 0] for part in want)


def shared_out() -> object:
    shared = circles(FEW).array.copy()
    Circles(shared).distance(rects(FEW), out=shared[:, 1])
    return shared


anything: Any = collide2d
REFUSED: dict[str, Any] = {
    "a row": lambda: Circles([[1, 2, 3], [1, 2, -3]]),
    "a row that is nan": lambda: Rects([[1, 2, np.nan, 3, 0]]),
    "a row of two axes": lambda: Circles([[[1, 2, 3], [1, 2, -3]]]),
    "a row without axes": lambda: Circles([1, 2, -3]),
    "a far row": lambda: Rects([[1e60, 0, 1e60, 0, 0]]),
    "columns": lambda: Circles([[1, 2]]),
    "shapes that do not match": lambda: circles(3).distance(rects(4)),
    "three shapes that do not match": lambda: circles(3).cast(np.zeros((5, 2)), rects(3)),
    "a late row": lambda: broken(circles(FEW), 3).distance(rects(FEW)),
    "a late row of pairs": lambda: pairs(broken(circles(FEW), 3)),
    "a late row of hits": lambda: first_hits(broken(circles(FEW), 3), (1, 0), rects(FEW)),
    "a late row that moves": lambda: broken(circles(FEW), 3).move(1, 2),
    "a motion": lambda: circles(FEW).cast((1e61, 0), rects(FEW)),
    "a way out of the domain": lambda: circles(FEW).move(9.9e59, 0).move(9.9e59, 0),
    "a way of two": lambda: Rects(np.add(rects(FEW).array, (9.9e59, 0, 0, 0, 0))).move(np.full((FEW, 2), 9e59)),
    "an angle": lambda: rects(FEW).rotate(np.nan),
    "an angle of a cast": lambda: rects(FEW).turn_cast(500, circles(FEW)),
    "a scale": lambda: circles(FEW).scale_by(-1),
    "a scale of rings": lambda: rings(FEW).scale_by(1e60),
    "a grown row": lambda: circles(FEW).grow(-9),
    "radii of an intersection": lambda: circles(FEW).intersection(rects(FEW)),
    "a difference": lambda: Circles([[0, 0, 9e59]]).minkowski_difference(Circle(0, 0, 9e59)),
    "a late row without axes": lambda: late_row().distance(Circle(0, 0, 1)),
    "a way of out": lambda: Circles([[9.9e59, 0, 1]] * FEW).cast((9.9e59, 0), rects(FEW), out=outs()),
    "degrees": lambda: rects(FEW).rotate(radians=np.full(FEW, 9e59)),
    "angles": lambda: rects(FEW).rotate(np.full(FEW, np.inf)),
    "scales": lambda: circles(FEW).scale_by(np.linspace(3, -1, FEW)),
    "ways": lambda: circles(FEW).move(np.full((FEW, 2), np.nan)),
    "ways that do not match": lambda: circles(3).move(np.zeros((5, 2))),
    "pivots that do not match": lambda: rects(3).rotate(np.zeros(3), about=np.zeros((5, 2))),
    "threads": lambda: circles(FEW).distance(rects(FEW), threads=0),
    "out": lambda: circles(FEW).distance(rects(FEW), out=np.zeros(3)),
    "an out of another byte order": lambda: circles(FEW).distance(rects(FEW), out=np.zeros(FEW, dtype=">f8")),
    "an out that is no array": lambda: circles(FEW).distance(rects(FEW), out=anything),
    "an out of another type": lambda: circles(FEW).distance(rects(FEW), out=np.zeros(FEW, dtype=int)),
    "a polygon": lambda: Polygons([0, 3, 7], [(0, 0), (1, 0), (0, 1), (0, 0), (4, 0), (1, 1), (0, 4)]),
    "a vertex": lambda: Polygons([0, 3], [(0, 0), (1, np.nan), (0, 1)]),
    "offsets": lambda: Polygons([0, 9], [(0, 0), (1, 0), (0, 1)]),
    "an array of words": lambda: Circles([["a", "b", "c"]]),
    "mass": lambda: collide2d.separate(circles(3), rects(3), -1, 1),
    "a code": lambda: Shapes._of_rows(np.full((2, 8), 9.0), np.zeros((0, 2)), "raise"),
    "bounce": lambda: collide2d.bounce(vectors(FEW), (1, 2), (0, 0), 0.5),
}  # fmt: skip


def calls_of_a_space() -> Iterator[tuple[str, Any]]:
    space = space_of_bodies()
    periodic: Space[Any] = Space(circles(MANY).to_shapes() and enumerate(circles(MANY).to_shapes()), period=(90, 80))
    a = circles(FEW)
    space.remove("level")
    for name, s in {"space": space, "periodic space": periodic}.items():
        yield f"{name}: query of rows", lambda s=s: s.query(a, touching=True)
        yield f"{name}: filtered query of rows", lambda s=s: s.query(a, filter=keep)
        yield f"{name}: query of rows but", lambda s=s: s.query(a, exclude=[next(iter(s))], mask=3)
        yield f"{name}: contained in rows", lambda s=s: s.query(rects(FEW), contained=True)
        yield f"{name}: contacts of rows", lambda s=s: s.contacts(a)
        yield f"{name}: nearest of rows", lambda s=s: s.nearest(a, 3)
        yield f"{name}: filtered nearest of rows", lambda s=s: s.nearest(a, 3, filter=keep)
        yield f"{name}: cast of rows", lambda s=s: s.cast(a, vectors(FEW))
        yield f"{name}: filtered cast of rows", lambda s=s: s.cast(a, vectors(FEW), filter=keep)
        yield f"{name}: cast_all of rows", lambda s=s: s.cast_all(rings(FEW), vectors(FEW) * 4)
        yield f"{name}: cast of an item", lambda s=s: s.cast_all(next(iter(s)), vectors(FEW), touching=True)
        yield f"{name}: raycast of rows", lambda s=s: s.raycast(vectors(FEW), (30, 4))
        yield f"{name}: raycast_all of rows", lambda s=s: s.raycast_all(vectors(FEW), (30, 4))
        yield f"{name}: refused rows", lambda s=s: refused(lambda: s.query(broken(circles(FEW), 3)))
        yield f"{name}: a query of lists", lambda s=s: refused(lambda: s.query([[1, 2, 3]]))


def keep(item: object) -> bool:
    return item != "wall"


def calls_with_threads() -> Iterator[tuple[str, Any]]:
    k = 3
    yield "threads: distance", lambda: collide2d.distance(rects(ASKED), circles(ASKED), threads=k)
    yield "threads: a body", lambda: rects(SLOW).distance(HERO, threads=k)
    yield "threads: cast of rings", lambda: rings(ASKED // 3).cast((9, 2), Circle(20, 20, 9), threads=k)
    yield "threads: sweep", lambda: rects(ASKED // 3).sweep((1, 2), threads=k)
    yield "threads: rotate", lambda: rings(SLOW * 3).rotate(30, threads=k)
    yield "threads: first_hits", lambda: first_hits(rings(SLOW), vectors(SLOW), rects(SLOW), threads=k)
    yield "threads: nearest", lambda: nearest(circles(SLOW), rects(SLOW), 3, threads=k)
    yield "threads: intersection", lambda: rects(SLOW).intersection(rings(SLOW), threads=k)
    yield "threads: pairs", lambda: pairs(circles(2 * PAIRED), threads=k)
    yield "threads: pairs of rects", lambda: pairs(rects(PAIRED), threads=k)
    yield "threads: pairs of bodies", lambda: pairs(rings(PAIRED // 2), circles(PAIRED), threads=k)
    yield "threads: periodic pairs", lambda: pairs(rects(PAIRED), period=(999, 999), threads=k)
