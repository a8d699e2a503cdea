/* The nearest features of two shapes, from which separation, closest points and contact derive. */
#ifndef C2D_DISTANCE_H
#define C2D_DISTANCE_H

#include "relate.h"

typedef enum c2d_owner { C2D_OF_NEITHER, C2D_OF_A, C2D_OF_B } c2d_owner;

typedef struct c2d_nearest {
    double separation; /* of the grown shapes, signed */
    c2d_vec normal;    /* unit, from b toward a: the direction of the shortest separation */
    /* Separated cores: their nearest points. Otherwise the deepest vertex and its foot on the line of the edge. */
    c2d_vec on_a, on_b;
    /* Of the edge whose normal it is; C2D_OF_NEITHER for two corners, and for axis-aligned cores, whose contacts do not
     * need it. */
    c2d_owner owner;
    uint32_t edge; /* index of the edge's first vertex */
    bool cores_apart;
} c2d_nearest;

c2d_nearest c2d_nearest_features(const c2d_shape *a, const c2d_shape *b);

/* A common point of two cores that meet. Symmetric in a and b. */
c2d_vec c2d_common_point(const c2d_shape *a, const c2d_shape *b);

/* A fixed order of any two different shapes. Queries on (b, a) compute the answer for (a, b), so that they are
 * symmetric. The larger of two concentric circles comes first. */
bool c2d_comes_first(const c2d_shape *a, const c2d_shape *b);

/* w / |w|, unit within 3 C2D_U if each coordinate of w has one rounding. */
static inline c2d_vec c2d_unit(c2d_vec w)
{
    double length = c2d_norm(w);
    return c2d_v(w.x / length, w.y / length);
}

/* The outer unit normal of a shape's edge p q. */
static inline c2d_vec c2d_outward(c2d_vec p, c2d_vec q) { return c2d_unit(c2d_v(q.y - p.y, p.x - q.x)); }

/* ---- axis-aligned cores ---- */

/* Two intervals on one axis: the exact gap (the negative overlap, if they overlap), its two ends, and the side of b on
 * which a is (1 or -1). */
typedef struct c2d_interval_gap {
    c2d_pair gap;
    double at_a, at_b, side;
} c2d_interval_gap;

/* Exact: equal rounded differences compare by their rounding errors. If the centres coincide, the shape that comes
 * first is above. */
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

/* Whether the gap x is at least as wide as y. */
static inline bool c2d_is_wider(const c2d_interval_gap *x, const c2d_interval_gap *y)
{
    return (x->gap.hi > y->gap.hi) | ((x->gap.hi == y->gap.hi) & (x->gap.lo >= y->gap.lo));
}

/* gap - (ra + rb), rounded once. Lemma pair_add. */
static inline double c2d_gap_less_radii(c2d_pair gap, double ra, double rb)
{
    c2d_pair radius = c2d_two_sum(ra, rb);
    if (gap.lo == 0 && radius.lo == 0)
        return (gap.hi - radius.hi) + 0.0;
    c2d_pair less = c2d_pair_sub(gap, radius);
    if (c2d_rounds_to_hi(less, C2D_PAIR_ERROR * (fabs(gap.hi) + radius.hi)))
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
