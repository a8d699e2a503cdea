/* The cast of a body: the first hit of any of its pieces with any piece of the other body, or with several of them that
 * block a piece without interior together. */
#include "pieces.h"
#include "thin_pieces.h"

#include "../motion/sweep.h"
#include "../pair/relate.h"

#include <float.h>

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

/* Adds the hit of a thin piece whose sweep is not a way along itself. At rest the sweep is the piece; in a motion below
 * the rounding of t it may be a little longer than the piece at both ends. */
static c2d_status add_still(const c2d_body *a, size_t i, c2d_vec motion, const c2d_body *b, const first_hit *first)
{
    c2d_vec storage[4 * C2D_INLINE_VERTICES];
    c2d_shape moved, swept;
    bool surrounds;
    c2d_touched touched;
    c2d_status status = c2d_moved(&moved, a->pieces[i], c2d_piece_rect(a, i), motion, storage);
    if (!status)
        status = c2d_sweep(&swept, a->pieces[i], &moved, storage);
    if (status || swept.count > 2)
        return status;
    status = c2d_touched_find(&swept, b, &touched);
    if (status)
        return status;
    status = c2d_union_surrounds(&swept, touched.shapes, touched.count, &surrounds);
    if (surrounds) { /* never with an error */
        c2d_contact contact;
        c2d_find_contact(&swept, touched.shapes[0], &contact);
        c2d_hit hit = {0, contact.points[0], contact.normal, 0};
        add_hit(first, &hit, (c2d_piece_pair){i, touched.indices[0]});
    }
    c2d_touched_free(&touched);
    return status;
}

typedef struct graze_search {
    const c2d_body *b;
    const c2d_shape *s; /* the piece of a */
    const c2d_thin_sweep *sweep;
    bool skips_touched; /* the pieces of b that s touches at the start do not count */
    c2d_grazes grazes;
    c2d_status status;
} graze_search;

/* Pieces that are met after the sweep is blocked do not matter. */
static double add_graze(void *context, uint32_t j, double limit)
{
    graze_search *g = context;
    if (g->skips_touched && c2d_touches(g->s, g->b->pieces[j]))
        return limit;
    g->status = c2d_grazes_add(&g->grazes, g->sweep, g->b->pieces[j], j);
    double blocked = c2d_grazes_block(&g->grazes) + C2D_SLACK_OF_T;
    return g->status ? -1 : blocked < limit ? blocked : limit;
}

static c2d_status add_grazes(const c2d_body *a, size_t i, const c2d_thin_sweep *sweep, const c2d_body *b,
                             bool skips_touched, const first_hit *first)
{
    const c2d_rect *rect = c2d_piece_rect(a, i);
    graze_search g = {.b = b, .s = a->pieces[i], .sweep = sweep, .skips_touched = skips_touched};
    c2d_bounds box;
    c2d_status status = c2d_cast_bounds(g.s, rect, sweep->motion, NULL, &box);
    if (status)
        return status;
    c2d_grazes_init(&g.grazes);
    double limit = *first->hits && first->hit->t < 1 ? first->hit->t + C2D_SLACK_OF_T : 1;
    c2d_visit_pieces_along(b, box, sweep->motion, limit, add_graze, &g);
    bool is_late = *first->hits && first->hit->t < c2d_grazes_block(&g.grazes) - C2D_SLACK_OF_T;
    if (!g.status && !is_late && c2d_union_hits(g.s, rect, sweep, &g.grazes))
        add_hit(first, &g.grazes.list[0].hit, (c2d_piece_pair){i, g.grazes.list[0].key});
    c2d_grazes_free(&g.grazes);
    return g.status;
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

/* ---- pairs ---- */

typedef struct pair_search {
    const c2d_body *a, *b;
    size_t i;
    c2d_vec motion;
    c2d_cast_options options;
    c2d_vec *room;
    const first_hit *first;
    c2d_status status;
} pair_search;

/* Casts the piece i of a onto the piece j of b. */
static bool cast_pair(pair_search *p, size_t j)
{
    bool found;
    c2d_hit hit;
    p->status = c2d_cast_with(p->a->pieces[p->i], c2d_piece_rect(p->a, p->i), p->motion, p->b->pieces[j], p->room,
                              p->options, &found, &hit);
    if (p->status || !found)
        return false;
    add_hit(p->first, &hit, (c2d_piece_pair){p->i, j});
    return true;
}

static double cast_met(void *context, uint32_t j, double limit)
{
    pair_search *p = context;
    bool found = cast_pair(p, j);
    return p->status ? -1 : found ? p->first->hit->t : limit;
}

/* limit: minus the depth so far. */
static double cast_overlapping(void *context, uint32_t j, double limit)
{
    pair_search *p = context;
    if (c2d_separation(p->a->pieces[p->i], p->b->pieces[j]) <= limit && cast_pair(p, j))
        limit = c2d_min(limit, -p->first->hit->depth);
    return p->status ? -INFINITY : limit;
}

/* The deepest pair that overlaps at the start, if there is any: the search of c2d_body_find_contact. */
static void find_start(pair_search *p, size_t first)
{
    double limit = -DBL_MIN;
    for (size_t k = 0; k < p->a->count && !p->status; k++) {
        p->i = c2d_piece_after(first, k);
        c2d_visit_pieces_by_depth(p->b, c2d_bounds_of(p->a->pieces[p->i]), limit, cast_overlapping, p);
        limit = *p->first->hits ? c2d_min(limit, -p->first->hit->depth) : limit;
    }
}

/* A hit with a depth is final, so then only the ends of the motion are checked. */
static c2d_status cast_pairs(pair_search *p)
{
    size_t first = c2d_nearest_bounds(p->a, c2d_body_bounds(p->b));
    find_start(p, first);
    bool is_final = *p->first->hits && p->first->hit->depth > 0;
    for (size_t k = 0; k < p->a->count && !p->status; k++) {
        c2d_bounds box;
        p->i = c2d_piece_after(first, k);
        p->status = c2d_cast_bounds(p->a->pieces[p->i], c2d_piece_rect(p->a, p->i), p->motion, p->room, &box);
        double limit = *p->first->hits ? p->first->hit->t : 1;
        if (!p->status && !is_final)
            c2d_visit_pieces_along(p->b, box, c2d_normalised(p->motion), limit, cast_met, p);
    }
    return p->status;
}

/* ---- cast ---- */

/* Adds the hits of thin pieces that several pieces of the other body block together. */
static c2d_status add_unions(const pair_search *p)
{
    c2d_vec motion = c2d_normalised(p->motion);
    c2d_status status = C2D_OK;
    for (size_t i = 0; i < p->a->count && !status && p->b->count > 1; i++)
        if (c2d_is_thin(p->a->pieces[i]))
            status = add_together(p->a, i, motion, p->b, p->options, p->first);
    if (!status && p->a->count > 1)
        status = c2d_body_cast_onto_thin(p->a, motion, p->b, p->options, p->first->hits, p->first->hit, p->first->pair);
    return status;
}

/* A way that several pieces block touches one of them first, so a cast with `touching` needs only the pairs. */
c2d_status c2d_body_cast(const c2d_body *a, c2d_vec motion, const c2d_body *b, c2d_cast_options options, c2d_vec *room,
                         bool *hits, c2d_hit *out, c2d_piece_pair *pair)
{
    first_hit first = {hits, out, pair};
    pair_search pairs = {a, b, 0, motion, options, room, &first, C2D_OK};
    *hits = false;
    c2d_status status = cast_pairs(&pairs);
    if (!status && !options.touching && (!*hits || out->depth == 0))
        status = add_unions(&pairs);
    if (status)
        *hits = false;
    return status;
}
