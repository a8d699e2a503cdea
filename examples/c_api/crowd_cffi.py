"""crowd.c with cffi, in ABI mode: no compiler is needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cffi

from collide2d import Shape, capi

ffi = cffi.FFI()
ffi.cdef(capi.cdef())
c2d: Any = ffi.cast("c2d_api *", capi.address())


def pairs(shapes: Sequence[Shape]) -> list[tuple[int, int]]:
    """The pairs of indices that overlap."""
    world, found, item = ffi.new("c2d_world *"), ffi.new("c2d_item_pairs *"), ffi.new("uint32_t *")
    c2d.c2d_world_init(world)
    try:
        for shape in shapes:
            inside = ffi.cast("c2d_shape *", capi.shape_address(shape))
            if c2d.c2d_world_add(world, inside, ffi.NULL, item):
                raise MemoryError
        if c2d.c2d_world_pairs(world, False, found):
            raise MemoryError
        return [(found.list[k].i, found.list[k].j) for k in range(found.count)]
    finally:
        c2d.c2d_item_pairs_free(found)
        c2d.c2d_world_free(world)
