"""The rules of billiards. Nothing is drawn in this module.

`cast(..., motion_b=...)` says when two moving balls meet. A frame goes to the first meeting of all, bounces these two
off each other, and goes on from there. So the balls collide in the order of time, never overlap at any speed, and keep
their energy but for friction. A game is the same on every run and machine.
"""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass
from typing import NamedTuple

from collide2d import Circle, Hit, Point, Rect, bounce, cast, overlaps

Vec = tuple[float, float]

WIDTH, HEIGHT = 960, 540
RADIUS = 13.0
FELT = Rect(50, 50, WIDTH - 100, HEIGHT - 100)
CUSHIONS = (
    *(Rect(0, 0, WIDTH, FELT.top), Rect(0, FELT.bottom, WIDTH, FELT.top)),
    *(Rect(0, FELT.top, FELT.left, FELT.h), Rect(FELT.right, FELT.top, FELT.left, FELT.h)),
)
POCKETS = tuple(Circle(x, y, 24) for x in (FELT.left, FELT.centerx, FELT.right) for y in (FELT.top, FELT.bottom))
FRICTION = 0.988  # of the velocity remains after a frame
REST = 0.03  # pixels a frame: a slower ball stops
FASTEST = 36.0  # pixels a frame
MOST_MEETINGS = 1000  # in a frame; a ball between two others bounces often


@dataclass(eq=False)
class Ball:
    """A ball. Number 0 is the cue ball."""

    number: int
    shape: Circle
    velocity: Vec = (0.0, 0.0)


class Meeting(NamedTuple):
    """What a ball meets, and when: t is a part of the motion of the frame that is left."""

    t: float
    ball: Ball
    other: Ball | Rect | Circle
    normal: Vec


class Table:
    """The state of a game, and its rules. A step is a frame of 1/60 s; velocities are pixels a frame."""

    def __init__(self, friction: float = FRICTION, pockets: tuple[Circle, ...] = POCKETS) -> None:
        self.friction, self.pockets = friction, pockets
        self.cue = Ball(0, Circle(FELT.left + FELT.w / 4, FELT.centery, RADIUS))
        self.balls = [self.cue]
        gap = RADIUS + 0.1
        for row in range(5):
            for k in range(row + 1):
                x, y = FELT.left + FELT.w * 0.7 + math.sqrt(3) * gap * row, FELT.centery + gap * (2 * k - row)
                self.balls.append(Ball(len(self.balls), Circle(x, y, RADIUS)))
        self.shots = self.collisions = 0

    @property
    def rests(self) -> bool:
        return all(ball.velocity == (0, 0) for ball in self.balls)

    @property
    def energy(self) -> float:
        """The kinetic energy of balls of mass 1."""
        return math.fsum((x * x + y * y) / 2 for x, y in (ball.velocity for ball in self.balls))

    def shoot(self, dx: float, dy: float) -> None:
        """Strikes the cue ball with a velocity, if all balls are at rest."""
        if self.rests:
            scale = min(1.0, FASTEST / (math.sqrt(dx * dx + dy * dy) or 1.0))
            self.cue.velocity = (dx * scale, dy * scale)
            self.shots += 1

    def step(self) -> None:
        """One frame."""
        left = 1.0  # of the frame
        for _ in range(MOST_MEETINGS):
            first = self.first_meeting(left)
            self.advance(left * (first.t if first else 1))
            if first is None:
                break
            left *= 1 - first.t
            self.collide(first)
        for ball in self.balls if self.friction < 1 else ():
            x, y = ball.velocity[0] * self.friction, ball.velocity[1] * self.friction
            ball.velocity = (x, y) if x * x + y * y > REST * REST else (0.0, 0.0)
        if self.rests and self.cue not in self.balls:
            self.put_back_cue()

    def first_meeting(self, left: float) -> Meeting | None:
        """The first meeting in the part of the frame that is left."""
        meetings = []
        motions = [(ball.velocity[0] * left, ball.velocity[1] * left) for ball in self.balls]
        for i, (ball, motion) in enumerate(zip(self.balls, motions, strict=True)):
            things: list[tuple[Ball | Rect, Circle | Rect, Vec]] = [(rect, rect, (0.0, 0.0)) for rect in CUSHIONS]
            things += [(other, other.shape, motions[j]) for j, other in enumerate(self.balls[:i])]
            for other, shape, motion_b in things:
                hit = cast(ball.shape, motion, shape, motion_b=motion_b, leaving=False)
                if hit:
                    meetings.append(Meeting(hit.t, ball, other, hit.normal))
            for pocket in self.pockets:
                hit = cast(Point(ball.shape.center), motion, pocket)
                if hit:
                    meetings.append(Meeting(hit.t, ball, pocket, hit.normal))
        return min(meetings, key=lambda meeting: meeting.t, default=None)

    def advance(self, t: float) -> None:
        """Moves all balls for a part of a frame."""
        for ball in self.balls:
            ball.shape = ball.shape.move(ball.velocity[0] * t, ball.velocity[1] * t)

    def collide(self, meeting: Meeting) -> None:
        """Two balls bounce off each other, a ball off a cushion; a pocket takes a ball."""
        _, ball, other, normal = meeting
        if isinstance(other, Circle):
            ball.velocity = (0.0, 0.0)
            self.balls.remove(ball)
            return
        self.collisions += 1
        if isinstance(other, Ball):
            ball.velocity, other.velocity = bounce(ball.velocity, other.velocity, normal)
        else:
            ball.velocity, _ = bounce(ball.velocity, (0, 0), normal, mass_b=math.inf)

    def put_back_cue(self) -> None:
        """Puts the cue ball at its first free place behind the line."""
        x, y = FELT.left + FELT.w / 4, FELT.centery
        places = [Circle(x - 2 * RADIUS * i, y, RADIUS) for i in range(16)]
        self.cue.shape = next(at for at in places if not any(overlaps(at, ball.shape) for ball in self.balls))
        self.balls.insert(0, self.cue)

    def aim(self, dx: float, dy: float) -> tuple[Circle, Hit, Ball | None] | None:
        """The place at which the cue ball meets something first if it is shot, the hit, and the ball that it meets."""
        length = math.sqrt(dx * dx + dy * dy)
        if length == 0 or not self.rests:
            return None
        motion = (2 * WIDTH * dx / length, 2 * WIDTH * dy / length)
        things = [*((ball, ball.shape) for ball in self.balls if ball is not self.cue), *((None, c) for c in CUSHIONS)]
        hits = [(hit, ball) for ball, shape in things if (hit := cast(self.cue.shape, motion, shape, leaving=False))]
        hit, ball = min(hits, key=lambda found: found[0].t)
        return self.cue.shape.move(hit.t * motion[0], hit.t * motion[1]), hit, ball


def autoplay(frames: int, seed: int = 1) -> tuple[Table, str]:
    """A break shot without friction and pockets; returns the table and a summary. The energy should stay the same."""
    table, checksum = Table(friction=1, pockets=()), 0
    table.shoot(FASTEST, 1 / 8 + seed / 64)
    before = table.energy
    for _ in range(frames):
        table.step()
        checksum = zlib.crc32(repr([(ball.shape.center, ball.velocity) for ball in table.balls]).encode(), checksum)
    error = abs(table.energy - before) / before
    return table, f"{frames} frames, {table.collisions} collisions, energy off by {error:.1e}, checksum {checksum:08x}"
