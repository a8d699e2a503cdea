/* Places in a world that repeats: cells, and boxes shifted by whole periods. A period is INFINITY along an axis on
 * which nothing repeats. */
#ifndef C2D_PERIODS_H
#define C2D_PERIODS_H

#include "image.h"

#include <math.h>

static inline bool c2d_repeats(c2d_vec period) { return period.x < INFINITY || period.y < INFINITY; }

/* Whether an interval spans at most C2D_MOST_PERIODS; and whether it is within C2D_FARTHEST_PERIOD of 0. */
static inline bool c2d_spans_few(double lo, double hi, double period) { return hi - lo <= C2D_MOST_PERIODS * period; }
static inline bool c2d_is_within(double lo, double hi, double period)
{
    return fabs(lo) <= C2D_FARTHEST_PERIOD * period && fabs(hi) <= C2D_FARTHEST_PERIOD * period;
}
/* Both, along both axes. What follows is about boxes that fit. */
bool c2d_fits_period(c2d_bounds box, c2d_vec period);

/* The cell of a box: by how many periods its least corner is away from the first period, [0, w) by [0, h), up to
 * rounding. Equal corners have equal cells. */
c2d_cell c2d_cell_of(c2d_vec least, c2d_vec period);

/* The box shifted by i and j periods, and grown by the rounding. */
c2d_bounds c2d_shift_box(c2d_bounds box, c2d_vec period, int32_t i, int32_t j);

/* The shifts by whole periods with which the boxes of a tree may come to a box: to within `reach` of it along each
 * axis. Other shifts certainly do not. first > last: there are none. */
typedef struct c2d_cell_range {
    c2d_cell first, last;
} c2d_cell_range;
c2d_cell_range c2d_cells_near(c2d_bounds box, c2d_bounds all, c2d_vec period, c2d_vec reach);
/* How many periods a way may go along an axis. What is no number is for others to refuse. */
#define C2D_LONGEST_WAY 4096
bool c2d_way_fits(c2d_vec way, c2d_vec period);
/* Visits the shifts with which boxes within `all` may come to a box that moves along t * way, 0 <= t <= limit, about in
 * the order of their times: no more shifts than the periods that the way crosses, and some of their neighbours. visit
 * returns the new limit, at most as large as the one it gets; a negative one ends the walk. The way is in the domain.
 */
typedef double c2d_visit_cell(void *context, c2d_cell shift, double limit);
void c2d_cells_along(c2d_bounds box, c2d_vec way, c2d_bounds all, c2d_vec period, double limit, c2d_visit_cell *visit,
                     void *context);
/* The bounds of all boxes of a tree, which is not empty. */
c2d_bounds c2d_tree_bounds(const c2d_tree *tree);

#endif
