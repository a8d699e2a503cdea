"""A small run of the million turns, and a check that wrong answers are detected."""

from __future__ import annotations

from typing import Any

import million_turns
import pytest
from turns import TURN_REGIMES

import collide2d as c2


def test_no_answer_is_wrong_and_every_case_is_reached() -> None:
    outcomes, wrong = million_turns.check(seed=5, count=900, each=30)
    assert wrong == []
    for regime in TURN_REGIMES:
        assert outcomes[regime, "hit"] + outcomes[regime, "hit at once"] >= 3
        assert outcomes[regime, "miss"] >= 10
    assert outcomes["leaving", "miss"] >= 10


def test_a_wrong_answer_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    right = c2.turn_cast

    def late(a: Any, angle: float, b: Any, about: Any, **motion: Any) -> Any:
        hit = right(a, angle, b, about, **motion)
        return hit and c2.Hit(min(1.0, hit.t + 0.1), hit.point, hit.normal, hit.depth)

    monkeypatch.setattr(c2, "turn_cast", late)
    _, wrong = million_turns.check(seed=5, count=100, each=1000)
    assert any("overlap at the stop" in law for law in wrong)
    monkeypatch.setattr(c2, "turn_cast", lambda *_, **__: None)
    _, wrong = million_turns.check(seed=5, count=100, each=1000)
    assert any("passes through" in law for law in wrong)
