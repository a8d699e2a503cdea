/* The Minkowski difference b - a of two cores, edge by edge. It is the set of displacements of a at which the cores
 * meet. */
#ifndef C2D_MINKOWSKI_H
#define C2D_MINKOWSKI_H

#include "distance.h"

/* A walk around the difference, in the vertex order of a shape. The current vertex is b[j] - a[i]. */
typedef struct c2d_walk {
    const c2d_vec *a, *b;
    uint32_t a_count, b_count, i, j;
    uint32_t a_left, b_left; /* edges left to visit; a segment has two, one in each direction */
} c2d_walk;

/* An edge from b[j] - a[i] to b[j_end] - a[i_end]: an edge of b, a reversed edge of a, or both if parallel. */
typedef struct c2d_walk_edge {
    uint32_t i, j, i_end, j_end;
    c2d_owner owner; /* C2D_OF_NEITHER: both */
} c2d_walk_edge;

c2d_walk c2d_walk_start(const c2d_shape *a, const c2d_shape *b);

static inline c2d_vec c2d_walk_vertex(const c2d_walk *walk, uint32_t i, uint32_t j)
{
    return c2d_sub(walk->b[j], walk->a[i]);
}

/* Rightward edges and vertical upward edges are the first half; the others are the second half. */
static inline int c2d_is_second_half(c2d_vec p, c2d_vec q) { return c2d_less(q, p); }

/* Which edge comes first: that of b (> 0), that of a (< 0), or both together (0). */
static inline int c2d_first_edge(c2d_vec bp, c2d_vec bq, c2d_vec ap, c2d_vec aq)
{
    int half = c2d_is_second_half(ap, aq) - c2d_is_second_half(bp, bq);
    int sign = half ? half : c2d_parallel_filter(bp, bq, ap, aq);
    return sign ? sign : c2d_parallel_sign(bp, bq, ap, aq);
}

/* Returns the next edge, or false at the end. Two points have no edge. */
static inline bool c2d_walk_next(c2d_walk *walk, c2d_walk_edge *edge)
{
    uint32_t i = walk->i, j = walk->j;
    uint32_t i_next = c2d_next_vertex(i, walk->a_count), j_next = c2d_next_vertex(j, walk->b_count);
    if (!walk->a_left && !walk->b_left)
        return false;
    int first = !walk->a_left   ? 1
                : !walk->b_left ? -1
                                : c2d_first_edge(walk->b[j], walk->b[j_next], walk->a[i_next], walk->a[i]);
    if (first >= 0) {
        walk->j = j_next;
        walk->b_left--;
    }
    if (first <= 0) {
        walk->i = i_next;
        walk->a_left--;
    }
    c2d_walk_edge next = {i, j, walk->i, walk->j, first > 0 ? C2D_OF_B : first < 0 ? C2D_OF_A : C2D_OF_NEITHER};
    *edge = next;
    return true;
}

/* ---- features ---- */

/* An edge p q of the owner and a vertex r of the other shape. */
typedef struct c2d_walk_feature {
    c2d_owner owner;
    uint32_t edge, vertex;
    c2d_vec p, q, r;
} c2d_walk_feature;

static inline c2d_walk_feature c2d_walk_feature_of(const c2d_walk *walk, const c2d_walk_edge *edge, c2d_owner owner,
                                                   uint32_t vertex)
{
    if (owner == C2D_OF_A) {
        c2d_walk_feature f = {owner, edge->i, vertex, walk->a[edge->i], walk->a[edge->i_end], walk->b[vertex]};
        return f;
    }
    c2d_walk_feature f = {owner, edge->j, vertex, walk->b[edge->j], walk->b[edge->j_end], walk->a[vertex]};
    return f;
}

/* Writes the features of an edge of the difference and returns their number. Parallel edges give two: that of b, then
 * that of a. The difference is on one side of each of its edges, so r is exactly the vertex of the other core that is
 * deepest behind the line p q (either of two, for parallel edges). */
static inline int c2d_walk_features(const c2d_walk *walk, const c2d_walk_edge *edge, c2d_walk_feature features[2])
{
    int count = 0;
    if (edge->owner != C2D_OF_A)
        features[count++] = c2d_walk_feature_of(walk, edge, C2D_OF_B, edge->i);
    if (edge->owner != C2D_OF_B)
        features[count++] = c2d_walk_feature_of(walk, edge, C2D_OF_A, edge->j_end);
    return count;
}

#endif
