"""Exact 2-D collision detection: shapes, and verbs between them.

A shape is the convex hull of its vertices, grown by its radius. `collides`, `overlaps` and `touches` answer as exact
arithmetic on the stored numbers would, always. A normal points out of the second shape, toward the first.

>>> from collide2d import Circle, Rect
>>> player, wall = Circle(3, 2, 1), Rect(3.5, 0, 1, 4)
>>> player.overlaps(wall)
True
>>> player.move(player.contact(wall).mtv)
Circle(2.5, 2.0, 1.0)
"""

import os as _os

from collide2d._core import (
    Capsule,
    Circle,
    Contact,
    Hit,
    Move,
    Point,
    Polygon,
    Rect,
    RoundRect,
    Segment,
    Shape,
    Space,
    Watch,
    bounce,
    cast,
    closest_points,
    collides,
    contact,
    contains,
    decompose,
    distance,
    merge_rects,
    merge_tiles,
    minkowski_difference,
    overlaps,
    raycast,
    relate,
    separate,
    separation,
    slide,
    sweep,
    touches,
)
from collide2d._relation import Relation
from collide2d.space import one_way, separate_all

__version__ = "0.1.0"

__all__ = [
    "Capsule",
    "Circle",
    "Contact",
    "Hit",
    "Move",
    "Point",
    "Polygon",
    "Rect",
    "Relation",
    "RoundRect",
    "Segment",
    "Shape",
    "Space",
    "Watch",
    "__version__",
    "bounce",
    "cast",
    "closest_points",
    "collides",
    "contact",
    "contains",
    "decompose",
    "distance",
    "get_include",
    "merge_rects",
    "merge_tiles",
    "minkowski_difference",
    "one_way",
    "overlaps",
    "raycast",
    "relate",
    "separate",
    "separate_all",
    "separation",
    "slide",
    "sweep",
    "touches",
]


def get_include() -> str:
    """The directory of collide2d.h, the header of the C core.

    >>> import os
    >>> os.path.exists(os.path.join(get_include(), "collide2d.h"))
    True
    """
    package = _os.path.dirname(__file__)
    installed, source = _os.path.join(package, "include"), _os.path.join(package, "..", "csrc", "core")
    return _os.path.abspath(installed if _os.path.exists(installed) else source)
