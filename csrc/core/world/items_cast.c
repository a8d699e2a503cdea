/* c2d_world_cast, c2d_world_raycast and those that find all hits: what is in the way of a shape or a ray. */
#include "union_search.h"
#include "world.h"

#include "../exact/heap.h"

typedef struct cast_search {
    c2d_search asked;
    c2d_vec motion;
    c2d_cast_options options;
    c2d_vec *room;
    c2d_union_search *together; /* of a thin shape; otherwise NULL */
    c2d_item_hit *best;         /* the first hit so far; its item is C2D_NULL_INDEX before it is found. NULL: */
    c2d_item_hits *all;         /* all hits */
    uint64_t last;              /* the serial of the best hit, if that is at 0 */
    c2d_status status;
} cast_search;

static bool hit_precedes(const void *context, const void *a, const void *b)
{
    const c2d_world *world = context;
    const c2d_item_hit *p = a, *q = b;
    return p->hit.t != q->hit.t ? p->hit.t < q->hit.t : world->items[p->item].serial < world->items[q->item].serial;
}

static c2d_status add_hit(cast_search *s, uint32_t item, const c2d_hit *hit)
{
    c2d_item_hit found = {item, *hit};
    if (s->best) {
        if (s->best->item == C2D_NULL_INDEX || hit_precedes(s->asked.world, &found, s->best))
            *s->best = found;
        if (s->best->hit.t == 0)
            s->last = s->asked.world->items[s->best->item].serial;
        return C2D_OK;
    }
    void *list = c2d_list_append(s->all->list, &s->all->count, &s->all->capacity, &found, sizeof found);
    s->all->list = list ? list : s->all->list;
    return list ? C2D_OK : C2D_NO_MEMORY;
}

static c2d_status report_member(void *context, const c2d_union_member *member, const c2d_hit *hit)
{
    return add_hit(context, member->item, hit);
}

/* Later items do not matter. */
static double limit_of_search(const cast_search *s, double limit)
{
    if (s->best && s->best->item != C2D_NULL_INDEX)
        limit = c2d_min(limit, s->best->hit.t);
    return s->best && s->together ? c2d_min(limit, c2d_union_search_limit(s->together)) : limit;
}

/* C2D_OVERLAPPING: the shape hits the target on its way. C2D_TOUCHING: it only touches it, and that is a hit as well.
 * *hit is set for these two. */
static c2d_relation cast_onto(const cast_search *s, const c2d_shape *target, c2d_hit *hit)
{
    const c2d_search *a = &s->asked;
    c2d_relation swept = C2D_APART;
    bool hits = false;
    if (s->options.touching)
        c2d_cast_touching(a->shape, a->rect, s->motion, target, s->room, &swept, hit);
    else
        c2d_cast(a->shape, a->rect, s->motion, target, s->room, &hits, hit);
    if (hits) /* never with an error */
        swept = C2D_OVERLAPPING;
    bool leaves = swept >= C2D_TOUCHING && !s->options.leaving && c2d_leaves(a->shape, s->motion, target, swept, hit);
    return leaves ? C2D_APART : swept;
}

static double visit_cast(void *context, uint32_t id, double limit)
{
    cast_search *s = context;
    const c2d_item *item = &s->asked.world->items[id];
    c2d_hit hit;
    if (!c2d_search_wants(&s->asked, id))
        return limit;
    c2d_relation swept = cast_onto(s, &item->shape, &hit);
    if (s->together)
        s->status = c2d_union_search_add(s->together, &item->shape, item->serial, id, swept, &hit);
    if (!s->status && (swept == C2D_OVERLAPPING || (swept == C2D_TOUCHING && !s->together)))
        s->status = add_hit(s, id, &hit);
    return s->status ? -1 : limit_of_search(s, limit);
}

static void search_way(cast_search *s, c2d_bounds box)
{
    c2d_union_search together;
    const c2d_tree *tree = &s->asked.world->tree;
    if (c2d_is_thin(s->asked.shape)) {
        c2d_union_search_init(&together, s->asked.shape, s->asked.rect, s->motion, s->options);
        s->together = &together;
    }
    c2d_tree_cast_first(tree, box, s->motion, 1, &s->last, visit_cast, s);
    if (!s->together)
        return;
    if (!s->status && c2d_union_search_is_cut(&together, s->last)) {
        c2d_union_search_restart(&together);
        c2d_tree_cast(tree, box, s->motion, limit_of_search(s, 1), visit_cast, s);
    }
    if (!s->status)
        s->status = c2d_union_search_report(&together, report_member, s);
    c2d_union_search_free(&together);
}

/* The layers and the filter of the query count for a ray as well. */
static c2d_status init_cast(cast_search *s, const c2d_world *world, const c2d_query *query, const c2d_shape *ray)
{
    c2d_status status = c2d_search_init(&s->asked, world, query);
    if (ray) {
        s->asked.shape = ray;
        s->asked.rect = NULL;
    }
    return status;
}

static c2d_status run_cast(cast_search *s)
{
    c2d_vec own[C2D_CAST_ROOM(C2D_INLINE_VERTICES)], *large = NULL;
    c2d_bounds box;
    s->options.touching = s->asked.query->touching;
    s->options.leaving = s->asked.query->leaving;
    s->room = own;
    if (s->asked.shape->count > C2D_INLINE_VERTICES)
        s->room = large = c2d_new_array(C2D_CAST_ROOM(s->asked.shape->count), sizeof *large);
    s->status = s->room ? c2d_check_vec(&s->motion) : C2D_NO_MEMORY;
    if (!s->status)
        s->status = c2d_cast_bounds(s->asked.shape, s->asked.rect, s->motion, s->room, &box);
    if (!s->status)
        search_way(s, box);
    free(large);
    return s->status;
}

/* ray: the point that moves instead of the shape of the query; NULL: that shape. */
static c2d_status cast_first(const c2d_world *world, const c2d_query *query, const c2d_shape *ray, c2d_vec motion,
                             c2d_item_hit *out)
{
    cast_search s = {.motion = motion, .best = out, .last = UINT64_MAX};
    memset(out, 0, sizeof *out);
    out->item = C2D_NULL_INDEX;
    c2d_status status = init_cast(&s, world, query, ray);
    if (!status)
        status = run_cast(&s);
    if (status)
        out->item = C2D_NULL_INDEX;
    return status;
}

static c2d_status cast_all(const c2d_world *world, const c2d_query *query, const c2d_shape *ray, c2d_vec motion,
                           c2d_item_hits *out)
{
    cast_search s = {.motion = motion, .all = out, .last = UINT64_MAX};
    out->count = 0;
    c2d_status status = init_cast(&s, world, query, ray);
    if (!status)
        status = run_cast(&s);
    if (status)
        out->count = 0;
    c2d_heap heap = {out->list, sizeof *out->list, hit_precedes, (void *)world, NULL};
    c2d_heap_sort_list(&heap, out->count);
    return status;
}

c2d_status c2d_world_cast(const c2d_world *world, const c2d_query *query, c2d_vec motion, c2d_item_hit *out)
{
    return cast_first(world, query, NULL, motion, out);
}

c2d_status c2d_world_cast_all(const c2d_world *world, const c2d_query *query, c2d_vec motion, c2d_item_hits *out)
{
    return cast_all(world, query, NULL, motion, out);
}

/* ---- rays ---- */

c2d_status c2d_world_raycast(const c2d_world *world, c2d_vec origin, c2d_vec motion, const c2d_query *options,
                             c2d_item_hit *out)
{
    c2d_shape point;
    c2d_query usual = c2d_query_of_shape(NULL, NULL);
    out->item = C2D_NULL_INDEX;
    c2d_status status = c2d_point(&point, origin);
    return status ? status : cast_first(world, options ? options : &usual, &point, motion, out);
}

c2d_status c2d_world_raycast_all(const c2d_world *world, c2d_vec origin, c2d_vec motion, const c2d_query *options,
                                 c2d_item_hits *out)
{
    c2d_shape point;
    c2d_query usual = c2d_query_of_shape(NULL, NULL);
    out->count = 0;
    c2d_status status = c2d_point(&point, origin);
    return status ? status : cast_all(world, options ? options : &usual, &point, motion, out);
}
