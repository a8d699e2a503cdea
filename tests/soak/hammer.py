"""Stress test with threads that share spaces, shapes, bodies and arrays: no item is lost, no answer is wrong.

    python tests/soak/hammer.py --seconds 600 --seed 1

Each thread adds, updates, moves, slides, walks, copies, pickles, iterates and removes items that only it changes, and
knows where each of them must be. All threads change the other items of the space. So each question has one right answer
for the thread's own items, and at the end the sizes add up. Shared shapes, bodies and arrays must give the answers that
they gave before. A call that meets an item that another thread has removed must say so. A space refuses changes while
another thread's filter runs, and then nothing changes.

tests/soak/hammer_space.py does more harm (finalizers, hostile items, spaces that are replaced) and knows fewer answers.
On a free-threaded Python and under sanitizers, both test the binding's locks: .ci/sanitized runs them there.
Prints how often each operation ran, and exits with status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import math
import pickle
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import hammer_space

import collide2d as c2
from collide2d.walker import Walker

try:
    from collide2d import arrays
except ImportError:  # neither in sub-interpreters nor without NumPy
    arrays = None  # type: ignore[assignment]

SHARED, OWN, SIDE = 24, 12, 30.0
HERO = -1  # the number of the item that a thread walks with
GONE, TAKEN, BUSY = "item must be in the space", "item must not be in the space already", "Space: must not be changed"
NEITHER = "contacts: shape must be an item of the space or a shape"


class World:
    """What the threads share, and the answers of the shapes that nobody changes."""

    def __init__(self, seed: int, threads: int) -> None:
        self.seed = seed
        self.space: Any = c2.Space({"floor": c2.Rect(-SIDE, SIDE, 3 * SIDE, 4)})
        source = random.Random(seed)
        self.space.add_all((("shared", i), solid(source)) for i in range(SHARED))
        for n in range(threads):
            self.space.add((n, HERO), c2.Rect(3 * n, SIDE - 4, 2, 3), layer=1 << (n + 1), mask=1)
        self.shapes: list[Any] = [solid(source) for _ in range(12)]
        self.shapes.append(c2.Chain([(i % 9, i // 9) for i in range(60)]))
        self.answers = self.ask()
        self.rows: Any = arrays and arrays.Circles([[i % 256, i // 256, 0.5 + i % 7 / 20] for i in range(66_000)])
        self.row_answers = self.ask_rows(1)
        self.failures: list[BaseException] = []

    def ask(self) -> list[Any]:
        """The answers of all pairs of the shared shapes and arrays."""
        pairs = [(a, b) for a in self.shapes for b in self.shapes]
        scalars = [(a.relate(b), a.contact(b), a.cast((9, 5), b), hash(a)) for a, b in pairs]
        if arrays is None:
            return scalars
        circles = arrays.Circles([[i, i, 1] for i in range(40)])
        return [*scalars, c2.collides(circles[:, None], circles).tolist(), arrays.pairs(circles).tolist()]

    def ask_rows(self, threads: int) -> Any:
        """The answers of rows enough for two threads of a call."""
        if arrays is None:
            return None
        pairs = arrays.pairs(self.rows, threads=threads)
        near = arrays.nearest(self.rows[:1100], self.rows[:50], threads=threads)
        return pairs.tobytes(), near.row.tobytes(), c2.distance(self.rows, self.shapes[0], threads=threads).tobytes()


def solid(source: random.Random) -> Any:
    """A shape, or one time in eight a body of two pieces."""
    x, y, kind = source.uniform(0, SIDE), source.uniform(0, SIDE), source.randrange(8)
    if kind == 0:
        return c2.Body([c2.Circle(x, y, 1), c2.Rect(x, y, 1, 2)])
    return (c2.Circle(x, y, 1), c2.Rect(x, y, 2, 1, source.choice((0, 30))), c2.Capsule(x, y, x + 1, y, 1))[kind % 3]


class Hand:
    """One thread, and the shapes of its items by their numbers."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.space, self.number = world, world.space, number
        self.random = random.Random(f"{world.seed} {number}")
        self.own: dict[int, Any] = {HERO: self.space[number, HERO]}
        self.walker = Walker(self.space, (number, HERO))
        self.watch = self.space.watch()
        self.counts: Counter[str] = Counter()
        self.deeds = [name for name in vars(Hand) if name.startswith("do_")]

    def one(self) -> int:
        return self.random.choice([k for k in self.own if k != HERO] or [self.do_add()])

    def mine(self, items: Any) -> list[int]:
        return [k for n, k in (item for item in items if item != "floor") if n == self.number]

    def step(self) -> tuple[float, float]:
        return self.random.uniform(-9, 9), self.random.uniform(-9, 9)

    # ---- own items ----

    def do_add(self) -> int:
        k = next(k for k in range(OWN + 1) if k not in self.own)
        shape = solid(self.random)
        if k < OWN:
            self.space.add((self.number, k), shape)
            self.own[k] = shape
        return min(self.own.keys() - {HERO}, default=k)

    def do_update(self) -> None:
        k, shape = self.one(), solid(self.random)
        self.space.update((self.number, k), shape)
        self.own[k] = shape

    def do_move(self) -> None:
        k, step = self.one(), self.step()
        self.space.move((self.number, k), *step)
        self.own[k] = self.own[k].move(*step)

    def do_slide(self) -> None:
        k = self.one()
        filter = self.random.choice((None, None, None, lambda item, other: "slide"))
        self.own[k] = self.space.slide((self.number, k), *self.step(), filter=filter).shape

    def do_remove(self) -> None:
        k = self.one()
        self.space.remove((self.number, k))
        del self.own[k]
        assert (self.number, k) not in self.space
        with pytest.raises(KeyError, match=GONE):
            self.space[self.number, k]

    def do_walk(self) -> None:
        """A walk asks several times. It fails if what it met is gone, and leaves its item where it was. If the space
        refuses a slide in its middle, it may refuse to put the item back, too."""
        try:
            self.walker.walk(self.random.uniform(-3, 3), 1)
            repr(self.walker), self.walker.grounded, self.walker.on_wall
        except KeyError as error:
            assert GONE in str(error)  # noqa: PT017
            self.counts["a walk met an item that was removed"] += 1
        finally:
            self.own[HERO] = self.space[self.number, HERO]

    # ---- questions about own items ----

    def do_look_up(self) -> None:
        for k, shape in self.own.items():
            assert self.space[self.number, k] == shape
        assert len(self.space) >= len(self.own) + 1

    def do_query(self) -> None:
        probe = solid(self.random)
        expected = [k for k, shape in self.own.items() if shape.overlaps(probe)]
        assert sorted(self.mine(self.space.query(probe))) == sorted(expected)
        assert sorted(self.mine(item for item, _ in self.space.contacts(probe))) == sorted(
            k for k, shape in self.own.items() if shape.collides(probe)
        )

    def do_nearest(self) -> None:
        assert set(self.mine(self.space.nearest(c2.Point(0, 0), 10**6))) == self.own.keys()

    def do_iterate(self) -> None:
        with suppress(RuntimeError):  # items came or went
            assert set(self.mine(self.space)) == self.own.keys()
        assert {k: shape for (n, k), shape in self.space.items()[1:] if n == self.number} == self.own

    def do_copy(self) -> None:
        copy = self.random.choice((self.space.copy, lambda: pickle.loads(pickle.dumps(self.space))))()
        assert copy.digest() == copy.copy().digest()
        assert {k: copy[self.number, k] for k in self.mine(copy)} == self.own

    def do_snapshot(self) -> None:
        assert len(self.space.snapshot()) >= len(self.own) + 1
        self.watch.update()

    def do_pairs(self) -> None:
        pairs = ((a, b) for a, b in self.space.pairs() if "floor" not in (a, b))
        met = {frozenset((a[1], b[1])) for a, b in pairs if a[0] == b[0] == self.number and HERO not in (a[1], b[1])}
        keys = [k for k in self.own if k != HERO]
        assert met == {frozenset((a, b)) for a in keys for b in keys if a < b and self.own[a].overlaps(self.own[b])}

    # ---- what is shared ----

    def do_change_shared(self) -> None:
        item, space = ("shared", self.random.randrange(SHARED)), self.space
        shape, step = solid(self.random), self.step()
        deeds: tuple[Callable[[], object], ...] = (
            lambda: space.add(item, shape),
            lambda: space.remove(item),
            lambda: space.update(item, shape),
            lambda: space.move(item, *step),
            lambda: space.slide(item, *step),
            lambda: space.contacts(item),
            lambda: space[item],
        )
        try:
            self.random.choice(deeds)()
        except (KeyError, ValueError, TypeError) as error:
            if not any(rule in str(error) for rule in (GONE, TAKEN, NEITHER)):
                raise

    def do_ask_rows(self) -> None:
        assert self.world.ask_rows(2) == self.world.row_answers

    def do_ask_shared(self) -> None:
        if self.random.random() < 0.1:
            assert self.world.ask() == self.world.answers

    # ---- doing ----

    def work(self, end: float, deeds: float) -> None:
        """Runs operations until `end`, or until their number is `deeds`."""
        try:
            while self.counts.total() < deeds and time.monotonic() < end and not self.world.failures:
                deed = self.random.choice(self.deeds)
                self.counts[deed] += 1
                try:
                    getattr(self, deed)()
                except RuntimeError as error:  # refused: the next look shows that nothing has changed
                    if BUSY not in str(error):
                        raise
                    self.counts["refused, because a filter was running"] += 1
        except BaseException as error:
            self.world.failures.append(error)


def hammer(seconds: float, threads: int, seed: int, deeds: float = math.inf) -> tuple[Counter[str], World]:
    """The number of runs of each operation, and the world with its failures."""
    world, end = World(seed, threads), time.monotonic() + seconds
    hands = [Hand(world, number) for number in range(threads)]
    hammer_space.run_in_threads(lambda hand: hand.work(end, deeds), hands)
    if not world.failures:
        for hand in hands:
            hand.do_look_up()
        shared = sum(("shared", i) in world.space for i in range(SHARED))
        assert len(world.space) == len(set(world.space)) == 1 + shared + sum(len(hand.own) for hand in hands)
        hammer_space.check(world.space)
    return sum((hand.counts for hand in hands), Counter()), world


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    counts, world = hammer(given.seconds, given.threads, given.seed)
    hammer_space.report(counts, given.threads, world.failures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
