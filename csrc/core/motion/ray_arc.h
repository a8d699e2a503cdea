/* A ray against the circle round a corner, without branches, for the kernels of casts. */
#ifndef C2D_RAY_ARC_H
#define C2D_RAY_ARC_H

#include "../exact/lanes.h"
#include "cast.h"

/* Below this radius, relative to the scale, the direction from a corner needs more precision than a double has. */
#define C2D_SMALL_RADIUS 0x1p-16

typedef struct c2d_ray_arc {
    int sure, hits;  /* whether the answer is certain, and whether the ray hits; the rest is set for a hit */
    double t, clear; /* when the ray enters the circle; a t before it enters the circle grown by the margin */
    c2d_lanes normal;
} c2d_ray_arc;

/* Improves a vector of nearly unit length. It adds the missing length instead of multiplying, so that a coordinate next
 * to 1 becomes 1. */
C2D_INLINE c2d_lanes c2d_polish(c2d_lanes n)
{
    return lanes_add(n, lanes_mul(n, lanes_splat((1 - lanes_sum(lanes_mul(n, n))) * 0.5)));
}

/* |t m - v| = r, in coordinates along and aside of the motion, m' = (m.y, -m.x):
 * t = (v . m - h) / m . m, h^2 = r^2 m . m - (m' . v)^2; normal = -(h m + (m' . v) m') / (m . m r).
 * The ray enters the circle of radius r + margin earlier by at most margin (r + margin) / h, which is less than
 * early / 4. An answer is certain if it holds for all radii from r - margin to r + 1.5 margin, as rounding may
 * also decide which corner is hit. Rounding moves the point at t by less than 22 u of the scale. Lemma arc. The root
 * of a negative number is NaN, which makes no hit. Everything is always computed, the longest chain of operations
 * first. */
C2D_INLINE c2d_ray_arc c2d_ray_meet_arc(c2d_lanes m, c2d_lanes v, double r, double scale, double margin)
{
    c2d_lanes left = lanes_xor(lanes_swap(m), lanes_pair(0.0, -0.0));
    double mm = lanes_sum(lanes_mul(m, m)), aside = lanes_sum(lanes_mul(left, v)), r2 = r * r;
    double half2 = r2 * mm - aside * aside, half = c2d_sqrt(half2);
    double ahead = lanes_sum(lanes_mul(v, m)), t = (ahead - half) / mm, unit = -1 / (mm * r);
    c2d_lanes n = lanes_add(lanes_mul(left, lanes_splat(aside)), lanes_mul(m, lanes_splat(half)));
    double wide = 4 * margin, grown = wide * (r + wide), early = grown / half;
    double beyond = fabs(t - 0.5) - 0.5; /* distance of t from [0, 1], < 0 inside */
    int decided = fabs(half2) > grown * mm, outside = lanes_sum(lanes_mul(v, v)) - r2 > grown;
    int large = r > C2D_SMALL_RADIUS * scale, far_from_end = !(fabs(beyond) < early);
    c2d_ray_arc arc;
    arc.sure = decided & outside & large & far_from_end;
    arc.hits = beyond < 0;
    arc.t = t;
    arc.clear = t - 0.25 * early;
    arc.normal = c2d_polish(lanes_mul(n, lanes_splat(unit)));
    return arc;
}

/* Of two points, the scale is a sum of coordinates: at most twice the sum of the greatest ones, and quicker to compute.
 * So half of the margin is enough. Lemma arc. */
C2D_INLINE double c2d_disc_scale(c2d_lanes p, c2d_lanes q, c2d_lanes m, double radius)
{
    c2d_lanes way = lanes_abs(m);
    return lanes_sum(lanes_add(lanes_add(lanes_abs(p), lanes_abs(q)), lanes_add(way, way))) + (radius + C2D_GRAIN);
}
C2D_INLINE double c2d_disc_margin(double scale) { return C2D_RAY_MARGIN / 2 * scale; }

#endif
