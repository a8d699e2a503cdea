/* The nearest features of two shapes: what separation, closest points and contact are read from. */
#ifndef C2D_DISTANCE_H
#define C2D_DISTANCE_H

#include "relate.h"

typedef enum c2d_owner { C2D_NOBODY, C2D_OF_A, C2D_OF_B } c2d_owner;

typedef struct c2d_nearest {
    double separation; /* of the grown shapes, signed */
    c2d_vec normal;    /* unit, out of b toward a: the shortest way apart */
    c2d_vec on_a,
        on_b; /* cores apart: their nearest points; otherwise the deepest vertex and its foot on the line of the edge */
    c2d_owner owner; /* whose edge gave the normal; C2D_NOBODY for two corners */
    uint32_t edge;   /* the index of its first vertex */
    bool cores_apart;
} c2d_nearest;

c2d_nearest c2d_nearest_features(const c2d_shape *a, const c2d_shape *b);

/* A point of both cores, which must meet; the same for (b, a). */
c2d_vec c2d_common_point(const c2d_shape *a, const c2d_shape *b);

/* p + e (w . e) / (e . e), w = r - p: the foot of r on the line p q. */
static inline c2d_vec c2d_foot(c2d_vec r, c2d_vec p, c2d_vec q)
{
    c2d_vec e = c2d_sub(q, p);
    return c2d_add(p, c2d_mul(e, c2d_dot(c2d_sub(r, p), e) / c2d_dot(e, e)));
}

#endif
