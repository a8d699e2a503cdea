"""A space stays consistent whatever runs in the middle of its methods: finalizers, comparisons of items, other threads,
and failing allocations. Its internal objects are not shared.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hammer_space
import pytest
from lack_of_memory import fails

import collide2d
from collide2d import Circle, Point, Polygon, Rect, Shape

anything: Any = collide2d
Space = anything.Space
HAMMER = Path(hammer_space.__file__)
DEEDS = 24_000  # of all threads, in a second or two


def row(count: int, gap: float = 1.0) -> Any:
    return Space((f"item {i}", Circle(gap * i, 0, 1)) for i in range(count))


# ---- finalizers ------------------------------------------------------------------------------------------------------


class Trap:
    """Garbage in a cycle that does something once it is collected."""

    def __init__(self, deed: Callable[[], object]) -> None:
        self.me, self.deed = self, deed

    def __del__(self) -> None:
        with contextlib.suppress(KeyError, RuntimeError, ValueError):
            self.deed()


@contextlib.contextmanager
def trapped(allocations: int, deed: Callable[[], object]) -> Iterator[None]:
    """Inside, garbage is collected after so many allocations, or soon after, and does something."""
    threshold = gc.get_threshold()
    gc.collect()
    Trap(deed)
    gc.set_threshold(allocations)
    try:
        yield
    finally:
        gc.set_threshold(*threshold)


READINGS: dict[str, Callable[[Any], object]] = {
    "items": lambda s: s.items(),
    "copy": lambda s: s.copy().items(),
    "reduce": lambda s: s.__reduce__()[2],
    "pickle": lambda s: pickle.loads(pickle.dumps(s)).items(),
    "iter": lambda s: list(s),
    "query": lambda s: s.query(Circle(0, 0, 99)),
    "pairs": lambda s: s.pairs(),
    "contacts": lambda s: s.contacts(Circle(0, 0, 99)),
    "nearest": lambda s: s.nearest((0, 0), 60),
    "cast_all": lambda s: s.cast_all((0, 0), (99, 0)),
    "raycast": lambda s: s.raycast((-9, 0), (99, 0)),
    "turn_cast_all": lambda s: s.turn_cast_all(Circle(0, 9, 1), 90, (40, 0)),
    "touching": lambda s: s.raycast_all((-9, 1), (99, 0), touching=True, leaving=False, filter=bool),
    "watch": lambda s: s.watch().update(),
    "move": lambda s: s.move("item 0", 99, 0),
    "slide": lambda s: s.slide("item 0", 9, 9, response="pass").hits,
    "turn": lambda s: s.turn("item 0", 90, (9, 9)),
    "turn and slide": lambda s: s.slide("item 0", 9, 9, response="pass", turn=30),
    "snapshot": lambda s: len(s.snapshot()),
    "digest": lambda s: s.digest(),
    "restore": lambda s: s.restore(s.snapshot()),
}
CHANGES: dict[str, Callable[[Any], object]] = {
    "update": lambda s: [s.update(item, Polygon([(k, k * k) for k in range(9)])) for item in list(s)],
    "update_all": lambda s: s.update_all((item, Point(0, k)) for k, item in enumerate(s)),
    "add_all": lambda s: s.add_all((("new", k), Point(0, k)) for k in range(40)),
    "remove": lambda s: [s.remove(item) for item in list(s)],
    "remove_all": lambda s: s.remove_all(list(s)[::2]),
    "set_mask": lambda s: [s.set_mask(item, 2) for item in list(s)],
    "clear": lambda s: s.clear(),
    "replace": lambda s: s.__setstate__([("new", Point(0, 0), 1, -1)]),
}


def plain(answer: object) -> object:
    """With types and numbers only, to be compared."""
    return repr(answer)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
@pytest.mark.parametrize("read", READINGS.values(), ids=READINGS.keys())
def test_an_answer_is_that_of_one_moment(read: Callable[[Any], object], change: Callable[[Any], object]) -> None:
    """A finalizer that changes everything runs at any allocation: the answer is that of before, or that of after."""
    before, after = row(40), row(40)
    change(after)
    answers = []
    for space in (before, after):
        with contextlib.suppress(KeyError):
            answers.append(plain(read(space)))
    for allocations in (1, 3, 8, 50):
        space = row(40)
        with contextlib.suppress(KeyError, RuntimeError), trapped(allocations, functools.partial(change, space)):
            # move and slide may begin before the change, and then move what it left.
            assert plain(read(space)) in answers
        gc.collect()
        hammer_space.check(space)


def test_an_answer_is_complete_before_the_collector_can_show_it() -> None:
    """gc.get_objects shows lists and tuples as soon as they exist: what clears those must find them filled."""
    others: list[Any] = []
    space = row(60)

    def clear_lists() -> None:
        others.extend(o for o in gc.get_objects() if type(o) is list and len(o) == 61 and o is not others)

    for use in (
        lambda: space.contacts(Circle(30, 0, 99)),
        lambda: space.cast_all((-9, 0), (99, 0)),
        lambda: space.items(),
        lambda: Polygon([(k, k * k) for k in range(60)]).to_dict(),
    ):
        for allocations in (1, 7, 40, 70):
            with trapped(allocations, clear_lists):
                use()
    # To show a list with an empty place crashes.
    assert all(repr(other) for other in others)


@pytest.mark.parametrize("threads", [1, 4])
def test_a_space_can_be_hammered(threads: int) -> None:
    """In a process of its own, with an allocator that overwrites what is freed."""
    command = [sys.executable, "-P", str(HAMMER), "--deeds", str(DEEDS // threads), "--threads", str(threads)]
    environment = {**os.environ, "PYTHONMALLOC": "debug", "PYTHONFAULTHANDLER": "1", "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "0 failures" in done.stdout


# ---- nobody else's ---------------------------------------------------------------------------------------------------


def test_the_collector_is_told_of_items_only() -> None:
    """A dictionary of entries that anybody may write to would be a way to crash."""
    items = [object() for _ in range(9)]
    space = Space((item, Point(0, 0)) for item in items)
    found = gc.get_referents(space)
    assert [o for o in found if o is not Space] == items
    assert [o for o in gc.get_referents(iter(space)) if not isinstance(o, type)] == [space]
    assert all(type(o) is list or o is space for o in gc.get_referrers(items[0]) if o is not items and _holds(o, items))


def _holds(holder: object, items: list[object]) -> bool:
    return isinstance(holder, dict | list | Space) and not isinstance(holder, type) and items[0] in holder


class Spy:
    """An item that looks for spaces whenever it is hashed, and notes how many items they have."""

    counts: frozenset[int] = frozenset()

    def __hash__(self) -> int:
        self.counts |= {len(o) for o in gc.get_objects() if isinstance(o, Space)}
        return 1


def test_a_space_that_is_being_made_is_found_by_nobody() -> None:
    """Two threads would write to it without a lock; and a slide in one that __setstate__ fills would end in another."""
    spy, space = Spy(), Space()
    items = [*range(37), spy]
    assert len(Space((item, Point(0, 0)) for item in items)) == 38
    space.__setstate__([(item, Point(0, 0), 1, -1) for item in items])
    assert spy.counts
    assert 37 not in spy.counts
    copy = space.copy()
    assert sum(o is space or o is copy for o in gc.get_objects()) == 2


def test_moves_that_hit_moves_without_end_are_not_hashed() -> None:
    move: Any = "wall"
    for _ in range(100_000):
        move = anything.Move(
            Point(0, 0), (0, 0), (0, 0), [(move, collide2d.Hit(0.5, (0, 0), (0, 1), 0))], [Point(0, 0)]
        )
    with pytest.raises(RecursionError, match=r"hashing a Move|Stack overflow .* hashing"):
        hash(move)


def test_the_collector_may_be_off_for_others() -> None:
    """pairs() leaves the switch of the collector alone: it belongs to the whole process."""
    space = Space((i, Circle(i % 40 / 8, i // 40 / 8, 1)) for i in range(800))
    end, seen = threading.Event(), []

    def ask() -> None:
        while not end.is_set():
            space.pairs()

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        for _ in range(300):
            gc.disable()
            seen.append(gc.isenabled())
            gc.enable()
            seen.append(not gc.isenabled())
    finally:
        end.set()
        thread.join()
        gc.enable()
    assert not any(seen)
    for state in (gc.disable, gc.enable):
        state()
        before = gc.isenabled()
        space.pairs()
        assert gc.isenabled() is before


def test_pairs_are_known_to_the_collector() -> None:
    space = row(30)
    pairs = space.pairs()
    assert len(pairs) > 20
    assert all(gc.is_tracked(pair) for pair in Space((Sprite(i), Circle(i, 0, 1)) for i in range(9)).pairs())


class Sprite:
    def __init__(self, number: int) -> None:
        self.number = number


def test_a_cycle_through_a_pair_is_collected() -> None:
    import weakref

    a: Any = Sprite(1)
    a.pairs = Space([(a, Circle(0, 0, 1)), (Sprite(2), Circle(0, 0, 1))]).pairs()
    reference = weakref.ref(a)
    del a
    gc.collect()
    assert reference() is None


# ---- moving in between -----------------------------------------------------------------------------------------------


def test_no_move_is_lost_to_one_in_between() -> None:
    """What a finalizer moves while the answer of move is made is moved by both."""
    for allocations in (1, 2, 3, 5):
        space = row(40)
        with trapped(allocations, functools.partial(space.move, "item 0", 0, 5)):
            space.move("item 0", 3, 0)
        gc.collect()
        assert space["item 0"] == Circle(3, 5, 1)


def test_a_search_begins_anew_if_items_come_or_go() -> None:
    """An item whose == removes and adds others is found, and found to be missing, as if it did that before."""

    class Clash:
        deed: Callable[[], object] = staticmethod(lambda: None)

        def __init__(self, number: int) -> None:
            self.number = number

        def __hash__(self) -> int:
            return 1

        def __eq__(self, other: object) -> bool:
            deed, Clash.deed = Clash.deed, staticmethod(lambda: None)
            deed()
            return isinstance(other, Clash) and self.number == other.number

    def fill() -> Any:
        return Space((Clash(i), Point(i, 0)) for i in range(20))

    def drop(space: Any, numbers: range) -> None:
        for item in [item for item in space if item.number in numbers]:
            space.remove(item)

    for first in range(20):
        space = fill()
        Clash.deed = staticmethod(lambda space=space, first=first: drop(space, range(first, 20, 2)))
        assert (Clash(19) in space) is ((19 - first) % 2 == 1)
        space = fill()
        Clash.deed = staticmethod(lambda space=space: [space.add(i, Point(0, 0)) for i in range(200)])
        assert space[Clash(first)] == Point(first, 0)


# ---- memory that is not there ----------------------------------------------------------------------------------------


def passes(item: object, other: object) -> str:
    """A filter that is no lambda of a call whose allocations fail."""
    return "pass"


MUTATIONS: dict[str, Callable[[Any, Any], object]] = {
    "add": lambda s, w: s.add("new", Circle(0, 0, 1)),
    "update": lambda s, w: s.update("item 3", (7, 7)),
    "move": lambda s, w: s.move("item 3", 9, 9),
    "move far": lambda s, w: s.move("item 3", 99, 0),
    "slide": lambda s, w: s.slide("item 3", 9, 9),
    "slide by filter": lambda s, w: s.slide("item 3", 9, 9, filter=passes),
    "remove": lambda s, w: s.remove("item 3"),
    "setstate": lambda s, w: s.__setstate__([("item 0", Point(0, 0), 1, -1), ("b", Point(1, 1), 2, 2)]),
    "watch": lambda s, w: w.update(),
}


@pytest.mark.parametrize("mutate", MUTATIONS.values(), ids=MUTATIONS.keys())
def test_a_call_that_runs_out_of_memory_changes_nothing(mutate: Callable[[Any, Any], object]) -> None:
    """Each allocation of a call fails in turn: the space, and the watch, are as before, until one succeeds."""
    failures = 0
    for which in range(40):
        space = row(40, gap=0.5)
        watch = space.watch()
        watch.update()
        space.remove("item 5")
        space.add("late", Rect(0, 0, 3, 3))
        before, events = space.items(), space.watch().update()
        expected = {pair for pair in space.pairs() if "late" in pair}
        failed, _ = fails(which, functools.partial(mutate, space, watch))
        if not failed:
            continue
        failures += 1
        assert space.items() == before
        assert space.watch().update() == events
        began, ended = watch.update()
        assert set(began) == expected
        assert all("item 5" in pair for pair in ended)
        assert len(ended) == 6  # half a radius apart: three to either side
        hammer_space.check(space)
    assert failures < 40
    assert failures > 0 or mutate is MUTATIONS["remove"]  # which allocates nothing


def test_setting_a_state_replaces_what_was_there() -> None:
    space = row(5)
    watch = space.watch()
    watch.update()
    with pytest.raises(TypeError):
        space.__setstate__([("a", Circle(0, 0, 1), 1, -1), ("b", "no shape", 1, -1)])
    assert len(space) == 5
    space.__setstate__([("item 0", Circle(0, 0, 1), 2, -1), ("b", Circle(0, 0, 1), 4, 3)])
    assert space.items() == [("item 0", Circle(0, 0, 1)), ("b", Circle(0, 0, 1))]
    assert (space.layer("b"), space.mask("b"), "item 1" in space) == (4, 3, False)
    began, ended = watch.update()
    assert (began, len(ended)) == ([("item 0", "b")], 4)
    assert isinstance(space["b"], Shape)
    hammer_space.check(space)
