/* The remainder of a sharp shape from which sharp pieces are taken away. */
#ifndef C2D_REMAINDER_H
#define C2D_REMAINDER_H

#include "../../include/collide2d.h"

/* *empty: whether the sharp pieces of a body cover a segment or polygon of radius 0 together, exactly. */
c2d_status c2d_remainder_is_empty(const c2d_shape *s, const c2d_body *body, bool *empty);

#endif
