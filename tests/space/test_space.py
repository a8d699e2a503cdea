"""Space, Move and Watch as Python objects: the collection, order, layers, errors, hostile items, garbage, threads.

test_machine.py compares the answers of a space with brute force; tests/motion/test_mover.py tests the mover's
guarantee.
"""

from __future__ import annotations

import contextlib
import copy
import gc
import inspect
import itertools
import math
import pickle
import random
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from leaks import assert_no_leak

import collide2d
from collide2d import Capsule, Circle, Contact, Hit, Point, Polygon, Rect, RoundRect, Segment, Shape
from collide2d.testing import cast_regimes, recipes, sources

# Called wrongly on purpose in places, so not for the type checker to see.
anything: Any = collide2d
Space, Move, Watch = anything.Space, anything.Move, anything.Watch
one_way, separate_all = anything.one_way, anything.separate_all

METHODS = [name for name in vars(Space) if not name.startswith("_")]
BOUNDS = "must be between -1e60 and 1e60"
NO_SHAPE = (
    "must be a shape, an object with a shape, a rect or a __geo_interface__, a pygame rectangle, circle or line, or a "
    "pair of numbers"
)
NEITHER = "must be an item of the space or a shape"


class Sprite:
    """An item that has a shape."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape


def row(count: int, gap: float = 3.0) -> Any:
    """Circles in a row, named 0, 1, 2 ..."""
    return Space((i, Circle(gap * i, 0, 1)) for i in range(count))


def crowd(count: int, seed: int = 1) -> Any:
    source = random.Random(seed)
    side = 2 * math.sqrt(count)
    return Space((i, Circle(source.uniform(0, side), source.uniform(0, side), 0.8)) for i in range(count))


# ---- a collection ----------------------------------------------------------------------------------------------------


def test_a_space_is_made_of_a_mapping_or_of_pairs() -> None:
    a, b = Circle(0, 0, 1), Rect(1, 2, 3, 4)

    class Mapping:
        def keys(self) -> Any:
            return ["a", "b"]

        def items(self) -> Any:
            return [("a", a), ("b", b)]

    for items in ({"a": a, "b": b}, [("a", a), ["b", b]], iter([("a", a), ("b", b)]), (("a", a), ("b", b)), Mapping()):
        assert Space(items).items() == [("a", a), ("b", b)]
    assert Space(items=[]).items() == Space().items() == []


def test_a_space_reads_as_a_collection_of_its_items() -> None:
    space = row(3)
    assert len(space) == 3
    assert list(space) == [0, 1, 2]
    assert 1 in space
    assert 3 not in space
    assert space[2] == Circle(6, 0, 1)
    assert space.items() == [(0, Circle(0, 0, 1)), (1, Circle(3, 0, 1)), (2, Circle(6, 0, 1))]
    assert repr(space) == "<Space of 3 items>"
    assert (repr(row(1)), repr(Space())) == ("<Space of 1 item>", "<Space of 0 items>")


def test_an_empty_space_is_false_and_has_no_bounds() -> None:
    assert not Space()
    assert Space().bounds is None
    assert row(2).bounds == (-1, -1, 4, 1)
    assert (Space().pairs(), Space().query((0, 0)), Space().nearest((0, 0), 3)) == ([], [], [])
    assert (Space().raycast((0, 0), (1, 0)), Space().raycast_all((0, 0), (1, 0))) == (None, [])
    assert Space().watch().update() == ([], [])


def test_the_very_shape_is_kept() -> None:
    shape = Polygon([(k, k * k) for k in range(9)])
    space = Space([("a", shape)])
    assert space["a"] is shape
    other: Any = Circle(0, 0, 1)
    space.update("a", other)
    assert space["a"] is other


def test_items_are_whatever_hashes() -> None:
    items: list[Any] = [
        0,
        0.5,
        "a",
        None,
        (1, "b"),
        frozenset({1}),
        Sprite(Circle(0, 0, 1)),
        Circle(0, 0, 1),
        Space,
        True,
    ]
    space = Space((item, (0, 0)) for item in items)
    assert list(space) == items
    assert all(item in space for item in items)
    assert 1 in space  # equal to True, as in a dictionary


def test_shape_likes_are_shapes() -> None:
    space = Space()
    space.add("pair", (1, 2))
    space.add("sprite", Sprite(Circle(0, 0, 1)))
    space.update("pair", [3, 4])
    assert space.items() == [("pair", Point(3, 4)), ("sprite", Circle(0, 0, 1))]


def test_an_item_with_a_shape_needs_no_other() -> None:
    sprite, shape = Sprite(Circle(0, 0, 1)), Rect(0, 0, 1, 1)
    space = Space()
    space.add(sprite)
    space.add(shape, layer=2)
    space.add((5, 6), None)
    assert space.items() == [(sprite, Circle(0, 0, 1)), (shape, shape), ((5, 6), Point(5, 6))]
    sprite.shape = Circle(9, 9, 1)
    assert space[sprite] == Circle(0, 0, 1)
    space.update(sprite)
    assert space[sprite] == Circle(9, 9, 1)


def test_a_space_may_be_empty_and_filled_again() -> None:
    space = row(100)
    space.query((0, 0))
    for i in range(100):
        space.remove(i)
    assert (len(space), list(space), space.query((0, 0)), space.pairs()) == (0, [], [], [])
    for i in range(50):
        space.add(i, Circle(0, 0, 1))
    assert space.query((0, 0)) == list(range(50))
    space.clear()
    assert (len(space), space.bounds, space.nearest((0, 0))) == (0, None, [])
    space.add("new", Circle(0, 0, 1))
    assert space.query((0, 0)) == ["new"]


# ---- order -----------------------------------------------------------------------------------------------------------


def test_answers_come_in_order_of_insertion_whatever_was_removed() -> None:
    source = random.Random(7)
    space = Space()
    order: list[int] = []
    for step in range(3000):
        if order and source.random() < 0.45:
            order.remove(gone := source.choice(order))
            space.remove(gone)
        else:
            order.append(step)
            space.add(step, Circle(source.uniform(-3, 3), 0, 9))
        if order and step % 5 == 0:
            space.update(source.choice(order), Circle(source.uniform(-3, 3), 0, 9))
        if step % 50 == 0:
            assert list(space) == [item for item, _ in space.items()] == space.query((0, 0)) == order
            assert space.pairs() == list(itertools.combinations(order, 2))
            assert [item for item, _ in space.contacts((0, 0))] == order
            assert space.nearest((0, 0), len(order) + 5) == order
            assert [item for item, _ in space.cast_all((0, 0), (1, 0))] == order


def test_an_item_that_is_added_again_is_last() -> None:
    space = row(3, gap=0)
    space.remove(0)
    space.add(0, Circle(0, 0, 1))
    assert list(space) == [1, 2, 0]
    assert space.pairs() == [(1, 2), (1, 0), (2, 0)]


def test_moving_does_not_change_the_order() -> None:
    space = row(3, gap=0)
    space.move(1, 0.5, 0)
    space.update(0, Circle(0.25, 0, 1))
    space.slide(0, 0.5, 0, response="pass")
    assert space.pairs() == [(0, 1), (0, 2), (1, 2)]


def test_ties_are_in_order() -> None:
    space = Space({"b": Rect(5, 0, 1, 1), "a": Rect(5, 1, 1, 1), "c": Rect(5, -5, 1, 20)})
    assert [item for item, _ in space.cast_all(Rect(0, 0, 1, 2), (9, 0))] == ["b", "a", "c"]
    assert space.cast(Rect(0, 0, 1, 2), (9, 0))[0] == "b"
    assert space.raycast((0, 1), (9, 0))[0] == "b"  # a and b are flush: they block the ray together
    assert space.nearest(Rect(0, 0, 1, 2), 2) == ["b", "a"]


# ---- layers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, 1, -1, 5, -2, 2**63 - 1, 2**63, 2**64 - 1, -(2**63), True])
def test_layers_and_masks_are_kept_as_they_were_given(value: int) -> None:
    space = Space()
    space.add("a", Circle(0, 0, 1), value, mask=value)
    assert (space.layer("a"), space.mask("a")) == (value, value)
    assert (pickle.loads(pickle.dumps(space)).mask("a"), space.copy().layer("a")) == (value, value)


def test_the_default_is_layer_1_and_everybody() -> None:
    space = row(1)
    assert (space.layer(0), space.mask(0)) == (1, -1)


def test_two_items_meet_if_each_looks_for_the_other() -> None:
    sets = [0, 1, 2, 3, -1, -2, 2**63]
    for (la, ma), (lb, mb) in itertools.product(itertools.product(sets, sets), repeat=2):
        space = Space()
        space.add("a", Circle(0, 0, 1), la, ma)
        space.add("b", Circle(0.5, 0, 1), lb, mb)
        meet = bool(ma & lb and mb & la)
        assert space.pairs() == [("a", "b")] * meet
        assert len(space.contacts("a")) == len(space.contacts("b")) == meet
        assert space.nearest("a") == ["b"] * meet
        assert (space.cast("a", (1, 0)) is not None) is meet
        assert space.move("a", 0, 0) == ["b"] * meet
        assert space.slide("a", 0, 0, response="pass").shape == Circle(0, 0, 1)
        assert space.watch().update() == ([("a", "b")] * meet, [])


def test_a_shape_asks_with_a_mask_only() -> None:
    space = Space()
    for layer in (1, 2, 4, 0):
        space.add(layer, Circle(0, 0, 1), layer, mask=0)
    shape = Circle(0, 0, 1)
    assert space.query(shape) == space.nearest(shape, 9) == [1, 2, 4]
    assert space.query(shape, mask=6) == [2, 4]
    assert space.query(shape, mask=0) == []
    assert [item for item, _ in space.contacts(shape, mask=5)] == [1, 4]
    assert space.nearest(shape, 9, mask=4) == [4]
    assert space.cast(shape, (1, 0), mask=4)[0] == space.raycast((0, 0), (1, 0), mask=4)[0] == 4
    assert [item for item, _ in space.cast_all(shape, (1, 0), mask=3)] == [1, 2]
    assert [item for item, _ in space.raycast_all((0, 0), (1, 0), mask=3)] == [1, 2]


# ---- who asks --------------------------------------------------------------------------------------------------------


def test_an_item_does_not_find_itself() -> None:
    space = row(3, gap=1.5)
    assert [item for item, _ in space.contacts(1)] == [0, 2]
    assert space.nearest(1, 9) == [0, 2]
    assert space.cast(1, (9, 0))[0] == 0
    assert [item for item, _ in space.cast_all(1, (9, 0))] == [0, 2]


def test_a_sprite_does_not_find_itself() -> None:
    sprite, other = Sprite(Circle(0, 0, 1)), Sprite(Circle(1, 0, 1))
    space = Space([(sprite, sprite.shape), (other, other.shape)])
    assert space.query(sprite) == [other]
    sprite.shape = Circle(50, 0, 1)
    assert space.query(sprite) == [other]  # the shape that the space has
    sprite.shape = space[sprite]
    assert space.query(sprite.shape) == [sprite, other]
    assert space.query(Sprite(sprite.shape)) == [sprite, other]


def test_a_hashable_that_is_not_an_item_is_taken_as_a_shape_like() -> None:
    space = Space({(0, 0): Circle(5, 5, 1), "b": Circle(0, 0, 1)})
    assert space.nearest((0, 0)) == ["b"]  # the item (0, 0), which is elsewhere
    assert space.nearest((0, 1)) == ["b"]
    assert space.nearest([0, 0]) == ["b"]
    assert [item for item, _ in space.contacts([5, 5])] == [(0, 0)]
    assert space.query((5, 5)) == [(0, 0)]


def test_contacts_are_those_of_the_shapes() -> None:
    space = Space({"a": Circle(0, 0, 1), "b": Rect(1, -1, 2, 2), "c": Segment(0, -1, 0, 5)})
    for item in space:
        contacts = [(other, space[item].contact(shape)) for other, shape in space.items() if other != item]
        assert space.contacts(item) == [(other, contact) for other, contact in contacts if contact]
    assert space.contacts("b")[0] == ("a", Rect(1, -1, 2, 2).contact(Circle(0, 0, 1)))


def test_casts_are_those_of_the_shapes() -> None:
    space = crowd(60)
    for k in range(40):
        motion = (9 * math.cos(k), 9 * math.sin(k))
        hits = [(other, space[0].cast(motion, space[other])) for other in space if other != 0]
        expected = sorted([h for h in hits if h[1]], key=lambda h: (h[1].t, h[0]))
        assert space.cast_all(0, motion) == expected
        assert space.cast(0, motion) == (expected[0] if expected else None)


def test_a_cast_is_that_of_all_shapes_whatever_the_rounding() -> None:
    """A cast may stop an instant before the boxes meet, the more so the larger coordinates are."""
    for far in (1.0, 1e9, 1e15, 1e30):
        space = Space(
            {"far": Rect(far, far, far, far), "b": Circle(8, 8, 1), "a": Circle(4, 4, 1), "c": Rect(9, 9, 1, 1)}
        )
        for motion in ((9, 9), (4 * far, 4 * far), (4 * far, 3 * far), (-1, -1), (far, 0)):
            for start in (Point(0, 0), Circle(0, 0.1, 0.3), Rect(-far, -far, far, far)):
                hits: Any = [(item, start.cast(motion, shape)) for item, shape in space.items()]
                expected = sorted((h for h in hits if h[1]), key=lambda h: h[1].t)  # stable: ties stay in order
                assert space.cast_all(start, motion) == expected
                assert space.cast(start, motion) == (expected[0] if expected else None)


def test_a_cast_of_a_rectangle_is_bounded_where_its_numbers_take_it() -> None:
    """Its corners derive from numbers of 1e15, so they are rounded as those are, farther than it moves."""
    mover, wall = Rect.pivoted(1e15, 0, 10, 10, (1e15, 0)), Rect.from_corners(10.22, -5, 20, 15)
    hit = mover.cast((0.2, 0), wall)
    assert hit is not None
    assert Space({"w": wall}).cast(mover, (0.2, 0)) == ("w", hit)
    assert Space({"w": wall, "m": mover}).cast_all("m", (0.2, 0)) == [("w", hit)]


@pytest.mark.parametrize("regime", cast_regimes.CAST_REGIMES)
def test_a_space_casts_as_shapes_do(regime: str) -> None:
    """Of every regime: what it holds is found by its bounds, and none of it is missed."""
    source, hits = sources.Seeded(5), 0
    for kind_a, kind_b in itertools.product(recipes.KINDS, recipes.KINDS):
        for _ in range(20 if regime == "far_pivot" else 3):
            cast = cast_regimes.drawn_cast(source, regime, kind_a, kind_b)
            a, motion, b = recipes.build_cast(collide2d, cast)
            hit = a.cast(motion, b)
            assert Space({"b": b}).cast(a, motion) == (hit and ("b", hit)), cast
            assert Space({"b": b, "a": a}).cast_all("a", motion) == [("b", hit)] * (hit is not None), cast
            hits += hit is not None
    assert hits > 10


@pytest.mark.parametrize("kind", recipes.KINDS)
def test_a_rectangle_about_a_far_pivot_slides_clear_of_everything(kind: str) -> None:
    """The mover gathers what is near by the same bounds: the end and each leg overlap nothing, by the exact verbs."""
    source, stopped = sources.Seeded(6), 0
    for _ in range(60):
        cast = cast_regimes.drawn_cast(source, "far_pivot", choose_rect(source), kind)
        a, motion, b = recipes.build_cast(collide2d, cast)
        if a.overlaps(b):
            continue
        move = Space({"a": a, "b": b}).slide("a", *motion)
        assert not move.shape.overlaps(b), cast
        for before, leg in zip(move.path, move.legs, strict=False):
            assert not before.sweep(leg).overlaps(b), cast
        stopped += bool(move.hits)
    assert stopped > 3


def choose_rect(source: sources.Source) -> str:
    return sources.choice(source, ["rect", "roundrect"])


def test_nearest_is_sorted_by_distance() -> None:
    space = crowd(300)
    for k in range(0, 30, 3):
        place = Point(k, k / 2)
        distances = sorted((place.distance(shape), item) for item, shape in space.items())
        for count in (0, 1, 2, 10, 1000):
            assert space.nearest(place, count) == [item for _, item in distances[:count]]
        limit = distances[7][0]
        assert space.nearest(place, 1000, max_distance=limit) == [item for d, item in distances if d <= limit]
    assert space.nearest((0, 0), 2**100) == space.nearest((0, 0), k=1000, max_distance=math.inf)


def test_move_reports_the_items_that_were_hit() -> None:
    space = row(5)
    assert space.move(0, 7, 0) == [1, 2]
    assert space[0] == Circle(7, 0, 1)
    assert space.move(0, (0, 50)) == [2]  # it stood in it
    assert space.move(0, 0, 0) == []


def test_turning_up_on_the_way_of_large_polygons() -> None:
    big = Polygon([(20 * math.cos(k / 5), 20 * math.sin(k / 5)) for k in range(31)])
    space = Space({"big": big, "coin": Circle(100, 0, 1)})
    assert space.move("big", 200, 0) == ["coin"]
    assert space.cast("big", (-400, 0))[0] == "coin"
    assert space.slide("big", -400, 0).hits[0][0] == "coin"


# ---- slide and Move --------------------------------------------------------------------------------------------------


def test_a_slide_ends_where_the_space_has_the_item() -> None:
    space = Space({"ball": Circle(0, 0, 1), "wall": Rect(4, -9, 1, 18)})
    move = space.slide("ball", 6, 2)
    assert move.shape == space["ball"] == move.path[-1] == Circle(3, 2, 1)
    assert (move.motion, move.remaining, move.pushed, move.stuck) == ((3, 2), (0, 0), (0, 0), False)
    assert move.path[0] == Circle(0, 0, 1)
    assert len(move.path) == len(move.legs) + 1
    assert all(a.move(*leg) == b for a, leg, b in zip(move.path, move.legs, move.path[1:], strict=False))
    assert [(item, type(hit)) for item, hit in move.hits] == [("wall", Hit)]


def test_the_motion_may_be_a_pair_and_the_rest_named() -> None:
    for arguments, names in (
        (("ball", 9, 0), {"response": "stop"}),
        (("ball", (9, 0)), {"response": "stop"}),
        ((), {"item": "ball", "dx": 9, "dy": 0, "response": "stop", "filter": None}),
    ):
        space = Space({"ball": Circle(0, 0, 1), "wall": Rect(4, -9, 1, 18)})
        assert space.slide(*arguments, **names).shape == Circle(3, 0, 1)


def test_the_options_of_a_slide_are_named() -> None:
    space: Any = Space({"ball": Circle(0, 0, 1)})
    for slide in (space.slide, space.try_slide):
        for arguments in (("ball", 9, 0, "stop"), ("ball", (9, 0), "stop")):
            with pytest.raises(TypeError):
                slide(*arguments)


@pytest.mark.parametrize("how", [{}, {"response": "stop"}, {"filter": lambda item, other: "pass"}, {"max_push": 0.25}])
def test_a_slide_that_is_tried_is_the_slide_and_changes_nothing(how: dict[str, Any]) -> None:
    space: Any = Space({"ball": Circle(0, 0, 1), "wall": Rect(4, -9, 1, 18), "floor": Rect(-9, 0.5, 99, 1)})
    before, watch = space.items(), space.watch()
    tried = space.try_slide("ball", 6, 2, **how)
    assert tried == space.try_slide("ball", (6, 2), **how)
    assert (space.items(), watch.update()[0]) == (before, [("ball", "floor"), ("wall", "floor")])
    assert tried == space.copy().slide("ball", 6, 2, **how)
    space.remove("ball")
    assert tried == space.try_slide(Circle(0, 0, 1), 6, 2, **how)


def test_a_shape_that_is_tried_finds_by_mask_and_is_told_to_the_filter() -> None:
    space: Any = Space()
    for i, layer in enumerate((1, 2, 4)):
        space.add(i, Rect(3 * i + 3, -9, 1, 18), layer=layer)
    asked: list[Any] = []
    sprite = Sprite(Circle(0, 0, 1))
    space.add(sprite, layer=8)
    for who in (sprite, Circle(0, 0, 1), [0, 0]):
        move = space.try_slide(who, 99, 0, filter=lambda item, other: asked.append((item, other)))
        assert move.motion == (99, 0)
        assert sorted(asked, key=str) == sorted(((who, i) for i in space if i is not who), key=str)
        asked.clear()
    assert space.try_slide(Circle(0, 0, 1), 99, 0, mask=4).motion == (8, 0)
    assert space.try_slide((0, 0), 99, 0, mask=6).hits[0][0] == 1


def test_a_filter_may_try_slides_and_is_still_asked_once() -> None:
    """A ball pushes the crates that have room."""
    space: Any = Space({"ball": Circle(0, 0, 1), "wall": Rect(9, -9, 1, 18)})
    crates = [space.add(i, Rect(2 + 3 * i, -0.5, 1, 1)) or i for i in range(2)]
    asked: list[Any] = []

    def push(item: Any, other: Any) -> Any:
        asked.append(other)
        if other in crates:
            assert space.try_slide(other, 1, 0, filter=lambda a, b: None if b == "ball" else "slide").motion == (1, 0)
            with pytest.raises(RuntimeError, match="must not be changed"):
                space.slide(other, 1, 0)
            return None
        return "slide"

    assert space.slide("ball", 20, 3, filter=push).motion == (8, 3)
    assert sorted(asked, key=str) == [0, 1, "wall"]
    assert space.slide("ball", -1, 0).motion == (-1, 0)


@pytest.mark.parametrize(
    ("response", "end"), [("slide", (3, 4)), ("stop", (3, 2)), ("bounce", (0, 4)), ("pass", (6, 4))]
)
def test_each_response_does_what_it_says(response: str, end: tuple[float, float]) -> None:
    for how in ({"response": response}, {"filter": lambda item, other: response}):
        space = Space({"ball": Circle(0, 0, 1), "wall": Rect(4, -9, 1, 18)})
        move = space.slide("ball", 6, 4, **how)
        assert move.shape.center == end
        assert [item for item, _ in move.hits] == ["wall"]


def test_a_filter_is_asked_once_for_each_that_comes_near() -> None:
    space = Space({"ball": Circle(0, 0, 1), "a": Rect(4, -9, 1, 18), "b": Rect(-9, 8, 30, 1), "far": Circle(99, 0, 1)})
    asked: list[tuple[str, str]] = []

    def ask(item: str, other: str) -> str:
        asked.append((item, other))
        return "bounce"

    space.slide("ball", 40, 40, filter=ask)
    assert sorted(asked) == sorted(set(asked))
    assert set(asked) >= {("ball", "a"), ("ball", "b")}
    asked.clear()
    space.slide("ball", 0.001, 0, filter=ask)
    assert ("ball", "far") not in asked


def test_items_ignored_by_a_filter_are_not_reported() -> None:
    space = Space({"ball": Circle(0, 0, 1), "wall": Rect(4, -9, 1, 18)})
    move = space.slide("ball", 9, 0, filter=lambda item, other: None)
    assert (move.shape, move.hits) == (Circle(9, 0, 1), ())


def test_a_filter_is_not_asked_about_what_layers_exclude() -> None:
    space = Space({"ball": Circle(0, 0, 1)})
    space.add("ghost", Rect(2, -9, 1, 18), layer=2, mask=2)
    assert space.slide("ball", 9, 0, filter=lambda item, other: 1 / 0).shape == Circle(9, 0, 1)


def test_a_filter_that_raises_leaves_the_item_where_it_was() -> None:
    space = Space({"ball": Circle(0, 0, 1), "wall": Rect(4, -9, 1, 18)})
    shape = space["ball"]
    for raising in (lambda item, other: 1 / 0, lambda item, other: "slip", lambda item: "slide", lambda item, other: 5):
        with pytest.raises((ZeroDivisionError, ValueError, TypeError)):
            space.slide("ball", 9, 0, filter=raising)
        assert space["ball"] is shape
    assert space.slide("ball", 9, 0).shape == Circle(3, 0, 1)  # nothing is locked any more


def test_a_filter_may_ask_the_space() -> None:
    space = Space({"ball": Circle(0, 0, 1), "wall": Rect(4, -9, 1, 18), "b": Circle(0.5, 0, 1)})
    space.update("b", Circle(40, 0, 1))
    seen: list[Any] = []

    def ask(item: str, other: str) -> str:
        seen.append((space.pairs(), space.query((4.5, 0)), space.nearest(item), space.cast(item, (9, 0)), space[item]))
        return "slide"

    space.slide("ball", 9, 0, filter=ask)
    assert seen[0][:3] == ([], ["wall"], ["wall"])


def test_a_point_and_a_segment_slide() -> None:
    for shape in (
        Point(0, 0),
        Segment(0, -1, 0, 1),
        Capsule(0, -1, 0, 1, 1),
        RoundRect(0, 0, 4, 4, 1),
        Rect(0, 0, 2, 2, 30),
    ):
        space = Space({"it": shape, "wall": Rect(9, -50, 1, 100)})
        move = space.slide("it", 30, 3)
        assert type(move.shape) is type(shape)
        assert not move.shape.overlaps(space["wall"])
        assert move.motion[1] == pytest.approx(3, rel=128 * 2.0**-52 * 16)  # the stop's 128 ulp of coordinates below 48


def test_a_stuck_item_stays_in_place() -> None:
    ball = Circle(-1, 0, 1)
    space = Space({"ball": ball, "rock": Circle(0, 0, 9)})
    move = space.slide("ball", 1, 0, max_push=0)
    assert move.stuck
    assert (move.shape, move.motion, move.legs) == (ball, (0, 0), ())


def test_an_item_that_starts_inside_is_pushed_out() -> None:
    space = Space({"ball": Circle(0, 0, 1), "floor": Rect(-9, 0.5, 18, 9)})
    move = space.slide("ball", 1, 0)
    assert move.pushed == (0, -0.5)
    assert move.hits[0][1].depth == 0.5
    assert move.shape == Circle(1, -0.5, 1)


def some_move(item: Any = "wall") -> Any:
    space = Space({"ball": Circle(0, 0, 1), item: Rect(4, -9, 1, 18)})
    return space.slide("ball", 6, 2)


def test_a_move_is_a_value() -> None:
    move, same = some_move(), some_move()
    assert move == same
    assert hash(move) == hash(same)
    assert move != some_move("other")
    assert move != "move"
    assert eval(repr(move), {"Move": Move, "Hit": Hit, "Circle": Circle}) == move
    assert pickle.loads(pickle.dumps(move)) == move
    assert copy.copy(move) is move
    assert copy.deepcopy(move) == move
    fields = move.shape, move.motion, move.remaining, move.hits, move.path, move.legs, move.pushed, move.stuck
    assert Move(*fields) == move
    match move:
        case Move(shape, motion, remaining, hits, path):
            assert (shape, motion, remaining, hits, path) == fields[:5]
        case _:
            raise AssertionError
    with pytest.raises(AttributeError):
        move.shape = Circle(0, 0, 1)
    with pytest.raises(TypeError):
        hash(Move(Circle(0, 0, 1), (0, 0), (0, 0), [([], Hit(0, (0, 0), (1, 0), 0))], []))


def test_the_types_are_final() -> None:
    for final in (Space, Move, Watch):
        with pytest.raises(TypeError, match="not an acceptable base type"):
            type("Mine", (final,), {})
        with pytest.raises(TypeError, match="immutable type"):
            final.x = 1
    with pytest.raises(AttributeError):
        Space().bounds = 3


def test_every_method_has_a_signature_that_works() -> None:
    for name in METHODS:
        if callable(getattr(Space, name)):
            assert inspect.signature(getattr(Space, name))
    assert inspect.signature(Space.nearest).parameters["max_distance"].default == math.inf
    assert Space[str].__origin__ is Space


# ---- copies ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [copy.copy, Space.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_a_copy_is_another_space_with_the_same_in_it(copied: Callable[[Any], Any]) -> None:
    space = row(5, gap=1)
    space.remove(2)
    space.add("ghost", Point(1, 0), layer=2, mask=6)
    twin = copied(space)
    assert twin.items() == space.items()
    assert [(twin.layer(i), twin.mask(i)) for i in twin] == [(space.layer(i), space.mask(i)) for i in space]
    assert twin.pairs() == space.pairs()
    twin.clear()
    assert len(space) == 5


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_space_that_its_items_know_can_be_pickled(protocol: int) -> None:
    sprite: Any = Sprite(Circle(0, 0, 1))
    sprite.space = Space([(sprite, sprite.shape)])
    twin = pickle.loads(pickle.dumps(sprite.space, protocol))
    (item,) = twin
    assert item.space is twin
    assert item is not sprite


def test_a_picture_shows_every_item() -> None:
    space = Space({"ball": Circle(0, 0, 1), ("a", 1): Rect(2, 2, 1, 1), "x\n" * 200: Point(0, 5), "": Point(1, 1)})
    assert space._repr_svg_().startswith("<svg")
    assert "ball" in space._repr_svg_()
    assert Space()._repr_svg_().startswith("<svg")


# ---- watch -----------------------------------------------------------------------------------------------------------


def test_a_watch_sees_an_item_that_was_added_again_as_another() -> None:
    space = row(2, gap=1)
    watch = space.watch()
    assert watch.update() == ([(0, 1)], [])
    space.remove(0)
    space.add(0, Circle(0, 0, 1))
    assert watch.update() == ([(1, 0)], [(0, 1)])
    assert watch.update() == ([], [])
    assert repr(watch) == "<Watch of 1 pair>"
    assert (watch.space, watch.touching) == (space, False)


def test_a_watch_sees_a_space_that_was_cleared() -> None:
    space = row(3, gap=1)
    watch = Watch(space, touching=True)
    began, _ = watch.update()
    assert began == [(0, 1), (0, 2), (1, 2)]
    space.clear()
    assert watch.update() == ([], began)


# ---- changing meanwhile ----------------------------------------------------------------------------------------------

CHANGES: list[Callable[[Any], object]] = [
    lambda space: space.add("new", Circle(0, 0, 1)),
    lambda space: space.update("wall", Circle(0, 0, 1)),
    lambda space: space.update("ball", Circle(0, 0, 1)),
    lambda space: space.move("wall", 1, 1),
    lambda space: space.remove("wall"),
    lambda space: space.remove("ball"),
    lambda space: space.clear(),
    lambda space: space.slide("ball", 1, 1),
    lambda space: space.slide("wall", 1, 1),
    lambda space: space.__setstate__([("new", Circle(0, 0, 1), 1, -1)]),
    lambda space: space.separate_all(),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_filter_cannot_change_the_space(change: Callable[[Any], object]) -> None:
    space = Space({"ball": Circle(0, 0, 1), "wall": Rect(4, -9, 1, 18), "near": Circle(3, 0, 1.5)})
    space.add("ghost", Circle(3, 0, 1.5), layer=2, mask=2)
    space.add("spectre", Circle(3, 0, 2), layer=2, mask=2)
    before = space.items()

    def ask(item: str, other: str) -> str:
        change(space)
        return "slide"

    with pytest.raises(RuntimeError, match="Space: must not be changed during slide"):
        space.slide("ball", 9, 0, filter=ask)
    assert space.items() == before
    change(space)


def test_iterating_while_items_come_or_go_raises() -> None:
    changes: list[Callable[[Any], object]] = [
        lambda s: s.add(99, Point(0, 0)),
        lambda s: s.remove(1),
        lambda s: s.clear(),
    ]
    for change in changes:
        space = row(3)
        items = iter(space)
        assert next(items) == 0
        change(space)
        with pytest.raises(RuntimeError):
            next(items)


def test_items_may_move_while_one_iterates() -> None:
    space = row(3)
    for item in space:
        space.move(item, 1, 0)
        space.update(item, space[item].move(1, 0))
        space.slide(item, 1, 0, response="pass")
    assert [shape.center[0] for _, shape in space.items()] == [3, 6, 9]


# ---- errors ----------------------------------------------------------------------------------------------------------

BALL = {"ball": Circle(0, 0, 1)}


def near(filter: Any) -> Callable[[], object]:
    return lambda: Space({"ball": Circle(0, 0, 1), "wall": Rect(4, -9, 1, 18)}).slide("ball", 9, 0, filter=filter)


UNKNOWN: list[tuple[str, tuple[Any, ...]]] = [
    ("update", ("who", Circle(0, 0, 1))), ("move", ("who", 1, 1)), ("remove", ("who",)), ("slide", ("who", 1, 1)),
    ("layer", ("who",)), ("mask", ("who",)), ("set_layer", ("who", 1)), ("set_mask", ("who", 1)),
    ("update_all", ([("ball", (0, 0)), ("who", (0, 0))],)), ("remove_all", (["ball", "who"],)),
]  # fmt: skip
ERRORS: list[tuple[Callable[[], object], type[Exception], str]] = [
    *((lambda n=name, a=arguments: getattr(Space(BALL), n)(*a), KeyError,
       f"{name}: item must be in the space, got 'who'") for name, arguments in UNKNOWN),
    (lambda: Space(BALL)["who"], KeyError, "Space: item must be in the space, got 'who'"),
    (lambda: Space(BALL).update("who", (1, 2)), KeyError, "update: item must be in the space, got 'who'"),
    (lambda: Space(BALL).add("ball", (0, 0)), ValueError, "add: item must not be in the space already, got 'ball'"),
    (lambda: Space([("a", (0, 0)), ("a", (1, 0))]), ValueError,
     "Space: item must not be in the space already, got 'a'"),
    (lambda: Space(5), TypeError, "Space: items must be a mapping or an iterable of pairs, got int"),
    (lambda: Space([5]), TypeError, "Space: items[0] must be a pair of an item and a shape, got int"),
    (lambda: Space(["ab"]), TypeError, "Space: items[0] must be a pair of an item and a shape, got str"),
    (lambda: Space([Circle(0, 0, 1)]), TypeError,
     "Space: items[0] must be a pair of an item and a shape, got collide2d.Circle; "
     "Space(enumerate(shapes)) makes the indices items"),
    (lambda: Space([anything.Body([Circle(0, 0, 1)])]), TypeError,
     "Space: items[0] must be a pair of an item and a shape, got collide2d.Body; "
     "Space(enumerate(shapes)) makes the indices items"),
    (lambda: Space([(1, (0, 0)), (1, 2, 3)]), TypeError,
     "Space: items[1] must be a pair of an item and a shape, got 3 values"),
    (lambda: Space([("a", 5)]), TypeError, f"Space: shape {NO_SHAPE}, got int"),
    (lambda: Space([("a", (0, math.nan))]), ValueError, "Space: shape must be finite, got nan"),
    (lambda: Space([([], (0, 0))]), TypeError, "unhashable type: 'list'"),
    (lambda: Space([], None, 1), TypeError, "Space: too many positional arguments, got 3: it takes items, period"),
    (lambda: Space(shapes=[]), TypeError, "Space: unexpected keyword argument 'shapes'"),
    (lambda: Space().add(), TypeError, "add: missing argument item"),
    (lambda: Space().add("a"), TypeError, f"add: item (as no shape is given) {NO_SHAPE}, got str"),
    (lambda: Space().add("a", 5), TypeError, f"add: shape {NO_SHAPE}, got int"),
    (lambda: Space().add("a", (0, 0, 1, 1)), TypeError,
     "add: shape is ambiguous, four numbers may be a rectangle or a segment: write Rect(...) or Segment(...), got "
     "tuple of length 4"),
    (lambda: Space().add([], (0, 0)), TypeError, "unhashable type: 'list'"),
    (lambda: Space().add("a", (0, 0), 1.0), TypeError, "add: layer must be an int, got float"),
    (lambda: Space().add("a", (0, 0), mask="1"), TypeError, "add: mask must be an int, got str"),
    (lambda: Space().add("a", (0, 0), 2**64), ValueError,
     "add: layer must be between -2**63 and 2**64 - 1, got 18446744073709551616"),
    (lambda: Space().add("a", (0, 0), mask=-(2**63) - 1), ValueError,
     "add: mask must be between -2**63 and 2**64 - 1, got -9223372036854775809"),
    (lambda: Space(BALL).update("ball", 5), TypeError, f"update: shape {NO_SHAPE}, got int"),
    (lambda: Space(BALL).update("ball"), TypeError, f"update: item (as no shape is given) {NO_SHAPE}, got str"),
    (lambda: Space(BALL).update("ball", (0, 0), 3), TypeError,
     "update: too many positional arguments, got 3: it takes item, shape"),
    (lambda: Space(BALL).update([], Circle(0, 0, 1)), TypeError, "unhashable type: 'list'"),
    (lambda: Space(BALL).add_all({"ball": (0, 0)}), ValueError,
     "add_all: item must not be in the space already, got 'ball'"),
    (lambda: Space(BALL).add_all([("a", (0, 0)), ("a", (1, 0))]), ValueError,
     "add_all: item must not be in the space already, got 'a'"),
    (lambda: Space(BALL).add_all([("a", (0, 0))], 2), TypeError,
     "add_all: layer must be given by keyword, got 2 positional arguments"),
    (lambda: Space(BALL).add_all([("a", (0, 0))], mask=None), TypeError, "add_all: mask must be an int, got NoneType"),
    (lambda: Space(BALL).add_all(5), TypeError,
     "add_all: items must be a mapping from items to shapes or an iterable of items or pairs, got int"),
    (lambda: Space(BALL).add_all(["a"]), TypeError, f"add_all: items[0] (as no shape is given) {NO_SHAPE}, got str"),
    (lambda: Space(BALL).add_all([("a", (0, 0)), ("b", 5)]), TypeError,
     f"add_all: shape of items[1] {NO_SHAPE}, got int"),
    (lambda: Space(BALL).add_all([([], (0, 0))]), TypeError, "unhashable type: 'list'"),
    (lambda: Space(BALL).update_all({"ball": (0, math.nan)}), ValueError,
     "update_all: shape of items[0] must be finite, got nan"),
    (lambda: Space(BALL).update_all([("ball", (0, 0), 1)]), TypeError,
     "update_all: items[0] must be an item or a pair of an item and a shape, got 3 values"),
    (lambda: Space(BALL).update_all(["ball"]), TypeError,
     f"update_all: items[0] (as no shape is given) {NO_SHAPE}, got str"),
    (lambda: Space(BALL).remove_all(5), TypeError, "remove_all: items must be an iterable of items, got int"),
    (lambda: Space(BALL).remove_all([[]]), TypeError, "unhashable type: 'list'"),
    (lambda: Space(BALL).set_layer("ball", 1.0), TypeError, "set_layer: layer must be an int, got float"),
    (lambda: Space(BALL).set_mask("ball", 2**64), ValueError,
     "set_mask: mask must be between -2**63 and 2**64 - 1, got 18446744073709551616"),
    (lambda: Space(BALL).get([]), TypeError, "unhashable type: 'list'"),
    (lambda: Space(BALL).get(), TypeError, "get: missing argument item"),
    (lambda: Space(BALL).move("ball", math.nan, 0), ValueError, "move: dx must be finite, got nan"),
    (lambda: Space(BALL).move("ball", (0, math.inf)), ValueError, "move: dy must be finite, got inf"),
    (lambda: Space({"ball": Point(1e60, 0)}).move("ball", 1e60, 0), ValueError,
     f"move: every coordinate and size {BOUNDS}, got dx=1e+60, dy=0.0"),
    (lambda: Space(BALL).move("ball", "far", 0), TypeError, "move: dx must be a number, got str"),
    (lambda: Space(BALL).move("ball", 1), TypeError, "move: missing argument dy"),
    (lambda: Space(BALL).query(5), TypeError, f"query: shape {NEITHER}, got 5, which is neither"),
    (lambda: Space(BALL).query("who"), TypeError, f"query: shape {NEITHER}, got 'who', which is neither"),
    (lambda: Space(BALL).query((0, 0), mask=0.5), TypeError, "query: mask must be an int, got float"),
    (lambda: Space(BALL).query((0, 0), 10), TypeError,
     "query: touching must be given by keyword, got 2 positional arguments"),
    (lambda: Space(BALL).query((0, 0), exclude="ball"), TypeError,
     "query: exclude must be a container of items, got str"),
    (lambda: Space(BALL).query((0, 0), exclude=b"ball"), TypeError,
     "query: exclude must be a container of items, got bytes"),
    (lambda: Space(BALL).query((0, 0), exclude=iter([])), TypeError,
     "query: exclude must be a container of items, got list_iterator"),
    (lambda: Space(BALL).query((0, 0), filter={"ball"}), TypeError,
     "query: filter must be callable or None, got set"),
    (lambda: Space(BALL).contacts((0, 0), -1), TypeError,
     "contacts: mask must be given by keyword, got 2 positional arguments"),
    (lambda: Space(BALL).contacts("ball", exclude=5), TypeError,
     "contacts: exclude must be a container of items, got int"),
    (lambda: Space(BALL).nearest("ball", 1, 5), TypeError,
     "nearest: max_distance must be given by keyword, got 3 positional arguments"),
    (lambda: Space(BALL).nearest("ball", filter=5), TypeError, "nearest: filter must be callable or None, got int"),
    (lambda: Space(BALL).cast("ball", (1, 0), -1), TypeError,
     "cast: touching must be given by keyword, got 3 positional arguments"),
    (lambda: Space(BALL).cast_all("ball", (1, 0), exclude=len), TypeError,
     "cast_all: exclude must be a container of items, got builtin_function_or_method"),
    (lambda: Space(BALL).raycast((0, 0), (1, 0), exclude="ball"), TypeError,
     "raycast: exclude must be a container of items, got str"),
    (lambda: Space(BALL).raycast_all((0, 0), (1, 0), filter="x"), TypeError,
     "raycast_all: filter must be callable or None, got str"),
    (lambda: Space(BALL).contacts("who"), TypeError, f"contacts: shape {NEITHER}, got 'who', which is neither"),
    (lambda: Space(BALL).query(("a", 3)), TypeError, f"query: shape {NEITHER}, got ('a', 3), which is neither"),
    (lambda: Space(BALL).nearest("who"), TypeError, f"nearest: shape {NEITHER}, got 'who', which is neither"),
    (lambda: Space(BALL).nearest("ball", 1.0), TypeError, "nearest: k must be an int, got float"),
    (lambda: Space(BALL).nearest("ball", -1), ValueError, "nearest: k must be >= 0, got -1"),
    (lambda: Space(BALL).nearest("ball", max_distance=-1), ValueError, "nearest: max_distance must be >= 0, got -1.0"),
    (lambda: Space(BALL).nearest("ball", max_distance=math.nan), ValueError,
     "nearest: max_distance must be >= 0, got nan"),
    (lambda: Space(BALL).raycast((0, 0), 5), TypeError, "raycast: motion must be a pair of numbers, got int"),
    (lambda: Space(BALL).raycast(Circle(0, 0, 1), (1, 0)), TypeError,
     "raycast: origin must be a pair of numbers or a Point, got collide2d.Circle"),
    (lambda: Space(BALL).raycast((0, 0), (math.nan, 0)), ValueError, "raycast: motion must be finite, got nan"),
    (lambda: Space().raycast((math.nan, 0), (0, 0)), ValueError, "raycast: origin must be finite, got nan"),
    (lambda: Space().raycast_all((1e60, 0), (1e60, 0)), ValueError,
     f"raycast_all: origin + motion {BOUNDS}, got (1e+60, 0.0)"),
    (lambda: Space().cast((0, 0), (0, 1e61)), ValueError, f"cast: motion {BOUNDS}, got 1e+61"),
    (lambda: Space({"a": (1e60, 0)}).cast_all("a", (1e60, 0)), ValueError,
     f"cast_all: shape + motion {BOUNDS}, got (1e+60, 0.0)"),
    (lambda: Space(BALL).cast("who", (1, 0)), TypeError, f"cast: shape {NEITHER}, got 'who', which is neither"),
    (lambda: Space(BALL).cast("ball"), TypeError, "cast: missing argument motion"),
    (lambda: Space(BALL).slide("ball", math.inf, 0), ValueError, "slide: dx must be finite, got inf"),
    (lambda: Space({"a": (1e60, 0)}).slide("a", 1e60, 0), ValueError,
     f"slide: every coordinate and size {BOUNDS}, got dx=1e+60, dy=0.0"),
    (lambda: Space(BALL).slide("ball", 1, 0, response="slip"), ValueError,
     "slide: response must be 'slide', 'stop', 'bounce' or 'pass', got 'slip'"),
    (lambda: Space(BALL).slide("ball", 1, 0, response=None), TypeError,
     "slide: response must be 'slide', 'stop', 'bounce' or 'pass', got NoneType"),
    (lambda: Space(BALL).slide("ball", 1, 0, filter=5), TypeError, "slide: filter must be callable or None, got int"),
    (lambda: Space(BALL).slide("ball", 1, 0, max_push=-1), ValueError, "slide: max_push must be >= 0, got -1.0"),
    (lambda: Space(BALL).slide("ball", 1, 0, max_push="x"), TypeError, "slide: max_push must be a number, got str"),
    (lambda: Space(BALL).try_slide("ball", 1, 0, max_push=math.nan), ValueError,
     "try_slide: max_push must be finite, got nan"),
    (lambda: Space(BALL).try_slide("who", 1, 0), TypeError, f"try_slide: shape {NEITHER}, got 'who', which is neither"),
    (lambda: Space(BALL).try_slide("ball", 1, 0, response="slip"), ValueError,
     "try_slide: response must be 'slide', 'stop', 'bounce' or 'pass', got 'slip'"),
    (near(lambda item, other: "slip"), ValueError,
     "slide: filter must return 'slide', 'stop', 'bounce' or 'pass', True or None, got 'slip'"),
    (near(lambda item, other: 1), TypeError,
     "slide: filter must return 'slide', 'stop', 'bounce' or 'pass', True or None, got int"),
    (near(lambda item, other: 1 / 0), ZeroDivisionError, "division by zero"),
    (lambda: Space().__setstate__(5), TypeError, "Space: state must be a list, got int"),
    (lambda: Space().__setstate__([5]), TypeError, "Space: items[0] must be a pair of an item and a shape, got int"),
    (lambda: Space().__setstate__([("a", (0, 0), 1, "")]), TypeError, "Space: mask must be an int, got str"),
    (lambda: Watch(anything), TypeError, "Watch: space must be a Space, got module"),
    (lambda: Move(5, (0, 0), (0, 0), [], []), TypeError, "Move: shape must be a shape, got int"),
    (lambda: Move(Point(0, 0), (0, math.nan), (0, 0), [], []), ValueError, "Move: motion must be finite, got nan"),
    (lambda: Move(Point(0, 0), (0, 0), (0, 0), [5], []), TypeError,
     "Move: hits[0] must be a tuple of an item and a Hit, got int"),
    (lambda: Move(Point(0, 0), (0, 0), (0, 0), [], [5]), TypeError,
     "Move: path[0] must be a shape, got int"),
    (lambda: Move(Point(0, 0), (0, 0), (0, 0), [], 5), TypeError, "Move: path must be an iterable of shapes, got int"),
    (lambda: Move(Point(0, 0), (0, 0), (0, 0), [], [], [(0, math.inf)]), ValueError,
     "Move: legs must be finite, got inf"),
    (lambda: Move(Point(0, 0), (0, 0), (0, 0), [], [], pushed=(math.nan, 0)), ValueError,
     "Move: pushed must be finite, got nan"),
    (lambda: separate_all(Space(BALL), -1), ValueError, "separate_all: iterations must be >= 0, got -1"),
    (lambda: separate_all(Space(BALL), 2.5), TypeError, "separate_all: iterations must be an int, got float"),
    (lambda: Space(BALL).separate_all(movable=5), TypeError,
     "separate_all: movable must be a predicate or a container of items, got int"),
    (lambda: separate_all(Space(), movable="ab"), TypeError,
     "separate_all: movable must be a predicate or a container of items, got str"),
    (lambda: Space(BALL).separate_all(*range(12)), TypeError, "separate_all: too many arguments, got 12"),
    (lambda: one_way(Space(), [], (0, 0)), ValueError,
     "one_way: direction must be finite and not (0, 0), got (0.0, 0.0)"),
    (lambda: one_way(Space(), "plank"), TypeError,
     "one_way: platforms must be a predicate or a container of items, got str"),
    (lambda: one_way(Space(), 5), TypeError, "one_way: platforms must be a predicate or a container of items, got int"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "message"), ERRORS, ids=[message for _, _, message in ERRORS])
def test_an_error_says_what_is_wrong(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert caught.value.args[0] == message
    assert type(caught.value) is error


def test_a_refused_call_changes_nothing() -> None:
    space = Space(BALL)
    calls: list[Callable[[], object]] = [
        lambda: space.add("a", (math.nan, 0)), lambda: space.add("a", (0, 0), 1.5), lambda: space.add("ball", (5, 5)),
        lambda: space.update("ball", (math.inf, 0)), lambda: space.move("ball", 1e60, math.nan),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises((ValueError, TypeError)):
            call()
    assert space.items() == [("ball", Circle(0, 0, 1))]


@pytest.mark.parametrize("call", [call for call, _, _ in ERRORS], ids=[message for _, _, message in ERRORS])
def test_no_refusal_leaks(call: Callable[[], object]) -> None:
    def refused() -> None:
        with contextlib.suppress(Exception):
            call()

    assert_no_leak(refused)


# ---- hostile items ---------------------------------------------------------------------------------------------------


class HostileError(Exception):
    """Raised by hostile items, to be told from what the package raises."""


class Hostile:
    """Does something when it is hashed or compared; all of them have one hash."""

    deed: Callable[[], object] | None = None
    on_hash = False

    def __hash__(self) -> int:
        if Hostile.on_hash and Hostile.deed:
            Hostile.act()
        return 1

    def __eq__(self, other: object) -> bool:
        if Hostile.deed:
            Hostile.act()
        return self is other

    def __del__(self) -> None:
        if Hostile.deed:
            with contextlib.suppress(Exception):
                Hostile.act()

    @staticmethod
    def act() -> None:
        """Not while it is being done."""
        deed, Hostile.deed = Hostile.deed, None
        try:
            assert deed
            deed()
        finally:
            Hostile.deed = deed


@contextlib.contextmanager
def doing(deed: Callable[[], object], on_hash: bool) -> Iterator[None]:
    Hostile.deed, Hostile.on_hash = deed, on_hash
    try:
        yield
    finally:
        Hostile.deed = None


def any_of(source: random.Random, deeds: list[Callable[[], object]]) -> Callable[[], object]:
    return lambda: source.choice(deeds)()


def all_uses(space: Any, item: Any) -> list[Callable[[], object]]:
    return [
        lambda: space.add(item, Circle(0, 0, 1)), lambda: space.add(Hostile(), Circle(1, 0, 1)),
        lambda: space.update(item, Circle(1, 0, 1)), lambda: space.move(item, 1, 0), lambda: space.slide(item, 9, 0),
        lambda: space.slide(item, -9, 0, filter=lambda a, b: "bounce" if a == b else "slide"), lambda: space[item],
        lambda: item in space, lambda: space.contacts(item), lambda: space.nearest(item, 3),
        lambda: space.cast(item, (9, 0)), lambda: space.cast_all(item, (9, 0)), lambda: space.layer(item),
        lambda: space.query((0, 0)), lambda: space.pairs(), lambda: list(space), space.items, space.copy,
        lambda: space.watch().update(), lambda: Space([(item, (0, 0)), (Hostile(), (0, 0))]),
        lambda: space.get(item), lambda: space.query(item),
        lambda: space.nearest((0, 0), 5, exclude={item}, filter=lambda other: other == item),
        lambda: space.raycast((0, 0), (9, 0), exclude=[item]), lambda: space.query(item, exclude=Space({item: (0, 0)})),
        lambda: space.add_all([(item, (0, 0)), (Hostile(), (0, 0)), (Hostile(), (0, 0))]),
        lambda: space.update_all([(other, (0, 0)) for other in space]), lambda: space.set_layer(item, 3),
        lambda: space.set_mask(item, -1), lambda: space.remove(item), lambda: space.clear(),
        lambda: space.remove_all(list(space)[:3]),
    ]  # fmt: skip


def consistent(space: Any) -> None:
    """What the parts of a space say of each other."""
    items = space.items()
    assert len(space) == len(items) == len(list(space))
    assert all(a is b for (a, _), b in zip(items, space, strict=True))
    if items:
        left, top, right, bottom = space.bounds
        assert len(space.query(Rect.from_corners(left - 1, top - 1, right + 1, bottom + 1), touching=True)) == len(
            items
        )
    brute = [(i, k) for (i, a), (k, b) in itertools.combinations(enumerate(s for _, s in items), 2) if a.overlaps(b)]
    place = {id(item): i for i, (item, _) in enumerate(items)}
    assert [(place[id(a)], place[id(b)]) for a, b in space.pairs()] == brute


@pytest.mark.parametrize("on_hash", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_items_may_change_the_space_while_they_are_looked_up(seed: int, on_hash: bool) -> None:
    source = random.Random(seed)
    for _ in range(150):
        space = Space((Hostile(), Circle(source.uniform(0, 5), 0, 1)) for _ in range(source.randrange(1, 12)))
        deeds = all_uses(space, source.choice(list(space)))
        use = source.choice(all_uses(space, source.choice([Hostile(), *space])))
        with (
            doing(any_of(source, deeds), on_hash),
            contextlib.suppress(KeyError, ValueError, TypeError, RuntimeError),
        ):
            use()
        consistent(space)


def test_an_item_that_raises_when_it_is_looked_up_does_no_harm() -> None:
    def fail() -> None:
        raise HostileError

    for on_hash in (False, True):
        space = Space((Hostile(), Circle(i, 0, 1)) for i in range(4))
        items = list(space)
        for use in all_uses(space, items[3])[:-3]:
            with doing(fail, on_hash), contextlib.suppress(HostileError):
                use()
            assert [item for item in list(space)[:4] if item in items] == items
            consistent(space)


def test_an_item_that_dies_with_the_space_may_look_at_the_space() -> None:
    class Last:
        def __init__(self, space: Any) -> None:
            self.space = weakref.ref(space)

        def __del__(self) -> None:
            space = self.space()
            if space is not None:
                seen.append((len(space), len(space.pairs()), len(space.query((0, 0)))))
                space.add(len(seen), Point(0, 0))

    seen: list[Any] = []
    space = Space()
    for _ in range(5):
        space.add(Last(space), Circle(0, 0, 1))
    space.remove(next(iter(space)))
    assert len(seen) == 1
    space.clear()
    assert len(seen) == 5
    consistent(space)


def test_garbage_may_be_collected_in_the_middle_of_an_answer() -> None:
    """Making tuples can start a collection, and that can run anything: here it empties the space that is asked."""

    class Trap:
        def __init__(self, space: Any) -> None:
            self.me, self.space = self, space

        def __del__(self) -> None:
            for i in range(50):
                with contextlib.suppress(KeyError, RuntimeError):
                    self.space.remove(i)

    threshold = gc.get_threshold()
    uses: list[Callable[[Any], object]] = [
        lambda s: s.pairs(), lambda s: s.items(), lambda s: s.query(Circle(0, 0, 99)), lambda s: s.copy(),
        lambda s: s.contacts(Circle(0, 0, 99)), lambda s: s.nearest((0, 0), 60), lambda s: s.cast_all((0, 0), (99, 0)),
        lambda s: s.watch().update(), lambda s: s.slide(0, 9, 9), lambda s: pickle.dumps(s), lambda s: s.move(0, 99, 0),
    ]  # fmt: skip
    try:
        for use in uses:
            for allocations in (1, 2, 3, 5, 8, 20, 60):
                space = row(50, gap=1)
                gc.collect()
                Trap(space)
                gc.set_threshold(allocations)
                with contextlib.suppress(KeyError, RuntimeError):
                    use(space)
                gc.set_threshold(*threshold)
                gc.collect()
                consistent(space)
    finally:
        gc.set_threshold(*threshold)


# ---- garbage ---------------------------------------------------------------------------------------------------------


def test_a_cycle_through_items_is_collected() -> None:
    class Item:
        pass

    def make() -> list[weakref.ref[Any]]:
        item: Any = Item()
        item.space = Space([(item, Circle(0, 0, 1)), (other := Item(), Circle(1, 0, 1))])
        item.watch = item.space.watch()
        item.watch.update()
        item.move = item.space.slide(item, 3, 0)
        item.iterator = iter(item.space)
        return [weakref.ref(item), weakref.ref(other), weakref.ref(item.space)]

    gc.collect()
    references = make()
    assert references[0]() is not None
    gc.collect()
    assert [reference() for reference in references] == [None, None, None]


def test_a_space_holds_its_items_and_lets_them_go() -> None:
    sprite = Sprite(Circle(0, 0, 1))
    reference = weakref.ref(sprite)
    space = Space()
    space.add(sprite)
    watch = space.watch()
    watch.update()
    del sprite
    gc.collect()
    assert reference() is not None
    space.clear()
    assert reference() is None


def test_a_deep_nest_of_spaces_can_be_thrown_away() -> None:
    nest = Space()
    for _ in range(100_000):
        nest = Space([(nest, (0, 0))])
    del nest


def test_no_use_of_a_space_leaks() -> None:
    def use() -> None:
        space = row(40, gap=1.5)
        watch = space.watch()
        watch.update()
        for i in range(0, 40, 3):
            space.remove(i)
            space.add(i, Rect(i, 0, 1, 1), 3, 7)
            space.update(i, Circle(i, 0, 1))
        space.move(1, 3, 3), space.slide(2, 9, 9), space.slide(4, 9, 9, filter=lambda a, b: "bounce")
        space.query(Circle(9, 0, 9)), space.pairs(True), space.contacts(1), space.nearest(1, 7), space.items()
        space.raycast((-9, 0), (99, 0)), space.raycast_all((-9, 0), (99, 0)), space.cast(1, (9, 9))
        space.cast_all(Circle(0, 0, 1), (99, 0)), watch.update(), list(space), space.bounds, repr(space)
        pickle.loads(pickle.dumps(space)), space.copy(), space.layer(1), space.mask(1), space.clear()
        move = some_move()
        hash(move), repr(move), pickle.loads(pickle.dumps(move)), move == some_move(), move.hits, move.path

    blocks = []
    for _ in range(4):
        for _ in range(300):
            use()
        gc.collect()
        blocks.append(sys.getallocatedblocks())
    # A leak gains 300 blocks in every round. The caches of the interpreter fill in the first rounds.
    assert min(after - before for before, after in itertools.pairwise(blocks)) < 200


def test_memory_is_given_back() -> None:
    """Many come and go: neither the order nor what is to be told to the tree grows with how many there have been."""
    space = Space()
    for i in range(200_000):
        space.add(i, Point(i, 0))
        if i >= 10:
            space.remove(i - 10)
    assert list(space) == list(range(199_990, 200_000))
    assert space.query(Rect(199_994.5, -1, 2, 2)) == [199_995, 199_996]


# ---- threads ---------------------------------------------------------------------------------------------------------


def test_threads_with_filters_are_told_that_the_space_is_in_use() -> None:
    """A filter is Python, so other threads run meanwhile: they may ask, but a change is refused, never half done."""

    def yielding(item: int, other: int) -> str:
        time.sleep(0)
        return "slide"

    space = crowd(100)
    failures, messages = [], set()

    def work(number: int) -> None:
        source = random.Random(number)
        try:
            for _ in range(400):
                item = source.randrange(100)
                try:
                    if number % 2:
                        space.slide(item, source.uniform(-5, 5), 1, filter=yielding)
                    else:
                        space.update(item, Circle(source.uniform(0, 20), source.uniform(0, 20), 0.8))
                except RuntimeError as error:
                    messages.add(str(error))
                space.query((5, 5)), space.pairs()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert messages <= {"Space: must not be changed during slide"}
    assert list(space) == list(range(100))


# ---- one way ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "item", [Circle(5, 9, 1), Rect(4, 8, 2, 2), RoundRect(4, 8, 2, 2, 0.5), Capsule(5, 8, 5, 9, 0.5)]
)
@pytest.mark.parametrize("plank", [Rect(0, 4, 10, 1), Segment(0, 4, 10, 4), Rect(0, 4, 10, 0.1)])
def test_a_one_way_platform_holds_what_comes_from_above_only(item: Shape, plank: Shape) -> None:
    space = Space({"item": item, "plank": plank})
    up_only = one_way(space, {"plank"})
    up = space.slide("item", 0, -8, filter=up_only)
    assert (up.hits, up.motion) == ((), (0, -8))
    for _ in range(3):
        down = space.slide("item", 0, 8, filter=up_only)
        assert [other for other, _ in down.hits] == ["plank"]
        assert 0 <= 4 - space["item"].bounds[3] <= 128 * 2.0**-52 * 64  # the stop's 128 ulp of numbers below 64
        space.slide("item", 0.1, 0, filter=up_only)
    space.update("item", item.at(-5, 4.5))
    assert space.slide("item", 20, 0, filter=up_only).hits == ()  # from the side
    space.update("item", item.at(-5, 0))
    assert space.slide("item", 10, 5, filter=up_only).hits != ()  # from above, but not right above


def test_an_item_halfway_through_a_one_way_platform_passes() -> None:
    space = Space({"item": Circle(5, 4.2, 1), "plank": Rect(0, 4, 10, 1)})
    assert space.slide("item", 0, 5, filter=one_way(space, lambda other: other == "plank")).hits == ()


def test_one_way_platforms_may_point_anywhere() -> None:
    space = Space({"item": Circle(0, 0, 1), "gate": Rect(4, -5, 1, 10), "wall": Rect(9, -5, 1, 10)})
    right_only = one_way(space, ["gate"], direction=(1, 0))
    assert space.slide("item", 20, 0, filter=right_only).shape == Circle(8, 0, 1)
    assert space.slide("item", -20, 0, filter=right_only).shape == Circle(6, 0, 1)
    ghost = one_way(space, ["gate"], (1, 0), otherwise=lambda item, other: None)
    assert space.slide("item", 20, 0, filter=ghost).shape == Circle(26, 0, 1)
    choosy = one_way(space, ["gate"], (1, 0), otherwise=lambda item, other: "stop")
    assert space.slide("item", -30, 5, filter=choosy).hits[0][0] == "wall"


@pytest.mark.parametrize("response", ["slide", "stop", "bounce", "pass"])
def test_a_filter_that_answers_true_leaves_it_to_the_response_of_the_call(response: Any) -> None:
    def world() -> Any:
        return Space({"item": Circle(0, 0, 1), "wall": Rect(4, -5, 1, 10), "ghost": Rect(2, -5, 1, 10)})

    alone = world()
    alone.remove("ghost")
    asked = []

    def all_but_the_ghost(item: Any, other: Any) -> Any:
        asked.append(other)
        return None if other == "ghost" else True

    move = world().slide("item", 8, 2, response=response, filter=all_but_the_ghost)
    assert move == alone.slide("item", 8, 2, response=response)
    assert move == world().slide("item", (8, 2), response=response, filter=all_but_the_ghost)
    assert sorted(asked) == ["ghost", "ghost", "wall", "wall"]


@pytest.mark.parametrize("response", ["slide", "stop", "bounce", "pass"])
def test_one_way_platforms_use_the_response_of_the_call(response: Any) -> None:
    for wall in ("plank", "wall"):
        shape = Rect(0, 4, 10, 1)
        space, other = Space({"item": Circle(5, 0, 1), wall: shape}), Space({"item": Circle(5, 0, 1), wall: shape})
        through = one_way(space, {"plank"})
        assert space.slide("item", 2, 8, response=response, filter=through) == other.slide(
            "item", 2, 8, response=response
        )


def test_an_item_can_stand_on_a_sloping_one_way_platform() -> None:
    space = Space({"item": Circle(5, -3, 1), "slope": Segment(0, 4, 10, 0)})
    filters = [one_way(space, ["slope"]), one_way(space, ["slope"], direction=(4, -10))]
    for up_only in filters:
        space.update("item", Circle(5, -3, 1))
        assert [other for other, _ in space.slide("item", 0, 8, response="stop", filter=up_only).hits][:1] == ["slope"]
        assert space.slide("item", 0, 1, filter=up_only).hits != ()


def test_contacts_are_results() -> None:
    assert isinstance(row(2, gap=1).contacts(0)[0][1], Contact)


@pytest.mark.parametrize("ask", [
    lambda space, item: space.contacts(item),
    lambda space, item: space.nearest(item),
    lambda space, item: space.cast(item, (1, 0)),
])  # fmt: skip
def test_an_error_that_comparing_items_raises_is_the_call_s(ask: Any) -> None:
    """A shape-like without a hash is no item; one that cannot be compared is not taken for a shape-like."""

    class Fussy:
        shape = Circle(0, 0, 1)

        def __hash__(self) -> int:
            return hash(1)

        def __eq__(self, other: object) -> bool:
            raise TypeError("boom")

    space: Any = Space({1: Circle(0, 0, 1)})
    with pytest.raises(TypeError, match="boom"):
        ask(space, Fussy())


def test_an_item_far_away_changes_no_cast_among_the_others() -> None:
    """Not while it is far away, and not after it is removed."""
    tiles = {(x, y): Rect(16 * x, 16 * y, 16, 16) for x in range(9) for y in range(9)}
    space: Any = Space(tiles)
    rays = [((3.0 * k, -30.0), (5.0 - k, 40.0 + k)) for k in range(12)]

    def answers() -> list[Any]:
        return [(space.raycast_all(*ray), space.cast_all(Circle(ray[0], 2), ray[1])) for ray in rays]

    alone = answers()
    space.add("far", Circle(1e20, 0, 1))
    assert answers() == alone
    space.remove("far")
    assert answers() == alone
    assert any(hits for hits, _ in alone)


def test_a_seam_counts_at_the_start_though_a_later_item_of_it_ranks_after_another_hit() -> None:
    """The ray starts inside b and runs along the seam of a and c, which block it together: a is first."""
    space = Space({"a": Rect(0, 0, 1, 1), "b": Circle(1, 0.5, 0.2), "c": Rect(1, 0, 1, 1)})
    assert space.raycast((1, 0.5), (0, 0.2)) == space.raycast_all((1, 0.5), (0, 0.2))[0]
    assert [item for item, _ in space.raycast_all((1, 0.5), (0, 0.2))] == ["a", "b", "c"]


def test_items_at_one_place_are_not_all_tried() -> None:
    """Among 16 times as many copies, the same number of questions does not take much longer."""
    questions: list[Callable[[Any], Any]] = [
        lambda space: space.nearest((1, 2)),
        lambda space: space.nearest((1, 2), k=4)[::4],
        lambda space: [space.raycast((1, 2), (30, 50))[0]],
        lambda space: [space.cast(Circle(1, 2, 1), (30, 50))[0]],
    ]
    for ask in questions:
        times = []
        for n in (1_000, 16_000):
            space = Space((i, Circle(1, 2, 3)) for i in range(n))
            runs = []
            for _ in range(3):
                start = time.process_time()
                for _ in range(20):
                    assert ask(space) == [0]
                runs.append(time.process_time() - start)
            times.append(min(runs))
        assert times[1] < 5 * times[0]
