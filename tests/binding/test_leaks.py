"""Nothing leaks: after 500 repetitions of a call the interpreter holds as many blocks as before."""

from __future__ import annotations

import contextlib
import copy
import gc
import pickle
import sys
from collections.abc import Callable
from typing import Any

import pytest
from forms import EVERY_FORM, VERBS
from hostile import HOSTILE, Sprite
from leaks import REFUSALS, REPETITIONS, assert_no_leak, blocks_gained
from refusals import TYPE_ERRORS, VALUE_ERRORS

import collide2d
from collide2d import Circle, Contact, Hit, Point, Polygon, Rect, Segment, Shape, _core, closest_points


class Geometry:
    def __init__(self, found: Any) -> None:
        self.__geo_interface__ = found


def test_a_leak_would_be_seen() -> None:
    kept: list[object] = []
    assert blocks_gained(lambda: kept.append(object())) >= REPETITIONS - 10  # other caches may give a few back


@pytest.mark.parametrize("shape", EVERY_FORM.values(), ids=EVERY_FORM.keys())
def test_no_use_of_a_shape_leaks(shape: Shape) -> None:
    polygon = Polygon([(k, k * k) for k in range(9)])

    def use() -> None:
        for name in dir(shape):
            if not name.startswith("_") and name not in VERBS:
                getattr(shape, name)
        for verb in VERBS:
            getattr(shape, verb)(polygon)
            getattr(collide2d, verb)((1, 2), shape)
        for motion in ((3, -1.5), (0, 0), (-50.0, 40)):
            shape.sweep(motion), collide2d.sweep(shape, motion)
            shape.cast(motion, polygon), polygon.cast(motion, shape), collide2d.cast((1, 2), motion, shape)
            shape.raycast((-2, 1), motion), collide2d.raycast([0, 0.5], motion, shape)
        shape.turn_cast(50, polygon), collide2d.turn_cast((9, 0), -300, shape, about=(0, 0))
        shape.separate(polygon), polygon.separate(shape, mass_a=2), collide2d.separate((1, 2), shape, 1, float("inf"))
        shape.move(1, 2), shape.at((1, 2)), shape.rotate(30, (1, 2)), shape.scale_by(2), shape.grow(1)
        shape.outline(), shape.outline(tolerance=1), shape.__geo_interface__, collide2d.from_geo(shape)
        hash(shape), repr(shape), shape == polygon, shape == copy.copy(shape), sys.getsizeof(shape)
        shape.__reduce__(), shape.to_dict()

    assert_no_leak(use)


@pytest.mark.parametrize("shape", EVERY_FORM.values(), ids=EVERY_FORM.keys())
def test_no_way_to_make_a_shape_again_leaks(shape: Shape) -> None:
    pickled, data = pickle.dumps(shape), shape.to_dict()
    assert_no_leak(lambda: (pickle.loads(pickled), Shape.from_dict(data)))


CALLS = [*VALUE_ERRORS, *TYPE_ERRORS]


@pytest.mark.parametrize("call", [call for call, _ in CALLS], ids=[message for _, message in CALLS])
def test_no_refusal_leaks(call: Callable[[], object]) -> None:
    assert_no_leak(call)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # a hostile argument is NotImplemented
@pytest.mark.parametrize("make", HOSTILE, ids=[f"{i}" for i in range(len(HOSTILE))])
def test_no_hostile_argument_leaks(make: Callable[[], Any]) -> None:
    circle, rect = Circle(0, 0, 1), Rect(0, 0, 4, 2, 30)
    calls: list[Callable[[Any], object]] = [
        Point, Rect, Polygon, Polygon.hull, circle.contact, rect.rotate, rect.move, rect.at, Shape.from_dict,
        lambda v: Circle(v, 1), lambda v: Circle(1, 2, v), lambda v: Segment(v, v), lambda v: Rect(v, v),
        lambda v: Rect(0, 0, 1, 1, pivot=v), lambda v: Rect(0, 0, 1, 1, radians=v), lambda v: Polygon([(0, 0), v]),
        lambda v: rect.rotate(1, v), lambda v: closest_points(v, v), lambda v: circle.collides(Sprite(v)),
        circle.sweep, circle.separate, circle.contains, rect.minkowski_difference,
        lambda v: collide2d.sweep(v, v), lambda v: collide2d.cast(v, (1, 0), v), lambda v: rect.cast(v, circle),
        lambda v: rect.cast((9, 9), v), lambda v: rect.raycast(v, (1, 0)), lambda v: rect.raycast((0, 9), v),
        lambda v: collide2d.raycast((9, 9), (-9, -9), v), lambda v: collide2d.separate(v, v),
        lambda v: rect.separate(circle, v), lambda v: circle.separate(rect, mass_b=v),
        lambda v: collide2d.bounce(v, v, v), lambda v: collide2d.bounce((0, 0), (1, 0), (1, 0), v, friction=v),
        lambda v: collide2d.bounce((0, 0), (1, 0), (1, 0), mass_a=v), lambda v: collide2d.slide((1, 1), v),
        lambda v: collide2d.slide(v, (1, 0)), lambda v: Hit(v, (0, 0), (1, 0), 0), lambda v: Hit(0, v, (1, 0), 0),
        lambda v: Hit(0, (0, 0), v, 0), lambda v: Hit(0, (0, 0), (1, 0), v),
        lambda v: Contact(v, 1, [(0, 0)]), lambda v: Contact((1, 0), v, [(0, 0)]), lambda v: Contact((1, 0), 1, v),
        collide2d.merge_rects, collide2d.decompose, lambda v: collide2d.merge_rects([Rect(0, 0, 1, 1), v]),
        lambda v: collide2d.merge_tiles(v, 1), lambda v: collide2d.merge_tiles([[1, v], v], 1),
        lambda v: collide2d.merge_tiles([[1]], v), lambda v: collide2d.merge_tiles([[1]], 1, v),
        lambda v: collide2d.merge_tiles([[1]], 1, bool, v), lambda v: collide2d.merge_tiles([[1]], 1, lambda _: v),
        lambda v: collide2d.decompose([(0, 0), v, (4, 4)]),
        collide2d.Body, collide2d.Chain, collide2d.Body.from_outline, collide2d.Body.from_dict,
        lambda v: collide2d.Body([circle, v]), lambda v: collide2d.Body({"a": v}), lambda v: collide2d.Body([("a", v)]),
        lambda v: collide2d.Body.from_outline([(0, 0), (4, 0), (0, 4)], v), lambda v: collide2d.Chain([v]),
        lambda v: collide2d.Body.from_outline([(0, 0), (4, 0), (0, 4)], [v]), lambda v: collide2d.Body([circle])[v],
        lambda v: collide2d.Body([circle]).contact(v), lambda v: collide2d.Body([circle]).separate(v),
        lambda v: collide2d.Body([circle]).collidelist([circle, v]), lambda v: collide2d.Body([circle]).move(v),
        lambda v: collide2d.Body([circle, rect]).cast(v, rect), lambda v: Contact((1, 0), 1, [(0, 0)], v),
        lambda v: Hit(0, (0, 0), (1, 0), 0, v), circle.outline, collide2d.from_geo,
        lambda v: collide2d.from_geo({"type": v}), lambda v: collide2d.from_geo({"type": "Point", "coordinates": v}),
        lambda v: collide2d.from_geo({"type": "Polygon", "coordinates": [[(0, 0), v, (v, 1)]]}),
        lambda v: collide2d.from_geo({"type": "GeometryCollection", "geometries": [v]}),
        lambda v: circle.collides(Geometry(v)), collide2d.Body([circle, rect]).outline,
        lambda v: _core._restore_rect(0, v, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0),
    ]  # fmt: skip

    def use() -> None:
        for call in calls:
            with contextlib.suppress(*REFUSALS):
                call(make())

    assert_no_leak(use)


def test_no_body_leaks() -> None:
    points = [(0, 0), (9, 0), (9, 9), (4, 4), (0, 9)]
    geometry = {"type": "Polygon", "coordinates": [points]}

    def use() -> None:
        hero = collide2d.Body({"head": Circle(0, 0, 2), "torso": Rect(-2, 2, 4, 6)})
        level = collide2d.Body.from_outline(points, holes=[[(1, 1), (2, 1), (1, 2)]])
        contact, hit = hero.contact(level), hero.move(20, 0).cast((-20, 0), level)
        assert contact is not None
        assert hit is not None
        hash(hero), repr(hero), hero.pieces, hero.names, hero["head"], hero[0], list(hero), hero.area, hero.center
        repr(contact), contact.pieces, hit.pieces, pickle.loads(pickle.dumps((hero, contact, hit)))
        hero.rotate(30).scale_by(2).grow(1).at(0, 0).sweep((1, 1)).minkowski_difference(level)
        hero.outline(1), level.outline(), collide2d.from_geo(level), Circle(0, 0, 1).contact(Geometry(geometry))
        hero.separate(level), hero.closest_points((90, 0)), level.contains(hero), hero == level
        collide2d.Body.from_dict(hero.to_dict()), collide2d.Chain(points, radius=1), hero.collidelistall([hero, level])

    assert_no_leak(use)


def test_no_space_of_bodies_leaks() -> None:
    hero = collide2d.Body({"head": Circle(0, 0, 2), "torso": Rect(-2, 2, 4, 6)})
    coast = collide2d.Chain([(20 + k, k * k % 7) for k in range(5)])

    def use() -> None:
        space: Any = collide2d.Space({"hero": hero, "coast": coast, "wall": Rect(9, -9, 1, 30)})
        empty = space.snapshot()
        space.slide("hero", 30, 1), space.slide("hero", (1, 9), filter=lambda item, other: "bounce")
        space.try_slide(hero, 60, 5, response="pass"), space.move("hero", -5, 0), space.pairs(True)
        saved = space.snapshot()
        (
            space.add_all({"a": coast, "b": hero, "c": Circle(0, 0, 1)}),
            space.update_all({"hero": coast, "a": Circle(1, 1, 1)}),
        )
        space.query(hero, touching=True, exclude=["a"]), space.query(coast, filter=lambda item: item != "hero")
        space.contacts(hero), space.nearest(coast, 3, distances=True), space.watch(True).update(), space.digest()
        (
            space.cast(hero, (30, 0)),
            space.cast_all("hero", (30, 0), touching=True, leaving=True),
            space.raycast((0, 0), (1, 0)),
            space.turn_cast(hero, 300, (9, 0)),
            space.turn("hero", 300, (9, 0)),
            space.turn("hero", -20, filter=lambda item: item != "coast", max_push=1),
            space.turn("hero", 20, push=True, movable={"coast"}),
            space.slide("hero", 3, 1, turn=20),
            space.try_slide("hero", 3, 1, response="pass", turn=-20),
            space.turn_cast_all("hero", -300, filter=lambda item: item != "coast"),
        )
        space.restore(saved), space.remove_all(["hero", "coast"]), space.restore(empty), space.copy().separate_all(1)
        collide2d.cast(hero, (30, 0), coast, motion_b=(-3, 0)), copy.deepcopy(hero), pickle.loads(pickle.dumps(space))

    assert_no_leak(use)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # a hostile argument is NotImplemented
@pytest.mark.parametrize("make", HOSTILE, ids=[f"{i}" for i in range(len(HOSTILE))])
def test_no_hostile_argument_of_a_space_of_bodies_leaks(make: Callable[[], Any]) -> None:
    hero = collide2d.Body({"head": Circle(0, 0, 2), "torso": Rect(-2, 2, 4, 6)})
    space: Any = collide2d.Space({"hero": hero, "wall": Rect(1, -9, 1, 30)})
    saved = space.snapshot()
    calls: list[Callable[[Any], object]] = [
        lambda v: space.slide("hero", v), lambda v: space.slide(v, 1, 1),
        lambda v: space.slide("hero", 1, 1, response=v), lambda v: space.slide("hero", 1, 1, turn=v),
        lambda v: space.slide("hero", 0, 9, filter=v), lambda v: space.slide("hero", 9, 0, filter=lambda a, b: v),
        lambda v: space.try_slide(v, 1, 1), lambda v: space.try_slide(hero, v), lambda v: space.try_slide(hero, 1, v),
        lambda v: space.try_slide(hero, 1, 1, max_push=v), lambda v: space.update("hero", v), space.add_all,
        lambda v: space.add_all([("x", hero), v]), lambda v: space.add_all([("x", hero), ("y", v)]), space.update_all,
        lambda v: space.update_all({"hero": hero, "wall": v}), lambda v: space.update_all([("hero", hero), v]),
        space.remove_all, lambda v: space.remove_all(["none", v]), space.restore,
        lambda v: space.query(hero, filter=v), lambda v: space.query(hero, exclude=v), lambda v: space.cast(hero, v),
        lambda v: space.query(hero, filter=lambda item: v), lambda v: space.cast_all(hero, (9, 9), exclude=v),
        lambda v: collide2d.cast(hero, (1, 1), hero, motion_b=v), lambda v: hero.cast((9, 9), v, motion_b=(1, 1)),
        lambda v: collide2d.decompose([(0, 0), (9, 0), (0, 9)], v), lambda v: collide2d.Chain([(0, 0), (1, 1)], v, v),
        lambda v: collide2d.decompose([(0, 0), (9, 0), (0, 9)], [[(1, 1), (2, 1), v]]),
        lambda v: collide2d.Body.from_dict({"pieces": v}), lambda v: collide2d.Body.from_dict({"pieces": [v]}),
        lambda v: collide2d.Body.from_dict({"outline": v}),
        lambda v: collide2d.Body.from_dict({"chain": v, "closed": v}),
        lambda v: collide2d.Body([(v, Circle(0, 0, 1))]), lambda v: collide2d.Body({v: Circle(0, 0, 1)}),
    ]  # fmt: skip

    def use() -> None:
        for call in calls:
            with contextlib.suppress(*REFUSALS):
                call(make())
        space.restore(saved)

    assert_no_leak(use)


def test_no_contact_leaks() -> None:
    a, b = Rect(0, 0, 4, 4), Rect(1, 3, 4, 4)

    def use() -> None:
        contacts = [a.contact(b) for _ in range(100)]
        contact = contacts[0]
        assert contact is not None
        hash(contact), repr(contact), contact.points, contact.mtv, contact.normal, contact == contacts[1]
        pickle.loads(pickle.dumps(contact))

    assert_no_leak(use)


def test_no_hit_leaks() -> None:
    a, b = Circle(0, 0, 1), Rect(5, -2, 1, 4)

    def use() -> None:
        hits = [a.cast((8, 0), b) for _ in range(100)]
        hit = hits[0]
        assert hit is not None
        hash(hit), repr(hit), hit.t, hit.point, hit.normal, hit.depth, hit == hits[1]
        pickle.loads(pickle.dumps(hit))

    assert_no_leak(use)


def test_no_response_leaks() -> None:
    def use() -> None:
        collide2d.bounce((3, 1), (0, 0), (-1, 0)), collide2d.bounce((3, 1), (0, 0), (1, 0), 0.5, 2, mass_b=3)
        collide2d.slide((3, 2), (0, -1)), collide2d.slide(v=[3, -2], normal=[0, -1])

    assert_no_leak(use)


def test_no_level_leaks() -> None:
    rects = [Rect(k, k * k % 7, 3, 2) for k in range(20)]
    points = [(k, k * k % 7) for k in range(8)] + [(8, -1), (-1, -1)]

    def use() -> None:
        collide2d.merge_tiles(["# #", "###"], 16, "#".__eq__), collide2d.merge_rects(rects)
        collide2d.merge_tiles([[0, 1], [1, 0]], (2, 3), origin=(4, 5)), collide2d.decompose(points)

    assert_no_leak(use)


def test_no_working_memory_leaks() -> None:
    large = [Polygon([(x + k, k * k) for k in range(-20, 21)]) for x in (0, 10)]

    def use() -> None:
        a, b = large
        a.sweep((1, 2)), a.cast((1, 2), b), a.cast((1000, 0), b), a.minkowski_difference(b), a.separate(b)
        b.cast((-300, 0), a.move(-200, 0)), b.cast((0, -9), (0, -1))

    assert_no_leak(use)


def test_no_module_leaks_its_types() -> None:
    import importlib.machinery
    import importlib.util

    loader = importlib.machinery.ExtensionFileLoader("collide2d._core", str(_core.__file__))
    spec = importlib.util.spec_from_loader("collide2d._core", loader)
    assert spec is not None

    def use() -> None:
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
        module.Circle(0, 0, 1).contact(module.Rect(0, 0, 1, 1))
        module.Circle(0, 0, 1).cast((9, 9), module.Rect(9, 9, 1, 1))

    def count() -> int:
        gc.collect()
        return sum(type(o) is type and o.__module__ == "collide2d" for o in gc.get_objects())

    use()
    before = count()
    for _ in range(20):
        use()
    assert count() == before
