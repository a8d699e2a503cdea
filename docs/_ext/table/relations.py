"""Pictures of the questions between two shapes: relations, gaps, contacts."""

from __future__ import annotations

from collide2d import (
    Circle,
    Contact,
    Point,
    Polygon,
    Rect,
    RoundRect,
    Segment,
    Shape,
    closest_points,
    contact,
    contains,
    intersection,
    overlap_area,
    relate,
    separation,
)
from collide2d.drawing import BLUE, GREEN, INK, MUTED, RED, RELATION_COLORS, Drawing
from table import blank, picture

CRATE = Rect(0, 0, 4, 3, angle=20)
# Side by side, apart, touching and overlapping: a circle moved against a box.
THREE = ((0.0, 1.5), (10.0, 1.0), (20.0, 0.0))


def three(text: dict[str, str]) -> Drawing:
    """A pair three times, coloured by its relation, with what is said of each relation."""
    drawing = blank(grid=False)
    for x, gap in THREE:
        a, b = Circle(x, 0, 1.5), Rect(x + 1.5 + gap if gap != 1.0 else x + 1.5, -1.5, 3, 3)
        b = b.move(-0.8, 0) if gap == 0.0 else b
        relation = relate(a, b)
        for shape, name in ((a, "a"), (b, "b")):
            drawing.add_shape(shape, name, color=RELATION_COLORS[relation])
        drawing.add_label((x + 1.8, 2.6), text[relation.name])
    return drawing


@picture("relate", "Shape.relate", "Body.relate", "Relation", "reference.Relation")
def _relate() -> Drawing:
    """The three answers, as -1, 0 and 1."""
    return three({"APART": "APART", "TOUCHING": "TOUCHING", "OVERLAPPING": "OVERLAPPING"})


@picture("collides", "Shape.collides", "Body.collides")
def _collides() -> Drawing:
    """A common point is enough: touching counts."""
    return three({"APART": "False", "TOUCHING": "True", "OVERLAPPING": "True"})


@picture("overlaps", "Shape.overlaps", "Body.overlaps")
def _overlaps() -> Drawing:
    """No small shift takes them apart: touching does not count."""
    return three({"APART": "False", "TOUCHING": "False", "OVERLAPPING": "True"})


@picture("touches", "Shape.touches", "Body.touches")
def _touches() -> Drawing:
    """They collide, but do not overlap."""
    return three({"APART": "False", "TOUCHING": "True", "OVERLAPPING": "False"})


@picture("contains", "Shape.contains", "Body.contains")
def _contains() -> Drawing:
    """Whether every point of b is in a (green); borders count, so the box in the corner is in it."""
    room = Rect(0, 0, 12, 7)
    drawing = blank().add_shape(room, "a", color=MUTED, label=False)
    for shape in (Circle(4, 3.5, 2), Rect(10, 5, 2, 2), Circle(9, 0.5, 1.5), Segment(7, 5.5, 13, 3.5)):
        drawing.add_shape(shape, "", color=GREEN if contains(room, shape) else RED)
    return drawing


@picture("overlap_area", "Shape.overlap_area", "Body.overlap_area")
def _overlap_area() -> Drawing:
    """The area of what two shapes have in common."""
    a, b = Circle(0, 0, 3), Circle(4, 0, 2.5)
    return blank().add_shape(a, "").add_shape(b, "").add_label((2.25, 0), f"{overlap_area(a, b):.3f}")


@picture("intersection", "Shape.intersection", "Body.intersection", "arrays.ShapeArray.intersection")
def _intersection() -> Drawing:
    """What two sharp shapes have in common is a shape: here a polygon, and the point at which segments cross."""
    a, b = Rect(0, 0, 6, 4), Rect(3, 1, 6, 4, angle=30)
    p, q = Segment(11, 0, 15, 5), Segment(11, 5, 15, 1)
    drawing = blank().add_shape(a, "", color=MUTED).add_shape(b, "", color=MUTED)
    drawing.add_shape(p, "").add_shape(q, "")
    for common in (intersection(a, b), intersection(p, q)):
        if common is not None:
            drawing.add_shape(common, "", color=GREEN)
    return drawing


def _gap(a: Shape, b: Shape, text: str) -> Drawing:
    drawing = blank().add_shape(a, "a").add_shape(b, "b")
    return drawing.add_distance(*closest_points(a, b), text, color=INK)


FAR = (Circle(0, 0, 2), Rect(5, 1, 4, 3, angle=20))


@picture("distance", "Shape.distance", "Body.distance")
def _distance() -> Drawing:
    """The length of the shortest way from one to the other; 0 if they collide."""
    return _gap(*FAR, f"{separation(*FAR):.3f}")


@picture("closest_points", "Shape.closest_points", "Body.closest_points")
def _closest_points() -> Drawing:
    """One point on each, as near to each other as they get."""
    p, q = closest_points(*FAR)
    return _gap(*FAR, "").add_point(p, "on a").add_point(q, "on b")


@picture("separation", "Shape.separation", "Body.separation", "reference.surd_separation", "reference.Surd")
def _separation() -> Drawing:
    """The gap if they are apart; minus the depth if they overlap."""
    a, b, c = Circle(0, 0, 2), Rect(4, -2, 3, 4), Rect(0.5, -2, 3, 4).move(-9, 0)
    hit = contact(a.move(-9, 0), c)
    return (
        blank()
        .add_shape(a, "a")
        .add_shape(b, "b")
        .add_distance(*closest_points(a, b), f"{separation(a, b):g}", color=INK)
        .add_shape(a.move(-9, 0), "a", color=RED)
        .add_shape(c, "b", color=RED)
        .add_contact(hit, label=False)
        .add_label((-8, 2.6), f"{separation(a.move(-9, 0), c):g}")
    )


def touched(a: Shape, b: Shape) -> Drawing:
    """Two shapes and their contact."""
    hit = contact(a, b)
    color = RELATION_COLORS[relate(a, b)]
    return blank().add_shape(a, "", color=color).add_shape(b, "b", color=color).add_contact(hit).add_label((1, 1), "a")


@picture("contact", "Shape.contact", "Body.contact", "Contact", "reference.Contact")
def _contact() -> Drawing:
    """The normal points out of b; the bar is the depth. A side on a side has two points."""
    return touched(RoundRect(0, 0, 5, 4, 1), Rect(1, 3.2, 8, 3))


@picture("Contact.mtv", "Contact.depth", "Contact.normal", "Contact.points", "Contact.pieces")
def _mtv() -> Drawing:
    """a.move(*contact(a, b).mtv) takes a out of b, the shortest way."""
    a, b = Circle(1, 1, 2), CRATE.move(1, 1)
    hit = contact(a, b)
    assert isinstance(hit, Contact)
    return (
        blank()
        .add_shape(b, "b")
        .add_shape(a, "a", color=RED, ghost=True)
        .add_shape(a.move(hit.mtv), "after", color=GREEN)
        .add_arrow(a.center, hit.mtv, "mtv")
    )


def _row(colors: dict[int, str]) -> Drawing:
    """A player among five others, of which the second and the fourth overlap it."""
    others: list[Shape] = [
        Circle(-4, 0, 1.2), Rect(-2, 0.5, 2, 2, 20), Segment(-1, -4, 3, -4), Polygon([(1, -1), (4, -3), (4, 1)]),
        Point(4, 3),
    ]  # fmt: skip
    drawing = blank().add_shape(Circle(0, 0, 2), "player", color=GREEN)
    for i, shape in enumerate(others):
        drawing.add_shape(shape, f"{i}", color=colors.get(i, BLUE), opacity=0.3 if i in colors else 0.12)
    return drawing


@picture(
    "Shape.collidelist",
    "Body.collidelist",
    "Shape.collideobjects",
    "Body.collideobjects",
    "Shape.collidedict",
    "Body.collidedict",
)
def _collidelist() -> Drawing:
    """The first of a list that it overlaps, here number 1."""
    return _row({1: RED})


@picture(
    "Shape.collidelistall",
    "Body.collidelistall",
    "Shape.collideobjectsall",
    "Body.collideobjectsall",
    "Shape.collidedictall",
    "Body.collidedictall",
)
def _collidelistall() -> Drawing:
    """All of a list that it overlaps, here numbers 1 and 3."""
    return _row({1: RED, 3: RED})
