"""Asteroids: the same on every run; the screen has no edges; nothing passes through a rock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from headless import open_screen, run_example

from collide2d import Circle
from collide2d.examples.asteroids import __main__ as main
from collide2d.examples.asteroids import world
from collide2d.examples.asteroids.world import HEIGHT, WIDTH, Flyer, Game, Pad


def game_with(*rocks: Flyer) -> Game:
    game = Game()
    game.wave, game.rocks = 1, list(rocks)
    return game


def test_the_game_is_the_same_on_every_run_and_a_pilot_breaks_rocks(tmp_path: Path) -> None:
    picture = tmp_path / "last.png"
    game = Game(1)
    assert run_example("asteroids", "--frames", "400", "--png", str(picture)) == world.autoplay(game, 400)
    assert game.score > 500
    image = pygame.image.load(picture)
    for flyer in (game.ship, *game.rocks):
        x, y = flyer.place
        assert image.get_at((int(x), int(y))) != image.get_at((500, 630)), "the sky"


@pytest.mark.parametrize("shift", [(WIDTH / 2, 0.0), (0.0, HEIGHT / 2), (WIDTH / 2 + 100, 50.0)])
def test_a_game_that_starts_elsewhere_on_the_screen_is_the_same_game(shift: tuple[float, float]) -> None:
    games = Game(5), Game(5)
    for game in games:
        game.step(Pad())
    for flyer in (games[1].ship, *games[1].rocks):
        flyer.place = ((flyer.place[0] + shift[0]) % WIDTH, (flyer.place[1] + shift[1]) % HEIGHT)
    for frame in range(250):
        for game in games:
            game.step(Pad(turn=1, thrust=frame % 3 == 0, fire=True))
    here, there = games
    assert here.score == there.score > 100
    for a, b in zip((here.ship, *here.rocks), (there.ship, *there.rocks), strict=True):
        dx, dy = b.place[0] - a.place[0] - shift[0], b.place[1] - a.place[1] - shift[1]
        assert abs((dx + WIDTH / 2) % WIDTH - WIDTH / 2) < 1e-9
        assert abs((dy + HEIGHT / 2) % HEIGHT - HEIGHT / 2) < 1e-9


@pytest.mark.parametrize("speed", [10.0, 300.0, 1e5])
def test_no_bullet_passes_a_rock_however_fast_also_across_an_edge(speed: float) -> None:
    rock = Flyer(Circle(0, 0, 14), (20, 100), velocity=(-3, 0))
    game = game_with(rock)
    game.bullets = [Flyer(world.BULLET, (WIDTH - 5, 100), velocity=(speed, 0))]
    for _ in range(4):
        game.step(Pad())
    assert rock not in game.rocks
    assert game.score == 100


def test_a_bullet_takes_the_rock_that_it_meets_first() -> None:
    far, near = Flyer(Circle(0, 0, 14), (600, 100)), Flyer(Circle(0, 0, 14), (500, 100))
    game = game_with(far, near)
    game.bullets = [Flyer(world.BULLET, (400, 100), velocity=(400, 0))]
    game.step(Pad())
    assert game.rocks == [far]


def test_rocks_split_into_two_and_the_smallest_are_gone() -> None:
    game = game_with(Flyer(Circle(0, 0, 48), (100, 100), size=2))
    counts = []
    while game.rocks:
        game.split(game.rocks[0])
        counts.append(len(game.rocks))
    assert counts == [2, 3, 4, 3, 2, 1, 0]
    assert game.score == 20 + 2 * 50 + 4 * 100
    game.step(Pad())
    assert (game.wave, len(game.rocks)) == (2, 4)


def test_a_ship_that_meets_a_rock_is_lost_unless_it_is_new() -> None:
    game = game_with(Flyer(Circle(0, 0, 40), (WIDTH / 2, HEIGHT / 2)))
    lives = []
    while not game.over:
        game.step(Pad())
        lives.append(game.lives)
        assert len(lives) < 1000
    assert [lives.count(n) for n in (3, 2, 1)] == [world.SAFE, world.SAFE, world.SAFE]


def test_the_window_is_played_by_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    frames: Iterator[list[pygame.event.Event]] = iter([*[[]] * 40, [pygame.event.Event(pygame.QUIT)]])
    held = dict.fromkeys(range(1000), False) | {pygame.K_LEFT: True, pygame.K_UP: True, pygame.K_SPACE: True}
    games: list[Game] = []
    paint = main.paint

    def see(screen: pygame.Surface, font: pygame.font.Font, game: Game, *, thrusts: bool) -> None:
        assert thrusts
        games.append(game)
        paint(screen, font, game, thrusts=thrusts)

    monkeypatch.setattr(pygame.event, "get", lambda: next(frames))
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: held | {pygame.K_RIGHT: False, pygame.K_DOWN: False})
    monkeypatch.setattr(main, "paint", see)
    with open_screen((WIDTH, HEIGHT)) as screen:
        main.play(screen, pygame.font.Font(None, 26))
    assert games[-1].ship.angle == pytest.approx((-90 - 40 * world.TURN) % 360)
    assert games[-1].bullets
    assert games[-1].ship.velocity != (0, 0)
