"""Pictures of shapes and of the results of the verbs, as SVG, without dependencies. Equal input gives equal bytes.

`svg` draws a shape, several, or a scene with its contacts or with a cast. `Drawing` composes a picture by hand: add
marks in world coordinates, then call `to_svg`. y runs down, as on a screen. An outline is the definition of a shape:
the edges of the core moved out by the radius, joined by true circular arcs. `patch` and `patches` are for the axes of
matplotlib, which only they import.
"""

from collide2d._rendering.colors import AMBER, BLUE, GREEN, INK, MUTED, PAPER, PLOT, RED
from collide2d.drawing.canvas import View, outline
from collide2d.drawing.patches import patch, patches
from collide2d.drawing.picture import Drawing
from collide2d.drawing.scenes import RELATION_COLORS, drawing_of, svg

__all__ = [
    "AMBER", "BLUE", "GREEN", "INK", "MUTED", "PAPER", "PLOT", "RED", "RELATION_COLORS",
    "Drawing", "View", "drawing_of", "outline", "patch", "patches", "svg",
]  # fmt: skip

for _public in (Drawing, View, drawing_of, outline, patch, patches, svg):
    _public.__module__ = __name__  # where users find them
