"""One shape against many: the lists give the answers of the verbs one by one, and of pygame's rectangles."""

from __future__ import annotations

import contextlib
import random
import re
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from forms import EVERY_FORM
from hostile import HOSTILE, HostileError, ShapeRaises, Sprite
from hypothesis import given
from hypothesis import strategies as st
from leaks import REFUSALS, assert_no_leak

import collide2d
from collide2d import Circle, Point, Polygon, Rect, Segment, Shape
from collide2d.testing.placing import QUARTERS, anywhere
from collide2d.testing.recipes import KINDS, build
from collide2d.testing.sources import Seeded, choice
from collide2d.testing.strategies import shapes

pygame = pytest.importorskip("pygame")
geometry = pytest.importorskip("pygame.geometry")

METHODS = ("collidelist", "collidelistall", "collideobjects", "collideobjectsall", "collidedict", "collidedictall")
ME: Any = Circle(0, 0, 5)
HIT, MISS = Rect(0, 0, 2, 2), Rect(9, 9, 2, 2)


def drawn(seed: int, count: int) -> list[Any]:
    source = Seeded(seed)
    return [build(collide2d, anywhere(source, choice(source, KINDS), QUARTERS)) for _ in range(count)]


def check_against_the_verbs(me: Any, others: list[Any]) -> None:
    """Every method, both rules, against one call of a verb for each."""
    for touching, meets in ((False, me.overlaps), (True, me.collides)):
        hits = [i for i, other in enumerate(others) if meets(other)]
        first = hits[0] if hits else -1
        objects = [others[i] for i in hits]
        assert me.collidelistall(others, touching=touching) == hits
        assert me.collidelist(others, touching=touching) == first
        assert me.collidelistall(tuple(others), touching=touching) == hits
        assert me.collidelist(iter(others), touching=touching) == first
        found = me.collideobjectsall(others, touching=touching)
        assert len(found) == len(objects)
        assert all(a is b for a, b in zip(found, objects, strict=True))
        assert me.collideobjects(others, touching=touching) is (others[first] if hits else None)
        keyed = me.collideobjectsall(range(len(others)), key=others.__getitem__, touching=touching)
        assert keyed == hits
        assert me.collideobjects(range(len(others)), key=others.__getitem__, touching=touching) == (
            first if hits else None
        )
        by_value = dict(enumerate(others))
        assert me.collidedictall(by_value, values=True, touching=touching) == [(i, others[i]) for i in hits]
        assert me.collidedict(by_value, True, touching=touching) == ((first, others[first]) if hits else None)
        by_key = {Sprite(other): i for i, other in enumerate(others)}
        assert [i for _, i in me.collidedictall(by_key, touching=touching)] == hits
        pair = me.collidedict(by_key, touching=touching)
        assert (pair and pair[1]) == (first if hits else None)


@pytest.mark.parametrize("me", EVERY_FORM.values(), ids=EVERY_FORM.keys())
def test_every_form_finds_what_its_verbs_find(me: Shape) -> None:
    check_against_the_verbs(me, [*EVERY_FORM.values(), *drawn(7, 60)])


@given(shapes(), st.lists(shapes(), max_size=8))
def test_lists_agree_with_the_verbs(me: Any, others: list[Any]) -> None:
    check_against_the_verbs(me, others)


@pytest.mark.parametrize("seed", range(20))
def test_long_lists_agree_with_the_verbs(seed: int) -> None:
    others = drawn(seed, 700)
    for me in others[:5]:
        check_against_the_verbs(me, others)


@pytest.mark.parametrize("length", [0, 1, 2, 31, 32, 33, 63, 64, 255, 256, 257, 511, 512, 513, 1000])
def test_a_hit_anywhere_in_a_list_is_found(length: int) -> None:
    others: list[Any] = [MISS] * length
    assert ME.collidelist(others) == -1
    assert ME.collidelistall(others) == []
    for i in {0, 1, 30, 31, 32, 33, 63, 64, 254, 255, 256, 257, 510, 511, 512, length - 1} & set(range(length)):
        for stranger in (HIT, (0, 0), pygame.Rect(0, 0, 2, 2), Sprite(HIT)):
            others[i] = stranger
            assert ME.collidelist(others) == i
            assert ME.collidelistall(others) == [i]
            assert ME.collideobjects(others) is stranger
        others[i] = MISS
    assert ME.collidelistall([HIT] * length) == list(range(length))


def random_rects(rng: random.Random, count: int) -> list[Any]:
    """On a coarse grid, so that many touch."""
    return [
        pygame.Rect(
            8 * rng.randrange(-9, 9), 8 * rng.randrange(-9, 9), 8 * rng.randrange(1, 5), 8 * rng.randrange(1, 5)
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize("seed", range(10))
def test_rectangles_answer_as_those_of_pygame(seed: int) -> None:
    rng = random.Random(seed)
    theirs = random_rects(rng, 300)
    ours = [Rect(r) for r in theirs]
    for me in random_rects(rng, 40):
        mine = Rect(me)
        for mixed in (ours, theirs, [rng.choice(both) for both in zip(ours, theirs, strict=True)]):
            assert mine.collidelist(mixed) == me.collidelist(theirs)
            assert mine.collidelistall(mixed) == me.collidelistall(theirs)
        assert mine.collideobjects(theirs) is me.collideobjects(theirs)
        assert all(a is b for a, b in zip(mine.collideobjectsall(theirs), me.collideobjectsall(theirs), strict=True))
        objects = [{"name": i, "rect": r} for i, r in enumerate(theirs)]
        key: Callable[[Any], Any] = lambda thing: thing["rect"]  # noqa: E731
        assert mine.collideobjectsall(objects, key=key) == me.collideobjectsall(objects, key=key)
        by_name = dict(enumerate(theirs))
        assert mine.collidedict(by_name, values=True) == me.collidedict(by_name, True)
        assert mine.collidedictall(by_name, values=True) == me.collidedictall(by_name, True)


def test_rectangles_of_no_size_are_points_here_and_nothing_in_pygame() -> None:
    empty = pygame.Rect(3, 3, 0, 0)
    assert pygame.Rect(0, 0, 9, 9).collidelist([empty]) == -1
    assert Rect(0, 0, 9, 9).collidelist([empty]) == 0


def test_neighbouring_tiles_collide_only_where_touching_is_asked_for() -> None:
    tiles = [Rect(32 * i, 0, 32, 32) for i in range(5)]
    assert tiles[2].collidelistall(tiles) == [2]
    assert tiles[2].collidelistall(tiles, touching=True) == [1, 2, 3]


@pytest.mark.parametrize(
    "many",
    [
        lambda: (shape for shape in (MISS, HIT)),
        lambda: deque([MISS, HIT]),
        lambda: {"a": 1, (0, 0): 2},
        lambda: pygame.sprite.Group(PygameSprite(HIT)),
        lambda: [geometry.Circle(9, 9, 1), geometry.Line(0, 0, 9, 9), pygame.Vector2(1, 1), pygame.FRect(0, 0, 1, 1)],
        lambda: type("Old", (), {"__getitem__": lambda self, i: [MISS, HIT][i]})(),
        list,
    ],
)
def test_any_iterable_will_do(many: Callable[[], Any]) -> None:
    try:
        expected = [i for i, one in enumerate(many()) if ME.overlaps(one)]
    except TypeError:
        expected = None
    if expected is None:
        with pytest.raises(TypeError):
            ME.collidelistall(many())
    else:
        assert ME.collidelistall(many()) == expected
        assert ME.collidelist(many()) == (expected[0] if expected else -1)


SpriteBase: Any = pygame.sprite.Sprite


class PygameSprite(SpriteBase):  # type: ignore[misc]
    def __init__(self, shape: Any) -> None:
        super().__init__()
        self.shape = shape


def test_the_first_hit_ends_the_search() -> None:
    seen = []

    def endless() -> Iterator[Any]:
        while True:
            seen.append(1)
            yield HIT if len(seen) == 5 else MISS

    assert ME.collidelist(endless()) == 4
    assert len(seen) == 5
    assert ME.collidelist([MISS, HIT, "no shape"]) == 1
    with pytest.raises(TypeError):
        ME.collidelistall([MISS, HIT, "no shape"])


def test_mappings_are_read_by_their_items() -> None:
    class Odd(dict[Any, Any]):
        def items(self) -> Any:
            return [((0, 0), "own items")]

    class NoDict:
        def items(self) -> Iterator[tuple[Any, Any]]:
            yield (0, 0), 1
            yield (9, 9), 2

    assert ME.collidedict(Odd()) == ((0, 0), "own items")
    assert ME.collidedictall(NoDict()) == [((0, 0), 1)]
    assert ME.collidedictall({}) == []
    assert ME.collidedict({}, values=True) is None


# ---- what the user's code may do meanwhile ---------------------------------------------------------------------------


@pytest.mark.parametrize("change", ["clear", "append", "replace", "shrink", "grow"])
@pytest.mark.parametrize("way", ["key", "shape"])
def test_a_list_may_change_while_it_is_read(change: str, way: str) -> None:
    objects: list[Any] = []
    calls = 0

    def disturb(result: Any) -> Any:
        nonlocal calls
        calls += 1
        if change == "clear":
            objects.clear()
        elif change == "append":
            objects.append(make())
        elif change == "replace":
            objects[:] = [make() for _ in objects]
        elif change == "shrink":
            del objects[len(objects) // 2 :]
        else:
            objects.extend([HIT] * 50)
        return result

    class Disturbing:
        @property
        def shape(self) -> Any:
            return disturb(Polygon([(0, 0), (1, 0), (0, 1)]))

    make: Callable[[], Any] = Disturbing if way == "shape" else object
    key: Any = None if way == "shape" else lambda thing: disturb(Circle(0, 0, 1))
    objects += [make() for _ in range(100)]
    found = ME.collideobjectsall(objects, key=key)
    assert 1 <= len(found) <= 100  # no more than there were: it ends
    assert calls <= 100
    calls = 0
    objects[:] = [MISS, make(), HIT, *(make() for _ in range(40)), HIT] if way == "shape" else [object()] * 9
    ME.collideobjects(objects, key=key)
    ME.collideobjectsall(objects, key=key)
    if way == "shape":
        ME.collidelist(objects)
        ME.collidelistall(objects)
        by_name = dict(enumerate(objects))
        ME.collidedictall(by_name, values=True)


def test_a_dictionary_may_change_while_it_is_read() -> None:
    shapes: dict[Any, Any] = {}

    class Clearing:
        @property
        def shape(self) -> Any:
            shapes.clear()
            return HIT

    for _ in range(9):
        shapes[Clearing()] = Clearing()
    assert len(ME.collidedictall(shapes)) == 9
    assert ME.collidedict(shapes, values=True) is None


def test_a_key_may_return_a_shape_with_no_other_reference() -> None:
    def key(i: int) -> Any:
        return Polygon([(i, 0), (i + 2, -1), (i + 4, 0), (i + 4, 3), (i + 2, 5), (i, 3)])

    assert ME.collideobjectsall(range(9), key=key) == [0, 1, 2, 3, 4]
    assert ME.collideobjectsall(range(9), key=lambda i: Sprite(key(i))) == [0, 1, 2, 3, 4]


def test_threads_may_change_a_list_that_is_read() -> None:
    others: list[Any] = [MISS, HIT] * 300
    done = threading.Event()

    def disturb() -> None:
        rng = random.Random(1)
        while not done.is_set():
            others[rng.randrange(len(others))] = rng.choice((HIT, MISS, (0, 0)))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        for _ in range(300):
            assert all(0 <= i < 600 for i in ME.collidelistall(others))
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(interval)


# ---- refusals --------------------------------------------------------------------------------------------------------

NO_SHAPE = (
    "must be a shape, an object with a shape, a rect or a __geo_interface__, a pygame rectangle, circle or line, or a "
    "pair of numbers"
)
REFUSED: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: ME.collidelist([MISS, "a"]), TypeError, f"collidelist: shapes[1] {NO_SHAPE}, got str"),
    (lambda: ME.collidelistall([None]), TypeError, f"collidelistall: shapes[0] {NO_SHAPE}, got NoneType"),
    (lambda: ME.collidelistall([(0, 0)] * 300 + [(0, "a")]), TypeError,
     f"collidelistall: shapes[300] {NO_SHAPE}, got a tuple of int and str"),
    (lambda: ME.collidelistall([(0, float("nan"))]), ValueError, "collidelistall: shapes[0] must be finite, got nan"),
    (lambda: ME.collidelistall([(1, 2, -3, 4)]), ValueError, "collidelistall: shapes[0]: w must be >= 0, got -3.0"),
    (lambda: ME.collidelistall([((1, 2), (3, None))]), TypeError,
     "collidelistall: shapes[0]: (w, h) must be a pair of numbers, got a tuple of int and NoneType"),
    (lambda: ME.collidelistall([[ME, ME]]), TypeError,
     f"collidelistall: shapes[0] {NO_SHAPE}, got a list of collide2d.Circle and collide2d.Circle: loop over them, use "
     "a Space, or write Body([...]) for several shapes"),
    (lambda: ME.collidelist([pygame.Rect(0, 0, -1, 1)]), ValueError,
     "collidelist: shapes[0]: w must be >= 0, got -1.0"),
    (lambda: ME.collidelist(5), TypeError, "collidelist: shapes must be an iterable of shapes, got int"),
    (lambda: ME.collidelist(HIT), TypeError,
     "collidelist: shapes must be an iterable of shapes, got collide2d.Rect"),
    (lambda: ME.collidelist(), TypeError, "collidelist: missing argument shapes"),
    (lambda: ME.collidelist([], True), TypeError,
     "collidelist: touching must be given by keyword, got 2 positional arguments"),
    (lambda: ME.collidelist([], touch=True), TypeError, "collidelist: unexpected keyword argument 'touch'"),
    (lambda: ME.collideobjects(5), TypeError, "collideobjects: objects must be an iterable of shapes, got int"),
    (lambda: ME.collideobjects([1]), TypeError, f"collideobjects: objects[0] {NO_SHAPE}, got int"),
    (lambda: ME.collideobjectsall([1, 2], key=str), TypeError,
     f"collideobjectsall: key(objects[0]) {NO_SHAPE}, got str"),
    (lambda: ME.collideobjects([], key=5), TypeError,
     "collideobjects: key must be a function of an object, or None, got int"),
    (lambda: ME.collideobjects([], len), TypeError,
     "collideobjects: key must be given by keyword, got 2 positional arguments"),
    (lambda: ME.collidedict([HIT]), TypeError, "collidedict: shapes must be a mapping, got list"),
    (lambda: ME.collidedict({"a": HIT}), TypeError, f"collidedict: a key of shapes {NO_SHAPE}, got str"),
    (lambda: ME.collidedictall({"a": 1}, values=True), TypeError,
     f"collidedictall: a value of shapes {NO_SHAPE}, got int"),
    (lambda: ME.collidedict(type("M", (), {"items": lambda self: [1]})()), TypeError,
     "collidedict: shapes.items() must give pairs of a key and a value, got int"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "message"), REFUSED, ids=[message for _, _, message in REFUSED])
def test_invalid_arguments_raise_an_error_that_names_them(
    call: Callable[[], object], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=f"^{re.escape(message)}$"):
        call()
    assert_no_leak(call)


def test_exceptions_in_user_code_propagate() -> None:
    def fail(thing: object) -> Any:
        raise HostileError

    def failing() -> Iterator[Any]:
        yield HIT
        raise HostileError

    calls: list[Callable[[], object]] = [
        lambda: ME.collidelist([MISS, ShapeRaises()]),
        lambda: ME.collidelistall(failing()),
        lambda: ME.collideobjects([1], key=fail),
        lambda: ME.collideobjectsall([1], key=fail),
        lambda: ME.collidedict({ShapeRaises(): 1}),
        lambda: ME.collidelist([], touching=type("B", (), {"__bool__": fail})()),
    ]
    for call in calls:
        with pytest.raises(HostileError):
            call()
        assert_no_leak(call)


@pytest.mark.filterwarnings("ignore:NotImplemented")  # pytest would keep them all
@pytest.mark.parametrize("make", HOSTILE, ids=[f"{i}" for i in range(len(HOSTILE))])
def test_no_hostile_argument_does_harm(make: Callable[[], Any]) -> None:
    calls: list[Callable[[Any], object]] = [
        *(getattr(ME, name) for name in METHODS),
        lambda v: ME.collidelistall([v]), lambda v: ME.collidelist([MISS, v, HIT]), lambda v: ME.collideobjects((v,)),
        lambda v: ME.collideobjectsall([1, 2], key=lambda _: v), lambda v: ME.collideobjects([1], key=v),
        lambda v: ME.collidedictall({1: v}, values=True), lambda v: ME.collidelist([HIT], touching=v),
        lambda v: ME.collidedict({HIT: v}, values=v), lambda v: ME.collidelistall(iter([v, v])),
        lambda v: Segment(0, 0, 1, 1).collidelistall([HIT, v, v, HIT] * 3),
    ]  # fmt: skip

    def use() -> None:
        for call in calls:
            with contextlib.suppress(*REFUSALS):
                call(make())

    assert_no_leak(use)


def test_no_answer_leaks() -> None:
    others: Iterable[Any] = [HIT, MISS, (0, 0), pygame.Rect(0, 0, 1, 1), Sprite(HIT), Sprite(Point(1, 1))] * 9

    def use() -> None:
        for touching in (False, True):
            ME.collidelist(others, touching=touching), ME.collidelistall(others, touching=touching)
            ME.collideobjects(others, touching=touching), ME.collideobjectsall(iter(others), touching=touching)
            ME.collideobjectsall(range(5), key=lambda i: Polygon([(i, 0), (i + 1, 0), (i, 1)]), touching=touching)
            ME.collidedict({1: HIT, 2: MISS}, True), ME.collidedictall({HIT: 1, MISS: 2, (0, 0): 3})

    assert_no_leak(use)
