/* Planes of pairs that the filter decides. Each block goes through a kernel, and the core decides the undecided pairs
 * one by one. A block that may have an invalid row goes to the core as a whole, which finds the row. */
#include "loops.h"

#include <string.h>

/* ---- choosing the kernel ---- */

static core_kind core_of_operand(const job_operand *o)
{
    if (o->single)
        return core_of_shape(&o->single->shape);
    switch (o->format.kind) {
    case ROW_POINT:
    case ROW_CIRCLE: return CIRCLE_CORE;
    case ROW_RECT:
    case ROW_ROUNDRECT: return o->format.columns == least_columns(o->format.kind) ? BOX_CORE : OBB_CORE;
    case ROW_POLYGON: return NO_CORE;
    default: return OBB_CORE;
    }
}

static bool is_sharp(const job_operand *o)
{
    if (o->single)
        return o->single->shape.radius == 0;
    return o->format.kind == ROW_POINT || o->format.kind == ROW_SEGMENT || o->format.kind == ROW_RECT;
}

/* The kernel for two cores, which become those that the kernel reads. A circle comes before an OBB. */
static filter_pair choose_pair(core_kind *a, core_kind *b, bool sharp)
{
    if (*a == CIRCLE_CORE && *b == CIRCLE_CORE)
        return CIRCLES;
    if (*a != OBB_CORE && *b != OBB_CORE) {
        *a = *b = BOX_CORE; /* a point is a box without size */
        return sharp ? BOXES : ROUND_BOXES;
    }
    if (*a == CIRCLE_CORE)
        return CIRCLE_OBB;
    *a = *b = OBB_CORE;
    return sharp ? OBBS : ROUND_OBBS;
}

/* By four bits: a mask with a byte for each bit that is set. */
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

static bool reads_rows_directly(const filter_operand *f, const plane *p)
{
    const row_format *format = &f->operand->format;
    ptrdiff_t size = format->single ? sizeof(float) : sizeof(double);
    return !f->operand->single && !f->fixed && format->column == size && p->across[f->in] == format->columns * size &&
           format->kind == (f->core == CIRCLE_CORE ? ROW_CIRCLE : ROW_RECT) && format->anchor == ROW_BY_TOPLEFT;
}

bool set_filtered_plane(const job *j, const plane *p, filtered_plane *out)
{
    filter_operand *a = &out->a, *b = &out->b;
    /* Contacts of pairs that are not surely apart need the shapes. If rows are broadcast, loops.c makes these shapes
     * once. */
    if (j->verb > DO_TOUCHES && (j->verb != DO_CONTACT || p->rows != 1))
        return false;
    a->in = IN_A;
    b->in = IN_B;
    if (core_of_operand(&j->operand[1]) == CIRCLE_CORE) {
        a->in = IN_B;
        b->in = IN_A;
    }
    a->operand = &j->operand[a->in];
    b->operand = &j->operand[b->in];
    a->core = core_of_operand(a->operand);
    b->core = core_of_operand(b->operand);
    if (!a->core || !b->core)
        return false;
    filter_pair pair = choose_pair(&a->core, &b->core, is_sharp(a->operand) && is_sharp(b->operand));
    a->fixed = p->rows > 1 && p->down[a->in] == 0;
    b->fixed = p->rows > 1 && p->down[b->in] == 0;
    bool by_rows = pair == CIRCLES || pair == BOXES;
    a->by_rows = by_rows && reads_rows_directly(a, p);
    b->by_rows = by_rows && reads_rows_directly(b, p);
    if (a->by_rows && b->by_rows && a->operand->format.single != b->operand->format.single)
        b->by_rows = false;
    out->kernel = j->backend->kernel[pair];
    make_table(j->verb, out->table);
    return true;
}

/* ---- blocks ---- */

static filter_side side_of(const filter_backend *backend, filter_operand *f, const block *at, bool first)
{
    ptrdiff_t stride = at->step[f->in];
    const row_format *format = &f->operand->format;
    filter_side side = {NULL, format->single, &f->columns, f->operand->single || stride == 0 ? 0 : 1};
    if (f->by_rows) {
        side.rows = at->data[f->in];
        f->ordinary = true;
    } else if (f->operand->single) {
        if (first)
            columns_of_shape(f->core, &f->operand->single->shape, &f->columns);
        f->ordinary = true;
    } else if (first || !f->fixed) {
        int count = stride == 0 ? MAX_LANES : at->count;
        f->ordinary = backend->columns_of_rows(f->core, format, at->data[f->in], stride, count, &f->columns);
    }
    return side;
}

/* Makes the shapes of an element; a fault if a row is invalid. room: for polygons of mixed rows. */
static job_fault make_pair(const job *j, const block *at, int i, vertex_room *room, row_shape made[2],
                           const row_shape *shape[2])
{
    room_reset(room);
    for (int k = 0; k < 2; k++) {
        const job_operand *o = &j->operand[k];
        shape[k] = o->single ? o->single : &made[k];
        c2d_status status = o->single ? C2D_OK : make_row(&o->format, element_at(at, k, i), room, &made[k]);
        if (status == C2D_NO_MEMORY)
            return FAULT_MEMORY;
        if (status && !o->masked)
            return k == 0 ? FAULT_ROW_A : FAULT_ROW_B;
    }
    return NO_FAULT;
}

/* Decides one element by the core. */
static job_fault decide_by_core(const job *j, const block *at, int i, vertex_room *room, int8_t *answer)
{
    row_shape made[2];
    const row_shape *shape[2];
    job_fault fault = make_pair(j, at, i, room, made, shape);
    if (!fault) {
        bool good = shape[0]->good && shape[1]->good;
        *answer = answer_of(j->verb, good ? c2d_relate(&shape[0]->shape, &shape[1]->shape) : C2D_APART);
    }
    return fault;
}

/* Runs the kernel on a block. Returns the number of undecided elements, -1 for all. */
static int run_kernel(const job *j, const block *at, filtered_plane *f, bool first, int8_t *answers,
                      uint16_t *undecided)
{
    filter_side a = side_of(j->backend, &f->a, at, first), b = side_of(j->backend, &f->b, at, first);
    return f->a.ordinary && f->b.ordinary ? f->kernel(&a, &b, at->count, f->table, answers, undecided) : -1;
}

static job_fault relate_block(const job *j, const block *at, filtered_plane *f, bool first)
{
    int8_t own[BLOCK];
    uint16_t undecided[BLOCK + MAX_LANES];
    bool direct = at->step[FIRST_OUT] == 1;
    int8_t *answers = direct ? (int8_t *)at->data[FIRST_OUT] : own;
    int left = run_kernel(j, at, f, first, answers, undecided);
    job_fault fault = NO_FAULT;
    for (int i = 0; i < (left < 0 ? at->count : left) && !fault; i++) {
        int k = left < 0 ? i : undecided[i];
        fault = decide_by_core(j, at, k, &f->room, &answers[k]);
    }
    for (int i = 0; i < at->count && !direct; i++)
        *element_at(at, FIRST_OUT, i) = (char)answers[i];
    return fault;
}

/* The relations of a block of which the filter is certain; other pairs count as touching. */
static void relate_surely(const job *j, const block *at, filtered_plane *f, bool first, int8_t *relations)
{
    uint16_t undecided[BLOCK + MAX_LANES];
    int left = run_kernel(j, at, f, first, relations, undecided);
    if (left < 0)
        memset(relations, C2D_TOUCHING, BLOCK);
    for (int i = 0; i < left; i++)
        relations[undecided[i]] = C2D_TOUCHING;
}

static job_fault find_contact(const job *j, const block *at, int i, filtered_plane *f)
{
    row_shape made[2];
    const row_shape *shape[2];
    job_fault fault = make_pair(j, at, i, &f->room, made, shape);
    if (!fault)
        contact_of_rows(j, at, i, shape[0], shape[1]);
    return fault;
}

/* Writes the contacts of pairs that are not surely apart. */
static job_fault contact_block(const job *j, const block *at, filtered_plane *f, bool first)
{
    int8_t relations[BLOCK];
    relate_surely(j, at, f, first, relations);
    for (int i = 0; i < at->count; i++) {
        job_fault fault = NO_FAULT;
        if (relations[i] == C2D_APART)
            write_contact(j, at, i, NULL);
        else
            fault = find_contact(j, at, i, f);
        if (fault)
            return fault;
    }
    return NO_FAULT;
}

/* Writes the contacts of mixed rows: first of pairs that are surely apart, then of the others in the order of their
 * kinds. */
static job_fault contact_mixed_rows(const job *j, const plane *p, filtered_plane *f)
{
    for (ptrdiff_t column = 0; column < p->columns; column += ORDERED) {
        int count = p->columns - column < ORDERED ? (int)(p->columns - column) : ORDERED, left = 0;
        uint16_t place[ORDERED];
        block all;
        block_at(p, 0, column, count, &all);
        for (int i = 0; i < count; i += BLOCK) {
            block at;
            int8_t relations[BLOCK];
            block_at(p, 0, column + i, count - i < BLOCK ? count - i : BLOCK, &at);
            relate_surely(j, &at, f, column + i == 0, relations);
            for (int k = 0; k < at.count; k++)
                if (relations[k] == C2D_APART)
                    write_contact(j, &at, k, NULL);
                else
                    place[left++] = (uint16_t)(i + k);
        }
        order_by_kinds(j, &all, place, left);
        for (int i = 0; i < left; i++) {
            job_fault fault = find_contact(j, &all, place[i], f);
            if (fault)
                return fault;
        }
    }
    return NO_FAULT;
}

static job_fault run_filtered_blocks(job *j, const plane *p, filtered_plane *f)
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

job_fault run_filtered_plane(job *j, const plane *p, filtered_plane *f)
{
    f->room = (vertex_room){NULL, NULL};
    bool ordered = j->verb == DO_CONTACT && has_mixed_rows(j);
    job_fault fault = ordered ? contact_mixed_rows(j, p, f) : run_filtered_blocks(j, p, f);
    room_free(&f->room);
    return fault;
}
