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
} turn_search;

/* Turns the piece i of a against the piece j of b, up to the first hit so far. */
static bool turn_met(void *context, uint32_t j)
{
    turn_search *t = context;
    bool found;
    c2d_hit hit;
    c2d_piece_pair pair = {t->i, j};
    t->status = c2d_turn_cast(t->a->pieces[t->i], c2d_piece_rect(t->a, t->i), t->angle, &t->about, t->motion,
                              t->b->pieces[j], *t->hits ? t->hit->t : 1, t->room, &found, &hit);
    if (t->status)
        return false;
    if (found && (!*t->hits || c2d_hit_precedes(&hit, pair, t->hit, *t->pair))) {
        *t->hits = true;
        *t->hit = hit;
        *t->pair = pair;
    }
    return true;
}

c2d_status c2d_body_turn_cast(const c2d_body *a, double angle, c2d_vec about, c2d_vec motion, const c2d_body *b,
                              c2d_vec *room, bool *hits, c2d_hit *out, c2d_piece_pair *pair)
{
    turn_search t = {a, b, 0, angle, about, motion, room, hits, out, pair, C2D_OK};
    c2d_piece_pair least;
    t.status = c2d_check(&t.angle);
    *hits = false;
    if (t.status)
        return t.status;
    if (t.angle == 0 && (motion.x != 0 || motion.y != 0))
        return c2d_body_cast(a, motion, b, (c2d_cast_options){false, true}, room, hits, out, pair);
    c2d_body_nearest_pair(a, b, &least);
    t.i = least.a;
    turn_met(&t, (uint32_t)least.b); /* an overlap at the start, the deepest, or a first bound of t */
    bool is_final = *hits && out->depth > 0;
    for (size_t k = 0; k < a->count && !t.status; k++) {
        c2d_bounds box;
        t.i = c2d_piece_after(least.a, k);
        t.status = c2d_turn_bounds(a->pieces[t.i], c2d_piece_rect(a, t.i), t.angle, &about, motion, &box);
        if (!t.status && !is_final)
            c2d_visit_pieces(b, box, turn_met, &t);
    }
    if (t.status)
        *hits = false;
    return t.status;
}
