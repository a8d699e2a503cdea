"""Draws shapes and the results of the verbs on pygame surfaces.

Everything is painted as shapes: an arrow is a capsule and a triangle. A pixel is as opaque as the share of it that the
shape covers, which smooths the edges. Large shapes are painted tile by tile; tiles wholly inside or outside the shape
are filled or skipped. Bodies are drawn several times larger and scaled down. An outline lies inside its shape, so the
painted area is exactly the area that collides.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import collide2d as c2
from collide2d._core import _shape_pixels, _sprite_shape
from collide2d._rendering.borders import border
from collide2d._rendering.outlines import clip, clip_to_box, edge_offsets, outline_points
from collide2d._rendering.supersampling import large_surface, scaled_down

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collide2d.typing import Pair, Solid

__all__ = ["draw", "pygame_itself"]

Vec: TypeAlias = tuple[float, float]

SHAPE, CONTACT, MOVE, FAINT = "#2f9be6", "#ea4f3d", "#35b37e", "#98a2ad"  # visible on light and dark backgrounds
FINE = 4  # the factor of supersampling
TILE = 128  # pixels
SAG = 0.1  # the greatest distance of a chord from its arc, in pixels


def pygame_itself() -> Any:
    """The module pygame, imported only when it is needed.

    >>> pygame_itself().__name__
    'pygame'
    """
    try:
        import pygame
    except ImportError as error:
        raise ImportError(
            "collide2d.pygame needs pygame-ce or pygame: pip install 'collide2d[pygame]'", name="pygame"
        ) from error
    return pygame


def draw(
    surface: Any,
    what: Any,
    color: Any = None,
    width: float = 2,
    *,
    offset: Pair = (0.0, 0.0),
    scale: float = 1.0,
    smooth: bool = True,
) -> Any:
    """Draw shapes, sprites, contacts, hits, moves or spaces on a pygame surface, or any container of these.

    `what` is a shape, a body (one solid) or a shape-like (a pair is a point), a sprite (its shape, or else its rect), a
    Contact (its points, normal, and a bar as long as the depth), a Hit, a Move (its path, stops, hits and end), a
    Space, a pair of an item and a Contact or Hit as a space returns it, a mapping (its values), any other iterable, or
    None (draws nothing).
    `color` is any colour that pygame accepts, and may be translucent; by default the colour depends on the type of
    `what`. `width` is the width of outlines in pixels, which lie inside the shape; 0 fills. A point (x, y) of the world
    is drawn at (x * scale + offset[0], y * scale + offset[1]). smooth=False draws with pygame.draw: edges are jagged
    and colours opaque.

    Returns the bounding pygame.Rect of the drawing, as pygame's own functions do; its size is 0 if nothing was drawn.
    Raises TypeError if `what` cannot be drawn, ValueError for a negative width or a scale that is not above 0.

    >>> import pygame
    >>> surface = pygame.Surface((100, 100))
    >>> draw(surface, Rect(10, 20, 30, 40), "red", width=0)
    Rect(10, 20, 30, 40)
    >>> surface.get_at((10, 20))[:3], surface.get_at((9, 20))[:3]
    ((255, 0, 0), (0, 0, 0))
    >>> draw(surface, [Circle(50, 50, 8), Rect.centered(75, 70, 30, 20, 90)])
    Rect(42, 42, 43, 43)
    """
    if not width >= 0:
        raise ValueError(f"draw: width must be >= 0, got {width}")
    if not 0 < scale < math.inf:
        raise ValueError(f"draw: scale must be finite and > 0, got {scale}")
    painter = _Painter(surface, color, float(width), c2.Point(offset).center, float(scale), smooth)
    painter.add(what)
    return painter.area()


class _Painter:
    """One call of draw: its target, and the area it has covered so far."""

    def __init__(self, surface: Any, color: Any, width: float, offset: Vec, scale: float, smooth: bool) -> None:
        self.pygame = pygame_itself()
        self.surface = surface
        self.color = color
        self.width = width
        self.offset = offset
        self.scale = scale
        self.smooth = smooth
        clip = surface.get_clip()
        self.view = (clip.left, clip.top, clip.right, clip.bottom)
        self.colors: dict[str, Any] = {}
        self.covered: list[tuple[int, int, int, int]] = []

    def area(self) -> Any:
        if not self.covered:
            return self.pygame.Rect(0, 0, 0, 0)
        left, top, right, bottom = ((min, max)[i > 1](box[i] for box in self.covered) for i in range(4))
        return self.pygame.Rect(left, top, right - left, bottom - top)

    # ---- dispatch by type ----

    def add(self, what: Any) -> None:
        match what:
            case None:
                pass
            case c2.Shape() | c2.Body():
                self.add_shape(what, SHAPE, self.width)
            case c2.Contact():
                self.add_contact(what.points, what.normal, what.depth)
            case c2.Hit():
                self.add_contact((what.point,), what.normal, what.depth)
            case c2.Move():
                self.add_move(what)
            case c2.Space():
                self.add([shape for _, shape in what.items()])
            case Mapping():
                self.add(list(what.values()))
            case (_, c2.Contact() | c2.Hit()):
                self.add(what[1])
            case _:
                self.add_other(what)

    def add_other(self, what: Any) -> None:
        """Draws a shape-like, a sprite, or each element of an iterable."""
        try:
            several: Iterable[Any] = (_sprite_shape(what),)
        except TypeError:
            if isinstance(what, (str, bytes)) or not isinstance(what, Iterable):
                raise
            several = what
        for one in several:
            self.add(one)

    def add_shape(self, shape: Solid, color: str, width: float) -> None:
        if isinstance(shape, c2.Body):
            self.paint_body(c2.Body([self.on_surface(piece) for piece in shape]), color, width)
        else:
            self.paint(self.on_surface(shape), color, width)

    def add_move(self, move: c2.Move[Any]) -> None:
        for shape in move.path[:-1]:
            self.add_shape(shape, FAINT, min(self.width, 1.0))
        self.add_shape(move.shape, MOVE, self.width)
        for a, b in pairwise(move.path):
            self.arrow(self.place(a.center), self.place(b.center), MOVE)
        for _, hit in move.hits:
            self.add(hit)

    def add_contact(self, points: Sequence[Vec], normal: Vec, depth: float) -> None:
        for x, y in map(self.place, points):
            half = depth * self.scale / 2
            reach = half + 18
            dx, dy = normal[0] * half, normal[1] * half
            if half > 1:
                self.paint(c2.Capsule(x - dx, y - dy, x + dx, y + dy, 2.5), FAINT, 0)
            self.arrow((x, y), (x + normal[0] * reach, y + normal[1] * reach), CONTACT)
            self.paint(c2.Circle(x, y, 3.5), CONTACT, 0)

    def arrow(self, start: Vec, end: Vec, color: str) -> None:
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy)
        if length < 1:
            return
        ux, uy = dx / length, dy / length
        head = min(8.0, length)
        x, y = end[0] - head * ux, end[1] - head * uy
        self.paint(c2.Capsule(*start, x, y, 1), color, 0)
        side = head / 2
        self.paint(c2.Polygon.hull([end, (x - side * uy, y + side * ux), (x + side * uy, y - side * ux)]), color, 0)

    # ---- world to pixels ----

    def place(self, p: Vec) -> Vec:
        return (p[0] * self.scale + self.offset[0], p[1] * self.scale + self.offset[1])

    def on_surface(self, shape: c2.Shape) -> c2.Shape:
        if self.scale == 1 and self.offset == (0, 0):
            return shape
        return c2.Polygon.hull([self.place(p) for p in shape.vertices], shape.radius * self.scale)

    # ---- painting ----

    def cover(self, bounds: tuple[float, float, float, float]) -> tuple[int, int, int, int] | None:
        """Notes the visible pixels within bounds as covered and returns their box; None if there are none."""
        left, top, right, bottom = bounds
        box = (
            math.floor(max(left, self.view[0])), math.floor(max(top, self.view[1])),
            math.ceil(min(right, self.view[2])), math.ceil(min(bottom, self.view[3])),
        )  # fmt: skip
        if box[0] >= box[2] or box[1] >= box[3]:
            return None
        self.covered.append(box)
        return box

    def color_of(self, own_color: str) -> Any:
        if own_color not in self.colors:
            self.colors[own_color] = self.pygame.Color(own_color if self.color is None else self.color)
        return self.colors[own_color]

    def paint(self, shape: c2.Shape, own_color: str, width: float) -> None:
        """Paints a shape in pixels: an outline of this width inside it, or filled if the width is 0."""
        if shape.area == 0:
            shape, width = _thickened(shape, width), 0
        left, top, right, bottom = shape.bounds
        box = self.cover(shape.bounds)
        if box is None:
            return
        color = self.color_of(own_color)
        if _is_of_whole_pixels(shape, width) and (color.a == 255 or not self.smooth):
            rect = (int(left), int(top), int(right - left), int(bottom - top))
            self.pygame.draw.rect(self.surface, color, rect, int(min(width, (rect[2] + 1) // 2, (rect[3] + 1) // 2)))
            return
        if not self.smooth:
            self.paint_roughly(shape, color, width)
            return
        if box[2] - box[0] <= TILE and box[3] - box[1] <= TILE:
            self.paint_smoothly(shape, color, width, box)
            return
        for tile in _tiles(box):
            self.paint_tile(tile, shape, color, width)

    def paint_body(self, body: c2.Body, own_color: str, width: float) -> None:
        """Paints a body in pixels as one solid: filled if the width is 0, else an outline of this width inside it."""
        color = self.color_of(own_color)
        thick = [_thickened(piece, width) for piece in body]
        filled = {i for i, piece in enumerate(body) if width == 0 or piece.area == 0}
        if not self.smooth or (width == 0 and color.a == 255 and all(_is_of_whole_pixels(piece, 0) for piece in thick)):
            for i in sorted(filled):
                self.paint(thick[i], own_color, 0)
            if width > 0:
                self.paint_border_roughly(body, color, width)
            return
        box = self.cover(c2.Body(thick).bounds)
        if box is None:
            return
        solid = c2.Space(enumerate(thick))
        edges: c2.Space[int] = c2.Space(enumerate(_bars(body, width)) if width > 0 else ())
        for tile in _tiles(box):
            near = solid.query(tile)
            painted = [thick[i] for i in near if i in filled] + [edges[i] for i in edges.query(tile)]
            if painted:
                self.paint_tile_of_body(tile, [thick[i] for i in near], painted, color)

    def paint_tile_of_body(self, tile: c2.Rect, pieces: Sequence[Any], painted: Sequence[Any], color: Any) -> None:
        """Paints the parts of some shapes that lie in the union of the pieces of a body."""
        x, y, w, h = (int(number) for number in (tile.x, tile.y, tile.w, tile.h))
        size = (w * FINE, h * FINE)
        layer, mask = large_surface((w, h), FINE, color), large_surface((w, h), FINE, color)
        empty = (color.r, color.g, color.b, 0)  # the edges blend with it
        for surface, shapes, paint in ((layer, painted, color), (mask, pieces, (255, 255, 255, 255))):
            surface.fill(empty if surface is layer else (255, 255, 255, 0))
            for shape in shapes:
                points = outline_points(shape.vertices, shape.radius, SAG)
                near = clip_to_box(points, (x - 1, y - 1, x + w + 1, y + h + 1))
                if len(near) > 2:
                    self.pygame.draw.polygon(surface, paint, _pixels(near, (x, y), FINE))
        if painted != pieces:
            layer.blit(mask, (0, 0), None, self.pygame.BLEND_RGBA_MULT)
        self.surface.blit(scaled_down(layer.subsurface((0, 0, *size)), (w, h)), (x, y))

    def paint_border_roughly(self, body: c2.Body, color: Any, width: float) -> None:
        left, top, right, bottom = self.view
        view = c2.Rect.from_corners(left - width, top - width, right + width, bottom + width)
        for line in border(body, SAG):
            points = [*line.points, line.points[0]] if line.is_whole else line.points
            for p, q in pairwise(points):
                inside = view.clip(c2.Segment(p, q))
                if inside is not None:
                    ends = [
                        (round(p[0] + t * (q[0] - p[0]) - 0.5), round(p[1] + t * (q[1] - p[1]) - 0.5)) for t in inside
                    ]
                    drawn = self.pygame.draw.line(self.surface, color, *ends, max(1, round(width)))
                    self.covered.append((drawn.left, drawn.top, drawn.right, drawn.bottom))

    def paint_roughly(self, shape: c2.Shape, color: Any, width: float) -> None:
        line = _inset(shape.vertices, shape.radius, width / 2) if width > 0 else []
        left, top, right, bottom = self.view
        margin = width + 2
        box = (left - margin, top - margin, right + margin, bottom + margin)
        points = clip_to_box(line or outline_points(shape.vertices, shape.radius, SAG), box)
        if len(points) < 3:
            return
        if line:
            pixels = [(round(x - 0.5), round(y - 0.5)) for x, y in points]
            self.pygame.draw.lines(self.surface, color, True, pixels, max(1, round(width)))
        else:
            self.pygame.draw.polygon(self.surface, color, _pixels(points, (0, 0), 1))

    def paint_tile(self, tile: c2.Rect, shape: c2.Shape, color: Any, width: float) -> None:
        if not shape.overlaps(tile):
            return
        inside = shape.contains(tile.grow(width))
        if inside and width > 0:
            return
        left, top, right, bottom = (int(number) for number in tile.bounds)
        if inside and color.a == 255:
            self.surface.fill(color, (left, top, right - left, bottom - top))
        else:
            self.paint_smoothly(shape, color, width, (left, top, right, bottom))

    def paint_smoothly(self, shape: c2.Shape, color: Any, width: float, box: tuple[int, int, int, int]) -> None:
        left, top, right, bottom = box
        pixels = _shape_pixels(shape, width, box, bytes((color.b, color.g, color.r, color.a)))
        self.surface.blit(self.pygame.image.frombuffer(pixels, (right - left, bottom - top), "BGRA"), (left, top))


def _thickened(shape: c2.Shape, width: float) -> c2.Shape:
    """The shape, or a copy that is grown to this width if the shape has no interior."""
    if shape.area > 0:
        return shape
    return shape.grow(max(width, 1) / 2 if len(shape.vertices) > 1 else max(width, 2))


def _bars(body: c2.Body, width: float) -> Iterator[c2.Capsule]:
    """The border of a body as thick lines, whose inner half is the outline."""
    for line in border(body, SAG):
        for p, q in pairwise([*line.points, line.points[0]] if line.is_whole else line.points):
            yield c2.Capsule(p, q, width)


def _is_of_whole_pixels(shape: c2.Shape, width: float) -> bool:
    left, top, right, bottom = shape.bounds
    return (
        all(map(float.is_integer, (left, top, right, bottom, float(width))))
        and shape.radius == 0
        and shape.area == (right - left) * (bottom - top)
    )


def _pixels(points: Sequence[Vec], corner: Vec, fine: int) -> list[tuple[int, int]]:
    """The corner pixels of a polygon, rounded inward, since pygame also fills the corner pixels."""
    low, high = [min(c) for c in zip(*points, strict=True)], [max(c) for c in zip(*points, strict=True)]
    cx, cy = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    return [
        (
            round((x - corner[0]) * fine - (0.49 if x < cx else 0.51)),
            round((y - corner[1]) * fine - (0.49 if y < cy else 0.51)),
        )
        for x, y in points
    ]


def _tiles(box: tuple[int, int, int, int]) -> Iterator[c2.Rect]:
    left, top, right, bottom = box
    for y in range(top, bottom, TILE):
        for x in range(left, right, TILE):
            yield c2.Rect.from_corners(x, y, min(x + TILE, right), min(y + TILE, bottom))


def _inset(core: Sequence[Vec], r: float, d: float) -> Sequence[Vec]:
    """The outline of the points deeper than d; empty if there are none."""
    if d < r:
        return outline_points(core, r - d, SAG)
    if len(core) < 3:
        return []
    points: Sequence[Vec] = core
    for (x, y), (nx, ny) in zip(core, edge_offsets(core, 1.0), strict=True):
        limit = nx * x + ny * y - (d - r)
        points = clip(points, [nx * px + ny * py - limit for px, py in points])
    return points
