"""Billiards: the energy is kept, collisions come in order of time, no two balls ever overlap, and it can be won."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pygame
import pytest
from headless import open_screen, run_example

from collide2d import overlaps
from collide2d.examples.billiards import __main__ as main
from collide2d.examples.billiards import world
from collide2d.examples.billiards.world import CUSHIONS, FELT, Ball, Meeting, Table


def test_it_is_the_same_on_every_run(tmp_path: Path) -> None:
    picture = tmp_path / "last.png"
    table, summary = world.autoplay(300, 2)
    assert run_example("billiards", "--frames", "300", "--seed", "2", "--png", str(picture)) == summary
    image = pygame.image.load(picture)
    for ball in table.balls:
        x, y = ball.shape.center
        assert image.get_at((int(x), int(y))) != image.get_at((60, 270))


def test_the_energy_is_kept_to_a_trillionth_and_no_balls_ever_overlap() -> None:
    table = Table(friction=1, pockets=())
    table.shoot(36, 0.14)
    before = table.energy
    for frame in range(1500):
        table.step()
        if frame % 5 == 0:
            assert not any(overlaps(a.shape, b.shape) for a, b in combinations(table.balls, 2))
            assert not any(overlaps(ball.shape, cushion) for ball in table.balls for cushion in CUSHIONS)
    assert table.collisions > 500
    assert abs(table.energy - before) <= 1e-12 * before


def test_collisions_come_in_the_order_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(friction=1, pockets=())
    cue, other, third = table.balls[:3]
    table.balls = [cue, other, third]
    places = ((200, 200), (300, 200), (400, 200))  # the first strikes the second, and that the third, in one frame
    for ball, place in zip(table.balls, places, strict=True):
        ball.shape = ball.shape.at(*place)
    cue.velocity = (300.0, 0.0)
    seen: list[tuple[Ball, object]] = []
    collide = Table.collide

    def note(self: Table, meeting: Meeting) -> None:
        seen.append((meeting.ball, meeting.other))
        collide(self, meeting)

    monkeypatch.setattr(Table, "collide", note)
    table.step()
    assert seen == [(other, cue), (third, other)]
    assert [ball.velocity for ball in table.balls] == [(0, 0), (0, 0), (300, 0)]
    assert [round(ball.shape.x, 9) for ball in table.balls] == [274, 374, 552]  # each 74, and the rest of 300


def test_equal_balls_part_at_a_right_angle() -> None:
    table = Table(friction=1, pockets=())
    cue, other = table.balls[:2]
    table.balls = [cue, other]
    cue.shape, other.shape = cue.shape.at(200, 200), other.shape.at(300, 210)
    cue.velocity = (20.0, 0.0)
    for _ in range(8):
        table.step()
    (ax, ay), (bx, by) = cue.velocity, other.velocity
    assert ax * bx + ay * by == pytest.approx(0, abs=1e-12)
    assert (ax + bx, ay + by) == pytest.approx((20, 0), abs=1e-12)


def test_the_aim_is_the_place_at_which_the_ball_meets_the_other() -> None:
    table = Table(friction=1)
    table.balls = table.balls[:2]
    aim = table.aim(30, 1.2)
    assert aim is not None
    ghost, hit, ball = aim
    assert ball is table.balls[1]
    assert ghost.touches(ball.shape) or ghost.separation(ball.shape) < 1e-9
    table.shoot(30, 1.2)
    assert table.aim(1, 0) is None, "the balls move"
    while ball.velocity == (0, 0):
        table.step()
    vx, vy = ball.velocity
    length = math.hypot(vx, vy)
    assert (-vx / length, -vy / length) == pytest.approx(hit.normal, abs=1e-9)


def test_friction_stops_the_balls_pockets_take_them_and_the_white_one_comes_back() -> None:
    table = Table()
    cue, last = table.balls[:2]
    table.balls = [cue, last]
    last.shape = last.shape.at(FELT.left + 60, FELT.top + 60)
    cue.shape = cue.shape.at(FELT.left + 160, FELT.top + 160)
    table.shoot(-20, -20)
    assert table.shots == 1
    for _ in range(1500):
        table.step()
    assert table.rests
    assert table.balls == [cue], "cleared"
    assert table.energy == 0
    table.shoot(*(to - at for to, at in zip(world.POCKETS[-1].center, cue.shape.center, strict=True)))
    for _ in range(1500):
        table.step()
    assert table.balls == [cue]
    assert table.shots == 2
    assert cue.shape.center == (FELT.left + FELT.w / 4, FELT.centery)


def test_the_window_is_played_by_the_mouse(monkeypatch: pytest.MonkeyPatch) -> None:
    event, tables = pygame.event.Event, list[Table]()
    click = [event(pygame.MOUSEBUTTONDOWN, button=1, pos=(700, 280))]
    frames = iter([[], click, *[[]] * 20, [event(pygame.KEYDOWN, key=pygame.K_r)], [event(pygame.QUIT)]])
    paint = main.paint

    def see(screen: pygame.Surface, table: Table) -> None:
        tables.append(table)
        paint(screen, table)

    monkeypatch.setattr(pygame.event, "get", lambda: next(frames))
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (700, 280))
    monkeypatch.setattr(main, "paint", see)
    with open_screen((world.WIDTH, world.HEIGHT)) as screen:
        main.play(screen)
    assert tables[-2].shots == 1
    assert tables[-2].collisions > 0
    assert tables[-1] is not tables[-2]
