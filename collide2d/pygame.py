"""Sprites that collide by their shapes, for pygame-ce and pygame: callbacks, sprite functions, hitboxes, drawing.

A sprite collides as its `.shape`, and as its `.rect` if it has none; sprites are only ever read. Two sprites collide if
they overlap, as pygame's rectangles do: touching does not count. Importing this does not import pygame.

>>> from types import SimpleNamespace as Sprite
>>> player = Sprite(shape=Circle(100, 100, 16))
>>> coins = [Sprite(shape=Circle(110 + 40 * i, 110, 8)) for i in range(3)]
>>> spritecollide(player, coins, dokill=False) == coins[:1]
True
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeAlias, TypeVar, overload

from collide2d._core import Polygon, _collide_scaled, _group_hits, _sprite_hits, collide_shape
from collide2d._hitbox import Hitbox
from collide2d._paint import draw, pygame_itself
from collide2d._pixels import hull_of, pieces_of, runs_in
from collide2d.typing import SpriteLike

__all__ = [
    "Hitbox",
    "collide_shape",
    "collide_shape_ratio",
    "draw",
    "groupcollide",
    "shape_from_image",
    "spritecollide",
    "spritecollideany",
]

A = TypeVar("A", bound=SpriteLike)
B = TypeVar("B", bound=SpriteLike)
Collided: TypeAlias = Callable[[Any, Any], Any] | None


class collide_shape_ratio:  # noqa: N801  # as pygame calls its own
    """A callback for pygame's sprite functions, with both shapes scaled by a ratio about their centres.

    With a ratio below 1 players get away with a graze; above 1 it is for what only has to be near. Raises TypeError for
    what is no number, ValueError for one that is negative or not finite.

    >>> from types import SimpleNamespace as Sprite
    >>> a, b = Sprite(shape=Circle(0, 0, 10)), Sprite(shape=Circle(15, 0, 10))
    >>> collide_shape(a, b), collide_shape_ratio(0.7)(a, b)
    (True, False)
    """

    __slots__ = ("ratio",)

    def __init__(self, ratio: float) -> None:
        number = float(ratio)
        if not 0 <= number < math.inf:
            raise ValueError(f"collide_shape_ratio: ratio must be finite and >= 0, got {number}")
        self.ratio = number

    def __call__(self, left: Any, right: Any) -> bool:
        return _collide_scaled(left, right, self.ratio)

    def __repr__(self) -> str:
        return f"collide_shape_ratio({self.ratio})"


def _callback(function: str, collided: Collided) -> Callable[[Any, Any], Any] | None:
    """The callback if it must be called for each pair, None if C decides without it."""
    if collided is None or collided is collide_shape or type(collided) is collide_shape_ratio:
        return None
    if not callable(collided):
        raise TypeError(f"{function}: collided must be callable or None, got {type(collided).__name__}")
    return collided


def _ratio(collided: object) -> float | None:
    return collided.ratio if isinstance(collided, collide_shape_ratio) else None


def spritecollide(sprite: Any, group: Iterable[B], dokill: bool, collided: Collided = None) -> list[B]:
    """The sprites of a group that overlap a sprite, in the order of the group; as pygame.sprite.spritecollide.

    dokill: kill them, once all are found. collided: a callback, by default `collide_shape`; that one and
    `collide_shape_ratio` read each sprite once, in C, and any other is called for each sprite, as in pygame. group is
    any iterable of sprites. Raises TypeError for a sprite without shape and rect or a callback that cannot be called,
    ValueError for a number out of range.

    >>> from types import SimpleNamespace as Sprite
    >>> wall, door = Sprite(rect=Rect(0, 0, 10, 90)), Sprite(shape=Circle(20, 20, 12))
    >>> spritecollide(Sprite(shape=Circle(12, 50, 4)), [wall, door], False) == [wall]
    True
    """
    if callback := _callback("spritecollide", collided):
        hits = [other for other in group if callback(sprite, other)]
    else:
        hits = _sprite_hits(sprite, group, _ratio(collided), False)
    if dokill:
        _kill(hits)
    return hits


def spritecollideany(sprite: Any, group: Iterable[B], collided: Collided = None) -> B | None:
    """The first sprite of a group that overlaps a sprite, or None; as pygame.sprite.spritecollideany.

    The arguments and errors are those of `spritecollide`; what comes after the first hit is not even read.

    >>> from types import SimpleNamespace as Sprite
    >>> spikes = [Sprite(rect=Rect(16 * i, 100, 16, 16)) for i in range(20)]
    >>> spritecollideany(Sprite(shape=Circle(40, 92, 10)), spikes) is spikes[2]
    True
    """
    if callback := _callback("spritecollideany", collided):
        return next((other for other in group if callback(sprite, other)), None)
    return _sprite_hits(sprite, group, _ratio(collided), True)


def groupcollide(
    groupa: Iterable[A],
    groupb: Iterable[B],
    dokilla: bool,
    dokillb: bool,
    collided: Collided = None,
) -> dict[A, list[B]]:
    """The sprites of group a that overlap sprites of group b, and these in lists; as pygame.sprite.groupcollide.

    dokillb: kill what was hit, at once, so that nobody else hits it; dokilla: kill the keys in the end. The other
    arguments and errors are those of `spritecollide`. Each sprite is read once, before any is killed. The time
    grows with the number of sprites and of pairs that overlap. A sprite with a kill of its own may
    change anything, so once such a sprite is killed the rest are tested one by one.

    >>> class Sprite:
    ...     def __init__(self, *shape):
    ...         self.shape = Circle(*shape)
    >>> ships, shots = [Sprite(50, 50, 20), Sprite(150, 50, 20)], [Sprite(60 * i, 50, 3) for i in range(5)]
    >>> found = groupcollide(ships, shots, False, False)
    >>> found == {ships[0]: [shots[1]]}
    True
    """
    if _callback("groupcollide", collided):
        found = _one_by_one(groupa, groupb, dokillb, collided)
    else:
        found = _all_at_once(groupa, groupb, dokillb, collided)
    if dokilla:
        _kill(found)
    return found


def _one_by_one(groupa: Iterable[A], groupb: Iterable[B], dokillb: bool, collided: Collided) -> dict[A, list[B]]:
    """As pygame-ce does it: each sprite of group a meets what is left of group b."""
    return {sprite: hits for sprite in groupa if (hits := spritecollide(sprite, groupb, dokillb, collided))}


def _all_at_once(groupa: Iterable[A], groupb: Iterable[B], dokillb: bool, collided: Collided) -> dict[A, list[B]]:
    first, second = list(groupa), list(groupb)
    rows = _group_hits(first, second, _ratio(collided))
    if dokillb:
        return _kill_as_found(first, second if isinstance(groupb, Iterator) else groupb, rows, collided)
    return {first[i]: hits for i, hits in rows}


def _kill(sprites: Iterable[Any]) -> None:
    for sprite in sprites:
        sprite.kill()


def _kill_as_found(
    first: list[A], groupb: Iterable[B], rows: list[tuple[int, list[B]]], collided: Collided
) -> dict[A, list[B]]:
    """What is killed is no longer there for the sprites that follow, if killing took it out of the group."""
    found: dict[A, list[B]] = {}
    gone: set[int] = set()
    for i, hits in rows:
        left = [sprite for sprite in hits if id(sprite) not in gone]
        if not left:
            continue
        found[first[i]] = left
        foreseeable = all(map(_dies_as_pygame_says, left))
        _kill(left)
        if not foreseeable:
            found.update(_one_by_one(first[i + 1 :], groupb, True, collided))
            break
        gone.update(id(sprite) for sprite in left if sprite not in groupb)
    return found


def _dies_as_pygame_says(sprite: Any) -> bool:
    """Whether killing a sprite runs no code of the user's."""
    kill = getattr(sprite, "kill", None)
    if getattr(kill, "__self__", None) is not sprite or not _is_pygames(kill):
        return False
    # Many games set self.groups, so the method comes from pygame's class and not from the sprite.
    methods = [vars(cls).get("groups") for cls in type(sprite).__mro__ if cls.__module__ == "pygame.sprite"]
    groups = next(filter(None, methods), None)
    return groups is not None and all(_is_pygames(group.remove_internal) for group in groups(sprite))


def _is_pygames(method: object) -> bool:
    return getattr(method, "__module__", None) == "pygame.sprite"


# ---- pictures --------------------------------------------------------------------------------------------------------


@overload
def shape_from_image(
    surface: Any, threshold: int = 127, pieces: Literal[False] = False, tolerance: float = 1.5
) -> Polygon: ...
@overload
def shape_from_image(
    surface: Any, threshold: int = 127, *, pieces: Literal[True], tolerance: float = 1.5
) -> list[Polygon]: ...
@overload
def shape_from_image(surface: Any, threshold: int, pieces: Literal[True], tolerance: float = 1.5) -> list[Polygon]: ...
def shape_from_image(
    surface: Any, threshold: int = 127, pieces: bool = False, tolerance: float = 1.5
) -> Polygon | list[Polygon]:
    """The convex hull of the opaque pixels of a picture; or, with pieces=True, convex pieces that cover just these.

    surface is a pygame Surface or Mask. A pixel is opaque if its alpha is above threshold, 0 to 255, or if it has not
    the colorkey, as in pygame.mask.from_surface. Coordinates are those of the picture, whose top left corner is (0, 0);
    the hull goes exactly round the pixels. Pieces cover all opaque pixels and reach at most tolerance pixels beyond
    them: the more that is, the fewer there are; from 1.5 on straight edges stay whole, with 0 the pieces are rectangles
    and exactly the pixels. Raises TypeError for what is no picture, ValueError if no pixel is opaque or tolerance is
    negative.

    >>> import pygame
    >>> image = pygame.Surface((20, 20), pygame.SRCALPHA)
    >>> _ = pygame.draw.polygon(image, "white", [(0, 0), (9, 9), (0, 19)])
    >>> shape_from_image(image).bounds
    (0.0, 0.0, 10.0, 20.0)
    >>> _ = image.fill("white", (0, 9, 20, 2))
    >>> [piece.bounds for piece in shape_from_image(image, pieces=True)]
    [(0.0, 0.0, 9.0, 9.0), (0.0, 9.0, 20.0, 12.0), (0.0, 12.0, 8.0, 20.0)]
    """
    pygame = pygame_itself()
    if not tolerance >= 0:
        raise ValueError(f"shape_from_image: tolerance must be >= 0, got {tolerance}")
    if isinstance(surface, pygame.Mask):
        mask = surface
    elif isinstance(surface, pygame.Surface):
        mask = pygame.mask.from_surface(surface, threshold)
    else:
        raise TypeError(f"shape_from_image: surface must be a Surface or a Mask, got {type(surface).__name__}")
    width, height = mask.get_size()
    blank = pygame.Surface((width, height), pygame.SRCALPHA)
    picture = mask.to_surface(blank, setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 0))
    alpha = pygame.image.tobytes(picture, "RGBA")[3::4]
    rows = [runs_in(alpha[y * width : (y + 1) * width]) for y in range(height)]
    if not any(rows):
        raise ValueError(f"shape_from_image: surface must have a pixel more opaque than {threshold}, got none")
    return pieces_of(rows, tolerance) if pieces else hull_of(rows)
