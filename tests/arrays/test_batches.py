"""The first hits and the nearest rows of arrays are those of the single shapes, found by brute force, bit for bit."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from alarms import alarm, interrupt
from array_rows import ARRAYS, LAYOUTS, adversarial_rows, same_bits, shapes_of

import collide2d
from collide2d import Circles, Points, Rects, Segments, Shapes
from collide2d.arrays import FirstHits, Nearest, first_hits, nearest


def cast_one(a: Any, motion: Any, b: Any, **options: bool) -> Any:
    try:
        return collide2d.cast(a, tuple(motion), b, **options)
    except ValueError:  # the motion leaves the domain
        return None


def brute_hits(a: list[Any], motions: Any, b: list[Any], **options: bool) -> FirstHits:
    rows: list[tuple[Any, ...]] = []
    for shape, motion in zip(a, np.asarray(motions).tolist(), strict=True):
        hits = [(hit.t, i, hit) for i, other in enumerate(b) if (hit := cast_one(shape, motion, other, **options))]
        t, i, hit = min(hits, key=lambda h: h[:2]) if hits else (np.nan, -1, None)
        nothing = (np.nan, np.nan)
        rows.append((i, t, hit.point, hit.normal, hit.depth) if hit else (i, t, nothing, nothing, np.nan))
    index, *fields = zip(*rows, strict=True) if rows else ((), (), (), (), ())
    numbers = [np.array(field, float) for field in fields]
    numbers[1:3] = [pairs.reshape(-1, 2) for pairs in numbers[1:3]]
    return FirstHits(np.array(index, np.intp), *numbers)


def brute_nearest(a: list[Any], b: list[Any], k: int, farthest: float = np.inf) -> Nearest:
    index, distance = np.full((len(a), k), -1, np.intp), np.full((len(a), k), np.nan)
    for row, shape in enumerate(a):
        found = sorted((d, i) for i, other in enumerate(b) if (d := collide2d.distance(shape, other)) <= farthest)[:k]
        for column, (d, i) in enumerate(found):
            index[row, column], distance[row, column] = i, d
    return Nearest(index, distance)


def brute_others(shapes: list[Any], k: int, farthest: float = np.inf) -> Nearest:
    """The nearest rows of each row but itself."""
    index, distance = np.full((len(shapes), k), -1, np.intp), np.full((len(shapes), k), np.nan)
    for row, shape in enumerate(shapes):
        every = ((collide2d.distance(shape, other), i) for i, other in enumerate(shapes) if i != row)
        for column, (d, i) in enumerate(sorted(pair for pair in every if pair[0] <= farthest)[:k]):
            index[row, column], distance[row, column] = i, d
    return Nearest(index, distance)


def equal(got: Any, want: Any) -> bool:
    return all(same_bits(x, y) or np.array_equal(x, y, equal_nan=True) for x, y in zip(got, want, strict=True))


@pytest.mark.parametrize("kind_a", ARRAYS)
@pytest.mark.parametrize("kind_b", ARRAYS)
def test_rows_have_the_answers_of_single_shapes(kind_a: str, kind_b: str) -> None:
    a, b = (rows[:60] for rows in adversarial_rows(kind_a, kind_b, 60, seed=50))
    shapes_a, shapes_b = shapes_of(kind_a, a), shapes_of(kind_b, b)
    movers, obstacles = ARRAYS[kind_a](a, invalid="nan"), ARRAYS[kind_b](b)
    to = np.array([shapes_b[(7 * i + 1) % len(b)].center for i in range(len(a))])
    motions = (to - [shape.center for shape in shapes_a]) * 1.5
    for touching, leaving in itertools.product((False, True), repeat=2):
        got = first_hits(movers, motions, obstacles, touching=touching, leaving=leaving)
        assert equal(got, brute_hits(shapes_a, motions, shapes_b, touching=touching, leaving=leaving))
    assert (got.row >= 0).any()
    for k in (1, 3, 70):
        assert equal(nearest(movers, obstacles, k), brute_nearest(shapes_a, shapes_b, k))
    assert equal(nearest(movers, obstacles, 5, max_distance=1.0), brute_nearest(shapes_a, shapes_b, 5, 1.0))


@pytest.mark.parametrize("kind", ARRAYS)
def test_rows_that_repeat_are_all_found(kind: str) -> None:
    r = np.random.default_rng(7)
    rows = adversarial_rows(kind, kind, 12, seed=51)[1][r.integers(0, 12, 90)]
    some = adversarial_rows(kind, kind, 20, seed=52)[0]
    for a in (rows, some):
        movers, shapes, copies = ARRAYS[kind](a), shapes_of(kind, a), shapes_of(kind, rows)
        for k in (1, 2, 40, 200):
            assert equal(nearest(movers, ARRAYS[kind](rows), k), brute_nearest(shapes, copies, k))
        motions = r.normal(0, 4, (len(a), 2))
        assert equal(first_hits(movers, motions, ARRAYS[kind](rows)), brute_hits(shapes, motions, copies))


@pytest.mark.parametrize("kind", ARRAYS)
@pytest.mark.parametrize("copies", [False, True])
def test_without_b_a_row_finds_all_others_but_not_itself(kind: str, copies: bool) -> None:
    rows = adversarial_rows(kind, kind, 60, seed=53)[1][:60]
    if copies:
        rows = rows[np.random.default_rng(8).integers(0, 15, 60)]
    many, shapes = ARRAYS[kind](rows), shapes_of(kind, rows)
    for k in (1, 3, 59, 60, 70):
        assert equal(nearest(many, k=k), brute_others(shapes, k))
    assert equal(nearest(many, None, 5, max_distance=1.0), brute_others(shapes, 5, 1.0))


def test_without_b_masked_rows_and_images_of_the_row_itself_are_not_found() -> None:
    nan = np.nan
    some = Circles([[0, 0, 1], [nan, 0, 1], [0, 0, 1], [5, 0, 1]], invalid="nan")
    assert nearest(some, k=3).row.tolist() == [[2, 3, -1], [-1, -1, -1], [0, 3, -1], [0, 2, -1]]
    assert nearest(some[:1]).row.tolist() == nearest(some[:1], period=(3, 3)).row.tolist() == [[-1]]
    assert nearest(some[:0], k=2).row.shape == (0, 2)
    mixed = Shapes.join(some, Rects([[8, -1, 2, 2], [3, 3, 1, 1]]))
    shapes = mixed[[0, 2, 3, 4, 5]].to_shapes()
    want = brute_others(shapes, 4)
    got = nearest(mixed, k=4)
    rows = np.array([0, 2, 3, 4, 5])
    assert np.array_equal(got.row[rows], rows[want.row])
    assert np.array_equal(got.distance[rows], want.distance)
    rng = np.random.default_rng(9)
    places = rng.integers(0, 6, (40, 2)) * 0.5
    points = Points(places)
    found, every = nearest(points, k=50, period=(3, 2)), nearest(points, points, 40, period=(3, 2))
    for row in range(40):
        others = every.row[row] != row
        assert found.row[row].tolist() == every.row[row][others].tolist() + [-1] * 11
        assert np.array_equal(found.distance[row, :39], every.distance[row][others])


def test_without_b_threads_and_the_order_of_a_large_index_make_no_difference() -> None:
    rng = np.random.default_rng(10)
    rows = np.column_stack([rng.integers(0, 120, (31_000, 2)), rng.integers(0, 2, 31_000) * 0.25])
    circles = Circles(rows)
    found = nearest(circles, k=2)
    assert not (found.row == np.arange(31_000)[:, None]).any()
    assert equal(nearest(circles, k=2, threads=3), found)
    with_itself = nearest(circles, circles, 3)
    itself = with_itself.row == np.arange(31_000)[:, None]
    itself[~itself.any(axis=1), 2] = True  # three others come first
    assert np.array_equal(found.row, with_itself.row[~itself].reshape(-1, 2))


QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "nearest": lambda rows: nearest(rows, rows),
    "nearest from outside": lambda rows: nearest(rows.move(9, 9), rows),
    "nearest others": lambda rows: nearest(rows),
    "nearest 3": lambda rows: nearest(rows, rows, k=3),
    "first_hits": lambda rows: first_hits(rows, (30, 3), rows),
    "first_hits from outside": lambda rows: first_hits(rows.move(9, 9), (-30, -30), rows),
}


@pytest.mark.parametrize(
    ("name", "nested"),
    [(name, nested) for name in QUESTIONS for nested in (False, True) if not (nested and "outside" in name)],
)
def test_ties_are_not_all_tried(name: str, nested: bool) -> None:
    """Among 8,000 rows a row of 500 would take 16 times as long if it tried them all."""
    times = []
    for n in (500, 8_000):
        rows = Circles(np.column_stack([np.ones(n), np.ones(n), 3 + np.arange(n) * nested]))
        runs = []
        for _ in range(4):
            start = time.process_time()
            found = QUESTIONS[name](rows)
            runs.append(time.process_time() - start)
        want = np.tile(np.arange(found.row.size // n), (n, 1))
        if name == "nearest others":
            want[0] = 1
        assert (found.row.reshape(n, -1) == want).all()
        times.append(min(runs))
    assert times[1] < 6 * 16 * times[0]


@pytest.mark.parametrize("offset", [0.0, 1e9])
def test_equal_times_and_distances_go_by_row(offset: float) -> None:
    places = [[x, y, 0.5] for x, y in itertools.product(range(9), repeat=2)]
    rows = np.add(places + places[::-1], [offset, 0, 0])
    order = np.random.default_rng(3).permutation(len(rows))
    circles = Circles(rows[order])
    shapes = circles.to_shapes()
    movers = Circles(rows[::5] - [20, 0, 0])
    motions = np.tile([50.0, 0.0], (len(movers), 1))
    got = first_hits(movers, (50, 0), circles)
    assert equal(got, brute_hits(movers.to_shapes(), motions, shapes))
    assert (got.row >= 0).all()
    for k in (1, 4, 25):
        assert equal(nearest(circles, circles, k), brute_nearest(shapes, shapes, k))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_memory_makes_no_difference(layout: str, dtype: str) -> None:
    rng = np.random.default_rng(1)
    rows, boxes, motions = rng.uniform(0, 9, (30, 3)), rng.uniform(0, 5, (40, 4)), rng.uniform(-9, 9, (30, 2))
    rows, boxes = rows.astype("f4").astype(float), boxes.astype("f4").astype(float)
    change = LAYOUTS[layout]
    if dtype == "f4" and layout in ("unaligned", "read-only"):
        change = np.ascontiguousarray
    a, b = Circles(change(rows.astype(dtype))), Rects(change(boxes.astype(dtype)))
    assert equal(first_hits(a, LAYOUTS[layout](motions), b), first_hits(Circles(rows), motions, Rects(boxes)))
    assert equal(nearest(a, b, 3), nearest(Circles(rows), Rects(boxes), 3))
    assert equal(nearest(a[:, None][:, 0], b, 3), nearest(Circles(rows), Rects(boxes), 3))


def test_many_rows_have_the_first_of_all_casts() -> None:
    rng = np.random.default_rng(2)
    movers = Circles(np.column_stack([rng.uniform(0, 300, (2000, 2)), rng.uniform(0, 2, 2000)]))
    obstacles = Segments(
        np.repeat(rng.uniform(0, 300, (500, 2)), 2, axis=0).reshape(500, 4) + rng.uniform(0, 9, (500, 4))
    )
    motions = rng.normal(0, 30, (2000, 2))
    every = collide2d.cast(movers[:, None], motions[:, None], obstacles)
    first = np.where(every.hit, every.t, np.inf).argmin(axis=1)
    index = np.where(every.hit.any(axis=1), first, -1)
    got = first_hits(movers, motions, obstacles)
    assert np.array_equal(got.row, index)
    assert len(set(index.tolist())) > 100
    for name in ("t", "point", "normal", "depth"):
        want = getattr(every, name)[np.arange(2000), first]
        assert np.array_equal(getattr(got, name)[index >= 0], want[index >= 0])
        assert np.isnan(getattr(got, name)[index < 0]).all()
    distances = collide2d.distance(movers[:, None], obstacles)
    near = nearest(movers, obstacles, 4)
    assert np.array_equal(near.row, np.argsort(distances, axis=1, kind="stable")[:, :4])
    assert np.array_equal(near.distance, np.sort(distances, axis=1)[:, :4])


def test_many_rows_of_a_large_index_may_come_in_any_order() -> None:
    """More than 30,000 rows: the searches visit neighbours one after the other."""
    rng = np.random.default_rng(4)
    places = np.column_stack([rng.uniform(0, 200, (31_000, 2)), rng.uniform(0, 0.5, 31_000)])
    places[::7, 0] = np.nan
    circles = Circles(places, invalid="nan")
    movers = Circles(np.column_stack([rng.uniform(0, 200, (2_100, 2)), np.full(2_100, 0.2)]))
    motions, order = rng.normal(0, 3, (2_100, 2)), rng.permutation(2_100)
    hits: Any = first_hits(movers, motions, circles)
    near: Any = nearest(movers, circles, 3)
    assert equal(first_hits(movers[order], motions[order], circles), FirstHits(*(field[order] for field in hits)))
    assert equal(nearest(movers[order], circles, 3), Nearest(*(field[order] for field in near)))
    for i in range(3):
        distances = collide2d.distance(movers[i], circles)
        assert near.row[i].tolist() == np.argsort(distances, kind="stable")[:3].tolist()
        every = collide2d.cast(movers[i : i + 1], motions[i], circles)
        assert hits.row[i] == (np.where(every.hit, every.t, np.inf).argmin() if every.hit.any() else -1)
    for rows, bad in ((movers, 1_500), (movers[order], int(np.argmax(order == 1_500)))):
        moved = motions[order] if rows is not movers else motions.copy()
        moved[bad] = 1e60
        moved[min(bad + 9, 2_099)] = np.nan
        with pytest.raises(ValueError, match="first_hits: "):
            first_hits(rows, moved, Circles(places[1:7]))


@pytest.mark.parametrize("k", [1, 2000])
def test_all_rows_sorted_by_distance(k: int) -> None:
    points = Points(np.random.default_rng(k).integers(0, 12, (2000, 2)).astype(float))
    distances = collide2d.distance(points[:4, None], points)
    got = nearest(points[:4], points, k)
    assert np.array_equal(got.row, np.argsort(distances, axis=1, kind="stable")[:, :k])
    assert np.array_equal(got.distance, np.sort(distances, axis=1)[:, :k])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("verb", ["first_hits", "nearest"])
def test_a_signal_ends_a_long_search(verb: str, threads: int) -> None:
    crowd, many = Circles(np.tile([0.0, 0, 1], (3000, 1))), Circles(np.broadcast_to((0.0, 0.0, 1.0), (10**7, 3)))
    with alarm(0.3, interrupt), pytest.raises(KeyboardInterrupt):  # without it, this takes an hour
        first_hits(many, (1, 0), crowd, threads=threads) if verb == "first_hits" else nearest(
            many, crowd, threads=threads
        )


def test_tiny_parts_of_a_motion_have_the_bits_of_the_single_cast() -> None:
    for movers, motion, obstacles in (
        (Points([[2, 0]]), (-3.0, -1.073470135431047e-59), Segments([[-7, -8, 5, 4]])),
        (Circles([[0, -0.25, 0.25]]), (9.334522916791713e-61, -1.125), Points([[6.223015277861142e-61, -1]])),
    ):
        for leaving in (True, False):
            got = first_hits(movers, motion, obstacles, leaving=leaving)
            assert equal(got, brute_hits(movers.to_shapes(), [motion], obstacles.to_shapes(), leaving=leaving))


def test_empty_arrays_and_single_rows() -> None:
    none, one = Circles(np.zeros((0, 3))), Circles([[0, 0, 1]])
    assert [x.shape for x in first_hits(none, np.zeros((0, 2)), one)] == [(0,), (0,), (0, 2), (0, 2), (0,)]
    assert first_hits(none, (1, 0), one).row.dtype == np.intp
    assert first_hits(one, (1, 0), none).row.tolist() == [-1]
    assert nearest(none, one, 2).row.shape == (0, 2)
    assert nearest(one, none, 2).row.tolist() == [[-1, -1]]
    assert nearest(one, one, 0).distance.shape == (1, 0)
    assert first_hits(one, [[9, 0], [-9, 0]], Points([[-4, 0], [5, 0]])).row.tolist() == [1, 0]
    assert first_hits(one, np.zeros((0, 2)), one).row.shape == (0,)


def test_masked_rows_are_skipped() -> None:
    nan = np.nan
    movers = Circles([[0, 0, 1], [nan, 0, 1], [0, 5, 1], [0, 0, 1]], invalid="nan")
    motions: Any = [[9, 0], [9, 0], [nan, 0], [1e61, 0]]
    obstacles = Circles([[4, 0, -1], [6, 0, 1]], invalid="nan")
    assert first_hits(movers, motions, obstacles).row.tolist() == [1, -1, -1, -1]
    assert nearest(movers, obstacles, 2).row.tolist() == [[1, -1], [-1, -1], [1, -1], [1, -1]]
    assert first_hits(Circles([[0, 0, 1]]), (nan, 0), obstacles).row.tolist() == [-1]


def test_wrong_arguments_are_refused() -> None:
    rows = np.array([[0.0, 0, 1], [5, 0, 1]])
    one: Any = Circles(rows)
    changed = Circles(rows := rows.copy())
    rows[1, 2] = -1
    refused: list[tuple[Any, tuple[Any, ...], type[Exception], str]] = [
        (first_hits, ([[0, 0, 1]], (1, 0), one), TypeError, "first_hits: movers must be an array of shapes, got list"),
        (first_hits, (one, (1, 0), collide2d.Circle(0, 0, 1)), TypeError, "first_hits: obstacles must be an array"),
        (first_hits, (one, "ab", one), TypeError, "first_hits: motions must be a number"),
        (first_hits, (one, 1, one), ValueError, "first_hits: motions must be a pair or pairs"),
        (first_hits, (one, np.zeros((3, 2)), one), ValueError, "one for each of 2 movers, got 3"),
        (first_hits, (one, [[0, 0], [0, np.nan]], one), ValueError, "first_hits: motions.y must be finite"),
        (first_hits, (Circles([[9e59, 0, 1]]), (9e59, 0), one), ValueError, "first_hits: movers [+] motions"),
        (first_hits, (one[:, None], (1, 0), one), ValueError, "first_hits: movers must have one axis, got 2 axes"),
        (first_hits, (one, (1, 0), one[None]), ValueError, "first_hits: obstacles must have one axis, got 2 axes"),
        (first_hits, (changed, (1, 0), one), ValueError, "first_hits: movers.r must be >= 0, got -1.0 at index 1"),
        (first_hits, (one, (1, 0), changed), ValueError, "first_hits: obstacles.r must be >= 0, got -1.0 at index 1"),
        (nearest, (one, [[0, 0]]), TypeError, "nearest: b must be an array of shapes, got list"),
        (nearest, (one, one, 1.5), TypeError, "nearest: k must be an int, got float"),
        (nearest, (one, one, -1), ValueError, "nearest: k must be >= 0, got -1"),
        (nearest, (changed, one), ValueError, "nearest: a.r must be >= 0, got -1.0 at index 1"),
        (nearest, (one, changed), ValueError, "nearest: b.r must be >= 0, got -1.0 at index 1"),
        (nearest, (one, 3), TypeError, "nearest: b must be an array of shapes, got int"),
        (nearest, (changed,), ValueError, "nearest: a.r must be >= 0, got -1.0 at index 1"),
        (nearest, (one[:, None],), ValueError, "nearest: a must have one axis, got 2 axes"),
        (nearest, (one, one[:, None]), ValueError, "nearest: b must have one axis, got 2 axes"),
    ]
    for verb, arguments, error, message in refused:
        with pytest.raises(error, match=message):
            verb(*arguments)
    for wrong in (-1.0, np.nan):
        with pytest.raises(ValueError, match="nearest: max_distance must be >= 0"):
            nearest(one, one, max_distance=wrong)
    with pytest.raises(TypeError, match="nearest: max_distance must be a number, got str"):
        nearest(one, one, max_distance="a")  # type: ignore[arg-type]
