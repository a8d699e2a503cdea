/* What a leg of the mover hits: obstacles near it, by casts, and by the exact sweep between two poses. */
#include "mover.h"

/* The first part of a motion along which obstacles are looked up is no smaller, so that a few steps reach its end. */
#define MIN_PART 0x1p-40

c2d_status c2d_mover_look_up(c2d_mover *m, const c2d_shape *s, c2d_vec d)
{
    double slack = C2D_MOVER_PROGRESS * (c2d_mover_scale_of(m, s) + c2d_magnitude(d));
    c2d_bounds box = {c2d_v(s->min.x + c2d_min(d.x, 0) - slack, s->min.y + c2d_min(d.y, 0) - slack),
                      c2d_v(s->max.x + c2d_max(d.x, 0) + slack, s->max.y + c2d_max(d.y, 0) + slack)};
    m->nearby.count = 0;
    c2d_status status = m->find_obstacles(m->context, box, &m->nearby);
    return status ? status : c2d_mover_reserve_grazes(m);
}

bool c2d_mover_cast(const c2d_mover *m, c2d_vec d, const c2d_obstacle *o, c2d_hit *hit)
{
    bool hits, may_leave = m->ignored == C2D_IGNORED_LEAVING && c2d_mover_blocks(o);
    const c2d_rect *rect = m->rect ? &m->pose->rect : NULL;
    c2d_status status = c2d_cast(&m->pose->shape, rect, d, o->shape, m->cast_room, &hits, hit);
    return !status && hits && !(may_leave && hit->depth > 0 && c2d_dot(d, hit->normal) >= 0);
}

/* Replaces the first hit by an earlier one of obstacles that block together, the first `count` of m->grazes. */
static size_t earlier_together(const c2d_mover *m, size_t count, size_t found, c2d_hit *first)
{
    const c2d_graze *g = m->grazes.list;
    if (count == 0 || g->hit.t > first->t || (g->hit.t == first->t && g->key > found))
        return found;
    *first = g->hit;
    return (size_t)g->key;
}

size_t c2d_mover_first_hit(c2d_mover *m, c2d_vec d, c2d_hit *first)
{
    size_t found = m->nearby.count;
    first->t = INFINITY;
    for (size_t i = 0; i < m->nearby.count; i++) {
        c2d_hit hit;
        const c2d_obstacle *o = &m->nearby.list[i];
        if (c2d_mover_blocks(o) && c2d_mover_cast(m, d, o, &hit) && hit.t < first->t) {
            *first = hit;
            found = i;
        }
    }
    return earlier_together(m, c2d_mover_hits_together(m, d), found, first);
}

/* Looks up obstacles along one part of the motion, then along four times as much, until a hit is within the part. The
 * result is that of one lookup along the whole motion; the cost is that of the obstacles near the leg. */
c2d_status c2d_mover_find_first(c2d_mover *m, c2d_encounter *first)
{
    double length = c2d_length_of(m->motion), tie = C2D_MOVER_PROGRESS * c2d_mover_scale(m, m->motion) / length;
    for (double part = c2d_max(m->search_length / length, MIN_PART);; part *= 4) {
        bool is_whole = !(part < 0.5);
        c2d_vec d = is_whole ? m->motion : c2d_mul(m->motion, part);
        c2d_status status = c2d_mover_look_up(m, &m->pose->shape, d);
        if (status)
            return status;
        first->index = c2d_mover_first_hit(m, m->motion, &first->hit);
        if (is_whole || first->hit.t + 2 * tie <= part)
            return C2D_OK;
    }
}

/* ---- the exact sweep ---- */

/* Whether an obstacle that the sweep of a leg overlaps does not block it. */
static bool is_ignored(const c2d_mover *m, const c2d_obstacle *o)
{
    c2d_contact c;
    if (m->ignored == C2D_IGNORED_OVERLAPS)
        return m->surrounded ? c2d_collides(&m->pose->shape, o->shape) : c2d_overlaps(&m->pose->shape, o->shape);
    return m->ignored == C2D_IGNORED_LEAVING && c2d_find_contact(&m->pose->shape, o->shape, &c) && c.depth > 0 &&
           c2d_dot(m->motion, c.normal) >= 0;
}

/* The first nearby obstacle that the sweep from the current to the trial pose overlaps, alone or together with others,
 * exactly; the number of nearby obstacles if none does. The hit is that of the cast, or, if the cast misses by
 * rounding, the contact of the sweep. */
static size_t first_in_sweep(c2d_mover *m, c2d_hit *first)
{
    c2d_vec own[4 * C2D_INLINE_VERTICES];
    c2d_shape swept;
    c2d_vec leg = c2d_sub(m->trial->offset, m->pose->offset);
    size_t found = m->nearby.count;
    first->t = INFINITY;
    c2d_sweep(&swept, &m->pose->shape, &m->trial->shape, m->sweep_room ? m->sweep_room : own);
    for (size_t i = 0; i < m->nearby.count; i++) {
        const c2d_obstacle *o = &m->nearby.list[i];
        if (!c2d_mover_blocks(o) || !c2d_overlaps(&swept, o->shape) || is_ignored(m, o))
            continue;
        c2d_hit hit;
        if (!c2d_mover_cast(m, leg, o, &hit)) {
            c2d_contact c;
            c2d_find_contact(&swept, o->shape, &c);
            hit = (c2d_hit){1, c.points[0], c.normal, 0};
        }
        if (hit.t < first->t) {
            *first = hit;
            found = i;
        }
    }
    return earlier_together(m, c2d_mover_hits_together_to_trial(m), found, first);
}

bool c2d_mover_is_clear_to(c2d_mover *m, c2d_vec offset, c2d_encounter *blocker)
{
    c2d_encounter e;
    if (c2d_mover_try(m, offset))
        return true;
    e.index = first_in_sweep(m, &e.hit);
    if (e.index == m->nearby.count)
        return true;
    *blocker = e;
    return false;
}

/* ---- obstacles that are passed through ---- */

static c2d_status add_passed(c2d_mover *m, uint32_t item)
{
    void *list = c2d_list_append(m->passed, &m->passed_count, &m->passed_capacity, &item, sizeof item);
    m->passed = list ? list : m->passed;
    return list ? C2D_OK : C2D_NO_MEMORY;
}

static int compare_items(const void *p, const void *q)
{
    uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
    return (a > b) - (a < b);
}

/* By time; simultaneous ones in the order of the lookup. */
static int compare_encounters(const void *p, const void *q)
{
    const c2d_encounter *a = p, *b = q;
    if (a->hit.t != b->hit.t)
        return a->hit.t < b->hit.t ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static bool was_passed(const c2d_mover *m, size_t count, uint32_t item)
{
    return count > 0 && bsearch(&item, m->passed, count, sizeof item, compare_items);
}

/* Whether an item is among those passed since there were count of them. */
static bool was_just_passed(const c2d_mover *m, size_t count, uint32_t item)
{
    for (size_t i = count; i < m->passed_count; i++)
        if (m->passed[i] == item)
            return true;
    return false;
}

/* Reports what was met, in order of time: of several obstacles of one item only the first. */
static c2d_status report_met(c2d_mover *m, double t)
{
    size_t known = m->passed_count;
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < m->met_count && !status; i++) {
        const c2d_encounter *e = &m->met[i];
        const c2d_obstacle *o = &m->nearby.list[e->index];
        if (was_just_passed(m, known, o->item))
            continue;
        status = add_passed(m, o->item);
        if (!status)
            status = c2d_mover_report(m, o, &e->hit, m->time + (1 - m->time) * t * e->hit.t);
    }
    if (m->passed_count > known)
        qsort(m->passed, m->passed_count, sizeof *m->passed, compare_items);
    return status;
}

c2d_status c2d_mover_report_passed(c2d_mover *m, c2d_vec leg, double t)
{
    c2d_status status = C2D_OK;
    m->met_count = 0;
    for (size_t i = 0; i < m->nearby.count && !status; i++) {
        const c2d_obstacle *o = &m->nearby.list[i];
        c2d_encounter e = {.index = i};
        if (o->response == C2D_PASS && !was_passed(m, m->passed_count, o->item) && c2d_mover_cast(m, leg, o, &e.hit))
            status = c2d_mover_add_met(m, &e);
    }
    if (m->met_count > 1)
        qsort(m->met, m->met_count, sizeof *m->met, compare_encounters);
    return status ? status : report_met(m, t);
}
