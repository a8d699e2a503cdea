/* c2d_world_nearest: the items at the least distance, in a heap of the best so far. */
#include "world.h"

#include "../exact/heap.h"

#include <math.h>

typedef struct nearest_search {
    c2d_search asked;
    c2d_item_distances *found; /* a heap with the last one in order at its top */
    size_t most;
    double max_distance;
    uint64_t last; /* the serial of the last one, if all are at distance 0 */
    c2d_status status;
} nearest_search;

static bool distance_precedes(const void *context, const void *a, const void *b)
{
    const c2d_world *world = context;
    const c2d_item_distance *p = a, *q = b;
    return p->distance != q->distance ? p->distance < q->distance
                                      : world->items[p->item].serial < world->items[q->item].serial;
}

/* The limit for the distance of bounds. An item at the same distance as the last one found may precede it. The bounds
 * are no farther than the shape, and a computed distance is within 8 ulp of the true one. */
static double upper_bound(double distance) { return distance * (1 + 0x1p-48); }

/* Keeps an item if it is one of the best. */
static c2d_status keep_if_near(nearest_search *s, const c2d_item_distance *added)
{
    c2d_item_distances *found = s->found;
    c2d_heap heap = {found->list, sizeof *added, distance_precedes, (void *)s->asked.world, NULL};
    if (found->count == s->most) {
        (void)c2d_heap_add(&heap, found->count, s->most, added);
        return C2D_OK;
    }
    heap.list = c2d_list_append(found->list, &found->count, &found->capacity, added, sizeof *added);
    if (!heap.list)
        return C2D_NO_MEMORY;
    found->list = heap.list;
    c2d_heap_raise(&heap, found->count - 1, added);
    return C2D_OK;
}

static double visit_nearest(void *context, uint32_t id, double limit)
{
    nearest_search *s = context;
    if (!c2d_search_wants(&s->asked, id))
        return limit;
    c2d_item_distance added = {id, c2d_distance(s->asked.shape, &s->asked.world->items[id].shape)};
    if (added.distance > s->max_distance)
        return limit;
    s->status = keep_if_near(s, &added);
    if (s->status)
        return -1;
    if (s->found->count < s->most)
        return limit;
    const c2d_item_distance *last = &s->found->list[0];
    if (last->distance == 0)
        s->last = s->asked.world->items[last->item].serial;
    return c2d_min(limit, upper_bound(last->distance));
}

c2d_status c2d_world_nearest(const c2d_world *world, const c2d_query *query, size_t most, double max_distance,
                             c2d_item_distances *out)
{
    nearest_search s = {.found = out, .most = most, .max_distance = max_distance, .last = UINT64_MAX};
    out->count = 0;
    s.status = c2d_search_init(&s.asked, world, query);
    if (!s.status && !(max_distance >= 0))
        s.status = isnan(max_distance) ? C2D_NOT_FINITE : C2D_NEGATIVE;
    if (s.status || most == 0)
        return s.status;
    c2d_tree_nearest_first(&world->tree, c2d_bounds_of(s.asked.shape), upper_bound(max_distance), &s.last,
                           visit_nearest, &s);
    if (s.status)
        out->count = 0;
    c2d_heap heap = {out->list, sizeof *out->list, distance_precedes, (void *)world, NULL};
    c2d_heap_sort(&heap, out->count);
    return s.status;
}
