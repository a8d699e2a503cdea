/* The boxes with which an index finds the candidates of a cast. The box of the moving shape is the union of its bounds
 * at the start and at the rounded end, whose hull decides the cast; the box of a target is a little larger than its
 * bounds.
 */
#include "cast.h"

/* Bounds how far before its bounds a shape may be hit, relative to the scale: c2d_cast stops short by up to 128 ulp,
 * which are 256 C2D_U. Both shapes contribute to the scale, so each box grows in proportion to its own coordinates, and
 * a shape far away does not slow down the casts among the others. Twice the 256 C2D_U also covers the roundings of this
 * file, which are below 4 C2D_U. */
#define EARLY (512 * C2D_U)

double c2d_cast_slack(double scale) { return EARLY * scale; }

c2d_bounds c2d_cast_target_bounds(const c2d_shape *s)
{
    double slack = c2d_cast_slack(c2d_scale_of_shape(s));
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
        scale = c2d_max(scale, c2d_scale_of_pivot(rect));
    double slack = EARLY * (scale + 2 * c2d_magnitude(motion) + C2D_GRAIN);
    /* The end is moved back by the motion. The union of both boxes, swept along the motion, covers the hull. */
    c2d_vec low = c2d_sub(end.min, motion), high = c2d_sub(end.max, motion);
    out->min = c2d_v(c2d_min(a->min.x, low.x) - slack, c2d_min(a->min.y, low.y) - slack);
    out->max = c2d_v(c2d_max(a->max.x, high.x) + slack, c2d_max(a->max.y, high.y) + slack);
    return C2D_OK;
}
