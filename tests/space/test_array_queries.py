"""The queries of a Space with arrays: each row has the answer of the single call, bit for bit. What else they accept,
and what they refuse. tests/exams/million_queries.py compares many more rows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from alarms import alarm, interrupt
from array_queries import (
    OPTIONS,
    check_world,
    numbers_of,
    random_motions,
    random_rows,
    random_world,
    results_of_row,
    wrong_rows,
)
from array_rows import ARRAYS
from lack_of_memory import fails
from leaks import assert_no_leak

import collide2d
from collide2d import Body, Circle, Circles, Point, Points, Rect, Rects, Segment, Segments, _arrays
from collide2d.arrays import AllHits, ItemContacts, ItemHits, Items, NearestItems

Space: Any = collide2d.Space
CIRCLES = Circles([[0, 0, 2], [5, 0, 1], [50, 50, 1]])


def tiles() -> Any:
    """Four flush tiles round the origin, in another order than that of the plane, and a body."""
    corners = [(0, 0), (-4, -4), (0, -4), (-4, 0)]
    space = Space({(x, y): Rect(x, y, 4, 4) for x, y in corners})
    space.add("body", Body([Circle(20, 0, 1), Rect(20, 0, 2, 2)]))
    return space


@pytest.mark.parametrize("kind", ARRAYS)
def test_each_row_has_the_answer_of_the_single_call(kind: str) -> None:
    for seed in range(6):
        rng = np.random.default_rng([seed, *map(ord, kind)])
        unit = [1.0, 1e9, 2.0**-70][seed % 3]
        space = random_world(rng, 30, unit)
        rows, motions = random_rows(rng, kind, 10, unit), random_motions(rng, 10, unit)
        options: Any = {"mask": 2, "exclude": ["item 3"], "filter": lambda item: item[-1] != "5"} if seed % 2 else {}
        assert not any(check_world(space, rows, motions, **options).values())


def test_nothing_passes_between_flush_tiles() -> None:
    space = tiles()
    origins = np.array([[0, -9], [-9, 0], [0, -9], [-9, -9], [4, -9]])
    motions = np.array([[0, 18], [18, 0], [0, 5], [18, 18], [0, 18]])
    hits = space.raycast(origins, motions)
    assert hits.item.tolist() == [(-4, -4), (-4, -4), None, (-4, -4), None]
    assert hits.row.tolist() == [1, 1, -1, 1, -1]
    every = space.raycast_all(origins, motions)
    assert every.sizes.tolist() == [4, 4, 0, 4, 0]
    assert every.owner.tolist() == [0] * 4 + [1] * 4 + [3] * 4
    pairs = list(zip(origins.tolist(), motions.tolist(), strict=True))
    for flags in OPTIONS:
        got = space.raycast_all(origins, motions, **flags)
        assert wrong_rows(space, got, len(pairs), lambda i, f=flags: space.raycast_all(*pairs[i], **f)) == 0  # type: ignore[misc]
    found = space.query(Points([[0, 0], [0, 2], [2, 2], [4, 0]]))
    assert found.sizes.tolist() == [4, 2, 1, 0]


def test_one_item_or_shape_goes_along_many_motions() -> None:
    space = tiles()
    space.add("hero", Body([Circle(9, 9, 1), Segment(9, 9, 12, 9)]), layer=2, mask=1)
    space.set_mask((0, 0), 2)
    motions = np.random.default_rng(1).integers(-20, 20, (60, 2)).astype(float)
    for mover in ("hero", Circle(-9, 0, 1), space["hero"], Segment(9, 9, 9, 12), Point(0, -9)):
        for name in ("cast", "cast_all"):
            call = getattr(space, name)
            got = call(mover, motions, touching=True)
            assert got.row.size
            assert wrong_rows(space, got, 60, lambda i, c=call, m=mover: c(m, motions[i].tolist(), touching=True)) == 0  # type: ignore[misc]
    fan = space.raycast((0, 9), motions)
    assert wrong_rows(space, fan, 60, lambda i: space.raycast((0, 9), motions[i].tolist())) == 0
    assert repr(space.raycast(Point(0, 9), motions)) == repr(fan)
    assert repr(space.raycast(Points([[0, 9]]), motion=motions)) == repr(fan)
    assert repr(space.raycast(motion=motions, origin=[0, 9])) == repr(fan)


def test_results_have_their_types_and_shapes() -> None:
    space = tiles()
    results = (
        (space.query(CIRCLES), Items, {"offsets": (4,), "row": (4,), "item": (4,)}),
        (space.contacts(CIRCLES), ItemContacts, {"normal": (6, 2), "depth": (6,)}),
        (space.nearest(CIRCLES, 2), NearestItems, {"row": (3, 2), "item": (3, 2), "distance": (3, 2)}),
        (space.nearest(CIRCLES, 0), NearestItems, {"row": (3, 0), "item": (3, 0), "distance": (3, 0)}),
        (space.cast(CIRCLES, (9, 0)), ItemHits, {"row": (3,), "item": (3,), "t": (3,), "point": (3, 2)}),
        (space.cast_all(CIRCLES, (9, 0)), AllHits, {"offsets": (4,), "normal": (4, 2)}),
    )
    for got, kind, shapes in results:
        assert type(got) is kind
        assert {name: getattr(got, name).shape for name in shapes} == shapes
        assert got.row.dtype == np.intp
        assert got.item.dtype == object
    contacts = space.contacts(Circles([[-1, 7, 1], [2, 4.5, 1]]))
    assert contacts.mtv.tolist() == [[0.0, 0.5]]
    none, motions = Circles(np.zeros((0, 3))), np.zeros((0, 2))
    assert [space.query(none).offsets.tolist(), space.cast(none, motions).point.shape] == [[0], (0, 2)]
    assert space.nearest(none, 3).row.shape == (0, 3)
    assert space.raycast((0, 0), motions).row.shape == (0,)
    empty = Space()
    assert empty.nearest(CIRCLES, 2).row.tolist() == [[-1, -1]] * 3
    assert empty.query(CIRCLES).offsets.tolist() == [0] * 4
    assert empty.raycast((0, 0), np.ones((3, 2))).item.tolist() == [None] * 3


def test_rows_are_places_in_the_order_of_insertion() -> None:
    space = Space((i, Circle(3 * i, 0, 1)) for i in range(20))
    space.remove_all([0, 4, 5, 19])
    space.add(4, Circle(12, 0, 1))
    found = space.query(Rects([[-9, -9, 99, 18]]))
    assert found.item.tolist() == [list(space)[row] for row in found.row.tolist()] == list(space)
    assert space.nearest(Points([[12, 0]])).row.tolist() == [[len(space) - 1]]


def test_items_of_any_kind_are_themselves() -> None:
    items: list[Any] = [(1, 2), "text", None, 7, frozenset(), Circle(0, 0, 1), Body([Circle(9, 9, 9)])]
    space = Space((item, Circle(i, 0, 1)) for i, item in enumerate(items))
    found = space.query(Circles([[3, 0, 9]]))
    assert all(got is item for got, item in zip(found.item.tolist(), items, strict=True))


def test_masked_rows_find_nothing() -> None:
    space, nan = tiles(), np.nan
    rows = Circles([[1, 1, 1], [nan, 0, 1], [1, 1, 1], [1, 1, 1]], invalid="nan")
    motions = np.array([[9, 0], [9, 0], [nan, 0], [1e61, 0]])
    assert space.query(rows).sizes.tolist() == [1, 0, 1, 1]
    assert space.nearest(rows).row.tolist() == [[0], [-1], [0], [0]]
    assert space.cast(rows, motions).row.tolist() == [0, -1, -1, -1]
    assert space.cast_all(rows, motions).sizes.tolist() == [1, 0, 0, 0]


def test_tiny_parts_of_a_motion_have_the_bits_of_the_single_cast() -> None:
    for origin, motion, item in (
        ((2.0, 0.0), (-3.0, -1.073470135431047e-59), Segment(-7, -8, 5, 4)),
        ((0.0, 0.0), (5e-324, 9.0), Rect(-1, 4, 2, 2)),
        ((4.0, 0.0), (-2.2e-308, 9.0), Rect(-1, 4, 2, 2)),
    ):
        space = Space({0: item, 1: item.move(0, 100)})
        hit = collide2d.raycast(origin, motion, item)
        assert space.raycast(origin, motion) == (None if hit is None else (0, hit))
        got = space.raycast(np.array([origin]), np.array([motion]))
        assert results_of_row(got, 0) == ([] if hit is None else [(0, *numbers_of(hit))])


def test_the_filter_is_asked_once_about_each_item() -> None:
    space = tiles()
    space.add("other layer", Circle(0, 0, 9), layer=2)
    asked: list[Any] = []

    def ask(item: Any) -> bool:
        asked.append(item)
        return bool(item != (0, 0))

    got = space.nearest(CIRCLES, 9, mask=1, exclude=["body"], filter=ask)
    assert asked == [(0, 0), (-4, -4), (0, -4), (-4, 0)]
    assert got.item[:2, :4].tolist() == [[(-4, -4), (0, -4), (-4, 0), None], [(0, -4), (-4, -4), (-4, 0), None]]
    assert (0, 0) not in got.item.ravel().tolist()


@pytest.mark.parametrize("change", [lambda s: s.add("new", Circle(0, 0, 1)), lambda s: s.move("body", 1, 0)])
def test_a_filter_must_not_change_the_space(change: Callable[[Any], object]) -> None:
    space = tiles()
    with pytest.raises(RuntimeError, match="must not be changed by the filter"):
        space.query(CIRCLES, filter=lambda item: change(space))
    with pytest.raises(ZeroDivisionError):
        space.cast(CIRCLES, (1, 0), filter=lambda item: 1 / 0)
    change(space)
    assert space.query(CIRCLES, filter=lambda item: space.query(CIRCLES).row.size).row.size


def test_what_other_threads_change_during_the_filter_counts() -> None:
    space = tiles()

    def change() -> None:
        space.remove((0, 0))
        space.add("late", Circle(0, 0, 1))
        space.update("body", Circle(0, 0, 1))

    def ask(item: Any) -> bool:
        if item == "body":
            thread = threading.Thread(target=change)
            thread.start()
            thread.join()
        return True

    found = space.query(Circles([[0, 0, 1]]), filter=ask)
    assert found.item.tolist() == [(-4, -4), (0, -4), (-4, 0), "body"]
    assert found.row.tolist() == [0, 1, 2, 3]


ENDLESS: dict[str, Callable[[Any], object]] = {  # each takes minutes, unless a signal ends it
    "raycast": lambda s: s.raycast((9, 9), np.broadcast_to((-9.0, -9.0), (10**9, 2))),
    "query": lambda s: s.query(Points(np.broadcast_to((0.0, 0.0), (10**9, 2)), invalid="nan")),
}


def test_a_signal_ends_a_long_call() -> None:
    space = tiles()
    with alarm(0.05, interrupt), pytest.raises(KeyboardInterrupt):
        ENDLESS["raycast"](space)
    space.add("afterwards", Circle(0, 0, 1))


def test_a_handler_of_signals_must_not_change_the_space() -> None:
    space = tiles()
    with alarm(0.05, lambda: space.move("body", 1, 0)), pytest.raises(RuntimeError, match="during a query with arrays"):
        ENDLESS["raycast"](space)
    space.move("body", 1, 0)


def test_wrong_arguments_are_refused() -> None:
    space, rows = tiles(), np.array([[0.0, 0, 1], [5, 0, 1]])
    changed = Circles(rows)
    one: Any = Circles(rows.copy())
    rows[1, 2] = -1
    ones, many = np.ones((2, 2)), np.ones((3, 2))
    refused: list[tuple[Callable[[], Any], type[Exception], str]] = [
        (lambda: space.query(one[:, None]), ValueError, "query: shape must have one axis, got 2 axes"),
        (lambda: space.query(changed), ValueError, "query: shape.r must be >= 0, got -1.0 at index 1"),
        (lambda: space.query(one, mask=1.5), TypeError, "query: mask must be an int"),
        (lambda: space.query(one, mask=1 << 64), ValueError, "query: mask must be"),
        (lambda: space.query(one, exclude=5), TypeError, "query: exclude must be a container of items, got int"),
        (lambda: space.contacts(one, filter=5), TypeError, "contacts: filter must be callable or None, got int"),
        (lambda: space.query(one, other=1), TypeError, "other"),
        (lambda: space.nearest(one, 1.5), TypeError, "nearest: k must be an int, got float"),
        (lambda: space.nearest(one, -1), ValueError, "nearest: k must be >= 0, got -1"),
        (lambda: space.nearest(one, max_distance=np.nan), ValueError, "nearest: max_distance must be >= 0, got nan"),
        (lambda: space.nearest(one, 1 << 62), ValueError, "nearest: k must be at most 57.* for 2 rows, .* got 4611"),
        (lambda: space.nearest(one, 1 << 70), ValueError, "nearest: k must be at most .* got 1180591620717411303424"),
        (lambda: space.raycast([[0, 0]], (1, 0)), TypeError, r"origin must be .* list .*: write numpy.array\(pairs\)"),
        (lambda: space.cast("body", ((1, 0), (2, 0))), TypeError, r"motion must be .* a tuple .*: write numpy.array\("),
        (lambda: space.raycast((0, 0), motion=[[1, 0]]), TypeError, r"raycast: motion .*: write numpy.array\(pairs\)"),
        (lambda: space.cast(one, many), ValueError, "cast: motion must be one pair, or one for each of 2 rows, got 3"),
        (lambda: space.cast(one, 5), ValueError, "cast: motion must be a pair or pairs"),
        (lambda: space.cast(one, "ab"), TypeError, "cast: motion must be a number or an array of numbers, got str"),
        (lambda: space.cast("nobody", ones), TypeError, "shape must be an item of the space or a shape, got 'nobody'"),
        (lambda: space.cast(one, [[0, 0], [0, np.nan]]), ValueError, "motion.y must be finite, got nan at index 1"),
        (lambda: space.cast(one, [[0, 0], [1e61, 0]]), ValueError, "cast: motion.x must be between"),
        (lambda: space.cast(Circles([[9e59, 0, 1]]), (9e59, 0)), ValueError, "shape [+] motion .* not at index 0"),
        (lambda: space.raycast(one, (1, 0)), TypeError, "raycast: origin must be Points or pairs, .* got Circles"),
        (lambda: space.raycast(Circle(0, 0, 1), ones), TypeError, "origin must be Points or pairs, .* got Circle"),
        (lambda: space.raycast(np.ones((2, 3)), (1, 0)), ValueError, "raycast: origin must be a pair or pairs"),
        (lambda: space.raycast([[0, 0], [0, np.inf]], ones), ValueError, "origin must be finite, got inf at index 1"),
        (lambda: space.raycast(ones, np.ones((2, 2, 2))), ValueError, "raycast: motion must be a pair or pairs"),
    ]  # fmt: skip
    for call, error, message in refused:
        with pytest.raises(error, match=message):
            call()
    space.add("afterwards", Circle(0, 0, 1))


MOTIONS, NO_OPTIONS = np.full((70, 2), -9.0), (False, True, True, -1, None, None)
# Without NumPy's own functions, which do not survive a lack of memory.
CALLS: dict[str, Callable[[Any], Any]] = {
    "query": lambda s: _arrays._space_query(s, CIRCLES, True, False, -1, None, None),
    "contacts": lambda s: _arrays._space_contacts(s, CIRCLES, -1, ["body"], None),
    "nearest": lambda s: _arrays._space_nearest(s, CIRCLES, 3, np.inf, -1, None, bool),
    "cast": lambda s: _arrays._space_cast("cast", "shape", s, "body", MOTIONS, *NO_OPTIONS),
    "cast_all": lambda s: _arrays._space_cast("cast_all", "shape", s, CIRCLES, MOTIONS[:3], *NO_OPTIONS),
}


def test_no_query_with_arrays_leaks() -> None:
    space = tiles()

    def use() -> None:
        for call in CALLS.values():
            call(space)

    assert_no_leak(use)


@pytest.mark.parametrize("name", CALLS)
def test_lack_of_memory_is_an_error_and_changes_nothing(name: str) -> None:
    space, call = tiles(), CALLS[name]
    space.remove((0, 0))
    expected = repr(call(space))
    which = fine = 0
    while fine < 10 and which < 300:
        failed, got = fails(which, lambda: call(space))
        assert failed or repr(got) == expected
        space.move("body", 0, 0)
        which, fine = which + 1, 0 if failed else fine + 1
    assert which > 12
    assert repr(call(space)) == expected


def test_threads_share_a_space() -> None:
    space = random_world(np.random.default_rng(5), 60)
    rows = random_rows(np.random.default_rng(6), "circle", 200)
    want, wrong = repr(space.query(rows)), list[str]()

    def work() -> None:
        for _ in range(20):
            got = repr(space.query(rows))
            if got != want:
                wrong.append(got)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_segments_that_fit_between_walls_find_them() -> None:
    space = Space({"left": Rect(0, 0, 4, 9), "right": Rect(4, 0, 4, 9)})
    found = space.query(Segments([[4, 1, 4, 5], [4, 1, 4, 12]]))
    assert [found.item.tolist(), found.sizes.tolist()] == [["left", "right"] * 2, [2, 2]]
