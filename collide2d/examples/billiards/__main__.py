"""Billiards, with pygame-ce. `python -m collide2d.examples.billiards` and play.

Aim with the mouse; a click shoots, the harder the farther the mouse is from the white ball. R starts anew; Escape
quits. The circle shows where the white ball meets something first. The rules are in world.py; with --headless one shot
runs without friction, the same every time.
"""

from __future__ import annotations

import pygame

from collide2d import Segment
from collide2d.examples import arguments, run, save_and_quit
from collide2d.examples.billiards.world import FELT, HEIGHT, RADIUS, WIDTH, Table, autoplay
from collide2d.examples.controls import Help, panel
from collide2d.examples.pictures import disc
from collide2d.pygame import draw
from collide2d.pygame.display import open_window

POWER = 0.09  # pixels a frame for a pixel between mouse and ball
COLORS = ("#f4f1e4", "#f2c230", "#2a5fb0", "#d1342f", "#5b3a8c", "#e5792b", "#a6d854", "#7d2430", "#23242a")


def paint(screen: pygame.Surface, table: Table) -> None:
    screen.fill("#5a3720")
    draw(screen, FELT.grow(6), "#3c2414", width=0)
    draw(screen, FELT, "#1f7a57", width=0)
    draw(screen, table.pockets, "#12161c", width=0)
    for ball in table.balls:
        x, y = ball.shape.center
        disc(screen, "#15563d", (x + 2, y + 3), RADIUS)
        disc(screen, COLORS[ball.number if ball.number < 9 else ball.number - 8], (x, y), RADIUS)
        if ball.number > 8:
            disc(screen, COLORS[0], (x, y), RADIUS / 2)


def paint_aim(screen: pygame.Surface, table: Table, dx: float, dy: float) -> None:
    """The way of the white ball, the place where it meets something, and the way of the ball that it meets."""
    aim = table.aim(dx, dy)
    if aim:
        ghost, hit, ball = aim
        draw(screen, [Segment(table.cue.shape.center, ghost.center), ghost], "#f4f1e4", width=1)
        if ball:
            (x, y), (nx, ny) = ball.shape.center, hit.normal
            draw(screen, Segment(x, y, x - 60 * nx, y - 60 * ny), "#f4f1e4", width=1)


def play(screen: pygame.Surface) -> None:
    """Runs the game until the window is closed."""
    table, clock = Table(), pygame.time.Clock()
    help_ = Help("Pocket all the balls.", {"Mouse": "aim; farther away is harder", "Click": "shoot", "R": "start anew"})
    while True:
        (x, y), (mx, my) = table.cue.shape.center, pygame.mouse.get_pos()
        is_pressed = False
        for event in pygame.event.get():
            key = event.key if event.type == pygame.KEYDOWN else None
            if event.type == pygame.QUIT or key == pygame.K_ESCAPE:
                return
            if event.type == pygame.MOUSEBUTTONDOWN:
                table.shoot(POWER * (mx - x), POWER * (my - y))
            if key == pygame.K_r:
                table = Table()
            is_pressed |= event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
        table.step()
        paint(screen, table)
        paint_aim(screen, table, mx - x, my - y)
        if table.balls == [table.cue]:
            won = panel(f"Cleared in {table.shots} shots!", size=48)
            screen.blit(won, won.get_rect(center=(WIDTH / 2, HEIGHT / 2)))
        help_.draw(screen, is_pressed=is_pressed)
        pygame.display.flip()
        clock.tick(60)


def main() -> None:
    options = arguments("billiards", "Billiards.", seed="which shot, with --headless").parse_args()
    screen = open_window((WIDTH, HEIGHT), "Billiards", headless=options.headless)
    if options.headless:
        table, summary = autoplay(options.frames, options.seed)
        print(summary)
        paint(screen, table)
    else:
        play(screen)
    save_and_quit(screen, options.png)


if __name__ == "__main__":
    run(main)
