/* Construction of shapes inside the core: checks, hulls in the caller's memory, and indices around a shape. */
#ifndef C2D_SHAPE_H
#define C2D_SHAPE_H

#include "../exact/vec.h"

#include <string.h>

/* Checks and normalises both coordinates, x first. */
c2d_status c2d_check_vec(c2d_vec *v);

/* Writes the hull of n >= 1 checked points to another array with room for n, as c2d_hull does, and returns its count.
 * Sorts the points in place and does not allocate. */
size_t c2d_hull_into(c2d_vec *hull, c2d_vec *points, size_t n);

/* The vertices after and before vertex i, around a shape of count vertices. */
static inline uint32_t c2d_next_vertex(uint32_t i, uint32_t count) { return i + 1 < count ? i + 1 : 0; }
static inline uint32_t c2d_previous_vertex(uint32_t i, uint32_t count) { return i > 0 ? i - 1 : count - 1; }

/* A point or segment without a radius. Several shapes may block it together. */
static inline bool c2d_is_thin(const c2d_shape *s) { return s->radius == 0 && s->count <= 2; }

/* Whether two shapes have the same bits. */
static inline bool c2d_same_shape(const c2d_shape *a, const c2d_shape *b)
{
    return a->count == b->count && a->form == b->form && a->radius == b->radius &&
           memcmp(c2d_vertices(a), c2d_vertices(b), a->count * sizeof(c2d_vec)) == 0;
}

/* The bounds of count >= 1 vertices. */
static inline c2d_bounds c2d_vertex_bounds(const c2d_vec *vertices, size_t count)
{
    c2d_bounds box = {vertices[0], vertices[0]};
    for (size_t i = 1; i < count; i++) {
        box.min = c2d_v(c2d_min(box.min.x, vertices[i].x), c2d_min(box.min.y, vertices[i].y));
        box.max = c2d_v(c2d_max(box.max.x, vertices[i].x), c2d_max(box.max.y, vertices[i].y));
    }
    return box;
}

/* Makes a shape from a core's vertices, which satisfy the rules of c2d_shape. Derives count, form and bounds. The shape
 * refers to the vertices if there are more than C2D_INLINE_VERTICES. */
void c2d_shape_finish(c2d_shape *out, const c2d_vec *vertices, size_t count, double radius);

#endif
