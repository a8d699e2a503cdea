"""Characters: how they run, jump and fall. A `Walker` moves them over slopes, steps and lifts.

A step is a frame of 1/60 s; velocities are pixels a frame. This file is only the arithmetic of velocities.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from collide2d.walker import Walk, Walker

Vec = tuple[float, float]

GRAVITY, FALL_SPEED = 0.5, 12.0
RUN_SPEED, RUN_GAIN = 4.0, 0.4
JUMP_SPEED = 10.5
COYOTE = 6  # coyote time: the frames after running off an edge in which the player can still jump
PATIENCE = 6  # jump buffer: the frames before landing in which the jump key already counts
STEEPEST = 50.0  # the steepest floor, in degrees
SQUEEZE = 16.0  # a body that a platform would have to push farther than this is crushed
NO_WAY: Vec = (0.0, 0.0)
AIRBORNE: Walk[Any] = Walk(NO_WAY)  # a walk that met nothing


class Pad(NamedTuple):
    """The player's input."""

    x: int = 0  # -1 left, 1 right
    jump: bool = False  # pressed just now
    hold: bool = False  # still held: the jump gets higher
    shoot: bool = False
    down: bool = False  # falls through a plank, or climbs down
    up: bool = False  # climbs


@dataclass(eq=False)  # compared by identity, so that equal bodies can be items of a space
class Body:
    """An item of a space, which has its shape. Its walker, if it has one, moves it."""

    velocity: Vec = NO_WAY
    facing: int = 1
    last: Walk[Any] = AIRBORNE  # the walk of the last frame
    off_ground: int = 99  # frames since it stood
    since_asked: int = 99  # frames since the jump key was pressed
    walker: Walker[Any] = field(init=False, repr=False)

    @property
    def ground(self) -> Any:
        """The item that it stands on, or None."""
        return self.last.floor

    def stop(self) -> None:
        """Forgets its velocity and its ground, as after a jump to another place."""
        self.velocity, self.last = NO_WAY, AIRBORNE

    def steer(
        self, pad: Pad, run_speed: float = RUN_SPEED, jump_speed: float = JUMP_SPEED, *, jumps: bool = True
    ) -> None:
        """Changes the velocity according to the input."""
        vx, vy = self.velocity
        vx += max(-RUN_GAIN, min(RUN_GAIN, run_speed * pad.x - vx))
        self.facing = pad.x or self.facing
        self.off_ground = 0 if self.ground else self.off_ground + 1
        self.since_asked = 0 if pad.jump else self.since_asked + 1
        if jumps and self.since_asked <= PATIENCE and self.off_ground <= COYOTE:
            vy = -jump_speed
            self.off_ground = self.since_asked = 99
        if vy < 0 and not pad.hold:
            vy *= 0.8  # released early: a small jump
        self.velocity = (vx, vy)

    def move(self, gravity: float = GRAVITY, fall_speed: float = FALL_SPEED, *, drop: bool = False) -> Walk[Any]:
        """Moves by one frame of its velocity. Floors, walls and ceilings end the motion into them."""
        vx, vy = self.velocity
        vy = min(vy + gravity, fall_speed)
        self.last = walk = self.walker.walk(vx, vy, drop=drop)
        stands = walk.floor is not None or walk.ceiling is not None
        self.velocity = (0.0 if walk.wall is not None else vx, 0.0 if stands else vy)
        return walk
