/* The items of a world, and what the searches share. world.c keeps the items and the tree; search.c says which items a
 * question is about; items_query.c, items_cast.c, items_nearest.c and items_pairs.c answer; items_slide.c moves an
 * item; union_search.c finds what blocks a thin shape together. */
#ifndef C2D_WORLD_H
#define C2D_WORLD_H

#include "../broad/tree.h"
#include "../exact/allocate.h"
#include "../exact/vec.h"

typedef struct c2d_item {
    c2d_shape shape;
    c2d_rect rect;
    bool lives, has_rect;
    c2d_vec *storage;        /* of the shape and of a move: 3 room vectors; NULL if room is 0 */
    uint32_t room;           /* the most vertices of the item so far, if more than C2D_INLINE_VERTICES */
    uint32_t leaf;           /* of the tree */
    uint32_t previous, next; /* in the order of the items; of a free item, the next free one */
    uint64_t serial;         /* greater than those of all items that were added earlier */
    uint64_t layer, mask;
} c2d_item;

static inline const c2d_rect *c2d_item_rect(const c2d_item *item) { return item->has_rect ? &item->rect : NULL; }
/* The item with an id, or NULL. */
static inline c2d_item *c2d_find_item(const c2d_world *world, uint32_t id)
{
    return id < world->used && world->items[id].lives ? &world->items[id] : NULL;
}
/* Working memory for a move of an item: 2 shape.count vectors, or NULL. */
static inline c2d_vec *c2d_item_move_room(const c2d_item *item)
{
    return item->room ? item->storage + item->room : NULL;
}
/* Replaces the shape by one with no more vertices than the item ever had, and tells the tree. */
void c2d_reshape_item(c2d_world *world, c2d_item *item, const c2d_shape *shape, const c2d_rect *rect);

static inline bool c2d_layers_match(const c2d_item *a, const c2d_item *b)
{
    return a->mask & b->layer && b->mask & a->layer;
}

/* ---- search.c ---- */

/* A question, with its shape. */
typedef struct c2d_search {
    const c2d_world *world;
    const c2d_query *query;
    const c2d_shape *shape;
    const c2d_rect *rect;
    uint32_t self;        /* the item that asks; C2D_NULL_INDEX: a shape */
    uint64_t layer, mask; /* the masks of what is found must have a layer of the item */
} c2d_search;

/* C2D_NO_ITEM if the query names an item that is not in the world. */
c2d_status c2d_search_init(c2d_search *search, const c2d_world *world, const c2d_query *query);
/* Whether a question is about an item: the layers match, and the filter lets it pass. */
bool c2d_search_wants(const c2d_search *search, uint32_t id);

/* Sorts ids by the order of the items. */
void c2d_sort_ids(const c2d_world *world, uint32_t *ids, size_t count);
c2d_status c2d_items_add(c2d_items *items, uint32_t id);

#endif
