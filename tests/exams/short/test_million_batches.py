"""A small run of the million batches through every pair of kinds, which also detects a wrong row."""

from __future__ import annotations

from typing import Any

import million_batches
import numpy as np
import pytest


def test_no_row_differs_from_the_single_pairs() -> None:
    for i, (kind_a, kind_b) in enumerate(million_batches.KINDS):
        tally = million_batches.check(seed=i, kind_a=kind_a, kind_b=kind_b, count=24)
        assert tally.rows > 0
        assert tally[1:] == (0, 0)


@pytest.mark.parametrize("verb", ["first_hits", "nearest"])
def test_wrong_rows_are_reported(
    verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = getattr(million_batches, verb)

    def wrong(*arguments: Any, **options: bool) -> Any:
        found = right(*arguments, **options)
        return found._replace(row=np.roll(found.row, 1, axis=0))

    monkeypatch.setattr(million_batches, verb, wrong)
    monkeypatch.setattr(million_batches, "KINDS", [("circle", "circle")])
    assert million_batches.main(["--rows", "100", "--seed", "1", "--processes", "1"]) == 1
    assert "wrong: 0 first hits, 0 nearest" not in capsys.readouterr().out
