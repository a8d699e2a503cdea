/* All pairs of boxes that meet, by a plane sweep: for boxes that crowd a grid. */
#ifndef C2D_PLANE_SWEEP_H
#define C2D_PLANE_SWEEP_H

#include "../../include/collide2d.h"
#include "../exact/radix_sort.h"
#include "../exact/rank_set.h"

/* The ends of a box along two axes, low <= high. */
typedef struct c2d_ends {
    double low[2], high[2];
} c2d_ends;

/* A box is identified by the rank of its low end on the second axis. */
typedef struct c2d_plane_sweep {
    uint32_t n;
    uint32_t *item;               /* by box: its item */
    uint32_t *event;              /* the boxes in order of their low ends on the first axis */
    uint32_t *expiry;             /* by box: the last event that it meets on the first axis */
    uint32_t *high;               /* by box: the last box whose low end on the second axis is not above its high end */
    uint8_t *side;                /* by box */
    uint32_t *start;              /* by node of the interval tree: its first slot; one more for the end */
    uint32_t *slot[2], *owner[2]; /* by box: its slot in either order; and the inverse */
} c2d_plane_sweep;

/* The pairs to visit, by the sides of their boxes. */
#define C2D_SIDES 4

typedef struct c2d_wanted {
    bool sides[C2D_SIDES][C2D_SIDES]; /* symmetric */
} c2d_wanted;

/* Must be closed, also after an error. side: by box. Takes about 90 bytes a box. */
c2d_status c2d_plane_sweep_open(c2d_plane_sweep *s, const c2d_ends *boxes, const uint8_t *side, uint32_t n);
void c2d_plane_sweep_close(c2d_plane_sweep *s);
/* The number of pairs that meet; C2D_UNCOUNTED: out of memory. O(n log n). */
#define C2D_UNCOUNTED UINT64_MAX
uint64_t c2d_plane_sweep_count(const c2d_plane_sweep *s, const c2d_wanted *wanted);
/* Visits each pair that meets once, in no order; false from visit ends it. O(n log n + pairs). C2D_NO_MEMORY: nothing
 * was visited. */
c2d_status c2d_plane_sweep_visit(const c2d_plane_sweep *s, const c2d_wanted *wanted, c2d_visit_pair *visit,
                                 void *context);

#endif
