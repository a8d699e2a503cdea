/* How the mover gets out of what it overlaps at the start. It tries to leave all obstacles at once: out of the deepest
 * one, along the axes, and across edges. If none of these pushes is as short as the deepest overlap, it also leaves one
 * obstacle after another, and takes the shorter way. */
#include "mover.h"

#include "../pair/relate.h"

/* At most this many directions are tried, and this many obstacles of the same depth, so that the cost grows with the
 * number of overlaps, not with its square. */
#define MAX_DIRECTIONS 64

/* Edges of shapes with more edges are not tried as directions. */
#define MAX_EDGES 8

/* Steps along one direction. */
#define MAX_STEPS 256

typedef struct overlap {
    c2d_obstacle obstacle;
    double depth;
    size_t order;
} overlap;

/* The search for the shortest push that leaves all obstacles at once. */
typedef struct depenetration {
    overlap *list; /* the deepest first */
    size_t count, capacity;
    size_t witness; /* the overlap that refuted the last push */
    c2d_vec tried[MAX_DIRECTIONS];
    int tried_count;
    double best_length; /* INFINITY: no push is known */
    c2d_vec best_push;
} depenetration;

/* ---- overlaps ---- */

static const c2d_obstacle *deepest_overlap(const c2d_mover *m, const c2d_shape *s)
{
    const c2d_obstacle *found = NULL;
    double depth = 0;
    for (size_t i = 0; i < m->nearby.count; i++) {
        const c2d_obstacle *o = &m->nearby.list[i];
        c2d_contact c;
        if (c2d_mover_blocks(o) && c2d_find_contact(s, o->shape, &c) && c.depth > depth) {
            depth = c.depth;
            found = o;
        }
    }
    return found;
}

static int compare_overlaps(const void *p, const void *q)
{
    const overlap *a = p, *b = q;
    if (a->depth != b->depth)
        return a->depth > b->depth ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* Collects and reports the nearby obstacles that overlap the shape. */
static c2d_status find_overlaps(c2d_mover *m, depenetration *e)
{
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < m->nearby.count && !status; i++) {
        c2d_contact c;
        const c2d_obstacle *o = &m->nearby.list[i];
        if (!c2d_mover_blocks(o) || !c2d_find_contact(&m->pose->shape, o->shape, &c) || c.depth == 0)
            continue;
        overlap found = {*o, c.depth, i};
        void *list = c2d_list_append(e->list, &e->count, &e->capacity, &found, sizeof found);
        if (!list)
            return C2D_NO_MEMORY;
        e->list = list;
        c2d_hit hit = {0, c.points[0], c.normal, c.depth};
        status = c2d_mover_report(m, o, &hit, 0);
    }
    if (e->count > 1)
        qsort(e->list, e->count, sizeof *e->list, compare_overlaps);
    return status;
}

/* Whether the trial pose overlaps nothing that blocks. The overlaps at the start come first: they need no lookup, and
 * one of them usually refutes the pose. */
static c2d_status is_trial_free(c2d_mover *m, depenetration *e, bool *is_free)
{
    const c2d_shape *s = &m->trial->shape;
    *is_free = false;
    if (c2d_overlaps(s, e->list[e->witness].obstacle.shape))
        return C2D_OK;
    for (size_t i = 0; i < e->count; i++)
        if (c2d_overlaps(s, e->list[i].obstacle.shape)) {
            e->witness = i;
            return C2D_OK;
        }
    c2d_status status = c2d_mover_look_up(m, s, c2d_v(0, 0));
    for (size_t i = 0; i < m->nearby.count && !status; i++)
        if (c2d_mover_blocks(&m->nearby.list[i]) && c2d_overlaps(s, m->nearby.list[i].shape))
            return C2D_OK;
    *is_free = !status;
    return status;
}

/* ---- out of the deepest ---- */

/* Tries the push out of one obstacle, if it is shorter than the best one and leaves all obstacles. */
static c2d_status try_push_out_of(c2d_mover *m, depenetration *e, const c2d_shape *obstacle)
{
    c2d_vec push, stay;
    bool is_free;
    c2d_status status = c2d_separate(&m->pose->shape, m->rect, 1, obstacle, NULL, INFINITY, m->cast_room, &push, &stay);
    if (status == C2D_TOO_LARGE || c2d_length_of(push) >= e->best_length)
        return C2D_OK;
    status = c2d_mover_try(m, push);
    if (!status)
        status = is_trial_free(m, e, &is_free);
    if (!status && is_free) {
        e->best_length = c2d_length_of(push);
        e->best_push = push;
    }
    return status == C2D_TOO_LARGE ? C2D_OK : status;
}

/* Bounds the rounding of a depth. */
static double depth_error(const c2d_mover *m, const overlap *o)
{
    return C2D_MOVER_PROGRESS * (c2d_mover_scale(m, c2d_v(0, 0)) + c2d_scale_of_shape(o->obstacle.shape));
}

/* The push out of an obstacle is no shorter than its depth. So only the push out of the deepest obstacle, or of one of
 * equal depth within rounding, can leave all of them. */
static c2d_status try_deepest(c2d_mover *m, depenetration *e)
{
    double least = 0;
    int tried = 0;
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < e->count; i++)
        least = c2d_max(least, e->list[i].depth - depth_error(m, &e->list[i]));
    for (size_t i = 0; i < e->count && tried < MAX_DIRECTIONS && !status; i++)
        if (e->list[i].depth + depth_error(m, &e->list[i]) >= least) {
            status = try_push_out_of(m, e, e->list[i].obstacle.shape);
            tried++;
        }
    return status;
}

/* ---- along a direction ---- */

/* The distance along the unit vector u after which a line across u separates a shape from another one. */
static double separating_distance(const c2d_shape *s, const c2d_shape *o, c2d_vec u)
{
    const c2d_vec *v = c2d_vertices(s), *w = c2d_vertices(o), origin = v[0];
    double back = INFINITY, front = -INFINITY;
    for (uint32_t i = 0; i < s->count; i++)
        back = c2d_min(back, c2d_dot(c2d_sub(v[i], origin), u));
    for (uint32_t i = 0; i < o->count; i++)
        front = c2d_max(front, c2d_dot(c2d_sub(w[i], origin), u));
    return c2d_max(front - back + (s->radius + o->radius), 0);
}

/* The distance along u after which the trial pose has left every nearby obstacle that it overlaps: beyond all of them,
 * a cast back hits the one that it leaves last. Obstacles are convex, so none of them is met again farther on. At most
 * most; 0 if the pose overlaps nothing. The nearby obstacles become those that it overlaps. */
static c2d_status find_exit(c2d_mover *m, c2d_vec u, double most, double *exit_distance)
{
    const c2d_shape *s = &m->trial->shape;
    c2d_vec from = m->trial->offset;
    double beyond = 0, first = 1;
    size_t kept = 0;
    for (size_t i = 0; i < m->nearby.count; i++) {
        c2d_obstacle o = m->nearby.list[i];
        if (!c2d_mover_blocks(&o) || !c2d_overlaps(s, o.shape))
            continue;
        beyond = c2d_max(beyond, separating_distance(s, o.shape, u));
        m->nearby.list[kept++] = o;
    }
    m->nearby.count = kept;
    *exit_distance = 0;
    if (kept == 0)
        return C2D_OK;
    c2d_vec d = c2d_mul(u, beyond);
    c2d_status status = c2d_mover_try(m, c2d_add(from, d));
    for (size_t i = 0; i < kept && beyond * (1 - first) < most && !status; i++) {
        c2d_hit hit;
        bool hits = c2d_mover_cast_from(m, m->trial, c2d_neg(d), &m->nearby.list[i], &hit);
        first = c2d_min(first, hits ? hit.t : 0);
    }
    *exit_distance = beyond * (1 - first);
    return status;
}

/* Finds the distance along u at which the shape is clear of everything, if that is shorter than the best push. */
static c2d_status try_along(c2d_mover *m, depenetration *e, c2d_vec u)
{
    double distance = 0, scale = c2d_mover_scale(m, c2d_v(0, 0));
    for (int steps = 0; steps < MAX_STEPS && distance < e->best_length; steps++) {
        double exit_distance;
        c2d_vec d = c2d_mul(u, distance);
        c2d_status status = c2d_mover_try(m, d);
        if (!status)
            status = c2d_mover_look_up(m, &m->trial->shape, c2d_v(0, 0));
        if (!status)
            status = find_exit(m, u, e->best_length - distance, &exit_distance);
        if (status)
            return status == C2D_TOO_LARGE ? C2D_OK : status;
        if (exit_distance == 0 && m->nearby.count == 0) {
            e->best_length = distance;
            e->best_push = d;
            return C2D_OK;
        }
        distance += exit_distance + (1 + steps) * C2D_U * (scale + distance);
    }
    return C2D_OK;
}

/* As try_along, unless that direction was tried before. */
static c2d_status try_direction(c2d_mover *m, depenetration *e, c2d_vec u)
{
    for (int i = 0; i < e->tried_count; i++)
        if (c2d_magnitude(c2d_sub(u, e->tried[i])) < 1e-9)
            return C2D_OK;
    if (e->tried_count == MAX_DIRECTIONS)
        return C2D_OK;
    e->tried[e->tried_count++] = u;
    return try_along(m, e, u);
}

/* Tries the directions across the edges of s, out of it (side 1) or into it (side -1). */
static c2d_status try_edges(c2d_mover *m, depenetration *e, const c2d_shape *s, double side)
{
    c2d_status status = C2D_OK;
    const c2d_vec *v = c2d_vertices(s);
    for (uint32_t i = 0; i < s->count && s->count > 1 && s->count <= MAX_EDGES && !status; i++) {
        c2d_vec edge = c2d_sub(v[c2d_next_vertex(i, s->count)], v[i]);
        double length = side * c2d_length_of(edge);
        status = try_direction(m, e, c2d_v(edge.y / length, -edge.x / length));
    }
    return status;
}

/* ---- the shortest way ---- */

static c2d_status find_best_push(c2d_mover *m, depenetration *e)
{
    static const c2d_vec axes[4] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
    c2d_status status = try_deepest(m, e);
    for (int i = 0; i < 4 && !status; i++)
        status = try_direction(m, e, axes[i]);
    if (!status)
        status = try_edges(m, e, m->start, -1);
    for (size_t i = 0; i < e->count && e->tried_count < MAX_DIRECTIONS && !status; i++)
        status = try_edges(m, e, e->list[i].obstacle.shape, 1);
    return status;
}

/* Leaves the deepest obstacle again and again, for example out of a corner between two walls. */
static c2d_status leave_in_turn(c2d_mover *m, bool *is_free)
{
    for (int tries = 0; tries < 2 * C2D_MOVER_MAX_TOUCHES; tries++) {
        c2d_vec push, stay;
        c2d_status status = c2d_mover_look_up(m, &m->pose->shape, c2d_v(0, 0));
        const c2d_obstacle *o = status ? NULL : deepest_overlap(m, &m->pose->shape);
        *is_free = !status && !o;
        if (!o)
            return status;
        const c2d_rect *rect = m->rect ? &m->pose->rect : NULL;
        status = c2d_separate(&m->pose->shape, rect, 1, o->shape, NULL, INFINITY, m->cast_room, &push, &stay);
        if (!status)
            status = c2d_mover_advance(m, c2d_mover_offset(m, push));
        if (status)
            return status == C2D_TOO_LARGE ? C2D_OK : status;
    }
    return C2D_OK;
}

/* Leaves one obstacle after another, unless the best push out of all of them is shorter. */
static c2d_status leave_by_shorter(c2d_mover *m, const depenetration *e, bool *is_out)
{
    c2d_status status = leave_in_turn(m, is_out);
    if (!status && *is_out && c2d_length_of(m->pose->offset) < e->best_length)
        return C2D_OK;
    m->result->stop_count = 0;
    *is_out = !status && e->best_length < INFINITY;
    if (!status)
        status = c2d_mover_try(m, c2d_v(0, 0));
    if (status)
        return status;
    c2d_mover_accept(m);
    return *is_out ? c2d_mover_advance(m, e->best_push) : C2D_OK;
}

c2d_status c2d_mover_depenetrate(c2d_mover *m)
{
    depenetration e = {.best_length = INFINITY};
    c2d_status status = c2d_mover_look_up(m, &m->pose->shape, c2d_v(0, 0));
    if (!status)
        status = find_overlaps(m, &e);
    if (!status && e.count > 0) {
        status = find_best_push(m, &e);
        /* No way out is shorter than the deepest overlap. */
        bool is_out = e.best_length <= e.list[0].depth * (1 + C2D_MOVER_PROGRESS);
        if (!status)
            status = is_out ? c2d_mover_advance(m, e.best_push) : leave_by_shorter(m, &e, &is_out);
        if (status)
            m->result->stop_count = 0;
        m->result->pushes = m->result->stop_count;
        m->result->stuck = !status && !is_out;
    }
    free(e.list);
    return status;
}
