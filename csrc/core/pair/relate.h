/* The steps of the exact relation. The kernels of relate.c decide most pairs. GJK and then the exact features decide
 * the pairs that rounding leaves undecided. */
#ifndef C2D_RELATE_H
#define C2D_RELATE_H

#include "../exact/exact.h"
#include "../shape/shape.h"

/* GJK in floating point: true and a certain answer, or false. */
bool c2d_gjk(const c2d_shape *a, const c2d_shape *b, c2d_relation *answer);

/* The exact relation, from the signs of all features (relate_exact.c). */
c2d_relation c2d_relate_features(const c2d_shape *a, const c2d_shape *b);

/* Whether the Minkowski difference of the cores has no interior: two points, or a point and a segment, or parallel
 * segments. */
bool c2d_cores_are_flat(const c2d_shape *a, const c2d_shape *b);

/* Up to these numbers of vertex pairs a function compares all pairs. For more, walking the edges of the Minkowski
 * difference is faster. A point never needs the walk. */
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

/* An upper bound of |x| + |y| for every difference of two vertices of the pair. Lemma span. */
static inline double c2d_span_of(const c2d_shape *a, const c2d_shape *b)
{
    c2d_vec first = c2d_sub(c2d_vertices(a)[0], c2d_vertices(b)[0]);
    double sizes = (a->max.x - a->min.x) + (a->max.y - a->min.y) + (b->max.x - b->min.x) + (b->max.y - b->min.y);
    return c2d_norm1(first) + sizes;
}

/* A core of two or four vertices as a parallelogram with sides u and w about its centre. The core's vertices differ
 * from the parallelogram's by at most skew / 2. That is 0 for segments and boxes, a rounding error for rotated
 * rectangles, and large for other quadrilaterals, whose tests then stay undecided. */
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
    c2d_sides f = {u, w, c2d_norm1(skew)};
    return f;
}

#endif
