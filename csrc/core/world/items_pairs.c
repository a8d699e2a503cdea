/* c2d_world_pairs: all pairs of items that collide. */
#include "world.h"

/* The items in order, without gaps. */
typedef struct pair_search {
    const c2d_world *world;
    uint32_t *ids;
    c2d_bounds *boxes;
    c2d_relation least;
    c2d_item_pairs *found;
    c2d_status status;
} pair_search;

static const c2d_shape *shape_in_order(const void *shapes, uint32_t i)
{
    const pair_search *s = shapes;
    return &s->world->items[s->ids[i]].shape;
}

static bool visit_pair(void *context, uint32_t i, uint32_t j)
{
    pair_search *s = context;
    const c2d_item *a = &s->world->items[s->ids[i]], *b = &s->world->items[s->ids[j]];
    if (!c2d_layers_match(a, b) || c2d_relate(&a->shape, &b->shape) < s->least)
        return true;
    c2d_index_pair pair = {i, j};
    void *list = c2d_list_append(s->found->list, &s->found->count, &s->found->capacity, &pair, sizeof pair);
    s->found->list = list ? list : s->found->list;
    s->status = list ? C2D_OK : C2D_NO_MEMORY;
    return list;
}

static int by_indices(const void *p, const void *q)
{
    const c2d_index_pair *a = p, *b = q;
    return a->i != b->i ? (a->i > b->i) - (a->i < b->i) : (a->j > b->j) - (a->j < b->j);
}

static void list_items(pair_search *s)
{
    size_t n = 0;
    for (uint32_t id = s->world->first; id != C2D_NULL_INDEX; id = s->world->items[id].next) {
        s->ids[n] = id;
        s->boxes[n++] = c2d_bounds_of(&s->world->items[id].shape);
    }
}

static c2d_status find_item_pairs(pair_search *s)
{
    list_items(s);
    c2d_shape_set set = {
        .boxes = s->boxes, .count = s->world->count, .shape = shape_in_order, .shapes = s, .found = &s->found->count};
    c2d_status status = c2d_shape_pairs(&set, visit_pair, s);
    status = status ? status : s->status;
    if (!status && s->found->count > 1)
        qsort(s->found->list, s->found->count, sizeof *s->found->list, by_indices);
    for (size_t k = 0; k < s->found->count; k++) {
        s->found->list[k].i = s->ids[s->found->list[k].i];
        s->found->list[k].j = s->ids[s->found->list[k].j];
    }
    return status;
}

c2d_status c2d_world_pairs(const c2d_world *world, bool touching, c2d_item_pairs *out)
{
    pair_search s = {.world = world, .least = touching ? C2D_TOUCHING : C2D_OVERLAPPING, .found = out};
    out->count = 0;
    s.ids = c2d_new_array(world->count, sizeof *s.ids);
    s.boxes = c2d_new_array(world->count, sizeof *s.boxes);
    c2d_status status = s.ids && s.boxes ? find_item_pairs(&s) : C2D_NO_MEMORY;
    free(s.ids);
    free(s.boxes);
    if (status)
        out->count = 0;
    return status;
}
