"""Pairs of polygons of up to thousands of vertices on a lattice, and an oracle for them in whole numbers that takes
n log n.

The edges of a polygon are whole vectors in the order of their angles: all short ones without a common divisor (the most
vertices for the size), chains that turn by less than half a turn, bodies with parallel sides, each sheared into a
needle or not. Placed by whole vectors, touches are exact: corner to corner, corner to side, side to side, and, with
radii, at a Pythagorean distance.

The oracle does not merge edges as the core does. It looks up the farthest vertex across each edge by the edge's angle;
for a distance it guesses the nearest features in floating point and then *proves* them: all of either polygon is beyond
its feature as seen along the line between them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from collide2d.testing.sources import Source, choice, one_in

# Coordinates of round polygons. Edges shorter than 2^24 have angles at least 2^-49 apart: rounded ones, which lack less
# than 2^-51, are in the order of the true ones.
REACH = 2**20

Ints = Any  # an array of 64-bit integers

_TRIPLES = ((3, 4, 5), (4, -3, 5), (-5, 12, 13), (8, 15, 17), (-20, -21, 29), (1, 0, 1), (0, -1, 1), (7, -24, 25))


class Placed(NamedTuple):
    """Vertices as an array of whole numbers, and a radius that is one."""

    points: Ints
    radius: float


class Pair(NamedTuple):
    """Two polygons, their scale, and the relation by which they were constructed."""

    a: Placed
    b: Placed
    unit: float
    relation: str


# ---- polygons --------------------------------------------------------------------------------------------------------


@cache
def _primitive(reach: int) -> Ints:
    """All whole vectors of coordinates up to reach without a common divisor, by their angles."""
    x, y = np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1))
    v = np.stack([x.ravel(), y.ravel()], axis=1)
    v = v[np.gcd(v[:, 0], v[:, 1]) == 1]
    return v[np.argsort(np.arctan2(v[:, 1], v[:, 0]), kind="stable")]


def _some_edges(source: Source, n: int) -> Ints:
    """About n whole vectors by their angles, each of its own direction."""
    reach = next(k for k in range(1, 100) if len(_primitive(k)) >= n)
    edges = _primitive(reach)
    if one_in(source, 2):  # every so many, starting anywhere
        step = max(1, len(edges) // n)
        edges = edges[source.integer(0, step - 1) :: step]
    lengths = 1 + np.arange(len(edges)) * source.integer(0, 5) // 2 % 3  # some edges have whole points within
    return edges * lengths[:, None]


def _hull(points: Ints) -> Ints:
    """The strictly convex vertices."""
    kept: list[tuple[int, int]] = []
    for half in (sorted(set(map(tuple, points.tolist()))), sorted(set(map(tuple, points.tolist())), reverse=True)):
        first = len(kept)
        for x, y in half:
            while len(kept) - first >= 2 and _turn(kept[-2], kept[-1], (x, y)) <= 0:
                kept.pop()
            kept.append((x, y))
        kept.pop()
    return np.array(kept, np.int64)


def _turn(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> int:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def polygon(source: Source, n: int) -> Ints:
    """A strictly convex polygon of about n vertices (at least three), turning positively."""
    kind = source.integer(0, 5)
    if kind == 0:  # round
        turns = np.arange(n) * (math.tau / n) + source.integer(0, 9) / 9
        size = choice(source, (60, 5_000, REACH // 8))
        return _hull(np.rint(size * np.stack([np.cos(turns), np.sin(turns)], axis=1)).astype(np.int64))
    edges = _some_edges(source, max(n, 8))
    if kind in (1, 2):  # one half of them and their opposites: sides are parallel
        half = edges[(edges[:, 1] > 0) | ((edges[:, 1] == 0) & (edges[:, 0] > 0))]
        edges = np.concatenate([half, -half])
    else:  # a chain that turns by less than half a turn, and one edge back
        edges = np.roll(edges, -source.integer(0, len(edges) - 1), axis=0)
        behind = np.nonzero(_cross(edges[0], edges[1:]) <= 0)[0]
        edges = edges[: 1 + int(behind[0])] if len(behind) else edges
        edges = np.concatenate([edges, -edges.sum(axis=0, keepdims=True)])
    points = np.concatenate([np.zeros((1, 2), np.int64), np.cumsum(edges, axis=0)[:-1]])
    if one_in(source, 3):  # a needle
        points = np.stack([points[:, 0] + source.integer(-15, 15) * points[:, 1], points[:, 1]], axis=1)
    return points


def vertex_count(source: Source, most: int) -> int:
    """A number of vertices from three on, with every doubling equally likely."""
    return min(most, int(3 * 2 ** (source.integer(0, 1000) / 1000 * math.log2(most / 3))))


# ---- pairs -----------------------------------------------------------------------------------------------------------


def _farthest(points: Ints, n: Sequence[int]) -> int:
    return int(np.argmax(points @ np.array(n)))


def pair(source: Source, most: int = 5_000) -> Pair:
    """Two polygons in some relation."""
    p, q = polygon(source, vertex_count(source, most)), polygon(source, vertex_count(source, most))
    relation = choice(source, ("free", "corner", "side", "apart", "copy", "opposite", "concentric", "within", "inner"))
    radii = [0, 0]
    if relation in ("copy", "opposite", "inner"):
        q = -p if relation == "opposite" else p
    if relation == "concentric":
        p, q = p * source.integer(1, 3), p * source.integer(1, 3)
    x, y, length = choice(source, _TRIPLES)
    if relation in ("corner", "apart", "opposite"):
        q = q + p[_farthest(p, (x, y))] - q[_farthest(q, (-x, -y))]
    if relation == "side":
        i = source.integer(0, len(p) - 1)
        e = p[(i + 1) % len(p)] - p[i]
        whole = math.gcd(*map(int, e))
        at = p[i] + e // whole * source.integer(0, whole)
        q = q + at - q[_farthest(q, (-int(e[1]), int(e[0])))]
    if relation == "within":
        q = q + (p.sum(axis=0) // len(p) - q.sum(axis=0) // len(q))
        p = p * choice(source, (1, 2, 9))
    if relation == "inner":  # about a corner: two sides are shared
        p = p * source.integer(2, 3)
        q = q + p[_farthest(p, (x, y))] - q[_farthest(q, (x, y))]
    if relation == "free":
        q = q + np.array([source.integer(-9, 9) * int(np.ptp(p[:, k])) // 8 for k in (0, 1)])
    if relation == "apart" or one_in(source, 3):
        k = source.integer(1, 9)
        total = k * length
        if relation == "apart":
            q = q + k * np.array([x, y])
        radii = [source.integer(0, total), 0]
        radii[1] = total - radii[0]
    if one_in(source, 3):
        q = q + np.array([source.integer(-1, 1), source.integer(-1, 1)])
    if one_in(source, 6):
        radii[0] += 1
    return Pair(Placed(p, float(radii[0])), Placed(q, float(radii[1])), 2.0 ** source.integer(-60, 60), relation)


def build(module: Any, placed: Placed, unit: float) -> Any:
    """The shape, made by collide2d."""
    return module.Polygon((placed.points * unit).tolist(), radius=placed.radius * unit)


# ---- the oracle ------------------------------------------------------------------------------------------------------


def _cross(u: Ints, v: Ints) -> Ints:
    return u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]


class _Hull:
    """A polygon with its edges by their angles."""

    def __init__(self, points: Ints) -> None:
        assert len(points) > 2
        assert np.abs(points).max() < 2**27  # products of differences fit into 64 bits
        edges = np.roll(points, -1, axis=0) - points
        assert np.abs(edges).max() < 2**24  # of two polygons one edge each may be so long
        first = int(np.argmin(np.arctan2(edges[:, 1], edges[:, 0])))
        self.points, self.edges = np.roll(points, -first, axis=0), np.roll(edges, -first, axis=0)
        self.angles = np.arctan2(self.edges[:, 1], self.edges[:, 0])
        assert (np.diff(self.angles) > 0).all()
        assert (_cross(self.edges, np.roll(self.edges, -1, axis=0)) > 0).all()

    def leftmost(self, directions: Ints) -> Ints:
        """The number of the vertex farthest to the left of each direction."""
        turned = np.arctan2(-directions[:, 1], -directions[:, 0])
        return np.searchsorted(self.angles, turned) % len(self.points)


def _inner(a: _Hull, b: _Hull) -> tuple[Ints, Ints]:
    """How far b extends inside each edge of a, times the length of the edge; and the vertex that does."""
    j = b.leftmost(a.edges)
    return _cross(a.edges, b.points[j] - a.points), j


def _sign(x: int) -> int:
    return (x > 0) - (x < 0)


def relation(a: Placed, b: Placed) -> int:
    """-1 apart, 0 touching, 1 overlapping."""
    p, q = _Hull(a.points), _Hull(b.points)
    radius = int(a.radius) + int(b.radius)
    least = min(int(_inner(p, q)[0].min()), int(_inner(q, p)[0].min()))
    if radius == 0:
        return _sign(least)
    if least >= 0:
        return 1
    above, below = squared_distance(p, q)
    return _sign(radius * radius * below - above)


def squared_distance(a: _Hull, b: _Hull) -> tuple[int, int]:
    """The proved distance of two polygons that are apart, as a fraction."""
    guesses = [(float(d), a, b, i, j) for d, i, j in _guesses(a, b)]
    guesses += [(float(d), b, a, i, j) for d, i, j in _guesses(b, a)]
    for _, p, q, i, j in sorted(guesses, key=lambda guess: guess[0]):
        e, r = p.edges[i], q.points[j]
        w = r - p.points[i]
        along, length2, cross = int(w @ e), int(e @ e), int(_cross(e, w))
        if 0 <= along <= length2 and (_cross(e, q.points - p.points[i]) <= cross).all() and cross < 0:
            return cross * cross, length2
        end = p.points[i] if along < 0 else p.points[(i + 1) % len(p.points)]
        w = r - end
        if ((p.points - end) @ w).max() <= 0 <= ((q.points - r) @ w).min():
            return int(w @ w), 1
    raise AssertionError("no nearest features")


def _guesses(a: _Hull, b: _Hull) -> list[tuple[float, int, int]]:
    """The edges of a with the vertices of b that are nearest to their lines, and those next to them, which are as near
    where edges are parallel: the few that are nearest by rounded distances."""
    inner, j = _inner(a, b)
    found = []
    for k in (j, (j + 1) % len(b.points), j - 1):
        w, e = (b.points[k] - a.points).astype(float), a.edges.astype(float)
        t = np.clip((w * e).sum(axis=1) / (e * e).sum(axis=1), 0, 1)
        d = ((w - e * t[:, None]) ** 2).sum(axis=1)
        d[inner >= 0] = math.inf
        found += [(d[i], int(i), int(k[i])) for i in np.argsort(d)[:8] if d[i] < math.inf]
    return found


def contains(a: Placed, b: Placed) -> bool:
    """Whether all of b is in a."""
    p, q = _Hull(a.points), _Hull(b.points)
    rho = int(a.radius) - int(b.radius)
    j = q.leftmost(-p.edges)
    inside = _cross(p.edges, q.points[j] - p.points)
    if rho >= 0 and inside.min() >= 0:
        return True
    if rho < 0:
        needed = rho * rho * (p.edges * p.edges).sum(axis=1).astype(object)
        return bool((inside >= 0).all() and (inside.astype(object) ** 2 >= needed).all())
    return rho > 0 and all(_distance2_at_most(p, r, rho) for r in q.points)


def _distance2_at_most(p: _Hull, r: Ints, rho: int) -> bool:
    w = r - p.points
    cross, along, length2 = _cross(p.edges, w), (p.edges * w).sum(axis=1), (p.edges * p.edges).sum(axis=1)
    if cross.min() >= 0 or (w * w).sum(axis=1).min() <= rho * rho:
        return True
    over = np.nonzero((cross < 0) & (along >= 0) & (along <= length2))[0]  # one edge, or none
    return any(int(cross[i]) ** 2 <= rho * rho * int(length2[i]) for i in over)
