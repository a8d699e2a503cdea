/* Where a leg of the mover ends: at the cast's stop, flush with a face across an axis, or a few ulps beside it, so that
 * the exact sweep to the stop is clear. */
#include "mover.h"

#include "../pair/relate.h"

#include <assert.h>

c2d_vec c2d_mover_offset_at(const c2d_mover *m, double t)
{
    c2d_vec offset = c2d_mover_offset(m, c2d_mul(m->motion, t));
    if (t == 1 && m->motion_undeflected.x)
        offset.x = m->goal.x;
    if (t == 1 && m->motion_undeflected.y)
        offset.y = m->goal.y;
    return offset;
}

/* Whether mover and obstacle have no thickness. In contact, such a mover is on neither side of the obstacle. */
static bool are_thin(const c2d_shape *s, const c2d_shape *o)
{
    return s->count <= 2 && s->radius + o->radius == 0 && c2d_cores_are_flat(s, o);
}

/* ---- faces across an axis ---- */

double c2d_mover_flush(const c2d_shape *start, const c2d_shape *o, bool x_axis, double side)
{
    double wall = c2d_extreme(o, x_axis, side), from = c2d_extreme(start, x_axis, -side);
    return -side * c2d_sum4(side * from, -side * wall, -start->radius, -o->radius);
}

/* The offset at which the piece is flush with a face across an axis, rounded once. For other faces the given offset.
 * scale: of the way there, whose rounding is all that the two may differ by: a lookup ends where the leg does, however
 * long the motion is. */
static c2d_vec flush_offset(const c2d_mover *m, c2d_vec offset, const c2d_encounter *e, double scale)
{
    c2d_vec n = e->hit.normal;
    bool x_axis = n.x != 0;
    const c2d_shape *start = m->pieces[e->piece].start, *o = m->nearby.list[e->index].shape;
    if ((n.x != 0 && n.y != 0) || are_thin(start, o))
        return offset;
    double side = copysign(1, x_axis ? n.x : n.y), *axis = x_axis ? &offset.x : &offset.y;
    double flush = c2d_mover_flush(start, o, x_axis, side);
    /* Half the slack of c2d_mover_look_up, so that the lookup has found all obstacles at the flush offset. */
    if (fabs(flush - *axis) <= C2D_MOVER_PROGRESS / 2 * scale)
        *axis = flush;
    return offset;
}

/* ---- stops that are clear ---- */

static bool is_touching(const c2d_mover *m, const c2d_encounter *e)
{
    const c2d_obstacle *o = &m->nearby.list[e->index];
    for (int i = 0; i < m->touch_count; i++) {
        const c2d_touch *t = &m->touches[i];
        if (t->piece == e->piece && t->obstacle.item == o->item && t->obstacle.shape == o->shape)
            return true;
    }
    return false;
}

/* Whether the sweep is clear to a stop with fewer bits of *t, at most C2D_MOVER_PROGRESS earlier. Where the motion has
 * few bits, too, its coordinates are then not rounded, and the mover stays on the line of its motion. If it starts
 * between two obstacles that touch, and the line is their tangent, no other way is clear. */
static bool is_clear_on_line(c2d_mover *m, double back, double *t, c2d_encounter *blocker)
{
    int exponent;
    frexp(back, &exponent);
    for (int bits = exponent - 10; bits < exponent; bits++) {
        double less = ldexp(floor(ldexp(*t, -bits)), bits);
        if (less > 0 && c2d_mover_is_clear_to(m, c2d_mover_offset_at(m, less), blocker)) {
            *t = less;
            return true;
        }
    }
    return false;
}

/* The offset of a stop after at most *t of the motion to which the sweep is clear. A stop that is safe for one obstacle
 * may be an ulp inside another one, and a short part of a nudged motion contains little of the nudge. The offset is
 * therefore pushed away from the blocker by a few ulps, or else the leg is shortened, until the sweep is clear. Where
 * shortening would make the mover creep along a surface, it stays. *blocker: the obstacle that changed the stop, if one
 * did.
 *
 * Every obstacle at such a stop is among those of c2d_mover_look_up, which searches within 256 u of the scale
 * (C2D_MOVER_PROGRESS, u = C2D_U): the pushes add up to at most 16 + 32 + 64 + 128 = 240 u, plus 2 u for the lengths of
 * the normals and the sums. A vertex is off by 9 u at most (c2d_scale_of_pivot). The searched box and the offset lose
 * 4 u. The sum is 255 u. */
static c2d_vec clear_stop(c2d_mover *m, double *t, c2d_encounter *blocker)
{
    const c2d_encounter first = *blocker;
    c2d_vec d = m->motion, push = {0, 0}, offset = c2d_mover_offset_at(m, *t);
    double scale = c2d_mover_scale(m, c2d_mul(d, *t)), out = C2D_MOVER_NUDGE * scale;
    c2d_vec flush = flush_offset(m, offset, blocker, scale);
    double progress = C2D_MOVER_PROGRESS * scale / c2d_length_of(d), back = progress;
    if (*t > 0 && !c2d_same(flush, offset) && c2d_mover_is_clear_to(m, flush, blocker) && !c2d_mover_is_pinched(m))
        return flush;
    for (int tries = 0; tries < 5; tries++) {
        assert(c2d_magnitude(push) <= 242 * C2D_U * scale);
        if (c2d_mover_is_clear_to(m, offset, blocker)) {
            *blocker = first;
            return offset;
        }
        push = c2d_add(push, c2d_mul(c2d_mover_way_out(m, blocker), out));
        /* A step back along the motion leaves room for the push in a notch. */
        offset = c2d_mover_offset(m, c2d_add(c2d_mul(d, c2d_max(*t - back, 0)), push));
        out *= 2;
        back *= 2;
    }
    if (is_clear_on_line(m, progress, t, blocker)) {
        *blocker = first;
        return m->trial->offset;
    }
    /* A cast that misses an obstacle by rounding gives no distance, so the leg shrinks by twice as much each time. */
    for (double less = 4 * C2D_U; *t > 0; less *= 2) {
        offset = c2d_mover_offset_at(m, *t);
        if (c2d_mover_is_clear_to(m, offset, blocker))
            return offset;
        bool creeps = blocker->hit.t <= 0.5 && is_touching(m, blocker);
        *t = creeps ? 0 : c2d_min(*t * blocker->hit.t, c2d_max(*t * (1 - less), 0));
    }
    return m->pose->offset;
}

/* ---- thin obstacles ---- */

/* Whether the motion leads from one side of a thin obstacle to the other, not along it. */
static bool crosses(const c2d_mover *m, const c2d_shape *piece, const c2d_shape *o)
{
    const c2d_shape *s = piece->count == 2 ? piece : o;
    return s->count == 2 && c2d_cross(c2d_sub(s->v.own[1], s->v.own[0]), m->motion) != 0;
}

/* The part of the motion that is as long as the scale of its part until t. */
static double part_of_scale(const c2d_mover *m, double t)
{
    return c2d_mover_scale(m, c2d_mul(m->motion, t)) / c2d_length_of(m->motion);
}

/* A part of the motion that moves the mover by an ulp or two at t: a power of two, so that a mover on a lattice stays
 * on the line of its motion, and its sweep does not cut the corners that it grazed. */
static double least_step(const c2d_mover *m, double t)
{
    int exponent;
    frexp(2 * C2D_U * part_of_scale(m, t), &exponent);
    return ldexp(1, exponent);
}

static bool collides_at(c2d_mover *m, size_t piece, const c2d_shape *o, double t)
{
    return !c2d_mover_try_piece(m, piece, c2d_mover_offset_at(m, t)) && c2d_collides(&m->trial->pieces[piece].shape, o);
}

/* The last *t before a contact with an obstacle, between a time without it and one with it. */
static double last_before(c2d_mover *m, size_t piece, const c2d_shape *o, double without, double with)
{
    for (double t; t = without + (with - without) / 2, without < t && t < with;)
        *(collides_at(m, piece, o, t) ? &with : &without) = t;
    return without;
}

/* The encounter of a thin piece that comes to a thin obstacle nearly along it. */
static c2d_encounter along_thin(const c2d_mover *m, size_t piece, size_t index)
{
    const c2d_shape *s = &m->pose->pieces[piece].shape, *o = m->nearby.list[index].shape;
    c2d_vec n = c2d_edge_normal(s->count == 2 ? s : o, 0);
    n = c2d_dot(n, m->motion) < 0 ? n : c2d_sub(c2d_v(0, 0), n); /* without -0 */
    return (c2d_encounter){index, piece, {1, o->v.own[0], n, 0}, false, 0};
}

/* A thin piece in contact with a thin obstacle is on neither side of it, and the next motion could pass through. Unless
 * they are in contact already, the piece stops short of the contact. A piece that goes along an obstacle but for
 * rounding is in contact with all of it: it stops where it comes to it, and is led along it. */
static double piece_short_of_thin(c2d_mover *m, size_t piece, double t, c2d_encounter *blocker)
{
    const c2d_shape *s = &m->pose->pieces[piece].shape;
    double step = least_step(m, t), most = C2D_MOVER_PROGRESS * part_of_scale(m, t);
    size_t count = c2d_mover_obstacles_along(m, c2d_bounds_of(s), m->motion, t);
    for (size_t j = 0; j < count; j++) {
        size_t i = m->near_obstacles.list[j];
        const c2d_shape *o = m->nearby.list[i].shape;
        bool thin = c2d_mover_blocks(&m->nearby.list[i]) && are_thin(s, o) && crosses(m, s, o) && !c2d_collides(s, o);
        double first = t, with = t;
        while (thin && t > 0 && collides_at(m, piece, o, t)) {
            with = t;
            t = c2d_max(t - step, 0);
            step *= 2;
        }
        if (first - t > most) {
            t = last_before(m, piece, o, t, with);
            *blocker = along_thin(m, piece, i);
        }
    }
    return t;
}

static double short_of_thin(c2d_mover *m, double t, c2d_encounter *blocker)
{
    for (size_t i = 0; i < m->count && m->has_thin; i++)
        if (c2d_is_thin(&m->pose->pieces[i].shape))
            t = piece_short_of_thin(m, i, t, blocker);
    return t;
}

/* A thin mover at a pinch is on neither side of it, either. */
static double short_of_pinch(c2d_mover *m, double t)
{
    double step = least_step(m, t);
    while (m->has_thin && t > 0 && !c2d_mover_try(m, c2d_mover_offset_at(m, t)) && c2d_mover_is_pinched(m)) {
        t = c2d_max(t - step, 0);
        step *= 2;
    }
    return t;
}

/* A leg that clear_stop has shortened may end on a thin obstacle again, hence the loop. */
c2d_vec c2d_mover_stop_before(c2d_mover *m, double *t, c2d_encounter *blocker)
{
    c2d_vec offset;
    double most;
    do {
        most = *t = short_of_pinch(m, short_of_thin(m, *t, blocker));
        offset = clear_stop(m, t, blocker);
    } while (*t < most);
    return offset;
}
