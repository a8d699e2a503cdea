"""The rules of asteroids, and a pilot that plays without a player. Nothing is drawn in this module.

The screen has no edges: what leaves it on one side comes back on the other. `fly` wraps the places, and `meeting` looks
for the other thing across the edges too. Both move in a frame, so `cast(..., motion_b=...)` finds when they meet, at
any speed. A game is the same on every run and machine.
"""

from __future__ import annotations

import random
import zlib
from dataclasses import dataclass
from typing import NamedTuple

from collide2d import Circle, Point, Polygon, Shape, cast

Vec = tuple[float, float]

WIDTH, HEIGHT = 960, 640
ACROSS = [(dx, dy) for dx in (0, -WIDTH, WIDTH) for dy in (0, -HEIGHT, HEIGHT)]
SHIP = Polygon([(17, 0), (-12, 11), (-12, -11)])  # it flies to the right at angle 0
TURN, THRUST, TOP_SPEED = 4.5, 0.12, 6.0  # degrees a frame; pixels a frame
BULLET, BULLET_SPEED, BULLET_FRAMES, RELOAD = Circle(0, 0, 3), 10.0, 55, 9
RADII, SCORES = (14, 27, 48), (100, 50, 20)  # of small, middle and large rocks
ROCK_SPEED, SPIN = 1.4, 1.5
SAFE = 120  # frames in which a new ship cannot be hit
LIVES = 3


class Pad(NamedTuple):
    """The player's input."""

    turn: int = 0  # -1 left, 1 right
    thrust: bool = False
    fire: bool = False


@dataclass(eq=False)
class Flyer:
    """A ship, a rock or a bullet: a shape around (0, 0), and where it is."""

    base: Shape
    place: Vec
    velocity: Vec = (0.0, 0.0)  # pixels a frame
    angle: float = 0.0
    spin: float = 0.0  # degrees a frame
    size: int = 0  # of a rock, from 0 to 2
    age: int = 0

    @property
    def shape(self) -> Shape:
        return self.base.placed(self.place, self.angle, about=(0, 0))

    def fly(self) -> None:
        """Moves it by a frame. What leaves the screen comes back on the other side."""
        (x, y), (vx, vy) = self.place, self.velocity
        self.place = ((x + vx) % WIDTH, (y + vy) % HEIGHT)
        self.angle, self.age = (self.angle + self.spin) % 360, self.age + 1

    def images(self) -> list[Shape]:
        """Its shape, and its images across the edges and corners of the screen."""
        return [self.shape.move(dx, dy) for dx, dy in ACROSS]


def meeting(a: Flyer, b: Flyer) -> float | None:
    """The part of this frame after which two flyers meet, also across an edge; None if they do not."""
    hits = [cast(a.shape, a.velocity, image, motion_b=b.velocity) for image in b.images()]
    return min((hit.t for hit in hits if hit), default=None)


def direction(angle: float, length: float = 1.0) -> Vec:
    """A vector. collide2d's sine and cosine are the same on every machine."""
    return Point(length, 0).rotate(angle, about=(0, 0)).center


class Game:
    """The state of a game, and its rules. A step is a frame of 1/60 s."""

    def __init__(self, seed: int = 1) -> None:
        self.random = random.Random(seed)
        self.ship = Flyer(SHIP, (WIDTH / 2, HEIGHT / 2), angle=-90.0)
        self.rocks: list[Flyer] = []
        self.bullets: list[Flyer] = []
        self.lives, self.score, self.wave, self.reload = LIVES, 0, 0, 0

    @property
    def over(self) -> bool:
        return self.lives == 0

    @property
    def is_safe(self) -> bool:
        """Whether the ship is new, so that rocks do not hit it."""
        return self.ship.age < SAFE

    def step(self, pad: Pad) -> None:
        """One frame."""
        if self.over:
            return
        if not self.rocks:
            self.wave += 1
            self.rocks = [self.rock(2, self.far_place()) for _ in range(self.wave + 2)]
        self.steer(pad)
        for bullet in list(self.bullets):
            hits = [(t, rock) for rock in self.rocks if (t := meeting(bullet, rock)) is not None]
            if hits:
                self.split(min(hits, key=lambda hit: hit[0])[1])
            if hits or bullet.age > BULLET_FRAMES:
                self.bullets.remove(bullet)
        if not self.is_safe and any(meeting(self.ship, rock) is not None for rock in self.rocks):
            self.lives -= 1
            self.ship = Flyer(SHIP, (WIDTH / 2, HEIGHT / 2), angle=-90.0)
        for flyer in (self.ship, *self.rocks, *self.bullets):
            flyer.fly()

    def steer(self, pad: Pad) -> None:
        """The ship turns at once, but gains speed slowly."""
        ship = self.ship
        ship.angle += TURN * pad.turn
        (x, y), (vx, vy) = direction(ship.angle), ship.velocity
        if pad.thrust:
            vx, vy = vx + THRUST * x, vy + THRUST * y
            scale = min(1.0, TOP_SPEED / Point(vx, vy).distance((0, 0)))
            ship.velocity = (vx * scale, vy * scale)
        self.reload = max(0, self.reload - 1)
        if pad.fire and not self.reload:
            self.reload = RELOAD
            nose = (ship.place[0] + 17 * x, ship.place[1] + 17 * y)
            self.bullets.append(Flyer(BULLET, nose, (vx + BULLET_SPEED * x, vy + BULLET_SPEED * y)))

    def rock(self, size: int, place: Vec, velocity: Vec = (0.0, 0.0)) -> Flyer:
        """A rock of a random shape, which flies in a random direction."""
        rng = self.random
        base = Polygon.hull(direction(angle, RADII[size] * rng.uniform(0.75, 1.1)) for angle in range(0, 360, 30))
        x, y = direction(rng.uniform(0, 360), ROCK_SPEED * rng.uniform(0.5, 1))
        return Flyer(base, place, (velocity[0] + x, velocity[1] + y), spin=rng.uniform(-SPIN, SPIN), size=size)

    def split(self, rock: Flyer) -> None:
        """A rock that is hit breaks into two smaller ones; the smallest are gone."""
        self.rocks.remove(rock)
        self.score += SCORES[rock.size]
        if rock.size:
            self.rocks += [self.rock(rock.size - 1, rock.place, rock.velocity) for _ in range(2)]

    def far_place(self) -> Vec:
        """A random place that is far from the ship."""
        while True:
            rock = Flyer(BULLET, (self.random.uniform(0, WIDTH), self.random.uniform(0, HEIGHT)))
            if min(image.distance(self.ship.shape) for image in rock.images()) > 200:
                return rock.place


def pilot(game: Game) -> Pad:
    """Turns to the nearest rock, ahead of its motion, and fires."""
    ship = game.ship
    images = [(image, rock) for rock in game.rocks for image in rock.images()]
    if not images:
        return Pad()
    image, rock = min(images, key=lambda found: found[0].distance(ship.shape))
    (x, y), (sx, sy), (vx, vy), (wx, wy) = image.center, ship.place, ship.velocity, rock.velocity
    frames = image.distance(ship.shape) / BULLET_SPEED
    ax, ay = x - sx + frames * (wx - vx), y - sy + frames * (wy - vy)
    hx, hy = direction(ship.angle)
    across, along = hx * ay - hy * ax, hx * ax + hy * ay
    aims = along > 0 and abs(across) < 0.08 * along
    return Pad(0 if aims else 1 if across > 0 else -1, fire=aims)


def autoplay(game: Game, frames: int) -> str:
    """Plays some frames without a player; returns a summary, with a checksum of every bit of every frame."""
    checksum = frame = 0
    while frame < frames and not game.over:
        game.step(pilot(game))
        places = [(flyer.place, flyer.angle) for flyer in (game.ship, *game.rocks, *game.bullets)]
        checksum = zlib.crc32(repr((places, game.score)).encode(), checksum)
        frame += 1
    return f"{frame} frames, {game.score} points, wave {game.wave}, {game.lives} lives, checksum {checksum:08x}"
