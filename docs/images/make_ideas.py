"""Makes idea-*.svg, the pictures of docs/ideas.md: `python docs/images/make_ideas.py`.

What is in them is computed by the library from the shapes alone: contacts, obstacles, closest points, casts, moves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from collide2d import Capsule, Circle, Point, Rect, RoundRect, Segment, Shape, Space, relate
from collide2d.drawing import AMBER, BLUE, GREEN, INK, MUTED, RED, RELATION_COLORS, Drawing


def blank(title: str, text: str) -> Drawing:
    """A picture of the width of a page."""
    return Drawing(title=title, description=text, width=640, grid=False)


def obstacle() -> Drawing:
    """Two rounded boxes, and the one with the point."""
    a, b = RoundRect(60, 22, 24, 14, 4), RoundRect(10, 20, 40, 30, 8)
    grown = a.minkowski_difference(b)
    drawing = blank(
        "The configuration space obstacle",
        "They collide exactly when the centre of one is in the obstacle around the other.",
    )
    drawing.add_shape(grown, "obstacle", color=RED, ghost=True, label=False)
    drawing.add_shape(b, "b", color=MUTED, opacity=0.25)
    for centre in (a.center, (22.0, 7.0), (46.0, 53.0)):
        there = a.at(centre)
        color = RELATION_COLORS[relate(there, b)]
        drawing.add_shape(there, "a", color=color, label=False).add_point(centre, color=color)
    drawing.add_legend("ghost", RED, "obstacle").add_legend("fill", RED, "a overlaps b")
    return drawing.add_legend("fill", BLUE, "a is apart from b")


def quadrants() -> Drawing:
    """The four cases of a point against a rounded rectangle, in one quadrant."""
    box = RoundRect(-30, -20, 60, 40, 10)
    drawing = blank(
        "Folding the four quadrants into one",
        "By symmetry only |x|, |y| matter. Beyond the inner corner the distance to it decides, elsewhere a side does.",
    )
    drawing.add_shape(box, "", color=MUTED, opacity=0.2, core=True)
    places = {"corner": (26.0, 16.0), "right side": (27.0, 5.0), "bottom side": (8.0, 16.0), "miss": (29.0, 19.0)}
    for name, place in places.items():
        hit = Point(*place).contact(box)
        color = RED if hit else BLUE
        drawing.add_point(place, name, color=color)
        if hit:
            drawing.add_arrow(place, hit.mtv, color=color)
    mirror = (-26.0, -16.0)
    drawing.add_point(mirror, "folds to", color=MUTED).add_arrow(mirror, (51, 31), color=MUTED)
    drawing.add_shape(Segment(20, 10, 32, 10), "", color=AMBER).add_shape(Segment(20, 10, 20, 22), "", color=AMBER)
    drawing.add_legend("arrow", RED, "the way out").add_legend("fill", AMBER, "beyond the inner rectangle")
    return drawing


def unrotated() -> Drawing:
    """A turned rectangle and a circle, in the world and in the rectangle's frame."""
    box, ball = Rect.centered(0, 0, 50, 24, 35), Circle(30, 4, 12)
    moved = (95.0, 0.0)
    flat, there = box.rotate(-35).move(moved), ball.rotate(-35, (0, 0)).move(moved)
    drawing = blank(
        "Un-rotating",
        "Turned back about the rectangle's centre, both of them, it is a question about an upright rectangle.",
    )
    for a, b in ((ball, box), (there, flat)):
        color = RELATION_COLORS[relate(a, b)]
        drawing.add_shape(b, "", color=MUTED, opacity=0.25).add_shape(a, "", color=color)
        drawing.add_contact(a.contact(b))
    return drawing.add_arrow((50, 0), (14, 0), "-35°", color=MUTED)


def closest() -> Drawing:
    """The closest point of a rectangle to some circles."""
    box = Rect(0, 0, 50, 30)
    drawing = blank(
        "The closest point",
        "Clamp the centre to the rectangle: the circle collides if that point is no farther away than its radius.",
    )
    drawing.add_shape(box, "", color=MUTED, opacity=0.25)
    for ball in (Circle(64, 10, 9), Circle(20, -11, 11), Circle(58, 38, 12), Circle(-12, 41, 12)):
        x, y = ball.center
        near = (min(max(x, 0.0), 50.0), min(max(y, 0.0), 30.0))
        color = RELATION_COLORS[relate(ball, box)]
        drawing.add_shape(ball, "", color=color).add_distance(ball.center, near, color=INK).add_point(near)
    for relation, color in RELATION_COLORS.items():
        drawing.add_legend("fill", color, relation.name.lower())
    return drawing


def corners() -> Drawing:
    """A box with gravity on a row of tiles: separating axes tile by tile, and the mover."""
    tiles = [Rect(32 * i, 40, 32, 32) for i in range(4)]
    sunk = Rect(63.5, 11, 30, 30)
    drawing = blank(
        "The inner corner of two tiles",
        "Sunk in by a pixel and pushed out tile by tile, a box may be told to go sideways. The mover never gets there.",
    )
    for dx in (0.0, 160.0):
        for tile in tiles:
            drawing.add_shape(tile.move(dx, 0), "", color=MUTED, opacity=0.2)
    drawing.add_shape(sunk, "", color=RED)
    hit = sunk.contact(tiles[1])
    if hit is not None:
        drawing.add_contact(hit)
    space: Space[int | str] = Space(enumerate(tile.move(160, 0) for tile in tiles))
    space.add("box", Rect(164, 2, 30, 30))
    drawing.add_move(space.slide("box", 84, 24), label=False)
    return drawing.add_legend("fill", RED, "told to go sideways, out of the second tile").add_legend(
        "fill", GREEN, "goes on"
    )


def speed() -> Drawing:
    """A bullet at two ends of a frame, and its sweep."""
    wall, bullet, motion = Rect(70, 0, 6, 60), Capsule(10, 20, 18, 20, 5), (110.0, 22.0)
    hit = bullet.cast(motion, wall)
    assert hit is not None
    drawing = blank(
        "Faster than the wall is thick",
        "At neither end of the frame does it overlap the wall. What it sweeps does, and the cast says where it stops.",
    )
    drawing.add_shape(wall, "", color=AMBER, opacity=0.3).add_shape(bullet, "", color=BLUE)
    drawing.add_shape(bullet.move(motion), "", color=BLUE).add_way(bullet, motion, hit.t).add_hit(hit)
    return drawing


def clump() -> Drawing:
    """A heap of balls in a box, before and after."""
    walls: dict[str, Shape] = {
        "floor": Rect(-20, 60, 160, 8), "left": Rect(-20, -10, 8, 70), "right": Rect(132, -10, 8, 70)
    }  # fmt: skip
    balls: dict[str, Shape] = {
        f"{i}": Circle(12 + 15 * (i % 7) + 5 * (i // 7), 8 + 14 * (i // 7), 9) for i in range(21)
    }
    space = Space({**walls, **balls})
    space.separate_all(400, movable=balls)
    drawing = blank(
        "A clump",
        "Pushing one pair apart pushes others together. Round after round, the deepest first, until no two overlap.",
    )
    for wall in walls.values():
        drawing.add_shape(wall, "", color=MUTED, opacity=0.25)
    for name, ball in balls.items():
        drawing.add_shape(ball, "", color=MUTED, ghost=True, width=0.8).add_shape(space[name], "", color=GREEN)
    return drawing.add_legend("ghost", MUTED, "before").add_legend("fill", GREEN, "after")


def misprints() -> Drawing:
    """Circles that the two printed tests get wrong."""
    box = Rect(0, 0, 40, 20)
    drawing = blank(
        "What the printed tests say",
        "Squaring the clamped point misses what is plainly hit; subtracting the squares hits what is far away.",
    )
    drawing.add_shape(box, "", color=MUTED, opacity=0.25)
    drawing.add_shape(Circle(48, 10, 12), "a hit that is missed", color=RED)
    drawing.add_shape(Circle(-24, -4, 6), "", color=BLUE).add_shape(Circle(-54, 26, 6), "", color=BLUE)
    drawing.add_distance((-24, -4), (-54, 26), "dx² - dy² = 0: “a hit”", color=INK)
    return drawing


PICTURES: dict[str, Callable[[], Drawing]] = {
    "obstacle": obstacle, "quadrants": quadrants, "unrotated": unrotated, "closest": closest, "corners": corners,
    "speed": speed, "clump": clump, "misprints": misprints,
}  # fmt: skip


def main(directory: Path) -> None:
    for name, picture in PICTURES.items():
        (directory / f"idea-{name}.svg").write_text(picture().to_svg(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
