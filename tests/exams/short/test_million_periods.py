"""A small run of the million periods, which also detects a wrong answer."""

from __future__ import annotations

from collections import Counter
from typing import Any

import million_periods
import pytest

from collide2d import Space


def test_no_answer_differs() -> None:
    tally: Counter[str] = Counter()
    for seed in range(6):
        tally.update(million_periods.check_lattice(seed))
        tally.update(million_periods.check_fractions(seed))
    assert tally.pop("compared") > 1000
    assert tally.pop("found") > 500
    assert set(tally.values()) == {0}
    assert set(tally) == {"pairs", "query", "contacts", "nearest", "cast", "cast_all"}


def test_a_wrong_answer_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A space without a period is one that forgets the images."""
    monkeypatch.setattr(million_periods, "Space", lambda items, period: Plain(items, period))
    tally = million_periods.check_fractions(0)
    assert tally["pairs"] > 0
    assert tally["query"] > 0
    monkeypatch.setattr(million_periods, "run", lambda *_: tally)
    assert million_periods.main(["--answers", "10"]) == 1
    assert "wrong: 0" not in capsys.readouterr().out


class Plain:
    """It says that it has a period, and has none."""

    def __init__(self, items: Any, period: Any) -> None:
        self.period, self.space = period, Space(items)
        self.pairs, self.query = self.space.pairs, self.space.query
