/* The box of what a turning shape covers: the ends of the arcs of its vertices, and their extremes along the axes; if
 * it moves as well, the sweep of that box. */
#include "turn.h"

/* An angle from 0 to 360, as a number from 0 to 4 that grows with it. c, s: the cosine and sine, times anything. */
static double pseudo_angle(double c, double s)
{
    double p = c / (fabs(c) + fabs(s));
    return s >= 0 ? 1 - p : 3 + p;
}

static void include(c2d_bounds *box, c2d_vec p)
{
    box->min = c2d_v(c2d_min(box->min.x, p.x), c2d_min(box->min.y, p.y));
    box->max = c2d_v(c2d_max(box->max.x, p.x), c2d_max(box->max.y, p.y));
}

c2d_status c2d_turn_bounds(const c2d_shape *s, const c2d_rect *rect, double angle, const c2d_vec *about, c2d_vec motion,
                           c2d_bounds *box)
{
    static const c2d_vec axes[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    c2d_vec pivot = about ? *about : rect ? c2d_rect_turning_point(rect) : c2d_center(s), end;
    c2d_status status = c2d_check(&angle);
    if (!status)
        status = fabs(angle) > 360 ? C2D_ABOVE_TURN : about ? c2d_check_vec(&pivot) : C2D_OK;
    if (!status)
        status = c2d_check_vec(&motion);
    if (status)
        return status;
    const c2d_vec *v = c2d_vertices(s);
    double sense = angle < 0 ? -1 : 1, reach = 0;
    c2d_sincos(fabs(angle), &end.y, &end.x);
    double last = fabs(angle) >= 360 ? 4 : pseudo_angle(end.x, end.y) + 16 * C2D_U;
    *box = (c2d_bounds){v[0], v[0]};
    for (uint32_t i = 0; i < s->count; i++) {
        c2d_vec r = c2d_sub(v[i], pivot);
        double length = c2d_norm(r);
        reach = c2d_max(reach, length);
        include(box, v[i]);
        include(box, c2d_add(pivot, c2d_rotated(r, end, sense)));
        for (int k = 0; k < 4 && length > 0; k++)
            if (pseudo_angle(c2d_dot(r, axes[k]), sense * c2d_cross(r, axes[k])) <= last)
                include(box, c2d_add(pivot, c2d_mul(axes[k], length)));
    }
    double scale = c2d_scale_of_shape(s) + 2 * (c2d_magnitude(pivot) + c2d_magnitude(motion)) +
                   (rect ? c2d_scale_of_pivot(rect) : 0);
    double slack = (s->radius + C2D_TURN_ERROR * (scale + C2D_GRAIN)) * (1 + 4 * C2D_U);
    box->min = c2d_v(box->min.x + c2d_min(motion.x, 0) - slack, box->min.y + c2d_min(motion.y, 0) - slack);
    box->max = c2d_v(box->max.x + c2d_max(motion.x, 0) + slack, box->max.y + c2d_max(motion.y, 0) + slack);
    return c2d_turn_is_inside(reach, s->radius, pivot, motion) ? C2D_OK : C2D_TOO_LARGE;
}
