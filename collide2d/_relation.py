"""The three-way answer of `relate`."""

import enum


class Relation(enum.IntEnum):
    """How two shapes are positioned relative to each other: apart, touching, or overlapping.

    They collide if the relation is TOUCHING or OVERLAPPING. A relation is neither true nor false: APART would be true,
    since it is -1.

    >>> Relation.TOUCHING >= 0, Relation.APART < Relation.TOUCHING < Relation.OVERLAPPING
    (True, True)
    """

    APART = -1
    TOUCHING = 0
    OVERLAPPING = 1

    def __bool__(self) -> bool:
        """Raises TypeError: ask collides, overlaps or touches, or compare the relation.

        >>> bool(Relation.APART)
        Traceback (most recent call last):
        TypeError: a Relation is neither true nor false, got APART: compare it, or ask collides, overlaps or touches
        """
        raise TypeError(
            f"a Relation is neither true nor false, got {self.name}: compare it, or ask collides, overlaps or touches"
        )


Relation.__module__ = "collide2d"
