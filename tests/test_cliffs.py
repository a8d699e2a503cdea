"""Every row of the table of bench/cliffs.py can be made and called. How long that takes is no test's business."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent / "bench"))

import cliffs  # noqa: E402  # the path comes first


@pytest.mark.parametrize("row", cliffs.ROWS, ids=lambda row: row.name)
def test_each_row_can_be_called(row: Any) -> None:
    assert row.make(64)() >= 0


def test_the_table_tells_a_cliff(capsys: pytest.CaptureFixture[str]) -> None:
    def square(n: int) -> Any:
        return lambda: sum(1 for i in range(n) for j in range(n)) // n

    assert "CLIFF" in cliffs.line(cliffs.Row("square", 400, square), 20)
    assert "CLIFF" not in cliffs.line(cliffs.Row("line", 400, lambda n: lambda: sum(1 for _ in range(n))), 20)
