"""A small run of the million truths, and checks that a wrong truth is detected by each oracle."""

from __future__ import annotations

import lzma
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import million_truths
import pytest
import truth_makers as made
from c_oracle import COracle

from collide2d import Circle, Point, Polygon, Relation, reference
from collide2d.testing.truths import CastTruth, PairTruth, WayTruth


@pytest.fixture(scope="module")
def c_oracle(tmp_path_factory: pytest.TempPathFactory) -> COracle:
    return COracle(tmp_path_factory.mktemp("oracle"))


def test_no_truth_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert million_truths.main(["--truths", "1500", "--processes", "1", "--thorough", "8"]) == 0
    assert "\n1,500 truths, 0 wrong, " in capsys.readouterr().out


def test_equal_seeds_give_equal_texts_with_any_number_of_processes() -> None:
    texts = [[part.text for part in million_truths.new_parts(120, 3, n, 100, batch=40)] for n in (1, 2)]
    assert texts[0] == texts[1]
    assert len(set(texts[0])) == 3


def test_wrong_truths_are_reported(
    c_oracle: COracle, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    part = million_truths.judge(million_truths.made_lines(1, 10), 100, c_oracle)
    assert part.wrong == []
    monkeypatch.setattr(
        million_truths, "new_parts", lambda *_: iter([part._replace(wrong=["oracle.py: relation: pair"])])
    )
    assert million_truths.main([]) == 1
    assert "WRONG oracle.py: relation: pair\n" in capsys.readouterr().out


def test_a_file_is_judged_and_made_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "truths.txt.xz")
    assert million_truths.main(["--truths", "200", "--processes", "1", "--thorough", "1000", "--output", path]) == 0
    made_digest = capsys.readouterr().out.splitlines()[-2]
    assert million_truths.main(["--check", path, "--processes", "1", "--thorough", "1000"]) == 0
    assert capsys.readouterr().out.splitlines()[-2] == made_digest
    with lzma.open(path, "rt", encoding="ascii") as file:
        lines = [line.replace("apart", "touching") for line in file]
    plain = tmp_path / "changed.txt"
    plain.write_text("".join(lines), encoding="ascii")
    assert million_truths.main(["--check", str(plain), "--processes", "1", "--thorough", "1000"]) == 1
    printed = capsys.readouterr().out
    assert "WRONG axes_oracle.py: relation: pair\t" in printed
    assert "WRONG truth_makers.py: pair\t" in printed


def test_each_oracle_detects_a_wrong_pair(c_oracle: COracle) -> None:
    a, b = Circle(0, 0, 1), Circle(3, 4, 1)
    right = made.pair_truth("lattice", a, b)
    assert right == PairTruth("lattice", a, b, Relation.APART, 3.0, 3.0, (-0.6, -0.8))
    assert million_truths.wrong_pair(right, c_oracle) == []
    touching = million_truths.wrong_pair(right._replace(relation=Relation.TOUCHING), c_oracle)
    assert touching == ["axes_oracle.py: relation", "oracle.py: relation", "oracle.c: relation"]
    shifted = right._replace(low=math.nextafter(3, 4), high=math.nextafter(3, 4))
    assert million_truths.wrong_pair(shifted, c_oracle) == ["axes_oracle.py: bounds", "oracle.c: separation"]
    deep = made.pair_truth("lattice", a, Circle(1, 0, 1))
    assert million_truths.wrong_pair(deep, c_oracle) == []
    assert million_truths.wrong_pair(deep._replace(normal=(1.0, 0.0)), c_oracle) == ["axes_oracle.py: way out"]


def up(x: float) -> float:
    return math.nextafter(x, math.inf)


def down(x: float) -> float:
    return math.nextafter(x, -math.inf)


def other_bounds(low: float, high: float) -> list[tuple[float, float]]:
    """All bounds that are off by one double at one end or both, and the other form of bounds."""
    nearby = {(down(low), high), (low, up(high)), (up(low), up(high)), (down(low), down(high)), (low, low),
              (high, high), (up(low), high)}  # fmt: skip
    return [(x, y) for x, y in nearby if x <= y and (x, y) != (low, high)]


def test_no_double_of_a_pair_can_be_another_one(c_oracle: COracle) -> None:
    """The second oracle is exact: it detects every number that is off by one unit in the last place."""
    for truth in made.pair_truths(9, 600):
        assert isinstance(truth, PairTruth)
        lies = [truth._replace(low=x, high=y) for x, y in other_bounds(truth.low, truth.high)]
        lies.append(truth._replace(normal=(1.0, 0.0) if truth.normal is None else None))
        if truth.normal is not None:
            lies += [truth._replace(normal=(f(truth.normal[0]), truth.normal[1])) for f in (up, down)]
        assert [lie for lie in lies if not million_truths.wrong_pair(lie, c_oracle)] == []


def test_no_double_of_a_time_can_be_another_one() -> None:
    checks: dict[type, Any] = {CastTruth: million_truths.wrong_cast, WayTruth: million_truths.wrong_way}
    for truth in [*made.cast_truths(9, 200), *made.way_truths(9, 120)]:
        assert not isinstance(truth, PairTruth)
        wrong = checks[type(truth)]
        assert wrong(truth) == []
        if truth.low is None or truth.high is None:
            lies = [truth._replace(low=0.5, high=0.5), truth._replace(low=down(1.0), high=1.0)]
        else:
            bounds = [(x, y) for x, y in other_bounds(truth.low, truth.high) if x >= 0 and y <= 1]
            lies = [truth._replace(low=x, high=y) for x, y in bounds] + [truth._replace(low=None, high=None)]
        assert [lie for lie in lies if not wrong(lie)] == []


def test_brute_force_detects_wrong_ways() -> None:
    ways = [truth for truth in made.way_truths(2, 100) if isinstance(truth, WayTruth)]
    way = next(truth for truth in ways if truth.low not in (None, 0.0))
    assert million_truths.wrong_way_by_force(way) == []
    assert million_truths.wrong_way_by_force(way._replace(low=None)) == ["union_oracle.py: free"]
    assert million_truths.wrong_way_by_force(way._replace(low=0.9375, high=0.9375)) != []


def test_a_way_that_members_block_together_at_its_very_end_is_free() -> None:
    """The sweep up to the end touches the polygon ahead at a corner, and any shift then meets something; but no shorter
    sweep does."""
    floor, wall = Polygon([(0, 0), (8, 0), (8, -8)]), Polygon([(8, 0), (16, -2), (16, 2)])
    way = made.way_truth("fan", Point(0, 0), (8.0, 0.0), [floor, wall, Polygon([(0, 0), (-8, 8), (-8, 1)])])
    assert way.low is None
    assert million_truths.wrong_way(way) == []


def test_bounds_enclose_the_separation_of_the_reference() -> None:
    for truth in made.pair_truths(5, 300):
        assert isinstance(truth, PairTruth)
        exact: Any = reference.surd_separation(truth.a, truth.b)
        assert exact.compare(reference.Surd(Fraction(truth.low))) >= 0
        assert exact.compare(reference.Surd(Fraction(truth.high))) <= 0
        assert truth.high in (truth.low, math.nextafter(truth.low, math.inf))
