"""The time of calls of a Space grows no faster than what they have to do: none of these is quadratic."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import collide2d as c2
from collide2d import Body, Chain, Circle, Point, Rect, Segment, contact

Space: Any = c2.Space


def seconds(call: Callable[[], object], runs: int = 3) -> float:
    """The least processor time of some runs."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def filled(items: Iterable[object]) -> Callable[[], object]:
    pairs = [(item, Point(0, 0)) for item in items]
    return lambda: Space(pairs)


@pytest.mark.parametrize("items", [[i / 2**14 for i in range(2**14)], [i << 48 for i in range(2**14)]])
def test_items_whose_hashes_differ_only_in_the_upper_bits(items: list[object]) -> None:
    """The hash of a fraction of a power of two is such."""
    assert seconds(filled(items)) < 20 * seconds(filled(range(len(items))))


def test_the_first_item_is_removed_again_and_again() -> None:
    def emptied(count: int) -> float:
        space = Space((i, Point(i, 0)) for i in range(count))

        def call() -> None:
            for i in range(count):
                assert next(iter(space)) == i
                space.remove(i)

        return seconds(call, runs=1)

    assert emptied(64_000) < 6 * 16 * max(emptied(4_000), 0.001)


def test_bounds_of_the_last_of_many_items() -> None:
    many, one = (Space((i, Point(i, 0)) for i in range(count)) for count in (200_000, 1))
    for i in range(199_999):
        many.remove(i)
    assert many.bounds == (199_999, 0, 199_999, 0)
    assert seconds(lambda: [many.bounds for _ in range(50)]) < 100 * seconds(lambda: [one.bounds for _ in range(50)])


@pytest.mark.parametrize("index", [0, 1, 0.5, -1])
def test_restore_of_one_item_does_not_go_through_all(index: float) -> None:
    def restored(count: int) -> float:
        space = Space((i, Circle(3 * i, 0, 1)) for i in range(count))
        saved, item = space.snapshot(), list(space)[int(index * count) if index == 0.5 else int(index)]

        def call() -> None:
            for _ in range(100):
                space.remove(item)
                space.restore(saved)

        took = seconds(call)
        assert list(space) == list(range(count))
        return took

    assert restored(100_000) < 40 * max(restored(1_000), 1e-4)


def test_contacts_with_a_body_of_many_pieces_far_away() -> None:
    ball = Circle(0.75, -0.5, 0.6)

    def asked(pieces: int) -> float:
        ground = Body([Rect(2 * (i - pieces // 2), 0, 1.5, 1) for i in range(pieces)])
        space = Space({"ground": ground})
        assert space.contacts(ball) == [("ground", contact(ball, ground))]
        return seconds(lambda: [space.contacts(ball) for _ in range(20)])

    assert asked(8_000) < 40 * max(asked(20), 1e-5)


@pytest.mark.parametrize("seed", range(200))
def test_contacts_with_bodies_are_those_of_the_verb(seed: int) -> None:
    """Many pairs of pieces are equally deep, or only touch and may surround one another."""
    source = random.Random(seed)

    def number() -> float:
        return source.randint(-6, 6) / 2

    def solid() -> Any:
        kind = source.randrange(5)
        if kind == 0:
            return Chain([(number(), number()) for _ in range(source.randint(2, 40))])
        if kind == 1:
            return Body([Rect(number(), number(), source.randint(0, 2), 1) for _ in range(source.randint(1, 20))])
        if kind == 2:
            return Segment(number(), number(), number(), number())
        return Rect(number(), number(), 1, 1) if kind == 3 else Circle(number(), number(), source.randint(0, 2))

    for _ in range(20):
        solids = [solid() for _ in range(5)]
        for asked in (solid(), solids[0], solids[0].move(0, 0)):
            found = Space(enumerate(solids)).contacts(asked)
            assert found == [(i, hit) for i, other in enumerate(solids) if (hit := contact(asked, other)) is not None]


@pytest.mark.parametrize("seed", range(20))
def test_order_after_any_removals_and_restores(seed: int) -> None:
    source = random.Random(seed)
    space, model, saved, last = Space(), dict[int, Any](), list[Any](), 0
    for _ in range(300):
        step, items = source.random(), list(model)
        if step < 0.4:
            for _ in range(source.choice((1, 1, 19))):
                last += 1
                model[last] = Circle(source.randint(0, 50), 0, 1)
                space.add(last, model[last])
        elif step < 0.75 and items:
            half = len(items) // 2
            for item in source.choice((items[:1], items[-1:], [source.choice(items)], items[:half], items[half:])):
                space.remove(item)
                del model[item]
        elif step < 0.85:
            saved = [*saved[-4:], (space.snapshot(), dict(model), space.digest())]
        elif saved:
            snapshot, earlier, digest = source.choice(saved)
            space.restore(snapshot)
            model = dict(earlier)
            assert space.digest() == digest
        assert list(space) == list(model)
        assert space.bounds == Space(model).bounds
    assert space.digest() == Space(model).digest()
    assert space.pairs() == Space(model).pairs()
