/* The pairs of rows that collide through an image in a world that repeats. */
#ifndef C2D_ARRAYS_PERIODIC_H
#define C2D_ARRAYS_PERIODIC_H

#include "members.h"

/* A row that is too long or too far away for a period. */
typedef struct far_row {
    bool of_b;
    uint32_t index; /* in its array */
    c2d_bounds box;
} far_row;

/* Visits the pairs of members that collide only through an image. split: only pairs with one of the first of_a members,
 * and within: also both. C2D_TOO_LARGE: *far is the row. Runs without the GIL. */
c2d_status image_pairs(const members *m, bool split, bool within, c2d_vec period, bool touching, c2d_visit_pair *visit,
                       void *context, far_row *far);

/* Sets the ValueError. */
void refuse_far_row(const far_row *row, bool two_arrays, c2d_vec period);

#endif
