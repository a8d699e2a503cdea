/* Planes of pairs that a filter takes: each block goes through a kernel at once, and the core is asked about what that
 * leaves undecided, one by one. Blocks with rows that may be invalid go to the core as a whole, which finds them. */
#include "loops.h"

#include <string.h>

/* ---- which kernel ---- */

static filter_form form_of(const job_operand *o)
{
    if (o->single)
        return form_of_shape(&o->single->shape);
    switch (o->format.kind) {
    case ROW_POINT:
    case ROW_CIRCLE: return CIRCLE_FORM;
    case ROW_RECT:
    case ROW_ROUNDRECT: return o->format.columns == least_columns(o->format.kind) ? BOX_FORM : FRAME_FORM;
    default: return FRAME_FORM;
    }
}

static bool is_sharp(const job_operand *o)
{
    if (o->single)
        return o->single->shape.radius == 0;
    return o->format.kind == ROW_POINT || o->format.kind == ROW_SEGMENT || o->format.kind == ROW_RECT;
}

/* Of two forms, and what both are made to be; a circle comes before a frame. */
static filter_pair choose_pair(filter_form *a, filter_form *b, bool sharp)
{
    if (*a == CIRCLE_FORM && *b == CIRCLE_FORM)
        return CIRCLES;
    if (*a != FRAME_FORM && *b != FRAME_FORM) {
        *a = *b = BOX_FORM; /* points answer boxes as boxes of no size do */
        return sharp ? BOXES : ROUND_BOXES;
    }
    if (*a == CIRCLE_FORM)
        return CIRCLE_FRAME;
    *a = *b = FRAME_FORM;
    return sharp ? FRAMES : ROUND_FRAMES;
}

/* For each set of bits, bytes of those that are set. */
static const uint8_t SPREAD[16][4] = {
    {0, 0, 0, 0},       {0xff, 0, 0, 0},       {0, 0xff, 0, 0},       {0xff, 0xff, 0, 0},
    {0, 0, 0xff, 0},    {0xff, 0, 0xff, 0},    {0, 0xff, 0xff, 0},    {0xff, 0xff, 0xff, 0},
    {0, 0, 0, 0xff},    {0xff, 0, 0, 0xff},    {0, 0xff, 0, 0xff},    {0xff, 0xff, 0, 0xff},
    {0, 0, 0xff, 0xff}, {0xff, 0, 0xff, 0xff}, {0, 0xff, 0xff, 0xff}, {0xff, 0xff, 0xff, 0xff},
};

static void make_table(array_verb verb, answer_table table)
{
    uint32_t set, yes = 0x01010101u * (uint8_t)answer_of(verb, C2D_OVERLAPPING);
    uint32_t no = 0x01010101u * (uint8_t)answer_of(verb, C2D_APART);
    for (int bits = 0; bits < 16; bits++) {
        memcpy(&set, SPREAD[bits], sizeof set);
        table[bits] = (yes & set) | (no & ~set);
    }
}

static bool rows_are_plain(const filtered *f, const plane *p)
{
    const row_format *format = &f->operand->format;
    ptrdiff_t size = format->single ? sizeof(float) : sizeof(double);
    return !f->operand->single && !f->fixed && format->column == size && p->across[f->in] == format->columns * size &&
           format->kind == (f->form == CIRCLE_FORM ? ROW_CIRCLE : ROW_RECT) && format->anchor == ROW_BY_TOPLEFT;
}

bool set_filtered_plane(const job *j, const plane *p, filtered_plane *out)
{
    filtered *a = &out->a, *b = &out->b;
    /* Contacts of what is not surely apart need the shapes, which are better made once where rows are broadcast. */
    if (j->verb > DO_TOUCHES && !(j->verb == DO_CONTACT && p->rows == 1))
        return false;
    a->in = IN_A;
    b->in = IN_B;
    if (form_of(&j->operand[1]) == CIRCLE_FORM) {
        a->in = IN_B;
        b->in = IN_A;
    }
    a->operand = &j->operand[a->in];
    b->operand = &j->operand[b->in];
    a->form = form_of(a->operand);
    b->form = form_of(b->operand);
    if (!a->form || !b->form)
        return false;
    filter_pair pair = choose_pair(&a->form, &b->form, is_sharp(a->operand) && is_sharp(b->operand));
    a->fixed = p->rows > 1 && p->down[a->in] == 0;
    b->fixed = p->rows > 1 && p->down[b->in] == 0;
    bool by_rows = pair == CIRCLES || pair == BOXES;
    a->by_rows = by_rows && rows_are_plain(a, p);
    b->by_rows = by_rows && rows_are_plain(b, p);
    if (a->by_rows && b->by_rows && a->operand->format.single != b->operand->format.single)
        b->by_rows = false;
    out->kernel = filter_in_use->kernel[pair];
    make_table(j->verb, out->table);
    return true;
}

/* ---- blocks ---- */

static filter_side side_of(filtered *f, const block *at, bool first)
{
    ptrdiff_t stride = at->step[f->in];
    const row_format *format = &f->operand->format;
    filter_side side = {NULL, format->single, &f->columns, f->operand->single || stride == 0 ? 0 : 1};
    if (f->by_rows) {
        side.rows = at->data[f->in];
        f->ordinary = true;
    } else if (f->operand->single) {
        if (first)
            gather_shape(f->form, &f->operand->single->shape, &f->columns);
        f->ordinary = true;
    } else if (first || !f->fixed) {
        int count = stride == 0 ? MOST_LANES : at->count;
        f->ordinary = filter_in_use->form(f->form, format, at->data[f->in], stride, count, &f->columns);
    }
    return side;
}

/* The shapes of an element, or what is wrong with them. */
static job_fault make_pair(const job *j, const block *at, int i, row_shape made[2], const row_shape *shape[2])
{
    for (int k = 0; k < 2; k++) {
        const job_operand *o = &j->operand[k];
        shape[k] = o->single ? o->single : &made[k];
        if (!o->single && make_row(&o->format, place(at, k, i), &made[k]) && !o->masked)
            return k == 0 ? FAULT_ROW_A : FAULT_ROW_B;
    }
    return NO_FAULT;
}

/* One element, by the core. */
static job_fault settle(const job *j, const block *at, int i, int8_t *answer)
{
    row_shape made[2];
    const row_shape *shape[2];
    job_fault fault = make_pair(j, at, i, made, shape);
    if (!fault) {
        bool good = shape[0]->good && shape[1]->good;
        *answer = answer_of(j->verb, good ? c2d_relate(&shape[0]->shape, &shape[1]->shape) : C2D_APART);
    }
    return fault;
}

/* What the kernel says of a block; how many it leaves undecided, -1 for all. */
static int decide(const block *at, filtered_plane *f, bool first, int8_t *answers, uint16_t *undecided)
{
    filter_side a = side_of(&f->a, at, first), b = side_of(&f->b, at, first);
    return f->a.ordinary && f->b.ordinary ? f->kernel(&a, &b, at->count, f->table, answers, undecided) : -1;
}

static job_fault relate_block(const job *j, const block *at, filtered_plane *f, bool first)
{
    int8_t own[BLOCK];
    uint16_t undecided[BLOCK + MOST_LANES];
    bool direct = at->step[FIRST_OUT] == 1;
    int8_t *answers = direct ? (int8_t *)at->data[FIRST_OUT] : own;
    int left = decide(at, f, first, answers, undecided);
    job_fault fault = NO_FAULT;
    for (int i = 0; i < (left < 0 ? at->count : left) && !fault; i++) {
        int k = left < 0 ? i : undecided[i];
        fault = settle(j, at, k, &answers[k]);
    }
    for (int i = 0; i < at->count && !direct; i++)
        *place(at, FIRST_OUT, i) = (char)answers[i];
    return fault;
}

/* Contacts of what is not surely apart. */
static job_fault contact_block(const job *j, const block *at, filtered_plane *f, bool first)
{
    int8_t relations[BLOCK];
    uint16_t undecided[BLOCK + MOST_LANES];
    int left = decide(at, f, first, relations, undecided);
    if (left < 0)
        memset(relations, C2D_TOUCHING, sizeof relations);
    for (int i = 0; i < left; i++)
        relations[undecided[i]] = C2D_TOUCHING;
    for (int i = 0; i < at->count; i++) {
        row_shape made[2];
        const row_shape *shape[2] = {NULL, NULL};
        job_fault fault = relations[i] == C2D_APART ? NO_FAULT : make_pair(j, at, i, made, shape);
        if (fault)
            return fault;
        put_contact(j, at, i, shape[0], shape[1]);
    }
    return NO_FAULT;
}

job_fault run_filtered_plane(job *j, const plane *p, filtered_plane *f)
{
    for (ptrdiff_t column = 0; column < p->columns; column += BLOCK) {
        int count = p->columns - column < BLOCK ? (int)(p->columns - column) : BLOCK;
        for (ptrdiff_t row = 0; row < p->rows; row++) {
            block at;
            block_at(p, row, column, count, &at);
            bool first = row == 0;
            job_fault fault = j->verb == DO_CONTACT ? contact_block(j, &at, f, first) : relate_block(j, &at, f, first);
            if (fault)
                return fault;
        }
    }
    return NO_FAULT;
}
