"""A shape of every form that the package can hold: every kind, every definition of a rectangle, degenerate cores; and
the verbs of two shapes."""

from __future__ import annotations

from collide2d import Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape

RECTS: dict[str, Rect | RoundRect] = {
    "rect": Rect(0.1, 0.2, 0.3, 0.7),
    "rect turned": Rect(1, 2, 3, 4, 30),
    "rect of an unreduced angle": Rect(1, 2, 3, 4, 390),
    "rect of whole turns": Rect(1, 2, 3, 4, -720),
    "rect with a pivot": Rect(1, 2, 3, 4, 50, pivot=(0.1, 4)),
    "rect with a pivot, not turned": Rect(1, 2, 3, 4, pivot=(0.1, 4)),
    "rect by centre": Rect.centered(0.1, 0.7, 0.3, 0.9),
    "rect by centre, turned": Rect.centered(0.1, 0.7, 0.3, 0.9, 45),
    "rect by pivot": Rect.pivoted(0.1, 0.7, 0.3, 0.9, (0.2, 0.1)),
    "rect by pivot, turned": Rect.pivoted(0.1, 0.7, 0.3, 0.9, (0.2, 0.1), -70),
    "rect by corners": Rect.from_corners(0, 0, 4, 2),
    "rect by corners that no size gives": Rect.from_corners(1e-20, 0, 1, 2),
    "rect by corners, turned": Rect.from_corners(1e-20, 0, 1, 2).rotate(30),
    "rect by corners, moved": Rect.from_corners(1e-20, 0, 1, 2).move(3, 1),
    "rect of no width": Rect(1, 2, 0, 4, 30),
    "rect of no size": Rect(1, 2, 0, 0),
    "roundrect": RoundRect(0.1, 0.2, 0.9, 0.7, 0.3),
    "roundrect turned": RoundRect(1, 2, 3, 4, 0.5, 30),
    "roundrect with a pivot": RoundRect(1, 2, 3, 4, 1, 50, pivot=(0.1, 4)),
    "roundrect by centre": RoundRect.centered(0.1, 0.7, 0.9, 0.9, 0.1),
    "roundrect by centre, turned": RoundRect.centered(0.1, 0.7, 0.9, 0.9, 0.1, 45),
    "roundrect by pivot": RoundRect.pivoted(0.1, 0.7, 0.9, 0.9, 0.2, (0.2, 0.1), -70),
    "roundrect around": RoundRect.around(0.1, 0.7, 0.3, 0.9, 0.2),
    "roundrect around, turned": RoundRect.around(0.1, 0.7, 0.3, 0.9, 0.2, 12),
    "roundrect without radius": RoundRect(0, 0, 4, 2, 0),
    "roundrect all round": RoundRect(0, 0, 0.2, 0.2, 0.1),
    "grown rect": Rect(0.1, 0.2, 0.3, 0.7).grow(0.1),
    "grown by nothing": Rect(0.1, 0.2, 0.3, 0.7).grow(0),
    "grown rect by centre": Rect.centered(0.1, 0.2, 0.3, 0.7).grow(0.1),
    "grown rect by pivot": Rect.pivoted(0.1, 0.7, 0.3, 0.9, (0.2, 0.1), -70).grow(0.7),
    "grown rect by corners": Rect.from_corners(1e-20, 0, 1, 2).grow(0.1),
    "grown rect with a pivot": Rect(1, 2, 3, 4, pivot=(0.1, 4)).grow(0.1),
    "grown turned rect": Rect(0.1, 0.2, 0.3, 0.7, 30).grow(0.1),
    "grown turned rect with a pivot": Rect(1, 2, 3, 4, 50, pivot=(0.1, 4)).grow(0.1),
    "grown roundrect": RoundRect(0.1, 0.2, 0.9, 0.7, 0.3).grow(0.1),
    "grown roundrect with a pivot": RoundRect(1, 2, 3, 4, 1, 50, pivot=(0.1, 4)).grow(0.1),
    "grown, then turned": Rect(0.1, 0.2, 0.3, 0.7).grow(0.1).rotate(30),
    "grown with a pivot, then turned": Rect(1, 2, 3, 4, pivot=(0.1, 4)).grow(0.1).rotate(30),
    "grown, then shrunk": RoundRect(0.1, 0.2, 0.9, 0.7, 0.3).grow(-0.3),
    "turned about a point": Rect(1, 2, 3, 4).rotate(30, (7, 8)),
    "turned about a point, with a pivot": Rect(1, 2, 3, 4, 10, pivot=(0.1, 4)).rotate(30, (7, 8)),
    "roundrect turned about a point, with a pivot": RoundRect(1, 2, 3, 4, 1, 10, pivot=(0.1, 4)).rotate(30, (7, 8)),
    "scaled": RoundRect(1, 2, 3, 4, 1, 10, pivot=(0.1, 4)).scale_by(0.3),
}

EVERY_FORM: dict[str, Shape] = {
    "point": Point(1, 2),
    "circle": Circle(0.1, 0.2, 0.3),
    "circle without radius": Circle(1, 2, 0),
    "segment": Segment(0.1, 0.2, 3, 4),
    "segment, the other way": Segment(3, 4, 0.1, 0.2),
    "segment of no length": Segment(3, 4, 3, 4),
    "capsule": Capsule(3, 4, 0.1, 0.2, 0.7),
    "capsule of no length": Capsule(3, 4, 3, 4, 0.7),
    "triangle": Polygon([(0, 2), (0, 0), (0.1, 0)]),
    "polygon": Polygon([(0, 0), (4, 0), (5, 2), (2, 7), (-1, 3)]),
    "rounded polygon": Polygon([(0, 0), (4, 0), (5, 2), (2, 7), (-1, 3)], 0.5),
    "polygon of one point": Polygon([(1, 2)]),
    "polygon of two points": Polygon([(1, 2), (3, 4)], 1),
    **RECTS,
}

# The verbs that take two shapes, each a function and a method.
VERBS: tuple[str, ...] = (
    "relate",
    "collides",
    "overlaps",
    "touches",
    "contains",
    "overlap_area",
    "separation",
    "distance",
    "closest_points",
    "contact",
    "minkowski_difference",
)
