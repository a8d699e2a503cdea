"""c2d_world, the space of the C core, answers as Space does, to the bit, through the same changes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from c_world import ALL_LAYERS, CWorld

from collide2d import Capsule, Circle, Hit, Point, Polygon, Rect, RoundRect, Segment, Space

Vec = tuple[float, float]


def some_shape(r: random.Random) -> Any:
    """Flush boxes, slopes, walls, points and round shapes on a lattice, and shapes with more vertices."""
    x, y, w = r.randrange(16) / 2, r.randrange(16) / 2, r.choice((1, 1, 2))
    makers: list[Callable[[], Any]] = [
        lambda: Rect(x, y, w, 1),
        lambda: Rect(x, y, w, 1),
        lambda: Rect(x, y, 1, w, pivot=(0, 0), angle=r.choice((0, 30, 90))),
        lambda: RoundRect(x, y, 1, w, 0.25, angle=r.choice((0, 45))),
        lambda: Segment(x, y, x + r.randrange(3), y + r.randrange(-1, 2)),
        lambda: Point(x, y),
        lambda: Circle(x, y, r.choice((0.5, 0.3))),
        lambda: Capsule(x, y, x + 1, y + w, 0.25),
        lambda: Polygon([(x, y), (x + w, y), (x + w, y + 1)]),
        lambda: Polygon([(x + dx, y + dy) for dx, dy in ((0, 1), (1, 0), (2, 0.3), (2.5, 1.5), (1, 2.2))], 0.1),
    ]
    return r.choice(makers)()


def some_motion(r: random.Random) -> Vec:
    x, y = r.randrange(-12, 13) / 2, r.randrange(-12, 13) / 2
    return r.choice(((x, y), (x, 0.0), (0.0, y), (x, y + 0.1), (0.0, 0.0)))


def numbers(hit: Hit) -> tuple[float, Vec, Vec, float]:
    return hit.t, hit.point, hit.normal, hit.depth


def told(found: Any) -> Any:
    return found and (found[0], numbers(found[1]))


def told_move(move: Any) -> tuple[Any, ...]:
    hits = [(item, numbers(hit)) for item, hit in move.hits]
    return move.motion, move.remaining, hits, move.pushed, move.stuck


class Both:
    """The same items in a space and in a world of the core."""

    def __init__(self, r: random.Random) -> None:
        self.space: Space[int] = Space()
        self.world = CWorld()
        self.layers: dict[int, tuple[int, int]] = {}
        self.r = r

    def change(self) -> None:
        r, space, world = self.r, self.space, self.world
        what = r.randrange(8) if len(space) else 0
        item = r.choice(list(space)) if what else 0
        if what < 4 and len(space) < 24:
            shape = some_shape(r)
            layer, mask = r.choice(((1, ALL_LAYERS), (1, ALL_LAYERS), (2, 1), (3, 2), (1, 3), (0, ALL_LAYERS)))
            item = world.add(shape, layer, mask)
            self.layers[item] = layer, mask
            space.add(item, shape, layer=layer, mask=mask)
        elif what == 5:
            shape = some_shape(r)
            space.update(item, shape)
            world.update(item, shape)
        elif what == 6:
            d = some_motion(r)
            space.move(item, *d)
            world.move(item, d)
        elif what == 7:
            space.remove(item)
            world.remove(item)

    def check(self) -> None:
        r, space, world = self.r, self.space, self.world
        who: Any = r.choice([*space]) if len(space) and r.random() < 0.5 else some_shape(r)
        motion, mask = some_motion(r), r.choice((ALL_LAYERS, ALL_LAYERS, 1, 2))
        odd = r.random() < 0.3
        options: dict[str, Any] = {"mask": mask, "filter": (lambda item: item % 3 != 1) if odd else None}
        touching, contained = r.random() < 0.4, r.random() < 0.2
        ways = {"touching": touching, "leaving": r.random() < 0.6, **options}
        found = space.query(who, touching=touching, contained=contained, **options)
        answers: list[tuple[Any, Any]] = [(found, world.query(who, touching=touching, contained=contained, **options))]
        answers.append((told(space.cast(who, motion, **ways)), world.cast(who, motion, **ways)))
        hits = [told(hit) for hit in space.cast_all(who, motion, **ways)]
        answers.append((hits, world.cast_all(who, motion, **ways)))
        k, farthest = r.randrange(5), r.choice((0.0, 1.5, 1e300))
        near = space.nearest(who, k, max_distance=farthest, distances=True, **options)
        answers.append((near, world.nearest(who, k, farthest, **options)))
        origin = some_motion(r)
        answers.append((told(space.raycast(origin, motion, **ways)), world.raycast(origin, motion, **ways)))
        hits = [told(hit) for hit in space.raycast_all(origin, motion, **ways)]
        answers.append((hits, world.raycast_all(origin, motion, **ways)))
        if isinstance(who, int):
            layer, own_mask = self.layers[who]
            met = {other for other in space if other != who and self.layers[other][1] & layer}
            passes = options["filter"] or (lambda item: True)
            seen = {**ways, "mask": mask & own_mask, "filter": lambda item: item in met and passes(item)}
            center = space[who].center
            hit = space.raycast(center, motion, **seen)
            answers.append((told(hit), world.raycast(center, motion, who, **ways)))
            hits = [told(hit) for hit in space.raycast_all(center, motion, **seen)]
            answers.append((hits, world.raycast_all(center, motion, who, **ways)))
        answers.append((space.pairs(touching), world.pairs(touching)))
        for expected, answer in answers:
            assert repr(answer) == repr(expected)

    def slide(self) -> None:
        r, space, world = self.r, self.space, self.world
        response, motion = r.choice(("slide", "slide", "stop", "bounce", "pass")), some_motion(r)
        chosen = (lambda item: ("slide", None, "pass", "bounce")[item % 4]) if r.random() < 0.3 else None
        push = r.choice((None, None, 0.25))
        given: dict[str, Any] = {"response": response, "max_push": push}
        if chosen:
            given["filter"] = lambda who, other: chosen(other)
        told_c: dict[str, Any] = {"response": response, "choose": chosen, "max_push": -1.0 if push is None else push}
        shape = some_shape(r)
        tried = space.try_slide(shape, *motion, mask=3, **given)
        assert repr(world.slide(shape, motion, mask=3, tries=True, **told_c)) == repr(told_move(tried))
        for item in list(space)[:2]:
            move = space.slide(item, *motion, **given)
            assert repr(world.slide(item, motion, **told_c)) == repr(told_move(move))

    def check_shapes(self) -> None:
        for item in self.space:
            mine: Any = self.world.shape(item)
            theirs: Any = self.space[item]
            assert (mine.vertices, mine.radius, mine.bounds) == (theirs.vertices, theirs.radius, theirs.bounds)


@pytest.mark.parametrize("seed", range(40))
def test_a_world_in_c_answers_as_a_space(seed: int) -> None:
    both = Both(random.Random(seed))
    for _ in range(60):
        both.change()
        if both.r.random() < 0.5:
            both.check()
        if both.r.random() < 0.2:
            both.slide()
        both.check_shapes()
    both.world.close()


def test_a_ray_does_not_pass_the_seam_of_two_tiles() -> None:
    world = CWorld()
    left, right = world.add(Rect(0, 0, 4, 4)), world.add(Rect(4, 0, 4, 4))
    assert [item for item, hit in world.raycast_all((4, -5), (0, 20))] == [left, right]
    assert world.query(Point(4, 2)) == [left, right]
    world.close()


def test_a_ray_of_an_item_does_not_hit_the_item() -> None:
    world = CWorld()
    eye, wall = world.add(Circle(0, 0, 2)), world.add(Rect(5, -1, 1, 2))
    ghost = world.add(Rect(3, -1, 1, 2), layer=2, mask=2)
    assert [item for item, _ in world.raycast_all((0, 0), (9, 0))] == [eye, ghost, wall]
    assert world.raycast((0, 0), (9, 0), eye)[0] == wall
    assert [item for item, _ in world.raycast_all((0, 0), (9, 0), eye)] == [wall]
    assert world.raycast((0, 0), (9, 0), ghost) is None
    with pytest.raises(ValueError, match="must be the id of an item"):
        world.raycast((0, 0), (9, 0), 99)
    world.close()


@pytest.mark.parametrize("call", ["query", "move", "remove", "update", "slide"])
def test_an_id_that_no_item_has_is_refused(call: str) -> None:
    world = CWorld()
    item = world.add(Circle(0, 0, 1))
    world.remove(item)
    arguments: dict[str, tuple[Any, ...]] = {"move": ((1, 0),), "slide": ((1, 0),), "update": (Point(0, 0),)}
    with pytest.raises(ValueError, match="must be the id of an item"):
        getattr(world, call)(item, *arguments.get(call, ()))
    world.close()


@pytest.mark.parametrize("motion", [(1e61, 0), (float("nan"), 0), (9e59, 0)])
def test_a_motion_out_of_the_domain_changes_nothing(motion: Vec) -> None:
    world = CWorld()
    item = world.add(Circle(5e59, 0, 1))
    for call in (lambda: world.slide(item, motion), lambda: world.move(item, motion), lambda: world.cast(item, motion)):
        with pytest.raises(ValueError, match="must be"):
            call()
    assert world.shape(item) == Circle(5e59, 0, 1)
    world.close()


@pytest.mark.parametrize("nested", [0, 1])
def test_items_at_distance_0_are_not_all_tried(nested: int) -> None:
    """The filter counts the visits. Items come and go, so the first one is not always that of the least id."""
    r, world = random.Random(3), CWorld()
    ids = [world.add(Circle(1, 1, 9 + i * nested)) for i in range(600)]
    for item in r.sample(ids, 300):
        shape = world.shape(item)
        world.remove(item)
        ids.remove(item)
        ids.append(world.add(shape))
    for item in r.sample(ids, 200):
        world.update(item, Circle(1, 1, 9 + nested * r.randrange(500)))

    def ask(call: Callable[[Callable[[int], bool]], Any], most: int, refused: set[int]) -> Any:
        visits = [0]

        def passes(item: int) -> bool:
            visits[0] += 1
            return item not in refused

        found = call(passes)
        assert 0 < visits[0] <= most
        return found

    for refused in (set(), set(ids[:3])):
        wanted = [item for item in ids if item not in refused]
        assert ask(lambda f: world.nearest(Point(1, 2), 1, filter=f), 40, refused) == [(wanted[0], 0.0)]
        assert ask(lambda f: world.nearest(Point(1, 2), 3, filter=f), 60, refused) == [(i, 0.0) for i in wanted[:3]]
        assert ask(lambda f: world.cast(Circle(1, 2, 1), (50, 3), filter=f), 40, refused)[0] == wanted[0]
        assert ask(lambda f: world.raycast((1, 2), (50, 3), filter=f), 40, refused)[0] == wanted[0]
    world.close()
