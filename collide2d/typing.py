"""Types for annotations: the arguments that the functions of collide2d take."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, Protocol, SupportsFloat, SupportsIndex, TypeAlias, TypeVar

from collide2d._core import Body, Rect, Segment, Shape

__all__ = [
    "Answer",
    "BodyLike",
    "Filter",
    "Pair",
    "PairOfPairs",
    "RectLike",
    "Rectangular",
    "Response",
    "SegmentLike",
    "ShapeLike",
    "Solid",
    "SolidLike",
    "SpriteLike",
]

Number: TypeAlias = SupportsFloat | SupportsIndex


class Pair(Protocol):
    """Two numbers: a tuple, a list, a pygame Vector2, a NumPy row."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Number: ...
    def __iter__(self) -> Iterator[Number]: ...


class _HasShape(Protocol):
    """A sprite."""

    @property
    def shape(self) -> Shape: ...


class _HasBody(Protocol):
    """A sprite of several shapes."""

    @property
    def shape(self) -> Body: ...


class _HasSolid(Protocol):
    """A sprite of one shape or of several."""

    @property
    def shape(self) -> Shape | Body: ...


class _HasRect(Protocol):
    """A sprite without a shape, whose rect is rect-like."""

    @property
    def rect(self) -> Any: ...


class _HasRectangle(Protocol):
    """A pygame Rect or FRect."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def w(self) -> float: ...
    @property
    def h(self) -> float: ...


class _HasCircle(Protocol):
    """A pygame geometry.Circle."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def r(self) -> float: ...


class _HasLine(Protocol):
    """A pygame geometry.Line."""

    @property
    def ax(self) -> float: ...
    @property
    def ay(self) -> float: ...
    @property
    def bx(self) -> float: ...
    @property
    def by(self) -> float: ...


class _HasGeometry(Protocol):
    """A geometry of shapely."""

    @property
    def __geo_interface__(self) -> Any: ...


PairOfPairs: TypeAlias = Sequence[Pair] | Sequence[Sequence[Number]]
RectLike: TypeAlias = Rect | _HasRectangle | Pair | PairOfPairs
Rectangular: TypeAlias = Rect | _HasRectangle | _HasShape | _HasRect | PairOfPairs
ShapeLike: TypeAlias = (
    Shape | _HasShape | _HasRect | _HasRectangle | _HasCircle | _HasLine | _HasGeometry | Pair | PairOfPairs
)
SegmentLike: TypeAlias = Segment | _HasShape | _HasLine | _HasGeometry | PairOfPairs
BodyLike: TypeAlias = Body | _HasBody
# A value that is solid: what a Space, a scene, a drawing and a map hold.
Solid: TypeAlias = Shape | Body
# The arguments of the verbs of two.
SolidLike: TypeAlias = ShapeLike | BodyLike | _HasSolid
# The arguments of collide2d.pygame: a sprite's shape, or else its rect.
SpriteLike: TypeAlias = SolidLike

T = TypeVar("T")
# The response of Space.slide to a hit, and a filter that chooses it: a function of the item and the other item. True
# means the response of the call, and None ignores the other item.
Response: TypeAlias = Literal["slide", "stop", "bounce", "pass"]
Answer: TypeAlias = Response | Literal[True] | None
Filter: TypeAlias = Callable[[T, T], Answer]
