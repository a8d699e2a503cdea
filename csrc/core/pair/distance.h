/* The nearest features of two shapes: what separation, closest points and contact are read from. */
#ifndef C2D_DISTANCE_H
#define C2D_DISTANCE_H

#include "relate.h"

#include <string.h>

/* For kernels shared by several pairs of forms, whose numbers of vertices are then constants. */
#if defined(__GNUC__)
#define C2D_ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define C2D_ALWAYS_INLINE static inline
#endif

typedef enum c2d_owner { C2D_OF_NEITHER, C2D_OF_A, C2D_OF_B } c2d_owner;

typedef struct c2d_nearest {
    double separation; /* of the grown shapes, signed */
    c2d_vec normal;    /* unit, out of b toward a: the shortest way apart */
    c2d_vec on_a,
        on_b; /* cores apart: their nearest points; otherwise the deepest vertex and its foot on the line of the edge */
    c2d_owner owner; /* whose edge gave the normal; C2D_OF_NEITHER for two corners */
    uint32_t edge;   /* the index of its first vertex */
    bool cores_apart;
} c2d_nearest;

c2d_nearest c2d_nearest_features(const c2d_shape *a, const c2d_shape *b);

/* A point of both cores, which must meet; the same for (b, a). */
c2d_vec c2d_common_point(const c2d_shape *a, const c2d_shape *b);

/* A fixed order of any two shapes that differ: the answer for (b, a) is computed as for (a, b). Of concentric circles
 * the larger comes first. */
bool c2d_comes_first(const c2d_shape *a, const c2d_shape *b);

/* A vector of one rounding a coordinate, divided by its length: unit within 3 C2D_U. */
static inline c2d_vec c2d_unit(c2d_vec w)
{
    double length = sqrt(c2d_dot(w, w));
    return c2d_v(w.x / length, w.y / length);
}

/* Out of a shape across its edge p q. */
static inline c2d_vec c2d_outward(c2d_vec p, c2d_vec q) { return c2d_unit(c2d_v(q.y - p.y, p.x - q.x)); }

/* ---- axis-aligned cores ---- */

/* One axis of two intervals: the gap, exact (negative: they overlap by that much), its two ends, and on which side of b
 * a lies. */
typedef struct c2d_interval_gap {
    c2d_pair gap;
    double at_a, at_b, side;
} c2d_interval_gap;

/* yes ? x : y without a jump. Shapes lie above or below, aside or atop one another at random: no predictor knows. */
static inline double c2d_choose(bool yes, double x, double y)
{
    uint64_t to, from;
    memcpy(&to, &x, sizeof to);
    memcpy(&from, &y, sizeof from);
    from ^= (to ^ from) & -(uint64_t)yes;
    memcpy(&y, &from, sizeof y);
    return y;
}

/* Exact: equal rounded differences are compared by what rounding took. Where the middles agree, the first in order is
 * above. */
static inline c2d_interval_gap c2d_gap_between(double alo, double ahi, double blo, double bhi, const c2d_shape *a,
                                               const c2d_shape *b)
{
    c2d_pair above = c2d_two_diff(alo, bhi), below = c2d_two_diff(blo, ahi);
    bool is_above = above.hi > below.hi;
    if (above.hi == below.hi)
        is_above = above.lo == below.lo ? c2d_comes_first(a, b) : above.lo > below.lo;
    c2d_interval_gap g = {{c2d_max(above.hi, below.hi), c2d_choose(is_above, above.lo, below.lo)},
                          c2d_choose(is_above, alo, ahi),
                          c2d_choose(is_above, bhi, blo),
                          2.0 * is_above - 1.0};
    return g;
}

/* Whether x is the wider gap, or as wide. */
static inline bool c2d_is_wider(const c2d_interval_gap *x, const c2d_interval_gap *y)
{
    return (x->gap.hi > y->gap.hi) | ((x->gap.hi == y->gap.hi) & (x->gap.lo >= y->gap.lo));
}

/* gap - (ra + rb), rounded once. */
static inline double c2d_gap_less_radii(c2d_pair gap, double ra, double rb)
{
    c2d_pair radius = c2d_two_sum(ra, rb);
    if (gap.lo == 0 && radius.lo == 0)
        return (gap.hi - radius.hi) + 0.0;
    c2d_pair less = c2d_pair_sub(gap, radius);
    if (c2d_settled(less, C2D_PAIR_ERROR * (fabs(gap.hi) + radius.hi)))
        return less.hi;
    return c2d_sum4(gap.hi, gap.lo, -ra, -rb) + 0.0;
}

/* p + e (w . e) / (e . e), w = r - p: the foot of r on the line p q. */
static inline c2d_vec c2d_foot(c2d_vec r, c2d_vec p, c2d_vec q)
{
    c2d_vec e = c2d_sub(q, p);
    return c2d_add(p, c2d_mul(e, c2d_dot(c2d_sub(r, p), e) / c2d_dot(e, e)));
}

#endif
