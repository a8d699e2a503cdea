/* The boxes of a cast, by which an index finds what c2d_cast is then asked about. They must leave out nothing that the
 * cast hits, so the box of the moving shape holds it where it starts and where it ends, as rounded there: the hull of
 * these two is what decides. */
#include "settle.h"

/* How much earlier than its bounds a thing may be hit: c2d_cast stops short by up to 128 ulp, which are 256 C2D_U, of
 * its scale, to which both shapes contribute. So each of the two boxes is grown in proportion to its own coordinates,
 * and a shape that is far away costs the casts among the others nothing. Twice the 256 C2D_U leaves room for the
 * roundings of this file, which are below 4 C2D_U of the scale. */
#define EARLY (512 * C2D_U)

c2d_bounds c2d_cast_target_bounds(const c2d_shape *s)
{
    double slack = EARLY * c2d_scale_of_shape(s);
    c2d_bounds box = {c2d_v(s->min.x - slack, s->min.y - slack), c2d_v(s->max.x + slack, s->max.y + slack)};
    return box;
}

c2d_status c2d_cast_bounds(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, c2d_vec *room, c2d_bounds *out)
{
    c2d_shape end;
    c2d_status status = c2d_moved(&end, a, rect, motion, room);
    if (status)
        return status;
    double scale = c2d_max(c2d_scale_of_shape(a), c2d_scale_of_shape(&end));
    if (rect)
        scale = c2d_max(scale, c2d_scale_of_numbers(rect));
    double slack = EARLY * (scale + 2 * c2d_magnitude(motion) + C2D_GRAIN);
    /* The end, taken back by the motion: the box of both, moved along it, covers the hull of the two. */
    c2d_vec low = c2d_sub(end.min, motion), high = c2d_sub(end.max, motion);
    out->min = c2d_v(c2d_min(a->min.x, low.x) - slack, c2d_min(a->min.y, low.y) - slack);
    out->max = c2d_v(c2d_max(a->max.x, high.x) + slack, c2d_max(a->max.y, high.y) + slack);
    return C2D_OK;
}
