"""The rules of pinball, and a pilot that plays without a player. Nothing is drawn in this module.

A flipper turns by up to 16 degrees a frame, in which its tip goes farther than the ball is wide. `Space.turn` pushes
the ball ahead of it, and the ball moves by `Space.slide`. So it passes through nothing and ends up inside nothing, at
any speed and any timing. A game is the same on every run and machine.
"""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from collide2d import Capsule, Chain, Circle, Polygon, Rect, RoundRect, Shape, Space, bounce, slide
from collide2d.typing import Solid

Vec = tuple[float, float]

WIDTH, HEIGHT = 480, 720
BALL, RADIUS = "ball", 10.0
LEFT, RIGHT = 12.0, 430.0  # the sides of the playfield; the lane of the plunger is on the right
MIDDLE = (LEFT + RIGHT) / 2
LANE = Circle(453, 680, RADIUS)  # the ball before it is shot
GRAVITY, FASTEST = 0.11, 26.0  # pixels a frame a frame; pixels a frame
WEAKEST, STRONGEST = 12.5, 17.0  # shots, pixels a frame
FLIP, DROP, SPIN = 16.0, 7.0, 3.0  # degrees a frame: a flipper that rises, one that falls, the rotor
REST, RAISED = 28.0, -28.0  # the angle of the left flipper
ROLLING = 0.8  # a ball that meets something more slowly does not bounce, but rolls; pixels a frame
BALLS = 3
BONUS = 1000  # for all targets
MOST_HITS = 16  # the most bounces of a ball in a frame


class Kind(NamedTuple):
    """What a ball does at a kind of thing: the part of its speed that it keeps, the speed it gets, and the score."""

    restitution: float = 0.5
    kick: float = 0.0
    score: int = 0


WALL = Kind()
KINDS = {
    "bumper": Kind(0.6, 6.0, 100),
    "sling": Kind(0.5, 5.0, 10),
    "target": Kind(0.4, 0.0, 50),
    "flipper": Kind(0.2),
    "rotor": Kind(0.4, 0.0, 20),
}


def kind_of(item: str) -> Kind:
    """The kind of an item, which is the first word of its name; a wall for all others.

    >>> kind_of("bumper 2").score, kind_of("wall left").score
    (100, 0)
    """
    return KINDS.get(item.partition(" ")[0], WALL)


def is_ball(item: str) -> bool:
    """Whether an item is what the flippers push."""
    return item == BALL


def mirrored(shape: Shape) -> Shape:
    """The same shape on the other half of the playfield."""
    points = [(2 * MIDDLE - x, y) for x, y in shape.vertices]
    return Polygon.hull(points, shape.radius)


def corner(side: int) -> list[Vec]:
    """Points along a rounded corner at the top of the table, from left to right. side: 0 left, 1 right."""
    turns = [i * math.pi / 24 for i in range(13)]
    if side == 0:
        return [(LEFT + 130 - 130 * math.cos(a), 142 - 130 * math.sin(a)) for a in turns]
    return [(338 + 130 * math.sin(a), 142 - 130 * math.cos(a)) for a in turns]


GUIDE = Capsule(LEFT, 540, 124, 602, 6)
SLING = Polygon([(62, 440), (62, 506), (112, 536)], 5)
SCENERY: dict[str, Solid] = {
    "wall left": Rect(-60, -60, 60 + LEFT, HEIGHT + 160),
    "wall right": Rect(468, -60, 60, HEIGHT + 160),
    "wall top": Rect(-60, -60, WIDTH + 120, 72),
    "arch": Chain([*corner(0), *corner(1)], radius=3),
    "lane": RoundRect(RIGHT, 210, 8, HEIGHT - 110, 4),
    "plunger": Rect(438, LANE.y + RADIUS, 30, 120),
    "guide left": GUIDE,
    "guide right": mirrored(GUIDE),
    "sling left": SLING,
    "sling right": mirrored(SLING),
    "post 1": Capsule(MIDDLE - 32, 84, MIDDLE - 32, 116, 5),
    "post 2": Capsule(MIDDLE + 32, 84, MIDDLE + 32, 116, 5),
    "bumper 1": Circle(MIDDLE - 78, 210, 25),
    "bumper 2": Circle(MIDDLE + 78, 210, 25),
    "bumper 3": Circle(MIDDLE, 290, 25),
    **{f"target {i + 1}": Rect(LEFT, 300 + 38 * i, 8, 30) for i in range(3)},
    **{f"target {i + 4}": Rect(RIGHT - 8, 300 + 38 * i, 8, 30) for i in range(3)},
}
GATE = Capsule(434, 208, 468, 172, 3)  # keeps a ball out of the lane that has left it
FLIPPERS: dict[str, RoundRect] = {
    "flipper left": RoundRect.pivoted(MIDDLE - 84, 616, 86, 18, 9, (9, 9), REST),
    "flipper right": RoundRect.pivoted(MIDDLE + 84, 616, 86, 18, 9, (9, 9), 180 - REST),
}
ROTOR = Capsule(MIDDLE - 32, 400, MIDDLE + 32, 400, 6)


@dataclass
class Flipper:
    """A flipper: the angle by which it is raised, and the sense in which it rises."""

    name: str
    sense: float  # degrees turn from +x toward +y
    raised: float = 0.0
    wanted: bool = False  # whether the player holds it up


class Table:
    """The state of a game, and its rules. A step is a frame of 1/60 s; velocities are pixels a frame."""

    def __init__(self, scenery: Mapping[str, Solid] = SCENERY, turning: Mapping[str, Solid] | None = None) -> None:
        """turning: the flippers and the rotor, by default those of the game."""
        turning = {**FLIPPERS, "rotor": ROTOR} if turning is None else turning
        self.space: Space[str] = Space({**scenery, **turning})
        self.flippers = [Flipper(name, -1.0 if name == "flipper left" else 1.0) for name in FLIPPERS if name in turning]
        self.has_rotor = "rotor" in turning
        self.velocity: Vec = (0.0, 0.0)
        self.spins: dict[str, float] = {}  # how far each item has turned in this frame, in degrees
        self.lit: set[str] = set()
        self.flash: dict[str, int] = {}  # frames for which an item still shows that it was hit
        self.balls, self.score, self.hits, self.flips, self.waits = BALLS, 0, 0, 0, 0
        self.hold_ball()

    @property
    def over(self) -> bool:
        return self.balls == 0

    @property
    def ball(self) -> Circle:
        ball = self.space[BALL]
        assert isinstance(ball, Circle)
        return ball

    def hold_ball(self) -> None:
        """Puts the ball into the lane, and opens the gate."""
        self.put_ball(LANE)
        if "gate" in self.space:
            self.space.remove("gate")
        self.held = True

    def put_ball(self, place: Circle, velocity: Vec = (0.0, 0.0)) -> None:
        """Puts the ball somewhere, in play."""
        if BALL in self.space:
            self.space.update(BALL, place)
        else:
            self.space.add(BALL, place)
        self.velocity, self.held = velocity, False

    def shoot(self, strength: float) -> None:
        """Shoots the ball that waits in the lane, with a strength from 0 to 1."""
        if self.held:
            self.held = False
            self.velocity = (0.0, -(WEAKEST + (STRONGEST - WEAKEST) * min(max(strength, 0.0), 1.0)))

    def step(self, *held: bool) -> None:
        """One frame. held: whether the player holds up the left flipper, and the right one."""
        if self.over:
            return
        self.flash = {item: frames - 1 for item, frames in self.flash.items() if frames > 1}
        for flipper, wanted in zip(self.flippers, held, strict=True):
            self.flips += wanted and not flipper.wanted
            flipper.wanted = wanted
            goal = REST - RAISED if wanted else 0.0
            by = min(max(goal - flipper.raised, -DROP), FLIP)
            flipper.raised += flipper.sense * self.turn(flipper.name, flipper.sense * by)
        if self.has_rotor:
            self.turn("rotor", SPIN)
        if not self.held:
            self.move_ball()
        if "gate" not in self.space and self.ball.x + RADIUS < GATE.ax - GATE.r:
            self.space.add("gate", GATE)
        if self.ball.y > HEIGHT + RADIUS:
            self.balls -= 1
            self.hold_ball()

    # ---- what turns --------------------------------------------------------------------------------------------------

    def turn(self, item: str, by: float) -> float:
        """Turns a flipper or the rotor by an angle, and pushes the ball; returns the angle that it turned."""
        self.spins[item] = by
        met = self.space.turn_cast(item, by, filter=is_ball)
        turn = self.space.turn(item, by, push=True, movable=is_ball, filter=is_ball)
        if met:
            x, y = met[1].normal
            self.strike(item, met[1].point, (-x, -y))  # its normal points out of what turns
        self.spins[item] = turn.angle
        self.waits += turn.remaining != 0
        return turn.angle

    def surface_velocity(self, item: str, point: Vec) -> Vec:
        """The velocity of a point of an item in this frame."""
        spin = math.radians(self.spins.get(item, 0.0))
        if not spin:
            return (0.0, 0.0)
        shape = self.space[item]
        x, y = (shape.x + shape.pivot[0], shape.y + shape.pivot[1]) if isinstance(shape, RoundRect) else shape.center
        return (-spin * (point[1] - y), spin * (point[0] - x))

    # ---- the ball ----------------------------------------------------------------------------------------------------

    def move_ball(self) -> None:
        """Gravity, and the motion of a frame from hit to hit."""
        self.velocity = limited((self.velocity[0], self.velocity[1] + GRAVITY))
        left = 1.0  # of the frame
        for _ in range(MOST_HITS):
            move = self.space.slide(BALL, self.velocity[0] * left, self.velocity[1] * left, response="stop")
            if not move.hits:
                return
            item, hit = move.hits[0]
            left *= 1 - hit.t
            self.strike(item, hit.point, hit.normal)

    def strike(self, item: str, point: Vec, normal: Vec) -> None:
        """The ball and an item meet at a point; the normal points toward the ball."""
        kind, surface = kind_of(item), self.surface_velocity(item, point)
        (nx, ny), (vx, vy) = normal, self.velocity
        speed = (surface[0] - vx) * nx + (surface[1] - vy) * ny  # at which they approach each other
        if speed < 0:
            return
        if speed < ROLLING:
            x, y = slide((vx - surface[0], vy - surface[1]), normal)
            self.velocity = (x + surface[0], y + surface[1])
            return
        (x, y), _ = bounce(self.velocity, surface, normal, kind.restitution, mass_b=math.inf)
        self.velocity = limited((x + kind.kick * nx, y + kind.kick * ny))
        self.hits += 1
        self.score += kind.score
        self.flash[item] = 12
        if item.startswith("target"):
            self.lit.add(item)
            if self.lit == {target for target in SCENERY if target.startswith("target")}:
                self.score += BONUS
                self.lit.clear()


def limited(v: Vec) -> Vec:
    """A velocity of at most the greatest speed."""
    scale = FASTEST / max(FASTEST, math.sqrt(v[0] * v[0] + v[1] * v[1]))
    return (v[0] * scale, v[1] * scale)


class Pilot:
    """Shoots, and raises a flipper for some frames when the ball comes down to it; sometimes too early or too late."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.frames = [0, 0]  # for which each flipper is still held up

    def steer(self, table: Table) -> tuple[bool, bool]:
        if table.held:
            table.shoot(self.random.random())
        (x, y), (_, vy) = table.ball.center, table.velocity
        for side, is_there in enumerate((60 < x <= MIDDLE, MIDDLE < x < 2 * MIDDLE - 60)):
            self.frames[side] -= 1
            late = self.random.uniform(-14, 10)
            if is_there and vy > -1 and 606 + late < y < 660 and self.frames[side] < -8:
                self.frames[side] = 14
        return self.frames[0] > 0, self.frames[1] > 0


def autoplay(table: Table, frames: int, seed: int = 1) -> str:
    """Plays some frames without a player; returns a summary, with a checksum of every bit of every frame."""
    pilot, checksum, frame = Pilot(seed), 0, 0
    while frame < frames and not table.over:
        table.step(*pilot.steer(table))
        state = (table.ball.center, table.velocity, [flipper.raised for flipper in table.flippers], table.score)
        checksum = zlib.crc32(repr(state).encode(), checksum)
        frame += 1
    return (
        f"{frame} frames, score {table.score}, {table.balls} balls left, {table.hits} bounces, {table.flips} flips,"
        f" checksum {checksum:08x}"
    )
