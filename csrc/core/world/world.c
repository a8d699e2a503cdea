/* The items of a world: a table by id, linked in the order in which they were added, and a tree of their bounds, which
 * every change keeps up to date. */
#include "world.h"

#include "../shape/shape.h"

void c2d_world_init(c2d_world *world)
{
    memset(world, 0, sizeof *world);
    world->first = world->last = world->free_item = C2D_NULL_INDEX;
    c2d_tree_init(&world->tree);
}

void c2d_world_free(c2d_world *world)
{
    for (uint32_t i = 0; i < world->used; i++)
        free(world->items[i].storage);
    free(world->items);
    c2d_tree_free(&world->tree);
    c2d_world_init(world);
}

/* ---- shapes of items ---- */

/* Memory for a shape and its moves, if the item has less. *out: the new memory, NULL if none is needed. */
static c2d_status new_storage(const c2d_shape *shape, uint32_t room, c2d_vec **out)
{
    *out = NULL;
    if (c2d_copy_room(shape) <= room)
        return C2D_OK;
    *out = c2d_new_array(c2d_copy_room(shape), 3 * sizeof **out);
    return *out ? C2D_OK : C2D_NO_MEMORY;
}

/* Copies a shape to an item. It may be that of the item. */
static void set_shape(c2d_item *item, const c2d_shape *shape, const c2d_rect *rect, c2d_vec *storage)
{
    c2d_vec *old = storage ? item->storage : NULL;
    if (storage) {
        item->storage = storage;
        item->room = (uint32_t)c2d_copy_room(shape);
    }
    c2d_copy(&item->shape, shape, item->storage);
    item->has_rect = rect != NULL;
    if (rect)
        item->rect = *rect;
    free(old);
}

void c2d_reshape_item(c2d_world *world, c2d_item *item, const c2d_shape *shape, const c2d_rect *rect)
{
    set_shape(item, shape, rect, NULL);
    c2d_tree_move(&world->tree, item->leaf, c2d_cast_target_bounds(&item->shape));
}

/* ---- adding and removing ---- */

/* Makes room for an id, which *id is then. */
static c2d_status reserve_id(c2d_world *world, uint32_t *id)
{
    size_t capacity = world->capacity;
    *id = world->free_item != C2D_NULL_INDEX ? world->free_item : world->used;
    if (*id < world->capacity)
        return C2D_OK;
    void *items =
        *id < C2D_NULL_INDEX / 2 ? c2d_list_reserve(world->items, *id, &capacity, sizeof *world->items) : NULL;
    if (!items)
        return C2D_NO_MEMORY;
    world->items = items;
    world->capacity = (uint32_t)capacity;
    return C2D_OK;
}

static void link_last(c2d_world *world, uint32_t id)
{
    c2d_item *item = &world->items[id];
    item->previous = world->last;
    item->next = C2D_NULL_INDEX;
    if (world->last == C2D_NULL_INDEX)
        world->first = id;
    else
        world->items[world->last].next = id;
    world->last = id;
}

static void unlink_item(c2d_world *world, const c2d_item *item)
{
    if (item->previous == C2D_NULL_INDEX)
        world->first = item->next;
    else
        world->items[item->previous].next = item->next;
    if (item->next == C2D_NULL_INDEX)
        world->last = item->previous;
    else
        world->items[item->next].previous = item->previous;
}

c2d_status c2d_world_add(c2d_world *world, const c2d_shape *shape, const c2d_rect *rect, uint32_t *id)
{
    c2d_shape source = *shape; /* it may be one of the items, which move */
    c2d_rect numbers;
    if (rect)
        numbers = *rect;
    c2d_vec *storage;
    uint32_t place, leaf;
    c2d_status status = reserve_id(world, &place);
    if (!status)
        status = new_storage(&source, 0, &storage);
    if (status)
        return status;
    status =
        c2d_tree_insert_ordered(&world->tree, c2d_cast_target_bounds(&source), place, world->last_serial + 1, &leaf);
    if (status) {
        free(storage);
        return status;
    }
    c2d_item *item = &world->items[place];
    if (place == world->used)
        world->used++;
    else
        world->free_item = item->next;
    memset(item, 0, sizeof *item);
    set_shape(item, &source, rect ? &numbers : NULL, storage);
    item->lives = true;
    item->leaf = leaf;
    item->serial = ++world->last_serial;
    item->layer = 1;
    item->mask = C2D_ALL_LAYERS;
    link_last(world, place);
    world->count++;
    *id = place;
    return C2D_OK;
}

c2d_status c2d_world_remove(c2d_world *world, uint32_t id)
{
    c2d_item *item = c2d_find_item(world, id);
    if (!item)
        return C2D_NO_ITEM;
    c2d_tree_remove(&world->tree, item->leaf);
    unlink_item(world, item);
    free(item->storage);
    memset(item, 0, sizeof *item);
    item->next = world->free_item;
    world->free_item = id;
    world->count--;
    return C2D_OK;
}

/* ---- changes ---- */

c2d_status c2d_world_update(c2d_world *world, uint32_t id, const c2d_shape *shape, const c2d_rect *rect)
{
    c2d_item *item = c2d_find_item(world, id);
    c2d_vec *storage;
    c2d_status status = item ? new_storage(shape, item->room, &storage) : C2D_NO_ITEM;
    if (status)
        return status;
    set_shape(item, shape, rect, storage);
    c2d_tree_move(&world->tree, item->leaf, c2d_cast_target_bounds(&item->shape));
    return C2D_OK;
}

c2d_status c2d_world_move(c2d_world *world, uint32_t id, c2d_vec d)
{
    c2d_item *item = c2d_find_item(world, id);
    c2d_shape moved;
    c2d_status status = item ? c2d_check_vec(&d) : C2D_NO_ITEM;
    if (!status && item->has_rect) {
        c2d_rect rect = item->rect;
        c2d_rect_move(&rect, d);
        status = c2d_rect_shape(&moved, &rect);
        if (!status)
            c2d_reshape_item(world, item, &moved, &rect);
    } else if (!status) {
        status = c2d_moved(&moved, &item->shape, NULL, d, c2d_item_move_room(item));
        if (!status)
            c2d_reshape_item(world, item, &moved, NULL);
    }
    return status;
}

c2d_status c2d_world_set_layers(c2d_world *world, uint32_t id, uint64_t layer, uint64_t mask)
{
    c2d_item *item = c2d_find_item(world, id);
    if (!item)
        return C2D_NO_ITEM;
    item->layer = layer;
    item->mask = mask;
    return C2D_OK;
}

/* ---- reading ---- */

const c2d_shape *c2d_world_shape(const c2d_world *world, uint32_t id)
{
    const c2d_item *item = c2d_find_item(world, id);
    return item ? &item->shape : NULL;
}

const c2d_rect *c2d_world_rect(const c2d_world *world, uint32_t id)
{
    const c2d_item *item = c2d_find_item(world, id);
    return item ? c2d_item_rect(item) : NULL;
}

uint32_t c2d_world_first(const c2d_world *world) { return world->first; }

uint32_t c2d_world_next(const c2d_world *world, uint32_t id)
{
    const c2d_item *item = c2d_find_item(world, id);
    return item ? item->next : C2D_NULL_INDEX;
}
