/* All pairs of boxes that meet, by sorting them along x and sweeping: until the core's grid does it. */
#include "../core/collide2d.h"

#include <stdlib.h>

typedef struct start {
    double x;
    uint32_t item;
} start;

static int compare(const void *p, const void *q)
{
    const start *a = p, *b = q;
    return (a->x > b->x) - (a->x < b->x);
}

c2d_status c2d_all_pairs(const c2d_bounds *boxes, size_t n, c2d_visit_pair *visit, void *context)
{
    start *order = malloc(n ? n * sizeof *order : 1);
    if (!order)
        return C2D_NO_MEMORY;
    for (size_t i = 0; i < n; i++)
        order[i] = (start){boxes[i].min.x, (uint32_t)i};
    qsort(order, n, sizeof *order, compare);
    bool go_on = true;
    for (size_t k = 0; k < n && go_on; k++) {
        uint32_t i = order[k].item;
        for (size_t l = k + 1; l < n && go_on && order[l].x <= boxes[i].max.x; l++) {
            uint32_t j = order[l].item;
            if (boxes[i].min.y <= boxes[j].max.y && boxes[j].min.y <= boxes[i].max.y)
                go_on = visit(context, i < j ? i : j, i < j ? j : i);
        }
    }
    free(order);
    return C2D_OK;
}
