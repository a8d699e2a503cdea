/* A verb over broadcast arrays, in blocks. blocks.c decides blocks of simple shapes; this file makes a shape of each
 * row. A broadcast row is made once for a block, not for each element. */
#include "loops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- axes ---- */

void simplify_axes(job *j)
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

static void set_axis(const job *j, int axis, ptrdiff_t *size, ptrdiff_t *steps)
{
    *size = axis >= 0 ? j->size[axis] : 1;
    for (int s = 0; s < STREAMS; s++)
        steps[s] = axis >= 0 ? j->streams[s].stride[axis] : 0;
}

/* ---- shapes of a block ---- */

/* in: the operand's stream. */
static job_fault make_rows(const job *j, int in, const block *at, made_rows *out)
{
    const job_operand *operand = &j->operand[in];
    bool given = operand->single || operand->body;
    out->first = given ? operand->single : out->own;
    out->step = given || at->step[in] == 0 ? 0 : 1;
    if (given)
        return NO_FAULT;
    bool good = true, memory = true;
    room_reset(&out->room);
    for (int i = 0; i < (out->step ? at->count : 1); i++) {
        c2d_status status = make_row(&operand->format, element_at(at, in, i), &out->room, &out->own[i]);
        good &= status == C2D_OK;
        memory &= status != C2D_NO_MEMORY;
    }
    job_fault fault = in == IN_A ? FAULT_ROW_A : FAULT_ROW_B;
    return !memory ? FAULT_MEMORY : good || operand->masked ? NO_FAULT : fault;
}

bool room_of_job(job *j, size_t vertices, c2d_vec **room)
{
    size_t needed = C2D_CAST_ROOM(vertices > j->vertices ? vertices : j->vertices);
    if (needed > C2D_CAST_ROOM(C2D_INLINE_VERTICES) && needed > j->room_size) {
        free(j->room);
        j->room = malloc(needed * sizeof *j->room);
        j->room_size = j->room ? needed : 0;
    }
    *room = j->room;
    return needed <= C2D_CAST_ROOM(C2D_INLINE_VERTICES) || j->room;
}

/* ---- answers ---- */

static void relate_rows(array_verb verb, const made_rows *a, const made_rows *b, const block *at)
{
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        bool good = s->good && t->good;
        int8_t answer = (int8_t)(verb == DO_RELATE ? C2D_APART : 0);
        if (good)
            answer = answer_of(verb, c2d_relate(&s->shape, &t->shape));
        memcpy(element_at(at, FIRST_OUT, i), &answer, 1);
    }
}

static void compare_rows(const made_rows *a, const made_rows *b, const block *at)
{
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        *element_at(at, FIRST_OUT, i) = s->good && t->good && rows_equal(s, t);
    }
}

static void contain_rows(const made_rows *a, const made_rows *b, const block *at)
{
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        *element_at(at, FIRST_OUT, i) = s->good && t->good && c2d_contains(&s->shape, &t->shape);
    }
}

static job_fault measure_rows(array_verb verb, const made_rows *a, const made_rows *b, const block *at)
{
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        double value = NAN;
        if (s->good && t->good) {
            switch (verb) {
            case DO_DISTANCE: value = c2d_distance(&s->shape, &t->shape); break;
            case DO_SEPARATION: value = c2d_separation(&s->shape, &t->shape); break;
            default:
                if (c2d_overlap_area(&s->shape, &t->shape, &value))
                    return FAULT_MEMORY;
            }
        }
        write_number(element_at(at, FIRST_OUT, i), value);
    }
    return NO_FAULT;
}

void write_contact(const job *j, const block *at, int i, const c2d_contact *contact)
{
    enum { HIT = FIRST_OUT, NORMAL, DEPTH, POINTS };
    static const c2d_contact none = {.normal = {NAN, NAN}, .depth = NAN};
    *element_at(at, HIT, i) = contact != NULL;
    contact = contact ? contact : &none;
    write_vector(element_at(at, NORMAL, i), j->component[NORMAL - FIRST_OUT], contact->normal);
    write_number(element_at(at, DEPTH, i), contact->depth);
    for (int k = 0; k < 2; k++)
        write_vector(element_at(at, POINTS, i) + k * j->vector[POINTS - FIRST_OUT], j->component[POINTS - FIRST_OUT],
                     k < contact->count ? contact->points[k] : (c2d_vec){NAN, NAN});
}

void contact_of_rows(const job *j, const block *at, int i, const row_shape *s, const row_shape *t)
{
    c2d_contact contact;
    bool collides = s->good && t->good && c2d_find_contact(&s->shape, &t->shape, &contact);
    write_contact(j, at, i, collides ? &contact : NULL);
}

static void contact_rows(const job *j, const made_rows *a, const made_rows *b, const block *at)
{
    for (int i = 0; i < at->count; i++)
        contact_of_rows(j, at, i, a->first + i * a->step, b->first + i * b->step);
}

static void find_closest_points(const job *j, const made_rows *a, const made_rows *b, const block *at)
{
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        c2d_vec on[2] = {{NAN, NAN}, {NAN, NAN}};
        if (s->good && t->good)
            c2d_closest_points(&s->shape, &t->shape, &on[0], &on[1]);
        write_two_vectors(j, at, i, on);
    }
}

/* The segments are rows of b, or its single shape. Their ends are read in the user's order, which shapes do not keep.
 */
static void clip_rows(const job *j, const made_rows *a, const made_rows *b, const block *at)
{
    const job_operand *segments = &j->operand[1];
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        double numbers[MAX_COLUMNS], inside[2] = {NAN, NAN};
        if (s->good && t->good) {
            c2d_vec p = segments->ends[0], q = segments->ends[1];
            if (!segments->single) {
                read_row(&segments->format, element_at(at, IN_B, i), numbers);
                p = c2d_v(numbers[0], numbers[1]);
                q = c2d_v(numbers[2], numbers[3]);
            }
            double *const all[] = {&p.x, &p.y, &q.x, &q.y};
            bool good = true; /* another thread may have changed the row */
            for (int k = 0; k < 4; k++)
                good &= c2d_check(all[k]) == C2D_OK;
            if (good)
                c2d_clip(&s->shape, p, q, &inside[0], &inside[1]);
        }
        for (int k = 0; k < 2; k++)
            write_number(element_at(at, FIRST_OUT + k, i), inside[k]);
    }
}

c2d_vec masses_at(const job *j, const block *at, int i)
{
    double numbers[MAX_COLUMNS];
    read_row(&j->masses, element_at(at, IN_MASSES, i), numbers);
    for (int k = 0; k < 2; k++)
        (void)c2d_check_mass(&numbers[k]); /* rounds a tiny one; all are valid, or the row is masked */
    return c2d_v(numbers[0], numbers[1]);
}

job_fault fault_of_moves(job *j, const block *at, int i, c2d_status status)
{
    j->fault_at = element_at(at, FIRST_OUT, i);
    return !status ? NO_FAULT : status == C2D_NO_MEMORY ? FAULT_MEMORY : FAULT_MOVED;
}

/* Pairs of which a row is masked do not move. */
static job_fault separate_rows(job *j, const made_rows *a, const made_rows *b, const block *at)
{
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        c2d_vec masses = masses_at(j, at, i), moves[2] = {{0, 0}, {0, 0}};
        if (s->good && t->good) {
            c2d_vec *room;
            if (!room_of_job(j, (size_t)s->shape.count + t->shape.count, &room))
                return FAULT_MEMORY;
            c2d_status status = c2d_separate(&s->shape, s->has_rect ? &s->rect : NULL, masses.x, &t->shape,
                                             t->has_rect ? &t->rect : NULL, masses.y, room, &moves[0], &moves[1]);
            job_fault fault = fault_of_moves(j, at, i, status);
            if (fault)
                return fault;
        }
        write_two_vectors(j, at, i, moves);
    }
    return NO_FAULT;
}

static inline c2d_status follow_path(job *j, const row_shape *s, const path *way, const row_shape *t, bool *hits,
                                     c2d_hit *hit)
{
    c2d_vec *room;
    if (!room_of_job(j, s->shape.count, &room))
        return C2D_NO_MEMORY;
    const c2d_rect *rect = s->has_rect ? &s->rect : NULL;
    c2d_vec motion = way->motion;
    if (j->verb == DO_TURN)
        return c2d_turn_cast(&s->shape, rect, way->angle, way->has_about ? &way->about : NULL, motion, &t->shape, 1,
                             room, hits, hit);
    if (!j->options.touching && j->options.leaving)
        return c2d_cast(&s->shape, rect, motion, &t->shape, room, hits, hit);
    return c2d_cast_with(&s->shape, rect, motion, &t->shape, room, j->options, hits, hit);
}

void write_hit(const job *j, const block *at, int i, const c2d_hit *hit)
{
    enum { HIT = FIRST_OUT, TIME, POINT, NORMAL, DEPTH };
    static const c2d_hit none = {NAN, {NAN, NAN}, {NAN, NAN}, NAN};
    *element_at(at, HIT, i) = hit != NULL;
    hit = hit ? hit : &none;
    write_number(element_at(at, TIME, i), hit->t);
    write_vector(element_at(at, POINT, i), j->component[POINT - FIRST_OUT], hit->point);
    write_vector(element_at(at, NORMAL, i), j->component[NORMAL - FIRST_OUT], hit->normal);
    write_number(element_at(at, DEPTH, i), hit->depth);
}

/* Rounds tiny numbers as the arguments of the single verb are rounded. Those out of the domain stay as they are, and
 * fault_of_path names them. */
static void normalise_path(path *way)
{
    double *const numbers[] = {&way->motion.x, &way->motion.y, &way->about.x, &way->about.y, &way->angle};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        (void)c2d_check(numbers[k]);
}

path path_at(const job *j, const block *at, int i)
{
    double numbers[MAX_COLUMNS];
    path way = {.has_about = j->about.columns > 0};
    if (j->motion.columns > 0) {
        read_row(&j->motion, element_at(at, IN_MOTION, i), numbers);
        way.motion = c2d_v(numbers[0], numbers[1]);
    }
    if (way.has_about) {
        read_row(&j->about, element_at(at, IN_ABOUT, i), numbers);
        way.about = c2d_v(numbers[0], numbers[1]);
    }
    if (j->verb == DO_TURN) {
        read_row(&j->angle, element_at(at, IN_ANGLE, i), numbers);
        way.angle = numbers[0];
        normalise_path(&way);
    }
    return way;
}

job_fault fault_of_path(job *j, const block *at, int i, const path *way, c2d_status status)
{
    c2d_vec motion = way->motion, about = way->about;
    double angle = way->angle;
    j->fault_at = element_at(at, FIRST_OUT, i);
    if (status == C2D_NO_MEMORY)
        return FAULT_MEMORY;
    if (!status || j->masked)
        return NO_FAULT;
    if (j->verb == DO_TURN && (c2d_check(&angle) || status == C2D_ABOVE_TURN))
        return FAULT_ANGLE;
    if (j->verb == DO_TURN && (c2d_check(&about.x) || c2d_check(&about.y)))
        return FAULT_ABOUT;
    return c2d_check(&motion.x) || c2d_check(&motion.y) ? FAULT_MOTION : FAULT_MOVED;
}

static job_fault follow_paths(job *j, const made_rows *a, const made_rows *b, const block *at)
{
    for (int i = 0; i < at->count; i++) {
        const row_shape *s = a->first + i * a->step, *t = b->first + i * b->step;
        c2d_hit hit;
        bool hits = false;
        if (s->good && t->good) {
            path way = path_at(j, at, i);
            job_fault fault = fault_of_path(j, at, i, &way, follow_path(j, s, &way, t, &hits, &hit));
            if (fault)
                return fault;
        }
        write_hit(j, at, i, hits ? &hit : NULL);
    }
    return NO_FAULT;
}

static job_fault answer_rows(job *j, const made_rows *a, const made_rows *b, const block *at)
{
    if (j->operand[0].body || j->operand[1].body)
        return answer_solids(j, a, b, at);
    switch (j->verb) {
    case DO_EQUALS: compare_rows(a, b, at); break;
    case DO_CONTAINS: contain_rows(a, b, at); break;
    case DO_SEPARATION:
    case DO_DISTANCE:
    case DO_OVERLAP_AREA: return measure_rows(j->verb, a, b, at);
    case DO_CLIP: clip_rows(j, a, b, at); break;
    case DO_CLOSEST_POINTS: find_closest_points(j, a, b, at); break;
    case DO_CONTACT: contact_rows(j, a, b, at); break;
    case DO_SEPARATE: return separate_rows(j, a, b, at);
    case DO_CAST:
    case DO_TURN: return follow_paths(j, a, b, at);
    default: relate_rows(j->verb, a, b, at); break;
    }
    return NO_FAULT;
}

/* ---- planes ---- */

static job_fault run_blocks(job *j, const plane *p, made_rows *a, made_rows *b)
{
    for (ptrdiff_t column = 0; column < p->columns; column += SHAPES_AT_ONCE) {
        int count = p->columns - column < SHAPES_AT_ONCE ? (int)(p->columns - column) : SHAPES_AT_ONCE;
        for (ptrdiff_t row = 0; row < p->rows; row++) {
            block at;
            block_at(p, row, column, count, &at);
            bool makes_a = row == 0 || p->down[IN_A] != 0, makes_b = row == 0 || p->down[IN_B] != 0;
            job_fault fault = NO_FAULT;
            if (makes_a)
                fault = make_rows(j, IN_A, &at, a);
            if (makes_b && !fault)
                fault = make_rows(j, IN_B, &at, b);
            if (!fault)
                fault = answer_rows(j, a, b, &at);
            if (fault)
                return fault;
        }
    }
    return NO_FAULT;
}

/* A number for the kinds of an element; arbitrary for an invalid row. */
static unsigned kinds_at(const job *j, const block *at, int i)
{
    unsigned key = 0;
    for (int in = IN_A; in <= IN_B; in++) {
        row_format code = j->operand[in].format;
        double numbers[MAX_COLUMNS];
        if (code.kind != ROW_MIXED)
            continue;
        code.columns = 1;
        read_row(&code, element_at(at, in, i), numbers);
        unsigned known = numbers[0] >= 0 && numbers[0] < ANCHOR_CODES * ROW_ANCHORS ? (unsigned)numbers[0] : 0;
        key |= (known % ANCHOR_CODES & 7) << 3 * in;
    }
    return key;
}

void order_by_kinds(const job *j, const block *at, uint16_t *place, int count)
{
    uint8_t keys[ORDERED];
    uint16_t given[ORDERED], next[64 + 1] = {0};
    for (int i = 0; i < count; i++) {
        given[i] = place[i];
        keys[i] = (uint8_t)kinds_at(j, at, place[i]);
        next[keys[i] + 1]++;
    }
    for (int k = 0; k < 64; k++)
        next[k + 1] = (uint16_t)(next[k + 1] + next[k]);
    for (int i = 0; i < count; i++)
        place[next[keys[i]]++] = given[i];
}

static job_fault run_ordered_blocks(job *j, const plane *p, made_rows *a, made_rows *b)
{
    uint16_t place[ORDERED];
    for (ptrdiff_t column = 0; column < p->columns; column += ORDERED) {
        int count = p->columns - column < ORDERED ? (int)(p->columns - column) : ORDERED;
        block at;
        block_at(p, 0, column, count, &at);
        for (int i = 0; i < count; i++)
            place[i] = (uint16_t)i;
        order_by_kinds(j, &at, place, count);
        for (int i = 0; i < count; i += SHAPES_AT_ONCE) {
            at.place = place + i;
            at.count = count - i < SHAPES_AT_ONCE ? count - i : SHAPES_AT_ONCE;
            job_fault fault = make_rows(j, IN_A, &at, a);
            if (!fault)
                fault = make_rows(j, IN_B, &at, b);
            if (!fault)
                fault = answer_rows(j, a, b, &at);
            if (fault)
                return fault;
        }
    }
    return NO_FAULT;
}

static job_fault run_plane(job *j, const plane *p)
{
    made_rows a, b;
    a.room = b.room = (vertex_room){NULL, NULL}; /* the rest is large, and is set where it is used */
    bool ordered = p->rows == 1 && has_mixed_rows(j);
    job_fault fault = ordered ? run_ordered_blocks(j, p, &a, &b) : NO_FAULT;
    if (!ordered || (fault && fault != FAULT_MEMORY)) /* the fault may not be the first */
        fault = run_blocks(j, p, &a, &b);
    room_free(&a.room);
    room_free(&b.room);
    return fault;
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
    for (int s = 0; s < STREAMS; s++) /* unused streams need a valid address */
        p.data[s] = j->streams[s].data ? j->streams[s].data : j->streams[FIRST_OUT].data;
    ptrdiff_t index[MAX_AXES] = {0};
    filtered_plane f;
    bool has_body = j->operand[0].body || j->operand[1].body, simple = !has_body && set_filtered_plane(j, &p, &f);
    for (;;) {
        job_fault fault = simple ? run_filtered_plane(j, &p, &f) : run_plane(j, &p);
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
