"""A small run of the pairs of large polygons, and a check that a wrong answer is detected."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import million_polygons
import numpy as np
import oracle
import polygons
import pytest

import collide2d as c2
from collide2d.testing.sources import Seeded


def test_no_answer_is_wrong() -> None:
    tally = million_polygons.check(seed=5, count=400, most=1_500)
    assert tally.wrong == []
    for relation in (-1, 0, 1):
        assert sum(n for (_, r), n in tally.relations.items() if r == relation) >= 60
    assert sum(n for digits, n in tally.sizes.items() if digits >= 5) >= 60
    assert min(tally.contained.values()) >= 60


def test_the_oracle_agrees_with_one_that_compares_all_differences() -> None:
    """The other oracle tests all differences of vertices, without sorting by angle, so polygons are small."""
    source = Seeded(11)
    seen = set()
    for _ in range(300):
        pair = polygons.pair(source, most=8)
        a, b = (polygons.build(c2, placed, pair.unit) for placed in pair[:2])
        if len(a.vertices) * len(b.vertices) <= 150:
            found = polygons.relation(pair.a, pair.b)
            assert found == oracle.relation(a, b), pair
            seen.add(found)
    assert seen == {-1, 0, 1}


def test_contains_of_the_oracle_agrees_with_its_definition() -> None:
    source = Seeded(12)
    counts = [0, 0]
    for _ in range(300):
        pair = polygons.pair(source, most=8)
        holds = polygons.contains(pair.a, pair.b)
        counts[holds] += 1
        assert holds == _contains(pair.a, pair.b), pair
    assert min(counts) >= 30


def _contains(a: polygons.Placed, b: polygons.Placed) -> bool:
    """Whether each vertex of b is within rho of a, or at least -rho inside each edge of a if rho < 0."""
    rho = int(a.radius) - int(b.radius)
    edges = [(p, q - p) for p, q in zip(a.points.tolist(), np.roll(a.points, -1, axis=0), strict=True)]
    for x, y in b.points.tolist():
        sides, near = [], []
        for (px, py), (ex, ey) in edges:
            wx, wy, length2 = x - px, y - py, int(ex) ** 2 + int(ey) ** 2
            cross = int(ex) * wy - int(ey) * wx
            sides.append((1 if cross > 0 else -1 if cross < 0 else 0) * Fraction(cross * cross, length2))
            t = min(max(Fraction(int(ex) * wx + int(ey) * wy, length2), Fraction(0)), Fraction(1))
            near.append((wx - t * int(ex)) ** 2 + (wy - t * int(ey)) ** 2)
        if rho < 0 and min(sides) < rho * rho:
            return False
        if rho >= 0 and min(sides) < 0 and min(near) > rho * rho:
            return False
    return True


def test_the_same_seed_gives_the_same_pairs() -> None:
    def drawn(seed: int) -> list[bytes]:
        source = Seeded(seed)
        return [polygons.pair(source, 50).a.points.tobytes() for _ in range(20)]

    assert drawn(3) == drawn(3)
    assert drawn(3) != drawn(4)


def test_wrong_answers_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    truth: Callable[[polygons.Placed, polygons.Placed], int] = polygons.relation
    monkeypatch.setattr(polygons, "relation", lambda a, b: max(truth(a, b), 0))
    tally = million_polygons.check(seed=1, count=100, most=100)
    assert tally.wrong
    monkeypatch.setattr(million_polygons, "run", lambda *_: tally)
    assert million_polygons.main(["--pairs", "100"]) == 1
    assert "WRONG" in capsys.readouterr().out
