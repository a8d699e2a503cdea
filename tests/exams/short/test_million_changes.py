"""A small run of the million changes through every kind, anchor and layout, which also detects a wrong row."""

from __future__ import annotations

import million_changes
import numpy as np
import pytest

from collide2d import Circles

ROUND = len(million_changes.FORMS)


def test_no_row_differs_from_the_single_shapes() -> None:
    for turn in range(0, 12 * ROUND, 5):  # the forms are 12, with no factor 5
        tally = million_changes.check(seed=turn, turn=turn, count=60)
        assert tally.wrong == []
        assert set(tally.rows) | {"replace angle"} == set(million_changes.VERBS)
        assert all(rows == 60 for rows in tally.rows.values())


def test_some_changes_are_refused_and_most_are_not() -> None:
    tally = million_changes.run(rows=1200, seed=2, processes=1, batch=100)
    assert all(0 < 2 * tally.refused[verb] < tally.rows[verb] for verb in ("move", "grow", "scale_by", "replace all"))
    assert million_changes.run(rows=1200, seed=2, processes=1, batch=100) == tally


def test_wrong_rows_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    right = Circles.grow
    monkeypatch.setattr(Circles, "grow", lambda self, d: right(self, np.multiply(d, 1 + 2.0**-52)))
    tally = million_changes.check(seed=1, turn=million_changes.FORMS.index(("circle", "topleft")), count=100)
    assert {line.split(":")[0] for line in tally.wrong} == {"grow"}
    monkeypatch.setattr(million_changes, "run", lambda *_: tally)
    assert million_changes.main(["--rows", "100"]) == 1
    assert "WRONG" in capsys.readouterr().out
