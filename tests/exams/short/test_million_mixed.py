"""A small run of the million rows of mixed kinds in every layout, which also detects a wrong element."""

from __future__ import annotations

import million_mixed
import pytest
from array_rows import LAYOUTS

from collide2d import Shapes


def test_no_element_differs_from_the_single_shapes() -> None:
    for turn in range(len(LAYOUTS)):
        tally = million_mixed.check(seed=turn, turn=turn, count=60)
        assert tally.wrong == []
        assert set(tally.elements) == set(million_mixed.VERBS)


def test_wrong_elements_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    right = Shapes.grow
    monkeypatch.setattr(Shapes, "grow", lambda self, d: right(self, d + 2.0**-50))
    tally = million_mixed.check(seed=1, turn=1, count=40)
    assert {line.split(":")[0] for line in tally.wrong} == {"grow"}
    monkeypatch.setattr(million_mixed, "run", lambda *_: tally)
    assert million_mixed.main(["--rows", "100"]) == 1
    assert "WRONG" in capsys.readouterr().out
