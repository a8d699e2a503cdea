"""The rules of the game, which know no screen. A step is a frame of 1/60 s; velocities are pixels a frame.

Everything is an item of one `collide2d.Space`, and everything that moves does so by `space.slide`, which never leaves
it inside of anything and never lets it pass through anything. So the rules only have to say what blocks what, which is
`blocks`, and what to do about what was hit, which the normals tell: one that points up is a floor's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from collide2d import Circle, Move, RoundRect, Shape, Space, bounce, cast, one_way, slide
from collide2d.examples.platformer import level
from collide2d.examples.platformer.level import TILE
from collide2d.typing import Filter, Response

Vec = tuple[float, float]

GRAVITY, FALL_SPEED = 0.5, 12.0
RUN_SPEED, RUN_GAIN = 4.0, 0.4
JUMP_SPEED = 10.5
COYOTE = 6  # frames: so long after it ran off an edge, the player may still jump
PATIENCE = 6  # frames: so long before it lands, a jump may be asked for
STEP, TOE = 10.0, 4.0  # what is no higher is walked up as stairs, with so much of the foot on it
STEEPEST = math.cos(math.radians(50))  # a floor's normal points up by at least this much
BULLET_SPEED, BULLET_BOUNCES, BULLET_FRAMES = 48.0, 3, 40  # more than a tile a frame
ENEMY_SPEED, PUSH_SPEED = 1.0, 1.5
SQUEEZE = TILE / 2  # who would have to be pushed so far out of a platform is crushed
NO_WAY: Vec = (0.0, 0.0)

# Two items meet only if the mask of each has the layer of the other: a bullet flies through coins and its own player.
WALL, PLANK, CRATE, PLAYER, ENEMY, COIN, FLAG, BULLET = (1 << i for i in range(8))
GROUND = WALL | PLANK | CRATE
MASKS = {
    WALL: ~(WALL | PLANK),  # what lies there does not even look at what else lies there
    PLANK: ~(WALL | PLANK),
    PLAYER: GROUND | ENEMY | COIN | FLAG,
    ENEMY: GROUND | ENEMY | PLAYER | BULLET,
    CRATE: ~(COIN | FLAG),
    COIN: PLAYER,
    FLAG: PLAYER,
    BULLET: WALL | CRATE | ENEMY,
}


class Pad(NamedTuple):
    """What the player's hands do."""

    x: int = 0  # -1 left, 1 right
    jump: bool = False  # pressed just now
    hold: bool = False  # still held down: the jump gets higher
    shoot: bool = False
    down: bool = False  # lets itself fall through a plank


@dataclass(eq=False)  # equal only to itself, so that any number of them can be items of the space
class Thing:
    """An item of the space, which has its shape."""

    layer: int
    velocity: Vec = NO_WAY
    ground: Thing | None = None  # what it stands on,
    slope: Vec = (0.0, -1.0)  # and the normal of that
    facing: int = 1
    age: int = 0
    bounces: int = 0
    route: level.Route | None = None  # of a moving platform


def is_floor(normal: Vec) -> bool:
    """Whether one can stand and walk on what has this normal; y runs down."""
    return -normal[1] >= STEEPEST


class Game:
    """The state of a game, and its rules."""

    def __init__(self) -> None:
        self.space: Space[Thing] = Space()
        self.walls = [self.add(WALL, shape) for shape in level.walls()]
        self.planks = [self.add(PLANK, shape) for shape in level.planks()]
        self.platforms = [self.add(PLANK if r.is_plank else WALL, r.shape) for r in level.ROUTES]
        for platform, route in zip(self.platforms, level.ROUTES, strict=True):
            platform.route = route
        self.coins = [self.add(COIN, Circle(x + 16, y + 16, 9)) for x, y in level.places("o")]
        self.flags = [self.add(FLAG, RoundRect(x + 4, y - 16, 24, 48, 4)) for x, y in level.places("F")]
        self.crates = [self.add(CRATE, RoundRect(x, y + 4, 28, 28, 2)) for x, y in level.places("C")]
        self.enemies = [self.add(ENEMY, RoundRect(x + 2, y + 8, 28, 24, 10)) for x, y in level.places("E")]
        ((x, y),) = level.places("@")
        self.start = RoundRect(x + 4, y - 8, 24, 40, 9)
        self.player = self.add(PLAYER, self.start)
        self.bullets: list[Thing] = []
        from_above = [thing for thing in (*self.planks, *self.platforms) if thing.layer == PLANK]
        self.lands_on = one_way(self.space, from_above)
        self.watch = self.space.watch()
        self.frame = self.shots = self.hits = self.coins_won = self.deaths = self.airborne = 0
        self.off_ground = self.since_asked = 99  # frames
        self.reached: Thing | None = None  # the last flag

    def add(self, layer: int, shape: Shape) -> Thing:
        thing = Thing(layer)
        self.space.add(thing, shape, layer=layer, mask=MASKS[layer])
        return thing

    def step(self, pad: Pad) -> None:
        """One frame."""
        self.frame += 1
        for platform in self.platforms:
            self.move_platform(platform)
        self.move_player(pad)
        for body in (*self.crates, *self.enemies):
            self.move_body(body)
        for bullet in list(self.bullets):
            self.move_bullet(bullet)
        self.pull_triggers()
        if self.space[self.player].center[1] > level.HEIGHT + 4 * TILE:
            self.die()

    # ---- what blocks what

    def blocks(self, item: Thing, other: Thing) -> Response | None:
        """The filter of all movers: slide along it, or (None) do not even notice it."""
        if other.layer & GROUND == 0 and not (item.layer == CRATE or other.layer == CRATE):
            return None  # coins and flags are only seen by the watch; enemies and players run through each other
        return self.lands_on(item, other)

    def stops(self, item: Thing, other: Thing) -> Response | None:
        return "stop" if self.blocks(item, other) else None

    def walks(self, motion: Vec) -> Filter[Thing]:
        """The same on foot: what is too steep to stand on is a wall, which stops it instead of leading it up."""

        def blocks(item: Thing, other: Thing) -> Response | None:
            response = self.blocks(item, other)
            if response:
                hit = cast(self.space[item], motion, self.space[other])
                if hit and not hit.depth and not is_floor(hit.normal):
                    return "stop"
            return response

        return blocks

    # ---- bodies: the player, enemies and crates

    def walk(self, body: Thing, dx: float) -> Move[Thing]:
        """Along the floor, up and down: as far along a slope as on the flat."""
        nx, ny = body.slope
        motion = (-ny * dx, nx * dx)
        move = self.space.slide(body, *motion, filter=self.walks(motion))
        self.respond(body, move)
        self.stand(body, STEP)
        return move

    def fly(self, body: Thing) -> Move[Thing]:
        """Through the air."""
        move = self.space.slide(body, *body.velocity, filter=self.blocks)
        self.respond(body, move)
        return move

    def respond(self, body: Thing, move: Move[Thing]) -> None:
        """Walls and ceilings take the part of the velocity that goes into them; a floor ends the fall."""
        for other, hit in move.hits:
            if is_floor(hit.normal):
                body.ground, body.slope, body.velocity = other, hit.normal, (body.velocity[0], 0.0)
            else:
                body.velocity = slide(body.velocity, hit.normal)

    def stand(self, body: Thing, reach: float) -> None:
        """Puts it on the floor, if there is one within reach below: it walks down a slope, rather than fall."""
        space, before = self.space, self.space[body]
        move = space.slide(body, 0, reach, filter=self.stops)
        floors = [(other, hit.normal) for other, hit in move.hits if is_floor(hit.normal)]
        if floors:
            body.ground, body.slope = max(floors, key=lambda floor: floor[0].route is not None)
        else:
            body.ground = None
            space.update(body, before)

    def step_up(self, body: Thing, dx: float) -> bool:
        """Up, over and down again, if that leads onto a floor."""
        space, before = self.space, self.space[body]
        space.slide(body, 0, -STEP, filter=self.stops)
        # A round corner must be over the edge a little before it can stand on it.
        space.slide(body, math.copysign(max(TOE, abs(dx)), dx), 0, filter=self.stops)
        self.stand(body, STEP)
        if body.ground and space[body].bounds[3] < before.bounds[3]:
            return True
        space.update(body, before)
        self.stand(body, STEP)
        return False

    def move_player(self, pad: Pad) -> None:
        me, (vx, vy) = self.player, self.player.velocity
        vx += max(-RUN_GAIN, min(RUN_GAIN, RUN_SPEED * pad.x - vx))
        me.facing = pad.x or me.facing
        self.off_ground = 0 if me.ground else self.off_ground + 1
        self.since_asked = 0 if pad.jump else self.since_asked + 1
        if pad.down and me.ground and me.ground.layer == PLANK:
            # A one-way platform blocks only what is wholly above it, so a pixel is enough to fall through.
            me.ground, shape = None, self.space[me]
            self.space.update(me, shape.move(0, 1))
        elif self.since_asked <= PATIENCE and self.off_ground <= COYOTE:
            me.ground, vy = None, -JUMP_SPEED
            self.off_ground = self.since_asked = 99
        if vy < 0 and not pad.hold:
            vy *= 0.8  # let go early: a little jump
        if me.ground:
            me.velocity = (vx, 0.0)
            self.push(me, self.walk(me, vx), vx)
        else:
            me.velocity = (vx, min(vy + GRAVITY, FALL_SPEED))
            self.push(me, self.fly(me), vx)
        self.airborne += me.ground is None
        if pad.shoot:
            # It starts within the player, which it does not meet: the end of the gun could be behind a wall.
            bullet = self.add(BULLET, Circle(self.space[me].center, 3))
            bullet.velocity = (me.facing * BULLET_SPEED, 0.0)
            self.bullets.append(bullet)
            self.shots += 1

    def push(self, body: Thing, move: Move[Thing], vx: float) -> None:
        """What it ran into sideways: it pushes crates, and climbs steps."""
        for other, hit in move.hits:
            dx = move.remaining[0]
            if abs(hit.normal[0]) < 0.9 or dx * hit.normal[0] >= 0:
                continue
            if other.layer == CRATE:
                pushed = self.space.slide(other, math.copysign(PUSH_SPEED, dx), 0, filter=self.blocks)
                body.velocity = (pushed.motion[0], body.velocity[1])
            elif body.ground and self.step_up(body, dx):
                body.velocity = (vx, 0.0)

    def move_body(self, body: Thing) -> None:
        """Crates lie or fall; enemies walk to and fro between walls and edges."""
        if body.ground is None:
            body.velocity = (body.velocity[0], min(body.velocity[1] + GRAVITY, FALL_SPEED))
            self.fly(body)
        elif body.layer == CRATE:
            self.stand(body, 1)
        else:
            x, y = self.space[body].center
            # Feels for the ground with a small ball: a ray exactly along the seam between two tiles would pass.
            edge = self.space.cast(Circle(x + 16 * body.facing, y, 1), (0, 24), mask=GROUND) is None
            move = self.walk(body, 0 if edge else ENEMY_SPEED * body.facing)
            if edge or any(abs(hit.normal[0]) > 0.9 for _, hit in move.hits):
                body.facing = -body.facing

    # ---- platforms

    def move_platform(self, platform: Thing) -> None:
        route = platform.route
        assert route is not None
        there = abs((self.frame % route.period) / route.period * 2 - 1)  # from 1 down to 0 and up again
        u = 1 - there * there * (3 - 2 * there)  # gently at both ends
        x, y = self.space[platform].center
        dx, dy = route.shape.center[0] + u * route.to[0] - x, route.shape.center[1] + u * route.to[1] - y
        # First those who stand on it: they go along, unless something blocks their way.
        bodies = [self.player, *self.enemies, *self.crates]
        for rider in (body for body in bodies if body.ground is platform):
            self.space.slide(
                rider, dx, dy, filter=lambda item, other: None if other is platform else self.blocks(item, other)
            )
        # Then the platform, which nothing blocks. Whom it ran into has to leave: a slide begins by getting out.
        for body in self.space.move(platform, dx, dy):
            if body in bodies:
                move = self.space.slide(body, 0, 0, filter=self.blocks)
                if body is self.player and (move.stuck or math.hypot(*move.pushed) > SQUEEZE):
                    self.die()

    # ---- bullets

    def move_bullet(self, bullet: Thing) -> None:
        """They bounce off everything but enemies."""

        def meets(item: Thing, other: Thing) -> Response:
            return "stop" if other.layer == ENEMY else "bounce"

        bullet.age += 1
        for other, hit in self.space.slide(bullet, *bullet.velocity, filter=meets).hits:
            if other.layer == ENEMY:
                self.defeat(other)
                bullet.age = BULLET_FRAMES
            else:
                bullet.velocity, _ = bounce(bullet.velocity, NO_WAY, hit.normal, mass_b=math.inf)
                bullet.bounces += 1
        if bullet.age >= BULLET_FRAMES or bullet.bounces > BULLET_BOUNCES:
            self.space.remove(bullet)
            self.bullets.remove(bullet)

    # ---- triggers

    def pull_triggers(self) -> None:
        """The player has begun to overlap a coin, a flag, an enemy."""
        began, _ = self.watch.update()
        for pair in began:
            if self.player not in pair:
                continue
            other = pair[0] if pair[1] is self.player else pair[1]
            if other.layer == COIN:
                self.space.remove(other)
                self.coins.remove(other)
                self.coins_won += 1
            elif other.layer == FLAG:
                self.reached = other
                x, y = self.space[other].center
                self.start = self.start.at(x, y)
            elif other.layer == ENEMY:
                self.meet_enemy(other)

    def meet_enemy(self, enemy: Thing) -> None:
        """Who falls on it from above wins."""
        if self.player.velocity[1] > 0 and self.space[self.player].center[1] < self.space[enemy].bounds[1]:
            self.defeat(enemy)
            self.player.velocity = (self.player.velocity[0], -JUMP_SPEED * 0.7)
        else:
            self.die()

    def defeat(self, enemy: Thing) -> None:
        if enemy in self.enemies:  # one may be hit twice: where it was overlapped at the start, and once more
            self.space.remove(enemy)
            self.enemies.remove(enemy)
            self.hits += 1

    def die(self) -> None:
        """Starts again at the last flag."""
        self.deaths += 1
        self.player.velocity, self.player.ground = NO_WAY, None
        self.space.update(self.player, self.start)
        self.space.slide(self.player, 0, 0, filter=self.blocks)  # out of a crate that was left there
