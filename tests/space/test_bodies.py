"""Bodies as items and arguments of a Space: every answer against the verbs, piece by piece or on whole bodies."""

from __future__ import annotations

import copy
import math
import pickle
import random
import time
from typing import Any

import pytest
from digest_model import digest_of
from leaks import assert_no_leak

import collide2d as c2
from collide2d import Body, Chain, Circle, Hit, Point, Rect, Segment, Space


def pieces_of(solid: Any) -> tuple[Any, ...]:
    return solid.pieces if isinstance(solid, Body) else (solid,)


def drawn_shape(source: random.Random, x: float, y: float) -> Any:
    w, h = source.randint(1, 6), source.randint(1, 6)
    kind = source.randrange(6)
    if kind == 0:
        return Circle(x, y, w / 2)
    if kind == 1:
        return Rect(x, y, w, h)
    if kind == 2:
        return c2.Capsule(x, y, x + w, y - h, 1)
    if kind == 3:
        return c2.Polygon([(x, y), (x + w, y), (x, y + h)])
    if kind == 4:
        return Rect(x, y, w, h, angle=source.choice((0, 30, 90)))
    return c2.RoundRect(x, y, w + 1, h + 1, 0.5)


def drawn_solid(source: random.Random, size: int = 24) -> Any:
    """A shape on the lattice, or a body of shapes near each other, or of flush tiles, with or without names."""
    x, y = source.randint(0, size), source.randint(0, size)
    kind = source.randrange(5)
    if kind < 2:
        return drawn_shape(source, x, y)
    if kind == 2:
        return Body([Rect(x + 2 * i, y, 2, 2) for i in range(source.randint(1, 6))])
    shapes = [drawn_shape(source, x + source.randint(-4, 4), y + source.randint(-4, 4)) for _ in range(3)]
    return Body(shapes) if kind == 3 else Body(dict(zip("abc", shapes, strict=True)))


def drawn_world(seed: int, count: int = 14) -> tuple[random.Random, dict[int, Any], Space[Any]]:
    source = random.Random(seed)
    solids = {i: drawn_solid(source) for i in range(count)}
    return source, solids, Space(solids)


SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_query_contacts_and_pairs_are_the_verbs(seed: int) -> None:
    source, solids, space = drawn_world(seed)
    for what in [drawn_solid(source) for _ in range(8)] + list(solids):
        shape = solids.get(what, what) if isinstance(what, int) else what
        others = {item: solid for item, solid in solids.items() if item is not what}
        assert space.query(what) == [item for item, solid in others.items() if c2.overlaps(shape, solid)]
        met = [item for item, solid in others.items() if c2.collides(shape, solid)]
        assert space.query(what, touching=True) == met
        assert space.query(what, contained=True) == [
            item for item, solid in others.items() if c2.contains(shape, solid)
        ]
        contacts = [(item, c2.contact(shape, solid)) for item, solid in others.items()]
        assert space.contacts(what) == [(item, contact) for item, contact in contacts if contact]
    for touching, verb in ((False, c2.overlaps), (True, c2.collides)):
        assert space.pairs(touching) == [(i, k) for i in solids for k in solids if i < k and verb(solids[i], solids[k])]


@pytest.mark.parametrize("seed", SEEDS)
def test_nearest_is_by_distance(seed: int) -> None:
    source, solids, space = drawn_world(seed)
    for what in [drawn_solid(source) for _ in range(6)] + [Point(1, 2), Chain([(0, 0), (9, 1), (9, 30)])]:
        ranked = sorted((c2.distance(what, solid), item) for item, solid in solids.items())
        for k in (1, 3, len(solids) + 1):
            assert space.nearest(what, k, distances=True) == [(item, distance) for distance, item in ranked[:k]]
        limit = ranked[4][0]
        near: Any = space.nearest(what, 99, max_distance=limit)
        assert near == [item for distance, item in ranked if distance <= limit]
        asked: list[int] = []
        odd: Any = space.nearest(what, 3, filter=lambda item, asked=asked: asked.append(item) or item % 2)  # type: ignore[misc]
        assert odd == [item for _, item in ranked if item % 2][:3]
        assert len(asked) == len(set(asked))


@pytest.mark.parametrize("seed", SEEDS)
def test_casts_are_the_verbs(seed: int) -> None:
    source, solids, space = drawn_world(seed)
    for _ in range(8):
        what, motion = drawn_solid(source), (source.randint(-30, 30), source.randint(-30, 30))
        hits = [(item, c2.cast(what, motion, solid)) for item, solid in solids.items()]
        expected = sorted(((item, hit) for item, hit in hits if hit), key=lambda pair: (pair[1].t, pair[0]))
        every: Any = space.cast_all(what, motion)
        assert every == expected
        assert space.try_slide(what, motion, response="pass").hits == tuple(every)
        assert space.cast(what, motion) == (expected[0] if expected else None)
        asked: list[int] = []
        odd: Any = space.cast_all(what, motion, filter=lambda item, asked=asked: asked.append(item) or item % 2)  # type: ignore[misc]
        assert odd == [(item, hit) for item, hit in expected if item % 2]
        assert sorted(asked) == sorted(item for item, _ in expected)
        assert space.cast(what, motion, exclude={0, 1, 2}) == next((e for e in expected if e[0] > 2), None)


@pytest.mark.parametrize("seed", SEEDS)
def test_rays_meet_pieces_as_they_meet_items(seed: int) -> None:
    """The union rule is about pieces: a space of the single pieces has the same hits; an item has the first."""
    source, solids, space = drawn_world(seed)
    pieces = Space({(item, i): piece for item, solid in solids.items() for i, piece in enumerate(pieces_of(solid))})
    for _ in range(12):
        origin = (source.randint(-4, 34), source.randint(-4, 34))
        motion = source.choice(((40, 0), (0, 40), (-40, 0), (0, -40), (12, 12), (-30, 14), (0, 0)))
        for mover in (Point(*origin), Segment(*origin, origin[0] + 2, origin[1])):
            expected: dict[int, tuple[float, float]] = {}
            for (item, _), hit in pieces.cast_all(mover, motion):
                expected[item] = min(expected.get(item, (2.0, 0.0)), (hit.t, -hit.depth))
            found = {item: (hit.t, -hit.depth) for item, hit in space.cast_all(mover, motion)}
            assert found == expected
            first = space.cast(mover, motion)
            every: list[Any] = space.cast_all(mover, motion)
            assert first == (every[0] if every else None)
            asked: list[int] = []
            passing = space.cast_all(mover, motion, filter=lambda item, asked=asked: asked.append(item) or True)
            assert passing == space.cast_all(mover, motion)
            assert len(asked) == len(set(asked))
        assert space.raycast_all(origin, motion) == space.cast_all(Point(*origin), motion)


def test_a_ray_along_a_seam_within_a_body_is_blocked() -> None:
    level = Body({"left": Rect(0, 0, 4, 4), "right": Rect(4, 0, 4, 4)})
    space = Space({"level": level, "floor": Rect(0, 9, 8, 1)})
    hit = space.raycast((4, -5), (0, 10))
    assert hit == ("level", Hit(0.5, (4, 0), (0, -1), 0, (None, "left")))
    assert [item for item, _ in space.raycast_all((4, -5), (0, 20))] == ["level", "floor"]
    assert space.raycast((4, -5), (0, 20), exclude={"level"})[0] == "floor"  # type: ignore[index]
    assert space.query((4, 2)) == ["level"]
    assert space.query((4, 2), filter=lambda item: False) == []
    assert space.query(Body([Point(4, 2), Point(4, 20)])) == ["level"]


def test_pieces_and_items_surround_a_point_together() -> None:
    space = Space({"a": Body([Rect(0, 0, 4, 4), Rect(4, 0, 4, 4)]), "b": Rect(0, 4, 4, 4), "c": Rect(4, 4, 4, 4)})
    assert space.query((4, 4)) == ["a", "b", "c"]
    assert space.query((4, 4), exclude=["a"]) == []
    assert space.query((2, 4)) == ["a", "b"]


@pytest.mark.parametrize("seed", SEEDS)
def test_changes_keep_every_answer(seed: int) -> None:
    """After each change the space answers as one that is made anew, with the same digest."""
    source, solids, space = drawn_world(seed, 8)
    saved: list[tuple[Any, dict[int, Any], int]] = []
    for step in range(40):
        change, item = source.randrange(7), source.randrange(12)
        if change == 0 and item in solids:
            space.remove(item)
            del solids[item]
        elif change <= 3:
            solid = drawn_solid(source)
            (space.update if item in solids else space.add)(item, solid)
            solids[item] = solid
        elif change == 4 and item in solids:
            d = (source.randint(-9, 9), source.randint(-9, 9))
            before = solids[item]
            others = {k: solid for k, solid in solids.items() if k != item}
            swept = [c2.sweep(piece, d) for piece in pieces_of(before)]
            met = [k for k, solid in others.items() if any(c2.overlaps(s, solid) for s in swept)]
            assert space.move(item, d) == met
            solids[item] = before.move(*d)
        elif change == 5:
            saved.append((space.snapshot(), dict(solids), space.digest()))
        elif change == 6 and saved:
            snapshot, old, digest = source.choice(saved)
            space.restore(snapshot)
            solids = dict(old)
            assert space.digest() == digest
        assert space.items() == list(solids.items())
        new = Space(solids)
        assert space.bounds == new.bounds
        if step % 4 == 0:
            what = drawn_solid(source)
            assert space.query(what) == new.query(what)
            assert space.raycast_all((0, 0), (30, 30)) == new.raycast_all((0, 0), (30, 30))
            assert space.pairs(touching=True) == new.pairs(touching=True)
            assert space.digest() == new.digest() == digest_of(space)
    for other in (space.copy(), copy.copy(space), pickle.loads(pickle.dumps(space))):
        assert other.items() == space.items()
        assert other.query(Rect(0, 0, 30, 30)) == space.query(Rect(0, 0, 30, 30))


def test_digest_knows_pieces_and_names() -> None:
    a, b = Rect(0, 0, 1, 1), Circle(5, 5, 1)
    solids: list[Any] = [
        Body([a, b]),
        Body([b, a]),
        Body([a]),
        a,
        Body({"a": a, "b": b}),
        Body({"b": a, "a": b}),
        Body([a, ("a", b)]),
    ]
    digests = [Space({"item": solid}).digest() for solid in solids]
    assert len(set(digests)) == len(solids)
    assert digests == [digest_of(Space({"item": solid})) for solid in solids]


def test_watch_reports_an_item_once() -> None:
    space = Space({"level": Body([Rect(2 * i, 0, 2, 2) for i in range(9)]), "p": Circle(9, -3, 1)})
    watch = space.watch()
    assert watch.update() == ([], [])
    space.move("p", 0, 3)
    assert watch.update() == ([("level", "p")], [])
    space.update("level", Rect(0, 0, 18, 2))
    assert watch.update() == ([], [])
    space.update("level", Body([Rect(0, 0, 1, 1), Rect(0, 90, 1, 1)]))
    assert watch.update() == ([], [("level", "p")])


def test_a_body_is_an_item_by_itself() -> None:
    a, b = Body([Rect(0, 0, 4, 4), Rect(4, 0, 4, 4)]), Body({"x": Circle(8, 2, 1)})
    space: Space[Any] = Space()
    space.add(a)
    space.add_all([b])
    items: list[Any] = space.items()
    assert items == [(a, a), (b, b)]
    assert space.query(a) == [b]
    assert space.query(Body([Circle(8, 2, 1)])) == [a, b]  # equal pieces, but no name: not the item
    space.update_all({a: a.move(100, 0)})
    assert space.query(b) == []
    space.remove_all([a, b])
    assert len(space) == 0
    assert space.bounds is None


def test_layers_and_masks_are_of_the_item() -> None:
    space: Space[str] = Space()
    space.add("ghost", Body([Rect(0, 0, 4, 4), Rect(4, 0, 4, 4)]), layer=2, mask=2)
    space.add("p", Circle(4, 2, 1))
    assert space.query("p") == []
    assert space.pairs() == []
    assert space.move("p", 1, 0) == []
    assert space.query(Circle(4, 2, 1), mask=2) == ["ghost"]
    space.set_mask("ghost", -1)
    space.set_layer("p", 2)
    assert space.pairs() == [("ghost", "p")]


def test_a_query_visits_only_the_pieces_that_are_near() -> None:
    """A level of 20,000 pieces costs a ray no more than a few times what one of 200 costs."""
    from timeit import timeit

    def cost(pieces: int) -> float:
        space = Space({"level": Body([Rect(i, 0, 1, 1) for i in range(pieces)])})
        space.query((0, 0))
        return min(timeit(lambda: space.raycast((pieces / 2 + 0.5, -5), (0, 9)), number=50) for _ in range(5))

    assert cost(20_000) < 10 * cost(200)


# ---- slide ----


@pytest.mark.parametrize("seed", SEEDS)
def test_slide_among_bodies_is_slide_among_their_pieces(seed: int) -> None:
    source, solids, space = drawn_world(seed)
    pieces = Space({(item, i): piece for item, solid in solids.items() for i, piece in enumerate(pieces_of(solid))})
    for _ in range(8):
        x, y = source.randint(0, 24), source.randint(0, 24)
        mover = drawn_shape(source, x, y) if source.randrange(3) else Point(x, y)
        motion = source.randint(-20, 20), source.randint(-20, 20)
        response: Any = source.choice(("slide", "stop", "bounce"))
        one, many = (
            space.try_slide(mover, motion, response=response),
            pieces.try_slide(mover, motion, response=response),
        )
        assert (one.shape, one.path, one.stuck, one.remaining) == (many.shape, many.path, many.stuck, many.remaining)
        assert {item for item, _ in one.hits} == {item for (item, _), _ in many.hits}
        assert not one.stuck or space.query(one.shape)
        if not space.query(mover):
            assert not space.query(one.shape)


def test_a_hit_of_a_slide_says_which_piece() -> None:
    room = Body({"floor": Rect(0, 10, 40, 2), "wall": Rect(20, 0, 2, 10)})
    space = Space({"room": room, "p": Circle(5, 5, 1)})
    move = space.slide("p", 30, 8)
    assert move.shape == Circle(19, 9, 1)
    assert [(item, hit.pieces) for item, hit in move.hits] == [("room", (None, "wall")), ("room", (None, "floor"))]


def test_a_body_is_passed_once() -> None:
    space = Space({"water": Body([Rect(4 + i, -5, 1, 10) for i in range(8)]), "p": Circle(0, 0, 1)})
    asked: list[str] = []
    move = space.slide("p", 20, 0, filter=lambda item, other: asked.append(other) or "pass")  # type: ignore[func-returns-value]
    assert move.shape == Circle(20, 0, 1)
    assert [(item, hit.t, hit.pieces) for item, hit in move.hits] == [("water", 0.15, (None, 0))]
    assert asked == ["water"]


def test_an_item_that_is_a_body_slides() -> None:
    body = Body([Rect(0, 0, 1, 1), Circle(3, 0, 1)])
    space = Space({"body": body, "wall": Rect(9, 0, 1, 1)})
    watch = space.watch(touching=True)
    tried = space.try_slide("body", 8, 0)
    assert Space({"wall": Rect(9, 0, 1, 1)}).try_slide(body, 8, 0) == tried
    kept: Any = space["body"]
    assert kept == body
    move: Any = space.slide("body", 8, 0)
    assert (move.shape, move.motion, move.hits[0][1].pieces) == (body.move(5, 0), (5, 0), (1, None))
    assert move == tried
    assert space["body"] == move.shape
    assert space.query((8, 0)) == ["body"]
    assert not space.query((0.5, 0.5))  # the index knows every piece
    assert watch.update()[0] == [("body", "wall")]


def test_motion_out_of_range_is_refused() -> None:
    body = Body([Rect(0, 0, 1, 1), Circle(1e30, 0, 1)])
    space = Space({"body": body})
    for call in (lambda: space.cast(body, (math.inf, 0)), lambda: space.move("body", 1e200, 0)):
        with pytest.raises(ValueError, match="must be"):
            call()
    kept: Any = space["body"]
    assert kept == body


def test_bodies_in_a_space_leak_nothing() -> None:
    hero, level = Body({"head": Circle(0, 0, 4), "torso": Rect(-3, 4, 6, 8)}), Chain([(0, 9), (5, 9), (5, 20)])

    def use() -> None:
        space: Space[Any] = Space({"hero": hero, "level": level, "p": Circle(5, 9, 3), "q": Point(5, 9)})
        for what in ("hero", "level", "q", hero, (5, 9), Circle(3, 3, 3)):
            for options in ({}, {"filter": lambda item: item != "p"}, {"exclude": ["level"]}):
                space.query(what, **options)
                space.contacts(what, **options)
                space.nearest(what, 2, **options)
                space.cast(what, (3, 30), **options)
                space.cast_all(what, (0, 30), **options)
        space.raycast_all((5, 0), (0, 30), filter=lambda item: True)
        space.pairs()
        watch = space.watch()
        watch.update()
        saved = space.snapshot()
        space.move("hero", 1, 1)
        space.update("level", Circle(0, 0, 1))
        space.slide("p", 9, 9)
        space.restore(saved)
        space.digest()
        pickle.loads(pickle.dumps(space.copy())).clear()

    assert_no_leak(use)


@pytest.mark.parametrize("seed", range(3))
def test_many_nearest_bodies_keep_one_result_each(seed: int) -> None:
    """Results that are replaced, and dropped, while the list of the best is full."""
    source = random.Random(seed)
    space: Space[int] = Space((i, drawn_solid(source, 90)) for i in range(150))
    for _ in range(8):
        what = drawn_solid(source, 90)
        ranked = sorted((c2.distance(what, shape), item) for item, shape in space.items())
        for k in (7, 8, 9, 40, 149, 150, 999):
            assert space.nearest(what, k, distances=True) == [(item, distance) for distance, item in ranked[:k]]


def test_the_time_of_nearest_among_bodies_does_not_grow_with_the_square_of_k() -> None:
    times = []
    for k in (500, 8_000):
        space = Space((i, Body([Rect(3 * i, 0, 1, 1), Rect(3 * i + 1, 0, 1, 1)])) for i in range(k + 1))
        runs = []
        for _ in range(3):
            start = time.process_time()
            found = space.nearest((-1, 0), k)
            runs.append(time.process_time() - start)
        assert found == list(range(k))
        times.append(min(runs))
    assert times[1] < 6 * 16 * times[0]


def test_a_comb_whose_teeth_enter_a_wall_in_turn_is_pushed_out_past_all_of_them() -> None:
    """More teeth than a push looks for one by one (MAX_ENTERED): then it goes on in steps."""
    comb: Any = c2.Body([c2.Rect(1.5 * i, 0, 1, 1000) for i in range(60)])
    space: Any = c2.Space({"comb": comb, "wall": c2.Rect(20, -3, 1.25, 1100)})
    assert space.slide("comb", (0, 0)).pushed == (21.25, 0)
    assert not space["comb"].overlaps(space["wall"])


def test_a_query_of_a_body_finds_what_surrounds_a_piece_together_with_what_overlaps_another_piece() -> None:
    space = Space({"post": Segment(1, 0, 1, 1), "tile": Rect(2, 1, 1, 1)})
    top, middle = Segment(0, 1, 3, 1), Segment(0, 0.5, 2, 0.5)
    assert space.query(top) == ["post", "tile"]
    assert space.query(Body([top, middle])) == ["post", "tile"]
    assert space.query(Body([top, middle]), filter=lambda item: item != "tile") == ["post"]
    assert space.query(Body([top, middle]), exclude={"post"}) == []


@pytest.mark.parametrize("seed", range(60))
def test_a_query_of_a_body_finds_what_its_pieces_find(seed: int) -> None:
    """And what the body overlaps: its pieces may surround a thin item."""
    source = random.Random(seed)

    def number() -> float:
        return source.randint(-4, 4) / source.choice((1, 2))

    def shape() -> Any:
        kind = source.randrange(6)
        if kind < 3:
            return Segment(number(), number(), number(), number())
        return Point(number(), number()) if kind == 3 else Rect(number(), number(), kind - 4, source.randint(0, 3))

    for _ in range(60):
        items = {i: shape() if source.random() < 0.8 else Body([shape(), shape()]) for i in range(5)}
        space, body = Space(items), Body([shape() for _ in range(3)])
        alone = {item for piece in body.pieces for item in space.query(piece)}
        wanted = sorted(alone | {item for item, other in items.items() if body.overlaps(other)})
        assert space.query(body) == space.query(body, filter=lambda item: True) == wanted
        assert space.query(body, exclude={0, 1}) == Space({i: items[i] for i in (2, 3, 4)}).query(body)
