"""Makes union-*.svg, the pictures of docs/nothing-gets-through.md: `python docs/images/make_union.py`.

Each is a world of a few shapes and one ray in it, drawn to where `Space.raycast` stops it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from collide2d import Rect, Segment, Shape, Space
from collide2d.drawing import AMBER, BLUE, INK, MUTED, Drawing


class Picture(NamedTuple):
    """A ray, and what it meets."""

    title: str
    text: str
    origin: tuple[float, float]
    motion: tuple[float, float]
    world: Mapping[str, Shape]


PICTURES = {
    "seam": Picture(
        "Down a seam",
        "Each tile alone is only grazed. Together they leave no room.",
        (64, 16),
        (0, 120),
        {f"tile {i}": Rect(32 * i, 64, 32, 32) for i in range(4)},
    ),
    "joint": Picture(
        "Through a joint",
        "Two segments that share an end: to the left of the ray is one of them, to the right the other.",
        (64, 0),
        (0, 96),
        {"left": Segment(0, 80, 64, 48), "right": Segment(64, 48, 128, 80)},
    ),
    "corner": Picture(
        "Between two corners",
        "Two tiles that share one point. A circle of any radius would stop, and so does a ray.",
        (24, 8),
        (80, 80),
        {"lower": Rect(16, 48, 48, 48), "upper": Rect(64, 0, 48, 48)},
    ),
}


def drawing(picture: Picture) -> Drawing:
    origin, motion = picture.origin, picture.motion
    drawing = Drawing(title=picture.title, description=picture.text, width=420)
    for name, shape in picture.world.items():
        drawing.add_shape(shape, name, color=BLUE)
    found = Space(picture.world).raycast(origin, motion)
    assert found is not None
    hit = found[1]
    rest = (1 - hit.t) * motion[0], (1 - hit.t) * motion[1]
    drawing.add_arrow(hit.point, rest, color=MUTED)
    drawing.add_arrow(origin, (hit.t * motion[0], hit.t * motion[1]), color=INK)
    drawing.add_arrow(hit.point, (20 * hit.normal[0], 20 * hit.normal[1]), color=AMBER)
    return drawing


def main() -> None:
    for name, picture in PICTURES.items():
        path = Path(__file__).with_name(f"union-{name}.svg")
        path.write_text(drawing(picture).to_svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
