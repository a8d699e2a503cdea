"""Stress test of Space with threads, finalizers and hostile items that change it during calls: it must stay consistent.

    python tests/soak/hammer_space.py --seconds 600 --seed 1
    python tests/soak/hammer_space.py --seconds 60 --threads 1 --no-replace

Eight threads share a space, its watches, an iterator, a list and a dictionary. Each thread calls random methods of
Space, Watch, lists and sprites, chosen by its own generator from the seed. A quarter of the items share a hash and run
code when they are compared. Before many calls a thread creates a garbage cycle whose finalizer calls such a method too,
and sets the collector to run within the next few allocations; up to Python 3.11 it then runs in the middle of an object
creation inside the call. Now and then the space is replaced, so that one is released while threads are inside. For a
twentieth of a second at a time only a few methods are called, with or without finalizers, so that methods that may
interfere meet often (swarm testing: Groce and others, 2012).

Answers are checked: they have the types that the call may return, and a copy of the space agrees with brute force. On a
free-threaded Python and under sanitizers, this tests the binding's locks; CONTRIBUTING.md explains how to build one.
Prints how often each method was called, and exits with status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import math
import pickle
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import collide2d as c2

ITEMS = 24  # few, so that threads often use the same item
EPISODE = 0.05
SIDE = 12.0
# The errors that a call may raise: the item is already in the space or no longer in it, or the space is in use.
ITEM_RULES = ("item must be in the space", "item must not be in the space already")
RULES: dict[type[BaseException], tuple[str, ...]] = {
    KeyError: ITEM_RULES,
    ValueError: (*ITEM_RULES, "snapshot must be of this space"),
    TypeError: (": shape must be a shape", ": shape must be an item of the space or a shape"),
    RuntimeError: (
        "Space: must not be changed during slide",
        "Space: must not be changed by the filter of a query",
        "Space: items came or went during iteration",
        "dictionary changed size during iteration",
        "dictionary keys changed during iteration",
    ),
}


T = TypeVar("T")

CHANGES = {
    "do_add", "do_add_all", "do_remove_all", "do_set_layers", "do_update", "do_update_all", "do_update_sprite",
    "do_remove", "do_move", "do_slide", "do_slide_by_filter", "do_clear", "do_setstate", "do_separate_all",
    "do_change_lists", "do_replace", "do_restore", "do_drop_snapshots", "do_slide_body", "do_turn",
}  # fmt: skip


class Clash:
    """An item that has the same hash as all others of its class, and runs an operation when it is compared."""

    def __init__(self, number: int, hand: Hand) -> None:
        self.number, self.hand = number, hand

    def __hash__(self) -> int:
        return 7

    def __eq__(self, other: object) -> bool:
        self.hand.nested()
        return isinstance(other, Clash) and self.number == other.number


class Sprite:
    """An item that has a shape, and may hold a reference to the space, which makes a reference cycle."""

    def __init__(self, shape: c2.Shape) -> None:
        self.shape = shape
        self.kept: Any = None


class Excluded:
    """A container that runs an operation when it is asked."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand

    def __contains__(self, item: object) -> bool:
        return not self.hand.predicate(item)


class Trap:
    """Garbage in a reference cycle, which runs an operation whenever it is collected."""

    def __init__(self, hand: Hand) -> None:
        self.me, self.hand = self, hand

    def __del__(self) -> None:
        self.hand.nested()


class Depth(threading.local):
    """The depth of nested operations in the current thread."""

    depth = 0


class World:
    """The objects that the threads share."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.names: list[Any] = [*range(ITEMS // 4), *(f"item {i}" for i in range(ITEMS // 4))]
        self.sprites = [Sprite(c2.Circle(i, i, 1)) for i in range(ITEMS // 4)]
        self.names += self.sprites
        self.failures: list[BaseException] = []
        self.here, self.over = Depth(), False
        self.random, self.episode = random.Random(seed), 0.0
        self.deeds = ["do_read"]
        self.traps = False
        self.snapshots: list[Any] = []
        self.replace()

    def replace(self) -> None:
        names = [*self.names, *range(ITEMS, self.random.choice((ITEMS, ITEMS, 2 * ITEMS)))]
        space: Any = c2.Space((name, c2.Circle(i % 50, i % 7, 1)) for i, name in enumerate(names))
        self.space, self.watch, self.iterator = space, space.watch(touching=True), iter(space)
        self.shapes: list[Any] = [c2.Circle(i % 9, i // 9, 1) for i in range(300)]
        self.body = c2.Chain([(i % 9, i // 9) for i in range(60)])
        self.table: dict[Any, Any] = {i: c2.Rect(i, 0, 2, 2) for i in range(50)}

    def begin(self, deeds: list[str], finalizers: bool) -> None:
        """Starts a new episode, with other operations, if the current one is over."""
        now = time.monotonic()
        if now > self.episode:
            self.episode = now + EPISODE
            changes = [name for name in deeds if name in CHANGES]
            reads = [name for name in deeds if name not in CHANGES]
            count = self.random.choice((1, 1, 2, 3, len(changes)))
            self.deeds = self.random.sample(changes, count) + self.random.sample(reads, min(count, len(reads)))
            self.traps = finalizers and self.random.random() < 0.5


class Hand:
    """The operations of one thread; those of its finalizers and items use the same generator."""

    def __init__(self, world: World, number: int, finalizers: bool, replaces: bool) -> None:
        self.world, self.finalizers = world, finalizers
        self.random = random.Random(world.seed * 1000 + number)
        self.counts: Counter[str] = Counter()
        self.clashes = [Clash(i, self) for i in range(ITEMS // 4)]
        self.deeds = [name for name in dir(type(self)) if name.startswith("do_")]
        if not replaces:
            self.deeds.remove("do_replace")

    # ---- what is chosen ----

    def item(self) -> Any:
        return self.random.choice(self.world.names if self.random.random() < 0.75 else self.clashes)

    def number(self) -> float:
        return self.random.uniform(0, SIDE)

    def angle(self) -> float:
        return self.random.uniform(-360, 360)

    def shape(self) -> Any:
        x, y = self.number(), self.number()
        makers: list[Callable[[], c2.Shape]] = [
            lambda: c2.Circle(x, y, 1), lambda: c2.Rect(x, y, 2, 1, 30), lambda: c2.RoundRect(x, y, 2, 2, 0.5),
            lambda: c2.Point(x, y), lambda: c2.Segment(x, y, y, x), lambda: c2.Capsule(x, y, y, x, 0.5),
            lambda: c2.Polygon.hull([(x + k % 3, y + k * k % 5) for k in range(9)]),
        ]  # fmt: skip
        return self.random.choice(makers)()

    def body(self) -> Any:
        x, y = self.number(), self.number()
        makers: list[Callable[[], c2.Body]] = [
            lambda: c2.Body([c2.Rect(x, y, 2, 1), c2.Rect(x, y + 1, 1, 2)]),
            lambda: c2.Body({"head": self.shape(), "torso": self.shape()}),
            lambda: c2.Chain([(x + k, y + k * k % 3) for k in range(self.random.choice((2, 9, 60)))], radius=0.25),
            lambda: c2.Body.from_outline(
                [(x, y), (x + 5, y), (x + 5, y + 4), (x, y + 4)], [[(x + 1, y + 1), (x + 3, y + 1), (x + 2, y + 3)]]
            ),
        ]
        return self.random.choice(makers)()

    def solid(self) -> Any:
        """A shape, or sometimes a body."""
        return self.body() if self.random.random() < 0.25 else self.shape()

    def asker(self) -> Any:
        return self.random.choice((self.item, self.solid))()

    def filter(self, item: Any, other: Any) -> str | None:
        self.nested()
        return self.random.choice(("slide", "stop", "bounce", "pass", None))

    def key(self, shape: Any) -> Any:
        if self.random.random() < 0.05:  # a call asks for hundreds of keys
            self.nested()
        return shape

    # ---- what is done ----

    def do_add(self) -> None:
        self.world.space.add(self.item(), self.solid(), self.random.choice((1, 2, 3)), self.random.choice((-1, 3)))

    def do_update(self) -> None:
        self.world.space.update(self.item(), self.solid())

    def do_update_all(self) -> None:
        space = self.world.space
        for item in space:
            space.update(item, self.solid())
        space.update_all((item, self.solid()) for item in space)

    def do_add_all(self) -> None:
        pairs = [(self.item(), self.solid()) for _ in range(self.random.choice((1, 1, 2, 3, 40)))]
        self.world.space.add_all(self.random.choice((dict, iter))(pairs), layer=3)

    def do_remove_all(self) -> None:
        items = [self.item() for _ in range(self.random.choice((1, 2, 3)))]
        self.world.space.remove_all(self.random.choice((items, list(self.world.space)[:5])))

    def do_set_layers(self) -> None:
        self.world.space.set_layer(self.item(), self.random.choice((1, 2, 3)))
        self.world.space.set_mask(self.item(), self.random.choice((-1, 3)))

    def do_update_sprite(self) -> None:
        sprite = self.random.choice(self.world.sprites)
        sprite.shape = self.solid()
        space = self.world.space
        sprite.kept = self.random.choice((None, space, self.world.watch, iter(space), space.snapshot()))
        self.world.space.update(sprite)

    def do_remove(self) -> None:
        self.world.space.remove(self.item())

    def do_move(self) -> None:
        assert isinstance(self.world.space.move(self.item(), self.number() - SIDE / 2, 0), list)

    def do_slide(self) -> None:
        move = self.world.space.slide(self.item(), self.number() - SIDE / 2, self.number() - SIDE / 2)
        assert isinstance(move, c2.Move)
        assert len(move.path) == len(move.legs) + 1
        assert all(isinstance(hit, c2.Hit) for _, hit in move.hits)

    def do_slide_by_filter(self) -> None:
        self.world.space.slide(self.item(), self.number() - SIDE / 2, 1, filter=self.filter)

    def do_turn(self) -> None:
        about = self.random.choice((None, (self.number(), self.number())))
        turn = self.world.space.turn(
            self.item(), self.angle(), about, filter=self.random.choice((None, self.predicate))
        )
        assert turn.stuck or abs(turn.angle + turn.remaining) <= 361

    def do_slide_body(self) -> None:
        """Gives an item a body and slides it, while the item may get other pieces at any time."""
        space, item = self.world.space, self.item()
        space.update(item, self.body())
        motion = self.number() - SIDE / 2, self.number() - SIDE / 2
        move = space.slide(item, motion, filter=self.random.choice((None, self.filter)))
        assert isinstance(move.shape, (c2.Shape, c2.Body))

    def do_try_slide_body(self) -> None:
        body, motion = self.body(), (self.number() - SIDE / 2, 1)
        move = self.world.space.try_slide(body, motion, filter=self.random.choice((None, self.filter)))
        assert isinstance(move.shape, c2.Body)
        assert len(move.shape) == len(body)
        assert all(hit.pieces is not None for _, hit in move.hits)

    def do_shared_body(self) -> None:
        """Threads ask one body at once, which makes its index at one of the questions."""
        body, shape = self.world.body, self.solid()
        if self.random.random() < 0.05:
            self.world.body = self.body()
        hit = c2.cast(body, (1, 2), shape)
        assert hit is None or hit.pieces is not None
        assert body.overlaps(shape) == shape.overlaps(body)
        body.contact(shape), body.separation(shape), shape.cast((3, 1), body), hash(body), repr(body), body.area

    def do_clear(self) -> None:
        if self.random.random() < 0.05:
            self.world.space.clear()

    def do_setstate(self) -> None:
        if self.random.random() < 0.05:
            self.world.space.__setstate__([(name, self.solid(), 1, -1) for name in self.world.names])

    def do_separate_all(self) -> None:
        if self.random.random() < 0.1:
            self.world.space.separate_all(1)

    def do_look_up(self) -> None:
        space, item = self.world.space, self.item()
        assert (item in space) in (True, False)
        assert isinstance(space.get(item, self.world.shapes), (c2.Shape, c2.Body, list))
        assert isinstance(space[item], (c2.Shape, c2.Body))
        assert space.layer(item) in (1, 2, 3)
        assert space.mask(item) in (-1, 3)

    def do_read(self) -> None:
        space = self.world.space
        assert all(isinstance(shape, (c2.Shape, c2.Body)) for _, shape in space.items())
        assert len(space) >= 0
        assert repr(space).startswith("<Space of")
        bounds = space.bounds
        assert bounds is None or len(bounds) == 4
        assert len(gc.get_referents(space)) >= 1

    def do_iterate(self) -> None:
        list(self.world.space)
        self.world.iterator = iter(self.world.space)

    def do_share_an_iterator(self) -> None:
        next(self.world.iterator, None)
        self.world.iterator.__length_hint__()

    def do_query(self) -> None:
        assert isinstance(self.world.space.query(self.asker(), touching=True, mask=3), list)
        assert isinstance(self.world.space.query(self.solid(), contained=True), list)

    def predicate(self, item: Any) -> bool:
        if self.random.random() < 0.2:  # a query asks about dozens of items
            self.nested()
        return self.random.random() < 0.5

    def do_query_by_filter(self) -> None:
        space, motion, count = self.world.space, (self.number(), self.number()), self.random.randrange(9)
        exclude = self.random.choice((None, Excluded(self), {self.item()}, [self.item()], space))
        options = {"exclude": exclude, "filter": self.random.choice((None, self.predicate))}
        query = self.random.choice((
            lambda: space.query(self.asker(), touching=True, **options),
            lambda: [item for item, _ in space.contacts(self.asker(), **options)],
            lambda: [item for item, _ in space.nearest(self.asker(), count, distances=True, **options)],
            lambda: [item for item, _ in space.cast_all(self.asker(), motion, **options)],
            lambda: [item for item, _ in space.raycast_all((0, 0), motion, **options)],
            lambda: [item for item, _ in space.turn_cast_all(self.asker(), self.angle(), motion, **options)],
            lambda: [space.cast(self.asker(), motion, **options), space.raycast((0, 0), motion, **options)],
            lambda: [space.turn_cast(self.asker(), self.angle(), **options)],
        ))  # fmt: skip
        assert isinstance(query(), list)

    def do_ask(self) -> None:
        space = self.world.space
        assert all(isinstance(contact, c2.Contact) for _, contact in space.contacts(self.asker()))
        assert len(space.nearest(self.asker(), 5)) <= 5

    def do_cast(self) -> None:
        space, motion = self.world.space, (self.number(), self.number())
        assert all(isinstance(hit, c2.Hit) for _, hit in space.cast_all(self.asker(), motion))
        assert all(isinstance(hit, c2.Hit) for _, hit in space.raycast_all((0, 0), motion))
        (
            space.cast(self.asker(), motion),
            space.raycast((0, 0), motion),
            space.turn_cast(self.asker(), self.angle(), motion),
        )
        assert all(isinstance(hit, c2.Hit) for _, hit in space.turn_cast_all(self.asker(), self.angle()))

    def do_pairs(self) -> None:
        assert all(len(pair) == 2 for pair in self.world.space.pairs(self.random.random() < 0.5))

    def do_watch(self) -> None:
        began, ended = self.world.watch.update()
        assert all(len(pair) == 2 for pair in [*began, *ended])
        repr(self.world.watch), self.world.watch.space, self.world.space.watch().update()

    def do_snapshot(self) -> None:
        snapshot = self.world.space.snapshot()
        assert len(snapshot) >= 0
        assert repr(snapshot).startswith("<Snapshot of")
        self.world.snapshots[self.random.randrange(8) :] = [snapshot]

    def do_restore(self) -> None:
        snapshots = list(self.world.snapshots)
        if snapshots:
            self.world.space.restore(self.random.choice(snapshots))

    def do_drop_snapshots(self) -> None:
        if self.random.random() < 0.2:
            self.world.snapshots.clear()

    def do_digest(self) -> None:
        assert 0 <= self.world.space.digest() < 1 << 128

    def do_pickle(self) -> None:
        function, arguments, state = self.world.space.__reduce__()
        function(*arguments).__setstate__(state)
        pickle.loads(pickle.dumps(c2.Space({1: self.shape()})))

    def do_lists(self) -> None:
        shape, shapes = self.shape(), self.world.shapes
        shape.collidelistall(shapes), shape.collidelist(shapes)
        assert all(isinstance(s, c2.Shape) for s in shape.collideobjectsall(shapes))
        shape.collideobjects(shapes, key=self.key)
        shape.collidedictall(self.world.table, values=True)

    def do_change_lists(self) -> None:
        shapes, table = self.world.shapes, self.world.table
        if self.random.random() < 0.1:
            shapes.clear()
            table.clear()
        shapes[self.random.randrange(len(shapes) + 1) :] = [self.shape() for _ in range(self.random.randrange(64))]
        table[self.random.randrange(50)] = self.shape()
        if len(shapes) > 600:
            del shapes[300:]

    def do_sprites(self) -> None:
        sprites = self.world.sprites
        c2._core._group_hits(sprites, list(self.world.sprites), 1.5)
        c2._core._sprite_hits(sprites[0], sprites, None, False)
        c2._core.collide_shape(sprites[0], sprites[1])

    def do_values(self) -> None:
        shape, other = self.shape(), self.shape()
        assert c2.Shape.from_dict(shape.to_dict()) == shape
        assert pickle.loads(pickle.dumps(shape)) == shape
        hash(shape), repr(shape), shape.vertices, shape.contact(other), shape.cast((1, 2), other), shape.separate(other)
        c2.merge_rects([c2.Rect(0, 0, 1, 1), c2.Rect(1, 0, 1, 1)]), c2.decompose([(0, 0), (2, 0), (1, 3)])

    def do_replace(self) -> None:
        if self.random.random() < 0.02:
            self.world.replace()

    def do_check(self) -> None:
        check(self.world.space.copy())

    # ---- doing ----

    def nested(self) -> None:
        """Runs an operation inside another, to a limited depth, because it may meet more items and traps."""
        deed = self.random.choice(self.world.deeds)
        if self.world.here.depth < 2 and not self.world.over and deed not in ("do_replace", "do_check"):
            self.act(deed)

    def trap(self) -> None:
        # A collection resets the count of allocations, so the threshold is not reached before the call starts. It also
        # clears the free lists of tuples, whose reuse would not be counted.
        gc.collect()
        Trap(self)
        gc.set_threshold(self.random.choice((1, 3, 5, 7, 9, 12, 16, 30, 60)))

    def act(self, deed: str) -> None:
        here = self.world.here
        here.depth += 1
        try:
            if self.world.traps and self.random.random() < 0.5:
                self.trap()
            getattr(self, deed)()
        except BaseException as error:
            if not any(rule in str(error) for rule in RULES.get(type(error), ())):
                self.world.failures.append(error)
                raise
        finally:
            here.depth -= 1
            self.counts[deed] += 1

    def work(self, end: float, deeds: float) -> None:
        """Runs operations until `end`, or until their number is `deeds`."""
        try:
            for _ in itertools.takewhile(lambda k: k < deeds and time.monotonic() < end, itertools.count()):
                if self.world.failures:
                    break
                self.world.begin(self.deeds, self.finalizers)
                self.act(self.random.choice(self.world.deeds))
        except BaseException as error:
            self.world.failures.append(error)


def check(space: Any) -> None:
    """Asserts that the parts of a space that no other thread uses agree with each other and with brute force."""
    items = space.items()
    assert len(space) == len(items)
    assert all(a is b for (a, _), b in zip(items, space, strict=True))
    for item, shape in items:
        assert space[item] is shape
    indices = itertools.combinations(range(len(items)), 2)
    meeting = [
        (i, k)
        for i, k in indices
        if items[i][1].overlaps(items[k][1])
        and space.layer(items[i][0]) & space.mask(items[k][0])
        and space.layer(items[k][0]) & space.mask(items[i][0])
    ]
    assert space.digest() == space.copy().digest()
    space.restore(space.snapshot())
    place = {id(item): i for i, (item, _) in enumerate(items)}
    assert [(place[id(a)], place[id(b)]) for a, b in space.pairs()] == meeting
    if items:
        left, top, right, bottom = space.bounds
        everywhere = c2.Rect.from_corners(left - 1, top - 1, right + 1, bottom + 1)
        assert len(space.query(everywhere)) == len(items)


def run_in_threads(work: Callable[[T], None], hands: Iterable[T]) -> None:
    """Runs the work of each hand in a thread of its own. Threads switch 500 times as often as by default."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    workers = [threading.Thread(target=work, args=(hand,)) for hand in hands]
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    finally:
        sys.setswitchinterval(interval)


def hammer(
    seconds: float, threads: int, seed: int, finalizers: bool, replaces: bool, deeds: float = math.inf
) -> tuple[Counter[str], World]:
    """The number of runs of each operation, and the world with its failures."""
    c2.Shape.from_dict(
        c2.Circle(0, 0, 1).to_dict()
    )  # imports its modules now: during another thread's import they would be incomplete
    world, threshold = World(seed), gc.get_threshold()
    hands = [Hand(world, number, finalizers, replaces) for number in range(threads)]
    end = time.monotonic() + seconds
    gc.collect()
    gc.freeze()  # the collector need not traverse the existing objects each time
    try:
        run_in_threads(lambda hand: hand.work(end, deeds), hands)
    finally:
        gc.set_threshold(*threshold)
        gc.unfreeze()
    world.over = True
    if not world.failures:
        check(world.space.copy())
    return sum((hand.counts for hand in hands), Counter()), world


def report(counts: Counter[str], threads: int, failures: list[BaseException]) -> None:
    """Prints how often each operation ran, and raises the first failure."""
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    print(f"{sys.version.split()[0]}, {'with' if locked else 'without'} the global lock, {threads} threads")
    for name, count in sorted(counts.items()):
        print(f"{count:9,}  {name.removeprefix('do_').replace('_', ' ')}")
    print(f"{counts.total():9,}  in all, {len(failures)} failures")
    if failures:
        raise failures[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--deeds", type=int, help="the number of operations of each thread, however long they take")
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-finalizers", action="store_true", help="no traps: the collector is left alone")
    parser.add_argument("--no-replace", action="store_true", help="one space from the beginning to the end")
    given = parser.parse_args()
    seconds, deeds = (math.inf, given.deeds) if given.deeds else (given.seconds, math.inf)
    counts, world = hammer(seconds, given.threads, given.seed, not given.no_finalizers, not given.no_replace, deeds)
    report(counts, given.threads, world.failures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
