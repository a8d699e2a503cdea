/* The cast of a body: the first hit of any of its pieces with any piece of the other body. */
#include "pieces.h"

/* Whether a hit precedes the first one so far: an overlap at the start does, the deepest first, then the least t. Of
 * equal hits the first one found stays. */
static bool is_earlier(const c2d_hit *hit, const c2d_hit *first)
{
    if (hit->depth != first->depth)
        return hit->depth > first->depth;
    return hit->t < first->t;
}

static c2d_status cast_pieces(const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_cast_options options,
                              c2d_vec *room, c2d_piece_pair pair, bool *found, c2d_hit *hit)
{
    const c2d_shape *p = a->pieces[pair.a], *q = b->pieces[pair.b];
    const c2d_rect *rect = c2d_piece_rect(a, pair.a);
    return c2d_cast_with(p, rect, motion, q, room, options, found, hit);
}

c2d_status c2d_body_cast(const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_cast_options options, c2d_vec *room,
                         bool *hits, c2d_hit *out, c2d_piece_pair *pair)
{
    *hits = false;
    for (size_t i = 0; i < a->count; i++) {
        for (size_t j = 0; j < b->count; j++) {
            bool found;
            c2d_hit hit;
            c2d_piece_pair at = {i, j};
            c2d_status status = cast_pieces(a, motion, b, options, room, at, &found, &hit);
            if (status) {
                *hits = false;
                return status;
            }
            if (!found || (*hits && !is_earlier(&hit, out)))
                continue;
            *hits = true;
            *out = hit;
            *pair = at;
        }
    }
    return C2D_OK;
}
