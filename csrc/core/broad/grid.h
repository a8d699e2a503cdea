/* A grid over boxes that reports the pairs that meet. A search stops early if it tests too many pairs for those that
 * it finds. */
#ifndef C2D_GRID_H
#define C2D_GRID_H

#include "../../include/collide2d.h"

/* Boxes whose pairs are visited, and their numbers in the set; NULL: their indices. */
typedef struct c2d_pair_search {
    const c2d_shape_set *set;
    const c2d_bounds *boxes;
    const uint32_t *number;
    uint32_t n;
    c2d_visit_pair *visit;
    void *context;
    int depth; /* of nested grids */
} c2d_pair_search;

/* Whether a pair i < j of the set is to be visited. */
static inline bool c2d_is_wanted(const c2d_shape_set *set, uint32_t i, uint32_t j)
{
    return set->split == 0 || (i < set->split && (j >= set->split || set->within));
}

typedef struct c2d_grid c2d_grid;

/* The cost of a search, and its limit of allowed + per_pair * pairs tests. If found is not NULL, it counts the hits of
 * the visits: then each visit costs per_pair tests, and each hit allows twice as many. */
typedef struct c2d_search_budget {
    uint64_t tests, pairs, allowed, per_pair;
    const size_t *found;
} c2d_search_budget;

typedef enum c2d_search_status { C2D_DONE, C2D_ENDED, C2D_OVER_BUDGET, C2D_OUT_OF_MEMORY } c2d_search_status;

/* Visits the pairs without a budget; never C2D_OVER_BUDGET. C2D_OUT_OF_MEMORY: some pairs may not have been visited. */
c2d_search_status c2d_pair_search_run(const c2d_pair_search *p);

/* NULL: out of memory. Takes about 32 bytes a box. */
c2d_grid *c2d_grid_open(const c2d_pair_search *p);
void c2d_grid_close(c2d_grid *g);
/* Continues the search. C2D_ENDED: a visit has ended it. C2D_OVER_BUDGET: the budget is used up. C2D_OUT_OF_MEMORY ends
 * it too. */
c2d_search_status c2d_grid_search(c2d_grid *g, c2d_search_budget *budget);

/* Whether the budget is used up. */
bool c2d_grid_is_over_budget(const c2d_grid *g);

/* After C2D_OVER_BUDGET: only entries from this one on have pairs that were not visited. */
uint32_t c2d_grid_first_open(const c2d_grid *g);
/* The index of an entry's box. */
uint32_t c2d_grid_box(const c2d_grid *g, uint32_t entry);
/* Whether the search has visited the pair of two such entries, a < b, provided that their boxes meet. */
bool c2d_grid_has_visited(const c2d_grid *g, uint32_t a, uint32_t b);

#endif
