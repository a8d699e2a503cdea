/* Searches of one row among many: the first hit and the nearest rows. The tree finds candidates, and the functions for
 * single shapes decide, so that results have their bits. */
#include "batch.h"

#include "../core/broad/place_order.h"
#include "../core/broad/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first vertex of a polygon; NaN if it is not in the table. */
static c2d_vec first_vertex(const row_vertices *table, double start)
{
    double numbers[MAX_COLUMNS];
    if (!(start >= 0 && start < (double)table->count))
        return (c2d_vec){NAN, NAN};
    row_format pair = {.kind = ROW_POINT, .columns = 2, .single = table->single, .column = table->component};
    read_row(&pair, table->data + (ptrdiff_t)start * table->stride, numbers);
    return (c2d_vec){numbers[0], numbers[1]};
}

/* The first two numbers of a row, or of the first vertex of a polygon: an estimate of its place. They may be NaN. */
static c2d_vec place_of_row(const void *context, uint32_t i)
{
    const row_stream *rows = context;
    row_format some = rows->format;
    double read[MAX_COLUMNS] = {0};
    const double *numbers = read;
    some.columns = some.kind == ROW_MIXED ? 3 : 2;
    read_row(&some, rows->data + (ptrdiff_t)i * rows->stride, read);
    row_kind kind = some.kind;
    if (kind == ROW_MIXED)
        kind = *numbers++ == (double)ROW_POLYGON ? ROW_POLYGON : ROW_POINT;
    return kind == ROW_POLYGON ? first_vertex(&some.vertices, numbers[0]) : (c2d_vec){numbers[0], numbers[1]};
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
    free(index->next);
    room_free(&index->room);
}

/* ---- equal rows ---- */

/* A hash table of shapes of an index, by open addressing. */
typedef struct shape_table {
    const row_index *index;
    uint32_t *slots; /* the number of a shape, or C2D_NULL_INDEX */
    uint32_t *last;  /* the last row of each shape */
    uint32_t mask;
} shape_table;

/* A shape that is not found in so many slots is not shared, however its numbers were chosen. */
#define MOST_PROBES 16

static bool shape_table_init(shape_table *table, const row_index *index, size_t rows)
{
    size_t size = 16;
    while (size < rows + rows / 2)
        size *= 2;
    table->index = index;
    table->mask = (uint32_t)(size - 1);
    table->slots = malloc(size * sizeof *table->slots);
    table->last = malloc((rows + 1) * sizeof *table->last);
    if (table->slots)
        memset(table->slots, 0xff, size * sizeof *table->slots);
    return table->slots && table->last;
}

static void shape_table_free(shape_table *table)
{
    free(table->slots);
    free(table->last);
}

static uint64_t mix_bits(uint64_t hash, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint32_t hash_shape(const c2d_shape *s)
{
    const c2d_vec *v = c2d_vertices(s);
    uint64_t hash = mix_bits(s->count, s->radius);
    for (uint32_t i = 0; i < s->count; i++)
        hash = mix_bits(mix_bits(hash, v[i].x), v[i].y);
    return (uint32_t)(hash ^ hash >> 32);
}

static bool equal_shapes(const c2d_shape *a, const c2d_shape *b)
{
    return a->count == b->count && a->form == b->form && memcmp(&a->radius, &b->radius, sizeof a->radius) == 0 &&
           memcmp(c2d_vertices(a), c2d_vertices(b), a->count * sizeof(c2d_vec)) == 0;
}

/* Appends a row to those of an equal shape. False if there is none: then the shape is to become the next of the
 * index. */
static bool joins_equal(shape_table *table, row_index *index, const c2d_shape *shape, uint32_t row)
{
    uint32_t slot = hash_shape(shape) & table->mask;
    index->next[row] = C2D_NULL_INDEX;
    table->last[index->count] = row;
    for (int probe = 0; probe < MOST_PROBES; probe++, slot = (slot + 1) & table->mask) {
        uint32_t found = table->slots[slot];
        if (found == C2D_NULL_INDEX) {
            table->slots[slot] = index->count;
            return false;
        }
        if (equal_shapes(&index->shapes[found], shape)) {
            index->next[table->last[found]] = row;
            table->last[found] = row;
            return true;
        }
    }
    return false;
}

/* ---- the index ---- */

/* Stores the shapes of the valid rows, in the order of index->rows, and their boxes. Rows at one place are in their
 * order there, so the first row of a shape comes first. */
static job_fault store_rows(row_index *index, const row_stream *rows, shape_table *table, c2d_bounds *boxes,
                            uint64_t *orders)
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
        index->valid += good;
        if (!good || joins_equal(table, index, &made.shape, row))
            continue;
        index->rows[index->count] = row;
        orders[index->count] = row;
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
    index->next = malloc(room * sizeof *index->next);
    c2d_bounds *boxes = malloc(room * sizeof *boxes);
    uint64_t *orders = malloc(room * sizeof *orders);
    shape_table table;
    bool good = shape_table_init(&table, index, (size_t)rows->count);
    job_fault fault = FAULT_MEMORY;
    if (good && index->shapes && index->rows && index->next && boxes && orders && order_rows(rows, index->rows))
        fault = store_rows(index, rows, &table, boxes, orders);
    if (!fault && c2d_tree_fill_ordered(&index->tree, boxes, orders, index->count))
        fault = FAULT_MEMORY;
    free(boxes);
    free(orders);
    shape_table_free(&table);
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
    uint64_t last; /* the row, if its hit is at 0 */
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
        s->last = hit.t == 0 ? (uint64_t)row : UINT64_MAX;
    }
    return s->hit.t;
}

job_fault first_hit(row_index *index, const row_shape *a, c2d_vec motion, c2d_cast_options options, c2d_vec *room,
                    ptrdiff_t *row, c2d_hit *hit)
{
    c2d_bounds box;
    hit_search s = {
        .index = index, .a = a, .motion = motion, .options = options, .room = room, .row = -1, .last = UINT64_MAX};
    *row = -1;
    index->work++;
    /* The tree needs a motion without tiny numbers, whose inverses overflow. The casts get the motion as it is given.
     */
    if (c2d_check(&motion.x) || c2d_check(&motion.y))
        return FAULT_MOTION;
    if (c2d_cast_bounds(&a->shape, a->has_rect ? &a->rect : NULL, motion, room, &box))
        return FAULT_MOVED;
    c2d_tree_cast_first(&index->tree, box, motion, 1, &s.last, visit_target, &s);
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
    uint64_t last; /* the last row, if all are at distance 0 */
    c2d_rank *heap;
} near_search;

/* The limit for the distance of boxes: these are no farther than the shapes, and a computed distance is within 8 ulp of
 * the true one. */
static double box_limit(double distance) { return distance * (1 + 0x1p-48); }

static double visit_neighbour(void *context, uint32_t item, double limit)
{
    near_search *s = context;
    double distance = c2d_distance(s->a, &s->index->shapes[item]);
    s->index->work++;
    if (!(distance <= s->farthest))
        return limit;
    for (uint32_t row = s->index->rows[item]; row != C2D_NULL_INDEX; row = s->index->next[row]) {
        c2d_rank found = {distance, row};
        s->index->work++;
        if (s->count == s->most && c2d_compare_ranks(&found, s->heap) > 0)
            break;
        s->count = c2d_ranked_add(s->heap, sizeof found, s->count, s->most, &found);
    }
    if (s->count < s->most)
        return limit;
    s->last = s->heap[0].value == 0 ? s->heap[0].key : UINT64_MAX;
    return fmin(limit, box_limit(s->heap[0].value));
}

size_t nearest_rows(row_index *index, const c2d_shape *a, size_t most, double farthest, c2d_rank *heap)
{
    near_search s = {index, a, most, 0, farthest, UINT64_MAX, heap};
    index->work++;
    if (most > 0)
        c2d_tree_nearest_first(&index->tree, c2d_bounds_of(a), box_limit(farthest), &s.last, visit_neighbour, &s);
    c2d_ranked_sort(heap, sizeof *heap, s.count);
    return s.count;
}
