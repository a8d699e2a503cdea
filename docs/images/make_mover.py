"""Makes mover-*.svg, the pictures of docs/mover.md: `python docs/images/make_mover.py`.

Each is a world of a few shapes and one `slide` in it, drawn as it went: nothing in them is placed by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from collide2d import Capsule, Circle, Polygon, Rect, RoundRect, Shape, Space, one_way
from collide2d.drawing import AMBER, GREEN, INK, MUTED, RED, Drawing
from collide2d.typing import Response


class Picture(NamedTuple):
    """What a mover meets, and where it wants to go."""

    title: str
    text: str
    mover: Shape
    motions: tuple[tuple[float, float], ...]  # one slide after the other
    world: Mapping[str, Shape]
    response: Response = "slide"
    planks: tuple[str, ...] = ()  # that are solid from above only


TILES = {f"tile {i}": Rect(32 * i, 96, 32, 32) for i in range(7)}

PICTURES = {
    "floor": Picture(
        "Along a floor of tiles",
        "It falls onto a tile, slides along across the seams, and stops at the wall: what remains goes into it.",
        RoundRect(16, 16, 24, 40, 8),
        ((220, 150),),
        {**TILES, "wall": Rect(192, 0, 32, 96)},
    ),
    "slope": Picture(
        "Up a slope",
        "Where it meets the slope, what remains of the motion loses the part that goes into it. It knows no gravity.",
        RoundRect(10, 52, 24, 28, 8),
        ((260, 0),),
        {"floor": Rect(0, 80, 100, 30), "slope": Polygon([(100, 80), (180, 40), (180, 110), (100, 110)]),
         "top": Rect(180, 40, 110, 70)},
    ),
    "corner": Picture(
        "Into a corner",
        "Two surfaces that leave it no way: the move ends, and the rest of the motion remains.",
        Circle(40, 20, 14),
        ((150, 90),),
        {"slope": Polygon([(0, 70), (140, 110), (140, 140), (0, 140)]), "wall": Rect(140, 0, 30, 140)},
    ),
    "pushed": Picture(
        "Out of what it started in",
        "A wall was moved onto it. The way out of two flush tiles is one way, not the sum of two.",
        Rect(52, 66, 40, 40),
        ((120, 0),),
        {f"tile {i}": Rect(32 * i, 96, 32, 32) for i in range(7)},
    ),
    "bounce": Picture(
        "Bouncing",
        "The response \u201cbounce\u201d goes on as a mirror reflects, with all that is left of the motion.",
        Circle(30, 66, 10),
        ((420, 150),),
        {"floor": Rect(0, 150, 280, 20), "ceiling": Rect(0, 0, 280, 20), "wall": Rect(-20, 0, 20, 170),
         "other wall": Rect(280, 0, 20, 170), "pillar": RoundRect(150, 60, 40, 50, 16)},
        "bounce",
    ),
    "one-way": Picture(
        "Up through a plank, and down onto it",
        "A plank is passed from below, without a hit; the way down began above it, so it ends there.",
        RoundRect(30, 84, 24, 32, 8),
        ((70, -90), (60, 70)),
        {"floor": Rect(0, 116, 240, 20), "plank": Rect(40, 64, 160, 8)},
        planks=("plank",),
    ),
    "hall": Picture(
        "A ball in a hall",
        "Where it goes, what it hits, and how it leaves each hit.",
        Circle(90, 150, 11),
        ((724, -385),),
        {**{f"tile {i}": Rect(40 * i, 240, 40, 24) for i in range(16)}, "tile top": Rect(0, 0, 640, 16),
         "tile left": Rect(0, 16, 16, 224), "tile right": Rect(624, 16, 16, 224),
         "crate": Rect(196, 168, 56, 56, angle=24), "pillar": RoundRect(320, 84, 44, 96, 22),
         "bar": Capsule(440, 190, 520, 160, 12),
         "rock": Polygon([(430, 60), (470, 40), (512, 66), (490, 104), (446, 98)])},
        "bounce",
    ),
}  # fmt: skip


def drawn(picture: Picture) -> str:
    """The picture as SVG text."""
    space = Space({**picture.world, "mover": picture.mover})
    meets = one_way(space, picture.planks, otherwise=picture.response)
    drawing = Drawing(title=picture.title, description=picture.text, width=640, grid=False)
    for name, shape in picture.world.items():
        drawing.add_shape(shape, name, color=MUTED, opacity=0.2, label=not name.startswith("tile"))
    moves = [space.slide("mover", *motion, filter=meets) for motion in picture.motions]
    for move in moves:
        drawing.add_move(move)
    drawing.add_legend("ghost", MUTED, "start")
    if any(move.pushed != (0, 0) for move in moves):
        drawing.add_legend("arrow", AMBER, "pushed out")
    drawing.add_legend("fill", GREEN, "what the legs sweep")
    if any(move.hits for move in moves):
        drawing.add_legend("dot", INK, "hits, with their normals")
    if any(move.remaining != (0, 0) for move in moves):
        drawing.add_legend("arrow", RED, "what remains of the motion")
    return drawing.to_svg()


def main(directory: Path) -> None:
    for name, picture in PICTURES.items():
        (directory / f"mover-{name}.svg").write_text(drawn(picture), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
