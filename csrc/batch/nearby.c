/* Searches of one row among many: the first hit and the nearest rows. The tree finds candidates, and the functions for
 * single shapes decide, so that results have their bits. */
#include "batch.h"

#include "../core/broad/place_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first two numbers of a row, or of the first vertex of a polygon: an estimate of its place. They may be NaN. */
static c2d_vec place_of_row(const void *context, uint32_t i)
{
    const row_stream *rows = context;
    const char *row = rows->data + (ptrdiff_t)i * rows->stride;
    row_format two = rows->format;
    double numbers[MAX_COLUMNS] = {0};
    if (two.kind == ROW_POLYGON) {
        const row_vertices *table = &rows->format.vertices;
        read_row(&rows->format, row, numbers);
        if (!(numbers[0] >= 0 && numbers[0] < (double)table->count))
            return (c2d_vec){NAN, NAN};
        row = table->data + (ptrdiff_t)numbers[0] * table->stride;
        two.single = table->single;
        two.column = table->component;
    }
    two.columns = 2;
    read_row(&two, row, numbers);
    return (c2d_vec){numbers[0], numbers[1]};
}

bool order_rows(const row_stream *rows, uint32_t *order)
{
    return c2d_place_order(place_of_row, rows, (uint32_t)rows->count, order);
}

void row_index_free(row_index *index)
{
    c2d_tree_free(&index->tree);
    free(index->shapes);
    free(index->rows);
    room_free(&index->room);
}

/* Stores the valid rows, in the order of index->rows, and their boxes. */
static job_fault store_rows(row_index *index, const row_stream *rows, c2d_bounds *boxes)
{
    for (ptrdiff_t k = 0; k < rows->count; k++) {
        row_shape made;
        uint32_t row = index->rows[k];
        c2d_status status = make_row(&rows->format, rows->data + (ptrdiff_t)row * rows->stride, &index->room, &made);
        bool good = status == C2D_OK;
        if (status == C2D_NO_MEMORY)
            return FAULT_MEMORY;
        if (!good && !rows->masked)
            return FAULT_ROW_B;
        if (!good)
            continue;
        index->rows[index->count] = row;
        boxes[index->count] = c2d_cast_target_bounds(&made.shape);
        index->shapes[index->count++] = made.shape;
    }
    return NO_FAULT;
}

job_fault row_index_init(row_index *index, const row_stream *rows)
{
    memset(index, 0, sizeof *index);
    c2d_tree_init(&index->tree);
    size_t room = (size_t)rows->count + 1;
    index->shapes = malloc(room * sizeof *index->shapes);
    index->rows = malloc(room * sizeof *index->rows);
    c2d_bounds *boxes = malloc(room * sizeof *boxes);
    job_fault fault = FAULT_MEMORY;
    if (index->shapes && index->rows && boxes && order_rows(rows, index->rows))
        fault = store_rows(index, rows, boxes);
    if (!fault && c2d_tree_fill(&index->tree, boxes, index->count))
        fault = FAULT_MEMORY;
    free(boxes);
    return fault;
}

/* ---- the first hit ---- */

typedef struct hit_search {
    row_index *index;
    const row_shape *a;
    c2d_vec motion;
    c2d_cast_options options;
    c2d_vec *room;
    ptrdiff_t row; /* -1: none yet */
    c2d_hit hit;
} hit_search;

static double visit_target(void *context, uint32_t item, double limit)
{
    hit_search *s = context;
    ptrdiff_t row = s->index->rows[item];
    bool hits;
    c2d_hit hit;
    s->index->work++;
    (void)c2d_cast_with(&s->a->shape, s->a->has_rect ? &s->a->rect : NULL, s->motion, &s->index->shapes[item], s->room,
                        s->options, &hits, &hit); /* the motion has been checked */
    if (!hits)
        return limit;
    if (s->row < 0 || hit.t < s->hit.t || (hit.t == s->hit.t && row < s->row)) {
        s->row = row;
        s->hit = hit;
    }
    return s->hit.t;
}

job_fault first_hit(row_index *index, const row_shape *a, c2d_vec motion, c2d_cast_options options, c2d_vec *room,
                    ptrdiff_t *row, c2d_hit *hit)
{
    c2d_bounds box;
    hit_search s = {.index = index, .a = a, .motion = motion, .options = options, .room = room, .row = -1};
    *row = -1;
    index->work++;
    /* The tree needs a motion without tiny numbers, whose inverses overflow. The casts get the motion as it is given.
     */
    if (c2d_check(&motion.x) || c2d_check(&motion.y))
        return FAULT_MOTION;
    if (c2d_cast_bounds(&a->shape, a->has_rect ? &a->rect : NULL, motion, room, &box))
        return FAULT_MOVED;
    c2d_tree_cast(&index->tree, box, motion, 1, visit_target, &s);
    *row = s.row;
    if (s.row >= 0)
        *hit = s.hit;
    return NO_FAULT;
}

/* ---- the nearest rows ---- */

typedef struct near_search {
    row_index *index;
    const c2d_shape *a;
    size_t most, count;
    double farthest;
    c2d_rank *heap;
} near_search;

/* The limit for the distance of boxes: these are no farther than the shapes, and a computed distance is within 8 ulp of
 * the true one. */
static double box_limit(double distance) { return distance * (1 + 0x1p-48); }

static double visit_neighbour(void *context, uint32_t item, double limit)
{
    near_search *s = context;
    c2d_rank found = {c2d_distance(s->a, &s->index->shapes[item]), s->index->rows[item]};
    s->index->work++;
    if (!(found.value <= s->farthest))
        return limit;
    s->count = c2d_ranked_add(s->heap, sizeof found, s->count, s->most, &found);
    return s->count == s->most ? fmin(limit, box_limit(s->heap[0].value)) : limit;
}

size_t nearest_rows(row_index *index, const c2d_shape *a, size_t most, double farthest, c2d_rank *heap)
{
    near_search s = {index, a, most, 0, farthest, heap};
    index->work++;
    if (most > 0)
        c2d_tree_nearest(&index->tree, c2d_bounds_of(a), box_limit(farthest), visit_neighbour, &s);
    c2d_ranked_sort(heap, sizeof *heap, s.count);
    return s.count;
}
