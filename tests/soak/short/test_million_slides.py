"""The million slides are the same for the same seed, and a violation is reported."""

from __future__ import annotations

import million_slides
import pytest
import slides


def test_the_same_seed_gives_the_same_slides() -> None:
    for check in (slides.check_slides, slides.check_seams):
        assert check(7, 40) == check(7, 40)
        assert check(7, 40) != check(8, 40)


def test_violations_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    bad = slides.Tally(slides.check_seams(3, 5).outcomes, ["lifted: here"])
    monkeypatch.setattr(million_slides, "run", lambda *_: bad)
    assert million_slides.main(["--slides", "5"]) == 1
    printed = capsys.readouterr().out
    assert "WRONG lifted: here" in printed
    assert "violations: 1" in printed
    bad.wrong.clear()
    assert million_slides.main(["--seams", "5"]) == 0
