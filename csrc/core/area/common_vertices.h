/* The vertices of the intersection of two sharp shapes: vertices of one in the other, and crossings of edges. */
#ifndef C2D_COMMON_VERTICES_H
#define C2D_COMMON_VERTICES_H

#include "../exact/exact.h"
#include "../shape/shape.h"

typedef enum c2d_common_kind { C2D_VERTEX_OF_A, C2D_VERTEX_OF_B, C2D_CROSSING } c2d_common_kind;

/* i, j: the vertices of a and b, or the first vertices of the edges that cross. Only those of the kind count. */
typedef struct c2d_common_vertex {
    c2d_common_kind kind;
    uint32_t i, j;
} c2d_common_vertex;

/* An upper bound of their number: each edge of one crosses at most two edges of the other. */
static inline size_t c2d_common_most(const c2d_shape *a, const c2d_shape *b)
{
    return 2 * ((size_t)a->count + b->count);
}

/* Writes them in no particular order, some more than once (by different kinds), and their number; exactly none if the
 * shapes are apart. The shapes have radius 0. C2D_NO_MEMORY: out of working memory, which only many vertices need. */
c2d_status c2d_find_common(const c2d_shape *a, const c2d_shape *b, c2d_common_vertex *out, size_t *count);

#endif
