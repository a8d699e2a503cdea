"""Calls while one allocation after another fails: MemoryError or the usual result, and nothing changes or leaks.

Every public name has a call here, in tests/support/public_calls.py or a reason there to have none.
"""

from __future__ import annotations

import gc
import pickle
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from lack_of_memory import fails
from public_calls import ELSEWHERE, METHODS, SPACE, calls_of, public_names

import collide2d
from collide2d import Body, Chain, Circle, Polygon, Rect, Space, cast, decompose, from_geo, separate

OUTLINE, HOLES = [(0, 0), (9, 0), (9, 9), (4, 4), (0, 9)], [[(1, 1), (2, 1), (1, 2)]]
HERO = Body({"head": Circle(0, 0, 2), "torso": Rect(-2, 2, 4, 6)})
LEVEL = Body.from_outline(OUTLINE, HOLES)
COAST = Chain([(i % 9, i // 9 * 1.5) for i in range(30)])
PARTS: dict[str, Any] = {"a": Circle(0, 0, 1), "b": HERO}
CROWN = Polygon([(i, i * i) for i in range(-40, 41)])
CROWN_ABOVE = CROWN.move(0.5, 300)
AWAY, DATA, PICKLE = LEVEL.move(30, 0), HERO.to_dict(), pickle.dumps(HERO)

GEOMETRY = {"type": "Polygon", "coordinates": [OUTLINE, *HOLES]}
LAKE: Any = SimpleNamespace(__geo_interface__=GEOMETRY)

VALUES: dict[str, Callable[[], Any]] = {
    "Body": lambda: Body([HERO, ("x", Rect(0, 0, 1, 1)), LEVEL]),
    "Body of a dict": lambda: Body(PARTS),
    "from_outline": lambda: Body.from_outline(OUTLINE, HOLES),
    "decompose": lambda: decompose(OUTLINE, HOLES),
    "Chain": lambda: Chain(OUTLINE, True, 1),
    "from_dict": lambda: Body.from_dict(DATA),
    "to_dict": HERO.to_dict,
    "loads": lambda: pickle.loads(PICKLE),
    "repr": lambda: repr(HERO),
    "a name": lambda: HERO["head"],
    "area": lambda: LEVEL.area,
    "contact": lambda: HERO.contact(LEVEL),
    "overlap_area": lambda: HERO.overlap_area(LEVEL),
    "overlap_area of many vertices": lambda: CROWN.overlap_area(CROWN_ABOVE),
    "overlap_area of round shapes": lambda: CROWN.grow(1).overlap_area(CROWN_ABOVE),
    "intersection": lambda: CROWN.intersection(CROWN_ABOVE),
    "minkowski_difference": lambda: HERO.minkowski_difference(LEVEL),
    "sweep": lambda: HERO.sweep((3, 4)),
    "cast": lambda: HERO.cast((40, 3), AWAY),
    "cast of two movers": lambda: cast(HERO, (40, 3), AWAY, motion_b=(-3, 2)),
    "separate": lambda: separate(HERO, LEVEL),
    "rotate": lambda: HERO.rotate(33),
    "scale_by": lambda: HERO.scale_by(2),
    "grow": lambda: HERO.grow(1),
    "outline": lambda: CROWN.grow(1).outline(),
    "geometry": lambda: CROWN.__geo_interface__,
    "from_geo": lambda: from_geo(GEOMETRY),
    "a geometry as an argument": lambda: HERO.overlaps(LAKE),
    "collideobjectsall": lambda: HERO.collideobjectsall([LEVEL, COAST, HERO]),
}

# Functions are made here, not in a call whose allocations fail.
BOUNCE, ANYTHING = lambda item, other: "bounce", lambda item: True

CALLS: dict[str, Callable[[Any], Any]] = {
    "add": lambda s: s.add("new", COAST),
    "add_all": lambda s: s.add_all({f"new {i}": (COAST, HERO, Circle(0, 0, 1))[i % 3] for i in range(20)}),
    "update": lambda s: s.update("hero", COAST),
    "update_all": lambda s: s.update_all({"hero": COAST, "wall": HERO, "level": Circle(0, 0, 1)}),
    "remove_all": lambda s: s.remove_all(["hero", "level"]),
    "move": lambda s: s.move("hero", 3, 3),
    "slide": lambda s: s.slide("hero", 40, 6),
    "slide with a filter": lambda s: s.slide("hero", 40, 6, filter=BOUNCE),
    "try_slide": lambda s: s.try_slide(HERO.move(-9, 3), (60, 4)),
    "query": lambda s: s.query(HERO, touching=True, filter=ANYTHING, exclude=["wall"]),
    "contacts": lambda s: s.contacts(LEVEL),
    "nearest": lambda s: s.nearest(HERO, 4, distances=True),
    "cast_all": lambda s: s.cast_all("hero", (60, 30), touching=True, leaving=True),
    "raycast_all": lambda s: s.raycast_all((-5, 0), (90, 0)),
    "turn": lambda s: s.turn("hero", 300, (20, 0), exclude=["wall"]),
    "turn and slide": lambda s: s.slide("hero", 3, 1, turn=300),
    "turn_cast_all": lambda s: s.turn_cast_all("hero", 300, (20, 0), filter=bool),
    "pairs": lambda s: s.pairs(True),
    "snapshot": lambda s: s.snapshot(),
    "digest": lambda s: s.digest(),
    "copy": lambda s: s.copy(),
    "watch": lambda s: s.watch(True).update(),
}


CALLS |= {name: call for name, call in SPACE.items() if name not in CALLS}


def space_of_bodies() -> Space[Any]:
    solids: list[Any] = [("hero", HERO), ("level", AWAY), ("coast", COAST.move(0, 40)), ("wall", Rect(9, -9, 1, 12))]
    return Space([*solids, *((i, Rect(20 + i, 2 * i - 9, 1, 2)) for i in range(4))])


def let_fail(call: Callable[[int], bool]) -> int:
    """Lets one allocation after another fail, until ten calls in a row succeed: they make no more allocations.

    Returns the number of failures.
    """
    fine = which = failures = 0
    while fine < 10 and which < 300:
        failed = call(which)
        fine, which, failures = 0 if failed else fine + 1, which + 1, failures + failed
    return failures


OWN_BLOCKS = 4  # of a sweep itself, such as its numbers
RECYCLED = {
    "Shape": 10,
    "Space": 40,
}  # blocks that the interpreter keeps for dictionaries and lists; fewer than failures
ROUNDS = 12  # in which the interpreter's lists of free objects grow less and less; a leak grows by as much in each
PUBLIC = [name for name in public_names() if name not in ELSEWHERE]


def kind_of(name: str) -> str:
    """The class of a public name; "function" if it has none."""
    kind = name.split(".")[0]
    return kind if isinstance(getattr(collide2d, kind), type) else "function"


KINDS = sorted({kind_of(name) for name in PUBLIC if calls_of(name)})


def test_every_public_name_is_called() -> None:
    assert len(PUBLIC) > 400
    for name in PUBLIC:
        kind, _, attribute = name.partition(".")
        # A method of Shape is that of each of its subclasses.
        assert calls_of(name) or attribute in {"Space": SPACE, "Shape": METHODS}.get(kind, ()), name
    assert ELSEWHERE.keys() <= set(public_names())


@pytest.mark.parametrize("kind", KINDS)
def test_lack_of_memory_in_any_public_call_is_an_error(kind: str) -> None:
    calls = [call for name in PUBLIC if kind_of(name) == kind for call in calls_of(name).values()]
    expected = [call() for call in calls]

    def sweep(scarce_pairs: bool) -> int:
        """Lets all calls fail, and returns how many blocks of memory that has taken."""
        gc.collect()
        before = sys.getallocatedblocks()
        for call, result in zip(calls, expected, strict=True):

            def attempt(which: int, call: Callable[[], object] = call, result: object = result) -> bool:
                failed, found = fails(which, call, scarce_pairs)
                assert failed or found == result
                return failed

            let_fail(attempt)
        gc.collect()
        return sys.getallocatedblocks() - before

    gc.freeze()  # the collector need not visit what was there before, nor the pairs of each attempt
    gc.disable()
    try:
        assert any(sweep(scarce_pairs=k == 0) <= OWN_BLOCKS + RECYCLED.get(kind, 0) for k in range(ROUNDS))
    finally:
        gc.enable()
        gc.unfreeze()
    assert [call() for call in calls] == expected


@pytest.mark.parametrize("name", VALUES)
def test_lack_of_memory_in_a_call_of_bodies_is_an_error(name: str) -> None:
    call = VALUES[name]
    expected = call()

    def attempt(which: int) -> bool:
        failed, result = fails(which, call)
        assert failed or result == expected
        return failed

    let_fail(attempt)
    assert call() == expected


@pytest.mark.parametrize("warm", [False, True])
@pytest.mark.parametrize("name", CALLS)
def test_lack_of_memory_leaves_a_space_of_bodies_unchanged(name: str, warm: bool) -> None:

    def attempt(which: int) -> bool:
        space = space_of_bodies()
        saved, before = space.snapshot(), space.items()
        if warm:
            space.query(Circle(0, 0, 1)), space.digest()
        failed, _ = fails(which, lambda: CALLS[name](space))
        assert not failed or space.items() == before
        again: Space[Any] = Space(space.items())
        assert space.pairs(True) == again.pairs(True)
        assert space.query(Rect(-1e3, -1e3, 2e3, 2e3), touching=True) == list(space)
        assert space.digest() == space.copy().digest()
        space.restore(saved)
        assert space.items() == before
        return failed

    let_fail(attempt)
