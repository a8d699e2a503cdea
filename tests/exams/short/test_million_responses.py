"""A small run of the million responses through every pair of kinds, which also detects a wrong element."""

from __future__ import annotations

import million_responses
import pytest
from million_rows import KINDS

import collide2d


def test_no_element_differs_from_the_single_verbs() -> None:
    elements = set[str]()
    for turn in range(0, 4 * len(KINDS), 5):  # the pairs of kinds are 36, with no factor 5
        tally = million_responses.check(seed=turn, turn=turn, count=40)
        assert tally.wrong == []
        elements |= tally.elements.keys()
    assert elements == set(million_responses.VERBS)


def test_wrong_elements_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    right = collide2d.slide
    monkeypatch.setattr(collide2d, "slide", lambda v, n: right(v, n) if type(n) is not list else (right(v, n)[0], 0.5))
    tally = million_responses.check(seed=1, turn=1, count=100)
    assert {line.split(":")[0] for line in tally.wrong} == {"slide"}
    monkeypatch.setattr(million_responses, "run", lambda *_: tally)
    assert million_responses.main(["--rows", "100"]) == 1
    assert "WRONG" in capsys.readouterr().out
