"""Pictures of shapes with smooth edges: drawn several times larger with pygame, and scaled down."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pygame

from collide2d import Shape
from collide2d.typing import Solid

Vec = tuple[float, float]

INK = "#2b2140"
disc: Any = getattr(pygame.draw, "aacircle", pygame.draw.circle)  # smooth in pygame-ce; pygame has no such circle


def smoothed(size: Vec, paint: Callable[[pygame.Surface, float], None], tint: str = INK, k: int = 4) -> pygame.Surface:
    """A picture that paint(surface, k) draws k times larger. The background is transparent; tint: the colour that
    blends with half covered pixels at the edges.
    """
    large = pygame.Surface((round(size[0] * k), round(size[1] * k)), pygame.SRCALPHA)
    large.fill((*pygame.Color(tint)[:3], 0))
    paint(large, k)
    return pygame.transform.smoothscale(large, (round(size[0]), round(size[1])))


def single(solid: Solid) -> Shape:
    """An item of a space that is one shape and no body, as all are in these games but those of maps."""
    assert isinstance(solid, Shape)
    return solid


def outline(shape: Shape) -> list[Vec]:
    """Points around any shape: an arc of its radius around each vertex of its core."""
    vertices, r = shape.vertices, shape.radius
    if r == 0:
        return list(vertices)
    if len(vertices) == 1:
        (x, y) = vertices[0]
        return [(x + r * math.cos(i * math.pi / 16), y + r * math.sin(i * math.pi / 16)) for i in range(32)]
    around = [*vertices, *vertices[:1]]
    angles = [math.atan2(ax - bx, by - ay) for (ax, ay), (bx, by) in pairwise(around)]  # of the normals
    points = []
    for (x, y), start, end in zip(around[1:], angles, [*angles[1:], angles[0]], strict=True):
        turn = (end - start) % (2 * math.pi)
        points += [(x + r * math.cos(a), y + r * math.sin(a)) for a in (start + turn * i / 6 for i in range(7))]
    return points


def scaled(points: Sequence[Vec], k: float, dx: float = 0, dy: float = 0) -> list[Vec]:
    return [((x + dx) * k, (y + dy) * k) for x, y in points]


def draw_shape(surface: pygame.Surface, shape: Shape, color: str, scale: float = 1, thinnest: int = 3) -> None:
    """A shape as its core, grown by its radius. thinnest: the width of a segment."""
    points = [pygame.Vector2(x, y) * scale for x, y in shape.vertices]
    radius = shape.radius * scale
    width = max(round(2 * radius), round(thinnest * scale) if len(points) == 2 else 1)
    if len(points) > 2:
        pygame.draw.polygon(surface, color, points)
    for p, q in zip(points, [*points[1:], points[0]], strict=True):
        if radius == 0:
            pygame.draw.line(surface, color, p, q, width)
        elif p != q:
            across = (q - p).rotate(90).normalize() * radius
            pygame.draw.polygon(surface, color, [p + across, q + across, q - across, p - across])
        pygame.draw.circle(surface, color, p, max(radius, width / 2))
