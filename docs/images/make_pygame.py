"""Makes pygame-*.png, the pictures of docs/pygame.md: `python docs/images/make_pygame.py [DIRECTORY]`.

Everything in them that is a shape or says something about shapes is drawn by collide2d.pygame.draw.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from collide2d import Capsule, Circle, Point, Polygon, Rect, Relation, RoundRect, Segment, Shape, Space
from collide2d.pygame import Hitbox, draw, shape_from_image

PAPER, INK, MUTED = "#f7f4ec", "#1d2530", "#6b6a64"
COLORS = {Relation.APART: "#3c6e9f", Relation.TOUCHING: "#b87a00", Relation.OVERLAPPING: "#cc3a2b"}
# For words: at least 4.5 times as light or dark as the paper (WCAG 2, AA); for outlines 3 times is enough.
INKS = {Relation.APART: "#3c6e9f", Relation.TOUCHING: "#8f5c00", Relation.OVERLAPPING: "#c23022"}
FAINT = (60, 110, 159, 60)


def canvas(width: int, height: int) -> Any:
    surface = pygame.Surface((width, height))
    surface.fill(PAPER)
    return surface


def write(surface: Any, text: str, x: float, y: float, color: str = INK, size: int = 15) -> None:
    """Centred at x, standing on y."""
    image = pygame.font.Font(None, 4 * size).render(text, True, color)
    image = pygame.transform.smoothscale_by(image, 0.3)
    surface.blit(image, image.get_rect(midbottom=(x, y)))


def both(surface: Any, shape: Shape, color: Any, width: float = 2) -> None:
    """Filled faintly, with an outline."""
    draw(surface, shape, (*pygame.Color(color)[:3], 60), 0)
    draw(surface, shape, color, width)


def words() -> Any:
    """Pairs apart, touching and overlapping, and what the words say."""
    surface = canvas(800, 230)
    pairs: list[tuple[str, Shape, Shape]] = [
        ("two tiles", Rect(30, 50, 56, 56), Rect(86, 50, 56, 56)),
        ("a ball on a floor", Circle(240, 80, 26), Rect(186, 106, 108, 16)),
        ("corners", Rect(346, 34, 48, 40), Rect(394, 74, 48, 40)),
        ("turned, and close", Rect.centered(540, 84, 60, 40, 30), Capsule(590, 40, 610, 110, 12)),
        ("a nose in a wall", Polygon([(664, 60), (738, 78), (664, 96)]), RoundRect(728, 40, 48, 76, 12)),
    ]
    for name, a, b in pairs:
        relation = a.relate(b)
        for shape in (a, b):
            both(surface, shape, COLORS[relation])
        x = (min(a.bounds[0], b.bounds[0]) + max(a.bounds[2], b.bounds[2])) / 2
        write(surface, name, x, 150, MUTED, 14)
        write(surface, relation.name.lower(), x, 176, INKS[relation], 17)
        said = {1: "overlaps and collides", 0: "collides only", -1: "neither"}[int(relation)]
        write(surface, said, x, 202, INK, 14)
    return surface


def gallery() -> Any:
    """What draw can draw."""
    surface = canvas(800, 400)
    shapes: list[Shape] = [
        Point(40, 50), Circle(110, 50, 28), Segment(160, 76, 216, 24), Capsule(250, 70, 306, 34, 14),
        Rect(340, 26, 56, 48), Rect(424, 26, 56, 48, 25), RoundRect(516, 22, 66, 56, 16),
        RoundRect(612, 22, 66, 56, 16, 25), Polygon([(706, 72), (718, 30), (748, 22), (776, 46), (760, 80)]),
    ]  # fmt: skip
    draw(surface, shapes)
    for shape in shapes:
        draw(surface, shape.move(0, 76), FAINT, 0)
        draw(surface, shape.move(0, 76), "#3c6e9f", 1)
    write(surface, "draw(screen, shapes)   and   draw(screen, shapes, color, width)", 400, 186, MUTED, 15)
    crate, box = Rect(60, 222, 110, 70, 18), RoundRect(130, 262, 120, 70, 16)
    draw(surface, [crate, box, crate.contact(box)])
    write(surface, "draw(screen, a.contact(b))", 150, 380, MUTED, 15)
    ball, pillar = Circle(300, 250, 20), RoundRect(430, 220, 46, 120, 20, 12)
    hit = ball.cast((240, 60), pillar)
    assert hit is not None
    draw(surface, ball.sweep((hit.t * 240, hit.t * 60)), (47, 155, 230, 50), 0)
    draw(surface, [ball, pillar, ball.move(hit.t * 240, hit.t * 60), hit])
    write(surface, "draw(screen, ball.cast(motion, pillar))", 400, 380, MUTED, 15)
    level = {"floor": Rect(540, 334, 240, 20), "wall": Rect(744, 230, 36, 104), "step": RoundRect(540, 290, 40, 44, 10)}
    space = Space({**level, "hero": RoundRect(600, 216, 26, 42, 8)})
    move = space.slide("hero", 160, 120)
    draw(surface, [*level.values(), move])
    write(surface, "draw(screen, space.slide(...))", 660, 380, MUTED, 15)
    return surface


def ship() -> Any:
    """A picture of a ship that points to the right."""
    large = pygame.Surface((4 * 96, 4 * 48), pygame.SRCALPHA)
    large.fill((108, 92, 140, 0))
    pygame.draw.polygon(
        large, "#6c5c8c", [(20, 20), (120, 60), (260, 70), (376, 96), (260, 122), (120, 132), (20, 172)]
    )
    pygame.draw.polygon(large, "#f2b35e", [(4, 76), (40, 84), (40, 108), (4, 116)])
    pygame.draw.ellipse(large, "#cfe8f4", (180, 80, 100, 32))
    return pygame.transform.smoothscale(large, (96, 48))


class Ship(pygame.sprite.Sprite):
    """As in docs/pygame.md."""

    def __init__(self, center: tuple[int, int], angle: float, flip: bool = False) -> None:
        super().__init__()
        picture = ship()
        self.rect: Any = picture.get_rect()
        self.hitbox = Hitbox(self, Capsule(20, 24, 78, 24, 14), angle=angle, flip_x=flip)
        self.image = pygame.transform.rotate(pygame.transform.flip(picture, flip, False), angle)
        self.rect = self.image.get_rect(center=center)

    @property
    def shape(self) -> Shape:
        return self.hitbox.shape


def hitboxes() -> Any:
    """A hitbox that follows its picture: the rect grows with the angle, the hitbox does not."""
    surface = canvas(800, 190)
    for i, (angle, flip) in enumerate(((0, False), (30, False), (90, False), (200, False), (0, True), (30, True))):
        sprite = Ship((70 + 132 * i, 80), angle, flip)
        surface.blit(sprite.image, sprite.rect)
        draw(surface, sprite.rect, "#b9b2a2", 1)
        draw(surface, sprite, "#cc3a2b", 2)
        write(surface, f"angle={angle}" + (", flip_x=True" if flip else ""), 70 + 132 * i, 172, MUTED, 14)
    return surface


def rock() -> Any:
    """A picture with bays and a hole."""
    large = pygame.Surface((4 * 120, 4 * 120), pygame.SRCALPHA)
    large.fill((140, 120, 104, 0))
    points = [(60, 200), (40, 120), (150, 50), (220, 130), (290, 40), (420, 90), (430, 220), (330, 260), (440, 330),
              (380, 440), (230, 400), (120, 450), (40, 340), (140, 290)]  # fmt: skip
    pygame.draw.polygon(large, "#8c7868", points)
    pygame.draw.circle(large, (140, 120, 104, 0), (240, 230), 50)
    return pygame.transform.smoothscale(large, (120, 120))


def pieces() -> Any:
    """A picture, its hull, and its pieces for two tolerances."""
    surface = canvas(800, 230)
    picture = rock()
    views: list[tuple[str, list[Shape]]] = [
        ("the picture", []),
        ("shape_from_image(image)", [shape_from_image(picture)]),
    ]
    for tolerance in (1.5, 6):
        found = shape_from_image(picture, pieces=True, tolerance=tolerance)
        views.append((f"pieces=True, tolerance={tolerance:g}: {len(found)}", list(found)))
    for i, (name, shapes) in enumerate(views):
        x = 14 + 198 * i
        surface.blit(pygame.transform.smoothscale(picture, (180, 180)), (x, 10))
        for shape in shapes:
            draw(surface, shape, FAINT, 0, offset=(x, 10), scale=1.5)
            draw(surface, shape, "#cc3a2b", 1, offset=(x, 10), scale=1.5)
        write(surface, name, x + 90, 218, MUTED, 14)
    return surface


PICTURES: dict[str, Callable[[], Any]] = {
    "words": words, "draw": gallery, "hitbox": hitboxes, "pieces": pieces,
}  # fmt: skip


def main(directory: Path) -> None:
    pygame.font.init()
    for name, make in PICTURES.items():
        pygame.image.save(make(), str(directory / f"pygame-{name}.png"))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
