"""A walk through a map of Tiled, with pygame-ce. `python -m collide2d.examples.walk [MAP]` and play.

Arrow keys or A and D run, the space bar jumps (held longer: higher; in water: swims), the arrow up climbs a ladder, the
arrow down climbs down and falls through a plank; F1 shows the shapes that collide2d sees, Escape quits.

Any .tmj or .tmx with an object named spawn works; world.py lists what else a map can use. With --headless the `Pilot`
plays, the same walk every time and on every machine. The pictures are in paint.py.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pygame

from collide2d.examples import arguments, run
from collide2d.examples.controls import DOWN, LEFT, RIGHT, UP, Help, held_keys, pressed_keys
from collide2d.examples.platformer.body import Pad
from collide2d.examples.walk.paint import SIZE, Painter
from collide2d.examples.walk.pilot import Pilot
from collide2d.examples.walk.world import Game
from collide2d.pygame.display import open_window, save_picture
from collide2d.tiled import load

REST = 120  # frames at the exit, before the next map
HELP = {
    "Arrow keys, or A D": "run",
    "Space": "jump, or swim; hold it to jump higher",
    "Arrow up and down": "climb, drop through a plank",
    "F1": "show the shapes",
}


def our_map() -> Path:
    """The map that comes with the package: beside this module if installed, else in the source tree."""
    examples = Path(__file__).parents[1]
    installed, source = examples / "maps", examples.parents[1] / "examples" / "maps"
    return (installed if installed.exists() else source) / "level.tmj"


def next_map(game: Game) -> Path | None:
    """The map that the exit leads to, once the exit is reached."""
    name = game.exit and game.exit.properties.get("next")
    return Path(game.level.path).parent / str(name) if name else None


def play(screen: pygame.Surface, path: Path, *, shows_shapes: bool = False) -> None:
    """Runs the game until the window is closed. shows_shapes: as F1 does."""
    game, clock, rest = Game(load(path, solid="default")), pygame.time.Clock(), 0
    painter = Painter(game)
    painter.shows_shapes = shows_shapes
    help_ = Help("Take the coins and reach the exit.", HELP)
    while (pressed := pressed_keys()) is not None:
        if pygame.K_F1 in pressed:
            painter.shows_shapes = not painter.shows_shapes
        down = held_keys()
        x = down(RIGHT) - down(LEFT)
        jump, hold = pygame.K_SPACE in pressed, down((pygame.K_SPACE,))
        game.step(Pad(x, jump, hold, down=down(DOWN), up=down(UP)))
        rest = rest + 1 if game.exit else 0
        leads_to = next_map(game)
        if rest > REST and leads_to:
            game, rest, shows_shapes = Game(load(leads_to, solid="default")), 0, painter.shows_shapes
            painter = Painter(game)
            painter.shows_shapes = shows_shapes
        painter.follow(game)
        painter.draw(screen, game)
        help_.draw(screen, is_pressed=bool(pressed))
        pygame.display.flip()
        clock.tick(60)  # a step is always 1/60 s, however long the frame took, so the game is the same on every machine


def autoplay(path: Path, frames: int, see: Callable[[Game, int], None] = lambda game, frame: None) -> str:
    """Plays some frames without a player, through the exit into the next map; returns a summary, with a checksum of
    every bit of every frame.
    """
    game, pilot, checksum = Game(load(path, solid="default")), Pilot(), 0
    coins = flags = deaths = exits = airborne = 0
    for frame in range(1, frames + 1):
        leads_to = next_map(game)
        if leads_to:
            game, pilot = Game(load(leads_to, solid="default")), Pilot()
        before = (len(game.taken), len(game.flags), game.deaths, game.airborne)
        game.step(pilot.look(game))
        after = (len(game.taken), len(game.flags), game.deaths, game.airborne)
        coins, flags, deaths, airborne = (
            total + b - a for total, a, b in zip((coins, flags, deaths, airborne), before, after, strict=True)
        )
        state = [game.space[thing].center for thing in (game.player, *(ride.thing for ride in game.rides))]
        checksum = zlib.crc32(repr((state, game.player.velocity, coins, deaths)).encode(), checksum)
        see(game, frame)
        exits += game.exit is not None and len(game.flags) > before[1]
    x, y = game.space[game.player].center
    return (
        f"{frames} frames, {coins} coins, {flags} flags, {exits} exits, {deaths} deaths, {airborne} frames in the air,"
        f" player at ({x!r}, {y!r}), checksum {checksum:08x}"
    )


def main() -> None:
    help_ = "save the last picture; in a directory, every 100th"
    parser = arguments("walk", "A walk through a map of Tiled.", png=help_)
    parser.add_argument(
        "map", nargs="?", type=Path, metavar="MAP", help="a .tmj or .tmx file (default: the map of this example)"
    )
    parser.add_argument("--shapes", action="store_true", help="show the shapes that collide2d sees, as F1 does")
    options = parser.parse_args()
    png = Path(options.png) if options.png else None
    path = options.map or our_map()
    screen = open_window(SIZE, "A walk", headless=options.headless)
    painters: list[tuple[Game, Painter]] = []
    many = png is not None and png.is_dir()

    def see(game: Game, frame: int) -> None:
        if png is None:
            return
        if not painters or painters[-1][0] is not game:
            painters[:] = [(game, Painter(game))]
        painter = painters[-1][1]
        painter.shows_shapes = options.shapes
        painter.follow(game)
        if frame == options.frames or (many and frame % 100 == 0):
            painter.draw(screen, game)
            save_picture(screen, str(png / f"frame-{frame:05}.png" if many else png))

    try:
        if options.headless:
            print(autoplay(path, options.frames, see))
        else:
            play(screen, path, shows_shapes=options.shapes)
    except (ValueError, OSError) as error:  # a map that is malformed, has no spawn, or lacks its pictures
        sys.exit(str(error))
    pygame.quit()


if __name__ == "__main__":
    run(main)
