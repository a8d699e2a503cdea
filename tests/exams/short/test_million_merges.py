"""A small run of the million merges, and a check that a wrong answer is detected."""

from __future__ import annotations

import random

import level_cases
import level_model
import million_merges
import pytest

import collide2d as c2


def test_no_answer_is_wrong_and_every_case_is_reached() -> None:
    tally = million_merges.check(seed=20, count=len(million_merges.SCHEDULE) * 60)
    assert tally.wrong == []
    for kind in dict.fromkeys(million_merges.SCHEDULE):
        assert tally.outcomes[kind, "pieces"] >= 10
    for kind in ("walk", "hole"):
        assert tally.outcomes[kind, "refused"] > 5
    assert tally.outcomes["walk", "no area"] > 5


def test_the_same_seed_gives_the_same_cases() -> None:
    for kind in level_cases.POLYGONS:
        first, again, other = (level_cases.random_polygon(random.Random(s), kind, 20) for s in (1, 1, 2))
        assert first == again != other


@pytest.mark.parametrize(
    ("law", "pieces"),
    [
        ("cover", [[(0.0, 0.0), (4.0, 0.0), (4.0, 2.0)]]),
        ("area", [[(0.0, 0.0), (4.0, 0.0), (4.0, 2.0)]]),
        ("corners", [[(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (1.0, 2.0), (0.0, 2.0)]]),
        ("convex", [[(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)]]),
        ("cover", [[(0.0, 0.0), (4.0, 0.0), (4.0, 2.0)], [(0.0, 0.0), (4.0, 0.0), (0.0, 2.0)]]),
    ],
)
def test_each_law_of_pieces_can_be_broken(law: str, pieces: list[list[tuple[float, float]]]) -> None:
    points = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)]
    assert level_model.wrong_pieces(points, [points]) == []
    assert law in level_model.wrong_pieces(points, pieces)


def test_wrong_answers_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    merge, decompose = c2.merge_tiles, c2.decompose
    monkeypatch.setattr(c2, "merge_tiles", lambda *args, **kwargs: merge(*args, **kwargs)[:-1])
    monkeypatch.setattr(c2, "decompose", lambda points: decompose(points)[1:])
    tally = million_merges.check(seed=1, count=44)
    assert {line.split(",")[0] for line in tally.wrong} >= {"area", "cover", "fewest"}
    monkeypatch.setattr(million_merges, "run", lambda *_: tally)
    assert million_merges.main(["--cases", "44"]) == 1
    assert "WRONG area" in capsys.readouterr().out


def test_a_polygon_that_crosses_itself_and_is_accepted_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c2, "decompose", lambda points: [])
    assert any(line.startswith("no refusal") for line in million_merges.check(seed=1, count=110).wrong)


def test_the_formula_agrees_with_trying_everything() -> None:
    rng = random.Random(4)
    for _ in range(60):
        tiles = {(rng.randrange(5), rng.randrange(4)) for _ in range(rng.randint(0, 16))}
        assert level_model.fewest_boxes(frozenset(tiles)) == level_model.fewest_boxes_by_formula(tiles)
