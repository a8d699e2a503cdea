/* The members of a search for pairs: rows are checked, converted to shapes, and sorted so that neighbours in the plane
 * are neighbours in memory. If another thread changes the arrays meanwhile, the pairs are arbitrary, but nothing worse
 * happens. */
#include "members.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool all_discs(const array_object *a) { return a->kind <= ROW_CIRCLE; }

void free_members(members *m)
{
    free(m->boxes);
    free(m->shapes);
    free(m->discs);
    free(m->index);
    room_free(&m->room);
}

/* ---- discs ---- */

/* Whether the core accepts a number and leaves it unchanged: 0, or neither very small nor very large. */
static inline bool is_plain(double x) { return (fabs(x) <= 0x1p190 && fabs(x) >= 0x1p-140) || x == 0; }

/* Copies leading rows of three doubles that need no check; returns how many. */
static ptrdiff_t add_plain_discs(members *m, const char *row, ptrdiff_t stride, ptrdiff_t count)
{
    ptrdiff_t i = 0;
    for (; i < count; i++, row += stride) {
        c2d_disc *disc = &m->discs[m->count + i];
        memcpy(disc, row, sizeof *disc);
        if (!(is_plain(disc->center.x) && is_plain(disc->center.y) && is_plain(disc->radius) && disc->radius >= 0))
            break;
    }
    m->count += (uint32_t)i;
    return i;
}

static c2d_status add_disc(members *m, const row_format *format, const char *row)
{
    double numbers[MAX_COLUMNS];
    read_row(format, row, numbers);
    c2d_disc disc = {{numbers[0], numbers[1]}, format->kind == ROW_POINT ? 0 : numbers[2]};
    c2d_status status = c2d_check_disc(&disc);
    m->discs[m->count] = disc;
    return status;
}

/* ---- the order of other shapes ---- */

/* The average number of shapes per cell. */
#define SHAPES_PER_CELL 16
/* Up to this number of rows the order makes no difference. */
#define UNSORTED_LIMIT 2048

#define SAMPLE_SIZE 63

static int compare_numbers(const void *p, const void *q)
{
    double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

/* The columns, or rows, of the grid of cells. They span the middle of the coordinates; shapes outside are in the first
 * or the last. */
typedef struct bands {
    double low, inverse;
    uint32_t count;
} bands;

static bands choose_bands(double sample[SAMPLE_SIZE], uint32_t count)
{
    qsort(sample, SAMPLE_SIZE, sizeof *sample, compare_numbers);
    double low = sample[SAMPLE_SIZE / 32], high = sample[SAMPLE_SIZE - 1 - SAMPLE_SIZE / 32];
    bands l = {low, high > low ? count / (high - low) : 0, count};
    return l;
}

static uint32_t band_of(const bands *l, double x)
{
    double t = (x - l->low) * l->inverse;
    return t > 0 ? t < l->count ? (uint32_t)t : l->count - 1 : 0;
}

/* The first two numbers of a row, or of the first vertex of a polygon: an estimate of its position. They may be NaN. */
static c2d_vec leading_numbers(const row_format *format, const char *row)
{
    row_format two = *format;
    double numbers[MAX_COLUMNS] = {0};
    if (format->kind == ROW_POLYGON) {
        const row_vertices *table = &format->vertices;
        read_row(format, row, numbers);
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

/* Sorts the rows by cell, with a counting sort. False if there is no memory. */
static bool order_rows(const row_format *format, const char *data, ptrdiff_t stride, uint32_t n, uint32_t *order)
{
    double x[SAMPLE_SIZE], y[SAMPLE_SIZE];
    for (uint32_t k = 0; k < SAMPLE_SIZE; k++) {
        c2d_vec p = leading_numbers(format, data + (ptrdiff_t)((uint64_t)k * n / SAMPLE_SIZE) * stride);
        x[k] = p.x - p.x == 0 ? p.x : 0;
        y[k] = p.y - p.y == 0 ? p.y : 0;
    }
    uint32_t side = 1;
    while (side * side < n / SHAPES_PER_CELL)
        side++;
    bands across = choose_bands(x, side), down = choose_bands(y, side);
    uint32_t *start = calloc((size_t)side * side, sizeof *start), *key = allocate(n, sizeof *key);
    bool good = start && key;
    for (uint32_t i = 0; good && i < n; i++) {
        c2d_vec p = leading_numbers(format, data + (ptrdiff_t)i * stride);
        key[i] = band_of(&down, p.y) * side + band_of(&across, p.x);
        start[key[i]]++;
    }
    for (uint32_t c = 0, sum = 0; good && c < side * side; c++) {
        uint32_t count = start[c];
        start[c] = sum;
        sum += count;
    }
    for (uint32_t i = 0; good && i < n; i++)
        order[start[key[i]]++] = i;
    free(start);
    free(key);
    return good;
}

/* ---- gathering ---- */

/* Appends the valid rows in the order of the array; false at an invalid one, unless the array skips those. */
static bool add_discs(members *m, const array_object *a, uint32_t rows)
{
    row_format format = format_of(a);
    ptrdiff_t count = PyArray_DIM(a->array, 0), stride = PyArray_STRIDE(a->array, 0);
    const char *data = PyArray_BYTES(a->array);
    bool plain = !m->index && format.kind == ROW_CIRCLE && !format.single && format.column == sizeof(double);
    ptrdiff_t first = plain ? add_plain_discs(m, data, stride, count) : 0;
    m->of_a += (uint32_t)first < rows ? (uint32_t)first : rows;
    for (ptrdiff_t i = first; i < count; i++) {
        bool good = add_disc(m, &format, data + i * stride) == C2D_OK;
        if (!good && !a->masked)
            return false;
        if (good && m->index)
            m->index[m->count] = (uint32_t)i;
        m->count += good;
        m->of_a += good && (uint32_t)i < rows;
    }
    return true;
}

/* Appends the valid rows in the order of m->index, from m->count on; a fault at an invalid one, unless the array skips
 * those. */
static members_fault add_shapes(members *m, const array_object *a, uint32_t rows, members_fault invalid)
{
    row_format format = format_of(a);
    ptrdiff_t stride = PyArray_STRIDE(a->array, 0);
    const char *data = PyArray_BYTES(a->array);
    for (uint32_t k = m->count, end = k + (uint32_t)PyArray_DIM(a->array, 0); k < end; k++) {
        row_shape made;
        uint32_t i = m->index[k];
        c2d_status status = make_row(&format, data + (ptrdiff_t)i * stride, &m->room, &made);
        if (status == C2D_NO_MEMORY)
            return MEMBERS_NO_MEMORY;
        if (status && !a->masked)
            return invalid;
        if (status)
            continue;
        m->index[m->count] = i;
        m->of_a += i < rows;
        m->shapes[m->count] = made.shape;
        m->boxes[m->count++] = c2d_bounds_of(&made.shape);
    }
    return MEMBERS_OK;
}

/* Moves the first `rows` rows to the front and keeps the order otherwise; false if there is no memory. */
static bool move_rows_first(uint32_t *order, uint32_t n, uint32_t rows)
{
    uint32_t *others = allocate(n, sizeof *others), first = 0, count = 0;
    for (uint32_t k = 0; others && k < n; k++)
        if (order[k] < rows)
            order[first++] = order[k];
        else
            others[count++] = order[k];
    if (others)
        memcpy(order + first, others, count * sizeof *others);
    free(others);
    return others != NULL;
}

static members_fault add_rows(members *m, const array_object *a, uint32_t rows, members_fault invalid)
{
    uint32_t n = (uint32_t)PyArray_DIM(a->array, 0);
    if (m->discs)
        return add_discs(m, a, rows) ? MEMBERS_OK : invalid;
    uint32_t *order = m->index + m->count;
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    row_format format = format_of(a);
    if (n > UNSORTED_LIMIT && !order_rows(&format, PyArray_BYTES(a->array), PyArray_STRIDE(a->array, 0), n, order))
        return MEMBERS_NO_MEMORY;
    if (rows < n && !move_rows_first(order, n, rows))
        return MEMBERS_NO_MEMORY;
    return add_shapes(m, a, rows, invalid);
}

static bool make_room(members *m, size_t n, bool discs, bool own_index)
{
    if (discs) {
        m->discs = allocate(n, sizeof *m->discs);
    } else {
        m->boxes = allocate(n, sizeof *m->boxes);
        m->shapes = allocate(n, sizeof *m->shapes);
    }
    if (!own_index)
        m->index = allocate(n, sizeof *m->index);
    return (m->discs || (m->boxes && m->shapes)) && (m->index || own_index);
}

members_fault gather_members(members *m, const array_object *a, const array_object *b, uint32_t rows)
{
    memset(m, 0, sizeof *m);
    size_t n = (size_t)PyArray_DIM(a->array, 0) + (b ? (size_t)PyArray_DIM(b->array, 0) : 0);
    bool discs = all_discs(a) && (!b || all_discs(b));
    if (!make_room(m, n, discs, discs && !b && !a->masked))
        return MEMBERS_NO_MEMORY;
    members_fault fault = add_rows(m, a, b ? UINT32_MAX : rows, INVALID_ROW_A);
    return fault || !b ? fault : add_rows(m, b, 0, INVALID_ROW_B);
}
