/* Where a shape that is its vertices stops at a face across an axis. The gap to the face is exact, so the stop is flush
 * wherever the coordinates are round numbers. */
#ifndef C2D_AXIS_STOP_H
#define C2D_AXIS_STOP_H

#include "../exact/lanes.h"
#include "cast.h"

/* Whether c2d_check changes none of the coordinates. */
C2D_INLINE c2d_lanes c2d_are_plain(c2d_lanes x)
{
    c2d_lanes size = lanes_abs(x);
    c2d_lanes fits =
        lanes_and(lanes_at_most(lanes_splat(C2D_GRAIN), size), lanes_at_most(size, lanes_splat(C2D_LIMIT)));
    return lanes_or(fits, lanes_equal(x, lanes_splat(0)));
}

/* As c2d_check_vec, quicker for the numbers that it does not change. The sums turn -0 into +0. */
C2D_INLINE c2d_status c2d_check_quickly(c2d_vec *v)
{
    c2d_lanes x = lanes_add(lanes_pair(v->x, v->y), lanes_splat(0));
    if (lanes_bits(c2d_are_plain(x)) != 3)
        return c2d_check_vec(v);
    lanes_store(v, x);
    return C2D_OK;
}

typedef struct c2d_lane_pair {
    c2d_lanes hi, lo;
} c2d_lane_pair;

/* As c2d_two_diff. */
C2D_INLINE c2d_lane_pair c2d_lanes_two_diff(c2d_lanes x, c2d_lanes y)
{
    c2d_lanes s = lanes_sub(x, y), y_part = lanes_sub(s, x), x_part = lanes_sub(s, y_part);
    c2d_lane_pair r = {s, lanes_sub(lanes_sub(x, x_part), lanes_add(y, y_part))};
    return r;
}

C2D_INLINE c2d_lanes c2d_lanes_double(c2d_lanes x) { return lanes_add(x, x); }

/* p + t * m, each coordinate rounded once, as c2d_point_along; 0 <= t <= 1 and size is at least |x| and |y| of p and m.
 *sure: it is; otherwise the sum is too near the middle between two doubles.
 *
 * t * m is way + rest. The halves of t and m have 26 and 27 bits, and rest has an error below 2^-75 of the size. The
 * error that is allowed for is twice that, and more than the roundings of c2d_check change t * m. A sum of zeros has no
 * error. */
C2D_INLINE c2d_lanes c2d_lanes_along(c2d_lanes p, c2d_lanes m, double t, double size, int *sure)
{
    c2d_lanes k = lanes_splat(t), way = lanes_mul(m, k);
    c2d_lanes any = lanes_less(lanes_splat(0), lanes_add(lanes_abs(p), lanes_abs(m)));
    c2d_lanes error = lanes_and(any, lanes_splat(0x1p-74 * size + 0x1p-199));
    c2d_lanes m_hi = lanes_upper(m), k_hi = lanes_upper(k), m_lo = lanes_sub(m, m_hi), k_lo = lanes_sub(k, k_hi);
    c2d_lanes rest =
        lanes_add(lanes_sub(lanes_mul(m_hi, k_hi), way), lanes_add(lanes_mul(m_hi, k_lo), lanes_mul(m_lo, k_hi)));
    c2d_lanes s = lanes_add(p, way), way_part = lanes_sub(s, p), p_part = lanes_sub(s, way_part);
    c2d_lanes lost = lanes_add(lanes_sub(p, p_part), lanes_sub(way, way_part));
    c2d_lanes low = lanes_add(lost, lanes_add(rest, lanes_mul(m_lo, k_lo)));
    c2d_lanes least = lanes_add(s, lanes_sub(low, error)), most = lanes_add(s, lanes_add(low, error));
    *sure = lanes_bits(lanes_equal(least, most)) == 3;
    return least;
}

/* The t at which a stops with its front at the wall of b, on each axis, seen along the motion; ra and rb are the radii,
 * inverse is 1 / speed. The stop's coordinate is wall - R = k + low, exact unless it needs three doubles. The rounded
 * stop is so close to k that their difference is exact. *good: the moved front is outside b. If the one step back that
 * is tried here does not suffice, c2d_cast_axis_stop tries more. */
C2D_INLINE c2d_lanes c2d_lanes_stop_at_wall(double ra, double rb, c2d_lanes front, c2d_lanes wall, c2d_lanes speed,
                                            c2d_lanes inverse, c2d_lanes *good)
{
    c2d_lanes zero = lanes_splat(0);
    c2d_pair r = c2d_two_sum(ra, rb);
    c2d_lane_pair k = c2d_lanes_two_diff(wall, lanes_splat(r.hi)), low = c2d_lanes_two_diff(k.lo, lanes_splat(r.lo));
    c2d_lane_pair gap = c2d_lanes_two_diff(k.hi, front);
    c2d_lanes way = lanes_add(gap.hi, lanes_add(gap.lo, low.hi)), t = lanes_min(lanes_div(way, speed), lanes_splat(1));
    c2d_lanes rest = lanes_add(lanes_sub(k.hi, lanes_add(front, lanes_mul(speed, t))), low.hi);
    t = lanes_add(t, lanes_min(lanes_mul(c2d_lanes_double(rest), inverse), zero));
    c2d_lanes move = lanes_mul(speed, t), stop = lanes_add(front, move);
    c2d_lane_pair d = c2d_lanes_two_diff(k.hi, stop);
    c2d_lanes exact = lanes_and(lanes_equal(low.lo, zero), lanes_equal(d.lo, zero));
    c2d_lanes ahead = lanes_and(lanes_at_most(zero, way), lanes_at_most(zero, t));
    c2d_lanes outside = lanes_at_most(zero, lanes_add(d.hi, low.hi));
    c2d_lanes plain = lanes_and(c2d_are_plain(move), c2d_are_plain(stop));
    *good = lanes_and(lanes_and(lanes_and(exact, ahead), outside), plain);
    return t;
}

/* As c2d_lanes_stop_at_wall, without radii; gap is wall - front. */
C2D_INLINE c2d_lanes c2d_lanes_stop_at_sharp_wall(c2d_lanes gap, c2d_lanes front, c2d_lanes wall, c2d_lanes speed,
                                                  c2d_lanes inverse, c2d_lanes *good)
{
    c2d_lanes zero = lanes_splat(0), t = lanes_min(lanes_div(gap, speed), lanes_splat(1));
    c2d_lanes rest = lanes_sub(wall, lanes_add(front, lanes_mul(speed, t)));
    t = lanes_add(t, lanes_min(lanes_mul(c2d_lanes_double(rest), inverse), zero));
    c2d_lanes move = lanes_mul(speed, t), stop = lanes_add(front, move);
    c2d_lanes outside = lanes_and(lanes_at_most(zero, t), lanes_at_most(stop, wall));
    *good = lanes_and(outside, lanes_and(c2d_are_plain(move), c2d_are_plain(stop)));
    return t;
}

/* c2d_lanes_stop_at_wall on one axis; -1 if it is not good. */
static inline double c2d_stop_at_wall(double ra, double rb, double front, double wall, double speed)
{
    c2d_lanes good, lanes_speed = lanes_splat(speed), inverse = lanes_splat(1 / speed);
    c2d_lanes t = c2d_lanes_stop_at_wall(ra, rb, lanes_splat(front), lanes_splat(wall), lanes_speed, inverse, &good);
    return lanes_bits(good) & 1 ? lanes_x(t) : -1;
}

#endif
