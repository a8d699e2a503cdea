"""A small run of the million areas, and a check that wrong answers are detected."""

from __future__ import annotations

from typing import Any

import million_areas
import pytest

import collide2d as c2
from collide2d import Circle, Rect


def test_no_area_is_wrong_and_every_case_is_reached() -> None:
    outcomes, wrong = million_areas.check(seed=5, count=1500, each=50)
    assert wrong == []
    for part in ("nothing", "a shape", "thin", "a part"):
        assert sum(n for (_, found), n in outcomes.items() if found == part) >= 75, part


def test_wrong_areas_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    right = c2.overlap_area
    for wrong_area in (lambda a, b: right(a, b) * (1 + 1e-10), lambda a, b: right(a, b) + 1e-9):
        monkeypatch.setattr(c2, "overlap_area", wrong_area)
        for a, b in ((Rect(0, 0, 4, 4, 30), Rect(3, 2, 4, 4)), (Circle(0, 0, 1), Rect(0.5, 0, 4, 4))):
            assert any("the area is not" in law for law in million_areas.broken(a, b, True))
    assert "0 at the wrong place" in million_areas.broken(Circle(0, 0, 1), Circle(2, 0, 1), False)


def test_wrong_intersections_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    right, pair = c2.intersection, (Rect(0, 0, 4, 4, 30), Rect(3, 2, 4, 4))

    def moved(a: Any, b: Any) -> Any:
        common = right(a, b)
        return common and common.move(1e-12, 0)

    monkeypatch.setattr(c2, "intersection", moved)
    assert any("no corner" in law for law in million_areas.broken(*pair, False))
    monkeypatch.setattr(c2, "intersection", lambda *_: None)
    assert "the intersection is None" in million_areas.broken(*pair, False)
