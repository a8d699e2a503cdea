"""Every row of the table of bench/cliffs can be made and called. No test judges how long that takes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).resolve().parents[3] / "bench" / "cliffs"))

import cliffs
import row as table


@pytest.mark.parametrize("row", cliffs.ROWS, ids=lambda row: row.name)
def test_each_row_can_be_called(row: Any) -> None:
    assert row.make(64)() >= 0


@pytest.mark.parametrize(("second", "output", "marked"), [(16.0, 1, True), (16.0, 16, False), (5.0, 1, False)])
def test_the_table_marks_cliffs(monkeypatch: pytest.MonkeyPatch, second: float, output: int, marked: bool) -> None:
    """The call takes 1 s at n and has an output of size 1; `second` and `output` are those at 4n."""
    times = iter([(1.0, 1), (second, output)])
    monkeypatch.setattr(cliffs, "measure", lambda _: next(times))
    assert ("CLIFF" in cliffs.line(table.Row("any", 1, lambda _: lambda: 0), 20)) is marked
