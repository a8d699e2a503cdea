/* Verbs over rows and a body: each row takes part as a body of one piece. */
#include "loops.h"

#include <math.h>

/* A row as a body. Its lists refer to the struct itself, so it is not to be moved. */
typedef struct row_body {
    const c2d_shape *piece;
    const c2d_rect *rect;
    c2d_body own;
} row_body;

/* The solid of an element; NULL if its row is invalid. */
static const c2d_body *solid_at(const job_operand *operand, const made_rows *rows, int i, row_body *out)
{
    if (operand->body)
        return operand->body;
    const row_shape *s = rows->first + i * rows->step;
    if (!s->good)
        return NULL;
    out->piece = &s->shape;
    out->rect = s->has_rect ? &s->rect : NULL;
    out->own = (c2d_body){&out->piece, &out->rect, 1, NULL};
    return &out->own;
}

/* ---- answers of one element; NULL bodies: there is none ---- */

static c2d_status relate_solids(array_verb verb, const c2d_body *a, const c2d_body *b, char *out)
{
    c2d_relation relation;
    c2d_status status = a ? c2d_body_relate(a, b, &relation) : C2D_OK;
    int8_t answer = (int8_t)(verb == DO_RELATE ? C2D_APART : 0);
    if (a && !status)
        answer = answer_of(verb, relation);
    memcpy(out, &answer, 1);
    return status;
}

static c2d_status measure_solids(array_verb verb, const c2d_body *a, const c2d_body *b, char *out)
{
    double value = NAN;
    c2d_status status = a ? c2d_body_separation(a, b, &value) : C2D_OK;
    write_number(out, verb == DO_DISTANCE && value < 0 ? 0 : value);
    return status;
}

static c2d_status contact_solids(const job *j, const c2d_body *a, const c2d_body *b, const block *at, int i)
{
    c2d_contact contact;
    c2d_piece_pair pair;
    bool collides = false;
    c2d_status status = a ? c2d_body_find_contact(a, b, &collides, &contact, &pair) : C2D_OK;
    write_contact(j, at, i, collides && !status ? &contact : NULL);
    return status;
}

static job_fault cast_solids(job *j, const c2d_body *a, const c2d_body *b, const block *at, int i)
{
    double motion[MAX_COLUMNS];
    c2d_hit hit;
    c2d_piece_pair pair;
    bool hits = false;
    read_row(&j->motion, element_at(at, IN_MOTION, i), motion);
    c2d_vec d = {motion[0], motion[1]};
    c2d_status status = a ? c2d_body_cast(a, d, b, j->options, j->room, &hits, &hit, &pair) : C2D_OK;
    job_fault fault = fault_of_cast(j, at, i, d, status);
    if (!fault)
        write_hit(j, at, i, hits && !status ? &hit : NULL);
    return fault;
}

/* ---- blocks ---- */

job_fault answer_solids(job *j, const made_rows *a, const made_rows *b, const block *at)
{
    for (int i = 0; i < at->count; i++) {
        row_body own[2];
        const c2d_body *first = solid_at(&j->operand[0], a, i, &own[0]);
        const c2d_body *second = solid_at(&j->operand[1], b, i, &own[1]);
        first = second ? first : NULL;
        if (j->verb == DO_CAST) {
            job_fault fault = cast_solids(j, first, second, at, i);
            if (fault)
                return fault;
            continue;
        }
        c2d_status status;
        switch (j->verb) {
        case DO_SEPARATION:
        case DO_DISTANCE: status = measure_solids(j->verb, first, second, element_at(at, FIRST_OUT, i)); break;
        case DO_CONTACT: status = contact_solids(j, first, second, at, i); break;
        default: status = relate_solids(j->verb, first, second, element_at(at, FIRST_OUT, i)); break;
        }
        if (status)
            return FAULT_MEMORY;
    }
    return NO_FAULT;
}
