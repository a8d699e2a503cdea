/* The area of the intersection of two bodies: the sum over pairs of pieces, or where pieces of one body overlap, the
 * areas of both less that of their union. */
#include "union_area.h"

#include "../body/pieces.h"
#include "../exact/allocate.h"
#include "../exact/exact.h"
#include "../shape/symmetry.h"

typedef struct overlap_sum {
    const c2d_body *a, *b;
    bool *taking_part; /* by piece, first those of a, then those of b */
    uint32_t i;        /* the current piece of a */
    c2d_area_sum sum;
    double most; /* the area of one pair */
    c2d_status status;
} overlap_sum;

/* Bodies in one order, so that exchanging them changes no bit. */
static bool precedes(const c2d_body *a, const c2d_body *b)
{
    if (a->count != b->count)
        return a->count < b->count;
    for (size_t i = 0; i < a->count; i++) {
        int order = c2d_shape_compare(a->pieces[i], b->pieces[i]);
        if (order)
            return order < 0;
        if (a->pieces[i]->radius != b->pieces[i]->radius)
            return a->pieces[i]->radius < b->pieces[i]->radius;
    }
    return true;
}

static bool add_pair(void *context, uint32_t j)
{
    overlap_sum *s = context;
    double area;
    s->status = c2d_overlap_area(s->a->pieces[s->i], s->b->pieces[j], &area);
    if (s->status)
        return false;
    if (area > 0) {
        s->taking_part[s->i] = s->taking_part[s->a->count + j] = true;
        s->most = c2d_max(s->most, area);
        c2d_area_add(&s->sum, area);
    }
    return true;
}

/* ---- the pieces that take part ---- */

typedef struct part_pieces {
    const c2d_shape **pieces;
    bool overlap;
} part_pieces;

static bool find_overlap(void *context, uint32_t i, uint32_t j)
{
    part_pieces *p = context;
    p->overlap = c2d_overlaps(p->pieces[i], p->pieces[j]);
    return !p->overlap;
}

/* Copies the pieces that take part and returns their number. */
static size_t take_pieces(const c2d_body *body, const bool *taking_part, const c2d_shape **pieces)
{
    size_t count = 0;
    for (size_t i = 0; i < body->count; i++)
        if (taking_part[i])
            pieces[count++] = body->pieces[i];
    return count;
}

static c2d_status pieces_overlap(const c2d_shape **pieces, size_t count, c2d_bounds *boxes, bool *overlap)
{
    part_pieces p = {pieces, false};
    for (size_t i = 0; i < count; i++)
        boxes[i] = c2d_bounds_of(pieces[i]);
    c2d_status status = c2d_all_pairs(boxes, count, find_overlap, &p);
    *overlap = *overlap || p.overlap;
    return status;
}

static c2d_status area_of(const c2d_shape **pieces, size_t count, double *area)
{
    c2d_body body = {.pieces = pieces, .count = count};
    return c2d_body_area(&body, area);
}

/* The area is at least that of the largest pair, and at most the sum of all pairs. pieces, boxes: room for those of
 * both bodies. */
static c2d_status finish(overlap_sum *s, const c2d_shape **pieces, c2d_bounds *boxes, double *area)
{
    size_t of_a = take_pieces(s->a, s->taking_part, pieces);
    size_t of_b = take_pieces(s->b, s->taking_part + s->a->count, pieces + of_a);
    bool overlap = false;
    *area = s->sum.sum + s->sum.rest;
    if (of_a == 0)
        return C2D_OK;
    c2d_status status = pieces_overlap(pieces, of_a, boxes, &overlap);
    if (!status)
        status = pieces_overlap(pieces + of_a, of_b, boxes, &overlap);
    if (status || !overlap)
        return status;
    double area_of_a, area_of_b, area_of_union;
    status = area_of(pieces, of_a, &area_of_a);
    if (!status)
        status = area_of(pieces + of_a, of_b, &area_of_b);
    if (!status)
        status = area_of(pieces, of_a + of_b, &area_of_union);
    if (!status)
        *area = c2d_max(c2d_min(area_of_a + area_of_b - area_of_union, *area), s->most);
    return status;
}

c2d_status c2d_body_overlap_area(const c2d_body *a, const c2d_body *b, double *area)
{
    bool in_order = precedes(a, b);
    overlap_sum s = {.a = in_order ? a : b, .b = in_order ? b : a};
    size_t count = a->count + b->count;
    s.taking_part = c2d_new_array(count, sizeof *s.taking_part);
    const c2d_shape **pieces = c2d_new_array(count, sizeof *pieces);
    c2d_bounds *boxes = c2d_new_array(count, sizeof *boxes);
    s.status = s.taking_part && pieces && boxes ? C2D_OK : C2D_NO_MEMORY;
    for (size_t i = 0; i < count && !s.status; i++)
        s.taking_part[i] = false;
    for (s.i = 0; s.i < s.a->count && !s.status; s.i++)
        c2d_visit_pieces(s.b, c2d_bounds_of(s.a->pieces[s.i]), add_pair, &s);
    if (!s.status)
        s.status = finish(&s, pieces, boxes, area);
    free(s.taking_part);
    free((void *)pieces);
    free(boxes);
    return s.status;
}
