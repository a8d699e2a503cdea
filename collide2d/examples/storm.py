"""A storm of 10,000 bullets, with pygame-ce and NumPy. `python -m collide2d.examples.storm` and stay alive.

Arrow keys or W, A, S, D fly; Escape quits. The bullets are rows of one array: a frame casts all of them against each
wall at once, and against the ship, so none of them passes through anything, however fast it is. The ship is an item of
a `Space` and slides along the walls. The rules are in `Storm`, which knows no screen; with --headless the ship is flown
by `Pilot`, the same every time and on every machine.
"""

from __future__ import annotations

import argparse
import random
import time
import zlib
from typing import TYPE_CHECKING

try:
    import numpy as np
    import pygame
except ImportError:
    from collide2d.examples import need

    need("storm", "pygame", "numpy", is_run=__name__ == "__main__")
    raise

from collide2d import Capsule, Circle, Circles, Polygon, Rect, RoundRect, Segment, Shape, Space, cast, overlaps
from collide2d._display import open_window, save_picture
from collide2d.examples import run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

WIDTH, HEIGHT = 960, 640
BULLETS, BULLET_RADIUS = 10_000, 2.0
SLOWEST, FASTEST = 1.5, 60.0  # pixels a frame; the thinnest wall has no thickness at all
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
HITS_A_FRAME = 3  # of one bullet; what is left of its motion then waits for the next frame


def directions(count: int) -> Floats:
    """Unit vectors all around; turned by collide2d, whose sine and cosine are the same on every machine."""
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
        return self.space["ship"]

    def lift_out_of_walls(self) -> None:
        """Bullets that begin inside of a wall begin over the middle of the room instead."""
        for wall in WALLS:
            inside = overlaps(Circles(self.bullets), wall)
            self.bullets[inside, :2] = (480, 400)

    def step(self, dx: float, dy: float) -> None:
        """One frame. dx, dy: where the ship should go, in pixels."""
        before = self.ship.center
        self.space.slide("ship", dx, dy)
        gone = np.subtract(self.ship.center, before)
        # Seen from the ship, which moves as well, a bullet comes by the difference of the motions.
        struck = cast(Circles(self.bullets), self.velocities - gone, self.ship.at(*before)).hit
        self.hits += int(np.count_nonzero(struck))
        self.flash = struck
        self.fly()
        self.frame += 1

    def fly(self) -> None:
        """All bullets as far as they come in a frame, with a bounce off whatever is in the way."""
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
        """When each of these bullets meets a wall, 2 if it does not, and the normal there."""
        bullets = Circles(self.bullets[which])
        t, normal = np.full(len(which), 2.0), np.zeros((len(which), 2))
        for wall in WALLS:
            hits = cast(bullets, motion, wall)
            sooner = hits.hit & (hits.t < t)
            t[sooner] = hits.t[sooner]
            normal[sooner] = hits.normal[sooner]
        return t, normal

    def inside(self) -> int:
        """How many bullets are inside of a wall: none, ever."""
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


# ---- the picture -----------------------------------------------------------------------------------------------------

NIGHT, STONE, EDGE, SHIP, WARM = "#101522", "#27324a", "#4f6491", "#f7c948", "#ff6b57"


def draw_shape(surface: pygame.Surface, shape: Shape, color: str, scale: float = 1) -> None:
    """A shape as its core, grown by its radius."""
    points = [(x * scale, y * scale) for x, y in shape.vertices]
    radius = shape.radius * scale
    width = max(round(2 * radius), round(3 * scale) if len(points) == 2 else 1)
    if len(points) > 2:
        pygame.draw.polygon(surface, color, points)
    for p, q in zip(points, [*points[1:], points[0]], strict=True):
        pygame.draw.line(surface, color, p, q, width) if radius == 0 else draw_side(surface, color, p, q, radius)
        pygame.draw.circle(surface, color, p, max(radius, width / 2))


def draw_side(
    surface: pygame.Surface, color: str, p: tuple[float, float], q: tuple[float, float], radius: float
) -> None:
    side = pygame.Vector2(q) - p
    if side:
        across = side.rotate(90).normalize() * radius
        pygame.draw.polygon(surface, color, [p + across, q + across, q - across, p - across])


class Painter:
    """Walls are drawn once, bullets straight into the pixels."""

    def __init__(self) -> None:
        big = pygame.Surface((2 * WIDTH, 2 * HEIGHT))
        big.fill(NIGHT)
        for wall in WALLS[len(FRAME) :]:
            draw_shape(big, wall.grow(1.5), EDGE, 2)
            draw_shape(big, wall, STONE, 2)
        self.ground = pygame.transform.smoothscale(big, (WIDTH, HEIGHT))
        self.font = pygame.font.Font(None, 24)
        speed = np.linspace(0, 1, 256)[:, None]
        self.colors = ((1 - speed) * (110, 190, 255) + speed * (255, 120, 190)).astype(np.uint8)

    def draw(self, screen: pygame.Surface, storm: Storm) -> None:
        screen.blit(self.ground, (0, 0))
        v = storm.velocities
        fast = np.sqrt(np.minimum(np.hypot(v[:, 0], v[:, 1]) / 12, 1))
        colors = self.colors[(255 * fast).astype(np.intp)]
        x, y = storm.bullets[:, :2].astype(np.intp).T
        pixels = pygame.surfarray.pixels3d(screen)
        for dx, dy in ((-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)):
            pixels[np.clip(x + dx, 0, WIDTH - 1), np.clip(y + dy, 0, HEIGHT - 1)] = colors
        del pixels  # unlocks the screen
        pygame.draw.circle(screen, WARM if storm.flash.any() else SHIP, storm.ship.center, SHIP_RADIUS + 2)
        pygame.draw.circle(screen, NIGHT, storm.ship.center, SHIP_RADIUS - 3)
        text = f"{BULLETS} bullets    {storm.bounces} bounces    {storm.hits} hits in {storm.frame} frames"
        label = self.font.render(text, True, "#dfe6f5", "#1a2133")
        screen.blit(label, (14, 12))


def play(screen: pygame.Surface, storm: Storm) -> None:
    """Until the window is closed."""
    painter, clock = Painter(), pygame.time.Clock()
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
                return
        keys = pygame.key.get_pressed()
        x = (keys[pygame.K_RIGHT] or keys[pygame.K_d]) - (keys[pygame.K_LEFT] or keys[pygame.K_a])
        y = (keys[pygame.K_DOWN] or keys[pygame.K_s]) - (keys[pygame.K_UP] or keys[pygame.K_w])
        storm.step(SHIP_SPEED * x, SHIP_SPEED * y)
        painter.draw(screen, storm)
        pygame.display.flip()
        clock.tick(60)


def autoplay(storm: Storm, frames: int, seed: int) -> str:
    """Flies some frames without a player; returns how it went, with a checksum of every bit of every tenth frame."""
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


def main() -> None:
    parser = argparse.ArgumentParser(description="A storm of 10,000 bullets.")
    parser.add_argument("--headless", action="store_true", help="fly by itself, without a window; print a summary")
    parser.add_argument("--frames", type=int, default=300, help="how long, with --headless")
    parser.add_argument("--seed", type=int, default=1, help="which storm")
    parser.add_argument("--png", metavar="FILE", help="save the last picture")
    parser.add_argument("--time", action="store_true", help="print how long a frame takes, with --headless")
    options = parser.parse_args()
    screen = open_window((WIDTH, HEIGHT), "Storm", headless=options.headless)
    storm = Storm(options.seed)
    if options.headless:
        start = time.perf_counter()
        print(autoplay(storm, options.frames, options.seed))
        if options.time:
            print(f"{(time.perf_counter() - start) / max(options.frames, 1) * 1e3:.1f} ms a frame")
        Painter().draw(screen, storm)
    else:
        play(screen, storm)
    if options.png:
        save_picture(screen, options.png)
    pygame.quit()


if __name__ == "__main__":
    run(main)
