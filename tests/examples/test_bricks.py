"""The example game: the same on every run and machine, won by a good player, and the ball is never inside anything."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest
from headless import open_screen, run_example

import collide2d
from collide2d.examples.bricks import __main__ as main
from collide2d.examples.bricks import world as bricks

# What `python -m collide2d.examples.bricks --headless` prints: another game as soon as one bit of one hit is another.
GOLDEN = (
    "3000 frames, 33 bricks left, 75 bounces, 3 lives, "
    "ball at (191.15661412216173, 132.09448557236828), checksum 058f974a"
)


run = partial(run_example, "bricks")


def test_the_game_is_the_same_on_every_run_and_machine(tmp_path: Path) -> None:
    picture = tmp_path / "bricks.png"
    assert run("--frames", "3000", "--seed", "1", "--png", str(picture)) == GOLDEN
    assert run("--frames", "3000", "--seed", "1") == GOLDEN
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_picture_shows_the_bricks_that_are_left_the_paddle_and_the_ball(tmp_path: Path) -> None:
    run("--frames", "500", "--png", str(tmp_path / "bricks.png"))
    picture = pygame.image.load(tmp_path / "bricks.png")
    game = bricks.Game()
    bricks.autoplay(game, 500, 1)
    assert 0 < len(game.bricks) < 60
    sky = picture.get_at((5, 5))
    fresh = bricks.Game().bricks
    for brick in fresh:
        pixel = picture.get_at((int(brick.centerx), int(brick.centery)))
        assert (pixel != sky) == (brick in game.bricks)
    for x, y in (game.ball.center, game.paddle.center):
        assert picture.get_at((int(x), int(y))) != sky


def overlapped(game: bricks.Game) -> list[collide2d.Shape]:
    """What the ball is inside of."""
    things = (*bricks.WALLS, game.paddle, *game.bricks)
    return [thing for thing in things if collide2d.overlaps(game.ball, thing)]


@pytest.mark.parametrize("seed", range(5))
def test_the_ball_is_never_inside_anything(seed: int) -> None:
    game, pilot = bricks.Game(), bricks.Autopilot(seed)
    for _ in range(1500):
        game.step(pilot.steer(game))
        assert overlapped(game) == []
        assert game.held or math.hypot(*game.velocity) == pytest.approx(game.speed, rel=16 * 2.0**-53)


@pytest.mark.parametrize("speed", [50.0, 1e3, 1e6])
def test_no_ball_is_so_fast_that_it_passes_a_wall_or_a_brick(speed: float) -> None:
    game, pilot = bricks.Game(), bricks.Autopilot(7)
    for _ in range(100):
        pilot.steer(game)
        game.velocity = bricks.at_speed(game.velocity, speed)
        game.speed = speed
        game.step(0)
        assert overlapped(game) == []
        assert 7 <= game.ball.x <= 633
        assert game.ball.y >= 7
        if game.over:
            break
    assert game.over or game.bounces > 500


def test_a_good_player_wins_and_a_sleeping_player_loses() -> None:
    game = bricks.Game()
    bricks.autoplay(game, 30_000, 1)
    assert (game.over, game.bricks, game.score) == (True, [], 600)
    assert game.lives > 0
    game = bricks.Game()
    for _ in range(5000):
        game.serve(1)
        game.step(-9)
    assert (game.over, game.lives) == (True, 0)
    assert game.bricks


def test_the_paddle_pushes_the_ball_and_waits_where_it_has_no_room() -> None:
    game = bricks.Game()
    game.held = False
    game.ball = collide2d.Circle(200, game.paddle.centery, 7)
    game.velocity = (0, 0)
    while game.paddle.left > 215:
        game.move_paddle(-3)
    game.move_paddle(-20)
    assert game.ball.x < 200 - 7
    assert game.velocity[0] < 0
    assert overlapped(game) == []
    game.ball = collide2d.Circle(7, game.paddle.centery, 7)
    for _ in range(100):
        game.move_paddle(-8)
        assert overlapped(game) == []
        assert game.ball.x == 7
    assert 14 <= game.paddle.left < 22


def test_the_window_is_played_by_mouse_and_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    event = pygame.event.Event
    space, quit_ = event(pygame.KEYDOWN, key=pygame.K_SPACE), event(pygame.QUIT)
    to_the_left = event(pygame.MOUSEMOTION, pos=(45, 300))
    frames = iter([[], [space], [to_the_left], *[[]] * 40, [event(pygame.MOUSEBUTTONDOWN)], [quit_]])
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.event, "get", lambda: next(frames))
    monkeypatch.setattr(main, "PADDLE_SPEED", 12.0)
    with open_screen((bricks.WIDTH, bricks.HEIGHT)) as screen:
        main.play(screen, pygame.font.Font(None, 26))
        assert next(frames, None) is None, "closed by the last event"
        sky, row = screen.get_at((5, 5)), bricks.Game().paddle.centery
        paddle = [x for x in range(bricks.WIDTH) if screen.get_at((x, int(row))) != sky]
        assert (paddle[0], paddle[-1]) == (0, 89), "where the mouse sent it"
        above = {tuple(screen.get_at((x, int(row) - 15))) for x in range(bricks.WIDTH)}
        assert above == {tuple(sky)}, "the ball has left the paddle"


@pytest.mark.parametrize("lives", [0, 2])
def test_the_picture_says_how_the_game_ended(lives: int) -> None:
    said = []

    class Font:
        def render(self, text: str, *_: object) -> pygame.Surface:
            said.append(text)
            return pygame.Surface((9, 9))

    game = bricks.Game()
    game.lives = lives
    game.bricks = [] if lives else game.bricks
    font: Any = Font()
    main.draw(pygame.Surface((bricks.WIDTH, bricks.HEIGHT)), font, game)
    assert said[-1] == ("You win!" if lives else "You lose")
