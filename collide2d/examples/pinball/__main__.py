"""Pinball, with pygame-ce. `python -m collide2d.examples.pinball` and play.

Left and right arrow (or A and D) raise the flippers. Hold the space bar or the down arrow to draw the plunger, and
release it to shoot. R starts anew; Escape quits. The rules are in world.py; with --headless a pilot plays, the same
game every time.
"""

from __future__ import annotations

import pygame

from collide2d import Circle, RoundRect, Shape
from collide2d.examples import arguments, run, save_and_quit
from collide2d.examples.controls import DOWN, LEFT, RIGHT, Help, held_keys, panel, pressed_keys
from collide2d.examples.pictures import disc, smoothed
from collide2d.examples.pinball.world import (
    HEIGHT,
    MIDDLE,
    RADIUS,
    SCENERY,
    WIDTH,
    Table,
    autoplay,
    corner,
)
from collide2d.pygame import draw
from collide2d.pygame.display import open_window
from collide2d.typing import Solid

SIZE = (WIDTH, HEIGHT)
DRAWN = 60  # frames in which the plunger is drawn
GROUND, FRAME, METAL, LIGHT = "#1b1b3a", "#0e0e22", "#8d93c7", "#ffe9a8"
COLORS = {
    "bumper": ("#ff5d73", "#ffd1d8"),
    "sling": ("#f7a541", "#ffe9a8"),
    "target": ("#3a3f6b", "#7df0c3"),
    "flipper": ("#ffd23f", "#fff3c4"),
    "rotor": ("#4cc9f0", "#d5f5ff"),
}


def _ground() -> pygame.Surface:
    """What never changes: the playfield with its stripes, the frame and the rails."""
    ground = pygame.Surface(SIZE)
    ground.fill(GROUND)

    def paint(surface: pygame.Surface, k: float) -> None:
        for i in range(9):
            pygame.draw.circle(surface, "#232350", (MIDDLE * k, 400 * k), (60 + 46 * i) * k, round(10 * k))

    ground.blit(smoothed(SIZE, paint, GROUND, 2), (0, 0))
    for points, end in ((corner(0), (12, 12)), (corner(1), (468, 12))):
        pygame.draw.polygon(ground, FRAME, [*points, end])
    for item in ("wall left", "wall right", "wall top", "arch"):
        draw(ground, SCENERY[item], FRAME if item != "arch" else METAL, width=0)
    for item in ("lane", "guide left", "guide right", "post 1", "post 2"):
        draw(ground, SCENERY[item], METAL, width=0)
    return ground


def paint(screen: pygame.Surface, ground: pygame.Surface, table: Table, drawn: float = 0.0) -> None:
    """drawn: how far the plunger is drawn, 0 to 1."""
    screen.blit(ground, (0, 0))
    for item, shape in table.space.items():
        kind = item.partition(" ")[0]
        if kind in COLORS:
            dull, bright = COLORS[kind]
            is_bright = item in table.flash or item in table.lit
            _paint_part(screen, kind, shape, bright if is_bright else dull, is_bright=is_bright)
        elif item == "gate":
            draw(screen, shape, METAL, width=0)
    plunger = SCENERY["plunger"].move(0, 24 * drawn)
    draw(screen, plunger, "#c0392b", width=0)
    x, y = table.ball.center[0], table.ball.center[1] + 24 * drawn * table.held
    disc(screen, "#101024", (x + 2, y + 3), RADIUS)
    disc(screen, "#d8dcec", (x, y), RADIUS)
    disc(screen, "#ffffff", (x - 3, y - 3), 3.5)
    font = pygame.font.Font(None, 26)
    for text, at, align in ((f"{table.score}", (MIDDLE, 36), 0.5), (f"balls {table.balls}", (MIDDLE, 58), 0.5)):
        picture = font.render(text, True, LIGHT)
        screen.blit(picture, (at[0] - align * picture.get_width(), at[1]))
    if table.over:
        end = panel(f"Score {table.score}", {"R": "start anew"}, size=40)
        screen.blit(end, end.get_rect(center=(MIDDLE, HEIGHT / 2)))


def _paint_part(screen: pygame.Surface, kind: str, shape: Solid, color: str, *, is_bright: bool) -> None:
    if isinstance(shape, Shape):
        draw(screen, shape.move(2, 3), "#101024", width=0)
    draw(screen, shape, color, width=0)
    if isinstance(shape, Circle):
        draw(screen, Circle(shape.center, shape.r - 7), GROUND if not is_bright else "#ff5d73", width=3)
    elif isinstance(shape, RoundRect) and kind == "flipper":
        disc(screen, "#c48a00", (shape.x + shape.pivot[0], shape.y + shape.pivot[1]), 4)


def play(screen: pygame.Surface) -> None:
    """Runs the game until the window is closed."""
    table, ground, clock, drawn = Table(), _ground(), pygame.time.Clock(), 0
    help_ = Help("Keep the ball in play.", {"Left, right": "flippers", "Space": "hold and release to shoot"})
    while (pressed := pressed_keys()) is not None:
        is_held = held_keys()
        if pygame.K_r in pressed:
            table = Table()
        if is_held((pygame.K_SPACE, *DOWN)) and table.held:
            drawn = min(drawn + 1, DRAWN)
        elif drawn:
            table.shoot(drawn / DRAWN)
            drawn = 0
        table.step(is_held(LEFT), is_held(RIGHT))
        paint(screen, ground, table, drawn / DRAWN)
        help_.draw(screen, is_pressed=bool(pressed))
        pygame.display.flip()
        clock.tick(60)


def main() -> None:
    options = arguments("pinball", "Pinball.", seed="which game, with --headless").parse_args()
    screen = open_window(SIZE, "Pinball", headless=options.headless)
    if options.headless:
        table = Table()
        print(autoplay(table, options.frames, options.seed))
        paint(screen, _ground(), table)
    else:
        play(screen)
    save_and_quit(screen, options.png)


if __name__ == "__main__":
    run(main)
