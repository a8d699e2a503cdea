/* What callers of image_search.h need: the box of a shape for the tree, which image is visited, and how long a way may
 * be. The core itself uses none of it. */
#ifndef C2D_HOME_H
#define C2D_HOME_H

#include "../core/periodic/image_search.h"

/* The box of a shape for the tree. With a period it is not larger than the bounds, but for rounding: how much earlier a
 * cast may hit depends on where the image is. */
static inline c2d_bounds c2d_home_box(const c2d_shape *s, c2d_vec period)
{
    if (!c2d_repeats(period))
        return c2d_cast_target_bounds(s);
    c2d_cell cell = c2d_cell_of(s->min, period);
    return c2d_shift_box(c2d_bounds_of(s), period, -cell.x, -cell.y);
}
/* By how many periods a shape is shifted to its image in a cell. */
static inline c2d_cell c2d_image_in_cell(c2d_cell cell, const c2d_shape *s, c2d_vec period)
{
    c2d_cell own = {0, 0};
    if (c2d_repeats(period))
        own = c2d_cell_of(s->min, period);
    own.x = cell.x - own.x;
    own.y = cell.y - own.y;
    return own;
}
/* How many periods a way may go along an axis. What is no number is for others to refuse. */
#define C2D_LONGEST_WAY 4096
static inline bool c2d_way_fits(c2d_vec way, c2d_vec period)
{
    return !(fabs(way.x) > C2D_LONGEST_WAY * period.x || fabs(way.y) > C2D_LONGEST_WAY * period.y);
}

#endif
