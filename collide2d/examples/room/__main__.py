"""Rooms from above, with rotating doors and triggers, with pygame-ce. `python -m collide2d.examples.room` and walk.

Arrow keys or W, A, S, D walk; Escape quits. Take the treasure from the vault. Its gate is open while a crate or you
stand on the plate, and its door can be pushed open only from inside. Revolving doors turn all the time and push you out
of the way; a door with no room to push waits.

The rules are in world.py; with --headless the `Pilot` walks, the same way every time.
"""

from __future__ import annotations

import pygame

from collide2d import Circle
from collide2d.examples import arguments, run, save_and_quit
from collide2d.examples.controls import Help, arrows, panel, pressed_keys
from collide2d.examples.pictures import draw_shape, single
from collide2d.examples.room.world import HEIGHT, PASSAGES, PLATE, ROOMS, TREASURE, WALLS, WIDTH, House, autoplay
from collide2d.pygame.display import open_window

# ---- the picture -----------------------------------------------------------------------------------------------------

INK, STONE, STONE_EDGE, SILL = "#0f141f", "#2b3550", "#47557c", "#8b93a8"
FLOORS = {"hall": ("#161d2e", "#f2e3c2"), "study": ("#141b2a", "#cfe3d6"), "vault": ("#121826", "#e6d3e0")}
DOORS, GATES, CRATES, ME, GOLD, GLOW, PLATES = (
    "#d98e4a",
    "#c9485b",
    "#a97c50",
    "#2e86ab",
    "#f2b134",
    "#5c4d2e",
    "#8aa0c8",
)


def draw(screen: pygame.Surface, font: pygame.font.Font, house: House) -> None:
    """Drawn twice as large, then scaled down, which smooths the edges."""
    scale = 2
    big = pygame.Surface((WIDTH * scale, HEIGHT * scale))
    big.fill(STONE)
    for zone in house.zones[: len(ROOMS)]:
        dark, light = FLOORS[zone.name]
        draw_shape(big, single(house.space[zone]), light if zone.name in house.lit else dark, scale)
    for passage in PASSAGES:
        draw_shape(big, passage, SILL, scale)
    draw_shape(big, PLATE, GOLD if house.zones[len(ROOMS)].inside else PLATES, scale)
    draw_shape(big, PLATE.grow(-6), STONE_EDGE, scale)
    if not house.won:
        pulse = abs(house.frame % 90 - 45) / 45
        draw_shape(big, TREASURE.grow(6 + 6 * pulse), GLOW, scale)
        draw_shape(big, TREASURE, GOLD, scale)
    draw_shape(big, single(house.space[house.gate]), GATES, scale)
    for wall in WALLS:
        draw_shape(big, wall, STONE, scale)
    for door in house.doors:
        draw_shape(big, single(house.space[door]), DOORS, scale)
        draw_shape(big, Circle(*door.hinge, 8), STONE_EDGE, scale)
    for crate in house.crates:
        shape = single(house.space[crate])
        draw_shape(big, shape, INK, scale)
        draw_shape(big, shape.grow(-2), CRATES, scale)
    x, y = house.space[house.player].center
    hx, hy = house.heading
    draw_shape(big, single(house.space[house.player]), INK, scale)
    draw_shape(big, single(house.space[house.player]).grow(-2), ME, scale)
    draw_shape(big, Circle(x + 6 * hx, y + 6 * hy, 3.5), "#ffffff", scale)
    pygame.transform.smoothscale(big, (WIDTH, HEIGHT), screen)
    found = sum(name in house.lit for name in ROOMS)
    said = f"{found} of {len(ROOMS)} rooms lit, {'treasure taken' if house.won else 'treasure to be found'}"
    screen.blit(font.render(said, True, "#e9edf7"), (28, 2))
    if house.won:
        won = panel("The treasure is yours!", size=48)
        screen.blit(won, won.get_rect(center=(WIDTH / 2, HEIGHT / 4)))


def play(screen: pygame.Surface, font: pygame.font.Font) -> None:
    """Runs the game until the window is closed."""
    house, clock = House(), pygame.time.Clock()
    help_ = Help(
        "Take the treasure from the vault. The plate opens the gate.", {"Arrow keys, or W A S D": "walk, push"}
    )
    while (pressed := pressed_keys()) is not None:
        house.step(*arrows())
        draw(screen, font, house)
        help_.draw(screen, is_pressed=bool(pressed))
        pygame.display.flip()
        clock.tick(60)


def main() -> None:
    options = arguments("room", "Rooms from above, with rotating doors and triggers.").parse_args()
    screen = open_window((WIDTH, HEIGHT), "Rooms", headless=options.headless)
    font = pygame.font.Font(None, 22)
    if options.headless:
        house = House()
        print(autoplay(house, options.frames))
        draw(screen, font, house)
    else:
        play(screen, font)
    save_and_quit(screen, options.png)


if __name__ == "__main__":
    run(main)
