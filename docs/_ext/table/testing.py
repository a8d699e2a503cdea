"""Pictures for `collide2d.testing`: pairs that are hard to decide, drawn from the generators."""

from __future__ import annotations

import collide2d
from collide2d import Circle, Rect
from collide2d.drawing import AMBER, BLUE, GREEN, MUTED, RED, RELATION_COLORS, Drawing
from collide2d.testing.pair_regimes import exact_touch, lattice
from collide2d.testing.placing import QUARTERS, anywhere
from collide2d.testing.recipes import KINDS, build
from collide2d.testing.sources import Seeded
from collide2d.testing.world_regimes import bricks, corners, way_through
from table import blank, picture


@picture("testing.assert_exact", "testing.examine", "testing.WrongAnswerError")
def _misprint() -> Drawing:
    """The exam found this pair: the shapes are far apart, and a printed formula said that they collide."""
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
    source, drawing = Seeded(5), blank()
    for i, kind in enumerate(KINDS):
        shape = build(collide2d, anywhere(source, kind, QUARTERS))
        drawing.add_shape(shape.at(i % 4 * 11.0, i // 4 * 11.0), kind, color=BLUE)
    return drawing


@picture("testing.touching_pairs")
def _touching() -> Drawing:
    """Pairs that touch exactly, by construction."""
    source, drawing = Seeded(3), blank()
    for i, kinds in enumerate((("circle", "rect"), ("capsule", "polygon"), ("roundrect", "circle"))):
        a, b = (build(collide2d, recipe) for recipe in exact_touch(source, *kinds))
        x, y = a.center
        for shape in (a, b):
            drawing.add_shape(shape.move(i * 16.0 - x, -y), "", color=AMBER)
    return drawing


@picture("testing.casts", "testing.motions")
def _casts() -> Drawing:
    """A shape, its motion, and a shape that it may hit."""
    a, b = (build(collide2d, recipe) for recipe in lattice(Seeded(11), "circle", "rect"))
    way = (b.center[0] - a.center[0], b.center[1] - a.center[1])
    hit = a.cast(way, b)
    drawing = blank().add_shape(b, "b", color=BLUE)
    return drawing.add_way(a, way, hit.t if hit else 1.0)


@picture("testing.worlds", "testing.ways")
def _worlds() -> Drawing:
    """Courses of bricks, and a way of a point through them."""
    source = Seeded(4)
    world = bricks(source)
    drawing = blank()
    for recipe in world:
        drawing.add_shape(build(collide2d, recipe), "", color=MUTED)
    way = way_through(source, corners(world))
    return drawing.add_shape(build(collide2d, way.shape).sweep(way.motion), "", color=GREEN)
