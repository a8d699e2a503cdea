/* c2d_world_query: the items that a shape overlaps, touches or contains. */
#include "union_search.h"
#include "world.h"

typedef struct overlap_search {
    c2d_search asked;
    c2d_relation least;
    c2d_items *found;
    c2d_union_search *around; /* of a thin shape; otherwise NULL */
    c2d_status status;
} overlap_search;

static bool visit_overlap(void *context, uint32_t id)
{
    overlap_search *s = context;
    const c2d_shape *shape = &s->asked.world->items[id].shape;
    if (!c2d_search_wants(&s->asked, id))
        return true;
    c2d_relation relation = c2d_relate(s->asked.shape, shape);
    if (relation >= s->least)
        s->status = c2d_items_add(s->found, id);
    else if (relation == C2D_TOUCHING && s->around)
        s->status = c2d_union_search_add(s->around, shape, s->asked.world->items[id].serial, id, C2D_APART, NULL);
    return !s->status;
}

static bool visit_contained(void *context, uint32_t id)
{
    overlap_search *s = context;
    if (c2d_search_wants(&s->asked, id) && c2d_contains(s->asked.shape, &s->asked.world->items[id].shape))
        s->status = c2d_items_add(s->found, id);
    return !s->status;
}

/* Adds the items that surround the shape together. */
static c2d_status add_surrounding(overlap_search *s)
{
    bool surrounded;
    c2d_status status = c2d_union_search_blocks(s->around, &surrounded);
    for (size_t i = 0; i < s->around->count && surrounded && !status; i++)
        status = c2d_items_add(s->found, s->around->members[i].item);
    return status;
}

c2d_status c2d_world_query(const c2d_world *world, const c2d_query *query, c2d_items *out)
{
    overlap_search s = {.found = out, .least = query->touching ? C2D_TOUCHING : C2D_OVERLAPPING};
    c2d_union_search around;
    out->count = 0;
    s.status = c2d_search_init(&s.asked, world, query);
    if (s.status)
        return s.status;
    if (!query->contained && c2d_is_thin(s.asked.shape)) {
        c2d_union_search_init(&around, s.asked.shape, s.asked.rect, c2d_v(0, 0), (c2d_cast_options){false, true});
        s.around = &around;
    }
    c2d_tree_query(&world->tree, c2d_bounds_of(s.asked.shape), query->contained ? visit_contained : visit_overlap, &s);
    if (s.around) {
        if (!s.status)
            s.status = add_surrounding(&s);
        c2d_union_search_free(&around);
    }
    if (s.status)
        out->count = 0;
    c2d_sort_ids(world, out->list, out->count);
    return s.status;
}
