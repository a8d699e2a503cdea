/* What the files that decide share: relate.c (kernels) asks gjk.c, and features.c settles what is left. */
#ifndef C2D_RELATE_H
#define C2D_RELATE_H

#include "../exact/exact.h"

/* A floating-point search: true and an answer that is certain, or false. */
bool c2d_gjk(const c2d_shape *a, const c2d_shape *b, c2d_relation *answer);

/* The exact relation, feature by feature. */
c2d_relation c2d_relate_features(const c2d_shape *a, const c2d_shape *b);

/* Whether the cores' difference has no interior: both are points or parallel segments. */
bool c2d_cores_are_flat(const c2d_shape *a, const c2d_shape *b);

/* How many pairs of vertices are compared each with each: beyond, a walk round the difference is quicker. A point needs
 * no walk. */
#ifndef C2D_RELATE_ALL_PAIRS_LIMIT
#define C2D_RELATE_ALL_PAIRS_LIMIT 64
#endif
#ifndef C2D_DISTANCE_ALL_PAIRS_LIMIT
#define C2D_DISTANCE_ALL_PAIRS_LIMIT 256
#endif
static inline bool c2d_exceeds(const c2d_shape *a, const c2d_shape *b, uint32_t most)
{
    return a->count > 1 && b->count > 1 && (uint64_t)a->count * b->count > most;
}

static inline uint32_t c2d_next(const c2d_shape *s, uint32_t i) { return i + 1 < s->count ? i + 1 : 0; }

/* A bound of |x| + |y| for every difference of two vertices of the pair. */
static inline double c2d_span_of(const c2d_shape *a, const c2d_shape *b)
{
    c2d_vec first = c2d_sub(c2d_vertices(a)[0], c2d_vertices(b)[0]);
    double sizes = (a->max.x - a->min.x) + (a->max.y - a->min.y) + (b->max.x - b->min.x) + (b->max.y - b->min.y);
    return fabs(first.x) + fabs(first.y) + sizes;
}

/* A core of two or four vertices as the sides of a parallelogram about its centre. Each of its vertices is off by half
 * of skew at most: nothing for segments and boxes, some rounding for turned rectangles; others are sorted out by it. */
typedef struct c2d_sides {
    c2d_vec u, w;
    double skew;
} c2d_sides;

static inline c2d_sides c2d_sides_of(const c2d_shape *s, bool segment)
{
    const c2d_vec *v = s->v.own;
    if (segment) {
        c2d_sides f = {c2d_sub(v[1], v[0]), {0, 0}, 0};
        return f;
    }
    c2d_vec u = c2d_sub(v[1], v[0]), w = c2d_sub(v[3], v[0]);
    c2d_vec skew = c2d_sub(c2d_sub(v[2], v[1]), w);
    c2d_sides f = {u, w, fabs(skew.x) + fabs(skew.y)};
    return f;
}

#endif
