"""Bodies with feet, in any space: how they run, jump, fall, stand, climb steps and are carried by platforms.

A step is a frame of 1/60 s; velocities are pixels a frame. What blocks what is for the game to say, by a filter; what
is a floor, the normal tells. Nothing here leaves a body inside of anything, as every motion is a `space.slide`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from collide2d import Move, Space, cast, slide
from collide2d.typing import Answer, Filter, Response

Vec = tuple[float, float]

GRAVITY, FALL_SPEED = 0.5, 12.0
RUN_SPEED, RUN_GAIN = 4.0, 0.4
JUMP_SPEED = 10.5
COYOTE = 6  # frames: so long after it ran off an edge, the player may still jump
PATIENCE = 6  # frames: so long before it lands, a jump may be asked for
STEP, TOE = 10.0, 4.0  # what is no higher is walked up as stairs, with so much of the foot on it
STEEPEST = math.cos(math.radians(50))  # a floor's normal points up by at least this much
SQUEEZE = 16.0  # who would have to be pushed so far out of a platform is crushed
NO_WAY: Vec = (0.0, 0.0)


class Pad(NamedTuple):
    """What the player's hands do."""

    x: int = 0  # -1 left, 1 right
    jump: bool = False  # pressed just now
    hold: bool = False  # still held down: the jump gets higher
    shoot: bool = False
    down: bool = False  # lets itself fall through a plank, or climbs down
    up: bool = False  # climbs


@dataclass(eq=False)  # equal only to itself, so that any number of them can be items of a space
class Body:
    """An item of a space, which has its shape."""

    velocity: Vec = NO_WAY
    ground: Any = None  # the item that it stands on,
    slope: Vec = (0.0, -1.0)  # and the normal of that
    facing: int = 1
    off_ground: int = 99  # frames since it stood,
    since_asked: int = 99  # and since a jump was asked for


def is_floor(normal: Vec) -> bool:
    """Whether one can stand and walk on what has this normal; y runs down."""
    return -normal[1] >= STEEPEST


def run_into(move: Move[Any]) -> list[Any]:
    """What stopped a move sideways."""
    dx = move.remaining[0]
    return [other for other, hit in move.hits if abs(hit.normal[0]) >= 0.9 and dx * hit.normal[0] < 0]


class Feet:
    """Moves the bodies of a space.

    blocks: the filter of all movers: slide along it, or (None) do not even notice it. moves: whether an item is a
    moving platform, which carries who stands on it and on something else as well.
    """

    def __init__(
        self,
        space: Space[Any],
        blocks: Filter[Any],
        moves: Callable[[Any], object],
        step: float = STEP,
        jump_speed: float = JUMP_SPEED,
    ) -> None:
        self.space, self.blocks, self.moves, self.step, self.jump_speed = space, blocks, moves, step, jump_speed

    def stops(self, item: Any, other: Any) -> Response | None:
        return "stop" if self.blocks(item, other) else None

    def walks(self, motion: Vec) -> Filter[Any]:
        """On foot, what is too steep to stand on is a wall, which stops it instead of leading it up."""

        def blocks(item: Any, other: Any) -> Answer:
            response = self.blocks(item, other)
            if response:
                hit = cast(self.space[item], motion, self.space[other])
                if hit and not hit.depth and not is_floor(hit.normal):
                    return "stop"
            return response

        return blocks

    def steer(self, body: Body, pad: Pad, run_speed: float = RUN_SPEED, jumps: bool = True) -> None:
        """Changes the velocity as the hands say; a jump takes it off the ground."""
        vx, vy = body.velocity
        vx += max(-RUN_GAIN, min(RUN_GAIN, run_speed * pad.x - vx))
        body.facing = pad.x or body.facing
        body.off_ground = 0 if body.ground else body.off_ground + 1
        body.since_asked = 0 if pad.jump else body.since_asked + 1
        if jumps and body.since_asked <= PATIENCE and body.off_ground <= COYOTE:
            body.ground, vy = None, -self.jump_speed
            body.off_ground = body.since_asked = 99
        if vy < 0 and not pad.hold:
            vy *= 0.8  # let go early: a little jump
        body.velocity = (vx, vy)

    def drop(self, body: Body) -> None:
        """Off a one-way platform: it blocks only what is wholly above it, so a pixel is enough to fall through."""
        body.ground = None
        self.space.update(body, self.space[body].move(0, 1))

    def run(self, body: Body, gravity: float = GRAVITY, fall_speed: float = FALL_SPEED) -> Move[Any]:
        """A frame of its velocity, on the ground or through the air."""
        vx, vy = body.velocity
        if body.ground:
            body.velocity = (vx, 0.0)
            return self.walk(body, vx)
        body.velocity = (vx, min(vy + gravity, fall_speed))
        return self.fly(body)

    def walk(self, body: Body, dx: float) -> Move[Any]:
        """Along the floor, up and down: as far along a slope as on the flat."""
        nx, ny = body.slope
        motion = (-ny * dx, nx * dx)
        move = self.space.slide(body, *motion, filter=self.walks(motion))
        self.respond(body, move)
        self.stand(body, self.step)
        return move

    def fly(self, body: Body) -> Move[Any]:
        """Through the air."""
        move = self.space.slide(body, *body.velocity, filter=self.blocks)
        self.respond(body, move)
        return move

    def respond(self, body: Body, move: Move[Any]) -> None:
        """Walls and ceilings take the part of the velocity that goes into them; a floor ends the fall."""
        for other, hit in move.hits:
            if is_floor(hit.normal):
                body.ground, body.slope, body.velocity = other, hit.normal, (body.velocity[0], 0.0)
            else:
                body.velocity = slide(body.velocity, hit.normal)

    def stand(self, body: Body, reach: float) -> None:
        """Puts it on the floor, if there is one within reach below: it walks down a slope, rather than fall."""
        space, before = self.space, self.space[body]
        move = space.slide(body, 0, reach, filter=self.stops)
        floors = [(other, hit.normal) for other, hit in move.hits if is_floor(hit.normal)]
        if floors:
            body.ground, body.slope = max(floors, key=lambda floor: bool(self.moves(floor[0])))
        else:
            body.ground = None
            space.update(body, before)

    def step_up(self, body: Body, dx: float) -> bool:
        """Up, over and down again, if that leads onto a floor."""
        space, before = self.space, self.space[body]
        space.slide(body, 0, -self.step, filter=self.stops)
        # A round corner must be over the edge a little before it can stand on it.
        space.slide(body, math.copysign(max(TOE, abs(dx)), dx), 0, filter=self.stops)
        self.stand(body, self.step)
        if body.ground and space[body].bounds[3] < before.bounds[3]:
            return True
        space.update(body, before)
        self.stand(body, self.step)
        return False

    def carry(self, platform: Any, dx: float, dy: float, bodies: Sequence[Body]) -> list[Body]:
        """Moves a platform, with those who stand on it; returns whom it crushed."""
        # First those who stand on it: they go along, unless something blocks their way.
        for rider in (body for body in bodies if body.ground is platform):
            self.space.slide(
                rider, dx, dy, filter=lambda item, other: None if other is platform else self.blocks(item, other)
            )
        # Then the platform, which nothing blocks. Whom it ran into has to leave: a slide begins by getting out.
        crushed = []
        for body in self.space.move(platform, dx, dy):
            if body in bodies:
                move = self.space.slide(body, 0, 0, filter=self.blocks)
                if move.stuck or math.hypot(*move.pushed) > SQUEEZE:
                    crushed.append(body)
        return crushed
