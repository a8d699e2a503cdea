"""Pictures of arrays of shapes: one call, many answers."""

from __future__ import annotations

from typing import Any

from collide2d import Capsules, Circle, Circles, Points, Rect, Rects, RoundRects, Segments, Shape, pairs
from collide2d.drawing import AMBER, BLUE, GREEN, INK, MUTED, RED, RELATION_COLORS, Drawing
from table import blank, picture


def near(i: int, k: int) -> float:
    """A number from 0 to 1 that looks like chance."""
    return (i * k % 31) / 31


NUMBERS = range(32)
PLACES = [(2.5 * (i % 8) + 1.4 * near(i, 12) - 0.7, 2.5 * (i // 8) + 1.4 * near(i, 19) - 0.7) for i in NUMBERS]
SIZES = [0.5 + 0.6 * near(i, 7) for i in NUMBERS]
ANGLES = [80 * near(i, 11) - 40 for i in NUMBERS]
ONE = (4, 1.5, 8, 4, 15)


def one() -> Shape:
    """What all of them are asked about."""
    return Rect(*ONE)


def discs() -> Circles:
    """Thirty-two of them."""
    return Circles([(x, y, r) for (x, y), r in zip(PLACES, SIZES, strict=True)])


def drawn(shapes: Any, colors: dict[int, str] | None = None, plain: str = BLUE) -> Drawing:
    """All of an array of shapes, some in colours of their own."""
    drawing = blank()
    for i, shape in enumerate(shapes.to_shapes()):
        color = (colors or {}).get(i, plain)
        drawing.add_shape(shape, f"{i}", color=color, opacity=0.12 if color == plain else 0.35, label=False)
    return drawing


def chosen(mask: Any, color: str = RED) -> dict[int, str]:
    """A colour for those of which something is true."""
    return {i: color for i, is_so in enumerate(mask.tolist()) if is_so}


@picture("arrays.ShapeArray", "arrays.Circles", "Circles", "arrays.ShapeArray.from_shapes",
         "arrays.ShapeArray.to_shapes")  # fmt: skip
def _circles() -> Drawing:
    """Rows of x, y, r."""
    return drawn(discs())


@picture("arrays.Points", "Points")
def _points() -> Drawing:
    """Rows of x, y."""
    return drawn(Points(PLACES))


@picture("arrays.Segments", "Segments")
def _segments() -> Drawing:
    """Rows of ax, ay, bx, by."""
    return drawn(Segments([(x, y, x + 2 * s, y + s) for (x, y), s in zip(PLACES, SIZES, strict=True)]))


@picture("arrays.Capsules", "Capsules")
def _capsules() -> Drawing:
    """Rows of ax, ay, bx, by, r."""
    return drawn(Capsules([(x, y, x + s, y + s / 2, s / 2) for (x, y), s in zip(PLACES, SIZES, strict=True)]))


@picture("arrays.Rects", "Rects")
def _rects() -> Drawing:
    """Rows of x, y, w, h, and here an angle."""
    rows = zip(PLACES, SIZES, ANGLES, strict=True)
    return drawn(Rects([(x, y, 2 * s, s, angle) for (x, y), s, angle in rows]))


@picture("arrays.RoundRects", "RoundRects")
def _round_rects() -> Drawing:
    """Rows of x, y, w, h, r, and here an angle."""
    rows = zip(PLACES, SIZES, ANGLES, strict=True)
    return drawn(RoundRects([(x, y, 2 * s, s + 0.4, s / 3, angle) for (x, y), s, angle in rows]))


@picture("arrays.ShapeArray.area", "arrays.ShapeArray.perimeter")
def _area() -> Drawing:
    """Numbers of each: here those of which the area is above the mean are green."""
    some = Rects([(x, y, 2.4 * near(i, 5) + 0.3, 2 * near(i, 9) + 0.3) for i, (x, y) in enumerate(PLACES)])
    areas = some.area.tolist()
    middle = sum(areas) / len(areas)
    return drawn(some, {i: GREEN for i, area in enumerate(areas) if area > middle})


@picture("arrays.ShapeArray.center")
def _center() -> Drawing:
    """A point for each: the middle of a segment."""
    some = Capsules([(x, y, x + 2 * s, y + s, s / 3) for (x, y), s in zip(PLACES, SIZES, strict=True)])
    drawing = drawn(some)
    for center in some.center.tolist():
        drawing.add_point(center, "")
    return drawing


@picture("arrays.ShapeArray.move")
def _move() -> Drawing:
    """Each by a motion of its own."""
    some = discs()[::3]
    motions = [(0.35 * i - 1, 2.5 - 0.35 * i) for i in range(11)]
    drawing = drawn(some, plain=MUTED)
    for before, after, motion in zip(some.to_shapes(), some.move(motions).to_shapes(), motions, strict=True):
        drawing.add_shape(after, "", color=GREEN).add_arrow(before.center, motion, color=GREEN)
    return drawing


@picture("arrays.ShapeArray.rotate")
def _rotate() -> Drawing:
    """All about one point, or each about its own centre."""
    some = Rects([(x + 4, y, 2, 1) for x, y in PLACES[:4]])
    about = (0, 0)
    drawing = drawn(some, plain=MUTED).add_point(about, "about")
    for angle in (20, 40):
        for shape in some.rotate(angle, about).to_shapes():
            drawing.add_shape(shape, "", color=GREEN)
    return drawing


@picture("arrays.ShapeArray.at")
def _at() -> Drawing:
    """Each with its centre at a place of its own."""
    some = discs()[::3]
    drawing = drawn(some, plain=MUTED)
    for shape in some.at([(2 * i, 5) for i in range(11)]).to_shapes():
        drawing.add_shape(shape, "", color=GREEN)
    return drawing


@picture("arrays.ShapeArray.scale_by")
def _scale_by() -> Drawing:
    """Each about its own centre, by a factor of its own."""
    some = Rects([(x, y, 1.4, 0.8, angle) for (x, y), angle in zip(PLACES, ANGLES, strict=True)])
    drawing = drawn(some, plain=MUTED)
    for shape in some.scale_by([0.3 + i / 16 for i in NUMBERS]).to_shapes():
        drawing.add_shape(shape, "", color=GREEN)
    return drawing


@picture("arrays.ShapeArray.grow")
def _grow() -> Drawing:
    """Rects become RoundRects around them."""
    some = Rects([(x, y, 1.2, 0.6, angle) for (x, y), angle in zip(PLACES, ANGLES, strict=True)])
    drawing = drawn(some)
    for shape in some.grow([0.1 + i / 64 for i in NUMBERS]).to_shapes():
        drawing.add_shape(shape, "", color=GREEN)
    return drawing


@picture("arrays.ShapeArray.replace")
def _replace() -> Drawing:
    """All with one y, and each with an x of its own."""
    some = Rects([(x, y, 1.4, 0.8, angle) for (x, y), angle in zip(PLACES[:8], ANGLES[:8], strict=True)])
    drawing = drawn(some, plain=MUTED)
    for shape in some.replace(x=[2.5 * i for i in range(8)], y=4).to_shapes():
        drawing.add_shape(shape, "", color=GREEN)
    return drawing


@picture("arrays.ShapeArray.relate")
def _relate() -> Drawing:
    """-1, 0 or 1 for each."""
    tiles = Rects([(round(2 * x) / 2, round(2 * y) / 2, 1.5, 1) for x, y in PLACES])
    asked = Rect(4, 1.5, 8, 4)
    colors = {i: RELATION_COLORS[r] for i, r in enumerate(tiles.relate(asked).tolist())}
    return drawn(tiles, colors).add_shape(asked, "", color=INK, ghost=True)


def masked(verb: str) -> Drawing:
    """Those of which a verb is true."""
    some, asked = discs(), one()
    return drawn(some, chosen(getattr(some, verb)(asked))).add_shape(asked, "", color=INK, ghost=True)


@picture("arrays.ShapeArray.collides")
def _collides() -> Drawing:
    """An array of booleans: which of them collide with the dashed one."""
    return masked("collides")


@picture("arrays.ShapeArray.overlaps")
def _overlaps() -> Drawing:
    """The same without those that only touch."""
    return masked("overlaps")


@picture("arrays.ShapeArray.touches")
def _touches() -> Drawing:
    """Only those that touch: of tiles, the neighbours."""
    tiles = Rects([(i, j, 1, 1) for j in range(4) for i in range(8)])
    asked = Rect(2, 1, 3, 2)
    return drawn(tiles, chosen(tiles.touches(asked), AMBER)).add_shape(asked, "", color=INK, ghost=True)


@picture("arrays.ShapeArray.separation", "arrays.ShapeArray.distance", "arrays.nearest", "nearest", "arrays.Nearest")
def _separation() -> Drawing:
    """A number for each: here those nearer than 1 to the dashed one are marked."""
    some, asked = discs(), one()
    gaps = enumerate(some.separation(asked).tolist())
    return (
        drawn(some, {i: RED if gap <= 0 else AMBER for i, gap in gaps if gap < 1})
        .add_shape(asked, "", color=INK, ghost=True)
        .add_shape(asked.grow(1), "", color=MUTED, ghost=True, width=0.8)
    )


@picture("arrays.ShapeArray.contains")
def _contains() -> Drawing:
    """Those that contain the dashed one are green; amber ones only collide with it."""
    some = Circles([(x, y, 2 * r) for (x, y), r in zip(PLACES, SIZES, strict=True)])
    asked = Circle(11.25, 4.25, 0.5)
    colors = chosen(some.collides(asked), AMBER) | chosen(some.contains(asked), GREEN)
    return drawn(some, colors).add_shape(asked, "", color=INK, ghost=True)


@picture("arrays.ShapeArray.overlap_area")
def _overlap_area() -> Drawing:
    """A number for each: those of which at least half the area is in the dashed one are green, other parts amber."""
    some, asked = discs(), one()
    areas = zip(some.to_shapes(), some.overlap_area(asked).tolist(), strict=True)
    colors = {i: GREEN if 2 * part >= shape.area else AMBER for i, (shape, part) in enumerate(areas) if part > 0}
    return drawn(some, colors).add_shape(asked, "", color=INK, ghost=True)


@picture("arrays.ShapeArray.contact", "arrays.Contacts", "arrays.Contacts.mtv")
def _contact() -> Drawing:
    """Normals and depths as arrays: an mtv for each that collides takes it out."""
    some, asked = discs(), one()
    contacts = some.contact(asked)
    drawing = drawn(some, chosen(contacts.hit)).add_shape(asked, "", color=INK, ghost=True)
    for shape, hit, mtv in zip(some.to_shapes(), contacts.hit.tolist(), contacts.mtv.tolist(), strict=True):
        if hit:
            drawing.add_arrow(shape.center, mtv)
    return drawing


@picture("arrays.ShapeArray.cast", "arrays.first_hits", "first_hits", "arrays.FirstHits")
def _cast() -> Drawing:
    """Eight discs on their way to the right: a t for each."""
    some = Circles([(0, 1.3 * i, 0.5) for i in range(8)])
    pillar, motion = Circle(9, 4.5, 2.6), (14, 0)
    hits = some.cast(motion, pillar)
    drawing = blank().add_shape(pillar, "", color=AMBER)
    for shape, hit, t in zip(some.to_shapes(), hits.hit.tolist(), hits.t.tolist(), strict=True):
        drawing.add_way(shape, motion, t if hit else 1.0, label=False)
    return drawing


@picture("arrays.ShapeArray.turn_cast")
def _turn_cast() -> Drawing:
    """Five hands about one point: a t for each."""
    some = Segments([(4 - i, 0, 5 - i, 0) for i in range(5)])
    ball, centre = Circle(0, 3.2, 1.1), (0, 0)
    hits = some.turn_cast(150, ball, centre)
    drawing = blank().add_shape(ball, "", color=AMBER)
    for shape, hit, t in zip(some.to_shapes(), hits.hit.tolist(), hits.t.tolist(), strict=True):
        drawing.add_turn(shape, 150, t if hit else 1.0, centre, label=False)
    return drawing


@picture("arrays.ShapeArray.raycast", "arrays.Hits")
def _raycast() -> Drawing:
    """A fan of rays against one wall; points and normals are arrays."""
    motions = [(12, 1.5 * i) for i in range(-5, 6)]
    wall = Circles([(9, 0, 3)])
    origin = (0, 0)
    hits = wall.raycast(Points([origin] * len(motions)), motions)
    drawing = blank().add_shape(wall.to_shapes()[0], "", color=AMBER)
    found = (hits.hit.tolist(), hits.t.tolist(), hits.point.tolist(), hits.normal.tolist())
    for (x, y), hit, t, point, (nx, ny) in zip(motions, *found, strict=True):
        part = t if hit else 1.0
        drawing.add_arrow(origin, (x * part, y * part), color=GREEN if hit else MUTED)
        if hit:
            drawing.add_arrow(point, (1.5 * nx, 1.5 * ny))
    return drawing


@picture("dask.LazyShapes", "dask.LazyShapes.from_chunks", "dask.LazyShapes.compute", "dask.LazyShapes.shape")
def _lazy() -> Drawing:
    """Rows in blocks, here of eight: a worker has one of them at a time."""
    colors = (BLUE, GREEN, AMBER, RED)
    return drawn(discs(), {i: colors[i // 8] for i in range(32)}, plain=MUTED)


def larger() -> Circles:
    """Discs of which some overlap."""
    return Circles([(x, y, 1.3 * r) for (x, y), r in zip(PLACES, SIZES, strict=True)])


def paired() -> Drawing:
    """Every two that collide, joined."""
    some = larger()
    found = pairs(some).tolist()
    drawing, shapes = drawn(some, {i: RED for pair in found for i in pair}), some.to_shapes()
    for a, b in found:
        drawing.add_distance(shapes[a].center, shapes[b].center, color=INK)
    return drawing


@picture("arrays.pairs", "pairs")
def _pairs() -> Drawing:
    """All pairs of indices that collide."""
    return paired()


@picture("arrays.pair_chunks", "pair_chunks")
def _pair_chunks() -> Drawing:
    """Some rows at a time: here the pairs of the first sixteen rows."""
    some = larger()
    drawing, shapes = drawn(some, dict.fromkeys(range(16), GREEN)), some.to_shapes()
    for a, b in pairs(some).tolist():
        if a < 16:
            drawing.add_distance(shapes[a].center, shapes[b].center, color=INK)
    return drawing
