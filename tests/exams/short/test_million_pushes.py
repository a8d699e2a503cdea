"""The million pushes are the same for the same seed, and a violation is reported."""

from __future__ import annotations

import math
from types import SimpleNamespace

import million_pushes
import pushes
import pytest

import collide2d as c2

SCENE = pushes.Scene("press", c2.Rect(0, 0, 20, 20), [c2.Rect(-38, 0, 40, 20), c2.Rect(30, 0, 1, 20)], math.inf)


def test_a_small_run_has_no_violation_and_the_same_seed_gives_the_same_pushes() -> None:
    outcomes, wrong = million_pushes.check(7, 60, 1)
    assert wrong == []
    assert outcomes["stuck"] > 5 < outcomes["pushed"]
    assert million_pushes.check(7, 20, 5) == million_pushes.check(7, 20, 5)
    assert million_pushes.check(7, 20, 5) != million_pushes.check(8, 20, 5)


def told(dx: float, dy: float, **changes: object) -> SimpleNamespace:
    shape = SCENE.mover.move(dx, dy)
    fields = {"pushed": (dx, dy), "motion": (dx, dy), "stuck": False, "shape": shape, "path": (SCENE.mover, shape)}
    return SimpleNamespace(**{**fields, **changes})


def test_each_law_of_a_push_can_be_broken() -> None:
    assert pushes.search(*SCENE[1:3]) == pushes.Answer(2.0, 2.0, 2.0)
    assert pushes.wrong_push(SCENE, told(2, 0)) == pushes.wrong_way(SCENE, told(2, 0), True) == []
    for move, laws in (
        (told(1, 0), ["shorter than", "ends inside"]),
        (told(0, 20), ["longer than"]),
        (told(32, 0), ["longer than", "passes through", "passes through, says the oracle"]),
        (told(0, 0, stuck=True, path=(SCENE.mover,)), ["stuck, but"]),
        (told(2, 0, stuck=True), ["stuck, but", "stuck, and moved"]),
    ):
        found = pushes.wrong_push(SCENE, move) + pushes.wrong_way(SCENE, move, True)
        assert all(any(law.startswith(name) for law in found) for name in laws), found
    near = SCENE._replace(max_push=1.0)
    assert any(law.startswith("farther than") for law in pushes.wrong_push(near, told(2, 0)))


def test_a_round_scene_is_searched_in_floating_point() -> None:
    answer = pushes.search(c2.Circle(0, 0, 5), [c2.Rect(-9, 4, 20, 9), c2.Capsule(9, 0, 9, 9, 1)])
    assert answer.robust == pytest.approx(1, rel=1e-4)


def test_violations_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(million_pushes, "run", lambda *_: ({"pushes": 1}, ["passes through: here"]))
    assert million_pushes.main(["--pushes", "1"]) == 1
    assert "WRONG passes through: here\nviolations: 1" in capsys.readouterr().out
    monkeypatch.setattr(million_pushes, "run", lambda *_: ({"pushes": 1}, []))
    assert million_pushes.main(["--pushes", "1"]) == 0
