/* Moved and swept shapes: where rounding puts a shape that is moved by a vector, and the hull of two such poses. Every
 * cast, push and leg of the mover is judged by these shapes, not by the real numbers that they stand for. */
#include "sweep.h"

#include <string.h>

/* Rounding may make moved vertices coincide or turn a corner inward. The hull of the moved points removes both. */
static c2d_status move_polygon(c2d_shape *out, const c2d_shape *s, c2d_vec d, c2d_vec *points, c2d_vec *hull)
{
    memcpy(points, c2d_vertices(s), s->count * sizeof *points);
    c2d_move_points(points, s->count, d);
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
    if (s->count == 1)
        return c2d_circle(out, c2d_add(s->v.own[0], d), s->radius);
    if (s->count == 2)
        return c2d_capsule(out, c2d_add(s->v.own[0], d), c2d_add(s->v.own[1], d), s->radius);
    if (s->count > C2D_INLINE_VERTICES)
        return move_polygon(out, s, d, storage + s->count, storage);
    c2d_vec points[C2D_INLINE_VERTICES], hull[C2D_INLINE_VERTICES];
    return move_polygon(out, s, d, points, hull);
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
