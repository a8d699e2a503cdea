"""The rules of a walk through any map of Tiled, without drawing. A step is a frame of 1/60 s.

`collide2d.tiled.load` makes everything in the map a thing with a shape. Solid things block; a `watch` reports which of
the others the player enters or leaves. A map can use:

- an object named spawn: where the player starts, on its feet
- property one_way of solid things: the player can jump up through it, and fall through it with the key down
- class platform, solid: moves to and fro along the polyline that its property path names, by its property speed, in
  pixels a second
- class coin: is taken
- class checkpoint, exit: flags, where the player starts again, and the end; property next names another map
- property damage: back to the last flag
- class ladder, water: are climbed, are swum in
- property force: a wind, added every frame to the vertical velocity of the player in the air
- property text: is shown while the player is there
- property gravity of the map, in pixels a frame and frame

Everything else in a map is scenery. The player runs and jumps as in the platformer.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf, sqrt
from typing import Any, NamedTuple

from collide2d import RoundRect, Space, one_way
from collide2d.examples.platformer.body import FALL_SPEED, RUN_SPEED, SQUEEZE, STEEPEST, Body, Pad
from collide2d.tiled import SENSOR, SOLID, Level, Thing
from collide2d.typing import Response, Solid
from collide2d.walker import Walker, WalkerState

Vec = tuple[float, float]

PLAYER = 8  # its layer, beside SOLID and SENSOR
WIDTH, HEIGHT, CORNER = 24.0, 40.0, 9.0
GRAVITY, JUMP_SPEED, STEP = 0.6, 11.5, 18.0
CLIMB_SPEED = 3.0
SWIM_SPEED, SINK_SPEED, BUOYANCY = 2.4, 2.5, 0.3  # in water; the fraction of its weight that remains in water
BELOW = 128.0  # how far below the map the player dies


def far(a: Vec, b: Vec) -> float:
    """The distance of two points, the same on every platform: `math.hypot` may differ in the last bit."""
    return sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)


def number(of: Level | Thing, name: str, default: float) -> float:
    """A numeric property."""
    value = of.properties.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not -inf < value < inf:
        raise ValueError(f"{getattr(of, 'called', 'the map')}: property {name} must be a number, got {value!r}")
    return float(value)


def is_one_way(thing: Thing) -> bool:
    """Whether it blocks only from above."""
    return bool(thing.properties.get("one_way"))


class Ride:
    """A moving platform, and its position along its path."""

    def __init__(self, thing: Thing, stops: tuple[Vec, ...]) -> None:
        self.thing, self.stops = thing, stops
        self.speed = number(thing, "speed", 60) / 60
        self.length = sum(far(a, b) for a, b in pairwise(stops))

    def at(self, frame: int) -> Vec:
        """Its offset from the start of its path."""
        gone = frame * self.speed % (2 * self.length) if self.length else 0.0
        left = min(gone, 2 * self.length - gone)
        (x, y), *_ = self.stops
        for a, b in pairwise(self.stops):
            leg = far(a, b)
            if left <= leg and leg:
                return (a[0] + (b[0] - a[0]) * left / leg - x, a[1] + (b[1] - a[1]) * left / leg - y)
            left -= leg
        return (self.stops[-1][0] - x, self.stops[-1][1] - y)


class State(NamedTuple):
    """All state that a frame without triggers changes."""

    frame: int
    player: dict[str, Any]
    walker: WalkerState
    flags: tuple[bool, bool, tuple[Thing, ...]]
    shapes: list[tuple[Any, Solid]]


class Game:
    """The state of a walk, and its rules."""

    def __init__(self, level: Level) -> None:
        self.level = level
        things: Any = level.space()
        self.space: Space[Any] = things  # and the player
        x, y = level.one("spawn").shape.center
        self.start = RoundRect.centered(x, y, WIDTH, HEIGHT, CORNER)
        self.player = Body()
        self.space.add(self.player, self.start, layer=PLAYER, mask=SOLID | SENSOR)
        self.player.walker = Walker(
            self.space, self.player, max_slope=STEEPEST, step=STEP, one_way=is_one_way, filter=self.blocks
        )
        self.blocks_from_above = one_way(self.space, is_one_way, otherwise=self.blocks)
        self.rides = [self.ride(thing) for thing in level.find(class_="platform", solid=True) if thing.part == 0]
        self.gravity = number(level, "gravity", GRAVITY)
        self.coins_in_all = len(level.find(class_="coin"))
        self.taken: set[Thing] = set()
        self.flags: list[Thing] = []  # reached so far, in order
        self.inside: tuple[Thing, ...] = ()  # the things without blocking that the player is in
        self.frame = self.deaths = self.airborne = 0
        self.climbs = self.crushed = False
        self.exit: Thing | None = None  # once it is reached
        self.place(self.start)
        self.watch = self.space.watch()
        self.pull_triggers()

    def ride(self, thing: Thing) -> Ride:
        path = thing.properties.get("path")
        stops = next((other.points for other in self.level if path and other.id == path), ())
        return Ride(thing, stops or (thing.shape.center,))

    def blocks(self, item: Any, other: Any) -> Response | None:
        """The filter of the walker, which ignores everything that is not solid."""
        return "slide" if other.solid else None

    def place(self, shape: Solid) -> None:
        """Puts the player at a point: a slide of length 0 pushes it out of overlaps."""
        self.player.stop()
        self.climbs = False
        self.space.update(self.player, shape)
        self.space.slide(self.player, 0, 0, filter=self.blocks_from_above)

    # ---- a frame

    def step(self, pad: Pad) -> None:
        """One frame."""
        self.advance(pad)
        self.airborne += self.player.ground is None
        self.pull_triggers()

    def advance(self, pad: Pad) -> None:
        """Everything in a frame except the triggers."""
        self.frame += 1
        for ride in self.rides:
            self.move_platform(ride)
        me = self.player
        if self.on("ladder") and not pad.jump and (pad.up or self.climbs):
            me.facing = pad.x or me.facing
            me.velocity = (RUN_SPEED / 2 * pad.x, CLIMB_SPEED * (pad.down - pad.up))
            me.move(gravity=0)
            self.climbs = me.ground is None
            return
        if self.climbs:
            self.climbs, me.off_ground = False, 0  # the player can jump off a ladder
        self.run(pad)

    def run(self, pad: Pad) -> None:
        """Moves on the ground, through the air, or through water."""
        me, swims = self.player, self.on("water")
        drops = bool(pad.down and me.ground and is_one_way(me.ground))
        if swims and me.velocity[1] >= 0:
            me.off_ground = 0  # so it can jump repeatedly
        me.steer(pad, SWIM_SPEED if swims else RUN_SPEED, JUMP_SPEED, jumps=not drops)
        gravity = self.gravity * (BUOYANCY if swims else 1.0)
        if not me.ground:
            gravity += sum(number(thing, "force", 0) for thing in self.inside)
        me.move(gravity, SINK_SPEED if swims else FALL_SPEED, drop=drops)

    def on(self, class_: str) -> bool:
        return any(thing.class_ == class_ for thing in self.inside)

    def move_platform(self, ride: Ride) -> None:
        (dx, dy), (ax, ay) = ride.at(self.frame), ride.thing.shape.center
        x, y = self.space[ride.thing].center
        carried = self.space.carry(
            ride.thing, ax + dx - x, ay + dy - y, movable=[self.player], filter=self.blocks_from_above, max_push=SQUEEZE
        )
        self.crushed |= bool(carried.crushed)

    # ---- what if

    def save(self) -> State:
        moving = [self.player, *(ride.thing for ride in self.rides)]
        flags = (self.climbs, self.crushed, self.inside)
        return State(
            self.frame,
            dict(vars(self.player)),
            self.player.walker.state,
            flags,
            [(item, self.space[item]) for item in moving],
        )

    def restore(self, state: State) -> None:
        """Restores a saved state, except for triggers, so call it only between frames with triggers."""
        self.frame = state.frame
        vars(self.player).update(state.player)
        self.player.walker.state = state.walker
        self.climbs, self.crushed, self.inside = state.flags
        for item, shape in state.shapes:
            self.space.update(item, shape)

    def foresee(self, pad: Pad) -> None:
        """A simulated frame: no coin is taken, and the watch does not see it."""
        self.advance(pad)
        self.inside = (*self.space.query(self.space[self.player], mask=SENSOR),)

    # ---- triggers

    def pull_triggers(self) -> None:
        """Handles the player entering or leaving something."""
        began, ended = self.watch.update()
        came, left = ([a if b is self.player else b for a, b in pairs] for pairs in (began, ended))
        self.inside = (*(thing for thing in self.inside if thing not in left), *came)
        for thing in came:
            if thing.class_ == "coin":
                self.space.remove(thing)  # the watch then reports that the player left it
                self.taken.add(thing)
            elif thing.class_ in ("checkpoint", "exit") and thing not in self.flags:
                self.flags.append(thing)
                self.start = self.start.at(thing.shape.center[0], thing.shape.bounds[3] - HEIGHT / 2)
                self.exit = thing if thing.class_ == "exit" else self.exit
        if self.is_lost():
            self.deaths += 1
            self.crushed = False
            self.place(self.start)

    def is_lost(self) -> bool:
        """Whether the player touched something harmful, was crushed, or fell out of the map."""
        below = self.space[self.player].bounds[1] > self.level.bounds[3] + BELOW
        return self.crushed or below or any(thing.properties.get("damage") for thing in self.inside)
