"""The three-way answer of `relate`."""

import enum


class Relation(enum.IntEnum):
    """How two shapes are positioned relative to each other: apart, touching, or overlapping.

    They collide if the relation is TOUCHING or OVERLAPPING.

    >>> Relation.TOUCHING >= 0, Relation.APART < Relation.TOUCHING < Relation.OVERLAPPING
    (True, True)
    """

    APART = -1
    TOUCHING = 0
    OVERLAPPING = 1


Relation.__module__ = "collide2d"
