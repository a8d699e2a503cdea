/* The members of a search for pairs: rows are checked, converted to shapes, and sorted so that neighbours in the plane
 * are neighbours in memory. If another thread changes the arrays meanwhile, the pairs are arbitrary, but nothing worse
 * happens. */
#include "members.h"

#include "../../batch/threads/threads.h"
#include "../../core/exact/allocate.h"

#include <stdlib.h>
#include <string.h>

/* What a thread has for itself while shapes are made. */
typedef struct member_maker {
    vertex_room room; /* of the shapes' vertices, as long as the members exist */
    bool skips;       /* a row is masked */
    members_fault fault;
} member_maker;

/* The rows that a thread takes at a time. */
#define ROWS_AT_ONCE 4096

static size_t parts_of(size_t rows) { return (rows + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE; }

static uint32_t end_of_part(size_t part, uint32_t rows)
{
    size_t end = (part + 1) * ROWS_AT_ONCE;
    return end < rows ? (uint32_t)end : rows;
}

void free_members(members *m)
{
    for (int k = 0; m->makers && k < m->threads; k++)
        room_free(&m->makers[k].room);
    free(m->makers);
    free(m->boxes);
    free(m->shapes);
    free(m->made);
    free(m->index);
}

/* ---- discs ---- */

/* Whether the core accepts a number, or a size if is_size, and leaves it unchanged: 0, or neither very small nor very
 * large. Exponents are compared, which is fast; numbers with the least or the greatest ones are left to the core. */
static inline bool is_plain(double x, bool is_size)
{
    const uint32_t least = 1023 - 139, greatest = 1023 + 189; /* 2^-139 <= |x| < 2^190 */
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint32_t exponent = (uint32_t)(bits >> 52) & (is_size ? 0xfff : 0x7ff);
    return (exponent - least <= greatest - least) | (bits << 1 == 0);
}

static inline bool is_plain_disc(const c2d_disc *d)
{
    return is_plain(d->center.x, false) & is_plain(d->center.y, false) & is_plain(d->radius, true);
}

/* Copies leading rows of three doubles that need no check; returns how many. */
static ptrdiff_t add_plain_discs(members *m, const char *row, ptrdiff_t stride, ptrdiff_t count)
{
    ptrdiff_t i = 0;
    for (; i < count; i++, row += stride) {
        c2d_disc *disc = &m->made[m->count + i];
        memcpy(disc, row, sizeof *disc);
        if (!is_plain_disc(disc))
            break;
    }
    m->count += (uint32_t)i;
    return i;
}

static bool has_plain_rows(const array_object *a)
{
    row_format format = format_of(a);
    return format.kind == ROW_CIRCLE && !format.single && format.column == sizeof(double);
}

/* Rows that may be discs as they are, and their extent by thread. */
typedef struct disc_rows {
    const c2d_disc *discs;
    uint32_t count;
    struct rows_extent *extents;
} disc_rows;

typedef struct rows_extent {
    c2d_disc_extent extent;
    bool known;
    char apart[64]; /* from that of the next thread, which would share a cache line */
} rows_extent;

/* The rows that are checked and measured while they are in the first cache. */
#define DISCS_AT_ONCE 1024

static bool check_discs_part(void *context, int worker, size_t part)
{
    const disc_rows *rows = context;
    rows_extent *of = &rows->extents[worker];
    for (uint32_t i = (uint32_t)part * ROWS_AT_ONCE, end = end_of_part(part, rows->count); i < end;) {
        uint32_t count = end - i < DISCS_AT_ONCE ? end - i : DISCS_AT_ONCE;
        if (!c2d_discs_are_plain(rows->discs + i, count))
            return false;
        c2d_disc_extent e = c2d_disc_extent_of(rows->discs + i, count);
        of->extent = of->known ? c2d_disc_extent_join(of->extent, e) : e;
        of->known = true;
        i += count;
    }
    return true;
}

/* Whether the rows of an array are discs as they are: then these become the members. *no_memory: not known. */
static bool take_discs(members *m, const array_object *a, bool *no_memory)
{
    const char *data = PyArray_BYTES(a->array);
    if (!has_plain_rows(a) || PyArray_STRIDE(a->array, 0) != sizeof(c2d_disc) ||
        (uintptr_t)data % _Alignof(c2d_disc) != 0)
        return false;
    disc_rows rows = {(const c2d_disc *)(const void *)data, (uint32_t)PyArray_DIM(a->array, 0),
                      calloc((size_t)m->threads, sizeof *rows.extents)};
    *no_memory = !rows.extents;
    bool good = rows.extents && run_parts(m->threads, parts_of(rows.count), check_discs_part, &rows);
    for (int k = 0; good && k < m->threads; k++)
        if (rows.extents[k].known) {
            m->extent =
                m->has_extent ? c2d_disc_extent_join(m->extent, rows.extents[k].extent) : rows.extents[k].extent;
            m->has_extent = true;
        }
    free(rows.extents);
    m->discs = good ? rows.discs : NULL;
    return good;
}

static c2d_status add_disc(members *m, const row_format *format, const char *row)
{
    double numbers[MAX_COLUMNS];
    read_row(format, row, numbers);
    c2d_disc disc = {{numbers[0], numbers[1]}, format->kind == ROW_POINT ? 0 : numbers[2]};
    c2d_status status = c2d_check_disc(&disc);
    m->made[m->count] = disc;
    return status;
}

/* ---- gathering ---- */

/* Appends the valid rows in the order of the array; false at an invalid one, unless the array skips those. */
static bool add_discs(members *m, const array_object *a, uint32_t rows)
{
    row_format format = format_of(a);
    ptrdiff_t count = PyArray_DIM(a->array, 0), stride = PyArray_STRIDE(a->array, 0);
    const char *data = PyArray_BYTES(a->array);
    ptrdiff_t first = !m->index && has_plain_rows(a) ? add_plain_discs(m, data, stride, count) : 0;
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

/* The rows are read in the order of the plane, which is any order of memory: each is requested some rows ahead. */
#define ROWS_AHEAD 12

/* Shapes to be made of rows: those of m->index, from member `first` on. */
typedef struct shapes_to_make {
    members *members;
    row_format format;
    const char *data;
    ptrdiff_t stride;
    uint32_t first, count;
    bool masked;
    members_fault invalid;
} shapes_to_make;

/* The index of a member whose row is masked, until the gaps are closed. */
#define NO_ROW UINT32_MAX

static bool make_shapes_part(void *context, int worker, size_t part)
{
    const shapes_to_make *s = context;
    members *m = s->members;
    member_maker *maker = &m->makers[worker];
    uint32_t *index = m->index + s->first;
    for (uint32_t k = (uint32_t)part * ROWS_AT_ONCE, end = end_of_part(part, s->count); k < end; k++) {
        row_shape made;
        c2d_prefetch(s->data + (ptrdiff_t)index[end - k > ROWS_AHEAD ? k + ROWS_AHEAD : k] * s->stride);
        c2d_status status = make_row(&s->format, s->data + (ptrdiff_t)index[k] * s->stride, &maker->room, &made);
        if (status == C2D_NO_MEMORY || (status && !s->masked)) {
            maker->fault = status == C2D_NO_MEMORY ? MEMBERS_NO_MEMORY : s->invalid;
            return false;
        }
        if (status) {
            index[k] = NO_ROW;
            maker->skips = true;
            continue;
        }
        m->shapes[s->first + k] = made.shape;
        m->boxes[s->first + k] = c2d_bounds_of(&made.shape);
    }
    return true;
}

/* Removes the members from m->count up to end that have no row. */
static void close_gaps(members *m, uint32_t end)
{
    for (uint32_t k = m->count; k < end; k++)
        if (m->index[k] != NO_ROW) {
            m->index[m->count] = m->index[k];
            m->shapes[m->count] = m->shapes[k];
            m->boxes[m->count++] = m->boxes[k];
        }
}

/* Appends the valid rows in the order of m->index, from m->count on; a fault at an invalid one, unless the array skips
 * those. */
static members_fault add_shapes(members *m, const array_object *a, uint32_t rows, members_fault invalid)
{
    uint32_t first = m->count, count = (uint32_t)PyArray_DIM(a->array, 0);
    shapes_to_make s = {m,         format_of(a), PyArray_BYTES(a->array), PyArray_STRIDE(a->array, 0), first, count,
                        a->masked, invalid};
    bool skips = false;
    run_parts(m->threads, parts_of(count), make_shapes_part, &s);
    for (int k = 0; k < m->threads; k++) {
        if (m->makers[k].fault)
            return m->makers[k].fault;
        skips |= m->makers[k].skips;
    }
    if (skips)
        close_gaps(m, first + count);
    else
        m->count = first + count;
    for (uint32_t k = first; k < m->count; k++)
        m->of_a += m->index[k] < rows;
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
    row_stream stream = {format_of(a), PyArray_BYTES(a->array), PyArray_STRIDE(a->array, 0), n, a->masked};
    if (!order_rows(&stream, order))
        return MEMBERS_NO_MEMORY;
    if (rows < n && !move_rows_first(order, n, rows))
        return MEMBERS_NO_MEMORY;
    return add_shapes(m, a, rows, invalid);
}

static bool make_room(members *m, size_t n, bool discs, bool own_index)
{
    if (discs) {
        m->discs = m->made = c2d_new_large(n * sizeof *m->made);
    } else {
        m->boxes = c2d_new_large(n * sizeof *m->boxes);
        m->shapes = c2d_new_large(n * sizeof *m->shapes);
    }
    m->makers = calloc((size_t)m->threads, sizeof *m->makers);
    if (!own_index)
        m->index = allocate(n, sizeof *m->index);
    return m->makers && (m->discs || (m->boxes && m->shapes)) && (m->index || own_index);
}

members_fault gather_members(members *m, const array_object *a, const array_object *b, uint32_t rows, int threads)
{
    memset(m, 0, sizeof *m);
    m->threads = threads;
    size_t n = (size_t)PyArray_DIM(a->array, 0) + (b ? (size_t)PyArray_DIM(b->array, 0) : 0);
    bool discs = all_discs(a) && (!b || all_discs(b));
    bool no_memory = false;
    if (!b && take_discs(m, a, &no_memory)) {
        m->count = (uint32_t)n;
        m->of_a = rows < m->count ? rows : m->count;
        return MEMBERS_OK;
    }
    if (no_memory || !make_room(m, n, discs, discs && !a->masked && !(b && b->masked)))
        return MEMBERS_NO_MEMORY;
    members_fault fault = add_rows(m, a, b ? UINT32_MAX : rows, INVALID_ROW_A);
    return fault || !b ? fault : add_rows(m, b, 0, INVALID_ROW_B);
}
