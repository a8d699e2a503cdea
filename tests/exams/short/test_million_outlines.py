"""A small run of the million outlines, and a check that a wrong answer is detected."""

from __future__ import annotations

from typing import Any

import million_outlines
import pytest

import collide2d._unions as unions


def test_no_answer_is_wrong_and_every_case_is_reached() -> None:
    tally = million_outlines.check(seed=20, count=len(million_outlines.SCHEDULE) * 40)
    assert tally.wrong == []
    for kind in million_outlines.SCHEDULE[1:]:
        assert tally.outcomes[kind, "polygons"] >= 10
    assert sum(tally.outcomes[kind, "holes"] for kind in million_outlines.SCHEDULE) > 3
    assert tally.outcomes["shape", "round"] > 5 < tally.outcomes["shape", "sharp"]


@pytest.mark.parametrize(
    ("law", "change"),
    [
        ("winding", lambda polygons: polygons[1:]),
        ("area", lambda polygons: polygons[1:]),
        ("direction", lambda polygons: [[ring[::-1] for ring in polygon] for polygon in polygons]),
        ("repeated", lambda polygons: [[(*ring, ring[0]) for ring in polygon] for polygon in polygons]),
    ],
)
def test_each_law_can_be_broken(
    law: str, change: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    true = unions.body_outline
    monkeypatch.setattr(unions, "body_outline", lambda *args: change(true(*args)))
    tally = million_outlines.check(seed=1, count=20)
    assert any(line.startswith(law) for line in tally.wrong)
    monkeypatch.setattr(million_outlines, "run", lambda *_: tally)
    assert million_outlines.main(["--cases", "20"]) == 1
    assert f"WRONG {law}" in capsys.readouterr().out
