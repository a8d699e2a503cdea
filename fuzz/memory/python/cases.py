"""The calls in which trial.py lets allocations fail. Each has a result that can be compared."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests" / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests" / "generators"))

import body_calls
import public_calls
import pygame
from array_cases import array_calls
from shape_cases import BUSY, PERIODIC, busy_space, ring_space, shape_calls, watched_space

from collide2d import Circle, Rect, Space


def nothing(*_: object) -> None:
    return None


@dataclass(frozen=True)
class Case:
    name: str
    call: Any  # of one argument
    make: Callable[[], Any] = nothing  # makes a new argument for each call
    observe: Callable[[Any], object] = nothing  # its value must not change if the call fails
    has_threads: bool = False  # they run in any order: only the first call of a place is surely reached again
    undoes: bool = False  # takes back what a failed call has changed by Space.restore, which needs memory itself


def state_of(space: Space[Any]) -> object:
    """All that can be read from a Space; asserts that it agrees with a new one of the same items."""
    again: Space[Any] = Space(space.items(), period=space.period)
    pairs, items = space.pairs(True), list(space)
    assert pairs == again.pairs(True), "the pairs are not those of the items"
    if space.period is None:
        assert space.query(Rect(-1e3, -1e3, 2e3, 2e3), touching=True) == items, "a query does not find all items"
    assert space.digest() == space.copy().digest(), "the digest is not that of a copy"
    return space.items(), [(space.layer(item), space.mask(item)) for item in items], pairs, space.digest()


def warm_space() -> Space[Any]:
    """A Space that has answered a query before, so that its tree and its hashes are built."""
    space = body_calls.space_of_bodies()
    space.query(Circle(0, 0, 1))
    space.digest()
    return space


def load(name: str) -> object:
    """Loads the extension module again, as another module."""
    from collide2d import _core

    spec = importlib.util.spec_from_file_location(name, _core.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if name == "collide2d._core":  # at the first object of a foreign type it learns how to read it
        assert module.Circle(0, 0, 3).overlaps(pygame.Rect(1, 1, 2, 2))
    return sorted(vars(module))


def cases() -> Iterator[Case]:
    for name in public_calls.public_names():
        if name not in public_calls.ELSEWHERE:
            for kind, call in public_calls.calls_of(name).items():
                yield Case(f"{name}, {kind}", lambda _, call=call: call())
    for name, call in body_calls.VALUES.items():
        yield Case(f"bodies: {name}", lambda _, call=call: call())
    for name, change in body_calls.CALLS.items():
        yield Case(f"Space: {name}", change, body_calls.space_of_bodies, state_of)
        yield Case(f"Space: {name}, warm", change, warm_space, state_of)
    for name, call in shape_calls():
        yield Case(f"shapes: {name}", lambda _, call=call: call())
    for name, change in PERIODIC.items():
        yield Case(f"periodic Space: {name}", change, ring_space, state_of)
    for name, change in BUSY.items():
        yield Case(f"busy Space: {name}", change, busy_space, state_of)
    push: Any = lambda s: s.turn("hero", 20, push=True)  # noqa: E731
    yield Case("Space: turn and push", push, body_calls.space_of_bodies, state_of, undoes=True)
    yield Case("Watch: update", lambda pair: pair[1].update(), watched_space, lambda pair: state_of(pair[0]))
    for name, call in array_calls():
        yield Case(f"arrays: {name}", lambda _, call=call: call(), has_threads=name.startswith("threads"))
    yield Case("import", lambda _: load("collide2d._core"))
    yield Case("import of the arrays", lambda _: load("collide2d._arrays"))
