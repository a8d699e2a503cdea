"""A short run of the threads that know where their items are; tests/space/test_memory.py runs hammer_space.py."""

from __future__ import annotations

import math

import hammer
import pytest


@pytest.mark.parametrize("threads", [1, 6])
def test_no_item_is_lost_and_no_answer_is_wrong(threads: int) -> None:
    counts, world = hammer.hammer(math.inf, threads, threads, deeds=1_500 // threads)
    assert world.failures == []
    assert min(counts[name] for name in vars(hammer.Hand) if name.startswith("do_")) > 30


def test_a_lost_item_is_reported() -> None:
    world = hammer.World(1, 1)
    hand = hammer.Hand(world, 0)
    world.space.remove((0, hammer.HERO))
    hand.deeds = ["do_look_up"]
    hand.work(math.inf, 1)
    assert isinstance(world.failures[0], KeyError)
