/* The centre of a body. */
#include "pieces.h"

#include "../exact/exact.h"

/* The weight of a piece in the centre: its area, or its length if no piece has an area, or 1 if none has a length. */
typedef enum measure { BY_AREA, BY_LENGTH, BY_NUMBER } measure;

static double weight_of(const c2d_shape *s, measure by)
{
    if (by == BY_AREA)
        return c2d_area(s);
    return by == BY_NUMBER ? 1 : s->count > 1 ? c2d_length(s->v.own[0], s->v.own[1]) : 0;
}

static c2d_vec center_of_piece(const c2d_body *body, size_t i)
{
    const c2d_rect *rect = c2d_piece_rect(body, i);
    return rect ? c2d_rect_center(rect) : c2d_center(body->pieces[i]);
}

c2d_vec c2d_body_center(const c2d_body *body)
{
    c2d_vec first = center_of_piece(body, 0);
    for (int by = BY_AREA; by <= BY_NUMBER; by++) {
        /* Offsets from one piece keep a body far from the origin from losing digits, and shares of the total weight
         * are at most 1, so no product leaves the range of doubles. */
        double total = 0;
        for (size_t i = 0; i < body->count; i++)
            total += weight_of(body->pieces[i], (measure)by);
        c2d_vec offset = {0, 0};
        for (size_t i = 1; i < body->count && total > 0; i++) {
            c2d_vec from_first = c2d_sub(center_of_piece(body, i), first);
            offset = c2d_add(offset, c2d_mul(from_first, weight_of(body->pieces[i], (measure)by) / total));
        }
        if (total > 0)
            return c2d_add(first, offset);
    }
    return first;
}
