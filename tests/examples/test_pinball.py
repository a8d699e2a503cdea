"""Pinball: the ball is never inside anything, never outside of the table and never on the wrong side of a flipper."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pygame
import pytest
from headless import open_screen, run_example

from collide2d import Circle, Rect, overlaps
from collide2d.examples.pinball import __main__ as main
from collide2d.examples.pinball import world
from collide2d.examples.pinball.world import BALL, FASTEST, FLIPPERS, HEIGHT, RADIUS, SCENERY, WIDTH, Table
from collide2d.typing import Solid

INSIDE = Rect(world.LEFT, 12, 468 - world.LEFT, HEIGHT + RADIUS)
PIVOT = (FLIPPERS["flipper left"].x + 9, FLIPPERS["flipper left"].y + 9)


def assert_ball_is_free(table: Table) -> None:
    assert [item for item, shape in table.space.items() if item != BALL and overlaps(table.ball, shape)] == []
    x, y = table.ball.center
    assert INSIDE.left + RADIUS <= x <= INSIDE.right - RADIUS
    assert INSIDE.top + RADIUS <= y <= INSIDE.bottom


def test_it_is_the_same_on_every_run(tmp_path: Path) -> None:
    picture, table = tmp_path / "last.png", Table()
    summary = world.autoplay(table, 500, 3)
    assert run_example("pinball", "--frames", "500", "--seed", "3", "--png", str(picture)) == summary
    assert summary.endswith("checksum c9a62275")
    image = pygame.image.load(picture)
    x, y = table.ball.center
    assert image.get_at((int(x), int(y))) != image.get_at((WIDTH - 4, HEIGHT // 2))


class Rogue:
    """Times the flippers as badly as it can, and throws the ball at them from places near by."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.held = [False, False]

    def steer(self, table: Table) -> tuple[bool, bool]:
        draw = self.random.random
        if table.held:
            table.shoot(draw())
        if draw() < 0.05:
            self.throw(table)
        x, y = table.ball.center
        is_near = abs(y - 620) < 40 and abs(x - world.MIDDLE) < 90
        for side in (0, 1):
            if draw() < (0.5 if is_near else 0.1):
                self.held[side] = not self.held[side]
        return self.held[0], self.held[1]

    def throw(self, table: Table) -> None:
        """Puts the ball at a free place around the flippers, and gives it any velocity."""
        draw = self.random.uniform
        place = Circle(draw(60, 380), draw(520, 700), RADIUS)
        if not table.space.query(place, exclude={BALL}):
            angle, speed = draw(0, 2 * math.pi), draw(0, FASTEST)
            table.put_ball(place, (speed * math.cos(angle), speed * math.sin(angle)))


@pytest.mark.parametrize("seed", range(4))
def test_the_ball_is_never_inside_of_anything_and_never_outside_of_the_table(seed: int) -> None:
    table, rogue = Table(), Rogue(seed)
    for _ in range(2500):
        table.balls = 3
        table.step(*rogue.steer(table))
        assert_ball_is_free(table)
    assert table.flips > 100
    assert table.hits > 100


def cage(ceiling: float) -> Table:
    """A ball that the left flipper cannot pass: the gaps beside it are narrower than the ball."""
    x = PIVOT[0]
    walls: dict[str, Solid] = {
        "wall left": Rect(x - 70, ceiling - 60, 60, 400),
        "wall right": Rect(x + 79, ceiling - 60, 60, 400),
        "wall top": Rect(x - 70, ceiling - 60, 210, 60),
    }
    return Table(walls, {"flipper left": FLIPPERS["flipper left"]})


@pytest.mark.parametrize("ceiling", [420.0, 540.0])
def test_the_ball_never_gets_through_a_flipper(ceiling: float) -> None:
    table, rng = cage(ceiling), random.Random(5)
    table.put_ball(Circle(PIVOT[0] + 30, PIVOT[1] - 40, RADIUS))
    is_up = False
    for frame in range(4000):
        if rng.random() < (0.4 if frame % 200 < 100 else 0.05):
            is_up = not is_up
        if rng.random() < 0.05:
            angle = rng.uniform(0, 2 * math.pi)
            table.velocity = (FASTEST * math.cos(angle), FASTEST * math.sin(angle))
        before = table.ball.y
        table.step(is_up)
        assert [item for item, shape in table.space.items() if item != BALL and overlaps(table.ball, shape)] == []
        assert ceiling + RADIUS <= table.ball.y < PIVOT[1] + 40, (frame, before)
    assert table.flips > 200
    assert table.hits > 500


def test_a_flipper_shoots_the_ball_up_that_lies_on_it() -> None:
    table = cage(100.0)
    table.put_ball(Circle(PIVOT[0] + 40, PIVOT[1] - 20, RADIUS))
    for _ in range(40):
        table.step(False)
    table.step(True)
    assert table.velocity[1] < -8
    highest = PIVOT[1]
    for _ in range(60):
        table.step(True)
        highest = min(highest, table.ball.y)
    assert highest < 400
    assert table.flippers[0].raised == pytest.approx(world.REST - world.RAISED)


def test_a_flipper_waits_for_a_ball_that_cannot_go_on() -> None:
    table = cage(570.0)
    pocket = {"wall 1": Rect(PIVOT[0] + 20, 560, 28, 26), "wall 2": Rect(PIVOT[0] + 72, 560, 4, 26)}
    table.space.add_all(pocket)
    table.put_ball(Circle(PIVOT[0] + 60, 590, RADIUS))
    for _ in range(30):
        table.step(True)
        assert table.space.query(BALL) == []
    assert table.waits > 10
    assert 0 < table.flippers[0].raised < world.REST - world.RAISED
    table.space.remove_all([*pocket, "wall top"])
    for _ in range(30):
        table.step(True)
    assert table.flippers[0].raised == pytest.approx(world.REST - world.RAISED)


def test_the_gate_closes_behind_the_ball_and_opens_for_the_next() -> None:
    table = Table()
    assert "gate" not in table.space
    table.shoot(0.5)
    for _ in range(200):
        table.step(False, False)
    assert "gate" in table.space
    table.put_ball(Circle(world.MIDDLE, HEIGHT + 5, RADIUS), (0.0, 20.0))
    table.step(False, False)
    assert (table.balls, table.held, table.ball) == (2, True, world.LANE)
    assert "gate" not in table.space


def test_all_targets_give_a_bonus_and_a_lost_game_stays_as_it_is() -> None:
    table = Table()
    for i in range(6):
        table.strike(f"target {i + 1}", table.ball.center, (0.0, -1.0))
        assert table.score == 0  # the ball rests
    for i in range(6):
        table.velocity = (0.0, 5.0)
        table.strike(f"target {i + 1}", table.ball.center, (0.0, -1.0))
    assert table.score == 6 * 50 + world.BONUS
    assert table.lit == set()
    table.balls = 0
    table.shoot(1.0)
    before = (table.ball, table.score)
    table.step(True, True)
    assert table.over
    assert (table.ball, table.score) == before


def test_scenery_overlaps_only_where_it_is_joined() -> None:
    space = Table().space
    fixed = {"wall", "arch", "guide", "lane", "plunger", "target"}
    for item in space:
        for other in space.query(item):
            kinds = {item.partition(" ")[0], other.partition(" ")[0]}
            assert other == item or kinds <= fixed, (item, other)
    assert {item for item in SCENERY if item not in space} == set()


@pytest.mark.parametrize("keys", [(pygame.K_LEFT, pygame.K_RIGHT), (pygame.K_a, pygame.K_d)])
def test_keys_raise_the_flippers_and_space_shoots(keys: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    down = [set[int](), {keys[0]}, {keys[1]}, {pygame.K_SPACE}, {pygame.K_SPACE}, set[int]()]
    monkeypatch.setattr(main, "Table", lambda: table)
    monkeypatch.setattr(main, "held_keys", lambda: lambda names: bool(down and down[0].intersection(names)))
    raised: list[tuple[bool, ...]] = []

    def flip() -> None:
        raised.append((*(flipper.raised > 0 for flipper in table.flippers), table.held))
        down.pop(0)
        if not down:
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    monkeypatch.setattr(pygame.display, "flip", flip)
    with open_screen(main.SIZE) as screen:
        main.play(screen)
    assert raised[:2] == [(False, False, True), (True, False, True)]
    assert raised[2][1]
    assert [held for *_, held in raised[2:]] == [True, True, True, False]
