/* The mover: a body moves until an obstacle blocks it, responds to that obstacle, and continues with the rest of its
 * motion, leg by leg. Exact sweeps have found every leg clear. Rounding between the legs therefore cannot put the body
 * inside an obstacle or take it through one. */
#include "mover.h"

/* A motion that needs more legs ends with its rest remaining. */
#define MAX_LEGS 256

/* A mover creeps if this many legs in a row are this short beside its motion and beside the coordinates. In a gap that
 * it fits to an ulp, only the nudge off one surface leads on, until the other one is hit. */
#define MAX_SHORT_LEGS      4
#define SHORT_OF_MOTION     0x1p-20
#define SHORT_OF_COORDINATE 0x1p-28

/* ---- legs ---- */

static int compare_indices(const void *p, const void *q)
{
    const c2d_encounter *a = p, *b = q;
    int order = (a->index > b->index) - (a->index < b->index);
    return order ? order : (a->piece > b->piece) - (a->piece < b->piece);
}

/* Whether an encounter is not the one that is known already. */
static bool is_new(const c2d_mover *m, const c2d_encounter *e)
{
    return m->met_count == 0 || m->met[0].index != e->index || m->met[0].piece != e->piece;
}

/* Whether a hit is one of those until the time last that are at most gap away at the time t. */
static bool is_simultaneous(const c2d_mover *m, const c2d_encounter *e, double last, double t, double gap)
{
    return e->hit.t <= last && (t - e->hit.t) * c2d_dot(m->motion, e->hit.normal) <= gap;
}

/* Adds every blocking obstacle that is hit until the time last, if at the time t the mover is at most gap away from
 * it. */
static c2d_status add_simultaneous_hits(c2d_mover *m, double last, double t, double gap)
{
    c2d_status status = C2D_OK;
    size_t known = m->met_count, together = 0;
    c2d_mover_set_reach(m, m->motion);
    for (size_t i = 0; i < m->nearby.count && !status; i++) {
        const c2d_obstacle *o = &m->nearby.list[i];
        if (!c2d_mover_blocks(o))
            continue;
        size_t count = c2d_mover_pieces_along(m, c2d_bounds_of(o->shape), c2d_neg(m->motion), last);
        for (size_t j = 0; j < count && !status; j++) {
            c2d_encounter e = {.index = i, .piece = m->near_pieces.list[j]};
            if (is_new(m, &e) && c2d_mover_hits(m, m->motion, &e) && is_simultaneous(m, &e, last, t, gap))
                status = c2d_mover_add_met(m, &e);
        }
    }
    for (size_t which = 0; which < c2d_mover_unions(m); which++) {
        size_t count = c2d_mover_hits_together(m, which, m->motion);
        together += count;
        for (size_t i = 0; i < count && !status; i++) {
            c2d_encounter e = c2d_mover_hit_together(m, which, m->motion, i);
            if ((known == 0 || is_new(m, &e)) && is_simultaneous(m, &e, last, t, gap))
                status = c2d_mover_add_met(m, &e);
        }
    }
    if (together > 0 && m->met_count > known)
        qsort(m->met + known, m->met_count - known, sizeof *m->met, compare_indices);
    return status;
}

/* Adds the other normals of what was met, where two of them are approached equally. They are the last ones, so they
 * deflect the mover only if they lead farther: how the world is turned must not decide between two ways. */
static c2d_status add_twins(c2d_mover *m)
{
    c2d_encounter twin;
    c2d_status status = C2D_OK;
    size_t count = m->met_count;
    for (size_t i = 0; i < count && !status; i++)
        if (c2d_mover_find_twin(m, m->motion, &m->met[i], &twin))
            status = c2d_mover_add_met(m, &twin);
    return status;
}

/* Collects the obstacles that ended a leg after the part t of the motion: all that are hit at once. If the stop is
 * earlier than the first hit, the obstacle that made it so comes first, followed by those that the mover grazes. At
 * least one obstacle is collected. */
static c2d_status collect_blockers(c2d_mover *m, double t, double hit_t, const c2d_encounter *blocker)
{
    double gap = C2D_MOVER_PROGRESS * c2d_mover_scale(m, c2d_mul(m->motion, hit_t)),
           tie = gap / c2d_length_of(m->motion);
    bool is_short = hit_t - t > tie;
    m->met_count = 0;
    c2d_status status = is_short ? c2d_mover_add_met(m, blocker) : C2D_OK;
    if (!status)
        status = add_simultaneous_hits(m, hit_t + tie, t, is_short ? gap : INFINITY);
    for (size_t i = 0; i < m->met_count; i++)
        c2d_mover_unite_normal(m, m->motion, &m->met[i]);
    if (!status && m->met_count == 0)
        status = c2d_mover_add_met(m, blocker);
    return status ? status : add_twins(m);
}

/* Pushes the end of a motion out of the way of a blocker, and keeps the coordinates that nothing has deflected. */
static c2d_vec end_beside(const c2d_mover *m, c2d_vec end, const c2d_encounter *blocker, double out)
{
    c2d_vec push = c2d_mul(c2d_mover_way_out(m, blocker), out);
    return c2d_add(end, c2d_v(m->motion_undeflected.x ? 0 : push.x, m->motion_undeflected.y ? 0 : push.y));
}

/* Whether the shape may stop at the end of a motion that hits nothing, or a few ulps beside it. That pose differs by a
 * rounding from the one that the cast assumed, so its sweep may overlap what the motion grazes. On the first leg that
 * is true only of obstacles that move toward the pieces of a body. */
static bool is_end_clear(c2d_mover *m, c2d_vec *stop, c2d_encounter *blocker)
{
    *stop = c2d_mover_offset_at(m, 1);
    bool is_exact = c2d_same(m->pose->offset, c2d_v(0, 0)) && !c2d_mover_may_enclose(m);
    if (is_exact || c2d_mover_is_clear_to(m, *stop, blocker))
        return true;
    c2d_encounter beside = *blocker;
    blocker->hit.t = c2d_min(blocker->hit.t, 1 - 4 * C2D_U);
    double out = C2D_MOVER_NUDGE * c2d_mover_scale(m, m->motion);
    for (int tries = 0; tries < 4; tries++) {
        *stop = end_beside(m, *stop, &beside, out);
        if (c2d_mover_is_clear_to(m, *stop, &beside))
            return true;
        out *= 2;
    }
    return false;
}

/* The motion that remains after the part t of it. */
static c2d_vec remaining_motion(const c2d_mover *m, double t)
{
    c2d_vec rest = c2d_mul(m->motion, 1 - t);
    if (m->motion_undeflected.x)
        rest.x = m->goal.x - m->pose->offset.x;
    if (m->motion_undeflected.y)
        rest.y = m->goal.y - m->pose->offset.y;
    return rest;
}

/* Whether the mover creeps, after a leg along m->motion. A leg of no length does not count. */
static bool creeps(c2d_mover *m, c2d_vec leg)
{
    double length = c2d_length_of(leg);
    bool is_short = length <= SHORT_OF_MOTION * c2d_length_of(m->motion) && length <= SHORT_OF_COORDINATE * m->scale;
    m->short_legs = is_short ? m->short_legs + (length > 0) : 0;
    return m->short_legs >= MAX_SHORT_LEGS;
}

/* Runs one leg; *done when the motion is over. */
static c2d_status run_leg(c2d_mover *m, bool *done)
{
    c2d_encounter blocker;
    c2d_vec stop;
    c2d_status status = c2d_mover_find_first(m, &blocker);
    if (status)
        return status;
    *done = blocker.index == m->nearby.count && is_end_clear(m, &stop, &blocker);
    double hit_t = *done ? 1 : blocker.hit.t, t = hit_t;
    if (!*done)
        stop = c2d_mover_stop_before(m, &t, &blocker);
    stop = c2d_normalised(stop);
    c2d_vec leg = c2d_sub(stop, m->pose->offset);
    status = c2d_mover_report_passed(m, leg, t);
    if (!status && !*done)
        status = collect_blockers(m, t, hit_t, &blocker);
    bool moves = c2d_length_of(leg) > C2D_MOVER_PROGRESS * c2d_mover_scale(m, m->motion);
    if (!status && !c2d_same(leg, c2d_v(0, 0)))
        status = c2d_mover_advance(m, stop);
    if (status)
        return status;
    bool is_creeping = !*done && creeps(m, leg);
    c2d_vec tried = m->motion;
    m->time += (1 - m->time) * t;
    m->motion = *done ? c2d_v(0, 0) : remaining_motion(m, t);
    m->search_length = c2d_mover_extent(m) + 4 * c2d_length_of(leg);
    if (*done)
        return C2D_OK;
    if (moves || m->touch_count == 0) {
        m->touch_count = 0;
        m->wanted = m->motion;
        m->wanted_undeflected = m->motion_undeflected;
    }
    *done = is_creeping;
    bool stayed = c2d_same(leg, c2d_v(0, 0)) && c2d_same(m->motion, tried);
    return c2d_mover_respond(m, t == 0, stayed, done);
}

/* ---- the whole motion ---- */

/* Whether the current pose overlaps an obstacle that blocks. */
static c2d_status find_whether_stuck(c2d_mover *m)
{
    c2d_status status = c2d_mover_look_up(m, c2d_v(0, 0));
    m->result->stuck = false;
    for (size_t k = 0; k < m->count && !status && !m->result->stuck; k++) {
        const c2d_shape *s = &m->pose->pieces[k].shape;
        m->result->stuck = c2d_mover_is_surrounded(m, m->pose, k);
        size_t count = c2d_mover_obstacles_near(m, c2d_bounds_of(s));
        for (size_t j = 0; j < count && !m->result->stuck; j++) {
            const c2d_obstacle *o = &m->nearby.list[m->near_obstacles.list[j]];
            m->result->stuck = c2d_mover_blocks(o) && c2d_overlaps(s, o->shape);
        }
    }
    for (size_t i = 0; i < m->nearby.count && !status && !m->result->stuck; i++)
        m->result->stuck = c2d_mover_surrounds(m, m->pose, i);
    return status;
}

/* A mover that stays reports what it overlaps and passes through. */
static c2d_status report_overlaps(c2d_mover *m)
{
    c2d_status status = c2d_mover_look_up(m, c2d_v(0, 0));
    return status ? status : c2d_mover_report_passed(m, c2d_v(0, 0), 0);
}

/* Runs all legs of a shape that overlaps nothing, or is leaving what it overlaps. */
static c2d_status run_legs(c2d_mover *m, c2d_vec motion)
{
    if (m->result->pushes > 0)
        c2d_mover_restart(m);
    bool is_leaving = m->ignored == C2D_IGNORED_LEAVING;
    bool done = (m->result->stuck && !is_leaving) || c2d_same(motion, c2d_v(0, 0));
    m->wanted_undeflected = m->motion_undeflected = (c2d_undeflected){true, true};
    m->goal = c2d_mover_offset(m, motion);
    m->search_length = c2d_max(8 * c2d_mover_extent(m), c2d_length_of(motion) / 64);
    c2d_status status = c2d_mover_try(m, m->goal); /* an error if the motion leaves the domain */
    if (done)
        return status ? status : report_overlaps(m);
    for (int legs = 0; legs < MAX_LEGS && !done && !status; legs++)
        status = run_leg(m, &done);
    return status || !is_leaving ? status : find_whether_stuck(m);
}

c2d_status c2d_mover_run_body(const c2d_body *body, c2d_vec motion, const c2d_mover_options *options,
                              c2d_find_obstacles *gather, void *context, c2d_mover_result *out)
{
    memset(out, 0, sizeof *out);
    c2d_mover m = {.body = body, .find_obstacles = gather, .context = context, .result = out};
    c2d_status status = c2d_check_vec(&motion);
    if (!status)
        status = c2d_mover_place(&m, body);
    m.motion = m.wanted = motion;
    if (!status)
        status = c2d_mover_depenetrate(&m, options ? options->max_push : C2D_DEFAULT_MAX_PUSH);
    if (!status)
        status = run_legs(&m, motion);
    if (!status && m.out_of_memory)
        status = C2D_NO_MEMORY;
    out->remaining = m.motion;
    free(m.nearby.list);
    free(m.met);
    free(m.passed);
    c2d_grazes_free(&m.grazes);
    free(m.touched);
    free((void *)m.surrounding.list);
    free((void *)m.overlapped.list);
    free(m.ways_out);
    free(m.stretches);
    c2d_mover_free_near(&m.way_pieces);
    c2d_mover_free_near(&m.near_pieces);
    c2d_mover_free_near(&m.near_obstacles);
    c2d_mover_free_pieces(&m);
    return status;
}

c2d_status c2d_mover_run(const c2d_shape *shape, const c2d_rect *rect, c2d_vec motion, const c2d_mover_options *options,
                         c2d_find_obstacles *gather, void *context, c2d_mover_result *out)
{
    c2d_body body = {&shape, &rect, 1, NULL};
    return c2d_mover_run_body(&body, motion, options, gather, context, out);
}
