"""Other libraries, and what each says about two shapes. A peer is only asked what its documentation promises."""

from __future__ import annotations

import ctypes
import importlib
import math
import subprocess
import tempfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import textbook

from collide2d.testing.calls import Precision, Takes
from collide2d.testing.exam import Verb, Where

FOLDER = Path(__file__).resolve().parent


class Question(NamedTuple):
    """A function of a peer, the kinds that it is for, its meaning, and the pairs about which it promises something."""

    call: str
    kinds: tuple[str, str]
    function: Callable[..., Any]
    verb: Verb = "collides"
    where: Where | None = None
    takes: Takes = "numbers"
    share: float = 1.0  # of the pairs that others are asked about
    precision: Precision = "double"


class Peer(NamedTuple):
    """A library: its name with its version, what it promises, and the questions."""

    name: str
    promise: str
    questions: list[Question]


def apart_or_overlapping(a: Any, b: Any) -> bool:
    """For a library that says nothing about shapes that touch."""
    return not a.touches(b)


def has_sizes(a: Any, b: Any) -> bool:
    """For a library that takes no shapes without width, height or radius."""
    return all(not hasattr(s, "w") or (s.w > 0 and s.h > 0) for s in (a, b)) and all(
        s.radius > 0 for s in (a, b) if s.kind in ("circle", "capsule")
    )


def sized_and_not_touching(a: Any, b: Any) -> bool:
    return has_sizes(a, b) and apart_or_overlapping(a, b)


def has_exact_sum_of_radii(a: Any, b: Any) -> bool:
    """For a library that takes one distance: a sum that is rounded would ask about other shapes."""
    return math.fsum((a.radius, b.radius, -(a.radius + b.radius))) == 0


# ---- formulas --------------------------------------------------------------------------------------------------------

PLAIN: dict[tuple[str, str], Callable[..., Any]] = {
    ("point", "circle"): textbook.point_circle,
    ("circle", "circle"): textbook.circle_circle,
    ("point", "rect"): textbook.point_rect,
    ("rect", "rect"): textbook.rect_rect,
    ("circle", "rect"): textbook.circle_rect,
    ("circle", "segment"): textbook.circle_segment,
    ("segment", "segment"): textbook.segment_segment,
    ("capsule", "capsule"): textbook.capsule_capsule,
    ("point", "polygon"): textbook.point_polygon,
    ("polygon", "polygon"): textbook.polygon_polygon,
}


def formulas() -> Peer:
    questions = [Question(f.__name__, kinds, f) for kinds, f in PLAIN.items()]
    return Peer("textbook formulas, doubles", "closed shapes: touching counts", questions)


def float_formulas() -> Peer:
    import numpy as np

    def single(value: Any) -> Any:
        return tuple(map(single, value)) if isinstance(value, tuple) else np.float32(value)

    def in_floats(function: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*numbers: Any) -> bool:
            with np.errstate(all="ignore"):
                return bool(function(*map(single, numbers)))

        return asked

    questions = [Question(f.__name__, kinds, in_floats(f), precision="single") for kinds, f in PLAIN.items()]
    return Peer("textbook formulas, floats", "closed shapes: touching counts", questions)


def epsilon_formulas() -> Peer:
    def near_circles(ax: float, ay: float, ar: float, bx: float, by: float, br: float) -> bool:
        return (ax - bx) ** 2 + (ay - by) ** 2 <= (ar + br) ** 2 + 1e-9

    def near_point(px: float, py: float, x: float, y: float, r: float) -> bool:
        return (px - x) ** 2 + (py - y) ** 2 <= r * r + 1e-9

    def near_rects(ax: float, ay: float, aw: float, ah: float, bx: float, by: float, bw: float, bh: float) -> bool:
        e = 1e-9
        return ax <= bx + bw + e and bx <= ax + aw + e and ay <= by + bh + e and by <= ay + ah + e

    questions = [
        Question("point_circle", ("point", "circle"), near_point),
        Question("circle_circle", ("circle", "circle"), near_circles),
        Question("rect_rect", ("rect", "rect"), near_rects),
    ]
    return Peer("textbook formulas with an epsilon of 1e-9", "closed shapes: touching counts", questions)


def numba_kernels() -> Peer:
    numba = importlib.import_module("numba")
    questions = []
    for kinds in (("point", "circle"), ("circle", "circle"), ("rect", "rect"), ("circle", "rect")):
        fast = numba.njit(fastmath=True)(PLAIN[kinds])

        def asked(*numbers: float, fast: Any = fast) -> bool:
            return bool(fast(*numbers))

        questions.append(Question(PLAIN[kinds].__name__, kinds, asked))
    name = f"numba {metadata.version('numba')}, the formulas with fastmath"
    return Peer(name, "closed shapes: touching counts", questions)


# ---- libraries -------------------------------------------------------------------------------------------------------


def pygame() -> Peer:
    found = importlib.import_module("pygame")
    circle, rect = importlib.import_module("pygame.geometry").Circle, found.FRect
    questions = [
        Question("Circle.collidepoint", ("point", "circle"), lambda x, y, *c: circle(*c).collidepoint(x, y),
                 where=sized_and_not_touching),
        Question("Circle.collidecircle", ("circle", "circle"), lambda *n: circle(*n[:3]).collidecircle(*n[3:]),
                 where=sized_and_not_touching),
        Question("Circle.colliderect", ("circle", "rect"), lambda *n: circle(*n[:3]).colliderect(*n[3:]),
                 where=sized_and_not_touching),
        Question("FRect.collidepoint", ("point", "rect"), lambda x, y, *r: rect(*r).collidepoint(x, y),
                 where=sized_and_not_touching, precision="single"),
        Question("FRect.colliderect", ("rect", "rect"), lambda *n: rect(*n[:4]).colliderect(rect(*n[4:])),
                 verb="overlaps", where=has_sizes, precision="single"),
    ]  # fmt: skip
    promise = (
        'an FRect collides "if any portion of either rectangle overlap (except the top+bottom or left+right edges)"; '
        "nothing is said of circles that touch; no empty shapes"
    )
    return Peer(f"pygame-ce {found.version.ver}", promise, questions)


def pymunk() -> Peer:
    found = importlib.import_module("pymunk")
    body = found.Body(body_type=found.Body.STATIC)

    def made(shape: Any) -> Any:
        v, r = list(shape.vertices), shape.radius
        if len(v) == 1:
            made_shape = found.Circle(body, r, v[0])
        elif len(v) == 2:
            made_shape = found.Segment(body, v[0], v[1], r)
        else:
            made_shape = found.Poly(body, v, radius=r)
        made_shape.cache_bb()
        return made_shape

    def asked(a: Any, b: Any) -> bool:
        try:
            return bool(made(a).shapes_collide(made(b)).points)
        except AssertionError:  # as it says that there are no contacts
            return False

    def inside(a: Any, b: Any) -> bool:
        return bool(made(b).point_query(a.vertices[0]).distance <= 0)

    kinds = [("circle", "circle"), ("circle", "segment"), ("capsule", "capsule"), ("circle", "rect"), ("rect", "rect"),
             ("polygon", "polygon")]  # fmt: skip
    where = sized_and_not_touching
    questions = [Question("shapes_collide", pair, asked, where=where, takes="shapes") for pair in kinds]
    for kind in ("circle", "rect", "polygon"):
        questions.append(Question("point_query", ("point", kind), inside, where=where, takes="shapes"))
    promise = (
        "nothing is said of shapes that touch. "
        'Of `point_query`: "A negative distance means the point is within the shape"'
    )
    return Peer(f"pymunk {found.version} (Chipmunk)", promise, questions)


def shapely() -> Peer:
    found = importlib.import_module("shapely")

    def made(shape: Any) -> Any:
        v = shape.vertices
        return found.Point(v[0]) if len(v) == 1 else found.LineString(v) if len(v) == 2 else found.Polygon(v)

    def intersects(a: Any, b: Any) -> bool:
        return bool(found.intersects(made(a), made(b)))

    def within(a: Any, b: Any) -> bool:
        return bool(found.dwithin(made(a), made(b), a.radius + b.radius))

    def is_sharp(a: Any, b: Any) -> bool:
        return bool(a.radius == b.radius == 0)

    sharp = [("segment", "segment"), ("point", "segment"), ("point", "rect"), ("rect", "rect"), ("point", "polygon"),
             ("polygon", "polygon")]  # fmt: skip
    round_ones = [("point", "circle"), ("circle", "circle"), ("circle", "segment"), ("circle", "rect"),
                  ("capsule", "capsule")]  # fmt: skip
    questions = [Question("intersects", pair, intersects, where=is_sharp, takes="shapes") for pair in sharp]
    questions += [
        Question("dwithin", pair, within, where=has_exact_sum_of_radii, takes="shapes") for pair in round_ones
    ]
    promise = (
        'closed shapes, so touching counts: `intersects` is "True if A and B share any portion of space", `dwithin` '
        '"True if the geometries are within a given distance". It has no circles: the distance is the sum of the '
        "radii, which must be a double"
    )
    return Peer(f"shapely {found.__version__} (GEOS {found.geos_version_string})", promise, questions)


def scipy() -> Peer:
    tree = importlib.import_module("scipy.spatial").cKDTree
    function = Question("cKDTree.query_ball_point", ("point", "circle"),
                        lambda px, py, x, y, r: bool(tree([(px, py)]).query_ball_point((x, y), r)))  # fmt: skip
    promise = 'touching counts: "Find all points within distance r of point(s) x"'
    return Peer(f"scipy {metadata.version('scipy')}", promise, [function])


def matplotlib() -> Peer:
    path = importlib.import_module("matplotlib.path").Path
    box = importlib.import_module("matplotlib.transforms").Bbox

    def inside(x: float, y: float, points: Any) -> bool:
        return bool(path([*points, points[0]], closed=True).contains_point((x, y)))

    def crosses(a: Any, b: Any) -> bool:
        return bool(path([*a, a[0]], closed=True).intersects_path(path([*b, b[0]], closed=True)))

    def boxes(ax: float, ay: float, aw: float, ah: float, bx: float, by: float, bw: float, bh: float) -> bool:
        return bool(box.from_bounds(ax, ay, aw, ah).overlaps(box.from_bounds(bx, by, bw, bh)))

    questions = [
        Question("Path.contains_point", ("point", "polygon"), inside, where=apart_or_overlapping),
        Question("Path.intersects_path", ("polygon", "polygon"), crosses, where=apart_or_overlapping),
        Question("Bbox.overlaps", ("rect", "rect"), boxes, where=apart_or_overlapping),
    ]
    promise = (
        "not asked about shapes that touch. "
        'Of `contains_point`: "The result is undefined for points exactly at the boundary"'
    )
    return Peer(f"matplotlib {metadata.version('matplotlib')}", promise, questions)


def raylib() -> Peer:
    found = importlib.import_module("pyray")

    def crosses(*n: float) -> bool:
        point = found.ffi.new("Vector2 *")
        return bool(found.check_collision_lines(n[0:2], n[2:4], n[4:6], n[6:8], point))

    asked: list[tuple[str, tuple[str, str], Callable[..., Any]]] = [
        ("CheckCollisionPointCircle", ("point", "circle"),
         lambda *n: found.check_collision_point_circle(n[:2], n[2:4], n[4])),
        ("CheckCollisionCircles", ("circle", "circle"),
         lambda *n: found.check_collision_circles(n[:2], n[2], n[3:5], n[5])),
        ("CheckCollisionCircleRec", ("circle", "rect"),
         lambda *n: found.check_collision_circle_rec(n[:2], n[2], n[3:])),
        ("CheckCollisionRecs", ("rect", "rect"), lambda *n: found.check_collision_recs(n[:4], n[4:])),
        ("CheckCollisionPointRec", ("point", "rect"), lambda *n: found.check_collision_point_rec(n[:2], n[2:])),
        ("CheckCollisionCircleLine", ("circle", "segment"),
         lambda *n: found.check_collision_circle_line(n[:2], n[2], n[3:5], n[5:])),
        ("CheckCollisionLines", ("segment", "segment"), crosses),
        ("CheckCollisionPointPoly", ("point", "polygon"),
         lambda x, y, p: found.check_collision_point_poly((x, y), [list(q) for q in p], len(p))),
    ]  # fmt: skip
    questions = [Question(call, kinds, f, where=sized_and_not_touching, precision="single") for call, kinds, f in asked]
    return Peer(f"raylib {metadata.version('raylib')}", "nothing is said of shapes that touch", questions)


def collision() -> Peer:
    found = importlib.import_module("collision")

    def made(shape: Any) -> Any:
        v = shape.vertices
        if len(v) == 1:
            return found.Circle(found.Vector(*v[0]), shape.radius)
        return found.Poly(found.Vector(0, 0), [found.Vector(*p) for p in v])

    def asked(a: Any, b: Any) -> bool:
        return bool(found.collide(made(a), made(b)))

    def is_polygon_or_circle(a: Any, b: Any) -> bool:
        forms = all((len(s.vertices) == 1 and s.radius > 0) or (len(s.vertices) > 2 and s.radius == 0) for s in (a, b))
        return forms and apart_or_overlapping(a, b)

    kinds = [("circle", "circle"), ("circle", "rect"), ("rect", "rect"), ("circle", "polygon"), ("polygon", "polygon")]
    questions = [
        Question("collide", pair, asked, where=is_polygon_or_circle, takes="shapes", share=0.5) for pair in kinds
    ]
    promise = "nothing is said of shapes that touch"
    return Peer(f"collision {metadata.version('collision')}", promise, questions)


def sympy() -> Peer:
    geometry, number = importlib.import_module("sympy.geometry"), importlib.import_module("sympy").Rational

    def exact(p: Any) -> Any:
        return geometry.Point(number(p[0]), number(p[1]))

    def crosses(a: Any, b: Any) -> bool:
        first, second = (geometry.Segment(*map(exact, s.vertices)) for s in (a, b))
        return bool(first.intersection(second))

    def inside(a: Any, b: Any) -> bool:
        made = geometry.Polygon(*map(exact, b.vertices))  # a segment, if it takes the corners for collinear
        return isinstance(made, geometry.Polygon) and bool(made.encloses_point(exact(a.vertices[0])))

    def in_circle(a: Any, b: Any) -> bool:
        return bool(geometry.Circle(exact(b.vertices[0]), number(b.radius)).encloses_point(exact(a.vertices[0])))

    def are_segments(a: Any, b: Any) -> bool:
        return len(a.vertices) == len(b.vertices) == 2

    def is_polygon(a: Any, b: Any) -> bool:
        return len(b.vertices) > 2 and b.radius == 0

    questions = [
        Question("Segment.intersection", ("segment", "segment"), crosses, "collides", are_segments, "shapes", 0.1),
        Question("Polygon.encloses_point", ("point", "polygon"), inside, "overlaps", is_polygon, "shapes", 0.1),
        Question("Circle.encloses_point", ("point", "circle"), in_circle, "overlaps", has_sizes, "shapes", 0.1),
    ]
    promise = (
        'segments are closed. Of `encloses_point`: "Being on the border of self is considered False". Asked with exact '
        "rational numbers"
    )
    return Peer(f"sympy {metadata.version('sympy')}", promise, questions)


def box2d() -> Peer:
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/box2d.so"
        command = ["g++", "-O2", "-shared", "-fPIC", str(FOLDER / "box2d.cpp"), "-lbox2d", "-o", library]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ImportError("no Box2D 2.4 here (Debian: libbox2d-dev)")
        loaded = ctypes.CDLL(library)
    asked: list[tuple[str, str, tuple[str, str], int]] = [
        ("b2CircleShape::TestPoint", "point_circle", ("point", "circle"), 5),
        ("b2CollideCircles", "circle_circle", ("circle", "circle"), 6),
        ("b2TestOverlap of circles", "overlap_circles", ("circle", "circle"), 6),
        ("b2TestOverlap of boxes", "rect_rect", ("rect", "rect"), 8),
    ]
    questions = []
    for call, name, kinds, count in asked:
        function = getattr(loaded, name)
        function.restype, function.argtypes = ctypes.c_bool, [ctypes.c_float] * count
        questions.append(Question(call, kinds, function, where=sized_and_not_touching, precision="single"))
    promise = "nothing is said of shapes that touch; not asked about polygons, which have a skin of 0.01 by design"
    return Peer("Box2D 2.4", promise, questions)


def collide2d() -> Peer:
    """This library. The right answers are its own, so its reference is asked, which shares no code with its core."""
    found, reference = importlib.import_module("collide2d"), importlib.import_module("collide2d.reference")
    pairs = [*PLAIN, ("circle", "polygon"), ("roundrect", "roundrect")]
    questions = [Question("collides", pair, reference.collides, takes="shapes", share=0.2) for pair in pairs]
    promise = (
        "closed shapes: touching counts. The right answers of all tables are its own; this one compares them with its "
        "reference in fractions, which shares no code with its core"
    )
    return Peer(f"collide2d {found.__version__}", promise, questions)


PEERS: list[Callable[[], Peer]] = [
    collide2d, formulas, float_formulas, epsilon_formulas, numba_kernels, pygame, pymunk, shapely, scipy, matplotlib,
    raylib, box2d, collision, sympy,
]  # fmt: skip
