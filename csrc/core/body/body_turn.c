/* The turn of a body, which may also move: the first hit of any of its pieces with any piece of the other body. */
#include "pieces.h"

#include "../pair/relate.h"

typedef struct turn_search {
    const c2d_body *a, *b;
    size_t i;
    double angle;
    c2d_vec about, motion;
    c2d_vec *room;
    bool *hits;
    c2d_hit *hit;
    c2d_piece_pair *pair;
    c2d_status status;
    c2d_turn_parts parts; /* of the piece i */
} turn_search;

/* Turns the piece i of a against the piece j of b. Over the whole angle: the hit of a pair depends on no other. */
static bool turn_pair(void *context, uint32_t j)
{
    turn_search *t = context;
    bool found;
    c2d_hit hit;
    c2d_piece_pair pair = {t->i, j};
    t->status = c2d_turn_cast(t->a->pieces[t->i], c2d_piece_rect(t->a, t->i), t->angle, &t->about, t->motion,
                              t->b->pieces[j], 1, t->room, &found, &hit);
    if (t->status)
        return false;
    if (found && (!*t->hits || c2d_hit_precedes(&hit, pair, t->hit, *t->pair))) {
        *t->hits = true;
        *t->hit = hit;
        *t->pair = pair;
    }
    return true;
}

static double limit_of(const turn_search *t) { return *t->hits ? t->hit->t : 1; }

/* Turns the piece i against the earliest candidate of the part; false if there is none, or with an error. */
static bool turn_earliest(turn_search *t)
{
    uint32_t j;
    return c2d_turn_parts_take(&t->parts, limit_of(t), &j) && turn_pair(t, j);
}

static bool turn_met(void *context, uint32_t j)
{
    turn_search *t = context;
    bool is_full = c2d_turn_parts_add(&t->parts, limit_of(t), t->b->pieces[j], j);
    return !is_full || turn_earliest(t) || !t->status;
}

/* Turns the piece i against what it meets up to the first hit so far. */
static void turn_piece(turn_search *t)
{
    c2d_bounds box;
    const c2d_shape *piece = t->a->pieces[t->i];
    const c2d_rect *rect = c2d_piece_rect(t->a, t->i);
    t->status = c2d_turn_parts_init(&t->parts, piece, rect, t->angle, &t->about, t->motion);
    while (!t->status && c2d_turn_parts_next(&t->parts, limit_of(t), &box)) {
        bool more = c2d_visit_pieces(t->b, box, turn_met, t);
        while (more)
            more = turn_earliest(t);
    }
}

c2d_status c2d_body_turn_cast(const c2d_body *a, double angle, c2d_vec about, c2d_vec motion, const c2d_body *b,
                              c2d_vec *room, bool *hits, c2d_hit *out, c2d_piece_pair *pair)
{
    turn_search t = {.a = a, .b = b, .angle = angle, .about = about, .motion = motion, .room = room, .hits = hits};
    c2d_piece_pair least;
    t.hit = out;
    t.pair = pair;
    t.status = c2d_check(&t.angle);
    *hits = false;
    if (t.status)
        return t.status;
    if (t.angle == 0 && (motion.x != 0 || motion.y != 0))
        return c2d_body_cast(a, motion, b, (c2d_cast_options){false, true}, room, hits, out, pair);
    c2d_body_nearest_pair(a, b, &least);
    t.i = least.a;
    turn_pair(&t, (uint32_t)least.b); /* an overlap at the start, the deepest, or a first bound of t */
    bool is_final = *hits && out->depth > 0;
    for (size_t k = 0; k < a->count && !t.status && !is_final; k++) {
        t.i = c2d_piece_after(least.a, k);
        turn_piece(&t);
    }
    if (t.status)
        *hits = false;
    return t.status;
}
