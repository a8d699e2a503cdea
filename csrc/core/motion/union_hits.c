/* Where the members that a thin sweep grazes block it together. */
#include "sweep.h"

#include <stdlib.h>

/* ---- the members that take part ---- */

/* The t that the stretch of a graze has to reach for the graze to take part in the first hit: t itself, or, where no
 * stretch of that side reaches t, the last end before. */
static double least_reach(const c2d_graze *grazes, size_t n, int side, double t)
{
    double reach = -INFINITY;
    for (size_t i = 0; i < n; i++)
        if (grazes[i].side == side && grazes[i].first <= t)
            reach = c2d_max(reach, grazes[i].last);
    return c2d_min(reach, t);
}

static int by_time(const void *p, const void *q)
{
    const c2d_graze *a = p, *b = q;
    if (a->hit.t != b->hit.t)
        return a->hit.t < b->hit.t ? -1 : 1;
    return (a->key > b->key) - (a->key < b->key);
}

/* Moves the grazes that take part to the front, sorted; hit.t is set. */
static size_t select_parts(c2d_graze *grazes, size_t n, double t)
{
    double left = least_reach(grazes, n, 1, t), right = least_reach(grazes, n, -1, t);
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        if (grazes[i].first == C2D_NEVER || grazes[i].last < (grazes[i].side > 0 ? left : right))
            continue;
        c2d_graze part = grazes[i];
        part.hit.t = c2d_max(part.first, t);
        grazes[i] = grazes[count];
        grazes[count++] = part;
    }
    if (count > 1)
        qsort(grazes, count, sizeof *grazes, by_time);
    return count;
}

/* ---- the normal ---- */

/* A unit vector out of a face, and its product with the motion, < 0: the less, the more directly it is approached. */
typedef struct approach {
    c2d_vec normal;
    double speed;
} approach;

/* Replaces *best by the face from p to q, whose outside is on the right, if the sweep approaches that more directly. */
static void try_face(const c2d_thin_sweep *s, c2d_vec p, c2d_vec q, approach *best)
{
    if (c2d_parallel_sign(s->from, s->to, p, q) >= 0)
        return;
    c2d_vec e = c2d_sub(q, p);
    double length = c2d_norm(e), speed = c2d_cross(c2d_sub(s->to, s->from), e) / length;
    if (speed < best->speed) {
        best->normal = c2d_v(e.y / length + 0.0, 0.0 - e.x / length); /* no -0 */
        best->speed = speed;
    }
}

/* The faces of a sharp member at the vertex that the sweep meets first. */
static void try_member(const c2d_thin_sweep *s, const c2d_graze *g, approach *best)
{
    const c2d_vec *v = c2d_vertices(g->member);
    uint32_t n = g->member->count, i = g->vertex, next = c2d_next_vertex(i, n), previous = c2d_previous_vertex(i, n);
    if (g->member->radius > 0)
        return;
    try_face(s, v[i], v[next], best);
    try_face(s, v[previous], v[i], best);
}

/* The common normal of a group of grazes with the same t. */
static c2d_vec normal_of(const c2d_thin_sweep *s, const c2d_graze *group, size_t n)
{
    approach best = {{0, 0}, 0};
    for (size_t i = 0; i < n; i++)
        if (group[i].first == group[i].hit.t)
            try_member(s, &group[i], &best);
    if (best.speed < 0)
        return best.normal;
    c2d_vec d = c2d_sub(s->to, s->from);
    double length = c2d_norm(d);
    return c2d_v(0.0 - d.x / length, 0.0 - d.y / length); /* no -0 */
}

/* ---- the stop ---- */

/* Whether a, moved by t * motion, overlaps no member, and the sweep to it neither a member nor their union. Members
 * that are met after `most` do not matter. */
static bool is_clear_until(const c2d_shape *a, const c2d_rect *rect, const c2d_thin_sweep *s, const c2d_graze *grazes,
                           size_t n, double most, double t)
{
    c2d_vec storage[4 * C2D_INLINE_VERTICES];
    c2d_shape moved, swept;
    c2d_thin_sweep part;
    bool grazed[2] = {false, false};
    if (c2d_moved(&moved, a, rect, c2d_mul(s->motion, t), storage))
        return false;
    c2d_sweep(&swept, a, &moved, storage);
    bool is_thin = c2d_thin_sweep_of(a, rect, c2d_mul(s->motion, t), &part);
    for (size_t i = 0; i < n; i++) {
        c2d_graze g;
        if (grazes[i].first > most)
            continue;
        if (c2d_overlaps(&swept, grazes[i].member))
            return false;
        if (is_thin && c2d_find_graze(&part, grazes[i].member, &g))
            grazed[g.side > 0] = true;
    }
    return !(grazed[0] && grazed[1]);
}

/* Whether a, moved by t * motion, overlaps no member. */
static bool is_pose_clear(const c2d_shape *a, const c2d_rect *rect, const c2d_thin_sweep *s, const c2d_graze *grazes,
                          size_t n, double t)
{
    c2d_shape moved;
    if (c2d_moved(&moved, a, rect, c2d_mul(s->motion, t), NULL))
        return false;
    for (size_t i = 0; i < n; i++)
        if (c2d_overlaps(&moved, grazes[i].member))
            return false;
    return true;
}

/* A stop at or before most that is clear of all members. Where rounding puts a beside the line of the sweep, few bits
 * of t often put it back on the line; otherwise only the moved shape is clear, a few ulps before most. */
static double stop_before(const c2d_shape *a, const c2d_rect *rect, const c2d_thin_sweep *s, const c2d_graze *grazes,
                          size_t n, double most)
{
    double t = most, length = c2d_magnitude(c2d_sub(s->to, s->lead));
    double step = 2 * C2D_U * (c2d_max(c2d_magnitude(s->from), c2d_magnitude(s->to)) / length);
    bool is_clear = is_clear_until(a, rect, s, grazes, n, most, t);
    for (double unit = 0x1p-48; unit <= c2d_max(0x1p-40, 64 * step) && !is_clear; unit *= 4) {
        t = c2d_max(floor(most / unit) * unit, 0);
        is_clear = is_clear_until(a, rect, s, grazes, n, most, t);
    }
    for (t = is_clear ? t : most; t > 0 && !is_clear; step *= 2) {
        is_clear = is_pose_clear(a, rect, s, grazes, n, t);
        t = is_clear ? t : c2d_max(most - step, 0);
    }
    return t;
}

size_t c2d_union_hits(const c2d_shape *a, const c2d_rect *rect, const c2d_thin_sweep *s, c2d_grazes *grazes)
{
    c2d_graze *list = grazes->list;
    double t = c2d_grazes_block(grazes);
    if (t == C2D_NEVER)
        return 0;
    size_t count = select_parts(list, grazes->count, t);
    double stop = stop_before(a, rect, s, list, grazes->count, t);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && list[end].hit.t == list[i].hit.t;)
            end++;
        double at = i == 0 ? stop : c2d_max(list[i].hit.t, stop);
        c2d_hit hit = {at, c2d_point_along(s->lead, s->motion, at), normal_of(s, &list[i], end - i), 0};
        for (size_t k = i; k < end; k++)
            list[k].hit = hit;
    }
    return count;
}
