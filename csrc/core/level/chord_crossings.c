/* The two representations of crossings: lists and a segment tree. */
#include "chord_crossings.h"

#include "../exact/allocate.h"

#include <string.h>

/* ---- lists ---- */

/* Crossings are listed up to this number per chord. */
#define LISTED_PER_CHORD 16

typedef struct pairs {
    uint32_t (*list)[2]; /* column, row */
    size_t count, capacity;
} pairs;

/* Lists the crossings in a sweep over the lines, with the set of columns that cross the line. False if the list is
 * full. */
static bool sweep_pairs(const c2d_crossings *x, const c2d_radix_item *starts, c2d_ranks *active, uint32_t *column_at,
                        pairs *out)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < x->row_count; i++) {
        const c2d_chord *row = &x->rows[i];
        for (; next < x->column_count && starts[next].key <= row->line; next++) {
            uint32_t column = starts[next].value, at = x->columns[column].line;
            if (!c2d_ranks_has(active, at))
                c2d_ranks_toggle(active, at);
            column_at[at] = column;
        }
        for (uint32_t at = c2d_ranks_next(active, row->from); at <= row->to; at = c2d_ranks_next(active, at + 1)) {
            if (x->columns[column_at[at]].to < row->line) {
                c2d_ranks_toggle(active, at); /* the column has ended */
                continue;
            }
            if (out->count == out->capacity)
                return false;
            out->list[out->count][0] = column_at[at];
            out->list[out->count++][1] = i;
        }
    }
    return true;
}

static c2d_status find_pairs(c2d_crossings *x, pairs *out)
{
    c2d_ranks active;
    uint32_t *column_at = c2d_new_array(x->positions, sizeof *column_at);
    c2d_radix_item *starts = c2d_new_array(x->column_count, sizeof *starts),
                   *spare = c2d_new_array(x->column_count, sizeof *spare);
    c2d_status status = c2d_ranks_open(&active, x->positions);
    if (!column_at || !starts || !spare)
        status = C2D_NO_MEMORY;
    if (!status) {
        for (uint32_t i = 0; i < x->column_count; i++)
            starts[i] = (c2d_radix_item){x->columns[i].from, i};
        c2d_radix_sort(starts, x->column_count, spare);
        x->listed = sweep_pairs(x, starts, &active, column_at, out);
    }
    c2d_ranks_close(&active);
    free(column_at);
    free(starts);
    free(spare);
    return status;
}

/* Counting sort of the pairs by column (by 0) or row (by 1): for each, the list of its partners. */
static c2d_status sort_pairs(const pairs *found, int by, uint32_t lists, size_t **start, uint32_t **other)
{
    *start = c2d_new_array((size_t)lists + 1, sizeof **start);
    *other = c2d_new_array(found->count, sizeof **other);
    if (!*start || !*other)
        return C2D_NO_MEMORY;
    memset(*start, 0, ((size_t)lists + 1) * sizeof **start);
    for (size_t i = 0; i < found->count; i++)
        (*start)[found->list[i][by]]++;
    for (uint32_t k = 0; k < lists; k++)
        (*start)[k + 1] += (*start)[k];
    for (size_t i = found->count; i-- > 0;)
        (*other)[--(*start)[found->list[i][by]]] = found->list[i][1 - by];
    return C2D_OK;
}

static c2d_status open_lists(c2d_crossings *x, const pairs *found)
{
    x->cursor = c2d_new_array(x->column_count, sizeof *x->cursor);
    if (!x->cursor)
        return C2D_NO_MEMORY;
    c2d_status status = sort_pairs(found, 0, x->column_count, &x->start, &x->row);
    return status ? status : sort_pairs(found, 1, x->row_count, &x->row_start, &x->column);
}

static uint32_t take_listed(c2d_crossings *x, uint32_t column, uint32_t level)
{
    while (x->cursor[column] < x->start[column + 1]) {
        uint32_t row = x->row[x->cursor[column]++];
        if (!x->taken[row] && (!x->level || x->level[row] == level)) {
            x->taken[row] = 1;
            return row;
        }
    }
    return C2D_NULL_INDEX;
}

/* ---- the tree ---- */

/* Calls visit for each node of a row's extent. The leaf of position i is node i + positions; the parent of node k is
 * k / 2. */
typedef void visit_node(c2d_crossings *x, size_t node, c2d_radix_item row);

static void visit_extent(c2d_crossings *x, c2d_radix_item row, visit_node *visit)
{
    const c2d_chord *r = &x->rows[row.value];
    size_t left = (size_t)r->from + x->positions, right = (size_t)r->to + x->positions + 1;
    for (; left < right; left = (left + 1) / 2, right /= 2) {
        if (left & 1)
            visit(x, left, row);
        if (right & 1)
            visit(x, right - 1, row);
    }
}

static void count_slot(c2d_crossings *x, size_t node, c2d_radix_item row)
{
    (void)row;
    x->start[node]++;
}

static void write_slot(c2d_crossings *x, size_t node, c2d_radix_item row)
{
    size_t slot = x->start[node]++;
    x->key[slot] = row.key;
    x->row[slot] = row.value;
    x->skip[slot] = slot + 1;
}

/* Counts the slots of each node and turns the counts into first slots. Returns the number of slots. */
static size_t count_slots(c2d_crossings *x, uint32_t count)
{
    size_t nodes = 2 * (size_t)x->positions, sum = 0;
    memset(x->start, 0, (nodes + 1) * sizeof *x->start);
    for (uint32_t i = 0; i < count; i++)
        visit_extent(x, x->order[i], count_slot);
    for (size_t k = 0; k <= nodes; k++) {
        size_t slots = x->start[k];
        x->start[k] = sum;
        sum += slots;
    }
    return sum;
}

static uint32_t order_rows(c2d_crossings *x)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < x->row_count; row++)
        if (!x->level || x->level[row] > 0)
            x->order[count++] =
                (c2d_radix_item){(uint64_t)(x->level ? x->level[row] : 0) << 32 | x->rows[row].line, row};
    c2d_radix_sort(x->order, count, x->spare);
    return count;
}

static void fill_tree(c2d_crossings *x)
{
    uint32_t count = order_rows(x);
    size_t nodes = 2 * (size_t)x->positions;
    count_slots(x, count);
    for (uint32_t i = 0; i < count; i++)
        visit_extent(x, x->order[i], write_slot);
    /* Each start is now the node's end, which is the start of the next node. */
    memmove(x->start + 1, x->start, nodes * sizeof *x->start);
    x->start[0] = 0;
}

static c2d_status open_tree(c2d_crossings *x)
{
    x->order = c2d_new_array(x->row_count, sizeof *x->order);
    x->spare = c2d_new_array(x->row_count, sizeof *x->spare);
    x->start = c2d_new_array(2 * (size_t)x->positions + 1, sizeof *x->start);
    if (!x->order || !x->spare || !x->start)
        return C2D_NO_MEMORY;
    size_t slots = count_slots(x, order_rows(x));
    x->key = c2d_new_array(slots, sizeof *x->key);
    x->row = c2d_new_array(slots, sizeof *x->row);
    x->skip = c2d_new_array(slots, sizeof *x->skip);
    return x->key && x->row && x->skip ? C2D_OK : C2D_NO_MEMORY;
}

/* The first slot >= slot with an available row, or one >= end. Compresses the path of links. */
static size_t first_available(c2d_crossings *x, size_t slot, size_t end)
{
    size_t found = slot;
    while (found < end && x->taken[x->row[found]])
        found = x->skip[found];
    while (slot < found) {
        size_t next = x->skip[slot];
        x->skip[slot] = found;
        slot = next;
    }
    return found;
}

static uint32_t take_from_tree(c2d_crossings *x, uint32_t column, uint32_t level)
{
    const c2d_chord *c = &x->columns[column];
    uint64_t least = (uint64_t)level << 32 | c->from, most = (uint64_t)level << 32 | c->to;
    for (size_t node = (size_t)c->line + x->positions; node > 0; node /= 2) {
        size_t low = x->start[node], high = x->start[node + 1], end = high;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (x->key[middle] < least)
                low = middle + 1;
            else
                high = middle;
        }
        size_t slot = first_available(x, low, end);
        if (slot < end && x->key[slot] <= most) {
            x->taken[x->row[slot]] = 1;
            return x->row[slot];
        }
    }
    return C2D_NULL_INDEX;
}

/* ---- both ---- */

c2d_status c2d_crossings_open(c2d_crossings *x)
{
    pairs found = {NULL, 0, LISTED_PER_CHORD * ((size_t)x->row_count + x->column_count)};
    x->taken = c2d_new_array(x->row_count, sizeof *x->taken);
    found.list = c2d_new_array(found.capacity, sizeof *found.list);
    c2d_status status = x->taken && found.list ? find_pairs(x, &found) : C2D_NO_MEMORY;
    if (!status)
        status = x->listed ? open_lists(x, &found) : open_tree(x);
    free(found.list);
    return status;
}

void c2d_crossings_close(c2d_crossings *x)
{
    free(x->taken);
    free(x->start);
    free(x->row);
    free(x->cursor);
    free(x->row_start);
    free(x->column);
    free(x->key);
    free(x->skip);
    free(x->order);
    free(x->spare);
}

void c2d_crossings_restore(c2d_crossings *x, const uint32_t *level)
{
    memset(x->taken, 0, x->row_count);
    x->level = level;
    if (!x->listed)
        fill_tree(x);
}

uint32_t c2d_crossings_take(c2d_crossings *x, uint32_t column, uint32_t level)
{
    return x->listed ? take_listed(x, column, level) : take_from_tree(x, column, x->level ? level : 0);
}
