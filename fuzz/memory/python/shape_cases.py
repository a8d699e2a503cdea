"""The calls of cases.py that no table of tests/support has: rare ones, and ones with wrong arguments."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import body_calls
import c_world
import pygame
from forms import RECTS as FORMS
from public_calls import CONTACT, HIT, SHAPES
from refusals import TYPE_ERRORS, VALUE_ERRORS

import collide2d
import collide2d.pygame
from collide2d import _core, capi
from collide2d.drawing import svg

# They are called wrongly on purpose, which the type checker must not see.
anything: Any = collide2d
bodies: Any = body_calls
CROWN, HERO, LEVEL, space_of_bodies = bodies.CROWN, bodies.HERO, bodies.LEVEL, bodies.space_of_bodies
Body, Capsule, Circle, Point, Polygon, Rect = (
    anything.Body,
    anything.Capsule,
    anything.Circle,
    anything.Point,
    anything.Polygon,
    anything.Rect,
)
RoundRect, Segment, Shape, Space, one_way = (
    anything.RoundRect,
    anything.Segment,
    anything.Shape,
    anything.Space,
    anything.one_way,
)
core: Any = _core
sprites: Any = collide2d.pygame
RECTS: list[Any] = [
    Rect(0.1, 0.2, 3, 4), Rect(0, 0, 4, 2, 30), Rect(1, 1, 4, 2, 30, pivot=(0, 1)), Rect.centered(1, 2, 3, 4, 30),
    Rect.pivoted(0, 0, 4, 2, (1, 1), 30), Rect.from_corners(0.1, 0.2, 0.7, 0.9), RoundRect(0, 0, 4, 2, 0.5),
    RoundRect.around(0, 0, 1, 2, 3), Rect(0, 0, 4, 2).grow(0.25), Rect.centered(0, 0, 4, 2, 30).grow(0.3).rotate(7),
    Rect.from_corners(0.1, 0.2, 0.7, 0.9).grow(1).rotate(3),
]  # fmt: skip
OTHERS: list[Any] = [*SHAPES, CROWN, CROWN.grow(1), Polygon([(0, 0), (2, 0), (1, 1)]), LEVEL]
VALUES: list[Any] = [*OTHERS, *RECTS]


def refused(call: Callable[[], object]) -> tuple[str, str]:
    """The error that a call raises, as it must."""
    try:
        call()
    except MemoryError:
        raise
    except Exception as error:
        return type(error).__name__, str(error)
    raise AssertionError("it is not refused")


def shape_calls() -> Iterator[tuple[str, Any]]:
    moves = [space_of_bodies().slide("hero", 40, 6), space_of_bodies().slide("hero", 3, 1, turn=300)]
    images = [s.cast((90, 0), Circle(0, 0, 1)) for s in (Circle(40, 0, 1),)]
    for k, value in enumerate([*VALUES, HIT, CONTACT, *moves, *images, space_of_bodies(), ring_space()]):
        name = f"{type(value).__name__} {k}"
        yield f"repr of {name}", lambda v=value: repr(v)
        yield f"pickle of {name}", lambda v=value: pickle.loads(pickle.dumps(v))
        yield f"copy of {name}", lambda v=value: copy.copy(v)
        yield f"sizeof {name}", lambda v=value: v.__sizeof__()
        if not isinstance(value, Space):
            yield f"hash of {name}", lambda v=value: hash(v)
            yield f"== of {name}", lambda v=value: v == pickle.loads(pickle.dumps(v))
    for k, value in enumerate(VALUES):
        yield f"svg {k}", lambda v=value: v._repr_svg_()
        yield f"replace {k}", lambda v=value: v.replace()
        yield f"to_dict {k}", lambda v=value: type(v).from_dict(v.to_dict())
        yield (
            f"pixels {k}",
            lambda v=value: core._shape_pixels(v, 2, (0, 0, 9, 9), b"abcd") if isinstance(v, Shape) else None,
        )
        yield f"address {k}", lambda v=value: capi.shape_address(v) > 0 if isinstance(v, Shape) else None
        for verb in ("overlap_area", "contact", "sweep", "closest_points"):
            other = (3, 4) if verb == "sweep" else LEVEL
            yield f"{verb} {k}", lambda v=value, verb=verb, other=other: getattr(v, verb)(other)
        yield f"cast {k}", lambda v=value: v.cast((9, 1), CROWN, touching=True, leaving=False)
        yield f"motion_b {k}", lambda v=value: collide2d.cast(v, (9, 1), HERO, motion_b=(-20, 1))
        yield f"turn_cast {k}", lambda v=value: v.turn_cast(300, LEVEL.move(9, 0), about=(9, 9), motion=(2, 1))
    for name, form in FORMS.items():
        yield f"repr of {name}", lambda v=form: repr(v)
        yield f"pickle of {name}", lambda v=form: pickle.loads(pickle.dumps(v))
    for name, c in ODD.items():
        yield name, c
    for number, (refusal, _) in enumerate([*VALUE_ERRORS, *TYPE_ERRORS]):
        yield f"refused {number}", lambda refusal=refusal: refused(refusal)
    for name, c in WRONG.items():
        yield f"refused: {name}", lambda c=c: refused(c)


def ring_space() -> Any:
    shapes: list[Any] = [
        HERO,
        CROWN,
        Circle(48, 1, 2),
        Rect(44, 30, 9, 30, 30),
        Polygon([(k, k * k) for k in range(9)]),
    ]
    return Space([("hero", HERO), *enumerate(shapes)], period=(5000, 4000))


class Sprite(pygame.sprite.Sprite):
    def __init__(self, shape: Any, *groups: Any) -> None:
        super().__init__(*groups)
        self.shape = shape


GROUP: Any = pygame.sprite.Group()
HERD = [Sprite(Circle(3 * k % 17, k, 2), GROUP) for k in range(40)]
CROWD: Any = pygame.sprite.Group()
CROWD_OF = [Sprite(Rect(k % 17, k / 2, 2, 1), CROWD) for k in range(60)]
RECT_SPRITE: Any = pygame.sprite.Sprite()
RECT_SPRITE.rect = pygame.Rect(3, 4, 5, 6)
LAKE = SimpleNamespace(__geo_interface__={"type": "Point", "coordinates": (1, 2)})
TABLE: list[Any] = [[1, 2, 3], [4, 5, 6]]


def index_of(sprite: Any) -> int:
    return [*HERD, *CROWD_OF].index(sprite)


class Named(str):
    """A str that compares and hashes by functions of its own."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, str(other))


class MyRect(pygame.Rect):
    pass


def indexed(found: Any) -> Any:
    if isinstance(found, dict):
        return {index_of(a): [index_of(b) for b in hits] for a, hits in found.items()}
    return [index_of(sprite) for sprite in found]


held = operator.attrgetter("held")
TWICE = sprites.collide_shape_ratio(2)
TEETH = [p for k in range(90) for p in ((2 * k, 9), (2 * k + 1, k % 5))]
TRIANGLES: list[Any] = [[(9 * k + 1, 2 + k), (9 * k + 4, 5 + k), (9 * k + 1, 6 + k)] for k in range(40)]


ODD: dict[str, Any] = {
    "iter of a body": lambda: [list(HERO), len(HERO), HERO[0], HERO[-1], "head" in HERO],
    "== of bodies": lambda: [other == HERO for other in (HERO.move(0, 0), LEVEL, HERO.move(1, 0))],
    "replace of a piece": lambda: HERO.replace(head=Circle(0, 0, 3)),
    "a body of a mapping": lambda: Body(Mapping()),
    "new by type": lambda: (Circle.__new__(Circle, 1, 2, 3), Body.__new__(Body, [HERO])),
    "replace of a polygon": lambda: (CROWN.replace(radius=2), CROWN.replace(points=[(0, 0), (1, 0), (0, 1)])),
    "points of many kinds": lambda: (Polygon(iter([(0, 0), [1, 0], (0, 1)])), Circle([1, 2], 3)),
    "pygame's rect": lambda: [Circle(0, 0, 3).overlaps(kind(1, 1, 2, 2)) for kind in (pygame.Rect, pygame.FRect)],
    "a rect of its own": lambda: Circle(0, 0, 3).overlaps(MyRect(1, 1, 2, 2)),
    "a rect by attributes": lambda: Circle(0, 0, 3).overlaps(anything_like(SimpleNamespace(x=1, y=2, w=3, h=4))),
    "pairs of pairs": lambda: Circle(0, 0, 3).overlaps(anything_like(((0, 0), (2, 2)))),
    "a geometry": lambda: Circle(0, 0, 3).overlaps(anything_like(LAKE)),
    "an object with a shape": lambda: Circle(0, 0, 3).overlaps(anything_like(SimpleNamespace(shape=HERO))),
    "an object with a rect": lambda: Circle(0, 0, 3).overlaps(anything_like(RECT_SPRITE)),
    "rect numbers": lambda: [core._rect_numbers(rect) for rect in RECTS],
    "svg": lambda: svg([HERO, LEVEL, CROWN]),
    "capi": lambda: (capi.address() > 0, capi.address("c2d_relate") > 0, capi.address("c2d_shape_from") > 0),
    "collide_shape": lambda: sprites.collide_shape(HERD[0], HERD[6]),
    "collide_shape_ratio": lambda: sprites.collide_shape_ratio(0.5)(HERD[0], HERD[6]),
    "spritecollide": lambda: indexed(sprites.spritecollide(HERD[3], CROWD, False)),
    "spritecollide with a shape": lambda: indexed(sprites.spritecollide(anything_like(CROWN), CROWD, False)),
    "spritecollideany": lambda: sprites.spritecollideany(HERD[3], CROWD) is not None,
    "groupcollide": lambda: indexed(sprites.groupcollide(GROUP, CROWD, False, False)),
    "groupcollide with a ratio": lambda: indexed(sprites.groupcollide(GROUP, CROWD, False, False, TWICE)),
    "a sprite's shape": lambda: (core._sprite_shape(HERD[3]), core._sprite_shape(RECT_SPRITE)),
    "collideobjects": lambda: HERO.collideobjects([Holder(HERO), Holder(CROWN)], key=held) is not None,
    "collideobjectsall": lambda: len(HERO.collideobjectsall(iter([Holder(HERO), Holder(CROWN)]), key=held)),
    "collidelist of an iterator": lambda: HERO.collidelistall(anything_like(iter([CROWN, HERO]))),
    "collidedict of a mapping": lambda: HERO.collidedictall(anything_like(Mapping()), values=True),
    "collidedict by keys": lambda: HERO.collidedictall({CROWN: 1, HERO: 2}, False),
    "merge_tiles by a function": lambda: collide2d.merge_tiles([[1, 2], [3, 1]], (2, 3), operator.truth, origin=(1, 2)),
    "merge_tiles of text": lambda: collide2d.merge_tiles(["#.#", "###"], 16, "#.".startswith),
    "decompose": lambda: collide2d.decompose([(k % 7, k) for k in range(40)] + [(30, 40), (30, -1)]),
    "decompose of a comb": lambda: collide2d.decompose([*TEETH, (190, -9), (-1, -9)]),
    "a comb with holes": lambda: len(collide2d.decompose([(0, 0), (400, 0), (400, 99), (0, 99)], TRIANGLES)),
    "bounce": lambda: collide2d.bounce((1, 2), (0, 0), (0.6, 0.8), 0.5),
    "one way": lambda: space_of_bodies().slide("hero", 3, 60, filter=one_way({"wall"}, (0, -1))),
    "distance of a crown": lambda: (CROWN.distance(LEVEL), CROWN.separation(CROWN.move(5, 5)), CROWN.relate(HERO)),
    "union of many": lambda: BRICKS.overlap_area(BRICKS.rotate(7)),
    "union of round shapes": lambda: BRICKS.grow(0.3).overlap_area(BRICKS.rotate(7)),
    "cast onto many": lambda: BRICKS.move(-99, 0).cast((300, 3), BRICKS),
    "cast of a point between bricks": lambda: Point(-9, 3).cast((90, 0), BRICKS),
    "a contact of a point with many": lambda: [Point(k, k).contact(FAN) for k in (0, 2)],
    "a cast that leaves a fan": lambda: (Point(0, 0).cast((9, 4), FAN), Point(0, 0).cast((9, 4), FAN, touching=True)),
    "a contact of a segment with many": lambda: Segment(-3, 0, 3, 0).contact(FAN),
    "a slide along bricks": lambda: slid(BRICKS),
    "separate of bodies": lambda: collide2d.separate(BRICKS, BRICKS.move(0.3, 0.2)),
    "turn of bricks": lambda: BRICKS.turn_cast(200, BRICKS.move(40, 0), about=(20, 0)),
    "raycast of bricks": lambda: collide2d.raycast((-9, 3), (90, 1), BRICKS),
    "clip of bricks": lambda: BRICKS.contains(Circle(3, 3, 0.1)),
    "grow of bricks": lambda: (BRICKS.grow(0.2), BRICKS.scale_by(2), BRICKS.bounds, BRICKS.area),
}  # fmt: skip
BRICKS: Any = Body([Rect(3 * (k % 9) + k // 9 * 0.5, 2.5 * (k // 9), 2.9, 2.6) for k in range(45)])
FAN: Any = Body([Polygon([(0, 0), (k + 4, 2), (k + 4, 3)]) for k in range(30)])


class Faulty:
    """Its shape raises an error, so that it must not collide by its rect."""

    rect = pygame.Rect(1, 2, 3, 4)

    @property
    def shape(self) -> Any:
        raise AttributeError("no shape")


class Echo:
    """An item whose repr is that of the move that met it."""

    move: Any = None

    def __repr__(self) -> str:
        return repr(self.move)


def echoing_move() -> Any:
    echo = Echo()
    echo.move = Space([("ball", Circle(0, 0, 1)), (echo, Rect(4, -9, 1, 18))]).slide("ball", 6, 2)
    return echo.move


ECHOING = echoing_move()
SEAM: Any = Space([("a", Rect(0, 0, 2, 2)), ("b", Rect(2, 0, 2, 2)), ("c", Rect(0, 2, 4, 2)), ("d", CROWN.move(90, 0))])
RING: Any = Space(SEAM.items(), period=(500, 6000))
FLOOR = Body([Rect(0, 0, 2, 2), Rect(2, 0, 2, 2), Rect(0, 2, 4, 2)])
POINTS = Body([Point(2, 1), Point(1, 2), Segment(2, 0.5, 2, 1.5)])
HOLES: list[Any] = [
    [(4 * i + 1, 4 * k + 1), (4 * i + 3, 4 * k + 1), (4 * i + 3, 4 * k + 3), (4 * i + 1, 4 * k + 3)]
    for i in range(14)
    for k in range(14)
]
ODD |= {
    "a move that refers to itself": lambda: repr(ECHOING),
    "outline by tolerance": lambda: (HERO.outline(0.1), CROWN.grow(1).outline(0.01)),
    "many holes": lambda: len(collide2d.decompose([(0, 0), (57, 0), (57, 57), (0, 57)], HOLES)),
    "a shape of the C API": lambda: c_world.SHAPE_FROM(capi.shape_address(CROWN)),
    "a point that leaves a floor": lambda: [
        Point(2, 1).cast(way, FLOOR, leaving=False) for way in ((0, 9), (5, 0), (3, 3))
    ],
    "a point on a seam": lambda: [
        Point(2, y).cast((0, 9), FLOOR, touching=t) for y in (-5, 0, 1) for t in (True, False)
    ],
    "a segment on a seam": lambda: Segment(2, -5, 2, -4).cast((0, 9), FLOOR),
}
for _name, _space in {"seam": SEAM, "ring": RING}.items():
    ODD |= {
        f"{_name}: query of a point": lambda s=_space: (s.query((2, 1)), s.query((2, 1), filter=bool)),
        f"{_name}: query of points": lambda s=_space: (s.query(POINTS), s.query(POINTS, filter=bool)),
        f"{_name}: query of a far point": lambda s=_space: s.query(
            POINTS.move(500, 0), filter=lambda item: item != "a"
        ),
        f"{_name}: cast of a point": lambda s=_space: [s.cast(Point(2, -5), (0, 9), filter=f) for f in (None, bool)],
        f"{_name}: cast_all of points": lambda s=_space: s.cast_all(
            POINTS.move(0, -9), (0, 19), filter=bool, touching=True
        ),
        f"{_name}: cast of a far point": lambda s=_space: s.cast(
            POINTS.move(0, -9), (0, 19), filter=lambda item: item != "c"
        ),
        f"{_name}: raycast": lambda s=_space: [s.raycast((2, -5), (0, 9), filter=f) for f in (None, bool)],
        f"{_name}: contacts": lambda s=_space: (
            s.contacts(POINTS),
            s.contacts(BRICKS.move(499, -3)),
            s.contacts(BRICKS),
        ),
        f"{_name}: nearest": lambda s=_space: s.nearest(POINTS, 2, filter=bool),
        f"{_name}: pairs": lambda s=_space: s.pairs(True),
    }


def slid(level: Any) -> object:
    space: Any = Space([("level", level), *((k, Circle(30 + 2 * k, 5, 1.2)) for k in range(20))])
    move = space.try_slide(Circle(-9, 4, 2), (90, 8))
    return move.motion, len(move.hits), move.shape


class Holder:
    def __init__(self, held: Any) -> None:
        self.held = held


class Mapping:
    def keys(self) -> list[str]:
        return ["a", "b"]

    def __getitem__(self, key: str) -> Any:
        return {"a": Circle(0, 0, 1), "b": HERO}[key]

    def items(self) -> list[Any]:
        return [(key, self[key]) for key in self.keys()]


def anything_like(value: object) -> Any:
    return value


WRONG: dict[str, Any] = {
    "a shape that fails": lambda: Circle(0, 0, 3).overlaps(anything_like(Faulty())),
    "a sprite whose shape fails": lambda: sprites.collide_shape(anything_like(Faulty()), HERD[0]),
    "a table": lambda: Circle(0, 0, 1).overlaps(anything_like(SimpleNamespace(ndim=2))),
    "a list": lambda: Circle(0, 0, 1).overlaps(anything_like(TABLE)),
    "two corners": lambda: collide2d.decompose([(0, 0), (4, 4), (4, 0), (0, 4)]),
    "a hole outside": lambda: collide2d.decompose([(0, 0), (4, 0), (4, 4)], [[(9, 9), (10, 9), (9, 10)]]),
    "a crossed hole": lambda: collide2d.decompose([(0, 0), (9, 0), (9, 9), (0, 9)], [[(1, 1), (3, 3), (3, 1), (1, 3)]]),
    "a period": lambda: Space(period=(0, 5)),
    "a period that is text": lambda: Space(period=anything_like("ab")),
    "a negative period": lambda: Space(period=(-(10**400), 5)),
    "a box beyond the period": lambda: Space(period=(5, 5)).add("a", Rect(9e59, 0, 9, 1)),
    "a way beyond the period": lambda: Space([("a", Rect(0, 0, 1, 1))], period=(5, None)).move("a", 1e59, 0),
    "a ray beyond the period": lambda: Space([("a", Rect(0, 0, 1, 1))], period=(5, 7)).raycast((0, 0), (1e9, 0)),
    "a cast beyond the period": lambda: Space([("a", Rect(0, 0, 1, 1))], period=(5, 7)).cast("a", (0, 1e9)),
    "tiles": lambda: collide2d.merge_tiles([[1]], 1e60, origin=(1e60, 0)),
    "motions": lambda: collide2d.cast(Circle(0, 0, 1), (9e59, 0), Circle(0, 0, 1), motion_b=(-9e59, 0)),
    "a motion": lambda: collide2d.cast(Circle(9e59, 0, 1), (9e59, 0), Circle(0, 0, 1)),
    "a normal": lambda: collide2d.bounce((1, 2), (0, 0), (0, 0)),
    "an outline": lambda: Circle(0, 0, 1).outline(1e-300),
    "a state": lambda: Space().__setstate__(5),
    "an intersection": lambda: Circle(0, 0, 1).intersection(Rect(0, 0, 1, 1)),
    "a function": lambda: capi.address("nothing"),
    "a turn": lambda: collide2d.turn_cast(Rect(0, 0, 1, 1), 500, Rect(3, 3, 1, 1)),
    "a mass": lambda: collide2d.separate(Circle(0, 0, 1), Circle(0, 0, 1), float("inf"), float("inf")),
    "a name": lambda: HERO["nobody"],
    "an index": lambda: HERO[9],
    "a piece": lambda: HERO.replace(head=5),
    "an unhashable item": lambda: Space().remove(anything_like([])),
    "an exclusion": lambda: Space().query(Circle(0, 0, 1), exclude=5),
    "pixels": lambda: core._shape_pixels(CROWN, 2, (0, 0, 9), b"abcd"),
    "a number": lambda: Circle(anything_like("x"), 0, 1),
    "too many numbers": lambda: Polygon(anything_like([(0, 0, 0)])),
}  # fmt: skip


PERIODIC: dict[str, Any] = {
    "cast": lambda s: s.cast("hero", (6000, 3)),
    "cast_all": lambda s: s.cast_all("hero", (60, 3000), touching=True),
    "raycast": lambda s: s.raycast((-9, 1), (60, 3)),
    "raycast_all": lambda s: s.raycast_all((-9, 1), (600, 3)),
    "contacts": lambda s: s.contacts(CROWN.move(4990, 0)),
    "nearest": lambda s: s.nearest((0, 0), 3, distances=True),
    "query": lambda s: s.query(BRICKS.move(4990, 0), touching=True, filter=bool),
    "pairs": lambda s: s.pairs(True),
    "add": lambda s: s.add("new", CROWN.move(4995, 0)),
    "update": lambda s: s.update("hero", BRICKS),
    "copy": lambda s: s.copy(),
    "period": lambda s: s.period,
    "restore": lambda s: s.restore(s.snapshot()),
    "watch": lambda s: s.watch(True).update(),
    "repr": repr,
}


def watched_space() -> tuple[Any, Any]:
    """A Space and its Watch, which has changes to tell."""
    space = space_of_bodies()
    watch = space.watch(True)
    space.move("hero", 20, 2)
    space.remove("wall")
    return space, watch


def busy_space() -> Any:
    """A Space of many items: keys of many types, and a body that overlaps others at the start."""
    solids: list[Any] = [(Named(f"n{k}"), Circle(k % 23, k % 19, 0.8)) for k in range(40)]
    return Space(
        [
            ("hero", HERO.move(2, 2)),
            ("bricks", BRICKS.move(40, 0)),
            *solids,
            (1.5, Point(9, 9)),
            ((1, 2), CROWN.move(90, 0)),
            (2**200, Rect(90, 0, 1, 1)),
            (-1, Capsule(1, 2, 3, 4, 1)),
            (b"x", Point(3, 3)),
            (1e300, Point(4, 3)),
        ]
    )


PASSES: Any = lambda item, other: "pass"  # noqa: E731


BUSY: dict[str, Any] = {
    "slide out": lambda s: s.slide("hero", 30, 6),
    "slide without a way": lambda s: s.slide("hero", 0, 0),
    "slide and turn": lambda s: s.slide("hero", 30, 6, turn=90),
    "turn far": lambda s: s.turn("hero", 300, (30, 0)),
    "slide that leaves": lambda s: [s.try_slide(v, (9, 2), max_push=0) for v in (HERO.move(2, 2), Circle(3, 3, 3))],
    "slide that passes": lambda s: s.slide("hero", 30, 6, filter=PASSES),
    "slide of many vertices": lambda s: s.try_slide(CROWN, (40, 6)),
    "query": lambda s: s.query(BRICKS, touching=True, filter=bool),
    "filtered cast": lambda s: s.cast_all("hero", (60, 3), filter=bool, leaving=True),
    "filtered raycast": lambda s: s.raycast_all((-5, 4), (90, 3), filter=bool),
    "contacts": lambda s: s.contacts(BRICKS, filter=bool),
    "nearest": lambda s: s.nearest(CROWN, 40, distances=True, filter=bool),
    "point": lambda s: (s.query((9, 9)), s.contacts((9, 9)), s.cast(Point(9, 9), (4, 5))),
    "segment": lambda s: (s.query(Segment(0, 0, 20, 20)), s.cast_all(Segment(0, 0, 1, 1), (20, 20))),
    "look up": lambda s: (Named("n3") in s, s.get("n4"), len(s), list(iter(s)), iter(s).__length_hint__()),
    "pairs": lambda s: s.pairs(),
    "add_all of a mapping": lambda s: s.add_all(Mapping()),
    "add_all": lambda s: s.add_all([(k, Circle(k, 0, 2)) for k in range(300)]),
    "update_all": lambda s: s.update_all({Named(f"n{k}"): BRICKS for k in range(5)}),
    "remove_all": lambda s: s.remove_all(["hero", *(f"n{k}" for k in range(40))]),
    "snapshot": lambda s: (repr(s.snapshot()), s.restore(s.snapshot()), s.digest()),
    "watch": lambda s: (lambda w: (repr(w), w.update(), w.space is s))(s.watch()),
    "repr": repr,
    "reduce": lambda s: pickle.loads(pickle.dumps(s)).items(),
    "try_slide": lambda s: s.try_slide(Circle(3, 3, 3), (40, 2)),
    "cast of bricks": lambda s: s.cast_all("bricks", (-60, 1), touching=True),
}  # fmt: skip
