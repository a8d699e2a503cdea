/* The grid of grid.c as all_pairs.c asks it: it may stop before it is done, if it tries too much for what it finds. */
#ifndef C2D_GRID_H
#define C2D_GRID_H

#include "../../include/collide2d.h"

/* Boxes whose pairs are to be visited, with the numbers by which the crowd knows them; NULL: those of the array. */
typedef struct c2d_pair_search {
    const c2d_shape_set *crowd;
    const c2d_bounds *boxes;
    const uint32_t *number;
    uint32_t n;
    c2d_visit_pair *visit;
    void *context;
    int depth; /* of grids in grids */
} c2d_pair_search;

/* Whether a pair of the crowd is wanted, i < j. */
static inline bool c2d_is_wanted(const c2d_shape_set *crowd, uint32_t i, uint32_t j)
{
    return crowd->split == 0 || (i < crowd->split && (j >= crowd->split || crowd->within));
}

typedef struct c2d_grid c2d_grid;

/* What a search has cost and may cost: allowed + by_pair * pairs tests. Where visits keep count of what they find, each
 * costs by_pair tests, and for each that finds something twice as many are allowed. */
typedef struct c2d_search_budget {
    uint64_t tests, pairs, allowed, by_pair;
    const size_t *found;
} c2d_search_budget;

typedef enum c2d_search_status { C2D_DONE, C2D_ENDED, C2D_OVER_BUDGET, C2D_OUT_OF_MEMORY } c2d_search_status;

/* Visits the pairs, whatever that takes; never C2D_OVER_BUDGET. C2D_OUT_OF_MEMORY: there is no memory, and nothing was
 * visited. */
c2d_search_status c2d_pair_search_run(const c2d_pair_search *p);

/* NULL for lack of memory. Takes about 32 bytes a box. */
c2d_grid *c2d_grid_open(const c2d_pair_search *p);
void c2d_grid_close(c2d_grid *g);
/* Goes on from where it stopped. C2D_ENDED: a visit has ended it. C2D_OVER_BUDGET: the budget is used up. */
c2d_search_status c2d_grid_search(c2d_grid *g, c2d_search_budget *budget);

/* Whether the budget is used up. */
bool c2d_grid_is_spent(const c2d_grid *g);

/* After C2D_OVER_BUDGET: the entries from the first on have pairs left. */
uint32_t c2d_grid_first_left(const c2d_grid *g);
/* Which box an entry is of. */
uint32_t c2d_grid_box(const c2d_grid *g, uint32_t entry);
/* Whether the pair of two such entries has been visited if it meets. */
bool c2d_grid_has_visited(const c2d_grid *g, uint32_t a, uint32_t b);

#endif
