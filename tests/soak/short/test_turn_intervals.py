"""A small run of the turns against intervals, and a check that wrong answers are detected."""

from __future__ import annotations

from typing import Any

import pytest
import turn_intervals
from interval_oracle import enters

import collide2d as c2


def test_no_answer_is_wrong_and_every_case_is_reached() -> None:
    outcomes, wrong = turn_intervals.check(seed=2, count=28)
    assert wrong == []
    for outcome in ("hit", "hit at once", "miss"):
        assert sum(count for (_, found), count in outcomes.items() if found == outcome) > 0
    assert {family for family, _ in outcomes} == set(turn_intervals.FAMILIES)


@pytest.mark.parametrize(
    ("part", "sign"), [(1.01, "overlaps at the stop"), (1.01, "overlaps by"), (0.99, "E away"), (None, "overlaps by")]
)
def test_wrong_times_are_detected(monkeypatch: pytest.MonkeyPatch, part: float | None, sign: str) -> None:
    turn = (c2.Rect(0, 0, 40, 4), 90.0, c2.Rect(20, 30, 10, 10), (2.0, 2.0), (0.0, 0.0))
    right: Any = c2.turn_cast(*turn[:4])
    assert turn_intervals.examine(turn) == ("hit", [])
    wrong = part and c2.Hit(right.t * part, right.point, right.normal, 0.0)
    monkeypatch.setattr(c2, "turn_cast", lambda *_, **__: wrong)
    assert any(sign in law for law in turn_intervals.examine(turn)[1])


def test_a_thin_shape_on_the_other_side_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = (c2.Segment(0, 0, 4, 0), 90.0, c2.Segment(1, 1, 2, 2), (0.0, 0.0), (0.0, 0.0))
    assert turn_intervals.examine(turn) == ("hit", [])
    monkeypatch.setattr(c2, "turn_cast", lambda *_, **__: None)
    assert turn_intervals.examine(turn) == ("miss", ["passes through at 0.5"])


def test_of_turns_from_a_touch_the_first_two_orders_count() -> None:
    for box, angle, about, sign in (
        (c2.Rect(2, 0, 2, 2), 45.0, (1.0, 1.0), 1),
        (c2.Rect(2, 0, 2, 2), 45.0, (0.0, 1.0), 1),
        (c2.Rect(2, 2, 2, 2), 45.0, (0.0, 0.0), -1),
        (c2.Circle(3, 1, 1), 45.0, (1.0, 1.0), 1),
    ):
        turn = (c2.Rect(0, 0, 2, 2), angle, box, about, (0.0, 0.0))
        hit = c2.turn_cast(*turn[:4])
        assert enters(turn) == sign
        assert (sign == 1) == (hit is not None and hit.t == 0)
    disc = (c2.Circle(0, 0, 1), 90.0, c2.Rect(-9, 1, 18, 1), (0.0, 0.0), (0.0, 0.0))
    assert enters(disc) == 0
