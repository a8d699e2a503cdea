"""A small run of the million pairs, and a check that a wrong answer is detected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import million
import oracle
import pytest

from collide2d.testing.recipes import KIND_PAIRS


def test_no_answer_is_wrong_and_one_in_ten_pairs_is_a_constructed_touch() -> None:
    pairs = len(million.SCHEDULE) * len(KIND_PAIRS) * 8
    tally = million.check(seed=20, count=pairs)
    assert tally.wrong == []
    assert tally.relations.total() == pairs
    assert tally.constructed.total() >= pairs // 10
    for a, b in KIND_PAIRS:
        assert tally.constructed[a, b] >= 50


def test_the_same_seed_gives_the_same_pairs() -> None:
    assert list(million.drawn_pairs(3, 300)) == list(million.drawn_pairs(3, 300))
    assert list(million.drawn_pairs(3, 300)) != list(million.drawn_pairs(4, 300))


def test_wrong_answers_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    truth: Callable[[Any, Any], int] = oracle.relation
    monkeypatch.setattr(oracle, "relation", lambda a, b: max(truth(a, b), 0))
    tally = million.check(seed=1, count=500)
    assert tally.wrong
    monkeypatch.setattr(million, "run", lambda *_: tally)
    assert million.main(["--pairs", "500"]) == 1
    assert "WRONG" in capsys.readouterr().out
