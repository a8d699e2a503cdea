"""Makes break.svg, the first frame of the page "Try to break it": `python docs/images/make_break.py`.

The page draws every later frame by `drawn`, in JavaScript that is translated from it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from collide2d import (
    Capsule,
    Circle,
    Polygon,
    Rect,
    RoundRect,
    Shape,
    cast,
    closest_points,
    contact,
    minkowski_difference,
    relate,
    separate,
    separation,
    sweep,
)
from collide2d.drawing import GREEN, INK, MUTED, RED, RELATION_COLORS, Drawing

SHOWN = ("contact", "separation", "cast")
MOST_NAMES = 40  # of more shapes, only the chosen one has its name and its numbers written


def drawn(
    shapes: Mapping[str, Shape], name: str, motion: tuple[float, float], shown: Collection[str] = SHOWN
) -> Drawing:
    """Some shapes, and the answers to the questions `shown` about the one called `name` and each other."""
    drawing = Drawing(width=720, legend=False)
    chosen, writes = shapes.get(name), len(shapes) <= MOST_NAMES
    for other, shape in shapes.items():
        found = max((relate(shape, s) for n, s in shapes.items() if n != other), default=None)
        color = MUTED if found is None else RELATION_COLORS[found]
        is_chosen = other == name
        drawing.add_shape(
            shape, other, color=color, core=True, width=2.4 if is_chosen else 1.6, label=writes or is_chosen
        )
    if chosen is None:
        return drawing
    for other, shape in shapes.items():
        if other != name:
            _answer(drawing, chosen, shape, shown, writes)
    if "sweep" in shown:
        drawing.add_shape(sweep(chosen, motion), "sweep", color=GREEN, label=False)
    if "cast" in shown:
        hits = [cast(chosen, motion, shape) for other, shape in shapes.items() if other != name]
        first = min((hit for hit in hits if hit is not None), key=lambda hit: hit.t, default=None)
        drawing.add_way(chosen, motion, first.t if first else 1.0).add_hit(first)
    return drawing


def _answer(drawing: Drawing, chosen: Shape, shape: Shape, shown: Collection[str], writes: bool) -> None:
    """The answers about the chosen shape and another."""
    gap = separation(chosen, shape)
    if "contact" in shown:
        drawing.add_contact(contact(chosen, shape), label=writes)
    if "separation" in shown and gap > 0:
        p, q = closest_points(chosen, shape)
        drawing.add_distance(p, q, f"{gap:.4g}" if writes else "", color=INK)
    if "separate" in shown and gap < 0:
        for after in separate(chosen, shape):
            drawing.add_shape(after, "", color=GREEN, ghost=True)
    if "obstacle" in shown:
        drawing.add_shape(minkowski_difference(chosen, shape), "", color=RED, ghost=True, width=1.0)


def board() -> Drawing:
    """The shapes with which the page opens."""
    shapes = {
        "ball": Circle(8, 9, 3),
        "box": Rect(17, 3, 8, 5, 20),
        "stone": Polygon([(15, 18), (20, 14), (25, 17), (23, 21)]),
        "pillar": RoundRect(30, 8, 5, 9, 1.5),
        "pill": Capsule(5, 18, 10, 20, 1.5),
    }
    return drawn(shapes, "ball", (24, 4))


PICTURES: dict[str, Callable[[], Drawing]] = {"board": board}


def main(directory: Path) -> None:
    """Writes the picture into a folder."""
    (directory / "break-board.svg").write_text(board().to_svg(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
