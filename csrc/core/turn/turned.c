/* Turned shapes: where rounding puts a shape that is turned about a point. Every stop of a turn is judged by them. */
#include "../motion/sweep.h"

#include <string.h>

c2d_status c2d_turned(c2d_shape *out, const c2d_shape *s, const c2d_rect *rect, double degrees, const c2d_vec *about,
                      c2d_vec *storage)
{
    c2d_status status = c2d_check(&degrees);
    if (status)
        return status;
    if (degrees == 0) {
        *out = *s;
        return C2D_OK;
    }
    if (rect) {
        c2d_rect turned = *rect;
        c2d_rect_rotate(&turned, degrees, about);
        return c2d_rect_shape(out, &turned);
    }
    c2d_vec own[C2D_INLINE_VERTICES], hull[C2D_INLINE_VERTICES];
    bool large = s->count > C2D_INLINE_VERTICES;
    c2d_vec *points = large ? storage + s->count : own;
    memcpy(points, c2d_vertices(s), s->count * sizeof *points);
    c2d_rotate_points(points, s->count, degrees, about ? *about : c2d_center(s));
    return c2d_reshaped(out, s, points, large ? storage : hull);
}
