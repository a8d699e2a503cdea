"""Snapshots bring a space back to exactly an earlier state, and a digest depends on the state alone."""

from __future__ import annotations

import copy
import functools
import gc
import os
import pickle
import random
import subprocess
import sys
import weakref
from collections.abc import Callable
from typing import Any

import hammer_space
import pytest
from digest_model import digest_of
from hypothesis import given
from hypothesis import strategies as st
from lack_of_memory import fails
from leaks import assert_no_leak

import collide2d as c2
from collide2d import Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment

Space: Any = c2.Space


class Sprite:
    """An item that can be in a reference cycle, and has a weak reference."""


def row(count: int) -> Any:
    return Space((i, Circle(3 * i, 0, 1)) for i in range(count))


def state(space: Any) -> list[tuple[Any, ...]]:
    """Everything that a snapshot saves."""
    return [(item, id(item), id(shape), space.layer(item), space.mask(item)) for item, shape in space.items()]


# ---- restore ---------------------------------------------------------------------------------------------------------


CHANGES: dict[str, Callable[[Any], object]] = {
    "nothing": lambda s: None,
    "update": lambda s: s.update(3, Rect(0, 0, 1, 1)),
    "move": lambda s: [s.move(i, 1, 2) for i in range(10)],
    "slide": lambda s: s.slide(3, 20, 5),
    "remove the first": lambda s: s.remove(0),
    "remove the last": lambda s: s.remove(39),
    "remove and add again": lambda s: (s.remove(7), s.add(7, Point(0, 0), 2, 4)),
    "replace many": lambda s: [(s.remove(i), s.add(("new", i), Circle(i, i, 1))) for i in range(5, 35)],
    "add many": lambda s: [s.add(("new", i), Circle(i, i, 1)) for i in range(200)],
    "compact": lambda s: (s.remove(5), s.remove(20), s.pairs()),
    "clear": lambda s: s.clear(),
    "clear and fill": lambda s: (s.clear(), [s.add(("new", i), Point(i, i)) for i in range(3)]),
    "set state": lambda s: s.__setstate__([(i, Point(i, 0), 1, -1) for i in range(100)]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_restore_undoes_any_change(change: Callable[[Any], object]) -> None:
    """Also twice, and from a state that was saved in between, and back to that state."""
    space = row(40)
    before, digest, was = space.snapshot(), space.digest(), state(space)
    for _ in range(2):
        change(space)
        after, changed, is_now = space.snapshot(), space.digest(), state(space)
        space.restore(before)
        assert (state(space), space.digest()) == (was, digest)
        hammer_space.check(space)
        space.restore(after)
        assert (state(space), space.digest()) == (is_now, changed)
        hammer_space.check(space)
        space.restore(before)


@given(st.integers(0, 2**32))
def test_snapshots_are_restored_in_any_order(seed: int) -> None:
    rng = random.Random(seed)
    space = Space()
    saved: list[tuple[Any, list[Any], int]] = []
    for step in range(60):
        for _ in range(rng.choice((1, 3, 20))):
            item = rng.randrange(50)
            if item not in space:
                space.add(item, Circle(item, step, 1), rng.choice((1, 2)), rng.choice((-1, 3)))
            elif rng.random() < 0.4:
                space.remove(item)
            else:
                space.update(item, Circle(item, step, 2))
        saved.append((space.snapshot(), state(space), space.digest()))
        if rng.random() < 0.5:
            snapshot, expected, digest = rng.choice(saved)
            space.restore(snapshot)
            assert (state(space), space.digest()) == (expected, digest)
            assert digest == digest_of(space)
            assert len(snapshot) == len(space)
        if rng.random() < 0.3:
            del saved[rng.randrange(len(saved))]
        if rng.random() < 0.05:
            space.clear()
    for snapshot, expected, digest in saved:
        space.restore(snapshot)
        assert (state(space), space.digest()) == (expected, digest)
        hammer_space.check(space)


def test_a_watch_reports_only_pairs_that_really_changed() -> None:
    space = Space({"a": Circle(0, 0, 1), "b": Circle(1, 0, 1), "c": Circle(50, 0, 1), "d": Circle(51, 0, 1)})
    watch = space.watch()
    assert watch.update() == ([("a", "b"), ("c", "d")], [])
    before = space.snapshot()
    space.update("a", Circle(50.5, 0, 1))
    space.restore(before)
    assert watch.update() == ([], [])
    space.remove("a")
    space.restore(before)
    assert watch.update() == ([], [])  # the same item, which was never gone
    space.update("a", Circle(50.5, 0, 1))
    assert watch.update() == ([("a", "c"), ("a", "d")], [("a", "b")])
    space.restore(before)
    assert watch.update() == ([("a", "b")], [("a", "c"), ("a", "d")])


def test_an_item_that_is_added_after_a_restore_is_new() -> None:
    """It is not the item that was added before the restore, although it is equal."""
    space = Space({"a": Circle(0, 0, 1)})
    before, watch = space.snapshot(), space.watch()
    space.add("b", Circle(1, 0, 1))
    watch.update()
    space.restore(before)
    space.add("b", Circle(1, 0, 1))
    assert watch.update() == ([("a", "b")], [("a", "b")])


def test_queries_after_a_restore_are_those_of_the_state() -> None:
    space = row(300)
    before, found = space.snapshot(), space.query(Rect(-5, -5, 100, 10))
    for i in range(0, 300, 2):
        space.move(i, 0, 1000)
    for i in range(1, 300, 4):
        space.remove(i)
    assert space.query(Rect(-5, -5, 100, 10)) != found
    space.restore(before)
    assert space.query(Rect(-5, -5, 100, 10)) == found
    assert space.nearest((0, 0), 3) == [0, 1, 2]


def test_iteration_notices_items_that_come_back() -> None:
    space = row(3)
    before = space.snapshot()
    space.move(0, 1, 0)
    iterator = iter(space)
    next(iterator)
    space.restore(before)
    assert list(iterator) == [1, 2]
    space.remove(2)
    iterator = iter(space)
    next(iterator)
    space.restore(before)
    with pytest.raises(RuntimeError, match="came or went"):
        next(iterator)


def test_equal_layers_come_back_as_they_were_given() -> None:
    space = Space()
    for layer in (-1, 2**64 - 1):
        space.add(layer, Point(0, 0), layer, layer)
    before, digest = space.snapshot(), space.digest()
    space.clear()
    space.restore(before)
    assert [(space.layer(i), space.mask(i)) for i in space] == [(-1, -1), (2**64 - 1, 2**64 - 1)]
    assert space.digest() == digest


def test_only_the_space_that_made_it_takes_a_snapshot() -> None:
    space = row(3)
    snapshot = space.snapshot()
    for other in (space.copy(), copy.deepcopy(space), pickle.loads(pickle.dumps(space)), row(3)):
        with pytest.raises(ValueError, match="snapshot must be of this space"):
            other.restore(snapshot)
        other.restore(other.snapshot())
    with pytest.raises(TypeError, match="snapshot must be a Snapshot, got int"):
        space.restore(3)
    with pytest.raises(TypeError):
        pickle.dumps(snapshot)
    with pytest.raises(TypeError):
        c2.Snapshot()
    assert (len(snapshot), repr(snapshot), repr(row(1).snapshot())) == (
        3,
        "<Snapshot of 3 items>",
        "<Snapshot of 1 item>",
    )


def test_nothing_is_restored_during_a_slide() -> None:
    space = Space({"player": Circle(0, 0, 1), "wall": Rect(4, -9, 1, 18)})
    before = space.snapshot()
    taken = []

    def restore(item: str, other: str) -> str:
        taken.append(space.snapshot())
        space.restore(before)
        return "slide"

    with pytest.raises(RuntimeError, match="must not be changed during slide"):
        space.slide("player", 9, 0, filter=restore)
    space.move("player", 1, 0)
    space.restore(taken[0])
    assert space["player"] == Circle(0, 0, 1)


# ---- memory ----------------------------------------------------------------------------------------------------------


def test_an_item_lives_as_long_as_the_space_or_a_snapshot_has_it() -> None:
    space = row(40)
    item = Sprite()
    alive = weakref.ref(item)
    space.add(item, Point(0, 0))
    older = space.snapshot()
    newer = space.snapshot()
    space.move(3, 1, 0)
    newest = space.snapshot()
    space.remove(item)
    del item
    for _ in range(2):
        assert alive()
        del older
        assert alive()
        older = newer
    del newer, older
    assert alive()
    del newest
    assert alive() is None
    other = Sprite()
    alive = weakref.ref(other)
    space.add(other, Point(0, 0))
    space.snapshot()
    space.remove(other)
    del other
    assert alive() is None


def test_a_removed_item_in_an_older_snapshot_comes_back() -> None:
    space = row(3)
    older = space.snapshot()
    space.remove(1)
    newer = space.snapshot()
    del newer
    space.restore(older)
    assert list(space) == [0, 1, 2]


def test_cycles_through_snapshots_are_collected() -> None:
    item: Any = Sprite()
    alive = weakref.ref(item)
    item.space = Space({item: Point(0, 0), 1: Point(1, 1)})
    item.snapshots = [item.space.snapshot()]
    item.space.move(1, 1, 1)
    item.snapshots.append(item.space.snapshot())
    del item
    gc.collect()
    assert alive() is None


def test_a_snapshot_outlives_its_space_and_keeps_its_items() -> None:
    item = Sprite()
    alive = weakref.ref(item)
    space = Space({item: Point(0, 0)})
    gone, snapshot = weakref.ref(space), space.snapshot()
    del space, item
    assert gone() is None
    assert (len(snapshot), alive() is not None) == (1, True)
    with pytest.raises(ValueError, match="of this space"):
        row(1).restore(snapshot)
    del snapshot
    assert alive() is None


def test_a_long_chain_of_snapshots_is_released() -> None:
    """Each is an item that only the next one keeps alive, so that the last one releases all."""
    snapshot: Any = None
    for _ in range(30_000):
        snapshot = Space({snapshot: Point(0, 0)}).snapshot()
    del snapshot


def test_snapshots_leak_nothing() -> None:
    space = row(50)
    kept = space.snapshot()

    def use() -> None:
        space.move(3, 1, 0)
        middle = space.snapshot()
        space.remove(7)
        space.add("new", Point(0, 0))
        space.digest()
        space.restore(middle)
        space.restore(kept)

    assert_no_leak(use)
    assert_no_leak(lambda: row(20).snapshot())
    assert_no_leak(lambda: row(20).digest())


def test_a_snapshot_takes_memory_for_what_changed_only() -> None:
    """A leaf of 16 items and two branches above it, for one change among 10,000."""
    space = row(10_000)
    kept = [space.snapshot()]
    gc.collect()
    before = sys.getallocatedblocks()
    for i in range(100):
        space.move(97 * i, 1, 0)
        kept.append(space.snapshot())
    assert sys.getallocatedblocks() - before < 100 * 12


@pytest.mark.parametrize("call", ["snapshot", "restore", "digest"])
def test_a_call_that_runs_out_of_memory_changes_nothing(call: str) -> None:
    failures = 0
    for which in range(60):
        space = row(40)
        before = space.snapshot()
        for i in range(0, 40, 3):
            space.remove(i)
        for i in range(100, 150):
            space.add(i, Circle(i, 0, 1))
        was = state(space)
        failed, _ = fails(which, functools.partial(getattr(space, call), *[before] * (call == "restore")))
        if failed:
            failures += 1
            assert state(space) == was
        space.restore(before)
        assert list(space) == list(range(40))
        assert space.digest() == row(40).digest()
        hammer_space.check(space)
    assert 0 < failures < 60


# ---- digests ---------------------------------------------------------------------------------------------------------


SHAPES: list[Any] = [
    Point(1, 2), Circle(1, 2, 3), Segment(1, 2, 3, 4), Capsule(1, 2, 3, 4, 5), Rect(1, 2, 3, 4), Rect(1, 2, 3, 4, 90),
    Rect(1, 2, 3, 4, 30), Rect(1, 2, 3, 4, pivot=(1, 1)), RoundRect(1, 2, 3, 4, 1), Polygon([(0, 0), (2, 0), (1, 3)]),
    Polygon([(0, 0), (2, 0), (1, 3)], 1), Polygon([(k, k * k) for k in range(9)]), Circle(1, 2, 0), Rect(1, 2, 0, 0),
]  # fmt: skip
ITEMS: list[Any] = [
    "", "a", "b", "ab", "ä", "\U0001f600", "\ud800", b"", b"a", 0, 1, -1, 2**63 - 1, 2**63, 2**64, -(2**63),
    -(2**63) - 1, 10**40, 0.5, -0.5, 1e300, float("inf"), float("-inf"), (), ((),), ((), ()), (1, 2), (1, (2,)),
    ("a", 1), ("a", (1,)), None, (None,), ("tile", 3, 4), ("tile", 4, 3),
]  # fmt: skip


def game() -> Any:
    space = Space((i, shape) for i, shape in enumerate(SHAPES))
    for item in ITEMS[1:]:
        if item not in space:
            space.add(item, Circle(0.1, 0.2, 0.3), 5, -2)
    return space


def test_a_digest_is_a_golden_value() -> None:
    assert Space().digest() == 0x453E56E8CC63FA840E3F1600C83FA281
    assert Space({"a": Circle(0, 0, 1), ("b", 2.5): Rect(1, 2, 3, 4)}).digest() == 0xE341C080E5FF6E375E53B9649E551A2F
    assert game().digest() == 0xF9C8C846EEE36460920804FB2B297A37


def test_a_digest_is_that_of_the_definition() -> None:
    assert Space().digest() == digest_of(Space())
    assert game().digest() == digest_of(game())


def test_a_digest_is_the_same_in_another_process() -> None:
    """Whose strings have other hashes, and whose space comes from a pickle."""
    program = "import pickle, sys; print(pickle.load(sys.stdin.buffer).digest())"
    for seed in "12":
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, input=pickle.dumps(game()), env=environment, capture_output=True, check=True)
        assert int(done.stdout) == game().digest()


def test_different_states_have_different_digests() -> None:
    states = [Space({"it": shape}) for shape in SHAPES]
    states += [Space({item: Point(0, 0)}) for item in ITEMS]
    states += [Space([(a, Point(0, 0)), (b, Point(0, 0))]) for a, b in (("a", "b"), ("b", "a"), ("ab", "a"))]
    states += [Space({Sprite(): Point(0, 0)}), Space()]
    for layer, mask in ((1, 1), (2, -1), (-1, 2), (2**63, 1), (1, 2**63)):
        states.append(Space())
        states[-1].add("it", Point(1, 2), layer, mask)
    assert len({space.digest() for space in states}) == len(states)


def test_a_digest_ignores_the_history() -> None:
    space = Space()
    for i in range(100):
        space.add(i, Circle(i, 0, 1))
    for i in range(0, 100, 3):
        space.remove(i)
    space.digest()
    for i in range(1, 100, 3):
        space.move(i, 5, 5)
        space.move(i, -5, -5)
    plain = Space((i, Circle(i, 0, 1)) for i in range(100) if i % 3)
    assert space.digest() == plain.digest() == space.copy().digest() == digest_of(plain)
    space.pairs()  # removes the gaps
    assert space.digest() == plain.digest()


def test_equal_items_have_equal_digests() -> None:
    for a, b in ((1, 1.0), (1, True), (0.0, -0.0), (2**70, 2.0**70), ((1, "a"), (1.0, "a"))):
        assert a == b
        assert Space({a: Point(0, 0)}).digest() == Space({b: Point(0, 0)}).digest()


def test_other_objects_count_by_their_neighbours() -> None:
    first, second = Circle(0, 0, 1), Circle(5, 0, 1)
    space = Space([(Sprite(), first), (Sprite(), second)])
    assert space.digest() == Space([(Sprite(), first), (object(), second)]).digest()
    assert space.digest() != Space([(Sprite(), second), (Sprite(), first)]).digest()


def test_signed_zeros_are_equal() -> None:
    assert Space({"a": Rect(0.0, -0.0, 1, 1)}).digest() == Space({"a": Rect(-0.0, 0.0, 1, 1)}).digest()
    assert Space({"a": Circle(-0.0, 0.0, 0)}).digest() == Space({"a": Circle(0.0, -0.0, -0.0)}).digest()


def test_deep_tuples_are_safe() -> None:
    item: Any = ()
    for _ in range(5000):
        item = (item,)
    shallow: Any = "a"
    for _ in range(16):
        shallow = (shallow,)
    spaces = [Space([(shallow, Point(0, 0))]), Space([((1, shallow, 2), Point(0, 0))])]
    assert [space.digest() for space in spaces] == [digest_of(space) for space in spaces]
    digest = Space([(_Deep(item), Point(0, 0))]).digest()
    assert 0 <= digest < 1 << 128


class _Deep(tuple[Any, ...]):
    """A tuple whose own hash does not follow the tuples in it."""

    __slots__ = ()

    def __hash__(self) -> int:
        return 3
