/* The relation of two bodies. Pairs of pieces decide it, and one thing that no pair shows: a point or a segment without
 * thickness that only touches the pieces of the other body may be surrounded by them. */
#include "pieces.h"
#include "thin_pieces.h"

#include "../exact/vec.h"

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

c2d_relation c2d_body_relate_pairs(const c2d_body *a, const c2d_body *b)
{
    c2d_bounds box = c2d_body_bounds(b);
    c2d_relation greatest = C2D_APART;
    for (size_t i = 0; i < a->count; i++) {
        const c2d_shape *s = a->pieces[i];
        c2d_bounds own = c2d_bounds_of(s);
        for (size_t j = 0; j < b->count && c2d_bounds_meet(own, box); j++) {
            c2d_relation relation = c2d_relate(s, b->pieces[j]);
            if (relation == C2D_OVERLAPPING)
                return relation;
            greatest = relation > greatest ? relation : greatest;
        }
    }
    return greatest;
}

/* Whether the union of b surrounds a piece of a. */
static c2d_status surrounds_piece(const c2d_body *b, const c2d_body *a, bool *surrounds)
{
    c2d_bounds box = c2d_body_bounds(b);
    c2d_status status = C2D_OK;
    *surrounds = false;
    for (size_t i = 0; i < a->count && !status && !*surrounds; i++)
        if (c2d_is_thin(a->pieces[i]) && c2d_bounds_meet(c2d_bounds_of(a->pieces[i]), box))
            status = c2d_union_surrounds(a->pieces[i], b->pieces, b->count, surrounds);
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
