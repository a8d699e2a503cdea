"""The million slides, of shapes and of bodies, are the same for the same seed, and a violation is reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import body_slides
import million_bodies
import million_slides
import pytest
import slides

import collide2d as c2

CHECKS = (slides.check_slides, slides.check_seams, body_slides.check_bodies)


@pytest.mark.parametrize("check", CHECKS)
def test_the_same_seed_gives_the_same_slides(check: Callable[[int, int], slides.Tally]) -> None:
    assert check(7, 40) == check(7, 40)
    assert check(7, 40) != check(8, 40)


def test_violations_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    bad = slides.Tally(slides.check_seams(3, 5).outcomes, ["lifted: here"])
    monkeypatch.setattr(million_slides, "run", lambda *_: bad)
    monkeypatch.setattr(million_bodies, "run", lambda *_: bad)
    assert million_slides.main(["--slides", "5"]) == million_bodies.main(["--slides", "5"]) == 1
    printed = capsys.readouterr().out
    assert printed.count("WRONG lifted: here") == 2
    assert printed.count("violations: 1") == 2
    bad.wrong.clear()
    assert million_slides.main(["--seams", "5"]) == million_bodies.main(["--slides", "5"]) == 0


def test_slides_of_bodies_break_no_law_and_reach_every_case() -> None:
    tally = body_slides.check_bodies(seed=2, slides=2_000)
    assert tally.wrong == []
    for outcome in ("hit", "deflected", "blocked", "images"):
        assert tally.outcomes[outcome] > 100
    assert tally.outcomes["pushed"] > 5 < tally.outcomes["stuck"]
    assert tally.outcomes["cut rectangles"] > 25
    assert {f"in {name}" for name in body_slides.WORLDS} | {f"of {name}" for name in body_slides.BODIES} <= {
        *tally.outcomes
    }


class Changed:
    """A move with some fields replaced."""

    def __init__(self, move: Any, **changes: Any) -> None:
        self.__dict__ |= {name: getattr(move, name) for name in dir(move) if name[0] != "_"} | changes


def test_each_law_of_a_slide_of_a_body_can_be_broken() -> None:
    body = c2.Body([c2.Rect(0, 0, 2, 4), c2.Rect(2, 0, 4, 4)])
    space: Any = c2.Space({"wall": c2.Rect(10, 0, 4, 4), body_slides.MOVER: body})
    motion = (8.0, 0.0)
    move = space.try_slide(body_slides.MOVER, *motion)
    assert body_slides.wrong_slide(body, motion, move, space, True) == []
    far, near = body.move(20, 0), body.move(5, 0)
    for changes, law in (
        ({"hits": ()}, "stopped without a hit"),
        ({"path": (body, far), "shape": far, "motion": (20.0, 0.0), "legs": ((20.0, 0.0),)}, "passes through"),
        ({"path": (body, near), "shape": near, "motion": (5.0, 0.0), "legs": ((5.0, 0.0),)}, "ends inside"),
        ({"motion": (3.0, 0.0)}, "the start moved by the motion"),
        ({"remaining": (40.0, 0.0)}, "farther than told"),
        ({"pushed": (4.0, 0.0)}, "pushed from where it was free"),
    ):
        assert law in body_slides.wrong_slide(body, motion, Changed(move, **changes), space, True)


def test_seams_of_walls_and_of_bodies_are_passed_by_nothing() -> None:
    tiles = [c2.Rect(0, 0, 4, 4), c2.Rect(4, 0, 4, 4)]
    above, below = (c2.Body([c2.Point(4, y), c2.Point(20, y)]) for y in (-4, 3))
    assert [*body_slides.wrong_leg(above, below, tiles, True)] == ["passes a seam of walls"]
    body = c2.Body(tiles).move(0, -8)
    assert [*body_slides.wrong_leg(body, body.move(0, 5), [c2.Point(4, 0)], True)] == [
        "a wall enters a seam of the body"
    ]
    assert [*body_slides.wrong_leg(body, body.move(0, 4), [c2.Point(4, 0)], True)] == []
