/* Containment: whether one shape is inside another, exactly. If a's radius is at least b's, each vertex of b must be
 * within the difference of the radii of a's core. Otherwise a must be a polygon, and each vertex of b must be behind
 * every edge of a by at least that difference. */
#include "minkowski.h"

typedef const c2d_shape *shape;

/* Whether p is within ra - rb >= 0 of the core of a. */
static bool is_near(shape a, c2d_vec p, double rb)
{
    const c2d_vec *v = c2d_vertices(a);
    double ra = a->radius;
    if (a->count == 1) {
        c2d_vec w = c2d_sub(p, v[0]);
        int sign = c2d_length_filter(c2d_dot(w, w), (ra - rb) * (ra - rb));
        return (sign ? sign : c2d_length_exact(p, v[0], ra, -rb)) >= 0;
    }
    if (a->count == 2)
        return c2d_segment_sign(p, v[0], v[1], ra, -rb) >= 0;
    bool inside = true;
    for (uint32_t i = 0; i < a->count && inside; i++)
        inside = c2d_orient_sign(v[i], v[c2d_next_vertex(i, a->count)], p) >= 0;
    for (uint32_t i = 0; i < a->count && !inside; i++)
        inside = c2d_segment_sign(p, v[i], v[c2d_next_vertex(i, a->count)], ra, -rb) >= 0;
    return inside;
}

/* Whether p is behind every edge of the polygon a by at least rb - ra > 0. */
static bool is_deep(shape a, c2d_vec p, double rb)
{
    const c2d_vec *v = c2d_vertices(a);
    for (uint32_t i = 0; i < a->count; i++)
        if (c2d_inside_sign(p, v[i], v[c2d_next_vertex(i, a->count)], rb, -a->radius) < 0)
            return false;
    return true;
}

/* ---- many vertices ---- */

/* Whether vertex i is the point of the polygon a nearest to r, and r is farther than rho = ra - rb > 0 from it. */
static bool is_beyond_corner(shape a, uint32_t i, c2d_vec r, double rb)
{
    const c2d_vec *v = c2d_vertices(a);
    c2d_vec p = v[i], w = c2d_sub(r, p);
    double rho = a->radius - rb;
    int sign = c2d_length_filter(c2d_dot(w, w), rho * rho);
    if (sign > 0 || c2d_dot_sign(p, v[c2d_next_vertex(i, a->count)], r) > 0 ||
        c2d_dot_sign(p, v[c2d_previous_vertex(i, a->count)], r) > 0)
        return false;
    return (sign ? sign : c2d_length_exact(r, p, a->radius, -rb)) < 0;
}

/* Whether r, the vertex of b farthest outside the edge p q of a, is too far outside. */
static bool is_beyond_edge(shape a, c2d_vec p, c2d_vec q, c2d_vec r, double rb)
{
    double ra = a->radius;
    if (ra < rb)
        return c2d_inside_sign(r, p, q, rb, -ra) < 0;
    return ra == rb ? c2d_orient_sign(p, q, r) < 0 : c2d_inside_sign(r, q, p, ra, -rb) > 0;
}

/* Walks around both cores at once, in order of the outer normals of their edges. The current vertices i and j are the
 * support vertices for a common range of directions. b is inside a if its support exceeds that of a by at most rho = ra
 * - rb in every direction.
 *
 * rho < 0: b is behind an edge of a by -rho if the vertex of b farthest outside that edge is.
 *
 * rho = 0: b must be on the inner side of each edge of a.
 *
 * rho > 0: let g(n) be the support of b less that of a in direction n, and let g have its maximum, a positive one, at
 * n. If n is the normal of an edge of a, the walk compares that edge with the farthest vertex of b. If not, a has one
 * support vertex p at n, and near n, g is the maximum of (r - p) . n over one or two vertices r of b, all with the
 * value g(n) at n. Each of these products also has its maximum at n, so r - p = g(n) n, which holds for one r only. The
 * walk visits this pair, because n is within the normals of both vertices, and p is the point of a nearest to r. If
 * either test fails, it has found a point of b farther than rho from a. */
static C2D_NOINLINE bool contains_walk(shape a, shape b)
{
    const c2d_vec *v = c2d_vertices(a), *w = c2d_vertices(b);
    bool round = a->radius > b->radius;
    uint32_t j = 0, left = b->count; /* edges of b left to visit */
    for (uint32_t i = 0; i < a->count; i++) {
        c2d_vec p = v[i], q = v[c2d_next_vertex(i, a->count)];
        if (round && is_beyond_corner(a, i, w[j], b->radius))
            return false;
        for (; left > 0 && c2d_first_edge(w[j], w[c2d_next_vertex(j, b->count)], p, q) > 0; left--) {
            j = c2d_next_vertex(j, b->count);
            if (round && is_beyond_corner(a, i, w[j], b->radius))
                return false;
        }
        if (is_beyond_edge(a, p, q, w[j], b->radius))
            return false;
    }
    for (; left > 0 && round; left--) {
        if (is_beyond_corner(a, 0, w[j], b->radius))
            return false;
        j = c2d_next_vertex(j, b->count);
    }
    return true;
}

bool c2d_contains(const c2d_shape *a, const c2d_shape *b)
{
    /* Outward rounding is monotone, so it keeps the order of bounds. */
    if (b->min.x < a->min.x || b->min.y < a->min.y || b->max.x > a->max.x || b->max.y > a->max.y)
        return false;
    if (a->form == C2D_BOX && a->radius == 0) /* its bounds are the box itself */
        return true;
    bool deep = b->radius > a->radius;
    if (deep && a->count < 3)
        return false;
    if (a->count > 2 && c2d_exceeds(a, b, C2D_DISTANCE_ALL_PAIRS_LIMIT))
        return contains_walk(a, b);
    const c2d_vec *v = c2d_vertices(b);
    for (uint32_t i = 0; i < b->count; i++)
        if (deep ? !is_deep(a, v[i], b->radius) : !is_near(a, v[i], b->radius))
            return false;
    return true;
}
