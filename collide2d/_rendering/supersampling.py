"""Supersampling with pygame, which has no antialiased shapes: it draws larger, then scales down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pygame


def large_surface(size: tuple[int, int], factor: int, color: Any) -> pygame.Surface:
    """A transparent surface to draw on, `factor` times as large as the picture.

    color: the red, green and blue of the transparent pixels, which blend with the edges of the drawing.
    """
    import pygame

    surface = pygame.Surface((size[0] * factor, size[1] * factor), pygame.SRCALPHA, 32)
    surface.fill((*color[:3], 0))
    return surface


def scaled_down(surface: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """The picture, scaled down to its final size."""
    import pygame

    return pygame.transform.smoothscale(surface, size)
