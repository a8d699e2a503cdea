"""Pictures for `collide2d.testing`: pairs that are hard to decide, drawn from the generators."""

from __future__ import annotations

import collide2d
from collide2d import Circle, Point, Rect, closest_points
from collide2d.drawing import AMBER, BLUE, GREEN, MUTED, RED, RELATION_COLORS, Drawing
from collide2d.testing.cast_regimes import drawn_cast
from collide2d.testing.pair_regimes import exact_touch
from collide2d.testing.placing import Scale, anywhere
from collide2d.testing.recipes import KINDS, build, build_cast
from collide2d.testing.sources import Seeded
from collide2d.testing.world_regimes import bricks, corners, way_through
from table import blank, picture

SMALL = Scale(0.25, 8)


@picture("testing.assert_exact", "testing.examine", "testing.WrongAnswerError")
def _misprint() -> Drawing:
    """A pair that is far apart, though a formula that squares the nearest corner says that it collides."""
    ball, box = Circle(6, 0, 2), Rect(0, 0, 2, 1)
    return blank().add_shape(ball, "a", color=RED).add_shape(box, "b", color=RED).add_label((3, 2.6), "returned True")


@picture("testing.Report", "testing.Wrong")
def _relations() -> Drawing:
    """A wrong answer is about shapes that are apart, touch exactly, or overlap, and the exact gap is its reason."""
    drawing = blank()
    for x, gap in ((0.0, 1.0), (8.0, 0.0), (16.0, -1.0)):
        a, b = Circle(x, 0, 1.5), Rect(x + 1.5 + gap, -1.5, 3, 3)
        for shape in (a, b):
            drawing.add_shape(shape, "", color=RELATION_COLORS[a.relate(b)])
    return drawing


@picture("testing.shapes", "testing.pairs")
def _shapes() -> Drawing:
    """One shape of each kind, from the regime of small multiples of a quarter."""
    source, drawing = Seeded(2), blank()
    for i, kind in enumerate(KINDS):
        shape = build(collide2d, anywhere(source, kind, SMALL))
        while shape.area == 0 and kind not in ("point", "segment"):
            shape = build(collide2d, anywhere(source, kind, SMALL))
        drawing.add_shape(shape.at(i % 4 * 7.0, i // 4 * 6.0), kind, color=BLUE)
    return drawing


@picture("testing.touching_pairs")
def _touching() -> Drawing:
    """Pairs that touch exactly, by construction."""
    source, drawing, left = Seeded(6), blank(), 0.0
    for kinds in (("circle", "rect"), ("capsule", "polygon"), ("roundrect", "circle")):
        pair = [build(collide2d, recipe) for recipe in exact_touch(source, *kinds, SMALL)]
        while not all(1 < shape.area < 12 for shape in pair):
            pair = [build(collide2d, recipe) for recipe in exact_touch(source, *kinds, SMALL)]
        start, top = (min(shape.bounds[i] for shape in pair) for i in (0, 1))
        for shape in pair:
            drawing.add_shape(shape.move(left - start, -top), "", color=AMBER)
        left += max(shape.bounds[2] for shape in pair) - start + 1
    return drawing


@picture("testing.casts", "testing.motions")
def _casts() -> Drawing:
    """A shape, its motion, and a shape that it may hit."""
    source = Seeded(5)
    while True:
        a, way, b = build_cast(collide2d, drawn_cast(source, "random_way", "circle", "polygon"))
        hit = a.cast(way, b)
        if hit and 0.3 < hit.t < 0.9 and 1 < a.area < 9 and 1 < b.area < 9:
            return blank().add_shape(b, "b", color=BLUE).add_way(a, way, hit.t)


@picture(
    "testing.CastTruth",
    "testing.CastTruth.errors",
    "testing.CastTruth.accepts",
    "testing.WayTruth",
    "testing.WayTruth.errors",
)
def _time() -> Drawing:
    """The seam of two tiles blocks a point at exactly a half of its motion."""
    drawing = blank()
    for tile in (Rect(0, 0, 8, 8), Rect(8, 0, 8, 8)):
        drawing.add_shape(tile, "", color=MUTED)
    return drawing.add_way(Point(8, -6), (0, 12), 0.5)


@picture("testing.PairTruth", "testing.PairTruth.errors", "testing.PairTruth.accepts", "testing.read_truths")
def _gap() -> Drawing:
    """The separation of a disc and a corner is √8 - 1, which is between two neighbouring doubles."""
    ball, box = Circle(0, 0, 1), Rect(2, 2, 2, 1.5)
    p, q = closest_points(ball, box)
    return blank().add_shape(ball, "a").add_shape(box, "b", color=BLUE).add_distance(p, q, "1.82842712474619…")


@picture("testing.worlds", "testing.ways")
def _worlds() -> Drawing:
    """Courses of bricks, and a way of a point through them."""
    source = Seeded(9)
    world = bricks(source)
    drawing = blank()
    for recipe in world:
        drawing.add_shape(build(collide2d, recipe), "", color=MUTED)
    way = way_through(source, corners(world))
    return drawing.add_shape(build(collide2d, way.shape).sweep(way.motion), "", color=GREEN)
