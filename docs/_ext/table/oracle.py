"""Pictures for what only the reference has beside the verbs: the name of a shape there stands for the same shape."""

from __future__ import annotations

from fractions import Fraction

from collide2d import Capsule, Circle, Point, Rect, cast, closest_points, reference, turn_cast
from collide2d.drawing import AMBER, BLUE, GREEN, INK, MUTED, Drawing
from table import blank, picture


@picture("reference.Surd.compare", "reference.Surd.sign", "reference.Surd.bracket", "reference.Surd.below",
         "reference.Surd.to_decimal")  # fmt: skip
def _surd() -> Drawing:
    """The gap from a circle to a corner is √8 - 1, a surd: not a double, but known to any digit."""
    ball, box = Circle(0, 0, 1), Rect(2, 2, 2, 1.5)
    gap = reference.surd_separation(ball, box)
    p, q = closest_points(ball, box)
    drawing = blank().add_shape(ball, "").add_shape(box, "", color=BLUE)
    return drawing.add_distance(p, q, f"{gap.to_decimal(12)}…", color=INK)


@picture("reference.Rect.of")
def _frame() -> Drawing:
    """A rectangle from its frame: the size, the place of the pivot in it and in the world, and the angle."""
    door = Rect.pivoted(2, 1, 6, 2, (1, 1), 25)
    return blank().add_shape(door, "").add_point((2, 1), "pivot")


@picture("reference.HasVertices")
def _anything() -> Drawing:
    """The vertices may be fractions: here the third of a third."""
    third = Fraction(1, 3)
    assert third * 3 == 1
    return (
        blank()
        .add_shape(Circle(float(third), float(third), 0.2), "1/3, 1/3", color=GREEN)
        .add_point((0, 0), color=MUTED)
    )


@picture("reference.overlaps_union", "reference.union_cast", "reference.UnionHit")
def _union() -> Drawing:
    """A point that moves down the seam of two tiles enters neither, and the two stop it together, at the mouth."""
    tiles, ray, motion = [Rect(0, 0, 4, 4), Rect(4, 0, 4, 4)], Point(4, -3), (0, 5)
    alone = [hit.t for tile in tiles if (hit := cast(ray, motion, tile))]
    together = reference.union_cast(ray, motion, tiles)
    t = float(together.t) if together else min(alone, default=1.0)
    drawing = blank()
    for tile, name in zip(tiles, "ab", strict=True):
        drawing.add_shape(tile, name, color=AMBER)
    return drawing.add_way(ray, motion, t)


@picture("reference.shift_cone", "reference.ShiftCone", "reference.ShiftCone.surrounds")
def _cone() -> Drawing:
    """The cone of a corner has two straight borders. That of a disc has two that the arc leaves at once."""
    box, disc = Rect(0, 0, 4, 3), Circle(0, -2, 2)
    drawing = blank().add_shape(box, "", color=BLUE).add_shape(disc, "", color=AMBER).add_point((0, 0))
    for shape in (box, disc):
        cone = reference.shift_cone(Point(0, 0), shape)
        for x, y in (cone.start, cone.end) if cone else ():
            size = max(abs(x), abs(y))
            drawing.add_arrow((0, 0), (float(3 * x / size), float(3 * y / size)), color=GREEN)
    return drawing


@picture("turn_cast", "reference.turn_cast", "reference.turning_time")
def _turn() -> Drawing:
    """A door turns about its hinge until it hits a ball. Dashed: the area of the whole turn."""
    door, ball, hinge = Capsule(0, 0, 6, 0, 0.4), Circle(3, 4, 1), (0, 0)
    hit = turn_cast(door, 90, ball, hinge)
    drawing = blank().add_shape(ball, "ball", color=AMBER).add_shape(door, "door", color=MUTED)
    return drawing.add_turn(door, 90, hit.t if hit else 1.0, hinge).add_hit(hit)


@picture("Shape.turn_cast", "Body.turn_cast")
def _turn_and_move() -> Drawing:
    """With motion it moves while it turns: a thrown axe, up to the tree that stops it."""
    axe, tree, grip, motion = Capsule(0, -2, 0, 2, 0.5), Circle(14, -1, 2), (0, 0), (16, -3)
    hit = axe.turn_cast(270, tree, grip, motion=motion)
    drawing = blank().add_shape(tree, "tree", color=AMBER).add_shape(axe, "axe", color=MUTED)
    return drawing.add_turn(axe, 270, hit.t if hit else 1.0, grip, motion=motion).add_hit(hit)
