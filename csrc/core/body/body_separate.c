/* Moves two overlapping bodies apart. First the deepest pair of pieces is separated, again and again: where the bodies
 * meet in one place, this takes a round or two and a short move. Bodies that interlock may never end that way. They
 * are separated along the best straight direction, one in which their projections no longer overlap. */
#include "pose.h"
#include "pieces.h"

#include "../exact/allocate.h"
#include "../exact/exact.h"
#include "../motion/sweep.h"

/* Pairs that are separated one after the other, and thus directions that are known afterwards. */
#define ROUNDS 16

typedef struct separation {
    c2d_pose a, b;
    double mass_a, mass_b;
    c2d_vec move_a, move_b;
    c2d_vec *room;
    c2d_vec directions[ROUNDS + 4]; /* the axes, then the normals of the pairs */
    int direction_count;
} separation;

static c2d_status set_moves(separation *s, c2d_vec move_a, c2d_vec move_b)
{
    s->move_a = move_a;
    s->move_b = move_b;
    c2d_status status = c2d_pose_move(&s->a, move_a);
    return status ? status : c2d_pose_move(&s->b, move_b);
}

static c2d_status check_overlap(const separation *s, bool *overlaps)
{
    c2d_relation relation;
    c2d_status status = c2d_body_relate(&s->a.body, &s->b.body, &relation);
    *overlaps = relation == C2D_OVERLAPPING;
    return status;
}

/* The steps that move a by d relative to b. */
static void share_step(const separation *s, c2d_vec d, c2d_vec *step_a, c2d_vec *step_b)
{
    double share_a = isinf(s->mass_b) ? 1 : isinf(s->mass_a) ? 0 : 1 / (1 + s->mass_a / s->mass_b);
    *step_a = c2d_mul(d, share_a);
    *step_b = c2d_mul(d, -(1 - share_a));
}

/* Separates the deepest pair of the current poses. Pieces that only touch are moved out of those that surround them. */
static c2d_status separate_pair(separation *s)
{
    c2d_contact contact;
    c2d_piece_pair pair;
    c2d_vec step_a, step_b;
    bool collides;
    c2d_status status = c2d_body_find_contact(&s->a.body, &s->b.body, &collides, &contact, &pair);
    if (status)
        return status;
    const c2d_shape *p = s->a.body.pieces[pair.a], *q = s->b.body.pieces[pair.b];
    if (c2d_overlaps(p, q))
        status = c2d_separate(p, NULL, s->mass_a, q, NULL, s->mass_b, s->room, &step_a, &step_b);
    else
        share_step(s, c2d_mul(contact.normal, contact.depth), &step_a, &step_b);
    if (status)
        return status;
    s->directions[s->direction_count++] = contact.normal;
    return set_moves(s, c2d_add(s->move_a, step_a), c2d_add(s->move_b, step_b));
}

/* ---- along a straight direction ---- */

/* The least of n . p over a body if side is -1, the greatest if it is 1. */
static double extent(const c2d_body *body, c2d_vec n, double side)
{
    double most = -INFINITY;
    for (size_t i = 0; i < body->count; i++) {
        const c2d_shape *s = body->pieces[i];
        for (uint32_t k = 0; k < s->count; k++)
            most = c2d_max(most, side * c2d_dot(n, c2d_vertices(s)[k]) + s->radius);
    }
    return side * most;
}

/* How far a must move in the direction, relative to b, until it is beyond b. */
static double distance_along(const separation *s, c2d_vec n)
{
    return extent(s->b.source, n, 1) - extent(s->a.source, n, -1);
}

static c2d_status move_along(separation *s, c2d_vec n, double distance)
{
    c2d_vec step_a, step_b;
    share_step(s, c2d_mul(n, distance), &step_a, &step_b);
    return set_moves(s, step_a, step_b);
}

/* The distance is computed and the normal is a unit vector up to rounding, so a surplus of a few ulps may be missing.
 * It doubles until the bodies do not overlap. */
static c2d_status separate_along(separation *s)
{
    c2d_vec best = s->directions[0];
    for (int i = 1; i < s->direction_count; i++)
        best = distance_along(s, s->directions[i]) < distance_along(s, best) ? s->directions[i] : best;
    double distance = distance_along(s, best);
    c2d_bounds box_a = c2d_body_bounds(s->a.source), box_b = c2d_body_bounds(s->b.source);
    double scale = c2d_max(c2d_norm(box_a.min) + c2d_norm(box_a.max), c2d_norm(box_b.min) + c2d_norm(box_b.max));
    double surplus = 0;
    bool overlaps = true;
    c2d_status status = C2D_OK;
    while (!status && overlaps) {
        status = move_along(s, best, distance + surplus);
        if (!status)
            status = check_overlap(s, &overlaps);
        surplus = surplus > 0 ? 2 * surplus : c2d_max(0x1p-52 * scale, 0x1p-200);
    }
    return status;
}

static c2d_status separate(separation *s)
{
    static const c2d_vec axes[4] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int i = 0; i < 4; i++)
        s->directions[s->direction_count++] = axes[i];
    c2d_status status = set_moves(s, c2d_v(0, 0), c2d_v(0, 0));
    for (int round = 0; round < ROUNDS && !status; round++) {
        bool overlaps = true;
        status = separate_pair(s);
        if (!status)
            status = check_overlap(s, &overlaps);
        if (!overlaps)
            return status;
    }
    return status == C2D_NO_MEMORY ? status : separate_along(s);
}

/* Moves both bodies farther along their moves: a moves relative to b by as much again, but by at most that part of the
 * smaller body. They stay where they are if they would interlock again. */
static c2d_status move_farther(separation *s, double part)
{
    c2d_vec move_a = s->move_a, move_b = s->move_b;
    double length = c2d_norm(c2d_sub(move_a, move_b));
    if (part == 0 || length == 0)
        return C2D_OK;
    c2d_bounds box_a = c2d_body_bounds(s->a.source), box_b = c2d_body_bounds(s->b.source);
    double size = c2d_min(c2d_magnitude(c2d_sub(box_a.max, box_a.min)), c2d_magnitude(c2d_sub(box_b.max, box_b.min)));
    double factor = 1 + c2d_min(1, part * size / length);
    bool overlaps = false;
    c2d_status status = set_moves(s, c2d_mul(move_a, factor), c2d_mul(move_b, factor));
    if (!status)
        status = check_overlap(s, &overlaps);
    if (status == C2D_NO_MEMORY || (!status && !overlaps))
        return status;
    return set_moves(s, move_a, move_b);
}

static size_t most_vertices(const c2d_body *body)
{
    size_t most = 0;
    for (size_t i = 0; i < body->count; i++)
        most = body->pieces[i]->count > most ? body->pieces[i]->count : most;
    return most;
}

static c2d_status separate_bodies(const c2d_body *a, double mass_a, const c2d_body *b, double mass_b, double part,
                                  c2d_vec *room, c2d_vec *move_a, c2d_vec *move_b)
{
    separation s = {.mass_a = mass_a, .mass_b = mass_b, .room = room};
    c2d_status status = c2d_pose_init(&s.a, a);
    if (!status)
        status = c2d_pose_init(&s.b, b);
    if (!status)
        status = separate(&s);
    if (!status)
        status = move_farther(&s, part);
    if (!status) {
        *move_a = s.move_a;
        *move_b = s.move_b;
    }
    c2d_pose_free(&s.a);
    c2d_pose_free(&s.b);
    return status;
}

c2d_status c2d_body_separate_more(const c2d_body *a, double mass_a, const c2d_body *b, double mass_b, double part,
                                  c2d_vec *move_a, c2d_vec *move_b)
{
    *move_a = *move_b = c2d_v(0, 0);
    c2d_status status = c2d_check_mass(&mass_a);
    if (!status)
        status = c2d_check_mass(&mass_b);
    if (mass_a == INFINITY && mass_b == INFINITY)
        status = C2D_BOTH_INFINITE;
    c2d_relation relation = C2D_APART;
    if (!status)
        status = c2d_body_relate(a, b, &relation);
    if (status || relation != C2D_OVERLAPPING)
        return status;
    c2d_vec *room = c2d_new_array(C2D_CAST_ROOM(most_vertices(a) + most_vertices(b)), sizeof *room);
    if (!room)
        return C2D_NO_MEMORY;
    if (a->count == 1 && b->count == 1)
        status = c2d_separate_more(a->pieces[0], c2d_piece_rect(a, 0), mass_a, b->pieces[0], c2d_piece_rect(b, 0),
                                   mass_b, part, room, move_a, move_b);
    else
        status = separate_bodies(a, mass_a, b, mass_b, part, room, move_a, move_b);
    free(room);
    return status;
}

c2d_status c2d_body_separate(const c2d_body *a, double mass_a, const c2d_body *b, double mass_b, c2d_vec *move_a,
                             c2d_vec *move_b)
{
    return c2d_body_separate_more(a, mass_a, b, mass_b, 0, move_a, move_b);
}
