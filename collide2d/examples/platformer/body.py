"""Characters in any space: how they run, jump, fall, stand, climb steps and are carried by platforms.

A step is a frame of 1/60 s; velocities are pixels a frame. The game decides what blocks what, with a filter; the normal
tells what is a floor. Every motion is a `space.slide`, so no body ends up inside anything.
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
COYOTE = 6  # coyote time: the frames after running off an edge in which the player can still jump
PATIENCE = 6  # jump buffer: the frames before landing in which the jump key already counts
STEP, TOE = 10.0, 4.0  # the height of a step that it walks up, and how much of its foot must be on the step
STEEPEST = math.cos(math.radians(50))  # a floor's normal points up by at least this much
SQUEEZE = 16.0  # a body that a platform would have to push farther than this is crushed
NO_WAY: Vec = (0.0, 0.0)


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
    """An item of a space, which has its shape."""

    velocity: Vec = NO_WAY
    ground: Any = None  # the item that it stands on
    slope: Vec = (0.0, -1.0)  # the normal of that item
    facing: int = 1
    off_ground: int = 99  # frames since it stood
    since_asked: int = 99  # frames since the jump key was pressed


def is_floor(normal: Vec) -> bool:
    """Whether a body can stand and walk on a surface with this normal. The y-axis points down."""
    return -normal[1] >= STEEPEST


def run_into(move: Move[Any]) -> list[Any]:
    """What stopped a move sideways."""
    dx = move.remaining[0]
    return [other for other, hit in move.hits if abs(hit.normal[0]) >= 0.9 and dx * hit.normal[0] < 0]


class Feet:
    """Moves the bodies of a space.

    blocks: the filter of all movers: slide along the other item, or (None) ignore it. moves: whether an item is a
    moving platform, which also carries a body that stands on something else as well.
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
        """On the ground, a slope too steep to stand on is a wall: it stops the body instead of leading it up."""

        def blocks(item: Any, other: Any) -> Answer:
            response = self.blocks(item, other)
            if response:
                hit = cast(self.space[item], motion, self.space[other])
                if hit and not hit.depth and not is_floor(hit.normal):
                    return "stop"
            return response

        return blocks

    def steer(self, body: Body, pad: Pad, run_speed: float = RUN_SPEED, jumps: bool = True) -> None:
        """Changes the velocity according to the input; a jump takes the body off the ground."""
        vx, vy = body.velocity
        vx += max(-RUN_GAIN, min(RUN_GAIN, run_speed * pad.x - vx))
        body.facing = pad.x or body.facing
        body.off_ground = 0 if body.ground else body.off_ground + 1
        body.since_asked = 0 if pad.jump else body.since_asked + 1
        if jumps and body.since_asked <= PATIENCE and body.off_ground <= COYOTE:
            body.ground, vy = None, -self.jump_speed
            body.off_ground = body.since_asked = 99
        if vy < 0 and not pad.hold:
            vy *= 0.8  # released early: a small jump
        body.velocity = (vx, vy)

    def drop(self, body: Body) -> None:
        """Drops off a one-way platform, which blocks only bodies wholly above it, so a pixel is enough."""
        body.ground = None
        self.space.update(body, self.space[body].move(0, 1))

    def run(self, body: Body, gravity: float = GRAVITY, fall_speed: float = FALL_SPEED) -> Move[Any]:
        """Moves by one frame of its velocity, on the ground or through the air."""
        vx, vy = body.velocity
        if body.ground:
            body.velocity = (vx, 0.0)
            return self.walk(body, vx)
        body.velocity = (vx, min(vy + gravity, fall_speed))
        return self.fly(body)

    def walk(self, body: Body, dx: float) -> Move[Any]:
        """Moves along the floor, up and down, as far along a slope as on flat ground."""
        nx, ny = body.slope
        motion = (-ny * dx, nx * dx)
        move = self.space.slide(body, *motion, filter=self.walks(motion))
        self.respond(body, move)
        self.stand(body, self.step)
        return move

    def fly(self, body: Body) -> Move[Any]:
        """Moves through the air."""
        move = self.space.slide(body, *body.velocity, filter=self.blocks)
        self.respond(body, move)
        return move

    def respond(self, body: Body, move: Move[Any]) -> None:
        """Walls and ceilings remove the velocity into them; a floor ends the fall."""
        for other, hit in move.hits:
            if is_floor(hit.normal):
                body.ground, body.slope, body.velocity = other, hit.normal, (body.velocity[0], 0.0)
            else:
                body.velocity = slide(body.velocity, hit.normal)

    def stand(self, body: Body, reach: float) -> None:
        """Puts the body on a floor within reach below, so that it walks down a slope rather than falls."""
        space, before = self.space, self.space[body]
        move = space.slide(body, 0, reach, filter=self.stops)
        floors = [(other, hit.normal) for other, hit in move.hits if is_floor(hit.normal)]
        if floors:
            body.ground, body.slope = max(floors, key=lambda floor: bool(self.moves(floor[0])))
        else:
            body.ground = None
            space.update(body, before)

    def step_up(self, body: Body, dx: float) -> bool:
        """Moves up, over and down again, if that leads onto a floor."""
        space, before = self.space, self.space[body]
        space.slide(body, 0, -self.step, filter=self.stops)
        # A rounded corner must be a little past the edge before the body can stand.
        space.slide(body, math.copysign(max(TOE, abs(dx)), dx), 0, filter=self.stops)
        self.stand(body, self.step)
        if body.ground and space[body].bounds[3] < before.bounds[3]:
            return True
        space.update(body, before)
        self.stand(body, self.step)
        return False

    def carry(self, platform: Any, dx: float, dy: float, bodies: Sequence[Body]) -> list[Body]:
        """Moves a platform with the bodies that stand on it; returns the bodies it crushed."""
        # First the bodies on it: they move along, unless something blocks them.
        for rider in (body for body in bodies if body.ground is platform):
            self.space.slide(
                rider, dx, dy, filter=lambda item, other: None if other is platform else self.blocks(item, other)
            )
        # Then the platform, which nothing blocks. A slide of length 0 pushes bodies out of it.
        crushed = []
        for body in self.space.move(platform, dx, dy):
            if body in bodies:
                move = self.space.slide(body, 0, 0, filter=self.blocks)
                if move.stuck or math.hypot(*move.pushed) > SQUEEZE:
                    crushed.append(body)
        return crushed
