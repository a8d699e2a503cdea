"""Pictures of motion and response: sweeps, casts, rays, pushing apart, bouncing, sliding, obstacles."""

from __future__ import annotations

import math

from collide2d import (
    Capsule,
    Circle,
    Polygon,
    Rect,
    RoundRect,
    Segment,
    Shape,
    bounce,
    cast,
    clip,
    minkowski_difference,
    raycast,
    separate,
    slide,
    sweep,
)
from collide2d.drawing import AMBER, BLUE, GREEN, INK, MUTED, RED, Drawing
from table import blank, picture

Pair = tuple[float, float]


@picture("sweep", "Shape.sweep", "Body.sweep")
def _sweep() -> Drawing:
    """All places that it passes on its way, as one shape."""
    box, motion = Polygon([(0, 2), (1.5, 0), (3, 2.5)]), (7.0, 3.0)
    return (
        blank()
        .add_shape(sweep(box, motion), "sweep", color=GREEN, label=False)
        .add_shape(box, "a")
        .add_shape(box.move(motion), "", ghost=True)
        .add_arrow(box.center, motion)
    )


def way(shape: Shape, motion: Pair, other: Shape) -> Drawing:
    """A shape cast against another."""
    hit = cast(shape, motion, other)
    drawing = blank().add_shape(other, "b", color=AMBER if hit else BLUE).add_shape(shape, "a", color=MUTED)
    return drawing.add_way(shape, motion, hit.t if hit else 1.0).add_hit(hit)


@picture(
    "cast",
    "Shape.cast",
    "Body.cast",
    "reference.cast",
    "reference.entry_time",
    "reference.touching_time",
    "reference.exactly",
)
def _cast() -> Drawing:
    """Where it stops: it touches there, and overlaps nowhere on its way. The normal points out of what is hit."""
    return way(Capsule(0, 0, 0, 3, 1), (14, 3), RoundRect(9, 1, 5, 5, 1.5))


@picture("Hit", "Hit.t", "Hit.point", "Hit.normal", "Hit.depth", "Hit.pieces")
def _hit() -> Drawing:
    """t is the part of the motion up to the stop; point and normal are those there."""
    return way(Circle(0, 0, 2), (12, 4), Rect(8, -2, 4, 9))


@picture("raycast", "Shape.raycast", "Body.raycast")
def _raycast() -> Drawing:
    """What a ray enters first, and with which normal. The one that only grazes hits nothing."""
    drawing = blank()
    disc = Circle(8, 3, 2.5)
    drawing.add_shape(disc, "b", color=AMBER)
    for y in (0.5, 1.5, 3.0, 5.0):
        hit = raycast((0, y), (13, 0), disc)
        drawing.add_arrow((0, y), (13 * (hit.t if hit else 1.0), 0), color=GREEN if hit else MUTED)
        drawing.add_hit(hit)
    return drawing


@picture("clip", "Shape.clip", "reference.clip", "reference.surd_clip")
def _clip() -> Drawing:
    """The part of each segment that is inside, which is a point where the segment only touches."""
    drawing = blank()
    glass = RoundRect(4, 0, 5, 5, 1.5)
    drawing.add_shape(glass, "", color=BLUE)
    for y in (0.0, 0.5, 2.5, 4.5, 6.0):
        way = Segment(0, y, 13, y)
        part = clip(glass, way)
        drawing.add_shape(way, "", color=MUTED, label=False)
        if part:
            t_in, t_out = part
            drawing.add_shape(Segment(13 * t_in, y, 13 * t_out, y), "", color=GREEN, label=False)
            drawing.add_point((13 * t_in, y)).add_point((13 * t_out, y))
    return drawing


@picture("separate", "Shape.separate", "Body.separate")
def _separate() -> Drawing:
    """Both move, the lighter one farther: here a has a third of the mass of b."""
    a, b = Circle(0, 0, 2.5), Rect(0.5, -2, 6, 4, 10)
    a_after, b_after = separate(a, b, 1, 3)
    return (
        blank()
        .add_shape(a, "", color=RED, ghost=True)
        .add_shape(b, "", color=RED, ghost=True)
        .add_shape(a_after, "a", color=GREEN)
        .add_shape(b_after, "b", color=GREEN)
    )


@picture("bounce")
def _bounce() -> Drawing:
    """Off a floor: with restitution 1, as in a mirror, with 0.5, and with friction besides."""
    floor, ball, velocity = Rect(-6, 4, 16, 1.5), Circle(0, 3, 1), (5.0, 4.0)
    drawing = blank().add_shape(floor, "floor", color=MUTED).add_shape(ball, "")
    drawing.add_arrow((-5, -1), velocity, "before", color=MUTED)
    for restitution, friction, color in ((1.0, 0.0, GREEN), (0.5, 0.0, AMBER), (0.5, 0.4, RED)):
        after, _ = bounce(velocity, (0, 0), (0, -1), restitution, mass_b=math.inf, friction=friction)
        drawing.add_arrow(ball.center, after, f"{restitution:g}, {friction:g}", color=color)
    return drawing


@picture("slide")
def _slide() -> Drawing:
    """A velocity without its part into the wall."""
    slope = Polygon([(-6, 3), (6, 6.5), (6, 8), (-6, 8)])
    normal = (3.5 / 12.5, -12 / 12.5)
    velocity = (5.0, 4.0)
    start = (0.0, 4.75)
    return (
        blank()
        .add_shape(slope, "", color=MUTED)
        .add_arrow(start, (normal[0] * 2, normal[1] * 2), "normal", color=INK)
        .add_arrow(start, velocity, "v", color=RED)
        .add_arrow(start, slide(velocity, normal), "slide(v, normal)", color=GREEN)
    )


@picture("minkowski_difference", "Shape.minkowski_difference", "Body.minkowski_difference",
         "arrays.ShapeArray.minkowski_difference")  # fmt: skip
def _minkowski() -> Drawing:
    """Dashed: where the centre of a must not be. a shrinks to a point, and b grows by as much."""
    a, b = RoundRect(10, 0, 4, 2, 0.5), Rect(0, 0, 6, 5)
    obstacle = minkowski_difference(a, b)
    drawing = blank().add_shape(obstacle, "obstacle", color=RED, ghost=True, label=False)
    drawing.add_shape(b, "b").add_shape(a, "", color=GREEN).add_point(a.center, "a")
    left, top, right, bottom = obstacle.bounds
    for place in ((left, 2.0), (4.0, top), (right, 5.0), (2.0, bottom)):
        drawing.add_shape(a.at(place), "", color=MUTED, opacity=0.05).add_point(place)
    return drawing
