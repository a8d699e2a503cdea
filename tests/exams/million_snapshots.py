"""Random changes, snapshots and restores of spaces, against plain copies of dictionaries: there must be no difference.

    python tests/exams/million_snapshots.py --steps 1000000 --seed 1

A step adds, removes, updates, moves or slides an item, changes its layers, saves the state or restores one of the saved
states, in any order. After each step the digest must be that of a new space with the items of the model. A rollback
restores a saved state and repeats all steps since then: the digest after each repeated step must be that of the first
time. Now and then everything else is compared too: the items with their shapes and layers, the reports of a Watch, the
pairs, and the digest from its definition. Prints how often each step was taken and exits with status 1 if anything is
wrong.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / room) for room in ("support", "generators", "models")]

from digest_model import digest_of
from space_model import SpaceModel

from collide2d import Capsule, Circle, Move, Point, Polygon, Rect, RoundRect, Segment, Space

ITEMS: list[Any] = [*range(12), *(f"item {i}" for i in range(12)), *(("tile", i, i % 3) for i in range(12)), None, 2.5]
LAYERS = (1, 1, 1, 2, 3, 1 << 63, -1)
SIDE = 30.0
BATCH = 50_000
WEIGHTS = {
    "add": 25, "remove": 12, "update": 20, "move": 20, "slide": 12, "set_layers": 5, "pairs": 2, "save": 12,
    "restore": 2, "rollback": 3, "forget": 10, "clear": 0.1, "fill": 0.1,
}  # fmt: skip
Step = tuple[Any, ...]


class DifferenceError(Exception):
    """The space is not what the model says."""


def random_shape(rng: random.Random) -> Any:
    x, y, size = rng.uniform(0, SIDE), rng.uniform(0, SIDE), rng.choice((1.0, 2.0, 3.5))
    kind = rng.randrange(8)
    if kind < 2:
        return Circle(x, y, size)
    if kind == 2:
        return Rect(x, y, size, 1, rng.choice((0, 0, 90, 30)))
    if kind == 3:
        return RoundRect(x, y, size, 2, 0.5)
    if kind == 4:
        return Polygon.hull([(x + k % 3, y + k * k % 5) for k in range(9)])
    return (Point(x, y), Segment(x, y, x + size, y + 1), Capsule(x, y, x + 1, y + size, 0.5))[kind - 5]


class Run:
    """A space and its model, and the steps that made them."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.space: Any = Space()
        self.model = SpaceModel()
        self.watch, self.expected = self.space.watch(), self.model.watch()
        self.saved: list[tuple[Any, Any, int, int]] = []  # snapshot, state of the model, digest, how many steps then
        self.steps: list[Step] = []  # since the last restore of any state
        self.digests: list[int] = []
        self.counts: Counter[str] = Counter()

    def require(self, law: str, good: bool) -> None:
        if not good:
            raise DifferenceError(law)

    # ---- steps that change the space ----

    def choose_step(self, name: str) -> Step:
        rng, item = self.rng, self.rng.choice(ITEMS)
        motion = rng.uniform(-9, 9), rng.uniform(-9, 9)
        if name == "add":
            return name, item, random_shape(rng), rng.choice(LAYERS), rng.choice((-1, -1, 3, 2))
        if name == "set_layers":
            return name, item, rng.choice(LAYERS), rng.choice((-1, 3))
        if name == "update":
            return name, item, random_shape(rng)
        if name == "fill":
            return name, [(("more", k), random_shape(rng)) for k in range(rng.choice((5, 60)))]
        return name, item, *motion

    def apply(self, step: Step) -> None:
        """To the space and to the model."""
        name, *arguments = step
        getattr(self, f"do_{name}")(*arguments)

    def do_add(self, item: Any, shape: Any, layer: int, mask: int) -> None:
        if item not in self.model:
            self.space.add(item, shape, layer, mask)
            self.model.add(item, shape, layer, mask)

    def do_fill(self, items: list[tuple[Any, Any]]) -> None:
        for item, shape in items:
            self.do_add(item, shape, 1, -1)

    def do_remove(self, item: Any, *_: float) -> None:
        if item in self.model:
            self.space.remove(item)
            self.model.remove(item)

    def do_update(self, item: Any, shape: Any) -> None:
        if item in self.model:
            self.space.update(item, shape)
            self.model.update(item, shape)

    def do_move(self, item: Any, dx: float, dy: float) -> None:
        if item in self.model:
            self.space.move(item, dx, dy)
            self.require("move", self.space[item] == self.model[item].move(dx, dy))
            self.model.update(item, self.space[item])

    def do_slide(self, item: Any, dx: float, dy: float) -> None:
        if item in self.model:
            move: Move[Any] = self.space.slide(item, dx, dy)
            self.model.update(item, move.shape)

    def do_set_layers(self, item: Any, layer: int, mask: int) -> None:
        if item in self.model and hasattr(self.space, "set_layer"):
            self.space.set_layer(item, layer)
            self.space.set_mask(item, mask)
            self.model.entries[item] = self.model.entries[item]._replace(layer=layer, mask=mask)

    def do_pairs(self, *_: object) -> None:
        self.space.pairs()  # removes the gaps in the order

    def do_clear(self, *_: object) -> None:
        self.space.clear()
        self.model.clear()

    # ---- saving and restoring ----

    def save(self) -> None:
        self.saved.append((self.space.snapshot(), self.model.snapshot(), self.space.digest(), len(self.steps)))

    def forget(self) -> None:
        if len(self.saved) > 6:
            del self.saved[self.rng.randrange(len(self.saved))]

    def return_to(self, saved: tuple[Any, Any, int, int]) -> None:
        snapshot, state, digest, _ = saved
        self.space.restore(snapshot)
        self.model.restore(state)
        self.require("restored digest", self.space.digest() == digest)
        self.require("length", len(snapshot) == len(self.space))

    def restore(self) -> None:
        """Any saved state. No rollback goes behind it."""
        if self.saved:
            self.return_to(self.rng.choice(self.saved))
            self.steps.clear()
            self.digests.clear()
            self.saved = [(snapshot, state, digest, -1) for snapshot, state, digest, _ in self.saved]

    def rollback(self) -> None:
        """The straight run from a saved state, once more."""
        possible = [saved for saved in self.saved if saved[3] >= max(0, len(self.steps) - 40)]
        if possible:
            saved = self.rng.choice(possible)
            self.return_to(saved)
            for step, digest in list(zip(self.steps, self.digests, strict=True))[saved[3] :]:
                self.apply(step)
                self.counts["repeated"] += 1
                self.require("rollback", self.space.digest() == digest)

    # ---- checking ----

    def check_digest(self) -> None:
        straight: Any = Space()
        for entry in self.model.entries.values():
            straight.add(entry.item, entry.shape, entry.layer, entry.mask)
        self.require("digest", self.space.digest() == straight.digest())

    def check_all(self) -> None:
        space, model = self.space, self.model
        self.require("items", space.items() == model.items())
        same = all(a is b for (_, a), (_, b) in zip(space.items(), model.items(), strict=True))
        self.require("shapes", same)
        layers = [(space.layer(item), space.mask(item)) for item in space]
        self.require("layers", layers == [(model.layer(item), model.mask(item)) for item in model])
        self.require("digest from the definition", space.digest() == digest_of(model))
        self.require("pairs", space.pairs() == model.pairs())
        self.require("watch", self.watch.update() == self.expected.update())
        box = Rect(0, 0, SIDE / 2, SIDE / 2)
        self.require("query", space.query(box) == model.query(box))

    def step(self, number: int) -> None:
        name = self.rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        self.counts[name] += 1
        if name in ("save", "forget", "restore", "rollback"):
            getattr(self, name)()
        else:
            step = self.choose_step(name)
            self.apply(step)
            self.steps.append(step)
            self.digests.append(self.space.digest())
        self.check_digest()
        if number % 100 == 0:
            self.check_all()


def check_steps(seed: int, count: int) -> tuple[Counter[str], list[str]]:
    """The number of steps of each kind, and what is wrong: at most one thing, because all later steps depend on it."""
    run = Run(seed)
    for number in range(count):
        try:
            run.step(number)
        except DifferenceError as law:
            return run.counts, [f"{law}: seed {seed}, step {number}"]
    return run.counts, []


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    start = time.monotonic()
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    jobs = [(chosen.seed * 1_000_000 + i, min(BATCH, chosen.steps - i)) for i in range(0, chosen.steps, BATCH)]
    with multiprocessing.Pool(chosen.processes) as pool:
        for part, more in pool.starmap(check_steps, jobs, chunksize=1):
            counts.update(part)
            wrong += more
    for name, number in counts.most_common():
        print(f"{name:<20}{number:>12,}")
    for line in wrong[:10]:
        print(f"WRONG {line}")
    print(f"differences: {len(wrong)}; {time.monotonic() - start:.0f} s, seed {chosen.seed}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
