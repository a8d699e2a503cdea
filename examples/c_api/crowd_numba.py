"""crowd.c with numba: the addresses of the shapes are in an array, and compiled code calls the core."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numba
import numpy as np

from collide2d import Shape, capi

# Pointers are numbers to numba: size_t has the size of a pointer.
relate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_size_t, ctypes.c_size_t)(capi.address("c2d_relate"))
OVERLAPPING = 1


@numba.njit
def overlapping(shapes: np.ndarray) -> list[tuple[int, int]]:
    found = []
    for i in range(len(shapes)):
        for j in range(i + 1, len(shapes)):
            if relate(shapes[i], shapes[j]) == OVERLAPPING:
                found.append((i, j))
    return found


def pairs(shapes: Sequence[Shape]) -> list[tuple[int, int]]:
    """The pairs of indices that overlap. The shapes live as long as the call, so their addresses are valid."""
    return list(overlapping(np.array([capi.shape_address(shape) for shape in shapes], np.uintp)))
