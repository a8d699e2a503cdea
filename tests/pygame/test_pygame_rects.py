"""pygame's own rectangles are read from memory, subclasses by their attributes: both ways give the same answers."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable
from types import SimpleNamespace as Sprite
from typing import Any

import pytest

from collide2d import Body, Capsule, Circle, Point, Polygon, Rect, Segment, Shape, Space, collides
from collide2d.pygame import collide_shape_ratio, groupcollide, spritecollide, spritecollideany

pygame: Any = pytest.importorskip("pygame")
TYPES: list[Any] = [pygame.Rect, *([pygame.FRect] if hasattr(pygame, "FRect") else [])]
# Each beside a subclass of it, whose attributes must be read.
PAIRS = [(kind, type(f"Own{kind.__name__}", (kind,), {})) for kind in TYPES]
pairs_of_types = pytest.mark.parametrize(("kind", "subclass"), PAIRS, ids=[kind.__name__ for kind in TYPES])

SMALL = [-3, -1, 0, 1, 2, 3, 4]
INTS = [*SMALL, 2**31 - 1, -(2**31), 2**30, -(2**30)]
FLOATS = [*SMALL, 0.1, -0.0, 2.0**-149, 2.0**-126, 3e38, -3e38, 2.0**24, math.inf, math.nan]
SHAPES: list[Any] = [
    Rect(0, 0, 2, 2), Rect(0, 0, 0, 3), Rect(-1, -1, 3, 1, 30), Point(1, 1), Circle(1, 0, 1), Segment(0, 0, 3, 3),
    Capsule(-2, 0, 2, 0, 1), Polygon([(0, 0), (3, 0), (0, 3)]), Rect(-3e38, -3e38, 6e38, 6e38),
    Rect(2**31 - 1, 0, 1, 1), Body([Rect(0, 0, 1, 1), Circle(3, 3, 1)]),
]  # fmt: skip


def numbers(rng: random.Random, kind: Any) -> list[float]:
    pool: Any = INTS if kind is pygame.Rect else FLOATS
    plain = rng.random() < 0.7
    sizes = [x for x in SMALL if x >= 0] if plain else pool
    return [rng.choice(SMALL if plain else pool) for _ in range(2)] + [rng.choice(sizes) for _ in range(2)]


def outcome(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except (TypeError, ValueError) as error:
        return type(error), str(error)


QUESTIONS: dict[str, Callable[[Shape, list[Any]], Any]] = {
    "collidelistall": lambda me, rects: me.collidelistall(rects),
    "collidelistall, touching": lambda me, rects: me.collidelistall(tuple(rects), touching=True),
    "collidelist": lambda me, rects: me.collidelist(rects),
    "collidelist, touching": lambda me, rects: me.collidelist(iter(rects), touching=True),
    "collideobjects": lambda me, rects: me.collideobjectsall(range(len(rects)), key=rects.__getitem__),
    "collidedict": lambda me, rects: [k for k, _ in me.collidedictall(dict(enumerate(rects)), values=True)],
    "relate": lambda me, rects: [outcome(lambda: me.relate(rect)) for rect in rects],  # noqa: B023
    "contains": lambda me, rects: [outcome(lambda: me.contains(rect)) for rect in rects],  # noqa: B023
    "a Rect": lambda _me, rects: [outcome(lambda: Rect(rect)) for rect in rects],  # noqa: B023
    "a Space": lambda me, rects: Space(enumerate(rects)).query(me),
}


@pairs_of_types
def test_rectangles_and_their_subclasses_give_the_same_answers(kind: Any, subclass: Any) -> None:
    rng = random.Random(kind.__name__)
    for _ in range(150):
        count = rng.choice((1, 2, 5, 300))
        rows = [numbers(rng, kind) for _ in range(count)]
        if count > 2 or rng.random() < 0.5:  # a refused rectangle ends the others
            rows = [row if min(row[2:]) >= 0 and max(map(abs, row)) < 9e9 else [1, 2, 3, 4] for row in rows]
        direct, general = [kind(*row) for row in rows], [subclass(*row) for row in rows]
        me = rng.choice(SHAPES)
        for name, ask in QUESTIONS.items():
            assert outcome(lambda: ask(me, direct)) == outcome(lambda: ask(me, general)), (name, me, rows)  # noqa: B023


@pairs_of_types
def test_sprites_with_either_collide_alike(kind: Any, subclass: Any) -> None:
    rng = random.Random(kind.__name__)
    for _ in range(200):
        rows = [numbers(rng, kind) for _ in range(rng.choice((1, 3, 12)))]
        own, other = ([Sprite(rect=make(*row)) for row in rows] for make in (kind, subclass))
        me = rng.choice(SHAPES)
        ratio = rng.choice([None, collide_shape_ratio(0.5), collide_shape_ratio(2)])

        def answers(group: list[Any], me: Any = me, ratio: Any = ratio) -> list[Any]:
            names = {id(sprite): i for i, sprite in enumerate(group)}
            asked: list[Callable[[], list[Any]]] = [
                lambda: spritecollide(me, group, False, ratio),
                lambda: [spritecollideany(me, group, ratio)],
                lambda: [spritecollideany(group[0], [me], ratio)],
                lambda: groupcollide([me], group, False, False, ratio).get(me, []),
            ]
            found = [outcome(ask) for ask in asked]
            return [[names.get(id(s)) for s in one] if isinstance(one, list) else one for one in found]

        assert answers(own) == answers(other), (me, ratio, rows)


@pytest.mark.parametrize("kind", TYPES)
def test_a_subclass_may_say_where_it_is(kind: Any) -> None:
    class Shifted(kind):  # type: ignore[misc]
        @property
        def x(self) -> Any:
            return 100

    class Shaped(kind):  # type: ignore[misc]
        shape = Circle(200, 0, 5)

    rects = [kind(0, 0, 10, 10), Shifted(0, 0, 10, 10), Shaped(0, 0, 10, 10), Sprite(rect=Shifted(0, 0, 10, 10))]
    assert [Rect(1 + x, 1, 2, 2).collidelistall(rects) for x in (0, 100, 200)] == [[0], [1, 3], [2]]
    assert spritecollide(Rect(101, 1, 2, 2), [Sprite(rect=rects[0]), rects[3]], False) == [rects[3]]
    assert collides(rects[1], Point(105, 5))
    assert not collides(rects[0], Point(105, 5))


@pytest.mark.parametrize("kind", TYPES)
def test_every_number_is_read_as_its_attributes_show_it(kind: Any) -> None:
    rng = random.Random(5)
    for _ in range(300):
        rect = kind(*(rng.choice((rng.uniform(-9, 9), rng.randrange(-(2**30), 2**30))) for _ in range(2)), 3.7, 0.1)
        made = Rect(rect)
        assert (made.x, made.y, made.w, made.h) == (rect.x, rect.y, rect.w, rect.h)
        rect.w = rng.uniform(0, 999)
        assert Rect(rect).w == rect.w


def test_a_list_of_rectangles_may_change_while_a_sprite_is_read() -> None:
    rects: list[Any] = [pygame.Rect(i, 0, 1, 1) for i in range(400)]

    class Emptying:
        @property
        def rect(self) -> Any:
            rects.clear()
            return pygame.Rect(0, 0, 1, 1)

    rects[300] = Emptying()
    assert Rect(0, 0, 9, 9).collidelistall(rects) == [*range(9), 300]


def test_nothing_is_kept_of_rectangles_that_were_read() -> None:
    rects = [pygame.Rect(i, 0, 4, 4) for i in range(20)]
    refused = [*rects, pygame.Rect(0, 0, -1, 1)]
    sprites = [Sprite(rect=rect) for rect in rects]
    before = [sys.getrefcount(one) for one in (*rects, *sprites)]
    for _ in range(5):
        assert len(Rect(0, 0, 9, 9).collideobjectsall(rects)) == 9
        assert len(spritecollide(Rect(0, 0, 9, 9), sprites, False)) == 9
        with pytest.raises(ValueError, match=r"^collidelistall: shapes\[20\]: w must be >= 0, got -1"):
            Rect(0, 0, 9, 9).collidelistall(refused)
    assert before == [sys.getrefcount(one) for one in (*rects, *sprites)]
