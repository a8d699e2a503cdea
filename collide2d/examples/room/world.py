"""The rules of the house, its rooms and doors, and a pilot that walks without a player. Nothing is drawn in this
module.

Everything is an item of one `Space`. The rooms and the plate are items too, which block nothing: a `watch` reports who
enters and leaves them. A walk is the same on every run and machine.
"""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass, field

from collide2d import Circle, Rect, RoundRect, Shape, Space
from collide2d.typing import Response, Solid

Vec = tuple[float, float]

WIDTH, HEIGHT = 960, 640
SPEED, PUSH = 3.0, 1.6  # pixels a frame: walking, and pushing a crate
TURN = 0.8  # degrees a frame of a revolving door
SWING, WIDEST = 3.0, 100.0  # degrees a frame of a hinged door, and its greatest angle
SQUEEZE = 16.0  # a door that would have to push a body farther than this waits instead

# Two items collide only if the mask of each contains the layer of the other.
WALL, DOOR, CRATE, PLAYER, ZONE = (1 << i for i in range(5))
SOLID = WALL | DOOR | CRATE | PLAYER
MASKS = {WALL: ~(WALL | DOOR | ZONE), DOOR: PLAYER | CRATE, CRATE: ~0, PLAYER: ~0, ZONE: PLAYER | CRATE}


@dataclass(eq=False)
class Thing:
    """An item of the space, which has its shape."""

    name: str
    layer: int
    angle: float = 0.0  # for doors, in degrees
    rest: Shape | None = None  # for doors: the shape at angle 0
    hinge: Vec = (0, 0)
    swings: bool = False  # whether it is hinged; otherwise it revolves
    way: int = 1
    inside: set[str] = field(default_factory=set)  # for zones: who is inside


ROOMS = {
    "hall": Rect(20, 20, 440, 600),
    "study": Rect(480, 20, 460, 280),
    "vault": Rect(480, 320, 460, 300),
}
WALLS = (
    *(Rect(-20, -20, WIDTH + 40, 40), Rect(-20, HEIGHT - 20, WIDTH + 40, 40)),
    *(Rect(-20, 20, 40, HEIGHT - 40), Rect(WIDTH - 20, 20, 40, HEIGHT - 40)),
    *(Rect(460, 20, 20, 70), Rect(460, 230, 20, 190), Rect(460, 560, 20, 60)),  # the hall's, with two openings
    *(Rect(480, 300, 150, 20), Rect(730, 300, 210, 20)),  # between study and vault, with one
    *(Circle(150, 190, 28), Circle(150, 450, 28), Circle(330, 190, 28), Circle(330, 450, 28)),  # columns
    RoundRect.centered(800, 130, 120, 50, 14, angle=24),  # the desk
)
PASSAGES = (Rect(460, 90, 20, 140), Rect(460, 420, 20, 140), Rect(630, 300, 100, 20))
PLATE = Circle(240, 560, 22)
TREASURE = Circle(880, 560, 14)
GATE = Rect(630, 303, 100, 14)


class House:
    """The state of the game, and its rules. A step is a frame of 1/60 s."""

    def __init__(self) -> None:
        self.space: Space[Thing] = Space()
        for k, shape in enumerate(WALLS):
            self.add(Thing(f"wall {k}", WALL), shape)
        self.zones = [self.add(Thing(name, ZONE), room) for name, room in ROOMS.items()]
        self.zones += [self.add(Thing("plate", ZONE), PLATE), self.add(Thing("treasure", ZONE), TREASURE)]
        self.gate = self.add(Thing("gate", WALL), GATE)
        self.doors = [
            *(self.door(f"blade {k}", (470, 160), RoundRect.centered(470, 160, 124, 10, 5), 90.0 * k) for k in (0, 1)),
            self.door("leaf", (470, 422), RoundRect(465, 417, 10, 140, 5), 0, swings=True),
        ]
        self.crates = [
            self.add(Thing("crate 0", CRATE), RoundRect.centered(240, 320, 34, 34, 5)),
            self.add(Thing("crate 1", CRATE), RoundRect.centered(620, 220, 34, 34, 5)),
        ]
        self.player = self.add(Thing("player", PLAYER), Circle(80, 560, 13))
        self.watch = self.space.watch()
        self.lit: set[str] = set()
        self.heading: Vec = (1, 0)
        self.frame = self.pushed = self.waited = self.shoved = 0
        self.won = False
        self.pull_triggers()

    def add(self, thing: Thing, shape: Shape) -> Thing:
        self.space.add(thing, shape, layer=thing.layer, mask=MASKS[thing.layer])
        return thing

    def door(self, name: str, hinge: Vec, shape: Shape, angle: float, *, swings: bool = False) -> Thing:
        thing = Thing(name, DOOR, angle, shape, hinge, swings)
        return self.add(thing, shape.rotate(angle, about=hinge))

    def step(self, dx: float, dy: float) -> None:
        """One frame. dx, dy: where the player's hands want to go, -1 to 1 each."""
        self.frame += 1
        self.waited += not self.turn([door for door in self.doors if not door.swings], TURN)
        length = math.sqrt(dx * dx + dy * dy)
        if length:
            self.heading = (dx / length, dy / length)
            scale = SPEED / max(length, 1)
            self.walk(dx * scale, dy * scale)
        self.close_leaf()
        self.pull_triggers()

    # ---- who moves what

    def walk(self, dx: float, dy: float) -> None:
        """Moves the player as far as possible; crates and door leaves in the way are pushed."""
        move = self.space.slide(self.player, dx, dy, filter=self.blocks)
        for thing, hit in move.hits:
            if thing.layer == CRATE:
                self.space.slide(thing, -PUSH * hit.normal[0], -PUSH * hit.normal[1], filter=self.blocks)
                self.shoved += 1
            elif thing.layer == DOOR and thing.swings:
                # The leaf turns away from the push, only toward the hall. The side of the hinge gives the direction.
                arm = (hit.point[0] - thing.hinge[0], hit.point[1] - thing.hinge[1])
                torque = arm[0] * -hit.normal[1] + arm[1] * hit.normal[0]
                swing = math.copysign(SWING, torque)
                if 0 <= thing.angle + swing <= WIDEST:
                    self.turn([thing], swing)

    def blocks(self, item: Thing, other: Thing) -> Response | None:
        return "slide" if other.layer & SOLID else None

    def turn(self, doors: list[Thing], degrees: float) -> bool:
        """Turns doors, all or none, and pushes bodies out of their way; if that fails, changes nothing and returns
        False.
        """
        before: list[tuple[Thing, Solid]] = []
        pushed = 0
        for door in doors:
            assert door.rest is not None
            before.append((door, self.space[door]))
            self.space.update(door, door.rest.rotate(door.angle + degrees, about=door.hinge))
            for thing in self.space.query(self.space[door], mask=PLAYER | CRATE):
                before.append((thing, self.space[thing]))
                move = self.space.slide(thing, 0, 0, filter=self.blocks)
                far = math.sqrt(move.pushed[0] ** 2 + move.pushed[1] ** 2)
                if move.stuck or far > SQUEEZE or self.space.query(self.space[thing], mask=WALL | DOOR):
                    for one, shape in before[::-1]:
                        self.space.update(one, shape)
                    return False
                pushed += 1
        for door in doors:
            door.angle = door.angle + degrees if door.swings else (door.angle + degrees) % 360
        self.pushed += pushed
        return True

    def close_leaf(self) -> None:
        """A hinged door swings shut when nobody is near."""
        for door in self.doors:
            near = self.space.query(Circle(*door.hinge, 170), mask=PLAYER)
            if door.swings and door.angle and not near:
                self.turn([door], max(-1.0, min(1.0, -door.angle)))

    # ---- triggers

    def pull_triggers(self) -> None:
        began, ended = self.watch.update()
        for pairs, came in ((began, True), (ended, False)):
            for pair in pairs:
                zone = next((thing for thing in pair if thing.layer == ZONE), None)
                guest = next((thing for thing in pair if thing.layer in (PLAYER, CRATE)), None)
                if zone is None or guest is None:
                    continue
                (zone.inside.add if came else zone.inside.discard)(guest.name)
                if came and guest is self.player:
                    self.lit.add(zone.name)
                    self.won |= zone.name == "treasure"
        self.move_gate(is_open=bool(next(zone for zone in self.zones if zone.name == "plate").inside))

    def move_gate(self, *, is_open: bool) -> None:
        """Slides the gate into the wall; it never closes on anybody."""
        x = self.space[self.gate].center[0] - GATE.centerx
        wanted = 90.0 if is_open else 0.0
        dx = max(-2.0, min(2.0, wanted - x))
        there = self.space[self.gate].move(dx, 0)
        if dx and not self.space.query(there, mask=PLAYER | CRATE):
            self.space.update(self.gate, there)


class Pilot:
    """Walks from place to place: pushes the crate onto the plate, takes the revolving door, then the gate."""

    PLACES = (
        *((80, 280), (240, 280), (240, 545), (210, 480), (240, 330), (420, 160), (520, 160), (600, 90)),
        *((680, 250), (680, 380), (870, 560), (600, 480), (520, 490), (400, 500), (400, 320)),
    )

    def __init__(self) -> None:
        self.at = self.tries = 0

    def steer(self, house: House) -> Vec:
        x, y = house.space[house.player].center
        there = self.PLACES[self.at % len(self.PLACES)]
        dx, dy = there[0] - x, there[1] - y
        self.tries += 1
        if dx * dx + dy * dy < 150 or self.tries > 240:
            self.at, self.tries = self.at + 1, 0
        scale = 1 / max(abs(dx), abs(dy), 1)
        return (dx * scale, dy * scale)


def autoplay(house: House, frames: int) -> str:
    """Walks some frames without a player; returns a summary, with a checksum of every bit of every frame."""
    pilot, checksum = Pilot(), 0
    for _ in range(frames):
        house.step(*pilot.steer(house))
        movers = (house.player, *house.crates, *house.doors)
        checksum = zlib.crc32(repr([house.space[thing].center for thing in movers]).encode(), checksum)
    x, y = house.space[house.player].center
    rooms = sum(name in house.lit for name in ROOMS)
    return (
        f"{frames} frames, {rooms} rooms, {'treasure' if house.won else 'no treasure'}, {house.pushed} pushed by doors,"
        f" doors waited {house.waited} times, {house.shoved} shoves, player at ({x!r}, {y!r}), checksum {checksum:08x}"
    )
