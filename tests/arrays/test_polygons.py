"""Arrays of polygons: every element is the answer of the single polygon, bit for bit, and every read stays in the table
of vertices, whatever the rows say meanwhile."""

from __future__ import annotations

import copy
import math
import pickle
import threading
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from array_rows import (
    ARRAYS,
    LAYOUTS,
    PAIR_VERBS,
    Layout,
    adversarial_rows,
    assert_closest_points,
    assert_contacts,
    assert_hits,
    assert_turns,
    same_bits,
    shapes_of,
    single_answers,
)

import collide2d
from collide2d import Body, Circle, Circles, Polygon, Polygons, Rect, Rects, separate, sweep
from collide2d import dask as lazy
from collide2d.arrays import count_pairs, first_hits, nearest, pair_chunks, pairs
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.recipes import build
from collide2d.testing.sources import Seeded

OTHERS = ("polygon", "circle", "rect", "segment")
MOTIONS = [(3.0, 0.0), (-0.25, 1.5), (0.0, 0.0), (-1e3, 1e3), (2.0**-149, -0.0), (7.3, -5.1)]
SOME = Polygons([0, 3, 7, 7, 12], np.array([
    (0, 0), (4, 0), (0, 4), (9, 0), (12, 0), (13, 3), (9, 3), (0, 6), (2, 5), (4, 6), (3, 8), (1, 8),
], dtype=float), [0, 0.5, 0, 0.25], invalid="nan")  # fmt: skip


def ring(n: int, x: float, y: float, r: float) -> list[tuple[float, float]]:
    return [(x + r * math.cos(2 * math.pi * k / n), y + r * math.sin(2 * math.pi * k / n)) for k in range(n)]


@cache
def drawn(kind: str, count: int, seed: int, most: float = 1e50) -> tuple[list[Any], list[Any]]:
    """Polygons of 1 to 9 vertices and shapes of a kind, of every regime, that can be moved."""
    source, found = Seeded(seed), list[Any]()
    while len(found) < count:
        for regime in REGIMES.values():
            a, b = (build(collide2d, recipe) for recipe in regime(source, "polygon", kind))
            if a.kind == "polygon" and b.kind == kind and max(map(abs, (*a.bounds, *b.bounds))) < most:
                found.append((a, b))
    return [a for a, _ in found], [b for _, b in found]


def array_of(shapes: list[Any]) -> Any:
    """The array of single shapes, also of those of which rows hold no more than the numbers."""
    if shapes[0].kind == "polygon":
        return Polygons.from_shapes(shapes)
    return ARRAYS[shapes[0].kind].from_shapes(shapes)


def plain(shapes: list[Any]) -> list[Any]:
    """The shapes that rows make: rectangles by their top-left corner."""
    kind = shapes[0].kind
    if kind in ("polygon", "circle", "segment"):
        return shapes
    return [type(s)(*(getattr(s, name) for name in s.__match_args__)) for s in shapes]


@pytest.mark.parametrize("kind", OTHERS)
def test_the_elements_are_the_answers_of_single_polygons(kind: str) -> None:
    polygons, others = drawn(kind, 200, seed=3)
    others = plain(others)
    for a, b in ((polygons, others), (others, polygons)):
        s, t = array_of(a), array_of(b)
        for verb in PAIR_VERBS:
            assert same_bits(getattr(collide2d, verb)(s, t), single_answers(verb, a, b)), verb
        assert_contacts(s.contact(t), a, b)
        assert_closest_points(s.closest_points(t), a, b)
        motions = np.resize(np.array(MOTIONS), (len(a), 2))
        assert_hits(s.cast(motions, t), collide2d.cast, a, motions, b)
        angles = np.resize([30.0, -360.0, 0.0, 1e-3], len(a))
        assert_turns(s[:60].turn_cast(angles[:60], t[:60]), a[:60], angles[:60], b[:60])
        masses = np.resize([1.0, 2.0, math.inf], len(a))
        got, want = separate(s, t, masses), [separate(p, q, m) for p, q, m in zip(a, b, masses.tolist(), strict=True)]
        for k in (0, 1):
            assert got[k].to_shapes() == [pair[k] for pair in want]
    assert (array_of(polygons) == array_of(polygons)).all()


@pytest.mark.parametrize("n", [5, 40, 200])
def test_polygons_of_many_vertices_are_moved_too(n: int) -> None:
    """Their sweeps need room, which grows with them."""
    shapes = [Polygon(ring(n + 7 * k, 3 * k, 0, 1)) for k in range(6)]
    some, wall = Polygons.from_shapes(shapes), Rect(12, -3, 2, 9)
    motions = np.array([(2.0 * k, 0.5) for k in range(6)])
    for touching in (False, True):
        assert_hits(
            some.cast(motions, wall, touching=touching),
            lambda s, m, t, o=touching: collide2d.cast(s, m, t, touching=o),
            shapes, motions, [wall] * 6,
        )  # fmt: skip
    assert_turns(some.turn_cast(np.full(6, 40.0), wall), shapes, np.full(6, 40.0), [wall] * 6)
    level = Body([wall, Rect(5, -9, 20, 8)])
    assert_hits(some.cast(motions, level), collide2d.cast, shapes, motions, [level] * 6)
    assert_turns(some.turn_cast(np.full(6, 40.0), level), shapes, np.full(6, 40.0), [level] * 6)
    moved, _ = some.separate(wall, mass_b=math.inf)
    assert moved.to_shapes() == [separate(s, wall, mass_b=math.inf)[0] for s in shapes]
    assert [s.vertices for s in sweep(some, motions)] == [
        sweep(s, m).vertices for s, m in zip(shapes, motions.tolist(), strict=True)
    ]
    found = first_hits(some, motions, Rects([[12, -3, 2, 9], [30, 0, 1, 1]]))
    hits = some.cast(motions, wall)
    assert np.array_equal(found.t, hits.t, equal_nan=True)


CHANGES: dict[str, Any] = {
    "move": lambda s: s.move(0.1, -3),
    "at": lambda s: s.at(0.1, 1e10),
    "rotate": lambda s: s.rotate(30),
    "rotate about": lambda s: s.rotate(-75.5, about=(1, 2)),
    "radians": lambda s: s.rotate(radians=2.5),
    "scale_by": lambda s: s.scale_by(1 / 3),
    "scale_by 0": lambda s: s.scale_by(0),
    "grow": lambda s: s.grow(0.25),
    "replace": lambda s: s.replace(radius=0.7),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changes_are_those_of_single_polygons(name: str) -> None:
    shapes, _ = drawn("circle", 200, seed=4)
    got, want = CHANGES[name](Polygons.from_shapes(shapes)), [CHANGES[name](s) for s in shapes]
    assert type(got) is Polygons
    assert [(s.vertices, s.radius) for s in got.to_shapes()] == [(s.vertices, s.radius) for s in want]
    masked = CHANGES[name](SOME)
    assert masked.valid.tolist() == [True, True, False, True]
    assert masked[3] == CHANGES[name](SOME[3])


def test_changes_broadcast_and_name_what_they_refuse() -> None:
    some = SOME[:2]
    moved = some[:, None].move([[1, 0], [0, 2], [3, 3]])
    assert moved.shape == (2, 3)
    assert all(moved[i, k] == some[i].move(*d) for i in (0, 1) for k, d in enumerate([(1, 0), (0, 2), (3, 3)]))
    turned = some.rotate([[10], [20]], about=[[[0, 0]], [[1, 1]]])
    assert turned.shape == (2, 2)
    assert turned[1, 0] == some[0].rotate(20, about=(1, 1))
    fixed = Polygons([0, 3], [[0, 0], [4, 0], [0, 4]])
    for call, match in (
        (lambda: fixed.move(9e59, 0).move(9e59, 0), "move: every coordinate .* between -1e60 and 1e60.* at index 0"),
        (lambda: fixed.grow(-1), "grow: radius must be >= 0, got .* at index 0"),
        (
            lambda: some.move(np.zeros((3, 2))),
            r"move: the shapes of the array and of dx must broadcast, got \(2,\)",
        ),
        (lambda: some.scale_by(-1), "scale_by: k must be >= 0"),
        (lambda: some.replace(radius=[1, -1]), "replace: radius must be >= 0, got -1.0 at index 1"),
    ):
        with pytest.raises(ValueError, match=match):
            call()


def test_attributes_are_those_of_single_polygons() -> None:
    shapes, _ = drawn("segment", 150, seed=5)
    some = Polygons.from_shapes(shapes)
    for name in ("area", "perimeter", "center", "bounds", "radius"):
        assert same_bits(getattr(some, name), np.array([getattr(s, name) for s in shapes])), name
    assert some.offsets.tolist() == np.cumsum([0, *(len(s.vertices) for s in shapes)]).tolist()
    assert same_bits(some.vertices, np.concatenate([s.vertices for s in shapes]))
    assert some.to_shapes() == shapes


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_the_layout_of_the_vertices_does_not_matter(layout: Layout) -> None:
    shapes, others = drawn("circle", 100, seed=6)
    some = Polygons.from_shapes(shapes)
    again = Polygons(some.offsets, layout(some.vertices), some.radius)
    want = single_answers("separation", shapes, others)
    assert same_bits(again.separation(array_of(others)), want)
    assert same_bits(again[::-1].separation(array_of(others)[::-1]), want[::-1])
    assert same_bits(again.vertices, some.vertices)


def test_vertices_are_shared_and_single_precision_is_taken_as_it_is() -> None:
    for dtype in (np.float64, np.float32):
        vertices = np.array([[0, 0], [4, 0], [0, 4]], dtype=dtype)
        some = Polygons([0, 3], vertices)
        assert some._table is vertices
        vertices[0] = -4, 0
        assert some[0] == Polygon([(-4, 0), (4, 0), (0, 4)])
        assert some[:, None].collides((-3, 0.5)).tolist() == [[True]]


def test_polygons_index_and_broadcast_as_other_arrays() -> None:
    assert len(SOME) == 4
    assert SOME.shape == (4,)
    assert SOME[2] is None
    assert SOME[[3, 0]].to_shapes() == [SOME[3], SOME[0]]
    assert SOME[SOME.valid].shape == (3,)
    assert SOME[1:3].offsets.tolist() == [0, 4, 4]
    assert SOME.collides(Circles([[0, 0, 1], [9, 0, 1]])[:, None]).shape == (2, 4)
    for i, k in np.ndindex(4, 4):
        want = SOME[i] is not None and SOME[k] is not None and SOME[i].collides(SOME[k])
        assert SOME[:, None].collides(SOME)[i, k] == want
    assert list(SOME)[1] == SOME[1]
    assert SOME.distance((0, 0)).tolist()[2] != SOME.distance((0, 0)).tolist()[2]


def test_polygons_are_made_of_lists_of_points() -> None:
    triangle, square = [(0, 0), (4, 0), (0, 4)], np.array([[9, 0], [12, 0], [12, 3], [9, 3]])
    some = Polygons([triangle, square], radius=[0, 1])
    assert some.to_shapes() == [Polygon(triangle), Polygon(square.tolist(), 1)]
    assert Polygons([]).shape == Polygons([0], np.zeros((0, 2))).shape == (0,)
    assert Polygons(some)[1] == some[1]
    assert Polygons.from_shapes([None, some[0]]).valid.tolist() == [False, True]
    for again in (pickle.loads(pickle.dumps(some)), copy.deepcopy(some), eval(repr(some), {"Polygons": Polygons})):
        assert (again == some).all()
        assert again.radius.tolist() == [0, 1]
    assert (pickle.loads(pickle.dumps(SOME[:, None])).valid == SOME[:, None].valid).all()


@pytest.mark.parametrize("kind", OTHERS)
def test_searches_find_what_the_verbs_say(kind: str) -> None:
    random = np.random.default_rng(8)
    places = random.uniform(0, 12, (150, 2)).tolist()
    shapes = [Polygon(ring(3 + k % 7, x, y, 0.3 + k % 3 / 3), k % 2 / 4) for k, (x, y) in enumerate(places)]
    rows, _ = adversarial_rows("circle" if kind == "polygon" else kind, "circle", 60, seed=9)
    rows = rows[np.abs(rows).max(axis=1) < 1e3]
    others = shapes[::3] if kind == "polygon" else shapes_of(kind, rows)
    a, b = Polygons.from_shapes(shapes), array_of(others)
    for s, t, x, y in ((a, b, shapes, others), (b, a, others, shapes)):
        table = s[:, None].collides(t)
        assert np.array_equal(pairs(s, t), np.argwhere(table))
        assert count_pairs(s, t) == table.sum()
        assert np.array_equal(np.concatenate(list(pair_chunks(s, t, rows=7))), np.argwhere(table))
        gaps = s[:, None].distance(t)
        order = np.lexsort((np.broadcast_to(np.arange(len(y)), gaps.shape), gaps), axis=1)[:, :3]
        near = nearest(s, t, k=3)
        assert np.array_equal(near.row, order)
        assert same_bits(near.distance, np.take_along_axis(gaps, order, axis=1))
        found = first_hits(s, (5, 1.5), t)
        hits = s[:, None].cast((5, 1.5), t)
        times = np.where(hits.hit, hits.t, np.inf)
        assert np.array_equal(found.row, np.where(np.isfinite(times.min(axis=1)), times.argmin(axis=1), -1))
        assert len(x) == len(found.row)
    upper = np.triu(a[:, None].collides(a), 1)
    assert np.array_equal(pairs(a), np.argwhere(upper))
    far = a.move(np.array([[30 * k, 30 * k] for k in range(20)])[:, None])
    flat = Polygons.from_shapes([s for row in far.to_shapes() for s in row])
    assert len(flat) == 3000  # enough to be sorted by cells
    assert count_pairs(flat) == sum(count_pairs(Polygons.from_shapes(row)) for row in far.to_shapes())


def test_masked_polygons_take_no_part() -> None:
    assert pairs(SOME, SOME)[:, 0].tolist().count(2) == 0
    assert nearest(SOME, SOME).row[:, 0].tolist() == [0, 1, -1, 3]
    assert first_hits(SOME, (1, 0), SOME).row[2] == -1
    assert SOME.relate(SOME).tolist() == [1, 1, -1, 1]


# ---- tables, dask ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda s: s.to_frame(), lambda s: s.to_frame("polars"), pl.DataFrame, pa.table, pd.DataFrame.from_arrow,
        lambda s: pa.table(s.to_columns()),
    ],
)  # fmt: skip
def test_polygons_made_of_their_table_are_equal(make: Any) -> None:
    shapes, _ = drawn("circle", 60, seed=7)
    for some in (Polygons.from_shapes(shapes), Polygons.from_shapes(shapes)[5:40:3], Polygons([])):
        again = Polygons(make(some))
        assert len(again) == len(some)
        assert (again == some).all()
        assert again.radius.tolist() == some.radius.tolist()
    again = Polygons(make(SOME), invalid="nan")
    assert again.valid.tolist() == [True, True, False, True]
    assert (again == SOME).tolist() == [True, True, False, True]


def test_dask_takes_polygons_in_memory() -> None:
    da = pytest.importorskip("dask.array")
    discs = lazy.LazyShapes(Circles, da.from_array(np.array([[0.0, 0, 1], [9, 0, 1], [2, 2, 1]]), chunks=(2, 3)))
    got = lazy.separation(discs[:, None], SOME).compute()
    assert np.array_equal(got, discs.compute()[:, None].separation(SOME), equal_nan=True)
    with pytest.raises(TypeError, match="LazyShapes: kind must be"):
        lazy.LazyShapes(Polygons, da.zeros((3, 3)))


@pytest.mark.parametrize("name", ["radius", "offsets", "vertices"])
def test_a_copy_cannot_be_changed_by_mistake(name: str) -> None:
    kept = getattr(SOME, name).copy()
    with pytest.raises(ValueError, match="read-only"):
        getattr(SOME, name)[:] = 5
    assert (getattr(SOME, name) == kept).all()


# ---- what is refused -------------------------------------------------------------------------------------------------

TRIANGLE = [[0, 0], [4, 0], [0, 4]]
NOTHING: Any = None
REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda: Polygons(), TypeError, "Polygons: missing argument offsets"),
    (lambda: Polygons(3), TypeError, "Polygons: vertices are missing"),
    (lambda: Polygons("text"), TypeError, "Polygons: vertices are missing"),
    (lambda: Polygons([0.0, 3], TRIANGLE), TypeError, "Polygons: offsets must be integers, got float64"),
    (lambda: Polygons([], TRIANGLE), ValueError, r"Polygons: offsets must be n \+ 1 integers, got shape \(0,\)"),
    (lambda: Polygons([[0, 3]], TRIANGLE), ValueError, r"offsets must be n \+ 1 integers, got shape \(1, 2\)"),
    (lambda: Polygons([0, 3], [1, 2]), ValueError, r"Polygons: vertices must be pairs, \(n, 2\), got shape \(2,\)"),
    (lambda: Polygons([0, 3], np.eye(3)), ValueError, r"vertices must be pairs, \(n, 2\), got shape \(3, 3\)"),
    (lambda: Polygons([0, 3, 1], TRIANGLE), ValueError,
     r"Polygons: start and end must be whole numbers, in order, .* 3, got \(3.0, 1.0\) at index 1"),
    (lambda: Polygons([-1, 3], TRIANGLE), ValueError, r"got \(-1.0, 3.0\) at index 0"),
    (lambda: Polygons([0, 4], TRIANGLE), ValueError, r"got \(0.0, 4.0\) at index 0"),
    (lambda: Polygons([0, 3, 2**62], TRIANGLE), ValueError, r"at index 1"),
    (lambda: Polygons([0, 0, 3], TRIANGLE), ValueError, "Polygons: the polygon must have points, .* at index 0"),
    (lambda: Polygons([0, 4], [[0, 0], [4, 0], [1, 1], [0, 4]]), ValueError,
     "Polygons: the points must run once round a convex polygon, which they do not at index 0"),
    (lambda: Polygons([0, 3], [[0, 0], [math.nan, 0], [0, 4]]), ValueError,
     "Polygons: every coordinate must be finite, which it is not at index 0"),
    (lambda: Polygons([0, 3], [[0, 0], [1e61, 0], [0, 4]]), ValueError, "every coordinate must be between"),
    (lambda: Polygons([0, 3], TRIANGLE, -1), ValueError, "Polygons: radius must be >= 0, got -1.0 at index 0"),
    (lambda: Polygons([0, 3], TRIANGLE, [1, 2]), ValueError, r"radius must be one number, or one for each polygon"),
    (lambda: Polygons([0, 3], TRIANGLE, "text"), TypeError, "Polygons: radius must be a number"),
    (lambda: Polygons([0, 3], TRIANGLE, invalid="no"), ValueError, 'Polygons: invalid must be "raise" or "nan"'),
    (lambda: Polygons([0, 3], None), TypeError, "Polygons: missing argument vertices, or offsets must be a list"),
    (lambda: Polygons([0, 3], TRIANGLE, NOTHING), TypeError, "Polygons: radius must be a number .*, got NoneType"),
    (lambda: Polygons(np.array([0, 2**64 - 1], np.uint64), TRIANGLE), ValueError,
     "Polygons: offsets must be at most 9223372036854775807, got 18446744073709551615 at index 1"),
    (lambda: Polygons([0, 3], np.array(TRIANGLE, complex)), TypeError,
     "Polygons: vertices must be an array of numbers, got one of complex128"),
    (lambda: Polygons([0, 3], np.array(TRIANGLE, object)), TypeError, "vertices must be .*, got one of object"),
    (lambda: Polygons([[[1, 2, 3]]]), ValueError, r"Polygons: points\[0\] must be pairs, \(k, 2\), got shape \(1, 3\)"),
    (lambda: Polygons.from_shapes([Circle(0, 0, 1)]), TypeError, r"shapes\[0\] must be a Polygon, got Circle"),
    (lambda: SOME.replace(start=3), TypeError, "replace: the argument must be radius, got start"),
    (lambda: SOME[:, None].to_frame(), ValueError, "Polygons: only an array of one axis is a table"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "match"), REFUSED)
def test_what_is_no_polygon_is_refused(call: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        call()


def test_polygons_that_become_invalid_are_found_by_the_verbs() -> None:
    vertices = np.array([[0.0, 0], [4, 0], [0, 4], [1, 1], [2, 0], [3, 3]])
    some = Polygons([0, 3, 6], vertices)
    vertices[4] = math.inf
    for call in (
        lambda: some.collides(some), lambda: some.area, lambda: pairs(some), lambda: nearest(some, some),
        lambda: first_hits(some, (1, 0), some), lambda: some.move(1, 0),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"must be finite.*index 1"):
            call()
    vertices[4] = 2, 0
    some.array[1] = 3, 7, 0  # more than there are
    for call in (lambda: some.collides(some), lambda: pairs(some), lambda: some.cast((1, 0), some)):
        with pytest.raises(ValueError, match=r"start and end must be .* 6, got \(3.0, 7.0\) at index 1"):
            call()


def test_rows_and_vertices_that_change_meanwhile_do_no_harm() -> None:
    """A thread writes offsets out of range, and points that are not convex, while verbs run without the lock."""
    many = Polygons([ring(9, k % 40, k // 40, 0.7) for k in range(1200)], invalid="nan")
    rows, table, right, stop = many.array, many._table, many.array.copy(), threading.Event()

    def spoil() -> None:
        random = np.random.default_rng(1)
        while not stop.is_set():
            rows[random.integers(0, 1200, 300), :2] = random.choice([-1e300, 0, 5, 1e9, 2.0**62, math.nan], (300, 2))
            table[random.integers(0, len(table), 500)] = random.choice([0, 1e60, math.nan, -3], (500, 2))
            rows[...] = right

    thread = threading.Thread(target=spoil)
    thread.start()
    try:
        for _ in range(4):
            many.collides(many[::-1])
            many.separation((0, 0))
            many.cast((1, 0), many[::-1])
            pairs(many)
            nearest(many, many[:50])
            first_hits(many[:50], (3, 0), many)
            many.area.sum()
            many.move(1, 2)
            assert many.valid.shape == (1200,)
    finally:
        stop.set()
        thread.join()
