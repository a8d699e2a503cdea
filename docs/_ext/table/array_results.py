"""Pictures of what arrays find: polygons, responses, tables, worlds that repeat, and a space asked with arrays.

They are not live: the page has no twin of these calls.
"""

from __future__ import annotations

import itertools
import math

from collide2d import (
    Capsule,
    Circle,
    Circles,
    Point,
    Points,
    Polygon,
    Rect,
    Rects,
    RoundRect,
    Segment,
    Shapes,
    Space,
    pairs,
)
from collide2d.drawing import AMBER, BLUE, GREEN, INK, MUTED, RED, Drawing
from table import blank, picture
from table.arrays import ANGLES, PLACES, SIZES, discs, drawn, larger, one
from table.spaces import drawn as drawn_items
from table.spaces import world


@picture("arrays.Polygons", "Polygons", "arrays.Polygons.radius", "arrays.Polygons.offsets", "arrays.Polygons.vertices",
         "arrays.Polygons.replace", "arrays.Polygons.from_shapes", "arrays.Polygons.to_shapes",
         "arrays.Polygons.to_columns")  # fmt: skip
def _polygons() -> Drawing:
    """Of any number of vertices each: here 3, 4 or 6."""
    corners = [(-1, -0.6), (0.2, -1), (1, -0.4), (1, 0.5), (0, 1), (-0.8, 0.7)]
    drawing = blank()
    for i, (x, y) in enumerate(PLACES):
        points = [(x + SIZES[i] * dx, y + SIZES[i] * dy) for dx, dy in corners[:: (2, 1)[i % 2]]]
        drawing.add_shape(Polygon(points[: 6 - i % 3 * 2] if i % 2 else points), "", color=BLUE, opacity=0.12)
    return drawing


@picture("arrays.Shapes", "Shapes", "arrays.Shapes.kinds", "arrays.Shapes.anchors", "arrays.Shapes.from_shapes",
         "arrays.Shapes.join", "arrays.Shapes.split", "arrays.Shapes.to_shapes", "arrays.Shapes.radius",
         "arrays.Shapes.offsets", "arrays.Shapes.vertices", "arrays.Shapes.table", "arrays.Shapes.replace",
         "arrays.Shapes.to_columns")  # fmt: skip
def _shapes() -> Drawing:
    """Of any kinds, in one array."""
    rows = zip(PLACES, SIZES, ANGLES, strict=True)
    each = [
        (Circle(x, y, s), Rect(x, y, 2 * s, s, angle), Capsule(x, y, x + s, y + s / 2, s / 2), Point(x, y),
         Polygon([(x, y - s), (x + s, y + s / 2), (x - s, y + s)]), Segment(x, y, x + 2 * s, y + s))[i % 6]
        for i, ((x, y), s, angle) in enumerate(rows)
    ]  # fmt: skip
    return drawn(Shapes.from_shapes(each))


@picture("arrays.Contacts.point_count")
def _point_count() -> Drawing:
    """Two points where edges face each other, else one."""
    tilts = [angle * (i % 2) for i, angle in enumerate(ANGLES)]
    some = Rects([(x, y, 1.6, 1, angle) for (x, y), angle in zip(PLACES, tilts, strict=True)])
    asked = one()
    drawing = drawn(some).add_shape(asked, "", color=INK, ghost=True)
    for shape in some.to_shapes():
        found = shape.contact(asked)
        if found:
            drawing.add_shape(shape, "", color=GREEN if len(found.points) == 2 else AMBER)
            for point in found.points:
                drawing.add_point(point, "")
    return drawing


@picture("arrays.ShapeArray.closest_points", "arrays.ClosestPoints")
def _closest_points() -> Drawing:
    """Two arrays of points: here those of discs that are apart from the dashed one."""
    some, asked = discs(), one()
    drawing = drawn(some).add_shape(asked, "", color=INK, ghost=True)
    for shape in some.to_shapes():
        if not shape.collides(asked):
            on_a, on_b = shape.closest_points(asked)
            drawing.add_distance(on_a, on_b, color=AMBER)
    return drawing


@picture("arrays.ShapeArray.clip", "arrays.Clips")
def _clip() -> Drawing:
    """The parts of one segment that are inside: two numbers for each."""
    some, (ax, ay, bx, by) = discs(), (-1, 0.5, 20, 6.5)
    segment = Segment(ax, ay, bx, by)
    drawing = drawn(some).add_shape(segment, "", color=INK)
    for shape in some.to_shapes():
        inside = shape.clip(segment)
        if inside:
            t, u = inside
            part = Segment(ax + t * (bx - ax), ay + t * (by - ay), ax + u * (bx - ax), ay + u * (by - ay))
            drawing.add_shape(shape, "", color=AMBER).add_shape(part, "", color=RED, width=3)
    return drawing


@picture("arrays.ShapeArray.sweep")
def _sweep() -> Drawing:
    """Discs sweep capsules, each along a motion of its own."""
    some = discs()[::3]
    drawing = drawn(some)
    for i, shape in enumerate(some.to_shapes()):
        drawing.add_shape(shape.sweep((0.35 * i - 1, 2.5 - 0.35 * i)), "", color=GREEN, opacity=0.2)
    return drawing


@picture("arrays.ShapeArray.separate")
def _separate() -> Drawing:
    """Each pushed out of the dashed one, which stays."""
    some, asked = discs(), one()
    drawing = drawn(some, plain=MUTED).add_shape(asked, "", color=INK, ghost=True)
    for shape in some.to_shapes():
        if shape.overlaps(asked):
            after, _ = shape.separate(asked, mass_b=math.inf)
            drawing.add_shape(after, "", color=GREEN)
    return drawing


@picture("arrays.ShapeArray.to_columns", "arrays.ShapeArray.to_frame", "arrays.Contacts.to_columns",
         "arrays.Contacts.to_frame", "arrays.Hits.to_columns", "arrays.Hits.to_frame",
         "arrays.ClosestPoints.to_columns", "arrays.ClosestPoints.to_frame", "arrays.Clips.to_columns",
         "arrays.Clips.to_frame", "arrays.FirstHits.to_columns", "arrays.FirstHits.to_frame",
         "arrays.Nearest.to_columns", "arrays.Nearest.to_frame", "arrays.ItemHits.to_columns",
         "arrays.ItemHits.to_frame", "arrays.NearestItems.to_columns", "arrays.NearestItems.to_frame",
         "arrays.Items.to_columns", "arrays.Items.to_frame", "arrays.ItemContacts.to_columns",
         "arrays.ItemContacts.to_frame", "arrays.AllHits.to_columns", "arrays.AllHits.to_frame")  # fmt: skip
def _columns() -> Drawing:
    """A row of the table for each shape, and a column for each number."""
    drawing = blank()
    for k, name in enumerate(("x", "y", "r")):
        drawing.add_label((24 + 2.4 * k, -1.2), name)
    for i, shape in enumerate(discs().to_shapes()[:8]):
        drawing.add_shape(shape, "", color=BLUE)
        x, y = shape.center
        for k, number in enumerate((x, y, shape.radius)):
            drawing.add_label((24 + 2.4 * k, i), f"{number:.1f}", color=MUTED)
    return drawing


@picture("arrays.count_pairs", "count_pairs")
def _count_pairs() -> Drawing:
    """In a world that repeats shapes collide through the edges, too: the green ones with the dashed images."""
    width, height = 20.0, 10.0
    some, here = larger(), {tuple(pair) for pair in pairs(larger()).tolist()}
    through = [pair for pair in pairs(some, period=(width, height)).tolist() if tuple(pair) not in here]
    colors = {i: RED for pair in here for i in pair} | {i: GREEN for pair in through for i in pair}
    drawing, shapes = drawn(some, colors), some.to_shapes()
    for i, j in through:
        for dx, dy in itertools.product((-width, 0.0, width), (-height, 0.0, height)):
            image = shapes[j].move(dx, dy)
            if image.collides(shapes[i]):
                drawing.add_shape(image, f"image of {j}", color=GREEN, ghost=True, label=False)
    return drawing


@picture("arrays.ItemHits", "arrays.ItemHits.hit", "arrays.FirstHits.hit")
def _item_hits() -> Drawing:
    """space.raycast(origin, motions): the first item that each ray of a fan hits, one row for each."""
    space, origin = world(), (7, 5.5)
    motions = [(9 * math.cos(i * math.pi / 9), 9 * math.sin(i * math.pi / 9)) for i in range(18)]
    hits = space.raycast(Points([origin]), motions)
    drawing = drawn_items(space, hits.item.tolist(), AMBER).add_point(origin)
    for (dx, dy), row, t in zip(motions, hits.row.tolist(), hits.t.tolist(), strict=True):
        part = t if row >= 0 else 1.0
        drawing.add_arrow(origin, (part * dx, part * dy), color=GREEN if row >= 0 else MUTED)
    return drawing


@picture("arrays.AllHits", "arrays.AllHits.sizes", "arrays.AllHits.owner")
def _all_hits() -> Drawing:
    """space.raycast_all(origins, motion): all that each ray hits, the hits of one ray after those of another."""
    space, motion = world(), (19, 0)
    origins = [(-1, 2 + 1.5 * i) for i in range(6)]
    hits = space.raycast_all(Points(origins), motion)
    drawing = drawn_items(space, hits.item.tolist(), AMBER)
    for origin, size in zip(origins, hits.sizes.tolist(), strict=True):
        drawing.add_arrow(origin, motion, color=GREEN if size else MUTED)
    for point in hits.point.tolist():
        drawing.add_point(point)
    return drawing


@picture("arrays.Items", "arrays.Items.sizes", "arrays.Items.owner")
def _items() -> Drawing:
    """space.query(rows): what each dashed row overlaps; sizes says how many items those are."""
    space, rows = world(), Circles([(5, 3, 1.5), (8, 6, 1.8), (16, 8, 1.5)])
    found = space.query(rows)
    drawing = drawn_items(space, found.item.tolist(), RED)
    for row, size in zip(rows.to_shapes(), found.sizes.tolist(), strict=True):
        drawing.add_shape(row, str(size), color=INK, ghost=True)
    return drawing


@picture("arrays.ItemContacts", "arrays.ItemContacts.mtv", "arrays.ItemContacts.sizes", "arrays.ItemContacts.owner")
def _item_contacts() -> Drawing:
    """space.contacts(rows): an mtv for each contact takes its row out of the item."""
    space, rows = world(), Circles([(5, 3, 1.5), (8, 6, 1.8), (13, 8.5, 1.5)])
    contacts = space.contacts(rows)
    drawing = drawn_items(space, contacts.item.tolist(), AMBER)
    for row in rows.to_shapes():
        drawing.add_shape(row, "", color=INK, ghost=True)
    for i, mtv in zip(contacts.owner.tolist(), contacts.mtv.tolist(), strict=True):
        drawing.add_arrow(rows[i].center, mtv)
    return drawing


@picture("arrays.NearestItems")
def _nearest_items() -> Drawing:
    """space.nearest(points, 2): the two items that are nearest to each point."""
    space, points = world(), Points([(6, 5.5), (12, 1), (15, 8)])
    near = space.nearest(points, 2)
    drawing = drawn_items(space, near.item.ravel().tolist(), GREEN)
    for point, items in zip(points.to_shapes(), near.item.tolist(), strict=True):
        for item in items:
            drawing.add_distance(point.center, space[item].closest_points(point.center)[0], color=INK)
        drawing.add_point(point.center)
    return drawing


@picture("Space.period")
def _period() -> Drawing:
    """Space(items, period=(16, 10)): "e" reaches over the right edge, and its image overlaps "a"."""
    space = Space({"a": Circle(2.5, 4, 2), "c": RoundRect(6, 6, 5, 3, 1), "e": Circle(15.5, 4, 1.5)}, period=(16, 10))
    drawing = drawn_items(space, {item for pair in space.pairs() for item in pair})
    drawing.add_shape(Rect(0, 0, 16, 10), "", color=INK, ghost=True)
    return drawing.add_shape(space["e"].move(-16, 0), "e", color=MUTED, ghost=True)
