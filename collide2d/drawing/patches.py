"""Patches of matplotlib, which is imported when the first one is made."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from collide2d import Body, Shape
from collide2d._rendering.outlines import Vec, corner_arcs

if TYPE_CHECKING:
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    from collide2d.typing import Solid


def patch(shape: Solid, **kwargs: Any) -> PathPatch:
    """A shape or body as a patch, for `ax.add_patch`; keywords are those of `matplotlib.patches.PathPatch`.

    Round parts are arcs, as Bezier curves of matplotlib. A body of several pieces is one path with holes, the outline
    of their union; its round parts are polygons, to a thousandth of their radius. A point has no size, so nothing is
    drawn of its patch: `ax.plot(*point, "o")` draws a dot of the size of a marker. Raises ImportError if matplotlib is
    not installed, TypeError for anything but a shape or body.

    >>> from collide2d import Rect
    >>> patch(Rect(0, 0, 4, 2), color="tab:blue").get_path().get_extents().extents.tolist()
    [0.0, 0.0, 4.0, 2.0]
    """
    path = _path("patch: shape", shape)
    from matplotlib.patches import PathPatch

    return PathPatch(path, **kwargs)


def patches(shapes: Iterable[Solid], **kwargs: Any) -> PatchCollection:
    """Shapes, or an array of shapes, as one collection, for `ax.add_collection`.

    It is drawn faster than single patches. Keywords are those of `matplotlib.collections.PatchCollection`, such as
    array and cmap to colour the shapes by a number for each. Segments have no area to fill, so edgecolor="face" draws
    them; points stay invisible. Raises ImportError if matplotlib is not installed, TypeError for anything but shapes
    and bodies.

    >>> from collide2d import Circle
    >>> len(patches([Circle(x, 0, 1) for x in range(9)], cmap="viridis").get_paths())
    9
    """
    paths = [_path(f"patches: shapes[{i}]", shape) for i, shape in enumerate(shapes)]
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import PathPatch

    return PatchCollection([PathPatch(path) for path in paths], **kwargs)


def _path(argument: str, shape: object) -> Path:
    if not isinstance(shape, (Shape, Body)):
        raise TypeError(f"{argument} must be a shape or a Body, got {type(shape).__name__}")
    try:
        from matplotlib.path import Path
    except ImportError as error:
        raise ImportError(
            f"{argument.partition(':')[0]}: matplotlib must be installed, as by pip install matplotlib: {error}"
        ) from error
    if isinstance(shape, Body) and len(shape) == 1:
        shape = shape.pieces[0]
    if isinstance(shape, Body):
        return Path.make_compound_path(*(_ring(ring) for polygon in shape.outline() for ring in polygon))
    if shape.radius == 0:
        return _ring(shape.outline())
    if len(shape.vertices) == 1:
        return Path.circle(shape.vertices[0], shape.radius)
    return _rounded(shape)


def _ring(points: Sequence[Vec]) -> Path:
    """A closed ring; of two points a line."""
    from matplotlib.path import Path

    return Path([*points, points[0]], closed=True) if len(points) > 2 else Path(points)


def _rounded(shape: Shape) -> Path:
    """The arcs around the vertices, joined by the edges."""
    from matplotlib.path import Path

    vertices: list[Vec] = []
    codes: list[Any] = []
    r = shape.radius
    for (x, y), start, turn, _ in corner_arcs(shape.vertices):
        arc: Any = Path.arc(math.degrees(start), math.degrees(start + turn))
        vertices += ((x + r * dx, y + r * dy) for dx, dy in arc.vertices)
        codes += (Path.LINETO, *arc.codes[1:])
    codes[0] = Path.MOVETO
    return Path([*vertices, vertices[0]], [*codes, Path.CLOSEPOLY])
