"""Seams: a shape slides over the shared corners of flush tiles without catching. A small run of the pushes of
tests/exams/million_slides.py, and a check that a violation of any law is detected.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import slides
from slides import MOVER, TURNS, WIDTHS, Floor, box, flush_floor, wrong_push_along

import collide2d as c2


def test_no_push_of_a_small_run_is_stopped_lifted_or_sunk() -> None:
    tally = slides.check_seams(seed=40, count=2_000)
    assert tally.wrong == []
    assert tally.outcomes["pushes"] == 8_000
    assert tally.outcomes["hits"] > 6_000
    for width in WIDTHS:
        for kind in ("Rect", "RoundRect", "Circle"):
            assert tally.outcomes[f"{kind} on tiles of {width:g}"] > 100


@pytest.fixture(scope="module", params=WIDTHS)
def level(request: pytest.FixtureRequest) -> Floor:
    return flush_floor(request.param, TURNS[0])


@pytest.fixture
def walkers(level: Floor) -> list[Any]:
    """Each upon the floor, on one tile exactly, on three, and smaller than one."""
    w, x = level.width, level.corners[7]
    shapes = []
    for size in (w, 2.5 * w, 0.4 * w):
        x0, y0, x1 = x, level.top - size, x + size
        shapes += [c2.Circle(x, level.top - size / 2, size / 2), c2.RoundRect(x0, y0, size, size, size / 4)]
        shapes += [box(x0, y0, x1, level.top), c2.Capsule((x0, y0), (x1, y0), r=size)]
    floor = level.slab
    return [shape.cast((0, 9 * w), floor) and shape.move(0, -w) for shape in shapes]


def test_walking_the_whole_floor_tile_by_tile_and_back(level: Floor, walkers: list[Any]) -> None:
    """In steps of a tile, of a little more and of a half, under gravity, 1,000 tiles there."""
    w, space = level.width, level.space
    for i, walker in enumerate(walkers):
        space.add(MOVER, walker)
        space.slide(MOVER, 0, 9 * w)
        bottom, steps = space[MOVER].bounds[3], 0.0
        for step in (w, 1.01 * w, -0.5 * w, -w)[i % 4 :: 2] * 120:
            move = space.slide(MOVER, step, 0.3 * w)
            steps += step
            assert move.motion[0] == pytest.approx(step, rel=1e-12)
            assert (move.motion[1], move.remaining) == (pytest.approx(0, abs=1e-12 * w), (0, 0))
        assert space[MOVER].bounds[3] == pytest.approx(bottom, abs=1e-12 * w)
        assert not space[MOVER].overlaps(level.slab)
        space.remove(MOVER)


@pytest.mark.parametrize("speed", [1e-6, 1.0, 1e3, 1e6])
def test_one_push_over_all_tiles_is_one_hit_and_two_legs(level: Floor, speed: float) -> None:
    """It meets what it falls on, and nothing of what it slides over."""
    w, space = level.width, level.space
    space.add(MOVER, c2.RoundRect(level.corners[2], level.top - 3 * w, 1.5 * w, 1.5 * w, w / 4))
    move = space.slide(MOVER, speed * w, 9 * w)
    assert len(move.legs) == 2
    assert {hit.t for _, hit in move.hits} == {move.hits[0][1].t}
    assert len(space.slide(MOVER, speed * w, 0).legs) == 1
    space.remove(MOVER)


def test_each_law_of_a_push_can_be_broken(level: Floor) -> None:
    w, space = level.width, level.space
    start = c2.Circle(level.corners[9], level.top - 2 * w, w)
    space.add(MOVER, start)
    motion = (5 * w, 3 * w)
    move = space.slide(MOVER, *motion)
    space.remove(MOVER)
    assert wrong_push_along(level, start, motion, move) == []
    names = ("shape", "motion", "remaining", "hits", "pushed", "stuck")
    truth = {name: getattr(move, name) for name in names}
    item, hit = move.hits[0]
    lies: dict[str, dict[str, Any]] = {
        "stopped": {"motion": (5 * w * (1 - 1e-8), w)}, "off its place": {"shape": move.shape.move(1e-6 * w, 0)},
        "sunk": {"shape": move.shape.move(0, 1e-13 * w)}, "lifted": {"shape": move.shape.move(0, -1e-6 * w)},
        "pushed": {"pushed": (0.0, -1e-300)},
        "normal": {"hits": ((item, c2.Hit(hit.t, hit.point, (1e-8, -1.0), 0.0)),)},
    }  # fmt: skip
    for law, lie in lies.items():
        assert wrong_push_along(level, start, motion, SimpleNamespace(**{**truth, **lie})) == [law]
