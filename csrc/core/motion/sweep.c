/* Moved and swept shapes: where rounding puts a shape that is moved by a vector, and the hull of two such poses. Every
 * cast, push and leg of the mover is judged by these shapes, not by the real numbers that they stand for. */
#include "sweep.h"

#include "axis_stop.h"

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

/* Whether the vertices certainly are those of their hull, in its order: all turns are to the left, and the vertices
 * rise from the first one to the greatest and then fall. */
static bool is_surely_hull(const c2d_vec *v, uint32_t n)
{
    uint32_t changes = 0, left = 0;
    bool falls = true;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t next = c2d_next_vertex(i, n);
        bool rises = c2d_less(v[i], v[next]);
        changes += rises == falls;
        falls = !rises;
        left += c2d_orient_filter(v[i], v[next], v[c2d_next_vertex(next, n)]) > 0;
    }
    return left == n && changes == 2 && c2d_less(v[0], v[1]);
}

/* Whether the moved vertices of a box are those of a box. */
static inline bool is_box(const c2d_vec *v) { return (v[0].x < v[2].x) & (v[0].y < v[2].y); }

/* As c2d_reshaped, for few points: first without a sort, as rounding hardly ever changes more than the coordinates. */
static c2d_status reshaped_inline(c2d_shape *out, const c2d_shape *s, c2d_vec *points)
{
    c2d_vec hull[C2D_INLINE_VERTICES];
    uint32_t n = s->count;
    c2d_status status = C2D_OK;
    for (uint32_t i = 0; i < n && !status; i++)
        status = c2d_check_quickly(&points[i]);
    bool encloses = false;
    if (n > 2)
        encloses = s->form == C2D_BOX ? is_box(points) : is_surely_hull(points, n);
    bool stays = n == 1 || (n == 2 && c2d_less(points[0], points[1])) || encloses;
    if (!status && stays)
        c2d_shape_finish(out, points, n, s->radius);
    else if (!status)
        return c2d_reshaped(out, s, points, hull);
    return status;
}

c2d_status c2d_moved(c2d_shape *out, const c2d_shape *s, const c2d_rect *rect, c2d_vec d, c2d_vec *storage)
{
    c2d_status status = c2d_check_quickly(&d);
    if (status)
        return status;
    if (rect) {
        c2d_rect moved = *rect;
        c2d_rect_move(&moved, d);
        return c2d_rect_shape(out, &moved);
    }
    c2d_vec own[C2D_INLINE_VERTICES];
    uint32_t n = s->count;
    if (n <= C2D_INLINE_VERTICES) {
        for (uint32_t i = 0; i < n; i++)
            own[i] = c2d_add(s->v.own[i], d);
        return reshaped_inline(out, s, own);
    }
    c2d_vec *points = storage + n;
    memcpy(points, s->v.many, n * sizeof *points);
    c2d_move_points(points, n, d);
    return c2d_reshaped(out, s, points, storage);
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
