"""Pictures of outlines, and of shapes that come from other libraries or go there."""

from __future__ import annotations

from collide2d import Body, Capsule, Circle, Polygon, Rect, RoundRect, from_geo
from collide2d.drawing import AMBER, GREEN, MUTED, Drawing
from table import blank, picture

UNION = Body([Circle(4, 4, 4), Rect(3, 3, 10, 3, 15), Capsule(12, 1, 12, 9, 1.5)])
LAKE = {
    "type": "Polygon",
    "coordinates": [
        [(0, 0), (16, 1), (20, 7), (12, 10), (5, 9), (1, 6), (0, 0)],
        [(6, 3), (8, 6), (12, 6), (11, 3), (6, 3)],
    ],
}


@picture("Shape.outline", "Shape.to_shapely")
def _outline() -> Drawing:
    """A capsule, and its outline to a tenth of its radius."""
    shape = Capsule(0, 0, 12, 3, 4)
    corners = shape.outline(0.4)
    drawing = blank().add_shape(shape, "", color=MUTED).add_shape(Polygon(corners), "", color=GREEN)
    for corner in corners:
        drawing.add_point(corner)
    return drawing


@picture("Body.outline", "Body.to_shapely")
def _union() -> Drawing:
    """The rings around a union: corners where edges cross, none inside."""
    drawing = blank().add_shape(UNION, "", color=MUTED, ghost=True)
    for rings in UNION.outline(0.1):
        drawing.add_shape(Body.from_outline(rings[0], rings[1:]), "", color=GREEN)
        for corner in (corner for ring in rings for corner in ring):
            drawing.add_point(corner)
    return drawing


@picture("from_geo")
def _from_geo() -> Drawing:
    """A lake with an island, in convex pieces."""
    return blank().add_shape(from_geo(LAKE))


@picture("drawing.patch", "drawing.patches")
def _patches() -> Drawing:
    """A rounded rectangle, a disc and a body: each is a patch."""
    frame = Body.from_outline(Rect(14, 0, 8, 8).vertices, [Rect(16, 2, 4, 4).vertices])
    return (
        blank()
        .add_shape(RoundRect(0, 1, 7, 6, 2), "", color=AMBER)
        .add_shape(Circle(10.5, 4, 2.5), "", color=GREEN)
        .add_shape(frame, "")
    )
