"""Exact 2-D collision detection: shapes, and verbs between them.

A shape is the convex hull of its vertices, grown by its radius. `collides`, `overlaps` and `touches` answer as exact
arithmetic on the stored numbers would, always. A normal points out of the second shape, toward the first.

>>> from collide2d import Circle, Rect
>>> player, wall = Circle(3, 2, 1), Rect(3.5, 0, 1, 4)
>>> player.overlaps(wall)
True
>>> player.move(player.contact(wall).mtv)
Circle(2.5, 2.0, 1.0)
"""

import os as _os
from importlib.util import find_spec as _find_spec

try:
    from collide2d._core import (
        Body,
        Capsule,
        Chain,
        Circle,
        Contact,
        Hit,
        Move,
        Point,
        Polygon,
        Rect,
        RoundRect,
        Segment,
        Shape,
        Snapshot,
        Space,
        Watch,
        bounce,
        cast,
        clip,
        closest_points,
        collides,
        contact,
        contains,
        decompose,
        distance,
        intersection,
        merge_rects,
        merge_tiles,
        minkowski_difference,
        overlap_area,
        overlaps,
        raycast,
        relate,
        separate,
        separation,
        slide,
        sweep,
        touches,
        turn_cast,
    )
except ModuleNotFoundError as error:  # the current folder is that of the sources, which Python finds before any other
    raise ImportError(
        "these sources of collide2d are not compiled: `pip install -e .` compiles them in place; in another folder "
        "Python finds a collide2d that is installed"
    ) from error
from collide2d._core import _C_API as _C_API  # for collide2d_python.h
from collide2d._relation import Relation
from collide2d.space import one_way, separate_all

TYPE_CHECKING = False  # as type checkers know it, without importing typing
if TYPE_CHECKING:
    from collide2d._geo import from_geo as from_geo
    from collide2d._platforms import Carried as Carried
    from collide2d._platforms import carry as carry
    from collide2d._turning import Turn as Turn
    from collide2d.arrays import Capsules as Capsules
    from collide2d.arrays import Circles as Circles
    from collide2d.arrays import Points as Points
    from collide2d.arrays import Polygons as Polygons
    from collide2d.arrays import Rects as Rects
    from collide2d.arrays import RoundRects as RoundRects
    from collide2d.arrays import Segments as Segments
    from collide2d.arrays import Shapes as Shapes
    from collide2d.arrays import count_pairs as count_pairs
    from collide2d.arrays import first_hits as first_hits
    from collide2d.arrays import nearest as nearest
    from collide2d.arrays import pair_chunks as pair_chunks
    from collide2d.arrays import pairs as pairs

__version__ = "0.1.0"

__all__ = [
    "Body",
    "Capsule",
    "Carried",
    "Chain",
    "Circle",
    "Contact",
    "Hit",
    "Move",
    "Point",
    "Polygon",
    "Rect",
    "Relation",
    "RoundRect",
    "Segment",
    "Shape",
    "Snapshot",
    "Space",
    "Turn",
    "Watch",
    "__version__",
    "bounce",
    "carry",
    "cast",
    "clip",
    "closest_points",
    "collides",
    "contact",
    "contains",
    "decompose",
    "distance",
    "from_geo",
    "get_cmake_dir",
    "get_include",
    "get_sources",
    "intersection",
    "merge_rects",
    "merge_tiles",
    "minkowski_difference",
    "one_way",
    "overlap_area",
    "overlaps",
    "raycast",
    "relate",
    "separate",
    "separate_all",
    "separation",
    "slide",
    "sweep",
    "touches",
    "turn_cast",
]


def get_include() -> str:
    """The directory of collide2d.h, the header of the C core.

    >>> import os
    >>> os.path.exists(os.path.join(get_include(), "collide2d.h"))
    True
    """
    return _folder_for_c("include")


def get_sources() -> list[str]:
    """The C files of the core. A C or C++ program compiles them with the directory of `get_include`, and links them.

    An installed package has one file, collide2d.c, next to the header; an editable installation has the files of
    csrc/core. Compile them as C11 with -ffp-contract=off and without -ffast-math.

    >>> import os
    >>> all(os.path.exists(path) and path.endswith(".c") for path in get_sources())
    True
    """
    whole = _os.path.join(get_include(), "collide2d.c")
    if _os.path.exists(whole):
        return [whole]
    from glob import glob

    core = _folder_for_c("core")
    return [_os.path.join(core, name) for name in sorted(glob("*/*.c", root_dir=core))]


def get_cmake_dir() -> str:
    """The directory of collide2d-config.cmake, which gives CMake the target collide2d::collide2d.

    `find_package(collide2d)` finds it there if the variable `collide2d_DIR` is this directory. The target compiles the
    files of `get_sources`.

    >>> import os
    >>> os.path.exists(os.path.join(get_cmake_dir(), "collide2d-config.cmake"))
    True
    """
    return _folder_for_c("cmake")


def _folder_for_c(name: str) -> str:
    """A folder of the package or, in an editable installation, of csrc."""
    package = _os.path.dirname(__file__)
    installed, source = _os.path.join(package, name), _os.path.join(package, "..", "csrc", name)
    return _os.path.abspath(installed if _os.path.exists(installed) else source)


# What needs NumPy or typing is imported when it is asked for. `from collide2d import *` asks for all of it that can be
# imported.
_OF_ARRAYS = (
    "Capsules", "Circles", "Points", "Polygons", "Rects", "RoundRects", "Segments", "Shapes",
    "count_pairs", "first_hits", "nearest", "pair_chunks", "pairs",
)  # fmt: skip
_OF_GEOMETRIES = ("from_geo",)
_OF_PLATFORMS = ("Carried", "carry")
_OF_TURNS = ("Turn",)

if TYPE_CHECKING or _find_spec("numpy"):
    __all__ += [
        "Capsules",
        "Circles",
        "Points",
        "Polygons",
        "Rects",
        "RoundRects",
        "Segments",
        "Shapes",
        "count_pairs",
        "first_hits",
        "nearest",
        "pair_chunks",
        "pairs",
    ]


def __getattr__(name: str) -> object:
    if name in _OF_ARRAYS:
        from collide2d import arrays

        return getattr(arrays, name)
    if name in _OF_GEOMETRIES:
        from collide2d import _geo

        return getattr(_geo, name)
    if name in _OF_PLATFORMS:
        from collide2d import _platforms

        return getattr(_platforms, name)
    if name in _OF_TURNS:
        from collide2d import _turning

        return getattr(_turning, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_OF_ARRAYS, *_OF_GEOMETRIES, *_OF_PLATFORMS, *_OF_TURNS]
