"""The walk through a Tiled map: the same on every run; nothing is ever inside anything; properties of the map take
effect.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
from headless import open_screen, run_example
from tiled_maps import HOLLOW, SOLID, Json, a_map, drawn, objects, points, tiles, write

from collide2d.examples.platformer.body import Pad
from collide2d.examples.walk import __main__ as main
from collide2d.examples.walk import paint, pilot, world
from collide2d.tiled import SOLID as SOLID_LAYER
from collide2d.tiled import load

run = partial(run_example, "walk")


def prop(name: str, value: Any, kind: str = "float") -> Json:
    return {"name": name, "type": kind, "value": value}


def solid(id: int, x: float, y: float, w: float, h: float, *more: Json, **keys: Any) -> Json:
    return drawn(id=id, x=x, y=y, width=w, height=h, **{"properties": [*SOLID, *more], **keys})


FLOOR = solid(900, -100, 400, 1000, 100)


def save_map(folder: Path, *held: Json, spawn: tuple[float, float] = (100, 370), **keys: Any) -> Path:
    """A map of 60 x 16 tiles of 32 x 32, of these objects, and a place to start."""
    start = drawn(id=999, name="spawn", point=True, x=spawn[0], y=spawn[1])
    size = {"width": 60, "height": 16, "tilewidth": 32, "tileheight": 32}
    return write(folder / "map.tmj", a_map(objects(start, *held), **{**size, **keys}))


def game_of(folder: Path, *held: Json, **keys: Any) -> world.Game:
    return world.Game(load(save_map(folder, *held, **keys)))


def feet(game: world.Game) -> float:
    return game.space[game.player].bounds[3]


def assert_nothing_is_inside_of_anything(game: world.Game) -> None:
    me, ground = game.space[game.player], game.player.ground
    inside_of = game.space.query(me, mask=SOLID_LAYER)
    assert [thing for thing in inside_of if not thing.properties.get("one_way")] == []
    assert ground is None or not me.overlaps(game.space[ground])


def play(game: world.Game, frames: int, pad: Pad) -> Iterator[float]:
    """Plays with the same pad; how high the feet are after each frame."""
    for _ in range(frames):
        game.step(pad)
        assert_nothing_is_inside_of_anything(game)
        yield feet(game)


def last(heights: Iterator[float]) -> float:
    return [*heights][-1]


# ---- the walk as a whole ---------------------------------------------------------------------------------------------


def test_the_walk_is_the_same_on_every_run(tmp_path: Path) -> None:
    picture = tmp_path / "last.png"
    printed = run("--frames", "200", "--png", str(picture), cwd=tmp_path)
    assert printed == main.autoplay(main.our_map(), 200)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_pilot_takes_the_coins_and_reaches_the_last_flag_and_nothing_is_ever_inside_of_anything() -> None:
    seen: list[world.Game] = []

    def see(game: world.Game, frame: int) -> None:
        assert_nothing_is_inside_of_anything(game)
        assert frame == len(seen) + 1
        seen.append(game)

    main.autoplay(main.our_map(), 1800, see)
    first, second = dict.fromkeys(seen)
    assert first.coins_in_all == 28
    assert len(first.taken) >= 25
    assert [flag.name for flag in first.flags] == ["checkpoint", "exit"]
    assert first.exit is first.level.one("exit")
    assert first.deaths == 0
    assert Path(second.level.path).name == "level.tmx"
    assert second.frame > 10


TURNED = (
    *(solid(1, 0, 400, 1150, 112), solid(2, 1240, 400, 700, 112)),
    *(solid(3, -32, 0, 32, 512), solid(4, 1920, 0, 32, 512)),
    solid(5, 260, 400, 200, 24, rotation=-25),
    solid(6, 560, 352, 60, 60, rotation=30),
    solid(7, 760, 400, 90, 30, rotation=-15, ellipse=True),
    solid(8, 920, 380, 120, 40, rotation=10, capsule=True),
    solid(9, 1500, 400, 0, 0, rotation=-90, polygon=points((0, 0), (70, 40), (0, 80), (20, 40))),
    solid(10, 1650, 330, 0, 0, rotation=12, polyline=points((0, 0), (60, 0), (120, 20))),
    drawn(id=11, x=1150, y=480, width=90, height=32, properties=[prop("damage", 1, "int")]),
    *(drawn(id=20 + i, type="coin", ellipse=True, x=x, y=y, width=16, height=16)
      for i, (x, y) in enumerate(((420, 270), (700, 330), (1190, 300), (1720, 280)))),
    drawn(id=12, name="exit", type="exit", x=1880, y=400, width=64, height=30, rotation=-90),
)  # fmt: skip


def test_the_pilot_arrives_in_a_map_of_turned_things(tmp_path: Path) -> None:
    game, hand = game_of(tmp_path, *TURNED), pilot.Pilot()
    while not game.exit and game.frame < 3000:
        game.step(hand.look(game))
        assert_nothing_is_inside_of_anything(game)
    assert game.exit
    assert len(game.taken) == 4
    assert game.deaths == 0
    path = tmp_path / "map.tmj"
    printed = run(str(path), "--frames", "400", "--png", str(tmp_path / "last.png"))
    assert printed == main.autoplay(path, 400)


@pytest.mark.parametrize("seed", range(3))
def test_random_keys_and_teleports_never_put_the_player_inside_of_anything(seed: int, tmp_path: Path) -> None:
    rng, x = random.Random(seed), 0
    game = game_of(tmp_path, *TURNED) if seed == 2 else world.Game(load(main.our_map()))
    for _ in range(1500):
        x = rng.choice((-1, 0, 1, 1)) if rng.random() < 0.05 else x
        if rng.random() < 0.01:
            before = game.space[game.player]
            game.place(game.start.at(rng.uniform(40, game.level.size[0] - 40), rng.uniform(0, 500)))
            if game.space.try_slide(game.player, 0, 0, filter=game.blocks_from_above).stuck:  # deep in the ground
                game.place(before)
        jump, up = rng.random() < 0.05, rng.random() < 0.2
        game.step(Pad(x, jump, rng.random() < 0.8, down=rng.random() < 0.05, up=up))
        assert_nothing_is_inside_of_anything(game)


def test_the_pilots_plans_change_nothing_and_come_true_exactly() -> None:
    game, hand = world.Game(load(main.our_map())), pilot.Pilot()
    for _ in range(40):
        before = (game.save(), dict(game.space.items()), set(game.taken), game.watch.update())
        plan = pilot.JUMPS[game.frame % len(pilot.JUMPS)] if game.player.ground else pilot.RUN
        thought = hand.think(game, plan, set())
        assert (game.save(), dict(game.space.items()), set(game.taken), game.watch.update()) == before
        for pad in thought.pads if thought.is_safe else islice(pilot.WAIT.pads(), 1):
            game.step(pad)
        if thought.is_safe:
            assert game.space[game.player].center == thought.end
    assert game.space[game.player].center[0] > 1000


# ---- what a map can say ----------------------------------------------------------------------------------------------


def test_the_player_passes_a_plank_from_below_and_by_dropping_down(tmp_path: Path) -> None:
    game = game_of(tmp_path, FLOOR, solid(1, 50, 330, 100, 8, prop("one_way", True, "bool")))
    assert last(play(game, 20, Pad())) == 400
    game.step(Pad(jump=True, hold=True))
    assert min(play(game, 60, Pad(hold=True))) < 320
    assert feet(game) == 330
    assert last(play(game, 40, Pad(down=True))) == 400


def test_a_platform_carries_the_player_along_its_path(tmp_path: Path) -> None:
    way = drawn(id=2, x=100, y=300, polyline=points((0, 0), (120, 0), (120, -90)))
    path, speed = prop("path", 2, "object"), prop("speed", 90.0)
    game = game_of(tmp_path, way, solid(1, 60, 290, 80, 20, path, speed, type="platform"), spawn=(100, 260))
    lift = game.level.find(class_="platform")[0]
    heights = [*play(game, 20, Pad())]
    offset = game.space[game.player].center[0] - game.space[lift].center[0]
    places = []
    for _ in range(279):  # 210 pixels of way, there and back, a pixel and a half a frame
        heights += play(game, 1, Pad())
        assert game.player.ground is lift
        assert feet(game) == pytest.approx(game.space[lift].bounds[1], abs=1e-6)
        places.append(game.space[lift].center)
    assert game.space[game.player].center[0] - game.space[lift].center[0] == pytest.approx(offset, abs=1e-6)
    assert min(heights) == pytest.approx(200)
    assert {x for x, y in places if y < 300} == {220.0}
    assert max(world.far(a, b) for a, b in pairwise(places)) <= 1.5 + 1e-9
    assert game.level.one("spawn").shape.center == (100, 260)


def test_a_player_who_is_crushed_or_hurt_or_falls_restarts_at_the_last_flag(tmp_path: Path) -> None:
    flag = drawn(id=1, type="checkpoint", x=200, y=340, width=40, height=60)
    hurts = drawn(id=2, x=400, y=380, width=20, height=20, properties=[prop("damage", 1, "int")])
    game = game_of(tmp_path, FLOOR, flag, hurts)
    [*play(game, 55, Pad(1))]
    assert [thing.class_ for thing in game.flags] == ["checkpoint"]
    while not game.deaths:
        game.step(Pad(1))
        assert game.frame < 200
    assert game.space[game.player].center[0] == 220
    game.place(game.start.at(1500, 0))
    last(play(game, 120, Pad()))
    assert (game.deaths, feet(game)) == (2, 400)
    way = drawn(id=5, x=100, y=300, polyline=points((0, 0), (0, 90)))
    press = solid(6, 0, 290, 200, 20, prop("path", 5, "object"), type="platform")
    game = game_of(tmp_path, FLOOR, way, press, solid(7, -100, 300, 100, 100), solid(8, 200, 300, 100, 100))
    while not game.deaths:
        game.step(Pad())
        assert game.frame < 300
    assert game.frame > 40


def test_a_ladder_is_climbed_up_and_down_and_left(tmp_path: Path) -> None:
    ladder = drawn(id=1, type="ladder", x=96, y=200, width=8, height=200, properties=HOLLOW)
    game = game_of(tmp_path, FLOOR, ladder, solid(2, 115, 200, 100, 200))
    [*play(game, 10, Pad())]
    heights = [*play(game, 20, Pad(up=True))]
    assert heights == [pytest.approx(400 - world.CLIMB_SPEED * (i + 1)) for i in range(20)]
    assert last(play(game, 10, Pad())) == heights[-1], "hangs there"
    assert last(play(game, 40, Pad(down=True))) == 400
    assert not game.climbs
    assert last(play(game, 90, Pad(1, up=True))) == 200, "onto what it leads to"
    game.place(game.start)
    [*play(game, 30, Pad(up=True))]
    game.step(Pad(-1, jump=True, hold=True))
    assert not game.climbs
    assert game.player.velocity[1] < 0


def test_the_player_sinks_slowly_in_water_and_swims(tmp_path: Path) -> None:
    water = drawn(id=1, type="water", x=0, y=100, width=300, height=300)
    game = game_of(tmp_path, FLOOR, water, spawn=(100, 200))
    heights = [*play(game, 30, Pad())]
    assert max(b - a for a, b in pairwise(heights)) <= world.SINK_SPEED + 1e-9
    game.step(Pad(jump=True, hold=True))
    assert game.player.velocity[1] < -world.JUMP_SPEED / 2, "with nothing under its feet"
    assert min(play(game, 60, Pad(hold=True))) < feet(game) - 60
    dry = game_of(tmp_path, FLOOR)
    tops = []
    for other in (game, dry):
        other.place(other.start.at(100, 375))
        [*play(other, 20, Pad())]
        other.step(Pad(jump=True, hold=True))
        tops.append(min(play(other, 60, Pad(hold=True))))
    assert tops[0] < tops[1] - 100, "carried by the water"


def test_wind_counts_in_the_air_and_gravity_is_the_maps(tmp_path: Path) -> None:
    wind = drawn(id=1, x=0, y=0, width=300, height=400, properties=[prop("force", -0.5)])
    tops = []
    for held in ([FLOOR], [FLOOR, wind]):
        game = game_of(tmp_path, *held, properties=[prop("gravity", 0.75)])
        [*play(game, 20, Pad())]
        game.step(Pad(jump=True, hold=True))
        before = game.player.velocity[1]
        game.step(Pad(hold=True))
        assert game.player.velocity[1] - before == pytest.approx(0.75 if len(held) == 1 else 0.25)
        tops.append(min(play(game, 100, Pad(hold=True))))
    assert tops[1] < tops[0] - 50


def test_coins_are_taken_once_and_texts_are_shown(tmp_path: Path) -> None:
    coin = drawn(id=1, type="coin", ellipse=True, x=95, y=370, width=16, height=16)
    hint = drawn(id=2, x=200, y=300, width=50, height=100, properties=[prop("text", "Hello", "string")])
    game = game_of(tmp_path, FLOOR, coin, hint)
    [*play(game, 3, Pad())]
    assert len(game.taken) == 1
    assert game.coins_in_all == 1
    with open_screen(paint.SIZE):
        painter, pictures = paint.Painter(game), []
        for frames in (10, 25, 60):
            [*play(game, frames, Pad(1))]
            screen = pygame.Surface(paint.SIZE)
            painter.draw(screen, game)
            pictures.append([thing.id for thing in game.inside])
            x, y = (int(p - c) for p, c in zip(game.space[game.player].center, painter.camera, strict=True))
            white = screen.get_at((x - 25, y - 48)) == pygame.Color("white")
            assert white == (pictures[-1] == [2])
        assert pictures == [[], [2], []]


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ((solid(1, 0, 0, 9, 9, prop("speed", "fast", "string"), type="platform"),), "property speed must be a number"),
        ((drawn(id=1, x=90, y=350, width=99, height=99, properties=[prop("force", True, "bool")]),), "property force"),
        ((drawn(id=1, name="spawn", point=True),), "one: name must be that of one object, got 'spawn' of 2"),
    ],
)
def test_a_map_that_cannot_be_walked_is_one_clear_line(held: tuple[Json, ...], said: str, tmp_path: Path) -> None:
    printed = run(str(save_map(tmp_path, *held)), "--frames", "5", fails=True)
    assert said in printed
    assert "\n" not in printed
    assert "cannot be read" in run(str(tmp_path / "missing.tmj"), fails=True)


# ---- the pictures and the window -------------------------------------------------------------------------------------


def test_pictures_show_the_player_and_the_map(tmp_path: Path) -> None:
    run("--frames", "300", "--png", str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"frame-{n:05}.png" for n in (100, 200, 300)]
    picture = pygame.image.load(tmp_path / "frame-00300.png")
    colors = Counter(tuple(picture.get_at((x, y))) for x in range(0, 960, 3) for y in range(0, 540, 3))
    assert len(colors) > 300
    assert max(colors.values()) < 0.5 * colors.total()
    assert colors[tuple(pygame.Color("#9c6b48"))] > 1000, "earth, from the tile picture"
    red = pygame.Color("#e8505b")
    coat = [(x, y) for x in range(960) for y in range(540) if picture.get_at((x, y)) == red]
    assert 10 < len(coat) < 600
    plain, shown = tmp_path / "plain.png", tmp_path / "shown.png"
    assert run("--frames", "9", "--png", str(plain)) == run("--frames", "9", "--shapes", "--png", str(shown))
    assert plain.read_bytes() != shown.read_bytes()


def test_an_infinite_map_looks_as_a_finite_one(tmp_path: Path) -> None:
    with open_screen(paint.SIZE):
        rng, pictures = random.Random(1), []
        rows = [[rng.choice((0, 1, 2, 3 | 1 << 31, 4 | 1 << 29)) for _ in range(60)] for _ in range(16)]
        rows[:3] = [[1] + [0] * 59] * 3  # there the player stands
        tileset = {"firstgid": 1, "source": (main.our_map().parent / "tiles.tsj").as_posix()}
        chunk = [
            {
                "x": x,
                "y": y,
                "width": w,
                "height": 8,
                "data": [gid for row in rows[y : y + 8] for gid in row[x : x + w]],
            }
            for y in (0, 8)
            for x, w in ((0, 35), (35, 25))
        ]
        size = {"width": 60, "height": 16, "tilewidth": 32, "tileheight": 32}
        start = objects(drawn(id=1, name="spawn", point=True, x=700, y=60))
        endless = {key: value for key, value in tiles(*rows).items() if key != "data"}
        endless |= {"chunks": chunk, "startx": 0, "starty": 0}
        for layer, infinite in ((tiles(*rows), False), (endless, True)):
            data = a_map(layer, start, tilesets=[tileset], **{**size, "infinite": infinite})
            game = world.Game(load(write(tmp_path / "map.tmj", data)))
            screen = pygame.Surface(paint.SIZE)
            paint.Painter(game).draw(screen, game)
            pictures.append(pygame.image.tobytes(screen, "RGB"))
        assert pictures[0] == pictures[1]
        assert len(set(pictures[0])) > 50


def test_the_window_is_played_by_keys_and_the_exit_leads_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    event, games = pygame.event.Event, []
    down = [event(pygame.KEYDOWN, key=key) for key in (pygame.K_F1, pygame.K_SPACE)]
    rest: list[list[pygame.event.Event]] = [[] for _ in range(main.REST + 60)]
    frames = iter([*[[]] * 30, down, *rest, [event(pygame.QUIT)]])
    original = world.Game.__init__

    def remember(game: world.Game, level: Any) -> None:
        games.append(game)
        original(game, level)

    out = drawn(id=1, type="exit", x=180, y=300, width=30, height=100, properties=[prop("next", "map.tmj", "string")])
    path = save_map(tmp_path, FLOOR, out)
    held = Counter({pygame.K_RIGHT: True, pygame.K_SPACE: True})
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.event, "get", lambda: next(frames))
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: held)
    monkeypatch.setattr(world.Game, "__init__", remember)
    with open_screen(paint.SIZE) as screen:
        main.play(screen, path)
    assert next(frames, None) is None, "closed by the last event"
    first, second = games
    assert first.exit is not None
    assert first.airborne > 20
    assert 0 < second.frame < 100
