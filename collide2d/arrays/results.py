"""What the verbs over arrays return where a single call returns an object or None."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from collide2d import _arrays
from collide2d.arrays.arguments import Bools, Floats, Indices, Objects


class Contacts(NamedTuple):
    """The contacts of shapes, element by element: what `contact` returns for arrays.

    The normal is a unit vector out of the second shape toward the first. The depth is how far to move along it until
    the shapes only touch. Both are nan where they do not collide.

    >>> contact(Circles([[0, 0, 2], [9, 9, 2]]), Circle(3, 0, 2)).hit
    array([ True, False])
    """

    hit: Bools
    """(...): whether they collide."""
    normal: Floats
    """(..., 2)"""
    depth: Floats
    """(...): 0 exactly where they touch."""

    @property
    def mtv(self) -> Floats:
        """The minimum translation vectors, (..., 2), normal times depth: they move the first shape out of the second.

        >>> contact(Circles([[0, 0, 2]]), Circle(3, 0, 2)).mtv.tolist()
        [[-1.0, 0.0]]
        """
        mtv: Floats = self.normal * self.depth[..., None]
        return mtv


class Hits(NamedTuple):
    """Where moving shapes first meet others, element by element: what `cast`, `raycast` and `turn_cast` return.

    All fields except `hit` are nan where nothing is hit.

    >>> raycast(Points([[0, 0], [0, 9]]), (8, 0), Rect(4, -1, 2, 2)).t.tolist()
    [0.5, nan]
    """

    hit: Bools
    """(...): whether they hit."""
    t: Floats
    """(...): the part of the motion up to the hit, 0 to 1."""
    point: Floats
    """(..., 2): where they meet, on the border of the shape that is hit."""
    normal: Floats
    """(..., 2): a unit vector out of the shape that is hit."""
    depth: Floats
    """(...): > 0 only if they overlapped at the start."""


class FirstHits(NamedTuple):
    """The first obstacle that each mover hits: what `first_hits` returns for n movers.

    A mover that hits nothing has the row -1, and nan in the other fields.
    """

    row: Indices
    """(n,): that of the obstacle."""
    t: Floats
    """(n,): the part of the motion before the hit, from 0 to 1."""
    point: Floats
    """(n, 2): where the mover meets the border of the obstacle."""
    normal: Floats
    """(n, 2): unit vectors out of the obstacles."""
    depth: Floats
    """(n,): the penetration depth if the two overlap at the start, otherwise 0."""


class Nearest(NamedTuple):
    """The nearest rows of each row: what `nearest` returns for n rows and k neighbours.

    A row with fewer than k neighbours has the row -1 and the distance nan in the last columns.
    """

    row: Indices
    """(n, k): rows of b, the nearest first."""
    distance: Floats
    """(n, k): the distances to them, 0 for shapes that collide."""


class ItemHits(NamedTuple):
    """What `Space.cast` and `Space.raycast` return for n rows: the first item that each of them hits.

    A row that hits nothing has the row -1, the item None, and nan in the other fields.

    >>> space = Space({"near": Rect(4, -1, 2, 2), "far": Rect(6, -1, 2, 2)})
    >>> hits = space.raycast(Points([[0, 0]]), [[8, 0], [0, 8]])
    >>> hits.item.tolist(), hits.t.tolist()
    (['near', None], [0.5, nan])
    """

    row: Indices
    """(n,): the place of the item in the order of insertion, its index in `list(space)`."""
    item: Objects
    """(n,): the item."""
    t: Floats
    """(n,): the part of the motion before the hit, from 0 to 1."""
    point: Floats
    """(n, 2): where they meet, on the border of the item."""
    normal: Floats
    """(n, 2): unit vectors out of the item."""
    depth: Floats
    """(n,): > 0 only if they overlapped at the start."""


class NearestItems(NamedTuple):
    """What `Space.nearest` returns for n rows: k items for each, the nearest first.

    A row with fewer than k items has the row -1, the item None and the distance nan in the last columns.
    """

    row: Indices
    """(n, k): the places of the items in the order of insertion, their indices in `list(space)`."""
    item: Objects
    """(n, k): the items."""
    distance: Floats
    """(n, k): the distances to them, 0 for items that collide."""


class _Groups:
    """What n rows find, if each finds another number of items: their results one after the other.

    The results of row i are those from `offsets[i]` to `offsets[i + 1]`, as in SciPy's arrays in CSR form.
    """

    __slots__ = ()
    offsets: Indices

    @property
    def sizes(self) -> Indices:
        """(n,): how many results each row has."""
        return np.diff(self.offsets)

    @property
    def owner(self) -> Indices:
        """(m,): the row that each result belongs to."""
        return np.repeat(np.arange(len(self.offsets) - 1), self.sizes)


class _Items(NamedTuple):
    offsets: Indices
    """(n + 1,): where the results of each row begin, and where the last ones end."""
    row: Indices
    """(m,): the places of the items in the order of insertion, their indices in `list(space)`."""
    item: Objects
    """(m,): the items."""


class Items(_Groups, _Items):
    """What `Space.query` returns for n rows: the m items that they overlap, row after row.

    The items of row i are `item[offsets[i]:offsets[i + 1]]`, in the order of insertion.

    >>> space = Space({"a": Circle(0, 0, 1), "b": Circle(3, 0, 1)})
    >>> found = space.query(Circles([[0, 0, 3], [9, 9, 1], [2.5, 0, 1]]))
    >>> found.offsets.tolist(), found.row.tolist(), found.item.tolist()
    ([0, 2, 2, 3], [0, 1, 1], ['a', 'b', 'b'])
    >>> found.sizes.tolist(), found.owner.tolist()
    ([2, 0, 1], [0, 0, 2])
    """

    __slots__ = ()


class _ItemContacts(NamedTuple):
    offsets: Indices
    """(n + 1,): where the results of each row begin, and where the last ones end."""
    row: Indices
    """(m,): the places of the items in the order of insertion, their indices in `list(space)`."""
    item: Objects
    """(m,): the items."""
    normal: Floats
    """(m, 2): unit vectors out of the items."""
    depth: Floats
    """(m,): the penetration depths, 0 where they only touch."""


class ItemContacts(_Groups, _ItemContacts):
    """What `Space.contacts` returns for n rows: the m items that they collide with, row after row, as in `Items`."""

    __slots__ = ()

    @property
    def mtv(self) -> Floats:
        """The minimum translation vectors, (m, 2), normal times depth: each moves a row out of an item."""
        mtv: Floats = self.normal * self.depth[:, None]
        return mtv


class _AllHits(NamedTuple):
    offsets: Indices
    """(n + 1,): where the results of each row begin, and where the last ones end."""
    row: Indices
    """(m,): the places of the items in the order of insertion, their indices in `list(space)`."""
    item: Objects
    """(m,): the items."""
    t: Floats
    """(m,): the part of the motion before the hit, from 0 to 1, rising within each row."""
    point: Floats
    """(m, 2): where they meet, on the border of the item."""
    normal: Floats
    """(m, 2): unit vectors out of the item."""
    depth: Floats
    """(m,): > 0 only if they overlapped at the start."""


class AllHits(_Groups, _AllHits):
    """What `Space.cast_all` and `Space.raycast_all` return for n rows: all m hits, row after row, as in `Items`."""

    __slots__ = ()


_arrays._set_results(Contacts, Hits)
