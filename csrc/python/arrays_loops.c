/* A verb over broadcast arrays: which rows meet, in blocks. A block of simple shapes is filtered at once; what that
 * leaves undecided, and all else, is made a shape and asked about one by one. A row that is broadcast is made once for
 * a block, not for every element that it meets. */
#include "arrays.h"

#include <math.h>
#include <string.h>

/* ---- axes ---- */

/* Drops axes of length 1 and joins those that every stream walks as one, so that the inner loops are long. */
static void simplify_axes(job *j)
{
    int kept = 0;
    for (int k = 0; k < j->axes; k++) {
        if (j->size[k] == 1)
            continue;
        bool joins = kept > 0;
        for (int s = 0; s < STREAMS && joins; s++)
            joins = j->streams[s].stride[kept - 1] == j->streams[s].stride[k] * j->size[k];
        int into = joins ? kept - 1 : kept;
        j->size[into] = joins ? j->size[into] * j->size[k] : j->size[k];
        for (int s = 0; s < STREAMS; s++)
            j->streams[s].stride[into] = j->streams[s].stride[k];
        kept = into + 1;
    }
    j->axes = kept;
}

/* The two innermost axes, a plane, are walked in blocks; a job of fewer axes has planes of length 1. */
typedef struct plane {
    ptrdiff_t rows, columns;
    ptrdiff_t down[STREAMS], across[STREAMS];
    char *data[STREAMS];
} plane;

static void set_axis(const job *j, int axis, ptrdiff_t *size, ptrdiff_t *steps)
{
    *size = axis >= 0 ? j->size[axis] : 1;
    for (int s = 0; s < STREAMS; s++)
        steps[s] = axis >= 0 ? j->streams[s].stride[axis] : 0;
}

/* ---- shapes of a block ---- */

/* As many as fit the first cache, twice. */
#define MADE 64

typedef struct made_rows {
    row_shape own[MADE];
    const row_shape *first;
    int step; /* 0: one for all */
} made_rows;

static bool make_rows(const job_operand *operand, const char *data, ptrdiff_t stride, int count, made_rows *out)
{
    out->first = operand->single ? operand->single : out->own;
    out->step = operand->single || stride == 0 ? 0 : 1;
    if (operand->single)
        return true;
    bool good = true;
    for (int i = 0; i < (out->step ? count : 1); i++)
        good &= make_row(&operand->format, data + i * stride, &out->own[i]) == C2D_OK;
    return good || operand->masked;
}

/* ---- answers ---- */

/* Where the elements of a block are. */
typedef struct block {
    int count;
    char *data[STREAMS];
    const ptrdiff_t *step;
} block;

static inline char *place(const block *b, int stream, int i) { return b->data[stream] + i * b->step[stream]; }

static inline void put(char *at, double value) { memcpy(at, &value, sizeof value); }

static inline void put_vector(char *at, ptrdiff_t component, c2d_vec v)
{
    put(at, v.x);
    put(at + component, v.y);
}

/* What a relation, known as 1, 0 or -1, is for the verb. */
static inline int8_t answer_of(array_verb verb, int relation)
{
    switch (verb) {
    case DO_COLLIDES: return relation >= 0;
    case DO_OVERLAPS: return relation > 0;
    case DO_TOUCHES: return relation == 0;
    default: return (int8_t)relation;
    }
}

static void relate_rows(array_verb verb, const made_rows *a, const made_rows *b, const block *at)
{
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        bool good = s->good && t->good;
        int8_t answer = (int8_t)(verb == DO_RELATE ? C2D_APART : 0);
        if (good)
            answer = answer_of(verb, c2d_relate(&s->shape, &t->shape));
        memcpy(place(at, FIRST_OUT, i), &answer, 1);
    }
}

static void compare_rows(const made_rows *a, const made_rows *b, const block *at)
{
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        *place(at, FIRST_OUT, i) = s->good && t->good && rows_equal(s, t);
    }
}

static void measure_rows(array_verb verb, const made_rows *a, const made_rows *b, const block *at)
{
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        double value = NAN;
        if (s->good && t->good)
            value = verb == DO_DISTANCE ? c2d_distance(&s->shape, &t->shape) : c2d_separation(&s->shape, &t->shape);
        put(place(at, FIRST_OUT, i), value);
    }
}

static void contact_rows(const job *j, const made_rows *a, const made_rows *b, const block *at)
{
    enum { HIT = FIRST_OUT, NORMAL, DEPTH };
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        c2d_contact contact = {.normal = {NAN, NAN}, .depth = NAN};
        *place(at, HIT, i) = s->good && t->good && c2d_collide(&s->shape, &t->shape, &contact);
        put_vector(place(at, NORMAL, i), j->component[NORMAL - FIRST_OUT], contact.normal);
        put(place(at, DEPTH, i), contact.depth);
    }
}

static job_fault cast_rows(job *j, const made_rows *a, const made_rows *b, const block *at)
{
    enum { HIT = FIRST_OUT, TIME, POINT, NORMAL, DEPTH };
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        const c2d_hit none = {NAN, {NAN, NAN}, {NAN, NAN}, NAN};
        c2d_hit hit = none;
        double motion[MAX_COLUMNS];
        bool hits = false;
        read_row(&j->motion, place(at, IN_MOTION, i), motion);
        if (s->good && t->good) {
            c2d_vec d = {motion[0], motion[1]};
            c2d_status status = c2d_cast(&s->shape, s->has_rect ? &s->rect : NULL, d, &t->shape, j->room, &hits, &hit);
            j->fault_at = place(at, HIT, i);
            if (status && !j->masked)
                return c2d_check(&d.x) || c2d_check(&d.y) ? FAULT_MOTION : FAULT_MOVED;
        }
        if (!hits)
            hit = none;
        *place(at, HIT, i) = hits;
        put(place(at, TIME, i), hit.t);
        put_vector(place(at, POINT, i), j->component[POINT - FIRST_OUT], hit.point);
        put_vector(place(at, NORMAL, i), j->component[NORMAL - FIRST_OUT], hit.normal);
        put(place(at, DEPTH, i), hit.depth);
    }
    return NO_FAULT;
}

static job_fault answer_rows(job *j, const made_rows *a, const made_rows *b, const block *at)
{
    switch (j->verb) {
    case DO_EQUALS: compare_rows(a, b, at); break;
    case DO_SEPARATION:
    case DO_DISTANCE: measure_rows(j->verb, a, b, at); break;
    case DO_CONTACT: contact_rows(j, a, b, at); break;
    case DO_CAST: return cast_rows(j, a, b, at);
    default: relate_rows(j->verb, a, b, at); break;
    }
    return NO_FAULT;
}

/* ---- planes ---- */

static void block_at(const plane *p, ptrdiff_t row, ptrdiff_t column, int count, block *out)
{
    out->count = count;
    out->step = p->across;
    for (int s = 0; s < STREAMS; s++)
        out->data[s] = p->data[s] + row * p->down[s] + column * p->across[s];
}

static job_fault run_plane(job *j, const plane *p)
{
    made_rows a, b;
    for (ptrdiff_t column = 0; column < p->columns; column += MADE) {
        int count = p->columns - column < MADE ? (int)(p->columns - column) : MADE;
        for (ptrdiff_t row = 0; row < p->rows; row++) {
            block at;
            block_at(p, row, column, count, &at);
            bool again_a = row == 0 || p->down[IN_A] != 0, again_b = row == 0 || p->down[IN_B] != 0;
            if (again_a && !make_rows(&j->operand[0], at.data[IN_A], p->across[IN_A], count, &a))
                return FAULT_ROW_A;
            if (again_b && !make_rows(&j->operand[1], at.data[IN_B], p->across[IN_B], count, &b))
                return FAULT_ROW_B;
            job_fault fault = answer_rows(j, &a, &b, &at);
            if (fault)
                return fault;
        }
    }
    return NO_FAULT;
}

/* ---- filtered planes ---- */

/* An operand that can be filtered, as circles or as boxes. */
typedef struct filtered {
    const job_operand *operand;
    simple_kind kind;
    int in;
    bool fixed;    /* its rows are those of every row of the plane */
    bool by_rows;  /* the path reads them where they are */
    bool ordinary; /* the columns are in the domain */
    block_columns columns;
} filtered;

static simple_kind simple_kind_of(const job_operand *o)
{
    if (o->single) {
        const c2d_shape *s = &o->single->shape;
        return s->form == C2D_POINT ? SIMPLE_CIRCLE : s->form == C2D_BOX && s->radius == 0 ? SIMPLE_BOX : NOT_SIMPLE;
    }
    if (o->format.kind <= ROW_CIRCLE)
        return SIMPLE_CIRCLE;
    return o->format.kind == ROW_RECT && o->format.columns == 4 ? SIMPLE_BOX : NOT_SIMPLE;
}

/* Points answer boxes as boxes of no size do. */
static bool is_sharp(const job_operand *o)
{
    return o->single ? o->single->shape.radius == 0 : o->format.kind == ROW_POINT;
}

static bool rows_are_plain(const filtered *f, const plane *p)
{
    const row_format *format = &f->operand->format;
    return !f->operand->single && !format->single && !f->fixed && format->column == sizeof(double) &&
           p->across[f->in] == format->columns * (ptrdiff_t)sizeof(double) &&
           format->kind == (f->kind == SIMPLE_CIRCLE ? ROW_CIRCLE : ROW_RECT);
}

/* Whether a job can be filtered; a is the circle if one is. */
static bool set_filtered(const job *j, const plane *p, filtered *a, filtered *b)
{
    a->operand = &j->operand[0];
    b->operand = &j->operand[1];
    a->in = IN_A;
    b->in = IN_B;
    a->kind = simple_kind_of(a->operand);
    b->kind = simple_kind_of(b->operand);
    if (j->verb > DO_TOUCHES || !a->kind || !b->kind)
        return false;
    if (a->kind != b->kind && is_sharp((a->kind == SIMPLE_CIRCLE ? a : b)->operand))
        a->kind = b->kind = SIMPLE_BOX;
    if (a->kind == SIMPLE_BOX && b->kind == SIMPLE_CIRCLE) {
        a->operand = &j->operand[1];
        b->operand = &j->operand[0];
        a->in = IN_B;
        b->in = IN_A;
        a->kind = SIMPLE_CIRCLE;
        b->kind = SIMPLE_BOX;
    }
    a->fixed = p->rows > 1 && p->down[a->in] == 0;
    b->fixed = p->rows > 1 && p->down[b->in] == 0;
    bool rows = filter_in_use->takes_rows && a->kind == b->kind, plain_a = rows_are_plain(a, p);
    bool plain_b = rows_are_plain(b, p), both = a->kind == SIMPLE_CIRCLE || (plain_a && plain_b);
    a->by_rows = rows && both && plain_a;
    b->by_rows = rows && both && plain_b;
    return true;
}

static filter_side side_of(filtered *f, const block *at, bool first)
{
    ptrdiff_t stride = at->step[f->in];
    filter_side side = {NULL, &f->columns, f->operand->single || stride == 0 ? 0 : 1};
    if (f->by_rows) {
        side.rows = (const double *)(const void *)at->data[f->in];
        f->ordinary = true;
    } else if (f->operand->single) {
        gather_shape(f->kind, &f->operand->single->shape, &f->columns);
        f->ordinary = true;
    } else if (first || !f->fixed) {
        f->ordinary = gather_rows(f->kind, &f->operand->format, at->data[f->in], stride, at->count, &f->columns);
    }
    return side;
}

/* One element, by the core. */
static job_fault settle(const job *j, const block *at, int i, int8_t *answer)
{
    row_shape made[2];
    const row_shape *shape[2];
    for (int k = 0; k < 2; k++) {
        const job_operand *o = &j->operand[k];
        shape[k] = o->single ? o->single : &made[k];
        if (!o->single && make_row(&o->format, place(at, k, i), &made[k]) && !o->masked)
            return k == 0 ? FAULT_ROW_A : FAULT_ROW_B;
    }
    bool good = shape[0]->good && shape[1]->good;
    *answer = answer_of(j->verb, good ? c2d_relate(&shape[0]->shape, &shape[1]->shape) : C2D_APART);
    return NO_FAULT;
}

/* Four answers for each set of bits: 1 is overlapping, 0 apart. */
static void make_table(array_verb verb, uint32_t table[16])
{
    for (int bits = 0; bits < 16; bits++) {
        int8_t four[4];
        for (int i = 0; i < 4; i++)
            four[i] = answer_of(verb, bits >> i & 1 ? C2D_OVERLAPPING : C2D_APART);
        memcpy(&table[bits], four, sizeof four);
    }
}

static job_fault filter_block(const job *j, const block *at, const filter_side *a, const filter_side *b,
                              simple_kind kind_a, simple_kind kind_b, bool ordinary, const uint32_t *table)
{
    uint32_t fours[BLOCK / 4];
    uint16_t undecided[BLOCK + 4];
    int8_t *answers = (int8_t *)fours;
    const filter_path *path = filter_in_use;
    int left = -1;
    if (ordinary)
        left = (kind_a != kind_b          ? path->circles_boxes
                : kind_a == SIMPLE_CIRCLE ? path->circles
                                          : path->boxes)(a, b, at->count, table, fours, undecided);
    job_fault fault = NO_FAULT;
    for (int i = 0; i < (left < 0 ? at->count : left) && !fault; i++) {
        int k = left < 0 ? i : undecided[i];
        fault = settle(j, at, k, &answers[k]);
    }
    if (at->step[FIRST_OUT] == 1)
        memcpy(at->data[FIRST_OUT], answers, (size_t)at->count);
    else
        for (int i = 0; i < at->count; i++)
            *place(at, FIRST_OUT, i) = (char)answers[i];
    return fault;
}

static job_fault run_filtered_plane(const job *j, const plane *p, filtered *a, filtered *b)
{
    uint32_t table[16];
    make_table(j->verb, table);
    for (ptrdiff_t column = 0; column < p->columns; column += BLOCK) {
        int count = p->columns - column < BLOCK ? (int)(p->columns - column) : BLOCK;
        for (ptrdiff_t row = 0; row < p->rows; row++) {
            block at;
            block_at(p, row, column, count, &at);
            filter_side s = side_of(a, &at, row == 0), t = side_of(b, &at, row == 0);
            job_fault fault = filter_block(j, &at, &s, &t, a->kind, b->kind, a->ordinary && b->ordinary, table);
            if (fault)
                return fault;
        }
    }
    return NO_FAULT;
}

/* ---- jobs ---- */

job_fault run_job(job *j)
{
    for (int k = 0; k < j->axes; k++)
        if (j->size[k] == 0)
            return NO_FAULT;
    simplify_axes(j);
    plane p;
    int outer = j->axes > 2 ? j->axes - 2 : 0;
    set_axis(j, j->axes > 1 ? j->axes - 2 : -1, &p.rows, p.down);
    set_axis(j, j->axes - 1, &p.columns, p.across);
    for (int s = 0; s < STREAMS; s++)
        p.data[s] = j->streams[s].data;
    ptrdiff_t index[MAX_AXES] = {0};
    filtered a, b;
    bool simple = set_filtered(j, &p, &a, &b);
    for (;;) {
        job_fault fault = simple ? run_filtered_plane(j, &p, &a, &b) : run_plane(j, &p);
        if (fault)
            return fault;
        int k = outer - 1;
        for (; k >= 0; k--) {
            for (int s = 0; s < STREAMS; s++)
                p.data[s] += j->streams[s].stride[k];
            if (++index[k] < j->size[k])
                break;
            for (int s = 0; s < STREAMS; s++)
                p.data[s] -= j->streams[s].stride[k] * j->size[k];
            index[k] = 0;
        }
        if (k < 0)
            return NO_FAULT;
    }
}
