/* Turned shapes: where rounding puts a shape that is turned about a point and then moved. Every stop of a turn is
 * judged by them. */
#include "../motion/sweep.h"

#include <string.h>

c2d_status c2d_turned(c2d_shape *out, const c2d_shape *s, const c2d_rect *rect, double degrees, const c2d_vec *about,
                      c2d_vec d, c2d_vec *storage)
{
    bool moves = d.x != 0 || d.y != 0;
    c2d_status status = c2d_check(&degrees);
    if (status)
        return status;
    if (degrees == 0) {
        if (moves)
            return c2d_moved(out, s, rect, d, storage);
        *out = *s;
        return C2D_OK;
    }
    if (rect) {
        c2d_rect turned = *rect;
        c2d_rect_rotate(&turned, degrees, about);
        status = c2d_rect_shape(out, &turned);
        return moves && !status ? c2d_moved(out, out, &turned, d, NULL) : status;
    }
    c2d_vec own[C2D_INLINE_VERTICES], hull[C2D_INLINE_VERTICES];
    bool large = s->count > C2D_INLINE_VERTICES;
    c2d_vec *points = large ? storage + s->count : own;
    memcpy(points, c2d_vertices(s), s->count * sizeof *points);
    c2d_rotate_points(points, s->count, degrees, about ? *about : c2d_center(s));
    c2d_shape turned;
    status = c2d_reshaped(&turned, s, points, large ? storage : hull);
    if (!status && moves)
        return c2d_moved(out, &turned, NULL, d, storage);
    if (!status)
        *out = turned;
    return status;
}
