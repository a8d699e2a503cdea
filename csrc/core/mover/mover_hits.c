/* What a leg of the mover hits: obstacles near it, by casts, and by the exact sweep between two poses. */
#include "mover.h"

/* The first part of a motion along which obstacles are looked up is no smaller, so that a few steps reach its end. */
#define MIN_PART 0x1p-40

c2d_bounds c2d_mover_reach(const c2d_mover *m, c2d_bounds box, c2d_vec d)
{
    double slack = C2D_MOVER_PROGRESS * c2d_mover_scale(m, d);
    c2d_bounds reach = {c2d_v(box.min.x + c2d_min(d.x, 0) - slack, box.min.y + c2d_min(d.y, 0) - slack),
                        c2d_v(box.max.x + c2d_max(d.x, 0) + slack, box.max.y + c2d_max(d.y, 0) + slack)};
    return reach;
}

c2d_status c2d_mover_look_up(c2d_mover *m, c2d_vec d)
{
    m->nearby.count = 0;
    c2d_status status = m->find_obstacles(m->context, c2d_mover_reach(m, m->pose->bounds, d), &m->nearby);
    if (!status)
        status = c2d_mover_reserve_near(m);
    return status ? status : c2d_mover_reserve_grazes(m);
}

bool c2d_mover_cast(c2d_mover *m, size_t piece, c2d_vec d, const c2d_obstacle *o, c2d_hit *hit)
{
    bool hits;
    const c2d_shape *s = &m->pose->pieces[piece].shape;
    c2d_status status = c2d_cast(s, c2d_posed_rect(m, m->pose, piece), d, o->shape, m->cast_room, &hits, hit);
    if (status || !hits)
        return false;
    bool may_leave = m->ignored == C2D_IGNORED_LEAVING && c2d_mover_blocks(o);
    return !may_leave || !c2d_mover_leaves(m, piece, d, o->shape, hit->depth > 0, &hit->normal);
}

void c2d_mover_set_reach(c2d_mover *m, c2d_vec d)
{
    for (size_t i = 0; i < m->count; i++)
        m->pieces[i].reach = c2d_mover_reach(m, c2d_bounds_of(&m->pose->pieces[i].shape), d);
}

bool c2d_mover_hits(c2d_mover *m, c2d_vec d, c2d_encounter *e)
{
    const c2d_obstacle *o = &m->nearby.list[e->index];
    return c2d_bounds_meet(m->pieces[e->piece].reach, c2d_bounds_of(o->shape)) &&
           c2d_mover_cast(m, e->piece, d, o, &e->hit);
}

/* ---- the first hit ---- */

/* By time; simultaneous ones in the order of the lookup. */
static bool precedes(const c2d_encounter *a, const c2d_encounter *b)
{
    return a->hit.t < b->hit.t || (a->hit.t == b->hit.t && a->index < b->index);
}

static c2d_encounter none(const c2d_mover *m)
{
    c2d_encounter e = {.index = m->nearby.count};
    e.hit.t = INFINITY;
    return e;
}

/* Replaces the first hit by an earlier one of shapes that block together: the first one of a question that has any. */
static void find_earlier_together(const c2d_mover *m, size_t which, c2d_vec d, size_t count, c2d_encounter *first)
{
    if (count == 0)
        return;
    c2d_encounter e = c2d_mover_hit_together(m, which, d, 0);
    if (!precedes(first, &e))
        *first = e;
}

void c2d_mover_first_hit(c2d_mover *m, c2d_vec d, c2d_encounter *first)
{
    *first = none(m);
    c2d_mover_set_reach(m, d);
    for (size_t k = 0; k < m->count; k++) {
        c2d_bounds box = c2d_bounds_of(&m->pose->pieces[k].shape);
        size_t count = c2d_mover_obstacles_along(m, box, d, c2d_min(first->hit.t, 1));
        for (size_t j = 0; j < count; j++) {
            c2d_encounter e = {.index = m->near_obstacles.list[j], .piece = k};
            if (c2d_mover_blocks(&m->nearby.list[e.index]) && c2d_mover_hits(m, d, &e) && precedes(&e, first))
                *first = e;
        }
    }
    for (size_t which = 0; which < c2d_mover_unions(m); which++)
        find_earlier_together(m, which, d, c2d_mover_hits_together(m, which, d), first);
    c2d_mover_unite_normal(m, d, first);
}

/* Looks up obstacles along one part of the motion, then along four times as much, until a hit is within the part. The
 * result is that of one lookup along the whole motion; the cost is that of the obstacles near the leg. */
c2d_status c2d_mover_find_first(c2d_mover *m, c2d_encounter *first)
{
    double length = c2d_length_of(m->motion), tie = C2D_MOVER_PROGRESS * c2d_mover_scale(m, m->motion) / length;
    for (double part = c2d_max(m->search_length / length, MIN_PART);; part *= 4) {
        bool is_whole = !(part < 0.5);
        c2d_vec d = is_whole ? m->motion : c2d_mul(m->motion, part);
        c2d_status status = c2d_mover_look_up(m, d);
        if (status)
            return status;
        c2d_mover_first_hit(m, m->motion, first);
        if (is_whole || first->hit.t + 2 * tie <= part)
            return C2D_OK;
    }
}

/* ---- the exact sweep ---- */

/* Whether an obstacle that the sweep of a piece overlaps does not block it. */
static bool is_ignored(c2d_mover *m, size_t piece, size_t index)
{
    c2d_contact c = {.count = 0};
    const c2d_shape *s = &m->pose->pieces[piece].shape;
    const c2d_obstacle *o = &m->nearby.list[index];
    if (m->ignored == C2D_IGNORED_OVERLAPS) {
        if (c2d_obstacle_set_has(&m->overlapped, o->shape))
            return true;
        c2d_relation r = c2d_relate(s, o->shape);
        return r == C2D_OVERLAPPING || (r == C2D_TOUCHING && m->pieces[piece].surrounded);
    }
    if (m->ignored != C2D_IGNORED_LEAVING)
        return false;
    bool inside = c2d_find_contact(s, o->shape, &c) && c.depth > 0;
    return c2d_mover_leaves(m, piece, m->motion, o->shape, inside, &c.normal);
}

/* The sweep of a piece from the current to the trial pose. */
static c2d_shape sweep_to_trial(const c2d_mover *m, size_t piece, c2d_vec *own)
{
    c2d_shape swept;
    const c2d_shape *from = &m->pose->pieces[piece].shape, *to = &m->trial->pieces[piece].shape;
    c2d_sweep(&swept, from, to, m->sweep_room ? m->sweep_room : own);
    return swept;
}

/* The hit of an obstacle that the sweep of a piece overlaps and the cast misses: by rounding, the piece grazes it. The
 * time is that at which the side of the piece reaches the obstacle, along the way and along the normal. */
static c2d_hit grazing_hit(const c2d_mover *m, size_t piece, c2d_vec leg, const c2d_shape *swept, const c2d_shape *o)
{
    c2d_contact c;
    c2d_vec own[2], other[2];
    double rounding = C2D_MOVER_PROGRESS * (c2d_mover_scale(m, leg) + c2d_scale_of_shape(o));
    c2d_find_contact(swept, o, &c);
    c2d_mover_find_support(&m->pose->pieces[piece].shape, c2d_neg(c.normal), rounding, own);
    c2d_mover_find_support(o, c.normal, rounding, other);
    double way = INFINITY;
    for (int i = 0; i < 2; i++)
        way = c2d_min(way, c2d_min(c2d_dot(c2d_sub(other[i], own[0]), leg), c2d_dot(c2d_sub(other[i], own[1]), leg)));
    double t = way / c2d_dot(leg, leg), speed = -c2d_dot(leg, c.normal);
    double gap = c2d_dot(c2d_sub(own[0], other[0]), c.normal) - m->pose->pieces[piece].shape.radius - o->radius;
    if (speed > 0)
        t = c2d_max(t, (gap - rounding) / speed);
    return (c2d_hit){c2d_min(c2d_max(t, 0), 1), c.points[0], c.normal, 0};
}

/* The first hit of the sweep of a piece from the current to the trial pose, if it precedes *first. The hit is that of
 * the cast, unless the cast misses by rounding. */
static void find_first_in_sweep(c2d_mover *m, size_t piece, c2d_encounter *first)
{
    c2d_vec own[4 * C2D_INLINE_VERTICES], leg = c2d_sub(m->trial->offset, m->pose->offset);
    const c2d_shape *from = &m->pose->pieces[piece].shape;
    c2d_shape swept = {.count = 0};
    size_t count = c2d_mover_obstacles_along(m, c2d_bounds_of(from), leg, 1);
    for (size_t j = 0; j < count; j++) {
        size_t i = m->near_obstacles.list[j];
        const c2d_obstacle *o = &m->nearby.list[i];
        c2d_encounter e = {.index = i, .piece = piece};
        if (!c2d_mover_blocks(o))
            continue;
        if (swept.count == 0)
            swept = sweep_to_trial(m, piece, own);
        if (!c2d_overlaps(&swept, o->shape) || is_ignored(m, piece, i))
            continue;
        if (!c2d_mover_cast(m, piece, leg, o, &e.hit))
            e.hit = grazing_hit(m, piece, leg, &swept, o->shape);
        if (precedes(&e, first))
            *first = e;
    }
}

/* The first hit of the sweeps from the current to the trial pose, with an obstacle alone or together with others,
 * exactly. */
static c2d_encounter first_in_sweeps(c2d_mover *m)
{
    c2d_encounter first = none(m);
    c2d_vec leg = c2d_sub(m->trial->offset, m->pose->offset);
    for (size_t piece = 0; piece < m->count; piece++)
        find_first_in_sweep(m, piece, &first);
    for (size_t which = 0; which < c2d_mover_unions(m); which++)
        find_earlier_together(m, which, leg, c2d_mover_hits_together_to_trial(m, which), &first);
    if (first.index < m->nearby.count || c2d_mover_encloses_anew(m, &first))
        c2d_mover_unite_normal(m, leg, &first);
    return first;
}

bool c2d_mover_is_clear_to(c2d_mover *m, c2d_vec offset, c2d_encounter *blocker)
{
    if (c2d_mover_try(m, offset))
        return true;
    c2d_encounter e = first_in_sweeps(m);
    if (e.index == m->nearby.count)
        return true;
    *blocker = e;
    return false;
}

c2d_vec c2d_mover_way_out(const c2d_mover *m, const c2d_encounter *blocker)
{
    c2d_contact c;
    c2d_vec own[4 * C2D_INLINE_VERTICES];
    c2d_shape swept = sweep_to_trial(m, blocker->piece, own);
    bool overlaps = c2d_find_contact(&swept, m->nearby.list[blocker->index].shape, &c) && c.depth > 0;
    return overlaps ? c.normal : blocker->hit.normal;
}

double c2d_mover_sweep_depth(const c2d_mover *m, const c2d_encounter *blocker)
{
    c2d_contact c;
    c2d_vec own[4 * C2D_INLINE_VERTICES];
    c2d_shape swept = sweep_to_trial(m, blocker->piece, own);
    return c2d_find_contact(&swept, m->nearby.list[blocker->index].shape, &c) ? c.depth : 0;
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

static int compare_encounters(const void *p, const void *q)
{
    const c2d_encounter *a = p, *b = q;
    if (precedes(a, b))
        return -1;
    return precedes(b, a) ? 1 : (a->piece > b->piece) - (a->piece < b->piece);
}

static bool was_passed(const c2d_mover *m, size_t count, uint32_t item)
{
    return count > 0 && bsearch(&item, m->passed, count, sizeof item, compare_items);
}

/* Which of two encounters with one item it reports: the first, at the start the deepest, as c2d_body_cast. */
static int compare_by_item(const void *p, const void *q)
{
    const c2d_encounter *a = p, *b = q;
    int order = compare_items(&a->item, &b->item);
    order = order ? order : (a->hit.t > b->hit.t) - (a->hit.t < b->hit.t);
    order = order ? order : (a->hit.depth < b->hit.depth) - (a->hit.depth > b->hit.depth);
    order = order ? order : (a->piece > b->piece) - (a->piece < b->piece);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

/* Keeps the first encounter with each item, in order of time. */
static void keep_firsts(c2d_mover *m)
{
    size_t kept = 0;
    qsort(m->met, m->met_count, sizeof *m->met, compare_by_item);
    for (size_t i = 0; i < m->met_count; i++)
        if (i == 0 || m->met[i].item != m->met[i - 1].item)
            m->met[kept++] = m->met[i];
    m->met_count = kept;
    qsort(m->met, m->met_count, sizeof *m->met, compare_encounters);
}

/* Reports what was met, in order of time: of several obstacles of one item only the first. */
static c2d_status report_met(c2d_mover *m, double t)
{
    size_t known = m->passed_count;
    c2d_status status = C2D_OK;
    if (m->met_count > 1)
        keep_firsts(m);
    for (size_t i = 0; i < m->met_count && !status; i++) {
        const c2d_encounter *e = &m->met[i];
        const c2d_obstacle *o = &m->nearby.list[e->index];
        status = add_passed(m, o->item);
        if (!status)
            status = c2d_mover_report(m, e->piece, o, &e->hit, m->time + (1 - m->time) * t * e->hit.t);
    }
    if (m->passed_count > known)
        qsort(m->passed, m->passed_count, sizeof *m->passed, compare_items);
    return status;
}

/* Adds what would block a piece together, such as the tiles beside the seam along which it goes. */
static c2d_status meet_together(c2d_mover *m, size_t piece, c2d_vec leg)
{
    c2d_status status = C2D_OK;
    size_t count = c2d_mover_passes_together(m, piece, leg);
    for (size_t i = 0; i < count && !status; i++) {
        const c2d_graze *g = &m->grazes.list[i];
        c2d_encounter e = {.index = (size_t)g->key, .piece = piece, .hit = g->hit};
        e.item = m->nearby.list[e.index].item;
        if (!was_passed(m, m->passed_count, e.item))
            status = c2d_mover_add_met(m, &e);
    }
    return status;
}

c2d_status c2d_mover_report_passed(c2d_mover *m, c2d_vec leg, double t)
{
    c2d_status status = C2D_OK;
    m->met_count = 0;
    c2d_mover_set_reach(m, leg);
    for (size_t i = 0; i < m->nearby.count && !status; i++) {
        const c2d_obstacle *o = &m->nearby.list[i];
        if (o->response != C2D_PASS || was_passed(m, m->passed_count, o->item))
            continue;
        size_t count = c2d_mover_pieces_along(m, c2d_bounds_of(o->shape), c2d_neg(leg), 1);
        for (size_t j = 0; j < count && !status; j++) {
            c2d_encounter e = {.index = i, .piece = m->near_pieces.list[j], .item = o->item};
            if (c2d_mover_hits(m, leg, &e))
                status = c2d_mover_add_met(m, &e);
        }
    }
    for (size_t k = 0; k < m->count && !status; k++)
        status = meet_together(m, k, leg);
    return status ? status : report_met(m, t);
}
