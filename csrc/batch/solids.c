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

static c2d_status contain_solids(const c2d_body *a, const c2d_body *b, char *out)
{
    bool contains = false;
    c2d_status status = a ? c2d_body_contains(a, b, &contains) : C2D_OK;
    *out = contains;
    return status;
}

static c2d_status measure_solids(array_verb verb, const c2d_body *a, const c2d_body *b, char *out)
{
    double value = NAN;
    c2d_status status = C2D_OK;
    if (a)
        status = verb == DO_OVERLAP_AREA ? c2d_body_overlap_area(a, b, &value) : c2d_body_separation(a, b, &value);
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

static void find_closest_solids(const job *j, const c2d_body *a, const c2d_body *b, const block *at, int i)
{
    c2d_vec on[2] = {{NAN, NAN}, {NAN, NAN}};
    if (a)
        c2d_body_closest_points(a, b, &on[0], &on[1]);
    write_two_vectors(j, at, i, on);
}

static job_fault separate_solids(job *j, const c2d_body *a, const c2d_body *b, const block *at, int i)
{
    c2d_vec masses = masses_at(j, at, i), moves[2] = {{0, 0}, {0, 0}};
    c2d_status status = a ? c2d_body_separate(a, masses.x, b, masses.y, &moves[0], &moves[1]) : C2D_OK;
    job_fault fault = fault_of_moves(j, at, i, status);
    if (!fault)
        write_two_vectors(j, at, i, moves);
    return fault;
}

/* Reduces t until a row, turned by t * angle and moved, does not overlap the body b: the first hit is that of one
 * piece, and others may overlap there by what is no hit. */
static c2d_status step_back(const c2d_body *a, const path *way, const c2d_body *b, c2d_vec *room, double *t)
{
    double most = *t;
    c2d_relation relation = C2D_OVERLAPPING;
    for (double step = 0x1p-50; *t > 0 && relation == C2D_OVERLAPPING; step *= 2) {
        c2d_shape turned;
        const c2d_shape *piece = &turned;
        c2d_body there = {&piece, NULL, 1, NULL};
        c2d_status status = c2d_turned(&turned, a->pieces[0], a->rects[0], *t * way->angle, &way->about,
                                       c2d_mul(way->motion, *t), room);
        if (!status)
            status = c2d_body_relate(&there, b, &relation);
        if (status)
            return status;
        if (relation == C2D_OVERLAPPING)
            *t = most > step ? most - step : 0;
    }
    return C2D_OK;
}

/* a has one piece. */
static c2d_status turn_solids(const c2d_body *a, path *way, const c2d_body *b, c2d_vec *room, bool *hits, c2d_hit *hit)
{
    c2d_piece_pair pair;
    const c2d_rect *rect = a->rects[0];
    if (!way->has_about)
        way->about = rect ? c2d_rect_turning_point(rect) : c2d_center(a->pieces[0]);
    c2d_status status = c2d_body_turn_cast(a, way->angle, way->about, way->motion, b, room, hits, hit, &pair);
    bool turns = way->angle != 0; /* otherwise the hit is that of a cast */
    return status || !turns || !*hits || hit->depth > 0 ? status : step_back(a, way, b, room, &hit->t);
}

static job_fault follow_solids(job *j, const c2d_body *a, const c2d_body *b, const block *at, int i)
{
    c2d_hit hit;
    c2d_piece_pair pair;
    bool hits = false;
    c2d_status status = C2D_OK;
    path way = path_at(j, at, i);
    c2d_vec *room;
    if (!room_of_job(j, a ? a->pieces[0]->count : 0, &room))
        return FAULT_MEMORY;
    if (a && j->verb == DO_TURN)
        status = turn_solids(a, &way, b, room, &hits, &hit);
    else if (a)
        status = c2d_body_cast(a, way.motion, b, j->options, room, &hits, &hit, &pair);
    job_fault fault = fault_of_path(j, at, i, &way, status);
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
        if (j->verb >= DO_SEPARATE) {
            job_fault fault = j->verb == DO_SEPARATE ? separate_solids(j, first, second, at, i)
                                                     : follow_solids(j, first, second, at, i);
            if (fault)
                return fault;
            continue;
        }
        c2d_status status = C2D_OK;
        switch (j->verb) {
        case DO_CLOSEST_POINTS: find_closest_solids(j, first, second, at, i); break;
        case DO_CONTAINS: status = contain_solids(first, second, element_at(at, FIRST_OUT, i)); break;
        case DO_SEPARATION:
        case DO_DISTANCE:
        case DO_OVERLAP_AREA: status = measure_solids(j->verb, first, second, element_at(at, FIRST_OUT, i)); break;
        case DO_CONTACT: status = contact_solids(j, first, second, at, i); break;
        default: status = relate_solids(j->verb, first, second, element_at(at, FIRST_OUT, i)); break;
        }
        if (status)
            return FAULT_MEMORY;
    }
    return NO_FAULT;
}
