/* What blocks a mover without interior only together: the seam of two tiles, the joint of two segments. */
#include "mover.h"

c2d_status c2d_mover_reserve_grazes(c2d_mover *m)
{
    c2d_grazes *g = &m->grazes;
    while (c2d_mover_is_thin(m) && g->capacity < m->nearby.count) {
        c2d_graze *list = c2d_list_reserve(g->list, g->capacity, &g->capacity, sizeof *list);
        if (!list)
            return C2D_NO_MEMORY;
        g->list = list;
    }
    while (c2d_mover_is_thin(m) && m->touched_capacity < m->nearby.count) {
        void *list = c2d_list_reserve(m->touched, m->touched_capacity, &m->touched_capacity, sizeof *m->touched);
        if (!list)
            return C2D_NO_MEMORY;
        m->touched = list;
    }
    return C2D_OK;
}

/* The hits of a sweep from the current pose, in order: the first ones of m->grazes, with the index of the obstacle as
 * key. c2d_mover_reserve_grazes has made room for them. What the sweep only passed before its hit is not at the stop,
 * and left out. */
static size_t find_hits(c2d_mover *m, const c2d_thin_sweep *sweep)
{
    c2d_grazes *g = &m->grazes;
    g->count = 0;
    g->first[0] = g->first[1] = C2D_NEVER;
    for (size_t i = 0; i < m->nearby.count; i++) {
        const c2d_shape *o = m->nearby.list[i].shape;
        if (c2d_mover_blocks(&m->nearby.list[i]) && !(m->surrounded && c2d_collides(&m->pose->shape, o)))
            (void)c2d_grazes_add(g, sweep, o, i);
    }
    size_t count = c2d_union_hits(&m->pose->shape, m->rect ? &m->pose->rect : NULL, sweep, g), kept = 0;
    for (size_t i = 0; i < count; i++)
        if (g->list[i].last >= g->list[i].hit.t)
            g->list[kept++] = g->list[i];
    return kept;
}

size_t c2d_mover_hits_together(c2d_mover *m, c2d_vec d)
{
    c2d_thin_sweep sweep;
    bool is_thin =
        c2d_mover_is_thin(m) && c2d_thin_sweep_of(&m->pose->shape, m->rect ? &m->pose->rect : NULL, d, &sweep);
    return is_thin ? find_hits(m, &sweep) : 0;
}

size_t c2d_mover_hits_together_to_trial(c2d_mover *m)
{
    c2d_thin_sweep sweep;
    c2d_vec leg = c2d_sub(m->trial->offset, m->pose->offset);
    bool is_thin = c2d_mover_is_thin(m) && c2d_thin_sweep_between(&m->pose->shape, &m->trial->shape, leg, &sweep);
    return is_thin ? find_hits(m, &sweep) : 0;
}

/* The gaps that the first obstacles of m->touched leave around a shape. Lack of memory ends the move later. */
static size_t find_gaps(c2d_mover *m, const c2d_shape *s, size_t count)
{
    size_t gaps = 1;
    m->out_of_memory |= c2d_union_gaps(s, m->touched, count, &gaps) != C2D_OK;
    return gaps;
}

bool c2d_mover_is_surrounded(c2d_mover *m, const c2d_pose *pose)
{
    size_t count = 0;
    for (size_t i = 0; i < m->nearby.count && m->start->radius == 0 && m->start->count == 1; i++) {
        const c2d_shape *o = m->nearby.list[i].shape;
        if (c2d_mover_blocks(&m->nearby.list[i]) && c2d_touches(&pose->shape, o))
            m->touched[count++] = o;
    }
    return count > 1 && find_gaps(m, &pose->shape, count) == 0;
}

/* Whether an obstacle is on the line of the leg to the trial pose. A mover that goes along it is on no side of it. */
static bool is_in_line(const c2d_mover *m, const c2d_shape *o)
{
    c2d_vec p = m->pose->shape.v.own[0], q = m->trial->shape.v.own[0];
    bool in_line = o->count <= 2 && o->radius == 0;
    for (uint32_t i = 0; i < o->count && in_line; i++)
        in_line = c2d_orient_sign(p, q, o->v.own[i]) == 0;
    return in_line;
}

/* The gaps that obstacles leave around the trial pose: all that it touches, or without those that it touches anew.
 */
static size_t gaps_at_trial(c2d_mover *m, bool all)
{
    const c2d_shape *s = &m->trial->shape;
    size_t count = 0;
    for (size_t i = 0; i < m->nearby.count; i++) {
        const c2d_shape *o = m->nearby.list[i].shape;
        if (c2d_mover_blocks(&m->nearby.list[i]) && c2d_touches(s, o) &&
            (all || c2d_collides(&m->pose->shape, o) || is_in_line(m, o)))
            m->touched[count++] = o;
    }
    return find_gaps(m, s, count);
}

bool c2d_mover_is_pinched(c2d_mover *m)
{
    return c2d_mover_is_thin(m) && gaps_at_trial(m, true) > gaps_at_trial(m, false);
}
