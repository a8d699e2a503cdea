"""A small run of the million casts, and a check that a wrong answer is detected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import million_casts
import oracle
import pytest
from measures import UNIT

import collide2d as c2
from collide2d.testing.cast_regimes import CAST_REGIMES
from collide2d.testing.recipes import KIND_PAIRS


def test_no_answer_is_wrong_and_every_case_is_reached() -> None:
    casts = len(million_casts.SCHEDULE) * len(KIND_PAIRS) * 8
    tally = million_casts.check(seed=20, count=casts)
    assert tally.wrong == []
    for outcome in ("hits", "misses"):
        assert million_casts.total(tally, outcome) > casts // 3
    for outcome in ("grazes", "starts in touch", "starts overlapping"):
        assert million_casts.total(tally, outcome) > casts // 10
    assert million_casts.total(tally, "hits at once") > casts // 40
    assert million_casts.total(tally, "swapped") > casts // 3
    for a, b in KIND_PAIRS:
        for outcome in ("hits", "misses", "grazes", "starts in touch"):
            assert tally.outcomes[a, b, outcome] >= 10 or {a, b} == {"point"}


def test_every_regime_has_a_turn() -> None:
    assert set(million_casts.TURNS) == set(CAST_REGIMES)


def test_the_same_seed_gives_the_same_casts() -> None:
    assert list(million_casts.drawn_casts(3, 300)) == list(million_casts.drawn_casts(3, 300))
    assert list(million_casts.drawn_casts(3, 300)) != list(million_casts.drawn_casts(4, 300))


def test_wrong_answers_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    truth: Callable[[Any, Any], int] = oracle.relation
    monkeypatch.setattr(oracle, "relation", lambda a, b: max(truth(a, b), 0))
    tally = million_casts.check(seed=1, count=500)
    monkeypatch.setattr(oracle, "relation", lambda a, b: min(truth(a, b) + 1, 1))
    tally.wrong.extend(million_casts.check(seed=1, count=500).wrong)
    assert {"hit,", "touch:"} <= {line.split()[0] for line in tally.wrong}
    monkeypatch.setattr(million_casts, "run", lambda *_: tally)
    assert million_casts.main(["--casts", "500"]) == 1
    assert "WRONG " + tally.wrong[0] in capsys.readouterr().out


def hit_of(cast: tuple[Any, Any, Any], **changes: Any) -> Any:
    found = c2.cast(*cast)
    assert found is not None
    fields = {name: getattr(found, name) for name in ("t", "point", "normal", "depth")}
    return c2.Hit(**{**fields, **changes})


@pytest.mark.parametrize(
    ("law", "changes"),
    [
        ("safe stop", {"t": 0.4 + 2.0**-50}),
        ("depth", {"depth": 1e-9}),
        ("against the motion", {"normal": (1.0, 0.0)}),
        ("parted by the normal", {"normal": (-0.8, 0.6)}),
        ("unit normal", {"normal": (-1.0 - 64 * float(UNIT), 0.0)}),
    ],
)
def test_each_law_of_a_hit_can_be_broken(law: str, changes: dict[str, Any]) -> None:
    cast = (c2.Circle(0, 0, 1), (10.0, 0.0), c2.Rect(5, -2, 4, 4))
    assert million_casts.wrong_hit(*cast, hit_of(cast), False) == []
    assert law in million_casts.wrong_hit(*cast, hit_of(cast, **changes), False)


@pytest.mark.parametrize(
    ("law", "changes"), [("swapped t", {"t": 0.4 - 1e-9}), ("swapped normal", {"normal": (-0.8, 0.6)})]
)
def test_swapped_roles_that_differ_are_seen(law: str, changes: dict[str, Any]) -> None:
    cast = (c2.Circle(0, 0, 1), (10.0, 0.0), c2.Rect(5, -2, 4, 4))
    assert million_casts.wrong_swap(*cast, hit_of(cast), False) == []
    assert million_casts.wrong_swap(*cast, hit_of(cast, **changes), False) == [law]
    assert million_casts.wrong_swap(*cast, None, False) == ["swapped hit"]
