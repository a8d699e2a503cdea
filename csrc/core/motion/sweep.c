/* Moved and swept shapes: where rounding puts a shape that is moved by a vector, and the hull of two such poses. Every
 * cast, push and leg of the mover is judged by these shapes, not by the real numbers that they stand for. */
#include "sweep.h"

#include <string.h>

c2d_status c2d_reshaped(c2d_shape *out, const c2d_shape *s, c2d_vec *points, c2d_vec *hull)
{
    if (s->count == 1)
        return c2d_circle(out, points[0], s->radius);
    if (s->count == 2)
        return c2d_capsule(out, points[0], points[1], s->radius);
    c2d_status status = C2D_OK;
    for (uint32_t i = 0; i < s->count && !status; i++)
        status = c2d_check_vec(&points[i]);
    if (!status)
        c2d_shape_finish(out, hull, c2d_hull_into(hull, points, s->count), s->radius);
    return status;
}

c2d_status c2d_moved(c2d_shape *out, const c2d_shape *s, const c2d_rect *rect, c2d_vec d, c2d_vec *storage)
{
    c2d_status status = c2d_check_vec(&d);
    if (status)
        return status;
    if (rect) {
        c2d_rect moved = *rect;
        c2d_rect_move(&moved, d);
        return c2d_rect_shape(out, &moved);
    }
    c2d_vec own[C2D_INLINE_VERTICES], hull[C2D_INLINE_VERTICES];
    bool large = s->count > C2D_INLINE_VERTICES;
    c2d_vec *points = large ? storage + s->count : own;
    memcpy(points, c2d_vertices(s), s->count * sizeof *points);
    c2d_move_points(points, s->count, d);
    return c2d_reshaped(out, s, points, large ? storage : hull);
}

c2d_status c2d_sweep(c2d_shape *out, const c2d_shape *from, const c2d_shape *to, c2d_vec *storage)
{
    size_t n = (size_t)from->count + to->count;
    c2d_vec *hull = storage, *points = storage + n;
    memcpy(points, c2d_vertices(from), from->count * sizeof *points);
    memcpy(points + from->count, c2d_vertices(to), to->count * sizeof *points);
    c2d_shape_finish(out, hull, c2d_hull_into(hull, points, n), from->radius);
    return C2D_OK;
}
