/* Translation, rotation and scaling of points, with one rounding per coordinate and operation. Constructors make new
 * shapes from the results and so repair what rounding does to convexity. */
#include "shape.h"

#include <string.h>

void c2d_move_points(c2d_vec *points, size_t n, c2d_vec d)
{
    for (size_t i = 0; i < n; i++)
        points[i] = c2d_add(points[i], d);
}

void c2d_rotate_points(c2d_vec *points, size_t n, double degrees, c2d_vec about)
{
    double s, c;
    c2d_sincos(degrees, &s, &c);
    for (size_t i = 0; i < n; i++)
        points[i] = c2d_turn(c2d_sub(points[i], about), s, c, about);
}

void c2d_scale_points(c2d_vec *points, size_t n, double k, c2d_vec about)
{
    for (size_t i = 0; i < n; i++)
        points[i] = c2d_add(about, c2d_mul(c2d_sub(points[i], about), k));
}

/* Rounding may make moved vertices coincide or take a corner back, so that their hull is taken. */
static c2d_status moved_polygon(c2d_shape *out, const c2d_shape *s, c2d_vec d, c2d_vec *points, c2d_vec *hull)
{
    memcpy(points, c2d_vertices(s), s->count * sizeof *points);
    c2d_move_points(points, s->count, d);
    c2d_status status = C2D_OK;
    for (uint32_t i = 0; i < s->count && !status; i++) {
        status = c2d_check(&points[i].x);
        if (!status)
            status = c2d_check(&points[i].y);
    }
    if (!status)
        c2d_shape_finish(out, hull, c2d_hull_into(hull, points, s->count), s->radius);
    return status;
}

c2d_status c2d_moved(c2d_shape *out, const c2d_shape *s, const c2d_rect *rect, c2d_vec d, c2d_vec *storage)
{
    c2d_status status = c2d_check(&d.x);
    if (!status)
        status = c2d_check(&d.y);
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
        return moved_polygon(out, s, d, storage + s->count, storage);
    c2d_vec points[C2D_INLINE_VERTICES], hull[C2D_INLINE_VERTICES];
    return moved_polygon(out, s, d, points, hull);
}
