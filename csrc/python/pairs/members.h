/* The shapes among which pairs are searched: the valid rows of one or two arrays, in the form that the core needs. */
#ifndef C2D_ARRAYS_MEMBERS_H
#define C2D_ARRAYS_MEMBERS_H

#include "../arrays/numpy.h"

#include "../../core/broad/disc_strips.h"

#include <stdlib.h>

/* Memory that can be used without the GIL, for count elements; not NULL if count is 0. */
static inline void *allocate(size_t count, size_t size) { return malloc(count ? count * size : 1); }

/* Whether the rows of an array are circles or points. */
static inline bool all_discs(const array_object *a) { return a->kind <= ROW_CIRCLE; }

/* The shapes of both arrays, one array after the other; or of one array, first the rows whose pairs are wanted. Circles
 * and points are stored as discs. Other shapes of an array are sorted by cells of the plane, so that shapes near each
 * other in the plane are near each other in memory. */
typedef struct members {
    uint32_t count;
    uint32_t of_a; /* how many are from the first array, or from its first rows; they come first */
    c2d_bounds *boxes;
    c2d_shape *shapes; /* boxes and shapes, or only discs */
    const c2d_disc *discs;
    c2d_disc *made; /* the discs, unless they are the rows of the array */
    c2d_disc_extent extent;
    bool has_extent; /* of the discs, which are the rows of the array */
    uint32_t *index; /* of each in its array; NULL if the members of each array are all of its rows, in order */
    struct member_maker *makers; /* the memory of the shapes, by thread */
    int threads;
} members;

typedef enum members_fault { MEMBERS_OK, MEMBERS_NO_MEMORY, INVALID_ROW_A, INVALID_ROW_B } members_fault;

/* b: NULL for the pairs of one array, whose first `rows` rows then come first. The caller frees the members in every
 * case. Runs without the GIL, on up to `threads` threads. */
members_fault gather_members(members *m, const array_object *a, const array_object *b, uint32_t rows, int threads);
void free_members(members *m);

#endif
