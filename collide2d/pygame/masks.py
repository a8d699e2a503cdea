"""Shapes of pictures: the runs of opaque pixels in each row, their hull, and a small number of convex pieces that cover
them.

A pixel is the square between its four corners, so a shape fits its picture to the edge of the pixels. A piece is the
hull of one run in each of several consecutive rows. It covers all of its pixels, and extends at most the tolerance
beyond them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from collide2d._core import Polygon

__all__ = ["Run", "hull_of", "pieces_of", "runs_in"]

Corner: TypeAlias = tuple[int, int]


class Run(NamedTuple):
    """Adjacent opaque pixels in a row: from start up to end, exclusive."""

    start: int
    end: int


class Chain(NamedTuple):
    """One run in each of several consecutive rows, from the row `top` down; each shares an edge or a corner with the
    next.
    """

    top: int
    runs: list[Run]


def runs_in(row: bytes) -> list[Run]:
    """The runs of a row, in which opaque pixels are 255 and the others 0.

    >>> runs_in(bytes([0, 255, 255, 0, 255]))
    [Run(start=1, end=3), Run(start=4, end=5)]
    """
    runs = []
    start = row.find(b"\xff")
    while start >= 0:
        end = row.find(b"\0", start)
        end = len(row) if end < 0 else end
        runs.append(Run(start, end))
        start = row.find(b"\xff", end)
    return runs


def hull_of(rows: Iterable[Sequence[Run]], top: int = 0) -> Polygon:
    """The hull of all opaque pixels; there must be at least one.

    >>> hull_of([[Run(1, 2)], [Run(0, 1), Run(2, 3)]])
    Polygon([(0.0, 1.0), (1.0, 0.0), (2.0, 0.0), (3.0, 1.0), (3.0, 2.0), (0.0, 2.0)])
    """
    ends = ((x, y) for y, runs in enumerate(rows, top) if runs for x in (runs[0].start, runs[-1].end))
    return Polygon.hull([(x, y + k) for x, y in ends for k in (0, 1)])


def pieces_of(rows: Sequence[Sequence[Run]], tolerance: float) -> list[Polygon]:
    """Convex pieces, from top to bottom, that cover all pixels and extend at most `tolerance` beyond them.

    With tolerance 0 they are rectangles that cover exactly the pixels.

    >>> [piece.bounds for piece in pieces_of([[Run(1, 2)], [Run(0, 3)]], tolerance=0)]
    [(1.0, 0.0, 2.0, 1.0), (0.0, 1.0, 3.0, 2.0)]
    >>> len(pieces_of([[Run(1, 2)], [Run(0, 3)]], tolerance=1))
    1
    """
    return [
        hull_of(([run] for run in part.runs), part.top) for chain in _chains(rows) for part in _cut(chain, tolerance)
    ]


def _chains(rows: Sequence[Sequence[Run]]) -> list[Chain]:
    """All runs as chains of greatest length: where runs branch or merge, chains end and others begin."""
    chains: list[Chain] = []
    above: list[tuple[Run, Chain]] = []
    for y, runs in enumerate(rows):
        near = [[i for i, (r, _) in enumerate(above) if r.start <= run.end and run.start <= r.end] for run in runs]
        branches = Counter(i for found in near for i in found)
        here = []
        for run, found in zip(runs, near, strict=True):
            if len(found) == 1 and branches[found[0]] == 1:
                chain = above[found[0]][1]
                chain.runs.append(run)
            else:
                chain = Chain(y, [run])
                chains.append(chain)
            here.append((run, chain))
        above = here
    return chains


def _cut(chain: Chain, tolerance: float) -> Iterator[Chain]:
    """Splits the chain into parts as long as the tolerance allows: steps double while a part fits, then halve."""
    start = 0
    while start < len(chain.runs):
        rest = chain.runs[start:]
        size, step = 1, 1
        while size + step <= len(rest) and _depth(rest[: size + step]) <= tolerance:
            size, step = size + step, 2 * step
        while step > 1:
            step //= 2
            if size + step <= len(rest) and _depth(rest[: size + step]) <= tolerance:
                size += step
        yield Chain(chain.top + start, rest[:size])
        start += size


def _depth(runs: Sequence[Run]) -> float:
    """How deep the deepest corner of the outline of some runs lies inside their hull.

    No point of the hull is farther than this from the pixels: the inward perpendicular to a hull edge through that
    point reaches the outline at no greater depth.
    """
    return max(_depth_at_left([run.start for run in runs]), _depth_at_left([-run.end for run in runs]))


def _depth_at_left(starts: Sequence[int]) -> float:
    edge: list[Corner] = []  # the sides of the hull, from the top down
    for y, pair in enumerate(zip([starts[0], *starts], [*starts, starts[-1]], strict=True)):
        corner = (min(pair), y)
        while len(edge) > 1 and _beyond(edge[-2], corner, edge[-1]) >= 0:
            edge.pop()
        edge.append(corner)
    deepest = 0.0
    for a, b in pairwise(edge):
        depth = max(_beyond(a, b, (starts[y], y + k)) for y in range(a[1], b[1]) for k in (0, 1))
        deepest = max(deepest, depth / math.hypot(b[0] - a[0], b[1] - a[1]))
    return deepest


def _beyond(a: Corner, b: Corner, c: Corner) -> int:
    """How far c is to the right of the line from a down to b, times the line's length."""
    return (c[0] - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (c[1] - a[1])
