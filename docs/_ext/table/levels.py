"""Pictures of what makes levels of fewer shapes: merged tiles and boxes, and polygons in convex pieces."""

from __future__ import annotations

from typing import Any

import collide2d
from collide2d import Polygon, Rect
from collide2d.drawing import AMBER, BLUE, GREEN, MUTED, RED, Drawing
from table import WIDTH, picture

LEVELS: Any = collide2d
MAP = ("##########", "#        #", "#   ##   #", "#        #", "####  ####")
COLORS = (BLUE, GREEN, AMBER, RED, MUTED)


def coloured(shapes: list[Rect] | list[Polygon]) -> Drawing:
    """Each in a colour of its own."""
    drawing = Drawing(width=WIDTH, legend=False)
    for i, shape in enumerate(shapes):
        drawing.add_shape(shape, f"{i}", color=COLORS[i % len(COLORS)], opacity=0.3)
    return drawing


@picture("merge_tiles")
def _merge_tiles() -> Drawing:
    """A grid of tiles, and the few boxes that cover exactly the solid ones."""
    drawing = coloured(LEVELS.merge_tiles([[cell == "#" for cell in row] for row in MAP], 32))
    for j, row in enumerate(MAP):
        for i, cell in enumerate(row):
            if cell == "#":
                drawing.add_shape(Rect(32 * i, 32 * j, 32, 32), "", color=MUTED, ghost=True, width=0.6)
    return drawing


@picture("merge_rects")
def _merge_rects() -> Drawing:
    """Boxes that overlap (dashed), and boxes with exactly their union of which no two do."""
    boxes = [Rect(0, 0, 8, 4), Rect(5, 2, 9, 5), Rect(8, 0, 4, 2), Rect(2, 6, 4, 3)]
    drawing = coloured(LEVELS.merge_rects(boxes))
    for box in boxes:
        drawing.add_shape(box, "", color=MUTED, ghost=True)
    return drawing


@picture("decompose")
def _decompose() -> Drawing:
    """A polygon that is not convex, in convex pieces with exactly its union."""
    points = [(0, 0), (4, 0), (4, 3), (7, 3), (7, 0), (11, 0), (11, 8), (8, 8), (6, 5.5), (3, 8), (0, 8)]
    return coloured(LEVELS.decompose(points))
