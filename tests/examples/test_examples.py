"""The examples that are not tested elsewhere: the same on every run and machine, and nothing is inside anything."""

from __future__ import annotations

import importlib
import os
import pkgutil
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pygame
import pytest
from headless import open_screen, run_example

from collide2d import Circle, Rect, examples
from collide2d.examples import controls
from collide2d.examples.room import world as room
from collide2d.examples.storm import world as storm

# What `python -m collide2d.examples.NAME --headless` prints with these arguments.
GOLDEN = {
    "room": (
        ("--frames", "3000"),
        "3000 frames, 3 rooms, treasure, 250 pushed by doors, doors waited 0 times, 157 shoves,"
        " player at (360.79075102833264, 422.92732648755015), checksum 2a1fed5f",
    ),
    "storm": (
        ("--frames", "60", "--seed", "1"),
        "60 frames, 10000 bullets, 16925 bounces, 0 inside of a wall, 423 hits, checksum 74462b83",
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_game_is_the_same_on_every_run_and_machine(name: str, tmp_path: Path) -> None:
    arguments, golden = GOLDEN[name]
    picture = tmp_path / "last.png"
    assert run_example(name, *arguments, "--png", str(picture)) == golden
    assert run_example(name, *arguments) == golden
    image = pygame.image.load(picture)
    colors = {tuple(image.get_at((x, y))) for x in range(0, 960, 7) for y in range(0, 640, 7)}
    assert len(colors) > 5


def assert_nobody_is_inside(house: room.House) -> None:
    for thing in (house.player, *house.crates):
        inside_of = house.space.query(house.space[thing], mask=room.SOLID)
        assert [other for other in inside_of if other is not thing] == []


def test_nobody_is_ever_inside_of_a_wall_a_door_or_a_crate() -> None:
    house, pilot = room.House(), room.Pilot()
    for _ in range(2500):
        house.step(*pilot.steer(house))
        assert_nobody_is_inside(house)
    assert house.won
    assert house.lit >= {*room.ROOMS, "treasure"}


@pytest.mark.parametrize("seed", range(3))
def test_a_player_running_about_in_the_doors_is_never_inside_of_anything(seed: int) -> None:
    rng, house = random.Random(seed), room.House()
    dx = dy = 0.0
    for frame in range(800):
        if frame % 100 == 0:
            place = rng.choice(((440, 160), (500, 170), (440, 500), (680, 280), (500, 500)))
            there = house.space[house.player].at(*place)
            if not house.space.query(there, mask=room.SOLID & ~room.PLAYER):
                house.space.update(house.player, there)
        if rng.random() < 0.1:
            dx, dy = rng.choice((-1, 0, 1)), rng.choice((-1, 0, 1))
        house.step(dx, dy)
        assert_nobody_is_inside(house)
    blades = [door for door in house.doors if not door.swings]
    assert (blades[1].angle - blades[0].angle) % 360 == pytest.approx(
        90, rel=1000 * 2.0**-53
    )  # turned some hundred times


def test_the_leaf_opens_only_from_the_vault() -> None:
    for start, dx, opens in ((400, 1, False), (540, -1, True)):
        house = room.House()
        house.space.update(house.player, house.space[house.player].at(start, 520))
        for _ in range(80):
            house.step(dx, 0)
        assert (house.doors[2].angle > 0) == opens
        assert (abs(house.space[house.player].center[0] - start) > 90) == opens


def test_a_door_pushes_a_player_who_stands_in_its_way() -> None:
    house = room.House()
    house.space.update(house.player, house.space[house.player].at(436, 136))
    for _ in range(120):
        house.step(0, 0)
        assert_nobody_is_inside(house)
    assert house.pushed > 10
    assert house.space[house.player].center != (436, 136)


def test_a_door_waits_for_a_player_who_cannot_get_out_of_its_way() -> None:
    house = room.House()
    blade = house.doors[0]
    for thing, place in zip((house.player, *house.crates), ((446, 100), (494, 100), (446, 215)), strict=True):
        house.space.update(thing, Circle(*place, 12))
    house.space.add(room.Thing("rubble", room.WALL), Rect(380, 20, 200, 60), layer=room.WALL)
    for _ in range(200):
        before = blade.angle
        house.step(0, 0)
        assert_nobody_is_inside(house)
        assert blade.angle == before or blade.angle == pytest.approx((before + room.TURN) % 360, rel=2.0**-51)


def test_the_gate_opens_for_a_crate_on_the_plate_and_closes_on_nobody() -> None:
    house = room.House()
    house.space.update(house.crates[0], house.space[house.crates[0]].at(*room.PLATE.center))
    for _ in range(60):
        house.step(0, 0)
    assert house.space[house.gate].center[0] == room.GATE.centerx + 90
    house.space.update(house.player, house.space[house.player].at(*room.GATE.center))
    house.space.update(house.crates[0], house.space[house.crates[0]].at(240, 300))
    for _ in range(60):
        house.step(0, 0)
        assert_nobody_is_inside(house)
    assert house.space[house.gate].center[0] > room.GATE.centerx
    house.space.update(house.player, house.space[house.player].at(680, 400))
    for _ in range(60):
        house.step(0, 0)
    assert house.space[house.gate].center == room.GATE.center


def test_no_bullet_is_ever_inside_of_a_wall_or_slower_or_faster() -> None:
    rain = storm.Storm(3)
    speeds = np.hypot(*rain.velocities.T)
    assert speeds.max() > 50
    for frame in range(40):
        rain.step(storm.SHIP_SPEED * (-1) ** (frame // 9), storm.SHIP_SPEED)
        assert rain.inside() == 0
        assert not any(rain.ship.overlaps(wall) for wall in storm.WALLS)
    assert rain.bounces > 5000
    assert np.allclose(np.hypot(*rain.velocities.T), speeds, rtol=5000 * 8 * 2.0**-53)  # fewer bounces than that
    assert (rain.bullets[:, 0] > 0).all()
    assert (rain.bullets[:, 0] < storm.WIDTH).all()


# ---- where something is missing --------------------------------------------------------------------------------------

NAMES = sorted(found.name for found in pkgutil.iter_modules(examples.__path__) if found.ispkg)

# Runs every example named on the command line in turn, as -m does, and prints how each of them ends.
RUNNER = """
import os, runpy, sys
hidden, names, drivers = (part.split(",") for part in sys.argv[1:4])
rest = sys.argv[4:]
for module in filter(None, hidden):
    sys.modules[module] = None
for driver in drivers:
    os.environ["SDL_VIDEODRIVER"] = driver
    for name in names:
        sys.argv = ["-m", *rest]
        try:
            runpy.run_module(f"collide2d.examples.{name}", run_name="__main__", alter_sys=True)
        except SystemExit as stop:
            print(f"{name}: {stop.code}")
"""
PYGAME = "an example needs pygame-ce: pip install 'collide2d[pygame]'"
NO_DISPLAY = "; --headless plays without one, --png FILE saves a picture of it"


def ends_of(hidden: str, names: list[str], drivers: str, *arguments: str) -> list[str]:
    """How examples end without some packages, for each of some drivers of SDL."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", RUNNER, hidden, ",".join(names), drivers, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")},
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("hidden", "says"),
    [
        ("pygame", dict.fromkeys(NAMES, PYGAME)),
        ("numpy", {"storm": "storm needs NumPy: pip install 'collide2d[numpy,pygame]'"}),
        ("pytiled_parser", {"walk": "walk needs pytiled-parser: pip install 'collide2d[pygame,tiled]'"}),
    ],
)
def test_an_example_says_which_package_is_missing(hidden: str, says: dict[str, str]) -> None:
    assert ends_of(hidden, list(says), "dummy", "--headless", "--frames", "1") == [
        f"{name}: {said}" for name, said in says.items()
    ]


def test_examples_that_need_no_numpy_run_without_numpy() -> None:
    names = [name for name in NAMES if name != "storm"]
    lines = ends_of("numpy", names, "dummy", "--headless", "--frames", "2")
    assert [line.partition(",")[0] for line in lines] == ["2 frames"] * len(names)


def test_without_a_display_an_example_ends_and_says_what_to_do() -> None:
    lines = ends_of("", NAMES, "offscreen,dummy,nonsense,")
    assert [line.partition(": ")[0] for line in lines] == NAMES * 4
    assert all(": no display" in line and line.endswith(NO_DISPLAY) for line in lines)


@pytest.mark.parametrize("png", ["nowhere/x.png", "x.xyz"])
def test_a_picture_that_cannot_be_saved_is_one_line(png: str, tmp_path: Path) -> None:
    path = str(tmp_path / png)
    lines = ends_of("", NAMES, "dummy", "--headless", "--frames", "1", "--png", path)
    said = [line for line in lines if not line.startswith("1 frames")]
    assert len(said) == len(NAMES)
    assert all(line.partition(": ")[2].startswith(f"{path}: ") for line in said)


@pytest.mark.parametrize("name", ["platformer", "walk"])
def test_shapes_are_shown_in_the_window_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module(f"collide2d.examples.{name}.__main__")
    pictures: list[bytes] = []
    screen: pygame.Surface

    def flip() -> None:
        pictures.append(pygame.image.tobytes(screen, "RGB"))
        pygame.event.post(pygame.event.Event(pygame.QUIT))

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "flip", flip)
    monkeypatch.setattr(module, "open_window", lambda size, caption, headless: screen)
    for arguments, key in (([], None), (["--shapes"], None), ([], pygame.K_F1), (["--shapes"], pygame.K_F1)):
        with open_screen(module.SIZE) as screen:
            if key is not None:
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))
            monkeypatch.setattr(sys, "argv", [name, *arguments])
            module.main()
    plain, shapes, pressed, both = pictures
    assert plain == both
    assert shapes == pressed
    assert plain != shapes


@pytest.mark.parametrize("name", NAMES)
def test_the_keys_are_on_the_screen_until_the_first_key(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module(f"collide2d.examples.{name}.__main__")
    shown: list[tuple[bool, int]] = []

    def draw(self: controls.Help, screen: pygame.Surface, *, is_pressed: bool) -> None:
        shown.append((is_pressed, self.frames))
        pygame.event.post(pygame.event.Event(pygame.QUIT if len(shown) > 1 else pygame.KEYDOWN, key=pygame.K_F5))

    monkeypatch.setattr(controls.Help, "draw", draw)
    monkeypatch.setattr(module, "open_window", lambda size, caption, headless: pygame.display.set_mode(size))
    monkeypatch.setattr(sys, "argv", [name])
    pygame.font.init()
    module.main()
    assert shown == [(False, 600), (True, 600)]


def test_the_help_fades_after_ten_seconds_or_at_the_first_key() -> None:
    pygame.font.init()
    for pressed, frames in ((None, 600), (0, controls.FADE), (100, 100 + controls.FADE), (590, 600)):
        hint, alphas = controls.Help("Win.", {"Space": "jump"}), []
        screen = pygame.Surface((400, 400))
        for frame in range(650):
            screen.fill("white")
            hint.draw(screen, is_pressed=frame == pressed)
            alphas.append(255 - pygame.transform.average_color(screen)[0])
        assert frames - 5 < alphas.index(0) <= frames
        assert alphas == sorted(alphas, reverse=True)


def test_ctrl_c_ends_an_example_quietly() -> None:
    def main() -> None:
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as stop:
        examples.run(main)
    assert stop.value.code == 130


SCRIPTS = {
    "bricks.py": ("pygame", PYGAME),
    "platformer/main.py": ("pygame", PYGAME),
    "packing.py": ("numpy", "packing needs numpy: pip install numpy matplotlib tqdm"),
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_says_which_package_is_missing(script: str) -> None:
    hidden, says = SCRIPTS[script]
    path = Path(__file__).parents[2] / "examples" / script
    code = f"import runpy, sys; sys.modules[{hidden!r}] = None; runpy.run_path({str(path)!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"{says}\n")
