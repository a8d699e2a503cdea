"""add_all, update_all, remove_all and the setters of layers: forms of the argument, and all or nothing.
test_machine.py compares their results with brute force."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from leaks import assert_no_leak

import collide2d
from collide2d import Circle, Point, Rect, Segment

Space: Any = collide2d.Space


class Sprite:
    """An item that has a shape."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape


class Mapping:
    """Only what a mapping needs."""

    def __init__(self, pairs: dict[Any, Any]) -> None:
        self.pairs = pairs

    def keys(self) -> Any:
        return self.pairs.keys()

    def items(self) -> Any:
        return self.pairs.items()

    def __getitem__(self, key: Any) -> Any:
        return self.pairs[key]


def row(count: int = 9) -> Any:
    """Circles in a row, named 0, 1, 2 ..."""
    return Space((i, Circle(3 * i, 0, 1)) for i in range(count))


def state(space: Any) -> Any:
    """Everything that a change may change, in order."""
    return [(item, shape, space.layer(item), space.mask(item)) for item, shape in space.items()]


FORMS: dict[str, Callable[[dict[Any, Any]], Any]] = {
    "dict": dict,
    "mapping": Mapping,
    "items": lambda d: d.items(),
    "list": lambda d: [list(pair) for pair in d.items()],
    "generator": lambda d: (pair for pair in d.items()),
    "space": lambda d: Space(d).items(),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_the_items_come_as_a_mapping_or_as_pairs(form: Callable[[dict[Any, Any]], Any]) -> None:
    space = Space({"old": (0, 0)})
    space.add_all(form({"b": Circle(1, 0, 1), "a": (3, 4)}), layer=2, mask=5)
    assert state(space) == [("old", Point(0, 0), 1, -1), ("b", Circle(1, 0, 1), 2, 5), ("a", Point(3, 4), 2, 5)]
    space.update_all(form({"a": Circle(9, 9, 1), "old": (7, 7)}))
    assert space.items() == [("old", Point(7, 7)), ("b", Circle(1, 0, 1)), ("a", Circle(9, 9, 1))]
    assert space.query((9, 9)) == ["a"]


def test_sprites_and_shapes_are_items_by_themselves() -> None:
    sprites = [Sprite(Circle(i, 0, 1)) for i in range(5)]
    space = Space()
    space.add_all(sprites)
    space.add_all([Circle(50, 0, 1), (sprites[0].shape, (1, 1))])
    assert list(space)[:5] == sprites
    assert space.items()[5:] == [(Circle(50, 0, 1), Circle(50, 0, 1)), (Circle(0, 0, 1), Point(1, 1))]
    for sprite in sprites:
        sprite.shape = sprite.shape.move(100, 0)
    space.update_all(sprites)
    assert [space[sprite] for sprite in sprites] == [sprite.shape for sprite in sprites]
    assert space.query(sprites[0], touching=True) == sprites[1:3]
    assert space.query(Circle(50, 0, 1)) == [Circle(0, 0, 1)][:0]  # the item, which does not find itself
    space.remove_all(sprites)
    assert len(space) == 2


def test_an_item_that_is_updated_twice_has_its_last_shape() -> None:
    space = row()
    space.update_all([(1, (5, 5)), (1, (6, 6))])
    assert space[1] == Point(6, 6)


def test_an_item_that_is_removed_twice_is_removed_once() -> None:
    space = row()
    space.remove_all([3, 1, 3, 8, 1])
    assert list(space) == [0, 2, 4, 5, 6, 7]
    space.remove_all(iter(space))
    assert (len(space), list(space), space.pairs(), space.bounds) == (0, [], [], None)
    space.remove_all([])
    space.add_all([])
    space.update_all({})


def failing(pairs: list[Any]) -> Iterator[Any]:
    yield from pairs
    raise ZeroDivisionError


REFUSED: dict[str, tuple[Callable[[Any], object], type[Exception]]] = {
    "add one that is in it": (lambda s: s.add_all([("new", (0, 0)), (5, (0, 0))]), ValueError),
    "add one twice": (lambda s: s.add_all([("new", (0, 0)), ("new", (0, 0))]), ValueError),
    "add no shape": (lambda s: s.add_all([("new", (0, 0)), ("newer", "x")]), TypeError),
    "add no hash": (lambda s: s.add_all([("new", (0, 0)), ([], (0, 0))]), TypeError),
    "add and fail": (lambda s: s.add_all(failing([("new", (0, 0))])), ZeroDivisionError),
    "add to no layer": (lambda s: s.add_all({"new": (0, 0)}, layer="x"), TypeError),
    "update an unknown one": (lambda s: s.update_all([(1, (0, 0)), ("new", (0, 0))]), KeyError),
    "update to no shape": (lambda s: s.update_all({1: (0, 0), 2: "x"}), TypeError),
    "update no hash": (lambda s: s.update_all([(1, (0, 0)), ({}, (0, 0))]), TypeError),
    "update and fail": (lambda s: s.update_all(failing([(1, (0, 0))])), ZeroDivisionError),
    "remove an unknown one": (lambda s: s.remove_all([1, 2, "new"]), KeyError),
    "remove no hash": (lambda s: s.remove_all([1, []]), TypeError),
    "remove and fail": (lambda s: s.remove_all(failing([1, 2])), ZeroDivisionError),
    "no layer": (lambda s: s.set_layer(1, 2**64), ValueError),
    "no mask": (lambda s: s.set_mask(1, "x"), TypeError),
}


@pytest.mark.parametrize(("change", "error"), REFUSED.values(), ids=REFUSED.keys())
def test_a_change_that_is_refused_changes_nothing(change: Callable[[Any], object], error: type[Exception]) -> None:
    space = row()
    watch, before, pairs = space.watch(), state(space), space.pairs()
    watch.update()
    with pytest.raises(error):
        change(space)
    assert (state(space), space.pairs(), watch.update()) == (before, pairs, ([], []))


@pytest.mark.parametrize(("change", "error"), REFUSED.values(), ids=REFUSED.keys())
def test_a_change_that_is_refused_leaks_nothing(change: Callable[[Any], object], error: type[Exception]) -> None:
    space = row()

    def use() -> None:
        with pytest.raises(error):
            change(space)

    assert_no_leak(use)


def test_changes_leak_nothing() -> None:
    space = row()

    def use() -> None:
        space.add_all([(f"new {i}", Segment(0, 0, i, i)) for i in range(50)])
        space.update_all({f"new {i}": Circle(i, i, 1) for i in range(50)})
        space.remove_all([f"new {i}" for i in range(50)])
        space.set_layer(1, 2**63)
        space.set_mask(1, -(2**63))

    assert_no_leak(use)


def test_many_are_added_and_removed_many_times() -> None:
    """Blocks of every size come, so that the arrays grow and gaps are closed, and others leave."""
    source, space, expected = random.Random(1), Space(), {}
    for k in range(200):
        block = {
            (k, i): Circle(source.uniform(0, 99), source.uniform(0, 99), 1) for i in range(source.choice((0, 1, 7, 60)))
        }
        space.add_all(block)
        expected.update(block)
        leaving = source.sample(list(expected), len(expected) * source.randrange(3) // 3)
        space.remove_all(leaving)
        for item in leaving:
            del expected[item]
        moving = {item: expected[item].move(1, 0) for item in list(expected)[::3]}
        space.update_all(moving)
        expected.update(moving)
        assert space.items() == list(expected.items())
        assert space.query(Rect(20, 20, 30, 30)) == [i for i, s in expected.items() if s.overlaps(Rect(20, 20, 30, 30))]
    copied = copy.copy(space)
    assert state(copied) == state(space)


@pytest.mark.parametrize("deed", ["add", "remove", "update", "clear"])
def test_items_whose_comparison_changes_the_space(deed: str) -> None:
    """While items are looked up, others come and go: the change is that of the moment after."""
    space = row()
    deeds: dict[str, Callable[[], object]] = {
        "add": lambda: space.add_all([(("extra", k), (k, 9)) for k in range(40)]),
        "remove": lambda: space.remove(5),
        "update": lambda: space.update(5, (8, 8)),
        "clear": lambda: space.clear(),
    }

    class Clash:
        armed = 0

        def __hash__(self) -> int:
            return 7

        def __eq__(self, other: object) -> bool:
            if Clash.armed:
                Clash.armed -= 1
                if not Clash.armed:
                    deeds[deed]()
            return self is other

    for use in ("update_all", "remove_all", "add_all"):
        for armed in range(1, 5):
            space = row()
            items = [Clash(), Clash()]
            space.add_all((item, (0, 0)) for item in items)
            new, before = Clash(), len(space)
            after = {"add": before + 40, "remove": before - 1, "update": before, "clear": 0}[deed]
            Clash.armed = armed
            try:
                if use == "add_all":
                    space.add_all([(new, (1, 1)), ("last", (1, 2))])
                elif use == "update_all":
                    space.update_all([(5, (1, 1)), *((item, (1, 1)) for item in items)])
                else:
                    space.remove_all([*items, 6])
            except KeyError:
                assert deed in ("remove", "clear")
                assert len(space) == after
            else:
                Clash.armed = 0
                if use == "add_all":
                    assert list(space)[-2:] == [new, "last"]
                elif use == "update_all":
                    assert all(space[item] == Point(1, 1) for item in items)
                else:
                    assert not any(item in list(space) for item in (*items, 6))
            Clash.armed = 0
            assert len(space) == len(space.items()) == len(list(space))
            assert len(space.query(Rect(-99, -99, 999, 999), touching=True)) == len(space)


# ---- layers ----------------------------------------------------------------------------------------------------------


def test_other_layers_count_from_the_next_question_on() -> None:
    space = Space({"a": Circle(0, 0, 1), "b": Circle(1, 0, 1), "c": Circle(2.5, 0, 1)})
    watch = space.watch()
    assert watch.update()[0] == [("a", "b"), ("b", "c")]
    space.set_layer("b", 2)
    space.set_mask("a", 1)
    assert list(space) == ["a", "b", "c"]
    assert (space.layer("b"), space.mask("b"), space.layer("a"), space.mask("a")) == (2, -1, 1, 1)
    assert space.pairs() == [("b", "c")]
    assert watch.update() == ([], [("a", "b")])
    assert [item for item, _ in space.contacts("a")] == []
    assert space.query("c") == ["b"]
    assert space.query((1, 0), mask=2) == ["b"]
    assert space.move("a", 0, 0) == []
    assert space.slide("a", 0.5, 0, response="pass").hits == ()
    assert space.copy().layer("b") == 2
    space.set_layer("b", 1)
    space.set_mask("a", -1)
    assert space.pairs() == [("a", "b"), ("b", "c")]
    assert watch.update() == ([("a", "b")], [])


def test_layers_are_not_changed_during_a_slide() -> None:
    space = Space({"a": Circle(0, 0, 1), "b": Circle(4, 0, 1)})
    for change in (
        lambda item, other: space.set_layer(other, 0),
        lambda item, other: space.set_mask(item, 0),
        lambda item, other: space.add_all([]),
        lambda item, other: space.update_all([]),
        lambda item, other: space.remove_all([]),
    ):
        with pytest.raises(RuntimeError, match="must not be changed during slide"):
            space.slide("a", 9, 0, filter=change)
    assert space.layer("b") == 1
