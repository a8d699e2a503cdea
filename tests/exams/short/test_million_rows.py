"""A small run of the million rows through every layout, and a check that a wrong element is detected."""

from __future__ import annotations

from collections import Counter

import million_rows
import pytest
from array_rows import SCALARS

from collide2d import Circle

ROUND = len(million_rows.KINDS) * len(million_rows.LYING)  # turns until the first side has had every layout


def test_no_element_differs_from_the_single_shapes() -> None:
    rows, layouts = Counter[str](), Counter[str]()
    for turn in range(0, 2 * ROUND, 5):  # kinds and layouts have no factor 5
        tally = million_rows.check(seed=turn, turn=turn, count=40)
        assert tally.wrong == []
        rows.update({column: million_rows.sum_of(tally, column) for column in million_rows.COLUMNS})
        layouts.update(tally.layouts)
    assert rows["touching"] > rows["rows"] / 4
    assert rows["near"] > rows["rows"] / 6
    assert 0 < rows["masked"] < rows["rows"] / 10
    held = {f"held by {anchor}" for kinds in million_rows.ANCHORS.values() for anchor in kinds}
    assert {name.removesuffix(", without angle") for name in layouts} == {*million_rows.LYING, *held}
    assert any(name.endswith(", without angle") for name in layouts)


def test_the_same_seed_gives_the_same_rows() -> None:
    assert million_rows.check(3, 7, 50) == million_rows.check(3, 7, 50)
    assert million_rows.check(3, 7, 50) != million_rows.check(4, 7, 50)


def test_wrong_elements_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(SCALARS, "circle", lambda x, y, r: Circle(x, y, r * (1 - 2.0**-52)))
    tally = million_rows.check(seed=1, turn=million_rows.KINDS.index(("circle", "rect")), count=100)
    assert {line.split(":")[0] for line in tally.wrong} >= {"relate", "separation", "contact", "cast"}
    monkeypatch.setattr(million_rows, "run", lambda *_: tally)
    assert million_rows.main(["--rows", "100"]) == 1
    assert "WRONG" in capsys.readouterr().out
