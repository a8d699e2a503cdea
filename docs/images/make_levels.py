"""Makes levels-*.svg, the pictures of docs/levels.md: `python docs/images/make_levels.py`.

Each shows what a function of the package returned; nothing in them is placed by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

from collide2d import Rect, Shape, decompose, merge_rects, merge_tiles
from collide2d.drawing import AMBER, BLUE, GREEN, MUTED, RED, Drawing

COLORS = (BLUE, GREEN, AMBER, RED)

LEVEL = [
    "................",
    "..###......####.",
    "..###...........",
    "..........##....",
    "######..########",
    "######..########",
    "######..####..##",
    "################",
]

WINDOWS = [Rect(0, 0, 90, 60), Rect(60, 30, 90, 70), Rect(120, 0, 60, 60), Rect(20, 80, 30, 30), Rect(50, 80, 10, 30)]

# A lake with an island: the outline, then an edge to the island, round it the other way, and back.
ISLAND = [(110, 50), (120, 75), (150, 80), (160, 55), (135, 40), (110, 50)]
LAKE = [(10, 40), (60, 20), (100, 30), (150, 5), (200, 30), (230, 80), (190, 110), (150, 100), (110, 120), (80, 95),
        (30, 110), (45, 70), (10, 40)]  # fmt: skip


def pieces_in(drawing: Drawing, pieces: Sequence[Shape], word: str) -> str:
    for i, (piece, color) in enumerate(zip(pieces, cycle(COLORS), strict=False)):
        drawing.add_shape(piece, f"{word} {i}", color=color, opacity=0.3, label=False)
    return drawing.to_svg()


def tiles() -> str:
    boxes = merge_tiles(LEVEL, 16, solid="#".__eq__)
    count = sum(row.count("#") for row in LEVEL)
    drawing = Drawing(
        title="merge_tiles", description=f"{count} tiles, {len(boxes)} boxes: no other way to cut them has fewer.",
        width=640, grid=False,
    )  # fmt: skip
    for y, row in enumerate(LEVEL):
        for x, cell in enumerate(row):
            if cell == "#":
                drawing.add_shape(Rect(16 * x, 16 * y, 16, 16), color=MUTED, width=0.5, ghost=True, label=False)
    return pieces_in(drawing, boxes, "box")


def rects() -> str:
    boxes = merge_rects(WINDOWS)
    drawing = Drawing(
        title="merge_rects",
        description=f"{len(WINDOWS)} rectangles (dashed) and the {len(boxes)} boxes that cover the same once.",
        width=640, grid=False,
    )  # fmt: skip
    for rect in WINDOWS:
        drawing.add_shape(rect, color=MUTED, ghost=True, label=False)
    return pieces_in(drawing, boxes, "box")


def polygon() -> str:
    pieces = decompose([*LAKE, *ISLAND])
    drawing = Drawing(
        title="decompose", description=f"A lake with an island, of {len(LAKE) + len(ISLAND)} points: "
        f"{len(pieces)} convex polygons.", width=640, grid=False,
    )  # fmt: skip
    return pieces_in(drawing, pieces, "piece")


PICTURES = {"tiles": tiles, "rects": rects, "polygon": polygon}


def main(directory: Path) -> None:
    for name, picture in PICTURES.items():
        (directory / f"levels-{name}.svg").write_text(picture(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
