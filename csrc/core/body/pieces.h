/* Shared by the files about bodies: which pieces are near a box, and which pair of pieces is the nearest or deepest.
 */
#ifndef C2D_PIECES_H
#define C2D_PIECES_H

#include "../broad/bounds.h"

static inline c2d_bounds c2d_grown_bounds(c2d_bounds box, double slack)
{
    c2d_bounds grown = {{box.min.x - slack, box.min.y - slack}, {box.max.x + slack, box.max.y + slack}};
    return grown;
}

static inline const c2d_rect *c2d_piece_rect(const c2d_body *body, size_t i)
{
    return body->rects ? body->rects[i] : NULL;
}

/* ---- piece_index.c: the index of a body, if it has one, or all pieces ---- */

/* Visits at least the pieces whose bounds meet the box. False if visit ended it. */
bool c2d_visit_pieces(const c2d_body *body, c2d_bounds box, c2d_visit *visit, void *context);
/* Visits at least the pieces that a box of c2d_cast_bounds reaches along the motion up to the limit, as c2d_tree_cast.
 */
void c2d_visit_pieces_along(const c2d_body *body, c2d_bounds box, c2d_vec motion, double limit, c2d_visit_within *visit,
                            void *context);
/* A lower bound of the computed separation of two shapes in these boxes; < 0: of minus the depth. */
double c2d_least_separation(c2d_bounds a, c2d_bounds b);
/* Visits at least the pieces whose c2d_separation from a shape in the box may be at most the limit, which may be
 * negative: then it is a depth. visit returns the new limit, at most as large. */
void c2d_visit_pieces_by_depth(const c2d_body *body, c2d_bounds box, double limit, c2d_visit_within *visit,
                               void *context);

/* Whether to search a for each piece of b, and not b for each piece of a. */
static inline bool c2d_searches_first(const c2d_body *a, const c2d_body *b)
{
    return a->index && (!b->index || a->count > b->count);
}

/* The piece whose bounds are the nearest to a box, or the deepest in it: a search that starts with it has a low limit.
 */
size_t c2d_nearest_bounds(const c2d_body *body, c2d_bounds box);
/* The piece at place k, if one piece is first and the others follow in order. */
static inline size_t c2d_piece_after(size_t first, size_t k) { return k == 0 ? first : k <= first ? k - 1 : k; }

/* ---- pairs ---- */

/* The greatest relation of a piece of a and a piece of b. */
c2d_relation c2d_body_relate_pairs(const c2d_body *a, const c2d_body *b);

/* Two bodies, and which of them precedes the other, once that is known. */
typedef struct c2d_two_bodies {
    const c2d_body *a, *b;
    bool is_ordered;
    int order;
} c2d_two_bodies;

/* Whether a pair precedes the least one so far, which has the same separation. Exchanging the bodies does not change
 * the answer, unless the bodies are equal. */
bool c2d_pair_precedes(c2d_two_bodies *two, c2d_piece_pair pair, c2d_piece_pair least);

/* Whether a hit precedes the first one so far: an overlap at the start does, the deepest first, then the least t, then
 * the lesser indices. */
static inline bool c2d_hit_precedes(const c2d_hit *hit, c2d_piece_pair pair, const c2d_hit *first,
                                    c2d_piece_pair first_pair)
{
    if (hit->depth != first->depth)
        return hit->depth > first->depth;
    if (hit->t != first->t)
        return hit->t < first->t;
    return pair.a != first_pair.a ? pair.a < first_pair.a : pair.b < first_pair.b;
}

/* The least separation of a piece of a and a piece of b, and that pair. */
double c2d_body_nearest_pair(const c2d_body *a, const c2d_body *b, c2d_piece_pair *pair);

#endif
