/* What blocks the mover only together: the seam of two tiles a point, the joint of two segments a thin line. Likewise
 * two pieces of the mover block a thin obstacle at the seam between them, so the seams of a body do not exist. */
#include "mover.h"

c2d_status c2d_mover_reserve_grazes(c2d_mover *m)
{
    c2d_grazes *g = &m->grazes;
    size_t most = m->count > m->nearby.count ? m->count : m->nearby.count;
    bool is_asked = m->has_thin || m->count > 1;
    while (is_asked && g->capacity < most) {
        c2d_graze *list = c2d_list_reserve(g->list, g->capacity, &g->capacity, sizeof *list);
        if (!list)
            return C2D_NO_MEMORY;
        g->list = list;
    }
    while (is_asked && m->touched_capacity < most) {
        void *list = c2d_list_reserve(m->touched, m->touched_capacity, &m->touched_capacity, sizeof *m->touched);
        if (!list)
            return C2D_NO_MEMORY;
        m->touched = list;
    }
    return C2D_OK;
}

/* ---- hits ---- */

size_t c2d_mover_unions(const c2d_mover *m) { return m->count > 1 ? m->count + m->nearby.count : 1; }

/* The obstacle that moves toward the pieces in question `which`; NULL if a piece moves. */
static const c2d_shape *moving_obstacle(const c2d_mover *m, size_t which)
{
    return which < m->count ? NULL : m->nearby.list[which - m->count].shape;
}

/* Whether pieces may block an obstacle together. */
static bool is_thin_obstacle(const c2d_mover *m, size_t index)
{
    const c2d_obstacle *o = &m->nearby.list[index];
    return m->count > 1 && c2d_mover_blocks(o) && c2d_is_thin(o->shape);
}

/* Whether question `which` is about something thin that may be blocked. */
static bool is_asked(const c2d_mover *m, size_t which)
{
    return which < m->count ? c2d_is_thin(m->pieces[which].start) : is_thin_obstacle(m, which - m->count);
}

static c2d_bounds bounds_of_sweep(const c2d_thin_sweep *s)
{
    c2d_vec p = s->from, q = s->to;
    c2d_bounds box = {c2d_v(c2d_min(p.x, q.x), c2d_min(p.y, q.y)), c2d_v(c2d_max(p.x, q.x), c2d_max(p.y, q.y))};
    return box;
}

/* Collects what a piece grazes, with the index of the obstacle as key. */
static void collect_obstacles(c2d_mover *m, size_t piece, const c2d_thin_sweep *sweep)
{
    size_t count = c2d_mover_obstacles_near(m, bounds_of_sweep(sweep));
    for (size_t j = 0; j < count; j++) {
        size_t i = m->near_obstacles.list[j];
        const c2d_shape *o = m->nearby.list[i].shape;
        bool is_left = m->pieces[piece].surrounded && c2d_collides(&m->pose->pieces[piece].shape, o);
        is_left |= m->ignored == C2D_IGNORED_OVERLAPS && c2d_obstacle_set_has(&m->overlapped, o);
        if (c2d_mover_blocks(&m->nearby.list[i]) && !is_left)
            (void)c2d_grazes_add(&m->grazes, sweep, o, i);
    }
}

/* The gaps that the first shapes of m->touched leave around a shape. Lack of memory ends the move later. */
static size_t find_gaps(c2d_mover *m, const c2d_shape *s, size_t count)
{
    size_t gaps = 1;
    m->out_of_memory |= c2d_union_gaps(s, m->touched, count, &gaps) != C2D_OK;
    return gaps;
}

static bool are_around(c2d_mover *m, const c2d_shape *s, size_t count)
{
    return count > 1 && find_gaps(m, s, count) == 0;
}

/* Of those near: whether an obstacle is passed through and touches a piece. */
static bool is_passed_there(const c2d_mover *m, const c2d_shape *s, size_t index)
{
    return m->nearby.list[index].response == C2D_PASS && c2d_touches(s, m->nearby.list[index].shape);
}

/* Whether the obstacles that are passed through surround a piece together. */
static bool is_among_passed(c2d_mover *m, const c2d_shape *s)
{
    size_t count = 0, near_count = c2d_mover_obstacles_near(m, c2d_bounds_of(s));
    for (size_t j = 0; j < near_count; j++)
        if (is_passed_there(m, s, m->near_obstacles.list[j]))
            m->touched[count++] = m->nearby.list[m->near_obstacles.list[j]].shape;
    return are_around(m, s, count);
}

static int by_key(const void *p, const void *q)
{
    const c2d_graze *a = p, *b = q;
    return (a->key > b->key) - (a->key < b->key);
}

/* What surrounds a piece at the start is met there, each by itself: replaces its grazes among the first `count` that
 * begin before the way is blocked, and adds the others. */
static size_t add_surrounding(c2d_mover *m, const c2d_shape *s, const c2d_rect *rect, c2d_vec d, size_t count,
                              double blocked)
{
    c2d_grazes *g = &m->grazes;
    size_t kept = 0, k = 0, near_count = c2d_mover_obstacles_near(m, c2d_bounds_of(s));
    for (size_t i = 0; i < count; i++)
        if (g->list[i].first >= blocked || !is_passed_there(m, s, (size_t)g->list[i].key))
            g->list[kept++] = g->list[i];
    const size_t together = kept;
    if (together > 1)
        qsort(g->list, together, sizeof *g->list, by_key);
    for (size_t j = 0; j < near_count; j++) {
        size_t i = m->near_obstacles.list[j]; /* in order, too */
        c2d_graze added = {.key = i};
        c2d_relation swept = C2D_APART;
        while (k < together && g->list[k].key < i)
            k++;
        if ((k < together && g->list[k].key == i) || !is_passed_there(m, s, i))
            continue;
        c2d_cast_touching(s, rect, d, m->nearby.list[i].shape, NULL, &swept, &added.hit);
        if (swept == C2D_TOUCHING) /* what is overlapped on the way has a hit of its own */
            g->list[kept++] = added;
    }
    return kept;
}

size_t c2d_mover_passes_together(c2d_mover *m, size_t piece, c2d_vec d)
{
    const c2d_shape *s = &m->pose->pieces[piece].shape;
    const c2d_rect *rect = c2d_posed_rect(m, m->pose, piece);
    c2d_grazes *g = &m->grazes;
    c2d_thin_sweep sweep;
    g->count = 0;
    g->first[0] = g->first[1] = C2D_NEVER;
    if (!c2d_is_thin(m->pieces[piece].start))
        return 0;
    if (!c2d_thin_sweep_of(s, rect, d, &sweep))
        return c2d_sweep_is_thin(s, rect, d) && is_among_passed(m, s) ? add_surrounding(m, s, rect, d, 0, 0) : 0;
    size_t near_count = c2d_mover_obstacles_near(m, bounds_of_sweep(&sweep));
    for (size_t j = 0; j < near_count; j++) {
        size_t i = m->near_obstacles.list[j];
        if (m->nearby.list[i].response == C2D_PASS)
            (void)c2d_grazes_add(g, &sweep, m->nearby.list[i].shape, i);
    }
    double blocked = c2d_grazes_block(g);
    size_t count = c2d_union_hits(s, rect, &sweep, g);
    return is_among_passed(m, s) ? add_surrounding(m, s, rect, d, count, blocked) : count;
}

/* Whether a piece only leaves an obstacle that pieces surround. */
static bool is_left_by(c2d_mover *m, size_t piece, const c2d_shape *o, c2d_vec d)
{
    c2d_vec normal = {0, 0};
    return m->ignored == C2D_IGNORED_LEAVING && c2d_mover_leaves(m, piece, d, o, false, &normal);
}

/* Collects what an obstacle grazes, with the index of the piece as key. */
static void collect_pieces(c2d_mover *m, size_t index, const c2d_thin_sweep *sweep)
{
    const c2d_shape *o = m->nearby.list[index].shape;
    bool leaves = m->ignored == C2D_IGNORED_OVERLAPS && c2d_obstacle_set_has(&m->overlapped, o);
    size_t count = leaves ? 0 : c2d_mover_pieces_near(m, m->pose, bounds_of_sweep(sweep));
    for (size_t j = 0; j < count; j++) {
        size_t k = m->near_pieces.list[j];
        if (!is_left_by(m, k, o, c2d_neg(sweep->motion)))
            (void)c2d_grazes_add(&m->grazes, sweep, &m->pose->pieces[k].shape, k);
    }
}

/* The hits of a sweep, in order: the first ones of m->grazes. c2d_mover_reserve_grazes has made room for them. What the
 * sweep only passed before its hit is not at the stop, and left out. */
static size_t find_hits(c2d_mover *m, size_t which, const c2d_thin_sweep *sweep)
{
    c2d_grazes *g = &m->grazes;
    const c2d_shape *o = moving_obstacle(m, which);
    g->count = 0;
    g->first[0] = g->first[1] = C2D_NEVER;
    if (o)
        collect_pieces(m, which - m->count, sweep);
    else
        collect_obstacles(m, which, sweep);
    const c2d_rect *rect = o ? NULL : c2d_posed_rect(m, m->pose, which);
    size_t count = c2d_union_hits(o ? o : &m->pose->pieces[which].shape, rect, sweep, g), kept = 0;
    for (size_t i = 0; i < count; i++)
        if (g->list[i].last >= g->list[i].hit.t)
            g->list[kept++] = g->list[i];
    return kept;
}

size_t c2d_mover_hits_together(c2d_mover *m, size_t which, c2d_vec d)
{
    c2d_thin_sweep sweep;
    if (!is_asked(m, which))
        return 0;
    const c2d_shape *o = moving_obstacle(m, which), *s = o ? o : &m->pose->pieces[which].shape;
    const c2d_rect *rect = o ? NULL : c2d_posed_rect(m, m->pose, which);
    return c2d_thin_sweep_of(s, rect, o ? c2d_neg(d) : d, &sweep) ? find_hits(m, which, &sweep) : 0;
}

size_t c2d_mover_hits_together_to_trial(c2d_mover *m, size_t which)
{
    c2d_thin_sweep sweep;
    if (!is_asked(m, which))
        return 0;
    const c2d_shape *o = moving_obstacle(m, which), *s = o, *end = NULL;
    c2d_vec leg = c2d_sub(m->trial->offset, m->pose->offset), d = o ? c2d_neg(leg) : leg;
    c2d_shape moved;
    if (!o) {
        s = &m->pose->pieces[which].shape;
        end = &m->trial->pieces[which].shape;
    } else if (!c2d_moved(&moved, o, NULL, d, NULL)) {
        end = &moved;
    }
    return end && c2d_thin_sweep_between(s, end, d, &sweep) ? find_hits(m, which, &sweep) : 0;
}

c2d_encounter c2d_mover_hit_together(const c2d_mover *m, size_t which, c2d_vec d, size_t i)
{
    const c2d_graze *g = &m->grazes.list[i];
    c2d_encounter e = {.index = (size_t)g->key, .piece = which, .hit = g->hit};
    if (!moving_obstacle(m, which))
        return e;
    /* Seen from the obstacle, which is at rest, the piece has come to it. */
    c2d_vec normal = c2d_sub(c2d_v(0, 0), g->hit.normal); /* without -0 */
    c2d_hit hit = {g->hit.t, c2d_add(g->hit.point, c2d_mul(d, g->hit.t)), normal, 0};
    return (c2d_encounter){which - m->count, (size_t)g->key, hit, false, 0};
}

/* ---- gaps ---- */

bool c2d_mover_is_in_seam(c2d_mover *m, const c2d_mover_pose *pose, size_t piece)
{
    size_t count = 0;
    const c2d_shape *s = &pose->pieces[piece].shape;
    if (!c2d_is_thin(m->pieces[piece].start))
        return false;
    size_t near_count = c2d_mover_obstacles_near(m, c2d_bounds_of(s));
    for (size_t j = 0; j < near_count; j++) {
        const c2d_obstacle *o = &m->nearby.list[m->near_obstacles.list[j]];
        if (c2d_mover_blocks(o) && c2d_touches(s, o->shape))
            m->touched[count++] = o->shape;
    }
    return are_around(m, s, count);
}

bool c2d_mover_is_surrounded(c2d_mover *m, const c2d_mover_pose *pose, size_t piece)
{
    return m->pieces[piece].start->count == 1 && c2d_mover_is_in_seam(m, pose, piece);
}

bool c2d_mover_surrounds(c2d_mover *m, const c2d_mover_pose *pose, size_t index)
{
    size_t count = 0;
    const c2d_shape *o = m->nearby.list[index].shape;
    size_t near_count = is_thin_obstacle(m, index) ? c2d_mover_pieces_near(m, pose, c2d_bounds_of(o)) : 0;
    for (size_t j = 0; j < near_count; j++) {
        const c2d_shape *s = &pose->pieces[m->near_pieces.list[j]].shape;
        if (c2d_touches(s, o))
            m->touched[count++] = s;
    }
    return are_around(m, o, count);
}

bool c2d_mover_may_enclose(const c2d_mover *m)
{
    for (size_t i = 0; i < m->nearby.count && m->count > 1; i++)
        if (is_thin_obstacle(m, i))
            return true;
    return false;
}

/* Whether a point is in a seam of the body at the trial pose and not at the current one. A segment may fit exactly
 * between two pieces: only the sweep along itself decides about a seam. */
static bool is_enclosed_anew(c2d_mover *m, size_t index)
{
    const c2d_shape *o = m->nearby.list[index].shape;
    bool is_left = m->ignored == C2D_IGNORED_OVERLAPS && c2d_obstacle_set_has(&m->overlapped, o);
    return o->count == 1 && is_thin_obstacle(m, index) && !is_left && c2d_mover_surrounds(m, m->trial, index) &&
           !c2d_mover_surrounds(m, m->pose, index);
}

bool c2d_mover_encloses_anew(c2d_mover *m, c2d_encounter *e)
{
    size_t i = 0, k = 0;
    while (m->count > 1 && i < m->nearby.count && !is_enclosed_anew(m, i))
        i++;
    if (m->count == 1 || i == m->nearby.count)
        return false;
    const c2d_shape *o = m->nearby.list[i].shape;
    while (!c2d_touches(&m->trial->pieces[k].shape, o))
        k++;
    c2d_vec leg = c2d_sub(m->trial->offset, m->pose->offset);
    double length = c2d_norm(leg);
    c2d_vec normal = c2d_v(0.0 - leg.x / length, 0.0 - leg.y / length); /* no -0 */
    *e = (c2d_encounter){i, k, {1, o->v.own[0], normal, 0}, false, 0};
    return true;
}

static int compare_addresses(const void *p, const void *q)
{
    uintptr_t a = (uintptr_t)*(const c2d_shape *const *)p, b = (uintptr_t)*(const c2d_shape *const *)q;
    return (a > b) - (a < b);
}

c2d_status c2d_obstacle_set_add(c2d_obstacle_set *set, const c2d_shape *o)
{
    void *list = c2d_list_append((void *)set->list, &set->count, &set->capacity, &o, sizeof o);
    set->list = list ? list : set->list;
    return list ? C2D_OK : C2D_NO_MEMORY;
}

void c2d_obstacle_set_sort(c2d_obstacle_set *set)
{
    if (set->count > 1)
        qsort((void *)set->list, set->count, sizeof *set->list, compare_addresses);
}

size_t c2d_obstacle_set_index(const c2d_obstacle_set *set, const c2d_shape *o)
{
    if (set->count == 0)
        return SIZE_MAX;
    const c2d_shape **found = bsearch(&o, (const void *)set->list, set->count, sizeof o, compare_addresses);
    return found ? (size_t)(found - set->list) : SIZE_MAX;
}

/* Whether an obstacle is on the line of the leg to the trial pose. A piece that goes along it is on no side of it. */
static bool is_in_line(const c2d_mover *m, size_t piece, const c2d_shape *o)
{
    c2d_vec p = m->pose->pieces[piece].shape.v.own[0], q = m->trial->pieces[piece].shape.v.own[0];
    bool in_line = o->count <= 2 && o->radius == 0;
    for (uint32_t i = 0; i < o->count && in_line; i++)
        in_line = c2d_orient_sign(p, q, o->v.own[i]) == 0;
    return in_line;
}

/* The gaps that obstacles leave around the trial pose of a piece: all that it touches, or without those that it touches
 * anew. */
static size_t gaps_at_trial(c2d_mover *m, size_t piece, bool all)
{
    const c2d_shape *from = &m->pose->pieces[piece].shape, *s = &m->trial->pieces[piece].shape;
    size_t count = 0, near_count = c2d_mover_obstacles_near(m, c2d_bounds_of(s));
    for (size_t j = 0; j < near_count; j++) {
        size_t i = m->near_obstacles.list[j];
        const c2d_shape *o = m->nearby.list[i].shape;
        if (c2d_mover_blocks(&m->nearby.list[i]) && c2d_touches(s, o) &&
            (all || c2d_collides(from, o) || is_in_line(m, piece, o)))
            m->touched[count++] = o;
    }
    return find_gaps(m, s, count);
}

bool c2d_mover_is_pinched(c2d_mover *m)
{
    for (size_t i = 0; i < m->count; i++)
        if (c2d_is_thin(m->pieces[i].start) && gaps_at_trial(m, i, true) > gaps_at_trial(m, i, false))
            return true;
    return false;
}
