"""Arrays of shapes: typed views of NumPy arrays, and the verbs over them. Needs NumPy: `pip install collide2d[numpy]`.

The verbs `relate collides overlaps touches contains separation distance overlap_area closest_points contact cast
raycast turn_cast clip sweep separate intersection minkowski_difference` of collide2d take any mixture of arrays and
single shapes and broadcast as NumPy does. Every element is the answer for its single shapes, bit for bit. `contact`
returns `Contacts`; `cast`, `raycast` and `turn_cast` return `Hits`; `bounce` and `slide` take arrays of velocities.
`pairs` finds all pairs that collide. threads is how many threads a call may use; it changes no bit of the
result.

>>> bullets, walls = Circles([[0, 0, 1], [5, 5, 1]]), Rects([[1, -1, 2, 2], [9, 9, 1, 1]])
>>> collides(bullets[:, None], walls)
array([[ True, False],
       [False, False]])
>>> separation(bullets, Circle(3, 0, 1)).tolist()
[1.0, 3.385164807134504]

A view shares its memory with its array, so changing the array moves the shapes. Rows are checked when a view is made
and again by every verb. An invalid row (NaN, a negative radius; see the constructors of single shapes) raises a
ValueError with its index. `invalid="nan"` masks it instead: it collides with nothing, its distances are nan, and
`relate` returns -1, apart, for it. A motion that is NaN or leaves the domain is treated in the same way.
"""

from __future__ import annotations

try:
    import numpy  # noqa: F401  # so that it is one of these errors
except ModuleNotFoundError as error:
    raise ImportError("arrays of shapes need NumPy: pip install 'collide2d[numpy]'") from error
except ImportError as error:  # such as in a subinterpreter, which NumPy does not support
    raise ImportError(f"arrays of shapes need NumPy, which cannot be imported: {error}") from error

from collide2d import _arrays, _core
from collide2d.arrays.all_pairs import count_pairs, pair_chunks, pairs
from collide2d.arrays.arguments import Floats as Floats
from collide2d.arrays.arguments import Indices as Indices
from collide2d.arrays.batches import first_hits, nearest
from collide2d.arrays.body_turns import turn_body as _turn_body  # noqa: F401  # called from C
from collide2d.arrays.kinds import Capsules, Circles, Points, Rects, RoundRects, Segments
from collide2d.arrays.mixed import Shapes
from collide2d.arrays.pair_shapes import intersection as _intersection  # noqa: F401  # called from C
from collide2d.arrays.pair_shapes import minkowski_difference as _minkowski_difference  # noqa: F401  # likewise
from collide2d.arrays.polygons import Polygons
from collide2d.arrays.responses import bounce as _bounce  # noqa: F401  # called from C, as the next three
from collide2d.arrays.responses import separate as _separate  # noqa: F401
from collide2d.arrays.responses import slide as _slide  # noqa: F401
from collide2d.arrays.responses import sweep as _sweep  # noqa: F401
from collide2d.arrays.results import (
    AllHits,
    Clips,
    ClosestPoints,
    Contacts,
    FirstHits,
    Hits,
    ItemContacts,
    ItemHits,
    Items,
    Nearest,
    NearestItems,
)
from collide2d.arrays.shape_array import ShapeArray
from collide2d.arrays.shape_array import restore as _restore  # noqa: F401  # its name in older pickles

__all__ = [
    "AllHits",
    "Capsules",
    "Circles",
    "Clips",
    "ClosestPoints",
    "Contacts",
    "FirstHits",
    "Hits",
    "ItemContacts",
    "ItemHits",
    "Items",
    "Nearest",
    "NearestItems",
    "Points",
    "Polygons",
    "Rects",
    "RoundRects",
    "Segments",
    "ShapeArray",
    "Shapes",
    "count_pairs",
    "first_hits",
    "nearest",
    "pair_chunks",
    "pairs",
]

_core._set_arrays(_arrays, _arrays.ShapeArray)
