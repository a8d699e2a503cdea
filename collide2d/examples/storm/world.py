"""The rules of the storm, and a pilot that flies without a player. Nothing is drawn in this module.

The bullets are rows of one array. A frame casts all of them against each wall and the ship at once, so no bullet passes
through anything at any speed. The ship is an item of a `Space` and slides along the walls. A flight is the same on
every run and machine.
"""

from __future__ import annotations

import random
import zlib
from typing import TYPE_CHECKING

import numpy as np

from collide2d import Capsule, Circle, Circles, Polygon, Rect, RoundRect, Segment, Shape, Space, cast, overlaps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


WIDTH, HEIGHT = 960, 640
BULLETS, BULLET_RADIUS = 10_000, 2.0
SLOWEST, FASTEST = 1.5, 60.0  # pixels a frame; the thinnest wall has thickness 0
SHIP_RADIUS, SHIP_SPEED = 7.0, 5.0
FRAME = (
    Rect(-40, -40, 40, HEIGHT + 80),
    Rect(WIDTH, -40, 40, HEIGHT + 80),
    Rect(-40, -40, WIDTH + 80, 40),
    Rect(-40, HEIGHT, WIDTH + 80, 40),
)
WALLS: tuple[Shape, ...] = (
    *FRAME,
    Circle(480, 320, 46),
    RoundRect.centered(220, 180, 150, 44, 16, angle=30),
    RoundRect.centered(740, 180, 150, 44, 16, angle=-30),
    Rect.centered(220, 460, 120, 26, angle=-40),
    Rect.centered(740, 460, 120, 26, angle=40),
    Capsule(420, 90, 540, 90, 12),
    Polygon([(430, 560), (480, 500), (530, 560)]),
    Segment(90, 260, 90, 400),
    Segment(870, 260, 870, 400),
)
HITS_A_FRAME = 3  # the most bounces of a bullet in a frame; the remaining motion is dropped


def directions(count: int) -> Floats:
    """Unit vectors in all directions, rotated by collide2d, whose sine and cosine are the same on every machine."""
    return np.array([Circle(1, 0, 0).rotate(360 * k / count, about=(0, 0)).center for k in range(count)])


class Storm:
    """The bullets, the walls and the ship. A step is a frame of 1/60 s; velocities are pixels a frame."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        around = directions(360)
        self.bullets = np.empty((BULLETS, 3))  # x, y, radius
        self.velocities = np.empty((BULLETS, 2))
        self.bullets[:, 2] = BULLET_RADIUS
        for k in range(BULLETS):
            way = around[(137 * k) % 360]  # a sunflower's spiral
            self.bullets[k, :2] = (480, 320) + way * (52 + 0.008 * k)
            speed = SLOWEST + (FASTEST - SLOWEST) * rng.random() ** 6
            self.velocities[k] = speed * around[rng.randrange(360)]
        self.lift_out_of_walls()
        self.space: Space[str | int] = Space(enumerate(WALLS))
        self.space.add("ship", Circle(480, 440, SHIP_RADIUS))
        self.hits = self.bounces = self.frame = 0
        self.flash = np.zeros(BULLETS, dtype=bool)

    @property
    def ship(self) -> Shape:
        ship = self.space["ship"]
        assert isinstance(ship, Shape)
        return ship

    def lift_out_of_walls(self) -> None:
        """Moves bullets that start inside a wall to above the middle of the room."""
        for wall in WALLS:
            inside = overlaps(Circles(self.bullets), wall)
            self.bullets[inside, :2] = (480, 400)

    def step(self, dx: float, dy: float) -> None:
        """One frame. dx, dy: the motion of the ship, in pixels."""
        before = self.ship.center
        self.space.slide("ship", dx, dy)
        gone = np.subtract(self.ship.center, before)
        # Relative to the moving ship, a bullet moves by the difference of the motions.
        struck = cast(Circles(self.bullets), self.velocities - gone, self.ship.at(*before)).hit
        self.hits += int(np.count_nonzero(struck))
        self.flash = struck
        self.fly()
        self.frame += 1

    def fly(self) -> None:
        """Moves all bullets by a frame, with bounces off everything in the way."""
        left = np.ones(BULLETS)  # of the frame
        going = np.arange(BULLETS)
        for _ in range(HITS_A_FRAME):
            motion = self.velocities[going] * left[going, None]
            t, normal = self.first_hits(going, motion)
            self.bullets[going, :2] += motion * np.minimum(t, 1)[:, None]
            hit = t <= 1
            left[going] -= left[going] * np.minimum(t, 1)
            going, normal = going[hit], normal[hit]
            v = self.velocities[going]
            inward = v[:, 0] * normal[:, 0] + v[:, 1] * normal[:, 1]
            self.velocities[going] = v - (2 * inward)[:, None] * normal
            self.bounces += len(going)
            if not len(going):
                return

    def first_hits(self, which: NDArray[np.intp], motion: Floats) -> tuple[Floats, Floats]:
        """The time at which each of these bullets hits a wall, 2 if it hits none, and the normal of the hit."""
        bullets = Circles(self.bullets[which])
        t, normal = np.full(len(which), 2.0), np.zeros((len(which), 2))
        for wall in WALLS:
            hits = cast(bullets, motion, wall)
            sooner = hits.hit & (hits.t < t)
            t[sooner] = hits.t[sooner]
            normal[sooner] = hits.normal[sooner]
        return t, normal

    def inside(self) -> int:
        """The number of bullets inside a wall, which is always 0."""
        bullets = Circles(self.bullets)
        return sum(int(np.count_nonzero(overlaps(bullets, wall))) for wall in WALLS)


class Pilot:
    """Looks a few steps ahead in nine directions and goes where the fewest bullets will be."""

    def __init__(self, seed: int) -> None:
        self.ways = [(0.0, 0.0), *(tuple(map(float, way * SHIP_SPEED)) for way in directions(8))]
        self.random = random.Random(seed)

    def steer(self, storm: Storm) -> tuple[float, float]:
        x, y = storm.ship.center
        near = np.flatnonzero(np.abs(storm.bullets[:, :2] - (x, y)).max(axis=1) < 60)
        bullets, velocities = Circles(storm.bullets[near]), storm.velocities[near]
        danger = []
        for dx, dy in self.ways:
            bigger = Circle(x, y, SHIP_RADIUS + 3)
            count = np.count_nonzero(cast(bullets, (velocities - (dx, dy)) * 4, bigger).hit)
            blocked = storm.space.cast("ship", (3 * dx, 3 * dy)) is not None if dx or dy else False
            danger.append((int(count) + 5 * blocked, self.random.random(), (dx, dy)))
        return min(danger)[2]


def autoplay(storm: Storm, frames: int, seed: int) -> str:
    """Flies some frames without a player; returns a summary, with a checksum of every bit of every tenth frame."""
    pilot, checksum, inside = Pilot(seed), 0, 0
    for frame in range(frames):
        storm.step(*pilot.steer(storm))
        if frame % 10 == 0 or frame == frames - 1:
            inside += storm.inside()
            checksum = zlib.crc32(storm.bullets.tobytes() + repr(storm.ship.center).encode(), checksum)
    return (
        f"{frames} frames, {BULLETS} bullets, {storm.bounces} bounces, {inside} inside of a wall,"
        f" {storm.hits} hits, checksum {checksum:08x}"
    )
