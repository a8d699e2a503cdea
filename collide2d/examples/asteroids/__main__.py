"""Asteroids, with pygame-ce. `python -m collide2d.examples.asteroids` and play.

Left and right or A and D turn the ship, up or W thrusts, the space bar fires (and starts anew after the end); Escape
quits. The screen has no edges. The rules are in world.py; with --headless the `pilot` plays, the same game every time.
"""

from __future__ import annotations

import random

import pygame

from collide2d import Polygon, Rect, Shape
from collide2d.examples import arguments, run, save_and_quit
from collide2d.examples.asteroids.world import HEIGHT, WIDTH, Flyer, Game, Pad, autoplay
from collide2d.examples.controls import UP, Help, arrows, held_keys, panel, pressed_keys
from collide2d.pygame import draw
from collide2d.pygame.display import open_window

SCREEN = Rect(0, 0, WIDTH, HEIGHT)
FLAME = Polygon([(-12, 5), (-12, -5), (-22, 0)])
HELP = {"Left, right or A D": "turn", "Up or W": "thrust", "Space": "fire"}


def seen(flyer: Flyer) -> list[Shape]:
    """Its images that are on the screen, at most four."""
    return [image for image in flyer.images() if image.overlaps(SCREEN)]


def paint(screen: pygame.Surface, font: pygame.font.Font, game: Game, *, thrusts: bool = False) -> None:
    screen.fill("#0d1020")
    for rock in game.rocks:
        draw(screen, seen(rock), "#3b4264", width=0, smooth=False)
        draw(screen, seen(rock), "#98a2d4", width=2)
    for bullet in game.bullets:
        draw(screen, seen(bullet), "#ffe27a", width=0)
    ship = game.ship
    if not game.over and (not game.is_safe or ship.age % 20 < 12):
        draw(screen, seen(ship), "#5fe0c0", width=0)
        if thrusts:
            draw(screen, FLAME.placed(ship.place, ship.angle, about=(0, 0)), "#ff8a4c", width=0)
    screen.blit(font.render(f"{game.score} points    {game.lives} ships", True, "#dfe6f5"), (16, 12))


def play(screen: pygame.Surface, font: pygame.font.Font) -> None:
    """Runs the game until the window is closed."""
    game, clock = Game(), pygame.time.Clock()
    help_ = Help("Break all the rocks.", HELP)
    while (pressed := pressed_keys()) is not None:
        down = held_keys()
        if game.over and pygame.K_SPACE in pressed:
            game = Game(random.randrange(1 << 30))
        game.step(Pad(arrows()[0], down(UP), down((pygame.K_SPACE,))))
        paint(screen, font, game, thrusts=down(UP))
        if game.over:
            end = panel(f"{game.score} points. Space: play again", size=40)
            screen.blit(end, end.get_rect(center=(WIDTH / 2, HEIGHT / 2)))
        help_.draw(screen, is_pressed=bool(pressed))
        pygame.display.flip()
        clock.tick(60)


def main() -> None:
    options = arguments("asteroids", "Asteroids on a screen without edges.", seed="which rocks").parse_args()
    screen = open_window((WIDTH, HEIGHT), "Asteroids", headless=options.headless)
    font = pygame.font.Font(None, 26)
    if options.headless:
        game = Game(options.seed)
        print(autoplay(game, options.frames))
        paint(screen, font, game)
    else:
        play(screen, font)
    save_and_quit(screen, options.png)


if __name__ == "__main__":
    run(main)
