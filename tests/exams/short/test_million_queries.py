"""A small run of the million queries through every kind, which also detects a wrong row."""

from __future__ import annotations

from typing import Any

import array_queries
import million_queries
import pytest


def test_no_row_differs_from_the_single_calls() -> None:
    for i, kind in enumerate(million_queries.KINDS * 2):
        tally = million_queries.check(seed=i, kind=kind, count=8)
        assert tally.rows == 8
        assert set(tally.wrong.values()) == {0}
        assert ("raycast" in tally.wrong) is (kind == "point")


def test_wrong_rows_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    right = array_queries.results_of_row

    def wrong(got: Any, i: int) -> Any:
        found = right(got, i)
        return found[::-1] if type(got).__name__ == "Items" else found

    monkeypatch.setattr(array_queries, "results_of_row", wrong)
    tally = million_queries.check(seed=1, kind="circle")
    assert tally.wrong["query"] > 0
    assert sum(tally.wrong.values()) == tally.wrong["query"]
    monkeypatch.setattr(million_queries, "run", lambda *_: tally)
    assert million_queries.main(["--rows", "100", "--seed", "1"]) == 1
    assert "wrong: 0" not in capsys.readouterr().out
