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

/* The least separation of a piece of a and a piece of b, and that pair. */
double c2d_body_nearest_pair(const c2d_body *a, const c2d_body *b, c2d_piece_pair *pair);

#endif
