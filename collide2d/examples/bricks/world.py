"""The rules of bricks, and a pilot that plays without a player. Nothing is drawn in this module.

The ball moves by `cast`, which returns the first hit: it moves exactly to the hit, bounces off the normal, and spends
the rest of the frame's motion in the new direction. So it passes through nothing and ends up inside nothing, at any
speed. A game is the same on every run and machine, since it uses only + - * / and square roots.
"""

from __future__ import annotations

import math
import random
import zlib

from collide2d import Circle, Hit, Rect, RoundRect, bounce, cast, contact, overlaps, separate

Vec = tuple[float, float]

WIDTH, HEIGHT = 640, 480
# Left, right and top; as thick as you like, since nothing can pass them. The bottom is open.
WALLS = (Rect(-50, -50, 50, 600), Rect(WIDTH, -50, 50, 600), Rect(0, -50, WIDTH, 50))
BALL_RADIUS = 7
START_SPEED, TOP_SPEED, PADDLE_SPEED = 6.0, 9.0, 8.0  # pixels a frame
LIVES = 3
ROWS = 6
COLUMNS, BRICK_TOP, BRICK_STEP = 10, 50, (60, 24)
MOST_HITS = 10  # the most bounces in a frame: the ball could bounce for ever between two things that nearly touch


class Game:
    """The state of a game, and its rules. A step is a frame of 1/60 s; velocities are pixels a frame."""

    def __init__(self) -> None:
        self.paddle = RoundRect(WIDTH / 2 - 45, HEIGHT - 40, 90, 16, 8)
        self.paddle_velocity: Vec = (0, 0)
        (w, h), rows = BRICK_STEP, ROWS
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
        """Launches the ball, in a direction from -1 (left) to 1 (right)."""
        if self.held:
            self.held, self.speed = False, START_SPEED
            self.velocity = at_speed((sideways, -2), self.speed)

    def step(self, steer: float) -> None:
        """One frame. steer: the motion of the paddle in pixels; it stops at obstacles."""
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
        # The paddle hits the ball: much heavier, it pushes the ball out of itself and strikes it.
        self.ball, self.paddle = separate(self.ball, self.paddle, mass_b=math.inf)
        if any(overlaps(self.ball, wall) for wall in WALLS):
            self.paddle, self.ball = before  # there is no room for the ball, so the paddle waits
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
            self.ball = self.ball.move(motion[0] * hit.t, motion[1] * hit.t)  # it now touches without overlapping
            left *= 1 - hit.t
            self.bounce_off(thing, hit.normal)

    def first_hit(self, motion: Vec) -> tuple[Hit, Rect | RoundRect] | None:
        """The first item that the ball hits, and the hit."""
        things: tuple[Rect | RoundRect, ...] = (*WALLS, self.paddle, *self.bricks)
        hits = [(hit, thing) for thing in things if (hit := cast(self.ball, motion, thing))]
        return min(hits, key=lambda found: found[0].t, default=None)

    def bounce_off(self, thing: Rect | RoundRect, normal: Vec) -> None:
        self.bounces += 1
        if thing is self.paddle:
            # The moving paddle drags the ball along a little, and the point of impact sets its direction.
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
    """v scaled to a speed, and steep enough that the ball does not go from wall to wall for ever; up if undecided."""
    x, y = v
    steepness = max(abs(y), 0.3 * abs(x)) or 1.0
    y = steepness if y > 0 else -steepness
    length = math.sqrt(x * x + y * y)
    return (x * speed / length, y * speed / length)


class Autopilot:
    """Follows the ball, and catches it with a different part of the paddle each time, sometimes the very end."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.aim, self.bounces = 0.0, 0

    def steer(self, game: Game) -> float:
        if game.held:
            game.serve(self.random.uniform(-1, 1))
        if game.bounces != self.bounces:
            self.aim, self.bounces = self.random.uniform(-50, 50), game.bounces
        return game.ball.x + self.aim - game.paddle.centerx


def autoplay(game: Game, frames: int, seed: int) -> str:
    """Plays some frames without a player; returns a summary, with a checksum of every bit of every frame."""
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
