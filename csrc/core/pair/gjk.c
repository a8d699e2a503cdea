/* GJK with certain answers: a direction that certainly separates two shapes, or a point or triangle of the cores'
 * Minkowski difference that proves an overlap. */
#include "relate.h"

typedef const c2d_shape *shape;

/* The vertex of a - b with the least projection on d. Projections are relative to the first vertices, so a distant
 * origin costs no precision. */
static c2d_vec support(const c2d_vec *av, uint32_t an, const c2d_vec *bv, uint32_t bn, c2d_vec d)
{
    uint32_t i = 0, j = 0;
    double least = 0, most = 0;
    for (uint32_t k = 1; k < an; k++) {
        double h = c2d_dot(c2d_sub(av[k], av[0]), d);
        i = h < least ? k : i;
        least = c2d_min(h, least);
    }
    for (uint32_t k = 1; k < bn; k++) {
        double h = c2d_dot(c2d_sub(bv[k], bv[0]), d);
        j = h > most ? k : j;
        most = c2d_max(h, most);
    }
    return c2d_sub(av[i], bv[j]);
}

/* The point of the segment p q nearest to the origin. */
static c2d_vec nearest_to_origin(c2d_vec p, c2d_vec q)
{
    c2d_vec e = c2d_sub(q, p);
    double along = -c2d_dot(p, e), e2 = c2d_dot(e, e);
    if (along <= 0) /* also if p == q */
        return p;
    if (along >= e2)
        return q;
    return c2d_add(p, c2d_mul(e, along / e2));
}

/* Whether the origin is certainly strictly inside the triangle. Lemma orient. */
static bool surrounds_origin(c2d_vec p, c2d_vec q, c2d_vec r)
{
    c2d_vec edge[3][2] = {{p, q}, {q, r}, {r, p}};
    int left = 0, right = 0;
    for (int i = 0; i < 3; i++) {
        double s = edge[i][0].x * edge[i][1].y, t = edge[i][0].y * edge[i][1].x;
        double margin = C2D_FILTER_ORIENT * (fabs(s) + fabs(t));
        left += s - t > margin;
        right += s - t < -margin;
    }
    return left == 3 || right == 3;
}

#define MAX_STEPS 12

/* Gilbert, Johnson and Keerthi (1988): iterates toward the point of a - b nearest to the origin. Stops at the first
 * step that proves an answer; returns false if no step does.
 *
 * Apart: every m of a - b has m . d >= g, so its distance from the origin is at least g / |d|. The rounding error of g
 * is at most 16 C2D_U of |d.x| X + |d.y| Y, where X and Y bound every difference that enters: 3 of a projection, and
 * twice that for each choice of a vertex. Overlapping: the nearest point is a weighted mean of two vertices, with an
 * error below 8 C2D_U of their size. Lemmas direction, mean and line. */
bool c2d_gjk(shape a, shape b, c2d_relation *answer)
{
    const c2d_vec *av = c2d_vertices(a), *bv = c2d_vertices(b);
    double radius = a->radius + b->radius, r2 = radius * radius;
    /* Bounds of the magnitude of every difference of vertices, from the bounds of the shapes. */
    c2d_vec size = c2d_add(c2d_sub(a->max, b->min), c2d_sub(b->max, a->min));
    size = c2d_v(fabs(size.x) + fabs(a->min.x - b->min.x), fabs(size.y) + fabs(a->min.y - b->min.y));
    double error = C2D_FILTER_DIRECTION * (size.x + size.y);
    /* The first direction joins the centres. Each later one is a point of the difference. */
    c2d_vec v = c2d_add(c2d_sub(a->min, b->max), c2d_sub(a->max, b->min)), simplex[2] = {{0, 0}, {0, 0}};
    double previous = INFINITY;
    for (int step = 0; step < MAX_STEPS; step++) {
        double v2 = c2d_dot(v, v);
        if (step > 0) {
            if (radius > error && v2 * (1 + C2D_FILTER_LENGTH) < (radius - error) * (radius - error)) {
                *answer = C2D_OVERLAPPING;
                return true;
            }
            if (!(v2 < previous))
                return false;
            previous = v2;
        }
        c2d_vec w = support(av, a->count, bv, b->count, v);
        double gap = c2d_dot(w, v) - C2D_FILTER_DIRECTION * (fabs(v.x) * size.x + fabs(v.y) * size.y);
        if (gap > 0 && gap * gap > r2 * v2 * (1 + C2D_FILTER_LENGTH)) {
            *answer = C2D_APART;
            return true;
        }
        if (step == 0) {
            simplex[0] = simplex[1] = v = w;
            continue;
        }
        if (surrounds_origin(simplex[0], simplex[1], w)) {
            *answer = C2D_OVERLAPPING;
            return true;
        }
        c2d_vec first = nearest_to_origin(w, simplex[0]), second = nearest_to_origin(w, simplex[1]);
        bool use_second = c2d_dot(second, second) < c2d_dot(first, first);
        v = use_second ? second : first;
        simplex[0] = use_second ? simplex[1] : simplex[0];
        simplex[1] = w;
    }
    return false;
}
