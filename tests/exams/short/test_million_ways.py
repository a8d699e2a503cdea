"""A small run of the million ways, a comparison of their oracle with the reference, and a check that a wrong answer is
detected.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import million_ways
import pytest
import unions
import way_oracle
from way_oracle import Answer

import collide2d as c2
from collide2d import reference
from collide2d.testing.recipes import build
from collide2d.testing.sources import Seeded


def test_no_answer_is_wrong_and_every_case_is_reached() -> None:
    ways = 12_800
    tally = million_ways.check(seed=1, count=ways)
    assert tally.wrong == []
    for outcome in ("free", "alone", "rays", "slides", "images", "bodies", "far"):
        assert million_ways.total(tally, outcome) > ways // 20
    assert million_ways.total(tally, "together") > ways // 50
    assert million_ways.total(tally, "exact t") > ways // 100
    assert {kind for kind, _ in tally.outcomes} == set(unions.KINDS_OF_WORLDS)


def test_no_answer_about_what_blocks_alone_is_wrong() -> None:
    source, alone = Seeded(2), 0
    for _ in range(40):
        _, recipes, ways = unions.world_with_ways(source, 50)
        shapes = unions.built(recipes)
        world, space = way_oracle.blocks(shapes), c2.Space(dict(enumerate(shapes)))
        for recipe, motion in ways:
            shape = build(c2, recipe)
            answer = way_oracle.first_block(world, *way_oracle.thin_way(shape, motion))
            answer = million_ways.with_start(answer, shape, shapes)
            if answer is None or not answer.together:
                alone += 1
                assert million_ways.wrong_hit(answer, motion, space.cast(shape, motion)) == []
    assert alone > 1_000


def test_the_oracle_agrees_with_the_reference() -> None:
    source, together = Seeded(3), 0
    for _ in range(12):
        _, recipes, ways = unions.world_with_ways(source, 3)
        shapes = unions.built(recipes)
        world = way_oracle.blocks(shapes)
        for recipe, motion in ways:
            shape = build(c2, recipe)
            answer = way_oracle.first_block(world, *way_oracle.thin_way(shape, motion))
            hit = reference.union_cast(shape, motion, shapes)
            entries = [reference.entry_time(shape, motion, other) for other in shapes]
            alone = min((float(t) for t in entries if t is not None), default=2.0)
            assert any(reference.overlaps(shape, other) for other in shapes) == (answer is not None and answer.inside)
            if answer is not None and answer.together:
                together += 1
                assert hit == reference.UnionHit(Fraction(answer.n, answer.d), answer.together)
                assert alone >= answer.t * (1 - 2.0**-50)
            elif answer is not None:
                assert alone == pytest.approx(answer.t, rel=1e-12)
                assert hit is None
            else:
                assert alone >= 1
                assert hit is None
    assert together > 3


@pytest.mark.parametrize("origin", [(0, -4), (0, 0)])
def test_of_items_that_block_alone_and_together_at_the_same_time_the_first_is_reported(origin: tuple[int, int]) -> None:
    shapes: dict[str, c2.Shape] = {
        "left": c2.Rect(-4, 0, 4, 4),
        "right": c2.Rect(0, 0, 4, 4),
        "alone": c2.Rect(-2, 0, 4, 4),
    }
    bodies: dict[str, c2.Shape | c2.Body] = {"wide": c2.Body([c2.Rect(-9, 0, 2, 2), shapes["alone"]]), **shapes}
    for world in (shapes, bodies):
        for order in permutations(world):
            space = c2.Space((item, world[item]) for item in order)
            assert space.raycast(origin, (0, 8))[0] == order[0]  # type: ignore[index]
            assert [item for item, _ in space.raycast_all(origin, (0, 8))] == [*order]
            assert space.cast(c2.Segment(0, -9, *origin), (0, 8))[0] == order[0]  # type: ignore[index]


def test_the_same_seed_gives_the_same_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def examine(source: Any, world: Any, *way: Any) -> tuple[list[str], list[str]]:
        seen.append(way)
        return [], []

    monkeypatch.setattr(million_ways, "examine", examine)
    for seed in (3, 3, 4):
        million_ways.check(seed, 300)
    assert seen[:300] == seen[300:600] != seen[600:]


def test_wrong_answers_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(million_ways, "first_block", lambda *_: None)
    tally = million_ways.check(seed=1, count=500)
    assert tally.wrong
    monkeypatch.setattr(million_ways, "run", lambda *_: tally)
    assert million_ways.main(["--ways", "500"]) == 1
    assert "WRONG cast: hit" in capsys.readouterr().out


ANSWER = Answer(1, 2, 0.5, frozenset(), frozenset({1, 3}))
HIT = c2.Hit(0.5, (8.0, 0.0), (0.0, -1.0), 0.0)


@pytest.mark.parametrize(
    ("laws", "item", "changes"),
    [
        (["hit"], None, {}),
        (["t"], 1, {"t": 0.5 + 2.0**-52}),
        (["t", "exact t"], 1, {"t": 0.25}),
        (["exact t"], 1, {"t": 0.5 - 2.0**-50}),
        (["item", "first item"], 2, {}),
        (["first item"], 3, {}),
        (["normal"], 1, {"normal": (0.0, 1.0)}),
        (["normal"], 1, {"normal": (0.0, -1.0 - 2.0**-40)}),
    ],
)
def test_each_law_of_a_hit_can_be_broken(laws: list[str], item: int | None, changes: dict[str, Any]) -> None:
    fields = {name: getattr(HIT, name) for name in ("t", "point", "normal", "depth")}
    found = None if item is None else (item, c2.Hit(**{**fields, **changes}))
    assert million_ways.wrong_hit(ANSWER, (0, 16), (1, HIT)) == []
    assert [law for law in million_ways.wrong_hit(ANSWER, (0, 16), found) if law in laws] == laws
    assert million_ways.wrong_hit(None, (0, 16), (1, HIT)) == ["hit"]


def test_all_that_take_part_must_be_reported() -> None:
    first, other = (1, HIT), (3, HIT)
    assert million_ways.wrong_all(ANSWER, first, [first, other]) == []
    assert million_ways.wrong_all(ANSWER, first, [first]) == ["all"]
    assert million_ways.wrong_all(ANSWER, first, [other, first]) == ["all"]
    assert million_ways.wrong_all(None, None, [first]) == ["all"]
