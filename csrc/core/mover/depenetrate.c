/* Pushes the mover out of the obstacles that it overlaps at the start: chooses the shortest of several pushes that pass
 * through nothing else, and decides what happens without one. collide2d.h lists the pushes at c2d_mover_run. */
#include "push.h"

/* The number of pushes that are tried besides those along directions. The more the mover overlaps, the fewer are tried,
 * so that the cost grows with the number of overlaps. */
#define MIN_TRIES      64
#define TRIES_TO_SHARE 8192
#define DEEPEST_TO_TRY 64

/* ---- overlaps ---- */

static int compare_overlaps(const void *p, const void *q)
{
    const c2d_overlap *a = p, *b = q;
    if (a->depth != b->depth)
        return a->depth > b->depth ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* Adds a nearby obstacle if a piece overlaps or, where one surrounds the other, touches it. */
static c2d_status add_overlap(c2d_mover *m, c2d_push_search *s, size_t index, size_t piece, bool touches)
{
    c2d_contact c;
    const c2d_obstacle *o = &m->nearby.list[index];
    if (!c2d_mover_blocks(o) || !c2d_find_contact(&m->pose->pieces[piece].shape, o->shape, &c) ||
        (c.depth == 0) != touches)
        return C2D_OK;
    c2d_overlap found = {*o, piece, c.points[0], c.normal, c.depth, s->count};
    void *list = c2d_list_append(s->overlaps, &s->count, &s->capacity, &found, sizeof found);
    if (!list)
        return C2D_NO_MEMORY;
    s->overlaps = list;
    m->pieces[piece].overlaps = true;
    return C2D_OK;
}

/* Reports the deepest overlap from `first` on: those of all pieces with one obstacle. */
static c2d_status report_deepest(c2d_mover *m, const c2d_push_search *s, size_t first)
{
    if (first == s->count)
        return C2D_OK; /* the list may be NULL */
    const c2d_overlap *deepest = &s->overlaps[first];
    for (size_t i = first + 1; i < s->count; i++)
        deepest = s->overlaps[i].depth > deepest->depth ? &s->overlaps[i] : deepest;
    c2d_hit hit = {0, deepest->point, deepest->normal, deepest->depth};
    return c2d_mover_report(m, deepest->piece, &deepest->obstacle, &hit, 0);
}

/* Collects and reports the nearby obstacles that overlap a piece. */
static c2d_status find_overlaps(c2d_mover *m, c2d_push_search *s)
{
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < m->nearby.count && !status; i++) {
        size_t first = s->count, near_count = c2d_mover_pieces_near(m, m->pose, c2d_bounds_of(m->nearby.list[i].shape));
        for (size_t j = 0; j < near_count && !status; j++)
            status = add_overlap(m, s, i, m->near_pieces.list[j], false);
        if (!status)
            status = report_deepest(m, s, first);
        if (!status && s->count > first && m->count > 1)
            status = c2d_obstacle_set_add(&m->overlapped, m->nearby.list[i].shape);
    }
    return status;
}

/* Likewise those that only surround a piece together, and those that pieces surround together. */
static c2d_status find_surrounding(c2d_mover *m, c2d_push_search *s)
{
    c2d_status status = C2D_OK;
    bool is_surrounded = false;
    for (size_t k = 0; k < m->count && m->has_thin; k++) {
        m->pieces[k].surrounded = !m->pieces[k].overlaps && c2d_mover_is_surrounded(m, m->pose, k);
        is_surrounded |= m->pieces[k].surrounded;
    }
    for (size_t i = 0; i < m->nearby.count && (is_surrounded || m->count > 1) && !status; i++) {
        const c2d_shape *o = m->nearby.list[i].shape;
        bool surrounds = c2d_mover_surrounds(m, m->pose, i);
        if (surrounds)
            status = c2d_obstacle_set_add(&m->surrounding, o);
        if (surrounds && !status)
            status = c2d_obstacle_set_add(&m->overlapped, o);
        size_t first = s->count, near_count = c2d_mover_pieces_near(m, m->pose, c2d_bounds_of(o));
        for (size_t j = 0; j < near_count && !status; j++) {
            size_t k = m->near_pieces.list[j];
            if (surrounds || m->pieces[k].surrounded)
                status = add_overlap(m, s, i, k, true);
        }
        if (!status)
            status = report_deepest(m, s, first);
    }
    return status;
}

/* Sorts the overlaps, and bounds their coordinates. */
static void sort_overlaps(const c2d_mover *m, c2d_push_search *s)
{
    double own = c2d_mover_scale(m, c2d_v(0, 0));
    for (size_t i = 0; i < s->count; i++)
        s->scale = c2d_max(s->scale, own + c2d_scale_of_shape(s->overlaps[i].obstacle.shape));
    if (s->count > 1)
        qsort(s->overlaps, s->count, sizeof *s->overlaps, compare_overlaps);
}

/* Bounds the rounding of a depth. */
static double depth_error(const c2d_mover *m, const c2d_overlap *o)
{
    return C2D_MOVER_PROGRESS * (c2d_mover_scale(m, c2d_v(0, 0)) + c2d_scale_of_shape(o->obstacle.shape));
}

/* No way out is shorter than the deepest overlap. */
static bool is_shortest(const c2d_push_search *s)
{
    return s->best_length <= s->overlaps[0].depth * (1 + C2D_MOVER_PROGRESS);
}

/* ---- along directions ---- */

/* Tries the push along a direction, unless it was tried before. */
static c2d_status try_direction(c2d_mover *m, c2d_push_search *s, c2d_vec u)
{
    c2d_push_outcome outcome;
    for (int i = 0; i < s->tried_count; i++)
        if (c2d_magnitude(c2d_sub(u, s->tried[i])) < 1e-9)
            return C2D_OK;
    if (s->tried_count == C2D_PUSH_MAX_DIRECTIONS || is_shortest(s))
        return C2D_OK;
    s->tried[s->tried_count++] = u;
    return c2d_push_try_along(m, s, u, &outcome);
}

/* The shortest ways out of the deepest obstacle, and of those of equal depth within rounding. */
static c2d_status try_deepest(c2d_mover *m, c2d_push_search *s)
{
    double least = 0;
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < s->count; i++)
        least = c2d_max(least, s->overlaps[i].depth - depth_error(m, &s->overlaps[i]));
    for (size_t i = 0; i < s->count && s->tried_count < DEEPEST_TO_TRY && !status; i++)
        if (s->overlaps[i].depth + depth_error(m, &s->overlaps[i]) >= least)
            status = try_direction(m, s, s->overlaps[i].normal);
    return status;
}

/* The directions across the edges of a shape, out of it (side 1) or into it (side -1). */
static c2d_status try_edges(c2d_mover *m, c2d_push_search *s, const c2d_shape *shape, double side)
{
    c2d_status status = C2D_OK;
    for (uint32_t i = 0; i < c2d_push_edges(shape) && !status; i++)
        status = try_direction(m, s, c2d_mul(c2d_edge_normal(shape, i), side));
    return status;
}

/* The directions from the corners of an obstacle to those of a piece, which lead out of round corners. */
static c2d_status try_round_corners(c2d_mover *m, c2d_push_search *s, const c2d_shape *piece, const c2d_shape *o)
{
    const c2d_vec *v = c2d_vertices(piece), *w = c2d_vertices(o);
    c2d_status status = C2D_OK;
    for (uint32_t i = 0; i < piece->count && i < C2D_PUSH_MAX_EDGES; i++)
        for (uint32_t k = 0; k < o->count && k < C2D_PUSH_MAX_EDGES && !status; k++) {
            c2d_vec d = c2d_sub(v[i], w[k]);
            double length = c2d_length_of(d);
            if (length > 0 && length < piece->radius + o->radius)
                status = try_direction(m, s, c2d_mul(d, 1 / length));
        }
    return status;
}

static c2d_status try_directions(c2d_mover *m, c2d_push_search *s)
{
    static const c2d_vec axes[4] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
    c2d_status status = try_deepest(m, s);
    for (int i = 0; i < 4 && !status; i++)
        status = try_direction(m, s, axes[i]);
    for (size_t k = 0; k < m->count && s->tried_count < C2D_PUSH_MAX_DIRECTIONS && !status; k++)
        if (m->pieces[k].overlaps)
            status = try_edges(m, s, m->pieces[k].start, -1);
    for (size_t i = 0; i < s->count && s->tried_count < C2D_PUSH_MAX_DIRECTIONS && !status; i++) {
        const c2d_overlap *o = &s->overlaps[i];
        status = try_direction(m, s, o->normal);
        if (!status)
            status = try_edges(m, s, o->obstacle.shape, 1);
        if (!status)
            status = try_round_corners(m, s, m->pieces[o->piece].start, o->obstacle.shape);
    }
    for (size_t k = 0; k < m->count && s->tried_count < C2D_PUSH_MAX_DIRECTIONS && !status; k++)
        if (!m->pieces[k].overlaps)
            status = try_edges(m, s, m->pieces[k].start, -1);
    return status;
}

/* ---- the shortest push ---- */

static c2d_status find_best_push(c2d_mover *m, c2d_push_search *s)
{
    if (s->max_push < s->overlaps[0].depth - depth_error(m, &s->overlaps[0]))
        return C2D_OK;
    c2d_status status = try_directions(m, s);
    s->tries_left = MIN_TRIES + (int)(TRIES_TO_SHARE / s->count);
    if (!status && !is_shortest(s) && (s->count > 1 || m->count > 1))
        status = c2d_push_try_corners(m, s);
    /* Which longer pushes were refused depends on the order of the directions, which a mirror image does not keep. */
    double longest = s->best_length;
    for (int i = 0; i < s->blocker_count && s->tries_left > 0 && !is_shortest(s) && !status; i++)
        if (s->blockers[i].length < longest)
            status = c2d_push_try_beside(m, s, &s->blockers[i]);
    return status;
}

/* Lets a stuck mover go if its motion leads no deeper into anything that it overlaps. The depth of a convex solid is a
 * concave function of the offset, so what does not grow at first never grows. */
static c2d_status let_leave(c2d_mover *m, const c2d_push_search *s)
{
    if (c2d_same(m->motion, c2d_v(0, 0)))
        return C2D_OK;
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < s->count && m->count == 1 && !status; i++)
        status = c2d_obstacle_set_add(&m->overlapped, s->overlaps[i].obstacle.shape);
    c2d_obstacle_set_sort(&m->overlapped);
    status = status ? status : c2d_mover_prepare_leaving(m);
    bool leaves = !status;
    for (size_t i = 0; i < s->count && leaves; i++) {
        const c2d_overlap *o = &s->overlaps[i];
        c2d_vec normal = o->normal;
        leaves = c2d_mover_leaves(m, o->piece, m->motion, o->obstacle.shape, true, &normal);
    }
    m->ignored = leaves ? C2D_IGNORED_LEAVING : C2D_IGNORED_NONE;
    return status;
}

/* The default limit: the size of the mover, or the shortest push that leaves all overlaps, if that is longer. */
static bool is_within_default(const c2d_mover *m, const c2d_push_search *s)
{
    double size = c2d_mover_extent(m);
    double rounding = C2D_MOVER_PROGRESS * (s->scale + s->best_length);
    return s->best_length <= c2d_max(size, s->least_exit) + rounding;
}

c2d_status c2d_mover_depenetrate(c2d_mover *m, double max_push)
{
    c2d_push_search s = {
        .best_length = INFINITY, .least_exit = INFINITY, .max_push = max_push < 0 ? INFINITY : max_push};
    c2d_status status = c2d_mover_look_up(m, c2d_v(0, 0));
    if (!status)
        status = find_overlaps(m, &s);
    if (!status)
        status = find_surrounding(m, &s);
    c2d_obstacle_set_sort(&m->surrounding);
    c2d_obstacle_set_sort(&m->overlapped);
    if (!status && s.count > 0) {
        sort_overlaps(m, &s);
        m->ignored = C2D_IGNORED_OVERLAPS;
        status = find_best_push(m, &s);
        m->ignored = C2D_IGNORED_NONE;
        m->result->stuck = !status && (s.best_length == INFINITY || (max_push < 0 && !is_within_default(m, &s)));
        if (m->result->stuck)
            status = let_leave(m, &s);
        else if (!status)
            status = c2d_mover_advance(m, s.best_push);
        m->result->pushes = m->result->stop_count;
    }
    for (size_t k = 0; k < m->count; k++)
        m->pieces[k].surrounded = false;
    free(s.overlaps);
    return status;
}
