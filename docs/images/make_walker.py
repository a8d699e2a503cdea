"""Makes walker-*.svg, the pictures of docs/walker.md: `python docs/images/make_walker.py`. They are real walks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from collide2d import Circle, Point, Polygon, Rect, RoundRect, Space
from collide2d.drawing import AMBER, GREEN, INK, MUTED, RED, Drawing
from collide2d.walker import Walker


def route() -> Drawing:
    """A walk along a route, drawn every 36 pixels."""
    space: Space[str] = Space(
        {"floor": Rect(0, 100, 120, 30), "slope": Polygon([(120, 100), (200, 50), (200, 130), (120, 130)])}
    )
    space.add("top", Rect(200, 50, 60, 80))
    for i in range(3):
        space.add(f"step {i}", Rect(260 + 26 * i, 58 + 8 * i, 26, 72 - 8 * i))
    space.add("end", Rect(338, 82, 90, 48))
    drawing = Drawing(
        title="A walk", description="A character walks up a slope and down stairs.", width=640, grid=False
    )
    for _, shape in space.items():
        drawing.add_shape(shape, "", color=MUTED, opacity=0.2)
    space.add("hero", RoundRect(10, 60, 20, 30, 9))
    hero = Walker(space, "hero", step=8)
    hero.walk(0, 40)
    for frame in range(62):
        if frame % 6 == 0:
            drawing.add_shape(space["hero"], "", color=GREEN, opacity=0.25)
        else:
            drawing.add_shape(Point(*space["hero"].center), "", color=INK)
        hero.walk(6, 3)
    return drawing


def carry() -> Drawing:
    """A lift before and after a carry."""
    space = Space(
        {
            "lift": Rect(0, 90, 70, 10),
            "crate": Rect(6, 66, 24, 24),
            "ball": Circle(18, 56, 10),
            "third": Rect(76, 60, 22, 22),
        }
    )
    movable = {"crate", "ball", "third"}
    before = dict(space.items())
    carried = space.carry("lift", 36, -34, movable=movable)
    drawing = Drawing(title="A lift", description="It takes two along and pushes a third aside.", width=480, grid=False)
    for item, shape in before.items():
        drawing.add_shape(shape, "", color=MUTED, ghost=True)
        color = GREEN if item in carried.riders else RED if item in carried.pushed else AMBER
        drawing.add_shape(space[item], "", color=color, opacity=0.3)
        if space[item] != shape:
            x, y = shape.center
            drawing.add_arrow((x, y), (space[item].center[0] - x, space[item].center[1] - y), color=color)
    return drawing


PICTURES: dict[str, Callable[[], Drawing]] = {"route": route, "carry": carry}


def main() -> int:
    here = Path(__file__).resolve().parent
    for name, drawn in PICTURES.items():
        (here / f"walker-{name}.svg").write_text(drawn().to_svg(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
