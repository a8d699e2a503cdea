"""A small platformer, with pygame-ce. `python -m collide2d.examples.platformer` and play.

Arrow keys or A and D run, the space bar or the arrow up jumps (held longer: higher), X or Ctrl shoots, the arrow down
lets the player fall through a plank; F1 shows the shapes that collide2d sees, Escape quits.

With --headless the `Pilot` plays, the same game every time and on every machine. The rules are in world.py, the physics
of characters in body.py, the map in level.py, the pictures in paint.py.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from pathlib import Path

import pygame

from collide2d import Circle, Rect
from collide2d.examples import arguments, run
from collide2d.examples.controls import DOWN, LEFT, RIGHT, Help, held_keys, pressed_keys
from collide2d.examples.platformer import level
from collide2d.examples.platformer.body import Pad
from collide2d.examples.platformer.paint import SIZE, Painter
from collide2d.examples.platformer.world import COIN, CRATE, ENEMY, GROUND, WALL, Game, Thing
from collide2d.pygame.display import open_window, save_picture

KEYS_JUMP = (pygame.K_SPACE, pygame.K_UP, pygame.K_w)
KEYS_SHOOT = (pygame.K_x, pygame.K_LCTRL, pygame.K_RCTRL)
HELP = {
    "Arrow keys, or A D": "run",
    "Space or arrow up": "jump; hold it to jump higher",
    "Arrow down": "drop through a plank",
    "X or Ctrl": "shoot",
    "F1": "show the shapes",
}


class Pilot:
    """Plays by querying the space of the game for what is around the player."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.way, self.held, self.rest = 1, 0, 0  # direction; frames for which it still holds the jump and the fire key

    def look(self, game: Game) -> Pad:
        space, me = game.space, game.space[game.player]
        x, y = me.center
        if not 3 * level.TILE < x < level.WIDTH - 3 * level.TILE:
            self.way = 1 if x < level.WIDTH / 2 else -1
        self.held, self.rest = max(0, self.held - 1), max(0, self.rest - 1)
        seen = space.raycast((x, y), (300 * self.way, 0), mask=WALL | CRATE | ENEMY)
        foe = seen is not None and seen[0].layer == ENEMY
        shoot = self.rest == 0 and self.random.random() < (0.3 if foe else 0.01)
        if shoot:
            self.rest = 25
        run, jump = self.way, False
        if game.player.ground:
            ahead, above = (space.cast(shape, (20 * self.way, 0), mask=WALL) for shape in (me, me.move(0, -95)))
            jump = ahead is not None and ahead[1].normal[1] > -0.6 and above is None  # a wall, not a slope
            wants = foe or bool(space.query(Rect(min(x, x + 110 * self.way), y - 110, 110, 85), mask=COIN))
            wants |= abs(game.player.velocity[0]) < 2  # something holds it up
            jump |= wants and self.random.random() < 0.1 and self.is_firm(game, 40, 80, 120, 160, 200)
            if self.floor(game, 20) is None:
                jump = self.is_firm(game, 120, 160)
                run = self.way if jump else 0  # waits for a platform
        if jump:
            self.held = self.random.randint(14, 24)
        return Pad(run, jump, self.held > 0, shoot)

    def is_firm(self, game: Game, *far: float) -> bool:
        """Whether there is ground that does not move."""
        return all(thing and not thing.route for thing in (self.floor(game, one) for one in far))

    def floor(self, game: Game, far: float) -> Thing | None:
        """The ground at this distance ahead, if low enough to jump on. The probe is a ball, since a ray could pass
        along a seam.
        """
        x, y = game.space[game.player].center
        found = game.space.cast(Circle(x + far * self.way, y - 40, 1), (0, 350), mask=GROUND)
        return found[0] if found else None


def play(screen: pygame.Surface, *, shows_shapes: bool = False) -> None:
    """Runs the game until the window is closed. shows_shapes: as F1 does."""
    game, painter, clock = Game(), Painter(), pygame.time.Clock()
    painter.shows_shapes = shows_shapes
    help_ = Help("Take all the coins.", HELP)
    while (pressed := pressed_keys()) is not None:
        if pygame.K_F1 in pressed:
            painter.shows_shapes = not painter.shows_shapes
        down = held_keys()
        game.step(
            Pad(
                down(RIGHT) - down(LEFT),
                any(key in KEYS_JUMP for key in pressed),
                down(KEYS_JUMP),
                any(key in KEYS_SHOOT for key in pressed),
                down(DOWN),
            )
        )
        painter.follow(game)
        painter.draw(screen, game)
        help_.draw(screen, is_pressed=bool(pressed))
        pygame.display.flip()
        clock.tick(60)  # a step is always 1/60 s, however long the frame took, so the game is the same on every machine


def autoplay(game: Game, frames: int, seed: int, see: Callable[[Game], None] = lambda game: None) -> str:
    """Plays some frames without a player; returns a summary, with a checksum of every bit of every frame."""
    pilot, checksum = Pilot(seed), 0
    for _ in range(frames):
        game.step(pilot.look(game))
        things = (game.player, *game.enemies, *game.crates, *game.platforms, *game.bullets)
        state = [(game.space[thing].center, thing.velocity) for thing in things]
        checksum = zlib.crc32(repr((state, game.coins_won, game.deaths)).encode(), checksum)
        see(game)
    x, y = game.space[game.player].center
    return (
        f"{frames} frames, {game.coins_won} coins, {game.shots} shots, {game.hits} hits, {game.deaths} deaths,"
        f" {game.airborne} frames in the air, player at ({x!r}, {y!r}), checksum {checksum:08x}"
    )


def main() -> None:
    help_ = "save the last picture; in a directory, every 300th"
    parser = arguments("platformer", "A small platformer.", seed="the seed of the pilot, with --headless", png=help_)
    parser.add_argument("--shapes", action="store_true", help="show the shapes that collide2d sees, as F1 does")
    options = parser.parse_args()
    png = Path(options.png) if options.png else None
    screen = open_window(SIZE, "Platformer", headless=options.headless)
    if options.headless:
        painter = Painter()
        painter.shows_shapes = options.shapes
        many = png is not None and png.is_dir()

        def see(game: Game) -> None:
            painter.follow(game)
            if png and (game.frame == options.frames or (many and game.frame % 300 == 0)):
                painter.draw(screen, game)
                name = png / f"frame-{game.frame:05}.png" if many else png
                save_picture(screen, str(name))

        print(autoplay(Game(), options.frames, options.seed, see))
    else:
        play(screen, shows_shapes=options.shapes)
    pygame.quit()


if __name__ == "__main__":
    run(main)
