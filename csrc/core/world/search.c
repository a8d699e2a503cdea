/* Which items a question is about, and the lists of results. */
#include "world.h"

#include "../exact/heap.h"

c2d_status c2d_search_init(c2d_search *search, const c2d_world *world, const c2d_query *query)
{
    search->world = world;
    search->query = query;
    search->shape = query->shape;
    search->rect = query->rect;
    search->self = query->item;
    search->layer = 0;
    search->mask = query->mask;
    if (query->item == C2D_NULL_INDEX)
        return C2D_OK;
    const c2d_item *item = c2d_find_item(world, query->item);
    if (!item)
        return C2D_NO_ITEM;
    search->shape = &item->shape;
    search->rect = c2d_item_rect(item);
    search->layer = item->layer;
    search->mask &= item->mask;
    return C2D_OK;
}

bool c2d_search_wants(const c2d_search *search, uint32_t id)
{
    const c2d_item *item = &search->world->items[id];
    if (!(item->layer & search->mask))
        return false;
    if (search->self != C2D_NULL_INDEX && (id == search->self || !(item->mask & search->layer)))
        return false;
    return !search->query->filter || search->query->filter(search->query->context, id);
}

/* ---- lists ---- */

static bool id_precedes(const void *context, const void *a, const void *b)
{
    const c2d_world *world = context;
    return world->items[*(const uint32_t *)a].serial < world->items[*(const uint32_t *)b].serial;
}

void c2d_sort_ids(const c2d_world *world, uint32_t *ids, size_t count)
{
    c2d_heap heap = {ids, sizeof *ids, id_precedes, (void *)world, NULL};
    c2d_heap_sort_list(&heap, count);
}

c2d_status c2d_items_add(c2d_items *items, uint32_t id)
{
    void *list = c2d_list_append(items->list, &items->count, &items->capacity, &id, sizeof id);
    items->list = list ? list : items->list;
    return list ? C2D_OK : C2D_NO_MEMORY;
}

void c2d_items_free(c2d_items *items)
{
    free(items->list);
    memset(items, 0, sizeof *items);
}

void c2d_item_pairs_free(c2d_item_pairs *pairs)
{
    free(pairs->list);
    memset(pairs, 0, sizeof *pairs);
}

void c2d_item_distances_free(c2d_item_distances *distances)
{
    free(distances->list);
    memset(distances, 0, sizeof *distances);
}

void c2d_item_hits_free(c2d_item_hits *hits)
{
    free(hits->list);
    memset(hits, 0, sizeof *hits);
}
