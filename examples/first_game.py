"""The game of docs/first-game.md. Its code blocks are the source of this file."""

import pygame

from collide2d import Circle, Polygon, Rect, RoundRect, Space
from collide2d.pygame import draw
from collide2d.walker import Walker

COLORS = {"wall": "#8c97a3", "plank": "#b5804a", "lift": "#5f7f6d", "hero": "#3c6e9f", "coin": "#e09a00"}

space = Space(
    {
        "wall floor": Rect(0, 320, 640, 40),
        "wall left": Rect(0, 0, 12, 320),
        "wall right": Rect(628, 0, 12, 320),
        "wall hill": Polygon([(110, 320), (175, 270), (235, 270), (285, 320)]),
        "wall step": RoundRect(340, 306, 130, 20, 6),
        "wall box": Rect(370, 292, 100, 28),
        "wall ledge": RoundRect(330, 110, 150, 20, 8),
        "plank low": Rect(40, 210, 100, 8),
        "plank high": Rect(180, 155, 100, 8, angle=-12),
        "lift": RoundRect(520, 140, 84, 14, 5),
        "hero": RoundRect(40, 286, 22, 34, 8),
    }
)

hero = Walker(space, "hero", step=16, one_way=lambda item: item.startswith("plank"))
fall = 0


def run(keys):
    global fall
    fall = -9 if keys[pygame.K_SPACE] and hero.grounded else fall + 0.4
    walk = hero.walk(4 * (keys[pygame.K_RIGHT] - keys[pygame.K_LEFT]), fall)
    if walk.floor or walk.ceiling:
        fall = 0


speed = 1


def ride():
    global speed
    carried = space.carry("lift", 0, speed, movable={"hero"})
    if carried.crushed or not 100 < space["lift"].top < 300:
        speed = -speed


places = [(60, 180), (110, 180), (205, 240), (230, 120), (360, 80), (440, 80), (420, 262), (562, 50)]
for place in places:
    space.add(f"coin {place}", Circle(place, 9), layer=2, mask=0)


def collect():
    for coin in space.query(space["hero"], mask=2):
        space.remove(coin)


def step(keys):
    ride()
    run(keys)
    collect()


def paint(screen):
    screen.fill("#f7f4ec")
    for item, shape in space.items():
        draw(screen, shape, COLORS[item.split()[0]], width=0)
    left = sum(item.startswith("coin") for item in space)
    text = f"Coins left: {left}" if left else "You win!"
    screen.blit(pygame.font.Font(None, 28).render(text, True, "#1d2530"), (24, 14))


def main():
    pygame.init()
    screen = pygame.display.set_mode((640, 360))
    clock = pygame.time.Clock()
    while not any(event.type == pygame.QUIT for event in pygame.event.get()):
        step(pygame.key.get_pressed())
        paint(screen)
        pygame.display.flip()
        clock.tick(60)


main()
