/* c2d_world_slide and c2d_world_try_slide: the mover among the items that the query names, in their order. */
#include "world.h"

#include "../shape/shape.h"

typedef struct slide_search {
    c2d_search asked;
    const c2d_slide_options *options;
    c2d_bounds box;
    c2d_items found;
    c2d_status status;
} slide_search;

/* The boxes in the tree are larger than the bounds; the mover wants only shapes whose bounds meet the box. */
static bool visit_obstacle(void *context, uint32_t id)
{
    slide_search *s = context;
    const c2d_shape *shape = &s->asked.world->items[id].shape;
    bool meets = shape->min.x <= s->box.max.x && s->box.min.x <= shape->max.x && shape->min.y <= s->box.max.y &&
                 s->box.min.y <= shape->max.y;
    if (meets && c2d_search_wants(&s->asked, id))
        s->status = c2d_items_add(&s->found, id);
    return !s->status;
}

static c2d_status gather_items(void *context, c2d_bounds box, c2d_obstacles *obstacles)
{
    slide_search *s = context;
    s->box = box;
    s->found.count = 0;
    c2d_tree_query(&s->asked.world->tree, box, visit_obstacle, s);
    c2d_sort_ids(s->asked.world, s->found.list, s->found.count);
    for (size_t i = 0; i < s->found.count && !s->status; i++) {
        uint32_t id = s->found.list[i];
        c2d_response response = s->options->choose ? s->options->choose(s->options->context, id) : s->options->response;
        c2d_obstacle obstacle = {&s->asked.world->items[id].shape, id, response};
        if (response != C2D_IGNORE)
            s->status = c2d_obstacles_add(obstacles, &obstacle);
    }
    return s->status;
}

c2d_status c2d_world_try_slide(const c2d_world *world, const c2d_query *query, c2d_vec motion,
                               const c2d_slide_options *options, c2d_mover_result *out)
{
    const c2d_slide_options defaults = c2d_slide_defaults();
    slide_search s = {.options = options ? options : &defaults};
    memset(out, 0, sizeof *out);
    c2d_status status = c2d_search_init(&s.asked, world, query);
    if (status)
        return status;
    c2d_mover_options how = {s.options->max_push};
    status = c2d_mover_run(s.asked.shape, s.asked.rect, motion, &how, gather_items, &s, out);
    c2d_items_free(&s.found);
    return status;
}

c2d_status c2d_world_slide(c2d_world *world, uint32_t id, c2d_vec motion, const c2d_slide_options *options,
                           c2d_mover_result *out)
{
    c2d_query query = c2d_query_of_item(id);
    c2d_status status = c2d_world_try_slide(world, &query, motion, options, out);
    c2d_item *item = c2d_find_item(world, id);
    if (status || out->stop_count == 0)
        return status;
    c2d_rect rect = item->rect;
    c2d_shape end;
    status = c2d_mover_end(&end, &item->shape, item->has_rect ? &rect : NULL, out, c2d_item_move_room(item));
    if (!status)
        c2d_reshape_item(world, item, &end, item->has_rect ? &rect : NULL);
    return status;
}
