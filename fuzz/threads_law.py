"""The law of fuzz_threads.c, in Python: threads that ask one space, one list and one array at the same time, while one
changes them, get the answers of a single thread.

The bytes of an input choose a space, a list of changes, and a list of questions for each thread. Before, each question
is asked after each change in turn, by one thread. Then all threads start at once: each answer must be that of one of
these versions, and a thread never sees an older version after a newer one.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import Any

import numpy as np
from reentrant import SpaceProgram

import collide2d
from collide2d import Circle, Rect, Space, arrays, decompose, merge_rects

READERS = 3
MOST_QUESTIONS = 4
MOST_CHANGES = 3
SHAPES = (*SpaceProgram.shapes, *SpaceProgram.bodies)
EVERYWHERE = Rect(-64, -64, 128, 128)
PROBES = np.array([[x / 4, y, 1.5] for x in range(-8, 8) for y in (0.0, 2.0)])
OUTLINE = [(0, 0), (6, 0), (6, 6), (3, 2), (0, 6)]
TILES = [Rect(i % 4, i // 4, 1, 1) for i in range(10)]


class World:
    """What the threads share. The rows change only their radius, a number that is written at once."""

    def __init__(self, seeds: Sequence[int]) -> None:
        self.space: Space[int] = Space()
        for item, seed in enumerate(seeds):
            self.space.add(item, shape_of(seed))
        self.watch = self.space.watch()
        self.saved = self.space.snapshot()
        self.rows = np.array([[seed % 8 - 4, seed // 8 % 8 - 4, 1.0] for seed in seeds] or [[0.0, 0.0, 1.0]])
        self.circles = arrays.Circles(self.rows)
        self.solids: list[Any] = [shape_of(seed) for seed in seeds]


def shape_of(seed: int) -> Any:
    return SHAPES[seed % 16].move(seed // 16 % 4, seed // 64)


def listed(answer: Any) -> Any:
    """An answer that can be compared, without the identities of what is made anew each time."""
    if isinstance(answer, np.ndarray):
        return answer.tolist()
    if isinstance(answer, tuple) and answer and isinstance(answer[0], np.ndarray):
        return [part.tolist() for part in answer]
    return answer


# A question and a change are functions of the world and two bytes.
QUESTIONS: tuple[Callable[[World, int, int], Any], ...] = (
    lambda w, i, j: w.space.query(shape_of(i)),
    lambda w, i, j: w.space.query(EVERYWHERE, touching=True),
    lambda w, i, j: w.space.pairs(touching=bool(i & 1)),
    lambda w, i, j: w.space.contacts(shape_of(i)),
    lambda w, i, j: w.space.nearest(shape_of(i), j % 5),
    lambda w, i, j: w.space.cast_all(shape_of(i), (j % 16 - 8, j // 16 - 8)),
    lambda w, i, j: w.space.turn_cast_all(shape_of(i), j - 128),
    lambda w, i, j: w.space.raycast((i % 16 - 8, i // 16 - 8), (j % 16 - 8, j // 16 - 8)),
    lambda w, i, j: w.space.try_slide(Circle(i % 16 - 8, i // 16 - 8, 0.5), (j % 16 - 8, j // 16 - 8)),
    lambda w, i, j: w.space.items(),
    lambda w, i, j: w.space.digest(),
    lambda w, i, j: w.space.copy().pairs(),
    lambda w, i, j: (len(w.space), w.space.bounds)[i & 1],
    lambda w, i, j: shape_of(i).collidelistall(w.solids),
    lambda w, i, j: arrays.count_pairs(arrays.Circles(PROBES)),
    lambda w, i, j: arrays.pairs(arrays.Circles(PROBES), arrays.Circles(PROBES[::2])).tolist(),
    lambda w, i, j: arrays.Circles(PROBES).bounds.tolist(),
    lambda w, i, j: merge_rects(TILES),
    lambda w, i, j: decompose(OUTLINE),
)
# These let other threads run while they look at rows that a change writes: each row has an answer of its own.
QUESTIONS_BY_ROW: tuple[Callable[[World, int, int], Any], ...] = (
    lambda w, i, j: w.circles.bounds,
    lambda w, i, j: collide2d.overlaps(w.circles, shape_of(i)),
    lambda w, i, j: collide2d.distance(w.circles, shape_of(i)),
    lambda w, i, j: collide2d.relate(w.circles, w.circles),
)
CHANGES: tuple[Callable[[World, int, int], Any], ...] = (
    lambda w, i, j: w.space.add(100 + i, shape_of(j)) if 100 + i not in w.space else None,
    lambda w, i, j: w.space.remove(list(w.space)[i % len(w.space)]) if len(w.space) else None,
    lambda w, i, j: w.space.update(list(w.space)[i % len(w.space)], shape_of(j)) if len(w.space) else None,
    lambda w, i, j: w.space.move(list(w.space)[i % len(w.space)], (j % 16 - 8, j // 16 - 8)) if len(w.space) else None,
    lambda w, i, j: w.space.turn(list(w.space)[i % len(w.space)], j - 128) if len(w.space) else None,
    lambda w, i, j: w.space.update_all({item: shape_of(i + item) for item in w.space}),
    lambda w, i, j: (
        w.space.add_all([(200 + i, shape_of(i)), (500 + i, shape_of(j))])
        if 200 + i not in w.space and 500 + i not in w.space
        else None
    ),
    lambda w, i, j: w.space.clear() if i & 1 else w.space.restore(w.saved),
    lambda w, i, j: w.solids.__setitem__(slice(i % 8, None), [shape_of(j)] * (i // 8 % 40)),
    lambda w, i, j: w.rows.__setitem__((slice(None), 2), 1.0 + j % 4),
    lambda w, i, j: w.watch.update(),
)


class Hand(threading.Thread):
    """A thread that waits for work and never ends, because to start a thread takes longer than its work."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.work: SimpleQueue[Callable[[], Any]] = SimpleQueue()
        self.done: SimpleQueue[Any] = SimpleQueue()
        self.start()

    def run(self) -> None:
        while True:
            work = self.work.get()
            try:
                self.done.put(work())
            except Exception as error:
                self.done.put(error)
            del work


hands: list[Hand] = []


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """What the works return, each of which has a thread."""
    if not hands:
        sys.setswitchinterval(1e-6)
        hands.extend(Hand() for _ in range(READERS + 1))
    for hand, work in zip(hands, works, strict=False):
        hand.work.put(work)
    return [hand.done.get() for hand, _ in zip(hands, works, strict=False)]


def fits(question: Any, versions: Sequence[Any], got: Any, oldest: int) -> int | None:
    """The first version, of those from `oldest`, whose answer this is; None if none of them gives it."""
    if question not in QUESTIONS_BY_ROW:
        return next((v for v in range(oldest, len(versions)) if versions[v] == got), None)
    rows = [{repr(version[i]) for version in versions[oldest:]} for i in range(len(got))]
    return oldest if all(repr(row) in good for row, good in zip(got, rows, strict=True)) else None


def hold(data: bytes) -> str:
    """What a thread got that no single thread gets, or ""."""
    source: Iterator[int] = iter(data)

    def byte() -> int:
        return next(source, 0)

    def calls(functions: Sequence[Any], most: int) -> list[Any]:
        return [(functions[byte() % len(functions)], byte(), byte()) for _ in range(byte() % (most + 1))]

    seeds = [byte() for _ in range(byte() % 16)]
    changes = calls(CHANGES, MOST_CHANGES)
    questions = [calls(QUESTIONS + QUESTIONS_BY_ROW, MOST_QUESTIONS) for _ in range(READERS)]

    def answers(world: World, asked: Sequence[Any]) -> list[Any]:
        return [listed(ask(world, i, j)) for ask, i, j in asked]

    world = World(seeds)
    versions = [[answers(world, asked)] for asked in questions]
    for change, i, j in changes:
        change(world, i, j)
        for seen, asked in zip(versions, questions, strict=True):
            seen.append(answers(world, asked))
    world = World(seeds)

    def work_of(asked: Sequence[Any]) -> Callable[[], Any]:
        return lambda: answers(world, asked)

    def change_all() -> None:
        for change, i, j in changes:
            change(world, i, j)

    *got, changed = at_once([*map(work_of, questions), change_all])
    if changed is not None:
        return f"a change raises {changed!r}"
    for asked, seen, answered in zip(questions, versions, got, strict=True):
        if isinstance(answered, Exception):
            return f"a question raises {answered!r}"
        oldest = 0
        for number, (ask, i, j) in enumerate(asked):
            version = fits(ask, [answer[number] for answer in seen], answered[number], oldest)
            if version is None:
                return (
                    f"question {number}, {(QUESTIONS + QUESTIONS_BY_ROW).index(ask)} of {i}, {j}: {answered[number]!r}"
                )
            oldest = version
    return ""
