"""Pictures of the kinds of shapes, how they are made, and how they are changed."""

from __future__ import annotations

from itertools import pairwise

from collide2d import Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape
from collide2d.drawing import AMBER, BLUE, GREEN, INK, MUTED, Drawing
from table import blank, picture

KINDS = {
    "point": Point(2, 3),
    "circle": Circle(8, 3, 2.5),
    "segment": Segment(14, 0, 18, 4),
    "capsule": Capsule(21, 2, 25, 4, 1.5),
    "rect": Rect(0, 9, 6, 4, angle=20),
    "roundrect": RoundRect(9, 9, 6, 4, 1.25),
    "polygon": Polygon([(18, 13), (19, 9), (23, 8.5), (26, 11), (24, 13.5)]),
}


def one(shape: Shape, name: str = "") -> Drawing:
    """A shape with its core."""
    return blank().add_shape(shape, name, core=True)


def changed(before: Shape, after: Shape, names: tuple[str, str] = ("before", "after")) -> Drawing:
    """A shape as it was, dashed, and as it is now."""
    return blank().add_shape(before, names[0], color=MUTED, ghost=True).add_shape(after, names[1], color=GREEN)


@picture("Shape", "Shape.kind", "reference.ExactShape")
def _kinds() -> Drawing:
    """Every kind: the hull of its vertices (dotted), grown by its radius."""
    drawing = blank()
    for name, shape in KINDS.items():
        drawing.add_shape(shape, name, core=True)
    return drawing


@picture("Point")
def _point() -> Drawing:
    """A place: no size, and yet a shape."""
    return one(Point(3, 2), "Point(3, 2)").add_shape(Circle(0, 0, 1), "", color=MUTED, opacity=0.08)


@picture("Circle")
def _circle() -> Drawing:
    """A point, grown by r."""
    return one(Circle(0, 0, 2)).add_distance((0, 0), (2, 0), "r = 2").add_label((0, -0.3), "(0, 0)")


@picture("Segment")
def _segment() -> Drawing:
    """All points from a to b."""
    return one(Segment(0, 0, 6, 3)).add_point((0, 0), "a").add_point((6, 3), "b")


@picture("Capsule")
def _capsule() -> Drawing:
    """A segment, grown by r."""
    return (
        one(Capsule(0, 0, 6, 2, 1.5))
        .add_point((0, 0), "a")
        .add_point((6, 2), "b")
        .add_distance((6, 2), (6.9, 3.2), "r")
    )


@picture("Rect")
def _rect() -> Drawing:
    """Rect(0, 0, 6, 3, angle=20), turned about its centre: the top-left corner is that before turning."""
    return (
        blank()
        .add_shape(Rect(0, 0, 6, 3), "before turning", color=MUTED, ghost=True)
        .add_shape(Rect(0, 0, 6, 3, 20), "angle 20")
        .add_point((0, 0), "(x, y)")
    )


@picture("Rect.centered")
def _rect_centered() -> Drawing:
    """By the centre and the size: Rect.centered(4, 3, 6, 2, 30)."""
    return one(Rect.centered(4, 3, 6, 2, 30)).add_point((4, 3), "(cx, cy)")


@picture("Rect.pivoted")
def _rect_pivoted() -> Drawing:
    """A door in three positions: (x, y) is where the hinge is, offset where the hinge is in the door."""
    drawing = blank()
    for angle in (0, 30, 60):
        door = Rect.pivoted(0, 0, 6, 1, (0.5, 0.5), angle)
        drawing.add_shape(door, f"{angle}", color=BLUE if angle else MUTED, ghost=not angle, label=bool(angle))
    return drawing.add_point((0, 0), "(x, y)")


@picture("Rect.from_corners")
def _rect_from_corners() -> Drawing:
    """By two opposite corners: tiles made from the same numbers share their edges exactly."""
    xs = (0.0, 0.1, 0.3, 0.6)
    drawing = blank()
    for i, (left, right) in enumerate(pairwise(xs)):
        drawing.add_shape(Rect.from_corners(left, 0, right, 0.2), f"{i}", color=AMBER)
    return drawing.add_point((0.3, 0), "(x1, y1)").add_point((0.6, 0.2), "(x2, y2)")


@picture("RoundRect")
def _round_rect() -> Drawing:
    """By its outer size, as pygame.draw.rect(border_radius=r). Dotted: the rectangle that r grows."""
    return one(RoundRect(0, 0, 6, 4, 1)).add_point((0, 0), "(x, y)")


@picture("RoundRect.centered")
def _round_centered() -> Drawing:
    """By the centre and the outer size: RoundRect.centered(4, 3, 6, 3, 1, 30)."""
    return one(RoundRect.centered(4, 3, 6, 3, 1, 30)).add_point((4, 3), "(cx, cy)")


@picture("RoundRect.pivoted")
def _round_pivoted() -> Drawing:
    """A flipper in three positions, about a pivot near its end."""
    drawing = blank()
    for angle in (-25, 0, 25):
        flipper = RoundRect.pivoted(0, 0, 7, 2, 1, (1, 1), angle)
        drawing.add_shape(flipper, "", color=BLUE if angle == 25 else MUTED, ghost=angle != 25)
    return drawing.add_point((0, 0), "(x, y)")


@picture("RoundRect.around")
def _round_around() -> Drawing:
    """By the inner size, which r grows: RoundRect.around(4, 3, 4, 1, 1.5)."""
    shape = RoundRect.around(4, 3, 4, 1, 1.5)
    return one(shape).add_label((4, 3), "inner_w × inner_h").add_distance((6, 3.5), (7.06, 4.56), "r")


@picture("Polygon")
def _polygon() -> Drawing:
    """Points that run once round it, either way; and the same with a radius."""
    points = [(0, 3), (1, 0), (4, -1), (6, 1), (5, 4)]
    return one(Polygon(points), "radius 0").add_shape(Polygon(points, 1).move(9, 0), "radius 1", core=True)


@picture("Polygon.hull", "reference.convex_hull")
def _hull() -> Drawing:
    """The convex hull of any points."""
    points = [(0, 3), (1, 0), (4, -1), (6, 1), (5, 4), (3, 1), (2, 2), (4, 2), (3, 3), (5, 2)]
    drawing = one(Polygon.hull(points))
    for point in points:
        drawing.add_shape(Point(*point), "", color=INK)
    return drawing


@picture("Shape.move")
def _move() -> Drawing:
    """move(5, 2): the same shape elsewhere."""
    before, motion = RoundRect(0, 0, 4, 3, 1, 20), (5, 2)
    return changed(before, before.move(motion)).add_arrow(before.center, motion)


@picture("Shape.at")
def _at() -> Drawing:
    """at(7, 3): its centre there."""
    before, pos = Polygon([(0, 3), (2, 0), (4, 3)]), (7, 3)
    return changed(before, before.at(pos)).add_point(pos, "(7, 3)")


@picture("Shape.rotate", "reference.turn", "reference.sine_cosine", "reference.degrees")
def _rotate() -> Drawing:
    """rotate(40, about=(0, 0)): degrees turn from +x toward +y, clockwise on a screen."""
    before, about = Rect(3, -1, 5, 2), (0, 0)
    return changed(before, before.rotate(40, about)).add_point(about, "about")


@picture("Shape.scale_by")
def _scale() -> Drawing:
    """scale_by(2): twice the size about its centre."""
    before = RoundRect(3, 2, 4, 2, 0.5)
    return changed(before, before.scale_by(2)).add_point(before.center)


@picture("Shape.placed", "Shape.replace")
def _placed() -> Drawing:
    """placed((9, 4), 30, scale=1.5, flip_x=True): mirrored, larger and turned, with its centre at (9, 4)."""
    before, pos = Polygon([(0, 2), (4, 0), (4, 3)]), (9, 4)
    placed = before.placed(pos, 30, scale=1.5, flip_x=True)
    return changed(before, placed).add_point(before.center).add_point(pos, "pos")


@picture(
    "Shape.left",
    "Shape.top",
    "Shape.right",
    "Shape.bottom",
    "Shape.width",
    "Shape.height",
    "Shape.size",
    "Shape.centerx",
    "Shape.centery",
    "Shape.topleft",
    "Shape.midtop",
    "Shape.topright",
    "Shape.midleft",
    "Shape.midright",
    "Shape.bottomleft",
    "Shape.midbottom",
    "Shape.bottomright",
    "Shape.rect",
)
def _sides() -> Drawing:
    """The sides and corners of the bounds have pygame's names."""
    shape = Capsule(2, 2, 7, 4, 1.5)
    drawing = blank().add_shape(Rect(*shape.rect), "", color=MUTED, ghost=True).add_shape(shape, "", color=BLUE)
    for name in ("topleft", "midtop", "topright", "midleft", "midright", "bottomleft", "midbottom", "bottomright"):
        drawing.add_point(getattr(shape, name), name)
    return drawing


@picture("Shape.grow")
def _grow() -> Drawing:
    """grow(1): every point within 1 of it is in it now, so corners become round."""
    before = Polygon([(0, 3), (2, 0), (5, 3)])
    return changed(before, before.grow(1))


def _as_text(text: str) -> Drawing:
    drawing = blank(grid=False).add_shape(Capsule(2, 0, 4, 1, 1), "", core=True)
    for i, line in enumerate(text.split("\n")):
        drawing.add_label((9.5, -0.2 + 0.8 * i), line, size=12.0)
    return drawing.add_point((13.5, 0.4), color="#fffefb").add_arrow((5.4, 0.4), (1, 0), color=MUTED)


@picture("Shape.to_dict", "Shape.from_dict")
def _to_dict() -> Drawing:
    """A shape, and what JSON can hold of it; from_dict is the way back."""
    data = Capsule(2, 0, 4, 1, 1).to_dict()
    return _as_text("\n".join(f"{key!r}: {value!r}" for key, value in data.items()))


@picture("capi.address", "capi.shape_address", "capi.cdef")
def _capi() -> Drawing:
    """Compiled code calls the functions of the core, about the shapes inside Python's objects."""
    return (
        blank(grid=False)
        .add_shape(RoundRect(0, 0, 26, 26, 3), "", color=MUTED)
        .add_label((13, 5), "Circle(0, 0, 1)", size=12)
        .add_shape(RoundRect(4, 10, 18, 10, 2), "c2d_shape", color=BLUE)
        .add_shape(RoundRect(44, 0, 26, 26, 3), "", color=MUTED)
        .add_label((57, 5), "the core", size=12)
        .add_shape(RoundRect(48, 10, 18, 10, 2), "c2d_relate", color=GREEN)
        .add_arrow((48, 15), (-26, 0), color=INK)
    )


@picture("get_include")
def _get_include() -> Drawing:
    """The directory of the C core's one header, for programs in C."""
    return (
        blank(grid=False)
        .add_shape(RoundRect(0, 0, 60, 26, 3), "", color=MUTED)
        .add_label((30, 6), "get_include()", size=13)
        .add_shape(RoundRect(8, 11, 44, 10, 2), "collide2d.h", color=BLUE)
    )


@picture("get_sources")
def _get_sources() -> Drawing:
    """The C files that a program compiles with its own; an installed package has one."""
    drawing = blank(grid=False).add_label((22, -4), "get_sources()", size=13)
    drawing.add_shape(RoundRect(0, 0, 44, 10, 2), "collide2d.c", color=BLUE)
    drawing.add_shape(RoundRect(0, 16, 44, 10, 2), "program.c", color=MUTED)
    drawing.add_shape(RoundRect(66, 8, 34, 10, 2), "program", color=MUTED)
    return drawing.add_arrow((45, 5), (20, 7), color=MUTED).add_arrow((45, 21), (20, -7), color=MUTED)


@picture("get_cmake_dir")
def _get_cmake_dir() -> Drawing:
    """The directory in which find_package(collide2d) of CMake finds the core."""
    return (
        blank(grid=False)
        .add_shape(RoundRect(0, 0, 80, 26, 3), "", color=MUTED)
        .add_label((40, 6), "get_cmake_dir()", size=13)
        .add_shape(RoundRect(4, 11, 72, 10, 2), "collide2d-config.cmake", color=BLUE)
    )
