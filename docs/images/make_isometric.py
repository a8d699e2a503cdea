"""Makes tiled-isometric.svg, a picture of docs/tiled.md: `python docs/images/make_isometric.py`.

A small isometric map is written, loaded and drawn twice: on the ground, and projected by `Level.to_screen`.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from collide2d import Body, Point, Polygon, Rect, Shape
from collide2d.drawing import AMBER, BLUE, MUTED, RED, Drawing
from collide2d.tiled import Level, load

SIZE, TILE = 6, 32
RIGHT = 250  # the left of the drawing as Tiled makes it, beside the ground

WALLS: list[dict[str, Any]] = [
    {"x": 0, "y": 0, "width": 192, "height": 16},
    {"x": 0, "y": 16, "width": 16, "height": 176},
    {"x": 96, "y": 64, "width": 64, "height": 32},
    {"x": 64, "y": 128, "width": 32, "height": 32, "ellipse": True},
    {"x": 136, "y": 128, "width": 40, "height": 24, "rotation": 45},
]
TREE: dict[str, Any] = {"x": 40, "y": 90, "gid": 1}


def level() -> Level:
    """The map, loaded from a file."""
    tileset = {"firstgid": 1, "name": "trees", "tilewidth": 32, "tileheight": 48, "tilecount": 1, "columns": 1}
    data = {
        "type": "map", "orientation": "isometric", "width": SIZE, "height": SIZE, "tilewidth": 2 * TILE,
        "tileheight": TILE, "tilesets": [tileset],
        "layers": [
            {"type": "objectgroup", "name": "walls", "objects": WALLS},
            {"type": "objectgroup", "name": "trees", "objects": [TREE]},
        ],
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "map.tmj")
        path.write_text(json.dumps(data), encoding="utf-8")
        return load(path)


def projected(level: Level, shape: Shape) -> Shape:
    """A shape of the ground as it is drawn."""
    corners = shape.vertices
    if shape.radius:
        east = Point(shape.center).move(shape.radius, 0)
        corners = tuple(east.rotate(10 * i, shape.center).center for i in range(36))
    return Polygon.hull([level.to_screen(*corner) for corner in corners]).move(RIGHT, 0)


def isometric() -> Drawing:
    """The map, and the shapes of its objects."""
    made = level()
    drawing = Drawing(
        title="isometric", description="Left: on the ground. Right: as Tiled draws it.", width=760, grid=False
    )
    for i in range(SIZE):
        for j in range(SIZE):
            cell = Rect(TILE * i, TILE * j, TILE, TILE)
            for shape in (cell, projected(made, cell)):
                drawing.add_shape(shape, "", color=MUTED, opacity=0.06, width=0.5, label=False)
    for thing in made:
        color = AMBER if thing.layer.name == "trees" else RED if thing.shape.kind == "circle" else BLUE
        for piece in thing.shape.pieces if isinstance(thing.shape, Body) else (thing.shape,):
            for shape in (piece, projected(made, piece)):
                drawing.add_shape(shape, thing.called, color=color, opacity=0.35, label=False)
    return drawing


PICTURES: dict[str, Callable[[], Drawing]] = {"isometric": isometric}


def main() -> None:
    Path(__file__).with_name("tiled-isometric.svg").write_text(isometric().to_svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
