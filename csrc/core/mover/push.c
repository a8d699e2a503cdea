/* One push out of what the mover overlaps at the start: how far it leads along a direction, and whether its sweep
 * passes through anything. */
#include "push.h"

/* A push that rounding leaves inside an obstacle is made longer this many times, each time by twice as much. */
#define MAX_STEPS 8

/* So many times, a push goes on until another piece has left an overlap of the body. */
#define MAX_ENTERED 32

/* ---- one end ---- */

/* Whether the trial pose is in an overlap of the start. */
static bool is_in_overlap(const c2d_mover *m, const c2d_overlap *o)
{
    return c2d_overlaps(&m->trial->pieces[o->piece].shape, o->obstacle.shape);
}

static bool is_inside(const c2d_mover *m, c2d_push_search *s)
{
    if (is_in_overlap(m, &s->overlaps[s->witness]))
        return true;
    for (size_t i = 0; i < s->count; i++)
        if (is_in_overlap(m, &s->overlaps[i])) {
            s->witness = i;
            return true;
        }
    return false;
}

static void add_blocker(c2d_push_search *s, const c2d_obstacle *o, size_t piece, double length)
{
    for (int i = 0; i < s->blocker_count; i++) {
        c2d_push_blocker *b = &s->blockers[i];
        if (b->piece == piece && b->obstacle.item == o->item && b->obstacle.shape == o->shape) {
            b->length = c2d_min(b->length, length);
            return;
        }
    }
    if (s->blocker_count < C2D_PUSH_MAX_BLOCKERS)
        s->blockers[s->blocker_count++] = (c2d_push_blocker){*o, piece, length};
}

/* Whether the trial pose of a piece is in a seam. A segment that starts in a seam may stay in it. */
static bool is_in_seam(c2d_mover *m, size_t k)
{
    bool is_point = m->pieces[k].start->count == 1;
    return c2d_mover_is_in_seam(m, m->trial, k) && (is_point || !c2d_mover_is_in_seam(m, m->pose, k));
}

/* Notes the obstacles round a seam. */
static void add_seam(c2d_mover *m, c2d_push_search *s, size_t piece)
{
    const c2d_shape *there = &m->trial->pieces[piece].shape;
    size_t count = c2d_mover_obstacles_near(m, c2d_bounds_of(there));
    for (size_t j = 0; j < count; j++) {
        const c2d_obstacle *o = &m->nearby.list[m->near_obstacles.list[j]];
        if (c2d_mover_blocks(o) && c2d_touches(there, o->shape))
            add_blocker(s, o, piece, c2d_length_of(m->trial->offset));
    }
}

/* Whether the trial pose is inside what no piece overlaps alone: a piece is surrounded, or an obstacle is. *at_start:
 * it is at the start, too. */
static bool is_in_union(c2d_mover *m, c2d_push_search *s, bool *at_start)
{
    for (size_t k = 0; k < m->count && m->has_thin; k++)
        if (is_in_seam(m, k)) {
            add_seam(m, s, k);
            *at_start = m->pieces[k].surrounded;
            return true;
        }
    for (size_t i = 0; i < m->nearby.count && m->count > 1; i++)
        if (c2d_mover_surrounds(m, m->trial, i)) {
            *at_start = c2d_obstacle_set_has(&m->surrounding, m->nearby.list[i].shape);
            return true;
        }
    return false;
}

/* Whether a piece of the trial pose overlaps what the body, but maybe not this piece, overlaps at the start. */
static bool enters_overlap(c2d_mover *m, c2d_push_search *s)
{
    for (size_t i = 0; i < m->nearby.count && m->count > 1; i++) {
        const c2d_obstacle *o = &m->nearby.list[i];
        if (!c2d_mover_blocks(o) || !c2d_obstacle_set_has(&m->overlapped, o->shape))
            continue;
        size_t count = c2d_mover_pieces_near(m, m->trial, c2d_bounds_of(o->shape));
        for (size_t j = 0; j < count; j++) {
            size_t k = m->near_pieces.list[j];
            if (c2d_overlaps(&m->trial->pieces[k].shape, o->shape)) {
                s->entered = (c2d_overlap){.obstacle = *o, .piece = k, .depth = 1};
                return true;
            }
        }
    }
    return false;
}

c2d_status c2d_push_try_end(c2d_mover *m, c2d_push_search *s, c2d_vec push, c2d_push_outcome *outcome)
{
    s->has_refusing = false;
    *outcome = C2D_PUSH_TOO_LONG;
    if (!c2d_push_is_short(s, c2d_length_of(push)) || c2d_mover_try(m, push))
        return C2D_OK;
    *outcome = C2D_PUSH_INSIDE;
    s->enters = false;
    if (is_inside(m, s))
        return C2D_OK;
    c2d_status status = c2d_mover_look_up(m, push);
    s->enters = !status && enters_overlap(m, s);
    if (status || s->enters)
        return status;
    s->least_exit = c2d_min(s->least_exit, c2d_length_of(push));
    bool at_start = false, ends_inside = is_in_union(m, s, &at_start);
    *outcome = at_start ? C2D_PUSH_INSIDE : C2D_PUSH_BLOCKED;
    if (ends_inside)
        return C2D_OK;
    if (!c2d_mover_is_clear_to(m, push, &s->refusing)) {
        s->has_refusing = true;
        add_blocker(s, &m->nearby.list[s->refusing.index], s->refusing.piece, c2d_length_of(push));
        return C2D_OK;
    }
    *outcome = C2D_PUSH_OUT;
    s->best_push = m->trial->offset;
    s->best_length = c2d_length_of(s->best_push);
    return C2D_OK;
}

/* Whether the piece of an overlap is still inside at an offset, or leaves the domain. */
static bool is_in_overlap_at(c2d_mover *m, const c2d_overlap *o, c2d_vec offset)
{
    return c2d_mover_try_piece(m, o->piece, offset) ||
           c2d_overlaps(&m->trial->pieces[o->piece].shape, o->obstacle.shape);
}

/* Most corners are inside the overlap that the last one was inside. */
bool c2d_push_is_inside_at(c2d_mover *m, c2d_push_search *s, c2d_vec v)
{
    c2d_vec offset = c2d_mul(v, 1 + 1e-9);
    if (is_in_overlap_at(m, &s->overlaps[s->refuting], offset))
        return true;
    for (size_t i = 0; i < s->count; i++)
        if (is_in_overlap_at(m, &s->overlaps[i], offset)) {
            s->refuting = i;
            return true;
        }
    return c2d_mover_try(m, offset) != C2D_OK;
}

bool c2d_push_is_refused_by_rounding(const c2d_mover *m, const c2d_push_search *s, c2d_push_outcome outcome)
{
    return outcome == C2D_PUSH_BLOCKED && s->has_refusing &&
           c2d_mover_sweep_depth(m, &s->refusing) <= C2D_MOVER_PROGRESS * s->scale;
}

/* On that grid a slanted gap that fits exactly stays exact, and the sweeps to some of the neighbours turn away from the
 * obstacle that the one to the corner grazes. */
c2d_status c2d_push_try_neighbours(c2d_mover *m, c2d_push_search *s, c2d_vec corner, c2d_push_outcome *outcome)
{
    c2d_vec list[C2D_PUSH_NEIGHBOURS];
    int exponent;
    frexp(s->scale + c2d_magnitude(corner), &exponent);
    double step = ldexp(C2D_U, exponent);
    c2d_vec middle = c2d_v(floor(corner.x / step + 0.5) * step, floor(corner.y / step + 0.5) * step);
    list[0] = middle;
    for (int k = 1, i; k < C2D_PUSH_NEIGHBOURS; k++) {
        int place = k <= 4 ? k - 1 : k; /* of three by three, without the one in the middle */
        c2d_vec v = c2d_add(middle, c2d_v((place % 3 - 1) * step, (place / 3 - 1) * step));
        for (i = k; i > 1 && c2d_length_of(list[i - 1]) > c2d_length_of(v); i--)
            list[i] = list[i - 1];
        list[i] = v;
    }
    c2d_status status = C2D_OK;
    for (int i = 0; i < C2D_PUSH_NEIGHBOURS && !status && *outcome != C2D_PUSH_OUT; i++)
        status = c2d_push_try_end(m, s, list[i], outcome);
    return status;
}

/* ---- along a direction ---- */

double c2d_push_separating_distance(const c2d_shape *s, const c2d_shape *o, c2d_vec u)
{
    const c2d_vec *v = c2d_vertices(s), *w = c2d_vertices(o), origin = c2d_middle(s);
    double back = INFINITY, front = -INFINITY;
    for (uint32_t i = 0; i < s->count; i++)
        back = c2d_min(back, c2d_dot(c2d_sub(v[i], origin), u));
    for (uint32_t i = 0; i < o->count; i++)
        front = c2d_max(front, c2d_dot(c2d_sub(w[i], origin), u));
    return front - back + (s->radius + o->radius);
}

/* Where the mover leaves the last overlap along u. */
typedef struct exit_point {
    double distance;
    const c2d_overlap *overlap; /* NULL: it is inside by a rounding only */
    c2d_vec normal;
} exit_point;

/* The mover leaves one overlap: beyond it, a cast of the piece back hits the obstacle. */
static c2d_status leave(c2d_mover *m, const c2d_overlap *overlap, c2d_vec u, exit_point *last)
{
    const c2d_mover_piece *piece = &m->pieces[overlap->piece];
    const c2d_posed_piece *there = &m->trial->pieces[overlap->piece];
    const c2d_shape *o = overlap->obstacle.shape;
    double beyond = c2d_max(c2d_push_separating_distance(piece->start, o, u), 0);
    c2d_hit hit;
    bool hits;
    if (beyond <= last->distance)
        return C2D_OK;
    c2d_vec d = c2d_mul(u, beyond);
    c2d_status status = c2d_mover_try_piece(m, overlap->piece, d);
    if (!status)
        status = c2d_cast(&there->shape, piece->rect ? &there->rect : NULL, c2d_neg(d), o, m->cast_room, &hits, &hit);
    if (status)
        return status;
    /* Along the seam of what surrounds the mover, no obstacle is hit on the way back. */
    double distance = hits ? beyond * (1 - hit.t) : overlap->depth == 0 ? beyond : 0;
    hit.normal = hits ? hit.normal : u;
    if (distance > last->distance)
        *last = (exit_point){distance, overlap, hit.normal};
    return C2D_OK;
}

/* The push along u to the exit. A coordinate at which it is flush with a face across that axis is rounded once. */
static c2d_vec push_to(const c2d_mover *m, const c2d_push_search *s, c2d_vec u, const exit_point *last)
{
    c2d_vec push = c2d_mul(u, last->distance), n = last->normal;
    if (last->overlap && (n.x == 0 || n.y == 0)) {
        const c2d_shape *start = m->pieces[last->overlap->piece].start, *o = last->overlap->obstacle.shape;
        double *axis = n.x != 0 ? &push.x : &push.y, side = copysign(1, n.x != 0 ? n.x : n.y);
        double flush = c2d_mover_flush(start, o, n.x != 0, side);
        if (fabs(flush - *axis) <= C2D_MOVER_PROGRESS * (s->scale + last->distance))
            *axis = flush;
    }
    return push;
}

c2d_status c2d_push_try_along(c2d_mover *m, c2d_push_search *s, c2d_vec u, c2d_push_outcome *outcome)
{
    exit_point last = {0, NULL, {0, 0}};
    c2d_status status = leave(m, &s->overlaps[s->witness], u, &last);
    *outcome = C2D_PUSH_TOO_LONG;
    double slack = C2D_MOVER_PROGRESS * s->scale;
    for (size_t i = 0; i < s->count && !status && c2d_push_is_short(s, last.distance - slack); i++) {
        double before = last.distance;
        status = leave(m, &s->overlaps[i], u, &last);
        s->witness = last.distance > before ? i : s->witness;
    }
    if (status || !c2d_push_is_short(s, last.distance - slack))
        return status == C2D_TOO_LARGE ? C2D_OK : status;
    status = c2d_push_try_end(m, s, push_to(m, s, u, &last), outcome);
    /* Other pieces of the body may be in its overlaps there. It goes on to where they have left them. */
    c2d_overlap entered;
    double more = 0, step = 2 * C2D_U * (s->scale + last.distance);
    for (int steps = 0, left = 0; steps < MAX_STEPS && !status && *outcome == C2D_PUSH_INSIDE;) {
        double before = last.distance;
        entered = s->entered;
        if (s->enters && left++ < MAX_ENTERED)
            status = leave(m, &entered, u, &last);
        bool goes_on = last.distance > before;
        c2d_vec push = goes_on ? push_to(m, s, u, &last) : c2d_mul(u, last.distance + more);
        more = goes_on ? 0 : 2 * more + step;
        steps = goes_on ? 0 : steps + 1;
        if (!status)
            status = c2d_push_try_end(m, s, push, outcome);
    }
    status = status == C2D_TOO_LARGE ? C2D_OK : status;
    if (!status && c2d_push_is_refused_by_rounding(m, s, *outcome))
        status = c2d_push_try_neighbours(m, s, push_to(m, s, u, &last), outcome);
    return status;
}
