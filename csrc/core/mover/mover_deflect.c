/* How the mover responds at a stop: the motion slides along one of the touched surfaces or bounces off it. The mover
 * takes the deflection that gets it farthest in the wanted direction. */
#include "mover.h"

/* The nudge grows up to this where the smaller one still hits the surface: the normal of a grazed round corner has a
 * larger error. */
#define MAX_NUDGE 0x1p-20

/* ---- deflected motions ---- */

/* The motion after it met a surface. A slide along an axis is exact; other slides leave the surface by the nudge. */
static c2d_vec deflected(const c2d_mover *m, c2d_vec wanted, c2d_response response, c2d_vec n, double nudge)
{
    if (response == C2D_BOUNCE)
        return c2d_sub(wanted, c2d_mul(n, 2 * c2d_min(c2d_dot(wanted, n), 0)));
    c2d_vec along = c2d_slide(wanted, n);
    bool on_axis = n.x == 0 || n.y == 0;
    double scale = c2d_mover_scale(m, along);
    double most = c2d_max(C2D_MOVER_PROGRESS * scale, 0x1p-10 * c2d_length_of(along));
    double out = on_axis && nudge <= C2D_MOVER_NUDGE ? 0 : c2d_min(nudge * scale, most);
    return c2d_same(along, c2d_v(0, 0)) ? along : c2d_add(along, c2d_mul(n, out));
}

/* The part of the motion d until an obstacle in contact with a piece enters a seam of the body, though no piece alone
 * hits it. */
static double part_outside_seam(c2d_mover *m, const c2d_shape *o, c2d_vec d)
{
    size_t i = 0;
    while (i < m->nearby.count && m->nearby.list[i].shape != o)
        i++;
    if (i == m->nearby.count || c2d_mover_hits_together(m, m->count + i, d) == 0)
        return 1;
    return c2d_mover_hit_together(m, m->count + i, d, 0).hit.t;
}

/* The part of the motion d that is clear of all touches. */
static double clear_part(c2d_mover *m, c2d_vec d)
{
    double least = 1;
    for (int i = 0; i < m->touch_count; i++) {
        c2d_hit hit;
        if (!m->touches[i].is_twin && c2d_mover_cast(m, m->touches[i].piece, d, &m->touches[i].obstacle, &hit))
            least = c2d_min(least, hit.t);
        if (m->count > 1 && c2d_is_thin(m->touches[i].obstacle.shape))
            least = c2d_min(least, part_outside_seam(m, m->touches[i].obstacle.shape, d));
    }
    return least;
}

/* Whether a motion along one touch leads into another one. */
static bool leads_into_another(const c2d_mover *m, int along, c2d_vec d)
{
    for (int i = 0; i < m->touch_count; i++)
        if (i != along && !m->touches[i].is_twin && c2d_dot(d, m->touches[i].hit.normal) < 0)
            return true;
    return false;
}

/* A deflected motion, its progress in the wanted direction, and the touches that deflect it. */
typedef struct deflection {
    double gain;
    c2d_vec motion;
    int touch; /* -1: none */
    int other; /* the second touch of a double bounce, otherwise the first one */
} deflection;

/* Tries the motion along the surface of a touch, with growing nudges until it no longer hits that touch: only rounding
 * makes a slide along a convex shape hit it. A motion that passes another touch by the nudge alone, and leads back, is
 * rejected. */
static void try_touch(c2d_mover *m, int i, c2d_vec normal, deflection *best)
{
    double least = C2D_MOVER_PROGRESS * c2d_mover_scale(m, m->wanted), toward = c2d_length_of(m->wanted);
    c2d_response response = m->touches[i].obstacle.response;
    bool hits = true;
    for (double nudge = C2D_MOVER_NUDGE; nudge < MAX_NUDGE && hits; nudge *= 8) {
        c2d_hit hit;
        c2d_vec d = deflected(m, m->wanted, response, normal, nudge);
        hits = c2d_mover_cast(m, m->touches[i].piece, d, &m->touches[i].obstacle, &hit);
        double part = clear_part(m, d), progress = part * c2d_length_of(d);
        double gain = response == C2D_BOUNCE ? progress : part * c2d_dot(d, m->wanted) / toward;
        bool leads_back = gain <= 0 && leads_into_another(m, i, c2d_slide(m->wanted, normal));
        if (progress > least && !leads_back && (best->touch < 0 || gain > best->gain * (1 + 1e-12))) {
            deflection found = {gain, d, i, i};
            *best = found;
        }
    }
}

/* Whether rounding may have turned the normal away from an axis. A round corner that lands on the corner of a tile gets
 * a floor that is a few ulps lower than the one of the tile beside it. The normal of a round corner is the way between
 * two points at the distance of the radii: an error of their coordinates turns it by that error in radii. The scale
 * bounds the coordinates; those of the corner, of the stop and of the way to it are rounded, at most 16 times. An edge
 * has no such error. Radii near the rounding itself would make every slope an axis: no tilt above 2^-10 counts. */
static bool is_nearly_on_axis(const c2d_mover *m, const c2d_touch *t)
{
    double radii = m->pieces[t->piece].start->radius + t->obstacle.shape->radius;
    double tilt = c2d_min(fabs(t->hit.normal.x), fabs(t->hit.normal.y));
    double most = radii > 0 ? 16 * C2D_U * c2d_mover_scale(m, m->wanted) / radii : 1e-9;
    return tilt <= c2d_min(most, 0x1p-10);
}

static c2d_vec on_axis(c2d_vec n)
{
    return fabs(n.x) > fabs(n.y) ? c2d_v(copysign(1, n.x), 0) : c2d_v(0, copysign(1, n.y));
}

/* Whether rounding alone would lead a motion along the surface: it leads straight into a surface across an axis. */
static bool slips(const c2d_mover *m, const c2d_touch *t)
{
    c2d_vec n = t->hit.normal, along = c2d_slide(m->wanted, on_axis(n));
    double tilt = c2d_min(fabs(n.x), fabs(n.y));
    return t->obstacle.response == C2D_SLIDE && c2d_length_of(along) <= tilt * c2d_length_of(m->wanted);
}

/* Tries reflections off two bouncing surfaces in turn, which lead out of the corner of a room. */
static void try_two_bounces(c2d_mover *m, deflection *best)
{
    double least = C2D_MOVER_PROGRESS * c2d_mover_scale(m, m->wanted);
    for (int i = 0; i < m->touch_count; i++)
        for (int k = 0; k < m->touch_count && best->touch < 0; k++) {
            const c2d_touch *first = &m->touches[i], *second = &m->touches[k];
            bool both = first->obstacle.response == C2D_BOUNCE && second->obstacle.response == C2D_BOUNCE;
            c2d_vec d = deflected(m, m->wanted, C2D_BOUNCE, first->hit.normal, 0);
            d = deflected(m, d, C2D_BOUNCE, second->hit.normal, 0);
            if (i != k && both && clear_part(m, d) * c2d_length_of(d) > least) {
                deflection found = {0, d, i, k};
                *best = found;
            }
        }
}

/* Turns the motion along the touch that allows the most progress in the wanted direction. Every deflection is cast
 * against all touches, so a corner that is in line with the surface beside it does not snag. */
static deflection deflect(c2d_mover *m)
{
    deflection best = {0, {0, 0}, -1, -1};
    for (int i = 0; i < m->touch_count; i++) {
        const c2d_touch *t = &m->touches[i];
        c2d_vec n = t->hit.normal;
        bool is_near = is_nearly_on_axis(m, t);
        if (is_near)
            try_touch(m, i, on_axis(n), &best);
        if (n.x != 0 && n.y != 0 && (!is_near || !slips(m, t)))
            try_touch(m, i, n, &best);
    }
    try_two_bounces(m, &best);
    if (best.touch >= 0) {
        m->motion = best.motion;
        m->motion_undeflected.x = m->wanted_undeflected.x && best.motion.x == m->wanted.x;
        m->motion_undeflected.y = m->wanted_undeflected.y && best.motion.y == m->wanted.y;
    }
    return best;
}

/* ---- responding ---- */

/* Whether two touches are of one item, with the same normal. They are reported as one, whichever pieces touch. */
static bool are_same(const c2d_touch *a, const c2d_obstacle *o, const c2d_hit *hit)
{
    return a->obstacle.item == o->item && c2d_same(a->hit.normal, hit->normal);
}

/* How many touches deflect the mover. */
static int most_touches(const c2d_mover *m)
{
    size_t pieces = C2D_MOVER_MAX_TOUCHES / C2D_MOVER_TOUCHES_OF_PIECE;
    return C2D_MOVER_TOUCHES_OF_PIECE * (int)(m->count < pieces ? m->count : pieces);
}

/* Returns whether the touches have changed. */
static bool add_touch(c2d_mover *m, const c2d_encounter *e)
{
    const c2d_obstacle *o = &m->nearby.list[e->index];
    for (int i = 0; i < m->touch_count; i++) {
        c2d_touch *t = &m->touches[i];
        if (t->piece == e->piece && are_same(t, o, &e->hit) && t->obstacle.shape == o->shape) {
            bool was_twin = t->is_twin;
            t->is_twin = t->is_twin && e->is_twin;
            return was_twin != t->is_twin;
        }
    }
    if (m->touch_count == most_touches(m))
        return false;
    c2d_touch t = {*o, e->piece, e->hit, e->is_twin, e->hit.depth > 0}; /* an overlap at the start is reported there */
    m->touches[m->touch_count++] = t;
    return true;
}

/* Whether another touch that is the same to the caller has been reported. */
static bool was_reported(const c2d_mover *m, int which)
{
    const c2d_touch *t = &m->touches[which];
    for (int i = 0; i < m->touch_count; i++)
        if (i != which && m->touches[i].reported && are_same(&m->touches[i], &t->obstacle, &t->hit))
            return true;
    return false;
}

/* Reports one touch, or all (-1) but twins, unless it has been reported. */
static c2d_status report_touches(c2d_mover *m, int which)
{
    c2d_status status = C2D_OK;
    for (int i = 0; i < m->touch_count && !status; i++) {
        c2d_touch *t = &m->touches[i];
        if ((which >= 0 && i != which) || (which < 0 && t->is_twin) || t->reported)
            continue;
        t->reported = true;
        if (was_reported(m, i))
            continue;
        status = c2d_mover_report(m, t->piece, &t->obstacle, &t->hit, m->time);
    }
    return status;
}

c2d_status c2d_mover_respond(c2d_mover *m, bool stood, bool stayed, bool *done)
{
    c2d_vec tried = m->motion;
    int known = m->touch_count;
    for (size_t i = 0; i < m->met_count; i++) {
        stayed &= !add_touch(m, &m->met[i]);
        *done |= m->nearby.list[m->met[i].index].response == C2D_STOP;
    }
    deflection turned = {0, {0, 0}, -1, -1};
    if (!*done)
        turned = deflect(m);
    /* A leg that has changed nothing would be repeated forever, too. */
    bool is_free = turned.touch < 0 && !stayed && !*done;
    if (is_free) {
        /* In a gap that fits to an ulp, rounding alone may have stopped the mover. */
        c2d_encounter first;
        c2d_status status = c2d_mover_look_up(m, m->motion);
        if (status)
            return status;
        c2d_mover_first_hit(m, m->motion, &first);
        is_free = first.index == m->nearby.count;
    }
    /* Where no double is a pose farther on, the mover would repeat this motion forever. */
    bool repeats = turned.touch >= 0 && stood && m->touch_count == known && c2d_same(m->motion, tried);
    *done |= repeats || (turned.touch < 0 && !is_free);
    c2d_status status = report_touches(m, repeats ? -1 : turned.touch);
    return status || turned.other < 0 ? status : report_touches(m, turned.other);
}
