"""Space against its model: a state machine that changes both and compares every answer after every step, with the
order of the answers.

Shapes come in pairs of the regimes of `collide2d.testing`, so that exact touches and their neighbours, coincidences on
lattices, slivers, far, tiny and huge shapes meet in one index; tiles come by the dozen, so that the index has depth.
"""

from __future__ import annotations

import copy
import math
import pickle
from typing import Any

import pytest
from digest_model import digest_of
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)
from space_model import SpaceModel, Vec, outcome, pieces_of

import collide2d as c2
from collide2d.testing.pair_regimes import REGIMES
from collide2d.testing.placing import QUARTERS, REALS, Scale, anywhere
from collide2d.testing.recipes import KINDS, build
from collide2d.testing.sources import Seeded, Source, choice, one_in
from collide2d.testing.strategies import Drawn

NAMES: tuple[Any, ...] = ("player", "wall", -7, -1, 2.5, ("tile", 3), frozenset({1}), None, b"bullet")
LAYERS = (1, 1, 1, 2, 3, 1 << 63, 0, -1)
MASKS = (-1, -1, -1, 1, 2, 1 << 63, 0)
GENTLE = [name for name in REGIMES if name not in ("tiny", "huge", "edges_of_domain")]


class Sprite:
    """An item that has a shape of its own."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape


def drawn_pair(source: Source, regimes: list[str]) -> list[Any]:
    """Two shapes that are close to each other in the way of a regime."""
    pair = REGIMES[choice(source, regimes)](source, choice(source, KINDS), choice(source, KINDS))
    return [build(c2, recipe) for recipe in pair]


def body_of(source: Source, shapes: list[Any]) -> Any:
    """A body of those shapes that have an interior, some of its pieces named; the first shape if there is none.

    Thin pieces have laws of their own, in test_bodies.py.
    """
    pieces = [shape for shape in shapes if shape.area > 0]
    if not pieces:
        return shapes[0]
    return c2.Body([(f"piece {i}", piece) if one_in(source, 2) else piece for i, piece in enumerate(pieces)])


def drawn_solid(source: Source, regimes: list[str]) -> Any:
    """A shape or a body."""
    pair = drawn_pair(source, regimes)
    return body_of(source, pair) if one_in(source, 3) else pair[0]


def corners(solid: Any) -> list[Vec]:
    """The vertices of a shape, or of all pieces of a body."""
    return [vertex for piece in pieces_of(solid) for vertex in piece.vertices]


def tiles(source: Source) -> list[Any]:
    """A block of flush tiles by shared corners, or of discs that touch."""
    size, columns, rows = choice(source, (0.25, 0.1, 32.0, 1.0 / 3)), source.integer(1, 12), source.integer(1, 5)
    x, y = (source.integer(-9, 9) for _ in range(2))
    if one_in(source, 4):
        return [c2.Circle((x + i) * size, (y + j) * size, size / 2) for j in range(rows) for i in range(columns)]
    xs, ys = [(x + i) * size for i in range(columns + 1)], [(y + j) * size for j in range(rows + 1)]
    return [c2.Rect.from_corners(xs[i], ys[j], xs[i + 1], ys[j + 1]) for j in range(rows) for i in range(columns)]


def step_from(source: Source, shape: Any, others: list[Any]) -> Vec:
    """A motion: from a vertex to a vertex, on the lattice, little, far, none."""
    if others and one_in(source, 2):
        (x, y), (u, v) = choice(source, corners(shape)), choice(source, corners(choice(source, others)))
        k = choice(source, (1.0, 1.0, 0.5, 2.0, 1000.0))
        return k * (u - x), k * (v - y)
    scale = choice(source, [QUARTERS, REALS, Scale(2.0**-40, 8), Scale(2.0**20, 8)])
    return choice(source, [(scale.number(source), scale.number(source)), (scale.number(source), 0.0), (0.0, 0.0)])


def assert_same(space: Any, model: SpaceModel) -> None:
    """Everything that can be asked without an argument."""
    assert len(space) == len(model)
    assert list(space) == list(model)
    assert space.items() == model.items()
    assert space.bounds == model.bounds()
    assert space.digest() == digest_of(model)
    for touching in (False, True):
        assert space.pairs(touching=touching) == model.pairs(touching)


CASTS: list[dict[str, Any]] = [
    {}, {"touching": True}, {"leaving": False}, {"touching": True, "leaving": False},
]  # fmt: skip


def assert_same_answers(space: Any, model: SpaceModel, shape: Any, motion: Vec, **options: Any) -> None:
    """Everything that can be asked of a shape."""
    for how in ({}, {"touching": True}, {"contained": True}):
        assert space.query(shape, **how, **options) == model.query(shape, **how, **options)
    assert space.contacts(shape, **options) == model.contacts(shape, **options)
    for k in (1, 3, len(model) + 1):
        assert space.nearest(shape, k, **options) == model.nearest(shape, k, **options)
    for limit in {0.0, *(shape.distance(s) for _, s in model.items()[::3])}:
        how = {"max_distance": limit, "distances": True, **options}
        assert space.nearest(shape, 5, **how) == model.nearest(shape, 5, **how)
    for verb in ("cast", "cast_all", "raycast", "raycast_all"):
        who = corners(shape)[0] if verb.startswith("ray") else shape
        for how in CASTS:
            ours, theirs = (outcome(getattr(s, verb), who, motion, **how, **options) for s in (space, model))
            assert ours == theirs
    assert_same_turns(space, model, shape, motion, **options)


def angle_of(motion: Vec) -> float:
    return math.fmod(8 * motion[0], 720) / 2


def assert_same_turns(space: Any, model: SpaceModel, who: Any, motion: Vec, **options: Any) -> None:
    angle = angle_of(motion)
    for verb in ("turn_cast", "turn_cast_all"):
        for about in (None, motion):
            ours, theirs = (outcome(getattr(s, verb), who, angle, about, **options) for s in (space, model))
            assert ours == theirs


def assert_same_of_item(space: Any, model: SpaceModel, item: Any, motion: Vec, **options: Any) -> None:
    """Everything that can be asked of an item: by its own mask, and itself excluded."""
    assert space[item] == space.get(item) == model[item]
    assert (space.layer(item), space.mask(item)) == (model.layer(item), model.mask(item))
    for how in ({}, {"touching": True}, {"contained": True}):
        assert space.query(item, **how, **options) == model.query(item, **how, **options)
    assert space.contacts(item, **options) == model.contacts(item, **options)
    assert space.nearest(item, 4, **options) == model.nearest(item, 4, **options)
    for verb in ("cast", "cast_all"):
        for how in CASTS:
            ours, theirs = (outcome(getattr(s, verb), item, motion, **how, **options) for s in (space, model))
            assert ours == theirs
    assert_same_turns(space, model, item, motion, **options)


CONTAINERS: list[Any] = [
    set,
    list,
    tuple,
    frozenset,
    dict.fromkeys,
    lambda items: c2.Space((i, (0, 0)) for i in set(items)),
]
# The query that finds everything that another may find, in the same order.
EVERY = {"cast": "cast_all", "raycast": "raycast_all", "turn_cast": "turn_cast_all"}


def expected_calls(found: list[Any], passes: set[Any], wanted: float) -> list[Any]:
    """The items about which a filter is asked until as many as are wanted have passed."""
    calls: list[Any] = []
    passed = 0
    for item in found:
        if passed >= wanted:
            break
        calls.append(item)
        passed += item in passes
    return calls


def assert_same_with_filters(space: Any, model: SpaceModel, item: Any, motion: Vec, source: Source) -> None:
    """Every query with a container to exclude and a filter, which is called once for an item, in order, no more often
    than necessary."""
    exclude = choice(source, CONTAINERS)([other for other in model if one_in(source, 3)])
    share = choice(source, (1, 2, 20))
    passes = {other for other in model if one_in(source, share)}
    shape, k = model[item], source.integer(0, 3)
    queries: list[tuple[str, tuple[Any, ...], dict[str, Any], float]] = [
        ("query", (item,), {"touching": True}, math.inf),
        ("query", (shape,), {"contained": True}, math.inf),
        ("contacts", (item,), {}, math.inf),
        ("nearest", (shape, k), {}, k),
        ("nearest", (item, k), {"max_distance": 3.0}, k),
        ("cast", (item, motion), {}, 1),
        ("cast_all", (shape, motion), {}, math.inf),
        ("raycast", (corners(shape)[0], motion), {}, 1),
        ("raycast_all", (corners(shape)[0], motion), {}, math.inf),
        ("turn_cast", (item, angle_of(motion)), {}, 1),
        ("turn_cast_all", (shape, angle_of(motion), motion), {}, math.inf),
        ("cast", (shape, motion), {"touching": True}, 1),
        ("raycast", (corners(shape)[0], motion), {"touching": True}, 1),
        ("raycast_all", (corners(shape)[0], motion), {"touching": True, "leaving": False}, math.inf),
    ]
    for verb, args, options, wanted in queries:
        options = {**options, "exclude": exclude}
        ours, theirs = (outcome(getattr(s, verb), *args, **options) for s in (space, model))
        assert ours == theirs
        if ours is ValueError:  # a motion out of the domain
            continue
        calls: list[Any] = []
        asked = space[args[0]] if isinstance(args[0], int) else args[0]
        may_be_thin = isinstance(asked, c2.Shape) and asked.radius == 0 and len(asked.vertices) < 3

        def passes_and_notes(other: Any, calls: list[Any] = calls) -> bool:
            calls.append(other)
            return other in passes

        ours = getattr(space, verb)(*args, **options, filter=passes_and_notes)
        assert ours == getattr(model, verb)(*args, **options, filter=passes.__contains__)
        all_args = (args[0], len(model)) if verb == "nearest" else args
        every = getattr(model, EVERY.get(verb, verb))(*all_args, **options)
        found = [other if verb in ("query", "nearest") else other[0] for other in every]
        # What may block a point or a thin segment together is asked about together, whether or not it does.
        if verb in ("raycast", "raycast_all") or (verb in ("cast", "cast_all", "query") and may_be_thin):
            assert len(calls) == len(set(calls))
        else:
            assert calls == expected_calls(found, passes, wanted)


# Forms of the argument of add_all and update_all, made from a dictionary.
PAIRS: list[Any] = [
    dict,
    lambda d: list(d.items()),
    lambda d: iter(map(list, d.items())),
    lambda d: c2.Space(d).items(),
]


class SpaceMachine(RuleBasedStateMachine):
    """Items of all kinds and sizes come, move, change, leave and come again."""

    items = Bundle("items")
    gone = Bundle("gone")
    snapshots = Bundle("snapshots")

    @initialize(data=st.data(), regimes=st.sampled_from([GENTLE, GENTLE, list(REGIMES), ["lattice"], ["far"]]))
    def begin(self, data: st.DataObject, regimes: list[str]) -> None:
        self.regimes = regimes
        self.space: Any = c2.Space()
        self.model = SpaceModel()
        self.count = 0
        self.motion: Vec = (0.25, 0.0)
        self.probe: Any = c2.Point(0, 0)
        self.probe_mask = -1
        self.watches = self.new_watches()

    def new_watches(self) -> list[tuple[Any, Any]]:
        return [(self.space.watch(touching=t), self.model.watch(t)) for t in (False, True)]

    def source(self, data: st.DataObject) -> Drawn:
        return Drawn(data.draw)  # type: ignore[arg-type]

    def shapes(self) -> list[Any]:
        return [shape for _, shape in self.model.items()]

    def _add(self, source: Source, shape: Any) -> Any:
        item = choice(source, NAMES) if one_in(source, 2) else Sprite(shape) if one_in(source, 2) else self.count
        self.count += 1
        if item in self.model:
            with pytest.raises(ValueError, match="item"):
                self.space.add(item, shape)
            return item
        layer, mask = choice(source, LAYERS), choice(source, MASKS)
        if isinstance(item, Sprite) and one_in(source, 2):
            self.space.add(item, layer=layer, mask=mask)
        else:
            self.space.add(item, shape, layer=layer, mask=mask)
        self.model.add(item, shape, layer, mask)
        return item

    @rule(target=items, data=st.data())
    def add_pair(self, data: st.DataObject) -> Any:
        source = self.source(data)
        return multiple(*(self._add(source, shape) for shape in drawn_pair(source, self.regimes)))

    @rule(target=items, data=st.data())
    def add_bodies(self, data: st.DataObject) -> Any:
        """A body of two shapes close to each other, and one of flush tiles or of discs that touch."""
        source = self.source(data)
        bodies = [body_of(source, drawn_pair(source, self.regimes)), body_of(source, tiles(source)[:6])]
        return multiple(*(self._add(source, body) for body in bodies))

    @rule(target=items, data=st.data())
    def add_tiles(self, data: st.DataObject) -> Any:
        source, added = self.source(data), {}
        for shape in tiles(source):
            added[self.count] = shape
            self.count += 1
        layer = choice(source, LAYERS)
        if one_in(source, 3):
            for item, shape in added.items():
                self.space.add(item, shape, layer=layer)
        else:
            self.space.add_all(choice(source, PAIRS)(added), layer=layer)
        self.model.add_all(added.items(), layer)
        return multiple(*list(added)[:3])

    @rule(seed=st.integers(0, 999), unknown=st.booleans())
    @precondition(lambda self: len(self.model) > 1)
    def update_many(self, seed: int, unknown: bool) -> None:
        """All get their new shapes or, if one item is unknown, none."""
        source, shapes = Seeded(seed), self.shapes()
        pairs = {item: choice(source, shapes) for item in self.model if one_in(source, 2)}
        if unknown:
            with pytest.raises(KeyError):
                self.space.update_all(choice(source, PAIRS)({**pairs, "unknown": shapes[0]}))
        else:
            self.space.update_all(choice(source, PAIRS)(pairs))
            self.model.update_all(pairs.items())

    @rule(seed=st.integers(0, 999), unknown=st.booleans())
    @precondition(lambda self: len(self.model) > 1)
    def remove_many(self, seed: int, unknown: bool) -> None:
        """All leave or, if one item is unknown, none."""
        source = Seeded(seed)
        leaving = [item for item in self.model if one_in(source, 4)]
        leaving += leaving[:1]
        if unknown:
            with pytest.raises(KeyError):
                self.space.remove_all([*leaving, "unknown"])
        else:
            self.space.remove_all(choice(source, CONTAINERS)(leaving))
            self.model.remove_all(leaving)

    @rule(item=items, data=st.data())
    def change_layers(self, item: Any, data: st.DataObject) -> None:
        source = self.source(data)
        name, values = choice(source, (("set_layer", LAYERS), ("set_mask", MASKS)))
        value = choice(source, values)
        if item in self.model:
            getattr(self.space, name)(item, value)
            getattr(self.model, name)(item, value)
        else:
            with pytest.raises(KeyError):
                getattr(self.space, name)(item, value)
            assert self.space.get(item) is None
            assert self.space.get(item, default=value) is value

    @rule(item=items, data=st.data())
    def update(self, item: Any, data: st.DataObject) -> None:
        shape = drawn_solid(self.source(data), self.regimes)
        if item in self.model:
            self.model.update(item, shape)
            self.space.update(item, shape)
        else:
            with pytest.raises(KeyError):
                self.space.update(item, shape)

    @rule(item=items, data=st.data())
    def move(self, item: Any, data: st.DataObject) -> None:
        if item in self.model:
            dx, dy = step_from(self.source(data), self.model[item], self.shapes())
            assert outcome(self.space.move, item, dx, dy) == outcome(self.model.move, item, dx, dy)
        else:
            with pytest.raises(KeyError):
                self.space.move(item, 1, 1)

    @rule(data=st.data(), seed=st.integers(0, 999))
    @precondition(lambda self: len(self.model) > 1)
    def move_many(self, data: st.DataObject, seed: int) -> None:
        """So many that a rebuild of the index may pay."""
        source, shapes = Seeded(seed), self.shapes()
        for item, shape in self.model.items()[source.integer(0, 3) :: source.integer(1, 3)]:
            dx, dy = step_from(source, shape, shapes)
            assert outcome(self.space.move, item, dx, dy) == outcome(self.model.move, item, dx, dy)

    @rule(item=consumes(items), target=gone)
    def remove(self, item: Any) -> Any:
        if item in self.model:
            self.model.remove(item)
            self.space.remove(item)
        with pytest.raises(KeyError):
            self.space.remove(item)
        return item

    @rule(item=consumes(gone), target=items, data=st.data())
    def add_again(self, item: Any, data: st.DataObject) -> Any:
        """What comes again is new, and the last in order."""
        if item not in self.model:
            shape = drawn_solid(self.source(data), self.regimes)
            self.space.add(item, shape)
            self.model.add(item, shape)
        return item

    @rule(item=items)
    def remove_and_add_between_updates(self, item: Any) -> None:
        if item in self.model:
            shape = self.model[item]
            for space in (self.space, self.model):
                space.remove(item)
                space.add(item, shape)

    @rule(copies=st.sampled_from([copy.copy, lambda space: space.copy(), "pickle"]))
    def go_on_with_a_copy(self, copies: Any) -> None:
        """The original is changed afterwards, which the copy must not see."""
        if copies == "pickle":
            if any(isinstance(item, Sprite) for item in self.model):
                return  # their copies are other items
            copies = lambda space: pickle.loads(pickle.dumps(space))  # noqa: E731
        original, self.space, self.model = self.space, copies(self.space), self.model.copy()
        original.clear()
        assert (len(original), original.pairs()) == (0, [])
        self.watches = self.new_watches()

    @rule(target=snapshots)
    def take_snapshot(self) -> Any:
        return self.space, self.space.snapshot(), self.model.snapshot(), self.space.digest()

    @rule(saved=snapshots)
    def restore(self, saved: Any) -> None:
        """Any state that the space was in, even twice; never that of another space."""
        maker, snapshot, expected, digest = saved
        if maker is not self.space:
            with pytest.raises(ValueError, match="of this space"):
                self.space.restore(snapshot)
            return
        self.space.restore(snapshot)
        self.model.restore(expected)
        assert len(snapshot) == len(self.space)
        assert self.space.digest() == digest

    @rule()
    @precondition(lambda self: len(self.model) > 20)
    def clear(self) -> None:
        self.space.clear()
        self.model.clear()

    @rule(data=st.data())
    def ask_anew(self, data: st.DataObject) -> None:
        source = self.source(data)
        self.probe = drawn_solid(source, self.regimes)
        self.motion = step_from(source, self.probe, self.shapes())
        self.probe_mask = choice(source, MASKS)

    @invariant()
    def all_is_the_same(self) -> None:
        assert_same(self.space, self.model)
        for ours, theirs in self.watches:
            assert ours.update() == theirs.update()
            assert ours.update() == ([], [])
        assert_same_answers(self.space, self.model, self.probe, self.motion, mask=self.probe_mask)
        for item, shape in self.model.items()[-6:]:
            assert_same_answers(self.space, self.model, shape, self.motion)
            assert_same_of_item(self.space, self.model, item, self.motion)
        for item in list(self.model)[-2:]:
            assert_same_with_filters(self.space, self.model, item, self.motion, Seeded(len(self.model)))


@pytest.mark.hypothesis
def test_space_is_its_model_after_every_step() -> None:
    examples = settings.get_profile(settings.get_current_profile_name()).max_examples
    run_state_machine_as_test(
        SpaceMachine, settings=settings(max_examples=max(examples // 10, 1), stateful_step_count=20)
    )  # fmt: skip


def crowd(source: Source, count: int) -> list[Any]:
    """Shapes of all kinds, most of a size, some very large, some very small, here and far away."""
    scales = [Scale(2.0**-40, 2**47), Scale(0.25, 500), Scale(0.25, 500), Scale(1.0, 9, 4096)]
    shapes: list[Any] = []
    for i in range(count):
        shape = build(c2, anywhere(source, KINDS[i % 7], choice(source, [QUARTERS, Scale(0.5, 9), Scale(2.0**-20, 8)])))
        there = choice(source, scales)
        shape = shape.move(there.number(source), there.number(source))
        shape = shape.scale_by(2.0 ** source.integer(3, 20)) if one_in(source, 200) else shape
        pieces = [piece for s in (shape, *shapes[-1:]) for piece in pieces_of(s) if piece.area > 0]
        shapes.append(c2.Body(pieces) if i % 9 == 8 and pieces else shape)
    return shapes


@pytest.mark.parametrize("seed", [1, 2])
def test_a_crowd_that_moves_for_frames_is_the_same_as_its_model(seed: int) -> None:
    """Some frames move few, some all, some replace many: single leaves move, and the index is built anew."""
    source = Seeded(seed)
    space: Any = c2.Space()
    model = SpaceModel()
    for i, shape in enumerate(crowd(source, 200)):
        layer = choice(source, LAYERS)
        space.add(i, shape, layer=layer)
        model.add(i, shape, layer)
    watch, expected = space.watch(), model.watch()
    for frame in range(8):
        moving = (1, 40, 3, 2)[frame % 4]
        for item in list(model)[source.integer(0, moving - 1) :: moving]:
            dx, dy = step_from(source, model[item], [])
            space.update(item, model[item].move(dx, dy))
            model.update(item, model[item].move(dx, dy))
        if frame % 5 == 4:
            for item in list(model)[:: source.integer(2, 9)]:
                space.remove(item)
                model.remove(item)
            for i, shape in enumerate(crowd(source, 50)):
                space.add((frame, i), shape)
                model.add((frame, i), shape)
        assert_same(space, model)
        assert watch.update() == expected.update()
        for item, shape in model.items()[source.integer(0, 40) :: 41]:
            motion = step_from(source, shape, [s for _, s in model.items()])
            assert_same_answers(space, model, shape, motion)
            assert_same_of_item(space, model, item, motion, mask=choice(source, MASKS))
            assert_same_with_filters(space, model, item, motion, source)
    assert len(model.pairs()) > 20


def test_ties_are_in_order_of_insertion_and_not_of_place() -> None:
    """Eight equal walls, added from far to near and near to far, are met at one time."""
    for order in (range(8), range(7, -1, -1)):
        space: Any = c2.Space()
        model = SpaceModel()
        for i in order:
            wall = c2.Rect(10, -4 + i, 1 + i, 1)
            space.add(i, wall)
            model.add(i, wall)
        mover = c2.Rect(0, -4, 2, 8)
        assert [item for item, _ in space.cast_all(mover, (20, 0))] == list(order)
        assert space.cast(mover, (20, 0)) == model.cast(mover, (20, 0))
        assert space.nearest(mover, 5) == list(order)[:5]
        assert space.query(c2.Rect(9, -9, 9, 18)) == list(order)


def test_a_distance_limit_is_kept_to_the_ulp() -> None:
    space = c2.Space([("disc", c2.Circle(10, 0, 1)), ("far", c2.Point(1e9, 1e9))])
    here = c2.Circle(0.1, 0.1, 0.3)
    d = here.distance(space["disc"])
    assert space.nearest(here, 2, max_distance=d) == ["disc"]
    assert space.nearest(here, 2, max_distance=math.nextafter(d, 0)) == []
    far = here.distance(space["far"])
    assert space.nearest(here, 2, max_distance=far) == ["disc", "far"]
    assert space.nearest(here, 2, max_distance=math.nextafter(far, 0)) == ["disc"]
