/* What the files about bodies share: bounds of pieces that meet, and the pair of pieces that is nearest or deepest. */
#ifndef C2D_PIECES_H
#define C2D_PIECES_H

#include "../../include/collide2d.h"

/* Closed boxes. Bounds of shapes are rounded outward, so shapes whose bounds do not meet are apart. */
static inline bool c2d_bounds_meet(c2d_bounds a, c2d_bounds b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

static inline const c2d_rect *c2d_piece_rect(const c2d_body *body, size_t i)
{
    return body->rects ? body->rects[i] : NULL;
}

/* The greatest relation of a piece of a and a piece of b. */
c2d_relation c2d_body_relate_pairs(const c2d_body *a, const c2d_body *b);

/* Whether a pair precedes the least one so far, which has the same separation. Exchanging the bodies does not change
 * the answer, unless the bodies are equal. */
bool c2d_pair_precedes(const c2d_body *a, const c2d_body *b, c2d_piece_pair pair, c2d_piece_pair least);

/* Whether a hit precedes the first one so far: an overlap at the start does, the deepest first, then the least t, then
 * the lesser indices. */
static inline bool c2d_hit_precedes(const c2d_hit *hit, c2d_piece_pair pair, const c2d_hit *first,
                                    c2d_piece_pair first_pair)
{
    if (hit->depth != first->depth)
        return hit->depth > first->depth;
    if (hit->t != first->t)
        return hit->t < first->t;
    return pair.a != first_pair.a ? pair.a < first_pair.a : pair.b < first_pair.b;
}

/* The least separation of a piece of a and a piece of b, and that pair. */
double c2d_body_nearest_pair(const c2d_body *a, const c2d_body *b, c2d_piece_pair *pair);

#endif
