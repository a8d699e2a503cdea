"""`shape_from_image`: the hull of a picture's opaque pixels, or convex pieces that cover them."""

from __future__ import annotations

from typing import Any, Literal, overload

from collide2d._core import Polygon
from collide2d.pygame.masks import hull_of, pieces_of, runs_in
from collide2d.pygame.painting import pygame_itself

__all__ = ["shape_from_image"]


@overload
def shape_from_image(
    surface: Any, threshold: int = 127, pieces: Literal[False] = False, tolerance: float = 1.5
) -> Polygon: ...
@overload
def shape_from_image(
    surface: Any, threshold: int = 127, *, pieces: Literal[True], tolerance: float = 1.5
) -> list[Polygon]: ...
@overload
def shape_from_image(surface: Any, threshold: int, pieces: Literal[True], tolerance: float = 1.5) -> list[Polygon]: ...
def shape_from_image(
    surface: Any, threshold: int = 127, pieces: bool = False, tolerance: float = 1.5
) -> Polygon | list[Polygon]:
    """The convex hull of the opaque pixels of a picture; or, with pieces=True, convex pieces that cover those pixels.

    surface is a pygame Surface or Mask. A pixel is opaque if its alpha is above threshold, 0 to 255, or if its colour
    is not the colorkey, as in pygame.mask.from_surface. Coordinates are those of the picture, whose top left corner is
    (0, 0); the hull encloses the pixels exactly. Pieces cover all opaque pixels and extend at most `tolerance` pixels
    beyond them. A greater tolerance gives fewer pieces: with 1.5 or more straight edges stay whole, with 0 the pieces
    are rectangles that cover exactly the pixels. Raises TypeError if surface is not a Surface or Mask, ValueError if no
    pixel is opaque or tolerance is negative.

    >>> import pygame
    >>> image = pygame.Surface((20, 20), pygame.SRCALPHA)
    >>> _ = pygame.draw.polygon(image, "white", [(0, 0), (9, 9), (0, 19)])
    >>> shape_from_image(image).bounds
    (0.0, 0.0, 10.0, 20.0)
    >>> _ = image.fill("white", (0, 9, 20, 2))
    >>> [piece.bounds for piece in shape_from_image(image, pieces=True)]
    [(0.0, 0.0, 9.0, 9.0), (0.0, 9.0, 20.0, 12.0), (0.0, 12.0, 8.0, 20.0)]
    """
    pygame = pygame_itself()
    if not tolerance >= 0:
        raise ValueError(f"shape_from_image: tolerance must be >= 0, got {tolerance}")
    if isinstance(surface, pygame.Mask):
        mask = surface
    elif isinstance(surface, pygame.Surface):
        mask = pygame.mask.from_surface(surface, threshold)
    else:
        raise TypeError(f"shape_from_image: surface must be a Surface or a Mask, got {type(surface).__name__}")
    width, height = mask.get_size()
    blank = pygame.Surface((width, height), pygame.SRCALPHA)
    picture = mask.to_surface(blank, setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 0))
    alpha = pygame.image.tobytes(picture, "RGBA")[3::4]
    rows = [runs_in(alpha[y * width : (y + 1) * width]) for y in range(height)]
    if not any(rows):
        raise ValueError(f"shape_from_image: surface must have a pixel more opaque than {threshold}, got none")
    return pieces_of(rows, tolerance) if pieces else hull_of(rows)
