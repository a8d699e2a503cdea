"""Hitboxes: the shape of a sprite's picture, placed at the sprite's rect, rotated and mirrored like the picture."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from collide2d._core import Body, Capsule, Circle, Point, Polygon, Rect, RoundRect, Segment, Shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collide2d.typing import Pair, Solid

__all__ = ["Hitbox"]

S = TypeVar("S", bound="Solid")


class Hitbox(Generic[S]):
    """A shape or a body that follows the centre of a sprite's rect, rotated and mirrored like the sprite's picture.

    shape is in the pixels of the picture before any rotation or mirroring: (0, 0) is its top left corner. origin is the
    point of the picture at the centre of the rect. The default is half the current size of the rect, so pass origin if
    the picture is already rotated.

    angle rotates counterclockwise on the screen, as `pygame.transform.rotate` does; flip_x and flip_y mirror before the
    rotation, as `pygame.transform.flip` does. Each is either a value, which you set again whenever the picture changes,
    or the name of an attribute of the sprite, which the hitbox reads. All are attributes of the hitbox, and so is
    `form`, the shape on the picture, for animations.

    The sprite is never modified. `shape` is computed on access, and cached until something changes. Give the sprite a
    property of that name, and every function that takes sprites uses it:

    >>> class Ship:
    ...     def __init__(self):
    ...         self.rect = Rect(100, 100, 40, 20)
    ...         self.angle = 0
    ...         self.hitbox = Hitbox(self, Capsule(10, 10, 30, 10, 8), angle="angle")
    ...
    ...     @property
    ...     def shape(self):
    ...         return self.hitbox.shape
    >>> ship = Ship()
    >>> ship.shape
    Capsule(110.0, 110.0, 130.0, 110.0, 8.0)
    >>> ship.angle, ship.rect = 90, Rect(100, 80, 20, 40)
    >>> ship.shape
    Capsule(110.0, 110.0, 110.0, 90.0, 8.0)
    """

    __slots__ = (
        "_known",
        "_state",
        "_turned",
        "_turned_state",
        "angle",
        "flip_x",
        "flip_y",
        "form",
        "origin",
        "sprite",
    )

    def __init__(
        self,
        sprite: Any,
        shape: S,
        *,
        angle: float | str = 0.0,
        flip_x: bool | str = False,
        flip_y: bool | str = False,
        origin: Pair | None = None,
    ) -> None:
        if not isinstance(shape, (Shape, Body)):
            raise TypeError(f"Hitbox: shape must be a Shape or a Body, got {type(shape).__name__}")
        self.sprite = sprite
        self.form = shape
        self.angle = angle
        self.flip_x = flip_x
        self.flip_y = flip_y
        if origin is None:
            rect = sprite.rect
            origin = (rect.w / 2, rect.h / 2)
        self.origin: tuple[float, float] = Point(origin).center
        self._known: S | None = None
        self._turned: S | None = None
        self._state: object = None
        self._turned_state: object = None

    def __repr__(self) -> str:
        return (
            f"Hitbox({self.sprite!r}, {self.form!r}, angle={self.angle!r}, flip_x={self.flip_x!r}, "
            f"flip_y={self.flip_y!r}, origin={self.origin!r})"
        )

    def _value(self, given: Any) -> Any:
        return getattr(self.sprite, given) if isinstance(given, str) else given

    @property
    def shape(self) -> S:
        """The shape where the sprite is now.

        >>> from types import SimpleNamespace as Sprite
        >>> sprite = Sprite(rect=Rect(0, 0, 10, 10))
        >>> hitbox = Hitbox(sprite, Circle(4, 5, 3))
        >>> sprite.rect, hitbox.flip_x = Rect(100, 0, 10, 10), True
        >>> hitbox.shape
        Circle(106.0, 5.0, 3.0)
        """
        rect = self.sprite.rect
        x, y = rect.x + rect.w / 2, rect.y + rect.h / 2  # the exact centre: pygame's own is rounded to whole pixels
        ox, oy = self.origin
        turned = (self.form, (ox, oy), self._value(self.angle), self._value(self.flip_x), self._value(self.flip_y))
        state = (x, y, turned)
        if self._known is None or state != self._state:
            if self._turned is None or turned != self._turned_state:
                self._turned = _turned(*turned)
                self._turned_state = turned
            moved: Any = self._turned.move(x - ox, y - oy)
            self._known = moved
            self._state = state
        found: S = self._known
        return found


def _turned(form: Solid, origin: tuple[float, float], angle: float, flip_x: bool, flip_y: bool) -> Any:
    flips = bool(flip_x), bool(flip_y)
    if isinstance(form, Body):
        pieces = [_mirrored(piece, origin, *flips) for piece in form]
        names = form.names or [None] * len(form)
        mirrored: Solid = Body(
            [piece if name is None else (name, piece) for name, piece in zip(names, pieces, strict=True)]
        )
    else:
        mirrored = _mirrored(form, origin, *flips)
    return mirrored.rotate(-angle, origin) if angle else mirrored


def _mirrored(shape: Shape, origin: tuple[float, float], flip_x: bool, flip_y: bool) -> Shape:
    """The shape mirrored about the vertical or the horizontal line through the origin, or both."""
    if not (flip_x or flip_y):
        return shape

    def place(p: tuple[float, float]) -> tuple[float, float]:
        return (2 * origin[0] - p[0] if flip_x else p[0], 2 * origin[1] - p[1] if flip_y else p[1])

    match shape:
        case Point():
            return Point(place(shape.center))
        case Circle():
            return Circle(place(shape.center), shape.r)
        case Segment():
            return Segment(place(shape.a), place(shape.b))
        case Capsule():
            return Capsule(place(shape.a), place(shape.b), r=shape.r)
        case Rect() | RoundRect():
            x, y = place(shape.center)
            angle = shape.angle if flip_x == flip_y else -shape.angle
            if isinstance(shape, Rect):
                return Rect.centered(x, y, shape.w, shape.h, angle)
            return RoundRect.around(x, y, *shape.inner_size, shape.r, angle)
        case _:
            # Rounding may make the polygon slightly concave, so take the hull of its points.
            return Polygon.hull([place(p) for p in shape.vertices], shape.radius)
