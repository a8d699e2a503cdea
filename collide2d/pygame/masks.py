"""Shapes of pictures: the runs of opaque pixels in each row, their hull, and few convex pieces that cover them.

A pixel is the square between its four corners, so a shape fits its picture to the edge of the pixels. A piece is the
hull of one run in each of several rows, from one row to the next. It covers its pixels exactly, and whatever else it
covers is no farther from them than the tolerance.
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
    """Opaque pixels side by side in a row: from start up to, not including, end."""

    start: int
    end: int


class Chain(NamedTuple):
    """A run in each of several rows, from the row top on; each has an edge, or a corner, in common with the next."""

    top: int
    runs: list[Run]


def runs_in(row: bytes) -> list[Run]:
    """The runs of a row, of which opaque pixels are 255 and the others 0.

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
    """The hull of all pixels, of which there must be one.

    >>> hull_of([[Run(1, 2)], [Run(0, 1), Run(2, 3)]])
    Polygon([(0.0, 1.0), (1.0, 0.0), (2.0, 0.0), (3.0, 1.0), (3.0, 2.0), (0.0, 2.0)])
    """
    ends = ((x, y) for y, runs in enumerate(rows, top) if runs for x in (runs[0].start, runs[-1].end))
    return Polygon.hull([(x, y + k) for x, y in ends for k in (0, 1)])


def pieces_of(rows: Sequence[Sequence[Run]], tolerance: float) -> list[Polygon]:
    """Convex pieces, the topmost first, that together cover all pixels, and nothing farther from them than tolerance.

    With no tolerance they are rectangles, and exactly the pixels.

    >>> [piece.bounds for piece in pieces_of([[Run(1, 2)], [Run(0, 3)]], tolerance=0)]
    [(1.0, 0.0, 2.0, 1.0), (0.0, 1.0, 3.0, 2.0)]
    >>> len(pieces_of([[Run(1, 2)], [Run(0, 3)]], tolerance=1))
    1
    """
    return [
        hull_of(([run] for run in part.runs), part.top) for chain in _chains(rows) for part in _cut(chain, tolerance)
    ]


def _chains(rows: Sequence[Sequence[Run]]) -> list[Chain]:
    """All runs as chains that are as long as can be: where runs branch or meet, chains end and others begin."""
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
    """The chain in parts that are as long as the tolerance allows: steps double while they fit, then halve."""
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
    """The depth in the hull of some runs of the deepest corner of their outline.

    No point of the hull is farther than that from the pixels: from a point between an edge of the hull and the outline,
    the way square to the edge and inward meets the outline before it is as deep.
    """
    return max(_depth_at_left([run.start for run in runs]), _depth_at_left([-run.end for run in runs]))


def _depth_at_left(starts: Sequence[int]) -> float:
    edge: list[Corner] = []  # of the hull, from the top down
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
    """How far c lies to the right of the line from a down to b, times the line's length."""
    return (c[0] - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (c[1] - a[1])
