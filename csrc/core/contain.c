/* Containment: whether all of one shape is in another, exact. Convex sets are compared by their vertices: a core grown
 * by more than the other's radius must hold the other's vertices within the difference of the radii; grown by less, it
 * must be a polygon that holds them with that much to spare behind every edge. */
#include "relate.h"

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

bool c2d_contains(const c2d_shape *a, const c2d_shape *b)
{
    /* Outward rounding keeps the order of bounds. */
    if (b->min.x < a->min.x || b->min.y < a->min.y || b->max.x > a->max.x || b->max.y > a->max.y)
        return false;
    bool deep = b->radius > a->radius;
    if (deep && a->count < 3)
        return false;
    const c2d_vec *v = c2d_vertices(b);
    for (uint32_t i = 0; i < b->count; i++)
        if (deep ? !is_deep(a, v[i], b->radius) : !is_near(a, v[i], b->radius))
            return false;
    return true;
}
