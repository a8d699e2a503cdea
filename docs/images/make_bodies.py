"""Makes bodies-*.svg, the pictures of docs/bodies.md: `python docs/images/make_bodies.py`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from collide2d import Body, Capsule, Chain, Circle, Rect, Space
from collide2d.drawing import AMBER, BLUE, GREEN, MUTED, Drawing


def blank() -> Drawing:
    """A picture of the width of a page."""
    return Drawing(width=640, grid=False, legend=False)


def hero() -> Drawing:
    """A hero of three pieces, and what the sword and the torso meet."""
    body = Body({"head": Circle(16, 6, 6), "torso": Rect(10, 12, 12, 16), "sword": Capsule(24, 20, 40, 10, 1)})
    slime, crate = Circle(44, 14, 5), Rect(0, 22, 12, 8)
    drawing = blank().add_shape(body, color=BLUE)
    for piece, name in zip(body, body.names or (), strict=False):
        drawing.add_label(piece.center, name or "")
    drawing.add_shape(slime, "slime", color=GREEN).add_shape(crate, "crate", color=MUTED)
    return drawing.add_contact(body.contact(slime)).add_contact(body.contact(crate))


def cave() -> Drawing:
    """A level from an outline with two holes, and a ball that falls into one of them."""
    outline = [(0, 0), (320, 0), (320, 90), (240, 110), (160, 90), (80, 110), (0, 90)]
    holes = [[(20, 20), (140, 20), (140, 60), (60, 80), (20, 60)], [(180, 30), (300, 20), (300, 70), (180, 70)]]
    level = Body.from_outline(outline, holes)
    ball = Circle(90, 34, 8)
    motion = (20, 60)
    hit = ball.cast(motion, level)
    drawing = blank().add_shape(level, color=MUTED, opacity=0.25)
    return drawing.add_way(ball, motion, hit.t if hit else 1.0).add_hit(hit)


def coast() -> Drawing:
    """A chain with a radius, and a ray that meets it."""
    line = Chain([(0, 60), (50, 40), (90, 55), (150, 30), (210, 50), (260, 20)], radius=4)
    origin, motion = (120, 0), (60, 80)
    hit = line.raycast(origin, motion)
    drawing = blank().add_shape(line, color=AMBER, core=True).add_arrow(origin, motion, "ray")
    return drawing.add_hit(hit)


def slide() -> Drawing:
    """A hammer of two pieces between a floor and a wall."""
    hammer = Body({"head": Rect(0, 0, 12, 6), "handle": Rect(4, 6, 4, 18)})
    yard = Space({"wall": Rect(30, -10, 4, 40), "floor": Rect(-10, 30, 44, 4)})
    drawing = blank()
    for _, shape in yard.items():
        drawing.add_shape(shape, color=MUTED, opacity=0.25)
    return drawing.add_move(yard.try_slide(hammer, 26, 9))


PICTURES: dict[str, Callable[[], Drawing]] = {"hero": hero, "cave": cave, "coast": coast, "slide": slide}


def main(folder: Path) -> None:
    """Writes every picture into a folder."""
    for name, draw in PICTURES.items():
        (folder / f"bodies-{name}.svg").write_text(draw().to_svg(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
