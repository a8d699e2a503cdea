/* Worlds: items that are added, changed and removed, and the questions about them. */
#include "bits.h"

#include <math.h>

static c2d_world items;
static frame f;
static world solids;
static c2d_query query;

/* Fills a world; free it. Some items leave it again, get the shape of another one, move, or change their layers. */
static void read_items(reader *in)
{
    uint32_t ids[MOST_SOLIDS];

    f = read_frame(in);
    read_world(in, &f, MOST_SOLIDS, &solids);
    c2d_world_init(&items);
    for (size_t i = 0; i < solids.count; i++) {
        unsigned tag = read_byte(in);
        size_t k = read_byte(in) % (i + 1);
        if (!add_status_of(c2d_world_add(&items, solids.shapes[i], solids.rects[i], &ids[i])))
            continue;
        add_word(ids[i]);
        if (tag % 8 == 0)
            add_status_of(c2d_world_remove(&items, ids[k]));
        else if (tag % 8 == 1)
            add_status_of(c2d_world_update(&items, ids[k], solids.shapes[i], solids.rects[i]));
        else if (tag % 8 == 2) {
            c2d_vec place = read_place(in, &f);
            add_status_of(c2d_world_move(&items, ids[k], place));
        } else if (tag % 8 == 3)
            add_status_of(c2d_world_set_layers(&items, ids[k], tag / 8 % 4, tag / 32));
    }
}

static bool passes(void *context, uint32_t item)
{
    const unsigned *which = context;

    return item % 4 != *which % 4;
}

static unsigned which;

/* A query about an item, which may have been removed, or about a shape. */
static void read_query(reader *in)
{
    size_t k = read_byte(in) % solids.count;
    unsigned tag = read_byte(in);

    query = tag & 1 ? c2d_query_of_item((uint32_t)k) : c2d_query_of_shape(solids.shapes[k], solids.rects[k]);
    query.touching = tag & 2;
    query.contained = tag / 4 % 4 == 3;
    query.leaving = tag & 16;
    which = tag;
    if (tag & 32) {
        query.filter = passes;
        query.context = &which;
    }
}

static c2d_vec read_way(reader *in)
{
    c2d_vec p = read_place(in, &f), q = read_place(in, &f), d = {q.x - p.x, q.y - p.y};

    return d;
}

static void run_world_items(reader *in)
{
    read_items(in);
    for (uint32_t id = c2d_world_first(&items); id != C2D_NULL_INDEX; id = c2d_world_next(&items, id)) {
        const c2d_rect *rect = c2d_world_rect(&items, id);
        add_word(id);
        add_shape(c2d_world_shape(&items, id));
        if (rect)
            add_vec(rect->at);
    }
    c2d_world_free(&items);
}

static void run_world_query(reader *in)
{
    c2d_items found = {0};

    read_items(in);
    for (unsigned i = 0; i < 8; i++) {
        read_query(in);
        add_status_of(c2d_world_query(&items, &query, &found));
        for (size_t k = 0; k < found.count; k++)
            add_word(found.list[k]);
    }
    c2d_items_free(&found);
    CHECK(!found.list && found.count == 0, "the list is left");
    c2d_world_free(&items);
}

static void add_item_hit(const c2d_item_hit *hit)
{
    add_word(hit->item);
    if (hit->item != C2D_NULL_INDEX)
        add_hit(&hit->hit);
}

static void run_world_cast(reader *in)
{
    c2d_item_hits found = {0};
    c2d_item_hit first;

    read_items(in);
    for (unsigned i = 0; i < 8; i++) {
        c2d_vec d = read_way(in), origin = read_place(in, &f);
        read_query(in);
        add_status_of(c2d_world_cast(&items, &query, d, &first));
        add_item_hit(&first);
        add_status_of(c2d_world_cast_all(&items, &query, d, &found));
        for (size_t k = 0; k < found.count; k++)
            add_item_hit(&found.list[k]);
        add_status_of(c2d_world_raycast(&items, origin, d, &query, &first));
        add_item_hit(&first);
        add_status_of(c2d_world_raycast_all(&items, origin, d, NULL, &found));
        for (size_t k = 0; k < found.count; k++)
            add_item_hit(&found.list[k]);
    }
    c2d_item_hits_free(&found);
    c2d_world_free(&items);
}

static void run_world_nearest(reader *in)
{
    c2d_item_distances found = {0};

    read_items(in);
    for (unsigned i = 0; i < 8; i++) {
        size_t most = read_byte(in) % 8;
        read_query(in);
        add_status_of(c2d_world_nearest(&items, &query, most, i % 2 ? INFINITY : 4 * f.unit, &found));
        for (size_t k = 0; k < found.count; k++) {
            add_word(found.list[k].item);
            add_number(found.list[k].distance);
        }
    }
    c2d_item_distances_free(&found);
    CHECK(!found.list && found.count == 0, "the list is left");
    c2d_world_free(&items);
}

static void run_world_pairs(reader *in)
{
    c2d_item_pairs found = {0};

    read_items(in);
    for (unsigned i = 0; i < 2; i++) {
        add_status_of(c2d_world_pairs(&items, i, &found));
        for (size_t k = 0; k < found.count; k++)
            add_word((uint64_t)found.list[k].i << 32 | found.list[k].j);
    }
    c2d_item_pairs_free(&found);
    CHECK(!found.list && found.count == 0, "the list is left");
    c2d_world_free(&items);
}

static c2d_response choose(void *context, uint32_t item)
{
    const unsigned *tag = context;

    return (c2d_response)((item + *tag) % 5);
}

static void add_travel(const c2d_mover_result *travel)
{
    add_vecs(travel->stops, travel->stop_count);
    for (size_t i = 0; i < travel->meeting_count; i++) {
        add_word(travel->meetings[i].item);
        add_hit(&travel->meetings[i].hit);
    }
    add_vec(c2d_mover_motion(travel));
    add_vec(travel->remaining);
}

static void run_world_slide(reader *in)
{
    read_items(in);
    for (unsigned i = 0; i < 4; i++) {
        c2d_slide_options options = c2d_slide_defaults();
        c2d_vec d = read_way(in);
        uint32_t id = read_byte(in) % (uint32_t)solids.count;
        c2d_mover_result travel = {0};
        read_query(in);
        options.choose = i % 2 ? choose : NULL;
        options.context = &which;
        if (add_status_of((c2d_mover_result_free(&travel), c2d_world_try_slide(&items, &query, d, &options, &travel))))
            add_travel(&travel);
        if (add_status_of(
                (c2d_mover_result_free(&travel), c2d_world_slide(&items, id, d, i < 2 ? NULL : &options, &travel)))) {
            add_travel(&travel);
            add_shape(c2d_world_shape(&items, id));
        }
        c2d_mover_result_free(&travel);
    }
    c2d_world_free(&items);
}

/* The end of a result that no world has made. */
static void run_mover_end(reader *in)
{
    static solid a, b;
    static c2d_vec storage[2 * DRAFT_POINTS];
    c2d_vec stops[2];
    c2d_mover_result travel = {.stops = stops, .stop_count = 2, .pushes = read_byte(in) % 2};
    c2d_rect rect;
    c2d_shape end;

    read_journey(in, &a, &b, &stops[0]);
    stops[1] = read_point(in);
    if (a.has_rect)
        rect = a.rect;
    if (add_status_of(c2d_mover_end(&end, &a.shape, a.has_rect ? &rect : NULL, &travel, storage)))
        add_shape(&end);
    add_vec(c2d_mover_motion(&travel));
}

const verb item_verbs[] = {{"world_items", run_world_items}, {"world_query", run_world_query},
                           {"world_cast", run_world_cast},   {"world_nearest", run_world_nearest},
                           {"world_pairs", run_world_pairs}, {"world_slide", run_world_slide},
                           {"mover_end", run_mover_end},     {NULL, NULL}};
