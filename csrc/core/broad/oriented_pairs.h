/* Pairs of long oblique shapes, whose boxes meet in large numbers although the shapes are apart. */
#ifndef C2D_ORIENTED_PAIRS_H
#define C2D_ORIENTED_PAIRS_H

#include "grid.h"
#include "plane_sweep.h"

/* Visits at least the wanted pairs i < j that collide, each once. C2D_OVER_BUDGET: nothing was visited, as no frame
 * has clearly fewer pairs than ends. C2D_OUT_OF_MEMORY: some pairs may not have been visited. Never C2D_ENDED: visit
 * knows that itself. */
c2d_search_status c2d_oriented_pairs(const c2d_shape *const *shapes, const c2d_ends *ends, const uint8_t *side,
                                     uint32_t n, const c2d_wanted *wanted, c2d_visit_pair *visit, void *context);

#endif
