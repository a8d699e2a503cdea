"""Pictures of what is for pygame and for maps of the Tiled editor: sprites, hitboxes, shapes of pictures, levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from collide2d import Capsule, Circle, Polygon, Rect, RoundRect, Shape, Space
from collide2d.drawing import AMBER, BLUE, GREEN, INK, MUTED, RED, Drawing
from table import blank, maps, picture

PLAYER = Capsule(4, 4, 4, 7, 2)
OTHERS: Sequence[Shape] = (
    Circle(7, 3, 1.8), Rect(5, 7.5, 5, 3, 20), RoundRect(9, 1, 4, 3, 1), Polygon([(0, 9), (3, 8), (2.5, 11)]),
    Circle(12, 8, 1.5),
)  # fmt: skip


def sprites(shapes: Sequence[Shape], marked: Sequence[Shape], player: Shape = PLAYER) -> Drawing:
    """Sprites: shapes in their rects."""
    drawing = blank()
    for shape in (player, *shapes):
        drawing.add_shape(Rect.from_corners(*shape.bounds), "", color=MUTED, ghost=True, width=0.7)
        color = GREEN if shape is player else RED if shape in marked else BLUE
        drawing.add_shape(shape, "", color=color, opacity=0.3 if shape in marked else 0.14)
    return drawing


@picture("pygame.spritecollide", "pygame.collide_shape")
def _spritecollide() -> Drawing:
    """All of a group that overlap a sprite, by their shapes: rects that overlap (dashed) are not enough."""
    return sprites(OTHERS, [shape for shape in OTHERS if shape.overlaps(PLAYER)])


@picture("pygame.spritecollideany")
def _spritecollideany() -> Drawing:
    """The first of a group that overlaps a sprite."""
    return sprites(OTHERS, [shape for shape in OTHERS if shape.overlaps(PLAYER)][:1])


@picture("pygame.collide_shape_ratio")
def _ratio() -> Drawing:
    """With ratio 0.7 both are smaller (dotted: as they are), and a graze is none."""
    a, b = Circle(0, 0, 3), Circle(5, 1, 3)
    drawing = blank()
    for shape in (a, b):
        drawing.add_shape(shape, "", color=MUTED, ghost=True).add_shape(shape.scale_by(0.7), "", color=BLUE)
    return drawing


@picture("pygame.groupcollide")
def _groupcollide() -> Drawing:
    """Each sprite of one group with those of another that overlap it."""
    ships = [RoundRect(1 + 5 * i, 1 + i % 2, 3, 4, 1) for i in range(4)]
    shots = [Circle(2.1 * i, 1 + (3 * i) % 5, 0.5) for i in range(10)]
    drawing = blank()
    for ship in ships:
        drawing.add_shape(ship, "", color=GREEN)
    for shot in shots:
        hit = [ship for ship in ships if shot.overlaps(ship)]
        drawing.add_shape(shot, "", color=RED if hit else BLUE, opacity=0.4)
        for ship in hit:
            drawing.add_distance(shot.center, ship.center, color=INK)
    return drawing


@picture("pygame.draw")
def _draw() -> Drawing:
    """Shapes, contacts, moves and spaces; on a surface they look as in these pictures."""
    space: Space[int] = Space(enumerate(OTHERS[:3]))
    space.add(9, Circle(1, 1, 1))
    drawing = blank()
    for shape in OTHERS[:3]:
        drawing.add_shape(shape, "", color=MUTED)
    return drawing.add_move(space.slide(9, 9, 5))


FORM = Polygon([(0, 0), (5, 1.5), (0, 3)])


@picture("pygame.Hitbox", "pygame.Hitbox.shape")
def _hitbox() -> Drawing:
    """A shape in its picture, and where the sprite's rect has it: turned by 30 degrees, and mirrored."""
    drawing = blank()
    turned = FORM.move(8, 0).rotate(30, (10.5, 1.5))
    flipped = Polygon([(21 - x, y) for x, y in FORM.vertices])
    for shape in (FORM, turned, flipped):
        drawing.add_shape(Rect.from_corners(*shape.bounds), "", color=MUTED, ghost=True, width=0.7)
        drawing.add_shape(shape, "", color=BLUE if shape is FORM else GREEN)
    return drawing


@picture("pygame.to_rect")
def _to_rect() -> Drawing:
    """The rect of whole pixels that contains a circle: "outward"."""
    circle = Circle(3.4, 3.7, 2.2)
    box = Rect.from_corners(1, 1, 6, 6)
    return blank().add_shape(box, "", color=AMBER, opacity=0.2).add_shape(circle, "", color=BLUE)


PIXELS = ("..##....", ".####...", ".######.", "########", ".#####..", "..##....")


@picture("pygame.shape_from_image")
def _from_image() -> Drawing:
    """The opaque pixels of a picture, and the convex hull that goes exactly round them."""
    corners = []
    drawing = blank()
    for y, row in enumerate(PIXELS):
        for x, pixel in enumerate(row):
            if pixel == "#":
                drawing.add_shape(Rect(x, y, 1, 1), "", color=AMBER, opacity=0.35, width=0.6)
                corners += [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
    return drawing.add_shape(Polygon.hull(corners), "", color=BLUE, opacity=0.0, width=2.2)


def level(marked: Any, color: str = RED) -> Drawing:
    """A screen of a map, with some things in a colour."""
    drawing = blank()
    for thing in maps.level():
        mark = marked(thing)
        shown = color if mark else MUTED
        drawing.add_shape(thing.shape, thing.called, color=shown, opacity=0.4 if mark else 0.12, label=False)
    return drawing


@picture("tiled.load", "tiled.Level", "tiled.Level.solids", "tiled.Thing", "tiled.MapLayer", "tiled.MapError",
         "tiled.Thing.called", "tiled.Tile", "tiled.Level.to_scene", "tiled.Level.space",
         "tiled.SolidWarning")  # fmt: skip
def _level() -> Drawing:
    """A screen of a map: its things, solid ones red."""
    return level(lambda thing: thing.solid)


@picture("tiled.Level.to_screen", "tiled.Level.from_screen")
def _projection() -> Drawing:
    """An isometric map on the ground (left), and as Tiled draws it (right)."""
    projection = maps.isometric(1.0, 13.0)
    drawing = blank()
    for x in range(4):
        for y in range(4):
            cell = Rect(x, y, 1, 1)
            drawn = Polygon.hull([projection.to_screen(corner) for corner in cell.vertices])
            for shape in (cell, drawn):
                drawing.add_shape(shape, "", color=RED if (x, y) == (2, 1) else BLUE, opacity=0.2)
    return drawing


@picture("tiled.Level.find")
def _find() -> Drawing:
    """Things by class, name or layer: here the coins."""
    return level(lambda thing: thing.class_ == "coin", AMBER)


@picture("tiled.Level.one")
def _one() -> Drawing:
    """The object of a name: here where the player starts."""
    return level(lambda thing: thing.name == "spawn", GREEN)
