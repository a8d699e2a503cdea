/* The cast of a body: the first hit of any of its pieces with any piece of the other body, or with several of them that
 * block a piece without interior together. */
#include "pieces.h"
#include "thin_pieces.h"

#include "../motion/sweep.h"
#include "../pair/relate.h"

/* The first hit so far. */
typedef struct first_hit {
    bool *hits;
    c2d_hit *hit;
    c2d_piece_pair *pair;
} first_hit;

static void add_hit(const first_hit *first, const c2d_hit *hit, c2d_piece_pair pair)
{
    if (*first->hits && !c2d_hit_precedes(hit, pair, first->hit, *first->pair))
        return;
    *first->hits = true;
    *first->hit = *hit;
    *first->pair = pair;
}

/* ---- pieces that block together ---- */

/* Whether the piece i of a starts surrounded by b and only leaves. */
static c2d_status check_leaving(const c2d_body *a, size_t i, c2d_vec motion, const c2d_body *b, bool *leaves)
{
    c2d_surrounded start;
    c2d_vec zero = {0, 0};
    c2d_status status = c2d_piece_find_surrounded(a, i, b, &start);
    *leaves = start.depth > 0 && c2d_along_sign(zero, motion, zero, start.normal) >= 0;
    return status;
}

/* The sweep of a thin piece that is no way along itself: at rest it is the piece, and in a motion below the rounding of
 * t it may be a little longer at both ends. */
static c2d_status add_still(const c2d_body *a, size_t i, c2d_vec motion, const c2d_body *b, const first_hit *first)
{
    c2d_vec storage[4 * C2D_INLINE_VERTICES];
    c2d_shape moved, swept;
    bool surrounds;
    c2d_status status = c2d_moved(&moved, a->pieces[i], c2d_piece_rect(a, i), motion, storage);
    if (!status)
        status = c2d_sweep(&swept, a->pieces[i], &moved, storage);
    if (!status)
        status = c2d_union_surrounds(&swept, b->pieces, b->count, &surrounds);
    if (status || !surrounds)
        return status;
    c2d_contact contact;
    size_t j = 0;
    while (!c2d_touches(&swept, b->pieces[j])) /* some of them do */
        j++;
    c2d_find_contact(&swept, b->pieces[j], &contact);
    c2d_hit hit = {0, contact.points[0], contact.normal, 0};
    add_hit(first, &hit, (c2d_piece_pair){i, j});
    return C2D_OK;
}

/* skips_touched: the pieces of b that the piece touches at the start do not count. */
static c2d_status add_grazes(const c2d_body *a, size_t i, const c2d_thin_sweep *sweep, const c2d_body *b,
                             bool skips_touched, const first_hit *first)
{
    const c2d_shape *s = a->pieces[i];
    c2d_grazes grazes;
    c2d_status status = C2D_OK;
    c2d_grazes_init(&grazes);
    for (size_t j = 0; j < b->count && !status; j++)
        if (!skips_touched || !c2d_touches(s, b->pieces[j]))
            status = c2d_grazes_add(&grazes, sweep, b->pieces[j], j);
    double t = c2d_grazes_block(&grazes);
    bool is_late = *first->hits && (first->hit->depth > 0 || first->hit->t < t - 0x1p-20);
    if (!status && !is_late && c2d_union_hits(s, c2d_piece_rect(a, i), sweep, &grazes))
        add_hit(first, &grazes.list[0].hit, (c2d_piece_pair){i, grazes.list[0].key});
    c2d_grazes_free(&grazes);
    return status;
}

/* The hit of a thin piece of a with several pieces of b. */
static c2d_status add_together(const c2d_body *a, size_t i, c2d_vec motion, const c2d_body *b, c2d_cast_options options,
                               const first_hit *first)
{
    c2d_thin_sweep sweep;
    bool leaves = false;
    c2d_status status = options.leaving ? C2D_OK : check_leaving(a, i, motion, b, &leaves);
    if (status)
        return status;
    if (c2d_thin_sweep_of(a->pieces[i], c2d_piece_rect(a, i), motion, &sweep))
        return add_grazes(a, i, &sweep, b, leaves, first);
    return leaves ? C2D_OK : add_still(a, i, motion, b, first);
}

/* ---- cast ---- */

static c2d_status add_pairs(const c2d_body *a, size_t i, c2d_vec motion, const c2d_body *b, c2d_cast_options options,
                            c2d_vec *room, const first_hit *first)
{
    for (size_t j = 0; j < b->count; j++) {
        bool found;
        c2d_hit hit;
        c2d_status status =
            c2d_cast_with(a->pieces[i], c2d_piece_rect(a, i), motion, b->pieces[j], room, options, &found, &hit);
        if (status)
            return status;
        if (found)
            add_hit(first, &hit, (c2d_piece_pair){i, j});
    }
    return C2D_OK;
}

/* What is blocked by several pieces has touched them before, so a cast that meets what it touches needs pairs only. */
c2d_status c2d_body_cast(const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_cast_options options, c2d_vec *room,
                         bool *hits, c2d_hit *out, c2d_piece_pair *pair)
{
    first_hit first = {hits, out, pair};
    c2d_status status = C2D_OK;
    *hits = false;
    for (size_t i = 0; i < a->count && !status; i++)
        status = add_pairs(a, i, motion, b, options, room, &first);
    for (size_t i = 0; i < a->count && !status && !options.touching && b->count > 1; i++)
        if (c2d_is_thin(a->pieces[i]))
            status = add_together(a, i, c2d_normalised(motion), b, options, &first);
    if (!status && !options.touching && a->count > 1)
        status = c2d_body_cast_onto_thin(a, c2d_normalised(motion), b, options, hits, out, pair);
    if (status)
        *hits = false;
    return status;
}
