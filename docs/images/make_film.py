"""Makes platformer.webp, the moving picture of README.md: `python docs/images/make_film.py`. Needs Pillow.

The pilot of the example platformer plays for eight seconds. Halfway the shapes that collide2d sees are switched on, as
F1 does. The format is WebP: GitHub, PyPI and every browser show it, in all colours. A GIF has 256 colours and is ten
times as large.
"""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
from PIL import Image

from collide2d.examples.platformer.__main__ import autoplay
from collide2d.examples.platformer.paint import SIZE, Painter
from collide2d.examples.platformer.world import Game
from collide2d.pygame.display import open_window

FILM = Path(__file__).resolve().with_name("platformer.webp")
SEED, START, FRAMES = 1, 240, 480  # of the game, at 60 a second
EVERY = 3  # the film has 20 a second
SHOWN = (800, 450)  # a README is about 830 pixels wide
QUALITY = 50


def main() -> int:
    screen, painter, pictures = open_window(SIZE, "", headless=True), Painter(), list[Image.Image]()
    frames = count()

    def see(game: Game) -> None:
        painter.follow(game)
        frame = next(frames) - START
        if frame >= 0 and frame % EVERY == 0:
            painter.shows_shapes = frame >= FRAMES / 2
            painter.draw(screen, game)
            small = pygame.transform.smoothscale(screen, SHOWN)
            pictures.append(Image.frombytes("RGB", SHOWN, pygame.image.tobytes(small, "RGB")))

    autoplay(Game(), START + FRAMES, SEED, see)
    duration = 1000 * EVERY // 60
    first, *rest = pictures
    first.save(FILM, save_all=True, append_images=rest, duration=duration, loop=0, quality=QUALITY, method=4)
    print(f"{os.path.relpath(FILM)}: {len(pictures)} frames, {FILM.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
