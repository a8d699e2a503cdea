"""Rows of the table of cliffs: costs that grow with the number of things around a mover or in a crowd.

A bounce takes 256 legs through a maze of n cells; cells far from its legs must not cost anything.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from typing import Any

from row import Row

import collide2d as c2
from collide2d.typing import Response


def again(
    space: c2.Space[Any], start: c2.Shape | c2.Body, dx: float, dy: float, response: Response
) -> Callable[[], Any]:
    """A slide that is the same on every call."""

    def slide() -> None:
        space.slide("mover", dx, dy, response=response)
        space.update("mover", start)

    return slide


def inside(n: int) -> Callable[[], Any]:
    """A circle that starts inside n polygons of 5 to 7 corners."""
    source, space = random.Random(1), c2.Space[Any]()
    for i in range(n):
        corners, turn, r = source.randint(5, 7), 7 * source.random(), 10 + source.random()
        x, y = 2 * source.random(), 2 * source.random()
        angles = [turn + math.tau * k / corners for k in range(corners)]
        space.add(i, c2.Polygon.hull([(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]))
    start = c2.Circle(1, 1, 1)
    space.add("mover", start)
    return again(space, start, 0, 0, "slide")


def bouncing(n: int) -> Callable[[], Any]:
    """A circle that bounces through a maze of n cells along a path longer than the maze."""
    source, side = random.Random(2), math.isqrt(n)
    middle = side // 2
    cells = [(i, j) for i in range(side) for j in range(side) if source.random() < 0.4 and (i, j) != (middle, middle)]
    space = c2.Space[Any]((cell, c2.Rect(10 * cell[0], 10 * cell[1], 10, 10)) for cell in cells)
    start = c2.Circle(10 * middle + 5, 10 * middle + 5, 2)
    space.add("mover", start)
    return again(space, start, 20_000, 13_000, "bounce")


def passing(n: int) -> Callable[[], Any]:
    """A circle that passes through n coins."""
    space = c2.Space[Any]((i, c2.Circle(3 * i, 0, 1)) for i in range(n))
    start = c2.Circle(-5, 0, 1)
    space.add("mover", start)
    return again(space, start, 3 * n + 10, 0, "pass")


def crowd(n: int, fill: float, iterations: int) -> Callable[[], Any]:
    """n circles that fill a given share of a room, and are pushed apart until no pair overlaps or the rounds end."""
    source, side = random.Random(3), math.sqrt(n * math.pi / fill)
    walls = [(-side, -side, side, 3 * side), (side, -side, side, 3 * side), (-side, -side, 3 * side, side),
             (-side, side, 3 * side, side)]  # fmt: skip
    space = c2.Space[Any]((f"wall {i}", c2.Rect(*wall)) for i, wall in enumerate(walls))
    for i in range(n):
        space.add(i, c2.Circle(1 + (side - 2) * source.random(), 1 + (side - 2) * source.random(), 1))
    return lambda: space.copy().separate_all(iterations, movable=lambda item: isinstance(item, int))


# ---- bodies as movers ------------------------------------------------------------------------------------------------


def zigzag(n: int) -> c2.Body:
    """A chain in rows of seven points. The piece from one row to the next crosses both."""
    return c2.Chain([(i % 7 - 3, i // 7) for i in range(n)])


def body_slide(body: c2.Body, walls: Iterable[c2.Shape | c2.Body], dx: float, dy: float, response: Response) -> Any:
    space = c2.Space[Any](enumerate(walls))
    space.add("mover", body)
    return again(space, body, dx, dy, response)


def leaving(n: int) -> Callable[[], Any]:
    """A stuck bar in n pieces leaves a floor of n tiles."""
    space = c2.Space[Any]((i, c2.Rect(10 * i, 9, 10, 10)) for i in range(n))
    bar = c2.Body([c2.Rect(10 * i, 0, 10, 10) for i in range(n)])
    return lambda: space.try_slide(bar, 3, -1, max_push=0)


def interlocked(n: int) -> Callable[[], Any]:
    """A stuck comb moves along the bars between its teeth. The way across the bars leads past all teeth."""
    space = c2.Space[Any]((i, c2.Rect(2 * i + 0.5, -5, 1.75, 30)) for i in range(n))
    teeth = c2.Body([c2.Rect(2 * i, 0, 1, 9) for i in range(n)])
    return lambda: space.try_slide(teeth, 0, -1, max_push=0)


def comb(n: int) -> c2.Body:
    return c2.Body([c2.Rect(2 * i, 0, 1, 2 + i % 3) for i in range(n)])


def row(n: int) -> list[c2.Rect]:
    return [c2.Rect(2 * i, 10 + i % 5, 1, 1) for i in range(n)]


def equal_chains(n: int, ask: Callable[[c2.Space[Any], c2.Body], Any]) -> Callable[[], Any]:
    chain = zigzag(n)
    space = c2.Space[Any]({"a": chain, "b": chain})
    return lambda: ask(space, chain)


def counted(make: Callable[[int], Callable[[], Any]]) -> Callable[[int], Callable[[], int]]:
    """A repeated call whose output is one move."""

    def made(n: int) -> Callable[[], int]:
        call = make(n)

        def once() -> int:
            call()
            return 1

        return once

    return made


ROWS = [
    Row("slide that starts inside n polygons", 500, counted(inside)),
    Row("slide that bounces in a maze of n cells", 10_000, counted(bouncing)),
    Row("slide that passes n coins", 5_000, counted(passing)),
    Row("separate_all of n circles, fill 0.49, to the end", 750, counted(lambda n: crowd(n, 0.49, 300))),
    Row("separate_all of n circles, fill 3, 10 rounds", 750, counted(lambda n: crowd(n, 3, 10))),
    Row(
        "push-out of a chain of n off an equal chain",
        40,
        counted(lambda n: body_slide(zigzag(n), [zigzag(n), c2.Segment(0, 0, 3, 3)], -4, -4, "slide")),
    ),
    Row("query of equal chains of n", 160, counted(lambda n: equal_chains(n, lambda space, c: space.query(c)))),
    Row("pairs of equal chains of n", 160, counted(lambda n: equal_chains(n, lambda space, _: space.pairs()))),
    Row("slide of a comb of n up to n tiles", 250, counted(lambda n: body_slide(comb(n), row(n), 0, 20, "slide"))),
    Row("slide of a comb of n along n tiles", 250, counted(lambda n: body_slide(comb(n), row(n), 7, 20, "slide"))),
    Row(
        "slide of a comb of n that bounces off n tiles",
        250,
        counted(lambda n: body_slide(comb(n), row(n), 7, 40, "bounce")),
    ),
    Row("slide of a comb of n that passes n tiles", 250, counted(lambda n: body_slide(comb(n), row(n), 7, 20, "pass"))),
    Row("slide of a comb of n to a few tiles", 1000, counted(lambda n: body_slide(comb(n), row(20), 7, 20, "slide"))),
    Row("slide of a stuck body of n that leaves n tiles", 250, counted(leaving)),
    Row("slide of a stuck comb of n along n bars", 250, counted(interlocked)),
    Row(
        "slide of a chain of n up to n tiles",
        250,
        counted(lambda n: body_slide(c2.Chain([(i, i % 2) for i in range(n + 1)]), row(n), 7, 20, "slide")),
    ),
]
