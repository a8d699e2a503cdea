"""Callbacks and drop-in replacements for pygame's sprite functions: each sprite is read once and never modified."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias, TypeVar

from collide2d._core import _collide_scaled, _group_hits, _sprite_hits, collide_shape
from collide2d.typing import SpriteLike

__all__ = ["collide_shape_ratio", "groupcollide", "spritecollide", "spritecollideany"]

A = TypeVar("A", bound=SpriteLike)
B = TypeVar("B", bound=SpriteLike)
Collided: TypeAlias = Callable[[Any, Any], Any] | None


class collide_shape_ratio:  # noqa: N801  # as pygame calls its own
    """A callback for pygame's sprite functions, with both shapes scaled by a ratio about their centres.

    A ratio below 1 forgives a graze; above 1 it also accepts sprites that are only near. Raises TypeError if ratio is
    not a number, ValueError if it is negative or not finite.

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
    """The callback if it must be called for each pair, or None if the C code decides on its own."""
    if collided is None or collided is collide_shape or type(collided) is collide_shape_ratio:
        return None
    if not callable(collided):
        raise TypeError(f"{function}: collided must be callable or None, got {type(collided).__name__}")
    return collided


def _ratio(collided: object) -> float | None:
    return collided.ratio if isinstance(collided, collide_shape_ratio) else None


def spritecollide(sprite: Any, group: Iterable[B], dokill: bool, collided: Collided = None) -> list[B]:
    """The sprites of a group that overlap a sprite, in the order of the group, like pygame.sprite.spritecollide.

    dokill: kill them, once all are found. collided: a callback, by default `collide_shape`. `collide_shape` and
    `collide_shape_ratio` run in C and read each sprite once; any other callback is called for each sprite, as in
    pygame. group is any iterable of sprites. Raises TypeError for a sprite without shape and rect or a callback that
    cannot be called, ValueError for a number out of range.

    >>> from types import SimpleNamespace as Sprite
    >>> wall, door = Sprite(rect=Rect(0, 0, 10, 90)), Sprite(shape=Circle(20, 20, 12))
    >>> spritecollide(Sprite(shape=Circle(12, 50, 4)), [wall, door], False) == [wall]
    True
    """
    if collided is not None and (callback := _callback("spritecollide", collided)):
        hits = [other for other in group if callback(sprite, other)]
    else:
        hits = _sprite_hits(sprite, group, _ratio(collided), False)
    if dokill:
        _kill(hits)
    return hits


def spritecollideany(sprite: Any, group: Iterable[B], collided: Collided = None) -> B | None:
    """The first sprite of a group that overlaps a sprite, or None, like pygame.sprite.spritecollideany.

    The arguments and errors are those of `spritecollide`. Sprites after the first hit are not read.

    >>> from types import SimpleNamespace as Sprite
    >>> spikes = [Sprite(rect=Rect(16 * i, 100, 16, 16)) for i in range(20)]
    >>> spritecollideany(Sprite(shape=Circle(40, 92, 10)), spikes) is spikes[2]
    True
    """
    if collided is not None and (callback := _callback("spritecollideany", collided)):
        return next((other for other in group if callback(sprite, other)), None)
    return _sprite_hits(sprite, group, _ratio(collided), True)


def groupcollide(
    groupa: Iterable[A],
    groupb: Iterable[B],
    dokilla: bool,
    dokillb: bool,
    collided: Collided = None,
) -> dict[A, list[B]]:
    """A dict from each sprite of group a to the sprites of group b that it overlaps, like pygame.sprite.groupcollide.

    dokillb: kill each sprite of b as soon as it is hit, so that no other sprite hits it. dokilla: kill the keys at the
    end. The other arguments and errors are those of `spritecollide`. Each sprite is read once, before any is killed.
    The time grows with the number of sprites and of overlapping pairs. A sprite class that overrides `kill` may change
    anything, so once such a sprite is killed the rest are tested one by one.

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
    """As in pygame-ce: tests each sprite of group a against the remaining sprites of group b."""
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
    """Sprites that leave group b when killed are not tested again."""
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
    """Whether killing a sprite runs none of the user's code."""
    kill = getattr(sprite, "kill", None)
    if getattr(kill, "__self__", None) is not sprite or not _is_pygames(kill):
        return False
    # Many games set self.groups, which hides the method, so call it on pygame's class.
    methods = [vars(cls).get("groups") for cls in type(sprite).__mro__ if cls.__module__ == "pygame.sprite"]
    groups = next(filter(None, methods), None)
    return groups is not None and all(_is_pygames(group.remove_internal) for group in groups(sprite))


def _is_pygames(method: object) -> bool:
    return getattr(method, "__module__", None) == "pygame.sprite"
