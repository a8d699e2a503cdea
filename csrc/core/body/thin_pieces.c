/* Pieces without interior that the pieces of another body surround: how far out they have to move. No pair of pieces
 * has a depth there, as all of them only touch. */
#include "thin_pieces.h"

#include "../exact/allocate.h"
#include "../exact/vec.h"
#include "../pair/relate.h"

/* The pieces whose contacts give directions. */
#define MOST_CONTACTS 8
/* Coordinates are multiples of it. */
#define LEAST_DEPTH 0x1p-200

/* The indices of the pieces of a body that a thin piece touches. */
typedef struct touched_pieces {
    const c2d_body *body;
    size_t *indices;
    size_t count;
} touched_pieces;

static c2d_status find_touched(const c2d_shape *s, const c2d_body *body, touched_pieces *out)
{
    *out = (touched_pieces){body, c2d_new_array(body->count, sizeof *out->indices), 0};
    if (!out->indices)
        return C2D_NO_MEMORY;
    for (size_t i = 0; i < body->count; i++)
        if (c2d_touches(s, body->pieces[i]))
            out->indices[out->count++] = i;
    return C2D_OK;
}

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
static void try_direction(const c2d_shape *s, const touched_pieces *touched, c2d_vec u, c2d_surrounded *best)
{
    c2d_surrounded found = {LEAST_DEPTH, {u.x + 0.0, u.y + 0.0}, {best->pair.a, touched->indices[0]}}; /* no -0 */
    for (size_t k = 0; k < touched->count; k++) {
        double distance = distance_out_of(s, touched->body->pieces[touched->indices[k]], u);
        if (distance > found.depth) {
            found.depth = distance;
            found.pair.b = touched->indices[k];
        }
    }
    if (found.depth < best->depth)
        *best = found;
}

static void find_way_out(const c2d_shape *s, const touched_pieces *touched, c2d_surrounded *out)
{
    out->depth = INFINITY;
    for (size_t k = 0; k < touched->count && k < MOST_CONTACTS; k++) {
        c2d_contact contact;
        if (!c2d_find_contact(s, touched->body->pieces[touched->indices[k]], &contact))
            continue;
        c2d_vec n = contact.normal;
        c2d_vec directions[4] = {n, c2d_neg(n), {-n.y, n.x}, {n.y, -n.x}};
        for (int d = 0; d < 4; d++)
            try_direction(s, touched, directions[d], out);
    }
}

c2d_status c2d_piece_find_surrounded(const c2d_body *a, size_t i, const c2d_body *b, c2d_surrounded *out)
{
    const c2d_shape *s = a->pieces[i];
    bool surrounds = false;
    *out = (c2d_surrounded){.pair = {i, 0}};
    if (!c2d_is_thin(s) || !c2d_bounds_meet(c2d_bounds_of(s), c2d_body_bounds(b)))
        return C2D_OK;
    c2d_status status = c2d_union_surrounds(s, b->pieces, b->count, &surrounds);
    if (status || !surrounds)
        return status;
    touched_pieces touched;
    status = find_touched(s, b, &touched);
    if (!status)
        find_way_out(s, &touched, out);
    free(touched.indices);
    return status;
}

c2d_status c2d_body_find_surrounded(const c2d_body *a, const c2d_body *b, c2d_surrounded *out)
{
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
        if (found.depth > out->depth || (ties && c2d_pair_precedes(a, b, found.pair, out->pair)))
            *out = found;
    }
    return C2D_OK;
}
