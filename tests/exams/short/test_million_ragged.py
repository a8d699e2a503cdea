"""A small run of the million polygons in arrays with every kind of the others, which also detects a wrong element."""

from __future__ import annotations

import million_ragged
import pytest

from collide2d import Polygons


def test_no_element_differs_from_the_single_polygons() -> None:
    for turn in range(2 * len(million_ragged.KINDS)):
        tally = million_ragged.check(seed=turn, turn=turn, count=30)
        assert tally.wrong == []
        assert set(tally.elements) == set(million_ragged.VERBS)


def test_wrong_elements_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    right = Polygons.grow
    monkeypatch.setattr(Polygons, "grow", lambda self, d: right(self, d + 2.0**-50))
    tally = million_ragged.check(seed=1, turn=1, count=40)
    assert {line.split(":")[0] for line in tally.wrong} == {"grow"}
    monkeypatch.setattr(million_ragged, "run", lambda *_: tally)
    assert million_ragged.main(["--rows", "100"]) == 1
    assert "WRONG" in capsys.readouterr().out
