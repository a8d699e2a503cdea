/* Property: a verb over rows gives each element the answer of its two single shapes, on every path that the machine
 * has, however the rows lie in memory, float32 or float64, broadcast or not; an invalid row ends it or is masked. */
#include "../decode.h"
#include "../target.h"

#include "../../csrc/batch/filter.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* More than the lanes of any backend, and not a multiple. */
#define MOST_ROWS 21

/* The memory layout of one side's rows: each array is larger than any layout needs. */
typedef struct side {
    row_format format;
    int rows;
    ptrdiff_t stride;
    double numbers[MOST_ROWS][MAX_COLUMNS];
    double memory[MOST_ROWS * MAX_COLUMNS * 2];
    row_shape shapes[MOST_ROWS], single;
    bool is_single, masked;
} side;

/* The rectangle with another anchor: its centre, two corners or its core, up to rounding. */
static void choose_anchor(reader *in, const solid *s, row_format *f, double *n)
{
    static const row_anchor anchors[2][4] = {{ROW_BY_TOPLEFT, ROW_BY_TOPLEFT, ROW_BY_CENTER, ROW_BY_CORNERS},
                                             {ROW_BY_TOPLEFT, ROW_BY_TOPLEFT, ROW_BY_CENTER, ROW_AROUND}};
    bool round = f->kind == ROW_ROUNDRECT;

    f->anchor = anchors[round][read_left(in) ? read_byte(in) % 4 : 0];
    if (f->anchor == ROW_BY_TOPLEFT)
        return;
    if (f->anchor == ROW_BY_CORNERS) {
        n[2] += n[0];
        n[3] += n[1];
        f->columns = 4;
        return;
    }
    n[0] += n[2] / 2;
    n[1] += n[3] / 2;
    if (f->anchor == ROW_AROUND) {
        n[2] = fmax(n[2] - 2 * s->shape.radius, 0);
        n[3] = fmax(n[3] - 2 * s->shape.radius, 0);
    }
}

/* The row that approximates a shape best, of a kind that can represent it. */
static row_format row_of_solid(reader *in, const solid *s, double *n)
{
    const c2d_vec *v = c2d_vertices(&s->shape);
    const c2d_rect *rect = &s->rect;
    c2d_vec far = v[s->shape.form == C2D_BOX ? 2 : s->shape.count - 1];
    bool round = s->shape.radius > 0 || read_byte(in) % 4 == 0;
    row_format f = {.kind = ROW_RECT, .columns = 4, .anchor = ROW_BY_TOPLEFT};
    n[0] = v[0].x;
    n[1] = v[0].y;
    if (s->has_rect && s->shape.form == C2D_CONVEX) {
        double grown = rect->inner ? 2 * rect->radius : 0;
        n[0] = rect->at.x;
        n[1] = rect->at.y;
        n[2] = rect->size.x + grown;
        n[3] = rect->size.y + grown;
        n[4] = round ? rect->radius : rect->angle;
        n[5] = rect->angle;
        f.kind = round ? ROW_ROUNDRECT : ROW_RECT;
        f.columns = round ? 6 : 5;
    } else if (s->shape.form == C2D_POINT) {
        n[2] = s->shape.radius;
        f.kind = round ? ROW_CIRCLE : ROW_POINT;
        f.columns = round ? 3 : 2;
    } else if (s->shape.form == C2D_BOX) {
        double r = s->shape.radius;
        n[0] -= r;
        n[1] -= r;
        n[2] = far.x - v[0].x + 2 * r;
        n[3] = far.y - v[0].y + 2 * r;
        n[4] = round ? r : 0;
        n[5] = 0;
        f.kind = round ? ROW_ROUNDRECT : ROW_RECT;
        f.columns = (round ? 5 : 4) + (int)(read_byte(in) % 4 == 0);
    } else {
        n[2] = far.x;
        n[3] = far.y;
        n[4] = s->shape.radius;
        f.kind = round ? ROW_CAPSULE : ROW_SEGMENT;
        f.columns = round ? 5 : 4;
    }
    if (f.kind >= ROW_RECT)
        choose_anchor(in, s, &f, n);
    return f;
}

/* Rows like the first one, with some numbers a few ulps off, turned by a quarter, new, or arbitrary. */
static void read_rows(reader *in, side *s)
{
    for (int i = 1; i < s->rows; i++) {
        unsigned changes = read_byte(in);
        memcpy(s->numbers[i], s->numbers[0], sizeof s->numbers[0]);
        for (int k = 0; k < s->format.columns; k++)
            if (changes >> k & 1)
                s->numbers[i][k] = changes >> 6 == 0   ? ulps_off(s->numbers[i][k], (int)(read_byte(in) % 9) - 4)
                                   : changes >> 6 == 1 ? read_coordinate(in)
                                   : changes >> 6 == 2 ? read_size(in)
                                   : changes == 0xff   ? read_number(in)
                                                       : s->numbers[i][k] + (int)(read_byte(in) % 5) - 2;
    }
}

static void lay_out(reader *in, side *s)
{
    unsigned layout = read_byte(in);
    ptrdiff_t size = layout & 1 ? sizeof(float) : sizeof(double);
    s->format.single = layout & 1;
    s->is_single = layout >> 5 == 7;
    s->masked = layout >> 4 & 1;
    s->format.column = (layout >> 1 & 3) == 1 ? size * s->rows : (layout >> 1 & 3) == 2 ? 2 * size : size;
    s->stride = (layout >> 1 & 3) == 1 ? size : 2 * size * s->format.columns;
    if ((layout >> 1 & 3) == 0)
        s->stride = size * s->format.columns;
    memset(s->memory, 0xff, sizeof s->memory);
    for (int i = 0; i < s->rows; i++)
        for (int k = 0; k < s->format.columns; k++) {
            char *at = (char *)s->memory + i * s->stride + k * s->format.column;
            float single = (float)s->numbers[i][k];
            memcpy(at, s->format.single ? (void *)&single : (void *)&s->numbers[i][k], (size_t)size);
        }
    for (int i = 0; i < s->rows; i++)
        make_row(&s->format, (char *)s->memory + i * s->stride, NULL, &s->shapes[i]);
    s->is_single = s->is_single && s->shapes[0].good;
    s->single = s->shapes[0];
}

static int8_t answer_of(array_verb verb, int relation)
{
    return (int8_t)(verb == DO_RELATE     ? relation
                    : verb == DO_COLLIDES ? relation >= 0
                    : verb == DO_OVERLAPS ? relation > 0
                                          : relation == 0);
}

static const row_shape *shape_at(const side *s, int i) { return s->is_single ? &s->single : &s->shapes[i]; }

static void set_stream(job *j, int in, side *s, int axis)
{
    j->operand[in].format = s->format;
    j->operand[in].masked = s->masked;
    j->operand[in].single = s->is_single ? &s->single : NULL;
    j->streams[in].data = (char *)s->memory;
    if (!s->is_single)
        j->streams[in].stride[axis] = s->stride;
}

/* One verb on one backend; across: every row of a with every row of b. */
static void check_backend(const filter_backend *backend, array_verb verb, side *a, side *b, bool across)
{
    int8_t out[MOST_ROWS * MOST_ROWS + 1];
    int columns = across ? b->rows : a->rows, rows = across ? a->rows : 1;
    bool bad = false;
    job j;
    memset(&j, 0, sizeof j);
    memset(out, 77, sizeof out);
    j.verb = verb;
    j.axes = across ? 2 : 1;
    j.size[0] = across ? rows : columns;
    j.size[1] = columns;
    set_stream(&j, IN_A, a, 0);
    set_stream(&j, IN_B, b, across ? 1 : 0);
    j.streams[FIRST_OUT].data = (char *)out;
    j.streams[FIRST_OUT].stride[0] = across ? columns : 1;
    j.streams[FIRST_OUT].stride[1] = 1;
    j.outs = 1;
    j.masked = a->masked || b->masked;
    j.backend = backend;
    job_fault fault = run_job(&j);
    for (int i = 0; i < rows * columns; i++)
        bad |= (!shape_at(a, across ? i / columns : i)->good && !a->masked) ||
               (!shape_at(b, i % columns)->good && !b->masked);
    CHECK(bad == (fault != NO_FAULT), "%s: fault %d, invalid rows: %d", backend->name, (int)fault, bad);
    CHECK(out[rows * columns] == 77, "%s wrote beyond the end", backend->name);
    for (int i = 0; i < rows * columns && !fault; i++) {
        const row_shape *s = shape_at(a, across ? i / columns : i), *t = shape_at(b, i % columns);
        int relation = s->good && t->good ? c2d_relate(&s->shape, &t->shape) : C2D_APART;
        target_subjects(s->good ? &s->shape : NULL, t->good ? &t->shape : NULL);
        CHECK(out[i] == answer_of(verb, relation), "%s: element %d of %d is %d, the shapes' relation %d", backend->name,
              i, columns, out[i], relation);
        if (verb == DO_RELATE)
            target_relations[relation + 1]++;
    }
    target_subjects(NULL, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static side a, b;
    const filter_backend *backends[MAX_BACKENDS];
    int count = filter_backends(backends);
    reader in = reader_open(data, size);
    solid first, second;
    read_bodies(&in, &first, &second);
    a.format = row_of_solid(&in, &first, a.numbers[0]);
    b.format = row_of_solid(&in, &second, b.numbers[0]);
    unsigned how = read_byte(&in);
    a.rows = b.rows = 1 + (int)(read_byte(&in) % MOST_ROWS);
    read_rows(&in, &a);
    read_rows(&in, &b);
    lay_out(&in, &a);
    lay_out(&in, &b);
    for (int k = 0; k < count; k++)
        check_backend(backends[k], (array_verb)(how & 3), &a, &b, (how & 12) == 12);
    return 0;
}
