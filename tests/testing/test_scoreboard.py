"""The scoreboard of other libraries: its page, its verdict, and what it is careful about."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from collide2d import Circle, Point, Rect
from collide2d.testing import EXAM_REGIMES

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench" / "peers"))

import peers  # noqa: E402 found by the path above
import scoreboard  # noqa: E402
from peers import Peer, Question  # noqa: E402


def test_the_page_has_the_rates_and_an_example_of_each_wrong_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    assert scoreboard.main(["--only", "collide2d", "epsilon_formulas", "--count", "400", "--output", str(page)]) == 0
    text, verdict = page.read_text(encoding="utf-8"), capsys.readouterr().out.splitlines()[-1]
    assert verdict in text
    assert re.fullmatch(r"1 libraries and formulas: \d+ of [\d,]+ answers wrong; collide2d: 0 of 960; \d+ s", verdict)
    assert text.count("```text\n") == 3
    assert "they are apart, by" in text


def test_wrong_answers_of_our_own_are_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def liar() -> Peer:
        question = Question("collides", ("circle", "circle"), lambda *numbers: True)
        return Peer("collide2d 0", "everything", [question])

    monkeypatch.setattr(scoreboard, "PEERS", [liar])
    assert scoreboard.main(["--count", "100", "--output", "-"]) == 1


def test_a_peer_that_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent() -> Peer:
        raise ImportError("No module named 'absent'")

    monkeypatch.setattr(scoreboard, "PEERS", [absent])
    page = tmp_path / "page.md"
    assert scoreboard.main(["--output", str(page)]) == 0
    assert "- absent: No module named 'absent'" in page.read_text(encoding="utf-8")
    assert "not asked: absent" in capsys.readouterr().out


def test_few_answers_give_no_rate() -> None:
    row: Any = next(scoreboard.examined(peers.formulas(), 100))
    assert row.rate("near") != "–"
    assert row.rate("decimals") == "–"


def test_shapes_that_a_peer_does_not_take_are_left_out() -> None:
    ball, dot, box = Circle(0, 0, 1), Circle(0, 0, 0), Rect(1, 0, 2, 0)
    assert [peers.has_sizes(ball, shape) for shape in (ball, dot, box, Point(0, 0))] == [True, False, False, True]
    assert not peers.sized_and_not_touching(ball, Circle(2, 0, 1))


def test_every_regime_has_a_column() -> None:
    regimes = [regime for names in scoreboard.CATEGORIES.values() for regime in names]
    assert sorted(regimes) == sorted(EXAM_REGIMES)


def test_the_page_of_the_site_has_at_least_eight_peers() -> None:
    text = scoreboard.PAGE.read_text(encoding="utf-8")
    assert len(re.findall(r"^## (?!Not asked|collide2d)", text, re.MULTILINE)) >= 8
    assert re.search(r"^\d+ libraries and formulas: .* collide2d: 0 of [\d,]+; \d+ s$", text, re.MULTILINE)
