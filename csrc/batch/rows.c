/* Rows of numbers as shapes, made by the core's functions that also serve the constructors of single shapes. */
#include "batch.h"

#include "../core/exact/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- room for vertices: parts that never move, so that shapes may refer to them ---- */

struct room_part {
    room_part *next;
    size_t size, used;
    c2d_vec vertices[];
};

#define LEAST_PART 512

c2d_vec *room_take(vertex_room *room, size_t count)
{
    room_part *part = room->last;
    if (!part || part->size - part->used < count) {
        room_part *next = part ? part->next : room->first;
        if (!next || next->size < count) { /* a part that is too small for this shape is for later ones */
            size_t size = count > LEAST_PART ? count : LEAST_PART;
            room_part *made = malloc(sizeof *made + size * sizeof *made->vertices);
            if (!made)
                return NULL;
            made->next = next;
            made->size = size;
            if (part)
                part->next = made;
            else
                room->first = made;
            next = made;
        }
        next->used = 0;
        room->last = part = next;
    }
    part->used += count;
    return part->vertices + part->used - count;
}

void room_shorten(vertex_room *room, const c2d_vec *last, size_t count)
{
    room->last->used = (size_t)(last - room->last->vertices) + count;
}

void room_reset(vertex_room *room) { room->last = NULL; }

void room_free(vertex_room *room)
{
    for (room_part *part = room->first; part;) {
        room_part *next = part->next;
        free(part);
        part = next;
    }
    room->first = room->last = NULL;
}

/* ---- rows ---- */

static const int columns_of[ROW_KINDS][2] = {{2, 2}, {3, 3}, {4, 4}, {5, 5}, {4, 5}, {5, 6}, {3, 3}, {7, 7}};

int least_columns(row_kind kind) { return columns_of[kind][0]; }
int most_columns(row_kind kind) { return columns_of[kind][1]; }

void read_row(const row_format *format, const char *row, double numbers[MAX_COLUMNS])
{
    if (!format->single && format->column == sizeof(double)) {
        const double *given = (const double *)(const void *)row;
        for (int i = 0; i < format->columns; i++)
            memcpy(&numbers[i], given + i, sizeof *numbers);
        return;
    }
    for (int i = 0; i < format->columns; i++, row += format->column) {
        if (format->single) {
            float number;
            memcpy(&number, row, sizeof number);
            numbers[i] = (double)number;
        } else {
            memcpy(&numbers[i], row, sizeof *numbers);
        }
    }
}

bool has_anchor(row_kind kind, row_anchor anchor)
{
    static const bool has[2][ROW_ANCHORS] = {{true, true, true, false, false}, {true, true, true, true, true}};
    return kind >= ROW_RECT && kind <= ROW_ROUNDRECT ? has[kind == ROW_ROUNDRECT][anchor] : anchor == ROW_BY_TOPLEFT;
}

double code_of_row(row_kind kind, row_anchor anchor) { return (int)kind + ANCHOR_CODES * (int)anchor; }

bool format_of_code(const row_format *mixed, double code, row_format *out)
{
    if (!(code >= 0) || !(code < ANCHOR_CODES * ROW_ANCHORS) || code != floor(code))
        return false;
    row_kind kind = (row_kind)((int)code % ANCHOR_CODES);
    row_anchor anchor = (row_anchor)((int)code / ANCHOR_CODES);
    if (kind >= ROW_MIXED || !has_anchor(kind, anchor))
        return false;
    *out = *mixed;
    out->kind = kind;
    out->anchor = anchor;
    out->columns = anchor == ROW_BY_CORNERS ? least_columns(kind) : most_columns(kind);
    return true;
}

const row_format *format_of_numbers_in(const row_format *format, const double **numbers, row_format *room)
{
    if (format->kind != ROW_MIXED)
        return format;
    double code = *(*numbers)++;
    return format_of_code(format, code, room) ? room : NULL;
}

bool holds_core(row_anchor anchor) { return anchor >= ROW_BY_CORNERS; }

c2d_rect rect_of_row(const row_format *format, const double *n)
{
    static const uint8_t anchors[ROW_ANCHORS] = {C2D_BY_TOPLEFT, C2D_BY_CENTER, C2D_BY_CORNERS, C2D_BY_CENTER,
                                                 C2D_BY_TOPLEFT};
    bool rounded = format->kind == ROW_ROUNDRECT;
    c2d_rect rect = {.anchor = anchors[format->anchor], .at = c2d_v(n[0], n[1]), .size = c2d_v(n[2], n[3])};
    rect.inner = rounded && holds_core(format->anchor);
    rect.radius = rounded ? n[4] : 0;
    rect.angle = format->columns > 4 + rounded ? n[4 + rounded] : 0;
    return rect;
}

static double read_number(const char *at, bool single)
{
    if (!single) {
        double number;
        memcpy(&number, at, sizeof number);
        return number;
    }
    float number;
    memcpy(&number, at, sizeof number);
    return (double)number;
}

static c2d_status polygon_of_row(const row_vertices *table, const double *n, vertex_room *room, c2d_shape *out)
{
    bool inside = n[0] >= 0 && n[1] <= (double)table->count && n[0] <= n[1] && n[1] - n[0] <= INT32_MAX;
    if (!inside || n[0] != floor(n[0]) || n[1] != floor(n[1]))
        return ROW_OUT_OF_TABLE;
    size_t first = (size_t)n[0], count = (size_t)n[1] - first;
    c2d_vec *points = count > 0 ? room_take(room, count) : NULL;
    if (!points)
        return count > 0 ? C2D_NO_MEMORY : C2D_NO_POINTS;
    for (size_t i = 0; i < count; i++) {
        const char *at = table->data + (ptrdiff_t)(first + i) * table->stride;
        points[i] = c2d_v(read_number(at, table->single), read_number(at + table->component, table->single));
    }
    c2d_status status = c2d_polygon(out, points, count, n[2], points);
    room_shorten(room, points, !status && out->count > C2D_INLINE_VERTICES ? out->count : 0);
    return status;
}

c2d_status shape_of_row(const row_format *format, const double *n, vertex_room *room, row_shape *out)
{
    c2d_status status = C2D_OK;
    row_format own;
    out->has_rect = out->good = false;
    format = format_of_numbers_in(format, &n, &own);
    if (!format)
        return ROW_OF_NO_KIND;
    out->kind = (uint8_t)format->kind;
    switch (format->kind) {
    case ROW_POINT: status = c2d_point(&out->shape, c2d_v(n[0], n[1])); break;
    case ROW_CIRCLE: status = c2d_circle(&out->shape, c2d_v(n[0], n[1]), n[2]); break;
    case ROW_SEGMENT: status = c2d_segment(&out->shape, c2d_v(n[0], n[1]), c2d_v(n[2], n[3])); break;
    case ROW_CAPSULE: status = c2d_capsule(&out->shape, c2d_v(n[0], n[1]), c2d_v(n[2], n[3]), n[4]); break;
    case ROW_POLYGON: status = polygon_of_row(&format->vertices, n, room, &out->shape); break;
    default:
        out->rect = rect_of_row(format, n);
        out->has_rect = true;
        status = c2d_rect_shape(&out->shape, &out->rect);
        break;
    }
    out->good = status == C2D_OK;
    return status;
}

c2d_status make_row(const row_format *format, const char *row, vertex_room *room, row_shape *out)
{
    double numbers[MAX_COLUMNS];
    read_row(format, row, numbers);
    return shape_of_row(format, numbers, room, out);
}

int column_at_fault(const row_format *format, const double *numbers, c2d_status status)
{
    /* A bit for each column that is a size. */
    static const unsigned sizes[ROW_KINDS] = {0, 1 << 2, 0, 1 << 4, 3 << 2, 7 << 2, 1 << 2, 0};
    unsigned set = format->anchor == ROW_BY_CORNERS ? sizes[format->kind] & ~(3u << 2) : sizes[format->kind];
    for (int i = 0; i < format->columns; i++) {
        double number = numbers[i];
        if (set >> i & 1 ? c2d_check_size(&number) : c2d_check(&number))
            return i;
    }
    return status == C2D_RADIUS_TOO_LARGE ? 4 : -1;
}

bool rows_equal(const row_shape *a, const row_shape *b)
{
    const c2d_shape *s = &a->shape, *t = &b->shape;
    if (a->kind != b->kind || s->count != t->count || s->radius != t->radius)
        return false;
    for (uint32_t i = 0; i < s->count; i++)
        if (!c2d_same(c2d_vertices(s)[i], c2d_vertices(t)[i]))
            return false;
    if (!a->has_rect)
        return true;
    c2d_frame f, g;
    c2d_rect_frame(&a->rect, &f);
    c2d_rect_frame(&b->rect, &g);
    return c2d_same(f.min, g.min) && c2d_same(f.size, g.size) && c2d_same(f.pivot, g.pivot) &&
           a->rect.angle == b->rect.angle;
}

/* ---- the first invalid row ---- */

/* Whether a number, and whatever is computed from such numbers, is in the domain. */
static inline bool is_in_safe_range(double x) { return x >= -0x1p190 && x <= 0x1p190; }

c2d_status check_row(const row_format *format, const double *numbers)
{
    bool plain = true;
    row_format own;
    format = format_of_numbers_in(format, &numbers, &own);
    if (!format)
        return ROW_OF_NO_KIND;
    for (int i = 0; i < format->columns; i++)
        plain &= is_in_safe_range(numbers[i]);
    switch (format->kind) {
    case ROW_CIRCLE: plain &= numbers[2] >= 0; break;
    case ROW_CAPSULE: plain &= numbers[4] >= 0; break;
    case ROW_RECT: plain &= format->anchor == ROW_BY_CORNERS || (numbers[2] >= 0 && numbers[3] >= 0); break;
    case ROW_ROUNDRECT:
        plain &= (format->anchor == ROW_BY_CORNERS || (numbers[2] >= 0 && numbers[3] >= 0)) && numbers[4] >= 0;
        if (holds_core(format->anchor))
            break;
        plain &= 2 * numbers[4] <= numbers[2] && 2 * numbers[4] <= numbers[3];
        plain &= numbers[4] == 0 ||
                 numbers[4] >= 0x1p-147; /* c2d_check may round the radius up, so that it no longer fits */
        break;
    case ROW_POLYGON: plain = false; break;
    default: break;
    }
    if (plain)
        return C2D_OK;
    row_shape made;
    vertex_room room = {NULL, NULL};
    c2d_status status = shape_of_row(format, numbers, &room, &made);
    room_free(&room);
    return status;
}

bool find_invalid(const row_format *format, const char *data, int axes, const ptrdiff_t *size, const ptrdiff_t *stride,
                  ptrdiff_t *index, c2d_status *status, double numbers[MAX_COLUMNS])
{
    for (int k = 0; k < axes; k++) {
        if (size[k] == 0)
            return false;
        index[k] = 0;
    }
    for (;;) {
        ptrdiff_t count = axes ? size[axes - 1] : 1, step = axes ? stride[axes - 1] : 0;
        for (ptrdiff_t i = 0; i < count; i++) {
            read_row(format, data + i * step, numbers);
            *status = check_row(format, numbers);
            if (*status) {
                if (axes)
                    index[axes - 1] = i;
                return true;
            }
        }
        int k = axes - 2;
        for (; k >= 0; k--) {
            data += stride[k];
            if (++index[k] < size[k])
                break;
            data -= stride[k] * size[k];
            index[k] = 0;
        }
        if (k < 0)
            return false;
    }
}
