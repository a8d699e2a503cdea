/* The Minkowski difference. The edges of each core are already in order of direction, so a walk merges them. */
#include "minkowski.h"

/* The lexicographically greatest vertex; the first vertex is the least. */
static uint32_t greatest(const c2d_vec *v, uint32_t n)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < n; i++)
        best = c2d_less(v[best], v[i]) ? i : best;
    return best;
}

c2d_walk c2d_walk_start(const c2d_shape *a, const c2d_shape *b)
{
    c2d_walk walk = {.a = c2d_vertices(a),
                     .b = c2d_vertices(b),
                     .a_count = a->count,
                     .b_count = b->count,
                     .a_left = a->count > 1 ? a->count : 0,
                     .b_left = b->count > 1 ? b->count : 0};
    walk.i = greatest(walk.a, walk.a_count);
    return walk;
}

c2d_status c2d_minkowski_difference(c2d_shape *out, const c2d_shape *a, c2d_vec center_of_a, const c2d_shape *b,
                                    c2d_vec *storage)
{
    c2d_walk walk = c2d_walk_start(a, b);
    c2d_walk_edge edge = {walk.i, walk.j, walk.i, walk.j, C2D_OF_NEITHER};
    size_t n = 0;
    do {
        c2d_vec p = walk.b[edge.j_end], q = walk.a[edge.i_end];
        storage[n++] = c2d_v(c2d_sum4(p.x, -q.x, center_of_a.x, 0), c2d_sum4(p.y, -q.y, center_of_a.y, 0));
    } while (n < (size_t)a->count + b->count && c2d_walk_next(&walk, &edge));
    return c2d_hull_shape(out, storage, n, a->radius + b->radius, storage);
}
