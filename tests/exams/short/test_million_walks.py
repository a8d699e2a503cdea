"""The million walks are the same for the same seed, and a violation is reported."""

from __future__ import annotations

import random

import million_walks
import walks

import collide2d as c2
from collide2d.walker import Walk


def test_a_small_run_has_no_violation_and_the_same_seed_gives_the_same_walks() -> None:
    outcomes, wrong = million_walks.check(7, 1_500)
    assert wrong == []
    assert min(outcomes[f"with {kind}"] for kind in ("floor", "wall", "ceiling", "carried_by")) > 5
    assert million_walks.check(7, 300) == million_walks.check(7, 300) != million_walks.check(8, 300)


def test_each_law_of_a_walk_can_be_broken() -> None:
    room = next(room for seed in range(9) if (room := walks.level(random.Random(seed))))
    walker = room.walker()
    room.space.add("wall", room.space["walker"])
    assert walks.broken(room, walker, Walk((0.0, 0.0)))[0] == "it ends in wall"
    room.space.update("wall", c2.Point(0, 1e6))
    assert "lost" in walks.broken(room, walker, Walk((0.0, 0.0), floor="wall"))[0]


def test_a_route_with_a_gap_is_reported() -> None:
    made, length = walks.route(random.Random(6))
    assert walks.follow(made, length, (20,)) == []
    made.space.remove(("ground", 1))
    assert walks.follow(made, length, (20,)) != []
