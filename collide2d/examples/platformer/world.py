"""The rules of the game, without drawing. A step is a frame of 1/60 s; velocities are in pixels a frame.

Everything is an item of one `collide2d.Space`. Walkers move the player, the enemies and the crates, `space.carry` moves
the platforms with what stands on them, and bullets slide. None of these ends inside anything or passes anything. So the
rules only decide what blocks what, in `blocks`, and react to what was hit. body.py has the velocities.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from collide2d import Circle, RoundRect, Shape, Space, bounce, one_way
from collide2d.examples.platformer import level
from collide2d.examples.platformer.body import JUMP_SPEED, NO_WAY, SQUEEZE, STEEPEST, Body, Pad
from collide2d.examples.platformer.level import TILE
from collide2d.typing import Response
from collide2d.walker import Walker

Vec = tuple[float, float]

BULLET_SPEED, BULLET_BOUNCES, BULLET_FRAMES = 48.0, 3, 40  # more than one tile per frame
ENEMY_SPEED, PUSH_SPEED = 1.0, 1.5
STEP = 10.0  # the height of a step that the player walks up

# Two items collide only if the mask of each contains the layer of the other: a bullet flies through coins and its own
# player.
WALL, PLANK, CRATE, PLAYER, ENEMY, COIN, FLAG, BULLET = (1 << i for i in range(8))
GROUND, MOVERS = WALL | PLANK | CRATE, PLAYER | ENEMY | CRATE
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


def is_plank(thing: Thing) -> bool:
    """Whether it blocks only from above."""
    return thing.layer == PLANK


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
        self.blocks_from_above = one_way(self.space, is_plank, otherwise=self.blocks)
        self.watch = self.space.watch()
        self.frame = self.shots = self.hits = self.coins_won = self.deaths = self.airborne = 0
        self.reached: Thing | None = None  # the last flag

    def add(self, layer: int, shape: Shape) -> Thing:
        thing = Thing(layer=layer)
        self.space.add(thing, shape, layer=layer, mask=MASKS[layer])
        if layer & MOVERS:
            step = STEP if layer == PLAYER else 0
            thing.walker = Walker(
                self.space, thing, max_slope=STEEPEST, step=step, one_way=is_plank, filter=self.blocks
            )
        return thing

    def step(self, pad: Pad) -> None:
        """One frame."""
        self.frame += 1
        for platform in self.platforms:
            self.move_platform(platform)
        self.move_player(pad)
        for crate in self.crates:
            crate.move()
        for enemy in self.enemies:
            self.move_enemy(enemy)
        for bullet in list(self.bullets):
            self.move_bullet(bullet)
        self.pull_triggers()
        if self.space[self.player].center[1] > level.HEIGHT + 4 * TILE:
            self.die()

    # ---- what blocks what

    def blocks(self, item: Thing, other: Thing) -> Response | None:
        """The filter of all walkers: the other item blocks this one, or (None) does not."""
        if other.layer & GROUND or item.layer == CRATE:
            return "slide"
        return None  # only the watch sees coins and flags; enemies and players run through each other

    # ---- bodies: the player, enemies and crates

    def move_player(self, pad: Pad) -> None:
        me = self.player
        drops = bool(pad.down and me.ground and is_plank(me.ground))
        me.steer(pad, jumps=not drops)
        vx = me.velocity[0]
        crate = me.move(drop=drops).wall
        if crate and crate.layer == CRATE:
            pushed = crate.walker.walk(math.copysign(PUSH_SPEED, vx), 0)
            me.velocity = (pushed.moved[0], me.velocity[1])
        self.airborne += me.ground is None
        if pad.shoot:
            # It starts inside the player, which it ignores, since the muzzle could be behind a wall.
            bullet = self.add(BULLET, Circle(self.space[me].center, 3))
            bullet.velocity = (me.facing * BULLET_SPEED, 0.0)
            self.bullets.append(bullet)
            self.shots += 1

    def move_enemy(self, enemy: Thing) -> None:
        """Enemies walk to and fro between walls and edges."""
        x, y = self.space[enemy].center
        # Probes for the ground with a small ball: a ray could pass exactly along the seam between two tiles.
        edge = self.space.cast(Circle(x + 16 * enemy.facing, y, 1), (0, 24), mask=GROUND) is None
        enemy.velocity = (0.0 if edge else ENEMY_SPEED * enemy.facing, enemy.velocity[1])
        walk = enemy.move()
        if walk.wall or (edge and walk.floor):
            enemy.facing = -enemy.facing

    # ---- platforms

    def move_platform(self, platform: Thing) -> None:
        route = platform.route
        assert route is not None
        there = abs((self.frame % route.period) / route.period * 2 - 1)  # from 1 down to 0 and up again
        u = 1 - there * there * (3 - 2 * there)  # gently at both ends
        x, y = self.space[platform].center
        dx, dy = route.shape.center[0] + u * route.to[0] - x, route.shape.center[1] + u * route.to[1] - y
        carried = self.space.carry(
            platform,
            dx,
            dy,
            movable=lambda thing: thing.layer & MOVERS,
            filter=self.blocks_from_above,
            max_push=SQUEEZE,
        )
        if self.player in carried.crushed:
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
        self.player.stop()
        self.space.update(self.player, self.start)
        self.space.slide(self.player, 0, 0, filter=self.blocks)  # out of a crate that was left there
