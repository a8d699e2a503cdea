"""The rules of the game, without drawing. A step is a frame of 1/60 s; velocities are in pixels a frame.

Everything is an item of one `collide2d.Space`, and everything that moves does so by `space.slide`, which never leaves
it inside of anything and never lets it pass through anything. So the rules only decide what blocks what, in `blocks`,
and react to hits by their normals: a normal that points up is a floor's. body.py has how bodies run, jump and stand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from collide2d import Circle, Move, RoundRect, Shape, Space, bounce, one_way
from collide2d.examples.platformer import level
from collide2d.examples.platformer.body import FALL_SPEED, GRAVITY, JUMP_SPEED, NO_WAY, Body, Feet, Pad, run_into
from collide2d.examples.platformer.level import TILE
from collide2d.typing import Answer, Response

Vec = tuple[float, float]

BULLET_SPEED, BULLET_BOUNCES, BULLET_FRAMES = 48.0, 3, 40  # more than one tile per frame
ENEMY_SPEED, PUSH_SPEED = 1.0, 1.5

# Two items collide only if the mask of each contains the layer of the other: a bullet flies through coins and its own
# player.
WALL, PLANK, CRATE, PLAYER, ENEMY, COIN, FLAG, BULLET = (1 << i for i in range(8))
GROUND = WALL | PLANK | CRATE
MASKS = {
    WALL: ~(WALL | PLANK),  # static items do not collide with each other
    PLANK: ~(WALL | PLANK),
    PLAYER: GROUND | ENEMY | COIN | FLAG,
    ENEMY: GROUND | ENEMY | PLAYER | BULLET,
    CRATE: ~(COIN | FLAG),
    COIN: PLAYER,
    FLAG: PLAYER,
    BULLET: WALL | CRATE | ENEMY,
}


@dataclass(eq=False)
class Thing(Body):
    """An item of the space, which has its shape."""

    layer: int = 0
    age: int = 0
    bounces: int = 0
    route: level.Route | None = None  # for a moving platform


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
        self.feet = Feet(self.space, self.blocks, moves=lambda thing: thing.route)
        self.watch = self.space.watch()
        self.frame = self.shots = self.hits = self.coins_won = self.deaths = self.airborne = 0
        self.reached: Thing | None = None  # the last flag

    def add(self, layer: int, shape: Shape) -> Thing:
        thing = Thing(layer=layer)
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

    def blocks(self, item: Thing, other: Thing) -> Answer:
        """The filter of all movers: slide along the other item, or (None) ignore it."""
        if other.layer & GROUND == 0 and not (item.layer == CRATE or other.layer == CRATE):
            return None  # only the watch sees coins and flags; enemies and players run through each other
        return self.lands_on(item, other)

    # ---- bodies: the player, enemies and crates

    def move_player(self, pad: Pad) -> None:
        me = self.player
        plank = bool(pad.down and me.ground and me.ground.layer == PLANK)
        if plank:
            self.feet.drop(me)
        self.feet.steer(me, pad, jumps=not plank)
        vx = me.velocity[0]
        self.push(me, self.feet.run(me), vx)
        self.airborne += me.ground is None
        if pad.shoot:
            # It starts inside the player, which it ignores, since the muzzle could be behind a wall.
            bullet = self.add(BULLET, Circle(self.space[me].center, 3))
            bullet.velocity = (me.facing * BULLET_SPEED, 0.0)
            self.bullets.append(bullet)
            self.shots += 1

    def push(self, body: Thing, move: Move[Thing], vx: float) -> None:
        """Handles hits from the side: the player pushes crates, and climbs steps."""
        for other in run_into(move):
            dx = move.remaining[0]
            if other.layer == CRATE:
                pushed = self.space.slide(other, math.copysign(PUSH_SPEED, dx), 0, filter=self.blocks)
                body.velocity = (pushed.motion[0], body.velocity[1])
            elif body.ground and self.feet.step_up(body, dx):
                body.velocity = (vx, 0.0)

    def move_body(self, body: Thing) -> None:
        """Moves crates, which rest or fall, and enemies, which walk to and fro between walls and edges."""
        if body.ground is None:
            body.velocity = (body.velocity[0], min(body.velocity[1] + GRAVITY, FALL_SPEED))
            self.feet.fly(body)
        elif body.layer == CRATE:
            self.feet.stand(body, 1)
        else:
            x, y = self.space[body].center
            # Probes for the ground with a small ball: a ray could pass exactly along the seam between two tiles.
            edge = self.space.cast(Circle(x + 16 * body.facing, y, 1), (0, 24), mask=GROUND) is None
            move = self.feet.walk(body, 0 if edge else ENEMY_SPEED * body.facing)
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
        bodies = [self.player, *self.enemies, *self.crates]
        if self.player in self.feet.carry(platform, dx, dy, bodies):
            self.die()

    # ---- bullets

    def move_bullet(self, bullet: Thing) -> None:
        """Moves the bullets, which bounce off everything except enemies."""

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
        """Handles the player starting to overlap a coin, a flag or an enemy."""
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
        """The player wins if it falls on the enemy from above."""
        if self.player.velocity[1] > 0 and self.space[self.player].center[1] < self.space[enemy].bounds[1]:
            self.defeat(enemy)
            self.player.velocity = (self.player.velocity[0], -JUMP_SPEED * 0.7)
        else:
            self.die()

    def defeat(self, enemy: Thing) -> None:
        if enemy in self.enemies:  # an item may be hit twice: by an overlap at the start, and again
            self.space.remove(enemy)
            self.enemies.remove(enemy)
            self.hits += 1

    def die(self) -> None:
        """Starts again at the last flag."""
        self.deaths += 1
        self.player.velocity, self.player.ground = NO_WAY, None
        self.space.update(self.player, self.start)
        self.space.slide(self.player, 0, 0, filter=self.blocks)  # out of a crate that was left there
