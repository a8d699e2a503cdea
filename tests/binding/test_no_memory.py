"""Calls while one allocation after another fails: MemoryError or the usual result, and nothing changes or leaks.

Every public name has a call here, in tests/support/public_calls.py or a reason there to have none.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import Any

import pytest
from body_calls import CALLS, VALUES, space_of_bodies
from lack_of_memory import fails
from public_calls import ELSEWHERE, METHODS, SPACE, calls_of, public_names

import collide2d
from collide2d import Circle, Rect, Space


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


anything: Any = collide2d  # called wrongly on purpose, so not for the type checker to see


class Scarce:
    """An object whose attribute ndim needs more memory than there is."""

    @property
    def ndim(self) -> int:
        raise MemoryError


class ScarceHash:
    """An object without a hash: finding that out again takes memory that is not there."""

    asked = 0

    def __hash__(self) -> int:
        self.asked += 1
        raise MemoryError if self.asked > 1 else TypeError


@pytest.mark.parametrize(
    "call",
    [
        lambda: anything.slide(Scarce(), (0, 1)),
        lambda: anything.bounce((0, 0), (0, 0), (1, 0), friction=Scarce()),
        lambda: anything.overlaps(Scarce(), Circle(0, 0, 1)),
        lambda: anything.Space().query(ScarceHash()),
    ],
)
def test_lack_of_memory_while_an_argument_is_read_is_no_wrong_argument(call: Callable[[], object]) -> None:
    with pytest.raises(MemoryError):
        call()
