/* Searches of one row among many: the first hit and the nearest rows. The tree finds candidates, and the functions for
 * single shapes decide, so that results have their bits. */
#include "batch.h"

#include "../core/broad/place_order.h"
#include "../core/broad/tree.h"
#include "../core/periodic/image_cast.h"
#include "../core/periodic/image_search.h"
#include "../core/shape/shape.h"

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
    free(index->places);
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
        if (c2d_same_shape(&index->shapes[found], shape)) {
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
        if (!c2d_fits_period(c2d_bounds_of(&made.shape), index->period))
            return FAULT_FAR;
        index->rows[index->count] = row;
        orders[index->count] = row;
        boxes[index->count] = c2d_home_box(&made.shape, index->period);
        index->shapes[index->count++] = made.shape;
    }
    return NO_FAULT;
}

job_fault row_index_init(row_index *index, const row_stream *rows, c2d_vec period)
{
    memset(index, 0, sizeof *index);
    c2d_tree_init(&index->tree);
    index->period = period;
    size_t room = (size_t)rows->count + 1;
    bool repeats = c2d_repeats(period);
    index->places = repeats ? calloc(room, sizeof *index->places) : NULL;
    index->shapes = malloc(room * sizeof *index->shapes);
    index->rows = malloc(room * sizeof *index->rows);
    index->next = malloc(room * sizeof *index->next);
    c2d_bounds *boxes = malloc(room * sizeof *boxes);
    uint64_t *orders = malloc(room * sizeof *orders);
    shape_table table;
    bool good = shape_table_init(&table, index, (size_t)rows->count);
    job_fault fault = FAULT_MEMORY;
    bool has_room = index->shapes && index->rows && index->next && boxes && orders && (index->places || !repeats);
    if (good && has_room && order_rows(rows, index->rows))
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
    c2d_cell cell;
    ptrdiff_t row; /* -1: none yet */
    uint64_t last; /* the row, if its hit is at 0 */
    c2d_hit hit;
    c2d_cell image; /* that is hit */
    bool failed;
} hit_search;

/* Whether a hit comes before the one so far: by time, then by row, then the deepest, then by image. */
static bool hits_before(const hit_search *s, const c2d_hit *hit, ptrdiff_t row, c2d_cell image)
{
    if (s->row < 0 || hit->t != s->hit.t || row != s->row)
        return s->row < 0 || hit->t < s->hit.t || (hit->t == s->hit.t && row < s->row);
    if (hit->depth != s->hit.depth)
        return hit->depth > s->hit.depth;
    return image.x != s->image.x ? image.x < s->image.x : image.y < s->image.y;
}

static double visit_target(void *context, uint32_t item, double limit)
{
    hit_search *s = context;
    const c2d_shape *target = &s->index->shapes[item];
    ptrdiff_t row = s->index->rows[item];
    c2d_cell image = c2d_image_in_cell(s->cell, target, s->index->period);
    c2d_relation swept;
    c2d_hit hit;
    s->index->work++;
    /* The motion has been checked. */
    s->failed = c2d_image_cast(&s->a->shape, s->a->has_rect ? &s->a->rect : NULL, s->motion, target, s->index->period,
                               image, s->options, s->room, &swept, &hit) == C2D_NO_MEMORY;
    if (s->failed)
        return -1;
    if (swept == C2D_APART)
        return limit;
    if (hits_before(s, &hit, row, image)) {
        s->row = row;
        s->hit = hit;
        s->last = hit.t == 0 ? (uint64_t)row : UINT64_MAX;
        s->image = image;
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
    if (!c2d_fits_period(c2d_bounds_of(&a->shape), index->period))
        return FAULT_FAR;
    if (!c2d_way_fits(motion, index->period))
        return FAULT_LONG;
    c2d_search_images_along(&index->tree, c2d_bounds_of(&a->shape), box, motion, 1, index->period, &s.cell, &s.last,
                            visit_target, &s);
    if (s.failed)
        return FAULT_MEMORY;
    *row = s.row;
    if (s.row >= 0)
        *hit = s.hit;
    return NO_FAULT;
}

/* ---- the nearest rows ---- */

typedef struct near_search {
    row_index *index;
    const c2d_shape *a;
    uint32_t own; /* the row that a is, which does not count; C2D_NULL_INDEX: none */
    size_t most, count;
    double farthest;
    uint64_t last; /* the last row, if all are at distance 0 */
    c2d_rank *heap;
    c2d_cell cell;
    bool failed;
} near_search;

/* The limit for the distance of boxes: these are no farther than the shapes, and a computed distance is within 8 ulp of
 * the true one. */
static double box_limit(double distance) { return distance * (1 + 0x1p-48); }

static void note_place(void *context, const void *element, size_t i)
{
    const near_search *s = context;
    s->index->places[((const c2d_rank *)element)->key] = (uint32_t)i;
}

/* Adds a row, or replaces it if another image of it is in the heap and farther away. */
static void add_nearest_image(near_search *s, const c2d_rank *found)
{
    size_t i = s->index->places[found->key];
    c2d_heap heap = {s->heap, sizeof *found, c2d_ranks_before, s, note_place};
    if (i >= s->count || s->heap[i].key != found->key)
        s->count = c2d_heap_add(&heap, s->count, s->most, found);
    else if (found->value < s->heap[i].value)
        c2d_heap_lower(&heap, s->count, i, found);
}

static double visit_neighbour(void *context, uint32_t item, double limit)
{
    near_search *s = context;
    const c2d_shape *b = &s->index->shapes[item];
    c2d_vec period = s->index->period;
    double distance;
    uint32_t first = s->index->rows[item];
    s->index->work++;
    if (first == s->own && s->index->next[first] == C2D_NULL_INDEX)
        return limit;
    s->failed = c2d_distance_to_image(s->a, b, period, c2d_image_in_cell(s->cell, b, period), &distance) != C2D_OK;
    if (s->failed)
        return -1;
    if (!(distance <= s->farthest))
        return limit;
    for (uint32_t row = first; row != C2D_NULL_INDEX; row = s->index->next[row]) {
        c2d_rank found = {distance, row};
        s->index->work++;
        if (row == s->own)
            continue;
        if (s->count == s->most && c2d_compare_ranks(&found, s->heap) > 0)
            break;
        if (s->index->places)
            add_nearest_image(s, &found);
        else
            s->count = c2d_ranked_add(s->heap, sizeof found, s->count, s->most, &found);
    }
    if (s->count < s->most)
        return limit;
    s->last = s->heap[0].value == 0 ? s->heap[0].key : UINT64_MAX;
    return fmin(limit, box_limit(s->heap[0].value));
}

job_fault nearest_rows(row_index *index, const c2d_shape *a, uint32_t own, size_t most, double farthest, c2d_rank *heap,
                       size_t *count)
{
    near_search s = {
        .index = index, .a = a, .own = own, .most = most, .farthest = farthest, .last = UINT64_MAX, .heap = heap};
    index->work++;
    *count = 0;
    if (!c2d_fits_period(c2d_bounds_of(a), index->period))
        return FAULT_FAR;
    if (most > 0)
        c2d_search_images_near(&index->tree, c2d_bounds_of(a), box_limit(farthest), index->period, &s.cell, &s.last,
                               visit_neighbour, &s);
    if (s.failed)
        return FAULT_MEMORY;
    c2d_ranked_sort(heap, sizeof *heap, s.count);
    *count = s.count;
    return NO_FAULT;
}
