"""A small run of the million truths, and checks that a wrong truth is detected by each oracle."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import million_truths
import pytest
import truth_makers as made
from c_oracle import COracle

from collide2d import Circle, Relation, reference
from collide2d.testing.truths import CastTruth, PairTruth, WayTruth


@pytest.fixture(scope="module")
def c_oracle(tmp_path_factory: pytest.TempPathFactory) -> COracle:
    return COracle(tmp_path_factory.mktemp("oracle"))


def test_no_truth_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert million_truths.main(["--truths", "1500", "--processes", "1", "--thorough", "8"]) == 0
    assert "\n1,500 truths, 0 wrong, " in capsys.readouterr().out


def test_equal_seeds_give_equal_texts_with_any_number_of_processes() -> None:
    texts = [[part.text for part in million_truths.parts(120, 3, n, 100, batch=40)] for n in (1, 2)]
    assert texts[0] == texts[1]
    assert len(set(texts[0])) == 3


def test_wrong_truths_are_reported(
    c_oracle: COracle, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    part = million_truths.check(1, 10, 100, c_oracle)
    assert part.wrong == []
    monkeypatch.setattr(million_truths, "parts", lambda *_: iter([part._replace(wrong=["oracle.py: relation: pair"])]))
    assert million_truths.main([]) == 1
    assert "WRONG oracle.py: relation: pair\n" in capsys.readouterr().out


def test_each_oracle_detects_a_wrong_pair(c_oracle: COracle) -> None:
    a, b = Circle(0, 0, 1), Circle(3, 4, 1)
    right = made.pair_truth("lattice", a, b)
    assert right == PairTruth("lattice", a, b, Relation.APART, 3.0, 3.0, (-0.6, -0.8))
    assert million_truths.wrong_pair(right, c_oracle) == []
    touching = million_truths.wrong_pair(right._replace(relation=Relation.TOUCHING), c_oracle)
    assert touching == ["oracle.py: relation", "oracle.c: relation"]
    shifted = right._replace(low=math.nextafter(3, 4), high=math.nextafter(3, 4))
    assert million_truths.wrong_pair(shifted, c_oracle) == ["oracle.c: separation", "oracle.py: bounds"]
    deep = made.pair_truth("lattice", a, Circle(1, 0, 1))
    assert million_truths.wrong_pair(deep, c_oracle) == []
    assert million_truths.wrong_pair(deep._replace(normal=(1.0, 0.0)), c_oracle) == ["oracle.py: way out"]


def test_oracles_detect_wrong_times() -> None:
    cast = made.cast_truth("random", Circle(0, 0, 1), (7.0, 0.0), Circle(5, 0, 1))
    assert isinstance(cast, CastTruth)
    assert cast.low is not None
    assert cast.high is not None
    assert cast.low < Fraction(3, 7) < cast.high
    assert million_truths.wrong_cast(cast) == []
    assert million_truths.wrong_cast(cast._replace(low=None)) == ["oracle.py: a miss"]
    assert million_truths.wrong_cast(cast._replace(low=cast.high, high=0.5)) == ["oracle.py: t is less"]
    assert million_truths.wrong_cast(cast._replace(low=0.25, high=0.25)) == ["oracle.py: t is more"]
    ways = [truth for truth in made.way_truths(2, 100) if isinstance(truth, WayTruth)]
    way = next(truth for truth in ways if truth.low not in (None, 0.0))
    assert million_truths.wrong_way(way) == []
    assert million_truths.wrong_way(way._replace(low=None)) == ["union_oracle.py: free"]


def test_bounds_enclose_the_separation_of_the_reference() -> None:
    for truth in made.pair_truths(5, 300):
        assert isinstance(truth, PairTruth)
        exact: Any = reference.surd_separation(truth.a, truth.b)
        assert exact.compare(reference.Surd(Fraction(truth.low))) >= 0
        assert exact.compare(reference.Surd(Fraction(truth.high))) <= 0
        assert truth.high in (truth.low, math.nextafter(truth.low, math.inf))
