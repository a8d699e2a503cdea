/* A test of bounds. */
#ifndef C2D_BOUNDS_H
#define C2D_BOUNDS_H

#include "../../include/collide2d.h"

/* Whether two boxes overlap or touch. Without branches. Bounds of shapes are rounded outward, so shapes whose bounds do
 * not meet are apart. */
static inline bool c2d_bounds_meet(c2d_bounds a, c2d_bounds b)
{
    return (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y);
}

#endif
