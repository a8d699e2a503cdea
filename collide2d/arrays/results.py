"""What the verbs over arrays return where a single call returns an object or None."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np

from collide2d import _arrays
from collide2d.arrays.arguments import Bools, Floats, Indices, Objects
from collide2d.arrays.tables import Columns, columns_of, frame_of


class Contacts(NamedTuple):
    """The contacts of shapes, element by element: what `contact` returns for arrays.

    The normal is a unit vector out of the second shape toward the first. The depth is how far to move along it until
    the shapes only touch. One or two points are between the surfaces. All are nan where they do not collide.

    >>> contact(Circles([[0, 0, 2], [9, 9, 2]]), Circle(3, 0, 2)).hit
    array([ True, False])
    """

    hit: Bools
    """(...): whether they collide."""
    normal: Floats
    """(..., 2)"""
    depth: Floats
    """(...): 0 exactly where they touch."""
    points: Floats
    """(..., 2, 2): one or two points of contact; the second is nan where there is one."""

    @property
    def point_count(self) -> Indices:
        """The number of points of each, (...): 0 where they do not collide, else 1 or 2.

        >>> contact(Rects([[0, 0, 2, 2], [9, 9, 1, 1]]), Rect(1, 0, 4, 1)).point_count.tolist()
        [2, 0]
        """
        count: Indices = (self.points[..., 0] == self.points[..., 0]).sum(axis=-1)
        return count

    @property
    def mtv(self) -> Floats:
        """The minimum translation vectors, (..., 2), normal times depth: they move the first shape out of the second,
        up to rounding; `separate` does it exactly.

        >>> contact(Circles([[0, 0, 2]]), Circle(3, 0, 2)).mtv.tolist()
        [[-1.0, 0.0]]
        """
        mtv: Floats = self.normal * self.depth[..., None]
        return mtv

    def to_columns(self) -> Columns:
        """The fields as a dict of arrays by name, which the constructors of tables take: hit,
        normal_x, normal_y, depth, point1_x, point1_y, point2_x, point2_y.

        Raises ValueError unless there is one axis.

        >>> contact(Circles([[0, 0, 2]]), Circle(3, 0, 2)).to_columns()["normal_x"].tolist()
        [-1.0]
        """
        return columns_of("Contacts", self._asdict())

    def to_frame(self, library: Any = "pandas") -> Any:
        """`to_columns` as a DataFrame of a library, which is imported: its name, such as "polars", or the module."""
        return frame_of(self.to_columns(), library)


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
    """(..., 2): where they meet, on the border of the shape that is hit; that of the contact if they overlapped at
    the start."""
    normal: Floats
    """(..., 2): a unit vector out of the shape that is hit."""
    depth: Floats
    """(...): > 0 only if they overlapped at the start."""

    def to_columns(self) -> Columns:
        """The fields as a dict of arrays by name, which the constructors of tables take: hit, t, x, y,
        normal_x, normal_y, depth.

        Raises ValueError unless there is one axis.

        >>> raycast(Points([[0, 0], [0, 9]]), (8, 0), Rect(4, -1, 2, 2)).to_columns()["x"].tolist()
        [4.0, nan]
        """
        return columns_of("Hits", self._asdict())

    def to_frame(self, library: Any = "pandas") -> Any:
        """`to_columns` as a DataFrame of a library, which is imported: its name, such as "polars", or the module."""
        return frame_of(self.to_columns(), library)


class ClosestPoints(NamedTuple):
    """The closest points of shapes, element by element: what `closest_points` returns for arrays.

    Both are nan for masked rows. Where the shapes collide, they are one common point.

    >>> closest_points(Circles([[0, 0, 1], [0, 4, 1]]), Point(3, 0)).on_a.tolist()
    [[1.0, 0.0], [0.6, 3.2]]
    """

    on_a: Floats
    """(..., 2): points of the first shapes."""
    on_b: Floats
    """(..., 2): points of the second ones."""

    def to_columns(self) -> Columns:
        """The fields as a dict of arrays by name, which the constructors of tables take: on_a_x,
        on_a_y, on_b_x, on_b_y.

        Raises ValueError unless there is one axis.

        >>> list(closest_points(Circles([[0, 0, 1]]), Point(3, 0)).to_columns())
        ['on_a_x', 'on_a_y', 'on_b_x', 'on_b_y']
        """
        return columns_of("ClosestPoints", self._asdict())

    def to_frame(self, library: Any = "pandas") -> Any:
        """`to_columns` as a DataFrame of a library, which is imported: its name, such as "polars", or the module."""
        return frame_of(self.to_columns(), library)


class Clips(NamedTuple):
    """The parts of segments that are inside shapes, element by element: what `clip` returns for arrays.

    Both numbers are nan where nothing of the segment is inside.

    >>> clip(Circles([[5, 0, 2], [5, 9, 2]]), Segment(0, 0, 10, 0))
    Clips(t_in=array([0.3, nan]), t_out=array([0.7, nan]))
    """

    t_in: Floats
    """(...): where the part begins, from 0 at the first end of the segment to 1 at the second."""
    t_out: Floats
    """(...): where it ends."""

    def to_columns(self) -> Columns:
        """The fields as a dict of arrays by name, which the constructors of tables take: t_in, t_out.

        Raises ValueError unless there is one axis.

        >>> clip(Circles([[5, 0, 2]]), Segment(0, 0, 10, 0)).to_columns()["t_in"].tolist()
        [0.3]
        """
        return columns_of("Clips", self._asdict())

    def to_frame(self, library: Any = "pandas") -> Any:
        """`to_columns` as a DataFrame of a library, which is imported: its name, such as "polars", or the module."""
        return frame_of(self.to_columns(), library)


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

    @property
    def hit(self) -> Bools:
        """(n,): whether each mover hits anything.

        >>> from collide2d import first_hits
        >>> first_hits(Circles([[0, 0, 1], [0, 9, 1]]), (20, 0), Rects([[5, -1, 2, 2]])).hit.tolist()
        [True, False]
        """
        return self.row >= 0

    def to_columns(self) -> Columns:
        """The fields as a dict of arrays by name, which the constructors of tables take: row, t, x, y,
        normal_x, normal_y, depth.

        Raises ValueError unless there is one axis.

        >>> from collide2d import first_hits
        >>> first_hits(Circles([[0, 0, 1]]), (20, 0), Rects([[5, -1, 2, 2]])).to_columns()["t"].tolist()
        [0.2]
        """
        return columns_of("FirstHits", self._asdict())

    def to_frame(self, library: Any = "pandas") -> Any:
        """`to_columns` as a DataFrame of a library, which is imported: its name, such as "polars", or the module."""
        return frame_of(self.to_columns(), library)


class Nearest(NamedTuple):
    """The nearest rows of each row: what `nearest` returns for n rows and k neighbours.

    A row with fewer than k neighbours has the row -1 and the distance nan in the last columns.
    """

    row: Indices
    """(n, k): rows of b, or of a if there is no b, the nearest first."""
    distance: Floats
    """(n, k): the distances to them, 0 for shapes that collide."""

    def _lines(self) -> dict[str, Any]:
        of, rank = np.nonzero(self.row >= 0)
        return {"of": of, "rank": rank, "row": self.row[of, rank], "distance": self.distance[of, rank]}

    def to_columns(self) -> Columns:
        """The fields as a dict of arrays by name, which the constructors of tables take: of, rank, row,
        distance. There is a line for each neighbour that was found: of is the row of a, rank is 0 for the nearest.

        >>> from collide2d import nearest
        >>> nearest(Points([[0, 0], [9, 0]]), Circles([[4, 0, 1]]), k=2).to_columns()["of"].tolist()
        [0, 1]
        """
        return columns_of("Nearest", self._lines())

    def to_frame(self, library: Any = "pandas") -> Any:
        """`to_columns` as a DataFrame of a library, which is imported: its name, such as "polars", or the module."""
        return frame_of(self.to_columns(), library)


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
    """(n, 2): where they meet, on the border of the item; that of the contact if they overlapped at the start."""
    normal: Floats
    """(n, 2): unit vectors out of the item."""
    depth: Floats
    """(n,): > 0 only if they overlapped at the start."""

    @property
    def hit(self) -> Bools:
        """(n,): whether each row hits anything.

        >>> Space({"box": Rect(4, -1, 2, 2)}).raycast(Points([[0, 0]]), [[8, 0], [0, 8]]).hit.tolist()
        [True, False]
        """
        return self.row >= 0

    def to_columns(self) -> Columns:
        """The fields as a dict of arrays by name, which the constructors of tables take: row, item, t, x, y,
        normal_x, normal_y, depth. The items are objects.

        >>> space = Space({"near": Rect(4, -1, 2, 2)})
        >>> space.raycast(Points([[0, 0]]), [[8, 0], [0, 8]]).to_columns()["x"].tolist()
        [4.0, nan]
        """
        return columns_of("ItemHits", self._asdict())

    def to_frame(self, library: Any = "pandas") -> Any:
        """`to_columns` as a DataFrame of a library, which is imported: its name, such as "polars", or the module."""
        return frame_of(self.to_columns(), library)


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

    def to_columns(self) -> Columns:
        """The fields as a dict of arrays by name, which the constructors of tables take: of, rank, row, item,
        distance. There is a line for each item that was found: of is the row that asks, rank is 0 for the nearest.

        >>> space = Space({"a": Circle(4, 0, 1)})
        >>> space.nearest(Points([[0, 0], [9, 0]]), k=2).to_columns()["distance"].tolist()
        [3.0, 4.0]
        """
        of, rank = np.nonzero(self.row >= 0)
        found = {name: field[of, rank] for name, field in self._asdict().items()}
        return columns_of("NearestItems", {"of": of, "rank": rank, **found})

    def to_frame(self, library: Any = "pandas") -> Any:
        """`to_columns` as a DataFrame of a library, which is imported: its name, such as "polars", or the module."""
        return frame_of(self.to_columns(), library)


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

    def to_columns(self) -> Columns:
        """The results as a dict of arrays by name, which the constructors of tables take: of, which is `owner`, row,
        item, and the other fields, whose vectors have a column for x and one for y. The items are objects.

        >>> space = Space({"a": Circle(0, 0, 1), "b": Circle(3, 0, 1)})
        >>> columns = space.query(Circles([[0, 0, 3], [9, 9, 1], [2.5, 0, 1]])).to_columns()
        >>> columns["of"].tolist(), columns["item"].tolist()
        ([0, 0, 2], ['a', 'b', 'b'])
        """
        fields: dict[str, Any] = cast("Any", self)._asdict()
        del fields["offsets"]
        return columns_of(type(self).__name__, {"of": self.owner, **fields})

    def to_frame(self, library: Any = "pandas") -> Any:
        """`to_columns` as a DataFrame of a library, which is imported: its name, such as "polars", or the module."""
        return frame_of(self.to_columns(), library)


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
        """The minimum translation vectors, (m, 2), normal times depth: each moves a row out of an item, up to
        rounding."""
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
    """(m, 2): where they meet, on the border of the item; that of the contact if they overlapped at the start."""
    normal: Floats
    """(m, 2): unit vectors out of the item."""
    depth: Floats
    """(m,): > 0 only if they overlapped at the start."""


class AllHits(_Groups, _AllHits):
    """What `Space.cast_all` and `Space.raycast_all` return for n rows: all m hits, row after row, as in `Items`."""

    __slots__ = ()


_arrays._set_results(Contacts, Hits, ClosestPoints, Clips)
