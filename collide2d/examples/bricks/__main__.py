"""Bricks: a paddle, a ball and rounded bricks, with pygame-ce. `python -m collide2d.examples.bricks` and play.

Mouse or arrow keys move the paddle; a click or the space bar serves, and starts anew after the end; Escape quits. The
rules are in world.py; with --headless the `Autopilot` plays, the same game every time.
"""

from __future__ import annotations

import random

import pygame

from collide2d.examples import arguments, run, save_and_quit
from collide2d.examples.bricks.world import (
    BALL_RADIUS,
    BRICK_STEP,
    BRICK_TOP,
    HEIGHT,
    PADDLE_SPEED,
    WIDTH,
    Game,
    autoplay,
)
from collide2d.examples.controls import Help
from collide2d.pygame.display import open_window

ROW_COLORS = ("#d1495b", "#e07a3f", "#edae49", "#66a182", "#2e86ab", "#6b5b95")


def draw(screen: pygame.Surface, font: pygame.font.Font, game: Game) -> None:
    screen.fill("#14213d")
    for brick in game.bricks:
        color = ROW_COLORS[int(brick.y - BRICK_TOP) // BRICK_STEP[1]]
        pygame.draw.rect(screen, color, (brick.topleft, brick.size), border_radius=8)
    pygame.draw.rect(screen, "#f2f2f2", (game.paddle.topleft, game.paddle.size), border_radius=8)
    pygame.draw.circle(screen, "#fca311", game.ball.center, BALL_RADIUS)
    screen.blit(font.render(f"Score {game.score}    Lives {game.lives}", True, "#c8d0e0"), (20, 14))
    if game.over or game.held:
        said = "Space to serve" if not game.over else "You win!" if game.lives else "You lose"
        text = font.render(said, True, "#ffffff")
        screen.blit(text, text.get_rect(center=(WIDTH / 2, HEIGHT * 0.6)))


def play(screen: pygame.Surface, font: pygame.font.Font) -> None:
    """Until the window is closed."""
    game, clock, mouse = Game(), pygame.time.Clock(), None
    help_ = Help("Break all the bricks.", {"Mouse or arrow keys": "move the paddle", "Space or click": "serve"})
    while True:
        is_pressed = False
        for event in pygame.event.get():
            is_pressed |= event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
            key = event.key if event.type == pygame.KEYDOWN else None
            if event.type == pygame.QUIT or key == pygame.K_ESCAPE:
                return
            if event.type == pygame.MOUSEMOTION:
                mouse = event.pos[0]
            if (event.type == pygame.MOUSEBUTTONDOWN or key == pygame.K_SPACE) and game.over:
                game = Game()
            elif event.type == pygame.MOUSEBUTTONDOWN or key == pygame.K_SPACE:
                game.serve(random.uniform(-1, 1))
        keys = pygame.key.get_pressed()
        direction = keys[pygame.K_RIGHT] - keys[pygame.K_LEFT]
        if direction:
            mouse = None  # until it is moved again
        game.step(direction * PADDLE_SPEED if mouse is None else mouse - game.paddle.centerx)
        draw(screen, font, game)
        help_.draw(screen, is_pressed=is_pressed)
        pygame.display.flip()
        clock.tick(60)


def main() -> None:
    options = arguments("bricks", "The game of bricks.", seed="which game, with --headless").parse_args()
    screen = open_window((WIDTH, HEIGHT), "Bricks", headless=options.headless)
    font = pygame.font.Font(None, 26)
    if options.headless:
        game = Game()
        print(autoplay(game, options.frames, options.seed))
        draw(screen, font, game)
    else:
        play(screen, font)
    save_and_quit(screen, options.png)


if __name__ == "__main__":
    run(main)
