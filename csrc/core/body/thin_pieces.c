/* Pieces without interior that the pieces of another body surround: how far out they have to move. No pair of pieces
 * has a depth there, as all of them only touch. */
#include "thin_pieces.h"

#include "../exact/allocate.h"
#include "../exact/vec.h"
#include "../pair/distance.h"
#include "../pair/relate.h"
#include "../shape/shape.h"

#include <string.h>

/* The pieces whose contacts give directions. */
#define MOST_CONTACTS 8
/* Coordinates are multiples of it. */
#define LEAST_DEPTH 0x1p-200

/* ---- the pieces that a thin piece touches ---- */

typedef struct touch_search {
    const c2d_shape *s;
    const c2d_body *body;
    c2d_touched *touched;
    c2d_status status;
} touch_search;

static c2d_status grow_touched(c2d_touched *t)
{
    size_t capacity = 4 * t->capacity;
    size_t *indices = c2d_new_array(capacity, sizeof *indices);
    const c2d_shape **shapes = c2d_new_array(capacity, sizeof *shapes);
    if (!indices || !shapes) {
        free(indices);
        free(shapes);
        return C2D_NO_MEMORY;
    }
    memcpy(indices, t->indices, t->count * sizeof *indices);
    c2d_touched_free(t);
    t->indices = indices;
    t->shapes = shapes;
    t->capacity = capacity;
    return C2D_OK;
}

static bool add_touched(void *context, uint32_t i)
{
    touch_search *search = context;
    c2d_touched *t = search->touched;
    if (!c2d_touches(search->s, search->body->pieces[i]))
        return true;
    if (t->count == t->capacity)
        search->status = grow_touched(t);
    if (!search->status)
        t->indices[t->count++] = i;
    return !search->status;
}

static int by_index(const void *p, const void *q)
{
    size_t a = *(const size_t *)p, b = *(const size_t *)q;
    return (a > b) - (a < b);
}

c2d_status c2d_touched_find(const c2d_shape *s, const c2d_body *body, c2d_touched *out)
{
    touch_search search = {s, body, out, C2D_OK};
    out->shapes = out->own_shapes;
    out->indices = out->own_indices;
    out->count = 0;
    out->capacity = sizeof out->own_indices / sizeof *out->own_indices;
    c2d_visit_pieces(body, c2d_bounds_of(s), add_touched, &search);
    if (search.status) {
        c2d_touched_free(out);
        return search.status;
    }
    if (out->count > 1)
        qsort(out->indices, out->count, sizeof *out->indices, by_index);
    for (size_t k = 0; k < out->count; k++)
        out->shapes[k] = body->pieces[out->indices[k]];
    return C2D_OK;
}

void c2d_touched_free(c2d_touched *t)
{
    if (t->indices == t->own_indices)
        return;
    free(t->indices);
    free(t->shapes);
}

c2d_status c2d_body_surrounds(const c2d_body *body, const c2d_shape *s, bool *surrounds)
{
    c2d_touched touched;
    *surrounds = false;
    c2d_status status = c2d_touched_find(s, body, &touched);
    if (status)
        return status;
    status = c2d_union_surrounds(s, touched.shapes, touched.count, surrounds);
    c2d_touched_free(&touched);
    return status;
}

/* ---- the way out ---- */

/* How far s moves along u until it is out of a piece: by the greatest difference of a vertex of the piece and one of s.
 */
static double distance_out_of(const c2d_shape *s, const c2d_shape *piece, c2d_vec u)
{
    double most = -INFINITY;
    for (uint32_t k = 0; k < s->count; k++)
        for (uint32_t i = 0; i < piece->count; i++)
            most = c2d_max(most, c2d_dot(c2d_sub(c2d_vertices(piece)[i], s->v.own[k]), u));
    return most + piece->radius;
}

/* Replaces *best if the way along u out of all touched pieces is shorter. */
static void try_direction(const c2d_shape *s, const c2d_touched *touched, c2d_vec u, c2d_surrounded *best)
{
    c2d_surrounded found = {LEAST_DEPTH, {u.x + 0.0, u.y + 0.0}, {best->pair.a, touched->indices[0]}}; /* no -0 */
    for (size_t k = 0; k < touched->count; k++) {
        double distance = distance_out_of(s, touched->shapes[k], u);
        if (distance > found.depth) {
            found.depth = distance;
            found.pair.b = touched->indices[k];
        }
    }
    if (found.depth < best->depth)
        *best = found;
}

/* Tries the ways along a unit vector, against it, and across it. */
static void try_ways(const c2d_shape *s, const c2d_touched *touched, c2d_vec n, c2d_surrounded *best)
{
    c2d_vec directions[4] = {n, c2d_neg(n), {-n.y, n.x}, {n.y, -n.x}};
    for (int d = 0; d < 4; d++)
        try_direction(s, touched, directions[d], best);
}

/* Tries the ways along and across the edges of a piece on whose lines an end of s is. At a corner these are two edges,
 * and the normal of the contact would be that of one of them, in a mirror image of the other one. */
static void try_touched_edges(const c2d_shape *s, const c2d_touched *touched, const c2d_shape *piece,
                              c2d_surrounded *best)
{
    const c2d_vec *v = c2d_vertices(piece);
    for (uint32_t i = 0; i < piece->count && piece->count > 1; i++) {
        c2d_vec p = v[i], q = v[c2d_next_vertex(i, piece->count)];
        if (c2d_orient_sign(p, q, s->v.own[0]) == 0 || c2d_orient_sign(p, q, s->v.own[s->count - 1]) == 0)
            try_ways(s, touched, c2d_outward(p, q), best);
    }
}

static void find_way_out(const c2d_shape *s, const c2d_touched *touched, c2d_surrounded *out)
{
    out->depth = INFINITY;
    if (s->count == 2)
        try_ways(s, touched, c2d_outward(s->v.own[0], s->v.own[1]), out);
    for (size_t k = 0; k < touched->count && k < MOST_CONTACTS; k++) {
        const c2d_shape *piece = touched->shapes[k];
        c2d_contact contact;
        if (piece->radius == 0)
            try_touched_edges(s, touched, piece, out);
        else if (c2d_find_contact(s, piece, &contact)) /* they touch, so there is one */
            try_ways(s, touched, contact.normal, out);
    }
    if (out->depth == INFINITY)
        try_ways(s, touched, c2d_v(1, 0), out);
}

c2d_status c2d_piece_find_surrounded(const c2d_body *a, size_t i, const c2d_body *b, c2d_surrounded *out)
{
    const c2d_shape *s = a->pieces[i];
    bool surrounds;
    c2d_touched touched;
    *out = (c2d_surrounded){.pair = {i, 0}};
    if (!c2d_is_thin(s))
        return C2D_OK;
    c2d_status status = c2d_touched_find(s, b, &touched);
    if (status)
        return status;
    status = c2d_union_surrounds(s, touched.shapes, touched.count, &surrounds);
    if (!status && surrounds)
        find_way_out(s, &touched, out);
    c2d_touched_free(&touched);
    return status;
}

c2d_status c2d_body_find_surrounded(const c2d_body *a, const c2d_body *b, c2d_surrounded *out)
{
    c2d_two_bodies two = {.a = a, .b = b};
    *out = (c2d_surrounded){.depth = 0};
    for (size_t k = 0; k < a->count + b->count; k++) {
        bool in_a = k < a->count;
        c2d_surrounded found;
        c2d_status status =
            in_a ? c2d_piece_find_surrounded(a, k, b, &found) : c2d_piece_find_surrounded(b, k - a->count, a, &found);
        if (status)
            return status;
        if (!in_a) {
            found.normal = c2d_v(0.0 - found.normal.x, 0.0 - found.normal.y); /* no -0 */
            found.pair = (c2d_piece_pair){found.pair.b, found.pair.a};
        }
        bool ties = found.depth > 0 && found.depth == out->depth;
        if (found.depth > out->depth || (ties && c2d_pair_precedes(&two, found.pair, out->pair)))
            *out = found;
    }
    return C2D_OK;
}
