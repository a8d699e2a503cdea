"""The platformer: the same on every run; nothing is ever inside anything; each of its features works."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest
from headless import open_screen, run_example

from collide2d import Circle, Rect, RoundRect, Segment
from collide2d.examples.platformer import __main__ as main
from collide2d.examples.platformer import body, level, paint, world

TILE: int = level.TILE
Pad = body.Pad


run = partial(run_example, "platformer")


def game_at(x: float, y: float = 14.375) -> Any:
    """A game without enemies and crates, whose player is at a place in tiles; by default as high as the ground."""
    game = world.Game()
    for thing in (*game.enemies, *game.crates):
        game.space.remove(thing)
    game.enemies, game.crates = [], []
    game.space.update(game.player, game.start.at(x * TILE, y * TILE))
    return game


def feet(game: Any) -> float:
    bottom: float = game.space[game.player].bottom
    return bottom


def play(game: Any, frames: int, pad: Any) -> list[bool]:
    """Plays with the same pad; whether the player was on the ground after each frame."""
    stood = []
    for _ in range(frames):
        game.step(pad)
        stood.append(game.player.ground is not None)
    return stood


# ---- the game as a whole ---------------------------------------------------------------------------------------------


def test_the_game_is_the_same_on_every_run(tmp_path: Path) -> None:
    picture = tmp_path / "last.png"
    printed = run("--frames", "300", "--seed", "1", "--png", str(picture))
    assert printed == main.autoplay(world.Game(), 300, 1)
    assert printed != main.autoplay(world.Game(), 300, 2)
    assert picture.read_bytes().startswith(b"\x89PNG")


def assert_nothing_is_inside_of_anything(game: Any) -> None:
    for thing in (game.player, *game.enemies, *game.crates, *game.bullets):
        inside_of = game.space.query(game.space[thing], mask=world.WALL | world.CRATE)
        assert [other for other in inside_of if other is not thing] == []
    for thing in (game.player, *game.enemies, *game.crates):
        assert thing.ground is None or not game.space[thing].overlaps(game.space[thing.ground])


@pytest.mark.parametrize("seed", range(2))
def test_the_pilot_wins_coins_and_flags_and_nothing_is_ever_inside_of_anything(seed: int) -> None:
    game = world.Game()
    in_all, frames = len(game.coins), 0

    def see(game: Any) -> None:
        nonlocal frames
        assert_nothing_is_inside_of_anything(game)
        frames += 1

    main.autoplay(game, 1500, seed, see)
    assert frames == 1500
    assert game.reached
    assert game.coins_won >= 15
    assert game.coins_won + len(game.coins) == in_all
    assert game.shots > 10


@pytest.mark.parametrize("seed", range(2))
def test_random_keys_and_teleports_never_put_the_player_inside_of_anything(seed: int) -> None:
    rng, game, x = random.Random(seed), world.Game(), 0
    for _ in range(1000):
        x = rng.choice((-1, 0, 1, 1)) if rng.random() < 0.03 else x
        if rng.random() < 0.01:
            before = game.space[game.player]
            game.space.update(game.player, game.start.at(rng.uniform(40, level.WIDTH - 40), rng.uniform(0, 450)))
            game.player.stop()
            if game.space.try_slide(game.player, 0, 0, filter=game.blocks_from_above).stuck:  # deep in the ground
                game.space.update(game.player, before)
        game.step(Pad(x, rng.random() < 0.05, rng.random() < 0.8, rng.random() < 0.05, rng.random() < 0.02))
        assert_nothing_is_inside_of_anything(game)


def test_pictures_show_the_player_and_the_coins_that_are_left(tmp_path: Path) -> None:
    run("--frames", "600", "--png", str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["frame-00300.png", "frame-00600.png"]
    game, painter_camera = world.Game(), []
    with open_screen(paint.SIZE):
        painter = paint.Painter()

    def see(game: Any) -> None:
        painter.follow(game)
        if game.frame == 600:
            painter_camera.append(painter.camera)

    main.autoplay(game, 600, 1, see)
    ((cx, cy),) = painter_camera
    picture = pygame.image.load(tmp_path / "frame-00600.png")
    colors = Counter(tuple(picture.get_at((x, y))) for x in range(0, 960, 3) for y in range(0, 540, 3))
    assert len(colors) > 300
    assert max(colors.values()) < 0.5 * colors.total()
    left, top, right, bottom = game.space[game.player].bounds
    box = [
        picture.get_at((int(x - cx), int(y - cy))) for x in (left + 6, right - 6) for y in range(int(top), int(bottom))
    ]
    assert pygame.Color("#e8505b") in box, "the player's coat"
    fresh = world.Game()
    for coin, shape in ((coin, fresh.space[coin]) for coin in fresh.coins):
        x, y = shape.center[0] - cx, shape.center[1] - cy
        if 0 < x < 960 and 0 < y < 540 and not shape.overlaps(game.space[game.player].grow(20)):
            is_gold = picture.get_at((int(x), int(y))) == pygame.Color("#f3a633")
            assert is_gold == any(game.space[other] == shape for other in game.coins), coin


def test_shapes_can_be_shown(tmp_path: Path) -> None:
    plain, shown = tmp_path / "plain.png", tmp_path / "shown.png"
    assert run("--frames", "60", "--png", str(plain)) == run("--frames", "60", "--shapes", "--png", str(shown))
    assert plain.read_bytes() != shown.read_bytes()


def test_the_window_is_played_by_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    event, games = pygame.event.Event, []
    down = [event(pygame.KEYDOWN, key=key) for key in (pygame.K_F1, pygame.K_SPACE, pygame.K_x)]
    frames = iter([*[[]] * 30, down, *[[]] * 5, [event(pygame.QUIT)]])
    original = world.Game.__init__

    def remember(game: Any) -> None:
        games.append(game)
        original(game)

    held = Counter({pygame.K_RIGHT: True, pygame.K_SPACE: True})
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.event, "get", lambda: next(frames))
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: held)
    monkeypatch.setattr(world.Game, "__init__", remember)
    with open_screen(paint.SIZE) as screen:
        main.play(screen)
    assert next(frames, None) is None, "closed by the last event"
    game = games[0]
    assert game.frame == 36
    assert game.shots == 1
    assert game.player.ground is None
    assert game.space[game.player].left > 5 * TILE


# ---- its ideas -------------------------------------------------------------------------------------------------------


def test_slopes_and_stairs_are_walked_up_and_down_without_taking_off() -> None:
    game = game_at(12, 14)
    assert all(play(game, 200, Pad(1))[10:])
    assert game.space[game.player].left > 23 * TILE, "up the gentle slope, down the one of 45 degrees"
    game = game_at(43)
    game.step(Pad())
    assert all(play(game, 80, Pad(1))[1:])
    assert feet(game) == 13 * TILE, "up the stairs"


def test_a_slope_that_is_too_steep_is_a_wall() -> None:
    game = game_at(73)
    play(game, 100, Pad(1))
    assert feet(game) == 15 * TILE
    assert game.space[game.player].right < 75.3 * TILE
    play(game, 1, Pad(1, jump=True, hold=True))
    play(game, 60, Pad(1, hold=True))
    assert game.space[game.player].left > 75.5 * TILE, "but it can be jumped onto"


def test_the_player_passes_a_plank_from_below_and_by_dropping_down() -> None:
    game = game_at(35.5)
    game.step(Pad())
    game.step(Pad(jump=True, hold=True))
    play(game, 60, Pad(hold=True))
    assert feet(game) == 12 * TILE
    assert game.player.ground in game.planks
    play(game, 40, Pad(down=True))
    assert feet(game) == 15 * TILE


@pytest.mark.parametrize(("late", "jumps"), [(0, True), (body.COYOTE - 1, True), (body.COYOTE + 1, False)])
def test_the_player_can_still_jump_shortly_after_leaving_an_edge(late: int, jumps: bool) -> None:
    game = game_at(30.3)
    game.step(Pad())
    while game.player.ground:
        game.step(Pad(1))
    play(game, late, Pad(1))
    game.step(Pad(1, jump=True, hold=True))
    assert (game.player.velocity[1] < 0) == jumps


def test_a_jump_pressed_shortly_before_landing_still_happens() -> None:
    for early, jumps in ((body.PATIENCE - 1, True), (body.PATIENCE + 2, False)):
        game = game_at(5, 12)
        heights = []
        while not game.player.ground:
            game.step(Pad())
            heights.append(game.frame)
        game = game_at(5, 12)
        play(game, len(heights) - early, Pad(hold=True))
        game.step(Pad(jump=True, hold=True))
        play(game, early + 2, Pad(hold=True))
        assert (game.player.velocity[1] < 0) == jumps


def test_a_jump_is_higher_if_the_key_is_held() -> None:
    tops = []
    for hold in (True, False):
        game = game_at(5)
        game.step(Pad())
        game.step(Pad(jump=True, hold=True))
        tops.append(min(feet(game) for _ in range(60) if game.step(Pad(hold=hold)) is None))
    assert tops[0] < 12.2 * TILE < tops[1] < 15 * TILE


def test_platforms_carry_the_player_who_stands_on_them() -> None:
    game = game_at(84, 14)
    lift = game.platforms[1]
    heights = []
    play(game, 20, Pad())
    for _ in range(280):
        game.step(Pad())
        heights.append(feet(game))
        assert game.player.ground in (lift, *game.walls)
        assert not game.space[game.player].overlaps(game.space[lift])
    assert min(heights) == pytest.approx(9 * TILE, abs=1)
    assert heights[-1] == pytest.approx(15 * TILE, abs=1)
    game = game_at(62, 14)
    ferry = game.platforms[0]
    play(game, 20, Pad())
    offset = game.space[game.player].center[0] - game.space[ferry].center[0]
    play(game, 120, Pad())
    assert game.player.ground is ferry
    assert game.space[game.player].center[0] - game.space[ferry].center[0] == pytest.approx(offset, abs=1e-6)


def test_platforms_push_a_player_in_their_way_and_crush_one_who_cannot_leave() -> None:
    for walls, deaths in ((0, 0), (3, 1)):
        game = game_at(65.2, 15.3)
        x, y = game.space[game.player].center
        for wall in [Rect(x - 99, y - 60, 400, 40), Rect(x - 99, y + 20, 400, 40), Rect(x + 12, y - 60, 30, 120)][
            :walls
        ]:
            game.add(world.WALL, wall)
        for game.frame in range(1, 120):
            game.move_platform(game.platforms[0])
            assert not game.space[game.player].overlaps(game.space[game.platforms[0]])
        assert game.deaths == deaths
        assert game.space[game.player].center != (x, y)


def test_crates_are_pushed_and_fall() -> None:
    game = game_at(28)
    crate = game.add(world.CRATE, RoundRect(30 * TILE, 14 * TILE, 28, 28, 2))
    game.crates = [crate]
    game.space.remove(next(wall for wall in game.walls if game.space[wall].kind == "circle"))  # the boulder
    play(game, 20, Pad())
    assert game.space[crate].bottom == 15 * TILE
    play(game, 120, Pad(1))
    assert game.space[crate].top > 15 * TILE, "into the pit"


@pytest.mark.parametrize("speed", [10.0, 48.0, 1e3, 1e6])
def test_no_bullet_passes_a_wall_however_fast_the_bullet_and_thin_the_wall(speed: float) -> None:
    game = game_at(5)
    corners = [(100, -900), (400, -900), (400, -600), (100, -600)]
    for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
        game.add(world.WALL, Segment(p, q))
    bullet = game.add(world.BULLET, Circle(250, -700, 3))
    bullet.velocity = (0.6 * speed, 0.8 * speed)
    game.bullets = [bullet]
    while game.bullets:
        where = game.space[bullet]
        assert Rect(100, -900, 300, 300).contains(where)
        game.step(Pad())
    assert game.bullets == []
    assert bullet.bounces > 0 or speed == 10


def test_bullets_and_jumps_defeat_enemies() -> None:
    game = game_at(5)
    enemy = game.add(world.ENEMY, RoundRect(10 * TILE, 14 * TILE + 8, 28, 24, 10))
    game.enemies = [enemy]
    play(game, 2, Pad())
    game.step(Pad(shoot=True))
    play(game, 10, Pad())
    assert (game.hits, game.enemies, game.deaths) == (1, [], 0)
    enemy = game.add(world.ENEMY, RoundRect(5 * TILE - 14, 14 * TILE + 8, 28, 24, 10))
    game.enemies = [enemy]
    game.space.update(game.player, game.start.at(5 * TILE, 12 * TILE))
    game.player.stop()
    play(game, 40, Pad())
    assert (game.hits, game.enemies, game.deaths) == (2, [], 0)
    game = game_at(5)
    game.enemies = [game.add(world.ENEMY, Rect(0, 0, 30, 30))]
    game.bullets = [game.add(world.BULLET, Circle(2, 15, 3))]
    game.bullets[0].velocity = (world.BULLET_SPEED, 0.0)
    game.move_bullet(game.bullets[0])
    assert (game.hits, game.enemies) == (1, []), "out of where it started, and into it again: once"
    assert game.bullets == []


def test_a_player_who_meets_an_enemy_or_falls_restarts_at_the_last_flag() -> None:
    game = game_at(23)
    play(game, 40, Pad(1))
    flag = min(game.flags, key=lambda thing: game.space[thing].left)
    assert game.reached is flag
    enemy = game.add(world.ENEMY, RoundRect(28 * TILE, 14 * TILE, 28, 24, 10))
    game.enemies = [enemy]
    while not game.deaths:
        game.step(Pad(1))
        assert game.frame < 200
    assert abs(game.space[game.player].center[0] - game.space[flag].center[0]) < TILE
    game.space.update(game.player, game.start.at(32 * TILE, 20 * TILE))
    play(game, 60, Pad())
    assert game.deaths == 2
    assert feet(game) == 15 * TILE


def test_enemies_turn_at_walls_and_edges() -> None:
    game = game_at(5)
    enemy = game.add(world.ENEMY, RoundRect(50 * TILE, 12 * TILE, 28, 24, 10))
    game.enemies = [enemy]
    xs = []
    for _ in range(800):
        game.step(Pad())
        xs.append(game.space[enemy].center[0])
    assert 51.5 * TILE < max(xs) < 53 * TILE, "the edge of the plateau"
    assert min(xs) < 51 * TILE
    assert feet(game) == 15 * TILE
