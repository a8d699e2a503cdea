"""A storm of 10,000 bullets, with pygame-ce and NumPy. `python -m collide2d.examples.storm` and stay alive.

Arrow keys or W, A, S, D fly; Escape quits. The rules are in world.py; with --headless the `Pilot` flies, the same
flight every time.
"""

from __future__ import annotations

import time

import numpy as np
import pygame

from collide2d.examples import arguments, run, save_and_quit
from collide2d.examples.controls import Help, arrows, pressed_keys
from collide2d.examples.pictures import draw_shape
from collide2d.examples.storm.world import (
    BULLETS,
    FRAME,
    HEIGHT,
    SHIP_RADIUS,
    SHIP_SPEED,
    WALLS,
    WIDTH,
    Storm,
    autoplay,
)
from collide2d.pygame.display import open_window

# ---- the picture -----------------------------------------------------------------------------------------------------

NIGHT, STONE, EDGE, SHIP, WARM = "#101522", "#27324a", "#4f6491", "#f7c948", "#ff6b57"


class Painter:
    """Draws walls once, and bullets directly into the pixel array."""

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
    """Runs the game until the window is closed."""
    painter, clock = Painter(), pygame.time.Clock()
    help_ = Help("Stay clear of the bullets.", {"Arrow keys, or W A S D": "fly"})
    while (pressed := pressed_keys()) is not None:
        x, y = arrows()
        storm.step(SHIP_SPEED * x, SHIP_SPEED * y)
        painter.draw(screen, storm)
        help_.draw(screen, is_pressed=bool(pressed))
        pygame.display.flip()
        clock.tick(60)


def main() -> None:
    parser = arguments("storm", "A storm of 10,000 bullets.", frames=300, seed="the seed of the storm")
    parser.add_argument("--time", action="store_true", help="print the time per frame, with --headless")
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
    save_and_quit(screen, options.png)


if __name__ == "__main__":
    run(main)
