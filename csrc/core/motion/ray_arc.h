/* A ray against the circle round a corner: for the kernels of casts, without a jump. */
#ifndef C2D_RAY_ARC_H
#define C2D_RAY_ARC_H

#include "../exact/lanes.h"
#include "cast.h"

/* Below it, times the scale, the direction from a corner needs more than doubles. */
#define C2D_SMALL_RADIUS 0x1p-16

typedef struct c2d_ray_arc {
    int sure, hits;  /* whether it is certain; then, whether it hits. What follows is nothing otherwise */
    double t, clear; /* when the circle is met; when that of a margin more is, at the latest */
    c2d_lanes normal;
} c2d_ray_arc;

/* n of nearly unit length, nearer: what it lacks is added, not multiplied, so that a coordinate of 1 becomes that. */
C2D_INLINE c2d_lanes c2d_polish(c2d_lanes n)
{
    return c2d_plus(n, c2d_times(n, c2d_both((1 - c2d_total(c2d_times(n, n))) * 0.5)));
}

/* |t m - v| = r, in coordinates along and aside of the motion, m' = (m.y, -m.x):
 * t = (v . m - h) / m . m, h^2 = r^2 m . m - (m' . v)^2; normal = -(h m + (m' . v) m') / (m . m r).
 * The circle of r and a margin is met earlier by at most margin (r + margin) / h, which early / 4 is more than; a
 * certainty is one for all radii from r less a margin to r and two: which corner it is may be rounded too. What
 * rounding does to the place at t is less than 15 u of the scale. A root of less than 0 is NaN, and no hit.
 * All is worked out always, the longest chain of operations first. */
C2D_INLINE c2d_ray_arc c2d_ray_meet_arc(c2d_lanes m, c2d_lanes v, double r, double scale, double margin)
{
    c2d_lanes left = c2d_flip(c2d_swap(m), c2d_two(0.0, -0.0));
    double mm = c2d_total(c2d_times(m, m)), aside = c2d_total(c2d_times(left, v)), r2 = r * r;
    double half2 = r2 * mm - aside * aside, half = c2d_sqrt(half2);
    double ahead = c2d_total(c2d_times(v, m)), t = (ahead - half) / mm, unit = -1 / (mm * r);
    c2d_lanes n = c2d_plus(c2d_times(left, c2d_both(aside)), c2d_times(m, c2d_both(half)));
    double wide = 4 * margin, grown = wide * (r + wide), early = grown / half;
    double beyond = fabs(t - 0.5) - 0.5; /* of 0 or 1 */
    int decided = fabs(half2) > grown * mm, outside = c2d_total(c2d_times(v, v)) - r2 > grown;
    int large = r > C2D_SMALL_RADIUS * scale, far_from_end = !(fabs(beyond) < early);
    c2d_ray_arc arc;
    arc.sure = decided & outside & large & far_from_end;
    arc.hits = beyond < 0;
    arc.t = t;
    arc.clear = t - 0.25 * early;
    arc.normal = c2d_polish(c2d_times(n, c2d_both(unit)));
    return arc;
}

#endif
