"""The scoreboard of other libraries: its page, its verdict, and what it is careful about."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from collide2d import Circle, Point, Rect
from collide2d.testing import EXAM_REGIMES, examine

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


def test_a_cell_has_the_counts_and_a_percentage_only_of_many() -> None:
    report = examine(lambda a, b: False, ("circle", "circle"), regimes=["lattice", "decimals", "far"], count=120)
    row = scoreboard.Row(Peer("liar", "nothing", []), Question("f", ("circle", "circle"), lambda a, b: False), report)
    wrong = report.wrong["lattice"]
    assert row.rate("lattice") == f"{wrong}/40 ({wrong / 0.4:.2g} %)"
    assert row.rate("random") == "0/0"
    few = row._replace(report=examine(lambda a, b: False, ("circle", "circle"), regimes=["exact_touch"], count=20))
    assert few.rate("lattice") == "20/20"


def test_a_name_of_no_peer_gives_an_error_with_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        scoreboard.main(["--only", "nosuch", "--output", "-"])
    assert re.search("'nosuch'.*'formulas', .*'shapely'", capsys.readouterr().err)


def test_one_distance_for_two_radii_is_only_asked_where_their_sum_is_a_double() -> None:
    assert peers.has_exact_sum_of_radii(Circle(0, 0, 0.1), Point(1, 0))
    assert peers.has_exact_sum_of_radii(Circle(0, 0, 0.25), Circle(1, 0, 0.5))
    assert not peers.has_exact_sum_of_radii(Circle(0, 0, 0.1), Circle(1, 0, 0.7))
    pytest.importorskip("shapely")
    of_distances = [question for question in peers.shapely().questions if question.call == "dwithin"]
    assert {question.kinds for question in of_distances} >= {("circle", "circle"), ("capsule", "capsule")}
    assert all(question.where is peers.has_exact_sum_of_radii for question in of_distances)


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
