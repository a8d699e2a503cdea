"""A pilot that plans ahead: the rules are deterministic, so a simulated plan happens exactly as simulated.

Whenever it stands it simulates a few actions in the same game and space, each until it stands again, and then restores
the state. If it sees a coin, it searches for a route of several such plans with A*; otherwise it takes the action that
leads farthest to the right. Maps need no preparation.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from itertools import chain, count, repeat
from typing import NamedTuple

from collide2d import Rect
from collide2d.examples.platformer.body import RUN_SPEED, Pad
from collide2d.examples.walk.world import Game, State, far
from collide2d.tiled import SENSOR, Thing

Vec = tuple[float, float]

LONGEST = 120  # the most frames of a plan
SIGHT = 320.0  # how far it sees coins
NODES = 60  # plans that it expands before it gives up a coin
AGAIN = 96.0  # how far it must move before it tries for the coin again
NEAR = 16.0  # positions this near to each other count as one
BORED = 180  # frames without progress after which it goes back a little
HEIGHT, JUMP = 0.3, 60.0  # the value of a pixel up, and the cost of a jump, in pixels to the right


class Plan(NamedTuple):
    """An action for a least number of frames; it continues until the player stands."""

    frames: int
    pad: Pad
    held: int = 0  # it begins with a jump, and holds the key for this many frames

    def pads(self) -> Iterable[Pad]:
        jump = [self.pad._replace(jump=True, hold=True), *[self.pad._replace(hold=True)] * (self.held - 1)]
        return chain(jump if self.held else (), repeat(self.pad))


class Thought(NamedTuple):
    """The result of a plan."""

    pads: list[Pad]  # frame by frame
    end: Vec
    state: State
    is_safe: bool
    found: bool  # the coin that it is heading for


RUN, BACK, WAIT, DROP = Plan(10, Pad(1)), Plan(10, Pad(-1)), Plan(10, Pad()), Plan(10, Pad(down=True))
JUMPS = [Plan(2, Pad(1), held) for held in (28, 12, 4)]
CLIMBS = [Plan(10, Pad(x, up=True)) for x in (0, 1, -1)]
OTHERS = [BACK, DROP, Plan(2, Pad(), 28), Plan(2, Pad(-1), 20)]


class Pilot:
    """Walks to the right, takes the coins it can reach, and avoids harm."""

    def __init__(self) -> None:
        self.pads: list[Pad] = []  # the remaining plan, in reverse order
        self.given_up: dict[Thing, Vec] = {}  # coins it gave up, and where it was
        self.farthest, self.since = -math.inf, 0

    def look(self, game: Game) -> Pad:
        """Its input in this frame."""
        x = game.space[game.player].center[0]
        self.since += 1
        if x > self.farthest:
            self.farthest, self.since = x, 0
        if not self.pads:
            self.pads = self.decide(game)[::-1]
        return self.pads.pop()

    def decide(self, game: Game) -> list[Pad]:
        place = x, y = game.space[game.player].center
        sight = Rect.centered(x, y, 2 * SIGHT, 2 * SIGHT)
        coins = {thing for thing in game.space.query(sight, mask=SENSOR) if thing.class_ == "coin"}
        coins -= {coin for coin in coins if far(place, self.given_up.get(coin, (math.inf, 0))) < AGAIN}
        way = self.search(game, coins) if coins else []
        if way:
            return way
        self.given_up |= dict.fromkeys(coins, place)
        best, done = -math.inf, [WAIT.pad]
        ways = [RUN, *JUMPS, WAIT, *(CLIMBS if game.on("ladder") else ()), *OTHERS]
        for plan in ways:
            if plan in OTHERS and best > -math.inf and self.since <= BORED:
                break
            pads, end, _, is_safe, _ = self.think(game, plan, set())
            gain = end[0] - x + HEIGHT * max(0.0, y - end[1]) - (JUMP if plan.held else 0)
            if is_safe and gain / len(pads) > best:
                best, done = gain / len(pads), pads
            if plan is RUN and best > RUN_SPEED / 2:
                break
        return done

    def search(self, game: Game, coins: set[Thing]) -> list[Pad]:
        """A route to a coin, or []."""

        def left(end: Vec) -> float:
            """A lower bound of the frames to reach it."""
            return min(far(end, coin.shape.center) for coin in coins) / RUN_SPEED

        home, order = game.save(), count()
        start = game.space[game.player].center
        been = set[Vec]()
        ways: list[tuple[float, int, float, list[Pad], State]] = [(left(start), next(order), 0.0, [], home)]
        for _ in range(NODES):
            if not ways:
                break
            _, _, spent, before, state = heapq.heappop(ways)
            game.restore(state)
            for plan in (RUN, *JUMPS, *OTHERS, WAIT, *(CLIMBS if game.on("ladder") else ())):
                pads, end, after, is_safe, found = self.think(game, plan, coins)
                place = (end[0] // NEAR, end[1] // NEAR)
                if not is_safe or (place in been and not found):
                    continue
                been.add(place)
                if found:
                    game.restore(home)
                    return before + pads
                cost = spent + len(pads) + (JUMP / RUN_SPEED if plan.held else 0)
                heapq.heappush(ways, (cost + left(end), next(order), cost, before + pads, after))
        game.restore(home)
        return []

    def think(self, game: Game, plan: Plan, coins: set[Thing]) -> Thought:
        """Simulates a plan, and restores the game."""
        state = game.save()
        pads: list[Pad] = []
        found = lost = stands = False
        for pad in plan.pads():
            pads.append(pad)
            game.foresee(pad)
            found = found or not coins.isdisjoint(game.inside)
            lost = game.is_lost()
            stands = bool(game.player.ground) or game.climbs or game.on("water")
            if lost or len(pads) >= LONGEST or (stands and len(pads) >= plan.frames):
                break
        thought = Thought(pads, game.space[game.player].center, game.save(), stands and not lost, found)
        game.restore(state)
        return thought
