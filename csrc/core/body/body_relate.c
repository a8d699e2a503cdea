/* The relation of two bodies. Pairs of pieces decide it, except in one case: a point or a segment without
 * thickness that only touches the pieces of the other body may be surrounded by them. */
#include "pieces.h"
#include "thin_pieces.h"

#include "../shape/shape.h"

c2d_bounds c2d_body_bounds(const c2d_body *body)
{
    c2d_bounds box = c2d_bounds_of(body->pieces[0]);
    for (size_t i = 1; i < body->count; i++) {
        const c2d_shape *s = body->pieces[i];
        box.min = c2d_v(c2d_min(box.min.x, s->min.x), c2d_min(box.min.y, s->min.y));
        box.max = c2d_v(c2d_max(box.max.x, s->max.x), c2d_max(box.max.y, s->max.y));
    }
    return box;
}

typedef struct relating {
    const c2d_shape *piece;
    const c2d_body *body;
    c2d_relation greatest;
} relating;

static bool relate_piece(void *context, uint32_t j)
{
    relating *r = context;
    c2d_relation relation = c2d_relate(r->piece, r->body->pieces[j]);
    r->greatest = relation > r->greatest ? relation : r->greatest;
    return relation != C2D_OVERLAPPING;
}

c2d_relation c2d_body_relate_pairs(const c2d_body *a, const c2d_body *b)
{
    if (c2d_searches_first(a, b)) {
        const c2d_body *swapped = a;
        a = b;
        b = swapped;
    }
    c2d_bounds box = c2d_body_bounds(b);
    relating r = {.body = b, .greatest = C2D_APART};
    for (size_t i = 0; i < a->count && r.greatest != C2D_OVERLAPPING; i++) {
        r.piece = a->pieces[i];
        if (c2d_bounds_meet(c2d_bounds_of(r.piece), box))
            c2d_visit_pieces(b, c2d_bounds_of(r.piece), relate_piece, &r);
    }
    return r.greatest;
}

/* Whether the union of b surrounds a piece of a. */
static c2d_status surrounds_piece(const c2d_body *b, const c2d_body *a, bool *surrounds)
{
    c2d_bounds box = c2d_body_bounds(b);
    c2d_status status = C2D_OK;
    *surrounds = false;
    for (size_t i = 0; i < a->count && !status && !*surrounds; i++)
        if (c2d_is_thin(a->pieces[i]) && c2d_bounds_meet(c2d_bounds_of(a->pieces[i]), box))
            status = c2d_body_surrounds(b, a->pieces[i], surrounds);
    return status;
}

c2d_status c2d_body_relate(const c2d_body *a, const c2d_body *b, c2d_relation *relation)
{
    bool surrounds;
    *relation = c2d_body_relate_pairs(a, b);
    if (*relation != C2D_TOUCHING)
        return C2D_OK;
    c2d_status status = surrounds_piece(b, a, &surrounds);
    if (!status && !surrounds)
        status = surrounds_piece(a, b, &surrounds);
    if (!status && surrounds)
        *relation = C2D_OVERLAPPING;
    return status;
}
