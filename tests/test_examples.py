"""The examples that are not tested elsewhere: the same on every run and machine, and nothing is inside of anything."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pygame
import pytest

from collide2d import Circle, Rect
from collide2d.examples import room, storm

# What `python -m collide2d.examples.NAME --headless` prints with these arguments.
GOLDEN = {
    "room": (
        ("--frames", "3000"),
        "3000 frames, 3 rooms, treasure, 250 pushed by doors, doors waited 0 times, 157 shoves,"
        " player at (360.79075102833264, 422.92732648755015), checksum 2a7c419e",
    ),
    "storm": (
        ("--frames", "60", "--seed", "1"),
        "60 frames, 10000 bullets, 16925 bounces, 0 inside of a wall, 423 hits, checksum 54eaa29b",
    ),
}


def run(name: str, *arguments: str) -> str:
    """What an example prints, as a user runs it."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", f"collide2d.examples.{name}", "--headless", *arguments],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        check=True,
    )
    return done.stdout.removesuffix("\n")


@pytest.mark.parametrize("name", GOLDEN)
def test_a_game_is_the_same_on_every_run_and_machine(name: str, tmp_path: Path) -> None:
    arguments, golden = GOLDEN[name]
    picture = tmp_path / "last.png"
    assert run(name, *arguments, "--png", str(picture)) == golden
    assert run(name, *arguments) == golden
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
def test_nor_for_who_runs_about_in_the_doors(seed: int) -> None:
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


def test_a_door_pushes_who_stands_in_its_way() -> None:
    house = room.House()
    house.space.update(house.player, house.space[house.player].at(436, 136))
    for _ in range(120):
        house.step(0, 0)
        assert_nobody_is_inside(house)
    assert house.pushed > 10
    assert house.space[house.player].center != (436, 136)


def test_a_door_waits_for_who_cannot_get_out_of_its_way() -> None:
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
