"""Sprites that collide by their shapes, for pygame-ce and pygame: callbacks, sprite functions, hitboxes, drawing.

A sprite collides as its `.shape`, and as its `.rect` if it has none; sprites are only ever read. Two sprites collide if
they overlap, as pygame's rectangles do: touching does not count. Importing this does not import pygame.

>>> from types import SimpleNamespace as Sprite
>>> player = Sprite(shape=Circle(100, 100, 16))
>>> coins = [Sprite(shape=Circle(110 + 40 * i, 110, 8)) for i in range(3)]
>>> spritecollide(player, coins, dokill=False) == coins[:1]
True
"""

from collide2d._core import collide_shape
from collide2d.pygame.hitbox import Hitbox
from collide2d.pygame.images import shape_from_image
from collide2d.pygame.painting import draw
from collide2d.pygame.rects import to_rect
from collide2d.pygame.sprites import collide_shape_ratio, groupcollide, spritecollide, spritecollideany

__all__ = [
    "Hitbox",
    "collide_shape",
    "collide_shape_ratio",
    "draw",
    "groupcollide",
    "shape_from_image",
    "spritecollide",
    "spritecollideany",
    "to_rect",
]

for _public in (
    Hitbox,
    collide_shape_ratio,
    draw,
    groupcollide,
    shape_from_image,
    spritecollide,
    spritecollideany,
    to_rect,
):
    _public.__module__ = __name__  # where users find them
