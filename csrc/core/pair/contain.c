/* Containment: whether all of one shape is in another, exact. Convex sets are compared by their vertices: a core grown
 * by more than the other's radius must hold the other's vertices within the difference of the radii; grown by less, it
 * must be a polygon that holds them with that much to spare behind every edge. */
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
        inside = c2d_orient_sign(v[i], v[c2d_next(a, i)], p) >= 0;
    for (uint32_t i = 0; i < a->count && !inside; i++)
        inside = c2d_segment_sign(p, v[i], v[c2d_next(a, i)], ra, -rb) >= 0;
    return inside;
}

/* Whether p is behind every edge of the polygon a by at least rb - ra > 0. */
static bool is_deep(shape a, c2d_vec p, double rb)
{
    const c2d_vec *v = c2d_vertices(a);
    for (uint32_t i = 0; i < a->count; i++)
        if (c2d_inside_sign(p, v[i], v[c2d_next(a, i)], rb, -a->radius) < 0)
            return false;
    return true;
}

/* ---- many vertices ---- */

/* Whether r, farther than rho = ra - rb > 0 from the corner i of the polygon a, has it for its nearest point. */
static bool is_beyond_corner(shape a, uint32_t i, c2d_vec r, double rb)
{
    const c2d_vec *v = c2d_vertices(a);
    c2d_vec p = v[i], w = c2d_sub(r, p);
    double rho = a->radius - rb;
    int sign = c2d_length_filter(c2d_dot(w, w), rho * rho);
    if (sign > 0 || c2d_dot_sign(p, v[c2d_next(a, i)], r) > 0 || c2d_dot_sign(p, v[i ? i - 1 : a->count - 1], r) > 0)
        return false;
    return (sign ? sign : c2d_length_exact(r, p, a->radius, -rb)) < 0;
}

/* Whether the vertex r of b, the one farthest out across the edge p q of a, is too far out. */
static bool is_beyond_edge(shape a, c2d_vec p, c2d_vec q, c2d_vec r, double rb)
{
    double ra = a->radius;
    if (ra < rb)
        return c2d_inside_sign(r, p, q, rb, -ra) < 0;
    return ra == rb ? c2d_orient_sign(p, q, r) < 0 : c2d_inside_sign(r, q, p, ra, -rb) > 0;
}

/* A walk round both at once, by the outer normals of their edges: it stands at the vertices i and j that are the
 * farthest out in the same directions. In no direction n may b reach farther out than a by more than rho = ra - rb.
 *
 * rho < 0: an edge of a leaves b room of -rho if it does so for the vertex of b that is farthest out across it.
 *
 * rho = 0: b must be on the inner side of each edge of a.
 *
 * rho > 0: let g(n) be how much farther out b reaches, and g greatest at n, and positive. If n is the normal of an
 * edge of a, the walk compares that edge with the farthest vertex of b. If not, a's farthest vertex p is a single one,
 * and near n g is the greatest of (r - p) . n over one or two vertices r of b, which all have g(n): each of these
 * products is greatest at n, too, so r - p is g(n) n, for one r only. The walk comes by this pair, as n is inside the
 * normals of both, and p is the point of a nearest to r. Either test, where it fails, names a point of b that is
 * farther than rho from a. */
static C2D_NOINLINE bool contains_walk(shape a, shape b)
{
    const c2d_vec *v = c2d_vertices(a), *w = c2d_vertices(b);
    bool round = a->radius > b->radius;
    uint32_t j = 0, left = b->count; /* edges of b still to come */
    for (uint32_t i = 0; i < a->count; i++) {
        c2d_vec p = v[i], q = v[c2d_next(a, i)];
        if (round && is_beyond_corner(a, i, w[j], b->radius))
            return false;
        for (; left > 0 && c2d_first_edge(w[j], w[c2d_next(b, j)], p, q) > 0; left--) {
            j = c2d_next(b, j);
            if (round && is_beyond_corner(a, i, w[j], b->radius))
                return false;
        }
        if (is_beyond_edge(a, p, q, w[j], b->radius))
            return false;
    }
    for (; left > 0 && round; left--) {
        if (is_beyond_corner(a, 0, w[j], b->radius))
            return false;
        j = c2d_next(b, j);
    }
    return true;
}

bool c2d_contains(const c2d_shape *a, const c2d_shape *b)
{
    /* Outward rounding keeps the order of bounds. */
    if (b->min.x < a->min.x || b->min.y < a->min.y || b->max.x > a->max.x || b->max.y > a->max.y)
        return false;
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
