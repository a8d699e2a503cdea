/* Who takes part in all pairs: the valid rows of one array or two, as the core wants them. */
#ifndef C2D_ARRAYS_MEMBERS_H
#define C2D_ARRAYS_MEMBERS_H

#include "numpy.h"

/* The shapes of both arrays, one after the other, or of one those whose pairs are wanted and then the others; of
 * circles and points only what makes them. The shapes of an array come row after row across the plane, those that meet
 * being near each other in memory. */
typedef struct members {
    uint32_t count, of_a; /* the first so many are of the first array, or of its first rows */
    c2d_bounds *boxes;
    c2d_shape *shapes; /* or */
    c2d_disc *discs;
    uint32_t *index; /* in their array; NULL if all are at their own index */
} members;

typedef enum members_fault { MEMBERS_OK, MEMBERS_NO_MEMORY, INVALID_ROW_A, INVALID_ROW_B } members_fault;

/* b: NULL for the pairs of one array, of which the first so many rows come first. In any case they are to be freed.
 * Needs no Python. */
members_fault gather_members(members *m, const array_object *a, const array_object *b, uint32_t rows);
void free_members(members *m);

#endif
