/* Sweeps without interior, and the members of a union that they graze. */
#include "../exact/allocate.h"
#include "sweep.h"

#include <stdlib.h>

/* ---- positions ---- */

/* (q - p) . (to - lead), rounded. */
static double along(const c2d_thin_sweep *s, c2d_vec p, c2d_vec q)
{
    c2d_pair px = c2d_two_diff(q.x, p.x), py = c2d_two_diff(q.y, p.y);
    c2d_pair dx = c2d_two_diff(s->to.x, s->lead.x), dy = c2d_two_diff(s->to.y, s->lead.y);
    if (px.lo == 0 && py.lo == 0 && dx.lo == 0 && dy.lo == 0) {
        c2d_pair x = c2d_two_prod(px.hi, dx.hi), y = c2d_two_prod(py.hi, dy.hi);
        return c2d_sum4(x.hi, x.lo, y.hi, y.lo);
    }
    c2d_expansion ex = c2d_exact(px), ey = c2d_exact(py), fx = c2d_exact(dx), fy = c2d_exact(dy);
    c2d_expansion x = c2d_exact_product(&ex, &fx), y = c2d_exact_product(&ey, &fy), sum = c2d_exact_sum(&x, &y);
    return c2d_exact_round(&sum);
}

/* The t at which the lead is beside p; negative behind the lead's start. */
static double time_beside(const c2d_thin_sweep *s, c2d_vec p) { return along(s, s->lead, p) / s->advance2; }

/* ---- the sweep ---- */

bool c2d_thin_sweep_between(const c2d_shape *a, const c2d_shape *end, c2d_vec motion, c2d_thin_sweep *out)
{
    /* A rectangle whose size is rounded away at the start may have one in another pose. */
    if (!c2d_is_thin(a) || end->count > 2)
        return false;
    const c2d_vec *p = a->v.own, *q = end->v.own;
    c2d_vec low = p[0], high = p[a->count - 1], end_low = q[0], end_high = q[end->count - 1];
    bool ahead = c2d_less(high, end_high), back = c2d_less(end_low, low);
    if (ahead == back)
        return false;
    out->from = ahead ? low : high;
    out->lead = ahead ? high : low;
    out->to = ahead ? end_high : end_low;
    out->motion = motion;
    out->advance2 = along(out, out->lead, out->to);
    c2d_vec tail = ahead ? end_low : end_high;
    /* The vertices of a shape are sorted, so all four points are between the ends if they are in line. */
    return (a->count == 1 || c2d_orient_sign(out->from, out->to, out->lead) == 0) &&
           (end->count == 1 || c2d_orient_sign(out->from, out->to, tail) == 0);
}

bool c2d_thin_sweep_of(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion, c2d_thin_sweep *out)
{
    c2d_shape end;
    return c2d_is_thin(a) && !c2d_moved(&end, a, rect, motion, NULL) && c2d_thin_sweep_between(a, &end, motion, out);
}

bool c2d_sweep_is_thin(const c2d_shape *a, const c2d_rect *rect, c2d_vec motion)
{
    c2d_vec storage[4 * C2D_INLINE_VERTICES];
    c2d_shape end, swept;
    return c2d_is_thin(a) && !c2d_moved(&end, a, rect, motion, NULL) && !c2d_sweep(&swept, a, &end, storage) &&
           c2d_is_thin(&swept);
}

/* ---- grazes ---- */

/* The vertices of a core that are at the member's radius from the line of the sweep, at most two of a strictly convex
 * core. */
typedef struct nearest_vertices {
    uint32_t index[2];
    int count;
} nearest_vertices;

/* As c2d_orient_sign, and at once for a line across an axis. A difference is 0 only if it is exact, and no product in
 * the domain underflows. */
static int orient_sign(c2d_vec p, c2d_vec q, c2d_vec r)
{
    c2d_vec e = c2d_sub(q, p), w = c2d_sub(r, p);
    return e.x * w.y == 0 && e.y * w.x == 0 ? 0 : c2d_orient_sign(p, q, r);
}

/* The side of the sweep's line on which the grown core is, if it touches the line and does not cross it; otherwise 0.
 * A core in line with the sweep is on neither side. */
static int side_of(const c2d_thin_sweep *s, const c2d_shape *member, nearest_vertices *nearest)
{
    const c2d_vec *v = c2d_vertices(member);
    double r = member->radius;
    int side = 0;
    nearest->count = 0;
    for (uint32_t i = 0; i < member->count; i++) {
        int orient = orient_sign(s->from, s->to, v[i]), gap = orient != 0;
        if ((orient == 0 && r > 0) || (orient && side && orient != side))
            return 0;
        side = orient ? orient : side;
        if (r > 0)
            gap =
                orient > 0 ? c2d_inside_sign(v[i], s->from, s->to, r, 0) : c2d_inside_sign(v[i], s->to, s->from, r, 0);
        if (gap < 0)
            return 0;
        if (gap == 0)
            nearest->index[nearest->count++ & 1] = i;
    }
    return nearest->count ? side : 0;
}

/* Whether the bounds meet. Bounds are closed and rounded outward. */
static bool may_touch(const c2d_thin_sweep *s, const c2d_shape *b)
{
    c2d_vec p = s->from, q = s->to;
    return c2d_min(p.x, q.x) <= b->max.x && c2d_max(p.x, q.x) >= b->min.x && c2d_min(p.y, q.y) <= b->max.y &&
           c2d_max(p.y, q.y) >= b->min.y;
}

/* Where a member touches the sweep on one side: with a point between its ends or, if behind is true, at the end from
 * which it starts. */
static bool find_graze(const c2d_thin_sweep *s, const c2d_shape *member, bool behind, c2d_graze *out)
{
    nearest_vertices nearest;
    if (!may_touch(s, member))
        return false;
    int side = side_of(s, member, &nearest);
    if (side == 0)
        return false;
    const c2d_vec *v = c2d_vertices(member);
    uint32_t first = nearest.index[0], last = nearest.index[nearest.count > 1];
    if (c2d_along_sign(v[first], v[last], s->from, s->to) < 0) {
        uint32_t swapped = first;
        first = last;
        last = swapped;
    }
    int ahead = c2d_along_sign(s->from, v[last], s->from, s->to);
    if ((behind ? ahead != 0 : ahead <= 0) || c2d_along_sign(s->to, v[first], s->from, s->to) >= 0)
        return false;
    out->member = member;
    out->side = side;
    out->vertex = first;
    double begin = time_beside(s, v[first]);
    out->last = first == last ? begin : time_beside(s, v[last]);
    out->first = c2d_max(begin, 0);
    return true;
}

bool c2d_find_graze(const c2d_thin_sweep *s, const c2d_shape *member, c2d_graze *out)
{
    return find_graze(s, member, false, out);
}

/* ---- the list ---- */

void c2d_grazes_free(c2d_grazes *grazes)
{
    free(grazes->list);
    c2d_grazes_init(grazes);
}

static c2d_status append(c2d_grazes *grazes, c2d_graze *found, uint64_t key)
{
    c2d_graze *list = c2d_list_reserve(grazes->list, grazes->count, &grazes->capacity, sizeof *list);
    if (!list)
        return C2D_NO_MEMORY;
    found->key = key;
    grazes->list = list;
    grazes->list[grazes->count++] = *found;
    double *first = &grazes->first[found->side < 0];
    *first = c2d_min(*first, found->first);
    return C2D_OK;
}

c2d_status c2d_grazes_add(c2d_grazes *grazes, const c2d_thin_sweep *sweep, const c2d_shape *member, uint64_t key)
{
    c2d_graze found;
    return c2d_find_graze(sweep, member, &found) ? append(grazes, &found, key) : C2D_OK;
}

c2d_status c2d_grazes_add_behind(c2d_grazes *grazes, const c2d_thin_sweep *sweep, const c2d_shape *member, uint64_t key)
{
    c2d_graze found;
    if (!find_graze(sweep, member, true, &found))
        return C2D_OK;
    found.first = C2D_NEVER;
    return append(grazes, &found, key);
}

/* ---- leaving ---- */

/* The t at which the lead is beside the vertex where a graze begins; negative behind the start of the lead. */
static double begin_of(const c2d_graze *g, const c2d_thin_sweep *s)
{
    return time_beside(s, c2d_vertices(g->member)[g->vertex]);
}

static void remove_touched_at_start(c2d_grazes *grazes, const c2d_thin_sweep *s)
{
    size_t kept = 0;
    grazes->first[0] = grazes->first[1] = C2D_NEVER;
    for (size_t i = 0; i < grazes->count; i++) {
        c2d_graze g = grazes->list[i];
        double *first = &grazes->first[g.side < 0];
        if (begin_of(&g, s) <= 0)
            continue;
        *first = c2d_min(*first, g.first);
        grazes->list[kept++] = g;
    }
    grazes->count = kept;
}

/* Whether what the shape touches at the start of the sweep, on the sides of its line, surrounds it. */
static c2d_status starts_inside(const c2d_grazes *grazes, const c2d_shape *a, const c2d_thin_sweep *s, bool *inside)
{
    const c2d_shape **touched = c2d_new_array(grazes->count, sizeof *touched);
    size_t count = 0;
    if (!touched)
        return C2D_NO_MEMORY;
    for (size_t i = 0; i < grazes->count; i++)
        if (begin_of(&grazes->list[i], s) <= 0)
            touched[count++] = grazes->list[i].member;
    c2d_status status = c2d_union_surrounds(a, touched, count, inside);
    free((void *)touched);
    return status;
}

c2d_status c2d_grazes_leave(c2d_grazes *grazes, const c2d_shape *a, const c2d_thin_sweep *s)
{
    double begin[2] = {INFINITY, INFINITY}, end[2] = {-INFINITY, -INFINITY};
    if (c2d_grazes_block(grazes) > 0)
        return C2D_OK;
    for (size_t i = 0; i < grazes->count; i++) {
        const c2d_graze *g = &grazes->list[i];
        double at = begin_of(g, s);
        int side = g->side < 0;
        if (at > 0)
            continue;
        begin[side] = c2d_min(begin[side], at);
        end[side] = c2d_max(end[side], g->last);
    }
    double back = -c2d_max(begin[0], begin[1]), ahead = c2d_min(end[0], end[1]) - time_beside(s, s->from);
    if (!(back > 0 && ahead <= back))
        return C2D_OK;
    bool inside = false;
    c2d_status status = starts_inside(grazes, a, s, &inside);
    if (inside)
        remove_touched_at_start(grazes, s);
    return status;
}
