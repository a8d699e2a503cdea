# cython: language_level=3
"""crowd.c in Cython: cythonize it with include_dirs=[collide2d.get_include()]."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from collide2d cimport (
    C2D_OK, c2d_import, c2d_item_pairs, c2d_item_pairs_free, c2d_rect_of, c2d_shape_of, c2d_status, c2d_world,
    c2d_world_add, c2d_world_free, c2d_world_init, c2d_world_pairs,
)

c2d_import()


def pairs(shapes):
    """The pairs of indices that overlap."""
    cdef c2d_world world
    cdef c2d_item_pairs found
    cdef c2d_status status = C2D_OK
    cdef uint32_t item
    memset(&found, 0, sizeof(found))
    c2d_world_init(&world)
    try:
        for shape in shapes:
            if c2d_world_add(&world, c2d_shape_of(shape), c2d_rect_of(shape), &item) != C2D_OK:
                raise MemoryError
        with nogil:
            status = c2d_world_pairs(&world, False, &found)
        if status != C2D_OK:
            raise MemoryError
        return [(found.list[k].i, found.list[k].j) for k in range(found.count)]
    finally:
        c2d_item_pairs_free(&found)
        c2d_world_free(&world)
