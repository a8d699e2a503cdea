"""Bricks: a paddle, a ball and rounded bricks, with pygame-ce. `python -m collide2d.examples.bricks` and play.

Mouse or arrow keys move the paddle; a click or the space bar serves, and starts anew after the end; Escape quits.

The ball moves by `cast`, which says what it hits first on its way: it goes exactly there, bounces off the normal, and
spends the rest of the frame's motion in the new direction. So it passes through nothing and ends up inside nothing,
however fast it is. The rules are in `Game`, which knows no screen; with --headless it plays by itself, the same game
every time and on every machine, as all of it is + - * / and square roots.
"""

from __future__ import annotations

import argparse
import math
import random
import zlib

import pygame

from collide2d import Circle, Hit, Rect, RoundRect, bounce, cast, contact, overlaps, separate
from collide2d._display import open_window, save_picture
from collide2d.examples import run

Vec = tuple[float, float]

WIDTH, HEIGHT = 640, 480
# Left, right and top; as thick as you like, since nothing can pass them. The bottom is open.
WALLS = (Rect(-50, -50, 50, 600), Rect(WIDTH, -50, 50, 600), Rect(0, -50, WIDTH, 50))
BALL_RADIUS = 7
START_SPEED, TOP_SPEED, PADDLE_SPEED = 6.0, 9.0, 8.0  # pixels a frame
LIVES = 3
ROW_COLORS = ("#d1495b", "#e07a3f", "#edae49", "#66a182", "#2e86ab", "#6b5b95")
COLUMNS, BRICK_TOP, BRICK_STEP = 10, 50, (60, 24)
MOST_HITS = 10  # of the ball in one frame: it could go to and fro for ever between two things that nearly touch


class Game:
    """The state of a game, and its rules. A step is a frame of 1/60 s; velocities are pixels a frame."""

    def __init__(self) -> None:
        self.paddle = RoundRect(WIDTH / 2 - 45, HEIGHT - 40, 90, 16, 8)
        self.paddle_velocity: Vec = (0, 0)
        (w, h), rows = BRICK_STEP, len(ROW_COLORS)
        self.bricks = [
            RoundRect(22 + w * i, BRICK_TOP + h * j, w - 4, h - 4, 8) for j in range(rows) for i in range(COLUMNS)
        ]
        self.lives, self.score, self.bounces, self.speed = LIVES, 0, 0, START_SPEED
        self.hold_ball()

    @property
    def over(self) -> bool:
        return not self.bricks or self.lives == 0

    def hold_ball(self) -> None:
        """Puts the ball on the paddle, where it waits to be served."""
        self.ball, self.velocity = Circle(self.paddle.centerx, self.paddle.top - BALL_RADIUS, BALL_RADIUS), (0.0, 0.0)
        self.held = True

    def serve(self, sideways: float) -> None:
        """Shoots the ball off, from -1 to the left to 1 to the right."""
        if self.held:
            self.held, self.speed = False, START_SPEED
            self.velocity = at_speed((sideways, -2), self.speed)

    def step(self, steer: float) -> None:
        """One frame. steer: how far the paddle should go, in pixels; it goes as far as it can."""
        if self.over:
            return
        self.move_paddle(max(-PADDLE_SPEED, min(PADDLE_SPEED, steer)))
        if self.held:
            self.hold_ball()
            return
        self.move_ball()
        if self.ball.y > HEIGHT + BALL_RADIUS:
            self.lives -= 1
            self.hold_ball()

    def move_paddle(self, dx: float) -> None:
        dx = max(-self.paddle.left, min(WIDTH - self.paddle.right, dx))
        before = (self.paddle, self.ball)
        self.paddle, self.paddle_velocity = self.paddle.move(dx, 0), (dx, 0)
        touch = contact(self.ball, self.paddle)
        if self.held or touch is None or touch.depth == 0:
            return
        # The paddle ran into the ball: it pushes the ball out of itself, being much heavier, and hits it.
        self.ball, self.paddle = separate(self.ball, self.paddle, mass_b=math.inf)
        if any(overlaps(self.ball, wall) for wall in WALLS):
            self.paddle, self.ball = before  # there is no room for the ball: the paddle has to wait
            self.paddle_velocity = (0, 0)
        else:
            self.bounce_off(self.paddle, touch.normal)

    def move_ball(self) -> None:
        left = 1.0  # of this frame
        for _ in range(MOST_HITS):
            motion = (self.velocity[0] * left, self.velocity[1] * left)
            first = self.first_hit(motion)
            if first is None:
                self.ball = self.ball.move(motion)
                return
            hit, thing = first
            self.ball = self.ball.move(motion[0] * hit.t, motion[1] * hit.t)  # now it touches, and does not overlap
            left *= 1 - hit.t
            self.bounce_off(thing, hit.normal)

    def first_hit(self, motion: Vec) -> tuple[Hit, Rect | RoundRect] | None:
        """What the ball hits first on its way, and how."""
        things: tuple[Rect | RoundRect, ...] = (*WALLS, self.paddle, *self.bricks)
        hits = [(hit, thing) for thing in things if (hit := cast(self.ball, motion, thing))]
        return min(hits, key=lambda found: found[0].t, default=None)

    def bounce_off(self, thing: Rect | RoundRect, normal: Vec) -> None:
        self.bounces += 1
        if thing is self.paddle:
            # The moving paddle drags the ball along a little, and where the ball comes down decides where it goes.
            x, y = bounce(self.velocity, self.paddle_velocity, normal, mass_b=math.inf, friction=0.2)[0]
            self.velocity = (x + 8 * (self.ball.x - self.paddle.centerx) / self.paddle.w, y)
        else:
            self.velocity, _ = bounce(self.velocity, (0, 0), normal, mass_b=math.inf)
        if thing in self.bricks:
            self.bricks = [brick for brick in self.bricks if brick is not thing]
            self.score += 10
            self.speed = min(TOP_SPEED, self.speed + 0.05)
        self.velocity = at_speed(self.velocity, self.speed)


def at_speed(v: Vec, speed: float) -> Vec:
    """v made as long as speed, and so steep that the ball does not go from wall to wall for ever; up if in doubt."""
    x, y = v
    steepness = max(abs(y), 0.3 * abs(x)) or 1.0
    y = steepness if y > 0 else -steepness
    length = math.sqrt(x * x + y * y)
    return (x * speed / length, y * speed / length)


class Autopilot:
    """Follows the ball, and catches it with another part of the paddle each time, sometimes with its very end."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.aim, self.bounces = 0.0, 0

    def steer(self, game: Game) -> float:
        if game.held:
            game.serve(self.random.uniform(-1, 1))
        if game.bounces != self.bounces:
            self.aim, self.bounces = self.random.uniform(-50, 50), game.bounces
        return game.ball.x + self.aim - game.paddle.centerx


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
    while True:
        for event in pygame.event.get():
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
        pygame.display.flip()
        clock.tick(60)


def autoplay(game: Game, frames: int, seed: int) -> str:
    """Plays some frames without a player; returns how it went, with a checksum of every bit of every frame."""
    pilot, checksum, frame = Autopilot(seed), 0, 0
    while frame < frames and not game.over:
        game.step(pilot.steer(game))
        state = (game.ball.center, game.velocity, game.paddle.x, game.lives, game.score)
        checksum = zlib.crc32(repr(state).encode(), checksum)
        frame += 1
    x, y = game.ball.center
    return (
        f"{frame} frames, {len(game.bricks)} bricks left, {game.bounces} bounces, {game.lives} lives,"
        f" ball at ({x!r}, {y!r}), checksum {checksum:08x}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="The game of bricks.")
    parser.add_argument("--headless", action="store_true", help="play by itself, without a window; print a summary")
    parser.add_argument("--frames", type=int, default=3000, help="how long, with --headless")
    parser.add_argument("--seed", type=int, default=1, help="which game, with --headless")
    parser.add_argument("--png", metavar="FILE", help="save the last picture")
    options = parser.parse_args()
    screen = open_window((WIDTH, HEIGHT), "Bricks", headless=options.headless)
    font = pygame.font.Font(None, 26)
    if options.headless:
        game = Game()
        print(autoplay(game, options.frames, options.seed))
        draw(screen, font, game)
    else:
        play(screen, font)
    if options.png:
        save_picture(screen, options.png)
    pygame.quit()


if __name__ == "__main__":
    run(main)
