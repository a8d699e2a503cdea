"""Pictures of arrays of shapes: one call, many answers."""

from __future__ import annotations

from typing import Any

import numpy as np

from collide2d import Capsules, Circle, Circles, Points, Rect, Rects, RoundRects, Segments, Shape, pairs
from collide2d.drawing import AMBER, BLUE, GREEN, INK, MUTED, RED, RELATION_COLORS, Drawing
from table import blank, picture

rng = np.random.default_rng(7)
PLACES = np.stack([np.tile(np.arange(8) * 2.5, 4), np.repeat(np.arange(4) * 2.5, 8)], axis=1)
PLACES = np.round(PLACES + rng.uniform(-0.7, 0.7, PLACES.shape), 2)
SIZES = np.round(rng.uniform(0.5, 1.1, (32, 1)), 2)
ANGLES = np.round(rng.uniform(-40, 40, (32, 1)), 1)
ONE = Rect(4, 1.5, 8, 4, 15)


def discs() -> Circles:
    """Thirty-two of them."""
    return Circles(np.hstack([PLACES, SIZES]))


def drawn(shapes: Any, colors: dict[int, str] | None = None, plain: str = BLUE) -> Drawing:
    """All of an array of shapes, some in colours of their own."""
    drawing = blank()
    for i, shape in enumerate(shapes.to_shapes()):
        color = (colors or {}).get(i, plain)
        drawing.add_shape(shape, f"{i}", color=color, opacity=0.12 if color == plain else 0.35, label=False)
    return drawing


def chosen(mask: Any, color: str = RED) -> dict[int, str]:
    """A colour for those of which something is true."""
    return {int(i): color for i in np.flatnonzero(mask)}


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
    return drawn(Segments(np.hstack([PLACES, PLACES + 2 * SIZES * [1, 0.5]])))


@picture("arrays.Capsules", "Capsules")
def _capsules() -> Drawing:
    """Rows of ax, ay, bx, by, r."""
    return drawn(Capsules(np.hstack([PLACES, PLACES + SIZES * [1, 0.5], SIZES / 2])))


@picture("arrays.Rects", "Rects")
def _rects() -> Drawing:
    """Rows of x, y, w, h, and here an angle."""
    return drawn(Rects(np.hstack([PLACES, 2 * SIZES, SIZES, ANGLES])))


@picture("arrays.RoundRects", "RoundRects")
def _round_rects() -> Drawing:
    """Rows of x, y, w, h, r, and here an angle."""
    return drawn(RoundRects(np.hstack([PLACES, 2 * SIZES, SIZES + 0.4, SIZES / 3, ANGLES])))


@picture("arrays.ShapeArray.move")
def _move() -> Drawing:
    """Each by a motion of its own."""
    some = discs()[::3]
    motions = np.stack([np.linspace(-1, 2.5, len(some)), np.linspace(2.5, -1, len(some))], axis=1)
    drawing = drawn(some, plain=MUTED)
    for before, after, motion in zip(some, some.move(motions), motions, strict=True):
        drawing.add_shape(after, "", color=GREEN).add_arrow(before.center, tuple(motion), color=GREEN)
    return drawing


@picture("arrays.ShapeArray.rotate")
def _rotate() -> Drawing:
    """All about one point, or each about its own centre."""
    some = Rects(np.hstack([np.add(PLACES[:4], (4, 0)), np.full((4, 2), [2, 1])]))
    drawing = drawn(some, plain=MUTED).add_point((0, 0), "about")
    for angle in (20, 40):
        for shape in some.rotate(angle, (0, 0)):
            drawing.add_shape(shape, "", color=GREEN)
    return drawing


@picture("arrays.ShapeArray.relate")
def _relate() -> Drawing:
    """-1, 0 or 1 for each."""
    tiles = Rects(np.hstack([np.round(PLACES * 2) / 2, np.full((32, 2), [1.5, 1])]))
    asked = Rect(4, 1.5, 8, 4)
    colors = {i: RELATION_COLORS[r] for i, r in enumerate(tiles.relate(asked).tolist())}
    return drawn(tiles, colors).add_shape(asked, "", color=INK, ghost=True)


def masked(verb: str) -> Drawing:
    """Those of which a verb is true."""
    some = discs()
    return drawn(some, chosen(getattr(some, verb)(ONE))).add_shape(ONE, "", color=INK, ghost=True)


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
    tiles = Rects([[i, j, 1, 1] for j in range(4) for i in range(8)])
    asked = Rect(2, 1, 3, 2)
    return drawn(tiles, chosen(tiles.touches(asked), AMBER)).add_shape(asked, "", color=INK, ghost=True)


@picture("arrays.ShapeArray.separation", "arrays.ShapeArray.distance")
def _separation() -> Drawing:
    """A number for each: here those nearer than 1 to the dashed one are marked."""
    some = discs()
    gaps = some.separation(ONE)
    return (
        drawn(some, chosen((gaps > 0) & (gaps < 1), AMBER) | chosen(gaps <= 0))
        .add_shape(ONE, "", color=INK, ghost=True)
        .add_shape(ONE.grow(1), "", color=MUTED, ghost=True, width=0.8)
    )


@picture("arrays.ShapeArray.contact", "arrays.Contacts", "arrays.Contacts.mtv")
def _contact() -> Drawing:
    """Normals and depths as arrays: an mtv for each that collides takes it out."""
    some = discs()
    contacts = some.contact(ONE)
    drawing = drawn(some, chosen(contacts.hit)).add_shape(ONE, "", color=INK, ghost=True)
    for i in np.flatnonzero(contacts.hit):
        drawing.add_arrow(tuple(PLACES[i]), tuple(contacts.mtv[i]))
    return drawing


@picture("arrays.ShapeArray.cast")
def _cast() -> Drawing:
    """Eight discs on their way to the right: a t for each."""
    some = Circles([[0, 1.3 * i, 0.5] for i in range(8)])
    pillar: Shape = Circle(9, 4.5, 2.6)
    hits = some.cast((14, 0), pillar)
    drawing = blank().add_shape(pillar, "", color=AMBER)
    for shape, hit, t in zip(some, hits.hit, hits.t, strict=True):
        drawing.add_way(shape, (14, 0), float(t) if hit else 1.0, label=False)
    return drawing


@picture("arrays.ShapeArray.raycast", "arrays.Hits")
def _raycast() -> Drawing:
    """A fan of rays against one wall; points and normals are arrays."""
    turns = np.radians(np.arange(-40, 41, 10))
    motions = np.round(15 * np.stack([np.cos(turns), np.sin(turns)], axis=1), 3)
    wall = Circles([[9, 0, 3]])
    hits = wall.raycast(Points(np.zeros((len(motions), 2))), motions)
    drawing = blank().add_shape(wall[0], "", color=AMBER)
    for motion, hit, t, point, normal in zip(motions, *hits[:4], strict=True):
        drawing.add_arrow((0, 0), tuple(motion * t) if hit else tuple(motion), color=GREEN if hit else MUTED)
        if hit:
            drawing.add_arrow(tuple(point), tuple(normal * 1.5))
    return drawing


@picture("dask.LazyShapes", "dask.LazyShapes.from_chunks", "dask.LazyShapes.compute", "dask.LazyShapes.shape")
def _lazy() -> Drawing:
    """Rows in blocks, here of eight: a worker has one of them at a time."""
    colors = (BLUE, GREEN, AMBER, RED)
    return drawn(discs(), {i: colors[i // 8] for i in range(32)}, plain=MUTED)


def paired() -> Drawing:
    """Every two that collide, joined."""
    some = Circles(np.hstack([PLACES, 1.3 * SIZES]))
    found = pairs(some)
    drawing = drawn(some, {int(i): RED for pair in found for i in pair})
    for a, b in found:
        drawing.add_distance(tuple(PLACES[a]), tuple(PLACES[b]), color=INK)
    return drawing


@picture("arrays.pairs", "pairs", "arrays.count_pairs", "count_pairs")
def _pairs() -> Drawing:
    """All pairs of indices that collide."""
    return paired()


@picture("arrays.pair_chunks", "pair_chunks")
def _pair_chunks() -> Drawing:
    """Some rows at a time: here the pairs of the first sixteen rows."""
    some = Circles(np.hstack([PLACES, 1.3 * SIZES]))
    drawing = drawn(some, {int(i): GREEN for i in range(16)})
    for a, b in pairs(some):
        if a < 16:
            drawing.add_distance(tuple(PLACES[a]), tuple(PLACES[b]), color=INK)
    return drawing
