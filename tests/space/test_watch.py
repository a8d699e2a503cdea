"""Watches and layers as games use them: which items enter and leave a room, and which may collide."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from space_model import SpaceModel

import collide2d as c2
from collide2d.testing.pair_regimes import lattice
from collide2d.testing.recipes import build as built
from collide2d.testing.sources import Seeded, choice, one_in

NOTHING: tuple[list[Any], list[Any]] = ([], [])
PLAYER, WALLS, TRIGGERS, ENEMIES, BULLETS = (1 << i for i in range(5))


def house() -> Any:
    """Two rooms with a door between them, and a player outside."""
    space: Any = c2.Space()
    space.add("hall", c2.Rect(0, 0, 10, 10), layer=TRIGGERS, mask=PLAYER)
    space.add("kitchen", c2.Rect(12, 0, 10, 10), layer=TRIGGERS, mask=PLAYER)
    space.add("player", c2.Circle(-5, 5, 1), layer=PLAYER, mask=TRIGGERS | WALLS)
    return space


def test_a_player_enters_a_room_and_leaves_it() -> None:
    space = house()
    watch = space.watch()
    assert watch.update() == NOTHING
    space.move("player", 3, 0)
    assert watch.update() == NOTHING
    space.move("player", 3, 0)
    assert watch.update() == ([("hall", "player")], [])
    space.move("player", 4, 0)
    assert watch.update() == NOTHING
    space.move("player", 8, 0)
    assert watch.update() == ([("kitchen", "player")], [("hall", "player")])
    space.update("player", c2.Circle(100, 5, 1))
    assert watch.update() == ([], [("kitchen", "player")])


def test_touching_is_not_entering_unless_asked() -> None:
    space = house()
    strict, closed = space.watch(), space.watch(touching=True)
    space.update("player", c2.Circle(-1, 5, 1))
    assert strict.update() == NOTHING
    assert closed.update() == ([("hall", "player")], [])
    space.update("player", c2.Circle(0, 5, 1))
    assert strict.update() == ([("hall", "player")], [])
    assert closed.update() == NOTHING


def test_the_first_update_begins_with_what_is_there() -> None:
    space = house()
    space.update("player", c2.Circle(11, 5, 2))
    assert space.watch().update() == ([("hall", "player"), ("kitchen", "player")], [])


def test_removing_an_item_ends_its_pairs_and_adding_it_again_begins_them() -> None:
    space = house()
    space.update("player", c2.Circle(5, 5, 1))
    watch = space.watch()
    watch.update()
    space.remove("hall")
    assert watch.update() == ([], [("hall", "player")])
    space.add("hall", c2.Rect(0, 0, 10, 10), layer=TRIGGERS, mask=PLAYER)
    assert watch.update() == ([("player", "hall")], [])
    space.remove("hall")
    space.add("hall", c2.Rect(0, 0, 10, 10), layer=TRIGGERS, mask=PLAYER)
    assert watch.update() == ([("player", "hall")], [("player", "hall")])
    space.clear()
    assert watch.update() == ([], [("player", "hall")])
    assert watch.update() == NOTHING


def test_pairs_that_begin_and_end_between_updates_are_not_reported() -> None:
    space = house()
    watch = space.watch()
    watch.update()
    space.update("player", c2.Circle(5, 5, 1))
    space.update("player", c2.Circle(-5, 5, 1))
    space.add("guest", c2.Circle(-5, 5, 1))
    space.remove("guest")
    assert watch.update() == NOTHING


def test_watches_are_independent() -> None:
    space = house()
    first, second = space.watch(), space.watch()
    space.update("player", c2.Circle(5, 5, 1))
    assert first.update() == ([("hall", "player")], [])
    space.update("player", c2.Circle(17, 5, 1))
    assert second.update() == ([("kitchen", "player")], [])
    assert first.update() == ([("kitchen", "player")], [("hall", "player")])


def test_a_slide_that_passes_coins_collects_them_once() -> None:
    space: Any = c2.Space({"player": c2.Circle(0, 0, 1)})
    for i in range(10):
        space.add(("coin", i), c2.Circle(10 * i + 5, 0, 0.5), layer=TRIGGERS)
    purse = []
    for _ in range(30):
        for item, _ in space.slide("player", 4, 0, response="pass").hits:
            purse.append(item)
            space.remove(item)
    assert purse == [("coin", i) for i in range(10)]
    assert list(space) == ["player"]


def test_a_watch_outlives_its_space() -> None:
    watch = house().watch()
    assert watch.update() == NOTHING


# ---- layers ----------------------------------------------------------------------------------------------------------


def battle() -> Any:
    """All in one place: bullets of the player meet enemies, nobody's own; the wall meets all but triggers."""
    space: Any = c2.Space()
    here = c2.Circle(0, 0, 1)
    space.add("player", here, layer=PLAYER, mask=WALLS | ENEMIES | TRIGGERS)
    space.add("bullet", here, layer=BULLETS, mask=ENEMIES | WALLS)
    space.add("enemy", here, layer=ENEMIES, mask=PLAYER | BULLETS | WALLS)
    space.add("wall", here, layer=WALLS, mask=-1)
    space.add("door", here, layer=TRIGGERS, mask=PLAYER)
    space.add("nothing", here, layer=0, mask=-1)
    return space


def test_two_items_meet_only_if_both_masks_allow_it() -> None:
    space = battle()
    assert space.pairs() == [
        ("player", "enemy"), ("player", "wall"), ("player", "door"), ("bullet", "enemy"), ("bullet", "wall"),
        ("enemy", "wall"),
    ]  # fmt: skip
    assert [item for item, _ in space.contacts("bullet")] == ["enemy", "wall"]
    assert [item for item, _ in space.contacts("wall")] == ["player", "bullet", "enemy"]
    assert space.contacts("nothing") == []
    assert space.nearest("door", 9) == ["player"]
    assert space.move("enemy", 0.25, 0) == ["player", "bullet", "wall"]
    assert space.watch().update() == (space.pairs(), [])


def test_a_bare_shape_asks_by_a_mask_only() -> None:
    space, here = battle(), c2.Circle(0, 0, 1)
    assert space.query(here) == ["player", "bullet", "enemy", "wall", "door"]
    assert space.query(here, mask=ENEMIES | TRIGGERS) == ["enemy", "door"]
    assert space.query(here, mask=0) == []
    assert space.nearest(here, 9, mask=BULLETS) == ["bullet"]
    assert [item for item, _ in space.raycast_all((-9, 0), (20, 0), mask=PLAYER | WALLS)] == ["player", "wall"]
    assert space.raycast((-9, 0), (20, 0), mask=TRIGGERS)[0] == "door"
    assert space.cast(c2.Circle(-9, 0, 1), (20, 0), mask=ENEMIES)[0] == "enemy"


def test_all_64_layers_are_apart() -> None:
    space: Any = c2.Space()
    here = c2.Point(0, 0)
    for i in range(64):
        space.add(i, c2.Circle(0, 0, 1), layer=1 << i, mask=1 << i)
    assert space.pairs() == []
    assert [space.query(here, mask=1 << i) for i in range(64)] == [[i] for i in range(64)]
    assert space.query(here, mask=-1) == list(range(64))
    space.add("all", c2.Circle(0, 0, 1), layer=-1)
    assert space.pairs() == [(i, "all") for i in range(64)]


@given(st.integers(0, 2**32))
def test_masks_and_layers_are_as_the_model_says(seed: int) -> None:
    source = Seeded(seed)
    space: Any = c2.Space()
    model = SpaceModel()
    layers = (1, 2, 3, 4, 7, 1 << 62, 1 << 63, -1, 0)
    watch, expected = space.watch(), model.watch()
    for i in range(40):
        shape = built(c2, lattice(source, "rect", "circle")[i % 2])
        layer, mask = choice(source, layers), choice(source, layers)
        space.add(i, shape, layer=layer, mask=mask)
        model.add(i, shape, layer, mask)
        assert watch.update() == expected.update()
        if one_in(source, 3):
            space.remove(i)
            model.remove(i)
    for mask in layers:
        assert space.query(c2.Rect(-9, -9, 18, 18), mask=mask) == model.query(c2.Rect(-9, -9, 18, 18), mask=mask)
        assert space.nearest((0, 0), 9, mask=mask) == model.nearest((0, 0), 9, mask=mask)


@pytest.mark.parametrize("layer", [1 << 64, -(1 << 63) - 1, 1.0, "1"])
def test_a_layer_is_64_bits(layer: Any) -> None:
    space: Any = c2.Space()
    with pytest.raises((TypeError, ValueError, OverflowError), match="layer"):
        space.add("it", c2.Point(0, 0), layer=layer)
    assert len(space) == 0
