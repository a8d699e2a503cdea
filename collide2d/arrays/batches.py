"""One row among many: the first hit and the nearest rows of each row, found with an index of the other array."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from collide2d import _arrays
from collide2d.arrays.arguments import Period, check_count, check_distance, checked_period, motions_of, rows_of
from collide2d.arrays.results import FirstHits, Nearest
from collide2d.arrays.shape_array import ShapeArray, check_array


def first_hits(
    movers: ShapeArray,
    motions: npt.ArrayLike,
    obstacles: ShapeArray,
    *,
    touching: bool = False,
    leaving: bool = True,
    period: Period | None = None,
    threads: int = 1,
) -> FirstHits:
    """The first of many obstacles that each mover hits, found with an index of the obstacles.

    movers and obstacles are arrays of any kinds with one axis. motions is a pair of numbers or one pair for each mover,
    (n, 2); a single mover may have several motions. Every hit is that of `collide2d.cast` with the one obstacle, bit
    for bit, and touching and leaving have the same meaning. If several obstacles are hit at the same t, the one with
    the lowest row counts. Masked rows hit nothing and are not hit. threads is how many threads may share the movers.
    Raises ValueError for an invalid row, and for a motion that is not finite or leaves the domain.

    With period=(width, height) the world repeats, as in `pairs`, and the hits are those of a `Space` with that period.
    A motion may span 4096 periods.

    >>> first_hits(Circles([[0, 0, 1], [0, 9, 1]]), (20, 0), Rects([[15, -1, 2, 2], [5, -1, 2, 2]]))[:2]
    (array([ 1, -1]), array([0.2, nan]))
    >>> first_hits(Circles([[0, 0, 1]]), (20, 0), Rects([[-5, -1, 2, 2]]), period=(20, 20))[:2]
    (array([0]), array([0.7]))
    """
    within = checked_period("first_hits", period)
    verb = "first_hits"
    check_array(verb, "movers", movers)
    check_array(verb, "obstacles", obstacles)
    count = movers.shape[0] if movers.shape else 1
    given = motions_of(verb, "motions", "movers", motions, count)
    found = _arrays._first_hits(movers, given, obstacles, touching, leaving, within, threads)
    return FirstHits(*found)


def nearest(
    a: ShapeArray,
    b: ShapeArray | None = None,
    k: int = 1,
    *,
    max_distance: float = np.inf,
    period: Period | None = None,
    threads: int = 1,
) -> Nearest:
    """The k rows of b that are nearest to each row of a, sorted by distance and then by row.

    Without b, the k other rows of a: no row finds itself, but a row finds others that are equal to it. In
    nearest(a, a, k) a row counts for itself, too, at its place among the rows that it collides with.

    a and b are arrays of any kinds with one axis; b is searched with an index. The distances are those of
    `collide2d.distance`, bit for bit. Rows of b farther away than max_distance do not count, nor do masked rows.
    threads is how many threads may share the rows of a. Raises TypeError if k is not an integer, ValueError if it is
    negative, if max_distance is negative or nan, or for an invalid row.

    With period=(width, height) the world repeats, as in `pairs`: a row of b is as far away as its nearest image, and
    the distances are those of a `Space` with that period. Each row of b comes once. Without b, a row does not
    find images of itself.

    >>> nearest(Points([[0, 0], [9, 0]]), Circles([[4, 0, 1], [1, 0, 1], [6, 0, 1]]), k=2)
    Nearest(row=array([[1, 0],
           [2, 0]]), distance=array([[0., 3.],
           [2., 4.]]))
    >>> nearest(Points([[0, 0], [9, 0], [0, 0], [5, 0]])).row.tolist()
    [[2], [3], [0], [1]]
    >>> nearest(Points([[0, 0]]), Circles([[4, 0, 1], [8, 0, 1]]), period=(10, None)).distance.tolist()
    [[1.0]]
    """
    within = checked_period("nearest", period)
    check_array("nearest", "a", a)
    if b is not None:
        check_array("nearest", "b", b)
    count, farthest = check_count("nearest", k, rows_of(a)), check_distance("nearest", max_distance)
    among, own = (a, 0) if b is None else (b, -1)
    return Nearest(*_arrays._nearest(a, among, count, farthest, within, threads, own))
