"""Subinterpreters that import the package, work and end, several at once: each has its own modules, types and GIL.

    python tests/soak/hammer_interpreters.py --interpreters 1000 --threads 4

Each thread makes interpreters, one after another. Since Python 3.12 each has a GIL of its own, so those of different
threads run at once. Before, all share one GIL, and a waiting interpreter cannot interrupt another, so one thread makes
them all. Each imports the package, asks shapes, a space and a walker, pickles, and checks that arrays are refused with
the reason, as NumPy does not support subinterpreters (up to Python 3.11 it warns and works). Meanwhile the main
interpreter does the work, too. Prints the number of interpreters, and exits with status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
from importlib import import_module
from typing import Any

interpreters: Any = import_module("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")

WORK = """
import sys
sys.path[:] = {path!r}
import gc, pickle
import collide2d
from collide2d.walker import Walker

a, b = collide2d.Circle(0, 0, 1), collide2d.Rect(0, 0, 4, 2, 30)
for _ in range(50):
    assert a.contact(b) == pickle.loads(pickle.dumps(a.contact(b)))
    assert a.cast((1, 2), b) == pickle.loads(pickle.dumps(a.cast((1, 2), b)))
    assert collide2d.Chain([(0, 0), (4, 0), (9, 3)]).overlaps(b)
assert a.relate(b) is collide2d.Relation.OVERLAPPING
for wrong in ("Circle(0, 0, -1)", "Circle(0, 0, 1).contact('x')"):
    try:
        eval(wrong, vars(collide2d))
        raise AssertionError(wrong)
    except (TypeError, ValueError):
        pass
space = collide2d.Space((i, collide2d.Circle(i % 9, i // 9, 0.6)) for i in range(90))
space.add("floor", collide2d.Rect(-99, 20, 999, 5))
space.add("hero", collide2d.Rect(30, 18, 1, 2))
hero = Walker(space, "hero")
assert all(hero.walk(1, 1).floor == "floor" for _ in range(20))
watch, saved, pairs = space.watch(), space.snapshot(), space.pairs()
assert len(watch.update()[0]) == len(pairs) > 90
space.slide(0, 3, 3, filter=lambda item, other: "slide")
space.restore(saved)
assert pickle.loads(pickle.dumps(space)).pairs() == pairs
"""

NO_ARRAYS = """
try:
    import collide2d.arrays
    raise AssertionError("NumPy supports subinterpreters: now _arrays should")
except ImportError as error:
    assert "need NumPy" in str(error), error
assert collide2d.Circle(0, 0, 1).collides((0, 1))
"""


class Failures(list[str]):
    """What went wrong, filled by all threads."""

    def work_in_new(self, count: int, seed: int) -> None:
        program, source = WORK.format(path=sys.path), random.Random(seed)
        ends = ("", NO_ARRAYS) if sys.version_info >= (3, 12) else ("",)
        for _ in range(count):
            one = interpreters.create()
            try:
                error = interpreters.run_string(one, program + source.choice(ends))
                if error is not None:
                    self.append(str(error))
            except Exception as error:  # Python 3.11 raises what the interpreter raised
                self.append(f"{type(error).__name__}: {error}")
            interpreters.destroy(one)


def hammer(count: int, threads: int, seed: int) -> list[str]:
    """What went wrong in `count` interpreters."""
    failures, at_work = Failures(), WORK.format(path=sys.path)
    if sys.version_info < (3, 12):
        failures.work_in_new(count, seed)
        exec(at_work, {})
        return failures
    sizes = [count // threads + (i < count % threads) for i in range(threads)]
    workers = [
        threading.Thread(target=failures.work_in_new, args=(size, 1000 * seed + i)) for i, size in enumerate(sizes)
    ]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        exec(at_work, {})
    return failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--interpreters", type=int, default=40)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    failures = hammer(given.interpreters, given.threads, given.seed)
    print(*failures, sep="\n", end="\n" if failures else "")
    print(f"{sys.version.split()[0]}: {given.interpreters} interpreters, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
