"""Pictures of bodies: several shapes that are one solid."""

from __future__ import annotations

from collide2d import Body, Capsule, Chain, Circle, Rect, Shape
from collide2d.drawing import AMBER, GREEN, MUTED, Drawing
from table import blank, picture

HERO = Body({"head": Circle(8, 3, 3), "torso": Rect(5, 6, 6, 8), "sword": Capsule(11, 8, 17, 4, 0.6)})


def named(body: Body, color: str = "") -> Drawing:
    """A body with the names of its pieces."""
    drawing = blank().add_shape(body, "", color=color) if color else blank().add_shape(body)
    for piece, name in zip(body, body.names or (), strict=False):
        drawing.add_label(piece.center, name or "")
    return drawing


def changed(before: Body, after: Body) -> Drawing:
    """A body as it was, dashed, and as it is now."""
    return blank().add_shape(before, "", color=MUTED, ghost=True).add_shape(after, "", color=GREEN)


@picture("Body", "Body.kind", "Body.pieces", "Body.names", "Body.to_dict", "Body.from_dict", "reference.relate_bodies")
def _body() -> Drawing:
    """A hero of three named pieces."""
    return named(HERO)


@picture(
    "Body.bounds",
    "Body.left",
    "Body.top",
    "Body.right",
    "Body.bottom",
    "Body.width",
    "Body.height",
    "Body.size",
    "Body.centerx",
    "Body.centery",
    "Body.topleft",
    "Body.midtop",
    "Body.topright",
    "Body.midleft",
    "Body.midright",
    "Body.bottomleft",
    "Body.midbottom",
    "Body.bottomright",
    "Body.rect",
)
def _bounds() -> Drawing:
    """The bounds of all pieces."""
    left, top, right, bottom = HERO.bounds
    box: Shape = Rect.from_corners(left, top, right, bottom)
    return named(HERO).add_shape(box, "", color=AMBER, ghost=True)


@picture("Body.center")
def _center() -> Drawing:
    """The centre: the mean of the centres of the pieces, weighted by area."""
    return blank().add_shape(HERO).add_point(HERO.center, "center")


@picture("Body.area")
def _area() -> Drawing:
    """The area of the union: where pieces overlap it counts once."""
    return blank().add_shape(Body([Rect(0, 0, 6, 4), Rect(4, 2, 6, 4)]), "44")


@picture("Body.move", "Body.at")
def _move() -> Drawing:
    """All pieces move together."""
    motion = (9, 2)
    return changed(HERO, HERO.move(motion)).add_arrow(HERO.center, motion)


@picture("Body.rotate")
def _rotate() -> Drawing:
    """A turn of 30 degrees about the centre."""
    return changed(HERO, HERO.rotate(30)).add_point(HERO.center)


@picture("Body.scale_by")
def _scale() -> Drawing:
    """1.5 times as large, about the centre."""
    return changed(HERO, HERO.scale_by(1.5)).add_point(HERO.center)


@picture("Body.placed", "Body.replace")
def _placed() -> Drawing:
    """Mirrored, turned by 30 degrees and placed at another point, with another head."""
    placed = HERO.placed((HERO.center[0] + 10, HERO.center[1]), 30, flip_x=True)
    return changed(HERO, placed).add_point(HERO.center).add_point(placed.center)


@picture("Body.grow")
def _grow() -> Drawing:
    """Each piece is grown by 1."""
    return changed(HERO, HERO.grow(1))


@picture("Body.from_outline")
def _from_outline() -> Drawing:
    """An outline with a hole, in convex pieces."""
    points = [(0, 0), (22, 0), (22, 12), (15, 12), (13, 8), (9, 8), (7, 12), (0, 12)]
    return blank().add_shape(Body.from_outline(points, [[(4, 2), (18, 2), (18, 5), (4, 5)]]))


@picture("Chain")
def _chain() -> Drawing:
    """A line through five points, with a radius."""
    points = [(0, 6), (5, 1), (10, 5), (16, 4), (19, 0)]
    return blank().add_shape(Chain(points, radius=0.8), core=True)


@picture("reference.union_contains")
def _union_contains() -> Drawing:
    """Two tiles contain a shape that lies across their seam."""
    tiles = Body([Rect(0, 0, 8, 8), Rect(8, 0, 8, 8)])
    return blank().add_shape(tiles).add_shape(Rect(4, 2, 8, 4, 20), "", color=GREEN)
