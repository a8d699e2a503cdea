"""Makes turning-*.svg, pictures of docs/motion.md: `python docs/images/make_turning.py`.

Each is one question to the library, drawn from the answer.
"""

from __future__ import annotations

import sys
from pathlib import Path

from collide2d import Capsule, Circle, Rect, RoundRect, Shape, Space
from collide2d.drawing import AMBER, GREEN, MUTED, Drawing


def push() -> Drawing:
    """A door that carries a ball and a crate."""
    things: dict[str, Shape] = {
        "door": Capsule(0, 0, 150, 0, 8),
        "ball": Circle(110, 50, 20),
        "crate": RoundRect(34, 84, 36, 36, 4),
    }
    wall, hinge = Rect(-70, 130, 260, 20), (0, 0)
    space = Space({**things, "wall": wall})
    turn = space.turn("door", 70, hinge, push=True, movable={"ball", "crate"})
    drawing = Drawing(
        "A door pushes",
        "It carries the ball ahead of it, and the ball the crate.",
        width=480,
        grid=False,
    )
    drawing.add_shape(wall, "wall", color=MUTED, opacity=0.2)
    for item, shape in things.items():
        drawing.add_shape(shape, "", color=MUTED, ghost=True)
        drawing.add_shape(space[item], item, color=AMBER if item in turn.carried else GREEN)
    for item in turn.carried:
        (x, y), (u, v) = things[item].center, space[item].center
        drawing.add_arrow((x, y), (u - x, v - y), color=AMBER)
    drawing.add_point(hinge, "hinge")
    drawing.add_legend("ghost", MUTED, "before the turn")
    return drawing.add_legend("arrow", AMBER, "what it has carried")


def throw() -> Drawing:
    """The axe of the text, and where the tree stops it."""
    axe, tree, grip, motion = Capsule(0, 0, 0, -30, 3), Circle(120, -20, 15), (0, -15), (160, 0)
    hit = axe.turn_cast(270, tree, grip, motion=motion)
    drawing = Drawing("A thrown axe", "It turns by 270 degrees while it flies, until a tree stops it.", width=480)
    drawing.add_shape(tree, "tree", color=AMBER).add_shape(axe, "axe", color=MUTED)
    drawing.add_turn(axe, 270, hit.t if hit else 1.0, grip, motion=motion).add_hit(hit)
    drawing.add_legend("fill", GREEN, "what it sweeps")
    return drawing.add_legend("ghost", GREEN, "the rest of its flight")


PICTURES = {"push": push, "throw": throw}


def main(directory: Path) -> None:
    for name, picture in PICTURES.items():
        (directory / f"turning-{name}.svg").write_text(picture().to_svg(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
