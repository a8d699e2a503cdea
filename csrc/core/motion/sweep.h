/* Vectors and shapes in motion: checked vectors, and the magnitudes that bound the rounding of a moved shape. */
#ifndef C2D_SWEEP_H
#define C2D_SWEEP_H

#include "../shape/shape.h"
#include "../exact/exact.h"

/* A vector that is known to be in the domain, with the coordinates that c2d_check stores. */
static inline c2d_vec c2d_normalised(c2d_vec v)
{
    c2d_check(&v.x);
    c2d_check(&v.y);
    return v;
}

/* p + t * motion, each coordinate rounded once. */
static inline c2d_vec c2d_point_along(c2d_vec p, c2d_vec motion, double t)
{
    motion = c2d_normalised(motion);
    c2d_pair x = c2d_two_prod(motion.x, t), y = c2d_two_prod(motion.y, t);
    return c2d_v(c2d_sum4(p.x, x.hi, x.lo, 0), c2d_sum4(p.y, y.hi, y.lo, 0));
}

/* The shape of s with other vertices, s->count points that a motion has rounded. It checks them. Rounding may make
 * vertices coincide or turn a corner inward; the hull, s->count vectors, removes both. Sorts the points in place. */
c2d_status c2d_reshaped(c2d_shape *out, const c2d_shape *s, c2d_vec *points, c2d_vec *hull);

static inline double c2d_magnitude(c2d_vec v) { return c2d_max(fabs(v.x), fabs(v.y)); }

static inline double c2d_scale_of_shape(const c2d_shape *s)
{
    return c2d_max(c2d_magnitude(s->min), c2d_magnitude(s->max));
}

/* The magnitude of the pivot in the world, or 0 for a rectangle that does not turn about one.
 *
 * Let S be the greatest of this and of c2d_scale_of_shape, before and after a move by d. A moved vertex then differs by
 * less than 9 u S from the vertex plus d, u = C2D_U. Images of a rectangle have the same S, though their numbers are
 * not images of each other.
 *
 * The size and the pivot's place in the rectangle are the same in both poses, so their rounding cancels. A vertex is at
 * most 2.83 S from the pivot, and from the centre at most 1.42 S; both bound the distance of `at` less the radius,
 * which is at most S. So |at| <= 4.83 S in both poses. The sums at + d, `at` plus pivot, and pivot plus vertex are
 * rounded once each, the last two in both poses: u (4.83 + 1 + 1 + 1 + 1) S. C2D_RAY_MARGIN leaves 32 u of a scale that
 * is at least S. */
static inline double c2d_scale_of_pivot(const c2d_rect *rect)
{
    if (rect->anchor == C2D_BY_PIVOT)
        return c2d_magnitude(rect->at);
    bool has_pivot = rect->anchor == C2D_BY_TOPLEFT && rect->has_pivot;
    return has_pivot ? c2d_magnitude(c2d_add(rect->at, rect->pivot)) : 0;
}

/* The centre of the bounds. A mirror image has the mirrored centre, to the bit. */
static inline c2d_vec c2d_middle(const c2d_shape *s)
{
    return c2d_v((s->min.x + s->max.x) / 2, (s->min.y + s->max.y) / 2);
}

/* The greatest (side 1) or least (side -1) coordinate of a core on an axis. */
static inline double c2d_extreme(const c2d_shape *s, bool x_axis, double side)
{
    const c2d_vec *v = c2d_vertices(s);
    if (s->form == C2D_BOX) {
        c2d_vec corner = v[side > 0 ? 2 : 0];
        return x_axis ? corner.x : corner.y;
    }
    double most = -INFINITY;
    for (uint32_t i = 0; i < s->count; i++)
        most = c2d_max(most, side * (x_axis ? v[i].x : v[i].y));
    return side * most;
}

/* Whether the sweep of a thin shape has no interior: of a point, or of a segment that moves along itself or not at all.
 * Then the shape may start inside shapes that only touch it. */
bool c2d_sweep_is_thin(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion);

#endif
