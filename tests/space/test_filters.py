"""exclude and filter of the queries of Space as user code: what it may do, how often it is called, what it costs.
test_machine.py compares the answers and the calls with brute force."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

import pytest
from leaks import assert_no_leak

import collide2d
from collide2d import Circle, Rect

Space: Any = collide2d.Space

QUERIES: dict[str, Callable[..., Any]] = {
    "query": lambda s, **options: s.query(Circle(0, 0, 50), **options),
    "query touching": lambda s, **options: s.query(Rect(-2, -1, 50, 2), touching=True, **options),
    "query contained": lambda s, **options: s.query(Circle(0, 0, 50), contained=True, **options),
    "contacts": lambda s, **options: s.contacts(Circle(0, 0, 50), **options),
    "nearest": lambda s, **options: s.nearest((-9, 0), 2, **options),
    "nearest distances": lambda s, **options: s.nearest(0, 2, distances=True, **options),
    "cast": lambda s, **options: s.cast(0, (99, 0), **options),
    "cast_all": lambda s, **options: s.cast_all(0, (99, 0), **options),
    "raycast": lambda s, **options: s.raycast((-9, 0), (99, 0), **options),
    "raycast_all": lambda s, **options: s.raycast_all((-9, 0), (99, 0), **options),
    "turn_cast": lambda s, **options: s.turn_cast(Circle(0, 3, 1), 360, (6, 0), **options),
    "turn_cast_all": lambda s, **options: s.turn_cast_all(0, 360, (6, 3), **options),
}
CHANGES: dict[str, Callable[[Any], object]] = {
    "add": lambda s: s.add("new", Circle(0, 0, 1)),
    "update": lambda s: s.update(1, Circle(0, 0, 1)),
    "move": lambda s: s.move(1, 1, 0),
    "remove": lambda s: s.remove(1),
    "clear": lambda s: s.clear(),
    "slide": lambda s: s.slide(1, 1, 0),
    "turn": lambda s: s.turn(1, 90),
    "setstate": lambda s: s.__setstate__([]),
}
each_query = pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES.keys())


def row(count: int = 9) -> Any:
    """Circles in a row, named 0, 1, 2 ..., each of which overlaps the next."""
    return Space((i, Circle(1.5 * i, 0, 1)) for i in range(count))


class Container:
    """A container of items by a function."""

    def __init__(self, contains: Callable[[Any], object]) -> None:
        self.contains = contains

    def __contains__(self, item: object) -> Any:
        return self.contains(item)


def as_filter(function: Callable[[Any], object]) -> dict[str, Any]:
    return {"filter": function}


def as_container(function: Callable[[Any], object]) -> dict[str, Any]:
    return {"exclude": Container(function)}


each_way = pytest.mark.parametrize("options", [as_filter, as_container])


def items_of(answer: Any) -> list[Any]:
    if answer is None:
        return []
    answer = [answer] if isinstance(answer, tuple) else answer
    return [found[0] if isinstance(found, tuple) else found for found in answer]


@each_query
def test_what_is_found_passes_both(query: Callable[..., Any]) -> None:
    space = row()
    for exclude in ({1, 2, 4}, [1, 2, 4], (1, 2, 4), {1: 0, 2: 0, 4: 0}, Container({1, 2, 4}.__contains__), range(5)):
        found = items_of(query(space, exclude=exclude))
        assert found
        assert not any(item in exclude for item in found)
        assert items_of(query(space, filter=lambda item, exclude=exclude: item not in exclude)) == found
        both = items_of(query(space, exclude=exclude, filter=lambda item: item != 5))
        assert both
        assert not any(item in exclude or item == 5 for item in both)
    assert query(space, exclude=None, filter=None) == query(space) == query(space, exclude=(), filter=lambda item: 1)


@each_query
def test_nothing_is_found_if_nothing_passes(query: Callable[..., Any]) -> None:
    space = row(60)
    assert not query(space, exclude=space)
    assert not query(space, filter=lambda item: None)
    assert not query(Space({0: (0, 0)}), filter=lambda item: item != 0)


@each_query
@each_way
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_filter_may_not_change_the_space(query: Any, options: Any, change: Any) -> None:
    space = row()
    before = space.items()
    with pytest.raises(RuntimeError, match="Space: must not be changed by the filter of a query"):
        query(space, **options(lambda item: change(space)))
    assert space.items() == before
    change(space)  # nothing is locked any more


@each_query
@each_way
def test_a_filter_may_query_the_space(query: Any, options: Any) -> None:
    space = row()
    seen = []

    def ask(item: Any) -> bool:
        seen.append([query(space, filter=lambda other: other > item), space.pairs(), list(space), space.copy().items()])
        with pytest.raises(RuntimeError):  # also after the queries in the filter
            space.remove(item)
        return False

    expected = query(space, **options(lambda item: False))
    assert query(space, **options(ask)) == expected
    assert seen[0][1:] == [space.pairs(), list(space), space.items()]


def test_a_filter_may_change_another_space() -> None:
    space, other = row(), Space()
    space.query((0, 0), filter=lambda item: other.add(item, (0, 0)))
    assert list(other) == [0]


@each_query
@each_way
def test_an_error_in_a_filter_is_the_error_of_the_query(query: Any, options: Any) -> None:
    space = row()

    class NoTruth:
        def __bool__(self) -> bool:
            raise KeyError("no truth")

    for function, error in ((lambda item: 1 / 0, ZeroDivisionError), (lambda: True, TypeError)):
        with pytest.raises(error):
            query(space, **options(function))
    with pytest.raises(KeyError, match="no truth"):
        query(space, filter=lambda item: NoTruth())
    space.remove(5)  # nothing is locked any more


@each_query
@each_way
def test_a_filter_leaks_nothing(query: Any, options: Any) -> None:
    space = Space((i if i == 0 else f"item {i}", Circle(1.5 * i, 0, 1)) for i in range(9))

    def use() -> None:
        query(space, **options(lambda item: hash(item) % 2))
        calls = iter((True, False, False))
        with contextlib.suppress(StopIteration):
            query(space, **options(lambda item: next(calls)))

    assert_no_leak(use)


@each_query
def test_other_threads_may_change_the_space_while_a_filter_runs(query: Any) -> None:
    """The answer is that of the moments of the searches, and has each item at most once."""
    space = row(40)
    asked: list[Any] = []

    def change_all() -> None:
        space.add(("new", asked[-1]), Circle(60, 0, 1))
        for item in list(space)[1:]:
            space.update(item, space[item].move(30 if item == asked[-1] else 0.125, 0))
        if asked[-1] != 0:  # which may be the item of the query
            space.remove(asked[-1])

    def ask(item: Any) -> bool:
        asked.append(item)
        worker = threading.Thread(target=change_all)
        worker.start()
        worker.join()
        return len(asked) % 3 == 0

    found = items_of(query(space, filter=ask))
    assert found == asked[2::3][: len(found)]
    assert len(set(asked)) == len(asked)
    assert all(item in space for item in list(space))


# ---- calls -----------------------------------------------------------------------------------------------------------


def crowd(count: int) -> Any:
    """Circles on a line, from left to right."""
    return Space((i, Circle(3 * i, 0, 1)) for i in range(count))


class Noting:
    """A filter that notes its calls."""

    def __init__(self, passes: Callable[[Any], bool] = lambda item: False) -> None:
        self.passes = passes
        self.calls: list[Any] = []

    def __call__(self, item: Any) -> bool:
        self.calls.append(item)
        return self.passes(item)


@pytest.mark.parametrize("wanted", [1, 2, 5, 50])
def test_the_nearest_are_found_with_few_calls(wanted: int) -> None:
    space, third, none = crowd(10_000), Noting(lambda i: i % 3 == 2), Noting()
    assert space.nearest((0, 0), wanted, filter=third) == [3 * i + 2 for i in range(wanted)]
    assert third.calls == list(range(3 * wanted))
    assert space.nearest((0, 0), 0, filter=none) == none.calls == []


def test_the_first_hit_is_found_with_few_calls() -> None:
    space, seventh, eighth = crowd(10_000), Noting(lambda i: i == 7), Noting(lambda i: i == 8)
    assert space.raycast((-9, 0), (1e5, 0), filter=seventh)[0] == 7
    assert space.cast(Circle(-9, 0, 1), (1e5, 0), filter=eighth)[0] == 8
    assert (seventh.calls, eighth.calls) == (list(range(8)), list(range(9)))


def test_a_filter_is_asked_only_about_what_is_near() -> None:
    space, near = crowd(10_000), Noting()
    space.query(Rect(0, -1, 10, 2), filter=near)
    space.contacts(Rect(0, -1, 10, 2), filter=near)
    space.nearest((0, 0), 9, max_distance=9, filter=near)
    space.raycast_all((-9, 0), (20, 0), filter=near)
    assert near.calls == 4 * [0, 1, 2, 3]


@pytest.mark.parametrize("verb", ["nearest", "raycast", "cast"])
def test_a_filter_that_refuses_all_is_called_once_for_each(verb: str) -> None:
    space, none = crowd(3000), Noting()
    args: dict[str, tuple[Any, ...]] = {
        "nearest": ((0, 0),),
        "raycast": ((-9, 0), (1e5, 0)),
        "cast": (Circle(-9, 0, 1), (1e5, 0)),
    }
    assert not getattr(space, verb)(*args[verb], filter=none)
    assert none.calls == list(range(3000))


def test_a_filter_is_asked_once_although_an_older_slide_goes_on_and_ends() -> None:
    space: Any = collide2d.Space({"floor": Rect(0, 10, 99, 5), "wall": Rect(20, -50, 5, 60)})
    asked: dict[str, list[str]] = {"older": [], "newer": []}
    begun, noted, ended = threading.Event(), threading.Event(), threading.Event()

    def older(_: object, other: str) -> str:
        asked["older"].append(other)
        if len(asked["older"]) == 1:
            begun.set()
            noted.wait(30)
        return "slide"

    def newer(_: object, other: str) -> str:
        asked["newer"].append(other)
        if len(asked["newer"]) == 2:
            noted.set()
            ended.wait(30)
        return "slide"

    def run_older() -> None:
        space.try_slide(Rect(0, 0, 4, 4), 40, 40, filter=older)
        ended.set()

    thread = threading.Thread(target=run_older)
    thread.start()
    begun.wait(30)
    space.try_slide(Rect(6, 0, 4, 4), 40, 40, filter=newer)
    noted.set()
    thread.join()
    assert asked == {"older": ["floor", "wall"], "newer": ["floor", "wall"]}
